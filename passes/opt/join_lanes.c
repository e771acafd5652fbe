// SPDX-License-Identifier: MIT
// gx_join_lanes: turn the same operation on many single lanes of one vector into one operation on the vector.
//
//   before                                              after
//     %a = rdregion %v, element 0                         %z = zext <8 x i8> %v to <8 x i16>
//     %x = zext i8 %a to i16                              %m = mul <8 x i16> %z, 4
//     %i = mul i16 %x, 4                                  %i = rdregion %m, element 0
//     %b = rdregion %v, element 1                         %j = rdregion %m, element 1
//     %y = zext i8 %b to i16                              ...
//     %j = mul i16 %y, 4
//
// The same holds for float arithmetic with a constant or with one scalar, and for functions of the math unit.
//
// Lanes may be any step apart. Reads of one lane take one form first, whatever front end wrote them:
//
//   before                                              after
//     %a = rdregion <32 x i32> %v, element 3              %w = bitcast <32 x i32> %v to <64 x i16>
//     %b = bitcast i32 %a to <2 x i16>                    %x = rdregion <64 x i16> %w, element 6
//     %x = rdregion <2 x i16> %b, element 0
//
//     %a = <1 x i8> rdregion %v, element 3                %x = i8 rdregion %v, element 3
//     %x = bitcast <1 x i8> %a to i8
//
// Where only moves take bytes, overlapping slices of them are extended together:
//
//   before                                              after
//     %a = rdregion %v, 16 lanes at 0                     %e = zext <32 x i8> (rdregion %v, 32 lanes at 0) to ...
//     %x = zext <16 x i8> %a to <16 x i32>                %x = rdregion %e, 16 lanes at 0
//     %b = rdregion %v, 16 lanes at 1                     %y = rdregion %e, 16 lanes at 1
//     %y = zext <16 x i8> %b to <16 x i32>
//
// Why: unrolled code computes the entries of a table one at a time. As a vector they cost one instruction, and address
// registers take them sixteen at a time.
// Needs: gx_lower. Does not handle: operations with two variable operands, lanes in different blocks.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <cmc/genx_bale.h>

enum { MIN_LANES = 4, MAX_GROUPS = 16 };

typedef struct lane_op {
    LLVMValueRef op; // the operation on one lane
    uint32_t lane;
} lane_op;

typedef struct group {
    LLVMValueRef model; // the first operation found; the others match it
    CMC_VEC(lane_op) ops;
} group;

typedef struct jl {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
} jl;

static bool is_extension(LLVMOpcode o) {
    return o == LLVMZExt || o == LLVMSExt;
}

// Bytes and words that become floats.
static bool is_conversion(LLVMValueRef op) {
    LLVMOpcode o = LLVMGetInstructionOpcode(op);
    return (o == LLVMUIToFP || o == LLVMSIToFP) && genx_elt_bits(LLVMTypeOf(op)) == 32 &&
           genx_elt_bits(LLVMTypeOf(LLVMGetOperand(op, 0))) >= 8 &&
           genx_elt_bits(LLVMTypeOf(LLVMGetOperand(op, 0))) <= 16;
}

static bool is_float_op(LLVMOpcode o) {
    return o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul;
}

// An intrinsic of one operand that computes lanes from lanes.
static bool is_function(LLVMValueRef op) {
    genx_id id = genx_call_id(op);
    return id != GENX_NONE && genx_info_get(id)->elementwise && LLVMGetNumArgOperands(op) == 1 &&
           LLVMTypeOf(op) == LLVMTypeOf(LLVMGetOperand(op, 0)) && genx_is_float(LLVMTypeOf(op));
}

// A scalar operation on a lane, whose second operand is a constant or, of floats, may be any scalar.
static bool is_lane_op(LLVMValueRef op) {
    if (!LLVMIsAInstruction(op) || genx_is_vec(LLVMTypeOf(op)))
        return false;
    LLVMOpcode o = LLVMGetInstructionOpcode(op);
    if (is_extension(o) || is_conversion(op) || is_function(op))
        return true;
    if (is_float_op(o))
        return genx_elt_bits(LLVMTypeOf(op)) <= 32 && LLVMGetOperand(op, 0) != LLVMGetOperand(op, 1);
    return genx_is_int_op(o) && LLVMIsAConstantInt(LLVMGetOperand(op, 1)) && genx_elt_bits(LLVMTypeOf(op)) <= 32;
}

