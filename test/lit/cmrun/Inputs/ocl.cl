// Kernels for cmrun's tests: compiled by Intel's compiler, so that only cmrun is in question.
kernel void axpy(global const float *x, global float *y, float a, int n) {
    int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
kernel void widen(global const uchar *in, global long *out, char4 add) {
    int i = get_global_id(0);
    out[i] = in[i] + add.s0 + 10 * add.s3;
}
kernel void rotate3(local int *tmp, global int *data) {
    int i = get_local_id(0);
    tmp[i] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = tmp[(i + 3) % get_local_size(0)];
}
