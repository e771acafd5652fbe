// SPDX-License-Identifier: MIT
// Load, store, prefetch and atomics of the load/store cache. Offsets are bytes.
//
//   v = cm_load<float>(surface, offsets[, mask])                     one element for each lane
//   v = cm_load<float, VectorSize::N4>(surface, offsets)             four, grouped by item
//   v = cm_load<float, 64>(surface, offset)                          a block
//   v = cm_load4<float, CM_GR_ENABLE>(surface, offsets)              components
//
// cm_ptr_* take an address and offsets from it, cm_*_slm offsets in local memory, cm_offset_* a bindless surface: where
// its state begins in the heap of states. Any number of lanes and any block
// size works: the compiler splits.

#ifndef CM_LSC_H
#define CM_LSC_H

#include <cm/detail/spaces.h>
#include <cm/scatter.h>

enum class CacheHint {
    Default = 0,
    Uncached = 1,
    Cached = 2,
    WriteBack = 3,
    WriteThrough = 4,
    Streaming = 5,
    ReadInvalidate = 6,
    ConstCached = 7
};
enum class DataSize { Default = 0, U8 = 1, U16 = 2, U32 = 3, U64 = 4, U8U32 = 5, U16U32 = 6, U16U32H = 7 };
enum class VectorSize { N0 = 0, N1 = 1, N2 = 2, N3 = 3, N4 = 4, N8 = 5, N16 = 6, N32 = 7, N64 = 8 };
enum class AtomicOp {
    IINC = 0x8,
    IDEC = 0x9,
    LOAD = 0xA,
    STORE = 0xB,
    IADD = 0xC,
    ISUB = 0xD,
    SMIN = 0xE,
    SMAX = 0xF,
    UMIN = 0x10,
    UMAX = 0x11,
    ICAS = 0x12,
    FADD = 0x13,
    FSUB = 0x14,
    FMIN = 0x15,
    FMAX = 0x16,
    FCAS = 0x17,
    AND = 0x18,
    OR = 0x19,
    XOR = 0x1A
};

