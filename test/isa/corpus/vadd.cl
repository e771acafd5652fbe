kernel void vadd(global float *a, global const float *b, global const float *c) {
    size_t i = get_global_id(0);
    a[i] = b[i] + c[i];
}
