// SPDX-License-Identifier: MIT
// Derivatives by dual numbers (forward automatic differentiation), one element a work-item, in kernels that are not
// explicit SIMD: with sub-groups of 16 and of 32 work-items, and with 128 and 256 registers a thread.
//
//   dual x = {2, 1};        the value, and its derivative by x
//   (x * x).slope == 4

#include <sycl/ext/intel/experimental/grf_size_properties.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

// A number a + b e with e * e = 0: b is the derivative.
struct dual {
    float value, slope;
    friend dual operator+(dual a, dual b) {
        return {a.value + b.value, a.slope + b.slope};
    }
    friend dual operator-(dual a, dual b) {
        return {a.value - b.value, a.slope - b.slope};
    }
    friend dual operator*(dual a, dual b) {
        return {a.value * b.value, a.slope * b.value + a.value * b.slope};
    }
    friend dual operator/(dual a, dual b) {
        const float quotient = a.value / b.value;
        return {quotient, (a.slope - quotient * b.slope) / b.value};
    }
};
dual constant(float value) {
    return {value, 0};
}
dual sqrt(dual a) {
    const float root = sycl::sqrt(a.value);
    return {root, a.slope / (2 * root)};
}

// (x^3 - 2 x + 5) / (sqrt(x) + 1)
dual curve(dual x) {
    return (x * x * x - constant(2) * x + constant(5)) / (sqrt(x) + constant(1));
}

// The same and its derivative, by the rules of calculus.
struct expected {
    double value, slope;
};
expected curve_and_slope(double x) {
    const double over = x * x * x - 2 * x + 5, under = std::sqrt(x) + 1;
    return {over / under, ((3 * x * x - 2) * under - over / (2 * std::sqrt(x))) / (under * under)};
}

bool is_near(float got, double want) {
    constexpr double most = 1e-5;
    return std::fabs(got - want) <= most * (std::fabs(want) + 1);
}

template <int Size, unsigned Registers> bool run(sycl::queue &q, const float *in, dual *out, int n) {
    const sycl::ext::oneapi::experimental::properties registers{sycl::ext::intel::experimental::grf_size<Registers>};
    for (int i = 0; i < n; i++)
        out[i] = {NAN, NAN};
    q.parallel_for(sycl::range<1>(n), registers, [=](sycl::id<1> i) [[sycl::reqd_sub_group_size(Size)]] {
         out[i] = curve({in[i], 1});
     }).wait();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const expected e = curve_and_slope(in[i]);
        wrong += !is_near(out[i].value, e.value) || !is_near(out[i].slope, e.slope);
    }
    std::printf("dual_number: %d elements, sub-groups of %d, %u registers: %s\n", n, Size, Registers,
                wrong ? "wrong" : "ok");
    return wrong == 0;
}

} // namespace

int main(int argc, char **argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (n < 1) {
        std::fprintf(stderr, "dual_number: '%s' is not a number of elements\n", argv[1]);
        return 2;
    }
    sycl::queue q;
    float *in = sycl::malloc_shared<float>((size_t)n, q);
    dual *out = sycl::malloc_shared<dual>((size_t)n, q);
    for (int i = 0; i < n; i++)
        in[i] = 0.5f + (float)(i % 97) * 0.125f;
    bool ok = run<16, 128>(q, in, out, n);
    ok = run<16, 256>(q, in, out, n) && ok;
    ok = run<32, 128>(q, in, out, n) && ok;
    ok = run<32, 256>(q, in, out, n) && ok;
    sycl::free(in, q);
    sycl::free(out, q);
    return !ok;
}
