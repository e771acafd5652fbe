// SPDX-License-Identifier: MIT
// The Level Zero side of opening: zeInit, the devices of all drivers, and the choice of one.

#include "cmrt_priv.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DRIVERS = 8, MAX_DEVICES = 32, INTEL = 0x8086 };

// The driver id of the simulator (ze_driver_properties_t::uuid).
static const char xesim_uuid[] = "cmc xesim driver";

#define CMRT_DEVICE_IDS(from, to, name) CMC_TARGET_ROW(devices_def, name)
#include "devices.def"
CMC_TARGETS_WITH(CMC_TARGET_NEEDS_ROW, devices_def)

// NULL for an unknown id
static const char *target_of_id(uint32_t pci_id) {
    static const struct {
        uint32_t first, last;
        const char *target;
    } rows[] = {
#define CMRT_DEVICE_IDS(from, to, name) {(from), (to), #name},
#include "devices.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (pci_id >= rows[i].first && pci_id <= rows[i].last)
            return rows[i].target;
    return NULL;
}

static bool is_xesim(const cmrt_ze *ze, ze_driver_handle_t driver) {
    ze_driver_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES};
    return ze->DriverGetProperties(driver, &p) == ZE_RESULT_SUCCESS &&
           memcmp(p.uuid.id, xesim_uuid, sizeof p.uuid.id) == 0;
}

static bool fits(const cmrt_spec *spec, const cmrt_device_info *info) {
    if (spec->kind == CMRT_KIND_GPU && info->is_simulator)
        return false;
    if (spec->kind == CMRT_KIND_XESIM && !info->is_simulator)
        return false;
    return !spec->target[0] || strcmp(spec->target, info->target) == 0;
}

bool cmrt_driver_describe(const cmrt_ze *ze, ze_device_handle_t dev, cmrt_device_info *info) {
    ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ze_device_compute_properties_t c = {.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES};
    ze_device_image_properties_t i = {.stype = ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES};
    ze_device_memory_properties_t m = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES};
    uint32_t one = 1;
    if (ze->DeviceGetProperties(dev, &p) != ZE_RESULT_SUCCESS ||
        ze->DeviceGetComputeProperties(dev, &c) != ZE_RESULT_SUCCESS)
        return false;
    const bool is_gpu = p.type == ZE_DEVICE_TYPE_GPU && p.vendorId == INTEL;
    const char *target = is_gpu ? target_of_id(p.deviceId) : NULL;
    *info = (cmrt_device_info){.max_group_items = c.maxTotalGroupSize,
                               .slm_size_b = c.maxSharedLocalMemory,
                               .max_buffer_b = p.maxMemAllocSize};
    snprintf(info->name, sizeof info->name, "%s", p.name);
    snprintf(info->target, sizeof info->target, "%s", target ? target : "");
    if (ze->DeviceGetImageProperties(dev, &i) == ZE_RESULT_SUCCESS)
        info->max_image_width = info->max_image_height = i.maxImageDims2D;
    if (ze->DeviceGetMemoryProperties(dev, &one, &m) == ZE_RESULT_SUCCESS && one)
        info->memory_size_b = m.totalSize;
    return is_gpu || p.type == ZE_DEVICE_TYPE_CPU;
}

// An Intel GPU, simulated or not.
static bool describe_gpu(const cmrt_ze *ze, ze_device_handle_t dev, bool simulator, cmrt_device_info *info) {
    ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    if (ze->DeviceGetProperties(dev, &p) != ZE_RESULT_SUCCESS || p.type != ZE_DEVICE_TYPE_GPU ||
        !cmrt_driver_describe(ze, dev, info))
        return false;
    info->is_simulator = simulator;
    return true;
}

// Queries the number first. With several drivers the loader fills in no more handles than the driver has devices, but
// it does not lower a count that is too large.
static uint32_t list_devices(const cmrt_ze *ze, ze_driver_handle_t driver, ze_device_handle_t devices[MAX_DEVICES]) {
    uint32_t n = 0;
    if (ze->DeviceGet(driver, &n, NULL) != ZE_RESULT_SUCCESS)
        return 0;
    if (n > MAX_DEVICES)
        n = MAX_DEVICES;
    return ze->DeviceGet(driver, &n, devices) == ZE_RESULT_SUCCESS ? n : 0;
}

