// SPDX-License-Identifier: MIT
// Status texts, and each device's message of its last failure.

#include "cmrt_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *cmrt_status_str(cmrt_status s) {
    switch (s) {
    case CMRT_OK:
        return "ok";
    case CMRT_ERR_ARGUMENT:
        return "invalid argument of a libcmrt call";
    case CMRT_ERR_NO_DEVICE:
        return "no such device";
    case CMRT_ERR_BINARY:
        return "the program is truncated or not a zebin";
    case CMRT_ERR_TARGET:
        return "the program is for another device";
    case CMRT_ERR_NO_KERNEL:
        return "no kernel has this name";
    case CMRT_ERR_ARG_INDEX:
        return "no kernel argument has this number";
    case CMRT_ERR_ARG_SIZE:
        return "wrong size of a kernel argument";
    case CMRT_ERR_ARG_KIND:
        return "wrong kind of a kernel argument";
    case CMRT_ERR_ARG_MISSING:
        return "a kernel argument is not set";
    case CMRT_ERR_LAUNCH:
        return "the device cannot launch this grid";
    case CMRT_ERR_RANGE:
        return "access outside the buffer or image";
    case CMRT_ERR_IO:
        return "a file cannot be read";
    case CMRT_ERR_MEMORY:
        return "out of memory";
    case CMRT_ERR_UNSUPPORTED:
        return "not supported";
    case CMRT_ERR_FAULT:
        return "the device stopped with a fault";
    case CMRT_ERR_DRIVER:
        return "driver error";
    case CMRT_ERR_BUILD:
        return "the source or an option has errors";
    case CMRT_ERR_BUSY:
        return "objects made from it still exist";
    case CMRT_ERR_TIMEOUT:
        return "the time of a wait is over";
    case CMRT_ERR_CANCELLED:
        return "an event that it waits for can never end";
    case CMRT_STATUS_COUNT:
        break;
    }
    return "unknown status";
}

const char *cmrt_result_text(ze_result_t r, cmrt_status *status) {
    static const struct {
        ze_result_t result;
        cmrt_status status;
        const char *text;
    } rows[] = {
#define CMRT_RESULT(ze, ours, words) {(ze), (ours), (words)},
#include "results.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].result != r)
            continue;
        *status = rows[i].status;
        return rows[i].text;
    }
    *status = CMRT_ERR_DRIVER;
    return "error";
}

cmrt_status cmrt_fail(cmrt_device *d, cmrt_status s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    pthread_mutex_lock(&d->message_lock);
    vsnprintf(d->message, sizeof d->message, fmt, ap);
    size_t len = strlen(d->message);
    while (len && d->message[len - 1] == '\n')
        d->message[--len] = '\0';
    cmrt_log(d, CMRT_LOG_ERROR, "%s", d->message);
    pthread_mutex_unlock(&d->message_lock);
    va_end(ap);
    return s;
}

// zeDriverGetLastErrorDescription is part of Level Zero since 1.6; drivers that have it return it by name.
static const char *driver_words(const cmrt_device *d) {
    typedef ze_result_t(ZE_APICALL * get_words)(ze_driver_handle_t, const char **);
    void *address = NULL;
    const char *text = NULL;
    ze_result_t r = d->ze->DriverGetExtensionFunctionAddress(d->driver, "zeDriverGetLastErrorDescription", &address);
    if (r != ZE_RESULT_SUCCESS || !address)
        return "";
    get_words get = (get_words)(uintptr_t)address;
    return get(d->driver, &text) == ZE_RESULT_SUCCESS && text ? text : "";
}

cmrt_status cmrt_check_ze(cmrt_device *d, ze_result_t r, const char *call) {
    cmrt_status s = CMRT_OK;
    if (r == ZE_RESULT_SUCCESS)
        return CMRT_OK;
    const char *text = cmrt_result_text(r, &s);
    const char *words = driver_words(d);
    return cmrt_fail(d, s, "%s: %s (0x%x)%s%s", call, text, (unsigned)r, *words ? ": " : "", words);
}

cmrt_status cmrt_fail_diag(cmrt_device *d, cmrt_status s, const char *what, const cmc_diag *diag) {
    cmc_str text = CMC_STR_INIT;
    for (size_t i = 0; i < cmc_diag_count(diag); i++)
        cmc_str_printf(&text, "%s%s", i ? "; " : "", cmc_diag_get(diag, i)->text);
    cmrt_fail(d, s, "%s%s%s", what, *what ? ": " : "", cmc_str_text(&text));
    cmc_str_free(&text);
    return s;
}

size_t cmrt_device_message(cmrt_device *d, char *buffer, size_t size) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return 0;
    return cmrt_message_copy(d, buffer, size);
}

size_t cmrt_message_copy(cmrt_device *d, char *buffer, size_t size) {
    pthread_mutex_lock(&d->message_lock);
    size_t len = strlen(d->message);
    if (buffer && size)
        snprintf(buffer, size, "%s", d->message);
    pthread_mutex_unlock(&d->message_lock);
    return len;
}
