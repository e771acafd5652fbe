// SPDX-License-Identifier: MIT
// Liveness: backward data flow over units of bytes, then one backward walk through each block that emits rectangles.
//
//   0  undef %v                    %v: bytes 0-31   [points 3..8]
//   1  mov (8)  %v     <- ...          bytes 32-63  [points 5..8]
//   2  mov (8)  %v+32  <- ...
//   4  send ... %v
//
// A variable's unit is the largest power of two that divides every offset and length used with it. Liveness is
// therefore exact to the byte, while a vector of floats costs one bit per element. A variable takes no part in the
// data flow (flow.c) if only one block touches it and writes it before reading it. The walk alone finds the
// rectangles of such a variable.

#include "flow.h"
#include "live.h"

#include <assert.h>
#include <string.h>

typedef struct ctx {
    const mir_fn *fn;
    cmc_arena *a;
    live_info *info;
    bool simd_flow;
    bool oom;
    CMC_VEC(isa_access) accesses; // of variables, instruction by instruction
    uint32_t *first_access;       // by instruction id
    uint32_t *n_accesses;
    uint8_t *shift; // log2 of the unit, by variable
    uint32_t *base; // first unit, by variable
    uint32_t n_units;
    uint32_t *home;      // by variable: 1 + the only block that touches it; SHARED = it takes part in the data flow
    uint32_t *killed_in; // by unit: 1 + the last block that overwrote it
    uint32_t block;
    flow *flow;
    bool summing;         // recording the blocks' summaries for the data flow
    int32_t *end;         // by unit: last point of the open rectangle, -1 = dead
    int32_t *read_at;     // by variable: slot of its last read, possibly in a later block
    int32_t block_end;    // first slot after the block
    const mir_inst *inst; // the current one
    int32_t slot;
    bool early;
    bool passes; // the rectangles being closed only pass the block's subroutine
    CMC_VEC(live_rect) sorting;
} ctx;

enum { SHARED = UINT32_MAX };
enum { MAX_RLEN = 31 }; // of the field in a message descriptor

static bool of_variable(const isa_access *a) {
    return a->file == ISA_FILE_VREG;
}

// Byte range of an access, clipped to the variable. An indirect access may reach the whole variable: a read needs all
// of it. A write needs registers for all of it, including bytes not written yet, and surely writes none of them.
static void clip(const ctx *c, const isa_access *a, int32_t *lo, int32_t *hi) {
    const live_var *v = &c->info->vars[a->reg];
    *lo = a->off_b < 0 ? 0 : a->off_b;
    *hi = a->len_b > v->extent_b - *lo ? v->extent_b : *lo + a->len_b;
}

// First pass: extents, units, physical registers

static void note_physical(ctx *c, const isa_access *a) {
    if (a->file == ISA_FILE_GRF && a->who != ISA_WHO_INDIRECT) {
        uint32_t grf_b = c->fn->model->grf_b;
        uint32_t first = (a->reg * grf_b + (uint32_t)a->off_b) / grf_b;
        uint32_t last = (a->reg * grf_b + (uint32_t)(a->off_b + a->len_b - 1)) / grf_b;
        for (uint32_t r = first; r <= last && r < c->info->phys_grf.n_bits; r++)
            cmc_bitset_set(&c->info->phys_grf, r);
    } else if (a->file == ISA_FILE_ARF && !c->inst->borrows) {
        uint32_t mask = (uint32_t)((a->len_b >= 32 ? 0 : 1ull << a->len_b) - 1);
        if ((a->reg & 0xf0) == ISA_ARF_F)
            c->info->phys_flag |= mask << (a->off_b + 4 * (int32_t)(a->reg & 15));
        else if ((a->reg & 0xf0) == ISA_ARF_A0)
            c->info->phys_addr |= mask << a->off_b;
    }
}

