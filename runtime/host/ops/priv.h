// SPDX-License-Identifier: MIT
// Private to the operations: memory by surface, formats of numbers.

#ifndef CMC_HOST_OPS_PRIV_H
#define CMC_HOST_OPS_PRIV_H

#include "ops.h"

#include <string.h>

// Contiguous memory of a surface: all of a buffer, or an image's rows one after the other. size_b 0: no such surface.
typedef struct op_memory {
    uint8_t *base;
    uint64_t size_b;
} op_memory;
op_memory op_memory_of(const cmc_host_thread *t, uint32_t surface); // index, CMC_HOST_FLAT or CMC_HOST_SLM
// The surface, or one without memory.
const cmc_host_surface *op_surface(const cmc_host_thread *t, uint32_t surface);
// Reports an access that leaves its surface.
void op_outside(cmc_host_thread *t, uint32_t surface, int64_t off_b, uint64_t size_b, bool write, uint32_t line);

static inline int64_t op_signed(uint64_t v, unsigned bits) {
    return bits >= 64 ? (int64_t)v : (int64_t)(v << (64 - bits)) >> (64 - bits);
}

// One result of an atomic, by the numbers of the load/store cache. bits: 16, 32 or 64.
uint64_t op_atomic_value(uint32_t op, uint64_t old, uint64_t a, uint64_t b, unsigned bits);
// Changes size_b bytes of memory at once; returns the old value.
uint64_t op_atomic_apply(uint32_t op, void *at, unsigned size_b, uint64_t a, uint64_t b);

#endif
