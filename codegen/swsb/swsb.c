// SPDX-License-Identifier: MIT
// swsb: dependency annotations for targets whose hardware does not track registers.
//
//   before                                             after
//     send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF          send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF {@1,$0}
//     add (8|M0) r5.0<1>:f r4.0<1;1,0>:f r4.0...         add (8|M0) r5.0<1>:f r4.0... {$0.dst}
//     mul (8|M0) r6.0<1>:f r5.0...                       mul (8|M0) r6.0<1>:f r5.0... {@1}
//
// Forward data flow over the bytes of the register files: the distance to the last in-order writer and reader of each
// byte, and the tokens of out-of-order instructions that still have to write or read it. Tokens are dealt round robin
// in layout order. States at joins are unions, and only grow while iterating, so the final annotation covers every path.
// Waits that one instruction cannot carry together go to sync.nop before it.
//
// Source: isa-encoding.md 6, genx-ir-and-passes.md C.6. Not tracked, because hardware does: acc0, acc1. Tracked although
// hardware may: flags. Instructions that touch other state registers wait for all before them, and are waited for.
// Does not handle: targets with several in-order pipes (an error says so).

#include "swsb_priv.h"

#include <string.h>

enum { FAR = 0, MAX_TOKENS = 32 };

typedef struct byte_state { // of one byte
    uint8_t wr, rd;   // distance to the last in-order write and read, FAR = complete
    uint32_t wt, rt;  // tokens that write or read it
} byte_state;

typedef struct state {
    byte_state *b;
    uint8_t state_reg; // distance to the last instruction that wrote a state register
    bool reached;
} state;

typedef struct need { // what an instruction must wait for
    uint8_t dist;       // smallest distance, 0 = none
    uint32_t dst, src;  // token masks
} need;

typedef struct ctx {
    cg_ctx *cx;
    mir_fn *fn;
    const isa_model *m;
    uint32_t n_bytes, grf_bytes;
    uint32_t n_tokens;
    uint8_t *token;     // by instruction id
    state *in;          // by block
    state now;
    need need;
    swsb_class cls;
    uint32_t mask;      // own token
    bool recording;     // the access callback records instead of asking
    bool writes;
    bool emit;
} ctx;

swsb_class swsb_class_of(const isa_model *m, const mir_inst *i) {
    if (!cg_is_hw(i) || mir_inst_is_branch(i))
        return SWSB_UNCOUNTED;
    isa_format f = (isa_format)isa_op_get((isa_op)i->i.op)->format;
    if (f == ISA_FMT_SYNC || f == ISA_FMT_NULLARY || f == ISA_FMT_WAIT)
        return SWSB_UNCOUNTED;
    return isa_inst_pipe(m, &i->i) == ISA_PIPE_NONE ? SWSB_OUT_OF_ORDER : SWSB_IN_ORDER;
}

static void find_state_register(void *user, const isa_access *a) {
    uint32_t kind = a->reg & 0xf0;
    bool tracked = kind == ISA_ARF_NULL || kind == ISA_ARF_A0 || kind == ISA_ARF_F ||
                   (kind == ISA_ARF_ACC && (a->reg & 15) < 2) || kind == ISA_ARF_N || kind == ISA_ARF_TDR;
    if (a->file == ISA_FILE_ARF && !tracked)
        *(bool *)user = true;
}

bool swsb_touches_state(const mir_fn *fn, const mir_inst *i) {
    bool found = false;
    if (cg_is_hw(i))
        isa_inst_effects(fn->model, &i->i, find_state_register, &found);
    return found;
}

// Accesses -----------------------------------------------------------------------------------------

// Bytes of an access in the table: registers, then flags, then addresses. Empty when it is not tracked.
static void byte_range(const ctx *c, const isa_access *a, uint32_t *lo, uint32_t *hi) {
    uint32_t base, limit, kind = a->reg & 0xf0;
    *lo = *hi = 0;
    if (a->file == ISA_FILE_GRF) {
        base = a->reg * c->m->grf_b;
        limit = c->grf_bytes;
    } else if (a->file == ISA_FILE_ARF && kind == ISA_ARF_F) {
        base = c->grf_bytes + 4 * (a->reg & 15);
        limit = c->grf_bytes + 4u * c->m->flag_count;
    } else if (a->file == ISA_FILE_ARF && kind == ISA_ARF_A0) {
        base = c->grf_bytes + 4u * c->m->flag_count;
        limit = c->n_bytes;
    } else {
        return;
    }
    *lo = base + (uint32_t)a->off_b;
    *hi = *lo + (uint32_t)a->len_b > limit ? limit : *lo + (uint32_t)a->len_b;
}

