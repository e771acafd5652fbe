// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/option_price.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef LANES
#define LANES 32
#endif
using numbers = simd<float, LANES>;

ESIMD_INLINE numbers normal(numbers x) {
    numbers a = abs(x);
    numbers k = 1.0f / (1.0f + 0.2316419f * a);
    numbers poly = ((((1.330274429f * k - 1.821255978f) * k + 1.781477937f) * k - 0.356563782f) * k + 0.319381530f) * k;
    numbers tail = exp2(a * a * (-0.5f * log2_of_e)) * poly * 0.39894228f;
    numbers out = 1.0f - tail;
    out.merge(tail, x < 0.0f);
    return out;
}

extern "C" SYCL_ESIMD_KERNEL void option_price(const float *spot, const float *strike, const float *years, float *call,
                                               float *put, float rate, float volatility) {
    const int at = group_id(0) * LANES;
    numbers s(spot + at), x(strike + at), t(years + at);
    numbers spread = volatility * sqrt(t);
    numbers d1 = (log2(s / x) * 0.6931471805599453f + (rate + 0.5f * volatility * volatility) * t) / spread;
    numbers d2 = d1 - spread;
    numbers discounted = x * exp2(t * (-rate * log2_of_e));
    numbers n1 = normal(d1), n2 = normal(d2);
    numbers c = s * n1 - discounted * n2;
    numbers p = discounted * (1.0f - n2) - s * (1.0f - n1);
    c.copy_to(call + at, aligned);
    p.copy_to(put + at, aligned);
}
