// SPDX-License-Identifier: MIT
// The `math` instruction: lane loops over sim_math.h, and integer division.

#include "sim_math.h"
#include "sim_priv.h"

#define UNARY(name, fn)                                                                                                \
    static void name##_f(const sim_inst *in, void *rv, const void *av, const void *bv, const void *cv, unsigned n) {   \
        (void)in, (void)bv, (void)cv;                                                                                  \
        float *r = rv;                                                                                                 \
        const float *a = av;                                                                                           \
        for (unsigned i = 0; i < n; i++)                                                                               \
            r[i] = fn(a[i]);                                                                                           \
    }
#define BINARY(name, T, expr)                                                                                          \
    static void name(const sim_inst *in, void *rv, const void *av, const void *bv, const void *cv, unsigned n) {       \
        (void)in, (void)cv;                                                                                            \
        T *r = rv;                                                                                                     \
        const T *a = av, *b = bv;                                                                                      \
        for (unsigned i = 0; i < n; i++)                                                                               \
            r[i] = expr;                                                                                               \
    }

UNARY(inv, sim_math_inv)
UNARY(log, sim_math_log2)
UNARY(exp, sim_math_exp2)
UNARY(sqt, sim_math_sqrt)
UNARY(rsqt, sim_math_rsqrt)
UNARY(sin, sim_math_sin)
UNARY(cos, sim_math_cos)
BINARY(fdiv_f, float, sim_math_div(a[i], b[i]))
BINARY(pow_f, float, sim_math_pow(a[i], b[i]))
BINARY(iqot_i, int64_t, sim_math_quot(a[i], b[i], in->src[0].type == ISA_D))
BINARY(irem_i, int64_t, sim_math_rem(a[i], b[i], in->src[0].type == ISA_D))

static const struct {
    uint8_t fc, cls;
    sim_op_fn fn;
} rows[] = {
    {ISA_MATH_INV, SIM_CLASS_F, inv_f},   {ISA_MATH_LOG, SIM_CLASS_F, log_f},   {ISA_MATH_EXP, SIM_CLASS_F, exp_f},
    {ISA_MATH_SQT, SIM_CLASS_F, sqt_f},   {ISA_MATH_RSQT, SIM_CLASS_F, rsqt_f}, {ISA_MATH_SIN, SIM_CLASS_F, sin_f},
    {ISA_MATH_COS, SIM_CLASS_F, cos_f},   {ISA_MATH_FDIV, SIM_CLASS_F, fdiv_f}, {ISA_MATH_POW, SIM_CLASS_F, pow_f},
    {ISA_MATH_IQOT, SIM_CLASS_I, iqot_i}, {ISA_MATH_IREM, SIM_CLASS_I, irem_i}, {ISA_MATH_IDIV, SIM_CLASS_I, iqot_i},
};

sim_op_fn sim_math_op(const isa_inst *raw, sim_class cls) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].fc == raw->fc && rows[i].cls == cls)
            return rows[i].fn;
    return NULL;
}

// idiv: quotient to dst, remainder to the next register.
void sim_exec_idiv(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    sim_lanes rest;
    irem_i(in, rest.i, pa, pb, NULL, in->n);
    iqot_i(in, r.i, pa, pb, NULL, in->n);
    sim_finish(t, in, &r, mask, false);
    sim_inst second = *in;
    second.dst.off += t->grf_b;
    if (second.dst.off + second.dst.extent_b <= SIM_GRF_B)
        sim_finish(t, &second, &rest, mask, false);
}
