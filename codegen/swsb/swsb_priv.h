// SPDX-License-Identifier: MIT
// Software scoreboard: shared by the pass and its checker.

#ifndef CMC_CODEGEN_SWSB_PRIV_H
#define CMC_CODEGEN_SWSB_PRIV_H

#include "codegen_priv.h"

// An in-order result is surely there when this many later in-order instructions have been issued. Compilers for this
// hardware forget producers after 11 (32-bit) to 15 (64-bit) instructions.
enum { SWSB_DEPTH = 15 };

typedef enum swsb_class {
    SWSB_IN_ORDER = 1, // ALU: counted by distances
    SWSB_OUT_OF_ORDER, // send, math without its own pipe, dpas: takes a token
    SWSB_UNCOUNTED     // branches, sync, nop: may wait, but nothing counts them; if hardware does, waits only lengthen
} swsb_class;

swsb_class swsb_class_of(const isa_model *m, const mir_inst *i);
// State registers that hardware does not track at all: cr0, sr0, ip and the like.
bool swsb_touches_state(const mir_fn *fn, const mir_inst *i);
// Replays the annotated function. CMC_ERR_INTERNAL with a message for the first unguarded dependencies.
cmc_status swsb_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d);

#endif
