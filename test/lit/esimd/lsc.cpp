// SPDX-License-Identifier: MIT
// The older names of memory accesses on pointers and accessors, atomics by the names of the load/store cache, fences.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

#include <vector>

namespace native = sycl::ext::intel::esimd::native;

static void on_pointers() {
    row<int, 16>(
        "lsc_gather, lsc_scatter, lsc_prefetch",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(0, 8);
            ens::lsc_prefetch<int, 1, ens::lsc_data_size::default_size, cache_hint::cached, cache_hint::cached>(in,
                                                                                                                off);
            simd<int, 16> v = ens::lsc_gather<int>(in, off);
            v += ens::lsc_gather<int, 1, ens::lsc_data_size::u32, cache_hint::uncached, cache_hint::cached>(in, off);
            ens::lsc_scatter<int>(out, simd<uint32_t, 16>(60, (uint32_t)-4), v);
        },
        [](int i, const int *in) { return 2 * in[2 * (15 - i)]; });
    row<int, 32>(
        "lsc_gather of pairs",
        [=](int *in, int *out) {
            simd<int, 32> v = ens::lsc_gather<int, 2>(in, simd<uint32_t, 16>(0, 8));
            v.copy_to(out);
        },
        [](int i, const int *in) { return in[i % 16 * 2 + i / 16]; });
    row<int, 16>(
        "offsets that are a view, values for lanes that are off",
        [=](int *in, int *out) {
            slm_init<128>();
            simd<uint32_t, 32> wide(0, 4);
            auto off = wide.select<16, 2>(0);
            simd_mask<16> even = (simd<uint, 16>(0, 1) & 1u) == 0u;
            ens::lsc_prefetch<int, 1, ens::lsc_data_size::default_size, cache_hint::cached, cache_hint::cached>(in,
                                                                                                                off);
            ens::lsc_slm_scatter<int>(off.read(), ens::lsc_gather<int>(in, off));
            simd<int, 16> v = ens::lsc_slm_gather<int>(off.read(), even, simd<int, 16>(7));
            v = ens::lsc_slm_block_load<int, 16>(0, simd_mask<1>(0), v);
            ens::lsc_scatter<int>(out, wide.select<16, 1>(0), v);
        },
        [](int i, const int *in) { return i % 2 == 0 ? in[2 * i] : 7; });
    row<int, 16>(
        "lsc_slm",
        [=](int *in, int *out) {
            slm_init<512>();
            ens::lsc_slm_block_store<int, 16>(64, simd<int, 16>(in));
            ens::lsc_fence<ens::lsc_memory_kind::shared_local>();
            simd<uint32_t, 16> off(64, 4);
            simd<int, 16> v = ens::lsc_slm_gather<int>(off);
            ens::lsc_slm_scatter<int>(off, simd<int, 16>(v * 2));
            v += ens::lsc_slm_block_load<int, 16>(64);
            v += ens::lsc_slm_atomic_update<atomic_op::add, int, 16>(off, v, simd_mask<16>(1));
            v += ens::lsc_slm_block_load<int, 16>(64);
            v.copy_to(out);
        },
        [](int i, const int *in) { return in[i] * (3 + 2 + 5); });
}

// Elements of 32 bits that are bytes or words in memory.
static void narrow_cells() {
    using size = ens::lsc_data_size;
    row<uint32_t, 80>(
        "data sizes u8u32, u16u32, u16u32h",
        [=](uint32_t *in, uint32_t *out) {
            slm_init<64>();
            simd<uint32_t, 16> bytes(0, 1), words(0, 2), dwords(0, 4);
            simd_mask<16> even = (simd<uint, 16>(0, 1) & 1u) == 0u;
            simd<uint32_t, 16> v(in), none = 0u;
            ens::lsc_prefetch<uint32_t, 1, size::u8u32, cache_hint::cached, cache_hint::cached>(in, bytes);
            ens::lsc_gather<uint32_t, 1, size::u8u32>(in, words).copy_to(out);
            ens::lsc_gather<uint32_t, 1, size::u16u32>(in, words, even, simd<uint32_t, 16>(7u)).copy_to(out + 16);
            ens::lsc_gather<uint32_t, 1, size::u16u32h>(in, words).copy_to(out + 32);
            none.copy_to(out + 48);
            ens::lsc_scatter<uint32_t, 1, size::u16u32h>(out + 48, words, v);
            ens::lsc_slm_scatter<uint32_t, 1, size::u8u32>(bytes, v);
            ens::lsc_slm_gather<uint32_t, 1, size::u8u32>(bytes).copy_to(out + 64);
        },
        [](int i, const uint32_t *in) {
            const auto *bytes = (const uint8_t *)in;
            const auto *words = (const uint16_t *)in;
            const int k = i % 16;
            switch (i / 16) {
            case 0:
                return (uint32_t)bytes[2 * k];
            case 1:
                return k % 2 ? 7u : words[k];
            case 2:
                return (uint32_t)words[k] << 16;
            case 3:
                return k < 8 ? in[2 * k] >> 16 | (in[2 * k + 1] & 0xffff0000u) : 0u;
            default:
                return in[k] & 255;
            }
        });
}

