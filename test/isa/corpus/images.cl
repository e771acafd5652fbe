// Images of every dimension and channel type, sampled, read, written, and both.
constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
constant sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void image_blur(read_only image2d_t in, write_only image2d_t out) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += read_imagef(in, exact, at + (int2)(x, y));
    write_imagef(out, at, sum / 9.0f);
}
kernel void image_sampled(read_only image2d_t in, read_only image3d_t v, global float4 *p) {
    size_t i = get_global_id(0);
    float2 at = (float2)(p[i].x, p[i].y);
    p[i] = read_imagef(in, linear, at) + read_imagef(v, linear, p[i + 41]);
}
kernel void image_integers(read_only image2d_t in, write_only image2d_t out, global uint4 *p) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int4 a = read_imagei(in, at);
    uint4 b = read_imageui(in, exact, at + 1);
    write_imagei(out, at, a * 3);
    p[at.y * get_global_size(0) + at.x] = b + get_image_width(in) * get_image_height(out);
}
kernel void image_lines(read_only image1d_t a, read_only image1d_buffer_t b, write_only image1d_t c) {
    int i = get_global_id(0);
    write_imagef(c, i, read_imagef(a, i) + read_imagef(b, i + 1));
}
kernel void image_layers(read_only image2d_array_t a, write_only image2d_array_t b, int n) {
    int4 at = (int4)(get_global_id(0), get_global_id(1), 0, 0);
    for (at.z = 0; at.z < n; at.z++)
        write_imagef(b, at, read_imagef(a, exact, at) * 2.0f);
}
kernel void image_both(read_write image2d_t a) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 v = read_imagef(a, at);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    write_imagef(a, at, v * v);
}
