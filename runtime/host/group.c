// SPDX-License-Identifier: MIT
// The threads of a group. One stack runs one thread after the other as long as they end; a thread that waits keeps its
// stack, and the next one gets another. A group of one thread runs on the host thread's own stack.

#include "hx_priv.h"

#include <stdlib.h>
#include <string.h>

void hx_thread_where(const hx_thread *t, cmc_str *out) {
    cmc_str_printf(out, "kernel '%s', group (%u,%u,%u), thread %u", t->worker->job->kernel, t->abi.group_id[0],
                   t->abi.group_id[1], t->abi.group_id[2], t->abi.linear_id);
}

void hx_thread_leave(hx_thread *t, int left_by) {
    t->worker->in_kernel = 0;
    siglongjmp(*t->out, left_by);
}

// Calls the kernel for one thread.
static void run_thread(hx_worker *w, hx_thread *t) {
    sigjmp_buf out;
    void *argument = &t->abi;
    const hx_job *job = w->job;
    t->state = HX_RUNNING;
    t->out = &out;
    w->thread = t;
    if (job->has_break && hx_config_get()->break_group == w->group && hx_config_get()->break_thread == t->abi.linear_id)
        raise(SIGTRAP);
    const int left_by = sigsetjmp(out, 0);
    if (left_by == 0) {
        w->values[0] = &argument;
        w->in_kernel = 1;
        ffi_call((ffi_cif *)&job->code->cif, job->code->fn, NULL, w->values);
        w->in_kernel = 0;
    } else {
        hx_fault_report(t, left_by);
        w->group_failed = true;
    }
    t->state = HX_DONE;
    w->n_done++;
}

// Scheduling

void hx_thread_ready(hx_thread *t) {
    hx_worker *w = t->worker;
    t->state = HX_READY;
    t->next_ready = NULL;
    *w->last_ready = t;
    w->last_ready = &t->next_ready;
}

static hx_thread *take_ready(hx_worker *w) {
    hx_thread *t = w->ready;
    w->ready = t->next_ready;
    if (!w->ready)
        w->last_ready = &w->ready;
    return t;
}

// Nobody else can wake a thread that is alone.
static void report_deadlock(hx_worker *w) {
    const hx_thread *first = NULL;
    unsigned n = 0;
    for (uint32_t i = 0; i < w->n_started; i++) {
        if (w->threads[i].state != HX_WAITING)
            continue;
        first = first ? first : &w->threads[i];
        n++;
    }
    hx_job_fail(w->job,
                "kernel '%s', group (%u,%u,%u): deadlock: %u threads wait at barriers that never complete, %u threads "
                "have ended (thread %u waits for barrier %u)",
                w->job->kernel, w->threads[0].abi.group_id[0], w->threads[0].abi.group_id[1],
                w->threads[0].abi.group_id[2], n, w->n_done, first ? first->abi.linear_id : 0,
                first ? first->waits_for : 0);
    w->group_failed = true;
}

void hx_thread_switch(hx_thread *t) {
    hx_worker *w = t->worker;
    w->in_kernel = 0;
    if (!t->stack) {
        report_deadlock(w);
        hx_thread_leave(t, HX_LEFT_BY_FAILURE);
    }
    hx_fiber_switch(&t->stack->fiber, &w->main);
    t->state = HX_RUNNING;
    w->thread = t;
    w->in_kernel = 1;
}

// What each stack does: takes threads until none are left, and waits for the next group.
static void serve(void *user) {
    hx_stack *s = user;
    hx_worker *w = s->worker;
    for (;;) {
        while (w->n_started < w->n_threads && !w->group_failed) {
            hx_thread *t = &w->threads[w->n_started++];
            t->stack = s;
            run_thread(w, t);
        }
        s->next = w->free_stacks;
        w->free_stacks = s;
        hx_fiber_switch(&s->fiber, &w->main);
    }
}

static hx_stack *free_stack(hx_worker *w) {
    hx_stack *s = w->free_stacks;
    if (s) {
        w->free_stacks = s->next;
    } else {
        s = calloc(1, sizeof *s);
        if (!s || !hx_fiber_create(&s->fiber)) {
            free(s);
            return NULL;
        }
        s->worker = w;
    }
    if (!s->started)
        hx_fiber_start(&s->fiber, serve, s);
    s->started = true;
    return s;
}

// The stacks of threads that will not go on.
static void abandon(hx_worker *w) {
    for (uint32_t i = 0; i < w->n_started; i++) {
        hx_thread *t = &w->threads[i];
        if (t->state == HX_DONE || !t->stack)
            continue;
        t->stack->started = false;
        t->stack->next = w->free_stacks;
        w->free_stacks = t->stack;
        t->state = HX_DONE;
    }
}

