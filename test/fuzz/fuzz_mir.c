// SPDX-License-Identifier: MIT
// Random legal machine IR: every pass, validator and checker must accept it, and what the machine code leaves in memory
// must be what the function means. The meaning comes from an evaluator of unlowered machine IR below, which knows
// nothing of registers; the machine code runs on xesim, once through the whole pipeline and once through the slow and
// safe one (no coalescing, no dead code removal, serial scoreboard, no compaction).
//
// Input bytes are choices, so libFuzzer explores programs. Built with FUZZ_MIR_MAIN it runs seeds from the command
// line: fuzz_mir [first [count]].

#include <cmc/codegen.h>
#include <cmc/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN_B = 1024, OUT_B = 8192, MAX_VARS = 12, MAX_FLAGS = 14, MAX_STEPS = 4000 };

typedef struct gen {
    const uint8_t *data;
    size_t size, pos;
    uint64_t rng; // beyond the input
    mir_fn *fn;
    mir_block *b;
    mir_var *in, *out, *count;
    mir_var *flag[MAX_FLAGS];
    uint32_t n_flags;
    mir_var *v[MAX_VARS];
    uint32_t n_v;
    uint32_t out_off;
} gen;

static uint32_t pick(gen *g, uint32_t n) {
    uint32_t x;
    if (g->pos < g->size) {
        x = g->data[g->pos++];
    } else {
        g->rng = g->rng * 6364136223846793005u + 1442695040888963407u;
        x = (uint32_t)(g->rng >> 40);
    }
    return x % n;
}

// Generator

static mir_inst *add(gen *g, uint16_t op, uint32_t exec) {
    mir_inst *i = mir_inst_create(g->fn, op);
    i->i.exec_size = (uint8_t)exec;
    i->i.no_mask = true;
    mir_block_append(g->b, i);
    return i;
}

static const isa_region scalar = {0, 1, 0}, unit = {1, 1, 0};

static int32_t reach(const isa_operand *o, uint32_t exec, bool dst) {
    int32_t size = isa_type_size_b((isa_type)o->type), end = size;
    for (uint32_t l = 0; l < exec; l++) {
        int32_t at = dst ? (int32_t)(l * o->rgn.h) * size : isa_region_offset_b(o->rgn, (isa_type)o->type, l);
        end = at + size > end ? at + size : end;
    }
    return end;
}

static mir_var *any_var(gen *g) {
    return g->v[pick(g, g->n_v)];
}

// Some bits of some flag, as many as the instruction has lanes.
static void any_flag(gen *g, mir_inst *i) {
    const mir_var *f = g->flag[pick(g, g->n_flags)];
    uint32_t exec = i->i.exec_size;
    if (exec == 32 && f->size_b < 4)
        f = g->flag[0];
    i->i.vflag = f->id;
    i->i.flag_sub = (uint8_t)(f->size_b == 4 && exec < 32 ? pick(g, 2) : 0);
    i->i.chan_off = (uint8_t)(exec == 4 || exec == 8 ? pick(g, 16 / exec) * exec : 0);
}

static isa_region any_region(gen *g, uint32_t exec) {
    static const uint8_t steps[] = {0, 1, 1, 1, 2, 4};
    if (exec == 1)
        return scalar;
    if (pick(g, 3)) {
        uint8_t s = steps[pick(g, 6)];
        return (isa_region){s, 1, 0};
    }
    uint8_t w = (uint8_t)(1u << (1 + pick(g, 3))), h = (uint8_t)(1 + pick(g, 2));
    if (w >= exec)
        return (isa_region){1, 1, 0};
    return (isa_region){(uint8_t)(1u << pick(g, 5)), w, h};
}

