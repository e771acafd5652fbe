// SPDX-License-Identifier: MIT
// The reads and writes of a machine IR instruction: isa_inst_effects with three corrections.
//
//  - Pseudo instructions have effects too (except undef, which liveness interprets).
//  - A send reads whole registers, but only some bytes matter: a 16-byte block write needs 16 bytes of its data
//    register. Reads are trimmed to those, so the rest of the register is free for other variables.
//  - Without SIMD control flow every channel is on, so only a predicate makes a write partial.

#include "codegen_priv.h"

#include <assert.h>

typedef struct filter {
    isa_access_fn cb;
    void *user;
    int32_t src_b[2]; // bytes that a send needs of each source; INT32_MAX = all
} filter;

// Sends

static bool is_block(const isa_msg *msg) {
    return msg->simd == 1 && msg->size_b > 0 && msg->kind != ISA_MSG_LSC_LOAD_2D && msg->kind != ISA_MSG_LSC_STORE_2D &&
           msg->kind != ISA_MSG_MEDIA_READ && msg->kind != ISA_MSG_MEDIA_WRITE;
}

// Messages of the load/store unit with one group of addresses: they use all of src0 except for absent lanes. Images
// have several groups, the coordinates.
static bool is_lsc(const isa_msg *msg) {
    return msg->sfid != ISA_SFID_CRE &&
           (msg->kind == ISA_MSG_LSC_LOAD || msg->kind == ISA_MSG_LSC_STORE || msg->kind == ISA_MSG_LSC_LOAD_QUAD ||
            msg->kind == ISA_MSG_LSC_STORE_QUAD || msg->kind == ISA_MSG_LSC_ATOMIC);
}

// Lane messages whose registers hold one plain group of lanes.
static bool is_lanes(const isa_msg *msg) {
    if (is_lsc(msg))
        return msg->simd > 1;
    return msg->kind >= ISA_MSG_BYTE_READ && msg->kind <= ISA_MSG_A64_ATOMIC_FLOAT && msg->simd > 1 &&
           msg->kind != ISA_MSG_TYPED_READ && msg->kind != ISA_MSG_TYPED_WRITE && msg->kind != ISA_MSG_TYPED_ATOMIC &&
           !msg->header;
}

static void trim_sources(filter *f, const isa_inst *i, const isa_msg *msg) {
    f->src_b[0] = f->src_b[1] = INT32_MAX;
    if (msg->kind == ISA_MSG_A64_BLOCK_READ || msg->kind == ISA_MSG_A64_BLOCK_WRITE)
        f->src_b[0] = msg->addr_size_b; // the header is the address and unused bits
    if (is_lsc(msg))
        f->src_b[0] = (msg->transpose ? 1 : i->exec_size) * msg->addr_size_b;
    if (is_block(msg)) {
        f->src_b[1] = msg->size_b;
    } else if (is_lanes(msg) && i->exec_size < msg->simd) {
        f->src_b[0] = i->exec_size * msg->addr_size_b;
        if (msg->n_elt <= 1 && isa_msg_atomic_operands(msg) <= 1)
            f->src_b[1] = i->exec_size * msg->reg_elt_b;
    }
}

static void forward_send(void *user, const isa_access *a) {
    filter *f = user;
    isa_access t = *a;
    if (a->who == ISA_WHO_SRC0 || a->who == ISA_WHO_SRC1) {
        int32_t limit = f->src_b[a->who - ISA_WHO_SRC0];
        t.len_b = t.len_b > limit ? limit : t.len_b;
    }
    f->cb(f->user, &t);
}

// Lanes beyond the execution size keep their bytes; the others are surely written unless predicated.
static void lane_result(const isa_inst *i, const isa_msg *msg, filter *f, int32_t grf_b) {
    int32_t group = msg->simd * msg->reg_elt_b;
    group = (group + grf_b - 1) / grf_b * grf_b;
    int32_t n = group ? msg->rlen_grf * grf_b / group : 0;
    for (int32_t e = 0; e < n; e++) {
        isa_access a = {.who = ISA_WHO_DST,
                        .write = true,
                        .partial_lanes = i->pred != ISA_PRED_NONE,
                        .dense = true,
                        .file = i->dst.file,
                        .reg = i->dst.reg,
                        .off_b = i->dst.off_b + e * group,
                        .len_b = i->exec_size * msg->reg_elt_b};
        f->cb(f->user, &a);
    }
}

