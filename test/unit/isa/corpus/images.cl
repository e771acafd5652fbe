// SPDX-License-Identifier: MIT
// Images and samplers.
const sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void i1(read_only image2d_t a, write_only image2d_t o) {
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    float4 v = read_imagef(a, smp, p) + read_imagef(a, smp, convert_float2(p) + 0.5f);
    write_imagef(o, p, v * 0.5f);
}
kernel void i2(read_only image2d_t a, sampler_t s, global float4 *o) {
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    o[p.x] = read_imagef(a, s, convert_float2(p) * 0.01f);
}
