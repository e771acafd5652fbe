// SPDX-License-Identifier: MIT
// Part of gx_lower: element access, shuffles and truncations become regions.

#include "lower_priv.h"

static LLVMValueRef write_1d(lw *L, LLVMValueRef old, LLVMValueRef x, uint32_t first, uint32_t stride) {
    uint32_t e = genx_elt_b(LLVMTypeOf(old)), n = genx_lanes(LLVMTypeOf(x));
    genx_region r = {.vstride = n * stride,
                     .width = n,
                     .stride = stride,
                     .off_const = true,
                     .off_b = first * e,
                     .lanes = n,
                     .elt_b = e};
    return genx_build_wr(L->b, L->mod, old, x, &r, NULL);
}

// The byte offset of element idx as i16. Constants are added last, so that they fold into the operand.
static LLVMValueRef byte_offset(lw *L, LLVMValueRef idx, uint32_t elt_b) {
    LLVMTypeRef i16 = lw_int(L, 16);
    uint64_t c = 0, x;
    while (LLVMIsAInstruction(idx) && LLVMGetInstructionOpcode(idx) == LLVMAdd &&
           genx_const_u64(LLVMGetOperand(idx, 1), &x)) {
        c += x;
        idx = LLVMGetOperand(idx, 0);
    }
    unsigned bits = genx_elt_bits(LLVMTypeOf(idx));
    LLVMValueRef o = idx;
    if (bits > 16)
        o = LLVMBuildTrunc(L->b, idx, i16, "");
    else if (bits < 16)
        o = LLVMBuildZExt(L->b, idx, i16, "");
    if (elt_b > 1)
        o = LLVMBuildMul(L->b, o, lw_const(i16, elt_b), "");
    return c ? LLVMBuildAdd(L->b, o, lw_const(i16, c * elt_b), "") : o;
}

static genx_region element(lw *L, LLVMValueRef idx, uint32_t elt_b) {
    genx_region r = {.width = 1, .lanes = 1, .elt_b = elt_b};
    uint64_t k;
    r.off_const = genx_const_u64(idx, &k);
    if (r.off_const)
        r.off_b = (uint32_t)k * elt_b;
    else
        r.offset = byte_offset(L, idx, elt_b);
    return r;
}

LLVMValueRef lw_extract(lw *L, LLVMValueRef v) {
    if (!LLVMIsAExtractElementInst(v))
        return NULL;
    LLVMValueRef src = LLVMGetOperand(v, 0), idx = LLVMGetOperand(v, 1);
    if (genx_is_bool(LLVMTypeOf(src))) {
        if (genx_lanes(LLVMTypeOf(src)) == 1)
            return LLVMBuildBitCast(L->b, src, lw_int(L, 1), "");
        return lw_from_words(L, LLVMBuildExtractElement(L->b, lw_to_words(L, src), idx, ""));
    }
    genx_region r = element(L, idx, genx_elt_b(LLVMTypeOf(src)));
    return genx_build_rd(L->b, L->mod, src, &r, true);
}

// Do all users of v do the same in each lane?
static bool used_by_lane(LLVMValueRef v) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACmpInst(user) && !LLVMIsABinaryOperator(user) &&
            (!LLVMIsACastInst(user) || LLVMIsABitCastInst(user)))
            return false;
    }
    return true;
}

