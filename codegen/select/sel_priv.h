// SPDX-License-Identifier: MIT
// Private to instruction selection: the state of one kernel, and helpers that all files share.

#ifndef CMC_SELECT_PRIV_H
#define CMC_SELECT_PRIV_H

#include <cmc/genx_bale.h>
#include <cmc/genx_mem.h>

#include <cmc/select.h>

// The variable that holds a value, off_b bytes into it. A predicate is in a flag variable; inv: the flag holds its
// inverse. A surface has no variable; off_b is its binding-table index.
typedef struct sel_val {
    mir_var *var;
    int32_t off_b;
    bool inv;
    mir_var *bits; // of a predicate: general register with the flag's bits; NULL: there is no such register
} sel_val;

// Modifiers of the instruction at the root of a bale.
typedef struct sel_ctl {
    mir_var *flag; // predicate; NULL: not predicated
    uint8_t flag_sub;
    uint8_t chan_off;
    bool inv;
    bool sat;
    bool on; // run only the channels from chan_off on that SIMD control flow left active (no NoMask)
} sel_ctl;

typedef struct sel_const_flag { // a flag that holds a constant
    mir_var *flag;              // NULL: unused entry
    const mir_block *block;
    uint32_t last_use; // instruction number
    uint16_t word;
} sel_const_flag;

typedef struct sel_digits { // small integers made from packed immediates
    mir_var *var;           // NULL: unused entry
    const mir_block *block;
    uint32_t last_use; // instruction number
    uint32_t lanes, imm[2];
    int64_t step; // 0: words; else times this, as dwords with gaps
} sel_digits;

typedef struct sel_arg { // of a subroutine
    mir_var *var;
    bool called, surface; // surface: every call so far passes the same one, bti
    uint8_t bti;
} sel_arg;

typedef struct sel_sub {
    LLVMValueRef fn;
    mir_block *entry;
    mir_var *back; // return address and saved channels
    unsigned n_args, n_results;
    sel_arg *args;
    mir_var **results;
    mir_var *mode; // the caller's float mode; NULL: not changed
} sel_sub;

typedef struct sel {
    cmc_arena *a;
    const isa_model *m;
    cmc_diag *d;
    LLVMModuleRef mod;
    mir_module *out;
    LLVMValueRef lfn;
    LLVMValueRef refused;   // the last function with a value that is not supported
    LLVMValueRef kernel_md; // operands of this kernel's node of !genx.kernels
    mir_fn *fn;
    mir_block *bb;
    bale_info *bales;
    CMC_VEC(sel_sub *) subs; // functions that the kernel reaches; callees first
    uint32_t body;           // number of the current function: 0 the kernel, k + 1 subs[k]
    sel_sub *sub;            // the subroutine being selected; NULL: the kernel
    bool ends_lives;         // an undefined incoming value ends the PHI's live range
    ptrmap vals;             // LLVMValueRef -> sel_val
    ptrmap blocks;           // LLVMBasicBlockRef -> mir_block; the call of a subroutine -> the block that it returns to
    ptrmap ways;   // LLVMBasicBlockRef with PHIs -> ptrmap: predecessor -> its index in the first PHI's edges + 1
    ptrmap joins;  // numbers of a join and of its function -> mir_block
    ptrmap scopes; // of debug information: call or function -> its scopes, see sel_scope.c
    cmc_loc loc;
    LLVMBasicBlockRef at_block;
    LLVMValueRef at; // instruction being selected, for messages
    mir_var *r0, *local_ids, *local_size, *group_count, *printf_buffer;
    uint32_t next_off_b; // cross-thread data used so far
    uint8_t next_bti;
    // In an instruction that ends in a wrregion, reads of the old value read the new one instead, which is a copy of
    // it.
    const mir_var *subst_from;
    const mir_var *subst_to;
    int32_t subst_off_b, subst_len_b;
    bool subst_used;               // a source was replaced
    sel_const_flag const_flags[2]; // recently made constant predicates
    sel_digits digits[4];          // recently made
    bool oom;
    mir_var dummy_var; // helpers return it when memory runs out
    mir_inst dummy_inst;
    sel_val dummy_val;
} sel;

enum { // forms that a source position can encode
    SEL_IMM = 1,
    SEL_BYTE = 2,
    SEL_INDIRECT = 4,
    SEL_TERNARY = 8,
    SEL_MODS = 16,
    SEL_INDIRECT_ONE = 32, // one element for all lanes, at a run-time offset
    SEL_RAW = 64           // the value is only moved: integers may replace floats
};

