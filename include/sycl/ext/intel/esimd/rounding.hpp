// SPDX-License-Identifier: MIT
// Stochastic rounding: the half above or the half below, each the likelier the nearer it is.
//
//   simd<half, 16> h = srnd(x, random);      random: 16 bits, of which each result uses the low 13

#ifndef SYCL_EXT_INTEL_ESIMD_ROUNDING_HPP
#define SYCL_EXT_INTEL_ESIMD_ROUNDING_HPP

#include <sycl/ext/intel/esimd/common.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

// The bits of the half. The random number is added to the bits below half's last one, which are then dropped. Results
// below half's smallest normal number are multiples of 2^-24.
template <int N> ESIMD_API raw<unsigned short, N> srnd_of(raw<float, N> x, raw<unsigned, N> random) {
    using bits = raw<unsigned, N>;
    using floats = raw<float, N>;
    constexpr unsigned n_dropped = 13, dropped = (1u << n_dropped) - 1;
    constexpr unsigned sign = 0x80000000, infinity = 0x7f800000, smallest = 0x38800000, too_large = 0x47800000;
    constexpr unsigned half_infinity = 0x7c00, half_nan = 0x7e00, exponents = (127 - 15) << 23;
    constexpr float steps = 0x1p24f;
    const bits b = (bits)x, size = b & ~sign, add = random & dropped, sum = size + add;
    const floats units = (floats)size * steps + __builtin_convertvector(add, floats) * (1.0f / (dropped + 1));
    bits r = size < smallest ? __builtin_convertvector(__cm_rndz(units), bits) : (sum - exponents) >> n_dropped;
    r = sum >= too_large ? (bits)half_infinity : r;
    r = size > infinity ? (bits)half_nan : r;
    return __builtin_convertvector(r | (b & sign) >> 16, raw<unsigned short, N>);
}

} // namespace detail
} // namespace sycl::ext::intel::esimd

namespace sycl::ext::intel::experimental::esimd {

template <int N>
ESIMD_API sycl::ext::intel::esimd::simd<sycl::half, N> srnd(sycl::ext::intel::esimd::simd<float, N> x,
                                                            sycl::ext::intel::esimd::simd<uint16_t, N> random) {
    using namespace sycl::ext::intel::esimd;
    return {detail::from_raw(), (detail::raw<half, N>)detail::srnd_of<N>(x.data(), detail::to<uint32_t, N>(random))};
}

} // namespace sycl::ext::intel::experimental::esimd

#endif
