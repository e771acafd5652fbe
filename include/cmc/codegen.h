// SPDX-License-Identifier: MIT
// Code generation after selection: machine IR with virtual registers to bytes. Needs no LLVM.

#ifndef CMC_CODEGEN_H
#define CMC_CODEGEN_H

#include <cmc/mir.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cg_opts {
    size_t size;             // sizeof(cg_opts)
    const char *passes;      // NULL = the whole pipeline; "a,b,c" = just these
    const char *skip;        // comma list of passes to leave out; may be NULL
    const char *stop_after;  // pass name; may be NULL
    const char *dump;        // comma list of pass names, or "all"; may be NULL
    bool dump_changed;
    bool verify_each;        // validate after every pass
    bool time_passes;
    bool swsb_serial;        // slow and safe: wait for everything before every instruction
    bool no_compact;
    bool spill_all;          // slow and safe: every variable that can lives in scratch memory
    cmc_str *dump_out;       // where dumps and times go; may be NULL
} cg_opts;
#define CG_OPTS_INIT {.size = sizeof(cg_opts)}

// Names and one-line descriptions of the passes, in pipeline order. i from 0; NULL past the end.
const char *cg_pass_name(unsigned i);
const char *cg_pass_help(unsigned i);

// Runs the pipeline (or opts->passes) on one function in place. Errors: CMC_ERR_USER "out of registers" and the
// like; CMC_ERR_INTERNAL when a validator or checker finds fault, naming the pass.
cmc_status cg_run(mir_fn *fn, const cg_opts *opts, cmc_diag *d);
// Encodes a function in phase SCOREBOARDED; appends its bytes, without padding. Every instruction passes
// isa_validate or this is CMC_ERR_INTERNAL.
cmc_status cg_emit(const mir_fn *fn, const cg_opts *opts, cmc_str *bytes, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
