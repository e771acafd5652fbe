// SPDX-License-Identifier: MIT
// Rows of tests: a kernel of one thread reads numbers and writes numbers, which plain C++ says again.
//
//   row<int, 16>("select", [=](int *in, int *out) { ... }, [](int i, const int *in) { return in[2 * i]; });

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

constexpr int n_input = 1024;
inline int failures, n_rows;

// Small numbers of both signs, with fractions where T has them; no zero.
template <class T> T input_number(int i) {
    const int n = (i * 37 + 11) % 101 - 50;
    return std::is_integral_v<T> ? T(n ? n : 7) : T((n ? n : 7) * 0.25f);
}

template <class T> bool near(T got, T want, double tolerance) {
    if (tolerance == 0)
        return std::memcmp(&got, &want, sizeof(T)) == 0;
    return std::fabs((double)got - (double)want) <= tolerance * (1 + std::fabs((double)want));
}

template <class T, int N, class K, class R> void row(const char *what, K kernel, R expected, double tolerance = 0) {
    sycl::queue q;
    T *in = sycl::malloc_shared<T>(n_input, q), *out = sycl::malloc_shared<T>(N, q);
    for (int i = 0; i < n_input; i++)
        in[i] = input_number<T>(i);
    std::memset((void *)out, 0xcd, N * sizeof(T));
    q.single_task([=]() SYCL_ESIMD_KERNEL { kernel(in, out); }).wait();
    n_rows++;
    for (int i = 0; i < n_input; i++) // the kernel's inputs may be outputs as well
        in[i] = input_number<T>(i);
    for (int i = 0; i < N; i++) {
        const T want = (T)expected(i, in);
        if (near(out[i], want, tolerance))
            continue;
        std::printf("%s: element %d is %g instead of %g\n", what, i, (double)out[i], (double)want);
        failures++;
        break;
    }
    sycl::free(in, q);
    sycl::free(out, q);
}

inline int report() {
    std::printf("%d rows, %d failures\n", n_rows, failures);
    return failures || !n_rows;
}
