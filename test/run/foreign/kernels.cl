kernel void vector_add(global const float *a, global const float *b, global float *c, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

kernel void scale(global float *data, float factor)
{
    data[get_global_id(0)] *= factor;
}

kernel void sum_group(global const int *in, global int *out, local int *part)
{
    size_t l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step)
            part[l] += part[l + step];
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

kernel void brighten(write_only image2d_t out, int add)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(out, p, (uint4)(p.x + add, p.y + add, add, 255));
}
