// SPDX-License-Identifier: MIT
// zeKernel*: a kernel object collects arguments, group size and global offset. An append to a command list copies all
// of them (launch.c), so the object can be set up for the next launch at once.

#include "ze_core.h"

#include <cmc/hash.h>

#include <stdlib.h>
#include <string.h>

static void kernel_free(zx_kernel *k) {
    free(k->args);
    free(k->cross);
    free(k->surfaces);
    free(k->samplers);
    zx_module_unref(k->module);
    zx_retire(k);
}

static ze_result_t kernel_make(zx_module *m, const zx_module_kernel *mk, zx_kernel **out) {
    zx_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    k->module = m;
    zx_module_ref(m);
    k->mk = mk;
    zx_kernel_args_describe(k);
    k->cross = calloc(k->cross_b ? k->cross_b : 1, 1);
    k->surfaces = calloc(k->n_surfaces + k->n_bindless + 1, sizeof *k->surfaces);
    k->samplers = calloc(k->n_samplers + 1, sizeof *k->samplers);
    if (!k->args || !k->cross || !k->surfaces || !k->samplers) {
        kernel_free(k);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    zx_kernel_inline_samplers(k);
    zx_kernel_constant_args(k);
    const zeb_exec_env *env = &mk->zeb->env;
    for (unsigned i = 0; i < 3; i++)
        k->group[i] = env->has_required_work_group_size ? env->required_work_group_size[i] : 1;
    k->head.magic = ZX_KERNEL;
    *out = k;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_create(ze_module_handle_t h, const ze_kernel_desc_t *desc,
                                            ze_kernel_handle_t *out) {
    ZX_HANDLE(h, ZX_MODULE);
    ZX_POINTER(desc);
    ZX_POINTER(desc->pKernelName);
    ZX_POINTER(out);
    ZX_FLAGS(desc->flags, ZE_KERNEL_FLAG_FORCE_RESIDENCY | ZE_KERNEL_FLAG_EXPLICIT_RESIDENCY);
    zx_module *m = (zx_module *)h;
    for (uint32_t i = 0; i < m->n_kernels; i++) {
        const zx_module_kernel *mk = &m->kernels[i];
        if (strcmp(mk->zeb->name, desc->pKernelName) != 0)
            continue;
        if (!mk->code) {
            zx_error("kernel '%s' cannot run here: %s", mk->zeb->name, mk->error ? mk->error : "out of memory");
            return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
        }
        zx_kernel *k = NULL;
        ZX_TRY(kernel_make(m, mk, &k));
        *out = (ze_kernel_handle_t)k;
        return ZE_RESULT_SUCCESS;
    }
    zx_error("the module has no kernel '%s'", desc->pKernelName);
    return ZE_RESULT_ERROR_INVALID_KERNEL_NAME;
}

static ze_result_t ZE_APICALL kernel_destroy(ze_kernel_handle_t h) {
    ZX_HANDLE(h, ZX_KERNEL);
    zx_kernel *k = (zx_kernel *)h;
    k->head.magic = ZX_NONE;
    kernel_free(k);
    return ZE_RESULT_SUCCESS;
}

// Maximum work-items in a group of this kernel: the device's limit and the limit of its threads.
static uint32_t max_group_items(const zx_kernel *k) {
    const zx_device_facts *f = &k->module->device->facts;
    const uint32_t simd = k->mk->zeb->env.simd_size ? k->mk->zeb->env.simd_size : 1;
    const uint32_t by_threads = f->max_group_threads * simd;
    return by_threads < f->max_group ? by_threads : f->max_group;
}

static ze_result_t check_group(const zx_kernel *k, uint32_t x, uint32_t y, uint32_t z) {
    const zeb_exec_env *env = &k->mk->zeb->env;
    const uint32_t want[3] = {x, y, z};
    const uint32_t limit = max_group_items(k);

    if (!x || !y || !z || x > limit || y > limit || z > limit || (uint64_t)x * y * z > limit) {
        zx_error("group has %ux%ux%u work-items, but kernel '%s' allows at most %u", x, y, z, k->mk->zeb->name, limit);
        return ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION;
    }
    if (env->has_required_work_group_size && memcmp(want, env->required_work_group_size, sizeof want) != 0) {
        zx_error("group has %ux%ux%u work-items, but kernel '%s' requires %ux%ux%u", x, y, z, k->mk->zeb->name,
                 env->required_work_group_size[0], env->required_work_group_size[1], env->required_work_group_size[2]);
        return ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION;
    }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_set_group(ze_kernel_handle_t h, uint32_t x, uint32_t y, uint32_t z) {
    ZX_HANDLE(h, ZX_KERNEL);
    zx_kernel *k = (zx_kernel *)h;
    ZX_TRY(check_group(k, x, y, z));
    k->group[0] = x;
    k->group[1] = y;
    k->group[2] = z;
    return ZE_RESULT_SUCCESS;
}

static uint32_t largest_divisor(uint32_t n, uint32_t limit) {
    for (uint32_t d = n < limit ? n : limit; d > 1; d--)
        if (n % d == 0)
            return d;
    return 1;
}

static ze_result_t ZE_APICALL kernel_suggest_group(ze_kernel_handle_t h, uint32_t gx, uint32_t gy, uint32_t gz,
                                                   uint32_t *x, uint32_t *y, uint32_t *z) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(x);
    ZX_POINTER(y);
    ZX_POINTER(z);
    const zx_kernel *k = (const zx_kernel *)h;
    const zeb_exec_env *env = &k->mk->zeb->env;
    if (!gx || !gy || !gz)
        return ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION;
    if (env->has_required_work_group_size) {
        *x = env->required_work_group_size[0];
        *y = env->required_work_group_size[1];
        *z = env->required_work_group_size[2];
        return ZE_RESULT_SUCCESS;
    }
    uint32_t limit = max_group_items(k);
    limit = limit > 256 ? 256 : limit;
    *x = largest_divisor(gx, limit);
    *y = largest_divisor(gy, limit / *x);
    *z = largest_divisor(gz, limit / (*x * *y));
    return ZE_RESULT_SUCCESS;
}

uint32_t zx_kernel_max_cooperative(const zx_kernel *k) {
    return k->module->device->driver->engine->max_cooperative(k);
}

static ze_result_t ZE_APICALL kernel_suggest_cooperative(ze_kernel_handle_t h, uint32_t *count) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(count);
    *count = zx_kernel_max_cooperative((const zx_kernel *)h);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_set_cache(ze_kernel_handle_t h, ze_cache_config_flags_t flags) {
    ZX_HANDLE(h, ZX_KERNEL);
    if (flags & ~(ze_cache_config_flags_t)(ZE_CACHE_CONFIG_FLAG_LARGE_SLM | ZE_CACHE_CONFIG_FLAG_LARGE_DATA))
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    return ZE_RESULT_SUCCESS; // a hint
}

// Kernels reach all memory of the context, with or without this announcement.
static ze_result_t ZE_APICALL kernel_set_indirect(ze_kernel_handle_t h, ze_kernel_indirect_access_flags_t flags) {
    ZX_HANDLE(h, ZX_KERNEL);
    if (flags & ~(ze_kernel_indirect_access_flags_t)7)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    ((zx_kernel *)h)->indirect = flags;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_get_indirect(ze_kernel_handle_t h, ze_kernel_indirect_access_flags_t *flags) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(flags);
    *flags = ((const zx_kernel *)h)->indirect;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_attributes(ze_kernel_handle_t h, uint32_t *size_b, char **out) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(size_b);
    ZX_POINTER(out);
    if (*out && *size_b)
        (*out)[0] = 0; // a native binary keeps no source attributes
    *size_b = 1;
    return ZE_RESULT_SUCCESS;
}

static uint32_t memory_of(const zeb_kernel *z, const char *usage) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < z->memory.len; i++)
        if (z->memory.data[i].usage && strcmp(z->memory.data[i].usage, usage) == 0)
            sum += z->memory.data[i].size_b;
    return sum;
}

