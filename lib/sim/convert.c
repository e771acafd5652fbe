// SPDX-License-Identifier: MIT
// Converters: lanes of a class -> packed elements of the destination type; and tests of such elements against zero.
//
// Integer to narrower integer truncates, or clamps with saturation. Float to integer truncates towards zero and always
// clamps; NaN gives 0. Integer to float and float to narrower float round in cr0's mode. Float saturation clamps to
// [0, 1], NaN to 0. The loops run over packed arrays, so that the host compiler vectorises them.

#include "fpconv.h"
#include "sim_priv.h"

#define NARROW(cls, LT, type, T)                                                                                       \
    static const void *cls##_to_##type(const sim_thread *t, const void *lanes, void *out, unsigned n) {                \
        (void)t;                                                                                                       \
        const LT *v = lanes;                                                                                           \
        T *o = out;                                                                                                    \
        for (unsigned i = 0; i < n; i++)                                                                               \
            o[i] = (T)v[i];                                                                                            \
        return out;                                                                                                    \
    }
#define CLAMP(cls, LT, type, T, lo, hi)                                                                                \
    static const void *cls##_to_##type##_sat(const sim_thread *t, const void *lanes, void *out, unsigned n) {          \
        (void)t;                                                                                                       \
        const LT *v = lanes;                                                                                           \
        T *o = out;                                                                                                    \
        for (unsigned i = 0; i < n; i++)                                                                               \
            o[i] = (T)(v[i] < (LT)(lo) ? (LT)(lo) : v[i] > (LT)(hi) ? (LT)(hi) : v[i]);                                \
        return out;                                                                                                    \
    }
#define INT_TO_INT(cls, LT)                                                                                            \
    NARROW(cls, LT, b, uint8_t)                                                                                        \
    NARROW(cls, LT, w, uint16_t)                                                                                       \
    NARROW(cls, LT, d, uint32_t)                                                                                       \
    NARROW(cls, LT, q, uint64_t)                                                                                       \
    CLAMP(cls, LT, ub, uint8_t, 0, UINT8_MAX)                                                                          \
    CLAMP(cls, LT, b, int8_t, INT8_MIN, INT8_MAX)                                                                      \
    CLAMP(cls, LT, uw, uint16_t, 0, UINT16_MAX)                                                                        \
    CLAMP(cls, LT, w, int16_t, INT16_MIN, INT16_MAX)                                                                   \
    CLAMP(cls, LT, ud, uint32_t, 0, UINT32_MAX)                                                                        \
    CLAMP(cls, LT, d, int32_t, INT32_MIN, INT32_MAX)

INT_TO_INT(I, int64_t)
INT_TO_INT(Q, sim_i128)
CLAMP(I, int64_t, uq, uint64_t, 0, INT64_MAX)
CLAMP(I, int64_t, q, int64_t, INT64_MIN, INT64_MAX)
CLAMP(Q, sim_i128, uq, uint64_t, 0, UINT64_MAX)
CLAMP(Q, sim_i128, q, int64_t, INT64_MIN, INT64_MAX)

// Float lanes to integers. hi is the first value above the range, exact in both float and double.
#define TRUNC(cls, LT, type, T, lo, hi, max)                                                                           \
    static const void *cls##_to_##type(const sim_thread *t, const void *lanes, void *out, unsigned n) {                \
        (void)t;                                                                                                       \
        const LT *v = lanes;                                                                                           \
        T *o = out;                                                                                                    \
        for (unsigned i = 0; i < n; i++) {                                                                             \
            LT x = v[i];                                                                                               \
            o[i] = x >= (LT)(hi) ? (T)(max) : x > (LT)(lo) ? (T)x : x == x ? (T)(lo) : (T)0;                           \
        }                                                                                                              \
        return out;                                                                                                    \
    }
#define FLOAT_TO_INT(cls, LT)                                                                                          \
    TRUNC(cls, LT, ub, uint8_t, 0, 0x1p8, UINT8_MAX)                                                                   \
    TRUNC(cls, LT, b, int8_t, -0x1p7, 0x1p7, INT8_MAX)                                                                 \
    TRUNC(cls, LT, uw, uint16_t, 0, 0x1p16, UINT16_MAX)                                                                \
    TRUNC(cls, LT, w, int16_t, -0x1p15, 0x1p15, INT16_MAX)                                                             \
    TRUNC(cls, LT, ud, uint32_t, 0, 0x1p32, UINT32_MAX)                                                                \
    TRUNC(cls, LT, d, int32_t, -0x1p31, 0x1p31, INT32_MAX)                                                             \
    TRUNC(cls, LT, uq, uint64_t, 0, 0x1p64, UINT64_MAX)                                                                \
    TRUNC(cls, LT, q, int64_t, -0x1p63, 0x1p63, INT64_MAX)

