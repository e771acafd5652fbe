// SPDX-License-Identifier: MIT
// device_global: a variable of the device that the host copies to and from. cmc has none, and says what to do.

#ifndef SYCL_EXT_ONEAPI_DEVICE_GLOBAL_HPP
#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL_HPP

#include <sycl/ext/oneapi/properties.hpp>

namespace sycl::ext::oneapi::experimental {
namespace detail {
template <class> constexpr bool has_device_globals = false;
} // namespace detail

template <class T, class P = properties<>> class device_global {
    static_assert(detail::has_device_globals<T>,
                  "cmc has no device_global; pass a pointer of malloc_device or malloc_shared to the kernel");

  public:
    template <class... X> constexpr device_global(const X &...) {}
    T &get() const;
    operator T &() const;
    const device_global &operator=(const T &) const;
};

} // namespace sycl::ext::oneapi::experimental

#endif
