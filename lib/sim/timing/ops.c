// SPDX-License-Identifier: MIT
// Timing: the cost and the waits of each instruction of a kernel.
//
// In: decoded instructions. Out: one timing_op for each. Latency and occupancy follow the classes of timing/facts.c.
// An instruction waits for its scoreboard annotation or, before Xe-LP, for the registers it touches.

#include "timing.h"

#include <assert.h>

// Widest element of destination and sources, in bytes; it determines the pipe's occupancy.
static unsigned widest(const isa_inst *in, unsigned n_src) {
    unsigned w = isa_type_size_b((isa_type)in->dst.type);
    for (unsigned i = 0; i < n_src; i++) {
        unsigned s = isa_type_size_b((isa_type)in->src[i].type);
        w = s > w ? s : w;
    }
    return w;
}

// A pipe processes lanes32 lanes of 32 bits a cycle, twice as many of a narrower float, lanes64 of 64 bits.
static uint8_t alu_occupancy(const timing_facts *f, const isa_inst *in, unsigned n_src) {
    unsigned w = widest(in, n_src), lanes = f->lanes32;
    if (w == 8)
        lanes = f->lanes64;
    else if (w == 2 && isa_type_is_float((isa_type)in->dst.type))
        lanes = 2u * f->lanes32;
    unsigned n = (in->exec_size + lanes - 1) / lanes;
    return (uint8_t)(n != 0 ? n : 1);
}

static uint16_t alu_latency(const timing_facts *f, const isa_inst *in) {
    bool arf = in->dst.file == ISA_FILE_ARF;
    if (arf && (in->dst.reg & 0xf0) == ISA_ARF_ACC)
        return f->acc;
    if ((arf && in->dst.reg != ISA_ARF_NULL) || in->cmod != ISA_CMOD_NONE)
        return f->arf;
    return in->exec_size <= 8 ? f->alu : in->exec_size <= 16 ? f->alu16 : f->alu32;
}

static bool is_long_math(const isa_inst *in) {
    return in->fc == ISA_MATH_FDIV || in->fc == ISA_MATH_POW || in->fc == ISA_MATH_IDIV || in->fc == ISA_MATH_IQOT ||
           in->fc == ISA_MATH_IREM;
}

static uint16_t math_latency(const timing_facts *f, const isa_inst *in) {
    if (is_long_math(in) && f->math_long > f->math)
        return f->math_long;
    return in->exec_size <= 8 ? f->math : in->exec_size <= 16 ? f->math16 : f->math32;
}

static uint8_t in_order_pipe(const isa_model *m, const isa_inst *in) {
    switch (isa_inst_pipe(m, in)) {
    case ISA_PIPE_F:
        return TIMING_FLOAT;
    case ISA_PIPE_I:
        return TIMING_INT;
    case ISA_PIPE_L:
        return TIMING_LONG;
    case ISA_PIPE_M:
        return TIMING_MATH;
    default:
        return TIMING_ALU;
    }
}

static uint8_t alu_mix(const isa_inst *in) {
    isa_type t = (isa_type)(in->dst.file == ISA_FILE_NONE ? in->src[0].type : in->dst.type);
    return isa_type_size_b(t) == 8 ? SIM_MIX_LONG : isa_type_is_float(t) ? SIM_MIX_FLOAT : SIM_MIX_INT;
}

static void set_alu(timing_op *o, const isa_model *m, const timing_facts *f, const isa_inst *in, unsigned n_src) {
    o->pipe = in_order_pipe(m, in);
    o->mix = alu_mix(in);
    o->occupancy = alu_occupancy(f, in, n_src);
    o->latency = (uint16_t)(alu_latency(f, in) + o->occupancy - 1);
    if (in->exec_size > 8) // the table's latencies of wide instructions include their passes
        o->latency = alu_latency(f, in);
}

static void set_math(timing_op *o, const isa_model *m, const timing_facts *f, const isa_inst *in) {
    o->pipe = m->math_in_order || m->sbid_count == 0 ? TIMING_MATH : TIMING_OOO_MATH;
    o->mix = isa_op_get((isa_op)in->op)->format == ISA_FMT_MATH ? SIM_MIX_MATH : SIM_MIX_LONG;
    o->stall = SIM_STALL_MATH;
    o->occupancy = (uint8_t)(4 * alu_occupancy(f, in, 2));
    o->latency = math_latency(f, in);
}

static void set_send(timing_op *o, const isa_inst *in) {
    o->pipe = TIMING_SEND;
    o->mix = SIM_MIX_SEND;
    o->stall = SIM_STALL_MESSAGE;
    o->is_send = true;
    o->payload_grf = (uint8_t)(in->src1_len + (in->desc >> 25 & 15u));
}

// A row is the products of 8 dwords a lane, of which the array multiplies systolic_bit each cycle.
static uint8_t dpas_occupancy(const timing_facts *f, const isa_inst *in) {
    unsigned rows = in->dpas_count != 0 ? in->dpas_count : 1, row_bit = in->exec_size * 8u * 32u;
    unsigned n = f->systolic_bit != 0 ? rows * ((row_bit + f->systolic_bit - 1) / f->systolic_bit) : rows;
    return (uint8_t)n;
}

