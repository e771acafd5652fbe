// SPDX-License-Identifier: MIT
// The finished code instruction by instruction: the steps of the report, and the registers that hold a value.
//
// In: machine IR in phase scoreboarded. Out: for each instruction the number of live registers; the stretches of code
// in which a register is live. Liveness is that of bytes of the register file, backward over the blocks. A byte counts
// only where it may have been written: a value whose every write is predicated is not live before its first write. A
// subroutine is one piece of code for all of its calls, so what is live after one call is live in it.

#include "codegen_priv.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_REGS = 256, NO_STEP = UINT32_MAX };

typedef struct block_sets {
    cmc_bitset in, out;     // live bytes at start and end
    cmc_bitset known;       // bytes that may have been written before the block
    cmc_bitset known_after; // ... and before its end
} block_sets;

typedef struct profiler {
    const mir_fn *fn;
    cmc_arena *a;
    cg_profile *p;
    block_sets *blocks;
    uint32_t grf_b, n_regs;
    bool simd_flow, oom;
    // the instruction being looked at
    cmc_bitset live, known, read, write, kill;
    uint32_t open[MAX_REGS]; // by register: first step of the range that is open, or NO_STEP
} profiler;

// Effects

static void clip(const profiler *f, int64_t at, int64_t len_b, uint32_t *lo, uint32_t *hi) {
    const int64_t end = (int64_t)f->n_regs * f->grf_b;
    *lo = (uint32_t)(at < end ? at : end);
    *hi = (uint32_t)(at + len_b < end ? at + len_b : end);
}

static void on_access(void *user, const isa_access *a) {
    profiler *f = user;
    uint32_t lo, hi;
    if (a->file != ISA_FILE_GRF || a->who == ISA_WHO_INDIRECT || a->len_b <= 0)
        return;
    clip(f, (int64_t)a->reg * f->grf_b + a->off_b, a->len_b, &lo, &hi);
    cmc_bitset_set_range(a->write ? &f->write : &f->read, lo, hi);
    if (a->write && a->dense && !a->partial_lanes)
        cmc_bitset_set_range(&f->kill, lo, hi);
}

// Sets read, write and kill.
static void look(profiler *f, const mir_inst *i) {
    const uint32_t end = f->n_regs * f->grf_b;
    uint32_t lo, hi;
    cmc_bitset_clear_range(&f->read, 0, end);
    cmc_bitset_clear_range(&f->write, 0, end);
    cmc_bitset_clear_range(&f->kill, 0, end);
    cg_effects(f->fn, i, f->simd_flow, on_access, f);
    cg_indirect_range(f->fn, i, false, &lo, &hi);
    cmc_bitset_set_range(&f->read, lo, hi);
    cg_indirect_range(f->fn, i, true, &lo, &hi);
    cmc_bitset_set_range(&f->write, lo, hi);
}

static void step_back(profiler *f) {
    for (uint32_t w = 0; w < (f->live.n_bits + 63) / 64; w++)
        f->live.words[w] = (f->live.words[w] & ~f->kill.words[w]) | f->read.words[w];
}

// Flow

static bool make_sets(profiler *f) {
    const uint32_t n = f->n_regs * f->grf_b;
    cmc_bitset *own[] = {&f->live, &f->known, &f->read, &f->write, &f->kill};
    f->blocks = CMC_NEW_N(f->a, block_sets, f->fn->blocks.len + 1);
    bool ok = f->blocks != NULL;
    for (uint32_t k = 0; ok && k < sizeof own / sizeof own[0]; k++)
        ok = (*own[k] = cmc_bitset_make(f->a, n)).words != NULL;
    for (uint32_t b = 0; ok && b < f->fn->blocks.len; b++) {
        cmc_bitset *sets[] = {&f->blocks[b].in, &f->blocks[b].out, &f->blocks[b].known, &f->blocks[b].known_after};
        for (uint32_t k = 0; ok && k < sizeof sets / sizeof sets[0]; k++)
            ok = (*sets[k] = cmc_bitset_make(f->a, n)).words != NULL;
    }
    return ok;
}

