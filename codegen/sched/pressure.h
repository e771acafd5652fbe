// SPDX-License-Identifier: MIT
// Register pressure of an order of a graph's nodes.

#ifndef CMC_CODEGEN_PRESSURE_H
#define CMC_CODEGEN_PRESSURE_H

#include "sched/dag.h"

typedef struct pressure {
    const dag *g;
    cmc_arena *a;
    uint8_t *live;             // by cell
    uint32_t now_b;            // live bytes
    CMC_VEC(uint32_t) journal; // changed cells, for undo
    CMC_VEC(uint32_t) alive;   // cells that became live outside of recording
    bool recording, oom;
} pressure;

bool pressure_init(pressure *p, const dag *g, cmc_arena *a);
void pressure_set(pressure *p, uint32_t cell, bool alive);
// Steps backward over one instruction (not in a graph) or one node. Returns the bytes live while it executes.
uint32_t pressure_before_inst(pressure *p, const mir_inst *i);
uint32_t pressure_before_node(pressure *p, uint32_t node);
// The change of now_b that pressure_before_node would cause.
int64_t pressure_delta(const pressure *p, uint32_t node);
// The peak of live bytes of the order, in a backward walk from the current state. The state is preserved.
uint32_t pressure_peak(pressure *p, const uint32_t *order);
// Clears all live cells; lists come from arena a from now on.
void pressure_clear(pressure *p, cmc_arena *a);
// Restores the state from before the first journal entry.
void pressure_undo(pressure *p);

#endif
