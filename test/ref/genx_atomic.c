// SPDX-License-Identifier: MIT
// Atomics: dword.atomic.* through a surface, svm.atomic.* through addresses, typed.atomic.* on pixels. Lanes act in
// order, which is one of the orders that the hardware may take.

#include "ge_priv.h"

enum {
    A_ADD,
    A_SUB,
    A_INC,
    A_DEC,
    A_MIN,
    A_MAX,
    A_IMIN,
    A_IMAX,
    A_XCHG,
    A_AND,
    A_OR,
    A_XOR,
    A_CMPXCHG,
    A_FADD,
    A_FSUB,
    A_FCMPXCHG,
    A_FMIN,
    A_FMAX,
    A_OPS = 32
};
enum { SVM = 64, NO_OLD = 128, DWORDS = 256, LSC_SURFACE = 1, LSC_SLM = 2, LSC_BINDLESS = 4, LSC_EARLIER = 8 };

static unsigned sources(int op) {
    return op == A_INC || op == A_DEC ? 0 : op == A_CMPXCHG || op == A_FCMPXCHG ? 2 : 1;
}

static uint64_t apply(int op, uint64_t old, uint64_t a, uint64_t b, unsigned bits) {
    const ge_kind k = bits == 64 ? GE_DOUBLE : bits == 16 ? GE_HALF : GE_FLOAT;
    switch (op) {
    case A_ADD:
        return old + a;
    case A_SUB:
        return old - a;
    case A_INC:
        return old + 1;
    case A_DEC:
        return old - 1;
    case A_MIN:
        return a < old ? a : old;
    case A_MAX:
        return a > old ? a : old;
    case A_IMIN:
        return ge_sext(a, bits) < ge_sext(old, bits) ? a : old;
    case A_IMAX:
        return ge_sext(a, bits) > ge_sext(old, bits) ? a : old;
    case A_XCHG:
        return a;
    case A_AND:
        return old & a;
    case A_OR:
        return old | a;
    case A_XOR:
        return old ^ a;
    case A_CMPXCHG:
        return old == b ? a : old; // sources: new value, compared value
    case A_FADD:
        return ge_from_double(k, ge_to_double(k, old) + ge_to_double(k, a));
    case A_FSUB:
        return ge_from_double(k, ge_to_double(k, old) - ge_to_double(k, a));
    case A_FCMPXCHG:
        return ge_to_double(k, old) == ge_to_double(k, b) ? a : old;
    default:
        return ge_fminmax(k, old, a, op == A_FMAX);
    }
}

static cmc_status one(ge_inst *i, ge_buffer *surface, uint64_t at, const uint64_t src[2], uint32_t lane) {
    const int op = i->param % A_OPS;
    const unsigned bits = i->ret->bits, size = bits / 8;
    uint8_t data[8], undef[8];
    uint64_t old = 0;
    if (surface && at + size > surface->size_b) {
        ge_set(i->ret, lane, 0); // out of bounds: nothing happens
        return CMC_OK;
    }
    if (surface)
        ge_surface_load(surface, at, size, data, undef);
    else
        CMC_TRY(ge_load_bytes(i->cx, i->inst, at, size, data, undef));
    for (unsigned b = 0; b < size; b++) {
        old |= (uint64_t)data[b] << 8 * b;
        if (undef[b])
            return ge_undefined(i->cx, i->inst, "atomic operation on undefined memory in lane %u", lane);
    }
    const uint64_t fresh = apply(op, old, src[0], src[1], bits);
    for (unsigned b = 0; b < size; b++)
        data[b] = (uint8_t)(fresh >> 8 * b);
    ge_set(i->ret, lane, old);
    if (!surface)
        return ge_store_bytes(i->cx, i->inst, at, size, data, undef);
    ge_surface_store(surface, at, size, data, undef);
    return CMC_OK;
}

// Where the operands of one form of atomics are.
typedef struct form {
    ge_buffer *surface;
    unsigned addr, src[2], n_src;
    uint64_t base;  // added to every offset
    unsigned shift; // offsets are counted in 1 << shift bytes
} form;

