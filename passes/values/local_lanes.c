// SPDX-License-Identifier: MIT
// gx_local_lanes, part of promote_arrays: messages at addresses of local variables become loads and stores.
//
//   before  %p = getelementptr [16 x i32], ptr %a, <8 x i32> 0, <8 x i32> %i    after  for each lane:
//           %r = call <8 x i32> @llvm.masked.gather(%p, i32 4, <8 x i1> %m, %o)    %q = select %m.k, (gep %a, 0, %i.k), %a
//                                                                                  %x = load i32, ptr %q
//                                                                                  %r.k = select %m.k, %x, %o.k
//           %n = ptrtoint ptr %b to i64
//           %v = call <4 x i32> @llvm.genx.svm.block.ld(i64 %n)                    %v = load <4 x i32>, ptr %b
//
// Variables live in registers, so addresses of them mean places in registers. A lane that is off accesses the
// variable's start, and keeps what is there. Does not handle: addresses that a loop computes as numbers, messages with
// several elements at each address.

#include "arrays_priv.h"

#include <cmc/genx_bale.h>
#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

enum { MAX_DEPTH = 24, BLOCK_ALIGN_B = 4 };

typedef struct job {
    LLVMBuilderRef b;
    LLVMTypeRef i8, i32;
} job;

typedef struct message {
    int8_t address, mask, old, data; // operands; -1: not present
    bool lanes;                      // an address for each lane
} message;

// Lanes

static LLVMValueRef lane_of(job *j, LLVMValueRef v, unsigned k) {
    uint64_t at;
    if (!genx_is_vec(LLVMTypeOf(v)))
        return v;
    LLVMValueRef c = LLVMIsAConstant(v) ? LLVMGetAggregateElement(v, k) : NULL;
    if (c)
        return c;
    if (LLVMIsAInsertElementInst(v) && genx_const_u64(LLVMGetOperand(v, 2), &at))
        return at == k ? LLVMGetOperand(v, 1) : lane_of(j, LLVMGetOperand(v, 0), k);
    if (LLVMIsAShuffleVectorInst(v)) {
        unsigned n = genx_lanes(LLVMTypeOf(LLVMGetOperand(v, 0)));
        int from = LLVMGetMaskValue(v, k);
        return from < 0 ? LLVMGetUndef(genx_elt_type(LLVMTypeOf(v)))
                        : lane_of(j, LLVMGetOperand(v, (unsigned)from >= n), (unsigned)from % n);
    }
    return LLVMBuildExtractElement(j->b, v, LLVMConstInt(j->i32, k, 0), "");
}

static bool is_sum(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    return o == LLVMAdd || (o == LLVMOr && LLVMGetIsDisjoint(v));
}

static bool is_cast(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    return o == LLVMPtrToInt || o == LLVMIntToPtr || o == LLVMBitCast || o == LLVMAddrSpaceCast;
}

// The variable that the address v, or its lane k, points into; NULL: none, or not known.
static LLVMValueRef variable_of(LLVMValueRef v, unsigned k, unsigned depth) {
    uint64_t at;
    if (!LLVMIsAInstruction(v) || depth == MAX_DEPTH)
        return NULL;
    if (LLVMIsAAllocaInst(v))
        return v;
    LLVMValueRef x = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
    if (LLVMIsAGetElementPtrInst(v) || is_cast(v) || LLVMGetInstructionOpcode(v) == LLVMSub)
        return variable_of(x, k, depth + 1);
    if (is_sum(v)) {
        LLVMValueRef base = variable_of(x, k, depth + 1);
        return base ? base : variable_of(LLVMGetOperand(v, 1), k, depth + 1);
    }
    if (LLVMIsAInsertElementInst(v) && genx_const_u64(LLVMGetOperand(v, 2), &at))
        return variable_of(at == k ? LLVMGetOperand(v, 1) : x, k, depth + 1);
    if (LLVMIsAShuffleVectorInst(v) && LLVMGetMaskValue(v, k) >= 0) {
        unsigned n = genx_lanes(LLVMTypeOf(x)), from = (unsigned)LLVMGetMaskValue(v, k);
        return variable_of(LLVMGetOperand(v, from >= n), from % n, depth + 1);
    }
    return NULL;
}

static LLVMValueRef bytes_after(job *j, LLVMValueRef p, LLVMValueRef off) {
    return LLVMBuildGEP2(j->b, j->i8, p, &off, 1, "");
}

// The address v, or its lane k, as a pointer into its variable, which variable_of has found.
static LLVMValueRef pointer_of(job *j, LLVMValueRef v, unsigned k) {
    if (LLVMIsAAllocaInst(v))
        return v;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    uint64_t at;
    if (LLVMIsAGetElementPtrInst(v)) {
        LLVMValueRef index[MAX_DEPTH], p = pointer_of(j, x, k);
        unsigned n = (unsigned)LLVMGetNumOperands(v) - 1;
        for (unsigned i = 0; i < n && i < MAX_DEPTH; i++)
            index[i] = lane_of(j, LLVMGetOperand(v, i + 1), k);
        return LLVMBuildGEP2(j->b, LLVMGetGEPSourceElementType(v), p, index, n < MAX_DEPTH ? n : MAX_DEPTH, "");
    }
    if (is_cast(v))
        return pointer_of(j, x, k);
    if (LLVMGetInstructionOpcode(v) == LLVMSub) {
        LLVMValueRef p = pointer_of(j, x, k);
        return bytes_after(j, p, LLVMBuildNeg(j->b, lane_of(j, LLVMGetOperand(v, 1), k), ""));
    }
    if (is_sum(v)) {
        LLVMValueRef y = LLVMGetOperand(v, 1);
        bool first = variable_of(x, k, 0) != NULL;
        LLVMValueRef p = pointer_of(j, first ? x : y, k);
        return bytes_after(j, p, lane_of(j, first ? y : x, k));
    }
    if (LLVMIsAInsertElementInst(v))
        return pointer_of(j, genx_const_u64(LLVMGetOperand(v, 2), &at) && at == k ? LLVMGetOperand(v, 1) : x, k);
    unsigned n = genx_lanes(LLVMTypeOf(x)), from = (unsigned)LLVMGetMaskValue(v, k);
    return pointer_of(j, LLVMGetOperand(v, from >= n), from % n);
}

