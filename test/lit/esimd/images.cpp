// SPDX-License-Identifier: MIT
// Media blocks of images: inside, over each edge, at any column, with several bytes an element.
// RUN: %cmc -fsycl -fsycl-targets=bmg,tgl %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:tgl %host %t
// RUN: not %cmc -fsycl -DPIXELS %s -o %t 2>&1 | %FileCheck %s -check-prefix=PIXELS
// RUN: not %cmc -fsycl -DWIDE %s -o %t 2>&1 | %FileCheck %s -check-prefix=WIDE
// RUN: not %cmc -fsycl -DOTHERS %s -o %t 2>&1 | %FileCheck %s -check-prefix=OTHERS
// PIXELS: error: cmc has no reads of single pixels
// WIDE: error: a media block is at most 64 bytes wide
// OTHERS: error: cmc has images of one and two dimensions
// OTHERS: error: an image has one plane
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sycl;
using namespace sycl::ext::intel::esimd;

constexpr int width = 24, height = 10, pixel_b = 4, width_b = width * pixel_b;
constexpr int rows = 4, row_b = 32;

static uint8_t nearest(const std::vector<uint8_t> &image, int x_b, int y) {
    const int px = x_b < 0 ? 0 : std::min(x_b / pixel_b, width - 1), in_pixel = ((x_b % pixel_b) + pixel_b) % pixel_b;
    return image[std::clamp(y, 0, height - 1) * width_b + px * pixel_b + in_pixel];
}

int main() {
    constexpr auto order = image_channel_order::rgba;
    constexpr auto type = image_channel_type::unorm_int8;
    std::vector<uint8_t> in(width_b * height), out(width_b * height, 9);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (uint8_t)(i * 37 + i / 50);
    const int places[][2] = {{0, 0}, {16, 3}, {-8, -2}, {width_b - 12, height - 2}, {5, 1}, {-100, 50}};
    constexpr int n = sizeof places / sizeof *places;
    queue q;
    int *xy = malloc_shared<int>(2 * n, q);
    uint8_t *blocks = malloc_shared<uint8_t>(n * rows * row_b, q);
    int failures = 0;
#ifdef OTHERS
    image<3> deep(in.data(), order, type, range<3>(4, 4, 4));
#endif
    for (int i = 0; i < n; i++)
        xy[2 * i] = places[i][0], xy[2 * i + 1] = places[i][1];
    {
        image<2> a(in.data(), order, type, range<2>(width, height));
        image<2> b(out.data(), order, type, range<2>(width, height));
        q.submit([&](handler &h) {
            auto from = a.get_access<uint4, access::mode::read>(h);
            auto to = b.get_access<uint4, access::mode::write>(h);
            h.parallel_for(range<1>(n), [=](id<1> k) SYCL_ESIMD_KERNEL {
                const int x = xy[2 * k], y = xy[2 * k + 1];
                auto v = media_block_load<uint8_t, rows, row_b>(from, x, y);
                v.copy_to(blocks + k * (rows * row_b));
#ifdef PIXELS
                (void)from.read(int2(0, 0));
#elif defined OTHERS
                (void)media_block_load<uint8_t, 1, 4, decltype(from), 1>(from, x, y);
#elif defined WIDE
                (void)media_block_load<uint32_t, 1, 17>(from, x, y);
#endif
                if (k < 4) {
                    simd<uint32_t, rows *row_b / 4> w = v.bit_cast_view<uint32_t>();
                    media_block_store<uint32_t, rows, row_b / 4>(to, x, y, w);
                }
            });
        });
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < rows * row_b; i++)
            failures += blocks[k * rows * row_b + i] != nearest(in, places[k][0] + i % row_b, places[k][1] + i / row_b);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width_b; x++) {
            bool written = false;
            for (int k = 0; k < 4; k++)
                written |=
                    x >= places[k][0] && x < places[k][0] + row_b && y >= places[k][1] && y < places[k][1] + rows;
            failures += out[y * width_b + x] != (written ? in[y * width_b + x] : 9);
        }
    std::puts(failures ? "failed" : "passed");
    return failures != 0;
}
