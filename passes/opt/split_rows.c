// SPDX-License-Identifier: MIT
// gx_split_rows: split a matrix that fills the registers and is accessed by columns into its rows.
//
//   before (%m: 7 rows of 256)                               after
//     %m = phi <1792 x float> [ zero, ], [ %w, ]               %p = phi <256 x float> [ zero, ], [ %a, ]       (7 times)
//     %r = rdregion %m, <256;8,1>, offset %o                   %x = rdregion %p, lanes 0..7, offset %o         (7 times)
//                                                              %r = wrregion %x of all rows
//     %s = fadd <56 x float> %r, %t                            %s = fadd <56 x float> %r, %t
//     %w = wrregion %m, %s, <256;8,1>, offset %o               %y = rdregion %s, lanes 0..7                    (7 times)
//                                                              %a = wrregion %p, %y, lanes 0..7, offset %o     (7 times)
//
// Why: the place of a vector with computed indices is consecutive registers, or memory, for all of it. Of the rows,
// only those that do not fit go to memory.
// How: a region that has all rows of the matrix, the same part of each, stays within the rows wherever it begins: it
// would leave the matrix otherwise. All values that are one variable (PHIs, writes into one another) form a web, which
// is split if each access is such a region or stays within one row. An element at a computed place does where a loop's
// condition limits its index.
// Needs: regions as the user wrote them (before gx_lower). Does not handle: functions without a matrix of more than
// half of the registers; matrices of up to a quarter; masked writes; instructions that use the whole matrix.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

enum { MAX_MEMBERS = 1024, MAX_ROWS = 64, MAX_DEPTH = 8 };

typedef struct sr {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    ptrmap seen;       // value -> in some web
    ptrmap index;      // member of this web -> its number + 1
    gx_values members; // of this web
    LLVMTypeRef type, row_type;
    uint32_t row_b, n_rows;
    LLVMValueRef *parts; // by member and row
    LLVMBasicBlockRef *order;
    uint32_t n_order;
} sr;

typedef struct access {
    bool rows;          // the same part of each row
    uint32_t row;       // otherwise, the row
    genx_region region; // in the row
} access;

// Ranges

static uint64_t most_of(LLVMValueRef v, unsigned depth);

static bool is_const(LLVMValueRef v, uint64_t *c) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *c = LLVMConstIntGetZExtValue(v);
    return true;
}

// The largest value of a count that the edge from its step to the PHI lets pass; UINT64_MAX when unknown.
static uint64_t most_passed(LLVMValueRef phi, LLVMValueRef step, LLVMBasicBlockRef from) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    uint64_t by, limit;
    if (!LLVMIsABinaryOperator(step) || LLVMGetInstructionOpcode(step) != LLVMAdd || LLVMGetOperand(step, 0) != phi ||
        !is_const(LLVMGetOperand(step, 1), &by) || by > UINT16_MAX || !LLVMIsABranchInst(end) ||
        !LLVMIsConditional(end) || LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1) ||
        !LLVMIsAICmpInst(LLVMGetCondition(end)))
        return UINT64_MAX;
    LLVMValueRef cmp = LLVMGetCondition(end), x = LLVMGetOperand(cmp, 0);
    bool goes_on = LLVMGetSuccessor(end, 0) == LLVMGetInstructionParent(phi);
    LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
    if (!is_const(LLVMGetOperand(cmp, 1), &limit) || limit > UINT16_MAX || (x != phi && x != step))
        return UINT64_MAX;
    uint64_t more = x == phi ? by : 0;
    if (p == (goes_on ? LLVMIntULT : LLVMIntUGE))
        return limit ? limit - 1 + more : 0;
    if (p == (goes_on ? LLVMIntULE : LLVMIntUGT))
        return limit + more;
    return UINT64_MAX;
}

static uint64_t most_of_phi(LLVMValueRef phi, unsigned depth) {
    uint64_t most = 0;
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef in = LLVMGetIncomingValue(phi, k);
        uint64_t x = most_passed(phi, in, LLVMGetIncomingBlock(phi, k));
        x = x == UINT64_MAX ? most_of(in, depth) : x;
        most = x > most ? x : most;
    }
    return most;
}

