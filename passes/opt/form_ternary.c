// SPDX-License-Identifier: MIT
// gx_form_ternary: combine integer operations into instructions with three sources, and multiply by words.
//
//   before                                                   after
//     %t = and i32 %a, %b                                      %r = llvm.genx.bfn(%a, %b, %c, 0x78)
//     %r = xor i32 %t, %c
//     %t = add i32 %a, %b;  %r = add i32 %t, %c                %r = llvm.genx.add3(%a, %b, %c)
//     %t = sub i32 %a, %b;  %r = add i32 %t, %c                %r = llvm.genx.add3(%a, -%b, %c), the negation an instruction
//     %t = mul i32 %a, 12;  %r = add i32 %t, %c                %r = llvm.genx.ssmad(%a, 12, %c)
//     %t = shl i32 %a, 2;  %r = add i32 %t, %c                 %r = llvm.genx.ssmad(%a, 4, %c)
//     %x = sext <8 x i16> %a;  %y = sext i16 %w, in all lanes  %r = llvm.genx.ssmad(%x, %y, %c)
//     %t = mul <8 x i32> %x, %y;  %r = add <8 x i32> %t, %c
//     %x = sext i16 %w;  %r = mul <8 x i32> %x in all lanes, %y  %r = mul (sext of %w in all lanes), %y, the word a source
//     the same of an i8 %w                                     the same
//     several i8 of one vector, each in sums of products       the vector as words, once; mad with its elements
//
// Needs: gx_lower and collapsed regions; no pass that combines instructions may follow.
// Applies only where the inner operations have no other use, and where the sources have regions that such instructions
// take (one element for all lanes, or adjacent elements): a strided source would cost a copy. Instructions are visited
// from the end of the block, so that the largest tree is found.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

enum { MAX_LEAVES = 3, MAX_LEVELS = 16, MAX_WIDENED = 128, MANY_BYTES = 4 };

// A vector of bytes whose elements are factors for all lanes, and its extension to words.
typedef struct widened {
    LLVMValueRef bytes, words; // words: NULL until it is built
    bool sign;
    uint32_t factors;
} widened;

typedef struct former {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    CMC_VEC(widened) widened;
} former;

static bool is_op(LLVMValueRef v, LLVMOpcode o) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == o;
}

static bool splat_const(LLVMValueRef v, int64_t *x) {
    uint64_t bits;
    if (!LLVMIsConstant(v) || !genx_const_splat(v, &bits))
        return false;
    *x = genx_elt_bits(LLVMTypeOf(v)) == 16 ? (int16_t)bits : (int32_t)(uint32_t)bits;
    return true;
}

// Can v be a source of a three-source instruction without a copy? Immediates have 16 bits.
static bool fits(LLVMValueRef v, bool is_signed) {
    genx_region r;
    int64_t x;
    if (LLVMIsConstant(v))
        return splat_const(v, &x) && (is_signed ? x >= -32768 && x <= 32767 : x >= 0 && x <= 32767);
    if (is_op(v, LLVMZExt) || is_op(v, LLVMSExt)) // two of the sources take the narrow value itself
        return false;
    if (!genx_is_rdregion(v))
        return true;
    if (!genx_region_of(v, &r) || !r.off_const)
        return false;
    return genx_region_is_element(&r) || (r.width == r.lanes && r.stride == 1);
}

// The destination of a three-source instruction is packed.
static bool packed_user(LLVMValueRef v) {
    genx_region r;
    LLVMUseRef u = LLVMGetFirstUse(v);
    if (!u || LLVMGetNextUse(u) || !genx_is_wrregion(LLVMGetUser(u)) || LLVMGetOperand(LLVMGetUser(u), 1) != v)
        return true;
    return genx_region_of(LLVMGetUser(u), &r) && r.off_const && (r.lanes == 1 || (r.stride == 1 && r.width == r.lanes));
}

static bool is_word(LLVMTypeRef t) {
    unsigned bits = genx_elt_bits(t);
    return LLVMGetTypeKind(genx_elt_type(t)) == LLVMIntegerTypeKind && (bits == 16 || bits == 32);
}

// Boolean functions

typedef struct tree {
    LLVMValueRef leaf[MAX_LEAVES];
    unsigned n;
    unsigned ops;
    unsigned levels; // of operations, at most
} tree;

