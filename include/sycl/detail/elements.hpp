// SPDX-License-Identifier: MIT
// What vec and marray share: operators element by element, and constructors from numbers and parts.

#ifndef SYCL_DETAIL_ELEMENTS_HPP
#define SYCL_DETAIL_ELEMENTS_HPP

#include <sycl/detail/half.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {

template <class T, int N> class vec;
template <class T, size_t N> class marray;

namespace detail {

// How many elements an argument of a constructor gives.
template <class X> struct parts : std::integral_constant<size_t, 1> {};
template <class T, int N> struct parts<vec<T, N>> : std::integral_constant<size_t, N> {};
template <class T, size_t N> struct parts<marray<T, N>> : std::integral_constant<size_t, N> {};
template <class... X> constexpr size_t parts_of = (parts<X>::value + ... + 0);

// Calls f with the numbers below N as constants: an element's place in a register must be one.
template <class F, size_t... I> constexpr void for_each_of(F f, std::index_sequence<I...>) {
    (f(std::integral_constant<size_t, I>()), ...);
}
template <size_t N, class F> constexpr void for_each_index(F f) {
    for_each_of(f, std::make_index_sequence<N>());
}

// Stores the arguments of a constructor from element First on.
template <size_t First, class T> constexpr void put_parts(T *) {}
template <size_t First, class T, class X, class... Rest>
constexpr void put_parts(T *to, const X &x, const Rest &...rest) {
    if constexpr (parts<X>::value == 1 && std::is_convertible_v<X, T>)
        to[First] = (T)x;
    else
        for_each_index<parts<X>::value>([&](auto i) { to[First + i] = (T)x[i]; });
    put_parts<First + parts<X>::value>(to, rest...);
}

// D has N elements of T, and operator[]; Compared is the type of a comparison's result and True one of its elements.
template <class D, class T, size_t N, class Compared, int True> class elements {
    template <class R = D, class F> static constexpr R each(F f) {
        R r{};
        for_each_index<N>([&](auto i) { r[i] = f(i); });
        return r;
    }
    constexpr D &self() {
        return static_cast<D &>(*this);
    }

  public:
#define SYCL_ELEMENT_OPERATOR(op)                                                                                      \
    friend constexpr D operator op(const D &a, const D &b) {                                                           \
        return each([&](size_t i) { return (T)(a[i] op b[i]); });                                                      \
    }                                                                                                                  \
    friend constexpr D operator op(const D &a, const T &b) {                                                           \
        return each([&](size_t i) { return (T)(a[i] op b); });                                                         \
    }                                                                                                                  \
    friend constexpr D operator op(const T &a, const D &b) {                                                           \
        return each([&](size_t i) { return (T)(a op b[i]); });                                                         \
    }                                                                                                                  \
    friend constexpr D &operator op##=(D &a, const D &b) {                                                             \
        return a = a op b;                                                                                             \
    }                                                                                                                  \
    friend constexpr D &operator op##=(D &a, const T &b) {                                                             \
        return a = a op b;                                                                                             \
    }
    SYCL_ELEMENT_OPERATOR(+)
    SYCL_ELEMENT_OPERATOR(-)
    SYCL_ELEMENT_OPERATOR(*)
    SYCL_ELEMENT_OPERATOR(/)
    SYCL_ELEMENT_OPERATOR(%)
    SYCL_ELEMENT_OPERATOR(&)
    SYCL_ELEMENT_OPERATOR(|)
    SYCL_ELEMENT_OPERATOR(^)
    SYCL_ELEMENT_OPERATOR(<<)
    SYCL_ELEMENT_OPERATOR(>>)
#undef SYCL_ELEMENT_OPERATOR
#define SYCL_ELEMENT_COMPARE(op)                                                                                       \
    friend constexpr Compared operator op(const D &a, const D &b) {                                                    \
        return each<Compared>([&](size_t i) { return a[i] op b[i] ? True : 0; });                                      \
    }                                                                                                                  \
    friend constexpr Compared operator op(const D &a, const T &b) {                                                    \
        return each<Compared>([&](size_t i) { return a[i] op b ? True : 0; });                                         \
    }                                                                                                                  \
    friend constexpr Compared operator op(const T &a, const D &b) {                                                    \
        return each<Compared>([&](size_t i) { return a op b[i] ? True : 0; });                                         \
    }
    SYCL_ELEMENT_COMPARE(==)
    SYCL_ELEMENT_COMPARE(!=)
    SYCL_ELEMENT_COMPARE(<)
    SYCL_ELEMENT_COMPARE(<=)
    SYCL_ELEMENT_COMPARE(>)
    SYCL_ELEMENT_COMPARE(>=)
    SYCL_ELEMENT_COMPARE(&&)
    SYCL_ELEMENT_COMPARE(||)
#undef SYCL_ELEMENT_COMPARE
    friend constexpr D operator-(const D &a) {
        return each([&](size_t i) { return (T)-a[i]; });
    }
    friend constexpr D operator+(const D &a) {
        return a;
    }
    friend constexpr D operator~(const D &a) {
        return each([&](size_t i) { return (T)~a[i]; });
    }
    friend constexpr Compared operator!(const D &a) {
        return each<Compared>([&](size_t i) { return !a[i] ? True : 0; });
    }
    constexpr D &operator++() {
        return self() = self() + T(1);
    }
    constexpr D &operator--() {
        return self() = self() - T(1);
    }
    constexpr D operator++(int) {
        D old = self();
        ++self();
        return old;
    }
    constexpr D operator--(int) {
        D old = self();
        --self();
        return old;
    }
};

} // namespace detail
} // namespace sycl

#endif
