// SPDX-License-Identifier: MIT
// Finds an intrinsic's row: the longest table name that the callee's name starts with, the rest
// being overload suffixes. And the intrinsics of LLVM itself that -O2 leaves or makes.

#include "ge_priv.h"

#include <math.h>
#include <string.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

enum { SMIN, SMAX, UMIN, UMAX, FMIN, FMAX, FMINIMUM, FMAXIMUM };
enum { CTPOP, CTLZ, CTTZ, BSWAP, BITREVERSE };
enum { SADD_SAT, UADD_SAT, SSUB_SAT, USUB_SAT, SSHL_SAT, USHL_SAT };
enum { SADD_O, UADD_O, SSUB_O, USUB_O, SMUL_O, UMUL_O };
enum {
    R_FLOOR,
    R_CEIL,
    R_TRUNC,
    R_EVEN,
    R_SQRT,
    R_EXP2,
    R_LOG2,
    R_SIN,
    R_COS,
    R_EXP,
    R_EXP10,
    R_LOG10,
    R_SAME,
    R_LOG,
    R_ROUND
};
enum {
    RED_ADD,
    RED_MUL,
    RED_AND,
    RED_OR,
    RED_XOR,
    RED_SMIN,
    RED_SMAX,
    RED_UMIN,
    RED_UMAX,
    RED_FADD,
    RED_FMUL,
    RED_FMIN,
    RED_FMAX
};

static bool any_undef(const ge_inst *i, unsigned n, uint32_t lane) {
    for (unsigned k = 0; k < n; k++)
        if (i->arg[k].u[i->arg[k].n == 1 ? 0 : lane])
            return true;
    return false;
}

static cmc_status nothing(ge_inst *i) {
    (void)i;
    return CMC_OK;
}

static uint64_t pick(int which, uint64_t a, uint64_t b, unsigned bits) {
    const bool a_smaller = which == SMIN || which == SMAX ? ge_sext(a, bits) < ge_sext(b, bits) : a < b;
    return a_smaller == (which == SMIN || which == UMIN) ? a : b;
}

static cmc_status min_max(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const uint64_t a = i->arg[0].v[l], b = i->arg[1].v[l];
        const ge_kind k = i->ret->kind;
        if (any_undef(i, 2, l)) {
            ge_set_undef(i->ret, l);
        } else if (i->param < FMIN) {
            ge_set(i->ret, l, pick(i->param, a, b, i->ret->bits));
        } else if (i->param >= FMINIMUM && (isnan(ge_to_double(k, a)) || isnan(ge_to_double(k, b)))) {
            ge_set(i->ret, l, ge_from_double(k, (double)NAN));
        } else {
            ge_set(
                i->ret, l,
                ge_fminmax(k, ge_flush(i->cx, k, a), ge_flush(i->cx, k, b), i->param == FMAX || i->param == FMAXIMUM));
        }
    }
    return CMC_OK;
}

static cmc_status fma_op(ge_inst *i) {
    const ge_kind k = i->ret->kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 3, l)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        uint64_t v[3];
        for (unsigned s = 0; s < 3; s++)
            v[s] = ge_flush(i->cx, k, i->arg[s].v[l]);
        ge_set(i->ret, l, ge_flush(i->cx, k, ge_fma(k, v[0], v[1], v[2])));
    }
    return CMC_OK;
}

static double unary_double(int which, double d) {
    switch (which) {
    case R_FLOOR:
        return floor(d);
    case R_CEIL:
        return ceil(d);
    case R_TRUNC:
        return trunc(d);
    case R_EVEN:
        return rint(d);
    case R_ROUND:
        return round(d);
    case R_SQRT:
        return sqrt(d);
    case R_EXP2:
        return exp2(d);
    case R_LOG2:
        return log2(d);
    case R_SIN:
        return sin(d);
    case R_COS:
        return cos(d);
    case R_EXP:
        return exp(d);
    case R_EXP10:
        return pow(10.0, d);
    case R_LOG10:
        return log10(d);
    case R_SAME:
        return d;
    default:
        return log(d);
    }
}

static cmc_status unary_float(ge_inst *i) {
    const ge_kind k = i->ret->kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 1, l))
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l,
                   ge_flush(
                       i->cx, k,
                       ge_from_double(k, unary_double(i->param, ge_to_double(k, ge_flush(i->cx, k, i->arg[0].v[l]))))));
    }
    return CMC_OK;
}

