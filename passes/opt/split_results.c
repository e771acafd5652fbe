// SPDX-License-Identifier: MIT
// gx_split_results: structures and arrays become their leaves: the values that are left when they are taken apart.
//
//   before  %p = phi { <8 x i32>, i32 } [ %r, %a ], [ %s, %b ]    after  %r0 = extractvalue %r, 0     ; after the call
//           %x = extractvalue { <8 x i32>, i32 } %p, 0                   %x = phi <8 x i32> [ %r0, %a ], [ %s0, %b ]
//           %t = load { i32, [2 x float] }, ptr %q                       %t0 = load i32, ptr %q ...
//           store { i32, [2 x float] } %t, ptr %o                        store i32 %t0, ptr %o ...
//
// Why: registers hold elements. Front ends pass structures as a whole, and LLVM tends to move and merge what
// subroutines return. Guarantees: only calls, and the insertvalues before a return or a call, have such types.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

enum { MAX_STEPS = 100000 };

typedef CMC_VEC(LLVMValueRef) values;

typedef struct splitter {
    gx_ctx *cx;
    LLVMBuilderRef b;
    LLVMTargetDataRef layout;
    ptrmap parts;        // value -> its leaves; NULL where not built yet
    values users, whole; // instructions that take an aggregate apart; those that make one
    bool oom;
} splitter;

static bool is_aggregate(LLVMValueRef v) {
    return gx_is_aggregate(LLVMTypeOf(v));
}

static LLVMValueRef *parts_of(splitter *s, LLVMValueRef v) {
    LLVMValueRef *p = ptrmap_get(&s->parts, v);
    if (!p) {
        p = CMC_NEW_N(s->cx->arena, LLVMValueRef, gx_count_leaves(LLVMTypeOf(v)) + 1);
        s->oom |= !p || !ptrmap_put(&s->parts, v, p);
    }
    return p;
}

// Before inst, with its location.
static void before(splitter *s, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(s->b, inst);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(inst));
}

static LLVMValueRef part(splitter *s, LLVMValueRef v, uint64_t leaf);

static LLVMValueRef phi_part(splitter *s, LLVMValueRef v, uint64_t leaf, LLVMValueRef *slot) {
    assert(LLVMIsAPHINode(v) && "made_part() checked");
    before(s, v);
    *slot = LLVMBuildPhi(s->b, gx_leaf_type(LLVMTypeOf(v), leaf), "");
    for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, k);
        LLVMValueRef x = part(s, LLVMGetIncomingValue(v, k), leaf);
        LLVMAddIncoming(*slot, &x, &from, 1);
    }
    return *slot;
}

static LLVMValueRef select_part(splitter *s, LLVMValueRef v, uint64_t leaf) {
    assert(LLVMIsASelectInst(v) && "made_part() checked");
    LLVMValueRef yes = part(s, LLVMGetOperand(v, 1), leaf), no = part(s, LLVMGetOperand(v, 2), leaf);
    before(s, v);
    return LLVMBuildSelect(s->b, LLVMGetOperand(v, 0), yes, no, "");
}

static LLVMValueRef freeze_part(splitter *s, LLVMValueRef v, uint64_t leaf) {
    LLVMValueRef x = part(s, LLVMGetOperand(v, 0), leaf);
    before(s, v);
    return LLVMBuildFreeze(s->b, x, "");
}

// Leaf of the object at a pointer, and how far it is aligned there.
static LLVMValueRef place(splitter *s, LLVMValueRef p, LLVMTypeRef t, uint64_t leaf, unsigned *align_b) {
    uint64_t at = gx_leaf_offset_b(s->layout, t, leaf);
    LLVMContextRef c = LLVMGetTypeContext(t);
    LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(c), at, 0);
    while (at % *align_b)
        *align_b /= 2;
    return at ? LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(c), p, &by, 1, "") : p;
}

static LLVMValueRef load_part(splitter *s, LLVMValueRef v, uint64_t leaf) {
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned align_b = LLVMGetAlignment(v);
    before(s, v);
    LLVMValueRef p = place(s, LLVMGetOperand(v, 0), t, leaf, &align_b);
    LLVMValueRef x = LLVMBuildLoad2(s->b, gx_leaf_type(t, leaf), p, "");
    LLVMSetAlignment(x, align_b);
    LLVMSetVolatile(x, LLVMGetVolatile(v));
    return x;
}

