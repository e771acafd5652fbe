// SPDX-License-Identifier: MIT
// Replays scoreboard annotations and looks for dependencies that nothing guards.
//
// The state is the list of instructions that may still be under way, each with how long ago it was issued and whether
// its sources are read. An annotation removes those that it waits for; then the instruction's accesses are compared
// with those of every one left. Paths join by taking both lists, an instruction in both keeping the worse state.
// In-order instructions leave after swsb_depth later ones of their pipe; one that may run in either of two pipes waits to be
// named in both, and counts in neither. Nothing here is taken from the pass that annotates.

#include "swsb_priv.h"

#include <string.h>

enum { MAX_FLYING = 512, MAX_FAULTS = 10 };

typedef struct span { // bytes of a file
    uint8_t file;
    uint32_t lo, hi;
    bool write;
} span;

typedef struct spans {
    CMC_VEC(span) v;
} spans;

typedef struct flying {
    const mir_inst *i;
    uint8_t age[SWSB_PIPES]; // in-order: instructions issued since in each of its pipes, itself included; 0 = done there
    uint8_t token;
    bool ooo;
    bool read_done; // sources are read
} flying;

typedef struct list {
    flying f[MAX_FLYING];
    uint32_t n;
    bool reached;
} list;

typedef struct replay {
    const mir_fn *fn;
    cmc_arena *a;
    cmc_diag *diag;
    spans *of; // by instruction id
    spans *filling;
    list *in;
    list now;
    bool report, oom;
    uint32_t n_faults;
} replay;

enum { SPAN_GRF = 1, SPAN_FLAG, SPAN_ADDR };

static void collect(void *user, const isa_access *a) {
    replay *r = user;
    uint32_t kind = a->reg & 0xf0;
    span s = {.lo = (uint32_t)a->off_b, .write = a->write};
    if (a->file == ISA_FILE_GRF) {
        s.file = SPAN_GRF;
        s.lo += a->reg * r->fn->model->grf_b;
    } else if (a->file == ISA_FILE_ARF && kind == ISA_ARF_F) {
        s.file = SPAN_FLAG;
        s.lo += (a->reg & 15) * 4;
    } else if (a->file == ISA_FILE_ARF && kind == ISA_ARF_A0) {
        s.file = SPAN_ADDR;
    } else {
        return;
    }
    s.hi = s.lo + (uint32_t)a->len_b;
    r->oom |= !cmc_vec_push(r->a, &r->filling->v, s);
}

static void collect_all(replay *r) {
    for (uint32_t b = 0; b < r->fn->blocks.len; b++)
        for (const mir_inst *i = r->fn->blocks.data[b]->first; i; i = i->next) {
            isa_inst t = i->i;
            r->filling = &r->of[i->id];
            if (i->i.op == MIR_CBR)
                t.op = ISA_JMPI;
            else if (!cg_is_hw(i))
                continue;
            if (t.desc_is_reg && (t.desc >> 25 & 15)) {
                span a0 = {SPAN_ADDR, 0, 4, false};
                r->oom |= !cmc_vec_push(r->a, &r->filling->v, a0);
                t.desc_is_reg = false;
            }
            isa_inst_effects(r->fn->model, &t, collect, r);
        }
}

// Conflicts ----------------------------------------------------------------------------------------

// Whether x, issued now, must not overtake f on these two ranges.
static bool conflict(const flying *f, const span *old, const span *new, bool new_ooo) {
    if (old->file != new->file || old->lo >= new->hi || new->lo >= old->hi)
        return false;
    if (old->write)
        return true; // read or write after write
    if (!new->write)
        return false;
    if (f->ooo)
        return !f->read_done; // write after read
    return new_ooo; // in-order after in-order of the same pipe reads in time
}

static void report(replay *r, const mir_inst *i, const flying *f) {
    cmc_str s = CMC_STR_INIT;
    if (r->n_faults++ < MAX_FAULTS) {
        mir_inst_print(r->fn, i, &s);
        cmc_str_append(&s, " does not wait for: ");
        mir_inst_print(r->fn, f->i, &s);
        cmc_diag_error(r->diag, "CG0410", "scoreboard check of kernel \"%s\": %s", r->fn->name, cmc_str_text(&s));
    }
    cmc_str_free(&s);
}

