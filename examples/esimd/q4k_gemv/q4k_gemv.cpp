// SPDX-License-Identifier: MIT
// y = A * x, where A has weights of four bits in blocks like those of ggml's Q4_K: the step that reads a language
// model's matrices for each token.
//
//   q4k_gemv [--rows=64] [--cols=2048] [--seed=1]
//
// A block of 144 bytes holds 256 weights in 8 sub-blocks of 32:
//
//   half d, dmin            factors of the block
//   12 bytes                8 scales and 8 minima of 6 bits
//   128 bytes               quants q: in each 32 bytes, the low nibbles are one sub-block, the high nibbles the next
//
//   weight = d * scale * q - dmin * minimum
//
// A thread computes 4 rows, so that the 256 numbers of x that it loads serve 4 blocks. The threads of a work-group
// share rows: each takes every eighth block. They add their sums through local memory.

#include "../size_options.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

using sycl::half;
using namespace sycl::ext::intel::esimd;

constexpr int block_weights = 256, sub_blocks = 8, sub_weights = 32;
constexpr int header_dwords = 4, quant_bytes = block_weights / 2;
constexpr int thread_rows = 4, group_threads = 8;

struct q4k_block {
    half d, dmin;
    uint8_t scales[12];
    uint8_t quants[quant_bytes];
};
static_assert(sizeof(q4k_block) == 144 && sizeof(q4k_block) == 4 * header_dwords + quant_bytes);

// The weights are read once; x is read by every thread.
constexpr properties stream{cache_hint_L1<cache_hint::streaming>, cache_hint_L2<cache_hint::cached>};

using row_dwords = simd<uint32_t, thread_rows>;
using sub_values = simd<float, thread_rows * sub_blocks>; // one number for each sub-block of each row
using lane_sums = simd<float, sub_weights>;

struct q4k_gemv_kernel {
    const q4k_block *a;
    const float *x;
    float *y;
    int blocks_in_row;

    void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
        slm_init<group_threads * thread_rows * sizeof(float)>();
        const int thread = item.get_local_id(0), row = item.get_group(0) * thread_rows;
        lane_sums sums[thread_rows];
#pragma unroll
        for (int r = 0; r < thread_rows; r++)
            sums[r] = 0;
        const q4k_block *block = a + (size_t)row * blocks_in_row + thread;
        const float *part = x + thread * block_weights;
        for (int i = thread; i < blocks_in_row; i += group_threads) {
            add_blocks(sums, block, block_load<float, block_weights>(part));
            block += group_threads;
            part += group_threads * block_weights;
        }
        add_threads(sums, thread, y + row);
    }

  private:
    // The products of one block of each row with the same part of x: two multiply-adds for 32 weights. Scale and
    // minimum of a sub-block are scalar operands.
    void add_blocks(lane_sums (&sums)[thread_rows], const q4k_block *b, simd<float, block_weights> part) const {
        simd<uint8_t, quant_bytes> quants[thread_rows];
        // Each lane reads one row's header. All rows' dwords 0 come first, then all dwords 1: a vector for each.
        const simd<uint32_t, thread_rows> offsets(0, blocks_in_row * sizeof(q4k_block));
        simd<uint32_t, thread_rows *header_dwords> headers =
            gather<uint32_t, thread_rows * header_dwords, header_dwords>((const uint32_t *)b, offsets, stream);
#pragma unroll
        for (int r = 0; r < thread_rows; r++) {
            const q4k_block *row = b + (size_t)r * blocks_in_row;
            quants[r] = block_load<uint8_t, quant_bytes>(row->quants, stream);
        }
        sub_values scales, minima;
        unpack_scales(headers, scales, minima);
#pragma unroll
        for (int r = 0; r < thread_rows; r++)
#pragma unroll
            for (int i = 0; i < sub_blocks; i += 2) {
                const simd<uint8_t, sub_weights> bytes = quants[r].select<sub_weights, 1>(i / 2 * sub_weights);
                const int at = r * sub_blocks + i;
                const lane_sums low = bytes & 15, high = bytes >> 4;
                sums[r] += (low * scales[at] - minima[at]) * part.select<sub_weights, 1>(i * sub_weights);
                sums[r] +=
                    (high * scales[at + 1] - minima[at + 1]) * part.select<sub_weights, 1>((i + 1) * sub_weights);
            }
    }

    // The scales and minima of all rows at once. Dword 0 of a header holds d and dmin, dword 1 the low six bits of
    // scales 0 to 3, dword 2 those of minima 0 to 3. Dword 3 holds the low nibbles of scales 4 to 7 and of minima 4 to
    // 7; their upper two bits are the upper bits of dwords 1 and 2. The four bytes of a dword are treated together.
    static void unpack_scales(simd<uint32_t, thread_rows * header_dwords> &headers, sub_values &scales,
                              sub_values &minima) {
        const row_dwords low_scales = headers.select<thread_rows, 1>(1 * thread_rows);
        const row_dwords low_minima = headers.select<thread_rows, 1>(2 * thread_rows);
        const row_dwords nibbles = headers.select<thread_rows, 1>(3 * thread_rows);
        simd<uint32_t, 2 * thread_rows> packed_scales, packed_minima;
        packed_scales.select<thread_rows, 2>(0) = low_scales & 0x3f3f3f3f;
        packed_scales.select<thread_rows, 2>(1) = (nibbles & 0x0f0f0f0f) | (low_scales >> 2 & 0x30303030);
        packed_minima.select<thread_rows, 2>(0) = low_minima & 0x3f3f3f3f;
        packed_minima.select<thread_rows, 2>(1) = (nibbles >> 4 & 0x0f0f0f0f) | (low_minima >> 2 & 0x30303030);

        auto factors = headers.bit_cast_view<half>();
        const simd<float, thread_rows> d = factors.select<thread_rows, 2>(0);
        const simd<float, thread_rows> dmin = factors.select<thread_rows, 2>(1);
        scales = packed_scales.bit_cast_view<uint8_t>();
        minima = packed_minima.bit_cast_view<uint8_t>();
#pragma unroll
        for (int r = 0; r < thread_rows; r++) {
            scales.select<sub_blocks, 1>(r * sub_blocks) *= d[r];
            minima.select<sub_blocks, 1>(r * sub_blocks) *= dmin[r];
        }
    }

    // The sums of all threads, one row a lane.
    static void add_threads(lane_sums (&sums)[thread_rows], int thread, float *y) {
        simd<float, thread_rows> rows;
#pragma unroll
        for (int r = 0; r < thread_rows; r++)
            rows[r] = reduce<float>(sums[r], std::plus<>());
        slm_block_store<float, thread_rows>(thread * thread_rows * sizeof(float), rows);
        barrier();
        if (thread != 0)
            return;
        simd<float, group_threads *thread_rows> all = slm_block_load<float, group_threads * thread_rows>(0);
#pragma unroll
        for (int t = 1; t < group_threads; t++)
            rows += all.select<thread_rows, 1>(t * thread_rows);
        block_store<float, thread_rows>(y, rows);
    }
};

