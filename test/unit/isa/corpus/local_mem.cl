// SPDX-License-Identifier: MIT
// Shared local memory, barriers, atomics, work-group functions.
kernel void l1(global const float *a, global float *o, local float *t) {
    int l = get_local_id(0), n = get_local_size(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = n / 2; s > 0; s >>= 1) {
        if (l < s)
            t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        o[get_group_id(0)] = t[0];
}
kernel void l2(global int *g, global uint *h) {
    local int c[64];
    int l = get_local_id(0);
    c[l & 63] = l;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    atomic_add(&c[l & 7], g[l]);
    atomic_inc((volatile local int *)&c[3]);
    atomic_cmpxchg(&g[l], 1, c[2]);
    atomic_max(&h[l & 3], (uint)l);
    atomic_xchg(&h[4], 9u);
    h[l] = atomic_dec(&g[5]) + atomic_and(&h[3], 7u) + atomic_or(&g[3], 7) + atomic_xor(&g[3], 7);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    g[l] = c[63 - l & 63];
}
kernel void l3(global const uchar *a, global uchar *o) {
    local uchar t[256];
    local ushort u[256];
    int l = get_local_id(0);
    t[l] = a[l];
    u[l] = a[l] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[l] = t[255 - l] + u[l ^ 1];
}
