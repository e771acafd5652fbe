// SPDX-License-Identifier: MIT
// Atomic messages: integer and float, A32 and A64, HDC and LSC. messages.md 3.9 and 4.6.
//
// The operation code of either port becomes one sim_atomic. The operation is a compare-and-swap loop on the host, so
// that groups on different workers see each other's results.

#include "fpconv.h"
#include "send_priv.h"

#include <assert.h>

typedef enum sim_atomic {
    AT_NONE = 0,
    AT_AND,
    AT_OR,
    AT_XOR,
    AT_XCHG,
    AT_INC,
    AT_DEC,
    AT_ADD,
    AT_SUB,
    AT_REVSUB,
    AT_SMAX,
    AT_SMIN,
    AT_UMAX,
    AT_UMIN,
    AT_CMPXCHG,
    AT_PREDEC,
    AT_LOAD,
    AT_FMAX,
    AT_FMIN,
    AT_FCMPXCHG,
    AT_FADD,
    AT_FSUB
} sim_atomic;

static const uint8_t hdc_int[16] = {
    AT_NONE, AT_AND,    AT_OR,   AT_XOR,  AT_XCHG, AT_INC,  AT_DEC,     AT_ADD,
    AT_SUB,  AT_REVSUB, AT_SMAX, AT_SMIN, AT_UMAX, AT_UMIN, AT_CMPXCHG, AT_PREDEC,
};
static const uint8_t hdc_float[8] = {AT_NONE, AT_FMAX, AT_FMIN, AT_FCMPXCHG, AT_FADD, AT_FSUB, AT_FADD, AT_FSUB};
static const uint8_t lsc[0x20] = {
    [0x08] = AT_INC,      [0x09] = AT_DEC,  [0x0a] = AT_LOAD, [0x0b] = AT_XCHG, [0x0c] = AT_ADD,
    [0x0d] = AT_SUB,      [0x0e] = AT_SMIN, [0x0f] = AT_SMAX, [0x10] = AT_UMIN, [0x11] = AT_UMAX,
    [0x12] = AT_CMPXCHG,  [0x13] = AT_FADD, [0x14] = AT_FSUB, [0x15] = AT_FMIN, [0x16] = AT_FMAX,
    [0x17] = AT_FCMPXCHG, [0x18] = AT_AND,  [0x19] = AT_OR,   [0x1a] = AT_XOR,
};

static sim_atomic operation(const isa_msg *m) {
    if (m->kind == ISA_MSG_LSC_ATOMIC)
        return m->op < sizeof lsc ? lsc[m->op] : AT_NONE;
    if (m->kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || m->kind == ISA_MSG_A64_ATOMIC_FLOAT)
        return hdc_float[m->op & 7u];
    return hdc_int[m->op & 15u];
}

static int64_t sign_extend(uint64_t v, unsigned size_b) {
    unsigned shift = 64 - 8 * size_b;
    return (int64_t)(v << shift) >> shift;
}

static uint64_t int_result(sim_atomic op, uint64_t old, uint64_t a, uint64_t b, unsigned size_b) {
    int64_t so = sign_extend(old, size_b), sa = sign_extend(a, size_b);
    switch (op) {
    case AT_AND:
        return old & a;
    case AT_OR:
        return old | a;
    case AT_XOR:
        return old ^ a;
    case AT_XCHG:
        return a;
    case AT_INC:
        return old + 1;
    case AT_DEC:
    case AT_PREDEC:
        return old - 1;
    case AT_ADD:
        return old + a;
    case AT_SUB:
        return old - a;
    case AT_REVSUB:
        return a - old;
    case AT_SMAX:
        return so > sa ? old : a;
    case AT_SMIN:
        return so < sa ? old : a;
    case AT_UMAX:
        return old > a ? old : a;
    case AT_UMIN:
        return old < a ? old : a;
    case AT_CMPXCHG:
        return old == a ? b : old; // compare value first
    default:
        return old;
    }
}

static double to_double(uint64_t v, unsigned size_b) {
    return size_b == 8   ? sim_f64_from(v)
           : size_b == 4 ? (double)sim_f32_from((uint32_t)v)
                         : (double)sim_half_to_float((uint16_t)v);
}

// Sums of two halfs or floats are exact enough in double to round once.
static uint64_t from_double(double d, unsigned size_b) {
    return size_b == 8 ? sim_f64_bits(d) : size_b == 4 ? sim_f32_bits((float)d) : sim_double_to_half(d, SIM_RNE);
}

static uint64_t float_result(sim_atomic op, uint64_t old, uint64_t a, uint64_t b, unsigned size_b) {
    double x = to_double(old, size_b), y = to_double(a, size_b);
    switch (op) {
    case AT_FMAX:
        return x > y || y != y ? old : a;
    case AT_FMIN:
        return x < y || y != y ? old : a;
    case AT_FCMPXCHG:
        return x == y ? b : old;
    case AT_FADD:
        return size_b == 4 ? sim_f32_bits(sim_f32_from((uint32_t)old) + sim_f32_from((uint32_t)a))
                           : from_double(x + y, size_b);
    case AT_FSUB:
        return size_b == 4 ? sim_f32_bits(sim_f32_from((uint32_t)old) - sim_f32_from((uint32_t)a))
                           : from_double(x - y, size_b);
    default:
        return old;
    }
}

