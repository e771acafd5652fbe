// SPDX-License-Identifier: MIT
// The finished code of a kernel, instruction by instruction: what it waits for, and which registers hold a value.
// cmc --report=html shows it. All figures are derived from the final code; nothing is measured.

#ifndef CMC_PROFILE_H
#define CMC_PROFILE_H

#include <cmc/codegen.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cg_wait { // what makes the result that an instruction waits for
    CG_WAIT_NONE = 0,
    CG_WAIT_ALU,
    CG_WAIT_MATH,
    CG_WAIT_SYSTOLIC,
    CG_WAIT_LOCAL,   // shared local memory
    CG_WAIT_MEMORY,  // every other message with a result
    CG_WAIT_SCRATCH, // spills and private arrays
    CG_WAIT_MESSAGE, // messages without a result
    CG_WAIT_BARRIER,
    CG_WAIT_BRANCH, // the time after a branch, charged to the branch
    CG_WAIT_COUNT
} cg_wait;
// Name of a cause, for reports.
const char *cg_wait_name(cg_wait w);

// One instruction of machine IR. Times are cycles of one thread that runs alone, from the estimate of
// cg_report.cycles: the sum of (wait + issue + branch) * turns over all steps is that number.
typedef struct cg_step {
    uint32_t inst;  // mir_inst.id
    uint8_t kind;   // cg_class
    uint8_t cause;  // cg_wait of `wait`; NONE if wait is 0
    bool spill;     // writes scratch memory
    bool fill;      // reads scratch memory
    uint32_t wait;  // before it issues
    uint32_t issue; // while its pipe is occupied, with bank conflicts
    uint32_t branch;
    uint32_t turns; // how often the estimate counts it: a loop ten times for each level
    uint16_t live;  // registers that hold a value which is still needed, or that it writes
} cg_step;
typedef CMC_VEC(cg_step) cg_steps;

// Neighbouring registers that hold a value from one step to another, in the order of the code. A value that is live
// around a loop has a range for each stretch of code in which it is live.
typedef struct cg_range {
    uint16_t first, last; // registers, inclusive
    uint32_t from, to;    // indices of steps: the one that writes it (or where it enters), and the last that needs it
} cg_range;

typedef struct cg_profile {
    cg_report report;
    cg_steps steps;           // in the order of the code
    CMC_VEC(cg_range) ranges; // ascending by from, then by first
    uint32_t peak;            // index of the first step with the most live registers
} cg_profile;

// Profile of a function in phase SCOREBOARDED; lists come from arena a. Errors: CMC_ERR_OOM.
cmc_status cg_profile_make(const mir_fn *fn, cmc_arena *a, cg_profile *out);

#ifdef __cplusplus
}
#endif
#endif