static void note_shape(void *user, const isa_access *a) {
    ctx *c = user;
    if (!of_variable(a)) {
        note_physical(c, a);
        return;
    }
    c->oom |= !cmc_vec_push(c->a, &c->accesses, *a);
    live_var *v = &c->info->vars[a->reg];
    uint32_t *home = &c->home[a->reg];
    *home = *home == 0 || *home == c->block + 1 ? c->block + 1 : SHARED;
    if (a->who == ISA_WHO_INDIRECT || a->off_b < 0)
        return;
    if (a->off_b + a->len_b > v->extent_b)
        v->extent_b = a->off_b + a->len_b;
    uint8_t *s = &c->shift[a->reg];
    while (*s && ((uint32_t)(a->off_b | a->len_b) & ((1u << *s) - 1)))
        (*s)--;
}

// Whole registers of a send's operands, 0 = not a variable: dst, src0, src1.
void live_send_bytes(const mir_fn *fn, const mir_inst *i, int32_t bytes[3]) {
    assert(i && bytes);
    const isa_operand *ops[3] = {&i->i.dst, &i->i.src[0], &i->i.src[1]};
    isa_inst t = i->i;
    isa_msg msg;
    t.desc_is_reg = false; // the known bits of a register descriptor hold the lengths
    isa_send_describe(fn->model, &t, &msg);
    int32_t n[3] = {msg.rlen_grf, msg.mlen_grf, msg.xlen_grf};
    for (uint32_t k = 0; k < 3; k++)
        bytes[k] = cg_is_var(ops[k]) ? n[k] * fn->model->grf_b : 0;
    // The length field of a 2-D load ends at 31 registers; a load of 32 has the same number there.
    if (bytes[0] && msg.kind == ISA_MSG_LSC_LOAD_2D && n[0] == MAX_RLEN) {
        const int32_t room_b = (int32_t)fn->vars.data[i->i.dst.reg]->size_b - i->i.dst.off_b;
        bytes[0] = room_b > bytes[0] ? bytes[0] + fn->model->grf_b : bytes[0];
    }
}

static void note_inst(ctx *c, const mir_inst *i) {
    c->inst = i;
    if (i->i.op == MIR_UNDEF) { // starts a live range here, or ends one
        uint32_t *home = &c->home[i->i.dst.reg];
        *home = *home == 0 || *home == c->block + 1 ? c->block + 1 : SHARED;
    }
    c->first_access[i->id] = c->accesses.len;
    cg_effects(c->fn, i, c->simd_flow, note_shape, c);
    c->n_accesses[i->id] = c->accesses.len - c->first_access[i->id];
    if (!cg_is_send(i))
        return;
    const isa_operand *ops[3] = {&i->i.dst, &i->i.src[0], &i->i.src[1]};
    int32_t regs[3];
    live_send_bytes(c->fn, i, regs);
    for (uint32_t k = 0; k < 3; k++)
        if (regs[k] && ops[k]->off_b + regs[k] > c->info->vars[ops[k]->reg].extent_b)
            c->info->vars[ops[k]->reg].extent_b = ops[k]->off_b + regs[k];
}

static void init_shapes(ctx *c) {
    for (uint32_t v = 1; v < c->info->n_vars; v++) {
        c->info->vars[v].extent_b = (int32_t)c->fn->vars.data[v]->size_b;
        c->info->vars[v].p0 = INT32_MAX;
        c->info->vars[v].p1 = -1;
        c->shift[v] = 10;
    }
}

static void number_units(ctx *c) {
    for (uint32_t v = 1; v < c->info->n_vars; v++) {
        uint32_t extent = (uint32_t)c->info->vars[v].extent_b;
        while (c->shift[v] && (extent & ((1u << c->shift[v]) - 1)))
            c->shift[v]--;
        c->base[v] = c->n_units;
        c->n_units += extent >> c->shift[v];
    }
}

// Summaries of blocks

static void expose(ctx *c, const isa_access *a, uint32_t first, uint32_t last) {
    for (uint32_t u = first; u < last; u++)
        if (a->write && !a->partial_lanes)
            c->killed_in[u] = c->block + 1;
        else if (!a->write && c->killed_in[u] != c->block + 1)
            c->home[a->reg] = SHARED;
}

