// SPDX-License-Identifier: MIT
// One recorded command and its execution: wait for its events, act, signal its event. Copies, fills and image regions
// are byte moves on the host.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

enum { CANCEL_POLL_NS = 20000000 }; // how often a waiting queue checks whether it is being destroyed

zx_command *zx_command_create(zx_op op) {
    zx_command *c = calloc(1, sizeof *c);
    if (c)
        c->op = op;
    return c;
}

void zx_command_destroy(zx_command *c) {
    if (!c)
        return;
    for (uint32_t i = 0; i < c->n_launches; i++)
        zx_launch_destroy(c->launches[i]);
    free(c->launches);
    free(c->waits);
    free(c->mem.pattern);
    free(c->query.events);
    free((void *)c->query.offsets);
    free(c);
}

static ze_result_t wait_all(const zx_command *c, const _Atomic bool *cancel) {
    for (uint32_t i = 0; i < c->n_waits; i++) {
        ze_result_t r;
        while ((r = zx_event_wait(c->waits[i], CANCEL_POLL_NS)) == ZE_RESULT_NOT_READY)
            if (*cancel)
                return ZE_RESULT_NOT_READY;
        if (r)
            return r;
    }
    return ZE_RESULT_SUCCESS;
}

static void fill(uint8_t *dst, uint64_t size_b, const uint8_t *pattern, uint64_t pattern_b) {
    if (pattern_b == 1) {
        memset(dst, pattern[0], size_b);
        return;
    }
    for (uint64_t at = 0; at < size_b; at += pattern_b)
        memcpy(dst + at, pattern, size_b - at < pattern_b ? size_b - at : pattern_b);
}

static void copy_rect(const zx_command *c) {
    for (uint32_t z = 0; z < c->rect.slices; z++)
        for (uint32_t y = 0; y < c->rect.rows; y++)
            memmove(c->rect.dst.base + z * c->rect.dst.slice_b + y * c->rect.dst.pitch_b,
                    c->rect.src.base + z * c->rect.src.slice_b + y * c->rect.src.pitch_b, c->rect.row_b);
}

static void query_times(const zx_command *c) {
    for (uint32_t i = 0; i < c->query.count; i++) {
        zx_event *e = c->query.events[i];
        const size_t at = c->query.offsets ? c->query.offsets[i] : i * sizeof(ze_kernel_timestamp_result_t);
        ze_kernel_timestamp_result_t t;
        pthread_mutex_lock(&e->lock);
        t.global.kernelStart = t.context.kernelStart = e->start_ns;
        t.global.kernelEnd = t.context.kernelEnd = e->end_ns;
        pthread_mutex_unlock(&e->lock);
        memcpy(c->mem.dst + at, &t, sizeof t);
    }
}

static ze_result_t check_touched(const zx_command *c) {
    for (unsigned i = 0; i < 2; i++)
        if (c->touched[i].context &&
            !c->touched[i].context->driver->engine->memory_contains(
                c->touched[i].context->memory, (uint64_t)(uintptr_t)c->touched[i].ptr, c->touched[i].size_b)) {
            zx_error("copy at %p: its memory was freed before the copy ran", c->touched[i].ptr);
            return ZE_RESULT_ERROR_DEVICE_LOST;
        }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t act(const zx_command *c) {
    const uint64_t now = zx_now_ns();
    ZX_TRY(check_touched(c));
    switch (c->op) {
    case ZX_OP_NONE:
        break;
    case ZX_OP_LAUNCH:
        return zx_launch_run(c->launches[0]);
    case ZX_OP_MULTI:
        for (uint32_t i = 0; i < c->n_launches && i < *c->launch_count; i++)
            ZX_TRY(zx_launch_run(c->launches[i]));
        break;
    case ZX_OP_COPY:
        memmove(c->mem.dst, c->mem.src, c->mem.size_b);
        break;
    case ZX_OP_FILL:
        fill(c->mem.dst, c->mem.size_b, c->mem.pattern, c->mem.pattern_b);
        break;
    case ZX_OP_RECT:
        copy_rect(c);
        break;
    case ZX_OP_TIMESTAMP:
        memcpy(c->mem.dst, &now, sizeof now);
        break;
    case ZX_OP_RESET:
        zx_event_reset(c->reset);
        break;
    case ZX_OP_QUERY_TIMES:
        query_times(c);
        break;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zx_command_run(zx_command *c, const _Atomic bool *cancel) {
    ze_result_t r = wait_all(c, cancel);
    const uint64_t start = zx_now_ns();
    if (!r)
        r = act(c);
    if (c->signal)
        zx_event_signal(c->signal, r, start, zx_now_ns());
    return r;
}

void zx_command_abandon(zx_command *c, ze_result_t why) {
    if (c->signal)
        zx_event_signal(c->signal, why, 0, 0);
}
