// SPDX-License-Identifier: MIT
// Checks the places of spilled variables in scratch memory without trusting their live ranges.
//
//   write slot 1 at row 4      slot 1 OK
//   write slot 2 at row 4      slot 1 LOST, slot 2 OK
//   read  slot 1 at row 4      fault: another slot was written there in between
//
// Forward data flow as in check.c, by row of each slot: UNDEF (not written), OK or LOST; the worse state wins at a
// join. The places are taken from the messages, and all messages of a slot must agree. The effect of a subroutine on
// a row depends only on the row's state before the call. It is therefore replayed from all UNDEF, all OK and all
// LOST, and a call combines the three results.

#include "ra.h"

#include <assert.h>
#include <string.h>

enum { UNDEF = 0, OK, LOST, N_STATES };
enum { MAX_FAULTS = 10 };

typedef struct rows { // one bit each; OK and LOST together mean LOST
    uint64_t *ok, *lost;
} rows;

typedef struct effect { // of a subroutine
    rows to[N_STATES];  // by state of a row before the call: its state after the call
    bool known;         // it returns
} effect;

typedef CMC_VEC(uint32_t) id_list;

typedef struct slot_check {
    cg_ctx *cx;
    const mir_fn *fn;
    const ra_scratch *sc;
    const sub_table *subs;
    const uint32_t *move_of;
    uint32_t *first; // by slot: number of its first row
    uint32_t n_rows, n_words;
    int32_t *place; // by slot: row of scratch memory, -1 = not known yet
    id_list *at;    // by row of scratch memory: the slot rows placed there
    uint32_t n_places;
    rows *in;        // by block, at its start; NULL = not reached
    effect *effects; // by subroutine
    rows now;
    bool report;
    uint32_t n_faults;
} slot_check;

static void fault(slot_check *c, const char *what, const ra_move *m) {
    if (c->n_faults++ < MAX_FAULTS)
        cmc_diag_error(c->cx->diag, "CG0311", "scratch check of kernel '%s': row %u of slot %u %s", c->fn->name,
                       (unsigned)m->row, (unsigned)m->slot, what);
}

static bool make_rows(slot_check *c, rows *r) {
    r->ok = CMC_NEW_N(c->cx->scratch, uint64_t, 2 * (size_t)c->n_words + 1);
    r->lost = r->ok + c->n_words;
    return r->ok != NULL;
}

static void fill_rows(const slot_check *c, const rows *r, uint8_t state) {
    memset(r->ok, state == OK ? 0xff : 0, c->n_words * sizeof(*r->ok));
    memset(r->lost, state == LOST ? 0xff : 0, c->n_words * sizeof(*r->lost));
}

static bool worsen(uint64_t *to, uint64_t from) {
    bool grew = (from & ~*to) != 0;
    *to |= from;
    return grew;
}

// Joins the state into a block, optionally through a subroutine; true when the block's state changed.
static bool join(slot_check *c, uint32_t block, const effect *through) {
    bool grew = !c->in[block].ok;
    if (grew && !make_rows(c, &c->in[block])) {
        c->cx->oom = true;
        return false;
    }
    for (uint32_t w = 0; w < c->n_words; w++) {
        uint64_t ok = c->now.ok[w], lost = c->now.lost[w];
        if (through) {
            uint64_t from[N_STATES] = {~(ok | lost), ok, lost};
            ok = lost = 0;
            for (uint32_t x = 0; x < N_STATES; x++) {
                ok |= from[x] & through->to[x].ok[w];
                lost |= from[x] & through->to[x].lost[w];
            }
        }
        grew |= worsen(&c->in[block].ok[w], ok);
        grew |= worsen(&c->in[block].lost[w], lost);
    }
    return grew;
}

static void do_write(slot_check *c, uint32_t id, uint32_t place) {
    for (uint32_t k = 0; k < c->at[place].len; k++) {
        uint32_t other = c->at[place].data[k];
        uint64_t bit = 1ull << other % 64, had = c->now.ok[other / 64] & bit;
        c->now.ok[other / 64] &= ~bit;
        c->now.lost[other / 64] |= had;
    }
    c->now.ok[id / 64] |= 1ull << id % 64;
    c->now.lost[id / 64] &= ~(1ull << id % 64);
}

static void run_block(slot_check *c, uint32_t b) {
    memcpy(c->now.ok, c->in[b].ok, c->n_words * sizeof(*c->now.ok));
    memcpy(c->now.lost, c->in[b].lost, c->n_words * sizeof(*c->now.lost));
    for (const mir_inst *i = c->fn->blocks.data[b]->first; i; i = i->next) {
        const ra_move *m = c->move_of[i->id] ? &c->sc->moves.data[c->move_of[i->id] - 1] : NULL;
        for (uint32_t r = 0; m && r < m->rows; r++) {
            uint32_t id = c->first[m->slot] + m->row + r;
            if (m->write)
                do_write(c, id, (uint32_t)c->place[m->slot] + m->row + r);
            else if (c->report && c->now.lost[id / 64] >> id % 64 & 1)
                fault(c, "was overwritten by another slot before it is read", m);
        }
    }
}

