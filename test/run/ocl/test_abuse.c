// SPDX-License-Identifier: MIT
// Modules with broken bytes, and sixteen host threads that use the whole driver at once. A broken module is refused
// with a reason, or its kernels are, or their launches end with an error; nothing takes the process down.

#include "ze_test.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int setup(void **state) {
    static ze_test t;
    zt_open(&t, 0);
    *state = &t;
    return 0;
}

static int teardown(void **state) {
    zt_close(*state);
    return 0;
}

static uint64_t next_random(uint64_t *s) { // xorshift: the same mutations in every run
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s >> 16;
}

typedef struct tally {
    unsigned refused, kernels_refused, launched, failed;
} tally;

static void launch_all(ze_test *t, ze_module_handle_t m, void *mem, tally *n) {
    const char *names[32];
    const ze_group_count_t two = {2, 1, 1};
    uint32_t count = 32;
    ZE_OK(zeModuleGetKernelNames(m, &count, names));
    for (uint32_t i = 0; i < count; i++) {
        const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = names[i]};
        ze_kernel_properties_t p = {.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES};
        ze_kernel_handle_t k;
        if (zeKernelCreate(m, &desc, &k)) {
            n->kernels_refused++;
            continue;
        }
        ZE_OK(zeKernelGetProperties(k, &p));
        for (uint32_t a = 0; a < p.numKernelArgs && a < 64; a++)
            if (zeKernelSetArgumentValue(k, a, sizeof mem, &mem))
                zeKernelSetArgumentValue(k, a, 4, mem);
        const bool ok = !zeCommandListAppendLaunchKernel(t->list, k, &two, NULL, 0, NULL);
        n->launched += ok;
        n->failed += !ok;
        ZE_OK(zeKernelDestroy(k));
    }
}

static void try_module(ze_test *t, const uint8_t *data, size_t len, void *mem, tally *n) {
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_NATIVE,
                                   .inputSize = len,
                                   .pInputModule = data};
    ze_module_build_log_handle_t log = NULL;
    ze_module_handle_t m = NULL;
    const ze_result_t r = zeModuleCreate(t->context, t->device, &desc, &m, &log);
    char text[2048] = "";
    size_t size = sizeof text;
    assert_non_null(log);
    ZE_OK(zeModuleBuildLogGetString(log, &size, text));
    ZE_OK(zeModuleBuildLogDestroy(log));
    if (r) {
        n->refused++;
        assert_true(r == ZE_RESULT_ERROR_INVALID_NATIVE_BINARY || r == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE ||
                    r == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
        assert_true(strlen(text) > 10); // says why
        return;
    }
    launch_all(t, m, mem, n);
    ZE_OK(zeModuleDestroy(m));
}

// rounds mutations of up to 8 bytes between from and to.
static tally mutate(ze_test *t, size_t from, size_t to, unsigned rounds, uint64_t seed) {
    size_t len;
    uint8_t *good = zt_read("vadd." DEVICE, &len), *bad = malloc(len);
    void *mem = zt_shared(t, 65536);
    tally n = {0};
    assert_non_null(bad);
    to = to < len ? to : len;
    for (unsigned i = 0; i < rounds; i++) {
        memcpy(bad, good, len);
        for (uint64_t k = next_random(&seed) % 8 + 1; k; k--)
            bad[from + next_random(&seed) % (to - from)] = (uint8_t)next_random(&seed);
        try_module(t, bad, len, mem, &n);
    }
    zt_free(t, mem);
    free(good);
    free(bad);
    return n;
}

static void broken_headers(void **state) {
    const tally n = mutate(*state, 0, 64, 500, 1);
    assert_true(n.refused > 100);
}

static void broken_code(void **state) {
    size_t len;
    free(zt_read("vadd." DEVICE, &len));
    const tally n = mutate(*state, 64, 64 + 400, 500, 2); // the first section is the kernel's text
    assert_true(n.kernels_refused + n.failed > 100);
}

static void broken_anywhere(void **state) {
    size_t len;
    free(zt_read("vadd." DEVICE, &len));
    mutate(*state, 64, len, 1000, 3);
}

static void cut_off(void **state) {
    ze_test *t = *state;
    size_t len;
    uint8_t *data = zt_read("vadd." DEVICE, &len);
    tally n = {0};
    void *mem = zt_shared(t, 65536);
    for (size_t part = 1; part < len; part += len / 40)
        try_module(t, data, part, mem, &n);
    assert_int_equal(n.launched, 0);
    zt_free(t, mem);
    free(data);
}

// Sixteen threads

typedef struct own { // of one thread
    ze_test *t;
    const uint8_t *file;
    size_t len;
    int index;
} own;