// A UUID from the kernel's name and machine code (cmc_hash): the same kernel has the same UUID.
static ze_kernel_uuid_t kernel_uuid(const zx_kernel *k) {
    ze_kernel_uuid_t u;
    const char *name = k->mk->zeb->name;
    const uint64_t kid = cmc_hash(CMC_HASH_BASIS, name, strlen(name));
    const uint64_t mid = cmc_hash(CMC_HASH_BASIS, k->mk->zeb->text, k->mk->zeb->text_b);
    memcpy(u.kid, &kid, sizeof kid);
    memcpy(u.kid + 8, &mid, sizeof mid);
    memset(u.mid, 0, sizeof u.mid);
    memcpy(u.mid, &mid, sizeof mid);
    return u;
}

static ze_result_t ZE_APICALL kernel_properties(ze_kernel_handle_t h, ze_kernel_properties_t *p) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(p);
    const zx_kernel *k = (const zx_kernel *)h;
    const zeb_kernel *z = k->mk->zeb;
    const uint32_t simd = z->env.simd_size ? z->env.simd_size : 1;

    p->numKernelArgs = k->n_args;
    p->requiredGroupSizeX = z->env.has_required_work_group_size ? z->env.required_work_group_size[0] : 0;
    p->requiredGroupSizeY = z->env.has_required_work_group_size ? z->env.required_work_group_size[1] : 0;
    p->requiredGroupSizeZ = z->env.has_required_work_group_size ? z->env.required_work_group_size[2] : 0;
    p->requiredNumSubGroups = 0;
    p->requiredSubgroupSize = z->env.required_sub_group_size;
    p->maxSubgroupSize = simd;
    p->maxNumSubgroups = (max_group_items(k) + simd - 1) / simd;
    p->localMemSize = z->env.slm_size_b;
    p->privateMemSize = memory_of(z, "private_space");
    p->spillMemSize = memory_of(z, "spill_fill_space") + memory_of(z, "single_space");
    p->uuid = kernel_uuid(k);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_name(ze_kernel_handle_t h, size_t *size_b, char *out) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(size_b);
    const char *name = ((const zx_kernel *)h)->mk->zeb->name;
    const size_t need = strlen(name) + 1;
    if (out) {
        const size_t n = *size_b < need ? *size_b : need;
        memcpy(out, name, n);
        *size_b = n;
    } else {
        *size_b = need;
    }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL kernel_set_offset(ze_kernel_handle_t h, uint32_t x, uint32_t y, uint32_t z) {
    ZX_HANDLE(h, ZX_KERNEL);
    zx_kernel *k = (zx_kernel *)h;
    k->offset[0] = x;
    k->offset[1] = y;
    k->offset[2] = z;
    return ZE_RESULT_SUCCESS;
}

