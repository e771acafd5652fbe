// SPDX-License-Identifier: MIT
// C = A * B with the systolic array: A and B of half, C of float, all by rows.
//
//   gemm [--m=256] [--n=256] [--k=256] [--seed=1]
//
// A thread computes 32 x 64 elements of C. The accumulator takes 128 of its 256 registers. In a step it loads 32
// columns of A and 32 rows of B, which is enough for 32 dpas. A work-group of 8 x 4 threads computes 256 x 256
// elements; its threads share the prefetches of what the group needs some steps later.
//
// Sizes need not be multiples of a tile. Two-dimensional loads give zeros outside of a matrix, and stores write nothing
// there.

#include "../size_options.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

using sycl::half;
using namespace sycl::ext::intel::esimd;
namespace exp_esimd = sycl::ext::intel::experimental::esimd;
using exp_esimd::config_2d_mem_access;

// The shape of one dpas: rows of A and C, columns of B and C, the common dimension of half.
constexpr int dpas_m = 8, dpas_n = 16, dpas_k = 16, dpas_depth = 8;
// The tile of a thread in units of dpas.
constexpr int tiles_m = 4, tiles_n = 4, tiles_k = 2;
constexpr int thread_m = tiles_m * dpas_m, thread_n = tiles_n * dpas_n, step_k = tiles_k * dpas_k;
// The threads of a work-group.
constexpr int group_rows = 8, group_cols = 4;
constexpr int group_m = group_rows * thread_m, group_n = group_cols * thread_n;
// A prefetch of one thread: 8 rows of 64 bytes. The group's 32 threads cover 256 x 32 of A and 32 x 256 of B.
constexpr int prefetch_rows = 8, prefetch_cols = 32, prefetch_steps = 3;
constexpr int prefetches_in_row_of_b = group_n / prefetch_cols;
static_assert(group_rows * group_cols * prefetch_rows == group_m && prefetch_cols == step_k);
static_assert(group_rows * group_cols / prefetches_in_row_of_b * prefetch_rows == step_k);

constexpr cache_hint cached = cache_hint::cached;

using tile_a = simd<half, tiles_k * thread_m * dpas_k>;
using tile_b = simd<half, thread_n * step_k>;
using tile_c = simd<float, dpas_m * dpas_n>;

// Messages take sizes minus one, widths and pitches in bytes.
template <class Access, class T> Access matrix(T *p, int rows, int cols, int x, int y) {
    const unsigned width_b = cols * sizeof(T) - 1;
    return Access(p, width_b, rows - 1, width_b, x, y);
}

struct gemm_kernel {
    using load_a = config_2d_mem_access<half, dpas_k, thread_m, tiles_k>;
    using load_b = config_2d_mem_access<half, dpas_n, step_k, tiles_n / 2>;
    using store_c = config_2d_mem_access<float, dpas_n, dpas_m, 1>;
    using prefetch = config_2d_mem_access<half, prefetch_cols, prefetch_rows, 1>;

    const half *a, *b;
    float *c;
    int m, n, k;

    // 256 registers: half as many threads, each with twice the tile.
    auto get(sycl::ext::oneapi::experimental::properties_tag) const {
        return sycl::ext::oneapi::experimental::properties{sycl::ext::intel::experimental::grf_size<256>};
    }

    void operator()(sycl::nd_item<2> item) const SYCL_ESIMD_KERNEL {
        const int top = item.get_global_id(0) * thread_m, left = item.get_global_id(1) * thread_n;
        auto pa = matrix<load_a>(a, m, k, 0, top);
        auto pb = matrix<load_b>(b, k, n, left, 0);
        auto ahead_a = matrix<prefetch>(a, m, k, 0, 0), ahead_b = matrix<prefetch>(b, k, n, 0, 0);
        place_prefetches(item, ahead_a, ahead_b);
#pragma unroll
        for (int i = 0; i < prefetch_steps; i++)
            prefetch_step(ahead_a, ahead_b);

        tile_c acc[tiles_m][tiles_n];
#pragma unroll
        for (int i = 0; i < tiles_m * tiles_n; i++)
            acc[i / tiles_n][i % tiles_n] = 0;
        for (int at = 0; at < k; at += step_k) {
            pa.set_x(at);
            pb.set_y(at);
            prefetch_step(ahead_a, ahead_b);
            multiply(acc, pa, pb, left);
        }
        store(acc, top, left);
    }

  private:
    // The thread's part of the group's prefetches.
    static void place_prefetches(sycl::nd_item<2> item, prefetch &ahead_a, prefetch &ahead_b) {
        const unsigned thread = item.get_local_linear_id();
        ahead_a.set_y(item.get_group(0) * group_m + thread * prefetch_rows);
        ahead_b.set_x(item.get_group(1) * group_n + thread % prefetches_in_row_of_b * prefetch_cols);
        ahead_b.set_y(thread / prefetches_in_row_of_b * prefetch_rows);
    }
    static void prefetch_step(prefetch &ahead_a, prefetch &ahead_b) {
        exp_esimd::lsc_prefetch_2d<half, prefetch_cols, prefetch_rows, 1, false, false, cached, cached>(ahead_a);
        exp_esimd::lsc_prefetch_2d<half, prefetch_cols, prefetch_rows, 1, false, false, cached, cached>(ahead_b);
        ahead_a.set_x(ahead_a.get_x() + step_k);
        ahead_b.set_y(ahead_b.get_y() + step_k);
    }

