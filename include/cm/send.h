// SPDX-License-Identifier: MIT
// Messages with user-defined bits. Payloads and results are whole registers.

#ifndef CM_SEND_H
#define CM_SEND_H

#include <cm/detail/lanes.h>

inline namespace cm {
namespace detail {

constexpr int grf_b = CM_GRF_WIDTH / 8;
template <class X> constexpr int registers = (info<X>::n * (int)sizeof(elem_t<X>) + grf_b - 1) / grf_b;

enum { send_simd16 = 4 }; // execution sizes are logarithms

#define CM_CHECK_REGISTERS(X, what)                                                                                    \
    static_assert(detail::info<detail::bare<X>>::n * (int)sizeof(detail::elem_t<detail::bare<X>>) % detail::grf_b ==   \
                      0,                                                                                               \
                  what " of a message must be a whole number of registers")

template <class D, class A, class B>
CM_API void send(D &&response, const A &msg, const B &msg2, int nsrc1, uint exdesc, uint desc, int sendc) {
    CM_CHECK_REGISTERS(A, "the payload");
    raw<ushort, 16> mask = (raw<ushort, 16>)(ushort)1;
    int exec = send_simd16;
    if constexpr (is_object<bare<D>>) {
        CM_CHECK_REGISTERS(D, "the response");
        using I = info<bare<D>>;
        response.set(__cm_raw_send<raw<typename I::elem, I::n>>(sendc, exec, (int)(exdesc & 15), registers<A>, nsrc1,
                                                                registers<bare<D>>, exdesc, desc, msg.get(), msg2.get(),
                                                                response.get(), mask));
    } else {
        __cm_raw_send<uint>(sendc, exec, (int)(exdesc & 15), registers<A>, nsrc1, 0, exdesc, desc, msg.get(),
                            msg2.get(), 0u, mask);
    }
}

} // namespace detail

// response: a vector, or NULL. The low four bits of ex_desc select the shared function.
template <class D, class A>
CM_API void cm_send(D &&response, const A &msg, uint ex_desc, uint msg_desc, int sendc = 0) {
    detail::send(response, msg, vector<uint, 1>(0u), 0, ex_desc, msg_desc, sendc);
}
template <class D, class A, class B>
CM_API void cm_sends(D &&response, const A &msg, const B &msg2, uint ex_desc, uint msg_desc, int sendc = 0) {
    CM_CHECK_REGISTERS(B, "the second payload");
    detail::send(response, msg, msg2, detail::registers<B>, ex_desc, msg_desc, sendc);
}

// All parameters explicit: exec_size is 1, 2, 4, 8, 16 or 32 lanes; counts are in registers.
template <class D, class A, class B, class M = detail::all>
CM_API void cm_raw_send(D &&response, const A &msg, const B &msg2, uint ex_desc, uint msg_desc, int exec_size, int sfid,
                        int nsrc0, int nsrc1, int ndst, int is_eot, int is_sendc, const M &mask = M()) {
    int exec = exec_size == 32   ? 5
               : exec_size == 16 ? 4
               : exec_size == 8  ? 3
               : exec_size == 4  ? 2
               : exec_size == 2  ? 1
                                 : 0;
    constexpr int lanes =
        detail::choose_t<__is_same(M, detail::all), detail::info<vector<int, 16>>, detail::info<M>>::n;
    auto second = [&]() __attribute__((always_inline, nodebug)) {
        if constexpr (detail::is_object<B>)
            return msg2.get();
        else
            return 0u;
    };
    if constexpr (detail::is_object<detail::bare<D>>) {
        using I = detail::info<detail::bare<D>>;
        response.set(__cm_raw_send<detail::raw<typename I::elem, I::n>>(
            is_sendc | is_eot << 1, exec, sfid, nsrc0, nsrc1, ndst, ex_desc, msg_desc, msg.get(), second(),
            response.get(), detail::lane_mask<lanes>(mask)));
    } else {
        __cm_raw_send<uint>(is_sendc | is_eot << 1, exec, sfid, nsrc0, nsrc1, 0, ex_desc, msg_desc, msg.get(), second(),
                            0u, detail::lane_mask<lanes>(mask));
    }
}

} // namespace cm

#endif
