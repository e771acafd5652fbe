// SPDX-License-Identifier: MIT
// Operators of simd, simd_view and simd_mask, element by element. A number takes part with its own type and is
// broadcast. Comparisons give a simd_mask.

#ifndef SYCL_EXT_INTEL_ESIMD_DETAIL_OPERATORS_HPP
#define SYCL_EXT_INTEL_ESIMD_DETAIL_OPERATORS_HPP

#include <sycl/ext/intel/esimd/detail/region.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

enum class from_raw {}; // tag of the constructors that take a raw vector

// Two operands that are not both masks.
template <class A, class B> struct two_operands {
    using elem = computed_t<elem_t<A>, elem_t<B>>;
    using machine = machine_t<elem>;
    static constexpr int n = common_length<A, B>();
    using result = simd<elem, n>;
};
template <class A, class B>
using binary = std::enable_if_t<(is_object<A> || is_object<B>)&&kind_of<A> != kind::none && kind_of<B> != kind::none &&
                                    !(is_mask<A> && is_mask<B>),
                                two_operands<A, B>>;
template <class A, class B> using two_masks = std::enable_if_t<is_mask<A> && is_mask<B>, simd_mask<length_of<A>>>;
// A mask and a number, of which the operators on bits make a mask.
template <class A, class B>
constexpr bool mask_and_number = (is_mask<A> && kind_of<B> == kind::number) ||
                                 (kind_of<A> == kind::number && is_mask<B>);
template <class A, class B> using bitwise = std::enable_if_t<!mask_and_number<A, B>, binary<A, B>>;
template <class A, class B>
using mask_with_number = std::enable_if_t<mask_and_number<A, B>, simd_mask<common_length<A, B>()>>;

#define ESIMD_CHECK_INTEGER(E)                                                                                         \
    static_assert(!detail::is_float<E>, "this operator takes integers; convert the operands first")

// Results of comparisons, 0 or -1 an element, as 0 or 1 in words.
template <int N, class V> ESIMD_API raw<unsigned short, N> to_mask(V v) {
    return __builtin_convertvector(v, raw<unsigned short, N>) & (raw<unsigned short, N>)(unsigned short)1;
}

} // namespace detail

#define ESIMD_BINARY(op, operands, check)                                                                              \
    template <class A, class B, class I = detail::operands<A, B>> ESIMD_API auto operator op(const A &a, const B &b) { \
        using S = typename I::machine;                                                                                 \
        check;                                                                                                         \
        return typename I::result(detail::from_raw(), detail::convert<typename I::elem, S, I::n>(                      \
                                                          detail::to<S, I::n>(a) op detail::to<S, I::n>(b)));          \
    }
ESIMD_BINARY(+, binary, )
ESIMD_BINARY(-, binary, )
ESIMD_BINARY(*, binary, )
ESIMD_BINARY(/, binary, )
ESIMD_BINARY(%, binary, ESIMD_CHECK_INTEGER(S))
ESIMD_BINARY(&, bitwise, ESIMD_CHECK_INTEGER(S))
ESIMD_BINARY(|, bitwise, ESIMD_CHECK_INTEGER(S))
ESIMD_BINARY(^, bitwise, ESIMD_CHECK_INTEGER(S))
#undef ESIMD_BINARY

// The hardware reads the low 5 bits of a shift count, 6 for 64-bit operands.
#define ESIMD_SHIFT(op)                                                                                                \
    template <class A, class B, class I = detail::binary<A, B>> ESIMD_API auto operator op(const A &a, const B &b) {   \
        using S = typename I::machine;                                                                                 \
        ESIMD_CHECK_INTEGER(S);                                                                                        \
        using R = detail::raw<S, I::n>;                                                                                \
        return typename I::result(detail::from_raw(),                                                                  \
                                  (R)(detail::to<S, I::n>(a) op(detail::to<S, I::n>(b) & (R)(S)(sizeof(S) * 8 - 1)))); \
    }
ESIMD_SHIFT(<<)
ESIMD_SHIFT(>>)
#undef ESIMD_SHIFT

