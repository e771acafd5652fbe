// SPDX-License-Identifier: MIT
// The simulator as an engine of the driver: its devices from the configuration in the environment, and its memory.

#include "zx_priv.h"

#include <stdlib.h>
#include <string.h>

static zx_config config; // of the process; set before the first device exists

const zx_config *zx_config_get(void) {
    return &config;
}

static bool add_device(zx_driver *d, const char *name, size_t len) {
    char text[32];
    if (len == 0 || len >= sizeof text || d->n_devices == ZX_MAX_DEVICES) {
        zx_error("XESIM_DEVICES: expected up to %d device names from %s", ZX_MAX_DEVICES, isa_model_names());
        return false;
    }
    memcpy(text, name, len);
    text[len] = 0;
    const isa_model *model = isa_model_find(text);
    if (!model) {
        zx_error("XESIM_DEVICES: unknown device '%s', expected one of %s", text, isa_model_names());
        return false;
    }
    zx_device *device = zx_driver_add(d);
    device->model = model;
    zx_device_describe(model, &device->facts);
    return true;
}

_Static_assert(ISA_TARGET_COUNT - 1 <= ZX_MAX_DEVICES, "libcmrt asks for a device of each target");

// A wrong variable leaves a program without a device, and Level Zero cannot report why. The reason therefore goes to
// standard error even without XESIM_LOG.
static void complain(const zx_config *c) {
    if (!c->log)
        zx_log_line(zx_last_error());
}

static bool set_up(zx_driver *d) {
    if (!zx_config_read(&config)) {
        complain(&config);
        return false;
    }
    for (const char *p = config.devices;;) {
        size_t len = strcspn(p, ",");
        if (!add_device(d, p, len)) {
            complain(&config);
            return false;
        }
        if (!p[len])
            break;
        p += len + 1;
    }
    config.devices = NULL; // the environment may change from now on
    return true;
}

// Memory: GPU addresses are host addresses, and the simulator has a list of the blocks.

static void *memory_create(void) {
    return sim_memory_create();
}

static void memory_destroy(void *memory) {
    sim_memory_destroy(memory);
}

static void *memory_obtain(void *memory, uint64_t size_b, uint64_t align_b) {
    void *base = aligned_alloc(align_b, (size_b + align_b - 1) / align_b * align_b);
    if (base && sim_memory_add(memory, base, size_b))
        return base;
    free(base);
    return NULL;
}

static void memory_release(void *memory, void *base) {
    sim_memory_remove(memory, base);
    free(base);
}

static bool memory_lend(void *memory, void *base, uint64_t size_b) {
    return sim_memory_add(memory, base, size_b);
}

static void memory_unlend(void *memory, void *base) {
    sim_memory_remove(memory, base);
}

static bool memory_contains(void *memory, uint64_t address, uint64_t size_b) {
    return sim_memory_contains(memory, address, size_b);
}

static void print(const char *text) {
    zx_emit(ZX_SINK_PRINTF, text);
}

const zx_engine zx_xesim = {.driver_id = "cmc xesim driver",
                            .device_id = "cmc xesim",
                            .set_up = set_up,
                            .print = print,
                            .findings = zx_observe_findings,
                            .memory_create = memory_create,
                            .memory_destroy = memory_destroy,
                            .memory_obtain = memory_obtain,
                            .memory_release = memory_release,
                            .memory_lend = memory_lend,
                            .memory_unlend = memory_unlend,
                            .memory_contains = memory_contains,
                            .load = zx_xesim_load,
                            .unload = zx_xesim_unload,
                            .symbol = zx_module_symbol,
                            .launch = zx_xesim_launch,
                            .max_cooperative = zx_xesim_max_cooperative};
