// SPDX-License-Identifier: MIT
// Memory by address. svmptr_t is an address of 64 bits, or of 32 with -m32; offsets and strides are in bytes. cm_ptr_*
// are the same for typed pointers with offsets in bytes. A pointer to __local leads to shared local memory.

#ifndef CM_SVM_H
#define CM_SVM_H

#include <cm/atomic.h>
#include <cm/detail/spaces.h>
#include <cm/memory.h>
#include <cm/scatter.h>

#define CM_CHECK_ADDRESSES(A)                                                                                          \
    static_assert(!detail::is_object<A> || detail::is_float<detail::elem_t<A>> ||                                      \
                      sizeof(detail::elem_t<A>) >= CM_PTRSIZE / 8,                                                     \
                  "addresses must be a vector<svmptr_t, N>; narrower elements are offsets, which cm_ptr_load takes")

inline namespace cm {
namespace detail {
template <int N, class T, class O> CM_API vector<address, N> addresses(T *p, const O &off) {
    return {from_raw(), places<address, N>(off) + (raw<address, N>)(address)p};
}
} // namespace detail

// Blocks of any size, at a multiple of 16 bytes; at a multiple of 4 for _unaligned.
template <CM_SAID, class X, class = detail::if_target<X>> CM_API void cm_svm_block_read(detail::address p, X &&out) {
    CM_CHECK_SAID(X);
    using I = detail::target<X>;
    out.set(__cm_svm_read<detail::raw<typename I::elem, I::n>>(p));
}
template <CM_SAID, class X, class = detail::if_target<X>>
CM_API void cm_svm_block_read_unaligned(detail::address p, X &&out) {
    CM_CHECK_SAID(X);
    using I = detail::target<X>;
    out.set(__cm_svm_read_dword<detail::raw<typename I::elem, I::n>>(p));
}
template <CM_SAID, class X, class = detail::if_object<X>>
CM_API void cm_svm_block_write(detail::address p, const X &v) {
    __cm_svm_write(p, detail::as_said<T_, N_...>(v).get());
}
namespace detail {
template <class T, class X> CM_API void read_block(T *p, X &&out, bool unaligned) {
    using I = target<X>;
    using R = raw<typename I::elem, I::n>;
    if constexpr (!pointee<T>::local)
        out.set(unaligned ? __cm_svm_read_dword<R>((address)p) : __cm_svm_read<R>((address)p));
    else if (unaligned)
        out.set(__cm_oword_read_dword<R>(slm_surface, 0, (int)(address)p));
    else
        out.set(__cm_oword_read<R>(slm_surface, 0, (int)(address)p));
}
} // namespace detail
template <CM_SAID, class P, class X, class = detail::if_target<X>> CM_API void cm_ptr_block_read(P *p, X &&out) {
    detail::read_block(p, out, false);
}
template <CM_SAID, class P, class X, class = detail::if_target<X>>
CM_API void cm_ptr_block_read_unaligned(P *p, X &&out) {
    detail::read_block(p, out, true);
}
template <CM_SAID, class P, class X, class = detail::if_object<X>> CM_API void cm_ptr_block_write(P *p, const X &v) {
    CM_CHECK_WRITTEN(P *);
    auto data = detail::as_said<detail::choose_t<sizeof...(N_) == 0, void, T_>, N_...>(v).get();
    if constexpr (detail::pointee<P>::local)
        __cm_oword_write(detail::slm_surface, (int)(detail::address)p, data);
    else
        __cm_svm_write((detail::address)p, data);
}

// One element for each address.
template <CM_SAID, class A, class X, class = detail::if_operand<A>, class = detail::if_target<X>>
CM_API void cm_svm_scatter_read(const A &addresses, X &&out) {
    CM_CHECK_SAID(X);
    using I = detail::target<X>;
    CM_CHECK_ADDRESSES(A);
    static_assert(I::n == detail::lanes<A>, "the vector needs exactly one address for each of its elements");
    out.set(__cm_svm_gather<detail::raw<typename I::elem, I::n>>(detail::places<detail::address, I::n>(addresses),
                                                                 detail::lane_mask<I::n>(detail::all())));
}
template <CM_SAID, class A, class X, class = detail::if_operand<A>, class = detail::if_operand<X>>
CM_API void cm_svm_scatter_write(const A &addresses, const X &in) {
    using T = detail::said_t<T_, X>;
    constexpr int N = detail::lanes<A>;
    CM_CHECK_ADDRESSES(A);
    __cm_svm_scatter(detail::places<detail::address, N>(addresses), detail::lane_mask<N>(detail::all()),
                     detail::to<T, N>(in));
}
template <CM_SAID, class P, class O, class X, class = detail::if_target<X>>
CM_API void cm_ptr_scatter_read(P *p, const O &offsets, X &&out) {
    constexpr int N = detail::lanes<O>;
    if constexpr (detail::pointee<P>::local)
        out.set(detail::read_lanes<true, typename detail::target<X>::elem, N>(detail::addresses<N>(p, offsets).get(),
                                                                              detail::lane_mask<N>(detail::all())));
    else
        cm_svm_scatter_read(detail::addresses<N>(p, offsets), out);
}
template <CM_SAID, class P, class O, class X> CM_API void cm_ptr_scatter_write(P *p, const O &offsets, const X &in) {
    constexpr int N = detail::lanes<O>;
    using T = detail::said_t<detail::choose_t<sizeof...(N_) == 0, void, T_>, X>;
    CM_CHECK_WRITTEN(P *);
    if constexpr (detail::pointee<P>::local)
        detail::write_lanes<true, T, N>(detail::addresses<N>(p, offsets).get(), detail::lane_mask<N>(detail::all()),
                                        detail::to<T, N>(in));
    else
        cm_svm_scatter_write<T>(detail::addresses<N>(p, offsets), in);
}

// Up to four dwords for each address, grouped by component.
namespace detail {
template <bool Local = false, class O, class X>
CM_API void flat_read4(address base, const O &offsets, X &&out, int mask) {
    CM_CHECK_QUAD(X, O);
    constexpr int N = lanes<O>;
    raw<ushort, N> on = lane_mask<N>(all());
    if constexpr (Local)
        out.set(__cm_gather4(slm_surface, mask, (uint)base, places<uint, N>(offsets), on, out.get()));
    else
        out.set(__cm_svm_gather4(base, mask, places<address, N>(offsets), on, out.get()));
}
template <bool Local = false, class O, class X>
CM_API void flat_write4(address base, const O &offsets, const X &in, int mask) {
    CM_CHECK_QUAD(X, O);
    constexpr int N = lanes<O>;
    raw<ushort, N> on = lane_mask<N>(all());
    if constexpr (Local)
        __cm_scatter4(slm_surface, mask, (uint)base, places<uint, N>(offsets), on, in.get());
    else
        __cm_svm_scatter4(base, mask, places<address, N>(offsets), on, in.get());
}
} // namespace detail
template <class O, class X, class = detail::if_target<X>>
CM_API void cm_svm_gather4_scaled(const O &addresses, X &&out, ChannelMaskType mask) {
    detail::flat_read4(0, addresses, out, (int)mask);
}
template <class O, class X, class = detail::if_object<X>>
CM_API void cm_svm_scatter4_scaled(const O &addresses, const X &in, ChannelMaskType mask) {
    detail::flat_write4(0, addresses, in, (int)mask);
}
template <CM_SAID, class P, class O, class X, class = detail::if_target<X>>
CM_API void cm_ptr_read4(P *p, const O &offsets, X &&out, ChannelMaskType mask) {
    detail::flat_read4<detail::pointee<P>::local>((detail::address)p, offsets, out, (int)mask);
}
template <CM_SAID, class P, class O, class X, class = detail::if_object<X>>
CM_API void cm_ptr_write4(P *p, const O &offsets, const X &in, ChannelMaskType mask) {
    CM_CHECK_WRITTEN(P *);
    detail::flat_write4<detail::pointee<P>::local>((detail::address)p, offsets, in, (int)mask);
}

// Atomics: the operation, addresses, the destination of old values (or NULL), sources.
namespace detail {
template <class T, bool Local = false, class A, class D, class... X>
CM_API void flat_atomic(int op, const A &addresses, D &&old, const X &...x) {
    static_assert(sizeof(T) >= 4, "an atomic needs 32- or 64-bit elements");
    static_assert(!Local || sizeof(T) == 4, "an atomic in local memory needs 32-bit elements");
    static_assert(sizeof...(X) <= 2, "an atomic takes at most two sources");
    constexpr int N = lanes<A>;
    auto first = atomic_source<0, sizeof...(X), T, N>(x...), second = atomic_source<1, sizeof...(X), T, N>(x...);
    if constexpr (Local)
        put_result<T, N>(static_cast<D &&>(old), __cm_atomic<raw<T, N>>(op, slm_surface, places<uint, N>(addresses),
                                                                        first, second, lane_mask<N>(all())));
    else
        put_result<T, N>(static_cast<D &&>(old), __cm_svm_atomic<raw<T, N>>(op, places<address, N>(addresses), first,
                                                                            second, lane_mask<N>(all())));
}
} // namespace detail
template <class A, class D, class... X, class T = detail::atomic_type<D, X...>, class = detail::if_operand<A>>
CM_API void cm_svm_atomic(CmAtomicOpType op, const A &addresses, D &&old, const X &...x)
    CM_CHECK_ATOMIC(op, T, (int)sizeof...(X)) {
    detail::flat_atomic<T>((int)op, addresses, static_cast<D &&>(old), x...);
}
template <CmAtomicOpType Op, CM_SAID, class P, class O, class D, class... X, class T = detail::in_memory<P>>
CM_API void cm_ptr_atomic(P *p, const O &offsets, D &&old, const X &...x) CM_CHECK_ATOMIC(Op, T, (int)sizeof...(X))
    CM_ERROR_IF(detail::pointee<P>::local && (Op == ATOMIC_FADD || Op == ATOMIC_FSUB),
                "local memory has no floating-point atomic add; use ATOMIC_FCMPWR in a loop") {
    CM_CHECK_WRITTEN(P *);
    detail::flat_atomic<T, detail::pointee<P>::local>((int)Op, detail::addresses<detail::lanes<O>>(p, offsets),
                                                      static_cast<D &&>(old), x...);
}

#undef CM_CHECK_ADDRESSES

} // namespace cm

#endif
