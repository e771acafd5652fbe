// SPDX-License-Identifier: MIT
// Calls of explicit SIMD functions by the work-items of a sub-group: declared for the error where a kernel calls one.

#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_INVOKE_SIMD_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_INVOKE_SIMD_HPP

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd/simd.hpp>

namespace sycl::ext::oneapi::experimental {

template <class T, int N> using simd = sycl::ext::intel::esimd::simd<T, N>;
template <class T, int N> using simd_mask = sycl::ext::intel::esimd::simd_mask<N>;

// A value that is the same for all work-items.
template <class T> class uniform {
  public:
    explicit uniform(T value) : value_(value) {}
    operator T() const {
        return value_;
    }

  private:
    T value_;
};

template <class F, class... X>
SYCL_ERROR_IN_KERNEL("invoke_simd is not supported because the work-items of a sub-group do not run at the same time; "
                     "call the function in an explicit SIMD kernel")
std::invoke_result_t<F, X...> invoke_simd(sycl::sub_group, F &&, X...) {
    __builtin_unreachable();
}

} // namespace sycl::ext::oneapi::experimental

#endif