// Records the units of an access for the data flow, or finds out whether they are exposed to other blocks.
static void summarise_access(void *user, const isa_access *a) {
    ctx *c = user;
    int32_t lo, hi;
    if (c->summing != (c->home[a->reg] == SHARED))
        return;
    clip(c, a, &lo, &hi);
    uint32_t base = c->base[a->reg];
    uint32_t first = (uint32_t)lo >> c->shift[a->reg], last = (uint32_t)hi >> c->shift[a->reg];
    if (!c->summing)
        expose(c, a, base + first, base + last);
    else if (!a->write)
        flow_read(c->flow, c->block, a->reg, first, last);
    else {
        flow_write(c->flow, c->block, a->reg, first, last);
        if (!a->partial_lanes)
            flow_kill(c->flow, c->block, a->reg, first, last);
    }
}

// Effects come in any order; reads must be seen before writes.
static void visit(ctx *c, const mir_inst *i, bool writes, isa_access_fn fn) {
    uint32_t first = c->first_access[i->id], n = c->n_accesses[i->id];
    for (uint32_t k = 0; k < n; k++)
        if (c->accesses.data[first + k].write == writes)
            fn(c, &c->accesses.data[first + k]);
}

// The units that an undef covers, counted from the variable's first.
static void undef_range(const ctx *c, const mir_inst *i, uint32_t *first, uint32_t *last) {
    uint32_t v = i->i.dst.reg, unit = 1u << c->shift[v];
    uint32_t lo = i->len_b ? (uint32_t)i->i.dst.off_b : 0;
    uint32_t hi = i->len_b ? lo + i->len_b : (uint32_t)c->info->vars[v].extent_b;
    *first = (lo + unit - 1) >> c->shift[v];
    *last = hi >> c->shift[v];
}

static void summarise_undef(ctx *c, const mir_inst *i) {
    uint32_t v = i->i.dst.reg, first, last;
    undef_range(c, i, &first, &last);
    if (c->summing && c->home[v] == SHARED) {
        flow_write(c->flow, c->block, v, first, last); // all later readers see the same value
        flow_kill(c->flow, c->block, v, first, last);
    }
    for (; first < last && !c->summing; first++)
        c->killed_in[c->base[v] + first] = c->block + 1;
}

// When not summing: finds variables that are read before they are written.
static void summarise_block(ctx *c, const mir_block *b) {
    c->block = b->id;
    for (const mir_inst *i = b->first; i; i = i->next) {
        visit(c, i, false, summarise_access);
        visit(c, i, true, summarise_access);
        if (i->i.op == MIR_UNDEF)
            summarise_undef(c, i);
    }
}

static void share_variable(ctx *c, uint32_t v) {
    const mir_var *x = c->fn->vars.data[v];
    flow_units(c->flow, v, (uint32_t)c->info->vars[v].extent_b >> c->shift[v]);
    if (x->kind == MIR_VAR_GRF && !x->live_in && !x->fixed && !c->fn->keeps_undef)
        flow_undefined(c->flow, v);
}

static bool solve(ctx *c) {
    c->flow = flow_create(c->fn, c->a, c->info->n_vars);
    for (uint32_t v = 1; c->flow && v < c->info->n_vars; v++)
        if (c->home[v] == SHARED)
            share_variable(c, v);
    c->summing = true;
    for (uint32_t b = 0; c->flow && b < c->fn->blocks.len; b++)
        summarise_block(c, c->fn->blocks.data[b]);
    return c->flow && flow_solve(c->flow);
}

// Rectangles

static void push_rect(ctx *c, uint32_t var, live_rect r) {
    live_var *v = &c->info->vars[var];
    c->oom |= !cmc_vec_push(c->a, &v->rects, r);
    v->p0 = r.p0 < v->p0 ? r.p0 : v->p0;
    v->p1 = r.p1 > v->p1 ? r.p1 : v->p1;
}

static void add_rect(ctx *c, uint32_t var, int32_t p0, int32_t p1, int32_t lo, int32_t hi) {
    live_var *v = &c->info->vars[var];
    // In adjacent blocks, extend the rectangle that starts where this one ends.
    if (v->rects.len) {
        live_rect *last = &v->rects.data[v->rects.len - 1];
        if (last->lo == lo && last->hi == hi && last->p0 == p1 + 1 && !last->reserved && last->passes == c->passes) {
            last->p0 = p0;
            v->p0 = p0 < v->p0 ? p0 : v->p0;
            return;
        }
    }
    push_rect(c, var, (live_rect){p0, p1, lo, hi, false, c->passes});
}

