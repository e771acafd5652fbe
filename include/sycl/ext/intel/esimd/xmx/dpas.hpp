// SPDX-License-Identifier: MIT
// Systolic products: result = C + A * B, where A has repeat rows and B is packed for the hardware.
//
//   acc = xmx::dpas<8, 8, float>(acc, b, a);

#ifndef SYCL_EXT_INTEL_ESIMD_XMX_DPAS_HPP
#define SYCL_EXT_INTEL_ESIMD_XMX_DPAS_HPP

#include <sycl/ext/intel/esimd/common.hpp>

namespace sycl::ext::intel::esimd::xmx {

// The numbers are the precisions of the instruction.
enum class dpas_argument_type {
    Invalid = 0,
    u2 = 3,
    s2 = 4,
    u4 = 5,
    s4 = 6,
    u8 = 7,
    s8 = 8,
    bf16 = 9,
    fp16 = 10,
    tf32 = 12
};

namespace detail {
using namespace sycl::ext::intel::esimd::detail;

constexpr int bits_of(dpas_argument_type p) {
    using t = dpas_argument_type;
    return p == t::u2 || p == t::s2       ? 2
           : p == t::u4 || p == t::s4     ? 4
           : p == t::u8 || p == t::s8     ? 8
           : p == t::bf16 || p == t::fp16 ? 16
           : p == t::tf32                 ? 32
                                          : 0;
}
constexpr bool is_integer_type(dpas_argument_type p) {
    return (int)p <= (int)dpas_argument_type::s8;
}
template <class T> constexpr dpas_argument_type precision_of() {
    using t = dpas_argument_type;
    if constexpr (std::is_same_v<T, unsigned char>)
        return t::u8;
    else if constexpr (std::is_same_v<T, signed char> || std::is_same_v<T, char>)
        return t::s8;
    else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, _Float16>)
        return t::fp16;
    else if constexpr (std::is_same_v<T, bfloat16>)
        return t::bf16;
    else if constexpr (std::is_same_v<T, tfloat32>)
        return t::tf32;
    else
        return t::Invalid;
}
constexpr int ops_of(dpas_argument_type a, dpas_argument_type b) {
    const int wide = bits_of(a) > bits_of(b) ? bits_of(a) : bits_of(b);
    return wide == 0 ? 1 : 32 / wide > 8 ? 8 : 32 / wide;
}
// The execution size. The host's compiler, which sees kernels of all targets, takes it from the size of B.
template <dpas_argument_type BP, dpas_argument_type AP, int Depth, class BT, int BN> constexpr int channels_of() {
#ifdef __SYCL_DEVICE_ONLY__
    return CM_GRF_WIDTH / 32;
#else
    return bits_of(BP) == 0 ? 16 : BN * (int)sizeof(BT) * 8 / (Depth * ops_of(AP, BP) * bits_of(BP));
#endif
}

template <dpas_argument_type BP, dpas_argument_type AP, int Depth, int Repeat, class T, class CT, class BT, class AT,
          int N, int BN, int AN, int Rows>
ESIMD_API void check() {
#ifndef CM_HAS_DPAS
    static_assert(never<T>, "dpas needs dg2, pvc, lnl, bmg or later");
#endif
    static_assert(Depth == 8, "dpas: the systolic depth must be 8");
    static_assert(Repeat >= 1 && Repeat <= 8, "dpas: the repeat count must be 1 to 8");
    static_assert(
        bits_of(BP) > 0 && bits_of(AP) > 0,
        "dpas: the element type does not say the precision of the factor; name it, as in dpas_argument_type::s4");
    static_assert(is_integer_type(AP) == is_integer_type(BP) && (is_integer_type(AP) || AP == BP),
                  "dpas: both factors must be integers or have the same floating-point format");
    static_assert(
        is_integer_type(AP) ? is_integer<T> && sizeof(T) == 4
                            : std::is_same_v<T, float> || (std::is_same_v<T, half> && AP == dpas_argument_type::fp16) ||
                                  (std::is_same_v<T, bfloat16> && AP == dpas_argument_type::bf16),
        "dpas: integers accumulate in int or uint, floats in float, half also in half and bf16 also in bfloat16");
#ifndef CM_HAS_TF32
    static_assert(AP != dpas_argument_type::tf32, "dpas: tfloat32 needs pvc, lnl, bmg or later");
#endif
#ifndef CM_HAS_DPAS_ACC_HALF
    static_assert(std::is_same_v<T, float> || is_integer<T>,
                  "dpas: an accumulator of 16 bits needs pvc, lnl, bmg or later");
#endif
    constexpr int ops = ops_of(AP, BP), channels = channels_of<BP, AP, Depth, BT, BN>();
    static_assert(N == Repeat * channels, "dpas: C and the result must have execution size * repeat count elements");
    static_assert(BN * (int)sizeof(BT) * 8 == Depth * ops * channels * bits_of(BP),
                  "dpas: B must hold depth * (operations a channel) * execution size numbers");
    static_assert(AN * (int)sizeof(AT) * 8 == Depth * ops * Rows * bits_of(AP),
                  "dpas: A must hold repeat count * depth * (operations a channel) numbers");
}
template <class T, int N> ESIMD_API auto as_dwords(const simd<T, N> &v) {
    return (raw<int, int(N * sizeof(T) / 4)>)v.data();
}
constexpr int info_word(dpas_argument_type b, dpas_argument_type a, int depth, int repeat) {
    return (int)b | (int)a << 8 | depth << 16 | repeat << 24;
}

} // namespace detail

