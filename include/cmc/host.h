// SPDX-License-Identifier: MIT
// The CPU path: genx IR of the common passes becomes an ELF shared object for the host's processor. host_abi.h says
// what such a file holds.

#ifndef CMC_HOST_H
#define CMC_HOST_H

#include <cmc/host_abi.h>
#include <cmc/isa.h>
#include <cmc/mir.h>
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

// The language that kernels for the CPU may use: that of a GPU, which the front end and the passes are told.
const isa_model *host_model(void);

typedef struct host_kernel {
    const char *name;
    const char *signature; // cmc_host_letter, one an argument
    LLVMValueRef fn;
    const bool *is_filled; // of each parameter of fn: no argument belongs to it; a driver of a GPU fills it in
    uint32_t slm_b, barrier_count;
    bool has_dpas;
    CMC_VEC(mir_arg) args; // as for a GPU; surfaces have binding-table entries, values offsets in the payload
} host_kernel;
typedef struct host_kernels {
    CMC_VEC(host_kernel) list;
} host_kernels;

// Describes the kernels of !genx.kernels; out lives in a. CMC_ERR_USER: an argument's type has no form on the CPU.
cmc_status host_describe(LLVMModuleRef mod, cmc_arena *a, host_kernels *out, cmc_diag *d);

typedef struct host_opts {
    size_t size;           // sizeof(host_opts)
    const char *cpu;       // "x86-64-v3" ..., as LLVM names it; NULL: this machine's
    unsigned opt_level;    // 0, 1, 2
    bool debug_info;       // keep what debuggers need
    bool checks_addresses; // each flat address that a kernel uses lies in memory that it may use
    bool text;             // assembly instead of a shared object
    const char *ze_info;   // text of that section; not for assembly
} host_opts;
#define HOST_OPTS_INIT                                                                                                 \
    { .size = sizeof(host_opts), .opt_level = 2 }

// Lowers mod in place, which must be genx IR without goto and join, and appends the file or its assembly to out.
// CMC_ERR_USER: a construct that the CPU path lacks, at the user's line; CMC_ERR_UNSUPPORTED: an unknown cpu.
cmc_status host_compile(LLVMModuleRef mod, const host_kernels *k, const host_opts *o, cmc_str *out, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
