// SPDX-License-Identifier: MIT
// Estimates how many bytes of vectors are live at each instruction of a function, loops included, before register
// allocation.

#ifndef CMC_PASSES_LIVE_RANGES_H
#define CMC_PASSES_LIVE_RANGES_H

#include <cmc/genx_bale.h>
#include "passes_priv.h"

typedef struct live_ranges {
    gx_ctx *cx;
    cmc_graph *g;
    LLVMBasicBlockRef *blocks; // in order; the index of a block is its number
    uint32_t n_blocks;
    ptrmap order;          // instruction -> position + 1
    ptrmap number;         // block -> its number + 1
    LLVMValueRef *at;      // by position
    uint32_t *block;       // by position
    uint32_t *first, *end; // by block: positions
    uint32_t *loop_end;    // by header: last position in the loop
    uint32_t *last;        // by position: position of its last user
    int64_t *live_b;       // by position
    uint32_t n;
} live_ranges;

// Computes positions, loops, last uses and live bytes; false when out of memory.
bool live_init(live_ranges *L, gx_ctx *cx, LLVMValueRef fn);
uint32_t live_pos(const live_ranges *L, LLVMValueRef v); // UINT32_MAX: not an instruction of the function
// The position up to which a use keeps a value of block `def` live: the end of the outermost loop that contains the use
// but not the definition, else the use.
uint32_t live_use_end(const live_ranges *L, uint32_t def, uint32_t use_pos);
// A view has no register of its own: its users read its source.
bool live_is_view(const live_ranges *L, LLVMValueRef v);
int64_t live_size_b(const live_ranges *L, LLVMValueRef v);
// Adds size_b live bytes at positions [from, to).
void live_add(live_ranges *L, uint32_t from, uint32_t to, int64_t size_b);

#endif
