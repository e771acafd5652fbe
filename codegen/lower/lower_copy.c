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

// Largest power of two that surely divides the address of o.
static uint32_t known_align(cg_ctx *cx, const isa_operand *o) {
    const mir_var *v = cg_var(cx, o->reg);
    uint32_t a = v->size_b > cx->m->grf_b ? cx->m->grf_b : v->align_b;
    if (v->fixed)
        while (v->fixed_b % a)
            a /= 2;
    while ((uint32_t)o->off_b % a)
        a /= 2;
    return a;
}

// Whether n bytes at o lie in at most two registers. A small variable never crosses a boundary.
static bool fits_two(cg_ctx *cx, const isa_operand *o, uint32_t n) {
    uint32_t grf_b = cx->m->grf_b;
    const mir_var *v = cg_var(cx, o->reg);
    uint32_t at = (uint32_t)o->off_b + (v->fixed ? v->fixed_b : 0);
    if (v->size_b <= grf_b && !v->fixed)
        return true;
    return (at + n - 1) / grf_b - at / grf_b <= 1;
}

static void move_chunk(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t n, uint32_t unit) {
    isa_type t = unit == 4 ? ISA_UD : unit == 2 ? ISA_UW : ISA_UB;
    uint8_t lanes = (uint8_t)(n / unit);
    dst.type = src.type = (uint8_t)t;
    dst.rgn = (isa_region){.h = 1};
    src.rgn = lanes == 1 ? cg_scalar : cg_unit;
    cg_inst1(cx, ISA_MOV, lanes, dst, src);
}

static void move_bytes(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b) {
    while (len_b) {
        uint32_t a = known_align(cx, &dst), b = known_align(cx, &src);
        uint32_t unit = a < b ? a : b;
        unit = unit > 4 ? 4 : unit;
        while (unit > len_b)
            unit /= 2;
        uint32_t n = unit;
        while (n * 2 <= len_b && n * 2 <= 2u * cx->m->grf_b && n * 2 / unit <= 32 && fits_two(cx, &dst, n * 2) &&
               fits_two(cx, &src, n * 2))
            n *= 2;
        move_chunk(cx, dst, src, n, unit);
        dst.off_b += (int32_t)n;
        src.off_b += (int32_t)n;
        len_b -= n;
    }
}

// Flags and addresses: a word or dword at a time.
static void move_words(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b) {
    while (len_b) {
        uint32_t unit = len_b >= 4 && dst.off_b % 4 == 0 && src.off_b % 4 == 0 &&
                                cg_var(cx, dst.reg)->size_b % 4 == 0 && cg_var(cx, src.reg)->size_b % 4 == 0 &&
                                cg_var(cx, dst.reg)->kind != MIR_VAR_ADDR && cg_var(cx, src.reg)->kind != MIR_VAR_ADDR
                            ? 4
                            : 2;
        move_chunk(cx, dst, src, unit, unit);
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
        move_bytes(cx, mir_dst(t, 0, ISA_UD, 1), src, i->len_b);
        move_bytes(cx, dst, mir_src(t, 0, ISA_UD, cg_unit), i->len_b);
    } else {
        move_bytes(cx, dst, src, i->len_b);
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
