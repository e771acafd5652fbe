// SPDX-License-Identifier: MIT
// The launch of an empty kernel and its wait: through libcmrt, and by plain Level Zero on the same device. Both sides
// take turns in one run; a side's time is the median of its batches.
//
//   CMRT_DEVICE=xesim:tgl launch EMPTY.bin

#include <cmrt/cmrt_ze.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES = 101, LAUNCHES = 200 };

typedef struct launcher {
    cmrt_device *device;
    cmrt_kernel *kernel;
    ze_kernel_handle_t handle;
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t list;
} launcher;

static void need(bool ok, const char *what) {
    if (ok)
        return;
    fprintf(stderr, "launch: %s failed\n", what);
    exit(1);
}

#define CMRT(call) need((call) == CMRT_OK, #call)
#define ZE(call)   need((call) == ZE_RESULT_SUCCESS, #call)

static void by_cmrt(launcher *l) {
    static const uint32_t one[3] = {1, 1, 1};
    CMRT(cmrt_launch(l->kernel, one, one));
    CMRT(cmrt_wait(l->device));
}

// A list that is written again for each launch, as for arguments that change.
static void by_level_zero(launcher *l) {
    static const ze_group_count_t one = {1, 1, 1};
    ZE(zeCommandListReset(l->list));
    ZE(zeKernelSetGroupSize(l->handle, 1, 1, 1));
    ZE(zeCommandListAppendLaunchKernel(l->list, l->handle, &one, NULL, 0, NULL));
    ZE(zeCommandListClose(l->list));
    ZE(zeCommandQueueExecuteCommandLists(l->queue, 1, &l->list, NULL));
    ZE(zeCommandQueueSynchronize(l->queue, UINT64_MAX));
}

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static double batch_us(launcher *l, void (*launch)(launcher *)) {
    const double start = now_us();
    for (int i = 0; i < LAUNCHES; i++)
        launch(l);
    return (now_us() - start) / LAUNCHES;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void open_all(launcher *l, const char *file) {
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_desc_t list = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_device_handle_t device;
    ze_context_handle_t context;
    cmrt_program *program;
    char why[512] = "";
    if (cmrt_device_open(NULL, &l->device, why, sizeof why) != CMRT_OK) {
        fprintf(stderr, "launch: %s\n", why);
        exit(1);
    }
    CMRT(cmrt_program_load_file(l->device, file, &program));
    CMRT(cmrt_kernel_create(program, "empty", &l->kernel));
    CMRT(cmrt_ze_kernel_handle(l->kernel, &l->handle));
    CMRT(cmrt_ze_device_handles(l->device, NULL, &device, &context));
    ZE(zeCommandQueueCreate(context, device, &queue, &l->queue));
    ZE(zeCommandListCreate(context, device, &list, &l->list));
}

int main(int argc, char **argv) {
    static double cmrt[BATCHES], ze[BATCHES];
    launcher l;
    need(argc == 2, "launch FILE");
    open_all(&l, argv[1]);
    for (int i = 0; i < BATCHES; i++) {
        cmrt[i] = batch_us(&l, by_cmrt);
        ze[i] = batch_us(&l, by_level_zero);
    }
    qsort(cmrt, BATCHES, sizeof *cmrt, by_size);
    qsort(ze, BATCHES, sizeof *ze, by_size);
    printf("An empty kernel on the simulator: %.1f us by libcmrt, %.1f us by plain Level Zero, ratio %.2f.\n",
           cmrt[BATCHES / 2], ze[BATCHES / 2], cmrt[BATCHES / 2] / ze[BATCHES / 2]);
    return 0;
}
