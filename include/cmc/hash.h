// SPDX-License-Identifier: MIT
// FNV-1a of 64 bits: names, marks and checksums; not for keys that someone may choose.

#ifndef CMC_HASH_H
#define CMC_HASH_H

#include <stddef.h>
#include <stdint.h>

#define CMC_HASH_BASIS UINT64_C(0xcbf29ce484222325)

// Goes on from h; begin with CMC_HASH_BASIS.
static inline uint64_t cmc_hash(uint64_t h, const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h;
}

#endif
