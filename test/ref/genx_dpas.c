// SPDX-License-Identifier: MIT
// genx matrix products: result row r, lane i = accumulator + sum over the depth of elements of A's row r times elements
// of B's column i. Integers wrap; floats are summed in float in order, which is one of the orders that hardware may
// take.

#include "ge_priv.h"

#include <math.h>

typedef struct source {
    const ge_value *v;
    unsigned bits;
    uint64_t code;
} source;

static unsigned bits_of(uint64_t code) {
    return code <= 4 ? 2 : code <= 6 ? 4 : code <= 8 || code == 11 ? 8 : code == 12 ? 32 : 16;
}

// Element at a bit position of the packed dwords.
static double element(const source *s, uint64_t bit, bool *undef) {
    const uint64_t at = bit / s->v->bits;
    if (at >= s->v->n || s->v->u[at]) {
        *undef = true;
        return 0;
    }
    const uint64_t v = s->v->v[at] >> bit % s->v->bits & ge_mask(s->bits);
    switch (s->code) {
    case 9:
        return ge_to_double(GE_BFLOAT, v);
    case 10:
        return ge_to_double(GE_HALF, v);
    case 11:
        return ge_to_double(GE_HALF, v << 8);
    case 12:
        return ge_to_double(GE_FLOAT, v & 0xffffe000u);
    default: // odd codes are unsigned
        return s->code % 2 ? (double)v : (double)ge_sext(v, s->bits);
    }
}

static cmc_status product(ge_inst *i, const ge_value *acc, const source *b, const source *a, unsigned rows) {
    const bool is_float = ge_is_float(i->ret->kind) || b->code >= 9;
    const unsigned wide = a->bits > b->bits ? a->bits : b->bits, ops = wide <= 4 ? 8 : 32 / wide;
    const unsigned lanes = rows ? i->ret->n / rows : 0;
    const ge_kind kind = i->ret->kind == GE_INT && is_float ? GE_BFLOAT : i->ret->kind;
    for (unsigned r = 0; r < rows; r++)
        for (unsigned l = 0; l < lanes; l++) {
            const uint32_t at = r * lanes + l;
            bool undef = acc && ge_lane_undef(acc, at);
            uint64_t isum = acc ? acc->v[at] : 0;
            float fsum =
                acc && is_float ? (float)ge_to_double(acc->kind == GE_INT ? GE_BFLOAT : acc->kind, acc->v[at]) : 0;
            for (unsigned k = 0; k < 8 * ops; k++) {
                // B holds its elements for a lane in dwords, one dword of every lane after the other.
                const unsigned per = 32 / b->bits;
                const double x = element(b, (uint64_t)(k / per * lanes + l) * 32 + k % per * b->bits, &undef);
                const double y = element(a, ((uint64_t)r * 8 * ops + k) * a->bits, &undef);
                if (is_float)
                    fsum = fmaf((float)x, (float)y, fsum);
                else
                    isum += (uint64_t)(int64_t)(x * y);
            }
            if (undef)
                ge_set_undef(i->ret, at);
            else
                ge_set(i->ret, at, is_float ? ge_from_double(kind, (double)fsum) : isum);
        }
    return CMC_OK;
}

// param: 0 with an accumulator, 1 without, 2 the form with all arguments spelled out
static cmc_status dpas(ge_inst *i) {
    const unsigned first = i->param == 1 ? 0 : 1;
    const ge_value *acc = first ? &i->arg[0] : NULL;
    source b = {.v = &i->arg[first]}, a = {.v = &i->arg[first + 1]};
    uint64_t info = 0, rows = 0;
    if (i->param == 2) {
        CMC_TRY(ge_scalar(i, 3, &b.code));
        CMC_TRY(ge_scalar(i, 4, &a.code));
        CMC_TRY(ge_scalar(i, 6, &rows));
    } else {
        CMC_TRY(ge_scalar(i, first + 2, &info));
        b.code = info & 255;
        a.code = info >> 8 & 255;
        rows = info >> 24;
    }
    b.bits = bits_of(b.code);
    a.bits = bits_of(a.code);
    return product(i, acc, &b, &a, (unsigned)rows);
}

const ge_row ge_dpas_rows[] = {
    {"dpas", dpas, 0},
    {"dpas.nosrc0", dpas, 1},
    {"dpas2", dpas, 2},
    {NULL, NULL, 0},
};
