// SPDX-License-Identifier: MIT
// Reads a recording of Intel's driver (an AUB file): its writes to memory, in order.

#ifndef AUB_H
#define AUB_H

#include <cmc/base.h>

typedef struct aub_write {
    uint64_t address; // physical
    const uint8_t *data;
    uint32_t size_b;
} aub_write;

typedef struct aub_file {
    CMC_VEC(aub_write) writes;
} aub_file;

// out points into data. CMC_ERR_FORMAT when a packet does not fit.
cmc_status aub_read(cmc_arena *a, const uint8_t *data, size_t len, aub_file *out, cmc_diag *d);

// The next write, from number *at on, that holds the bytes in one piece; *offset_b is where in it. *at moves to it.
const aub_write *aub_find(const aub_file *f, uint32_t *at, const void *bytes, size_t len, size_t *offset_b);

#endif
