// SPDX-License-Identifier: MIT
// address: share address registers between indirect operands.
//
//   before                                              after
//     add (1) %a1 %i<0;1,0>:uw &%h                         add (1) %a1 %i<0;1,0>:uw &%h
//     mov (1) %t r[%a1.0,0]:ud                             mov (1) %t r[%a1.0,0]:ud
//     add (1) %a2 %i<0;1,0>:uw &%h+8
//     mov (1) r[%a2.0,0]:ud %t                             mov (1) r[%a1.0,8]:ud %t
//
//     add (1) %a1 %v<0;1,0>:uw &%h                         add (16) %a<1> %v<1;1,0>:uw &%h
//     add (1) r[%a1.0,0]:d r[%a1.0,0]:d 1                  add (1) r[%a.0,0]:d r[%a.0,0]:d 1
//     add (1) %a2 %v+2<0;1,0>:uw &%h-8                     add (1) r[%a.1,-8]:d r[%a.1,-8]:d 1
//     add (1) r[%a2.0,0]:d r[%a2.0,0]:d 1                  ...
//
//     add (8) %a1<1> %v<1;1,0>:uw &%h                      add (16) %a<1> %v<1;1,0>:uw &%h
//     mov (8) %t r[%a1.0,0]<1,0>:w                         mov (8) %t r[%a.0,0]<1,0>:w
//     add (8) %a2<1> %v+16<1;1,0>:uw &%h                   mov (8) %t+16 r[%a.8,0]<1,0>:w
//     mov (8) %t+16 r[%a2.0,0]<1,0>:w
//
// Why: selection computes an address for each operand, because a read and a write of one vector are different
// variables until copies are coalesced. There are only sixteen address words, so sharing stops where it would need
// more. Needs: cg_pass_coalesce. Does not handle: addresses that are live across blocks.

#include "codegen_priv.h"

// 507: the upper half of a 64-bit element is 4 bytes further on.
enum { WORDS = 16, WINDOW = 32, MAX_IMM = 507, MIN_IMM = -512 };

typedef struct addr_def {
    mir_inst *inst;
    uint32_t var, pos, last; // last: position of the last use
    bool gone;
} addr_def;

typedef struct pool {
    cg_ctx *cx;
    mir_fn *fn;
    mir_block *b;
    // By variable: writes, reads, reads in the block after the write, that block + 1.
    uint32_t *n_defs, *n_uses, *uses_here, *home;
    uint32_t *last_use; // by variable: position; positions continue from block to block
    uint32_t *last_def; // by variable: position of the latest write so far
    uint8_t *live;      // by position in the block: address words in use
    uint32_t start, n_pos;
    uint32_t words, row; // address words that descriptors leave, and how many of them can be one variable
    CMC_VEC(addr_def) defs;
    bool changed;
} pool;

static bool is_addr(const pool *p, uint32_t var) {
    return p->fn->vars.data[var]->kind == MIR_VAR_ADDR;
}

static void count_use(pool *p, uint32_t var, uint32_t by, uint32_t block) {
    p->n_uses[var] += by;
    if (p->home[var] == block + 1)
        p->uses_here[var] += by;
}

// A descriptor in a0 keeps its dword to itself in the whole kernel.
static void leave_descriptors(pool *p, const mir_inst *i) {
    enum { DESCRIPTOR_WORDS = 2 };
    bool here = i->i.dst.file == ISA_FILE_ARF && (i->i.dst.reg & 0xf0) == ISA_ARF_A0;
    if (here || (cg_is_send(i) && (i->i.desc_is_reg || i->i.exdesc_is_reg))) {
        p->words = WORDS - DESCRIPTOR_WORDS;
        p->row = WORDS / 2;
    }
}

static void count_inst(pool *p, const mir_inst *i, uint32_t block) {
    const isa_operand *o[4] = {&i->i.dst, &i->i.src[0], &i->i.src[1], &i->i.src[2]};
    leave_descriptors(p, i);
    for (unsigned k = 0; k < 4; k++) {
        if (o[k]->vaddr)
            count_use(p, o[k]->vaddr, 1, block);
        if (k > 0 && o[k]->file == ISA_FILE_VREG && is_addr(p, o[k]->reg))
            count_use(p, o[k]->reg, 1u << 16, block); // read as data: excluded
    }
    if (i->i.dst.file == ISA_FILE_VREG && !i->i.dst.indirect) {
        p->n_defs[i->i.dst.reg]++;
        p->home[i->i.dst.reg] = block + 1;
    }
}

