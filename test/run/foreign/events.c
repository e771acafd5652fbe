// SPDX-License-Identifier: MIT
// Vector addition the classic way: device memory, staging copies, a command list whose steps are ordered by events,
// a queue of the right group, a fence, and the kernel's time from its event.

#include "common.h"

enum { N = 100003, STEPS = 4 };

static uint32_t compute_group(setup *s) {
    uint32_t n = 0;
    CHECK(zeDeviceGetCommandQueueGroupProperties(s->device, &n, NULL));
    ze_command_queue_group_properties_t *groups = calloc(n, sizeof *groups);
    CHECK(zeDeviceGetCommandQueueGroupProperties(s->device, &n, groups));
    uint32_t found = 0;
    while (found < n && !(groups[found].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE))
        found++;
    free(groups);
    if (found == n)
        exit(1);
    return found;
}

static void *device_memory(setup *s, size_t size) {
    void *p;
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    CHECK(zeMemAllocDevice(s->context, &desc, size, 64, s->device, &p));
    return p;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    setup s = start(argv[1]);
    const size_t bytes = N * sizeof(float);
    uint32_t ordinal = compute_group(&s), n = N;
    ze_command_queue_desc_t queue_desc = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .ordinal = ordinal, .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
                                        .commandQueueGroupOrdinal = ordinal};
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t list;
    CHECK(zeCommandQueueCreate(s.context, s.device, &queue_desc, &queue));
    CHECK(zeCommandListCreate(s.context, s.device, &list_desc, &list));

    ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                      .flags = ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                      .count = STEPS};
    ze_event_pool_handle_t pool;
    ze_event_handle_t step[STEPS];
    CHECK(zeEventPoolCreate(s.context, &pool_desc, 0, NULL, &pool));
    for (uint32_t i = 0; i < STEPS; i++) {
        ze_event_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                .index = i,
                                .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                .wait = ZE_EVENT_SCOPE_FLAG_DEVICE};
        CHECK(zeEventCreate(pool, &desc, &step[i]));
    }
    ze_fence_desc_t fence_desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t fence;
    CHECK(zeFenceCreate(queue, &fence_desc, &fence));

    float *a = malloc(bytes), *b = malloc(bytes), *c = calloc(N, sizeof *c);
    for (int i = 0; i < N; i++) {
        a[i] = (float)i * 0.5f;
        b[i] = 1.0f / (float)(i + 1);
    }
    float *da = device_memory(&s, bytes), *db = device_memory(&s, bytes), *dc = device_memory(&s, bytes);
    ze_kernel_handle_t k = kernel(&s, "vector_add");
    uint32_t x, y, z;
    CHECK(zeKernelSuggestGroupSize(k, N, 1, 1, &x, &y, &z));
    CHECK(zeKernelSetGroupSize(k, 128, 1, 1));
    CHECK(zeKernelSetArgumentValue(k, 0, sizeof da, &da));
    CHECK(zeKernelSetArgumentValue(k, 1, sizeof db, &db));
    CHECK(zeKernelSetArgumentValue(k, 2, sizeof dc, &dc));
    CHECK(zeKernelSetArgumentValue(k, 3, sizeof n, &n));
    ze_group_count_t groups = {(N + 127) / 128, 1, 1};
    CHECK(zeCommandListAppendMemoryCopy(list, da, a, bytes, step[0], 0, NULL));
    CHECK(zeCommandListAppendMemoryCopy(list, db, b, bytes, step[1], 0, NULL));
    CHECK(zeCommandListAppendLaunchKernel(list, k, &groups, step[2], 2, step));
    CHECK(zeCommandListAppendMemoryCopy(list, c, dc, bytes, step[3], 1, &step[2]));
    CHECK(zeCommandListClose(list));
    for (int round = 0; round < 2; round++) { // a list can be executed again
        CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &list, fence));
        CHECK(zeFenceHostSynchronize(fence, UINT64_MAX));
        CHECK(zeEventHostSynchronize(step[3], UINT64_MAX));
        ze_kernel_timestamp_result_t t;
        CHECK(zeEventQueryKernelTimestamp(step[2], &t));
        if (t.global.kernelEnd < t.global.kernelStart)
            return 1;
        for (int i = 0; i < N; i++)
            if (c[i] != a[i] + b[i]) {
                fprintf(stderr, "c[%d] = %g\n", i, (double)c[i]);
                return 1;
            }
        memset(c, 0, bytes);
        CHECK(zeFenceReset(fence));
        for (int i = 0; i < STEPS; i++)
            CHECK(zeEventHostReset(step[i]));
    }
    CHECK(zeKernelDestroy(k));
    CHECK(zeMemFree(s.context, da));
    CHECK(zeMemFree(s.context, db));
    CHECK(zeMemFree(s.context, dc));
    for (int i = 0; i < STEPS; i++)
        CHECK(zeEventDestroy(step[i]));
    CHECK(zeEventPoolDestroy(pool));
    CHECK(zeFenceDestroy(fence));
    CHECK(zeCommandListDestroy(list));
    CHECK(zeCommandQueueDestroy(queue));
    finish(&s);
    free(a);
    free(b);
    free(c);
    puts("events: ok");
    return 0;
}
