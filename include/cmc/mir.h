// SPDX-License-Identifier: MIT
// Machine IR: blocks of instructions over isa_inst. Prints and parses in every phase (grammar: docs/mir.md).
//
// A function has variables (register-file byte ranges, flags, address registers) and blocks. Variables are not SSA: an
// instruction may write part of one (wrregion works this way). `undef v` starts a new live range, so that a partly
// written variable is not live before it. Variables carry constraints: legalization sets them, allocation honours
// them, and a checker confirms them. After allocation every variable has a register and operands are physical.

#ifndef CMC_MIR_H
#define CMC_MIR_H

#include <cmc/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mir_phase { // what the function may contain; the validator enforces it
    MIR_PHASE_NONE = 0,
    MIR_PHASE_SELECTED,    // anything
    MIR_PHASE_LOWERED,     // no logical messages, no 64-bit pseudo operations
    MIR_PHASE_LEGAL,       // every instruction passes isa_validate once its operands are physical
    MIR_PHASE_ALLOCATED,   // physical operands; no undef, no copy
    MIR_PHASE_SCOREBOARDED // SWSB set; ready for emission
} mir_phase;

// Pseudo opcodes, numbered above the hardware's. "Gone after" names the last phase that may contain one.
typedef enum mir_op {
    MIR_OP_FIRST = ISA_OP_COUNT + 1,
    MIR_UNDEF, // dst: variable; len_b bytes from its offset (0 = the whole variable) become undefined. Gone after
               // LEGAL.
    MIR_COPY,  // dst, src[0]: byte-for-byte copy of len_b bytes (inst.len_b). Gone after LEGAL.
    MIR_MSG,   // logical message, see mir_msg. Gone after SELECTED.
    MIR_EOT,   // end of thread. Gone after SELECTED.
    MIR_ADD64, // dst, src[0], src[1]: 64-bit integer add, any exec size. Gone after SELECTED where the hardware has no
               // such add.
    MIR_SUB64,
    MIR_MUL32,  // dst d/ud = low 32 bits of d x d. Gone after SELECTED.
    MIR_MULH32, // high 32 bits, signedness from the type
    MIR_BR,     // unconditional branch to target[0]. Becomes jmpi or nothing in emission.
    MIR_CBR,    // if predicate (inst.i.pred...) then target[0] else target[1]
    MIR_SKIP,   // pads with nops to MIR_SKIP_B bytes from the kernel's start, the entry point of hardware that makes
                // local ids
    MIR_OP_COUNT
} mir_op;

enum { MIR_SKIP_B = 128 }; // a multiple of 64, as the walker's start address must be

typedef enum mir_var_kind { MIR_VAR_NONE = 0, MIR_VAR_GRF, MIR_VAR_FLAG, MIR_VAR_ADDR } mir_var_kind;

typedef struct mir_var {
    uint32_t id;      // from 1; index into fn->vars
    const char *name; // arena; never NULL; unique in the function
    uint8_t kind;     // mir_var_kind
    uint8_t type;     // isa_type used when printing and as default; may be NONE
    uint32_t size_b;  // FLAG: 2 or 4; ADDR: 2 a word
    uint16_t align_b; // power of two; GRF size = starts on a register
    bool even_grf;    // starts on an even register
    bool no_spill;
    bool live_in;         // defined at function entry (payload); needs fixed
    uint32_t same_sub_as; // variable id whose sub-register offset it must share, 0 = none
    bool fixed;           // must be at fixed_b
    bool bound;       // the user placed it: no other variable may use its place, and writes to it stay. Needs fixed.
    uint32_t fixed_b; // byte address in the file: GRF number * grf_b + sub-register
    bool allocated;   // set by allocation
    uint32_t alloc_b; // byte address in the file
    cmc_loc loc;      // where a bound variable is declared
} mir_var;

