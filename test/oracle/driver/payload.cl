// Kernels that need every part of a payload: ids, sizes, offset, values of all widths, local memory.
kernel void pay(global const int *a, global int *b, int n, local int *t, long q, char c, float4 v, local short *u,
                global float *w) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
    t[l] = a[x] + n + (int)q + c;
    u[l] = (short)x;
    barrier(CLK_LOCAL_MEM_FENCE);
    b[x + y * 100 + z] = t[l ^ 1] + u[l ^ 1] + get_num_groups(0) + get_group_id(1) + get_global_size(1) +
                         get_work_dim() + (int)v.y;
    w[x] = v.x + get_global_offset(0);
}
kernel __attribute__((intel_reqd_sub_group_size(16))) void pay16(global int *b, int n) {
    b[get_global_id(0) + get_local_id(1) * 7 + get_local_id(2)] = n;
}
kernel __attribute__((intel_reqd_sub_group_size(32))) void pay32(global int *b, short n, uchar m) {
    b[get_global_id(0) + get_local_id(1) * 7 + get_local_id(2)] = n + m;
}
kernel void groups_only(global int *b, int n) {
    b[get_group_id(0)] = n;
}
kernel __attribute__((reqd_work_group_size(5, 3, 2))) void fixed(global int *b, ulong n) {
    b[get_global_id(0) + get_local_id(1) * 7 + get_local_id(2)] = (int)n;
}
