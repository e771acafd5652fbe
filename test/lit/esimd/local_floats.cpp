// SPDX-License-Identifier: MIT
// Floats in shared local memory: each atomic that exists there by both of its names, sums from all threads at one
// place, single numbers of two bytes.
// RUN: %cmc -fsycl -fsycl-targets=bmg,dg2,host %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:dg2 %host %t
// RUN: env CMRT_DEVICE=host %host %t
#include "Inputs/check.hpp"

using sycl::ext::oneapi::bfloat16;

// Two atomics by Op with the value 2 on 16 numbers, except where i % 3 is 0.
template <atomic_op Op, class T, class R> static void atomic(const char *what, R result) {
    row<float, 48>(
        what,
        [=](float *in, float *out) {
            slm_init<64>();
            simd<float, 16> start(in);
            slm_block_store<T, 16>(0, simd<T, 16>(start));
            const simd<uint32_t, 16> off(0, sizeof(T));
            const simd_mask<16> m = simd<int, 16>(0, 1) % 3 != 0;
            simd<T, 16> first = 0, second = 0;
            first.merge(slm_atomic_update<Op, T, 16>(off, simd<T, 16>(2), m), m);
            second.merge(ens::lsc_slm_atomic_update<Op, T, 16>(off, simd<T, 16>(2), m), m);
            simd<float, 16>(first).copy_to(out);
            simd<float, 16>(second).copy_to(out + 16);
            simd<float, 16>(slm_block_load<T, 16>(0)).copy_to(out + 32);
        },
        [=](int i, const float *in) {
            const int k = i % 16;
            const float once = result(in[k], 2.0f);
            if (k % 3 == 0)
                return i < 32 ? 0 : in[k];
            return i < 16 ? in[k] : i < 32 ? once : result(once, 2.0f);
        });
}

static void single_numbers() {
    row<float, 3>(
        "slm_scalar_store and slm_scalar_load of half, bfloat16 and float",
        [=](float *in, float *out) {
            slm_init<64>();
            slm_scalar_store<sycl::half>(2, sycl::half(in[0]));
            slm_scalar_store<bfloat16>(4, bfloat16(in[1]));
            slm_scalar_store(8, in[2]);
            out[0] = slm_scalar_load<sycl::half>(2);
            out[1] = slm_scalar_load<bfloat16>(4);
            out[2] = slm_scalar_load<float>(8);
        },
        [](int i, const float *in) { return in[i]; });
}

// Numbers that float holds exactly, so that the order of the sums does not matter.
static void from_all_threads() {
    constexpr int threads = 8;
    sycl::queue q;
    float *out = sycl::malloc_shared<float>(16, q);
    q.parallel_for(sycl::nd_range<1>(threads, threads), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
         slm_init<64>();
         const int t = item.get_local_id(0);
         if (t == 0)
             slm_block_store<float, 16>(0, simd<float, 16>(0));
         barrier();
         const simd<uint32_t, 16> here(0), each(0, 4);
         slm_atomic_update<atomic_op::fadd, float, 16>(here, simd<float, 16>(1, 1));
         slm_atomic_update<atomic_op::fsub, float, 16>(each, simd<float, 16>((float)t), each >= 32u);
         slm_atomic_update<atomic_op::fcmpxchg, float, 16>(each, simd<float, 16>(5), simd<float, 16>(0), each == 4u);
         barrier();
         if (t == 0)
             slm_block_load<float, 16>(0).copy_to(out);
     }).wait();
    for (int i = 0; i < 16; i++) {
        const float want = i == 0 ? threads * 136 : i == 1 ? 5 : i < 8 ? 0 : -28;
        failures += out[i] != want;
    }
    n_rows++;
    sycl::free(out, q);
}

int main() {
    atomic<atomic_op::fadd, float>("fadd", [](float a, float b) { return a + b; });
    atomic<atomic_op::fsub, float>("fsub", [](float a, float b) { return a - b; });
    atomic<atomic_op::fmin, float>("fmin", [](float a, float b) { return std::min(a, b); });
    atomic<atomic_op::fmax, float>("fmax", [](float a, float b) { return std::max(a, b); });
    atomic<atomic_op::fmin, sycl::half>("fmin of half", [](float a, float b) { return std::min(a, b); });
    atomic<atomic_op::fmax, sycl::half>("fmax of half", [](float a, float b) { return std::max(a, b); });
    single_numbers();
    from_all_threads();
    return report();
}
