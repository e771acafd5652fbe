// SPDX-License-Identifier: MIT
// swsb: dependency annotations for targets whose hardware does not track registers.
//
//   before                                             after
//     send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF          send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF {@1,$0}
//     add (8|M0) r5.0<1>:f r4.0<1;1,0>:f r4.0...         add (8|M0) r5.0<1>:f r4.0... {$0.dst}
//     mul (8|M0) r6.0<1>:f r5.0...                       mul (8|M0) r6.0<1>:f r5.0... {@1}
//
// 1. Tokens are assigned in layout order, with what is in flight on forward paths. An instruction reuses the token of a
//    result it waits for. Otherwise it takes the token that has been free longest, or, if all are in use, the one whose
//    instruction completes soonest.
// 2. Forward data flow finds what may be in flight (flight.c), so blocks need no waits at their boundaries. A join is
//    a union and states only grow, so the final annotation covers every path. A wait also ends the needs it covers.
// 3. A loop may wait for results loaded before it, before it issues messages of its own. Such results are waited for
//    all at once before the loop, because iterations after the first would wait in vain. One wait for all is also used
//    where an instruction and the ones after it wait for everything in flight. After a call, in flight are the
//    instructions that its subroutine issued and those in flight at this call, but not those of other calls.
// 4. Each instruction encodes as many waits as it has room for. The others go to a sync before it: sync.nop for one
//    token, sync.allrd or sync.allwr with a mask for several. Such a mask also takes the tokens of the next instructions
//    that would need a sync of their own.
//
// Source: isa-encoding.md 6, genx-ir-and-passes.md C.6. Instructions that touch state registers wait for all earlier
// ones, and all later ones wait for them. Hardware tracks flags, addresses and accumulators.
//
// Several in-order pipes: a distance counts instructions of one pipe (F@2) or of every pipe (A@2). An instruction that
// needs two pipes takes A@ with the smaller distance. Hardware infers the pipe of an untagged distance beside a token.
// That form is used only where the types leave no doubt.

#include "live/subs.h"
#include "swsb/flight.h"

#include <string.h>

// Straight-line code never has more instructions in flight. Where more paths meet, a wait for all keeps the lists of
// a large kernel short.
enum { MAX_TOKENS = 32, MAX_UNDER_WAY = 128 };

// Results in flight before a loop, and those that the loop waits for.
enum { MAX_WATCHED = 64 };
typedef struct watch {
    const flight_info *f[MAX_WATCHED];
    uint32_t n;
    uint64_t wanted;
    bool over; // the loop issues a message of its own
} watch;

typedef struct ctx {
    cg_ctx *cx;
    mir_fn *fn;
    const isa_model *m;
    flight_info *infos; // by instruction id
    uint32_t n_tokens;
    uint8_t *token;    // by instruction id
    flights *in;       // by block
    flights *at_call;  // by calling block: the state at its end
    sub_list *waiting; // by returning block: calls whose state grew since it last ran
    cmc_bitset more;   // returning blocks whose own state grew
    const sub_table *subs;
    bool **inside; // by subroutine and block
    flights now;
    bool *settle;    // by block: its end waits for all results in flight
    bool *crowded;   // by block: its end waits for everything in flight
    watch *watching; // set while a loop is examined
    bool emit;
} ctx;

// Annotation

static mir_inst *sync_inst(cg_ctx *cx, uint8_t fc, isa_swsb annotation) {
    mir_inst *s = cg_inst1(cx, ISA_SYNC, 1, cg_none(), isa_null(ISA_TYPE_NONE));
    s->i.fc = fc;
    s->i.no_mask = false;
    s->i.swsb = annotation;
    return s;
}

static void sync_nop(cg_ctx *cx, isa_swsb annotation) {
    sync_inst(cx, ISA_SYNC_NOP, annotation);
}

// The distance that covers a need, clipped to the encoding's range; updates the need to what that distance waits for.
static isa_swsb distance_of(const isa_model *m, uint8_t dist[SWSB_PIPES]) {
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
    else if (n > 1)
        s.pipe = ISA_PIPE_ALL;
    for (uint32_t p = 0; p < SWSB_PIPES && n != 0; p++)
        if (s.pipe == ISA_PIPE_ALL || s.pipe == ISA_PIPE_NONE || dist[p])
            dist[p] = s.dist;
    return s;
}

