// Address spaces and widths: vectors, bytes, unaligned, constant tables, private arrays, shared local memory.
constant int table[32] = {1, 5, 9, 2, 7, 3, 8, 4, 6, 0, 11, 13, 17, 19, 23, 29,
                          31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101};
kernel void vectors(global float *p, global const float *q) {
    size_t i = get_global_id(0);
    vstore2(vload2(i, q), i, p);
    vstore3(vload3(i, q) * 2, i, p + 64);
    vstore4(vload4(i, q) + 1, i, p + 128);
    vstore8(vload8(i, q) - 3, i, p + 256);
    vstore16(vload16(i, q) / 3, i, p + 512);
}
kernel void bytes_and_words(global uchar *p, global const ushort *q, global char16 *v) {
    size_t i = get_global_id(0);
    uchar a = p[3 * i + 1], b = p[5 * i + 2];
    ushort c = q[7 * i];
    p[1024 + 9 * i] = (uchar)(a * b + c);
    v[i] = v[i] * (char)a + v[i + 64].s0123456789abcdef;
    vstore4(convert_uchar4_sat(vload4(i, q)), i, p + 2048);
}
struct __attribute__((packed)) record { uchar tag; int value; short code; float weight; long key; };
kernel void records(global struct record *r, int n) {
    size_t i = get_global_id(0);
    struct record x = r[i];
    if (x.tag > 3 && x.value < n) {
        x.value += table[x.code & 31];
        x.weight *= (float)x.key;
        x.key = x.key * 3 + x.tag;
    }
    r[i + 64] = x;
}
kernel void constants(global int *p, constant int *c, constant float4 *f) {
    size_t i = get_global_id(0);
    int r = 0;
    for (int k = 0; k < 32; k += 3)
        r = r * table[(r + k) & 31] + c[k + p[64 + i + k]];
    p[i] = r + (int)dot(f[r & 7], f[3]);
}
kernel void private_array(global int *p, int n) {
    int a[40];
    size_t i = get_global_id(0);
    for (int k = 0; k < 40; k++)
        a[k] = p[64 + i + k] ^ k;
    for (int k = 0; k < n; k++) {
        int x = a[k % 40] % 40u;
        int t = a[x < 0 ? -x : x];
        a[(x * 7 + k) % 40u] += t;
    }
    int s = 0;
    for (int k = 0; k < 40; k++)
        s += a[k] * k;
    p[i] = s;
}
__attribute__((reqd_work_group_size(16, 16, 1)))
kernel void transpose(global float *p, global const float *q, int w) {
    local float tile[16][17];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = q[get_global_id(1) * w + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[(get_group_id(0) * 16 + y) * w + get_group_id(1) * 16 + x] = tile[x][y];
}
kernel void local_bytes(global uchar *p, local uchar *l, local ulong *w) {
    int i = get_local_id(0), n = get_local_size(0);
    l[i * 3] = p[i];
    l[i * 3 + 1] = p[i + n] + 1;
    l[i * 3 + 2] = (uchar)i;
    w[i] = p[2 * i];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    p[i] = l[(i * 5) % (3 * n)] + (uchar)w[n - 1 - i];
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    l[i] = p[n - i];
    mem_fence(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i + 2 * n] = l[i ^ 1];
}
kernel void copies(global float4 *p, global const float4 *q, local float4 *l) {
    event_t e = async_work_group_copy(l, q, 64, 0);
    wait_group_events(1, &e);
    int i = get_local_id(0);
    float4 v = l[i] * l[63 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    l[i] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(p, l, 64, 0);
    wait_group_events(1, &e);
}
#ifndef NO_GENERIC
kernel void pointers(global int *a, local int *b, int n) {
    int *any = (n & 1) ? (int *)a : (int *)b;
    size_t i = get_local_id(0);
    b[i] = b[i + 64] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    any[i] += 3;
    any[i + 64] ^= any[i];
    a[i + 128] = b[i] + b[i + 64];
}
#endif
