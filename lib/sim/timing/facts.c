// SPDX-License-Identifier: MIT
// Figures of the timing estimate that the device table (isa_device) does not hold: one row per target, each with its
// source, for the product that isa_device names. A target without a row is an undeclared name: a build error.
//
//   [C7]   latencies that Intel's open-source compiler schedules with (docs/timing.md lists the classes)
//   [OPT]  oneAPI GPU optimization guide, chapter on the Xe architecture: lanes, data port, caches
//   [PG9]  The Compute Architecture of Intel Processor Graphics Gen9; [PG11] the same of Gen11
//   [XMX]  bits of a matrix engine: Intel's introduction to the Xe-HPG architecture (1024: 128 operations on 16-bit floats
//          a cycle), TechPowerUp, 2021-08-19 (Xe-HPC: 4096) and 2024-12-03 (Xe2: 2048); the products' published
//          operations on bytes agree: 67 of lnl, 77 of arlh, 120 of ptl, in 10^12 a second
//   [OPG]  OpenCL developer guide for Intel processor graphics (2019), memory access: banks of local memory
//   [CC22] Chips and Cheese, 2022-10-20 (Arc A770)
//   [CC23] Chips and Cheese, 2023-09-23 (Data Center GPU Max 1100: 108 MB of L2, 1.2 TB/s)
//
// Conflicts of local memory [OPG]: banks of 4 bytes, 16 of them on Gen9 and Gen11, whose port takes 64 bytes a cycle.
// [OPT]: 64 consecutive bytes lie in 16 consecutive banks, different addresses in one bank are accessed one after the
// other, and the number of banks depends on the device; here it is the port's width, see timing.h.
//
// UNKNOWN: no published figure was found, and the value is an assumption. A pointer chase through that level on the
// device would settle it: dram everywhere, slm of skl, icl, tgl, l3_b everywhere, the rate of doubles on mtl and arlh.
// So is atomic: one operation a cycle on the same number is the least that any device needs. Lanes that all add to one
// number, in local memory and in L3, would settle it.

#include "timing.h"

#include <assert.h>

// [C7] before Xe-HP: results 14 cycles, math 22, division and power 30, messages 200 to 400 by
// unit.
#define LATENCY_LP                                                                                                     \
    .alu = 14, .alu16 = 14, .alu32 = 14, .acc = 14, .arf = 16, .math = 22, .math16 = 22, .math32 = 22,                 \
    .math_long = 30, .dpas = 0, .branch = 23, .barrier = 30, .slm = 100, .slm32 = 100, .slm_fence = 100, .fence = 200, \
    .l1 = 200, .l3 = 200, .dram = 500, .sampler = 300, .message = 50, .src_release = 8, .atomic = 1

// [C7] Xe-HPG, Xe-HPC and Xe2.
#define LATENCY_XE                                                                                                     \
    .alu = 10, .alu16 = 11, .alu32 = 13, .acc = 6, .arf = 16, .math = 17, .math16 = 21, .math32 = 29, .math_long = 17, \
    .branch = 23, .barrier = 30, .slm = 28, .slm32 = 45, .slm_fence = 23, .fence = 35, .l1 = 45, .l3 = 200,            \
    .dram = 600, .sampler = 214, .message = 50, .src_release = 8, .atomic = 1

// [XMX]: what a core with matrix engines has besides
#define XMX_HPG .systolic_bit = 1024, .dpas = 21, LATENCY_XE
#define XMX_HPC .systolic_bit = 4096, .dpas = 21, LATENCY_XE
#define XMX_XE2 .systolic_bit = 2048, .dpas = 22, LATENCY_XE

// [PG9]: two 4-wide pipes, 768 KB of L3, 64 bytes a cycle; two
// channels of DDR4-2133
static const timing_facts skl = {.lanes64 = 4, .l3_kb = 768, .port_b = 64, .l3_b = 64, .dram_b = 29.7, LATENCY_LP};

// [PG11]: 3 MB of L3; LPDDR4-3733
static const timing_facts icl = {.lanes64 = 4, .l3_kb = 3072, .port_b = 64, .l3_b = 64, .dram_b = 54.3, LATENCY_LP};

// [OPT]: data port of 128 bytes a cycle; LPDDR4-4266
static const timing_facts tgl = {.lanes64 = 4, .l3_kb = 3840, .port_b = 128, .l3_b = 64, .dram_b = 50.6, LATENCY_LP};

// [CC22]: 192 KB of L1, 16 MB of L2, 560 GB/s
static const timing_facts dg2 = {
    .lanes64 = 4, .l1_kb = 192, .l3_kb = 16384, .port_b = 128, .l3_b = 64, .dram_b = 266.7, XMX_HPG};

// dg2's core with 4 MB of L2; two channels of LPDDR5x-7467. A double passes the math unit, which takes two lanes a
// cycle.
static const timing_facts mtl = {
    .lanes64 = 8, .l1_kb = 192, .l3_kb = 4096, .port_b = 128, .l3_b = 64, .dram_b = 53.1, LATENCY_XE};

// As mtl; two channels of LPDDR5x-8400
static const timing_facts arlh = {
    .lanes64 = 8, .l1_kb = 192, .l3_kb = 4096, .port_b = 128, .l3_b = 64, .dram_b = 57.2, XMX_HPG};

// [OPT]: 16 lanes of 64 bits, 512 KB of L1; [CC23] the rest
static const timing_facts pvc = {
    .lanes64 = 16, .l1_kb = 512, .l3_kb = 110592, .port_b = 512, .l3_b = 64, .dram_b = 792.9, XMX_HPC};

// [OPT]: 192 KB of L1, 8 MB of L2; 136 GB/s
static const timing_facts lnl = {
    .lanes64 = 16, .l1_kb = 192, .l3_kb = 8192, .port_b = 128, .l3_b = 64, .dram_b = 66.3, XMX_XE2};

// [OPT]: 256 KB of L1, 18 MB of L2; 456 GB/s
static const timing_facts bmg = {
    .lanes64 = 16, .l1_kb = 256, .l3_kb = 18432, .port_b = 128, .l3_b = 64, .dram_b = 170.8, XMX_XE2};

// Xe2's core with 256 KB of L1, 16 MB of L2; two channels of LPDDR5x-9600
static const timing_facts ptl = {
    .lanes64 = 16, .l1_kb = 256, .l3_kb = 16384, .port_b = 128, .l3_b = 64, .dram_b = 61.4, XMX_XE2};

timing_facts timing_facts_scaled(const isa_model *m, uint32_t percent) {
    assert(percent > 0);
#define TIMING_ROW(id, name, ...) [ISA_TARGET_##id] = &name,
    static const timing_facts *const rows[ISA_TARGET_COUNT] = {CMC_TARGETS(TIMING_ROW)};
    timing_facts f = *rows[m->target];
    f.lanes32 = m->native_exec_32b;
    uint16_t *const latencies[] = {&f.alu,       &f.alu16,     &f.alu32, &f.acc,    &f.arf,     &f.math,    &f.math16,
                                   &f.math32,    &f.math_long, &f.dpas,  &f.branch, &f.barrier, &f.slm,     &f.slm32,
                                   &f.slm_fence, &f.fence,     &f.l1,    &f.l3,     &f.dram,    &f.sampler, &f.message};
    for (unsigned k = 0; k < sizeof latencies / sizeof *latencies; k++)
        *latencies[k] = (uint16_t)(*latencies[k] * percent / 100);
    return f;
}