// The pipe hardware infers for an untagged distance, from the types of the sources or of the destination; 0 when
// these differ.
static uint8_t inferred_pipe(const isa_model *m, const mir_inst *i) {
    const isa_op_info *info = isa_op_get((isa_op)i->i.op);
    if (swsb_class_of(m, i) != SWSB_IN_ORDER || info->format == ISA_FMT_MATH || i->i.dst.file == ISA_FILE_NONE)
        return 0;
    bool is_float = isa_type_is_float((isa_type)i->i.dst.type), same = isa_type_size_b((isa_type)i->i.dst.type) <= 4;
    for (uint32_t k = 0; k < info->n_src; k++)
        same &= isa_type_is_float((isa_type)i->i.src[k].type) == is_float &&
                isa_type_size_b((isa_type)i->i.src[k].type) <= 4;
    uint8_t own = swsb_pipes_of(m, i);
    if (!same || own != (is_float ? SWSB_F : SWSB_I))
        return 0;
    return is_float ? ISA_PIPE_F : ISA_PIPE_I;
}

// Whether the instruction can encode distance d together with a token; *out receives the annotation. A wider distance
// covers a narrower one, so A@ can replace any pipe.
static bool combine(const ctx *c, const mir_inst *i, isa_swsb d, uint8_t mode, uint32_t token, isa_swsb *out) {
    uint8_t tries[3] = {d.pipe, ISA_PIPE_ALL, ISA_PIPE_ALL};
    isa_inst t = i->i;
    if (d.dist && d.pipe && inferred_pipe(c->m, i) == d.pipe)
        tries[1] = ISA_PIPE_NONE;
    for (uint32_t k = 0; k < 3; k++) {
        t.swsb = (isa_swsb){.dist = d.dist, .pipe = tries[k], .token_mode = mode, .token = (uint8_t)token};
        if (isa_swsb_fits(c->m, &t)) {
            *out = t.swsb;
            return true;
        }
    }
    return false;
}

static uint32_t lowest(uint32_t mask) {
    return (uint32_t)__builtin_ctz(mask);
}

// Extends the need to all pipes when A@ replaces the distance of one pipe.
static void widen(need *n, const isa_swsb *s) {
    for (uint32_t p = 0; p < SWSB_PIPES && s->dist && s->pipe == ISA_PIPE_ALL; p++)
        n->dist[p] = s->dist;
}

// An instruction with its own token: the distance is encoded with it or left for a sync.
static isa_swsb with_own_token(ctx *c, const mir_inst *i, isa_swsb *d, need *n) {
    isa_swsb s = {.token_mode = ISA_TOKEN_SET, .token = i->i.eot ? 0 : c->token[i->id]};
    if (i->i.eot && c->m->pipe_count == 1) // no later instruction can wait for it
        s = *d;
    else if (d->dist && !combine(c, i, *d, ISA_TOKEN_SET, s.token, &s))
        return s;
    *d = (isa_swsb){0};
    widen(n, &s);
    return s;
}

// Encodes a distance and one token together, or one of them; removes an encoded token from its mask.
static isa_swsb with_waits(const ctx *c, const mir_inst *i, isa_swsb d, need *n, uint32_t *dst, uint32_t *src) {
    isa_swsb s = d;
    if (*dst && combine(c, i, d, ISA_TOKEN_DST, lowest(*dst), &s))
        *dst &= *dst - 1;
    else if (*src && combine(c, i, d, ISA_TOKEN_SRC, lowest(*src), &s))
        *src &= *src - 1;
    widen(n, &s);
    return s;
}

static uint32_t under_way(const ctx *c, bool *results) {
    uint32_t tokens = 0;
    *results = true;
    for (uint32_t k = 0; k < c->now.v.len; k++)
        if (c->now.v.data[k].f->cls == SWSB_OUT_OF_ORDER) {
            tokens |= 1u << c->now.v.data[k].token;
            *results &= c->now.v.data[k].f->result;
        }
    return tokens;
}

