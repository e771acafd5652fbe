// SPDX-License-Identifier: MIT
// Math macros: math.invm and math.rsqtm with the madm steps that follow them. Together they give divisions and square
// roots with one rounding.
//
// The mme registers hold the part of a lane's value that does not fit its general register. Here they hold the value
// itself, with a wider fraction and an exponent range that is never exceeded. The general register gets the rounded
// value, which the operand `.nomme` selects. math.invm and math.rsqtm set the flag of lanes whose result is final
// (zero, infinite, NaN, negative under a root), so that the steps skip those lanes; the other lanes get an
// approximation.
//
// The widths make the sequences of Intel's compilers round once: a remainder a - b * q is exact, and a quotient or
// root that the type can represent is exact before the last step. f keeps 53 bits (products exact in the 113 bits of
// the last step), df keeps 60 (its product with 53 bits has 113).

#include "fpconv.h"
#include "sim_math.h"
#include "sim_priv.h"

#include <fenv.h>

enum { MME_NONE = 9, DF_DROP = 113 - 60 }; // operand codes 1 to 8 are mme0 to mme7

// Rounds a finite value to 60 bits, to nearest even.
static sim_f128 shorten(sim_f128 v) {
    sim_u128 u;
    memcpy(&u, &v, 16);
    if ((u >> 112 & 0x7fffu) == 0x7fffu)
        return v;
    sim_u128 half = (sim_u128)1 << (DF_DROP - 1), low = ((sim_u128)1 << DF_DROP) - 1;
    u += half - 1 + (u >> DF_DROP & 1u);
    u &= ~low;
    memcpy(&v, &u, 16);
    return v;
}

static sim_f128 modified(sim_f128 v, uint8_t mod) {
    if (mod & ISA_MOD_ABS)
        v = v < 0 ? -v : v;
    return mod & ISA_MOD_NEG ? -v : v;
}

// One lane of a source, with its mme part.
static sim_f128 wide_lane(const sim_thread *t, const sim_inst *in, unsigned s, unsigned i, const void *lanes) {
    uint8_t mme = in->mme[s + 1];
    if (mme != 0 && mme != MME_NONE)
        return modified(t->mme[mme - 1][i], in->src[s].mod);
    return in->cls == SIM_CLASS_F ? (sim_f128)((const float *)lanes)[i] : (sim_f128)((const double *)lanes)[i];
}

// a + b * c in the width of the mme registers.
static sim_f128 step(const sim_inst *in, sim_f128 a, sim_f128 b, sim_f128 c) {
    if (in->cls == SIM_CLASS_F)
        return (sim_f128)__builtin_fma((double)b, (double)c, (double)a);
    return shorten(a + b * c);
}

void sim_exec_madm(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes buf[3], r;
    const void *v[3];
    for (unsigned s = 0; s < 3; s++)
        v[s] = sim_load(t, in, &in->src[s], mask, &buf[s]);
    if (t->state != SIM_RUNNING)
        return;
    bool keeps = in->mme[0] != 0 && in->mme[0] != MME_NONE;
    if (t->rounding != SIM_RNE)
        fesetround(FE_TONEAREST);
    sim_f128 w[SIM_MAX_LANES];
    for (unsigned i = 0; i < in->n; i++) {
        sim_f128 a = wide_lane(t, in, 0, i, v[0]), b = wide_lane(t, in, 1, i, v[1]);
        sim_f128 c = wide_lane(t, in, 2, i, v[2]);
        w[i] = keeps ? step(in, a, b, c) : a + b * c;
        if (keeps && (mask >> i & 1u))
            t->mme[in->mme[0] - 1][i] = w[i];
    }
    sim_mode_apply(t);
    for (unsigned i = 0; i < in->n; i++) { // the final rounding
        if (in->cls == SIM_CLASS_F)
            r.f[i] = (float)w[i];
        else
            r.d[i] = (double)w[i];
    }
    sim_finish(t, in, &r, mask, false);
}

static bool final_lane(double x, double y, bool root) {
    if (x - x != 0 || x == 0)
        return true;
    return root ? x < 0 : y - y != 0 || y == 0;
}

// Result of a lane that is final, or the approximation that the steps start from.
static double start_value(double x, double y, bool root, bool final) {
    if (root)
        return final ? __builtin_sqrt(x) : 1.0 / __builtin_sqrt(x);
    return final ? x / y : 1.0 / y;
}

void sim_exec_macro(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a);
    const void *pb = in->n_src > 1 ? sim_load(t, in, &in->src[1], mask, &b) : pa;
    if (t->state != SIM_RUNNING)
        return;
    bool root = in->op_id8 == ISA_MATH_RSQTM;
    bool keeps = in->mme[0] != 0 && in->mme[0] != MME_NONE;
    uint32_t final_bits = 0;
    for (unsigned i = 0; i < in->n; i++) {
        bool f = in->cls == SIM_CLASS_F;
        double x = f ? (double)((const float *)pa)[i] : ((const double *)pa)[i];
        double y = f ? (double)((const float *)pb)[i] : ((const double *)pb)[i];
        bool final = final_lane(x, y, root);
        double v = start_value(x, y, root, final);
        final_bits |= (uint32_t) final << i;
        if (keeps && (mask >> i & 1u)) // df: 1 / y may be outside double's range
            t->mme[in->mme[0] - 1][i] = f || final ? (sim_f128)v
                                        : root     ? 1 / (sim_f128)__builtin_sqrt(x)
                                                   : 1 / (sim_f128)y;
        if (f)
            r.f[i] = (float)v;
        else
            r.d[i] = v;
    }
    sim_finish(t, in, &r, mask, false);
    sim_flag_write(t, in, final_bits, mask);
}

bool sim_uses_mme(const isa_inst *raw) {
    const isa_operand *o[4] = {&raw->dst, &raw->src[0], &raw->src[1], &raw->src[2]};
    for (unsigned k = 0; k < 4; k++)
        if (o[k]->mme != 0 && o[k]->mme != MME_NONE)
            return true;
    return false;
}
