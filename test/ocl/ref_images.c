// SPDX-License-Identifier: MIT
// References for images: what PoCL cannot sample.

#include "references.h"

#include <math.h>
#include <string.h>

static float channel_of(const oc_arg *a, const void *data, size_t i) {
    switch (a->type) {
    case OC_F32:
        return ((const float *)data)[i];
    case OC_F16:
        return oc_half_to_float(((const uint16_t *)data)[i]);
    default:
        return (float)((const uint8_t *)data)[i] / 255;
    }
}

// Pixel with coordinates inside the image; missing channels are 0, 0, 1.
static void pixel(const oc_arg *a, const void *data, int x, int y, int z, float out[4]) {
    size_t at = (((size_t)z * a->height + (size_t)y) * a->width + (size_t)x) * a->n_channels;
    for (unsigned k = 0; k < 4; k++)
        out[k] = k < a->n_channels ? channel_of(a, data, at + k) : k == 3 ? 1.0f : 0.0f;
}

static int clamp(int v, unsigned n) {
    return v < 0 ? 0 : v >= (int)n ? (int)n - 1 : v;
}

void ref_image_blur(const oc_case *c, void *const *out) {
    const oc_arg *in = &c->args[0];
    for (int y = 0; y < (int)c->global[1]; y++)
        for (int x = 0; x < (int)c->global[0]; x++) {
            float sum[4] = {0};
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    float p[4];
                    pixel(in, out[0], clamp(x + i, in->width), clamp(y + j, in->height), 0, p);
                    for (unsigned k = 0; k < 4; k++)
                        sum[k] += p[k];
                }
            for (unsigned k = 0; k < 4; k++) {
                _Float16 h = (_Float16)(sum[k] / 9);
                memcpy((uint16_t *)out[1] + 4 * ((unsigned)y * c->args[1].width + (unsigned)x) + k, &h, 2);
            }
        }
}

// Linear filter with repeated addresses, as OpenCL defines it (8.2 of the specification): u = (s -
// floor(s)) * size.
static int wrap(int v, unsigned n) {
    return v < 0 ? v + (int)n : v >= (int)n ? v - (int)n : v;
}

static void place(float s, unsigned n, int at[2], float weight[2]) {
    float u = (s - floorf(s)) * (float)n - 0.5f;
    at[0] = wrap((int)floorf(u), n);
    at[1] = wrap((int)floorf(u) + 1, n);
    weight[1] = u - floorf(u);
    weight[0] = 1 - weight[1];
}

static void sample(const oc_arg *a, const void *data, const float s[3], float out[4]) {
    int at[3][2];
    float w[3][2];
    place(s[0], a->width, at[0], w[0]);
    place(s[1], a->height, at[1], w[1]);
    if (a->image == OC_IMAGE_3D)
        place(s[2], a->depth, at[2], w[2]);
    else {
        at[2][0] = at[2][1] = 0;
        w[2][0] = 1;
        w[2][1] = 0;
    }
    memset(out, 0, 16);
    for (unsigned k = 0; k < 8; k++) {
        float p[4], weight = w[0][k & 1] * w[1][k >> 1 & 1] * w[2][k >> 2];
        pixel(a, data, at[0][k & 1], at[1][k >> 1 & 1], at[2][k >> 2], p);
        for (unsigned i = 0; i < 4; i++)
            out[i] += weight * p[i];
    }
}

void ref_image_sampled(const oc_case *c, void *const *out) {
    float *p = out[2];
    for (size_t i = 0; i < c->global[0]; i++) {
        float a[4], b[4];
        sample(&c->args[0], out[0], p + 4 * i, a);
        sample(&c->args[1], out[1], p + 4 * (i + 41), b);
        for (unsigned k = 0; k < 4; k++)
            p[4 * i + k] = a[k] + b[k];
    }
}

static int32_t integer_of(const oc_arg *a, const void *data, size_t i) {
    return a->type == OC_I32 ? ((const int32_t *)data)[i] : ((const int8_t *)data)[i];
}

void ref_image_integers(const oc_case *c, void *const *out) {
    const oc_arg *in = &c->args[0], *to = &c->args[1];
    for (int y = 0; y < (int)c->global[1]; y++)
        for (int x = 0; x < (int)c->global[0]; x++)
            for (unsigned k = 0; k < 4; k++) {
                size_t here = ((size_t)y * in->width + (size_t)x) * 4 + k;
                size_t other = ((size_t)clamp(y + 1, in->height) * in->width + (size_t)clamp(x + 1, in->width)) * 4 + k;
                int64_t v = (int32_t)((uint32_t)integer_of(in, out[0], here) * 3u);
                size_t at = ((size_t)y * to->width + (size_t)x) * 4 + k;
                if (to->type == OC_I16)
                    ((int16_t *)out[1])[at] = (int16_t)(v < -32768 ? -32768 : v > 32767 ? 32767 : v);
                else
                    ((int32_t *)out[1])[at] = (int32_t)v;
                ((uint32_t *)out[2])[((size_t)y * c->global[0] + (size_t)x) * 4 + k] =
                    (uint32_t)integer_of(in, out[0], other) + in->width * to->height;
            }
}
