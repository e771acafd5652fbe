// SPDX-License-Identifier: MIT
// Messages with all bits given by the program. Payloads and results are whole registers; counts are registers.
//
//   v = raw_send<1, 15, 1, 2>(v, payload, ex_desc, msg_desc);

#ifndef SYCL_EXT_INTEL_ESIMD_SEND_HPP
#define SYCL_EXT_INTEL_ESIMD_SEND_HPP

#include <sycl/ext/intel/esimd/common.hpp>

namespace sycl::ext::intel::esimd {

enum class raw_send_eot : uint8_t { not_eot = 0, eot = 1 };
enum class raw_send_sendc : uint8_t { not_sendc = 0, sendc = 1 };

namespace detail {

constexpr int log2_of(int n) {
    return n > 1 ? 1 + log2_of(n / 2) : 0;
}
// The host's compiler sees kernels of all targets.
#ifdef __SYCL_DEVICE_ONLY__
constexpr int register_b = CM_GRF_WIDTH / 8;
#else
constexpr int register_b = 32;
#endif
#define ESIMD_CHECK_PAYLOAD(v, what)                                                                                   \
    static_assert(sizeof(v) % detail::register_b == 0, what " of a message must be a whole number of registers")
#define ESIMD_CHECK_LANES(n)                                                                                           \
    static_assert(n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32,                                          \
                  "a message has 1, 2, 4, 8, 16 or 32 lanes")

template <class R, int Exec, int Sfid, int Src0, int Src1, int Dst, raw_send_eot Eot, raw_send_sendc Sendc, class A,
          class B>
ESIMD_API R send(R old, A src0, B src1, uint32_t ex_desc, uint32_t msg_desc, raw<unsigned short, Exec> mask) {
    ESIMD_CHECK_LANES(Exec);
    ESIMD_CHECK_PAYLOAD(A, "the payload");
    constexpr int exec = log2_of(Exec);
    return __cm_raw_send<R>((int)Sendc | (int)Eot << 1, exec, Sfid, Src0, Src1, Dst, ex_desc, msg_desc, src0, src1, old,
                            mask);
}

} // namespace detail

#define ESIMD_SEND_END raw_send_eot Eot = raw_send_eot::not_eot, raw_send_sendc Sendc = raw_send_sendc::not_sendc
// Exec lanes; Sfid selects the shared function.
template <uint8_t Exec, uint8_t Sfid, uint8_t Src0, uint8_t Dst, ESIMD_SEND_END, class T1, int N1, class T2, int N2>
ESIMD_API simd<T1, N1> raw_send(simd<T1, N1> old, simd<T2, N2> src0, uint32_t ex_desc, uint32_t msg_desc,
                                simd_mask<Exec> mask = 1) {
    using R = detail::raw<T1, N1>;
    ESIMD_CHECK_PAYLOAD(R, "the response");
    return {detail::from_raw(), detail::send<R, Exec, Sfid, Src0, 0, Dst, Eot, Sendc>(old.data(), src0.data(), 0u,
                                                                                      ex_desc, msg_desc, mask.data())};
}
template <uint8_t Exec, uint8_t Sfid, uint8_t Src0, ESIMD_SEND_END, class T, int N>
ESIMD_API void raw_send(simd<T, N> src0, uint32_t ex_desc, uint32_t msg_desc, simd_mask<Exec> mask = 1) {
    detail::send<unsigned, Exec, Sfid, Src0, 0, 0, Eot, Sendc>(0u, src0.data(), 0u, ex_desc, msg_desc, mask.data());
}
template <uint8_t Exec, uint8_t Sfid, uint8_t Src0, uint8_t Src1, uint8_t Dst, ESIMD_SEND_END, class T1, int N1,
          class T2, int N2, class T3, int N3>
ESIMD_API simd<T1, N1> raw_sends(simd<T1, N1> old, simd<T2, N2> src0, simd<T3, N3> src1, uint32_t ex_desc,
                                 uint32_t msg_desc, simd_mask<Exec> mask = 1) {
    using R = detail::raw<T1, N1>;
    ESIMD_CHECK_PAYLOAD(R, "the response");
    return {detail::from_raw(), detail::send<R, Exec, Sfid, Src0, Src1, Dst, Eot, Sendc>(
                                    old.data(), src0.data(), src1.data(), ex_desc, msg_desc, mask.data())};
}
template <uint8_t Exec, uint8_t Sfid, uint8_t Src0, uint8_t Src1, ESIMD_SEND_END, class T1, int N1, class T2, int N2>
ESIMD_API void raw_sends(simd<T1, N1> src0, simd<T2, N2> src1, uint32_t ex_desc, uint32_t msg_desc,
                         simd_mask<Exec> mask = 1) {
    detail::send<unsigned, Exec, Sfid, Src0, Src1, 0, Eot, Sendc>(0u, src0.data(), src1.data(), ex_desc, msg_desc,
                                                                  mask.data());
}
#undef ESIMD_SEND_END

} // namespace sycl::ext::intel::esimd

#endif
