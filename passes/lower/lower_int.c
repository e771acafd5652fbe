// SPDX-License-Identifier: MIT
// Part of gx_lower: integer operations that the hardware supports only in another width or not at all.
//
// Bytes are only storage. Arithmetic on them is done in words (the extensions become operand types where a byte operand
// is legal), and the result is the low byte of each word, a region. If every user extends the bytes again, the
// operation uses the width of the users, and lower_words.c passes the words on directly.

#include "lower_priv.h"

#include <assert.h>

static bool is_signed_op(LLVMValueRef v) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAShr:
    case LLVMSDiv:
    case LLVMSRem:
        return true;
    case LLVMICmp: {
        LLVMIntPredicate p = LLVMGetICmpPredicate(v);
        return p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE;
    }
    default:
        return false;
    }
}

static LLVMValueRef extend(lw *L, LLVMValueRef x, unsigned bits, bool sign) {
    LLVMTypeRef t = lw_like(LLVMTypeOf(x), lw_int(L, bits));
    return sign ? LLVMBuildSExt(L->b, x, t, "") : LLVMBuildZExt(L->b, x, t, "");
}

static LLVMValueRef narrow(lw *L, LLVMValueRef x, LLVMTypeRef t) {
    return LLVMBuildTrunc(L->b, x, t, "");
}

// The width to compute in; 0 = unchanged.
static unsigned wide_bits(LLVMValueRef v, LLVMTypeRef t) {
    unsigned bits = genx_elt_bits(t);
    if (LLVMGetTypeKind(genx_elt_type(t)) != LLVMIntegerTypeKind)
        return 0;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMUDiv || o == LLVMSDiv || o == LLVMURem || o == LLVMSRem)
        return bits == 8 || bits == 16 ? 32 : 0;
    return bits == 8 && (genx_is_int_op(o) || o == LLVMICmp || o == LLVMSelect) ? 16 : 0;
}

// Are the bytes of v contiguous in registers? Bytes narrowed from words are not; their words are available instead.
static bool is_packed(LLVMValueRef v) {
    uint64_t bits;
    bool undef;
    if (LLVMIsConstant(v))
        return genx_const_lane(v, 0, &bits, &undef);
    if (LLVMIsAArgument(v) || LLVMIsAPHINode(v) || LLVMIsABitCastInst(v))
        return true;
    if (!LLVMIsACallInst(v))
        return false;
    genx_region r;
    genx_id id = genx_call_id(v);
    if (id == GENX_WRREGIONI && genx_region_of(v, &r) && r.stride == 1 && r.lanes > 1) // rows combined
        return is_packed(LLVMGetOperand(v, 1)) &&
               (LLVMIsUndef(LLVMGetOperand(v, 0)) || is_packed(LLVMGetOperand(v, 0)));
    return id != GENX_NONE && id != GENX_RDREGIONI && id != GENX_RDREGIONF && id != GENX_WRREGIONI &&
           id != GENX_WRREGIONF;
}

// A byte vector as dwords. Constants are folded here, because LLVM would leave a cast in them.
static LLVMValueRef as_dwords(lw *L, LLVMValueRef v, LLVMTypeRef d) {
    unsigned n = genx_lanes(d);
    LLVMValueRef *words = LLVMIsConstant(v) ? CMC_NEW_N(L->cx->arena, LLVMValueRef, n) : NULL;
    if (!words)
        return LLVMBuildBitCast(L->b, v, d, "");
    for (unsigned i = 0; i < n; i++) {
        uint64_t word = 0, bits;
        bool undef;
        for (unsigned k = 0; k < 4; k++)
            if (genx_const_lane(v, 4 * i + k, &bits, &undef) && !undef)
                word |= (bits & 0xff) << 8 * k;
        words[i] = LLVMConstInt(lw_int(L, 32), word, false);
    }
    return LLVMConstVector(words, n);
}

// Logic on packed bytes does not depend on element boundaries: it works on four bytes at a time as dwords.
static LLVMValueRef logic_on_dwords(lw *L, LLVMValueRef v, LLVMTypeRef t) {
    unsigned n = genx_lanes(t);
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    if (genx_elt_bits(t) != 8 || n < 8 || n % 4 || !is_packed(a) || !is_packed(b))
        return NULL;
    LLVMTypeRef d = LLVMVectorType(lw_int(L, 32), n / 4);
    LLVMValueRef x = as_dwords(L, a, d), y = as_dwords(L, b, d);
    LLVMValueRef r = LLVMBuildBinOp(L->b, LLVMGetInstructionOpcode(v), x, y, "");
    return LLVMBuildBitCast(L->b, r, t, "");
}

// The width to which every user extends the bytes v; 0 if widths differ or there are other users. Where only moves take
// bytes, conversions to float read dwords.
static unsigned extended_to(const lw *L, LLVMValueRef v) {
    unsigned bits = 0;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool moves = LLVMIsAUIToFPInst(user) && !L->cx->model->has_byte_alu;
        unsigned to = LLVMIsAZExtInst(user) ? genx_elt_bits(LLVMTypeOf(user)) : moves ? 32 : 0;
        if (to == 0 || (bits && to != bits))
            return 0;
        bits = to;
    }
    return bits;
}

