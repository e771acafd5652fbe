// SPDX-License-Identifier: MIT
// The device's one queue. Every launch or copy is a command list that ends in a barrier, so that work runs in the
// order of the calls. Lists are reused after a wait for the queue.

#include "async_priv.h"

// The first queue group with compute.
static cmrt_status find_group(cmrt_device *d, uint32_t *ordinal) {
    enum { MAX_GROUPS = 16 };
    ze_command_queue_group_properties_t groups[MAX_GROUPS];
    uint32_t n = 0;
    CMRT_TRY(cmrt_check_ze(d, d->ze->DeviceGetCommandQueueGroupProperties(d->handle, &n, NULL),
                           "zeDeviceGetCommandQueueGroupProperties"));
    if (n > MAX_GROUPS)
        n = MAX_GROUPS;
    for (int i = 0; i < MAX_GROUPS; i++)
        groups[i] = (ze_command_queue_group_properties_t){.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES};
    CMRT_TRY(cmrt_check_ze(d, d->ze->DeviceGetCommandQueueGroupProperties(d->handle, &n, groups),
                           "zeDeviceGetCommandQueueGroupProperties"));
    for (uint32_t i = 0; i < n; i++) {
        if (!(groups[i].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE))
            continue;
        *ordinal = i;
        return CMRT_OK;
    }
    return cmrt_fail(d, CMRT_ERR_UNSUPPORTED, "the device has no compute queue");
}

cmrt_status cmrt_own_queue_create(cmrt_device *d) {
    ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                    .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    CMRT_TRY(find_group(d, &desc.ordinal));
    d->ordinal = desc.ordinal;
    return cmrt_check_ze(d, d->ze->CommandQueueCreate(d->context, d->handle, &desc, &d->queue), "zeCommandQueueCreate");
}

void cmrt_own_queue_destroy(cmrt_device *d) {
    for (uint32_t i = 0; i < d->n_busy; i++)
        d->ze->CommandListDestroy(d->busy[i]);
    if (d->queue)
        d->ze->CommandQueueDestroy(d->queue);
}

static cmrt_status sync_locked(cmrt_device *d) {
    if (d->n_busy == 0)
        return CMRT_OK;
    ze_result_t r = d->ze->CommandQueueSynchronize(d->queue, UINT64_MAX);
    cmrt_status s = cmrt_check_ze(d, r, "zeCommandQueueSynchronize");
    for (uint32_t i = 0; i < d->n_busy; i++)
        cmrt_list_give(d, d->busy[i]);
    d->n_busy = 0;
    return s;
}

static cmrt_status wait_locked(cmrt_device *d) {
    cmrt_status s = sync_locked(d);
    if (s == CMRT_OK)
        s = d->late;
    d->late = CMRT_OK;
    return s;
}

void cmrt_drain(cmrt_device *d) {
    cmrt_queues_wait(d, false);
    pthread_mutex_lock(&d->lock);
    cmrt_status s = sync_locked(d);
    if (s != CMRT_OK)
        d->late = s;
    pthread_mutex_unlock(&d->lock);
}

static cmrt_status new_list(cmrt_device *d, ze_command_list_handle_t *list) {
    ze_command_list_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
                                   .commandQueueGroupOrdinal = d->ordinal};
    return cmrt_check_ze(d, d->ze->CommandListCreate(d->context, d->handle, &desc, list), "zeCommandListCreate");
}

cmrt_status cmrt_list_take(cmrt_device *d, ze_command_list_handle_t *list) {
    pthread_mutex_lock(&d->async_lock);
    const bool found = d->n_lists != 0;
    if (found)
        *list = d->lists[--d->n_lists];
    pthread_mutex_unlock(&d->async_lock);
    return found ? CMRT_OK : new_list(d, list);
}

void cmrt_list_give(cmrt_device *d, ze_command_list_handle_t list) {
    pthread_mutex_lock(&d->async_lock);
    if (d->n_lists < CMRT_MAX_LISTS && d->ze->CommandListReset(list) == ZE_RESULT_SUCCESS)
        d->lists[d->n_lists++] = list;
    else
        d->ze->CommandListDestroy(list);
    pthread_mutex_unlock(&d->async_lock);
}

cmrt_status cmrt_queue_begin(cmrt_device *d, ze_command_list_handle_t *list) {
    pthread_mutex_lock(&d->lock);
    cmrt_status s = d->n_busy == CMRT_MAX_LISTS ? wait_locked(d) : CMRT_OK;
    if (s == CMRT_OK)
        s = cmrt_list_take(d, list);
    if (s != CMRT_OK)
        pthread_mutex_unlock(&d->lock);
    return s;
}

static cmrt_status submit(cmrt_device *d, ze_command_list_handle_t list) {
    CMRT_TRY(cmrt_check_ze(d, d->ze->CommandListAppendBarrier(list, NULL, 0, NULL), "zeCommandListAppendBarrier"));
    CMRT_TRY(cmrt_check_ze(d, d->ze->CommandListClose(list), "zeCommandListClose"));
    return cmrt_check_ze(d, d->ze->CommandQueueExecuteCommandLists(d->queue, 1, &list, NULL),
                         "zeCommandQueueExecuteCommandLists");
}

cmrt_status cmrt_queue_end(cmrt_device *d, ze_command_list_handle_t list, cmrt_status s, bool wait) {
    if (s == CMRT_OK)
        s = submit(d, list);
    if (s == CMRT_OK)
        d->busy[d->n_busy++] = list;
    else
        cmrt_list_give(d, list);
    if (s == CMRT_OK && wait)
        s = wait_locked(d);
    pthread_mutex_unlock(&d->lock);
    return s;
}

cmrt_status cmrt_wait(cmrt_device *d) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    cmrt_status others = cmrt_queues_wait(d, true);
    pthread_mutex_lock(&d->lock);
    cmrt_status s = wait_locked(d);
    pthread_mutex_unlock(&d->lock);
    return s != CMRT_OK ? s : others;
}
