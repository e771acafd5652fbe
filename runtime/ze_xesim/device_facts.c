// SPDX-License-Identifier: MIT
// What each simulated device says about itself: one row per target, after a common product of the family. Unit
// counts and clocks are the published ones of that product; memory is what a simulator can reasonably give.

#include "zx_priv.h"

#include <string.h>

#define GIB ((uint64_t)1 << 30)

static const zx_device_facts rows[] = {
    {.target = "skl", .name = "Intel(R) HD Graphics 530 (xesim)", .device_id = 0x1912, .slices = 1, .subslices = 3,
     .eus = 8, .threads = 7, .clock_mhz = 1150, .simd_width = 8, .max_group = 256, .max_group_threads = 56,
     .slm_b = 65536, .sub_groups = {8, 16, 32}, .memory_b = 4 * GIB, .max_alloc_b = 2 * GIB, .integrated = true,
     .fp64 = true},
    {.target = "icl", .name = "Intel(R) Iris(R) Plus Graphics (xesim)", .device_id = 0x8a52, .slices = 1,
     .subslices = 8, .eus = 8, .threads = 7, .clock_mhz = 1100, .simd_width = 8, .max_group = 256,
     .max_group_threads = 56, .slm_b = 65536, .sub_groups = {8, 16, 32}, .memory_b = 4 * GIB,
     .max_alloc_b = 2 * GIB, .integrated = true},
    {.target = "tgl", .name = "Intel(R) Iris(R) Xe Graphics (xesim)", .device_id = 0x9a49, .slices = 1,
     .subslices = 6, .eus = 16, .threads = 7, .clock_mhz = 1350, .simd_width = 8, .max_group = 512,
     .max_group_threads = 64, .slm_b = 65536, .sub_groups = {8, 16, 32}, .memory_b = 4 * GIB,
     .max_alloc_b = 2 * GIB, .integrated = true},
    {.target = "dg2", .name = "Intel(R) Arc(TM) A770 Graphics (xesim)", .device_id = 0x56a0, .slices = 8,
     .subslices = 4, .eus = 16, .threads = 8, .clock_mhz = 2400, .simd_width = 8, .max_group = 1024,
     .max_group_threads = 128, .slm_b = 65536, .sub_groups = {8, 16, 32}, .memory_b = 8 * GIB,
     .max_alloc_b = 4 * GIB},
    {.target = "pvc", .name = "Intel(R) Data Center GPU Max 1550 (xesim)", .device_id = 0x0bd5, .slices = 8,
     .subslices = 8, .eus = 8, .threads = 8, .clock_mhz = 1600, .simd_width = 16, .max_group = 1024,
     .max_group_threads = 64, .slm_b = 131072, .sub_groups = {16, 32}, .memory_b = 8 * GIB,
     .max_alloc_b = 4 * GIB, .fp64 = true},
    {.target = "lnl", .name = "Intel(R) Arc(TM) 140V Graphics (xesim)", .device_id = 0x64a0, .slices = 2,
     .subslices = 4, .eus = 8, .threads = 8, .clock_mhz = 2050, .simd_width = 16, .max_group = 1024,
     .max_group_threads = 64, .slm_b = 131072, .sub_groups = {16, 32}, .memory_b = 8 * GIB,
     .max_alloc_b = 4 * GIB, .integrated = true, .fp64 = true},
    {.target = "bmg", .name = "Intel(R) Arc(TM) B580 Graphics (xesim)", .device_id = 0xe20b, .slices = 5,
     .subslices = 4, .eus = 8, .threads = 8, .clock_mhz = 2850, .simd_width = 16, .max_group = 1024,
     .max_group_threads = 64, .slm_b = 131072, .sub_groups = {16, 32}, .memory_b = 8 * GIB,
     .max_alloc_b = 4 * GIB, .fp64 = true},
};

const zx_device_facts *zx_device_facts_find(const char *target)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].target, target) == 0)
            return &rows[i];
    return NULL;
}

uint32_t zx_device_thread_count(const zx_device_facts *f)
{
    return f->slices * f->subslices * f->eus * f->threads;
}