static void run_fibers(hx_worker *w) {
    while (!w->group_failed && !w->expired) {
        hx_stack *next;
        if (w->n_started < w->n_threads) // a thread that yields may wait for one that has not started
            next = free_stack(w);
        else if (w->ready)
            next = take_ready(w)->stack;
        else
            break;
        if (!next) {
            hx_job_fail(w->job, "kernel '%s': no memory for the stacks of a group of %u threads", w->job->kernel,
                        w->n_threads);
            w->group_failed = true;
            break;
        }
        hx_fiber_switch(&w->main, &next->fiber);
    }
    if (w->expired && !w->group_failed)
        hx_fault_report(w->thread, HX_LEFT_BY_WATCHDOG);
    else if (!w->group_failed && w->n_done < w->n_threads)
        report_deadlock(w);
    abandon(w);
}

// Groups

static bool make_room(hx_worker *w, const hx_job *job) {
    if (w->cap_threads < job->n_threads) {
        hx_thread *grown = realloc(w->threads, job->n_threads * sizeof *grown);
        if (!grown)
            return false;
        w->threads = grown;
        w->cap_threads = job->n_threads;
    }
    if (w->cap_values < job->code->n_args + 1) {
        void **grown = realloc(w->values, (job->code->n_args + 1) * sizeof *grown);
        if (!grown)
            return false;
        w->values = grown;
        w->cap_values = job->code->n_args + 1;
    }
    if (w->slm_b == job->slm_b && (w->slm.map || !job->slm_b))
        return true;
    hx_guarded_free(&w->slm); // its end is that of the kernel's
    w->slm_b = job->slm_b;
    return !job->slm_b || hx_guarded_create(&w->slm, job->slm_b, 64);
}

// What is the same for all groups of a job.
static bool prepare(hx_worker *w, const hx_job *job) {
    if (w->prepared == job->serial)
        return true;
    if (!make_room(w, job))
        return false;
    memcpy(w->values, job->values, (job->code->n_args + 1) * sizeof *w->values);
    memset(w->threads, 0, job->n_threads * sizeof *w->threads);
    w->n_threads = job->n_threads;
    for (uint32_t i = 0; i < job->n_threads; i++) {
        hx_thread *t = &w->threads[i];
        t->worker = w;
        t->abi = (cmc_host_thread){.services = &hx_services,
                                   .surfaces = job->surfaces,
                                   .slm = w->slm.base,
                                   .printf_buffer = job->printf_buffer,
                                   .n_surfaces = job->n_surfaces,
                                   .slm_b = job->slm_b,
                                   .linear_id = i,
                                   .threads = job->n_threads,
                                   .runtime = t};
        t->abi.local_id[0] = i % job->local[0];
        t->abi.local_id[1] = i / job->local[0] % job->local[1];
        t->abi.local_id[2] = i / job->local[0] / job->local[1];
        memcpy(t->abi.group_count, job->groups, sizeof job->groups);
        memcpy(t->abi.local_size, job->local, sizeof job->local);
    }
    w->prepared = job->serial;
    return true;
}

static void reset(hx_worker *w, const hx_job *job, uint64_t group) {
    const uint32_t id[3] = {(uint32_t)(group % job->groups[0]), (uint32_t)(group / job->groups[0] % job->groups[1]),
                            (uint32_t)(group / job->groups[0] / job->groups[1])};
    for (uint32_t i = 0; i < w->n_threads; i++) {
        hx_thread *t = &w->threads[i];
        memcpy(t->abi.group_id, id, sizeof id);
        t->stack = NULL;
        t->state = HX_NEW;
        t->waiting = 0;
        memset(t->notified, 0, job->n_barriers);
    }
    memset(w->barriers, 0, job->n_barriers * sizeof *w->barriers);
    w->group = group;
    w->n_started = w->n_done = 0;
    w->ready = NULL;
    w->last_ready = &w->ready;
    w->group_failed = false;
    w->expired = 0;
    w->ticket++;
}

void hx_group_run(hx_worker *w, uint64_t group) {
    reset(w, w->job, group);
    if (w->n_threads > 1) {
        run_fibers(w);
        return;
    }
    w->n_started = 1;
    run_thread(w, &w->threads[0]);
}

void hx_worker_run(hx_worker *w, hx_job *job) {
    w->job = job;
    if (!prepare(w, job)) {
        w->prepared = 0;
        hx_job_fail(job, "kernel '%s': no memory for a group of %u threads", job->kernel, job->n_threads);
        return;
    }
    while (!atomic_load_explicit(&job->failed, memory_order_relaxed)) {
        const uint64_t first = atomic_fetch_add(&job->next, job->share);
        const uint64_t end = first + job->share < job->n_groups ? first + job->share : job->n_groups;
        if (first >= job->n_groups)
            break;
        for (uint64_t g = first; g < end && !atomic_load_explicit(&job->failed, memory_order_relaxed); g++)
            hx_group_run(w, g);
    }
}

void hx_worker_release(hx_worker *w) {
    for (hx_stack *s = w->free_stacks, *next; s; s = next) {
        next = s->next;
        hx_fiber_destroy(&s->fiber);
        free(s);
    }
    hx_guarded_free(&w->slm);
    free(w->threads);
    free(w->values);
}
