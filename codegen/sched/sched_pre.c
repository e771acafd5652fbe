// SPDX-License-Identifier: MIT
// sched_pre: order instructions before allocation.
//
//   Blocks that need more registers than there are:      Other blocks: loads move up, the rest keeps its order:
//
//   before                     after                             before                     after
//     send %a <- ...             send %a <- ...                    send %a <- ...             send %a <- ...
//     send %b <- ...             add %sa %a %k                     add %s %a %k               send %b <- ...
//     ...                        send %b <- ...                    send %b <- ...             add %s %a %k
//     add %sa %a %k              add %sb %b %k                     add %t %b %k               add %t %b %k
//
// Pressure: the stretch is list-scheduled from its end upward. Among the instructions whose users are all placed, the
// one that leaves the fewest live bytes above it is taken. Two rules break ties: the last in the source, or the one
// that feeds the instruction placed last. The best of both orders and the old one is kept, so no stretch gets worse.
//
// Latency: in a stretch that needs few registers, if need be in its new order, a load is hoisted, together with its
// address computation, until so many loads are in flight that another would only hold registers. Stretches end at
// branches, sync and state registers. Flags and addresses keep their order, so that the pressure on their small files
// does not rise.
//
// Needs: phase legal, no copies (for better estimates). Preserves every dependence; --skip=sched_pre is the slow and
// safe alternative.

#include "live/live.h"
#include "sched/pressure.h"
#include "sched/sched_check.h"

#include <string.h>

enum {
    MAX_NODES = 8192,     // in a stretch
    CANDIDATES = 48,      // ready nodes to compare
    WINDOW = 96,          // lookahead for loads
    MAX_SLICE = 12,       // instructions of an address computation
    TRIES = 4,            // loads tried before each instruction
    PRESSED_PERCENT = 80, // of the file: above, a stretch needs fewer registers; below, loads may take them
    FULL_PERCENT = 90     // what loads may take in a stretch that needs as many at best
};

typedef struct sched {
    cg_ctx *cx;
    mir_fn *fn;
    dag_cells cells;
    dag g;
    pressure p;
    cmc_arena *a;                  // of the current block
    uint32_t *order, *best, *left; // by node
    uint8_t *state;                // by node
    CMC_VEC(uint32_t) ready;
    uint32_t max_loads;
    uint32_t *beside_b; // by subroutine: most bytes that pass one of its calls
} sched;

enum { WAITING = 0, DONE, MARKED };

// Pressure

static uint32_t pick(const sched *s, bool by_source) {
    uint32_t from = s->ready.len > CANDIDATES ? s->ready.len - CANDIDATES : 0, best = from;
    int64_t best_delta = INT64_MAX;
    for (uint32_t k = from; k < s->ready.len; k++) {
        int64_t d = pressure_delta(&s->p, s->ready.data[k]);
        bool later = by_source ? s->ready.data[k] > s->ready.data[best] : true;
        if (d < best_delta || (d == best_delta && later)) {
            best = k;
            best_delta = d;
        }
    }
    return best;
}

static void take(sched *s, uint32_t at, uint32_t *place) {
    uint32_t n = s->ready.data[at];
    for (uint32_t k = at; k + 1 < s->ready.len; k++)
        s->ready.data[k] = s->ready.data[k + 1];
    s->ready.len--;
    s->order[--*place] = n;
    pressure_before_node(&s->p, n);
    for (const dag_edge *e = s->g.nodes.data[n].preds; e; e = e->next_pred)
        if (--s->left[e->from] == 0)
            s->cx->oom |= !cmc_vec_push(s->a, &s->ready, e->from);
}

