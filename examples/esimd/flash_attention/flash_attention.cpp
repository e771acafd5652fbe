// SPDX-License-Identifier: MIT
// Attention of one head in one pass: O = softmax(Q * transpose(K) / sqrt(64)) * V, without the matrix of scores.
//
//   flash_attention [--queries=128] [--keys=128] [--causal=0] [--seed=1]
//
// Q, K, V and O are of half, by rows of 64. A thread computes 16 rows of O. It goes over the keys in blocks of 32 and
// keeps, for each row, the largest score so far and the sum of exponentials relative to it. When the largest score
// grows, the sum and the row of O shrink by the same factor.
//
// Both products use the systolic array. The scores come out as rows of 16 in the order in which dpas takes its left
// factor, so the exponentials become the left factor of the second product without a move.

#include "../size_options.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <vector>

using sycl::half;
using namespace sycl::ext::intel::esimd;
namespace exp_esimd = sycl::ext::intel::experimental::esimd;
using exp_esimd::config_2d_mem_access;

constexpr int head_size = 64;
// The shape of one dpas.
constexpr int dpas_m = 8, dpas_n = 16, dpas_k = 16, dpas_depth = 8;
// A thread's rows of Q and O, its keys in a step, and the same in units of dpas.
constexpr int thread_rows = 16, step_keys = 32;
constexpr int tiles_m = thread_rows / dpas_m, tiles_d = head_size / dpas_n, tiles_k = step_keys / dpas_k;
constexpr int group_threads = 8;
constexpr int group_rows = group_threads * thread_rows;

constexpr cache_hint cached = cache_hint::cached;
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
constexpr float log2_e = 1.44269504f;
constexpr float score_scale = 0.125f * log2_e; // 1 / sqrt(head_size), for exp2 instead of exp

using row_values = simd<float, thread_rows>;               // one number for each row
using tile_rows = simd<float, thread_rows * dpas_n>;       // 16 columns of all rows
using tile_out = simd<float, dpas_m * dpas_n>;             // an accumulator of dpas
using tile_a = simd<half, dpas_m * dpas_k>;                // a left factor of dpas
using tile_b = simd<half, dpas_k * dpas_n>;                // a right factor of dpas
using tile_v = simd<half, step_keys * head_size / 2>;      // half of the columns of V: four right factors
using tile_q = simd<half, thread_rows * dpas_k * tiles_d>; // Q: eight left factors

// Messages take sizes minus one, widths and pitches in bytes.
template <class Access, class T> Access matrix(T *p, int rows, int row_b, int x, int y) {
    return Access(p, row_b - 1, rows - 1, row_b - 1, x, y);
}

// The largest of each row's numbers, in halves: 8, 4, 2, 1. Float instructions read scalars and whole registers only,
// so the two halves of the rows are gathered by moves of the integer pipe.
template <int N = dpas_n> row_values largest_of_rows(simd<float, thread_rows * N> v) {
    if constexpr (N == 1) {
        return v;
    } else {
        auto rows = v.template bit_cast_view<float, thread_rows, N>();
        simd<float, thread_rows *N / 2> left = rows.template select<thread_rows, 1, N / 2, 1>(0, 0);
        simd<float, thread_rows *N / 2> right = rows.template select<thread_rows, 1, N / 2, 1>(0, N / 2);
        return largest_of_rows<N / 2>(max(left, right));
    }
}

struct attention_kernel {
    // K is read as dwords: a transposed block of 16 keys x 8 dwords has pairs of half as dpas takes its right factor.
    using load_q = config_2d_mem_access<half, dpas_k, thread_rows, 2>;
    using load_k = config_2d_mem_access<uint32_t, dpas_k / 2, dpas_n, 1>;
    using load_v = config_2d_mem_access<half, dpas_n, step_keys, 2>;
    using store_o = config_2d_mem_access<half, dpas_n, dpas_m, 1>;
    // A thread's part of the group's prefetches: 4 of the 32 rows of K and of V, in two halves of 64 bytes.
    using prefetch = config_2d_mem_access<half, head_size / 2, step_keys / group_threads, 1>;