// ---- The host side ----

// Any bytes are scales and quants.
static void fill(q4k_block *b, size_t n, std::mt19937 &random) {
    std::uniform_real_distribution<float> factor(0.0001f, 0.001f);
    for (size_t i = 0; i < n; i++) {
        b[i].d = factor(random);
        b[i].dmin = factor(random);
        for (uint8_t &byte : b[i].scales)
            byte = (uint8_t)random();
        for (uint8_t &byte : b[i].quants)
            byte = (uint8_t)random();
    }
}

static int plain_scale(const uint8_t *s, int sub) {
    return sub < 4 ? s[sub] & 63 : (s[sub + 4] & 15) | s[sub - 4] >> 6 << 4;
}
static int plain_minimum(const uint8_t *s, int sub) {
    return sub < 4 ? s[sub + 4] & 63 : s[sub + 4] >> 4 | s[sub] >> 6 << 4;
}
// Weight i of a block, from the description of the format.
static double plain_weight(const q4k_block &b, int i) {
    const int sub = i / sub_weights, byte = b.quants[sub / 2 * sub_weights + i % sub_weights];
    const int q = sub % 2 ? byte >> 4 : byte & 15;
    return (double)(float)b.d * plain_scale(b.scales, sub) * q - (double)(float)b.dmin * plain_minimum(b.scales, sub);
}

// The largest difference from a plain product, relative to the sum of the magnitudes.
static double largest_error(const q4k_gemv_kernel &k, int rows) {
    double most = 0;
    for (int row = 0; row < rows; row++) {
        double sum = 0, magnitude = 0;
        for (int i = 0; i < k.blocks_in_row * block_weights; i++) {
            const q4k_block &b = k.a[(size_t)row * k.blocks_in_row + i / block_weights];
            const double product = plain_weight(b, i % block_weights) * k.x[i];
            sum += product;
            magnitude += std::fabs(product);
        }
        const double error = std::fabs(sum - k.y[row]) / magnitude;
        most = error <= most ? most : error; // a NaN counts
    }
    return most;
}

static const char program[] = "q4k_gemv";

int main(int argc, char **argv) {
    int rows = 64, cols = 2048, seed = 1;
    parse(program, argc, argv,
          {{"--rows", &rows, 4, 1 << 16, thread_rows},
           {"--cols", &cols, 256, 1 << 16, block_weights},
           {"--seed", &seed, 0, 1 << 30, 1}});
    try {
        sycl::queue q;
        const int blocks_in_row = cols / block_weights;
        const size_t blocks = (size_t)rows * blocks_in_row;
        q4k_block *a = sycl::malloc_shared<q4k_block>(blocks, q);
        float *x = sycl::malloc_shared<float>(cols, q), *y = sycl::malloc_shared<float>(rows, q);
        std::mt19937 random(seed);
        std::normal_distribution<float> number(0, 1);
        fill(a, blocks, random);
        std::generate_n(x, cols, [&] { return number(random); });

        const q4k_gemv_kernel kernel{a, x, y, blocks_in_row};
        const size_t threads = (size_t)rows / thread_rows * group_threads;
        q.parallel_for(sycl::nd_range<1>(threads, group_threads), kernel).wait();

        const double error = largest_error(kernel, rows);
        const bool ok = error <= 1e-6; // some roundings to float
        std::printf("q4k_gemv: %dx%d, %s, largest error %.2g\n", rows, cols, ok ? "ok" : "wrong", error);
        sycl::free(a, q);
        sycl::free(x, q);
        sycl::free(y, q);
        return !ok;
    } catch (const sycl::exception &e) {
        fail(program, e.what());
    }
}
