// SPDX-License-Identifier: MIT
// zeKernelSetArgumentValue: checks an argument against .ze_info and writes it into the kernel's cross-thread data and
// binding table. One function for each class of argument.

#include "ze_core.h"

#include <string.h>

static void put(zx_kernel *k, uint32_t off_b, uint32_t size_b, const void *value, uint32_t have_b) {
    if ((uint64_t)off_b + size_b <= k->cross_b)
        memcpy(k->cross + off_b, value, size_b < have_b ? size_b : have_b);
}

static ze_result_t size_error(uint32_t index, size_t got, uint32_t expected) {
    zx_error("argument %u has %zu bytes, expected %u", index, got, expected);
    return ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE;
}

static ze_result_t set_value(zx_kernel *k, uint32_t index, size_t size_b, const void *value) {
    const zx_arg *arg = &k->args[index];
    const zeb_kernel *z = k->mk->zeb;
    // A struct may end in padding that no instruction reads, so its declared size is accepted as well.
    const uint32_t padded = (arg->size_b + 7) / 8 * 8;
    const bool fits = size_b == arg->size_b || size_b == arg->declared_b ||
                      (!arg->declared_b && arg->size_b > 8 && size_b >= arg->size_b && size_b <= padded);
    if (!fits)
        return size_error(index, size_b, arg->declared_b ? arg->declared_b : arg->size_b);

    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->type != ZEB_ARG_BYVALUE || a->arg_index != (int32_t)index || a->source_off_b >= size_b)
            continue;
        const uint32_t have = (uint32_t)size_b - a->source_off_b;
        if (value)
            put(k, a->off_b, a->size_b, (const uint8_t *)value + a->source_off_b, have);
        else if ((uint64_t)a->off_b + a->size_b <= k->cross_b)
            memset(k->cross + a->off_b, 0, a->size_b);
    }
    return ZE_RESULT_SUCCESS;
}

// The surface starts at the allocation's base when the kernel adds the offset itself, else at the pointer.
static void bind_buffer(zx_kernel *k, const zx_arg *arg, uint8_t *ptr, const zx_alloc *a) {
    zx_surface s = {.kind = CMC_HOST_SURF_BUFFER};
    if (ptr) { // without a pointer the size is 0: every access is out of bounds, reads give 0
        s.base = arg->has_offset_slot ? a->base : ptr;
        s.size_b = a->size_b - (uint64_t)(s.base - a->base);
    }
    if (arg->bti >= 0)
        k->surfaces[arg->bti] = s;
    if (arg->bindless >= 0)
        k->surfaces[k->n_surfaces + (uint32_t)arg->bindless] = s;
}

// The value that a kernel puts into a message to name the surface state. The position of the state's number differs
// between the data ports.
static uint64_t bindless_name(const zx_kernel *k, uint32_t number) {
    return (uint64_t)number * k->module->device->facts.bindless_step;
}

static void put_bindless(zx_kernel *k, uint32_t index) {
    const zx_arg *arg = &k->args[index];
    const zeb_kernel *z = k->mk->zeb;
    if (arg->bindless < 0)
        return;
    const uint64_t value = bindless_name(k, (uint32_t)arg->bindless);
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index == (int32_t)index && a->type == ZEB_ARG_BYPOINTER && a->addrmode == ZEB_ADDR_BINDLESS)
            put(k, a->off_b, a->size_b, &value, sizeof value);
    }
}

static ze_result_t set_pointer(zx_kernel *k, uint32_t index, size_t size_b, const void *value) {
    const zx_arg *arg = &k->args[index];
    const zeb_kernel *z = k->mk->zeb;
    uint8_t *ptr = NULL;
    zx_alloc alloc = {0};

    if (size_b != sizeof ptr)
        return size_error(index, size_b, sizeof ptr);
    if (value)
        memcpy(&ptr, value, sizeof ptr);
    if (ptr && !zx_memory_find(k->module->context, ptr, &alloc)) {
        // Module variables are memory of the context too, but only an argument without a surface can do without their
        // bounds.
        if (arg->bti >= 0 || arg->bindless >= 0 ||
            !k->module->device->driver->engine->memory_contains(k->module->context->memory, (uint64_t)(uintptr_t)ptr,
                                                                1)) {
            zx_error("argument %u points to %p, which is not memory of the kernel's context", index, (void *)ptr);
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
        }
    }
    bind_buffer(k, arg, ptr, &alloc);
    put_bindless(k, index);
    const uint64_t address = (uint64_t)(uintptr_t)ptr;
    const uint64_t offset = ptr && alloc.base ? (uint64_t)(ptr - alloc.base) : 0;
    if (offset > UINT32_MAX && arg->has_offset_slot) {
        zx_error("argument %u lies %llu bytes into its allocation, but a surface reaches only 4 GB", index,
                 (unsigned long long)offset);
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index != (int32_t)index || !a->size_b)
            continue;
        if (a->type == ZEB_ARG_BUFFER_OFFSET)
            put(k, a->off_b, a->size_b, &offset, sizeof offset);
        else if (a->type == ZEB_ARG_BUFFER_ADDRESS ||
                 (a->type == ZEB_ARG_BYPOINTER && a->addrmode == ZEB_ADDR_STATELESS))
            put(k, a->off_b, a->size_b, &address, sizeof address);
    }
    return ZE_RESULT_SUCCESS;
}

