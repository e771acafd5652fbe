// SPDX-License-Identifier: MIT
// Matrix products in float, half and integer.
kernel void gemm(global const float *a, global const float *b, global float *c, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    float s[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 4)
        for (int j = 0; j < 4; j++)
            s[j] = mad(a[y * n + k + j], b[(k + j) * n + x], s[j]);
    c[y * n + x] = s[0] + s[1] + s[2] + s[3];
}
kernel void dot8(global const char4 *a, global const char4 *b, global int *c, int n) {
    int i = get_global_id(0), s = 0;
    for (int k = 0; k < n; k++) {
        int4 x = convert_int4(a[i * n + k]), y = convert_int4(b[k]);
        s += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    c[i] = s;
}
kernel void filter(global const uchar *in, global uchar *out, int w) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
    float s = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            s += in[(y + j) * w + x + i];
    out[y * w + x] = convert_uchar_sat(s / 9.0f);
}
