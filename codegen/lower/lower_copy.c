// SPDX-License-Identifier: MIT
// lower_copy: turn the copies that coalescing left into moves.
//
//   copy %d+32 %s 112     →   mov (16|M0) %d+32<1>:ud %s<1;1,0>:ud
//                             mov (8|M0) %d+96<1>:ud %s+64<1;1,0>:ud
//                             mov (4|M0) %d+128<1>:ud %s+96<1;1,0>:ud
//
// Moves use dwords where offsets allow, words or bytes at unaligned ends, and at most two registers per operand. A
// copy whose ranges overlap inside one variable goes through a temporary.

#include "codegen_priv.h"

// Flags and addresses: a word or dword at a time.
static void move_words(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b) {
    while (len_b) {
        uint32_t unit = len_b >= 4 && dst.off_b % 4 == 0 && src.off_b % 4 == 0 &&
                                cg_var(cx, dst.reg)->size_b % 4 == 0 && cg_var(cx, src.reg)->size_b % 4 == 0 &&
                                cg_var(cx, dst.reg)->kind != MIR_VAR_ADDR && cg_var(cx, src.reg)->kind != MIR_VAR_ADDR
                            ? 4
                            : 2;
        cg_move_chunk(cx, dst, src, unit, unit);
        dst.off_b += (int32_t)unit;
        src.off_b += (int32_t)unit;
        len_b = len_b > unit ? len_b - unit : 0;
    }
}

static void lower(cg_ctx *cx, const mir_inst *i) {
    isa_operand dst = i->i.dst, src = i->i.src[0];
    int32_t len = (int32_t)i->len_b;
    bool grf = cg_var(cx, dst.reg)->kind == MIR_VAR_GRF && cg_var(cx, src.reg)->kind == MIR_VAR_GRF;
    if (!grf) {
        move_words(cx, dst, src, i->len_b);
    } else if (dst.reg == src.reg && dst.off_b < src.off_b + len && src.off_b < dst.off_b + len) {
        if (dst.off_b == src.off_b)
            return;
        const mir_var *t = cg_temp(cx, ISA_UD, i->len_b, cx->m->grf_b, "copy");
        cg_move_bytes(cx, mir_dst(t, 0, ISA_UD, 1), src, i->len_b);
        cg_move_bytes(cx, dst, mir_src(t, 0, ISA_UD, cg_unit), i->len_b);
    } else {
        cg_move_bytes(cx, dst, src, i->len_b);
    }
}

cmc_status cg_pass_lower_copy(cg_ctx *cx, mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *block = fn->blocks.data[b];
        for (mir_inst *i = block->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op != MIR_COPY)
                continue;
            cg_at(cx, block, i);
            lower(cx, i);
            mir_inst_remove(block, i);
            cx->changed = true;
        }
    }
    return CMC_OK;
}