static bool alike(LLVMValueRef a, LLVMValueRef b) {
    LLVMOpcode o = LLVMGetInstructionOpcode(a);
    if (o != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b))
        return false;
    return is_extension(o) || is_conversion(a) || LLVMGetOperand(a, 1) == LLVMGetOperand(b, 1); // of a call, the callee
}

// The element that a one-lane read at a constant offset reads.
static bool lane_of(LLVMValueRef rd, uint32_t *lane) {
    genx_region r;
    if (!genx_is_rdregion(rd) || genx_is_vec(LLVMTypeOf(rd)) || !genx_region_of(rd, &r) || !r.off_const ||
        r.off_b % r.elt_b)
        return false;
    *lane = r.off_b / r.elt_b;
    return *lane < genx_lanes(LLVMTypeOf(LLVMGetOperand(rd, 0)));
}

// One form of reads

// After the definition of the vector, or at the start of the operations' block.
static LLVMValueRef place(LLVMValueRef v, LLVMBasicBlockRef bb) {
    LLVMValueRef i = LLVMGetFirstInstruction(bb);
    if (LLVMIsAInstruction(v) && !LLVMIsAPHINode(v) && LLVMGetInstructionParent(v) == bb)
        i = LLVMGetNextInstruction(v);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

// The block in which v is defined: parameters are in the entry block.
static LLVMBasicBlockRef home_of(LLVMValueRef v, LLVMValueRef user) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(user);
    return LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(bb));
}

// Replaces the bitcast of a read of one lane of v to its element.
static bool read_scalar(jl *J, LLVMValueRef v, LLVMValueRef rd, LLVMValueRef cast) {
    genx_region r;
    if (!LLVMIsABitCastInst(cast) || genx_lanes(LLVMTypeOf(rd)) != 1 || !genx_is_vec(LLVMTypeOf(rd)) ||
        LLVMTypeOf(cast) != LLVMGetElementType(LLVMTypeOf(rd)) || !genx_region_of(rd, &r) || !r.off_const)
        return false;
    LLVMPositionBuilderBefore(J->b, rd);
    LLVMReplaceAllUsesWith(cast, genx_build_rd(J->b, J->mod, v, &r, true));
    return true;
}

// Replaces reads of parts of one lane of v by reads of v as smaller elements, *parts, which is built on demand.
static bool read_part(jl *J, LLVMValueRef v, uint32_t lane, LLVMValueRef cast, LLVMValueRef *parts) {
    LLVMTypeRef t = LLVMTypeOf(cast);
    bool changed = false;
    if (!LLVMIsABitCastInst(cast) || !genx_is_vec(t) || genx_lanes(t) < 2 || genx_elt_b(t) == 0)
        return false;
    genx_foreach_use_safe(cast, u, next) {
        LLVMValueRef rd = LLVMGetUser(u);
        uint32_t part, n = genx_lanes(t);
        if (!lane_of(rd, &part) || LLVMGetOperand(rd, 0) != cast)
            continue;
        LLVMTypeRef all = LLVMVectorType(LLVMGetElementType(t), n * genx_lanes(LLVMTypeOf(v)));
        if (*parts && LLVMTypeOf(*parts) != all)
            continue;
        LLVMPositionBuilderBefore(J->b, place(v, home_of(v, rd)));
        if (!*parts)
            *parts = LLVMBuildBitCast(J->b, v, all, "");
        uint32_t e = genx_elt_b(t);
        genx_region r = {.width = 1, .off_const = true, .off_b = (lane * n + part) * e, .lanes = 1, .elt_b = e};
        LLVMPositionBuilderBefore(J->b, rd);
        LLVMReplaceAllUsesWith(rd, genx_build_rd(J->b, J->mod, *parts, &r, true));
        changed = true;
    }
    return changed;
}