// Computes an order with few live bytes, from the end upward, in s->order.
static void order_for_pressure(sched *s, bool by_source) {
    uint32_t n = s->g.nodes.len, place = n;
    s->ready.len = 0;
    for (uint32_t k = 0; k < n; k++) {
        s->left[k] = s->g.nodes.data[k].n_succs;
        if (s->left[k] == 0)
            s->cx->oom |= !cmc_vec_push(s->a, &s->ready, k);
    }
    s->p.recording = true;
    while (s->ready.len && !s->cx->oom)
        take(s, pick(s, by_source), &place);
    pressure_undo(&s->p);
}

static bool relieve(sched *s, uint32_t *peak) {
    bool better = false;
    for (uint32_t rule = 0; rule < 2; rule++) {
        order_for_pressure(s, rule == 0);
        uint32_t b = s->cx->oom ? UINT32_MAX : pressure_peak(&s->p, s->order);
        if (b >= *peak)
            continue;
        *peak = b;
        better = true;
        for (uint32_t k = 0; k < s->g.nodes.len; k++)
            s->best[k] = s->order[k];
    }
    return better;
}

// Latency

typedef struct hoister {
    sched *s;
    const uint32_t *base;             // the order that keeps all but the loads
    uint32_t n_placed, next, waiting; // waiting: placed loads without a placed user
    uint8_t *unused;                  // by node: a placed load without a user
    uint32_t slice[MAX_SLICE];
    uint32_t n_slice;
} hoister;

static void place(hoister *h, uint32_t n) {
    sched *s = h->s;
    s->order[h->n_placed++] = n;
    s->state[n] = DONE;
    for (const dag_edge *e = s->g.nodes.data[n].preds; e; e = e->next_pred)
        if (e->dep == DAG_RAW && h->unused[e->from]) {
            h->unused[e->from] = 0;
            h->waiting--;
        }
    if (s->g.nodes.data[n].load) {
        h->unused[n] = 1;
        h->waiting++;
    }
}

// Collects the unplaced predecessors of n, deepest first. False when there are too many, or when one has to wait for
// a load itself.
static bool collect_slice(hoister *h, uint32_t n) {
    sched *s = h->s;
    bool ok = true;
    for (const dag_edge *e = s->g.nodes.data[n].preds; e && ok; e = e->next_pred) {
        if (s->state[e->from] == DONE) {
            ok = e->dep != DAG_RAW || !h->unused[e->from];
            continue;
        }
        if (s->state[e->from] == MARKED)
            continue;
        ok = !s->g.nodes.data[e->from].send && h->n_slice + 1 < MAX_SLICE && collect_slice(h, e->from);
    }
    if (!ok || h->n_slice >= MAX_SLICE)
        return false;
    s->state[n] = MARKED;
    h->slice[h->n_slice++] = n;
    return true;
}

static bool hoist_one(hoister *h, uint32_t load) {
    h->n_slice = 0;
    bool ok = collect_slice(h, load);
    for (uint32_t k = 0; k < h->n_slice; k++) {
        if (ok)
            place(h, h->slice[k]);
        else
            h->s->state[h->slice[k]] = WAITING;
    }
    return ok;
}

static void hoist_loads(hoister *h, uint32_t *cursor, uint32_t limit) {
    sched *s = h->s;
    uint32_t end = h->next + WINDOW < s->g.nodes.len ? h->next + WINDOW : s->g.nodes.len, tries = 0;
    if (*cursor < h->next)
        *cursor = h->next;
    for (uint32_t k = *cursor; k < end && h->waiting < limit && tries < TRIES; k++) {
        uint32_t n = h->base[k];
        if (s->g.nodes.data[n].load && s->state[n] == WAITING && !hoist_one(h, n))
            tries++;
        if (tries == 0)
            *cursor = k + 1;
    }
}

static bool order_for_latency(sched *s, const uint32_t *base, uint32_t limit) {
    hoister h = {.s = s, .base = base, .unused = CMC_NEW_N(s->a, uint8_t, s->g.nodes.len + 1)};
    uint32_t cursor = 0;
    if (!h.unused)
        return false;
    for (uint32_t n = 0; n < s->g.nodes.len; n++)
        s->state[n] = WAITING;
    for (h.next = 0; h.next < s->g.nodes.len; h.next++) {
        if (s->state[base[h.next]] == DONE)
            continue;
        hoist_loads(&h, &cursor, limit);
        if (s->state[base[h.next]] != DONE)
            place(&h, base[h.next]);
    }
    return true;
}

