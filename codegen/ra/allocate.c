// SPDX-License-Identifier: MIT
// Places variables in registers by exact packing of rectangles in (time, byte).
//
//   %a: 16 bytes, points 3-40     %b: 16 bytes, points 5-30     %c: 64 bytes, points 31-60
//   → %a at r3+0, %b at r3+16, %c at r4
//
// All liveness is known in advance, so allocation does not scan through time. It places variables one after another,
// each at the first address where none of its rectangles overlaps one of a placed variable. Fixed variables are
// placed first. If a variable does not fit, it moves to the front, a few times for each order. The orders: by start and
// around the file (neighbours in time get different registers, which avoids false dependencies), by start from the
// file's beginning, larger first (less fragmentation), longer first.
//
// When no order works, the file is full; regalloc.c makes room and tries again. From then on, variables may also evict
// others (repack.c). What did not go around the file is spread afterwards (spread.c).

#include "allocate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    DWORD_B = 4,
    SMALL_B = 32,   // smaller variables are placed round-robin in
    SMALL_ROWS = 16 // registers, and in half of those to spare
};

enum { MAX_READERS = 8 }; // readers considered for bank conflicts
enum { MAX_LINKS = 16 };
enum { TURNS = 8, TURNS_AROUND = 4, TURNS_OF_MANY = 2, MANY = 8192 };

// Conflicts

bool alloc_meet(const allocator *al, uint32_t x, int32_t x_off, uint32_t y, int32_t y_off) {
    const live_var *a = &al->live->vars[x], *b = &al->live->vars[y];
    if (a->p0 > b->p1 || b->p0 > a->p1)
        return false;
    uint32_t first = 0;
    for (uint32_t i = alloc_skip_ended(al->until[x], a->rects.len, 0, b->p0); i < a->rects.len; i++) {
        const live_rect *r = &a->rects.data[i];
        if (r->p0 > b->p1)
            break;
        first = alloc_skip_ended(al->until[y], b->rects.len, first, r->p0);
        for (uint32_t j = first; j < b->rects.len && b->rects.data[j].p0 <= r->p1; j++)
            if (alloc_overlap(r, x_off, &b->rects.data[j], y_off))
                return true;
    }
    return false;
}

// The same where a is computed from b in place: at the step's point b ends and a begins, lane by lane.
static bool rects_meet_later(const live_var *a, int32_t a_off, const live_var *b, int32_t b_off, int32_t point) {
    for (uint32_t i = 0; i < a->rects.len; i++)
        for (uint32_t j = 0; j < b->rects.len; j++) {
            const live_rect *r = &a->rects.data[i], *s = &b->rects.data[j];
            if (!(r->p0 == point && s->p1 == point) && alloc_overlap(r, a_off, s, b_off))
                return true;
        }
    return false;
}

static bool row_reserved(const allocator *al, uint32_t row) {
    if (al->file.kind == MIR_VAR_GRF)
        return row < al->live->phys_grf.n_bits && cmc_bitset_get(&al->live->phys_grf, row);
    return false;
}

static bool bytes_reserved(const allocator *al, uint32_t at, uint32_t len) {
    uint32_t used = al->file.kind == MIR_VAR_FLAG   ? al->live->phys_flag
                    : al->file.kind == MIR_VAR_ADDR ? al->live->phys_addr
                                                    : 0;
    for (uint32_t b = at; b < at + len && b < 32; b++)
        if (used >> b & 1)
            return true;
    return false;
}

// Registers bound by the user are reserved even while the bound variable is dead.
static bool is_bound(const allocator *al, const mir_var *v, uint32_t at, uint32_t len) {
    for (uint32_t k = 0; k < al->bound.len; k++) {
        const mir_var *b = al->fn->vars.data[al->bound.data[k]];
        if (b != v && at < b->fixed_b + b->size_b && b->fixed_b < at + len)
            return true;
    }
    return false;
}

bool alloc_may_start(const allocator *al, const mir_var *v, uint32_t at) {
    uint32_t len = alloc_footprint(al, v);
    if (at + len > al->file.size_b || bytes_reserved(al, at, len) || is_bound(al, v, at, len))
        return false;
    if (v->size_b <= al->file.row_b && at % al->file.row_b + v->size_b > al->file.row_b)
        return false;
    for (uint32_t row = at / al->file.row_b; row <= (at + len - 1) / al->file.row_b; row++)
        if (row_reserved(al, row) && !v->fixed)
            return false;
    return true;
}

