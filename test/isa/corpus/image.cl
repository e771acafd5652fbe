constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void image(read_only image2d_t in, write_only image2d_t out) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 c = read_imagef(in, nearest, at) + read_imagef(in, nearest, at + (int2)(1, 0));
    write_imagef(out, at, c * 0.5f);
}
