// SPDX-License-Identifier: MIT
// lower_cm: messages that the user encodes directly.
//
//   __cm_raw_send(modifier, exec, sfid, nsrc0, nsrc1, ndst, exdesc, desc, src0, src1, old, mask)
//   ->  llvm.genx.raw.send2 / raw.sends2, or their .noresult forms
//
// Counts are numbers of registers. nsrc1 = 0 means that there is no second payload, ndst = 0 that there is no result.
// modifier: bit 0 sendc, bit 1 end of thread.

#include "cm_priv.h"

typedef enum operand {
    OP_MODIFIER,
    OP_EXEC,
    OP_SFID,
    OP_NSRC0,
    OP_NSRC1,
    OP_NDST,
    OP_EXDESC,
    OP_DESC,
    OP_SRC0,
    OP_SRC1,
    OP_OLD,
    OP_MASK
} operand;

typedef struct counts {
    int64_t v[OP_EXDESC]; // the operands that must be constant
} counts;

static bool read_counts(cm_lower *l, LLVMValueRef call, counts *c) {
    static const char *const names[OP_EXDESC] = {"the modifier of a send",          "the execution size of a send",
                                                 "the shared function of a send",   "a payload's number of registers",
                                                 "a payload's number of registers", "the result's number of registers"};
    for (unsigned i = 0; i < OP_EXDESC; i++)
        if (!cm_const_arg(l, call, i, names[i], &c->v[i]))
            return false;
    return true;
}

// A payload must have at least as many registers as the message takes from it.
static bool fits(cm_lower *l, LLVMValueRef call, operand which, int64_t n, const char *what) {
    uint32_t have = genx_size_b(LLVMTypeOf(LLVMGetOperand(call, which)));
    uint32_t grf_b = l->cx->model->grf_b;
    if (n * grf_b <= have)
        return true;
    gx_error(l->cx, call, "CM0240", "%s of a send has %lld registers of %u bytes, but the vector has %u bytes", what,
             (long long)n, grf_b, have);
    return false;
}

static LLVMValueRef i8(cm_lower *l, int64_t v) {
    return LLVMConstInt(l->i8, (uint64_t)v & 255, 0);
}

static LLVMValueRef send_mask(cm_lower *l, LLVMValueRef call) {
    LLVMValueRef m = LLVMGetOperand(call, OP_MASK);
    cm_piece p = cm_piece_next(0, genx_lanes(LLVMTypeOf(m)), 1, CM_MAX_LANES);
    return cm_piece_pred(l, m, &p);
}

LLVMValueRef gx_cm_raw_send(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    static const genx_id ids[2][2] = {{GENX_RAW_SEND2_NORESULT, GENX_RAW_SEND2},
                                      {GENX_RAW_SENDS2_NORESULT, GENX_RAW_SENDS2}};
    counts c;
    if (!read_counts(l, call, &c) || !fits(l, call, OP_SRC0, c.v[OP_NSRC0], "the first payload") ||
        !fits(l, call, OP_SRC1, c.v[OP_NSRC1], "the second payload") ||
        !fits(l, call, OP_OLD, c.v[OP_NDST], "the result"))
        return NULL;
    bool two = c.v[OP_NSRC1] != 0, result = c.v[OP_NDST] != 0;
    LLVMValueRef args[12];
    unsigned n = 0;
    args[n++] = i8(l, c.v[OP_MODIFIER]);
    args[n++] = i8(l, c.v[OP_EXEC]);
    args[n++] = send_mask(l, call);
    args[n++] = i8(l, c.v[OP_NSRC0]);
    if (two)
        args[n++] = i8(l, c.v[OP_NSRC1]);
    if (result)
        args[n++] = i8(l, c.v[OP_NDST]);
    args[n++] = i8(l, c.v[OP_SFID]);
    // The shared function has its own operand.
    args[n++] = LLVMBuildAnd(l->b, LLVMGetOperand(call, OP_EXDESC), cm_i32(l, ~0x3Fu), "");
    args[n++] = LLVMGetOperand(call, OP_DESC);
    for (unsigned i = 0; i < (two ? 2u : 1u); i++)
        args[n++] = LLVMGetOperand(call, OP_SRC0 + i);
    LLVMTypeRef t = result ? LLVMTypeOf(call) : LLVMVoidTypeInContext(l->llvm);
    if (result)
        args[n++] = LLVMGetOperand(call, OP_OLD);
    LLVMValueRef v = genx_build(l->b, l->mod, ids[two][result], t, args, n, "");
    return result ? v : LLVMGetOperand(call, OP_OLD);
}
