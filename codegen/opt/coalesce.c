// SPDX-License-Identifier: MIT
// coalesce: merge variables that are copied into one another, and remove the copies.
//
//   before                                             after
//     copy %n %o 128                                     (nothing)
//     mov (8|M0) %n+32<1>:f %x<1;1,0>:f                  mov (8|M0) %o+32<1>:f %x<1;1,0>:f
//     ... %n ...   (%o is dead)                          ... %o ...
//
// Selection emits such a copy for every region write and for every phi. A chain of region writes to one value must
// become writes in place. Copies are MIR_COPY and plain movs of whole lanes. A copy may place one variable inside
// another (a load's result into a part of a matrix): the smaller one then has an offset in the larger one.
//
// Two variables may be merged when no write to one clobbers live bytes of the other, except a write that copies
// exactly these bytes from there. An instruction that writes before it has read everything (a destination of two
// registers, a send) must not overtake its own reads. The two payloads of a send stay separate, even when they hold
// the same value.
//
// Preserves alignment, rows and fixed places; fixed variables and shared sub-registers are not merged. Exceptions are
// variables that the user bound to their places, and large arguments, for which a copy would not fit beside the
// original: they absorb others but are never absorbed.

#include "itree.h"
#include "live/live.h"

#include <assert.h>

enum { MAX_ROUNDS = 8, COST_CLASSES = 3, MOST_SMALL_B = 16, LARGE_ROWS = 8 };

// A send of two variables, listed for each of them.
typedef struct payload {
    const mir_inst *send;
    int32_t bytes[3];
    struct payload *next;
} payload;

typedef struct class_info { // of a root
    payload *first, *last;
    uint32_t n_payloads;
    itree rects, defs; // bytes of the root minus bias; before `grown`, only their sizes are valid
    bool grown;
    int32_t bias;
    int32_t p0, p1;
    uint32_t size_b, align_b;
    bool even, no_spill, stays; // stays: has a fixed place
} class_info;

typedef struct merger {
    cg_ctx *cx;
    mir_fn *fn;
    cmc_arena *a; // for one round
    live_info *live;
    uint32_t *parent; // by variable
    int32_t *delta;   // offset in the parent
    class_info *cls;
    bool *pinned;  // excluded
    uint32_t x, y; // roots under test: y would lie at offset k in x
    int32_t k;
    uint32_t n_merged;
} merger;

typedef struct copy_view { // an instruction seen as a copy
    uint32_t dst, src;
    int32_t dst_off, src_off;
    uint32_t len_b;
} copy_view;

// Compresses paths on the way.
static uint32_t root_of(const merger *m, uint32_t v, int32_t *off) {
    uint32_t root = v, next;
    int32_t sum = 0;
    for (; m->parent[root] != root; root = m->parent[root])
        sum += m->delta[root];
    *off = sum;
    for (; m->parent[v] != root && v != root; v = next) {
        int32_t step = m->delta[v];
        next = m->parent[v];
        m->parent[v] = root;
        m->delta[v] = sum;
        sum -= step;
    }
    return root;
}

// Copies

static bool as_copy(const mir_fn *fn, const mir_inst *i, copy_view *c) {
    if (!cg_is_var(&i->i.dst) || !cg_is_var(&i->i.src[0]))
        return false;
    *c = (copy_view){i->i.dst.reg, i->i.src[0].reg, i->i.dst.off_b, i->i.src[0].off_b, i->len_b};
    if (i->i.op == MIR_COPY)
        return true;
    if (!cg_is_raw_mov(&i->i) || i->i.pred || i->i.acc_wr_en || fn->vars.data[c->dst]->kind != MIR_VAR_GRF ||
        fn->vars.data[c->src]->kind != MIR_VAR_GRF)
        return false;
    if (i->i.exec_size > 1 && (i->i.dst.rgn.h != 1 || cg_stride(&i->i.src[0], i->i.exec_size, false) != 1))
        return false;
    c->len_b = (uint32_t)i->i.exec_size * isa_type_size_b((isa_type)i->i.dst.type);
    return true;
}

