// SPDX-License-Identifier: MIT
// What each simulated device says about itself beside its product's units and clock (isa_device): the limits that
// Intel's driver reports, and as much memory as a simulator can reasonably give.

#include "zx_priv.h"

#include <stdio.h>

enum { INTEL = 0x8086 }; // its PCI vendor id
enum {
    LSC_STATE_SHIFT = 6,
    HDC_STATE_SHIFT = 12
}; // where messages of the two data ports have a surface state's number

#define GIB ((uint64_t)1 << 30)

#define WITH_8_LANES      .sub_groups = {8, 16, 32}
#define WITH_16_LANES     .sub_groups = {16, 32}
#define INTEGRATED_MEMORY .integrated = true, .memory_b = 4 * GIB, .max_alloc_b = 2 * GIB
#define LARGE_MEMORY      .memory_b = 8 * GIB, .max_alloc_b = 4 * GIB

static const zx_device_facts skl = {.max_group = 256, .max_group_threads = 56, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts icl = {.max_group = 256, .max_group_threads = 56, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts tgl = {.max_group = 512, .max_group_threads = 64, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts dg2 = {.max_group = 1024, .max_group_threads = 128, WITH_8_LANES, LARGE_MEMORY};
static const zx_device_facts mtl = {.max_group = 1024, .max_group_threads = 128, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts arlh = {.max_group = 1024, .max_group_threads = 128, WITH_8_LANES, INTEGRATED_MEMORY};
static const zx_device_facts pvc = {.max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY};
static const zx_device_facts lnl = {
    .max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY, .integrated = true};
static const zx_device_facts bmg = {.max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY};
static const zx_device_facts ptl = {
    .max_group = 1024, .max_group_threads = 64, WITH_16_LANES, LARGE_MEMORY, .integrated = true};

void zx_device_describe(const isa_model *m, zx_device_facts *f) {
#define ZX_ROW(id, name, ...) [ISA_TARGET_##id] = &name,
    static const zx_device_facts *const rows[ISA_TARGET_COUNT] = {CMC_TARGETS(ZX_ROW)};
    const isa_device *product = isa_device_get(m->target);
    *f = *rows[m->target];
    f->target = m->name;
    snprintf(f->name, sizeof f->name, "%s (xesim)", product->product);
    f->type = ZE_DEVICE_TYPE_GPU;
    f->has_fp64 = m->has_fp64;
    f->has_dp4a = m->has_dp4a;
    f->vendor_id = INTEL;
    f->pci_id = product->pci_id;
    f->clock_mhz = product->clock_mhz;
    f->slices = product->slices;
    f->subslices = product->subslices;
    f->eus = product->eus;
    f->threads = product->threads;
    f->simd_width = m->native_exec_32b;
    f->slm_b = m->slm_max_kib * 1024u;
    f->bindless_step = 1u << (m->has_lsc ? LSC_STATE_SHIFT : HDC_STATE_SHIFT);
}

uint32_t zx_device_thread_count(const zx_device *d) {
    const isa_model *m = d->model;
    const isa_device *product = isa_device_get(m->target);
    return (uint32_t)product->cores * product->eus * product->threads;
}
