// SPDX-License-Identifier: MIT
// Which lanes of an instruction write: execution mask and predicate (isa-semantics.md section 1).

#include "sim_priv.h"

// For each lane, whether any (or all) flag bits of its aligned group of `width` lanes are set.
static uint32_t over_groups(uint32_t bits, unsigned width, bool all) {
    uint32_t group = width >= 32 ? UINT32_MAX : (1u << width) - 1, r = 0;
    for (unsigned i = 0; i < 32; i += width) {
        uint32_t g = bits >> i & group;
        if (all ? g == group : g != 0)
            r |= group << i;
    }
    return r;
}

static uint32_t combine(const sim_inst *in, uint32_t flag) {
    uint32_t bits = flag >> in->flag_base;
    switch (in->pred) {
    case ISA_PRED_NORMAL:
        return bits >> in->chan_off;
    case ISA_PRED_ANYV:
    case ISA_PRED_ALLV: { // both halves of the register, same channel
        uint32_t other = in->flag_base != 0 ? flag : flag >> 16;
        return (in->pred == ISA_PRED_ANYV ? bits | other : bits & other) >> in->chan_off;
    }
    case ISA_PRED_ANY:
    case ISA_PRED_ALL: {
        uint32_t own = bits >> in->chan_off & in->lane_mask;
        bool hit = in->pred == ISA_PRED_ANY ? own != 0 : own == in->lane_mask;
        return hit ? UINT32_MAX : 0;
    }
    default: { // any2h .. all32h
        unsigned k = in->pred - (unsigned)ISA_PRED_ANY2H;
        return over_groups(bits, 2u << (k / 2), k % 2 != 0) >> in->chan_off;
    }
    }
}

uint32_t sim_pred_bits(const sim_thread *t, const sim_inst *in) {
    if (in->pred == ISA_PRED_NONE)
        return in->lane_mask;
    uint32_t flag = sim_u32_get(t->regs + SIM_ARF_F + 4u * in->flag_reg);
    uint32_t bits = combine(in, flag);
    return (in->pred_inv ? ~bits : bits) & in->lane_mask;
}

uint32_t sim_write_mask(const sim_thread *t, const sim_inst *in) {
    uint32_t mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    return in->pred == ISA_PRED_NONE ? mask : mask & sim_pred_bits(t, in);
}
