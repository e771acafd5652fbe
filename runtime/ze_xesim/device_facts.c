// SPDX-License-Identifier: MIT
// What each simulated device says about itself beside its product's units and clock (isa_device): the limits that
// Intel's driver reports, and as much memory as a simulator can reasonably give.

#include "zx_priv.h"

#define GIB ((uint64_t)1 << 30)

#define WITH_8_LANES      .sub_groups = {8, 16, 32}
#define WITH_16_LANES     .sub_groups = {16, 32}
#define INTEGRATED_MEMORY .integrated = true, .memory_b = 4 * GIB, .max_alloc_b = 2 * GIB
#define LARGE_MEMORY      .memory_b = 8 * GIB, .max_alloc_b = 4 * GIB

static const zx_device_facts skl = {.max_group = 256, .max_group_threads = 56, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts icl = {.max_group = 256, .max_group_threads = 56, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts tgl = {.max_group = 512, .max_group_threads = 64, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts dg2 = {.max_group = 1024, .max_group_threads = 128, WITH_8_LANES, LARGE_MEMORY};
static const zx_device_facts pvc = {.max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY};
static const zx_device_facts lnl = {
    .max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY, .integrated = true};
static const zx_device_facts bmg = {.max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY};

const zx_device_facts *zx_device_facts_get(isa_target t) {
#define ZX_ROW(id, name, ...) [ISA_TARGET_##id] = &name,
    static const zx_device_facts *const rows[ISA_TARGET_COUNT] = {CMC_TARGETS(ZX_ROW)};
    return rows[t];
}

uint32_t zx_device_thread_count(const zx_device *d) {
    return (uint32_t)d->product->cores * d->product->eus * d->product->threads;
}

uint32_t zx_device_slm_b(const zx_device *d) {
    return d->model->slm_max_kib * 1024u;
}
