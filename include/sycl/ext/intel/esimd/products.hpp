// SPDX-License-Identifier: MIT
// Products of gen9, made of multiplications and additions: later hardware has no such instructions.
//
//   dp2, dp3, dp4(x, y)   of each four elements: the sum of the first 2, 3 or 4 products, in all four
//   dph(x, y)             x0 * y0 + x1 * y1 + x2 * y2 + y3
//   line(p, x)            p[0] * x + p[3]
//   lrp(x, y, z)          x * y + (1 - x) * z
//
// and fma, which is an instruction.

#ifndef SYCL_EXT_INTEL_ESIMD_PRODUCTS_HPP
#define SYCL_EXT_INTEL_ESIMD_PRODUCTS_HPP

#include <sycl/ext/intel/esimd/math.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

// Element I of each four, in all four.
template <int I, int N> ESIMD_API simd<float, N> of_four(simd<float, N> x) {
    return x.template replicate_vs_w_hs<N / 4, 4, 4, 0>(I);
}
template <int Count, int N> ESIMD_API simd<float, N> sum_of_products(const simd<float, N> &x, const simd<float, N> &y) {
    static_assert(N % 4 == 0, "products of four: the number of elements must be a multiple of 4");
    const simd<float, N> p = x * y;
    simd<float, N> sum = of_four<0>(p) + of_four<1>(p);
    if constexpr (Count > 2)
        sum += of_four<2>(p);
    if constexpr (Count > 3)
        sum += of_four<3>(p);
    return sum;
}
template <class A, class B>
using two_floats = std::enable_if_t<is_object<A> && std::is_same_v<elem_t<A>, float> &&
                                    (kind_of<B> == kind::number || length_of<B> == length_of<A>)>;

} // namespace detail

#define ESIMD_PRODUCT(name, expression)                                                                                \
    template <class T0 = void, class... T_, class A, class B, class Sat = saturation_off_tag,                          \
              class = detail::two_floats<A, B>, class = detail::if_sat<Sat>>                                           \
    ESIMD_API auto name(const A &a, const B &b, Sat sat = {}) {                                                        \
        constexpr int n = detail::length_of<A>;                                                                        \
        const simd<float, n> x = a, y = b;                                                                             \
        return detail::finish<float, float, n>((expression).data(), sat);                                              \
    }
ESIMD_PRODUCT(dp2, detail::sum_of_products<2>(x, y))
ESIMD_PRODUCT(dp3, detail::sum_of_products<3>(x, y))
ESIMD_PRODUCT(dp4, detail::sum_of_products<4>(x, y))
ESIMD_PRODUCT(dph, detail::sum_of_products<3>(x, y) + detail::of_four<3>(y))
#undef ESIMD_PRODUCT

template <int N, class Sat = saturation_off_tag, class = detail::if_sat<Sat>>
ESIMD_API auto line(float p, float q, const simd<float, N> &x, Sat sat = {}) {
    return detail::finish<float, float, N>((simd<float, N>(p) * x + q).data(), sat);
}
template <int N, class Sat = saturation_off_tag, class = detail::if_sat<Sat>>
ESIMD_API auto line(const simd<float, 4> &p, const simd<float, N> &x, Sat sat = {}) {
    return line(p[0], p[3], x, sat);
}

// From z at x = 0 to y at x = 1. y and z may be numbers.
template <class T0 = void, class... T_, class A, class B, class C, class Sat = saturation_off_tag,
          class = detail::two_floats<A, B>, class = detail::two_floats<A, C>, class = detail::if_sat<Sat>>
ESIMD_API auto lrp(const A &a, const B &b, const C &c, Sat sat = {}) {
    constexpr int n = detail::length_of<A>;
    const simd<float, n> x = a, y = b, z = c;
    return detail::finish<float, float, n>((x * (y - z) + z).data(), sat);
}

} // namespace sycl::ext::intel::esimd

namespace sycl::ext::intel::experimental::esimd {

// a * b + c, rounded once. bfloat16 and tfloat32 are computed with in float.
template <class T, int N>
ESIMD_API sycl::ext::intel::esimd::simd<T, N> fma(sycl::ext::intel::esimd::simd<T, N> a,
                                                  sycl::ext::intel::esimd::simd<T, N> b,
                                                  sycl::ext::intel::esimd::simd<T, N> c) {
    using namespace sycl::ext::intel::esimd;
    using S = detail::machine_t<T>;
    static_assert(detail::is_float<T>, "fma takes floating-point elements; convert the operands first");
    return detail::finish<T, S, N>(__cm_fma(detail::to<S, N>(a), detail::to<S, N>(b), detail::to<S, N>(c)),
                                   saturation_off);
}

} // namespace sycl::ext::intel::experimental::esimd

#endif