// Most variables take part in no copy: the trees of a variable grow when it is first tested.
static void grow_trees(merger *m, uint32_t v) {
    class_info *c = &m->cls[v];
    const live_var *l = &m->live->vars[v];
    itree_node *n = c->grown ? NULL : CMC_NEW_N(m->a, itree_node, l->rects.len + l->defs.len);
    if (!n) {
        m->cx->oom |= !c->grown;
        return;
    }
    c->grown = true;
    c->rects.n = c->defs.n = 0;
    for (uint32_t i = 0; i < l->rects.len; i++, n++) {
        const live_rect *r = &l->rects.data[i];
        *n = (itree_node){.p0 = r->p0, .p1 = r->p1, .lo = r->lo, .hi = r->hi};
        itree_insert(&c->rects, n);
    }
    for (uint32_t i = 0; i < l->defs.len; i++, n++) {
        const live_def *d = &l->defs.data[i];
        *n = (itree_node){.p0 = d->point, .p1 = d->point, .lo = d->lo, .hi = d->hi, .inst = d->inst};
        itree_insert(&c->defs, n);
    }
}

// The offset of a variable's byte in the merged class, if its root is x or y.
static bool place_in_test(const merger *m, uint32_t v, int32_t off, int32_t *at) {
    int32_t d;
    uint32_t r = root_of(m, v, &d);
    if (r != m->x && r != m->y)
        return false;
    *at = d + off + (r == m->y ? m->k : 0);
    return true;
}

// A write that copies bytes onto themselves once x and y are merged.
static bool is_identity(const merger *m, const mir_inst *i) {
    copy_view c;
    int32_t d, s;
    return as_copy(m->fn, i, &c) && place_in_test(m, c.dst, c.dst_off, &d) && place_in_test(m, c.src, c.src_off, &s) &&
           d == s;
}

// Interference

// Whether source o of i, once in the class of the destination at dst_at, may be overwritten before it has been read.
static bool source_collides(const merger *m, const mir_inst *i, uint32_t src, uint32_t own, int32_t dst_at) {
    const isa_operand *o = &i->i.src[src];
    int32_t src_at, off;
    if (o->file != ISA_FILE_VREG)
        return o->indirect;
    // Sources already in this class were tested when they joined it.
    if (root_of(m, o->reg, &off) == own || !place_in_test(m, o->reg, o->off_b, &src_at))
        return false;
    // An indirect operand may be anywhere.
    return o->indirect || i->i.dst.indirect || cg_overtakes(&i->i, src, dst_at, src_at, m->cx->m->grf_b);
}

// Whether, in the merged class, the first half of the lanes overwrites sources of the second half.
static bool halves_collide(const merger *m, const mir_inst *i) {
    int32_t dst_at, off;
    if (cg_is_send(i) || !cg_is_hw(i) || !place_in_test(m, i->i.dst.reg, i->i.dst.off_b, &dst_at))
        return true;
    uint32_t own = root_of(m, i->i.dst.reg, &off);
    for (uint32_t s = 0; s < 3; s++)
        if (source_collides(m, i, s, own, dst_at))
            return true;
    return false;
}

// Tests a def against live bytes of the other class, in offsets of the merged class.
typedef struct probe {
    const merger *m;
    const class_info *rects_of, *defs_of;
    int32_t rects_off, defs_off;
    const itree_node *other; // the def or rectangle to compare with
} probe;

static bool destroys(const probe *p, const itree_node *d, const itree_node *x) {
    if (x->lo + p->rects_off >= d->hi + p->defs_off || d->lo + p->defs_off >= x->hi + p->rects_off)
        return false;
    // The last read is by this instruction; halves_collide checks whether its halves overtake each other.
    bool early = d->p0 % 2 == 0;
    if (early && x->p1 == d->p0 && !cg_is_send(d->inst) && cg_is_hw(d->inst))
        return false;
    return !is_identity(p->m, d->inst);
}