// Whether i and the instructions after it, up to the next message, wait for all results in flight; then one wait
// suffices.
static bool wants_all_here(ctx *c, const mir_inst *i, uint32_t dst) {
    enum { FAR_AHEAD = 16, WORTH_IT = 3 };
    bool results;
    uint32_t all = under_way(c, &results), ahead = 0;
    if (!results || __builtin_popcount(all) < WORTH_IT)
        return false;
    for (const mir_inst *j = i->next; j && dst != all && ahead < FAR_AHEAD; j = j->next, ahead++) {
        if (!cg_is_hw(j))
            continue;
        if (c->infos[j->id].cls == SWSB_OUT_OF_ORDER)
            break;
        dst |= flight_needs(&c->now, &c->infos[j->id]).dst;
    }
    return dst == all;
}

// Whether the instructions from i to the next message wait for the source reads of so many messages that one wait for
// all pays off.
static bool wants_reads_here(ctx *c, const mir_inst *i, uint32_t src) {
    enum { FAR_AHEAD = 24, WORTH_IT = 6 };
    uint32_t ahead = 0;
    for (const mir_inst *j = i->next; j && ahead < FAR_AHEAD; j = j->next, ahead++) {
        if (!cg_is_hw(j))
            continue;
        if (c->infos[j->id].cls == SWSB_OUT_OF_ORDER)
            break;
        src |= flight_needs(&c->now, &c->infos[j->id]).src;
    }
    return __builtin_popcount(src) >= WORTH_IT;
}

// Whether an instruction cannot encode its waits.
static bool needs_sync(const ctx *c, const mir_inst *i, need n) {
    isa_swsb d = distance_of(c->m, n.dist), s;
    uint32_t tokens = n.dst | n.src;
    if (tokens & (tokens - 1))
        return true;
    return tokens && !combine(c, i, d, n.dst ? ISA_TOKEN_DST : ISA_TOKEN_SRC, lowest(tokens), &s);
}

// Adds the tokens for which instructions soon after i, before the next message, would need a sync too.
static void look_ahead(ctx *c, const mir_inst *i, uint32_t *dst, uint32_t *src) {
    enum { NEAR = 8 };
    bool reads = *src != 0, results = *dst != 0;
    uint32_t ahead = 0;
    for (const mir_inst *j = i->next; j && ahead < NEAR; j = j->next) {
        if (!cg_is_hw(j))
            continue;
        if (c->infos[j->id].cls != SWSB_IN_ORDER)
            return;
        need n = flight_needs(&c->now, &c->infos[j->id]);
        ahead++;
        if (!needs_sync(c, j, n))
            continue;
        *dst |= results ? n.dst : 0;
        *src |= reads ? n.src : 0;
    }
}

// One sync for all tokens of a mask. It also takes the distance that i could not encode, if there is room.
static void sync_tokens(ctx *c, uint8_t all, uint8_t mode, uint32_t mask, isa_swsb *d) {
    bool several = mask & (mask - 1);
    if (!mask)
        return;
    mir_inst *s = sync_inst(c->cx, several ? all : ISA_SYNC_NOP, (isa_swsb){0});
    if (several)
        s->i.src[0] = isa_imm(mask, ISA_UD);
    isa_swsb token = several ? (isa_swsb){0} : (isa_swsb){.token_mode = mode, .token = (uint8_t)lowest(mask)};
    s->i.swsb = token;
    s->i.swsb.dist = d->dist;
    s->i.swsb.pipe = d->pipe;
    if (isa_swsb_fits(c->m, &s->i))
        *d = (isa_swsb){0};
    else
        s->i.swsb = token;
}

static void emit_syncs(ctx *c, isa_swsb d, uint32_t dst, uint32_t src) {
    sync_tokens(c, ISA_SYNC_ALLWR, ISA_TOKEN_DST, dst, &d);
    sync_tokens(c, ISA_SYNC_ALLRD, ISA_TOKEN_SRC, src, &d);
    if (d.dist)
        sync_nop(c->cx, d);
}

// Where one wait for everything in flight suffices, it is emitted; updates n and the tokens that are left.
static void wait_for_all(ctx *c, const mir_inst *i, need *n, uint32_t *dst, uint32_t *src) {
    bool results;
    if (*dst && wants_all_here(c, i, *dst)) {
        n->dst = under_way(c, &results);
        n->src = *dst = *src = 0;
        if (c->emit)
            sync_inst(c->cx, ISA_SYNC_ALLWR, (isa_swsb){0});
    }
    if (*src && wants_reads_here(c, i, *src)) {
        n->src = under_way(c, &results) & ~*dst;
        *src = 0;
        if (c->emit)
            sync_inst(c->cx, ISA_SYNC_ALLRD, (isa_swsb){0});
    }
}

