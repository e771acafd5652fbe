// SPDX-License-Identifier: MIT
// Kernels: arguments are checked against the program's description, so that an error is reported before the device
// sees it; then the launch.

#include "cmrt_priv.h"

#include <stdlib.h>
#include <string.h>

static const zeb_kernel *find_name(const cmrt_program *p, const char *name) {
    if (!name)
        return p->kernels.len == 1 ? p->kernels.data[0] : NULL;
    for (uint32_t i = 0; i < p->kernels.len; i++)
        if (strcmp(p->kernels.data[i]->name, name) == 0)
            return p->kernels.data[i];
    return NULL;
}

static cmrt_status no_kernel(const cmrt_program *p, const char *name) {
    for (uint32_t i = 0; name && i < p->left_out.len; i++)
        if (strcmp(p->left_out.data[i].kernel, name) == 0)
            return cmrt_fail(p->device, CMRT_ERR_TARGET, "kernel '%s' is left out for %s: %s", name,
                             p->device->info.target, p->left_out.data[i].reason);
    cmc_str names = CMC_STR_INIT;
    for (uint32_t i = 0; i < p->kernels.len; i++)
        cmc_str_printf(&names, "%s%s", i ? ", " : "", p->kernels.data[i]->name);
    if (name)
        cmrt_fail(p->device, CMRT_ERR_NO_KERNEL, "no kernel '%s'; the program has: %s", name, cmc_str_text(&names));
    else
        cmrt_fail(p->device, CMRT_ERR_NO_KERNEL, "the program has %u kernels; name one of: %s", p->kernels.len,
                  cmc_str_text(&names));
    cmc_str_free(&names);
    return CMRT_ERR_NO_KERNEL;
}

static cmrt_status create_handle(cmrt_kernel *k) {
    ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = k->meta->name};
    CMRT_TRY(
        cmrt_check_ze(k->device, k->device->ze->KernelCreate(k->program->handle, &desc, &k->handle), "zeKernelCreate"));
    // Pointers inside memory are followed too. A driver that does not need the hint may refuse it.
    k->device->ze->KernelSetIndirectAccess(k->handle, ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST |
                                                          ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
                                                          ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED);
    return CMRT_OK;
}

static void release(cmrt_kernel *k) {
    if (k->handle && !k->is_borrowed)
        k->device->ze->KernelDestroy(k->handle);
    free(k->args);
    free(k);
}

cmrt_status cmrt_kernel_make(cmrt_program *p, const char *name, ze_kernel_handle_t borrowed, cmrt_kernel **kernel) {
    cmrt_device *d = p->device;
    const zeb_kernel *meta = find_name(p, name);
    if (!meta)
        return no_kernel(p, name);
    cmrt_kernel *k = calloc(1, sizeof *k);
    CMRT_NEED(d, k, CMRT_ERR_MEMORY, "out of memory");
    k->program = p;
    k->device = d;
    k->meta = meta;
    k->handle = borrowed;
    k->is_borrowed = borrowed != NULL;
    cmrt_status s = cmrt_args_describe(d, meta, &k->args, &k->n_args);
    if (s == CMRT_OK && !borrowed)
        s = create_handle(k);
    if (s == CMRT_OK)
        s = cmrt_kernel_fix(k);
    if (s == CMRT_OK && !cmrt_handle_add(&k->head, CMRT_HANDLE_KERNEL))
        s = cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    if (s != CMRT_OK) {
        release(k);
        return s;
    }
    atomic_fetch_add(&p->children, 1);
    pthread_mutex_lock(&d->args_lock);
    k->next = d->kernels;
    d->kernels = k;
    pthread_mutex_unlock(&d->args_lock);
    *kernel = k;
    return CMRT_OK;
}

cmrt_status cmrt_kernel_create(cmrt_program *p, const char *name, cmrt_kernel **kernel) {
    if (!cmrt_live(p, CMRT_HANDLE_PROGRAM))
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = p->device;
    CMRT_NEED(d, kernel, CMRT_ERR_ARGUMENT, "cmrt_kernel_create: kernel is NULL");
    *kernel = NULL;
    return cmrt_kernel_make(p, name, NULL, kernel);
}

static void unlink_kernel(cmrt_kernel *k) {
    pthread_mutex_lock(&k->device->args_lock);
    cmrt_kernel **at = &k->device->kernels;
    while (*at != k)
        at = &(*at)->next;
    *at = k->next;
    pthread_mutex_unlock(&k->device->args_lock);
}

