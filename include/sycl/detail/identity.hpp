// SPDX-License-Identifier: MIT
// known_identity: the value that changes nothing when a function object of SYCL joins it with another.

#ifndef SYCL_DETAIL_IDENTITY_HPP
#define SYCL_DETAIL_IDENTITY_HPP

#include <sycl/detail/groups.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>

#include <limits>

namespace sycl {
namespace detail {

template <class T> constexpr bool is_sycl_number = std::is_arithmetic_v<T> || std::is_same_v<T, half>;
template <class T> constexpr bool is_bits = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class Op, class T, template <class> class Family>
constexpr bool is_one_of = std::is_same_v<Op, Family<T>> || std::is_same_v<Op, Family<void>>;

template <class T> constexpr T highest() {
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
}
template <class T> constexpr T lowest() {
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? T(-limits::infinity()) : limits::lowest();
}

struct no_identity {};
template <class Op, class T> constexpr auto identity() {
    if constexpr (is_sycl_number<T> && is_one_of<Op, T, std::plus>)
        return T(0);
    else if constexpr (is_sycl_number<T> && is_one_of<Op, T, std::multiplies>)
        return T(1);
    else if constexpr (is_bits<T> && is_one_of<Op, T, std::bit_and>)
        return T(~T(0));
    else if constexpr (is_bits<T> && (is_one_of<Op, T, std::bit_or> || is_one_of<Op, T, std::bit_xor>))
        return T(0);
    else if constexpr (std::is_same_v<T, bool> && is_one_of<Op, T, std::logical_and>)
        return true;
    else if constexpr (std::is_same_v<T, bool> && is_one_of<Op, T, std::logical_or>)
        return false;
    else if constexpr (is_sycl_number<T> && is_one_of<Op, T, minimum>)
        return highest<T>();
    else if constexpr (is_sycl_number<T> && is_one_of<Op, T, maximum>)
        return lowest<T>();
    else
        return no_identity();
}

template <class Op, class T, class = void> struct known_identity {};
template <class Op, class T>
struct known_identity<Op, T, std::enable_if_t<!std::is_same_v<decltype(identity<Op, T>()), no_identity>>> {
    static constexpr T value = identity<Op, T>();
};

} // namespace detail

template <class Op, class T>
struct has_known_identity
    : std::bool_constant<!std::is_same_v<decltype(detail::identity<std::remove_cv_t<Op>, std::remove_cv_t<T>>()),
                                         detail::no_identity>> {};
template <class Op, class T> inline constexpr bool has_known_identity_v = has_known_identity<Op, T>::value;

template <class Op, class T>
struct known_identity : detail::known_identity<std::remove_cv_t<Op>, std::remove_cv_t<T>> {};
template <class Op, class T> inline constexpr T known_identity_v = known_identity<Op, T>::value;

} // namespace sycl

#endif
