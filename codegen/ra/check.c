// SPDX-License-Identifier: MIT
// Checks an allocation without trusting the liveness it was made from.
//
// Forward data flow over the bytes of all variables. A byte is UNDEF (no defined value was written), OK (its register
// still holds the last written value), or LOST (another variable overwrote its register). Writing a variable's byte
// makes it OK and turns OK bytes of other variables in the same register byte into LOST. Reading a LOST byte is a
// fault. At a join the worse state wins. UNDEF on one side and OK on the other give OK: on the first path the program
// reads an undefined value whatever the register holds.
//
//   %a at r5, %b at r5:   mov %a ...   %a OK
//                         mov %b ...   %a LOST, %b OK
//                         add ... %a   fault: %a was overwritten
//
// A subroutine is summarised by its effect on each byte. The state of a byte after a call depends only on its state
// before the call. Three replays, from all UNDEF, all OK and all LOST, therefore describe every call (effect). The
// reads in the subroutine are checked in the final replay, which enters it with the worst state of all calls. That
// replay tracks only bytes that the subroutine itself reads, because its callers' needs grow with the kernel.
//
// Also checked: fixed places, alignment, shared sub-registers, rows that must not be crossed, and that no instruction
// overwrites its own sources before it has read them.

#include "ra.h"
#include "live/subs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UNDEF = 0, OK, LOST, N_STATES };
enum { MAX_FAULTS = 10 };

typedef CMC_VEC(uint32_t) id_list;

typedef struct entry { // of a block
    id_list touched;   // variables its instructions name
    id_list needed;    // variables that it, or a later block, reads before they are overwritten:
    uint32_t n_own;    //   first those read before the block's subroutine returns
    id_list passing;   //   then those read only by a caller
    uint8_t *state;    // bytes of the needed variables on entry, one variable after the other; NULL = not reached
    uint32_t state_b;
} entry;

typedef struct effect {    // of a subroutine
    id_list needed;        // variables needed after a call of it, ascending
    uint32_t *at;          // by index in needed: the variable's first byte in 'to'
    bool known;            // it returns
    uint8_t *to[N_STATES]; // by state before the call and byte of those variables: the state after the call
} effect;

typedef struct check {
    const mir_fn *fn;
    cmc_arena *a;
    cmc_diag *diag;
    bool simd_flow;
    uint32_t *base; // offset of a variable's first byte in the state
    uint32_t *size; // bytes of a variable in the state; 0 = no instruction names it
    uint32_t n_bytes;
    entry *blocks;
    const sub_table *subs;
    effect *effects;      // by subroutine
    uint32_t *listed_for; // by variable: 1 + the last subroutine that lists it as needed
    uint8_t *now;
    bool passing; // replaying a subroutine: also track variables needed only by callers
    bool report;
    const mir_inst *inst;
    uint32_t n_faults;
    bool write_pass;
    id_list rows[3][256]; // by file and row: variables with an OK byte there
    bool *listed;         // by variable: it is in the lists of its rows
    bool oom;
} check;

static void fault(check *c, const char *fmt, ...) CMC_PRINTF(2, 3);

static void fault(check *c, const char *fmt, ...) {
    if (c->n_faults++ >= MAX_FAULTS)
        return;
    cmc_str s = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&s, fmt, ap);
    va_end(ap);
    if (c->inst) {
        cmc_str_append(&s, " in: ");
        mir_inst_print(c->fn, c->inst, &s);
    }
    cmc_diag_error(c->diag, "CG0310", "allocation check of kernel '%s': %s", c->fn->name, cmc_str_text(&s));
    cmc_str_free(&s);
}

static uint32_t file_index(const mir_var *v) {
    return (uint32_t)v->kind - MIR_VAR_GRF;
}

// Constraints

