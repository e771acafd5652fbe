// SPDX-License-Identifier: MIT
// Atomics of lanes on global and local memory. They return the old values. The second source of cmpxchg and fcmpxchg is
// the expected value, the first one the new value.
//
//   atomic_update<atomic_op::add, int, 16>(p, offsets_b, values, mask)

#ifndef SYCL_EXT_INTEL_ESIMD_ATOMIC_HPP
#define SYCL_EXT_INTEL_ESIMD_ATOMIC_HPP

#include <sycl/ext/intel/esimd/memory.hpp>

namespace sycl::ext::intel::esimd {
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
    switch (op) {
    case atomic_op::inc:
        return 0x8;
    case atomic_op::dec:
        return 0x9;
    case atomic_op::load:
        return 0xa;
    case atomic_op::store:
    case atomic_op::xchg:
        return 0xb;
    case atomic_op::add:
        return 0xc;
    case atomic_op::sub:
        return 0xd;
    case atomic_op::smin:
        return 0xe;
    case atomic_op::smax:
        return 0xf;
    case atomic_op::umin:
        return 0x10;
    case atomic_op::umax:
        return 0x11;
    case atomic_op::cmpxchg:
        return 0x12;
    case atomic_op::fadd:
        return 0x13;
    case atomic_op::fsub:
        return 0x14;
    case atomic_op::fmin:
        return 0x15;
    case atomic_op::fmax:
        return 0x16;
    case atomic_op::fcmpxchg:
        return 0x17;
    case atomic_op::bit_and:
        return 0x18;
    case atomic_op::bit_or:
        return 0x19;
    case atomic_op::bit_xor:
        return 0x1a;
    default:
        return -1;
    }
}

// Sources in the order of the load/store cache: the expected value precedes the new one.
template <atomic_op Op, class T, int N, int Space, class P, class A>
ESIMD_API raw<T, N> atomic_raw(A at, raw<T, N> first, raw<T, N> second, raw<unsigned short, N> mask) {
    constexpr bool moves = Op == atomic_op::load || Op == atomic_op::store || Op == atomic_op::xchg;
    static_assert(sizeof(T) >= 2, "an atomic takes elements of 2, 4 or 8 bytes");
    static_assert(moves || atomic_is_float(Op) == is_float<T>,
                  "a floating-point atomic needs float data, and an integer atomic integer data");
    if constexpr (has_lsc) {
        static_assert(lsc_atomic_code(Op) >= 0, "atomic_op::predec does not exist on this target; use atomic_op::dec");
        return __cm_lsc_atomic<raw<T, N>>(lsc_atomic_code(Op), Space, l1_of<P>, l2_of<P>, 0u, at, first, second, mask);
    } else {
        static_assert(!has_hints<P> || never<T>,
                      "an atomic with cache hints needs the load/store cache of dg2 and later");
        static_assert(Op != atomic_op::load && Op != atomic_op::store,
                      "atomic_op::load and atomic_op::store need the load/store cache of dg2 and later");
        constexpr bool two = atomic_sources(Op) == 2;
        const raw<T, N> src0 = two ? second : first, src1 = two ? first : second;
        if constexpr (Space == in_local)
            return __cm_atomic<raw<T, N>>((int)Op, 254u, at, src0, src1, mask);
        else
            return __cm_svm_atomic<raw<T, N>>((int)Op, at, src0, src1, mask);
    }
}
// Sources as atomic_update names them.
template <atomic_op Op, class T, int N, int Space, class P, class A, class X, class Y>
ESIMD_API simd<T, N> atomic_update(A at, const X &src0, const Y &src1, const simd_mask<N> &mask) {
    const raw<T, N> x = to<T, N>(src0), y = to<T, N>(src1);
    constexpr bool two = atomic_sources(Op) == 2;
    return {from_raw(), atomic_raw<Op, T, N, Space, P>(at, two ? y : x, two ? x : y, mask.data())};
}

#define ESIMD_CHECK_SOURCES(Op, n)                                                                                     \
    static_assert(detail::atomic_sources(Op) == n,                                                                     \
                  "wrong number of sources: inc, dec and load take none, cmpxchg and fcmpxchg two, all others one")
} // namespace detail

// The place is a pointer with byte offsets, which may be a simd, a view or a number.
#define ESIMD_ATOMIC(head, name, place, at, space)                                                                     \
    head ESIMD_API simd<T, N> name(place, simd_mask<N> mask = 1, P = {}) {                                             \
        ESIMD_CHECK_SOURCES(Op, 0);                                                                                    \
        return detail::atomic_update<Op, T, N, space, P>(at, (T)0, (T)0, mask);                                        \
    }                                                                                                                  \
    head ESIMD_API simd<T, N> name(place, simd<T, N> src0, simd_mask<N> mask = 1, P = {}) {                            \
        ESIMD_CHECK_SOURCES(Op, 1);                                                                                    \
        return detail::atomic_update<Op, T, N, space, P>(at, src0, (T)0, mask);                                        \
    }                                                                                                                  \
    head ESIMD_API simd<T, N> name(place, simd<T, N> src0, simd<T, N> src1, simd_mask<N> mask = 1, P = {}) {           \
        ESIMD_CHECK_SOURCES(Op, 2);                                                                                    \
        return detail::atomic_update<Op, T, N, space, P>(at, src0, src1, mask);                                        \
    }
#define ESIMD_HEAD                                                                                                     \
    template <atomic_op Op, class T, int N, class O, class P = detail::no_properties,                                  \
              class = detail::if_properties<P>,                                                                        \
              class = std::enable_if_t<std::is_integral_v<O> || detail::is_object<O>>>
#define ESIMD_COMMA ,
ESIMD_ATOMIC(ESIMD_HEAD, atomic_update, T *p ESIMD_COMMA const O &off_b, detail::addresses<N>(p ESIMD_COMMA off_b),
             detail::in_global)
ESIMD_ATOMIC(ESIMD_HEAD, slm_atomic_update, const O &off_b, (detail::to<uint32_t ESIMD_COMMA N>(off_b)),
             detail::in_local)
#undef ESIMD_ATOMIC
#undef ESIMD_HEAD
#undef ESIMD_COMMA

} // namespace sycl::ext::intel::esimd

#endif
