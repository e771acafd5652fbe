// SPDX-License-Identifier: MIT
// The picture that the filter smooths: hills under a sun, with a fence of one-pixel lines that shows the smoothing.

#include "linear.h"

#include <math.h>
#include <stdbool.h>

typedef struct rgb {
    double r, g, b;
} rgb;

static rgb mix(rgb a, rgb b, double t) {
    return (rgb){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

// Colour at (x, y), both from 0 to 1, y downwards.
static rgb sky(double x, double y) {
    rgb c = mix((rgb){40, 90, 190}, (rgb){250, 200, 150}, y * 1.4 > 1 ? 1 : y * 1.4);
    double d = hypot(x - 0.72, (y - 0.28) * 0.75);
    return d < 0.08 ? (rgb){255, 245, 210} : mix((rgb){255, 230, 170}, c, d > 0.2 ? 1 : (d - 0.08) / 0.12);
}

static double ridge(double x, int layer) {
    double k = layer * 2.7;
    return 0.42 + 0.14 * layer + 0.07 * sin(x * (5 + layer) + k) + 0.03 * sin(x * (17 + 5 * layer) + k * 2);
}

static rgb landscape(double x, double y) {
    static const rgb layers[] = {{110, 130, 160}, {70, 110, 90}, {40, 80, 40}};
    rgb c = sky(x, y);
    for (int i = 0; i < 3; i++)
        if (y > ridge(x, i))
            c = layers[i];
    return c;
}

static bool on_fence(uint32_t px, uint32_t py, uint32_t height) {
    uint32_t top = height * 4 / 5;
    if (py < top || py > top + height / 10)
        return false;
    return px % 6 == 0 || py == top + 4 || py == top + height / 20;
}

void picture_draw(uint8_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            rgb c = landscape((double)x / width, (double)y / height);
            if (on_fence(x, y, height))
                c = (rgb){240, 240, 230};
            uint8_t *p = pixels + ((uint64_t)y * width + x) * CHANNELS;
            p[0] = (uint8_t)c.r;
            p[1] = (uint8_t)c.g;
            p[2] = (uint8_t)c.b;
        }
    }
}
