// SPDX-License-Identifier: MIT
// Systolic products: result = src0 + src2 * src1, where src2 (A) has repeat rows of depth * ops numbers and src1 (B)
// has depth * ops rows, packed for the hardware.

#ifndef CM_DPAS_H
#define CM_DPAS_H

#include <cm/arith.h>
#include <cm/detail/shape.h>

inline namespace cm {

enum class CmPrecisionType {
    CM_Precision_U1 = 0,
    CM_Precision_S1 = 1,
    CM_Precision_U2 = 2,
    CM_Precision_S2 = 3,
    CM_Precision_U4 = 4,
    CM_Precision_S4 = 5,
    CM_Precision_U8 = 6,
    CM_Precision_S8 = 7,
    CM_Precision_BF16 = 8,
    CM_Precision_FP16 = 9,
    CM_Precision_TF32 = 11,
    // Formats of hardware after Xe2: they can be named, and the product is refused.
    CM_Precision_BF8 = 12,
    CM_Precision_HF8 = 13,
    CM_Precision_E2M1 = 14
};
#define CM_PRECISION_U1   cm::CmPrecisionType::CM_Precision_U1
#define CM_PRECISION_S1   cm::CmPrecisionType::CM_Precision_S1
#define CM_PRECISION_U2   cm::CmPrecisionType::CM_Precision_U2
#define CM_PRECISION_S2   cm::CmPrecisionType::CM_Precision_S2
#define CM_PRECISION_U4   cm::CmPrecisionType::CM_Precision_U4
#define CM_PRECISION_S4   cm::CmPrecisionType::CM_Precision_S4
#define CM_PRECISION_U8   cm::CmPrecisionType::CM_Precision_U8
#define CM_PRECISION_S8   cm::CmPrecisionType::CM_Precision_S8
#define CM_PRECISION_BF   cm::CmPrecisionType::CM_Precision_BF16
#define CM_PRECISION_HF   cm::CmPrecisionType::CM_Precision_FP16
#define CM_PRECISION_TF32 cm::CmPrecisionType::CM_Precision_TF32
#define CM_PRECISION_BF8  cm::CmPrecisionType::CM_Precision_BF8
#define CM_PRECISION_HF8  cm::CmPrecisionType::CM_Precision_HF8
#define CM_PRECISION_E2M1 cm::CmPrecisionType::CM_Precision_E2M1

namespace detail {

constexpr int dpas_bits(CmPrecisionType p) {
    constexpr int bits[] = {1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 0, 32, 8, 8, 4};
    return bits[(int)p];
}
constexpr bool dpas_is_integer(CmPrecisionType p) {
    return (int)p < 8;
}
constexpr bool dpas_is_signed(CmPrecisionType p) {
    return dpas_is_integer(p) && (int)p % 2 == 1;
}
// Products per channel and step.
constexpr int dpas_ops(CmPrecisionType a, CmPrecisionType b) {
    int wide = dpas_bits(a) > dpas_bits(b) ? dpas_bits(a) : dpas_bits(b);
    return wide == 32 ? 1 : wide == 16 ? 2 : wide == 8 ? 4 : 8;
}
constexpr int dpas_channels = CM_GRF_WIDTH / 32;

template <CmPrecisionType P1, CmPrecisionType P2> struct dpas_default {
    using type = choose_t<dpas_is_integer(P1), int, float>;
};

template <CmPrecisionType P, class T>
constexpr bool dpas_narrow = (P == CmPrecisionType::CM_Precision_FP16 && __is_same(T, half)) ||
                             (P == CmPrecisionType::CM_Precision_BF16 && __is_same(T, bfloat16));

// Rows: number of rows of src2 in its operand, half of them for dpasw.
template <CmPrecisionType P1, CmPrecisionType P2, class T, int Depth, int Repeat, int Rows, class A, class B, class C>
CM_API constexpr auto dpas_check() { // auto: instantiated at the call
    static_assert(Depth == 8, "dpas: the depth must be 8");
    static_assert(Repeat >= 1 && Repeat <= 8, "dpas: the repeat count must be 1 to 8");
    static_assert(P1 <= CmPrecisionType::CM_Precision_TF32 && P2 <= CmPrecisionType::CM_Precision_TF32,
                  "dpas: factors of 8- and 4-bit floats need hardware after Xe2; use half or bf16");
    static_assert(dpas_is_integer(P1) == dpas_is_integer(P2) && (dpas_is_integer(P1) || P1 == P2),
                  "dpas: both factors must be integers or have the same floating-point format");
    static_assert(!(dpas_bits(P1) == 1 || dpas_bits(P2) == 1), "dpas: 1-bit factors are not supported");
#if CM_GENX < 1280
    static_assert(!(P1 == CmPrecisionType::CM_Precision_TF32),
                  "Not supported feature for this platform: it needs a target that defines CM_HAS_TF32");
#endif
    static_assert(
        dpas_is_integer(P1) ? is_integer<T> && sizeof(T) == 4 : __is_same(T, float) || dpas_narrow<P1, T>,
        "dpas: integers accumulate in int or uint, floats in float, half also in half and bf16 also in bfloat16");
#ifndef CM_HAS_DPAS_ACC_HALF
    static_assert(!__is_same(T, half),
                  "Not supported feature for this platform: it needs a target that defines CM_HAS_DPAS_ACC_HALF");
#endif
#ifndef CM_HAS_DPAS_ACC_BF16
    static_assert(!__is_same(T, bfloat16),
                  "Not supported feature for this platform: it needs a target that defines CM_HAS_DPAS_ACC_BF16");
#endif
    constexpr int ops = dpas_ops(P1, P2);
    constexpr int n = dpas_channels * Repeat;
    using T1 = elem_t<B>;
    using T2 = elem_t<C>;
    if constexpr (is_object<A>)
        static_assert(info<A>::n == n, "dpas: src0 must have channels * repeat elements; given == expected");
    static_assert(info<B>::n == dpas_bits(P1) * Depth * ops * dpas_channels / (8 * (int)sizeof(T1)),
                  "dpas: src1 must hold depth * ops * channels numbers; elements given == expected");
    static_assert(info<C>::n == dpas_bits(P2) * Depth * ops * Rows / (8 * (int)sizeof(T2)),
                  "dpas: src2 must hold depth * ops * repeat numbers; elements given == expected");
}

constexpr int dpas_info(CmPrecisionType p1, CmPrecisionType p2, int depth, int repeat) {
    return ((int)p1 + 1) | ((int)p2 + 1) << 8 | depth << 16 | repeat << 24;
}

template <class X> CM_API auto dpas_operand(const X &x) {
    constexpr int n = info<X>::n * (int)sizeof(elem_t<X>) / 4;
    return (raw<int, n>)x.get();
}

// A number in the accumulator's place must be 0.
template <class A> CM_API void dpas_no_accumulator(const A &src0) {
    __cm_check_accumulator((int)(src0 == A()));
}

template <CmPrecisionType P1, CmPrecisionType P2, class T, int Depth, int Repeat, class A, class B, class C>
CM_API auto dpas(const A &src0, const B &src1, const C &src2) {
    CM_HAS_DPAS_CONTROL(A);
    dpas_check<P1, P2, T, Depth, Repeat, Repeat, A, B, C>();
    using R = raw<T, dpas_channels * Repeat>;
    using V = vector<T, dpas_channels * Repeat>;
    constexpr int info_word = dpas_info(P1, P2, Depth, Repeat);
    auto b = dpas_operand(src1);
    auto a = dpas_operand(src2);
    if constexpr (is_object<A>)
        return V(from_raw(), __cm_dpas<R>(to<T, dpas_channels * Repeat>(src0), b, a, info_word));
    else
        return dpas_no_accumulator(src0), V(from_raw(), __cm_dpas_nosrc0<R>(b, a, info_word));
}

template <CmPrecisionType P1, CmPrecisionType P2, class T, int Depth, int Repeat, class A, class B, class C>
CM_API auto dpasw(const A &src0, const B &src1, const C &src2) {
    CM_HAS_DPASW_CONTROL(A);
    dpas_check<P1, P2, T, Depth, Repeat, (Repeat + 1) / 2, A, B, C>();
    using R = raw<T, dpas_channels * Repeat>;
    using V = vector<T, dpas_channels * Repeat>;
    constexpr int info_word = dpas_info(P1, P2, Depth, Repeat);
    auto b = dpas_operand(src1);
    auto a = dpas_operand(src2);
    if constexpr (is_object<A>)
        return V(from_raw(), __cm_dpasw<R>(to<T, dpas_channels * Repeat>(src0), b, a, info_word));
    else
        return dpas_no_accumulator(src0), V(from_raw(), __cm_dpasw_nosrc0<R>(b, a, info_word));
}

// The accumulator's type; without an accumulator, the type of the formats.
template <CmPrecisionType P1, CmPrecisionType P2, class A>
using dpas_type = choose_t<is_object<A>, elem_t<A>, typename dpas_default<P1, P2>::type>;

// The sum of products without an accumulator: it always fits in 32 bits, and is signed when a factor is signed.
template <CmPrecisionType P1, CmPrecisionType P2, class T>
using dpas_products = choose_t<dpas_is_integer(P1) && (dpas_is_signed(P1) || dpas_is_signed(P2)), int, T>;

// Adds an accumulator, or 0, to a sum of products: exactly, then clamped. 64 bits hold both signednesses.
template <class T, int N, class A, class P> CM_API vector<T, N> dpas_sum(const A &src0, const P &products) {
    if constexpr (__is_same(T, elem_t<P>))
        return cm_add<T>(src0, products, SAT);
    else
        return vector<T, N>(vector<long long, N>(src0) + products, SAT);
}

} // namespace detail

// src0 may be 0: no accumulator. The hardware does not saturate, so the accumulator is added afterwards.
#define CM_DPAS(name, impl)                                                                                            \
    template <CmPrecisionType Src1, CmPrecisionType Src2, class T0, int Depth, int Repeat, class A, class B, class C>  \
    CM_API auto name(const A &src0, const B &src1, const C &src2, int flag = _GENX_NOSAT) {                            \
        auto v = detail::impl<Src1, Src2, T0, Depth, Repeat>(src0, src1, src2);                                        \
        using P = detail::dpas_products<Src1, Src2, T0>;                                                               \
        if constexpr (detail::is_integer<T0>)                                                                          \
            if (flag)                                                                                                  \
                return detail::dpas_sum<T0, detail::dpas_channels * Repeat>(                                           \
                    src0, detail::impl<Src1, Src2, P, Depth, Repeat>(0, src1, src2));                                  \
        return decltype(v)(v, flag);                                                                                   \
    }                                                                                                                  \
    /* The type may also follow, then the factors' types and the sizes, which carry no new information. */             \
    template <CmPrecisionType Src1, CmPrecisionType Src2, int Depth, int Repeat, class T0, class T1_ = void,           \
              class T2_ = void, int... N_, class A, class B, class C>                                                  \
    CM_API auto name(const A &src0, const B &src1, const C &src2, int flag = _GENX_NOSAT) {                            \
        return name<Src1, Src2, T0, Depth, Repeat>(src0, src1, src2, flag);                                            \
    }                                                                                                                  \
    template <CmPrecisionType Src1, CmPrecisionType Src2, int Depth, int Repeat, int... N_, class A, class B, class C> \
    CM_API auto name(const A &src0, const B &src1, const C &src2, int flag = _GENX_NOSAT) {                            \
        using T0 = detail::dpas_type<Src1, Src2, A>;                                                                   \
        return name<Src1, Src2, T0, Depth, Repeat>(src0, src1, src2, flag);                                            \
    }
CM_DPAS(cm_dpas, dpas)
CM_DPAS(cm_dpasw, dpasw)
#undef CM_DPAS

} // namespace cm

namespace details {
// Channels of a product on this target.
constexpr int get_dpas_execution_size(cm::CmPrecisionType) {
    return cm::detail::dpas_channels;
}
} // namespace details

#endif
