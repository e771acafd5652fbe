// SPDX-License-Identifier: MIT
// Devices: parsing the spec that selects one, opening, closing, properties.

#include "async_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cmrt_status parse_spec(const char *text, cmrt_spec *spec, char *message, size_t message_size) {
    static const struct {
        const char *word;
        cmrt_device_kind kind;
    } kinds[] = {{"any", CMRT_KIND_ANY}, {"gpu", CMRT_KIND_GPU}, {"xesim", CMRT_KIND_XESIM}, {"host", CMRT_KIND_HOST}};
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
                 "unknown device '%s', expected gpu or xesim, optionally followed by :target (xesim:tgl), or host",
                 text);
        return CMRT_ERR_ARGUMENT;
    }
    if (!text[len])
        return CMRT_OK;
    const char *target = text + len + 1;
    if (spec->kind == CMRT_KIND_HOST) {
        snprintf(message, message_size, "the device 'host' is this machine's CPU; '%s' names a target for it", text);
        return CMRT_ERR_ARGUMENT;
    }
    if (strlen(target) >= sizeof spec->target || !zeb_target_ids(target, &product, &core)) {
        snprintf(message, message_size, "unknown target '%s' of device '%s', expected one of %s", target, text,
                 &CMC_TARGET_NAMES[CMC_TARGET_NAMES_SKIP]);
        return CMRT_ERR_ARGUMENT;
    }
    snprintf(spec->target, sizeof spec->target, "%s", target);
    return CMRT_OK;
}

// The unit and the width of the times that the driver's events hold.
static cmrt_status find_ticks(cmrt_device *d) {
    ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    CMRT_TRY(cmrt_check_ze(d, d->ze->DeviceGetProperties(d->handle, &p), "zeDeviceGetProperties"));
    d->tick_ns = p.timerResolution;
    d->tick_bits = p.kernelTimestampValidBits;
    return CMRT_OK;
}

static cmrt_status create_context(cmrt_device *d) {
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    if (!d->is_borrowed)
        CMRT_TRY(cmrt_check_ze(d, d->ze->ContextCreate(d->driver, &desc, &d->context), "zeContextCreate"));
    CMRT_TRY(find_ticks(d));
    return cmrt_own_queue_create(d);
}

static cmrt_device *allocate(void) {
    cmrt_device *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->log_level = cmrt_env_log_level();
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&d->message_lock, NULL);
    pthread_mutex_init(&d->args_lock, NULL);
    pthread_mutex_init(&d->async_lock, NULL);
    pthread_cond_init(&d->queue_released, NULL);
    pthread_mutex_init(&d->notifier.lock, NULL);
    pthread_cond_init(&d->notifier.changed, NULL);
    return d;
}

