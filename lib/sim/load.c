// SPDX-License-Identifier: MIT
// Loaders: elements of a type in registers -> lanes of a class.
//
// One function per (class, type, shape). Shapes: packed (contiguous, so that the host compiler vectorises it), scalar
// (one element for all lanes), table (any region, by byte offsets). Packed f and df need no copy.

#include "fpconv.h"
#include "sim_priv.h"

static inline uint8_t get_ub(const uint8_t *p) {
    return *p;
}
static inline int8_t get_b(const uint8_t *p) {
    return (int8_t)*p;
}
static inline uint16_t get_uw(const uint8_t *p) {
    uint16_t v;
    memcpy(&v, p, 2);
    return v;
}
static inline int16_t get_w(const uint8_t *p) {
    return (int16_t)get_uw(p);
}
static inline uint32_t get_ud(const uint8_t *p) {
    return sim_u32_get(p);
}
static inline int32_t get_d(const uint8_t *p) {
    return (int32_t)sim_u32_get(p);
}
static inline uint64_t get_uq(const uint8_t *p) {
    return sim_u64_get(p);
}
static inline int64_t get_q(const uint8_t *p) {
    return (int64_t)sim_u64_get(p);
}
static inline float get_hf(const uint8_t *p) {
    return sim_half_to_float(get_uw(p));
}
static inline float get_bf(const uint8_t *p) {
    return sim_bf_to_float(get_uw(p));
}
static inline float get_bf8(const uint8_t *p) {
    return sim_half_to_float((uint16_t)(*p << 8));
}
static inline float get_f(const uint8_t *p) {
    return sim_f32_from(sim_u32_get(p));
}
static inline double get_df(const uint8_t *p) {
    return sim_f64_from(sim_u64_get(p));
}

#define SPARSE(cls, LT, type)                                                                                          \
    static const void *cls##_##type##_table(const sim_src *s, const uint8_t *base, void *buf, unsigned n) {            \
        LT *out = buf;                                                                                                 \
        for (unsigned i = 0; i < n; i++)                                                                               \
            out[i] = (LT)get_##type(base + s->step[i]);                                                                \
        return buf;                                                                                                    \
    }                                                                                                                  \
    static const void *cls##_##type##_scalar(const sim_src *s, const uint8_t *base, void *buf, unsigned n) {           \
        (void)s;                                                                                                       \
        LT *out = buf;                                                                                                 \
        LT v = (LT)get_##type(base);                                                                                   \
        for (unsigned i = 0; i < n; i++)                                                                               \
            out[i] = v;                                                                                                \
        return buf;                                                                                                    \
    }

#define PACKED(cls, LT, type, size)                                                                                    \
    static const void *cls##_##type##_packed(const sim_src *s, const uint8_t *base, void *buf, unsigned n) {           \
        (void)s;                                                                                                       \
        LT *out = buf;                                                                                                 \
        for (unsigned i = 0; i < n; i++)                                                                               \
            out[i] = (LT)get_##type(base + i * (size));                                                                \
        return buf;                                                                                                    \
    }
#define LOADERS(cls, LT, type, size) SPARSE(cls, LT, type) PACKED(cls, LT, type, size)

#define INT_LOADERS(cls, LT)                                                                                           \
    LOADERS(cls, LT, ub, 1)                                                                                            \
    LOADERS(cls, LT, b, 1)                                                                                             \
    LOADERS(cls, LT, uw, 2)                                                                                            \
    LOADERS(cls, LT, w, 2)                                                                                             \
    LOADERS(cls, LT, ud, 4)                                                                                            \
    LOADERS(cls, LT, d, 4)

INT_LOADERS(I, int64_t)
LOADERS(I, int64_t, uq, 8) // bit patterns, for moves that change no bits
INT_LOADERS(Q, sim_i128)
LOADERS(Q, sim_i128, uq, 8)
LOADERS(Q, sim_i128, q, 8)
LOADERS(F, float, bf8, 1)
LOADERS(F, float, hf, 2)
LOADERS(F, float, bf, 2)
LOADERS(F, float, f, 4)
LOADERS(D, double, hf, 2)
LOADERS(D, double, f, 4)
SPARSE(D, double, df)

// A packed operand that is already in lane form. Only an indirect or illegal operand can be misaligned.
static const void *in_place(const sim_src *s, const uint8_t *base, void *buf, unsigned n) {
    if ((uintptr_t)base % s->size_b == 0)
        return base;
    memcpy(buf, base, (size_t)n * s->size_b);
    return buf;
}

typedef struct load_row {
    uint8_t cls, type;
    sim_load_fn fn[3]; // by SIM_SHAPE_*
} load_row;

#define ROW(cls, id, type)                                                                                             \
    {                                                                                                                  \
        SIM_CLASS_##cls, id, {                                                                                         \
            cls##_##type##_table, cls##_##type##_packed, cls##_##type##_scalar                                         \
        }                                                                                                              \
    }
static const load_row rows[] = {
    ROW(I, ISA_UB, ub),
    ROW(I, ISA_B, b),
    ROW(I, ISA_UW, uw),
    ROW(I, ISA_W, w),
    ROW(I, ISA_UD, ud),
    ROW(I, ISA_D, d),
    ROW(I, ISA_UQ, uq),
    ROW(I, ISA_UV, uw),
    ROW(I, ISA_V, w),
    ROW(Q, ISA_UB, ub),
    ROW(Q, ISA_B, b),
    ROW(Q, ISA_UW, uw),
    ROW(Q, ISA_W, w),
    ROW(Q, ISA_UD, ud),
    ROW(Q, ISA_D, d),
    ROW(Q, ISA_UQ, uq),
    ROW(Q, ISA_Q, q),
    ROW(Q, ISA_UV, uw),
    ROW(Q, ISA_V, w),
    ROW(F, ISA_BF8, bf8),
    ROW(F, ISA_HF, hf),
    ROW(F, ISA_BF, bf),
    {SIM_CLASS_F, ISA_F, {F_f_table, in_place, F_f_scalar}},
    {SIM_CLASS_F, ISA_TF32, {F_f_table, in_place, F_f_scalar}},
    {SIM_CLASS_F, ISA_VF, {F_f_table, F_f_packed, F_f_scalar}},
    ROW(D, ISA_HF, hf),
    ROW(D, ISA_F, f),
    ROW(D, ISA_VF, f),
    {SIM_CLASS_D, ISA_DF, {D_df_table, in_place, D_df_scalar}},
    {SIM_CLASS_D, ISA_NF, {D_df_table, in_place, D_df_scalar}}, // kept as a double
};

sim_load_fn sim_load_get(sim_class cls, uint8_t type, uint8_t shape) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].cls == cls && rows[i].type == type)
            return rows[i].fn[shape];
    return NULL;
}
