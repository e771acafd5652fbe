// SPDX-License-Identifier: MIT
// drop_repeats: do not compute a value again that is already in a register.
//
//   before                                        after
//     mov (4|M0) %h+12<1>:ud %r0+12<1;1,0>:ud       mov (4|M0) %h+12<1>:ud %r0+12<1;1,0>:ud
//     send %a %h                                    send %a %h
//     mov (4|M0) %h+12<1>:ud %r0+12<1;1,0>:ud       send null %h %a
//     send null %h %a
//
//     mov (16|M0) %t<1>:uw %x+32<1;1,0>:uw          mov (16|M0) %t<1>:uw %x+32<1;1,0>:uw
//     mad (16|M0) ... %t ...                        mad (16|M0) ... %t ...
//     mov (16|M0) %u<1>:uw %x+32<1;1,0>:uw          mad (16|M0) ... %t ...
//     mad (16|M0) ... %u ...
//
// Why: messages to one place have equal headers, and conformity copies an operand for each instruction that needs it
// elsewhere. How: a forward walk through each block remembers the latest plain instructions whose result and sources
// have not been overwritten. A second register is given up only if both are written once and neither is an operand of
// a send. Longer live ranges cost registers: the sum of the variables with one, plus the function's peak, must stay
// below a part of the register file. Does not handle: instructions with a predicate or mask, or that touch flags;
// values computed in another block.

#include "codegen_priv.h"
#include "live/live.h"

#include <string.h>

enum { WINDOW = 128, MAX_SPANS = 4 };

typedef struct span { // bytes of a variable
    uint32_t var;
    int32_t lo, hi;
} span;

typedef struct known {
    mir_inst *i; // NULL: unused entry
    span spans[MAX_SPANS];
    uint32_t n;
} known;

typedef struct repeats {
    cg_ctx *cx;
    mir_fn *fn;
    uint32_t *n_writers;
    bool *excluded;     // by variable: its place matters, or its address is taken
    bool *sent;         // by variable: an operand of a send, whose operands must not overlap
    uint32_t *replaced; // by variable: its replacement; 0 = stays
    known window[WINDOW];
    uint32_t next;
    const live_info *live; // before the pass; computed on first use
    int64_t room_b;        // bytes by which live ranges may still grow
    uint32_t *grown_b;     // by variable: its bytes with a longer live range, which took their room
} repeats;

// Facts

static void collect(repeats *r) {
    const mir_fn *fn = r->fn;
    for (uint32_t v = 1; v < fn->vars.len; v++) {
        const mir_var *x = fn->vars.data[v];
        r->excluded[v] |= x->kind != MIR_VAR_GRF || x->live_in || x->fixed || x->no_spill || x->same_sub_as;
        if (x->same_sub_as)
            r->excluded[x->same_sub_as] = true;
    }
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            if (i->i.op != MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG)
                r->n_writers[i->i.dst.reg]++;
            for (uint32_t k = 0; k < 3; k++) {
                if (i->i.src[k].file == ISA_FILE_VADDR)
                    r->excluded[i->i.src[k].reg] = true;
                if (cg_is_send(i) && cg_is_var(&i->i.src[k]))
                    r->sent[i->i.src[k].reg] = true;
            }
        }
}

static bool add_span(const repeats *r, known *k, const isa_operand *o, uint32_t lanes, bool dst) {
    if (!cg_is_var(o) || r->fn->vars.data[o->reg]->kind != MIR_VAR_GRF || r->fn->vars.data[o->reg]->bound || o->mme)
        return false;
    span *s = &k->spans[k->n++];
    s->var = o->reg;
    cg_extent(o, lanes, dst, &s->lo, &s->hi);
    return true;
}

static bool is_integer(const isa_inst *i) {
    bool known_op = i->op == ISA_MOV || i->op == ISA_ADD || i->op == ISA_SHL || i->op == ISA_SHR || i->op == ISA_AND;
    bool integer = known_op && !isa_type_is_float((isa_type)i->dst.type);
    for (uint32_t s = 0; integer && s < isa_op_get((isa_op)i->op)->n_src; s++)
        integer = !isa_type_is_float((isa_type)i->src[s].type);
    return integer;
}

// A plain computation: its result and sources are variables and immediates, with no other inputs or effects.
static bool is_plain(const repeats *r, mir_inst *i, known *k) {
    *k = (known){.i = i};
    if (!cg_is_hw(i) || cg_is_send(i) || mir_inst_is_branch(i) || i->symbol || !i->i.no_mask || i->i.pred ||
        i->i.cmod || i->i.acc_wr_en || i->i.atomic)
        return false;
    if (!cg_is_raw_mov(&i->i) && !is_integer(&i->i)) // the rounding mode may change between two equal float operations
        return false;
    for (uint32_t s = 0; s < isa_op_get((isa_op)i->i.op)->n_src; s++)
        if (i->i.src[s].file != ISA_FILE_IMM && !add_span(r, k, &i->i.src[s], i->i.exec_size, false))
            return false;
    uint32_t sources = k->n;
    if (!cg_is_var(&i->i.dst) || r->excluded[i->i.dst.reg] || !add_span(r, k, &i->i.dst, i->i.exec_size, true))
        return false;
    const span *d = &k->spans[sources];
    for (uint32_t s = 0; s < sources; s++)
        if (k->spans[s].var == d->var && k->spans[s].lo < d->hi && d->lo < k->spans[s].hi)
            return false; // x = x + 1 differs each time
    return true;
}

