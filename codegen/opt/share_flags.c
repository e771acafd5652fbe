// SPDX-License-Identifier: MIT
// share_flags: do not repeat a compare whose result is still in a flag.
//
//   before                                              after
//     cmp (16) (gt)%f null %x 2                           cmp (16) (gt)%f null %x 2
//     (%f) sel (16) %a %p %q                              (%f) sel (16) %a %p %q
//     cmp (16) (gt)%g null %x 2
//     (%g) sel (16) %b %p %r                              (%f) sel (16) %b %p %r
//
//     cmp (4) (lt)%f null %n<0;1,0> 2                     cmp (16) (lt)%f null %n<0;1,0> 2
//     (%f) sel (4) %a %p %q                               (%f) sel (4) %a %p %q
//     cmp (16) (lt)%g null %n<0;1,0> 2
//     (%g) sel (16) %b %p %q                              (%f) sel (16) %b %p %q
//
// Why: gx_fit_predicates repeats compares where it counts too many live predicates, and each width of a vector takes
// a compare of its own. How: as in cg_pass_address, the flag words in use are counted for each position of a block, and
// a flag lives longer only where they suffice. A compare of scalars has the same result in all lanes, so that its
// widest repetition serves all. Needs: cg_pass_merge_compare, which looks for compares with few readers. Does not
// handle: flags that several instructions write, and repetitions in other blocks.

#include "codegen_priv.h"

#include <string.h>

enum { WINDOW = 16 };

typedef struct flag_facts {
    mir_inst *undef; // starts its live range; NULL: nothing does
    uint32_t writers, home, last;
    bool shared; // more than one block uses it
    bool whole;  // an instruction may read lanes that it does not have
} flag_facts;

typedef struct compare {
    mir_inst *inst; // NULL: unused entry
    uint32_t pos;
} compare;

typedef struct sharer {
    cg_ctx *cx;
    mir_fn *fn;
    mir_block *b;
    flag_facts *facts;           // by variable
    uint32_t *last_def;          // by variable: position of the latest write so far
    uint32_t barrier;            // position of the latest write to an unknown place
    uint32_t pos, limit, always; // words of flags that count in all blocks
    uint8_t *live;               // by position in the block: flag words in use
    uint32_t n_pos;
    compare window[WINDOW];
    uint32_t next;
} sharer;

static bool is_flag(const sharer *s, uint32_t var) {
    return s->fn->vars.data[var]->kind == MIR_VAR_FLAG;
}

static uint32_t words_of(const sharer *s, uint32_t var) {
    return (s->fn->vars.data[var]->size_b + 1) / 2;
}

// Facts

static void note(sharer *s, uint32_t var, uint32_t block, bool start, bool write, bool whole) {
    flag_facts *f = &s->facts[var];
    f->shared |= (f->home && f->home != block + 1) || (!write && !start && !f->writers); // or: from the last iteration
    f->home = block + 1;
    f->writers += write;
    f->whole |= whole;
}

static void note_inst(sharer *s, mir_inst *i, uint32_t block) {
    const isa_operand *o[4] = {&i->i.dst, &i->i.src[0], &i->i.src[1], &i->i.src[2]};
    if (i->i.vflag)
        note(s, i->i.vflag, block, false, i->i.cmod != ISA_CMOD_NONE,
             i->i.pred > ISA_PRED_NORMAL || i->i.flag_sub || i->i.chan_off || !cg_is_hw(i) || cg_is_send(i));
    for (unsigned k = 0; k < 4; k++)
        if (o[k]->file == ISA_FILE_VREG && is_flag(s, o[k]->reg)) {
            bool undef = i->i.op == MIR_UNDEF;
            note(s, o[k]->reg, block, undef, !undef && k == 0, !undef);
            if (undef)
                s->facts[o[k]->reg].undef = i;
        }
}

static void collect(sharer *s) {
    bool wide = false;
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next)
            note_inst(s, i, b);
    for (uint32_t v = 1; v < s->fn->vars.len; v++) {
        const mir_var *x = s->fn->vars.data[v];
        if (x->kind != MIR_VAR_FLAG || !s->facts[v].home)
            continue;
        s->facts[v].shared |= x->fixed || x->live_in;
        s->always += s->facts[v].shared ? words_of(s, v) : 0;
        wide |= words_of(s, v) > 1;
    }
    s->limit = 2u * s->cx->m->flag_count - wide; // two words of a wide flag are one register
}

// Words in use

static void use_words(sharer *s, uint32_t from, uint32_t to, int32_t words) {
    for (uint32_t k = from; k <= to; k++)
        s->live[k] = (uint8_t)(s->live[k] + words);
}