// The bytes that hold the payload at the start. Code that names no variables may start with anything.
static void know_payload(profiler *f) {
    cmc_bitset *k = &f->blocks[0].known;
    bool any = false;
    uint32_t lo, hi;
    for (uint32_t v = 1; v < f->fn->vars.len; v++) {
        const mir_var *var = f->fn->vars.data[v];
        if (var->kind != MIR_VAR_GRF || !var->fixed || !var->live_in)
            continue;
        any = true;
        clip(f, var->fixed_b, var->size_b, &lo, &hi);
        cmc_bitset_set_range(k, lo, hi);
    }
    if (!any)
        cmc_bitset_set_range(k, 0, k->n_bits);
}

static void solve_known(profiler *f) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t b = 0; b < f->fn->blocks.len; b++) {
            const mir_block *at = f->fn->blocks.data[b];
            changed |= cmc_bitset_union(&f->blocks[b].known_after, &f->blocks[b].known);
            for (mir_succ s = mir_succ_of(f->fn, at); mir_succ_next(&s);)
                changed |= cmc_bitset_union(&f->blocks[s.id].known, &f->blocks[b].known_after);
        }
    }
}

// known_after starts as the writes of the block itself.
static void note_writes(profiler *f) {
    for (uint32_t b = 0; b < f->fn->blocks.len; b++)
        for (const mir_inst *i = f->fn->blocks.data[b]->first; i; i = i->next) {
            look(f, i);
            cmc_bitset_union(&f->blocks[b].known_after, &f->write);
        }
}

static void solve_live(profiler *f) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t b = f->fn->blocks.len; b-- > 0;) {
            const mir_block *at = f->fn->blocks.data[b];
            for (mir_succ s = mir_succ_of(f->fn, at); mir_succ_next(&s);)
                cmc_bitset_union(&f->blocks[b].out, &f->blocks[s.id].in);
            cmc_bitset_copy(&f->live, &f->blocks[b].out);
            for (const mir_inst *i = at->last; i; i = i->prev) {
                look(f, i);
                step_back(f);
            }
            changed |= cmc_bitset_union(&f->blocks[b].in, &f->live);
        }
    }
}

// Ranges

typedef struct reg_set { // of registers
    uint64_t bits[MAX_REGS / 64];
} reg_set;

static void add_reg(reg_set *s, uint32_t r) {
    s->bits[r / 64] |= (uint64_t)1 << r % 64;
}
static bool has_reg(const reg_set *s, uint32_t r) {
    return s->bits[r / 64] >> r % 64 & 1;
}

typedef struct step_regs {     // registers of a step
    reg_set in, writes, fresh; // needed before it; written; written while no byte of them is needed
} step_regs;

static bool any_of(const profiler *f, const cmc_bitset *s, uint32_t reg) {
    return cmc_bitset_any(s, reg * f->grf_b, (reg + 1) * f->grf_b);
}

// After look() and with f->live the bytes live after the instruction. Moves f->live before the instruction.
static void take_step(profiler *f, step_regs *out) {
    for (uint32_t w = 0; w < (f->live.n_bits + 63) / 64; w++)
        f->live.words[w] &= ~f->kill.words[w];
    for (uint32_t r = 0; r < f->n_regs; r++) {
        if (any_of(f, &f->write, r))
            add_reg(&out->writes, r);
        if (any_of(f, &f->write, r) && !any_of(f, &f->live, r))
            add_reg(&out->fresh, r);
    }
    step_back(f);
    for (uint32_t r = 0; r < f->n_regs; r++)
        if (any_of(f, &f->live, r))
            add_reg(&out->in, r);
}

// Takes registers out of `in` that no write has reached. Goes forward over the block.
static void drop_unknown(profiler *f, uint32_t b, step_regs *regs) {
    cmc_bitset_copy(&f->known, &f->blocks[b].known);
    for (const mir_inst *i = f->fn->blocks.data[b]->first; i; i = i->next) {
        if (i->i.op == MIR_SKIP)
            continue;
        for (uint32_t r = 0; r < f->n_regs; r++)
            if (!any_of(f, &f->known, r))
                regs->in.bits[r / 64] &= ~((uint64_t)1 << r % 64);
        look(f, i);
        cmc_bitset_union(&f->known, &f->write);
        regs++;
    }
}

