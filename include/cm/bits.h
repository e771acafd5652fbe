// SPDX-License-Identifier: MIT
// Shifts, rotation and the bits of integers.

#ifndef CM_BITS_H
#define CM_BITS_H

#include <cm/detail/shape.h>

inline namespace cm {

#define CM_CHECK_COUNTS(B, name) static_assert(!detail::is_float<detail::elem_t<B>>, name " takes integers as counts")

// Shifts read the low 5 bits of the count, 6 for 64-bit operands.
template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_shl(const A &a, const B &b, int flag = _GENX_NOSAT) {
    using S = decltype(+detail::elem_t<A>());
    using T = detail::pick<T0, S>;
    constexpr int n = detail::length<A, B>;
    using R = detail::result_t<T, A, B>;
    static_assert(detail::is_integer<S>, "cm_shl takes integers");
    CM_CHECK_COUNTS(B, "cm_shl");
    auto x = detail::to<S, n>(a);
    auto count = detail::to<S, n>(b) & (detail::raw<S, n>)(S)(sizeof(S) * 8 - 1);
    if (flag) {
        __cm_check_flag(flag);
        return detail::wrap<R, T, n>(
            __cm_shl_sat<detail::raw<T, n>>(x, count, detail::is_signed<T>, detail::is_signed<S>));
    }
    return detail::finish<R, T, S, n>(x << count, flag);
}
#define CM_SHIFT_RIGHT(name, S)                                                                                        \
    template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>                 \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                                                 \
        using E = decltype(+detail::elem_t<A>());                                                                      \
        static_assert(detail::is_integer<E>, #name " takes integers");                                                 \
        CM_CHECK_COUNTS(B, #name);                                                                                     \
        using P = detail::int_or<E>;                                                                                   \
        using T = detail::pick<T0, P>;                                                                                 \
        constexpr int n = detail::length<A, B>;                                                                        \
        auto count = detail::to<S, n>(b) & (detail::raw<S, n>)(S)(sizeof(S) * 8 - 1);                                  \
        return detail::finish<detail::result_t<T, A, B>, T, S, n>(                                                     \
            __builtin_convertvector(detail::to<P, n>(a), detail::raw<S, n>) >> count, flag);                           \
    }
CM_SHIFT_RIGHT(cm_shr, P)
CM_SHIFT_RIGHT(cm_asr, __make_signed(P))
CM_SHIFT_RIGHT(cm_lsr, __make_unsigned(P))
#undef CM_SHIFT_RIGHT

// Operations on the bits of 32-bit integers. For a shorter integer, P says whether it is sign-extended.
#define CM_BITS(name, P, ...)                                                                                          \
    template <class T0 = detail::same, int... N_, class A, class = detail::if_operand<A>>                              \
    CM_API auto name(const A &a) {                                                                                     \
        using E = detail::elem_t<A>;                                                                                   \
        using T = detail::pick<T0, unsigned>;                                                                          \
        constexpr int n = detail::length<A>;                                                                           \
        static_assert(detail::is_integer<E> && sizeof(E) <= 4, #name " takes integers of up to 32 bits");              \
        auto bits = detail::convert<unsigned, P, n>(detail::to<P, n>(a));                                              \
        return detail::finish<detail::result_t<T, A>, T, unsigned, n>(__VA_ARGS__(bits), 0);                           \
    }
CM_BITS(cm_cbit, __make_unsigned(detail::int_or<E>), __cm_cbit<detail::raw<unsigned, n>>)
CM_BITS(cm_fbl, unsigned, __cm_fbl)
CM_BITS(cm_lzd, unsigned, __cm_lzd)
CM_BITS(cm_bf_reverse, unsigned, __cm_bfrev)
#undef CM_BITS
// The position of the highest set bit, counted from the top; for a signed number, of the first bit that differs from
// the sign.
template <class T0 = detail::same, int... N_, class A, class = detail::if_operand<A>> CM_API auto cm_fbh(const A &a) {
    using E = detail::elem_t<A>;
    static_assert(detail::is_integer<E> && sizeof(E) <= 4, "cm_fbh takes integers of up to 32 bits");
    constexpr bool s = detail::is_signed<E>;
    using S = detail::choose_t<s, int, unsigned>;
    using T = detail::pick<T0, unsigned>;
    constexpr int n = detail::length<A>;
    auto v = detail::to<S, n>(a);
    if constexpr (s)
        v = __cm_sfbh(v);
    else
        v = __cm_ufbh(v);
    return detail::finish<detail::result_t<T, A>, T, S, n>(v, 0);
}

// Rotation of 16-, 32- and 64-bit integers.
#define CM_ROTATE(name, builtin)                                                                                       \
    template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>                 \
    CM_API auto name(const A &a, const B &b) {                                                                         \
        CM_HAS_BIT_ROTATE_CONTROL(A);                                                                                  \
        using E = detail::elem_t<A>;                                                                                   \
        using S = __make_unsigned(detail::int_or<E>);                                                                  \
        using T = detail::pick<T0, E>;                                                                                 \
        static_assert(detail::is_integer<E> && sizeof(E) >= 2, #name " takes 16-, 32- or 64-bit "                      \
                                                                     "integers");                                      \
        CM_CHECK_COUNTS(B, #name);                                                                                     \
        if constexpr (sizeof(E) == 8) {                                                                                \
            CM_HAS_BIT_ROTATE_64BIT_CONTROL(A);                                                                        \
        }                                                                                                              \
        constexpr int n = detail::length<A, B>;                                                                        \
        auto v = builtin(detail::to<S, n>(a), detail::to<S, n>(b));                                                    \
        return detail::finish<detail::result_t<T, A, B>, T, S, n>(v, 0);                                               \
    }
CM_ROTATE(cm_rol, __cm_rol)
CM_ROTATE(cm_ror, __cm_ror)
#undef CM_ROTATE
#undef CM_CHECK_COUNTS

// Inserts the low `width` bits of value into src at bit `offset`.
template <class T0 = detail::same, int... N_, class W, class O, class V, class X,
          class = detail::if_operands<W, O, V, X>>
CM_API auto cm_bf_insert(const W &width, const O &offset, const V &value, const X &src) {
    using E = detail::elem_t<X>;
    using T = detail::pick<T0, E>;
    static_assert(detail::is_integer<E> && sizeof(E) <= 4, "cm_bf_insert takes 32-bit integers");
    static_assert(
        !detail::is_float<detail::elem_t<W>> && !detail::is_float<detail::elem_t<O>> &&
            !detail::is_float<detail::elem_t<V>>,
        "cm_bf_insert takes integers for the widths, the offsets, the bits and the value to insert them into");
    constexpr int n = detail::length<W, O, V, X>;
    using S = unsigned;
    auto v =
        __cm_bfi(detail::to<S, n>(width), detail::to<S, n>(offset), detail::to<S, n>(value), detail::to<S, n>(src));
    return detail::finish<detail::result_t<T, W, O, V, X>, T, S, n>(v, 0);
}

// Extracts `width` bits of src from bit `offset` on; the result is sign-extended when its type is signed.
template <class T0 = detail::same, int... N_, class W, class O, class X, class = detail::if_operands<W, O, X>>
CM_API auto cm_bf_extract(const W &width, const O &offset, const X &src) {
    using E = detail::elem_t<X>;
    using T = detail::pick<T0, E>;
    static_assert(detail::is_integer<E> && sizeof(E) <= 4, "cm_bf_extract takes 32-bit integers");
    static_assert(!detail::is_float<detail::elem_t<W>> && !detail::is_float<detail::elem_t<O>>,
                  "cm_bf_extract takes integers for the widths, the offsets and the value to extract the bits from");
    constexpr int n = detail::length<W, O, X>;
    using S = detail::choose_t<detail::is_signed<T>, int, unsigned>;
    auto w = detail::to<S, n>(width), o = detail::to<S, n>(offset), x = detail::to<S, n>(src);
    detail::raw<S, n> v;
    if constexpr (detail::is_signed<S>)
        v = __cm_sbfe(w, o, x);
    else
        v = __cm_ubfe(w, o, x);
    return detail::finish<detail::result_t<T, W, O, X>, T, S, n>(v, 0);
}

// Any bitwise function of three operands: cm_bfn<(BFN_X & BFN_Y) | ~BFN_Z>(x, y, z).
constexpr int BFN_X = 0xaa, BFN_Y = 0xcc, BFN_Z = 0xf0;
template <int Function, class A, class B, class C, class = detail::if_operands<A, B, C>>
CM_API auto cm_bfn(const A &x, const B &y, const C &z) {
    CM_HAS_BFN_CONTROL(A);
    using S = detail::narrow_t<A, B>;
    static_assert(detail::is_integer<S> && (sizeof(S) == 2 || sizeof(S) == 4) && detail::is_integer<detail::elem_t<C>>,
                  "cm_bfn takes 16- or 32-bit integers");
    static_assert(Function >= -256 && Function < 256,
                  "the function of cm_bfn must combine BFN_X, BFN_Y and BFN_Z by ~, &, | and ^");
    constexpr int n = detail::length<A, B, C>;
    auto v = __cm_bfn(detail::to<S, n>(x), detail::to<S, n>(y), detail::to<S, n>(z), (char)(Function & 0xff));
    return detail::wrap<detail::result_t<S, A, B, C>, S, n>(v);
}

} // namespace cm

#endif