static void check_var(check *c, const mir_var *v) {
    ra_file f = ra_file_of(c->fn, (mir_var_kind)v->kind);
    if (!v->allocated || v->alloc_b + v->size_b > f.size_b)
        fault(c, "%%%s is not allocated in its register file", v->name);
    if (v->fixed && v->alloc_b != v->fixed_b)
        fault(c, "%%%s is not at its fixed register", v->name);
    if (v->alloc_b % v->align_b)
        fault(c, "%%%s at byte %u is not aligned to %u", v->name, (unsigned)v->alloc_b, (unsigned)v->align_b);
    if (v->even_grf && v->alloc_b / f.row_b % 2)
        fault(c, "%%%s is not on an even register", v->name);
    if (v->same_sub_as && v->alloc_b % f.row_b != c->fn->vars.data[v->same_sub_as]->alloc_b % f.row_b)
        fault(c, "%%%s does not share its sub-register", v->name);
    if (!v->fixed && v->size_b <= f.row_b && v->alloc_b % f.row_b + v->size_b > f.row_b)
        fault(c, "%%%s crosses a register boundary", v->name);
}

// State

static void each_row(const check *c, const mir_var *v, uint32_t *first, uint32_t *last) {
    uint32_t row_b = ra_file_of(c->fn, (mir_var_kind)v->kind).row_b;
    *first = v->alloc_b / row_b;
    *last = (v->alloc_b + c->size[v->id] - 1) / row_b;
    *last = *last > 255 ? 255 : *last;
}

static void list_var(check *c, const mir_var *v) {
    uint32_t row, last;
    if (c->listed[v->id])
        return;
    c->listed[v->id] = true;
    for (each_row(c, v, &row, &last); row <= last; row++)
        c->oom |= !cmc_vec_push(c->a, &c->rows[file_index(v)][row], v->id);
}

static void unlist_var(check *c, const mir_var *v) {
    uint32_t row, last;
    c->listed[v->id] = false;
    for (each_row(c, v, &row, &last); row <= last; row++)
        for (uint32_t k = 0; k < c->rows[file_index(v)][row].len; k++)
            if (c->rows[file_index(v)][row].data[k] == v->id) {
                c->rows[file_index(v)][row].data[k] =
                    c->rows[file_index(v)][row].data[c->rows[file_index(v)][row].len - 1];
                c->rows[file_index(v)][row].len--;
                break;
            }
}

// Bytes [at, end) of the file are overwritten: the bytes of w there become LOST. Returns true when w has no OK byte
// left.
static bool lose(check *c, const mir_var *w, uint32_t at, uint32_t end) {
    uint32_t from = at > w->alloc_b ? at : w->alloc_b;
    uint32_t to = end < w->alloc_b + c->size[w->id] ? end : w->alloc_b + c->size[w->id];
    uint8_t *now = c->now + c->base[w->id];
    for (uint32_t b = from; b < to; b++)
        if (now[b - w->alloc_b] == OK)
            now[b - w->alloc_b] = LOST;
    return from < to && !memchr(now, OK, c->size[w->id]);
}

static void clobber_others(check *c, const mir_var *v, uint32_t lo, uint32_t hi) {
    ra_file f = ra_file_of(c->fn, (mir_var_kind)v->kind);
    uint32_t at = v->alloc_b + lo, end = v->alloc_b + hi;
    for (uint32_t row = at / f.row_b; row <= (end - 1) / f.row_b && row < 256; row++)
        for (uint32_t k = 0; k < c->rows[file_index(v)][row].len;) {
            const mir_var *w = c->fn->vars.data[c->rows[file_index(v)][row].data[k]];
            if (w != v && lose(c, w, at, end))
                unlist_var(c, w);
            else
                k++;
        }
}

// An indirect access may touch the whole variable, but not the padding after it.
static bool clip(const check *c, const isa_access *a, uint32_t *lo, uint32_t *hi) {
    if (a->file != ISA_FILE_VREG)
        return false;
    uint32_t size = a->who == ISA_WHO_INDIRECT ? c->fn->vars.data[a->reg]->size_b : c->size[a->reg];
    *lo = a->off_b < 0 ? 0 : (uint32_t)a->off_b;
    *hi = (uint32_t)a->len_b > size || *lo + (uint32_t)a->len_b > size ? size : *lo + (uint32_t)a->len_b;
    return *lo < *hi;
}

