// SPDX-License-Identifier: MIT
// Part of gx_lower: predicates as integers, parts of predicates, and integers of widths that no register has.
//
//   before                                              after
//     %x = bitcast <7 x i1> %m to i7                      or of the lanes of select %m, <1, 2, 4, ...>, 0; trunc to i7
//     %z = zext i7 %x to i32                              the same without the trunc
//     %m = bitcast i20 %x to <20 x i1>                    icmp ne (and (%x's words, one for 16 lanes), <1, 2, 4, ...>), 0
//     wrpredregion %old, %sub, 4                          wrregion on words of 1 and 0; icmp ne
//
// 8 and 16 lanes stay: a word of a flag register is the integer. 32 and 64 lanes stay too; legalization handles them
// word by word.

#include "lower_ops.h"

#include <assert.h>

// Masks and integers

static bool stays(uint32_t lanes) {
    return lanes == 8 || lanes == 16 || lanes == 32 || lanes == 64;
}

// 1, 2, 4, ..., starting again after `every` lanes.
static LLVMValueRef powers(lw *L, uint32_t n, uint32_t every) {
    assert(every > 0 && "the powers start again after some lanes");
    LLVMValueRef *e = CMC_NEW_N(L->cx->arena, LLVMValueRef, n);
    if (!e)
        return LLVMGetUndef(LLVMVectorType(lw_int(L, 16), n));
    for (uint32_t k = 0; k < n; k++)
        e[k] = LLVMConstInt(lw_int(L, 16), 1u << k % every, 0);
    return LLVMConstVector(e, n);
}

// Lanes 16 * k to 16 * k + 15 of a predicate as a word; v holds the powers of two of the lanes that are set.
static LLVMValueRef mask_word(lw *L, LLVMValueRef v, uint32_t k) {
    assert(k * 16 < genx_lanes(LLVMTypeOf(v)) && "the word has lanes");
    uint32_t n = genx_lanes(LLVMTypeOf(v)), lanes = n - k * 16 < 16 ? n - k * 16 : 16;
    LLVMValueRef part = lw_read_1d(L, v, k * 16, 1, lanes, lanes == 1);
    if (lanes == 1)
        return part;
    LLVMTypeRef t = LLVMTypeOf(part);
    unsigned id = LLVMLookupIntrinsicID("llvm.vector.reduce.or", 21);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, id, &t, 1);
    return LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, &part, 1, "");
}

// The predicate's bits in `words` words, padded with zeros.
static LLVMValueRef mask_to_words(lw *L, LLVMValueRef m, uint32_t words) {
    assert(genx_is_bool(LLVMTypeOf(m)) && words * 16 >= genx_lanes(LLVMTypeOf(m)) && "each lane has a bit");
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    LLVMTypeRef w = lw_int(L, 16);
    LLVMValueRef v = lo_select(L, m, powers(L, n, 16), LLVMConstNull(LLVMVectorType(w, n)));
    LLVMValueRef all = LLVMConstNull(LLVMVectorType(w, words));
    for (uint32_t k = 0; k * 16 < n; k++) {
        genx_region r = {.width = 1, .off_const = true, .off_b = k * 2, .lanes = 1, .elt_b = 2};
        all = genx_build_wr(L->b, L->mod, all, mask_word(L, v, k), &r, NULL);
    }
    return all;
}

static LLVMValueRef mask_to_int(lw *L, LLVMValueRef m, unsigned bits) {
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    if (bits > 16)
        return LLVMBuildBitCast(L->b, mask_to_words(L, m, bits / 16), lw_int(L, bits), "");
    LLVMValueRef v = lo_select(L, m, powers(L, n, 16), LLVMConstNull(LLVMVectorType(lw_int(L, 16), n)));
    return lo_resize(L, mask_word(L, v, 0), bits, false);
}

// v consists of words that hold at least n bits.
static LLVMValueRef words_to_mask(lw *L, LLVMValueRef v, uint32_t n) {
    uint32_t lanes = n <= 16 ? n : (n + 15) / 16 * 16;
    genx_region r = {
        .vstride = 1, .width = n <= 16 ? n : 16, .stride = 0, .off_const = true, .lanes = lanes, .elt_b = 2};
    v = genx_build_rd(L->b, L->mod, v, &r, false);
    if (lanes != n)
        v = lw_read_1d(L, v, 0, 1, n, false);
    return lo_cmp(L, LLVMIntNE, lo_and(L, v, powers(L, n, 16)), LLVMConstNull(LLVMTypeOf(v)));
}

