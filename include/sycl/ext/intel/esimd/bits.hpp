// SPDX-License-Identifier: MIT
// Operations on the bits of integers, integer arithmetic with instructions of its own, and masks as bits.

#ifndef SYCL_EXT_INTEL_ESIMD_BITS_HPP
#define SYCL_EXT_INTEL_ESIMD_BITS_HPP

#include <sycl/ext/intel/esimd/math.hpp>

namespace sycl::ext::intel::esimd {

// bit i of the result is element i of the mask.
template <int N_ = 0, class M, class = std::enable_if_t<detail::is_mask<M>>> ESIMD_API uint pack_mask(const M &mask) {
    static_assert(detail::length_of<M> <= 32, "a packed mask has at most 32 bits");
    return __cm_pack_mask(mask.data());
}
template <int N> ESIMD_API simd_mask<N> unpack_mask(uint bits) {
    static_assert(N <= 32, "a packed mask has at most 32 bits");
    return {detail::from_raw(), __cm_unpack_mask<detail::raw<unsigned short, N>>(bits)};
}
template <class T_ = void, int N_ = 0, class... U_, class A, class = detail::if_objects<A>,
          class = std::enable_if_t<!detail::is_mask<A>>>
ESIMD_API uint ballot(const A &v) {
    return pack_mask(v != 0);
}

#define ESIMD_CHECK_DWORD(T, name)                                                                                     \
    static_assert(detail::is_integer<T> && sizeof(T) <= 4, #name " takes integers of up to 32 bits")
#define ESIMD_ONE_TYPE  class T0 = void
#define ESIMD_TWO_TYPES class T0 = void, class T1_ = void
#define ESIMD_BITS(name, types, S_, R, expression)                                                                     \
    template <types, int N_ = 0, class... U_, class A, class = detail::if_objects<A>>                                  \
    ESIMD_API auto name(const A &a) {                                                                                  \
        using T = detail::elem_t<A>;                                                                                   \
        ESIMD_CHECK_DWORD(T, name);                                                                                    \
        using S = S_;                                                                                                  \
        constexpr int n = detail::length_of<A>;                                                                        \
        const auto x = detail::to<S, n>(a);                                                                            \
        return detail::as_operand<A>(detail::finish<detail::pick<T0, R>, S, n>(expression, saturation_off));           \
    }                                                                                                                  \
    template <class T0 = void, class A, class = detail::if_number<A>, class = void> ESIMD_API auto name(A a) {         \
        using T = A;                                                                                                   \
        return (detail::pick<T0, R>)name<detail::pick<T0, R>>(simd<A, 1>(a))[0];                                       \
    }
namespace detail {
template <class T> using high_type = std::conditional_t<is_signed<T>, int, uint>;
template <class T> using unsigned_dword = std::make_unsigned_t<std::conditional_t<is_integer<T>, T, int>>;
// The first bit from the top; for a signed number, the first that differs from the sign.
template <class S, class V> ESIMD_API V high_bit(V x) {
    if constexpr (is_signed<S>)
        return __cm_sfbh(x);
    else
        return __cm_ufbh(x);
}
} // namespace detail
template <class T0 = void, int N_ = 0, class... U_, class A, class = detail::if_objects<A>>
ESIMD_API auto cbit(const A &a) {
    using T = detail::unsigned_dword<detail::elem_t<A>>;
    ESIMD_CHECK_DWORD(detail::elem_t<A>, cbit);
    constexpr int n = detail::length_of<A>;
    const auto x = detail::to<uint, n>(simd<T, n>(a));
    return detail::as_operand<A>(
        detail::finish<detail::pick<T0, uint>, uint, n>(__cm_cbit<detail::raw<uint, n>>(x), saturation_off));
}
template <class A, class = detail::if_number<A>, class = void> ESIMD_API uint cbit(A a) {
    return cbit(simd<A, 1>(a))[0];
}
ESIMD_BITS(fbl, ESIMD_ONE_TYPE, uint, T, __cm_fbl(x))
ESIMD_BITS(lzd, ESIMD_TWO_TYPES, uint, T, __cm_lzd(x))
ESIMD_BITS(bf_reverse, ESIMD_TWO_TYPES, uint, T, __cm_bfrev(x))
ESIMD_BITS(fbh, ESIMD_ONE_TYPE, detail::high_type<T>, T, detail::high_bit<S>(x))
#undef ESIMD_BITS
#undef ESIMD_ONE_TYPE
#undef ESIMD_TWO_TYPES

// Shifts. lsr takes the operand as unsigned, asr as signed.
#define ESIMD_SHIFTS(name, P, op)                                                                                      \
    template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class A, class B,                            \
              class Sat = saturation_off_tag, class = detail::if_operands<A, B>, class = detail::if_sat<Sat>>          \
    ESIMD_API auto name(const A &a, const B &b, Sat sat = {}) {                                                        \
        using T = detail::object_elem<A, B>;                                                                           \
        static_assert(detail::is_integer<T>, #name " takes integers");                                                 \
        using S = P;                                                                                                   \
        constexpr int n = detail::common_length<A, B>();                                                               \
        using R = detail::raw<S, n>;                                                                                   \
        const R count = detail::to<S, n>(b) & (R)(S)(sizeof(S) * 8 - 1);                                               \
        return detail::finish<detail::pick<T0, T>, S, n>((R)(detail::to<S, n>(a) op count), sat);                      \
    }                                                                                                                  \
    template <class T0 = void, class A, class B, class = detail::if_number<A>, class = detail::if_number<B>,           \
              class = void>                                                                                            \
    ESIMD_API auto name(A a, B b) {                                                                                    \
        return (detail::pick<T0, A>)name<detail::pick<T0, A>>(simd<A, 1>(a), simd<B, 1>(b))[0];                        \
    }
namespace detail {
template <class T> using shifted = std::conditional_t<sizeof(T) == 8, T, std::conditional_t<is_signed<T>, int, uint>>;
} // namespace detail
ESIMD_SHIFTS(shr, detail::shifted<T>, >>)
ESIMD_SHIFTS(lsr, std::make_unsigned_t<detail::shifted<T>>, >>)
ESIMD_SHIFTS(asr, std::make_signed_t<detail::shifted<T>>, >>)
#undef ESIMD_SHIFTS
template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class A, class B, class Sat = saturation_off_tag,
          class = detail::if_operands<A, B>, class = detail::if_sat<Sat>>
ESIMD_API auto shl(const A &a, const B &b, Sat = {}) {
    using T = detail::object_elem<A, B>;
    static_assert(detail::is_integer<T>, "shl takes integers");
    using S = detail::shifted<T>;
    using To = detail::pick<T0, T>;
    constexpr int n = detail::common_length<A, B>();
    using R = detail::raw<S, n>;
    const R x = detail::to<S, n>(a), count = detail::to<S, n>(b) & (R)(S)(sizeof(S) * 8 - 1);
    if constexpr (detail::is_sat<Sat>)
        return simd<To, n>(detail::from_raw(),
                           __cm_shl_sat<detail::raw<To, n>>(x, count, detail::is_signed<To>, detail::is_signed<S>));
    else
        return detail::finish<To, S, n>((R)(x << count), saturation_off);
}
template <class T0 = void, class A, class B, class Sat = saturation_off_tag, class = detail::if_number<A>,
          class = detail::if_number<B>, class = detail::if_sat<Sat>, class = void>
ESIMD_API auto shl(A a, B b, Sat sat = {}) {
    return (detail::pick<T0, A>)shl<detail::pick<T0, A>>(simd<A, 1>(a), simd<B, 1>(b), sat)[0];
}

#define ESIMD_ROTATE(name, builtin)                                                                                    \
    template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class A, class B,                            \
              class = detail::if_operands<A, B>>                                                                       \
    ESIMD_API auto name(const A &a, const B &b) {                                                                      \
        using T = detail::object_elem<A, B>;                                                                           \
        static_assert(detail::is_integer<T> && sizeof(T) >= 2, #name " takes 16-, 32- or 64-bit integers");            \
        using S = std::make_unsigned_t<T>;                                                                             \
        constexpr int n = detail::common_length<A, B>();                                                               \
        return detail::finish<detail::pick<T0, T>, S, n>(builtin(detail::to<S, n>(a), detail::to<S, n>(b)),            \
                                                         saturation_off);                                              \
    }                                                                                                                  \
    template <class T0 = void, class A, class B, class = detail::if_number<A>, class = detail::if_number<B>,           \
              class = void>                                                                                            \
    ESIMD_API auto name(A a, B b) {                                                                                    \
        return (detail::pick<T0, A>)name<detail::pick<T0, A>>(simd<A, 1>(a), simd<A, 1>(b))[0];                        \
    }
ESIMD_ROTATE(rol, __cm_rol)
ESIMD_ROTATE(ror, __cm_ror)
#undef ESIMD_ROTATE

// bf_insert puts the low `width` bits of value into base at bit `offset`; bf_extract takes them out.
template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class W, class O, class V, class X,
          class = detail::if_operands<W, O, V, X>>
ESIMD_API auto bf_insert(const W &width, const O &offset, const V &value, const X &base) {
    using T = detail::elem_t<X>;
    ESIMD_CHECK_DWORD(T, bf_insert);
    constexpr int n = detail::common_length<W, O, V, X>();
    return detail::finish<detail::pick<T0, T>, uint, n>(__cm_bfi(detail::to<uint, n>(width),
                                                                 detail::to<uint, n>(offset),
                                                                 detail::to<uint, n>(value), detail::to<uint, n>(base)),
                                                        saturation_off);
}
template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class W, class O, class X,
          class = detail::if_operands<W, O, X>>
ESIMD_API auto bf_extract(const W &width, const O &offset, const X &src) {
    using T = detail::pick<T0, detail::elem_t<X>>;
    ESIMD_CHECK_DWORD(T, bf_extract);
    using S = std::conditional_t<detail::is_signed<T>, int, uint>;
    constexpr int n = detail::common_length<W, O, X>();
    const auto w = detail::to<S, n>(width), o = detail::to<S, n>(offset), x = detail::to<S, n>(src);
    if constexpr (detail::is_signed<S>)
        return detail::finish<T, S, n>(__cm_sbfe(w, o, x), saturation_off);
    else
        return detail::finish<T, S, n>(__cm_ubfe(w, o, x), saturation_off);
}
// The same of numbers.
template <class T0 = void, class V, class X, class... U_, class = detail::if_number<V>, class = detail::if_number<X>>
ESIMD_API auto bf_insert(uint width, uint offset, V value, X base) {
    return (detail::pick<T0, X>)bf_insert<T0>(width, offset, value, simd<X, 1>(base))[0];
}
template <class T0 = void, class X, class... U_, class = detail::if_number<X>>
ESIMD_API auto bf_extract(uint width, uint offset, X src) {
    return (detail::pick<T0, X>)bf_extract<T0>(width, offset, simd<X, 1>(src))[0];
}

// Any bitwise function of three operands: bfn<~bfn_t::x | (bfn_t::y ^ bfn_t::z)>(a, b, c).
enum class bfn_t : uint8_t { x = 0xaa, y = 0xcc, z = 0xf0 };
constexpr bfn_t operator~(bfn_t a) {
    return (bfn_t)(uint8_t) ~(uint8_t)a;
}
constexpr bfn_t operator|(bfn_t a, bfn_t b) {
    return (bfn_t)((uint8_t)a | (uint8_t)b);
}
constexpr bfn_t operator&(bfn_t a, bfn_t b) {
    return (bfn_t)((uint8_t)a & (uint8_t)b);
}
constexpr bfn_t operator^(bfn_t a, bfn_t b) {
    return (bfn_t)((uint8_t)a ^ (uint8_t)b);
}
namespace detail {
template <bfn_t Function, class S, int N, class V> ESIMD_API V bfn_in(V a, V b, V c) {
    using R = raw<S, N>;
    return (V)__cm_bfn((R)a, (R)b, (R)c, (char)Function);
}
template <bfn_t Function, class T, int N> ESIMD_API simd<T, N> bfn_of(raw<T, N> a, raw<T, N> b, raw<T, N> c) {
    static_assert(is_integer<T> || sizeof(T) >= 2, "bfn takes elements of 2 bytes and more");
#ifndef CM_HAS_BFN
    static_assert(never<T>, "bfn needs dg2 or later");
#endif
    if constexpr (sizeof(T) >= 4)
        return {from_raw(), bfn_in<Function, uint, (int)(N * sizeof(T) / sizeof(uint))>(a, b, c)};
    else if constexpr (sizeof(T) == 2 || N % 2 == 0)
        return {from_raw(), bfn_in<Function, unsigned short, (int)(N * sizeof(T) / 2)>(a, b, c)};
    else // an odd number of bytes
        return simd<unsigned short, N>(from_raw(),
                                       bfn_in<Function, unsigned short, N>(convert<unsigned short, T, N>(a),
                                                                           convert<unsigned short, T, N>(b),
                                                                           convert<unsigned short, T, N>(c)));
}
} // namespace detail
template <bfn_t Function, class A, class B, class C, class = detail::if_operands<A, B, C>>
ESIMD_API auto bfn(const A &a, const B &b, const C &c) {
    using T = detail::object_elem<A, B>;
    constexpr int n = detail::common_length<A, B, C>();
    return detail::bfn_of<Function, T, n>(detail::to<T, n>(a), detail::to<T, n>(b), detail::to<T, n>(c));
}
template <bfn_t Function, class T, int N>
ESIMD_API simd<T, N> bfn(const simd<T, N> &a, const simd<T, N> &b, const simd<T, N> &c) {
    return detail::bfn_of<Function, T, N>(a.data(), b.data(), c.data());
}
template <bfn_t Function, class T, class = std::enable_if_t<std::is_integral_v<T>>> ESIMD_API T bfn(T a, T b, T c) {
    return bfn<Function>(simd<T, 1>(a), simd<T, 1>(b), simd<T, 1>(c))[0];
}

namespace detail {
// The sum of the four products of signed bytes x and unsigned bytes y: y - 128 is a signed byte.
template <int N> ESIMD_API raw<int, N> mixed_dp4a(raw<int, N> x, raw<int, N> y) {
    const raw<int, N> zero = 0, ones = 0x01010101, high = (int)0x80808080;
    return __cm_dp4a<raw<int, N>>(zero, x, y ^ high, true, true, 0) +
           __cm_dp4a<raw<int, N>>(zero, x, ones, true, true, 0) * (raw<int, N>)128;
}
// The sum of the four products, which always fits in 32 bits.
template <bool Signed1, bool Signed2, int N> ESIMD_API raw<int, N> dp4a_products(raw<int, N> x, raw<int, N> y) {
    if constexpr (Signed1 != Signed2)
        return Signed1 ? mixed_dp4a<N>(x, y) : mixed_dp4a<N>(y, x);
    else
        return __cm_dp4a<raw<int, N>>((raw<int, N>)0, x, y, true, Signed1, 0);
}
} // namespace detail

// src0 plus the four products of the bytes in each dword of src1 and src2, which have a sign where the dwords have one.
template <class T0 = void, class T1, class T2, class T3, int N, class Sat = saturation_off_tag,
          class = detail::if_sat<Sat>>
ESIMD_API auto dp4a(simd<T1, N> src0, simd<T2, N> src1, simd<T3, N> src2, Sat sat = {}) {
#ifndef CM_HAS_DP4A
    static_assert(detail::never<T1>, "dp4a needs tgl or later");
#endif
    using T = detail::pick<T0, T1>;
    using R = detail::raw<T, N>;
    // The instruction takes all bytes with or all without a sign, and clamps an accumulator of the result's type.
    constexpr bool mixed = detail::is_signed<T2> != detail::is_signed<T3>;
    if constexpr (mixed || (detail::is_sat<Sat> && detail::is_signed<T1> != detail::is_signed<T>)) {
        const detail::raw<int, N> products = detail::dp4a_products<detail::is_signed<T2>, detail::is_signed<T3>, N>(
            (detail::raw<int, N>)src1.data(), (detail::raw<int, N>)src2.data());
        if constexpr (detail::is_sat<Sat>)
            return detail::finish<T, long long, N>(
                detail::to<long long, N>(src0) + detail::convert<long long, int, N>(products), sat);
        else
            return simd<T, N>(detail::from_raw(), detail::to<T, N>(src0) + (R)products);
    } else {
        return simd<T, N>(detail::from_raw(),
                          __cm_dp4a<R>(detail::to<T, N>(src0), src1.data(), (detail::raw<T2, N>)src2.data(),
                                       detail::is_signed<T>, detail::is_signed<T2>, detail::is_sat<Sat>));
    }
}

// Sum and carry, difference and borrow. The carry or borrow, 0 or 1, goes to the first argument.
template <int N> ESIMD_API simd<uint, N> addc(simd<uint, N> &carry, simd<uint, N> a, simd<uint, N> b) {
    detail::raw<uint, N> out;
    auto v = __cm_addc(a.data(), b.data(), &out);
    carry.set_raw(out);
    return {detail::from_raw(), v};
}
template <int N> ESIMD_API simd<uint, N> subb(simd<uint, N> &borrow, simd<uint, N> a, simd<uint, N> b) {
    detail::raw<uint, N> out;
    auto v = __cm_subb(a.data(), b.data(), &out);
    borrow.set_raw(out);
    return {detail::from_raw(), v};
}
template <int N> ESIMD_API simd<uint, N> addc(simd<uint, N> &carry, simd<uint, N> a, uint b) {
    return addc(carry, a, simd<uint, N>(b));
}
template <int N> ESIMD_API simd<uint, N> subb(simd<uint, N> &borrow, simd<uint, N> a, uint b) {
    return subb(borrow, a, simd<uint, N>(b));
}
template <int N> ESIMD_API simd<uint, N> addc(simd<uint, N> &carry, uint a, simd<uint, N> b) {
    return addc(carry, simd<uint, N>(a), b);
}
template <int N> ESIMD_API simd<uint, N> subb(simd<uint, N> &borrow, uint a, simd<uint, N> b) {
    return subb(borrow, simd<uint, N>(a), b);
}
ESIMD_API uint addc(uint &carry, uint a, uint b) {
    simd<uint, 1> c;
    const uint v = addc(c, simd<uint, 1>(a), simd<uint, 1>(b));
    carry = c;
    return v;
}
ESIMD_API uint subb(uint &borrow, uint a, uint b) {
    simd<uint, 1> c;
    const uint v = subb(c, simd<uint, 1>(a), simd<uint, 1>(b));
    borrow = c;
    return v;
}

// The 64-bit product of dwords: the low half goes to the first argument, the high half is the result.
template <class T, class T1_ = void, int N_ = 0, class... U_, int N, class A, class B>
ESIMD_API simd<T, N> imul(simd<T, N> &low, const A &a, const B &b) {
    static_assert(detail::is_integer<T> && sizeof(T) == 4, "imul takes 32-bit integers");
    const auto x = detail::to<T, N>(a), y = detail::to<T, N>(b);
    low.set_raw(x * y);
    if constexpr (detail::is_signed<T>)
        return {detail::from_raw(), __cm_smulh(x, y)};
    else
        return {detail::from_raw(), __cm_umulh(x, y)};
}
template <class T, class T1_, class U_, int N, class A, class B>
ESIMD_API simd<T, N> imul(simd<T, N> &low, const A &a, const B &b) {
    return imul<T>(low, a, b);
}
template <class T, class A, class B, class = detail::if_number<A>, class = detail::if_number<B>>
ESIMD_API T imul(T &low, A a, B b) {
    simd<T, 1> l;
    const simd<T, 1> high = imul(l, (T)a, (T)b);
    low = l[0];
    return high[0];
}
// Integer quotient and remainder.
template <class T, int N, class B> ESIMD_API simd<T, N> quot(simd<T, N> a, const B &b) {
    return a / simd<T, N>(b);
}
template <class T, int N, class B> ESIMD_API simd<T, N> mod(simd<T, N> a, const B &b) {
    return a % simd<T, N>(b);
}
template <class T, int N, class B> ESIMD_API simd<T, N> div(simd<T, N> &remainder, simd<T, N> a, const B &b) {
    const simd<T, N> d = b;
    remainder = a % d;
    return a / d;
}
template <class T, int N, class A, class = detail::if_number<A>>
ESIMD_API simd<T, N> div(simd<T, N> &remainder, A a, const simd<T, N> &b) {
    return div(remainder, simd<T, N>(a), b);
}

template <class T, class U, class = std::enable_if_t<std::is_integral_v<T> && std::is_integral_v<U>>>
ESIMD_API T quot(T a, U b) {
    return (T)(a / b);
}
template <class T, class U, class = std::enable_if_t<std::is_integral_v<T> && std::is_integral_v<U>>>
ESIMD_API T mod(T a, U b) {
    return (T)(a % b);
}
template <class T, class A, class B, class = detail::if_number<A>, class = detail::if_number<B>>
ESIMD_API T div(T &remainder, A a, B b) {
    remainder = (T)(a % b);
    return (T)(a / b);
}

template <class T, class A, class B, class = detail::if_number<A>, class = detail::if_number<B>>
ESIMD_API T div(simd<T, 1> &remainder, A a, B b) {
    remainder = (T)(a % b);
    return (T)(a / b);
}

} // namespace sycl::ext::intel::esimd

#endif