    struct state {
        tile_q q;
        tile_out out[tiles_m][tiles_d];
        tile_out sums[tiles_m]; // of exponentials: each row's sum in all its 16 columns
        row_values most;        // the largest score so far, times score_scale
    };

    const half *q, *k, *v;
    half *o;
    int queries, keys;
    int causal; // a query sees the keys up to its own place, with the ends of queries and keys aligned

    void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
        constexpr int row_b = head_size * sizeof(half);
        const int top = item.get_global_id(0) * thread_rows;
        auto pk = matrix<load_k>((const uint32_t *)k, keys, row_b, 0, 0);
        auto pv = matrix<load_v>(v, keys, row_b, 0, 0);
        const int first = item.get_local_id(0) * prefetch::get_height();
        auto ahead_k = matrix<prefetch>(k, keys, row_b, 0, first), ahead_v = matrix<prefetch>(v, keys, row_b, 0, first);
        prefetch_rows(ahead_k);
        prefetch_rows(ahead_v);

        state s = initial(matrix<load_q>(q, queries, row_b, 0, top));
        const int last = last_key(top + thread_rows - 1);
        for (int key = 0; key <= last; key += step_keys) {
            prefetch_rows(ahead_k);
            prefetch_rows(ahead_v);
            step(s, pk, pv, key, top);
        }
        store(s, matrix<store_o>(o, queries, row_b, 0, 0), top);
    }

  private:
    static tile_out product(tile_out acc, tile_b columns, tile_a left) {
        return xmx::dpas<dpas_depth, dpas_m, float>(acc, columns, left);
    }
    int last_key(int row) const {
        return causal ? std::min(row + keys - queries, keys - 1) : keys - 1;
    }
    static void prefetch_rows(prefetch &p) {
        constexpr int w = prefetch::get_width(), h = prefetch::get_height();
#pragma unroll
        for (int x = 0; x < head_size; x += w) {
            p.set_x(x);
            exp_esimd::lsc_prefetch_2d<half, w, h, 1, false, false, cached, cached>(p);
        }
        p.set_y(p.get_y() + step_keys);
    }
    static state initial(load_q pq) {
        state s;
#pragma unroll
        for (int i = 0; i < 2; i++) {
            pq.set_x(i * head_size / 2);
            s.q.select<tile_q::length / 2, 1>(i * tile_q::length / 2) =
                exp_esimd::lsc_load_2d<half, dpas_k, thread_rows, 2, false, false, cached, cached>(pq);
        }
#pragma unroll
        for (int im = 0; im < tiles_m; im++) {
            s.sums[im] = 0;
#pragma unroll
            for (int id = 0; id < tiles_d; id++)
                s.out[im][id] = 0;
        }
        s.most = minus_infinity;
        return s;
    }

    // 32 keys: scores, exponentials, their product with V. The loads of V are sent before the exponentials.
    void step(state &s, load_k &pk, load_v &pv, int key, int top) const {
        tile_rows scores[tiles_k];
#pragma unroll
        for (int ik = 0; ik < tiles_k; ik++)
            scores[ik] = score(s.q, pk, key + ik * dpas_n);
        tile_v values[2];
        load_values(values, pv, key);
        if (key + step_keys - 1 > last_key(top))
            hide_late_keys(scores, key, top);

        const row_values shrink = exponentials(s, scores);
#pragma unroll
        for (int im = 0; im < tiles_m; im++) {
            scale_rows(s.sums[im], shrink, im * dpas_m);
#pragma unroll
            for (int id = 0; id < tiles_d; id++)
                scale_rows(s.out[im][id], shrink, im * dpas_m);
        }
        add_values(s, scores, values);
    }

    // Replaces scores by exponentials relative to the largest score so far. The result is the factor by which earlier
    // sums shrink.
    static row_values exponentials(state &s, tile_rows (&scores)[tiles_k]) {
        const row_values most = max(s.most, largest_of_rows(tile_rows(max(scores[0], scores[1]))) * score_scale);
        const row_values shrink = exp2(s.most - most);
        s.most = most;
#pragma unroll
        for (int ik = 0; ik < tiles_k; ik++)
#pragma unroll
            for (int row = 0; row < thread_rows; row++) {
                auto w = scores[ik].select<dpas_n, 1>(row * dpas_n);
                w = exp2(w * score_scale - most[row]);
            }
        return shrink;
    }
    // A row at a time: its factor is a scalar operand.
    static void scale_rows(tile_out &t, const row_values &factor, int from) {
#pragma unroll
        for (int row = 0; row < dpas_m; row++)
            t.select<dpas_n, 1>(row * dpas_n) *= factor[from + row];
    }

    // The products of all rows of Q with 16 keys.
    static tile_rows score(const tile_q &q, load_k &pk, int key) {
        tile_out acc[tiles_m];
        pk.set_y(key);
#pragma unroll
        for (int id = 0; id < tiles_d; id++) {
            pk.set_x(id * load_k::get_width());
            simd<uint32_t, dpas_k / 2 *dpas_n> pairs =
                exp_esimd::lsc_load_2d<uint32_t, dpas_k / 2, dpas_n, 1, true, false, cached, cached>(pk);
            const tile_b columns = pairs.bit_cast_view<half>();
#pragma unroll
            for (int im = 0; im < tiles_m; im++) {
                const tile_a left = q.select<tile_a::length, 1>((id * tiles_m + im) * tile_a::length);
                acc[im] =
                    id == 0 ? xmx::dpas<dpas_depth, dpas_m, float>(columns, left) : product(acc[im], columns, left);
            }
        }
        tile_rows scores;
#pragma unroll
        for (int im = 0; im < tiles_m; im++)
            scores.select<tile_out::length, 1>(im * tile_out::length) = acc[im];
        return scores;
    }
    // Keys past the end, and keys later than a row's own place.
    void hide_late_keys(tile_rows (&scores)[tiles_k], int key, int top) const {
        simd<int, thread_rows> last(keys - 1);
        if (causal)
            last = min(last, simd<int, thread_rows>(top + keys - queries, 1));
#pragma unroll
        for (int ik = 0; ik < tiles_k; ik++) {
            const simd<int, dpas_n> keys_of_columns(key + ik * dpas_n, 1);
#pragma unroll
            for (int row = 0; row < thread_rows; row++)
                scores[ik].select<dpas_n, 1>(row * dpas_n).merge(minus_infinity, keys_of_columns > last[row]);
        }
    }
    // V comes transformed: pairs of rows are interleaved as dpas takes them.
    static void load_values(tile_v (&values)[2], load_v &pv, int key) {
        pv.set_y(key);
#pragma unroll
        for (int i = 0; i < 2; i++) {
            pv.set_x(i * head_size / 2);
            values[i] = exp_esimd::lsc_load_2d<half, dpas_n, step_keys, 2, false, true, cached, cached>(pv);
        }
    }
    // The sums of the exponentials are products too, with a factor of ones.
    static void add_values(state &s, const tile_rows (&weights)[tiles_k], const tile_v (&values)[2]) {
        const tile_b ones = half(1);
#pragma unroll
        for (int ik = 0; ik < tiles_k; ik++) {
            const simd<half, thread_rows *dpas_k> lefts = convert<half>(weights[ik]);
#pragma unroll
            for (int im = 0; im < tiles_m; im++)
                s.sums[im] = product(s.sums[im], ones, lefts.select<tile_a::length, 1>(im * tile_a::length));
#pragma unroll
            for (int id = 0; id < tiles_d; id++) {
                const tile_b columns =
                    values[id / 2].select<tile_b::length, 1>((id % 2 * tiles_k + ik) * tile_b::length);
#pragma unroll
                for (int im = 0; im < tiles_m; im++)
                    s.out[im][id] =
                        product(s.out[im][id], columns, lefts.select<tile_a::length, 1>(im * tile_a::length));
            }
        }
    }
    static void store(state &s, store_o po, int top) {
#pragma unroll
        for (int im = 0; im < tiles_m; im++) {
            const tile_out factor = inv(s.sums[im]);
            po.set_y(top + im * dpas_m);
#pragma unroll
            for (int id = 0; id < tiles_d; id++) {
                po.set_x(id * dpas_n);
                exp_esimd::lsc_store_2d<half, dpas_n, dpas_m, 1, cache_hint::write_back, cache_hint::write_back>(
                    po, convert<half>(s.out[im][id] * factor));
            }
        }
    }
};

