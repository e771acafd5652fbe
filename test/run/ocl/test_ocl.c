// SPDX-License-Identifier: MIT
// OpenCL kernels compiled by ocloc run on ze_xesim, and give what plain C gives: Intel's machine
// code, Intel's payload layout, the system's loader; only the execution is ours.

#include "ze_test.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#ifndef BINARY // the zebin; the build sets it for each device
#define BINARY "basic.tgllp"
#endif
static const char *binary = BINARY;

static int setup(void **state) {
    static ze_test t;
    zt_open(&t, 0);
    zt_load(&t, binary);
    *state = &t;
    return 0;
}

static int teardown(void **state) {
    zt_close(*state);
    return 0;
}

static void check_vadd(ze_test *t, uint32_t n, uint32_t local, uint32_t shift) {
    const uint32_t room = (n + local - 1) / local * local;
    float *a = zt_shared(t, room * 4 + 256), *b = zt_shared(t, room * 4 + 256), *c = zt_shared(t, room * 4 + 256);
    for (uint32_t i = 0; i < room; i++) {
        a[i + shift] = (float)i * 0.25f - 3;
        b[i + shift] = 1.0f / (float)(i + 1);
        c[i + shift] = -1;
    }
    zt_kernel(t, "vadd", local, 1, 1);
    zt_arg_ptr(t, 0, a + shift);
    zt_arg_ptr(t, 1, b + shift);
    zt_arg_ptr(t, 2, c + shift);
    zt_arg_int(t, 3, (int32_t)n);
    zt_launch(t, room / local, 1, 1);
    for (uint32_t i = 0; i < room; i++) {
        const float want = i < n ? a[i + shift] + b[i + shift] : -1;
        if (memcmp(&want, &c[i + shift], 4) != 0)
            fail_msg("n %u local %u shift %u: c[%u] = %g, expected %g", n, local, shift, i, (double)c[i + shift],
                     (double)want);
    }
    zt_free(t, a);
    zt_free(t, b);
    zt_free(t, c);
}

static void vector_add(void **state) {
    check_vadd(*state, 1024, 256, 0);
    check_vadd(*state, 1000, 64, 0);
    check_vadd(*state, 37, 5, 0); // partial hardware thread
    check_vadd(*state, 1, 1, 0);
    check_vadd(*state, 300, 100, 7); // pointers into the middle of an allocation
}

static void slm_and_barrier(void **state) {
    ze_test *t = *state;
    enum { GROUPS = 6 };
    static const uint32_t locals[] = {1, 17, 32, 100, 256};
    for (unsigned l = 0; l < sizeof locals / sizeof locals[0]; l++) {
        const uint32_t local = locals[l];
        int32_t *out = zt_shared(t, GROUPS * local * 4);
        zt_kernel(t, "reverse_slm", local, 1, 1);
        zt_arg_ptr(t, 0, out);
        zt_arg(t, 1, local * 4, NULL);
        zt_launch(t, GROUPS, 1, 1);
        for (uint32_t i = 0; i < GROUPS * local; i++)
            assert_int_equal(out[i], 3 * (i / local * local + local - 1 - i % local));
        zt_free(t, out);
    }
}

static void two_local_arguments(void **state) {
    ze_test *t = *state;
    int32_t *out = zt_shared(t, 4 * 50 * 4);
    zt_kernel(t, "two_locals", 50, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_arg(t, 1, 50, NULL);
    zt_arg(t, 2, 200, NULL);
    zt_launch(t, 4, 1, 1);
    for (int i = 0; i < 200; i++)
        assert_int_equal(out[i], (i % 50 + 1) % 50 + 1000 + (i % 50 + 2) % 50);
    zt_free(t, out);
}

typedef struct shape {
    uint32_t local[3], groups[3], offset[3];
    uint32_t dims;
} shape;

static void check_ids(ze_test *t, const shape *s) {
    uint32_t size[3];
    for (int d = 0; d < 3; d++)
        size[d] = s->local[d] * s->groups[d];
    uint32_t *out = zt_shared(t, (size_t)size[0] * size[1] * size[2] * 16);
    zt_kernel(t, "ids", s->local[0], s->local[1], s->local[2]);
    ZE_OK(zeKernelSetGlobalOffsetExp(t->kernel, s->offset[0], s->offset[1], s->offset[2]));
    zt_arg_ptr(t, 0, out);
    zt_launch(t, s->groups[0], s->groups[1], s->groups[2]);
    const uint32_t *o = out;
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++, o += 4) {
                const uint32_t *l = s->local, *f = s->offset;
                assert_int_equal(o[0], x % l[0] | y % l[1] << 8 | z % l[2] << 16 | s->dims << 24);
                assert_int_equal(o[1], x / l[0] | y / l[1] << 8 | z / l[2] << 16);
                assert_int_equal(o[2], s->groups[0] | s->groups[1] << 8 | s->groups[2] << 16);
                assert_int_equal(o[3], (x + f[0]) | (y + f[1]) << 8 | (z + f[2]) << 16);
            }
    zt_free(t, out);
}

