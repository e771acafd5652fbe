// SPDX-License-Identifier: MIT
// What the driver gives kernels beyond arguments: private memory, printf, images of every kind, samplers; launches that
// come from memory or wait for each other; and the end of launches that would have none.

#define _POSIX_C_SOURCE 200809L
#include "ze_test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int setup(void **state) {
    static ze_test t;
    zt_open(&t, 0);
    zt_load(&t, "driver." DEVICE);
    *state = &t;
    return 0;
}

static int teardown(void **state) {
    zt_close(*state);
    return 0;
}

// Threads take turns (XESIM_ORDER), so two that share memory spoil each other's.
static void private_memory_is_private(void **state) {
    ze_test *t = *state;
    enum { GROUPS = 3, LOCAL = 256, N = 37 };
    int32_t *out = zt_shared(t, GROUPS * LOCAL * 4);
    zt_kernel(t, "private_big", LOCAL, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_arg_int(t, 1, N);
    zt_launch(t, GROUPS, 1, 1);
    for (int g = 0; g < GROUPS * LOCAL; g++) {
        int32_t mine[300], sum = 0;
        for (int i = 0; i < 300; i++)
            mine[i] = i * N + g;
        for (int i = 0; i < N; i++) {
            mine[(i * 7 + g % LOCAL) % 300] += i;
            sum += mine[i * 13 % 300];
        }
        assert_int_equal(out[g], sum);
    }
    zt_free(t, out);
}

static void printf_reaches_standard_output(void **state) {
    ze_test *t = *state;
    char path[] = "/tmp/xesim_printf_XXXXXX", text[512] = "";
    const int file = mkstemp(path), kept = dup(STDOUT_FILENO);
    int32_t *out = zt_shared(t, 64);
    const float f = 0.75f;
    zt_kernel(t, "say", 4, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_arg(t, 1, sizeof f, &f);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    zt_launch(t, 1, 1, 1);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    close(file);
    unlink(path);
    assert_string_equal(text, "i=0|    0|ff  |a|text|0|0,1,2,-3|0.75,1.50%\n"
                              "i=1|   -1|100 |b|text|1099511627776|1,1,2,-3|0.75,1.50%\n");
    zt_free(t, out);
}

// The program's memory around a launch that goes wrong, its other allocations and the device stay as they were.
static void bad_launch(ze_test *t, const char *kernel, uint64_t second, const char *says) {
    enum { WORDS = 1024 };
    const ze_group_count_t one = {1, 1, 1};
    uint32_t *own = malloc(WORDS * 4), *other = zt_shared(t, WORDS * 4), *out = zt_shared(t, 64);
    assert_non_null(own);
    for (uint32_t i = 0; i < WORDS; i++)
        own[i] = other[i] = i * 2654435761u;
    zt_kernel(t, kernel, 1, 1, 1);
    zt_arg_ptr(t, 0, out);
    if (second)
        zt_arg(t, 1, sizeof second, &second);
    assert_int_equal(zeCommandListAppendLaunchKernel(t->list, t->kernel, &one, NULL, 0, NULL),
                     ZE_RESULT_ERROR_DEVICE_LOST);
    if (!strstr(zt_last_error(t), says) || !strstr(zt_last_error(t), kernel))
        fail_msg("'%s', expected '%s' in it", zt_last_error(t), says);
    for (uint32_t i = 0; i < WORDS; i++) {
        assert_int_equal(own[i], i * 2654435761u);
        assert_int_equal(other[i], i * 2654435761u);
    }
    out[0] = 21;
    zt_kernel(t, "twice", 1, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_launch(t, 1, 1, 1);
    assert_int_equal(out[0], 42);
    zt_free(t, other);
    zt_free(t, out);
    free(own);
}

static void an_endless_kernel_is_stopped(void **state) {
    bad_launch(*state, "forever", 0, "watchdog");
}

static void a_wild_store_is_stopped(void **state) {
    bad_launch(*state, "wild", (uint64_t)1 << 29, "is outside");
}

static void a_queue_survives_a_bad_launch(void **state) {
    ze_test *t = *state;
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_fence_desc_t fence_desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    const ze_group_count_t one = {1, 1, 1};
    const uint64_t far = (uint64_t)1 << 29;
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t bad, good;
    ze_fence_handle_t fence;
    int32_t *out = zt_shared(t, 64);
    ZE_OK(zeCommandQueueCreate(t->context, t->device, &queue_desc, &queue));
    ZE_OK(zeCommandListCreate(t->context, t->device, &list_desc, &bad));
    ZE_OK(zeCommandListCreate(t->context, t->device, &list_desc, &good));
    ZE_OK(zeFenceCreate(queue, &fence_desc, &fence));
    zt_kernel(t, "wild", 1, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_arg(t, 1, sizeof far, &far);
    ZE_OK(zeCommandListAppendLaunchKernel(bad, t->kernel, &one, NULL, 0, NULL));
    ZE_OK(zeCommandListClose(bad));
    zt_kernel(t, "twice", 1, 1, 1);
    zt_arg_ptr(t, 0, out);
    ZE_OK(zeCommandListAppendLaunchKernel(good, t->kernel, &one, NULL, 0, NULL));
    ZE_OK(zeCommandListClose(good));
    ZE_OK(zeCommandQueueExecuteCommandLists(queue, 1, &bad, fence));
    assert_int_equal(zeFenceHostSynchronize(fence, UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    assert_int_equal(zeCommandQueueSynchronize(queue, UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    out[0] = 4;
    ZE_OK(zeCommandQueueExecuteCommandLists(queue, 1, &good, NULL));
    ZE_OK(zeCommandQueueSynchronize(queue, UINT64_MAX));
    assert_int_equal(out[0], 8);
    ZE_OK(zeFenceDestroy(fence));
    ZE_OK(zeCommandListDestroy(bad));
    ZE_OK(zeCommandListDestroy(good));
    ZE_OK(zeCommandQueueDestroy(queue));
    zt_free(t, out);
}

static void cooperative_groups_meet(void **state) {
    ze_test *t = *state;
    uint32_t most = 0;
    int32_t *count = zt_shared(t, 64), *out = zt_shared(t, 64 * 4);
    zt_kernel(t, "meet", 1, 1, 1);
    zt_arg_ptr(t, 0, count);
    zt_arg_ptr(t, 1, out);
    ZE_OK(zeKernelSuggestMaxCooperativeGroupCount(t->kernel, &most));
    assert_true(most >= 4);
    const ze_group_count_t four = {4, 1, 1}, too_many = {most + 1, 1, 1};
    ZE_OK(zeCommandListAppendLaunchCooperativeKernel(t->list, t->kernel, &four, NULL, 0, NULL));
    for (int i = 0; i < 4; i++)
        assert_int_equal(out[i], 4);
    assert_int_equal(zeCommandListAppendLaunchCooperativeKernel(t->list, t->kernel, &too_many, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_ARGUMENT);
    zt_free(t, count);
    zt_free(t, out);
}

static void several_kernels_from_memory(void **state) {
    ze_test *t = *state;
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "twice"};
    ze_kernel_handle_t kernels[3];
    int32_t *data[3];
    uint32_t *count = zt_shared(t, 64);
    ze_group_count_t *groups = zt_shared(t, 3 * sizeof *groups);
    for (int k = 0; k < 3; k++) {
        data[k] = zt_shared(t, 64);
        for (int i = 0; i < 8; i++)
            data[k][i] = i + 1;
        groups[k] = (ze_group_count_t){(uint32_t)k + 1, 1, 1};
        ZE_OK(zeKernelCreate(t->module, &desc, &kernels[k]));
        ZE_OK(zeKernelSetGroupSize(kernels[k], 2, 1, 1));
        ZE_OK(zeKernelSetArgumentValue(kernels[k], 0, sizeof data[k], &data[k]));
    }
    *count = 2; // of the three
    ZE_OK(zeCommandListAppendLaunchMultipleKernelsIndirect(t->list, 3, kernels, count, groups, NULL, 0, NULL));
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 8; i++)
            assert_int_equal(data[k][i], k < 2 && i < 2 * (k + 1) ? 2 * (i + 1) : i + 1);
        ZE_OK(zeKernelDestroy(kernels[k]));
        zt_free(t, data[k]);
    }
    zt_free(t, count);
    zt_free(t, groups);
}

#ifndef NO_SAMPLER
// An image of one float channel whose pixel number i, counted over slices, rows and columns, is i.
static ze_image_handle_t counted(ze_test *t, ze_image_type_t type, uint32_t w, uint32_t h, uint32_t d) {
    const bool is_array = type == ZE_IMAGE_TYPE_1DARRAY || type == ZE_IMAGE_TYPE_2DARRAY;
    const ze_image_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                                  .type = type,
                                  .format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_32,
                                             .type = ZE_IMAGE_FORMAT_TYPE_FLOAT,
                                             .x = ZE_IMAGE_FORMAT_SWIZZLE_R,
                                             .y = ZE_IMAGE_FORMAT_SWIZZLE_0,
                                             .z = ZE_IMAGE_FORMAT_SWIZZLE_0,
                                             .w = ZE_IMAGE_FORMAT_SWIZZLE_1},
                                  .width = w,
                                  .height = h,
                                  .depth = is_array ? 0 : d,
                                  .arraylevels = is_array ? d : 0};
    ze_image_handle_t img = NULL;
    const uint32_t n = w * (h ? h : 1) * (d ? d : 1);
    float *px = malloc(n * sizeof *px), *back = calloc(n, sizeof *back);
    assert_true(px && back);
    for (uint32_t i = 0; i < n; i++)
        px[i] = (float)i;
    ZE_OK(zeImageCreate(t->context, t->device, &desc, &img));
    ZE_OK(zeCommandListAppendImageCopyFromMemory(t->list, img, px, NULL, NULL, 0, NULL));
    ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, back, img, NULL, NULL, 0, NULL));
    assert_memory_equal(px, back, n * sizeof *px);
    free(px);
    free(back);
    return img;
}

static void images_of_every_kind(void **state) {
    ze_test *t = *state;
    float *out = zt_shared(t, 64);
    ze_image_handle_t images[] = {
        counted(t, ZE_IMAGE_TYPE_1D, 7, 0, 0),       counted(t, ZE_IMAGE_TYPE_1DARRAY, 5, 0, 3),
        counted(t, ZE_IMAGE_TYPE_2DARRAY, 4, 6, 2),  counted(t, ZE_IMAGE_TYPE_3D, 5, 3, 4),
        counted(t, ZE_IMAGE_TYPE_BUFFER, 200, 0, 0),
    };
    zt_load(t, "driver_images." DEVICE);
    zt_kernel(t, "read_kinds", 1, 1, 1);
    for (uint32_t i = 0; i < 5; i++)
        zt_arg(t, i, sizeof images[i], &images[i]);
    zt_arg_ptr(t, 5, out);
    zt_launch(t, 1, 1, 1);
    const float want[8] = {2,                   // x
                           2 * 5 + 1,           // layer 2 of rows of 5
                           (1 * 6 + 2) * 4 + 1, // layer 1, row 2 of 4
                           (2 * 3 + 1) * 5 + 3, // slice 2, row 1 of 5
                           100,
                           7 + 300,
                           6 + 200,
                           4 + 20000};
    for (int i = 0; i < 8; i++)
        if (want[i] != out[i])
            fail_msg("value %d is %g, expected %g", i, (double)out[i], (double)want[i]);
    for (uint32_t i = 0; i < 5; i++)
        ZE_OK(zeImageDestroy(images[i]));
    zt_free(t, out);
}

// 4x4 pixels 0 to 15: what each addressing mode gives at a few places.
static void samplers_address_and_filter(void **state) {
    ze_test *t = *state;
    static const struct {
        ze_sampler_address_mode_t address;
        ze_sampler_filter_mode_t filter;
        bool normalized;
        float x, y, want;
    } rows[] = {
        {ZE_SAMPLER_ADDRESS_MODE_CLAMP, ZE_SAMPLER_FILTER_MODE_NEAREST, false, 1.5f, 2.5f, 9},
        {ZE_SAMPLER_ADDRESS_MODE_CLAMP, ZE_SAMPLER_FILTER_MODE_NEAREST, false, -3, 9, 12},
        {ZE_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, ZE_SAMPLER_FILTER_MODE_NEAREST, false, -3, 9, 0},
        {ZE_SAMPLER_ADDRESS_MODE_CLAMP, ZE_SAMPLER_FILTER_MODE_LINEAR, false, 2, 1.5f, 5.5f},
        {ZE_SAMPLER_ADDRESS_MODE_CLAMP, ZE_SAMPLER_FILTER_MODE_LINEAR, false, 2, 2, 7.5f},
        {ZE_SAMPLER_ADDRESS_MODE_REPEAT, ZE_SAMPLER_FILTER_MODE_NEAREST, true, 1.375f, 0.125f, 1},
        {ZE_SAMPLER_ADDRESS_MODE_MIRROR, ZE_SAMPLER_FILTER_MODE_NEAREST, true, -0.125f, 1.125f, 12},
        {ZE_SAMPLER_ADDRESS_MODE_CLAMP, ZE_SAMPLER_FILTER_MODE_LINEAR, true, 0.5f, 0.125f, 1.5f},
    };
    float *at = zt_shared(t, 64), *out = zt_shared(t, 64);
    ze_image_handle_t img = counted(t, ZE_IMAGE_TYPE_2D, 4, 4, 0);
    zt_load(t, "driver_images." DEVICE);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ze_sampler_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_SAMPLER_DESC,
                                        .addressMode = rows[i].address,
                                        .filterMode = rows[i].filter,
                                        .isNormalized = rows[i].normalized};
        ze_sampler_handle_t sampler;
        ZE_OK(zeSamplerCreate(t->context, t->device, &desc, &sampler));
        at[0] = rows[i].x;
        at[1] = rows[i].y;
        zt_kernel(t, "sample", 1, 1, 1);
        zt_arg(t, 0, sizeof img, &img);
        zt_arg(t, 1, sizeof sampler, &sampler);
        zt_arg_ptr(t, 2, at);
        zt_arg_ptr(t, 3, out);
        zt_launch(t, 1, 1, 1);
        if (out[0] != rows[i].want)
            fail_msg("row %u: %g, expected %g", i, (double)out[0], (double)rows[i].want);
        ZE_OK(zeSamplerDestroy(sampler));
    }
    at[0] = 1.125f; // mirrored to 0.875
    at[1] = 0.375f;
    zt_kernel(t, "sample_mirror", 1, 1, 1);
    zt_arg(t, 0, sizeof img, &img);
    zt_arg_ptr(t, 1, at);
    zt_arg_ptr(t, 2, out);
    zt_launch(t, 1, 1, 1);
    assert_true(out[0] == 7 && out[3] == 1);
    ZE_OK(zeImageDestroy(img));
    zt_free(t, at);
    zt_free(t, out);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(private_memory_is_private),   cmocka_unit_test(printf_reaches_standard_output),
        cmocka_unit_test(several_kernels_from_memory), cmocka_unit_test(an_endless_kernel_is_stopped),
        cmocka_unit_test(a_wild_store_is_stopped),     cmocka_unit_test(a_queue_survives_a_bad_launch),
        cmocka_unit_test(cooperative_groups_meet),
#ifndef NO_SAMPLER
        cmocka_unit_test(images_of_every_kind),        cmocka_unit_test(samplers_address_and_filter),
#endif
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