inline namespace cm {
namespace detail {

enum lsc_space { lsc_surface = 0, lsc_flat = 1, lsc_slm = 2, lsc_bindless = 3 };

constexpr int lsc_items(VectorSize vs) {
    constexpr int n[] = {1, 1, 2, 3, 4, 8, 16, 32, 64};
    return n[(int)vs];
}
// The enumerator for n items of a lane.
template <int N> constexpr VectorSize lsc_size() {
    static_assert(N >= 1 && (N <= 4 || N == 8), "a lane takes 1, 2, 3, 4 or 8 elements");
    return N == 8 ? VectorSize::N8 : N >= 1 && N <= 4 ? (VectorSize)N : VectorSize::N1;
}

// The data size of a message with lanes: bytes and words are transferred in dwords.
template <class T, DataSize DS> constexpr int lsc_lane_size() {
    constexpr DataSize own = sizeof(T) == 1   ? DataSize::U8U32
                             : sizeof(T) == 2 ? DataSize::U16U32
                             : sizeof(T) == 4 ? DataSize::U32
                                              : DataSize::U64;
    constexpr DataSize ds = DS == DataSize::Default ? own
                            : DS == DataSize::U8    ? DataSize::U8U32
                            : DS == DataSize::U16   ? DataSize::U16U32
                                                    : DS;
    static_assert(ds == own || (sizeof(T) == 4 && ds > DataSize::U64), "the data size does not match the element type");
    return (int)ds;
}

#define CM_CHECK_LSC_ITEMS(T, DS, VS)                                                                                  \
    static_assert(VS == VectorSize::N1 || detail::lsc_lane_size<T, DS>() == (int)DataSize::U32 ||                      \
                      detail::lsc_lane_size<T, DS>() == (int)DataSize::U64,                                            \
                  "several elements per lane need 32- or 64-bit data");                                                \
    static_assert(VS <= VectorSize::N8, "a lane takes at most 8 elements; a block may be larger")
// Blocks of local memory may also have small elements, if they fill whole dwords.
#define CM_CHECK_LSC_BLOCK(SPACE, T, N, DS, what)                                                                      \
    static_assert(DS == DataSize::Default || DS == DataSize::U32 || DS == DataSize::U64,                               \
                  "Transposed " what " can work only with U32 and U64 data sizes");                                    \
    static_assert(sizeof(T) >= 4 || (SPACE == detail::lsc_slm && N * sizeof(T) % 4 == 0),                              \
                  "Transposed " what " can work only with U32 and U64 data sizes")
// No target has hints for three levels of caches.
#define CM_CHECK_LSC_HINTS(MORE)                                                                                       \
    static_assert(MORE == CacheHint::Default, "only two cache levels take a hint; the third must be "                  \
                                              "CacheHint::Default")

// The memory that a pointer leads to.
template <class P> constexpr int lsc_space_of = is_local_pointer<P> ? lsc_slm : lsc_flat;
#define CM_CHECK_LSC_ADDRESS(SPACE, B)                                                                                 \
    static_assert(SPACE != detail::lsc_flat || !(detail::is_object<B> || detail::is_float<B>),                         \
                  "the address is a pointer or an svmptr_t; a vector of byte offsets follows it")
// The type of the elements is said twice: by the function and by its pointer.
template <class P, class T> constexpr bool leads_to = true;
template <class S, class T>
inline constexpr bool leads_to<S *, T> = __is_same(in_memory<S>, T) || __is_same(in_memory<S>, void);
#define CM_CHECK_LSC_POINTER(P, T)                                                                                     \
    static_assert(detail::leads_to<P, T>,                                                                              \
                  "the pointer leads to elements of another type than the function's; cast the pointer to that type")
// A message's memory: a surface, an address, or only the offset.
template <int Space, class B, class O> CM_API auto lsc_lanes_at(const B &base, const O &off) {
    CM_CHECK_LSC_ADDRESS(Space, B);
    constexpr int N = lanes<O>;
    if constexpr (Space == lsc_flat && is_object<B>)
        return places<unsigned long, N>(off); // after an error
    else if constexpr (Space == lsc_flat)
        return places<unsigned long, N>(off) + (raw<unsigned long, N>)(unsigned long)base;
    else if constexpr (__is_pointer(B))
        return places<uint, N>(off) + (raw<uint, N>)(uint)(address)base;
    else
        return places<uint, N>(off);
}
template <int Space, class B> CM_API auto lsc_block_at(const B &base, uint off) {
    CM_CHECK_LSC_ADDRESS(Space, B);
    if constexpr (Space == lsc_flat && is_object<B>)
        return 0ul; // after an error
    else if constexpr (Space == lsc_flat)
        return (unsigned long)base + off;
    else if constexpr (__is_pointer(B))
        return (uint)(address)base + off;
    else
        return off;
}
template <int Space, class B> CM_API unsigned lsc_surface_of(const B &base) {
    static_assert(
        Space != lsc_flat || !__is_same(B, SurfaceIndex),
        "this function takes a pointer or an svmptr_t; use cm_load, cm_store, cm_prefetch or cm_atomic for a surface");
    static_assert(Space != lsc_flat || !is_local_pointer<B>,
                  "shared local memory has no cache, so it takes no prefetch; remove the call");
    if constexpr (Space == lsc_surface || Space == lsc_bindless)
        return (unsigned)base;
    else
        return 0;
}

template <int Space, class T, VectorSize VS, DataSize DS, CacheHint L1, CacheHint L3, class B, class O, class M>
CM_API vector<T, lanes<O> * lsc_items(VS)> lsc_load(const B &base, const O &off, const M &mask) {
    CM_CHECK_LSC_POINTER(B, T);
    CM_CHECK_LSC_ITEMS(T, DS, VS);
    constexpr int N = lanes<O>;
    return {from_raw(), __cm_lsc_load<raw<T, N * lsc_items(VS)>>(Space, (int)L1, (int)L3, lsc_lane_size<T, DS>(),
                                                                 (int)VS, lsc_surface_of<Space>(base),
                                                                 lsc_lanes_at<Space>(base, off), lane_mask<N>(mask))};
}
template <int Space, class T, VectorSize VS, DataSize DS, CacheHint L1, CacheHint L3, class B, class O, class D,
          class M>
CM_API void lsc_store(const B &base, const O &off, const D &data, const M &mask) {
    CM_CHECK_LSC_POINTER(B, T);
    CM_CHECK_WRITTEN(B);
    CM_CHECK_LSC_ITEMS(T, DS, VS);
    constexpr int N = lanes<O>;
    __cm_lsc_store(Space, (int)L1, (int)L3, lsc_lane_size<T, DS>(), (int)VS, lsc_surface_of<Space>(base),
                   lsc_lanes_at<Space>(base, off), lane_mask<N>(mask), to<T, N * lsc_items(VS)>(data));
}
template <int Space, VectorSize VS, DataSize DS, CacheHint L1, CacheHint L3, class B, class O, class M>
CM_API void lsc_prefetch(const B &base, const O &off, const M &mask) {
    constexpr DataSize ds = DS == DataSize::U8 ? DataSize::U8U32 : DS == DataSize::U16 ? DataSize::U16U32 : DS;
    __cm_lsc_prefetch(Space, (int)L1, (int)L3, (int)ds, (int)VS, lsc_surface_of<Space>(base),
                      lsc_lanes_at<Space>(base, off), lane_mask<lanes<O>>(mask));
}
template <int Space, class T, int N, CacheHint L1, CacheHint L3, class B>
CM_API vector<T, N> lsc_block_load(const B &base, uint off) {
    CM_CHECK_LSC_POINTER(B, T);
    using U = choose_t<(sizeof(T) < 4), uint, T>;
    return {from_raw(), (raw<T, N>)__cm_lsc_block_load<raw<U, int(N * sizeof(T) / sizeof(U))>>(
                            Space, (int)L1, (int)L3, lsc_surface_of<Space>(base), lsc_block_at<Space>(base, off))};
}
template <int Space, class T, int N, CacheHint L1, CacheHint L3, class B, class D>
CM_API void lsc_block_store(const B &base, uint off, const D &data) {
    CM_CHECK_LSC_POINTER(B, T);
    CM_CHECK_WRITTEN(B);
    using U = choose_t<(sizeof(T) < 4), uint, T>;
    __cm_lsc_block_store(Space, (int)L1, (int)L3, lsc_surface_of<Space>(base), lsc_block_at<Space>(base, off),
                         (raw<U, int(N * sizeof(T) / sizeof(U))>)to<T, N>(data));
}

template <int Space, class T, ChannelMaskType Mask, CacheHint L1, CacheHint L3, class B, class O, class M>
CM_API vector<T, lanes<O> * channel_count(Mask)> lsc_load4(const B &base, const O &off, const M &mask) {
    CM_CHECK_LSC_POINTER(B, T);
    static_assert(sizeof(T) == 4, "components must have 32 bits");
    constexpr int N = lanes<O>;
    return {from_raw(), __cm_lsc_load4<raw<T, N * channel_count(Mask)>>(
                            Space, (int)L1, (int)L3, (int)Mask, lsc_surface_of<Space>(base),
                            lsc_lanes_at<Space>(base, off), lane_mask<N>(mask))};
}
template <int Space, class T, ChannelMaskType Mask, CacheHint L1, CacheHint L3, class B, class O, class D, class M>
CM_API void lsc_store4(const B &base, const O &off, const D &data, const M &mask) {
    CM_CHECK_LSC_POINTER(B, T);
    CM_CHECK_WRITTEN(B);
    static_assert(sizeof(T) == 4, "components must have 32 bits");
    constexpr int N = lanes<O>;
    __cm_lsc_store4(Space, (int)L1, (int)L3, (int)Mask, lsc_surface_of<Space>(base), lsc_lanes_at<Space>(base, off),
                    lane_mask<N>(mask), to<T, N * channel_count(Mask)>(data));
}

constexpr int lsc_sources(AtomicOp op) {
    return op == AtomicOp::IINC || op == AtomicOp::IDEC || op == AtomicOp::LOAD ? 0
           : op == AtomicOp::ICAS || op == AtomicOp::FCAS                       ? 2
                                                                                : 1;
}
constexpr bool lsc_is_float(AtomicOp op) {
    return op >= AtomicOp::FADD && op <= AtomicOp::FCAS;
}

template <int Space, AtomicOp Op, class T, VectorSize VS, CacheHint L1, CacheHint L3, class B, class O, class S0,
          class S1, class M>
CM_API vector<T, lanes<O>> lsc_atomic(const B &base, const O &off, const S0 &src0, const S1 &src1, const M &mask) {
    CM_CHECK_LSC_POINTER(B, T);
    CM_CHECK_WRITTEN(B);
    constexpr bool moves = Op == AtomicOp::LOAD || Op == AtomicOp::STORE;
    static_assert(VS == VectorSize::N1, "an atomic takes one element per lane");
    static_assert(sizeof(T) >= 2, "unsupported type for lsc atomic source or dest arguments");
    static_assert(moves || lsc_is_float(Op) == is_float<T>,
                  "a floating-point atomic needs float data, and an integer atomic integer data");
    static_assert(Space != lsc_slm || (Op != AtomicOp::FADD && Op != AtomicOp::FSUB),
                  "local memory has no floating-point atomic add; use AtomicOp::FCAS in a loop");
    constexpr int N = lanes<O>;
    return {from_raw(), __cm_lsc_atomic<raw<T, N>>((int)Op, Space, (int)L1, (int)L3, lsc_surface_of<Space>(base),
                                                   lsc_lanes_at<Space>(base, off), to<T, N>(src0), to<T, N>(src1),
                                                   lane_mask<N>(mask))};
}

} // namespace detail

#define CM_LSC_HINTS_T(D) CacheHint L1_ = CacheHint::D, CacheHint L3_ = CacheHint::D
#define CM_LSC_OLD_BLOCK                                                                                               \
    [[deprecated("[cm-deprecated] specify the number of elements, as in cm_load<float, 16>(surface, offset)")]]

// Each operation for three kinds of memory. BASE and ARG: the parameter and the argument that name the memory, if any.
#define CM_LSC_FAMILY(SPACE, LOAD, LOAD4, STORE, STORE4, ATOMIC, BTYPE, BASE, ARG)                                     \
    template <class T, VectorSize VS = VectorSize::N1, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default),       \
              int N_ = 0, BTYPE class O, class M = detail::all, class = detail::if_object<O>>                          \
    CM_API vector<T, detail::lanes<O> * detail::lsc_items(VS)> LOAD(BASE const O &off, const M &mask = M()) {          \
        return detail::lsc_load<SPACE, T, VS, DS, L1_, L3_>(ARG, off, mask);                                           \
    }                                                                                                                  \
    template <class T, int NElts, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default), int N_ = 0, BTYPE class O, \
              class M = detail::all, class = detail::if_object<O>>                                                     \
    CM_API auto LOAD(BASE const O &off, const M &mask = M()) { /* the elements of a lane as a number */                \
        return detail::lsc_load<SPACE, T, detail::lsc_size<NElts>(), DS, L1_, L3_>(ARG, off, mask);                    \
    }                                                                                                                  \
    template <class T, int NElts, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default),                            \
              CacheHint More_ = CacheHint::Default, BTYPE class O, class = detail::if_number<O>>                       \
    CM_API vector<T, NElts> LOAD(BASE const O &off) {                                                                  \
        CM_CHECK_LSC_BLOCK(SPACE, T, NElts, DS, "load");                                                               \
        CM_CHECK_LSC_HINTS(More_);                                                                                     \
        return detail::lsc_block_load<SPACE, T, NElts, L1_, L3_>(ARG, off);                                            \
    }                                                                                                                  \
    template <class T, VectorSize VS, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default), BTYPE class O,         \
              class = detail::if_number<O>, class = void>                                                              \
    CM_LSC_OLD_BLOCK CM_API vector<T, detail::lsc_items(VS)> LOAD(BASE const O &off) {                                 \
        CM_CHECK_LSC_BLOCK(SPACE, T, detail::lsc_items(VS), DS, "load");                                               \
        return detail::lsc_block_load<SPACE, T, detail::lsc_items(VS), L1_, L3_>(ARG, off);                            \
    }                                                                                                                  \
    template <class T, VectorSize VS = VectorSize::N1, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default),       \
              int N_ = 0, BTYPE class O, class D, class M = detail::all, class = detail::if_object<O>>                 \
    CM_API void STORE(BASE const O &off, const D &data, const M &mask = M()) {                                         \
        detail::lsc_store<SPACE, T, VS, DS, L1_, L3_>(ARG, off, data, mask);                                           \
    }                                                                                                                  \
    template <class T, int NElts, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default), int N_ = 0, BTYPE class O, \
              class D, class M = detail::all, class = detail::if_object<O>>                                            \
    CM_API void STORE(BASE const O &off, const D &data, const M &mask = M()) {                                         \
        detail::lsc_store<SPACE, T, detail::lsc_size<NElts>(), DS, L1_, L3_>(ARG, off, data, mask);                    \
    }                                                                                                                  \
    template <class T, int NElts, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default),                            \
              CacheHint More_ = CacheHint::Default, BTYPE class O, class D, class = detail::if_number<O>>              \
    CM_API void STORE(BASE const O &off, const D &data) {                                                              \
        CM_CHECK_LSC_BLOCK(SPACE, T, NElts, DS, "store");                                                              \
        CM_CHECK_LSC_HINTS(More_);                                                                                     \
        detail::lsc_block_store<SPACE, T, NElts, L1_, L3_>(ARG, off, data);                                            \
    }                                                                                                                  \
    template <class T, VectorSize VS, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default), BTYPE class O,         \
              class D, class = detail::if_number<O>, class = void>                                                     \
    CM_LSC_OLD_BLOCK CM_API void STORE(BASE const O &off, const D &data) {                                             \
        CM_CHECK_LSC_BLOCK(SPACE, T, detail::lsc_items(VS), DS, "store");                                              \
        detail::lsc_block_store<SPACE, T, detail::lsc_items(VS), L1_, L3_>(ARG, off, data);                            \
    }                                                                                                                  \
    template <class T, BTYPE class O, class D, class = detail::if_number<O>, class = detail::if_object<D>>             \
    CM_API void STORE(BASE const O &off, const D &data) { /* as many elements as the data have */                      \
        CM_CHECK_LSC_BLOCK(SPACE, T, detail::info<D>::n, DataSize::Default, "store");                                  \
        detail::lsc_block_store<SPACE, T, detail::info<D>::n, CacheHint::Default, CacheHint::Default>(ARG, off, data); \
    }                                                                                                                  \
    template <class T, ChannelMaskType Mask, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default), int N_ = 0,     \
              BTYPE class O, class M = detail::all>                                                                    \
    CM_API vector<T, detail::lanes<O> * detail::channel_count(Mask)> LOAD4(BASE const O &off, const M &mask = M()) {   \
        return detail::lsc_load4<SPACE, T, Mask, L1_, L3_>(ARG, off, mask);                                            \
    }                                                                                                                  \
    template <class T, ChannelMaskType Mask, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Default), int N_ = 0,     \
              BTYPE class O, class D, class M = detail::all>                                                           \
    CM_API void STORE4(BASE const O &off, const D &data, const M &mask = M()) {                                        \
        detail::lsc_store4<SPACE, T, Mask, L1_, L3_>(ARG, off, data, mask);                                            \
    }                                                                                                                  \
    template <AtomicOp Op, class T, VectorSize VS = VectorSize::N1, DataSize DS = DataSize::Default,                   \
              CM_LSC_HINTS_T(Default), int N_ = 0, BTYPE class O, class M = detail::all,                               \
              detail::if_sources<Op, 0> = 0>                                                                           \
    CM_API vector<T, detail::lanes<O>> ATOMIC(BASE const O &off, const M &mask = M()) {                                \
        return detail::lsc_atomic<SPACE, Op, T, VS, L1_, L3_>(ARG, off, (T)0, (T)0, mask);                             \
    }                                                                                                                  \
    template <AtomicOp Op, class T, VectorSize VS = VectorSize::N1, DataSize DS = DataSize::Default,                   \
              CM_LSC_HINTS_T(Default), int N_ = 0, BTYPE class O, class A, class M = detail::all,                      \
              detail::if_sources<Op, 1> = 0>                                                                           \
    CM_API vector<T, detail::lanes<O>> ATOMIC(BASE const O &off, const A &src0, const M &mask = M()) {                 \
        return detail::lsc_atomic<SPACE, Op, T, VS, L1_, L3_>(ARG, off, src0, (T)0, mask);                             \
    }                                                                                                                  \
    template <AtomicOp Op, class T, VectorSize VS = VectorSize::N1, DataSize DS = DataSize::Default,                   \
              CM_LSC_HINTS_T(Default), int N_ = 0, BTYPE class O, class A, class C, class M = detail::all,             \
              detail::if_sources<Op, 2> = 0>                                                                           \
    CM_API vector<T, detail::lanes<O>> ATOMIC(BASE const O &off, const A &src0, const C &src1, const M &mask = M()) {  \
        return detail::lsc_atomic<SPACE, Op, T, VS, L1_, L3_>(ARG, off, src0, src1, mask);                             \
    }

