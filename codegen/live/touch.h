// SPDX-License-Identifier: MIT
// The bytes of their variables that an instruction's operands touch.

#ifndef CMC_CODEGEN_TOUCH_H
#define CMC_CODEGEN_TOUCH_H

#include "codegen_priv.h"

typedef struct touch {
    int32_t lo, hi; // bytes from the variable's start; lo >= hi: nothing
    bool full;      // a write that surely writes every byte from lo to hi
} touch;

typedef struct touches {
    touch who[ISA_WHO_SRC2 + 1]; // by isa_access_who
    int32_t written_b;
} touches;

// Sends touch whole registers, even if the message uses only part of them.
touches touches_of(const mir_fn *fn, const mir_inst *i, bool simd_flow);

// The operand for 'who': ISA_WHO_DST, ISA_WHO_SRC0 and up.
static inline isa_operand *touch_operand(mir_inst *i, uint32_t who) {
    return who == ISA_WHO_DST ? &i->i.dst : &i->i.src[who - ISA_WHO_SRC0];
}

#endif
