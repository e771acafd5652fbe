// SPDX-License-Identifier: MIT
// lower_msg: turn logical messages into headers, payloads and sends of the target.
//
//   before
//     msg.a64_block_read (1|M0) %v addr0=%p<0;1,0>:uq size_b=64 elt_b=16
//     eot
//   after
//     (W) mov (2|M0) %hdr<1>:ud %p<1;1,0>:ud
//     (W) send.dc1 (1|M0) %v %hdr null 0x0 0x022D03FF
//     (W) mov (8|M0) %eot<1>:ud %r0<1;1,0>:ud             // %eot fixed at r127
//     (W) send.ts (8|M0) null %eot null 0x0 0x02000010 {EOT}
//
// A message larger than the hardware's limit is split. Variables named by a send start on a register and hold whole
// registers. A variable inside another one cannot, so a temporary and a copy take its place.

#include "lower_priv.h"

static cmc_status lower_one(cg_ctx *cx, const mir_inst *i) {
    switch ((isa_msg_kind)i->msg->kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
        return lower_block(cx, i);
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_MEDIA_WRITE:
        return lower_media(cx, i);
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_ATOMIC:
        return lower_lanes(cx, i);
    case ISA_MSG_LSC_LOAD_2D:
    case ISA_MSG_LSC_STORE_2D:
        return lower_2d(cx, i);
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_TYPED_ATOMIC:
        return lower_typed(cx, i);
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_STORE:
        return i->msg->transpose ? lower_block(cx, i) : lower_lanes(cx, i);
    case ISA_MSG_BARRIER:
    case ISA_MSG_NAMED_BARRIER:
        return lower_barrier(cx, i);
    case ISA_MSG_LSC_FENCE:
        return lower_lsc_fence(cx, i);
    case ISA_MSG_SAMPLER:
        return lower_cache_flush(cx);
    case ISA_MSG_HDC_FENCE:
        return lower_fence(cx, i->msg->surface_bti == 254 ? 254 : 0, i->msg->op);
    default:
        return lower_error(cx, i, "message kind %u is not supported on %s", (unsigned)i->msg->kind, cx->m->name);
    }
}

// Whether a message stores to global memory; the contents of shared local memory end with the group.
static bool stores(const mir_inst *i) {
    if (i->i.op != MIR_MSG || i->msg->sfid == ISA_SFID_SLM || (i->msg->surface_bti == 254 && !i->msg->surface_is_var))
        return false;
    switch ((isa_msg_kind)i->msg->kind) {
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_A64_BLOCK_WRITE:
    case ISA_MSG_MEDIA_WRITE:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_TYPED_ATOMIC:
    case ISA_MSG_LSC_STORE:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_STORE_2D:
    case ISA_MSG_LSC_ATOMIC:
        return true;
    default:
        return false;
    }
}

static bool fn_stores(const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (stores(i) || cg_is_send(i)) // the effect of raw sends from the user is unknown
                return true;
    return false;
}

cmc_status cg_pass_lower_msg(cg_ctx *cx, mir_fn *fn) {
    bool stored = fn_stores(fn);
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *block = fn->blocks.data[b];
        for (mir_inst *i = block->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op != MIR_MSG && i->i.op != MIR_EOT)
                continue;
            cg_at(cx, block, i);
            CMC_TRY(i->i.op == MIR_EOT ? lower_eot(cx, stored) : lower_one(cx, i));
            if (cx->oom)
                return CMC_ERR_OOM;
            mir_inst_remove(block, i);
        }
    }
    return CMC_OK;
}
