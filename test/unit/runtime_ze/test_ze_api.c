// SPDX-License-Identifier: MIT
// Every function of the core API once with good arguments, and once for each error that the Level Zero header
// documents for it. The calls are made from the header when the test is built (api_from_header.py); here is what they
// are made on. Runs through the loader, with Intel's validation layer between and without.

#include "ze_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    ze_driver_handle_t driver;
    ze_device_handle_t device, out_device;
    ze_context_handle_t context;
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t list, closed;
    ze_image_handle_t image, image2;
    ze_event_pool_handle_t pool;
    ze_event_handle_t event;
    ze_fence_handle_t fence;
    ze_module_handle_t module;
    ze_module_build_log_handle_t log;
    ze_kernel_handle_t kernel;
    ze_sampler_handle_t sampler;
    uint8_t *mem;
    void *out, *pointer;
    const void *ranges[1];
    size_t size;
    int32_t number;
    uint64_t scratch[8], room[512]; // filled in by calls; zeros before each
    ze_group_count_t groups, ze_group_count_t;
    ze_context_desc_t ze_context_desc_t;
    ze_command_queue_desc_t ze_command_queue_desc_t;
    ze_command_list_desc_t ze_command_list_desc_t;
    ze_copy_region_t ze_copy_region_t;
    ze_device_mem_alloc_desc_t ze_device_mem_alloc_desc_t;
    ze_host_mem_alloc_desc_t ze_host_mem_alloc_desc_t;
    ze_event_pool_desc_t ze_event_pool_desc_t;
    ze_event_desc_t ze_event_desc_t;
    ze_fence_desc_t ze_fence_desc_t;
    ze_image_desc_t ze_image_desc_t;
    ze_kernel_desc_t ze_kernel_desc_t;
    ze_module_desc_t ze_module_desc_t;
    ze_sampler_desc_t ze_sampler_desc_t;
    ze_memory_free_ext_desc_t ze_memory_free_ext_desc_t;
    ze_physical_mem_desc_t ze_physical_mem_desc_t;
    ze_linkage_inspection_ext_desc_t ze_linkage_inspection_ext_desc_t;
    ze_scheduling_hint_exp_desc_t ze_scheduling_hint_exp_desc_t;
} g;

static uint8_t *file;

static void describe(void) {
    size_t len;
    file = zt_read("basic.tgllp", &len);
    g.ze_context_desc_t.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC;
    g.ze_command_queue_desc_t.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    g.ze_command_list_desc_t.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC;
    g.ze_device_mem_alloc_desc_t.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
    g.ze_host_mem_alloc_desc_t.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
    g.ze_event_pool_desc_t = (ze_event_pool_desc_t){
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, .count = 4};
    g.ze_event_desc_t.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
    g.ze_fence_desc_t.stype = ZE_STRUCTURE_TYPE_FENCE_DESC;
    g.ze_image_desc_t = (ze_image_desc_t){.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                                          .type = ZE_IMAGE_TYPE_2D,
                                          .format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8},
                                          .width = 8,
                                          .height = 4};
    g.ze_kernel_desc_t = (ze_kernel_desc_t){.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "vadd"};
    g.ze_module_desc_t = (ze_module_desc_t){.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                            .format = ZE_MODULE_FORMAT_NATIVE,
                                            .inputSize = len,
                                            .pInputModule = file};
    g.ze_sampler_desc_t.stype = ZE_STRUCTURE_TYPE_SAMPLER_DESC;
    g.groups = g.ze_group_count_t = (ze_group_count_t){1, 1, 1};
    g.ze_copy_region_t = (ze_copy_region_t){0, 0, 0, 8, 2, 1};
    g.size = 64;
}

static void set_kernel(void) {
    for (uint32_t i = 0; i < 3; i++)
        ZE_OK(zeKernelSetArgumentValue(g.kernel, i, sizeof g.mem, &g.mem));
    ZE_OK(zeKernelSetArgumentValue(g.kernel, 3, 4, &g.number));
}