// Whether i may run in another pipe than f did: then a write of i can overtake a read of f.
static bool other_pipe(const replay *r, const flying *f, const mir_inst *i) {
    uint8_t mine = swsb_pipes_of(r->fn->model, i), theirs = swsb_pipes_of(r->fn->model, f->i);
    return swsb_class_of(r->fn->model, i) == SWSB_IN_ORDER && (mine != theirs || (mine & (mine - 1)) != 0);
}

static void compare(replay *r, const mir_inst *i, bool ooo) {
    const spans *mine = &r->of[i->id];
    bool state = swsb_touches_state(r->fn, i);
    for (uint32_t k = 0; k < r->now.n; k++) {
        const flying *f = &r->now.f[k];
        const spans *theirs = &r->of[f->i->id];
        bool bad = !f->ooo && (state || swsb_touches_state(r->fn, f->i));
        bad |= i->i.eot && f->ooo && !cg_is_null(&f->i->i.dst); // a result that comes after the end
        for (uint32_t x = 0; x < mine->v.len && !bad; x++)
            for (uint32_t y = 0; y < theirs->v.len && !bad; y++)
                bad = conflict(f, &theirs->v.data[y], &mine->v.data[x], ooo || other_pipe(r, f, i));
        if (bad)
            report(r, i, f);
    }
}

// Time ---------------------------------------------------------------------------------------------

// Pipes that a distance speaks of. Untagged: the only one, or the instruction's own.
static uint8_t pipes_waited(const isa_model *m, const mir_inst *i) {
    switch (i->i.swsb.pipe) {
    case ISA_PIPE_F:
        return SWSB_F;
    case ISA_PIPE_I:
        return SWSB_I;
    case ISA_PIPE_L:
        return SWSB_L;
    case ISA_PIPE_M:
        return SWSB_M;
    case ISA_PIPE_ALL:
        return SWSB_F | SWSB_I | SWSB_L | SWSB_M;
    default:
        return m->pipe_count == 1 ? SWSB_F : swsb_class_of(m, i) == SWSB_IN_ORDER ? swsb_pipes_of(m, i) : 0;
    }
}

static bool landed(const replay *r, flying *f, const mir_inst *i, bool takes_token) {
    const isa_swsb *s = &i->i.swsb;
    bool named = s->token_mode != ISA_TOKEN_NONE && s->token == f->token;
    if (f->ooo)
        return named && (s->token_mode == ISA_TOKEN_DST || (takes_token && s->token_mode == ISA_TOKEN_SET));
    uint8_t waited = s->dist ? pipes_waited(r->fn->model, i) : 0;
    bool all = true;
    for (uint32_t p = 0; p < SWSB_PIPES; p++) {
        if ((waited >> p & 1u && f->age[p] >= s->dist) || f->age[p] > swsb_depth(p))
            f->age[p] = 0;
        all &= f->age[p] == 0;
    }
    return all;
}

static void apply_waits(replay *r, const mir_inst *i, bool ooo) {
    const isa_swsb *s = &i->i.swsb;
    uint32_t kept = 0;
    bool all_wr = i->i.op == ISA_SYNC && i->i.fc == ISA_SYNC_ALLWR && i->i.src[0].file != ISA_FILE_IMM;
    bool all_rd = i->i.op == ISA_SYNC && i->i.fc == ISA_SYNC_ALLRD && i->i.src[0].file != ISA_FILE_IMM;
    for (uint32_t k = 0; k < r->now.n; k++) {
        flying f = r->now.f[k];
        if (landed(r, &f, i, ooo) || (f.ooo && all_wr))
            continue;
        if (f.ooo && (all_rd || (s->token_mode == ISA_TOKEN_SRC && s->token == f.token)))
            f.read_done = true;
        r->now.f[kept++] = f;
    }
    r->now.n = kept;
}

