// SPDX-License-Identifier: MIT
// regalloc: places every variable in a register file.
//
//   before                                            after
//     undef %x
//     add (8|M0) %x<1>:f %y<1;1,0>:f %s<0;1,0>:f        add (8|M0) r4.0<1>:f r3.0<1;1,0>:f r2.1<0;1,0>:f
//
// When the registers are full, variables are split into pieces, and results reuse the registers of sources that die
// there (cg_join_in_place). Variables that are large only for moments are narrowed (narrow.c). Variables evict others
// from their places (repack.c). Then even those are narrowed for which the sum of bytes has room. If that is not
// enough, variables are spilled to scratch memory (spill.c) and allocation starts again. Packing is not perfect, so
// each round lowers the limit over the live range of the variable that did not fit. Late rounds lower the limit
// everywhere. Before that, inputs that the code writes leave their fixed places, because fixed variables cannot be
// spilled (inputs.c). Flags that do not fit are kept in general registers (spill_flags.c). Return addresses of deeply
// nested subroutines are copied so that they can be spilled too (returns.c).
//
// Needs: phase legal, no copies. Preserves: instructions and their order; undef is removed.

#include "ra.h"

#include <assert.h>

enum { MAX_ROUNDS = 20, LOCAL_ROUNDS = 8, LAST_ROUNDS = 4, FLAG_ROUNDS = 4, NARROW_ROUNDS = 3 };

static cmc_status refuse_copies(const cg_ctx *cx, const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op == MIR_COPY) {
                cmc_diag_error(cx->diag, "CG0303", "kernel '%s' still holds copies; run 'lower_copy' first", fn->name);
                return CMC_ERR_USER;
            }
    return CMC_OK;
}

// The point of highest pressure before any spilling.
typedef struct crowd {
    cmc_loc loc;
    uint32_t alive_b;
} crowd;

// Worded like the message of Intel's tools, which users search their logs for.
static void report_spills(const cg_ctx *cx, const mir_fn *fn, const ra_spill_stats *st, const crowd *at) {
    if (st->spills + st->fills == 0)
        return;
    cmc_diag_add(cx->diag, CMC_WARNING, "-Wcm-spill", at->loc,
                 "kernel %s compiled SIMD1 allocated %u regs and spilled around %u: %u bytes of scratch memory, %u "
                 "spills and %u fills; most is alive %s, %u bytes in registers of %u",
                 fn->name, (unsigned)fn->grf_count, (unsigned)st->vars, (unsigned)(fn->scratch_b - fn->private_b),
                 (unsigned)st->spills, (unsigned)st->fills, at->loc.line ? "here" : "at one place",
                 (unsigned)at->alive_b, (unsigned)(fn->grf_count * fn->model->grf_b));
}

// The limit of bytes in use at any point; it falls with each round.
static uint32_t limit_of(const mir_fn *fn, const live_info *live, uint32_t round) {
    uint32_t reserved = 0;
    for (uint32_t r = 0; r < live->phys_grf.n_bits; r++)
        reserved += cmc_bitset_get(&live->phys_grf, r);
    uint32_t late = round > LOCAL_ROUNDS ? round - LOCAL_ROUNDS : 0;
    uint32_t slack = reserved + (round > 1 ? (round - 1) / 2 : 0) + late * (late + 1) / 2 * fn->grf_count / 128;
    return slack < fn->grf_count ? (fn->grf_count - slack) * fn->model->grf_b : 0;
}

// The allocation of one function, over all of its rounds.
typedef struct job {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live; // of the current round
    ra_failure full;       // what did not fit in the current round
    uint32_t round, flag_rounds, narrow_rounds, again_rounds, spill_rounds;
    bool split, saved, freed; // these steps have run
    bool evict;               // variables may take the places of others
    ra_scratch scratch;
    ra_spill_stats stats;
    crowd crowd;
} job;

// A step that makes room in a full file. changed: allocation must start again.
typedef cmc_status step_fn(job *j, bool *changed);

// With the option spill_all, every variable that can be spilled is spilled once, even when registers suffice.
static bool must_spill_all(const job *j) {
    return j->cx->opts->spill_all && j->spill_rounds == 0;
}

