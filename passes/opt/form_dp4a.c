// SPDX-License-Identifier: MIT
// gx_form_dp4a: turn sums of products of bytes into dp4a, which multiplies and adds the four byte pairs of two dwords.
//
//   before                                                   after
//     %x0 = zext (rdregion <64 x i8> %a, 16 lanes, stride 4, offset 0)    ; and 1, 2, 3; %b alike
//     %p0 = mul %x0, %y0        ; ... %p3                      %x = bitcast %a to <16 x i32>,  %y = bitcast %b
//     %r = %c + %p0 + %p1 + %p2 + %p3                          %r = llvm.genx.uudp4a(%c, %x, %y)
//
//     66 * %x0 + 129 * %x1 + 25 * %x2                          llvm.genx.uudp4a(0, %x, 0x00198142)
//     (%d >> 8 & 255) * (%e >> 8 & 255) + ...                  llvm.genx.uudp4a(0, %d, %e)
//     sum of all 64 lanes of %a * %b, halves added up          sum of the 16 lanes of llvm.genx.ssdp4a(0, %a, %b)
//
// Needs: gx_lower and collapsed regions. Only on targets with dp4a.
// The result is exact: integer sums wrap in any order. Both factors are unsigned or both are signed, as the intrinsic
// requires; a constant takes the signedness of the other factor. A sum of words is the low word of the sum of dwords.
// The position of each byte in its dword must be constant, and the vector's size must be a multiple of four bytes. With
// constant factors there may be fewer than four products, if that removes at least three instructions (the dp4a and its
// constant add two).

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum { MAX_LEAVES = 64, MIN_SAVED = 3 };

// The byte at position k of each lane's dword.
typedef struct place {
    LLVMValueRef base; // the value that is read
    genx_region r;     // in bytes; the offset is that of the dword
    bool region;       // false: base holds the dwords themselves
    unsigned k;
} place;

typedef struct factor {
    place at;
    bool sign;
} factor;

typedef struct product {
    LLVMValueRef value;
    factor x, y;
    bool constant; // y is the number
    int64_t c;
    unsigned ops; // instructions besides the sum
    bool used;
} product;

typedef struct dotter {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef c;
    LLVMBuilderRef b;
    LLVMBasicBlockRef bb;
    product p[MAX_LEAVES];
    LLVMValueRef rest[MAX_LEAVES];
    unsigned n_p, n_rest;
} dotter;

static bool is_op(LLVMValueRef v, LLVMOpcode o) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == o;
}

static bool splat_operand(LLVMValueRef v, unsigned k, uint64_t *x) {
    LLVMValueRef c = LLVMGetOperand(v, k);
    return LLVMIsConstant(c) && genx_const_splat(c, x);
}

// Bytes and their positions

// A read of bytes at the same position of their dwords.
static bool read_place(LLVMValueRef v, place *out) {
    genx_region r;
    if (!genx_is_rdregion(v) || !genx_region_of(v, &r) || r.elt_b != 1 || !r.off_const)
        return false;
    bool rows = r.lanes > 1 && r.width < r.lanes;
    if (genx_size_b(LLVMTypeOf(LLVMGetOperand(v, 0))) % 4 || (r.lanes > 1 && r.width > 1 && r.stride % 4) ||
        (rows && r.vstride % 4))
        return false;
    *out = (place){.base = LLVMGetOperand(v, 0), .r = r, .region = true, .k = r.off_b % 4};
    out->r.off_b -= out->k;
    out->r.offset = NULL;
    return true;
}

// The operand of a shift by a constant, or v itself.
static LLVMValueRef shifted(LLVMValueRef v, LLVMOpcode o, uint64_t *by) {
    *by = 0;
    return is_op(v, o) && splat_operand(v, 1, by) ? LLVMGetOperand(v, 0) : v;
}

// A byte extracted from dwords by shifts and masks.
static bool logic_place(LLVMValueRef v, factor *out) {
    uint64_t n, mask, up = 0;
    LLVMValueRef d = NULL;
    if (genx_elt_bits(LLVMTypeOf(v)) != 32)
        return false;
    if (is_op(v, LLVMAnd) && splat_operand(v, 1, &mask) && mask == 255) {
        d = shifted(LLVMGetOperand(v, 0), LLVMLShr, &n);
        out->sign = false;
    } else if (is_op(v, LLVMLShr) && splat_operand(v, 1, &n) && n == 24) {
        d = LLVMGetOperand(v, 0);
        out->sign = false;
    } else if (is_op(v, LLVMAShr) && splat_operand(v, 1, &n) && n == 24) {
        d = shifted(LLVMGetOperand(v, 0), LLVMShl, &up);
        n -= up;
        out->sign = true;
    }
    if (!d || n % 8 || n > 24)
        return false;
    out->at = (place){.base = d, .k = (unsigned)n / 8};
    return true;
}