// LLVM computes in vectors with only one defined element where it found that the others repeat it. This rule broadcasts
// the element: an operand can read a scalar in all lanes, and no lane computes with undefined data.
LLVMValueRef lw_insert(lw *L, LLVMValueRef v) {
    if (!LLVMIsAInsertElementInst(v))
        return NULL;
    LLVMValueRef old = LLVMGetOperand(v, 0), x = LLVMGetOperand(v, 1), idx = LLVMGetOperand(v, 2);
    if (LLVMIsUndef(old) && !genx_is_bool(LLVMTypeOf(old)) && used_by_lane(v))
        return lw_splat(L, x, genx_lanes(LLVMTypeOf(old)));
    if (genx_is_bool(LLVMTypeOf(old)) && genx_lanes(LLVMTypeOf(old)) == 1)
        return LLVMBuildBitCast(L->b, x, LLVMTypeOf(old), "");
    if (genx_is_bool(LLVMTypeOf(old))) {
        LLVMValueRef words = lw_to_words(L, old), word = lw_to_words(L, x);
        return lw_from_words(L, LLVMBuildInsertElement(L->b, words, word, idx, ""));
    }
    genx_region r = element(L, idx, genx_elt_b(LLVMTypeOf(old)));
    return genx_build_wr(L->b, L->mod, old, x, &r, NULL);
}

// The scalar that was written as element k of v, or that v broadcasts; NULL if it is unknown.
static LLVMValueRef written_lane(LLVMValueRef v, uint32_t k) {
    genx_region r;
    if (LLVMIsConstant(v))
        return LLVMGetAggregateElement(v, k);
    if (!LLVMIsAInstruction(v) || !genx_region_of(v, &r) || !r.off_const)
        return NULL;
    if (genx_is_wrregion(v)) {
        LLVMValueRef x = LLVMGetOperand(v, 1);
        bool whole = r.lanes == 1 && genx_mask_is_true(v) && r.off_b == k * r.elt_b;
        return whole && !genx_is_vec(LLVMTypeOf(x)) ? x : NULL;
    }
    LLVMValueRef one = LLVMGetOperand(v, 0), x = LLVMIsABitCastInst(one) ? LLVMGetOperand(one, 0) : NULL;
    bool broadcast = x && genx_is_vec(LLVMTypeOf(v)) && genx_lanes(LLVMTypeOf(one)) == 1;
    return broadcast && LLVMTypeOf(x) == LLVMGetElementType(LLVMTypeOf(v)) ? x : NULL;
}

enum { MAX_SCALAR_STEPS = 8 };

static bool is_lane_step(LLVMValueRef v) {
    return LLVMIsABinaryOperator(v) && !genx_is_float(LLVMTypeOf(v)) && !genx_is_bool(LLVMTypeOf(v)) &&
           genx_single_user(v);
}

// Whether element k of v can be computed as a scalar, so that the vector is not needed.
static bool has_lane(LLVMValueRef v, uint32_t k, unsigned depth) {
    if (written_lane(v, k))
        return true;
    return depth < MAX_SCALAR_STEPS && is_lane_step(v) && has_lane(LLVMGetOperand(v, 0), k, depth + 1) &&
           has_lane(LLVMGetOperand(v, 1), k, depth + 1);
}

static LLVMValueRef build_lane(lw *L, LLVMValueRef v, uint32_t k) {
    LLVMValueRef x = written_lane(v, k);
    if (x)
        return x;
    LLVMValueRef a = build_lane(L, LLVMGetOperand(v, 0), k), b = build_lane(L, LLVMGetOperand(v, 1), k);
    return LLVMBuildBinOp(L->b, LLVMGetInstructionOpcode(v), a, b, "");
}

// Broadcasts one element of a vector; computes the scalar itself if that element is all that is used.
static LLVMValueRef splat_of(lw *L, LLVMValueRef src, uint32_t k, uint32_t n) {
    if (has_lane(src, k, 0))
        return lw_splat(L, build_lane(L, src, k), n);
    return lw_read_1d(L, src, k, 0, n, false);
}

typedef struct mask {
    LLVMValueRef v;
    uint32_t n;
    uint32_t src_n;
} mask;

// The element number in both sources together; -1 = any.
static int32_t at(const mask *m, uint32_t k) {
    int x = LLVMGetMaskValue(m->v, k);
    return x == LLVMGetUndefMaskElem() ? -1 : x;
}

