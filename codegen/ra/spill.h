// SPDX-License-Identifier: MIT
// Spilling: what its files share. spill.c finds out who touches what and rewrites, spill_pick.c chooses.

#ifndef CMC_CODEGEN_SPILL_H
#define CMC_CODEGEN_SPILL_H

#include "ra.h"
#include "live/touch.h"

typedef struct visit { // of one operand, in the order of the code; sources before the result
    mir_inst *inst;
    uint32_t block;
    int32_t slot;
    uint8_t who; // ISA_WHO_DST, ISA_WHO_SRC0 and on
    touch t;
} visit;

// Visits so close to each other that registers are kept over them.
typedef struct episode {
    uint32_t v0, v1;                                         // visits [v0, v1)
    uint32_t first, rows;                                    // registers of the variable that are visited
    uint32_t fill_first, fill_rows, store_first, store_rows; // those that must move
    int32_t p0, p1;                                          // points at which the registers are taken
} episode;

typedef struct candidate {
    bool can; // may go
    bool chosen;
    bool addressed; // somebody knows its place
    uint64_t cost;  // messages, loops counted
    uint32_t n_defs;
    mir_inst *def; // the only one, when n_defs is 1
    bool remat;
    uint32_t keeps; // the input that it is made of and that must live as long
    uint32_t slot;  // in scratch memory
    bool home;      // what it holds was read from that slot, from slot_row on, and still is there
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
    int32_t *kept;           // by variable: the last point to which it lives for those that are made again
    uint64_t *weight;        // by block
    int32_t *delta;          // by point: bytes that begin to live less those that cease
    int32_t *crowd;          // by point: how many points up to it have too much alive
    int32_t *extra;          // by block: bytes that its call needs besides
    int32_t pressure;        // bytes alive at the point under work
    CMC_VEC(uint32_t) alive; // candidates that live there
    uint32_t limit_b;
    uint32_t full;      // the variable that found no place; 0 = too much is alive anyway
    int32_t hot0, hot1; // points between which less fits
    uint32_t hot_b;     // so much at most
    uint32_t grf_b;
    bool all;
    bool simd_flow;
    ra_scratch *sc;
    uint32_t *move_of; // by instruction: 1 + the message that it is
    ra_spill_stats *st;
    cmc_status failed;
} spiller;

// Bytes that may be alive at a point.
static inline int32_t spill_limit(const spiller *s, int32_t p) {
    return (int32_t)(p >= s->hot0 && p <= s->hot1 && s->hot_b < s->limit_b ? s->hot_b : s->limit_b);
}
// Bytes of registers that an episode of the variable takes.
static inline uint32_t episode_b(const spiller *s, uint32_t var, const episode *e) {
    uint32_t size_b = s->fn->vars.data[var]->size_b;
    return s->of[var].remat && size_b < s->grf_b ? size_b : e->rows * s->grf_b;
}
// Fills delta and crowd.
bool spill_measure(spiller *s);
// Marks candidates as chosen and gives them slots in scratch memory.
bool spill_choose(spiller *s);

#endif
