// SPDX-License-Identifier: MIT
// Results of a kernel against those of plain C.

#include "example.h"

#include <math.h>
#include <stdio.h>

float *ex_widen(const ex_common *common, const void *halves, size_t n) {
    const _Float16 *from = halves;
    float *to = ex_alloc(common, n, sizeof *to);
    for (size_t i = 0; i < n; i++)
        to[i] = (float)from[i];
    return to;
}

static void right(const ex_run *run, size_t n, double largest) {
    printf("%s: %s: %zu results right, largest error %.2g\n", run->common->program, run->info.target, n, largest);
}

void ex_compare_double(const ex_run *run, const double *got, const double *expected, double all, size_t n) {
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        double error = fabs(got[i] - expected[i]);
        if (!(error <= all)) // also where it is not a number
            ex_fail(run->common, "element %zu is %.17g, expected %.17g (at most %.3g off)", i, got[i], expected[i],
                    all);
        largest = error > largest ? error : largest;
    }
    right(run, n, largest);
}

void ex_compare_float(const ex_run *run, const float *got, const float *expected, const float *bound, float all,
                      size_t n) {
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        double error = fabs((double)got[i] - expected[i]), most = bound ? bound[i] : all;
        if (!(error <= most))
            ex_fail(run->common, "element %zu is %.9g, expected %.9g (at most %.3g off)", i, got[i], expected[i], most);
        largest = error > largest ? error : largest;
    }
    right(run, n, largest);
}

void ex_compare_u32(const ex_run *run, const uint32_t *got, const uint32_t *expected, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (got[i] != expected[i])
            ex_fail(run->common, "element %zu is %u, expected %u", i, got[i], expected[i]);
    printf("%s: %s: %zu results right\n", run->common->program, run->info.target, n);
}