static cmc_status power(ge_inst *i) {
    const ge_kind k = i->ret->kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 2, l)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const double x = ge_to_double(k, ge_flush(i->cx, k, i->arg[0].v[l]));
        const double y = ge_to_double(k, ge_flush(i->cx, k, i->arg[1].v[l]));
        ge_set(i->ret, l, ge_flush(i->cx, k, ge_from_double(k, pow(x, y))));
    }
    return CMC_OK;
}

static cmc_status fabs_op(ge_inst *i) {
    ge_value_copy(i->ret, &i->arg[0]);
    for (uint32_t l = 0; l < i->ret->n; l++)
        i->ret->v[l] &= ge_mask(i->ret->bits - 1u);
    return CMC_OK;
}

static cmc_status copysign_op(ge_inst *i) {
    const uint64_t sign = (uint64_t)1 << (i->ret->bits - 1);
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 2, l))
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l, (i->arg[0].v[l] & ~sign) | (i->arg[1].v[l] & sign));
    }
    return CMC_OK;
}

static cmc_status iabs(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const int64_t v = ge_sext(i->arg[0].v[l], i->ret->bits);
        const bool min = v == ge_sext((uint64_t)1 << (i->ret->bits - 1), i->ret->bits);
        if (any_undef(i, 1, l) || (min && i->arg[1].v[0]))
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
    }
    return CMC_OK;
}

static uint64_t count_bits(int which, uint64_t v, unsigned bits) {
    uint64_t r = 0;
    switch (which) {
    case CTPOP:
        return (uint64_t)__builtin_popcountll(v);
    case CTLZ:
        return v ? (uint64_t)__builtin_clzll(v) - (64 - bits) : bits;
    case CTTZ:
        return v ? (uint64_t)__builtin_ctzll(v) : bits;
    case BSWAP:
        return __builtin_bswap64(v) >> (64 - bits);
    default:
        for (unsigned b = 0; b < bits; b++)
            r |= (v >> b & 1) << (bits - 1 - b);
        return r;
    }
}

static cmc_status bit_op(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const bool zero_is_poison = (i->param == CTLZ || i->param == CTTZ) && i->n_args > 1 && i->arg[1].v[0];
        if (any_undef(i, 1, l) || (zero_is_poison && !i->arg[0].v[l]))
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l, count_bits(i->param, i->arg[0].v[l], i->ret->bits));
    }
    return CMC_OK;
}

static cmc_status funnel(ge_inst *i) // param: 0 left, 1 right
{
    const unsigned bits = i->ret->bits;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 3, l)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const unsigned by = (unsigned)(i->arg[2].v[l] % bits);
        const uint64_t hi = i->arg[0].v[l], lo = i->arg[1].v[l];
        if (i->param == 0)
            ge_set(i->ret, l, by ? hi << by | lo >> (bits - by) : hi);
        else
            ge_set(i->ret, l, by ? hi << (bits - by) | lo >> by : lo);
    }
    return CMC_OK;
}

static cmc_status saturating(ge_inst *i) {
    const unsigned bits = i->ret->bits;
    const bool is_signed = i->param == SADD_SAT || i->param == SSUB_SAT || i->param == SSHL_SAT;
    const wide low = is_signed ? -((wide)1 << (bits - 1)) : 0;
    const wide high = is_signed ? ((wide)1 << (bits - 1)) - 1 : (wide)ge_mask(bits);
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 2, l)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const wide a = is_signed ? (wide)ge_sext(i->arg[0].v[l], bits) : (wide)i->arg[0].v[l];
        const wide b = is_signed ? (wide)ge_sext(i->arg[1].v[l], bits) : (wide)i->arg[1].v[l];
        wide r = i->param <= UADD_SAT ? a + b : a - b;
        if (i->param >= SSHL_SAT)
            r = a * ((wide)1 << (b < 63 ? b : 63));
        ge_set(i->ret, l, (uint64_t)(r < low ? low : r > high ? high : r));
    }
    return CMC_OK;
}

