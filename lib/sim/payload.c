// SPDX-License-Identifier: MIT
// The register contents of a thread at its start (thread-payload.md).
//
// Push (Gen9 to Xe-LP): r0 header, local ids from r1, then cross-thread data. Pull (Xe-HPG and later): r0 points to
// the indirect data in general state space (cross-thread data, then each thread's block of local ids), and r1 holds
// inline data. Both are the same for all groups, so the image is made once per launch.

#include "sim_priv.h"

#include <assert.h>
#include <stdlib.h>

static uint32_t round_up(uint32_t v, uint32_t to) {
    return (v + to - 1) / to * to;
}

// Local ids that the kernel uses: x, x and y, or all three. Newer compilers omit the last ones.
static uint32_t id_count(const sim_shared *sh) {
    uint32_t n = sh->l->local_id_b / round_up(sh->l->simd * 2, sh->model->grf_b);
    return n == 1 || n == 2 ? n : 3;
}

// Bytes of a thread's block of local ids, as the register layout counts them.
static uint32_t thread_block_b(const sim_shared *sh) {
    const sim_launch *l = sh->l;
    uint32_t grf_b = sh->model->grf_b;
    if (!l->local_ids)
        return sh->model->pull_payload ? 0 : grf_b; // push: r1 is always present
    if (l->simd == 1)
        return round_up(l->local_id_b > 6 ? l->local_id_b : 6, grf_b);
    return id_count(sh) * round_up(l->simd * 2, grf_b);
}

// Local ids of work-item `item`, x fastest.
static void item_ids(const sim_launch *l, uint32_t item, uint16_t id[3]) {
    id[0] = (uint16_t)(item % l->local[0]);
    id[1] = (uint16_t)(item / l->local[0] % l->local[1]);
    id[2] = (uint16_t)(item / l->local[0] / l->local[1]);
}

static void fill_block(const sim_shared *sh, uint32_t thread, uint8_t *out) {
    const sim_launch *l = sh->l;
    uint16_t id[3];
    if (l->simd == 1) {
        item_ids(l, thread, id);
        memcpy(out, id, sizeof id);
        return;
    }
    uint32_t dim_b = round_up(l->simd * 2, sh->model->grf_b);
    for (uint32_t lane = 0; lane < l->simd; lane++) {
        item_ids(l, thread * l->simd + lane, id);
        for (uint32_t k = 0; k < id_count(sh); k++)
            memcpy(out + k * dim_b + lane * 2, &id[k], 2);
    }
}

// A thread's block of local ids in the indirect data.
static uint8_t *ids_of(const sim_shared *sh, uint32_t thread) {
    return sh->payload + sh->l->head_b + sh->cross_b + thread * sh->thread_block_b;
}

bool sim_payload_make(sim_shared *sh) {
    const sim_launch *l = sh->l;
    uint32_t skip = sh->model->pull_payload ? l->inline_data_b : 0;
    uint32_t rest = l->cross_thread_b > skip ? l->cross_thread_b - skip : 0;
    sh->cross_b = round_up(rest, 32);
    sh->thread_block_b = thread_block_b(sh);
    // One extra register: kernels load whole registers.
    sh->payload_b = l->head_b + sh->cross_b + sh->threads_per_group * sh->thread_block_b + 512;
    enum { LINE_B = 64 }; // begins a line of the caches, as on the device
    sh->payload = aligned_alloc(LINE_B, round_up(sh->payload_b, LINE_B));
    if (sh->payload == NULL)
        return false;
    memset(sh->payload, 0, sh->payload_b);
    if (l->head_b != 0)
        memcpy(sh->payload, l->head, l->head_b);
    if (rest != 0)
        memcpy(sh->payload + l->head_b, l->cross_thread + skip, rest);
    if (l->local_ids)
        for (uint32_t i = 0; i < sh->threads_per_group; i++)
            fill_block(sh, i, ids_of(sh, i));
    return true;
}

static void put_header(sim_thread *t) {
    const sim_shared *sh = t->worker->shared;
    const sim_group *g = t->group;
    uint8_t *r0 = t->regs;
    memset(r0, 0, t->grf_b);
    sim_u32_put(r0 + 4, g->id[0]);
    sim_u32_put(r0 + 24, g->id[1]);
    sim_u32_put(r0 + 28, g->id[2]);
    sim_u32_put(r0 + 20, (t->scratch_base & ~0x3ffu) | (t->slot & 0x3ffu));
    if (sh->model->pull_payload) {
        sim_u32_put(r0, SIM_GS_PAYLOAD);
        sim_u32_put(r0 + 8, (t->index & 0xffu) | sh->threads_per_group << 24);
    } else {
        sim_u32_put(r0 + 8, 0x01000000u); // barrier 0, enabled: opaque to kernels, which pass it on
    }
}

