// SPDX-License-Identifier: MIT
// Dependence graph of one stretch of a block, for the schedulers before and after allocation.
//
// Registers are divided into cells: four bytes of a variable or of the register file, two bytes of flags and
// addresses. A write to a cell depends on earlier reads and writes of it. Memory is ordered by messages.

#ifndef CMC_CODEGEN_DAG_H
#define CMC_CODEGEN_DAG_H

#include "codegen_priv.h"

typedef enum dag_dep { DAG_RAW = 1, DAG_WAR, DAG_WAW, DAG_MEMORY } dag_dep;

typedef struct dag_edge {
    uint32_t from, to;
    uint8_t dep; // dag_dep
    struct dag_edge *next_succ, *next_pred;
} dag_edge;

typedef struct dag_touch { // cells [lo, hi)
    uint32_t lo, hi;
    bool write, partial; // partial: old contents of the cells may survive
    bool maybe;          // old contents of the touched bytes may survive
    uint8_t bytes;       // touched bytes of each cell, one bit each
    uint16_t step;       // index of the instruction in its node
} dag_touch;

typedef struct dag_node { // one instruction, or several that stay together
    mir_inst *first, *last;
    dag_edge *succs, *preds; // by next_succ, by next_pred
    uint32_t n_succs, n_preds;
    CMC_VEC(dag_touch) touches;
    bool load; // a message that only reads memory and returns data
    bool send;
} dag_node;

// The mapping of variables and registers to cells; one for each function.
typedef struct dag_cells {
    const mir_fn *fn;
    bool simd_flow;
    uint32_t *base;                                // first cell, by variable
    uint32_t *n;                                   // cells, by variable
    uint32_t grf, flag, addr, acc, scratch, other; // first cells of the physical files
    uint32_t count;
    uint32_t first_var; // first cell of the variables
    uint8_t *bytes;     // by cell: bytes it counts for pressure; 0 = does not count
    // Live cells occupy places: the registers of a variable that starts on a register, else the cells themselves.
    uint32_t *place;  // by cell: the first cell of its place
    uint8_t *place_b; // by first cell: bytes of the place
    bool keep_flags;  // instructions that touch flags or addresses keep their order (before allocation: few registers)
} dag_cells;

typedef struct dag {
    const dag_cells *cells;
    cmc_arena *a;
    CMC_VEC(dag_node) nodes;  // in the order of the block
    mir_inst *before, *after; // neighbours of the stretch; NULL = the block's ends
    bool oom;
    struct dag_state *state; // of cells, kept between stretches
    uint32_t filling;
    uint16_t step;
    uint32_t acc_writer; // last node that wrote an accumulator; UINT32_MAX = none yet
} dag;

bool dag_cells_init(dag_cells *c, const mir_fn *fn, cmc_arena *a, bool allocated);
// Prepares graphs over these cells; false when out of memory. Nodes and edges are allocated from g->a, which the
// caller may change between graphs.
bool dag_init(dag *g, const dag_cells *c, cmc_arena *a);
// Whether no instruction may move across this one: branches, explicit waits, state registers.
bool dag_is_wall(const dag_cells *c, const mir_inst *i);
// Builds the graph of the instructions from first, which is not a wall, up to the next wall or to limit nodes. *next
// is the instruction after them (NULL = end of the block). False when out of memory. dag_scan only finds the end.
bool dag_scan(dag *g, mir_inst *first, uint32_t limit, mir_inst **next);
bool dag_build(dag *g, mir_inst *first, uint32_t limit, mir_inst **next);
// Puts the stretch's nodes into the block in the given order.
void dag_reorder(const dag *g, mir_block *b, const uint32_t *order);
enum { DAG_PLACES = 17 };
// The effect of a message on memory; false when the instruction is not a message.
typedef struct dag_memory {
    uint32_t places; // bit by place: 0 local memory, 1 scratch memory, then surfaces by number
    bool write;      // or another effect that no access may pass
    bool load;       // only reads, and returns data
    bool scratch;    // a block of scratch memory at a known offset
    uint32_t lo_b, hi_b;
} dag_memory;
bool dag_memory_of(const isa_model *m, const mir_inst *i, dag_memory *out);
// Calls fn for each touch of an instruction; for users that track liveness.
typedef void (*dag_touch_fn)(void *user, const dag_touch *t);
void dag_each_touch(const dag_cells *c, const mir_inst *i, dag_touch_fn fn, void *user);
enum { DAG_WHOLE_CELL = 15 };
// The bits of dag_touch.bytes for bytes [lo, hi) of a cell.
static inline uint8_t dag_bytes(int64_t lo, int64_t hi) {
    return (uint8_t)(((1u << hi) - 1) & ~((1u << lo) - 1));
}

#endif
