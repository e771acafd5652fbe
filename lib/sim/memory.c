// SPDX-License-Identifier: MIT
// The list of allocations that a kernel may touch.
//
// In: ranges added and removed by the driver at any time. Out: a sorted, immutable map that running
// launches hold by reference, so that the executors look addresses up without a lock. A change
// while a launch runs makes a new map; the launch keeps the one it started with.

#include "sim_priv.h"

#include <pthread.h>
#include <stdlib.h>

struct sim_memory {
    pthread_mutex_t lock;
    sim_map *map; // never NULL
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
    pthread_mutex_lock(&mem->lock);
    sim_map *map = mem->map;
    map->refs++;
    pthread_mutex_unlock(&mem->lock);
    return map;
}

void sim_memory_map_unref(sim_memory *mem, sim_map *map) {
    pthread_mutex_lock(&mem->lock);
    unref_locked(map);
    pthread_mutex_unlock(&mem->lock);
}

// First range whose end lies behind addr.
static uint32_t first_behind(const sim_map *map, uint64_t addr) {
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
    uint32_t i = first_behind(map, addr);
    return i < map->n && map->ranges[i].base <= addr ? &map->ranges[i] : NULL;
}

static bool add_locked(sim_memory *mem, uint64_t base, uint64_t end) {
    const sim_map *old = mem->map;
    uint32_t at = first_behind(old, base);
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
    uint64_t b = (uint64_t)(uintptr_t)base;
    if (size_b == 0 || b + size_b < b)
        return false;
    pthread_mutex_lock(&mem->lock);
    bool ok = add_locked(mem, b, b + size_b);
    pthread_mutex_unlock(&mem->lock);
    return ok;
}

static bool remove_locked(sim_memory *mem, uint64_t base) {
    const sim_map *old = mem->map;
    uint32_t at = first_behind(old, base);
    if (at >= old->n || old->ranges[at].base != base)
        return false;
    sim_map *map = map_alloc(old->n - 1);
    if (map == NULL)
        return false;
    memcpy(map->ranges, old->ranges, at * sizeof(sim_range));
    memcpy(map->ranges + at, old->ranges + at + 1, (old->n - at - 1) * sizeof(sim_range));
    unref_locked(mem->map);
    mem->map = map;
    return true;
}

bool sim_memory_remove(sim_memory *mem, void *base) {
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
