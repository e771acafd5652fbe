// SPDX-License-Identifier: MIT
// Global and local memory by blocks and by lanes.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
// RUN: %cmc -fsycl -O0 -fsycl-targets=pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

int main() {
    row<unsigned char, 64>(
        "blocks between dwords",
        [=](unsigned char *in, unsigned char *out) {
            simd<unsigned char, 16> v(in + 1);
            v.copy_to(out + 1);
            simd<unsigned short, 16> w =
                block_load<unsigned short, 16>((unsigned short *)(in + 2), properties{alignment<2>});
            block_store((unsigned short *)(out + 26), w, properties{alignment<2>});
            out[0] = out[58] = out[63] = 1;
            simd<unsigned char, 9>(3).copy_to(out + 17);
            simd<unsigned char, 4>(5).copy_to(out + 59);
        },
        [](int i, const unsigned char *in) {
            if (i >= 1 && i < 17)
                return (int)in[i];
            if (i >= 26 && i < 58)
                return (int)in[i - 24];
            return i == 0 || i == 58 || i == 63 ? 1 : i < 26 ? 3 : 5;
        });
    constexpr properties cached{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
    row<float, 64>(
        "block_load",
        [=](float *in, float *out) {
            auto a = block_load<float, 32>(in + 1, properties{alignment<4>});
            auto b = block_load<float, 32>(in, 64 * sizeof(float), cached);
            block_store(out, a);
            block_store(out, 32 * sizeof(float), b,
                        properties{cache_hint_L1<cache_hint::write_back>, cache_hint_L2<cache_hint::write_back>});
        },
        [](int i, const float *in) { return i < 32 ? in[i + 1] : in[i + 32]; });
    row<int, 16>(
        "predicates",
        [=](int *in, int *out) {
            simd<int, 16> pass(0, 1);
            auto a = block_load<int, 16>(in, simd_mask<1>(in[0] == in[1]), pass, cached);
            auto b = block_load<int, 16>(in, simd_mask<1>(in[0] != in[1]), pass);
            block_store(out, a + b);
            block_store(out, a, simd_mask<1>(in[0] == in[1]));
        },
        [](int i, const int *in) { return i + in[i]; });
    row<int, 16>(
        "atomics with a number as source",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(0, 4);
            simd_mask<16> low = off < 32u;
            simd<int, 16>(in).copy_to(out);
            atomic_update<atomic_op::add, int, 16>(out, off, 3);
            atomic_update<atomic_op::bit_or, int, 16>(out, off, 1, low);
            atomic_update<atomic_op::cmpxchg, int, 16>(out, off, 100, simd<int, 16>(in) + 3);
        },
        [](int i, const int *in) { return i < 8 && in[i] % 2 == 0 ? 100
                                          : i < 8                 ? (in[i] + 3) | 1
                                                                  : 100; });
    row<int, 16>(
        "gather",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(60, (uint32_t)-4);
            simd<int, 16> none = -9;
            auto a = gather<int, 16>(in, off);
            auto b = gather<int, 16>(in, off, off > 20, none);
            auto c = gather(in, off, simd_mask<16>(1), cached);
            scatter(out, simd<uint32_t, 16>(0, 4), a + b * c);
        },
        [](int i, const int *in) { return in[15 - i] + (60 - 4 * i > 20 ? in[15 - i] : -9) * in[15 - i]; });
    row<int, 32>(
        "two elements a lane",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(0, 12);
            auto v = gather<int, 32, 2>(in, off);
            scatter<int, 32, 2>(out, simd<uint32_t, 16>(0, 8), v);
        },
        [](int i, const int *in) { return in[i / 2 * 3 + i % 2]; });
    row<short, 16>(
        "lanes of words",
        [=](short *in, short *out) {
            simd<uint32_t, 16> off(2, 6);
            auto v = gather<short, 16>(in, off);
            scatter(out, simd<uint32_t, 16>(0, 2), v, simd_mask<16>(1));
        },
        [](int i, const short *in) { return in[1 + 3 * i]; });
    row<double, 8>(
        "64-bit elements",
        [=](double *in, double *out) {
            auto v = gather<double, 8>(in, simd<uint32_t, 8>(0, 24));
            block_store(out, v + block_load<double, 8>(in + 100));
        },
        [](int i, const double *in) { return in[3 * i] + in[100 + i]; });
    row<float, 16>(
        "scalars",
        [=](float *in, float *out) {
            float sum = 0;
            for (int i = 0; i < 16; i++) {
                sum += in[i];
                out[i] = sum;
            }
        },
        [](int i, const float *in) {
            float sum = 0;
            for (int k = 0; k <= i; k++)
                sum += in[k];
            return sum;
        });
    row<int, 32>(
        "slm",
        [=](int *in, int *out) {
            slm_init<512>();
            slm_block_store<int, 32>(64, block_load<int, 32>(in));
            slm_scalar_store<int>(64, 5);
            slm_scatter<int, 16>(simd<uint32_t, 16>(68, 8), simd<int, 16>(0, 1));
            barrier();
            auto v = slm_block_load<int, 32>(64);
            v.select<16, 1>(16) += slm_gather<int, 16>(simd<uint32_t, 16>(64, 4));
            v[31] = slm_scalar_load<int>(64);
            block_store(out, v);
        },
        [](int i, const int *in) {
            auto at = [&](int k) { return k == 0 ? 5 : k % 2 ? k / 2 : in[k]; };
            return i == 31 ? 5 : i < 16 ? at(i) : at(i) + at(i - 16);
        });
    row<int, 16>(
        "atomics",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(0, 4), zero = 0;
            block_store(out, simd<int, 16>(10));
            auto old = atomic_update<atomic_op::add, int, 16>(out, off, simd<int, 16>(0, 1), off < 32);
            simd<int, 32> v = block_load<int, 32>(in);
            atomic_update<atomic_op::smax, int, 16>(out, off, v.select<16, 1>(0));
            atomic_update<atomic_op::inc, int, 16>(out, zero, 1);
            atomic_update<atomic_op::cmpxchg, int>(out, off, simd<int, 16>(77), simd<int, 16>(12), 1);
            atomic_update<atomic_op::bit_xor, int, 16>(out, off, simd<int, 16>(1), off >= 32);
            fence<memory_kind::global, fence_flush_op::none, fence_scope::gpu>();
            block_store(out, block_load<int, 16>(out) + merge(old, simd<int, 16>(0), off < 32));
        },
        [](int i, const int *in) {
            int v = std::max(10 + (i < 8 ? i : 0), in[i]);
            v += i == 0 ? 16 : 0;
            v = v == 12 ? 77 : v;
            return i < 8 ? v + 10 : v ^ 1;
        });
    row<int, 16>(
        "the older names of atomics",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(0, 4);
            slm_init(64);
            block_store(out, simd<int, 16>(0, 2));
            slm_block_store<int, 16>(0, block_load<int, 16>(in));
            ens::lsc_slm_atomic_update<atomic_op::add, int, 16>(off, simd<int, 16>(3), simd_mask<16>(1));
            ens::lsc_atomic_update<atomic_op::cmpxchg, int, 16>(out, off, simd<int, 16>(6), simd<int, 16>(100),
                                                                simd_mask<16>(1));
            auto old = ens::lsc_atomic_update<atomic_op::dec, int, 16>(out, off, off > 8);
            fence<memory_kind::global, fence_flush_op::none, fence_scope::gpu>();
            block_store(out, block_load<int, 16>(out) * 1000 + slm_block_load<int, 16>(0) +
                                 merge(old, simd<int, 16>(0), off > 8));
        },
        [](int i, const int *in) {
            const int v = i == 3 ? 100 : 2 * i;
            return (i > 2 ? v - 1 : v) * 1000 + in[i] + 3 + (i > 2 ? v : 0);
        });
    row<float, 16>(
        "prefetch",
        [=](float *in, float *out) {
            prefetch(in, simd<uint32_t, 16>(0, 64), cached);
            prefetch<float, 16>(in, 64, cached);
            block_store(out, block_load<float, 16>(in));
        },
        [](int i, const float *in) { return in[i]; });
    row<int, 32>(
        "the older names",
        [=](int *in, int *out) {
            constexpr auto hit = cache_hint::cached;
            simd<uint32_t, 16> off(0, 8);
            slm_init(256);
            ens::lsc_prefetch<int, 1, ens::lsc_data_size::u32, hit, hit>(in, off);
            auto v = ens::lsc_gather<int, 2, ens::lsc_data_size::u32, hit, hit>(in, off);
            ens::lsc_slm_scatter<int>(simd<uint32_t, 16>(0, 4), simd<int, 16>(v.select<16, 1>(16)));
            auto w = ens::lsc_slm_block_load<int, 16>(0);
            ens::lsc_scatter<int>(out, simd<uint32_t, 16>(0, 4), simd<int, 16>(v.select<16, 1>(0)));
            ens::lsc_block_store<int, 16>(out + 16,
                                          w + ens::lsc_block_load<int, 16, ens::lsc_data_size::u32, hit, hit>(in));
        },
        [](int i, const int *in) { return i < 16 ? in[2 * i] : in[2 * (i - 16) + 1] + in[i - 16]; });
    row<sycl::half, 64>(
        "2-D blocks",
        [=](sycl::half *in, sycl::half *out) {
            auto a = load_2d<sycl::half, 16, 4>(in, 63, 15, 63, 8, 3);
            ens::config_2d_mem_access<sycl::half, 8, 2, 1> p(in, 63u, 15u, 63u, 0, 0);
            p.set_x(4).set_y(9);
            auto b = ens::lsc_load_2d(p);
            a.select<16, 1>(16) += b;
            store_2d<sycl::half, 16, 4>(out, 31, 3, 31, 0, 0, a);
        },
        [](int i, const sycl::half *in) {
            const int y = i / 16, x = i % 16;
            const sycl::half v = 8 + x < 32 ? in[(3 + y) * 32 + 8 + x] : sycl::half(0);
            return y == 1 ? v + in[(9 + x / 8) * 32 + 4 + x % 8] : v;
        });
    row<unsigned char, 72>(
        "2-D blocks whose rows are padded in registers",
        [=](unsigned char *in, unsigned char *out) {
            auto a = load_2d<unsigned char, 12, 3, 2>(in, 63, 15, 63, 4, 1);
            static_assert(decltype(a)::length == 2 * 3 * 12);
            a.copy_to(out);
        },
        [](int i, const unsigned char *in) {
            const int block = i / 36, y = i % 36 / 12, x = i % 12;
            return in[(1 + y) * 64 + 4 + 12 * block + x];
        });
    return report();
}