// x has a legal width of at least n bits.
static LLVMValueRef int_to_mask(lw *L, LLVMValueRef x, uint32_t n) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(x)) < 16 ? 16 : genx_elt_bits(LLVMTypeOf(x));
    LLVMTypeRef words = LLVMVectorType(lw_int(L, 16), bits / 16);
    return words_to_mask(L, LLVMBuildBitCast(L->b, lo_resize(L, x, bits, false), words, ""), n);
}

// The same for a vector of small integers, which instcombine builds for reads from the middle of a predicate.
static LLVMValueRef mask_to_ints(lw *L, LLVMValueRef m, LLVMTypeRef t) {
    uint32_t n = genx_lanes(LLVMTypeOf(m)), bits = genx_elt_bits(t), k = genx_lanes(t);
    LLVMValueRef zero = LLVMConstNull(LLVMVectorType(lw_int(L, 16), n)), r = NULL;
    LLVMValueRef v = lo_select(L, m, powers(L, n, bits), zero);
    for (uint32_t b = 0; b < bits; b++) {
        LLVMValueRef part = lw_read_1d(L, v, b, bits, k, false);
        r = r ? lo_or(L, r, part) : part;
    }
    return LLVMBuildTrunc(L->b, lo_resize(L, r, lw_legal_bits(bits), false), t, "");
}

static LLVMValueRef ints_to_mask(lw *L, LLVMValueRef x, uint32_t bits, uint32_t n) {
    genx_region r = {.vstride = 1, .width = bits, .stride = 0, .off_const = true, .lanes = n, .elt_b = 2};
    LLVMValueRef v = genx_build_rd(L->b, L->mod, lo_resize(L, x, 16, false), &r, false);
    v = lo_and(L, v, powers(L, n, bits));
    return lo_cmp(L, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)));
}

// Odd widths

static LLVMValueRef odd_cast(lw *L, LLVMValueRef v) {
    assert(LLVMIsACastInst(v) && "lw_odd() checked");
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    bool sign = o == LLVMSExt || o == LLVMSIToFP;
    if (o == LLVMTrunc && lw_is_odd(t)) { // an odd integer is a trunc from the next legal width
        unsigned to = lw_legal_bits(genx_elt_bits(t));
        if (genx_elt_bits(LLVMTypeOf(x)) == to)
            return NULL;
        LLVMValueRef w = lw_is_odd(LLVMTypeOf(x)) ? lw_widened(L, x, false) : x;
        return LLVMBuildTrunc(L->b, lo_resize(L, w, to, false), t, "");
    }
    if (!lw_is_odd(LLVMTypeOf(x)) && !lw_is_odd(t))
        return NULL;
    if (genx_is_float(LLVMTypeOf(x))) {
        LLVMTypeRef wide = lo_ints(L, t, lw_legal_bits(genx_elt_bits(t)));
        return LLVMBuildTrunc(L->b, LLVMBuildCast(L->b, o, x, wide, ""), t, "");
    }
    bool made = !lw_is_odd(LLVMTypeOf(x)) || LLVMIsConstant(x) ||
                (LLVMIsATruncInst(x) &&
                 genx_elt_bits(LLVMTypeOf(LLVMGetOperand(x, 0))) == lw_legal_bits(genx_elt_bits(LLVMTypeOf(x))));
    if (!made) // selection reports it
        return NULL;
    LLVMValueRef w = lw_is_odd(LLVMTypeOf(x)) ? lw_widened(L, x, sign) : x;
    if (lw_is_odd(t)) // from a narrower type
        return LLVMBuildTrunc(L->b, lo_resize(L, w, lw_legal_bits(genx_elt_bits(t)), sign), t, "");
    if (o == LLVMSIToFP || o == LLVMUIToFP)
        return LLVMBuildCast(L->b, o, w, t, "");
    return lo_resize(L, w, genx_elt_bits(t), sign);
}

static bool is_signed_op(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (LLVMIsAICmpInst(v)) {
        LLVMIntPredicate p = LLVMGetICmpPredicate(v);
        return p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE;
    }
    return o == LLVMAShr || o == LLVMSDiv || o == LLVMSRem;
}

