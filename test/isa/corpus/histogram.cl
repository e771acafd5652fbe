kernel void histogram(global const uchar *in, global uint *bins, int n) {
    local uint part[256];
    int l = get_local_id(0), size = get_local_size(0);
    for (int i = l; i < 256; i += size)
        part[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&part[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i < 256; i += size)
        atomic_add(&bins[i], part[i]);
}
