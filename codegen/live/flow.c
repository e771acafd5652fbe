// SPDX-License-Identifier: MIT
// Liveness between blocks.
//
//   b0: writes %v         %v live-out of b0, live-in and live-out of b1, live-in of b2
//   b1: (nothing of %v)
//   b2: reads %v
//
// A unit is live if it is read later and, for variables that start undefined, was written before on some path: an
// undefined value needs no register. The backward walk enforces the first condition. A second walk, forward from the
// writes over the blocks of the first, enforces the other. It runs only for variables that would be live at the
// entry.
//
// A subroutine does not connect one of its calls to another. A unit is live before a call if the subroutine reads it
// before overwriting it, or if it is live after this call and passes through the subroutine. The first walk finds the
// units that subroutines read. Only then does liveness flow from return points into the returns, which hold the union
// over all calls.
//
//   b0: writes %v; call f, back b1      %v live from b0 to b1 and in f, but not before b2
//   b1: reads %v
//   b2: call f, back b3
//
// A variable has sets only for the blocks where it is live. The work is proportional to the result: one step for each
// pair of a variable and a block where it is live. Bit sets of all variables by block would grow with the square of
// the kernel.

#include "flow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct summary { // of one variable in one block
    uint32_t block;
    uint64_t *read, *kill; // read before it is written; surely overwritten
    uint64_t *write;       // may be written
} summary;

typedef struct state { // of a block, for the current walk
    uint32_t walk;     // the walk this state belongs to
    uint32_t in, out;  // offsets in the pool
    uint32_t given;    // offset in the pool: units of out that may have been written
    const summary *does;
    bool waits; // on the stack
} state;

struct flow {
    const mir_fn *fn;
    cmc_arena *a;
    uint32_t n_blocks, n_vars;
    uint32_t *words;       // by variable
    bool *undefined;       // by variable: at the entry
    CMC_VEC(summary) * of; // by variable
    flow_spans *in, *out;  // by block
    uint32_t *first_pred, *preds;
    state *states; // by block
    uint32_t walk; // number of the current walk
    const sub_table *subs;
    sub_list *callers; // by subroutine: its callers
    bool *back;        // by block: it is the return point of a call
    uint32_t most;     // words of the largest variable
    uint64_t *through; // by subroutine, for the current variable: units that some path through it leaves alone
    uint64_t *written; // the same: units that it or a callee may write
    bool *concerned;   // by subroutine: it or a callee touches the variable
    sub_list touching; // the concerned subroutines, ascending; for others, through, written and concerned keep their
                       // initial values
    bool ways_only;    // the current walk finds paths through subroutines
    bool returning;    // liveness flows from return points into returns
    CMC_VEC(uint64_t) pool;
    CMC_VEC(uint32_t) stack, seen;
    bool oom;
};

flow *flow_create(const mir_fn *fn, cmc_arena *a, uint32_t n_vars) {
    assert(fn && a);
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
    f->subs = subs_find(fn, a);
    return f->words && f->undefined && f->of && f->in && f->out && f->first_pred && f->states && f->subs ? f : NULL;
}

void flow_units(flow *f, uint32_t var, uint32_t n) {
    assert(var < f->n_vars && n > 0);
    f->words[var] = (n + 63) / 64;
}

void flow_undefined(flow *f, uint32_t var) {
    assert(var < f->n_vars);
    f->undefined[var] = true;
}

// Summaries

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

// Solving

// Calls fn for each successor of b within its subroutine, or within the kernel itself. The successor of a call is its
// return point.
typedef void (*succ_fn)(flow *f, uint32_t from, uint32_t to);

static void each_succ(flow *f, uint32_t b, succ_fn fn) {
    if (f->subs->called[b])
        fn(f, b, subs_back(f->fn, b));
    else
        for (mir_succ s = mir_succ_of(f->fn, f->fn->blocks.data[b]); mir_succ_next(&s);)
            fn(f, b, s.id);
}

static void count_pred(flow *f, uint32_t from, uint32_t to) {
    (void)from;
    f->first_pred[to + 1]++;
}

static void put_pred(flow *f, uint32_t from, uint32_t to) {
    f->preds[f->first_pred[to]++] = from;
}

