// SPDX-License-Identifier: MIT
// Memory of the CPU device. A block lies at the end of its pages and a page without access follows it, so that an
// access past its end is a fault. The list of blocks serves the driver's checks and the message of a fault.

#define _GNU_SOURCE // MAP_ANONYMOUS
#include "hx_priv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NEAR_B = 1 << 20 }; // farther than this, a block has nothing to do with an address

typedef struct block {
    hx_guarded memory;
    uint64_t size_b;
} block;

typedef struct blocks {
    pthread_rwlock_t lock;
    block *list; // ascending addresses
    size_t n, cap;
} blocks;

bool hx_guarded_create(hx_guarded *g, uint64_t size_b, uint64_t align_b) {
    const uint64_t page_b = (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t slack_b = align_b > page_b ? align_b : 0; // mmap gives no more than pages
    const uint64_t inner_b = zx_round_up(size_b, page_b) + slack_b;
    if (size_b > SIZE_MAX / 2 || align_b > SIZE_MAX / 4)
        return false;
    g->map_b = inner_b + 2 * page_b;
    uint8_t *map = mmap(NULL, g->map_b, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return false;
    if (mprotect(map + page_b, inner_b, PROT_READ | PROT_WRITE) != 0) {
        munmap(map, g->map_b);
        return false;
    }
    g->map = map;
    uint8_t *end = map + page_b + inner_b;
    g->base = end - size_b - ((uintptr_t)(end - size_b) & (align_b - 1));
    return true;
}

void hx_guarded_free(hx_guarded *g) {
    if (g->map)
        munmap(g->map, g->map_b);
    *g = (hx_guarded){0};
}

void *hx_memory_create(void) {
    blocks *m = calloc(1, sizeof *m);
    if (m && pthread_rwlock_init(&m->lock, NULL) != 0) {
        free(m);
        return NULL;
    }
    return m;
}

void hx_memory_destroy(void *memory) {
    blocks *m = memory;
    pthread_rwlock_destroy(&m->lock);
    free(m->list);
    free(m);
}

// Number of blocks that begin at or before address. The caller holds the lock.
static size_t count_up_to(const blocks *m, uint64_t address) {
    size_t low = 0, high = m->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((uint64_t)(uintptr_t)m->list[middle].memory.base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(blocks *m, const block *b) {
    if (m->n == m->cap) {
        const size_t cap = m->cap ? m->cap * 2 : 16;
        block *grown = realloc(m->list, cap * sizeof *grown);
        if (!grown)
            return false;
        m->list = grown;
        m->cap = cap;
    }
    const size_t at = count_up_to(m, (uint64_t)(uintptr_t)b->memory.base);
    memmove(&m->list[at + 1], &m->list[at], (m->n - at) * sizeof *b);
    m->list[at] = *b;
    m->n++;
    return true;
}

void *hx_memory_obtain(void *memory, uint64_t size_b, uint64_t align_b) {
    blocks *m = memory;
    block b = {.size_b = size_b};
    if (!hx_guarded_create(&b.memory, size_b, align_b))
        return NULL;
    pthread_rwlock_wrlock(&m->lock);
    const bool ok = insert(m, &b);
    pthread_rwlock_unlock(&m->lock);
    if (ok)
        return b.memory.base;
    hx_guarded_free(&b.memory);
    return NULL;
}

void hx_memory_release(void *memory, void *base) {
    blocks *m = memory;
    hx_guarded found = {0};
    pthread_rwlock_wrlock(&m->lock);
    const size_t n = count_up_to(m, (uint64_t)(uintptr_t)base);
    if (n && m->list[n - 1].memory.base == base) {
        found = m->list[n - 1].memory;
        memmove(&m->list[n - 1], &m->list[n], (m->n - n) * sizeof *m->list);
        m->n--;
    }
    pthread_rwlock_unlock(&m->lock);
    hx_guarded_free(&found);
}

// Whether size_b bytes at base and a block have bytes in common. The caller holds the lock.
static bool overlaps(const blocks *m, const uint8_t *base, uint64_t size_b) {
    const size_t n = count_up_to(m, (uint64_t)(uintptr_t)base);
    if (n && (uint64_t)(base - m->list[n - 1].memory.base) < m->list[n - 1].size_b)
        return true;
    return n < m->n && (uint64_t)(m->list[n].memory.base - base) < size_b;
}

bool hx_memory_lend(void *memory, void *base, uint64_t size_b) {
    blocks *m = memory;
    const block b = {.memory = {.base = base}, .size_b = size_b}; // without pages of ours to free
    pthread_rwlock_wrlock(&m->lock);
    const bool ok = !overlaps(m, base, size_b) && insert(m, &b);
    pthread_rwlock_unlock(&m->lock);
    return ok;
}

bool hx_memory_contains(void *memory, uint64_t address, uint64_t size_b) {
    blocks *m = memory;
    pthread_rwlock_rdlock(&m->lock);
    const size_t n = count_up_to(m, address);
    const uint64_t at = n ? address - (uint64_t)(uintptr_t)m->list[n - 1].memory.base : 0;
    const bool inside = n && at < m->list[n - 1].size_b && size_b <= m->list[n - 1].size_b - at;
    pthread_rwlock_unlock(&m->lock);
    return inside;
}

void hx_memory_describe(void *memory, uint64_t address, cmc_str *out) {
    blocks *m = memory;
    const uint64_t page_b = (uint64_t)sysconf(_SC_PAGESIZE);
    if (address < page_b) {
        cmc_str_append(out, ", a null pointer");
        return;
    }
    pthread_rwlock_rdlock(&m->lock);
    const size_t n = count_up_to(m, address);
    const block *before = n ? &m->list[n - 1] : NULL, *after = n < m->n ? &m->list[n] : NULL;
    const uint64_t past = before ? address - (uint64_t)(uintptr_t)before->memory.base : 0;
    if (before && past >= before->size_b && past - before->size_b < NEAR_B)
        cmc_str_printf(out, ", %llu bytes after a block of %llu bytes", (unsigned long long)(past - before->size_b),
                       (unsigned long long)before->size_b);
    else if (after && (uint64_t)(uintptr_t)after->memory.base - address < NEAR_B)
        cmc_str_printf(out, ", %llu bytes before a block of %llu bytes",
                       (unsigned long long)((uint64_t)(uintptr_t)after->memory.base - address),
                       (unsigned long long)after->size_b);
    pthread_rwlock_unlock(&m->lock);
}
