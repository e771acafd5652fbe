// SPDX-License-Identifier: MIT
// Inside instruction selection: one kernel's state, and helpers that all files share.

#ifndef CMC_SELECT_PRIV_H
#define CMC_SELECT_PRIV_H

#include <cmc/genx_bale.h>
#include <cmc/genx_mem.h>

#include <cmc/select.h>

// Where a value lives. Predicates: a flag variable; inv = the flag holds the opposite.
typedef struct sel_val {
    mir_var *var;
    int32_t off_b;
    bool inv;
    mir_var *bits; // of a predicate: a general register that holds the same bits, inverted or not; NULL = none
} sel_val;

// Modifiers of the instruction at the root of a bale.
typedef struct sel_ctl {
    mir_var *flag; // predicate, NULL = none
    uint8_t flag_sub;
    uint8_t chan_off;
    bool inv;
    bool sat;
    bool on; // only the channels from chan_off on that SIMD control flow has on (no NoMask)
} sel_ctl;

typedef struct sel_const_flag { // a flag that holds a constant
    mir_var *flag;              // NULL = none
    const mir_block *block;
    uint32_t last_use; // instruction number
    uint16_t word;
} sel_const_flag;

typedef struct sel_arg { // of a subroutine
    mir_var *var;
    bool called, surface; // every call until now gives the same surface
    uint8_t bti;
} sel_arg;

typedef struct sel_sub {
    LLVMValueRef fn;
    mir_block *entry;
    mir_var *back; // return address and channels
    unsigned n_args, n_results;
    sel_arg *args;
    mir_var **results;
} sel_sub;

typedef struct sel {
    cmc_arena *a;
    const isa_model *m;
    cmc_diag *d;
    LLVMModuleRef mod;
    mir_module *out;
    LLVMValueRef lfn;
    LLVMValueRef kernel_md; // operands of this kernel's node of !genx.kernels
    mir_fn *fn;
    mir_block *bb;
    bale_info *bales;
    CMC_VEC(sel_sub *) subs; // what the kernel calls, directly or not; callees first
    uint32_t body;           // number of the function whose blocks are made or selected: 0 = the kernel
    sel_sub *sub;            // whose body is being selected; NULL: the kernel's own
    bool ends_lives;         // there, what comes undefined into a PHI ends what it held
    ptrmap vals;             // LLVMValueRef -> sel_val
    ptrmap blocks; // LLVMBasicBlockRef -> mir_block; the call of a subroutine -> the block where its return goes
    ptrmap ways; // LLVMBasicBlockRef with PHIs -> ptrmap: predecessor -> its number among the first PHI's edges, from 1
    ptrmap joins; // number of a join and of its function -> mir_block
    cmc_loc loc;
    LLVMBasicBlockRef at_block;
    LLVMValueRef at; // instruction being selected, for messages
    mir_var *r0, *local_ids, *local_size, *group_count, *printf_buffer;
    uint32_t next_off_b; // cross-thread data used so far
    uint8_t next_bti;
    // In the instruction that ends in a wrregion, reads of the old value go to the new one: it is a copy of it.
    const mir_var *subst_from;
    const mir_var *subst_to;
    int32_t subst_off_b, subst_len_b;
    bool subst_used;               // some source was replaced
    sel_const_flag const_flags[2]; // constant predicates made a moment ago
    bool oom;
    mir_var dummy_var; // what helpers return when memory ran out
    mir_inst dummy_inst;
    sel_val dummy_val;
} sel;

enum { // what a source position can encode
    SEL_IMM = 1,
    SEL_BYTE = 2,
    SEL_INDIRECT = 4,
    SEL_TERNARY = 8,
    SEL_MODS = 16,
    SEL_INDIRECT_ONE = 32, // one element for all lanes, at a variable place
    SEL_RAW = 64           // integers instead of floats, since the value is only moved
};

