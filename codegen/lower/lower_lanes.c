// SPDX-License-Identifier: MIT
// Lowering of messages with one address per lane: scattered and untyped reads and writes, atomics. Source:
// messages.md 3.4, 3.6, 3.7, 3.9.
//
//   msg.untyped_read (32|M0) %v addr0=%a<1;1,0>:ud chan_mask=1 lanes=32
// becomes two messages of 16 lanes. In the variable, data is ordered by element, with all lanes of an element
// adjacent; in a message, only the lanes of its group are. If the two layouts differ, temporaries and copies
// rearrange the data.

#include "lower_priv.h"

#include <assert.h>

typedef struct lanes_job {
    const mir_inst *i;
    const mir_msg *msg;
    mir_msg lsc;  // the LSC form of a legacy message
    isa_msg desc; // of one part
    bool a64;
    uint32_t lanes;   // of the whole message
    uint32_t part;    // lanes of one part
    uint32_t n_elt;   // elements or channels per lane, of the whole message
    uint32_t elts;    // of one part
    uint32_t reg_b;   // bytes of one element in registers
    uint32_t group_b; // bytes of one element's lanes in the message's registers
} lanes_job;

static uint32_t round_up(uint32_t n, uint32_t unit) {
    return (n + unit - 1) / unit * unit;
}

static bool kind_is_a64(uint8_t kind) {
    return kind == ISA_MSG_A64_SCATTERED_READ || kind == ISA_MSG_A64_SCATTERED_WRITE ||
           kind == ISA_MSG_A64_UNTYPED_READ || kind == ISA_MSG_A64_UNTYPED_WRITE || kind == ISA_MSG_A64_ATOMIC ||
           kind == ISA_MSG_A64_ATOMIC_FLOAT;
}

static bool kind_is_atomic(uint8_t kind) {
    return kind == ISA_MSG_UNTYPED_ATOMIC || kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || kind == ISA_MSG_A64_ATOMIC ||
           kind == ISA_MSG_A64_ATOMIC_FLOAT;
}

static bool kind_has_channels(uint8_t kind) {
    return kind == ISA_MSG_UNTYPED_READ || kind == ISA_MSG_UNTYPED_WRITE || kind == ISA_MSG_A64_UNTYPED_READ ||
           kind == ISA_MSG_A64_UNTYPED_WRITE || kind == ISA_MSG_LSC_LOAD_QUAD || kind == ISA_MSG_LSC_STORE_QUAD;
}

static bool kind_is_lsc_atomic(uint8_t kind) {
    return kind == ISA_MSG_LSC_ATOMIC || kind_is_atomic(kind);
}

enum { DATA_MAX_GRF = 8 };

static uint32_t simd_of(const cg_ctx *cx, uint32_t lanes) {
    return lanes <= cx->m->hdc_min_simd ? cx->m->hdc_min_simd : lanes <= 16 ? 16 : 32;
}

// Lanes of one message: the limit of the port, fewer for A64 atomics and for data of more than 8 registers.
static uint32_t part_lanes(const cg_ctx *cx, const lanes_job *j) {
    uint32_t narrow = cx->m->hdc_min_simd, n = lower_is_lsc(j->msg->kind) ? cx->m->lsc_max_exec : 16;
    if (j->lanes <= narrow)
        return j->lanes;
    if (j->a64 && kind_is_atomic(j->msg->kind))
        return narrow;
    while (n > narrow && j->n_elt * j->reg_b * n > DATA_MAX_GRF * (uint32_t)cx->m->grf_b)
        n /= 2;
    return n < j->lanes ? n : j->lanes;
}

// Elements of one message, fewer than all if even the narrowest message cannot hold them.
static uint32_t part_elts(const cg_ctx *cx, const lanes_job *j) {
    uint32_t n = j->n_elt;
    uint8_t kind = j->msg->kind;
    bool vector = kind == ISA_MSG_LSC_LOAD || kind == ISA_MSG_LSC_STORE || kind == ISA_MSG_A64_SCATTERED_READ ||
                  kind == ISA_MSG_A64_SCATTERED_WRITE;
    while (vector && n > 1 && n * j->reg_b * simd_of(cx, j->part) > DATA_MAX_GRF * (uint32_t)cx->m->grf_b)
        n = n == 3 ? 1 : n / 2;
    return n;
}

