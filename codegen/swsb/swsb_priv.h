// SPDX-License-Identifier: MIT
// Software scoreboard: the pass and its checker share only the facts about single instructions.

#ifndef CMC_CODEGEN_SWSB_PRIV_H
#define CMC_CODEGEN_SWSB_PRIV_H

#include "codegen_priv.h"

// In-order pipes, as bits; index 3 is math. On targets with one pipe, that is the first.
enum { SWSB_PIPES = 4, SWSB_F = 1, SWSB_I = 2, SWSB_L = 4, SWSB_M = 8 };

typedef enum swsb_class {
    SWSB_IN_ORDER = 1, // ALU: counted by distances
    SWSB_OUT_OF_ORDER, // send, math without its own pipe, dpas: takes a token
    SWSB_UNCOUNTED // branches, sync, nop: may wait, but are not counted; if hardware counts them, waits only get longer
} swsb_class;

swsb_class swsb_class_of(const isa_model *m, const mir_inst *i);
// Pipes an in-order instruction may run in; more than one where sources disagree (dword x dword products: I or L)
// (isa-encoding.md 6.4).
uint8_t swsb_pipes_of(const isa_model *m, const mir_inst *i);
// An in-order result is surely complete when this many later instructions of its pipe have been issued. iga64
// -Xauto-deps forgets producers after 10 instructions of the producer's pipe, and math after 18; Intel's compiler
// forgets 64-bit results after 15.
uint8_t swsb_depth(const mir_inst *i, uint32_t pipe);
// The unit that executes an out-of-order instruction. Each unit takes its instructions in order, so when one has read
// its sources, all earlier ones have too.
uint8_t swsb_unit_of(const mir_inst *i);
// Math and dpas also complete in order.
bool swsb_unit_finishes_in_order(uint8_t unit);
// State registers that hardware does not track at all: cr0, sr0, ip and the like.
bool swsb_touches_state(const mir_fn *fn, const mir_inst *i);
// The effects of an instruction (isa_inst_effects) that hardware does not track, as bytes of the register file. An
// indirect operand reaches the registers its variable was given. For flags, addresses and accumulators only writes
// are reported, at SWSB_ARF and up: hardware makes reads wait, but two pipes that write the same one race.
enum { SWSB_ARF = 1 << 16 };
typedef void (*swsb_range_fn)(void *user, uint32_t lo, uint32_t hi, bool write);
void swsb_ranges(const mir_fn *fn, const mir_inst *i, swsb_range_fn fn_range, void *user);
// Replays the annotated function. Reports the first unguarded dependencies and returns CMC_ERR_INTERNAL.
cmc_status swsb_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d);

#endif