// ---- The host side ----

static half *random_rows(int rows, sycl::queue &q, std::mt19937 &random) {
    half *p = sycl::malloc_shared<half>((size_t)rows * head_size, q);
    std::normal_distribution<float> number(0, 1);
    std::generate_n(p, (size_t)rows * head_size, [&] { return half(number(random)); });
    return p;
}

// Row i of the result in double: scores, softmax, weighted sum of the rows of V.
static std::vector<double> plain_row(const attention_kernel &x, int i) {
    const int last = x.causal ? i + x.keys - x.queries : x.keys - 1;
    std::vector<double> weights(last + 1), out(head_size, 0.0);
    for (int j = 0; j <= last; j++) {
        double dot = 0;
        for (int d = 0; d < head_size; d++)
            dot += (double)(float)x.q[(size_t)i * head_size + d] * (float)x.k[(size_t)j * head_size + d];
        weights[j] = dot / std::sqrt((double)head_size);
    }
    const double most = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double &w : weights)
        total += w = std::exp(w - most);
    for (int j = 0; j <= last; j++)
        for (int d = 0; d < head_size; d++)
            out[d] += weights[j] / total * (float)x.v[(size_t)j * head_size + d];
    return out;
}

static double largest_error(const attention_kernel &x) {
    double most = 0;
    for (int i = 0; i < x.queries; i++) {
        const std::vector<double> row = plain_row(x, i);
        for (int d = 0; d < head_size; d++) {
            const double error = std::fabs(row[d] - (float)x.o[(size_t)i * head_size + d]);
            most = error <= most ? most : error; // a NaN counts
        }
    }
    return most;
}