// A source inside some variable, or a scalar where nothing fits.
static isa_operand any_src(gen *g, uint32_t exec, isa_type t, bool imm_allowed) {
    if (imm_allowed && isa_type_size_b(t) >= 2 && isa_type_size_b(t) <= 4 && pick(g, 4) == 0) {
        uint64_t x = pick(g, 256) * 0x01030507u ^ pick(g, 256) << 13;
        return isa_imm(isa_type_size_b(t) == 2 ? x & 0xffff : x & UINT32_MAX, t);
    }
    const mir_var *v = any_var(g);
    isa_operand o = mir_src(v, 0, t, any_region(g, exec));
    int32_t size = isa_type_size_b(t), room = (int32_t)v->size_b - reach(&o, exec, false);
    if (room < 0) {
        o.rgn = scalar;
        room = (int32_t)v->size_b - size;
    }
    if (room < 0) // a variable of four bytes and a type of eight
        return isa_imm(5, t);
    o.off_b = (int32_t)pick(g, (uint32_t)(room / size) + 1) * size;
    return o;
}

static bool any_dst(gen *g, uint32_t *exec, isa_type t, const mir_var *v, isa_operand *out) {
    isa_operand o = mir_dst(v, 0, t, (uint8_t)(1u << (pick(g, 4) ? 0 : pick(g, 3))));
    int32_t size = isa_type_size_b(t);
    while (*exec > 1 && reach(&o, *exec, true) > (int32_t)v->size_b)
        *exec /= 2;
    int32_t room = (int32_t)v->size_b - reach(&o, *exec, true);
    if (room < 0)
        return false;
    o.off_b = (int32_t)pick(g, (uint32_t)(room / size) + 1) * size;
    *out = o;
    return true;
}

static void gen_alu(gen *g, const mir_var *dst, bool predicated) {
    static const uint16_t ops[] = {ISA_ADD, ISA_MOV, ISA_AND, ISA_OR, ISA_XOR, ISA_SEL};
    static const isa_type types[] = {ISA_UB, ISA_B, ISA_UW, ISA_W, ISA_UD, ISA_D};
    uint32_t exec = 1u << pick(g, predicated && g->flag[0]->size_b < 4 ? 5 : 6), op = ops[pick(g, 6)];
    isa_type t = types[pick(g, 6)], d = pick(g, 3) ? t : types[pick(g, 6)];
    if (op != ISA_MOV && isa_type_size_b(d) > isa_type_size_b(t))
        d = t;
    if (op == ISA_SEL)
        d = t;
    isa_operand o;
    if (!any_dst(g, &exec, d, dst, &o))
        return;
    isa_operand s0 = any_src(g, exec, t, true), s1 = any_src(g, exec, t, true);
    mir_inst *i = add(g, (uint16_t)op, exec);
    i->i.dst = o;
    i->i.src[0] = s0;
    if (op != ISA_MOV)
        i->i.src[1] = s1;
    if (op == ISA_SEL)
        i->i.cmod = pick(g, 2) ? ISA_CMOD_GE : ISA_CMOD_LT;
    if (predicated && op != ISA_SEL) {
        i->i.pred = ISA_PRED_NORMAL;
        i->i.pred_inv = pick(g, 2);
        any_flag(g, i);
    }
}

static void gen_cmp(gen *g) {
    static const uint8_t sizes[] = {16, 16, 8, 4, 32, 1};
    uint32_t exec = sizes[pick(g, 6)];
    exec = exec == 32 && g->flag[0]->size_b < 4 ? 16 : exec;
    mir_inst *i = add(g, ISA_CMP, exec);
    isa_type t = pick(g, 2) ? ISA_D : ISA_UW;
    i->i.dst = isa_null(t);
    i->i.src[0] = any_src(g, exec, t, false);
    i->i.src[1] = any_src(g, exec, t, true);
    i->i.cmod = (uint8_t)(ISA_CMOD_EQ + pick(g, 6));
    any_flag(g, i);
    if (pick(g, 4) == 0) {
        i->i.pred = ISA_PRED_NORMAL;
        i->i.pred_inv = pick(g, 2);
    }
}

