// SPDX-License-Identifier: MIT
// Spilling: shared declarations. spill.c records the accesses of each variable and rewrites code, spill_pick.c
// chooses.

#ifndef CMC_CODEGEN_SPILL_H
#define CMC_CODEGEN_SPILL_H

#include "ra.h"
#include "live/touch.h"

typedef struct visit { // of one operand, in code order; sources before the result
    mir_inst *inst;
    uint32_t block;
    int32_t slot;
    uint8_t who; // ISA_WHO_DST, ISA_WHO_SRC0 and up
    touch t;
} visit;

// Visits close enough to share registers without a store and a fill between them.
typedef struct episode {
    uint32_t v0, v1;                                         // visits [v0, v1)
    uint32_t first, rows;                                    // registers of the variable that the visits touch
    uint32_t fill_first, fill_rows, store_first, store_rows; // registers to fill and to store
    int32_t p0, p1;                                          // first and last point at which registers are occupied
} episode;

typedef struct candidate {
    bool can; // may be spilled
    bool chosen;
    bool addressed; // its address is taken
    uint64_t cost;  // of messages, weighted by loop depth
    uint32_t n_defs;
    mir_inst *def; // the only def, when n_defs is 1
    bool remat;
    uint32_t keeps; // the input it is rematerialised from, whose live range must be extended
    uint32_t slot;  // in scratch memory
    bool home;      // its value was read from that slot, at slot_row, and is still there
    uint32_t slot_row;
    CMC_VEC(visit) visits;
    CMC_VEC(episode) episodes;
} candidate;

typedef struct spiller {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    candidate *of;           // by variable
    uint32_t n_vars;         // before spilling
    int32_t *kept;           // by input: point to which rematerialisation extends its live range
    uint64_t *weight;        // by block
    int32_t *delta;          // by point: bytes that become live minus bytes that die
    int32_t *crowd;          // by point: number of points up to it that exceed the limit
    int32_t *extra;          // by block: bytes its call needs in addition
    int32_t pressure;        // bytes live at the current point
    CMC_VEC(uint32_t) alive; // candidates live at the current point
    uint32_t limit_b;
    uint32_t full;      // the variable that did not fit; 0 = the pressure alone exceeds the limit
    int32_t hot0, hot1; // range of points with a lower limit
    uint32_t hot_b;     // that limit
    uint32_t grf_b;
    bool all;
    bool simd_flow;
    ra_scratch *sc;
    uint32_t *move_of; // by instruction: 1 + index of its message
    ra_spill_stats *st;
    cmc_status failed;
} spiller;

// The limit of live bytes at a point.
static inline int32_t spill_limit(const spiller *s, int32_t p) {
    return (int32_t)(p >= s->hot0 && p <= s->hot1 && s->hot_b < s->limit_b ? s->hot_b : s->limit_b);
}
// Bytes of registers that an episode of the variable occupies.
static inline uint32_t episode_b(const spiller *s, uint32_t var, const episode *e) {
    uint32_t size_b = s->fn->vars.data[var]->size_b;
    return s->of[var].remat && size_b < s->grf_b ? size_b : e->rows * s->grf_b;
}
// Computes delta and crowd.
bool spill_measure(spiller *s);
// Marks candidates as chosen and assigns their slots in scratch memory.
bool spill_choose(spiller *s);
// Divides a chosen variable if a part of it can stay in registers. Recompute liveness and choose again if it did.
bool spill_divide(spiller *s);

#endif