static void want_distance(need *n, uint8_t dist) {
    if (dist != FAR && (n->dist == 0 || dist < n->dist))
        n->dist = dist;
}

static void ask(ctx *c, const byte_state *b, bool write) {
    want_distance(&c->need, b->wr);
    c->need.dst |= b->wt;
    if (write) {
        c->need.src |= b->rt;
        if (c->cls == SWSB_OUT_OF_ORDER) // an in-order reader has read before a later in-order write
            want_distance(&c->need, b->rd);
    }
}

static void record(ctx *c, byte_state *b, bool write) {
    if (c->cls == SWSB_OUT_OF_ORDER) {
        if (write)
            b->wt |= c->mask;
        else
            b->rt |= c->mask;
    } else if (c->cls == SWSB_IN_ORDER) {
        if (write)
            b->wr = 1;
        else
            b->rd = 1;
    }
}

static void on_access(void *user, const isa_access *a) {
    ctx *c = user;
    uint32_t lo, hi;
    byte_range(c, a, &lo, &hi);
    for (uint32_t b = lo; b < hi; b++)
        if (c->recording)
            record(c, &c->now.b[b], a->write);
        else
            ask(c, &c->now.b[b], a->write);
}

static void walk_accesses(ctx *c, const mir_inst *i, bool recording) {
    isa_inst t = i->i;
    c->recording = recording;
    if (i->i.op == MIR_CBR)
        t.op = ISA_JMPI;
    else if (!cg_is_hw(i))
        return;
    // The register file behind a register descriptor's message: its known bits give the lengths.
    if (cg_is_send(i) && t.desc_is_reg) {
        isa_access a0 = {.who = ISA_WHO_ADDR, .dense = true, .file = ISA_FILE_ARF, .reg = ISA_ARF_A0, .len_b = 4};
        on_access(c, &a0);
        t.desc_is_reg = false;
    }
    isa_inst_effects(c->m, &t, on_access, c);
}

// State changes ------------------------------------------------------------------------------------

static void complete_tokens(state *s, uint32_t n_bytes, uint32_t dst, uint32_t src) {
    if (!(dst | src))
        return;
    for (uint32_t b = 0; b < n_bytes; b++) {
        s->b[b].wt &= ~dst;
        s->b[b].rt &= ~(dst | src);
    }
}

// In-order instructions at this distance or further away are complete.
static void complete_in_order(state *s, uint32_t n_bytes, uint8_t dist) {
    if (!dist)
        return;
    for (uint32_t b = 0; b < n_bytes; b++) {
        if (s->b[b].wr >= dist)
            s->b[b].wr = FAR;
        if (s->b[b].rd >= dist)
            s->b[b].rd = FAR;
    }
    if (s->state_reg >= dist)
        s->state_reg = FAR;
}

static void age(state *s, uint32_t n_bytes) {
    for (uint32_t b = 0; b < n_bytes; b++) {
        if (s->b[b].wr && ++s->b[b].wr > SWSB_DEPTH)
            s->b[b].wr = FAR;
        if (s->b[b].rd && ++s->b[b].rd > SWSB_DEPTH)
            s->b[b].rd = FAR;
    }
    if (s->state_reg && ++s->state_reg > SWSB_DEPTH)
        s->state_reg = FAR;
}

static uint8_t nearer(uint8_t a, uint8_t b) {
    return a == FAR ? b : b == FAR ? a : a < b ? a : b;
}

// into = union of both; true when it changed.
static bool join(ctx *c, state *into, const state *from) {
    bool grew = !into->reached;
    into->reached = true;
    for (uint32_t b = 0; b < c->n_bytes; b++) {
        byte_state old = into->b[b], *n = &into->b[b];
        n->wr = nearer(n->wr, from->b[b].wr);
        n->rd = nearer(n->rd, from->b[b].rd);
        n->wt |= from->b[b].wt;
        n->rt |= from->b[b].rt;
        grew |= old.wr != n->wr || old.rd != n->rd || old.wt != n->wt || old.rt != n->rt;
    }
    uint8_t sr = nearer(into->state_reg, from->state_reg);
    grew |= sr != into->state_reg;
    into->state_reg = sr;
    return grew;
}

