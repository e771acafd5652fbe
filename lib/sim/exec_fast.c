// SPDX-License-Identifier: MIT
// Fast handlers for the most frequent instructions: lanes of 32 bits, floats or integers.
//
// In: a predecoded ALU instruction. Out: its handler, replaced by one for its opcode and type when only 32 bits of
// each lane can matter: no saturation, no wider accumulator, no 64-bit or 16-bit result. The general path (exec_alu.c)
// gives the same results, and runs when the thread flushes denormals.
//
// Handlers process eight lanes at a time, even for instructions with fewer lanes. The extra reads stay inside the
// register array and their values are discarded.

#include "hot.h"
#include "sim_priv.h"

enum { STEP = 8 };

// The register array as the handlers see it.
typedef uint32_t __attribute__((may_alias)) u32;
typedef int32_t __attribute__((may_alias)) i32;
typedef float __attribute__((may_alias)) f32;

#define INLINE static inline __attribute__((always_inline))
#define EACH                                                                                                           \
    for (unsigned at_ = 0; at_ < n; at_ += STEP)                                                                       \
        for (unsigned i = at_; i < at_ + STEP; i++)

INLINE uint32_t lanes_on(const sim_thread *t, const sim_inst *in) {
    uint32_t mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    if (in->pred == ISA_PRED_NONE)
        return mask;
    if (in->pred != ISA_PRED_NORMAL)
        return mask & sim_pred_bits(t, in);
    uint32_t f = sim_u32_get(t->regs + SIM_ARF_F + 4u * in->flag_reg) >> in->flag_base >> in->chan_off;
    return mask & (in->pred_inv ? ~f : f);
}

INLINE const uint8_t *source_base(const sim_thread *t, const sim_src *s) {
    return s->place == SIM_PLACE_IMM ? s->imm : t->regs + s->off;
}

// Sources: in place when packed and plain, else copied into buf

INLINE const f32 *floats(const sim_thread *t, const sim_inst *in, unsigned k, f32 *buf) {
    const sim_src *s = &in->src[k];
    const uint8_t *p = source_base(t, s);
    const unsigned n = in->n;
    const uint32_t keep = s->mod & ISA_MOD_ABS ? 0x7fffffffu : 0xffffffffu,
                   flip = s->mod & ISA_MOD_NEG ? 0x80000000u : 0;
    u32 *to = (u32 *)buf;
    if (s->shape == SIM_SHAPE_PACKED) {
        if (s->mod == ISA_MOD_NONE)
            return (const f32 *)(const void *)p;
        const u32 *from = (const u32 *)(const void *)p;
        EACH to[i] = (from[i] & keep) ^ flip;
    } else if (s->shape == SIM_SHAPE_SCALAR) {
        const uint32_t v = (sim_u32_get(p) & keep) ^ flip;
        EACH to[i] = v;
    } else {
        EACH to[i] = (sim_u32_get(p + s->step[i]) & keep) ^ flip;
    }
    return buf;
}

static uint32_t widened(uint8_t type, const uint8_t *p) {
    uint16_t w;
    switch (type) {
    case ISA_UB:
        return *p;
    case ISA_B:
        return (uint32_t)(int8_t)*p;
    case ISA_UW:
        memcpy(&w, p, 2);
        return w;
    case ISA_W:
        memcpy(&w, p, 2);
        return (uint32_t)(int16_t)w;
    default:
        return sim_u32_get(p);
    }
}

static void modify(const sim_src *s, u32 *v, unsigned n) {
    const bool is_signed = isa_type_is_signed((isa_type)s->type);
    const uint32_t flip = s->mod & ISA_MOD_NEG ? UINT32_MAX : 0;
    if (s->logic) {
        EACH v[i] = v[i] ^ flip;
        return;
    }
    if ((s->mod & ISA_MOD_ABS) && is_signed)
        EACH v[i] = (v[i] ^ (0u - (v[i] >> 31))) + (v[i] >> 31);
    EACH v[i] = (v[i] ^ flip) - flip;
}

