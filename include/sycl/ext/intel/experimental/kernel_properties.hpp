// SPDX-License-Identifier: MIT
// What a kernel asks for in its body: set_kernel_properties(kernel_properties::use_large_grf).

#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_KERNEL_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_KERNEL_PROPERTIES_HPP

#include <type_traits>

// Known to the compiler by its name: the threads of a kernel that reaches a call have 256 registers.
extern "C" inline __attribute__((always_inline)) void __cmc_use_large_grf() {}

namespace sycl::ext::intel::experimental {

namespace kernel_properties {
struct use_large_grf_tag {};
inline constexpr use_large_grf_tag use_large_grf = {}, use_double_grf = {};
} // namespace kernel_properties

template <class... P> inline __attribute__((always_inline)) void set_kernel_properties(P...) {
    static_assert((std::is_same_v<P, kernel_properties::use_large_grf_tag> && ...),
                  "set_kernel_properties takes kernel_properties::use_large_grf");
    if constexpr (sizeof...(P) > 0)
        __cmc_use_large_grf();
}

} // namespace sycl::ext::intel::experimental

#endif