// Turns needs into annotations; updates n to what is waited for.
static void annotate(ctx *c, mir_inst *i, const flight_info *f, need *n) {
    uint32_t own =
        f->cls == SWSB_OUT_OF_ORDER && !i->i.eot ? 1u << c->token[i->id] : 0; // waits for its last user implicitly
    uint32_t dst = n->dst & ~own, src = n->src & ~own;
    isa_swsb d = distance_of(c->m, n->dist), s, left = {0};
    cg_at(c->cx, c->cx->block, i);
    if (!c->watching && f->cls == SWSB_IN_ORDER)
        wait_for_all(c, i, n, &dst, &src);
    if (f->cls == SWSB_OUT_OF_ORDER) {
        left = d;
        s = with_own_token(c, i, &left, n);
    } else {
        s = with_waits(c, i, d, n, &dst, &src);
    }
    if (!c->watching && f->cls == SWSB_IN_ORDER && (dst | src)) {
        look_ahead(c, i, &dst, &src);
        n->dst |= dst;
        n->src |= src;
    }
    if (!c->emit)
        return;
    if (i->i.eot && dst & (dst - 1)) { // waits for everything in flight: one instruction suffices
        sync_inst(c->cx, ISA_SYNC_ALLWR, (isa_swsb){0});
        dst = 0;
    }
    emit_syncs(c, left, dst, src);
    i->i.swsb = s;
}

// One instruction

static need needs_of(ctx *c, const flight_info *f) {
    need n = flight_needs(&c->now, f);
    // State also waits for instructions no longer in the list. Calls and returns: instructions after them count
    // distances from there.
    bool all = f->state || mir_inst_is_call(f->inst) || mir_inst_is_return(f->inst);
    for (uint32_t p = 0; p < SWSB_PIPES && all; p++)
        n.dist[p] = 1;
    return n;
}

static void note_wanted(const ctx *c, const flight_info *f) {
    watch *w = c->watching;
    w->over |= f->cls == SWSB_OUT_OF_ORDER;
    for (uint32_t k = 0; k < c->now.v.len && !w->over; k++)
        for (uint32_t j = 0; j < w->n; j++)
            if (c->now.v.data[k].f == w->f[j] && c->now.v.data[k].f->cls == SWSB_OUT_OF_ORDER &&
                c->now.v.data[k].want == 2)
                w->wanted |= 1ull << j;
}

// A conditional branch becomes an instruction at emission, so a sync before it waits for the flag.
static void wait_for_flag(ctx *c, mir_inst *i) {
    need n = {.dst = flight_needs(&c->now, &c->infos[i->id]).dst};
    if (c->watching)
        note_wanted(c, &c->infos[i->id]);
    if (c->emit && n.dst) {
        cg_at(c->cx, c->cx->block, i);
        emit_syncs(c, (isa_swsb){0}, n.dst, 0);
    }
    flight_complete(&c->now, &n);
}

static void step(ctx *c, mir_inst *i) {
    const flight_info *f = &c->infos[i->id];
    if (i->i.op == MIR_CBR)
        wait_for_flag(c, i);
    if (!cg_is_hw(i))
        return;
    need n = needs_of(c, f);
    if (c->watching)
        note_wanted(c, f);
    annotate(c, i, f, &n);
    bool takes = f->cls == SWSB_OUT_OF_ORDER && !i->i.eot;
    if (takes) // reusing a token waits for its previous user
        n.dst |= 1u << c->token[i->id];
    flight_complete(&c->now, &n);
    if ((takes || f->cls == SWSB_IN_ORDER) && !flight_issue(&c->now, f, takes ? c->token[i->id] : 0, c->cx->scratch))
        c->cx->oom = true;
}

// Tokens

typedef struct dealer {
    uint32_t holder[MAX_TOKENS]; // when its last user was issued, plus one; 0 = never
    const flight_info *user[MAX_TOKENS];
    uint32_t when;
} dealer;