static bool room(const sharer *s, uint32_t from, uint32_t to, uint32_t words) {
    for (uint32_t k = from; k <= to; k++)
        if (s->live[k] + words + s->always > s->limit)
            return false;
    return true;
}

static void note_last(sharer *s, const mir_inst *i, uint32_t pos) {
    const isa_operand *o[4] = {&i->i.dst, &i->i.src[0], &i->i.src[1], &i->i.src[2]};
    s->facts[i->i.vflag].last = pos;
    for (unsigned k = 0; k < 4; k++)
        if (o[k]->file == ISA_FILE_VREG && is_flag(s, o[k]->reg))
            s->facts[o[k]->reg].last = pos;
}

// Counts the words of the block's own flags, from the first mention to the last.
static bool fill_live(sharer *s) {
    uint32_t pos = 0;
    for (const mir_inst *i = s->b->first; i; i = i->next)
        note_last(s, i, pos++);
    s->n_pos = pos;
    s->live = CMC_NEW_N(s->cx->scratch, uint8_t, pos + 1);
    s->cx->oom |= !s->live;
    pos = 0;
    for (const mir_inst *i = s->b->first; s->live && i; i = i->next, pos++) {
        uint32_t v = i->i.cmod != ISA_CMOD_NONE ? i->i.vflag : 0;
        if (i->i.dst.file == ISA_FILE_VREG && is_flag(s, i->i.dst.reg) && i->i.op != MIR_UNDEF)
            v = i->i.dst.reg;
        if (v && !s->facts[v].shared && s->facts[v].writers == 1)
            use_words(s, pos + 1, s->facts[v].last, (int32_t)words_of(s, v));
        else if (v && !s->facts[v].shared) // the first of several writes is not known
            use_words(s, 0, s->facts[v].last, (int32_t)words_of(s, v));
    }
    return s->live != NULL;
}

// Repetitions

static bool is_scalar(const isa_operand *o) {
    bool packed = o->type == ISA_V || o->type == ISA_UV || o->type == ISA_VF;
    return o->file == ISA_FILE_IMM ? !packed : o->rgn.v == 0 && o->rgn.h == 0;
}

static bool is_uniform(const isa_inst *i) {
    return is_scalar(&i->src[0]) && is_scalar(&i->src[1]);
}

static bool is_source(const isa_operand *o) {
    return o->file == ISA_FILE_IMM || (cg_is_var(o) && !o->mme);
}

static bool is_candidate(const sharer *s, const mir_inst *i) {
    uint32_t v = i->i.vflag;
    bool tests = i->i.op == ISA_CMP || i->i.op == ISA_AND || i->i.op == ISA_OR;
    return v && tests && i->i.cmod != ISA_CMOD_NONE && i->i.pred == ISA_PRED_NONE && cg_is_null(&i->i.dst) &&
           i->i.no_mask && !i->i.chan_off && !i->i.flag_sub && is_source(&i->i.src[0]) && is_source(&i->i.src[1]) &&
           s->facts[v].writers == 1 && !s->facts[v].shared && !i->symbol;
}

// The same instruction, but for the flag and the number of lanes.
static bool same_test(const isa_inst *a, const isa_inst *b) {
    isa_inst x = *a, y = *b;
    if (x.op != y.op || x.cmod != y.cmod || x.dst.type != y.dst.type || x.dst.rgn.h != y.dst.rgn.h)
        return false;
    if (is_uniform(a) && is_uniform(b))
        x.exec_size = y.exec_size;
    x.vflag = y.vflag = 0;
    return cg_same_value(&x, &y);
}

static bool unchanged(const sharer *s, const compare *c) {
    for (unsigned k = 0; k < 2; k++)
        if (cg_is_var(&c->inst->i.src[k]) && s->last_def[c->inst->i.src[k].reg] > c->pos)
            return false;
    return s->barrier <= c->pos;
}

// In the instruction and the `n` after it.
static void rename_flag(mir_inst *i, uint32_t n, uint32_t from, uint32_t to) {
    for (uint32_t k = 0; i && k <= n; k++, i = i->next) {
        if (i->i.vflag == from)
            i->i.vflag = to;
        for (uint32_t s = 0; s < 3; s++)
            if (i->i.src[s].file == ISA_FILE_VREG && i->i.src[s].reg == from)
                i->i.src[s].reg = to;
    }
}

