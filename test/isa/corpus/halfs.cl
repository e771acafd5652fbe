#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halfs(global half *p, global const half8 *q, global float *f) {
    int i = get_global_id(0);
    half8 h = q[i] * (half)2.5 + (half)1;
    p[i] = h.s0 + h.s3 * h.s7;
    f[i] = (float)h.s1 + vload_half(i, p);
    vstore_half(f[i], i + 64, p);
}