static bool rect_under_def(void *user, const itree_node *x) {
    const probe *p = user;
    return destroys(p, p->other, x);
}

static bool def_over_rect(void *user, const itree_node *d) {
    const probe *p = user;
    return destroys(p, d, p->other);
}

static bool def_of_small(void *user, const itree_node *d) {
    probe *p = user;
    p->other = d;
    return itree_find(&p->rects_of->rects, d->p0, d->p0, rect_under_def, p);
}

static bool rect_of_small(void *user, const itree_node *x) {
    probe *p = user;
    p->other = x;
    return itree_find(&p->defs_of->defs, x->p0, x->p1, def_over_rect, p);
}

static uint32_t weight(const class_info *c) {
    return c->defs.n + c->rects.n;
}

static const class_info *larger(const merger *m) {
    const class_info *x = &m->cls[m->x], *y = &m->cls[m->y];
    return weight(y) <= weight(x) ? x : y;
}

// An instruction that writes two registers must not overtake its reads once they are in the same class. This includes
// bytes between strided elements that it does not write itself.
static bool def_overtakes(void *user, const itree_node *d) {
    const merger *m = user;
    if (d->p0 % 2 || !cg_is_hw(d->inst) || cg_is_send(d->inst))
        return false;
    return halves_collide(m, d->inst) && !is_identity(m, d->inst);
}

// An instruction can read the small class only where that is live: its hull may cover all writes of the large one.
static bool defs_overtake(void *user, const itree_node *x) {
    const merger *m = user;
    return itree_find(&larger(m)->defs, x->p0, x->p1, def_overtakes, user);
}

// Whether the payloads of a send would overlap.
static bool payloads_meet(const merger *m) {
    const class_info *x = &m->cls[m->x], *y = &m->cls[m->y];
    for (const payload *p = x->n_payloads < y->n_payloads ? x->first : y->first; p; p = p->next) {
        const isa_operand *a = &p->send->i.src[0], *b = &p->send->i.src[1];
        int32_t at[2], off;
        if (place_in_test(m, a->reg, a->off_b, &at[0]) && place_in_test(m, b->reg, b->off_b, &at[1]) &&
            root_of(m, a->reg, &off) != root_of(m, b->reg, &off) && at[0] < at[1] + p->bytes[2] &&
            at[1] < at[0] + p->bytes[1])
            return true;
    }
    return false;
}

// Tests the whole smaller class, and the larger one only over the same points.
static bool interfere(const merger *m) {
    const class_info *x = &m->cls[m->x], *y = &m->cls[m->y];
    const class_info *large = larger(m), *small = large == x ? y : x;
    bool y_small = small == y;
    int32_t small_off = small->bias + (y_small ? m->k : 0), large_off = large->bias + (y_small ? 0 : m->k);
    void *user = (void *)(uintptr_t)m;
    probe defs = {.m = m, .rects_of = large, .rects_off = large_off, .defs_of = small, .defs_off = small_off};
    probe rects = {.m = m, .rects_of = small, .rects_off = small_off, .defs_of = large, .defs_off = large_off};
    return itree_find(&small->defs, large->p0, large->p1, def_of_small, &defs) ||
           itree_find(&small->rects, large->p0, large->p1, rect_of_small, &rects) ||
           itree_find(&small->defs, large->p0, large->p1, def_overtakes, user) ||
           itree_find(&small->rects, large->p0, large->p1, defs_overtake, user);
}

// Whether y may lie at offset k of x, whose place is fixed.
static bool fits_in_place(const merger *m, uint32_t size_b) {
    const mir_var *vx = m->fn->vars.data[m->x];
    const class_info *y = &m->cls[m->y];
    uint32_t at = vx->fixed_b + (uint32_t)m->k;
    return size_b <= vx->size_b && at % y->align_b == 0 && !(y->even && at % (2u * m->cx->m->grf_b));
}

