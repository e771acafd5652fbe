// SPDX-License-Identifier: MIT
// stride_results: compute dwords at the stride at which a move would place them.
//
//   before                                              after
//     shl (16|M0) %x<1>:d %i<1;1,0>:d 0x2:uw              shl (16|M0) %t<2>:d %i<1;1,0>:d 0x2:uw
//     ...                                                 ...
//     mov (16|M0) %t<2>:ud %x<1;1,0>:ud                   add (16|M0) %a<1>:uq %p<0;1,0>:uq %t<2;1,0>:ud
//     add (16|M0) %a<1>:uq %p<0;1,0>:uq %t<2;1,0>:ud
//
// Why: a sum of 64 bits that extends dwords reads them at its own stride (conform/aligned.c), and most of these are the
// result of one instruction. Needs: conformity. Handles integer instructions of one or two sources, which may have any
// stride; %x has this reader only, and both variables this writer. Does not handle: predicates, three sources,
// products, results in other blocks.

#include "codegen_priv.h"

#include <assert.h>

enum { GAP = 2 }; // the stride of dwords in lanes of 64 bits

typedef struct mentions { // of a variable
    uint32_t written, read;
    bool hidden; // its address is taken, or it is a flag or an argument
} mentions;

typedef struct strider {
    cg_ctx *cx;
    mentions *of; // by variable
} strider;

static void note(strider *s, const isa_operand *o, bool write) {
    if (o->file != ISA_FILE_VREG && o->file != ISA_FILE_VADDR)
        return;
    mentions *m = &s->of[o->reg];
    m->written += write;
    m->read += !write;
    m->hidden |= o->file == ISA_FILE_VADDR || o->indirect;
}

static void note_all(strider *s, const mir_inst *i) {
    if (i->i.op == MIR_UNDEF)
        return;
    note(s, &i->i.dst, true);
    for (uint32_t k = 0; k < 3; k++)
        note(s, &i->i.src[k], false);
}

static bool is_plain(const strider *s, const isa_operand *o) {
    const mir_var *v = cg_is_var(o) ? cg_var(s->cx, o->reg) : NULL;
    return v && v->kind == MIR_VAR_GRF && !v->fixed && !v->bound && !v->live_in && !s->of[o->reg].hidden;
}

static bool is_dword(const isa_operand *o) {
    return o->type == ISA_D || o->type == ISA_UD;
}

static bool all_lanes(const mir_inst *i) {
    return i->i.no_mask && !i->i.pred && i->i.chan_off == 0;
}

// A move of packed dwords to every second dword.
static bool spreads(const strider *s, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *x = &i->i.src[0];
    return i->i.op == ISA_MOV && all_lanes(i) && cg_is_raw_mov(&i->i) && i->i.exec_size > 1 && is_plain(s, d) &&
           is_plain(s, x) && is_dword(d) && is_dword(x) && cg_stride(d, i->i.exec_size, true) == GAP &&
           cg_stride(x, i->i.exec_size, false) == 1 && s->of[d->reg].written == 1 && s->of[x->reg].written == 1 &&
           s->of[x->reg].read == 1;
}

static bool takes_any_stride(uint16_t op) {
    switch (op) {
    case ISA_MOV:
    case ISA_ADD:
    case ISA_AND:
    case ISA_OR:
    case ISA_XOR:
    case ISA_SHL:
    case ISA_SHR:
    case ISA_ASR:
        return true;
    default:
        return false;
    }
}

static bool is_narrow_integer(const isa_operand *o) {
    isa_type t = (isa_type)o->type;
    uint32_t size_b = o->file == ISA_FILE_NONE ? 0 : isa_type_size_b(t);
    return o->file == ISA_FILE_NONE || (!isa_type_is_float(t) && size_b >= 2 && size_b <= 4);
}

// The instruction of the same block that writes just the lanes that the move reads, or NULL.
static mir_inst *maker_of(const mir_inst *move) {
    const isa_operand *x = &move->i.src[0], *t = &move->i.dst;
    mir_inst *i = move->prev;
    while (i && (i->i.op == MIR_UNDEF || !cg_mentions_var(i, x->reg))) {
        if (i->i.op != MIR_UNDEF && cg_mentions_var(i, t->reg))
            return NULL;
        i = i->prev;
    }
    if (!i || !takes_any_stride(i->i.op) || !all_lanes(i) || i->i.exec_size != move->i.exec_size ||
        !cg_is_var(&i->i.dst) || i->i.dst.reg != x->reg || i->i.dst.off_b != x->off_b || !is_dword(&i->i.dst) ||
        cg_stride(&i->i.dst, i->i.exec_size, true) != 1 || cg_mentions_var(i, t->reg))
        return NULL;
    return is_narrow_integer(&i->i.src[0]) && is_narrow_integer(&i->i.src[1]) ? i : NULL;
}

// The start of the variable's life must precede its new writer.
static void begin_before(mir_block *b, mir_inst *move, mir_inst *maker) {
    for (mir_inst *i = move->prev; i && i != maker; i = i->prev) {
        if (i->i.op == MIR_UNDEF && i->i.dst.reg == move->i.dst.reg) {
            mir_inst_remove(b, i);
            mir_inst_insert_before(b, maker, i);
            return;
        }
    }
}

static bool place(strider *s, mir_block *b, mir_inst *move) {
    mir_inst *maker = maker_of(move);
    if (!maker)
        return false;
    uint8_t type = maker->i.dst.type;
    assert(move->i.exec_size == maker->i.exec_size && "the same lanes");
    begin_before(b, move, maker);
    s->of[maker->i.dst.reg].written--;
    s->of[maker->i.dst.reg].read--;
    maker->i.dst = move->i.dst;
    maker->i.dst.type = type;
    mir_inst_remove(b, move);
    return true;
}

cmc_status cg_pass_stride_results(cg_ctx *cx, mir_fn *fn) {
    strider s = {.cx = cx, .of = CMC_NEW_N(cx->scratch, mentions, fn->vars.len)};
    if (!s.of)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            note_all(&s, i);
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (spreads(&s, i))
                cx->changed |= place(&s, fn->blocks.data[b], i);
        }
    }
    return CMC_OK;
}
