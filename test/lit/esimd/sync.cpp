// SPDX-License-Identifier: MIT
// Threads of a group: barriers in two parts, named barriers by all their names, parts of shared local memory, atomics
// on it; variables of the file in registers.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>

using namespace sycl;
using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

constexpr int threads = 8, lanes = 16;
static int failures;

ESIMD_PRIVATE simd<int, lanes> kept;
ESIMD_PRIVATE ESIMD_REGISTER(2048) simd<int, lanes> pinned;

ESIMD_NOINLINE SYCL_ESIMD_FUNCTION void keep(simd<int, lanes> v) {
    kept = v * 3;
    pinned = v + 1;
}

// Runs the kernel in one group; out[i] must be expected(thread, lane).
template <class K, class R> static void group_of_threads(const char *what, K kernel, R expected) {
    queue q;
    int *out = malloc_shared<int>(threads * lanes, q);
    std::fill(out, out + threads * lanes, -1);
    q.parallel_for(nd_range<1>(threads, threads), [=](nd_item<1> i) SYCL_ESIMD_KERNEL {
         kernel((int)i.get_local_id(0), out);
     }).wait();
    int wrong = 0;
    for (int i = 0; i < threads * lanes; i++)
        wrong += out[i] != expected(i / lanes, i % lanes);
    std::printf("%s: %d wrong\n", what, wrong);
    failures += wrong;
    free(out, q);
}

int main() {
    group_of_threads(
        "split_barrier",
        [](int t, int *out) {
            slm_init<threads * 64>();
            slm_block_store<int, lanes>(t * 64, simd<int, lanes>(t * 100, 1));
            fence<memory_kind::local>();
            ens::split_barrier<ens::split_barrier_action::signal>();
            simd<int, lanes> own(t, 0);
            ens::split_barrier<ens::split_barrier_action::wait>();
            own += slm_block_load<int, lanes>((t + 1) % threads * 64);
            own.copy_to(out + t * lanes);
        },
        [](int t, int l) { return t + (t + 1) % threads * 100 + l; });
    group_of_threads(
        "named barriers",
        [](int t, int *out) {
            slm_init<threads * 64>();
            named_barrier_init<3>();
            // The first half produces, the second one consumes.
            if (t < threads / 2) {
                slm_block_store<int, lanes>(t * 64, simd<int, lanes>(t * 7, 2));
                fence<memory_kind::local>();
                named_barrier_signal(1, 1, threads / 2, threads / 2);
                simd<int, lanes>(0).copy_to(out + t * lanes);
            } else {
                named_barrier_signal(1, 2, threads / 2, threads / 2);
                named_barrier_wait(1);
                slm_block_load<int, lanes>((t - threads / 2) * 64).copy_to(out + t * lanes);
            }
        },
        [](int t, int l) { return t < threads / 2 ? 0 : (t - threads / 2) * 7 + 2 * l; });
    group_of_threads(
        "roles chosen at run time",
        [](int t, int *out) {
            slm_init<threads * 64>();
            named_barrier_init<2>();
            const bool produces = t % 2 == 0;
            if (produces) {
                slm_block_store<int, lanes>(t * 64, simd<int, lanes>(t * 3, 1));
                fence<memory_kind::local>();
            }
            named_barrier_signal(1, produces ? 1 : 2, threads / 2, threads / 2);
            simd<int, lanes> v = 0;
            if (!produces) {
                named_barrier_wait(1);
                v = slm_block_load<int, lanes>((t - 1) * 64);
            }
            v.copy_to(out + t * lanes);
        },
        [](int t, int l) { return t % 2 ? (t - 1) * 3 + l : 0; });
    group_of_threads(
        "barriers by their old names",
        [](int t, int *out) {
            slm_init<threads * 64>();
            __esimd_nbarrier_init(2);
            slm_block_store<int, lanes>(t * 64, simd<int, lanes>(t * 5, 1));
            fence<memory_kind::local>();
            __esimd_nbarrier_arrive(1, 0, threads, threads);
            __esimd_nbarrier(0, 1, 0);
            slm_block_load<int, lanes>((threads - 1 - t) * 64).copy_to(out + t * lanes);
        },
        [](int t, int l) { return (threads - 1 - t) * 5 + l; });
    group_of_threads(
        "named_barrier_allocate",
        [](int t, int *out) {
            slm_init<threads * 64>();
            const uint8_t first = ens::named_barrier_allocate<1>(), second = ens::named_barrier_allocate<2>();
            slm_block_store<int, lanes>(t * 64, simd<int, lanes>(t * 9, 1));
            fence<memory_kind::local>();
            // Neighbours meet: the first two threads at one barrier, the others at another one.
            const uint8_t mine = t < 2 ? first : second;
            const uint32_t count = t < 2 ? 2 : threads - 2;
            named_barrier_signal(mine, 0, count, count);
            named_barrier_wait(mine);
            (slm_block_load<int, lanes>((t ^ 1) * 64) + second).copy_to(out + t * lanes);
        },
        [](int t, int l) { return (t ^ 1) * 9 + l + 2; });
    group_of_threads(
        "slm_allocator, slm_atomic_update",
        [](int t, int *out) {
            slm_allocator<64> sums;
            slm_allocator<64> others;
            const uint32_t at = (uint32_t)sums.get_offset();
            if (t == 0) {
                slm_block_store<int, lanes>(at, simd<int, lanes>(0));
                slm_block_store<int, lanes>((uint32_t)others.get_offset(), simd<int, lanes>(1000));
            }
            barrier();
            simd<uint32_t, lanes> off(at, 4);
            slm_atomic_update<atomic_op::add, int>(off, simd<int, lanes>(t + 1), 1);
            fence<global_coherent_fence | l3_flush_rw_data>(); // the older name of l2_flush_rw_data
            barrier();
            simd<int, lanes> v = slm_block_load<int, lanes>(at);
            v += slm_block_load<int, lanes>((uint32_t)others.get_offset());
            v.copy_to(out + t * lanes);
        },
        [](int, int) { return threads * (threads + 1) / 2 + 1000; });
    group_of_threads(
        "ESIMD_PRIVATE, ESIMD_REGISTER, ESIMD_NOINLINE",
        [](int t, int *out) {
            keep(simd<int, lanes>(t, 1));
            simd<int, lanes> v = kept + pinned * 1000;
            v.copy_to(out + t * lanes);
        },
        [](int t, int l) { return (t + l) * 3 + (t + l + 1) * 1000; });
    return failures != 0;
}
