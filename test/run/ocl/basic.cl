// Kernels of the driver tests: each exercises one thing that the payload, the surfaces or the relocations carry.
typedef struct { int a; float b; long c; char d; } pack;

__constant int fib[8] = {1, 2, 3, 5, 8, 13, 21, 34};
__global int counter = 7;
__global int *counter_ptr = &counter;

__kernel void vadd(__global const float *a, __global const float *b, __global float *c, int n)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

__kernel void reverse_slm(__global int *out, __local int *tmp)
{
    int i = get_local_id(0), n = get_local_size(0);
    tmp[i] = get_global_id(0) * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[n - 1 - i];
}

__kernel void two_locals(__global int *out, __local char *a, __local int *b)
{
    int i = get_local_id(0), n = get_local_size(0);
    a[i] = (char)i;
    b[i] = 1000 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a[(i + 1) % n] + b[(i + 2) % n];
}

__kernel void ids(__global uint *out)
{
    size_t at = get_global_id(0) - get_global_offset(0)
        + get_global_size(0) * (get_global_id(1) - get_global_offset(1)
        + get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
    __global uint *o = out + 4 * at;
    o[0] = get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16 | get_work_dim() << 24;
    o[1] = get_group_id(0) | get_group_id(1) << 8 | get_group_id(2) << 16;
    o[2] = get_num_groups(0) | get_num_groups(1) << 8 | get_num_groups(2) << 16;
    o[3] = get_global_id(0) | get_global_id(1) << 8 | get_global_id(2) << 16;
}

__kernel void by_value(__global long *out, pack s, int4 v, short h)
{
    out[0] = s.a;
    out[1] = (long)(s.b * 4);
    out[2] = s.c;
    out[3] = s.d;
    out[4] = v.x;
    out[5] = v.w;
    out[6] = h;
}

__kernel void globals(__global int *out)
{
    int i = get_global_id(0);
    out[i] = fib[i & 7] + *counter_ptr;
}

__kernel void count(__global int *out)
{
    out[0] = counter;
    counter = counter + 1;
}

__kernel void invert(__read_only image2d_t in, __write_only image2d_t out)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    if (p.x < get_image_width(in) && p.y < get_image_height(in)) {
        uint4 c = read_imageui(in, p);
        write_imageui(out, p, (uint4)(255 - c.x, 255 - c.y, 255 - c.z, c.w));
    }
}

__kernel void paint(__write_only image2d_t out)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(out, p, (uint4)(p.x, p.y, p.x + p.y, 255));
}

__kernel void private_array(__global int *out, int n)
{
    int t[64];
    for (int i = 0; i < 64; i++)
        t[i] = i * n;
    out[get_global_id(0)] = t[(n + get_global_id(0)) & 63];
}

__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void fixed_group(__global int *out)
{
    out[get_global_id(0)] = get_group_id(0);
}

__kernel void chase(__global ulong *out)
{
    __global int *p = (__global int *)out[0];
    *p = 5;
}
