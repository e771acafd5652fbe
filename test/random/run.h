// SPDX-License-Identifier: MIT
// One random program through the evaluator, the compiler and the simulator, in this process.

#ifndef RANDOM_RUN_H
#define RANDOM_RUN_H

#include "gen.h"

#include <cmc/mir.h>
#include <genx_eval.h>
#include <llvm-c/Core.h>

enum { RN_BUFFERS = 6 }; // in, out, sa, sb, ia, ib

// What to call after each pass; NULL members: nothing. The module and the function may be changed (plant.h).
typedef struct rn_watch {
    void (*ir)(void *user, const char *pass, LLVMModuleRef mod, bool changed);
    void (*machine)(void *user, const char *pass, mir_fn *fn, bool changed);
    void (*done)(void *user, mir_fn *fn); // after the last pass
    void *user;
} rn_watch;

// Memory of a program: the host's, which is the simulated device's.
typedef struct rn_memory {
    uint8_t *start[RN_BUFFERS]; // contents before
    uint8_t *now[RN_BUFFERS];
} rn_memory;

// How to compile.
typedef struct rn_how {
    unsigned level;
    bool grf_chosen; // grf: registers a thread, or MIR_GRF_AUTO
    uint32_t grf;
    bool spill_all; // every variable that can lives in scratch memory
} rn_how;

typedef enum rn_verdict {
    RN_SAME = 0,
    RN_DIFFERS, // another value, or a finding of the simulator's checkers, or a fault
    RN_REFUSED, // the compiler reports an error
    RN_OPEN     // the evaluator says that the program is undefined
} rn_verdict;

bool rn_memory_create(rn_memory *m);
void rn_memory_destroy(rn_memory *m);
void rn_memory_fill(rn_memory *m, uint64_t seed);

// What the program means. owned; NULL: undefined or unknown, why is in message.
ge_ctx *rn_evaluate(LLVMModuleRef mod, const rn_memory *m, cmc_str *message);
// Compiles a copy of the module, runs it and compares; without want, it only compiles (RN_OPEN). results may be of
// g->results.
rn_verdict rn_compile_and_run(LLVMModuleRef mod, const isa_model *model, const rn_how *how, rn_memory *m,
                              const ge_ctx *want, const rn_result *results, uint32_t n_results, const rn_watch *watch,
                              cmc_str *message);

#endif
