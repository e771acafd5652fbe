// SPDX-License-Identifier: MIT
// gx_share_elements: keep an element that several operations read for all of their lanes as one element.
//
//   before                                                 after
//     %r = rdregion <32 x half> %v, <0;16,0>, offset %o      %e = rdregion <32 x half> %v, one element, offset %o
//     %a = fmul <16 x half> %x, %r                           %r = rdregion <1 x half> %e, <0;16,0>
//     %b = fmul <16 x half> %y, %r                           %a = fmul <16 x half> %x, %r
//                                                            %b = fmul <16 x half> %y, %r
//
// Why: a region at a computed offset that has several users is read once, into a register. It holds copies of one
// element, for as long as there are users. The region of an element at a constant offset is an operand of every user,
// so only the element is kept.
// Needs: gx_collapse_regions (which would undo it). Does not handle: users that take whole registers, such as messages;
// types that have no scalar operands.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

static bool is_element(const isa_model *m, LLVMValueRef v) {
    genx_region r;
    return genx_is_rdregion(v) && genx_region_of(v, &r) && !r.off_const && r.lanes > 1 && genx_region_is_element(&r) &&
           r.elt_b < 8 && (r.elt_b > 1 || m->has_byte_alu);
}

// Whether the user takes v as a region wherever it reads v.
static bool takes_region(const isa_model *m, LLVMValueRef user, LLVMValueRef v) {
    bale_desc d = bale_describe(m, user);
    unsigned taken = 0, used = 0;
    for (unsigned k = 0; k < d.n_src; k++)
        taken += LLVMGetOperand(user, d.src[k]) == v && (d.cls[k] & BALE_SRC_REGION);
    for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(user); k < n; k++)
        used += LLVMGetOperand(user, k) == v;
    return taken == used;
}

static bool pays(const isa_model *m, LLVMValueRef v) {
    unsigned users = 0;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || LLVMIsAPHINode(user) || !takes_region(m, user, v))
            return false;
        users++;
    }
    return users > 1;
}

static void share(LLVMBuilderRef b, LLVMValueRef v) {
    genx_region r;
    genx_region_of(v, &r);
    genx_region one = {.width = 1, .offset = r.offset, .parent_width = r.parent_width, .lanes = 1, .elt_b = r.elt_b};
    genx_region all = {.width = r.lanes, .off_const = true, .lanes = r.lanes, .elt_b = r.elt_b};
    LLVMModuleRef m = genx_module_of(v);
    LLVMPositionBuilderBefore(b, v);
    LLVMValueRef element = genx_build_rd(b, m, LLVMGetOperand(v, 0), &one, false);
    LLVMReplaceAllUsesWith(v, genx_build_rd(b, m, element, &all, false));
    LLVMInstructionEraseFromParent(v);
}

bool gx_share_elements(gx_ctx *cx, LLVMValueRef fn) {
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    genx_foreach_block(fn, bb) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_element(cx->model, i) || !pays(cx->model, i))
                continue;
            share(b, i);
            changed = true;
        }
    }
    LLVMDisposeBuilder(b);
    return changed;
}