static void describe_hdc(const lanes_job *j, isa_msg *d) {
    const mir_msg *msg = j->msg;
    *d = (isa_msg){.kind = msg->kind,
                   .elt_b = msg->elt_b ? msg->elt_b : 4,
                   .n_elt = (uint8_t)j->n_elt,
                   .chan_mask = msg->chan_mask,
                   .op = msg->op,
                   .bti = j->a64                ? 255
                          : msg->surface_is_var ? 0
                                                : msg->surface_bti};
}

static cmc_status describe_job(cg_ctx *cx, const mir_inst *i, lanes_job *j) {
    j->i = i;
    j->msg = i->msg;
    if (cx->m->has_lsc && !lower_is_lsc(i->msg->kind)) {
        j->lsc = *i->msg;
        CMC_TRY(lower_to_lsc(cx, i, &j->lsc));
        j->msg = &j->lsc;
    }
    const mir_msg *msg = j->msg;
    bool lsc = lower_is_lsc(msg->kind);
    j->a64 = lsc ? msg->addr_size_b == 8 : kind_is_a64(msg->kind);
    j->lanes = msg->lanes ? msg->lanes : i->i.exec_size;
    if (j->lanes > 32 || (j->lanes & (j->lanes - 1)))
        return lower_error(cx, i, "message has %u lanes, expected a power of two up to 32", (unsigned)j->lanes);
    uint32_t elt_b = msg->elt_b ? msg->elt_b : 4;
    j->n_elt = kind_has_channels(msg->kind) ? (uint32_t)__builtin_popcount(msg->chan_mask & 15u)
               : msg->n_elt                 ? msg->n_elt
                                            : 1;
    if (j->n_elt == 0)
        return lower_error(cx, i, "message has no enabled channels");
    if (lsc && j->n_elt > 8)
        return lower_error(cx, i, "message has %u elements per lane, expected at most 8", (unsigned)j->n_elt);
    j->reg_b = elt_b < 4 ? 4 : elt_b;
    enum { FLOAT_ADD = 4 };
    bool float_sum =
        (msg->kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || msg->kind == ISA_MSG_A64_ATOMIC_FLOAT) && msg->op >= FLOAT_ADD;
    if (float_sum)
        return lower_error(cx, i,
                           "floating-point atomic addition is not supported on %s; use a loop of compare and exchange",
                           cx->m->name);
    enum { LSC_FADD = 0x13, LSC_FSUB = 0x14 };
    if (msg->kind == ISA_MSG_LSC_ATOMIC && msg->sfid == ISA_SFID_SLM && (msg->op == LSC_FADD || msg->op == LSC_FSUB))
        return lower_error(cx, i,
                           "local memory has no floating-point atomic addition; use a loop of compare and exchange");
    j->part = part_lanes(cx, j);
    j->elts = part_elts(cx, j);
    uint32_t simd = simd_of(cx, j->part);
    j->group_b = round_up(simd * j->reg_b, cx->m->grf_b);
    if (lsc)
        j->desc = lower_lsc_msg(msg);
    else
        describe_hdc(j, &j->desc);
    j->desc.n_elt = (uint8_t)j->elts;
    j->desc.simd = (uint8_t)simd;
    j->desc.elt_b = (uint8_t)elt_b;
    j->desc.returns = kind_is_lsc_atomic(msg->kind) && i->i.dst.file != ISA_FILE_NONE && !cg_is_null(&i->i.dst);
    return CMC_OK;
}

// Addresses

static isa_operand lane_shifted(const isa_operand *o, uint32_t first) {
    isa_operand s = *o;
    if (!cg_is_imm(o))
        s.off_b += cg_lane_off(o, first, false);
    return s;
}