// Estimated cycles until an instruction is complete; each instruction since counts as two cycles.
static uint32_t time_left(const ctx *c, const dealer *d, uint32_t t) {
    uint32_t latency = isa_inst_latency(c->m, &d->user[t]->inst->i), gone = 2 * (d->when - d->holder[t] + 1);
    return latency > gone ? latency - gone : 0;
}

// Reusing the token of a result that must be waited for anyway saves a wait.
static uint32_t choose_token(const ctx *c, const dealer *d, uint32_t waited) {
    uint32_t held = 0, best = 0;
    if (waited)
        return lowest(waited);
    for (uint32_t k = 0; k < c->now.v.len; k++)
        if (c->now.v.data[k].f->cls == SWSB_OUT_OF_ORDER)
            held |= 1u << c->now.v.data[k].token;
    for (uint32_t t = 1; t < c->n_tokens; t++) {
        bool t_free = !(held >> t & 1), best_free = !(held >> best & 1);
        uint32_t a = t_free || !d->user[t] ? 0 : time_left(c, d, t),
                 b = best_free || !d->user[best] ? 0 : time_left(c, d, best);
        if (t_free != best_free ? t_free : a != b ? a < b : d->holder[t] < d->holder[best])
            best = t;
    }
    return best;
}

// What is in flight where a block begins, if a block before it leads there; else what was in flight before it.
static void begin_block(ctx *c, uint32_t b) {
    const flights *in = &c->in[b];
    c->cx->block = c->fn->blocks.data[b];
    if (!in->reached)
        return;
    c->now.v.len = c->now.seq = 0;
    for (uint32_t k = 0; k < in->v.len; k++)
        c->cx->oom |= !cmc_vec_push(c->cx->scratch, &c->now.v, in->v.data[k]);
}

static void end_block(ctx *c, uint32_t b) {
    bool grew;
    for (mir_succ s = mir_succ_of(c->fn, c->fn->blocks.data[b]); mir_succ_next(&s);)
        if (s.id > b && c->now.v.len <= MAX_UNDER_WAY)
            c->cx->oom |= !flight_join(&c->in[s.id], &c->now, c->cx->scratch, &grew);
}

static void deal_tokens(ctx *c) {
    dealer d = {0};
    for (uint32_t b = 0; b < c->fn->blocks.len; b++) {
        begin_block(c, b);
        for (mir_inst *i = c->cx->block->first; i; i = i->next, d.when++) {
            const flight_info *f = &c->infos[i->id];
            if (f->cls == SWSB_OUT_OF_ORDER && !i->i.eot) {
                need n = needs_of(c, f);
                uint32_t t = choose_token(c, &d, n.dst);
                c->token[i->id] = (uint8_t)t;
                d.holder[t] = d.when + 1;
                d.user[t] = f;
            }
            step(c, i);
        }
        end_block(c, b);
    }
}

// Flow

// A block that only enters a loop waits at its end for all results in flight; a crowded block also waits for in-order
// instructions.
static void settle(ctx *c, mir_block *b) {
    need n = {0};
    for (uint32_t p = 0; p < SWSB_PIPES && c->crowded[b->id]; p++)
        n.dist[p] = 1;
    isa_swsb d = distance_of(c->m, n.dist);
    for (uint32_t k = 0; k < c->now.v.len; k++)
        if (c->now.v.data[k].f->cls == SWSB_OUT_OF_ORDER)
            n.dst |= 1u << c->now.v.data[k].token;
    flight_complete(&c->now, &n);
    if (!c->emit)
        return;
    cg_at(c->cx, b, b->last && mir_inst_is_branch(b->last) ? b->last : NULL);
    if (d.dist)
        sync_nop(c->cx, d);
    if (n.dst)
        sync_inst(c->cx, ISA_SYNC_ALLWR, (isa_swsb){0});
}

static void run_block(ctx *c, mir_block *b) {
    c->now.v.len = 0;
    c->now.seq = 0;
    for (uint32_t k = 0; k < c->in[b->id].v.len; k++)
        c->cx->oom |= !cmc_vec_push(c->cx->scratch, &c->now.v, c->in[b->id].v.data[k]);
    c->cx->block = b;
    for (mir_inst *i = b->first, *next; i; i = next) {
        next = i->next;
        step(c, i);
    }
    if (c->now.v.len > MAX_UNDER_WAY && b->last && !mir_inst_ends_thread(b->last))
        c->crowded[b->id] = true;
    if (c->settle[b->id] || c->crowded[b->id])
        settle(c, b);
}