void cmrt_kernel_destroy(cmrt_kernel *k) {
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return;
    cmrt_handle_remove(&k->head);
    unlink_kernel(k);
    cmrt_drain(k->device); // a launch of it may still be running
    atomic_fetch_sub(&k->program->children, 1);
    release(k);
}

const char *cmrt_kernel_name(const cmrt_kernel *k) {
    return cmrt_live(k, CMRT_HANDLE_KERNEL) ? k->meta->name : NULL;
}

uint32_t cmrt_kernel_arg_count(const cmrt_kernel *k) {
    return cmrt_live(k, CMRT_HANDLE_KERNEL) ? k->n_args : 0;
}

// Arguments

// The argument of this index, if it is one of the kinds (bits 1 << cmrt_arg_kind); unused arguments always match.
static cmrt_status find_arg(cmrt_kernel *k, uint32_t index, unsigned kinds, const char *given, cmrt_arg **out) {
    CMRT_NEED(k->device, index < k->n_args, CMRT_ERR_ARG_INDEX,
              "kernel '%s' has %u arguments; argument %u does not exist", k->meta->name, k->n_args, index);
    cmrt_arg *a = &k->args[index];
    bool ok = a->info.kind == CMRT_ARG_UNUSED || (kinds >> a->info.kind & 1);
    CMRT_NEED(k->device, ok, CMRT_ERR_ARG_KIND, "argument %u of kernel '%s' is %s, not %s", index, k->meta->name,
              cmrt_arg_kind_name(a->info.kind), given);
    CMRT_NEED(k->device, !a->is_fixed, CMRT_ERR_ARG_KIND,
              "argument %u of kernel '%s' was fixed when the program was loaded", index, k->meta->name);
    *out = a;
    return CMRT_OK;
}

void cmrt_kernels_forget(cmrt_device *d, const void *first, size_t size_b) {
    const uintptr_t from = (uintptr_t)first;
    pthread_mutex_lock(&d->args_lock);
    for (cmrt_kernel *k = d->kernels; k; k = k->next)
        for (uint32_t i = 0; i < k->n_args; i++) {
            cmrt_arg *a = &k->args[i];
            if (!a->is_set || !a->held || a->held < from || a->held - from >= size_b)
                continue;
            a->is_set = false;
            a->is_gone = true;
        }
    pthread_mutex_unlock(&d->args_lock);
}

static cmrt_status pass(cmrt_kernel *k, uint32_t index, size_t size_b, const void *value) {
    cmrt_arg *a = &k->args[index];
    if (a->info.kind != CMRT_ARG_UNUSED)
        CMRT_TRY(cmrt_check_ze(k->device, k->device->ze->KernelSetArgumentValue(k->handle, index, size_b, value),
                               "zeKernelSetArgumentValue"));
    const bool holds =
        a->info.kind != CMRT_ARG_VALUE && a->info.kind != CMRT_ARG_LOCAL && value && size_b == sizeof a->held;
    pthread_mutex_lock(&k->device->args_lock);
    a->is_set = true;
    a->held = 0;
    if (holds)
        memcpy(&a->held, value, sizeof a->held);
    pthread_mutex_unlock(&k->device->args_lock);
    return CMRT_OK;
}

cmrt_status cmrt_kernel_arg_info(const cmrt_kernel *k, uint32_t index, cmrt_arg_info *info) {
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(k->device, info, CMRT_ERR_ARGUMENT, "cmrt_kernel_arg_info: info is NULL");
    CMRT_NEED(k->device, index < k->n_args, CMRT_ERR_ARG_INDEX,
              "kernel '%s' has %u arguments; argument %u does not exist", k->meta->name, k->n_args, index);
    *info = k->args[index].info;
    return CMRT_OK;
}

static cmrt_status set_value(cmrt_kernel *k, uint32_t index, const void *value, size_t size_b, const char *call) {
    cmrt_arg *a = NULL;
    CMRT_NEED(k->device, value, CMRT_ERR_ARGUMENT, "%s: value is NULL", call);
    CMRT_TRY(find_arg(k, index, 1u << CMRT_ARG_VALUE, "a value", &a));
    bool fits =
        a->info.kind == CMRT_ARG_UNUSED || size_b == a->info.size_b || (!a->exact_size && size_b > a->info.size_b);
    CMRT_NEED(k->device, fits, CMRT_ERR_ARG_SIZE, "argument %u of kernel '%s' has %zu bytes, but %zu were given", index,
              k->meta->name, a->info.size_b, size_b);
    return pass(k, index, size_b, value);
}