// sel_build.c
void sel_error(sel *S, const char *code, const char *fmt, ...) CMC_PRINTF(3, 4);
isa_type sel_type(LLVMTypeRef t, bool is_signed); // of the element
mir_var *sel_var(sel *S, mir_var_kind kind, isa_type t, uint32_t size_b, const char *hint);
mir_var *sel_var_for(sel *S, LLVMTypeRef t, LLVMValueRef name);
// Whether an operation computes on integers that there are; else adds CM0920.
bool sel_knows_types(sel *S, LLVMValueRef v);
mir_inst *sel_inst(sel *S, uint16_t op, uint32_t lanes);
// A region over the lanes of a value that starts at off_b of var.
isa_operand sel_region(sel *S, const mir_var *var, const int32_t *off_b, uint32_t lanes, isa_type t);
isa_operand sel_lanes(sel *S, const mir_var *var, int32_t off_b, uint32_t lanes, isa_type t);
isa_operand sel_scalar(const mir_var *var, int32_t off_b, isa_type t);

// sel_src.c
isa_type sel_moved_type(LLVMValueRef v, bool is_signed); // sel_type for a value that is only moved
sel_val *sel_value(sel *S, LLVMValueRef v);              // constants are materialized; never NULL
void sel_bind(sel *S, LLVMValueRef v, mir_var *var, int32_t off_b);
isa_operand sel_source(sel *S, LLVMValueRef user, unsigned op, uint32_t lanes, bool is_signed, unsigned allow);
isa_operand sel_read(sel *S, LLVMValueRef rd, isa_type t); // a rdregion as an operand
// A whole value as an operand of a message: starts on a register.
isa_operand sel_whole(sel *S, LLVMValueRef v);
// The data of a store: a whole value, or a stretch of registers of a larger one.
isa_operand sel_data(sel *S, LLVMValueRef user, unsigned op);
// A scalar value: immediate or one element.
isa_operand sel_one(sel *S, LLVMValueRef v, bool is_signed);
// Address variable holding &base + offset for one row (or one word a row for vectors).
mir_var *sel_address(sel *S, LLVMValueRef offset, const mir_var *base, int32_t base_off_b, uint32_t rows);

// sel_const.c
void sel_splat(sel *S, const mir_var *var, int32_t off_b, uint32_t elt_b, uint32_t lanes, uint64_t bits, bool is_float);
void sel_constant(sel *S, LLVMValueRef c, const mir_var *var, int32_t off_b);

// sel_emit.c: instructions with what the hardware asks of operand positions
isa_operand sel_dst(const mir_var *v, int32_t off_b, isa_type t, uint8_t h);
void sel_apply(mir_inst *i, const sel_ctl *c); // c may be NULL
uint32_t sel_elt_b(const isa_operand *o);
void sel_emit1(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, isa_operand s0, const sel_ctl *c);
mir_inst *sel_emit2(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, isa_operand s0, isa_operand s1, bool commutes,
                    const sel_ctl *c);
void sel_mov(sel *S, uint32_t lanes, isa_operand dst, isa_operand src, const sel_ctl *c);
void sel_copy(sel *S, mir_var *dst, int32_t dst_off_b, const sel_val *src, uint32_t len_b);
isa_operand sel_to_temp(sel *S, isa_operand o, uint32_t lanes); // a packed copy
// The low words of a dword operand whose high ones are zeros or signs, if it has a region of words.
void sel_low_words(isa_operand *o, isa_type word);
// sel_macro.c: dst has the type of v
bool sel_quotient(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c);
bool sel_root(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c);

