// SPDX-License-Identifier: MIT
// Operations of atomics, and atomics on surfaces and images. Offsets are dwords.
//
//   write_atomic<ATOMIC_ADD>(surface, offsets, src0)            without old values
//   write_atomic<ATOMIC_ADD>(mask, surface, offsets, src0, old)

#ifndef CM_ATOMIC_H
#define CM_ATOMIC_H

#include <cm/detail/lanes.h>

enum CmAtomicOpType {
    ATOMIC_ADD = 0x0,
    ATOMIC_SUB = 0x1,
    ATOMIC_INC = 0x2,
    ATOMIC_DEC = 0x3,
    ATOMIC_MIN = 0x4,
    ATOMIC_MAX = 0x5,
    ATOMIC_XCHG = 0x6,
    ATOMIC_CMPXCHG = 0x7,
    ATOMIC_AND = 0x8,
    ATOMIC_OR = 0x9,
    ATOMIC_XOR = 0xA,
    ATOMIC_MINSINT = 0xB,
    ATOMIC_MAXSINT = 0xC,
    ATOMIC_FMAX = 0x10,
    ATOMIC_FMIN = 0x11,
    ATOMIC_FCMPWR = 0x12,
    ATOMIC_FADD = 0x13,
    ATOMIC_FSUB = 0x14,
    ATOMIC_PREDEC = 0xFF
};