static void send_effects(const isa_model *m, isa_inst i, filter *f) {
    isa_msg msg;
    if (i.desc_is_reg) { // the known bits of the descriptor hold the lengths
        isa_access a = {.who = ISA_WHO_ADDR, .dense = true, .file = ISA_FILE_ARF, .reg = ISA_ARF_A0, .len_b = 4};
        f->cb(f->user, &a);
        i.desc_is_reg = false;
    }
    isa_send_describe(m, &i, &msg);
    trim_sources(f, &i, &msg);
    bool lanes = i.no_mask && is_lanes(&msg) && i.exec_size < msg.simd && msg.rlen_grf && !cg_is_null(&i.dst);
    if (lanes) {
        lane_result(&i, &msg, f, m->grf_b);
        i.dst = isa_null(ISA_TYPE_NONE);
    }
    isa_inst_effects(m, &i, forward_send, f);
}

// Pseudo instructions

static void range(filter *f, uint8_t who, bool write, bool partial, const isa_operand *o, int32_t len_b) {
    if (o->file != ISA_FILE_VREG && o->file != ISA_FILE_GRF)
        return;
    isa_access a = {.who = who,
                    .write = write,
                    .partial_lanes = partial,
                    .dense = true,
                    .file = o->file,
                    .reg = o->reg,
                    .off_b = o->off_b,
                    .len_b = len_b};
    f->cb(f->user, &a);
}

static int32_t rest_of(const mir_fn *fn, const isa_operand *o) {
    if (o->file != ISA_FILE_VREG || o->reg >= fn->vars.len)
        return 0;
    return (int32_t)fn->vars.data[o->reg]->size_b - o->off_b;
}

// The exact registers of a logical message are known only after its lowering, so it reads whole variables and partly
// writes its result.
static void message_effects(const mir_fn *fn, const mir_inst *i, filter *f) {
    const mir_msg *msg = i->msg;
    const isa_operand *srcs[] = {&msg->addr[0], &msg->addr[1], &msg->addr[2], &msg->data, &msg->data2, &msg->surface};
    for (uint32_t k = 0; k < sizeof(srcs) / sizeof(srcs[0]); k++)
        range(f, ISA_WHO_SRC0, false, false, srcs[k], rest_of(fn, srcs[k]));
    range(f, ISA_WHO_DST, true, true, &i->i.dst, rest_of(fn, &i->i.dst));
    isa_inst pred = {.op = ISA_MOV,
                     .exec_size = i->i.exec_size,
                     .chan_off = i->i.chan_off,
                     .pred = i->i.pred,
                     .vflag = i->i.vflag,
                     .flag_reg = i->i.flag_reg,
                     .flag_sub = i->i.flag_sub};
    isa_inst_effects(fn->model, &pred, f->cb, f->user);
}

static void pseudo_effects(const mir_fn *fn, const mir_inst *i, isa_inst t, filter *f) {
    switch ((mir_op)i->i.op) {
    case MIR_COPY:
        range(f, ISA_WHO_SRC0, false, false, &i->i.src[0], (int32_t)i->len_b);
        range(f, ISA_WHO_DST, true, false, &i->i.dst, (int32_t)i->len_b);
        return;
    case MIR_MSG:
        message_effects(fn, i, f);
        return;
    case MIR_ADD64:
    case MIR_SUB64:
    case MIR_MUL32:
    case MIR_MULH32:
        t.op = ISA_ADD;
        isa_inst_effects(fn->model, &t, f->cb, f->user);
        return;
    case MIR_CBR:
        t.op = ISA_JMPI;
        isa_inst_effects(fn->model, &t, f->cb, f->user);
        return;
    case MIR_OP_FIRST:
    case MIR_UNDEF:
    case MIR_EOT:
    case MIR_BR:
    case MIR_SKIP:
    case MIR_OP_COUNT:
        return;
    }
}

void cg_effects(const mir_fn *fn, const mir_inst *i, bool simd_flow, isa_access_fn cb, void *user) {
    assert(fn && i && cb);
    filter f = {.cb = cb, .user = user};
    isa_inst t = i->i;
    if (!simd_flow)
        t.no_mask = true;
    if (mir_op_is_pseudo(i->i.op))
        pseudo_effects(fn, i, t, &f);
    else if (cg_is_send(i))
        send_effects(fn->model, t, &f);
    else
        isa_inst_effects(fn->model, &t, cb, user);
}
