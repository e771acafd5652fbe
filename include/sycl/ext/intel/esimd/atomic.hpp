// SPDX-License-Identifier: MIT
// Atomics of lanes on global and local memory. They return the old values. The second source of cmpxchg and fcmpxchg is
// the expected value, the first one the new value.
//
//   atomic_update<atomic_op::add, int, 16>(p, offsets_b, values, mask)

#ifndef SYCL_EXT_INTEL_ESIMD_ATOMIC_HPP
#define SYCL_EXT_INTEL_ESIMD_ATOMIC_HPP

#include <sycl/ext/intel/esimd/memory.hpp>

namespace sycl::ext::intel::esimd {

// The operations of the load/store cache, with the codes of its messages.
namespace native::lsc {
enum class atomic_op : uint8_t {
    inc = 0x08,
    dec = 0x09,
    load = 0x0a,
    store = 0x0b,
    add = 0x0c,
    sub = 0x0d,
    smin = 0x0e,
    smax = 0x0f,
    umin = 0x10,
    umax = 0x11,
    cmpxchg = 0x12,
    fadd = 0x13,
    fsub = 0x14,
    fmin = 0x15,
    fmax = 0x16,
    fcmpxchg = 0x17,
    bit_and = 0x18,
    bit_or = 0x19,
    bit_xor = 0x1a
};
} // namespace native::lsc

namespace detail {

constexpr int atomic_sources(atomic_op op) {
    return op == atomic_op::inc || op == atomic_op::dec || op == atomic_op::load || op == atomic_op::predec ? 0
           : op == atomic_op::cmpxchg || op == atomic_op::fcmpxchg                                          ? 2
                                                                                                            : 1;
}
constexpr bool atomic_is_float(atomic_op op) {
    return op >= atomic_op::fmax && op <= atomic_op::fsub;
}
// The code of the load/store cache's message; -1 where it has no such operation.
constexpr int lsc_atomic_code(atomic_op op) {
    using lsc_op = native::lsc::atomic_op;
    switch (op) {
    case atomic_op::inc:
        return (int)lsc_op::inc;
    case atomic_op::dec:
        return (int)lsc_op::dec;
    case atomic_op::load:
        return (int)lsc_op::load;
    case atomic_op::store:
    case atomic_op::xchg:
        return (int)lsc_op::store;
    case atomic_op::add:
        return (int)lsc_op::add;
    case atomic_op::sub:
        return (int)lsc_op::sub;
    case atomic_op::smin:
        return (int)lsc_op::smin;
    case atomic_op::smax:
        return (int)lsc_op::smax;
    case atomic_op::umin:
        return (int)lsc_op::umin;
    case atomic_op::umax:
        return (int)lsc_op::umax;
    case atomic_op::cmpxchg:
        return (int)lsc_op::cmpxchg;
    case atomic_op::fadd:
        return (int)lsc_op::fadd;
    case atomic_op::fsub:
        return (int)lsc_op::fsub;
    case atomic_op::fmin:
        return (int)lsc_op::fmin;
    case atomic_op::fmax:
        return (int)lsc_op::fmax;
    case atomic_op::fcmpxchg:
        return (int)lsc_op::fcmpxchg;
    case atomic_op::bit_and:
        return (int)lsc_op::bit_and;
    case atomic_op::bit_or:
        return (int)lsc_op::bit_or;
    case atomic_op::bit_xor:
        return (int)lsc_op::bit_xor;
    default:
        return -1;
    }
}

// Shared local memory has no atomics of double, of half only the minimum and the maximum.
#define ESIMD_NOT_LOCAL(op, type, bits)                                                                                \
    static_assert(Space != in_local || Op != atomic_op::op || !std::is_same_v<T, type>,                                \
                  "atomic_op::" #op " of " #type " does not exist in shared local memory; use a loop with "            \
                  "atomic_op::cmpxchg of its bits as " #bits)
template <atomic_op Op, class T, int Space> constexpr void check_atomic_place() {
    ESIMD_NOT_LOCAL(fadd, double, uint64_t);
    ESIMD_NOT_LOCAL(fsub, double, uint64_t);
    ESIMD_NOT_LOCAL(fmin, double, uint64_t);
    ESIMD_NOT_LOCAL(fmax, double, uint64_t);
    ESIMD_NOT_LOCAL(fcmpxchg, double, uint64_t);
    ESIMD_NOT_LOCAL(fadd, half, uint16_t);
    ESIMD_NOT_LOCAL(fsub, half, uint16_t);
    ESIMD_NOT_LOCAL(fcmpxchg, half, uint16_t);
}
#undef ESIMD_NOT_LOCAL

// Sums of float in shared local memory, for which no message exists: the new value is stored where the old one is still
// there. Lanes with the same place succeed in turn. Returns the old values.
template <atomic_op Op, int N, class A>
ESIMD_API raw<float, N> add_in_turn(A at, raw<float, N> x, raw<unsigned short, N> mask) {
    using bits = raw<uint32_t, N>;
    if constexpr (Op == atomic_op::fsub)
        x = -x;
    bits old = __cm_lsc_load<bits>((int)in_local, 0, 0, lsc_lane_size<uint32_t>(), 1, 0u, at, mask);
    while (__cm_any(mask)) {
        const bits sum = (bits)((raw<float, N>)old + x);
        const bits found =
            __cm_lsc_atomic<bits>(lsc_atomic_code(atomic_op::cmpxchg), (int)in_local, 0, 0, 0u, at, old, sum, mask);
        mask &= to_mask<N>(found != old);
        old = __cm_merge(found, old, mask);
    }
    return (raw<float, N>)old;
}

// Sources in the order of the load/store cache: the expected value precedes the new one.
template <atomic_op Op, class T, int N, int Space, class P, class A>
ESIMD_API raw<T, N> atomic_raw(A at, raw<T, N> first, raw<T, N> second, raw<unsigned short, N> mask) {
    constexpr bool moves = Op == atomic_op::load || Op == atomic_op::store || Op == atomic_op::xchg;
    static_assert(sizeof(T) >= 2, "an atomic takes elements of 2, 4 or 8 bytes");
    static_assert(moves || atomic_is_float(Op) == is_float<T>,
                  "a floating-point atomic needs float data, and an integer atomic integer data");
    check_atomic_place<Op, T, Space>();
    constexpr bool sum_of_floats = (Op == atomic_op::fadd || Op == atomic_op::fsub) && std::is_same_v<T, float>;
    if constexpr (has_lsc && Space == in_local && sum_of_floats) {
        return add_in_turn<Op, N>(at, first, mask);
    } else if constexpr (has_lsc) {
        static_assert(lsc_atomic_code(Op) >= 0, "atomic_op::predec does not exist on this target; use atomic_op::dec");
        return __cm_lsc_atomic<raw<T, N>>(lsc_atomic_code(Op), Space, l1_of<P>, l2_of<P>, 0u, at, first, second, mask);
    } else {
        static_assert(!has_hints<P> || never<T>,
                      "an atomic with cache hints needs the load/store cache of dg2 and later");
        // A load is an operation that changes nothing, and a store one whose result is dropped.
        using bits = std::conditional_t<sizeof(T) == 8, uint64_t, std::conditional_t<sizeof(T) == 4, uint32_t, T>>;
        if constexpr (Op == atomic_op::load)
            return (raw<T, N>)atomic_raw<atomic_op::bit_or, bits, N, Space, P>(at, raw<bits, N>(0), raw<bits, N>(0),
                                                                               mask);
        else if constexpr (Op == atomic_op::store)
            return atomic_raw<atomic_op::xchg, T, N, Space, P>(at, first, second, mask);
        else {
            constexpr bool two = atomic_sources(Op) == 2;
            const raw<T, N> src0 = two ? second : first, src1 = two ? first : second;
            if constexpr (Space == in_local)
                return __cm_atomic<raw<T, N>>((int)Op, 254u, at, src0, src1, mask);
            else
                return __cm_svm_atomic<raw<T, N>>((int)Op, at, src0, src1, mask);
        }
    }
}
// Sources as atomic_update names them.
template <atomic_op Op, class T, int N, int Space, class P, class A, class X, class Y>
ESIMD_API simd<T, N> atomic_update(A at, const X &src0, const Y &src1, const simd_mask<N> &mask) {
    const raw<T, N> x = to<T, N>(src0), y = to<T, N>(src1);
    constexpr bool two = atomic_sources(Op) == 2;
    return {from_raw(), atomic_raw<Op, T, N, Space, P>(at, two ? y : x, two ? x : y, mask.data())};
}

// As many as the program says, else as many as there are offsets.
template <int Lanes, class O> constexpr int atomic_lanes() {
    if constexpr (Lanes != 0)
        return Lanes;
    else if constexpr (is_object<O>)
        return length_of<O>;
    else
        return 1;
}
template <atomic_op Op, int N, class O>
using if_atomic = std::enable_if_t<atomic_sources(Op) == N && (std::is_integral_v<O> || is_object<O>)>;
// Whether a call has so many sources that no atomic of that operation takes them. A number is a source or the mask.
template <atomic_op Op, class... X> constexpr bool has_wrong_sources_of() {
    constexpr int n_objects = ((is_object<X> && !is_mask<X>)+... + 0), n_numbers = (is_number<X> + ... + 0);
    return n_objects > atomic_sources(Op) || n_objects + n_numbers < atomic_sources(Op);
}
template <atomic_op Op, class... X> constexpr bool has_wrong_sources = has_wrong_sources_of<Op, X...>();
} // namespace detail

// The place is a pointer with byte offsets, which may be a simd, a view or a number.
#define ESIMD_ATOMIC_HEAD(sources)                                                                                     \
    template <atomic_op Op, class T, int Lanes = 0, class... Offset, class O, class P = detail::no_properties,         \
              int N = detail::atomic_lanes<Lanes, O>(), class = detail::if_properties<P>,                              \
              class = detail::if_atomic<Op, sources, O>>
// The properties may follow the sources, without a mask.
#define ESIMD_ATOMIC(name, place, where, at, space)                                                                    \
    ESIMD_ATOMIC_HEAD(0) ESIMD_API simd<T, N> name(place, detail::converted<simd_mask<N>> mask = 1, P = {}) {          \
        return detail::atomic_update<Op, T, N, space, P>(at, (T)0, (T)0, mask);                                        \
    }                                                                                                                  \
    ESIMD_ATOMIC_HEAD(0) ESIMD_API simd<T, N> name(place, P props) {                                                   \
        return name<Op, T, N>(where, simd_mask<N>(1), props);                                                          \
    }                                                                                                                  \
    ESIMD_ATOMIC_HEAD(1)                                                                                               \
    ESIMD_API simd<T, N> name(place, detail::converted<simd<T, N>> src0, detail::converted<simd_mask<N>> mask = 1,     \
                              P = {}) {                                                                                \
        return detail::atomic_update<Op, T, N, space, P>(at, src0, (T)0, mask);                                        \
    }                                                                                                                  \
    ESIMD_ATOMIC_HEAD(1) ESIMD_API simd<T, N> name(place, detail::converted<simd<T, N>> src0, P props) {               \
        return name<Op, T, N>(where, src0, simd_mask<N>(1), props);                                                    \
    }                                                                                                                  \
    ESIMD_ATOMIC_HEAD(2)                                                                                               \
    ESIMD_API simd<T, N> name(place, detail::converted<simd<T, N>> src0, detail::converted<simd<T, N>> src1,           \
                              detail::converted<simd_mask<N>> mask = 1, P = {}) {                                      \
        return detail::atomic_update<Op, T, N, space, P>(at, src0, src1, mask);                                        \
    }                                                                                                                  \
    ESIMD_ATOMIC_HEAD(2)                                                                                               \
    ESIMD_API simd<T, N> name(place, detail::converted<simd<T, N>> src0, detail::converted<simd<T, N>> src1,           \
                              P props) {                                                                               \
        return name<Op, T, N>(where, src0, src1, simd_mask<N>(1), props);                                              \
    }                                                                                                                  \
    template <atomic_op Op, class T, int N = 1, class O, class... X,                                                   \
              class = std::enable_if_t<detail::has_wrong_sources<Op, X...>>>                                           \
    ESIMD_API simd<T, N> name(place, const X &...) {                                                                   \
        static_assert(                                                                                                 \
            detail::never<T>,                                                                                          \
            "wrong number of sources: inc, dec and load take none, cmpxchg and fcmpxchg two, all others one");         \
        return {};                                                                                                     \
    }
#define ESIMD_COMMA ,
ESIMD_ATOMIC(atomic_update, T *p ESIMD_COMMA const O &off_b, p ESIMD_COMMA off_b,
             detail::addresses<N>(p ESIMD_COMMA off_b), detail::in_global)
ESIMD_ATOMIC(slm_atomic_update, const O &off_b, off_b, (detail::to<uint32_t ESIMD_COMMA N>(off_b)), detail::in_local)
#undef ESIMD_ATOMIC
#undef ESIMD_ATOMIC_HEAD
#undef ESIMD_COMMA

namespace detail {
// The operation of that code.
constexpr atomic_op operation_of(native::lsc::atomic_op code) {
    for (int op = 0; op < (int)atomic_op::predec; op++)
        if (lsc_atomic_code((atomic_op)op) == (int)code && (atomic_op)op != atomic_op::xchg)
            return (atomic_op)op;
    return atomic_op::predec;
}
} // namespace detail
template <native::lsc::atomic_op Op, class T, int N, class A, class O, class... X>
ESIMD_API simd<T, N> atomic_update(A &&place, const O &off_b, X... x) {
    return atomic_update<detail::operation_of(Op), T, N>(place, off_b, x...);
}
template <native::lsc::atomic_op Op, class T, int N, class O, class... X>
ESIMD_API simd<T, N> slm_atomic_update(const O &off_b, X... x) {
    return slm_atomic_update<detail::operation_of(Op), T, N>(off_b, x...);
}

} // namespace sycl::ext::intel::esimd

#endif