// Annotation ---------------------------------------------------------------------------------------

static void sync_nop(ctx *c, uint8_t mode, uint32_t token, uint8_t dist) {
    mir_inst *s = cg_inst1(c->cx, ISA_SYNC, 1, cg_none(), isa_null(ISA_TYPE_NONE));
    s->i.fc = ISA_SYNC_NOP;
    s->i.no_mask = false;
    s->i.swsb = (isa_swsb){.dist = dist, .token_mode = mode, .token = (uint8_t)token};
}

static uint32_t lowest(uint32_t mask) {
    return (uint32_t)__builtin_ctz(mask);
}

// Turns needs into annotations. An in-order instruction carries a distance and one .dst, or one .src alone; one with a
// token of its own carries a distance.
static void annotate(ctx *c, mir_inst *i, need n) {
    isa_swsb s = {.dist = n.dist > c->m->max_regdist ? c->m->max_regdist : n.dist};
    n.src &= ~n.dst;
    if (c->cls == SWSB_OUT_OF_ORDER && i->i.eot) {
        s.token_mode = ISA_TOKEN_NONE; // nobody comes after to wait for it
    } else if (c->cls == SWSB_OUT_OF_ORDER) {
        s.token_mode = ISA_TOKEN_SET;
        s.token = c->token[i->id];
    } else if (n.dst) {
        s.token_mode = ISA_TOKEN_DST;
        s.token = (uint8_t)lowest(n.dst);
        n.dst &= n.dst - 1;
    } else if (n.src && !s.dist) {
        s.token_mode = ISA_TOKEN_SRC;
        s.token = (uint8_t)lowest(n.src);
        n.src &= n.src - 1;
    }
    cg_at(c->cx, c->cx->block, i);
    for (; n.dst; n.dst &= n.dst - 1)
        sync_nop(c, ISA_TOKEN_DST, lowest(n.dst), 0);
    for (; n.src; n.src &= n.src - 1)
        sync_nop(c, ISA_TOKEN_SRC, lowest(n.src), 0);
    i->i.swsb = s;
}

static need needs_of(ctx *c, const mir_inst *i) {
    c->need = (need){0};
    walk_accesses(c, i, false);
    bool touches = swsb_touches_state(c->fn, i);
    if (touches)
        want_distance(&c->need, 1);
    want_distance(&c->need, c->now.state_reg);
    if (c->cls == SWSB_OUT_OF_ORDER && i->i.eot) // results that nobody waited for must not come after the end
        for (uint32_t b = 0; b < c->n_bytes; b++)
            c->need.dst |= c->now.b[b].wt;
    return c->need;
}

static void step(ctx *c, mir_inst *i) {
    c->cls = swsb_class_of(c->m, i);
    need n = needs_of(c, i);
    c->mask = c->cls == SWSB_OUT_OF_ORDER && !i->i.eot ? 1u << c->token[i->id] : 0;
    if (c->emit)
        annotate(c, i, n);
    uint8_t dist = n.dist > c->m->max_regdist ? c->m->max_regdist : n.dist;
    // A token that is taken again first waits for its previous user.
    complete_tokens(&c->now, c->n_bytes, n.dst | c->mask, n.src);
    complete_in_order(&c->now, c->n_bytes, dist);
    if (c->cls == SWSB_IN_ORDER)
        age(&c->now, c->n_bytes);
    walk_accesses(c, i, true);
    if (c->cls == SWSB_IN_ORDER && swsb_touches_state(c->fn, i))
        c->now.state_reg = 1;
}

static void run_block(ctx *c, mir_block *b) {
    memcpy(c->now.b, c->in[b->id].b, c->n_bytes * sizeof(byte_state));
    c->now.state_reg = c->in[b->id].state_reg;
    c->cx->block = b;
    for (mir_inst *i = b->first, *next; i; i = next) {
        next = i->next;
        step(c, i);
    }
}