static uint32_t words_of(const addr_def *d) {
    return d->inst->i.exec_size;
}

static bool is_line(const mir_inst *i) {
    isa_region r = i->i.src[0].rgn;
    return i->i.exec_size == 1 || (r.v == r.w && (r.w == 1 || r.h == 1));
}

// Addresses that are sums of successive elements and a variable's address, written once and used in this block only.
static bool is_simple(const pool *p, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *s = &i->i.src[0];
    return i->i.op == ISA_ADD && !i->i.pred && !i->i.cmod && d->file == ISA_FILE_VREG && is_addr(p, d->reg) &&
           p->fn->vars.data[d->reg]->size_b == 2u * i->i.exec_size && p->n_defs[d->reg] == 1 &&
           p->n_uses[d->reg] == p->uses_here[d->reg] && p->n_uses[d->reg] < 1u << 16 && p->n_uses[d->reg] > 0 &&
           i->i.src[1].file == ISA_FILE_VADDR && s->file == ISA_FILE_VREG && !s->indirect && !s->mod &&
           isa_type_size_b((isa_type)s->type) == 2 && is_line(i);
}

static bool same_value(const isa_operand *a, const isa_operand *b) {
    return a->reg == b->reg && a->off_b == b->off_b && a->type == b->type;
}

// Adds 'by' to the immediates of all uses of a variable, or only tests whether they fit.
static bool shift_uses(pool *p, const addr_def *d, int32_t by, uint32_t to_var, uint8_t sub, bool apply) {
    for (mir_inst *i = d->inst->next; i; i = i->next) {
        isa_operand *o[4] = {&i->i.dst, &i->i.src[0], &i->i.src[1], &i->i.src[2]};
        bool last = false;
        for (unsigned k = 0; k < 4; k++) {
            if (o[k]->vaddr != d->var)
                continue;
            int32_t imm = o[k]->addr_imm + by;
            if (imm < MIN_IMM || imm > MAX_IMM)
                return false;
            last |= --p->uses_here[d->var] == 0;
            if (apply) {
                o[k]->vaddr = to_var;
                o[k]->addr_sub = sub;
                o[k]->addr_imm = (int16_t)imm;
            }
        }
        if (last)
            break;
    }
    return true;
}

static bool uses_fit(pool *p, const addr_def *d, int32_t by) {
    uint32_t n = p->uses_here[d->var];
    bool ok = shift_uses(p, d, by, 0, 0, false);
    p->uses_here[d->var] = n;
    return ok;
}

static bool room(const pool *p, uint32_t from, uint32_t to, uint32_t words) {
    for (uint32_t k = from; k <= to && k - p->start < p->n_pos; k++)
        if (p->live[k - p->start] + words > p->words)
            return false;
    return true;
}

static void use_words(pool *p, uint32_t from, uint32_t to, int32_t words) {
    for (uint32_t k = from; k <= to && k - p->start < p->n_pos; k++)
        p->live[k - p->start] = (uint8_t)(p->live[k - p->start] + words);
}

static const addr_def *earlier(pool *p, const addr_def *d) {
    for (uint32_t k = p->defs.len, n = 0; k-- > 0 && n < WINDOW; n++) {
        addr_def *r = &p->defs.data[k];
        const isa_operand *a = r->inst->i.src, *b = d->inst->i.src;
        if (r->gone || words_of(r) != words_of(d) || !same_value(&a[0], &b[0]) || a[1].reg != b[1].reg ||
            p->last_def[b[0].reg] > r->pos)
            continue;
        if (uses_fit(p, d, b[1].off_b - a[1].off_b) && (r->last >= d->pos || room(p, r->last + 1, d->pos, words_of(d))))
            return r;
    }
    return NULL;
}

static void note_def(pool *p, const mir_inst *i, uint32_t pos) {
    if (i->i.dst.file == ISA_FILE_VREG)
        p->last_def[i->i.dst.reg] = pos; // an indirect write may change any byte of it
}