static void gen_pseudo(gen *g, const mir_var *dst) {
    uint16_t op = (uint16_t)(MIR_ADD64 + pick(g, 4));
    bool wide = op == MIR_ADD64 || op == MIR_SUB64;
    uint32_t exec = 1u << pick(g, 5);
    isa_type t = wide ? (pick(g, 2) ? ISA_UQ : ISA_Q) : pick(g, 2) ? ISA_UD : ISA_D;
    isa_operand o;
    if (dst->size_b < (wide ? 8u : 4u) || !any_dst(g, &exec, t, dst, &o))
        return;
    isa_operand s0 = any_src(g, exec, t, false), s1 = any_src(g, exec, wide && pick(g, 3) == 0 ? ISA_D : t, true);
    mir_inst *i = add(g, op, exec);
    i->i.dst = o;
    i->i.src[0] = s0;
    i->i.src[1] = s1;
    if (pick(g, 4) == 0 && !(wide && o.rgn.h > 2)) { // refused: masked halves eight dwords apart
        i->i.pred = ISA_PRED_NORMAL;
        i->i.pred_inv = pick(g, 2);
        any_flag(g, i);
    }
}

static void undef(gen *g, const mir_var *v) {
    mir_inst *i = add(g, MIR_UNDEF, 1);
    i->i.no_mask = false;
    i->i.dst = mir_dst(v, 0, ISA_TYPE_NONE, 0);
}

static void copy(gen *g, const mir_var *d, int32_t d_off, const mir_var *s, int32_t s_off, uint32_t len) {
    mir_inst *i = add(g, MIR_COPY, 1);
    i->i.no_mask = false;
    i->i.dst = mir_dst(d, d_off, ISA_TYPE_NONE, 0);
    i->i.src[0] = mir_src(s, s_off, ISA_TYPE_NONE, (isa_region){0, 0, 0});
    i->len_b = len;
}

// A region write as selection makes it: the new value is a copy of the old with one part written.
static void gen_wrregion(gen *g) {
    uint32_t k = pick(g, g->n_v);
    mir_var *old = g->v[k];
    mir_var *new = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UD, old->size_b, 4, "w");
    undef(g, new);
    copy(g, new, 0, old, 0, old->size_b);
    gen_alu(g, new, pick(g, 3) == 0);
    if (pick(g, 4))
        g->v[k] = new;
    else
        g->v[pick(g, g->n_v)] = new;
}

static void gen_part_copy(gen *g) {
    const mir_var *d = any_var(g), *s = any_var(g);
    uint32_t len = 4u * (1 + pick(g, 8));
    if (len > d->size_b || len > s->size_b || d == s)
        return;
    copy(g, d, (int32_t)(4 * pick(g, (d->size_b - len) / 4 + 1)), s, (int32_t)(4 * pick(g, (s->size_b - len) / 4 + 1)),
         len);
}

static void gen_block(gen *g, bool write, const mir_var *v, uint32_t off_b, uint32_t len) {
    mir_inst *i = add(g, MIR_MSG, 1);
    i->i.no_mask = false;
    i->msg = CMC_NEW(g->fn->arena, mir_msg);
    i->msg->kind = write ? ISA_MSG_A64_BLOCK_WRITE : ISA_MSG_A64_BLOCK_READ;
    i->msg->size_b = len;
    i->msg->elt_b = write || pick(g, 2) ? 16 : 4;
    mir_var *p = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UQ, 8, 8, "p");
    mir_inst_remove(g->b, i); // follows its address
    mir_inst *a = add(g, MIR_ADD64, 1);
    a->i.dst = mir_dst(p, 0, ISA_UQ, 1);
    a->i.src[0] = mir_src(write ? g->out : g->in, 0, ISA_UQ, scalar);
    a->i.src[1] = isa_imm(write ? g->out_off : 16 * pick(g, (IN_B - len) / 16), ISA_UD);
    mir_block_append(g->b, i);
    i->msg->addr[0] = mir_src(p, 0, ISA_UQ, scalar);
    if (write)
        i->msg->data = mir_src(v, (int32_t)off_b, ISA_UD, unit);
    else
        i->i.dst = mir_dst(v, (int32_t)off_b, ISA_UD, 1);
}

static void gen_read(gen *g) {
    const mir_var *v = any_var(g);
    uint32_t len = 16 * (1 + pick(g, 8));
    if (v->size_b < len)
        return;
    gen_block(g, false, v, 4 * pick(g, (v->size_b - len) / 4 + 1), len);
}