// Logical memory and thread messages. kind uses isa_msg_kind where the hardware message is the logical one
// (OWORD_READ, MEDIA_READ, A64_BLOCK_READ, BYTE_READ, A64_SCATTERED_READ, UNTYPED_*, ..., BARRIER, HDC_FENCE). The
// lowering pass builds headers and payloads, splits what is too large, and picks descriptors for the target. Data and
// result are whole, contiguous variables: inst.i.dst holds the loaded value, data the stored one.
typedef struct mir_msg {
    uint8_t kind;        // isa_msg_kind
    bool surface_is_var; // surface is a register operand instead of surface_bti
    uint8_t surface_bti; // 254 = SLM, 255 = stateless
    isa_operand surface; // if surface_is_var: ud scalar
    isa_operand addr[3]; // scalar or per-lane register or immediate operands: block messages: [0] = offset or 64-bit
                         // address; media block: [0] = x in bytes, [1] = y in rows; scattered: [0] = lane addresses,
                         // [1] = global offset (scalar ud)
    isa_operand data;    // stores and atomics: first source variable
    isa_operand data2;   // compare-exchange: second
    uint32_t size_b;     // block messages: bytes
    uint16_t width_b;    // media block
    uint16_t height;
    uint8_t plane;
    uint8_t mod;         // media: interlace modifier
    uint8_t elt_b;       // scattered: bytes of an element
    uint8_t n_elt;       // scattered: elements a lane
    uint8_t lanes;       // scattered: lanes, any power of two up to 32
    uint8_t chan_mask;   // untyped / typed: enabled channels
    uint8_t op;          // atomic operation (hardware code)
    uint8_t l1, l3;      // cache hints, isa_msg codes
    uint8_t sfid;        // LSC: ISA_SFID_SLM, ISA_SFID_CRE (images); 0 = global memory. Raw messages: the function
    uint8_t addr_type;   // LSC: ISA_ADDR_*
    uint8_t addr_size_b; // LSC: bytes of an address, 2, 4 or 8
    bool transpose;      // LSC: one lane, n_elt adjacent elements; 2-D blocks: transposed
    bool vnni;           // LSC 2-D blocks
    bool prefetch;       // LSC load without a result
    bool high_half;      // LSC: 16-bit elements in the upper half of their dword
    uint8_t scope;       // LSC fence
    int32_t imm_off;     // LSC: bytes added to every address
    // lane predicate: the instruction's pred/vflag
} mir_msg;

#define MIR_NO_TARGET UINT32_MAX

typedef struct mir_inst {
    struct mir_inst *prev, *next; // within the block
    isa_inst i;                   // i.op: isa_op or mir_op
    uint32_t id;                  // unique in the function, order of creation
    uint32_t len_b;               // MIR_COPY, MIR_UNDEF
    mir_msg *msg;                 // MIR_MSG: arena
    uint32_t target[2]; // branches: block ids; MIR_NO_TARGET otherwise. Calls: the subroutine's first block, and the
                        // block to return to; returns: the first block of the subroutine that ends
    cmc_loc loc;        // user's source
    const char *symbol; // the source, a dword immediate, is half of this text's address: set when the program is loaded
    bool symbol_high;   // the upper half
    bool borrows; // the a0 words that it overwrites are saved before and restored after it: allocation can ignore them
} mir_inst;

typedef struct mir_block {
    uint32_t id;      // index in fn->blocks, which is also layout order
    const char *name; // arena; may be NULL
    mir_inst *first, *last;
    // Successors follow from the last instructions: MIR_BR, MIR_CBR, hardware branches; otherwise the next block.
} mir_block;