static uint64_t most_of_op(LLVMValueRef v, unsigned depth) {
    uint64_t c, x = most_of(LLVMGetOperand(v, 0), depth);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMTrunc: // of a value that fits
    case LLVMZExt:
        return x;
    case LLVMShl:
        return x <= UINT32_MAX && is_const(LLVMGetOperand(v, 1), &c) && c < 32 ? x << c : UINT64_MAX;
    case LLVMMul:
        return x <= UINT32_MAX && is_const(LLVMGetOperand(v, 1), &c) && c <= UINT16_MAX ? x * c : UINT64_MAX;
    default:
        return UINT64_MAX;
    }
}

// An upper bound of an unsigned integer.
static uint64_t most_of(LLVMValueRef v, unsigned depth) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || bits > 64)
        return UINT64_MAX;
    uint64_t bound = gx_shim_max_value(v, false), x = UINT64_MAX, all = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
    if (depth < MAX_DEPTH && LLVMIsAPHINode(v))
        x = most_of_phi(v, depth + 1);
    else if (depth < MAX_DEPTH && LLVMIsAInstruction(v) && LLVMGetNumOperands(v) > 0)
        x = most_of_op(v, depth + 1);
    return x <= all && x < bound ? x : bound; // a larger one may wrap
}

// Accesses

// Takes a constant out of an offset: it selects the row.
static LLVMValueRef without_constant(LLVMValueRef offset, uint64_t *c) {
    *c = 0;
    if (!LLVMIsABinaryOperator(offset) || !is_const(LLVMGetOperand(offset, 1), c))
        return offset;
    LLVMValueRef x = LLVMGetOperand(offset, 0);
    LLVMOpcode o = LLVMGetInstructionOpcode(offset);
    if (o == LLVMAdd || (o == LLVMOr && most_of(x, 0) < (*c & (~*c + 1))))
        return x;
    *c = 0;
    return offset;
}

static bool in_one_row(const sr *S, const genx_region *r, access *a) {
    int64_t lo = INT64_MAX, hi = 0;
    for (uint32_t k = 0; k < r->lanes; k++) {
        int64_t at = genx_region_lane_b(r, k);
        lo = at < lo ? at : lo;
        hi = at + r->elt_b > hi ? at + r->elt_b : hi;
    }
    uint64_t c = 0;
    a->region = *r;
    if (r->off_const) {
        a->row = (uint32_t)(lo < 0 ? 0 : lo) / S->row_b;
        a->region.off_b -= a->row * S->row_b;
        a->region.offset = NULL;
        return lo >= 0 && hi <= (int64_t)(a->row + 1) * S->row_b && a->row < S->n_rows;
    }
    LLVMValueRef x = without_constant(r->offset, &c);
    uint64_t most = most_of(x, 0);
    a->row = (uint32_t)(c / S->row_b);
    a->region.offset = x;
    // A constant that does not begin a row would have to be added again.
    return c % S->row_b == 0 && a->row < S->n_rows && lo >= 0 && most <= UINT16_MAX && most + (uint64_t)hi <= S->row_b;
}

// Whether a region has the same part of each row of row_b bytes.
static bool has_rows(const genx_region *r, uint32_t size_b, uint32_t row_b) {
    uint64_t span_b = ((uint64_t)(r->width - 1) * r->stride + 1) * r->elt_b;
    return r->width && r->lanes > r->width && r->vstride * r->elt_b == row_b && span_b <= row_b &&
           (uint64_t)r->lanes / r->width * row_b == size_b && r->lanes % r->width == 0 &&
           (!r->off_const || r->off_b + span_b <= row_b);
}

static bool access_of(const sr *S, LLVMValueRef v, access *a) {
    genx_region r;
    if (!genx_region_of(v, &r) || r.off_vector)
        return false;
    a->rows = has_rows(&r, S->row_b * S->n_rows, S->row_b);
    if (!a->rows)
        return in_one_row(S, &r, a);
    a->region = r;
    a->region.lanes = r.width;
    if (r.off_const)
        a->region.offset = NULL;
    return true;
}

// Webs

static uint32_t number_of(const sr *S, LLVMValueRef v) {
    return (uint32_t)(uintptr_t)ptrmap_get(&S->index, v);
}

