// SPDX-License-Identifier: MIT
// Sampler, gateway and thread-spawner messages: descriptor <-> isa_msg.
//
//   0x02000004 on gtwy -> barrier      0x02000010 with EOT -> end of thread      0x021ff000 on smpl
//   -> sampler flush
//
// A named barrier has the descriptor of any barrier (its number is payload), so it describes as
// ISA_MSG_BARRIER. Sampler fields: [7:0] bti, [11:8] sampler, [16:12] type, [18:17] lanes, [30]
// 16-bit result.

#include "msg_priv.h"

#include <assert.h>

enum { GTWY_EOT = 0, GTWY_BARRIER = 4, DESC_EOT = 0x10, SAMPLER_CHANNELS = 4 };

// The number of parameters for each lane of a 2-D surface.
static unsigned sampler_params(uint8_t type) {
    switch (type) {
    case ISA_SAMPLER_SAMPLE:
    case ISA_SAMPLER_GATHER4:
    case ISA_SAMPLER_SAMPLE_LZ:
    case ISA_SAMPLER_LD_LZ:
        return 2;
    case ISA_SAMPLER_SAMPLE_L:
    case ISA_SAMPLER_SAMPLE_B:
    case ISA_SAMPLER_SAMPLE_C:
    case ISA_SAMPLER_LD:
        return 3;
    case ISA_SAMPLER_SAMPLE_D:
        return 6;
    default:
        return 1;
    }
}

static bool sampler_knows(uint8_t type) {
    switch (type) {
    case ISA_SAMPLER_SAMPLE:
    case ISA_SAMPLER_SAMPLE_B:
    case ISA_SAMPLER_SAMPLE_L:
    case ISA_SAMPLER_SAMPLE_C:
    case ISA_SAMPLER_SAMPLE_D:
    case ISA_SAMPLER_LD:
    case ISA_SAMPLER_GATHER4:
    case ISA_SAMPLER_RESINFO:
    case ISA_SAMPLER_SAMPLE_LZ:
    case ISA_SAMPLER_LD_LZ:
    case ISA_SAMPLER_FLUSH:
        return true;
    default:
        return false;
    }
}

static cmc_status describe_sampler(const isa_model *m, uint32_t desc, isa_msg *msg) {
    uint8_t type = (uint8_t)msg_bits(desc, 12, 5);
    uint32_t mode = msg_bits(desc, 17, 2);
    if (!sampler_knows(type) || mode == 0 || msg_bits(desc, 29, 1) != 0) // half-precision modes
        return CMC_ERR_UNSUPPORTED;
    msg->kind = ISA_MSG_SAMPLER;
    msg->op = type;
    msg->bti = (uint8_t)msg_bits(desc, 0, 8);
    msg->sampler = (uint8_t)msg_bits(desc, 8, 4);
    msg->simd = (uint8_t)(mode == 3 ? 32u : m->hdc_min_simd * mode);
    msg->elt_b = msg_bits(desc, 30, 1) ? 2 : 4; // 16-bit return
    msg->reg_elt_b = msg->elt_b;
    return CMC_OK;
}

static void describe_gateway(const isa_inst *send, isa_msg *msg) {
    uint8_t op = (uint8_t)msg_bits(send->desc, 0, 4);
    msg->op = op;
    msg->simd = 1;
    msg->header = false;
    msg->kind = op == GTWY_BARRIER            ? ISA_MSG_BARRIER
                : op == GTWY_EOT && send->eot ? ISA_MSG_EOT
                                              : ISA_MSG_GATEWAY_OTHER;
}

cmc_status msg_misc_describe(const isa_model *m, const isa_inst *send, isa_msg *msg) {
    if (msg->sfid == ISA_SFID_SMPL)
        return describe_sampler(m, send->desc, msg);
    if (msg->sfid == ISA_SFID_GTWY) {
        describe_gateway(send, msg);
        return CMC_OK;
    }
    if (msg->sfid == ISA_SFID_TS && m->eot_sfid == ISA_SFID_TS && send->eot) {
        msg->kind = ISA_MSG_EOT;
        msg->header = false;
        msg->simd = 1;
        return CMC_OK;
    }
    return CMC_ERR_UNSUPPORTED;
}

static cmc_status build_sampler(const isa_model *m, isa_msg *msg, uint32_t *desc, cmc_diag *d) {
    if (!sampler_knows(msg->op)) {
        cmc_diag_error(d, "ISA0101", "sampler message type %u is not supported", msg->op);
        return CMC_ERR_UNSUPPORTED;
    }
    msg->sfid = ISA_SFID_SMPL;
    if (msg->op == ISA_SAMPLER_FLUSH) {
        msg->header = true;
        msg->simd = 32;
    }
    uint32_t mode = msg->simd == 32 ? 3 : msg->simd <= m->hdc_min_simd ? 1 : 2;
    msg->simd = (uint8_t)(mode == 3 ? 32u : m->hdc_min_simd * mode);
    if (msg->elt_b == 0)
        msg->elt_b = 4;
    *desc = msg->bti | (uint32_t)(msg->sampler & 15u) << 8 | (uint32_t)msg->op << 12 | mode << 17 |
            (uint32_t)msg->header << 19 | (msg->elt_b == 2 ? 1u << 30 : 0);
    return CMC_OK;
}

cmc_status msg_misc_build(const isa_model *m, isa_msg *msg, uint32_t *desc, uint32_t *exdesc, cmc_diag *d) {
    assert(desc && exdesc);
    *exdesc = 0;
    msg->simd = msg->kind == ISA_MSG_SAMPLER ? msg->simd : 1;
    switch (msg->kind) {
    case ISA_MSG_SAMPLER:
        return build_sampler(m, msg, desc, d);
    case ISA_MSG_NAMED_BARRIER:
        if (!m->has_named_barrier) {
            cmc_diag_error(d, "ISA0101", "%s has no named barriers", m->name);
            return CMC_ERR_UNSUPPORTED;
        }
        // fall through
    case ISA_MSG_BARRIER:
        msg->sfid = ISA_SFID_GTWY;
        *desc = GTWY_BARRIER;
        return CMC_OK;
    case ISA_MSG_EOT:
        msg->sfid = m->eot_sfid;
        msg->end_of_thread = true;
        *desc = DESC_EOT;
        return CMC_OK;
    case ISA_MSG_GATEWAY_OTHER:
        msg->sfid = ISA_SFID_GTWY;
        *desc = msg->op & 15u;
        return CMC_OK;
    default:
        cmc_diag_error(d, "ISA0101", "message kind %u cannot be built", msg->kind);
        return CMC_ERR_UNSUPPORTED;
    }
}

msg_lens msg_misc_lens(const isa_model *m, const isa_msg *msg) {
    assert(msg->kind >= ISA_MSG_SAMPLER && msg->kind < ISA_MSG_KIND_COUNT);
    msg_lens l = {.mlen = 1};
    if (msg->kind != ISA_MSG_SAMPLER)
        return l;
    if (msg->op == ISA_SAMPLER_FLUSH) {
        l.rlen = 1;
        return l;
    }
    unsigned group = msg_regs(m, msg->simd * 4u);
    unsigned channels = msg->chan_mask ? (unsigned)__builtin_popcount(msg->chan_mask) : SAMPLER_CHANNELS;
    l.mlen = msg->header + sampler_params(msg->op) * group;
    l.rlen = channels * msg_regs(m, (unsigned)msg->simd * msg->elt_b);
    return l;
}
