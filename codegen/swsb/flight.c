// SPDX-License-Identifier: MIT
// The list of instructions in flight: see flight.h.
//
//   older          newer            read after write  write after write  write after read
//   in order       same pipe        distance          -                  -
//   in order       another pipe     distance          distance           distance
//   in order       out of order     distance          distance           distance
//   out of order   any              token.dst         token.dst          token.src, - in one unit
//
// (isa-encoding.md 6.4; matches iga64 -Xauto-deps.) The state is a list, not a table of bytes. It holds at most the
// depth of the pipes plus one instruction per token, so joins are fast however large the register file is.

#include "swsb/flight.h"

#include <assert.h>
#include <string.h>

// Facts

typedef struct collector {
    cmc_arena *a;
    const mir_fn *fn;
    CMC_VEC(flight_span) spans;
    flight_info *f;
    bool oom;
} collector;

static void on_range(void *user, uint32_t lo, uint32_t hi, bool write) {
    collector *c = user;
    uint32_t grf_b = c->fn->model->grf_b;
    uint64_t *rows = write ? c->f->writes : c->f->reads;
    if (lo >= hi)
        return;
    if (lo >= SWSB_ARF)
        rows[FLIGHT_ROWS - 1] = 1;
    for (uint32_t r = lo / grf_b; r <= (hi - 1) / grf_b && r < 64 * (FLIGHT_ROWS - 1); r++)
        rows[r / 64] |= (uint64_t)1 << r % 64;
    c->f->result |= write && (lo < SWSB_ARF || c->f->cls == SWSB_OUT_OF_ORDER);
    flight_span s = {lo, hi, write};
    c->oom |= !cmc_vec_push(c->a, &c->spans, s);
}

static bool describe(collector *c, flight_info *f, const mir_inst *i) {
    f->inst = i;
    f->cls = (uint8_t)swsb_class_of(c->fn->model, i);
    f->pipes = f->cls == SWSB_IN_ORDER ? swsb_pipes_of(c->fn->model, i) : 0;
    f->unit = f->cls == SWSB_OUT_OF_ORDER ? swsb_unit_of(i) : 0;
    f->state = swsb_touches_state(c->fn, i);
    c->f = f;
    c->spans.len = 0;
    swsb_ranges(c->fn, i, on_range, c);
    flight_span *own = CMC_NEW_N(c->a, flight_span, c->spans.len);
    if (!own || c->oom)
        return false;
    if (c->spans.len)
        memcpy(own, c->spans.data, c->spans.len * sizeof *own);
    f->spans = own;
    f->n_spans = c->spans.len;
    return true;
}

flight_info *flight_infos(const mir_fn *fn, cmc_arena *a) {
    assert(fn && a);
    collector c = {.a = a, .fn = fn};
    flight_info *infos = CMC_NEW_N(a, flight_info, fn->n_inst_ids + 1);
    for (uint32_t b = 0; infos && b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            infos[i->id].block = b;
            if (!describe(&c, &infos[i->id], i))
                return NULL;
        }
    return infos;
}

// Needs

static bool share_rows(const uint64_t *a, const uint64_t *b) {
    uint64_t any = 0;
    for (uint32_t r = 0; r < FLIGHT_ROWS; r++)
        any |= a[r] & b[r];
    return any != 0;
}

// Flags, addresses and accumulators count between two writers, and after an instruction that writes them out of order.
static bool overlap(const flight_info *old, bool old_write, const flight_info *new, bool new_write) {
    bool arf = old_write && (new_write || old->cls == SWSB_OUT_OF_ORDER);
    if (!share_rows(old_write ? old->writes : old->reads, new_write ? new->writes : new->reads))
        return false;
    for (uint32_t x = 0; x < old->n_spans; x++)
        for (uint32_t y = 0; y < new->n_spans && old->spans[x].write == old_write; y++)
            if (new->spans[y].write == new_write &&
                old->spans[x].lo < new->spans[y].hi &&new->spans[y].lo < old->spans[x].hi &&
                (arf || old->spans[x].lo < SWSB_ARF))
                return true;
    return false;
}

