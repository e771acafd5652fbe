// SPDX-License-Identifier: MIT
// Floating-point ALU operations: one function per opcode and lane class, and the table that finds them.
//
// hf operations compute in float, and the converter rounds once more. For add, mul and the like the second rounding is
// harmless (24 >= 2 * 11 + 2 bits); mad of three halfs uses round-to-odd.

#include "fpconv.h"
#include "hot.h"
#include "sim_priv.h"

#include <math.h>

static float fraction_f(float x) {
    float r = x - floorf(x);
    return r >= 1.0f ? 0x1.fffffep-1f : r; // a tiny negative x: the result must stay below one
}
static double fraction_d(double x) {
    double r = x - floor(x);
    return r >= 1.0 ? 0x1.fffffffffffffp-1 : r;
}

#define FT      float
#define SFX     f
#define M(name) __builtin_##name##f
#include "alu_float.inc"
#undef FT
#undef SFX
#undef M
#define FT      double
#define SFX     d
#define M(name) __builtin_##name
#include "alu_float.inc"

static void mad_half(const sim_inst *in, void *rv, const void *av, const void *bv, const void *cv, unsigned n) {
    (void)in;
    float *r = rv;
    const float *a = av, *b = bv, *c = cv;
    for (unsigned i = 0; i < n; i++)
        r[i] = sim_half_fma_odd(b[i], c[i], a[i]);
}

static const struct {
    uint16_t op;
    sim_op_fn f, d;
} rows[] = {
#define ROW(id, name)                                                                                                  \
    { ISA_##id, name##_f, name##_d }
    ROW(ADD, add),          ROW(MUL, mul),          ROW(MAD, mad),          ROW(MADM, mad),
    ROW(FRC, frc),          ROW(RNDD, rndd),        ROW(RNDU, rndu),        ROW(RNDE, rnde),
    ROW(RNDZ, rndz),        ROW(LRP, lrp),          ROW(DP2, dp2),          ROW(DP3, dp3),
    ROW(DP4, dp4),          ROW(DPH, dph),          {ISA_MOV, NULL, NULL},  {ISA_SEL, NULL, NULL},
    {ISA_CMP, NULL, NULL},  {ISA_CMPN, NULL, NULL}, {ISA_CSEL, NULL, NULL}, {ISA_MAC, NULL, NULL},
    {ISA_LINE, NULL, NULL}, {ISA_PLN, NULL, NULL},  {ISA_MOVI, NULL, NULL}, {ISA_SMOV, NULL, NULL},
};

static bool all_half(const isa_inst *raw) {
    return raw->dst.type == ISA_HF && raw->src[0].type == ISA_HF && raw->src[1].type == ISA_HF &&
           raw->src[2].type == ISA_HF;
}

bool sim_float_ops(const isa_inst *raw, sim_class cls, sim_op_fn *fn, sim_cmp_fn *cmp) {
    *cmp = cls == SIM_CLASS_F ? cmp_f : cmp_d;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].op == raw->op) {
            *fn = cls == SIM_CLASS_F ? rows[i].f : rows[i].d;
            if (raw->op == ISA_MAD && all_half(raw))
                *fn = mad_half;
            return true;
        }
    }
    return false;
}
