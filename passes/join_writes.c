// SPDX-License-Identifier: MIT
// gx_join_writes: lanes that are written one by one with one scalar and a constant each are one operation and one write.
//
//   before                                                  after
//     %a = wrregion undef, %x, element 0                      %s = splat <4 x i32> %x
//     %1 = add i32 %x, 1                                      %v = add <4 x i32> %s, <0, 1, 2, 3>
//     %b = wrregion %a, %1, element 1                         %d = wrregion undef, %v, elements 0..3
//     %2 = add i32 %x, 2
//     %c = wrregion %b, %2, element 2
//     %3 = add i32 %x, 3
//     %d = wrregion %c, %3, element 3
//
// Why: `for (int i = 0; i < 16; i++) index[i] = first + i;` is how people write a ramp; unrolled, it is an instruction a lane.
// Needs: unrolled loops and constant region arguments. Leaves alone: chains whose values in between are read, lanes with gaps.

#include "bale.h"
#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

enum { MIN_LANES = 4, MAX_LANES = 64 };

typedef struct chain {
    LLVMValueRef last;   // the write that remains
    LLVMValueRef old;    // what the first write changes
    LLVMValueRef scalar; // of all lanes; NULL before it is known
    LLVMOpcode op;       // 0: none yet
    LLVMValueRef c[MAX_LANES];
    bool set[MAX_LANES];
    uint32_t n;
} chain;

typedef struct jw {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
} jw;

// A write of one element at a constant place, of a scalar integer that fits a lane of the ALU.
static bool lane_write(LLVMValueRef v, uint32_t *lane) {
    genx_region r;
    if (!genx_is_wrregion(v) || !genx_is_vec(LLVMTypeOf(v)) || !genx_region_of(v, &r) || !r.off_const || r.lanes != 1 ||
        !genx_mask_is_true(v) || r.off_b % r.elt_b)
        return false;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 1));
    unsigned bits = genx_elt_bits(t);
    *lane = r.off_b / r.elt_b;
    return !genx_is_vec(t) && LLVMGetTypeKind(t) == LLVMIntegerTypeKind && (bits == 16 || bits == 32) && *lane < MAX_LANES;
}

static bool joinable(LLVMOpcode o) {
    return o == LLVMAdd || o == LLVMOr || o == LLVMXor || o == LLVMShl || o == LLVMMul || o == LLVMAnd || o == LLVMLShr ||
           o == LLVMAShr;
}

// Is x op 0 the same as x?
static bool zero_is_neutral(LLVMOpcode o) {
    return o != LLVMMul && o != LLVMAnd;
}

// Takes the value of a lane into the chain: the scalar itself, or an operation on it with a constant.
static bool take_value(chain *c, LLVMValueRef v, uint32_t lane) {
    LLVMValueRef x = v, k = LLVMConstNull(LLVMTypeOf(v));
    if (LLVMIsAConstant(v))
        return false;
    bool is_op = LLVMIsABinaryOperator(v) && joinable(LLVMGetInstructionOpcode(v)) && v != c->scalar &&
                 LLVMIsAConstantInt(LLVMGetOperand(v, 1)) && (!c->op || LLVMGetInstructionOpcode(v) == c->op) &&
                 (!c->scalar || LLVMGetOperand(v, 0) == c->scalar);
    if (is_op) {
        if (!c->op)
            c->op = LLVMGetInstructionOpcode(v);
        x = LLVMGetOperand(v, 0);
        k = LLVMGetOperand(v, 1);
    }
    if ((c->scalar && c->scalar != x) || c->set[lane])
        return false;
    c->scalar = x;
    c->c[lane] = k;
    c->set[lane] = true;
    c->n++;
    return true;
}

// Follows the chain from its last write upwards. The last lane shows the operation: it is the scalar itself in no ramp.
static void collect(chain *c, LLVMValueRef last) {
    LLVMValueRef v = last;
    uint32_t lane;
    c->last = last;
    while ((v == last || (genx_single_use(v) && LLVMGetInstructionParent(v) == LLVMGetInstructionParent(last))) &&
           lane_write(v, &lane) && take_value(c, LLVMGetOperand(v, 1), lane))
        v = LLVMGetOperand(v, 0);
    c->old = v;
}

static bool bounds(const chain *c, uint32_t *lo, uint32_t *hi) {
    bool plain = false; // a lane that is the scalar itself
    *lo = MAX_LANES;
    *hi = 0;
    for (uint32_t k = 0; k < MAX_LANES; k++)
        if (c->set[k]) {
            *lo = k < *lo ? k : *lo;
            *hi = k;
            plain |= LLVMIsNull(c->c[k]);
        }
    return c->op && c->n >= MIN_LANES && *hi - *lo + 1 == c->n && (!plain || zero_is_neutral(c->op));
}

static bool continues(LLVMValueRef v) {
    LLVMUseRef u = LLVMGetFirstUse(v);
    uint32_t lane;
    return genx_single_use(v) && LLVMIsAInstruction(LLVMGetUser(u)) && lane_write(LLVMGetUser(u), &lane) &&
           LLVMGetOperand(LLVMGetUser(u), 0) == v && LLVMGetInstructionParent(LLVMGetUser(u)) == LLVMGetInstructionParent(v);
}

static void join(jw *J, const chain *c, uint32_t lo) {
    LLVMPositionBuilderBefore(J->b, c->last);
    LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(c->last));
    LLVMTypeRef e = LLVMTypeOf(c->scalar), t = LLVMVectorType(e, c->n);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(J->mod));
    LLVMValueRef one = LLVMBuildInsertElement(J->b, LLVMGetPoison(t), c->scalar, LLVMConstNull(i32), "");
    LLVMValueRef all = LLVMBuildShuffleVector(J->b, one, LLVMGetPoison(t), LLVMConstNull(LLVMVectorType(i32, c->n)), "");
    LLVMValueRef constants = LLVMConstVector((LLVMValueRef *)&c->c[lo], c->n);
    LLVMValueRef v = LLVMBuildBinOp(J->b, c->op, all, constants, "");
    uint32_t b = genx_elt_b(e);
    genx_region r = {.vstride = c->n, .width = c->n, .stride = 1, .off_const = true, .off_b = lo * b, .lanes = c->n, .elt_b = b};
    bool whole = c->n == genx_lanes(LLVMTypeOf(c->last));
    LLVMReplaceAllUsesWith(c->last, whole ? v : genx_build_wr(J->b, J->mod, c->old, v, &r, NULL));
}

bool gx_join_writes(gx_ctx *cx, LLVMValueRef fn) {
    jw J = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    J.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(J.mod));
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            uint32_t lane, lo, hi;
            chain c = {.n = 0};
            if (!lane_write(i, &lane) || continues(i))
                continue;
            collect(&c, i);
            if (bounds(&c, &lo, &hi)) {
                join(&J, &c, lo);
                changed = true;
            }
        }
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(J.b);
    return changed;
}