static void want_distance(need *n, const uint8_t age[SWSB_PIPES]) {
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (age[p] && (n->dist[p] == 0 || age[p] < n->dist[p]))
            n->dist[p] = age[p];
}

// Both use the same known pipe: results complete in order, and sources have been read.
static bool same_pipe(const flight_info *a, const flight_info *b) {
    return a->pipes == b->pipes && (a->pipes & (a->pipes - 1)) == 0 && b->cls == SWSB_IN_ORDER;
}

// Computes the wait of f for one instruction in flight: a distance is added to n, a token is noted in o->want.
static void need_of_one(need *n, flight *o, const flight_info *f) {
    o->want = 0;
    if (o->f->cls == SWSB_IN_ORDER) {
        if (f->state || o->f->state || overlap(o->f, true, f, false) ||
            (!same_pipe(o->f, f) && (overlap(o->f, true, f, true) || overlap(o->f, false, f, true))))
            want_distance(n, o->age);
        return;
    }
    bool one_unit = f->cls == SWSB_OUT_OF_ORDER && f->unit == o->f->unit;
    // Unused results must still arrive before the thread ends.
    if (overlap(o->f, true, f, false) || overlap(o->f, true, f, true) || (f->inst->i.eot && o->f->result))
        o->want = 2;
    else if (!o->read_done && !one_unit && overlap(o->f, false, f, true))
        o->want = 1;
}

// Whether a wait for a later instruction of the same unit covers the wait for o.
static bool covered(const flights *s, const flight *o) {
    for (uint32_t k = 0; k < s->v.len; k++) {
        const flight *l = &s->v.data[k];
        if (l->want && l->f->unit == o->f->unit && l->f->cls == SWSB_OUT_OF_ORDER && o->seq < l->seq &&
            (o->want == 1 || (l->want == 2 && swsb_unit_finishes_in_order(o->f->unit))))
            return true;
    }
    return false;
}

need flight_needs(flights *s, const flight_info *f) {
    need n = {0};
    bool tokens = false;
    for (uint32_t k = 0; k < s->v.len; k++) {
        need_of_one(&n, &s->v.data[k], f);
        tokens |= s->v.data[k].want != 0;
    }
    for (uint32_t k = 0; k < s->v.len && tokens; k++) {
        const flight *o = &s->v.data[k];
        if (o->want && !covered(s, o))
            *(o->want == 2 ? &n.dst : &n.src) |= 1u << o->token;
    }
    n.src &= ~n.dst;
    return n;
}

// Time

// A unit takes its instructions in order: when one has read its sources, all earlier ones have too. Math and dpas
// also complete in order.
static void unit_reached(flights *s, const flight *later, bool complete) {
    for (uint32_t k = 0; k < s->v.len; k++) {
        flight *o = &s->v.data[k];
        if (o->f->cls != SWSB_OUT_OF_ORDER || o->f->unit != later->f->unit || o->seq >= later->seq)
            continue;
        o->read_done = true;
        o->complete |= complete && swsb_unit_finishes_in_order(o->f->unit);
    }
}

void flight_complete(flights *s, const need *n) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->v.len; k++) {
        flight *o = &s->v.data[k];
        if (o->f->cls != SWSB_OUT_OF_ORDER || !((n->dst | n->src) >> o->token & 1))
            continue;
        flight later = *o;
        o->read_done = true;
        unit_reached(s, &later, n->dst >> later.token & 1);
    }
    for (uint32_t k = 0; k < s->v.len; k++) {
        flight o = s->v.data[k];
        bool flying = false;
        for (uint32_t p = 0; p < SWSB_PIPES && o.f->cls == SWSB_IN_ORDER; p++) {
            if (n->dist[p] && o.age[p] >= n->dist[p])
                o.age[p] = 0;
            flying |= o.age[p] != 0;
        }
        if (o.f->cls == SWSB_OUT_OF_ORDER)
            flying = !(n->dst >> o.token & 1) && !o.complete && (o.f->result || !o.read_done);
        if (flying)
            s->v.data[kept++] = o;
    }
    s->v.len = kept;
}

