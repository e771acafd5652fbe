// SPDX-License-Identifier: MIT
// zeCommandList*: records launches, barriers and event commands, or submits them on an immediate list. Commands of a
// list run in order, so a barrier only handles its events.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

static void drop_commands(zx_list *l) {
    for (uint32_t i = 0; i < l->n_commands; i++)
        zx_command_destroy(l->commands[i]);
    l->n_commands = 0;
}

static ze_result_t attach_events(zx_command *c, ze_event_handle_t signal, uint32_t n_waits, ze_event_handle_t *waits) {
    if (n_waits && !waits)
        return ZE_RESULT_ERROR_INVALID_SIZE;
    if (signal)
        ZX_HANDLE(signal, ZX_EVENT);
    for (uint32_t i = 0; i < n_waits; i++)
        ZX_HANDLE(waits[i], ZX_EVENT);
    c->signal = (zx_event *)signal;
    if (n_waits) {
        c->waits = malloc(n_waits * sizeof *c->waits);
        if (!c->waits)
            return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        memcpy(c->waits, waits, n_waits * sizeof *c->waits);
        c->n_waits = n_waits;
    }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t record(zx_list *l, zx_command *c) {
    if (l->closed)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    if (l->n_commands == l->cap) {
        const uint32_t cap = l->cap ? l->cap * 2 : 8;
        zx_command **grown = realloc(l->commands, cap * sizeof *grown);
        if (!grown)
            return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        l->commands = grown;
        l->cap = cap;
    }
    l->commands[l->n_commands++] = c;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zx_list_append(zx_list *l, zx_command *c, ze_event_handle_t signal, uint32_t n_waits,
                           ze_event_handle_t *waits) {
    if (!c)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    ze_result_t r = attach_events(c, signal, n_waits, waits);
    if (!r && l->immediate)
        return zx_queue_submit(l->immediate, NULL, 0, c, NULL);
    if (!r)
        r = record(l, c);
    if (r)
        zx_command_destroy(c);
    return r;
}

static ze_result_t list_make(ze_context_handle_t context, ze_device_handle_t device, zx_list **out) {
    zx_list *l = calloc(1, sizeof *l);
    if (!l)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    l->context = (zx_context *)context;
    l->device = (zx_device *)device;
    l->head.magic = ZX_LIST;
    *out = l;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL list_create(ze_context_handle_t h, ze_device_handle_t device,
                                          const ze_command_list_desc_t *desc, ze_command_list_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    if (desc->commandQueueGroupOrdinal != 0)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT; // there is one queue group
    if (desc->flags & ~(ze_command_list_flags_t)7)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    return list_make(h, device, (zx_list **)out);
}

static ze_result_t ZE_APICALL list_create_immediate(ze_context_handle_t h, ze_device_handle_t device,
                                                    const ze_command_queue_desc_t *desc,
                                                    ze_command_list_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    zx_list *l = NULL;
    ZX_TRY(list_make(h, device, &l));
    ze_result_t r = zx_queue_create(l->context, l->device, desc, &l->immediate);
    if (r) {
        free(l);
        return r;
    }
    *out = (ze_command_list_handle_t)l;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL list_destroy(ze_command_list_handle_t h) {
    ZX_HANDLE(h, ZX_LIST);
    zx_list *l = (zx_list *)h;
    if (l->immediate)
        zx_queue_destroy(l->immediate);
    drop_commands(l);
    free(l->commands);
    l->head.magic = ZX_NONE;
    zx_retire(l);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL list_close(ze_command_list_handle_t h) {
    ZX_HANDLE(h, ZX_LIST);
    zx_list *l = (zx_list *)h;
    if (l->immediate)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    l->closed = true;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL list_reset(ze_command_list_handle_t h) {
    ZX_HANDLE(h, ZX_LIST);
    zx_list *l = (zx_list *)h;
    if (l->immediate)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    drop_commands(l);
    l->closed = false;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL append_barrier(ze_command_list_handle_t h, ze_event_handle_t signal, uint32_t n_waits,
                                             ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    return zx_list_append((zx_list *)h, zx_command_create(ZX_OP_NONE), signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_ranges_barrier(ze_command_list_handle_t h, uint32_t n, const size_t *sizes,
                                                    const void **ranges, ze_event_handle_t signal, uint32_t n_waits,
                                                    ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(sizes);
    ZX_POINTER(ranges);
    (void)n;
    return append_barrier(h, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_signal(ze_command_list_handle_t h, ze_event_handle_t event) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(event, ZX_EVENT);
    return append_barrier(h, event, 0, NULL);
}

static ze_result_t ZE_APICALL append_wait(ze_command_list_handle_t h, uint32_t n, ze_event_handle_t *events) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(events);
    return append_barrier(h, NULL, n, events);
}

static ze_result_t ZE_APICALL append_reset(ze_command_list_handle_t h, ze_event_handle_t event) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(event, ZX_EVENT);
    zx_command *c = zx_command_create(ZX_OP_RESET);
    if (c)
        c->reset = (zx_event *)event;
    return zx_list_append((zx_list *)h, c, NULL, 0, NULL);
}

// Makes a command with room for n launches.
static ze_result_t make_launches(zx_list *l, zx_op op, ze_kernel_handle_t *kernels, uint32_t n, zx_command **out) {
    zx_command *c = zx_command_create(op);
    if (c)
        c->launches = calloc(n ? n : 1, sizeof *c->launches);
    if (!c || !c->launches) {
        zx_command_destroy(c);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    for (uint32_t i = 0; i < n; i++) {
        ze_result_t r = zx_check(kernels[i], ZX_KERNEL);
        const zx_kernel *k = (const zx_kernel *)kernels[i];
        if (!r && k->module->device != l->device)
            r = ZE_RESULT_ERROR_INVALID_ARGUMENT;
        if (!r)
            r = zx_launch_create(k, &c->launches[i]);
        if (r) {
            zx_command_destroy(c);
            return r;
        }
        c->n_launches++;
    }
    *out = c;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL append_launch(ze_command_list_handle_t h, ze_kernel_handle_t kernel,
                                            const ze_group_count_t *groups, ze_event_handle_t signal, uint32_t n_waits,
                                            ze_event_handle_t *waits) {
    zx_command *c = NULL;
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(kernel, ZX_KERNEL);
    ZX_POINTER(groups);
    ZX_TRY(make_launches((zx_list *)h, ZX_OP_LAUNCH, &kernel, 1, &c));
    c->launches[0]->groups[0] = groups->groupCountX;
    c->launches[0]->groups[1] = groups->groupCountY;
    c->launches[0]->groups[2] = groups->groupCountZ;
    return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
}

// The groups of a cooperative launch wait for each other. Each gets a host thread, so their number is limited.
static ze_result_t ZE_APICALL append_cooperative(ze_command_list_handle_t h, ze_kernel_handle_t kernel,
                                                 const ze_group_count_t *groups, ze_event_handle_t signal,
                                                 uint32_t n_waits, ze_event_handle_t *waits) {
    zx_command *c = NULL;
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(kernel, ZX_KERNEL);
    ZX_POINTER(groups);
    const uint64_t n = (uint64_t)groups->groupCountX * groups->groupCountY * groups->groupCountZ;
    const uint32_t limit = zx_kernel_max_cooperative((const zx_kernel *)kernel);
    if (groups->groupCountX > limit || groups->groupCountY > limit || n > limit) {
        zx_error("cooperative launch has %u x %u x %u groups, but at most %u run at once", groups->groupCountX,
                 groups->groupCountY, groups->groupCountZ, limit);
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    ZX_TRY(make_launches((zx_list *)h, ZX_OP_LAUNCH, &kernel, 1, &c));
    c->launches[0]->groups[0] = groups->groupCountX;
    c->launches[0]->groups[1] = groups->groupCountY;
    c->launches[0]->groups[2] = groups->groupCountZ;
    c->launches[0]->cooperative = n != 0;
    return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_launch_indirect(ze_command_list_handle_t h, ze_kernel_handle_t kernel,
                                                     const ze_group_count_t *groups, ze_event_handle_t signal,
                                                     uint32_t n_waits, ze_event_handle_t *waits) {
    zx_command *c = NULL;
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(kernel, ZX_KERNEL);
    ZX_POINTER(groups);
    ZX_TRY(make_launches((zx_list *)h, ZX_OP_LAUNCH, &kernel, 1, &c));
    c->launches[0]->indirect = groups;
    return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_launch_multiple(ze_command_list_handle_t h, uint32_t n,
                                                     ze_kernel_handle_t *kernels, const uint32_t *count,
                                                     const ze_group_count_t *groups, ze_event_handle_t signal,
                                                     uint32_t n_waits, ze_event_handle_t *waits) {
    zx_command *c = NULL;
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(kernels);
    ZX_POINTER(count);
    ZX_POINTER(groups);
    ZX_TRY(make_launches((zx_list *)h, ZX_OP_MULTI, kernels, n, &c));
    c->launch_count = count;
    for (uint32_t i = 0; i < n; i++)
        c->launches[i]->indirect = &groups[i];
    return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_timestamp(ze_command_list_handle_t h, uint64_t *dst, ze_event_handle_t signal,
                                               uint32_t n_waits, ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(dst);
    zx_command *c = zx_command_create(ZX_OP_TIMESTAMP);
    if (c)
        c->mem.dst = (uint8_t *)dst;
    return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_query_times(ze_command_list_handle_t h, uint32_t n, ze_event_handle_t *events,
                                                 void *dst, const size_t *offsets, ze_event_handle_t signal,
                                                 uint32_t n_waits, ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(events);
    ZX_POINTER(dst);
    for (uint32_t i = 0; i < n; i++)
        ZX_HANDLE(events[i], ZX_EVENT);
    zx_command *c = zx_command_create(ZX_OP_QUERY_TIMES);
    if (!c)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    c->mem.dst = dst;
    c->query.count = n;
    c->query.events = malloc((n ? n : 1) * sizeof *c->query.events);
    size_t *own = offsets ? malloc((n ? n : 1) * sizeof *own) : NULL;
    if (!c->query.events || (offsets && !own)) {
        free(own);
        zx_command_destroy(c);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    memcpy(c->query.events, events, n * sizeof *c->query.events);
    if (offsets)
        memcpy(own, offsets, n * sizeof *own);
    c->query.offsets = own;
    return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
}

void zx_table_list(ze_command_list_dditable_t *t) {
    t->pfnCreate = list_create;
    t->pfnCreateImmediate = list_create_immediate;
    t->pfnDestroy = list_destroy;
    t->pfnClose = list_close;
    t->pfnReset = list_reset;
    t->pfnAppendBarrier = append_barrier;
    t->pfnAppendMemoryRangesBarrier = append_ranges_barrier;
    t->pfnAppendSignalEvent = append_signal;
    t->pfnAppendWaitOnEvents = append_wait;
    t->pfnAppendEventReset = append_reset;
    t->pfnAppendLaunchKernel = append_launch;
    t->pfnAppendLaunchCooperativeKernel = append_cooperative;
    t->pfnAppendLaunchKernelIndirect = append_launch_indirect;
    t->pfnAppendLaunchMultipleKernelsIndirect = append_launch_multiple;
    t->pfnAppendWriteGlobalTimestamp = append_timestamp;
    t->pfnAppendQueryKernelTimestamps = append_query_times;
}
