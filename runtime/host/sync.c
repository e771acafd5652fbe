// SPDX-License-Identifier: MIT
// What kernels call: barriers, reports, the end of a launch by a trap.
//
// A barrier completes when its last producer and consumer have signalled; every consumer then has one notification,
// which its wait takes. The barrier of the whole group has the number 0.

#include "hx_priv.h"

#include <ops.h>

#include <sched.h>
#include <string.h>

enum { PRODUCES_AND_CONSUMES = 0, PRODUCES = 1, CONSUMES = 2 }; // roles

static hx_thread *thread_of(cmc_host_thread *t) {
    return t->runtime;
}

static void fail(hx_thread *t, const char *what, uint32_t line) {
    cmc_str where = CMC_STR_INIT;
    t->worker->in_kernel = 0; // memory is allocated
    hx_thread_where(t, &where);
    if (line)
        cmc_str_printf(&where, ", line %u", line);
    hx_job_fail(t->worker->job, "%s: %s", cmc_str_text(&where), what);
    cmc_str_free(&where);
    hx_thread_leave(t, HX_LEFT_BY_FAILURE);
}

static void complete(hx_worker *w, uint32_t id) {
    w->barriers[id] = (hx_barrier){0};
    for (uint32_t i = 0; i < w->n_started; i++) {
        hx_thread *t = &w->threads[i];
        if (!(t->waiting >> id & 1u))
            continue;
        t->waiting &= ~(1u << id);
        t->notified[id]++;
        if (t->state == HX_WAITING && t->waits_for == id)
            hx_thread_ready(t);
    }
}

static void check_id(hx_thread *t, uint32_t id) {
    const uint32_t n = t->worker->job->n_barriers;
    if (id < n)
        return;
    cmc_str text = CMC_STR_INIT;
    t->worker->in_kernel = 0;
    cmc_str_printf(&text, "barrier %u is used, but the kernel declares %u", id, n);
    hx_job_fail(t->worker->job, "kernel '%s': %s", t->worker->job->kernel, cmc_str_text(&text));
    cmc_str_free(&text);
    hx_thread_leave(t, HX_LEFT_BY_FAILURE);
}

void hx_barrier_signal(hx_thread *t, uint32_t id, uint32_t role, uint32_t producers, uint32_t consumers) {
    hx_worker *w = t->worker;
    check_id(t, id);
    hx_barrier *b = &w->barriers[id];
    if (role != PRODUCES && (t->waiting >> id & 1u))
        fail(t, "the thread signals a barrier twice before the others have arrived", 0);
    b->producers += role != CONSUMES;
    b->consumers += role != PRODUCES;
    if (role != PRODUCES)
        t->waiting |= 1u << id;
    if (b->producers >= producers && b->consumers >= consumers)
        complete(w, id);
}

void hx_barrier_wait(hx_thread *t, uint32_t id) {
    check_id(t, id);
    while (!t->notified[id]) {
        t->state = HX_WAITING;
        t->waits_for = id;
        hx_thread_switch(t);
    }
    t->notified[id]--;
}

static void barrier_signal(cmc_host_thread *t) {
    hx_barrier_signal(thread_of(t), 0, PRODUCES_AND_CONSUMES, t->threads, t->threads);
}

static void barrier_wait(cmc_host_thread *t) {
    hx_barrier_wait(thread_of(t), 0);
}

static void barrier(cmc_host_thread *t) {
    if (t->threads == 1)
        return;
    barrier_signal(t);
    barrier_wait(t);
}

static void named_barrier_signal(cmc_host_thread *t, uint32_t id, uint32_t role, uint32_t producers,
                                 uint32_t consumers) {
    hx_barrier_signal(thread_of(t), id, role, producers, consumers);
}

static void named_barrier_wait(cmc_host_thread *t, uint32_t id) {
    hx_barrier_wait(thread_of(t), id);
}

static void yield(cmc_host_thread *abi) {
    hx_thread *t = thread_of(abi);
    if (t->worker->expired)
        hx_thread_leave(t, HX_LEFT_BY_WATCHDOG);
    if (abi->threads == 1) {
        sched_yield(); // the other groups run on other host threads
        return;
    }
    hx_thread_ready(t);
    hx_thread_switch(t);
}

