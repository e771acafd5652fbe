// Every form of argument that cmrun takes.
kernel void many(global const int *in, global int *out, global int *inout, int a, uint b, long c, float d,
                 local int *tmp) {
    int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
    tmp[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tmp[(l + 1) % n] + a + (int)(b >> 31);
    inout[i] = 2 * inout[i] + (int)(c >> 32) + (int)(d * 4);
}
kernel void grid(global int *out) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int i = x + get_global_size(0) * (y + get_global_size(1) * z);
    out[i] = (int)(get_group_id(0) + 10 * get_group_id(1) + 100 * get_group_id(2) + 1000 * get_local_size(1));
}
kernel void invert(read_only image2d_t a, write_only image2d_t b) {
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(b, p, 255 - read_imageui(a, p));
}
kernel void racy(global int *out) {
    out[0] = get_global_id(0);
}
kernel void forever(global volatile int *out) {
    while (out[0] == 0)
        ;
}
kernel void say(global int *out, int n) {
    printf("n=%d\n", n);
    out[0] = n;
}