inline namespace cm {
namespace detail {

constexpr int atomic_sources(int op) {
    return op == ATOMIC_INC || op == ATOMIC_DEC || op == ATOMIC_PREDEC ? 0
           : op == ATOMIC_CMPXCHG || op == ATOMIC_FCMPWR               ? 2
                                                                       : 1;
}
constexpr bool atomic_is_float(int op) {
    return op >= ATOMIC_FMAX && op <= ATOMIC_FSUB;
}

// Element type when the operation is an argument: taken from the destination of old values and the sources.
template <class... X> using atomic_type = typename first_elem<uint, X...>::type;
template <class T> constexpr bool atomic_fits(int op) {
    return atomic_is_float(op) == is_float<T> || op == ATOMIC_XCHG;
}
// For the old spelling: the number of sources in S for N lanes.
template <class S, int N> constexpr int old_sources = !is_object<S> ? 0 : info<S>::n == 2 * N ? 2 : 1;

#define CM_CHECK_ATOMIC(op, T, n)                                                                                      \
    CM_ERROR_IF(detail::atomic_sources((int)op) > n, "wrong number of sources for this operation: INC, DEC and "       \
                                                     "PREDEC take none, CMPXCHG and FCMPWR two, all others one")       \
    CM_ERROR_IF(!detail::atomic_fits<T>((int)op),                                                                      \
                "a floating-point atomic needs float data, and an integer atomic integer data")

// Computation type of an atomic with the arguments X after its place.
template <int Op, class Asked, class... X> struct atomic_traits {
    static constexpr int n_src = atomic_sources(Op), n_arg = sizeof...(X);
    using found = typename first_elem<choose_t<atomic_is_float(Op), float, uint>, X...>::type;
    using type = choose_t<__is_same(Asked, void), found, Asked>;
    // The older form always has two sources, of which the operation ignores some, and the destination.
    static constexpr int at_result = n_arg == 3 ? 2 : n_src;
    static_assert(n_arg == n_src || n_arg == n_src + 1 || n_arg == 3,
                  "wrong number of sources for this operation: INC, DEC and PREDEC take none, CMPXCHG and FCMPWR two, "
                  "all others one; the destination of the old values follows them");
    static_assert(!atomic_is_float(Op) || is_float<type>, "a floating-point atomic needs float data");
    static_assert(atomic_is_float(Op) || !is_float<type> || Op == ATOMIC_XCHG, "an integer atomic needs integer data");
};

// Source i of the arguments, or zeros.
template <int I, int Have, class T, int N, class... X> CM_API raw<T, N> atomic_source(X &&...x) {
    if constexpr (I < Have)
        return to<T, N>(nth<I>(x...));
    else
        return (raw<T, N>)(T)0;
}

// Stores the old values in the argument after the sources, if there is one.
template <int Have, class T, int N, class M, class... X>
CM_API void atomic_result(const M &mask, raw<T, N> old, X &&...x) {
    if constexpr (sizeof...(X) > Have) {
        put_lanes<T, N>(mask, nth<Have>(static_cast<X &&>(x)...), old);
    }
}

template <int Op, class Asked, class O, class M, class... X>
CM_API void surface_atomic(unsigned surface, const O &offsets_dw, const M &mask, X &&...x) {
    using A = atomic_traits<Op, Asked, X...>;
    using T = typename A::type;
    static_assert(sizeof(T) == 4, "an atomic on a surface needs 32-bit elements");
    constexpr int N = lanes<O>;
    raw<uint, N> at = places<uint, N>(offsets_dw) << (raw<uint, N>)2u;
    auto old = __cm_atomic<raw<T, N>>(Op, surface, at, atomic_source<0, A::n_src, T, N>(x...),
                                      atomic_source<1, A::n_src, T, N>(x...), lane_mask<N>(mask));
    atomic_result<A::at_result, T, N>(mask, old, static_cast<X &&>(x)...);
}

#define CM_WARN_IF_TWO_SOURCES(op, n)                                                                                  \
    CM_WARN_IF(n == 3 && detail::atomic_sources((int)op) < 2,                                                          \
               "[cm-deprecated] write_atomic: the operation ignores a source; pass only those that it has")

} // namespace detail

template <CmAtomicOpType Op, class T = void, int... N_, class O, class... X,
          class = detail::if_operand<detail::bare<O>>>
CM_API void write_atomic(SurfaceIndex s, const O &offsets, X &&...x) CM_WARN_IF_TWO_SOURCES(Op, (int)sizeof...(X)) {
    detail::surface_atomic<(int)Op, T>((unsigned)s, offsets, detail::all(), static_cast<X &&>(x)...);
}
template <CmAtomicOpType Op, class T = void, int... N_, class M, class O, class... X, class = detail::if_object<M>>
CM_API void write_atomic(const M &mask, SurfaceIndex s, const O &offsets, X &&...x)
    CM_WARN_IF_TWO_SOURCES(Op, (int)sizeof...(X)) {
    detail::surface_atomic<(int)Op, T>((unsigned)s, offsets, mask, static_cast<X &&>(x)...);
}

// The old spelling: one offset for all lanes, in elements. Two sources are one object of twice the lanes, the new
// values before the values to compare with. NULL replaces absent sources and unused old values.
template <CM_SAID, class O, class S, class D,
          class T = detail::choose_t<__is_same(T_, void), detail::atomic_type<S, D>, T_>>
[[deprecated("[cm-deprecated] use write_atomic<operation>(surface, offsets, ...)")]] CM_API bool
write(SurfaceIndex s, CmAtomicOpType op, uint all_dw, const O &offsets, const S &src, D &&old)
    CM_CHECK_ATOMIC(op, T, (detail::old_sources<S, detail::lanes<O>>)) {
    static_assert(sizeof(T) == 4, "an atomic on a surface needs 32-bit elements");
    constexpr int N = detail::lanes<O>, n_src = detail::old_sources<S, N>;
    detail::raw<uint, N> at = (detail::places<uint, N>(offsets) + (detail::raw<uint, N>)all_dw)
                              << (detail::raw<uint, N>)2u;
    detail::raw<T, N> src0 = (detail::raw<T, N>)(T)0, src1 = src0;
    if constexpr (n_src == 2) {
        const vector<T, 2 *N> both = src;
        src0 = detail::to<T, N>(both.template select<N, 1>(0));
        src1 = detail::to<T, N>(both.template select<N, 1>(N));
    } else if constexpr (n_src == 1) {
        src0 = detail::to<T, N>(src);
    }
    auto v = __cm_atomic<detail::raw<T, N>>((int)op, (unsigned)s, at, src0, src1, detail::lane_mask<N>(detail::all()));
    detail::put_result<T, N>(static_cast<D &&>(old), v);
    return true;
}

template <CM_SAID, class... X, class = typename detail::enable_if<sizeof...(X) != 4>::type>
CM_API bool write(SurfaceIndex, CmAtomicOpType, const X &...)
    CM_ERROR_IF(true, "write: an atomic takes its operation as a template argument; use "
                      "write_atomic<operation>(surface, offsets, ...)") {
    return false;
}

// Atomics on pixels. Arguments: old values, two sources, the coordinates u, v, r and the level of detail.
template <CmAtomicOpType Op, class D, class A, class B, class U, class V, class R, class L, class M>
CM_API void typed_atomic(const M &mask, SurfaceIndex s, D &&old, const A &src0, const B &src1, const U &u, const V &v,
                         const R &r, const L &lod) {
    using T = detail::elem_t<detail::bare<D>>;
    static_assert(sizeof(T) == 4, "an atomic on an image needs 32-bit elements");
    constexpr int N = detail::info<detail::bare<D>>::n;
    auto res = __cm_typed_atomic<detail::raw<T, N>>(
        (int)Op, (unsigned)s, detail::places<uint, N>(u), detail::places<uint, N>(v), detail::places<uint, N>(r),
        detail::places<uint, N>(lod), detail::to<T, N>(src0), detail::to<T, N>(src1), detail::lane_mask<N>(mask));
    detail::put_lanes<T, N>(mask, static_cast<D &&>(old), res);
}
template <CmAtomicOpType Op, class D, class A, class B, class U, class V = int, class R = int, class L = int,
          class = detail::if_object<detail::bare<D>>>
CM_API void write_typed_atomic(SurfaceIndex s, D &&old, const A &src0, const B &src1, const U &u, const V &v = 0,
                               const R &r = 0, const L &lod = 0) {
    typed_atomic<Op>(detail::all(), s, old, src0, src1, u, v, r, lod);
}
template <CmAtomicOpType Op, class M, class D, class A, class B, class U, class V = int, class R = int, class L = int,
          class = detail::if_object<M>>
CM_API void write_typed_atomic(const M &mask, SurfaceIndex s, D &&old, const A &src0, const B &src1, const U &u,
                               const V &v = 0, const R &r = 0, const L &lod = 0) {
    typed_atomic<Op>(mask, s, old, src0, src1, u, v, r, lod);
}

} // namespace cm

#endif