static void share_equal(pool *p) {
    uint32_t pos = p->start;
    for (mir_inst *i = p->b->first, *next; i; i = next, pos++) {
        next = i->next;
        if (!is_simple(p, i)) {
            note_def(p, i, pos);
            continue;
        }
        addr_def d = {i, i->i.dst.reg, pos, p->last_use[i->i.dst.reg], false};
        addr_def *r = (addr_def *)earlier(p, &d);
        if (!r) {
            p->cx->oom |= !cmc_vec_push(p->cx->scratch, &p->defs, d);
            continue;
        }
        int32_t words = (int32_t)words_of(&d);
        if (r->last < d.pos)
            use_words(p, r->last + 1, d.pos, words);
        else
            use_words(p, d.pos + 1, d.last < r->last ? d.last : r->last, -words);
        uint32_t n = p->uses_here[d.var];
        shift_uses(p, &d, i->i.src[1].off_b - r->inst->i.src[1].off_b, r->var, 0, true);
        p->uses_here[r->var] += n;
        p->n_uses[r->var] += n;
        r->last = d.last > r->last ? d.last : r->last;
        mir_inst_remove(p->b, i);
        p->changed = true;
    }
}

static bool neighbours(const addr_def *a, const addr_def *b) {
    const isa_operand *x = a->inst->i.src, *y = b->inst->i.src;
    return !b->gone && words_of(a) == words_of(b) && x[0].reg == y[0].reg &&
           y[0].off_b == x[0].off_b + 2 * (int32_t)words_of(a) && x[0].type == y[0].type && x[1].reg == y[1].reg;
}

// The number of successive definitions from k on that use successive elements, as many as there are address words for.
static uint32_t run_from(const pool *p, uint32_t k) {
    uint32_t n = 1, max = p->row / words_of(&p->defs.data[k]);
    while (n < max && k + n < p->defs.len && neighbours(&p->defs.data[k + n - 1], &p->defs.data[k + n]))
        n++;
    return n;
}

// The elements must be available at the first definition and unchanged until the last.
static bool unchanged(const pool *p, const addr_def *first, const addr_def *last) {
    uint32_t var = first->inst->i.src[0].reg;
    for (const mir_inst *i = first->inst; i != last->inst; i = i->next)
        if (i->i.dst.file == ISA_FILE_VREG && i->i.dst.reg == var)
            return false;
    int32_t grf = p->cx->m->grf_b, from = first->inst->i.src[0].off_b;
    int32_t to = last->inst->i.src[0].off_b + 2 * (int32_t)words_of(last) - 1;
    return to / grf - from / grf < 2;
}

// One instruction adds one base to all elements. It is the largest, because an element may be negative and no address
// may lie before the registers. The excess is subtracted from the immediates of the uses.
static int32_t common_base(const pool *p, uint32_t k, uint32_t n) {
    int32_t base = p->defs.data[k].inst->i.src[1].off_b;
    for (uint32_t j = 1; j < n; j++) {
        int32_t b = p->defs.data[k + j].inst->i.src[1].off_b;
        base = b > base ? b : base;
    }
    return base;
}

static int32_t after_base(const addr_def *d, int32_t base) {
    return d->inst->i.src[1].off_b - base;
}

static bool bases_fit(pool *p, uint32_t k, uint32_t n) {
    int32_t base = common_base(p, k, n);
    for (uint32_t j = 0; j < n; j++)
        if (!uses_fit(p, &p->defs.data[k + j], after_base(&p->defs.data[k + j], base)))
            return false;
    return true;
}

static bool group_fits(pool *p, uint32_t k, uint32_t n) {
    uint32_t first = p->defs.data[k].pos, last = 0, words = words_of(&p->defs.data[k]);
    if (!unchanged(p, &p->defs.data[k], &p->defs.data[k + n - 1]) || !bases_fit(p, k, n))
        return false;
    for (uint32_t j = 0; j < n; j++) {
        use_words(p, p->defs.data[k + j].pos + 1, p->defs.data[k + j].last, -(int32_t)words);
        last = p->defs.data[k + j].last > last ? p->defs.data[k + j].last : last;
    }
    bool ok = room(p, first, last, n * words);
    for (uint32_t j = 0; j < n; j++)
        use_words(p, p->defs.data[k + j].pos + 1, p->defs.data[k + j].last, (int32_t)words);
    return ok;
}

