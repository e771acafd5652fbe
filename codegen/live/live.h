// SPDX-License-Identifier: MIT
// Liveness of machine IR variables, byte by byte, as rectangles in time and space.
//
// Time: block starts and instructions are numbered in layout order; slot n reads at point 2n and writes at 2n + 1.
// Space: bytes from the variable's start. A rectangle says that its bytes are live (or overwritten) from its first to
// its last point. Two variables may share registers when their rectangles do not overlap. Two rectangles that both
// only pass a subroutine do not count: if both are live across the same call, they already overlap before that call.

#ifndef CMC_CODEGEN_LIVE_H
#define CMC_CODEGEN_LIVE_H

#include "subs.h"

typedef struct live_rect {
    int32_t p0, p1; // points, both inclusive
    int32_t lo, hi; // bytes, hi exclusive
    bool reserved;  // kept free around an operand, in addition to live bytes
    bool passes;    // in a subroutine that does not touch the variable: live after some call of it
} live_rect;

typedef struct live_def { // one written range
    int32_t point;
    int32_t lo, hi;
    mir_inst *inst;
} live_def;

typedef struct live_var {
    CMC_VEC(live_rect) rects; // ascending by p0 after live_compute
    CMC_VEC(live_def) defs;
    int32_t p0, p1;   // bounds of all rects; p0 > p1 when there are no rects
    int32_t extent_b; // bytes touched from the start; at least the size
    uint32_t n_uses;  // instructions that read it
} live_var;

typedef struct live_pass { // bytes of a variable that are live across a call whose subroutine does not touch it
    uint32_t var;
    int32_t lo, hi;
} live_pass;

typedef CMC_VEC(live_pass) live_passes;

typedef struct live_info {
    live_var *vars; // by variable id
    uint32_t n_vars;
    int32_t n_points;
    int32_t *slot_of_inst; // by instruction id; -1 = not in the function
    int32_t *block_slot;   // first slot of each block
    cmc_bitset phys_grf;   // physical registers named by instructions
    uint32_t phys_flag;    // the same for bytes of the flag file, one bit each
    uint32_t phys_addr;    // the same for bytes of a0
    const sub_table *subs;
    live_passes *passing; // by calling block; without those that also pass the block's own subroutine
    uint32_t peak_b;      // highest number of live GRF bytes at one point
    int32_t peak_point;   // the first such point
} live_info;

// Computes liveness in arena a; NULL when out of memory.
live_info *live_compute(const mir_fn *fn, cmc_arena *a);
// Bytes of general registers that are live across the call at a block's end and that the subroutine does not touch.
uint32_t live_passing_b(const mir_fn *fn, const live_info *live, uint32_t block);
// The last block that starts at or before a point, and the last point of a block.
uint32_t live_block_at(const live_info *live, uint32_t n_blocks, int32_t point);
int32_t live_last_point(const live_info *live, uint32_t block, uint32_t n_blocks);
// Bytes of the destination and of both payloads of a send; 0 for operands that are not variables.
void live_send_bytes(const mir_fn *fn, const mir_inst *i, int32_t bytes[3]);

// Whether an instruction writes its destination before it has read all of its sources: sends, and destinations of
// more than one register, which the hardware computes in two halves (isa-semantics.md rules 13 and 57).
bool live_early_write(const mir_fn *fn, const mir_inst *i);

// The registers subroutines need while they run, charged to their calls; see calls.c.
typedef struct live_calls {
    const int32_t *pass_b; // by calling block: bytes in the curve at its end that only pass the subroutine
    int32_t limit_b;       // upper bound of a subroutine's own need
    uint32_t full_block;   // a block in which the variable that did not fit is live,
    int32_t full_b;        // and its size; 0 = there is no such variable
} live_calls;

// Computes extra, by block: the bytes its call needs on top of the curve's value at its end. delta: the curve's
// steps.
bool live_call_needs(cmc_arena *a, const mir_fn *fn, const live_info *live, const live_calls *c, const int32_t *delta,
                     int32_t *extra);

#endif
