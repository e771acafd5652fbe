// SPDX-License-Identifier: MIT
// What each instruction of a kernel touches and what its annotation waits for.
//
// In: decoded code. Out: one hz_inst for each instruction. Only registers that the hardware does not interlock are
// kept: general registers and state registers. Flags, addresses and accumulators are interlocked (isa-encoding.md
// 6.4), so they need no annotation of their own.

#include "hazard.h"

#include <stdlib.h>

typedef CMC_VEC(hz_span) span_vec;

typedef struct collector {
    cmc_arena *arena;
    const isa_model *m;
    span_vec v;
    bool lengths_later; // a message whose descriptor is in a register
    bool oom;
} collector;

// False: the register is not tracked.
static bool arf_file(const isa_model *m, uint32_t arf, hz_file *out) {
    switch (arf & 0xf0u) {
    case ISA_ARF_CR:
    case ISA_ARF_SR:
    case ISA_ARF_DBG:
    case ISA_ARF_CE:
        *out = HZ_STATE;
        return true;
    case ISA_ARF_SP: // s0 is tracked as general registers are
        *out = m->has_scalar ? HZ_GENERAL : HZ_STATE;
        return true;
    case ISA_ARF_F:
    case ISA_ARF_ACC:
    case ISA_ARF_A0:
        *out = HZ_INTERLOCKED;
        return true;
    default:
        return false;
    }
}

static void collect(void *user, const isa_access *a) {
    collector *c = user;
    uint32_t lo;
    hz_file file = HZ_GENERAL;
    if (a->who == ISA_WHO_INDIRECT || (c->lengths_later && a->file == ISA_FILE_GRF))
        return; // known at run time
    if (a->file == ISA_FILE_GRF)
        lo = a->reg * c->m->grf_b + (uint32_t)a->off_b;
    else if (a->file == ISA_FILE_ARF && arf_file(c->m, a->reg, &file))
        lo = sim_arf_off(c->m, a->reg, a->off_b);
    else
        return;
    hz_span s = {.lo = lo, .hi = lo + (uint32_t)a->len_b, .write = a->write, .who = a->who, .file = (uint8_t)file};
    if (c->v.len != 0) { // adjacent runs become one
        hz_span *last = &c->v.data[c->v.len - 1];
        if (last->hi == lo && last->write == s.write && last->who == s.who) {
            last->hi = s.hi;
            return;
        }
    }
    c->oom |= !cmc_vec_push(c->arena, &c->v, s);
}

// Pipes

static uint8_t pipe_index(const isa_model *m, uint8_t pipe) {
    if (m->pipe_count <= 1)
        return 0;
    switch (pipe) {
    case ISA_PIPE_I:
        return 1;
    case ISA_PIPE_L:
        return 2;
    case ISA_PIPE_M:
        return 3;
    case ISA_PIPE_S:
        return 4;
    default:
        return 0;
    }
}

static uint8_t pipe_of(const isa_model *m, const isa_inst *raw) {
    isa_format f = (isa_format)isa_op_get((isa_op)raw->op)->format;
    if (f == ISA_FMT_SYNC || f == ISA_FMT_WAIT)
        return HZ_UNCOUNTED;
    uint8_t pipe = isa_inst_pipe(m, raw);
    return pipe == ISA_PIPE_NONE ? HZ_OUT_OF_ORDER : pipe_index(m, pipe);
}

static bool is_alu(const isa_inst *raw) {
    isa_format f = (isa_format)isa_op_get((isa_op)raw->op)->format;
    return f == ISA_FMT_UNARY || f == ISA_FMT_BINARY || f == ISA_FMT_TERNARY || f == ISA_FMT_MATH;
}

// The types of the sources decide which pipe an untagged distance applies to: Intel's compiler writes math.inv f {@2}
// for a result of the float pipe, and mov f <- ud {@2} for one of the integer pipe.
static uint8_t untagged_pipe(const isa_model *m, const isa_inst *raw) {
    bool any = false, integer = false;
    for (unsigned i = 0; i < isa_op_get((isa_op)raw->op)->n_src && i < 3; i++) {
        const isa_operand *o = &raw->src[i];
        if (o->file == ISA_FILE_NONE || o->type == ISA_TYPE_NONE)
            continue;
        bool is_float = isa_type_is_float((isa_type)o->type);
        if (isa_type_size_b((isa_type)o->type) == 8 && (is_float || m->long_pipe_any_64b))
            return pipe_index(m, ISA_PIPE_L);
        any = true;
        integer |= !is_float;
    }
    return pipe_index(m, any && !integer ? ISA_PIPE_F : ISA_PIPE_I);
}

