// SPDX-License-Identifier: MIT
// Unified shared memory and an asynchronous immediate command list: launches follow each other without a wait between,
// a barrier orders them, the host waits for one event. Host memory, shared memory, a pointer into the middle.

#include "common.h"

enum { N = 4096, LOCAL = 64 };

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    setup s = start(argv[1]);
    ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_handle_t list;
    CHECK(zeCommandListCreateImmediate(s.context, s.device, &queue_desc, &list));
    ze_event_pool_desc_t pool_desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE, .count = 1};
    ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    ze_event_pool_handle_t pool;
    ze_event_handle_t done;
    CHECK(zeEventPoolCreate(s.context, &pool_desc, 1, &s.device, &pool));
    CHECK(zeEventCreate(pool, &event_desc, &done));

    float *shared;
    int *in, *sums;
    ze_device_mem_alloc_desc_t dev = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    CHECK(zeMemAllocShared(s.context, &dev, &host, N * sizeof *shared, 0, s.device, (void **)&shared));
    CHECK(zeMemAllocHost(s.context, &host, N * sizeof *in, 4096, (void **)&in));
    CHECK(zeMemAllocShared(s.context, &dev, &host, N / LOCAL * sizeof *sums, 0, NULL, (void **)&sums));
    for (int i = 0; i < N; i++) {
        shared[i] = (float)i;
        in[i] = i;
    }

    ze_kernel_handle_t scale = kernel(&s, "scale"), sum = kernel(&s, "sum_group");
    ze_group_count_t all = {N / LOCAL, 1, 1}, half = {N / LOCAL / 2, 1, 1};
    float factor = 2, *middle = shared + N / 2;
    CHECK(zeKernelSetGroupSize(scale, LOCAL, 1, 1));
    CHECK(zeKernelSetArgumentValue(scale, 0, sizeof shared, &shared));
    CHECK(zeKernelSetArgumentValue(scale, 1, sizeof factor, &factor));
    CHECK(zeCommandListAppendLaunchKernel(list, scale, &all, NULL, 0, NULL));
    CHECK(zeCommandListAppendBarrier(list, NULL, 0, NULL));
    factor = 10; // the launch before has its own copy
    CHECK(zeKernelSetArgumentValue(scale, 0, sizeof middle, &middle));
    CHECK(zeKernelSetArgumentValue(scale, 1, sizeof factor, &factor));
    CHECK(zeCommandListAppendLaunchKernel(list, scale, &half, NULL, 0, NULL));
    CHECK(zeKernelSetGroupSize(sum, LOCAL, 1, 1));
    CHECK(zeKernelSetArgumentValue(sum, 0, sizeof in, &in));
    CHECK(zeKernelSetArgumentValue(sum, 1, sizeof sums, &sums));
    CHECK(zeKernelSetArgumentValue(sum, 2, LOCAL * sizeof(int), NULL));
    CHECK(zeCommandListAppendLaunchKernel(list, sum, &all, done, 0, NULL));
    CHECK(zeEventHostSynchronize(done, UINT64_MAX));

    int bad = 0;
    for (int i = 0; i < N; i++)
        bad += shared[i] != (float)i * (i < N / 2 ? 2 : 20);
    for (int g = 0; g < N / LOCAL; g++)
        bad += sums[g] != LOCAL * (g * LOCAL) + LOCAL * (LOCAL - 1) / 2;
    if (bad)
        fprintf(stderr, "%d wrong\n", bad);
    CHECK(zeKernelDestroy(scale));
    CHECK(zeKernelDestroy(sum));
    CHECK(zeMemFree(s.context, shared));
    CHECK(zeMemFree(s.context, in));
    CHECK(zeMemFree(s.context, sums));
    CHECK(zeEventDestroy(done));
    CHECK(zeEventPoolDestroy(pool));
    CHECK(zeCommandListDestroy(list));
    finish(&s);
    puts(bad ? "immediate: wrong" : "immediate: ok");
    return bad != 0;
}
