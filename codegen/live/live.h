// SPDX-License-Identifier: MIT
// Liveness of machine IR variables, byte by byte, as rectangles in time and space.
//
// Time: block starts and instructions are numbered in layout order; slot n reads at point 2n and writes at 2n + 1.
// Space: bytes from the variable's start. A rectangle says that these bytes are alive (or overwritten) from its first
// point to its last. Two variables may share registers when no rectangle of one meets one of the other. Rectangles that
// both pass a subroutine do not count: where one call has both to keep, they meet in front of that call.

#ifndef CMC_CODEGEN_LIVE_H
#define CMC_CODEGEN_LIVE_H

#include "subs.h"

typedef struct live_rect {
    int32_t p0, p1; // points, both included
    int32_t lo, hi; // bytes, hi excluded
    bool reserved;  // kept free around an operand, on top of what is alive
    bool passes;    // in a subroutine that does not touch the variable: alive behind some call of it
} live_rect;

typedef struct live_def { // one written range
    int32_t point;
    int32_t lo, hi;
    mir_inst *inst;
} live_def;

typedef struct live_var {
    CMC_VEC(live_rect) rects; // ascending by p0 after live_compute
    CMC_VEC(live_def) defs;
    int32_t p0, p1;   // bounds of all rects; p0 > p1 when there is none
    int32_t extent_b; // bytes touched from the start; at least the size
    uint32_t n_uses;  // instructions that read it
} live_var;

typedef struct live_pass { // bytes of a variable that are alive over a call whose subroutine does not touch it
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
    cmc_bitset phys_grf;   // registers that instructions name physically
    uint32_t phys_flag;    // bytes of the flag file likewise, a bit each
    uint32_t phys_addr;    // bytes of a0
    const sub_table *subs;
    live_passes *passing; // by block that calls; without those that pass the block's own subroutine
    uint32_t peak_b;      // most GRF bytes alive at one point
    int32_t peak_point;   // the first such point
} live_info;

// Computes everything into arena a; NULL when out of memory.
live_info *live_compute(const mir_fn *fn, cmc_arena *a);
// Bytes of general registers that are alive over the call at a block's end and that the subroutine does not touch.
uint32_t live_passing_b(const mir_fn *fn, const live_info *live, uint32_t block);
// The last block that starts at or before a point, and the last point of a block.
uint32_t live_block_at(const live_info *live, uint32_t n_blocks, int32_t point);
int32_t live_last_point(const live_info *live, uint32_t block, uint32_t n_blocks);
// Bytes of the result and of both payloads of a send; 0 for what is no variable.
void live_send_bytes(const mir_fn *fn, const mir_inst *i, int32_t bytes[3]);

// Whether an instruction writes its result before it has read all of its sources: sends, and results of more than one
// register, which the hardware computes in two halves. (isa-semantics.md rules 13 and 57)
bool live_early_write(const mir_fn *fn, const mir_inst *i);

// What subroutines need while they run, as their calls feel it: see calls.c.
typedef struct live_calls {
    const int32_t *pass_b; // by block that calls: bytes that the curve has at its end and that only pass the subroutine
    int32_t limit_b;       // no subroutine asks for more than that by itself
    uint32_t full_block;   // one of the blocks in which a variable lives that found no place,
    int32_t full_b;        // and its size; 0 = there is none
} live_calls;

// Fills extra, by block: what its call needs on top of the curve's value at its end. delta: the curve's steps.
bool live_call_needs(cmc_arena *a, const mir_fn *fn, const live_info *live, const live_calls *c, const int32_t *delta,
                     int32_t *extra);

#endif