static bool is_ones(LLVMValueRef v) {
    int64_t x;
    return splat_const(v, &x) && x == -1;
}

static bool add_leaf(tree *t, LLVMValueRef v) {
    if (is_ones(v))
        return true;
    for (unsigned k = 0; k < t->n; k++)
        if (t->leaf[k] == v)
            return true;
    if (t->n == MAX_LEAVES || !fits(v, false))
        return false;
    for (unsigned k = 0; LLVMIsConstant(v) && k < t->n; k++)
        if (LLVMIsConstant(t->leaf[k])) // only one immediate is possible
            return false;
    t->leaf[t->n++] = v;
    return true;
}

// Adds v to the tree: as an operation if the tree then has at most three sources, else as a source.
static bool grow(tree *t, LLVMValueRef v, LLVMBasicBlockRef bb, bool root, unsigned depth) {
    bool inside =
        genx_is_logic(v) && (root || (genx_single_use(v) && LLVMGetInstructionParent(v) == bb)) && depth < t->levels;
    if (inside) {
        tree saved = *t;
        t->ops++;
        if (grow(t, LLVMGetOperand(v, 0), bb, false, depth + 1) && grow(t, LLVMGetOperand(v, 1), bb, false, depth + 1))
            return true;
        *t = saved;
    }
    return !root && add_leaf(t, v);
}

static unsigned truth(const tree *t, LLVMValueRef v, bool root) {
    static const unsigned column[MAX_LEAVES] = {0xaa, 0xcc, 0xf0};
    for (unsigned k = 0; k < t->n; k++)
        if (t->leaf[k] == v && !root)
            return column[k];
    if (is_ones(v))
        return 0xff;
    unsigned a = truth(t, LLVMGetOperand(v, 0), false), b = truth(t, LLVMGetOperand(v, 1), false);
    return is_op(v, LLVMAnd) ? a & b : is_op(v, LLVMOr) ? a | b : a ^ b;
}

// The deepest tree with at most three sources. In a chain the deepest trees end below the root, which would leave the
// root alone: then fewer levels.
static bool find_tree(tree *t, LLVMValueRef v) {
    for (unsigned levels = MAX_LEVELS; levels > 1; levels /= 2) {
        *t = (tree){.levels = levels};
        if (grow(t, v, LLVMGetInstructionParent(v), true, 0) && t->ops > 1 && t->n > 1)
            return true;
    }
    return false;
}

static LLVMValueRef form_bfn(former *f, LLVMValueRef v) {
    tree t;
    if (!f->cx->model->has_bfn || !genx_is_logic(v) || !is_word(LLVMTypeOf(v)) || !packed_user(v) || !find_tree(&t, v))
        return NULL;
    unsigned lut = truth(&t, v, true);
    for (unsigned k = 0; k < t.n; k++) // the immediate goes first
        if (LLVMIsConstant(t.leaf[k]) && k > 0) {
            LLVMValueRef x = t.leaf[0];
            t.leaf[0] = t.leaf[k];
            t.leaf[k] = x;
            lut = truth(&t, v, true);
        }
    if (t.n == 2)
        t.leaf[2] = t.leaf[1];
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(f->mod));
    LLVMValueRef args[4] = {t.leaf[0], t.leaf[1], t.leaf[2], LLVMConstInt(i8, lut & 255, 0)};
    return genx_build(f->b, f->mod, GENX_BFN, LLVMTypeOf(v), args, 4, "");
}

// Sums

// Does v read one element for all lanes?
static bool one_element(LLVMValueRef v) {
    genx_region r;
    return genx_is_rdregion(v) && genx_region_of(v, &r) && r.off_const && genx_region_is_element(&r);
}

static bool extends(LLVMValueRef v, unsigned bits) {
    return (is_op(v, LLVMZExt) || is_op(v, LLVMSExt)) && genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == bits;
}

static bool extends_words(LLVMValueRef v) {
    return extends(v, 16);
}

// The extension from `bits` bits that v reads one element of, or NULL.
static LLVMValueRef extension_below(LLVMValueRef v, unsigned bits) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    while (LLVMIsABitCastInst(x) && genx_lanes(LLVMTypeOf(x)) == genx_lanes(LLVMTypeOf(LLVMGetOperand(x, 0))))
        x = LLVMGetOperand(x, 0);
    return extends(x, bits) ? x : NULL;
}

