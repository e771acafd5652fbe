// SPDX-License-Identifier: MIT
// One launch of a kernel: the copy made by an append, and the call of the engine when the launch runs. The copy does
// not change any more, because two queues may execute a command list at once.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

static ze_result_t check_arguments(const zx_kernel *k) {
    for (uint32_t i = 0; i < k->n_args; i++)
        if (k->args[i].needed && !k->args[i].set) {
            zx_error("argument %u of kernel '%s' was never set", i, k->mk->zeb->name);
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
    return ZE_RESULT_SUCCESS;
}

static uint32_t total_slm(const zx_kernel *k) {
    uint32_t at = k->mk->zeb->env.slm_size_b;
    for (uint32_t i = 0; i < k->n_args; i++) {
        const zx_arg *a = &k->args[i];
        if (a->class_ == ZX_ARG_LOCAL)
            at = (at + a->slm_align_b - 1) / a->slm_align_b * a->slm_align_b + a->slm_b;
    }
    return at;
}

void zx_launch_destroy(zx_launch *l) {
    if (!l)
        return;
    free(l->cross);
    free(l->surfaces);
    free(l->samplers);
    zx_module_unref(l->module);
    free(l);
}

ze_result_t zx_launch_create(const zx_kernel *k, zx_launch **out) {
    ZX_TRY(check_arguments(k));
    const uint32_t slm_b = total_slm(k), most_b = k->module->device->facts.slm_b;
    if (slm_b > most_b) {
        zx_error("kernel '%s' needs %u bytes of local memory, but the device has %u", k->mk->zeb->name, slm_b, most_b);
        return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    zx_launch *l = calloc(1, sizeof *l);
    if (!l)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    l->module = k->module;
    zx_module_ref(l->module);
    l->mk = k->mk;
    l->cross_b = k->cross_b;
    l->n_surfaces = k->n_surfaces;
    l->slm_b = slm_b;
    l->cross = malloc(k->cross_b ? k->cross_b : 1);
    l->n_bindless = k->n_bindless;
    l->n_samplers = k->n_samplers;
    l->surfaces = calloc(k->n_surfaces + k->n_bindless + 1, sizeof *l->surfaces);
    l->samplers = calloc(k->n_samplers + 1, sizeof *l->samplers);
    if (!l->samplers || !l->cross || !l->surfaces) {
        zx_launch_destroy(l);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    memcpy(l->cross, k->cross, k->cross_b);
    memcpy(l->surfaces, k->surfaces, (k->n_surfaces + k->n_bindless) * sizeof *l->surfaces);
    memcpy(l->samplers, k->samplers, k->n_samplers * sizeof *l->samplers);
    memcpy(l->local, k->group, sizeof l->local);
    memcpy(l->offset, k->offset, sizeof l->offset);
    *out = l;
    return ZE_RESULT_SUCCESS;
}

// The memory of a surface may have been freed, or an image destroyed, since the argument was set.
static ze_result_t check_surfaces(const zx_launch *l) {
    const zx_context *c = l->module->context;
    for (uint32_t i = 0; i < l->n_surfaces + l->n_bindless; i++) {
        const uint8_t *base = l->surfaces[i].base;
        if (!base || c->driver->engine->memory_contains(c->memory, (uint64_t)(uintptr_t)base, 1))
            continue;
        zx_error("kernel '%s': the memory of surface %u was freed after it was set as an argument", l->mk->zeb->name,
                 i);
        return ZE_RESULT_ERROR_DEVICE_LOST;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zx_launch_run(const zx_launch *l) {
    zx_implicit imp = {0};
    memcpy(imp.local, l->local, sizeof imp.local);
    memcpy(imp.offset, l->offset, sizeof imp.offset);
    memcpy(imp.groups, l->groups, sizeof imp.groups);
    if (l->indirect) {
        imp.groups[0] = l->indirect->groupCountX;
        imp.groups[1] = l->indirect->groupCountY;
        imp.groups[2] = l->indirect->groupCountZ;
    }
    if (!imp.groups[0] || !imp.groups[1] || !imp.groups[2])
        return ZE_RESULT_SUCCESS;
    ZX_TRY(check_surfaces(l));
    return l->module->device->driver->engine->launch(l, &imp);
}