static bool is_placed(const job *j) {
    return j->full.kind == MIR_VAR_NONE && !must_spill_all(j);
}

// Tries to place all variables. Skips the attempt when the peak pressure exceeds the file.
static cmc_status try_allocation(job *j) {
    j->full = (ra_failure){.kind = MIR_VAR_GRF};
    j->live = live_compute(j->fn, j->cx->scratch);
    if (!j->live)
        return CMC_ERR_OOM;
    if (j->round < MAX_ROUNDS && ra_peak(j->cx, j->fn, j->live) > j->fn->grf_count * j->fn->model->grf_b)
        return CMC_OK;
    return ra_allocate(j->cx, j->fn, j->live, j->evict, &j->full);
}

// Each call leaves fewer flags live at a time. After the last one, each flag is live only around its uses.
static cmc_status fit_flags(job *j, bool *changed) {
    uint32_t n = 0;
    bool wanted = j->full.kind == MIR_VAR_FLAG || (j->cx->opts->spill_all && j->flag_rounds == 0);
    if (!wanted || j->flag_rounds == FLAG_ROUNDS)
        return CMC_OK;
    j->flag_rounds = j->cx->opts->spill_all ? FLAG_ROUNDS : j->flag_rounds + 1;
    CMC_TRY(ra_spill_flags(j->cx, j->fn, j->live, j->flag_rounds == FLAG_ROUNDS, &n));
    *changed = n != 0;
    return CMC_OK;
}

static cmc_status split_variables(job *j, bool *changed) {
    if (j->full.kind != MIR_VAR_GRF || j->split || j->cx->opts->spill_all)
        return CMC_OK;
    CMC_TRY(ra_split(j->cx, j->fn, j->live));
    CMC_TRY(cg_join_in_place(j->cx, j->fn));
    j->split = *changed = true;
    return CMC_OK;
}

// The message that ends the thread is sent from the last registers of the file (isa-semantics.md 4.4).
static void use_larger_file(mir_fn *fn) {
    uint32_t grf_b = fn->model->grf_b, last_b = (fn->grf_count - 1) * grf_b;
    fn->grf_count = isa_grf_count_after(fn->model, fn->grf_count);
    for (uint32_t v = 1; v < fn->vars.len; v++)
        if (fn->vars.data[v]->fixed && !fn->vars.data[v]->live_in && !fn->vars.data[v]->bound &&
            fn->vars.data[v]->fixed_b == last_b)
            fn->vars.data[v]->fixed_b = (fn->grf_count - 1) * grf_b;
}

static cmc_status enlarge_file(job *j, bool *changed) {
    if (j->full.kind != MIR_VAR_GRF || !j->fn->grf_auto || !isa_grf_count_after(j->cx->m, j->fn->grf_count))
        return CMC_OK;
    use_larger_file(j->fn);
    *changed = true;
    return CMC_OK;
}

static cmc_status free_inputs(job *j, bool *changed) {
    if (j->full.kind != MIR_VAR_GRF || j->freed || j->cx->opts->spill_all)
        return CMC_OK;
    j->freed = true;
    CMC_TRY(ra_free_inputs(j->cx, j->fn, j->live, changed));
    j->split = !*changed; // the copies have parts, too
    return CMC_OK;
}

static cmc_status narrow(job *j, bool *changed) {
    if (j->full.kind != MIR_VAR_GRF || j->narrow_rounds == NARROW_ROUNDS || j->cx->opts->spill_all)
        return CMC_OK;
    CMC_TRY(ra_narrow(j->cx, j->fn, j->live, limit_of(j->fn, j->live, 1), j->full.var, false, changed));
    j->narrow_rounds += *changed;
    return CMC_OK;
}

static cmc_status evict(job *j, bool *changed) {
    *changed = j->full.kind == MIR_VAR_GRF && !j->evict && !j->cx->opts->spill_all;
    j->evict |= *changed;
    return CMC_OK;
}

