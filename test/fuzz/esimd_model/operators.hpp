// SPDX-License-Identifier: MIT
// Operators of the ESIMD model, element by element, in the promoted type of both operands' elements.

#ifndef ESIMD_MODEL_OPERATORS_HPP
#define ESIMD_MODEL_OPERATORS_HPP

#include "simd.hpp"

namespace sycl::ext::intel::esimd {
namespace model {

template <class A, class B>
constexpr bool is_binary = (is_object<A> || is_object<B>)&&(is_object<A> || is_number<A>)&&(is_object<B> ||
                                                                                            is_number<B>);
template <class A, class B> using if_binary = std::enable_if_t<is_binary<A, B>>;
template <class A> using if_object = std::enable_if_t<is_object<A>>;

} // namespace model

#define MODEL_BINARY(op)                                                                                               \
    template <class A, class B, class = model::if_binary<A, B>> auto operator op(const A &a, const B &b) {             \
        using C = model::promoted_t<model::element_of<A>, model::element_of<B>>;                                       \
        constexpr int n = model::common_length<A, B>;                                                                  \
        simd<C, n> r;                                                                                                  \
        for (int i = 0; i < n; i++)                                                                                    \
            r.set(i, model::cast<C>(model::element_at(a, i)) op model::cast<C>(model::element_at(b, i)));              \
        return r;                                                                                                      \
    }
MODEL_BINARY(+)
MODEL_BINARY(-)
MODEL_BINARY(*)
MODEL_BINARY(/)
MODEL_BINARY(%)
MODEL_BINARY(&)
MODEL_BINARY(|)
MODEL_BINARY(^)
MODEL_BINARY(<<)
MODEL_BINARY(>>)
#undef MODEL_BINARY

#define MODEL_COMPARE(op)                                                                                              \
    template <class A, class B, class = model::if_binary<A, B>> auto operator op(const A &a, const B &b) {             \
        using C = model::promoted_t<model::element_of<A>, model::element_of<B>>;                                       \
        constexpr int n = model::common_length<A, B>;                                                                  \
        simd_mask<n> r;                                                                                                \
        for (int i = 0; i < n; i++)                                                                                    \
            r.set(i, model::cast<C>(model::element_at(a, i)) op model::cast<C>(model::element_at(b, i)));              \
        return r;                                                                                                      \
    }
MODEL_COMPARE(<)
MODEL_COMPARE(<=)
MODEL_COMPARE(>)
MODEL_COMPARE(>=)
MODEL_COMPARE(==)
MODEL_COMPARE(!=)
#undef MODEL_COMPARE

// Unary operators keep the element type.
#define MODEL_UNARY(op)                                                                                                \
    template <class A, class = model::if_object<A>> auto operator op(const A &a) {                                     \
        using T = model::element_of<A>;                                                                                \
        simd<T, A::length> r;                                                                                          \
        for (int i = 0; i < A::length; i++)                                                                            \
            r.set(i, (T)(op a.get(i)));                                                                                \
        return r;                                                                                                      \
    }
MODEL_UNARY(+)
MODEL_UNARY(-)
MODEL_UNARY(~)
#undef MODEL_UNARY
template <class A, class = model::if_object<A>> auto operator!(const A &a) {
    return a == 0;
}

} // namespace sycl::ext::intel::esimd

#endif