// Gather: addresses are the input buffer plus four times some bits of a variable.
static void gen_gather(gen *g) {
    uint32_t lanes = 1u << pick(g, 5), n_elt = 1u << pick(g, 2), elt_b = pick(g, 3) ? 4 : 8;
    const mir_var *v = any_var(g);
    uint32_t len = lanes * n_elt * elt_b;
    if (len > v->size_b)
        return;
    mir_var *off = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UD, 4 * lanes, 4, "off");
    mir_var *addr = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UQ, 8 * lanes, 8, "ad");
    undef(g, off);
    undef(g, addr);
    mir_inst *m = add(g, ISA_AND, lanes);
    m->i.dst = mir_dst(off, 0, ISA_UD, 1);
    m->i.src[0] = any_src(g, lanes, ISA_UD, false);
    m->i.src[1] = isa_imm(0x1f8, ISA_UD);
    mir_inst *a = add(g, MIR_ADD64, lanes);
    a->i.dst = mir_dst(addr, 0, ISA_UQ, 1);
    a->i.src[0] = mir_src(g->in, 0, ISA_UQ, scalar);
    a->i.src[1] = mir_src(off, 0, ISA_UD, lanes == 1 ? scalar : unit);
    mir_inst *i = add(g, MIR_MSG, lanes);
    i->msg = CMC_NEW(g->fn->arena, mir_msg);
    i->msg->kind = ISA_MSG_A64_SCATTERED_READ;
    i->msg->elt_b = (uint8_t)elt_b;
    i->msg->n_elt = (uint8_t)n_elt;
    i->msg->lanes = (uint8_t)lanes;
    i->msg->addr[0] = mir_src(addr, 0, ISA_UQ, unit);
    i->i.dst = mir_dst(v, (int32_t)(4 * pick(g, (v->size_b - len) / 4 + 1)), ISA_UD, 1);
    if (pick(g, 2)) {
        i->i.pred = ISA_PRED_NORMAL;
        i->i.pred_inv = pick(g, 2);
        any_flag(g, i);
    }
}

// Sixteen bytes of every variable go to memory; smaller ones through a larger.
static void gen_write(gen *g, const mir_var *v) {
    uint32_t len = v->size_b / 16 * 16;
    if (g->out_off + len + 16 > OUT_B)
        return;
    if (len < v->size_b) {
        mir_var *t = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UD, 16, 4, "o");
        for (int32_t k = 0; k < 4; k++) {
            mir_inst *m = add(g, ISA_MOV, 1);
            m->i.dst = mir_dst(t, 4 * k, ISA_UD, 1);
            m->i.src[0] = isa_imm(0, ISA_UD);
        }
        copy(g, t, 0, v, (int32_t)len, v->size_b - len);
        gen_block(g, true, t, 0, 16);
        g->out_off += 16;
    }
    if (len)
        gen_block(g, true, v, 0, len);
    g->out_off += len;
}

static void gen_some(gen *g, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        switch (pick(g, 11)) {
        case 10:
            gen_gather(g);
            break;
        case 0:
            gen_cmp(g);
            break;
        case 1:
            gen_pseudo(g, any_var(g));
            break;
        case 2:
            gen_part_copy(g);
            break;
        case 3:
            gen_read(g);
            break;
        case 4:
        case 5:
            gen_wrregion(g);
            break;
        case 6:
            gen_alu(g, any_var(g), true);
            break;
        default:
            gen_alu(g, any_var(g), false);
            break;
        }
}

