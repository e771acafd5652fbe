// SPDX-License-Identifier: MIT
// Register pressure of an order of a graph's nodes.

#ifndef CMC_CODEGEN_PRESSURE_H
#define CMC_CODEGEN_PRESSURE_H

#include "sched/dag.h"

typedef struct pressure {
    const dag *g;
    cmc_arena *a;
    uint8_t *live;             // by cell: its live bytes, one bit each
    uint8_t *n_live;           // by first cell of a place: its live cells
    uint32_t now_b;            // bytes of the occupied places
    CMC_VEC(uint32_t) journal; // changed cells and their old bytes, for undo
    CMC_VEC(uint32_t) alive;   // cells that became live outside of recording
    bool recording, oom;
} pressure;

bool pressure_init(pressure *p, const dag *g, cmc_arena *a);
// Bytes of a cell become live or dead.
void pressure_set(pressure *p, uint32_t cell, uint8_t bytes, bool alive);
// Steps backward over one instruction (not in a graph) or one node. Returns the bytes occupied while it executes.
uint32_t pressure_before_inst(pressure *p, const mir_inst *i);
uint32_t pressure_before_node(pressure *p, uint32_t node);
// The change of live bytes that pressure_before_node would cause: finer than that of now_b.
int64_t pressure_delta(const pressure *p, uint32_t node);
// The peak of now_b over the order, in a backward walk from the current state. The state is preserved.
uint32_t pressure_peak(pressure *p, const uint32_t *order);
// Clears all live cells; lists come from arena a from now on.
void pressure_clear(pressure *p, cmc_arena *a);
// Restores the state from before the first journal entry.
void pressure_undo(pressure *p);

#endif