#define ESIMD_COMPARE(op)                                                                                              \
    template <class A, class B, class I = detail::binary<A, B>> ESIMD_API auto operator op(const A &a, const B &b) {   \
        using S = typename I::machine;                                                                                 \
        return simd_mask<I::n>(detail::from_raw(),                                                                     \
                               detail::to_mask<I::n>(detail::to<S, I::n>(a) op detail::to<S, I::n>(b)));               \
    }
ESIMD_COMPARE(<)
ESIMD_COMPARE(<=)
ESIMD_COMPARE(>)
ESIMD_COMPARE(>=)
ESIMD_COMPARE(==)
ESIMD_COMPARE(!=)
#undef ESIMD_COMPARE

// Both operands are always evaluated.
#define ESIMD_LOGICAL(op, bits)                                                                                        \
    template <class A, class B, class I = detail::bitwise<A, B>> ESIMD_API auto operator op(const A &a, const B &b) {  \
        return (a != 0) bits(b != 0);                                                                                  \
    }
ESIMD_LOGICAL(&&, &)
ESIMD_LOGICAL(||, |)
#undef ESIMD_LOGICAL

// A mask's elements are 0 or 1.
#define ESIMD_MASKS(op, bits)                                                                                          \
    template <class A, class B, class M = detail::two_masks<A, B>, class = void>                                       \
    ESIMD_API M operator op(const A &a, const B &b) {                                                                  \
        static_assert(detail::length_of<A> == detail::length_of<B>, "the masks have different numbers of elements");   \
        return M(detail::from_raw(), bits);                                                                            \
    }
ESIMD_MASKS(&, a.data() & b.data())
ESIMD_MASKS(|, a.data() | b.data())
ESIMD_MASKS(^, a.data() ^ b.data())
ESIMD_MASKS(&&, a.data() & b.data())
ESIMD_MASKS(||, a.data() | b.data())
ESIMD_MASKS(==, (a.data() ^ b.data()) ^ (unsigned short)1)
ESIMD_MASKS(!=, a.data() ^ b.data())
#undef ESIMD_MASKS
#define ESIMD_MASK_AND_NUMBER(op)                                                                                      \
    template <class A, class B, class M = detail::mask_with_number<A, B>, class = void, class = void>                  \
    ESIMD_API M operator op(const A &a, const B &b) {                                                                  \
        return M(a) op M(b);                                                                                           \
    }
ESIMD_MASK_AND_NUMBER(&)
ESIMD_MASK_AND_NUMBER(|)
ESIMD_MASK_AND_NUMBER(^)
ESIMD_MASK_AND_NUMBER(&&)
ESIMD_MASK_AND_NUMBER(||)
#undef ESIMD_MASK_AND_NUMBER

// Unary operators keep the element type: -v of bytes has bytes.
namespace detail {
template <class A> struct one_operand {
    using elem = elem_t<A>;
    using machine = machine_t<elem>;
    static constexpr int n = length_of<A>;
    using result = simd<elem, n>;
};
template <class A> using unary = std::enable_if_t<is_object<A> && !is_mask<A>, one_operand<A>>;
} // namespace detail

#define ESIMD_UNARY(op, check)                                                                                         \
    template <class A, class I = detail::unary<A>> ESIMD_API auto operator op(const A &a) {                            \
        using S = typename I::machine;                                                                                 \
        check;                                                                                                         \
        return typename I::result(detail::from_raw(),                                                                  \
                                  detail::convert<typename I::elem, S, I::n>(op detail::to<S, I::n>(a)));              \
    }
ESIMD_UNARY(+, )
ESIMD_UNARY(-, )
ESIMD_UNARY(~, ESIMD_CHECK_INTEGER(S))
#undef ESIMD_UNARY
template <class A, class I = detail::unary<A>> ESIMD_API auto operator!(const A &a) {
    return a == 0;
}
template <class A, class M = detail::two_masks<A, A>, class = void> ESIMD_API M operator~(const A &m) {
    return M(detail::from_raw(), m.data() ^ (unsigned short)1);
}
template <class A, class M = detail::two_masks<A, A>, class = void> ESIMD_API M operator!(const A &m) {
    return ~m;
}

} // namespace sycl::ext::intel::esimd

#endif
