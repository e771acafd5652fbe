// One pixel of each kind of image.
kernel void kinds(read_only image1d_array_t a, read_only image3d_t b, read_only image1d_buffer_t c,
                  read_only image2d_array_t d, read_only image1d_t e, global uint *out) {
    out[0] = read_imageui(a, (int2)(2, 1)).x;
    out[1] = (uint)read_imagei(b, (int4)(1, 0, 1, 0)).x;
    out[2] = read_imageui(c, 7).x;
    out[3] = read_imageui(d, (int4)(1, 0, 1, 0)).x;
    out[4] = read_imageui(e, 4).x;
}