uint32_t alloc_step(const allocator *al, const mir_var *v) {
    uint32_t align = ra_align_of(&al->file, v);
    return v->same_sub_as && v->size_b < align ? v->align_b : align;
}

static id_list *is_at(const allocator *al, uint32_t row, uint32_t slice) {
    return &al->rows[(size_t)row * al->n_slices + slice];
}

static bool row_is_free(allocator *al, const mir_var *v, uint32_t at, uint32_t row) {
    const live_var *l = &al->live->vars[v->id];
    for (int32_t slice = l->p0 / POINTS_A_SLICE; slice <= l->p1 / POINTS_A_SLICE; slice++) {
        const id_list *list = is_at(al, row, (uint32_t)slice);
        for (uint32_t k = 0; k < list->len; k++) {
            uint32_t id = list->data[k];
            if (al->stamp[id] == al->query)
                continue;
            al->stamp[id] = al->query;
            const live_var *other = &al->live->vars[id];
            int32_t taken_at = (int32_t)al->fn->vars.data[id]->alloc_b;
            bool step = al->step && al->step->i.src[0].reg == id;
            if (step ? rects_meet_later(l, (int32_t)at, other, taken_at, al->live->slot_of_inst[al->step->id] * 2)
                     : alloc_meet(al, v->id, (int32_t)at, id, taken_at))
                return false;
        }
    }
    return true;
}

static bool is_free(allocator *al, const mir_var *v, uint32_t at) {
    if (!alloc_may_start(al, v, at))
        return false;
    al->query++;
    for (uint32_t row = at / al->file.row_b; row <= (at + alloc_footprint(al, v) - 1) / al->file.row_b; row++)
        if (!row_is_free(al, v, at, row))
            return false;
    return true;
}

// Placement

static void place(allocator *al, mir_var *v, uint32_t at) {
    assert(at + v->size_b <= al->file.size_b && "a place inside the file");
    v->allocated = true;
    v->alloc_b = at;
    const live_var *l = &al->live->vars[v->id];
    for (uint32_t row = at / al->file.row_b;
         row <= (at + alloc_footprint(al, v) - 1) / al->file.row_b && row < al->n_rows; row++)
        for (int32_t slice = l->p0 / POINTS_A_SLICE; slice <= l->p1 / POINTS_A_SLICE; slice++)
            al->cx->oom |= !cmc_vec_push(al->cx->scratch, is_at(al, row, (uint32_t)slice), v->id);
}

bool alloc_sub_register_fits(const allocator *al, const mir_var *v, uint32_t at) {
    if (!v->same_sub_as)
        return true;
    const mir_var *other = al->fn->vars.data[v->same_sub_as];
    return !other->allocated || other->alloc_b % al->file.row_b == at % al->file.row_b;
}

// Banks

static void note_readers(allocator *al) {
    al->readers = CMC_NEW_N(al->cx->scratch, reader_list, al->fn->vars.len + 1);
    al->cx->oom |= !al->readers;
    for (uint32_t b = 0; al->readers && b < al->fn->blocks.len; b++)
        for (const mir_inst *i = al->fn->blocks.data[b]->first; i; i = i->next)
            for (uint32_t s = 0; s < 3 && cg_is_ternary(i); s++) {
                const isa_operand *o = &i->i.src[s];
                if (cg_is_var(o) && al->readers[o->reg].len < MAX_READERS)
                    al->cx->oom |= !cmc_vec_push(al->cx->scratch, &al->readers[o->reg], i);
            }
}

// The variable's place, or the expected one if it will take the place of the sum it continues; UINT32_MAX when
// unknown.
static uint32_t likely_place(const allocator *al, const mir_var *w) {
    uint32_t off = 0;
    for (unsigned k = 0; k < MAX_LINKS && !w->allocated && al->step_of[w->id]; k++) {
        const isa_operand *sum = &al->step_of[w->id]->i.src[0];
        off += (uint32_t)sum->off_b;
        w = al->fn->vars.data[sum->reg];
    }
    return w->allocated ? w->alloc_b + off : UINT32_MAX;
}

