// SPDX-License-Identifier: MIT
// genx integer operations that saturate. The name's first letter is the result's signedness, the
// second that of the sources: ssadd.sat, suadd.sat, usadd.sat, uuadd.sat.

#include "ge_priv.h"

#include <math.h>

__extension__ typedef __int128 wide;

enum { OP_ADD, OP_MUL, OP_MAD, OP_SHL, OP_TRUNC, OP_ADD3, OP_AVG, OP_DP4A, OP_COUNT };
enum { SS, SU, US, UU };
#define FORM(op, signs) ((op)*4 + (signs))

static wide clamp(wide v, bool is_signed, unsigned bits) {
    const wide low = is_signed ? -((wide)1 << (bits - 1)) : 0;
    const wide high = is_signed ? ((wide)1 << (bits - 1)) - 1 : (wide)ge_mask(bits);
    return v < low ? low : v > high ? high : v;
}

// Four products of bytes.
static wide dot(uint64_t a, uint64_t b, bool is_signed) {
    wide sum = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        const int x = is_signed ? (int8_t)(a >> k) : (uint8_t)(a >> k);
        const int y = is_signed ? (int8_t)(b >> k) : (uint8_t)(b >> k);
        sum += (wide)x * y;
    }
    return sum;
}

static wide compute(int op, const wide v[3]) {
    switch (op) {
    case OP_ADD:
        return v[0] + v[1];
    case OP_MUL:
        return v[0] * v[1];
    case OP_MAD:
        return v[0] * v[1] + v[2];
    case OP_SHL:
        return v[0] * ((wide)1 << v[1]);
    case OP_ADD3:
        return v[0] + v[1] + v[2];
    case OP_AVG:
        return (v[0] + v[1] + 1) >> 1;
    default:
        return v[0];
    }
}

static cmc_status saturating(ge_inst *i) {
    const int op = i->param / 4, signs = i->param % 4;
    const bool to_signed = signs == SS || signs == SU, from_signed = signs == SS || signs == US;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        wide v[3] = {0};
        bool undef = false;
        for (unsigned a = 0; a < i->n_args && a < 3; a++) {
            const ge_value *s = &i->arg[a];
            const uint32_t sl = s->n == 1 ? 0 : l;
            const bool is_signed = op == OP_MAD && a == 2 ? to_signed : from_signed;
            undef |= ge_lane_undef(s, sl);
            if (op == OP_DP4A) {
                v[a] = a == 0 && to_signed ? (wide)ge_sext(s->v[sl], s->bits) : (wide)s->v[sl];
                continue;
            }
            v[a] = is_signed ? (wide)ge_sext(s->v[sl], s->bits) : (wide)s->v[sl];
        }
        if (op == OP_SHL) // five bits count, six of a number of 64
            v[1] &= i->arg[0].bits == 64 ? 63 : 31;
        if (undef)
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l,
                   (uint64_t)clamp(op == OP_DP4A ? v[0] + dot((uint64_t)v[1], (uint64_t)v[2], from_signed)
                                                 : compute(op, v),
                                   to_signed, i->ret->bits));
    }
    return CMC_OK;
}

static cmc_status from_float(ge_inst *i) // param: 1 signed; a NaN gives 0
{
    const unsigned bits = i->ret->bits;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const double d = trunc(ge_to_double(i->arg[0].kind, i->arg[0].v[l]));
        if (ge_lane_undef(&i->arg[0], l))
            ge_set_undef(i->ret, l);
        else if (isnan(d))
            ge_set(i->ret, l, 0);
        else
            ge_set(i->ret, l,
                   (uint64_t)clamp(d > 0x1p100    ? (wide)1 << 100
                                   : d < -0x1p100 ? -((wide)1 << 100)
                                                  : (wide)d,
                                   i->param, bits));
    }
    return CMC_OK;
}

#define FOUR(suffix, op)                                                                                               \
    {"ss" suffix, saturating, FORM(op, SS)}, {"su" suffix, saturating, FORM(op, SU)},                                  \
        {"us" suffix, saturating, FORM(op, US)}, {                                                                     \
        "uu" suffix, saturating, FORM(op, UU)                                                                          \
    }

const ge_row ge_sat_rows[] = {
    FOUR("add.sat", OP_ADD),       FOUR("mul.sat", OP_MUL),       FOUR("mad.sat", OP_MAD), FOUR("shl.sat", OP_SHL),
    FOUR("trunc.sat", OP_TRUNC),   FOUR("add3.sat", OP_ADD3),     FOUR("avg.sat", OP_AVG), FOUR("dp4a.sat", OP_DP4A),
    {"fptosi.sat", from_float, 1}, {"fptoui.sat", from_float, 0}, {NULL, NULL, 0},
};