static void do_read(check *c, const isa_access *a) {
    uint32_t lo, hi;
    if (!clip(c, a, &lo, &hi) || !c->report)
        return;
    for (uint32_t b = lo; b < hi; b++)
        if (c->now[c->base[a->reg] + b] == LOST) {
            fault(c, "byte %u of %%%s was overwritten", (unsigned)b, c->fn->vars.data[a->reg]->name);
            return;
        }
}

static void do_write(check *c, const isa_access *a) {
    uint32_t lo, hi;
    if (!clip(c, a, &lo, &hi))
        return;
    clobber_others(c, c->fn->vars.data[a->reg], lo, hi);
    list_var(c, c->fn->vars.data[a->reg]);
    for (uint32_t b = lo; b < hi; b++) {
        uint8_t *s = &c->now[c->base[a->reg] + b];
        if (!a->partial_lanes || *s == UNDEF)
            *s = OK;
    }
}

static void on_access(void *user, const isa_access *a) {
    check *c = user;
    if (a->write != c->write_pass)
        return;
    if (a->write)
        do_write(c, a);
    else
        do_read(c, a);
}

// Overlap inside one instruction

static uint32_t place_of(const check *c, const isa_operand *o) {
    return c->fn->vars.data[o->reg]->alloc_b + (uint32_t)o->off_b;
}

// The first half of the lanes must not write bytes that the second half reads.
static void check_halves(check *c, const mir_inst *i) {
    for (uint32_t s = 0; s < 3; s++) {
        const isa_operand *o = &i->i.src[s];
        if (cg_is_var(o) && c->fn->vars.data[o->reg]->kind == MIR_VAR_GRF &&
            cg_overtakes(&i->i, s, (int32_t)place_of(c, &i->i.dst), (int32_t)place_of(c, o), c->fn->model->grf_b))
            fault(c, "the first half overwrites what the second half of source %u reads", (unsigned)s);
    }
}

typedef struct ranges {
    check *c;
    uint32_t lo[3], hi[3]; // dst, src0, src1
} ranges;

static void note_range(void *user, const isa_access *a) {
    ranges *r = user;
    uint32_t k = a->who == ISA_WHO_DST ? 0 : a->who == ISA_WHO_SRC0 ? 1 : a->who == ISA_WHO_SRC1 ? 2 : 3;
    if (k > 2 || a->file != ISA_FILE_VREG)
        return;
    uint32_t at = r->c->fn->vars.data[a->reg]->alloc_b + (uint32_t)a->off_b;
    r->lo[k] = r->hi[k] && r->lo[k] < at ? r->lo[k] : at;
    r->hi[k] = r->hi[k] > at + (uint32_t)a->len_b ? r->hi[k] : at + (uint32_t)a->len_b;
}

static void check_send(check *c, const mir_inst *i) {
    ranges r = {.c = c};
    cg_effects(c->fn, i, c->simd_flow, note_range, &r);
    for (uint32_t s = 1; s < 3; s++)
        if (r.hi[0] && r.hi[s] && r.lo[0] < r.hi[s] && r.lo[s] < r.hi[0])
            fault(c, "the result of the send overlaps its source %u", (unsigned)(s - 1));
    uint32_t grf_b = c->fn->model->grf_b;
    const isa_operand *ops[] = {&i->i.dst, &i->i.src[0], &i->i.src[1]};
    for (uint32_t k = 0; k < 3; k++)
        if (cg_is_var(ops[k]) && place_of(c, ops[k]) % grf_b)
            fault(c, "an operand of the send does not start on a register");
}

static void check_overlap(check *c, const mir_inst *i) {
    if (cg_is_send(i))
        check_send(c, i);
    else if (cg_is_hw(i) && cg_is_var(&i->i.dst) && c->fn->vars.data[i->i.dst.reg]->kind == MIR_VAR_GRF) {
        int32_t lo, hi;
        cg_extent(&i->i.dst, i->i.exec_size, true, &lo, &hi);
        uint32_t at = place_of(c, &i->i.dst), grf_b = c->fn->model->grf_b;
        if (at / grf_b != (at + (uint32_t)(hi - lo) - 1) / grf_b)
            check_halves(c, i);
    }
}