#define CM_LSC_PREFETCH(SPACE, NAME, BTYPE, BASE, ARG)                                                                 \
    template <VectorSize VS = VectorSize::N1, DataSize DS = DataSize::U32, CM_LSC_HINTS_T(Cached), int N_ = 0,         \
              BTYPE class O, class M = detail::all, class = detail::if_object<O>>                                      \
    CM_API void NAME(BASE const O &off, const M &mask = M()) {                                                         \
        detail::lsc_prefetch<SPACE, VS, DS, L1_, L3_>(ARG, off, mask);                                                 \
    }                                                                                                                  \
    template <int NElts, DataSize DS = DataSize::U32, CM_LSC_HINTS_T(Cached), BTYPE class O,                           \
              class = detail::if_number<O>>                                                                            \
    CM_API void NAME(BASE const O &off) {                                                                              \
        static_assert(DS == DataSize::U32 || DS == DataSize::U64,                                                      \
                      "Transposed prefetch can work only with U32 and U64 data sizes");                                \
        __cm_lsc_block_prefetch(SPACE, (int)L1_, (int)L3_, detail::lsc_surface_of<SPACE>(ARG),                         \
                                detail::lsc_block_at<SPACE>(ARG, off), NElts *(DS == DataSize::U64 ? 8 : 4));          \
    }                                                                                                                  \
    template <VectorSize VS, DataSize DS = DataSize::U32, CM_LSC_HINTS_T(Cached), BTYPE class O,                       \
              class = detail::if_number<O>, class = void>                                                              \
    CM_LSC_OLD_BLOCK CM_API void NAME(BASE const O &off) {                                                             \
        static_assert(DS == DataSize::U32 || DS == DataSize::U64,                                                      \
                      "Transposed prefetch can work only with U32 and U64 data sizes");                                \
        __cm_lsc_block_prefetch(SPACE, (int)L1_, (int)L3_, detail::lsc_surface_of<SPACE>(ARG),                         \
                                detail::lsc_block_at<SPACE>(ARG, off),                                                 \
                                detail::lsc_items(VS) * (DS == DataSize::U64 ? 8 : 4));                                \
    }                                                                                                                  \
    template <class T, VectorSize VS = VectorSize::N1, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Cached),        \
              int N_ = 0, BTYPE class O, class M = detail::all, class = detail::if_object<O>>                          \
    CM_API void NAME(BASE const O &off, const M &mask = M()) { /* as a load of T */                                    \
        CM_CHECK_LSC_ITEMS(T, DS, VS);                                                                                 \
        constexpr DataSize ds_ = (DataSize)detail::lsc_lane_size<T, DS>();                                             \
        detail::lsc_prefetch<SPACE, VS, ds_, L1_, L3_>(ARG, off, mask);                                                \
    }                                                                                                                  \
    template <class T, int NElts, DataSize DS = DataSize::Default, CM_LSC_HINTS_T(Cached),                             \
              CacheHint More_ = CacheHint::Default, BTYPE class O, class = detail::if_number<O>>                       \
    CM_API void NAME(BASE const O &off) {                                                                              \
        CM_CHECK_LSC_BLOCK(SPACE, T, NElts, DS, "prefetch");                                                           \
        CM_CHECK_LSC_HINTS(More_);                                                                                     \
        __cm_lsc_block_prefetch(SPACE, (int)L1_, (int)L3_, detail::lsc_surface_of<SPACE>(ARG),                         \
                                detail::lsc_block_at<SPACE>(ARG, off), NElts *(int)sizeof(T));                         \
    }