static void widen(const sim_src *s, const uint8_t *p, u32 *to, unsigned n) {
    if (s->shape == SIM_SHAPE_SCALAR) {
        const uint32_t v = widened(s->type, p);
        EACH to[i] = v;
    } else if (s->size_b == 4) {
        EACH to[i] = sim_u32_get(p + s->step[i]);
    } else if (s->type == ISA_UW && s->shape == SIM_SHAPE_PACKED) {
        EACH to[i] = widened(ISA_UW, p + 2 * i);
    } else {
        for (unsigned i = 0; i < n; i++)
            to[i] = widened(s->type, p + s->step[i]);
    }
    if (s->mod != ISA_MOD_NONE)
        modify(s, to, n);
}

INLINE const u32 *dwords(const sim_thread *t, const sim_inst *in, unsigned k, u32 *buf) {
    const sim_src *s = &in->src[k];
    const uint8_t *p = source_base(t, s);
    if (s->shape == SIM_SHAPE_PACKED && s->size_b == 4 && s->mod == ISA_MOD_NONE)
        return (const u32 *)(const void *)p;
    const unsigned n = in->n;
    if (s->shape == SIM_SHAPE_SCALAR && s->size_b == 4 && s->mod == ISA_MOD_NONE) {
        const uint32_t v = sim_u32_get(p);
        EACH buf[i] = v;
    } else {
        widen(s, p, buf, n);
    }
    return buf;
}

// Results

INLINE void put(sim_thread *t, const sim_inst *in, const void *lanes, uint32_t mask) {
    const sim_dst *d = &in->dst;
    const unsigned n = in->n;
    const u32 *r = lanes;
    if (d->stride_b != 4) {
        sim_store(t, in, lanes, mask);
        return;
    }
    uint8_t *to = t->regs + d->off;
    if (mask != in->lane_mask) {
        u32 *old = (u32 *)(void *)to;
        EACH old[i] = mask >> i & 1u ? r[i] : old[i];
    } else if (n == 16) {
        memcpy(to, lanes, 64);
    } else if (n == 8) {
        memcpy(to, lanes, 32);
    } else {
        memcpy(to, lanes, 4 * (size_t)n);
    }
}

INLINE void finish(sim_thread *t, const sim_inst *in, const void *lanes, uint32_t mask) {
    if (in->dst.place != SIM_PLACE_NULL)
        put(t, in, lanes, mask);
    if (in->dst.place == SIM_PLACE_ACC) // float: no upper halves
        for (unsigned i = 0; i < in->n; i++)
            if (mask >> i & 1u)
                t->acc_wide[(in->dst.off - SIM_ARF_ACC) / 4 + i] = 0;
    if (in->result_cmod != ISA_CMOD_NONE)
        sim_flag_write(t, in, sim_test_elements(in->dst.type, in->result_cmod, lanes, in->n), mask);
}

// Handlers

#define BEGIN(long_way, unless)                                                                                        \
    if (unless) {                                                                                                      \
        long_way(t, in);                                                                                               \
        return;                                                                                                        \
    }                                                                                                                  \
    t->pc++;                                                                                                           \
    const uint32_t mask = lanes_on(t, in);                                                                             \
    if (mask == 0)                                                                                                     \
        return;                                                                                                        \
    const unsigned n = in->n;

#define ALU(hot, name, T, get, count, flushes, expr)                                                                   \
    hot static void name(sim_thread *t, const sim_inst *in) {                                                          \
        BEGIN(sim_exec_alu, flushes)                                                                                   \
        T buf[3][SIM_MAX_LANES], r[SIM_MAX_LANES];                                                                     \
        const T *a = get(t, in, 0, buf[0]), *b = a, *c = a;                                                            \
        if (count > 1)                                                                                                 \
            b = get(t, in, 1, buf[1]);                                                                                 \
        if (count > 2)                                                                                                 \
            c = get(t, in, 2, buf[2]);                                                                                 \
        (void)b, (void)c;                                                                                              \
        EACH r[i] = expr;                                                                                              \
        finish(t, in, r, mask);                                                                                        \
    }
