// SPDX-License-Identifier: MIT
// Short way for the most frequent integer instructions: 32-bit lanes, packed or one element for
// all, plain results.
//
// In: a predecoded ALU instruction. Out: its handler replaced when nothing but the low 32 bits of
// the operands can matter (no modifiers, saturation, condition, accumulator). The long way
// (sim_exec_alu) gives the same results.

#include "hot.h"
#include "sim_priv.h"

#define FAST(name, expr)                                                                           \
    SIM_HOT static void name(uint32_t *restrict r, const uint32_t *a, const uint32_t *b,           \
                             const uint32_t *c, unsigned n) {                                      \
        (void)b, (void)c;                                                                          \
        for (unsigned i = 0; i < n; i++)                                                           \
            r[i] = expr;                                                                           \
    }

FAST(fast_add, a[i] + b[i])
FAST(fast_mul, a[i] * b[i])
FAST(fast_mad, a[i] + b[i] * c[i])
FAST(fast_and, a[i] & b[i])
FAST(fast_or, a[i] | b[i])
FAST(fast_xor, a[i] ^ b[i])
FAST(fast_shl, a[i] << (b[i] & 31u))
FAST(fast_shr, a[i] >> (b[i] & 31u))
FAST(fast_asr, (uint32_t)((int32_t)a[i] >> (b[i] & 31u)))

static sim_fast_fn fast_of(const sim_inst *in) {
    switch (in->op_id) {
    case ISA_ADD:
        return fast_add;
    case ISA_MUL:
        return fast_mul;
    case ISA_MAD:
        return fast_mad;
    case ISA_AND:
        return fast_and;
    case ISA_OR:
        return fast_or;
    case ISA_XOR:
        return fast_xor;
    case ISA_SHL:
        return fast_shl;
    case ISA_SHR:
        return fast_shr;
    case ISA_ASR:
        return in->src[0].type == ISA_D ? fast_asr : in->src[0].type == ISA_UD ? fast_shr : NULL;
    default:
        return NULL;
    }
}

static const uint32_t *lanes_of(const sim_thread *t, const sim_inst *in, const sim_src *s,
                                uint32_t *buf) {
    const uint8_t *p = s->place == SIM_PLACE_IMM ? s->imm : t->regs + s->off;
    if (s->shape == SIM_SHAPE_PACKED)
        return (const uint32_t *)(const void *)p;
    uint32_t v = sim_u32_get(p);
    for (unsigned i = 0; i < in->n; i++)
        buf[i] = v;
    return buf;
}

static void exec_fast(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    uint32_t buf[3][SIM_MAX_LANES], r[SIM_MAX_LANES];
    const uint32_t *v[3] = {buf[0], buf[1], buf[2]};
    for (unsigned s = 0; s < in->n_src; s++)
        v[s] = lanes_of(t, in, &in->src[s], buf[s]);
    in->fast(r, v[0], v[1], v[2], in->n);
    sim_store(t, in, r, mask);
}

static bool plain_source(const sim_src *s) {
    bool dword = s->type == ISA_D || s->type == ISA_UD;
    if (s->mod != ISA_MOD_NONE)
        return false;
    if (s->place == SIM_PLACE_IMM)
        return s->shape == SIM_SHAPE_SCALAR && (dword || s->type == ISA_W || s->type == ISA_UW);
    return s->place == SIM_PLACE_REG && dword && s->shape != SIM_SHAPE_TABLE && s->off % 4 == 0;
}

// Immediates of words become dwords once.
static void widen(sim_src *s) {
    if (s->place != SIM_PLACE_IMM || s->size_b == 4)
        return;
    uint16_t w;
    memcpy(&w, s->imm, 2);
    uint32_t v = s->type == ISA_W ? (uint32_t)(int16_t)w : w;
    memcpy(s->imm, &v, 4);
}

void sim_make_fast(sim_inst *in) {
    bool plain = in->exec == sim_exec_alu && in->cls == SIM_CLASS_I && in->exec_bits == 32 &&
                 !in->sat && !in->acc_wr_en && in->result_cmod == ISA_CMOD_NONE &&
                 in->dst.place == SIM_PLACE_REG &&
                 (in->dst.type == ISA_D || in->dst.type == ISA_UD);
    sim_fast_fn fn = plain ? fast_of(in) : NULL;
    for (unsigned s = 0; s < in->n_src; s++)
        plain = plain && plain_source(&in->src[s]);
    if (!plain || fn == NULL)
        return;
    for (unsigned s = 0; s < in->n_src; s++)
        widen(&in->src[s]);
    in->fast = fn;
    in->exec = exec_fast;
}