// Pipes that an annotation's distance applies to.
static uint8_t distance_pipes(const isa_model *m, const isa_inst *raw) {
    if (m->pipe_count <= 1)
        return 1;
    if (raw->swsb.pipe == ISA_PIPE_ALL)
        return (1u << HZ_PIPES) - 1;
    if (raw->swsb.pipe != ISA_PIPE_NONE)
        return (uint8_t)(1u << pipe_index(m, raw->swsb.pipe));
    return (uint8_t)(1u << untagged_pipe(m, raw));
}

static void waits(const isa_model *m, const isa_inst *raw, hz_inst *h) {
    h->dist = raw->swsb.dist;
    h->dist_pipes = h->dist != 0 ? distance_pipes(m, raw) : 0;
    h->token_mode = raw->swsb.token_mode;
    h->token = raw->swsb.token & (HZ_TOKENS - 1);
    // Arithmetic that needs a token of its own (doubles in the math unit) sets the one beside a distance, as math does;
    // text, which does not know that it needs one, says "$0.dst".
    if (h->dist != 0 && h->pipe == HZ_OUT_OF_ORDER && is_alu(raw) && h->token_mode == ISA_TOKEN_DST)
        h->token_mode = ISA_TOKEN_SET;
    if (raw->op != ISA_SYNC)
        return;
    uint32_t which = raw->src[0].file == ISA_FILE_IMM ? (uint32_t)raw->src[0].imm : UINT32_MAX;
    if (raw->fc == ISA_SYNC_ALLRD)
        h->all_reads = which;
    if (raw->fc == ISA_SYNC_ALLWR)
        h->all_writes = which;
}

static bool reads_float_mode(const isa_model *m, const isa_inst *raw) {
    if (!is_alu(raw))
        return false;
    return isa_type_is_float(isa_inst_exec_type(m, raw)) || isa_type_is_float((isa_type)raw->dst.type);
}

// Compilers use an instruction without a result to invalidate the hardware's operand caches; its reads do not matter.
static bool is_idle(const isa_inst *raw) {
    return is_alu(raw) && raw->dst.file == ISA_FILE_ARF && raw->dst.reg == ISA_ARF_NULL && raw->cmod == ISA_CMOD_NONE &&
           !raw->acc_wr_en;
}

uint64_t hz_rows(const hz_span *v, unsigned n, bool write) {
    uint64_t rows = 0;
    for (unsigned i = 0; i < n; i++)
        for (uint32_t r = v[i].lo / 64; v[i].write == write && r <= (v[i].hi - 1) / 64; r++)
            rows |= (uint64_t)1 << r % 64;
    return rows;
}

static bool fill(hz_code *h, const isa_model *m, const isa_inst *raw, hz_inst *out) {
    bool dynamic = raw->desc_is_reg || raw->exdesc_is_reg;
    collector c = {.arena = h->arena, .m = m, .lengths_later = dynamic};
    if (!is_idle(raw))
        isa_inst_effects(m, raw, collect, &c);
    if (reads_float_mode(m, raw)) {
        hz_span mode = {.lo = SIM_ARF_CR, .hi = SIM_ARF_CR + 4, .file = HZ_STATE};
        c.oom |= !cmc_vec_push(h->arena, &c.v, mode);
    }
    isa_format f = (isa_format)isa_op_get((isa_op)raw->op)->format;
    *out = (hz_inst){.spans = c.v.data, .n_spans = (uint16_t)c.v.len, .pipe = pipe_of(m, raw)};
    out->reads = hz_rows(out->spans, out->n_spans, false);
    out->writes = hz_rows(out->spans, out->n_spans, true);
    for (uint32_t i = 0; i < c.v.len; i++)
        out->state |= c.v.data[i].file == HZ_STATE && c.v.data[i].who != 0;
    out->is_send = f == ISA_FMT_SEND;
    out->is_dpas = f == ISA_FMT_DPAS;
    out->chained = out->is_dpas && raw->atomic;
    out->needs_token = out->pipe == HZ_OUT_OF_ORDER && !raw->eot && !out->chained;
    out->unit = out->is_send ? raw->sfid : out->is_dpas ? HZ_UNIT_DPAS : HZ_UNIT_MATH;
    for (unsigned i = 0; i < 3; i++)
        out->indirect |= (uint8_t)(raw->src[i].indirect << i);
    out->indirect |= (uint8_t)(raw->dst.indirect << 3);
    out->indirect |= (uint8_t)((out->is_send && (dynamic || isa_is_gather(m, raw))) << 4);
    waits(m, raw, out);
    return !c.oom;
}

