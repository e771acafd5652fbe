// SPDX-License-Identifier: MIT
// The table of operations, and those of plain memory: blocks and lanes that reach outside.

#include "priv.h"

#include <time.h>

void (*const cmc_host_op_table[])(void) = {
#define HOST_OP(name, result, parameters) (void (*)(void)) cmc_op_##name,
#include <cmc/host_ops.def>
#undef HOST_OP
};

const cmc_host_surface *op_surface(const cmc_host_thread *t, uint32_t surface) {
    static const cmc_host_surface none = {0};
    return surface < t->n_surfaces ? &t->surfaces[surface] : &none;
}

op_memory op_memory_of(const cmc_host_thread *t, uint32_t surface) {
    if (surface == (uint32_t)CMC_HOST_SLM)
        return (op_memory){t->slm, t->slm_b};
    if (surface == (uint32_t)CMC_HOST_FLAT)
        return (op_memory){NULL, UINT64_MAX};
    const cmc_host_surface *s = op_surface(t, surface);
    if (s->kind == CMC_HOST_SURF_NONE)
        return (op_memory){0};
    if (s->kind == CMC_HOST_SURF_BUFFER)
        return (op_memory){s->base, s->size_b};
    return (op_memory){s->base, (uint64_t)s->pitch_b * s->height * (s->depth ? s->depth : 1)};
}

void op_outside(cmc_host_thread *t, uint32_t surface, int64_t off_b, uint64_t size_b, bool write, uint32_t line) {
    t->services->outside(t, surface, off_b, size_b, write, line);
}

// How many of the bytes at an offset are inside.
static uint64_t inside_b(const op_memory *m, uint64_t off_b, uint64_t size_b) {
    uint64_t room = off_b < m->size_b ? m->size_b - off_b : 0;
    return size_b < room ? size_b : room;
}

void cmc_op_block_read(void *thread, uint32_t surface, uint64_t off_b, uint32_t size_b, void *data, uint32_t line) {
    cmc_host_thread *t = thread;
    const op_memory m = op_memory_of(t, surface);
    const uint64_t n = inside_b(&m, off_b, size_b);
    if (n)
        memcpy(data, m.base + off_b, n);
    memset((uint8_t *)data + n, 0, size_b - n);
    if (n < size_b)
        op_outside(t, surface, (int64_t)off_b, size_b, false, line);
}

void cmc_op_block_write(void *thread, uint32_t surface, uint64_t off_b, uint32_t size_b, void *data, uint32_t line) {
    cmc_host_thread *t = thread;
    const op_memory m = op_memory_of(t, surface);
    const uint64_t n = inside_b(&m, off_b, size_b);
    if (n)
        memcpy(m.base + off_b, data, n);
    if (n < size_b)
        op_outside(t, surface, (int64_t)off_b, size_b, true, line);
}

// Lanes

typedef struct lanes {
    cmc_host_thread *t;
    op_memory m;
    uint32_t surface, mem_b, slot_b, line;
} lanes;

static void read_element(const lanes *l, uint64_t at, uint8_t *slot) {
    const uint64_t n = inside_b(&l->m, at, l->mem_b);
    uint8_t bytes[8] = {0};
    if (n)
        memcpy(bytes, l->m.base + at, n);
    memset(slot, 0, l->slot_b);
    memcpy(slot, bytes, l->mem_b < l->slot_b ? l->mem_b : l->slot_b);
    if (n < l->mem_b)
        op_outside(l->t, l->surface, (int64_t)at, l->mem_b, false, l->line);
}

static void write_element(const lanes *l, uint64_t at, const uint8_t *slot) {
    const uint64_t n = inside_b(&l->m, at, l->mem_b);
    if (n)
        memcpy(l->m.base + at, slot, n);
    if (n < l->mem_b)
        op_outside(l->t, l->surface, (int64_t)at, l->mem_b, true, l->line);
}

static void move_lanes(const lanes *l, uint32_t n, uint64_t elements, const uint64_t *at, const uint8_t *on,
                       uint8_t *data, bool write) {
    for (uint32_t lane = 0; lane < n; lane++) {
        uint8_t *slot = data + (size_t)lane * l->slot_b;
        for (unsigned e = 0; e < 64 && on[lane]; e++) {
            if (!(elements >> e & 1))
                continue;
            const uint64_t where = at[lane] + (uint64_t)e * l->mem_b;
            if (write)
                write_element(l, where, slot);
            else
                read_element(l, where, slot);
            slot += (size_t)n * l->slot_b;
        }
    }
}

void cmc_op_lanes_read(void *thread, uint32_t surface, uint32_t n, uint64_t elements, uint32_t mem_b, uint32_t slot_b,
                       void *at, void *on, void *data, uint32_t line) {
    const lanes l = {thread, op_memory_of(thread, surface), surface, mem_b, slot_b, line};
    move_lanes(&l, n, elements, at, on, data, false);
}

void cmc_op_lanes_write(void *thread, uint32_t surface, uint32_t n, uint64_t elements, uint32_t mem_b, uint32_t slot_b,
                        void *at, void *on, void *data, uint32_t line) {
    const lanes l = {thread, op_memory_of(thread, surface), surface, mem_b, slot_b, line};
    move_lanes(&l, n, elements, at, on, data, true);
}

uint64_t cmc_op_clock(void *thread) {
    struct timespec now;
    (void)thread;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
