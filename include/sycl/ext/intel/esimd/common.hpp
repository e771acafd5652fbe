// SPDX-License-Identifier: MIT
// Names that several ESIMD headers share: cache hints, properties of memory accesses, fences.

#ifndef SYCL_EXT_INTEL_ESIMD_COMMON_HPP
#define SYCL_EXT_INTEL_ESIMD_COMMON_HPP

#include <sycl/ext/intel/esimd/simd.hpp>
#include <sycl/ext/oneapi/properties.hpp>

namespace sycl::ext::intel::esimd {

enum class cache_hint : uint8_t {
    none = 0,
    uncached = 1,
    cached = 2,
    write_back = 3,
    write_through = 4,
    streaming = 5,
    read_invalidate = 6,
    const_cached = 7
};
enum class cache_level : uint8_t { L1 = 1, L2 = 2, L3 = 3 };

using sycl::ext::oneapi::experimental::alignment;
using sycl::ext::oneapi::experimental::alignment_key;
using sycl::ext::oneapi::experimental::properties;
template <cache_level Level> struct cache_hint_key {};
using cache_hint_L1_key = cache_hint_key<cache_level::L1>;
using cache_hint_L2_key = cache_hint_key<cache_level::L2>;
using cache_hint_L3_key = cache_hint_key<cache_level::L3>;
template <class Key, auto V> using property_value = sycl::ext::oneapi::experimental::property_value<Key, V>;
template <cache_hint H> inline constexpr property_value<cache_hint_L1_key, H> cache_hint_L1 = {};
template <cache_hint H> inline constexpr property_value<cache_hint_L2_key, H> cache_hint_L2 = {};
template <cache_hint H> inline constexpr property_value<cache_hint_L3_key, H> cache_hint_L3 = {};

enum class memory_kind : uint8_t { global = 0, image = 2, local = 3 };
enum class fence_flush_op : uint8_t { none = 0, evict = 1, invalidate = 2, clean = 4 };
enum class fence_scope : uint8_t { group = 0, local = 1, tile = 2, gpu = 3, gpus = 4, system = 5, system_acquire = 6 };
enum fence_mask : uint8_t {
    global_coherent_fence = 0x1,
    l2_flush_instructions = 0x2,
    l2_flush_texture_data = 0x4,
    l2_flush_constant_data = 0x8,
    l2_flush_rw_data = 0x10,
    l3_flush_instructions = l2_flush_instructions, // the older names
    l3_flush_texture_data = l2_flush_texture_data,
    l3_flush_constant_data = l2_flush_constant_data,
    l3_flush_rw_data = l2_flush_rw_data,
    local_barrier = 0x20,
    l1_flush_ro_data = 0x40,
    sw_barrier = 0x80
};
enum class atomic_op : uint8_t {
    add = 0x0,
    sub = 0x1,
    inc = 0x2,
    dec = 0x3,
    umin = 0x4,
    umax = 0x5,
    xchg = 0x6,
    cmpxchg = 0x7,
    bit_and = 0x8,
    bit_or = 0x9,
    bit_xor = 0xa,
    smin = 0xb,
    smax = 0xc,
    fmax = 0x10,
    fmin = 0x11,
    fcmpxchg = 0x12,
    fcmpwr = fcmpxchg,
    fadd = 0x13,
    fsub = 0x14,
    load = 0x15,
    store = 0x16,
    predec = 0xff
};
enum class rgba_channel_mask : uint8_t {
    R = 1,
    G = 2,
    GR = 3,
    B = 4,
    BR = 5,
    BG = 6,
    BGR = 7,
    A = 8,
    AR = 9,
    AG = 10,
    AGR = 11,
    AB = 12,
    ABR = 13,
    ABG = 14,
    ABGR = 15
};
enum class rgba_channel : uint8_t { R, G, B, A };
constexpr int is_channel_enabled(rgba_channel_mask m, rgba_channel c) {
    return (int)m >> (int)c & 1;
}
constexpr int get_num_channels_enabled(rgba_channel_mask m) {
    return __builtin_popcount((unsigned)m);
}
using SurfaceIndex = unsigned;

struct saturation_off_tag : std::false_type {};
struct saturation_on_tag : std::true_type {};
inline constexpr saturation_off_tag saturation_off = {};
inline constexpr saturation_on_tag saturation_on = {};

namespace detail {

template <class X> constexpr bool is_properties = sycl::ext::oneapi::experimental::is_property_list_v<X>;
template <class X> using if_properties = std::enable_if_t<is_properties<X>>;
using no_properties = properties<>;

template <class P> constexpr int l1_of = (int)P::template value_or<cache_hint_L1_key, cache_hint::none>();
template <class P> constexpr int l2_of = (int)P::template value_or<cache_hint_L2_key, cache_hint::none>();
template <class P> constexpr bool has_hints = l1_of<P> != 0 || l2_of<P> != 0;
// Properties from hints that are template arguments.
template <cache_hint L1, cache_hint L2>
using hints = properties<property_value<cache_hint_L1_key, L1>, property_value<cache_hint_L2_key, L2>>;
// The alignment that the properties promise, else Default.
template <class P, int Default> constexpr int align_of = P::template value_or<alignment_key, Default>();

enum { in_surface = 0, in_global = 1, in_local = 2 }; // the memory of a message

#ifdef CM_HAS_LSC
constexpr bool has_lsc = true;
#else
constexpr bool has_lsc = false;
#endif

#define ESIMD_NEEDS_LSC(X, what)                                                                                       \
    static_assert(detail::has_lsc || detail::never<X>, what " needs the load/store cache of dg2 and later")

// Codes of messages for a number of bytes or of elements for each lane.
template <class T> constexpr int lsc_lane_size() {
    return sizeof(T) == 1 ? 5 : sizeof(T) == 2 ? 6 : sizeof(T) == 4 ? 3 : 4;
}
constexpr int lsc_items(int n) {
    return n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 3 : n == 4 ? 4 : n == 8 ? 5 : n == 16 ? 6 : n == 32 ? 7 : n == 64 ? 8 : 0;
}

} // namespace detail
} // namespace sycl::ext::intel::esimd

#endif
