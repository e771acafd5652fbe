// SPDX-License-Identifier: MIT
// Compiles one file per line of standard input, each in a forked copy of this process, where LLVM is already loaded.
//
//   request:  PATH TARGET LEVEL LIMIT_MS FOLDER     FOLDER is searched for headers
//   reply:    STATUS SIGNAL CPU_MS LENGTH           then LENGTH bytes of messages
//
// STATUS is drv_compile's; a copy that computes for more than LIMIT_MS ends by SIGPROF.

#define _GNU_SOURCE
#include <cmc/driver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIELD_SIZE = 1024 };

typedef struct request {
    char path[FIELD_SIZE], target[FIELD_SIZE], folder[FIELD_SIZE];
    unsigned level, limit_ms;
} request;

static cmc_status compile(const request *r, cmc_str *messages) {
    const char *args[] = {"-I", r->folder};
    drv_opts o = DRV_OPTS_INIT;
    o.file = r->path;
    o.target = r->target;
    o.opt_level = r->level;
    o.args = args;
    o.n_args = sizeof args / sizeof args[0];
    cmc_diag *d = cmc_diag_create();
    cmc_str out = CMC_STR_INIT;
    cmc_status s = d ? drv_compile(&o, &out, d) : CMC_ERR_OOM;
    if (d)
        cmc_diag_show(d, messages);
    return s;
}

// In the copy: compiles under the limit and writes the messages to the file.
_Noreturn static void work(const request *r, int file) {
    struct itimerval limit = {{0, 0}, {r->limit_ms / 1000, (r->limit_ms % 1000) * 1000}};
    setitimer(ITIMER_PROF, &limit, NULL);
    dup2(file, STDERR_FILENO); // failed assertions, the sanitizers' reports
    cmc_str messages = CMC_STR_INIT;
    cmc_status s = compile(r, &messages);
    ssize_t n = write(file, cmc_str_text(&messages), messages.len);
    _exit(n == (ssize_t)messages.len ? (int)s : CMC_ERR_IO);
}

static long milliseconds(struct timeval t) {
    return t.tv_sec * 1000 + t.tv_usec / 1000;
}

static void reply(int status, long cpu_ms, int file) {
    long length = (long)lseek(file, 0, SEEK_END);
    char *text = length > 0 ? malloc((size_t)length) : NULL;
    if (!text || pread(file, text, (size_t)length, 0) != length)
        length = 0;
    printf("%d %d %ld %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
           cpu_ms, length);
    fwrite(text ? text : "", 1, (size_t)length, stdout);
    fflush(stdout);
    free(text);
}

// Returns false when the system gives neither file nor process.
static bool serve(const request *r) {
    int file = memfd_create("messages", 0), status = 0;
    pid_t child = file < 0 ? -1 : fork();
    if (child < 0)
        return false;
    if (child == 0)
        work(r, file);
    struct rusage used;
    bool done = wait4(child, &status, 0, &used) == child;
    if (done)
        reply(status, milliseconds(used.ru_utime) + milliseconds(used.ru_stime), file);
    close(file);
    return done;
}

int main(void) {
    request r;
    while (scanf("%1023s %1023s %u %u %1023s", r.path, r.target, &r.level, &r.limit_ms, r.folder) == 5)
        if (!serve(&r))
            return 1;
    return 0;
}
