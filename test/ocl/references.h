// SPDX-License-Identifier: MIT
// Results in plain C of the corpus kernels that PoCL cannot run: out[i] holds argument i's contents
// before the launch and is overwritten with those after it.

#ifndef OCL_REFERENCES_H
#define OCL_REFERENCES_H

#include "case.h"

#define OC_REFERENCE(name) void ref_##name(const oc_case *c, void *const *out);
OC_REFERENCE(atomic_local_int)
OC_REFERENCE(atomic_local_uint)
OC_REFERENCE(from_char)
OC_REFERENCE(from_uchar)
OC_REFERENCE(from_short)
OC_REFERENCE(from_ushort)
OC_REFERENCE(from_int)
OC_REFERENCE(from_uint)
OC_REFERENCE(from_long)
OC_REFERENCE(from_ulong)
OC_REFERENCE(from_half)
OC_REFERENCE(from_float)
OC_REFERENCE(from_double)
OC_REFERENCE(rounding)
OC_REFERENCE(to_double)
OC_REFERENCE(halfs)
OC_REFERENCE(half_basic)
OC_REFERENCE(half_library)
OC_REFERENCE(half_mixed)
OC_REFERENCE(lanes_int_16)
OC_REFERENCE(lanes_int_32)
OC_REFERENCE(lanes_uint_16)
OC_REFERENCE(lanes_float_16)
OC_REFERENCE(lanes_float_32)
OC_REFERENCE(lanes_long_16)
OC_REFERENCE(lanes_half_16)
OC_REFERENCE(lanes_double_16)
OC_REFERENCE(blocks)
OC_REFERENCE(votes)
OC_REFERENCE(work_groups)
OC_REFERENCE(matrices)
OC_REFERENCE(subgroup)
OC_REFERENCE(pointers)
OC_REFERENCE(image_blur)
OC_REFERENCE(image_sampled)
OC_REFERENCE(image_integers)
#undef OC_REFERENCE

#endif
