// SPDX-License-Identifier: MIT
// Chooses the variables to spill.
//
// The walk goes forward in time. At each point that exceeds the limit, it spills the variable that frees the most
// bytes over the crowded points for the lowest cost of messages, weighted by loop depth. Registers that the variable
// occupies during its visits are deducted. At the end, variables that fit after all are restored, the most expensive
// first.

#include "spill.h"

#include <stdlib.h>
#include <string.h>

// A spill candidate that only passes a subroutine counts at its calls instead (calls.c).
static bool counts(const spiller *s, uint32_t var, const live_rect *x) {
    return !x->passes || (s->of && !s->of[var].can);
}

// Visits the bytes a variable occupies: whole registers when it starts on one.
typedef void (*span_fn)(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user);

static void each_span(spiller *s, uint32_t var, span_fn fn, void *user) {
    const live_var *l = &s->live->vars[var];
    const mir_var *v = s->fn->vars.data[var];
    int32_t grf_b = (int32_t)s->grf_b, rows = (l->extent_b + grf_b - 1) / grf_b;
    bool whole = v->align_b >= s->grf_b || v->size_b > s->grf_b;
    int32_t *until = whole && l->rects.len > 1 ? CMC_NEW_N(s->cx->scratch, int32_t, rows) : NULL;
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *x = &l->rects.data[r];
        if (!counts(s, var, x))
            continue;
        if (!whole || !until) {
            int32_t n = whole ? ((x->hi + grf_b - 1) / grf_b - x->lo / grf_b) * grf_b : x->hi - x->lo;
            fn(s, x->p0, x->p1, n, user);
            continue;
        }
        for (int32_t row = x->lo / grf_b; row < (x->hi + grf_b - 1) / grf_b && row < rows; row++) {
            int32_t from = x->p0 >= until[row] ? x->p0 : until[row]; // rectangles are in ascending order
            if (from <= x->p1)
                fn(s, from, x->p1, grf_b, user);
            until[row] = x->p1 + 1 > until[row] ? x->p1 + 1 : until[row];
        }
    }
}

// A spilled variable still occupies registers during its visits.
static void each_visit(spiller *s, uint32_t var, span_fn fn, void *user) {
    const candidate *c = &s->of[var];
    for (uint32_t k = 0; k < c->episodes.len; k++) {
        const episode *e = &c->episodes.data[k];
        fn(s, e->p0, e->p1, -(int32_t)episode_b(s, var, e), user);
    }
}

static void add_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    (void)user;
    s->delta[p0] += bytes;
    s->delta[p1 + 1 < s->live->n_points ? p1 + 1 : s->live->n_points] -= bytes;
}

// The variable is spilled: from the current point on, its bytes are free.
static void take_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    int32_t now = *(const int32_t *)user;
    if (p1 < now)
        return;
    if (p0 <= now)
        s->pressure -= bytes;
    else
        s->delta[p0] -= bytes;
    s->delta[p1 + 1 < s->live->n_points ? p1 + 1 : s->live->n_points] += bytes;
}

typedef struct gain {
    int32_t now, at_now;
    double sum;
} gain;

static void gain_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    gain *g = user;
    if (p0 <= g->now && g->now <= p1)
        g->at_now += bytes;
    if (p1 >= g->now) {
        int32_t from = p0 > g->now ? p0 : g->now;
        g->sum += (double)bytes * (s->crowd[p1] - s->crowd[from] + 1);
    }
}

static uint32_t best_candidate(spiller *s, int32_t p, bool addressed) {
    uint32_t best = 0;
    double best_score = 0;
    for (uint32_t k = 0; k < s->alive.len; k++) {
        uint32_t v = s->alive.data[k];
        gain g = {.now = p};
        if (s->of[v].chosen || s->of[v].addressed != addressed)
            continue;
        each_span(s, v, gain_span, &g);
        each_visit(s, v, gain_span, &g);
        double score = g.sum / (double)(s->of[v].cost + 1);
        if (g.at_now > 0 && score > best_score) {
            best = v;
            best_score = score;
        }
    }
    return best;
}

static void choose(spiller *s, uint32_t v) {
    s->of[v].chosen = true;
    s->st->vars++;
}

typedef struct start { // candidates, by the start of their live range
    int32_t p0;
    uint32_t var;
} start;

static int compare_starts(const void *a, const void *b) {
    const start *x = a, *y = b;
    return x->p0 != y->p0 ? (x->p0 < y->p0 ? -1 : 1) : x->var < y->var ? -1 : x->var > y->var;
}

// If a variable did not fit although the total would allow it, lower the limit over its live range by its size.
static void heat(spiller *s) {
    if (!s->full)
        return;
    const live_var *l = &s->live->vars[s->full];
    int32_t sum = 0, most = 0, size_b = (l->extent_b + (int32_t)s->grf_b - 1) / (int32_t)s->grf_b * (int32_t)s->grf_b;
    for (int32_t p = 0; p <= l->p1; p++) {
        sum += s->delta[p];
        most = p >= l->p0 && sum > most ? sum : most;
    }
    s->hot0 = l->p0;
    s->hot1 = l->p1;
    s->hot_b = most > size_b ? (uint32_t)(most - size_b) : 0;
}