static void reserve(ctx *c, uint32_t var, int32_t lo, int32_t hi, int32_t p1) {
    push_rect(c, var, (live_rect){c->slot * 2, p1, lo, hi, true, false});
}

// Closes the units [first, last) of a variable at point p0; neighbours that end together form one rectangle. With
// dead_too, dead units get a rectangle for the overwrite at this instruction.
static void close_units(ctx *c, uint32_t var, uint32_t first, uint32_t last, int32_t p0, bool dead_too) {
    uint32_t base = c->base[var], s = c->shift[var];
    for (uint32_t u = first; u < last;) {
        uint32_t from = u;
        int32_t e = c->end[u];
        while (u < last && c->end[u] == e)
            u++;
        if (e >= 0 || dead_too)
            add_rect(c, var, p0, e >= 0 ? e : c->slot * 2 + 1, (int32_t)((from - base) << s),
                     (int32_t)((u - base) << s));
        for (uint32_t x = from; x < u; x++)
            c->end[x] = -1;
    }
}

// Lanes that stay off keep their live values; dead units get rectangles from point p to the end of the instruction.
static void cover_dead(ctx *c, uint32_t var, uint32_t first, uint32_t last, int32_t p) {
    uint32_t base = c->base[var], s = c->shift[var];
    for (uint32_t u = first; u < last; u++) {
        uint32_t from = u;
        while (u < last && c->end[u] < 0)
            u++;
        if (u > from)
            add_rect(c, var, p, c->slot * 2 + 1, (int32_t)((from - base) << s), (int32_t)((u - base) << s));
    }
}

static void rect_write(void *user, const isa_access *a) {
    ctx *c = user;
    int32_t lo, hi;
    clip(c, a, &lo, &hi);
    if (lo >= hi)
        return;
    uint32_t v = a->reg, first = c->base[v] + ((uint32_t)lo >> c->shift[v]);
    uint32_t last = c->base[v] + ((uint32_t)hi >> c->shift[v]);
    int32_t p = c->slot * 2 + (c->early ? 0 : 1);
    live_def d = {p, lo, hi, (mir_inst *)(uintptr_t)c->inst};
    c->oom |= !cmc_vec_push(c->a, &c->info->vars[v].defs, d);
    if (!a->partial_lanes) {
        close_units(c, v, first, last, p, true);
        return;
    }
    cover_dead(c, v, first, last, p);
}

static void rect_read(void *user, const isa_access *a) {
    ctx *c = user;
    int32_t lo, hi;
    clip(c, a, &lo, &hi);
    uint32_t v = a->reg, first = c->base[v] + ((uint32_t)lo >> c->shift[v]);
    uint32_t last = c->base[v] + ((uint32_t)hi >> c->shift[v]);
    c->info->vars[v].n_uses++;
    if (c->read_at[v] <= c->slot || c->read_at[v] >= c->block_end)
        c->read_at[v] = c->slot;
    for (uint32_t u = first; u < last; u++)
        if (c->end[u] < 0)
            c->end[u] = c->slot * 2;
}

static void rect_undef(ctx *c, const mir_inst *i) {
    uint32_t first, last, base = c->base[i->i.dst.reg];
    undef_range(c, i, &first, &last);
    close_units(c, i->i.dst.reg, base + first, base + last, c->slot * 2 + 1, false);
}

static void open_live_out(ctx *c, uint32_t b, int32_t end_point) {
    const flow_spans *l = flow_out(c->flow, b);
    for (uint32_t k = 0; k < l->len; k++)
        for (uint32_t u = l->data[k].lo; u < l->data[k].hi; u++)
            c->end[c->base[l->data[k].var] + u] = end_point;
    for (uint32_t k = 0; k < l->len; k++) {
        const flow_span *x = &l->data[k];
        live_pass pass = {x->var, (int32_t)(x->lo << c->shift[x->var]), (int32_t)(x->hi << c->shift[x->var])};
        if (x->passes_call && !x->passes)
            c->oom |= !cmc_vec_push(c->a, &c->info->passing[b], pass);
    }
}

