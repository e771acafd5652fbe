// SPDX-License-Identifier: MIT
// A radix sort of 32-bit keys, from the lowest digit to the highest. A pass has three kernels:
//
//   count      each work-group counts the digits of its keys
//   scan       where the keys of each group with each digit begin in the output
//   scatter    each key goes to its place; keys of equal digits keep their order
//
//   radix_sort [--keys=20000] [--bits=8] [--seed=1]
//
// A digit has 4 or 8 bits. A work-group of 16 threads has 8192 keys: each thread holds 512 in registers.

#include "../size_options.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

using namespace sycl::ext::intel::esimd;

constexpr int lanes = 32; // keys of a vector, and bits of a dword in which lanes are noted
constexpr int thread_vectors = 16, thread_keys = thread_vectors * lanes;
constexpr int group_threads = 16, group_keys = group_threads * thread_keys;
constexpr int key_bits = 32;
// Digits that a thread scans at once, one a lane.
constexpr int scan_lanes = 16;

using keys = simd<uint32_t, lanes>;
using scan_row = simd<uint32_t, scan_lanes>;

template <int Bits> struct digit {
    static constexpr int values = 1 << Bits;
    static constexpr int table_b = values * (int)sizeof(uint32_t);
    // The digits of keys, times four: offsets into a table of dwords. A rotation replaces a shift down by the digit's
    // place and a shift up by two.
    static keys offsets(keys k, int shift) {
        return rol<uint32_t>(k, (uint32_t)(key_bits + 2 - shift) % key_bits) & (uint32_t)(table_b - 4);
    }
};

// All keys of a thread. The loads are sent together, so that their latencies overlap.
static void load(keys (&k)[thread_vectors], const uint32_t *p) {
#pragma unroll
    for (int i = 0; i < thread_vectors; i++)
        k[i] = block_load<uint32_t, lanes>(p + i * lanes);
}

// Zeroes a part of local memory, as all threads of the group.
template <int Size_b> void clear_slm(int thread) {
    constexpr int chunk = 16, chunk_b = chunk * sizeof(uint32_t);
    static_assert(Size_b % chunk_b == 0);
    for (int at = thread * chunk_b; at < Size_b; at += group_threads * chunk_b)
        slm_block_store<uint32_t, chunk>(at, simd<uint32_t, chunk>(0));
    barrier();
}

// ---- count ----

template <int Bits> struct count_kernel {
    using d = digit<Bits>;
    const uint32_t *in;
    uint32_t *counts; // d::values for each group
    int shift;

    void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
        slm_init<d::table_b>();
        const int thread = item.get_local_id(0), group = item.get_group(0);
        clear_slm<d::table_b>(thread);
        keys k[thread_vectors];
        load(k, in + (size_t)group * group_keys + thread * thread_keys);
        // The order of keys does not matter here, so the group's threads share a table of atomic counters.
#pragma unroll
        for (int i = 0; i < thread_vectors; i++)
            slm_atomic_update<atomic_op::inc, uint32_t, lanes>(d::offsets(k[i], shift), simd_mask<lanes>(1));
        barrier();
        if (thread < d::values / scan_lanes)
            block_store(counts + group * d::values + thread * scan_lanes,
                        slm_block_load<uint32_t, scan_lanes>(thread * scan_lanes * sizeof(uint32_t)));
    }
};

// ---- scan ----

// v[0], v[0] + v[1], ...: each step adds the element that is a power of two before.
template <int N> simd<uint32_t, N> running_sums(simd<uint32_t, N> v) {
#pragma unroll
    for (int step = 1; step < N; step *= 2) {
        simd<uint32_t, 2 *N> padded = 0;
        padded.template select<N, 1>(N) = v;
        v += padded.template select<N, 1>(N - step);
    }
    return v;
}

// One work-group. A lane is a digit; the groups' counts follow one another, so that the sums need no exchange between
// lanes. Only the totals of the digits do.
template <int Bits> struct scan_kernel {
    using d = digit<Bits>;
    static constexpr int threads = d::values / scan_lanes;
    uint32_t *counts; // becomes the place of each group's first key of each digit
    int groups;

    void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
        slm_init<threads * sizeof(uint32_t)>();
        const int thread = item.get_local_id(0);
        uint32_t *column = counts + thread * scan_lanes;
        scan_row total = 0;
        int g = 0;
        for (; g + batch <= groups; g += batch)
            add_rows<batch>(total, column + g * d::values);
        for (; g < groups; g++)
            add_rows<1>(total, column + g * d::values);

        scan_row place = running_sums(total) - total;
        place += keys_of_earlier_threads(thread, reduce<uint32_t>(total, std::plus<>()));
        for (g = 0; g + batch <= groups; g += batch)
            place_rows<batch>(place, column + g * d::values);
        for (; g < groups; g++)
            place_rows<1>(place, column + g * d::values);
    }

  private:
    static constexpr int batch = 16; // rows whose loads are sent before the first is used

    template <int N> static void load_rows(scan_row (&rows)[N], const uint32_t *p) {
#pragma unroll
        for (int i = 0; i < N; i++)
            rows[i] = block_load<uint32_t, scan_lanes>(p + i * d::values);
    }
    template <int N> static void add_rows(scan_row &total, const uint32_t *p) {
        scan_row rows[N];
        load_rows(rows, p);
#pragma unroll
        for (int i = 0; i < N; i++)
            total += rows[i];
    }
    template <int N> static void place_rows(scan_row &place, uint32_t *p) {
        scan_row rows[N];
        load_rows(rows, p);
#pragma unroll
        for (int i = 0; i < N; i++) {
            block_store(p + i * d::values, place);
            place += rows[i];
        }
    }
    static uint32_t keys_of_earlier_threads(int thread, uint32_t mine) {
        slm_scalar_store<uint32_t>(thread * sizeof(uint32_t), mine);
        barrier();
        const auto all = slm_block_load<uint32_t, threads>(0);
        const simd<int, threads> index(0, 1);
        return reduce<uint32_t>(merge(all, simd<uint32_t, threads>(0), index < thread), std::plus<>());
    }
};