hz_code *hz_code_create(const sim_code *c) {
    // Compilers drop a producer once this many later instructions of its pipe have been issued: measured with iga64
    // -Xauto-deps; vISA waits longer (11, 15, 18).
    static const uint8_t depth[HZ_PIPES] = {10, 10, 12, 18, 10};
    cmc_arena *a = cmc_arena_create();
    hz_code *h = a != NULL ? CMC_NEW(a, hz_code) : NULL;
    if (h == NULL) {
        cmc_arena_destroy(a);
        return NULL;
    }
    *h = (hz_code){.arena = a, .model = c->model};
    memcpy(h->depth, depth, sizeof depth);
    h->insts = CMC_NEW_N(a, hz_inst, c->n_insts + 1);
    bool ok = h->insts != NULL;
    for (uint32_t i = 0; ok && i < c->n_insts; i++)
        ok = fill(h, c->model, &c->raws[i], &h->insts[i]);
    if (ok)
        h->insts[c->n_insts] = (hz_inst){.pipe = HZ_UNCOUNTED};
    if (!ok) {
        cmc_arena_destroy(a);
        return NULL;
    }
    return h;
}

void hz_code_destroy(hz_code *h) {
    if (h != NULL)
        cmc_arena_destroy(h->arena);
}

// Indirect operands

typedef struct filler {
    hz_span *out;
    unsigned n;
    uint32_t limit;
} filler;

static void add(filler *f, int32_t at, unsigned size_b, bool write, uint8_t who) {
    if (at < 0 || (uint32_t)at + size_b > f->limit)
        return; // the simulator reports a fault
    uint32_t lo = (uint32_t)at;
    if (f->n != 0 && f->out[f->n - 1].hi == lo && f->out[f->n - 1].who == who) {
        f->out[f->n - 1].hi += size_b;
        return;
    }
    if (f->n < HZ_MAX_SPANS)
        f->out[f->n++] = (hz_span){.lo = lo, .hi = lo + size_b, .write = write, .who = who};
}

static int32_t address(const sim_thread *t, unsigned word) {
    uint16_t a;
    memcpy(&a, t->regs + SIM_ARF_A0 + 2u * (word & 15u), 2);
    return a;
}

// Registers of a message with the current descriptor values.
static void add_message(const sim_thread *t, const sim_inst *in, filler *f) {
    const sim_send *s = in->send;
    isa_inst raw = s->raw;
    isa_msg m;
    if (raw.desc_is_reg)
        raw.desc = sim_u32_get(t->regs + SIM_ARF_A0);
    if (raw.exdesc_is_reg && !raw.exbso)
        raw.exdesc = sim_u32_get(t->regs + SIM_ARF_A0 + 4u * raw.exdesc_sub);
    if (raw.exdesc_is_reg && !raw.exbso && t->code->model->src1_len_in_inst && raw.src1_len == 0)
        raw.src1_len = (uint8_t)(raw.exdesc >> 6 & 31u);
    raw.desc_is_reg = false;
    raw.exdesc_is_reg = raw.exdesc_is_reg && raw.exbso;
    isa_send_describe(t->code->model, &raw, &m); // lengths are set even when the kind is unknown
    uint32_t answer = m.rlen_grf == 31 && m.kind == ISA_MSG_LSC_LOAD_2D ? 32 : m.rlen_grf;
    for (unsigned i = 0; s->gather && i < m.mlen_grf; i++)
        add(f, t->regs[s->src0 + i] * (int32_t)t->grf_b, t->grf_b, false, ISA_WHO_SRC0);
    if (s->src0 < SIM_GRF_B && m.mlen_grf != 0)
        add(f, (int32_t)s->src0, m.mlen_grf * t->grf_b, false, ISA_WHO_SRC0);
    if (s->has_src1 && m.xlen_grf != 0)
        add(f, (int32_t)s->src1, m.xlen_grf * t->grf_b, false, ISA_WHO_SRC1);
    if (!s->no_return && answer != 0)
        add(f, (int32_t)s->dst, answer * t->grf_b, true, ISA_WHO_DST);
}

unsigned hz_indirect_spans(const sim_thread *t, const sim_inst *in, const hz_inst *st, hz_span out[HZ_MAX_SPANS]) {
    filler f = {.out = out, .limit = t->grf_file_b};
    uint32_t mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    if ((st->indirect >> 4 & 1u) && in->send != NULL)
        add_message(t, in, &f);
    for (unsigned k = 0; k < 3 && k < in->n_src; k++) {
        const sim_src *s = &in->src[k];
        if (!(st->indirect >> k & 1u))
            continue;
        for (unsigned i = 0; i < in->n; i++) {
            unsigned word = s->addr_sub;
            if (s->place == SIM_PLACE_VXH)
                word += i / s->row_lanes;
            if (mask >> i & 1u)
                add(&f, address(t, word) + s->addr_imm + s->step[i], s->size_b, false, (uint8_t)(ISA_WHO_SRC0 + k));
        }
    }
    if (st->indirect >> 3 & 1u)
        for (unsigned i = 0; i < in->n; i++)
            if (mask >> i & 1u)
                add(&f, address(t, in->dst.addr_sub) + in->dst.addr_imm + (int32_t)(i * in->dst.stride_b),
                    in->dst.size_b, true, ISA_WHO_DST);
    return f.n;
}
