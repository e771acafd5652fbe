// SPDX-License-Identifier: MIT
// Target facts that only code generation needs. Source: messages.md sections 3.13 and 5.

#include "codegen_priv.h"

#include <assert.h>

static const cg_target skl = {.barrier_mask = 0x8F000000};
static const cg_target icl = {.barrier_mask = 0x7F000000};
// A committed fence flushes a thread's stores before it ends.
static const cg_target tgl = {.barrier_mask = 0x7F000000, .eot_fence = true};
#define BARRIER_COUNTS .barrier_mask = 0xFF000000, .barrier_counts = true
#define XE_HPG_FENCES  .fence_op = 1, .eot_fence = true, .eot_fence_op = 6, .eot_fence_scope = 2
static const cg_target dg2 = {BARRIER_COUNTS, XE_HPG_FENCES};
static const cg_target mtl = {BARRIER_COUNTS, XE_HPG_FENCES};
static const cg_target arlh = {BARRIER_COUNTS, XE_HPG_FENCES};
static const cg_target pvc = {BARRIER_COUNTS};
static const cg_target lnl = {BARRIER_COUNTS};
static const cg_target bmg = {BARRIER_COUNTS};
static const cg_target ptl = {BARRIER_COUNTS};

const cg_target *cg_target_of(const isa_model *m) {
    assert(m);
#define CG_TARGET(id, name, ...) [ISA_TARGET_##id] = &name,
    static const cg_target *const targets[ISA_TARGET_COUNT] = {CMC_TARGETS(CG_TARGET)};
    return targets[m->target];
}
