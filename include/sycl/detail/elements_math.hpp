// SPDX-License-Identifier: MIT
// sycl:: math of vec and marray: that of numbers, element by element.

#ifndef SYCL_DETAIL_ELEMENTS_MATH_HPP
#define SYCL_DETAIL_ELEMENTS_MATH_HPP

#include <sycl/detail/marray.hpp>
#include <sycl/detail/math_more.hpp>
#include <sycl/detail/vec.hpp>

namespace sycl {

namespace detail {
template <class X> constexpr bool has_elements = false;
template <class T, int N> constexpr bool has_elements<vec<T, N>> = true;
template <class T, size_t N> constexpr bool has_elements<marray<T, N>> = true;

// The type of the result: that of the first argument with elements.
template <class...> struct elements_of {};
template <class A, class... B> struct elements_of<A, B...> : elements_of<B...> {};
template <class T, int N, class... B> struct elements_of<vec<T, N>, B...> { using type = vec<T, N>; };
template <class T, size_t N, class... B> struct elements_of<marray<T, N>, B...> { using type = marray<T, N>; };
template <class... X> using elements_type = typename elements_of<X...>::type;

template <class V, class X> typename V::value_type element(const X &x, size_t i) {
    if constexpr (has_elements<X>)
        return x[i];
    else
        return x;
}
} // namespace detail

#define SYCL_ELEMENT_MATH(name)                                                                                        \
    template <class A, class... X, class V = detail::elements_type<A, X...>> V name(const A &a, const X &...x) {       \
        V r;                                                                                                           \
        detail::for_each_index<V::size()>(                                                                             \
            [&](auto i) { r[i] = sycl::name(detail::element<V>(a, i), detail::element<V>(x, i)...); });                \
        return r;                                                                                                      \
    }
SYCL_ELEMENT_MATH(exp)
SYCL_ELEMENT_MATH(exp2)
SYCL_ELEMENT_MATH(log)
SYCL_ELEMENT_MATH(log2)
SYCL_ELEMENT_MATH(sin)
SYCL_ELEMENT_MATH(cos)
SYCL_ELEMENT_MATH(tanh)
SYCL_ELEMENT_MATH(sqrt)
SYCL_ELEMENT_MATH(rsqrt)
SYCL_ELEMENT_MATH(floor)
SYCL_ELEMENT_MATH(ceil)
SYCL_ELEMENT_MATH(trunc)
SYCL_ELEMENT_MATH(rint)
SYCL_ELEMENT_MATH(round)
SYCL_ELEMENT_MATH(fabs)
SYCL_ELEMENT_MATH(abs)
SYCL_ELEMENT_MATH(min)
SYCL_ELEMENT_MATH(max)
SYCL_ELEMENT_MATH(fmin)
SYCL_ELEMENT_MATH(fmax)
SYCL_ELEMENT_MATH(pow)
SYCL_ELEMENT_MATH(clamp)
SYCL_ELEMENT_MATH(fma)
SYCL_ELEMENT_MATH(mad)
SYCL_ELEMENT_MATH(add_sat)
SYCL_ELEMENT_MATH(sub_sat)
SYCL_ELEMENT_MATH(mul_hi)
#undef SYCL_ELEMENT_MATH

} // namespace sycl

#endif
