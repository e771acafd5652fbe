// SPDX-License-Identifier: MIT
// Local memory of a group of threads.
//
//   cm_slm_init(4096);  uint b = cm_slm_alloc(1024);
//   cm_slm_write(b, offsets, v);  cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);  cm_barrier();
//   cm_slm_read(b, offsets, v);
//
// Offsets of _read and _write are in elements, those of _scaled and of blocks in bytes.

#ifndef CM_SLM_H
#define CM_SLM_H

#include <cm/atomic.h>
#include <cm/detail/spaces.h>
#include <cm/scatter.h>
#include <cm/memory.h>
#include <cm/threads.h>

// Component masks: a set bit disables a component.
enum SLM_ChannelMaskType {
    SLM_R_ENABLE = 14,
    SLM_G_ENABLE = 13,
    SLM_GR_ENABLE = 12,
    SLM_B_ENABLE = 11,
    SLM_BR_ENABLE = 10,
    SLM_BG_ENABLE = 9,
    SLM_BGR_ENABLE = 8,
    SLM_A_ENABLE = 7,
    SLM_AR_ENABLE = 6,
    SLM_AG_ENABLE = 5,
    SLM_AGR_ENABLE = 4,
    SLM_AB_ENABLE = 3,
    SLM_ABR_ENABLE = 2,
    SLM_ABG_ENABLE = 1,
    SLM_ABGR_ENABLE = 0
};