static bool byte_factor(LLVMValueRef v, factor *out) {
    if (!is_op(v, LLVMZExt) && !is_op(v, LLVMSExt))
        return logic_place(v, out);
    out->sign = is_op(v, LLVMSExt);
    return genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 8 && read_place(LLVMGetOperand(v, 0), &out->at);
}

static bool same_dwords(const place *a, const place *b) {
    if (a->base != b->base || a->region != b->region)
        return false;
    genx_region x = a->r, y = b->r;
    return !a->region || (x.off_b == y.off_b && genx_region_same(&x, &y));
}

// Products

// Does the number fit in a signed or unsigned byte?
static bool fits(int64_t c, bool sign) {
    return sign ? c >= -128 && c <= 127 : c >= 0 && c <= 255;
}

static int64_t as_signed(uint64_t x, unsigned bits) {
    return bits == 16 ? (int16_t)x : (int32_t)(uint32_t)x;
}

static bool parse_constant(LLVMValueRef v, product *p) {
    uint64_t x;
    p->constant = true;
    p->ops = 1;
    if (is_op(v, LLVMMul) && splat_operand(v, 1, &x))
        p->c = as_signed(x, genx_elt_bits(LLVMTypeOf(v)));
    else if (is_op(v, LLVMShl) && splat_operand(v, 1, &x) && x < 8)
        p->c = 1ll << x;
    else
        return false;
    return byte_factor(LLVMGetOperand(v, 0), &p->x) && fits(p->c, p->x.sign);
}

// ext: how the word v is extended to the dword of the sum; 0 = it is not. Products of bytes fit in words of their sign.
static bool parse_product(LLVMValueRef v, LLVMOpcode ext, product *p) {
    *p = (product){.value = v};
    if (ext == 0 && byte_factor(v, &p->x)) {
        p->constant = true;
        p->c = 1;
        return true;
    }
    if (!genx_single_use(v) || !LLVMIsAInstruction(v))
        return false;
    if (parse_constant(v, p))
        return ext == 0 || p->x.sign == (ext == LLVMSExt);
    p->constant = false;
    return is_op(v, LLVMMul) && byte_factor(LLVMGetOperand(v, 0), &p->x) && byte_factor(LLVMGetOperand(v, 1), &p->y) &&
           p->x.sign == p->y.sign && p->x.at.k == p->y.at.k && (ext == 0 || p->x.sign == (ext == LLVMSExt));
}

// The operand of an extension from word to dword that has no other use, else v; *ext is the opcode, or 0.
static LLVMValueRef below_extension(LLVMValueRef v, LLVMOpcode *ext) {
    bool word = (is_op(v, LLVMZExt) || is_op(v, LLVMSExt)) && genx_single_use(v) &&
                genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 16 && genx_elt_bits(LLVMTypeOf(v)) == 32;
    *ext = word ? LLVMGetInstructionOpcode(v) : 0;
    return word ? LLVMGetOperand(v, 0) : v;
}

// Collects the addends of the sum v: products of bytes, and the rest. False if there are too many.
static bool flatten(dotter *D, LLVMValueRef v, bool root) {
    bool inside = is_op(v, LLVMAdd) && (root || (genx_single_use(v) && LLVMGetInstructionParent(v) == D->bb));
    if (inside)
        return flatten(D, LLVMGetOperand(v, 0), false) && flatten(D, LLVMGetOperand(v, 1), false);
    if (D->n_p + D->n_rest >= MAX_LEAVES)
        return false;
    LLVMOpcode ext;
    LLVMValueRef word = below_extension(v, &ext);
    if (parse_product(word, ext, &D->p[D->n_p]))
        D->p[D->n_p++].value = v;
    else
        D->rest[D->n_rest++] = v;
    return true;
}

// Groups

typedef struct group {
    product *p[4]; // by position
    unsigned n, ops;
} group;

// Can q share a dp4a with p? Swaps q's factors if they are in the opposite order.
static bool matches(const product *p, product *q) {
    if (p->constant != q->constant || p->x.sign != q->x.sign)
        return false;
    if (same_dwords(&p->x.at, &q->x.at) && (p->constant || same_dwords(&p->y.at, &q->y.at)))
        return true;
    if (p->constant || !same_dwords(&p->x.at, &q->y.at) || !same_dwords(&p->y.at, &q->x.at))
        return false;
    factor t = q->x;
    q->x = q->y;
    q->y = t;
    return true;
}