// A predicate as any other type: the bytes of its words. Whole registers and small elements take shorter paths.
static LLVMValueRef mask_to_bits(lw *L, LLVMValueRef m, LLVMTypeRef t) {
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    if (!genx_is_vec(t)) {
        if (stays(n) || !genx_is_vec(LLVMTypeOf(m)))
            return NULL;
        LLVMValueRef w = mask_to_int(L, m, lw_legal_bits(n));
        return lw_is_odd(t) ? LLVMBuildTrunc(L->b, w, t, "") : w;
    }
    if (lw_is_odd(t) && genx_elt_bits(t) < 16)
        return mask_to_ints(L, m, t);
    if (!lw_is_odd(t) && n <= 64)
        return LLVMBuildBitCast(L->b, LLVMBuildBitCast(L->b, m, lw_int(L, n), ""), t, "");
    if (n % 8 != 0)
        return NULL;
    LLVMValueRef words = mask_to_words(L, m, (n + 15) / 16);
    LLVMTypeRef bt = LLVMVectorType(lw_int(L, 8), genx_lanes(LLVMTypeOf(words)) * 2);
    LLVMValueRef bytes = LLVMBuildBitCast(L->b, words, bt, "");
    return lw_odd_bits(L, n % 16 == 0 ? words : lw_read_1d(L, bytes, 0, 1, n / 8, false), t);
}

static LLVMValueRef bits_to_mask(lw *L, LLVMValueRef x, uint32_t n) {
    LLVMTypeRef from = LLVMTypeOf(x);
    if (!genx_is_vec(from))
        return stays(n) ? NULL : int_to_mask(L, lw_is_odd(from) ? lw_widened(L, x, false) : x, n);
    if (lw_is_odd(from) && genx_elt_bits(from) < 16)
        return ints_to_mask(L, lw_widened(L, x, false), genx_elt_bits(from), n);
    LLVMTypeRef t = LLVMVectorType(lw_int(L, 1), n);
    if (!lw_is_odd(from) && n <= 64)
        return LLVMBuildBitCast(L->b, LLVMBuildBitCast(L->b, x, lw_int(L, n), ""), t, "");
    if (n % 8 != 0)
        return NULL;
    x = lw_odd_bits(L, x, LLVMVectorType(lw_int(L, 8), n / 8));
    if (!x)
        return NULL;
    uint32_t words = (n + 15) / 16;
    genx_region r = {.width = n / 8, .stride = 1, .off_const = true, .lanes = n / 8, .elt_b = 1};
    if (n % 16 != 0)
        x = genx_build_wr(L->b, L->mod, LLVMConstNull(LLVMVectorType(lw_int(L, 8), words * 2)), x, &r, NULL);
    return words_to_mask(L, LLVMBuildBitCast(L->b, x, LLVMVectorType(lw_int(L, 16), words), ""), n);
}

// Whether only single bits of it are used, each at a constant place: bits_of_element reads them from the operand.
static bool gives_single_bits(LLVMValueRef v) {
    uint64_t at;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAExtractElementInst(user) || !genx_const_u64(LLVMGetOperand(user, 1), &at))
            return false;
    }
    return true;
}

static LLVMValueRef odd_bitcast(lw *L, LLVMValueRef v) {
    assert(LLVMIsABitCastInst(v) && "lw_odd() checked");
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (genx_is_bool(LLVMTypeOf(v)) && genx_is_vec(LLVMTypeOf(v)) && genx_is_vec(LLVMTypeOf(x)) && gives_single_bits(v))
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v), from = LLVMTypeOf(x);
    bool to_mask = genx_is_bool(t), from_mask = genx_is_bool(from);
    if (genx_elt_bits(t) > 64 || genx_elt_bits(from) > 64 || (to_mask && from_mask))
        return NULL;
    bool between = from_mask && genx_is_float(t); // flags are integers
    if (between || (to_mask && genx_is_float(from))) {
        LLVMTypeRef mid = between ? lo_ints(L, t, genx_elt_bits(t)) : lo_ints(L, from, genx_elt_bits(from));
        return LLVMBuildBitCast(L->b, LLVMBuildBitCast(L->b, x, mid, ""), t, "");
    }
    if (from_mask)
        return mask_to_bits(L, x, t);
    if (to_mask)
        return genx_is_vec(t) ? bits_to_mask(L, x, genx_lanes(t)) : NULL;
    return lw_is_odd(t) || lw_is_odd(from) ? lw_odd_bits(L, x, t) : NULL;
}

// The bits of element k from bit `at` on, in a register of `to` bits. If `at` is negative, the whole element is shifted
// up.
static LLVMValueRef element_bits(lw *L, LLVMValueRef from, uint32_t k, int at, unsigned to) {
    if (genx_is_vec(LLVMTypeOf(from)))
        from = lw_read_1d(L, from, k, 1, 1, true);
    if (at >= 0)
        return lo_resize(L, lo_by(L, LLVMLShr, from, (unsigned)at), to, false);
    return lo_by(L, LLVMShl, lo_resize(L, from, to, false), (unsigned)-at);
}

