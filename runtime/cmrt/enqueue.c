// SPDX-License-Identifier: MIT
// Commands of queues: launches, copies, fills, barriers, functions of the host, hints.

#include "async_priv.h"

#include <stdlib.h>
#include <string.h>

static cmrt_status check_kernel(const cmrt_queue *q, const cmrt_kernel *k, const char *call) {
    CMRT_NEED(q->device, cmrt_live(k, CMRT_HANDLE_KERNEL), CMRT_ERR_ARGUMENT, "%s: kernel is NULL or not a kernel",
              call);
    CMRT_NEED(q->device, k->device == q->device, CMRT_ERR_ARGUMENT, "%s: the kernel belongs to another device", call);
    return CMRT_OK;
}

cmrt_status cmrt_enqueue_launch(cmrt_queue *q, cmrt_kernel *k, const uint32_t groups[3], const uint32_t local[3],
                                SYNC_ARGS) {
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, groups && local, CMRT_ERR_ARGUMENT, "cmrt_enqueue_launch: groups or local is NULL");
    CMRT_TRY(check_kernel(q, k, "cmrt_enqueue_launch"));
    CMRT_TRY(cmrt_kernel_prepare(k, groups, local));
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_launch", true, SYNC, &c));
    cmrt_device *d = q->device;
    ze_group_count_t count = {groups[0], groups[1], groups[2]};
    cmrt_status s = cmrt_check_ze(
        d,
        d->ze->CommandListAppendLaunchKernel(c->list, k->handle, &count, cmrt_command_signal(c, true, true), 0, NULL),
        "zeCommandListAppendLaunchKernel");
    return cmrt_command_end(c, s, SYNC);
}

cmrt_status cmrt_enqueue_launch_indirect(cmrt_queue *q, cmrt_kernel *k, cmrt_buffer *groups, size_t offset_b,
                                         const uint32_t local[3], SYNC_ARGS) {
    static const char call[] = "cmrt_enqueue_launch_indirect";
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, local, CMRT_ERR_ARGUMENT, "%s: local is NULL", call);
    cmrt_device *d = q->device;
    CMRT_TRY(check_kernel(q, k, call));
    CMRT_NEED(d, cmrt_live(groups, CMRT_HANDLE_BUFFER) && groups->device == d, CMRT_ERR_ARGUMENT,
              "%s: groups is not a buffer of the queue's device", call);
    CMRT_NEED(d, offset_b % sizeof(uint32_t) == 0, CMRT_ERR_ARGUMENT, "%s: the offset %zu is not a multiple of 4", call,
              offset_b);
    CMRT_TRY(cmrt_buffer_check(groups, offset_b, "", sizeof(ze_group_count_t), call));
    CMRT_TRY(cmrt_kernel_prepare(k, NULL, local));
    CMRT_TRY(cmrt_command_begin(q, call, true, SYNC, &c));
    const ze_group_count_t *at = (const ze_group_count_t *)(const void *)((const char *)groups->address + offset_b);
    cmrt_status s = cmrt_check_ze(d,
                                  d->ze->CommandListAppendLaunchKernelIndirect(
                                      c->list, k->handle, at, cmrt_command_signal(c, true, true), 0, NULL),
                                  "zeCommandListAppendLaunchKernelIndirect");
    return cmrt_command_end(c, s, SYNC);
}

// Copies and fills

static cmrt_status copy(cmrt_queue *q, const char *call, void *to, const void *from, size_t size_b, SYNC_ARGS) {
    cmrt_command *c = NULL;
    cmrt_status s = CMRT_OK;
    CMRT_TRY(cmrt_command_begin(q, call, size_b != 0, SYNC, &c));
    if (size_b)
        s = cmrt_check_ze(q->device,
                          q->device->ze->CommandListAppendMemoryCopy(c->list, to, from, size_b,
                                                                     cmrt_command_signal(c, true, true), 0, NULL),
                          "zeCommandListAppendMemoryCopy");
    return cmrt_command_end(c, s, SYNC);
}

cmrt_status cmrt_enqueue_copy(cmrt_queue *q, void *to, const void *from, size_t size_b, SYNC_ARGS) {
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, size_b == 0 || (to && from), CMRT_ERR_ARGUMENT, "cmrt_enqueue_copy: an address is NULL");
    return copy(q, "cmrt_enqueue_copy", to, from, size_b, SYNC);
}