inline namespace cm {
CM_API void cm_slm_init(int bytes) {
    __cm_slm_init(bytes);
}
CM_API uint cm_slm_alloc(int bytes) {
    return __cm_slm_alloc(bytes);
}
CM_API void cm_slm_free(uint) {}

template <CM_SAID, class O, class X, class = detail::if_operand<O>, class = detail::if_target<X>>
CM_API void cm_slm_read(uint buffer, const O &offsets, X &&out) {
    CM_CHECK_SAID(X);
    detail::gather(detail::slm_surface, buffer, offsets, (uint)sizeof(detail::elem_t<detail::bare<X>>), out);
}
template <CM_SAID, class O, class X, class = detail::if_operand<O>>
CM_API void cm_slm_write(uint buffer, const O &offsets, const X &in) {
    using T = detail::said_t<T_, X>;
    detail::scatter<T>(detail::slm_surface, buffer, offsets, (uint)sizeof(T), in);
}
template <CM_SAID, class O, class X, class = detail::if_operand<O>, class = detail::if_target<X>>
CM_API void cm_slm_read_scaled(uint buffer, const O &offsets_b, X &&out) {
    CM_CHECK_SAID(X);
    detail::gather(detail::slm_surface, buffer, offsets_b, 1u, out);
}
template <CM_SAID, class O, class X, class = detail::if_operand<O>>
CM_API void cm_slm_write_scaled(uint buffer, const O &offsets_b, const X &in) {
    detail::scatter<detail::said_t<T_, X>>(detail::slm_surface, buffer, offsets_b, 1u, in);
}

namespace detail {
template <class O, class X> CM_API void slm_read4(uint buffer, const O &offsets, uint scale_b, X &&out, int skipped) {
    CM_CHECK_QUAD(X, O);
    constexpr int N = lanes<O>;
    raw<uint, N> at = places<uint, N>(offsets) * (raw<uint, N>)scale_b;
    out.set(__cm_gather4(slm_surface, ~skipped & 15, buffer, at, lane_mask<N>(all()), out.get()));
}
template <class O, class X>
CM_API void slm_write4(uint buffer, const O &offsets, uint scale_b, const X &in, int skipped) {
    CM_CHECK_QUAD(X, O);
    constexpr int N = lanes<O>;
    raw<uint, N> at = places<uint, N>(offsets) * (raw<uint, N>)scale_b;
    __cm_scatter4(slm_surface, ~skipped & 15, buffer, at, lane_mask<N>(all()), in.get());
}
} // namespace detail

template <class O, class X> CM_API void cm_slm_read4(uint buffer, const O &offsets, X &&out, SLM_ChannelMaskType mask) {
    detail::slm_read4(buffer, offsets, 4u, out, (int)mask);
}
template <class O, class X>
CM_API void cm_slm_write4(uint buffer, const O &offsets, const X &in, SLM_ChannelMaskType mask) {
    detail::slm_write4(buffer, offsets, 4u, in, (int)mask);
}
template <class O, class X>
CM_API void cm_slm_read4_scaled(uint buffer, const O &offsets_b, X &&out, SLM_ChannelMaskType mask) {
    detail::slm_read4(buffer, offsets_b, 1u, out, (int)mask);
}
template <class O, class X>
CM_API void cm_slm_write4_scaled(uint buffer, const O &offsets_b, const X &in, SLM_ChannelMaskType mask) {
    detail::slm_write4(buffer, offsets_b, 1u, in, (int)mask);
}

// Blocks of any size, at a multiple of 16 bytes, or of 4 with the attribute for it.
template <CM_SAID, class X, class = detail::if_object<detail::bare<X>>>
CM_API void cm_slm_block_read(uint buffer, CmBufferAttrib attr, int offset_b, X &&out) {
    CM_CHECK_SAID(X);
    using I = detail::info<detail::bare<X>>;
    using R = detail::raw<typename I::elem, I::n>;
    int at = (int)buffer + offset_b;
    if (detail::is_dword_aligned(attr))
        out.set(__cm_oword_read_dword<R>(detail::slm_surface, 0, at));
    else
        out.set(__cm_oword_read<R>(detail::slm_surface, 0, at));
}
template <CM_SAID, class X, class = detail::if_object<detail::bare<X>>>
CM_API void cm_slm_block_read(uint buffer, int offset_b, X &&out) {
    CM_CHECK_SAID(X);
    cm_slm_block_read(buffer, GENX_NONE, offset_b, out);
}
template <CM_SAID, class X, class = detail::if_object<X>>
CM_API void cm_slm_block_write(uint buffer, int offset_b, const X &in) {
    __cm_oword_write(detail::slm_surface, (int)buffer + offset_b, detail::as_said<T_, N_...>(in).get());
}

// The operation is a constant argument.
template <class O, class D, class... X, class T = detail::atomic_type<D, X...>>
CM_API void cm_slm_atomic(uint buffer, CmAtomicOpType op, const O &offsets, D &&old, const X &...x)
    CM_CHECK_ATOMIC(op, T, (int)sizeof...(X))
        CM_ERROR_IF(op == ATOMIC_FADD || op == ATOMIC_FSUB,
                    "local memory has no floating-point atomic add; use ATOMIC_FCMPWR in a loop") {
    static_assert(sizeof...(X) <= 2, "an atomic takes at most two sources");
    static_assert(sizeof(T) == 4, "an atomic in local memory needs 32-bit elements");
    constexpr int N = detail::lanes<O>;
    detail::raw<uint, N> at =
        (detail::places<uint, N>(offsets) << (detail::raw<uint, N>)2u) + (detail::raw<uint, N>)buffer;
    auto v = __cm_atomic<detail::raw<T, N>>(
        (int)op, (unsigned)detail::slm_surface, at, detail::atomic_source<0, sizeof...(X), T, N>(x...),
        detail::atomic_source<1, sizeof...(X), T, N>(x...), detail::lane_mask<N>(detail::all()));
    detail::put_result<T, N>(static_cast<D &&>(old), v);
}

// All threads of the group copy size bytes, a multiple of 256, from memory, and then wait for each other.
namespace detail {
template <class F> CM_API void slm_copy(uint buffer, uint size, F read_at) {
    uint step = cm_linear_local_size() * 256u;
    for (uint at = cm_linear_local_id() * 256u; at < size; at += step) {
        vector<uint, 64> part;
        read_at(at, part);
        cm_slm_block_write(buffer, (int)at, part);
    }
    cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);
    cm_barrier();
}
} // namespace detail
CM_API void cm_slm_load(uint buffer, detail::address p, uint offset_b, uint size) {
    detail::slm_copy(
        buffer, size, [&](uint at, vector<uint, 64> & v) __attribute__((always_inline, nodebug)) {
            cm_svm_block_read(p + offset_b + at, v);
        });
}
CM_API void cm_slm_load(uint buffer, SurfaceIndex s, uint offset_b, uint size) {
    detail::slm_copy(
        buffer, size, [&](uint at, vector<uint, 64> & v) __attribute__((always_inline, nodebug)) {
            read(s, (int)(offset_b + at), v);
        });
}

} // namespace cm

#endif
