// SPDX-License-Identifier: MIT
// Live-in and live-out sets of blocks: backward data flow, one variable at a time.

#ifndef CMC_CODEGEN_FLOW_H
#define CMC_CODEGEN_FLOW_H

#include "live/subs.h"

typedef struct flow_span { // units [lo, hi) of a variable
    uint32_t var, lo, hi;
    bool passes;      // live only on behalf of a caller; the block's subroutine and its callees do not touch it
    bool passes_call; // the subroutine that the block calls does not touch it either
} flow_span;

typedef CMC_VEC(flow_span) flow_spans; // ascending by variable, then by unit

typedef struct flow flow;

flow *flow_create(const mir_fn *fn, cmc_arena *a, uint32_t n_vars); // arena; NULL when out of memory
// Sets the number of units of a variable; call it before the functions below.
void flow_units(flow *f, uint32_t var, uint32_t n);
// The variable is undefined at the entry: it is live-out of a block only where it may have been written (flow_write).
void flow_undefined(flow *f, uint32_t var);
// Records what a block does to units [first, last) of a variable, in instruction order, block by block.
void flow_read(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last);
void flow_kill(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last);
void flow_write(flow *f, uint32_t block, uint32_t var, uint32_t first,
                uint32_t last); // may write; record a kill in addition if it surely writes
bool flow_solve(flow *f);       // false when out of memory
// After solving.
const flow_spans *flow_in(const flow *f, uint32_t block);
const flow_spans *flow_out(const flow *f, uint32_t block);
const sub_table *flow_subs(const flow *f);

#endif