static void make_group(pool *p, uint32_t k, uint32_t n) {
    addr_def *d = &p->defs.data[k];
    mir_inst *i = d->inst;
    int32_t base = common_base(p, k, n);
    uint32_t words = words_of(d), all = n * words;
    mir_var *a = mir_var_create(p->fn, MIR_VAR_ADDR, ISA_UW, 2 * all, (uint16_t)(2 * all), "a");
    if (!a) {
        p->cx->oom = true;
        return;
    }
    for (uint32_t j = 0; j < n; j++) {
        shift_uses(p, &d[j], after_base(&d[j], base), a->id, (uint8_t)(j * words), true);
        d[j].gone = true;
        if (j > 0)
            mir_inst_remove(p->b, d[j].inst);
    }
    i->i.exec_size = (uint8_t)all;
    i->i.src[1].off_b = base;
    i->i.dst = mir_dst(a, 0, ISA_UW, 1);
    i->i.src[0].rgn = (isa_region){1, 1, 0};
    p->changed = true;
}

static void share_vectors(pool *p) {
    for (uint32_t k = 0; k < p->defs.len;) {
        uint32_t n = run_from(p, k), w = 1;
        while (2 * w <= n)
            w *= 2;
        while (w > 1 && !group_fits(p, k, w))
            w /= 2;
        if (w > 1)
            make_group(p, k, w);
        k += w;
    }
}

static void fill_live(pool *p) {
    uint32_t pos = p->start;
    p->live = CMC_NEW_N(p->cx->scratch, uint8_t, p->n_pos);
    p->cx->oom |= !p->live;
    for (const mir_inst *i = p->b->first; p->live && i; i = i->next, pos++) {
        const isa_operand *o[4] = {&i->i.dst, &i->i.src[0], &i->i.src[1], &i->i.src[2]};
        for (unsigned k = 0; k < 4; k++)
            if (o[k]->vaddr)
                p->last_use[o[k]->vaddr] = pos;
    }
    pos = p->start;
    for (const mir_inst *i = p->b->first; p->live && i; i = i->next, pos++)
        if (i->i.dst.file == ISA_FILE_VREG && !i->i.dst.indirect && is_addr(p, i->i.dst.reg)) {
            uint32_t v = i->i.dst.reg, to = p->n_uses[v] == p->uses_here[v] ? p->last_use[v] : p->start + p->n_pos;
            use_words(p, pos + 1, to, (int32_t)(p->fn->vars.data[v]->size_b / 2));
        }
}

static void run_block(pool *p) {
    bool any = false;
    p->defs.len = 0;
    p->start += p->n_pos;
    p->n_pos = 2;
    for (const mir_inst *i = p->b->first; i; i = i->next) {
        p->n_pos++;
        any |= i->i.dst.file == ISA_FILE_VREG && !i->i.dst.indirect && is_addr(p, i->i.dst.reg);
    }
    if (!any)
        return;
    fill_live(p);
    if (p->cx->oom)
        return;
    share_equal(p);
    share_vectors(p);
}

cmc_status cg_pass_address(cg_ctx *cx, mir_fn *fn) {
    uint32_t n = fn->vars.len + 1;
    uint32_t *all = CMC_NEW_N(cx->scratch, uint32_t, 6 * n);
    pool p = {.cx = cx, .fn = fn, .start = 1, .words = WORDS, .row = WORDS};
    bool any = false;
    for (uint32_t v = 1; v < fn->vars.len; v++)
        any |= fn->vars.data[v]->kind == MIR_VAR_ADDR;
    if (!all)
        return CMC_ERR_OOM;
    if (!any)
        return CMC_OK;
    p.n_defs = all;
    p.n_uses = all + n;
    p.uses_here = all + 2 * n;
    p.home = all + 3 * n;
    p.last_use = all + 4 * n;
    p.last_def = all + 5 * n;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            count_inst(&p, i, b);
    for (uint32_t b = 0; b < fn->blocks.len && !cx->oom; b++) {
        p.b = fn->blocks.data[b];
        run_block(&p);
    }
    cx->changed |= p.changed;
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