// Gives reads of single lanes of v their one form.
static bool simplify_reads(jl *J, LLVMValueRef v) {
    LLVMValueRef parts = NULL;
    bool changed = false;
    genx_foreach_use_safe(v, u, next) {
        LLVMValueRef rd = LLVMGetUser(u);
        uint32_t lane;
        if (!genx_is_rdregion(rd) || LLVMGetOperand(rd, 0) != v)
            continue;
        bool scalar = lane_of(rd, &lane);
        genx_foreach_use_safe(rd, w, after)
            changed |= scalar ? read_part(J, v, lane, LLVMGetUser(w), &parts) : read_scalar(J, v, rd, LLVMGetUser(w));
    }
    return changed;
}

// Groups

// Whether the results for all lanes of v need few registers.
static bool are_small(const jl *J, LLVMValueRef v, LLVMValueRef op) {
    enum { PART = 8 };
    const isa_model *m = J->cx->model;
    return genx_lanes(LLVMTypeOf(v)) * genx_elt_b(LLVMTypeOf(op)) <= (uint32_t)m->grf_count * m->grf_b / PART;
}

// Bytes that operations do not take as sources, in a vector whose extension needs few registers.
static bool must_extend(const jl *J, LLVMValueRef v, LLVMValueRef ext) {
    return !J->cx->model->has_byte_alu && genx_elt_bits(LLVMTypeOf(v)) == 8 && are_small(J, v, ext);
}

// An extension is free where only broadcasts to vector operations use it: they take the narrow value, unless it is a
// byte and only moves take bytes.
static bool is_work(const jl *J, LLVMValueRef v, LLVMValueRef op) {
    LLVMOpcode o = LLVMGetInstructionOpcode(op);
    if (is_conversion(op) || is_float_op(o) || is_function(op))
        return are_small(J, v, op);
    if (!is_extension(o) || must_extend(J, v, op))
        return true;
    genx_foreach_use(op, u)
        if (!LLVMIsABitCastInst(LLVMGetUser(u)) || !genx_is_vec(LLVMTypeOf(LLVMGetUser(u))) ||
            genx_lanes(LLVMTypeOf(LLVMGetUser(u))) != 1)
            return true;
    return false;
}

static unsigned collect(jl *J, LLVMValueRef v, group *g) {
    unsigned n = 0;
    genx_foreach_use(v, u) {
        LLVMValueRef rd = LLVMGetUser(u);
        uint32_t lane;
        if (!lane_of(rd, &lane) || !genx_single_use(rd))
            continue;
        LLVMValueRef op = LLVMGetUser(LLVMGetFirstUse(rd));
        if (!is_lane_op(op) || LLVMGetOperand(op, 0) != rd || !is_work(J, v, op) ||
            LLVMGetInstructionParent(op) != LLVMGetInstructionParent(rd))
            continue;
        unsigned k = 0;
        while (k < n && !alike(g[k].model, op))
            k++;
        if (k == MAX_GROUPS)
            continue;
        if (k == n)
            g[n++] = (group){.model = op};
        cmc_vec_push(J->cx->arena, &g[k].ops, ((lane_op){op, lane}));
    }
    return n;
}

// A scalar in n lanes.
static LLVMValueRef all_lanes(jl *J, LLVMValueRef x, uint32_t n) {
    genx_region r = {.width = n, .off_const = true, .lanes = n, .elt_b = genx_elt_b(LLVMTypeOf(x))};
    LLVMValueRef one = LLVMBuildBitCast(J->b, x, LLVMVectorType(LLVMTypeOf(x), 1), "");
    return genx_build_rd(J->b, J->mod, one, &r, false);
}

// Where the operation on the vector goes: after the vector; with a scalar, which may be defined later, before the first
// of the group.
static LLVMValueRef place_of(LLVMValueRef v, const group *g) {
    LLVMValueRef i = place(v, LLVMGetInstructionParent(g->model)), op = g->model;
    if (!is_float_op(LLVMGetInstructionOpcode(op)) || LLVMIsAConstant(LLVMGetOperand(op, 1)))
        return i;
    for (; i; i = LLVMGetNextInstruction(i)) {
        for (uint32_t k = 0; k < g->ops.len; k++) {
            if (g->ops.data[k].op == i)
                return i;
        }
    }
    return op;
}

