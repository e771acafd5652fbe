// SPDX-License-Identifier: MIT
// The 3 x 3 linear filter. With MEDIA, a sub-group reads blocks of 16 bytes x ROWS + 2 rows by media block messages, three
// of them at a distance of a pixel. Without, a work-item makes 4 * WORDS bytes of ROWS rows: it reads words, adds along
// the row, and keeps the sums of the last three rows.

#define SCALE 0.1111f

#if MEDIA
#define PASTE_(a, b)     a##b
#define PASTE(a, b)      PASTE_(a, b)
#define READ(x, y)       PASTE(intel_sub_group_media_block_read_uc, READ_ROWS)((int2)(x, y), 16, READ_ROWS, in)
#define WRITE(x, y, v)   PASTE(intel_sub_group_media_block_write_uc, WRITE_ROWS)((int2)(x, y), 16, WRITE_ROWS, v, out)
#define BYTES            PASTE(uchar, READ_ROWS)
#define RESULTS          PASTE(uchar, WRITE_ROWS)
#define READ_ROWS        16
#define WRITE_ROWS       ROWS

kernel __attribute__((intel_reqd_sub_group_size(16))) void linear(read_only image2d_t in, write_only image2d_t out) {
    const int x = get_group_id(0) * get_local_size(0) + get_sub_group_id() * 16, y = get_group_id(1) * ROWS;
    const BYTES left = READ(x, y), middle = READ(x + 3, y), right = READ(x + 6, y);
    RESULTS result;
    float sums[ROWS + 2];
#pragma unroll
    for (int r = 0; r < ROWS + 2; r++)
        sums[r] = convert_float(left[r]) + convert_float(middle[r]) + convert_float(right[r]);
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        result[r] = convert_uchar((sums[r] + sums[r + 1] + sums[r + 2]) * SCALE);
    WRITE(x, y, result);
}
#else
kernel void linear(global const uint *restrict in, global uint *restrict out, uint pitch, uint out_pitch) {
    const uint x = get_global_id(0) * WORDS, y = get_global_id(1) * ROWS;
    ushort sums[ROWS + 2][4 * WORDS];
#pragma unroll
    for (uint r = 0; r < ROWS + 2; r++) {
        uint words[WORDS + 2];
#pragma unroll
        for (uint w = 0; w < WORDS + 2; w++)
            words[w] = in[(y + r) * (pitch / 4) + x + w];
        const uchar *bytes = (const uchar *)words;
#pragma unroll
        for (uint b = 0; b < 4 * WORDS; b++)
            sums[r][b] = (ushort)(bytes[b] + bytes[b + 3] + bytes[b + 6]);
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++)
#pragma unroll
        for (uint w = 0; w < WORDS; w++) {
            uchar4 result;
#pragma unroll
            for (uint b = 0; b < 4; b++)
                result[b] = (uchar)((float)(sums[r][4 * w + b] + sums[r + 1][4 * w + b] + sums[r + 2][4 * w + b]) * SCALE);
            out[(y + r) * (out_pitch / 4) + x + w] = as_uint(result);
        }
}
#endif