// Ages the list by one instruction of a pipe. An instruction that may run in either of two pipes ages neither.
static void grow_older(flights *s, const flight_info *f) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->v.len; k++) {
        flight o = s->v.data[k];
        bool flying = o.f->cls == SWSB_OUT_OF_ORDER;
        for (uint32_t p = 0; p < SWSB_PIPES; p++) {
            if (o.age[p] && f->pipes == 1u << p && ++o.age[p] > swsb_depth(o.f->inst, p))
                o.age[p] = 0;
            flying |= o.age[p] != 0;
        }
        if (flying)
            s->v.data[kept++] = o;
    }
    s->v.len = kept;
}

bool flight_issue(flights *s, const flight_info *f, uint32_t token, cmc_arena *a) {
    assert(token < 32);
    flight n = {.f = f, .token = (uint8_t)token, .seq = ++s->seq};
    if (f->cls == SWSB_UNCOUNTED)
        return true;
    if (f->cls == SWSB_IN_ORDER)
        grow_older(s, f);
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        n.age[p] = f->pipes >> p & 1;
    uint32_t k = 0;
    while (k < s->v.len && s->v.data[k].f != f)
        k++;
    if (k < s->v.len) {
        s->v.data[k] = n;
        return true;
    }
    return cmc_vec_push(a, &s->v, n);
}

static bool worsen(flight *a, const flight *b) {
    bool grew = a->read_done && !b->read_done;
    a->read_done &= b->read_done;
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (b->age[p] && (a->age[p] == 0 || b->age[p] < a->age[p])) {
            a->age[p] = b->age[p];
            grew = true;
        }
    return grew;
}

static uint32_t find(const flights *s, const flight_info *f) {
    uint32_t k = 0;
    if (s->at) {
        k = f->inst->id < s->n_at ? s->at[f->inst->id] : 0;
        return k ? k - 1 : s->v.len;
    }
    while (k < s->v.len && s->v.data[k].f != f)
        k++;
    return k;
}

// Many paths may lead to a block, each with its own flights. The index is sized for twice the largest id seen.
static bool note_last(flights *s, cmc_arena *a) {
    enum { LONG = 64 };
    uint32_t id = s->v.data[s->v.len - 1].f->inst->id, most = 0;
    if (s->v.len < LONG)
        return true;
    if (s->at && id < s->n_at) {
        s->at[id] = s->v.len;
        return true;
    }
    for (uint32_t k = 0; k < s->v.len; k++)
        most = s->v.data[k].f->inst->id > most ? s->v.data[k].f->inst->id : most;
    s->n_at = 2 * most + 1;
    s->at = CMC_NEW_N(a, uint32_t, s->n_at);
    for (uint32_t k = 0; s->at && k < s->v.len; k++)
        s->at[s->v.data[k].f->inst->id] = k + 1;
    return s->at;
}

static bool join_one(flights *into, flight n, cmc_arena *a, bool *grew) {
    uint32_t j = find(into, n.f);
    n.seq = 0;
    if (j < into->v.len) {
        *grew |= worsen(&into->v.data[j], &n);
        return true;
    }
    *grew = true;
    return cmc_vec_push(a, &into->v, n) && note_last(into, a);
}

bool flight_join(flights *into, const flights *from, cmc_arena *a, bool *grew) {
    assert(into != from && grew);
    *grew = !into->reached;
    into->reached = true;
    for (uint32_t k = 0; k < from->v.len; k++)
        if (!join_one(into, from->v.data[k], a, grew))
            return false;
    return true;
}

bool flight_return(flights *into, const flights *from, const flights *at_call, const bool *inside, cmc_arena *a,
                   bool *grew) {
    assert(into != from && inside && grew);
    *grew = !into->reached;
    into->reached = true;
    for (uint32_t k = 0; k < from->v.len; k++) {
        flight n = from->v.data[k];
        uint32_t at = find(at_call, n.f);
        if (!inside[n.f->block] && at == at_call->v.len)
            continue;
        if (!inside[n.f->block])
            n.read_done |= at_call->v.data[at].read_done;
        if (!join_one(into, n, a, grew))
            return false;
    }
    return true;
}
