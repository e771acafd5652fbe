// SPDX-License-Identifier: MIT
// private_arrays: move vectors with computed indices that would take most of the registers to the thread's memory.
//
//   before                                               after (%m of 6400 bytes, 128 registers of 32 bytes)
//     add (1) %a<1>:uw %i<0;1,0>:uw &%m+64                 add (1) %at<1>:uw %i<0;1,0>:uw 0x40:uw
//     add (8) %x<1>:f %y<1;1,0>:f %m[%a.0,0]<1;1,0>:f      add (8) %lanes<1>:ud %at<0;1,0>:uw %ramp<1;1,0>:uw ...
//                                                          (W) send %lane, %lanes                // reads 8 dwords
//                                                          add (8) %x<1>:f %y<1;1,0>:f %lane<1;1,0>:f
//     mov (8) %m+32<1>:f %x<1;1,0>:f                       mov (8) %block<1>:f %x<1;1,0>:f
//                                                          (W) send %block                       // a block at 32
//
// An indexed vector must lie in contiguous registers, so allocation cannot split it. While such vectors and the inputs,
// whose places are fixed, take more than three quarters of the registers at one point, one of those live there is moved
// to memory: the one with the fewest accesses for its size. Copies are coalesced first, because each write of an
// element adds a copy.
//
// With LSC, accesses use the state of the scratch surface. Otherwise they use addresses based on the start of scratch
// memory. Allocation places spills after the arrays. With --spill-all, every array is moved. All arrays lie in the
// first 64 KB, because addresses are words until they are sent.
//
// Needs: phase lowered, in which messages state exactly which registers they touch. Does not handle: vectors that the
// user bound to registers.

#include "private_priv.h"

enum { LINE_B = 64, SPARE_B = 256, LOOP_FACTOR = 8, MAX_DEPTH = 6, SLACK_ROWS = 8 };

// Choice

static uint32_t file_b(const mir_fn *fn) {
    uint32_t n =
        fn->grf_auto && fn->model->grf_count_large > fn->grf_count ? fn->model->grf_count_large : fn->grf_count;
    return n * fn->model->grf_b;
}

// Bytes bound by the user, and the largest contiguous range left.
static uint32_t taken_b(const mir_fn *fn, uint32_t *largest_b) {
    uint32_t taken = 0, at = 0, end = file_b(fn), next;
    for (*largest_b = 0; at < end; at = next) { // one gap at a time
        uint32_t wall = end;
        next = end;
        for (uint32_t v = 1; v < fn->vars.len; v++) {
            const mir_var *b = fn->vars.data[v];
            if (b->bound && b->kind == MIR_VAR_GRF && b->fixed_b + b->size_b > at && b->fixed_b < wall) {
                wall = b->fixed_b > at ? b->fixed_b : at;
                next = b->fixed_b + b->size_b;
            }
        }
        taken += next - wall;
        *largest_b = wall - at > *largest_b ? wall - at : *largest_b;
    }
    return taken;
}

static bool may_go(const private_job *j, const mir_var *v) {
    return v->kind == MIR_VAR_GRF && !v->fixed && !v->bound && !v->live_in && !v->no_spill && !v->same_sub_as &&
           !v->even_grf && v->size_b > j->fn->model->grf_b;
}

// Finds the variables that are indexed.
static bool find_arrays(private_job *j) {
    uint32_t *of = CMC_NEW_N(j->cx->scratch, uint32_t, j->n_vars + 1);
    for (uint32_t b = 0; of && b < j->fn->blocks.len; b++)
        for (const mir_inst *i = j->fn->blocks.data[b]->first; i; i = i->next)
            for (uint32_t k = 0; k < 4; k++) {
                const isa_operand *o = k == 3 ? &i->i.dst : &i->i.src[k];
                if (o->file != ISA_FILE_VREG || !o->indirect || of[o->reg] || !may_go(j, j->fn->vars.data[o->reg]))
                    continue;
                private_array a = {.var = o->reg};
                j->cx->oom |= !cmc_vec_push(j->cx->scratch, &j->arrays, a);
                of[o->reg] = j->arrays.len;
            }
    return of && !j->cx->oom;
}