cmrt_status cmrt_kernel_set_value(cmrt_kernel *k, uint32_t index, const void *value, size_t size_b) {
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    return set_value(k, index, value, size_b, "cmrt_kernel_set_value");
}

cmrt_status cmrt_kernel_fix(cmrt_kernel *k) {
    for (uint32_t i = 0; i < k->program->fixed.len; i++) {
        const cmrt_fixed *f = &k->program->fixed.data[i];
        if (f->kernel ? f->kernel != k->meta : f->index >= k->n_args)
            continue;
        CMRT_TRY(set_value(k, f->index, f->value, f->size_b, "cmrt_program_load_fixed"));
        k->args[f->index].is_fixed = true;
    }
    return CMRT_OK;
}

cmrt_status cmrt_kernel_set_buffer(cmrt_kernel *k, uint32_t index, cmrt_buffer *b) {
    cmrt_arg *a = NULL;
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(k->device, cmrt_live(b, CMRT_HANDLE_BUFFER), CMRT_ERR_ARGUMENT,
              "cmrt_kernel_set_buffer: buffer is NULL or not a buffer");
    CMRT_NEED(k->device, b->device == k->device, CMRT_ERR_ARGUMENT,
              "argument %u of kernel '%s': the buffer belongs to another device", index, k->meta->name);
    CMRT_TRY(find_arg(k, index, 1u << CMRT_ARG_BUFFER | 1u << CMRT_ARG_POINTER, "a buffer", &a));
    return pass(k, index, sizeof b->address, &b->address);
}

