// SPDX-License-Identifier: MIT
// Arrays that are the input of an example: of a file, or of random numbers.

#include "example.h"

#include <string.h>

static void set_dim(const ex_common *common, const char *path, uint32_t i, const ex_dim *d, uint64_t n) {
    if (d->most == 0 && n != *d->n)
        ex_fail(common, "%s: size %u is %llu, expected %u", path, i, (unsigned long long)n, *d->n);
    if (d->most > 0 && (n > d->most || n % d->multiple))
        ex_fail(common, "%s: size %u is %llu, expected a multiple of %u up to %u", path, i, (unsigned long long)n,
                d->multiple, d->most);
    *d->n = (uint32_t)n;
}

static void *random_numbers(const ex_common *common, ex_random *r, bool halves, size_t n) {
    void *out = ex_alloc(common, n, halves ? sizeof(_Float16) : sizeof(float));
    for (size_t i = 0; i < n; i++) {
        float x = ex_random_float(r);
        if (halves)
            ((_Float16 *)out)[i] = (_Float16)x;
        else
            ((float *)out)[i] = x;
    }
    return out;
}

void *ex_input(const ex_common *common, const char *path, const char *type, const ex_dim *dims, uint32_t n_dims,
               ex_random *r) {
    if (path) {
        npy_array a = npy_need(common, path, type, n_dims);
        for (uint32_t i = 0; i < n_dims; i++)
            set_dim(common, path, i, &dims[i], a.shape[i]);
        return a.data;
    }
    size_t n = 1;
    for (uint32_t i = 0; i < n_dims; i++)
        n *= *dims[i].n;
    return random_numbers(common, r, strcmp(type, "f2") == 0, n);
}
