// SPDX-License-Identifier: MIT
// Selects the kernel's rounding mode and denormal handling.
//
//   attributes #0 = { "CMFloatControl"="48" }   →   (W) and (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xFFFFFB0E:ud
//                                                   (W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:ud
//
// The attribute has the bits of the control register: 0 selects the alternative float mode, 4 and 5 the rounding mode,
// 6, 7 and 10 keep denormals of double, float and half. The other bits of cr0 keep their values. "VCFloatControl" is
// the later spelling. A kernel without the attribute keeps the driver's initial state: round to nearest even, flush
// denormals. Constants that the compiler folds are rounded to nearest.

#include "sel_priv.h"

#include <stdlib.h>
#include <string.h>

enum { FLOAT_BITS = 0x1 | 0x30 | 0x40 | 0x80 | 0x400 };

static bool control(LLVMValueRef fn, uint32_t *out) {
    static const char *const keys[] = {"CMFloatControl", "VCFloatControl"};
    for (unsigned k = 0; k < 2; k++) {
        LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, keys[k],
                                                           (unsigned)strlen(keys[k]));
        unsigned len = 0;
        if (a) {
            *out = (uint32_t)strtoul(LLVMGetStringAttributeValue(a, &len), NULL, 10);
            return true;
        }
    }
    return false;
}

static void change(sel *S, uint16_t op, uint32_t bits) {
    isa_operand cr = isa_arf_reg(ISA_ARF_CR, 0, 0, ISA_UD, (isa_region){0, 1, 0});
    mir_inst *i = sel_emit2(S, op, 1, isa_arf_reg(ISA_ARF_CR, 0, 0, ISA_UD, (isa_region){.h = 1}), cr,
                            isa_imm(bits, ISA_UD), false, NULL);
    i->i.thread_switch = S->m->sbid_count == 0; // Gen9 and 11: no scoreboard orders the write
}

void sel_float_control(sel *S) {
    uint32_t bits;
    if (!control(S->lfn, &bits) || S->fn->blocks.len == 0)
        return;
    if (bits & ~(uint32_t)FLOAT_BITS) {
        sel_error(S, "CM0972",
                  "float control 0x%x has bits that a kernel cannot set; expected a sum of CM_RTE, CM_RTP, CM_RTN or "
                  "CM_RTZ and CM_DENORM_... flags",
                  (unsigned)bits);
        return;
    }
    S->bb = S->fn->blocks.data[0];
    change(S, ISA_AND, ~(uint32_t)FLOAT_BITS);
    if (bits)
        change(S, ISA_OR, bits);
}
