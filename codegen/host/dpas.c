// SPDX-License-Identifier: MIT
// Matrix products, written out: for each row and each step of the depth, the row of A's element times B's elements of
// all lanes. Floats are summed in order, with one rounding for each step; integers wrap.
//
//   B: a dword of each lane after the other, elements packed in dwords.  A: rows one after the other, packed.

#include "host_priv.h"

#include <assert.h>

enum { DEPTH = 8, DWORD = 32 };
enum { CODE_S2 = 4, CODE_S4 = 6, CODE_S8 = 8, CODE_BF = 9, CODE_HF = 10, CODE_BF8 = 11, CODE_TF32 = 12 };

typedef struct source {
    LLVMValueRef dwords; // <n x i32>
    uint64_t code;
    unsigned bits;
} source;

typedef struct product {
    LLVMValueRef call;
    source a, b;
    LLVMValueRef acc; // NULL: zero
    uint32_t rows, lanes, steps;
    bool is_float;
} product;

static unsigned bits_of(uint64_t code) {
    return code <= CODE_S2                       ? 2
           : code <= CODE_S4                     ? 4
           : code <= CODE_S8 || code == CODE_BF8 ? 8
           : code == CODE_TF32                   ? 32
                                                 : 16;
}

static source source_of(host *h, LLVMValueRef v, uint64_t code) {
    uint32_t n = genx_size_b(LLVMTypeOf(v)) / 4;
    return (source){host_as(h, host_as_vector(h, v), LLVMVectorType(h->i32, n)), code, bits_of(code)};
}

// Elements in the low bits of dwords, as numbers to multiply: floats, or dwords.
static LLVMValueRef numbers(host *h, const source *s, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v), ft = host_like(t, h->f32), st = host_like(t, h->i16);
    LLVMTypeRef half = host_like(t, LLVMHalfTypeInContext(h->llvm));
    LLVMValueRef up = host_all(t, DWORD - s->bits);
    switch (s->code) {
    case CODE_BF:
        return LLVMBuildBitCast(h->b, LLVMBuildShl(h->b, v, up, ""), ft, "");
    case CODE_TF32:
        return LLVMBuildBitCast(h->b, LLVMBuildAnd(h->b, v, host_all(t, 0xffffe000u), ""), ft, "");
    case CODE_BF8:
        v = LLVMBuildShl(h->b, v, host_all(t, 8), "");
        return LLVMBuildFPExt(h->b, LLVMBuildBitCast(h->b, LLVMBuildTrunc(h->b, v, st, ""), half, ""), ft, "");
    case CODE_HF:
        return LLVMBuildFPExt(h->b, LLVMBuildBitCast(h->b, LLVMBuildTrunc(h->b, v, st, ""), half, ""), ft, "");
    default: // odd codes are unsigned
        v = LLVMBuildShl(h->b, v, up, "");
        return s->code % 2 ? LLVMBuildLShr(h->b, v, up, "") : LLVMBuildAShr(h->b, v, up, "");
    }
}

static LLVMValueRef shifted(host *h, const source *s, LLVMValueRef dwords, unsigned bit) {
    return numbers(h, s, bit ? LLVMBuildLShr(h->b, dwords, host_all(LLVMTypeOf(dwords), bit), "") : dwords);
}

// Elements of step k: of B for all lanes; of A for a row, in all lanes.
static LLVMValueRef of_b(host *h, const product *p, uint32_t k) {
    uint32_t per = DWORD / p->b.bits;
    LLVMValueRef dwords = host_slice(h, p->b.dwords, k / per * p->lanes, p->lanes);
    return shifted(h, &p->b, dwords, k % per * p->b.bits);
}

static LLVMValueRef of_a(host *h, const product *p, uint32_t row, uint32_t k) {
    uint32_t bit = (row * p->steps + k) * p->a.bits;
    LLVMValueRef dword = LLVMBuildExtractElement(h->b, p->a.dwords, host_i32(h, bit / DWORD), "");
    return host_splat(h, shifted(h, &p->a, dword, bit % DWORD), p->lanes);
}

static LLVMValueRef start(host *h, const product *p, uint32_t row) {
    if (!p->acc)
        return LLVMConstNull(LLVMVectorType(p->is_float ? h->f32 : h->i32, p->lanes));
    LLVMValueRef v = host_slice(h, p->acc, row * p->lanes, p->lanes);
    if (!p->is_float)
        return v;
    if (!genx_is_float(LLVMTypeOf(v))) // bits of bfloats
        v = LLVMBuildBitCast(h->b, v, LLVMVectorType(LLVMBFloatTypeInContext(h->llvm), p->lanes), "");
    return host_float_cast(h, v, h->f32);
}

