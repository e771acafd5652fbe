// SPDX-License-Identifier: MIT
// After allocation: replaces variables in operands with registers.
//
//   %v+20<1;1,0>:f with %v at r5   →   r5.5<1;1,0>:f
//   %p.1 with %p at f1.0           →   f1.1
//   &%v+8:uw                       →   0xA8:uw
//   mov (8|M0) %v<1>:f %w<1;1,0>:f →   removed, with %v and %w at the same place

#include "ra.h"

static void rewrite_direct(const mir_fn *fn, isa_operand *o) {
    const mir_var *v = fn->vars.data[o->reg];
    uint32_t at = v->alloc_b + (uint32_t)o->off_b, grf_b = fn->model->grf_b;
    switch ((mir_var_kind)v->kind) {
    case MIR_VAR_GRF:
        o->file = ISA_FILE_GRF;
        o->reg = at / grf_b;
        o->off_b = (int32_t)(at % grf_b);
        return;
    case MIR_VAR_FLAG:
        o->file = ISA_FILE_ARF;
        o->reg = (uint32_t)ISA_ARF_F | at / 4;
        o->off_b = (int32_t)(at % 4);
        return;
    case MIR_VAR_ADDR:
        o->file = ISA_FILE_ARF;
        o->reg = ISA_ARF_A0;
        o->off_b = (int32_t)at;
        return;
    case MIR_VAR_NONE:
        return;
    }
}

static void rewrite_operand(const mir_fn *fn, isa_operand *o) {
    if (o->vaddr) {
        o->addr_sub = (uint8_t)(o->addr_sub + fn->vars.data[o->vaddr]->alloc_b / 2);
        o->vaddr = 0;
    }
    if (o->file == ISA_FILE_VADDR) {
        o->imm = (uint16_t)(fn->vars.data[o->reg]->alloc_b + (uint32_t)o->off_b); // modulo 2^16, as addresses are
        o->file = ISA_FILE_IMM;
        o->reg = 0;
        o->off_b = 0;
    } else if (o->file == ISA_FILE_VREG && o->indirect) {
        const mir_var *v = fn->vars.data[o->reg];
        cg_indirect_note(o, v->alloc_b, v->size_b);
        o->file = ISA_FILE_GRF;
        o->reg = 0;
        o->off_b = 0;
    } else if (o->file == ISA_FILE_VREG) {
        rewrite_direct(fn, o);
    }
}

// A move of bytes onto themselves; a predicate makes no difference.
static bool is_identity(const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *s = &i->i.src[0];
    return cg_is_hw(i) && cg_is_raw_mov(&i->i) && !i->i.acc_wr_en && d->file == ISA_FILE_GRF &&
           s->file == ISA_FILE_GRF && !d->indirect && !s->indirect && d->reg == s->reg && d->off_b == s->off_b &&
           (i->i.exec_size == 1 || cg_stride(s, i->i.exec_size, false) == d->rgn.h);
}

void ra_rewrite(mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op == MIR_UNDEF) {
                mir_inst_remove(fn->blocks.data[b], i);
                continue;
            }
            rewrite_operand(fn, &i->i.dst);
            for (uint32_t s = 0; s < 3; s++)
                rewrite_operand(fn, &i->i.src[s]);
            if (i->i.vflag) {
                uint32_t at = fn->vars.data[i->i.vflag]->alloc_b + i->i.flag_sub * 2u;
                i->i.flag_reg = (uint8_t)(at / 4);
                i->i.flag_sub = (uint8_t)(at % 4 / 2);
                i->i.vflag = 0;
            }
            if (is_identity(i))
                mir_inst_remove(fn->blocks.data[b], i);
        }
}