static cmc_status lanes(ge_inst *i, const form *f) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const ge_value *pred = &i->arg[0];
        const uint32_t pl = pred->n == 1 ? 0 : l;
        uint64_t src[2] = {0};
        if (ge_lane_undef(pred, pl) || (pred->v[pl] && ge_lane_undef(&i->arg[f->addr], l)))
            return ge_undefined(i->cx, i->inst, "undefined predicate or address in lane %u", l);
        if (!pred->v[pl])
            continue;
        for (unsigned s = 0; s < f->n_src; s++) {
            if (ge_lane_undef(&i->arg[f->src[s]], l))
                return ge_undefined(i->cx, i->inst, "undefined source in lane %u", l);
            src[s] = i->arg[f->src[s]].v[l];
        }
        uint64_t at = (i->arg[f->addr].v[l] << f->shift) + f->base;
        CMC_TRY(one(i, f->surface, f->surface ? at & 0xffffffffu : at, src, l));
    }
    return CMC_OK;
}

static cmc_status bound_surface(ge_inst *i, uint64_t bti, ge_buffer **out) {
    *out = ge_surface(i->cx, bti);
    if (!*out)
        return ge_undefined(i->cx, i->inst, "surface %llu is not bound", (unsigned long long)bti);
    return CMC_OK;
}

// Lanes that are off keep the old value, or have none.
static void start(ge_inst *i, int old) {
    if (old >= 0)
        ge_value_copy(i->ret, &i->arg[old]);
    else
        for (uint32_t l = 0; l < i->ret->n; l++)
            i->ret->u[l] = 0xff;
}

// dword: (pred, surface, byte offsets, sources.., old); svm: (pred, addresses, sources.., old);
// untyped: (pred, surface, global offset, offsets, sources.., old), in dwords.
static cmc_status atomic(ge_inst *i) {
    const bool svm = i->param & SVM, dwords = i->param & DWORDS;
    const unsigned n_src = sources(i->param % A_OPS), addr = svm ? 1 : dwords ? 3 : 2;
    const unsigned old = addr + 1 + n_src, n = old + !(i->param & NO_OLD);
    form f = {.addr = addr, .src = {addr + 1, addr + 2}, .n_src = n_src, .shift = dwords ? 2 : 0};
    uint64_t bti = 0;
    if (i->ret->kind == GE_VOID || n != i->n_args)
        return ge_unsupported(i->cx, i->inst, "an atomic of this form");
    if (!svm) {
        CMC_TRY(ge_scalar(i, 1, &bti));
        CMC_TRY(bound_surface(i, bti, &f.surface));
    }
    if (dwords) {
        CMC_TRY(ge_scalar(i, 2, &f.base));
        f.base *= 4;
    }
    start(i, i->param & NO_OLD ? -1 : (int)old);
    return lanes(i, &f);
}

// typed.atomic: (pred, surface, sources.., u, v, r, lod); pixels of 32 bits.
static cmc_status typed(ge_inst *i) {
    const unsigned n_src = sources(i->param % A_OPS), u = 2 + n_src;
    uint64_t bti = 0;
    ge_buffer *b = NULL;
    if (i->ret->kind == GE_VOID || i->n_args != u + 4)
        return ge_unsupported(i->cx, i->inst, "an atomic of this form");
    CMC_TRY(ge_scalar(i, 1, &bti));
    CMC_TRY(bound_surface(i, bti, &b));
    start(i, -1);
    ge_value at = i->arg[u];
    at.v = CMC_NEW_N(ge_arena(i->cx), uint64_t, at.n);
    if (!at.v)
        return CMC_ERR_OOM;
    for (uint32_t l = 0; l < at.n; l++) {
        const uint64_t x = i->arg[u].v[l], y = i->arg[u + 1].v[l];
        if (ge_lane_undef(&i->arg[u + 1], l))
            return ge_undefined(i->cx, i->inst, "undefined coordinate in lane %u", l);
        at.v[l] = x < b->width_b / 4 && y < b->height ? y * b->pitch_b + x * 4 : b->size_b;
    }
    ((ge_value *)i->arg)[u] = at;
    const form f = {.surface = b, .addr = u, .src = {2, 3}, .n_src = n_src};
    return lanes(i, &f);
}

