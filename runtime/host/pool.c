// SPDX-License-Identifier: MIT
// Host threads. The thread of a queue runs groups itself; the threads of the pool help it and those of other queues.
// The pool's threads start with the first launch of several groups and stay.

#define _GNU_SOURCE // sched_getaffinity
#include "hx_priv.h"

#include <sched.h>
#include <stdlib.h>

enum { STACK_B = 8 << 20, MAX_HELPERS = 1023 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    hx_job *jobs; // with groups that nobody has taken, perhaps
    unsigned n_helpers;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

// Workers

static pthread_key_t worker_key;

static void worker_end(void *user) {
    hx_worker *w = user;
    hx_faults_leave(w);
    hx_worker_release(w);
    free(w);
}

static bool has_key;
static void make_key(void) {
    has_key = pthread_key_create(&worker_key, worker_end) == 0;
}

// Not a thread-local variable: reading one for the first time may allocate memory, which a handler must not.
hx_worker *hx_worker_current(void) {
    return has_key ? pthread_getspecific(worker_key) : NULL;
}

hx_worker *hx_worker_get(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    hx_worker *w = hx_worker_current();
    if (w || !has_key)
        return w;
    w = calloc(1, sizeof *w);
    if (!w || !hx_faults_enter(w)) {
        free(w);
        return NULL;
    }
    hx_fiber_adopt(&w->main);
    if (pthread_setspecific(worker_key, w) == 0)
        return w;
    worker_end(w);
    return NULL;
}

static unsigned core_count(void) {
    cpu_set_t set;
    const int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : (unsigned)n;
}

static void work_on(hx_job *job) {
    hx_worker *w = hx_worker_get();
    if (w)
        hx_worker_run(w, job);
    else
        hx_job_fail(job, "kernel '%s': no memory for a host thread", job->kernel);
}

// Starts a thread that takes none of the program's signals.
static bool start_thread(pthread_t *thread, void *(*body)(void *), void *user, bool detached) {
    sigset_t all, old;
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return false;
    pthread_attr_setstacksize(&attr, STACK_B);
    pthread_attr_setdetachstate(&attr, detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    const bool ok = pthread_create(thread, &attr, body, user) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
    return ok;
}

// The pool

// The caller holds the lock.
static hx_job *open_job(void) {
    for (hx_job *job = pool.jobs; job; job = job->queued)
        if (atomic_load(&job->next) < job->n_groups && !atomic_load(&job->failed))
            return job;
    return NULL;
}

static void *help(void *unused) {
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        hx_job *job = open_job();
        if (!job) {
            pthread_cond_wait(&pool.work, &pool.lock);
            continue;
        }
        job->n_users++;
        pthread_mutex_unlock(&pool.lock);
        work_on(job);
        pthread_mutex_lock(&pool.lock);
        if (--job->n_users == 0)
            pthread_cond_broadcast(&pool.done);
    }
    return NULL;
}

static void offer(hx_job *job, unsigned n_workers) {
    const unsigned wanted = n_workers - 1 < MAX_HELPERS ? n_workers - 1 : MAX_HELPERS;
    pthread_t thread;
    pthread_mutex_lock(&pool.lock);
    while (pool.n_helpers < wanted && start_thread(&thread, help, NULL, true))
        pool.n_helpers++;
    job->queued = pool.jobs;
    pool.jobs = job;
    pthread_cond_broadcast(&pool.work);
    pthread_mutex_unlock(&pool.lock);
}

static void withdraw(hx_job *job) {
    pthread_mutex_lock(&pool.lock);
    hx_job **at = &pool.jobs;
    while (*at != job)
        at = &(*at)->queued;
    *at = job->queued;
    while (job->n_users)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

void hx_pool_run(hx_job *job) {
    const unsigned n = hx_config_get()->n_workers ? hx_config_get()->n_workers : core_count();
    const bool alone = n == 1 || job->n_groups <= job->share;
    if (!alone)
        offer(job, n);
    work_on(job);
    if (!alone)
        withdraw(job);
}

static void *run_one(void *user) {
    work_on(user);
    return NULL;
}

void hx_pool_run_together(hx_job *job) {
    const unsigned n = (unsigned)job->n_groups - 1;
    unsigned started = 0;
    pthread_t *threads = calloc(n + 1, sizeof *threads);
    while (threads && started < n && start_thread(&threads[started], run_one, job, false))
        started++;
    if (started < n)
        hx_job_fail(job, "kernel '%s': no memory for %u host threads, which run a cooperative launch", job->kernel,
                    n + 1);
    work_on(job);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}
