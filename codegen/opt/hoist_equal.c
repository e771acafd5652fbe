// SPDX-License-Identifier: MIT
// hoist_equal: hoist constants that both successors of a branch begin with to before the branch.
//
//   before                                       after
//     a:    (W&~f0.0) cbr out loop                 a:    (W) mov (16|M0) %sum<1>:f 0x0:f
//     loop: (W) mov (16|M0) %sum<1>:f 0x0:f              (W&~f0.0) cbr out loop
//           ...                                    loop: ...
//     out:  (W) mov (16|M0) %sum<1>:f 0x0:f        out:  ...
//           ...
//
// Why: a loop with its exit test at the end is guarded by a test of whether it runs at all. The initial values of its
// variables are also their final values when it does not run. Needs: coalesce, lower_copy. Handles only moves of
// constants at the start of a block with one predecessor. These moves read nothing, so only their order per variable
// matters.

#include "codegen_priv.h"

// Of general registers only, because the branch may read a flag.
static bool is_constant_move(cg_ctx *cx, const mir_inst *i) {
    if (!cg_is_var(&i->i.dst) || cg_var(cx, i->i.dst.reg)->kind != MIR_VAR_GRF)
        return false;
    bool move = i->i.op == ISA_MOV && i->i.no_mask && !i->i.pred && !i->i.cmod && i->i.src[0].file == ISA_FILE_IMM;
    return move || i->i.op == MIR_UNDEF;
}

// The equal move in the other block, if no move before it writes the variable; else NULL.
static mir_inst *twin_of(cg_ctx *cx, const mir_inst *x, const mir_block *other) {
    for (mir_inst *y = other->first; y && is_constant_move(cx, y); y = y->next) {
        if (y->i.dst.reg == x->i.dst.reg && y->i.dst.off_b == x->i.dst.off_b && cg_same_value(&x->i, &y->i))
            return y;
        if (y->i.dst.reg == x->i.dst.reg)
            return NULL;
    }
    return NULL;
}

static bool hoist(cg_ctx *cx, mir_block *from, mir_block *a, mir_block *b) {
    bool changed = false;
    mir_inst *next;
    for (mir_inst *x = a->first; x && is_constant_move(cx, x); x = next) {
        next = x->next;
        const mir_inst *k = a->first; // a remaining move before x that writes the same variable
        while (k != x && k->i.dst.reg != x->i.dst.reg)
            k = k->next;
        mir_inst *y = k == x ? twin_of(cx, x, b) : NULL;
        if (!y)
            continue;
        mir_inst_remove(b, y);
        mir_inst_remove(a, x);
        mir_inst_insert_before(from, from->last, x);
        changed = true;
    }
    return changed;
}

// By block: number of incoming edges.
static uint32_t *count_ways(const cg_ctx *cx, const mir_fn *fn) {
    uint32_t *n = CMC_NEW_N(cx->scratch, uint32_t, fn->blocks.len);
    for (uint32_t b = 0; n && b < fn->blocks.len; b++)
        for (mir_succ s = mir_succ_of(fn, fn->blocks.data[b]); mir_succ_next(&s);)
            n[s.id]++;
    return n;
}

cmc_status cg_pass_hoist_equal(cg_ctx *cx, mir_fn *fn) {
    const uint32_t *ways = count_ways(cx, fn);
    if (!ways)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *from = fn->blocks.data[b];
        const mir_inst *branch = from->last;
        if (!branch || branch->i.op != MIR_CBR || branch->target[0] == branch->target[1] ||
            ways[branch->target[0]] != 1 || ways[branch->target[1]] != 1 || branch->target[0] == 0 ||
            branch->target[1] == 0)
            continue;
        cx->changed |= hoist(cx, from, fn->blocks.data[branch->target[0]], fn->blocks.data[branch->target[1]]);
    }
    return CMC_OK;
}
