// SPDX-License-Identifier: MIT
// Conversion between blocks and points.

#include "live.h"

#include <assert.h>

uint32_t live_block_at(const live_info *live, uint32_t n_blocks, int32_t point) {
    assert(n_blocks > 0 && point >= 0 && point < live->n_points);
    uint32_t lo = 0, hi = n_blocks;
    while (lo + 1 < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (live->block_slot[mid] <= point / 2)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

int32_t live_last_point(const live_info *live, uint32_t block, uint32_t n_blocks) {
    assert(block < n_blocks);
    return (block + 1 < n_blocks ? live->block_slot[block + 1] * 2 : live->n_points) - 1;
}
