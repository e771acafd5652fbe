// SPDX-License-Identifier: MIT
// Fences, barriers, named barriers.

#ifndef SYCL_EXT_INTEL_ESIMD_SYNC_HPP
#define SYCL_EXT_INTEL_ESIMD_SYNC_HPP

#include <sycl/detail/ids.hpp>
#include <sycl/ext/intel/esimd/common.hpp>

namespace sycl::ext::intel::esimd {

// The thread's accesses before the fence precede those after it.
template <uint8_t Mask> ESIMD_API void fence() {
    __cm_fence(Mask | global_coherent_fence);
}
ESIMD_API void fence(fence_mask mask) { // a constant
    __cm_fence(mask | global_coherent_fence);
}
template <memory_kind Kind = memory_kind::global, fence_flush_op Op = fence_flush_op::none,
          fence_scope Scope = fence_scope::group>
ESIMD_API void fence() {
    static_assert(Kind != memory_kind::local || (Op == fence_flush_op::none && Scope == fence_scope::group),
                  "a fence of local memory takes fence_flush_op::none and fence_scope::group");
    if constexpr (detail::has_lsc)
        __cm_lsc_fence((int)Kind, (int)Op, (int)Scope);
    else
        __cm_fence(Kind == memory_kind::local ? local_barrier | global_coherent_fence : global_coherent_fence);
}
// All threads of the group reach the barrier before any leaves it; their accesses to memory are visible afterwards.
ESIMD_API void barrier() {
    sycl::detail::hw_barrier();
}

// Named barriers: the number that the kernel uses, arrival, waiting. role: 0 producer and consumer, 1 producer, 2
// consumer.
template <uint8_t Count> ESIMD_API void named_barrier_init() {
    __cm_nbarrier_init(Count);
}
ESIMD_API void named_barrier_signal(uint8_t id, uint8_t role, uint32_t producers, uint32_t consumers) {
    __cm_nbarrier_signal(id, role, (int)producers, (int)consumers);
}
ESIMD_API void named_barrier_wait(uint8_t id) {
    __cm_nbarrier_wait(id);
}

} // namespace sycl::ext::intel::esimd

namespace sycl::ext::intel::experimental::esimd {

enum class split_barrier_action : uint8_t { wait = 0, signal = 1 };
template <split_barrier_action Action> ESIMD_API void split_barrier() {
    __cm_sbarrier((int)Action);
}
ESIMD_API void split_barrier(split_barrier_action action) {
    __cm_sbarrier((int)action);
}
// The instructions after it wait for the value. Each instruction waits for its own operands here, so this is nothing.
template <class Base, class Region> ESIMD_API void wait(const sycl::ext::intel::esimd::simd_view<Base, Region> &) {}
template <class T, int N> ESIMD_API void wait(const sycl::ext::intel::esimd::simd<T, N> &) {}
using sycl::ext::intel::esimd::named_barrier_init;
// Reserves more named barriers; the result is the number of the first one. Barrier 0 is the group's own.
template <uint8_t Count> ESIMD_API uint8_t named_barrier_allocate() {
    return (uint8_t)__cm_nbarrier_alloc(Count);
}
using sycl::ext::intel::esimd::named_barrier_signal;
using sycl::ext::intel::esimd::named_barrier_wait;

} // namespace sycl::ext::intel::experimental::esimd

// Functions of the vector compiler that programs call directly.
ESIMD_API void __esimd_nbarrier_init(uint8_t count) {
    __cm_nbarrier_init(count);
}
ESIMD_API void __esimd_nbarrier_arrive(uint8_t id, uint8_t role, uint8_t producers, uint8_t consumers) {
    __cm_nbarrier_signal(id, role, producers, consumers);
}
// mode 0 waits, 1 signals.
ESIMD_API void __esimd_nbarrier(uint8_t mode, uint8_t id, uint8_t threads) {
    if (mode == 0)
        __cm_nbarrier_wait(id);
    else
        __cm_nbarrier_signal(id, 0, threads, threads);
}

#endif