static bool find_preds(flow *f) {
    for (uint32_t b = 0; b < f->n_blocks; b++)
        each_succ(f, b, count_pred);
    for (uint32_t b = 0; b < f->n_blocks; b++)
        f->first_pred[b + 1] += f->first_pred[b];
    f->preds = CMC_NEW_N(f->a, uint32_t, f->first_pred[f->n_blocks] + 1);
    if (!f->preds)
        return false;
    for (uint32_t b = 0; b < f->n_blocks; b++)
        each_succ(f, b, put_pred);
    memmove(f->first_pred + 1, f->first_pred,
            f->n_blocks * sizeof(*f->first_pred)); // each index had advanced to the start of the next
    f->first_pred[0] = 0;
    return true;
}

static state *state_of(flow *f, uint32_t block, uint32_t var) {
    state *s = &f->states[block];
    if (s->walk == f->walk)
        return s;
    *s = (state){.walk = f->walk,
                 .in = f->pool.len,
                 .out = f->pool.len + f->words[var],
                 .given = f->pool.len + 2 * f->words[var]};
    f->oom |= !cmc_vec_push(f->a, &f->seen, block);
    if (!cmc_vec_reserve(f->a, &f->pool, f->pool.len + 3 * f->words[var])) {
        f->oom = true;
        return s;
    }
    memset(f->pool.data + f->pool.len, 0, 3 * f->words[var] * sizeof(*f->pool.data));
    f->pool.len += 3 * f->words[var];
    return s;
}

static void begin_walk(flow *f, uint32_t var) {
    f->pool.len = f->seen.len = 0;
    f->walk++;
    for (uint32_t k = 0; k < f->of[var].len && !f->oom; k++)
        state_of(f, f->of[var].data[k].block, var)->does = &f->of[var].data[k];
}

static void wait_turn(flow *f, uint32_t block) {
    if (!f->states[block].waits)
        f->oom |= !cmc_vec_push(f->a, &f->stack, block);
    f->states[block].waits = true;
}

// Makes units live-out of a block, and queues the block if its live-in set grows. mask: restricts the units.
static void make_alive(flow *f, uint32_t block, uint32_t var, uint32_t units, const uint64_t *mask) {
    state *p = state_of(f, block, var);
    bool news = false;
    for (uint32_t w = 0; w < f->words[var] && !f->oom; w++) {
        uint64_t out = f->pool.data[p->out + w] | (f->pool.data[units + w] & (mask ? mask[w] : UINT64_MAX));
        uint64_t in = f->pool.data[p->in + w] | (p->does ? out & ~p->does->kill[w] : out);
        news |= in != f->pool.data[p->in + w];
        f->pool.data[p->out + w] = out;
        f->pool.data[p->in + w] = in;
    }
    if (news)
        wait_turn(f, block);
}

// Propagates a block's live-in set to its predecessors.
static void hand_on(flow *f, uint32_t block, uint32_t var) {
    uint32_t in = f->states[block].in, own = f->subs->of_block[block];
    for (uint32_t k = f->first_pred[block]; k < f->first_pred[block + 1] && !f->oom; k++) {
        uint32_t p = f->preds[k], called = f->subs->called[p];
        const uint64_t *mask = called ? f->through + (called - 1) * f->most : NULL;
        if (called || f->returning || !subs_returns(f->fn, p))
            make_alive(f, p, var, in, mask);
    }
    const sub_info *s = own && !f->ways_only && !f->returning ? &f->subs->of[own - 1] : NULL;
    for (uint32_t k = 0; s && block == s->entry && k < s->calls.len && !f->oom; k++)
        make_alive(f, s->calls.data[k], var, in, NULL);
}

static void drain(flow *f, uint32_t var) {
    while (f->stack.len && !f->oom) {
        uint32_t b = f->stack.data[--f->stack.len];
        f->states[b].waits = false;
        hand_on(f, b, var);
    }
}

// Subroutines