static bool add_member(sr *S, LLVMValueRef v) {
    if (LLVMIsConstant(v))
        return !LLVMIsAConstantExpr(v) && !LLVMIsAGlobalValue(v);
    if (number_of(S, v))
        return true;
    if (!(LLVMIsAPHINode(v) || (LLVMIsAInstruction(v) && genx_is_wrregion(v))) || LLVMTypeOf(v) != S->type ||
        S->members.len == MAX_MEMBERS || !cmc_vec_push(S->cx->arena, &S->members, v))
        return false;
    return ptrmap_put(&S->seen, v, v) && ptrmap_put(&S->index, v, (void *)(uintptr_t)S->members.len);
}

static bool scan(sr *S, LLVMValueRef v) {
    access a;
    if (genx_is_wrregion(v) && (!genx_mask_is_true(v) || !access_of(S, v, &a) || !add_member(S, LLVMGetOperand(v, 0))))
        return false;
    for (unsigned k = 0; LLVMIsAPHINode(v) && k < LLVMCountIncoming(v); k++)
        if (!add_member(S, LLVMGetIncomingValue(v, k)))
            return false;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool fits = genx_is_rdregion(user)   ? access_of(S, user, &a)
                    : genx_is_wrregion(user) ? LLVMGetOperand(user, 1) != v && add_member(S, user)
                                             : LLVMIsAPHINode(user) && add_member(S, user);
        if (!fits)
            return false;
    }
    return true;
}

// Finds the web of v; false when it stays whole.
static bool find_web(sr *S, LLVMValueRef v, uint32_t row_b) {
    S->type = LLVMTypeOf(v);
    S->row_b = row_b;
    S->n_rows = genx_size_b(S->type) / row_b;
    S->row_type = LLVMVectorType(LLVMGetElementType(S->type), row_b / genx_elt_b(S->type));
    S->members.len = 0;
    S->index = (ptrmap){.arena = S->cx->arena};
    if (S->n_rows > MAX_ROWS || row_b % S->cx->model->grf_b || !add_member(S, v))
        return false;
    for (uint32_t k = 0; k < S->members.len; k++)
        if (!scan(S, S->members.data[k]))
            return false;
    return true;
}

// Rewriting

static LLVMValueRef constant_row(const sr *S, LLVMValueRef c, uint32_t row) {
    uint32_t n = LLVMGetVectorSize(S->row_type);
    LLVMValueRef *e = LLVMIsUndef(c) ? NULL : CMC_NEW_N(S->cx->arena, LLVMValueRef, n);
    for (uint32_t k = 0; e && k < n; k++)
        e[k] = genx_const_element(c, row * n + k);
    return e ? LLVMConstVector(e, n) : LLVMGetUndef(S->row_type);
}

static LLVMValueRef *parts_of(const sr *S, LLVMValueRef member) {
    return &S->parts[(size_t)(number_of(S, member) - 1) * S->n_rows];
}

static LLVMValueRef row_of(const sr *S, LLVMValueRef v, uint32_t row) {
    return LLVMIsConstant(v) ? constant_row(S, v, row) : parts_of(S, v)[row];
}

static bool is_whole_row(const sr *S, const genx_region *r, LLVMValueRef v) {
    return r->off_const && r->off_b == 0 && LLVMTypeOf(v) == S->row_type && r->stride == 1 && r->width == r->lanes;
}

static void split_write(sr *S, LLVMValueRef w) {
    access a;
    LLVMValueRef old = LLVMGetOperand(w, 0), x = LLVMGetOperand(w, 1), *out = parts_of(S, w);
    if (!access_of(S, w, &a))
        return;
    uint32_t n = a.region.lanes, e = a.region.elt_b;
    for (uint32_t row = 0; row < S->n_rows; row++) {
        out[row] = row_of(S, old, row);
        if (!a.rows && row != a.row)
            continue;
        genx_region some = genx_row_region(n, row * n * e, e);
        LLVMValueRef y = a.rows ? genx_build_rd(S->b, S->mod, x, &some, false) : x;
        out[row] = is_whole_row(S, &a.region, y) ? y : genx_build_wr(S->b, S->mod, out[row], y, &a.region, NULL);
    }
}