static const char program[] = "flash_attention";

int main(int argc, char **argv) {
    int queries = 128, keys = 128, causal = 0, seed = 1;
    parse(program, argc, argv,
          {{"--queries", &queries, 1, 1 << 16},
           {"--keys", &keys, 1, 1 << 16},
           {"--causal", &causal, 0, 1},
           {"--seed", &seed, 0, 1 << 30}});
    if (causal && queries > keys)
        fail(program, "--causal=1: expected at most as many queries as keys, else the first queries see no key");
    try {
        sycl::queue q;
        std::mt19937 random(seed);
        half *o = sycl::malloc_shared<half>((size_t)queries * head_size, q);
        const attention_kernel kernel{random_rows(queries, q, random),
                                      random_rows(keys, q, random),
                                      random_rows(keys, q, random),
                                      o,
                                      queries,
                                      keys,
                                      causal};
        const sycl::range<1> group(group_threads), groups((queries + group_rows - 1) / group_rows);
        const sycl::ext::oneapi::experimental::properties large{sycl::ext::intel::experimental::grf_size<256>};
        q.submit([&](sycl::handler &h) {
             h.parallel_for(sycl::nd_range<1>(groups * group, group), large, kernel);
         }).wait();

        const double error = largest_error(kernel);
        const bool ok = error <= 4e-3; // values of a few units in half
        std::printf("flash_attention: %d queries, %d keys%s, %s, largest error %.2g\n", queries, keys,
                    causal ? ", causal" : "", ok ? "ok" : "wrong", error);
        for (const half *p : {kernel.q, kernel.k, kernel.v, (const half *)o})
            sycl::free((void *)p, q);
        return !ok;
    } catch (const sycl::exception &x) {
        fail(program, x.what());
    }
}