// By calling block: bytes that pass the called subroutine and that are counted nowhere else.
static int32_t *sum_passing(const spiller *s) {
    int32_t *pass_b = CMC_NEW_N(s->cx->scratch, int32_t, s->fn->blocks.len + 1), grf_b = (int32_t)s->grf_b;
    for (uint32_t b = 0; pass_b && b < s->fn->blocks.len; b++)
        for (uint32_t k = 0; k < s->live->passing[b].len; k++) {
            const live_pass *x = &s->live->passing[b].data[k], *before = k ? x - 1 : NULL;
            const mir_var *v = s->fn->vars.data[x->var];
            bool whole = v->align_b >= s->grf_b || v->size_b > s->grf_b;
            if (v->kind != MIR_VAR_GRF || (s->of && !s->of[x->var].can))
                continue;
            int32_t lo = whole ? x->lo / grf_b * grf_b : x->lo;
            lo += whole && before && before->var == x->var && (before->hi - 1) / grf_b == x->lo / grf_b ? grf_b : 0;
            pass_b[b] += (whole ? (x->hi + grf_b - 1) / grf_b * grf_b : x->hi) - lo;
        }
    return pass_b;
}

// The additional bytes calls need; delta holds the steps of the rest.
static bool measure_calls(spiller *s) {
    live_calls c = {.pass_b = sum_passing(s),
                    .limit_b = (int32_t)(s->limit_b < INT32_MAX / 2 ? s->limit_b : INT32_MAX / 2)};
    s->extra = CMC_NEW_N(s->cx->scratch, int32_t, s->fn->blocks.len + 1);
    if (s->full) {
        c.full_block = live_block_at(s->live, s->fn->blocks.len, s->live->vars[s->full].p0);
        c.full_b = s->live->vars[s->full].extent_b;
    }
    return c.pass_b && s->extra && live_call_needs(s->cx->scratch, s->fn, s->live, &c, s->delta, s->extra);
}

static void add_calls(spiller *s) {
    for (uint32_t b = 0; b < s->fn->blocks.len; b++) {
        int32_t p = live_last_point(s->live, b, s->fn->blocks.len);
        if (s->extra[b])
            add_span(s, p, p, s->extra[b], NULL);
    }
}

bool spill_measure(spiller *s) {
    size_t n = (size_t)s->live->n_points + 2;
    s->delta = CMC_NEW_N(s->cx->scratch, int32_t, n);
    s->crowd = CMC_NEW_N(s->cx->scratch, int32_t, n);
    if (!s->delta || !s->crowd)
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->fn->vars.data[v]->kind == MIR_VAR_GRF)
            each_span(s, v, add_span, NULL);
    if (!measure_calls(s))
        return false;
    add_calls(s);
    heat(s);
    int32_t sum = 0;
    for (int32_t p = 0; p < s->live->n_points; p++) {
        sum += s->delta[p];
        s->crowd[p] = (p ? s->crowd[p - 1] : 0) + (sum > spill_limit(s, p));
    }
    return true;
}

static void drop_dead(spiller *s, int32_t p) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->alive.len; k++)
        if (s->live->vars[s->alive.data[k]].p1 >= p && !s->of[s->alive.data[k]].chosen)
            s->alive.data[n++] = s->alive.data[k];
    s->alive.len = n;
}

// Extends the live range of the input that a variable is rematerialised from.
static void keep_input(spiller *s, uint32_t var, int32_t now) {
    uint32_t k = s->of[var].keeps;
    int32_t end = s->live->vars[var].p1;
    if (!s->of[var].remat || k == 0)
        return;
    s->kept[k] = s->kept[k] > s->live->vars[k].p1 ? s->kept[k] : s->live->vars[k].p1;
    if (end <= s->kept[k])
        return;
    take_span(s, s->kept[k] + 1, end, -(int32_t)s->fn->vars.data[k]->size_b, &now);
    s->kept[k] = end;
}

// A variable that can never fit, though few of its bytes are live at a time. Return addresses are also spilled first,
// and are restored one by one.
static bool never_fits(const spiller *s, uint32_t var) {
    return (uint32_t)s->live->vars[var].extent_b > s->limit_b;
}

static bool goes_first(const spiller *s, uint32_t var) {
    return never_fits(s, var) || (var >= s->st->first0 && var < s->st->first1);
}

// Spills v from point p on.
static void choose_at(spiller *s, uint32_t v, int32_t p) {
    choose(s, v);
    each_span(s, v, take_span, &p);
    each_visit(s, v, take_span, &p);
    keep_input(s, v, p);
}