// Whether v at this place would collide with sources that are placed already. Collisions that occur without v do not
// count.
static bool collides(const allocator *al, const mir_var *v, uint32_t at) {
    const isa_model *m = al->fn->model;
    const reader_list *l = &al->readers[v->id];
    for (uint32_t k = 0; k < l->len; k++) {
        uint32_t with[3], without[3];
        for (uint32_t s = 0; s < 3; s++) {
            const isa_operand *o = &l->data[k]->i.src[s];
            const mir_var *w = cg_is_var(o) ? al->fn->vars.data[o->reg] : NULL;
            uint32_t from = !w ? UINT32_MAX : w == v ? at : likely_place(al, w);
            with[s] = from == UINT32_MAX ? UINT32_MAX : from + (uint32_t)o->off_b;
            without[s] = w == v ? UINT32_MAX : with[s];
        }
        uint32_t n = cg_bank_conflicts(m, &l->data[k]->i, with);
        if (n && n > cg_bank_conflicts(m, &l->data[k]->i, without))
            return true;
    }
    return false;
}

// Steps

// %b = %a + products: a link of the chain depends on the previous one anyway. Reusing its place adds no dependency,
// and the sums of a matrix product stay in place.
static bool is_step(const mir_fn *fn, const mir_inst *i, const uint8_t *defs) {
    const isa_operand *d = &i->i.dst, *o = &i->i.src[0];
    if ((i->i.op != ISA_MAD && i->i.op != ISA_DP4A) || !cg_is_var(d) || !cg_is_var(o) || d->off_b || o->off_b < 0 ||
        o->reg == d->reg || defs[d->reg] != 1)
        return false;
    const mir_var *v = fn->vars.data[d->reg], *w = fn->vars.data[o->reg];
    return v->kind == w->kind && v->size_b + (uint32_t)o->off_b <= w->size_b;
}

static void count_defs(const mir_fn *fn, uint8_t *defs) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.dst.file == ISA_FILE_VREG && defs[i->i.dst.reg] < UINT8_MAX)
                defs[i->i.dst.reg]++;
}

static void note_steps(allocator *al) {
    const mir_fn *fn = al->fn;
    uint8_t *defs = CMC_NEW_N(al->cx->scratch, uint8_t, fn->vars.len + 1);
    al->step_of = CMC_NEW_N(al->cx->scratch, const mir_inst *, fn->vars.len + 1);
    al->cx->oom |= !defs || !al->step_of;
    if (al->cx->oom)
        return;
    count_defs(fn, defs);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (is_step(fn, i, defs))
                al->step_of[i->i.dst.reg] = i;
}

// The place of the sum that v continues, if v fits there; else UINT32_MAX.
static uint32_t place_before(allocator *al, const mir_var *v) {
    const mir_inst *i = al->step_of[v->id];
    const isa_operand *sum = i ? &i->i.src[0] : NULL;
    if (!i || !al->fn->vars.data[sum->reg]->allocated)
        return UINT32_MAX;
    uint32_t at = al->fn->vars.data[sum->reg]->alloc_b + (uint32_t)sum->off_b;
    if (at % ra_align_of(&al->file, v) || cg_overtakes(&i->i, 0, (int32_t)at, (int32_t)at, al->fn->model->grf_b))
        return UINT32_MAX;
    al->step = i;
    bool fits = alloc_sub_register_fits(al, v, at) && !(al->spread && collides(al, v, at)) && is_free(al, v, at);
    al->step = NULL;
    return fits ? at : UINT32_MAX;
}

// First free address at or after 'from'; UINT32_MAX if there is no free address.
static uint32_t search(allocator *al, const mir_var *v, uint32_t from, uint32_t to) {
    uint32_t step = alloc_step(al, v);
    for (uint32_t at = (from + step - 1) / step * step; at < to; at += step)
        if (alloc_sub_register_fits(al, v, at) && !(al->spread && collides(al, v, at)) && is_free(al, v, at))
            return at;
    return UINT32_MAX;
}

