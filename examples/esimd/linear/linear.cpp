// SPDX-License-Identifier: MIT
// The 3x3 linear filter on an RGB image: each byte becomes the mean of the nine bytes of its colour around it.
//
//     linear [-w WIDTH] [-h HEIGHT] [-s SEED] [-i IN.ppm] [-o OUT.ppm]
//
// A thread reads a tile of 8 rows of 32 bytes and writes 6 rows of 24, which is 8 pixels of 3 bytes. The input has a
// border of one pixel, so the results of a tile begin one row and three bytes inside it.

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include "../common_image.hpp"

using namespace sycl::ext::intel::esimd;

constexpr int CHANNELS = 3;
constexpr int TILE_H = 6, TILE_W = 8 * CHANNELS, TILE_B = TILE_H * TILE_W; // the results of a thread
constexpr int IN_H = TILE_H + 2, IN_W = 32, IN_B = IN_H * IN_W;            // the tile that it reads
constexpr int OUT_PITCH = 32, OUT_B = TILE_H * OUT_PITCH; // a stored block's rows are a power of two bytes apart
constexpr unsigned SURFACE_ALIGN = 64;                    // of a 2-D surface's address and pitch, in bytes

constexpr properties cached{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
constexpr properties written{cache_hint_L1<cache_hint::write_back>, cache_hint_L2<cache_hint::write_back>};

// Bytes in rows of a multiple of 64. Loads outside read zero, stores outside are dropped.
struct surface {
    uint8_t *data;
    unsigned pitch, height;

    surface(sycl::queue &q, unsigned width, unsigned height)
        : pitch((width + SURFACE_ALIGN - 1) / SURFACE_ALIGN * SURFACE_ALIGN), height(height) {
        data = sycl::aligned_alloc_shared<uint8_t>(SURFACE_ALIGN, (size_t)pitch * height, q);
    }
};

// The means of nine neighbours of 6 x 24 bytes. Only moves take bytes, so the tile becomes words once; a sum of nine
// bytes fits in a word.
SYCL_ESIMD_FUNCTION simd<uint8_t, TILE_B> filter(const simd<uint8_t, IN_B> &tile) {
    simd<uint16_t, IN_B> words = tile;
    auto in = words.bit_cast_view<uint16_t, IN_H, IN_W>();
    simd<uint16_t, TILE_B> sum = 0;
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            sum += in.select<TILE_H, 1, TILE_W, 1>(dy, dx * CHANNELS);
    return sum / 9;
}

void linear(sycl::queue &q, surface in, surface out) {
    const sycl::range<2> tiles((out.height + TILE_H - 1) / TILE_H, (out.pitch + TILE_W - 1) / TILE_W);
    q.parallel_for<class Linear>(tiles, [=](sycl::id<2> tile) SYCL_ESIMD_KERNEL {
        const int x = tile[1] * TILE_W, y = tile[0] * TILE_H;
        auto bytes = load_2d<uint8_t, IN_W, IN_H>(in.data, in.pitch - 1, in.height - 1, in.pitch - 1, x, y, cached);
        simd<uint8_t, OUT_B> result;
        result.bit_cast_view<uint8_t, TILE_H, OUT_PITCH>().select<TILE_H, 1, TILE_W, 1>(0, 0) = filter(bytes);
        store_2d<uint8_t, TILE_W, TILE_H>(out.data, out.pitch - 1, out.height - 1, out.pitch - 1, x, y, result,
                                          written);
    });
}

// Copies the picture with a border that repeats its outermost pixels.
void copy_with_border(const image &picture, surface to) {
    const unsigned row_b = picture.width * CHANNELS;
    for (unsigned y = 0; y < picture.height + 2; y++) {
        const uint8_t *row = picture.row(std::clamp(y, 1u, picture.height) - 1);
        uint8_t *p = to.data + (size_t)y * to.pitch;
        std::memcpy(p, row, CHANNELS);
        std::memcpy(p + CHANNELS, row, row_b);
        std::memcpy(p + CHANNELS + row_b, row + row_b - CHANNELS, CHANNELS);
    }
}

image filtered(const image &picture) {
    sycl::queue q{sycl::gpu_selector_v, sycl::property::queue::in_order()};
    const surface in(q, (picture.width + 2) * CHANNELS, picture.height + 2);
    const surface out(q, picture.width * CHANNELS, picture.height);
    std::memset(in.data, 0, (size_t)in.pitch * in.height);
    copy_with_border(picture, in);
    linear(q, in, out);
    q.wait_and_throw();

    image result(picture.width, picture.height, CHANNELS);
    for (unsigned y = 0; y < result.height; y++)
        std::memcpy(result.row(y), out.data + (size_t)y * out.pitch, result.width * CHANNELS);
    sycl::free(in.data, q);
    sycl::free(out.data, q);
    return result;
}

uint8_t mean_at(const image &picture, unsigned x, unsigned y, unsigned channel) {
    unsigned sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const int from_y = std::clamp((int)y + dy, 0, (int)picture.height - 1);
            const int from_x = std::clamp((int)x + dx, 0, (int)picture.width - 1);
            sum += picture.row(from_y)[from_x * CHANNELS + channel];
        }
    return sum / 9;
}

bool is_right(const image &picture, const image &result) {
    for (unsigned y = 0; y < picture.height; y++)
        for (unsigned x = 0; x < picture.width; x++)
            for (unsigned c = 0; c < CHANNELS; c++) {
                const uint8_t got = result.row(y)[x * CHANNELS + c], want = mean_at(picture, x, y, c);
                if (got == want)
                    continue;
                std::fprintf(stderr, "linear: pixel (%u, %u), colour %u is %u instead of %u\n", x, y, c, got, want);
                return false;
            }
    return true;
}

int main(int argc, char **argv) try {
    image_source source;
    parse_options(argc, argv,
                  {{"-w", "width of a drawn picture", source.width, 1, MAX_IMAGE_SIDE},
                   {"-h", "height of a drawn picture", source.height, 1, MAX_IMAGE_SIDE},
                   {"-s", "seed of its noise", source.seed, 0, ~0u},
                   {"-i", "PPM file instead", source.input},
                   {"-o", "PPM file for the result", source.output}});
    const image picture = source.get(CHANNELS), result = filtered(picture);
    if (!is_right(picture, result))
        return 1;
    if (!source.output.empty())
        write_image(source.output, result);
    std::printf("linear: %u x %u pixels, ok\n", picture.width, picture.height);
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "linear: %s\n", e.what());
    return 1;
}