static cmc_status overflow(ge_inst *i) {
    const unsigned bits = i->arg[0].bits;
    const bool is_signed = i->param == SADD_O || i->param == SSUB_O || i->param == SMUL_O;
    for (uint32_t l = 0; l < i->arg[0].n; l++) {
        if (any_undef(i, 2, l)) {
            ge_set_undef(&i->ret->fields[0], l);
            ge_set_undef(&i->ret->fields[1], l);
            continue;
        }
        const wide a = is_signed ? (wide)ge_sext(i->arg[0].v[l], bits) : (wide)i->arg[0].v[l];
        const wide b = is_signed ? (wide)ge_sext(i->arg[1].v[l], bits) : (wide)i->arg[1].v[l];
        const wide r = i->param <= UADD_O ? a + b : i->param <= USUB_O ? a - b : (wide)((uwide)a * (uwide)b);
        const uint64_t low = (uint64_t)r & ge_mask(bits);
        const wide back = is_signed ? (wide)ge_sext(low, bits) : (wide)low;
        ge_set(&i->ret->fields[0], l, low);
        ge_set(&i->ret->fields[1], l, back != r);
    }
    return CMC_OK;
}

static cmc_status to_int_sat(ge_inst *i) // param: 1 signed
{
    const unsigned bits = i->ret->bits;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 1, l)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        ge_set(i->ret, l, ge_to_int(ge_to_double(i->arg[0].kind, i->arg[0].v[l]), bits, i->param));
    }
    return CMC_OK;
}

static cmc_status fold(ge_inst *i, uint64_t *acc, uint64_t v, const ge_value *src) {
    const ge_kind k = src->kind;
    switch (i->param) {
    case RED_ADD:
        *acc += v;
        break;
    case RED_MUL:
        *acc *= v;
        break;
    case RED_AND:
        *acc &= v;
        break;
    case RED_OR:
        *acc |= v;
        break;
    case RED_XOR:
        *acc ^= v;
        break;
    case RED_SMIN:
        *acc = pick(SMIN, *acc, v, src->bits);
        break;
    case RED_SMAX:
        *acc = pick(SMAX, *acc, v, src->bits);
        break;
    case RED_UMIN:
        *acc = pick(UMIN, *acc, v, src->bits);
        break;
    case RED_UMAX:
        *acc = pick(UMAX, *acc, v, src->bits);
        break;
    case RED_FADD:
        *acc = ge_from_double(k, ge_to_double(k, *acc) + ge_to_double(k, v));
        break;
    case RED_FMUL:
        *acc = ge_from_double(k, ge_to_double(k, *acc) * ge_to_double(k, v));
        break;
    default:
        *acc = ge_fminmax(k, *acc, v, i->param == RED_FMAX);
        break;
    }
    *acc &= ge_mask(src->bits);
    return CMC_OK;
}

// In order from lane 0, which is one of the orders that a reassociating reduction may take.
static cmc_status reduce(ge_inst *i) {
    const bool has_start = i->param == RED_FADD || i->param == RED_FMUL;
    const ge_value *src = &i->arg[has_start ? 1 : 0];
    uint64_t acc = has_start ? i->arg[0].v[0] : src->v[0];
    bool undef = has_start ? i->arg[0].u[0] != 0 : false;
    for (uint32_t l = 0; l < src->n; l++) {
        undef |= src->u[l] != 0;
        if (has_start || l)
            CMC_TRY(fold(i, &acc, src->v[l], src));
    }
    if (undef)
        ge_set_undef(i->ret, 0);
    else
        ge_set(i->ret, 0, acc);
    return CMC_OK;
}

static cmc_status fpclass(ge_inst *i) {
    const ge_kind k = i->arg[0].kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (any_undef(i, 1, l)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const uint64_t v = i->arg[0].v[l];
        const unsigned man = k == GE_HALF ? 10 : k == GE_BFLOAT ? 7 : k == GE_FLOAT ? 23 : 52;
        const bool negative = v >> (i->arg[0].bits - 1) & 1,
                   exp_ones = isnan(ge_to_double(k, v)) || isinf(ge_to_double(k, v));
        const bool exp_zero = !(v & (ge_mask(i->arg[0].bits - 1u) & ~ge_mask(man)));
        unsigned bit;
        if (exp_ones && (v & ge_mask(man)))
            bit = v >> (man - 1) & 1 ? 1 : 0;
        else
            bit = exp_ones             ? (negative ? 2 : 9)
                  : !exp_zero          ? (negative ? 3 : 8)
                  : (v & ge_mask(man)) ? (negative ? 4 : 7)
                                       : (negative ? 5 : 6);
        ge_set(i->ret, l, i->arg[1].v[0] >> bit & 1);
    }
    return CMC_OK;
}

