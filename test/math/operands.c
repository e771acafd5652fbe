// SPDX-License-Identifier: MIT
// Operands: every pair of edges, then random numbers of several kinds.

#include "judge.h"

#include <math.h>

static uint64_t next(uint64_t *s) { // splitmix64
    uint64_t z = (*s += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

// From 0 to 1.
static double fraction(uint64_t *s) {
    return (double)(next(s) >> 11) * 0x1p-53;
}

// x as a number of the format.
static double in_format(const math_format *f, double x) {
    return f->letter == 'd' ? x : f->letter == 'f' ? (double)(float)x : (double)(_Float16)x;
}

// Positive edges; their negatives follow. The last ones depend on the format.
static const double edges[] = {0,   1,         0.5,  2,    3,   1.5, 2.5,       4,         5,        7,        10,
                               0.1, 0.7,       41,   47,   109, 110, 1e-3,      100,       30,       64,       127,
                               16,  1.5707963, 1e-6, 2047, 1e4, 1e8, 8388608.0, 16777216., 16777217, 0.3333333};
enum { N_PLAIN = sizeof(edges) / sizeof(*edges), N_FORMAT = 12, N_EDGES = 2 * (N_PLAIN + N_FORMAT) };

static double edge(const math_format *f, size_t i) {
    double sign = i & 1 ? -1 : 1;
    i /= 2;
    if (i < N_PLAIN)
        return in_format(f, sign * edges[i]);
    const double least = ldexp(1, f->e_min), step = ldexp(1, 1 - f->digits);
    const double more[N_FORMAT] = {INFINITY,           NAN,          f->largest,
                                   f->largest / 2,     least,        least * 3,
                                   least * (1 + step),
                                   least * step,       // the smallest denormal
                                   least * (1 - step), // the largest
                                   1 + step,           1 - step / 2, ldexp(1, -f->e_min - 1)};
    return sign * more[i - N_PLAIN];
}

// Any bits; a number of ordinary size; one near 1; a small whole number or half.
static double any_number(const math_format *f, uint64_t *s) {
    double sign = next(s) & 1 ? -1 : 1;
    switch (next(s) % 5) {
    case 0:
    case 1:
        return math_decode(f, next(s) & (f->bytes == 8 ? ~0ull : (1ull << f->bytes * 8) - 1));
    case 2:
        return in_format(f, sign * ldexp(1 + fraction(s), (int)(next(s) % 17) - 8));
    case 3:
        return in_format(f, sign * (1 + ldexp(fraction(s) - 0.5, -(int)(next(s) % 20))));
    default:
        return in_format(f, sign * (double)(next(s) % 129) / 2);
    }
}

static double number(const math_format *f, double lo, double hi, uint64_t *s) {
    if (isfinite(lo) && next(s) & 1)
        return in_format(f, lo + (hi - lo) * fraction(s));
    double x;
    do
        x = any_number(f, s);
    while (x < lo || x > hi);
    return x;
}

size_t math_edge_count(const math_row *row) {
    return row->operands == 2 ? (size_t)N_EDGES * N_EDGES : N_EDGES;
}

void math_operands(const math_row *row, size_t first, uint64_t seed, size_t n, double *x, double *y) {
    const math_format *f = math_format_of(row);
    for (size_t i = 0; i < n; i++) {
        bool is_edge = first + i < math_edge_count(row);
        x[i] = is_edge ? edge(f, (first + i) % N_EDGES) : number(f, row->lo, row->hi, &seed);
        y[i] = is_edge ? edge(f, (first + i) / N_EDGES) : number(f, -row->most_y, row->most_y, &seed);
        if (isfinite(x[i]) && (x[i] < row->lo || x[i] > row->hi))
            x[i] = in_format(f, row->hi);
        if (isfinite(y[i]) && fabs(y[i]) > row->most_y)
            y[i] = in_format(f, row->most_y);
        // A quarter of the pairs: about a multiple.
        if (!is_edge && row->operands == 2 && next(&seed) % 4 == 0)
            x[i] = in_format(f, y[i] * (1 + (double)(next(&seed) % 1000)));
    }
}

void math_constants(const math_row *row, double *x, double *y) {
    enum { STEP = 1237 }; // has no factor in common with the number of edges
    for (size_t i = 0; i < MATH_CONSTANTS; i++)
        math_operands(row, i * STEP % math_edge_count(row), 0, 1, x + i, y + i);
}
