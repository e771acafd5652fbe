// SPDX-License-Identifier: MIT
// Many live values and private arrays.
kernel void big(global const float *a, global float *o) {
    int i = get_global_id(0);
    float v[48];
    for (int j = 0; j < 48; j++)
        v[j] = a[i * 48 + j];
    for (int r = 0; r < 4; r++)
        for (int j = 0; j < 48; j++)
            v[j] = v[j] * v[(j * 7 + r) % 48] + v[(j + 11) % 48];
    for (int j = 0; j < 48; j++)
        o[i * 48 + j] = v[j];
}
kernel void priv(global const int *a, global int *o, int n) {
    int t[32];
    int i = get_global_id(0);
    for (int j = 0; j < 32; j++)
        t[j] = a[i + j];
    for (int j = 0; j < n; j++)
        t[a[j] & 31] += t[(a[j] >> 5) & 31];
    o[i] = t[n & 31];
}