// The state on entry to a block grew.
static void enter(ctx *c, uint32_t b, cmc_bitset *dirty) {
    cmc_bitset_set(dirty, b);
    cmc_bitset_set(&c->more, b);
}

// Propagates the state of b, which has just run, to the return points of its calls: all of them if b's own state
// grew, else those of the waiting calls.
static bool go_back(ctx *c, uint32_t b, cmc_bitset *dirty) {
    uint32_t s = subs_of_return(c->fn, c->subs, b);
    const sub_list *calls = !cmc_bitset_get(&c->more, b) ? &c->waiting[b]
                            : s < c->subs->n             ? &c->subs->of[s].calls
                                                         : NULL;
    bool again = false, grew;
    for (uint32_t k = 0; calls && k < calls->len; k++) {
        uint32_t call = calls->data[k], back = subs_back(c->fn, call);
        if (!c->at_call[call].reached)
            continue;
        c->cx->oom |= !flight_return(&c->in[back], &c->now, &c->at_call[call], c->inside[s], c->cx->scratch, &grew);
        if (grew)
            enter(c, back, dirty);
        again |= grew && back <= b;
    }
    c->waiting[b].len = 0;
    return again;
}

// The state at a call grew, so the state after it may grow too.
static bool note_call(ctx *c, uint32_t b, cmc_bitset *dirty) {
    const sub_info *s = &c->subs->of[c->subs->called[b] - 1];
    bool grew;
    c->cx->oom |= !flight_join(&c->at_call[b], &c->now, c->cx->scratch, &grew);
    for (uint32_t k = 0; k < s->returns.len && grew; k++)
        if (c->in[s->returns.data[k]].reached) {
            cmc_bitset_set(dirty, s->returns.data[k]);
            c->cx->oom |= !cmc_vec_push(c->cx->scratch, &c->waiting[s->returns.data[k]], b);
        }
    return grew;
}

// True when a block at or before b must run again.
static bool leave_block(ctx *c, uint32_t b, cmc_bitset *dirty) {
    bool again = false, grew;
    if (subs_returns(c->fn, b))
        return go_back(c, b, dirty);
    for (mir_succ s = mir_succ_of(c->fn, c->fn->blocks.data[b]); mir_succ_next(&s);) {
        c->cx->oom |= !flight_join(&c->in[s.id], &c->now, c->cx->scratch, &grew);
        if (grew)
            enter(c, s.id, dirty);
        again |= grew && s.id <= b;
    }
    return (c->subs->called[b] && note_call(c, b, dirty)) || again;
}

static void solve(ctx *c) {
    bool again = true;
    uint32_t n = c->fn->blocks.len;
    cmc_bitset dirty = cmc_bitset_make(c->cx->scratch, n);
    c->more = cmc_bitset_make(c->cx->scratch, n);
    c->waiting = CMC_NEW_N(c->cx->scratch, sub_list, n);
    c->cx->oom |= !dirty.words || !c->more.words || !c->waiting;
    for (uint32_t b = 0; b < n; b++)
        c->in[b] = c->at_call[b] = (flights){0};
    if (c->cx->oom)
        return;
    c->in[0].reached = true;
    enter(c, 0, &dirty);
    while (again && !c->cx->oom) {
        again = false;
        for (uint32_t b = cmc_bitset_next(&dirty, 0); b < n; b = cmc_bitset_next(&dirty, b + 1)) {
            cmc_bitset_clear(&dirty, b);
            run_block(c, c->fn->blocks.data[b]);
            again |= leave_block(c, b, &dirty);
            cmc_bitset_clear(&c->more, b);
        }
    }
}

// Loops

static bool in_loop(const cmc_graph *g, uint32_t n_blocks, uint32_t block, uint32_t header) {
    uint32_t h = cmc_graph_loop_header(g, block);
    while (h < n_blocks && h != header) {
        uint32_t up = cmc_graph_idom(g, h);
        h = up < n_blocks ? cmc_graph_loop_header(g, up) : up;
    }
    return h == header;
}