cmrt_status cmrt_kernel_set_pointer(cmrt_kernel *k, uint32_t index, const void *pointer) {
    cmrt_arg *a = NULL;
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(find_arg(k, index, 1u << CMRT_ARG_BUFFER | 1u << CMRT_ARG_POINTER, "a pointer", &a));
    ze_memory_allocation_properties_t p = {.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    ze_device_handle_t owner;
    bool known = !pointer ||
                 k->device->ze->MemGetAllocProperties(k->device->context, pointer, &p, &owner) != ZE_RESULT_SUCCESS ||
                 p.type != ZE_MEMORY_TYPE_UNKNOWN;
    CMRT_NEED(k->device, known, CMRT_ERR_ARGUMENT,
              "argument %u of kernel '%s': %p is not memory of the device; it must come from cmrt_svm_alloc", index,
              k->meta->name, pointer);
    return pass(k, index, sizeof pointer, &pointer);
}

cmrt_status cmrt_kernel_set_image(cmrt_kernel *k, uint32_t index, cmrt_image *image) {
    cmrt_arg *a = NULL;
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(k->device, cmrt_live(image, CMRT_HANDLE_IMAGE), CMRT_ERR_ARGUMENT,
              "cmrt_kernel_set_image: image is NULL or not an image");
    CMRT_NEED(k->device, image->device == k->device, CMRT_ERR_ARGUMENT,
              "argument %u of kernel '%s': the image belongs to another device", index, k->meta->name);
    CMRT_TRY(find_arg(k, index, 1u << CMRT_ARG_IMAGE, "an image", &a));
    return pass(k, index, sizeof image->handle, &image->handle);
}

cmrt_status cmrt_kernel_set_sampler(cmrt_kernel *k, uint32_t index, cmrt_sampler *sampler) {
    cmrt_arg *a = NULL;
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(k->device, cmrt_live(sampler, CMRT_HANDLE_SAMPLER), CMRT_ERR_ARGUMENT,
              "cmrt_kernel_set_sampler: sampler is NULL or not a sampler");
    CMRT_NEED(k->device, sampler->device == k->device, CMRT_ERR_ARGUMENT,
              "argument %u of kernel '%s': the sampler belongs to another device", index, k->meta->name);
    CMRT_TRY(find_arg(k, index, 1u << CMRT_ARG_SAMPLER, "a sampler", &a));
    return pass(k, index, sizeof sampler->handle, &sampler->handle);
}

cmrt_status cmrt_kernel_set_local(cmrt_kernel *k, uint32_t index, size_t size_b) {
    cmrt_arg *a = NULL;
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(k->device, size_b, CMRT_ERR_ARGUMENT, "cmrt_kernel_set_local: the size is 0");
    CMRT_TRY(find_arg(k, index, 1u << CMRT_ARG_LOCAL, "local memory", &a));
    CMRT_NEED(k->device, size_b <= k->device->info.slm_size_b, CMRT_ERR_ARG_SIZE,
              "argument %u of kernel '%s' needs %zu bytes of local memory, but the device has %llu", index,
              k->meta->name, size_b, (unsigned long long)k->device->info.slm_size_b);
    return pass(k, index, size_b, NULL);
}

// Launch

static cmrt_status missing(const cmrt_kernel *k, uint32_t i) {
    const cmrt_arg *a = &k->args[i];
    const char *name = a->info.name ? a->info.name : "", *quote = a->info.name ? "'" : "";
    return cmrt_fail(k->device, CMRT_ERR_ARG_MISSING, "argument %u%s%s%s%s of kernel '%s' (%s) %s", i,
                     *quote ? " " : "", quote, name, quote, k->meta->name, cmrt_arg_kind_name(a->info.kind),
                     a->is_gone ? "was destroyed after it was set" : "is not set");
}

static cmrt_status check_args(const cmrt_kernel *k) {
    uint32_t i = 0;
    pthread_mutex_lock(&k->device->args_lock);
    while (i < k->n_args && (k->args[i].is_set || k->args[i].info.kind == CMRT_ARG_UNUSED))
        i++;
    pthread_mutex_unlock(&k->device->args_lock);
    return i < k->n_args ? missing(k, i) : CMRT_OK;
}

static cmrt_status check_grid(const cmrt_kernel *k, const uint32_t groups[3], const uint32_t local[3]) {
    const zeb_exec_env *env = &k->meta->env;
    uint64_t items = 1;
    for (int i = 0; i < 3; i++) {
        CMRT_NEED(k->device, groups[i] && local[i], CMRT_ERR_LAUNCH,
                  "a grid of %ux%ux%u groups of %ux%ux%u work-items has no work-items", groups[0], groups[1], groups[2],
                  local[0], local[1], local[2]);
        CMRT_NEED(k->device,
                  !env->has_required_work_group_size || !env->required_work_group_size[i] ||
                      local[i] == env->required_work_group_size[i],
                  CMRT_ERR_LAUNCH, "kernel '%s' requires groups of %ux%ux%u work-items, not %ux%ux%u", k->meta->name,
                  env->required_work_group_size[0], env->required_work_group_size[1], env->required_work_group_size[2],
                  local[0], local[1], local[2]);
        items *= local[i];
        CMRT_NEED(k->device, items <= k->device->info.max_group_items, CMRT_ERR_LAUNCH,
                  "a group of %ux%ux%u work-items is larger than the device's %u", local[0], local[1], local[2],
                  k->device->info.max_group_items);
    }
    return CMRT_OK;
}

cmrt_status cmrt_kernel_prepare(cmrt_kernel *k, const uint32_t groups[3], const uint32_t local[3]) {
    static const uint32_t unknown[3] = {1, 1, 1};
    CMRT_TRY(check_args(k));
    CMRT_TRY(check_grid(k, groups ? groups : unknown, local));
    return cmrt_check_ze(k->device, k->device->ze->KernelSetGroupSize(k->handle, local[0], local[1], local[2]),
                         "zeKernelSetGroupSize");
}

cmrt_status cmrt_launch(cmrt_kernel *k, const uint32_t groups[3], const uint32_t local[3]) {
    ze_command_list_handle_t list;
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = k->device;
    CMRT_NEED(d, groups && local, CMRT_ERR_ARGUMENT, "cmrt_launch: groups or local is NULL");
    CMRT_TRY(cmrt_kernel_prepare(k, groups, local));
    ze_group_count_t count = {groups[0], groups[1], groups[2]};
    CMRT_TRY(cmrt_queue_begin(d, &list));
    cmrt_status s = cmrt_check_ze(d, d->ze->CommandListAppendLaunchKernel(list, k->handle, &count, NULL, 0, NULL),
                                  "zeCommandListAppendLaunchKernel");
    return cmrt_queue_end(d, list, s, false);
}