static cmc_status three_way(ge_inst *i) // param: 1 signed
{
    const unsigned bits = i->arg[0].bits;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const uint64_t a = i->arg[0].v[l], b = i->arg[1].v[l];
        const int64_t x = ge_sext(a, bits), y = ge_sext(b, bits);
        const int64_t r = i->param ? (x > y) - (x < y) : (a > b) - (a < b);
        if (any_undef(i, 2, l))
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l, (uint64_t)r & ge_mask(i->ret->bits));
    }
    return CMC_OK;
}

// The second argument is a whole number, for all lanes or one a lane. param: 0 ldexp, 1 powi.
static cmc_status with_integer(ge_inst *i) {
    const ge_kind k = i->ret->kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const uint32_t at = i->arg[1].n > 1 ? l : 0;
        if (i->arg[0].u[l] || i->arg[1].u[at]) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const double d = ge_to_double(k, ge_flush(i->cx, k, i->arg[0].v[l]));
        const int n = (int)ge_sext(i->arg[1].v[at], i->arg[1].bits);
        ge_set(i->ret, l, ge_flush(i->cx, k, ge_from_double(k, i->param ? pow(d, n) : ldexp(d, n))));
    }
    return CMC_OK;
}

static cmc_status to_nearest(ge_inst *i) // param: 1 halves away from zero
{
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const double d = ge_to_double(i->arg[0].kind, i->arg[0].v[l]);
        if (any_undef(i, 1, l))
            ge_set_undef(i->ret, l);
        else
            ge_set(i->ret, l, ge_to_int(i->param ? round(d) : rint(d), i->ret->bits, true));
    }
    return CMC_OK;
}

static cmc_status move_memory(ge_inst *i) // param: 0 memcpy/memmove, 1 memset
{
    uint64_t dst = 0, second = 0, len = 0;
    CMC_TRY(ge_scalar(i, 0, &dst));
    CMC_TRY(ge_scalar(i, 2, &len));
    if (!len)
        return CMC_OK;
    uint8_t *bytes = cmc_arena_alloc(i->cx->arena, 2 * len);
    if (!bytes)
        return CMC_ERR_OOM;
    if (i->param == 0) {
        CMC_TRY(ge_scalar(i, 1, &second));
        CMC_TRY(ge_load_bytes(i->cx, i->inst, second, len, bytes, bytes + len));
    } else {
        memset(bytes, (int)i->arg[1].v[0], len);
        memset(bytes + len, i->arg[1].u[0] ? 1 : 0, len);
    }
    return ge_store_bytes(i->cx, i->inst, dst, len, bytes, bytes + len);
}