// Adds off_b bytes to every address.
static void add_offset(cg_ctx *cx, mir_var *t, uint32_t n, int32_t off_b, bool a64) {
    if (off_b == 0)
        return;
    uint32_t step = a64 ? 2u * cx->m->grf_b / 8 : n;
    isa_type ty = a64 ? ISA_UQ : ISA_UD;
    for (uint32_t l = 0; l < n; l += step) {
        uint32_t w = n - l < step ? n - l : step;
        int32_t at = (int32_t)(l * (a64 ? 8 : 4));
        isa_operand src = mir_src(t, at, ty, w == 1 ? cg_scalar : cg_unit);
        cg_inst2(cx, a64 ? (uint16_t)MIR_ADD64 : (uint16_t)ISA_ADD, (uint8_t)w, mir_dst(t, at, ty, 1), src,
                 a64 ? isa_imm((uint64_t)(int64_t)off_b, ISA_Q) : isa_imm((uint32_t)off_b, ISA_UD));
    }
}

static cmc_status addresses32(cg_ctx *cx, const lanes_job *j, uint32_t first, uint32_t n, int32_t off_b,
                              isa_operand *out) {
    isa_operand a = lane_shifted(&j->msg->addr[0], first);
    bool packed = cg_stride(&j->msg->addr[0], j->lanes, false) == 1 || (j->lanes == 1 && cg_is_var(&a));
    bool offset = j->msg->addr[1].file != ISA_FILE_NONE && !(cg_is_imm(&j->msg->addr[1]) && j->msg->addr[1].imm == 0);
    bool plain = isa_type_size_b((isa_type)a.type) == 4 && packed && !offset && !a.mod && !off_b;
    if (plain && lower_can_use_regs(cx, &a, n * 4)) {
        *out = lower_regs(cg_var(cx, a.reg), a.off_b);
        return CMC_OK;
    }
    mir_var *t = cg_temp(cx, ISA_UD, round_up(n * 4, cx->m->grf_b), (uint16_t)cx->m->grf_b, "addr");
    isa_operand dst = mir_dst(t, 0, ISA_UD, 1), more = offset ? j->msg->addr[1] : isa_imm((uint32_t)off_b, ISA_UD);
    if (offset && cg_is_imm(&more)) {
        more = isa_imm((more.imm + (uint32_t)off_b) & UINT32_MAX, ISA_UD);
        off_b = 0;
    }
    if ((offset || off_b) && cg_is_imm(&a))
        cg_inst2(cx, ISA_ADD, (uint8_t)n, dst, more, a);
    else if (offset || off_b)
        cg_inst2(cx, ISA_ADD, (uint8_t)n, dst, a, more);
    else
        cg_inst1(cx, ISA_MOV, (uint8_t)n, dst, a);
    if (offset)
        add_offset(cx, t, n, off_b, false);
    *out = lower_regs(t, 0);
    return CMC_OK;
}

// One address for all lanes: its halves are broadcast to even and odd dwords, eight lanes at a time.
static void broadcast64(cg_ctx *cx, const mir_var *t, isa_operand a, uint32_t n) {
    for (uint32_t l = 0; l < n; l += 8)
        for (uint32_t half = 0; half < 2; half++) {
            isa_operand s = a;
            s.type = ISA_UD;
            s.rgn = cg_scalar;
            if (a.file == ISA_FILE_IMM)
                s = isa_imm(half ? a.imm >> 32 : a.imm & UINT32_MAX, ISA_UD);
            else
                s.off_b += (int32_t)(4 * half);
            cg_inst1(cx, ISA_MOV, (uint8_t)(n < 8 ? n : 8), mir_dst(t, (int32_t)(l * 8 + 4 * half), ISA_UD, 2), s);
        }
}

