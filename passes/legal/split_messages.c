// SPDX-License-Identifier: MIT
// gx_split_messages: split gathers, scatters and atomics into lane counts that messages support.
//
//   before   %v = call <47 x i32> @gather(all lanes, ... <47 x i32> %a)
//   after    %a0 = rdregion %a, lanes 0..31        %v0 = call <32 x i32> @gather(all, ... %a0)
//            %a1 = lanes 32..46 in <16 x i32>      %v1 = call <16 x i32> @gather(<15 times true, false>, ... %a1)
//            two wrregions combine %v0 and the first 15 lanes of %v1
//
// 32 lanes is the widest message (selection and lowering make two of it where the hardware takes 16). If the last part
// is not a power of two, it is rounded up, and its surplus lanes are disabled so that they access no memory. With a
// predicate that is not constant, the last part is split into powers of two instead. Predicates of more than 16 lanes
// are recomputed for each part: a target has only 64 flag bits. Where the hardware takes 32 lanes, a predicate that
// stays whole in 32 flag bits (legal_wide.c) has parts of 32 lanes.
// Needs: gx_lower. Keeps: the order of messages. Runs before gx_legalize, which splits the regions built here.

#include "passes_priv.h"

#include <cmc/genx_mem.h>

#include <cmc/isa.h>

#include <string.h>

enum { MAX_LANES = 32, MAX_MASK = 16, MAX_OPS = 20 };

typedef struct split {
    gx_ctx *cx;
    LLVMBuilderRef b;
    LLVMModuleRef mod;
    LLVMValueRef v;
    mem_desc d;
    uint32_t lanes;
    uint32_t elts;   // values per lane in data and results, one value of all lanes after the other
    uint32_t group;  // adjacent values of a lane: 4 for the bytes of svm.gather, else 1
    uint32_t data_b; // bytes of a lane's values in registers
} split;

typedef struct part {
    uint32_t first, n; // live lanes
    uint32_t width;    // of the message
} part;

static LLVMTypeRef vec_of(LLVMTypeRef t, uint32_t n) {
    return LLVMVectorType(genx_elt_type(t), n);
}

static genx_region row(uint32_t first, uint32_t n, uint32_t elt_b) {
    return genx_row_region(n, first * elt_b, elt_b);
}

static LLVMValueRef const_lanes(LLVMValueRef c, uint32_t first, uint32_t n, uint32_t width) {
    LLVMValueRef e[MAX_LANES * 4];
    if (LLVMIsNull(c)) // selection tests whether an operand is zero
        return LLVMConstNull(vec_of(LLVMTypeOf(c), width));
    for (uint32_t k = 0; k < width && k < MAX_LANES * 4; k++)
        e[k] = k < n ? genx_const_element(c, first + k) : LLVMGetUndef(genx_elt_type(LLVMTypeOf(c)));
    return LLVMConstVector(e, width);
}

// Elements [first, first + n) of v in a vector of `width` elements; the others are undefined.
static LLVMValueRef elements(split *s, LLVMValueRef v, uint32_t first, uint32_t n, uint32_t width) {
    if (!genx_is_vec(LLVMTypeOf(v)))
        return v;
    if (LLVMIsAConstant(v) && width <= MAX_LANES * 4)
        return const_lanes(v, first, n, width);
    uint32_t e = genx_elt_b(LLVMTypeOf(v));
    genx_region r = row(first, n, e), w = row(0, n, e);
    LLVMValueRef x = genx_build_rd(s->b, s->mod, v, &r, false);
    return n == width ? x : genx_build_wr(s->b, s->mod, LLVMGetUndef(vec_of(LLVMTypeOf(v), width)), x, &w, NULL);
}

// A part of the data or the old value: all values per lane, each with the lanes of the part adjacent.
static LLVMValueRef data_part(split *s, LLVMValueRef v, const part *p) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t g = s->group, e = genx_elt_b(t);
    if (LLVMIsUndef(v) && genx_is_vec(t))
        return LLVMGetUndef(vec_of(t, s->elts * p->width * g));
    if (s->elts == 1 || !genx_is_vec(t))
        return elements(s, v, p->first * g, p->n * g, p->width * g);
    LLVMValueRef out = LLVMGetUndef(vec_of(t, s->elts * p->width));
    for (uint32_t k = 0; k < s->elts; k++) {
        genx_region w = row(k * p->width, p->n, e);
        LLVMValueRef x = elements(s, v, k * s->lanes + p->first, p->n, p->n);
        out = genx_build_wr(s->b, s->mod, out, x, &w, NULL);
    }
    return out;
}

