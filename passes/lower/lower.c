// SPDX-License-Identifier: MIT
// gx_lower: rewrite the vector operations of LLVM to the forms that selection accepts.
//
//   before                                             after
//     extractelement <8 x i32> %v, i32 3                 rdregion %v, 1 lane, offset 12
//     shufflevector %v, <0, 2, 4, 6>                     rdregion %v, 4 lanes, stride 2, offset 0
//     trunc <8 x i32> %v to <8 x i16>                    rdregion (bitcast %v to <16 x i16>), 8 lanes, stride 2
//     zext <8 x i1> %m to <8 x i16>                      select %m, 1, 0
//     add <8 x i8> %a, %b                                trunc (add (zext %a), (zext %b)) on words
//     phi i1                                             icmp ne (phi i16), 0
//
// Guarantees: the result has no insertelement, extractelement or shufflevector, no arithmetic on bytes, no predicate
// PHI, no fdiv, and no compare with two conditions. Operations without a rule stay, and selection reports them at the
// user's line. No LLVM pass that combines instructions may run after this pass, since it would undo these forms.

#include "lower_priv.h"

#include "llvm_shim.h"

// Allocation must keep a register's value until its last reader, so that all readers of an undefined value see the
// same.
static LLVMValueRef lower_freeze(lw *L, LLVMValueRef v) {
    if (!LLVMIsAFreezeInst(v))
        return NULL;
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(v));
    LLVMAttributeRef a = LLVMCreateStringAttribute(LLVMGetModuleContext(L->mod), "CMKeepsUndef", 12, "", 0);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
    return LLVMGetOperand(v, 0);
}

static const lw_rule rules[] = {
    lower_freeze,    lw_align,   lw_one_offset,  lw_mask_test, lw_bool_op,      lw_odd,       lw_extract,
    lw_insert,       lw_permute, lw_shuffle,     lw_bool_cast, lw_bool_compare, lw_mask_part, lw_masked_sum,
    lw_masked_write, lw_select,  lw_known_words, lw_bfloat,    lw_fcmp,         lw_gather,    lw_genx,
    lw_bits,         lw_pair,    lw_reduce,      lw_rare,      lw_intrinsic,    lw_widen,     lw_int64,
    lw_wide,         lw_divide,  lw_trunc,       lw_ieee,      lw_frem,         lw_power,     lw_float,
};

static LLVMValueRef apply_rules(lw *L, LLVMValueRef v) {
    LLVMPositionBuilderBefore(L->b, v);
    for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
        LLVMValueRef with = rules[i](L, v);
        if (with)
            return with;
    }
    return NULL;
}

static bool lower_block(lw *L, LLVMBasicBlockRef bb) {
    bool changed = false;
    LLVMValueRef i = LLVMGetFirstInstruction(bb);
    while (i) {
        LLVMValueRef before = LLVMGetPreviousInstruction(i), next = LLVMGetNextInstruction(i);
        LLVMValueRef with = apply_rules(L, i);
        if (!with) {
            i = next;
            continue;
        }
        changed = true;
        LLVMReplaceAllUsesWith(i, with);
        LLVMInstructionEraseFromParent(i);
        i = before ? LLVMGetNextInstruction(before) : LLVMGetFirstInstruction(bb); // new instructions come next
    }
    return changed;
}

static bool has_double(LLVMTypeRef t) {
    return LLVMGetTypeKind(genx_elt_type(t)) == LLVMDoubleTypeKind;
}

// Does v compute with doubles? Every target can move their bits.
static bool computes_double(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMTypeRef t = LLVMTypeOf(v);
    bool from = LLVMGetNumOperands(v) > 0 && has_double(LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (LLVMIsABinaryOperator(v) || o == LLVMFNeg)
        return has_double(t);
    if (LLVMIsAFCmpInst(v))
        return from;
    if (LLVMIsACastInst(v))
        return o != LLVMBitCast && (from || has_double(t));
    genx_id id = genx_call_id(v);
    bool moves = genx_is_rdregion(v) || genx_is_wrregion(v) || genx_info_get(id)->memory != GENX_MEM_NONE;
    if (LLVMIsACallInst(v) && LLVMGetNumArgOperands(v) > 0 && (id == GENX_NONE || !moves))
        return LLVMGetTypeKind(t) != LLVMVoidTypeKind && (has_double(t) || from);
    return false;
}

static bool refuse_double(gx_ctx *cx, LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (computes_double(i)) {
                gx_error(cx, i, "CM0947",
                         "double precision is not available on %s (CM_HAS_DOUBLE); compute in float, and write "
                         "constants with an f",
                         cx->model->name);
                return true;
            }
    return false;
}

// The type of an integer of unsupported width that no rule has lowered. Truncs to such widths may remain without uses.
static LLVMTypeRef odd_type_in(LLVMValueRef i) {
    if (!LLVMGetFirstUse(i) && !LLVMIsAStoreInst(i))
        return NULL;
    if (lw_is_odd(LLVMTypeOf(i)) && !LLVMIsATruncInst(i))
        return LLVMTypeOf(i);
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, (unsigned)k));
        if (lw_is_odd(t))
            return t;
    }
    return NULL;
}

static LLVMValueRef first_odd(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (odd_type_in(i))
                return i;
    return NULL;
}

static void refuse_odd(gx_ctx *cx, LLVMValueRef fn) {
    LLVMValueRef i = first_odd(fn);
    if (i && gx_shim_delete_dead(fn))
        i = first_odd(fn);
    if (!i)
        return;
    char *name = LLVMPrintTypeToString(odd_type_in(i));
    gx_error(cx, i, "CM0960", "%s of type %s is not supported in kernel code", genx_op_name(cx->arena, i), name);
    LLVMDisposeMessage(name);
}

bool gx_lower(gx_ctx *cx, LLVMValueRef fn) {
    if (!cx->model->has_fp64 && refuse_double(cx, fn))
        return false;
    lw L = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    L.c = LLVMGetModuleContext(L.mod);
    L.b = LLVMCreateBuilderInContext(L.c);
    bool changed = lw_bool_phis(&L, fn);
    genx_foreach_block(fn, bb)
        changed |= lower_block(&L, bb);
    LLVMDisposeBuilder(L.b);
    refuse_odd(cx, fn);
    return changed;
}
