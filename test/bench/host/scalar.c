// SPDX-License-Identifier: MIT
// The workloads in plain C, as one writes them at first. The bench compiles this file twice: without the compiler's
// vectorisation, and with it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void transpose(const uint32_t *restrict in, uint32_t *restrict out, uint32_t side) {
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++)
            out[x * side + y] = in[y * side + x];
}

void linear(const uint8_t *restrict in, uint8_t *restrict out, uint32_t width, uint32_t height) {
    enum { PIXEL = 3 };
    const size_t pitch = width + 2 * PIXEL;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            uint32_t sum = 0;
            for (size_t r = 0; r < 3; r++)
                for (size_t c = 0; c < 3; c++)
                    sum += in[(y + r) * pitch + x + PIXEL * c];
            out[y * width + x] = (uint8_t)((float)sum * 0.1111f);
        }
}

void histogram(const uint8_t *in, uint32_t *counts, uint32_t n) {
    for (size_t i = 0; i < n; i++)
        counts[in[i]]++;
}

void prefix_sum(const uint32_t *restrict in, uint32_t *restrict out, uint32_t n) {
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        out[i] = sum += in[i];
}

void bitonic_sort(uint32_t *keys, uint32_t n) {
    for (size_t length = 2; length <= n; length *= 2)
        for (size_t distance = length / 2; distance > 0; distance /= 2)
            for (size_t first = 0; first < n; first += 2 * distance) {
                const bool up = (first & length) == 0;
                for (size_t i = first; i < first + distance; i++) {
                    const uint32_t a = keys[i], b = keys[i + distance], low = a < b ? a : b, high = a < b ? b : a;
                    keys[i] = up ? low : high;
                    keys[i + distance] = up ? high : low;
                }
            }
}

void sgemm(const float *restrict a, const float *restrict b, float *restrict c, uint32_t m, uint32_t n, uint32_t k,
           float alpha, float beta) {
    for (size_t y = 0; y < m; y++) {
        for (size_t x = 0; x < n; x++)
            c[y * n + x] *= beta;
        for (size_t i = 0; i < k; i++) {
            const float factor = alpha * a[y * k + i];
            for (size_t x = 0; x < n; x++)
                c[y * n + x] += factor * b[i * n + x];
        }
    }
}

void spmv(const uint32_t *restrict first, const uint32_t *restrict column, const float *restrict value,
          const float *restrict x, float *restrict y, uint32_t rows) {
    for (size_t r = 0; r < rows; r++) {
        float sum = 0;
        for (size_t i = first[r]; i < first[r + 1]; i++)
            sum += value[i] * x[column[i]];
        y[r] = sum;
    }
}

enum { CLUSTERS = 16 };

static uint32_t nearest(float x, float y, const float *centres) {
    float least = 3.0e38f;
    uint32_t label = 0;
    for (size_t c = 0; c < CLUSTERS; c++) {
        const float dx = x - centres[c], dy = y - centres[CLUSTERS + c], far = dx * dx + dy * dy;
        label = far < least ? (uint32_t)c : label;
        least = far < least ? far : least;
    }
    return label;
}

// Steps until no point changes its cluster.
void kmeans(const float *restrict x, const float *restrict y, uint32_t *restrict labels, float *restrict centres,
            uint32_t n) {
    for (uint32_t changed = 1; changed;) {
        float sums[CLUSTERS][3];
        changed = 0;
        memset(sums, 0, sizeof sums);
        for (size_t i = 0; i < n; i++) {
            const uint32_t label = nearest(x[i], y[i], centres);
            sums[label][0] += x[i];
            sums[label][1] += y[i];
            sums[label][2]++;
            changed += labels[i] != label;
            labels[i] = label;
        }
        for (size_t c = 0; c < CLUSTERS; c++)
            if (sums[c][2] > 0) {
                centres[c] = sums[c][0] / sums[c][2];
                centres[CLUSTERS + c] = sums[c][1] / sums[c][2];
            }
    }
}