// A 64-bit base for all lanes plus 32- or 64-bit offsets.
static void based64(cg_ctx *cx, const lanes_job *j, mir_var *t, isa_operand a, uint32_t n) {
    isa_operand base = j->msg->addr[1];
    base.type = base.file == ISA_FILE_IMM ? ISA_UQ : base.type;
    uint32_t step = 2u * cx->m->grf_b / 8;
    for (uint32_t l = 0; l < n; l += step) {
        isa_operand s = lane_shifted(&a, l);
        uint32_t w = n - l < step ? n - l : step;
        cg_inst2(cx, MIR_ADD64, (uint8_t)w, mir_dst(t, (int32_t)(l * 8), ISA_UQ, 1), s, base);
    }
}

static cmc_status addresses64(cg_ctx *cx, const lanes_job *j, uint32_t first, uint32_t n, int32_t off_b,
                              isa_operand *out) {
    const isa_operand *o = &j->msg->addr[0];
    isa_operand a = lane_shifted(o, first);
    bool packed = cg_stride(o, j->lanes, false) == 1 || (j->lanes == 1 && cg_is_var(o));
    if (isa_type_size_b((isa_type)o->type) != 8)
        return lower_error(cx, j->i, "addresses have %u bytes, expected 8",
                           (unsigned)isa_type_size_b((isa_type)o->type));
    bool based = j->msg->addr[1].file != ISA_FILE_NONE;
    if (packed && !off_b && !based && lower_can_use_regs(cx, &a, n * 8)) {
        *out = lower_regs(cg_var(cx, a.reg), a.off_b);
        return CMC_OK;
    }
    if (!packed && !cg_is_scalar(o, j->lanes))
        return lower_error(cx, j->i, "64-bit addresses must be packed or the same for all lanes");
    mir_var *t = cg_temp(cx, ISA_UQ, round_up(n * 8, cx->m->grf_b), (uint16_t)cx->m->grf_b, "addr");
    if (based)
        based64(cx, j, t, a, n);
    else if (packed)
        cg_copy(cx, lower_regs(t, 0), a, n * 8);
    else
        broadcast64(cx, t, a, n);
    add_offset(cx, t, n, off_b, true);
    *out = lower_regs(t, 0);
    return CMC_OK;
}

// Data

typedef struct part {
    uint32_t first, n;   // lanes
    uint32_t elt, n_elt; // elements per lane
} part;

// Whether a part has the same layout in the variable as in the message's registers.
static bool same_layout(const lanes_job *j, const part *p) {
    return p->n_elt == 1 || (p->n == j->lanes && p->n * j->reg_b == j->group_b);
}

// Byte offset in the variable of an element of the part.
static int32_t part_at(const lanes_job *j, const part *p, uint32_t elt) {
    return (int32_t)(((p->elt + elt) * j->lanes + p->first) * j->reg_b);
}

static mir_var *data_temp(cg_ctx *cx, const lanes_job *j, uint32_t blocks) {
    return cg_temp(cx, ISA_UD, blocks * j->group_b, (uint16_t)cx->m->grf_b, "lanes");
}

// Copies between the variable's layout at o and the message's at regs.
static void rearrange(cg_ctx *cx, const lanes_job *j, const part *p, const isa_operand *o, const mir_var *regs,
                      uint32_t regs_off_b, bool to_regs) {
    for (uint32_t e = 0; e < p->n_elt; e++) {
        isa_operand v = lower_regs(cg_var(cx, o->reg), o->off_b + part_at(j, p, e));
        isa_operand r = lower_regs(regs, (int32_t)(regs_off_b + e * j->group_b));
        cg_copy(cx, to_regs ? r : v, to_regs ? v : r, p->n * j->reg_b);
    }
}

// Bytes of registers that a part's elements span.
static uint32_t part_size(const lanes_job *j, const part *p) {
    return (p->n_elt - 1) * j->group_b + p->n * j->reg_b;
}

static isa_operand write_data(cg_ctx *cx, const lanes_job *j, uint32_t n_operands, const part *p) {
    if (n_operands == 0)
        return isa_null(ISA_TYPE_NONE);
    isa_operand o = lower_regs(cg_var(cx, j->msg->data.reg), j->msg->data.off_b + part_at(j, p, 0));
    if (n_operands == 1 && same_layout(j, p) && lower_can_use_regs(cx, &o, part_size(j, p)))
        return o;
    mir_var *t = data_temp(cx, j, n_operands * p->n_elt);
    rearrange(cx, j, p, &j->msg->data, t, 0, true);
    if (n_operands == 2)
        rearrange(cx, j, p, &j->msg->data2, t, j->group_b, true);
    return lower_regs(t, 0);
}