static int setup(void **state) {
    static ze_test t;
    *state = &t;
    zt_open(&t, 0);
    g.driver = t.driver;
    g.device = t.device;
    g.context = t.context;
    describe();
    ZE_OK(zeCommandQueueCreate(g.context, g.device, &g.ze_command_queue_desc_t, &g.queue));
    ZE_OK(zeCommandListCreate(g.context, g.device, &g.ze_command_list_desc_t, &g.list));
    ZE_OK(zeCommandListCreate(g.context, g.device, &g.ze_command_list_desc_t, &g.closed));
    ZE_OK(zeCommandListClose(g.closed));
    ZE_OK(zeImageCreate(g.context, g.device, &g.ze_image_desc_t, &g.image));
    ZE_OK(zeImageCreate(g.context, g.device, &g.ze_image_desc_t, &g.image2));
    ZE_OK(zeEventPoolCreate(g.context, &g.ze_event_pool_desc_t, 1, &g.device, &g.pool));
    ZE_OK(zeEventCreate(g.pool, &g.ze_event_desc_t, &g.event));
    ZE_OK(zeFenceCreate(g.queue, &g.ze_fence_desc_t, &g.fence));
    ZE_OK(zeModuleCreate(g.context, g.device, &g.ze_module_desc_t, &g.module, &g.log));
    ZE_OK(zeKernelCreate(g.module, &g.ze_kernel_desc_t, &g.kernel));
    ZE_OK(zeSamplerCreate(g.context, g.device, &g.ze_sampler_desc_t, &g.sampler));
    g.mem = zt_shared(&t, 4096);
    g.ranges[0] = g.mem;
    set_kernel();
    return 0;
}

static int teardown(void **state) {
    const ze_memory_free_ext_desc_t free_now = {.stype = ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC};
    ze_test *t = *state;
    ZE_OK(zeMemFreeExt(g.context, &free_now, g.mem));
    ZE_OK(zeSamplerDestroy(g.sampler));
    ZE_OK(zeKernelDestroy(g.kernel));
    ZE_OK(zeModuleBuildLogDestroy(g.log));
    ZE_OK(zeModuleDestroy(g.module));
    ZE_OK(zeFenceDestroy(g.fence));
    ZE_OK(zeEventDestroy(g.event));
    ZE_OK(zeEventPoolDestroy(g.pool));
    ZE_OK(zeImageDestroy(g.image));
    ZE_OK(zeImageDestroy(g.image2));
    ZE_OK(zeCommandListDestroy(g.list));
    ZE_OK(zeCommandListDestroy(g.closed));
    ZE_OK(zeCommandQueueDestroy(g.queue));
    zt_close(t);
    free(file);
    return 0;
}

// What undoes a creation. Memory goes with its context.
static void drop(const char *creator) {
    void *made = g.out;
    if (strncmp(creator, "zeContext", 9) == 0)
        ZE_OK(zeContextDestroy(made));
    else if (strcmp(creator, "zeCommandQueueCreate") == 0)
        ZE_OK(zeCommandQueueDestroy(made));
    else if (strncmp(creator, "zeCommandList", 13) == 0)
        ZE_OK(zeCommandListDestroy(made));
    else if (strncmp(creator, "zeImage", 7) == 0)
        ZE_OK(zeImageDestroy(made));
    else if (strcmp(creator, "zeEventPoolCreate") == 0)
        ZE_OK(zeEventPoolDestroy(made));
    else if (strcmp(creator, "zeEventCreate") == 0)
        ZE_OK(zeEventDestroy(made));
    else if (strcmp(creator, "zeFenceCreate") == 0)
        ZE_OK(zeFenceDestroy(made));
    else if (strcmp(creator, "zeModuleCreate") == 0)
        ZE_OK(zeModuleDestroy(made));
    else if (strcmp(creator, "zeKernelCreate") == 0)
        ZE_OK(zeKernelDestroy(made));
    else if (strcmp(creator, "zeSamplerCreate") == 0)
        ZE_OK(zeSamplerDestroy(made));
}

static unsigned wrong;

static void expect(const char *what, ze_result_t want, ze_result_t got) {
    if (want == got)
        return;
    wrong++;
    fprintf(stderr, "%s: 0x%x, expected 0x%x\n", what, (unsigned)got, (unsigned)want);
}

#define CALL(what, want, before, ...)                                                                                  \
    {                                                                                                                  \
        memset(g.scratch, 0, sizeof g.scratch);                                                                        \
        memset(g.room, 0, sizeof g.room);                                                                              \
        g.pointer = NULL;                                                                                              \
        before expect(what, ZE_RESULT_##want, __VA_ARGS__);                                                            \
    }
#define DROP(creator) drop(#creator);

static void every_function_as_documented(void **state) {
    (void)state;
#include "api.inc"
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_function_as_documented)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
