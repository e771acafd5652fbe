// SPDX-License-Identifier: MIT
// Shared by the files of conformity. A fixer repairs one kind of fault of one instruction and says whether it did;
// the driver then starts again at what stands in the instruction's place.

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
// Whether some source stands elsewhere in its register than the destination although it must not.
bool conform_misplaced(cg_ctx *cx, const mir_inst *i);
// Byte position inside a register; a small variable that could be anywhere is made to start on one.
int32_t conform_place(cg_ctx *cx, const isa_operand *o);
// Narrow types on Xe-HPC and later (conform/crossbar.c)
bool conform_crossbar(cg_ctx *cx, mir_inst *i);

// What several fixers use (conform/temps.c)

// The instruction's result in a temporary with this stride, at_b bytes into its register, and a mov of that to where it
// belongs.
void conform_result_aside(cg_ctx *cx, mir_inst *i, isa_type t, uint8_t hstride, uint32_t at_b);
// Packed copy of a source in a temporary before i, as type t; returns the operand to use instead.
isa_operand conform_to_temp(cg_ctx *cx, mir_inst *i, isa_operand o, isa_type t);
// Byte position inside a register, as far as the variable's alignment tells; -1 = unknown.
int32_t conform_sub_b(cg_ctx *cx, const isa_operand *o);
uint32_t conform_n_src(const mir_inst *i);
// Float and half operands in one instruction other than mov.
bool conform_mixes_half(const mir_inst *i);

#endif