static void local_ids_in_three_dimensions(void **state) {
    static const shape shapes[] = {
        {{64, 1, 1}, {3, 1, 1}, {0, 0, 0}, 1}, {{7, 1, 1}, {5, 1, 1}, {3, 0, 0}, 1},
        {{8, 4, 1}, {2, 3, 1}, {0, 0, 0}, 2},  {{5, 3, 1}, {2, 2, 1}, {1, 2, 0}, 2},
        {{4, 4, 4}, {2, 2, 2}, {0, 0, 0}, 3},  {{3, 5, 2}, {2, 1, 3}, {9, 8, 7}, 3},
        {{1, 1, 16}, {1, 1, 2}, {0, 0, 0}, 3},
    };
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        check_ids(*state, &shapes[i]);
}

static void values_and_structs(void **state) {
    ze_test *t = *state;
    struct {
        int32_t a;
        float b;
        int64_t c;
        char d;
    } s = {-5, 2.25f, 1234567890123, 'x'};
    const int32_t v[4] = {10, 20, 30, -40};
    const int16_t h = -7;
    int64_t *out = zt_shared(t, 7 * 8);
    zt_kernel(t, "by_value", 1, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_arg(t, 1, sizeof s, &s);
    zt_arg(t, 2, sizeof v, v);
    zt_arg(t, 3, sizeof h, &h);
    zt_launch(t, 1, 1, 1);
    const int64_t want[7] = {-5, 9, 1234567890123, 'x', 10, -40, -7};
    assert_memory_equal(out, want, sizeof want);
    zt_free(t, out);
}

static void module_variables(void **state) {
    ze_test *t = *state;
    static const int32_t fib[8] = {1, 2, 3, 5, 8, 13, 21, 34};
    int32_t *out = zt_shared(t, 64 * 4);
    zt_load(t, binary); // fresh variables
    zt_kernel(t, "globals", 32, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_launch(t, 2, 1, 1);
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], fib[i & 7] + 7);

    void *p = NULL;
    size_t size = 0;
    ZE_OK(zeModuleGetGlobalPointer(t->module, "counter", &size, &p));
    assert_int_equal(size, 4);
    *(int32_t *)p = 100;
    zt_kernel(t, "count", 1, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_launch(t, 1, 1, 1);
    assert_int_equal(out[0], 100);
    assert_int_equal(*(int32_t *)p, 101);
    assert_int_equal(zeModuleGetGlobalPointer(t->module, "nothing", &size, &p), ZE_RESULT_ERROR_INVALID_GLOBAL_NAME);
    assert_non_null(strstr(zt_last_error(t), "no variable 'nothing'"));
    assert_int_equal(zeModuleGetFunctionPointer(t->module, "nowhere", &p), ZE_RESULT_ERROR_INVALID_FUNCTION_NAME);
    assert_non_null(strstr(zt_last_error(t), "no function 'nowhere'"));
    zt_free(t, out);
}

static void image_write(void **state) {
    ze_test *t = *state;
    enum { W = 37, H = 9 };
    uint8_t px[H][W][4];
    ze_image_handle_t img = zt_image(t, ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, ZE_IMAGE_FORMAT_TYPE_UINT, W, H);
    zt_kernel(t, "paint", 8, 4, 1);
    zt_arg(t, 0, sizeof img, &img);
    zt_launch(t, (W + 7) / 8, (H + 3) / 4, 1); // work-items outside the image write nothing
    ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, px, img, NULL, NULL, 0, NULL));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const uint8_t want[4] = {(uint8_t)x, (uint8_t)y, (uint8_t)(x + y), 255};
            assert_memory_equal(px[y][x], want, 4);
        }
    ZE_OK(zeImageDestroy(img));
}

#ifndef NO_SAMPLER // image reads are sampler messages
static void image_read(void **state) {
    ze_test *t = *state;
    enum { W = 21, H = 13 };
    static const uint32_t channels[] = {1, 2, 4};
    static const ze_image_format_layout_t layouts[] = {ZE_IMAGE_FORMAT_LAYOUT_8, ZE_IMAGE_FORMAT_LAYOUT_8_8,
                                                       ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8};
    for (unsigned k = 0; k < 3; k++) {
        uint8_t in[H * W * 4], out[H * W * 4] = {0};
        const uint32_t n = channels[k];
        for (unsigned i = 0; i < sizeof in; i++)
            in[i] = (uint8_t)(i * 37 + k);
        ze_image_handle_t a = zt_image(t, layouts[k], ZE_IMAGE_FORMAT_TYPE_UINT, W, H);
        ze_image_handle_t b = zt_image(t, layouts[k], ZE_IMAGE_FORMAT_TYPE_UINT, W, H);
        ZE_OK(zeCommandListAppendImageCopyFromMemory(t->list, a, in, NULL, NULL, 0, NULL));
        zt_kernel(t, "invert", 16, 2, 1);
        zt_arg(t, 0, sizeof a, &a);
        zt_arg(t, 1, sizeof b, &b);
        zt_launch(t, (W + 15) / 16, (H + 1) / 2, 1);
        ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, out, b, NULL, NULL, 0, NULL));
        for (unsigned i = 0; i < W * H * n; i++)
            assert_int_equal(out[i], i % n == 3 ? in[i] : 255 - in[i]);
        ZE_OK(zeImageDestroy(a));
        ZE_OK(zeImageDestroy(b));
    }
}
#endif

