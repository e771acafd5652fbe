// SPDX-License-Identifier: MIT
// lower_cm: atomic operations of the older messages. (The newer messages are in cm_lsc.c.)
//
//   __cm_atomic(op, surface, byte offsets, src0, src1, mask)     llvm.genx.dword.atomic.OP
//   __cm_svm_atomic(op, addresses, src0, src1, mask)             llvm.genx.svm.atomic.OP
//   __cm_typed_atomic(op, surface, u, v, r, lod, src0, src1, mask)  llvm.genx.typed.atomic.OP
//
// The operation is its number in CmAtomicOpType. Sources that an operation does not have are ignored. No message
// returns the value after a decrement, so PREDEC is DEC, minus 1.

#include "cm_priv.h"

typedef struct atomic_row {
    uint8_t op, n_src;
    uint8_t lsc; // operation of llvm.genx.lsc.xatomic
    bool is_float;
    genx_id dword, svm, typed;
    const char *name;
} atomic_row;

#define ROW(op, n, lsc, f, NAME, text)                                                                                 \
    { op, n, lsc, f, GENX_DWORD_ATOMIC_##NAME, GENX_SVM_ATOMIC_##NAME, GENX_TYPED_ATOMIC_##NAME, text }
#define ROW_NO_SVM(op, n, lsc, NAME, text)                                                                             \
    { op, n, lsc, true, GENX_DWORD_ATOMIC_##NAME, GENX_NONE, GENX_TYPED_ATOMIC_##NAME, text }
enum { OP_PREDEC = 0xFF };
static const atomic_row rows[] = {
    ROW(0x00, 1, 0x0C, false, ADD, "ATOMIC_ADD"),
    ROW(0x01, 1, 0x0D, false, SUB, "ATOMIC_SUB"),
    ROW(0x02, 0, 0x08, false, INC, "ATOMIC_INC"),
    ROW(0x03, 0, 0x09, false, DEC, "ATOMIC_DEC"),
    ROW(0x04, 1, 0x10, false, MIN, "ATOMIC_MIN"),
    ROW(0x05, 1, 0x11, false, MAX, "ATOMIC_MAX"),
    ROW(0x06, 1, 0x0B, false, XCHG, "ATOMIC_XCHG"),
    ROW(0x07, 2, 0x12, false, CMPXCHG, "ATOMIC_CMPXCHG"),
    ROW(0x08, 1, 0x18, false, AND, "ATOMIC_AND"),
    ROW(0x09, 1, 0x19, false, OR, "ATOMIC_OR"),
    ROW(0x0A, 1, 0x1A, false, XOR, "ATOMIC_XOR"),
    ROW(0x0B, 1, 0x0E, false, IMIN, "ATOMIC_MINSINT"),
    ROW(0x0C, 1, 0x0F, false, IMAX, "ATOMIC_MAXSINT"),
    ROW(0x10, 1, 0x16, true, FMAX, "ATOMIC_FMAX"),
    ROW(0x11, 1, 0x15, true, FMIN, "ATOMIC_FMIN"),
    ROW(0x12, 2, 0x17, true, FCMPWR, "ATOMIC_FCMPWR"),
    ROW_NO_SVM(0x13, 1, 0x13, FADD, "ATOMIC_FADD"),
    ROW_NO_SVM(0x14, 1, 0x14, FSUB, "ATOMIC_FSUB"),
    {OP_PREDEC, 0, 0x09, false, GENX_DWORD_ATOMIC_DEC, GENX_SVM_ATOMIC_DEC, GENX_TYPED_ATOMIC_DEC, "ATOMIC_PREDEC"},
};
#undef ROW
#undef ROW_NO_SVM

enum { OP_OPERATION = 0 }; // the same for all builtins here
enum { SURFACE_PLACE = OP_OPERATION + 1, SURFACE_OFFSETS, SURFACE_SRC0, SURFACE_SRC1, SURFACE_MASK };
enum { SVM_ADDR = OP_OPERATION + 1, SVM_SRC0, SVM_SRC1, SVM_MASK };
enum { TYPED_SURFACE = OP_OPERATION + 1, TYPED_U, TYPED_SRC0 = TYPED_U + 4, TYPED_SRC1, TYPED_MASK };

static const atomic_row *find_row(cm_lower *l, LLVMValueRef call) {
    int64_t op;
    if (!cm_const_arg(l, call, OP_OPERATION, "the operation of an atomic", &op))
        return NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (rows[i].op == (uint8_t)op)
            return &rows[i];
    gx_error(l->cx, call, "CM0220", "unknown atomic operation %lld", (long long)op);
    return NULL;
}

// Operands before the sources: the predicate, then the operands that give the address.
typedef struct place {
    LLVMValueRef fixed;    // the surface, or NULL
    LLVMValueRef lanes[4]; // one address, or u, v, r and lod
    unsigned n_lanes;
    bool sources_first; // typed atomics
    uint32_t min, max;  // limits on the lanes of a message
    genx_id id;
} place;

typedef struct call_args {
    LLVMValueRef v[10];
    unsigned n;
} call_args;

static void push_sources(cm_lower *l, call_args *a, const atomic_row *r, LLVMValueRef src[2], const cm_piece *p) {
    for (unsigned i = 0; i < r->n_src; i++)
        a->v[a->n++] = cm_piece_get(l, src[i], 1, p);
}

static void push_address(cm_lower *l, call_args *a, const place *where, const cm_piece *p) {
    for (unsigned i = 0; i < where->n_lanes; i++)
        a->v[a->n++] = cm_piece_get(l, where->lanes[i], 1, p);
}

static LLVMValueRef atomic_piece(cm_lower *l, const atomic_row *r, const place *where, LLVMValueRef src[2],
                                 LLVMValueRef mask, LLVMTypeRef elt, const cm_piece *p) {
    LLVMTypeRef t = LLVMVectorType(elt, p->lanes);
    call_args a = {.v = {cm_piece_pred(l, mask, p)}, .n = 1};
    if (where->fixed)
        a.v[a.n++] = where->fixed;
    if (where->sources_first) {
        push_sources(l, &a, r, src, p);
        push_address(l, &a, where, p);
    } else {
        push_address(l, &a, where, p);
        push_sources(l, &a, r, src, p);
        a.v[a.n++] = LLVMGetUndef(t);
    }
    return genx_build(l->b, l->mod, where->id, t, a.v, a.n, "old");
}

// v - 1
static LLVMValueRef minus_one(cm_lower *l, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMBuildAdd(l->b, v, LLVMConstAllOnes(t), "");
}

static LLVMValueRef build(cm_lower *l, const atomic_row *r, const place *where, LLVMValueRef src[2], LLVMValueRef mask,
                          LLVMTypeRef result) {
    LLVMTypeRef elt = genx_elt_type(result);
    uint32_t total = genx_lanes(result);
    if (genx_is_float(elt) && !r->is_float) { // an exchange: the dialect has it for integers only
        elt = LLVMIntTypeInContext(l->llvm, genx_elt_b(elt) * 8);
        for (unsigned i = 0; i < r->n_src; i++)
            src[i] = cm_cast(l, src[i], elt);
    }
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(elt, total));
    for (uint32_t first = 0; first < total;) {
        uint32_t left = total - first;
        cm_piece p = cm_piece_next(first, total, left == 1 ? 1 : where->min, where->max);
        v = cm_piece_put(l, v, atomic_piece(l, r, where, src, mask, elt, &p), 1, &p);
        first += p.n;
    }
    v = cm_cast(l, v, genx_elt_type(result));
    return r->op == OP_PREDEC ? minus_one(l, v) : v;
}

LLVMValueRef gx_cm_atomic(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    const atomic_row *r = find_row(l, call);
    if (!r || (r->svm == GENX_NONE && !cm_has_float_sums(l, call, r->name)))
        return NULL;
    place where = {.fixed = LLVMGetOperand(call, SURFACE_PLACE),
                   .lanes = {LLVMGetOperand(call, SURFACE_OFFSETS)},
                   .n_lanes = 1,
                   .min = 8,
                   .max = l->cx->model->has_lsc ? l->cx->model->lsc_max_exec : 16,
                   .id = r->dword};
    LLVMValueRef src[2] = {LLVMGetOperand(call, SURFACE_SRC0), LLVMGetOperand(call, SURFACE_SRC1)};
    return build(l, r, &where, src, LLVMGetOperand(call, SURFACE_MASK), LLVMTypeOf(call));
}

// The load/store cache takes more lanes of addresses than the older message. Its compare operand comes first.
static LLVMValueRef stateless(cm_lower *l, LLVMValueRef call, const atomic_row *r, LLVMValueRef src[2]) {
    LLVMValueRef in[2] = {src[r->n_src == 2], src[0]};
    LLVMValueRef v = cm_lsc_atomic_stateless(l, call, r->lsc, LLVMGetOperand(call, SVM_ADDR), in,
                                             LLVMGetOperand(call, SVM_MASK), r->name);
    return v && r->op == OP_PREDEC ? minus_one(l, v) : v;
}

LLVMValueRef gx_cm_svm_atomic(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    const atomic_row *r = find_row(l, call);
    if (!r)
        return NULL;
    LLVMValueRef src[2] = {LLVMGetOperand(call, SVM_SRC0), LLVMGetOperand(call, SVM_SRC1)};
    if (r->svm == GENX_NONE || l->cx->model->has_lsc)
        return stateless(l, call, r, src);
    place where = {.lanes = {LLVMGetOperand(call, SVM_ADDR)}, .n_lanes = 1, .min = 1, .max = 8, .id = r->svm};
    return build(l, r, &where, src, LLVMGetOperand(call, SVM_MASK), LLVMTypeOf(call));
}

LLVMValueRef gx_cm_typed_atomic(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    const atomic_row *r = find_row(l, call);
    if (!r)
        return NULL;
    place where = {.fixed = LLVMGetOperand(call, TYPED_SURFACE),
                   .n_lanes = 4,
                   .sources_first = true,
                   .min = l->cx->model->hdc_min_simd, // the minimum for messages to images
                   .max = l->cx->model->hdc_min_simd,
                   .id = r->typed};
    for (unsigned i = 0; i < 4; i++)
        where.lanes[i] = LLVMGetOperand(call, TYPED_U + i);
    LLVMValueRef src[2] = {LLVMGetOperand(call, TYPED_SRC0), LLVMGetOperand(call, TYPED_SRC1)};
    return build(l, r, &where, src, LLVMGetOperand(call, TYPED_MASK), LLVMTypeOf(call));
}
