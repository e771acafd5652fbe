// SPDX-License-Identifier: MIT
// Image formats. See pixel.h. Layouts and types use the numbers of ze_image_format_layout_t and
// ze_image_format_type_t.

#include "pixel.h"

#include "fpconv.h"

#include <assert.h>
#include <math.h>

enum { TYPE_UINT = 0, TYPE_SINT, TYPE_UNORM, TYPE_SNORM, TYPE_FLOAT };

// Bits of each channel, lowest bits first.
static const uint8_t layouts[14][4] = {
    {8},
    {16},
    {32},
    {8, 8},
    {8, 8, 8, 8},
    {16, 16},
    {16, 16, 16, 16},
    {32, 32},
    {32, 32, 32, 32},
    {10, 10, 10, 2},
    {11, 11, 10},
    {5, 6, 5},
    {5, 5, 5, 1},
    {4, 4, 4, 4},
};

static const uint8_t *layout_of(uint32_t format) {
    return format >> 8 < 14 ? layouts[format >> 8] : 0;
}

unsigned sim_pixel_size(uint32_t format) {
    const uint8_t *w = layout_of(format);
    return w == 0 ? 0 : (w[0] + w[1] + w[2] + w[3]) / 8u;
}

static uint32_t field(const uint8_t *p, unsigned at, unsigned width) {
    uint64_t v = 0;
    for (unsigned b = at / 8; b * 8 < at + width; b++)
        v |= (uint64_t)p[b] << (8 * (b - at / 8));
    v >>= at % 8;
    return width >= 32 ? (uint32_t)v : (uint32_t)v & ((1u << width) - 1);
}

static bool from_memory(uint32_t type, uint32_t v, unsigned width, uint32_t *out) {
    int32_t s = (int32_t)(v << (32 - width)) >> (32 - width);
    double top = ldexp(1.0, (int)width - 1) - 1;
    switch (type) {
    case TYPE_UINT:
        *out = v;
        return true;
    case TYPE_SINT:
        *out = (uint32_t)s;
        return true;
    case TYPE_UNORM:
        *out = sim_f32_bits((float)(v / (ldexp(1.0, (int)width) - 1)));
        return true;
    case TYPE_SNORM:
        *out = sim_f32_bits((float)(s / top < -1 ? -1 : s / top));
        return true;
    case TYPE_FLOAT:
        *out = width == 16 ? sim_f32_bits(sim_half_to_float((uint16_t)v)) : v;
        return width == 16 || width == 32;
    default:
        return false;
    }
}

static bool read_pixel(uint32_t format, const uint8_t *p, uint32_t out[4]) {
    const uint8_t *w = layout_of(format);
    uint32_t type = format & 255u;
    if (w == 0)
        return false;
    unsigned at = 0;
    for (unsigned c = 0; c < 4; c++) {
        out[c] = c < 3 ? 0 : type <= TYPE_SINT ? 1 : 0x3f800000u;
        if (w[c] != 0 && !from_memory(type, field(p, at, w[c]), w[c], &out[c]))
            return false;
        at += w[c];
    }
    return true;
}

static uint64_t scaled(double x, double lo, double scale) {
    x = x > lo ? x < 1 ? x : 1 : lo; // NaN becomes the lower bound
    return (uint64_t)(int64_t)__builtin_roundeven(x * scale);
}

static bool to_memory(uint32_t type, uint32_t v, unsigned width, uint64_t *out) {
    double x = (double)sim_f32_from(v);
    uint64_t max = ((uint64_t)1 << width) - 1;
    int64_t hi = (int64_t)(max >> 1), lo = -hi - 1, s = (int32_t)v;
    switch (type) {
    case TYPE_UINT:
        *out = v > max ? max : v;
        return true;
    case TYPE_SINT:
        *out = (uint64_t)(s > hi ? hi : s < lo ? lo : s) & max;
        return true;
    case TYPE_UNORM:
        *out = x != x ? 0 : scaled(x, 0, (double)max);
        return true;
    case TYPE_SNORM:
        *out = x != x ? 0 : scaled(x, -1, (double)hi) & max;
        return true;
    case TYPE_FLOAT:
        *out = width == 16 ? sim_float_to_half(sim_f32_from(v), SIM_RNE) : v;
        return width == 16 || width == 32;
    default:
        return false;
    }
}

static bool write_pixel(uint32_t format, uint8_t *p, const uint32_t in[4]) {
    const uint8_t *w = layout_of(format);
    if (w == 0)
        return false;
    uint8_t bytes[24] = {0};
    unsigned at = 0;
    for (unsigned c = 0; c < 4; c++) {
        uint64_t v = 0;
        if (w[c] != 0 && !to_memory(format & 255u, in[c], w[c], &v))
            return false;
        v <<= at % 8;
        for (unsigned b = at / 8; v != 0; b++, v >>= 8)
            bytes[b] |= (uint8_t)v;
        at += w[c];
    }
    memcpy(p, bytes, at / 8);
    return true;
}

enum { TAKE_ZERO = 5, TAKE_ONE = 6 }; // codes 1 to 4 of a swizzle are stored channels

bool sim_image_load(const sim_surface *f, const uint8_t *p, uint32_t out[4]) {
    assert(f && p && out);
    uint32_t c[4];
    if (!read_pixel(f->format, p, c))
        return false;
    uint32_t one = (f->format & 255u) <= TYPE_SINT ? 1 : 0x3f800000u;
    for (unsigned k = 0; k < 4; k++) {
        unsigned from = f->swizzle != 0 ? f->swizzle >> (4 * k) & 15u : k + 1;
        out[k] = from >= 1 && from <= 4 ? c[from - 1] : from == TAKE_ONE ? one : 0;
        if (from == 0 || from > TAKE_ONE)
            return false;
    }
    return true;
}

// A stored channel that the swizzle does not use is written as zero.
bool sim_image_store(const sim_surface *f, uint8_t *p, const uint32_t in[4]) {
    assert(f && p && in);
    uint32_t c[4] = {0};
    for (unsigned k = 0; k < 4; k++) {
        unsigned to = f->swizzle != 0 ? f->swizzle >> (4 * k) & 15u : k + 1;
        if (to >= 1 && to < TAKE_ZERO)
            c[to - 1] = in[k];
    }
    return write_pixel(f->format, p, c);
}
