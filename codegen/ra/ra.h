// SPDX-License-Identifier: MIT
// Register allocation: the parts that its files share.

#ifndef CMC_CODEGEN_RA_H
#define CMC_CODEGEN_RA_H

#include "live.h"

// A register file as the allocator sees it.
typedef struct ra_file {
    uint8_t kind;     // mir_var_kind
    uint32_t size_b;
    uint32_t row_b;   // a variable that fits in a row never crosses its end
} ra_file;

ra_file ra_file_of(const mir_fn *fn, mir_var_kind kind);
// Alignment that allocation uses for v: its own, and enough not to cross a row.
uint32_t ra_align_of(const ra_file *f, const mir_var *v);

// Gives every variable that is used a place (alloc_b). CMC_ERR_USER "out of registers".
cmc_status ra_allocate(cg_ctx *cx, mir_fn *fn, const live_info *live);
// Confirms places without liveness: forward over the function, each byte that is read still holds what was written
// there. Also constraints. CMC_ERR_INTERNAL with a message for the first faults.
cmc_status ra_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d);
// Operands become physical; undef goes away.
void ra_rewrite(mir_fn *fn);

#endif