// sel_scope.c: the place of an instruction in the source; its file names the scope, see mir_scope.
cmc_loc sel_place(sel *S, LLVMValueRef inst);

// sel_build.c
void sel_error(sel *S, const char *code, const char *fmt, ...) CMC_PRINTF(3, 4);
isa_type sel_type(LLVMTypeRef t, bool is_signed); // of the element; ISA_TYPE_NONE: no such type
mir_var *sel_var(sel *S, mir_var_kind kind, isa_type t, uint32_t size_b, const char *hint);
mir_var *sel_var_for(sel *S, LLVMTypeRef t, LLVMValueRef name);
// True if all types of an operation have registers; otherwise adds CM0920.
bool sel_knows_types(sel *S, LLVMValueRef v);
mir_inst *sel_inst(sel *S, uint16_t op, uint32_t lanes);
// A region over lanes of type t at the byte offsets off_b[0..lanes) of var. sel_lanes: packed from off_b on.
// sel_scalar: one element for all lanes.
isa_operand sel_region(sel *S, const mir_var *var, const int32_t *off_b, uint32_t lanes, isa_type t);
isa_operand sel_lanes(sel *S, const mir_var *var, int32_t off_b, uint32_t lanes, isa_type t);
isa_operand sel_scalar(const mir_var *var, int32_t off_b, isa_type t);

// sel_src.c
isa_type sel_moved_type(LLVMValueRef v, bool is_signed); // sel_type for a value that is only moved
sel_val *sel_value(sel *S, LLVMValueRef v);              // constants are materialized; never NULL
void sel_bind(sel *S, LLVMValueRef v, mir_var *var, int32_t off_b);
isa_operand sel_source(sel *S, LLVMValueRef user, unsigned op, uint32_t lanes, bool is_signed, unsigned allow);
isa_operand sel_read(sel *S, LLVMValueRef rd, isa_type t); // a rdregion as an operand
// A whole value as an operand of a message; it starts on a register boundary.
isa_operand sel_whole(sel *S, LLVMValueRef v);
// The data of a store: a whole value, or contiguous registers of a larger value.
isa_operand sel_data(sel *S, LLVMValueRef user, unsigned op);
// A scalar value: an immediate or one element of a variable.
isa_operand sel_one(sel *S, LLVMValueRef v, bool is_signed);
// An address variable with &base + base_off_b + offset: one word, or one word for each row of a vector of offsets.
mir_var *sel_address(sel *S, LLVMValueRef offset, const mir_var *base, int32_t base_off_b, uint32_t rows);

// sel_const.c
void sel_splat(sel *S, const mir_var *var, int32_t off_b, uint32_t elt_b, uint32_t lanes, uint64_t bits, bool is_float);
void sel_constant(sel *S, LLVMValueRef c, const mir_var *var, int32_t off_b);

// sel_emit.c: instructions whose operands fit the hardware's rules for their positions
isa_operand sel_dst(const mir_var *v, int32_t off_b, isa_type t, uint8_t h);
void sel_apply(mir_inst *i, const sel_ctl *c); // c may be NULL
uint32_t sel_elt_b(const isa_operand *o);
void sel_emit1(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, isa_operand s0, const sel_ctl *c);
mir_inst *sel_emit2(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, isa_operand s0, isa_operand s1, bool commutes,
                    const sel_ctl *c);
void sel_mov(sel *S, uint32_t lanes, isa_operand dst, isa_operand src, const sel_ctl *c);
void sel_copy(sel *S, mir_var *dst, int32_t dst_off_b, const sel_val *src, uint32_t len_b);
isa_operand sel_to_temp(sel *S, isa_operand o, uint32_t lanes); // a packed copy
// Reads a dword operand as its low words, if the high words are zeros or signs and a region of words exists.
void sel_low_words(isa_operand *o, isa_type word);
// sel_macro.c: quotient and square root, with dst of v's type
bool sel_quotient(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c);
bool sel_root(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c);

