// SPDX-License-Identifier: MIT
// lower_cm: errors that can be detected only once offsets are constant. The check calls generate no code.
//
//   v.select<4,2>(30)   on a vector of 32   ->  warning: select<4,2>(30) reaches element 36 of a vector of 32
//   v(32)                                   ->  error: index 32 is outside a vector of 32 elements
//
// A part may reach past the end of its object: it has 0 there, and what is written there is dropped (cm_region.c). A
// part that begins before its object and an element outside of it are errors. The headers carry no line numbers, so a
// check reports the line of the user's call.

#include "cm_priv.h"

#include <llvm-c/DebugInfo.h>

#include <stdarg.h>
#include <stdio.h>

// All operands of a check; the mask leaves out those that are not constant.
typedef struct operands {
    long long v[8];
    unsigned known;
} operands;

static operands read_operands(LLVMValueRef call) {
    operands o = {.known = 0};
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n && i < 8; i++) {
        int64_t c;
        if (cm_is_const(LLVMGetOperand(call, i), &c)) {
            o.v[i] = c;
            o.known |= 1u << i;
        }
    }
    return o;
}

// True for a constant that comes from an inlined call of the user under a condition: the condition may prevent the
// statement from being executed.
bool cm_may_be_avoided(cm_lower *l, LLVMValueRef call) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(call);
    return at && LLVMDILocationGetInlinedAt(at) && !gx_always_runs(l->cx, LLVMGetInstructionParent(call));
}

CMC_PRINTF(4, 5) static void leaves(cm_lower *l, LLVMValueRef call, const char *code, const char *fmt, ...) {
    cmc_str text = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&text, fmt, ap);
    va_end(ap);
    if (cm_may_be_avoided(l, call))
        gx_warn(l->cx, call, "-Wcm-bounds", "%s if it is executed", cmc_str_text(&text));
    else
        gx_error(l->cx, call, code, "%s", cmc_str_text(&text));
    cmc_str_free(&text);
}

// A part of an object that reaches past its end. fe_bounds.cpp reports most of them; this check, those that inlining
// shows.
CMC_PRINTF(3, 4) static void passes_end(cm_lower *l, LLVMValueRef call, const char *fmt, ...) {
    cmc_str text = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&text, fmt, ap);
    va_end(ap);
    gx_warn(l->cx, call, "-Wcm-bounds", "%s", cmc_str_text(&text));
    cmc_str_free(&text);
}

static bool knows(const operands *o, unsigned n) {
    return o->known == (1u << n) - 1;
}

LLVMValueRef gx_cm_check_select(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // i, size, stride, n
    bool fixed = o.known & 1;
    char i[24] = "i";
    if (fixed)
        snprintf(i, sizeof(i), "%lld", o.v[0]);
    long long last = o.v[0] + (o.v[1] - 1) * o.v[2];
    if (fixed && o.v[0] < 0)
        leaves(l, call, "CM0206", "select<%lld,%lld>(%s) starts before the vector", o.v[1], o.v[2], i);
    else if (last >= o.v[3])
        passes_end(l, call, "select<%lld,%lld>(%s) reaches element %s%lld of a vector of %lld elements", o.v[1], o.v[2],
                   i, fixed ? "" : "i + ", last, o.v[3]);
    return NULL;
}

LLVMValueRef gx_cm_check_select_2d(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // i, v_size, v_stride, rows, j, h_size, h_stride, cols
    static const char *const what[2] = {"row", "column"};
    for (unsigned d = 0; d < 2; d++) {
        const long long *v = o.v + 4 * d;
        bool fixed = o.known & (1u << (4 * d));
        long long last = v[0] + (v[1] - 1) * v[2];
        if (last < v[3] && !(fixed && v[0] < 0))
            continue;
        char i[24] = "i", j[24] = "j";
        if (o.known & 1)
            snprintf(i, sizeof(i), "%lld", o.v[0]);
        if (o.known & 16)
            snprintf(j, sizeof(j), "%lld", o.v[4]);
        if (fixed && v[0] < 0)
            leaves(l, call, "CM0206", "select<%lld,%lld,%lld,%lld>(%s,%s) starts before the first %s", o.v[1], o.v[2],
                   o.v[5], o.v[6], i, j, what[d]);
        else
            passes_end(l, call, "select<%lld,%lld,%lld,%lld>(%s,%s) reaches %s %s%lld of a matrix of %lld by %lld",
                       o.v[1], o.v[2], o.v[5], o.v[6], i, j, what[d],
                       fixed ? ""
                       : d   ? "j + "
                             : "i + ",
                       last, o.v[3], o.v[7]);
    }
    return NULL;
}

