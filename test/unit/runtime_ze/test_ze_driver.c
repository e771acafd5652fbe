// SPDX-License-Identifier: MIT
// The driver without running anything: what it answers to queries, to wrong handles and arguments,
// and how memory, images, copies, events, fences and queues behave. Goes through the loader and
// Intel's validation layer; NULL handles and pointers are answered by the layer or by us with the
// same codes.

#include "ze_test.h"

#include <pthread.h>
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

static void driver_and_device_queries(void **state) {
    ze_test *t = *state;
    ze_api_version_t version;
    ZE_OK(zeDriverGetApiVersion(t->driver, &version));
    assert_int_equal(version, ZE_API_VERSION_1_4);
    ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ZE_OK(zeDeviceGetProperties(t->device, &p));
    assert_int_equal(p.vendorId, 0x8086);
    assert_int_equal(p.deviceId, 0x9a49); // Tiger Lake GT2
    assert_int_equal(p.numSlices * p.numSubslicesPerSlice * p.numEUsPerSubslice, 96);
    assert_int_equal(p.numThreadsPerEU, 7);
    assert_int_equal(p.timerResolution, 1);
    p.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2;
    ZE_OK(zeDeviceGetProperties(t->device, &p));
    assert_int_equal(p.timerResolution, 1000000000);
    ze_device_compute_properties_t c = {.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES};
    ZE_OK(zeDeviceGetComputeProperties(t->device, &c));
    assert_int_equal(c.maxSharedLocalMemory, 65536);
    assert_int_equal(c.numSubGroupSizes, 3);
    uint32_t n = 0;
    ZE_OK(zeDeviceGetCommandQueueGroupProperties(t->device, &n, NULL));
    assert_int_equal(n, 1);
    ZE_OK(zeDeviceGetSubDevices(t->device, &n, NULL));
    assert_int_equal(n, 0);
    assert_int_equal(zeDriverGetApiVersion(NULL, &version), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    assert_int_equal(zeDriverGetApiVersion(t->driver, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

static void several_devices(void **state) {
    ze_test *t = *state;
    static const uint32_t ids[] = {0x9a49, 0x56a0, 0x0bda}; // XESIM_DEVICES=tgl,dg2,pvc
    ze_device_handle_t devices[8];
    uint32_t n = 0;
    ZE_OK(zeDeviceGet(t->driver, &n, NULL));
    assert_int_equal(n, 3);
    ZE_OK(zeDeviceGet(t->driver, &n, devices));
    for (uint32_t i = 0; i < n; i++) {
        ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
        ZE_OK(zeDeviceGetProperties(devices[i], &p));
        assert_int_equal(p.deviceId, ids[i]);
    }
}

static void foreign_handles_are_refused(void **state) {
    ze_test *t = *state;
    uint64_t junk[8] = {0x1234};
    ze_command_list_handle_t list = (ze_command_list_handle_t)(void *)junk;
    assert_int_equal(zeCommandListClose(list), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeKernelDestroy((ze_kernel_handle_t)(void *)t->context), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeFenceQueryStatus(NULL), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    // Not supported: the loader answers for a null table entry.
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .size = 4096};
    ze_physical_mem_handle_t mem;
    assert_int_equal(zePhysicalMemCreate(t->context, t->device, &desc, &mem), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

static void memory_kinds_and_ranges(void **state) {
    ze_test *t = *state;
    const ze_device_mem_alloc_desc_t dev = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *d = NULL, *h = NULL, *base = NULL;
    size_t size = 0;
    ZE_OK(zeMemAllocDevice(t->context, &dev, 1000, 256, t->device, &d));
    ZE_OK(zeMemAllocHost(t->context, &host, 100, 0, &h));
    assert_int_equal((uintptr_t)d % 256, 0);
    ze_memory_allocation_properties_t p = {.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    ze_device_handle_t owner = NULL;
    ZE_OK(zeMemGetAllocProperties(t->context, (char *)d + 999, &p, &owner));
    assert_int_equal(p.type, ZE_MEMORY_TYPE_DEVICE);
    assert_ptr_equal(owner, t->device);
    ZE_OK(zeMemGetAllocProperties(t->context, h, &p, &owner));
    assert_int_equal(p.type, ZE_MEMORY_TYPE_HOST);
    assert_null(owner);
    int local = 0;
    ZE_OK(zeMemGetAllocProperties(t->context, &local, &p, &owner));
    assert_int_equal(p.type, ZE_MEMORY_TYPE_UNKNOWN);
    ZE_OK(zeMemGetAddressRange(t->context, (char *)d + 17, &base, &size));
    assert_ptr_equal(base, d);
    assert_int_equal(size, 1000);
    assert_int_equal(zeMemAllocHost(t->context, &host, 0, 0, &h), ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    assert_int_equal(zeMemAllocDevice(t->context, &dev, (size_t)1 << 40, 0, t->device, &base),
                     ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    assert_int_equal(zeMemAllocHost(t->context, &host, 8, 3, &base), ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
    assert_int_equal(zeMemFree(t->context, &local), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    zt_free(t, d);
    zt_free(t, h);
}

static void fills_and_regions(void **state) {
    ze_test *t = *state;
    uint8_t *a = zt_shared(t, 1024), *b = zt_shared(t, 1024), want[1024] = {0};
    const uint32_t pattern = 0x04030201;
    ZE_OK(zeCommandListAppendMemoryFill(t->list, a, &pattern, 4, 1024, NULL, 0, NULL));
    for (int i = 0; i < 1024; i++)
        assert_int_equal(a[i], i % 4 + 1);
    for (int i = 0; i < 1024; i++)
        a[i] = (uint8_t)(i * 7);
    // A 5x3x2 box from (2,1,1) of a 16x8 source to (3,2,0) of a 32x10 target.
    const ze_copy_region_t from = {2, 1, 1, 5, 3, 2}, to = {3, 2, 0, 5, 3, 2};
    ZE_OK(zeCommandListAppendMemoryCopyRegion(t->list, b, &to, 32, 320, a, &from, 16, 128, NULL, 0, NULL));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 5; x++)
                want[z * 320 + (y + 2) * 32 + x + 3] = a[(z + 1) * 128 + (y + 1) * 16 + x + 2];
    assert_memory_equal(b, want, 1024);
    ZE_OK(zeCommandListAppendMemoryCopy(t->list, b, a, 100, NULL, 0, NULL));
    assert_memory_equal(b, a, 100);
    zt_free(t, a);
    zt_free(t, b);
}

// What the driver knows to be too short is refused; the program's own memory it does not know.
static void copies_stay_inside_of_memory(void **state) {
    ze_test *t = *state;
    static uint8_t host[512];
    uint8_t *p = zt_shared(t, 256);
    const uint32_t pattern = 7;
    const ze_copy_region_t box = {0, 0, 0, 16, 16, 1}, past = {100, 0, 0, 16, 16, 1};
    ZE_OK(zeCommandListAppendMemoryCopy(t->list, p, host, 256, NULL, 0, NULL));
    assert_int_equal(zeCommandListAppendMemoryCopy(t->list, p, host, 257, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_SIZE);
    assert_int_equal(zeCommandListAppendMemoryCopy(t->list, host, p + 200, 57, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_SIZE);
    assert_int_equal(zeCommandListAppendMemoryCopy(t->list, p, host, SIZE_MAX, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_SIZE);
    ZE_OK(zeCommandListAppendMemoryCopy(t->list, host, p + 200, 56, NULL, 0, NULL));
    assert_int_equal(zeCommandListAppendMemoryFill(t->list, p, &pattern, 4, 260, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_SIZE);
    ZE_OK(zeCommandListAppendMemoryCopyRegion(t->list, p, &box, 16, 0, host, &box, 16, 0, NULL, 0, NULL));
    assert_int_equal(zeCommandListAppendMemoryCopyRegion(t->list, p, &past, 16, 0, host, &box, 16, 0, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_SIZE);
    assert_int_equal(zeCommandListAppendMemoryCopyRegion(t->list, p, &box, 17, 0, host, &box, 16, 0, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_SIZE);
    zt_free(t, p);
}

static void images_keep_their_pixels(void **state) {
    ze_test *t = *state;
    enum { W = 13, H = 6 };
    static const struct {
        ze_image_format_layout_t layout;
        size_t px_b;
    } rows[] = {
        {ZE_IMAGE_FORMAT_LAYOUT_8, 1},       {ZE_IMAGE_FORMAT_LAYOUT_16, 2},           {ZE_IMAGE_FORMAT_LAYOUT_32, 4},
        {ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, 4}, {ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32, 16},
    };
    for (unsigned r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        const size_t px = rows[r].px_b;
        uint8_t in[W * H * 16], out[W * H * 16] = {0}, part[4 * 2 * 16];
        for (size_t i = 0; i < sizeof in; i++)
            in[i] = (uint8_t)(i * 31 + r);
        ze_image_handle_t a = zt_image(t, rows[r].layout, ZE_IMAGE_FORMAT_TYPE_UINT, W, H);
        ze_image_handle_t b = zt_image(t, rows[r].layout, ZE_IMAGE_FORMAT_TYPE_UINT, W, H);
        ZE_OK(zeCommandListAppendImageCopyFromMemory(t->list, a, in, NULL, NULL, 0, NULL));
        ZE_OK(zeCommandListAppendImageCopy(t->list, b, a, NULL, 0, NULL));
        ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, out, b, NULL, NULL, 0, NULL));
        assert_memory_equal(in, out, W * H * px);
        const ze_image_region_t region = {3, 2, 0, 4, 2, 1}, outside = {10, 0, 0, 4, 1, 1};
        ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, part, b, &region, NULL, 0, NULL));
        for (size_t y = 0; y < 2; y++)
            assert_memory_equal(part + y * 4 * px, in + ((y + 2) * W + 3) * px, 4 * px);
        assert_int_equal(zeCommandListAppendImageCopyToMemory(t->list, part, b, &outside, NULL, 0, NULL),
                         ZE_RESULT_ERROR_INVALID_ARGUMENT);
        ZE_OK(zeImageDestroy(a));
        ZE_OK(zeImageDestroy(b));
    }
    ze_image_desc_t bad = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC, .type = ZE_IMAGE_TYPE_2D, .width = 4, .height = 4};
    ze_image_handle_t img;
    bad.format.layout = ZE_IMAGE_FORMAT_LAYOUT_NV12;
    assert_int_equal(zeImageCreate(t->context, t->device, &bad, &img), ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT);
}

typedef struct queue_set {
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t list;
    ze_event_pool_handle_t pool;
    ze_event_handle_t event[3];
    ze_fence_handle_t fence;
} queue_set;

static void make_queue(ze_test *t, queue_set *q) {
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_command_list_desc_t list = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_event_pool_desc_t pool = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                       .count = 3,
                                       .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP};
    const ze_fence_desc_t fence = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ZE_OK(zeCommandQueueCreate(t->context, t->device, &queue, &q->queue));
    ZE_OK(zeCommandListCreate(t->context, t->device, &list, &q->list));
    ZE_OK(zeEventPoolCreate(t->context, &pool, 1, &t->device, &q->pool));
    for (uint32_t i = 0; i < 3; i++) {
        const ze_event_desc_t event = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .index = i};
        ZE_OK(zeEventCreate(q->pool, &event, &q->event[i]));
    }
    ZE_OK(zeFenceCreate(q->queue, &fence, &q->fence));
}

static void drop_queue(queue_set *q) {
    ZE_OK(zeFenceDestroy(q->fence));
    for (int i = 0; i < 3; i++)
        ZE_OK(zeEventDestroy(q->event[i]));
    ZE_OK(zeEventPoolDestroy(q->pool));
    ZE_OK(zeCommandListDestroy(q->list));
    ZE_OK(zeCommandQueueDestroy(q->queue));
}

static void a_list_waits_for_the_host(void **state) {
    ze_test *t = *state;
    queue_set q;
    make_queue(t, &q);
    uint64_t *p = zt_shared(t, 64);
    const uint64_t five = 5;
    ZE_OK(zeCommandListAppendMemoryFill(q.list, p, &five, 8, 8, q.event[1], 1, &q.event[0]));
    ZE_OK(zeCommandListAppendWriteGlobalTimestamp(q.list, p + 1, NULL, 0, NULL));
    assert_int_equal(zeCommandQueueExecuteCommandLists(q.queue, 1, &q.list, NULL), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    ZE_OK(zeCommandListClose(q.list));
    assert_int_equal(zeCommandListAppendBarrier(q.list, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    ZE_OK(zeCommandQueueExecuteCommandLists(q.queue, 1, &q.list, q.fence));
    assert_int_equal(zeCommandQueueSynchronize(q.queue, 1000000), ZE_RESULT_NOT_READY);
    assert_int_equal(zeFenceQueryStatus(q.fence), ZE_RESULT_NOT_READY);
    assert_int_equal(zeEventQueryStatus(q.event[1]), ZE_RESULT_NOT_READY);
    assert_int_equal(p[0], 0);
    ZE_OK(zeEventHostSignal(q.event[0]));
    ZE_OK(zeFenceHostSynchronize(q.fence, UINT64_MAX));
    ZE_OK(zeCommandQueueSynchronize(q.queue, UINT64_MAX));
    assert_int_equal(p[0], 5);
    ZE_OK(zeEventHostSynchronize(q.event[1], UINT64_MAX));
    ze_kernel_timestamp_result_t time;
    ZE_OK(zeEventQueryKernelTimestamp(q.event[1], &time));
    assert_true(time.global.kernelStart && time.global.kernelStart <= time.global.kernelEnd);
    assert_true(p[1] >= time.global.kernelEnd);
    ZE_OK(zeFenceReset(q.fence));
    assert_int_equal(zeFenceQueryStatus(q.fence), ZE_RESULT_NOT_READY);
    ZE_OK(zeCommandListReset(q.list));
    drop_queue(&q);
    zt_free(t, p);
}

static void queues_wait_for_each_other(void **state) {
    ze_test *t = *state;
    queue_set a, b;
    make_queue(t, &a);
    make_queue(t, &b);
    uint8_t *p = zt_shared(t, 64);
    const uint8_t one = 1;
    ZE_OK(zeCommandListAppendMemoryFill(a.list, p, &one, 1, 1, a.event[0], 1, &b.event[0]));
    ZE_OK(zeCommandListAppendMemoryCopy(b.list, p + 1, p, 1, NULL, 1, &a.event[0]));
    ZE_OK(zeCommandListAppendEventReset(b.list, a.event[0]));
    ZE_OK(zeCommandListClose(a.list));
    ZE_OK(zeCommandListClose(b.list));
    ZE_OK(zeCommandQueueExecuteCommandLists(b.queue, 1, &b.list, NULL));
    ZE_OK(zeCommandQueueExecuteCommandLists(a.queue, 1, &a.list, NULL));
    ZE_OK(zeCommandListAppendSignalEvent(t->list, b.event[0]));
    ZE_OK(zeCommandQueueSynchronize(b.queue, UINT64_MAX));
    assert_int_equal(p[1], 1);
    assert_int_equal(zeEventQueryStatus(a.event[0]), ZE_RESULT_NOT_READY);
    ZE_OK(zeCommandQueueSynchronize(a.queue, UINT64_MAX));
    drop_queue(&a);
    drop_queue(&b);
    zt_free(t, p);
}

static void destroying_a_waiting_queue_ends(void **state) {
    ze_test *t = *state;
    queue_set q;
    make_queue(t, &q);
    ZE_OK(zeCommandListAppendWaitOnEvents(q.list, 1, &q.event[0]));
    ZE_OK(zeCommandListClose(q.list));
    ZE_OK(zeCommandQueueExecuteCommandLists(q.queue, 1, &q.list, NULL));
    ZE_OK(zeFenceDestroy(q.fence));
    ZE_OK(zeCommandQueueDestroy(q.queue)); // nobody will signal
    for (int i = 0; i < 3; i++)
        ZE_OK(zeEventDestroy(q.event[i]));
    ZE_OK(zeEventPoolDestroy(q.pool));
    ZE_OK(zeCommandListDestroy(q.list));
}

static ze_result_t load(ze_test *t, const uint8_t *data, size_t len, char text[1024]) {
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_NATIVE,
                                   .inputSize = len,
                                   .pInputModule = data};
    ze_module_build_log_handle_t log = NULL;
    ze_module_handle_t m = NULL;
    size_t size = 1024;
    text[0] = 0;
    const ze_result_t r = zeModuleCreate(t->context, t->device, &desc, &m, &log);
    if (log) {
        ZE_OK(zeModuleBuildLogGetString(log, &size, text));
        ZE_OK(zeModuleBuildLogDestroy(log));
    }
    if (!r)
        ZE_OK(zeModuleDestroy(m));
    return r;
}

static void bad_modules_say_why(void **state) {
    ze_test *t = *state;
    char text[1024];
    size_t len;
    uint8_t *data = zt_read("basic.dg2", &len);
    assert_int_equal(load(t, data, len, text), ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
    assert_non_null(strstr(text, "dg2"));
    free(data);
    data = zt_read("basic.tgllp", &len);
    ZE_OK(load(t, data, len, text));
    assert_int_equal(load(t, data, len / 2, text), ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
    assert_true(strlen(text) > 10);
    assert_int_equal(load(t, (const uint8_t *)"not a module", 12, text), ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
    free(data);
}

static void module_and_kernel_queries(void **state) {
    ze_test *t = *state;
    const char *names[32];
    uint32_t n = 0;
    zt_load(t, "basic.tgllp");
    ZE_OK(zeModuleGetKernelNames(t->module, &n, NULL));
    assert_int_equal(n, 12); // the kernels of basic.cl, without the symbol table's holder
    ZE_OK(zeModuleGetKernelNames(t->module, &n, names));
    assert_string_equal(names[0], "vadd");
    const ze_kernel_desc_t missing = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "nothing"};
    ze_kernel_handle_t k;
    assert_int_equal(zeKernelCreate(t->module, &missing, &k), ZE_RESULT_ERROR_INVALID_KERNEL_NAME);
    zt_kernel(t, "vadd", 32, 1, 1);
    ze_kernel_properties_t p = {.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES};
    ZE_OK(zeKernelGetProperties(t->kernel, &p));
    assert_int_equal(p.numKernelArgs, 4);
    assert_int_equal(p.requiredGroupSizeX, 0);
    uint32_t x, y, z;
    ZE_OK(zeKernelSuggestGroupSize(t->kernel, 1000, 1, 1, &x, &y, &z));
    assert_int_equal(x, 250); // the largest divisor that is at most 256
    ZE_OK(zeKernelSuggestGroupSize(t->kernel, 1009, 7, 3, &x, &y, &z));
    assert_true(x == 1 && y == 7 && z == 3); // 1009 is prime
    assert_int_equal(zeKernelSetGroupSize(t->kernel, 513, 1, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    assert_int_equal(zeKernelSetGroupSize(t->kernel, 0, 1, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    zt_kernel(t, "fixed_group", 16, 1, 1);
    assert_int_equal(zeKernelSetGroupSize(t->kernel, 32, 1, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    ZE_OK(zeKernelGetProperties(t->kernel, &p));
    assert_int_equal(p.requiredGroupSizeX, 16);
}

static void arguments_are_checked(void **state) {
    ze_test *t = *state;
    const ze_group_count_t one = {1, 1, 1};
    int32_t v = 3;
    int64_t wide = 3;
    void *outside = &v;
    zt_load(t, "basic.tgllp");
    zt_kernel(t, "vadd", 1, 1, 1);
    assert_int_equal(zeKernelSetArgumentValue(t->kernel, 4, 4, &v), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
    assert_int_equal(zeKernelSetArgumentValue(t->kernel, 3, 8, &wide), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    assert_int_equal(zeKernelSetArgumentValue(t->kernel, 3, 2, &v), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    assert_int_equal(zeKernelSetArgumentValue(t->kernel, 0, 4, &v), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    assert_int_equal(zeKernelSetArgumentValue(t->kernel, 0, 8, &outside), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    zt_arg_int(t, 3, 0);
    assert_int_equal(zeCommandListAppendLaunchKernel(t->list, t->kernel, &one, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_ARGUMENT); // pointers not set
    zt_kernel(t, "reverse_slm", 1, 1, 1);
    assert_int_equal(zeKernelSetArgumentValue(t->kernel, 1, 1 << 20, NULL),
                     ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
}

static ze_command_queue_handle_t run(ze_test *t, ze_command_list_handle_t list, ze_result_t expected) {
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_queue_handle_t queue;
    ZE_OK(zeCommandQueueCreate(t->context, t->device, &desc, &queue));
    ZE_OK(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL));
    assert_int_equal(zeCommandQueueSynchronize(queue, UINT64_MAX), expected);
    ZE_OK(zeCommandQueueDestroy(queue));
    return queue;
}

// Destroyed too early: the commands keep what they need themselves, freed memory is an error, and the handles are no
// longer valid.
static void destroyed_before_the_list_runs(void **state) {
    ze_test *t = *state;
    const ze_command_list_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_group_count_t one = {1, 1, 1};
    ze_command_list_handle_t launch, copy;
    static uint8_t host[64];
    int32_t *p = zt_shared(t, 256), *q = zt_shared(t, 256);
    zt_load(t, "basic.tgllp");
    zt_kernel(t, "vadd", 16, 1, 1);
    for (uint32_t i = 0; i < 3; i++)
        zt_arg(t, i, sizeof p, &p);
    zt_arg_int(t, 3, 16);
    p[3] = 5;
    ZE_OK(zeCommandListCreate(t->context, t->device, &desc, &launch));
    ZE_OK(zeCommandListCreate(t->context, t->device, &desc, &copy));
    ZE_OK(zeCommandListAppendLaunchKernel(launch, t->kernel, &one, NULL, 0, NULL));
    ZE_OK(zeCommandListAppendMemoryCopy(copy, q, host, sizeof host, NULL, 0, NULL));
    ZE_OK(zeCommandListClose(launch));
    ZE_OK(zeCommandListClose(copy));

    const ze_kernel_handle_t kernel = t->kernel;
    zt_load(t, "basic.tgllp"); // destroys the kernel and its module
    assert_int_equal(zeKernelSetGroupSize(kernel, 1, 1, 1), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    const ze_command_queue_handle_t queue = run(t, launch, ZE_RESULT_SUCCESS);
    assert_int_equal(p[3], 10);
    assert_int_equal(zeCommandQueueDestroy(queue), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    zt_free(t, p);
    zt_free(t, q);
    run(t, launch, ZE_RESULT_ERROR_DEVICE_LOST);
    run(t, copy, ZE_RESULT_ERROR_DEVICE_LOST);
    ZE_OK(zeCommandListDestroy(launch));
    ZE_OK(zeCommandListDestroy(copy));
    assert_int_equal(zeCommandListDestroy(copy), ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

static void *allocate_and_free(void *user) {
    ze_test *t = user;
    for (int i = 0; i < 100; i++) {
        const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
        void *p = NULL;
        if (zeMemAllocHost(t->context, &host, 64, 0, &p) || zeMemFree(t->context, p))
            return t;
    }
    return NULL;
}

static void threads_share_a_context(void **state) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_and_free, *state), 0);
    for (int i = 0; i < 8; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

// A command that fails signals its event with the error, and so do the commands after it that no longer run. Whoever
// waits for one of these events fails as well; the next submission does not.
static void failures_signal_events(void **state) {
    ze_test *t = *state;
    queue_set q, other;
    make_queue(t, &q);
    make_queue(t, &other);
    uint64_t *p = zt_shared(t, 64), *gone = zt_shared(t, 256);
    const uint64_t one = 1;
    ze_command_list_handle_t next;
    const ze_command_list_desc_t list = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ZE_OK(zeCommandListCreate(t->context, t->device, &list, &next));
    *p = 7;
    ZE_OK(zeCommandListAppendMemoryCopy(q.list, p, gone, 64, q.event[0], 0, NULL));
    ZE_OK(zeCommandListAppendMemoryFill(q.list, p, &one, 8, 8, q.event[1], 0, NULL));
    ZE_OK(zeCommandListClose(q.list));
    ZE_OK(zeCommandListAppendMemoryFill(next, p, &one, 8, 8, q.event[2], 0, NULL));
    ZE_OK(zeCommandListClose(next));
    ZE_OK(zeCommandListAppendMemoryFill(other.list, p, &one, 8, 8, other.event[0], 1, &q.event[0]));
    ZE_OK(zeCommandListClose(other.list));
    zt_free(t, gone);

    ze_command_list_handle_t both[] = {q.list, next};
    ZE_OK(zeCommandQueueExecuteCommandLists(other.queue, 1, &other.list, other.fence));
    ZE_OK(zeCommandQueueExecuteCommandLists(q.queue, 2, both, q.fence));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(zeEventHostSynchronize(q.event[i], UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
        assert_int_equal(zeEventQueryStatus(q.event[i]), ZE_RESULT_ERROR_DEVICE_LOST);
    }
    assert_int_equal(zeFenceHostSynchronize(q.fence, UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    assert_int_equal(zeEventHostSynchronize(other.event[0], UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    assert_int_equal(zeFenceHostSynchronize(other.fence, UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    assert_int_equal(zeCommandQueueSynchronize(q.queue, UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    assert_int_equal(zeCommandQueueSynchronize(other.queue, UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    ZE_OK(zeCommandQueueSynchronize(q.queue, UINT64_MAX)); // said once
    assert_int_equal(*p, 7);

    ZE_OK(zeEventHostReset(q.event[2]));
    assert_int_equal(zeEventQueryStatus(q.event[2]), ZE_RESULT_NOT_READY);
    ZE_OK(zeCommandQueueExecuteCommandLists(q.queue, 1, &next, NULL));
    ZE_OK(zeEventHostSynchronize(q.event[2], UINT64_MAX));
    ZE_OK(zeCommandQueueSynchronize(q.queue, UINT64_MAX));
    assert_int_equal(*p, 1);
    ZE_OK(zeCommandListDestroy(next));
    zt_free(t, p);
    drop_queue(&other);
    drop_queue(&q);
}

// The same without a queue of one's own: the append succeeds, the event has the error.
static void immediate_failures_signal_events(void **state) {
    ze_test *t = *state;
    queue_set q;
    make_queue(t, &q);
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_handle_t now;
    uint64_t *p = zt_shared(t, 64), *gone = zt_shared(t, 256);
    const ze_group_count_t groups = {1, 1, 1};
    ZE_OK(zeCommandListCreateImmediate(t->context, t->device, &desc, &now));
    zt_load(t, "basic.tgllp");
    zt_kernel(t, "vadd", 16, 1, 1);
    for (uint32_t i = 0; i < 3; i++)
        zt_arg(t, i, sizeof gone, &gone);
    zt_arg_int(t, 3, 16);
    ZE_OK(zeCommandListAppendLaunchKernel(now, t->kernel, &groups, q.event[1], 1, &q.event[0]));
    zt_free(t, gone);
    assert_int_equal(zeEventQueryStatus(q.event[1]), ZE_RESULT_NOT_READY);
    ZE_OK(zeEventHostSignal(q.event[0]));
    assert_int_equal(zeEventHostSynchronize(q.event[1], UINT64_MAX), ZE_RESULT_ERROR_DEVICE_LOST);
    const uint64_t five = 5;
    ZE_OK(zeCommandListAppendMemoryFill(now, p, &five, 8, 8, q.event[2], 0, NULL));
    ZE_OK(zeEventHostSynchronize(q.event[2], UINT64_MAX));
    assert_int_equal(*p, 5);
    ZE_OK(zeCommandListDestroy(now));
    zt_free(t, p);
    drop_queue(&q);
}

// Boxes of three dimensions: every byte of them and no other, up to the last byte of the memory.
static void boxes_end_where_they_end(void **state) {
    ze_test *t = *state;
    enum { PITCH = 11, SLICE = 47, FROM_PITCH = 9, FROM_SLICE = 33, W = 5, H = 3, D = 2, SIZE = 192 };
    const ze_copy_region_t to = {.originX = 2, .originY = 1, .originZ = 1, .width = W, .height = H, .depth = D};
    const ze_copy_region_t from = {.originX = 1, .originZ = 1, .width = W, .height = H, .depth = D};
    uint8_t *dst = zt_shared(t, SIZE), *src = zt_shared(t, SIZE), want[SIZE];
    const size_t used = 2 + PITCH + SLICE + (D - 1) * SLICE + (H - 1) * PITCH + W; // from dst to the box's end
    for (unsigned i = 0; i < SIZE; i++) {
        src[i] = (uint8_t)(i + 1);
        dst[i] = want[i] = 0xee;
    }
    for (unsigned z = 0; z < D; z++)
        for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++)
                want[SIZE - used + (z + 1) * SLICE + (y + 1) * PITCH + x + 2] =
                    src[(z + 1) * FROM_SLICE + y * FROM_PITCH + x + 1];
    ZE_OK(zeCommandListAppendMemoryCopyRegion(t->list, dst + SIZE - used, &to, PITCH, SLICE, src, &from, FROM_PITCH,
                                              FROM_SLICE, NULL, 0, NULL));
    assert_memory_equal(dst, want, SIZE);
    // one byte further there is no memory
    assert_int_not_equal(zeCommandListAppendMemoryCopyRegion(t->list, dst + SIZE - used + 1, &to, PITCH, SLICE, src,
                                                             &from, FROM_PITCH, FROM_SLICE, NULL, 0, NULL),
                         ZE_RESULT_SUCCESS);
    assert_memory_equal(dst, want, SIZE);
    ZE_OK(zeCommandListAppendMemoryCopy(t->list, dst + SIZE - 3, src, 3, NULL, 0, NULL));
    assert_int_equal(dst[SIZE - 1], 3);
    assert_int_not_equal(zeCommandListAppendMemoryCopy(t->list, dst + SIZE - 3, src, 4, NULL, 0, NULL),
                         ZE_RESULT_SUCCESS);
    const uint8_t nine = 9;
    ZE_OK(zeCommandListAppendMemoryFill(t->list, dst + SIZE - 2, &nine, 1, 2, NULL, 0, NULL));
    assert_int_equal(dst[SIZE - 1], 9);
    assert_int_equal(dst[SIZE - 3], 1);
    assert_int_not_equal(zeCommandListAppendMemoryFill(t->list, dst + SIZE - 2, &nine, 1, 3, NULL, 0, NULL),
                         ZE_RESULT_SUCCESS);
    zt_free(t, dst);
    zt_free(t, src);
}

// The last texel of an image of three dimensions, both ways.
static void the_last_texel(void **state) {
    ze_test *t = *state;
    enum { W = 5, H = 3, D = 4, N = W * H * D };
    const ze_image_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                                  .type = ZE_IMAGE_TYPE_3D,
                                  .width = W,
                                  .height = H,
                                  .depth = D,
                                  .format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_32, .type = ZE_IMAGE_FORMAT_TYPE_UINT}};
    const ze_image_region_t last = {W - 1, H - 1, D - 1, 1, 1, 1}, past = {W - 1, H - 1, D - 1, 1, 1, 2};
    uint32_t in[N], out[N], texel = 0;
    ze_image_handle_t img;
    for (uint32_t i = 0; i < N; i++)
        in[i] = i * 2654435761u;
    ZE_OK(zeImageCreate(t->context, t->device, &desc, &img));
    ZE_OK(zeCommandListAppendImageCopyFromMemory(t->list, img, in, NULL, NULL, 0, NULL));
    ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, &texel, img, &last, NULL, 0, NULL));
    assert_int_equal(texel, in[N - 1]);
    texel = 77;
    ZE_OK(zeCommandListAppendImageCopyFromMemory(t->list, img, &texel, &last, NULL, 0, NULL));
    ZE_OK(zeCommandListAppendImageCopyToMemory(t->list, out, img, NULL, NULL, 0, NULL));
    in[N - 1] = 77;
    assert_memory_equal(out, in, sizeof in);
    assert_int_equal(zeCommandListAppendImageCopyToMemory(t->list, out, img, &past, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_ARGUMENT);
    ZE_OK(zeImageDestroy(img));
}

// A handle of each kind, given to a function of every other kind, is refused; so is a handle that was destroyed.
static void every_kind_of_handle(void **state) {
    ze_test *t = *state;
    queue_set q;
    make_queue(t, &q);
    zt_load(t, "basic.tgllp");
    zt_kernel(t, "vadd", 16, 1, 1);
    const ze_image_desc_t image_desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                                        .type = ZE_IMAGE_TYPE_2D,
                                        .width = 4,
                                        .height = 4,
                                        .format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_8}};
    const ze_sampler_desc_t sampler_desc = {.stype = ZE_STRUCTURE_TYPE_SAMPLER_DESC};
    ze_image_handle_t image;
    ze_sampler_handle_t sampler;
    ZE_OK(zeImageCreate(t->context, t->device, &image_desc, &image));
    ZE_OK(zeSamplerCreate(t->context, t->device, &sampler_desc, &sampler));
    void *handles[] = {t->context, q.queue, q.list, q.pool, q.event[0], q.fence, t->module, t->kernel, image, sampler};
    enum { KINDS = sizeof handles / sizeof handles[0] };
    for (unsigned i = 0; i < KINDS; i++) {
        const ze_result_t got[KINDS] = {
            i == 0 ? 1 : zeContextGetStatus(handles[i]),   i == 1 ? 1 : zeCommandQueueDestroy(handles[i]),
            i == 2 ? 1 : zeCommandListDestroy(handles[i]), i == 3 ? 1 : zeEventPoolDestroy(handles[i]),
            i == 4 ? 1 : zeEventDestroy(handles[i]),       i == 5 ? 1 : zeFenceDestroy(handles[i]),
            i == 6 ? 1 : zeModuleDestroy(handles[i]),      i == 7 ? 1 : zeKernelDestroy(handles[i]),
            i == 8 ? 1 : zeImageDestroy(handles[i]),       i == 9 ? 1 : zeSamplerDestroy(handles[i]),
        };
        for (unsigned k = 0; k < KINDS; k++)
            if (k != i && got[k] != ZE_RESULT_ERROR_INVALID_ARGUMENT)
                fail_msg("handle %u, function %u: 0x%x", i, k, (unsigned)got[k]);
    }
    ZE_OK(zeImageDestroy(image));
    ZE_OK(zeSamplerDestroy(sampler));
    assert_int_equal(zeImageDestroy(image), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeSamplerDestroy(sampler), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    const queue_set gone = q;
    drop_queue(&q);
    assert_int_equal(zeFenceDestroy(gone.fence), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeEventDestroy(gone.event[0]), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeEventPoolDestroy(gone.pool), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeCommandListDestroy(gone.list), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(zeCommandQueueDestroy(gone.queue), ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_signal_events),
        cmocka_unit_test(immediate_failures_signal_events),
        cmocka_unit_test(boxes_end_where_they_end),
        cmocka_unit_test(the_last_texel),
        cmocka_unit_test(every_kind_of_handle),
        cmocka_unit_test(driver_and_device_queries),
        cmocka_unit_test(several_devices),
        cmocka_unit_test(foreign_handles_are_refused),
        cmocka_unit_test(memory_kinds_and_ranges),
        cmocka_unit_test(fills_and_regions),
        cmocka_unit_test(copies_stay_inside_of_memory),
        cmocka_unit_test(images_keep_their_pixels),
        cmocka_unit_test(a_list_waits_for_the_host),
        cmocka_unit_test(queues_wait_for_each_other),
        cmocka_unit_test(destroying_a_waiting_queue_ends),
        cmocka_unit_test(bad_modules_say_why),
        cmocka_unit_test(module_and_kernel_queries),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(destroyed_before_the_list_runs),
        cmocka_unit_test(threads_share_a_context),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
