// SPDX-License-Identifier: MIT
// Messages of the legacy data port as LSC messages, and LSC blocks. Source: messages.md 4, genx-ir-and-passes.md
// B.19.
//
//   msg.byte_read (16|M0) %v addr0=%a elt_b=1 surface_bti=3      becomes
//   msg.lsc_load (16|M0) %v addr0=%a elt_b=1 addr_size_b=4 addr_type=3 surface_bti=3
//
// On targets with both ports, LSC takes scattered messages: it is faster, and only it is cached.

#include "lower_priv.h"

#include <assert.h>

enum { SLM_BTI = 254, PREDEC = 15 };

// Integer operations 1 to 15 of the data port, and its floating-point ones.
static const uint8_t int_ops[16] = {
    [1] = 0x18, [2] = 0x19,  [3] = 0x1a,  [4] = 0x0b,  [5] = 0x08,  [6] = 0x09,  [7] = 0x0c,
    [8] = 0x0d, [10] = 0x0f, [11] = 0x0e, [12] = 0x11, [13] = 0x10, [14] = 0x12,
};
static const uint8_t float_ops[8] = {
    [1] = 0x16, [2] = 0x15, [3] = 0x17, [4] = 0x13, [5] = 0x14, [6] = 0x13, [7] = 0x14};

static void set_place(mir_msg *m, bool a64) {
    m->addr_size_b = a64 ? 8 : 4;
    m->addr_type = ISA_ADDR_FLAT;
    if (a64)
        return;
    if (!m->surface_is_var && m->surface_bti == SLM_BTI)
        m->sfid = ISA_SFID_SLM;
    else
        m->addr_type = ISA_ADDR_BTI;
}

cmc_status lower_to_lsc(cg_ctx *cx, const mir_inst *i, mir_msg *m) {
    assert(!lower_is_lsc(m->kind) && "only legacy messages are translated");
    const uint8_t kind = m->kind;
    bool a64 = kind >= ISA_MSG_A64_BLOCK_READ && kind <= ISA_MSG_A64_ATOMIC_FLOAT;
    set_place(m, a64);
    switch ((isa_msg_kind)kind) {
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_A64_SCATTERED_READ:
        m->kind = ISA_MSG_LSC_LOAD;
        return CMC_OK;
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_A64_SCATTERED_WRITE:
        m->kind = ISA_MSG_LSC_STORE;
        return CMC_OK;
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_READ:
        m->kind = ISA_MSG_LSC_LOAD_QUAD;
        return CMC_OK;
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_A64_UNTYPED_WRITE:
        m->kind = ISA_MSG_LSC_STORE_QUAD;
        return CMC_OK;
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_A64_ATOMIC:
        m->op = int_ops[m->op & 15];
        break;
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_ATOMIC_FLOAT:
        m->op = float_ops[m->op & 7];
        break;
    default:
        return lower_error(cx, i, "message kind %u is not supported on %s", (unsigned)kind, cx->m->name);
    }
    m->kind = ISA_MSG_LSC_ATOMIC;
    if (m->op == 0)
        return lower_error(cx, i, "atomic operation %u of the legacy data port is not supported on %s",
                           (unsigned)i->msg->op, cx->m->name);
    return CMC_OK;
}

isa_msg lower_lsc_msg(const mir_msg *m) {
    assert(lower_is_lsc(m->kind));
    return (isa_msg){.kind = m->kind,
                     .sfid = m->sfid,
                     .elt_b = m->elt_b,
                     .chan_mask = m->chan_mask,
                     .op = m->op,
                     .addr_size_b = m->addr_size_b < 4 ? 4 : m->addr_size_b,
                     .addr_type = m->addr_type,
                     .bti = m->surface_is_var ? 0 : m->surface_bti,
                     .surf = m->surface_is_var ? 0 : m->surface_bti,
                     .l1 = m->l1,
                     .l3 = m->l3,
                     .high_half = m->high_half,
                     .prefetch = m->prefetch};
}

bool lower_imm_off_fits(const cg_ctx *cx, const mir_msg *m, int64_t off) {
    int64_t half = m->addr_type == ISA_ADDR_BTI ? 1 << 11 : 1 << 19;
    bool by_state = m->addr_type == ISA_ADDR_BSS || m->addr_type == ISA_ADDR_SS;
    return cx->m->has_lsc_imm_off && !m->surface_is_var && !by_state && off % 4 == 0 && off >= -half && off < half;
}
