// SPDX-License-Identifier: MIT
// Copies return addresses of deeply nested subroutines to variables that can be spilled.
//
//   f:                                         f:
//     ...                                        (W) mov (2) %saved<1>:ud %return<1;1,0>:ud
//     (W) call (32) %other<1>:ud g b2            ...
//   b2:                                          (W) call (32) %other<1>:ud g b2
//     ret (32) %return<0;1,0>:ud f             b2:
//                                                (W) mov (2) %again<1>:ud %saved<1;1,0>:ud
//                                                ret (32) %again<0;1,0>:ud f
//
// A call writes its return address as the last action of its block, and no message can follow it. These variables
// therefore never spill. Each takes eight bytes of a register until all calls nested inside have returned. When
// registers are short, the copies are spilled first; those that fit after all are restored.

#include "ra.h"

enum { DEEP = 32, RETURN_B = 8 };

static uint32_t *depths(const cg_ctx *cx, const sub_table *t, uint32_t *most) {
    uint32_t *depth = CMC_NEW_N(cx->scratch, uint32_t, t->n + 1);
    for (uint32_t s = 0; depth && s < t->n; s++) { // callees first
        for (uint32_t k = 0; k < t->of[s].blocks.len; k++) {
            uint32_t called = t->called[t->of[s].blocks.data[k]];
            depth[s] = called && depth[called - 1] > depth[s] ? depth[called - 1] : depth[s];
        }
        depth[s]++;
        *most = depth[s] > *most ? depth[s] : *most;
    }
    return depth;
}

static void move_address(cg_ctx *cx, const mir_var *to, const mir_var *from) {
    cg_inst1(cx, ISA_MOV, 2, mir_dst(to, 0, ISA_UD, 1), mir_src(from, 0, ISA_UD, cg_unit));
}

static void save_return(cg_ctx *cx, mir_fn *fn, const sub_info *s) {
    mir_block *entry = fn->blocks.data[s->entry];
    const mir_var *back = cg_var(cx, fn->blocks.data[s->calls.data[0]]->last->i.dst.reg);
    cg_at(cx, entry, entry->first);
    mir_var *saved = cg_temp(cx, ISA_UD, RETURN_B, RETURN_B, "saved");
    move_address(cx, saved, back);
    for (uint32_t k = 0; k < s->returns.len; k++) {
        mir_block *b = fn->blocks.data[s->returns.data[k]];
        mir_inst *ret = b->last;
        cg_at(cx, b, ret);
        mir_var *again = cg_temp(cx, ISA_UD, RETURN_B, RETURN_B, "return");
        again->no_spill = true;
        move_address(cx, again, saved);
        ret->i.src[0].reg = again->id;
    }
}

cmc_status ra_save_returns(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_spill_stats *st) {
    const sub_table *t = live->subs;
    uint32_t most = 0, deep = cx->opts->spill_all ? 2 : DEEP;
    const uint32_t *depth = depths(cx, t, &most);
    st->first0 = fn->vars.len;
    if (!depth)
        return CMC_ERR_OOM;
    for (uint32_t s = 0; s < t->n && most >= deep; s++)
        if (depth[s] > 1 && t->of[s].calls.len)
            save_return(cx, fn, &t->of[s]);
    st->first1 = fn->vars.len;
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
