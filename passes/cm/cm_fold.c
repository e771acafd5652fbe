// SPDX-License-Identifier: MIT
// Part of lower_cm: what is known about computed numbers, including strides and offsets.

#include "cm_priv.h"

#include <assert.h>
#include <string.h>

// The stride of a formatted object: its elements are adjacent, which gx_cm_packed_stride checks.
static bool is_packed_stride(LLVMValueRef v) {
    static const char name[] = "packed_stride";
    size_t len;
    const char *s = LLVMIsACallInst(v) ? cm_builtin_name(LLVMGetCalledValue(v), &len) : NULL;
    return s && len == sizeof(name) - 1 && memcmp(s, name, len) == 0;
}

static bool fold_binary(LLVMOpcode op, int64_t a, int64_t b, int64_t *out) {
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (op) {
    case LLVMAdd:
        *out = (int32_t)(x + y);
        return true;
    case LLVMSub:
        *out = (int32_t)(x - y);
        return true;
    case LLVMMul:
        *out = (int32_t)(x * y);
        return true;
    case LLVMOr:
        *out = (int32_t)(x | y);
        return true;
    case LLVMShl:
        *out = y < 32 ? (int32_t)(x << y) : 0;
        return y < 32;
    default:
        return false;
    }
}

enum { FOLD_DEPTH = 64 }; // limit on the operations between a number and its sources

// How many operations to look through, and whether to look through PHIs, whose values may depend on each other.
typedef struct fold_limit {
    unsigned depth;
    bool joins;
} fold_limit;

static bool fold(LLVMValueRef v, fold_limit at, int64_t *out);

// The constant when every predecessor gives the same one.
static bool fold_join(LLVMValueRef phi, fold_limit at, int64_t *out) {
    assert(LLVMIsAPHINode(phi) && "fold() checked");
    int64_t other;
    at.joins = false;
    if (LLVMCountIncoming(phi) == 0 || !fold(LLVMGetIncomingValue(phi, 0), at, out))
        return false;
    for (unsigned i = 1; i < LLVMCountIncoming(phi); i++)
        if (!fold(LLVMGetIncomingValue(phi, i), at, &other) || other != *out)
            return false;
    return true;
}

static bool fold(LLVMValueRef v, fold_limit at, int64_t *out) {
    *out = 0;
    if (LLVMIsAConstantInt(v)) {
        *out = LLVMConstIntGetSExtValue(v);
        return true;
    }
    if (is_packed_stride(v)) {
        *out = 1;
        return true;
    }
    LLVMTypeRef t = LLVMTypeOf(v);
    if (at.depth-- == 0 || LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) != 32)
        return false;
    int64_t a, b;
    if (LLVMIsABinaryOperator(v))
        return fold(LLVMGetOperand(v, 0), at, &a) && fold(LLVMGetOperand(v, 1), at, &b) &&
               fold_binary(LLVMGetInstructionOpcode(v), a, b, out);
    return at.joins && LLVMIsAPHINode(v) && fold_join(v, at, out);
}

// Also true for values computed from strides that have only now become known.
bool cm_is_const(LLVMValueRef v, int64_t *out) {
    return fold(v, (fold_limit){.depth = FOLD_DEPTH, .joins = true}, out);
}

// A statement like r += 1 reads and writes the same region: report it once.
void cm_error_once(cm_lower *l, LLVMValueRef call, const char *code, const char *what, const char *rest) {
    cmc_loc loc = genx_loc(call, l->cx->arena);
    if (loc.line && loc.line == l->last_line && loc.col == l->last_col)
        return;
    l->last_line = loc.line;
    l->last_col = loc.col;
    gx_error(l->cx, call, code, "%s %s", what, rest);
}

bool cm_const_arg(cm_lower *l, LLVMValueRef call, unsigned i, const char *what, int64_t *out) {
    if (cm_is_const(LLVMGetOperand(call, i), out))
        return true;
    cm_error_once(l, call, "CM0202", what, "must be a constant here");
    return false;
}

uint32_t cm_power_of_two_in(uint64_t v, uint32_t most) {
    assert(most > 0 && (most & (most - 1)) == 0 && "the bound is a power of two");
    uint64_t lowest = v & (0 - v);
    return lowest == 0 || lowest > most ? most : (uint32_t)lowest;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t multiple_of(LLVMValueRef v, uint32_t most, fold_limit at);

// At a loop header, the result follows from the incoming values and the loop's steps; their own PHIs are not followed.
static uint32_t multiple_of_join(LLVMValueRef phi, uint32_t most, fold_limit at) {
    assert(LLVMIsAPHINode(phi) && "multiple_of() checked");
    if (!at.joins)
        return most;
    at.joins = false;
    for (unsigned k = 0; k < LLVMCountIncoming(phi) && most > 1; k++)
        most = multiple_of(LLVMGetIncomingValue(phi, k), most, at);
    return most;
}

// The largest power of two, at most `most`, that the operations of an offset show to divide it. Returns `most` when
// the depth limit is reached.
static uint32_t multiple_of(LLVMValueRef v, uint32_t most, fold_limit at) {
    if (LLVMIsAConstantInt(v))
        return cm_power_of_two_in(LLVMConstIntGetZExtValue(v), most);
    if (!LLVMIsAInstruction(v) || at.depth-- == 0)
        return LLVMIsAInstruction(v) ? most : 1;
    if (LLVMIsAPHINode(v))
        return multiple_of_join(v, most, at);
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (LLVMIsACastInst(v))
        return multiple_of(LLVMGetOperand(v, 0), most, at);
    if (!LLVMIsABinaryOperator(v) && o != LLVMSelect)
        return 1;
    unsigned first = o == LLVMSelect ? 1 : 0;
    uint32_t a = multiple_of(LLVMGetOperand(v, first), most, at),
             b = multiple_of(LLVMGetOperand(v, first + 1), most, at);
    switch (o) {
    case LLVMMul:
        return smaller(a * b, most);
    case LLVMAnd:
        return a > b ? a : b;
    case LLVMShl: {
        LLVMValueRef by = LLVMGetOperand(v, 1);
        uint64_t n = LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;
        return n < 4 ? smaller(a << n, most) : most;
    }
    case LLVMSelect:
    case LLVMAdd:
    case LLVMSub:
    case LLVMOr:
    case LLVMXor:
        return smaller(a, b);
    default:
        return 1;
    }
}

uint32_t cm_multiple_of(LLVMValueRef v, uint32_t most) {
    enum { DEPTH = 12 };
    return multiple_of(v, most, (fold_limit){DEPTH, true});
}
