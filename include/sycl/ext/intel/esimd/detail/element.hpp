// SPDX-License-Identifier: MIT
// Shared by all ESIMD headers: the element types and how they are stored, the raw vector inside every object,
// conversions, and the type in which an operator computes.

#ifndef SYCL_EXT_INTEL_ESIMD_DETAIL_ELEMENT_HPP
#define SYCL_EXT_INTEL_ESIMD_DETAIL_ELEMENT_HPP

#include <sycl/ext/intel/esimd/detail/host_target.hpp>

#include <cm/detail/builtins.h>
#include <cm/detail/builtins_memory.h>
#include <sycl/ext/oneapi/bfloat16.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// Functions of these headers have no line numbers: their code gets the line of the user's call.
#define ESIMD_API      inline __attribute__((nodebug, always_inline))
#define __ESIMD_NS     sycl::ext::intel::esimd
#define __ESIMD_ENS    sycl::ext::intel::experimental::esimd
#define __ESIMD_XMX_NS sycl::ext::intel::esimd::xmx

namespace sycl::ext::intel::esimd::detail {

// The bits of floats, one or a vector of them, without the 13 lowest: to nearest even, as the hardware's conversion
// does.
template <class U> ESIMD_API constexpr U tfloat32_bits(U f) {
    return (f & 0x7f800000) == 0x7f800000 ? f : (f + 0xfff + ((f >> 13) & 1)) & 0xffffe000u;
}

} // namespace sycl::ext::intel::esimd::detail

namespace sycl::ext::intel::experimental::esimd {

// A float with 10 bits of mantissa, in 32 bits. Computed with in float.
class tfloat32 {
  public:
    tfloat32() = default;
    template <class X, class = std::enable_if_t<std::is_arithmetic_v<X>>>
    constexpr tfloat32(X x)
        : bits_(sycl::ext::intel::esimd::detail::tfloat32_bits(__builtin_bit_cast(uint32_t, (float)x))) {}
    constexpr operator float() const {
        return __builtin_bit_cast(float, bits_);
    }
    constexpr uint32_t raw() const {
        return bits_;
    }
    static constexpr tfloat32 from_bits(uint32_t bits) {
        tfloat32 r = 0;
        r.bits_ = bits;
        return r;
    }

  private:
    uint32_t bits_;
};

} // namespace sycl::ext::intel::experimental::esimd

namespace sycl::ext::intel::esimd {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;

template <class T, int N> class simd;
template <int N> class simd_mask;
template <int Size, int Stride, int N> class simd_mask_view;
template <class Base, class Region> class simd_view;

namespace detail {

using bfloat16 = sycl::ext::oneapi::bfloat16;
using tfloat32 = sycl::ext::intel::experimental::esimd::tfloat32;

// Storage of an element: integers and floats are themselves.
template <class T, bool = std::is_enum_v<T>> struct storage { using type = T; };
template <class T> struct storage<T, true> { using type = std::underlying_type_t<T>; };
template <> struct storage<half, false> { using type = _Float16; };
template <> struct storage<bfloat16, false> { using type = unsigned short; };
template <> struct storage<tfloat32, false> { using type = unsigned; };
template <class T> using stored = typename storage<T>::type;

// A refused length is cut to one element, so that Clang continues to the message.
template <class T, int N> struct raw_of { using type = stored<T> __attribute__((ext_vector_type(N > 0 ? N : 1))); };
template <class T, int N> using raw = typename raw_of<T, N>::type;

template <class T> constexpr bool is_wrapper = false;
template <> inline constexpr bool is_wrapper<half> = true;
template <> inline constexpr bool is_wrapper<bfloat16> = true;
template <> inline constexpr bool is_wrapper<tfloat32> = true;
template <class T>
constexpr bool is_float = is_wrapper<T> || std::is_floating_point_v<T> || std::is_same_v<T, _Float16>;
template <class T> constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T> || is_wrapper<T> || std::is_same_v<T, _Float16>;
template <class T> constexpr bool is_signed = T(-1) < T(0);
template <> inline constexpr bool is_signed<half> = true;
template <> inline constexpr bool is_signed<bfloat16> = true;
template <> inline constexpr bool is_signed<tfloat32> = true;

// A type-dependent false, evaluated only when a template is used.
template <class...> constexpr bool never = false;

template <class T> ESIMD_API constexpr stored<T> keep(T x) {
    if constexpr (std::is_same_v<T, half>)
        return x.native();
    else if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, tfloat32>)
        return x.raw();
    else
        return (stored<T>)x;
}
template <class T> ESIMD_API constexpr T number_of(stored<T> x) {
    if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, tfloat32>)
        return T::from_bits(x);
    else
        return (T)x;
}

template <int N> ESIMD_API raw<unsigned short, N> to_bfloat16(raw<float, N> v) {
#ifdef CM_HAS_BF16
    return __cm_bf_cvt<raw<unsigned short, N>>(v);
#else
    return __builtin_convertvector(sycl::detail::bfloat16_bits((raw<unsigned, N>)v), raw<unsigned short, N>);
#endif
}
template <int N> ESIMD_API raw<unsigned, N> to_tfloat32(raw<float, N> v) {
#ifdef CM_HAS_TF32
    return __cm_tf32_cvt<raw<unsigned, N>>(v);
#else
    return tfloat32_bits((raw<unsigned, N>)v);
#endif
}

