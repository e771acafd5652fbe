// SPDX-License-Identifier: MIT
// The subroutines of a function: which blocks they are, who calls them, callees first.

#ifndef CMC_CODEGEN_SUBS_H
#define CMC_CODEGEN_SUBS_H

#include "codegen_priv.h"

typedef CMC_VEC(uint32_t) sub_list;

typedef struct sub_info {
    uint32_t entry; // block
    sub_list blocks;
    sub_list returns; // those of them that end in a return
    sub_list calls;   // blocks that end in a call of it
} sub_info;

typedef struct sub_table {
    uint32_t n;
    sub_info *of;       // a subroutine comes behind those that it calls
    uint32_t *of_block; // by block: 1 + the subroutine that it is part of; 0 = the kernel itself
    uint32_t *called;   // by block: 1 + the subroutine that it calls in the end; 0 = none
} sub_table;

sub_table *subs_find(const mir_fn *fn, cmc_arena *a); // arena; NULL when out of memory
// Where a call comes back, and whether the block ends in a return.
static inline uint32_t subs_back(const mir_fn *fn, uint32_t call) {
    return fn->blocks.data[call]->last->target[1];
}
static inline bool subs_returns(const mir_fn *fn, uint32_t block) {
    return fn->blocks.data[block]->last && mir_inst_is_return(fn->blocks.data[block]->last);
}

// By subroutine: whether a block (by id) is part of it or of what it calls. Arena; NULL when out of memory.
bool **subs_inside(const mir_fn *fn, const sub_table *t, cmc_arena *a);
// The subroutine that a block returns from, by its number; t->n when nobody calls it.
uint32_t subs_of_return(const mir_fn *fn, const sub_table *t, uint32_t block);

#endif