// Messages

static bool is_one_element(LLVMValueRef call, LLVMTypeRef data) {
    uint64_t blocks;
    return genx_const_u64(LLVMGetOperand(call, 1), &blocks) && blocks == 0 && genx_elt_b(data) >= 4;
}

static bool describe(LLVMValueRef call, message *m) {
    if (bale_is_llvm(call, "masked.gather"))
        *m = (message){0, 2, 3, -1, true};
    else if (bale_is_llvm(call, "masked.scatter"))
        *m = (message){1, 3, -1, 0, true};
    else
        switch (genx_call_id(call)) {
        case GENX_SVM_BLOCK_LD:
        case GENX_SVM_BLOCK_LD_UNALIGNED:
            *m = (message){0, -1, -1, -1, false};
            return true;
        case GENX_SVM_BLOCK_ST:
            *m = (message){0, -1, -1, 1, false};
            return true;
        case GENX_SVM_GATHER:
            *m = (message){2, 0, 3, -1, true};
            return is_one_element(call, LLVMTypeOf(call));
        case GENX_SVM_SCATTER:
            *m = (message){2, 0, -1, 3, true};
            return is_one_element(call, LLVMTypeOf(LLVMGetOperand(call, 3)));
        default:
            return false;
        }
    return true;
}

static LLVMValueRef operand(LLVMValueRef call, int k) {
    return LLVMGetOperand(call, (unsigned)k);
}

static LLVMValueRef whole(job *j, LLVMValueRef call, const message *m) {
    LLVMValueRef p = pointer_of(j, operand(call, m->address), 0), access;
    access =
        m->data >= 0 ? LLVMBuildStore(j->b, operand(call, m->data), p) : LLVMBuildLoad2(j->b, LLVMTypeOf(call), p, "");
    LLVMSetAlignment(access, BLOCK_ALIGN_B);
    return m->data >= 0 ? NULL : access;
}

static LLVMValueRef load(job *j, LLVMTypeRef t, LLVMValueRef p) {
    LLVMValueRef x = LLVMBuildLoad2(j->b, t, p, "");
    LLVMSetAlignment(x, genx_elt_b(t));
    return x;
}

// Reads or writes lane k; returns the result with the lane.
static LLVMValueRef lane(job *j, LLVMValueRef call, const message *m, unsigned k, LLVMValueRef result) {
    LLVMValueRef address = operand(call, m->address), on = lane_of(j, operand(call, m->mask), k);
    LLVMValueRef data = m->data >= 0 ? lane_of(j, operand(call, m->data), k) : NULL;
    uint64_t known;
    bool always = genx_const_u64(on, &known) && known;
    LLVMValueRef p = pointer_of(j, address, k);
    if (!always)
        p = LLVMBuildSelect(j->b, on, p, variable_of(address, k, 0), "");
    LLVMTypeRef t = genx_elt_type(LLVMTypeOf(m->data >= 0 ? operand(call, m->data) : call));
    if (data) {
        if (!always)
            data = LLVMBuildSelect(j->b, on, data, load(j, t, p), "");
        LLVMSetAlignment(LLVMBuildStore(j->b, data, p), genx_elt_b(t));
        return result;
    }
    LLVMValueRef x = load(j, t, p);
    if (!always)
        x = LLVMBuildSelect(j->b, on, x, lane_of(j, operand(call, m->old), k), "");
    return genx_is_vec(LLVMTypeOf(call)) ? LLVMBuildInsertElement(j->b, result, x, LLVMConstInt(j->i32, k, 0), "") : x;
}

static bool replace(job *j, LLVMValueRef call) {
    message m;
    if (!LLVMIsACallInst(call) || !describe(call, &m))
        return false;
    LLVMValueRef address = operand(call, m.address);
    unsigned n = m.lanes ? genx_lanes(LLVMTypeOf(m.data >= 0 ? operand(call, m.data) : call)) : 1;
    for (unsigned k = 0; k < n; k++)
        if (!variable_of(address, k, 0))
            return false;
    LLVMPositionBuilderBefore(j->b, call);
    LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(call));
    LLVMTypeRef t = LLVMTypeOf(call);
    LLVMValueRef r = LLVMGetTypeKind(t) == LLVMVoidTypeKind ? NULL : LLVMGetUndef(t);
    if (!m.lanes)
        r = whole(j, call, &m);
    for (unsigned k = 0; m.lanes && k < n; k++)
        r = lane(j, call, &m, k, r);
    if (r)
        LLVMReplaceAllUsesWith(call, r);
    LLVMInstructionEraseFromParent(call);
    return true;
}

bool gx_local_lanes(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn) {
    LLVMContextRef c = LLVMGetModuleContext(mod);
    job j = {b, LLVMInt8TypeInContext(c), LLVMInt32TypeInContext(c)};
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_safe(bb, i, next) {
            changed |= replace(&j, i);
        }
    return changed && (gx_shim_delete_dead(fn), true);
}
