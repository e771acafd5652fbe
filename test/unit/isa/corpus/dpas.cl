// SPDX-License-Identifier: MIT
// Systolic matrix products and bfloat16 conversions, where the device has them.
#ifdef SUB_GROUP
#define OVER __attribute__((overloadable))
int8 OVER intel_sub_group_i8_i8_matrix_mad_k32(A_INT a, int8 b, int8 acc);
int8 OVER intel_sub_group_u8_i8_matrix_mad_k32(A_UINT a, int8 b, int8 acc);
float8 OVER intel_sub_group_f16_f16_matrix_mad_k16(A_INT a, int8 b, float8 acc);
float OVER intel_sub_group_bf16_bf16_matrix_mad_k16(A_ONE a, int8 b, float acc);
ushort OVER intel_convert_bfloat16_as_ushort(float x);
float OVER intel_convert_as_bfloat16_float(ushort x);
__attribute__((intel_reqd_sub_group_size(SUB_GROUP))) kernel void mm_i8(global int8 *c, global const A_INT *a,
                                                                          global const int8 *b) {
    int i = get_global_id(0);
    c[i] = intel_sub_group_i8_i8_matrix_mad_k32(a[i], b[i], c[i]);
    c[i + 1] = intel_sub_group_u8_i8_matrix_mad_k32(U_A(a[i + 1]), b[i + 1], c[i + 2]);
}
__attribute__((intel_reqd_sub_group_size(SUB_GROUP))) kernel void mm_f16(global float8 *c, global const A_INT *a,
                                                                           global const int8 *b) {
    int i = get_global_id(0);
    float8 s = c[i];
    for (int k = 0; k < 4; k++)
        s = intel_sub_group_f16_f16_matrix_mad_k16(S_A(a[i + k]), b[i + k], s);
    c[i] = s;
}
__attribute__((intel_reqd_sub_group_size(SUB_GROUP))) kernel void mm_bf16(global float *c, global const A_ONE *a,
                                                                            global const int8 *b) {
    int i = get_global_id(0);
    c[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(a[i], b[i], c[i]);
}
kernel void bf(global const float *a, global ushort *o, global float *f) {
    int i = get_global_id(0);
    o[i] = intel_convert_bfloat16_as_ushort(a[i]);
    f[i] = intel_convert_as_bfloat16_float(o[i + 1]) * a[i + 2];
}
#else
kernel void none(global const int *a, global int *o) {
    o[get_global_id(0)] = a[get_global_id(0)];
}
#endif
