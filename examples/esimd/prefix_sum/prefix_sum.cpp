// SPDX-License-Identifier: MIT
// Inclusive prefix sums of 32-bit numbers: out[i] = in[0] + ... + in[i], modulo 2^32.
//
//     prefix_sum [-n ELEMENTS] [-s SEED] [-i FILE] [-o FILE]
//
// Three kernels: sums inside blocks of 256 elements, which a thread computes in registers; sums of the block totals;
// the addition of each total to the block after it. FILE holds numbers of four bytes.

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include "../common_options.hpp"

#include <numeric>
#include <random>

using namespace sycl::ext::intel::esimd;

constexpr int BLOCK = 256; // elements of a thread, 16 registers of 64 bytes
constexpr int RUN = 4;     // the largest element stride of a destination region

// Replaces the elements of v by their inclusive prefix sums.
template <int N> SYCL_ESIMD_FUNCTION void scan(simd<uint32_t, N> &v) {
    constexpr int RUNS = N / RUN, STRIDE = RUNS == 1 ? 1 : RUN;
    static_assert(N % RUN == 0);
    // Inside each run, all runs at once.
#pragma unroll
    for (int i = 1; i < RUN; i++)
        v.template select<RUNS, STRIDE>(i) += v.template select<RUNS, STRIDE>(i - 1);
    // The last element of a run is the run's total. Its sums go to all elements of the next run.
    if constexpr (RUNS > 1) {
        simd<uint32_t, RUNS> totals = v.template select<RUNS, STRIDE>(RUN - 1);
        scan(totals);
        v.template select<N - RUN, 1>(RUN) += totals.template replicate_vs_w_hs<RUNS - 1, 1, RUN, 0>(0);
    }
}

// The sums inside each block, and the blocks' totals.
void scan_blocks(sycl::queue &q, uint32_t *data, uint32_t *totals, unsigned blocks) {
    q.parallel_for<class ScanBlocks>(sycl::range<1>(blocks), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
        uint32_t *block = data + i * BLOCK;
        auto v = block_load<uint32_t, BLOCK>(block);
        scan(v);
        block_store(block, v);
        totals[i] = v[BLOCK - 1];
    });
}

// The sums of the totals: one thread, because they are 1/256 of the data.
void scan_totals(sycl::queue &q, uint32_t *totals, unsigned n) {
    q.single_task<class ScanTotals>([=]() SYCL_ESIMD_KERNEL {
        uint32_t before = 0;
        for (unsigned at = 0; at < n; at += BLOCK) {
            auto v = block_load<uint32_t, BLOCK>(totals + at);
            scan(v);
            v += before;
            block_store(totals + at, v);
            before = v[BLOCK - 1];
        }
    });
}

// Adds to each block but the first the sum of all blocks before it.
void add_totals(sycl::queue &q, uint32_t *data, const uint32_t *totals, unsigned blocks) {
    if (blocks == 1)
        return;
    q.parallel_for<class AddTotals>(sycl::range<1>(blocks - 1), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
        uint32_t *block = data + (i + 1) * BLOCK;
        block_store(block, block_load<uint32_t, BLOCK>(block) + totals[i]);
    });
}

std::vector<uint32_t> prefix_sums(const std::vector<uint32_t> &in) {
    const unsigned blocks = (in.size() + BLOCK - 1) / BLOCK, total_blocks = (blocks + BLOCK - 1) / BLOCK;
    sycl::queue q{sycl::gpu_selector_v, sycl::property::queue::in_order()};
    uint32_t *data = sycl::malloc_device<uint32_t>(blocks * BLOCK, q);
    uint32_t *totals = sycl::malloc_device<uint32_t>(total_blocks * BLOCK, q);
    q.memset(data, 0, blocks * BLOCK * sizeof *data); // the tail of the last block
    q.memset(totals, 0, total_blocks * BLOCK * sizeof *totals);
    q.memcpy(data, in.data(), in.size() * sizeof *data);

    scan_blocks(q, data, totals, blocks);
    scan_totals(q, totals, blocks);
    add_totals(q, data, totals, blocks);

    std::vector<uint32_t> out(in.size());
    q.memcpy(out.data(), data, out.size() * sizeof *data).wait();
    sycl::free(totals, q);
    sycl::free(data, q);
    return out;
}

std::vector<uint32_t> random_numbers(unsigned n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<uint32_t> numbers(n);
    for (uint32_t &x : numbers)
        x = random();
    return numbers;
}

std::vector<uint32_t> numbers_of(const std::string &path) {
    const std::vector<uint8_t> bytes = read_file(path);
    if (bytes.empty() || bytes.size() % sizeof(uint32_t) != 0)
        throw std::runtime_error(path + ": " + std::to_string(bytes.size()) + " bytes are not numbers of 4 bytes");
    std::vector<uint32_t> numbers(bytes.size() / sizeof(uint32_t));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

bool is_right(const std::vector<uint32_t> &in, const std::vector<uint32_t> &out) {
    uint32_t sum = 0;
    for (size_t i = 0; i < in.size(); i++) {
        sum += in[i];
        if (out[i] == sum)
            continue;
        std::fprintf(stderr, "prefix_sum: element %zu is %u instead of %u\n", i, out[i], sum);
        return false;
    }
    return true;
}

int main(int argc, char **argv) try {
    unsigned n = 1 << 20, seed = 1;
    std::string input, output;
    parse_options(argc, argv,
                  {{"-n", "number of random elements", n, 1, 1u << 28},
                   {"-s", "seed of the random elements", seed, 0, ~0u},
                   {"-i", "file of elements instead", input},
                   {"-o", "file for the sums", output}});
    const std::vector<uint32_t> in = input.empty() ? random_numbers(n, seed) : numbers_of(input);
    const std::vector<uint32_t> out = prefix_sums(in);
    if (!is_right(in, out))
        return 1;
    if (!output.empty())
        write_file(output, "", out.data(), out.size() * sizeof out[0]);
    std::printf("prefix_sum: %zu elements, ok\n", in.size());
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "prefix_sum: %s\n", e.what());
    return 1;
}
