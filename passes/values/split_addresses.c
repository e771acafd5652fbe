// SPDX-License-Identifier: MIT
// gx_split_addresses: access each variable by its own address, where the address is one of several variables.
//
//   before  %p = phi ptr [ %a, %then ], [ %b, %else ]
//           %v = load <38 x float>, ptr %p
//   after   %then:  %va = load <38 x float>, ptr %a
//           %else:  %vb = load <38 x float>, ptr %b
//           %v = phi <38 x float> [ %va, %then ], [ %vb, %else ]
//
//   before  %p = select i1 %c, ptr %a, ptr %b
//           store <38 x float> %v, ptr %p
//   after   br i1 %c, label %then, label %else
//           %then:  store <38 x float> %v, ptr %a
//           %else:  store <38 x float> %v, ptr %b
//
// Why: sroa does the same, but not for types that are larger in memory than their lanes: vectors of most odd lengths.
// The variables would be arrays in registers, read at computed addresses. instcombine makes such addresses when both
// sides of a branch assign to a vector. A PHI whose accesses are further away becomes selects first:
//
//   before  %p = phi ptr [ %a, %then ], [ %b, %else ]
//   after   %c = phi i1 [ true, %then ], [ false, %else ]
//           %p = select i1 %c, ptr %a, ptr %b
//
// Does not handle: PHIs whose addresses are other PHIs in between, volatile accesses, parts of the variables, more than
// eight variables for one address.

#include "llvm_shim.h"
#include "passes_priv.h"

#include <llvm-c/Target.h>

enum { MAX_VARIABLES = 8 };

static bool is_choice(LLVMValueRef p) {
    return LLVMIsAPHINode(p) || LLVMIsASelectInst(p);
}

// Adds the variables that an address may be of; false when it may be anything else, or of too many.
static bool collect(LLVMValueRef p, LLVMValueRef *vars, unsigned *n, unsigned depth) {
    if (LLVMIsAAllocaInst(p)) {
        for (unsigned k = 0; k < *n; k++)
            if (vars[k] == p)
                return true;
        if (*n == MAX_VARIABLES)
            return false;
        vars[(*n)++] = p;
        return true;
    }
    if (depth == MAX_VARIABLES)
        return false;
    if (LLVMIsASelectInst(p))
        return collect(LLVMGetOperand(p, 1), vars, n, depth + 1) && collect(LLVMGetOperand(p, 2), vars, n, depth + 1);
    if (!LLVMIsAPHINode(p))
        return false;
    for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
        if (!collect(LLVMGetIncomingValue(p, k), vars, n, depth + 1))
            return false;
    return true;
}

static bool is_variable(LLVMValueRef p) {
    LLVMValueRef vars[MAX_VARIABLES];
    unsigned n = 0;
    return collect(p, vars, &n, 0);
}

// The address of a load or store that sroa does not split; else NULL.
static LLVMValueRef address_of(LLVMTargetDataRef layout, LLVMValueRef i) {
    bool load = LLVMIsALoadInst(i) != NULL;
    if ((!load && !LLVMIsAStoreInst(i)) || LLVMGetVolatile(i))
        return NULL;
    LLVMTypeRef t = load ? LLVMTypeOf(i) : LLVMTypeOf(LLVMGetOperand(i, 0));
    LLVMValueRef p = LLVMGetOperand(i, load ? 0 : 1);
    bool padded = genx_is_vec(t) && LLVMStoreSizeOfType(layout, t) != LLVMABISizeOfType(layout, t);
    return padded && is_choice(p) && is_variable(p) ? p : NULL;
}

typedef struct splitter {
    gx_ctx *cx;
    LLVMTargetDataRef layout;
    LLVMBuilderRef b;
    gx_values work; // loads and stores with several addresses
} splitter;

static void remember(splitter *s, LLVMValueRef access) {
    if (address_of(s->layout, access))
        (void)cmc_vec_push(s->cx->arena, &s->work, access);
}

static LLVMValueRef load_at(splitter *s, LLVMTypeRef t, LLVMValueRef p, LLVMValueRef like) {
    LLVMValueRef v = LLVMBuildLoad2(s->b, t, p, "part");
    LLVMSetAlignment(v, LLVMGetAlignment(like));
    remember(s, v);
    return v;
}

static void replace(LLVMValueRef old, LLVMValueRef v) {
    LLVMReplaceAllUsesWith(old, v);
    LLVMInstructionEraseFromParent(old);
}

// Whether a variable may have changed between the start of the block and i.
static bool writes_before(LLVMValueRef i) {
    for (LLVMValueRef x = LLVMGetPreviousInstruction(i); x; x = LLVMGetPreviousInstruction(x))
        if (LLVMIsAStoreInst(x) || (LLVMIsACallInst(x) && !gx_is_debug(x)))
            return true;
    return false;
}

