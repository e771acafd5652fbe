// Sub-groups: shuffles, scans, reductions, votes and block accesses in several widths, and matrix products.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_char : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define LANES(T, N)                                                                                 \
    __attribute__((intel_reqd_sub_group_size(N))) kernel void lanes_##T##_##N(global T *p) {        \
        size_t i = get_global_id(0);                                                                \
        T v = p[i];                                                                                 \
        T r = sub_group_reduce_add(v) + sub_group_reduce_min(v) + sub_group_reduce_max(v);          \
        r += sub_group_scan_inclusive_add(v) - sub_group_scan_exclusive_min(v);                     \
        r += sub_group_broadcast(v, 3) + intel_sub_group_shuffle(v, (uint)(i * 7) % N);             \
        r += intel_sub_group_shuffle_up(v, r, 2) + intel_sub_group_shuffle_down(r, v, 1);           \
        p[i] = r + intel_sub_group_shuffle_xor(r, 5);                                               \
    }
LANES(int, 16)
LANES(int, 32)
LANES(uint, 16)
LANES(float, 16)
LANES(float, 32)
LANES(long, 16)
LANES(half, 16)
#ifdef HAS_DOUBLES
LANES(double, 16)
#endif
__attribute__((intel_reqd_sub_group_size(16))) kernel void blocks(global uint *p, global ushort *h, global ulong *l) {
    uint8 a = intel_sub_group_block_read8(p);
    uint2 b = intel_sub_group_block_read2(p + 128);
    ushort4 c = intel_sub_group_block_read_us4(h);
    intel_sub_group_block_write8(p, a * b.s0 + b.s1);
    intel_sub_group_block_write4(p + 128, convert_uint4(c));
    intel_sub_group_block_write_us2(h, c.s01 + c.s23);
    l[get_global_id(0)] = a.s0;
}
__attribute__((intel_reqd_sub_group_size(16))) kernel void votes(global int *p) {
    size_t i = get_global_id(0);
    int v = p[i];
    if (sub_group_all(v > 0))
        v++;
    else if (sub_group_any(v < -9))
        v += get_sub_group_local_id() * get_sub_group_size() + get_sub_group_id();
    uint4 b = sub_group_ballot(v & 1);
    p[i] = v + b.x + sub_group_ballot_bit_count(b) + sub_group_ballot_find_lsb(b);
}
kernel void work_groups(global int *p, global float *f) {
    size_t i = get_global_id(0);
    p[i] = work_group_reduce_add(p[i]) + work_group_scan_exclusive_max(p[i]) + work_group_broadcast(p[i], 2);
    f[i] = work_group_scan_inclusive_add(f[i]) + work_group_all(p[i]) + work_group_any(p[i] == 3);
}
// Compilers that do not name the extension have its functions all the same.
#if defined(cl_intel_subgroup_matrix_multiply_accumulate) || defined(HAS_MATRIX)
#if defined(HAS_DOUBLES) && !defined(NARROW_MATRIX)
#define M 16
typedef short8 in8;
#else
#define M 8
typedef int8 in8;
#endif
#ifdef HAS_MATRIX
int8 __attribute__((overloadable)) intel_sub_group_i8_i8_matrix_mad_k32(in8 a, int8 b, int8 acc);
float8 __attribute__((overloadable)) intel_sub_group_f16_f16_matrix_mad_k16(in8 a, int8 b, float8 acc);
float8 __attribute__((overloadable)) intel_sub_group_bf16_bf16_matrix_mad_k16(in8 a, int8 b, float8 acc);
#endif
__attribute__((intel_reqd_sub_group_size(M))) kernel void matrices(global in8 *a, global int8 *b, global int8 *c, global float8 *f) {
    size_t i = get_global_id(0);
    int8 r = c[i];
    float8 s = f[i];
    for (int k = 0; k < 4; k++) {
        r = intel_sub_group_i8_i8_matrix_mad_k32(a[i + k], b[i + k], r);
        s = intel_sub_group_f16_f16_matrix_mad_k16(a[i + k], b[i + k], s);
        s = intel_sub_group_bf16_bf16_matrix_mad_k16(a[i + k], b[i + k], s);
    }
    c[i] = r;
    f[i] = s;
}
#endif