// N stored elements of type S as N of type T.
template <class T, class S, int N> ESIMD_API auto convert(raw<S, N> v) {
    if constexpr (std::is_same_v<T, S>)
        return v;
    else if constexpr (std::is_same_v<S, bfloat16>)
        return convert<T, float, N>((raw<float, N>)(__builtin_convertvector(v, raw<unsigned, N>) << 16));
    else if constexpr (std::is_same_v<S, tfloat32>)
        return convert<T, float, N>((raw<float, N>)v);
    else if constexpr (std::is_same_v<T, bfloat16>)
        return to_bfloat16<N>(convert<float, S, N>(v));
    else if constexpr (std::is_same_v<T, tfloat32>)
        return to_tfloat32<N>(convert<float, S, N>(v));
    else
        return __builtin_convertvector(v, raw<T, N>);
}

// The type in which an operator computes with elements of types A and B: C++'s for two standard types; one wrapper type
// wins over integers, and a float of C++ over a wrapper type.
template <class A, class B> constexpr auto computed() {
    if constexpr (std::is_same_v<A, B> && is_wrapper<A>)
        return A();
    else if constexpr (is_wrapper<A> && is_wrapper<B>)
        return float();
    else if constexpr (is_wrapper<A>)
        return std::conditional_t<std::is_floating_point_v<B>, B, A>();
    else if constexpr (is_wrapper<B>)
        return std::conditional_t<std::is_floating_point_v<A>, A, B>();
    else
        return decltype(std::declval<stored<A>>() + std::declval<stored<B>>())();
}
template <class A, class B> using computed_t = decltype(computed<A, B>());
// The type of the instructions: bfloat16 and tfloat32 are computed with in float.
template <class T>
using machine_t = std::conditional_t<std::is_same_v<T, bfloat16> || std::is_same_v<T, tfloat32>, float, T>;

// What an operand is: none, a number, or an object with n elements.
enum class kind { none, number, object };
template <class X> struct info {
    static constexpr kind k = is_number<X> ? kind::number : kind::none;
    static constexpr int n = 1;
    using elem = X;
};
template <> struct info<_Float16> {
    static constexpr kind k = kind::number;
    static constexpr int n = 1;
    using elem = half;
};
template <class T, int N> struct info<simd<T, N>> {
    static constexpr kind k = kind::object;
    static constexpr int n = N;
    using elem = T;
};
template <int N> struct info<simd_mask<N>> {
    static constexpr kind k = kind::object;
    static constexpr int n = N;
    using elem = unsigned short;
};
template <int Size, int Stride, int N> struct info<simd_mask_view<Size, Stride, N>> : info<simd_mask<Size>> {};
template <class Base, class Region> struct info<simd_view<Base, Region>> {
    static constexpr kind k = kind::object;
    static constexpr int n = simd_view<Base, Region>::length;
    using elem = typename simd_view<Base, Region>::element_type;
};
template <class X> using bare = std::remove_cv_t<std::remove_reference_t<X>>;
template <class X> constexpr kind kind_of = info<bare<X>>::k;
template <class X> using elem_t = typename info<bare<X>>::elem;
template <class X> constexpr int length_of = info<bare<X>>::n;
template <class X> constexpr bool is_object = kind_of<X> == kind::object;
template <class X> struct as_is { using type = X; };
template <class X> using converted = typename as_is<X>::type; // of a parameter from which nothing is deduced
template <class X> constexpr bool is_mask = false;
template <int N> inline constexpr bool is_mask<simd_mask<N>> = true;
template <int Size, int Stride, int N> inline constexpr bool is_mask<simd_mask_view<Size, Stride, N>> = true;

template <class... X> using if_objects = std::enable_if_t<(is_object<X> && ...)>;
template <class... X>
using if_operands = std::enable_if_t<((kind_of<X> != kind::none) && ...) && (is_object<X> || ...)>;
// A number, or an object of N elements.
template <class X, int N>
using if_fits = std::enable_if_t<kind_of<X> == kind::number || (is_object<X> && length_of<X> == N)>;

// The number of elements of the objects among X.
template <class... X> constexpr int common_length() {
    int n = 1;
    ((n = is_object<X> && length_of<X> > n ? length_of<X> : n), ...);
    return n;
}

// Any operand as N numbers of type T; a number is broadcast.
template <class T, int N, class X> ESIMD_API auto to(const X &x) { // auto: instantiated at the call
    if constexpr (kind_of<X> == kind::number) {
        return (raw<T, N>)keep<T>((T)x);
    } else {
        static_assert(length_of<X> == N || length_of<X> == 1,
                      "the operands have different numbers of elements; select or replicate the part you need");
        if constexpr (length_of<X> == N)
            return convert<T, elem_t<X>, N>(x.data());
        else if constexpr (length_of<X> == 1)
            return (raw<T, N>)convert<T, elem_t<X>, 1>(x.data())[0];
        else
            return raw<T, N>();
    }
}

} // namespace detail
} // namespace sycl::ext::intel::esimd

#endif