static void gen_loop(gen *g) {
    mir_inst *m = add(g, ISA_MOV, 1);
    m->i.dst = mir_dst(g->count, 0, ISA_UD, 1);
    m->i.src[0] = isa_imm(0, ISA_UD);
    // Inside, variables keep their names: what one round writes the next reads.
    mir_var *outer[MAX_VARS];
    memcpy(outer, g->v, sizeof(outer));
    g->b = mir_block_create(g->fn, "loop");
    uint32_t head = g->b->id;
    gen_some(g, 1 + pick(g, 6));
    for (uint32_t k = 0; k < g->n_v; k++) // as the copies of phis do
        if (g->v[k] != outer[k]) {
            uint32_t n = outer[k]->size_b < g->v[k]->size_b ? outer[k]->size_b : g->v[k]->size_b;
            copy(g, outer[k], 0, g->v[k], 0, n);
        }
    mir_inst *inc = add(g, ISA_ADD, 1);
    inc->i.dst = mir_dst(g->count, 0, ISA_UD, 1);
    inc->i.src[0] = mir_src(g->count, 0, ISA_UD, scalar);
    inc->i.src[1] = isa_imm(1, ISA_UD);
    mir_var *p = mir_var_create(g->fn, MIR_VAR_FLAG, ISA_UW, 2, 2, "p");
    mir_inst *c = add(g, ISA_CMP, 1);
    c->i.dst = isa_null(ISA_UD);
    c->i.src[0] = mir_src(g->count, 0, ISA_UD, scalar);
    c->i.src[1] = isa_imm(2 + pick(g, 2), ISA_UD);
    c->i.cmod = ISA_CMOD_LT;
    c->i.vflag = p->id;
    mir_inst *br = add(g, MIR_CBR, 1);
    br->i.pred = ISA_PRED_NORMAL;
    br->i.vflag = p->id;
    br->target[0] = head;
    memcpy(g->v, outer, sizeof(outer));
    g->b = mir_block_create(g->fn, "next");
    br->target[1] = g->b->id;
}

static mir_var *live_in(gen *g, uint32_t at_b, const char *name) {
    mir_var *v = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UQ, 8, 8, name);
    v->live_in = v->fixed = true;
    v->fixed_b = at_b;
    return v;
}

static void gen_function(gen *g) {
    static const uint32_t sizes[] = {4, 8, 12, 16, 16, 20, 32, 48, 64, 64, 96, 128};
    g->out = live_in(g, 64, "out");
    g->in = live_in(g, 72, "in");
    g->n_flags = pick(g, 2) ? 1 : 1 + pick(g, MAX_FLAGS); // the first one is the widest
    bool wide = g->n_flags > 1 && pick(g, 2);
    for (uint32_t k = 0; k < g->n_flags; k++) {
        uint16_t size_b = wide && (k == 0 || pick(g, 2)) ? 4 : 2;
        g->flag[k] = mir_var_create(g->fn, MIR_VAR_FLAG, ISA_UW, size_b, size_b, "f");
    }
    g->count = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UD, 4, 4, "n");
    g->b = mir_block_create(g->fn, "entry");
    g->n_v = 3 + pick(g, MAX_VARS - 3);
    for (uint32_t k = 0; k < g->n_v; k++) {
        g->v[k] = mir_var_create(g->fn, MIR_VAR_GRF, ISA_UD, sizes[pick(g, 12)], 4, "v");
        undef(g, g->v[k]);
        for (uint32_t o = 0; o < g->v[k]->size_b; o += 4) {
            mir_inst *m = add(g, ISA_MOV, 1);
            m->i.dst = mir_dst(g->v[k], (int32_t)o, ISA_UD, 1);
            m->i.src[0] = isa_imm((k * 0x9E3779B9u + o * 0x85EBCA6Bu) & UINT32_MAX, ISA_UD);
        }
    }
    for (uint32_t k = 0; k < g->n_flags; k++) {
        mir_inst *m = add(g, ISA_MOV, 1);
        isa_type t = g->flag[k]->size_b == 4 ? ISA_UD : ISA_UW;
        m->i.dst = mir_dst(g->flag[k], 0, t, 1);
        m->i.src[0] = isa_imm((0x5a3cu + 0x9E3779B9u * k) & (t == ISA_UD ? UINT32_MAX : 0xffff), t);
    }
    gen_some(g, 1 + pick(g, 12));
    for (uint32_t k = pick(g, 3); k; k--) {
        gen_loop(g);
        gen_some(g, pick(g, 6));
    }
    for (uint32_t k = 0; k < g->n_v; k++)
        gen_write(g, g->v[k]);
    add(g, MIR_EOT, 1)->i.no_mask = false;
}

// Evaluator: variables are byte arrays

typedef struct eval {
    const mir_fn *fn;
    uint8_t *mem[64 * MAX_VARS]; // by variable
    uint8_t *in, *out;
} eval;