// Predicates

static LLVMValueRef live_lanes(split *s, const part *p) {
    LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(s->mod));
    LLVMValueRef e[MAX_LANES];
    for (uint32_t k = 0; k < p->width; k++)
        e[k] = LLVMConstInt(i1, k < p->n, 0);
    return LLVMConstVector(e, p->width);
}

// The lanes of a bitcast from iN to <N x i1>, taken from the word that holds them.
static LLVMValueRef mask_of_bits(split *s, LLVMValueRef m, uint32_t first, uint32_t n) {
    LLVMContextRef c = LLVMGetModuleContext(s->mod);
    LLVMTypeRef i16 = LLVMInt16TypeInContext(c);
    LLVMValueRef x = LLVMGetOperand(m, 0);
    LLVMValueRef words = LLVMBuildBitCast(s->b, x, LLVMVectorType(i16, genx_size_b(LLVMTypeOf(x)) / 2), "");
    genx_region r = {.width = 1, .off_const = true, .off_b = first / 16 * 2, .lanes = 1, .elt_b = 2};
    LLVMValueRef w = genx_build_rd(s->b, s->mod, words, &r, true);
    w = LLVMBuildBitCast(s->b, w, LLVMVectorType(LLVMInt1TypeInContext(c), 16), "");
    return n == 16 ? w : genx_build_rdpred(s->b, s->mod, w, first % 16, n);
}

static LLVMValueRef mask_part(split *s, LLVMValueRef m, uint32_t first, uint32_t n);

static LLVMValueRef mask_again(split *s, LLVMValueRef m, uint32_t first, uint32_t n) {
    LLVMOpcode o = LLVMGetInstructionOpcode(m);
    LLVMValueRef x[3] = {NULL, NULL, NULL};
    unsigned ops = (unsigned)LLVMGetNumOperands(m);
    bool cmp = o == LLVMICmp || o == LLVMFCmp;
    for (unsigned i = 0; i < ops && i < 3; i++) {
        LLVMValueRef v = LLVMGetOperand(m, i);
        x[i] = cmp ? elements(s, v, first, n, n) : genx_is_vec(LLVMTypeOf(v)) ? mask_part(s, v, first, n) : v;
    }
    switch (o) {
    case LLVMICmp:
        return LLVMBuildICmp(s->b, LLVMGetICmpPredicate(m), x[0], x[1], "");
    case LLVMFCmp:
        return LLVMBuildFCmp(s->b, LLVMGetFCmpPredicate(m), x[0], x[1], "");
    case LLVMSelect:
        return LLVMBuildSelect(s->b, x[0], x[1], x[2], "");
    case LLVMFreeze:
        return x[0];
    default:
        return LLVMBuildBinOp(s->b, o, x[0], x[1], "");
    }
}

// Lanes [first, first + n) of a predicate.
static LLVMValueRef mask_part(split *s, LLVMValueRef m, uint32_t first, uint32_t n) {
    uint64_t off;
    uint32_t all = genx_lanes(LLVMTypeOf(m));
    if (LLVMIsAConstant(m))
        return const_lanes(m, first, n, n);
    if (first == 0 && n == all)
        return m;
    if (genx_call_id(m) == GENX_RDPREDREGION && genx_const_u64(LLVMGetOperand(m, 1), &off))
        return mask_part(s, LLVMGetOperand(m, 0), first + (uint32_t)off, n);
    LLVMOpcode o = LLVMIsAInstruction(m) ? LLVMGetInstructionOpcode(m) : LLVMCall;
    if (o == LLVMICmp || o == LLVMFCmp || o == LLVMAnd || o == LLVMOr || o == LLVMXor || o == LLVMSelect ||
        o == LLVMFreeze)
        return mask_again(s, m, first, n);
    if (o == LLVMBitCast && all > MAX_MASK && all % 16 == 0)
        return mask_of_bits(s, m, first, n);
    if (all > MAX_MASK && !genx_is_flow(m, "on")) // the hardware has 32 channels
        gx_error(s->cx, s->v, "CM0910", "a mask of %u lanes made by this operation is not supported", all);
    return genx_build_rdpred(s->b, s->mod, m, first, n);
}

