// SPDX-License-Identifier: MIT
// The 3 x 3 linear filter: a work-item makes a byte of nine. Rows of the input are pitch bytes apart.

kernel void linear(global const uchar *in, global uchar *out, uint pitch, uint out_pitch) {
    const uint x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (uint r = 0; r < 3; r++)
        for (uint c = 0; c < 3; c++)
            sum += in[(y + r) * pitch + x + 3 * c];
    out[y * out_pitch + x] = (uchar)(sum * 0.1111f);
}