#define F(name, count, expr) ALU(SIM_HOT, name, f32, floats, count, t->flush_f, expr)
#define I(name, count, expr) ALU(SIM_HOT, name, u32, dwords, count, false, expr)

F(add_f, 2, a[i] + b[i])
F(mul_f, 2, a[i] * b[i])
ALU(SIM_HOT, mad_f, f32, floats, 3, t->flush_f, __builtin_fmaf(b[i], c[i], a[i]))
F(mov_f, 1, a[i])
I(mov_i, 1, a[i])
I(add_i, 2, a[i] + b[i])
I(add3_i, 3, a[i] + b[i] + c[i])
I(mul_i, 2, a[i] * b[i])
I(mad_i, 3, a[i] + b[i] * c[i])
I(and_i, 2, a[i] & b[i])
I(or_i, 2, a[i] | b[i])
I(xor_i, 2, a[i] ^ b[i])
I(shl_i, 2, a[i] << (b[i] & 31u))
I(shr_i, 2, a[i] >> (b[i] & 31u))
I(asr_i, 2, (uint32_t)((int32_t)a[i] >> (b[i] & 31u)))

// Moves of bits of any type.
SIM_HOT static void mov_bits(sim_thread *t, const sim_inst *in) {
    BEGIN(sim_exec_raw_mov, false)
    u32 buf[SIM_MAX_LANES];
    const u32 *a = dwords(t, in, 0, buf);
    if (a != buf) { // source and destination may overlap
        EACH buf[i] = a[i];
    }
    finish(t, in, buf, mask);
}

// Comparisons write the flag, and the destination if the instruction has one.
INLINE void finish_cmp(sim_thread *t, const sim_inst *in, uint32_t bits, uint32_t mask) {
    sim_flag_write(t, in, bits, mask);
    if (in->dst.place == SIM_PLACE_NULL)
        return;
    uint32_t r[SIM_MAX_LANES];
    for (unsigned i = 0; i < in->n; i++)
        r[i] = 0u - (bits >> i & 1u);
    sim_store(t, in, r, mask);
}

#define CMP(name, T, get, flushes, op)                                                                                 \
    SIM_HOT static void name(sim_thread *t, const sim_inst *in) {                                                      \
        BEGIN(sim_exec_cmp, flushes)                                                                                   \
        T buf[2][SIM_MAX_LANES];                                                                                       \
        const T *a = (const T *)get(t, in, 0, (void *)buf[0]), *b = (const T *)get(t, in, 1, (void *)buf[1]);          \
        uint32_t bits = 0;                                                                                             \
        EACH bits |= a[i] op b[i] ? 1u << i : 0u;                                                                      \
        finish_cmp(t, in, bits, mask);                                                                                 \
    }