static void set_sync(timing_op *o, const isa_inst *in) {
    o->pipe = TIMING_NO_PIPE;
    o->mix = SIM_MIX_SYNC;
    o->is_barrier_wait = in->op == ISA_WAIT || (in->op == ISA_SYNC && in->fc == ISA_SYNC_BAR);
    if (in->op != ISA_SYNC)
        return;
    bool imm = in->src[0].file == ISA_FILE_IMM;
    o->sync_all = in->fc == ISA_SYNC_ALLRD ? 1 : in->fc == ISA_SYNC_ALLWR ? 2 : 0;
    o->sync_mask = imm ? (uint32_t)in->src[0].imm : UINT32_MAX;
}

static void set_class(timing_op *o, const isa_model *m, const timing_facts *f, const isa_inst *in) {
    const isa_op_info *info = isa_op_get((isa_op)in->op);
    *o = (timing_op){.occupancy = 1, .latency = 1, .stall = SIM_STALL_DISTANCE};
    switch ((isa_format)info->format) {
    case ISA_FMT_MATH:
        set_math(o, m, f, in);
        break;
    case ISA_FMT_SEND:
        set_send(o, in);
        break;
    case ISA_FMT_DPAS:
        o->pipe = TIMING_DPAS;
        o->mix = SIM_MIX_DPAS;
        o->stall = SIM_STALL_DPAS;
        o->occupancy = dpas_occupancy(f, in);
        o->latency = (uint16_t)(f->dpas + o->occupancy - 1);
        break;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        o->pipe = TIMING_NO_PIPE;
        o->mix = SIM_MIX_BRANCH;
        break;
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
    case ISA_FMT_NULLARY:
        set_sync(o, in);
        break;
    default:
        if (isa_inst_pipe(m, in) == ISA_PIPE_NONE) // doubles of fp64_on_math
            set_math(o, m, f, in);
        else
            set_alu(o, m, f, in, info->n_src);
        break;
    }
}

static void set_scoreboard(timing_op *o, const isa_inst *in) {
    static const uint8_t pipes[] = {
        [ISA_PIPE_NONE] = 0xff,         [ISA_PIPE_ALL] = TIMING_IN_ORDER, [ISA_PIPE_F] = TIMING_FLOAT,
        [ISA_PIPE_I] = TIMING_INT,      [ISA_PIPE_L] = TIMING_LONG,       [ISA_PIPE_M] = TIMING_MATH,
        [ISA_PIPE_S] = TIMING_IN_ORDER,
    };
    o->dist = in->swsb.dist;
    o->dist_pipe = pipes[in->swsb.pipe];
    if (o->dist_pipe == 0xff) // "@n" means the instruction's own pipe
        o->dist_pipe = o->pipe < TIMING_IN_ORDER ? o->pipe : TIMING_IN_ORDER;
    o->token_mode = in->swsb.token_mode;
    o->token = in->swsb.token & 31u;
}

// Registers

typedef struct collect {
    timing_regs *reads, *writes;
    unsigned grf_b;
} collect;

static void mark(timing_regs *r, unsigned i) {
    if (i < 320)
        r->bits[i / 64] |= (uint64_t)1 << i % 64;
}

static void on_access(void *user, const isa_access *a) {
    const collect *c = user;
    timing_regs *r = a->write ? c->writes : c->reads;
    if (a->who == ISA_WHO_INDIRECT || a->len_b <= 0)
        return; // the wait for the address covers these
    if (a->file == ISA_FILE_ARF) {
        if (a->reg != ISA_ARF_NULL)
            mark(r, 256 + (a->reg & 63u));
        return;
    }
    unsigned first = a->reg + (unsigned)a->off_b / c->grf_b;
    unsigned last = a->reg + (unsigned)(a->off_b + a->len_b - 1) / c->grf_b;
    for (unsigned i = first; i <= last && i < 256; i++)
        mark(r, i);
}

static bool set_registers(timing_op *o, const isa_model *m, const isa_inst *in, cmc_arena *a) {
    timing_regs *pair = CMC_NEW_N(a, timing_regs, 2);
    if (pair == NULL)
        return false;
    isa_inst_effects(m, in, on_access, &(collect){&pair[0], &pair[1], m->grf_b});
    o->reads = &pair[0];
    o->writes = &pair[1];
    return true;
}

timing_op *timing_ops_make(const sim_code *c, const timing_facts *f, cmc_arena *a) {
    assert(c && f && a);
    timing_op *ops = CMC_NEW_N(a, timing_op, c->n_insts + 1);
    for (uint32_t i = 0; ops != NULL && i < c->n_insts; i++) {
        set_class(&ops[i], c->model, f, &c->raws[i]);
        set_scoreboard(&ops[i], &c->raws[i]);
        if (c->model->sbid_count == 0 && !set_registers(&ops[i], c->model, &c->raws[i], a))
            return NULL;
    }
    return ops;
}
