// SPDX-License-Identifier: MIT
// A program that owns a Level Zero context, queue, module, kernel and memory uses libcmrt around them.

#include "fixture.h"

#include <cmrt/cmrt_ze.h>

static const uint32_t one[3] = {1, 1, 1};
enum { N = 8, BYTES = N * sizeof(int32_t) };

typedef struct owner {
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
} owner;

// The loader has started already: another device of libcmrt, opened first, has told it of xesim.
static owner find_device(void) {
    owner o = {0};
    uint32_t n = 1;
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    assert_int_equal(zeInit(0), ZE_RESULT_SUCCESS);
    assert_int_equal(zeDriverGet(&n, &o.driver), ZE_RESULT_SUCCESS);
    n = 1;
    assert_int_equal(zeDeviceGet(o.driver, &n, &o.device), ZE_RESULT_SUCCESS);
    assert_int_equal(zeContextCreate(o.driver, &desc, &o.context), ZE_RESULT_SUCCESS);
    return o;
}

static void objects_around_handles_of_the_program(void **state) {
    (void)state;
    cmrt_device *first = fixture_device(), *d = NULL;
    owner o = find_device();
    char why[512];
    assert_int_equal(cmrt_ze_device_open(o.driver, o.device, o.context, &d, why, sizeof why), CMRT_OK);
    cmc_str zebin = fixture_add("tgl");
    ze_module_desc_t module_desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                    .format = ZE_MODULE_FORMAT_NATIVE,
                                    .inputSize = zebin.len,
                                    .pInputModule = (const uint8_t *)zebin.data};
    ze_kernel_desc_t kernel_desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "add"};
    ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_device_mem_alloc_desc_t mem_desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_module_handle_t module;
    ze_kernel_handle_t kernel;
    ze_command_queue_handle_t queue;
    void *memory;
    assert_int_equal(zeModuleCreate(o.context, o.device, &module_desc, &module, NULL), ZE_RESULT_SUCCESS);
    assert_int_equal(zeKernelCreate(module, &kernel_desc, &kernel), ZE_RESULT_SUCCESS);
    assert_int_equal(zeCommandQueueCreate(o.context, o.device, &queue_desc, &queue), ZE_RESULT_SUCCESS);
    assert_int_equal(zeMemAllocDevice(o.context, &mem_desc, 4096, 64, o.device, &memory), ZE_RESULT_SUCCESS);

    cmrt_program *p;
    cmrt_kernel *k;
    cmrt_queue *q;
    cmrt_buffer *b, *other;
    int32_t values[N] = {1, 2, 3, 4, 5, 6, 7, 8}, n = 9;
    ok(d, cmrt_ze_program_create(d, module, &p));
    ok(d, cmrt_ze_kernel_create(p, kernel, &k));
    ok(d, cmrt_ze_queue_create(d, queue, 0, &q));
    ok(d, cmrt_ze_buffer_create(d, (char *)memory + 64, BYTES, &b));
    assert_string_equal(cmrt_kernel_name(k), "add");
    refused(d, cmrt_enqueue_launch(q, k, one, one, 0, NULL, NULL), CMRT_ERR_ARG_MISSING, "is not set");
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_kernel_set_buffer(k, 1, b));
    ok(d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    ok(d, cmrt_enqueue_write(q, b, 0, values, BYTES, 0, NULL, NULL));
    ok(d, cmrt_enqueue_launch(q, k, one, one, 0, NULL, NULL));
    ok(d, cmrt_enqueue_read(q, b, 0, values, BYTES, 0, NULL, NULL));
    ok(d, cmrt_queue_finish(q));
    for (int i = 0; i < N; i++)
        assert_int_equal(values[i], i + 1 + 9);

    refused(d, cmrt_ze_buffer_create(d, (char *)memory + 32, 64, &other), CMRT_ERR_ARGUMENT, "is not a multiple of 64");
    refused(d, cmrt_ze_buffer_create(d, memory, 4097, &other), CMRT_ERR_RANGE, "leave an allocation of 4096 bytes");
    assert_null(other);
    // Destroying libcmrt's objects leaves the program's.
    cmrt_buffer_destroy(b);
    cmrt_kernel_destroy(k);
    cmrt_queue_destroy(q);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
    ok(first, cmrt_device_close(first));
    cmc_str_free(&zebin);
    assert_int_equal(zeKernelDestroy(kernel), ZE_RESULT_SUCCESS);
    assert_int_equal(zeModuleDestroy(module), ZE_RESULT_SUCCESS);
    assert_int_equal(zeCommandQueueDestroy(queue), ZE_RESULT_SUCCESS);
    assert_int_equal(zeMemFree(o.context, memory), ZE_RESULT_SUCCESS);
    assert_int_equal(zeContextDestroy(o.context), ZE_RESULT_SUCCESS);
}

// Handles that go out work in calls of Level Zero.
static void handles_of_objects(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_queue *q, *several;
    cmrt_image *im;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_module_handle_t module;
    ze_kernel_handle_t kernel;
    ze_command_queue_handle_t queue;
    ze_image_handle_t image;
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_IN_ORDER, &q));
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_OUT_OF_ORDER, &several));
    ok(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, 4, 4, &im));
    ok(d, cmrt_ze_device_handles(d, &driver, &device, &context));
    ok(d, cmrt_ze_device_handles(d, NULL, NULL, NULL));
    ok(d, cmrt_ze_program_handle(p, &module));
    ok(d, cmrt_ze_kernel_handle(k, &kernel));
    ok(d, cmrt_ze_queue_handle(q, &queue));
    ok(d, cmrt_ze_image_handle(im, &image));
    refused(d, cmrt_ze_queue_handle(several, &queue), CMRT_ERR_UNSUPPORTED, "has 4 command queues");
    ze_api_version_t version;
    uint32_t n = 0;
    size_t size = 0;
    assert_int_equal(zeDriverGetApiVersion(driver, &version), ZE_RESULT_SUCCESS);
    assert_int_equal(zeContextGetStatus(context), ZE_RESULT_SUCCESS);
    assert_int_equal(zeModuleGetKernelNames(module, &n, NULL), ZE_RESULT_SUCCESS);
    assert_int_equal(n, 1);
    assert_int_equal(zeKernelGetName(kernel, &size, NULL), ZE_RESULT_SUCCESS);
    assert_int_equal(size, sizeof "add");
    assert_int_equal(zeCommandQueueSynchronize(queue, 0), ZE_RESULT_SUCCESS);
    ze_device_properties_t dp = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    assert_int_equal(zeDeviceGetProperties(device, &dp), ZE_RESULT_SUCCESS);
    assert_non_null(image);
    cmrt_image_destroy(im);
    cmrt_queue_destroy(q);
    cmrt_queue_destroy(several);
    cmrt_kernel_destroy(k);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_of_objects),
        cmocka_unit_test(objects_around_handles_of_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