// Moves loads up in the order of s->best.
static bool hoist(sched *s, uint32_t allowed) {
    uint32_t n_loads = 0;
    for (uint32_t n = 0; n < s->g.nodes.len; n++)
        n_loads += s->g.nodes.data[n].load;
    if (n_loads == 0)
        return false;
    for (uint32_t limit = s->max_loads; limit >= 2; limit /= 2) {
        if (!order_for_latency(s, s->best, limit))
            return false;
        if (pressure_peak(&s->p, s->order) > allowed)
            continue;
        for (uint32_t k = 0; k < s->g.nodes.len; k++)
            s->best[k] = s->order[k];
        return true;
    }
    return false;
}

// Stretches

static bool make_room(sched *s) {
    uint32_t n = s->g.nodes.len + 1;
    s->order = CMC_NEW_N(s->a, uint32_t, n);
    s->best = CMC_NEW_N(s->a, uint32_t, n);
    s->left = CMC_NEW_N(s->a, uint32_t, n);
    s->state = CMC_NEW_N(s->a, uint8_t, n);
    return s->order && s->best && s->left && s->state;
}

static void schedule_stretch(sched *s, mir_block *b, mir_inst *first) {
    mir_inst *next;
    if (!dag_build(&s->g, first, MAX_NODES, &next) || !make_room(s)) {
        s->cx->oom = true;
        return;
    }
    uint32_t n = s->g.nodes.len, file_b = s->fn->grf_count * s->fn->model->grf_b;
    uint32_t pressed = file_b / 100 * PRESSED_PERCENT, full = file_b / 100 * FULL_PERCENT;
    for (uint32_t k = 0; k < n; k++)
        s->order[k] = s->best[k] = k;
    uint32_t peak = pressure_peak(&s->p, s->order);
    bool changed = peak > pressed && relieve(s, &peak);
    if (peak <= full)
        changed |= hoist(s, peak <= pressed ? pressed : full);
    if (changed) {
        dag_reorder(&s->g, b, s->best);
        s->cx->changed = true;
    }
    for (uint32_t k = n; k-- > 0;)
        pressure_before_node(&s->p, changed ? s->best[k] : k);
}

typedef struct live_out {     // live-out cells of a block
    CMC_VEC(live_rect) rects; // p0 = variable
} live_out;

// Schedules stretches from the last to the first, so that the live-out cells of each are known.
static bool schedule_block(sched *s, mir_block *b, const live_out *out) {
    CMC_VEC(mir_inst *) starts = {0};
    for (mir_inst *i = b->first, *next; i; i = next) {
        next = i->next;
        if (!cmc_vec_push(s->a, &starts, i) || (!dag_is_wall(&s->cells, i) && !dag_scan(&s->g, i, MAX_NODES, &next)))
            return false;
    }
    for (uint32_t k = 0; k < out->rects.len; k++) {
        const live_rect *r = &out->rects.data[k];
        uint32_t v = (uint32_t)r->p0;
        for (int32_t c = r->lo / 4, lo, hi; c < (r->hi + 3) / 4 && (uint32_t)c < s->cells.n[v]; c++) {
            lo = r->lo > 4 * c ? r->lo - 4 * c : 0;
            hi = r->hi < 4 * c + 4 ? r->hi - 4 * c : 4;
            pressure_set(&s->p, s->cells.base[v] + (uint32_t)c, dag_bytes(lo, hi), true);
        }
    }
    for (uint32_t k = starts.len; k-- > 0 && !s->cx->oom;) {
        if (dag_is_wall(&s->cells, starts.data[k]))
            pressure_before_inst(&s->p, starts.data[k]);
        else
            schedule_stretch(s, b, starts.data[k]);
    }
    return !s->cx->oom;
}

