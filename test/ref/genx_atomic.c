// SPDX-License-Identifier: MIT
// Atomics: dword.atomic.* through a surface, svm.atomic.* through addresses. Lanes act in order,
// which is one of the orders that the hardware may take.

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
    A_FMIN,
    A_FMAX,
    A_OPS = 32
};
enum { SVM = 64 };

static unsigned sources(int op) {
    return op == A_INC || op == A_DEC ? 0 : op == A_CMPXCHG ? 2 : 1;
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
    default:
        return ge_fminmax(k, old, a, op == A_FMAX);
    }
}

static cmc_status one(ge_inst *i, ge_buffer *surface, uint64_t at, const uint64_t src[2],
                      uint32_t lane) {
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
            return ge_undefined(i->cx, i->inst, "atomic operation on undefined memory in lane %u",
                                lane);
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

// dword: (pred, surface, byte offsets, sources.., old); svm: (pred, addresses, sources.., old).
static cmc_status atomic(ge_inst *i) {
    const bool svm = i->param & SVM;
    const unsigned n_src = sources(i->param % A_OPS), addr = svm ? 1 : 2, old = addr + 1 + n_src;
    ge_buffer *surface = NULL;
    uint64_t bti = 0;
    if (i->ret->kind == GE_VOID || old >= i->n_args)
        return ge_unsupported(i->cx, i->inst, "an atomic of this form");
    if (!svm) {
        CMC_TRY(ge_scalar(i, 1, &bti));
        surface = ge_surface(i->cx, bti);
        if (!surface)
            return ge_undefined(i->cx, i->inst, "surface %llu is not bound",
                                (unsigned long long)bti);
    }
    ge_value_copy(i->ret, &i->arg[old]);
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const ge_value *pred = &i->arg[0];
        const uint32_t pl = pred->n == 1 ? 0 : l;
        uint64_t src[2] = {0};
        if (ge_lane_undef(pred, pl) || (pred->v[pl] && ge_lane_undef(&i->arg[addr], l)))
            return ge_undefined(i->cx, i->inst, "undefined predicate or address in lane %u", l);
        if (!pred->v[pl])
            continue;
        for (unsigned s = 0; s < n_src; s++) {
            if (ge_lane_undef(&i->arg[addr + 1 + s], l))
                return ge_undefined(i->cx, i->inst, "undefined source in lane %u", l);
            src[s] = i->arg[addr + 1 + s].v[l];
        }
        CMC_TRY(one(i, surface, i->arg[addr].v[l], src, l));
    }
    return CMC_OK;
}

#define BOTH(name, op)                                                                             \
    {"dword.atomic." name, atomic, op}, {                                                          \
        "svm.atomic." name, atomic, (op) | SVM                                                     \
    }
const ge_row ge_atomic_rows[] = {
    BOTH("add", A_ADD),         BOTH("sub", A_SUB),   BOTH("inc", A_INC),
    BOTH("dec", A_DEC),         BOTH("min", A_MIN),   BOTH("max", A_MAX),
    BOTH("imin", A_IMIN),       BOTH("imax", A_IMAX), BOTH("xchg", A_XCHG),
    BOTH("and", A_AND),         BOTH("or", A_OR),     BOTH("xor", A_XOR),
    BOTH("cmpxchg", A_CMPXCHG), BOTH("fadd", A_FADD), BOTH("fmin", A_FMIN),
    BOTH("fmax", A_FMAX),       {NULL, NULL, 0},
};
