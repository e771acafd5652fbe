// SPDX-License-Identifier: MIT
// Inside simdcf: which branches are taken by single channels, and where those meet again.

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
    LLVMValueRef marker; // call of simdcf.any that the branch asks
    bool simd;           // the branch is one of channels
    uint32_t width;      // channels of that branch
    bool is_join;
    uint32_t waits_from; // of a join: the first block in which a channel may wait for it
    // Of the gotos whose channels may wait while the block runs: the first join, the width of the first goto found and
    // of one with another width (0: none).
    uint32_t open_join, open_width, other_width;
    uint32_t own_join; // the first join that its own end sends channels to
    uint32_t back_to;  // the outermost header that its end leads back to
} scf_block;

typedef struct scf_flow {
    gx_ctx *cx;
    LLVMValueRef fn;
    scf_block *blocks;
    uint32_t n;
    CMC_VEC(scf_goto) gotos;
    bool oom;
} scf_flow;

// One goto that the end of a block makes, in order.
typedef struct scf_leave {
    uint32_t to;
    bool all;    // every channel goes
    bool if_set; // channels go whose condition is set; else those whose condition is clear
} scf_leave;

// Finds markers, branches, loops and joins. False: nothing to do, or an error was reported.
bool scf_plan(scf_flow *f);
// What the SIMD branch at the end of b does: gotos first, then the thread goes on to *next (SCF_NONE: to the block
// behind). Returns their number.
uint32_t scf_leaves(const scf_flow *f, uint32_t b, scf_leave out[2], uint32_t *next);
// Channels that block b runs under; 0 = all are on.
uint32_t scf_width_of(const scf_flow *f, uint32_t b);
// The first join behind b in which a channel may wait once b has ended (at_end) or begun; SCF_NONE if there is none.
uint32_t scf_next_join(const scf_flow *f, uint32_t b, bool at_end);

// Replaces what block b computes by what it computes for the channels that are on. em: variable of the mask.
void scf_predicate_block(cm_lower *l, LLVMBasicBlockRef bb, LLVMValueRef em, uint32_t width);

#endif