// Data flow

static void step(check *c, const mir_inst *i) {
    c->inst = i;
    if (i->i.op == MIR_UNDEF) {
        uint32_t v = i->i.dst.reg, off = i->len_b ? (uint32_t)i->i.dst.off_b : 0;
        memset(c->now + c->base[v] + off, UNDEF, i->len_b ? i->len_b : c->size[v]);
        return;
    }
    c->write_pass = false;
    cg_effects(c->fn, i, c->simd_flow, on_access, c);
    c->write_pass = true;
    cg_effects(c->fn, i, c->simd_flow, on_access, c);
    if (c->report)
        check_overlap(c, i);
}

// Index in an effect of the first byte of a variable that callers need.
static uint32_t effect_at(const effect *e, uint32_t id) {
    uint32_t lo = 0, hi = e->needed.len;
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (e->needed.data[mid] <= id)
            lo = mid;
        else
            hi = mid;
    }
    return e->at[lo];
}

// Number of the block's needed variables that the current walk tracks.
static uint32_t n_requested(const check *c, const entry *e) {
    return c->passing ? e->needed.len : e->n_own;
}

// Joins the worse of both states; true when the successor's state changed. through: the effect of a subroutine in
// between.
static bool join(check *c, entry *e, const effect *through) {
    bool first = !e->state, grew = first;
    if (first) {
        e->state = cmc_arena_alloc(c->a, e->state_b + 1);
        c->oom |= !e->state;
        if (e->state)
            memset(e->state, UNDEF, e->state_b);
    }
    uint8_t *old = e->state;
    for (uint32_t k = 0; e->state && k < n_requested(c, e); k++) {
        uint32_t id = e->needed.data[k], base = c->base[id], at = through ? effect_at(through, id) : 0;
        for (uint32_t b = 0; b < c->size[id]; b++) {
            uint8_t now = through ? through->to[c->now[base + b]][at + b] : c->now[base + b];
            grew |= now > old[b];
            old[b] = now > old[b] ? now : old[b];
        }
        old += c->size[id];
    }
    return grew;
}

// Bytes that a block does not need on entry are not restored.
static void run_block(check *c, uint32_t b) {
    const entry *e = &c->blocks[b];
    const uint8_t *in = e->state;
    for (uint32_t f = 0; f < 3; f++)
        for (uint32_t row = 0; row < 256; row++) {
            id_list *l = &c->rows[f][row];
            for (uint32_t k = 0; k < l->len; k++)
                c->listed[l->data[k]] = false;
            l->len = 0;
        }
    for (uint32_t k = 0; k < e->touched.len; k++)
        memset(c->now + c->base[e->touched.data[k]], UNDEF, c->size[e->touched.data[k]]);
    for (uint32_t k = 0; k < n_requested(c, e); k++) {
        uint32_t id = e->needed.data[k];
        memcpy(c->now + c->base[id], in, c->size[id]);
        in += c->size[id];
        if (memchr(c->now + c->base[id], OK, c->size[id]))
            list_var(c, c->fn->vars.data[id]);
    }
    for (const mir_inst *i = c->fn->blocks.data[b]->first; i; i = i->next)
        step(c, i);
}

// Propagates the state of b, which has just run, to its successors.
static bool leave_block(check *c, uint32_t b, bool into_subs) {
    bool grew = false;
    uint32_t called = c->subs->called[b];
    if (subs_returns(c->fn, b))
        return false;
    for (mir_succ s = mir_succ_of(c->fn, c->fn->blocks.data[b]); (!called || into_subs) && mir_succ_next(&s);)
        grew |= join(c, &c->blocks[s.id], NULL);
    if (called && c->effects[called - 1].known)
        grew |= join(c, &c->blocks[subs_back(c->fn, b)], &c->effects[called - 1]);
    return grew;
}