static uint32_t total_b(const private_job *j) {
    uint64_t n = 0;
    for (uint32_t k = 0; k < j->arrays.len; k++)
        n += j->fn->vars.data[j->arrays.data[k].var]->size_b;
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static uint64_t weight_of(const cmc_graph *g, uint32_t block) {
    uint64_t w = 1;
    for (uint32_t d = cmc_graph_loop_depth(g, block); d && w < 1u << (3 * MAX_DEPTH); d--)
        w *= LOOP_FACTOR;
    return w;
}

static bool count_accesses(private_job *j) {
    const cmc_graph *g = cg_flow_graph(j->cx, j->fn);
    uint64_t *n = CMC_NEW_N(j->cx->scratch, uint64_t, j->n_vars + 1);
    if (!g || !n)
        return false;
    for (uint32_t b = 0; b < j->fn->blocks.len; b++) {
        uint64_t w = weight_of(g, b);
        for (const mir_inst *i = j->fn->blocks.data[b]->first; i; i = i->next)
            for (uint32_t k = 0; k < 4 && i->i.op != MIR_UNDEF; k++) {
                const isa_operand *o = k == 3 ? &i->i.dst : &i->i.src[k];
                if (o->file == ISA_FILE_VREG)
                    n[o->reg] += w;
            }
    }
    for (uint32_t k = 0; k < j->arrays.len; k++)
        j->arrays.data[k].cost = n[j->arrays.data[k].var];
    return true;
}

// Adds the array's size over its live range; by = -1 subtracts it.
static void add_life(const private_job *j, const live_info *live, const private_array *a, int32_t *delta, int32_t by) {
    const live_var *l = &live->vars[a->var];
    int32_t size_b = by * (int32_t)j->fn->vars.data[a->var]->size_b, from = 0;
    for (uint32_t r = 0; r < l->rects.len; r++) { // ascending
        const live_rect *x = &l->rects.data[r];
        int32_t p0 = x->p0 > from ? x->p0 : from;
        if (p0 > x->p1)
            continue;
        delta[p0] += size_b;
        delta[x->p1 + 1] -= size_b;
        from = x->p1 + 1;
    }
}

static bool alive_at(const live_info *live, const private_array *a, int32_t p) {
    const live_var *l = &live->vars[a->var];
    for (uint32_t r = 0; r < l->rects.len && l->rects.data[r].p0 <= p; r++)
        if (l->rects.data[r].p1 >= p)
            return true;
    return false;
}

// Inputs stay in registers, because their places are fixed: they take space as arrays do.
static uint32_t inputs_b(const mir_fn *fn) {
    uint32_t n = 0;
    for (uint32_t v = 1; v < fn->vars.len; v++)
        n += cg_is_input(fn->vars.data[v]) ? fn->vars.data[v]->size_b : 0;
    return n;
}

static bool counts(const mir_var *v) {
    return v->kind == MIR_VAR_GRF && !v->bound;
}

// Adds all variables, including arrays.
static void add_lives(const private_job *j, const live_info *live, int32_t *delta) {
    for (uint32_t v = 1; v < live->n_vars; v++)
        for (uint32_t r = 0; counts(j->fn->vars.data[v]) && r < live->vars[v].rects.len; r++) {
            const live_rect *x = &live->vars[v].rects.data[r];
            delta[x->p0] += x->hi - x->lo;
            delta[x->p1 + 1] -= x->hi - x->lo;
        }
}

// The bytes of variables over time, as steps by point.
typedef struct curves {
    int32_t *arrays, *inputs, *all;
} curves;

// The point with the most live array bytes among those with too many bytes of arrays and inputs: three quarters of the
// registers with all registers taken, or nearly all registers. -1 when there is no such point.
static int32_t crowded_point(const private_job *j, const live_info *live, const curves *c) {
    int64_t sum = 0, fixed = 0, total = 0, most = 0, has_b = file_b(j->fn) - j->taken_b;
    int64_t full_b = has_b - SLACK_ROWS * j->cx->m->grf_b;
    int32_t at = -1;
    for (int32_t p = 0; p < live->n_points; p++) {
        sum += c->arrays[p];
        fixed += c->inputs[p];
        total += c->all[p];
        int64_t rigid = sum + fixed;
        bool crowded = j->cx->opts->spill_all || rigid > full_b || (rigid > has_b / 4 * 3 && total > full_b);
        if (crowded && sum > most) {
            most = sum;
            at = p;
        }
    }
    return at;
}

static private_array *cheapest(const private_job *j, const live_info *live, int32_t p) {
    private_array *best = NULL;
    for (uint32_t k = 0; k < j->arrays.len; k++) {
        private_array *a = &j->arrays.data[k];
        if (a->gone || !alive_at(live, a, p))
            continue;
        uint64_t size_b = j->fn->vars.data[a->var]->size_b;
        if (!best || a->cost * j->fn->vars.data[best->var]->size_b < best->cost * size_b)
            best = a;
    }
    return best;
}

static void report(const private_job *j, const mir_var *v) {
    cmc_loc loc = {0};
    for (uint32_t b = 0; b < j->fn->blocks.len && !loc.line; b++)
        for (const mir_inst *i = j->fn->blocks.data[b]->first; i && !loc.line; i = i->next)
            for (uint32_t k = 0; k < 4; k++) {
                const isa_operand *o = k == 3 ? &i->i.dst : &i->i.src[k];
                if (o->file == ISA_FILE_VREG && o->indirect && o->reg == v->id)
                    loc = i->loc;
            }
    cmc_diag_add(j->cx->diag, CMC_WARNING, "-Wcm-private", loc,
                 "%u bytes that are accessed with a computed index are kept in the thread's private memory; the "
                 "registers have %u bytes",
                 (unsigned)v->size_b, (unsigned)file_b(j->fn));
}

static uint32_t place_b(const mir_var *v) {
    return (v->size_b + LINE_B - 1) / LINE_B * LINE_B;
}

static void move_life(const private_job *j, const live_info *live, private_array *a, const curves *c, bool gone) {
    a->gone = gone;
    add_life(j, live, a, c->arrays, gone ? -1 : 1);
    add_life(j, live, a, c->all, gone ? -1 : 1);
}

// False when its offsets would no longer fit in words.
static bool send_away(private_job *j, const live_info *live, private_array *a, const curves *c) {
    const mir_var *v = j->fn->vars.data[a->var];
    if (j->next_b + v->size_b + SPARE_B > PRIVATE_REACH_B)
        return false;
    move_life(j, live, a, c, true);
    j->next_b += place_b(v);
    return true;
}

// Arrays that were sent away first may fit after all, once others have gone. The largest return first.
static void take_back(private_job *j, const live_info *live, const curves *c) {
    for (private_array *best;;) {
        best = NULL;
        for (uint32_t k = 0; k < j->arrays.len; k++) {
            private_array *a = &j->arrays.data[k];
            uint32_t size_b = j->fn->vars.data[a->var]->size_b;
            if (a->gone && !a->stays && size_b <= j->largest_b &&
                (!best || size_b > j->fn->vars.data[best->var]->size_b))
                best = a;
        }
        if (!best)
            return;
        best->stays = true;
        move_life(j, live, best, c, false);
        if (crowded_point(j, live, c) >= 0)
            move_life(j, live, best, c, true);
    }
}

static void place_all(private_job *j) {
    j->next_b = 0;
    for (uint32_t k = 0; k < j->arrays.len; k++) {
        const mir_var *v = j->fn->vars.data[j->arrays.data[k].var];
        if (!j->arrays.data[k].gone)
            continue;
        j->home[v->id] = (int32_t)j->next_b;
        j->next_b += place_b(v);
        report(j, v);
    }
}

static bool draw_curves(const private_job *j, const live_info *live, curves *c) {
    int32_t **curve[] = {&c->arrays, &c->inputs, &c->all};
    for (uint32_t k = 0; k < 3; k++)
        if (!(*curve[k] = CMC_NEW_N(j->cx->scratch, int32_t, live->n_points + 2)))
            return false;
    for (uint32_t k = 0; k < j->arrays.len; k++)
        add_life(j, live, &j->arrays.data[k], c->arrays, 1);
    for (uint32_t v = 1; v < live->n_vars; v++)
        if (cg_is_input(j->fn->vars.data[v]))
            add_life(j, live, &(private_array){.var = v}, c->inputs, 1);
    add_lives(j, live, c->all);
    return true;
}

static bool choose(private_job *j) {
    const live_info *live = live_compute(j->fn, j->cx->scratch);
    curves c;
    if (!live || !draw_curves(j, live, &c) || !count_accesses(j))
        return false;
    for (uint32_t k = 0; k < j->arrays.len; k++)
        if (j->fn->vars.data[j->arrays.data[k].var]->size_b > j->largest_b)
            (void)send_away(j, live, &j->arrays.data[k], &c);
    for (int32_t p; (p = crowded_point(j, live, &c)) >= 0;) {
        private_array *a = cheapest(j, live, p);
        if (!a || !send_away(j, live, a, &c))
            break;
    }
    take_back(j, live, &c);
    place_all(j);
    // Spare bytes for addresses of lanes that are off, past the last array.
    j->fn->spare_b = j->next_b ? SPARE_B : 0;
    j->fn->private_b = j->fn->scratch_b = j->next_b + j->fn->spare_b;
    return true;
}

// Driver

// Coalesces copies, so that each write of an element is in place.
static cmc_status prepare(private_job *j, bool *enough) {
    if (!find_arrays(j))
        return CMC_ERR_OOM;
    j->taken_b = taken_b(j->fn, &j->largest_b);
    uint32_t most_b = (file_b(j->fn) - j->taken_b) / 4 * 3;
    *enough = !j->arrays.len ||
              (!j->cx->opts->spill_all && total_b(j) + inputs_b(j->fn) <= most_b && total_b(j) <= j->largest_b);
    if (*enough)
        return CMC_OK;
    CMC_TRY(cg_pass_coalesce(j->cx, j->fn));
    j->arrays.len = 0;
    j->n_vars = j->fn->vars.len;
    return find_arrays(j) ? CMC_OK : CMC_ERR_OOM;
}

cmc_status cg_pass_private_arrays(cg_ctx *cx, mir_fn *fn) {
    private_job j = {.cx = cx, .fn = fn, .n_vars = fn->vars.len, .simd_flow = cg_has_simd_flow(fn)};
    bool enough;
    CMC_TRY(prepare(&j, &enough));
    if (enough)
        return CMC_OK;
    j.home = CMC_NEW_N(cx->scratch, int32_t, j.n_vars + 1);
    j.twin = CMC_NEW_N(cx->scratch, uint32_t, j.n_vars + 1);
    for (uint32_t v = 0; j.home && v < j.n_vars; v++)
        j.home[v] = -1;
    if (!j.home || !j.twin || !choose(&j))
        return CMC_ERR_OOM;
    if (!j.next_b)
        return CMC_OK;
    return private_rewrite(&j);
}
