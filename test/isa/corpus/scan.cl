kernel void scan(global int *p, local int *a, local int *b) {
    int l = get_local_id(0), n = get_local_size(0);
    a[l] = p[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < n; d *= 2) {
        b[l] = l >= d ? a[l] + a[l - d] : a[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *t = a;
        a = b;
        b = t;
    }
    p[get_global_id(0)] = a[l];
}
