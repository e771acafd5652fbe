// SPDX-License-Identifier: MIT
// What libcmrt calls, seen by functions of the same name in this program: every list ends in a barrier, so that a
// device that overlaps lists still runs them in order.

#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <level_zero/ze_api.h>

#define SEEN __attribute__((visibility("default")))

static struct {
    ze_command_list_handle_t last_barrier; // nothing was appended to this list since
    unsigned launches, copies, closed, executed, open_ends;
    ze_result_t refuse; // what the driver answers to requests for shared memory; 0: what it does itself
} seen;

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

SEEN ze_result_t ZE_APICALL zeCommandListAppendBarrier(ze_command_list_handle_t list, ze_event_handle_t event,
                                                       uint32_t n, ze_event_handle_t *waits) {
    seen.last_barrier = list;
    return REAL(zeCommandListAppendBarrier)(list, event, n, waits);
}

SEEN ze_result_t ZE_APICALL zeCommandListAppendLaunchKernel(ze_command_list_handle_t list, ze_kernel_handle_t kernel,
                                                            const ze_group_count_t *groups, ze_event_handle_t event,
                                                            uint32_t n, ze_event_handle_t *waits) {
    seen.last_barrier = NULL;
    seen.launches++;
    return REAL(zeCommandListAppendLaunchKernel)(list, kernel, groups, event, n, waits);
}

SEEN ze_result_t ZE_APICALL zeCommandListAppendMemoryCopy(ze_command_list_handle_t list, void *to, const void *from,
                                                          size_t size, ze_event_handle_t event, uint32_t n,
                                                          ze_event_handle_t *waits) {
    seen.last_barrier = NULL;
    seen.copies++;
    return REAL(zeCommandListAppendMemoryCopy)(list, to, from, size, event, n, waits);
}

SEEN ze_result_t ZE_APICALL zeCommandListClose(ze_command_list_handle_t list) {
    seen.closed++;
    seen.open_ends += seen.last_barrier != list;
    return REAL(zeCommandListClose)(list);
}

SEEN ze_result_t ZE_APICALL zeCommandQueueExecuteCommandLists(ze_command_queue_handle_t queue, uint32_t n,
                                                              ze_command_list_handle_t *lists,
                                                              ze_fence_handle_t fence) {
    seen.executed += n;
    return REAL(zeCommandQueueExecuteCommandLists)(queue, n, lists, fence);
}

SEEN ze_result_t ZE_APICALL zeMemAllocShared(ze_context_handle_t context, const ze_device_mem_alloc_desc_t *desc,
                                             const ze_host_mem_alloc_desc_t *host, size_t size, size_t align,
                                             ze_device_handle_t device, void **out) {
    if (seen.refuse)
        return seen.refuse;
    return REAL(zeMemAllocShared)(context, desc, host, size, align, device, out);
}

static void every_list_ends_in_a_barrier(void **state) {
    (void)state;
    enum { LAUNCHES = 5 };
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *data;
    int32_t values[8] = {0}, n = 3;
    const uint32_t one[3] = {1, 1, 1};
    ok(d, cmrt_kernel_create(p, "add", &k));
    ok(d, cmrt_buffer_create(d, sizeof values, &data));
    ok(d, cmrt_buffer_write(data, 0, values, sizeof values));
    ok(d, cmrt_kernel_set_buffer(k, 0, data));
    ok(d, cmrt_kernel_set_buffer(k, 1, data));
    ok(d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    for (unsigned i = 0; i < LAUNCHES; i++)
        ok(d, cmrt_launch(k, one, one));
    ok(d, cmrt_wait(d));
    ok(d, cmrt_buffer_read(data, 0, values, sizeof values));
    assert_int_equal(values[0], LAUNCHES * n);
    assert_int_equal(seen.launches, LAUNCHES);
    assert_true(seen.closed >= LAUNCHES);
    assert_int_equal(seen.executed, seen.closed);
    assert_int_equal(seen.open_ends, 0);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(data);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

// Each result of a driver that has words of ours, and one that has none.
static void results_have_our_words(void **state) {
    (void)state;
    static const struct {
        ze_result_t result;
        cmrt_status status;
        const char *text;
    } rows[] = {
        {ZE_RESULT_ERROR_DEVICE_LOST, CMRT_ERR_FAULT, "the device stopped with a fault"},
        {ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY, CMRT_ERR_MEMORY, "out of host memory"},
        {ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, CMRT_ERR_MEMORY, "out of device memory"},
        {ZE_RESULT_ERROR_MODULE_BUILD_FAILURE, CMRT_ERR_BINARY, "cannot build the program"},
        {ZE_RESULT_ERROR_MODULE_LINK_FAILURE, CMRT_ERR_BINARY, "cannot link the program"},
        {ZE_RESULT_ERROR_UNINITIALIZED, CMRT_ERR_NO_DEVICE, "no driver"},
        {ZE_RESULT_ERROR_UNSUPPORTED_VERSION, CMRT_ERR_UNSUPPORTED, "unsupported version"},
        {ZE_RESULT_ERROR_UNSUPPORTED_FEATURE, CMRT_ERR_UNSUPPORTED, "unsupported feature"},
        {ZE_RESULT_ERROR_INVALID_ARGUMENT, CMRT_ERR_DRIVER, "invalid argument"},
        {ZE_RESULT_ERROR_INVALID_SIZE, CMRT_ERR_DRIVER, "invalid size"},
        {ZE_RESULT_ERROR_UNSUPPORTED_SIZE, CMRT_ERR_UNSUPPORTED, "unsupported size"},
        {ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT, CMRT_ERR_UNSUPPORTED, "unsupported alignment"},
        {ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT, CMRT_ERR_UNSUPPORTED, "unsupported image format"},
        {ZE_RESULT_ERROR_INVALID_NATIVE_BINARY, CMRT_ERR_BINARY, "not a program for this device"},
        {ZE_RESULT_ERROR_INVALID_KERNEL_NAME, CMRT_ERR_NO_KERNEL, "no kernel has this name"},
        {ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION, CMRT_ERR_LAUNCH, "unsupported group size"},
        {ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX, CMRT_ERR_ARG_INDEX, "no argument has this number"},
        {ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE, CMRT_ERR_ARG_SIZE, "wrong argument size"},
        {ZE_RESULT_ERROR_NOT_AVAILABLE, CMRT_ERR_DRIVER, "0x70010001"},
    };
    cmrt_device *d = fixture_device();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *memory = NULL;
        seen.refuse = rows[i].result;
        refused(d, cmrt_svm_alloc(d, 64, 64, &memory), rows[i].status, rows[i].text);
    }
    seen.refuse = ZE_RESULT_SUCCESS;
    ok(d, cmrt_device_close(d));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_list_ends_in_a_barrier),
                                       cmocka_unit_test(results_have_our_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
