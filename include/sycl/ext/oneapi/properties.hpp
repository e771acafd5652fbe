// SPDX-License-Identifier: MIT
// Compile-time properties: properties{cache_hint_L1<cache_hint::cached>, alignment<16>}.

#ifndef SYCL_EXT_ONEAPI_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::ext::oneapi::experimental {

// A property: its key, and a number.
template <class Key, auto... Values> struct property_value {
    using key_t = Key;
    static constexpr bool is_property = true;
};
template <class Key, auto V> struct property_value<Key, V> {
    using key_t = Key;
    static constexpr bool is_property = true;
    static constexpr auto value = V;
};
template <class X, class = void> struct is_property_value : std::false_type {};
template <class X> struct is_property_value<X, std::enable_if_t<X::is_property>> : std::true_type {};

template <class... P> class properties {
    template <class Key, class Default, class First, class... Rest> static constexpr auto find() {
        if constexpr (std::is_same_v<typename First::key_t, Key>)
            return First();
        else if constexpr (sizeof...(Rest) > 0)
            return find<Key, Default, Rest...>();
        else
            return Default();
    }

  public:
    static_assert((is_property_value<P>::value && ...), "a property list holds properties only");
    constexpr properties() = default;
    template <class... Q, class = std::enable_if_t<(sizeof...(Q) > 0)>> constexpr properties(Q...) {}
    static constexpr bool is_list = true;
    template <class Key> static constexpr bool has_property() {
        return (std::is_same_v<typename P::key_t, Key> || ...);
    }
    template <class Key> static constexpr auto get_property() {
        static_assert(has_property<Key>(), "the list has no such property");
        return find<Key, void, P...>();
    }
    // The number of a property, or Default.
    template <class Key, auto Default> static constexpr auto value_or() {
        if constexpr (has_property<Key>())
            return find<Key, std::integral_constant<decltype(Default), Default>, P...>().value;
        else
            return Default;
    }
};
template <class... Q> properties(Q...) -> properties<Q...>;
properties()->properties<>;
using empty_properties_t = properties<>;

template <class X, class = void> struct is_property_list : std::false_type {};
template <class X> struct is_property_list<X, std::enable_if_t<X::is_list>> : std::true_type {};
template <class X> constexpr bool is_property_list_v = is_property_list<std::remove_cv_t<X>>::value;

struct alignment_key {
    template <int K> using value_t = property_value<alignment_key, K>;
};
template <int K> inline constexpr alignment_key::value_t<K> alignment = {};

// The size of a kernel's work-groups, which the range of the launch gives as well.
struct work_group_size_key {
    template <size_t... N> using value_t = property_value<work_group_size_key, N...>;
};
struct work_group_size_hint_key {
    template <size_t... N> using value_t = property_value<work_group_size_hint_key, N...>;
};
template <size_t... N> inline constexpr work_group_size_key::value_t<N...> work_group_size = {};
template <size_t... N> inline constexpr work_group_size_hint_key::value_t<N...> work_group_size_hint = {};

// The work-items of a sub-group, which one thread runs.
struct sub_group_size_key {
    template <uint32_t N> using value_t = property_value<sub_group_size_key, N>;
};
template <uint32_t N> inline constexpr sub_group_size_key::value_t<N> sub_group_size = {};

struct properties_tag {}; // a functor's get(properties_tag) returns the properties of its kernel

} // namespace sycl::ext::oneapi::experimental

#endif