// ---- scatter ----

template <int Bits> struct scatter_kernel {
    using d = digit<Bits>;
    const uint32_t *in, *places;
    uint32_t *out;
    int shift;

    void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
        slm_init<group_threads * d::table_b>();
        const int thread = item.get_local_id(0), group = item.get_group(0), table = thread * d::table_b;
        clear_slm<group_threads * d::table_b>(thread);
        keys k[thread_vectors], number[thread_vectors];
        load(k, in + (size_t)group * group_keys + thread * thread_keys);
#pragma unroll
        for (int i = 0; i < thread_vectors; i++)
            number[i] = count(table, k[i]);
        barrier();
        if (thread < d::values / scan_lanes)
            place_threads(thread * scan_lanes, places + group * d::values + thread * scan_lanes);
        barrier();
#pragma unroll
        for (int i = 0; i < thread_vectors; i++) {
            const keys first = slm_gather<uint32_t, lanes>(keys(d::offsets(k[i], shift) + table));
            scatter<uint32_t, lanes>(out, keys((first + number[i] - 1) * (uint32_t)sizeof(uint32_t)), k[i]);
        }
    }

  private:
    // For each lane, the lanes with the same digit, as bits: lanes agree in all bits of the digit.
    keys peers(keys k) const {
        keys same = 0xffffffff;
#pragma unroll
        for (int bit = 0; bit < Bits; bit++) {
            const simd_mask<lanes> is_set = (k & (1u << (shift + bit))) != 0;
            const uint32_t ones = pack_mask(is_set);
            same &= merge(keys(ones), keys(~ones), is_set);
        }
        return same;
    }
    // Counts the digits in the thread's table. The result is each key's number, from 1 on, among the thread's keys of
    // its digit.
    keys count(int table, keys k) const {
        const keys at = d::offsets(k, shift) + table, same = peers(k);
        const keys number = slm_gather<uint32_t, lanes>(at) + cbit(same << keys(lanes - 1, -1));
        // Lanes of one digit would write the same place: only the last of them does.
        const simd_mask<lanes> is_last = (same >> keys(0, 1)) == 1;
        slm_scatter<uint32_t, lanes>(at, number, is_last);
        return number;
    }
    // In the tables of all threads, for 16 digits: the counts become the places of the threads' first keys.
    static void place_threads(int first_digit, const uint32_t *group_places) {
        scan_row place = block_load<uint32_t, scan_lanes>(group_places);
#pragma unroll
        for (int t = 0; t < group_threads; t++) {
            const uint32_t at = t * d::table_b + first_digit * sizeof(uint32_t);
            const scan_row n = slm_block_load<uint32_t, scan_lanes>(at);
            slm_block_store<uint32_t, scan_lanes>(at, place);
            place += n;
        }
    }
};

// ---- The host side ----

// Sorts groups * group_keys keys. After an even number of passes they are in the first buffer again.
template <int Bits> void sort(sycl::queue &q, uint32_t *first, uint32_t *second, uint32_t *counts, int groups) {
    static_assert(key_bits / Bits % 2 == 0);
    const sycl::nd_range<1> all(groups * group_threads, group_threads);
    const sycl::nd_range<1> one(scan_kernel<Bits>::threads, scan_kernel<Bits>::threads);
    for (int shift = 0; shift < key_bits; shift += Bits) {
        q.parallel_for(all, count_kernel<Bits>{first, counts, shift});
        q.parallel_for(one, scan_kernel<Bits>{counts, groups});
        q.parallel_for(all, scatter_kernel<Bits>{first, counts, second, shift});
        std::swap(first, second);
    }
    q.wait();
}

static const char program[] = "radix_sort";

int main(int argc, char **argv) {
    int n = 20000, bits = 8, seed = 1;
    parse(program, argc, argv,
          {{"--keys", &n, 1, 1 << 28, 1}, {"--bits", &bits, 4, 8, 4}, {"--seed", &seed, 0, 1 << 30, 1}});
    try {
        sycl::queue q{sycl::property::queue::in_order()};
        const int groups = (n + group_keys - 1) / group_keys;
        const size_t padded = (size_t)groups * group_keys;
        uint32_t *data = sycl::malloc_shared<uint32_t>(padded, q), *other = sycl::malloc_device<uint32_t>(padded, q);
        uint32_t *counts = sycl::malloc_device<uint32_t>((size_t)groups << bits, q);
        std::mt19937 random(seed);
        std::generate_n(data, n, [&] { return (uint32_t)random(); });
        std::fill(data + n, data + padded, UINT32_MAX); // the largest keys stay last
        std::vector<uint32_t> expected(data, data + n);

        if (bits == 8)
            sort<8>(q, data, other, counts, groups);
        else
            sort<4>(q, data, other, counts, groups);

        std::sort(expected.begin(), expected.end());
        const size_t right = std::mismatch(expected.begin(), expected.end(), data).first - expected.begin();
        const bool ok = right == expected.size();
        const std::string verdict = ok ? "ok" : "wrong from key " + std::to_string(right);
        std::printf("radix_sort: %d keys, %d bits a pass, %s\n", n, bits, verdict.c_str());
        for (uint32_t *p : {data, other, counts})
            sycl::free(p, q);
        return !ok;
    } catch (const sycl::exception &x) {
        fail(program, x.what());
    }
}