static int64_t load(const uint8_t *p, isa_type t) {
    switch (t) {
    case ISA_UB:
        return p[0];
    case ISA_B:
        return (int8_t)p[0];
    case ISA_UW:
        return (uint16_t)(p[0] | p[1] << 8);
    case ISA_W:
        return (int16_t)(p[0] | p[1] << 8);
    default:
        break;
    }
    uint64_t v = 0;
    memcpy(&v, p, isa_type_size_b(t));
    return t == ISA_D ? (int32_t)(uint32_t)v : (int64_t)v;
}

static int64_t source(const eval *e, const mir_inst *i, uint32_t s, uint32_t lane) {
    const isa_operand *o = &i->i.src[s];
    if (o->file == ISA_FILE_IMM) {
        uint8_t b[8];
        memcpy(b, &o->imm, 8);
        return load(b, (isa_type)o->type);
    }
    return load(e->mem[o->reg] + o->off_b + isa_region_offset_b(o->rgn, (isa_type)o->type, lane), (isa_type)o->type);
}

static bool condition(uint8_t cmod, int64_t a, int64_t b) {
    switch (cmod) {
    case ISA_CMOD_EQ:
        return a == b;
    case ISA_CMOD_NE:
        return a != b;
    case ISA_CMOD_GT:
        return a > b;
    case ISA_CMOD_GE:
        return a >= b;
    case ISA_CMOD_LT:
        return a < b;
    default:
        return a <= b;
    }
}

static int64_t compute(const mir_inst *i, int64_t a, int64_t b) {
    switch (i->i.op) {
    case ISA_ADD:
    case MIR_ADD64:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case MIR_SUB64:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case ISA_AND:
        return a & b;
    case ISA_OR:
        return a | b;
    case ISA_XOR:
        return a ^ b;
    case ISA_SEL:
        return condition(i->i.cmod, a, b) ? a : b;
    case MIR_MUL32:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case MIR_MULH32:
        return i->i.dst.type == ISA_D ? (a * b) >> 32 : (int64_t)((uint64_t)a * (uint64_t)b >> 32);
    default:
        return a;
    }
}

static bool flag_bit(const eval *e, const mir_inst *i, uint32_t lane) {
    uint32_t bit = i->i.flag_sub * 16u + i->i.chan_off + lane;
    return e->mem[i->i.vflag][bit / 8] >> bit % 8 & 1;
}

static void set_flag_bit(const eval *e, const mir_inst *i, uint32_t lane, bool on) {
    uint32_t bit = i->i.flag_sub * 16u + i->i.chan_off + lane;
    uint8_t *b = &e->mem[i->i.vflag][bit / 8];
    *b = (uint8_t)((*b & ~(1u << bit % 8)) | (uint32_t)on << bit % 8);
}

static void eval_alu(const eval *e, const mir_inst *i) {
    int64_t r[32];
    bool on[32];
    for (uint32_t l = 0; l < i->i.exec_size; l++) {
        int64_t a = source(e, i, 0, l), b = i->i.src[1].file ? source(e, i, 1, l) : 0;
        r[l] = i->i.op == ISA_CMP ? condition(i->i.cmod, a, b) : compute(i, a, b);
        on[l] = !i->i.pred || flag_bit(e, i, l) != i->i.pred_inv;
    }
    for (uint32_t l = 0; l < i->i.exec_size; l++) {
        if (on[l] && i->i.op == ISA_CMP) {
            set_flag_bit(e, i, l, r[l]);
        } else if (on[l]) {
            uint32_t size = isa_type_size_b((isa_type)i->i.dst.type);
            memcpy(e->mem[i->i.dst.reg] + i->i.dst.off_b + l * i->i.dst.rgn.h * size, &r[l], size);
        }
    }
}

static void eval_gather(const eval *e, const mir_inst *i) {
    for (uint32_t l = 0; l < i->msg->lanes; l++) {
        uint64_t addr;
        memcpy(&addr, e->mem[i->msg->addr[0].reg] + 8 * l, 8);
        if (i->i.pred && flag_bit(e, i, l) == i->i.pred_inv)
            continue;
        for (uint32_t k = 0; k < i->msg->n_elt; k++)
            memcpy(e->mem[i->i.dst.reg] + i->i.dst.off_b + (k * i->msg->lanes + l) * i->msg->elt_b,
                   (const uint8_t *)(uintptr_t)addr + k * i->msg->elt_b, i->msg->elt_b);
    }
}

