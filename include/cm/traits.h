// SPDX-License-Identifier: MIT
// The few names of std that kernel templates use; standard headers cannot be included.

#ifndef CM_TRAITS_H
#define CM_TRAITS_H

#include <cm/detail/base.h>

namespace std {

template <class T, T v> struct integral_constant {
    static constexpr T value = v;
    using value_type = T;
    using type = integral_constant;
    constexpr operator T() const {
        return v;
    }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <bool c, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool c, class T = void> using enable_if_t = typename enable_if<c, T>::type;
template <bool c, class A, class B> struct conditional { using type = A; };
template <class A, class B> struct conditional<false, A, B> { using type = B; };
template <bool c, class A, class B> using conditional_t = typename conditional<c, A, B>::type;

template <class A, class B> struct is_same : bool_constant<__is_same(A, B)> {};
template <class A, class B> inline constexpr bool is_same_v = __is_same(A, B);
template <class T> struct remove_const { using type = __remove_const(T); };
template <class T> using remove_const_t = __remove_const(T);
template <class T> struct remove_cv { using type = __remove_cv(T); };
template <class T> using remove_cv_t = __remove_cv(T);
template <class T> struct remove_reference { using type = __remove_reference_t(T); };
template <class T> using remove_reference_t = __remove_reference_t(T);
template <class T> constexpr T &&forward(remove_reference_t<T> &x) noexcept {
    return static_cast<T &&>(x);
}
template <class T> constexpr T &&forward(remove_reference_t<T> &&x) noexcept {
    return static_cast<T &&>(x);
}
template <class T> constexpr remove_reference_t<T> &&move(T &&x) noexcept {
    return static_cast<remove_reference_t<T> &&>(x);
}
template <class T> T &&declval() noexcept;

// The element type of a vector or matrix.
template <class T>
struct is_integral : bool_constant<__is_integral(typename cm::detail::info<remove_cv_t<T>>::elem)> {};
template <class T>
struct is_floating_point : bool_constant<__is_floating_point(typename cm::detail::info<remove_cv_t<T>>::elem) ||
                                         __is_same(typename cm::detail::info<remove_cv_t<T>>::elem, _Float16)> {};
template <class T> struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <class T, bool = is_arithmetic<T>::value> struct is_signed : false_type {};
template <class T>
struct is_signed<T, true> : bool_constant<cm::detail::is_signed<typename cm::detail::info<remove_cv_t<T>>::elem>> {};
template <class T> struct is_unsigned : bool_constant<is_integral<T>::value && !is_signed<T>::value> {};
template <class T> struct is_pointer : bool_constant<__is_pointer(T)> {};
template <class T> struct is_enum : bool_constant<__is_enum(T)> {};
template <class T> inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T> inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> inline constexpr bool is_signed_v = is_signed<T>::value;
template <class T> inline constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <class T> inline constexpr bool is_pointer_v = is_pointer<T>::value;

} // namespace std

// Numbers that helpers of kernels compute with when they are compiled, under the names of Intel's headers.
namespace details {

enum { BYTE = 1, WORD = 2, DWORD = 4, QWORD = 8, OWORD = 16, GRF = 32 };

// The first of k, 2 * k, 4 * k, ... that is at least n.
constexpr unsigned getNextPowerOf2(unsigned n, unsigned k = 1) {
    while (k < n)
        k *= 2;
    return k;
}
constexpr bool isPowerOf2(unsigned n) {
    return (n & (n - 1)) == 0;
}
constexpr bool isPowerOf2(unsigned n, unsigned limit) {
    return isPowerOf2(n) && n <= limit;
}
// The next multiple of m, a power of two.
constexpr unsigned roundUpNextMultiple(unsigned n, unsigned m) {
    return (n + m - 1) / m * m;
}

// A region, of which one element needs no stride.
template <int width, int stride, class T, int size> CM_API auto read_region(const cm::vector<T, size> &v, int offset) {
    cm::vector<T, width> part = v.template select<width, (width == 1 ? 1 : stride)>(offset);
    return part;
}
template <int stride, class T, int size, int width>
CM_API void write_region(cm::vector_ref<T, size> v, const cm::vector<T, width> &part, int offset) {
    v.template select<width, (width == 1 ? 1 : stride)>(offset) = part;
}

} // namespace details

#endif
