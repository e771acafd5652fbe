// SPDX-License-Identifier: MIT
// Internals of simdcf: which branches single channels take, and where these channels reconverge.

#ifndef CMC_SIMDCF_PRIV_H
#define CMC_SIMDCF_PRIV_H

#include <cmc/genx_bale.h>
#include "cm/cm_priv.h"

#include <string.h>

#define SCF_NONE UINT32_MAX

typedef struct scf_goto { // some channels leave block `from` for block `to` and wait there
    uint32_t from, to;
    uint32_t width;
} scf_goto;

typedef struct scf_block {
    LLVMBasicBlockRef bb;
    uint32_t succ[2]; // numbers of blocks; a conditional branch has two
    uint32_t n_succ;
    LLVMValueRef marker; // call of simdcf.any that the branch tests
    bool simd;           // single channels take the branch
    uint32_t width;      // channels of that branch
    bool is_join;
    uint32_t waits_from; // of a join: the first block in which a channel may wait for it
    // Of the gotos whose channels may wait while the block runs: the first join, the width of the first goto found, and
    // the width of one that differs (0: all are equal).
    uint32_t open_join, open_width, other_width;
    uint32_t own_join; // the first join to which its own end sends channels
    uint32_t back_to;  // the outermost loop header to which its end branches back
} scf_block;

typedef struct scf_flow {
    gx_ctx *cx;
    LLVMValueRef fn;
    scf_block *blocks;
    uint32_t n;
    CMC_VEC(scf_goto) gotos;
    bool oom;
} scf_flow;

// One of the gotos at the end of a block, in order.
typedef struct scf_leave {
    uint32_t to;
    bool all;    // every channel goes
    bool if_set; // channels go whose condition is true; else those whose condition is false
} scf_leave;

// Finds markers, branches, loops and joins. False if there is nothing to do, or after an error was reported.
bool scf_plan(scf_flow *f);
// The effect of the SIMD branch at the end of b: first gotos, then the thread continues at *next (SCF_NONE: in the next
// block). Returns the number of gotos.
uint32_t scf_leaves(const scf_flow *f, uint32_t b, scf_leave out[2], uint32_t *next);
// The width of the control flow that block b runs under; 0 = all channels are on.
uint32_t scf_width_of(const scf_flow *f, uint32_t b);
// The first join after b where a channel may wait at the end (at_end) or at the start of b; SCF_NONE if there is no
// such join.
uint32_t scf_next_join(const scf_flow *f, uint32_t b, bool at_end);

// Predicates the statements of block b with the enabled channels. em: the variable of the mask.
void scf_predicate_block(cm_lower *l, LLVMBasicBlockRef bb, LLVMValueRef em, uint32_t width);

#endif
