// SPDX-License-Identifier: MIT
// Element types of the ESIMD model: conversions, the type of an operator's result, and what an operand is.

#ifndef ESIMD_MODEL_ELEMENT_HPP
#define ESIMD_MODEL_ELEMENT_HPP

#include "half.hpp"

#include <cstddef>
#include <type_traits>

namespace sycl::ext::intel::esimd {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;

template <class T, int N> class simd;
template <int N> class simd_mask;
template <class Base, class Shape> class simd_view;

namespace model {

template <class X> constexpr bool is_number = std::is_arithmetic_v<X> || std::is_same_v<X, half>;

// C++'s conversion, with half as a float type.
template <class To, class From> To cast(From x) {
    if constexpr (std::is_same_v<From, half> && !std::is_same_v<To, half>)
        return (To)(float)x;
    else
        return (To)x;
}

// The type in which an operator computes: C++'s, or half when the other operand is half or an integer.
template <class A, class B> auto promoted() {
    if constexpr (std::is_same_v<A, half> && std::is_same_v<B, half>)
        return half();
    else if constexpr (std::is_same_v<A, half>)
        return std::conditional_t<std::is_floating_point_v<B>, B, half>();
    else if constexpr (std::is_same_v<B, half>)
        return std::conditional_t<std::is_floating_point_v<A>, A, half>();
    else
        return A() + B();
}
template <class A, class B> using promoted_t = decltype(promoted<A, B>());

// Operands: numbers and objects of some elements.
template <class X> struct operand {
    static constexpr bool object = false, mask = false;
    static constexpr int length = 1;
    using element = X;
};
template <class T, int N> struct operand<simd<T, N>> {
    static constexpr bool object = true, mask = false;
    static constexpr int length = N;
    using element = T;
};
template <class Base, class Shape> struct operand<simd_view<Base, Shape>> {
    static constexpr bool object = true, mask = false;
    static constexpr int length = Shape::rows * Shape::columns;
    using element = typename Shape::element;
};
template <int N> struct operand<simd_mask<N>> {
    static constexpr bool object = false, mask = true;
    static constexpr int length = N;
    using element = unsigned short;
};
template <class X> constexpr bool is_object = operand<X>::object;
template <class X> using element_of = typename operand<X>::element;
template <class A, class B>
constexpr int common_length = operand<A>::length > operand<B>::length ? operand<A>::length : operand<B>::length;
// Whether X can give N elements.
template <class X, int N>
constexpr bool fits = is_number<X> || (is_object<X> && (operand<X>::length == N || operand<X>::length == 1));

// Element i of an operand. A number, and an object of one element, are the same for every i.
template <class X> auto element_at(const X &x, int i) {
    if constexpr (is_number<X>)
        return x;
    else
        return x.get(operand<X>::length == 1 ? 0 : i);
}

} // namespace model
} // namespace sycl::ext::intel::esimd

#endif
