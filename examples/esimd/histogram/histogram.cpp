// SPDX-License-Identifier: MIT
// The histogram of an image of bytes: how often each of the 256 values occurs.
//
//     histogram [-w WIDTH] [-h HEIGHT] [-p random|single] [-s SEED] [-i IN.pgm] [-o COUNTS]
//
// Each thread counts in a histogram of its own that lives in registers. Only its 256 results go to memory, as atomic
// additions.

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include "../common_image.hpp"

#include <array>

using namespace sycl::ext::intel::esimd;

constexpr int BINS = 256;
constexpr int BLOCK = 64;        // bytes of a load
constexpr unsigned SHARE = 1024; // bytes of a thread: four for each atomic addition
constexpr int ATOMIC_LANES = 16;

using histogram = std::array<uint32_t, BINS>;

// A bin is a register element at a computed place: the read and the write of an element share one address register.
SYCL_ESIMD_FUNCTION void count(simd<uint32_t, BINS> &bins, const simd<uint8_t, BLOCK> &bytes) {
#pragma unroll
    for (int i = 0; i < BLOCK; i++)
        bins[bytes[i]] += 1;
}

SYCL_ESIMD_FUNCTION void count_some(simd<uint32_t, BINS> &bins, const uint8_t *bytes, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        bins[bytes[i]] += 1;
}

SYCL_ESIMD_FUNCTION void add_to_memory(uint32_t *counts, simd<uint32_t, BINS> bins) {
    const simd<uint32_t, ATOMIC_LANES> lanes_b(0, sizeof(uint32_t));
#pragma unroll
    for (int i = 0; i < BINS; i += ATOMIC_LANES)
        atomic_update<atomic_op::add, uint32_t, ATOMIC_LANES>(counts + i, lanes_b, bins.select<ATOMIC_LANES, 1>(i));
}

void count_image(sycl::queue &q, uint32_t *counts, const uint8_t *bytes, unsigned n) {
    q.parallel_for<class Histogram>(sycl::range<1>((n + SHARE - 1) / SHARE), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
        unsigned at = i * SHARE;
        const unsigned end = std::min(at + SHARE, n);
        simd<uint32_t, BINS> bins = 0;
        for (; at + BLOCK <= end; at += BLOCK)
            count(bins, block_load<uint8_t, BLOCK>(bytes + at));
        count_some(bins, bytes + at, end - at);
        add_to_memory(counts, bins);
    });
}

histogram counts_of(const image &picture) {
    sycl::queue q{sycl::gpu_selector_v, sycl::property::queue::in_order()};
    const size_t n = picture.bytes.size();
    uint8_t *bytes = sycl::malloc_device<uint8_t>(n, q);
    uint32_t *counts = sycl::malloc_device<uint32_t>(BINS, q);
    q.memcpy(bytes, picture.bytes.data(), n);
    q.fill(counts, 0u, BINS);

    count_image(q, counts, bytes, (unsigned)n);

    histogram result;
    q.memcpy(result.data(), counts, sizeof result).wait();
    sycl::free(counts, q);
    sycl::free(bytes, q);
    return result;
}

bool is_right(const image &picture, const histogram &counts) {
    histogram want{};
    for (uint8_t x : picture.bytes)
        want[x]++;
    for (int i = 0; i < BINS; i++)
        if (counts[i] != want[i]) {
            std::fprintf(stderr, "histogram: value %d occurs %u times, not %u\n", i, want[i], counts[i]);
            return false;
        }
    return true;
}

image generated(const image_source &source, const std::string &pattern) {
    image picture(source.width, source.height, 1);
    std::mt19937 random(source.seed);
    const uint8_t colour = random();
    if (pattern != "random" && pattern != "single")
        throw std::runtime_error("-p: '" + pattern + "' is neither 'random' nor 'single'");
    for (uint8_t &x : picture.bytes)
        x = pattern == "single" ? colour : random();
    return picture;
}

std::string text_of(const histogram &counts) {
    std::string text;
    for (int i = 0; i < BINS; i++)
        text += std::to_string(i) + " " + std::to_string(counts[i]) + "\n";
    return text;
}

int main(int argc, char **argv) try {
    image_source source;
    std::string pattern = "random";
    parse_options(argc, argv,
                  {{"-w", "width of a generated image", source.width, 1, MAX_IMAGE_SIDE},
                   {"-h", "height of a generated image", source.height, 1, MAX_IMAGE_SIDE},
                   {"-p", "its pattern, random or single", pattern},
                   {"-s", "its seed", source.seed, 0, ~0u},
                   {"-i", "PGM file instead", source.input},
                   {"-o", "text file for the counts", source.output}});
    const image picture = source.input.empty() ? generated(source, pattern) : source.get(1);
    const histogram counts = counts_of(picture);
    if (!is_right(picture, counts))
        return 1;
    if (!source.output.empty())
        write_file(source.output, text_of(counts), nullptr, 0);
    std::printf("histogram: %u x %u pixels, ok\n", picture.width, picture.height);
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "histogram: %s\n", e.what());
    return 1;
}
