// SPDX-License-Identifier: MIT
// Splitting: a variable with independent parts or independent live ranges becomes several variables.
//
//   before                                         after
//     send %m ...          // 8 registers            send %a ...
//     mul %m+0 %m+0 ...    // a part, in place       mul %a+0 %a+0 ...
//     undef %m                                       undef %b
//     mov %m+0 ...         // another range          mov %b+0 ...
//     mov %m+64 ...        // independent of +0      mov %c+0 ...
//
// Runs when registers are short. Small pieces fit where the whole does not, and only some of them need to be spilled.
// A piece joins all rectangles of liveness that one operand touches together, or through which a value flows across a
// block boundary. A source and a destination with the same bytes also join, because the operation is in place.
//
// Variables whose address is taken, fixed variables and variables that share sub-registers are not split.

#include "ra.h"
#include "live/touch.h"

#include <assert.h>

enum { NONE = UINT32_MAX, N_WHO = ISA_WHO_SRC2 + 1 };

typedef CMC_VEC(uint32_t) id_list;

typedef struct splitter {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    uint32_t n_vars;
    bool *can;       // by variable
    uint32_t *first; // by variable: number of its first rectangle
    uint32_t n_rects;
    uint32_t *parent;   // by rectangle
    uint32_t *owner;    // by rectangle: its variable
    uint32_t *touched;  // by instruction and operand: a rectangle it touches, or NONE
    uint32_t *cursor;   // by variable: next rectangle to become active
    id_list *active;    // by variable: live rectangles
    id_list *in, *out;  // by block: rectangles live at its start and end, ascending by variable
    int32_t *lo, *hi;   // by root: byte range of the piece
    uint32_t *piece;    // by root: the new variable
    uint32_t *n_pieces; // by variable
    bool simd_flow;
} splitter;

static const live_rect *rect_of(const splitter *s, uint32_t r) {
    uint32_t v = s->owner[r];
    return &s->live->vars[v].rects.data[r - s->first[v]];
}

static uint32_t root_of(splitter *s, uint32_t r) {
    while (s->parent[r] != r)
        r = s->parent[r] = s->parent[s->parent[r]];
    return r;
}

static uint32_t unite(splitter *s, uint32_t a, uint32_t b) {
    a = root_of(s, a);
    b = root_of(s, b);
    uint32_t root = a < b ? a : b;
    s->parent[a < b ? b : a] = root;
    return root;
}

// Candidates

static void forbid(splitter *s, const isa_operand *o) {
    if (o->file == ISA_FILE_VADDR || (o->file == ISA_FILE_VREG && o->indirect))
        s->can[o->reg] = false;
}

static void find_candidates(splitter *s) {
    for (uint32_t v = 1; v < s->n_vars; v++) {
        const mir_var *x = s->fn->vars.data[v];
        s->can[v] =
            x->kind == MIR_VAR_GRF && !x->fixed && !x->live_in && !x->same_sub_as && s->live->vars[v].rects.len > 1;
    }
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->fn->vars.data[v]->same_sub_as)
            s->can[s->fn->vars.data[v]->same_sub_as] = false;
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (const mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next) {
            forbid(s, &i->i.dst);
            for (uint32_t k = 0; k < 3; k++)
                forbid(s, &i->i.src[k]);
        }
}

static bool prepare(splitter *s) {
    cmc_arena *a = s->cx->scratch;
    uint32_t n_blocks = s->fn->blocks.len;
    size_t n_touched = (size_t)s->fn->n_inst_ids * N_WHO + N_WHO;
    s->can = CMC_NEW_N(a, bool, s->n_vars + 1);
    s->first = CMC_NEW_N(a, uint32_t, s->n_vars + 1);
    s->cursor = CMC_NEW_N(a, uint32_t, s->n_vars + 1);
    s->n_pieces = CMC_NEW_N(a, uint32_t, s->n_vars + 1);
    s->active = CMC_NEW_N(a, id_list, s->n_vars + 1);
    s->in = CMC_NEW_N(a, id_list, n_blocks + 1);
    s->out = CMC_NEW_N(a, id_list, n_blocks + 1);
    s->touched = CMC_NEW_N(a, uint32_t, n_touched);
    if (!s->can || !s->first || !s->cursor || !s->n_pieces || !s->active || !s->in || !s->out || !s->touched)
        return false;
    for (size_t k = 0; k < n_touched; k++)
        s->touched[k] = NONE;
    find_candidates(s);
    for (uint32_t v = 1; v < s->n_vars; v++) {
        s->first[v] = s->n_rects;
        s->n_rects += s->can[v] ? s->live->vars[v].rects.len : 0;
    }
    s->parent = CMC_NEW_N(a, uint32_t, s->n_rects + 1);
    s->owner = CMC_NEW_N(a, uint32_t, s->n_rects + 1);
    s->lo = CMC_NEW_N(a, int32_t, s->n_rects + 1);
    s->hi = CMC_NEW_N(a, int32_t, s->n_rects + 1);
    s->piece = CMC_NEW_N(a, uint32_t, s->n_rects + 1);
    if (!s->parent || !s->owner || !s->lo || !s->hi || !s->piece)
        return false;
    for (uint32_t v = 1, r = 0; v < s->n_vars; v++)
        for (uint32_t k = 0; s->can[v] && k < s->live->vars[v].rects.len; k++, r++) {
            s->parent[r] = r;
            s->owner[r] = v;
            s->lo[r] = INT32_MAX;
        }
    return true;
}

