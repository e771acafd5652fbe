// SPDX-License-Identifier: MIT
// SIMD control flow: branches with a separate decision for each channel.
//
//   SIMD_IF_BEGIN(v > 0) { v = v * 2; } SIMD_ELSE { v = 0; } SIMD_IF_END;
//   SIMD_DO_WHILE_BEGIN { v = v - step; } SIMD_DO_WHILE_END(v > 0);
//
// The condition has an element for each of 2 to 32 channels; not zero is true. These are macros, so that users can
// build their own from them: plain C++ control flow around a marker that the pass simdcf recognises.

#ifndef CM_SIMDCF_H
#define CM_SIMDCF_H

#include <cm/types.h>

inline namespace cm {
namespace detail {

template <int N> constexpr bool is_simd_width = N >= 2 && N <= 32 && (N & (N - 1)) == 0;

template <class X> CM_API bool simd_condition(const X &x) {
    if constexpr (is_object<X>) {
        static_assert(is_simd_width<info<X>::n>,
                      "illegal SIMD CF width: the condition must have 2, 4, 8, 16 or 32 elements");
        static_assert(is_integer<elem_t<X>>,
                      "the condition of SIMD control flow must have integer elements; compare first");
        return __cm_simd_any(x.get());
    } else { // one bit per channel
        static_assert(is_integer<X>, "the condition of SIMD control flow must be a vector, a matrix or packed bits");
        return __cm_simd_any(__cm_unpack_mask<raw<ushort, 32>>((unsigned)x));
    }
}

} // namespace detail

// Between begin and end every channel is active.
CM_API uint cm_unmask_begin() {
    return __cm_unmask_begin();
}
CM_API void cm_unmask_end(uint channels) {
    __cm_unmask_end(channels);
}

} // namespace cm

// The front end checks that each BEGIN has its END (frontend/fe_simdcf.cpp).
#define SIMD_IF_BEGIN(...)                                                                                             \
    {                                                                                                                  \
        if (::cm::detail::simd_condition((__VA_ARGS__)))
#define SIMD_ELSEIF(...)       else if (::cm::detail::simd_condition((__VA_ARGS__)))
#define SIMD_ELSE              else
#define SIMD_IF_END            }
#define SIMD_DO_WHILE_BEGIN    do
#define SIMD_DO_WHILE_END(...) while (::cm::detail::simd_condition((__VA_ARGS__)))
#define SIMD_BREAK             break
#define SIMD_CONTINUE          continue

#endif