FLOAT_TO_INT(F, float)
FLOAT_TO_INT(D, double)

// To floats: expr converts x.
#define TO_FLOAT(cls, LT, type, T, expr)                                                                               \
    static const void *cls##_to_##type(const sim_thread *t, const void *lanes, void *out, unsigned n) {                \
        (void)t;                                                                                                       \
        const LT *v = lanes;                                                                                           \
        T *o = out;                                                                                                    \
        for (unsigned i = 0; i < n; i++) {                                                                             \
            LT x = v[i];                                                                                               \
            o[i] = (T)(expr);                                                                                          \
        }                                                                                                              \
        return out;                                                                                                    \
    }                                                                                                                  \
    static const void *cls##_to_##type##_sat(const sim_thread *t, const void *lanes, void *out, unsigned n) {          \
        (void)t;                                                                                                       \
        const LT *v = lanes;                                                                                           \
        T *o = out;                                                                                                    \
        for (unsigned i = 0; i < n; i++) {                                                                             \
            LT x = v[i] > 0 ? v[i] < 1 ? v[i] : (LT)1 : (LT)0;                                                         \
            o[i] = (T)(expr);                                                                                          \
        }                                                                                                              \
        return out;                                                                                                    \
    }

// A 128-bit lane has at most 64 significant bits and a sign when it is converted to a float.
static double q_to_double(sim_i128 x) {
    return x < 0 || x <= INT64_MAX ? (double)(int64_t)x : (double)(uint64_t)x;
}
static float q_to_float(sim_i128 x) {
    return x < 0 || x <= INT64_MAX ? (float)(int64_t)x : (float)(uint64_t)x;
}

TO_FLOAT(I, int64_t, hf, uint16_t, sim_double_to_half((double)x, t->rounding))
TO_FLOAT(I, int64_t, f, float, (float)x)
TO_FLOAT(I, int64_t, df, double, (double)x)
TO_FLOAT(Q, sim_i128, hf, uint16_t, sim_double_to_half(q_to_double(x), t->rounding))
TO_FLOAT(Q, sim_i128, f, float, q_to_float(x))
TO_FLOAT(Q, sim_i128, df, double, q_to_double(x))
TO_FLOAT(F, float, hf, uint16_t, sim_float_to_half(x, t->rounding))
TO_FLOAT(F, float, bf, uint16_t, sim_float_to_bf(x, t->rounding))
TO_FLOAT(F, float, bf8, uint8_t, sim_half_to_bf8(sim_float_to_half(x, SIM_RNE)))
TO_FLOAT(F, float, tf32, uint32_t, sim_float_to_tf32(x))
TO_FLOAT(F, float, df, double, (double)x)
TO_FLOAT(F, float, f, float, x)
TO_FLOAT(D, double, hf, uint16_t, sim_double_to_half(x, t->rounding))
TO_FLOAT(D, double, f, float, (float)x)
TO_FLOAT(D, double, df, double, x)

static const void *as_is(const sim_thread *t, const void *lanes, void *out, unsigned n) {
    (void)t, (void)out, (void)n;
    return lanes;
}

typedef struct conv_row {
    uint8_t cls, type;
    sim_conv_fn plain, sat;
} conv_row;