static void atomics() {
    row<int, 16>(
        "native atomics",
        [=](int *in, int *out) {
            simd<uint32_t, 16> off(0, 4);
            simd<int, 16> v(in), expected = v + 1;
            simd_mask<16> even = (simd<uint, 16>(0, 1) & 1u) == 0u;
            v.copy_to(out);
            atomic_update<native::lsc::atomic_op::inc, int, 16>(out, off, simd_mask<16>(1));
            atomic_update<native::lsc::atomic_op::cmpxchg, int, 16>(out, off, simd<int, 16>(100), expected, even);
            atomic_update<native::lsc::atomic_op::smax, int, 16>(out, off, simd<int, 16>(0), simd_mask<16>(1));
            atomic_update<atomic_op::dec>(out, off);
        },
        [](int i, const int *in) { return i % 2 == 0 ? 99 : std::max(in[i] + 1, 0) - 1; });
    row<float, 16>(
        "float atomics, old values",
        [=](float *in, float *out) {
            simd<uint32_t, 16> off(0, 4);
            simd<float, 16> v(in);
            v.copy_to(out);
            simd<float, 16> old = atomic_update<native::lsc::atomic_op::fadd, float, 16>(out, off, v, simd_mask<16>(1));
            old +=
                ens::lsc_atomic_update<atomic_op::fmax, float, 16>(out, off, simd<float, 16>(1.0f), simd_mask<16>(1));
            ens::lsc_fence();
            old += atomic_update<atomic_op::load, float, 16>(out, off);
            old.copy_to(out);
        },
        [](int i, const float *in) { return in[i] + 2 * in[i] + std::max(2 * in[i], 1.0f); });
}

static bool on_accessors() {
    constexpr int n = 64;
    std::vector<int> in(n), out(n, 1);
    std::iota(in.begin(), in.end(), 5);
    {
        sycl::queue q;
        sycl::buffer<int, 1> from(in.data(), sycl::range<1>(n)), to(out.data(), sycl::range<1>(n));
        q.submit([&](sycl::handler &h) {
            sycl::accessor a(from, h, sycl::read_only);
            sycl::accessor b(to, h, sycl::read_write);
            h.parallel_for(sycl::range<1>(2), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
                const uint32_t at = (uint32_t)i[0] * 128;
                simd<uint32_t, 16> off(at, 4);
                simd<int, 16> v = ens::lsc_gather<int>(a, off);
                v += ens::lsc_block_load<int, 16>(a, at) * 10;
                ens::lsc_scatter<int>(b, off, v);
                ens::lsc_atomic_update<atomic_op::add, int, 16>(b, off, v, simd_mask<16>(1));
                ens::lsc_block_store<int, 16>(b, at + 64, v);
                scatter<int, 16>(b, off, gather<int, 16>(b, off, 0, simd_mask<16>(1)) + 1, 0, off > at);
                simd<int, 16> w = gather<int, 16>(b, off, 64);
                scatter<int, 16>(b, off, w, 64, off > at);
            });
        });
    }
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int value = in[i - i % 32 + i % 16] * 11;
        wrong += out[i] != (i % 32 < 16 ? 2 * value + (i % 16 > 0) : value);
    }
    std::printf("accessors: %d wrong\n", wrong);
    return wrong == 0;
}

int main() {
    on_pointers();
    narrow_cells();
    atomics();
    const bool ok = on_accessors();
    return report() || !ok;
}