#define TRY(call)                                                                                                      \
    if (call)                                                                                                          \
    return false

static bool image_round_trip(const own *o, ze_command_list_handle_t list) {
    const ze_image_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                                  .type = ZE_IMAGE_TYPE_2D,
                                  .format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_8},
                                  .width = 5,
                                  .height = 3};
    uint8_t in[15], out[15] = {0};
    ze_image_handle_t img;
    for (int i = 0; i < 15; i++)
        in[i] = (uint8_t)(i * o->index);
    TRY(zeImageCreate(o->t->context, o->t->device, &desc, &img));
    TRY(zeCommandListAppendImageCopyFromMemory(list, img, in, NULL, NULL, 0, NULL));
    TRY(zeCommandListAppendImageCopyToMemory(list, out, img, NULL, NULL, 0, NULL));
    TRY(zeImageDestroy(img));
    return memcmp(in, out, sizeof in) == 0;
}

static bool add_vectors(const own *o, ze_module_handle_t m, ze_command_list_handle_t list, ze_event_handle_t done) {
    enum { N = 200 };
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "vector_add"};
    const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    const ze_group_count_t groups = {N / 40, 1, 1};
    ze_kernel_handle_t k;
    float *v[3];
    const uint32_t n = N;
    TRY(zeKernelCreate(m, &desc, &k));
    TRY(zeKernelSetGroupSize(k, 40, 1, 1));
    for (uint32_t i = 0; i < 3; i++) {
        TRY(zeMemAllocHost(o->t->context, &host, N * sizeof *v[i], 0, (void **)&v[i]));
        TRY(zeKernelSetArgumentValue(k, i, sizeof v[i], &v[i]));
        for (int j = 0; j < N; j++)
            v[i][j] = i < 2 ? (float)(j * (int)(i + 1) + o->index) : 0;
    }
    TRY(zeKernelSetArgumentValue(k, 3, sizeof n, &n));
    TRY(zeCommandListAppendLaunchKernel(list, k, &groups, done, 0, NULL));
    TRY(zeEventHostSynchronize(done, UINT64_MAX));
    TRY(zeEventHostReset(done));
    bool right = true;
    for (int j = 0; j < N; j++)
        right &= v[2][j] == (float)(3 * j + 2 * o->index);
    for (uint32_t i = 0; i < 3; i++)
        TRY(zeMemFree(o->t->context, v[i]));
    TRY(zeKernelDestroy(k));
    return right;
}

static bool use_everything(const own *o) {
    const ze_module_desc_t module_desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                          .format = ZE_MODULE_FORMAT_NATIVE,
                                          .inputSize = o->len,
                                          .pInputModule = o->file};
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .mode = o->index % 2 ? ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS
                                                                     : ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_command_queue_desc_t sync_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                               .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .count = 1};
    const ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC};
    ze_module_handle_t m;
    ze_command_list_handle_t list, copies;
    ze_event_pool_handle_t pool;
    ze_event_handle_t done;
    TRY(zeModuleCreate(o->t->context, o->t->device, &module_desc, &m, NULL));
    TRY(zeCommandListCreateImmediate(o->t->context, o->t->device, &queue_desc, &list));
    TRY(zeCommandListCreateImmediate(o->t->context, o->t->device, &sync_desc, &copies));
    TRY(zeEventPoolCreate(o->t->context, &pool_desc, 0, NULL, &pool));
    TRY(zeEventCreate(pool, &event_desc, &done));
    const bool right = add_vectors(o, m, list, done) && image_round_trip(o, copies) && add_vectors(o, m, list, done);
    TRY(zeEventDestroy(done));
    TRY(zeEventPoolDestroy(pool));
    TRY(zeCommandListDestroy(list));
    TRY(zeCommandListDestroy(copies));
    TRY(zeModuleDestroy(m));
    return right;
}

static void *thread_main(void *user) {
    for (int round = 0; round < 4; round++)
        if (!use_everything(user))
            return user;
    return NULL;
}

static void sixteen_threads_use_everything(void **state) {
    enum { THREADS = 16 };
    pthread_t ids[THREADS];
    own o[THREADS];
    size_t len;
    uint8_t *file = zt_read("kernels." DEVICE, &len);
    for (int i = 0; i < THREADS; i++) {
        o[i] = (own){.t = *state, .file = file, .len = len, .index = i};
        assert_int_equal(pthread_create(&ids[i], NULL, thread_main, &o[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        pthread_join(ids[i], &failed);
        assert_null(failed);
    }
    free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_threads_use_everything),
        cmocka_unit_test(cut_off),
        cmocka_unit_test(broken_headers),
        cmocka_unit_test(broken_code),
        cmocka_unit_test(broken_anywhere),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