static uint32_t list_drivers(const cmrt_ze *ze, ze_driver_handle_t drivers[MAX_DRIVERS], ze_result_t *r) {
    uint32_t n = 0;
    *r = ze->Init(ZE_INIT_FLAG_GPU_ONLY);
    if (*r == ZE_RESULT_SUCCESS)
        *r = ze->DriverGet(&n, NULL);
    if (n > MAX_DRIVERS)
        n = MAX_DRIVERS;
    if (*r == ZE_RESULT_SUCCESS && n)
        *r = ze->DriverGet(&n, drivers);
    return *r == ZE_RESULT_SUCCESS ? n : 0;
}

static bool pick_from(const cmrt_ze *ze, ze_driver_handle_t driver, const cmrt_spec *spec, uint32_t index,
                      uint32_t *n_fitting, cmrt_device *d, cmc_str *seen) {
    ze_device_handle_t devices[MAX_DEVICES] = {0};
    bool simulator = is_xesim(ze, driver);
    uint32_t n = list_devices(ze, driver, devices);
    for (uint32_t i = 0; i < n; i++) {
        cmrt_device_info info;
        if (!devices[i] || !describe_gpu(ze, devices[i], simulator, &info))
            continue;
        cmc_str_printf(seen, "%s%s (%s%s)", seen->len ? ", " : "", info.name,
                       simulator ? "xesim:" : "gpu:", info.target);
        if (!fits(spec, &info) || (*n_fitting)++ != index)
            continue;
        d->ze = ze;
        d->driver = driver;
        d->handle = devices[i];
        d->info = info;
        d->is_simulator = simulator;
        return true;
    }
    return false;
}

static cmrt_status nothing_fits(const cmrt_spec *spec, uint32_t index, uint32_t n_fit, const cmc_str *seen,
                                char *message, size_t message_size) {
    static const char *const names[] = {"", "gpu", "xesim", "host"};
    if (n_fit) {
        snprintf(message, message_size, "Level Zero offers %u devices of this kind; there is no number %u", n_fit,
                 index);
        return CMRT_ERR_NO_DEVICE;
    }
    snprintf(message, message_size, "Level Zero offers no device '%s%s%s'; it offers: %s", names[spec->kind],
             spec->target[0] ? ":" : "", spec->target,
             seen->len ? cmc_str_text(seen) : "none (CMRT_DEVICE=xesim selects the simulator)");
    return CMRT_ERR_NO_DEVICE;
}

cmrt_status cmrt_driver_adopt(ze_driver_handle_t driver, ze_device_handle_t handle, cmrt_device *d, char *message,
                              size_t message_size) {
    d->ze = cmrt_ze_loader(message, message_size);
    if (!d->ze)
        return CMRT_ERR_NO_DEVICE;
    d->driver = driver;
    d->handle = handle;
    d->is_simulator = is_xesim(d->ze, driver);
    if (describe_gpu(d->ze, handle, d->is_simulator, &d->info))
        return CMRT_OK;
    snprintf(message, message_size, "the driver's device is not a GPU of Intel");
    return CMRT_ERR_UNSUPPORTED;
}

cmrt_status cmrt_driver_pick(const cmrt_spec *spec, uint32_t index, cmrt_device *d, uint32_t *n_fitting, char *message,
                             size_t message_size) {
    uint32_t n_fit = 0;
    ze_driver_handle_t drivers[MAX_DRIVERS] = {0};
    ze_result_t r;
    cmc_str seen = CMC_STR_INIT;
    const cmrt_ze *ze = cmrt_ze_loader(message, message_size);
    if (!ze)
        return CMRT_ERR_NO_DEVICE;
    uint32_t n = list_drivers(ze, drivers, &r);
    if (r != ZE_RESULT_SUCCESS) {
        cmrt_status s = CMRT_OK;
        const char *text = cmrt_result_text(r, &s);
        snprintf(message, message_size,
                 "Level Zero finds no driver with a GPU: %s (0x%x); CMRT_DEVICE=xesim selects the simulator", text,
                 (unsigned)r);
        return CMRT_ERR_NO_DEVICE;
    }
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++)
        found = pick_from(ze, drivers[i], spec, index, &n_fit, d, &seen);
    if (n_fitting)
        *n_fitting = n_fit;
    cmrt_status s = found ? CMRT_OK : nothing_fits(spec, index, n_fit, &seen, message, message_size);
    cmc_str_free(&seen);
    return s;
}