// The result of a call, or an argument: taken apart where it is defined.
static LLVMValueRef extract_part(splitter *s, LLVMValueRef v, uint64_t leaf) {
    LLVMValueRef at = LLVMIsAArgument(v) ? LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(v)))
                                         : LLVMGetNextInstruction(v);
    LLVMPositionBuilderBefore(s->b, at);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(at));
    while (is_aggregate(v))
        v = LLVMBuildExtractValue(s->b, v, (unsigned)gx_member_of_leaf(LLVMTypeOf(v), &leaf), "");
    return v;
}

static LLVMValueRef made_part(splitter *s, LLVMValueRef v, uint64_t leaf, LLVMValueRef *slot) {
    if (!LLVMIsAInstruction(v))
        return extract_part(s, v, leaf);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI:
        return phi_part(s, v, leaf, slot);
    case LLVMSelect:
        return select_part(s, v, leaf);
    case LLVMFreeze:
        return freeze_part(s, v, leaf);
    case LLVMLoad:
        return load_part(s, v, leaf);
    default:
        return extract_part(s, v, leaf);
    }
}

// The first leaf that the indices of an insertvalue or extractvalue name in an aggregate of type t.
static uint64_t indexed(LLVMValueRef inst, LLVMTypeRef t) {
    uint64_t first = 0;
    for (unsigned k = 0; k < LLVMGetNumIndices(inst); k++) {
        first += gx_first_leaf(t, LLVMGetIndices(inst)[k]);
        t = gx_member_type(t, LLVMGetIndices(inst)[k]);
    }
    return first;
}

// Looks through insertvalues and extractvalues: the value, and its leaf, from which leaf *leaf of v comes.
static LLVMValueRef origin(LLVMValueRef v, uint64_t *leaf) {
    for (unsigned steps = 0;; steps++) {
        if (steps > MAX_STEPS) // a circle in code that is never reached
            return LLVMGetUndef(LLVMTypeOf(v));
        if (LLVMIsAInsertValueInst(v)) {
            LLVMValueRef x = LLVMGetOperand(v, 1);
            uint64_t first = indexed(v, LLVMTypeOf(v)), n = gx_count_leaves(LLVMTypeOf(x));
            bool inside = *leaf >= first && *leaf - first < n;
            *leaf -= inside ? first : 0;
            v = inside ? x : LLVMGetOperand(v, 0);
        } else if (LLVMIsAExtractValueInst(v) && is_aggregate(v)) {
            *leaf += indexed(v, LLVMTypeOf(LLVMGetOperand(v, 0)));
            v = LLVMGetOperand(v, 0);
        } else {
            return v;
        }
    }
}

// A leaf of v, built at the definition of v.
static LLVMValueRef part(splitter *s, LLVMValueRef v, uint64_t leaf) {
    v = origin(v, &leaf);
    while (is_aggregate(v) && LLVMIsAConstant(v) && !LLVMIsUndef(v))
        v = LLVMGetAggregateElement(v, (unsigned)gx_member_of_leaf(LLVMTypeOf(v), &leaf));
    if (!is_aggregate(v))
        return v;
    LLVMTypeRef t = gx_leaf_type(LLVMTypeOf(v), leaf);
    if (LLVMIsUndef(v))
        return LLVMIsPoison(v) ? LLVMGetPoison(t) : LLVMGetUndef(t);
    LLVMValueRef *p = parts_of(s, v);
    if (s->oom)
        return LLVMGetUndef(t);
    if (!p[leaf]) {
        LLVMValueRef x = made_part(s, v, leaf, &p[leaf]);
        p[leaf] = x;
    }
    return p[leaf];
}

static bool is_call(LLVMValueRef v) {
    return LLVMIsACallInst(v) || LLVMIsAAtomicCmpXchgInst(v) || LLVMIsAArgument(v);
}

// Builds v from its leaves before inst.
static LLVMValueRef together(splitter *s, LLVMValueRef v, LLVMValueRef inst) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint64_t n = gx_count_leaves(t);
    LLVMValueRef *x = CMC_NEW_N(s->cx->arena, LLVMValueRef, n + 1);
    if (!x) {
        s->oom = true;
        return v;
    }
    for (uint64_t i = 0; i < n; i++)
        x[i] = part(s, v, i);
    before(s, inst);
    return gx_join_leaves(s->b, t, x);
}

