// SPDX-License-Identifier: MIT
// Register allocation: the parts that its files share.

#ifndef CMC_CODEGEN_RA_H
#define CMC_CODEGEN_RA_H

#include "live/live.h"

// A register file as the allocator sees it.
typedef struct ra_file {
    uint8_t kind; // mir_var_kind
    uint32_t size_b;
    uint32_t row_b; // a variable that fits in a row never crosses its end
} ra_file;

ra_file ra_file_of(const mir_fn *fn, mir_var_kind kind);
// Alignment that allocation uses for v: its own, and enough not to cross a row.
uint32_t ra_align_of(const ra_file *f, const mir_var *v);

// What found no place.
typedef struct ra_failure {
    uint8_t kind;     // mir_var_kind of the file that is full; MIR_VAR_NONE = everything has its place
    uint32_t var;     // the variable that found none
    uint32_t n_vars;  // variables that want a place in that file
    uint64_t total_b; // their size
} ra_failure;

// Gives every variable that is used a place (alloc_b). A full file is no error here: see f->kind.
cmc_status ra_allocate(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_failure *f);
// Adds "out of registers" with the numbers; returns CMC_ERR_USER.
cmc_status ra_report(const cg_ctx *cx, const mir_fn *fn, const live_info *live, const ra_failure *f);

// Splits variables into pieces that have nothing to do with each other. Liveness must be computed again afterwards.
cmc_status ra_split(cg_ctx *cx, mir_fn *fn, const live_info *live);
typedef struct ra_move {      // one message between registers and scratch memory
    mir_inst *inst;           // NULL: it went away
    isa_msg msg;              // as at the start of scratch memory
    uint32_t slot, row, rows; // rows of the slot
    bool write;
} ra_move;

// How the thread's scratch memory is reached, and what is there; all zero = not set up. A slot is what one variable
// takes; where the slots are is decided in the end.
typedef struct ra_scratch {
    CMC_VEC(uint32_t) rows; // by slot: its size in registers
    CMC_VEC(ra_move) moves;
    bool ready;
    bool borrow; // a0 is needed for other things: surface holds it, and each message puts a0 back
    uint32_t surface;
    uint8_t surface_sub; // dword of a0 that holds the surface; only without the legacy data port, as
    uint32_t base;       // the variable that holds the address; else the thread's header
} ra_scratch;
// Sets it up at the entry of the function, once.
cmc_status ra_scratch_open(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_scratch *sc);
// Moves rows registers of t, from first_row on, at the insertion point, in as few messages as there can be, to or from
// rows of a slot from slot_row on.
cmc_status ra_scratch_move(cg_ctx *cx, ra_scratch *sc, const mir_var *t, uint32_t first_row, uint32_t rows,
                           uint32_t slot, uint32_t slot_row, bool write);
// Tells a message its place.
cmc_status ra_scratch_address(const cg_ctx *cx, const ra_move *m, uint32_t scratch_b);
uint32_t *ra_moves_by_inst(cg_ctx *cx, const mir_fn *fn, const ra_scratch *sc); // 1 + the move; NULL when out of memory
// Gives the slots their places, as close as their lives allow, and the messages their addresses. CG0307 when a thread
// cannot reach as far.
cmc_status ra_place_slots(cg_ctx *cx, mir_fn *fn, const ra_scratch *sc);
// Confirms those places without the lives. CMC_ERR_INTERNAL with a message for the first faults.
cmc_status ra_check_slots(cg_ctx *cx, const mir_fn *fn, const ra_scratch *sc);
uint32_t ra_scratch_messages(const isa_model *m, uint32_t rows); // how many those are

enum { RA_SCRATCH_REACH_B = 128 * 1024 };

// The last line that is known at or before the point where most is alive.
cmc_loc ra_busiest_line(const mir_fn *fn, const live_info *live);
// Bytes of registers that are kept from others at the busiest point; 0 when out of memory.
uint32_t ra_peak(cg_ctx *cx, mir_fn *fn, const live_info *live);

typedef struct ra_spill_stats {
    uint32_t vars;                  // variables that went to scratch memory
    uint32_t spills, fills, remats; // messages, and constants made again
    uint32_t first0, first1;        // variables that go first, from one to before the other
} ra_spill_stats;

// Where subroutines nest deeply, their return addresses become variables that can be spilled, and go first. Liveness
// must be computed again when there are any.
cmc_status ra_save_returns(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_spill_stats *st);

// Moves variables to scratch memory until at most limit_b bytes of registers are in use at each point, and less while
// the variable full lives, when there is one that found no place; all = every variable that can go. Liveness must be
// computed again afterwards.
cmc_status ra_spill(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t limit_b, uint32_t full, bool all,
                    ra_scratch *sc, ra_spill_stats *st);
// By block: what an instruction there costs, eight times as much in each loop around it. In the scratch arena; NULL:
// out of memory.
uint64_t *ra_block_weights(cg_ctx *cx, const mir_fn *fn);
// Keeps flags in general registers between their uses: as many as it takes until the flags alive at each point fit, at
// least one; all = every one that can go. n: how many went. Liveness must be computed again afterwards.
cmc_status ra_spill_flags(cg_ctx *cx, mir_fn *fn, const live_info *live, bool all, uint32_t *n);
// Confirms places without liveness: forward over the function, each byte that is read still holds what was written
// there. Also constraints. CMC_ERR_INTERNAL with a message for the first faults.
cmc_status ra_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d);
// Operands become physical; undef goes away.
void ra_rewrite(mir_fn *fn);

#endif
