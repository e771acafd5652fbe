// SPDX-License-Identifier: MIT
// One launch through the driver that the environment names, straight through Level Zero. Sets every argument by what
// .ze_info says of it, and prints where the payload holds an address and which: "address OFFSET SIZE VALUE".
// usage: payload_launch ZEBIN KERNEL LX LY LZ GX GY GZ OX OY OZ

#include <cmc/zebin.h>

#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_B = 65536, LOCAL_B = 1024 };

typedef struct session {
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_module_handle_t module;
    ze_kernel_handle_t kernel;
    const zeb_kernel *meta;
} session;

static void must(ze_result_t r, const char *what) {
    if (r == ZE_RESULT_SUCCESS)
        return;
    fprintf(stderr, "%s: 0x%x\n", what, (unsigned)r);
    exit(1);
}

static void open_device(session *s) {
    uint32_t n = 1;
    ze_driver_handle_t driver;
    const ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    must(zeInit(0), "zeInit");
    must(zeDriverGet(&n, &driver), "zeDriverGet");
    n = 1;
    must(zeDeviceGet(driver, &n, &s->device), "zeDeviceGet");
    must(zeContextCreate(driver, &desc, &s->context), "zeContextCreate");
}

static void load(session *s, const char *path, const char *name) {
    uint8_t *data = NULL;
    size_t len = 0;
    zeb_file *f = NULL;
    if (cmc_file_read(path, &data, &len, NULL) != CMC_OK || zeb_read(cmc_arena_create(), data, len, &f, NULL) != CMC_OK)
        must(ZE_RESULT_ERROR_INVALID_NATIVE_BINARY, path);
    for (uint32_t i = 0; i < f->kernels.len; i++)
        if (strcmp(f->kernels.data[i]->name, name) == 0)
            s->meta = f->kernels.data[i];
    if (!s->meta)
        must(ZE_RESULT_ERROR_INVALID_KERNEL_NAME, name);
    const ze_module_desc_t module = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                     .format = ZE_MODULE_FORMAT_NATIVE,
                                     .inputSize = len,
                                     .pInputModule = data};
    const ze_kernel_desc_t kernel = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    must(zeModuleCreate(s->context, s->device, &module, &s->module, NULL), "zeModuleCreate");
    must(zeKernelCreate(s->module, &kernel, &s->kernel), "zeKernelCreate");
}

static size_t declared_size(const session *s, int32_t index) {
    for (uint32_t i = 0; i < s->meta->arg_infos.len; i++) {
        const zeb_arg_info *info = &s->meta->arg_infos.data[i];
        const char *semicolon = info->index == index && info->type_name ? strrchr(info->type_name, ';') : NULL;
        if (semicolon)
            return strtoul(semicolon + 1, NULL, 10);
    }
    return 0;
}

// Small numbers, so that a kernel that takes one for a count ends soon.
static void set_value(const session *s, uint32_t index, const zeb_arg *a) {
    uint8_t bytes[256] = {0};
    const size_t size = declared_size(s, (int32_t)index);
    for (size_t i = 0; i < sizeof bytes; i += 4)
        bytes[i] = (uint8_t)(3 + index + i);
    must(zeKernelSetArgumentValue(s->kernel, index, size ? size : a->size_b, bytes), "value");
}

static void *set_memory(const session *s, uint32_t index) {
    const ze_device_mem_alloc_desc_t dev = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *p = NULL;
    must(zeMemAllocShared(s->context, &dev, &host, MEMORY_B, 4096, s->device, &p), "zeMemAllocShared");
    memset(p, 0, MEMORY_B);
    must(zeKernelSetArgumentValue(s->kernel, index, sizeof p, &p), "pointer");
    return p;
}

static void *set_arg(const session *s, uint32_t index, const zeb_arg *a) {
    if (a->type == ZEB_ARG_BYVALUE)
        set_value(s, index, a);
    else if (a->addrmode == ZEB_ADDR_SLM || a->addrspace == ZEB_SPACE_LOCAL)
        must(zeKernelSetArgumentValue(s->kernel, index, LOCAL_B + 100 * index, NULL), "local");
    else
        return set_memory(s, index);
    return NULL;
}

static void set_args(const session *s) {
    void *memory[256] = {0};
    bool set[256] = {false};
    for (uint32_t i = 0; i < s->meta->args.len; i++) {
        const zeb_arg *a = &s->meta->args.data[i];
        if (a->arg_index < 0 || a->arg_index >= 256)
            continue;
        if (!set[a->arg_index])
            memory[a->arg_index] = set_arg(s, (uint32_t)a->arg_index, a);
        set[a->arg_index] = true;
        if (memory[a->arg_index] && a->size_b == 8)
            printf("address %u %u 0x%llx\n", a->off_b, a->size_b, (unsigned long long)(uintptr_t)memory[a->arg_index]);
    }
}

static ze_result_t launch(const session *s, const ze_group_count_t *groups) {
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_queue_handle_t queue;
    ze_command_list_handle_t list;
    must(zeCommandQueueCreate(s->context, s->device, &queue_desc, &queue), "zeCommandQueueCreate");
    must(zeCommandListCreate(s->context, s->device, &list_desc, &list), "zeCommandListCreate");
    must(zeCommandListAppendLaunchKernel(list, s->kernel, groups, NULL, 0, NULL), "append");
    must(zeCommandListClose(list), "zeCommandListClose");
    must(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL), "execute");
    const ze_result_t r = zeCommandQueueSynchronize(queue, UINT64_MAX);
    zeCommandListDestroy(list);
    zeCommandQueueDestroy(queue);
    return r;
}

int main(int argc, char **argv) {
    session s = {0};
    uint32_t v[9];
    if (argc != 12) {
        fputs("usage: payload_launch ZEBIN KERNEL LX LY LZ GX GY GZ OX OY OZ\n", stderr);
        return 2;
    }
    for (int i = 0; i < 9; i++)
        v[i] = (uint32_t)strtoul(argv[3 + i], NULL, 10);
    open_device(&s);
    load(&s, argv[1], argv[2]);
    must(zeKernelSetGroupSize(s.kernel, v[0], v[1], v[2]), "zeKernelSetGroupSize");
    if (v[6] | v[7] | v[8])
        must(zeKernelSetGlobalOffsetExp(s.kernel, v[6], v[7], v[8]), "zeKernelSetGlobalOffsetExp");
    set_args(&s);
    printf("simd %u\nids %u\n", s.meta->env.simd_size, s.meta->thread_args.len);
    uint32_t cross_b = 0;
    for (uint32_t i = 0; i < s.meta->args.len; i++)
        if (s.meta->args.data[i].off_b + s.meta->args.data[i].size_b > cross_b)
            cross_b = s.meta->args.data[i].off_b + s.meta->args.data[i].size_b;
    printf("cross %u\ninline %u\n", (cross_b + 31) / 32 * 32, s.meta->env.inline_data_payload_b);
    must(launch(&s, &(ze_group_count_t){v[3], v[4], v[5]}), "launch");
    return 0;
}
