// SPDX-License-Identifier: MIT
// A kernel of cmc in a program that uses Level Zero alone: kernels.bin is a native module as the driver takes it.
//
//     plain kernels.bin
//
// Teaches: what libcmrt does for a program: arguments by number, surfaces as pointers, one work-item a thread.

#include <level_zero/ze_api.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, PER_THREAD = 16 };

static void need(ze_result_t r, const char *call) {
    if (r == ZE_RESULT_SUCCESS)
        return;
    fprintf(stderr, "%s: 0x%x\n", call, (unsigned)r);
    exit(1);
}
#define NEED(call) need(call, #call)

static uint8_t *read_file(const char *path, size_t *size_b) {
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    *size_b = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*size_b);
    if (!bytes || fread(bytes, 1, *size_b, f) != *size_b)
        exit(1);
    fclose(f);
    return bytes;
}

typedef struct machine {
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list;
} machine;

static machine open_machine(void) {
    machine m = {0};
    uint32_t one = 1;
    ze_context_desc_t context = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    NEED(zeInit(ZE_INIT_FLAG_GPU_ONLY));
    NEED(zeDriverGet(&one, &m.driver));
    NEED(zeDeviceGet(m.driver, &one, &m.device));
    NEED(zeContextCreate(m.driver, &context, &m.context));
    NEED(zeCommandListCreateImmediate(m.context, m.device, &queue, &m.list));
    return m;
}

static ze_kernel_handle_t load(const machine *m, const char *path, const char *name, ze_module_handle_t *module) {
    size_t size_b = 0;
    uint8_t *bytes = read_file(path, &size_b);
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_NATIVE,
                             .inputSize = size_b,
                             .pInputModule = bytes};
    ze_kernel_desc_t kernel_desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    ze_kernel_handle_t kernel;
    NEED(zeModuleCreate(m->context, m->device, &desc, module, NULL));
    NEED(zeKernelCreate(*module, &kernel_desc, &kernel));
    free(bytes);
    return kernel;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    machine m = open_machine();
    ze_module_handle_t module;
    ze_kernel_handle_t kernel = load(&m, argv[1], "combine", &module);
    ze_device_mem_alloc_desc_t on_device = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t on_host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory[3];
    float *value[3], factor = 10;
    for (int i = 0; i < 3; i++) {
        NEED(zeMemAllocShared(m.context, &on_device, &on_host, N * sizeof(float), 64, m.device, &memory[i]));
        value[i] = memory[i];
        NEED(zeKernelSetArgumentValue(kernel, (uint32_t)i, sizeof memory[i], &memory[i]));
    }
    for (int i = 0; i < N; i++) {
        value[0][i] = (float)i;
        value[1][i] = (float)(N - i);
    }
    NEED(zeKernelSetArgumentValue(kernel, 3, sizeof factor, &factor));
    NEED(zeKernelSetGroupSize(kernel, 1, 1, 1));
    ze_group_count_t groups = {N / PER_THREAD, 1, 1};
    NEED(zeCommandListAppendLaunchKernel(m.list, kernel, &groups, NULL, 0, NULL));
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += value[2][i] != (float)i + 10 * (float)(N - i);
    printf("plain    %s\n", wrong ? "WRONG" : "right");
    for (int i = 0; i < 3; i++)
        NEED(zeMemFree(m.context, memory[i]));
    NEED(zeKernelDestroy(kernel));
    NEED(zeModuleDestroy(module));
    NEED(zeCommandListDestroy(m.list));
    NEED(zeContextDestroy(m.context));
    return wrong != 0;
}