// sel_alu.c: selects the operation v into dst, whose type is set by the operation; false: v is not supported
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
// For a condition that is any or all of a predicate in the same block: the predicate itself, and in *how the way to
// combine its lanes.
bool sel_pred_group(sel *S, LLVMValueRef cond, sel_ctl *c, uint8_t *how);
// Like sel_pred, but a mask of the active channels of SIMD control flow may become execution under that mask.
sel_ctl sel_pred_on(sel *S, LLVMValueRef mask, uint32_t lanes);
// sel_flow.c: SIMD control flow from fit_simdcf: calls of cmc.simdcf.goto, .join and .on
void sel_note_joins(sel *S, LLVMBasicBlockRef bb, mir_block *b);
bool sel_flow_call(LLVMValueRef v);
LLVMValueRef sel_block_flow(LLVMBasicBlockRef bb); // the goto or join that ends the block, or NULL
void sel_flow_end(sel *S, LLVMBasicBlockRef bb, uint32_t none_left);
// sel_region.c
void sel_rd(sel *S, LLVMValueRef v);
void sel_wr(sel *S, LLVMValueRef v);
mir_var *sel_wr_start(sel *S, LLVMValueRef wr); // new variable with the old bytes, bound to wr, for a message to fill
// sel_send.c: parts of messages
mir_msg *sel_new_message(sel *S, isa_msg_kind kind, uint32_t lanes); // NULL: out of memory, recorded in S->oom
mir_inst *sel_send_message(sel *S, mir_msg *m, uint32_t lanes);
uint64_t sel_constant_operand(sel *S, LLVMValueRef v, unsigned op); // not a constant: an error, and 1
void sel_surface(sel *S, mir_msg *m, LLVMValueRef s);
// Splits the constant part, which the message adds itself, off a 64-bit address or an address for each lane. The
// constant is added to *off_b. Only LSC of Xe2 has a field for it (20 bits, whole dwords).
LLVMValueRef sel_split_address(const sel *S, LLVMValueRef address, int32_t *off_b);
// The same for an offset into m's surface (12 bits). Only sums that do not wrap are split: the overflow of the
// message's own sum is not documented.
LLVMValueRef sel_split_offset(const sel *S, const mir_msg *m, LLVMValueRef offset, int32_t *off_b);
// A message's result: whole registers of its own variable, bound to v.
mir_var *sel_message_result(sel *S, LLVMValueRef v);
// Sets the lane predicate of a message; false: no lane is active.
bool sel_message_pred(mir_inst *i, const sel_ctl *c);
// sel_msg.c: false: not a message
bool sel_message(sel *S, LLVMValueRef v);
// sel_lanes.c: messages with one address for each lane; false: not such a message
bool sel_lane_message(sel *S, LLVMValueRef v);
// sel_block2d.c: 2-D block messages; false: not such a message
bool sel_block2d(sel *S, LLVMValueRef v);
// sel_raw.c: raw sends; false: not a raw send
bool sel_raw_send(sel *S, LLVMValueRef v);
// sel_thread.c: fences, barriers, shared local memory; false: not such an intrinsic
bool sel_thread_message(sel *S, LLVMValueRef v);
// sel_lsc.c: LSC intrinsics
bool sel_lsc_block(sel *S, LLVMValueRef v, const mem_desc *d);
// Fills in hints, element size and address space of m; false after an error.
// Reports hints that the target does not have, with the intrinsic's name.
bool sel_check_hints(sel *S, LLVMValueRef v, const mir_msg *m, bool store);
bool sel_lsc_operands(sel *S, LLVMValueRef v, const mem_desc *d, mir_msg *m);
// sel_dpas.c: matrix products and state registers; false: neither
bool sel_unit(sel *S, LLVMValueRef v);
// sel_args.c
void sel_arguments(sel *S);
bool sel_thread_query(sel *S, LLVMValueRef v);
mir_var *sel_header(sel *S); // r0
// sel_asm.c: inline assembly and its results; false: neither
bool sel_asm(sel *S, LLVMValueRef call);
// sel_global.c: file-scope variables that stay in registers
bool sel_global_access(sel *S, LLVMValueRef v); // false: not an access
void sel_check_bound(sel *S);
// sel_sub.c: functions that stay functions
bool sel_find_subs(sel *S);
bool sel_note_calls(sel *S, LLVMBasicBlockRef bb); // creates the blocks that calls return to
bool sel_sub_call(sel *S, LLVMValueRef v);         // false: not part of a subroutine call
void sel_sub_params(sel *S);
void sel_sub_return(sel *S, LLVMValueRef ret);
// sel_float.c: rounding mode and denormals, at the entry of the kernel or subroutine
void sel_float_control(sel *S);
void sel_restore_float_control(sel *S); // before a subroutine returns
// sel_fn.c
cmc_status sel_function(sel *S);

#endif
