// SPDX-License-Identifier: MIT
// Text from kernels: printf("row %d: %f\n", i, v(3)) appears on standard output when the host waits for the kernel.
//
// The format is a string literal. Arguments are numbers, elements, pointers, and string literals for %s. The result is
// the number of bytes that the arguments take in the launch's buffer of 4 MB; -1 when the buffer is full.
// Conversions are checked against their arguments as in Clang (-Wformat).

#ifndef CM_PRINTF_H
#define CM_PRINTF_H

#include <cm/types.h>

inline namespace cm {
namespace detail {

// Promotes as for C's variadic functions, except that floats stay floats.
template <class T> CM_API auto printed_number(T x) {
    if constexpr (__is_same(T, half) || __is_same(T, bfloat16))
        return (float)x;
    else if constexpr (is_float<T>)
        return x;
    else if constexpr (__is_enum(T))
        return +(__underlying_type(T))x;
    else
        return +x;
}
template <class X> CM_API auto printed(const X &x) {
    if constexpr (is_object<X>) {
        static_assert(info<X>::n == 1, "printf cannot print a vector or matrix; pass an element, as in v(i)");
        return printed_number<elem_t<X>>(number_of<elem_t<X>>(x.get()[0]));
    } else if constexpr (is_operand<X>) {
        return printed_number<X>(x);
    } else if constexpr (__is_pointer(__decay(X))) {
        return (const void *)x;
    } else {
        static_assert(never<X>, "printf prints numbers, pointers and string literals");
        return 0;
    }
}

} // namespace detail

#define CM_PRINTF(name)                                                                                                \
    template <class... A> CM_API int name(const char *format, const A &...values) {                                    \
        return __cm_printf(format, detail::printed(values)...);                                                        \
    }
CM_PRINTF(printf)
CM_PRINTF(cm_printf)
CM_PRINTF(cmprint)
#undef CM_PRINTF

} // namespace cm

#endif
