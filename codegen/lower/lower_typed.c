// SPDX-License-Identifier: MIT
// Typed messages: pixels of images, one coordinate vector for each dimension. Source: messages.md 3.11 and 4.5.
//
//   msg.typed_read (16|M0) %v addr0=%u addr1=%v lanes=16 chan_mask=15 surface_bti=2
// becomes one message for every 8 lanes (16 with 64-byte registers). The data port takes U in the first source, the
// other coordinates and then the data in the second. LSC takes all coordinates in the first source.

#include "lower_priv.h"

#include <assert.h>

enum { FLOAT_OP = 0x40, MAX_COORDS = 3 };

typedef struct typed_job {
    const mir_inst *i;
    mir_msg msg;
    bool lsc, atomic, reads;
    uint32_t coords, channels;
    uint32_t lanes, part;
    uint32_t block_b; // registers of one coordinate or channel
} typed_job;

static bool has_data(const typed_job *j) {
    return !j->reads && j->msg.data.file != ISA_FILE_NONE;
}

static cmc_status describe(cg_ctx *cx, const mir_inst *i, typed_job *j) {
    const mir_msg *m = i->msg;
    *j = (typed_job){.i = i, .msg = *m, .lanes = m->lanes ? m->lanes : i->i.exec_size, .part = cx->m->hdc_min_simd};
    j->atomic = m->kind == ISA_MSG_TYPED_ATOMIC;
    j->reads = m->kind == ISA_MSG_TYPED_READ;
    j->channels = j->atomic ? 1 : (uint32_t)__builtin_popcount(m->chan_mask & 15u);
    for (j->coords = 1; j->coords < MAX_COORDS && m->addr[j->coords].file != ISA_FILE_NONE;)
        j->coords++;
    if (j->channels == 0)
        return lower_error(cx, i, "typed message has no enabled channels");
    if (j->part > j->lanes)
        j->part = j->lanes;
    j->block_b = cx->m->hdc_min_simd * 4u;
    j->lsc = !cx->m->has_hdc || (cx->m->has_lsc && (m->prefetch || m->l1 || m->l3 || (j->atomic && m->op & FLOAT_OP)));
    if (!j->lsc && (m->prefetch || m->l1 || m->l3))
        return lower_error(
            cx, i, "cache hints and prefetches of images need load/store cache messages, which %s does not have",
            cx->m->name);
    if (!j->lsc && j->atomic && m->op & FLOAT_OP)
        return lower_error(cx, i, "floating-point atomics on images are not supported on %s", cx->m->name);
    if (!j->lsc)
        return CMC_OK;
    if (j->atomic) {
        mir_inst copy = *i;
        j->msg.kind = m->op & FLOAT_OP ? ISA_MSG_UNTYPED_ATOMIC_FLOAT : ISA_MSG_UNTYPED_ATOMIC;
        j->msg.op &= FLOAT_OP - 1;
        CMC_TRY(lower_to_lsc(cx, &copy, &j->msg));
    } else {
        j->msg.kind = j->reads ? ISA_MSG_LSC_LOAD_QUAD : ISA_MSG_LSC_STORE_QUAD;
    }
    j->msg.sfid = ISA_SFID_CRE;
    j->msg.addr_type = ISA_ADDR_BTI;
    j->msg.addr_size_b = 4;
    return CMC_OK;
}

static isa_operand at_lane(const isa_operand *o, const mir_fn *fn, int32_t off_b) {
    return lower_regs(fn->vars.data[o->reg], o->off_b + off_b);
}

