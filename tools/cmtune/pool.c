// SPDX-License-Identifier: MIT
// Many variants at a time, each in a process with a time limit.

#include "cmtune.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct slot {
    pid_t process; // 0: free
    uint32_t variant;
    double end_s; // when its time is over
    bool late;
} slot;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool start(const tune_pool *pool, slot *s, uint32_t variant) {
    const pid_t process = fork();
    if (process == 0)
        tune_variant_process(pool->plan, variant, pool->work, pool->results);
    if (process < 0)
        return false;
    setpgid(process, process); // the child does it too: whoever comes first
    *s = (slot){.process = process, .variant = variant, .end_s = now_s() + pool->plan->limit_s};
    return true;
}

// Records what a process that was killed could not record itself. Returns false and sets errno if there is no result.
static bool finish(const tune_pool *pool, slot *s, int status) {
    tune_result r = {.status = TUNE_CRASHED, .note = "the variant's process ended"};
    const bool killed = WIFSIGNALED(status);
    kill(-s->process, SIGKILL); // commands that it has left
    s->process = 0;
    if (killed && s->late)
        r = (tune_result){.status = TUNE_LATE, .note = "the time limit was reached"};
    if (killed)
        return tune_results_add(pool->plan, pool->results, s->variant, &r);
    errno = WEXITSTATUS(status);
    return errno == 0;
}

// Looks at a slot once. Returns false if its result could not be written.
static bool look(const tune_pool *pool, slot *s, uint32_t *n_running) {
    int status;
    if (!s->process)
        return true;
    if (!s->late && now_s() > s->end_s) {
        s->late = true;
        kill(-s->process, SIGKILL);
    }
    if (waitpid(s->process, &status, WNOHANG) != s->process)
        return true;
    --*n_running;
    return finish(pool, s, status);
}

static cmc_status cannot(cmc_diag *d, const char *what, const char *path) {
    cmc_diag_error(d, "CM0702", "%s%s: %s", what, path, strerror(errno));
    return CMC_ERR_IO;
}

// Starts variants in free slots and looks at all of them until none is left. After a failure nothing starts.
static cmc_status run(const tune_pool *pool, slot *slots, const uint32_t *variants, uint32_t n, cmc_diag *d) {
    const struct timespec pause = {.tv_nsec = 5000000};
    uint32_t next = 0, n_running = 0;
    cmc_status s = CMC_OK;
    while (n_running > 0 || (next < n && s == CMC_OK)) {
        for (uint32_t i = 0; i < pool->jobs; i++) {
            if (!look(pool, &slots[i], &n_running) && s == CMC_OK)
                s = cannot(d, "cannot write ", pool->results);
            if (slots[i].process || next == n || s != CMC_OK)
                continue;
            if (start(pool, &slots[i], variants[next]))
                next++, n_running++;
            else
                s = cannot(d, "cannot start a process", "");
        }
        if (pool->progress)
            pool->progress(pool->user, next - n_running);
        nanosleep(&pause, NULL);
    }
    return s;
}

cmc_status tune_pool_run(const tune_pool *pool, const uint32_t *variants, uint32_t n, cmc_diag *d) {
    cmc_arena *a = cmc_arena_create();
    slot *slots = a ? CMC_NEW_N(a, slot, pool->jobs) : NULL;
    if (slots)
        memset(slots, 0, pool->jobs * sizeof *slots);
    const cmc_status s = slots ? run(pool, slots, variants, n, d) : CMC_ERR_OOM;
    cmc_arena_destroy(a);
    return s;
}
