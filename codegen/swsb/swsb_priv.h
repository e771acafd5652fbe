// SPDX-License-Identifier: MIT
// Software scoreboard: shared by the pass and its checker are only the questions about one instruction.

#ifndef CMC_CODEGEN_SWSB_PRIV_H
#define CMC_CODEGEN_SWSB_PRIV_H

#include "codegen_priv.h"

// In-order pipes, as bits; index 3 is math. Where there is one pipe, it is the first.
enum { SWSB_PIPES = 4, SWSB_F = 1, SWSB_I = 2, SWSB_L = 4, SWSB_M = 8 };

typedef enum swsb_class {
    SWSB_IN_ORDER = 1, // ALU: counted by distances
    SWSB_OUT_OF_ORDER, // send, math without its own pipe, dpas: takes a token
    SWSB_UNCOUNTED     // branches, sync, nop: may wait, but nothing counts them; if hardware does, waits only lengthen
} swsb_class;

swsb_class swsb_class_of(const isa_model *m, const mir_inst *i);
// Pipes that an in-order instruction may run in; more than one where sources disagree (dword x dword products: I or L).
// (isa-encoding.md 6.4)
uint8_t swsb_pipes_of(const isa_model *m, const mir_inst *i);
// An in-order result is surely there when this many later instructions of its pipe have been issued. iga64 -Xauto-deps
// forgets producers after 10 instructions of the producer's pipe, and math after 18; Intel's compiler forgets 64-bit
// results after 15.
uint8_t swsb_depth(const mir_inst *i, uint32_t pipe);
// The unit that executes an out-of-order instruction: each takes its instructions in order, so when one has read its
// sources, the earlier ones have.
uint8_t swsb_unit_of(const mir_inst *i);
// Math and dpas: results come in order as well.
bool swsb_unit_finishes_in_order(uint8_t unit);
// State registers that hardware does not track at all: cr0, sr0, ip and the like.
bool swsb_touches_state(const mir_fn *fn, const mir_inst *i);
// isa_inst_effects of an instruction as far as hardware does not track it by itself, in bytes of the register file.
// An indirect operand reaches what its variable was given. Of flags, addresses and accumulators only writes are
// reported, from SWSB_ARF on: reads wait by themselves, but two pipes that write the same one race.
enum { SWSB_ARF = 1 << 16 };
typedef void (*swsb_range_fn)(void *user, uint32_t lo, uint32_t hi, bool write);
void swsb_ranges(const mir_fn *fn, const mir_inst *i, swsb_range_fn fn_range, void *user);
// Replays the annotated function. CMC_ERR_INTERNAL with a message for the first unguarded dependencies.
cmc_status swsb_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d);

#endif