// With a constant operand, one operation reads the bytes and produces the extended width directly.
static bool stays_wide(const lw *L, LLVMValueRef v) {
    return L->cx->model->has_byte_alu && LLVMIsAConstant(LLVMGetOperand(v, 1)) && extended_to(L, v) != 0;
}

// Bytes that every user extends to dwords are computed as dwords if operations take bytes, or if one instruction
// produces all the dwords.
static bool in_dwords(const lw *L, LLVMValueRef v, LLVMTypeRef t) {
    bool exact = genx_is_logic(v) || LLVMGetInstructionOpcode(v) == LLVMLShr;
    const isa_model *m = L->cx->model;
    return exact && genx_elt_bits(t) == 8 && extended_to(L, v) == 32 &&
           (m->has_byte_alu || genx_lanes(t) * 4 <= 2u * m->grf_b);
}

LLVMValueRef lw_widen(lw *L, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (genx_is_logic(v) && !stays_wide(L, v)) {
        LLVMValueRef packed = logic_on_dwords(L, v, LLVMTypeOf(v));
        if (packed)
            return packed;
    }
    LLVMTypeRef t = LLVMTypeOf(o == LLVMICmp ? LLVMGetOperand(v, 0) : v);
    unsigned bits = wide_bits(v, t);
    if (bits == 0)
        return NULL;
    bool sign = is_signed_op(v);
    bits = in_dwords(L, v, t) ? 32 : bits;
    if (o == LLVMSelect) {
        LLVMValueRef a = extend(L, LLVMGetOperand(v, 1), bits, sign), b = extend(L, LLVMGetOperand(v, 2), bits, sign);
        return narrow(L, LLVMBuildSelect(L->b, LLVMGetOperand(v, 0), a, b, ""), t);
    }
    LLVMValueRef a = extend(L, LLVMGetOperand(v, 0), bits, sign), b = extend(L, LLVMGetOperand(v, 1), bits, sign);
    if (o == LLVMICmp)
        return LLVMBuildICmp(L->b, LLVMGetICmpPredicate(v), a, b, "");
    return narrow(L, LLVMBuildBinOp(L->b, o, a, b, ""), t);
}

static LLVMValueRef shift(lw *L, LLVMOpcode o, LLVMValueRef x, LLVMValueRef by) {
    return LLVMBuildBinOp(L->b, o, x, by, "");
}

// fshl(a, b, c): the high half of a:b shifted left by c; a rotation if a and b are the same.
static LLVMValueRef funnel(lw *L, LLVMValueRef v, bool left) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1), c = LLVMGetOperand(v, 2);
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = genx_elt_bits(t);
    uint64_t n;
    if (a == b && L->cx->model->has_rol && (bits == 16 || bits == 32)) {
        LLVMValueRef args[2] = {a, c};
        return genx_build(L->b, L->mod, left ? GENX_ROL : GENX_ROR, t, args, 2, "");
    }
    if (bits < 8)
        return NULL;
    if (LLVMIsConstant(c) && genx_const_splat(c, &n)) {
        n %= bits;
        if (n == 0)
            return left ? a : b;
        uint64_t up = left ? n : bits - n;
        LLVMValueRef high = shift(L, LLVMShl, a, lw_const(t, up)), low = shift(L, LLVMLShr, b, lw_const(t, bits - up));
        return LLVMBuildOr(L->b, high, low, "");
    }
    LLVMValueRef m = LLVMBuildAnd(L->b, c, lw_const(t, bits - 1), "");
    LLVMValueRef rest = LLVMBuildSub(L->b, lw_const(t, bits - 1), m, "");
    LLVMValueRef one = lw_const(t, 1); // shift by one bit first, so that no count reaches the width
    if (left) {
        LLVMValueRef high = shift(L, LLVMShl, a, m), low = shift(L, LLVMLShr, shift(L, LLVMLShr, b, one), rest);
        return LLVMBuildOr(L->b, high, low, "");
    }
    LLVMValueRef high = shift(L, LLVMShl, shift(L, LLVMShl, a, one), rest), low = shift(L, LLVMLShr, b, m);
    return LLVMBuildOr(L->b, high, low, "");
}

// Counting instructions read and write dwords.
static LLVMValueRef count(lw *L, LLVMValueRef v, unsigned bits, LLVMTypeRef t) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef d = lw_like(t, lw_int(L, 32));
    bool lz = bale_is_llvm(v, "ctlz"), tz = bale_is_llvm(v, "cttz");
    if (bits > 32 || (!lz && !tz && bits == 32))
        return NULL;
    if (bits < 32)
        x = LLVMBuildZExt(L->b, x, d, "");
    LLVMValueRef r;
    if (lz) {
        r = lw_genx1(L, GENX_LZD, x, d);
        if (bits < 32)
            r = LLVMBuildSub(L->b, r, lw_const(d, 32 - bits), "");
    } else if (tz) {
        if (bits < 32) // a stop bit, so that zero gives the width
            x = LLVMBuildOr(L->b, x, lw_const(d, 1ull << bits), "");
        r = lw_genx1(L, GENX_FBL, x, d);
        if (bits == 32) {
            LLVMValueRef args[2] = {r, lw_const(d, 32)}; // fbl of zero is all ones
            r = lw_llvm(L, "llvm.umin", d, args, 2);
        }
    } else {
        r = lw_llvm(L, "llvm.ctpop", d, &x, 1);
    }
    return bits < 32 ? narrow(L, r, t) : r;
}