const ge_row ge_llvm_rows[] = {
    {"smin", min_max, SMIN},
    {"smax", min_max, SMAX},
    {"umin", min_max, UMIN},
    {"umax", min_max, UMAX},
    {"minnum", min_max, FMIN},
    {"maxnum", min_max, FMAX},
    {"minimum", min_max, FMINIMUM},
    {"maximum", min_max, FMAXIMUM},
    {"fma", fma_op, 0},
    {"fmuladd", fma_op, 0},
    {"floor", unary_float, R_FLOOR},
    {"ceil", unary_float, R_CEIL},
    {"trunc", unary_float, R_TRUNC},
    {"rint", unary_float, R_EVEN},
    {"nearbyint", unary_float, R_EVEN},
    {"roundeven", unary_float, R_EVEN},
    {"round", unary_float, R_ROUND},
    {"sqrt", unary_float, R_SQRT},
    {"exp2", unary_float, R_EXP2},
    {"log2", unary_float, R_LOG2},
    {"sin", unary_float, R_SIN},
    {"cos", unary_float, R_COS},
    {"exp", unary_float, R_EXP},
    {"log", unary_float, R_LOG},
    {"fabs", fabs_op, 0},
    {"copysign", copysign_op, 0},
    {"abs", iabs, 0},
    {"ctpop", bit_op, CTPOP},
    {"ctlz", bit_op, CTLZ},
    {"cttz", bit_op, CTTZ},
    {"bswap", bit_op, BSWAP},
    {"bitreverse", bit_op, BITREVERSE},
    {"fshl", funnel, 0},
    {"fshr", funnel, 1},
    {"sadd.sat", saturating, SADD_SAT},
    {"uadd.sat", saturating, UADD_SAT},
    {"ssub.sat", saturating, SSUB_SAT},
    {"usub.sat", saturating, USUB_SAT},
    {"sshl.sat", saturating, SSHL_SAT},
    {"ushl.sat", saturating, USHL_SAT},
    {"sadd.with.overflow", overflow, SADD_O},
    {"uadd.with.overflow", overflow, UADD_O},
    {"ssub.with.overflow", overflow, SSUB_O},
    {"usub.with.overflow", overflow, USUB_O},
    {"smul.with.overflow", overflow, SMUL_O},
    {"umul.with.overflow", overflow, UMUL_O},
    {"fptosi.sat", to_int_sat, 1},
    {"fptoui.sat", to_int_sat, 0},
    {"is.fpclass", fpclass, 0},
    {"ucmp", three_way, 0},
    {"scmp", three_way, 1},
    {"ldexp", with_integer, 0},
    {"powi", with_integer, 1},
    {"lrint", to_nearest, 0},
    {"llrint", to_nearest, 0},
    {"lround", to_nearest, 1},
    {"llround", to_nearest, 1},
    {"exp10", unary_float, R_EXP10},
    {"log10", unary_float, R_LOG10},
    {"pow", power, 0},
    {"canonicalize", unary_float, R_SAME},
    {"arithmetic.fence", unary_float, R_SAME},
    {"vector.reduce.add", reduce, RED_ADD},
    {"vector.reduce.mul", reduce, RED_MUL},
    {"vector.reduce.and", reduce, RED_AND},
    {"vector.reduce.or", reduce, RED_OR},
    {"vector.reduce.xor", reduce, RED_XOR},
    {"vector.reduce.smin", reduce, RED_SMIN},
    {"vector.reduce.smax", reduce, RED_SMAX},
    {"vector.reduce.umin", reduce, RED_UMIN},
    {"vector.reduce.umax", reduce, RED_UMAX},
    {"vector.reduce.fadd", reduce, RED_FADD},
    {"vector.reduce.fmul", reduce, RED_FMUL},
    {"vector.reduce.fmin", reduce, RED_FMIN},
    {"vector.reduce.fmax", reduce, RED_FMAX},
    {"memcpy", move_memory, 0},
    {"memmove", move_memory, 0},
    {"memset", move_memory, 1},
    {"assume", nothing, 0},
    {"lifetime.start", nothing, 0},
    {"lifetime.end", nothing, 0},
    {"dbg", nothing, 0},
    {"experimental.noalias.scope.decl", nothing, 0},
    {"donothing", nothing, 0},
    {NULL, NULL, 0},
};

static const ge_row *find(const ge_row *rows, const char *name, const ge_row *best) {
    size_t best_len = best ? strlen(best->name) : 0;
    for (const ge_row *r = rows; r->name; r++) {
        const size_t len = strlen(r->name);
        if (len > best_len && strncmp(name, r->name, len) == 0 && (!name[len] || name[len] == '.')) {
            best = r;
            best_len = len;
        }
    }
    return best;
}

cmc_status ge_intrinsic(ge_inst *i, const char *name) {
    const ge_row *row = NULL;
    if (strncmp(name, "llvm.genx.", 10) == 0) {
        const ge_row *const tables[] = {ge_region_rows, ge_alu_rows,  ge_sat_rows,  ge_mem_rows,
                                        ge_atomic_rows, ge_dpas_rows, ge_image_rows};
        for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++)
            row = find(tables[t], name + 10, row);
    } else if (strncmp(name, "llvm.", 5) == 0) {
        row = find(ge_llvm_rows, name + 5, NULL);
    }
    if (!row)
        return ge_unsupported(i->cx, i->inst, "the function");
    i->param = row->param;
    return row->fn(i);
}
