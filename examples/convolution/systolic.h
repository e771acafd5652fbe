// SPDX-License-Identifier: MIT
// A tap on the systolic array: 32 pixels x 64 outputs, of 32 channels at a time.

#include <cm/cm.h>

#define PIXELS  32
#define OUTPUTS 64
#define GRFS    256
constexpr int STEP = 32;                                 // channels that are loaded at once
constexpr int DEPTH = 8, REPEAT = 8, LANES = 16, K = 16; // a dpas adds 8 x 16 sums of 16 products
constexpr int TILES_M = PIXELS / REPEAT, TILES_N = OUTPUTS / LANES;
constexpr int LEFT = REPEAT * K, RIGHT = K * LANES; // halves of the factors of a dpas
constexpr int BLOCK = STEP * LANES;                 // halves of a block; a message loads two

using sums = matrix<float, TILES_M * TILES_N, REPEAT * LANES>;

// row: columns x channels, of which pixel x is the first; it may lie outside. weights: channels x outputs.
CM_INLINE void add_tap(svmptr_t row, int x, uint columns, svmptr_t weights, uint o, uint channels, uint outputs,
                       sums &sum) {
    constexpr int AHEAD = 2 * STEP; // channels from a prefetch to its load
    const uint pixel_b = channels * sizeof(half), weights_b = outputs * sizeof(half);
    lsc::block_2d_desc<half, 2, PIXELS, K> pixels((half *)row, columns - 1, pixel_b - 1, pixel_b - 1, 0, x);
    lsc::block_2d_desc<half, 2, STEP, LANES> factors((half *)weights, channels - 1, weights_b - 1, weights_b - 1, o, 0);
    lsc::block_2d_desc<half, 1, PIXELS, STEP> next_pixels((half *)row, columns - 1, pixel_b - 1, pixel_b - 1, 0, x);
    for (uint c = 0; c < channels; c += STEP) {
        vector<half, 2 * BLOCK> left;               // two blocks of 32 pixels x 16 channels
        matrix<half, TILES_N / 2, 2 * BLOCK> right; // in each: two blocks of 16 pairs of channels x 16 outputs
        cm_load<lsc::Normal, CacheHint::Cached, CacheHint::Cached>(left, pixels.set_block_x(c));
#pragma unroll
        for (int j = 0; j < TILES_N / 2; j++)
            cm_load<lsc::VNNI, CacheHint::Cached, CacheHint::Cached>(
                right[j].format<half>(), factors.set_block_x(o + j * 2 * LANES).set_block_y(c));
        cm_prefetch<CacheHint::Cached, CacheHint::Cached>(next_pixels.set_block_x(c + AHEAD));
#pragma unroll
        for (int s = 0; s < STEP / K; s++)
#pragma unroll
            for (int j = 0; j < TILES_N; j++)
#pragma unroll
                for (int i = 0; i < TILES_M; i++) {
                    vector<half, RIGHT> b = right.row(j / 2).select<RIGHT, 1>(j % 2 * BLOCK + s * RIGHT);
                    vector<half, LEFT> a = left.select<LEFT, 1>(s * BLOCK + i * LEFT);
                    sum.row(i * TILES_N + j) = cm_dpas<CM_PRECISION_HF, CM_PRECISION_HF, DEPTH, REPEAT>(
                        sum[i * TILES_N + j].format<float>(), b.format<int>(), a.format<int>());
                }
    }
}

// The blocks end at the last pixel.
CM_INLINE void store_sums(svmptr_t row, uint x, uint columns, uint o, uint outputs, sums &sum) {
    const uint pixel_b = outputs * sizeof(float);
#pragma unroll
    for (int i = 0; i < TILES_M; i++)
#pragma unroll
        for (int j = 0; j < TILES_N; j++)
            cm_ptr_store<float, LANES, REPEAT>((float *)row, pixel_b - 1, columns - 1, pixel_b - 1, o + j * LANES,
                                               x + i * REPEAT, sum.row(i * TILES_N + j));
}
