// SPDX-License-Identifier: MIT
// The 3 x 3 linear filter on images of four channels: a work-item makes ROWS pixels of a column, and reads each pixel once.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel __attribute__((reqd_work_group_size(WIDTH, HEIGHT, 1))) void linear(read_only image2d_t in,
                                                                           write_only image2d_t out) {
    const int x = get_global_id(0), y = get_global_id(1) * ROWS;
    float4 sums[ROWS + 2];
#pragma unroll
    for (int r = 0; r < ROWS + 2; r++) {
        uint4 sum = 0;
#pragma unroll
        for (int c = 0; c < 3; c++)
            sum += read_imageui(in, nearest, (int2)(x + c, y + r));
        sums[r] = convert_float4(sum);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        write_imageui(out, (int2)(x, y + r), convert_uint4((sums[r] + sums[r + 1] + sums[r + 2]) * 0.1111f));
}
