// SPDX-License-Identifier: MIT
// merge_compare: a compare and the select of its operands become one select with a condition.
//
//   before                                             after
//     cmp (16|M0) (gt)%f null<1>:f %x %y                 sel (16|M0) (gt) %m<1>:f %x %y
//     (%f) sel (16|M0) %m<1>:f %x %y
//
//     cmp (16|M0) (gt)%f null<1>:f %x %m                 sel (16|M0) (gt) %m<1>:f %x %m
//     (%f) mov (16|M0) %m<1>:f %x
//
// Why: running maxima and limits take half of the instructions, and no flag.
// How: only if all readers of the flag can be merged, so that the compare goes. On floats, (gt) and (le) select the
// second source if either source is a NaN, as the branch does on which the code is written. (ge) and (lt) are the
// hardware's minimum and maximum, which avoid NaNs: they need a second source that is a number. Needs: coalesce, after
// which a write of some lanes is one predicated move. Does not handle: flags of more than one compare, readers in
// other blocks, an immediate that the condition selects.

#include "codegen_priv.h"

typedef struct flag_facts { // by variable
    uint32_t writers, readers;
} flag_facts;

typedef struct merger {
    cg_ctx *cx;
    mir_fn *fn;
    flag_facts *facts;
    // of the compare at hand
    const mir_inst *cmp;
    bool overwritten;
} merger;

enum { MAX_READERS = 4, NEAR = 8 };

static bool is_flag(const merger *m, uint32_t var) {
    return m->fn->vars.data[var]->kind == MIR_VAR_FLAG;
}

static void count(merger *m, mir_inst *i) {
    if (i->i.vflag) {
        m->facts[i->i.vflag].readers += i->i.pred != ISA_PRED_NONE;
        m->facts[i->i.vflag].writers += i->i.cmod != ISA_CMOD_NONE;
    }
    if (i->i.dst.file == ISA_FILE_VREG && is_flag(m, i->i.dst.reg) && i->i.op != MIR_UNDEF)
        m->facts[i->i.dst.reg].writers++;
    for (uint32_t s = 0; s < 3; s++)
        if (i->i.src[s].file == ISA_FILE_VREG && is_flag(m, i->i.src[s].reg))
            m->facts[i->i.src[s].reg].readers++;
}

// Whether two operands are the same lanes; a_dst, b_dst: it is a destination.
static bool same_lanes(const isa_operand *a, bool a_dst, const isa_operand *b, bool b_dst, uint32_t lanes) {
    if (a->file != b->file || a->type != b->type || a->mod != b->mod || a->indirect || b->indirect || a->mme || b->mme)
        return false;
    if (a->file == ISA_FILE_IMM)
        return a->imm == b->imm;
    int32_t step = cg_stride(a, lanes, a_dst);
    if (!cg_is_var(a) || a->reg != b->reg || a->off_b != b->off_b)
        return false;
    if (!a_dst && !b_dst && a->rgn.v == b->rgn.v && a->rgn.w == b->rgn.w && a->rgn.h == b->rgn.h)
        return true;
    return lanes == 1 || (step >= 0 && step == cg_stride(b, lanes, b_dst));
}

static bool is_number(const isa_operand *o) {
    if (o->file != ISA_FILE_IMM)
        return false;
    switch (o->type) {
    case ISA_F:
        return (o->imm & 0x7fffffff) <= 0x7f800000;
    case ISA_HF:
        return (o->imm & 0x7fff) <= 0x7c00;
    default:
        return false;
    }
}

// Whether sel with the condition gives what compare and select give.
static bool is_exact(uint8_t cmod, const isa_operand *second) {
    switch (cmod) {
    case ISA_CMOD_GT:
    case ISA_CMOD_LE:
        return true;
    case ISA_CMOD_GE:
    case ISA_CMOD_LT:
        return !isa_type_is_float((isa_type)second->type) || is_number(second);
    default:
        return false;
    }
}

