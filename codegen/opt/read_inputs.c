// SPDX-License-Identifier: MIT
// read_inputs: read payload values in place instead of from a copy.
//
//   before                                             after
//     mov (1|M0) %x<1>:ud %r0+4<0;1,0>:ud
//     shl (1|M0) %y<1>:d %x<0;1,0>:d 5:uw                shl (1|M0) %y<1>:d %r0+4<0;1,0>:d 5:uw
//
// Why: selection gives each argument and id its own variable. A live-in variable that is never written keeps its
// value through the whole kernel, so every use may read it in place. The copy may be built piece by piece. Only
// scalar reads are moved: these are legal at any offset in a register, whatever the type. Messages keep their copies,
// because they read whole registers. A copy without uses is removed. Remaining copies, mostly addresses of messages,
// are shared: a copy is replaced by the first equal one that dominates it.

#include "codegen_priv.h"

typedef struct copied { // the source of a variable's copy, byte by byte
    uint32_t from;      // live-in variable; 0 = not known yet
    int32_t delta_b;    // byte 0 of the variable is byte delta_b of the source
    bool no;            // other values are written too
    uint32_t n_left;    // reads that stay
    bool address_taken;
    mir_inst *def; // its last write, and the block of that
    uint32_t block, n_defs;
} copied;

typedef struct reader {
    const cg_ctx *cx;
    mir_fn *fn;
    uint32_t *n_writers; // by variable
    copied *copies;      // by variable
    uint32_t *replaced;  // by variable: the equal copy that replaces it; 0 = stays
} reader;

static bool is_input(const reader *r, uint32_t var) {
    const mir_var *v = r->fn->vars.data[var];
    return v->live_in && v->fixed && v->kind == MIR_VAR_GRF && r->n_writers[var] == 0;
}

static bool is_copy(const reader *r, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *s = &i->i.src[0];
    if (!cg_is_hw(i) || !cg_is_raw_mov(&i->i) || !i->i.no_mask || i->i.pred || !cg_is_var(d) || !cg_is_var(s) ||
        d->rgn.h != 1 || !is_input(r, s->reg))
        return false;
    const mir_var *v = r->fn->vars.data[d->reg];
    return (i->i.exec_size == 1 || cg_stride(s, i->i.exec_size, false) == 1) && !v->fixed && !v->live_in;
}

static void note_write(const reader *r, mir_inst *i, uint32_t block) {
    copied *c = &r->copies[i->i.dst.reg];
    c->def = i;
    c->block = block;
    c->n_defs++;
    int32_t delta = i->i.src[0].off_b - i->i.dst.off_b;
    if (!is_copy(r, i) || (c->from && (c->from != i->i.src[0].reg || c->delta_b != delta))) {
        c->no = true;
        return;
    }
    c->from = i->i.src[0].reg;
    c->delta_b = delta;
}

static void find_copies(reader *r) {
    mir_fn *fn = r->fn;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op != MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG)
                r->n_writers[i->i.dst.reg]++;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op != MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG)
                note_write(r, i, b);
}

static bool is_known(const reader *r, uint32_t var) {
    return r->copies[var].from && !r->copies[var].no;
}

// A scalar read by a machine instruction, within the copy.
static bool can_move(const reader *r, const mir_inst *i, const isa_operand *o) {
    const mir_var *v = r->fn->vars.data[o->reg];
    bool scalar = i->i.exec_size == 1 || cg_is_scalar(o, i->i.exec_size);
    return cg_is_hw(i) && !cg_is_send(i) && cg_is_var(o) && scalar && o->off_b >= 0 &&
           (uint32_t)o->off_b + (uint32_t)isa_type_size_b((isa_type)o->type) <= v->size_b;
}

static void move_reads(reader *r, mir_inst *i) {
    for (uint32_t k = 0; k < 3; k++) {
        isa_operand *o = &i->i.src[k];
        if ((o->file != ISA_FILE_VREG && o->file != ISA_FILE_VADDR) || !is_known(r, o->reg))
            continue;
        copied *c = &r->copies[o->reg];
        if (o->file == ISA_FILE_VADDR || !can_move(r, i, o)) {
            c->n_left++;
            c->address_taken |= o->file == ISA_FILE_VADDR;
            continue;
        }
        o->off_b += c->delta_b;
        o->reg = c->from;
    }
}

static bool same_copy(const reader *r, uint32_t a, uint32_t b) {
    const copied *x = &r->copies[a], *y = &r->copies[b];
    return x->from == y->from && x->delta_b == y->delta_b &&
           r->fn->vars.data[a]->size_b == r->fn->vars.data[b]->size_b && x->def->i.exec_size == y->def->i.exec_size &&
           x->def->i.dst.off_b == y->def->i.dst.off_b && x->def->i.dst.type == y->def->i.dst.type;
}

// Whether one mov writes it and its place does not matter.
static bool may_share(const reader *r, const mir_inst *i) {
    if (i->i.op == MIR_UNDEF || !cg_is_var(&i->i.dst) || !is_known(r, i->i.dst.reg))
        return false;
    const copied *c = &r->copies[i->i.dst.reg];
    return c->n_left && c->n_defs == 1 && !c->address_taken && !r->fn->vars.data[i->i.dst.reg]->same_sub_as;
}

// Removes copies that have an equal dominating copy.
static bool share_copies(reader *r, const cmc_graph *g) {
    enum { MAX_LEADERS = 64 }; // arguments are few
    uint32_t leaders[MAX_LEADERS], n = 0;
    bool any = false;
    for (uint32_t k = 0; k < cmc_graph_rpo_len(g); k++) {
        mir_block *b = r->fn->blocks.data[cmc_graph_rpo(g, k)];
        for (mir_inst *i = b->first, *next; i; i = next) {
            next = i->next;
            if (!may_share(r, i))
                continue;
            uint32_t var = i->i.dst.reg, l = 0;
            while (l < n &&
                   !(same_copy(r, leaders[l], var) && cmc_graph_dominates(g, r->copies[leaders[l]].block, b->id)))
                l++;
            if (l == n && n < MAX_LEADERS)
                leaders[n++] = var;
            if (l == n || leaders[l] == var)
                continue;
            mir_var *kept = r->fn->vars.data[leaders[l]];
            const mir_var *gone = r->fn->vars.data[var];
            kept->align_b = kept->align_b < gone->align_b ? gone->align_b : kept->align_b;
            kept->even_grf |= gone->even_grf;
            r->replaced[var] = kept->id;
            mir_inst_remove(b, i);
            any = true;
        }
    }
    return any;
}

cmc_status cg_pass_read_inputs(cg_ctx *cx, mir_fn *fn) {
    reader r = {.cx = cx, .fn = fn};
    r.n_writers = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    r.copies = CMC_NEW_N(cx->scratch, copied, fn->vars.len);
    r.replaced = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    const cmc_graph *g = cg_flow_graph(cx, fn);
    if (!r.n_writers || !r.copies || !r.replaced || !g)
        return CMC_ERR_OOM;
    find_copies(&r);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            move_reads(&r, i);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op == MIR_UNDEF || !cg_is_var(&i->i.dst) || !is_known(&r, i->i.dst.reg) ||
                r.copies[i->i.dst.reg].n_left)
                continue;
            mir_inst_remove(fn->blocks.data[b], i);
            cx->changed = true;
        }
    if (share_copies(&r, g)) {
        cg_replace_vars(fn, r.replaced);
        cx->changed = true;
    }
    return CMC_OK;
}