// lsc.xatomic: (pred, operation, L1, L3, scale, offset, size, vector, order, mask, addr, src0, src1, surface, old). Of
// two sources the first is the one compared with. lsc.atomic has the surface before the address.
static cmc_status xatomic(ge_inst *i) {
    static const uint8_t ops[] = {
        [0x08] = A_INC,  [0x09] = A_DEC,  [0x0b] = A_XCHG,     [0x0c] = A_ADD,     [0x0d] = A_SUB,  [0x0e] = A_IMIN,
        [0x0f] = A_IMAX, [0x10] = A_MIN,  [0x11] = A_MAX,      [0x12] = A_CMPXCHG, [0x13] = A_FADD, [0x14] = A_FSUB,
        [0x15] = A_FMIN, [0x16] = A_FMAX, [0x17] = A_FCMPXCHG, [0x18] = A_AND,     [0x19] = A_OR,   [0x1a] = A_XOR};
    uint64_t op = 0, bti = 254;
    int64_t imm = 0;
    CMC_TRY(ge_scalar(i, 1, &op));
    CMC_TRY(ge_scalar_signed(i, 5, &imm));
    if (i->n_args != 15 || op < 8 || op == 0x0a || op >= sizeof(ops))
        return ge_unsupported(i->cx, i->inst, "an atomic of this form");
    const int where = i->param;
    i->param = ops[op];
    const bool earlier = where & LSC_EARLIER;
    form f = {.addr = earlier ? 11 : 10, .n_src = sources(i->param), .base = (uint64_t)imm};
    f.src[1] = f.addr + 1;
    f.src[0] = f.n_src == 2 ? f.addr + 2 : f.src[1];
    if (where & (LSC_SURFACE | LSC_BINDLESS))
        CMC_TRY(ge_scalar(i, earlier ? 10 : 13, &bti));
    if (where & LSC_BINDLESS)
        bti >>= 6;
    if (where & (LSC_SURFACE | LSC_SLM | LSC_BINDLESS))
        CMC_TRY(bound_surface(i, bti, &f.surface));
    start(i, 14);
    return lanes(i, &f);
}

#define BOTH(name, op)                                                                                                 \
    {"dword.atomic." name, atomic, op}, {"dword.atomic2." name, atomic, (op) | NO_OLD},                                \
        {"untyped.atomic." name, atomic, (op) | DWORDS}, {"typed.atomic." name, typed, op}, {                          \
        "svm.atomic." name, atomic, (op) | SVM                                                                         \
    }
const ge_row ge_atomic_rows[] = {
    BOTH("add", A_ADD),
    BOTH("sub", A_SUB),
    BOTH("inc", A_INC),
    BOTH("dec", A_DEC),
    BOTH("min", A_MIN),
    BOTH("max", A_MAX),
    BOTH("imin", A_IMIN),
    BOTH("imax", A_IMAX),
    BOTH("xchg", A_XCHG),
    BOTH("and", A_AND),
    BOTH("or", A_OR),
    BOTH("xor", A_XOR),
    BOTH("cmpxchg", A_CMPXCHG),
    BOTH("fadd", A_FADD),
    BOTH("fmin", A_FMIN),
    BOTH("fmax", A_FMAX),
    BOTH("fsub", A_FSUB),
    BOTH("fcmpwr", A_FCMPXCHG),
    {"lsc.xatomic.stateless", xatomic, 0},
    {"lsc.xatomic.bti", xatomic, LSC_SURFACE},
    {"lsc.xatomic.slm", xatomic, LSC_SLM},
    {"lsc.xatomic.bindless", xatomic, LSC_BINDLESS},
    {"lsc.atomic.stateless", xatomic, LSC_EARLIER},
    {"lsc.atomic.bti", xatomic, LSC_EARLIER | LSC_SURFACE},
    {"lsc.atomic.slm", xatomic, LSC_EARLIER | LSC_SLM},
    {"lsc.atomic.bindless", xatomic, LSC_EARLIER | LSC_BINDLESS},
    {NULL, NULL, 0},
};
