// SPDX-License-Identifier: MIT
// Devices: parsing the spec that selects one, opening, closing, properties.

#include "cmrt_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cmrt_status parse_spec(const char *text, cmrt_spec *spec, char *message, size_t message_size) {
    static const struct {
        const char *word;
        cmrt_device_kind kind;
    } kinds[] = {{"any", CMRT_KIND_ANY}, {"gpu", CMRT_KIND_GPU}, {"xesim", CMRT_KIND_XESIM}};
    uint32_t product, core;
    bool found = false;
    *spec = (cmrt_spec){0};
    if (!text)
        return CMRT_OK;
    size_t len = strcspn(text, ":");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strlen(kinds[i].word) == len && strncmp(text, kinds[i].word, len) == 0) {
            spec->kind = kinds[i].kind;
            found = true;
        }
    if (!found) {
        snprintf(message, message_size,
                 "unknown device '%s', expected gpu or xesim, optionally followed by :target (xesim:tgl)", text);
        return CMRT_ERR_ARGUMENT;
    }
    if (!text[len])
        return CMRT_OK;
    const char *target = text + len + 1;
    if (strlen(target) >= sizeof spec->target || !zeb_target_ids(target, &product, &core)) {
        snprintf(message, message_size, "unknown target '%s' of device '%s', expected one of %s", target, text,
                 &CMC_TARGET_NAMES[CMC_TARGET_NAMES_SKIP]);
        return CMRT_ERR_ARGUMENT;
    }
    snprintf(spec->target, sizeof spec->target, "%s", target);
    return CMRT_OK;
}

static cmrt_status create_context(cmrt_device *d) {
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CMRT_TRY(cmrt_check_ze(d, d->ze->ContextCreate(d->driver, &desc, &d->context), "zeContextCreate"));
    return cmrt_queue_create(d);
}

static void destroy(cmrt_device *d) {
    cmrt_queue_destroy(d);
    if (d->context)
        d->ze->ContextDestroy(d->context);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

static cmrt_status open_spec(const cmrt_spec *spec, cmrt_device **device, char *message, size_t message_size) {
    // The environment and the loader's initialisation belong to the process, so one lock for the process serialises
    // opening.
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
    cmrt_device *d = calloc(1, sizeof *d);
    if (!d || pthread_mutex_init(&d->lock, NULL) != 0) {
        snprintf(message, message_size, "out of memory");
        free(d);
        return CMRT_ERR_MEMORY;
    }
    pthread_mutex_lock(&once);
    cmrt_status s = cmrt_env_prepare(spec, message, message_size);
    if (s == CMRT_OK)
        s = cmrt_driver_pick(spec, d, message, message_size);
    pthread_mutex_unlock(&once);
    if (s == CMRT_OK) {
        s = create_context(d);
        if (s != CMRT_OK)
            cmrt_device_message(d, message, message_size);
    }
    if (s == CMRT_OK)
        *device = d;
    else
        destroy(d);
    return s;
}

cmrt_status cmrt_device_open(const char *text, cmrt_device **device, char *message, size_t message_size) {
    char unused[1];
    cmrt_spec spec;
    if (!message || !message_size) {
        message = unused;
        message_size = sizeof unused;
    }
    message[0] = '\0';
    if (!device) {
        snprintf(message, message_size, "cmrt_device_open: device is NULL");
        return CMRT_ERR_ARGUMENT;
    }
    *device = NULL;
    CMRT_TRY(parse_spec(text ? text : cmrt_env_device(), &spec, message, message_size));
    return open_spec(&spec, device, message, message_size);
}

cmrt_status cmrt_device_close(cmrt_device *d) {
    if (!d)
        return CMRT_OK;
    unsigned alive = atomic_load(&d->children);
    CMRT_NEED(d, alive == 0, CMRT_ERR_BUSY,
              "the device is closed while %u of its programs, buffers or images still exist", alive);
    cmrt_status s = cmrt_wait(d);
    destroy(d);
    return s;
}

cmrt_status cmrt_device_get_info(cmrt_device *d, cmrt_device_info *info) {
    if (!d)
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, info, CMRT_ERR_ARGUMENT, "cmrt_device_get_info: info is NULL");
    *info = d->info;
    return CMRT_OK;
}

uint64_t cmrt_device_findings(cmrt_device *d) {
    typedef ze_result_t(ZE_APICALL * get_count)(ze_driver_handle_t, uint64_t *);
    void *address = NULL;
    uint64_t n = 0;
    if (!d || !d->is_simulator ||
        d->ze->DriverGetExtensionFunctionAddress(d->driver, "xesimGetFindingCount", &address) != ZE_RESULT_SUCCESS)
        return 0;
    return ((get_count)(uintptr_t)address)(d->driver, &n) == ZE_RESULT_SUCCESS ? n : 0;
}