void zx_table_kernel(ze_kernel_dditable_t *t) {
    t->pfnCreate = kernel_create;
    t->pfnDestroy = kernel_destroy;
    t->pfnSetCacheConfig = kernel_set_cache;
    t->pfnSetGroupSize = kernel_set_group;
    t->pfnSuggestGroupSize = kernel_suggest_group;
    t->pfnSuggestMaxCooperativeGroupCount = kernel_suggest_cooperative;
    t->pfnSetArgumentValue = zx_kernel_set_argument;
    t->pfnSetIndirectAccess = kernel_set_indirect;
    t->pfnGetIndirectAccess = kernel_get_indirect;
    t->pfnGetSourceAttributes = kernel_attributes;
    t->pfnGetProperties = kernel_properties;
    t->pfnGetName = kernel_name;
}

// The threads of a group always take turns; the hint is ignored.
static ze_result_t ZE_APICALL kernel_scheduling(ze_kernel_handle_t h, ze_scheduling_hint_exp_desc_t *hint) {
    ZX_HANDLE(h, ZX_KERNEL);
    ZX_POINTER(hint);
    ZX_FLAGS(hint->flags, ZE_SCHEDULING_HINT_EXP_FLAG_OLDEST_FIRST | ZE_SCHEDULING_HINT_EXP_FLAG_ROUND_ROBIN |
                              ZE_SCHEDULING_HINT_EXP_FLAG_STALL_BASED_ROUND_ROBIN);
    return ZE_RESULT_SUCCESS;
}

void zx_table_kernel_exp(ze_kernel_exp_dditable_t *t) {
    t->pfnSchedulingHintExp = kernel_scheduling;
    t->pfnSetGlobalOffsetExp = kernel_set_offset;
}
