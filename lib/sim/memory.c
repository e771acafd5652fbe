// SPDX-License-Identifier: MIT
// The list of allocations that a kernel may touch.
//
// In: ranges that the driver adds and removes at any time. Out: a sorted, immutable map that running launches hold by
// reference, so that executors look up addresses without a lock. A change during a launch makes a new map; the launch
// keeps its old one. The list remembers the last removed ranges, so that a report can say that an address was freed.

#include "sim_priv.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { FREED_KEPT = 256 };

struct sim_memory {
    pthread_mutex_t lock;
    sim_map *map;                // never NULL
    sim_range freed[FREED_KEPT]; // a ring; ranges allocated again are empty
    uint32_t n_freed;            // total ever added
};

static sim_map *map_alloc(uint32_t n) {
    sim_map *map = malloc(sizeof *map + (size_t)n * sizeof(sim_range));
    if (map != NULL) {
        map->refs = 1;
        map->n = n;
    }
    return map;
}

sim_memory *sim_memory_create(void) {
    sim_memory *mem = calloc(1, sizeof *mem);
    if (mem == NULL)
        return NULL;
    mem->map = map_alloc(0);
    if (mem->map == NULL || pthread_mutex_init(&mem->lock, NULL) != 0) {
        free(mem->map);
        free(mem);
        return NULL;
    }
    return mem;
}

void sim_memory_destroy(sim_memory *mem) {
    if (mem == NULL)
        return;
    pthread_mutex_destroy(&mem->lock);
    free(mem->map);
    free(mem);
}

static void unref_locked(sim_map *map) {
    if (--map->refs == 0)
        free(map);
}

sim_map *sim_memory_map_ref(sim_memory *mem) {
    assert(mem);
    pthread_mutex_lock(&mem->lock);
    sim_map *map = mem->map;
    map->refs++;
    pthread_mutex_unlock(&mem->lock);
    return map;
}

void sim_memory_map_unref(sim_memory *mem, sim_map *map) {
    assert(map->refs > 0);
    pthread_mutex_lock(&mem->lock);
    unref_locked(map);
    pthread_mutex_unlock(&mem->lock);
}

