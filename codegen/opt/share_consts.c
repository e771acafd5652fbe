// SPDX-License-Identifier: MIT
// share_consts: load each scalar constant once, before the loops that use it.
//
//   before                                        after
//     mov (1|M0) %a<1>:f 2.0:f                      mov (1|M0) %a<1>:f 2.0:f
//     mad (16|M0) %x ... %a<0>:f                    mad (16|M0) %x ... %a<0>:f
//     mov (1|M0) %b<1>:f 2.0:f                      mad (16|M0) %y ... %a<0>:f
//     mad (16|M0) %y ... %b<0>:f
//
// Why: three-source instructions and 64-bit operations take no immediate, so conformity loads one for each. A
// constant is identified by its bits: 1.0:f and 0x3F800000:ud are the same. A variable qualifies if its only def is a
// whole mov of an immediate. Variables of removed loads are replaced. A shared constant is live from the dominator of
// its users to its last use, and takes four bytes of a register. The number of constants moved out of loops is
// therefore limited.

#include "codegen_priv.h"

#include <string.h>

enum { MAX_HOISTED = 48, MAX_SIZE_B = 8, N_BUCKETS = 256 };

typedef struct constant {
    uint64_t bits;
    uint32_t size_b, var;
    uint32_t block; // where it is loaded after the pass
    struct constant *next;
} constant;

typedef struct sharer {
    cg_ctx *cx;
    mir_fn *fn;
    const cmc_graph *g;
    uint32_t *n_writers; // by variable
    bool *excluded;      // by variable: its place matters, or its address is taken
    uint32_t *replaced;  // by variable: its replacement; 0 = stays
    constant *buckets[N_BUCKETS];
    uint32_t n_hoisted;
} sharer;

static bool packed_immediate(uint8_t t) {
    return t == ISA_V || t == ISA_UV || t == ISA_VF;
}

// A whole mov of a known immediate, bits unchanged, into a variable without other defs.
static bool is_load(const sharer *s, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *c = &i->i.src[0];
    if (i->i.op != ISA_MOV || i->i.exec_size != 1 || !i->i.no_mask || i->i.pred || i->i.cmod || i->i.sat ||
        !cg_is_var(d) || d->off_b || i->symbol || c->file != ISA_FILE_IMM || packed_immediate(c->type))
        return false;
    uint32_t size_b = (uint32_t)isa_type_size_b((isa_type)d->type);
    return size_b <= MAX_SIZE_B && size_b == (uint32_t)isa_type_size_b((isa_type)c->type) &&
           isa_type_is_float((isa_type)d->type) == isa_type_is_float((isa_type)c->type) &&
           size_b == s->fn->vars.data[d->reg]->size_b && s->n_writers[d->reg] == 1 && !s->excluded[d->reg];
}

static void collect(sharer *s) {
    const mir_fn *fn = s->fn;
    for (uint32_t v = 1; v < fn->vars.len; v++) {
        const mir_var *x = fn->vars.data[v];
        s->excluded[v] |= x->kind != MIR_VAR_GRF || x->live_in || x->fixed || x->no_spill || x->same_sub_as;
        if (x->same_sub_as)
            s->excluded[x->same_sub_as] = true;
    }
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            if (i->i.op != MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG)
                s->n_writers[i->i.dst.reg]++;
            for (uint32_t k = 0; k < 3; k++)
                if (i->i.src[k].file == ISA_FILE_VADDR)
                    s->excluded[i->i.src[k].reg] = true;
        }
}

// The nearest dominator outside of loops; the block itself if it is in no loop or if enough constants have been
// moved.
static uint32_t home_of(const sharer *s, uint32_t block) {
    uint32_t home = block;
    while (s->n_hoisted < MAX_HOISTED && cmc_graph_loop_depth(s->g, home) > 0) {
        uint32_t up = cmc_graph_idom(s->g, home);
        if (up >= s->fn->blocks.len)
            return block;
        home = up;
    }
    return cmc_graph_loop_depth(s->g, home) ? block : home;
}

static constant **find(sharer *s, uint64_t bits, uint32_t size_b, uint32_t block) {
    uint64_t h = (bits ^ bits >> 32) * 0x9E3779B97F4A7C15u;
    constant **at = &s->buckets[(h >> 40) % N_BUCKETS];
    while (*at && !((*at)->bits == bits && (*at)->size_b == size_b && cmc_graph_dominates(s->g, (*at)->block, block)))
        at = &(*at)->next;
    return at;
}

// Removes the load if the constant is available already, else moves the load out of its loops.
static void handle(sharer *s, mir_block *b, mir_inst *i) {
    const mir_var *v = s->fn->vars.data[i->i.dst.reg];
    uint32_t home = home_of(s, b->id);
    uint64_t mask = v->size_b < 8 ? (1ull << 8 * v->size_b) - 1 : UINT64_MAX;
    constant **at = find(s, i->i.src[0].imm & mask, v->size_b, home);
    if (*at) {
        mir_var *kept = s->fn->vars.data[(*at)->var];
        kept->align_b = kept->align_b < v->align_b ? v->align_b : kept->align_b;
        s->replaced[v->id] = kept->id;
        mir_inst_remove(b, i);
        s->cx->changed = true;
        return;
    }
    constant *c = CMC_NEW(s->cx->scratch, constant);
    if (!c) {
        s->cx->oom = true;
        return;
    }
    *c = (constant){.bits = i->i.src[0].imm & mask, .size_b = v->size_b, .var = v->id, .block = home};
    *at = c;
    if (home != b->id) {
        mir_inst_remove(b, i);
        // At the start of the block, where both existing and later hoisted users find it.
        mir_inst_insert_before(s->fn->blocks.data[home], s->fn->blocks.data[home]->first, i);
        s->n_hoisted++;
        s->cx->changed = true;
    }
}

// The live range of a moved variable begins in its new block; an undef may remain in the old place.
static void drop_undefs(const sharer *s) {
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op == MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG && s->n_writers[i->i.dst.reg] == 1 &&
                !i->len_b && next && is_load(s, next) && next->i.dst.reg == i->i.dst.reg)
                mir_inst_remove(s->fn->blocks.data[b], i);
        }
}

cmc_status cg_pass_share_consts(cg_ctx *cx, mir_fn *fn) {
    sharer s = {.cx = cx, .fn = fn, .g = cg_flow_graph(cx, fn)};
    s.n_writers = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    s.excluded = CMC_NEW_N(cx->scratch, bool, fn->vars.len);
    s.replaced = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    if (!s.g || !s.n_writers || !s.excluded || !s.replaced)
        return CMC_ERR_OOM;
    collect(&s);
    drop_undefs(&s); // the load writes the whole variable, so nothing is lost
    for (uint32_t k = 0; k < cmc_graph_rpo_len(s.g); k++) {
        mir_block *b = fn->blocks.data[cmc_graph_rpo(s.g, k)];
        for (mir_inst *i = b->first, *next; i && !cx->oom; i = next) {
            next = i->next;
            if (is_load(&s, i))
                handle(&s, b, i);
        }
    }
    cg_replace_vars(fn, s.replaced);
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
