// SPDX-License-Identifier: MIT
// prologue: load the payload on targets whose hardware leaves that to the kernel (Xe-HPG and later).
//
//   before                  after (64 bytes of arguments, local ids used, 32-byte registers)
//     body of entry           and (1|M0) r127.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud      // start of the payload
//                             and (1|M0) r127.1<1>:ud r0.2<0;1,0>:ud 0xFF:ud            // thread number in its group
//                             mad (1|M0) r127.0<1>:ud r127.0<0;0>:ud r127.1<0;0>:ud 32:uw
//                             add (1|M0) r127.0<1>:ud r127.0<0;1,0>:ud 64:ud            // after the arguments
//                             send.ugm (1|M0) r1 r127 ...                               // local ids
//                             skip
//                             and (1|M0) r126.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
//                             send.ugm (1|M0) r2 r126 ...                               // arguments
//                             body of entry
//
// More than 256 bytes of arguments take more messages, with addresses in r125 and down. Runs after allocation: at entry
// only the payload's registers are in use, so the last register is free. `skip` is the entry point for hardware that
// has written local ids itself. It has a fixed offset, which .ze_info names. Source: thread-payload.md 2.2. Does
// nothing on targets with a pushed payload.

#include "codegen_priv.h"

#include <assert.h>

enum { STATELESS_BTI = 255, UNIT_B = 32, LARGEST_B = 256 };

static uint32_t payload_bytes(const mir_fn *fn) {
    uint32_t end = 0;
    for (uint32_t k = 0; k < fn->args.len; k++) {
        const mir_arg *a = &fn->args.data[k];
        end = a->off_b + a->size_b > end ? a->off_b + a->size_b : end;
    }
    return (end + UNIT_B - 1) / UNIT_B * UNIT_B;
}

static isa_operand dword(uint32_t reg, uint32_t i, bool dst) {
    return isa_grf(reg, (int32_t)(4 * i), ISA_UD, dst ? (isa_region){.h = 1} : cg_scalar);
}

static void op(cg_ctx *cx, uint16_t opcode, uint32_t reg, uint32_t i, isa_operand a, isa_operand b) {
    cg_inst2(cx, opcode, 1, dword(reg, i, true), a, b);
}

// reg.0 = address of the payload.
static void payload_address(cg_ctx *cx, uint32_t reg) {
    op(cx, ISA_AND, reg, 0, dword(0, 0, false), isa_imm(0xFFFFFFC0u, ISA_UD));
}

static cmc_status load(cg_ctx *cx, uint32_t dst, uint32_t addr, uint32_t bytes) {
    isa_msg m = {.kind = ISA_MSG_LSC_LOAD,
                 .simd = 1,
                 .elt_b = 4,
                 .n_elt = (uint8_t)(bytes / 4),
                 .transpose = true,
                 .addr_size_b = 4,
                 .addr_type = ISA_ADDR_BTI,
                 .bti = STATELESS_BTI,
                 .surf = STATELESS_BTI,
                 .l1 = 2,
                 .l3 = 2};
    isa_inst s = {.op = ISA_SEND, .exec_size = 1, .no_mask = true};
    s.dst = isa_grf(dst, 0, ISA_TYPE_NONE, (isa_region){0});
    s.src[0] = isa_grf(addr, 0, ISA_TYPE_NONE, (isa_region){0});
    s.src[1] = isa_null(ISA_TYPE_NONE);
    CMC_TRY(isa_send_build(cx->m, &m, &s, cx->diag));
    cg_inst(cx, s.op, 1)->i = s;
    return CMC_OK;
}

static cmc_status load_local_ids(cg_ctx *cx, uint32_t addr, uint32_t cross_b) {
    uint32_t grf_b = cx->m->grf_b;
    op(cx, ISA_AND, addr, 1, dword(0, 2, false), isa_imm(0xFF, ISA_UD));
    payload_address(cx, addr);
    isa_operand base = dword(addr, 0, false), thread = dword(addr, 1, false);
    base.rgn = thread.rgn = (isa_region){0};
    cg_inst2(cx, ISA_MAD, 1, dword(addr, 0, true), base, thread)->i.src[2] = isa_imm(grf_b, ISA_UW);
    if (cross_b)
        op(cx, ISA_ADD, addr, 0, dword(addr, 0, false), isa_imm(cross_b, ISA_UD));
    CMC_TRY(load(cx, MIR_LOCAL_IDS_GRF, addr, UNIT_B)); // three words; the rest of the register is unused
    mir_inst *skip = cg_inst(cx, MIR_SKIP, 1);
    skip->i.no_mask = false;
    return CMC_OK;
}

// The registers that hold addresses: `n` from `first` downwards. The first one keeps the payload's start.
typedef struct addresses {
    uint32_t first, n;
} addresses;

// The register with the address of a part at offset `at`, `step` bytes after the part before it. A register waits until
// the message that was given it has read it, so each part has one of its own where there are enough.
static uint32_t address_of(cg_ctx *cx, const addresses *a, uint32_t part, uint32_t at, uint32_t step) {
    if (part == 0) {
        payload_address(cx, a->first);
        return a->first;
    }
    uint32_t reg = a->n > 1 ? a->first - 1 - (part - 1) % (a->n - 1) : a->first;
    op(cx, ISA_ADD, reg, 0, dword(a->first, 0, false), isa_imm(a->n > 1 ? at : step, ISA_UD));
    return reg;
}

static cmc_status load_arguments(cg_ctx *cx, uint32_t addr, uint32_t cross_b) {
    uint32_t grf_b = cx->m->grf_b, end = MIR_FIRST_ARG_GRF + (cross_b + grf_b - 1) / grf_b, step = 0;
    assert(addr >= end);
    addresses free = {addr, addr - end + 1};
    for (uint32_t at = 0, part = 0; at < cross_b; at += step, part++) {
        uint32_t reg = address_of(cx, &free, part, at, step);
        for (step = LARGEST_B; step > cross_b - at;)
            step /= 2;
        CMC_TRY(load(cx, MIR_FIRST_ARG_GRF + at / grf_b, reg, step));
    }
    return CMC_OK;
}

cmc_status cg_pass_prologue(cg_ctx *cx, mir_fn *fn) {
    if (!cx->m->pull_payload || fn->blocks.len == 0)
        return CMC_OK;
    uint32_t cross_b = payload_bytes(fn), addr = fn->grf_count - 1;
    cg_at(cx, fn->blocks.data[0], fn->blocks.data[0]->first);
    if (fn->uses_local_ids)
        CMC_TRY(load_local_ids(cx, addr, cross_b));
    if (cross_b)
        CMC_TRY(load_arguments(cx, addr - fn->uses_local_ids,
                               cross_b)); // the other message may still be reading its address
    cx->changed |= fn->uses_local_ids || cross_b != 0;
    return CMC_OK;
}