// Pieces

// The rectangles of v that are live at point p, or begin there.
static const id_list *advance(splitter *s, uint32_t v, int32_t p) {
    const live_var *l = &s->live->vars[v];
    id_list *a = &s->active[v];
    uint32_t n = 0;
    for (uint32_t k = 0; k < a->len; k++)
        if (rect_of(s, a->data[k])->p1 >= p)
            a->data[n++] = a->data[k];
    a->len = n;
    for (; s->cursor[v] < l->rects.len && l->rects.data[s->cursor[v]].p0 <= p + 1; s->cursor[v]++)
        if (!l->rects.data[s->cursor[v]].reserved && l->rects.data[s->cursor[v]].p1 >= p)
            s->cx->oom |= !cmc_vec_push(s->cx->scratch, a, s->first[v] + s->cursor[v]);
    return a;
}

// A read concerns a rectangle that began before p, a write one that extends past p.
static bool concerns(const live_rect *x, const touch *w, int32_t p, bool write) {
    return x->lo < w->hi && w->lo < x->hi && (write ? x->p1 > p : x->p0 < p);
}

static void touch_operand_rects(splitter *s, const mir_inst *i, uint32_t who, const isa_operand *o, const touch *w) {
    uint32_t *slot = &s->touched[(size_t)i->id * N_WHO + who];
    int32_t p = s->live->slot_of_inst[i->id] * 2;
    if (!cg_is_var(o) || !s->can[o->reg] || w->lo >= w->hi)
        return;
    const id_list *a = advance(s, o->reg, p);
    for (uint32_t k = 0; k < a->len; k++)
        if (concerns(rect_of(s, a->data[k]), w, p, who == ISA_WHO_DST))
            *slot = *slot == NONE ? a->data[k] : unite(s, *slot, a->data[k]);
}

static void visit_inst(splitter *s, mir_inst *i) {
    touches t = touches_of(s->fn, i, s->simd_flow);
    uint32_t *slot = &s->touched[(size_t)i->id * N_WHO];
    for (uint32_t who = ISA_WHO_DST; who < N_WHO; who++)
        touch_operand_rects(s, i, who, touch_operand(i, who), &t.who[who]);
    for (uint32_t who = ISA_WHO_SRC0; who < N_WHO; who++)
        if (slot[who] != NONE && slot[ISA_WHO_DST] != NONE && i->i.dst.reg == touch_operand(i, who)->reg &&
            t.who[who].lo == t.who[ISA_WHO_DST].lo && t.who[who].hi == t.who[ISA_WHO_DST].hi)
            unite(s, slot[who], slot[ISA_WHO_DST]);
}

static void note_borders(splitter *s) {
    uint32_t n = s->fn->blocks.len;
    for (uint32_t r = 0; r < s->n_rects; r++) {
        const live_rect *x = rect_of(s, r);
        for (uint32_t b = live_block_at(s->live, n, x->p0);
             b < n && s->live->block_slot[b] * 2 <= x->p1 && !x->reserved && !x->passes; b++) {
            int32_t start = s->live->block_slot[b] * 2;
            int32_t end = live_last_point(s->live, b, n);
            if (x->p0 <= start)
                s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->in[b], r);
            if (x->p1 >= end)
                s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->out[b], r);
        }
    }
}

static void join_over_edge(splitter *s, const id_list *out, const id_list *in) {
    for (uint32_t j = 0, k = 0; j < out->len; j++) {
        uint32_t v = s->owner[out->data[j]];
        while (k < in->len && s->owner[in->data[k]] < v)
            k++;
        for (uint32_t q = k; q < in->len && s->owner[in->data[q]] == v; q++)
            if (rect_of(s, in->data[q])->lo < rect_of(s, out->data[j])->hi &&
                rect_of(s, out->data[j])->lo < rect_of(s, in->data[q])->hi)
                unite(s, in->data[q], out->data[j]);
    }
}

// A value that passes a subroutine is the same from the call to the return point, whatever else passes.
static void join_succs(splitter *s, uint32_t b) {
    for (mir_succ next = mir_succ_of(s->fn, s->fn->blocks.data[b]); mir_succ_next(&next);)
        join_over_edge(s, &s->out[b], &s->in[next.id]);
    if (s->live->subs->called[b])
        join_over_edge(s, &s->out[b], &s->in[subs_back(s->fn, b)]);
}