static bool find_place(allocator *al, mir_var *v, bool round_robin) {
    if (v->same_sub_as && !al->fn->vars.data[v->same_sub_as]->allocated &&
        al->fn->vars.data[v->same_sub_as]->same_sub_as != v->id && al->live->vars[v->same_sub_as].rects.len &&
        !find_place(al, al->fn->vars.data[v->same_sub_as], round_robin))
        return false;
    // Scalars and other small variables share registers. They are placed round-robin in the first ones, so that a
    // sequence of short live ranges leaves the scheduler freedom. Flags and addresses are placed round-robin in the
    // whole file.
    bool grf = al->file.kind == MIR_VAR_GRF, around = round_robin;
    bool small = around && grf && v->size_b < SMALL_B;
    uint32_t *cursor = small ? &al->small_cursor : &al->cursor;
    uint32_t end = small ? al->small_rows * al->file.row_b : al->file.size_b;
    al->spread = round_robin && al->readers && al->readers[v->id].len;
    uint32_t at = around && grf ? place_before(al, v) : UINT32_MAX;
    if (at != UINT32_MAX) {
        place(al, v, at);
        return true;
    }
    at = search(al, v, around ? *cursor : 0, end);
    if (at == UINT32_MAX && around)
        at = search(al, v, 0, small ? al->file.size_b : *cursor);
    if (at == UINT32_MAX && al->spread) {
        al->spread = false;
        at = search(al, v, 0, al->file.size_b);
    }
    if (at == UINT32_MAX)
        return false;
    if (around) // words that share a dword are one cell of the scheduler's graph
        *cursor = at + (grf ? (alloc_footprint(al, v) + DWORD_B - 1) / DWORD_B * DWORD_B : alloc_footprint(al, v));
    place(al, v, at);
    return true;
}

// Orders

typedef struct order_key {
    uint32_t id;
    uint8_t rank; // higher ranks first
    int64_t key;
} order_key;

static int compare_keys(const void *a, const void *b) {
    const order_key *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

typedef enum order_kind { BY_START = 0, BY_SIZE, BY_LENGTH, ORDER_COUNT } order_kind;

static int64_t key_of(const allocator *al, uint32_t id, order_kind kind) {
    const live_var *l = &al->live->vars[id];
    int64_t size = al->fn->vars.data[id]->size_b, length = (int64_t)l->p1 - l->p0;
    switch (kind) {
    case BY_START:
        return ((int64_t)l->p0 << 20) - size;
    case BY_SIZE:
        return -(size << 32) + l->p0;
    case BY_LENGTH:
    case ORDER_COUNT:
        break;
    }
    return -length;
}

static bool make_order(allocator *al, order_kind kind) {
    order_key *keys = CMC_NEW_N(al->cx->scratch, order_key, al->n_order + 1);
    if (!keys)
        return false;
    for (uint32_t i = 0; i < al->n_order; i++)
        keys[i] = (order_key){al->order[i], al->rank[al->order[i]], key_of(al, al->order[i], kind)};
    qsort(keys, al->n_order, sizeof(*keys), compare_keys);
    for (uint32_t i = 0; i < al->n_order; i++)
        al->order[i] = keys[i].id;
    return true;
}

static int32_t *last_points(cg_ctx *cx, const live_var *l) {
    int32_t *until = CMC_NEW_N(cx->scratch, int32_t, l->rects.len + 1);
    cx->oom |= !until;
    for (uint32_t r = 0; until && r < l->rects.len; r++)
        until[r] = r && until[r - 1] > l->rects.data[r].p1 ? until[r - 1] : l->rects.data[r].p1;
    return until;
}

static void note_alive(allocator *al, uint32_t id) {
    const live_var *l = &al->live->vars[id];
    al->order[al->n_order++] = id;
    for (int32_t s = l->p0 / POINTS_A_SLICE; s <= l->p1 / POINTS_A_SLICE; s++)
        al->cx->oom |= !cmc_vec_push(al->cx->scratch, &al->alive[s], id);
}

static void collect(allocator *al) {
    for (uint32_t id = 1; id < al->fn->vars.len; id++) {
        const mir_var *v = al->fn->vars.data[id];
        if (v->kind != al->file.kind)
            continue;
        al->until[id] = last_points(al->cx, &al->live->vars[id]);
        if (al->live->vars[id].rects.len)
            note_alive(al, id);
        if (v->bound)
            al->cx->oom |= !cmc_vec_push(al->cx->scratch, &al->bound, id);
    }
}

static bool try_order(allocator *al, order_kind kind, bool round_robin) {
    if (!make_order(al, kind)) {
        al->cx->oom = true;
        return false;
    }
    memset(al->rows, 0, (size_t)al->n_rows * al->n_slices * sizeof(*al->rows));
    al->cursor = al->small_cursor = 0;
    for (uint32_t i = 0; i < al->n_order; i++) {
        mir_var *v = al->fn->vars.data[al->order[i]];
        v->allocated = false;
        if (v->fixed)
            place(al, v, v->fixed_b);
    }
    for (uint32_t i = 0; i < al->n_order; i++) {
        mir_var *v = al->fn->vars.data[al->order[i]];
        if (!v->allocated && !find_place(al, v, round_robin)) {
            al->failed = v->id;
            return false;
        }
    }
    return true;
}

// Errors

cmc_loc ra_busiest_line(const mir_fn *fn, const live_info *live) {
    assert(fn && live);
    cmc_loc loc = {0};
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->loc.line && 2 * live->slot_of_inst[i->id] <= live->peak_point)
                loc = i->loc;
    return loc;
}