// sel_alu.c: the operation v into dst (destination type is set by the operation)
bool sel_alu(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c);
// sel_call.c
bool sel_intrinsic(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c);
// sel_op64.c
bool sel_alu64(sel *S, LLVMValueRef v, isa_operand d, const sel_ctl *c);
void sel_mov64(sel *S, isa_operand dst, isa_operand src, uint32_t lanes, const sel_ctl *c); // c may be NULL
// sel_flag.c
void sel_cmp(sel *S, LLVMValueRef v);
void sel_mask_op(sel *S, LLVMValueRef v);
void sel_reduce(sel *S, LLVMValueRef v);
void sel_mask_cast(sel *S, LLVMValueRef v);
sel_ctl sel_pred(sel *S, LLVMValueRef mask, uint32_t lanes);
// A condition any or all of a predicate, asked in the same block: the predicate itself and how to combine its lanes.
bool sel_pred_group(sel *S, LLVMValueRef cond, sel_ctl *c, uint8_t *how);
// sel_pred; a mask of channels that SIMD control flow has on may also become execution under that mask.
sel_ctl sel_pred_on(sel *S, LLVMValueRef mask, uint32_t lanes);
// sel_flow.c: SIMD control flow as fit_simdcf leaves it: calls of cmc.simdcf.goto, .join and .on
void sel_note_joins(sel *S, LLVMBasicBlockRef bb, mir_block *b);
bool sel_flow_call(LLVMValueRef v);
LLVMValueRef sel_block_flow(LLVMBasicBlockRef bb); // the goto or join that ends it, or NULL
void sel_flow_end(sel *S, LLVMBasicBlockRef bb, uint32_t none_left);
// sel_region.c
void sel_rd(sel *S, LLVMValueRef v);
void sel_wr(sel *S, LLVMValueRef v);
mir_var *sel_wr_start(sel *S, LLVMValueRef wr); // the new variable with the old bytes, bound to wr; a message fills it
// sel_send.c: what messages are made of
mir_msg *sel_new_message(sel *S, isa_msg_kind kind, uint32_t lanes); // NULL: out of memory, and known
mir_inst *sel_send_message(sel *S, mir_msg *m, uint32_t lanes);
uint64_t sel_constant_operand(sel *S, LLVMValueRef v, unsigned op); // an error and 1 for what is none
void sel_surface(sel *S, mir_msg *m, LLVMValueRef s);
// A 64-bit address, or one a lane, without the constant that the message adds by itself: that is added to *off_b. Only
// LSC of Xe2 has a place for it (20 bits, whole dwords).
LLVMValueRef sel_split_address(const sel *S, LLVMValueRef address, int32_t *off_b);
// The same of the offset into m's surface (12 bits): only of sums that do not wrap, as nobody says what the message's
// would do.
LLVMValueRef sel_split_offset(const sel *S, const mir_msg *m, LLVMValueRef offset, int32_t *off_b);
// A message's result: whole registers of a variable of its own, bound to v.
mir_var *sel_message_result(sel *S, LLVMValueRef v);
// The lane predicate of a message; false = no lane is on.
bool sel_message_pred(mir_inst *i, const sel_ctl *c);
// sel_msg.c: false = not a message
bool sel_message(sel *S, LLVMValueRef v);
// sel_lanes.c: messages with an address a lane; false = not one
bool sel_lane_message(sel *S, LLVMValueRef v);
// sel_block2d.c: false = not one
bool sel_block2d(sel *S, LLVMValueRef v);
// sel_raw.c: false = not one
bool sel_raw_send(sel *S, LLVMValueRef v);
// sel_thread.c: fences, barriers, shared local memory; false = not one
bool sel_thread_message(sel *S, LLVMValueRef v);
// sel_lsc.c: LSC intrinsics
bool sel_lsc_block(sel *S, LLVMValueRef v, const mem_desc *d);
// Fills in hints, element size and place; false after an error.
bool sel_lsc_operands(sel *S, LLVMValueRef v, const mem_desc *d, mir_msg *m);
// sel_dpas.c: matrix products and state registers; false = neither
bool sel_unit(sel *S, LLVMValueRef v);
// sel_args.c
void sel_arguments(sel *S);
bool sel_thread_query(sel *S, LLVMValueRef v);
mir_var *sel_header(sel *S); // r0
// sel_asm.c: inline assembly and its results; false = neither
bool sel_asm(sel *S, LLVMValueRef call);
// sel_global.c: variables of the file that stay in registers
bool sel_global_access(sel *S, LLVMValueRef v); // false = no access of one
void sel_check_bound(sel *S);
// sel_sub.c: functions that stay functions
bool sel_find_subs(sel *S);
bool sel_note_calls(sel *S, LLVMBasicBlockRef bb); // makes the blocks where their returns go
bool sel_sub_call(sel *S, LLVMValueRef v);         // false = neither a call of one nor what belongs to one
void sel_sub_params(sel *S);
void sel_sub_return(sel *S, LLVMValueRef ret);
// sel_float.c: rounding and denormals, at the kernel's beginning
void sel_float_control(sel *S);
// sel_fn.c
cmc_status sel_function(sel *S);

#endif