// Reads a few bits inside an element, or across adjacent elements, that a bitcast makes an element.
static LLVMValueRef bits_of_element(lw *L, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0), r = NULL;
    uint64_t at;
    if (!LLVMIsAExtractElementInst(v) || !LLVMIsABitCastInst(x) || !genx_const_u64(LLVMGetOperand(v, 1), &at))
        return NULL;
    LLVMValueRef from = LLVMGetOperand(x, 0);
    LLVMTypeRef ft = LLVMTypeOf(from);
    if (genx_is_bool(ft) || genx_elt_bits(ft) == 0 || at >= genx_lanes(LLVMTypeOf(x)))
        return NULL;
    unsigned each = genx_elt_bits(ft), bits = genx_elt_bits(LLVMTypeOf(v));
    at *= bits;
    if (genx_is_float(ft))
        from = LLVMBuildBitCast(L->b, from, lo_ints(L, ft, each), "");
    if (lw_is_odd(ft))
        from = lw_widened(L, from, false);
    for (uint64_t k = at / each; k * each < at + bits; k++) {
        int first = (int)((int64_t)at - (int64_t)(k * each));
        LLVMValueRef part = element_bits(L, from, (uint32_t)k, first, lw_legal_bits(bits));
        r = r ? lo_or(L, r, part) : part;
    }
    return LLVMBuildTrunc(L->b, r, LLVMTypeOf(v), "");
}

static LLVMValueRef odd_shuffle(lw *L, LLVMValueRef v) {
    assert(LLVMIsAShuffleVectorInst(v) && "odd_element() checked");
    unsigned n = LLVMGetNumMaskElements(v);
    LLVMTypeRef i32 = lw_int(L, 32);
    LLVMValueRef *lanes = CMC_NEW_N(L->cx->arena, LLVMValueRef, n);
    if (!lanes)
        return NULL;
    for (unsigned k = 0; k < n; k++) {
        int lane = LLVMGetMaskValue(v, k);
        lanes[k] = lane == LLVMGetUndefMaskElem() ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)lane, 0);
    }
    LLVMValueRef a = lw_widened(L, LLVMGetOperand(v, 0), false), b = lw_widened(L, LLVMGetOperand(v, 1), false);
    return LLVMBuildShuffleVector(L->b, a, b, LLVMConstVector(lanes, n), "");
}

// Element access in vectors whose elements have an odd width.
static LLVMValueRef odd_element(lw *L, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0), r = bits_of_element(L, v);
    if (r)
        return r;
    if (LLVMIsAExtractElementInst(v))
        r = LLVMBuildExtractElement(L->b, lw_widened(L, x, false), LLVMGetOperand(v, 1), "");
    else if (LLVMIsAInsertElementInst(v)) {
        LLVMValueRef old = lw_widened(L, x, false), element = lw_widened(L, LLVMGetOperand(v, 1), false);
        r = LLVMBuildInsertElement(L->b, old, element, LLVMGetOperand(v, 2), "");
    } else if (LLVMIsAShuffleVectorInst(v))
        r = odd_shuffle(L, v);
    return r ? LLVMBuildTrunc(L->b, r, LLVMTypeOf(v), "") : NULL;
}

// Instcombine counts the lanes of a predicate in an integer with one bit per lane, whatever its width. Returns an
// expression on such a count as a word; NULL if x is not one.
static LLVMValueRef wide_count(lw *L, LLVMValueRef x) {
    LLVMTypeRef t = LLVMTypeOf(x), w = lw_int(L, 16);
    if (genx_is_vec(t) || LLVMGetTypeKind(t) != LLVMIntegerTypeKind || genx_elt_bits(t) <= 64)
        return NULL;
    if (LLVMIsAConstantInt(x)) {
        LLVMValueRef c = LLVMConstTrunc(x, w);
        return LLVMBuildZExt(L->b, c, t, "") == x ? c : NULL;
    }
    if (!LLVMIsAInstruction(x) || LLVMGetNumOperands(x) == 0)
        return NULL;
    LLVMValueRef from = LLVMGetOperand(x, 0);
    if (LLVMIsABinaryOperator(x) && LLVMGetInstructionOpcode(x) == LLVMAnd) {
        LLVMValueRef a = wide_count(L, from), b = wide_count(L, LLVMGetOperand(x, 1));
        return a && b ? lo_and(L, a, b) : NULL;
    }
    if (!bale_is_llvm(x, "ctpop") || !LLVMIsABitCastInst(from) || !genx_is_bool(LLVMTypeOf(LLVMGetOperand(from, 0))))
        return NULL;
    return lw_count_lanes(L, LLVMGetOperand(from, 0));
}