static void scan_block(profiler *f, uint32_t b, step_regs *regs, uint32_t n) {
    cmc_bitset_copy(&f->live, &f->blocks[b].out);
    for (const mir_inst *i = f->fn->blocks.data[b]->last; i; i = i->prev) {
        if (i->i.op == MIR_SKIP)
            continue;
        look(f, i);
        take_step(f, &regs[--n]);
    }
    assert(n == 0);
    drop_unknown(f, b, regs);
}

static void close_range(profiler *f, uint32_t reg, uint32_t to) {
    cg_range r = {.first = (uint16_t)reg, .last = (uint16_t)reg, .from = f->open[reg], .to = to};
    if (f->open[reg] != NO_STEP)
        f->oom |= !cmc_vec_push(f->a, &f->p->ranges, r);
    f->open[reg] = NO_STEP;
}

// The ranges of one register.
static void take_register(profiler *f, const step_regs *regs, uint32_t r) {
    const uint32_t n = f->p->steps.len;
    f->open[r] = NO_STEP;
    for (uint32_t s = 0; s < n; s++) {
        const bool in = has_reg(&regs[s].in, r), live = in || has_reg(&regs[s].writes, r);
        f->p->steps.data[s].live = (uint16_t)(f->p->steps.data[s].live + live);
        if (s && (!live || has_reg(&regs[s].fresh, r)))
            close_range(f, r, in ? s : s - 1);
        if (live && f->open[r] == NO_STEP)
            f->open[r] = s;
    }
    if (n)
        close_range(f, r, n - 1);
}

static int by_start(const void *x, const void *y) {
    const cg_range *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

// Neighbours with the same ends become one range.
static void merge_ranges(cg_profile *p) {
    uint32_t n = 0;
    if (p->ranges.len)
        qsort(p->ranges.data, p->ranges.len, sizeof *p->ranges.data, by_start);
    for (uint32_t k = 0; k < p->ranges.len; k++) {
        const cg_range r = p->ranges.data[k];
        cg_range *last = n ? &p->ranges.data[n - 1] : NULL;
        if (last && last->from == r.from && last->to == r.to && last->last + 1 == r.first)
            last->last = r.last;
        else
            p->ranges.data[n++] = r;
    }
    p->ranges.len = n;
}

static void find_peak(cg_profile *p) {
    for (uint32_t s = 0; s < p->steps.len; s++)
        if (p->steps.data[s].live > p->steps.data[p->peak].live)
            p->peak = s;
}

static uint32_t block_steps(const mir_block *b) {
    uint32_t n = 0;
    for (const mir_inst *i = b->first; i; i = i->next)
        n += i->i.op != MIR_SKIP;
    return n;
}

cmc_status cg_profile_make(const mir_fn *fn, cmc_arena *a, cg_profile *out) {
    assert(fn && a && out);
    *out = (cg_profile){0};
    CMC_TRY(cg_report_steps(fn, a, &out->report, &out->steps));
    profiler *f = CMC_NEW(a, profiler);
    step_regs *regs = CMC_NEW_N(a, step_regs, out->steps.len + 1);
    if (!f || !regs)
        return CMC_ERR_OOM;
    *f = (profiler){.fn = fn, .a = a, .p = out, .grf_b = fn->model->grf_b, .simd_flow = cg_has_simd_flow(fn)};
    f->n_regs = fn->grf_count < MAX_REGS ? fn->grf_count : MAX_REGS;
    if (!make_sets(f))
        return CMC_ERR_OOM;
    if (fn->blocks.len)
        know_payload(f);
    note_writes(f);
    solve_known(f);
    solve_live(f);
    for (uint32_t b = 0, at = 0; b < fn->blocks.len; b++) {
        const uint32_t n = block_steps(fn->blocks.data[b]);
        scan_block(f, b, regs + at, n);
        at += n;
    }
    for (uint32_t r = 0; r < f->n_regs; r++)
        take_register(f, regs, r);
    merge_ranges(out);
    find_peak(out);
    return f->oom ? CMC_ERR_OOM : CMC_OK;
}