cmrt_status cmrt_enqueue_fill(cmrt_queue *q, void *to, const void *pattern, size_t pattern_b, size_t size_b,
                              SYNC_ARGS) {
    cmrt_command *c = NULL;
    cmrt_status s = CMRT_OK;
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, size_b == 0 || (to && pattern), CMRT_ERR_ARGUMENT, "cmrt_enqueue_fill: an address is NULL");
    CMRT_TRY(cmrt_pattern_check(q->device, pattern_b, size_b, "cmrt_enqueue_fill"));
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_fill", size_b != 0, SYNC, &c));
    if (size_b)
        s = cmrt_check_ze(q->device,
                          q->device->ze->CommandListAppendMemoryFill(c->list, to, pattern, pattern_b, size_b,
                                                                     cmrt_command_signal(c, true, true), 0, NULL),
                          "zeCommandListAppendMemoryFill");
    return cmrt_command_end(c, s, SYNC);
}

static cmrt_status check_buffer(const cmrt_queue *q, const cmrt_buffer *b, const char *call) {
    CMRT_NEED(q->device, cmrt_live(b, CMRT_HANDLE_BUFFER), CMRT_ERR_ARGUMENT, "%s: buffer is NULL or not a buffer",
              call);
    return CMRT_OK;
}

static cmrt_status check_own_buffer(const cmrt_queue *q, const cmrt_buffer *b, const char *call) {
    CMRT_TRY(check_buffer(q, b, call));
    CMRT_NEED(q->device, b->device == q->device, CMRT_ERR_ARGUMENT, "%s: the buffer belongs to another device", call);
    return CMRT_OK;
}

cmrt_status cmrt_enqueue_write(cmrt_queue *q, cmrt_buffer *b, size_t offset_b, const void *host, size_t size_b,
                               SYNC_ARGS) {
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_TRY(check_own_buffer(q, b, "cmrt_enqueue_write"));
    CMRT_TRY(cmrt_buffer_check(b, offset_b, host, size_b, "cmrt_enqueue_write"));
    return copy(q, "cmrt_enqueue_write", (char *)b->address + offset_b, host, size_b, SYNC);
}

cmrt_status cmrt_enqueue_read(cmrt_queue *q, cmrt_buffer *b, size_t offset_b, void *host, size_t size_b, SYNC_ARGS) {
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_TRY(check_own_buffer(q, b, "cmrt_enqueue_read"));
    CMRT_TRY(cmrt_buffer_check(b, offset_b, host, size_b, "cmrt_enqueue_read"));
    return copy(q, "cmrt_enqueue_read", host, (const char *)b->address + offset_b, size_b, SYNC);
}

// A copy between devices: their memories have no common address space, so pieces go through the host.
typedef struct across {
    cmrt_device *to_device, *from_device;
    char *to;
    const char *from;
    size_t size_b;
} across;

static cmrt_status copy_across(cmrt_command *c) {
    enum { PIECE_B = 4 << 20 };
    const across *a = c->owned;
    const size_t piece_b = a->size_b < PIECE_B ? a->size_b : PIECE_B;
    cmrt_status s = CMRT_OK;
    char *piece = malloc(piece_b);
    CMRT_NEED(c->queue->device, piece, CMRT_ERR_MEMORY, "out of memory");
    for (size_t at = 0; s == CMRT_OK && at < a->size_b; at += piece_b) {
        const size_t n = a->size_b - at < piece_b ? a->size_b - at : piece_b;
        s = cmrt_copy_now(a->from_device, piece, a->from + at, n);
        if (s == CMRT_OK)
            s = cmrt_copy_now(a->to_device, a->to + at, piece, n);
    }
    free(piece);
    return s;
}

static cmrt_status enqueue_across(cmrt_queue *q, const across *a, SYNC_ARGS) {
    cmrt_command *c = NULL;
    cmrt_status s = CMRT_OK;
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_copy_buffer", false, SYNC, &c));
    c->work = copy_across;
    c->owned = malloc(sizeof *a);
    if (c->owned)
        memcpy(c->owned, a, sizeof *a);
    else
        s = cmrt_fail(q->device, CMRT_ERR_MEMORY, "out of memory");
    return cmrt_command_end(c, s, SYNC);
}

