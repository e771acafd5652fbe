// SPDX-License-Identifier: MIT
// The older names of memory accesses, with sizes and cache hints as template arguments.
//
//   auto v = lsc_gather<uint32_t, 1, lsc_data_size::u32, cache_hint::cached, cache_hint::cached, 16>(p, offsets_b);

#ifndef SYCL_EXT_INTEL_ESIMD_LSC_HPP
#define SYCL_EXT_INTEL_ESIMD_LSC_HPP

#include <sycl/ext/intel/esimd/accessors.hpp>
#include <sycl/ext/intel/esimd/sync.hpp>

namespace sycl::ext::intel::experimental::esimd {

enum class lsc_data_size : uint8_t {
    default_size = 0,
    u8 = 1,
    u16 = 2,
    u32 = 3,
    u64 = 4,
    u8u32 = 5,
    u16u32 = 6,
    u16u32h = 7
};
using sycl::ext::intel::esimd::atomic_op;
using sycl::ext::intel::esimd::cache_hint;
using sycl::ext::intel::esimd::simd;
using sycl::ext::intel::esimd::simd_mask;
using sycl::ext::intel::esimd::simd_view;

namespace detail {
using namespace sycl::ext::intel::esimd::detail;
// What a lane moves. In memory, an element of 32 bits may be one of fewer, which fills its low or its high bits.
template <class T, int NElts, lsc_data_size DS> struct cell {
    using size = lsc_data_size;
    static constexpr bool is_narrow =
        sizeof(T) == 4 && (DS == size::u8u32 || DS == size::u16u32 || DS == size::u16u32h);
    static_assert(DS == size::default_size || (DS == size::u8 && sizeof(T) == 1) ||
                      (DS == size::u16 && sizeof(T) == 2) || (DS == size::u32 && sizeof(T) == 4) ||
                      (DS == size::u64 && sizeof(T) == 8) || (DS == size::u8u32 && sizeof(T) == 1) ||
                      (DS == size::u16u32 && sizeof(T) == 2) || is_narrow,
                  "the data size does not match the element type");
    static_assert(!is_narrow || NElts == 1, "a lane takes one element of lsc_data_size::u8u32, u16u32 or u16u32h");
    using in_memory = std::conditional_t<!is_narrow, T, std::conditional_t<DS == size::u8u32, uint8_t, uint16_t>>;
    static constexpr int shift = DS == size::u16u32h ? 16 : 0;

    static const in_memory *at(const T *p) {
        return (const in_memory *)p;
    }
    static in_memory *at(T *p) {
        return (in_memory *)p;
    }
    template <int N> ESIMD_API static simd<T, N> loaded(const simd<in_memory, N> &v) {
        if constexpr (is_narrow)
            return {from_raw(), (raw<T, N>)(to<uint32_t, N>(v) << (raw<uint32_t, N>)shift)};
        else
            return v;
    }
    template <int N> ESIMD_API static simd<in_memory, N> stored(const simd<T, N> &v) {
        if constexpr (is_narrow)
            return simd<uint32_t, N>(from_raw(), (raw<uint32_t, N>)v.data() >> (raw<uint32_t, N>)shift);
        else
            return v;
    }
};
using any_flags = sycl::ext::intel::esimd::element_aligned_tag;
// Offsets of lanes in a local_accessor, from its start.
template <class A, class O> ESIMD_API auto local_offsets(const A &a, const O &off_b) {
    return simd<uint32_t, length_of<O>>(off_b) + offset_of(a);
}
// Offsets that may be a view, as a simd.
template <class O> ESIMD_API auto read(const O &off_b) {
    return simd<elem_t<O>, length_of<O>>(off_b);
}
} // namespace detail

#define ESIMD_LSC_HINTS cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none

// One place for each lane, NElts elements at each.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int N, class O>
ESIMD_API simd<T, N * NElts> lsc_gather(const T *p, simd<O, N> off_b, detail::converted<simd_mask<N>> mask = 1) {
    using C = detail::cell<T, NElts, DS>;
    return C::loaded(sycl::ext::intel::esimd::gather<typename C::in_memory, N * NElts, NElts>(C::at(p), off_b, mask,
                                                                                              detail::hints<L1, L2>()));
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int N, class O>
ESIMD_API simd<T, N * NElts> lsc_gather(const T *p, simd<O, N> off_b, detail::converted<simd_mask<N>> mask,
                                        simd<T, N * NElts> pass_thru) {
    pass_thru.merge(lsc_gather<T, NElts, DS, L1, L2>(p, off_b, mask), detail::mask_of_items<NElts>(mask));
    return pass_thru;
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int N, class O>
ESIMD_API void lsc_scatter(T *p, simd<O, N> off_b, simd<T, N * NElts> v, detail::converted<simd_mask<N>> mask = 1) {
    using C = detail::cell<T, NElts, DS>;
    sycl::ext::intel::esimd::scatter<typename C::in_memory, N * NElts, NElts>(C::at(p), off_b, C::stored(v), mask,
                                                                              detail::hints<L1, L2>());
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int N, class O>
ESIMD_API void lsc_prefetch(const T *p, simd<O, N> off_b, detail::converted<simd_mask<N>> mask = 1) {
    using C = detail::cell<T, NElts, DS>;
    sycl::ext::intel::esimd::prefetch<typename C::in_memory, N * NElts, NElts>(C::at(p), off_b, mask,
                                                                               detail::hints<L1, L2>());
}

// One offset for all lanes, whose number the program spells.
#define ESIMD_LSC_NUMBER(name, result, place)                                                                          \
    template <class T, int NElts, lsc_data_size DS, cache_hint L1, cache_hint L2, int N, class O, class... X,          \
              class = std::enable_if_t<std::is_integral_v<O>>>                                                         \
    ESIMD_API result name(place, O off_b, X... x) {                                                                    \
        return name<T, NElts, DS, L1, L2, N>(p, simd<O, N>(off_b), x...);                                              \
    }
ESIMD_LSC_NUMBER(lsc_gather, auto, const T *p)
ESIMD_LSC_NUMBER(lsc_scatter, void, T *p)
ESIMD_LSC_NUMBER(lsc_prefetch, void, const T *p)
#undef ESIMD_LSC_NUMBER

// The offsets may be a view.
#define ESIMD_LSC_VIEW(name, place)                                                                                    \
    template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int N = 0,      \
              class Base, class Region, class... X>                                                                    \
    ESIMD_API auto name(place, const simd_view<Base, Region> &off_b, X... x) {                                         \
        return name<T, NElts, DS, L1, L2>(p, off_b.read(), x...);                                                      \
    }
ESIMD_LSC_VIEW(lsc_gather, const T *p)
ESIMD_LSC_VIEW(lsc_scatter, T *p)
ESIMD_LSC_VIEW(lsc_prefetch, const T *p)
#undef ESIMD_LSC_VIEW

// Blocks. The alignment that a last argument promises is not needed: whole dwords at a multiple of 4 bytes are.
#define ESIMD_LSC_BLOCK                                                                                                \
    template <class T, int NElts, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS,                     \
              class F = detail::any_flags, class = detail::if_flags<F>>
ESIMD_LSC_BLOCK ESIMD_API simd<T, NElts> lsc_block_load(const T *p, simd_mask<1> pred = 1, F = {}) {
    return sycl::ext::intel::esimd::block_load<T, NElts>(p, pred, detail::hints<L1, L2>());
}
ESIMD_LSC_BLOCK ESIMD_API simd<T, NElts> lsc_block_load(const T *p, F) {
    return lsc_block_load<T, NElts, DS, L1, L2>(p);
}
ESIMD_LSC_BLOCK
ESIMD_API simd<T, NElts> lsc_block_load(const T *p, simd_mask<1> pred, simd<T, NElts> pass_thru, F = {}) {
    return sycl::ext::intel::esimd::block_load<T, NElts>(p, pred, pass_thru, detail::hints<L1, L2>());
}
ESIMD_LSC_BLOCK ESIMD_API void lsc_block_store(T *p, simd<T, NElts> v, simd_mask<1> pred = 1, F = {}) {
    sycl::ext::intel::esimd::block_store<T, NElts>(p, v, pred, detail::hints<L1, L2>());
}
ESIMD_LSC_BLOCK ESIMD_API void lsc_block_store(T *p, simd<T, NElts> v, F) {
    lsc_block_store<T, NElts, DS, L1, L2>(p, v);
}
#undef ESIMD_LSC_BLOCK
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS>
ESIMD_API void lsc_prefetch(const T *p, simd_mask<1> pred = 1) {
    sycl::ext::intel::esimd::prefetch<T, NElts>(p, pred, detail::hints<L1, L2>());
}

// Local memory.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, int N>
ESIMD_API simd<T, N * NElts> lsc_slm_gather(simd<uint32_t, N> off_b, detail::converted<simd_mask<N>> mask = 1) {
    using C = detail::cell<T, NElts, DS>;
    return C::loaded(sycl::ext::intel::esimd::slm_gather<typename C::in_memory, N * NElts, NElts>(off_b, mask));
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, int N>
ESIMD_API simd<T, N * NElts> lsc_slm_gather(simd<uint32_t, N> off_b, detail::converted<simd_mask<N>> mask,
                                            simd<T, N * NElts> pass_thru) {
    pass_thru.merge(lsc_slm_gather<T, NElts, DS>(off_b, mask), detail::mask_of_items<NElts>(mask));
    return pass_thru;
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, int N>
ESIMD_API void lsc_slm_scatter(simd<uint32_t, N> off_b, simd<T, N * NElts> v,
                               detail::converted<simd_mask<N>> mask = 1) {
    using C = detail::cell<T, NElts, DS>;
    sycl::ext::intel::esimd::slm_scatter<typename C::in_memory, N * NElts, NElts>(off_b, C::stored(v), mask);
}
#define ESIMD_LSC_LOCAL_BLOCK                                                                                          \
    template <class T, int NElts, lsc_data_size DS = lsc_data_size::default_size, class F = detail::any_flags,         \
              class = detail::if_flags<F>>
ESIMD_LSC_LOCAL_BLOCK ESIMD_API simd<T, NElts> lsc_slm_block_load(uint32_t off_b, simd_mask<1> pred = 1, F = {}) {
    return sycl::ext::intel::esimd::slm_block_load<T, NElts>(off_b, pred);
}
ESIMD_LSC_LOCAL_BLOCK ESIMD_API simd<T, NElts> lsc_slm_block_load(uint32_t off_b, F) {
    return lsc_slm_block_load<T, NElts, DS>(off_b);
}
ESIMD_LSC_LOCAL_BLOCK
ESIMD_API simd<T, NElts> lsc_slm_block_load(uint32_t off_b, simd_mask<1> pred, simd<T, NElts> pass_thru, F = {}) {
    return sycl::ext::intel::esimd::slm_block_load<T, NElts>(off_b, pred, pass_thru);
}
ESIMD_LSC_LOCAL_BLOCK ESIMD_API void lsc_slm_block_store(uint32_t off_b, simd<T, NElts> v, simd_mask<1> pred = 1,
                                                         F = {}) {
    sycl::ext::intel::esimd::slm_block_store<T, NElts>(off_b, v, pred);
}
ESIMD_LSC_LOCAL_BLOCK ESIMD_API void lsc_slm_block_store(uint32_t off_b, simd<T, NElts> v, F) {
    lsc_slm_block_store<T, NElts, DS>(off_b, v);
}
#undef ESIMD_LSC_LOCAL_BLOCK

// Atomics: the expected value precedes the new one.
#define ESIMD_LSC_ATOMIC_HEAD(sources)                                                                                 \
    template <atomic_op Op, class T, int N, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, class O,  \
              class = detail::if_atomic<Op, sources, O>>
#define ESIMD_LSC_ATOMIC(name, place, at, space, hints)                                                                \
    ESIMD_LSC_ATOMIC_HEAD(0)                                                                                           \
    ESIMD_API simd<T, N> name(place simd<O, N> off_b, detail::converted<simd_mask<N>> mask = 1) {                      \
        using R = detail::raw<T, N>;                                                                                   \
        return {detail::from_raw(), detail::atomic_raw<Op, T, N, space, hints>(at, R(), R(), mask.data())};            \
    }                                                                                                                  \
    ESIMD_LSC_ATOMIC_HEAD(1)                                                                                           \
    ESIMD_API simd<T, N> name(place simd<O, N> off_b, simd<T, N> src0, detail::converted<simd_mask<N>> mask = 1) {     \
        using R = detail::raw<T, N>;                                                                                   \
        return {detail::from_raw(), detail::atomic_raw<Op, T, N, space, hints>(at, src0.data(), R(), mask.data())};    \
    }                                                                                                                  \
    ESIMD_LSC_ATOMIC_HEAD(2)                                                                                           \
    ESIMD_API simd<T, N> name(place simd<O, N> off_b, simd<T, N> src0, simd<T, N> src1,                                \
                              detail::converted<simd_mask<N>> mask = 1) {                                              \
        return {detail::from_raw(),                                                                                    \
                detail::atomic_raw<Op, T, N, space, hints>(at, src0.data(), src1.data(), mask.data())};                \
    }
#define ESIMD_COMMA ,
ESIMD_LSC_ATOMIC(lsc_atomic_update, T *p ESIMD_COMMA, detail::addresses<N>(p ESIMD_COMMA off_b), detail::in_global,
                 detail::hints<L1 ESIMD_COMMA L2>)
ESIMD_LSC_ATOMIC(lsc_slm_atomic_update, , (detail::to<uint32_t ESIMD_COMMA N>(off_b)), detail::in_local,
                 detail::hints<cache_hint::none ESIMD_COMMA cache_hint::none>)
#undef ESIMD_COMMA
#undef ESIMD_LSC_ATOMIC
#undef ESIMD_LSC_ATOMIC_HEAD

// Atomics with offsets from a view, and with one offset.
template <atomic_op Op, class T, int N, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, class O,
          class... X, class = std::enable_if_t<std::is_integral_v<O>>>
ESIMD_API simd<T, N> lsc_atomic_update(T *p, O off_b, X... x) {
    return lsc_atomic_update<Op, T, N, DS, L1, L2>(p, simd<O, N>(off_b), x...);
}
template <atomic_op Op, class T, int N, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, class Base,
          class Region, class... X>
ESIMD_API simd<T, N> lsc_atomic_update(T *p, const simd_view<Base, Region> &off_b, X... x) {
    return lsc_atomic_update<Op, T, N, DS, L1, L2>(p, off_b.read(), x...);
}

// The same on accessors; a local_accessor leads to shared local memory.
#define ESIMD_LSC_HEAD(elts, access)                                                                                   \
    template <class T, elts, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int... N_, class A,      \
              class... X, class = detail::access<A>>
ESIMD_LSC_HEAD(int NElts = 1, if_global) ESIMD_API auto lsc_gather(const A &a, X... x) {
    return lsc_gather<T, NElts, DS, L1, L2, N_...>(detail::address_in<const T>(a), x...);
}
ESIMD_LSC_HEAD(int NElts = 1, if_global) ESIMD_API void lsc_scatter(const A &a, X... x) {
    lsc_scatter<T, NElts, DS, L1, L2, N_...>(detail::address_in<T>(a), x...);
}
ESIMD_LSC_HEAD(int NElts, if_global) ESIMD_API simd<T, NElts> lsc_block_load(const A &a, uint32_t off_b, X... x) {
    return lsc_block_load<T, NElts, DS, L1, L2>(detail::address_in<const T>(a, off_b), x...);
}
ESIMD_LSC_HEAD(int NElts, if_global)
ESIMD_API void lsc_block_store(const A &a, uint32_t off_b, simd<T, NElts> v, X... x) {
    lsc_block_store<T, NElts, DS, L1, L2>(detail::address_in<T>(a, off_b), v, x...);
}
ESIMD_LSC_HEAD(int NElts = 1, if_global) ESIMD_API void lsc_prefetch(const A &a, uint32_t off_b, X... x) {
    lsc_prefetch<T, NElts, DS, L1, L2>(detail::address_in<const T>(a, off_b), x...);
}
#undef ESIMD_LSC_HEAD
#define ESIMD_LSC_LANES(place, access)                                                                                 \
    template <place, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, int... N_, class A, class O,     \
              class... X, class = detail::access<A>, class = detail::if_offsets<O>
#define ESIMD_COMMA ,
ESIMD_LSC_LANES(class T ESIMD_COMMA int NElts = 1, if_global) > ESIMD_API
    void lsc_prefetch(const A &a, const O &off_b, X... x) {
    lsc_prefetch<T, NElts, DS, L1, L2, N_...>(detail::address_in<const T>(a), detail::read(off_b), x...);
}
ESIMD_LSC_LANES(atomic_op Op ESIMD_COMMA class T ESIMD_COMMA int N,
                if_global) > ESIMD_API simd<T, N> lsc_atomic_update(const A &a, const O &off_b, X... x) {
    return lsc_atomic_update<Op, T, N, DS, L1, L2>(detail::address_in<T>(a), detail::read(off_b), x...);
}
ESIMD_LSC_LANES(class T ESIMD_COMMA int NElts = 1, if_local),
    class = void > ESIMD_API auto lsc_gather(const A &a, const O &off_b, X... x) {
    return lsc_slm_gather<T, NElts, DS, N_...>(detail::local_offsets(a, off_b), x...);
}
ESIMD_LSC_LANES(class T ESIMD_COMMA int NElts = 1, if_local),
    class = void > ESIMD_API void lsc_scatter(const A &a, const O &off_b, X... x) {
    lsc_slm_scatter<T, NElts, DS, N_...>(detail::local_offsets(a, off_b), x...);
}
ESIMD_LSC_LANES(atomic_op Op ESIMD_COMMA class T ESIMD_COMMA int N, if_local),
    class = void > ESIMD_API simd<T, N> lsc_atomic_update(const A &a, const O &off_b, X... x) {
    return lsc_slm_atomic_update<Op, T, N, DS>(detail::local_offsets(a, off_b), x...);
}
#undef ESIMD_COMMA
#undef ESIMD_LSC_LANES
#define ESIMD_LSC_LOCAL_BLOCK                                                                                          \
    template <class T, int NElts, lsc_data_size DS = lsc_data_size::default_size, ESIMD_LSC_HINTS, class A,            \
              class... X, class = detail::if_local<A>, class = void>
ESIMD_LSC_LOCAL_BLOCK ESIMD_API simd<T, NElts> lsc_block_load(const A &a, uint32_t off_b, X... x) {
    return lsc_slm_block_load<T, NElts, DS>(detail::offset_of(a, off_b), x...);
}
ESIMD_LSC_LOCAL_BLOCK ESIMD_API void lsc_block_store(const A &a, uint32_t off_b, simd<T, NElts> v, X... x) {
    lsc_slm_block_store<T, NElts, DS>(detail::offset_of(a, off_b), v, x...);
}
#undef ESIMD_LSC_LOCAL_BLOCK
#undef ESIMD_LSC_HINTS

// Fences. A lane's mask has no meaning for a thread's fence.
enum class lsc_memory_kind : uint8_t {
    untyped_global = 0,
    untyped_global_low_pri = 1,
    typed_global = 2,
    shared_local = 3
};
enum class lsc_fence_op : uint8_t { none = 0, evict = 1, invalidate = 2, discard = 3, clean = 4, flushl3 = 5 };
enum class lsc_scope : uint8_t { group = 0, local = 1, tile = 2, gpu = 3, gpus = 4, system = 5, sysacq = 6 };
template <lsc_memory_kind Kind = lsc_memory_kind::untyped_global, lsc_fence_op Op = lsc_fence_op::none,
          lsc_scope Scope = lsc_scope::group, int N = 16>
ESIMD_API void lsc_fence(simd_mask<N> = 1) {
    using namespace sycl::ext::intel::esimd;
    constexpr memory_kind kind = Kind == lsc_memory_kind::shared_local   ? memory_kind::local
                                 : Kind == lsc_memory_kind::typed_global ? memory_kind::image
                                                                         : memory_kind::global;
    fence<kind, (fence_flush_op)Op, (fence_scope)Scope>();
}

// The number of the hardware thread that runs the kernel, and of the part of the device.
ESIMD_API int32_t get_hw_thread_id() {
    return (int32_t)__cm_hwid();
}
ESIMD_API int32_t get_subdevice_id() {
    return 0; // devices here have one part
}

} // namespace sycl::ext::intel::experimental::esimd

#endif
