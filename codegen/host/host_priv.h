// SPDX-License-Identifier: MIT
// Private to codegen/host: the state of lowering a module, and what the files that lower intrinsics share.

#ifndef CMC_HOST_PRIV_H
#define CMC_HOST_PRIV_H

#include <cmc/genx.h>
#include <cmc/host.h>
#include <cmc/host_abi.h>
#include <cmc/host_math.h>

#include <llvm-c/TargetMachine.h>

enum { HOST_N_BUFFERS = 8, HOST_MAX_LANES = 8192 };

typedef struct host {
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b;   // before the instruction that is lowered
    LLVMBuilderRef top; // at the head of the function: variables and what all of it needs
    cmc_arena *a;
    cmc_diag *d;
    LLVMTypeRef i1, i8, i16, i32, i64, f32, f64, ptr, none;
    const char *arch; // "x86_64", as LLVM names it
    bool checks_addresses;
    // Of the function that is lowered
    LLVMValueRef fn;
    LLVMValueRef thread; // its cmc_host_thread
    LLVMValueRef mark;   // variables are made before it
    LLVMValueRef frame;  // the thread's variables of file scope
    bool keeps_half_denormals;
    LLVMValueRef buffers[HOST_N_BUFFERS]; // arguments of operations; NULL: not yet needed
    uint32_t buffer_b[HOST_N_BUFFERS];
} host;

// Lowers a call: builds the replacement before it and returns it; NULL for void. Errors go to h->d.
typedef LLVMValueRef (*host_fn)(host *h, LLVMValueRef call, int param);
typedef struct host_row {
    host_fn fn;
    int param;
} host_row;
// One table a file, indexed by genx_id; lower.c looks into all.
extern const host_row host_region_rows[GENX_COUNT], host_int_rows[GENX_COUNT], host_sat_rows[GENX_COUNT],
    host_float_rows[GENX_COUNT], host_dpas_rows[GENX_COUNT], host_thread_rows[GENX_COUNT], host_image_rows[GENX_COUNT],
    host_block2d_rows[GENX_COUNT];

// build.c: shorthands

void host_error(host *h, LLVMValueRef at, const char *code, const char *fmt, ...) CMC_PRINTF(4, 5);
static inline LLVMValueRef host_arg(LLVMValueRef call, unsigned i) {
    return LLVMGetOperand(call, i);
}
// Operand i of a call, which genx.def requires to be a constant.
int64_t host_const_arg(LLVMValueRef call, unsigned i);
static inline LLVMValueRef host_i32(const host *h, uint64_t x) {
    return LLVMConstInt(h->i32, x, 0);
}
static inline LLVMValueRef host_i64(const host *h, uint64_t x) {
    return LLVMConstInt(h->i64, x, 0);
}
uint32_t host_line(LLVMValueRef at); // of the source, 0 = unknown
// The integer constant x in all lanes of a type.
LLVMValueRef host_all(LLVMTypeRef t, uint64_t x);
// A type with the lanes of another.
LLVMTypeRef host_like(LLVMTypeRef lanes_of, LLVMTypeRef elt);
// Lanes of two vectors of one type; UINT32_MAX: any value.
LLVMValueRef host_shuffle(host *h, LLVMValueRef a, LLVMValueRef b, const uint32_t *from, uint32_t n);
LLVMValueRef host_slice(host *h, LLVMValueRef v, uint32_t first, uint32_t n);
LLVMValueRef host_as_vector(host *h, LLVMValueRef v);         // scalars in one lane
LLVMValueRef host_as(host *h, LLVMValueRef v, LLVMTypeRef t); // the same bits; one lane as a scalar and back
LLVMValueRef host_splat(host *h, LLVMValueRef v, uint32_t n);
LLVMValueRef host_int_cast(host *h, LLVMValueRef v, LLVMTypeRef elt, bool is_signed); // of all lanes
LLVMValueRef host_intrinsic(host *h, const char *name, LLVMTypeRef overload, LLVMValueRef *args, unsigned n);
LLVMValueRef host_intrinsic2(host *h, const char *name, LLVMTypeRef *overloads, unsigned n_overloads,
                             LLVMValueRef *args, unsigned n);