// Widens the earlier compare, whose flag becomes that of the later one if it has fewer words.
static void widen(sharer *s, compare *c, const mir_inst *later) {
    uint32_t old = c->inst->i.vflag, new = later->i.vflag;
    c->inst->i.exec_size = later->i.exec_size;
    if (words_of(s, old) == words_of(s, new))
        return;
    mir_inst *start = s->facts[old].undef, *later_start = s->facts[new].undef;
    if (start && later_start) {
        start->i.dst = later_start->i.dst;
        start->len_b = later_start->len_b;
    } else if (start) {
        mir_inst_remove(s->b, start);
    }
    if (later_start)
        mir_inst_remove(s->b, later_start);
    s->facts[new].undef = start && later_start ? start : NULL;
    s->facts[new].whole |= s->facts[old].whole;
    s->facts[new].last = s->facts[old].last;
    rename_flag(c->inst, s->facts[old].last - c->pos, old, new);
}

// May one flag serve both? Tried where the later compare is, at position pos.
static bool fits(sharer *s, const compare *c, const mir_inst *i, uint32_t pos) {
    uint32_t a = c->inst->i.vflag, b = i->i.vflag, wa = words_of(s, a), wb = words_of(s, b);
    uint32_t last_a = s->facts[a].last, last_b = s->facts[b].last, last = last_a > last_b ? last_a : last_b;
    bool equal = c->inst->i.exec_size == i->i.exec_size;
    if (!equal && (s->facts[a].whole || s->facts[b].whole))
        return false;
    use_words(s, c->pos + 1, last_a, -(int32_t)wa);
    use_words(s, pos + 1, last_b, -(int32_t)wb);
    bool ok = room(s, c->pos + 1, last, wa > wb ? wa : wb);
    if (ok) {
        use_words(s, c->pos + 1, last, (int32_t)(wa > wb ? wa : wb));
        return true;
    }
    use_words(s, c->pos + 1, last_a, (int32_t)wa);
    use_words(s, pos + 1, last_b, (int32_t)wb);
    return false;
}

// Lets the readers of i use the flag of an earlier compare; true: i is gone.
static bool share(sharer *s, mir_inst *i, uint32_t pos) {
    for (uint32_t k = 0; k < WINDOW; k++) {
        compare *c = &s->window[k];
        if (!c->inst || !same_test(&c->inst->i, &i->i) || !unchanged(s, c) || !fits(s, c, i, pos))
            continue;
        uint32_t gone = i->i.vflag, last = s->facts[gone].last;
        if (i->i.exec_size > c->inst->i.exec_size)
            widen(s, c, i);
        uint32_t kept = c->inst->i.vflag;
        if (kept != gone) {
            rename_flag(i, last - pos, gone, kept);
            s->facts[kept].whole |= s->facts[gone].whole;
            if (s->facts[gone].undef)
                mir_inst_remove(s->b, s->facts[gone].undef);
        }
        s->facts[kept].last = s->facts[kept].last > last ? s->facts[kept].last : last;
        mir_inst_remove(s->b, i);
        s->cx->changed = true;
        return true;
    }
    return false;
}

static void on_write(void *user, const isa_access *a) {
    sharer *s = user;
    if (!a->write || a->file == ISA_FILE_ARF)
        return;
    if (a->file != ISA_FILE_VREG || a->who == ISA_WHO_INDIRECT)
        s->barrier = s->pos;
    else
        s->last_def[a->reg] = s->pos;
}

static void run_block(sharer *s) {
    uint32_t n = 0;
    for (const mir_inst *i = s->b->first; i && n < 2; i = i->next)
        n += is_candidate(s, i);
    if (n < 2 || !fill_live(s))
        return;
    s->next = 0;
    s->barrier = 0;
    memset(s->window, 0, sizeof s->window);
    memset(s->last_def, 0, s->fn->vars.len * sizeof *s->last_def);
    s->pos = 0;
    for (mir_inst *i = s->b->first, *next; i; i = next, s->pos++) {
        next = i->next;
        bool candidate = is_candidate(s, i);
        if (candidate && share(s, i, s->pos))
            continue;
        if (candidate)
            s->window[s->next++ % WINDOW] = (compare){i, s->pos};
        cg_effects(s->fn, i, false, on_write, s);
    }
}

cmc_status cg_pass_share_flags(cg_ctx *cx, mir_fn *fn) {
    sharer s = {.cx = cx, .fn = fn};
    s.facts = CMC_NEW_N(cx->scratch, flag_facts, fn->vars.len);
    s.last_def = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    if (!s.facts || !s.last_def)
        return CMC_ERR_OOM;
    if (cg_has_simd_flow(fn)) // physical flags are in use
        return CMC_OK;
    collect(&s);
    for (uint32_t b = 0; b < fn->blocks.len && !cx->oom; b++) {
        s.b = fn->blocks.data[b];
        run_block(&s);
    }
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