// The only block outside a loop that enters it, if that block has no other successor; else the number of blocks.
static uint32_t entry_of(const ctx *c, const cmc_graph *g, uint32_t header) {
    uint32_t n = c->fn->blocks.len, entry = n;
    for (uint32_t k = 0; k < cmc_graph_pred_count(g, header); k++) {
        uint32_t p = cmc_graph_pred(g, header, k);
        if (in_loop(g, n, p, header))
            continue;
        if (entry != n || cmc_graph_succ_count(g, p) != 1)
            return n;
        entry = p;
    }
    return entry;
}

// Collects the results in flight at the end of a block; false when there are too few, or other instructions are in
// flight.
static bool watch_end(ctx *c, uint32_t block, watch *w) {
    enum { WORTH_IT = 3 };
    *w = (watch){0};
    run_block(c, c->fn->blocks.data[block]);
    for (uint32_t k = 0; k < c->now.v.len; k++) {
        const flight_info *f = c->now.v.data[k].f;
        if (f->cls != SWSB_OUT_OF_ORDER)
            continue;
        if (!f->result || w->n == MAX_WATCHED)
            return false;
        w->f[w->n++] = f;
    }
    return w->n >= WORTH_IT;
}

// Whether the loop's header waits for all of them before its first message; otherwise that message would be delayed.
static bool head_wants_all(ctx *c, uint32_t header, watch *w) {
    c->watching = w;
    run_block(c, c->fn->blocks.data[header]);
    c->watching = NULL;
    return w->wanted == (w->n == MAX_WATCHED ? UINT64_MAX : (1ull << w->n) - 1);
}

// Finds the blocks that settle, from the solution without them.
static bool find_settled(ctx *c) {
    const cmc_graph *g = cg_flow_graph(c->cx, c->fn);
    uint32_t n = c->fn->blocks.len;
    bool any = false;
    watch w;
    c->cx->oom |= !g;
    bool *found = CMC_NEW_N(c->cx->scratch, bool, n + 1);
    c->cx->oom |= !found;
    for (uint32_t h = 0; h < n && !c->cx->oom; h++) {
        uint32_t entry = cmc_graph_loop_header(g, h) == h ? entry_of(c, g, h) : n;
        if (entry == n || !watch_end(c, entry, &w) || !head_wants_all(c, h, &w))
            continue;
        found[entry] = any = true;
    }
    c->settle = found;
    return any;
}

// Driver

static cmc_status run(ctx *c) {
    uint32_t n = c->fn->blocks.len;
    bool large = c->fn->grf_count > c->m->grf_count;
    c->n_tokens = large ? c->m->sbid_count_large : c->m->sbid_count;
    c->n_tokens = c->n_tokens > MAX_TOKENS ? MAX_TOKENS : c->n_tokens;
    c->infos = flight_infos(c->fn, c->cx->scratch);
    c->token = CMC_NEW_N(c->cx->scratch, uint8_t, c->fn->n_inst_ids + 1);
    c->in = CMC_NEW_N(c->cx->scratch, flights, n + 1);
    c->at_call = CMC_NEW_N(c->cx->scratch, flights, n + 1);
    c->subs = subs_find(c->fn, c->cx->scratch);
    c->inside = c->subs ? subs_inside(c->fn, c->subs, c->cx->scratch) : NULL;
    c->settle = CMC_NEW_N(c->cx->scratch, bool, n + 1);
    c->crowded = CMC_NEW_N(c->cx->scratch, bool, n + 1);
    if (!c->infos || !c->token || !c->in || !c->at_call || !c->inside || !c->settle || !c->crowded)
        return CMC_ERR_OOM;
    deal_tokens(c);
    solve(c);
    if (find_settled(c))
        solve(c);
    if (c->cx->oom)
        return CMC_ERR_OOM;
    c->emit = true;
    for (uint32_t b = 0; b < n; b++)
        run_block(c, c->fn->blocks.data[b]);
    return c->cx->oom ? CMC_ERR_OOM : CMC_OK;
}

// Slow and safe: every instruction waits for all earlier ones.
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
        CMC_TRY(run(&c));
    }
    if (cx->oom)
        return CMC_ERR_OOM;
    return swsb_check(fn, cx->scratch, cx->diag);
}

cmc_status cg_pass_check_swsb(cg_ctx *cx, mir_fn *fn) {
    return swsb_check(fn, cx->scratch, cx->diag);
}