static void solve(ctx *c) {
    bool again = true;
    c->in[0].reached = true;
    while (again) {
        again = false;
        for (uint32_t b = 0; b < c->fn->blocks.len; b++) {
            if (!c->in[b].reached)
                continue;
            run_block(c, c->fn->blocks.data[b]);
            uint32_t succ[3], n = mir_block_succs(c->fn, c->fn->blocks.data[b], succ);
            for (uint32_t s = 0; s < n; s++)
                again |= join(c, &c->in[succ[s]], &c->now);
        }
    }
}

// Driver -------------------------------------------------------------------------------------------

static void deal_tokens(ctx *c) {
    uint32_t next = 0;
    for (uint32_t b = 0; b < c->fn->blocks.len; b++)
        for (const mir_inst *i = c->fn->blocks.data[b]->first; i; i = i->next)
            if (swsb_class_of(c->m, i) == SWSB_OUT_OF_ORDER) {
                c->token[i->id] = (uint8_t)next;
                next = (next + 1) % c->n_tokens;
            }
}

static bool prepare(ctx *c) {
    c->grf_bytes = c->fn->grf_count * c->m->grf_b;
    c->n_bytes = c->grf_bytes + 4u * c->m->flag_count + 32;
    bool large = c->fn->grf_count > c->m->grf_count;
    c->n_tokens = large ? c->m->sbid_count_large : c->m->sbid_count;
    c->n_tokens = c->n_tokens > MAX_TOKENS ? MAX_TOKENS : c->n_tokens;
    c->token = CMC_NEW_N(c->cx->scratch, uint8_t, c->fn->n_inst_ids + 1);
    c->in = CMC_NEW_N(c->cx->scratch, state, c->fn->blocks.len + 1);
    c->now.b = CMC_NEW_N(c->cx->scratch, byte_state, c->n_bytes);
    for (uint32_t b = 0; c->in && b < c->fn->blocks.len; b++)
        if (!(c->in[b].b = CMC_NEW_N(c->cx->scratch, byte_state, c->n_bytes)))
            return false;
    return c->token && c->in && c->now.b;
}

// Slow and safe: everything waits for everything before it.
static void serialise(cg_ctx *cx, mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        cx->block = fn->blocks.data[b];
        for (mir_inst *i = cx->block->first, *next; i; i = next) {
            next = i->next;
            swsb_class cls = swsb_class_of(cx->m, i);
            i->i.swsb = (isa_swsb){.dist = 1};
            if (cls != SWSB_OUT_OF_ORDER)
                continue;
            if (i->i.eot)
                continue;
            i->i.swsb.token_mode = ISA_TOKEN_SET;
            cx->at = next;
            cx->loc = i->loc;
            mir_inst *s = cg_inst1(cx, ISA_SYNC, 1, cg_none(), isa_null(ISA_TYPE_NONE));
            s->i.fc = ISA_SYNC_NOP;
            s->i.no_mask = false;
            s->i.swsb = (isa_swsb){.token_mode = ISA_TOKEN_DST};
        }
    }
}

cmc_status cg_pass_swsb(cg_ctx *cx, mir_fn *fn) {
    if (cx->m->sbid_count == 0)
        return CMC_OK;
    if (cx->m->pipe_count > 1) {
        cmc_diag_error(cx->diag, "CG0401", "the scoreboard of %s with its %u in-order pipes is not supported",
                       cx->m->name, (unsigned)cx->m->pipe_count);
        return CMC_ERR_UNSUPPORTED;
    }
    cx->changed = true;
    if (cx->opts->swsb_serial) {
        serialise(cx, fn);
    } else {
        ctx c = {.cx = cx, .fn = fn, .m = cx->m};
        if (!prepare(&c))
            return CMC_ERR_OOM;
        deal_tokens(&c);
        solve(&c);
        c.emit = true;
        for (uint32_t b = 0; b < fn->blocks.len; b++)
            run_block(&c, fn->blocks.data[b]);
    }
    if (cx->oom)
        return CMC_ERR_OOM;
    return swsb_check(fn, cx->scratch, cx->diag);
}

cmc_status cg_pass_check_swsb(cg_ctx *cx, mir_fn *fn) {
    return swsb_check(fn, cx->scratch, cx->diag);
}