// Is the predicate constant? *m = NULL: all lanes are enabled.
static bool fixed_mask(const split *s, LLVMValueRef *m) {
    uint64_t bits;
    *m = s->d.pred >= 0 ? LLVMGetOperand(s->v, (unsigned)s->d.pred) : NULL;
    if (*m && LLVMIsAConstant(*m) && genx_const_splat(*m, &bits) && (bits & 1))
        *m = NULL;
    return !*m || LLVMIsAConstant(*m);
}

// Can 32 lanes of the predicate be in a whole flag register? Compares take one instruction then.
static bool mask_in_32(const split *s, LLVMValueRef m, uint32_t depth) {
    enum { MAX_DEPTH = 8 };
    if (LLVMIsAConstant(m))
        return depth > 0;
    if (LLVMIsACmpInst(m)) {
        uint32_t e = genx_elt_b(LLVMTypeOf(LLVMGetOperand(m, 0)));
        return e > 1 && e * MAX_LANES <= 2u * s->cx->model->grf_b;
    }
    return genx_is_logic(m) && depth < MAX_DEPTH && mask_in_32(s, LLVMGetOperand(m, 0), depth + 1) &&
           mask_in_32(s, LLVMGetOperand(m, 1), depth + 1);
}

// The most lanes of a part under this predicate; NULL = all lanes are enabled. The data of a message are in at most
// eight registers.
static uint32_t max_lanes(const split *s, LLVMValueRef mask) {
    enum { MAX_DATA = 8 };
    if (!mask)
        return MAX_LANES;
    bool whole = s->cx->model->lsc_max_exec >= MAX_LANES && s->d.place != MEM_TYPED && genx_is_vec(LLVMTypeOf(mask)) &&
                 s->data_b * MAX_LANES <= MAX_DATA * (uint32_t)s->cx->model->grf_b && mask_in_32(s, mask, 0);
    return whole ? MAX_LANES : MAX_MASK;
}

static uint32_t next_width(const split *s, LLVMValueRef mask, uint32_t first) {
    uint32_t left = s->lanes - first, w = max_lanes(s, mask);
    while (w > left)
        w /= 2;
    return w;
}

static part next_part(const split *s, LLVMValueRef mask, bool surplus, uint32_t first) {
    uint32_t left = s->lanes - first, w = next_width(s, mask, first);
    if (!surplus || left >= MAX_MASK || w == left)
        return (part){first, w, w};
    return (part){first, left, w * 2};
}

// Calls

// Calls the same intrinsic for other types. Without attributes: a message accesses memory.
static LLVMValueRef call_again(split *s, LLVMTypeRef ret, LLVMValueRef *args, unsigned n) {
    LLVMTypeRef types[MAX_OPS];
    cmc_str name = CMC_STR_INIT;
    cmc_str_printf(&name, "llvm.genx.%s", genx_info_get(genx_call_id(s->v))->name);
    if (genx_is_vec(ret))
        genx_mangle(&name, ret);
    for (unsigned i = 0; i < n; i++) {
        types[i] = LLVMTypeOf(args[i]);
        if (genx_is_vec(types[i]))
            genx_mangle(&name, types[i]);
    }
    LLVMTypeRef ft = LLVMFunctionType(ret, types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(s->mod, cmc_str_text(&name));
    if (!f || LLVMGlobalGetValueType(f) != ft)
        f = LLVMAddFunction(s->mod, cmc_str_text(&name), ft);
    cmc_str_free(&name);
    return LLVMBuildCall2(s->b, ft, f, args, n, "");
}

static LLVMValueRef predicate(split *s, LLVMValueRef mask, const part *p) {
    LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(s->mod));
    if (!mask && p->n == p->width)
        return LLVMConstAllOnes(LLVMVectorType(i1, p->width));
    if (!mask)
        return live_lanes(s, p);
    if (!genx_is_vec(LLVMTypeOf(mask)))
        return mask;
    if (p->n == p->width)
        return mask_part(s, mask, p->first, p->n);
    LLVMValueRef e[MAX_LANES];
    for (uint32_t k = 0; k < p->width; k++)
        e[k] = k < p->n ? genx_const_element(mask, p->first + k) : LLVMConstNull(i1);
    return LLVMConstVector(e, p->width);
}