// Units still open at the start of the block are live-in.
static void close_live_in(ctx *c, uint32_t b) {
    const flow_spans *l = flow_in(c->flow, b);
    for (uint32_t k = 0; k < l->len; k++) {
        uint32_t base = c->base[l->data[k].var];
        c->passes = l->data[k].passes;
        close_units(c, l->data[k].var, base + l->data[k].lo, base + l->data[k].hi, c->slot * 2, false);
    }
    c->passes = false;
}

// The operands of a send may not overlap in registers, even where the message does not touch them (rules 56, 57).
// Returned registers without uses stay reserved until the last read of the others. A write to them would wait for the
// message, wherever the scheduler places it. Fills from scratch memory (no_spill) are exempt, because registers are
// short there.
static void rect_send(ctx *c, const mir_inst *i) {
    const isa_operand *ops[3] = {&i->i.dst, &i->i.src[0], &i->i.src[1]};
    int32_t regs[3];
    live_send_bytes(c->fn, i, regs);
    for (uint32_t k = 0; k < 3; k++)
        if (regs[k]) {
            int32_t until = k == 0 && !c->fn->vars.data[ops[k]->reg]->no_spill ? c->read_at[ops[k]->reg] : -1;
            reserve(c, ops[k]->reg, ops[k]->off_b, ops[k]->off_b + regs[k],
                    (until > c->slot && until < c->block_end ? until : c->slot) * 2);
        }
}

// While a destination of two registers is being written, no source may lie in its gaps or in its first dword (rule
// 13).
static void rect_gaps(ctx *c, const mir_inst *i) {
    int32_t lo, hi;
    if (cg_is_send(i)) {
        rect_send(c, i);
        return;
    }
    if (!c->early || !cg_is_hw(i) || !cg_is_var(&i->i.dst))
        return;
    cg_extent(&i->i.dst, i->i.exec_size, true, &lo, &hi);
    reserve(c, i->i.dst.reg, lo & ~3, hi, c->slot * 2);
}

static void rects_of_block(ctx *c, const mir_block *b, int32_t next_slot) {
    open_live_out(c, b->id, next_slot * 2 - 1);
    c->block_end = next_slot;
    c->slot = next_slot - 1;
    for (const mir_inst *i = b->last; i; i = i->prev, c->slot--) {
        c->inst = i;
        c->info->slot_of_inst[i->id] = c->slot;
        c->early = live_early_write(c->fn, i);
        if (i->i.op == MIR_UNDEF)
            rect_undef(c, i);
        visit(c, i, true, rect_write);
        rect_gaps(c, i);
        visit(c, i, false, rect_read);
    }
    c->info->block_slot[b->id] = c->slot;
    close_live_in(c, b->id);
}

bool live_early_write(const mir_fn *fn, const mir_inst *i) {
    if (i->i.op == MIR_COPY)
        return i->len_b > fn->model->grf_b;
    if (i->i.op == MIR_MSG || cg_is_send(i) || i->i.op == ISA_DPAS || i->i.op == ISA_DPASW) // dpas writes row by row
        return true;
    int32_t lo, hi, grf_b = fn->model->grf_b;
    if (mir_op_has_dst(i->i.op) && i->i.dst.indirect) // its start is unknown
        return i->i.exec_size > 1;
    if (!mir_op_has_dst(i->i.op) || !cg_is_var(&i->i.dst))
        return false;
    cg_extent(&i->i.dst, i->i.exec_size, true, &lo, &hi);
    return lo / grf_b != (hi - 1) / grf_b;
}

static int compare_rects(const live_rect *a, const live_rect *b) {
    return a->p0 != b->p0 ? (a->p0 < b->p0 ? -1 : 1) : a->lo != b->lo ? (a->lo < b->lo ? -1 : 1) : 0;
}

enum { SHORT_RUN = 8 };

static void sort_run(live_rect *r, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        live_rect t = r[i];
        uint32_t j = i;
        for (; j > 0 && compare_rects(&r[j - 1], &t) > 0; j--)
            r[j] = r[j - 1];
        r[j] = t;
    }
}