LLVMValueRef host_min(host *h, LLVMValueRef a, LLVMValueRef b, bool max, bool is_signed);
// Vector with an element for each lane of a list of scalars.
LLVMValueRef host_offset(host *h, LLVMValueRef base, LLVMValueRef off_b);                           // base + bytes
LLVMValueRef host_field(host *h, LLVMBuilderRef b, LLVMValueRef base, size_t off_b, LLVMTypeRef t); // never changes
LLVMValueRef host_load(host *h, LLVMTypeRef t, LLVMValueRef p, unsigned align);
void host_store(host *h, LLVMValueRef v, LLVMValueRef p, unsigned align);
LLVMValueRef host_variable(host *h, LLVMTypeRef t);                        // at the head of the function
LLVMValueRef host_constant(host *h, LLVMValueRef value, const char *name); // its address
// Memory for argument k of an operation, with a value in it if v is not NULL. Used up to the call.
LLVMValueRef host_buffer(host *h, unsigned k, uint32_t size_b, LLVMValueRef v);
LLVMValueRef host_bytes_of_mask(host *h, LLVMValueRef mask); // <n x i8> of 0 and 1
// Splits the block before the call and begins a branch that the condition leads to. The builder is in the branch,
// before its end; host_end_if brings it back to the call and merges a value of the branch with one of before it (NULLs:
// none).
typedef struct host_if {
    LLVMBasicBlockRef before;
    LLVMValueRef end; // the branch's last instruction: "the call" of what is built in it
} host_if;
host_if host_begin_if(host *h, LLVMValueRef call, LLVMValueRef condition);
host_if host_begin_rare(host *h, LLVMValueRef call, LLVMValueRef condition); // registers are saved in the branch
LLVMValueRef host_end_if(host *h, host_if *i, LLVMValueRef call, LLVMValueRef then_value, LLVMValueRef else_value);

// call.c: operations and services

typedef enum host_op {
#define HOST_OP(name, result, parameters) HOST_OP_##name,
#include <cmc/host_ops.def>
#undef HOST_OP
    HOST_OP_COUNT
} host_op;
// The thread is passed by itself.
LLVMValueRef host_call_op(host *h, host_op op, LLVMValueRef *args, unsigned n);
// A function of cmc_host_services at an offset; the thread is passed by itself.
LLVMValueRef host_call_service(host *h, size_t off_b, LLVMValueRef *args, unsigned n);
// The functions that LLVM calls where the processor lacks instructions. They reach the operations by a variable.
void host_add_library(host *h);
void host_set_library(host *h, LLVMBuilderRef b, LLVMValueRef thread);

// surface.c: where memory is

typedef struct host_place {
    LLVMValueRef surface; // i32; NULL: flat addresses
    bool slm;
    LLVMValueRef base, size_b; // of a surface or of local memory; NULL: flat
} host_place;
host_place host_flat(void);
// By the operand of an intrinsic: an index, or the number of local memory.
host_place host_surface(host *h, LLVMValueRef index);
LLVMValueRef host_surface_record(host *h, LLVMValueRef index); // its cmc_host_surface, or one of no bytes
host_place host_bindless(host *h, LLVMValueRef handle);
host_place host_slm(host *h);
// What operations take for surfaces: the index, or one of CMC_HOST_FLAT and CMC_HOST_SLM.
LLVMValueRef host_place_number(host *h, const host_place *p);
// Contiguous bytes at an offset (i64). pred: i1 or NULL; old: of a read that pred switches off.
LLVMValueRef host_read_block(host *h, LLVMValueRef call, const host_place *p, LLVMValueRef off_b, LLVMTypeRef t,
                             LLVMValueRef pred, LLVMValueRef old);
