// SPDX-License-Identifier: MIT
// Register pressure, counted in a backward walk: see pressure.h. Liveness is by cell, occupied bytes are by place.

#include "sched/pressure.h"

#include <assert.h>
#include <string.h>

enum { CELL_SHIFT = 4 }; // bits of the old bytes in the journal

bool pressure_init(pressure *p, const dag *g, cmc_arena *a) {
    *p = (pressure){.g = g,
                    .a = a,
                    .live = CMC_NEW_N(a, uint8_t, g->cells->count + 1),
                    .n_live = CMC_NEW_N(a, uint8_t, g->cells->count + 1)};
    return p->live && p->n_live;
}

static void change(pressure *p, uint32_t cell, uint8_t live) {
    uint32_t place = p->g->cells->place[cell], bytes = p->g->cells->place_b[place];
    if (live && !p->live[cell] && p->n_live[place]++ == 0)
        p->now_b += bytes;
    else if (!live && p->live[cell] && --p->n_live[place] == 0)
        p->now_b -= bytes;
    p->live[cell] = live;
}

void pressure_set(pressure *p, uint32_t cell, uint8_t bytes, bool alive) {
    assert(cell < p->g->cells->count);
    uint8_t old = p->live[cell], live = (uint8_t)(alive ? old | bytes : old & ~bytes);
    if (live == old)
        return;
    change(p, cell, live);
    if (p->recording)
        p->oom |= !cmc_vec_push(p->a, &p->journal, cell << CELL_SHIFT | old);
    else if (alive && !old)
        p->oom |= !cmc_vec_push(p->a, &p->alive, cell);
}

void pressure_clear(pressure *p, cmc_arena *a) {
    for (uint32_t k = 0; k < p->alive.len; k++)
        p->live[p->alive.data[k]] = p->n_live[p->g->cells->place[p->alive.data[k]]] = 0;
    memset(&p->alive, 0, sizeof p->alive);
    memset(&p->journal, 0, sizeof p->journal);
    p->now_b = 0;
    p->a = a;
}

// The first cell after c of another place, or the end of the touch.
static uint32_t next_place(const pressure *p, const dag_touch *t, uint32_t c) {
    uint32_t place = p->g->cells->place[c];
    while (c < t->hi && p->g->cells->place[c] == place)
        c++;
    return c;
}

// Dead places that are written; they need a register all the same.
static uint32_t dead_bytes(const pressure *p, const dag_touch *t) {
    uint32_t n = 0;
    for (uint32_t c = t->lo; c < t->hi && t->write; c = next_place(p, t, c))
        n += p->n_live[p->g->cells->place[c]] ? 0 : p->g->cells->place_b[p->g->cells->place[c]];
    return n;
}

static void apply(pressure *p, const dag_touch *t) {
    for (uint32_t c = t->lo; c < t->hi; c++)
        if (!t->write)
            pressure_set(p, c, t->bytes, true);
        else if (!t->maybe)
            pressure_set(p, c, t->bytes, false);
}

// Applies the touches of one instruction: first its writes end live ranges, then its reads begin them.
static uint32_t step_back(pressure *p, const dag_touch *t, uint32_t n, bool undef, bool early) {
    uint32_t most = p->now_b, dead = 0;
    for (uint32_t k = 0; k < n && !undef; k++)
        dead += dead_bytes(p, &t[k]);
    most += dead;
    for (uint32_t k = 0; k < n; k++)
        if (t[k].write)
            apply(p, &t[k]);
    uint32_t killed = most - p->now_b;
    for (uint32_t k = 0; k < n; k++)
        if (!t[k].write)
            apply(p, &t[k]);
    uint32_t before = p->now_b + (early ? killed : 0); // the result is written while sources are still being read
    return before > most ? before : most;
}

typedef struct collector {
    pressure *p;
    CMC_VEC(dag_touch) t;
} collector;

static void collect(void *user, const dag_touch *t) {
    collector *c = user;
    c->p->oom |= !cmc_vec_push(c->p->a, &c->t, *t);
}

uint32_t pressure_before_inst(pressure *p, const mir_inst *i) {
    collector c = {.p = p};
    dag_each_touch(p->g->cells, i, collect, &c);
    return step_back(p, c.t.data, c.t.len, i->i.op == MIR_UNDEF, cg_is_send(i));
}

uint32_t pressure_before_node(pressure *p, uint32_t node) {
    assert(node < p->g->nodes.len);
    const dag_node *n = &p->g->nodes.data[node];
    uint32_t most = p->now_b, end = n->touches.len;
    while (end) {
        uint32_t from = end - 1;
        while (from && n->touches.data[from - 1].step == n->touches.data[end - 1].step)
            from--;
        uint32_t b = step_back(p, n->touches.data + from, end - from, n->first->i.op == MIR_UNDEF, n->send);
        most = b > most ? b : most;
        end = from;
    }
    return most;
}

int64_t pressure_delta(const pressure *p, uint32_t node) {
    assert(node < p->g->nodes.len);
    const dag_node *n = &p->g->nodes.data[node];
    int64_t d = 0;
    for (uint32_t k = 0; k < n->touches.len; k++) {
        const dag_touch *t = &n->touches.data[k];
        for (uint32_t c = t->lo; c < t->hi; c++)
            if (!t->write)
                d += p->live[c] ? 0 : p->g->cells->bytes[c];
            else if (!t->maybe)
                d -= p->live[c] && !(p->live[c] & ~t->bytes) ? p->g->cells->bytes[c] : 0;
    }
    return d;
}

void pressure_undo(pressure *p) {
    assert(p);
    while (p->journal.len) {
        uint32_t entry = p->journal.data[--p->journal.len];
        change(p, entry >> CELL_SHIFT, entry & DAG_WHOLE_CELL);
    }
    p->recording = false;
}

uint32_t pressure_peak(pressure *p, const uint32_t *order) {
    assert(order);
    uint32_t most = p->now_b;
    p->recording = true;
    for (uint32_t k = p->g->nodes.len; k-- > 0;) {
        uint32_t b = pressure_before_node(p, order[k]);
        most = b > most ? b : most;
    }
    pressure_undo(p);
    return most;
}