// Merges the sorted parts [0, half) and [half, n); rest: room for half of them.
static void merge_runs(live_rect *r, uint32_t half, uint32_t n, live_rect *rest) {
    if (compare_rects(&r[half - 1], &r[half]) <= 0)
        return;
    memcpy(rest, r, half * sizeof(*r));
    for (uint32_t i = 0, j = half, k = 0; i < half; k++)
        r[k] = j < n && compare_rects(&r[j], &rest[i]) < 0 ? r[j++] : rest[i++];
}

static void sort_stably(live_rect *r, uint32_t n, live_rect *rest) {
    if (n <= SHORT_RUN) {
        sort_run(r, n);
        return;
    }
    sort_stably(r, n / 2, rest);
    sort_stably(r + n / 2, n - n / 2, rest);
    merge_runs(r, n / 2, n, rest);
}

// The walk went backwards through blocks and instructions, so the lists are nearly reversed, except for rectangles that
// start at the same point: a wide variable may have hundreds of them.
static void sort_rects(ctx *c, live_var *v) {
    for (uint32_t i = 0; i < v->rects.len / 2; i++) {
        live_rect t = v->rects.data[i];
        v->rects.data[i] = v->rects.data[v->rects.len - 1 - i];
        v->rects.data[v->rects.len - 1 - i] = t;
    }
    if (v->rects.len > SHORT_RUN && !cmc_vec_reserve(c->a, &c->sorting, v->rects.len / 2)) {
        c->oom = true;
        return;
    }
    sort_stably(v->rects.data, v->rects.len, c->sorting.data);
}

static void build_rects(ctx *c) {
    int32_t slot = c->info->n_points / 2;
    for (uint32_t b = c->fn->blocks.len; b-- > 0;) {
        rects_of_block(c, c->fn->blocks.data[b], slot);
        slot = c->info->block_slot[b];
    }
    for (uint32_t v = 1; v < c->info->n_vars; v++)
        sort_rects(c, &c->info->vars[v]);
}

static void note_point(ctx *c, int32_t point, int64_t bytes) {
    if (bytes <= c->info->peak_b)
        return;
    c->info->peak_b = (uint32_t)bytes;
    c->info->peak_point = point;
}

// The steps of the curve of live bytes by point; values that pass subroutines count only at their calls.
static int32_t *sum_rects(ctx *c) {
    int32_t *delta = CMC_NEW_N(c->a, int32_t, c->info->n_points + 2);
    for (uint32_t v = 1; delta && v < c->info->n_vars; v++) {
        const live_var *lv = &c->info->vars[v];
        for (uint32_t r = 0; c->fn->vars.data[v]->kind == MIR_VAR_GRF && r < lv->rects.len; r++) {
            const live_rect *x = &lv->rects.data[r];
            if (x->reserved || x->passes)
                continue;
            delta[x->p0] += x->hi - x->lo;
            delta[x->p1 + 1] -= x->hi - x->lo;
        }
    }
    return delta;
}

uint32_t live_passing_b(const mir_fn *fn, const live_info *live, uint32_t block) {
    assert(block < fn->blocks.len);
    int32_t sum_b = 0;
    for (uint32_t k = 0; k < live->passing[block].len; k++) {
        const live_pass *x = &live->passing[block].data[k];
        sum_b += fn->vars.data[x->var]->kind == MIR_VAR_GRF ? x->hi - x->lo : 0;
    }
    return (uint32_t)sum_b;
}

static int32_t *sum_passing(ctx *c) {
    int32_t *pass_b = CMC_NEW_N(c->a, int32_t, c->fn->blocks.len + 1);
    for (uint32_t b = 0; pass_b && b < c->fn->blocks.len; b++)
        pass_b[b] = (int32_t)live_passing_b(c->fn, c->info, b);
    return pass_b;
}

