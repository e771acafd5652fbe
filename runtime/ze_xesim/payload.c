// SPDX-License-Identifier: MIT
// The kernel's payload as .ze_info lists it: which argument needs what (zx_kernel_args_describe),
// and the implicit arguments of one launch (zx_payload_fill). Explicit arguments are written when
// they are set, in kernel_args.c.

#include "zx_priv.h"

#include <stdlib.h>
#include <string.h>

static uint32_t max_u32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static zx_arg_class class_of(const zeb_arg *a) {
    switch (a->type) {
    case ZEB_ARG_BYVALUE:
        return ZX_ARG_VALUE;
    case ZEB_ARG_BYPOINTER:
        if (a->addrspace == ZEB_SPACE_IMAGE)
            return ZX_ARG_IMAGE;
        if (a->addrspace == ZEB_SPACE_SAMPLER)
            return ZX_ARG_SAMPLER;
        return a->addrmode == ZEB_ADDR_SLM || a->addrspace == ZEB_SPACE_LOCAL ? ZX_ARG_LOCAL
                                                                              : ZX_ARG_POINTER;
    case ZEB_ARG_BUFFER_ADDRESS:
    case ZEB_ARG_BUFFER_OFFSET:
        return ZX_ARG_POINTER;
    default:
        return ZX_ARG_UNUSED; // properties of an image or sampler argument, or no argument at all
    }
}

static void describe_entry(zx_arg *arg, const zeb_arg *a) {
    zx_arg_class c = class_of(a);
    if (c == ZX_ARG_UNUSED)
        return;
    arg->class_ = c;
    arg->needed = true;
    if (c == ZX_ARG_VALUE)
        arg->size_b = max_u32(arg->size_b, a->source_off_b + a->size_b);
    if (c == ZX_ARG_LOCAL)
        arg->slm_align_b = max_u32(a->slm_align_b, 1);
    if (a->type == ZEB_ARG_BUFFER_OFFSET)
        arg->has_offset_slot = true;
}

// 'int;4' -> 4; 0 when the text has no size.
static uint32_t declared_size(const char *type_name) {
    const char *semicolon = type_name ? strrchr(type_name, ';') : NULL;
    return semicolon ? (uint32_t)strtoul(semicolon + 1, NULL, 10) : 0;
}

static uint32_t arg_count(const zeb_kernel *z) {
    int32_t n = 0;
    for (uint32_t i = 0; i < z->args.len; i++)
        if (z->args.data[i].arg_index >= n)
            n = z->args.data[i].arg_index + 1;
    for (uint32_t i = 0; i < z->btis.len; i++)
        if (z->btis.data[i].arg_index >= n)
            n = z->btis.data[i].arg_index + 1;
    for (uint32_t i = 0; i < z->arg_infos.len; i++)
        if (z->arg_infos.data[i].index >= n)
            n = z->arg_infos.data[i].index + 1;
    return (uint32_t)n;
}

void zx_kernel_args_describe(zx_kernel *k) {
    const zeb_kernel *z = k->mk->zeb;
    k->n_args = arg_count(z);
    k->args = calloc(k->n_args ? k->n_args : 1, sizeof *k->args);
    if (!k->args)
        return;
    for (uint32_t i = 0; i < k->n_args; i++)
        k->args[i].bti = -1;
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index >= 0)
            describe_entry(&k->args[a->arg_index], a);
        if (a->size_b)
            k->cross_b = max_u32(k->cross_b, a->off_b + a->size_b);
    }
    k->cross_b = (k->cross_b + 31) / 32 * 32;
    for (uint32_t i = 0; i < z->btis.len; i++) {
        const zeb_bti *b = &z->btis.data[i];
        if (b->bti < 0 || b->arg_index < 0 || b->bti > 255)
            continue;
        k->args[b->arg_index].bti = b->bti;
        k->args[b->arg_index].needed = true;
        if (k->args[b->arg_index].class_ == ZX_ARG_UNUSED)
            k->args[b->arg_index].class_ = ZX_ARG_POINTER;
        k->n_surfaces = max_u32(k->n_surfaces, (uint32_t)b->bti + 1);
    }
    for (uint32_t i = 0; i < z->arg_infos.len; i++)
        if (z->arg_infos.data[i].index >= 0)
            k->args[z->arg_infos.data[i].index].declared_b =
                declared_size(z->arg_infos.data[i].type_name);
}

static uint32_t work_dimensions(const zx_implicit *imp) {
    if (imp->local[2] * (uint64_t)imp->groups[2] > 1)
        return 3;
    return imp->local[1] * (uint64_t)imp->groups[1] > 1 ? 2 : 1;
}

void zx_payload_fill(const zeb_kernel *k, const zx_implicit *imp, uint8_t *cross) {
    const uint32_t dims = work_dimensions(imp);
    uint32_t global[3];
    for (unsigned i = 0; i < 3; i++)
        global[i] = imp->local[i] * imp->groups[i];

    for (uint32_t i = 0; i < k->args.len; i++) {
        const zeb_arg *a = &k->args.data[i];
        const void *from = NULL;
        uint32_t have = 12;
        switch (a->type) {
        case ZEB_ARG_LOCAL_SIZE:
        case ZEB_ARG_ENQUEUED_LOCAL_SIZE:
            from = imp->local;
            break; // Level Zero has no partial groups
        case ZEB_ARG_GROUP_COUNT:
            from = imp->groups;
            break;
        case ZEB_ARG_GLOBAL_SIZE:
            from = global;
            break;
        case ZEB_ARG_GLOBAL_ID_OFFSET:
            from = imp->offset;
            break;
        case ZEB_ARG_WORK_DIMENSIONS:
            from = &dims;
            have = 4;
            break;
        case ZEB_ARG_PRIVATE_BASE_STATELESS:
            from = &imp->private_base;
            have = 8;
            break;
        case ZEB_ARG_PRINTF_BUFFER:
            from = &imp->printf_buffer;
            have = 8;
            break;
        default:
            break;
        }
        if (from)
            memcpy(cross + a->off_b, from, a->size_b < have ? a->size_b : have);
    }
}