// Coordinates [from, to), followed by operands or channels, in whole registers each.
static isa_operand payload(cg_ctx *cx, const typed_job *j, uint32_t first, uint32_t n, uint32_t from, uint32_t to,
                           bool data) {
    uint32_t n_ops = !data ? 0 : j->atomic ? 1u + (j->msg.data2.file != ISA_FILE_NONE) : j->channels;
    uint32_t blocks = to - from + n_ops, at = 0;
    if (blocks == 0)
        return isa_null(ISA_TYPE_NONE);
    if (blocks == 1 && to > from) {
        isa_operand o = at_lane(&j->msg.addr[from], cx->fn, (int32_t)(first * 4));
        if (lower_can_use_regs(cx, &o, n * 4))
            return o;
    }
    mir_var *t = cg_temp(cx, ISA_UD, blocks * j->block_b, (uint16_t)cx->m->grf_b, "typed");
    for (uint32_t k = from; k < to; k++, at += j->block_b)
        cg_copy(cx, lower_regs(t, (int32_t)at), at_lane(&j->msg.addr[k], cx->fn, (int32_t)(first * 4)), n * 4);
    for (uint32_t k = 0; k < n_ops; k++, at += j->block_b) {
        const isa_operand *o = j->atomic && k ? &j->msg.data2 : &j->msg.data;
        uint32_t off = j->atomic ? first * 4 : (k * j->lanes + first) * 4;
        cg_copy(cx, lower_regs(t, (int32_t)at), at_lane(o, cx->fn, (int32_t)off), n * 4);
    }
    return lower_regs(t, 0);
}

static void result(cg_ctx *cx, const typed_job *j, const mir_var *t, uint32_t first, uint32_t n, bool to_regs) {
    for (uint32_t c = 0; c < j->channels; c++) {
        isa_operand v = at_lane(&j->i->i.dst, cx->fn, (int32_t)((c * j->lanes + first) * 4));
        isa_operand r = lower_regs(t, (int32_t)(c * j->block_b));
        cg_copy(cx, to_regs ? r : v, to_regs ? v : r, n * 4);
    }
}

static isa_msg description(const cg_ctx *cx, const typed_job *j, bool returns) {
    uint32_t n_data = !has_data(j) ? 0 : j->atomic ? 1u + (j->msg.data2.file != ISA_FILE_NONE) : j->channels;
    uint32_t regs = j->block_b / cx->m->grf_b;
    isa_msg d = {.kind = j->msg.kind,
                 .elt_b = 4,
                 .chan_mask = j->msg.chan_mask,
                 .op = j->msg.op,
                 .bti = j->msg.surface_is_var ? 0 : j->msg.surface_bti};
    if (j->lsc)
        d = lower_lsc_msg(&j->msg);
    d.simd = cx->m->hdc_min_simd;
    d.n_elt = (uint8_t)j->channels;
    d.returns = j->atomic && returns;
    d.elt_b = 4;
    d.mlen_grf = (uint8_t)(regs * (j->lsc ? j->coords : 1));
    d.xlen_grf = (uint8_t)(regs * (n_data + (j->lsc ? 0 : j->coords - 1)));
    return d;
}

static cmc_status lower_part(cg_ctx *cx, const typed_job *j, uint32_t first, uint32_t n) {
    bool wanted = j->i->i.dst.file != ISA_FILE_NONE && !cg_is_null(&j->i->i.dst);
    isa_operand src0 = payload(cx, j, first, n, 0, j->lsc ? j->coords : 1, false);
    isa_operand src1 = payload(cx, j, first, n, j->lsc ? j->coords : 1, j->coords, has_data(j));
    isa_operand dst = isa_null(ISA_TYPE_NONE);
    const mir_var *t = NULL;
    if (wanted) {
        t = cg_temp(cx, ISA_UD, j->channels * j->block_b, (uint16_t)cx->m->grf_b, "typed");
        if (j->i->i.pred != ISA_PRED_NONE)
            result(cx, j, t, first, n, true);
        dst = lower_regs(t, 0);
    }
    isa_msg d = description(cx, j, wanted);
    mir_inst *send = NULL;
    CMC_TRY(lower_send(cx, &j->msg, &d, (uint8_t)n, dst, src0, src1, &send));
    const isa_inst *from = &j->i->i;
    send->i.pred = from->pred;
    send->i.pred_inv = from->pred_inv;
    send->i.vflag = from->vflag;
    send->i.flag_reg = from->flag_reg;
    send->i.flag_sub = from->flag_sub;
    send->i.no_mask = from->no_mask;
    send->i.chan_off = (uint8_t)(from->chan_off + first);
    if (t)
        result(cx, j, t, first, n, false);
    return CMC_OK;
}

cmc_status lower_typed(cg_ctx *cx, const mir_inst *i) {
    assert(i->msg);
    typed_job j;
    CMC_TRY(describe(cx, i, &j));
    for (uint32_t first = 0; first < j.lanes; first += j.part)
        CMC_TRY(lower_part(cx, &j, first, j.part));
    return CMC_OK;
}
