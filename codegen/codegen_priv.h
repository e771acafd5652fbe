// SPDX-License-Identifier: MIT
// Shared by the files of code generation: the pass context, insertion helpers, effects of machine IR instructions.

#ifndef CMC_CODEGEN_PRIV_H
#define CMC_CODEGEN_PRIV_H

#include <cmc/profile.h>

typedef struct cg_ctx {
    mir_fn *fn;
    const isa_model *m;
    const cg_opts *opts;
    cmc_diag *diag;
    cmc_arena *scratch; // reset after each pass
    const char *pass;
    bool changed;
    bool oom;
    mir_block *block; // insertion point of cg_inst: before 'at' in 'block'; at NULL = at the end
    mir_inst *at;
    cmc_loc loc;   // given to inserted instructions
    mir_inst sink; // returned by cg_inst when out of memory
    mir_var sink_var;
} cg_ctx;

typedef cmc_status (*cg_pass_fn)(cg_ctx *cx, mir_fn *fn);

#define CG_PASS(name, first, last, result, help) cmc_status cg_pass_##name(cg_ctx *cx, mir_fn *fn);
#define CG_CHECK(name, first, last, help)        cmc_status cg_pass_##name(cg_ctx *cx, mir_fn *fn);
#include "passes.def"
#undef CG_PASS
#undef CG_CHECK

// Target facts that only code generation needs.
typedef struct cg_target {
    uint32_t barrier_mask;   // bits of r0.2 for the barrier message
    bool barrier_counts;     // the message holds the number of producers besides that of consumers
    uint8_t fence_op;        // LSC: effect of a global memory fence on L1 (messages.md 3.13)
    bool eot_fence;          // a fence must precede the end of a thread that stored
    uint8_t eot_fence_op;    // HDC: its flush bits; LSC: its operation
    uint8_t eot_fence_scope; // LSC
} cg_target;
const cg_target *cg_target_of(const isa_model *m);

// Insertion. Never NULL: when out of memory, cx->oom is set and a dummy is returned, so callers check once.
void cg_at(cg_ctx *cx, mir_block *b, mir_inst *before);
mir_inst *cg_inst(cg_ctx *cx, uint16_t op, uint8_t exec_size);
// A NoMask instruction with operands; absent ones have file NONE.
mir_inst *cg_inst1(cg_ctx *cx, uint16_t op, uint8_t exec, isa_operand dst, isa_operand s0);
mir_inst *cg_inst2(cg_ctx *cx, uint16_t op, uint8_t exec, isa_operand dst, isa_operand s0, isa_operand s1);
mir_inst *cg_copy(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b);
mir_inst *cg_undef(cg_ctx *cx, const mir_var *v);
// Moves bytes between variables of general registers: dwords where offsets allow, at most two registers an operand.
void cg_move_bytes(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b);
// One move of n bytes in elements of 'unit' bytes.
void cg_move_chunk(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t n, uint32_t unit);
// A fresh GRF variable whose live range starts at the insertion point.
mir_var *cg_temp(cg_ctx *cx, isa_type t, uint32_t size_b, uint16_t align_b, const char *hint);
mir_var *cg_var(cg_ctx *cx, uint32_t id);
// The payload variable fixed at register 0; created on first use.
mir_var *cg_r0(cg_ctx *cx);

extern const isa_region cg_scalar; // <0;1,0>
extern const isa_region cg_unit;   // <1;1,0>
static inline isa_operand cg_none(void) {
    return (isa_operand){0};
}

// Makes every use of a variable v with replaced[v] != 0 read that variable instead, and removes undefs of v.
void cg_replace_vars(mir_fn *fn, const uint32_t *replaced);

