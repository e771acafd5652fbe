// SPDX-License-Identifier: MIT
// Three of the workloads by hand, with the intrinsics of AVX2: transpose, linear filter, product of matrices.

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

// Transposes 8 x 8 numbers: pairs of rows, pairs of pairs, halves.
static void turn(const float *in, float *out, uint32_t side) {
    __m256 r[8], t[8];
    for (int i = 0; i < 8; i++)
        r[i] = _mm256_loadu_ps(in + (uint32_t)i * side);
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        r[i] = _mm256_shuffle_ps(t[i], t[i + 2], 0x44);
        r[i + 1] = _mm256_shuffle_ps(t[i], t[i + 2], 0xee);
        r[i + 2] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0x44);
        r[i + 3] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0xee);
    }
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_ps(out + (uint32_t)i * side, _mm256_permute2f128_ps(r[i], r[i + 4], 0x20));
        _mm256_storeu_ps(out + (uint32_t)(i + 4) * side, _mm256_permute2f128_ps(r[i], r[i + 4], 0x31));
    }
}

// side: a multiple of 16. Blocks of 16 x 16 use whole lines of the cache.
void transpose(const float *in, float *out, uint32_t side) {
    for (uint32_t y = 0; y < side; y += 16)
        for (uint32_t x = 0; x < side; x += 16)
            for (uint32_t i = 0; i < 4; i++) {
                const uint32_t r = y + i / 2 * 8, c = x + i % 2 * 8;
                turn(in + r * side + c, out + c * side + r, side);
            }
}

// The sums of 16 bytes and their neighbours in the row, a pixel of three bytes apart.
static __m256i row_sum(const uint8_t *in) {
    const __m256i a = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)in));
    const __m256i b = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(in + 3)));
    const __m256i c = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(in + 6)));
    return _mm256_add_epi16(_mm256_add_epi16(a, b), c);
}

static __m128i scaled(__m256i sum) {
    const __m256 scale = _mm256_set1_ps(0.1111f);
    const __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(sum));
    const __m256i high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(sum, 1));
    const __m256i a = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(low), scale));
    const __m256i b = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(high), scale));
    const __m256i words = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8);
    return _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}

// width: a multiple of 16. Down a column of 16 bytes, so that each row is added once.
void linear(const uint8_t *in, uint8_t *out, uint32_t width, uint32_t height) {
    const uint32_t pitch = width + 6;
    for (uint32_t x = 0; x < width; x += 16) {
        __m256i above = row_sum(in + x), here = row_sum(in + pitch + x);
        for (uint32_t y = 0; y < height; y++) {
            const __m256i below = row_sum(in + (y + 2) * pitch + x);
            const __m256i sum = _mm256_add_epi16(_mm256_add_epi16(above, here), below);
            _mm_storeu_si128((__m128i *)(out + y * width + x), scaled(sum));
            above = here;
            here = below;
        }
    }
}

enum { TILE_M = 6, TILE_N = 16 };

// Twelve sums, two numbers of B and one of A fill the registers.
static inline __attribute__((always_inline)) void tile(const float *a, const float *b, float *c, const uint32_t rows,
                                                       uint32_t n, uint32_t k, float alpha, float beta) {
    __m256 sum[TILE_M][2];
    for (uint32_t r = 0; r < TILE_M; r++)
        sum[r][0] = sum[r][1] = _mm256_setzero_ps();
    for (uint32_t i = 0; i < k; i++) {
        const __m256 left = _mm256_loadu_ps(b + (size_t)i * n), right = _mm256_loadu_ps(b + (size_t)i * n + 8);
#pragma GCC unroll 6
        for (uint32_t r = 0; r < rows; r++) {
            const __m256 factor = _mm256_broadcast_ss(a + (size_t)r * k + i);
            sum[r][0] = _mm256_fmadd_ps(factor, left, sum[r][0]);
            sum[r][1] = _mm256_fmadd_ps(factor, right, sum[r][1]);
        }
    }
#pragma GCC unroll 6
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t j = 0; j < 2; j++) {
            float *to = c + (size_t)r * n + 8 * j;
            const __m256 old = _mm256_mul_ps(_mm256_set1_ps(beta), _mm256_loadu_ps(to));
            _mm256_storeu_ps(to, _mm256_fmadd_ps(_mm256_set1_ps(alpha), sum[r][j], old));
        }
}

// n: a multiple of 16. Tiles of 6 x 16 numbers are in registers; a strip of B stays in the cache for all rows of A.
void sgemm(const float *a, const float *b, float *c, uint32_t m, uint32_t n, uint32_t k, float alpha, float beta) {
    for (uint32_t x = 0; x < n; x += TILE_N) {
        uint32_t y = 0;
        for (; y + TILE_M <= m; y += TILE_M)
            tile(a + (size_t)y * k, b + x, c + (size_t)y * n + x, TILE_M, n, k, alpha, beta);
        for (; y < m; y++)
            tile(a + (size_t)y * k, b + x, c + (size_t)y * n + x, 1, n, k, alpha, beta);
    }
}
