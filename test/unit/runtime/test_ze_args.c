// SPDX-License-Identifier: MIT
// Arguments that a program does not see as such: named by the binding table alone, and implicit ones in memory.

#include "fixture.h"

#include <level_zero/ze_api.h>

#define ZE_OK(expr) assert_int_equal((expr), ZE_RESULT_SUCCESS)
enum { OUT_B = 1024 };

typedef struct place {
    cmrt_device *opened; // makes the loader load xesim
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_module_handle_t module;
    ze_kernel_handle_t kernel;
    ze_command_list_handle_t list;
} place;

static ze_device_handle_t our_device(ze_driver_handle_t driver) {
    uint32_t n = 16;
    ze_device_handle_t all[16], found = NULL;
    ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ZE_OK(zeDeviceGet(driver, &n, all));
    for (uint32_t i = 0; i < n && !found; i++) {
        ZE_OK(zeDeviceGetProperties(all[i], &p));
        found = strstr(p.name, "xesim") ? all[i] : NULL;
    }
    assert_non_null(found);
    return found;
}

// A kernel 'add' of this zebin, which is freed.
static void open_place(place *p, cmc_str zebin) {
    uint32_t n = 1;
    p->opened = fixture_device();
    ZE_OK(zeInit(0));
    ZE_OK(zeDriverGet(&n, &p->driver));
    p->device = our_device(p->driver);
    const ze_context_desc_t cd = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_command_queue_desc_t qd = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                        .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_module_desc_t md = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                 .format = ZE_MODULE_FORMAT_NATIVE,
                                 .inputSize = zebin.len,
                                 .pInputModule = (const uint8_t *)zebin.data};
    const ze_kernel_desc_t kd = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "add"};
    ZE_OK(zeContextCreate(p->driver, &cd, &p->context));
    ZE_OK(zeModuleCreate(p->context, p->device, &md, &p->module, NULL));
    ZE_OK(zeKernelCreate(p->module, &kd, &p->kernel));
    ZE_OK(zeCommandListCreateImmediate(p->context, p->device, &qd, &p->list));
    cmc_str_free(&zebin);
}

static void close_place(place *p) {
    ZE_OK(zeCommandListDestroy(p->list));
    ZE_OK(zeKernelDestroy(p->kernel));
    ZE_OK(zeModuleDestroy(p->module));
    ZE_OK(zeContextDestroy(p->context));
    ok(p->opened, cmrt_device_close(p->opened));
}

static void *shared(place *p) {
    const ze_device_mem_alloc_desc_t md = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t hd = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *m = NULL;
    ZE_OK(zeMemAllocShared(p->context, &md, &hd, OUT_B, 64, p->device, &m));
    memset(m, 0, OUT_B);
    return m;
}

static void table_arguments_are_needed(void **state) {
    (void)state;
    place p;
    const ze_group_count_t one = {1, 1, 1};
    open_place(&p, fixture_table_only("tgl"));
    int32_t *out = shared(&p), *in = shared(&p), n = 5;
    in[3] = 3;
    ZE_OK(zeKernelSetGroupSize(p.kernel, 1, 1, 1));
    ZE_OK(zeKernelSetArgumentValue(p.kernel, 1, sizeof in, &in));
    ZE_OK(zeKernelSetArgumentValue(p.kernel, 2, sizeof n, &n));
    assert_int_equal(zeCommandListAppendLaunchKernel(p.list, p.kernel, &one, NULL, 0, NULL),
                     ZE_RESULT_ERROR_INVALID_ARGUMENT);
    ZE_OK(zeKernelSetArgumentValue(p.kernel, 0, sizeof out, &out));
    ZE_OK(zeCommandListAppendLaunchKernel(p.list, p.kernel, &one, NULL, 0, NULL));
    assert_int_equal(out[3], 8);
    ZE_OK(zeMemFree(p.context, in));
    ZE_OK(zeMemFree(p.context, out));
    close_place(&p);
}

static uint64_t number(const uint8_t *bytes, unsigned at, unsigned size_b) {
    uint64_t v = 0;
    memcpy(&v, bytes + at, size_b);
    return v;
}

// The kernel copies the buffer; every group copies 32 bytes of it. Layout: thread-payload.md 12. Thread t of a group
// has three rows of 32 bytes in the table: the x, y and z of its eight work-items.
static void implicit_arguments_are_in_memory(void **state) {
    (void)state;
    enum { X = 5, Y = 3, Z = 2, LANES = 8, HEAD_B = 128, ROW_B = 32 };
    place p;
    const ze_group_count_t groups = {16, 1, 1};
    open_place(&p, fixture_implicit("tgl"));
    uint8_t *out = shared(&p);
    int32_t n = 0;
    ZE_OK(zeKernelSetGroupSize(p.kernel, X, Y, Z));
    ZE_OK(zeKernelSetArgumentValue(p.kernel, 0, sizeof out, &out));
    ZE_OK(zeKernelSetArgumentValue(p.kernel, 1, sizeof n, &n));
    ZE_OK(zeCommandListAppendLaunchKernel(p.list, p.kernel, &groups, NULL, 0, NULL));
    assert_int_equal(number(out, 0, 1), 112); // bytes of the structure
    assert_int_equal(number(out, 2, 1), 3);   // dimensions
    assert_int_equal(number(out, 3, 1), LANES);
    static const uint32_t local[3] = {X, Y, Z}, count[3] = {16, 1, 1};
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(number(out, 4 + 4 * k, 4), local[k]);
        assert_int_equal(number(out, 16 + 8 * k, 8), local[k] * count[k]);
        assert_int_equal(number(out, 80 + 4 * k, 4), count[k]);
    }
    for (unsigned i = 0; i < X * Y * Z; i++) {
        unsigned at = HEAD_B + i / LANES * 3 * ROW_B + i % LANES * 2;
        assert_int_equal(number(out, at, 2), i % X);
        assert_int_equal(number(out, at + ROW_B, 2), i / X % Y);
        assert_int_equal(number(out, at + 2 * ROW_B, 2), i / X / Y);
    }
    ZE_OK(zeMemFree(p.context, out));
    close_place(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(table_arguments_are_needed),
                                       cmocka_unit_test(implicit_arguments_are_in_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