// When no candidate is left at a point, the remaining bytes are operands of its instruction.
static void relieve(spiller *s, int32_t p) {
    drop_dead(s, p);
    while (s->pressure > spill_limit(s, p)) {
        uint32_t v = best_candidate(s, p, false);
        v = v ? v : best_candidate(s, p, true);
        if (v == 0)
            return;
        choose_at(s, v, p);
    }
}

// Some variables were spilled needlessly: they fit beside all that stays. The most expensive are restored first.
typedef struct room {
    int32_t
        slack_b; // the sum takes whole registers for what may share one: those of several registers may be one too many
    bool fits;
} room;

static void room_for_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    room *r = user;
    (void)bytes; // already added, with the variable's other spans
    for (int32_t p = p0; p <= p1 && p < s->live->n_points && r->fits; p++)
        r->fits = s->delta[p] <= spill_limit(s, p) + r->slack_b;
}

typedef struct dear {
    uint64_t cost;
    uint32_t var;
} dear;

static int compare_dear(const void *a, const void *b) {
    const dear *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost ? -1 : 1) : x->var < y->var ? -1 : x->var > y->var;
}

static void add_points(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    int32_t sign = *(const int32_t *)user;
    for (int32_t p = p0 < 0 ? 0 : p0; p <= p1 && p < s->live->n_points; p++)
        s->delta[p] += sign * bytes;
}

static bool return_one(spiller *s, uint32_t var) {
    int32_t plus = 1, minus = -1;
    room r = {.slack_b = s->fn->vars.data[var]->size_b > s->grf_b ? (int32_t)s->grf_b : 0, .fits = true};
    each_visit(s, var, add_points, &plus); // its visits are no longer needed
    each_span(s, var, add_points, &plus);
    each_span(s, var, room_for_span, &r);
    if (!r.fits) {
        each_span(s, var, add_points, &minus);
        each_visit(s, var, add_points, &minus);
    }
    return r.fits;
}

static bool take_back(spiller *s) {
    dear *order = CMC_NEW_N(s->cx->scratch, dear, s->n_vars + 1);
    uint32_t n = 0;
    int32_t minus = -1;
    if (!order)
        return false;
    memset(s->delta, 0, ((size_t)s->live->n_points + 2) * sizeof(*s->delta));
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->of[v].chosen)
            order[n++] = (dear){s->of[v].cost, v};
        else if (s->fn->vars.data[v]->kind == MIR_VAR_GRF)
            each_span(s, v, add_span, NULL);
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->kept[v])
            add_span(s, s->live->vars[v].p1 + 1, s->kept[v], (int32_t)s->fn->vars.data[v]->size_b, NULL);
    add_calls(s);
    for (int32_t p = 1; p < s->live->n_points; p++)
        s->delta[p] += s->delta[p - 1];
    for (uint32_t k = 0; k < n; k++)
        each_visit(s, order[k].var, add_points, &minus);
    qsort(order, n, sizeof(*order), compare_dear);
    for (uint32_t k = 0; k < n; k++)
        if (!never_fits(s, order[k].var) && return_one(s, order[k].var)) {
            s->of[order[k].var].chosen = false;
            s->st->vars--;
        }
    return true;
}

static bool assign_slots(spiller *s) {
    for (uint32_t v = 1; v < s->n_vars; v++) {
        candidate *c = &s->of[v];
        if (!c->chosen || c->remat || c->home)
            continue;
        c->slot = s->sc->rows.len;
        uint32_t rows = ((uint32_t)s->live->vars[v].extent_b + s->grf_b - 1) / s->grf_b;
        s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->sc->rows, rows);
    }
    return !s->cx->oom;
}

bool spill_choose(spiller *s) {
    bool all = s->all;
    start *order = CMC_NEW_N(s->cx->scratch, start, s->n_vars + 1);
    uint32_t n = 0, next = 0;
    if (!order)
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++) {
        if (!s->of[v].can)
            continue;
        if (all)
            choose(s, v);
        else if (goes_first(s, v))
            choose_at(s, v, -1);
        order[n++] = (start){s->live->vars[v].p0, v};
    }
    qsort(order, n, sizeof(*order), compare_starts);
    for (int32_t p = all ? s->live->n_points : 0; p < s->live->n_points; p++) {
        s->pressure += s->delta[p];
        for (; next < n && order[next].p0 <= p; next++)
            s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->alive, order[next].var);
        if (s->pressure > spill_limit(s, p))
            relieve(s, p);
        else if (s->alive.len > 4096)
            drop_dead(s, p);
    }
    return (all || take_back(s)) && assign_slots(s);
}

uint32_t ra_peak(cg_ctx *cx, mir_fn *fn, const live_info *live) {
    spiller s = {
        .cx = cx, .fn = fn, .live = live, .n_vars = fn->vars.len, .limit_b = UINT32_MAX / 2, .grf_b = fn->model->grf_b};
    int32_t sum = 0, peak = 0;
    if (!spill_measure(&s))
        return 0;
    for (int32_t p = 0; p < live->n_points; p++) {
        sum += s.delta[p];
        peak = sum > peak ? sum : peak;
    }
    return (uint32_t)peak;
}
