// SPDX-License-Identifier: MIT
// The registers of a kernel's threads as a property: properties{grf_size<256>}.

#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_GRF_SIZE_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_GRF_SIZE_PROPERTIES_HPP

#include <sycl/ext/oneapi/properties.hpp>

namespace sycl::ext::intel::experimental {

struct grf_size_key {
    template <unsigned N> using value_t = sycl::ext::oneapi::experimental::property_value<grf_size_key, N>;
};
struct grf_size_automatic_key {
    using value_t = sycl::ext::oneapi::experimental::property_value<grf_size_automatic_key, 0>;
};
template <unsigned N> inline constexpr grf_size_key::value_t<N> grf_size = {};
inline constexpr grf_size_automatic_key::value_t grf_size_automatic = {};

} // namespace sycl::ext::intel::experimental

#endif
