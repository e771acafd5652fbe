// SPDX-License-Identifier: MIT
// Runs kernels under the memory checkers and keeps what they find.

#ifndef SIM_CHECK_RUN_H
#define SIM_CHECK_RUN_H

#include "harness.h"
#include "ocl.h"

enum { CHECK_MEMORY = SIM_CHECK_BOUNDS | SIM_CHECK_ALIGN | SIM_CHECK_RACE | SIM_CHECK_BARRIER };

typedef struct found {
    uint32_t check, pc_b, thread, group[3];
    int lane;
    bool has_addr;
    uint64_t addr;
    char inst[160], message[320], kernel[32];
} found;

typedef struct findings {
    unsigned n; // may be more than are kept
    found list[16];
} findings;

void keep_finding(void *user, const sim_finding *f);
// Runs with all memory checks; the status goes to *status when that is not NULL, else it must be
// OK.
void run_checked(sim_kernel_run *k, findings *out, cmc_status *status);
void run_checked_ocl(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                     const ocl_arg *args, unsigned n_args, uint64_t seed, findings *out);
// Fails the test if there are findings, and prints them.
void expect_silence(const findings *f, const char *what);
// Fails the test unless one finding of the check has an instruction with `inst` and a message with
// `message` in it; returns it.
const found *expect_finding(const findings *f, uint32_t check, const char *inst, const char *message);

#endif
