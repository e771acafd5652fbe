// SPDX-License-Identifier: MIT
// Liveness between blocks.
//
//   b0: writes %v         %v alive at the end of b0, at both ends of b1, at the start of b2
//   b1: (nothing of %v)
//   b2: reads %v
//
// Alive is what is read later and, for variables that start undefined, was written before on some way: a value that nobody
// has given needs no place. What is alive only behind a write is so by the first walk, backward; a second one, forward from the
// writes and over the blocks of the first, is only needed for what would be alive at the entry.
//
// A variable's sets are only kept for the blocks in which it lives, so the work is what the answer is long: as many steps
// as there are pairs of a variable and a block that it lives in. Bit sets of all variables by block would grow with the
// square of the kernel.

#include "flow.h"

typedef struct summary { // of one variable in one block
    uint32_t block;
    uint64_t *read, *kill; // read before it is written; surely overwritten
    uint64_t *write;       // maybe written
} summary;

typedef struct state { // of a block, for the variable under work
    uint32_t var;      // that these are for
    uint32_t in, out;  // where in the pool
    uint32_t given;    // units of out that somebody has written
    const summary *does;
    bool waits;        // on the stack
} state;

struct flow {
    const mir_fn *fn;
    cmc_arena *a;
    uint32_t n_blocks, n_vars;
    uint32_t *words;   // by variable
    bool *undefined;   // by variable: at the entry
    CMC_VEC(summary) *of; // by variable
    flow_spans *in, *out; // by block
    uint32_t *first_pred, *preds;
    state *states;     // by block
    CMC_VEC(uint64_t) pool;
    CMC_VEC(uint32_t) stack, seen;
    bool oom;
};

flow *flow_create(const mir_fn *fn, cmc_arena *a, uint32_t n_vars) {
    flow *f = CMC_NEW(a, flow);
    uint32_t n = fn->blocks.len;
    if (!f)
        return NULL;
    *f = (flow){.fn = fn, .a = a, .n_blocks = n, .n_vars = n_vars};
    f->words = CMC_NEW_N(a, uint32_t, n_vars + 1);
    f->undefined = CMC_NEW_N(a, bool, n_vars + 1);
    f->of = cmc_arena_alloc(a, sizeof(*f->of) * (n_vars + 1u));
    f->in = CMC_NEW_N(a, flow_spans, n + 1);
    f->out = CMC_NEW_N(a, flow_spans, n + 1);
    f->first_pred = CMC_NEW_N(a, uint32_t, n + 2);
    f->states = CMC_NEW_N(a, state, n + 1);
    return f->words && f->undefined && f->of && f->in && f->out && f->first_pred && f->states ? f : NULL;
}

void flow_units(flow *f, uint32_t var, uint32_t n) {
    f->words[var] = (n + 63) / 64;
}

void flow_undefined(flow *f, uint32_t var) {
    f->undefined[var] = true;
}

// Summaries ----------------------------------------------------------------------------------------

static summary *summary_of(flow *f, uint32_t block, uint32_t var) {
    uint32_t n = f->of[var].len;
    if (n && f->of[var].data[n - 1].block == block)
        return &f->of[var].data[n - 1];
    uint64_t *words = CMC_NEW_N(f->a, uint64_t, 3 * f->words[var]);
    summary s = {.block = block, .read = words};
    if (words) {
        s.kill = words + f->words[var];
        s.write = s.kill + f->words[var];
    }
    if (!words || !cmc_vec_push(f->a, &f->of[var], s)) {
        f->oom = true;
        return NULL;
    }
    return &f->of[var].data[n];
}

void flow_read(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last) {
    summary *s = first < last ? summary_of(f, block, var) : NULL;
    for (uint32_t u = first; s && u < last; u++)
        s->read[u / 64] |= ~s->kill[u / 64] & 1ull << u % 64;
}

void flow_kill(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last) {
    summary *s = first < last ? summary_of(f, block, var) : NULL;
    for (uint32_t u = first; s && u < last; u++)
        s->kill[u / 64] |= 1ull << u % 64;
}

void flow_write(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last) {
    summary *s = first < last ? summary_of(f, block, var) : NULL;
    for (uint32_t u = first; s && u < last; u++)
        s->write[u / 64] |= 1ull << u % 64;
}

// Solving ------------------------------------------------------------------------------------------

static bool find_preds(flow *f) {
    uint32_t n_edges = 0;
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (mir_succ s = mir_succ_of(f->fn, f->fn->blocks.data[b]); mir_succ_next(&s); n_edges++)
            f->first_pred[s.id + 1]++;
    f->preds = CMC_NEW_N(f->a, uint32_t, n_edges + 1);
    uint32_t *fill = CMC_NEW_N(f->a, uint32_t, f->n_blocks + 1);
    if (!f->preds || !fill)
        return false;
    for (uint32_t b = 0; b < f->n_blocks; b++)
        f->first_pred[b + 1] += f->first_pred[b];
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (mir_succ s = mir_succ_of(f->fn, f->fn->blocks.data[b]); mir_succ_next(&s);)
            f->preds[f->first_pred[s.id] + fill[s.id]++] = b;
    return true;
}

