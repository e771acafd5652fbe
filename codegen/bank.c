// SPDX-License-Identifier: MIT
// Register banks: conflicts between the sources of a three-source instruction.
//
// A register belongs to a bank and, within it, to a bundle. An instruction stalls when two different source registers
// lie in the same bundle of the same bank, or when all three lie in one bank. Operands of two registers are read in
// two steps: first registers together, then second ones. Source: genx-ir-and-passes.md C.3 (isa_model.bank_*).

#include "codegen_priv.h"

#include <assert.h>

static uint32_t bank_of(const isa_model *m, uint32_t reg) {
    return reg / m->bank_regs % 2;
}

static bool same_bundle(const isa_model *m, uint32_t a, uint32_t b) {
    return a / m->bundle_regs % m->bundle_count == b / m->bundle_regs % m->bundle_count;
}

static bool step_conflicts(const isa_model *m, const uint32_t *reg, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (reg[i] != reg[j] && bank_of(m, reg[i]) == bank_of(m, reg[j]) && same_bundle(m, reg[i], reg[j]))
                return true;
    return n == 3 && reg[0] != reg[1] && reg[1] != reg[2] && reg[0] != reg[2] &&
           bank_of(m, reg[0]) == bank_of(m, reg[1]) && bank_of(m, reg[1]) == bank_of(m, reg[2]);
}

uint32_t cg_bank_conflicts(const isa_model *m, const isa_inst *i, const uint32_t at_b[3]) {
    assert(m && i && at_b);
    uint32_t count = 0;
    if (!m->bank_regs)
        return 0;
    for (uint32_t step = 0; step < 2; step++) {
        uint32_t reg[3], n = 0;
        for (uint32_t s = 0; s < 3; s++) {
            int32_t lo, hi;
            if (at_b[s] == UINT32_MAX)
                continue;
            cg_extent(&i->src[s], i->exec_size, false, &lo, &hi);
            uint32_t first = at_b[s] / m->grf_b, last = (at_b[s] + (uint32_t)(hi - lo) - 1) / m->grf_b;
            if (first + step <= last)
                reg[n++] = first + step;
        }
        count += step_conflicts(m, reg, n);
    }
    return count;
}

uint32_t cg_inst_bank_conflicts(const isa_model *m, const mir_inst *i) {
    uint32_t at_b[3];
    if (!cg_is_ternary(i))
        return 0;
    for (uint32_t s = 0; s < 3; s++) {
        const isa_operand *o = &i->i.src[s];
        at_b[s] = o->file == ISA_FILE_GRF && !o->indirect ? o->reg * m->grf_b + (uint32_t)o->off_b : UINT32_MAX;
    }
    return cg_bank_conflicts(m, &i->i, at_b);
}