static uint64_t result_of(sim_atomic op, uint64_t old, uint64_t a, uint64_t b, unsigned size_b) {
    return op >= AT_FMAX ? float_result(op, old, a, b, size_b) : int_result(op, old, a, b, size_b);
}

#define SWAP_LOOP(T)                                                                                                   \
    static uint64_t swap_##T(uint8_t *p, sim_atomic op, uint64_t a, uint64_t b) {                                      \
        T *at = (T *)(void *)p, old = __atomic_load_n(at, __ATOMIC_RELAXED), next;                                     \
        do                                                                                                             \
            next = (T)result_of(op, old, (T)a, (T)b, sizeof(T));                                                       \
        while (!__atomic_compare_exchange_n(at, &old, next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));                \
        return old;                                                                                                    \
    }
SWAP_LOOP(uint16_t)
SWAP_LOOP(uint32_t)
SWAP_LOOP(uint64_t)

static uint64_t perform(uint8_t *p, sim_atomic op, uint64_t a, uint64_t b, unsigned size_b) {
    return size_b == 8   ? swap_uint64_t(p, op, a, b)
           : size_b == 4 ? swap_uint32_t(p, op, a, b)
                         : swap_uint16_t(p, op, a, b);
}

static uint64_t lane_operand(const uint8_t *block, unsigned lane, const isa_msg *m) {
    uint64_t v = 0;
    memcpy(&v, block + lane * (size_t)m->reg_elt_b, m->elt_b);
    return v;
}

bool sim_atomic_perform(const isa_msg *m, uint8_t *p, uint64_t a, uint64_t b, uint64_t *old) {
    assert(p && old);
    sim_atomic op = operation(m);
    if (op == AT_NONE || (m->elt_b != 2 && m->elt_b != 4 && m->elt_b != 8))
        return false;
    *old = perform(p, op, a, b, m->elt_b) - (op == AT_PREDEC);
    return true;
}

void sim_msg_atomic(sim_msg *x) {
    const isa_msg *m = x->m;
    sim_atomic op = operation(m);
    if (op == AT_NONE || (m->elt_b != 2 && m->elt_b != 4 && m->elt_b != 8)) {
        sim_fault(x->t, x->in, "atomic operation %u on %u bytes is not supported", m->op, m->elt_b);
        return;
    }
    unsigned addr_regs = sim_regs_of(x, (unsigned)m->simd * m->addr_size_b);
    unsigned data_regs = sim_regs_of(x, (unsigned)m->simd * m->reg_elt_b);
    unsigned operands = isa_msg_atomic_operands(m), lanes = 32 - (unsigned)__builtin_clz(x->mask);
    // A message of few lanes may use fewer registers than its full width needs. In LSC messages the operands are the
    // second source, whatever the size of the addresses.
    if (m->mlen_grf > m->header && (m->kind == ISA_MSG_LSC_ATOMIC || addr_regs > (unsigned)(m->mlen_grf - m->header)) &&
        (m->xlen_grf != 0 || operands == 0))
        addr_regs = m->mlen_grf - m->header;
    if (operands != 0 && m->xlen_grf != 0 && m->xlen_grf / operands < data_regs)
        data_regs = m->xlen_grf / operands;
    if (lanes > m->simd)
        lanes = m->simd;
    if (lanes * m->addr_size_b > addr_regs * x->grf_b || lanes * m->reg_elt_b > data_regs * x->grf_b)
        data_regs = UINT8_MAX; // too few registers: the next check reports it
    if (!sim_msg_sizes(x, (m->header + addr_regs + operands * data_regs) * x->grf_b,
                       m->rlen_grf != 0 ? data_regs * x->grf_b : 0))
        return;
    const uint8_t *addrs = sim_payload(x, m->header);
    const uint8_t *a = operands > 0 ? sim_payload(x, m->header + addr_regs) : addrs;
    const uint8_t *b = operands > 1 ? sim_payload(x, m->header + addr_regs + data_regs) : a;
    bool returns = !x->s->no_return && m->rlen_grf != 0;
    uint8_t out[SIM_MAX_LANES * 8] = {0};
    uint32_t mask = m->simd >= 32 ? x->mask : x->mask & ((1u << m->simd) - 1);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t addr = m->addr_size_b == 8 ? sim_u64_get(addrs + i * 8u) : sim_u32_get(addrs + i * 4u);
        uint8_t *p = sim_mem_atomic(x, addr + (uint64_t)(int64_t)m->imm_off, m->elt_b, (int)i);
        if (p == NULL && x->t->state != SIM_RUNNING)
            return;
        uint64_t old = p == NULL ? 0 : perform(p, op, lane_operand(a, i, m), lane_operand(b, i, m), m->elt_b);
        if (op == AT_PREDEC)
            old--;
        memcpy(out + (size_t)i * m->reg_elt_b, &old, m->elt_b);
    }
    if (!returns)
        return;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        memcpy(sim_response(x, 0) + i * (size_t)m->reg_elt_b, out + i * (size_t)m->reg_elt_b, m->reg_elt_b);
    }
}
