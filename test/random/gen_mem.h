// SPDX-License-Identifier: MIT
// What the files of memory steps share. See gen.h.

#ifndef RANDOM_GEN_MEM_H
#define RANDOM_GEN_MEM_H

#include "gen.h"

typedef enum rn_zone { RN_ZONE_OUT = 0, RN_ZONE_OUT_ATOMICS, RN_ZONE_SB, RN_ZONE_SB_ATOMICS } rn_zone;
// Bytes of a zone that nobody else writes; -1 when it is full.
int rn_slot(rn_gen *g, rn_zone z, unsigned size_b);
uint16_t rn_lanes(rn_gen *g);
const char *rn_apart(rn_gen *g, uint16_t n, unsigned step);
const char *rn_addresses(rn_gen *g, const char *base, unsigned at, const char *offsets, uint16_t n);
const char *rn_message_mask(rn_gen *g, uint16_t n);
// Whether a message of n lanes may write here: where no channel is on, only what the channels mask is left undone.
bool rn_may_write(const rn_gen *g, uint16_t n);
void rn_step_atomic(rn_gen *g);
void rn_step_lsc(rn_gen *g);
void rn_step_pixels(rn_gen *g);
void rn_step_block2d(rn_gen *g);

#endif