namespace detail {
template <AtomicOp Op, int N> using if_sources = typename enable_if<lsc_sources(Op) == N, int>::type;
} // namespace detail

#define CM_NO_TYPE
#define CM_PTR_TYPE     class P,
#define CM_SURFACE_BASE SurfaceIndex base,
#define CM_STATE_BASE   unsigned base, // the surface's state, as an offset from the start of all states
#define CM_PTR_BASE     P base,
#define CM_SLM_BASE
CM_LSC_FAMILY(detail::lsc_surface, cm_load, cm_load4, cm_store, cm_store4, cm_atomic, CM_NO_TYPE, CM_SURFACE_BASE, base)
CM_LSC_FAMILY(detail::lsc_space_of<P>, cm_ptr_load, cm_ptr_load4, cm_ptr_store, cm_ptr_store4, cm_ptr_atomic,
              CM_PTR_TYPE, CM_PTR_BASE, base)
CM_LSC_FAMILY(detail::lsc_bindless, cm_offset_load, cm_offset_load4, cm_offset_store, cm_offset_store4,
              cm_offset_atomic, CM_NO_TYPE, CM_STATE_BASE, base)
CM_LSC_FAMILY(detail::lsc_slm, cm_load_slm, cm_load4_slm, cm_store_slm, cm_store4_slm, cm_atomic_slm, CM_NO_TYPE,
              CM_SLM_BASE, 0)

