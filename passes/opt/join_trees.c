// SPDX-License-Identifier: MIT
// gx_join_trees: compute the last steps of several sums over all lanes together.
//
//   before                                              after
//     %a4 = fadd (lanes 0..3 of %a), (4..7 of %a)         %ab = %a and %b, 16 lanes
//     %a2 = fadd (lanes 0..1 of %a4), (2..3)              %s8 = fadd (lanes 0..3, 8..11 of %ab), (4..7, 12..15)
//     %a1 = fadd (lane 0 of %a2), (1)                     %s4 = fadd (lanes 0..1, 4..5 of %s8), (2..3, 6..7)
//     %b4 = fadd (lanes 0..3 of %b), (4..7 of %b)         %s2 = fadd (lanes 0, 2 of %s4), (1, 3)
//     %b2 = ...                                           %a1 = lane 0 of %s2
//     %b1 = ...                                           %b1 = lane 1 of %s2
//
// The same pairs of lanes are combined, so that results do not change. So are products, least and greatest elements.
// Why: below the width of a register, an instruction combines few lanes, and on targets whose float operands must start
// at the same place as the result, each needs a move as well. n sums take about 3 n instructions instead of 7 n there.
// Needs: gx_lower, and reads of reads collapsed. Does not handle: trees in different blocks.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <cmc/genx_bale.h>

#include <llvm-c/DebugInfo.h>

#include <assert.h>

enum { MIN_TREES = 4, MAX_TREES = 16, MIN_WIDTH = 4, MAX_MOVED = 64 };

// What a tree does in each step.
typedef struct step {
    LLVMOpcode op; // a binary operator, or LLVMCall
    genx_id id;    // if op is LLVMCall; GENX_NONE: an intrinsic of LLVM
    unsigned llvm;
    LLVMFastMathFlags flags;
} step;

typedef struct tree {
    LLVMValueRef root, top; // the scalar result; the vector whose lanes are combined
    step how;
    uint32_t width; // lanes of top
    uint32_t moved; // how many users of earlier trees come before the root
} tree;

// Trees that can be computed together, and what uses their results before the last one.
typedef struct trees {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    tree t[MAX_TREES];
    uint32_t n;
    LLVMValueRef users[MAX_MOVED];
    uint32_t n_users;
    bool changed;
} trees;

// Finding trees

static bool is_step_of_llvm(LLVMValueRef call) {
    static const char *const names[] = {"maxnum", "minnum", "smax", "smin", "umax", "umin"};
    for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
        if (bale_is_llvm(call, names[k]))
            return true;
    return false;
}

static bool is_step_of_genx(genx_id id) {
    return id == GENX_FMAX || id == GENX_FMIN || id == GENX_SMAX || id == GENX_SMIN || id == GENX_UMAX ||
           id == GENX_UMIN;
}

static bool step_of(LLVMValueRef v, step *how) {
    if (!LLVMIsAInstruction(v))
        return false;
    *how = (step){.op = LLVMGetInstructionOpcode(v), .id = GENX_NONE};
    switch (how->op) {
    case LLVMFAdd:
    case LLVMFMul:
        how->flags = LLVMGetFastMathFlags(v);
        return true;
    case LLVMAdd:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return true;
    case LLVMCall:
        how->id = genx_call_id(v);
        how->llvm = how->id == GENX_NONE && is_step_of_llvm(v) ? LLVMGetIntrinsicID(LLVMGetCalledValue(v)) : 0;
        return how->llvm || is_step_of_genx(how->id);
    default:
        return false;
    }
}

static bool same_step(const step *a, const step *b) {
    return a->op == b->op && a->id == b->id && a->llvm == b->llvm && a->flags == b->flags;
}

