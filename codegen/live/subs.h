// SPDX-License-Identifier: MIT
// The subroutines of a function: their blocks and their calls, callees first.

#ifndef CMC_CODEGEN_SUBS_H
#define CMC_CODEGEN_SUBS_H

#include "codegen_priv.h"

typedef CMC_VEC(uint32_t) sub_list;

typedef struct sub_info {
    uint32_t entry; // block
    sub_list blocks;
    sub_list returns; // its blocks that end in a return
    sub_list calls;   // blocks that end in a call of it
} sub_info;

typedef struct sub_table {
    uint32_t n;
    sub_info *of;       // callees precede their callers
    uint32_t *of_block; // by block: 1 + the subroutine that contains it; 0 = the kernel itself
    uint32_t *called;   // by block: 1 + the subroutine it calls at its end; 0 = no call
} sub_table;

sub_table *subs_find(const mir_fn *fn, cmc_arena *a); // arena; NULL when out of memory
// The return point of a call, and whether a block ends in a return.
static inline uint32_t subs_back(const mir_fn *fn, uint32_t call) {
    return fn->blocks.data[call]->last->target[1];
}
static inline bool subs_returns(const mir_fn *fn, uint32_t block) {
    return fn->blocks.data[block]->last && mir_inst_is_return(fn->blocks.data[block]->last);
}

// By subroutine: whether a block (by id) is part of it or of its callees. Arena; NULL when out of memory.
bool **subs_inside(const mir_fn *fn, const sub_table *t, cmc_arena *a);
// The number of the subroutine that a block returns from; t->n when that subroutine is never called.
uint32_t subs_of_return(const mir_fn *fn, const sub_table *t, uint32_t block);

#endif