static LLVMValueRef use_of_count(lw *L, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0), a = LLVMIsATruncInst(v) || LLVMIsAICmpInst(v) ? wide_count(L, x) : NULL;
    if (!a || (LLVMIsAICmpInst(v) && is_signed_op(v)))
        return NULL;
    if (LLVMIsATruncInst(v)) {
        LLVMTypeRef t = LLVMTypeOf(v);
        unsigned bits = genx_elt_bits(t);
        a = lo_resize(L, a, bits < 16 ? 16 : lw_legal_bits(bits), false);
        return lo_cast(L, LLVMTrunc, a, t);
    }
    LLVMValueRef b = wide_count(L, LLVMGetOperand(v, 1));
    return b ? lo_cmp(L, LLVMGetICmpPredicate(v), a, b) : NULL;
}

LLVMValueRef lw_odd(lw *L, LLVMValueRef v) {
    if (LLVMGetNumOperands(v) == 0 || LLVMIsAPHINode(v))
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef x = LLVMGetOperand(v, 0), of_count = use_of_count(L, v);
    if (of_count)
        return of_count;
    if (LLVMIsABitCastInst(v))
        return odd_bitcast(L, v);
    if (LLVMIsACastInst(v))
        return odd_cast(L, v);
    if (LLVMIsACallInst(v))
        return lw_odd_call(L, v);
    bool sign = is_signed_op(v);
    if (LLVMIsAICmpInst(v) && lw_is_odd(LLVMTypeOf(x))) {
        LLVMValueRef a = lw_widened(L, x, sign), b = lw_widened(L, LLVMGetOperand(v, 1), sign);
        return lo_cmp(L, LLVMGetICmpPredicate(v), a, b);
    }
    if (genx_is_bool(t) && LLVMIsAExtractElementInst(v))
        return bits_of_element(L, v);
    if (!lw_is_odd(t))
        return NULL;
    if (LLVMIsAExtractElementInst(v) || LLVMIsAInsertElementInst(v) || LLVMIsAShuffleVectorInst(v))
        return odd_element(L, v);
    if (LLVMIsABinaryOperator(v)) {
        LLVMValueRef a = lw_widened(L, x, sign), b = lw_widened(L, LLVMGetOperand(v, 1), sign);
        return LLVMBuildTrunc(L->b, lo_op(L, LLVMGetInstructionOpcode(v), a, b), t, "");
    }
    if (LLVMIsASelectInst(v)) {
        LLVMValueRef a = lw_widened(L, LLVMGetOperand(v, 1), false), b = lw_widened(L, LLVMGetOperand(v, 2), false);
        return LLVMBuildTrunc(L->b, lo_select(L, x, a, b), t, "");
    }
    return NULL;
}

// Parts of predicates

static LLVMValueRef write_part(lw *L, LLVMValueRef v, bool masked) {
    enum { OLD, PART, PLACE, MASK }; // of wrpredregion and wrpredpredregion
    LLVMValueRef old = lw_to_words(L, LLVMGetOperand(v, OLD)), sub = lw_to_words(L, LLVMGetOperand(v, PART));
    uint64_t at;
    uint32_t n = genx_lanes(LLVMTypeOf(sub));
    if (!genx_const_u64(LLVMGetOperand(v, PLACE), &at)) {
        gx_error(L->cx, v, "CM0948", "the offset of a predicate region must be a constant");
        return LLVMGetUndef(LLVMTypeOf(v));
    }
    genx_region r = genx_row_region(n, (uint32_t)at * 2, 2);
    return lw_from_words(L, genx_build_wr(L->b, L->mod, old, sub, &r, masked ? LLVMGetOperand(v, MASK) : NULL));
}

LLVMValueRef lw_mask_part(lw *L, LLVMValueRef v) {
    uint64_t at;
    switch (genx_call_id(v)) {
    case GENX_WRPREDREGION:
        return write_part(L, v, false);
    case GENX_WRPREDPREDREGION:
        return write_part(L, v, true);
    case GENX_RDPREDREGION: {
        LLVMValueRef m = LLVMGetOperand(v, 0);
        uint32_t n = genx_lanes(LLVMTypeOf(v));
        if (genx_lanes(LLVMTypeOf(m)) <= 16 || !genx_const_u64(LLVMGetOperand(v, 1), &at))
            return NULL;
        return lw_from_words(L, lw_read_1d(L, lw_to_words(L, m), (uint32_t)at, 1, n, !genx_is_vec(LLVMTypeOf(v))));
    }
    case GENX_CONSTANTPRED:
        return LLVMGetOperand(v, 0);
    default:
        return NULL;
    }
}
