// SPDX-License-Identifier: MIT
// Figures of the timing estimate, one row per target, each with its source.
//
//   [C7]   latencies that Intel's open-source compiler schedules with (docs/timing.md lists the classes)
//   [OPT]  oneAPI GPU optimization guide, chapter on the Xe architecture: EUs, threads, lanes, data port, caches
//   [PG9]  The Compute Architecture of Intel Processor Graphics Gen9; [PG11] the same of Gen11
//   [CC22] Chips and Cheese, 2022-10-20 (Arc A770)
//   [CC23] Chips and Cheese, 2023-09-23 (Data Center GPU Max 1100: 56 cores, 1.55 GHz, 108 MB of L2, 1.2 TB/s)
//
// UNKNOWN: no published figure was found, and the value is an assumption. A pointer chase through that level on the
// device would settle it: dram everywhere, slm of skl, icl, tgl, l3_b everywhere.
//
// A row is one common product: HD Graphics 530, Iris Plus G7, Iris Xe G7 (96 EUs), Arc A770, Data Center GPU Max 1100,
// Arc 140V, Arc B580.

#include "timing.h"

// [C7] before Xe-HP: results 14 cycles, math 22, division and power 30, messages 200 to 400 by
// unit.
#define LATENCY_LP                                                                                                     \
    .alu = 14, .alu16 = 14, .alu32 = 14, .acc = 14, .arf = 16, .math = 22, .math16 = 22, .math32 = 22,                 \
    .math_long = 30, .dpas = 0, .branch = 23, .barrier = 30, .slm = 100, .slm32 = 100, .slm_fence = 100, .fence = 200, \
    .l1 = 200, .l3 = 200, .dram = 500, .sampler = 300, .message = 50, .src_release = 8

// [C7] Xe-HPG, Xe-HPC and Xe2.
#define LATENCY_XE                                                                                                     \
    .alu = 10, .alu16 = 11, .alu32 = 13, .acc = 6, .arf = 16, .math = 17, .math16 = 21, .math32 = 29, .math_long = 17, \
    .branch = 23, .barrier = 30, .slm = 28, .slm32 = 45, .slm_fence = 23, .fence = 35, .l1 = 45, .l3 = 200,            \
    .dram = 600, .sampler = 214, .message = 50, .src_release = 8

static const timing_facts rows[ISA_TARGET_COUNT] = {
    // [PG9]: 3 subslices of 8 EUs, 7 threads, two 4-wide pipes, 768 KB of L3, 64 bytes a cycle; two
    // channels of DDR4-2133
    [ISA_TARGET_SKL] = {.cores = 3,
                        .eus = 8,
                        .threads = 7,
                        .lanes32 = 8,
                        .lanes64 = 4,
                        .clock_ghz = 1.15,
                        .l3_kb = 768,
                        .slm_kb = 64,
                        .port_b = 64,
                        .l3_b = 64,
                        .dram_b = 29.7,
                        LATENCY_LP},
    // [PG11]: 8 subslices of 8 EUs, 3 MB of L3; LPDDR4-3733
    [ISA_TARGET_ICL] = {.cores = 8,
                        .eus = 8,
                        .threads = 7,
                        .lanes32 = 8,
                        .lanes64 = 4,
                        .clock_ghz = 1.1,
                        .l3_kb = 3072,
                        .slm_kb = 64,
                        .port_b = 64,
                        .l3_b = 64,
                        .dram_b = 54.3,
                        LATENCY_LP},
    // [OPT]: dual subslices of 16 EUs, 7 threads, 8 lanes, 128 KB of SLM, data port of 128 bytes a
    // cycle; LPDDR4-4266
    [ISA_TARGET_TGL] = {.cores = 6,
                        .eus = 16,
                        .threads = 7,
                        .lanes32 = 8,
                        .lanes64 = 4,
                        .clock_ghz = 1.35,
                        .l3_kb = 3840,
                        .slm_kb = 128,
                        .port_b = 128,
                        .l3_b = 64,
                        .dram_b = 50.6,
                        LATENCY_LP},
    // [OPT]: 32 Xe-cores of 16 vector engines, 8 threads, 8 lanes; [CC22]: 192 KB of L1, 16 MB of
    // L2, 560 GB/s
    [ISA_TARGET_DG2] = {.cores = 32,
                        .eus = 16,
                        .threads = 8,
                        .lanes32 = 8,
                        .lanes64 = 4,
                        .clock_ghz = 2.1,
                        .l1_kb = 192,
                        .l3_kb = 16384,
                        .slm_kb = 128,
                        .port_b = 128,
                        .l3_b = 64,
                        .dram_b = 266.7,
                        .dpas = 21,
                        LATENCY_XE},
    // [OPT]: Xe-cores of 8 vector engines, 8 threads, 16 lanes of 32 and of 64 bits, 512 KB of L1;
    // [CC23] the rest
    [ISA_TARGET_PVC] = {.cores = 56,
                        .eus = 8,
                        .threads = 8,
                        .lanes32 = 16,
                        .lanes64 = 16,
                        .clock_ghz = 1.55,
                        .l1_kb = 512,
                        .l3_kb = 110592,
                        .slm_kb = 128,
                        .port_b = 512,
                        .l3_b = 64,
                        .dram_b = 792.9,
                        .dpas = 21,
                        LATENCY_XE},
    // [OPT]: 8 Xe2-cores of 8 vector engines of 16 lanes, 192 KB of L1, 8 MB of L2; 136 GB/s
    [ISA_TARGET_LNL] = {.cores = 8,
                        .eus = 8,
                        .threads = 8,
                        .lanes32 = 16,
                        .lanes64 = 16,
                        .clock_ghz = 2.05,
                        .l1_kb = 192,
                        .l3_kb = 8192,
                        .slm_kb = 128,
                        .port_b = 128,
                        .l3_b = 64,
                        .dram_b = 66.3,
                        .dpas = 22,
                        LATENCY_XE},
    // [OPT]: 20 Xe2-cores of 8 vector engines of 16 lanes, 256 KB of L1, 18 MB of L2; 456 GB/s
    [ISA_TARGET_BMG] = {.cores = 20,
                        .eus = 8,
                        .threads = 8,
                        .lanes32 = 16,
                        .lanes64 = 16,
                        .clock_ghz = 2.67,
                        .l1_kb = 256,
                        .l3_kb = 18432,
                        .slm_kb = 128,
                        .port_b = 128,
                        .l3_b = 64,
                        .dram_b = 170.8,
                        .dpas = 22,
                        LATENCY_XE},
};

const timing_facts *timing_facts_get(const isa_model *m) {
    return &rows[m->target];
}

timing_facts timing_facts_scaled(const isa_model *m, uint32_t percent) {
    timing_facts f = rows[m->target];
    uint16_t *const latencies[] = {&f.alu,       &f.alu16,     &f.alu32, &f.acc,    &f.arf,     &f.math,    &f.math16,
                                   &f.math32,    &f.math_long, &f.dpas,  &f.branch, &f.barrier, &f.slm,     &f.slm32,
                                   &f.slm_fence, &f.fence,     &f.l1,    &f.l3,     &f.dram,    &f.sampler, &f.message};
    for (unsigned k = 0; k < sizeof latencies / sizeof *latencies; k++)
        *latencies[k] = (uint16_t)(*latencies[k] * percent / 100);
    return f;
}