// The vector of which rd reads n lanes from lane `first` on; NULL if rd does not.
static LLVMValueRef lanes_of(LLVMValueRef rd, uint32_t first, uint32_t n) {
    genx_region r;
    if (!genx_is_rdregion(rd) || !genx_single_use(rd) || !genx_region_of(rd, &r) || !r.off_const || r.off_vector ||
        r.lanes != n || r.off_b != first * r.elt_b)
        return NULL;
    bool row = n == 1 || (r.stride == 1 && (r.width == n || r.vstride == r.width));
    return row ? LLVMGetOperand(rd, 0) : NULL;
}

// The vector whose lower and upper half v combines; NULL if v does not.
static LLVMValueRef halved(LLVMValueRef v) {
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    LLVMValueRef x = lanes_of(LLVMGetOperand(v, 0), 0, n);
    if (!x || x != lanes_of(LLVMGetOperand(v, 1), n, n) || genx_lanes(LLVMTypeOf(x)) != 2 * n)
        return NULL;
    return x;
}

static bool has_two_uses(LLVMValueRef v) {
    LLVMUseRef u = LLVMGetFirstUse(v);
    return u && LLVMGetNextUse(u) && !LLVMGetNextUse(LLVMGetNextUse(u));
}

// Fills *t if v is the result of a tree of steps below the width of a register.
static bool tree_of(const trees *T, LLVMValueRef v, tree *t) {
    LLVMTypeRef elt = LLVMTypeOf(v);
    step how;
    if (genx_is_vec(elt) || !step_of(v, &how) || (genx_elt_bits(elt) != 32 && genx_elt_bits(elt) != 16))
        return false;
    uint32_t most = T->cx->model->grf_b / genx_elt_b(elt);
    LLVMValueRef x = halved(v);
    *t = (tree){.root = v, .top = x, .how = how};
    while (x && genx_lanes(LLVMTypeOf(x)) < most && step_of(x, &how) && same_step(&how, &t->how) && has_two_uses(x)) {
        x = halved(x);
        t->top = x ? x : t->top;
    }
    t->width = t->top ? genx_lanes(LLVMTypeOf(t->top)) : 0;
    return t->width >= MIN_WIDTH && t->width <= most;
}

// Joining

static LLVMValueRef combine(trees *T, const step *how, LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef args[2] = {x, y};
    LLVMTypeRef t = LLVMTypeOf(x);
    if (how->id != GENX_NONE)
        return genx_build(T->b, T->mod, how->id, t, args, 2, "");
    if (how->llvm) {
        LLVMValueRef f = LLVMGetIntrinsicDeclaration(T->mod, how->llvm, &t, 1);
        return LLVMBuildCall2(T->b, LLVMGlobalGetValueType(f), f, args, 2, "");
    }
    LLVMValueRef v = LLVMBuildBinOp(T->b, how->op, x, y, "");
    if (how->flags)
        LLVMSetFastMathFlags(v, how->flags);
    return v;
}

// The lower or upper half of each group of `width` lanes.
static LLVMValueRef halves(trees *T, LLVMValueRef v, uint32_t width, bool upper) {
    uint32_t e = genx_elt_b(LLVMTypeOf(v)), half = width / 2;
    genx_region r = {.vstride = width,
                     .width = half,
                     .stride = 1,
                     .off_const = true,
                     .off_b = upper ? half * e : 0,
                     .lanes = genx_lanes(LLVMTypeOf(v)) / 2,
                     .elt_b = e};
    if (half == 1) { // every second lane is one row
        r.width = r.lanes;
        r.stride = 2;
        r.vstride = 2 * r.lanes;
    }
    return genx_build_rd(T->b, T->mod, v, &r, false);
}

// One step of each group of *width lanes.
static LLVMValueRef halve(trees *T, const step *how, LLVMValueRef v, uint32_t *width) {
    LLVMValueRef low = halves(T, v, *width, false), high = halves(T, v, *width, true);
    *width /= 2;
    return combine(T, how, low, high);
}