// Predicates.
bool cg_is_hw(const mir_inst *i); // not a pseudo instruction
bool cg_is_send(const mir_inst *i);
bool cg_is_ternary(const mir_inst *i);
static inline bool cg_mentions_var(const mir_inst *i, uint32_t var) { // as destination or source
    bool found = i->i.dst.file == ISA_FILE_VREG && i->i.dst.reg == var;
    for (uint32_t k = 0; k < 3; k++)
        found |= i->i.src[k].file == ISA_FILE_VREG && i->i.src[k].reg == var;
    return found;
}
static inline bool cg_is_var(const isa_operand *o) {
    return o->file == ISA_FILE_VREG && !o->indirect;
}
static inline bool cg_is_imm(const isa_operand *o) {
    return o->file == ISA_FILE_IMM || o->file == ISA_FILE_VADDR;
}
static inline bool cg_is_null(const isa_operand *o) {
    return o->file == ISA_FILE_ARF && o->reg == ISA_ARF_NULL;
}
// The next multiple of unit, a power of two.
static inline int32_t cg_round_up(int32_t n, int32_t unit) {
    return (n + unit - 1) & -unit;
}
// Whether the thread starts with the variable at its place.
static inline bool cg_is_input(const mir_var *v) {
    return v->kind == MIR_VAR_GRF && v->fixed && v->live_in && !v->bound;
}
// Whether a source is the same for all lanes.
bool cg_is_scalar(const isa_operand *o, uint32_t exec_size);
// Stride in elements when the lanes are evenly spaced, else -1. Scalars: 0.
int32_t cg_stride(const isa_operand *o, uint32_t exec_size, bool dst);
// Byte offset of a lane from the operand's start.
int32_t cg_lane_off(const isa_operand *o, uint32_t lane, bool dst);
// First byte, and last byte plus one, that the operand touches, from the start of the variable or register.
void cg_extent(const isa_operand *o, uint32_t exec_size, bool dst, int32_t *lo, int32_t *hi);
// Rule 13: a destination of two registers is computed in two parts. Whether the second part reads bytes of the
// destination's first register, which the first part has overwritten. Addresses are bytes from a register boundary.
bool cg_overtakes(const isa_inst *i, uint32_t src, int32_t dst_at, int32_t src_at, int32_t grf_b);
// Whether two instructions without predicate, condition or indirect operand compute the same value in the same shape.
// Their destinations may differ.
bool cg_same_value(const isa_inst *a, const isa_inst *b);
// Finds another spelling of the instruction that has a compacted form, and returns that; false when there is no such
// spelling (respell.c).
bool cg_respell(const isa_model *m, isa_inst *i, uint8_t small[8]);
// Whether a mov copies bits of whole lanes: same size, no modifier, condition or saturation.
bool cg_is_raw_mov(const isa_inst *i);
// The number of steps in which the sources of a three-source instruction conflict in the register banks, when they
// start at these bytes of the register file (UINT32_MAX = no register). The second form takes an instruction with
// physical operands.
uint32_t cg_bank_conflicts(const isa_model *m, const isa_inst *i, const uint32_t at_b[3]);
uint32_t cg_inst_bank_conflicts(const isa_model *m, const mir_inst *i);
bool cg_has_simd_flow(const mir_fn *fn);
// After allocation: the bytes of the register file that an instruction's indirect operands may reach. Allocation
// notes the place of the variable in the operand: its first byte in imm [31:0], its size in bytes in [63:32]. Without
// a note it is the whole file.
void cg_indirect_range(const mir_fn *fn, const mir_inst *i, bool write, uint32_t *lo, uint32_t *hi);
void cg_indirect_note(isa_operand *o, uint32_t at_b, uint32_t size_b);
// The analysed control-flow graph, in the scratch arena; NULL when out of memory.
cmc_graph *cg_flow_graph(const cg_ctx *cx, const mir_fn *fn);

// isa_inst_effects for machine IR: includes pseudo instructions, trims sends to the bytes that the message needs, and
// reports lanes as partial only if a predicate (or SIMD control flow, when simd_flow) can disable them. undef reports
// no effects.
void cg_effects(const mir_fn *fn, const mir_inst *i, bool simd_flow, isa_access_fn cb, void *user);

// cg_report_make, and appends each instruction to steps; may be NULL.
cmc_status cg_report_steps(const mir_fn *fn, cmc_arena *a, cg_report *out, cg_steps *steps);

// Merges results of several registers with sources that die there into one variable, so that the results need no
// extra registers.
cmc_status cg_join_in_place(cg_ctx *cx, mir_fn *fn);

#endif