// The vector of bytes that holds the byte which v extends for all its lanes.
static widened *vector_of(former *f, LLVMValueRef v, bool add) {
    genx_region r;
    LLVMValueRef ext = one_element(v) ? extension_below(v, 8) : NULL, byte = ext ? LLVMGetOperand(ext, 0) : NULL;
    if (!byte || genx_is_vec(LLVMTypeOf(byte)) || !genx_is_rdregion(byte) || !genx_region_of(byte, &r) || !r.off_const)
        return NULL;
    LLVMValueRef bytes = LLVMGetOperand(byte, 0);
    bool sign = is_op(ext, LLVMSExt);
    for (uint32_t k = 0; k < f->widened.len; k++)
        if (f->widened.data[k].bytes == bytes && f->widened.data[k].sign == sign)
            return &f->widened.data[k];
    widened w = {.bytes = bytes, .sign = sign};
    if (!add || !LLVMIsAInstruction(bytes) || LLVMIsAPHINode(bytes) || genx_lanes(LLVMTypeOf(bytes)) > MAX_WIDENED ||
        !cmc_vec_push(f->cx->arena, &f->widened, w))
        return NULL;
    return &f->widened.data[f->widened.len - 1];
}

// Pays off where extending the bytes one by one would take more moves than extending the vector.
static bool is_widened(former *f, LLVMValueRef v) {
    const widened *w = vector_of(f, v, false);
    return w && w->factors >= MANY_BYTES && w->factors * 16 >= genx_lanes(LLVMTypeOf(w->bytes));
}

static LLVMValueRef words_of(former *f, widened *w) {
    if (w->words)
        return w->words;
    LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(f->mod));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(f->mod));
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(w->bytes));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(w->bytes));
    LLVMTypeRef t = LLVMVectorType(i16, genx_lanes(LLVMTypeOf(w->bytes)));
    w->words = LLVMBuildCast(b, w->sign ? LLVMSExt : LLVMZExt, w->bytes, t, "");
    LLVMDisposeBuilder(b);
    return w->words;
}

static LLVMValueRef read_widened(former *f, LLVMValueRef v) {
    genx_region r, at;
    LLVMValueRef ext = extension_below(v, 8);
    if (!genx_region_of(v, &r) || !genx_region_of(LLVMGetOperand(ext, 0), &at))
        return v;
    r.off_b = at.off_b * 2;
    r.elt_b = 2;
    LLVMValueRef x = genx_build_rd(f->b, f->mod, words_of(f, vector_of(f, v, false)), &r, !genx_is_vec(LLVMTypeOf(v)));
    return LLVMBuildCast(f->b, LLVMGetInstructionOpcode(ext), x, LLVMTypeOf(v), "");
}

static bool one_word(former *f, LLVMValueRef v) {
    if (extends_words(v))
        return one_element(LLVMGetOperand(v, 0));
    return one_element(v) && (extension_below(v, 16) || bale_word_of(v) || is_widened(f, v));
}

// Turns one element of an extension into the extension of one element, which the instruction takes as a source.
static LLVMValueRef read_word(former *f, LLVMValueRef v, bool bytes) {
    genx_region r;
    LLVMValueRef ext = one_element(v) ? extension_below(v, 16) : NULL;
    if (one_element(v) && is_widened(f, v))
        return read_widened(f, v);
    if (!ext && bytes && f->cx->model->has_byte_alu && one_element(v))
        ext = extension_below(v, 8);
    if (!ext || !genx_region_of(v, &r))
        return v;
    LLVMValueRef x = LLVMGetOperand(ext, 0);
    uint32_t elt_b = genx_elt_b(LLVMTypeOf(x));
    if (!genx_is_vec(LLVMTypeOf(x)))
        x = LLVMBuildBitCast(f->b, x, LLVMVectorType(LLVMTypeOf(x), 1), "");
    r.off_b = r.off_b / r.elt_b * elt_b;
    r.elt_b = elt_b;
    x = genx_build_rd(f->b, f->mod, x, &r, !genx_is_vec(LLVMTypeOf(v)));
    return LLVMBuildCast(f->b, LLVMGetInstructionOpcode(ext), x, LLVMTypeOf(v), "");
}

