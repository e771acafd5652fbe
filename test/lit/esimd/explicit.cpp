// SPDX-License-Identifier: MIT
// Functions called with all their template arguments, with alignment flags, and on accessors of local memory; functions
// of numbers where a program uses both namespaces.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

constexpr auto u32 = ens::lsc_data_size::u32;
constexpr auto cached = cache_hint::cached, none = cache_hint::none;
using sycl::half, sycl::ext::oneapi::bfloat16;
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

using floats = simd<float, 16>;
static void math() {
    row<float, 4>(
        "one element as another number",
        [=](float *in, float *out) {
            const simd<half, 1> h = half(in[0]);
            const simd<bfloat16, 1> b = bfloat16(in[1]);
            const half narrow = simd<float, 1>(in[2]);
            const float wide = h * h;
            out[0] = h;
            out[1] = b;
            out[2] = narrow;
            out[3] = wide;
        },
        [](int i, const float *in) {
            const half h(in[0]), n(in[2]);
            const float want[] = {h, bfloat16(in[1]), n, (float)(h * h)};
            return want[i];
        });
    row<float, 32>(
        "sincos, tanh",
        [=](float *in, float *out) {
            floats cosine, x(in);
            (sincos(cosine, x, saturation_off) * 2).copy_to(out);
            (cosine + ens::tanh<16>(x)).copy_to(out + 16);
        },
        [](int i, const float *in) {
            return i < 16 ? 2 * std::sin(in[i]) : std::cos(in[i - 16]) + std::tanh(in[i - 16]);
        },
        1e-3);
    row<float, 16>(
        "sqrt",
        [=](float *in, float *out) {
            sqrt<float, 16, saturation_on_tag>(abs<float, float, 16>(floats(in)), saturation_on).copy_to(out);
        },
        [](int i, const float *in) { return std::min(std::sqrt(std::fabs(in[i])), 1.0f); }, 1e-6);
    row<float, 16>(
        "atan", [=](float *in, float *out) { atan<float, 16>(floats(in)).copy_to(out); },
        [](int i, const float *in) { return std::atan(in[i]); }, 1e-5);
    row<float, 16>(
        "pow, div_ieee",
        [=](float *in, float *out) {
            div_ieee<float, 16, float>(pow<float, 16, float>(floats(2), floats(in)), floats(in)).copy_to(out);
        },
        [](int i, const float *in) { return std::exp2(in[i]) / in[i]; }, 1e-5);
    row<float, 16>(
        "rndd",
        [=](float *in, float *out) {
            simd<int, 16> r = rndd<int, 16, saturation_on_tag>(floats(in), saturation_on);
            floats(r).copy_to(out);
        },
        [](int i, const float *in) { return in[i] < 1 ? 0 : 1; });
    row<float, 6>(
        "reductions",
        [=](float *in, float *out) {
            const floats half(0.5f), three(1.5f);
            const simd<unsigned char, 32> bytes(200);
            out[0] = reduce<int, float, 16>(half, std::plus<>());
            out[1] = reduce<int>(three, std::multiplies<>());
            out[2] = reduce<float>(bytes, std::plus<>());
            out[3] = reduce<unsigned char>(bytes, std::plus<>());
            out[4] = hmax<int, float, 16>(floats(in));
            out[5] = (float)rsqrt(simd<double, 2>(4.0))[1];
        },
        [](int i, const float *in) {
            const float want[] = {8, 656, 6400, 0, (float)(int)*std::max_element(in, in + 16), 0.5f};
            return want[i];
        });
    row<unsigned, 6>(
        "bits",
        [=](unsigned *in, unsigned *out) {
            const offsets v(in);
            const simd<unsigned char, 3> bytes(0x31, 1);
            const simd<unsigned char, 3> both = bfn<bfn_t::x & ~bfn_t::z>(bytes, bytes, simd<unsigned char, 3>(1));
            const offsets some = bfn<bfn_t::x | bfn_t::y, unsigned, 16>(v, offsets(1), v);
            out[0] = both[0];
            out[1] = both[2];
            out[2] = some[5];
            out[3] = ballot<unsigned, 16>(v & 1);
            out[4] = cbit(v[3]) + fbl(v[1]);
            out[5] = saturate<unsigned, float, 1>(simd<float, 1>(-1.0f))[0];
        },
        [](int i, const unsigned *in) {
            unsigned odd = 0;
            for (int k = 0; k < 16; k++)
                odd |= (in[k] & 1) << k;
            const unsigned want[] = {
                0x30, 0x32, in[5] | 1, odd, (unsigned)(__builtin_popcount(in[3]) + __builtin_ctz(in[1])), 0};
            return want[i];
        });
}

static void masks_and_numbers() {
    row<int, 64>(
        "mask and number",
        [=](int *in, int *out) {
            const simd_mask<16> m = dwords(in) > 0;
            const simd_mask<16> results[] = {m & 1, m && true, m || false, 1 ^ m};
            for (int k = 0; k < 4; k++)
                dwords(results[k]).copy_to(out + 16 * k);
        },
        [](int i, const int *in) { return i < 48 ? in[i % 16] > 0 : in[i % 16] <= 0; });
}