static void destroy(cmrt_device *d) {
    cmrt_notify_stop(d);
    cmrt_own_queue_destroy(d);
    for (uint32_t i = 0; i < d->n_lists; i++)
        d->ze->CommandListDestroy(d->lists[i]);
    cmrt_times_close(d);
    if (d->context && !d->is_borrowed)
        d->ze->ContextDestroy(d->context);
    pthread_cond_destroy(&d->notifier.changed);
    pthread_mutex_destroy(&d->notifier.lock);
    pthread_cond_destroy(&d->queue_released);
    pthread_mutex_destroy(&d->async_lock);
    pthread_mutex_destroy(&d->args_lock);
    pthread_mutex_destroy(&d->message_lock);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

// The environment and the loader's initialisation belong to the process, so one lock for the process serialises
// opening.
static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;

cmrt_status cmrt_device_finish_open(cmrt_device *d, cmrt_device **device, char *message, size_t message_size) {
    cmrt_status s = create_context(d);
    if (s == CMRT_OK && !cmrt_handle_add(&d->head, CMRT_HANDLE_DEVICE))
        s = cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    if (s != CMRT_OK) {
        cmrt_message_copy(d, message, message_size);
        destroy(d);
        return s;
    }
    cmrt_log(d, CMRT_LOG_INFO, "device %p: %s (%s%s)", (void *)d, d->info.name,
             d->is_simulator ? "xesim:" : "gpu:", d->info.target);
    *device = d;
    return CMRT_OK;
}

// Fills d with device `index` of those that fit.
static cmrt_status pick(const char *text, uint32_t index, cmrt_device *d, uint32_t *n_fitting, char *message,
                        size_t message_size) {
    cmrt_spec spec;
    CMRT_TRY(parse_spec(text ? text : cmrt_env_device(), &spec, message, message_size));
    pthread_mutex_lock(&once);
    cmrt_status s = CMRT_OK;
    if (spec.kind == CMRT_KIND_HOST) {
        s = cmrt_host_pick(index, d, n_fitting, message, message_size);
    } else {
        s = cmrt_env_prepare(&spec, message, message_size);
        if (s == CMRT_OK)
            s = cmrt_driver_pick(&spec, index, d, n_fitting, message, message_size);
    }
    pthread_mutex_unlock(&once);
    if (s != CMRT_OK && !message[0])
        snprintf(message, message_size, "%s", cmrt_status_str(s));
    return s;
}

// A message that is never NULL.
typedef struct sink {
    char unused[1];
    char *text;
    size_t size;
} sink;

static void sink_init(sink *to, char *message, size_t message_size) {
    const bool given = message && message_size;
    to->text = given ? message : to->unused;
    to->size = given ? message_size : sizeof to->unused;
    to->text[0] = '\0';
}

cmrt_status cmrt_device_adopt(ze_driver_handle_t driver, ze_device_handle_t handle, cmrt_device **device, char *message,
                              size_t message_size) {
    cmrt_device *d = allocate();
    if (!d) {
        snprintf(message, message_size, "out of memory");
        return CMRT_ERR_MEMORY;
    }
    pthread_mutex_lock(&once);
    cmrt_status s = cmrt_driver_adopt(driver, handle, d, message, message_size);
    pthread_mutex_unlock(&once);
    if (s != CMRT_OK) {
        destroy(d);
        return s;
    }
    *device = d;
    return CMRT_OK;
}

bool cmrt_is_native(const cmrt_device *d) {
    return strcmp(d->info.target, CMC_HOST_TARGET) != 0;
}

cmrt_status cmrt_device_open_at(const char *spec, uint32_t index, cmrt_device **device, char *message,
                                size_t message_size) {
    sink to;
    sink_init(&to, message, message_size);
    if (!device) {
        snprintf(to.text, to.size, "cmrt_device_open: device is NULL");
        return CMRT_ERR_ARGUMENT;
    }
    *device = NULL;
    cmrt_device *d = allocate();
    if (!d) {
        snprintf(to.text, to.size, "out of memory");
        return CMRT_ERR_MEMORY;
    }
    cmrt_status s = pick(spec, index, d, NULL, to.text, to.size);
    if (s == CMRT_OK)
        return cmrt_device_finish_open(d, device, to.text, to.size);
    cmrt_log(d, CMRT_LOG_ERROR, "%s", to.text);
    destroy(d);
    return s;
}

cmrt_status cmrt_device_open(const char *text, cmrt_device **device, char *message, size_t message_size) {
    return cmrt_device_open_at(text, 0, device, message, message_size);
}

cmrt_status cmrt_device_count(const char *spec, uint32_t *count, char *message, size_t message_size) {
    sink to;
    sink_init(&to, message, message_size);
    if (!count) {
        snprintf(to.text, to.size, "cmrt_device_count: count is NULL");
        return CMRT_ERR_ARGUMENT;
    }
    *count = 0;
    cmrt_device d = {0};
    cmrt_status s = pick(spec, UINT32_MAX, &d, count, to.text, to.size);
    return s == CMRT_ERR_NO_DEVICE ? CMRT_OK : s;
}

cmrt_status cmrt_device_info_at(const char *spec, uint32_t index, cmrt_device_info *info, char *message,
                                size_t message_size) {
    sink to;
    sink_init(&to, message, message_size);
    if (!info) {
        snprintf(to.text, to.size, "cmrt_device_info_at: info is NULL");
        return CMRT_ERR_ARGUMENT;
    }
    cmrt_device d = {0};
    CMRT_TRY(pick(spec, index, &d, NULL, to.text, to.size));
    *info = d.info;
    return CMRT_OK;
}

cmrt_status cmrt_device_close(cmrt_device *d) {
    if (!d)
        return CMRT_OK;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(cmrt_notify_drain(d));
    unsigned alive = atomic_load(&d->children);
    CMRT_NEED(d, alive == 0, CMRT_ERR_BUSY,
              "the device is closed while %u of its programs, buffers, images, queues or events still exist", alive);
    cmrt_status s = cmrt_wait(d);
    cmrt_handle_remove(&d->head);
    cmrt_log(d, CMRT_LOG_INFO, "device %p is closed", (void *)d);
    destroy(d);
    return s;
}

cmrt_status cmrt_device_get_info(cmrt_device *d, cmrt_device_info *info) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, info, CMRT_ERR_ARGUMENT, "cmrt_device_get_info: info is NULL");
    *info = d->info;
    return CMRT_OK;
}

uint64_t cmrt_device_findings(cmrt_device *d) {
    typedef ze_result_t(ZE_APICALL * get_count)(ze_driver_handle_t, uint64_t *);
    void *address = NULL;
    uint64_t n = 0;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE) ||
        d->ze->DriverGetExtensionFunctionAddress(d->driver, "xesimGetFindingCount", &address) != ZE_RESULT_SUCCESS)
        return 0;
    return ((get_count)(uintptr_t)address)(d->driver, &n) == ZE_RESULT_SUCCESS ? n : 0;
}
