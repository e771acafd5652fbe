// SPDX-License-Identifier: MIT
// Growth of arena vectors by doubling. The old array stays in the arena.

#include <cmc/base.h>

#include <assert.h>
#include <string.h>

bool cmc_vec_grow(cmc_arena *a, void **data, uint32_t *cap, uint32_t len, uint32_t need, size_t elt_b) {
    assert(len <= *cap && "a vector never holds more than it has room for");
    assert(elt_b > 0);
    if (need <= *cap)
        return true;
    uint32_t n = *cap ? *cap : 8;
    while (n < need) {
        if (n > UINT32_MAX / 2)
            return false;
        n *= 2;
    }
    void *p = cmc_arena_alloc(a, (size_t)n * elt_b);
    if (!p)
        return false;
    if (len)
        memcpy(p, *data, (size_t)len * elt_b);
    *data = p;
    *cap = n;
    return true;
}
