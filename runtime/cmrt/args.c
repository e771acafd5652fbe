// SPDX-License-Identifier: MIT
// A kernel's arguments, from its payload description. One argument can have several entries: a surface has a stateful
// entry and often its address, a struct has one entry for each used piece.

#include "cmrt_priv.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 4096 };

const char *cmrt_arg_kind_name(cmrt_arg_kind kind) {
    static const char *const names[] = {"unused",   "a value",      "a pointer", "a buffer",
                                        "an image", "local memory", "a sampler"};
    return names[kind];
}

static cmrt_arg_kind pointer_kind(const zeb_arg *a) {
    if (a->addrspace == ZEB_SPACE_IMAGE)
        return CMRT_ARG_IMAGE;
    if (a->addrspace == ZEB_SPACE_SAMPLER)
        return CMRT_ARG_SAMPLER;
    if (a->addrmode == ZEB_ADDR_SLM || a->addrspace == ZEB_SPACE_LOCAL)
        return CMRT_ARG_LOCAL;
    return a->addrmode == ZEB_ADDR_STATELESS ? CMRT_ARG_POINTER : CMRT_ARG_BUFFER;
}

static void merge(cmrt_arg *arg, const zeb_arg *a) {
    if (a->type == ZEB_ARG_BYVALUE) {
        size_t end = (size_t)a->source_off_b + a->size_b;
        arg->exact_size = arg->info.kind == CMRT_ARG_UNUSED && a->source_off_b == 0;
        arg->info.kind = CMRT_ARG_VALUE;
        if (end > arg->info.size_b)
            arg->info.size_b = end;
    } else if (a->type == ZEB_ARG_BYPOINTER) {
        cmrt_arg_kind kind = pointer_kind(a);
        // An additional address does not turn a surface into a plain pointer.
        if (arg->info.kind == CMRT_ARG_UNUSED || kind != CMRT_ARG_POINTER)
            arg->info.kind = kind;
    }
}

// OpenCL's compiler writes "short;2" as the type of a two-byte argument and rounds its space in the payload up to four
// bytes.
static size_t declared_size_b(const char *type_name) {
    const char *semicolon = type_name ? strrchr(type_name, ';') : NULL;
    return semicolon ? strtoul(semicolon + 1, NULL, 10) : 0;
}

static uint32_t count_args(const zeb_kernel *k) {
    int32_t last = -1;
    for (uint32_t i = 0; i < k->args.len; i++)
        if (k->args.data[i].arg_index > last)
            last = k->args.data[i].arg_index;
    for (uint32_t i = 0; i < k->arg_infos.len; i++)
        if (k->arg_infos.data[i].index > last)
            last = k->arg_infos.data[i].index;
    return (uint32_t)(last + 1);
}

cmrt_status cmrt_args_describe(cmrt_device *d, const zeb_kernel *k, cmrt_arg **args, uint32_t *n) {
    *n = count_args(k);
    CMRT_NEED(d, *n <= MAX_ARGS, CMRT_ERR_BINARY, "kernel '%s' has %u arguments, more than %d", k->name, *n, MAX_ARGS);
    *args = calloc(*n ? *n : 1, sizeof **args);
    CMRT_NEED(d, *args, CMRT_ERR_MEMORY, "out of memory");
    for (uint32_t i = 0; i < k->args.len; i++)
        if (k->args.data[i].arg_index >= 0)
            merge(&(*args)[k->args.data[i].arg_index], &k->args.data[i]);
    for (uint32_t i = 0; i < k->arg_infos.len; i++) {
        const zeb_arg_info *info = &k->arg_infos.data[i];
        if (info->index < 0)
            continue;
        (*args)[info->index].info.name = info->name;
        (*args)[info->index].info.type_name = info->type_name;
        size_t size_b = declared_size_b(info->type_name);
        if ((*args)[info->index].info.kind == CMRT_ARG_VALUE && size_b) {
            (*args)[info->index].info.size_b = size_b;
            (*args)[info->index].exact_size = true;
        }
    }
    return CMRT_OK;
}