static LLVMValueRef emit_part(split *s, LLVMValueRef mask, const part *p) {
    LLVMValueRef args[MAX_OPS];
    unsigned n = LLVMGetNumArgOperands(s->v);
    const mem_desc *d = &s->d;
    for (unsigned i = 0; i < n && i < MAX_OPS; i++) {
        LLVMValueRef x = LLVMGetOperand(s->v, i);
        int k = (int)i;
        if (k == d->pred)
            args[i] = predicate(s, mask, p);
        else if (k >= d->addr && k < d->addr + d->n_addr)
            args[i] = elements(s, x, p->first, p->n, p->width);
        else if (k == d->data || k == d->data2 || k == d->old)
            args[i] = data_part(s, x, p);
        else
            args[i] = x;
    }
    LLVMTypeRef t = LLVMTypeOf(s->v);
    if (LLVMGetTypeKind(t) != LLVMVoidTypeKind)
        t = vec_of(t, s->elts * p->width * s->group);
    return call_again(s, t, args, n);
}

static LLVMValueRef take_result(split *s, LLVMValueRef whole, LLVMValueRef r, const part *p) {
    uint32_t e = genx_elt_b(LLVMTypeOf(r)), g = s->group;
    for (uint32_t k = 0; k < s->elts; k++) {
        genx_region from = row(k * p->width * g, p->n * g, e), to = row((k * s->lanes + p->first) * g, p->n * g, e);
        LLVMValueRef x = s->elts == 1 && p->n == p->width ? r : genx_build_rd(s->b, s->mod, r, &from, false);
        whole = genx_build_wr(s->b, s->mod, whole, x, &to, NULL);
    }
    return whole;
}

static void cut(split *s, LLVMValueRef mask, bool surplus) {
    LLVMTypeRef t = LLVMTypeOf(s->v);
    bool result = LLVMGetTypeKind(t) != LLVMVoidTypeKind;
    LLVMValueRef whole = result ? LLVMGetUndef(t) : NULL;
    LLVMPositionBuilderBefore(s->b, s->v);
    for (uint32_t first = 0; first < s->lanes;) {
        part p = next_part(s, mask, surplus, first);
        LLVMValueRef r = emit_part(s, mask, &p);
        if (result)
            whole = take_result(s, whole, r, &p);
        first += p.n;
    }
    if (result)
        LLVMReplaceAllUsesWith(s->v, whole);
    LLVMInstructionEraseFromParent(s->v);
}

static bool try_split(split *s) {
    LLVMValueRef mask;
    if (LLVMGetNumArgOperands(s->v) != s->d.n_operands || mem_is_transposed(s->v, &s->d))
        return false;
    s->lanes = mem_lanes(s->v, &s->d);
    s->elts = mem_elements(s->v, &s->d);
    s->group = 1;
    LLVMTypeRef t = s->d.data >= 0 ? LLVMTypeOf(LLVMGetOperand(s->v, (unsigned)s->d.data)) : LLVMTypeOf(s->v);
    s->data_b = LLVMGetTypeKind(t) == LLVMVoidTypeKind ? 0 : s->elts * (genx_elt_b(t) < 4 ? 4 : genx_elt_b(t));
    bool bytes = s->d.blocks >= 0 && s->d.place == MEM_A64 && s->elts == 4;
    if (bytes && genx_elt_b(t) == 1) {
        s->group = 4;
        s->elts = 1;
        s->data_b = 4;
    }
    bool fixed = fixed_mask(s, &mask), pow2 = !(s->lanes & (s->lanes - 1));
    if (pow2 && s->lanes <= max_lanes(s, mask))
        return false;
    // Without a predicate operand no lane can be disabled.
    cut(s, mask, fixed && s->d.pred >= 0);
    return true;
}

bool gx_split_messages(gx_ctx *cx, LLVMValueRef fn) {
    split s = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    s.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s.mod));
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_safe(bb, i, next) {
            s.v = i;
            if (mem_describe(i, &s.d) && try_split(&s))
                changed = true;
        }
    LLVMDisposeBuilder(s.b);
    return changed;
}
