// SPDX-License-Identifier: MIT
// swsb: dependency annotations for targets whose hardware does not track registers.
//
//   before                                             after
//     send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF          send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF {@1,$0}
//     add (8|M0) r5.0<1>:f r4.0<1;1,0>:f r4.0...         add (8|M0) r5.0<1>:f r4.0... {$0.dst}
//     mul (8|M0) r6.0<1>:f r5.0...                       mul (8|M0) r6.0<1>:f r5.0... {@1}
//
// Forward data flow over the bytes of the register files: for each in-order pipe the distance to the last writer and reader
// of each byte, and the tokens of out-of-order instructions that still have to write or read it. Tokens are dealt round robin
// in layout order. States at joins are unions, and only grow while iterating, so the final annotation covers every path.
// Waits that one instruction cannot carry together go to sync.nop before it.
//
// Source: isa-encoding.md 6, genx-ir-and-passes.md C.6. Not tracked, because hardware does: acc0, acc1. Tracked although
// hardware may: flags. Instructions that touch other state registers wait for all before them, and are waited for.
//
// Several in-order pipes: a distance counts instructions of one pipe (F@2) or of every pipe (A@2). An instruction that needs
// two pipes takes A@ with the smaller distance. Beside a token a distance has no free choice of its pipe: a send takes A@,
// an ALU instruction its own pipe where its types leave no doubt which that is; otherwise a sync.nop takes the token.

#include "swsb_priv.h"

#include <string.h>

enum { FAR = 0, MAX_TOKENS = 32 };

typedef struct byte_state { // of one byte
    uint8_t wr[SWSB_PIPES], rd[SWSB_PIPES]; // distance to the last write and read in each pipe, FAR = complete
    uint32_t wt, rt;  // tokens that write or read it
} byte_state;

typedef struct state {
    byte_state *b;
    uint8_t state_reg[SWSB_PIPES]; // distance to the last instruction that wrote a state register
    bool reached;
} state;

