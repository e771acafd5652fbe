// SPDX-License-Identifier: MIT
// libcmcisa: Intel GPU instructions as data: encode, decode, compact, print, parse, validate, effects, messages.
//
// One type, isa_inst, describes one machine instruction of every supported family. The library has no state, and all
// functions are safe to call from several threads. Only isa_assemble and isa_disassemble allocate memory. Text is the
// syntax of Intel's assembler iga64, which is the reference. Facts come from the tables in lib/isa/tables.
//
// The same struct also holds virtual operands (ISA_FILE_VREG, ISA_FILE_VADDR, a virtual flag) of cmc's machine IR
// (cmc/mir.h). isa_encode and isa_validate return CMC_ERR_RANGE for these.

#ifndef CMC_ISA_H
#define CMC_ISA_H

#include <cmc/base.h>
#include <cmc/targets.h>

#ifdef __cplusplus
extern "C" {
#endif
CMC_API_BEGIN

// Targets

typedef enum isa_target {
    ISA_TARGET_NONE = 0,
// Rows of cmc/targets.h, in that order.
#define ISA_TARGET_ID(id, ...) ISA_TARGET_##id,
    CMC_TARGETS(ISA_TARGET_ID)
#undef ISA_TARGET_ID
        ISA_TARGET_COUNT
} isa_target;

typedef enum isa_family { // in order of age; compared only inside lib/isa
    ISA_FAMILY_NONE = 0,
    ISA_GEN9,
    ISA_GEN11,
    ISA_XE_LP,
    ISA_XE_HPG,
    ISA_XE_HPC,
    ISA_XE2,
    ISA_FAMILY_COUNT
} isa_family;

// The capabilities of a target. Code must test a field, never the family. Source: isa-encoding.md, isa-semantics.md,
// genx-ir-and-passes.md B.20/C.3.
typedef struct isa_model {
    isa_target target;
    isa_family family;
    const char *name;          // "tgl"
    const char *iga_platform;  // iga64's -p value: "12p1"
    uint16_t grf_b;            // bytes of one general register: 32 or 64
    uint16_t grf_count;        // registers of a thread in the default mode
    uint16_t grf_count_large;  // in large-GRF mode; grf_count if the target has no such mode
    uint16_t slm_max_kib;      // maximum shared local memory of a group
    uint8_t sbid_count;        // scoreboard tokens in the default mode; 0: no software scoreboard
    uint8_t sbid_count_large;  // in large-GRF mode
    uint8_t max_regdist;       // largest @n; 0: no software scoreboard
    uint8_t pipe_count;        // in-order pipes that a distance can name: 1, 3 or 4
    uint8_t flag_count;        // 32-bit flag registers
    uint8_t acc_count;         // accumulators usable by a compiler
    uint8_t acc_encodable;     // accumulator numbers that encode
    uint8_t native_exec_32b;   // lanes of 32 bits executed at once: 8 or 16
    uint8_t chan_off_unit;     // rule 19: the first channel of an instruction is a multiple of this
    uint8_t min_simd_dispatch; // smallest SIMD size a walker dispatches (1 everywhere for CM)
    uint8_t lsc_max_exec;      // widest LSC message; 0: no LSC
    uint8_t eot_sfid;          // SFID of end of thread
    bool math_in_order;        // math runs in an in-order pipe (M) instead of taking a token
    bool long_pipe_any_64b;    // pipe L: any 64-bit operand, source or integer (else only df destinations)
    bool has_int64_add;        // add q
    bool has_int64_mov;        // mov q and shifts
    bool has_int64_alu;        // logic, cmp, sel, mul on q
    bool has_fp64;
    bool fp64_on_math; // the math unit executes instructions with a double: they take a token
    bool has_bf16;
    bool has_hf_mixed; // f and hf in one instruction other than mov
    bool has_dd_mul;   // mul d <- d x d and q <- d x d
    bool has_hdc;      // legacy data port
    bool has_lsc;
    bool has_dpas;
    bool has_dpasw;
    bool has_bfn;
    bool has_add3;
    bool has_int_mad; // mad on words, and with one dword factor
    bool has_dp4a;
    bool has_idiv; // math.iqot / irem
    bool has_rol;  // rotate instructions
    bool has_macl;
    bool macl_is_mach;    // macl is mach without AccWrEn
    bool has_byte_alu;    // byte operands in ALU instructions other than mov
    bool has_math_macros; // math.invm and madm with the mme registers, for division
    bool has_vf_imm;      // packed float immediates
    bool src1_may_be_byte;
    bool src1_may_be_arf;
    bool fp_region_aligned;    // rules 22-25: float and 64-bit regions must be aligned with the destination
    bool byte_crossbar;        // rule 27
    bool no_src2_region;       // rule 46
    bool byte_alu_refused;     // rule 15 is an error together with dwords (if has_byte_alu is false)
    bool addr_from_qword;      // a scalar mov may take a dword of a0 from a qword (else rule 23)
    bool dst_src_hazard;       // rule 13: the first half of a two-register destination may overwrite sources
    bool packed_half_on_oword; // rule 29 is an error for 8 and more channels
    bool half_placed;          // rule 29 is an error for any number of channels
    bool half_math_on_grf;     // rule 26
    bool hf_mixed_partial;     // rule 31
    bool ternary_vstride1;     // vertical stride 1 encodes (else 2)
    bool ternary_even_b;       // rule 47
    bool no_vxh_cmod;          // rule 50: no condition modifier with per-row addresses
    bool no_send_dst_overlap;  // rule 57
    bool no_send_r127_overlap; // rule 58
    bool dpas_narrow_acc;      // dpas accumulates in hf and bf too
    bool no_dword_mul_sat;     // rule 72
    uint8_t send_xlen_max;     // registers of src1
    bool ternary_align16;      // three-source operands are packed or scalar, GRF only
    bool sfid_in_exdesc;       // exdesc contains SFID [3:0] and EOT [5]
    bool src1_len_in_inst;     // length of src1 is a field of the instruction, not exdesc[10:6]
    uint8_t hdc_min_simd;      // narrowest lane count of an HDC message: 8, or 16 with 64-byte registers
    bool has_slm_oword;        // oword blocks on SLM
    bool slm_needs_fence;      // a barrier alone does not order accesses to SLM
    uint8_t lsc_cache_shift;   // low bit of the cache-control field in an LSC descriptor
    bool has_lsc_imm_off;      // immediate byte offset in exdesc
    bool has_lsc_block2d;
    bool has_named_barrier;
    bool pull_payload;    // the kernel must load its own arguments
    bool has_pred_groups; // predicates any2h, all16h, ... of groups of lanes (else any and all over the execution size)
    bool goto_on_true;    // a forward goto sends the channels whose predicate is set (else those where it is clear)
    bool fused_eu;
    uint8_t sr0_gaps;      // bits of sr0.0 to skip inside the hardware thread's number
    uint8_t sr0_slot_bits; // bits of that number in sr0.0, the rest is in msg0.0; 0: all
    uint8_t bank_regs;     // consecutive registers in one of the two banks; 0: banks are unknown
    uint8_t bundle_regs;   // consecutive registers in one bundle of a bank
    uint8_t bundle_count;
    uint8_t ternary_dst_align_b; // rule 40
    uint8_t grf_counts;          // bit n: threads may have 32 * (n + 1) registers
    uint16_t grf_count_auto;     // the count to begin with where the compiler chooses: fewer give no more threads
    uint8_t threads_max;         // of an EU, with few registers each
    uint8_t eot_first;           // the message that ends a thread is sent from this register or a later one
    bool has_brd;                // brd and brc
    bool has_send_atomic;        // {Atomic} on messages
    bool has_scalar;             // s0, pipe S, and messages whose registers s0 lists
} isa_model;

// The facts of a target, static and constant; NULL for NONE or out of range. Source: tables/model.def.
const isa_model *isa_model_get(isa_target t);
// By name or alias ("tgllp", "xe-lp", "gen12lp"), case ignored; NULL if unknown or NULL. Source: tables/alias.def.
const isa_model *isa_model_find(const char *name);
// Why isa_model_find has nothing for the name of a device that exists: "Xe3; the nearest target is ...". NULL for a
// name that no device has.
const char *isa_model_why_none(const char *name);
// "skl, icl, tgl, ..." for error messages.
const char *isa_model_names(void);

// One product of a target, whose numbers the simulated device reports and the timing estimate uses.
typedef struct isa_device {
    const char *product; // "Intel(R) Arc(TM) A770 Graphics"
    uint16_t pci_id;
    uint8_t slices, subslices; // subslices of each slice
    uint8_t cores;             // slices x subslices
    uint8_t eus, threads;      // EUs of each core; threads of each EU with the default register count
    uint16_t clock_mhz;
    uint16_t slm_kib; // shared local memory of a core
} isa_device;

// The product of a target, static and constant; NULL for NONE or out of range. Source: tables/devices.def.
const isa_device *isa_device_get(isa_target t);

// Types, files, regions

typedef enum isa_type {
    ISA_TYPE_NONE = 0,
    ISA_UB,
    ISA_B,
    ISA_UW,
    ISA_W,
    ISA_UD,
    ISA_D,
    ISA_UQ,
    ISA_Q,
    ISA_BF8,
    ISA_HF,
    ISA_BF,
    ISA_F,
    ISA_TF32,
    ISA_DF,
    ISA_NF,
    ISA_UV,
    ISA_V,
    ISA_VF, // packed immediates
    ISA_U4,
    ISA_S4,
    ISA_U2,
    ISA_S2, // dpas sources
    ISA_TYPE_COUNT
} isa_type;

// Types by name and size. These functions cannot fail. Source: isa-encoding.md 4.1 (tables/types.def).
const char *isa_type_name(isa_type t);                // "ud"; "" for NONE or out of range
isa_type isa_type_find(const char *name, size_t len); // of len characters; NONE if unknown
uint8_t isa_type_size_b(isa_type t); // bytes: 1, 2, 4, 8; packed immediates: of the element they make; sub-byte: 1;
                                     // 0 for NONE or out of range
unsigned isa_type_bits(isa_type t);  // 2 and 4 of sub-byte types, else 8 for each of these bytes
bool isa_type_is_float(isa_type t);  // hf, f, df, bf, ... and vf
bool isa_type_is_signed(isa_type t); // signed integers and floats

typedef enum isa_file {
    ISA_FILE_NONE = 0, // operand absent
    ISA_FILE_GRF,      // reg = GRF number
    ISA_FILE_ARF,      // reg = isa_arf | index
    ISA_FILE_IMM,      // imm
    // Only in machine IR:
    ISA_FILE_VREG,  // reg = mir variable id, off_b may exceed a GRF
    ISA_FILE_VADDR, // byte address in the register file of variable reg plus off_b, as an immediate
    ISA_FILE_COUNT
} isa_file;

typedef enum isa_arf { // high nibble of the ARF register number
    ISA_ARF_NULL = 0x00,
    ISA_ARF_A0 = 0x10,
    ISA_ARF_ACC = 0x20,
    ISA_ARF_F = 0x30,
    ISA_ARF_CE = 0x40,
    ISA_ARF_MSG = 0x50,
    ISA_ARF_SP = 0x60, // s0 where has_scalar
    ISA_ARF_SR = 0x70,
    ISA_ARF_CR = 0x80,
    ISA_ARF_N = 0x90,
    ISA_ARF_IP = 0xa0,
    ISA_ARF_TDR = 0xb0,
    ISA_ARF_TM = 0xc0,
    ISA_ARF_FC = 0xd0,
    ISA_ARF_DBG = 0xf0
} isa_arf;

enum { ISA_MOD_NONE = 0, ISA_MOD_ABS = 1, ISA_MOD_NEG = 2, ISA_MOD_NEGABS = 3 }; // on logic ops NEG is NOT

// Source <V;W,H> or destination <H>, in elements. A ternary source has width 0 (implied). A destination only uses h.
// ISA_VXH in v: one address register for each row (indirect <W,H>), at most ISA_VXH_ROWS_MAX. Wider operands are
// unknown to the older hardware, and they fill a0, which descriptors need too.
#define ISA_VXH          0xff
#define ISA_VXH_ROWS_MAX 8
typedef struct isa_region {
    uint8_t v; // 0,1,2,4,8,16,32 or ISA_VXH
    uint8_t w; // 1,2,4,8,16
    uint8_t h; // 0,1,2,4
} isa_region;

typedef struct isa_operand {
    uint8_t file;  // isa_file
    uint8_t type;  // isa_type; NONE for send and branch operands
    uint8_t mod;   // ISA_MOD_*
    bool indirect; // r[a0.addr_sub, addr_imm]; machine IR: also names its base variable in reg
    isa_region rgn;
    uint8_t addr_sub; // a0 word index of an indirect operand
    uint8_t mme;      // math macro selector + 1 (1..8: mme0..7, 9: nomme); 0: not a macro operand
    int16_t addr_imm; // bytes
    uint32_t reg;
    int32_t off_b;  // byte offset in the register (VREG: in the variable)
    uint32_t vaddr; // machine IR: id of the address variable of an indirect operand; 0: physical a0
    uint64_t imm;   // bit pattern in the low bits of the type; packed types: 32 bits
} isa_operand;

// Opcodes

typedef enum isa_op {
    ISA_OP_NONE = 0,
// Rows of cmc/isa_ops.def, in that order.
#define ISA_OP(id, ...) ISA_##id,
#include <cmc/isa_ops.def>
#undef ISA_OP
    ISA_OP_COUNT
} isa_op;

typedef enum isa_format {
    ISA_FMT_NONE = 0,
    ISA_FMT_UNARY,   // one source
    ISA_FMT_BINARY,  // two sources
    ISA_FMT_TERNARY, // three sources
    ISA_FMT_DPAS,
    ISA_FMT_MATH,
    ISA_FMT_SEND,
    ISA_FMT_BRANCH1, // JIP
    ISA_FMT_BRANCH2, // JIP, UIP
    ISA_FMT_SYNC,
    ISA_FMT_NULLARY, // nop, illegal
    ISA_FMT_WAIT
} isa_format;

enum { // attributes of an opcode: the modifiers that it accepts
    ISA_ATTR_PRED = 1,
    ISA_ATTR_CMOD = 2,
    ISA_ATTR_SAT = 4,
    ISA_ATTR_SRCMOD = 8,
    ISA_ATTR_LOGIC = 16, // source modifier is bitwise NOT
    ISA_ATTR_BRANCH = 32,
    ISA_ATTR_ACC_IMPLICIT = 64
};

typedef struct isa_op_info {
    const char *mnemonic;
    uint8_t format; // isa_format
    uint8_t n_src;
    uint8_t attrs;
    int16_t code[ISA_FAMILY_COUNT]; // bits 6:0 by family; -1: the family lacks the opcode
} isa_op_info;

// Opcodes by number and by name. These functions cannot fail. Source: isa-encoding.md 1 (cmc/isa_ops.def).
const isa_op_info *isa_op_get(isa_op op);             // never NULL; ISA_OP_NONE's row for bad values
bool isa_op_exists(const isa_model *m, isa_op op);    // true if the target has the instruction; false for bad values
isa_op isa_op_find(const char *mnemonic, size_t len); // "add" (len characters) -> ISA_ADD; ISA_OP_NONE if unknown

enum { // math functions (fc of ISA_MATH), hardware codes
    ISA_MATH_INV = 1,
    ISA_MATH_LOG,
    ISA_MATH_EXP,
    ISA_MATH_SQT,
    ISA_MATH_RSQT,
    ISA_MATH_SIN,
    ISA_MATH_COS,
    ISA_MATH_FDIV = 9,
    ISA_MATH_POW,
    ISA_MATH_IDIV,
    ISA_MATH_IQOT,
    ISA_MATH_IREM,
    ISA_MATH_INVM,
    ISA_MATH_RSQTM
};
enum { // sync functions (fc of ISA_SYNC)
    ISA_SYNC_NOP = 0,
    ISA_SYNC_ALLRD = 2,
    ISA_SYNC_ALLWR = 3,
    ISA_SYNC_FLUSH = 12,
    ISA_SYNC_FENCE = 13,
    ISA_SYNC_BAR = 14,
    ISA_SYNC_HOST = 15
};
enum { // conditional modifiers, hardware codes
    ISA_CMOD_NONE = 0,
    ISA_CMOD_EQ = 1,
    ISA_CMOD_NE = 2,
    ISA_CMOD_GT = 3,
    ISA_CMOD_GE = 4,
    ISA_CMOD_LT = 5,
    ISA_CMOD_LE = 6,
    ISA_CMOD_OV = 8,
    ISA_CMOD_UN = 9
};
enum { // predicate control
    ISA_PRED_NONE = 0,
    ISA_PRED_NORMAL = 1,
    ISA_PRED_ANYV = 2,
    ISA_PRED_ALLV = 3,
    ISA_PRED_ANY2H = 4,
    ISA_PRED_ALL2H,
    ISA_PRED_ANY4H,
    ISA_PRED_ALL4H,
    ISA_PRED_ANY8H,
    ISA_PRED_ALL8H,
    ISA_PRED_ANY16H,
    ISA_PRED_ALL16H,
    ISA_PRED_ANY32H,
    ISA_PRED_ALL32H,
    ISA_PRED_ANY = 14,
    ISA_PRED_ALL = 15 // Xe-HPC and later: over the execution size
};

// Scoreboard annotation of Xe-LP and later.
enum { ISA_PIPE_NONE = 0, ISA_PIPE_ALL, ISA_PIPE_F, ISA_PIPE_I, ISA_PIPE_L, ISA_PIPE_M, ISA_PIPE_S };
enum { ISA_TOKEN_NONE = 0, ISA_TOKEN_SET, ISA_TOKEN_DST, ISA_TOKEN_SRC };
typedef struct isa_swsb {
    uint8_t dist;       // 1..7; 0: no distance
    uint8_t pipe;       // ISA_PIPE_* of the distance; NONE: untagged "@n"
    uint8_t token_mode; // ISA_TOKEN_*
    uint8_t token;      // SBID
    bool no_acc_set;    // {NoAccSBSet} of Xe-HPC
} isa_swsb;

typedef struct isa_inst {
    uint16_t op;       // isa_op; machine IR also uses MIR_OP_* above ISA_OP_COUNT
    uint8_t exec_size; // 1,2,4,8,16,32
    uint8_t chan_off;  // M: first channel, 0..28
    uint8_t pred;      // ISA_PRED_*
    bool pred_inv;
    uint8_t cmod;     // ISA_CMOD_*
    uint8_t flag_reg; // f<reg>.<sub>, for predicate and conditional modifier alike
    uint8_t flag_sub; // 0 or 1: 16-bit half (machine IR with vflag: 16-bit word index in the flag variable)
    uint32_t vflag;   // machine IR: flag variable id; 0: physical flag
    bool no_mask;     // (W)
    bool sat;
    bool acc_wr_en;
    bool atomic;
    bool breakpoint;
    bool compacted;   // 64-bit form: set by isa_decode, and by isa_parse for {Compacted}
    bool branch_ctrl; // ".b"; on a while of Gen9 and Gen11 the text says it in a comment, "// .b"
    bool eot;
    bool fusion_ctrl;    // {Serialize}
    bool no_dd_clr;      // Gen9/11
    bool no_dd_chk;      // Gen9/11
    bool thread_switch;  // Gen9/11 {Switch}
    bool no_preempt;     // Gen11
    bool no_src_dep_set; // Gen9/11 send
    bool align16;        // Gen9 ternary, math macro; decoding refuses Align16 with one or two sources, and swizzles
                         // and channel enables that iga64's text cannot say (CMC_ERR_UNSUPPORTED)
    uint8_t fc;          // math or sync function, bfn truth table
    uint8_t dpas_depth;  // 1,2,4,8,16
    uint8_t dpas_count;  // 1..8
    isa_swsb swsb;
    isa_operand dst;
    isa_operand src[3];
    // send
    uint8_t sfid;
    bool desc_is_reg;   // descriptor in a0.0
    bool exdesc_is_reg; // extended descriptor in a0.<exdesc_sub>
    bool exbso;         // Xe-HPG and later: exdesc register is a surface-state offset only and src1_len is in
                        // the instruction; implied for ugm of Xe2
    bool cps;
    uint8_t exdesc_sub; // dword index of a0
    uint8_t src1_len;   // GRFs; Xe-HPG and later (before: inside exdesc)
    uint32_t desc;
    uint32_t exdesc; // Gen9/11: includes SFID nibble and EOT bit as written in iga64's text; Xe2: also beside
                     // a register
    // branch: byte offsets relative to the branch instruction (calla: absolute)
    int32_t jip;
    int32_t uip;
} isa_inst;

// Names in text

typedef enum isa_names { // lists of names of codes
    ISA_NAMES_MATH = 0,  // ISA_MATH_*
    ISA_NAMES_SYNC,      // ISA_SYNC_*
    ISA_NAMES_CMOD,      // ISA_CMOD_*, with other spellings ("z" for "eq")
    ISA_NAMES_PRED,      // ISA_PRED_*, without its dot: "any8h"; NORMAL has no name
    ISA_NAMES_PIPE,      // ISA_PIPE_*: the letter before a distance
    ISA_NAMES_TOKEN      // ISA_TOKEN_*, without its dot; SET has no name
} isa_names;

// The name of a code, or NULL; the code of a name (len characters), or -1 if it is unknown. Source: tables/names.def.
const char *isa_name_of(isa_names list, unsigned code);
int isa_name_find(isa_names list, const char *name, size_t len);
// The same for architecture register files, "acc" <-> ISA_ARF_ACC, and for the shared functions of a target, "ugm"
// <-> 15.
const char *isa_arf_name(unsigned arf);
int isa_arf_find(const char *name, size_t len);
const char *isa_sfid_name(const isa_model *m, unsigned sfid);
int isa_sfid_find(const isa_model *m, const char *name, size_t len);

// Options in braces that are a bool of isa_inst, numbered from 0 in the order of iga64's text. Source:
// tables/options.def.
const char *isa_option_name(unsigned option); // "AccWrEn"; NULL after the last
// Reads an option by number (false for numbers after the last); sets an option by name (len characters).
bool isa_option_get(const isa_inst *in, unsigned option);
bool isa_option_set(isa_inst *in, const char *name, size_t len); // false: no such option; *in is unchanged

// Operand constructors. isa_encode checks the values, not these functions. off_b is in bytes from the start of the
// register, rgn in elements of t, bits the immediate's pattern in the low bits.
isa_operand isa_grf(uint32_t reg, int32_t off_b, isa_type t, isa_region rgn);
isa_operand isa_arf_reg(isa_arf file, uint8_t index, int32_t off_b, isa_type t, isa_region rgn);
isa_operand isa_imm(uint64_t bits, isa_type t);
isa_operand isa_null(isa_type t); // null register with destination stride 1

// The byte offset of a channel's element from the operand's first element. The region of a ternary source (w == 0)
// follows isa-encoding.md 2.3. rgn.v == ISA_VXH counts as 0: each row has its own address.
int32_t isa_region_offset_b(isa_region rgn, isa_type t, unsigned channel);

// Bytes

// Encodes the native 16-byte form, even if in->compacted is set (then only a jmpi of Gen9 and Gen11 differs: its offset
// counts from the instruction's end). Errors add a diagnostic and leave out unchanged. CMC_ERR_UNSUPPORTED: the target
// lacks the opcode, type or form. CMC_ERR_RANGE: a value does not fit its field or is virtual. d may be NULL.
// isa_validate checks the hardware's restrictions. Source: isa-encoding.md 2, 3 and 6 (tables/fields.def, types.def,
// swsb.def); the bytes are iga64's.
cmc_status isa_encode(const isa_model *m, const isa_inst *in, uint8_t out[16], cmc_diag *d);
// Finds the 8-byte form of a native instruction in the compaction tables. Returns false and leaves out unchanged if
// there is no such form. Source: isa-encoding.md 7 (tables/compact.def); compacts the same instructions as iga64
// -Xautocompact.
bool isa_compact(const isa_model *m, const uint8_t native[16], uint8_t out[8]);
// Expands an 8-byte instruction to the native form with a clear compaction bit. CMC_ERR_FORMAT (without a diagnostic):
// the instruction is invalid; native is unchanged.
cmc_status isa_expand(const isa_model *m, const uint8_t compact[8], uint8_t native[16]);
// Decodes the instruction at bytes (len_b available); *size_b becomes 8 or 16. Errors add a diagnostic. CMC_ERR_FORMAT:
// truncated, unknown opcode or reserved value. CMC_ERR_UNSUPPORTED: a form without text (isa_inst.align16). On errors
// *size_b is still set if the length bit could be read, otherwise 0. All bits of *out that were not read are zero. d
// may be NULL. isa_encode gives the same bytes, except for bits without a meaning and for a few forms that the
// assembler rejects although its disassembler reads them (jmpi of several lanes, ...).
cmc_status isa_decode(const isa_model *m, const uint8_t *bytes, size_t len_b, isa_inst *out, unsigned *size_b,
                      cmc_diag *d);

// Text

typedef struct isa_print_opts {
    bool message_comment; // append the meaning of a send as "// ..."
    // The label of a branch target at byte offset pc + jip/uip, or NULL to print the number. The pointer may be NULL.
    const char *(*label)(void *user, int64_t target_pc_b);
    void *user;
    int64_t pc_b; // byte offset of the instruction
} isa_print_opts;

// Prints one line without newline in iga64's syntax, with single spaces. opts may be NULL. Returns the length of the
// full text in characters, like snprintf; the text is truncated at cap - 1. buf may be NULL if cap is 0. Cannot fail:
// an instruction that does not encode prints something. 512 characters suffice without a label function. Source:
// iga64's output.
size_t isa_print(const isa_model *m, const isa_inst *in, const isa_print_opts *opts, char *buf, size_t cap);

typedef struct isa_parse_result {
    isa_inst inst;
    char jip_label[64]; // if not empty: the branch target, the caller sets jip and uip
    char uip_label[64];
    bool is_label; // the line was "name:"; name in jip_label
    bool is_empty; // blank or comment
} isa_parse_result;

// Parses one line (len characters, a newline at the end is ignored) of iga64's text. Regions, subregisters and options
// may be omitted, and options may be in any order. CMC_ERR_USER adds one diagnostic with line_no and the column (from
// 1); *out is then incomplete. An instruction that parses may still not encode. Source: iga64.
cmc_status isa_parse(const isa_model *m, const char *line, size_t len, uint32_t line_no, isa_parse_result *out,
                     cmc_diag *d);
// Assembles a whole text with labels and appends the code to bytes. Compacts instructions with {Compacted}, or with
// auto_compact all that have a compact form (a branch to a label keeps its written size). Reports all errors in the
// lines, or otherwise all undefined labels, each with line and column; bytes is then unchanged. Returns CMC_ERR_USER,
// CMC_ERR_UNSUPPORTED or CMC_ERR_RANGE (of the first error), or CMC_ERR_OOM.
cmc_status isa_assemble(const isa_model *m, const char *text, size_t len, bool auto_compact, cmc_str *bytes,
                        cmc_diag *d);
// Finds the source line of the instruction at byte offset pc_b; returns false if it is unknown.
typedef bool (*isa_line_fn)(void *user, uint32_t pc_b, const char **file, uint32_t *line);
typedef struct isa_disasm_opts {
    bool offsets;         // prefix "/* [000010] */ ": byte offset, hexadecimal
    bool message_comment; // append the meaning of a send
    bool json;            // print a list of objects: pc and size in bytes, label, op, exec_size, text, message, bytes,
                          // source file and line
    isa_line_fn line_of;  // "// file:line" before the first instruction of each source line; may be NULL
    void *line_user;
} isa_disasm_opts;
// Disassembles len bytes and appends the text to out, one instruction on each line, with labels ("L<byte offset>") for
// branch targets. Stops at padding (zeros to the end). CMC_ERR_FORMAT: an invalid instruction, or a branch that leaves
// the bytes or enters the middle of an instruction. The diagnostic has the byte offset, and out the text before it. Can
// return CMC_ERR_OOM. o and d may be NULL. isa_assemble makes the same bytes from the text.
cmc_status isa_disassemble(const isa_model *m, const uint8_t *bytes, size_t len, const isa_disasm_opts *o, cmc_str *out,
                           cmc_diag *d);

// Rules

// Checks one instruction against the hardware's operand and region restrictions. Adds all violations to d, each with
// code "ISAnn", where nn is the rule number of isa-semantics.md section 5. Returns CMC_ERR_USER for violations and
// CMC_ERR_RANGE for virtual operands. Doubtful operands add a warning and pass. Source: isa-semantics.md 5
// (tables/rules.def); the output of Intel's compilers passes.
cmc_status isa_validate(const isa_model *m, const isa_inst *in, cmc_diag *d);

typedef struct isa_rule {
    uint8_t number;
    bool checked;       // false: a single instruction cannot show a violation; text has the reason
    const char *text;   // the requirement
    const char *source; // its source
} isa_rule;
// The text of a rule: 0 (the operation exists and accepts these types and modifiers) and 1 to 80; NULL for other
// numbers.
const isa_rule *isa_rule_get(unsigned number);

// Effects of an instruction

typedef enum isa_access_who {
    ISA_WHO_DST = 1,
    ISA_WHO_SRC0,
    ISA_WHO_SRC1,
    ISA_WHO_SRC2,
    ISA_WHO_FLAG,    // predicate read or conditional modifier write
    ISA_WHO_ADDR,    // a0 words of an indirect operand or of a descriptor
    ISA_WHO_ACC,     // implicit accumulator
    ISA_WHO_INDIRECT // bytes that an indirect operand may reach: the whole base variable or register file
} isa_access_who;

typedef struct isa_access {
    uint8_t who; // isa_access_who
    bool write;
    bool partial_lanes; // predicate or execution mask: some of the bytes may be unchanged
    bool dense;         // every byte of the range is accessed (false: a superset)
    uint8_t file;       // isa_file: GRF, ARF or VREG; flags and a0 are ARF (or VREG with their variable id)
    uint32_t reg;       // GRF number, ARF number (isa_arf | index) or variable id
    int32_t off_b;      // from the start of reg; the range may continue in the following registers
    int32_t len_b;
} isa_access;

typedef void (*isa_access_fn)(void *user, const isa_access *a);
// Calls fn for every byte range that is read or written, including implicit ones. A strided operand is reported element
// by element, with dense ranges merged; offsets and lengths are in bytes. Accepts physical and virtual operands. Cannot
// fail; an opcode that is not a machine instruction has no implicit effects. Source: isa-semantics.md 3 and 4; matches
// iga64 -Xprint-deps, except as lib/isa/effects.c lists.
void isa_inst_effects(const isa_model *m, const isa_inst *in, isa_access_fn fn, void *user);
// Whether s0 lists the registers of a message, a byte for each: source 0 is s0 from byte off_b on, source 1 is absent.
bool isa_is_gather(const isa_model *m, const isa_inst *in);
// The in-order pipe of an instruction on this target: ISA_PIPE_F/I/L/M, ISA_PIPE_ALL if the target has only one pipe,
// ISA_PIPE_NONE for out-of-order instructions (they use a token). Source: isa-encoding.md 6.
uint8_t isa_inst_pipe(const isa_model *m, const isa_inst *in);
// True if in->swsb can be encoded in this instruction, so its waits can be combined. Source: isa-encoding.md 6.
bool isa_swsb_fits(const isa_model *m, const isa_inst *in);
// The execution type of the ALU (bytes promote to words, mixed integers to the largest, ...); ISA_TYPE_NONE for
// instructions that compute nothing. Source: isa-semantics.md 2.
isa_type isa_inst_exec_type(const isa_model *m, const isa_inst *in);

// Latencies in cycles, from a published scheduling model, not from measurements. Source: genx-ir-and-passes.md C.7
// (tables/latency.def).
typedef struct isa_latencies {
    uint8_t first, last;                   // isa_family
    uint16_t alu8, alu16, alu32, acc, arf; // result of 8, 16, 32 lanes; in an accumulator; in a flag or address
    uint16_t math8, math16, math32, division, dpas, branch;
    uint16_t slm, slm32, l1, l3, sampler, fence, barrier, other; // messages
} isa_latencies;
// Whether threads of a target may have so many registers.
bool isa_has_grf_count(const isa_model *m, uint32_t count);
// The next larger number of registers of a thread; 0: count is the largest.
uint32_t isa_grf_count_after(const isa_model *m, uint32_t count);
const isa_latencies *isa_latencies_get(const isa_model *m); // never NULL
// Cycles from issue until the result can be used.
uint16_t isa_inst_latency(const isa_model *m, const isa_inst *in);
// Cycles until the pipe can accept the next instruction.
uint16_t isa_inst_occupancy(const isa_model *m, const isa_inst *in);

// Messages

#include <cmc/isa_msg.h>

CMC_API_END
#ifdef __cplusplus
}
#endif
#endif
