// SPDX-License-Identifier: MIT
// Open-addressing map from pointers to pointers, in an arena.

#include <cmc/genx_bale.h>

#include <assert.h>

static uint32_t slot_of(const ptrmap *m, const void *key) {
    uint64_t h = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
    uint32_t i = (uint32_t)(h >> 32) & (m->cap - 1);
    while (m->rows[i].key && m->rows[i].key != key)
        i = (i + 1) & (m->cap - 1);
    return i;
}

void *ptrmap_get(const ptrmap *m, const void *key) {
    assert(m);
    return m->cap ? m->rows[slot_of(m, key)].val : NULL;
}

static bool grow(ptrmap *m) {
    ptrmap n = {.arena = m->arena, .cap = m->cap ? m->cap * 2 : 256};
    n.rows = cmc_arena_alloc(m->arena, sizeof(*n.rows) * n.cap);
    if (!n.rows)
        return false;
    for (uint32_t i = 0; i < m->cap; i++)
        if (m->rows[i].key)
            n.rows[slot_of(&n, m->rows[i].key)] = m->rows[i];
    n.len = m->len;
    *m = n;
    return true;
}

bool ptrmap_put(ptrmap *m, const void *key, void *val) {
    assert(m && key && "NULL marks a free place");
    if (m->len * 2 >= m->cap && !grow(m))
        return false;
    uint32_t i = slot_of(m, key);
    m->len += m->rows[i].key == NULL;
    m->rows[i].key = key;
    m->rows[i].val = val;
    return true;
}
