// SPDX-License-Identifier: MIT
// Moves of any number of bytes between variables.

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

void cg_move_chunk(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t n, uint32_t unit) {
    isa_type t = unit == 4 ? ISA_UD : unit == 2 ? ISA_UW : ISA_UB;
    uint8_t lanes = (uint8_t)(n / unit);
    dst.type = src.type = (uint8_t)t;
    dst.rgn = (isa_region){.h = 1};
    src.rgn = lanes == 1 ? cg_scalar : cg_unit;
    cg_inst1(cx, ISA_MOV, lanes, dst, src);
}

void cg_move_bytes(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b) {
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
        cg_move_chunk(cx, dst, src, n, unit);
        dst.off_b += (int32_t)n;
        src.off_b += (int32_t)n;
        len_b -= n;
    }
}
