// SPDX-License-Identifier: MIT
// Shared by the files that lower logical messages.

#ifndef CMC_CODEGEN_LOWER_PRIV_H
#define CMC_CODEGEN_LOWER_PRIV_H

#include "codegen_priv.h"

// Adds an error at the message's source location; returns CMC_ERR_USER.
cmc_status lower_error(cg_ctx *cx, const mir_inst *at, const char *fmt, ...) CMC_PRINTF(3, 4);
// A send of desc at the insertion point, with operands; the surface comes from src's message.
cmc_status lower_send(cg_ctx *cx, const mir_inst *src, const isa_msg *desc, uint8_t exec, isa_operand dst,
                      isa_operand src0, isa_operand src1, mir_inst **out);
// Whole registers from off_b on: what a send takes as operand.
isa_operand lower_regs(const mir_var *v, int32_t off_b);
// Makes o's variable start on a register and hold len_b bytes from o on, when that is possible; else false.
bool lower_can_use_regs(cg_ctx *cx, const isa_operand *o, uint32_t len_b);

cmc_status lower_block(cg_ctx *cx, const mir_inst *i);
cmc_status lower_media(cg_ctx *cx, const mir_inst *i);
cmc_status lower_lanes(cg_ctx *cx, const mir_inst *i);
cmc_status lower_barrier(cg_ctx *cx, const mir_inst *i);
cmc_status lower_fence(cg_ctx *cx, const mir_inst *i, uint8_t bti, uint8_t op);
cmc_status lower_eot(cg_ctx *cx, bool stored);

#endif