// First range that ends after addr.
static uint32_t first_after(const sim_map *map, uint64_t addr) {
    uint32_t lo = 0, hi = map->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (map->ranges[mid].end > addr)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

const sim_range *sim_map_find(const sim_map *map, uint64_t addr) {
    assert(map);
    uint32_t i = first_after(map, addr);
    return i < map->n && map->ranges[i].base <= addr ? &map->ranges[i] : NULL;
}

static void remember_freed(sim_memory *mem, sim_range r) {
    mem->freed[mem->n_freed++ % FREED_KEPT] = r;
}

// A range that is allocated again is no longer freed. The part before it is forgotten too.
static void forget_freed(sim_memory *mem, uint64_t base, uint64_t end) {
    for (uint32_t i = 0; i < FREED_KEPT; i++) {
        sim_range *f = &mem->freed[i];
        if (f->base < end && base < f->end)
            *f = end < f->end ? (sim_range){end, f->end} : (sim_range){0, 0};
    }
}

static bool add_locked(sim_memory *mem, uint64_t base, uint64_t end) {
    const sim_map *old = mem->map;
    uint32_t at = first_after(old, base);
    if (at < old->n && old->ranges[at].base < end)
        return false; // overlaps an allocation
    sim_map *map = map_alloc(old->n + 1);
    if (map == NULL)
        return false;
    memcpy(map->ranges, old->ranges, at * sizeof(sim_range));
    map->ranges[at] = (sim_range){base, end};
    memcpy(map->ranges + at + 1, old->ranges + at, (old->n - at) * sizeof(sim_range));
    unref_locked(mem->map);
    mem->map = map;
    return true;
}

bool sim_memory_add(sim_memory *mem, void *base, size_t size_b) {
    assert(mem);
    uint64_t b = (uint64_t)(uintptr_t)base;
    if (size_b == 0 || b + size_b < b)
        return false;
    pthread_mutex_lock(&mem->lock);
    bool ok = add_locked(mem, b, b + size_b);
    if (ok)
        forget_freed(mem, b, b + size_b);
    pthread_mutex_unlock(&mem->lock);
    return ok;
}

static bool remove_locked(sim_memory *mem, uint64_t base) {
    const sim_map *old = mem->map;
    uint32_t at = first_after(old, base);
    if (at >= old->n || old->ranges[at].base != base)
        return false;
    sim_map *map = map_alloc(old->n - 1);
    if (map == NULL)
        return false;
    memcpy(map->ranges, old->ranges, at * sizeof(sim_range));
    memcpy(map->ranges + at, old->ranges + at + 1, (old->n - at - 1) * sizeof(sim_range));
    remember_freed(mem, old->ranges[at]);
    unref_locked(mem->map);
    mem->map = map;
    return true;
}

bool sim_memory_remove(sim_memory *mem, void *base) {
    assert(mem);
    pthread_mutex_lock(&mem->lock);
    bool ok = remove_locked(mem, (uint64_t)(uintptr_t)base);
    pthread_mutex_unlock(&mem->lock);
    return ok;
}

bool sim_memory_contains(const sim_memory *mem, uint64_t addr, size_t size_b) {
    sim_memory *m = (sim_memory *)(uintptr_t)mem; // the lock is not part of the list's value
    sim_map *map = sim_memory_map_ref(m);
    const sim_range *r = sim_map_find(map, addr);
    bool in = r != NULL && size_b <= r->end - addr;
    sim_memory_map_unref(m, map);
    return in;
}

// Reports

// The most recently freed range that holds addr.
static const sim_range *find_freed(const sim_memory *mem, uint64_t addr) {
    uint32_t n = mem->n_freed < FREED_KEPT ? mem->n_freed : FREED_KEPT;
    for (uint32_t k = 1; k <= n; k++) {
        const sim_range *f = &mem->freed[(mem->n_freed - k) % FREED_KEPT];
        if (addr >= f->base && addr < f->end)
            return f;
    }
    return NULL;
}

static void put_range(cmc_str *out, const char *where, uint64_t n, const sim_range *r) {
    cmc_str_printf(out, "%llu bytes %s an allocation of %llu bytes at 0x%llx", (unsigned long long)n, where,
                   (unsigned long long)(r->end - r->base), (unsigned long long)r->base);
}

static void describe_locked(const sim_memory *mem, uint64_t addr, unsigned size_b, cmc_str *out) {
    const sim_map *map = mem->map;
    const sim_range *freed = find_freed(mem, addr), *in = sim_map_find(map, addr);
    if (in != NULL) {
        put_range(out, "inside", addr - in->base, in);
        if (size_b > in->end - addr)
            cmc_str_printf(out, ", the last %llu of %u bytes lie past its end",
                           (unsigned long long)(size_b - (in->end - addr)), size_b);
        return;
    }
    if (freed != NULL) {
        put_range(out, "inside", addr - freed->base, freed);
        cmc_str_append(out, " that was freed");
        return;
    }
    uint32_t next = first_after(map, addr);
    const sim_range *above = next < map->n ? &map->ranges[next] : NULL,
                    *below = next > 0 ? &map->ranges[next - 1] : NULL;
    if (below == NULL && above == NULL)
        cmc_str_append(out, "there are no allocations");
    else if (below != NULL && (above == NULL || addr - below->end <= above->base - addr))
        put_range(out, "past the end of", addr - below->end, below);
    else
        put_range(out, "before", above->base - addr, above);
}

void sim_memory_describe(sim_memory *mem, uint64_t addr, unsigned size_b, cmc_str *out) {
    pthread_mutex_lock(&mem->lock);
    describe_locked(mem, addr, size_b, out);
    pthread_mutex_unlock(&mem->lock);
}