static void eval_message(const eval *e, const mir_inst *i) {
    if (i->msg->kind == ISA_MSG_A64_SCATTERED_READ) {
        eval_gather(e, i);
        return;
    }
    uint64_t addr;
    memcpy(&addr, e->mem[i->msg->addr[0].reg], 8);
    uint8_t *p = (uint8_t *)(uintptr_t)addr;
    if (i->msg->kind == ISA_MSG_A64_BLOCK_WRITE)
        memcpy(p, e->mem[i->msg->data.reg] + i->msg->data.off_b, i->msg->size_b);
    else
        memcpy(e->mem[i->i.dst.reg] + i->i.dst.off_b, p, i->msg->size_b);
}

static bool evaluate(const eval *e) {
    const mir_inst *i = e->fn->blocks.data[0]->first;
    uint32_t block = 0;
    for (uint32_t step = 0; step < MAX_STEPS; step++) {
        while (!i)
            i = e->fn->blocks.data[++block]->first;
        switch (i->i.op) {
        case MIR_EOT:
            return true;
        case MIR_UNDEF:
            break;
        case MIR_COPY:
            memmove(e->mem[i->i.dst.reg] + i->i.dst.off_b, e->mem[i->i.src[0].reg] + i->i.src[0].off_b, i->len_b);
            break;
        case MIR_MSG:
            eval_message(e, i);
            break;
        case MIR_CBR:
            block = i->target[flag_bit(e, i, 0) ? 0 : 1];
            i = e->fn->blocks.data[block]->first;
            continue;
        default:
            eval_alu(e, i);
            break;
        }
        i = i->next;
    }
    return false;
}

// Comparison

static void die(const char *what, const mir_fn *fn, const char *before, const cmc_diag *d) {
    cmc_str s = CMC_STR_INIT;
    cmc_diag_format(d, &s);
    fprintf(stderr, "%s\n%s\n--- before\n%s\n--- after\n", what, cmc_str_text(&s), before);
    cmc_str_clear(&s);
    mir_print(fn, &s);
    fprintf(stderr, "%s\n", cmc_str_text(&s));
    abort();
}

// Runs machine code; false when the function did not fit in registers.
static bool run(gen *g, const uint8_t *seed, size_t size, const cg_opts *o, uint8_t *in, uint8_t *out, cmc_arena *a,
                uint64_t rng, const char *before) {
    mir_module *mod = mir_module_create(a, isa_model_get(ISA_TARGET_TGL));
    gen fresh = {.data = seed, .size = size, .rng = rng, .fn = mir_fn_create(mod, "f")};
    gen_function(&fresh);
    *g = fresh;
    cmc_diag *d = cmc_diag_create();
    cmc_status s = cg_run(fresh.fn, o, d);
    if (s == CMC_ERR_USER && cmc_diag_count(d) && !strcmp(cmc_diag_get(d, 0)->code, "CG0301") &&
        !strstr(cmc_diag_get(d, 0)->text, "flag registers")) {
        cmc_diag_destroy(d);
        return false;
    }
    cmc_str bytes = CMC_STR_INIT;
    if (s == CMC_OK)
        s = cg_emit(fresh.fn, o, &bytes, d);
    if (s != CMC_OK)
        die("pipeline failed", fresh.fn, before, d);
    uint8_t pad[256] = {0}, payload[32] = {0};
    cmc_str_append_n(&bytes, pad, sizeof(pad));
    memcpy(payload, &out, 8);
    memcpy(payload + 8, &in, 8);
    sim_code *code = NULL;
    sim_memory *mem = sim_memory_create();
    sim_memory_add(mem, in, IN_B);
    sim_memory_add(mem, out, OUT_B);
    s = sim_code_create(fresh.fn->model, (const uint8_t *)bytes.data, bytes.len, &code, d);
    sim_launch l = {.code = code,
                    .mem = mem,
                    .groups = {1, 1, 1},
                    .local = {1, 1, 1},
                    .simd = 1,
                    .cross_thread = payload,
                    .cross_thread_b = 32,
                    .grf_count = 128,
                    .n_workers = 1,
                    .max_instructions = 100000};
    if (s == CMC_OK)
        s = sim_run(&l, NULL, d);
    if (s != CMC_OK)
        die("simulator failed", fresh.fn, before, d);
    sim_code_destroy(code);
    sim_memory_destroy(mem);
    cmc_str_free(&bytes);
    cmc_diag_destroy(d);
    return true;
}