// The sum of bytes fits, but the packing does not: small variables give up their registers before others are spilled.
static cmc_status narrow_again(job *j, bool *changed) {
    if (j->full.kind != MIR_VAR_GRF || !j->full.var || j->again_rounds == NARROW_ROUNDS || j->spill_rounds ||
        j->cx->opts->spill_all)
        return CMC_OK;
    CMC_TRY(ra_narrow(j->cx, j->fn, j->live, limit_of(j->fn, j->live, 1), j->full.var, true, changed));
    j->again_rounds += *changed;
    return CMC_OK;
}

static cmc_status save_returns(job *j, bool *changed) {
    if (j->saved)
        return CMC_OK;
    j->saved = true;
    CMC_TRY(ra_save_returns(j->cx, j->fn, j->live, &j->stats));
    *changed = j->stats.first0 != j->stats.first1;
    return CMC_OK;
}

// Before allocation gives up, the limit falls to half of the registers and less: whatever the packing, few variables
// fit.
static uint32_t spill_limit_of(const job *j) {
    uint32_t last = j->round + LAST_ROUNDS > MAX_ROUNDS ? j->round + LAST_ROUNDS - MAX_ROUNDS : 0;
    return limit_of(j->fn, j->live, j->spill_rounds) >> last;
}

// The last resort, for general registers only.
static cmc_status spill(job *j, bool *changed) {
    assert(j->round <= MAX_ROUNDS);
    bool all = must_spill_all(j);
    if (j->spill_rounds == 0)
        j->crowd = (crowd){ra_busiest_line(j->fn, j->live), j->live->peak_b};
    if (j->full.kind != MIR_VAR_GRF && !all)
        return CMC_OK;
    // Where every candidate fits after all, the function is as before, and so is the result of the next allocation.
    for (uint32_t before = j->stats.vars, more = 1; more; j->round += more) {
        j->spill_rounds++;
        CMC_TRY(ra_spill(j->cx, j->fn, j->live, spill_limit_of(j), j->full.var, all, &j->scratch, &j->stats));
        more = !all && !j->stats.divided && j->stats.vars == before && j->round + 1 < MAX_ROUNDS;
    }
    *changed = j->round < MAX_ROUNDS;
    return CMC_OK;
}

// In order of cost, cheapest first. Each step runs only if no earlier one changed anything.
static step_fn *const steps[] = {split_variables, enlarge_file, free_inputs,  narrow,
                                 evict,           narrow_again, save_returns, spill};
enum { N_STEPS = sizeof steps / sizeof steps[0] };

// Changes the function to make more room, unless every variable is placed.
static cmc_status make_room(job *j, bool *changed) {
    assert(j->live && "try_allocation computes it");
    *changed = false;
    CMC_TRY(fit_flags(j, changed)); // with spill_all, even when all flags fit
    if (*changed || is_placed(j))
        return CMC_OK;
    for (uint32_t s = 0; s < N_STEPS && !*changed; s++)
        CMC_TRY(steps[s](j, changed));
    return *changed ? CMC_OK : ra_report(j->cx, j->fn, j->live, &j->full);
}

static cmc_status allocate(cg_ctx *cx, mir_fn *fn) {
    assert(fn->grf_count > 0 && fn->grf_count <= 256);
    job j = {.cx = cx, .fn = fn};
    for (bool changed = true; changed; j.round++) {
        CMC_TRY(try_allocation(&j));
        CMC_TRY(make_room(&j, &changed));
    }
    CMC_TRY(ra_place_slots(cx, fn, &j.scratch));
    CMC_TRY(ra_check_slots(cx, fn, &j.scratch));
    report_spills(cx, fn, &j.stats, &j.crowd);
    return CMC_OK;
}

cmc_status cg_pass_regalloc(cg_ctx *cx, mir_fn *fn) {
    CMC_TRY(refuse_copies(cx, fn));
    CMC_TRY(allocate(cx, fn));
    CMC_TRY(ra_check(fn, cx->scratch, cx->diag));
    ra_rewrite(fn);
    cx->changed = true;
    return CMC_OK;
}

cmc_status cg_pass_check_regalloc(cg_ctx *cx, mir_fn *fn) {
    return ra_check(fn, cx->scratch, cx->diag);
}
