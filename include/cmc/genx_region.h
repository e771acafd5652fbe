// SPDX-License-Identifier: MIT
// Which lists of lane offsets one operand of an instruction can name. The one place that knows region legality before
// registers exist: variables start on a register, or are so aligned that they lie within one.

#ifndef CMC_SELECT_REGION_H
#define CMC_SELECT_REGION_H

#include "genx.h"

#include <cmc/isa.h>

#define RGN_MAX_LANES 32

// off_b: byte offset of each lane from the start of the variable. False: no one operand reaches these lanes.
bool rgn_source(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out);
// Destinations have one stride of 1, 2 or 4 elements.
bool rgn_dest(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, uint8_t *hstride);
// Ternary sources: one stride, or one element for all lanes.
bool rgn_ternary(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out);

// Lane offsets of lanes [first, first + n) of a region with one constant or variable offset (variable: from 0).
void rgn_lanes(const genx_region *r, unsigned first, unsigned n, int32_t *off_b);
void rgn_contiguous(unsigned first, unsigned n, unsigned elt_b, int32_t *off_b);
// The same lanes as a genx region of n lanes; rows as the hardware will see them. Offset is off_b[0].
genx_region rgn_to_genx(isa_region hw, const int32_t *off_b, unsigned n, unsigned elt_b);
// May an indirect operand with a start unknown within its register name them?
bool rgn_indirect(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out);

#endif