// Does each instruction of a dword operation read adjacent elements, because rows are as long as instructions?
static bool has_long_rows(const former *f, LLVMValueRef v) {
    genx_region r;
    if (!genx_is_rdregion(v) || !genx_region_of(v, &r) || !r.off_const || r.stride != 1)
        return false;
    return r.width * 4 >= 2u * f->cx->model->grf_b && (r.width & (r.width - 1)) == 0;
}

static bool fits_extended(const former *f, LLVMValueRef v) {
    LLVMValueRef x = extends_words(v) ? LLVMGetOperand(v, 0) : v;
    return fits(x, true) || has_long_rows(f, x);
}

// A factor or the rest of a sum of words. Where no operation takes bytes, extended ones are moved anyway.
static bool fits_words(const former *f, LLVMValueRef v) {
    return fits(v, true) || (!f->cx->model->has_byte_alu && extends(v, 8));
}

// A row of bytes that several instructions read, which is extended once for all of them.
static bool shared_bytes(LLVMValueRef v) {
    return extends(v, 8) && !genx_single_use(v);
}

// One factor of a dword sum must be a word: a constant, or one word for all lanes, since a source cannot be a row of
// words.
static bool dword_factors(former *f, LLVMValueRef x, LLVMValueRef y) {
    if (LLVMIsConstant(y))
        return fits_extended(f, x) && fits(y, true);
    if ((is_widened(f, x) && extends(y, 8)) || (is_widened(f, y) && extends(x, 8))) // a row of bytes is moved anyway
        return true;
    if ((one_word(f, x) && shared_bytes(y)) || (one_word(f, y) && shared_bytes(x)))
        return true;
    return (one_word(f, y) && fits_extended(f, x)) || (one_word(f, x) && fits_extended(f, y));
}

// A product, or a shift that is one by a power of two, which fits a word. False for other values.
static bool product_of(former *f, LLVMValueRef m, LLVMValueRef *x, LLVMValueRef *y) {
    enum { MAX_SHIFT = 14 };
    int64_t n;
    if (!is_op(m, LLVMMul) && !(is_op(m, LLVMShl) && splat_const(LLVMGetOperand(m, 1), &n) && n >= 0 && n <= MAX_SHIFT))
        return false;
    *x = LLVMGetOperand(m, 0);
    *y = LLVMGetOperand(m, 1);
    if (is_op(m, LLVMShl)) // the builder folds constants
        *y = LLVMBuildShl(f->b, LLVMBuildNeg(f->b, LLVMConstAllOnes(LLVMTypeOf(m)), ""), *y, "");
    return true;
}

// Can a mad add c to the product m? Its factors are *x and *y.
static bool mad_takes(former *f, LLVMValueRef m, LLVMValueRef c, LLVMValueRef *x, LLVMValueRef *y) {
    bool narrow = genx_elt_bits(LLVMTypeOf(c)) == 16;
    if (!f->cx->model->has_int_mad || LLVMIsConstant(c) || !product_of(f, m, x, y) || !genx_single_use(m) ||
        LLVMIsConstant(*x) || LLVMGetInstructionParent(m) != LLVMGetInstructionParent(LLVMGetUser(LLVMGetFirstUse(m))))
        return false;
    if (narrow)
        return fits_words(f, c) && fits_words(f, *x) && fits_words(f, *y);
    return fits_extended(f, c) && dword_factors(f, *x, *y);
}

static LLVMValueRef form_mad(former *f, LLVMValueRef v) {
    if (!is_op(v, LLVMAdd) || !is_word(LLVMTypeOf(v)) || !packed_user(v))
        return NULL;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef m = LLVMGetOperand(v, k), c = LLVMGetOperand(v, 1 - k), x, y;
        if (!mad_takes(f, m, c, &x, &y))
            continue;
        LLVMValueRef a = read_word(f, x, false), b = read_word(f, y, false);
        LLVMValueRef args[3] = {a, b, c};
        return genx_build(f->b, f->mod, GENX_SSMAD, LLVMTypeOf(v), args, 3, "");
    }
    return NULL;
}

