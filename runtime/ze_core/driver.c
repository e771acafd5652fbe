// SPDX-License-Identifier: MIT
// zeInit and the driver object. A process has one driver, which the engine sets up on first use. Level Zero has no call
// that passes a configuration, so the driver is the one process-wide object.
//
// zeDriverGetExtensionFunctionAddress returns zeDriverGetLastErrorDescription, which Level Zero has only since 1.6,
// with its later prototype: it gives the message for a DEVICE_LOST or a refused module. xesimGetFindingCount is the
// number of mistakes of kernels that the engine has found.

#include "ze_core.h"

#include <string.h>

static struct {
    pthread_once_t once;
    _Atomic(const zx_engine *) engine;
    bool ok;
    zx_driver driver;
} process = {.once = PTHREAD_ONCE_INIT};

void zx_use_engine(const zx_engine *e) {
    atomic_store(&process.engine, e);
}

zx_device *zx_driver_add(zx_driver *d) {
    if (d->n_devices == ZX_MAX_DEVICES)
        return NULL;
    zx_device *device = &d->devices[d->n_devices];
    *device = (zx_device){.head = {ZX_DEVICE}, .driver = d, .index = d->n_devices};
    d->n_devices++;
    return device;
}

static void set_up(void) {
    zx_driver *d = &process.driver;
    d->engine = atomic_load(&process.engine);
    if (!d->engine->set_up(d))
        return;
    d->head.magic = ZX_DRIVER;
    process.ok = true;
}

// The process's one driver object, created on first use; NULL when the engine has no device.
static zx_driver *the_driver(void) {
    pthread_once(&process.once, set_up);
    return process.ok ? &process.driver : NULL;
}

ze_result_t ZE_APICALL zx_init(ze_init_flags_t flags) {
    if (flags & ~(ze_init_flags_t)(ZE_INIT_FLAG_GPU_ONLY | ZE_INIT_FLAG_VPU_ONLY))
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    if (flags == ZE_INIT_FLAG_VPU_ONLY)
        return ZE_RESULT_ERROR_UNINITIALIZED; // this driver is a GPU driver
    return the_driver() ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_UNINITIALIZED;
}

static ze_result_t ZE_APICALL driver_get(uint32_t *count, ze_driver_handle_t *out) {
    ZX_POINTER(count);
    zx_driver *d = the_driver();
    if (!d)
        return ZE_RESULT_ERROR_UNINITIALIZED;
    if (*count && out)
        out[0] = (ze_driver_handle_t)d;
    *count = 1;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL driver_api_version(ze_driver_handle_t h, ze_api_version_t *version) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(version);
    *version = ZE_API_VERSION_CURRENT;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL driver_properties(ze_driver_handle_t h, ze_driver_properties_t *p) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(p);
    const char *id = ((const zx_driver *)h)->engine->driver_id;
    p->uuid = (ze_driver_uuid_t){0};
    memcpy(p->uuid.id, id, strlen(id));
    p->driverVersion = 0x00010000;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL driver_ipc_properties(ze_driver_handle_t h, ze_driver_ipc_properties_t *p) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(p);
    p->flags = 0;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL driver_extensions(ze_driver_handle_t h, uint32_t *count,
                                                ze_driver_extension_properties_t *out) {
    static const ze_driver_extension_properties_t list[] = {
        {ZE_GLOBAL_OFFSET_EXP_NAME, ZE_GLOBAL_OFFSET_EXP_VERSION_1_0},
        {ZE_PCI_PROPERTIES_EXT_NAME, ZE_PCI_PROPERTIES_EXT_VERSION_1_0},
        {ZE_IMAGE_COPY_EXT_NAME, ZE_IMAGE_COPY_EXT_VERSION_1_0},
        {ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_NAME, ZE_IMAGE_QUERY_ALLOC_PROPERTIES_EXT_VERSION_1_0},
        {ZE_IMAGE_MEMORY_PROPERTIES_EXP_NAME, ZE_IMAGE_MEMORY_PROPERTIES_EXP_VERSION_1_0},
        {ZE_IMAGE_VIEW_EXP_NAME, ZE_IMAGE_VIEW_EXP_VERSION_1_0},
        {ZE_KERNEL_SCHEDULING_HINTS_EXP_NAME, ZE_SCHEDULING_HINTS_EXP_VERSION_1_0},
        {ZE_EVENT_QUERY_TIMESTAMPS_EXP_NAME, ZE_EVENT_QUERY_TIMESTAMPS_EXP_VERSION_1_0},
    };
    const uint32_t n = sizeof list / sizeof list[0];

    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(count);
    if (*count == 0 || *count > n)
        *count = n;
    if (out)
        memcpy(out, list, *count * sizeof list[0]);
    return ZE_RESULT_SUCCESS;
}

// Prototype of Level Zero 1.6. With several drivers loaded the handle may be the loader's wrapper.
static ze_result_t ZE_APICALL driver_last_error(ze_driver_handle_t h, const char **text) {
    if (!h)
        return ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    ZX_POINTER(text);
    *text = zx_last_error();
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL driver_findings(ze_driver_handle_t h, uint64_t *count) {
    if (!h)
        return ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    ZX_POINTER(count);
    *count = atomic_load(&process.engine)->findings();
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL driver_extension_function(ze_driver_handle_t h, const char *name, void **address) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(name);
    ZX_POINTER(address);
    if (strcmp(name, "zeDriverGetLastErrorDescription") == 0)
        *address = (void *)(uintptr_t)driver_last_error;
    else if (strcmp(name, "xesimGetFindingCount") == 0)
        *address = (void *)(uintptr_t)driver_findings;
    else if (strcmp(name, "zexDriverImportExternalPointer") == 0)
        *address = (void *)(uintptr_t)zx_import;
    else if (strcmp(name, "zexDriverReleaseImportedPointer") == 0)
        *address = (void *)(uintptr_t)zx_import_release;
    else
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    return ZE_RESULT_SUCCESS;
}

void zx_table_driver(ze_driver_dditable_t *t) {
    t->pfnGet = driver_get;
    t->pfnGetApiVersion = driver_api_version;
    t->pfnGetProperties = driver_properties;
    t->pfnGetIpcProperties = driver_ipc_properties;
    t->pfnGetExtensionProperties = driver_extensions;
    t->pfnGetExtensionFunctionAddress = driver_extension_function;
}
