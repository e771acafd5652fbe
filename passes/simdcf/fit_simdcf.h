// SPDX-License-Identifier: MIT
// Internals of fit_simdcf: the function with its gotos and joins, and the check that it uses masks as the hardware
// does.

#ifndef CMC_SIMDCF_HW_H
#define CMC_SIMDCF_HW_H

#include <cmc/genx_bale.h>
#include "llvm_shim.h"
#include "passes_priv.h"

typedef CMC_VEC(LLVMValueRef) hw_values;

typedef struct hw_web { // the resume mask of one join
    LLVMValueRef join;
    uint32_t mask, end; // the range of its values in masks
} hw_web;
typedef CMC_VEC(hw_web) hw_webs;

typedef struct hw_block {
    LLVMBasicBlockRef bb;
    LLVMValueRef call;       // the goto or join at its end
    LLVMValueRef em, em_out; // execution mask before and after the call; set by hw_check
    LLVMValueRef rm, rm_out; // the same for the resume mask of web number `web`, from 1
    uint32_t web;
} hw_block;

typedef struct hw_fn {
    gx_ctx *cx;
    LLVMValueRef fn;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b;
    hw_values calls;       // gotos and joins
    ptrmap number;         // call -> its number, from 1
    uint32_t *web_of_call; // by call: the join where its channels wait
    LLVMValueRef *rm_at;   // by call: the hardware's resume mask of its web before the call
    hw_webs webs;
    hw_values masks;      // execution and resume masks: parts of calls and PHIs
    hw_values slices;     // the first lanes of an execution mask, used as predicates
    ptrmap is_em, web_of; // masks -> set; resume masks -> number of the web, from 1
    ptrmap index;         // blocks
    hw_block *blocks;
    uint32_t n_blocks;
    const char *refused; // why the hardware cannot run it
    bool oom;
} hw_fn;

static inline hw_block *hw_block_of(const hw_fn *h, LLVMBasicBlockRef bb) {
    return ptrmap_get(&h->index, bb);
}
static inline uint32_t hw_index(const hw_fn *h, LLVMBasicBlockRef bb) {
    return (uint32_t)(hw_block_of(h, bb) - h->blocks);
}

// Moves a user of a predicate to a block that runs under the predicate's mask; false if that is not possible.
bool hw_bring_back(hw_fn *h, LLVMValueRef user, LLVMValueRef em);

// Does s consist of the first n lanes of em, in order?
bool hw_is_low_part(LLVMValueRef s, LLVMValueRef em);

// Fills webs, masks and slices; false (with the reason in refused) if some use differs from what the hardware does.
bool hw_check(hw_fn *h);

#endif
