// SPDX-License-Identifier: MIT
// Instruction latencies of the published scheduling model, for schedulers and estimates.
//
//   add (16|M0) r4:f ...      result after 11 cycles on Xe-HPG, its pipe is busy for 2
//   send.ugm ... load         200 cycles unless the message requests L1

#include "isa_priv.h"

#include <assert.h>
#include <stddef.h>

static const isa_latencies rows[] = {
#define LATENCY(first, last, a8, a16, a32, acc, arf, m8, m16, m32, div, dp, br, slm, slm2, l1, l3, smpl, fence, bar,   \
                other)                                                                                                 \
    {first, last, a8, a16, a32, acc, arf, m8, m16, m32, div, dp, br, slm, slm2, l1, l3, smpl, fence, bar, other},
#include "tables/latency.def"
#undef LATENCY
};

const isa_latencies *isa_latencies_get(const isa_model *m) {
    assert(m);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (m->family >= (isa_family)rows[i].first && m->family <= (isa_family)rows[i].last)
            return &rows[i];
    return &rows[0];
}

static uint16_t by_lanes(uint8_t exec_size, uint16_t l8, uint16_t l16, uint16_t l32) {
    return exec_size <= 8 ? l8 : exec_size <= 16 ? l16 : l32;
}

// True if the message requests L1 caching (cache codes 2, 3, 4, 5, 7 keep the line in L1).
static bool asks_for_l1(const isa_msg *msg) {
    return msg->l1 >= 2 && msg->l1 != 6;
}

static uint16_t message_latency(const isa_model *m, const isa_latencies *l, const isa_inst *in) {
    isa_msg msg;
    isa_inst t = *in;
    t.desc_is_reg = false; // the known bits of a register descriptor identify the message
    if (isa_send_describe(m, &t, &msg) != CMC_OK)
        return l->other;
    switch ((isa_msg_kind)msg.kind) {
    case ISA_MSG_SAMPLER:
        return l->sampler;
    case ISA_MSG_BARRIER:
    case ISA_MSG_NAMED_BARRIER:
        return l->barrier;
    case ISA_MSG_HDC_FENCE:
    case ISA_MSG_LSC_FENCE:
        return l->fence;
    case ISA_MSG_UNKNOWN:
    case ISA_MSG_EOT:
    case ISA_MSG_GATEWAY_OTHER:
        return l->other;
    default:
        break;
    }
    bool slm = msg.sfid == ISA_SFID_SLM || (!m->has_lsc && msg.bti == 254) || (m->has_hdc && msg.bti == 254);
    if (slm)
        return msg.simd > 16 ? l->slm32 : l->slm;
    return asks_for_l1(&msg) ? l->l1 : l->l3;
}

static uint16_t math_latency(const isa_latencies *l, const isa_inst *in) {
    uint16_t by = by_lanes(in->exec_size, l->math8, l->math16, l->math32);
    bool division =
        in->fc == ISA_MATH_FDIV || in->fc == ISA_MATH_POW || (in->fc >= ISA_MATH_IDIV && in->fc <= ISA_MATH_IREM);
    return division && l->division > by ? l->division : by;
}

uint16_t isa_inst_latency(const isa_model *m, const isa_inst *in) {
    assert(m && in);
    const isa_latencies *l = isa_latencies_get(m);
    const isa_op_info *info = isa_op_get((isa_op)in->op);
    switch ((isa_format)info->format) {
    case ISA_FMT_SEND:
        return message_latency(m, l, in);
    case ISA_FMT_MATH:
        return math_latency(l, in);
    case ISA_FMT_DPAS:
        return (uint16_t)(l->dpas + (in->dpas_count ? in->dpas_count - 1 : 0));
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        return l->branch;
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
    case ISA_FMT_NULLARY:
    case ISA_FMT_NONE:
        return 1;
    default:
        if (m->sbid_count && isa_inst_pipe(m, in) == ISA_PIPE_NONE) // doubles of fp64_on_math
            return math_latency(l, in);
        break;
    }
    uint32_t kind = in->dst.reg & 0xf0;
    if (in->dst.file == ISA_FILE_ARF && kind == ISA_ARF_ACC)
        return l->acc;
    if (in->cmod || (in->dst.file == ISA_FILE_ARF && kind != ISA_ARF_NULL))
        return l->arf;
    return by_lanes(in->exec_size, l->alu8, l->alu16, l->alu32);
}

uint16_t isa_inst_occupancy(const isa_model *m, const isa_inst *in) {
    assert(m && in);
    const isa_op_info *info = isa_op_get((isa_op)in->op);
    if (info->format == ISA_FMT_SEND || info->format == ISA_FMT_SYNC)
        return 1;
    uint16_t lanes = m->native_exec_32b;
    if (isa_type_size_b((isa_type)in->dst.type) == 8 && lanes == 8)
        lanes = 4;
    uint16_t n = (uint16_t)((in->exec_size + lanes - 1) / lanes);
    n = n ? n : 1;
    return info->format == ISA_FMT_MATH                     ? (uint16_t)(4 * n)
           : info->format == ISA_FMT_DPAS && in->dpas_count ? in->dpas_count
                                                            : n;
}
