// SPDX-License-Identifier: MIT
// Inside gx_legalize: slices of bales.

#ifndef CMC_PASSES_LEGAL_PRIV_H
#define CMC_PASSES_LEGAL_PRIV_H

#include <cmc/genx_bale.h>
#include "passes_priv.h"

// A predicate of more than 16 lanes that several bales use: its halves, computed where it stands.
typedef struct lg_shared {
    LLVMValueRef mask;
    uint32_t n, first[2], width[2];
    LLVMValueRef part[2];
} lg_shared;

// Slices of a bale in the order in which they are made.
typedef struct lg_slices {
    uint32_t n;
    uint16_t *first;
    uint8_t *width;
} lg_slices;

typedef struct lg {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    bale_info *bales;
    LLVMValueRef root;
    // While the slices of a wrregion are made: reads of its old value that no slice has overwritten yet read the
    // running value, so that the old one dies at the first slice.
    LLVMValueRef old_base;
    LLVMValueRef running;
    uint8_t *written; // a byte of the old value each
    uint32_t written_b;
    CMC_VEC(lg_shared) shared;
    ptrmap backwards; // wrregions whose slices are made from the last lane on
    ptrmap wide;      // predicates of 32 lanes that are whole flag registers (legal_wide.c)
    bool changed;
} lg;

// Lanes [s, s + w) of the bale below v make one instruction?
bool lg_fits(lg *L, LLVMValueRef v, uint32_t s, uint32_t w);
// Largest execution size for the slice that starts at lane s; 0 if none.
uint32_t lg_width(lg *L, LLVMValueRef v, uint32_t s, uint32_t remaining);
// The slices of a bale of so many lanes (legal_order.c); false when some lane fits no instruction.
bool lg_cut(lg *L, LLVMValueRef v, uint32_t lanes, lg_slices *out);
// Decides the order of a wrregion's slices; reads of the old value that would come late stand on their own.
void lg_plan_in_place(lg *L, LLVMValueRef wr);
void lg_start_writing(lg *L, LLVMValueRef old);
void lg_mark_written(lg *L, const int32_t *off, uint32_t n, uint32_t elt_b);
// A predicate that selection handles as it is: at most 16 lanes in one flag register half.
bool lg_mask_simple(lg *L, LLVMValueRef m);
bool lg_mask_wide(lg *L, LLVMValueRef m); // of 32 lanes, in a whole one
void lg_find_wide_masks(lg *L, LLVMValueRef fn);
bool lg_compare_fits(lg *L, LLVMValueRef cmp); // in one instruction, whatever predicates of others may be
bool lg_mask_fits(lg *L, LLVMValueRef m, uint32_t s, uint32_t w);

// Build the value of lanes [s, s + w) at the builder's position.
LLVMValueRef lg_slice_node(lg *L, LLVMValueRef v, uint32_t s, uint32_t w);
LLVMValueRef lg_slice_operand(lg *L, LLVMValueRef user, unsigned op, uint32_t s, uint32_t w);
LLVMValueRef lg_slice_mask(lg *L, LLVMValueRef m, uint32_t s, uint32_t w);
// Computes predicates that must be sliced, but that somebody needs whole, through words; true when there were any
// (legal_whole.c).
bool lg_whole_masks(lg *L, LLVMValueRef fn);
// Computes halves of predicates once where flag registers suffice (legal_mask.c).
void lg_share_masks(lg *L, LLVMBasicBlockRef bb);
genx_region lg_slice_region(lg *L, const genx_region *r, uint32_t s, uint32_t w, bool dst);
LLVMValueRef lg_base(lg *L, LLVMValueRef v); // through bitcasts

#endif