cmrt_status cmrt_enqueue_copy_buffer(cmrt_queue *q, cmrt_buffer *to, size_t to_offset_b, cmrt_buffer *from,
                                     size_t from_offset_b, size_t size_b, SYNC_ARGS) {
    static const char call[] = "cmrt_enqueue_copy_buffer";
    CMRT_TRY(cmrt_command_check(q, event));
    cmrt_device *d = q->device;
    CMRT_TRY(check_buffer(q, to, call));
    CMRT_TRY(check_buffer(q, from, call));
    CMRT_NEED(d, to->device == d || from->device == d, CMRT_ERR_ARGUMENT,
              "%s: none of the buffers is of the queue's device", call);
    CMRT_TRY(cmrt_buffer_check(to, to_offset_b, "", size_b, call));
    CMRT_TRY(cmrt_buffer_check(from, from_offset_b, "", size_b, call));
    char *target = (char *)to->address + to_offset_b;
    const char *source = (const char *)from->address + from_offset_b;
    CMRT_NEED(d, target >= source + size_b || source >= target + size_b || !size_b, CMRT_ERR_RANGE,
              "%s: the ranges overlap", call);
    if (to->device == from->device)
        return copy(q, call, target, source, size_b, SYNC);
    return enqueue_across(q, &(across){to->device, from->device, target, source, size_b}, SYNC);
}

// Order and work of the host

cmrt_status cmrt_enqueue_barrier(cmrt_queue *q, SYNC_ARGS) {
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_barrier", false, SYNC, &c));
    c->is_barrier = true;
    c->waits_for_all = n_waits == 0;
    return cmrt_command_end(c, CMRT_OK, SYNC);
}

cmrt_status cmrt_enqueue_host(cmrt_queue *q, cmrt_host_function function, void *user, SYNC_ARGS) {
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, function, CMRT_ERR_ARGUMENT, "cmrt_enqueue_host: function is NULL");
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_host", false, SYNC, &c));
    c->function = function;
    c->user = user;
    return cmrt_command_end(c, CMRT_OK, SYNC);
}

// Hints

cmrt_status cmrt_enqueue_advise(cmrt_queue *q, const void *pointer, size_t size_b, cmrt_advice advice, SYNC_ARGS) {
    static const ze_memory_advice_t rows[CMRT_ADVICE_COUNT] = {
        [CMRT_ADVICE_READ_MOSTLY] = ZE_MEMORY_ADVICE_SET_READ_MOSTLY,
        [CMRT_ADVICE_CLEAR_READ_MOSTLY] = ZE_MEMORY_ADVICE_CLEAR_READ_MOSTLY,
        [CMRT_ADVICE_PREFER_DEVICE] = ZE_MEMORY_ADVICE_SET_PREFERRED_LOCATION,
        [CMRT_ADVICE_CLEAR_PREFER_DEVICE] = ZE_MEMORY_ADVICE_CLEAR_PREFERRED_LOCATION,
        [CMRT_ADVICE_NON_ATOMIC_MOSTLY] = ZE_MEMORY_ADVICE_SET_NON_ATOMIC_MOSTLY,
        [CMRT_ADVICE_CLEAR_NON_ATOMIC_MOSTLY] = ZE_MEMORY_ADVICE_CLEAR_NON_ATOMIC_MOSTLY,
        [CMRT_ADVICE_CACHED] = ZE_MEMORY_ADVICE_BIAS_CACHED,
        [CMRT_ADVICE_UNCACHED] = ZE_MEMORY_ADVICE_BIAS_UNCACHED,
    };
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, (unsigned)advice < CMRT_ADVICE_COUNT, CMRT_ERR_ARGUMENT, "cmrt_enqueue_advise: no advice %d",
              (int)advice);
    cmrt_device *d = q->device;
    CMRT_TRY(cmrt_range_check(d, pointer, size_b, "cmrt_enqueue_advise"));
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_advise", true, SYNC, &c));
    cmrt_status s =
        cmrt_check_ze(d, d->ze->CommandListAppendMemAdvise(c->list, d->handle, pointer, size_b, rows[advice]),
                      "zeCommandListAppendMemAdvise");
    return cmrt_command_end(c, s, SYNC);
}

cmrt_status cmrt_enqueue_prefetch(cmrt_queue *q, const void *pointer, size_t size_b, SYNC_ARGS) {
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    cmrt_device *d = q->device;
    CMRT_TRY(cmrt_range_check(d, pointer, size_b, "cmrt_enqueue_prefetch"));
    CMRT_TRY(cmrt_command_begin(q, "cmrt_enqueue_prefetch", true, SYNC, &c));
    cmrt_status s = cmrt_check_ze(d, d->ze->CommandListAppendMemoryPrefetch(c->list, pointer, size_b),
                                  "zeCommandListAppendMemoryPrefetch");
    return cmrt_command_end(c, s, SYNC);
}