    // One step of the common dimension. A comes as two blocks of 32 x 16. B comes transformed: pairs of rows are
    // interleaved as dpas takes them. Each of its two messages brings two blocks of 32 x 16.
    static void multiply(tile_c (&acc)[tiles_m][tiles_n], const load_a &pa, load_b &pb, int left) {
        tile_a va = exp_esimd::lsc_load_2d<half, dpas_k, thread_m, tiles_k, false, false, cached, cached>(pa);
        tile_b vb;
#pragma unroll
        for (int i = 0; i < 2; i++) {
            pb.set_x(left + i * thread_n / 2);
            vb.select<tile_b::length / 2, 1>(i * tile_b::length / 2) =
                exp_esimd::lsc_load_2d<half, dpas_n, step_k, tiles_n / 2, false, true, cached, cached>(pb);
        }
#pragma unroll
        for (int ik = 0; ik < tiles_k; ik++)
#pragma unroll
            for (int in = 0; in < tiles_n; in++)
#pragma unroll
                for (int im = 0; im < tiles_m; im++) {
                    simd<half, dpas_m *dpas_k> rows =
                        va.select<dpas_m * dpas_k, 1>((ik * tiles_m + im) * dpas_m * dpas_k);
                    simd<half, dpas_k *dpas_n> cols =
                        vb.select<dpas_k * dpas_n, 1>((in * tiles_k + ik) * dpas_k * dpas_n);
                    acc[im][in] = xmx::dpas<dpas_depth, dpas_m, float>(acc[im][in], cols, rows);
                }
    }

    void store(tile_c (&acc)[tiles_m][tiles_n], int top, int left) const {
        auto pc = matrix<store_c>(c, m, n, 0, 0);
#pragma unroll
        for (int im = 0; im < tiles_m; im++) {
            pc.set_y(top + im * dpas_m);
#pragma unroll
            for (int in = 0; in < tiles_n; in++) {
                pc.set_x(left + in * dpas_n);
                exp_esimd::lsc_store_2d<float, dpas_n, dpas_m, 1, cache_hint::write_back, cache_hint::write_back>(
                    pc, acc[im][in]);
            }
        }
    }
};

// ---- The host side ----

static void fill(half *p, size_t n, std::mt19937 &random) {
    std::uniform_real_distribution<float> number(-1, 1);
    std::generate_n(p, n, [&] { return half(number(random)); });
}

// The largest difference from a plain product.
static double largest_error(const gemm_kernel &g) {
    double most = 0;
    std::vector<double> row(g.n);
    for (int y = 0; y < g.m; y++) {
        std::fill(row.begin(), row.end(), 0.0);
        for (int i = 0; i < g.k; i++) {
            const double left = (float)g.a[(size_t)y * g.k + i];
            for (int x = 0; x < g.n; x++)
                row[x] += left * (float)g.b[(size_t)i * g.n + x];
        }
        for (int x = 0; x < g.n; x++) {
            const double error = std::fabs(row[x] - g.c[(size_t)y * g.n + x]);
            most = error <= most ? most : error; // a NaN counts
        }
    }
    return most;
}

static const char program[] = "gemm";

int main(int argc, char **argv) {
    int m = 256, n = 256, k = 256, seed = 1;
    // Rows of a surface have at least 64 bytes and begin at a multiple of 16 bytes.
    parse(program, argc, argv,
          {{"--m", &m, 1, 1 << 14, 1},
           {"--n", &n, 32, 1 << 14, 8},
           {"--k", &k, 32, 1 << 14, 8},
           {"--seed", &seed, 0, 1 << 30, 1}});
    try {
        sycl::queue q;
        half *a = sycl::malloc_shared<half>((size_t)m * k, q), *b = sycl::malloc_shared<half>((size_t)k * n, q);
        float *c = sycl::malloc_shared<float>((size_t)m * n, q);
        std::mt19937 random(seed);
        fill(a, (size_t)m * k, random);
        fill(b, (size_t)k * n, random);

        const gemm_kernel kernel{a, b, c, m, n, k};
        const sycl::range<2> group(group_rows, group_cols);
        const sycl::range<2> groups((m + group_m - 1) / group_m, (n + group_n - 1) / group_n);
        q.parallel_for(sycl::nd_range<2>(groups * group, group), kernel).wait();

        const double error = largest_error(kernel);
        const bool ok = error <= 1e-6 * k; // a rounding to float for each of k sums
        std::printf("gemm: %dx%dx%d, %s, largest error %.2g\n", m, n, k, ok ? "ok" : "wrong", error);
        sycl::free(a, q);
        sycl::free(b, q);
        sycl::free(c, q);
        return !ok;
    } catch (const sycl::exception &x) {
        fail(program, x.what());
    }
}
