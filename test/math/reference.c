// SPDX-License-Identifier: MIT
// The rows with their references, and the comparison.

#include "judge.h"

#include <math.h>
#include <string.h>

#define ONE(name, call)                                                                                                \
    static void ref_##name(mpfr_t r, const double v[2]) {                                                              \
        mpfr_set_d(r, v[0], MPFR_RNDN);                                                                                \
        call;                                                                                                          \
    }
#define TWO(name, call)                                                                                                \
    static void ref_##name(mpfr_t r, const double v[2]) {                                                              \
        mpfr_t y;                                                                                                      \
        mpfr_init2(y, 53);                                                                                             \
        mpfr_set_d(y, v[1], MPFR_RNDN);                                                                                \
        mpfr_set_d(r, v[0], MPFR_RNDN);                                                                                \
        call;                                                                                                          \
        mpfr_clear(y);                                                                                                 \
    }
ONE(inv, mpfr_ui_div(r, 1, r, MPFR_RNDN))
ONE(sqrt, mpfr_sqrt(r, r, MPFR_RNDN))
ONE(exp2, mpfr_exp2(r, r, MPFR_RNDN))
ONE(exp, mpfr_exp(r, r, MPFR_RNDN))
ONE(log2, mpfr_log2(r, r, MPFR_RNDN))
ONE(log, mpfr_log(r, r, MPFR_RNDN))
ONE(log10, mpfr_log10(r, r, MPFR_RNDN))
ONE(sin, mpfr_sin(r, r, MPFR_RNDN))
ONE(cos, mpfr_cos(r, r, MPFR_RNDN))
ONE(tan, mpfr_tan(r, r, MPFR_RNDN))
ONE(asin, mpfr_asin(r, r, MPFR_RNDN))
ONE(acos, mpfr_acos(r, r, MPFR_RNDN))
ONE(atan, mpfr_atan(r, r, MPFR_RNDN))
ONE(tanh, mpfr_tanh(r, r, MPFR_RNDN))
ONE(floor, mpfr_rint_floor(r, r, MPFR_RNDN))
ONE(ceil, mpfr_rint_ceil(r, r, MPFR_RNDN))
ONE(rint, mpfr_rint_roundeven(r, r, MPFR_RNDN))
ONE(trunc, mpfr_rint_trunc(r, r, MPFR_RNDN))
ONE(fabs, mpfr_abs(r, r, MPFR_RNDN))
ONE(cbrt, mpfr_cbrt(r, r, MPFR_RNDN))
ONE(exp10, mpfr_exp10(r, r, MPFR_RNDN))
ONE(expm1, mpfr_expm1(r, r, MPFR_RNDN))
ONE(log1p, mpfr_log1p(r, r, MPFR_RNDN))
ONE(sinh, mpfr_sinh(r, r, MPFR_RNDN))
ONE(cosh, mpfr_cosh(r, r, MPFR_RNDN))
ONE(asinh, mpfr_asinh(r, r, MPFR_RNDN))
ONE(acosh, mpfr_acosh(r, r, MPFR_RNDN))
ONE(atanh, mpfr_atanh(r, r, MPFR_RNDN))
ONE(sinpi, mpfr_sinpi(r, r, MPFR_RNDN))
ONE(cospi, mpfr_cospi(r, r, MPFR_RNDN))
ONE(tanpi, mpfr_tanpi(r, r, MPFR_RNDN))
ONE(asinpi, mpfr_asinpi(r, r, MPFR_RNDN))
ONE(acospi, mpfr_acospi(r, r, MPFR_RNDN))
ONE(atanpi, mpfr_atanpi(r, r, MPFR_RNDN))
ONE(round, mpfr_rint_round(r, r, MPFR_RNDN))
TWO(hypot, mpfr_hypot(r, r, y, MPFR_RNDN))
TWO(atan2pi, mpfr_atan2pi(r, r, y, MPFR_RNDN))
TWO(dim, mpfr_dim(r, r, y, MPFR_RNDN))
TWO(div, mpfr_div(r, r, y, MPFR_RNDN))
TWO(pow, mpfr_pow(r, r, y, MPFR_RNDN))
TWO(fmod, mpfr_fmod(r, r, y, MPFR_RNDN))
TWO(fmin, mpfr_min(r, r, y, MPFR_RNDN))
TWO(fmax, mpfr_max(r, r, y, MPFR_RNDN))
TWO(atan2, mpfr_atan2(r, r, y, MPFR_RNDN))

// The root of -0 is -0, whose reciprocal is -infinity.
static void ref_rsqrt(mpfr_t r, const double v[2]) {
    ref_sqrt(r, v);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
}

// The base's sign is ignored.
static void ref_pow_of_size(mpfr_t r, const double v[2]) {
    ref_pow(r, (const double[2]){fabs(v[0]), v[1]});
}

