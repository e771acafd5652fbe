// SPDX-License-Identifier: MIT
// A hardware thread without a launch: registers set by the test, a few instructions, registers
// read. No memory, no messages.

#ifndef SIM_BENCH_H
#define SIM_BENCH_H

#include "../../../lib/sim/sim_priv.h"

enum { BENCH_FILL = 0xee }; // every register byte at the start

typedef struct bench {
    const isa_model *m;
    sim_worker *w;
    sim_group g;
    sim_thread *t;
} bench;

// The first target of a family.
const isa_model *bench_model(unsigned family);
bench bench_make(const isa_model *m);
void bench_free(bench *b);
// Fills the registers, enables 32 channels.
void bench_reset(bench *b, const sim_code *code);
// Assembles text (a line is one instruction or a label) and makes code of it; the test fails when
// that does. The code borrows *bytes, which the caller frees after it.
sim_code *bench_assemble(const isa_model *m, const char *text, cmc_str *bytes);
// Runs until after the last instruction; false: a fault, or no end after 10000 instructions.
bool bench_run(bench *b);
const char *bench_fault(const bench *b); // text of the fault, or ""

#endif