// Element type taken from the pointer or the data.
template <auto..., class T, class O, class M = detail::all, class = detail::if_object<O>>
CM_API auto cm_ptr_load(T *base, const O &off, const M &mask = M()) {
    return cm_ptr_load<detail::in_memory<T>>(base, off, mask);
}
template <auto..., class T, class O, class D, class M = detail::all, class = detail::if_object<O>>
CM_API void cm_ptr_store(T *base, const O &off, const D &data, const M &mask = M()) {
    cm_ptr_store<detail::in_memory<T>>(base, off, data, mask);
}
template <auto..., class O, class D, class M = detail::all, class = detail::if_object<O>, class = detail::if_object<D>>
CM_API void cm_store(SurfaceIndex base, const O &off, const D &data, const M &mask = M()) {
    cm_store<detail::elem_t<D>>(base, off, data, mask);
}
template <auto..., class O, class D, class M = detail::all, class = detail::if_object<O>, class = detail::if_object<D>>
CM_API void cm_offset_store(unsigned base, const O &off, const D &data, const M &mask = M()) {
    cm_offset_store<detail::elem_t<D>>(base, off, data, mask);
}
template <auto..., class O, class D, class M = detail::all, class = detail::if_object<O>, class = detail::if_object<D>>
CM_API void cm_store_slm(const O &off, const D &data, const M &mask = M()) {
    cm_store_slm<detail::elem_t<D>>(off, data, mask);
}
// The same for a block: a number as its offset.
template <auto..., class T, class O, class D, class = detail::if_number<O>, class = detail::if_object<D>>
CM_API void cm_ptr_store(T *base, const O &off, const D &data) {
    cm_ptr_store<detail::in_memory<T>, detail::info<D>::n>(base, off, data);
}
template <auto..., class O, class D, class = detail::if_number<O>, class = detail::if_object<D>>
CM_API void cm_store(SurfaceIndex base, const O &off, const D &data) {
    cm_store<detail::elem_t<D>, detail::info<D>::n>(base, off, data);
}
template <auto..., class O, class D, class = detail::if_number<O>, class = detail::if_object<D>>
CM_API void cm_store_slm(const O &off, const D &data) {
    cm_store_slm<detail::elem_t<D>, detail::info<D>::n>(off, data);
}
CM_LSC_PREFETCH(detail::lsc_surface, cm_prefetch, CM_NO_TYPE, CM_SURFACE_BASE, base)
CM_LSC_PREFETCH(detail::lsc_flat, cm_ptr_prefetch, CM_PTR_TYPE, CM_PTR_BASE, base)
CM_LSC_PREFETCH(detail::lsc_bindless, cm_offset_prefetch, CM_NO_TYPE, CM_STATE_BASE, base)
#undef CM_NO_TYPE
#undef CM_PTR_TYPE
#undef CM_SURFACE_BASE
#undef CM_STATE_BASE
#undef CM_PTR_BASE
#undef CM_SLM_BASE
#undef CM_LSC_FAMILY
#undef CM_LSC_PREFETCH
#undef CM_LSC_OLD_BLOCK

} // namespace cm

namespace details {
// The enumerator for N items of a lane.
template <int N> constexpr VectorSize lsc_vector_size() {
    constexpr VectorSize sizes[] = {VectorSize::N1, VectorSize::N2,  VectorSize::N3,  VectorSize::N4,
                                    VectorSize::N8, VectorSize::N16, VectorSize::N32, VectorSize::N64};
    VectorSize found = VectorSize::N0;
    for (VectorSize vs : sizes)
        if (cm::detail::lsc_items(vs) == N)
            found = vs;
    static_assert(N <= 4 || N == 8 || N == 16 || N == 32 || N == 64,
                  "a lane must have 1, 2, 3, 4, 8, 16, 32 or 64 elements");
    return found;
}
} // namespace details

#endif
