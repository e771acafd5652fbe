// SPDX-License-Identifier: MIT
// Tests which lists of lane offsets a single operand can address. Only these functions know the region rules before
// register allocation: a variable starts on a register boundary, or is aligned so that it lies within one register.

#ifndef CMC_SELECT_REGION_H
#define CMC_SELECT_REGION_H

#include "genx.h"

#include <cmc/isa.h>

#define RGN_MAX_LANES 32

// A source region for n lanes of elt_b bytes; off_b: byte offset of each lane from the start of the variable. Returns
// false if no single operand addresses these lanes.
bool rgn_source(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out);
// The same for a destination, which has one stride of 1, 2 or 4 elements.
bool rgn_dest(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, uint8_t *hstride);
// The same for a source of a three-source instruction: unit stride, or one element for all lanes.
bool rgn_ternary(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out);

// The offsets of lanes [first, first + n) of a region with one constant or variable offset (variable: from 0).
void rgn_lanes(const genx_region *r, unsigned first, unsigned n, int32_t *off_b);
// The offsets of lanes [first, first + n) of a packed vector.
void rgn_contiguous(unsigned first, unsigned n, unsigned elt_b, int32_t *off_b);
// The genx region of n lanes for a hardware region, with the hardware's rows. Its offset is off_b[0].
genx_region rgn_to_genx(isa_region hw, const int32_t *off_b, unsigned n, unsigned elt_b);
// Like rgn_source, for an indirect operand that may start anywhere in its register.
bool rgn_indirect(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out);

#endif