const math_row math_rows[] = {
#define MATH(name, type, operands, expression, reference, lo, hi, most_y, relative, absolute)                          \
    {#name, #type, #expression, NEEDS, operands, ref_##reference, lo, hi, most_y, relative, absolute},
#define NEEDS NULL
#include "functions.def"
#include "functions_spirv.def"
#undef NEEDS
#define NEEDS "CM_HAS_IEEE_DIV_SQRT"
#include "functions_ieee.def"
#undef NEEDS
#define NEEDS "CM_HAS_DOUBLE"
#include "functions_double.def"
};
const size_t math_n_rows = sizeof(math_rows) / sizeof(*math_rows);

const math_format *math_format_of(const math_row *row) {
    static const math_format formats[] = {
        {'h', "half", 2, 11, -14, 65504},
        {'f', "float", 4, 24, -126, 0x1.fffffep127},
        {'d', "double", 8, 53, -1022, 0x1.fffffffffffffp1023},
    };
    size_t i = 0;
    while (formats[i].letter != row->type[0])
        i++;
    return &formats[i];
}

// Formats

double math_decode(const math_format *f, uint64_t bits) {
    int fraction = f->digits - 1;
    int width = (int)f->bytes * 8;
    uint64_t m = bits & ((1ull << fraction) - 1);
    int field = (int)(bits >> fraction & ((1ull << (width - 1 - fraction)) - 1)), bias = 1 - f->e_min;
    double x = field == 2 * bias + 1 ? (m ? NAN : INFINITY)
               : field == 0          ? ldexp((double)m, f->e_min - fraction)
                                     : ldexp((double)(m | 1ull << fraction), field - bias - fraction);
    return bits >> (width - 1) & 1 ? -x : x;
}

uint64_t math_encode(const math_format *f, double x) {
    int fraction = f->digits - 1, bias = 1 - f->e_min, e;
    uint64_t top = (uint64_t)(2 * bias + 1) << fraction;
    uint64_t sign = signbit(x) ? 1ull << (f->bytes * 8 - 1) : 0;
    if (isnan(x))
        return sign | top | 1ull << (fraction - 1);
    if (isinf(x))
        return sign | top;
    x = fabs(x);
    frexp(x, &e);
    if (x < ldexp(1, f->e_min))
        return sign | (uint64_t)ldexp(x, fraction - f->e_min);
    return sign | ((uint64_t)ldexp(x, fraction + 1 - e) - (1ull << fraction) + ((uint64_t)(e - 1 + bias) << fraction));
}

// Comparison

static bool same(double a, double b) {
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

// r, rounded to the format.
static double rounded(const math_format *f, mpfr_t r) {
    mpfr_t n;
    mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
    mpfr_init2(n, f->digits);
    mpfr_set_emin(f->e_min - f->digits + 2);
    mpfr_set_emax(-f->e_min + 2);
    int way = mpfr_set(n, r, MPFR_RNDN);
    way = mpfr_check_range(n, way, MPFR_RNDN);
    mpfr_subnormalize(n, way, MPFR_RNDN);
    double d = mpfr_get_d(n, MPFR_RNDN);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    mpfr_clear(n);
    return d;
}

typedef struct verdict {
    bool right;
    double ulp; // error in units of the last place; 0 for special results
} verdict;

// A finite result for r, which is neither zero nor special. Beyond the format, infinity is as near as the number that
// follows the largest one.
static verdict finite_verdict(const math_row *row, mpfr_t r, double got) {
    const math_format *f = math_format_of(row);
    mpfr_t e, bound, normal;
    mpfr_inits2(160, e, bound, normal, (mpfr_ptr)0);
    mpfr_set_d(e, isinf(got) ? copysign(ldexp(1, -f->e_min + 1), got) * 2 : got, MPFR_RNDN);
    mpfr_sub(e, e, r, MPFR_RNDN);
    mpfr_abs(e, e, MPFR_RNDN);
    mpfr_abs(bound, r, MPFR_RNDN);
    mpfr_mul_d(bound, bound, row->relative, MPFR_RNDN);
    mpfr_add_d(bound, bound, row->absolute, MPFR_RNDN);
    mpfr_set_d(normal, ldexp(1, f->e_min) * (1 + row->relative), MPFR_RNDN);
    bool tiny = mpfr_cmpabs(r, normal) < 0;
    verdict v = {.right = mpfr_cmp(e, bound) <= 0};
    if (tiny && got == 0)
        v.right |= (signbit(got) != 0) == (mpfr_signbit(r) != 0);
    else if (tiny) // a denormal
        v.right |= mpfr_cmp_d(e, ldexp(1, f->e_min - f->digits + 1)) <= 0;
    if (!tiny && isfinite(got)) {
        mpfr_div_2si(e, e, mpfr_get_exp(r) - f->digits, MPFR_RNDN);
        v.ulp = mpfr_get_d(e, MPFR_RNDN);
    }
    mpfr_clears(e, bound, normal, (mpfr_ptr)0);
    return v;
}

static verdict judge(const math_row *row, const double v[2], double got) {
    mpfr_t r;
    mpfr_init2(r, 160);
    row->reference(r, v);
    verdict result = {0};
    if (mpfr_regular_p(r) && !isnan(got))
        result = finite_verdict(row, r, got);
    result.right |= same(rounded(math_format_of(row), r), got);
    if (row->reference == ref_fmin || row->reference == ref_fmax) // zeros are equal
        result.right |= mpfr_zero_p(r) && got == 0;
    mpfr_clear(r);
    return result;
}

static double flushed(const math_format *f, double x) {
    return fabs(x) < ldexp(1, f->e_min) ? copysign(0, x) : x;
}

static bool is_special(double x) {
    return x == 0 || !isfinite(x);
}

void math_compare(const math_row *row, const double v[2], double got, math_result *sum) {
    const math_format *f = math_format_of(row);
    const double zeros[2] = {flushed(f, v[0]), flushed(f, v[1])};
    verdict x = judge(row, v, got);
    if (!x.right && (zeros[0] != v[0] || zeros[1] != v[1]))
        x = judge(row, zeros, got);
    bool special = is_special(v[0]) || (row->operands == 2 && is_special(v[1])) || is_special(got);
    sum->tried++;
    sum->special += special;
    if (!x.right) {
        if (sum->wrong++ == 0)
            memcpy(sum->bad, v, sizeof sum->bad), sum->got = got;
        sum->wrong_special += special;
    }
    if (x.ulp > sum->ulp) {
        sum->ulp = x.ulp;
        memcpy(sum->at, v, sizeof sum->at);
    }
}
