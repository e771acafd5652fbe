// SPDX-License-Identifier: MIT
// zeDevice*: the driver's device objects, and their facts in Level Zero's structs. Extension structs
// in pNext are left alone: an unknown extension keeps the caller's content.

#include "ze_core.h"

#include <stdio.h>
#include <string.h>

static ze_result_t ZE_APICALL device_get(ze_driver_handle_t h, uint32_t *count, ze_device_handle_t *out) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(count);
    zx_driver *d = (zx_driver *)h;
    if (*count == 0 || *count > d->n_devices)
        *count = d->n_devices;
    for (uint32_t i = 0; out && i < *count; i++)
        out[i] = (ze_device_handle_t)&d->devices[i];
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_sub_devices(ze_device_handle_t h, uint32_t *count, ze_device_handle_t *out) {
    (void)out;
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(count);
    *count = 0;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_properties(ze_device_handle_t h, ze_device_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    const zx_device *d = (const zx_device *)h;
    const zx_device_facts *f = &d->facts;

    p->type = f->type;
    p->vendorId = f->vendor_id;
    p->deviceId = f->pci_id;
    p->flags = f->integrated ? ZE_DEVICE_PROPERTY_FLAG_INTEGRATED : 0;
    p->subdeviceId = 0;
    p->coreClockRate = f->clock_mhz;
    p->maxMemAllocSize = f->max_alloc_b;
    p->maxHardwareContexts = 64;
    p->maxCommandQueuePriority = 0;
    p->numThreadsPerEU = f->threads;
    p->physicalEUSimdWidth = f->simd_width;
    p->numEUsPerSubslice = f->eus;
    p->numSubslicesPerSlice = f->subslices;
    p->numSlices = f->slices;
    // One tick is a nanosecond, in the unit of the caller's struct version.
    p->timerResolution = p->stype == ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 ? 1000000000u : 1;
    p->timestampValidBits = 64;
    p->kernelTimestampValidBits = 64;
    p->uuid = (ze_device_uuid_t){0};
    memcpy(p->uuid.id, d->driver->engine->device_id, strlen(d->driver->engine->device_id));
    p->uuid.id[12] = (uint8_t)d->index;
    p->uuid.id[14] = (uint8_t)(f->pci_id & 0xff);
    p->uuid.id[15] = (uint8_t)(f->pci_id >> 8);
    snprintf(p->name, sizeof p->name, "%s", f->name);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_compute(ze_device_handle_t h, ze_device_compute_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    const zx_device *d = (const zx_device *)h;
    const zx_device_facts *f = &d->facts;

    p->maxTotalGroupSize = f->max_group;
    p->maxGroupSizeX = p->maxGroupSizeY = p->maxGroupSizeZ = f->max_group;
    p->maxGroupCountX = p->maxGroupCountY = p->maxGroupCountZ = UINT32_MAX;
    p->maxSharedLocalMemory = f->slm_b;
    p->numSubGroupSizes = 0;
    memset(p->subGroupSizes, 0, sizeof p->subGroupSizes);
    for (unsigned i = 0; i < 3 && f->sub_groups[i]; i++)
        p->subGroupSizes[p->numSubGroupSizes++] = f->sub_groups[i];
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_module(ze_device_handle_t h, ze_device_module_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    const zx_device_facts *f = &((const zx_device *)h)->facts;
    const ze_device_fp_flags_t fp = ZE_DEVICE_FP_FLAG_DENORM | ZE_DEVICE_FP_FLAG_INF_NAN | ZE_DEVICE_FP_FLAG_FMA |
                                    ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST | ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO |
                                    ZE_DEVICE_FP_FLAG_ROUND_TO_INF;

    p->spirvVersionSupported = 0; // native binaries only
    p->flags = ZE_DEVICE_MODULE_FLAG_FP16 | ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS;
    p->flags |= f->has_fp64 ? ZE_DEVICE_MODULE_FLAG_FP64 : 0;
    p->flags |= f->has_dp4a ? ZE_DEVICE_MODULE_FLAG_DP4A : 0;
    p->fp16flags = fp;
    p->fp32flags = fp;
    p->fp64flags = f->has_fp64 ? fp : 0;
    p->maxArgumentsSize = 2048;
    p->printfBufferSize = 4u << 20;
    p->nativeKernelSupported = (ze_native_kernel_uuid_t){0};
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_queue_groups(ze_device_handle_t h, uint32_t *count,
                                                  ze_command_queue_group_properties_t *out) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(count);
    if (*count && out) {
        out->flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
        out->maxMemoryFillPatternSize = SIZE_MAX;
        out->numQueues = 4;
    }
    *count = 1;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_memory(ze_device_handle_t h, uint32_t *count, ze_device_memory_properties_t *out) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(count);
    if (*count && out) {
        out->flags = 0;
        out->maxClockRate = 0; // unknown
        out->maxBusWidth = 64;
        out->totalSize = ((const zx_device *)h)->facts.memory_b;
        snprintf(out->name, sizeof out->name, "host memory");
    }
    *count = 1;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_memory_access(ze_device_handle_t h, ze_device_memory_access_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    const ze_memory_access_cap_flags_t all = ZE_MEMORY_ACCESS_CAP_FLAG_RW | ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC |
                                             ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT |
                                             ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC;
    p->hostAllocCapabilities = all;
    p->deviceAllocCapabilities = all;
    p->sharedSingleDeviceAllocCapabilities = all;
    p->sharedCrossDeviceAllocCapabilities = all;
    p->sharedSystemAllocCapabilities = 0; // memory must come from zeMemAlloc*
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_cache(ze_device_handle_t h, uint32_t *count, ze_device_cache_properties_t *out) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(count);
    if (*count && out) {
        out->flags = 0;
        out->cacheSize = 4u << 20;
    }
    *count = 1;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_image(ze_device_handle_t h, ze_device_image_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    p->maxImageDims1D = ZX_IMAGE_MAX;
    p->maxImageDims2D = ZX_IMAGE_MAX;
    p->maxImageDims3D = ZX_IMAGE_MAX_LAYERS;
    p->maxImageBufferSize = ZX_IMAGE_MAX_BUFFER;
    p->maxImageArraySlices = ZX_IMAGE_MAX_LAYERS;
    p->maxSamplers = 16;
    p->maxReadImageArgs = 128;
    p->maxWriteImageArgs = 128;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_external_memory(ze_device_handle_t h, ze_device_external_memory_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    p->memoryAllocationImportTypes = p->memoryAllocationExportTypes = 0;
    p->imageImportTypes = p->imageExportTypes = 0;
    return ZE_RESULT_SUCCESS;
}

// All devices share one host's memory, so every device reaches every other.
static ze_result_t ZE_APICALL device_p2p(ze_device_handle_t h, ze_device_handle_t peer, ze_device_p2p_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_HANDLE(peer, ZX_DEVICE);
    ZX_POINTER(p);
    p->flags = ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS | ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_can_access_peer(ze_device_handle_t h, ze_device_handle_t peer, ze_bool_t *value) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_HANDLE(peer, ZX_DEVICE);
    ZX_POINTER(value);
    *value = 1;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_status(ze_device_handle_t h) {
    return zx_check(h, ZX_DEVICE);
}

static ze_result_t ZE_APICALL device_timestamps(ze_device_handle_t h, uint64_t *host, uint64_t *device) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(host);
    ZX_POINTER(device);
    *host = *device = zx_now_ns();
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL device_pci(ze_device_handle_t h, ze_pci_ext_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(p);
    p->address = (ze_pci_address_ext_t){.device = ((const zx_device *)h)->index};
    p->maxSpeed = (ze_pci_speed_ext_t){-1, -1, -1};
    return ZE_RESULT_SUCCESS;
}

void zx_table_device(ze_device_dditable_t *t) {
    t->pfnGet = device_get;
    t->pfnGetSubDevices = device_sub_devices;
    t->pfnGetProperties = device_properties;
    t->pfnGetComputeProperties = device_compute;
    t->pfnGetModuleProperties = device_module;
    t->pfnGetCommandQueueGroupProperties = device_queue_groups;
    t->pfnGetMemoryProperties = device_memory;
    t->pfnGetMemoryAccessProperties = device_memory_access;
    t->pfnGetCacheProperties = device_cache;
    t->pfnGetImageProperties = device_image;
    t->pfnGetExternalMemoryProperties = device_external_memory;
    t->pfnGetP2PProperties = device_p2p;
    t->pfnCanAccessPeer = device_can_access_peer;
    t->pfnGetStatus = device_status;
    t->pfnGetGlobalTimestamps = device_timestamps;
    t->pfnPciGetPropertiesExt = device_pci;
}
