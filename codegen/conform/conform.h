// SPDX-License-Identifier: MIT
// Shared by the files of conformity. A fixer repairs one kind of fault of one instruction and returns whether it did.
// The driver then starts again at the code that replaced the instruction.

#ifndef CMC_CODEGEN_CONFORM_H
#define CMC_CODEGEN_CONFORM_H

#include "codegen_priv.h"

typedef bool (*conform_fixer)(cg_ctx *cx, mir_inst *i);

// Operands (conform/operands.c)
bool conform_regions(cg_ctx *cx, mir_inst *i);
bool conform_immediates(cg_ctx *cx, mir_inst *i);
bool conform_byte_sources(cg_ctx *cx, mir_inst *i);
bool conform_wide_mov(cg_ctx *cx, mir_inst *i);
bool conform_ternary(cg_ctx *cx, mir_inst *i);
// Shapes (conform/shape.c)
bool conform_split(cg_ctx *cx, mir_inst *i);
bool conform_narrow_dst(cg_ctx *cx, mir_inst *i);
bool conform_overlap(cg_ctx *cx, mir_inst *i);

// Places (conform/aligned.c)
bool conform_aligned(cg_ctx *cx, mir_inst *i);
bool conform_half_math(cg_ctx *cx, mir_inst *i);
bool conform_math_halves(cg_ctx *cx, mir_inst *i);
// Whether some source has a different offset in its register than the destination although that is illegal.
bool conform_misplaced(cg_ctx *cx, const mir_inst *i);
// Whether a mov between packed halves and packed floats is legal where its operands are, once it has no more lanes than
// are executed at once. To halves: from a whole register to a whole half of one. To floats: from the same element of
// either half of a register.
bool conform_packed_half(cg_ctx *cx, const mir_inst *i);
// Byte offset in a register; aligns a small variable without a known offset to a register.
int32_t conform_place(cg_ctx *cx, const isa_operand *o);
// Narrow types on Xe-HPC and later (conform/crossbar.c)
bool conform_crossbar(cg_ctx *cx, mir_inst *i);

// Helpers for several fixers (conform/temps.c)

// Puts the instruction's result in a temporary with this stride, at_b bytes into its register, and adds a mov from
// there to the destination.
void conform_result_aside(cg_ctx *cx, mir_inst *i, isa_type t, uint8_t hstride, uint32_t at_b);
// Makes a packed copy of a source in a temporary before i, as type t; returns the operand to use instead.
isa_operand conform_to_temp(cg_ctx *cx, mir_inst *i, isa_operand o, isa_type t);
// Byte offset in a register, if the variable's alignment determines it; -1 = unknown.
int32_t conform_sub_b(cg_ctx *cx, const isa_operand *o);
uint32_t conform_n_src(const mir_inst *i);
// Float and half operands in one instruction other than mov.
bool conform_mixes_half(const mir_inst *i);

#endif
