// SPDX-License-Identifier: MIT
// The CPU as an engine of the driver: its one device.

#include "hx_priv.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static hx_config config; // of the process; set before the first device exists

const hx_config *hx_config_get(void) {
    return &config;
}

// "model name : ..." of the first CPU.
static void cpu_name(char *out, size_t size) {
    char line[256];
    snprintf(out, size, "CPU");
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) != 0 || !colon)
            continue;
        snprintf(out, size, "%s", colon + 1 + strspn(colon + 1, " "));
        out[strcspn(out, "\n")] = 0;
        break;
    }
    if (f)
        fclose(f);
}

static bool set_up(zx_driver *d) {
    enum { LANES = 8 }; // of 32 bits
    const long pages = sysconf(_SC_PHYS_PAGES), page_b = sysconf(_SC_PAGESIZE), cores = sysconf(_SC_NPROCESSORS_ONLN);
    zx_device_facts *f = &zx_driver_add(d)->facts;
    f->target = CMC_HOST_TARGET;
    f->type = ZE_DEVICE_TYPE_CPU;
    f->integrated = f->has_fp64 = f->has_dp4a = true;
    f->slices = f->subslices = f->threads = 1;
    f->eus = cores > 0 ? (uint32_t)cores : 1;
    f->simd_width = LANES;
    f->max_group = f->max_group_threads = HX_MAX_THREADS;
    f->sub_groups[0] = 1;
    f->memory_b = f->max_alloc_b = pages > 0 ? (uint64_t)pages * (uint64_t)page_b : (uint64_t)1 << 32;
    f->slm_b = HX_SLM_B;
    f->bindless_step = 1;
    cpu_name(f->name, sizeof f->name);
    return true;
}

static void print(const char *text) {
    config.print(text);
}

const zx_engine *hx_engine(const hx_config *c) {
    static const zx_engine engine = {.driver_id = "cmc host driver",
                                     .device_id = "cmc host",
                                     .set_up = set_up,
                                     .print = print,
                                     .findings = hx_findings,
                                     .memory_create = hx_memory_create,
                                     .memory_destroy = hx_memory_destroy,
                                     .memory_obtain = hx_memory_obtain,
                                     .memory_release = hx_memory_release,
                                     .memory_lend = hx_memory_lend,
                                     .memory_unlend = hx_memory_release,
                                     .memory_contains = hx_memory_contains,
                                     .load = hx_load,
                                     .unload = hx_unload,
                                     .symbol = hx_symbol,
                                     .launch = hx_launch,
                                     .max_cooperative = hx_max_cooperative};
    config = *c;
    return &engine;
}