static bool leave_block(slot_check *c, uint32_t b, bool into_subs) {
    bool grew = false;
    uint32_t called = c->subs->called[b];
    if (subs_returns(c->fn, b))
        return false;
    for (mir_succ s = mir_succ_of(c->fn, c->fn->blocks.data[b]); (!called || into_subs) && mir_succ_next(&s);)
        grew |= join(c, s.id, NULL);
    if (called && c->effects[called - 1].known)
        grew |= join(c, subs_back(c->fn, b), &c->effects[called - 1]);
    return grew;
}

static void replay_sub(slot_check *c, uint32_t sub, uint8_t from) {
    const sub_info *s = &c->subs->of[sub];
    effect *e = &c->effects[sub];
    bool again = true;
    fill_rows(c, &c->now, from);
    join(c, s->entry, NULL);
    while (again && !c->cx->oom) {
        again = false;
        for (uint32_t k = 0; k < s->blocks.len; k++) {
            uint32_t b = s->blocks.data[k];
            if (!c->in[b].ok)
                continue;
            run_block(c, b);
            again |= leave_block(c, b, false);
            for (uint32_t w = 0; subs_returns(c->fn, b) && w < c->n_words; w++) {
                worsen(&e->to[from].ok[w], c->now.ok[w]);
                worsen(&e->to[from].lost[w], c->now.lost[w]);
            }
            e->known |= subs_returns(c->fn, b);
        }
    }
    for (uint32_t k = 0; k < s->blocks.len; k++)
        c->in[s->blocks.data[k]] = (rows){0};
}

static bool find_effects(slot_check *c) {
    c->effects = CMC_NEW_N(c->cx->scratch, effect, c->subs->n + 1);
    for (uint32_t s = 0; c->effects && s < c->subs->n; s++) // callees first
        for (uint8_t x = 0; x < N_STATES; x++) {
            if (!make_rows(c, &c->effects[s].to[x]))
                return false;
            replay_sub(c, s, x);
        }
    return c->effects && !c->cx->oom;
}

static void flow(slot_check *c) {
    bool again = true;
    while (again && !c->cx->oom) {
        again = false;
        for (uint32_t b = 0; b < c->fn->blocks.len; b++)
            if (c->in[b].ok) {
                run_block(c, b);
                again |= leave_block(c, b, true);
            }
    }
}

// The start of the slot, as encoded in the message.
static int32_t place_of(const slot_check *c, const ra_move *m) {
    isa_msg msg;
    isa_send_describe(c->fn->model, &m->inst->i, &msg);
    return (msg.imm_off - m->msg.imm_off) / (int32_t)c->fn->model->grf_b - (int32_t)m->row;
}

static void find_places(slot_check *c) {
    for (uint32_t k = 0; k < c->sc->moves.len; k++) {
        const ra_move *m = &c->sc->moves.data[k];
        int32_t *known = m->inst ? &c->place[m->slot] : NULL, at = known ? place_of(c, m) : -1;
        if (known &&
            (at < 0 || (uint32_t)at + c->sc->rows.data[m->slot] > c->n_places || (*known >= 0 && *known != at)))
            fault(c, "is not in the same place as the rest of its slot", m);
        else if (known)
            *known = at;
    }
}

static void list_rows(slot_check *c) {
    for (uint32_t s = 0; s < c->sc->rows.len; s++)
        for (uint32_t r = 0; c->place[s] >= 0 && r < c->sc->rows.data[s]; r++)
            c->cx->oom |= !cmc_vec_push(c->cx->scratch, &c->at[(uint32_t)c->place[s] + r], c->first[s] + r);
}

static bool prepare(slot_check *c) {
    cmc_arena *a = c->cx->scratch;
    uint32_t n = c->sc->rows.len, n_rows = 0;
    c->first = CMC_NEW_N(a, uint32_t, n + 1);
    c->place = CMC_NEW_N(a, int32_t, n + 1);
    for (uint32_t s = 0; c->first && c->place && s < n; s++) {
        c->first[s] = n_rows;
        c->place[s] = -1;
        n_rows += c->sc->rows.data[s];
    }
    c->n_words = (n_rows + 63) / 64;
    c->n_places = RA_SCRATCH_REACH_B / c->fn->model->grf_b + n_rows; // a slot's last rows may be unused
    c->at = CMC_NEW_N(a, id_list, c->n_places + 1);
    c->in = CMC_NEW_N(a, rows, c->fn->blocks.len + 1);
    c->subs = subs_find(c->fn, a);
    c->move_of = ra_moves_by_inst(c->cx, c->fn, c->sc);
    return c->first && c->place && c->at && c->in && c->subs && c->move_of && make_rows(c, &c->now);
}

cmc_status ra_check_slots(cg_ctx *cx, const mir_fn *fn, const ra_scratch *sc) {
    assert(cx && fn && sc);
    slot_check c = {.cx = cx, .fn = fn, .sc = sc};
    if (sc->rows.len == 0)
        return CMC_OK;
    if (!prepare(&c))
        return CMC_ERR_OOM;
    find_places(&c);
    if (c.n_faults)
        return CMC_ERR_INTERNAL;
    list_rows(&c);
    if (cx->oom || !find_effects(&c))
        return CMC_ERR_OOM;
    fill_rows(&c, &c.now, UNDEF);
    join(&c, 0, NULL);
    flow(&c);
    c.report = true;
    for (uint32_t b = 0; b < fn->blocks.len && !cx->oom; b++)
        if (c.in[b].ok)
            run_block(&c, b);
    return cx->oom ? CMC_ERR_OOM : c.n_faults ? CMC_ERR_INTERNAL : CMC_OK;
}