static void load_in_predecessors(splitter *s, LLVMValueRef load, LLVMValueRef p) {
    LLVMTypeRef t = LLVMTypeOf(load);
    LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(LLVMGetInstructionParent(load)));
    LLVMValueRef phi = LLVMBuildPhi(s->b, t, "parts");
    for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(p, k);
        LLVMValueRef part = NULL; // a switch may name a predecessor several times
        for (unsigned e = 0; e < k && !part; e++)
            if (LLVMGetIncomingBlock(p, e) == from)
                part = LLVMGetIncomingValue(phi, e);
        if (!part) {
            LLVMPositionBuilderBefore(s->b, LLVMGetBasicBlockTerminator(from));
            part = load_at(s, t, LLVMGetIncomingValue(p, k), load);
        }
        LLVMAddIncoming(phi, &part, &from, 1);
    }
    replace(load, phi);
}

// Which of the variables the PHI p is: a PHI of bools for each but the first.
static void build_flags(LLVMBuilderRef b, LLVMValueRef p, LLVMValueRef *vars, unsigned n, LLVMValueRef *flags) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(p)));
    LLVMPositionBuilderBefore(b, p);
    for (unsigned k = 1; k < n; k++) {
        flags[k] = LLVMBuildPhi(b, bit, "from");
        for (unsigned e = 0; e < LLVMCountIncoming(p); e++) {
            LLVMBasicBlockRef block = LLVMGetIncomingBlock(p, e);
            LLVMValueRef is = LLVMConstInt(bit, LLVMGetIncomingValue(p, e) == vars[k], false);
            LLVMAddIncoming(flags[k], &is, &block, 1);
        }
    }
}

// Makes the PHI p selects of its variables; false when it contains other addresses.
static bool select_variables(LLVMBuilderRef b, LLVMValueRef p) {
    LLVMValueRef vars[MAX_VARIABLES], flags[MAX_VARIABLES], first = p;
    unsigned n = 0;
    for (unsigned e = 0; e < LLVMCountIncoming(p); e++)
        if (!LLVMIsAAllocaInst(LLVMGetIncomingValue(p, e)) || !collect(LLVMGetIncomingValue(p, e), vars, &n, 0))
            return false;
    build_flags(b, p, vars, n, flags);
    while (LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef chosen = vars[0];
    for (unsigned k = 1; k < n; k++)
        chosen = LLVMBuildSelect(b, flags[k], vars[k], chosen, "chosen");
    replace(p, chosen);
    return true;
}

static void split_load(splitter *s, LLVMValueRef load, LLVMValueRef p) {
    LLVMTypeRef t = LLVMTypeOf(load);
    LLVMPositionBuilderBefore(s->b, load);
    LLVMValueRef x = load_at(s, t, LLVMGetOperand(p, 1), load), y = load_at(s, t, LLVMGetOperand(p, 2), load);
    replace(load, LLVMBuildSelect(s->b, LLVMGetOperand(p, 0), x, y, "parts"));
}

static LLVMBasicBlockRef store_in_block(splitter *s, LLVMBasicBlockRef tail, LLVMValueRef store, LLVMValueRef p) {
    LLVMBasicBlockRef bb = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(LLVMTypeOf(store)), tail, "chosen");
    LLVMPositionBuilderAtEnd(s->b, bb);
    LLVMValueRef part = LLVMBuildStore(s->b, LLVMGetOperand(store, 0), p);
    LLVMSetAlignment(part, LLVMGetAlignment(store));
    LLVMBuildBr(s->b, tail);
    remember(s, part);
    return bb;
}

static void split_store(splitter *s, LLVMValueRef store, LLVMValueRef p) {
    LLVMBasicBlockRef head = LLVMGetInstructionParent(store);
    gx_shim_split_before(store);
    LLVMBasicBlockRef tail = LLVMGetInstructionParent(store);
    LLVMBasicBlockRef x = store_in_block(s, tail, store, LLVMGetOperand(p, 1));
    LLVMBasicBlockRef y = store_in_block(s, tail, store, LLVMGetOperand(p, 2));
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
    LLVMPositionBuilderAtEnd(s->b, head);
    LLVMBuildCondBr(s->b, LLVMGetOperand(p, 0), x, y);
    LLVMInstructionEraseFromParent(store);
}

static bool split(splitter *s, LLVMValueRef i) {
    LLVMValueRef p = address_of(s->layout, i);
    bool load = LLVMIsALoadInst(i) != NULL;
    if (LLVMIsAPHINode(p)) {
        if (load && LLVMGetInstructionParent(i) == LLVMGetInstructionParent(p) && !writes_before(i)) {
            load_in_predecessors(s, i, p);
            return true;
        }
        if (!select_variables(s->b, p))
            return false;
        remember(s, i);
    } else if (load) {
        split_load(s, i, p);
    } else {
        split_store(s, i, p);
    }
    return true;
}

bool gx_split_addresses(gx_ctx *cx, LLVMValueRef fn) {
    splitter s = {.cx = cx, .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn))};
    s.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst(bb, i)
            remember(&s, i);
    }
    for (size_t k = 0; k < s.work.len; k++) {
        if (address_of(s.layout, s.work.data[k]))
            changed |= split(&s, s.work.data[k]);
    }
    LLVMDisposeBuilder(s.b);
    return changed;
}
