// SPDX-License-Identifier: MIT
// Internals of gx_legalize: slices of bales.

#ifndef CMC_PASSES_LEGAL_PRIV_H
#define CMC_PASSES_LEGAL_PRIV_H

#include <cmc/genx_bale.h>
#include "passes_priv.h"

// A predicate of more than 16 lanes with several users: its halves, computed at its definition.
typedef struct lg_shared {
    LLVMValueRef mask;
    uint32_t n, first[2], width[2];
    LLVMValueRef part[2];
} lg_shared;

// The slices of a bale in the order in which they are built.
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
    // While the slices of a wrregion are built, reads of old lanes that no slice has overwritten yet use the running
    // value, so that the old value dies at the first slice.
    LLVMValueRef old_base;
    LLVMValueRef running;
    uint8_t *written; // one flag for each byte of the old value
    uint32_t written_b;
    CMC_VEC(lg_shared) shared;
    ptrmap backwards; // wrregions whose slices are built from the last lane on
    ptrmap wide;      // predicates of 32 lanes that are whole flag registers (legal_wide.c)
    bool changed;
} lg;

// Do lanes [s, s + w) of the bale below v form one instruction?
bool lg_fits(lg *L, LLVMValueRef v, uint32_t s, uint32_t w);
// Are lanes [s, s + w) of a whole value of type t a legal source?
bool lg_leaf_fits(lg *L, LLVMTypeRef t, uint32_t s, uint32_t w, bool ternary);
// Makes reads below the root values of their own where float instructions must copy them anyway (legal_rows.c).
void lg_unfold_rows(lg *L, LLVMValueRef root);
// The largest execution size for a slice that starts at lane s; 0 if no size fits.
uint32_t lg_width(lg *L, LLVMValueRef v, uint32_t s, uint32_t remaining);
// The slices of a bale with this many lanes (legal_order.c); false if no instruction fits some lane.
bool lg_cut(lg *L, LLVMValueRef v, uint32_t lanes, lg_slices *out);
// Decides the order of a wrregion's slices; reads that would see overwritten lanes become separate instructions.
void lg_plan_in_place(lg *L, LLVMValueRef wr);
void lg_start_writing(lg *L, LLVMValueRef old);
void lg_mark_written(lg *L, const int32_t *off, uint32_t n, uint32_t elt_b);
// Can selection handle the predicate without slicing: at most 16 lanes, in half a flag register?
bool lg_mask_simple(lg *L, LLVMValueRef m);
bool lg_mask_wide(lg *L, LLVMValueRef m);                   // 32 lanes in a whole flag register
bool lg_is_lane_message(LLVMValueRef user, LLVMValueRef m); // a message with an address for each lane, under this mask
void lg_find_wide_masks(lg *L, LLVMValueRef fn);
bool lg_compare_fits(lg *L, LLVMValueRef cmp); // in one instruction, whatever other predicates are live
bool lg_mask_fits(lg *L, LLVMValueRef m, uint32_t s, uint32_t w);

// These build the value of lanes [s, s + w) at the builder's position.
LLVMValueRef lg_slice_node(lg *L, LLVMValueRef v, uint32_t s, uint32_t w);
LLVMValueRef lg_slice_operand(lg *L, LLVMValueRef user, unsigned op, uint32_t s, uint32_t w);
LLVMValueRef lg_slice_mask(lg *L, LLVMValueRef m, uint32_t s, uint32_t w);
// Computes through words those predicates that must be sliced but that a user needs whole; true if there were any
// (legal_whole.c).
bool lg_whole_masks(lg *L, LLVMValueRef fn);
// Computes the halves of predicates once where enough flag registers are free (legal_mask.c).
void lg_share_masks(lg *L, LLVMBasicBlockRef bb);
genx_region lg_slice_region(lg *L, const genx_region *r, uint32_t s, uint32_t w, bool dst);
LLVMValueRef lg_base(lg *L, LLVMValueRef v); // looks through bitcasts

#endif
