// SPDX-License-Identifier: MIT
// What a program's file and the driver say about a kernel.

#include "cmrt_priv.h"

#include <string.h>

cmrt_status cmrt_kernel_get_info(const cmrt_kernel *k, cmrt_kernel_info *info) {
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(k->device, info, CMRT_ERR_ARGUMENT, "cmrt_kernel_get_info: info is NULL");
    const zeb_exec_env *env = &k->meta->env;
    *info = (cmrt_kernel_info){
        .registers = env->grf_count,
        .simd_size = env->simd_size,
        .spill_b = env->spill_size,
        .slm_b = env->slm_size_b,
        .barriers = env->barrier_count,
        .has_dpas = env->has_dpas,
        .code_b = k->meta->code_b,
        .cycles = 0,
    };
    for (uint32_t i = 0; i < k->meta->memory.len; i++)
        if (strcmp(k->meta->memory.data[i].type, "scratch") == 0)
            info->scratch_b += k->meta->memory.data[i].size_b;
    if (env->has_required_work_group_size)
        memcpy(info->required_group, env->required_work_group_size, sizeof info->required_group);
    return CMRT_OK;
}

cmrt_status cmrt_kernel_suggest_group(cmrt_kernel *k, const uint32_t items[3], uint32_t local[3]) {
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = k->device;
    CMRT_NEED(d, items && local, CMRT_ERR_ARGUMENT, "cmrt_kernel_suggest_group: items or local is NULL");
    CMRT_NEED(d, items[0] && items[1] && items[2], CMRT_ERR_LAUNCH,
              "cmrt_kernel_suggest_group: a grid of %ux%ux%u has no work-items", items[0], items[1], items[2]);
    return cmrt_check_ze(
        d, d->ze->KernelSuggestGroupSize(k->handle, items[0], items[1], items[2], &local[0], &local[1], &local[2]),
        "zeKernelSuggestGroupSize");
}
