// SPDX-License-Identifier: MIT
// The log that CMRT_LOG switches on: one line a message, on standard error.

#include "cmrt_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = {
    [CMRT_LOG_NONE] = "",     [CMRT_LOG_ERROR] = "error", [CMRT_LOG_WARN] = "warn",
    [CMRT_LOG_INFO] = "info", [CMRT_LOG_TRACE] = "trace",
};

cmrt_log_level cmrt_log_level_of(const char *word) {
    for (int i = CMRT_LOG_ERROR; i <= CMRT_LOG_TRACE; i++)
        if (strcmp(words[i], word) == 0)
            return (cmrt_log_level)i;
    return CMRT_LOG_NONE;
}

void cmrt_log(const cmrt_device *d, cmrt_log_level level, const char *fmt, ...) {
    char text[CMRT_MESSAGE_B];
    va_list ap;
    if (level > d->log_level)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    cmrt_env_log_line(words[level], text);
}