// The operation on n lanes of v from lo on, `step` apart.
static LLVMValueRef wide(jl *J, LLVMValueRef v, LLVMValueRef model, uint32_t lo, uint32_t n, uint32_t step) {
    LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(model), n);
    uint32_t e = genx_elt_b(LLVMTypeOf(v));
    LLVMOpcode o = LLVMGetInstructionOpcode(model);
    if (n != genx_lanes(LLVMTypeOf(v))) {
        genx_region r = {.vstride = n * step,
                         .width = n,
                         .stride = step,
                         .off_const = true,
                         .off_b = lo * e,
                         .lanes = n,
                         .elt_b = e};
        v = genx_build_rd(J->b, J->mod, v, &r, false);
    }
    if (is_extension(o) || is_conversion(model))
        return LLVMBuildCast(J->b, o, v, t, "");
    if (is_function(model))
        return genx_build(J->b, J->mod, genx_call_id(model), t, &v, 1, "");
    LLVMValueRef x = LLVMGetOperand(model, 1);
    return LLVMBuildBinOp(J->b, o, v, LLVMIsAConstant(x) ? genx_const_all(t, x) : all_lanes(J, x, n), "");
}

static bool join(jl *J, LLVMValueRef v, const group *g) {
    uint32_t lo = UINT32_MAX, hi = 0, e = genx_elt_b(LLVMTypeOf(g->model));
    for (uint32_t k = 0; k < g->ops.len; k++) {
        lo = g->ops.data[k].lane < lo ? g->ops.data[k].lane : lo;
        hi = g->ops.data[k].lane > hi ? g->ops.data[k].lane : hi;
    }
    uint32_t step = 0;
    for (uint32_t k = 0; k < g->ops.len; k++)
        step = (uint32_t)cmc_gcd(step, g->ops.data[k].lane - lo);
    step = step ? step : 1;
    uint32_t n = (hi - lo) / step + 1;
    if (g->ops.len < MIN_LANES || n > 2 * g->ops.len || e == 0)
        return false;
    LLVMPositionBuilderBefore(J->b, place_of(v, g));
    LLVMValueRef w = wide(J, v, g->model, lo, n, step);
    for (uint32_t k = 0; k < g->ops.len; k++) {
        LLVMValueRef op = g->ops.data[k].op;
        genx_region r = {
            .width = 1, .off_const = true, .off_b = (g->ops.data[k].lane - lo) / step * e, .lanes = 1, .elt_b = e};
        LLVMPositionBuilderBefore(J->b, op);
        LLVMReplaceAllUsesWith(op, genx_build_rd(J->b, J->mod, w, &r, true));
    }
    return true;
}

// Overlapping slices

enum { MAX_SLICES = 64, MAX_GAP = 64, MAX_SLICE_LANES = 32 };

typedef struct slice {
    LLVMValueRef ext, of; // the extension, and the bytes of which it extends a part
    uint32_t lo, hi;      // lanes
} slice;

typedef struct slices {
    slice s[MAX_SLICES];
    uint32_t n, lo, hi;
} slices;

// Whether all users read the extension at any place in its register: products of dwords and floats do not.
static bool is_read_anywhere(LLVMValueRef ext) {
    genx_foreach_use(ext, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool product = LLVMGetInstructionOpcode(user) == LLVMMul;
        if (product || (!LLVMIsABinaryOperator(user) && !LLVMIsAICmpInst(user)))
            return false;
    }
    return LLVMGetFirstUse(ext) != NULL;
}