static void compare(const gen *g, const uint8_t *want, const uint8_t *got, const char *what, const char *before) {
    if (!memcmp(want, got, OUT_B))
        return;
    for (uint32_t b = 0; b < OUT_B; b++)
        if (want[b] != got[b])
            fprintf(stderr, "%s: byte %u of the output is %02x, expected %02x\n", what, (unsigned)b, got[b], want[b]);
    cmc_diag *d = cmc_diag_create();
    die("wrong result", g->fn, before, d);
}

static void check_text(const gen *g, cmc_arena *a, cmc_str *text) {
    cmc_str again = CMC_STR_INIT;
    cmc_diag *d = cmc_diag_create();
    mir_module *mod;
    cmc_str_printf(text, "target tgl\n\n");
    mir_print(g->fn, text);
    if (mir_parse(a, "f", text->data, text->len, &mod, d) != CMC_OK)
        die("text does not parse", g->fn, cmc_str_text(text), d);
    mir_module_print(mod, &again);
    if (strcmp(cmc_str_text(&again), cmc_str_text(text)))
        die("text changes when printed again", mod->fns.data[0], cmc_str_text(text), d);
    cmc_str_free(&again);
    cmc_diag_destroy(d);
}

static void one(const uint8_t *data, size_t size, uint64_t rng) {
    static _Alignas(64) uint8_t in[IN_B], want[OUT_B], got[OUT_B];
    cmc_arena *a = cmc_arena_create();
    mir_module *mod = mir_module_create(a, isa_model_get(ISA_TARGET_TGL));
    gen g = {.data = data, .size = size, .rng = rng, .fn = mir_fn_create(mod, "f")};
    gen_function(&g);
    cmc_str text = CMC_STR_INIT;
    check_text(&g, a, &text);
    for (uint32_t b = 0; b < IN_B; b++)
        in[b] = (uint8_t)(b * 167 + (b >> 3) * 13);
    memset(want, 0, OUT_B);
    eval e = {.fn = g.fn, .in = in, .out = want};
    if (g.fn->vars.len > sizeof(e.mem) / sizeof(e.mem[0])) {
        cmc_str_free(&text);
        cmc_arena_destroy(a);
        return;
    }
    for (uint32_t v = 1; v < g.fn->vars.len; v++)
        e.mem[v] = cmc_arena_alloc(a, g.fn->vars.data[v]->size_b + 8);
    uint8_t *want_p = want, *in_p = in;
    memcpy(e.mem[g.out->id], &want_p, 8);
    memcpy(e.mem[g.in->id], &in_p, 8);
    if (evaluate(&e)) {
        cg_opts fast = {.size = sizeof(cg_opts), .verify_each = true};
        cg_opts safe = {.size = sizeof(cg_opts),
                        .verify_each = true,
                        .skip = "coalesce,dce,sched_pre,sched_post",
                        .swsb_serial = true,
                        .no_compact = true};
        memset(got, 0, OUT_B);
        if (run(&g, data, size, &fast, in, got, a, rng, cmc_str_text(&text)))
            compare(&g, want, got, "pipeline", cmc_str_text(&text));
        memset(got, 0, OUT_B);
        if (run(&g, data, size, &safe, in, got, a, rng, cmc_str_text(&text)))
            compare(&g, want, got, "safe pipeline", cmc_str_text(&text));
    }
    cmc_str_free(&text);
    cmc_arena_destroy(a);
}

#ifdef FUZZ_MIR_MAIN
int main(int argc, char **argv) {
    unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 0) : 0, n = argc > 2 ? strtoul(argv[2], NULL, 0) : 300;
    for (unsigned long s = first; s < first + n; s++)
        one(NULL, 0, s * 0x9E3779B97F4A7C15u + 1);
    printf("%lu programs\n", n);
    return 0;
}
#else
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    one(data, size, 1);
    return 0;
}
#endif
