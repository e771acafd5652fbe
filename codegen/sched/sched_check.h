// SPDX-License-Identifier: MIT
// Checks that a new order of instructions preserves the meaning of the old one, without a dependence graph.

#ifndef CMC_CODEGEN_SCHED_CHECK_H
#define CMC_CODEGEN_SCHED_CHECK_H

#include "sched/dag.h"

typedef struct sched_record sched_record; // arena

// Records which definitions each instruction reads. NULL when out of memory.
sched_record *sched_record_take(const mir_fn *fn, cmc_arena *a, bool allocated);
// Takes a second record and compares. Reports the first instructions that differ and returns CMC_ERR_INTERNAL.
cmc_status sched_check(const mir_fn *fn, cmc_arena *a, bool allocated, const sched_record *old, cmc_diag *d);

#endif
