// SPDX-License-Identifier: MIT
// dce: remove instructions whose results nobody reads.
//
//   before                                       after
//     mov (8|M0) %a<1>:f %b<1;1,0>:f               (nothing, when %a is never read again)
//
// What has an effect besides its destination stays: sends that write memory or end the thread, branches, sync, writes
// of flags that are read, of the accumulator, of state, of null (an explicit wait).

#include "ra/live.h"

static bool has_other_effect(const mir_inst *i) {
    if (mir_inst_is_branch(i) || mir_inst_ends_thread(i) || i->i.op == MIR_MSG)
        return true;
    if (i->i.op == MIR_UNDEF)
        return false;
    if (!cg_is_hw(i))
        return false;
    switch ((isa_format)isa_op_get((isa_op)i->i.op)->format) {
    case ISA_FMT_SEND: // a read may be dropped, but which sends only read is the descriptor's secret
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
    case ISA_FMT_NULLARY:
        return true;
    default:
        return false;
    }
}

static bool is_plain_read(const isa_model *m, const mir_inst *i) {
    isa_msg msg;
    if (!cg_is_send(i) || i->i.eot || i->i.desc_is_reg || isa_send_describe(m, &i->i, &msg) != CMC_OK)
        return false;
    switch ((isa_msg_kind)msg.kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_UNTYPED_READ:
        return true;
    default:
        return false;
    }
}

typedef struct probe {
    const live_info *live;
    int32_t slot;
    bool needed;
} probe;

// A written range is needed when a byte of it lives on behind the instruction.
static void probe_write(void *user, const isa_access *a) {
    probe *p = user;
    if (!a->write)
        return;
    if (a->file != ISA_FILE_VREG) {
        p->needed |= !(a->file == ISA_FILE_ARF && a->reg == ISA_ARF_NULL);
        return;
    }
    const live_var *v = &p->live->vars[a->reg];
    for (uint32_t r = 0; r < v->rects.len; r++) {
        const live_rect *x = &v->rects.data[r];
        if (x->p0 <= p->slot * 2 + 1 && x->p1 > p->slot * 2 + 1 && x->lo < a->off_b + a->len_b && a->off_b < x->hi)
            p->needed = true;
    }
}

static bool is_dead(const mir_fn *fn, const live_info *live, const mir_inst *i, bool simd_flow) {
    if (has_other_effect(i) && !is_plain_read(fn->model, i))
        return false;
    if (cg_is_hw(i) && cg_is_null(&i->i.dst) && !i->i.cmod)
        return false;
    probe p = {live, live->slot_of_inst[i->id], false};
    if (i->i.op == MIR_UNDEF)
        return live->vars[i->i.dst.reg].n_uses == 0;
    cg_effects(fn, i, simd_flow, probe_write, &p);
    return !p.needed;
}

// One sweep; what became dead by it is found by the next.
static cmc_status sweep(cg_ctx *cx, mir_fn *fn, bool *removed) {
    bool simd_flow = cg_has_simd_flow(fn);
    const live_info *live = live_compute(fn, cx->scratch);
    *removed = false;
    if (!live)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (!is_dead(fn, live, i, simd_flow))
                continue;
            mir_inst_remove(fn->blocks.data[b], i);
            *removed |= i->i.op != MIR_UNDEF;
            cx->changed = true;
        }
    return CMC_OK;
}

cmc_status cg_pass_dce(cg_ctx *cx, mir_fn *fn) {
    bool again = true;
    while (again)
        CMC_TRY(sweep(cx, fn, &again));
    return CMC_OK;
}
