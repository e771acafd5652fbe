// SPDX-License-Identifier: MIT
// Shared by the files that lower logical messages.

#ifndef CMC_CODEGEN_LOWER_PRIV_H
#define CMC_CODEGEN_LOWER_PRIV_H

#include "codegen_priv.h"

// send.c: adds an error at the message's source location; returns CMC_ERR_USER.
cmc_status lower_error(cg_ctx *cx, const mir_inst *at, const char *fmt, ...) CMC_PRINTF(3, 4);
// Inserts a send of desc with operands at the insertion point; a surface in a register comes from src.
cmc_status lower_send(cg_ctx *cx, const mir_msg *src, const isa_msg *desc, uint8_t exec, isa_operand dst,
                      isa_operand src0, isa_operand src1, mir_inst **out);
// Whole registers from off_b on, as a send operand.
isa_operand lower_regs(const mir_var *v, int32_t off_b);
// Makes o's variable start on a register and hold len_b bytes from o on, if possible; else returns false.
bool lower_can_use_regs(cg_ctx *cx, const isa_operand *o, uint32_t len_b);
bool lower_is_lsc(uint8_t kind);

// lower_lsc.c: turns m, a copy of i's legacy message, into the equivalent LSC message.
cmc_status lower_to_lsc(cg_ctx *cx, const mir_inst *i, mir_msg *m);
// Address, hints and element of an LSC message; the caller adds its shape.
isa_msg lower_lsc_msg(const mir_msg *m);
// Whether this offset in bytes fits in the descriptor.
bool lower_imm_off_fits(const cg_ctx *cx, const mir_msg *m, int64_t off);

// send_block.c: one block message for bytes [off_b, off_b + len_b) of i's data or result.
cmc_status lower_send_block(cg_ctx *cx, const mir_inst *i, const isa_msg *msg, const mir_var *header, bool write,
                            uint8_t exec, uint32_t off_b, uint32_t len_b);
// The same with any payload, from the first byte of the data or result.
cmc_status lower_send_payload(cg_ctx *cx, const mir_inst *i, const isa_msg *msg, isa_operand payload, bool write,
                              uint8_t exec, uint32_t len_b);
// header.dword = base + add
void lower_put_sum(cg_ctx *cx, const mir_var *h, uint32_t index, isa_operand base, uint32_t add);
// lower_2d.c
cmc_status lower_2d(cg_ctx *cx, const mir_inst *i);
cmc_status lower_media_as_2d(cg_ctx *cx, const mir_inst *i);
// lower_slm.c: blocks of local memory, one dword per lane.
bool lower_slm_needs_lanes(const cg_ctx *cx, const mir_inst *i);
cmc_status lower_slm_block(cg_ctx *cx, const mir_inst *i, bool write);

// lower_block.c
cmc_status lower_block(cg_ctx *cx, const mir_inst *i);
cmc_status lower_media(cg_ctx *cx, const mir_inst *i);
// lower_lanes.c
cmc_status lower_lanes(cg_ctx *cx, const mir_inst *i);
// lower_typed.c
cmc_status lower_typed(cg_ctx *cx, const mir_inst *i);
// lower_thread.c
cmc_status lower_barrier(cg_ctx *cx, const mir_inst *i);
cmc_status lower_fence(cg_ctx *cx, uint8_t bti, uint8_t op);
cmc_status lower_lsc_fence(cg_ctx *cx, const mir_inst *i);
cmc_status lower_cache_flush(cg_ctx *cx);
cmc_status lower_eot(cg_ctx *cx, bool stored);

#endif
