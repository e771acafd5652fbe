// Images of every kind, and samplers as arguments and as constants.
__constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;

__kernel void read_kinds(__read_only image1d_t a, __read_only image1d_array_t b, __read_only image2d_array_t c,
                         __read_only image3d_t d, __read_only image1d_buffer_t e, __global float *out)
{
    out[0] = read_imagef(a, 2).x;
    out[1] = read_imagef(b, (int2)(1, 2)).x;
    out[2] = read_imagef(c, (int4)(1, 2, 1, 0)).x;
    out[3] = read_imagef(d, (int4)(3, 1, 2, 0)).x;
    out[4] = read_imagef(e, 100).x;
    out[5] = get_image_width(a) + 100 * get_image_array_size(b);
    out[6] = get_image_height(c) + 100 * get_image_array_size(c);
    out[7] = get_image_depth(d) + 100 * get_image_width(e);
}

__kernel void sample(__read_only image2d_t a, sampler_t s, __global const float2 *at, __global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(a, s, at[i]);
}

__kernel void sample_mirror(__read_only image2d_t a, __global const float2 *at, __global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(a, mirror, at[i]);
}