// The longest run of evenly spaced elements of one source from lane k on. Undefined lanes end a run.
static uint32_t run_length(const mask *m, uint32_t k, int32_t *stride) {
    int32_t first = at(m, k);
    uint32_t n = 1;
    *stride = 1;
    if (k + 1 >= m->n || at(m, k + 1) < first)
        return 1;
    int32_t s = at(m, k + 1) - first;
    while (k + n < m->n && at(m, k + n) == first + (int32_t)n * s &&
           (uint32_t)at(m, k + n) / m->src_n == (uint32_t)first / m->src_n)
        n++;
    if (n > 1)
        *stride = s;
    return n;
}

// One stride for all defined lanes; undefined lanes are read too and must lie inside the source.
static bool as_line(const mask *m, genx_region *r, uint32_t elt_b, uint32_t *source) {
    int32_t k1 = -1, k2 = -1, n = (int32_t)m->n, src_n = (int32_t)m->src_n;
    for (int32_t k = 0; k < n && k2 < 0; k++)
        if (at(m, (uint32_t)k) >= 0)
            *(k1 < 0 ? &k1 : &k2) = k;
    if (k2 < 0 || (at(m, (uint32_t)k2) - at(m, (uint32_t)k1)) % (k2 - k1))
        return false;
    int32_t s = (at(m, (uint32_t)k2) - at(m, (uint32_t)k1)) / (k2 - k1), first = at(m, (uint32_t)k1) - k1 * s;
    int32_t last = first + (n - 1) * s;
    if (s < 0 || first < 0 || first / src_n != last / src_n)
        return false;
    for (int32_t k = 0; k < n; k++)
        if (at(m, (uint32_t)k) >= 0 && at(m, (uint32_t)k) != first + k * s)
            return false;
    *source = (uint32_t)(first / src_n);
    *r = (genx_region){.vstride = (uint32_t)(n * s),
                       .width = m->n,
                       .stride = (uint32_t)s,
                       .off_const = true,
                       .off_b = (uint32_t)(first % src_n) * elt_b,
                       .lanes = m->n,
                       .elt_b = elt_b};
    return true;
}

// Does the whole mask consist of rows of equal length and distance in one source?
static bool as_region(const mask *m, genx_region *r, uint32_t elt_b, uint32_t *source) {
    int32_t stride, first = at(m, 0);
    if (first < 0)
        return false;
    uint32_t w = run_length(m, 0, &stride);
    int32_t v = w < m->n ? at(m, w) - first : (int32_t)w * stride;
    if (m->n % w || v < 0)
        return false;
    *source = (uint32_t)first / m->src_n;
    for (uint32_t k = 0; k < m->n; k++) {
        int32_t want = first + (int32_t)(k / w) * v + (int32_t)(k % w) * stride;
        // An undefined lane is read all the same, so it must lie inside the source.
        if ((at(m, k) >= 0 && at(m, k) != want) || (uint32_t)want / m->src_n != *source)
            return false;
    }
    *r = (genx_region){.vstride = (uint32_t)v,
                       .width = w,
                       .stride = w == 1 ? 0 : (uint32_t)stride,
                       .off_const = true,
                       .off_b = (uint32_t)first % m->src_n * elt_b,
                       .lanes = m->n,
                       .elt_b = elt_b};
    return true;
}

// Lane k comes from lane k of one source or the other, in more than two pieces: a select by a constant predicate.
static LLVMValueRef as_blend(lw *L, const mask *m, LLVMValueRef a, LLVMValueRef b) {
    enum { MAX = 1024 };
    LLVMValueRef lanes[MAX];
    uint32_t changes = 0;
    int32_t last = -1;
    if (m->n != m->src_n || m->n > MAX)
        return NULL;
    for (uint32_t k = 0; k < m->n; k++) {
        int32_t x = at(m, k), side = x < 0 ? last : x / (int32_t)m->n;
        if (x >= 0 && (uint32_t)x % m->n != k)
            return NULL;
        changes += side >= 0 && last >= 0 && side != last;
        last = side;
        lanes[k] = LLVMConstInt(lw_int(L, 1), side != 1, 0);
    }
    return changes < 2 ? NULL : LLVMBuildSelect(L->b, LLVMConstVector(lanes, m->n), a, b, "");
}

