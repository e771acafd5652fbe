// SPDX-License-Identifier: MIT
// See reduce.h. An instruction goes when the program still fails with its value replaced: by an operand of the same
// type, or by zeros; a message of no value just goes. Branches become unconditional by a constant condition. Each try
// works on a copy.

#include "reduce.h"

#include <llvm-c/Analysis.h>

#include <string.h>

enum { MAX_ROUNDS = 6 };

static LLVMValueRef nth(LLVMModuleRef mod, unsigned n) {
    LLVMValueRef fn = LLVMGetNamedFunction(mod, "k");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (n-- == 0)
                return i;
    return NULL;
}

// Whether it takes part in where a message writes: lanes that must differ would no longer do so.
static bool places_writes(LLVMValueRef i, unsigned depth) {
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const bool call = LLVMIsACallInst(user) != NULL;
        const char *name = call ? LLVMGetValueName(LLVMGetCalledValue(user)) : "";
        if (strstr(name, "scatter") || strstr(name, "atomic") || strstr(name, "lsc.store"))
            for (unsigned o = 0; o + 1 < LLVMGetNumArgOperands(user); o++)
                if (LLVMGetOperand(user, o) == i)
                    return true;
        if (!call && !LLVMIsAPHINode(user) && depth && places_writes(user, depth - 1))
            return true;
    }
    return false;
}

// The k-th way to do without the instruction; NULL if there is no k-th way.
static LLVMValueRef replacement(LLVMValueRef i, unsigned k) {
    LLVMTypeRef t = LLVMTypeOf(i);
    for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i) && !LLVMIsAPHINode(i); o++) {
        LLVMValueRef v = LLVMGetOperand(i, o);
        if (LLVMTypeOf(v) == t && !LLVMIsConstant(v) && k-- == 0)
            return v;
    }
    return k == 0 ? LLVMConstNull(t) : NULL;
}

static bool change(LLVMModuleRef mod, unsigned n, unsigned way) {
    LLVMValueRef i = nth(mod, n);
    if (LLVMIsABranchInst(i)) {
        if (!LLVMIsConditional(i) || LLVMIsConstant(LLVMGetCondition(i)) || way > 1)
            return false;
        LLVMSetCondition(i, LLVMConstInt(LLVMTypeOf(LLVMGetCondition(i)), way, 0));
        return true;
    }
    if (LLVMIsATerminatorInst(i))
        return false;
    if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind) {
        if (way)
            return false;
    } else {
        LLVMValueRef v = places_writes(i, 6) ? NULL : replacement(i, way);
        if (!v)
            return false;
        LLVMReplaceAllUsesWith(i, v);
    }
    LLVMInstructionEraseFromParent(i);
    return true;
}

static bool attempt(LLVMModuleRef mod, unsigned n, unsigned way, rn_fails_fn fails, void *user, bool *possible) {
    LLVMModuleRef copy = LLVMCloneModule(mod);
    *possible = change(copy, n, way);
    bool still = *possible && !LLVMVerifyModule(copy, LLVMReturnStatusAction, NULL) && fails(user, copy);
    LLVMDisposeModule(copy);
    return still;
}

void rn_reduce(LLVMModuleRef mod, rn_fails_fn fails, void *user) {
    bool smaller = true;
    for (unsigned round = 0; smaller && round < MAX_ROUNDS; round++) {
        unsigned n = 0;
        smaller = false;
        while (nth(mod, n))
            n++;
        while (n--) {
            bool possible = true;
            for (unsigned way = 0; possible; way++)
                if (attempt(mod, n, way, fails, user, &possible)) {
                    change(mod, n, way);
                    smaller = true;
                    break;
                }
        }
    }
}