// The local arguments follow each other after the kernel's own SLM, so a change to one moves the rest.
static void place_local(zx_kernel *k) {
    const zeb_kernel *z = k->mk->zeb;
    uint64_t at = z->env.slm_size_b;
    for (uint32_t index = 0; index < k->n_args; index++) {
        const zx_arg *arg = &k->args[index];
        if (arg->class_ != ZX_ARG_LOCAL)
            continue;
        at = (at + arg->slm_align_b - 1) / arg->slm_align_b * arg->slm_align_b;
        for (uint32_t i = 0; i < z->args.len; i++) {
            const zeb_arg *a = &z->args.data[i];
            if (a->arg_index == (int32_t)index && a->size_b)
                put(k, a->off_b, a->size_b, &at, sizeof at);
        }
        at += arg->slm_b;
    }
}

static ze_result_t set_local(zx_kernel *k, uint32_t index, size_t size_b, const void *value) {
    if (value)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT; // a local argument has a size and no value
    const uint32_t most_b = k->module->device->facts.slm_b;
    if (!size_b || size_b > most_b)
        return size_error(index, size_b, most_b);
    k->args[index].slm_b = (uint32_t)size_b;
    place_local(k);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t set_image(zx_kernel *k, uint32_t index, size_t size_b, const void *value) {
    const zx_arg *arg = &k->args[index];
    const zeb_kernel *z = k->mk->zeb;
    ze_image_handle_t handle;

    if (size_b != sizeof handle)
        return size_error(index, size_b, sizeof handle);
    ZX_POINTER(value);
    memcpy(&handle, value, sizeof handle);
    ZX_HANDLE(handle, ZX_IMAGE);
    const zx_image *img = (const zx_image *)handle;
    if (arg->bti >= 0)
        k->surfaces[arg->bti] = zx_image_surface(img);
    if (arg->bindless >= 0)
        k->surfaces[k->n_surfaces + (uint32_t)arg->bindless] = zx_image_surface(img);
    put_bindless(k, index);
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index != (int32_t)index)
            continue;
        uint32_t v;
        if (zx_image_property(img, a->type, &v))
            put(k, a->off_b, a->size_b, &v, sizeof v);
    }
    return ZE_RESULT_SUCCESS;
}

static zx_sampler_state sampler_state(const ze_sampler_desc_t *d) {
    return (zx_sampler_state){.address = d->addressMode,
                              .linear = d->filterMode == ZE_SAMPLER_FILTER_MODE_LINEAR,
                              .normalized = d->isNormalized};
}

