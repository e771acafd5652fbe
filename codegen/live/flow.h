// SPDX-License-Identifier: MIT
// What is alive at the borders of blocks: backward data flow, one variable after the other.

#ifndef CMC_CODEGEN_FLOW_H
#define CMC_CODEGEN_FLOW_H

#include "live/subs.h"

typedef struct flow_span { // units [lo, hi) of a variable
    uint32_t var, lo, hi;
    bool passes; // only because of somebody who calls: the block's subroutine, and those that it calls, do not touch
                 // the variable
    bool passes_call; // neither does the one that the block calls in the end
} flow_span;

typedef CMC_VEC(flow_span) flow_spans; // ascending by variable, then by unit

typedef struct flow flow;

flow *flow_create(const mir_fn *fn, cmc_arena *a, uint32_t n_vars); // arena; NULL when out of memory
// How many units a variable has. To be told before it is touched.
void flow_units(flow *f, uint32_t var, uint32_t n);
// Its value at the entry does not matter: it is alive behind a block only where somebody may have written it
// (flow_write).
void flow_undefined(flow *f, uint32_t var);
// What a block does to units [first, last) of a variable, in the order of its instructions; block after block.
void flow_read(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last);
void flow_kill(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last);
void flow_write(flow *f, uint32_t block, uint32_t var, uint32_t first, uint32_t last); // maybe; a kill is told besides
bool flow_solve(flow *f);                                                              // false when out of memory
// After solving.
const flow_spans *flow_in(const flow *f, uint32_t block);
const flow_spans *flow_out(const flow *f, uint32_t block);
const sub_table *flow_subs(const flow *f);

#endif