static void private_memory(void **state) {
    ze_test *t = *state;
    int32_t *out = zt_shared(t, 128 * 4);
    zt_kernel(t, "private_array", 64, 1, 1);
    zt_arg_ptr(t, 0, out);
    zt_arg_int(t, 1, 11);
    zt_launch(t, 2, 1, 1);
    for (int i = 0; i < 128; i++)
        assert_int_equal(out[i], ((11 + i) & 63) * 11);
    zt_free(t, out);
}

static void indirect_pointers(void **state) {
    ze_test *t = *state;
    uint64_t *table = zt_shared(t, 64);
    int32_t *target = zt_shared(t, 64);
    table[0] = (uint64_t)(uintptr_t)target;
    zt_kernel(t, "chase", 1, 1, 1);
    ZE_OK(zeKernelSetIndirectAccess(t->kernel, ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED));
    zt_arg_ptr(t, 0, table);
    zt_launch(t, 1, 1, 1);
    assert_int_equal(*target, 5);
    zt_free(t, table);
    zt_free(t, target);
}

static void launch_counts_from_memory(void **state) {
    ze_test *t = *state;
    int32_t *out = zt_shared(t, 64 * 4);
    ze_group_count_t *groups = zt_shared(t, sizeof *groups);
    memset(out, 0xff, 64 * 4);
    *groups = (ze_group_count_t){3, 1, 1};
    zt_kernel(t, "fixed_group", 16, 1, 1);
    zt_arg_ptr(t, 0, out);
    ZE_OK(zeCommandListAppendLaunchKernelIndirect(t->list, t->kernel, groups, NULL, 0, NULL));
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], i < 48 ? i / 16 : -1);
    zt_free(t, out);
    zt_free(t, groups);
}

static void access_outside_memory_is_device_lost(void **state) {
    ze_test *t = *state;
    uint64_t *table = zt_shared(t, 64);
    const ze_group_count_t one = {1, 1, 1};
    table[0] = 0x1000;
    zt_kernel(t, "chase", 1, 1, 1);
    zt_arg_ptr(t, 0, table);
    assert_int_equal(zeCommandListAppendLaunchKernel(t->list, t->kernel, &one, NULL, 0, NULL),
                     ZE_RESULT_ERROR_DEVICE_LOST);
    assert_non_null(strstr(zt_last_error(t), "chase"));
    int32_t *target = zt_shared(t, 64); // the device goes on
    table[0] = (uint64_t)(uintptr_t)target;
    zt_launch(t, 1, 1, 1);
    assert_int_equal(*target, 5);
    zt_free(t, target);
    zt_free(t, table);
}

// Each host thread with its own kernel object and list, all on one context and module.
static void *launch_alone(void *user) {
    ze_test *t = user;
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "reverse_slm"};
    const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    const ze_group_count_t groups = {4, 1, 1};
    ze_command_list_handle_t list = NULL;
    ze_kernel_handle_t k = NULL;
    int32_t *out = NULL;
    bool ok = !zeCommandListCreateImmediate(t->context, t->device, &queue, &list) &&
              !zeKernelCreate(t->module, &desc, &k) &&
              !zeMemAllocHost(t->context, &host, 4 * 32 * 4, 0, (void **)&out) && !zeKernelSetGroupSize(k, 32, 1, 1) &&
              !zeKernelSetArgumentValue(k, 0, sizeof out, &out) && !zeKernelSetArgumentValue(k, 1, 128, NULL);
    for (int round = 0; ok && round < 5; round++) {
        ok = !zeCommandListAppendLaunchKernel(list, k, &groups, NULL, 0, NULL);
        for (int i = 0; ok && i < 128; i++)
            ok = out[i] == 3 * (i / 32 * 32 + 31 - i % 32);
    }
    return !ok || zeMemFree(t->context, out) || zeKernelDestroy(k) || zeCommandListDestroy(list) ? t : NULL;
}

static void sixteen_host_threads(void **state) {
    pthread_t threads[16];
    for (int i = 0; i < 16; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_alone, *state), 0);
    for (int i = 0; i < 16; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_add),
        cmocka_unit_test(slm_and_barrier),
        cmocka_unit_test(two_local_arguments),
        cmocka_unit_test(local_ids_in_three_dimensions),
        cmocka_unit_test(values_and_structs),
        cmocka_unit_test(module_variables),
        cmocka_unit_test(image_write),
#ifndef NO_SAMPLER // pvc has none, and its compiler drops the read
        cmocka_unit_test(image_read),
#endif
        cmocka_unit_test(private_memory),
        cmocka_unit_test(indirect_pointers),
        cmocka_unit_test(launch_counts_from_memory),
        cmocka_unit_test(sixteen_host_threads),
        cmocka_unit_test(access_outside_memory_is_device_lost),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
