// SPDX-License-Identifier: MIT
// The names of one function and their values, found by hash: a kernel may have tens of thousands of either.
#include "mir_priv.h"

#include <assert.h>
#include <string.h>

struct mir_index_slot {
    const char *name; // NULL: free
    void *value;
};

static uint32_t hash_of(const char *s, size_t len) {
    uint32_t h = 2166136261u; // FNV-1a
    for (size_t i = 0; i < len; i++)
        h = (h ^ (uint8_t)s[i]) * 16777619u;
    return h;
}

// The slot of a name: its own, or the free one for it.
static mir_index_slot *slot_of(const mir_index *x, const char *s, size_t len) {
    uint32_t at = hash_of(s, len) & (x->cap - 1);
    while (x->slots[at].name && (strncmp(x->slots[at].name, s, len) || x->slots[at].name[len]))
        at = (at + 1) & (x->cap - 1);
    return &x->slots[at];
}

static bool grow(cmc_arena *a, mir_index *x) {
    mir_index to = {.cap = x->cap ? 2 * x->cap : 64, .len = x->len};
    to.slots = CMC_NEW_N(a, mir_index_slot, to.cap);
    if (!to.slots)
        return false;
    for (uint32_t k = 0; k < x->cap; k++)
        if (x->slots[k].name)
            *slot_of(&to, x->slots[k].name, strlen(x->slots[k].name)) = x->slots[k];
    *x = to;
    return true;
}

void *mir_index_find(const mir_index *x, const char *s, size_t len) {
    assert(x && s);
    return x->cap ? slot_of(x, s, len)->value : NULL;
}

bool mir_index_add(cmc_arena *a, mir_index *x, const char *name, void *value) {
    assert(name && value && !mir_index_find(x, name, strlen(name)) && "names are unique");
    if (2 * (x->len + 1) > x->cap && !grow(a, x))
        return false;
    *slot_of(x, name, strlen(name)) = (mir_index_slot){name, value};
    x->len++;
    return true;
}