// The select that the reader of the flag becomes, in *out; false when there is no such select.
static bool merge(const merger *m, const mir_inst *r, isa_inst *out) {
    const isa_inst *c = &m->cmp->i, *i = &r->i;
    bool mov = i->op == ISA_MOV;
    if ((!mov && i->op != ISA_SEL) || i->pred != ISA_PRED_NORMAL || i->cmod != ISA_CMOD_NONE || i->sat ||
        i->flag_sub != c->flag_sub || i->exec_size != c->exec_size || i->chan_off != c->chan_off ||
        i->no_mask != c->no_mask || i->dst.type != c->src[0].type || i->dst.type != c->src[1].type || r->symbol)
        return false;
    uint32_t size_b = isa_type_size_b((isa_type)i->dst.type);
    if (!cg_is_var(&i->dst) || (mov && (i->pred_inv || size_b == 1 || size_b == 8))) // no sel of these on some targets
        return false;
    const isa_operand *yes = &i->src[i->pred_inv], *no = mov ? &i->dst : &i->src[!i->pred_inv];
    uint32_t n = i->exec_size;
    *out = *i;
    if (same_lanes(yes, false, &c->src[0], false, n) && same_lanes(no, mov, &c->src[1], false, n)) {
        out->cmod = c->cmod;
        out->src[0] = c->src[0];
        out->src[1] = c->src[1];
    } else if (same_lanes(yes, false, &c->src[1], false, n) && same_lanes(no, mov, &c->src[0], false, n)) {
        out->cmod = mir_swapped_cmod(c->cmod);
        out->src[0] = c->src[1];
        out->src[1] = c->src[0];
    } else {
        return false;
    }
    out->op = ISA_SEL;
    out->pred = ISA_PRED_NONE;
    out->pred_inv = false;
    out->vflag = 0;
    out->flag_reg = out->flag_sub = 0;
    return out->src[0].file != ISA_FILE_IMM && is_exact(out->cmod, &out->src[1]);
}

static void on_write(void *user, const isa_access *a) {
    merger *m = user;
    if (!a->write || a->file == ISA_FILE_ARF)
        return;
    m->overwritten |= a->file != ISA_FILE_VREG || a->who == ISA_WHO_INDIRECT;
    for (uint32_t s = 0; s < 2; s++)
        m->overwritten |= cg_is_var(&m->cmp->i.src[s]) && m->cmp->i.src[s].reg == a->reg;
}

static bool is_candidate(const merger *m, const mir_inst *i) {
    if (i->i.op != ISA_CMP || !i->i.vflag || i->i.pred != ISA_PRED_NONE || !cg_is_null(&i->i.dst))
        return false;
    const flag_facts *f = &m->facts[i->i.vflag];
    return f->writers == 1 && f->readers > 0 && f->readers <= MAX_READERS && !m->fn->vars.data[i->i.vflag]->fixed;
}

// Merges the compare with all readers of its flag, if possible. Returns whether it did.
static bool merge_readers(merger *m, mir_block *b, mir_inst *cmp) {
    mir_inst *readers[MAX_READERS];
    isa_inst merged[MAX_READERS];
    const uint32_t all = m->facts[cmp->i.vflag].readers;
    uint32_t n = 0;
    m->cmp = cmp;
    m->overwritten = false;
    for (mir_inst *i = cmp->next; i && n < all && !m->overwritten; i = i->next) {
        if (i->i.vflag == cmp->i.vflag) {
            if (!merge(m, i, &merged[n]))
                return false;
            readers[n++] = i;
        }
        cg_effects(m->fn, i, false, on_write, m);
    }
    if (n < all)
        return false;
    for (uint32_t k = 0; k < n; k++)
        readers[k]->i = merged[k];
    mir_inst *start = cmp->prev;
    for (unsigned k = 0; k < NEAR && start && (start->i.op != MIR_UNDEF || start->i.dst.reg != cmp->i.vflag); k++)
        start = start->prev;
    if (start && start->i.op == MIR_UNDEF && start->i.dst.reg == cmp->i.vflag)
        mir_inst_remove(b, start);
    mir_inst_remove(b, cmp);
    return true;
}

cmc_status cg_pass_merge_compare(cg_ctx *cx, mir_fn *fn) {
    merger m = {.cx = cx, .fn = fn, .facts = CMC_NEW_N(cx->scratch, flag_facts, fn->vars.len)};
    if (!m.facts)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            count(&m, i);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (is_candidate(&m, i))
                cx->changed |= merge_readers(&m, fn->blocks.data[b], i);
        }
    return CMC_OK;
}
