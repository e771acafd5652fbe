// SPDX-License-Identifier: MIT
// Error texts: Level Zero's calls return only a number. The driver keeps the newest message of the process
// (zeDriverGetLastErrorDescription, see driver.c) and writes it to standard error when XESIM_LOG is set. Faults occur
// on queue threads and are queried on others, so the text is shared and guarded by a lock.

#include "ze_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXT_B = 2048 };

static struct {
    pthread_mutex_t lock;
    zx_line_fn *line; // NULL: messages are only kept
    char text[TEXT_B];
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local char own_copy[TEXT_B]; // the text that zx_last_error returned to this thread

void zx_log_to(zx_line_fn *line) {
    pthread_mutex_lock(&shared.lock);
    shared.line = line;
    pthread_mutex_unlock(&shared.lock);
}

void zx_error(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    pthread_mutex_lock(&shared.lock);
    vsnprintf(shared.text, TEXT_B, fmt, ap);
    if (shared.line)
        shared.line(shared.text);
    pthread_mutex_unlock(&shared.lock);
    va_end(ap);
}

void zx_error_diag(const char *what, const cmc_diag *d) {
    cmc_str text = CMC_STR_INIT;
    cmc_diag_format(d, &text);
    while (text.len && text.data[text.len - 1] == '\n')
        text.data[--text.len] = 0;
    zx_error("%s: %s", what, cmc_str_text(&text));
    cmc_str_free(&text);
}

const char *zx_last_error(void) {
    pthread_mutex_lock(&shared.lock);
    memcpy(own_copy, shared.text, TEXT_B);
    pthread_mutex_unlock(&shared.lock);
    return own_copy;
}

uint64_t zx_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void zx_retire(void *object) {
    enum { KEPT = 1024 };
    static void *kept[KEPT]; // under the lock
    static unsigned next;
    pthread_mutex_lock(&shared.lock);
    void *oldest = kept[next];
    kept[next] = object;
    next = (next + 1) % KEPT;
    pthread_mutex_unlock(&shared.lock);
    free(oldest);
}

ze_result_t zx_check(const void *handle, zx_kind kind) {
    if (!handle)
        return ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    if (((const zx_head *)handle)->magic != (uint32_t)kind)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    return ZE_RESULT_SUCCESS;
}
