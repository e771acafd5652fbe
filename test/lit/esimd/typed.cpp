// SPDX-License-Identifier: MIT
// Pixels of images by their coordinates, in several formats, also outside the image; stochastic rounding.
// RUN: %cmc -fsycl -fsycl-targets=bmg,tgl,host %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:tgl %host %t
// RUN: env CMRT_DEVICE=host %host %t
#include "Inputs/check.hpp"

#include <vector>

using sycl::half;
using type = sycl::image_channel_type;
using bytes = std::vector<uint8_t>;

constexpr int width = 20, height = 6, n_channels = 4, n = 16;
// The coordinates of lane i: some are outside.
constexpr int x_of(int i) {
    return 8 + i;
}
constexpr int y_of(int i) {
    return i == 3 ? height : i % 2 ? height - 1 : 0;
}
static bool is_inside(int i) {
    return x_of(i) < width && y_of(i) < height;
}

static int channel_b(type t) {
    return t == type::unsigned_int32 || t == type::fp32 ? 4 : t == type::signed_int16 || t == type::fp16 ? 2 : 1;
}
static uint8_t *channel(bytes &image, type t, int x, int y, int c) {
    return image.data() + ((y * width + x) * n_channels + c) * channel_b(t);
}
// The 32 bits that a kernel gets.
static uint32_t value(bytes &image, type t, int i, int c) {
    uint32_t v = 0;
    float f = 0;
    if (!is_inside(i))
        return 0;
    const uint8_t *p = channel(image, t, x_of(i), y_of(i), c);
    switch (t) {
    case type::unsigned_int8:
        return *p;
    case type::signed_int16:
        return (uint32_t)(int)*(const int16_t *)p;
    case type::fp16:
        f = (float)*(const half *)p;
        break;
    case type::unorm_int8:
        f = *p / 255.0f;
        break;
    default:
        std::memcpy(&v, p, 4);
        return v;
    }
    std::memcpy(&v, &f, 4);
    return v;
}
static void expect(const char *what, type t, int i, int c, uint32_t got, uint32_t want) {
    const int difference = (int)(got - want), most = t == type::unorm_int8; // a quotient may be rounded
    if (std::abs(difference) <= most)
        return;
    std::printf("%s, type %d, lane %d, channel %d: 0x%x instead of 0x%x\n", what, (int)t, i, c, got, want);
    failures++;
}

