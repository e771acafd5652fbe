// SPDX-License-Identifier: MIT
// Turns the hue of an image: each pixel's red, green and blue are multiplied by a 3x3 matrix that keeps the luminance.
//
//     hue [-a DEGREES] [-w WIDTH] [-h HEIGHT] [-s SEED] [-i IN.ppm] [-o OUT.ppm]
//
// The pixels are interleaved bytes, red, green, blue, alpha. A channel is a selection with stride 4.

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include "../common_image.hpp"

using namespace sycl::ext::intel::esimd;

constexpr int CHANNELS = 4;
constexpr int PIXELS = 64; // of a thread, 256 bytes

// Row r gives the weights of red, green and blue in the result's channel r. The kernel captures it by value.
struct colour_matrix {
    float of[3][3];
};

// The weights of the channels in luminance, as SVG's hueRotate filter defines them.
constexpr float LUMINANCE[3] = {0.213f, 0.715f, 0.072f};

// A rotation around the grey axis. Each row of the sine part adds up to 0, so grey stays grey.
colour_matrix rotation(unsigned degrees) {
    const float angle = degrees * 3.14159265f / 180, cosine = std::cos(angle), sine = std::sin(angle);
    const float across[3][3] = {{-0.213f, -0.715f, 0.928f}, {0.143f, 0.140f, -0.283f}, {-0.787f, 0.715f, 0.072f}};
    colour_matrix m;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m.of[r][c] = LUMINANCE[c] + cosine * ((r == c) - LUMINANCE[c]) + sine * across[r][c];
    return m;
}

// One channel of all pixels. Conversion and saturation are one move, interleaving one more at most.
SYCL_ESIMD_FUNCTION void turn_channel(simd<uint8_t, PIXELS * CHANNELS> &out, int channel, const float (&weights)[3],
                                      const simd<float, PIXELS> &r, const simd<float, PIXELS> &g,
                                      const simd<float, PIXELS> &b) {
    const simd<float, PIXELS> level = r * weights[0] + g * weights[1] + b * weights[2] + 0.5f;
    out.select<PIXELS, CHANNELS>(channel) = saturate<uint8_t>(level);
}

void turn_hue(sycl::queue &q, uint8_t *pixels, unsigned threads, colour_matrix m) {
    q.parallel_for<class Hue>(sycl::range<1>(threads), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
        uint8_t *place = pixels + i * (PIXELS * CHANNELS);
        auto v = block_load<uint8_t, PIXELS * CHANNELS>(place);
        const simd<float, PIXELS> r = v.select<PIXELS, CHANNELS>(0);
        const simd<float, PIXELS> g = v.select<PIXELS, CHANNELS>(1);
        const simd<float, PIXELS> b = v.select<PIXELS, CHANNELS>(2);
#pragma unroll
        for (int c = 0; c < 3; c++) // alpha stays
            turn_channel(v, c, m.of[c], r, g, b);
        block_store(place, v);
    });
}

image turned(const image &picture, unsigned degrees) {
    sycl::queue q{sycl::gpu_selector_v, sycl::property::queue::in_order()};
    const unsigned n = picture.width * picture.height, threads = (n + PIXELS - 1) / PIXELS;
    uint8_t *pixels = sycl::malloc_shared<uint8_t>((size_t)threads * PIXELS * CHANNELS, q);
    std::memset(pixels, 255, (size_t)threads * PIXELS * CHANNELS);
    for (unsigned i = 0; i < n; i++)
        std::memcpy(pixels + (size_t)i * CHANNELS, picture.bytes.data() + (size_t)i * 3, 3);

    turn_hue(q, pixels, threads, rotation(degrees));
    q.wait_and_throw();

    image result(picture.width, picture.height, 3);
    for (unsigned i = 0; i < n; i++) {
        std::memcpy(result.bytes.data() + (size_t)i * 3, pixels + (size_t)i * CHANNELS, 3);
        if (pixels[(size_t)i * CHANNELS + 3] != 255)
            throw std::runtime_error("the alpha of pixel " + std::to_string(i) + " has changed");
    }
    sycl::free(pixels, q);
    return result;
}

// Sums in double can round to a neighbour of the kernel's result.
bool is_right(const image &picture, const image &result, unsigned degrees) {
    const colour_matrix m = rotation(degrees);
    for (size_t i = 0; i < result.bytes.size(); i++) {
        const uint8_t *rgb = picture.bytes.data() + i / 3 * 3;
        const float *weights = m.of[i % 3];
        const double level = (double)rgb[0] * weights[0] + (double)rgb[1] * weights[1] + (double)rgb[2] * weights[2];
        const int want = (int)std::clamp(level + 0.5, 0.0, 255.0);
        const bool close = std::fabs(level - std::floor(level) - 0.5) < 1e-3;
        if (std::abs(result.bytes[i] - want) <= (close ? 1 : 0))
            continue;
        std::fprintf(stderr, "hue: colour %zu of pixel %zu is %u instead of %d\n", i % 3, i / 3, result.bytes[i], want);
        return false;
    }
    return true;
}

int main(int argc, char **argv) try {
    image_source source;
    unsigned degrees = 120;
    parse_options(argc, argv,
                  {{"-a", "angle in degrees", degrees, 0, 360},
                   {"-w", "width of a drawn picture", source.width, 1, MAX_IMAGE_SIDE},
                   {"-h", "height of a drawn picture", source.height, 1, MAX_IMAGE_SIDE},
                   {"-s", "seed of its noise", source.seed, 0, ~0u},
                   {"-i", "PPM file instead", source.input},
                   {"-o", "PPM file for the result", source.output}});
    const image picture = source.get(3), result = turned(picture, degrees);
    if (!is_right(picture, result, degrees))
        return 1;
    if (!source.output.empty())
        write_image(source.output, result);
    std::printf("hue: %u x %u pixels, ok\n", picture.width, picture.height);
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "hue: %s\n", e.what());
    return 1;
}