// The live-out bytes of each block.
static live_out *live_outs(const sched *s, const live_info *live) {
    uint32_t n = s->fn->blocks.len;
    live_out *out = CMC_NEW_N(s->cx->scratch, live_out, n + 1);
    for (uint32_t v = 1; out && v < s->fn->vars.len; v++)
        for (uint32_t r = 0; r < live->vars[v].rects.len; r++) {
            live_rect x = live->vars[v].rects.data[r];
            uint32_t lo = 0, hi = n; // the first block that ends at or after x.p0
            while (lo < hi) {
                uint32_t mid = (lo + hi) / 2;
                if (live_last_point(live, mid, n) < x.p0)
                    lo = mid + 1;
                else
                    hi = mid;
            }
            for (; lo < n && live_last_point(live, lo, n) <= x.p1 && !x.reserved && !x.passes; lo++) {
                live_rect cells = {.p0 = (int32_t)v, .lo = x.lo, .hi = x.hi};
                if (!cmc_vec_push(s->cx->scratch, &out[lo].rects, cells))
                    return NULL;
            }
        }
    return out;
}

// Of the values that pass a subroutine, only those of one call are live at a time, plus those that pass the caller.
static bool measure_passing(sched *s, const live_info *live) {
    const sub_table *subs = live->subs;
    s->beside_b = CMC_NEW_N(s->cx->scratch, uint32_t, subs->n + 1);
    for (uint32_t k = subs->n; s->beside_b && k-- > 0;) // callers first
        for (uint32_t c = 0; c < subs->of[k].calls.len; c++) {
            uint32_t block = subs->of[k].calls.data[c], caller = subs->of_block[block];
            uint32_t b = live_passing_b(s->fn, live, block) + (caller ? s->beside_b[caller - 1] : 0);
            s->beside_b[k] = b > s->beside_b[k] ? b : s->beside_b[k];
        }
    return s->beside_b != NULL;
}

static uint32_t loads_in_flight(const isa_model *m) {
    return m->sbid_count ? m->sbid_count / 2u : 8;
}

static cmc_status schedule(cg_ctx *cx, mir_fn *fn) {
    sched s = {.cx = cx, .fn = fn, .max_loads = loads_in_flight(cx->m)};
    const live_info *live = live_compute(fn, cx->scratch);
    live_out *out = live ? live_outs(&s, live) : NULL;
    if (!out || !measure_passing(&s, live) || !dag_cells_init(&s.cells, fn, cx->scratch, false))
        return CMC_ERR_OOM;
    if (!dag_init(&s.g, &s.cells, cx->scratch) || !pressure_init(&s.p, &s.g, cx->scratch))
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *block = fn->blocks.data[b];
        if (!block->first || block->first == block->last)
            continue;
        s.a = s.g.a = cmc_arena_create();
        if (!s.a)
            return CMC_ERR_OOM;
        memset(&s.ready, 0, sizeof s.ready);
        pressure_clear(&s.p, s.a);
        s.p.now_b = live->subs->of_block[b] ? s.beside_b[live->subs->of_block[b] - 1] : 0;
        bool ok = schedule_block(&s, block, &out[b]);
        pressure_clear(&s.p, NULL);
        cmc_arena_destroy(s.a);
        if (!ok || s.p.oom)
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

cmc_status cg_pass_sched_pre(cg_ctx *cx, mir_fn *fn) {
    const sched_record *old = cx->opts->verify_each ? sched_record_take(fn, cx->scratch, false) : NULL;
    if (cx->opts->verify_each && !old)
        return CMC_ERR_OOM;
    CMC_TRY(schedule(cx, fn));
    return old ? sched_check(fn, cx->scratch, false, old, cx->diag) : CMC_OK;
}