#define INTS(cls)                                                                                                      \
    {SIM_CLASS_##cls, ISA_UB, cls##_to_b, cls##_to_ub_sat}, {SIM_CLASS_##cls, ISA_B, cls##_to_b, cls##_to_b_sat},      \
        {SIM_CLASS_##cls, ISA_UW, cls##_to_w, cls##_to_uw_sat}, {SIM_CLASS_##cls, ISA_W, cls##_to_w, cls##_to_w_sat},  \
        {SIM_CLASS_##cls, ISA_UD, cls##_to_d, cls##_to_ud_sat}, {SIM_CLASS_##cls, ISA_D, cls##_to_d, cls##_to_d_sat},  \
        {SIM_CLASS_##cls, ISA_UQ, cls##_to_q, cls##_to_uq_sat}, {                                                      \
        SIM_CLASS_##cls, ISA_Q, cls##_to_q, cls##_to_q_sat                                                             \
    }
#define TRUNCS(cls)                                                                                                    \
    {SIM_CLASS_##cls, ISA_UB, cls##_to_ub, cls##_to_ub}, {SIM_CLASS_##cls, ISA_B, cls##_to_b, cls##_to_b},             \
        {SIM_CLASS_##cls, ISA_UW, cls##_to_uw, cls##_to_uw}, {SIM_CLASS_##cls, ISA_W, cls##_to_w, cls##_to_w},         \
        {SIM_CLASS_##cls, ISA_UD, cls##_to_ud, cls##_to_ud}, {SIM_CLASS_##cls, ISA_D, cls##_to_d, cls##_to_d},         \
        {SIM_CLASS_##cls, ISA_UQ, cls##_to_uq, cls##_to_uq}, {                                                         \
        SIM_CLASS_##cls, ISA_Q, cls##_to_q, cls##_to_q                                                                 \
    }
#define FLOATS(cls, id, type)                                                                                          \
    { SIM_CLASS_##cls, id, cls##_to_##type, cls##_to_##type##_sat }

static const conv_row rows[] = {
    INTS(I),
    INTS(Q),
    TRUNCS(F),
    TRUNCS(D),
    FLOATS(I, ISA_HF, hf),
    FLOATS(I, ISA_F, f),
    FLOATS(I, ISA_DF, df),
    FLOATS(Q, ISA_HF, hf),
    FLOATS(Q, ISA_F, f),
    FLOATS(Q, ISA_DF, df),
    FLOATS(F, ISA_HF, hf),
    FLOATS(F, ISA_BF, bf),
    FLOATS(F, ISA_BF8, bf8),
    FLOATS(F, ISA_TF32, tf32),
    FLOATS(F, ISA_DF, df),
    {SIM_CLASS_F, ISA_F, as_is, F_to_f_sat},
    FLOATS(D, ISA_HF, hf),
    FLOATS(D, ISA_F, f),
    {SIM_CLASS_D, ISA_DF, as_is, D_to_df_sat},
    {SIM_CLASS_D, ISA_NF, as_is, D_to_df_sat},
    FLOATS(F, ISA_NF, df),
};

sim_conv_fn sim_conv_get(sim_class cls, uint8_t type, bool sat) {
    (void)F_to_f, (void)D_to_df; // the plain forms return their input
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].cls == cls && rows[i].type == type)
            return sat ? rows[i].sat : rows[i].plain;
    return NULL;
}

#define TEST_LOOP(T, get)                                                                                              \
    for (unsigned i = 0; i < n; i++) {                                                                                 \
        T x = (get);                                                                                                   \
        bool hit = cmod == ISA_CMOD_EQ   ? x == 0                                                                      \
                   : cmod == ISA_CMOD_NE ? x != 0                                                                      \
                   : cmod == ISA_CMOD_GT ? x > 0                                                                       \
                   : cmod == ISA_CMOD_GE ? x >= 0                                                                      \
                   : cmod == ISA_CMOD_LT ? x < 0                                                                       \
                   : cmod == ISA_CMOD_LE ? x <= 0                                                                      \
                                         : x != x;                                                                     \
        bits |= (uint32_t)hit << i;                                                                                    \
    }                                                                                                                  \
    break

uint32_t sim_test_elements(uint8_t type, unsigned cmod, const void *elems, unsigned n) {
    uint32_t bits = 0;
    switch (type) {
    case ISA_UB:
        TEST_LOOP(int32_t, ((const uint8_t *)elems)[i]);
    case ISA_B:
        TEST_LOOP(int32_t, ((const int8_t *)elems)[i]);
    case ISA_UW:
        TEST_LOOP(int32_t, ((const uint16_t *)elems)[i]);
    case ISA_W:
        TEST_LOOP(int32_t, ((const int16_t *)elems)[i]);
    case ISA_UD:
        TEST_LOOP(int64_t, ((const uint32_t *)elems)[i]);
    case ISA_D:
        TEST_LOOP(int32_t, ((const int32_t *)elems)[i]);
    case ISA_UQ:
        TEST_LOOP(sim_i128, ((const uint64_t *)elems)[i]);
    case ISA_Q:
        TEST_LOOP(int64_t, ((const int64_t *)elems)[i]);
    case ISA_HF:
        TEST_LOOP(float, sim_half_to_float(((const uint16_t *)elems)[i]));
    case ISA_BF:
        TEST_LOOP(float, sim_bf_to_float(((const uint16_t *)elems)[i]));
    case ISA_F:
        TEST_LOOP(float, ((const float *)elems)[i]);
    case ISA_DF:
    case ISA_NF:
        TEST_LOOP(double, ((const double *)elems)[i]);
    default:
        break;
    }
    return bits;
}
