// SPDX-License-Identifier: MIT
// Functions called with all their template arguments, with alignment flags, and on accessors of local memory.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

constexpr auto u32 = ens::lsc_data_size::u32;
constexpr auto cached = cache_hint::cached, none = cache_hint::none;
using dwords = simd<int, 16>;
using offsets = simd<uint32_t, 16>;

static void flags_on_blocks() {
    overaligned_tag<16> flag;
    row<int, 16>(
        "load, flag", [=](int *in, int *out) { ens::lsc_block_load<int, 16>(in, flag).copy_to(out); },
        [](int i, const int *in) { return in[i]; });
    row<int, 16>(
        "load, predicate, flag",
        [=](int *in, int *out) {
            ens::lsc_block_load<int, 16, u32, cached, cached>(in, simd_mask<1>(1), flag).copy_to(out);
        },
        [](int i, const int *in) { return in[i]; });
    row<int, 16>(
        "load, false predicate, old values, flag",
        [=](int *in, int *out) {
            ens::lsc_block_load<int, 16>(in, simd_mask<1>(0), dwords(in + 16), element_aligned_tag()).copy_to(out);
        },
        [](int i, const int *in) { return in[16 + i]; });
    row<int, 16>(
        "store, flag", [=](int *in, int *out) { ens::lsc_block_store<int, 16>(out, dwords(in), flag); },
        [](int i, const int *in) { return in[i]; });
    row<int, 16>(
        "local memory, flag",
        [=](int *in, int *out) {
            slm_init<64>();
            ens::lsc_slm_block_store<int, 16>(0, dwords(in), simd_mask<1>(1), flag);
            ens::lsc_slm_block_load<int, 16>(0, flag).copy_to(out);
        },
        [](int i, const int *in) { return in[i]; });
}

static void all_template_arguments() {
    row<int, 16>(
        "shl", [=](int *in, int *out) { shl<int, int, 16>(dwords(in), 2).copy_to(out); },
        [](int i, const int *in) { return (int)((unsigned)in[i] << 2); });
    row<int, 16>(
        "asr", [=](int *in, int *out) { asr<int, int, 16>(dwords(in), dwords(1)).copy_to(out); },
        [](int i, const int *in) { return in[i] >> 1; });
    row<unsigned, 16>(
        "rol", [=](unsigned *in, unsigned *out) { rol<unsigned, unsigned, 16>(offsets(in), 4).copy_to(out); },
        [](int i, const unsigned *in) { return in[i] << 4 | in[i] >> 28; });
    row<unsigned, 16>(
        "lzd", [=](unsigned *in, unsigned *out) { lzd<unsigned, unsigned, 16>(offsets(in)).copy_to(out); },
        [](int i, const unsigned *in) { return __builtin_clz(in[i]); });
    row<unsigned, 16>(
        "bf_reverse",
        [=](unsigned *in, unsigned *out) { bf_reverse<unsigned, unsigned, 16>(offsets(in)).copy_to(out); },
        [](int i, const unsigned *in) { return __builtin_bitreverse32(in[i]); });
    row<int, 16>(
        "bf_extract", [=](int *in, int *out) { bf_extract<int, int, 16>(4, 2, dwords(in)).copy_to(out); },
        [](int i, const int *in) { return (int)((unsigned)in[i] << 26) >> 28; });
    row<int, 16>(
        "bf_insert", [=](int *in, int *out) { bf_insert<int, int, 16>(4, 2, dwords(5), dwords(in)).copy_to(out); },
        [](int i, const int *in) { return (in[i] & ~(15 << 2)) | 5 << 2; });
    row<unsigned, 32>(
        "imul",
        [=](unsigned *in, unsigned *out) {
            offsets low, high = imul<unsigned, unsigned, 16>(low, offsets(in), offsets(in + 16));
            low.copy_to(out);
            high.copy_to(out + 16);
        },
        [](int i, const unsigned *in) {
            const uint64_t product = (uint64_t)in[i % 16] * in[16 + i % 16];
            return i < 16 ? (unsigned)product : (unsigned)(product >> 32);
        });
}

static void numbers() {
    row<int, 6>(
        "quotients",
        [=](int *in, int *out) {
            out[0] = quot(in[0], 7);
            out[1] = mod(in[0], 7);
            out[2] = div(out[3], in[1], 3);
            unsigned low;
            out[4] = (int)imul(low, (unsigned)in[2], 6u);
            out[5] = (int)low;
        },
        [](int i, const int *in) {
            const uint64_t product = (uint64_t)(unsigned)in[2] * 6;
            const int want[] = {in[0] / 7, in[0] % 7, in[1] / 3, in[1] % 3, (int)(product >> 32), (int)product};
            return want[i];
        });
}

// Results of 16 numbers each, written by one kernel: of an accessor of global memory (multiples of 5) and of one of
// local memory (multiples of 7).
static void accessors() {
    constexpr int n_results = 7, lanes = 16, n = 64;
    sycl::queue q;
    int *out = sycl::malloc_shared<int>(n_results * lanes, q);
    std::array<int, n> numbers;
    for (int i = 0; i < n; i++)
        numbers[i] = 5 * i;
    {
        sycl::buffer<int, 1> buffer(numbers.data(), sycl::range<1>(n));
        q.submit([&](sycl::handler &h) {
            sycl::accessor global(buffer, h, sycl::read_write);
            sycl::local_accessor<int, 1> local(n, h);
            h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
                const offsets even(0, 8);
                const dwords v(100, 1);
                const simd_mask<lanes> mask = (even & 8) == 0;
                for (int i = 0; i < n; i++)
                    local[i] = 7 * i;
                ens::lsc_prefetch<int, 1, u32, cached, cached, lanes>(global, even);
                ens::lsc_block_load<int, 16>(global, 64, overaligned_tag<16>()).copy_to(out);
                ens::lsc_gather<int, 1, u32, cached, cached, lanes>(global, even).copy_to(out + lanes);
                ens::lsc_gather<int, 1, u32, none, none, lanes>(local, even, mask, v).copy_to(out + 2 * lanes);
                ens::lsc_block_load<int, 16>(local, 64).copy_to(out + 3 * lanes);
                ens::lsc_block_store<int, 16>(local, 64, v, overaligned_tag<16>());
                ens::lsc_block_load<int, 16>(local, 64, simd_mask<1>(1)).copy_to(out + 4 * lanes);
                ens::lsc_scatter<int, 1, u32, none, none, lanes>(local, even, v);
                ens::lsc_atomic_update<atomic_op::add, int, lanes>(local, even, v).copy_to(out + 5 * lanes);
                ens::lsc_gather<int>(local, even).copy_to(out + 6 * lanes);
            });
        });
    }
    for (int i = 0; i < lanes; i++) {
        const int want[n_results] = {5 * (16 + i), 10 * i,       i % 2 ? 100 + i : 14 * i, 7 * (16 + i), 100 + i,
                                     100 + i,      2 * (100 + i)};
        for (int k = 0; k < n_results; k++)
            if (n_rows++, out[k * lanes + i] != want[k]) {
                std::printf("accessors: number %d of result %d is %d instead of %d\n", i, k, out[k * lanes + i],
                            want[k]);
                failures++;
            }
    }
    sycl::free(out, q);
}

int main() {
    flags_on_blocks();
    all_template_arguments();
    numbers();
    accessors();
    return report();
}