static void measure_peak(ctx *c) {
    uint32_t n_blocks = c->fn->blocks.len;
    int32_t *delta = sum_rects(c), *extra = CMC_NEW_N(c->a, int32_t, n_blocks + 1);
    live_calls calls = {.pass_b = sum_passing(c), .limit_b = INT32_MAX / 2};
    if (!delta || !extra || !calls.pass_b || !live_call_needs(c->a, c->fn, c->info, &calls, delta, extra)) {
        c->oom = true;
        return;
    }
    int64_t sum = 0;
    for (int32_t p = 0; p <= c->info->n_points; p++) {
        sum += delta[p];
        note_point(c, p, sum);
    }
    sum = 0;
    for (uint32_t b = 0, p = 0; b < n_blocks; b++) {
        int32_t end = live_last_point(c->info, b, n_blocks);
        for (; (int32_t)p <= end; p++)
            sum += delta[p];
        if (extra[b])
            note_point(c, end, sum + extra[b]);
    }
}

// Where registers are short, unused results of a message are free at once.
static void forget_comfort(ctx *c) {
    for (uint32_t v = 1; v < c->info->n_vars; v++)
        for (uint32_t r = 0; r < c->info->vars[v].rects.len; r++)
            if (c->info->vars[v].rects.data[r].reserved)
                c->info->vars[v].rects.data[r].p1 = c->info->vars[v].rects.data[r].p0;
}

// Driver

static bool alloc_info(ctx *c) {
    live_info *i = c->info;
    i->n_vars = c->fn->vars.len;
    i->vars = CMC_NEW_N(c->a, live_var, i->n_vars + 1);
    i->slot_of_inst = CMC_NEW_N(c->a, int32_t, c->fn->n_inst_ids + 1);
    i->block_slot = CMC_NEW_N(c->a, int32_t, c->fn->blocks.len + 1);
    i->passing = CMC_NEW_N(c->a, live_passes, c->fn->blocks.len + 1);
    i->phys_grf = cmc_bitset_make(c->a, 256);
    c->shift = CMC_NEW_N(c->a, uint8_t, i->n_vars + 1);
    c->base = CMC_NEW_N(c->a, uint32_t, i->n_vars + 1);
    c->home = CMC_NEW_N(c->a, uint32_t, i->n_vars + 1);
    c->first_access = CMC_NEW_N(c->a, uint32_t, c->fn->n_inst_ids + 1);
    c->n_accesses = CMC_NEW_N(c->a, uint32_t, c->fn->n_inst_ids + 1);
    return c->first_access && c->n_accesses && i->vars && i->slot_of_inst && i->block_slot && i->passing &&
           i->phys_grf.words && c->shift && c->base && c->home;
}

// Numbers the units and finds the variables that take part in the data flow.
static bool prepare(ctx *c) {
    const mir_fn *fn = c->fn;
    number_units(c);
    c->killed_in = CMC_NEW_N(c->a, uint32_t, c->n_units + 1);
    c->end = CMC_NEW_N(c->a, int32_t, c->n_units + 1);
    c->read_at = CMC_NEW_N(c->a, int32_t, c->info->n_vars + 1);
    if (!c->killed_in || !c->end || !c->read_at)
        return false;
    memset(c->end, 0xff, c->n_units * sizeof(*c->end));
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        summarise_block(c, fn->blocks.data[b]);
    for (uint32_t v = 1; v < c->info->n_vars; v++)
        if (fn->vars.data[v]->live_in && c->home[v])
            c->home[v] = SHARED;
    return true;
}

live_info *live_compute(const mir_fn *fn, cmc_arena *a) {
    assert(fn && a && fn->blocks.len > 0);
    ctx c = {.fn = fn, .a = a, .info = CMC_NEW(a, live_info), .simd_flow = cg_has_simd_flow(fn)};
    if (!c.info || !alloc_info(&c))
        return NULL;
    int32_t slots = 0;
    init_shapes(&c);
    for (uint32_t i = 0; i <= fn->n_inst_ids; i++)
        c.info->slot_of_inst[i] = -1;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        slots++; // the block's start
        c.block = b;
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next, slots++)
            note_inst(&c, i);
    }
    c.info->n_points = slots * 2;
    if (c.oom || !prepare(&c) || !solve(&c))
        return NULL;
    c.info->subs = flow_subs(c.flow);
    build_rects(&c);
    measure_peak(&c);
    if (c.info->peak_b * 4 > (uint32_t)fn->grf_count * fn->model->grf_b * 3)
        forget_comfort(&c);
    return c.oom ? NULL : c.info;
}