cmc_status ra_report(const cg_ctx *cx, const mir_fn *fn, const live_info *live, const ra_failure *f) {
    assert(f->kind != MIR_VAR_NONE && "something found no place");
    static const char *const files[] = {"", "registers", "flag registers", "address registers"};
    const mir_var *v = fn->vars.data[f->var];
    uint32_t file_b = ra_file_of(fn, (mir_var_kind)f->kind).size_b;
    cmc_loc at = ra_busiest_line(fn, live);
    if (f->kind == MIR_VAR_GRF && live->peak_b)
        cmc_diag_add(cx->diag, CMC_ERROR, "CG0301", at,
                     "out of registers in kernel '%s': %u bytes are in use at its busiest point, and %s has %u; its %u "
                     "values take %llu bytes, and one of %u bytes does not fit",
                     fn->name, (unsigned)live->peak_b, fn->model->name, (unsigned)file_b, (unsigned)f->n_vars,
                     (unsigned long long)f->total_b, (unsigned)v->size_b);
    else
        cmc_diag_add(
            cx->diag, CMC_ERROR, "CG0301", at,
            "out of %s in kernel '%s': %%%s of %u bytes does not fit in %u; the kernel's %u variables take %llu bytes",
            files[f->kind], fn->name, v->name, (unsigned)v->size_b, (unsigned)file_b, (unsigned)f->n_vars,
            (unsigned long long)f->total_b);
    return CMC_ERR_USER;
}

void alloc_sort_by_start(allocator *al) {
    memset(al->rank, 0, al->fn->vars.len + 1u);
    al->cx->oom |= !make_order(al, BY_START);
}

// Moves the variable that did not fit to the front, until all fit or the turns are used up.
static bool insist(allocator *al, order_kind kind, bool round_robin) {
    uint32_t turns = round_robin ? TURNS_AROUND : kind <= BY_SIZE ? TURNS : TURNS_OF_MANY;
    turns = al->evict && turns > TURNS_OF_MANY ? TURNS_OF_MANY : turns;
    turns = al->n_order < MANY || turns < TURNS_OF_MANY ? turns : TURNS_OF_MANY;
    memset(al->rank, 0, al->fn->vars.len + 1u);
    for (; turns && !al->cx->oom; turns--) {
        if (try_order(al, kind, round_robin))
            return true;
        al->rank[al->failed]++; // turns are fewer than 256
    }
    return false;
}

// Where a quarter of the registers is to spare, small variables take half of those too, so that chains of them are
// independent.
static bool go_around(allocator *al) {
    uint32_t used = al->live->peak_b / al->file.row_b + 1, spare = used < al->n_rows ? al->n_rows - used : 0;
    bool wide = al->file.kind == MIR_VAR_GRF && spare > al->n_rows / 4;
    al->small_rows = SMALL_ROWS + (wide ? spare / 2 : 0);
    if (insist(al, BY_START, true))
        return true;
    al->small_rows = SMALL_ROWS;
    return wide && insist(al, BY_START, true);
}

static ra_failure failure_of(const allocator *al) {
    ra_failure f = {.kind = al->file.kind, .var = al->failed, .n_vars = al->n_order};
    for (uint32_t i = 0; i < al->n_order; i++)
        f.total_b += al->fn->vars.data[al->order[i]]->size_b;
    return f;
}

// Driver

// Whether two fixed variables conflict: at the same time, or at any time when one is bound by the user. The variables
// of the payload lie side by side. A message that reads one of them takes its whole register, which is not a conflict
// with its neighbours.
static bool share_place(const allocator *al, const mir_var *a, const mir_var *b) {
    if (a->live_in && b->live_in && !a->bound && !b->bound)
        return false;
    if (a->bound || b->bound)
        return a->fixed_b < b->fixed_b + b->size_b && b->fixed_b < a->fixed_b + a->size_b;
    return alloc_meet(al, a->id, (int32_t)a->fixed_b, b->id, (int32_t)b->fixed_b);
}

