// SPDX-License-Identifier: MIT
// Several queues that hand a buffer on by events, and an image that one of them paints: regions of it are copied out
// with pitches, and from image to image.

#include "common.h"

enum { QUEUES = 3, N = 1000, W = 33, H = 17 };

static void wait_for_all(ze_command_queue_handle_t *queues) {
    for (int i = 0; i < QUEUES; i++)
        CHECK(zeCommandQueueSynchronize(queues[i], UINT64_MAX));
}

static ze_image_handle_t image(setup *s) {
    ze_image_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                            .flags = ZE_IMAGE_FLAG_KERNEL_WRITE,
                            .type = ZE_IMAGE_TYPE_2D,
                            .format = {ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, ZE_IMAGE_FORMAT_TYPE_UINT,
                                       ZE_IMAGE_FORMAT_SWIZZLE_R, ZE_IMAGE_FORMAT_SWIZZLE_G, ZE_IMAGE_FORMAT_SWIZZLE_B,
                                       ZE_IMAGE_FORMAT_SWIZZLE_A},
                            .width = W,
                            .height = H,
                            .depth = 1};
    ze_image_handle_t img;
    CHECK(zeImageCreate(s->context, s->device, &desc, &img));
    return img;
}

static int check_image(setup *s, ze_command_queue_handle_t queue) {
    static unsigned char px[H][W][4], part[5][40];
    ze_image_handle_t a = image(s), b = image(s);
    ze_kernel_handle_t k = kernel(s, "brighten");
    int add = 7, bad = 0;
    ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list;
    CHECK(zeCommandListCreate(s->context, s->device, &list_desc, &list));
    CHECK(zeKernelSetGroupSize(k, W, 1, 1));
    CHECK(zeKernelSetArgumentValue(k, 0, sizeof a, &a));
    CHECK(zeKernelSetArgumentValue(k, 1, sizeof add, &add));
    ze_group_count_t groups = {1, H, 1};
    ze_image_region_t from = {2, 3, 0, 6, 5, 1}, to = {20, 10, 0, 6, 5, 1};
    CHECK(zeCommandListAppendLaunchKernel(list, k, &groups, NULL, 0, NULL));
    CHECK(zeCommandListAppendBarrier(list, NULL, 0, NULL));
    CHECK(zeCommandListAppendImageCopy(list, b, a, NULL, 0, NULL));
    CHECK(zeCommandListAppendBarrier(list, NULL, 0, NULL));
    CHECK(zeCommandListAppendImageCopyRegion(list, b, a, &to, &from, NULL, 0, NULL));
    CHECK(zeCommandListAppendBarrier(list, NULL, 0, NULL));
    CHECK(zeCommandListAppendImageCopyToMemory(list, px, b, NULL, NULL, 0, NULL));
    CHECK(zeCommandListAppendImageCopyToMemoryExt(list, part, a, &from, 40, 0, NULL, 0, NULL));
    CHECK(zeCommandListClose(list));
    CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL));
    CHECK(zeCommandQueueSynchronize(queue, UINT64_MAX));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int moved = x >= 20 && x < 26 && y >= 10 && y < 15;
            int sx = moved ? x - 18 : x, sy = moved ? y - 7 : y;
            bad += px[y][x][0] != sx + add || px[y][x][1] != sy + add || px[y][x][2] != add || px[y][x][3] != 255;
        }
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 6; x++)
            bad += part[y][4 * x] != x + 2 + add || part[y][4 * x + 1] != y + 3 + add;
    CHECK(zeCommandListDestroy(list));
    CHECK(zeKernelDestroy(k));
    CHECK(zeImageDestroy(a));
    CHECK(zeImageDestroy(b));
    return bad;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    setup s = start(argv[1]);
    ze_command_queue_handle_t queues[QUEUES];
    ze_command_list_handle_t lists[QUEUES];
    ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .count = QUEUES};
    ze_event_pool_handle_t pool;
    ze_event_handle_t passed[QUEUES];
    CHECK(zeEventPoolCreate(s.context, &pool_desc, 0, NULL, &pool));
    float *data;
    ze_device_mem_alloc_desc_t dev = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    CHECK(zeMemAllocShared(s.context, &dev, &host, N * sizeof *data, 64, s.device, (void **)&data));
    ze_kernel_handle_t k = kernel(&s, "scale");
    CHECK(zeKernelSetGroupSize(k, N / 10, 1, 1));
    CHECK(zeKernelSetArgumentValue(k, 0, sizeof data, &data));
    ze_group_count_t groups = {10, 1, 1};
    for (uint32_t i = 0; i < QUEUES; i++) {
        ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .index = i};
        ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
        ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .index = i};
        float factor = (float)(i + 2);
        CHECK(zeCommandQueueCreate(s.context, s.device, &desc, &queues[i]));
        CHECK(zeCommandListCreate(s.context, s.device, &list_desc, &lists[i]));
        CHECK(zeEventCreate(pool, &event_desc, &passed[i]));
        CHECK(zeKernelSetArgumentValue(k, 1, sizeof factor, &factor));
        if (i == 0) {
            float one = 1;
            CHECK(zeCommandListAppendMemoryFill(lists[i], data, &one, sizeof one, N * sizeof one, NULL, 0, NULL));
            CHECK(zeCommandListAppendBarrier(lists[i], NULL, 0, NULL));
        }
        CHECK(zeCommandListAppendLaunchKernel(lists[i], k, &groups, passed[i], i ? 1 : 0, i ? &passed[i - 1] : NULL));
        CHECK(zeCommandListClose(lists[i]));
    }
    for (int i = QUEUES - 1; i >= 0; i--) // the last waits longest
        CHECK(zeCommandQueueExecuteCommandLists(queues[i], 1, &lists[i], NULL));
    wait_for_all(queues);
    int bad = 0;
    for (int i = 0; i < N; i++)
        bad += data[i] != 24;
    bad += check_image(&s, queues[1]);
    for (int i = 0; i < QUEUES; i++) {
        CHECK(zeEventDestroy(passed[i]));
        CHECK(zeCommandListDestroy(lists[i]));
        CHECK(zeCommandQueueDestroy(queues[i]));
    }
    CHECK(zeEventPoolDestroy(pool));
    CHECK(zeKernelDestroy(k));
    CHECK(zeMemFree(s.context, data));
    finish(&s);
    puts(bad ? "queues: wrong" : "queues: ok");
    return bad != 0;
}