LLVMValueRef lw_shuffle(lw *L, LLVMValueRef v) {
    if (!LLVMIsAShuffleVectorInst(v))
        return NULL;
    LLVMValueRef src[2] = {LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)};
    LLVMTypeRef t = LLVMTypeOf(v);
    if (genx_is_bool(t)) { // as words; LLVM-C cannot build a shuffle from a mask, so run by run
        LLVMValueRef a = lw_to_words(L, src[0]), b = lw_to_words(L, src[1]), w[2] = {a, b};
        LLVMValueRef out =
            LLVMConstNull(LLVMVectorType(lw_int(L, 16), genx_lanes(t))) /* not undefined: a compare reads it */;
        mask m = {v, genx_lanes(t), genx_lanes(LLVMTypeOf(src[0]))};
        for (uint32_t k = 0; k < m.n;) {
            int32_t s, first = at(&m, k);
            uint32_t n = first < 0 ? 1 : run_length(&m, k, &s);
            if (first >= 0)
                out = write_1d(
                    L, out,
                    lw_read_1d(L, w[(uint32_t)first / m.src_n], (uint32_t)first % m.src_n, (uint32_t)s, n, false), k,
                    1);
            k += n;
        }
        return lw_from_words(L, out);
    }
    uint32_t e = genx_elt_b(t), source = 0;
    mask m = {v, genx_lanes(t), genx_lanes(LLVMTypeOf(src[0]))};
    genx_region r;
    if (as_line(&m, &r, e, &source) || as_region(&m, &r, e, &source)) {
        if (r.stride == 0 && (r.vstride == 0 || r.width == r.lanes))
            return splat_of(L, src[source], r.off_b / e, m.n);
        return genx_build_rd(L->b, L->mod, src[source], &r, false);
    }
    LLVMValueRef out = as_blend(L, &m, src[0], src[1]);
    if (out)
        return out;
    out = LLVMGetUndef(t);
    for (uint32_t k = 0; k < m.n;) {
        int32_t s, first = at(&m, k);
        uint32_t n = first < 0 ? 1 : run_length(&m, k, &s);
        if (first >= 0 && !LLVMIsUndef(src[(uint32_t)first / m.src_n]))
            out = write_1d(
                L, out, lw_read_1d(L, src[(uint32_t)first / m.src_n], (uint32_t)first % m.src_n, (uint32_t)s, n, false),
                k, 1);
        k += n;
    }
    return out;
}

// Looks through a right shift by k bits, where k is a multiple of the result width; returns v itself if there is no
// such shift.
static LLVMValueRef before_shift(LLVMValueRef v, uint32_t to, uint32_t from, uint32_t *k) {
    uint64_t n;
    *k = 0;
    if (!LLVMIsAInstruction(v) || LLVMIsABinaryOperator(v) == NULL)
        return v;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMValueRef by = LLVMGetOperand(v, 1);
    if ((o != LLVMLShr && o != LLVMAShr) || !LLVMIsConstant(by) || !genx_const_splat(by, &n) || n % to || n + to > from)
        return v;
    *k = (uint32_t)n;
    return LLVMGetOperand(v, 0);
}

LLVMValueRef lw_trunc(lw *L, LLVMValueRef v) {
    if (!LLVMIsATruncInst(v))
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef x = LLVMGetOperand(v, 0);
    uint32_t from = genx_elt_bits(LLVMTypeOf(x)), to = genx_elt_bits(t), n = genx_lanes(t);
    if (to < 8 || (to & (to - 1)) || (from & (from - 1)) || LLVMIsConstant(x))
        return NULL;
    uint32_t bits;
    x = before_shift(x, to, from, &bits);
    LLVMValueRef parts = LLVMBuildBitCast(L->b, x, LLVMVectorType(lw_int(L, to), n * (from / to)), "");
    return lw_read_1d(L, parts, bits / to, from / to, n, !genx_is_vec(t));
}