// Each lane adds to a place of its own and returns what was there.
static void atomics_with_properties() {
    row<int, 64>(
        "atomics with properties and no mask, the offsets' type spelled",
        [=](int *in, int *out) {
            const properties p{cache_hint_L1<cache_hint::uncached>, cache_hint_L2<cache_hint::write_back>};
            const offsets at(0, 4);
            const simd<uint64_t, 16> far(0, 4);
            const simd_mask<16> odd = (at & 4) != 0;
            const dwords v(in);
            atomic_update<atomic_op::add, int, 16>(in, at, v, p).copy_to(out);
            atomic_update<atomic_op::inc, int, 16>(in, at, p).copy_to(out + 16);
            atomic_update<atomic_op::add, int, 16, uint64_t>(in, far, v, odd, p);
            gather<int, 16, 1, uint32_t>(in, at, odd, dwords(3)).copy_to(out + 32);
            scatter<int, 16, 1, uint32_t>(in, at, v, odd);
            ens::lsc_atomic_update<atomic_op::add, int, 1>(in, 4u, simd<int, 1>(7), 1);
            ens::lsc_scatter<int, 1, u32, none, none, 1>(in, 8u, simd<int, 1>(-9));
            ens::lsc_gather<int, 1, u32, cached, cached, 16>(in, 12, simd_mask<16>(1)).copy_to(out + 48);
        },
        [](int i, const int *in) {
            const int n = i % 16, v = in[n];
            return i < 16 ? v : i < 32 ? 2 * v : i < 48 ? (n % 2 ? 3 * v + 1 : 3) : in[3];
        });
}

static void masks_in_memory() {
    using words = simd<unsigned short, 16>;
    row<unsigned short, 64>(
        "masks in memory, replicated, selected, merged",
        [=](unsigned short *in, unsigned short *out) {
            const words v(in);
            const simd_mask<16> m = v > 20;
            simd_mask<16> other(in + 16);
            m.copy_to(out);
            (m.replicate_w<2, 8>(0) & m.replicate_vs_w<2, 0, 8>(0)).copy_to(out + 16);
            m.iselect<16>(words(15, -1)).copy_to(out + 32);
            other.merge(m, !m, words(0, 1) < 4);
            other.copy_to(out + 48);
        },
        [](int i, const unsigned short *in) {
            const int n = i % 16;
            const int from = i < 16 ? n : i < 32 ? n % 8 : i < 48 ? 15 - n : n;
            return (in[from] > 20) != (i >= 48 && n >= 4);
        });
}

// A mask's words seen as other elements; the bytes of a selection with gaps as one row.
static void views() {
    row<unsigned, 8>(
        "words of a mask as dwords",
        [=](unsigned *in, unsigned *out) {
            simd_mask<16> m = offsets(in) > 20;
            m.bit_cast_view<unsigned>()[2] = 0;
            m.bit_cast_view<unsigned>().copy_to(out);
        },
        [](int i, const unsigned *in) {
            return i == 2 ? 0u : (in[2 * i] > 20) | (unsigned)(in[2 * i + 1] > 20) << 16;
        });
    row<int, 64>(
        "a selection with gaps as one row",
        [=](int *in, int *out) {
            simd<int, 64> v(in);
            auto m = v.bit_cast_view<int, 4, 16>();
            auto part = m.select<2, 2, 4, 3>(1, 2).bit_cast_view<int>();
            part += dwords(100, 1).select<8, 1>(0);
            part[5] = 7;
            v.copy_to(out);
        },
        [](int i, const int *in) {
            const int row = i / 16, column = i % 16;
            const bool inside = row % 2 == 1 && column >= 2 && column <= 11 && (column - 2) % 3 == 0;
            const int k = row / 2 * 4 + (column - 2) / 3;
            return !inside ? in[i] : k == 5 ? 7 : in[i] + 100 + k;
        });
}

// sycl's functions are the better match.
namespace both {
using namespace sycl;
using namespace sycl::ext::intel::esimd;
using info::device::name; // of sycl, in both namespaces
static void numbers() {
    row<float, 6>(
        "both namespaces",
        [=](float *in, float *out) {
            const float x = abs(in[0]) + 1;
            out[0] = max(x, in[1]);
            out[1] = sqrt(x);
            out[2] = floor(x);
            out[3] = pow(x, 2.0f);
            out[4] = atan(x) + atan2(x, 1.0f);
            out[5] = min((int)x, 2);
        },
        [](int i, const float *in) {
            const float x = std::fabs(in[0]) + 1;
            const float want[] = {std::max(x, in[1]), std::sqrt(x),     std::floor(x), x * x,
                                  2 * std::atan(x),   std::min(x, 2.0f)};
            return want[i];
        },
        1e-5);
}
} // namespace both

static void numbers() {
    row<int, 12>(
        "quotients",
        [=](int *in, int *out) {
            out[0] = quot(in[0], 7);
            out[1] = mod(in[0], 7);
            out[2] = div(out[3], in[1], 3);
            unsigned low;
            out[4] = (int)imul(low, (unsigned)in[2], 6u);
            out[5] = (int)low;
            dwords rest, by(7, 1);
            out[6] = div(rest, 1000, by)[3];
            out[7] = rest[3];
            simd<int, 1> one;
            out[8] = div<int>(one, in[3], 5);
            out[9] = one;
            out[10] = imul<int, int, int, 16>(rest, by, 1 << 30)[5];
            out[11] = rest[5];
        },
        [](int i, const int *in) {
            const uint64_t product = (uint64_t)(unsigned)in[2] * 6;
            const int want[] = {in[0] / 7, in[0] % 7, in[1] / 3, in[1] % 3, (int)(product >> 32), (int)product, 100, 0,
                                in[3] / 5, in[3] % 5, 3,         0};
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
    math();
    masks_and_numbers();
    atomics_with_properties();
    masks_in_memory();
    views();
    both::numbers();
    numbers();
    accessors();
    return report();
}