// Each surface, line and kind of access once in a launch. False: it was there already.
static bool remember(hx_job *job, uint32_t surface, uint32_t line, bool write) {
    const uint64_t key = ((uint64_t)surface << 33 | (uint64_t)line << 1 | write) + 1;
    for (uint64_t i = 0; i < HX_FINDING_SLOTS; i++) {
        _Atomic uint64_t *slot = &job->found[(key * 0x9e3779b97f4a7c15u + i) % HX_FINDING_SLOTS];
        uint64_t empty = 0;
        if (atomic_load_explicit(slot, memory_order_relaxed) == key)
            return false;
        if (atomic_compare_exchange_strong(slot, &empty, key))
            return true;
        if (empty == key)
            return false;
    }
    return false;
}

static void outside(cmc_host_thread *abi, uint32_t surface, int64_t offset_b, uint64_t size_b, bool write,
                    uint32_t line) {
    hx_thread *t = thread_of(abi);
    hx_job *job = t->worker->job;
    if (!remember(job, surface, line, write))
        return;
    atomic_fetch_add(&job->findings, 1);
    if (!hx_config_get()->report)
        return;
    cmc_str text = CMC_STR_INIT;
    const sig_atomic_t was = t->worker->in_kernel;
    t->worker->in_kernel = 0; // memory is allocated
    cmc_str_append(&text, "host: bounds: ");
    hx_thread_where(t, &text);
    if (line)
        cmc_str_printf(&text, ", line %u", line);
    cmc_str_printf(&text, ": %s of %llu bytes at offset %lld of surface %u", write ? "write" : "read",
                   (unsigned long long)size_b, (long long)offset_b, surface);
    if (surface < abi->n_surfaces && abi->surfaces[surface].kind == CMC_HOST_SURF_BUFFER)
        cmc_str_printf(&text, ", which has %llu bytes", (unsigned long long)abi->surfaces[surface].size_b);
    cmc_str_append(&text, "\n");
    hx_config_get()->log(cmc_str_text(&text));
    cmc_str_free(&text);
    t->worker->in_kernel = was;
}

static void trap(cmc_host_thread *t, const char *what, uint32_t line) {
    fail(thread_of(t), what ? what : "the kernel ends the launch", line);
}

// Memory of the device, or of the group.
static bool may_use(const hx_thread *t, uint64_t address, uint32_t size_b) {
    const uint64_t in_slm = address - (uint64_t)(uintptr_t)t->abi.slm;
    return hx_memory_contains(t->worker->job->memory, address, size_b) ||
           (in_slm < t->abi.slm_b && size_b <= t->abi.slm_b - in_slm);
}

static void check_addresses(cmc_host_thread *abi, uint32_t n, uint32_t size_b, const uint64_t *addresses,
                            const uint8_t *on, uint32_t write, const char *place) {
    hx_thread *t = thread_of(abi);
    uint32_t k = 0;
    while (k < n && ((on && !on[k]) || may_use(t, addresses[k], size_b)))
        k++;
    if (k == n)
        return;
    cmc_str text = CMC_STR_INIT;
    t->worker->in_kernel = 0; // memory is allocated
    cmc_str_printf(&text, "%s%s%s of %u bytes at address 0x%llx, which is in no memory of the device", place,
                   *place ? ": " : "", write ? "write" : "read", size_b, (unsigned long long)addresses[k]);
    hx_memory_describe(t->worker->job->memory, addresses[k], &text);
    fail(t, cmc_str_text(&text), 0);
}

const cmc_host_services hx_services = {.abi = CMC_HOST_ABI,
                                       .size_b = sizeof(cmc_host_services),
                                       .barrier = barrier,
                                       .barrier_signal = barrier_signal,
                                       .barrier_wait = barrier_wait,
                                       .named_barrier_signal = named_barrier_signal,
                                       .named_barrier_wait = named_barrier_wait,
                                       .yield = yield,
                                       .outside = outside,
                                       .trap = trap,
                                       .op_count = CMC_OP_COUNT,
                                       .ops = cmc_host_op_table,
                                       .check_addresses = check_addresses};