static bool find_group(dotter *D, group *g) {
    for (unsigned i = 0; i < D->n_p; i++) {
        if (D->p[i].used)
            continue;
        *g = (group){.n = 0};
        for (unsigned j = i; j < D->n_p; j++) {
            product *q = &D->p[j];
            if (q->used || g->p[q->x.at.k] || (j > i && !matches(&D->p[i], q)))
                continue;
            g->p[q->x.at.k] = q;
            g->n++;
            g->ops += q->ops;
        }
        bool others = g->n < D->n_p + D->n_rest;
        if (g->n == 4 && !D->p[i].constant)
            return true;
        if (D->p[i].constant && g->n > 1 && g->ops + g->n - !others >= MIN_SAVED)
            return true;
    }
    return false;
}

static LLVMTypeRef dwords_like(dotter *D, LLVMTypeRef t) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(D->c);
    return genx_is_vec(t) ? LLVMVectorType(i32, genx_lanes(t)) : i32;
}

// The dwords whose bytes are the factors.
static LLVMValueRef read_dwords(dotter *D, const place *at, LLVMTypeRef t) {
    if (!at->region)
        return at->base;
    uint32_t n = genx_size_b(LLVMTypeOf(at->base)) / 4;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(D->c);
    LLVMValueRef v = LLVMBuildBitCast(D->b, at->base, n > 1 || genx_is_vec(t) ? LLVMVectorType(i32, n) : i32, "");
    genx_region r = at->r;
    r.stride = r.width > 1 ? r.stride / 4 : 0;
    r.vstride = r.width < r.lanes ? r.vstride / 4 : r.lanes;
    r.elt_b = 4;
    bool whole = r.off_b == 0 && r.lanes == n && r.width == n && (n == 1 || r.stride == 1);
    if (whole && LLVMTypeOf(v) == t)
        return v;
    if (!genx_is_vec(LLVMTypeOf(v)))
        return v;
    return genx_build_rd(D->b, D->mod, v, &r, !genx_is_vec(t));
}

static LLVMValueRef number(LLVMTypeRef t, uint64_t x) {
    return genx_const_all(t, LLVMConstInt(genx_elt_type(t), x, false));
}

static LLVMValueRef build_dp4a(dotter *D, bool sign, LLVMTypeRef t, LLVMValueRef c, LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef args[3] = {c ? c : number(t, 0), x, y};
    return genx_build(D->b, D->mod, sign ? GENX_SSDP4A : GENX_UUDP4A, t, args, 3, "");
}

static LLVMValueRef build_group(dotter *D, group *g, LLVMTypeRef t, LLVMValueRef sum) {
    const product *first = NULL;
    uint32_t weights = 0;
    for (unsigned k = 0; k < 4; k++) {
        if (!g->p[k])
            continue;
        first = first ? first : g->p[k];
        weights |= ((uint32_t)g->p[k]->c & 255) << 8 * k;
        g->p[k]->used = true;
    }
    LLVMValueRef x = read_dwords(D, &first->x.at, t);
    LLVMValueRef y = first->constant ? number(t, weights) : read_dwords(D, &first->y.at, t);
    return build_dp4a(D, first->x.sign, t, sum, x, y);
}

static LLVMValueRef plus(dotter *D, LLVMValueRef sum, LLVMValueRef v) {
    return sum ? LLVMBuildAdd(D->b, sum, v, "") : v;
}

static LLVMValueRef form_sum(dotter *D, LLVMValueRef v) {
    group g;
    LLVMTypeRef t = LLVMTypeOf(v), d = dwords_like(D, t);
    unsigned bits = genx_elt_bits(t);
    D->n_p = D->n_rest = 0;
    if (!is_op(v, LLVMAdd) || (bits != 32 && bits != 16) || !flatten(D, v, true) || !find_group(D, &g))
        return NULL;
    LLVMValueRef sum = NULL;
    for (unsigned i = 0; i < D->n_rest; i++)
        sum = plus(D, sum, D->rest[i]);
    if (sum && bits == 16)
        sum = LLVMBuildZExt(D->b, sum, d, "");
    do
        sum = build_group(D, &g, d, sum);
    while (find_group(D, &g));
    if (bits == 16)
        sum = LLVMBuildTrunc(D->b, sum, t, "");
    for (unsigned i = 0; i < D->n_p; i++)
        if (!D->p[i].used)
            sum = plus(D, sum, D->p[i].value);
    return sum;
}

// Sums over all lanes

