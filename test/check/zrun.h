// SPDX-License-Identifier: MIT
// Runs any kernel of a zebin on the simulator with made-up arguments: buffers of small numbers,
// small values. Good enough to execute its code under the checkers, not to judge results.

#ifndef CHECK_ZRUN_H
#define CHECK_ZRUN_H

#include <cmc/sim.h>
#include <cmc/zebin.h>

typedef struct zrun_program {
    cmc_arena *arena;
    uint8_t *file;
    zeb_file *zeb;
    const isa_model *model;
} zrun_program;

typedef enum zrun_fill { ZRUN_INTS = 0, ZRUN_FLOATS, ZRUN_FILLS } zrun_fill;

typedef struct zrun {
    uint32_t checks;
    sim_report_fn report;
    sim_trace_fn trace;
    void *user;
    zrun_fill fill;
    uint64_t order_seed;
    uint64_t max_instructions;
    const uint8_t *text;    // instead of the kernel's own, same length; NULL = own
    size_t text_b;          // of text; 0 = as the kernel's
    uint64_t *instructions; // NULL, or counts what was executed
} zrun;

bool zrun_open(const char *path, const char *target, zrun_program *out);
void zrun_close(zrun_program *p);
// The status of the launch; message (may be NULL) gets the first error's text.
cmc_status zrun_kernel(const zrun_program *p, const zeb_kernel *k, const zrun *how, char *message, size_t cap);

#endif