#define CMPS(cmod, op)                                                                                                 \
    CMP(cmp_f_##cmod, f32, floats, t->flush_f, op)                                                                     \
    CMP(cmp_i_##cmod, i32, dwords, false, op)                                                                          \
    CMP(cmp_u_##cmod, u32, dwords, false, op)
CMPS(eq, ==)
CMPS(ne, !=)
CMPS(lt, <)
CMPS(le, <=)
CMPS(gt, >)
CMPS(ge, >=)

// Selection by the flag, by comparing the two sources (a number wins over a NaN), or by comparing a third with zero.
INLINE uint32_t exists(const sim_thread *t, const sim_inst *in) {
    return in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
}

SIM_HOT static void sel_bits(sim_thread *t, const sim_inst *in) {
    t->pc++;
    const uint32_t mask = exists(t, in), pick = sim_pred_bits(t, in);
    if (mask == 0)
        return;
    const unsigned n = in->n;
    u32 buf[2][SIM_MAX_LANES], r[SIM_MAX_LANES];
    const u32 *a = dwords(t, in, 0, buf[0]), *b = dwords(t, in, 1, buf[1]);
    EACH r[i] = pick >> i & 1u ? a[i] : b[i];
    finish(t, in, r, mask);
}

#define SEL(name, T, get, flushes, cond)                                                                               \
    SIM_HOT static void name(sim_thread *t, const sim_inst *in) {                                                      \
        if (flushes) {                                                                                                 \
            sim_exec_sel(t, in);                                                                                       \
            return;                                                                                                    \
        }                                                                                                              \
        t->pc++;                                                                                                       \
        const uint32_t mask = exists(t, in);                                                                           \
        if (mask == 0)                                                                                                 \
            return;                                                                                                    \
        const unsigned n = in->n;                                                                                      \
        T buf[2][SIM_MAX_LANES], r[SIM_MAX_LANES];                                                                     \
        const T *a = (const T *)get(t, in, 0, (void *)buf[0]), *b = (const T *)get(t, in, 1, (void *)buf[1]);          \
        EACH r[i] = cond ? a[i] : b[i];                                                                                \
        finish(t, in, r, mask);                                                                                        \
    }
SEL(sel_f_lt, f32, floats, t->flush_f, (a[i] < b[i]) | ((b[i] != b[i]) & (a[i] == a[i])))
SEL(sel_f_ge, f32, floats, t->flush_f, (a[i] >= b[i]) | ((b[i] != b[i]) & (a[i] == a[i])))
SEL(sel_i_lt, i32, dwords, false, a[i] < b[i])
SEL(sel_i_ge, i32, dwords, false, a[i] >= b[i])
SEL(sel_u_lt, u32, dwords, false, a[i] < b[i])
SEL(sel_u_ge, u32, dwords, false, a[i] >= b[i])

SIM_HOT static void csel_f(sim_thread *t, const sim_inst *in) {
    static const float zero[SIM_MAX_LANES];
    BEGIN(sim_exec_csel, t->flush_f)
    f32 buf[3][SIM_MAX_LANES], r[SIM_MAX_LANES];
    const f32 *a = floats(t, in, 0, buf[0]), *b = floats(t, in, 1, buf[1]), *c = floats(t, in, 2, buf[2]);
    const uint32_t pick = in->cmp(in->cmod, (const void *)c, zero, n);
    EACH r[i] = pick >> i & 1u ? a[i] : b[i];
    finish(t, in, r, mask);
}

// Which instructions

static bool direct(const sim_src *s) {
    return s->place == SIM_PLACE_REG || (s->place == SIM_PLACE_IMM && s->shape == SIM_SHAPE_SCALAR);
}

static bool float_sources(const sim_inst *in) {
    for (unsigned s = 0; s < in->n_src; s++)
        if (in->src[s].type != ISA_F || !direct(&in->src[s]))
            return false;
    return true;
}

static bool is_wide(uint8_t type) {
    return type == ISA_D || type == ISA_UD;
}

static bool int_sources(const sim_inst *in) {
    for (unsigned s = 0; s < in->n_src; s++) {
        uint8_t type = in->src[s].type;
        bool narrow = type == ISA_W || type == ISA_UW || type == ISA_B || type == ISA_UB;
        if ((!is_wide(type) && !narrow) || !direct(&in->src[s]))
            return false;
    }
    return true;
}

// Whether all sources are numbers of one dword type (1: signed, 2: unsigned); 0: they are not.
static unsigned one_kind(const sim_inst *in) {
    unsigned kinds = 3;
    for (unsigned s = 0; s < in->n_src; s++) {
        uint8_t type = in->src[s].type;
        if (in->src[s].mod != ISA_MOD_NONE)
            return 0;
        kinds &= type == ISA_UD ? 2u : isa_type_is_signed((isa_type)type) ? 1u : 3u;
    }
    return kinds & 1u ? 1 : kinds;
}

static bool plain_shift(const sim_inst *in) {
    return in->shift_mask == 31 && is_wide(in->src[0].type) && in->src[0].mod == ISA_MOD_NONE;
}

static sim_exec_fn float_alu(const sim_inst *in) {
    switch (in->op_id) {
    case ISA_ADD:
        return add_f;
    case ISA_MUL:
        return mul_f;
    case ISA_MAD:
        return mad_f;
    case ISA_MOV:
        return mov_f;
    default:
        return NULL;
    }
}

static sim_exec_fn int_alu(const sim_inst *in) {
    switch (in->op_id) {
    case ISA_MOV:
    case ISA_NOT: // the source modifier complements
        return mov_i;
    case ISA_ADD:
        return add_i;
    case ISA_ADD3:
        return add3_i;
    case ISA_MUL:
        return mul_i;
    case ISA_MAD:
        return mad_i;
    case ISA_AND:
        return and_i;
    case ISA_OR:
        return or_i;
    case ISA_XOR:
        return xor_i;
    case ISA_SHL:
        return in->shift_mask == 31 ? shl_i : NULL;
    case ISA_SHR:
        return plain_shift(in) ? shr_i : NULL;
    case ISA_ASR:
        return !plain_shift(in) ? NULL : in->src[0].type == ISA_D ? asr_i : shr_i;
    default:
        return NULL;
    }
}

static sim_exec_fn cmp_of(const sim_inst *in, bool is_float) {
    static const struct {
        uint8_t cmod;
        sim_exec_fn f, i, u;
    } rows[] = {
#define ROW(id, name) {ISA_CMOD_##id, cmp_f_##name, cmp_i_##name, cmp_u_##name}
        ROW(EQ, eq), ROW(NE, ne), ROW(LT, lt), ROW(LE, le), ROW(GT, gt), ROW(GE, ge),
#undef ROW
    };
    unsigned kind = is_float ? 0 : one_kind(in);
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if (rows[k].cmod == in->cmod)
            return is_float ? rows[k].f : kind == 1 ? rows[k].i : kind == 2 ? rows[k].u : NULL;
    return NULL;
}

static sim_exec_fn sel_of(const sim_inst *in, bool is_float) {
    bool lt = in->cmod == ISA_CMOD_LT;
    unsigned kind = is_float ? 0 : one_kind(in);
    if (in->cmod == ISA_CMOD_NONE)
        return is_float ? NULL : sel_bits;
    if (!lt && in->cmod != ISA_CMOD_GE)
        return NULL;
    if (is_float)
        return lt ? sel_f_lt : sel_f_ge;
    return kind == 1 ? (lt ? sel_i_lt : sel_i_ge) : kind == 2 ? (lt ? sel_u_lt : sel_u_ge) : NULL;
}

static bool plain_dst(const sim_inst *in, bool is_float) {
    const sim_dst *d = &in->dst;
    bool place = d->place == SIM_PLACE_REG || d->place == SIM_PLACE_NULL || (is_float && d->place == SIM_PLACE_ACC);
    return place && d->size_b == 4 && !in->sat && !in->acc_wr_en && in->result_cmod != ISA_CMOD_OV;
}

// An operand at an odd byte is illegal, but code from a file may contain one.
static bool is_aligned(const sim_inst *in) {
    for (unsigned i = 0; i < in->n_src; i++)
        if (in->src[i].size_b != 0 && in->src[i].off % in->src[i].size_b != 0)
            return false;
    return in->dst.off % 4 == 0;
}

void sim_make_fast(sim_inst *in) {
    const bool is_float = in->cls == SIM_CLASS_F && float_sources(in);
    const bool is_int = in->cls == SIM_CLASS_I && int_sources(in);
    sim_exec_fn fn = NULL;
    if (!plain_dst(in, is_float) || (!is_float && !is_int) || !is_aligned(in))
        return;
    if (in->exec == sim_exec_raw_mov && is_int)
        fn = mov_bits;
    else if (in->exec == sim_exec_cmp && in->op_id == ISA_CMP)
        fn = cmp_of(in, is_float);
    else if (in->conv != sim_conv_get((sim_class)in->cls, is_float ? ISA_F : ISA_UD, false))
        return; // the result is converted
    else if (in->exec == sim_exec_alu)
        fn = is_float ? float_alu(in) : int_alu(in);
    else if (in->exec == sim_exec_sel)
        fn = sel_of(in, is_float);
    else if (in->exec == sim_exec_csel && is_float)
        fn = csel_f;
    if (fn != NULL)
        in->exec = fn;
}