static void pixels(type t) {
    sycl::queue q;
    bytes from(width * height * n_channels * channel_b(t)), to(from.size(), 0xee);
    for (size_t i = 0; i < from.size(); i++)
        from[i] = (uint8_t)(i * 29 + 3);
    for (size_t i = 0; t == type::fp16 && i < from.size(); i += 2)
        *(half *)&from[i] = (half)(i * 0.5f);
    bytes want = to;
    uint32_t *out = sycl::malloc_shared<uint32_t>(8 * n, q);
    {
        const auto rgba = sycl::image_channel_order::rgba;
        sycl::image<2> a(from.data(), rgba, t, sycl::range<2>(width, height));
        sycl::image<2> b(to.data(), rgba, t, sycl::range<2>(width, height));
        q.submit([&](sycl::handler &h) {
            auto src = a.get_access<sycl::uint4, sycl::access::mode::read>(h);
            auto dst = b.get_access<sycl::uint4, sycl::access::mode::write>(h);
            h.single_task([=]() SYCL_ESIMD_KERNEL {
                simd<uint32_t, n> x(8u, 1u), y = 0u;
                y.select<n / 2, 2>(1) = height - 1;
                y[3] = height;
                auto all = gather_rgba_typed<uint32_t, n>(src, x, y);
                auto gr = gather_rgba_typed<uint32_t, n, rgba_channel_mask::GR>(src, x, y, 0u, x < 12u);
                ens::lsc_prefetch_rgba_typed<uint32_t, n>(src, x, y);
                auto ar = ens::lsc_gather_rgba_typed<uint32_t, n, rgba_channel_mask::AR, cache_hint::cached,
                                                     cache_hint::uncached>(src, x, y);
                all.copy_to(out);
                gr.copy_to(out + 4 * n);
                ar.copy_to(out + 6 * n);
                scatter_rgba_typed<uint32_t, n>(dst, x, y, 0u, all, x != 10u);
                ens::lsc_scatter_rgba_typed<uint32_t, n, rgba_channel_mask::GR>(dst, x - 8u, y, 0u, 0u, gr, x < 12u);
            });
        });
    }
    q.wait();
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < n_channels; c++) {
            expect("gather", t, i, c, out[c * n + i], value(from, t, i, c));
            if (is_inside(i) && x_of(i) != 10)
                std::memcpy(channel(want, t, x_of(i), y_of(i), c), channel(from, t, x_of(i), y_of(i), c), channel_b(t));
        }
        for (int c = 0; c < 2 && x_of(i) < 12; c++) {
            expect("gather of GR", t, i, c, out[(4 + c) * n + i], value(from, t, i, c));
            if (is_inside(i))
                std::memcpy(channel(want, t, i, y_of(i), c), channel(from, t, x_of(i), y_of(i), c), channel_b(t));
        }
        expect("gather of AR", t, i, 0, out[6 * n + i], value(from, t, i, 0));
        expect("gather of AR", t, i, 3, out[7 * n + i], value(from, t, i, 3));
    }
    for (size_t i = 0; i < want.size(); i++)
        if (to[i] != want[i]) {
            std::printf("scatter, type %d: byte %zu is %d instead of %d\n", (int)t, i, to[i], want[i]);
            failures++;
            break;
        }
    sycl::free(out, q);
    n_rows++;
}

// The half at or below |x|, or the next one where the random number carries.
static float stochastic(float x, int random) {
    const double size = std::fabs(x), step = size < 0x1p-14 ? 0x1p-24 : std::ldexp(1.0, std::ilogb(size) - 10);
    const double low = std::floor(size / step), part = size / step - low;
    const double r = (low + (part + random / 8192.0 >= 1)) * step;
    return std::copysign(size >= 65536 || r >= 65536 ? INFINITY : (float)r, x);
}
static float to_round(int i) {
    const float special[] = {1.0f, 65504.0f, 65535.0f, 70000.0f, 6e-8f, 3e-8f, 0.0f, -0.0f, 6.1e-5f, INFINITY};
    return i < 10 ? special[i] : std::ldexp((i * 7919 % 2001 - 1000) / 3.0f, i % 36 - 34);
}
static void rounding() {
    constexpr int count = 256, n_random = 4;
    const uint16_t random[n_random] = {0, 1171, 0x1fff, 0xe800};
    sycl::queue q;
    float *x = sycl::malloc_shared<float>(count, q);
    half *h = sycl::malloc_shared<half>(count * n_random, q);
    for (int i = 0; i < count; i++)
        x[i] = to_round(i);
    for (int r = 0; r < n_random; r++) {
        const uint16_t number = random[r];
        q.single_task([=]() SYCL_ESIMD_KERNEL {
            for (int i = 0; i < count; i += n)
                ens::srnd(simd<float, n>(x + i), simd<uint16_t, n>(number)).copy_to(h + r * count + i);
        });
    }
    q.wait();
    for (int i = 0; i < count * n_random; i++) {
        const float got = (float)h[i], want = stochastic(x[i % count], random[i / count] & 0x1fff);
        if (std::memcmp(&got, &want, 4) == 0)
            continue;
        std::printf("srnd of %g: %g instead of %g\n", x[i % count], got, want);
        failures++;
    }
    n_rows++;
}

int main() {
    for (type t :
         {type::unsigned_int32, type::unsigned_int8, type::signed_int16, type::fp32, type::fp16, type::unorm_int8})
        pixels(t);
    rounding();
    return report();
}