void host_write_block(host *h, LLVMValueRef call, const host_place *p, LLVMValueRef off_b, LLVMValueRef v,
                      LLVMValueRef pred);

// sanitize.c
LLVMValueRef host_stop(host *h, LLVMValueRef call, int param); // llvm.ubsantrap
// With -fsanitize=address: ends the launch if size_b bytes at one of the addresses, i64 or a vector, are not the
// kernel's to use. on: the lanes that count; NULL: all. Before the access.
void host_check_flat(host *h, LLVMValueRef call, LLVMValueRef at, LLVMValueRef on, uint32_t size_b, bool write);

// The remaining files
void host_lower_function(host *h, LLVMValueRef fn);                   // lower.c
bool host_lower_lanes(host *h, LLVMValueRef call, LLVMValueRef *out); // lanes.c: false: not such a message
LLVMValueRef host_atomic(host *h, LLVMValueRef call);                 // atomic.c
void host_add_turns(host *h, LLVMValueRef fn);                        // poll.c: before the function is lowered
bool host_lower_llvm(host *h, LLVMValueRef call); // plain.c: LLVM's own operations whose meaning is narrower here
void host_lower_plain(host *h, LLVMValueRef inst);
bool host_is_short(LLVMTypeRef t); // half, bfloat or vectors of them: computed as floats
LLVMValueRef host_at_least_float(host *h, LLVMValueRef v);
LLVMValueRef host_fma(host *h, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
LLVMValueRef host_fminmax(host *h, LLVMValueRef a, LLVMValueRef b, bool max);
LLVMValueRef host_float_cast(host *h, LLVMValueRef v, LLVMTypeRef elt);
LLVMValueRef host_to_int(host *h, LLVMValueRef v, LLVMTypeRef to, bool is_signed); // to_int.c: saturates
LLVMValueRef host_math(host *h, uint32_t fn, LLVMValueRef a, LLVMValueRef b);
cmc_status host_functions(host *h, const host_kernels *k); // frame.c

// mode.c: rounding and denormals, as bits of a GPU's cr0

uint32_t host_mode_of(LLVMValueRef fn);
bool host_keeps_half_denormals(LLVMValueRef fn);
// Calls body, which is not inlined, with the mode set. Returns its result.
LLVMValueRef host_call_in_mode(host *h, LLVMValueRef body, LLVMValueRef *args, unsigned n, uint32_t mode);

// variables.c: gives variables locations that a debugger can read.

void host_place_variables(host *h);

// faults.c: changes optimised IR that LLVM's code generator would translate wrongly.

void host_avoid_faults(LLVMModuleRef mod);

// emit.c, link.cpp

typedef struct host_machine {
    LLVMTargetMachineRef tm;
    char *triple, *native, *features; // native: all features of this machine, as LLVM lists them
    char recorded[232];               // features beyond the baseline
} host_machine;
cmc_status host_machine_open(const host_opts *o, host_machine *m, cmc_diag *d);
void host_machine_close(host_machine *m);
cmc_status host_emit(LLVMModuleRef mod, host_machine *m, const host_kernels *k, const host_opts *o, cmc_str *out,
                     cmc_diag *d);
// Links an object to a shared object in memory. 0: done; *message (malloc) says why not.
#ifdef __cplusplus
extern "C" {
#endif
bool host_link(const void *object, size_t object_b, cmc_str *out, cmc_str *message);
// Code generation keeps the order of instructions: it was chosen for few live registers, and values of many registers
// each are what LLVM's scheduler spills when it moves loads up.
void host_keep_order(LLVMModuleRef mod);
// Whether LLVM knows a processor, and whether that has a feature. cpu NULL: native, a list "+a,-b", decides.
bool host_cpu_known(const char *triple, const char *cpu);
bool host_cpu_has(const char *triple, const char *cpu, const char *native, const char *feature);
#ifdef __cplusplus
}
#endif

#endif