static cmc_status check_fixed(const allocator *al) {
    for (uint32_t i = 0; i < al->n_order; i++) {
        const mir_var *a = al->fn->vars.data[al->order[i]];
        for (uint32_t j = 0; a->fixed && j < i; j++) {
            const mir_var *b = al->fn->vars.data[al->order[j]];
            if (!b->fixed || !share_place(al, a, b))
                continue;
            cmc_diag_add(al->cx->diag, CMC_ERROR, "CG0302", a->bound ? a->loc : b->loc,
                         "fixed variables %%%s and %%%s of kernel '%s' overlap", a->name, b->name, al->fn->name);
            return CMC_ERR_USER;
        }
    }
    return CMC_OK;
}

// Where all of the fixed orders have failed before, few turns are enough to find that there is room now.
static bool place_all(allocator *al) {
    if (go_around(al))
        return true;
    bool done = false;
    for (int o = BY_START; o < (al->evict ? BY_SIZE : ORDER_COUNT) && !done && !al->cx->oom; o++)
        done = insist(al, (order_kind)o, false);
    bool grf = al->file.kind == MIR_VAR_GRF;
    done = done || (al->evict && grf && !al->cx->oom && alloc_repack(al));
    if (done && grf && !al->cx->oom)
        alloc_spread(al);
    return done;
}

static cmc_status allocate_file(cg_ctx *cx, mir_fn *fn, const live_info *live, bool evict, mir_var_kind kind,
                                ra_failure *f) {
    allocator al = {.cx = cx, .fn = fn, .live = live, .file = ra_file_of(fn, kind), .evict = evict};
    al.n_rows = al.file.size_b / al.file.row_b;
    al.n_slices = (uint32_t)live->n_points / POINTS_A_SLICE + 1;
    al.rows = CMC_NEW_N(cx->scratch, id_list, (size_t)al.n_rows * al.n_slices);
    al.stamp = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len + 1);
    al.order = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len + 1);
    al.rank = CMC_NEW_N(cx->scratch, uint8_t, fn->vars.len + 1);
    al.until = CMC_NEW_N(cx->scratch, int32_t *, fn->vars.len + 1);
    al.alive = CMC_NEW_N(cx->scratch, id_list, al.n_slices);
    if (!al.rows || !al.stamp || !al.order || !al.rank || !al.until || !al.alive)
        return CMC_ERR_OOM;
    collect(&al);
    if (cx->oom)
        return CMC_ERR_OOM;
    CMC_TRY(check_fixed(&al));
    if (kind == MIR_VAR_GRF && fn->model->bank_regs)
        note_readers(&al);
    if (kind == MIR_VAR_GRF)
        note_steps(&al);
    if (cx->oom)
        return CMC_ERR_OOM;
    bool done = place_all(&al);
    if (cx->oom)
        return CMC_ERR_OOM;
    if (!done)
        *f = failure_of(&al);
    return CMC_OK;
}

static void place_unused(const mir_fn *fn, mir_var *v) {
    ra_file f = ra_file_of(fn, (mir_var_kind)v->kind);
    v->allocated = true;
    v->alloc_b = v->fixed ? v->fixed_b : v->same_sub_as ? fn->vars.data[v->same_sub_as]->alloc_b % f.row_b : 0;
}

cmc_status ra_allocate(cg_ctx *cx, mir_fn *fn, const live_info *live, bool evict, ra_failure *f) {
    assert(live->n_vars == fn->vars.len && "liveness is of the present variables");
    static const mir_var_kind files[] = {MIR_VAR_FLAG, MIR_VAR_ADDR, MIR_VAR_GRF};
    *f = (ra_failure){0};
    for (uint32_t i = 0; i < sizeof(files) / sizeof(files[0]) && f->kind == MIR_VAR_NONE; i++)
        CMC_TRY(allocate_file(cx, fn, live, evict, files[i], f));
    // Variables that no instruction touches; their address may still be taken.
    for (uint32_t id = 1; f->kind == MIR_VAR_NONE && id < fn->vars.len; id++)
        if (!fn->vars.data[id]->allocated)
            place_unused(fn, fn->vars.data[id]);
    return CMC_OK;
}
