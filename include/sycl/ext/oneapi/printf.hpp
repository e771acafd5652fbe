// SPDX-License-Identifier: MIT
// Text from kernels: printf with a string literal as the format, and sycl::stream. It appears on standard output when
// the host waits for the kernel.

#ifndef SYCL_EXT_ONEAPI_PRINTF_HPP
#define SYCL_EXT_ONEAPI_PRINTF_HPP

#include <sycl/detail/queue.hpp>

#include <cstdio>

#ifdef __SYCL_DEVICE_ONLY__
#include <cm/detail/builtins.h>
#endif

namespace sycl {
namespace detail {

// An argument as the format expects it.
template <class T> auto printed(T x) {
    if constexpr (std::is_convertible_v<T, float> && !std::is_arithmetic_v<T>)
        return (float)x;
    else if constexpr (std::is_pointer_v<T> || std::is_floating_point_v<T>)
        return x;
    else
        return +x;
}

template <class... A> int print(const char *format, A... values) {
#ifdef __SYCL_DEVICE_ONLY__
    return __cm_printf(format, values...);
#else
    return std::printf(format, values...);
#endif
}

} // namespace detail

namespace ext::oneapi::experimental {
template <class C, class... A> int printf(C *format, A... values) {
    return sycl::detail::print((const char *)format, sycl::detail::printed(values)...);
}
} // namespace ext::oneapi::experimental

enum class stream_manipulator { endl, flush };
inline constexpr stream_manipulator endl = stream_manipulator::endl, flush = stream_manipulator::flush;

// Each part of a line is a text of its own; other threads may print between them.
class stream {
  public:
    stream(size_t, size_t, handler &) {}
    stream(size_t, size_t, handler &, const property_list &) {}
};
inline const stream &operator<<(const stream &s, stream_manipulator m) {
    if (m == endl)
        detail::print("\n");
    return s;
}
#define SYCL_PRINTED(type, format)                                                                                     \
    inline const stream &operator<<(const stream &s, type x) {                                                         \
        detail::print(format, x);                                                                                      \
        return s;                                                                                                      \
    }
SYCL_PRINTED(const char *, "%s")
SYCL_PRINTED(char, "%c")
SYCL_PRINTED(int, "%d")
SYCL_PRINTED(unsigned, "%u")
SYCL_PRINTED(long, "%ld")
SYCL_PRINTED(unsigned long, "%lu")
SYCL_PRINTED(float, "%g")
SYCL_PRINTED(double, "%g")
#undef SYCL_PRINTED
template <class T> const stream &operator<<(const stream &s, T *p) {
    detail::print("%p", (void *)p);
    return s;
}

} // namespace sycl

#endif