static state *state_of(flow *f, uint32_t block, uint32_t var) {
    state *s = &f->states[block];
    if (s->var == var)
        return s;
    *s = (state){.var = var, .in = f->pool.len, .out = f->pool.len + f->words[var],
                 .given = f->pool.len + 2 * f->words[var]};
    f->oom |= !cmc_vec_push(f->a, &f->seen, block);
    for (uint32_t w = 0; w < 3 * f->words[var]; w++)
        f->oom |= !cmc_vec_push(f->a, &f->pool, 0);
    return s;
}

static void wait_turn(flow *f, uint32_t block) {
    if (!f->states[block].waits)
        f->oom |= !cmc_vec_push(f->a, &f->stack, block);
    f->states[block].waits = true;
}

// What a block hands on to those before it; they follow when that is news to them.
static void hand_on(flow *f, uint32_t block, uint32_t var) {
    uint32_t words = f->words[var];
    for (uint32_t k = f->first_pred[block]; k < f->first_pred[block + 1] && !f->oom; k++) {
        state *p = state_of(f, f->preds[k], var);
        bool news = false;
        for (uint32_t w = 0; w < words && !f->oom; w++) {
            uint64_t out = f->pool.data[p->out + w] | f->pool.data[f->states[block].in + w];
            uint64_t in = f->pool.data[p->in + w] | (p->does ? out & ~p->does->kill[w] : out);
            news |= in != f->pool.data[p->in + w];
            f->pool.data[p->out + w] = out;
            f->pool.data[p->in + w] = in;
        }
        if (news)
            wait_turn(f, f->preds[k]);
    }
}

// Units that are alive behind a block and that it, or one before it, has written.
static void give(flow *f, uint32_t block, uint32_t var, const uint64_t *units) {
    state *s = &f->states[block];
    bool news = false;
    for (uint32_t w = 0; s->var == var && w < f->words[var]; w++) {
        uint64_t given = f->pool.data[s->given + w] | (units[w] & f->pool.data[s->out + w]);
        news |= given != f->pool.data[s->given + w];
        f->pool.data[s->given + w] = given;
    }
    if (news)
        wait_turn(f, block);
}

static bool alive_at_entry(const flow *f, uint32_t var) {
    bool any = false;
    for (uint32_t w = 0; f->states[0].var == var && w < f->words[var]; w++)
        any |= f->pool.data[f->states[0].in + w] != 0;
    return any;
}

// Takes from what is alive what nobody can have written yet.
static void forget_undefined(flow *f, uint32_t var) {
    for (uint32_t k = 0; k < f->of[var].len && !f->oom; k++)
        give(f, f->of[var].data[k].block, var, f->of[var].data[k].write);
    while (f->stack.len && !f->oom) {
        uint32_t b = f->stack.data[--f->stack.len];
        f->states[b].waits = false;
        for (mir_succ s = mir_succ_of(f->fn, f->fn->blocks.data[b]); mir_succ_next(&s);)
            give(f, s.id, var, &f->pool.data[f->states[b].given]);
    }
    for (uint32_t k = 0; k < f->seen.len && !f->oom; k++)
        f->states[f->seen.data[k]].out = f->states[f->seen.data[k]].given;
}

static void add_spans(flow *f, flow_spans *to, uint32_t var, const uint64_t *set) {
    uint32_t n = 64 * f->words[var];
    for (uint32_t u = 0; u < n; u++) {
        if (!set[u / 64] && u % 64 == 0) {
            u += 63;
            continue;
        }
        if (!(set[u / 64] >> u % 64 & 1))
            continue;
        flow_span s = {var, u, u};
        while (s.hi < n && set[s.hi / 64] >> s.hi % 64 & 1)
            s.hi++;
        f->oom |= !cmc_vec_push(f->a, to, s);
        u = s.hi;
    }
}

static void solve_variable(flow *f, uint32_t var) {
    f->pool.len = f->seen.len = 0;
    for (uint32_t k = 0; k < f->of[var].len && !f->oom; k++) {
        const summary *d = &f->of[var].data[k];
        state *s = state_of(f, d->block, var);
        bool reads = false;
        s->does = d;
        for (uint32_t w = 0; w < f->words[var] && !f->oom; w++) {
            f->pool.data[s->in + w] = d->read[w];
            reads |= d->read[w] != 0;
        }
        if (reads)
            wait_turn(f, d->block);
    }
    while (f->stack.len && !f->oom) {
        uint32_t b = f->stack.data[--f->stack.len];
        f->states[b].waits = false;
        hand_on(f, b, var);
    }
    if (f->undefined[var] && !f->oom && alive_at_entry(f, var))
        forget_undefined(f, var);
    for (uint32_t k = 0; k < f->seen.len && !f->oom; k++) {
        uint32_t b = f->seen.data[k];
        add_spans(f, &f->in[b], var, &f->pool.data[f->states[b].in]);
        add_spans(f, &f->out[b], var, &f->pool.data[f->states[b].out]);
    }
}

bool flow_solve(flow *f) {
    if (f->oom || !find_preds(f))
        return false;
    for (uint32_t v = 1; v < f->n_vars && !f->oom; v++)
        if (f->of[v].len && f->words[v])
            solve_variable(f, v);
    return !f->oom;
}

const flow_spans *flow_in(const flow *f, uint32_t block) {
    return &f->in[block];
}

const flow_spans *flow_out(const flow *f, uint32_t block) {
    return &f->out[block];
}