// The sum of both halves of v, if v has no other use. *ext: how the halves are extended before the addition; 0 = they
// are not.
static LLVMValueRef sum_of_halves(LLVMValueRef v, LLVMOpcode *ext) {
    uint32_t n = genx_lanes(LLVMTypeOf(v)), seen = 0;
    LLVMValueRef sum[2];
    LLVMOpcode how[2];
    genx_region r[2];
    genx_foreach_use(v, u) {
        LLVMValueRef h = LLVMGetUser(u);
        genx_region *g = &r[seen];
        if (seen == 2 || !genx_is_rdregion(h) || !genx_region_of(h, g) || !g->off_const || g->lanes != n / 2 || n % 2 ||
            g->width != g->lanes || (g->lanes > 1 && g->stride != 1) || g->off_b % (n / 2 * g->elt_b) ||
            !genx_single_use(h))
            return NULL;
        LLVMValueRef wide = LLVMGetUser(LLVMGetFirstUse(h));
        below_extension(wide, &how[seen]);
        if (how[seen])
            wide = LLVMGetUser(LLVMGetFirstUse(wide));
        sum[seen++] = wide;
    }
    if (seen != 2 || sum[0] != sum[1] || how[0] != how[1] || !is_op(sum[0], LLVMAdd) || r[0].off_b == r[1].off_b)
        return NULL;
    *ext = how[0];
    return sum[0];
}

// The value of n / 4 lanes in the reduction of v to one sum; NULL if the lanes have other uses.
static LLVMValueRef quarter_sum(LLVMValueRef v, LLVMOpcode *ext) {
    LLVMOpcode more = 0;
    LLVMValueRef half = sum_of_halves(v, ext), quarter = half ? sum_of_halves(half, &more) : NULL, s = quarter;
    while (s && !more && genx_lanes(LLVMTypeOf(s)) > 1)
        s = sum_of_halves(s, &more);
    return s && !more ? quarter : NULL;
}

// Contiguous bytes as dwords; NULL if they do not start at a dword.
static LLVMValueRef bytes_as_dwords(dotter *D, LLVMValueRef v, LLVMTypeRef t) {
    genx_region r;
    LLVMTypeRef bytes = LLVMTypeOf(v);
    if (!genx_is_rdregion(v))
        return LLVMBuildBitCast(D->b, v, genx_is_vec(t) ? t : LLVMVectorType(t, 1), "");
    if (!genx_region_of(v, &r) || !r.off_const || r.off_b % 4 || r.width != r.lanes || r.stride != 1 ||
        genx_size_b(LLVMTypeOf(LLVMGetOperand(v, 0))) % 4)
        return NULL;
    place at = {.base = LLVMGetOperand(v, 0), .r = r, .region = true};
    at.r.lanes = at.r.width = genx_lanes(bytes) / 4;
    at.r.stride = 4;
    return read_dwords(D, &at, t);
}

static bool form_total(dotter *D, LLVMValueRef v) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    if (!is_op(v, LLVMMul) || (bits != 32 && bits != 16) || genx_lanes(LLVMTypeOf(v)) % 8)
        return false;
    LLVMOpcode wider = 0;
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1), quarter = quarter_sum(v, &wider);
    bool sign = is_op(x, LLVMSExt);
    LLVMOpcode ext = sign ? LLVMSExt : LLVMZExt;
    if (!quarter || genx_elt_bits(LLVMTypeOf(quarter)) != 32 || (bits == 16 ? wider != ext : wider != 0) ||
        !is_op(x, ext) || !is_op(y, ext) || genx_elt_bits(LLVMTypeOf(LLVMGetOperand(x, 0))) != 8 ||
        genx_elt_bits(LLVMTypeOf(LLVMGetOperand(y, 0))) != 8)
        return false;
    LLVMTypeRef t = LLVMTypeOf(quarter);
    x = bytes_as_dwords(D, LLVMGetOperand(x, 0), t);
    y = bytes_as_dwords(D, LLVMGetOperand(y, 0), t);
    if (!x || !y)
        return false;
    LLVMReplaceAllUsesWith(quarter, build_dp4a(D, sign, t, NULL, x, y));
    return true;
}

bool gx_form_dp4a(gx_ctx *cx, LLVMValueRef fn) {
    if (!cx->model->has_dp4a)
        return false;
    dotter *D = CMC_NEW(cx->arena, dotter);
    if (!D)
        return false;
    *D = (dotter){.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    D->c = LLVMGetModuleContext(D->mod);
    D->b = LLVMCreateBuilderInContext(D->c);
    bool changed = false;
    for (D->bb = LLVMGetFirstBasicBlock(fn); D->bb; D->bb = LLVMGetNextBasicBlock(D->bb)) {
        genx_foreach_inst_reverse_safe(D->bb, i, prev) {
            if (!LLVMIsABinaryOperator(i) || !LLVMGetFirstUse(i))
                continue;
            LLVMPositionBuilderBefore(D->b, i);
            LLVMSetCurrentDebugLocation2(D->b, LLVMInstructionGetDebugLoc(i));
            changed |= form_total(D, i);
            LLVMValueRef r = form_sum(D, i);
            if (!r)
                continue;
            LLVMReplaceAllUsesWith(i, r);
            prev = LLVMGetPreviousInstruction(i);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    LLVMDisposeBuilder(D->b);
    return changed;
}
