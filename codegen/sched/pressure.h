// SPDX-License-Identifier: MIT
// Register pressure of an order of a graph's nodes.

#ifndef CMC_CODEGEN_PRESSURE_H
#define CMC_CODEGEN_PRESSURE_H

#include "sched/dag.h"

typedef struct pressure {
    const dag *g;
    cmc_arena *a;
    uint8_t *live;             // by cell
    uint32_t now_b;            // bytes alive
    CMC_VEC(uint32_t) journal; // cells that changed, to go back
    CMC_VEC(uint32_t) alive;   // cells that came alive for good
    bool recording, oom;
} pressure;

bool pressure_init(pressure *p, const dag *g, cmc_arena *a);
void pressure_set(pressure *p, uint32_t cell, bool alive);
// One instruction (not in a graph) or one node, backwards: what is alive before it. Returns the bytes alive while it
// runs.
uint32_t pressure_before_inst(pressure *p, const mir_inst *i);
uint32_t pressure_before_node(pressure *p, uint32_t node);
// What pressure_before_node would add to now_b.
int64_t pressure_delta(const pressure *p, uint32_t node);
// Most bytes alive in the order, walked back from the present state, which stays as it is.
uint32_t pressure_peak(pressure *p, const uint32_t *order);
// Nothing is alive any more; lists come from arena a from now on.
void pressure_clear(pressure *p, cmc_arena *a);
// Brings the state back to where the journal was empty.
void pressure_undo(pressure *p);

#endif