static void find_pieces(splitter *s) {
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op != MIR_UNDEF)
                visit_inst(s, i);
    note_borders(s);
    for (uint32_t b = 0; b < s->fn->blocks.len && !s->cx->oom; b++)
        join_succs(s, b);
}

// New variables

static void widen(splitter *s, uint32_t root, int32_t lo, int32_t hi) {
    s->lo[root] = lo < s->lo[root] ? lo : s->lo[root];
    s->hi[root] = hi > s->hi[root] ? hi : s->hi[root];
}

static void measure_pieces(splitter *s) {
    for (uint32_t r = 0; r < s->n_rects; r++)
        if (!rect_of(s, r)->reserved && !rect_of(s, r)->passes)
            widen(s, root_of(s, r), rect_of(s, r)->lo, rect_of(s, r)->hi);
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next) {
            const uint32_t *slot = &s->touched[(size_t)i->id * N_WHO];
            touches t = touches_of(s->fn, i, s->simd_flow);
            for (uint32_t who = ISA_WHO_DST; who < N_WHO; who++)
                if (slot[who] != NONE)
                    widen(s, root_of(s, slot[who]), t.who[who].lo, t.who[who].hi);
        }
    for (uint32_t r = 0; r < s->n_rects; r++)
        s->n_pieces[s->owner[r]] += s->parent[r] == r && s->lo[r] < s->hi[r];
}

// A piece starts at a register boundary of the whole, so its offsets within registers do not change.
static uint32_t piece_of(splitter *s, uint32_t rect) {
    uint32_t root = root_of(s, rect), grf_b = s->fn->model->grf_b;
    const mir_var *v = s->fn->vars.data[s->owner[root]];
    if (s->piece[root])
        return s->piece[root];
    uint32_t step = v->even_grf ? 2 * grf_b : grf_b, size_b = v->size_b, align_b = v->align_b;
    step = v->align_b > step ? v->align_b : step;
    s->lo[root] = v->size_b <= grf_b || s->lo[root] < 0 ? 0 : s->lo[root] / (int32_t)step * (int32_t)step;
    if (v->size_b > grf_b) {
        uint32_t end = (uint32_t)s->hi[root] < v->size_b ? (uint32_t)s->hi[root] : v->size_b;
        size_b = end - (uint32_t)s->lo[root];
        align_b = align_b < grf_b ? grf_b : align_b;
    }
    mir_var *p = mir_var_create(s->fn, MIR_VAR_GRF, (isa_type)v->type, size_b, (uint16_t)align_b, "piece");
    if (!p) {
        s->cx->oom = true;
        return v->id;
    }
    p->even_grf = v->even_grf;
    p->no_spill = v->no_spill;
    p->loc = v->loc;
    return s->piece[root] = p->id;
}

// Replaces the undef of the whole by one for each piece whose live range begins with it.
static void split_undef(splitter *s, mir_block *b, mir_inst *i) {
    uint32_t v = i->i.dst.reg;
    int32_t p = s->live->slot_of_inst[i->id] * 2 + 1;
    const id_list *a = advance(s, v, p - 1);
    cg_at(s->cx, b, i);
    for (uint32_t k = 0; k < a->len; k++) {
        const live_rect *x = rect_of(s, a->data[k]);
        if (x->p0 != p)
            continue;
        uint32_t id = piece_of(s, a->data[k]);
        mir_inst *u = cg_undef(s->cx, cg_var(s->cx, id));
        int32_t base = s->lo[root_of(s, a->data[k])];
        u->i.dst.off_b = x->lo - base;
        u->len_b = (uint32_t)(x->hi - x->lo);
    }
    mir_inst_remove(b, i);
}

static void rewrite_inst(splitter *s, mir_block *b, mir_inst *i) {
    if (i->i.op == MIR_UNDEF) {
        if (s->n_pieces[i->i.dst.reg] > 1)
            split_undef(s, b, i);
        return;
    }
    const uint32_t *slot = &s->touched[(size_t)i->id * N_WHO];
    for (uint32_t who = ISA_WHO_DST; who < N_WHO; who++) {
        isa_operand *o = touch_operand(i, who);
        if (slot[who] == NONE || s->n_pieces[o->reg] < 2)
            continue;
        o->reg = piece_of(s, slot[who]);
        o->off_b -= s->lo[root_of(s, slot[who])];
    }
}

cmc_status ra_split(cg_ctx *cx, mir_fn *fn, const live_info *live) {
    assert(live->n_vars == fn->vars.len);
    splitter s = {.cx = cx, .fn = fn, .live = live, .n_vars = fn->vars.len, .simd_flow = cg_has_simd_flow(fn)};
    if (!prepare(&s))
        return CMC_ERR_OOM;
    find_pieces(&s);
    measure_pieces(&s);
    for (uint32_t v = 1; v < s.n_vars; v++) { // reset for the second walk
        s.cursor[v] = 0;
        s.active[v].len = 0;
    }
    for (uint32_t b = 0; b < fn->blocks.len && !cx->oom; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            rewrite_inst(&s, fn->blocks.data[b], i);
        }
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
