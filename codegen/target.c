// SPDX-License-Identifier: MIT
// Facts of a target that only code generation needs. Source: messages.md sections 3.13 and 5.

#include "codegen_priv.h"

static const cg_target targets[ISA_TARGET_COUNT] = {
    [ISA_TARGET_SKL] = {.barrier_mask = 0x8F000000},
    [ISA_TARGET_ICL] = {.barrier_mask = 0x7F000000},
    // Stores of a thread are flushed by a committed fence before it ends.
    [ISA_TARGET_TGL] = {.barrier_mask = 0x7F000000, .eot_fence = true},
    [ISA_TARGET_DG2] = {.barrier_mask = 0xFF000000,
                        .barrier_counts = true,
                        .fence_op = 1,
                        .eot_fence = true,
                        .eot_fence_op = 6,
                        .eot_fence_scope = 2},
    [ISA_TARGET_PVC] = {.barrier_mask = 0xFF000000, .barrier_counts = true},
    [ISA_TARGET_LNL] = {.barrier_mask = 0xFF000000, .barrier_counts = true},
    [ISA_TARGET_BMG] = {.barrier_mask = 0xFF000000, .barrier_counts = true},
};

const cg_target *cg_target_of(const isa_model *m) {
    return &targets[m->target];
}