static void flow(check *c) {
    bool again = true;
    while (again && !c->oom) {
        again = false;
        for (uint32_t b = 0; b < c->fn->blocks.len; b++)
            if (c->blocks[b].state) {
                run_block(c, b);
                again |= leave_block(c, b, true);
            }
    }
}

// Subroutines

static void note_return(check *c, effect *e, uint8_t from) {
    e->known = true;
    for (uint32_t k = 0; k < e->needed.len; k++) {
        const uint8_t *now = &c->now[c->base[e->needed.data[k]]];
        uint8_t *to = &e->to[from][e->at[k]];
        for (uint32_t b = 0; b < c->size[e->needed.data[k]]; b++)
            to[b] = now[b] > to[b] ? now[b] : to[b];
    }
}

static void set_all(check *c, const id_list *vars, uint8_t to) {
    for (uint32_t k = 0; k < vars->len; k++)
        memset(c->now + c->base[vars->data[k]], to, c->size[vars->data[k]]);
}

// Fills in the states of the subroutine's blocks. Variables that neither the subroutine nor its callers need are not
// tracked.
static void replay(check *c, uint32_t sub, uint8_t from) {
    const sub_info *s = &c->subs->of[sub];
    bool again = true;
    set_all(c, &c->effects[sub].needed, from);
    set_all(c, &c->blocks[s->entry].needed, from);
    join(c, &c->blocks[s->entry], NULL);
    while (again && !c->oom) {
        again = false;
        for (uint32_t k = 0; k < s->blocks.len; k++) {
            uint32_t b = s->blocks.data[k];
            if (!c->blocks[b].state)
                continue;
            run_block(c, b);
            if (subs_returns(c->fn, b))
                note_return(c, &c->effects[sub], from);
            again |= leave_block(c, b, false);
        }
    }
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool prepare_effect(check *c, uint32_t sub) {
    effect *e = &c->effects[sub];
    const sub_info *s = &c->subs->of[sub];
    uint32_t n_bytes = 0;
    for (uint32_t k = 0; k < s->calls.len; k++) {
        const id_list *l = &c->blocks[subs_back(c->fn, s->calls.data[k])].needed;
        for (uint32_t v = 0; v < l->len; v++) {
            if (c->listed_for[l->data[v]] != sub + 1)
                c->oom |= !cmc_vec_push(c->a, &e->needed, l->data[v]);
            c->listed_for[l->data[v]] = sub + 1;
        }
    }
    e->at = CMC_NEW_N(c->a, uint32_t, e->needed.len + 1);
    if (e->needed.len)
        qsort(e->needed.data, e->needed.len, sizeof(*e->needed.data), ascending);
    for (uint32_t k = 0; e->at && k < e->needed.len; k++) {
        e->at[k] = n_bytes;
        n_bytes += c->size[e->needed.data[k]];
    }
    for (uint32_t x = 0; x < N_STATES; x++)
        e->to[x] = CMC_NEW_N(c->a, uint8_t, n_bytes + 1);
    return e->at && e->to[UNDEF] && e->to[OK] && e->to[LOST] && !c->oom;
}

// Callees come first, so their effects are known when their callers are replayed.
static bool find_effects(check *c) {
    c->effects = CMC_NEW_N(c->a, effect, c->subs->n + 1);
    c->listed_for = CMC_NEW_N(c->a, uint32_t, c->fn->vars.len + 1);
    c->passing = true;
    for (uint32_t s = 0; c->effects && c->listed_for && s < c->subs->n; s++) {
        if (!prepare_effect(c, s))
            return false;
        for (uint8_t x = 0; x < N_STATES; x++) {
            replay(c, s, x);
            for (uint32_t k = 0; k < c->subs->of[s].blocks.len; k++)
                c->blocks[c->subs->of[s].blocks.data[k]].state = NULL;
        }
    }
    c->passing = false;
    return c->effects && c->listed_for && !c->oom;
}

// Needed variables

// Works on whole variables. A block needs a variable if it reads a byte beyond the prefix that it has written so far.
typedef struct finder {
    check *c;
    entry *block;
    uint32_t stamp;      // of the current block
    uint32_t *seen;      // by variable: stamp of the last block that touched it
    uint32_t *written_b; // by variable: prefix in bytes that the block has surely written
    bool *read;          // by variable: the block reads it before writing it
    bool writes;
    id_list *needs, *kills;    // by variable: blocks
    uint32_t *needed, *killed; // by block: last variable marked as needed or killed there
    id_list *preds;            // by block: predecessors within its subroutine; a return point has the call instead
    id_list passing;           // blocks that need the current variable only for the subroutine's callers
    uint32_t *asked;           // by subroutine: the last variable passed to find_way
    bool *way;                 // and its result
    uint32_t *on_way;          // by block: stamp of the last search that reached it
    uint32_t n_searches;
} finder;

static void touch(finder *f, uint32_t v) {
    if (f->seen[v] == f->stamp)
        return;
    f->seen[v] = f->stamp;
    f->written_b[v] = 0;
    f->read[v] = false;
    f->c->size[v] = 1;
    f->c->oom |= !cmc_vec_push(f->c->a, &f->block->touched, v);
}

static void find_access(void *user, const isa_access *a) {
    finder *f = user;
    if (a->file != ISA_FILE_VREG || a->write != f->writes)
        return;
    uint32_t v = a->reg, size = f->c->fn->vars.data[v]->size_b, end = (uint32_t)(a->off_b + a->len_b);
    touch(f, v);
    end = end > size ? size : end;
    if (!a->write)
        f->read[v] |= end > f->written_b[v];
    else if (!a->partial_lanes && a->off_b >= 0 && (uint32_t)a->off_b <= f->written_b[v] && end > f->written_b[v])
        f->written_b[v] = end;
}

static void find_in_inst(finder *f, const mir_inst *i) {
    if (i->i.op == MIR_UNDEF) {
        touch(f, i->i.dst.reg);
        if (!i->len_b)
            f->written_b[i->i.dst.reg] = f->c->fn->vars.data[i->i.dst.reg]->size_b;
        return;
    }
    f->writes = false;
    cg_effects(f->c->fn, i, f->c->simd_flow, find_access, f);
    f->writes = true;
    cg_effects(f->c->fn, i, f->c->simd_flow, find_access, f);
}

static void find_in_block(finder *f, uint32_t b) {
    f->block = &f->c->blocks[b];
    f->stamp = b + 1;
    for (const mir_inst *i = f->c->fn->blocks.data[b]->first; i; i = i->next)
        find_in_inst(f, i);
    for (uint32_t k = 0; k < f->block->touched.len; k++) {
        uint32_t v = f->block->touched.data[k];
        bool whole = f->written_b[v] >= f->c->fn->vars.data[v]->size_b;
        if (f->read[v] || whole)
            f->c->oom |= !cmc_vec_push(f->c->a, f->read[v] ? &f->needs[v] : &f->kills[v], b);
    }
}

static bool alloc_finder(finder *f) {
    check *c = f->c;
    uint32_t n = c->fn->blocks.len, vars = c->fn->vars.len;
    f->seen = CMC_NEW_N(c->a, uint32_t, vars + 1);
    f->written_b = CMC_NEW_N(c->a, uint32_t, vars + 1);
    f->read = CMC_NEW_N(c->a, bool, vars + 1);
    f->needs = CMC_NEW_N(c->a, id_list, vars + 1);
    f->kills = CMC_NEW_N(c->a, id_list, vars + 1);
    f->needed = CMC_NEW_N(c->a, uint32_t, n + 1);
    f->killed = CMC_NEW_N(c->a, uint32_t, n + 1);
    f->preds = CMC_NEW_N(c->a, id_list, n + 1);
    f->asked = CMC_NEW_N(c->a, uint32_t, c->subs->n + 1);
    f->way = CMC_NEW_N(c->a, bool, c->subs->n + 1);
    f->on_way = CMC_NEW_N(c->a, uint32_t, n + 1);
    return f->seen && f->written_b && f->read && f->needs && f->kills && f->needed && f->killed && f->preds &&
           f->asked && f->way && f->on_way;
}

static void find_preds(finder *f) {
    check *c = f->c;
    for (uint32_t b = 0; b < c->fn->blocks.len; b++) {
        if (c->subs->called[b])
            c->oom |= !cmc_vec_push(c->a, &f->preds[subs_back(c->fn, b)], b);
        else if (!subs_returns(c->fn, b))
            for (mir_succ s = mir_succ_of(c->fn, c->fn->blocks.data[b]); mir_succ_next(&s);)
                c->oom |= !cmc_vec_push(c->a, &f->preds[s.id], b);
    }
}

// Whether a path through a subroutine leaves v unchanged. A path also counts if only a callee on it overwrites v.
static bool search_way(finder *f, const sub_info *s, uint32_t v) {
    id_list todo = {0};
    uint32_t stamp = ++f->n_searches;
    for (uint32_t k = 0; k < s->returns.len; k++)
        f->c->oom |= !cmc_vec_push(f->c->a, &todo, s->returns.data[k]);
    while (todo.len && !f->c->oom) {
        uint32_t b = todo.data[--todo.len];
        if (f->on_way[b] == stamp || f->killed[b] == v)
            continue;
        if (b == s->entry)
            return true;
        f->on_way[b] = stamp;
        for (uint32_t p = 0; p < f->preds[b].len; p++)
            f->c->oom |= !cmc_vec_push(f->c->a, &todo, f->preds[b].data[p]);
    }
    return false;
}

static bool find_way(finder *f, uint32_t sub, uint32_t v) {
    if (f->asked[sub] != v)
        f->way[sub] = search_way(f, &f->c->subs->of[sub], v);
    f->asked[sub] = v;
    return f->way[sub];
}

static void need_in(finder *f, id_list *list, uint32_t block, uint32_t v) {
    if (f->needed[block] == v || f->killed[block] == v)
        return;
    f->needed[block] = v;
    f->c->oom |= !cmc_vec_push(f->c->a, list, block);
}

// Propagates a need to the predecessors within the subroutine, or within the kernel itself.
static void need_before(finder *f, id_list *list, uint32_t block, uint32_t v) {
    const id_list *from = &f->preds[block];
    for (uint32_t k = 0; k < from->len; k++) {
        uint32_t called = f->c->subs->called[from->data[k]];
        if (!called || find_way(f, called - 1, v))
            need_in(f, list, from->data[k], v);
    }
}

// Propagates a need from the entry of a subroutine to its calls.
static void need_at_calls(finder *f, id_list *list, uint32_t block, uint32_t v) {
    uint32_t own = f->c->subs->of_block[block];
    const sub_info *s = own ? &f->c->subs->of[own - 1] : NULL;
    for (uint32_t k = 0; s && block == s->entry && k < s->calls.len; k++)
        need_in(f, list, s->calls.data[k], v);
}

// Propagates a need from a return point to the subroutine's returns, on behalf of its callers.
static void need_at_returns(finder *f, uint32_t block, uint32_t v) {
    const id_list *from = &f->preds[block];
    for (uint32_t k = 0; k < from->len; k++) {
        uint32_t called = f->c->subs->called[from->data[k]];
        const sub_info *s = called ? &f->c->subs->of[called - 1] : NULL;
        for (uint32_t r = 0; s && r < s->returns.len; r++)
            need_in(f, &f->passing, s->returns.data[r], v);
    }
}

// The lists of blocks that need v grow during the walk.
static void spread_need(finder *f, uint32_t v) {
    id_list *needs = &f->needs[v];
    for (uint32_t k = 0; k < f->kills[v].len; k++)
        f->killed[f->kills[v].data[k]] = v;
    for (uint32_t k = 0; k < needs->len; k++)
        f->needed[needs->data[k]] = v;
    for (uint32_t k = 0; k < needs->len && !f->c->oom; k++) {
        f->c->oom |= !cmc_vec_push(f->c->a, &f->c->blocks[needs->data[k]].needed, v);
        need_before(f, needs, needs->data[k], v);
        need_at_calls(f, needs, needs->data[k], v);
    }
    f->passing.len = 0;
    for (uint32_t k = 0; k < needs->len; k++)
        need_at_returns(f, needs->data[k], v);
    for (uint32_t k = 0; k < f->passing.len && !f->c->oom; k++) {
        f->c->oom |= !cmc_vec_push(f->c->a, &f->c->blocks[f->passing.data[k]].passing, v);
        need_before(f, &f->passing, f->passing.data[k], v);
        need_at_returns(f, f->passing.data[k], v);
    }
}

static bool find_needed(check *c) {
    finder f = {.c = c};
    if (!alloc_finder(&f))
        return false;
    find_preds(&f);
    for (uint32_t b = 0; b < c->fn->blocks.len; b++)
        find_in_block(&f, b);
    for (uint32_t v = 1; v < c->fn->vars.len && !c->oom; v++)
        spread_need(&f, v);
    for (uint32_t b = 0; b < c->fn->blocks.len; b++) {
        entry *e = &c->blocks[b];
        e->n_own = e->needed.len;
        for (uint32_t k = 0; k < e->passing.len; k++)
            c->oom |= !cmc_vec_push(c->a, &e->needed, e->passing.data[k]);
    }
    return !c->oom;
}

static void number_bytes(check *c) {
    for (uint32_t id = 1; id < c->fn->vars.len; id++) {
        const mir_var *v = c->fn->vars.data[id];
        ra_file f = ra_file_of(c->fn, (mir_var_kind)v->kind);
        if (!c->size[id])
            continue;
        check_var(c, v);
        c->base[id] = c->n_bytes;
        // A send may write up to the end of its last register, past a small variable.
        c->size[id] = v->kind == MIR_VAR_GRF && v->alloc_b % f.row_b == 0
                          ? (v->size_b + f.row_b - 1) / f.row_b * f.row_b
                          : v->size_b;
        c->n_bytes += c->size[id];
    }
}

static bool prepare(check *c) {
    const mir_fn *fn = c->fn;
    c->base = CMC_NEW_N(c->a, uint32_t, fn->vars.len + 1);
    c->size = CMC_NEW_N(c->a, uint32_t, fn->vars.len + 1);
    c->listed = CMC_NEW_N(c->a, bool, fn->vars.len + 1);
    c->blocks = CMC_NEW_N(c->a, entry, fn->blocks.len + 1);
    c->subs = subs_find(fn, c->a);
    if (!c->base || !c->size || !c->listed || !c->blocks || !c->subs || !find_needed(c))
        return false;
    number_bytes(c);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (uint32_t k = 0; k < c->blocks[b].needed.len; k++)
            c->blocks[b].state_b += c->size[c->blocks[b].needed.data[k]];
    c->now = CMC_NEW_N(c->a, uint8_t, c->n_bytes + 1);
    if (!c->now || !find_effects(c))
        return false;
    memset(c->now, UNDEF, c->n_bytes);
    for (uint32_t id = 1; id < fn->vars.len; id++)
        if (fn->vars.data[id]->live_in && c->size[id])
            memset(c->now + c->base[id], OK, c->size[id]);
    join(c, &c->blocks[0], NULL);
    return !c->oom;
}

cmc_status ra_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d) {
    assert(fn && scratch);
    check *c = CMC_NEW(scratch, check);
    if (!c)
        return CMC_ERR_OOM;
    c->fn = fn;
    c->a = scratch;
    c->diag = d;
    c->simd_flow = cg_has_simd_flow(fn);
    if (!prepare(c))
        return CMC_ERR_OOM;
    flow(c);
    c->report = true;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        if (!c->blocks[b].state)
            continue;
        run_block(c, b);
    }
    if (c->oom)
        return CMC_ERR_OOM;
    return c->n_faults ? CMC_ERR_INTERNAL : CMC_OK;
}
