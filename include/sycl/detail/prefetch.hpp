// SPDX-License-Identifier: MIT
// Prefetches of work-items: under multi_ptr::prefetch, and the builtins that programs declare.
//
//   sycl::global_ptr<float>(next_row).prefetch(8);                  into L3, at most 32 bytes
//   __builtin_IB_lsc_prefetch_global_uint8(p, 0, LSC_LDCC_L1C_L3C)  into L1 and L3

#ifndef SYCL_DETAIL_PREFETCH_HPP
#define SYCL_DETAIL_PREFETCH_HPP

#include <cstddef>

#ifdef __SYCL_DEVICE_ONLY__
#include <cm/detail/builtins.h>
#include <cm/detail/builtins_memory.h>
#endif

namespace sycl::detail {

constexpr size_t prefetch_most_b = 32; // of one prefetch

#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_PREFETCH inline __attribute__((always_inline, nodebug))
// As the load/store cache numbers them; the first is of L1.
enum cache_hint_code { hint_uncached = 1, hint_cached = 2, hint_streaming = 5 };
// A whole number of dwords.
template <int L1, int L3, int SizeB> SYCL_PREFETCH void prefetch_block(unsigned long at) {
    constexpr int flat = 1;
    __cm_lsc_block_prefetch(flat, L1, L3, 0u, at, SizeB);
}
// Elements of one lane, with the code of their size: what a block cannot have.
template <int L1, int L3, int Code, int N> SYCL_PREFETCH void prefetch_lane(unsigned long at) {
    constexpr int flat = 1;
    using addresses = unsigned long __attribute__((ext_vector_type(1)));
    using lanes = unsigned short __attribute__((ext_vector_type(1)));
    __cm_lsc_prefetch(flat, L1, L3, Code, N, 0u, (addresses)at, (lanes)1);
}
template <int L1, int L3, int SizeB> SYCL_PREFETCH void prefetch_bytes(unsigned long at) {
    constexpr int qword = 4, byte = 5, word = 6;
    if constexpr (SizeB < 4)
        prefetch_lane<L1, L3, SizeB == 1 ? byte : word, 1>(at);
    else if constexpr (SizeB == 24)
        prefetch_lane<L1, L3, qword, 3>(at);
    else
        prefetch_block<L1, L3, SizeB>(at);
}
// The dwords that hold these bytes, into L3. A prefetch into L3 may reach past an allocation. Nothing without the
// load/store cache: the hint costs no correctness.
template <size_t Align> SYCL_PREFETCH void prefetch_l3(unsigned long at, size_t size_b) {
#ifdef CM_HAS_LSC
    if constexpr (Align < 4)
        at &= ~3ul;
    if (size_b > 16)
        prefetch_block<hint_uncached, hint_cached, 32>(at);
    else if (size_b > 8)
        prefetch_block<hint_uncached, hint_cached, 16>(at);
    else if (size_b > 4)
        prefetch_block<hint_uncached, hint_cached, 8>(at);
    else if (size_b > 0)
        prefetch_block<hint_uncached, hint_cached, 4>(at);
#endif
}

// The functions that programs declare for themselves, as enum LSC_LDCC: the linker's name makes these their bodies. The
// offset counts elements of the type in the name. A hint that no prefetch has takes the nearest one: the default reads
// into both caches, invalidate-after-read only into L3, and nothing is left to do without a cache.
#define SYCL_LSC_PREFETCH(type, SizeB)                                                                                 \
    SYCL_PREFETCH void lsc_prefetch_##type(const __attribute__((opencl_global)) void *base, int offset,                \
                                           int hint) __asm__("__builtin_IB_lsc_prefetch_global_" #type);               \
    SYCL_PREFETCH void lsc_prefetch_##type(const __attribute__((opencl_global)) void *base, int offset, int hint) {    \
        const unsigned long at = (unsigned long)base + (unsigned long)(long)offset * SizeB;                            \
        if (hint == 2 || hint == 7)                                                                                    \
            prefetch_bytes<hint_uncached, hint_cached, SizeB>(at);                                                     \
        else if (hint == 3)                                                                                            \
            prefetch_bytes<hint_cached, hint_uncached, SizeB>(at);                                                     \
        else if (hint == 0 || hint == 4)                                                                               \
            prefetch_bytes<hint_cached, hint_cached, SizeB>(at);                                                       \
        else if (hint == 5)                                                                                            \
            prefetch_bytes<hint_streaming, hint_uncached, SizeB>(at);                                                  \
        else if (hint == 6)                                                                                            \
            prefetch_bytes<hint_streaming, hint_cached, SizeB>(at);                                                    \
    }
SYCL_LSC_PREFETCH(uchar, 1)
SYCL_LSC_PREFETCH(ushort, 2)
SYCL_LSC_PREFETCH(uint, 4)
SYCL_LSC_PREFETCH(uint2, 8)
SYCL_LSC_PREFETCH(uint3, 12)
SYCL_LSC_PREFETCH(uint4, 16)
SYCL_LSC_PREFETCH(uint8, 32)
SYCL_LSC_PREFETCH(ulong, 8)
SYCL_LSC_PREFETCH(ulong2, 16)
SYCL_LSC_PREFETCH(ulong3, 24)
SYCL_LSC_PREFETCH(ulong4, 32)
SYCL_LSC_PREFETCH(ulong8, 64)
#undef SYCL_LSC_PREFETCH
#undef SYCL_PREFETCH
#else
template <size_t> inline void prefetch_l3(unsigned long, size_t) {}
#endif

} // namespace sycl::detail

#endif