typedef enum mir_arg_kind { // how an argument reaches the kernel; maps to .ze_info
    MIR_ARG_NONE = 0,
    MIR_ARG_VALUE,   // bytes in the payload
    MIR_ARG_SVM,     // 64-bit pointer in the payload
    MIR_ARG_BUFFER,  // surface: bti, no payload bytes
    MIR_ARG_IMAGE2D, // media-block image surface: bti
    MIR_ARG_SAMPLER,
    MIR_ARG_LOCAL_SIZE,    // implicit, 12 bytes
    MIR_ARG_GROUP_COUNT,   // implicit, 12 bytes
    MIR_ARG_PRINTF_BUFFER, // implicit, 8 bytes: an address
    MIR_ARG_IMAGE1D,       // images without media blocks, all with a bti
    MIR_ARG_IMAGE1D_ARRAY,
    MIR_ARG_IMAGE1D_BUFFER,
    MIR_ARG_IMAGE2D_PLAIN,
    MIR_ARG_IMAGE2D_ARRAY,
    MIR_ARG_IMAGE3D,
    MIR_ARG_LOCAL // offset of shared local memory that the host provides, 4 bytes
} mir_arg_kind;
// The kind of a surface by the type that its argument's description names ("image2d_t read_only"). plain: a 2-D image
// has no media blocks.
mir_arg_kind mir_surface_kind(const char *description, bool plain);

// The payload: first registers of the local ids and of the arguments. Source: thread-payload.md.
enum { MIR_LOCAL_IDS_GRF = 1, MIR_FIRST_ARG_GRF = 2 };
typedef struct mir_arg {
    uint8_t kind;    // mir_arg_kind
    uint32_t index;  // argument index in the source; implicit arguments: UINT32_MAX
    uint32_t off_b;  // in the cross-thread data
    uint32_t size_b; // 0 for surfaces
    uint8_t bti;     // surfaces
    bool readonly, writeonly;
    const char *name;      // arena; may be NULL
    const char *type_name; // as the user wrote it; may be NULL
} mir_arg;

// Index of names, in the function's arena; all zero is an empty index (codegen/mir/index.c).
typedef struct mir_index_slot mir_index_slot;
typedef struct mir_index {
    mir_index_slot *slots;
    uint32_t cap; // a power of two, or 0
    uint32_t len;
} mir_index;

// A function of the source in whose body instructions are: a kernel, a called function, or one call that was inlined.
// Known to selection only; machine IR from text has no scopes.
typedef struct mir_scope {
    const char *file;           // arena; the locations of its instructions point to this copy of the name
    const char *name, *linkage; // arena; linkage: name of the function in the object, "" if it is the same
    uint32_t line;              // of the function
    uint32_t same;              // index of the first scope of the same call: a function may span files
    uint32_t parent;            // inlined: 1 + index of the scope that calls it; otherwise 0
    cmc_loc call;               // inlined: place of the call
} mir_scope;

typedef struct mir_fn {
    cmc_arena *arena; // borrowed
    const isa_model *model;
    const char *name;
    uint8_t phase;           // mir_phase
    CMC_VEC(mir_var *) vars; // [0] is NULL; id = index
    CMC_VEC(mir_block *) blocks;
    CMC_VEC(mir_scope) scopes;
    mir_index block_names; // names of all blocks ever created; a removed block keeps its name
    CMC_VEC(mir_arg) args;
    uint32_t n_inst_ids;
    uint32_t grf_count; // registers the kernel may use
    bool grf_chosen;    // this kernel has its own grf_count or grf_auto
    bool grf_auto;      // allocation may raise grf_count to the large mode's instead of spilling
    uint32_t slm_b;
    uint32_t barrier_count;
    uint32_t scratch_b;  // scratch memory per thread: private_b and, after allocation, spills
    uint32_t private_b;  // of arrays in scratch memory, at its start
    uint32_t spare_b;    // the last bytes of private_b: addresses of lanes that are off; spills may lie there
    bool uses_local_ids; // r1 holds packed local ids
    bool keeps_undef;    // all reads of a value that was never written give the same result (freeze)
} mir_fn;

typedef struct mir_text { // text for the host, whose address kernels know
    const char *symbol;   // arena; unique in the module
    const char *bytes;    // arena; zero-terminated
} mir_text;

