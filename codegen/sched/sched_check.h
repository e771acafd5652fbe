// SPDX-License-Identifier: MIT
// Whether a new order of instructions means the same as the old one, found without a dependence graph.

#ifndef CMC_CODEGEN_SCHED_CHECK_H
#define CMC_CODEGEN_SCHED_CHECK_H

#include "sched/dag.h"

typedef struct sched_record sched_record; // arena

// What each instruction reads from whom. NULL when out of memory.
sched_record *sched_record_take(const mir_fn *fn, cmc_arena *a, bool allocated);
// Takes a second record and compares. CMC_ERR_INTERNAL with a message for the first instructions that differ.
cmc_status sched_check(const mir_fn *fn, cmc_arena *a, bool allocated, const sched_record *old, cmc_diag *d);

#endif