template <int SystolicDepth, int RepeatCount, class T, class CT, class BT, class AT,
          dpas_argument_type BPrecision = detail::precision_of<BT>(),
          dpas_argument_type APrecision = detail::precision_of<AT>(), int N, int BN, int AN>
ESIMD_API simd<T, N> dpas(simd<CT, N> c, simd<BT, BN> b, simd<AT, AN> a) {
    detail::check<BPrecision, APrecision, SystolicDepth, RepeatCount, T, CT, BT, AT, N, BN, AN, RepeatCount>();
    return {detail::from_raw(),
            __cm_dpas<detail::raw<T, N>>(detail::to<T, N>(c), detail::as_dwords(b), detail::as_dwords(a),
                                         detail::info_word(BPrecision, APrecision, SystolicDepth, RepeatCount))};
}
// Without an accumulator.
template <int SystolicDepth, int RepeatCount, class T, class BT, class AT,
          dpas_argument_type BPrecision = detail::precision_of<BT>(),
          dpas_argument_type APrecision = detail::precision_of<AT>(), int BN, int AN,
          int N = RepeatCount *detail::channels_of<BPrecision, APrecision, SystolicDepth, BT, BN>()>
ESIMD_API simd<T, N> dpas(simd<BT, BN> b, simd<AT, AN> a) {
    detail::check<BPrecision, APrecision, SystolicDepth, RepeatCount, T, T, BT, AT, N, BN, AN, RepeatCount>();
    return {detail::from_raw(),
            __cm_dpas_nosrc0<detail::raw<T, N>>(detail::as_dwords(b), detail::as_dwords(a),
                                                detail::info_word(BPrecision, APrecision, SystolicDepth, RepeatCount))};
}
// dpasw: two threads of a pair share A, so each passes half of its rows.
template <int SystolicDepth, int RepeatCount, class T, class BT, class AT,
          dpas_argument_type BPrecision = detail::precision_of<BT>(),
          dpas_argument_type APrecision = detail::precision_of<AT>(), int N, int BN, int AN>
ESIMD_API simd<T, N> dpasw(simd<T, N> c, simd<BT, BN> b, simd<AT, AN> a) {
#ifndef CM_HAS_DPASW
    static_assert(detail::never<T>, "dpasw exists on dg2 only; use dpas");
#endif
    detail::check<BPrecision, APrecision, SystolicDepth, RepeatCount, T, T, BT, AT, N, BN, AN, (RepeatCount + 1) / 2>();
    return {detail::from_raw(),
            __cm_dpasw<detail::raw<T, N>>(c.data(), detail::as_dwords(b), detail::as_dwords(a),
                                          detail::info_word(BPrecision, APrecision, SystolicDepth, RepeatCount))};
}

} // namespace sycl::ext::intel::esimd::xmx

#endif
