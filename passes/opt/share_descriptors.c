// SPDX-License-Identifier: MIT
// gx_share_descriptors: let messages of 2-D blocks whose descriptors differ by a constant in x or y use one descriptor.
//
//   before                                              after
//     %d = wrregion %base, 0, element 5                   %d = wrregion %base, 0, element 5
//     load.2d.ugm.desc(%d, 0, 0)                          load.2d.ugm.desc(%d, 0, 0)
//     %e = wrregion %base, 16, element 5                  load.2d.ugm.desc(%d, 16, 0)
//     load.2d.ugm.desc(%e, 0, 0)
//
// Why: the offsets of a message are part of its descriptor word on targets that have fields for them, so that no
// instruction is needed, and no message waits until another one has read the register.
// Needs: gx_lower. Does not handle: messages in different blocks.

#include "passes_priv.h"

#include <cmc/genx_mem.h>
#include <cmc/isa_msg.h>

enum { DW_X = 5, DW_Y = 6, MAX_KEPT = 16 };

// A coordinate that was written to a descriptor: a value (NULL: zero) and a number. Not set: it is the parent's.
typedef struct coordinate {
    bool set;
    LLVMValueRef value;
    int64_t plus;
} coordinate;

typedef struct place {
    LLVMValueRef desc, parent;
    coordinate at[2]; // x, y
} place;

static bool takes_descriptor(LLVMValueRef v) {
    switch (genx_call_id(v)) {
    case GENX_LSC_LOAD_2D_UGM_DESC:
    case GENX_LSC_LOAD_2D_UGM_DESC_TRANSPOSE:
    case GENX_LSC_LOAD_2D_UGM_DESC_VNNI:
    case GENX_LSC_PREFETCH_2D_UGM_DESC:
    case GENX_LSC_STORE_2D_UGM_DESC:
        return true;
    default:
        return false;
    }
}

static coordinate coordinate_of(LLVMValueRef v) {
    coordinate c = {.set = true};
    if (genx_const_i64(v, &c.plus))
        return c;
    bool sum = LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAdd;
    c.value = sum && genx_const_i64(LLVMGetOperand(v, 1), &c.plus) ? LLVMGetOperand(v, 0) : v;
    return c;
}

// Which coordinate the write sets: 0 for x, 1 for y; -1: not a write of one of them.
static int coordinate_set(LLVMValueRef wr) {
    genx_region r;
    if (!genx_is_wrregion(wr) || !genx_region_of(wr, &r) || !r.off_const || r.lanes != 1 || r.elt_b != 4 ||
        !genx_mask_is_true(wr) || genx_is_vec(LLVMTypeOf(LLVMGetOperand(wr, GENX_WR_NEW))))
        return -1;
    return r.off_b == DW_X * 4 ? 0 : r.off_b == DW_Y * 4 ? 1 : -1;
}

static place place_of(LLVMValueRef desc) {
    place p = {.desc = desc, .parent = desc};
    for (int k = coordinate_set(desc); k >= 0 && !p.at[k].set; k = coordinate_set(p.parent)) {
        p.at[k] = coordinate_of(LLVMGetOperand(p.parent, GENX_WR_NEW));
        p.parent = LLVMGetOperand(p.parent, GENX_WR_OLD);
    }
    return p;
}

static bool alike(const place *a, const place *b) {
    for (unsigned k = 0; k < 2; k++)
        if (a->at[k].set != b->at[k].set || a->at[k].value != b->at[k].value)
            return false;
    return a->parent == b->parent;
}

// Adds what p is beyond `to` to the offsets of the message. Returns false if they do not fit.
static bool move(LLVMValueRef message, const place *p, const place *to) {
    uint32_t elt_b = genx_elt_b(LLVMTypeOf(LLVMGetOperand(message, LSC2D_DESC_LAST)));
    int64_t off[2];
    for (unsigned k = 0; k < 2; k++) {
        if (!genx_const_i64(LLVMGetOperand(message, LSC2D_DESC_X + k), &off[k]))
            return false;
        off[k] += p->at[k].plus - to->at[k].plus;
        if (!isa_block_2d_offset_fits(off[k]))
            return false;
    }
    if (!isa_block_2d_keeps_alignment(off[0], elt_b))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(message, LSC2D_DESC_X + k));
        LLVMSetOperand(message, LSC2D_DESC_X + k, LLVMConstInt(t, (uint64_t)off[k], 1));
    }
    LLVMSetOperand(message, LSC2D_DESC_DESCRIPTOR, to->desc);
    return true;
}

static bool share_block(LLVMBasicBlockRef bb) {
    place kept[MAX_KEPT];
    uint32_t n = 0;
    bool changed = false;
    genx_foreach_inst(bb, i) {
        if (!takes_descriptor(i))
            continue;
        place p = place_of(LLVMGetOperand(i, LSC2D_DESC_DESCRIPTOR));
        uint32_t k = 0;
        while (k < n && !alike(&kept[k % MAX_KEPT], &p) && k < MAX_KEPT)
            k++;
        bool found = k < n && k < MAX_KEPT;
        if (found && kept[k].desc != p.desc)
            changed |= move(i, &p, &kept[k]);
        else if (!found)
            kept[n++ % MAX_KEPT] = p;
    }
    return changed;
}

bool gx_share_descriptors(gx_ctx *cx, LLVMValueRef fn) {
    bool changed = false;
    if (!cx->model->has_lsc_imm_off)
        return false;
    genx_foreach_block(fn, bb)
        changed |= share_block(bb);
    return changed;
}
