// What the driver must give a kernel beyond the basics: memory of its own, text out, an end.
__kernel void private_big(__global int *out, int n)
{
    int t[300];
    for (int i = 0; i < 300; i++)
        t[i] = i * n + (int)get_global_id(0);
    int s = 0;
    for (int i = 0; i < n; i++) {
        t[(i * 7 + get_local_id(0)) % 300] += i;
        s += t[(i * 13) % 300];
    }
    out[get_global_id(0)] = s;
}

__kernel void say(__global int *out, float f)
{
    int i = get_global_id(0);
    if (i < 2)
        printf("i=%d|%5d|%-4x|%c|%s|%ld|%v4d|%.2v2hlf%%\n", i, -i, 255 + i, 'a' + i, "text", (long)i << 40,
               (int4)(i, 1, 2, -3), (float2)(f, 2 * f));
    out[i] = i;
}

__kernel void forever(__global volatile int *out)
{
    while (out[0] == 0)
        ;
}

__kernel void wild(__global int *out, ulong distance)
{
    out[distance + get_global_id(0)] = 1;
}

// All groups wait for each other.
__kernel void meet(__global volatile int *count, __global int *out)
{
    atomic_inc(count);
    while (atomic_or(count, 0) < (int)get_num_groups(0))
        ;
    out[get_group_id(0)] = atomic_or(count, 0);
}

__kernel void twice(__global int *data)
{
    data[get_global_id(0)] *= 2;
}