// A variable that fits in a register must still do so in the class.
static bool constraints_allow(const merger *m) {
    const class_info *x = &m->cls[m->x], *y = &m->cls[m->y];
    uint32_t grf_b = m->cx->m->grf_b, k = (uint32_t)m->k;
    uint32_t size_b = k + y->size_b > x->size_b ? k + y->size_b : x->size_b;
    uint8_t kind = m->fn->vars.data[m->x]->kind;
    if (m->pinned[m->x] || m->pinned[m->y] || kind != m->fn->vars.data[m->y]->kind)
        return false;
    if (kind == MIR_VAR_FLAG) // half a flag register, or a half within a whole one
        return k % 2 == 0 && k + y->size_b <= x->size_b;
    if (kind != MIR_VAR_GRF)
        return k == 0 && x->size_b == y->size_b;
    if (y->stays || (x->stays && !fits_in_place(m, size_b)))
        return false;
    bool grows = size_b > x->size_b && size_b > m->fn->grf_count * grf_b / 2;
    if (k % y->align_b || (y->even && k % (2 * grf_b)) || grows)
        return false;
    if (y->size_b <= grf_b && k % grf_b + y->size_b > grf_b)
        return false;
    return y->size_b <= grf_b || k % grf_b == 0;
}

// Merging

static void take_payloads(class_info *x, const class_info *y) {
    if (x->last)
        x->last->next = y->first;
    else
        x->first = y->first;
    x->last = y->last ? y->last : x->last;
    x->n_payloads += y->n_payloads;
}

// Merges y into x; the trees of the smaller class are moved into those of the larger one.
static void merge(merger *m) {
    class_info *x = &m->cls[m->x], *y = &m->cls[m->y];
    int32_t y_bias = y->bias + m->k;
    if (weight(y) > weight(x)) {
        itree rects = x->rects, defs = x->defs;
        int32_t x_bias = x->bias;
        x->rects = y->rects;
        x->defs = y->defs;
        x->bias = y_bias;
        y->rects = rects;
        y->defs = defs;
        y_bias = x_bias;
    }
    itree_move(&x->rects, &y->rects, y_bias - x->bias);
    itree_move(&x->defs, &y->defs, y_bias - x->bias);
    take_payloads(x, y);
    x->p0 = y->p0 < x->p0 ? y->p0 : x->p0;
    x->p1 = y->p1 > x->p1 ? y->p1 : x->p1;
    x->size_b = (uint32_t)m->k + y->size_b > x->size_b ? (uint32_t)m->k + y->size_b : x->size_b;
    x->align_b = y->align_b > x->align_b ? y->align_b : x->align_b;
    x->even |= y->even;
    x->no_spill |= y->no_spill;
    m->parent[m->y] = m->x;
    m->delta[m->y] = m->k;
    m->n_merged++;
}

static void try_copy(merger *m, const copy_view *c) {
    int32_t d, s;
    uint32_t rd = root_of(m, c->dst, &d), rs = root_of(m, c->src, &s);
    if (rd == rs)
        return;
    int32_t k = d + c->dst_off - s - c->src_off; // offset of the source's root from the destination's
    m->x = k >= 0 ? rd : rs;
    m->y = k >= 0 ? rs : rd;
    m->k = k >= 0 ? k : -k;
    // At equal starts the larger contains the smaller; of equal sizes, the one with more defs absorbs the other.
    const class_info *cd = &m->cls[rd], *cs = &m->cls[rs];
    if (k == 0 &&
        (cd->stays || cs->stays ? cs->stays // it absorbs
                                : cs->size_b > cd->size_b || (cs->size_b == cd->size_b && cs->defs.n > cd->defs.n))) {
        m->x = rs;
        m->y = rd;
    }
    if (!constraints_allow(m) || payloads_meet(m))
        return;
    grow_trees(m, m->x);
    grow_trees(m, m->y);
    if (!interfere(m))
        merge(m);
}

