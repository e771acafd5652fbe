// SPDX-License-Identifier: MIT
// The kernel language: #include <cm/cm.h>.

#ifndef CM_CM_H
#define CM_CM_H

#include <cm/types.h>
#include <cm/memory.h>
#include <cm/threads.h>
#include <cm/scatter.h>
#include <cm/atomic.h>
#include <cm/svm.h>
#include <cm/pointers.h>
#include <cm/slm.h>
#include <cm/lsc2d.h>
#include <cm/send.h>
#include <cm/math.h>
#include <cm/printf.h>
#include <cm/simdcf.h>
#include <cm/cmath.h>
#include <cm/detail/asm.h>
#include <cm/traits.h>

#define _GENX_MAIN_      __declspec(genx_main)
#define _GENX_           __declspec(genx)
#define _GENX_STACKCALL_ __declspec(genx_stackcall)
// Registers per thread of the kernel: 128, 256 where the target has them, 0 = 256 if the kernel would spill with 128.
#define _GENX_GRF_COUNT_(n) __declspec(genx_grf_count(n))
// File-scope variables that stay in registers; with a binding, from byte n of the register file on.
#define _GENX_VOLATILE_            __declspec(genx_volatile)
#define _GENX_VOLATILE_BINDING_(n) __declspec(genx_volatile(n))
#define CM_NOINLINE                __attribute__((noinline))
// Checked only by the host emulation; empty on the device.
#define cm_assert(...) ((void)0)

// Rounding mode and denormals of a kernel: _GENX_MAIN_ _GENX_FLOAT_CONTROL_(CM_RTZ | CM_DENORM_ALLOW).
#define _GENX_FLOAT_CONTROL_(x) __declspec(cm_float_control(x))
#define _GENX_ROUNDING_MODE_(x) __declspec(cm_float_control(x))
#define CM_RTE                  0x00
#define CM_RTP                  0x10
#define CM_RTN                  0x20
#define CM_RTZ                  0x30
#define CM_DENORM_FTZ           0x00
#define CM_DENORM_RTZ           0x00
#define CM_DENORM_D_ALLOW       0x40
#define CM_DENORM_F_ALLOW       0x80
#define CM_DENORM_HF_ALLOW      0x400
#define CM_DENORM_ALLOW         (CM_DENORM_D_ALLOW | CM_DENORM_F_ALLOW | CM_DENORM_HF_ALLOW)
#define CM_FLOAT_MODE_IEEE      0x00
#define CM_FLOAT_MODE_ALT       0x01

#include <cm/legacy.h>

// Size of objects: that of their elements. Clang alone would round vectors up to a power of two.
inline namespace cm {
namespace detail {
template <class T> constexpr size_t padding_b = 0;
template <class T, size_t N> inline constexpr size_t padding_b<T[N]> = padding_b<T> *N;
template <class T> inline constexpr size_t padding_b<const T> = padding_b<T>;
template <class T, int N> inline constexpr size_t padding_b<vector<T, N>> = sizeof(vector<T, N>) - N * sizeof(T);
template <class T, int R, int C>
inline constexpr size_t padding_b<matrix<T, R, C>> = sizeof(matrix<T, R, C>) - R *C * sizeof(T);
template <class T, int N>
inline constexpr size_t padding_b<vector_ref<T, N>> = sizeof(vector_ref<T, N>) - N * sizeof(T);
template <class T, int R, int C>
inline constexpr size_t padding_b<matrix_ref<T, R, C>> = sizeof(matrix_ref<T, R, C>) - R *C * sizeof(T);
template <class T, int R, int C>
inline constexpr size_t padding_b<rows_ref<T, R, C>> = sizeof(rows_ref<T, R, C>) - R *C * sizeof(T);
} // namespace detail
} // namespace cm
#define sizeof(...) (sizeof(__VA_ARGS__) - ::cm::detail::padding_b<__typeof__(__VA_ARGS__)>)

using namespace cm;

#endif
