// Groups of every shape: identifiers in three dimensions, local memory shared by odd numbers of work-items, vectors by value.
kernel void shapes(global uint *p) {
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
           z = get_global_id(2) - get_global_offset(2);
    size_t at = x + get_global_size(0) * (y + get_global_size(1) * z);
    uint ids = get_local_id(0) | get_local_id(1) << 5 | get_local_id(2) << 10 | get_group_id(0) << 15 |
               get_group_id(1) << 20 | get_group_id(2) << 25;
    uint sizes = get_local_size(0) * 3 + get_local_size(1) * 5 + get_local_size(2) * 7 + get_num_groups(0) * 11 +
                 get_num_groups(1) * 13 + get_num_groups(2) * 17 + get_work_dim() * 1000;
    p[2 * at] = ids ^ (uint)get_global_linear_id() * 0x9e3779b9u;
    p[2 * at + 1] = sizes + (uint)get_local_linear_id() * 65537u + (uint)get_global_id(2) * 0x1000000u;
}
kernel void extremes(global const int *in, global int *out) {
    local int least, most, bits, count;
    if (get_local_linear_id() == 0) {
        least = INT_MAX;
        most = INT_MIN;
        bits = count = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t group = get_group_id(0) + get_num_groups(0) * get_group_id(1), n = get_local_size(0) * get_local_size(1);
    int v = in[group * n + get_local_linear_id()];
    atomic_min(&least, v);
    atomic_max(&most, v);
    atomic_xor(&bits, v);
    if (v & 1)
        atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == get_local_size(0) - 1 && get_local_id(1) == 0) {
        out[4 * group] = least;
        out[4 * group + 1] = most;
        out[4 * group + 2] = bits;
        out[4 * group + 3] = count;
    }
}
kernel void swizzles(global short4 *v, global float4 *w, global long *k, int8 mask, char c, float scale) {
    size_t i = get_global_id(0);
    v[i] = v[i].zxyw * (short)c + convert_short4(mask.s3701);
    w[i] = w[i].wzyx * scale - w[i].s0;
    k[i] = rotate(k[i], (long)c) ^ ((long)mask.s1 << 32 | mask.s2);
}
kernel void exchanges(volatile global float *p, global float *q) {
    size_t i = get_global_id(0);
    q[i] = atomic_xchg(p + i, q[i]) + atomic_xchg(p + i, 2.0f) * 0.5f;
}
