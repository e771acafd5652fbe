// SPDX-License-Identifier: MIT
// A tap on the vector pipe: 16 pixels x 32 outputs, of 16 channels at a time. A row of 32 weights is multiplied by each
// pixel's number, which is a scalar operand.

#include <cm/cm.h>

#define PIXELS  16
#define OUTPUTS 32
#define GRFS    128
constexpr int STEP = 16; // channels that are loaded at once

using sums = matrix<float, PIXELS, OUTPUTS>;

// row: columns x channels, of which pixel x is the first; it may lie outside. weights: channels x outputs.
CM_INLINE void add_tap(svmptr_t row, int x, uint columns, svmptr_t weights, uint o, uint channels, uint outputs,
                       sums &sum) {
    const uint pixel_b = channels * sizeof(half), weights_b = outputs * sizeof(half);
    svmptr_t at = weights + o * (uint)sizeof(half);
    for (uint c = 0; c < channels; c += STEP) {
        matrix<half, PIXELS, STEP> in;
#pragma unroll
        for (int p = 0; p < PIXELS; p++) {
            if ((uint)(x + p) < columns)
                cm_svm_block_read(row + ((x + p) * pixel_b + c * (uint)sizeof(half)), in[p].format<half>());
            else
                in.row(p) = 0;
        }
        matrix<float, PIXELS, STEP> left = in;
#pragma unroll
        for (int i = 0; i < STEP; i++, at += weights_b) {
            vector<half, OUTPUTS> factors;
            cm_svm_block_read(at, factors);
            vector<float, OUTPUTS> right = factors;
#pragma unroll
            for (int p = 0; p < PIXELS; p++)
                sum.row(p) += right * left(p, i);
        }
    }
}

CM_INLINE void store_sums(svmptr_t row, uint x, uint columns, uint o, uint outputs, sums &sum) {
#pragma unroll
    for (int p = 0; p < PIXELS; p++)
        if (x + p < columns)
            cm_svm_block_write(row + ((x + p) * outputs + o) * (uint)sizeof(float), sum[p].format<float>());
}
