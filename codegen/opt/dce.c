// SPDX-License-Identifier: MIT
// dce: remove instructions whose results are never used.
//
//   before                                       after
//     mov (8|M0) %a<1>:f %b<1;1,0>:f               (nothing, when %a is never read again)
//
// Instructions with effects besides their destination stay: sends that write memory or end the thread, branches,
// sync, writes of used flags, of the accumulator, of state, and of null (an explicit wait).

#include "itree.h"
#include "live/live.h"

static bool has_other_effect(const mir_inst *i) {
    if (mir_inst_is_branch(i) || mir_inst_ends_thread(i) || i->i.op == MIR_MSG)
        return true;
    if (i->i.op == MIR_UNDEF)
        return false;
    if (!cg_is_hw(i))
        return false;
    switch ((isa_format)isa_op_get((isa_op)i->i.op)->format) {
    case ISA_FMT_SEND: // reads may be removed; is_plain_read decodes the descriptor
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
    case ISA_FMT_NULLARY:
        return true;
    default:
        return false;
    }
}

static bool is_plain_read(const isa_model *m, const mir_inst *i) {
    isa_msg msg;
    if (!cg_is_send(i) || i->i.eot || i->i.desc_is_reg || isa_send_describe(m, &i->i, &msg) != CMC_OK)
        return false;
    switch ((isa_msg_kind)msg.kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_UNTYPED_READ:
        return true;
    default:
        return false;
    }
}

typedef struct sweeper {
    cg_ctx *cx;
    const mir_fn *fn;
    const live_info *live;
    itree *rects;     // by variable with many rectangles; built on first use
    uint32_t *n_uses; // by variable: remaining reads
    bool simd_flow;
} sweeper;

enum { MANY_RECTS = 16 };

typedef struct probe {
    const sweeper *s;
    int32_t point, lo, hi;
    bool needed;
} probe;

static bool lives_on(void *user, const itree_node *x) {
    const probe *p = user;
    return x->p0 <= p->point && x->p1 > p->point && x->lo < p->hi && p->lo < x->hi;
}

static const itree *tree_of(const sweeper *s, uint32_t v) {
    itree *t = &s->rects[v];
    const live_var *l = &s->live->vars[v];
    itree_node *n = t->n ? NULL : CMC_NEW_N(s->cx->scratch, itree_node, l->rects.len);
    for (uint32_t r = 0; n && r < l->rects.len; r++) {
        const live_rect *x = &l->rects.data[r];
        n[r] = (itree_node){.p0 = x->p0, .p1 = x->p1, .lo = x->lo, .hi = x->hi};
        itree_insert(t, &n[r]);
    }
    s->cx->oom |= t->n == 0;
    return t;
}

// A written range is needed if one of its bytes is live after the instruction.
static void probe_write(void *user, const isa_access *a) {
    probe *p = user;
    if (!a->write || p->needed)
        return;
    if (a->file != ISA_FILE_VREG) {
        p->needed = !(a->file == ISA_FILE_ARF && a->reg == ISA_ARF_NULL);
        return;
    }
    if (p->s->fn->vars.data[a->reg]->bound) {
        p->needed = true;
        return;
    }
    const live_var *v = &p->s->live->vars[a->reg];
    if (p->s->n_uses[a->reg] == 0)
        return;
    p->lo = a->off_b;
    p->hi = a->off_b + a->len_b;
    if (v->rects.len > MANY_RECTS) {
        p->needed = itree_find(tree_of(p->s, a->reg), p->point, p->point, lives_on, p);
        return;
    }
    for (uint32_t r = 0; r < v->rects.len && !p->needed; r++) {
        const live_rect *x = &v->rects.data[r];
        p->needed = x->p0 <= p->point && x->p1 > p->point && x->lo < p->hi && p->lo < x->hi;
    }
}

static bool is_dead(const sweeper *s, const mir_inst *i) {
    if (has_other_effect(i) && !is_plain_read(s->fn->model, i))
        return false;
    if (cg_is_hw(i) && cg_is_null(&i->i.dst) && !i->i.cmod)
        return false;
    probe p = {.s = s, .point = s->live->slot_of_inst[i->id] * 2 + 1};
    if (i->i.op == MIR_UNDEF)
        return s->live->vars[i->i.dst.reg].n_uses == 0;
    cg_effects(s->fn, i, s->simd_flow, probe_write, &p);
    return !p.needed;
}

static void count_reads(void *user, const isa_access *a) {
    const sweeper *s = user;
    if (!a->write && a->file == ISA_FILE_VREG && s->n_uses[a->reg])
        s->n_uses[a->reg]--;
}

// One sweep, backward, so that chains of variables with no other use are removed together. Parts of a variable that
// become dead are found by the next sweep.
static cmc_status sweep(cg_ctx *cx, mir_fn *fn, bool *removed) {
    sweeper s = {.cx = cx,
                 .fn = fn,
                 .live = live_compute(fn, cx->scratch),
                 .simd_flow = cg_has_simd_flow(fn),
                 .rects = CMC_NEW_N(cx->scratch, itree, fn->vars.len + 1),
                 .n_uses = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len + 1)};
    *removed = false;
    if (!s.live || !s.rects || !s.n_uses)
        return CMC_ERR_OOM;
    for (uint32_t v = 1; v < fn->vars.len; v++)
        s.n_uses[v] = s.live->vars[v].n_uses;
    for (uint32_t b = fn->blocks.len; b-- > 0;)
        for (mir_inst *i = fn->blocks.data[b]->last, *prev; i; i = prev) {
            prev = i->prev;
            if (!is_dead(&s, i))
                continue;
            cg_effects(fn, i, s.simd_flow, count_reads, &s);
            mir_inst_remove(fn->blocks.data[b], i);
            *removed |= i->i.op != MIR_UNDEF;
            cx->changed = true;
        }
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status cg_pass_dce(cg_ctx *cx, mir_fn *fn) {
    bool again = true;
    while (again)
        CMC_TRY(sweep(cx, fn, &again));
    return CMC_OK;
}