static void split_read(sr *S, LLVMValueRef rd) {
    access a;
    LLVMValueRef m = LLVMGetOperand(rd, 0), all = LLVMGetUndef(LLVMTypeOf(rd));
    if (!access_of(S, rd, &a))
        return;
    uint32_t n = a.region.lanes, e = a.region.elt_b;
    for (uint32_t row = a.rows ? 0 : a.row; row < S->n_rows; row++) {
        LLVMValueRef part = row_of(S, m, row), x = part;
        if (!is_whole_row(S, &a.region, rd))
            x = genx_build_rd(S->b, S->mod, part, &a.region, !genx_is_vec(LLVMTypeOf(rd)));
        genx_region some = genx_row_region(n, row * n * e, e);
        all = a.rows ? genx_build_wr(S->b, S->mod, all, x, &some, NULL) : x;
        if (!a.rows)
            break;
    }
    LLVMReplaceAllUsesWith(rd, all);
}

static void at(const sr *S, LLVMValueRef v) {
    LLVMPositionBuilderBefore(S->b, v);
    LLVMSetCurrentDebugLocation2(S->b, LLVMInstructionGetDebugLoc(v));
}

static void fill_phi(const sr *S, LLVMValueRef v) {
    for (uint32_t row = 0; row < S->n_rows; row++)
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
            LLVMValueRef in = row_of(S, LLVMGetIncomingValue(v, k), row);
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, k);
            LLVMAddIncoming(parts_of(S, v)[row], &in, &from, 1);
        }
}

static void create_phis(const sr *S, LLVMValueRef v) {
    at(S, v);
    for (uint32_t row = 0; row < S->n_rows; row++)
        parts_of(S, v)[row] = LLVMBuildPhi(S->b, S->row_type, "");
}

static bool split(sr *S) {
    S->parts = CMC_NEW_N(S->cx->arena, LLVMValueRef, (size_t)S->members.len * S->n_rows);
    if (!S->parts)
        return false;
    for (uint32_t k = 0; k < S->members.len; k++) // before the rest: back edges use their parts before they are defined
        if (LLVMIsAPHINode(S->members.data[k]))
            create_phis(S, S->members.data[k]);
    for (uint32_t k = 0; k < S->n_order; k++)
        genx_foreach_inst_safe(S->order[k], i, next) {
            bool write = number_of(S, i) && !LLVMIsAPHINode(i),
                 read = genx_is_rdregion(i) && number_of(S, LLVMGetOperand(i, 0));
            if (write || read)
                at(S, i);
            if (write)
                split_write(S, i);
            else if (read)
                split_read(S, i);
        }
    for (uint32_t k = 0; k < S->members.len; k++)
        if (LLVMIsAPHINode(S->members.data[k]))
            fill_phi(S, S->members.data[k]);
    return true;
}

// Driver

// The matrix that an instruction accesses by columns at a computed place, if it is large; NULL otherwise.
static LLVMValueRef matrix_of(const sr *S, LLVMValueRef i, int64_t least_b, uint32_t *row_b) {
    genx_region r;
    if (!LLVMIsACallInst(i) || (!genx_is_rdregion(i) && !genx_is_wrregion(i)))
        return NULL;
    LLVMValueRef m = genx_is_wrregion(i) ? i : LLVMGetOperand(i, 0);
    if (genx_size_b(LLVMTypeOf(m)) <= least_b || ptrmap_get(&S->seen, m) || !genx_region_of(i, &r) || r.off_const ||
        r.off_vector)
        return NULL;
    *row_b = r.vstride * r.elt_b;
    return *row_b && has_rows(&r, genx_size_b(LLVMTypeOf(m)), *row_b) ? m : NULL;
}

// Splits matrices of more than least_b bytes; only_look: is there one?
static bool visit(sr *S, int64_t least_b, bool only_look) {
    bool changed = false;
    for (uint32_t k = 0; k < S->n_order && !(only_look && changed); k++)
        genx_foreach_inst_safe(S->order[k], i, next) {
            uint32_t row_b;
            LLVMValueRef m = matrix_of(S, i, least_b, &row_b);
            if (m)
                changed |= only_look || (find_web(S, m, row_b) && split(S));
        }
    return changed;
}

bool gx_split_rows(gx_ctx *cx, LLVMValueRef fn) {
    sr S = {.cx = cx, .mod = LLVMGetGlobalParent(fn), .seen = {.arena = cx->arena}};
    int64_t file_b = gx_register_bytes(cx, fn);
    S.order = genx_block_order(cx->arena, fn, &S.n_order);
    if (!S.order || !visit(&S, file_b / 2, true))
        return false;
    S.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(S.mod));
    bool changed = visit(&S, file_b / 4, false);
    LLVMDisposeBuilder(S.b);
    return changed;
}
