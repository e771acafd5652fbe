// SPDX-License-Identifier: MIT
// Conversions to formats without a type of their own, regions of plain vectors, and a thread's information about
// itself.

#ifndef CM_CONVERT_H
#define CM_CONVERT_H

#include <cm/detail/shape.h>

inline namespace cm {

// float to the bits of a bfloat16, stored in half, and back: T is half or float.
template <class T, class A, class = detail::if_operand<A>> CM_API auto cm_bf_cvt(const A &a) {
    CM_HAS_BF16_CONTROL(A);
    using S = detail::elem_t<A>;
    static_assert((__is_same(T, half) && __is_same(S, float)) || (__is_same(T, float) && __is_same(S, half)),
                  "cm_bf_cvt<half> takes float, cm_bf_cvt<float> takes half");
    constexpr int n = detail::length<A>;
    return detail::wrap<detail::result_t<T, A>, T, n>(__cm_bf_cvt<detail::raw<T, n>>(detail::to<S, n>(a)));
}

// float to the bits of a tf32: T is int or uint.
template <class T, class A, class = detail::if_operand<A>> CM_API auto cm_tf32_cvt(const A &a) {
    CM_HAS_TF32_CONTROL(A);
    static_assert(detail::is_integer<T> && sizeof(T) == 4 && __is_same(detail::elem_t<A>, float),
                  "cm_tf32_cvt<int> takes float");
    constexpr int n = detail::length<A>;
    return detail::wrap<detail::result_t<T, A>, T, n>(__cm_tf32_cvt<detail::raw<T, n>>(detail::to<float, n>(a)));
}

// Time stamp counter: low and high half, event information, unused.
template <class T = uint> CM_API vector<T, 4> cm_rdtsc() {
    return vector<uint, 4>(detail::from_raw(), __cm_timestamp<detail::raw<uint, 4>>());
}
CM_API vector<uint, 4> cm_clock() {
    return cm_rdtsc();
}
// The payload's first register, and the state register.
template <class T = uint> CM_API vector<T, CM_GRF_WIDTH / 8 / sizeof(T)> cm_get_r0() {
    auto p = __cm_r0<detail::raw<uint, 8>>();
#if CM_GRF_WIDTH == 512 // the payload takes half of the register
    vector<uint, 16> v(detail::from_raw(),
                       __builtin_shufflevector(p, p - p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8));
#else
    vector<uint, 8> v(detail::from_raw(), p);
#endif
    return v.template format<T>();
}
template <class T = uint> CM_API vector<T, 4> cm_get_sr0() {
    return vector<uint, 4>(detail::from_raw(), __cm_sr0<detail::raw<uint, 4>>());
}
// The number of a surface.
CM_API uint cm_get_value(SurfaceIndex s) {
    return (uint)s;
}
// The hardware thread that runs this thread.
CM_API uint cm_get_hwid() {
    return __cm_hwid();
}

} // namespace cm

// Regions of plain vectors, in the form that headers of other libraries use.
namespace details {
template <class T, int N, int M, int VStride, int Width, int Stride, int ParentWidth = 0>
CM_API cm::detail::raw<T, M> __cm_intrinsic_impl_rdregion(cm::detail::raw<T, N> in, ushort offset) {
    return __cm_rd_value<cm::detail::raw<T, M>>(in, VStride, Width, Stride, offset);
}
template <class T, int N, int M, int VStride, int Width, int Stride, int ParentWidth = 0>
CM_API cm::detail::raw<T, N> __cm_intrinsic_impl_wrregion(cm::detail::raw<T, N> old, cm::detail::raw<T, M> value,
                                                          ushort offset) {
    __cm_wr(&old, (int)sizeof(T) * N, VStride, Width, Stride, offset, value);
    return old;
}
} // namespace details

#endif