typedef struct mir_module {
    cmc_arena *arena; // borrowed
    const isa_model *model;
    CMC_VEC(mir_fn *) fns;
    CMC_VEC(mir_text) texts;
} mir_module;

// Building

// All return NULL only when out of memory.
mir_module *mir_module_create(cmc_arena *a, const isa_model *m);
mir_fn *mir_fn_create(mir_module *mod, const char *name);
// The symbol of a text; adds the text unless the module has an equal one.
const char *mir_text_symbol(mir_module *mod, const char *bytes, size_t len);
mir_var *mir_var_create(mir_fn *fn, mir_var_kind kind, isa_type type, uint32_t size_b, uint16_t align_b,
                        const char *name_hint);                 // named "hint.id"; hint may be NULL
mir_block *mir_block_create(mir_fn *fn, const char *name_hint); // appended to the layout
mir_inst *mir_inst_create(mir_fn *fn, uint16_t op);             // not yet in a block; targets none
void mir_block_append(mir_block *b, mir_inst *i);
// Inserts i before `at`, an instruction of b; NULL appends i.
void mir_inst_insert_before(mir_block *b, mir_inst *at, mir_inst *i);
// Unlinks i from b; i stays in the arena.
void mir_inst_remove(mir_block *b, mir_inst *i);
// mir_fn_set_grf sets the register count of fn: MIR_GRF_AUTO, or a count that the target has. CMC_ERR_USER with a
// diagnostic that lists the counts. On a target with one count only, auto means that count.
enum { MIR_GRF_AUTO = 0 };
cmc_status mir_fn_set_grf(mir_fn *fn, uint32_t count, cmc_loc loc, cmc_diag *d);
// Operands over variables. off_b in bytes from the variable's start.
isa_operand mir_src(const mir_var *v, int32_t off_b, isa_type t, isa_region rgn);
isa_operand mir_dst(const mir_var *v, int32_t off_b, isa_type t, uint8_t hstride);

// Queries
bool mir_op_is_pseudo(uint16_t op);
const char *mir_op_name(uint16_t op);               // hardware or pseudo; never NULL
uint16_t mir_op_find(const char *name, size_t len); // ISA_OP_NONE if unknown
uint8_t mir_op_src_count(uint16_t op);
bool mir_op_has_dst(uint16_t op);
uint8_t mir_op_last_phase(uint16_t op); // mir_phase
uint8_t mir_swapped_cmod(uint8_t cmod); // the condition when the operands are exchanged
bool mir_inst_is_branch(const mir_inst *i);
bool mir_inst_ends_thread(const mir_inst *i);
bool mir_inst_is_call(const mir_inst *i);   // call of a subroutine of the same function
bool mir_inst_is_return(const mir_inst *i); // return from such a subroutine
// Successors of a block: for (mir_succ s = mir_succ_of(fn, b); mir_succ_next(&s);) ... s.id ... Each successor appears
// once, except that a return names a block once for each call that continues there.
typedef struct mir_succ {
    uint32_t id;
    const mir_fn *fn;
    uint32_t list[3], len; // of all but returns
    uint32_t entry;        // returns: the subroutine's first block; MIR_NO_TARGET for others
    uint32_t next;         // index in the list, or the next block to examine for a call
} mir_succ;
mir_succ mir_succ_of(const mir_fn *fn, const mir_block *b);
bool mir_succ_next(mir_succ *s);

// Text

// One instruction on one line, without a newline.
void mir_inst_print(const mir_fn *fn, const mir_inst *i, cmc_str *out);
void mir_print(const mir_fn *fn, cmc_str *out);
void mir_module_print(const mir_module *mod, cmc_str *out);
// Errors: CMC_ERR_USER with file, line and column.
cmc_status mir_parse(cmc_arena *a, const char *file, const char *text, size_t len, mir_module **out, cmc_diag *d);
// Checks structure and the rules of fn->phase. Errors: CMC_ERR_INTERNAL with diagnostics in d.
cmc_status mir_validate(const mir_fn *fn, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
