// SPDX-License-Identifier: MIT
// Frees inputs from their places: an input that is written becomes a variable that can be placed anywhere and spilled.
//
//   before (%m at r2, live-in)                       after
//     mov (8) %m[%a.0,0]<1>:f %x<1;1,0>:f              mov (8) %n<1>:ud %m<1;1,0>:ud
//                                                      mov (8) %n+32<1>:ud %m+32<1;1,0>:ud
//                                                      mov (8) %n[%a.0,0]<1>:f %x<1;1,0>:f
//
// Coalescing writes large inputs in place, which saves the copy as long as registers suffice. When they do not, the
// copy is cheaper than an input that cannot be spilled. The moves go register by register, so that the copy may still
// take the place of the input.

#include "ra.h"

#include <assert.h>

static bool is_written_input(const mir_fn *fn, const live_info *live, uint32_t v) {
    const mir_var *x = fn->vars.data[v];
    return cg_is_input(x) && x->size_b > fn->model->grf_b && live->vars[v].defs.len;
}

// Moves bytes from 'off' on in one instruction; returns their number.
static uint32_t move_some(cg_ctx *cx, const mir_var *to, const mir_var *from, uint32_t off) {
    uint32_t left = from->size_b - off, unit = left >= 4 ? 4 : left >= 2 ? 2 : 1, lanes = 1;
    isa_type t = unit == 4 ? ISA_UD : unit == 2 ? ISA_UW : ISA_UB;
    while (unit == 4 && lanes * 8 <= left && lanes * 8 <= cx->m->grf_b)
        lanes *= 2;
    while (off % (lanes * unit)) // within one register
        lanes /= 2;
    cg_inst1(cx, ISA_MOV, (uint8_t)lanes, mir_dst(to, (int32_t)off, t, 1),
             mir_src(from, (int32_t)off, t, lanes == 1 ? cg_scalar : cg_unit));
    return lanes * unit;
}

static void copy_input(cg_ctx *cx, const mir_var *to, const mir_var *from) {
    for (uint32_t off = 0; off < from->size_b;)
        off += move_some(cx, to, from, off);
}

static void rename_operand(isa_operand *o, const uint32_t *moved, uint32_t n) {
    if ((o->file == ISA_FILE_VREG || o->file == ISA_FILE_VADDR) && o->reg < n && moved[o->reg])
        o->reg = moved[o->reg];
}

static void rename_all(mir_fn *fn, const uint32_t *moved, uint32_t n) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            rename_operand(&i->i.dst, moved, n);
            for (uint32_t k = 0; k < 3; k++)
                rename_operand(&i->i.src[k], moved, n);
        }
}

// Creates the copies' variables at the insertion point; by input.
static uint32_t *create_copies(cg_ctx *cx, const mir_fn *fn, const live_info *live, uint32_t n, bool *any) {
    uint32_t *moved = CMC_NEW_N(cx->scratch, uint32_t, n);
    for (uint32_t v = 1; moved && v < n; v++) {
        const mir_var *from = fn->vars.data[v];
        if (!is_written_input(fn, live, v))
            continue;
        mir_var *to = cg_temp(cx, (isa_type)from->type, from->size_b, cx->m->grf_b, "input");
        to->even_grf = from->even_grf;
        to->loc = from->loc;
        moved[v] = to->id;
        *any = true;
    }
    return moved;
}

cmc_status ra_free_inputs(cg_ctx *cx, mir_fn *fn, const live_info *live, bool *any) {
    assert(live->n_vars == fn->vars.len);
    mir_block *entry = fn->blocks.data[0];
    uint32_t n = fn->vars.len;
    cg_at(cx, entry, entry->first);
    const uint32_t *moved = create_copies(cx, fn, live, n, any);
    if (!moved || cx->oom)
        return CMC_ERR_OOM;
    if (*any)
        rename_all(fn, moved, n);
    for (uint32_t v = 1; v < n; v++)
        if (moved[v])
            copy_input(cx, fn->vars.data[moved[v]], fn->vars.data[v]);
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
