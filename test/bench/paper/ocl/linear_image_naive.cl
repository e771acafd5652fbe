// SPDX-License-Identifier: MIT
// The 3 x 3 linear filter on images of four channels: a work-item makes a pixel of nine reads.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void linear(read_only image2d_t in, write_only image2d_t out) {
    const int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            sum += convert_float4(read_imageui(in, nearest, (int2)(x + c, y + r)));
    write_imageui(out, (int2)(x, y), convert_uint4(sum * 0.1111f));
}
