// SPDX-License-Identifier: MIT
// Selects the rounding mode and denormal handling of a kernel or a subroutine.
//
//   attributes #0 = { "CMFloatControl"="48" }   →   (W) and (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xFFFFFB0E:ud
//                                                   (W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:ud
//
// The attribute has the bits of the control register: 0 selects the alternative float mode, 4 and 5 the rounding mode,
// 6, 7 and 10 keep denormals of double, float and half. The other bits of cr0 keep their values. "VCFloatControl" is
// the later spelling. A subroutine with the attribute saves cr0 where it begins and restores it before it returns; one
// without computes in its caller's mode. A kernel without the attribute keeps the driver's initial state: round to
// nearest even, flush denormals. Constants that the compiler folds are rounded to nearest.

#include "sel_priv.h"

#include <string.h>

enum { FLOAT_BITS = 0x1 | 0x30 | 0x40 | 0x80 | 0x400 };

static isa_operand written(void) {
    return isa_arf_reg(ISA_ARF_CR, 0, 0, ISA_UD, (isa_region){.h = 1});
}

static isa_operand read(void) {
    return isa_arf_reg(ISA_ARF_CR, 0, 0, ISA_UD, (isa_region){0, 1, 0});
}

static void switch_thread(const sel *S, mir_inst *i) {
    i->i.thread_switch = S->m->sbid_count == 0; // Gen9 and 11: no scoreboard orders the write
}

static void change(sel *S, uint16_t op, uint32_t bits) {
    switch_thread(S, sel_emit2(S, op, 1, written(), read(), isa_imm(bits, ISA_UD), false, NULL));
}

static void save(sel *S) {
    S->sub->mode = sel_var(S, MIR_VAR_GRF, ISA_UD, sizeof(uint32_t), "mode");
    sel_emit1(S, ISA_MOV, 1, sel_dst(S->sub->mode, 0, ISA_UD, 1), read(), NULL);
}

void sel_float_control(sel *S) {
    uint32_t bits;
    if (!genx_float_bits(S->lfn, &bits) || S->fn->blocks.len == 0)
        return;
    if (bits & ~(uint32_t)FLOAT_BITS) {
        sel_error(S, "CM0972",
                  "float control 0x%x has bits that a kernel cannot set; expected a sum of CM_RTE, CM_RTP, CM_RTN or "
                  "CM_RTZ and CM_DENORM_... flags",
                  (unsigned)bits);
        return;
    }
    S->bb = S->sub ? S->sub->entry : S->fn->blocks.data[0];
    if (S->sub)
        save(S);
    change(S, ISA_AND, ~(uint32_t)FLOAT_BITS);
    if (bits)
        change(S, ISA_OR, bits);
}

void sel_restore_float_control(sel *S) {
    if (!S->sub->mode)
        return;
    mir_inst *i = sel_inst(S, ISA_MOV, 1);
    i->i.dst = written();
    i->i.src[0] = sel_scalar(S->sub->mode, 0, ISA_UD);
    switch_thread(S, i);
}