static LLVMValueRef reverse_bits(lw *L, LLVMValueRef v, unsigned bits, LLVMTypeRef t) {
    if (bits >= 32)
        return NULL;
    LLVMTypeRef d = lw_like(t, lw_int(L, 32));
    LLVMValueRef x = LLVMBuildZExt(L->b, LLVMGetOperand(v, 0), d, "");
    x = lw_llvm(L, "llvm.bitreverse", d, &x, 1);
    return narrow(L, LLVMBuildLShr(L->b, x, lw_const(d, 32 - bits), ""), t);
}

// Reverses the bytes of each element: one strided copy for each byte.
static LLVMValueRef swap_bytes(lw *L, LLVMValueRef v, unsigned bits, LLVMTypeRef t) {
    uint32_t e = bits / 8, n = genx_lanes(t);
    if (bits % 16 || e > 4)
        return NULL;
    LLVMTypeRef bytes = LLVMVectorType(lw_int(L, 8), e * n);
    LLVMValueRef x = LLVMBuildBitCast(L->b, LLVMGetOperand(v, 0), bytes, ""), out = LLVMGetUndef(bytes);
    for (uint32_t k = 0; k < e; k++) {
        genx_region r = {
            .vstride = n * e, .width = n, .stride = e, .off_const = true, .off_b = e - 1 - k, .lanes = n, .elt_b = 1};
        out = genx_build_wr(L->b, L->mod, out, lw_read_1d(L, x, k, e, n, false), &r, NULL);
    }
    return LLVMBuildBitCast(L->b, out, t, "");
}

// Minimum, maximum, absolute value and saturating sums of bytes.
static LLVMValueRef byte_intrinsic(lw *L, LLVMValueRef v, LLVMTypeRef t) {
    static const struct {
        const char *name, *wide;
        bool sign;
        int sat; // 0 = truncate, 1 = clamp signed, 2 = clamp unsigned
        LLVMOpcode op;
    } rows[] = {
        {"smin", "llvm.smin", true, 0, 0},    {"smax", "llvm.smax", true, 0, 0},
        {"umin", "llvm.umin", false, 0, 0},   {"umax", "llvm.umax", false, 0, 0},
        {"sadd.sat", NULL, true, 1, LLVMAdd}, {"uadd.sat", NULL, false, 2, LLVMAdd},
        {"ssub.sat", NULL, true, 1, LLVMSub}, {"usub.sat", NULL, false, 2, LLVMSub},
    };
    LLVMTypeRef w = lw_like(t, lw_int(L, 16));
    if (bale_is_llvm(v, "abs")) {
        LLVMValueRef args[2] = {extend(L, LLVMGetOperand(v, 0), 16, true), LLVMGetOperand(v, 1)};
        return narrow(L, lw_llvm(L, "llvm.abs", w, args, 2), t);
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        if (!bale_is_llvm(v, rows[i].name))
            continue;
        LLVMValueRef a[2];
        for (unsigned k = 0; k < 2; k++)
            a[k] = extend(L, LLVMGetOperand(v, k), 16, rows[i].sign);
        if (rows[i].wide)
            return narrow(L, lw_llvm(L, rows[i].wide, w, a, 2), t);
        LLVMValueRef s = LLVMBuildBinOp(L->b, rows[i].op, a[0], a[1], "");
        // The difference of unsigned bytes is a signed word.
        genx_id id = rows[i].sat == 1 ? GENX_SSTRUNC_SAT : rows[i].op == LLVMSub ? GENX_USTRUNC_SAT : GENX_UUTRUNC_SAT;
        return lw_genx1(L, id, s, t);
    }
    return NULL;
}

LLVMValueRef lw_intrinsic(lw *L, LLVMValueRef v) {
    if (!LLVMIsACallInst(v) || genx_call_id(v) != GENX_NONE)
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(genx_elt_type(t)) != LLVMIntegerTypeKind || genx_is_bool(t))
        return NULL;
    unsigned bits = genx_elt_bits(t);
    if (bale_is_llvm(v, "fshl") || bale_is_llvm(v, "fshr"))
        return funnel(L, v, bale_is_llvm(v, "fshl"));
    if (bale_is_llvm(v, "ctlz") || bale_is_llvm(v, "cttz") || bale_is_llvm(v, "ctpop"))
        return count(L, v, bits, t);
    if (bale_is_llvm(v, "bitreverse"))
        return reverse_bits(L, v, bits, t);
    if (bale_is_llvm(v, "bswap"))
        return swap_bytes(L, v, bits, t);
    return bits == 8 ? byte_intrinsic(L, v, t) : NULL;
}