static void split_extract(splitter *s, LLVMValueRef e) {
    LLVMValueRef v = LLVMGetOperand(e, 0);
    if (is_call(v) && LLVMGetNumIndices(e) == 1)
        return;
    LLVMValueRef x = part(s, v, indexed(e, LLVMTypeOf(v)));
    LLVMReplaceAllUsesWith(e, x == e ? LLVMGetUndef(LLVMTypeOf(e)) : x);
    LLVMInstructionEraseFromParent(e);
}

static void split_store(splitter *s, LLVMValueRef store) {
    LLVMValueRef v = LLVMGetOperand(store, 0), p = LLVMGetOperand(store, 1);
    for (uint64_t i = 0; i < gx_count_leaves(LLVMTypeOf(v)); i++) {
        LLVMValueRef x = part(s, v, i);
        unsigned align_b = LLVMGetAlignment(store);
        before(s, store);
        LLVMValueRef part_of = LLVMBuildStore(s->b, x, place(s, p, LLVMTypeOf(v), i, &align_b));
        LLVMSetAlignment(part_of, align_b);
        LLVMSetVolatile(part_of, LLVMGetVolatile(store));
    }
    LLVMInstructionEraseFromParent(store);
}

// Returns and calls take the aggregate as it is.
static void split_operands(splitter *s, LLVMValueRef inst) {
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (is_aggregate(v) && !LLVMIsAConstant(v) && (LLVMIsAReturnInst(inst) || !is_call(v)))
            LLVMSetOperand(inst, (unsigned)i, together(s, v, inst));
    }
}

static bool makes_whole(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return is_aggregate(i) && (op == LLVMPHI || op == LLVMSelect || op == LLVMFreeze || op == LLVMLoad ||
                               op == LLVMInsertValue || op == LLVMExtractValue);
}

static bool takes_aggregate(LLVMValueRef i) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (is_aggregate(LLVMGetOperand(i, (unsigned)k)))
            return true;
    return false;
}

static void collect(splitter *s, LLVMValueRef fn) {
    genx_foreach_block(fn, bb) {
        genx_foreach_inst(bb, i) {
            if (makes_whole(i))
                s->oom |= !cmc_vec_push(s->cx->arena, &s->whole, i);
            else if (takes_aggregate(i))
                s->oom |= !cmc_vec_push(s->cx->arena, &s->users, i);
        }
    }
}

static void split_user(splitter *s, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMExtractValue:
        split_extract(s, i);
        break;
    case LLVMStore:
        split_store(s, i);
        break;
    default:
        split_operands(s, i);
        break;
    }
}

// A volatile load happens even if its result is not used.
static void split_whole(splitter *s, LLVMValueRef v) {
    bool is_volatile = LLVMIsALoadInst(v) && LLVMGetVolatile(v);
    for (uint64_t i = 0; is_volatile && i < gx_count_leaves(LLVMTypeOf(v)); i++)
        (void)part(s, v, i);
}

bool gx_split_results(gx_ctx *cx, LLVMValueRef fn) {
    LLVMModuleRef mod = LLVMGetGlobalParent(fn);
    splitter s = {.cx = cx,
                  .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod)),
                  .layout = LLVMGetModuleDataLayout(mod),
                  .parts = {.arena = cx->arena}};
    collect(&s, fn);
    for (uint32_t i = 0; !s.oom && i < s.whole.len; i++)
        split_whole(&s, s.whole.data[i]);
    for (uint32_t i = 0; !s.oom && i < s.users.len; i++)
        split_user(&s, s.users.data[i]);
    for (uint32_t i = 0; !s.oom && i < s.whole.len; i++)
        LLVMReplaceAllUsesWith(s.whole.data[i], LLVMGetUndef(LLVMTypeOf(s.whole.data[i])));
    for (uint32_t i = 0; !s.oom && i < s.whole.len; i++)
        LLVMInstructionEraseFromParent(s.whole.data[i]);
    LLVMDisposeBuilder(s.b);
    return s.whole.len + s.users.len > 0;
}