static void push_payload(sim_thread *t) {
    const sim_shared *sh = t->worker->shared;
    uint32_t at = t->grf_b;
    memcpy(t->regs + at, ids_of(sh, t->index), sh->thread_block_b);
    at += sh->thread_block_b;
    uint32_t n = sh->cross_b;
    if (at + n > t->grf_file_b)
        n = t->grf_file_b - at;
    memcpy(t->regs + at, sh->payload + sh->l->head_b, n);
}

// When a launch enters after the kernel's load of local ids, the hardware writes them to r1 and the following
// registers.
static void inline_payload(sim_thread *t) {
    const sim_shared *sh = t->worker->shared;
    const sim_launch *l = sh->l;
    uint32_t at = t->grf_b;
    if (l->entry_off_b != 0 && l->local_ids) {
        memcpy(t->regs + at, ids_of(sh, t->index), sh->thread_block_b);
        at += sh->thread_block_b;
    }
    uint32_t n = l->inline_data_b < l->cross_thread_b ? l->inline_data_b : l->cross_thread_b;
    if (n > 32)
        n = 32;
    if (n != 0)
        memcpy(t->regs + at, l->cross_thread, n);
}

// Channels of this thread that have a work-item.
static uint32_t dispatch_mask(const sim_thread *t) {
    const sim_launch *l = t->worker->shared->l;
    if (l->simd == 1)
        return UINT32_MAX;
    uint32_t items = l->local[0] * l->local[1] * l->local[2], left = items - t->index * l->simd;
    uint32_t lanes = left < l->simd ? left : l->simd;
    return lanes >= 32 ? UINT32_MAX : (1u << lanes) - 1;
}

void sim_thread_bind(sim_thread *t, sim_worker *w, sim_group *g, uint32_t index) {
    assert(w && g);
    const sim_shared *sh = w->shared;
    t->code = sh->l->code;
    t->worker = w;
    t->group = g;
    t->index = index;
    t->slot = (w->index * sh->max_resident + g->place) * sh->threads_per_group + index;
    t->grf_b = sh->model->grf_b;
    uint32_t count = sh->l->grf_count != 0 ? sh->l->grf_count : sh->model->grf_count;
    t->grf_file_b = count * t->grf_b;
    t->scratch = g->scratch != NULL ? g->scratch + (size_t)index * 2 * sh->scratch_b : NULL;
    // Pull: the offset of a surface state, one kilobyte per thread. Push: an address in general state space.
    uint32_t step = sh->model->pull_payload || sh->scratch_b < 1024 ? 1024 : sh->scratch_b;
    t->scratch_base = SIM_GS_SCRATCH + (sh->model->pull_payload ? 2 * t->slot * step : t->slot * step);
}

// The hardware thread's number, in the state and message register fields that compiled code reads.
static void put_slot(sim_thread *t) {
    const isa_model *m = t->worker->shared->model;
    uint32_t low = t->slot, sr = 0;
    if (m->sr0_slot_bits != 0) {
        low &= (1u << m->sr0_slot_bits) - 1;
        sim_u32_put(t->regs + SIM_ARF_MSG, t->slot >> m->sr0_slot_bits);
    }
    for (unsigned at = 0; low != 0 && at < 32; at++) {
        if (m->sr0_gaps >> at & 1u)
            continue;
        sr |= (low & 1u) << at;
        low >>= 1;
    }
    sim_u32_put(t->regs + SIM_ARF_SR, sr);
}

void sim_thread_start(sim_thread *t) {
    const sim_launch *l = t->worker->shared->l;
    uint8_t noise = (uint8_t)(l->order_seed * 0x5b);
    memset(t->regs, noise, t->grf_file_b);
    memset(t->regs + SIM_GRF_B, 0, SIM_REGS_B - SIM_GRF_B);
    memset(t->acc_wide, 0, sizeof t->acc_wide);
    memset(t->notify, 0, sizeof t->notify);
    t->pair_ready = false;
    t->instructions = t->sends = 0;
    put_header(t);
    if (t->worker->shared->model->pull_payload)
        inline_payload(t);
    else
        push_payload(t);
    t->dispatch = t->active = dispatch_mask(t);
    put_slot(t);
    sim_u32_put(t->regs + SIM_ARF_SR + 8, t->dispatch);
    sim_u32_put(t->regs + SIM_ARF_SR + 12, t->dispatch);
    sim_mode_update(t);
    t->pc = t->code->index_of[l->entry_off_b / 8];
    t->state = SIM_RUNNING;
}