// Room

static bool measure(repeats *r) {
    if (!r->live) {
        r->live = live_compute(r->fn, r->cx->scratch);
        r->cx->oom |= !r->live;
        r->room_b = r->live ? (int64_t)r->fn->grf_count * r->fn->model->grf_b / 8 * 5 - r->live->peak_b : 0;
    }
    return r->live != NULL;
}

// A variable takes room once, however often its live range grows.
static bool take_room(repeats *r, const mir_var *kept, uint32_t size_b) {
    uint32_t *grown_b = &r->grown_b[kept->id], rest_b = kept->size_b > *grown_b ? kept->size_b - *grown_b : 0;
    size_b = size_b < rest_b ? size_b : rest_b;
    if (r->room_b < size_b)
        return false;
    r->room_b -= size_b;
    *grown_b += size_b;
    return true;
}

// Repeats

static void forget(repeats *r, uint32_t var, int32_t lo, int32_t hi) {
    for (uint32_t k = 0; k < WINDOW; k++)
        for (uint32_t s = 0; s < r->window[k].n && r->window[k].i; s++) {
            const span *x = &r->window[k].spans[s];
            if (x->var == var && x->lo < hi && lo < x->hi)
                r->window[k].i = NULL;
        }
}

static void on_access(void *user, const isa_access *a) {
    repeats *r = user;
    if (!a->write || a->file == ISA_FILE_ARF)
        return;
    if (a->file != ISA_FILE_VREG || a->who == ISA_WHO_INDIRECT)
        memset(r->window, 0, sizeof r->window);
    else
        forget(r, a->reg, a->off_b, a->off_b + a->len_b);
}

// The live range of the second register must begin after the first write: it then holds no value from an earlier
// iteration.
static bool may_replace(const repeats *r, const mir_inst *old, const isa_inst *new) {
    const mir_var *a = r->fn->vars.data[old->i.dst.reg], *b = r->fn->vars.data[new->dst.reg];
    return old->i.op == ISA_MOV && !r->sent[a->id] && !r->sent[b->id] && r->n_writers[a->id] == 1 &&
           r->n_writers[b->id] == 1 && a->size_b == b->size_b && old->i.dst.off_b == 0 && new->dst.off_b == 0 &&
           r->live->vars[b->id].p0 > 2 * (int32_t)r->live->slot_of_inst[old->id] + 1;
}

// Removes the instruction if an earlier one has computed its result, in the same register or in a replacement.
static bool drop(repeats *r, mir_block *b, const known *n) {
    const isa_operand *d = &n->i->i.dst;
    uint32_t size_b = (uint32_t)(n->spans[n->n - 1].hi - n->spans[n->n - 1].lo);
    for (uint32_t k = 0; k < WINDOW; k++) {
        const mir_inst *old = r->window[k].i;
        if (!old || !cg_same_value(&old->i, &n->i->i))
            continue;
        bool here = old->i.dst.reg == d->reg && old->i.dst.off_b == d->off_b;
        mir_var *kept = r->fn->vars.data[old->i.dst.reg], *gone = r->fn->vars.data[d->reg];
        if (!measure(r) || (!here && !may_replace(r, old, &n->i->i)) || !take_room(r, kept, size_b))
            continue;
        if (!here) {
            kept->align_b = kept->align_b < gone->align_b ? gone->align_b : kept->align_b;
            kept->even_grf |= gone->even_grf;
            r->replaced[gone->id] = kept->id;
        }
        mir_inst_remove(b, n->i);
        r->cx->changed = true;
        return true;
    }
    return false;
}

static void run_block(repeats *r, mir_block *b) {
    memset(r->window, 0, sizeof r->window);
    for (mir_inst *i = b->first, *next; i; i = next) {
        known n;
        next = i->next;
        bool plain = is_plain(r, i, &n);
        if (plain && drop(r, b, &n))
            continue;
        if (i->i.op == MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG)
            forget(r, i->i.dst.reg, 0, INT32_MAX);
        cg_effects(r->fn, i, false, on_access, r);
        if (plain)
            r->window[r->next++ % WINDOW] = n;
    }
}

cmc_status cg_pass_drop_repeats(cg_ctx *cx, mir_fn *fn) {
    repeats r = {.cx = cx, .fn = fn};
    r.n_writers = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    r.excluded = CMC_NEW_N(cx->scratch, bool, fn->vars.len);
    r.sent = CMC_NEW_N(cx->scratch, bool, fn->vars.len);
    r.replaced = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    r.grown_b = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    if (!r.n_writers || !r.excluded || !r.sent || !r.replaced || !r.grown_b)
        return CMC_ERR_OOM;
    collect(&r);
    for (uint32_t b = 0; b < fn->blocks.len && !cx->oom; b++)
        run_block(&r, fn->blocks.data[b]);
    cg_replace_vars(fn, r.replaced);
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