// A multiplication takes words that all lanes share as source operands, without extension.
static LLVMValueRef form_mul(former *f, LLVMValueRef v) {
    if (!is_op(v, LLVMMul) || !is_word(LLVMTypeOf(v)) || genx_elt_bits(LLVMTypeOf(v)) != 32)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1), a = read_word(f, x, true),
                 b = read_word(f, y, true);
    return a != x || b != y ? LLVMBuildMul(f->b, a, b, "") : NULL;
}

// A negation is not a sum: it becomes a source modifier of its user.
static bool is_sum(LLVMValueRef v) {
    LLVMValueRef x;
    unsigned op;
    return is_op(v, LLVMAdd) || (is_op(v, LLVMSub) && !bale_is_neg(v, &x, &op));
}

// The add3 for v, whose operands are s and c; s is folded into it.
static LLVMValueRef add3_of(former *f, LLVMValueRef v, LLVMValueRef s, LLVMValueRef c) {
    bool less = is_op(v, LLVMSub), turned = less && LLVMGetOperand(v, 1) == s;
    LLVMValueRef args[3] = {LLVMGetOperand(s, 0), LLVMGetOperand(s, 1), c};
    bool minus[3] = {turned, is_op(s, LLVMSub) != turned, less && !turned};
    unsigned constants = 0;
    LLVMValueRef x, y;
    for (unsigned i = 0; i < 3; i++) {
        constants += LLVMIsConstant(args[i]) != 0;
        if (!fits(args[i], true) || (minus[i] && LLVMIsConstant(args[i])))
            return NULL;
        if (i < 2 && is_op(s, LLVMAdd) && mad_takes(f, args[i], args[1 - i], &x, &y)) // c would already be one
            return NULL;
    }
    for (unsigned i = 0; i < 3 && constants <= 1; i++)
        if (minus[i])
            args[i] = LLVMBuildNeg(f->b, args[i], "");
    return constants <= 1 ? genx_build(f->b, f->mod, GENX_ADD3, LLVMTypeOf(v), args, 3, "") : NULL;
}

static LLVMValueRef form_add3(former *f, LLVMValueRef v) {
    if (!f->cx->model->has_add3 || !is_sum(v) || !is_word(LLVMTypeOf(v)) || !packed_user(v))
        return NULL;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef s = LLVMGetOperand(v, k), r = NULL;
        if (is_sum(s) && genx_single_use(s) && LLVMGetInstructionParent(s) == LLVMGetInstructionParent(v))
            r = add3_of(f, v, s, LLVMGetOperand(v, 1 - k));
        if (r)
            return r;
    }
    return NULL;
}

static LLVMValueRef form(former *f, LLVMValueRef v) {
    static LLVMValueRef (*const forms[])(former *, LLVMValueRef) = {form_bfn, form_mul, form_mad, form_add3};
    LLVMPositionBuilderBefore(f->b, v);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(v));
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        LLVMValueRef r = forms[i](f, v);
        if (r)
            return r;
    }
    return NULL;
}

// Counts how often each vector of bytes has an element as a factor of a product.
static void count_factors(former *f, LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            for (unsigned k = 0; is_op(i, LLVMMul) && genx_elt_bits(LLVMTypeOf(i)) == 32 && k < 2; k++) {
                widened *w = vector_of(f, LLVMGetOperand(i, k), true);
                if (w)
                    w->factors++;
            }
}

bool gx_form_ternary(gx_ctx *cx, LLVMValueRef fn) {
    former f = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    bool changed = false;
    if (!cx->model->has_bfn && !cx->model->has_add3 && !cx->model->has_int_mad)
        return false;
    f.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(f.mod));
    if (cx->model->has_int_mad)
        count_factors(&f, fn);
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_reverse_safe(bb, i, prev) {
            LLVMValueRef r = LLVMGetFirstUse(i) && LLVMIsABinaryOperator(i) ? form(&f, i) : NULL;
            if (!r)
                continue;
            LLVMReplaceAllUsesWith(i, r);
            LLVMInstructionEraseFromParent(i);
            prev = LLVMGetPreviousInstruction(r); // inner operations without uses are never matched
            changed = true;
        }
    }
    LLVMDisposeBuilder(f.b);
    return changed;
}