typedef struct need { // what an instruction must wait for
    uint8_t dist[SWSB_PIPES]; // smallest distance in each pipe, 0 = none
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
    uint8_t pipes;      // that the instruction may run in
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

uint8_t swsb_pipes_of(const isa_model *m, const mir_inst *i) {
    const isa_inst *in = &i->i;
    switch (isa_inst_pipe(m, in)) {
    case ISA_PIPE_I:
        if (in->op == ISA_MUL && isa_type_size_b((isa_type)in->src[0].type) >= 4 &&
            isa_type_size_b((isa_type)in->src[1].type) >= 4)
            return SWSB_I | SWSB_L;
        return SWSB_I;
    case ISA_PIPE_L:
        return SWSB_L;
    case ISA_PIPE_M:
        return SWSB_M;
    default:
        return SWSB_F;
    }
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

static void want_distance(need *n, const uint8_t dist[SWSB_PIPES]) {
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (dist[p] != FAR && (n->dist[p] == 0 || dist[p] < n->dist[p]))
            n->dist[p] = dist[p];
}

static void ask(ctx *c, const byte_state *b, bool write) {
    want_distance(&c->need, b->wr);
    c->need.dst |= b->wt;
    if (!write)
        return;
    c->need.src |= b->rt;
    // An earlier instruction of the same pipe has read before a later one writes; of another pipe or out of order: wait.
    uint8_t rd[SWSB_PIPES];
    memcpy(rd, b->rd, sizeof rd);
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (c->cls == SWSB_IN_ORDER && c->pipes == 1u << p)
            rd[p] = FAR;
    want_distance(&c->need, rd);
}

static void record(ctx *c, byte_state *b, bool write) {
    if (c->cls == SWSB_OUT_OF_ORDER)
        *(write ? &b->wt : &b->rt) |= c->mask;
    for (uint32_t p = 0; c->cls == SWSB_IN_ORDER && p < SWSB_PIPES; p++)
        if (c->pipes >> p & 1u)
            (write ? b->wr : b->rd)[p] = 1;
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

// Instructions of a pipe at this distance or further away are complete.
static void complete_one(uint8_t flying[SWSB_PIPES], const uint8_t dist[SWSB_PIPES]) {
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (dist[p] && flying[p] >= dist[p])
            flying[p] = FAR;
}

static void complete_in_order(state *s, uint32_t n_bytes, const uint8_t dist[SWSB_PIPES]) {
    static const uint8_t none[SWSB_PIPES];
    if (!memcmp(dist, none, sizeof none))
        return;
    for (uint32_t b = 0; b < n_bytes; b++) {
        complete_one(s->b[b].wr, dist);
        complete_one(s->b[b].rd, dist);
    }
    complete_one(s->state_reg, dist);
}

// One more instruction of pipe p.
static void age_one(uint8_t *dist, uint32_t p) {
    if (*dist && ++*dist > swsb_depth(p))
        *dist = FAR;
}

static void age(state *s, uint32_t n_bytes, uint32_t p) {
    for (uint32_t b = 0; b < n_bytes; b++) {
        age_one(&s->b[b].wr[p], p);
        age_one(&s->b[b].rd[p], p);
    }
    age_one(&s->state_reg[p], p);
}

// into = the nearer of both in each pipe; true when it changed.
static bool nearer(uint8_t into[SWSB_PIPES], const uint8_t from[SWSB_PIPES]) {
    bool changed = false;
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (from[p] != FAR && (into[p] == FAR || from[p] < into[p])) {
            into[p] = from[p];
            changed = true;
        }
    return changed;
}

// into = union of both; true when it changed.
static bool join(ctx *c, state *into, const state *from) {
    bool grew = !into->reached;
    into->reached = true;
    for (uint32_t b = 0; b < c->n_bytes; b++) {
        byte_state *n = &into->b[b];
        const byte_state *f = &from->b[b];
        grew |= nearer(n->wr, f->wr);
        grew |= nearer(n->rd, f->rd);
        grew |= (f->wt & ~n->wt) != 0 || (f->rt & ~n->rt) != 0;
        n->wt |= f->wt;
        n->rt |= f->rt;
    }
    return nearer(into->state_reg, from->state_reg) || grew;
}

// Annotation ---------------------------------------------------------------------------------------

static void sync_nop(cg_ctx *cx, isa_swsb annotation) {
    mir_inst *s = cg_inst1(cx, ISA_SYNC, 1, cg_none(), isa_null(ISA_TYPE_NONE));
    s->i.fc = ISA_SYNC_NOP;
    s->i.no_mask = false;
    s->i.swsb = annotation;
}

static uint32_t lowest(uint32_t mask) {
    return (uint32_t)__builtin_ctz(mask);
}

// The distance that covers a need, clipped to what encodes; the need becomes what that distance really waits for.
static isa_swsb distance_of(const isa_model *m, uint8_t dist[SWSB_PIPES], bool any_pipe) {
    static const uint8_t tags[SWSB_PIPES] = {ISA_PIPE_F, ISA_PIPE_I, ISA_PIPE_L, ISA_PIPE_M};
    isa_swsb s = {0};
    uint32_t n = 0;
    for (uint32_t p = 0; p < SWSB_PIPES; p++) {
        if (!dist[p])
            continue;
        s.dist = s.dist == 0 || dist[p] < s.dist ? dist[p] : s.dist;
        s.pipe = tags[p];
        n++;
    }
    s.dist = s.dist > m->max_regdist ? m->max_regdist : s.dist;
    if (n == 0 || m->pipe_count == 1)
        s.pipe = ISA_PIPE_NONE;
    else if (n > 1 || any_pipe)
        s.pipe = ISA_PIPE_ALL;
    for (uint32_t p = 0; p < SWSB_PIPES && n != 0; p++)
        if (s.pipe == ISA_PIPE_ALL || s.pipe == ISA_PIPE_NONE || dist[p])
            dist[p] = s.dist;
    return s;
}

// The pipe that hardware takes for an untagged distance: by source types or by the result's; 0 when these differ.
static uint8_t inferred_pipe(const isa_model *m, const mir_inst *i) {
    const isa_op_info *info = isa_op_get((isa_op)i->i.op);
    if (!cg_is_hw(i) || info->format == ISA_FMT_MATH || i->i.dst.file == ISA_FILE_NONE)
        return 0;
    bool is_float = isa_type_is_float((isa_type)i->i.dst.type), same = isa_type_size_b((isa_type)i->i.dst.type) <= 4;
    for (uint32_t k = 0; k < info->n_src; k++)
        same &= isa_type_is_float((isa_type)i->i.src[k].type) == is_float &&
                isa_type_size_b((isa_type)i->i.src[k].type) <= 4;
    uint8_t own = swsb_pipes_of(m, i);
    return same && own == (is_float ? SWSB_F : SWSB_I) ? own : 0;
}

// Whether a distance on this pipe can stand beside a token that is waited for.
static bool combines(const ctx *c, const mir_inst *i, isa_swsb *s) {
    if (c->m->pipe_count == 1)
        return true;
    uint8_t own = inferred_pipe(c->m, i);
    if ((s->pipe == ISA_PIPE_F && own == SWSB_F) || (s->pipe == ISA_PIPE_I && own == SWSB_I)) {
        s->pipe = ISA_PIPE_NONE;
        return true;
    }
    return false;
}

// Turns needs into annotations. An in-order instruction carries a distance and one .dst, or one .src alone; one with a
// token of its own carries a distance. n.dist becomes what is waited for.
static void annotate(ctx *c, mir_inst *i, need *n) {
    bool ooo = c->cls == SWSB_OUT_OF_ORDER, many = c->m->pipe_count > 1;
    isa_swsb s = distance_of(c->m, n->dist, many && ooo);
    if (!c->emit)
        return;
    uint32_t dst = n->dst, src = n->src & ~n->dst;
    cg_at(c->cx, c->cx->block, i);
    if (many && ooo && !cg_is_send(i) && s.dist) { // an untagged distance beside a token would not name its pipe
        sync_nop(c->cx, s);
        s = (isa_swsb){0};
    }
    if (ooo && i->i.eot && !many) {
        s.token_mode = ISA_TOKEN_NONE; // nobody comes after to wait for it
    } else if (ooo) {
        s.token_mode = ISA_TOKEN_SET;
        s.token = i->i.eot ? 0 : c->token[i->id];
    } else if (dst && (!s.dist || combines(c, i, &s))) {
        s.token_mode = ISA_TOKEN_DST;
        s.token = (uint8_t)lowest(dst);
        dst &= dst - 1;
    } else if (src && !s.dist) {
        s.token_mode = ISA_TOKEN_SRC;
        s.token = (uint8_t)lowest(src);
        src &= src - 1;
    }
    for (; dst; dst &= dst - 1)
        sync_nop(c->cx, (isa_swsb){.token_mode = ISA_TOKEN_DST, .token = (uint8_t)lowest(dst)});
    for (; src; src &= src - 1)
        sync_nop(c->cx, (isa_swsb){.token_mode = ISA_TOKEN_SRC, .token = (uint8_t)lowest(src)});
    i->i.swsb = s;
}

static need needs_of(ctx *c, const mir_inst *i) {
    c->need = (need){0};
    walk_accesses(c, i, false);
    static const uint8_t last[SWSB_PIPES] = {1, 1, 1, 1};
    if (swsb_touches_state(c->fn, i))
        want_distance(&c->need, last);
    want_distance(&c->need, c->now.state_reg);
    if (c->cls == SWSB_OUT_OF_ORDER && i->i.eot) // results that nobody waited for must not come after the end
        for (uint32_t b = 0; b < c->n_bytes; b++)
            c->need.dst |= c->now.b[b].wt;
    return c->need;
}

static void step(ctx *c, mir_inst *i) {
    c->cls = swsb_class_of(c->m, i);
    c->pipes = c->cls == SWSB_IN_ORDER ? swsb_pipes_of(c->m, i) : 0;
    need n = needs_of(c, i);
    c->mask = c->cls == SWSB_OUT_OF_ORDER && !i->i.eot ? 1u << c->token[i->id] : 0;
    annotate(c, i, &n);
    // A token that is taken again first waits for its previous user.
    complete_tokens(&c->now, c->n_bytes, n.dst | c->mask, n.src);
    complete_in_order(&c->now, c->n_bytes, n.dist);
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (c->pipes == 1u << p) // what may run in either of two pipes is not counted on in any
            age(&c->now, c->n_bytes, p);
    walk_accesses(c, i, true);
    for (uint32_t p = 0; p < SWSB_PIPES && c->pipes && swsb_touches_state(c->fn, i); p++)
        if (c->pipes >> p & 1u)
            c->now.state_reg[p] = 1;
}

static void run_block(ctx *c, mir_block *b) {
    memcpy(c->now.b, c->in[b->id].b, c->n_bytes * sizeof(byte_state));
    memcpy(c->now.state_reg, c->in[b->id].state_reg, sizeof c->now.state_reg);
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
    bool many = cx->m->pipe_count > 1;
    isa_swsb wait = {.dist = 1, .pipe = many ? ISA_PIPE_ALL : ISA_PIPE_NONE};
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            cx->loc = i->loc;
            i->i.swsb = wait;
            if (swsb_class_of(cx->m, i) != SWSB_OUT_OF_ORDER || (i->i.eot && !many))
                continue;
            cg_at(cx, fn->blocks.data[b], i);
            if (many && !cg_is_send(i)) {
                sync_nop(cx, wait);
                i->i.swsb = (isa_swsb){0};
            }
            i->i.swsb.token_mode = ISA_TOKEN_SET;
            if (i->i.eot)
                continue;
            cg_at(cx, fn->blocks.data[b], next);
            sync_nop(cx, (isa_swsb){.token_mode = ISA_TOKEN_DST});
        }
    }
}

cmc_status cg_pass_swsb(cg_ctx *cx, mir_fn *fn) {
    if (cx->m->sbid_count == 0)
        return CMC_OK;
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