static void concern(flow *f, uint32_t sub) {
    if (!f->concerned[sub])
        f->oom |= !cmc_vec_push(f->a, &f->touching, sub);
    f->concerned[sub] = true;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Visits only subroutines that touch the variable: there may be as many calls as variables.
static void note_concerned(flow *f, uint32_t var) {
    uint32_t words = f->words[var];
    for (uint32_t k = 0; k < f->of[var].len; k++) {
        const summary *d = &f->of[var].data[k];
        uint32_t s = f->subs->of_block[d->block];
        if (s)
            concern(f, s - 1);
        for (uint32_t w = 0; s && w < words; w++)
            f->written[(s - 1) * f->most + w] |= d->write[w];
    }
    for (uint32_t k = 0; k < f->touching.len; k++) // the list grows
        for (uint32_t c = 0; c < f->callers[f->touching.data[k]].len; c++)
            concern(f, f->callers[f->touching.data[k]].data[c]);
    if (f->touching.len)
        qsort(f->touching.data, f->touching.len, sizeof(*f->touching.data), ascending);
    for (uint32_t k = 0; k < f->touching.len; k++) { // callees first
        uint32_t s = f->touching.data[k];
        for (uint32_t c = 0; c < f->callers[s].len; c++)
            for (uint32_t w = 0; w < words; w++)
                f->written[f->callers[s].data[c] * f->most + w] |= f->written[s * f->most + w];
    }
}

static void forget_concerned(flow *f, uint32_t var) {
    for (uint32_t k = 0; k < f->touching.len; k++) {
        uint32_t s = f->touching.data[k];
        f->concerned[s] = false;
        memset(f->written + s * f->most, 0, f->words[var] * sizeof(*f->written));
        memset(f->through + s * f->most, 0xff, f->words[var] * sizeof(*f->through));
    }
    f->touching.len = 0;
}

// A unit passes a subroutine that touches the variable if some path does not overwrite it.
static void find_ways(flow *f, uint32_t var) {
    uint32_t words = f->words[var];
    note_concerned(f, var);
    begin_walk(f, var);
    f->ways_only = true;
    for (uint32_t t = 0; t < f->touching.len && !f->oom; t++) {
        uint32_t s = f->touching.data[t];
        const sub_info *sub = &f->subs->of[s];
        uint32_t all = f->pool.len;
        for (uint32_t w = 0; w < words; w++)
            f->oom |= !cmc_vec_push(f->a, &f->pool, UINT64_MAX);
        for (uint32_t k = 0; k < sub->returns.len && !f->oom; k++)
            make_alive(f, sub->returns.data[k], var, all, NULL);
        drain(f, var);
        const state *e = state_of(f, sub->entry, var);
        for (uint32_t w = 0; w < words && !f->oom; w++)
            f->through[s * f->most + w] = f->pool.data[e->in + w];
    }
    f->ways_only = false;
}

// Units that are live after any call of a subroutine are live at its returns.
static void enter_returns(flow *f, uint32_t var) {
    f->returning = true;
    for (uint32_t k = 0; k < f->seen.len && !f->oom; k++)
        if (f->back[f->seen.data[k]])
            wait_turn(f, f->seen.data[k]);
    drain(f, var);
    f->returning = false;
}

// Undefined units

// Notes live-out units that the block, or one before it, may have written. mask: restricts the units.
static void give(flow *f, uint32_t block, uint32_t var, const uint64_t *units, const uint64_t *mask) {
    state *s = &f->states[block];
    bool news = false;
    for (uint32_t w = 0; s->walk == f->walk && w < f->words[var]; w++) {
        uint64_t given =
            f->pool.data[s->given + w] | (units[w] & (mask ? mask[w] : UINT64_MAX) & f->pool.data[s->out + w]);
        news |= given != f->pool.data[s->given + w];
        f->pool.data[s->given + w] = given;
    }
    if (news)
        wait_turn(f, block);
}

static bool alive_at_entry(const flow *f, uint32_t var) {
    bool any = false;
    for (uint32_t w = 0; f->states[0].walk == f->walk && w < f->words[var]; w++)
        any |= f->pool.data[f->states[0].in + w] != 0;
    return any;
}

// Only units that a subroutine may write flow from its returns; the others flow past each call.
static void give_succs(flow *f, uint32_t b, uint32_t var) {
    const uint64_t *units = &f->pool.data[f->states[b].given], *mask = NULL;
    if (subs_returns(f->fn, b) && f->subs->of_block[b])
        mask = f->written + (f->subs->of_block[b] - 1) * f->most;
    for (mir_succ s = mir_succ_of(f->fn, f->fn->blocks.data[b]); mir_succ_next(&s);)
        give(f, s.id, var, units, mask);
    if (f->subs->called[b])
        give(f, subs_back(f->fn, b), var, units, NULL);
}

// Removes live units that cannot have been written yet.
static void forget_undefined(flow *f, uint32_t var) {
    for (uint32_t k = 0; k < f->of[var].len && !f->oom; k++)
        give(f, f->of[var].data[k].block, var, f->of[var].data[k].write, NULL);
    while (f->stack.len && !f->oom) {
        uint32_t b = f->stack.data[--f->stack.len];
        f->states[b].waits = false;
        give_succs(f, b, var);
    }
    for (uint32_t k = 0; k < f->seen.len && !f->oom; k++)
        f->states[f->seen.data[k]].out = f->states[f->seen.data[k]].given;
}

// The first unit at or after u that is in the set, or is not in it (flip: all ones); n when there is no such unit.
static uint32_t next_unit(const uint64_t *set, uint32_t u, uint32_t n, uint64_t flip) {
    for (; u < n; u = (u / 64 + 1) * 64) {
        uint64_t bits = (set[u / 64] ^ flip) >> u % 64;
        if (bits)
            return u + (uint32_t)__builtin_ctzll(bits);
    }
    return n;
}

static void add_spans(flow *f, flow_spans *to, uint32_t block, uint32_t var, const uint64_t *set) {
    uint32_t n = 64 * f->words[var], own = f->subs->of_block[block], called = f->subs->called[block];
    for (uint32_t u = next_unit(set, 0, n, 0); u < n;) {
        uint32_t hi = next_unit(set, u, n, UINT64_MAX);
        flow_span s = {var, u, hi, own && !f->concerned[own - 1], called && !f->concerned[called - 1]};
        f->oom |= !cmc_vec_push(f->a, to, s);
        u = next_unit(set, hi, n, 0);
    }
}

static void solve_variable(flow *f, uint32_t var) {
    if (f->subs->n)
        find_ways(f, var);
    begin_walk(f, var);
    for (uint32_t k = 0; k < f->of[var].len && !f->oom; k++) {
        const summary *d = &f->of[var].data[k];
        const state *s = &f->states[d->block];
        bool reads = false;
        for (uint32_t w = 0; w < f->words[var]; w++) {
            f->pool.data[s->in + w] = d->read[w];
            reads |= d->read[w] != 0;
        }
        if (reads)
            wait_turn(f, d->block);
    }
    drain(f, var);
    enter_returns(f, var);
    if (f->undefined[var] && !f->oom && alive_at_entry(f, var))
        forget_undefined(f, var);
    for (uint32_t k = 0; k < f->seen.len && !f->oom; k++) {
        uint32_t b = f->seen.data[k];
        add_spans(f, &f->in[b], b, var, &f->pool.data[f->states[b].in]);
        add_spans(f, &f->out[b], b, var, &f->pool.data[f->states[b].out]);
    }
    forget_concerned(f, var);
}

static void note_calls(flow *f, uint32_t sub) {
    const sub_list *calls = &f->subs->of[sub].calls;
    sub_list *callers = &f->callers[sub];
    for (uint32_t k = 0; k < calls->len; k++) {
        uint32_t caller = f->subs->of_block[calls->data[k]];
        f->back[subs_back(f->fn, calls->data[k])] = true;
        if (caller &&
            (!callers->len || callers->data[callers->len - 1] != caller - 1)) // calls of one caller are mostly adjacent
            f->oom |= !cmc_vec_push(f->a, callers, caller - 1);
    }
}

static bool prepare_subs(flow *f) {
    uint32_t n = f->subs->n;
    for (uint32_t v = 1; v < f->n_vars; v++)
        f->most = f->words[v] > f->most ? f->words[v] : f->most;
    size_t n_words = (size_t)n * f->most;
    f->through = CMC_NEW_N(f->a, uint64_t, n_words + 1);
    f->written = CMC_NEW_N(f->a, uint64_t, n_words + 1);
    f->concerned = CMC_NEW_N(f->a, bool, n + 1);
    f->callers = CMC_NEW_N(f->a, sub_list, n + 1);
    f->back = CMC_NEW_N(f->a, bool, f->n_blocks + 1);
    if (!f->through || !f->written || !f->concerned || !f->callers || !f->back)
        return false;
    memset(f->through, 0xff, n_words * sizeof(*f->through));
    for (uint32_t s = 0; s < n; s++)
        note_calls(f, s);
    return !f->oom;
}

bool flow_solve(flow *f) {
    if (f->oom || !find_preds(f) || !prepare_subs(f))
        return false;
    for (uint32_t v = 1; v < f->n_vars && !f->oom; v++)
        if (f->of[v].len && f->words[v])
            solve_variable(f, v);
    return !f->oom;
}

const flow_spans *flow_in(const flow *f, uint32_t block) {
    assert(block < f->fn->blocks.len);
    return &f->in[block];
}

const flow_spans *flow_out(const flow *f, uint32_t block) {
    assert(block < f->fn->blocks.len);
    return &f->out[block];
}

const sub_table *flow_subs(const flow *f) {
    return f->subs;
}