// Whether i extends neighbouring bytes of a vector.
static bool slice_of(LLVMValueRef i, slice *s) {
    genx_region r;
    LLVMOpcode o = LLVMGetInstructionOpcode(i);
    LLVMValueRef rd = is_extension(o) ? LLVMGetOperand(i, 0) : NULL;
    if (!rd || !genx_is_rdregion(rd) || !genx_is_vec(LLVMTypeOf(rd)) || genx_elt_bits(LLVMTypeOf(rd)) != 8 ||
        genx_elt_bits(LLVMTypeOf(i)) > 32 || !genx_region_of(rd, &r) || !r.off_const || r.stride != 1 ||
        r.width != r.lanes || r.lanes < MIN_LANES || !is_read_anywhere(i))
        return false;
    *s = (slice){i, LLVMGetOperand(rd, 0), r.off_b, r.off_b + r.lanes};
    return s->hi <= genx_lanes(LLVMTypeOf(s->of));
}

// The extensions after first, in its block, that overlap it or one another.
static void find_slices(slices *g, LLVMValueRef first) {
    slice x;
    uint32_t gap = 0;
    for (LLVMValueRef i = LLVMGetNextInstruction(first); i && gap < MAX_GAP && g->n < MAX_SLICES;
         i = LLVMGetNextInstruction(i), gap++) {
        if (!slice_of(i, &x) || x.of != g->s[0].of ||
            genx_elt_type(LLVMTypeOf(i)) != genx_elt_type(LLVMTypeOf(first)) ||
            LLVMGetInstructionOpcode(i) != LLVMGetInstructionOpcode(first))
            continue;
        uint32_t lo = x.lo < g->lo ? x.lo : g->lo, hi = x.hi > g->hi ? x.hi : g->hi;
        if (x.lo >= g->hi || g->lo >= x.hi || hi - lo > MAX_SLICE_LANES)
            continue;
        g->s[g->n++] = x;
        g->lo = lo;
        g->hi = hi;
        gap = 0;
    }
}

static LLVMValueRef read_row(jl *J, LLVMValueRef v, uint32_t lo, uint32_t n) {
    uint32_t e = genx_elt_b(LLVMTypeOf(v));
    genx_region r = genx_row_region(n, lo * e, e);
    return n == genx_lanes(LLVMTypeOf(v)) ? v : genx_build_rd(J->b, J->mod, v, &r, false);
}

static bool join_slices(jl *J, LLVMValueRef first) {
    slices g = {.n = 1};
    if (J->cx->model->has_byte_alu || !slice_of(first, &g.s[0]))
        return false;
    g.lo = g.s[0].lo;
    g.hi = g.s[0].hi;
    find_slices(&g, first);
    uint32_t n = MIN_LANES, all = genx_lanes(LLVMTypeOf(g.s[0].of));
    while (n < g.hi - g.lo)
        n *= 2;
    if (g.n < 2 || n > MAX_SLICE_LANES || n > all)
        return false;
    uint32_t lo = g.lo + n > all ? all - n : g.lo;
    LLVMPositionBuilderBefore(J->b, first);
    LLVMTypeRef t = LLVMVectorType(genx_elt_type(LLVMTypeOf(first)), n);
    LLVMValueRef row = read_row(J, g.s[0].of, lo, n);
    LLVMValueRef wide = LLVMBuildCast(J->b, LLVMGetInstructionOpcode(first), row, t, "");
    for (uint32_t k = 0; k < g.n; k++) {
        LLVMPositionBuilderBefore(J->b, g.s[k].ext);
        LLVMReplaceAllUsesWith(g.s[k].ext, read_row(J, wide, g.s[k].lo - lo, g.s[k].hi - g.s[k].lo));
    }
    return true;
}

static bool join_uses(jl *J, LLVMValueRef v) {
    group g[MAX_GROUPS];
    if (!genx_is_vec(LLVMTypeOf(v)) || genx_lanes(LLVMTypeOf(v)) < MIN_LANES)
        return false;
    bool changed = simplify_reads(J, v);
    unsigned n = collect(J, v, g);
    for (unsigned k = 0; k < n; k++)
        changed |= join(J, v, &g[k]);
    return changed;
}

bool gx_join_lanes(gx_ctx *cx, LLVMValueRef fn) {
    jl J = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    J.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(J.mod));
    bool changed = false;
    for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p))
        changed |= join_uses(&J, p);
    // The new operation follows the vector that it reads, so one walk joins a chain of operations.
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            changed |= join_uses(&J, i);
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            changed |= join_slices(&J, i);
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(J.b);
    return changed;
}
