// SPDX-License-Identifier: MIT
// regalloc: every variable gets a place in a register file.
//
//   before                                            after
//     undef %x
//     add (8|M0) %x<1>:f %y<1;1,0>:f %s<0;1,0>:f        add (8|M0) r4.0<1>:f r3.0<1;1,0>:f r2.1<0;1,0>:f
//
// When the registers are full, variables are split into pieces, and results stand where a dying source stood
// (cg_join_in_place). When that is not enough, variables go to scratch memory (spill.c) and everything is placed anew.
// Packing is not perfect: each round asks for less while that variable lives that found no place, the late ones for
// less everywhere. Flags that find no place stay in general registers (spill_flags.c). Return addresses of many nested
// subroutines are made so that they can go as well (returns.c).
//
// Needs: phase legal, no copies. Keeps: instructions and their order; undef goes away.

#include "ra.h"

enum { MAX_ROUNDS = 20, LOCAL_ROUNDS = 8, FLAG_ROUNDS = 4 };

static cmc_status refuse_copies(const cg_ctx *cx, const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op == MIR_COPY) {
                cmc_diag_error(cx->diag, "CG0303", "kernel \"%s\" still holds copies, run lower_copy first", fn->name);
                return CMC_ERR_USER;
            }
    return CMC_OK;
}

// Where most is alive, before anything is spilled.
typedef struct crowd {
    cmc_loc loc;
    uint32_t alive_b;
} crowd;

// In the words that users of Intel's tools search their logs for.
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

// What may be in use everywhere; each round leaves more room.
static uint32_t limit_of(const mir_fn *fn, const live_info *live, uint32_t round) {
    uint32_t reserved = 0;
    for (uint32_t r = 0; r < live->phys_grf.n_bits; r++)
        reserved += cmc_bitset_get(&live->phys_grf, r);
    uint32_t late = round > LOCAL_ROUNDS ? round - LOCAL_ROUNDS : 0;
    uint32_t slack = reserved + (round > 1 ? (round - 1) / 2 : 0) + late * (late + 1) / 2 * fn->grf_count / 128;
    return slack < fn->grf_count ? (fn->grf_count - slack) * fn->model->grf_b : 0;
}

// What ends the thread is sent from the last registers of the file (isa-semantics.md 4.4).
static void use_large_file(mir_fn *fn) {
    uint32_t grf_b = fn->model->grf_b, last_b = (fn->grf_count - 1) * grf_b;
    fn->grf_count = fn->model->grf_count_large;
    for (uint32_t v = 1; v < fn->vars.len; v++)
        if (fn->vars.data[v]->fixed && !fn->vars.data[v]->live_in && !fn->vars.data[v]->bound &&
            fn->vars.data[v]->fixed_b == last_b)
            fn->vars.data[v]->fixed_b = (fn->grf_count - 1) * grf_b;
}

// Each round makes it so that fewer flags are alive at a time, the last one that none is but where it is used.
static cmc_status fit_flags(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t *rounds, uint32_t *n) {
    *n = 0;
    if (*rounds == FLAG_ROUNDS)
        return CMC_OK;
    *rounds = cx->opts->spill_all ? FLAG_ROUNDS : *rounds + 1;
    return ra_spill_flags(cx, fn, live, *rounds == FLAG_ROUNDS, n);
}

// Places everything in what there is; what surely does not fit need not be tried.
static cmc_status try_allocation(cg_ctx *cx, mir_fn *fn, const live_info *live, bool last, ra_failure *full) {
    *full = (ra_failure){.kind = MIR_VAR_GRF};
    if (!last && ra_peak(cx, fn, live) > fn->grf_count * fn->model->grf_b)
        return CMC_OK;
    return ra_allocate(cx, fn, live, full);
}

static cmc_status allocate(cg_ctx *cx, mir_fn *fn) {
    ra_spill_stats st = {0};
    ra_scratch sc = {0};
    crowd at = {.alive_b = 0};
    bool split = cx->opts->spill_all, saved = false;
    uint32_t spill_rounds = 0, flag_rounds = 0, n_flags;
    for (uint32_t round = 0;; round++) {
        const live_info *live = live_compute(fn, cx->scratch);
        if (!live)
            return CMC_ERR_OOM;
        ra_failure full;
        bool spill_all = cx->opts->spill_all && spill_rounds == 0;
        CMC_TRY(try_allocation(cx, fn, live, round == MAX_ROUNDS, &full));
        if (full.kind == MIR_VAR_FLAG || (cx->opts->spill_all && !flag_rounds)) {
            CMC_TRY(fit_flags(cx, fn, live, &flag_rounds, &n_flags));
            if (n_flags)
                continue;
        }
        if (full.kind == MIR_VAR_NONE && !spill_all)
            break;
        if (full.kind == MIR_VAR_GRF && !split) {
            split = true;
            CMC_TRY(ra_split(cx, fn, live));
            CMC_TRY(cg_join_in_place(cx, fn));
            continue;
        }
        if (full.kind == MIR_VAR_GRF && fn->grf_auto && fn->grf_count < cx->m->grf_count_large) {
            use_large_file(fn);
            continue;
        }
        if (!saved) {
            saved = true;
            CMC_TRY(ra_save_returns(cx, fn, live, &st));
            if (st.first0 != st.first1)
                continue;
        }
        if (spill_rounds == 0)
            at = (crowd){ra_busiest_line(fn, live), live->peak_b};
        if (full.kind == MIR_VAR_GRF || spill_all)
            CMC_TRY(ra_spill(cx, fn, live, limit_of(fn, live, ++spill_rounds), full.var, spill_all, &sc, &st));
        if ((full.kind != MIR_VAR_GRF && !spill_all) || round == MAX_ROUNDS)
            return ra_report(cx, fn, live, &full);
    }
    CMC_TRY(ra_place_slots(cx, fn, &sc));
    CMC_TRY(ra_check_slots(cx, fn, &sc));
    report_spills(cx, fn, &st, &at);
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