static void issue(replay *r, const mir_inst *i, swsb_class cls) {
    if (cls == SWSB_UNCOUNTED)
        return;
    uint8_t pipes = cls == SWSB_IN_ORDER ? swsb_pipes_of(r->fn->model, i) : 0;
    flying f = {.i = i, .ooo = cls == SWSB_OUT_OF_ORDER, .token = i->i.swsb.token};
    for (uint32_t p = 0; p < SWSB_PIPES; p++) {
        for (uint32_t k = 0; k < r->now.n && pipes == 1u << p; k++)
            if (r->now.f[k].age[p] && r->now.f[k].age[p] <= swsb_depth(p))
                r->now.f[k].age[p]++;
        f.age[p] = pipes >> p & 1u;
    }
    if (f.ooo && i->i.swsb.token_mode != ISA_TOKEN_SET && r->report && !i->i.eot) {
        r->n_faults++;
        cmc_diag_error(r->diag, "CG0411", "scoreboard check of kernel \"%s\": '%s' has no token", r->fn->name,
                       mir_op_name(i->i.op));
    }
    uint32_t k = 0;
    while (k < r->now.n && r->now.f[k].i != i)
        k++;
    if (k == MAX_FLYING) {
        r->oom = true;
        return;
    }
    r->now.n += k == r->now.n;
    r->now.f[k] = f;
}

static void step(replay *r, const mir_inst *i) {
    swsb_class cls = swsb_class_of(r->fn->model, i);
    apply_waits(r, i, cls == SWSB_OUT_OF_ORDER);
    if (r->report)
        compare(r, i, cls == SWSB_OUT_OF_ORDER);
    issue(r, i, cls);
}

// Data flow ----------------------------------------------------------------------------------------

// The worse of both states; true when a became worse.
static bool merge(flying *a, const flying *b) {
    bool grew = a->read_done && !b->read_done;
    a->read_done &= b->read_done;
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (b->age[p] && (a->age[p] == 0 || b->age[p] < a->age[p])) {
            a->age[p] = b->age[p];
            grew = true;
        }
    return grew;
}

static bool join(replay *r, list *into) {
    bool grew = !into->reached;
    into->reached = true;
    for (uint32_t k = 0; k < r->now.n; k++) {
        const flying *f = &r->now.f[k];
        uint32_t j = 0;
        while (j < into->n && into->f[j].i != f->i)
            j++;
        if (j == into->n) {
            if (into->n == MAX_FLYING) {
                r->oom = true;
                return false;
            }
            into->f[into->n++] = *f;
            grew = true;
            continue;
        }
        grew |= merge(&into->f[j], f);
    }
    return grew;
}

static void run_block(replay *r, const mir_block *b) {
    r->now = r->in[b->id];
    for (const mir_inst *i = b->first; i; i = i->next)
        step(r, i);
}

static void solve(replay *r) {
    bool again = true;
    r->in[0].reached = true;
    while (again && !r->oom) {
        again = false;
        for (uint32_t b = 0; b < r->fn->blocks.len; b++) {
            if (!r->in[b].reached)
                continue;
            run_block(r, r->fn->blocks.data[b]);
            uint32_t succ[3], n = mir_block_succs(r->fn, r->fn->blocks.data[b], succ);
            for (uint32_t s = 0; s < n; s++)
                again |= join(r, &r->in[succ[s]]);
        }
    }
}

cmc_status swsb_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d) {
    replay *r = CMC_NEW(scratch, replay);
    if (!r)
        return CMC_ERR_OOM;
    r->fn = fn;
    r->a = scratch;
    r->diag = d;
    r->of = CMC_NEW_N(scratch, spans, fn->n_inst_ids + 1);
    r->in = CMC_NEW_N(scratch, list, fn->blocks.len + 1);
    if (!r->of || !r->in)
        return CMC_ERR_OOM;
    collect_all(r);
    solve(r);
    r->report = true;
    for (uint32_t b = 0; b < fn->blocks.len && !r->oom; b++)
        if (r->in[b].reached)
            run_block(r, fn->blocks.data[b]);
    if (r->oom)
        return CMC_ERR_OOM;
    return r->n_faults ? CMC_ERR_INTERNAL : CMC_OK;
}