void zx_kernel_inline_samplers(zx_kernel *k) {
    static const struct {
        const char *name;
        ze_sampler_address_mode_t mode;
    } modes[] = {{"none", ZE_SAMPLER_ADDRESS_MODE_NONE},
                 {"repeat", ZE_SAMPLER_ADDRESS_MODE_REPEAT},
                 {"clamp_edge", ZE_SAMPLER_ADDRESS_MODE_CLAMP},
                 {"clamp_border", ZE_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
                 {"mirror", ZE_SAMPLER_ADDRESS_MODE_MIRROR}};
    const zeb_kernel *z = k->mk->zeb;
    for (uint32_t i = 0; i < z->samplers.len; i++) {
        const zeb_inline_sampler *s = &z->samplers.data[i];
        if (s->index < 0 || (uint32_t)s->index >= k->n_samplers)
            continue;
        zx_sampler_state *out = &k->samplers[s->index];
        *out = (zx_sampler_state){.linear = s->filtermode && strcmp(s->filtermode, "linear") == 0,
                                  .normalized = s->normalized};
        for (size_t m = 0; m < sizeof modes / sizeof modes[0]; m++)
            if (s->addrmode && strcmp(s->addrmode, modes[m].name) == 0)
                out->address = modes[m].mode;
    }
}

// The value of the entry: the address of a section of the module's data (0 when the section does not exist), or the
// name of a surface for it. *n_bindless: surfaces without an owner, taken from the end.
static uint64_t bind_section(zx_kernel *k, const zeb_arg *a, const char *name, uint32_t *n_bindless) {
    const zx_module *m = k->module;
    const bool bindless = a->addrmode == ZEB_ADDR_BINDLESS;
    const uint32_t number = bindless ? --*n_bindless : 0;
    for (uint32_t i = 0; i < m->n_data; i++) {
        const zx_module_data *d = &m->data[i];
        if (strcmp(d->name, name) != 0)
            continue;
        const zx_surface s = {.kind = CMC_HOST_SURF_BUFFER, .base = d->base, .size_b = d->size_b};
        if (a->bti_end != 0)
            k->surfaces[a->bti_end - 1] = s;
        if (bindless)
            k->surfaces[k->n_surfaces + number] = s;
        return bindless ? bindless_name(k, number) : (uint64_t)(uintptr_t)d->base;
    }
    return 0;
}

// Entries that neither a call nor a launch changes: addresses of the module's data, and samplers that the code names
// by offset.
void zx_kernel_constant_args(zx_kernel *k) {
    enum { SAMPLER_STATE_B = 16 };
    const zeb_kernel *z = k->mk->zeb;
    uint32_t n_bindless = k->n_bindless;
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        const char *other = a->type == ZEB_ARG_OTHER && a->other ? a->other : "";
        bool sampler =
            strcmp(other, "inline_sampler") == 0 || (a->type == ZEB_ARG_BYPOINTER && a->addrspace == ZEB_SPACE_SAMPLER);
        uint64_t value;
        if (strcmp(other, "const_base") == 0)
            value = bind_section(k, a, ".data.const", &n_bindless);
        else if (strcmp(other, "global_base") == 0)
            value = bind_section(k, a, ".data.global", &n_bindless);
        else if (sampler && a->sampler_index >= 0)
            value = (uint64_t)a->sampler_index * SAMPLER_STATE_B;
        else
            continue;
        put(k, a->off_b, a->size_b, &value, sizeof value);
    }
}

static ze_result_t set_sampler(zx_kernel *k, uint32_t index, size_t size_b, const void *value) {
    const zeb_kernel *z = k->mk->zeb;
    ze_sampler_handle_t handle;

    if (size_b != sizeof handle)
        return size_error(index, size_b, sizeof handle);
    ZX_POINTER(value);
    memcpy(&handle, value, sizeof handle);
    ZX_HANDLE(handle, ZX_SAMPLER);
    const ze_sampler_desc_t *d = &((const zx_sampler *)handle)->desc;
    if (k->args[index].sampler >= 0)
        k->samplers[k->args[index].sampler] = sampler_state(d);
    // OpenCL's numbers, which kernels compare against: none, repeat, clamp_to_edge, clamp, mirrored_repeat.
    static const uint32_t cl_mode[] = {0x1130, 0x1133, 0x1131, 0x1132, 0x1134};
    const uint32_t mode = cl_mode[d->addressMode];
    const uint32_t normalized = d->isNormalized ? 1 : 0;
    const uint32_t snap =
        d->addressMode == ZE_SAMPLER_ADDRESS_MODE_CLAMP && d->filterMode == ZE_SAMPLER_FILTER_MODE_NEAREST ? UINT32_MAX
                                                                                                           : 0;
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index != (int32_t)index || !a->size_b)
            continue;
        if (a->type == ZEB_ARG_SAMPLER_ADDRESS)
            put(k, a->off_b, a->size_b, &mode, sizeof mode);
        else if (a->type == ZEB_ARG_SAMPLER_NORMALIZED)
            put(k, a->off_b, a->size_b, &normalized, sizeof normalized);
        else if (a->type == ZEB_ARG_SAMPLER_SNAP_WA)
            put(k, a->off_b, a->size_b, &snap, sizeof snap);
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t ZE_APICALL zx_kernel_set_argument(ze_kernel_handle_t h, uint32_t index, size_t size_b, const void *value) {
    ZX_HANDLE(h, ZX_KERNEL);
    zx_kernel *k = (zx_kernel *)h;
    if (index >= k->n_args) {
        zx_error("argument index is %u, but kernel '%s' has %u arguments", index, k->mk->zeb->name, k->n_args);
        return ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX;
    }
    ze_result_t r = ZE_RESULT_SUCCESS;
    switch (k->args[index].class_) {
    case ZX_ARG_UNUSED:
        break; // the compiler removed it
    case ZX_ARG_VALUE:
        r = set_value(k, index, size_b, value);
        break;
    case ZX_ARG_POINTER:
        r = set_pointer(k, index, size_b, value);
        break;
    case ZX_ARG_LOCAL:
        r = set_local(k, index, size_b, value);
        break;
    case ZX_ARG_IMAGE:
        r = set_image(k, index, size_b, value);
        break;
    case ZX_ARG_SAMPLER:
        r = set_sampler(k, index, size_b, value);
        break;
    }
    if (!r)
        k->args[index].set = true;
    return r;
}
