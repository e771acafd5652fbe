// SPDX-License-Identifier: MIT
// Private to runtime/host: programs, launches, workers, and the threads of a group.
//
// A launch is a job. Host threads (workers) take its groups one after the other. The threads of a group are fibers of
// one worker, so that they need no locks among each other; only the job is shared.

#ifndef HX_PRIV_H
#define HX_PRIV_H

#include <cmc/host_abi.h>

#include <ffi.h>
#include <setjmp.h>
#include <signal.h>

#include "fiber.h"
#include "host.h"

enum { HX_MAX_BARRIERS = 32, HX_MAX_THREADS = 1024, HX_SLM_B = 128 << 10 };

const hx_config *hx_config_get(void);

// memory.c

// The blocks of a context; pages without access lie before and after each.
void *hx_memory_create(void);
void hx_memory_destroy(void *memory);
void *hx_memory_obtain(void *memory, uint64_t size_b, uint64_t align_b);
void hx_memory_release(void *memory, void *base);
// The program's memory as a block; hx_memory_release ends it.
bool hx_memory_lend(void *memory, void *base, uint64_t size_b);
bool hx_memory_contains(void *memory, uint64_t address, uint64_t size_b);
// Appends where an address is that was accessed in vain: "12 bytes after a block of 4096 bytes".
void hx_memory_describe(void *memory, uint64_t address, cmc_str *out);
// size_b bytes whose end is a page without access; NULL when out of memory. hx_guarded_free.
typedef struct hx_guarded {
    void *map;
    size_t map_b;
    uint8_t *base;
} hx_guarded;
bool hx_guarded_create(hx_guarded *g, uint64_t size_b, uint64_t align_b);
void hx_guarded_free(hx_guarded *g);

// load.c

typedef struct hx_code { // of one kernel
    void (*fn)(void);
    const char *signature;
    uint32_t n_args;
    ffi_cif cif;
    ffi_type **types; // of the thread and the arguments
} hx_code;
ze_result_t hx_load(zx_module *m, cmc_diag *d, cmc_str *log);
void hx_unload(zx_module *m);
uint64_t hx_symbol(const zx_module *m, const char *name, uint64_t *size_b);

// args.c

typedef struct hx_values { // what the calls of a launch pass; values[0] is the thread's place
    void **values;
    void *memory; // owned: what they point to
} hx_values;
bool hx_values_create(const zx_launch *l, hx_values *v);
void hx_values_free(hx_values *v);

// job.c, pool.c

enum { HX_FINDING_SLOTS = 256 };
typedef struct hx_job {
    const zx_launch *launch;
    const hx_code *code;
    const char *kernel;
    void *memory; // of the context
    uint64_t serial;
    uint32_t groups[3], local[3], n_threads;
    uint64_t n_groups;
    uint32_t slm_b, n_barriers;
    const cmc_host_surface *surfaces;
    uint32_t n_surfaces;
    void **values; // see hx_values
    uint8_t *printf_buffer;
    bool has_break;
    _Atomic uint64_t next; // group
    uint64_t share;        // groups that a worker takes at once
    _Atomic bool failed;
    _Atomic uint64_t findings;
    _Atomic uint64_t found[HX_FINDING_SLOTS]; // what was reported already
    // the pool's, under its lock
    struct hx_job *queued;
    unsigned n_users;
} hx_job;
ze_result_t hx_launch(const zx_launch *l, zx_implicit *imp);
uint32_t hx_max_cooperative(const zx_kernel *k);
// Ends the launch with an error. The first of several gives the message.
void hx_job_fail(hx_job *job, const char *fmt, ...) CMC_PRINTF(2, 3);
uint64_t hx_findings(void); // of the process

// Runs all groups, on the calling thread and those of the pool.
void hx_pool_run(hx_job *job);
// Runs all groups at once, each on a host thread of its own.
void hx_pool_run_together(hx_job *job);

// group.c, sync.c

typedef enum hx_state { HX_NEW = 0, HX_RUNNING, HX_READY, HX_WAITING, HX_DONE } hx_state;

struct hx_worker;
typedef struct hx_stack {
    hx_fiber fiber;
    struct hx_worker *worker;
    bool started;
    struct hx_stack *next; // in the worker's list of free ones
} hx_stack;

typedef struct hx_thread {
    cmc_host_thread abi; // what the kernel sees
    struct hx_worker *worker;
    hx_stack *stack; // NULL: the host thread's own
    hx_state state;
    uint32_t waits_for; // barrier, while WAITING
    sigjmp_buf *out;    // leaves the kernel
    struct hx_thread *next_ready;
    uint32_t waiting;                  // bits: signalled as consumer, not yet complete
    uint8_t notified[HX_MAX_BARRIERS]; // completed and not yet waited for
} hx_thread;

typedef struct hx_barrier {
    uint32_t producers, consumers; // that have arrived
} hx_barrier;

typedef struct hx_worker {
    hx_job *job;
    uint64_t prepared; // serial of the job that threads are set up for
    uint64_t group;    // linear
    hx_thread *threads;
    uint32_t n_threads, cap_threads;
    uint32_t n_started, n_done;
    hx_thread *ready, **last_ready;
    hx_barrier barriers[HX_MAX_BARRIERS];
    hx_guarded slm;
    uint64_t slm_b;
    void **values; // the job's, with a thread's place of its own
    uint32_t cap_values;
    hx_fiber main; // the scheduler's stack
    hx_stack *free_stacks;
    bool group_failed;

    // For the signal handlers
    hx_thread *volatile thread;      // that runs
    volatile sig_atomic_t in_kernel; // its code may be left with a jump
    volatile sig_atomic_t expired;   // the watchdog has fired outside of kernel code
    volatile uint64_t ticket;        // changes with each group
    uint64_t seen_ticket;
    unsigned ticks; // of the watchdog since it changed
    volatile int fault_signal, fault_code;
    volatile uint64_t fault_address, fault_pc;
    hx_guarded signal_stack;
    timer_t timer;
    bool has_timer;
} hx_worker;

void hx_worker_run(hx_worker *w, hx_job *job);   // takes groups until none are left
void hx_group_run(hx_worker *w, uint64_t group); // one group
void hx_worker_release(hx_worker *w);            // frees what groups needed
hx_worker *hx_worker_current(void);              // of the calling thread, or NULL; for signal handlers too
hx_worker *hx_worker_get(void);                  // of the calling thread; NULL when out of memory
void hx_thread_switch(hx_thread *t);             // lets others run; returns when t runs again
void hx_thread_ready(hx_thread *t);              // is to run again
void hx_thread_leave(hx_thread *t, int left_by) __attribute__((noreturn)); // jumps out of its kernel
void hx_thread_where(const hx_thread *t, cmc_str *out);                    // "kernel 'k', group (0,1,0), thread 3"
extern const cmc_host_services hx_services;
void hx_barrier_signal(hx_thread *t, uint32_t id, uint32_t role, uint32_t producers, uint32_t consumers);
void hx_barrier_wait(hx_thread *t, uint32_t id);

// fault.c

// Installs the handlers of the process, or those that a program has replaced; false when that is not possible.
bool hx_faults_install(void);
// Makes the calling thread one on which the handlers work.
bool hx_faults_enter(hx_worker *w);
void hx_faults_leave(hx_worker *w);
// Values of the jump out of a kernel.
enum { HX_LEFT_BY_FAULT = 1, HX_LEFT_BY_WATCHDOG, HX_LEFT_BY_FAILURE };
// Reports why the running thread was left.
void hx_fault_report(hx_thread *t, int left_by);

#endif