// Rewriting

static void rewrite_operand(const merger *m, isa_operand *o) {
    int32_t off;
    if (o->vaddr)
        o->vaddr = root_of(m, o->vaddr, &off);
    if (o->file == ISA_FILE_VREG || o->file == ISA_FILE_VADDR) {
        o->reg = root_of(m, o->reg, &off);
        if (!o->indirect)
            o->off_b += off;
    }
}

static void rewrite_message(const merger *m, mir_msg *msg) {
    isa_operand *ops[] = {&msg->surface, &msg->addr[0], &msg->addr[1], &msg->addr[2], &msg->data, &msg->data2};
    for (uint32_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
        rewrite_operand(m, ops[i]);
}

typedef struct undef_probe {
    int32_t lo, hi, point;
} undef_probe;

static bool lives_across(void *user, const itree_node *x) {
    const undef_probe *u = user;
    return x->p0 < u->point && x->p1 > u->point && x->lo < u->hi && u->lo < x->hi;
}

// A member's undefined bytes are undefined in the class only if no other member is live in them there.
static bool undef_stays(merger *m, uint32_t root, int32_t lo, int32_t hi, int32_t point) {
    const class_info *c = &m->cls[root];
    undef_probe u = {lo - c->bias, hi - c->bias, point};
    grow_trees(m, root);
    return !itree_find(&c->rects, point, point, lives_across, &u);
}

static bool rewrite_undef(merger *m, mir_inst *i) {
    uint32_t v = i->i.dst.reg;
    int32_t off;
    uint32_t root = root_of(m, v, &off), size_b = m->fn->vars.data[v]->size_b;
    int32_t lo = i->len_b ? i->i.dst.off_b : 0, hi = i->len_b ? lo + (int32_t)i->len_b : (int32_t)size_b;
    if (!undef_stays(m, root, lo + off, hi + off, m->live->slot_of_inst[i->id] * 2 + 1))
        return false;
    i->i.dst.reg = root;
    i->i.dst.off_b = lo + off;
    i->len_b = (uint32_t)(hi - lo);
    if (i->len_b == m->cls[root].size_b) {
        i->i.dst.off_b = 0;
        i->len_b = 0;
    }
    return true;
}

static bool is_noop(const mir_fn *fn, const mir_inst *i) {
    copy_view c;
    return as_copy(fn, i, &c) && c.dst == c.src && c.dst_off == c.src_off;
}

static void rewrite_block(merger *m, mir_block *b) {
    for (mir_inst *i = b->first, *next; i; i = next) {
        int32_t off;
        next = i->next;
        if (i->i.op == MIR_UNDEF) {
            if (!rewrite_undef(m, i))
                mir_inst_remove(b, i);
            continue;
        }
        rewrite_operand(m, &i->i.dst);
        for (uint32_t s = 0; s < 3; s++)
            rewrite_operand(m, &i->i.src[s]);
        if (i->i.vflag) {
            i->i.vflag = root_of(m, i->i.vflag, &off);
            i->i.flag_sub = (uint8_t)(i->i.flag_sub + off / 2);
        }
        if (i->msg)
            rewrite_message(m, i->msg);
        if (is_noop(m->fn, i))
            mir_inst_remove(b, i);
    }
}

static void rewrite(merger *m) {
    for (uint32_t b = 0; b < m->fn->blocks.len; b++)
        rewrite_block(m, m->fn->blocks.data[b]);
    for (uint32_t v = 1; v < m->fn->vars.len; v++) {
        mir_var *var = m->fn->vars.data[v];
        if (m->parent[v] != v || m->pinned[v] || m->cls[v].stays)
            continue;
        var->size_b = m->cls[v].size_b;
        var->align_b = (uint16_t)m->cls[v].align_b;
        var->even_grf = m->cls[v].even;
        var->no_spill = m->cls[v].no_spill;
    }
}

// Driver

static uint32_t natural_align(const cg_ctx *cx, const mir_var *v) {
    uint32_t a = v->align_b;
    if (v->kind == MIR_VAR_GRF && v->size_b > cx->m->grf_b && a < cx->m->grf_b)
        a = cx->m->grf_b;
    return a;
}

static bool is_large_input(const cg_ctx *cx, const mir_var *v) {
    return cg_is_input(v) && v->size_b >= LARGE_ROWS * cx->m->grf_b;
}

static void note_payloads(merger *m, const mir_inst *i) {
    const isa_operand *ops[2] = {&i->i.src[0], &i->i.src[1]};
    if (!cg_is_send(i) || !cg_is_var(ops[0]) || !cg_is_var(ops[1]))
        return;
    for (uint32_t k = 0; k < 2; k++) {
        payload *p = CMC_NEW(m->a, payload);
        if (!p) {
            m->cx->oom = true;
            return;
        }
        *p = (payload){.send = i};
        live_send_bytes(m->fn, i, p->bytes);
        take_payloads(&m->cls[ops[k]->reg], &(class_info){.first = p, .last = p, .n_payloads = 1});
    }
}

static bool prepare(merger *m) {
    cmc_arena *a = m->a;
    uint32_t n = m->fn->vars.len;
    m->live = live_compute(m->fn, a);
    m->parent = CMC_NEW_N(a, uint32_t, n + 1);
    m->delta = CMC_NEW_N(a, int32_t, n + 1);
    m->cls = CMC_NEW_N(a, class_info, n + 1);
    m->pinned = CMC_NEW_N(a, bool, n + 1);
    if (!m->live || !m->parent || !m->delta || !m->cls || !m->pinned)
        return false;
    for (uint32_t v = 1; v < n; v++) {
        const mir_var *var = m->fn->vars.data[v];
        const live_var *l = &m->live->vars[v];
        class_info *c = &m->cls[v];
        m->parent[v] = v;
        c->rects.n = l->rects.len;
        c->defs.n = l->defs.len;
        c->p0 = l->p0;
        c->p1 = l->p1;
        c->size_b = (uint32_t)l->extent_b > var->size_b ? (uint32_t)l->extent_b : var->size_b;
        c->align_b = natural_align(m->cx, var);
        c->even = var->even_grf;
        c->no_spill = var->no_spill;
        c->stays = var->bound || is_large_input(m->cx, var);
        m->pinned[v] |= (var->fixed && !c->stays) || var->same_sub_as;
        if (var->same_sub_as)
            m->pinned[var->same_sub_as] = true;
    }
    for (uint32_t b = 0; b < m->fn->blocks.len; b++)
        for (const mir_inst *i = m->fn->blocks.data[b]->first; i; i = i->next)
            note_payloads(m, i);
    return true;
}

// When not all copies can be removed, the cheapest should remain. Classes: several instructions, a vector, an
// element.
static uint32_t cost_class(const merger *m, const copy_view *c) {
    return c->len_b > 2u * m->cx->m->grf_b ? 0 : c->len_b > MOST_SMALL_B ? 1 : 2;
}

// Tries copies in inner loops first, and among those the expensive ones.
static void try_all(merger *m, const cmc_graph *g) {
    uint32_t deepest = 0;
    for (uint32_t b = 0; b < m->fn->blocks.len; b++)
        deepest = cmc_graph_loop_depth(g, b) > deepest ? cmc_graph_loop_depth(g, b) : deepest;
    for (uint32_t turn = 0; turn < COST_CLASSES * (deepest + 1); turn++)
        for (uint32_t b = 0; b < m->fn->blocks.len; b++) {
            if (cmc_graph_loop_depth(g, b) != deepest - turn / COST_CLASSES)
                continue;
            for (const mir_inst *i = m->fn->blocks.data[b]->first; i; i = i->next) {
                copy_view c;
                if (as_copy(m->fn, i, &c) && cost_class(m, &c) == turn % COST_CLASSES)
                    try_copy(m, &c);
            }
        }
}

static cmc_status merge_round(merger *m) {
    const cmc_graph *g = cg_flow_graph(m->cx, m->fn);
    if (!g || !prepare(m))
        return CMC_ERR_OOM;
    try_all(m, g);
    rewrite(m);
    m->cx->changed |= m->n_merged > 0;
    return m->cx->oom ? CMC_ERR_OOM : CMC_OK;
}

// A removed copy no longer reads its source, which may allow another merge; hence the rounds.
cmc_status cg_pass_coalesce(cg_ctx *cx, mir_fn *fn) {
    cmc_arena *a = cmc_arena_create();
    cmc_status s = a ? CMC_OK : CMC_ERR_OOM;
    bool again = true;
    for (uint32_t round = 0; s == CMC_OK && again && round < MAX_ROUNDS; round++) {
        merger m = {.cx = cx, .fn = fn, .a = a};
        s = merge_round(&m);
        again = m.n_merged > 0;
        cmc_arena_reset(a);
    }
    cmc_arena_destroy(a);
    return s;
}

// Views an operation as a copy: lane by lane, its result could take the place of source k.
static bool as_in_place(const mir_fn *fn, const mir_inst *i, uint32_t k, copy_view *c) {
    const isa_operand *d = &i->i.dst, *o = &i->i.src[k];
    if (!cg_is_hw(i) || cg_is_send(i) || !mir_op_has_dst(i->i.op) || !cg_is_var(d) || !cg_is_var(o) || d->indirect ||
        o->indirect)
        return false;
    uint32_t size_b = isa_type_size_b((isa_type)d->type);
    *c = (copy_view){d->reg, o->reg, d->off_b, o->off_b, i->i.exec_size * size_b};
    return fn->vars.data[c->dst]->kind == MIR_VAR_GRF && fn->vars.data[c->src]->kind == MIR_VAR_GRF && d->rgn.h == 1 &&
           isa_type_size_b((isa_type)o->type) == size_b &&
           (i->i.exec_size == 1 || cg_stride(o, i->i.exec_size, false) == 1);
}

// The result must not enlarge the variable it is placed in.
static void try_in_place(merger *m, const mir_inst *i) {
    for (uint32_t k = 0; k < 3; k++) {
        copy_view c;
        int32_t off;
        if (as_in_place(m->fn, i, k, &c) &&
            m->cls[root_of(m, c.dst, &off)].size_b <= m->cls[root_of(m, c.src, &off)].size_b)
            try_copy(m, &c);
    }
}

// The first element of a vector that is computed element by element: the sources may die in the same order.
static bool starts_vector(const mir_fn *fn, const mir_inst *i) {
    const isa_operand *d = &i->i.dst;
    return i->i.exec_size == 1 && mir_op_has_dst(i->i.op) && cg_is_var(d) && d->off_b == 0 &&
           fn->vars.data[d->reg]->size_b > fn->model->grf_b;
}

// A result of more than one register is written in halves. It therefore needs registers beside those of its sources,
// unless it takes exactly the place of one of them. So does a vector whose elements are computed one by one.
cmc_status cg_join_in_place(cg_ctx *cx, mir_fn *fn) {
    assert(fn->phase == MIR_PHASE_LEGAL);
    merger m = {.cx = cx, .fn = fn, .a = cx->scratch};
    if (!prepare(&m))
        return CMC_ERR_OOM;
    for (uint32_t turn = 0; turn < 2; turn++)
        for (uint32_t b = 0; b < fn->blocks.len; b++)
            for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
                if (turn ? live_early_write(fn, i) : starts_vector(fn, i))
                    try_in_place(&m, i);
    rewrite(&m);
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
