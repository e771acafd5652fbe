// SPDX-License-Identifier: MIT
// Samplers: the three properties that a kernel's image reads depend on.

#include "cmrt_priv.h"

#include <stdlib.h>

cmrt_status cmrt_sampler_create(cmrt_device *d, const cmrt_sampler_desc *desc, cmrt_sampler **sampler) {
    static const ze_sampler_address_mode_t modes[] = {
        [CMRT_ADDRESS_NONE] = ZE_SAMPLER_ADDRESS_MODE_NONE,
        [CMRT_ADDRESS_REPEAT] = ZE_SAMPLER_ADDRESS_MODE_REPEAT,
        [CMRT_ADDRESS_CLAMP_TO_EDGE] = ZE_SAMPLER_ADDRESS_MODE_CLAMP,
        [CMRT_ADDRESS_CLAMP_TO_BORDER] = ZE_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        [CMRT_ADDRESS_MIRROR] = ZE_SAMPLER_ADDRESS_MODE_MIRROR,
    };
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, desc && sampler, CMRT_ERR_ARGUMENT, "cmrt_sampler_create: %s is NULL", desc ? "sampler" : "desc");
    *sampler = NULL;
    CMRT_NEED(d, (unsigned)desc->address <= CMRT_ADDRESS_MIRROR, CMRT_ERR_ARGUMENT,
              "cmrt_sampler_create: unknown addressing %d", (int)desc->address);
    CMRT_NEED(d, (unsigned)desc->filter <= CMRT_FILTER_LINEAR, CMRT_ERR_ARGUMENT,
              "cmrt_sampler_create: unknown filter %d", (int)desc->filter);
    cmrt_sampler *s = calloc(1, sizeof *s);
    CMRT_NEED(d, s, CMRT_ERR_MEMORY, "out of memory");
    ze_sampler_desc_t ze = {.stype = ZE_STRUCTURE_TYPE_SAMPLER_DESC,
                            .addressMode = modes[desc->address],
                            .filterMode = desc->filter == CMRT_FILTER_LINEAR ? ZE_SAMPLER_FILTER_MODE_LINEAR
                                                                             : ZE_SAMPLER_FILTER_MODE_NEAREST,
                            .isNormalized = desc->normalized};
    cmrt_status status =
        cmrt_check_ze(d, d->ze->SamplerCreate(d->context, d->handle, &ze, &s->handle), "zeSamplerCreate");
    if (status != CMRT_OK) {
        free(s);
        return status;
    }
    if (!cmrt_handle_add(&s->head, CMRT_HANDLE_SAMPLER)) {
        d->ze->SamplerDestroy(s->handle);
        free(s);
        return cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    }
    s->device = d;
    atomic_fetch_add(&d->children, 1);
    *sampler = s;
    return CMRT_OK;
}

void cmrt_sampler_destroy(cmrt_sampler *s) {
    if (!cmrt_live(s, CMRT_HANDLE_SAMPLER))
        return;
    cmrt_handle_remove(&s->head);
    cmrt_drain(s->device); // a launch may still use it
    cmrt_kernels_forget(s->device, s->handle, 1);
    s->device->ze->SamplerDestroy(s->handle);
    atomic_fetch_sub(&s->device->children, 1);
    free(s);
}