static LLVMValueRef finished(host *h, const product *p, LLVMValueRef sum) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(p->call));
    if (!p->is_float)
        return host_int_cast(h, sum, elt, true);
    if (LLVMGetTypeKind(elt) != LLVMIntegerTypeKind)
        return host_float_cast(h, sum, elt);
    sum = host_float_cast(h, sum, LLVMBFloatTypeInContext(h->llvm));
    return LLVMBuildBitCast(h->b, sum, LLVMVectorType(elt, p->lanes), "");
}

static LLVMValueRef multiply(host *h, const product *p) {
    LLVMValueRef b[DEPTH * DWORD / 2], sum, all = LLVMGetPoison(LLVMTypeOf(p->call));
    uint32_t n = p->rows * p->lanes, from[HOST_MAX_LANES];
    for (uint32_t k = 0; k < p->steps; k++)
        b[k] = of_b(h, p, k);
    for (uint32_t row = 0; row < p->rows; row++) {
        sum = start(h, p, row);
        for (uint32_t k = 0; k < p->steps; k++) {
            LLVMValueRef a = of_a(h, p, row, k);
            sum =
                p->is_float ? host_fma(h, b[k], a, sum) : LLVMBuildAdd(h->b, sum, LLVMBuildMul(h->b, b[k], a, ""), "");
        }
        sum = finished(h, p, sum);
        for (uint32_t e = 0; e < n; e++)
            from[e] = e < p->lanes ? e : UINT32_MAX;
        LLVMValueRef wide = host_shuffle(h, sum, NULL, from, n);
        for (uint32_t e = 0; e < n; e++)
            from[e] = e / p->lanes == row ? n + e % p->lanes : e;
        all = host_shuffle(h, all, wide, from, n);
    }
    return all;
}

// Products of few bits take many steps: an operation does them.
static LLVMValueRef by_operation(host *h, const product *p) {
    LLVMTypeRef t = LLVMTypeOf(p->call), sums = LLVMVectorType(h->i32, p->rows * p->lanes);
    LLVMValueRef acc = host_buffer(h, 1, 0, p->acc ? p->acc : LLVMConstNull(sums));
    LLVMValueRef b = host_buffer(h, 2, 0, p->b.dwords), a = host_buffer(h, 3, 0, p->a.dwords);
    LLVMValueRef args[] = {
        host_i32(h, p->b.code), host_i32(h, p->a.code), host_i32(h, p->rows), host_i32(h, p->lanes), acc, b, a};
    host_call_op(h, HOST_OP_dpas, args, sizeof args / sizeof args[0]);
    return host_int_cast(h, host_load(h, sums, acc, 1), genx_elt_type(t), true);
}

enum { WITH_ACC, WITHOUT_ACC, SPELLED_OUT };
static LLVMValueRef dpas(host *h, LLVMValueRef call, int form) {
    unsigned first = form == WITHOUT_ACC ? 0 : 1;
    product p = {.call = call, .acc = first ? host_arg(call, 0) : NULL};
    uint64_t code_b, code_a;
    if (form == SPELLED_OUT) {
        code_b = (uint64_t)host_const_arg(call, 3);
        code_a = (uint64_t)host_const_arg(call, 4);
        p.rows = (uint32_t)host_const_arg(call, 6);
    } else {
        uint64_t info = (uint64_t)host_const_arg(call, first + 2);
        code_b = info & 255;
        code_a = info >> 8 & 255;
        p.rows = (uint32_t)(info >> 24) & 255;
    }
    p.b = source_of(h, host_arg(call, first), code_b);
    p.a = source_of(h, host_arg(call, first + 1), code_a);
    p.is_float = code_b >= CODE_BF;
    unsigned wide = p.a.bits > p.b.bits ? p.a.bits : p.b.bits;
    p.steps = DEPTH * (wide <= 4 ? 8 : DWORD / wide);
    p.lanes = p.rows ? genx_lanes(LLVMTypeOf(call)) / p.rows : 0;
    if (!p.lanes || !code_a || !code_b || code_a > CODE_TF32 || code_b > CODE_TF32 ||
        genx_lanes(LLVMTypeOf(p.b.dwords)) * DWORD < p.lanes * p.steps * p.b.bits ||
        genx_lanes(LLVMTypeOf(p.a.dwords)) * DWORD < p.rows * p.steps * p.a.bits) {
        host_error(h, call, "CM0973", "llvm.genx.%s has operands of other sizes than its precisions need",
                   genx_info_get(genx_call_id(call))->name);
        return LLVMGetUndef(LLVMTypeOf(call));
    }
    if (!p.is_float && p.acc)
        p.acc = host_int_cast(h, p.acc, h->i32, true);
    bool few_bits = !p.is_float && (p.a.bits < 8 || p.b.bits < 8);
    return few_bits ? by_operation(h, &p) : multiply(h, &p);
}

const host_row host_dpas_rows[GENX_COUNT] = {
    [GENX_DPAS] = {dpas, WITH_ACC},
    [GENX_DPAS_NOSRC0] = {dpas, WITHOUT_ACC},
    [GENX_DPAS2] = {dpas, SPELLED_OUT},
};