static LLVMValueRef concatenate(trees *T, LLVMValueRef x, LLVMValueRef y) {
    uint32_t n = genx_lanes(LLVMTypeOf(x)), e = genx_elt_b(LLVMTypeOf(x));
    genx_region low = genx_row_region(n, 0, e), high = genx_row_region(n, n * e, e);
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(LLVMGetElementType(LLVMTypeOf(x)), 2 * n));
    v = genx_build_wr(T->b, T->mod, v, x, &low, NULL);
    return genx_build_wr(T->b, T->mod, v, y, &high, NULL);
}

// A vector of n trees' lanes, in steps as far as they fill one register; *width becomes the lanes of each tree.
static LLVMValueRef join(trees *T, const tree *t, uint32_t n, uint32_t *width) {
    *width = t->width;
    if (n == 1)
        return t->top;
    LLVMValueRef x = join(T, t, n / 2, width), y = join(T, t + n / 2, n / 2, width);
    const tree *last = t + n - 1;
    LLVMPositionBuilderBefore(T->b, last->root);
    LLVMSetCurrentDebugLocation2(T->b, LLVMInstructionGetDebugLoc(last->root));
    LLVMValueRef v = concatenate(T, x, y);
    while (*width > 1 && n * *width * genx_elt_b(LLVMTypeOf(v)) > T->cx->model->grf_b)
        v = halve(T, &t->how, v, width);
    return v;
}

static void replace(trees *T, const tree *t, uint32_t n) {
    uint32_t width, e = genx_elt_b(LLVMTypeOf(t->root));
    LLVMValueRef last = t[n - 1].root, v = join(T, t, n, &width);
    while (width > 1)
        v = halve(T, &t->how, v, &width);
    for (uint32_t k = 0; k < n; k++) {
        genx_region r = {.width = 1, .off_const = true, .off_b = k * e, .lanes = 1, .elt_b = e};
        LLVMReplaceAllUsesWith(t[k].root, genx_build_rd(T->b, T->mod, v, &r, true));
    }
    for (uint32_t k = t->moved; k < t[n - 1].moved; k++)
        gx_shim_move_before(T->users[k], last);
}

static void flush(trees *T) {
    for (uint32_t k = 0, n = MAX_TREES; n >= MIN_TREES; n /= 2)
        for (; T->n - k >= n; k += n) {
            replace(T, &T->t[k], n);
            T->changed = true;
        }
    T->n = T->n_users = 0;
}

// Collecting

static bool depends(const trees *T, LLVMValueRef v) {
    for (int k = 0; k < LLVMGetNumOperands(v); k++) {
        LLVMValueRef x = LLVMGetOperand(v, (unsigned)k);
        for (uint32_t i = 0; i < T->n; i++)
            if (T->t[i].root == x)
                return true;
        for (uint32_t i = 0; i < T->n_users; i++)
            if (T->users[i] == x)
                return true;
    }
    return false;
}

// v, the next instruction of the block, comes before or after what is computed together.
static void visit(trees *T, LLVMValueRef v) {
    tree t;
    bool later = T->n > 0 && depends(T, v);
    if (!later && tree_of(T, v, &t)) {
        if (T->n > 0 && (!same_step(&t.how, &T->t[0].how) || t.width != T->t[0].width ||
                         LLVMTypeOf(t.root) != LLVMTypeOf(T->t[0].root)))
            flush(T);
        t.moved = T->n_users;
        T->t[T->n++] = t;
        if (T->n == MAX_TREES)
            flush(T);
        return;
    }
    if (!later)
        return;
    if (T->n_users == MAX_MOVED || !bale_is_pure(T->cx->model, v))
        flush(T);
    else
        T->users[T->n_users++] = v;
}

bool gx_join_trees(gx_ctx *cx, LLVMValueRef fn) {
    trees T = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    T.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(T.mod));
    genx_foreach_block(fn, bb) {
        genx_foreach_inst(bb, i)
            if (!gx_is_debug(i))
                visit(&T, i);
        flush(&T);
    }
    LLVMDisposeBuilder(T.b);
    return T.changed;
}
