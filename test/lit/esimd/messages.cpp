// SPDX-License-Identifier: MIT
// Pixels of several channels, messages with all bits given, atomic loads and stores, on three targets.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc,tgl %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
// RUN: env CMRT_DEVICE=xesim:tgl %host %t
#include "Inputs/check.hpp"

constexpr int lanes = 16;
using mask = rgba_channel_mask;

// A pixel is four numbers.
static int channel_of(const int *in, int i, const int *channels) {
    return in[i % lanes * 4 + channels[i / lanes]];
}

int main() {
    const auto every_pixel = [] { return simd<uint32_t, lanes>(0, 16); };
    row<int, 4 * lanes>(
        "gather_rgba ABGR",
        [=](int *in, int *out) {
            simd<int, 4 *lanes> v = gather_rgba<mask::ABGR>(in, every_pixel());
            v.copy_to(out);
        },
        [](int i, const int *in) {
            const int all[] = {0, 1, 2, 3};
            return channel_of(in, i, all);
        });
    row<int, 2 * lanes>(
        "gather_rgba GR",
        [=](int *in, int *out) {
            simd<int, 2 *lanes> v = gather_rgba<mask::GR>(in, every_pixel());
            v.copy_to(out);
        },
        [](int i, const int *in) {
            const int all[] = {0, 1};
            return channel_of(in, i, all);
        });
    row<int, 4 * lanes>(
        "scatter_rgba of the first lanes",
        [=](int *in, int *out) {
            simd<int, 4 * lanes> v(in), zero(0);
            simd_mask<lanes> first = simd<ushort, lanes>(0, 1) < 5;
            zero.copy_to(out);
            scatter_rgba<mask::ABGR>(out, every_pixel(), v, first);
        },
        [](int i, const int *in) { return i / 4 < 5 ? in[i % 4 * lanes + i / 4] : 0; });
    row<int, 3 * lanes>(
        "slm_scatter_rgba, slm_gather_rgba",
        [=](int *in, int *out) {
            slm_init<1024>();
            simd<int, 4 * lanes> v(in);
            slm_scatter_rgba<int, lanes, mask::ABGR>(every_pixel(), v);
            simd<int, 3 *lanes> w = slm_gather_rgba<int, lanes, mask::BGR>(every_pixel());
            w.copy_to(out);
        },
        [](int i, const int *in) { return in[i]; });
    row<int, 2 * lanes>(
        "atomic load and store",
        [=](int *in, int *out) {
            slm_init<64>();
            simd<uint32_t, lanes> off(0, 4);
            simd_mask<lanes> first = off < 20u;
            simd<int, lanes> v(in), zero(0);
            zero.copy_to(out);
            atomic_update<atomic_op::store, int, lanes>(out, off, v, first);
            slm_block_store<int, lanes>(0, atomic_update<atomic_op::load, int, lanes>(in, off));
            slm_atomic_update<atomic_op::store, int, lanes>(off, zero, first);
            slm_atomic_update<atomic_op::load, int, lanes>(off).copy_to(out + lanes);
        },
        [](int i, const int *in) { return (i < 5) || i >= lanes + 5 ? in[i % lanes] : 0; });
    return report();
}