static isa_operand read_regs(cg_ctx *cx, const lanes_job *j, const part *p, const mir_var **temp) {
    const isa_operand *d = &j->i->i.dst;
    isa_operand o = lower_regs(cg_var(cx, d->reg), d->off_b + part_at(j, p, 0));
    *temp = NULL;
    if (cg_is_var(d) && same_layout(j, p) && lower_can_use_regs(cx, &o, part_size(j, p)))
        return o;
    mir_var *t = data_temp(cx, j, p->n_elt);
    if (j->i->i.pred != ISA_PRED_NONE) // lanes that are off keep their old values
        rearrange(cx, j, p, d, t, 0, true);
    *temp = t;
    return lower_regs(t, 0);
}

// Parts

static bool kind_reads(uint8_t kind) {
    return kind == ISA_MSG_BYTE_READ || kind == ISA_MSG_UNTYPED_READ || kind == ISA_MSG_A64_SCATTERED_READ ||
           kind == ISA_MSG_A64_UNTYPED_READ || kind == ISA_MSG_LSC_LOAD || kind == ISA_MSG_LSC_LOAD_QUAD;
}

static void take_predicate(isa_inst *send, const isa_inst *from, uint32_t first) {
    send->pred = from->pred;
    send->pred_inv = from->pred_inv;
    send->vflag = from->vflag;
    send->flag_reg = from->flag_reg;
    send->flag_sub = from->flag_sub;
    send->no_mask = from->no_mask;
    send->chan_off = (uint8_t)(from->chan_off + first);
}

static cmc_status lower_part(cg_ctx *cx, const lanes_job *j, const part *p) {
    bool reads = kind_reads(j->msg->kind), result = (reads && !j->msg->prefetch) || j->desc.returns;
    uint32_t n_data = reads ? 0 : kind_is_lsc_atomic(j->msg->kind) ? isa_msg_atomic_operands(&j->desc) : 1;
    isa_operand addr, dst = isa_null(ISA_TYPE_NONE);
    isa_msg desc = j->desc;
    int32_t off_b = j->msg->imm_off + (int32_t)(p->elt * j->desc.elt_b);
    if (lower_is_lsc(j->msg->kind) && lower_imm_off_fits(cx, j->msg, off_b)) {
        desc.imm_off = off_b;
        off_b = 0;
    }
    CMC_TRY(j->a64 ? addresses64(cx, j, p->first, p->n, off_b, &addr)
                   : addresses32(cx, j, p->first, p->n, off_b, &addr));
    if (n_data && (!cg_is_var(&j->msg->data) || (n_data > 1 && !cg_is_var(&j->msg->data2))))
        return lower_error(cx, j->i, "atomic operation lacks its operands");
    isa_operand data = write_data(cx, j, n_data, p);
    const mir_var *temp = NULL;
    if (result)
        dst = read_regs(cx, j, p, &temp);
    mir_inst *send = NULL;
    CMC_TRY(lower_send(cx, j->msg, &desc, (uint8_t)p->n, dst, addr, data, &send));
    take_predicate(&send->i, &j->i->i, p->first);
    if (temp)
        rearrange(cx, j, p, &j->i->i.dst, temp, 0, false);
    return CMC_OK;
}

cmc_status lower_lanes(cg_ctx *cx, const mir_inst *i) {
    assert(i->msg);
    lanes_job j = {0};
    CMC_TRY(describe_job(cx, i, &j));
    for (uint32_t first = 0; first < j.lanes; first += j.part)
        for (uint32_t e = 0; e < j.n_elt; e += j.elts) {
            part p = {first, j.part, e, j.elts};
            CMC_TRY(lower_part(cx, &j, &p));
        }
    return CMC_OK;
}
