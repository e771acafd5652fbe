// SPDX-License-Identifier: MIT
// Register allocation: declarations shared by its files.

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
// Alignment the allocator uses for v: v's own, raised so that v does not cross a row.
uint32_t ra_align_of(const ra_file *f, const mir_var *v);

// Describes a variable that did not fit.
typedef struct ra_failure {
    uint8_t kind;     // mir_var_kind of the full file; MIR_VAR_NONE = every variable is placed
    uint32_t var;     // the variable that did not fit
    uint32_t n_vars;  // variables that need a place in that file
    uint64_t total_b; // their total size
} ra_failure;

// Places every used variable in a register (alloc_b). A full file is not an error; see f->kind. evict: by few fixed
// orders, then by eviction, which packs more densely.
cmc_status ra_allocate(cg_ctx *cx, mir_fn *fn, const live_info *live, bool evict, ra_failure *f);
// Adds "out of registers" with the numbers; returns CMC_ERR_USER.
cmc_status ra_report(const cg_ctx *cx, const mir_fn *fn, const live_info *live, const ra_failure *f);

// Splits variables into independent pieces. Recompute liveness afterwards.
cmc_status ra_split(cg_ctx *cx, mir_fn *fn, const live_info *live);
// Keeps what lives on of variables that are large only for moments in smaller variables: where more than limit_b bytes
// of registers are in use, or, if there is one, beside the variable 'full' that did not fit. late: while 'full' lives,
// limit_b is lower by its size. any: there are such variables; then recompute liveness.
cmc_status ra_narrow(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t limit_b, uint32_t full, bool late,
                     bool *any);
// Gives inputs that the code writes, and that are larger than a register, a copy that has no fixed place. any: there
// are such inputs; then recompute liveness.
cmc_status ra_free_inputs(cg_ctx *cx, mir_fn *fn, const live_info *live, bool *any);

typedef struct ra_move {      // one message between registers and scratch memory
    mir_inst *inst;           // NULL: it was removed
    isa_msg msg;              // its address is relative to the start of scratch memory
    uint32_t slot, row, rows; // rows of the slot
    bool write;
} ra_move;

// How the thread's scratch memory is addressed, and its contents; all zero = not set up. A slot is the memory of one
// variable. The slots are placed last.
typedef struct ra_scratch {
    CMC_VEC(uint32_t) rows; // by slot: its size in registers
    CMC_VEC(ra_move) moves;
    bool ready;
    bool borrow; // a0 is short: 'surface' holds the surface state, and each message restores a0
    uint32_t surface;
    uint8_t surface_sub; // dword of a0 that holds the surface; only for targets without the legacy data port,
    uint32_t base;       // and likewise the variable that holds the address; otherwise the thread's header
} ra_scratch;
// Sets up scratch access at the entry of the function, once.
cmc_status ra_scratch_open(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_scratch *sc);
// Moves 'rows' registers of t, starting at first_row, at the insertion point. Uses as few messages as possible. The
// other end is the slot, starting at slot_row.
cmc_status ra_scratch_move(cg_ctx *cx, ra_scratch *sc, const mir_var *t, uint32_t first_row, uint32_t rows,
                           uint32_t slot, uint32_t slot_row, bool write);
// Writes a message's final address into it.
cmc_status ra_scratch_address(const cg_ctx *cx, const ra_move *m, uint32_t scratch_b);
uint32_t *ra_moves_by_inst(cg_ctx *cx, const mir_fn *fn,
                           const ra_scratch *sc); // 1 + index of the move; NULL when out of memory
// Places the slots, as densely as their live ranges allow, and addresses the messages. CG0307 when the slots exceed
// the memory a thread can reach.
cmc_status ra_place_slots(cg_ctx *cx, mir_fn *fn, const ra_scratch *sc);
// Checks those places without using the live ranges. Reports the first faults and returns CMC_ERR_INTERNAL.
cmc_status ra_check_slots(cg_ctx *cx, const mir_fn *fn, const ra_scratch *sc);
uint32_t ra_scratch_messages(const isa_model *m, uint32_t rows); // number of messages for that many rows

enum { RA_SCRATCH_REACH_B = 128 * 1024 };

// The last known source line at or before the point of highest pressure.
cmc_loc ra_busiest_line(const mir_fn *fn, const live_info *live);
// Bytes of registers that are occupied at the busiest point; 0 when out of memory.
uint32_t ra_peak(cg_ctx *cx, mir_fn *fn, const live_info *live);

typedef struct ra_spill_stats {
    uint32_t vars;                  // spilled variables
    uint32_t spills, fills, remats; // messages, and rematerialised constants
    bool tried, divided;            // to divide a variable (spill_divide.c); the last call did that instead of spilling
    uint32_t first0, first1;        // variables [first0, first1) are spilled first
} ra_spill_stats;

// Where subroutines nest deeply, copies their return addresses to variables that can be spilled, and spills these
// first. Recompute liveness when there are any.
cmc_status ra_save_returns(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_spill_stats *st);

// Spills variables until at most limit_b bytes of registers are in use at each point. The limit is lower over the
// live range of 'full', the variable that did not fit, if there is one. all = spill every variable that can be
// spilled. The first call may divide a variable instead. Recompute liveness afterwards.
cmc_status ra_spill(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t limit_b, uint32_t full, bool all,
                    ra_scratch *sc, ra_spill_stats *st);
// By block: the cost of an instruction there, times eight for each enclosing loop. In the scratch arena; NULL: out of
// memory.
uint64_t *ra_block_weights(cg_ctx *cx, const mir_fn *fn);
// Keeps flags in general registers between their uses: as many flags as needed for the live ones to fit at each
// point, and at least one; all = every flag that can be moved. n: number of flags moved. Recompute liveness
// afterwards.
cmc_status ra_spill_flags(cg_ctx *cx, mir_fn *fn, const live_info *live, bool all, uint32_t *n);
// Checks the allocation without using liveness. A forward walk over the function confirms that each byte read still
// holds the value written last. Also checks constraints. Reports the first faults and returns CMC_ERR_INTERNAL.
cmc_status ra_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d);
// Replaces variables in operands with registers and removes undef.
void ra_rewrite(mir_fn *fn);

#endif