LLVMValueRef gx_cm_check_index(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // i, n
    if (knows(&o, 2) && (o.v[0] < 0 || o.v[0] >= o.v[1]))
        leaves(l, call, "CM0207", "index %lld is outside a vector of %lld elements", o.v[0], o.v[1]);
    return NULL;
}

LLVMValueRef gx_cm_check_index_2d(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // i, rows, j, cols
    if ((o.known & 1) && (o.v[0] < 0 || o.v[0] >= o.v[1]))
        leaves(l, call, "CM0207", "row %lld is outside a matrix of %lld by %lld", o.v[0], o.v[1], o.v[3]);
    else if ((o.known & 4) && (o.v[2] < 0 || o.v[2] >= o.v[3]))
        leaves(l, call, "CM0207", "column %lld is outside a matrix of %lld by %lld", o.v[2], o.v[1], o.v[3]);
    return NULL;
}

static LLVMValueRef check_line(cm_lower *l, LLVMValueRef call, const char *what) {
    operands o = read_operands(call);
    if (knows(&o, 2) && o.v[0] < 0)
        leaves(l, call, "CM0207", "%s %lld is outside a matrix of %lld %ss", what, o.v[0], o.v[1], what);
    else if (knows(&o, 2) && o.v[0] >= o.v[1])
        passes_end(l, call, "%s %lld is outside a matrix of %lld %ss", what, o.v[0], o.v[1], what);
    return NULL;
}

LLVMValueRef gx_cm_check_row(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    return check_line(l, call, "row");
}

LLVMValueRef gx_cm_check_column(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    return check_line(l, call, "column");
}

LLVMValueRef gx_cm_check_replicate(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // i, span, n
    bool fixed = o.known & 1;
    if (fixed && o.v[0] < 0)
        leaves(l, call, "CM0206", "replicate from element %lld starts before the object", o.v[0]);
    else if (fixed && o.v[0] + o.v[1] > o.v[2])
        passes_end(l, call, "replicate from element %lld reaches element %lld of an object of %lld elements", o.v[0],
                   o.v[0] + o.v[1] - 1, o.v[2]);
    else if (!fixed && o.v[1] > o.v[2])
        passes_end(l, call, "replicate covers %lld elements of an object of %lld", o.v[1], o.v[2]);
    return NULL;
}

// 1 where elements are adjacent; otherwise an error. cm_is_const knows that the result is 1.
LLVMValueRef gx_cm_packed_stride(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef packed = cm_i32(l, 1);
    operands o = read_operands(call); // stride, vstride, rows, cols
    bool one_row = o.v[2] == 1, one_column = o.v[3] == 1;
    int64_t c;
    if (!LLVMGetFirstUse(call) || (!one_column && !cm_const_arg(l, call, 0, "the stride of a region", &c)) ||
        (!one_row && !cm_const_arg(l, call, 1, "the row stride of a region", &c)))
        return packed;
    bool row_packed = one_column || o.v[0] == 1;
    bool rows_packed = one_row || o.v[1] == o.v[3];
    if (!row_packed || !rows_packed)
        gx_error(l->cx, call, "CM0208",
                 "format needs contiguous elements; copy this selection to a vector or matrix first");
    return packed;
}

LLVMValueRef gx_cm_check_accumulator(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // whether a number is zero
    if (!knows(&o, 1) || o.v[0] == 0)
        gx_error(l->cx, call, "CM0216", "the accumulator of a product must be a vector, a matrix or the constant 0");
    return NULL;
}

LLVMValueRef gx_cm_check_flag(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    operands o = read_operands(call); // SAT or not
    if (!knows(&o, 1))
        gx_error(l->cx, call, "CM0216", "the saturation argument must be a constant here, SAT or _GENX_NOSAT");
    else if (o.v[0] != 0 && o.v[0] != 1)
        gx_error(l->cx, call, "CM0216", "the last argument must be SAT or _GENX_NOSAT, not %lld", o.v[0]);
    return NULL;
}
