// SPDX-License-Identifier: MIT
// The OpenCL corpus, compiled by Intel's ocloc, runs on ze_xesim and gives what the references
// give.
//
//   ocl_corpus TARGET COMPILED-DIRECTORY REFERENCE-DIRECTORY CORPUS-DIRECTORY SEEDS [KERNEL]
//
// SEEDS: the corpus runs in the natural order and in so many others, each in a process of its own
// because the driver takes its order from the environment. What the driver's checkers find
// (XESIM_CHECK) fails the launch.

#include "case.h"

#include <cmc/isa.h>
#include <level_zero/ze_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MIN_CASES = 130 }; // a table that shrinks is a failure

typedef struct runner {
    const char *target, *compiled, *references, *corpus, *only;
    const isa_model *m;
    bool sampler;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list; // immediate, synchronous
    char file[256];                // of module
    ze_module_handle_t module;
    unsigned n_cases, n_bad;
} runner;

typedef struct bound { // an argument on the device
    void *memory;
    ze_image_handle_t image;
} bound;

static bool ok(runner *r, const char *what, ze_result_t e) {
    typedef ze_result_t (*last_error_fn)(ze_driver_handle_t, const char **);
    const char *text = "";
    void *fn = NULL;
    if (e == ZE_RESULT_SUCCESS)
        return true;
    if (r->driver && !zeDriverGetExtensionFunctionAddress(r->driver, "zeDriverGetLastErrorDescription", &fn))
        ((last_error_fn)(uintptr_t)fn)(r->driver, &text);
    fprintf(stderr, "%s: %s: 0x%x %s\n", r->target, what, (unsigned)e, text);
    return false;
}

static bool open_device(runner *r) {
    ze_driver_handle_t drivers[4];
    ze_device_handle_t devices[4];
    uint32_t n = 4;
    if (!ok(r, "zeInit", zeInit(0)) || !ok(r, "zeDriverGet", zeDriverGet(&n, drivers)))
        return false;
    for (uint32_t i = 0; i < n && !r->device; i++) {
        ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
        uint32_t k = 4;
        if (!zeDeviceGet(drivers[i], &k, devices) && k && !zeDeviceGetProperties(devices[0], &p) &&
            strstr(p.name, "(xesim)")) {
            r->driver = drivers[i];
            r->device = devices[0];
        }
    }
    if (!r->device) {
        fprintf(stderr,
                "found no xesim device among %u drivers; expected libze_xesim in "
                "ZE_ENABLE_ALT_DRIVERS\n",
                n);
        return false;
    }
    const ze_context_desc_t context = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    if (!ok(r, "context", zeContextCreate(r->driver, &context, &r->context)) ||
        !ok(r, "list", zeCommandListCreateImmediate(r->context, r->device, &queue, &r->list)))
        return false;
    r->sampler = strcmp(r->target, "pvc") != 0;
    return true;
}

// Programs

// Path of the compiled file, named as the program isa_corpus names what it compiles.
static bool compiled_path(const runner *r, const char *file, char path[1024]) {
    size_t len;
    snprintf(path, 1024, "%s/%s", r->corpus, file);
    uint8_t *text = oc_read(path, &len);
    const unsigned long long hash = text != NULL ? oc_hash(oc_hash_start(), text, len) : 0;
    free(text);
    snprintf(path, 1024, "%s/%016llx.zebin", r->compiled, hash);
    if (access(path, R_OK) == 0)
        return true;
    fprintf(stderr, "%s: %s is not there; test isa_corpus_%s makes it from %s\n", r->target, path, r->target, file);
    return false;
}

static bool load(runner *r, const char *file) {
    char path[1024];
    size_t len;
    if (r->module && strcmp(r->file, file) == 0)
        return true;
    if (r->module)
        zeModuleDestroy(r->module);
    r->module = NULL;
    if (!compiled_path(r, file, path))
        return false;
    uint8_t *data = oc_read(path, &len);
    if (data == NULL)
        return false;
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_NATIVE,
                                   .inputSize = len,
                                   .pInputModule = data};
    ze_result_t e = zeModuleCreate(r->context, r->device, &desc, &r->module, NULL);
    free(data);
    snprintf(r->file, sizeof r->file, "%s", file);
    return ok(r, file, e);
}

// Arguments

static ze_image_desc_t image_desc(const oc_arg *a) {
    static const ze_image_type_t kinds[] = {
        [OC_IMAGE_1D] = ZE_IMAGE_TYPE_1D,
        [OC_IMAGE_2D] = ZE_IMAGE_TYPE_2D,
        [OC_IMAGE_3D] = ZE_IMAGE_TYPE_3D,
        [OC_IMAGE_2D_ARRAY] = ZE_IMAGE_TYPE_2DARRAY,
        [OC_IMAGE_1D_BUFFER] = ZE_IMAGE_TYPE_BUFFER,
    };
    static const ze_image_format_type_t channels[] = {
        [OC_UNORM] = ZE_IMAGE_FORMAT_TYPE_UNORM, [OC_SNORM] = ZE_IMAGE_FORMAT_TYPE_SNORM,
        [OC_UINT] = ZE_IMAGE_FORMAT_TYPE_UINT,   [OC_SINT] = ZE_IMAGE_FORMAT_TYPE_SINT,
        [OC_FLOAT] = ZE_IMAGE_FORMAT_TYPE_FLOAT,
    };
    static const ze_image_format_layout_t layouts[3][5] = {
        // bytes of a channel, number of channels
        {0, ZE_IMAGE_FORMAT_LAYOUT_8, ZE_IMAGE_FORMAT_LAYOUT_8_8, 0, ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8},
        {0, ZE_IMAGE_FORMAT_LAYOUT_16, ZE_IMAGE_FORMAT_LAYOUT_16_16, 0, ZE_IMAGE_FORMAT_LAYOUT_16_16_16_16},
        {0, ZE_IMAGE_FORMAT_LAYOUT_32, ZE_IMAGE_FORMAT_LAYOUT_32_32, 0, ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32},
    };
    const unsigned channel_b = oc_type_size(a->type), n = a->n_channels;
    ze_image_desc_t d = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                         .flags = a->writable ? ZE_IMAGE_FLAG_KERNEL_WRITE : 0,
                         .type = kinds[a->image],
                         .width = a->width,
                         .height = a->height,
                         .depth = a->depth};
    d.format.layout = layouts[channel_b == 4 ? 2 : channel_b == 2 ? 1 : 0][n];
    d.format.type = channels[a->channel];
    d.format.x = ZE_IMAGE_FORMAT_SWIZZLE_R;
    d.format.y = n > 1 ? ZE_IMAGE_FORMAT_SWIZZLE_G : ZE_IMAGE_FORMAT_SWIZZLE_0;
    d.format.z = n > 2 ? ZE_IMAGE_FORMAT_SWIZZLE_B : ZE_IMAGE_FORMAT_SWIZZLE_0;
    d.format.w = n > 3 ? ZE_IMAGE_FORMAT_SWIZZLE_A : ZE_IMAGE_FORMAT_SWIZZLE_1;
    if (a->image == OC_IMAGE_2D_ARRAY) {
        d.arraylevels = a->depth;
        d.depth = 1;
    }
    return d;
}

static bool bind(runner *r, ze_kernel_handle_t k, const oc_arg *a, uint32_t i, bound *b) {
    const ze_device_mem_alloc_desc_t memory = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_image_desc_t desc;
    switch (a->kind) {
    case OC_LOCAL:
        return ok(r, "local argument", zeKernelSetArgumentValue(k, i, a->size_b, NULL));
    case OC_VALUE:
        return ok(r, "value argument", zeKernelSetArgumentValue(k, i, a->size_b, a->data));
    case OC_BUFFER:
        return ok(r, "allocation", zeMemAllocDevice(r->context, &memory, a->size_b, 64, r->device, &b->memory)) &&
               ok(r, "copy", zeCommandListAppendMemoryCopy(r->list, b->memory, a->data, a->size_b, NULL, 0, NULL)) &&
               ok(r, "buffer argument", zeKernelSetArgumentValue(k, i, sizeof b->memory, &b->memory));
    case OC_IMAGE:
        desc = image_desc(a);
        return ok(r, "image", zeImageCreate(r->context, r->device, &desc, &b->image)) &&
               ok(r, "image copy",
                  zeCommandListAppendImageCopyFromMemory(r->list, b->image, a->data, NULL, NULL, 0, NULL)) &&
               ok(r, "image argument", zeKernelSetArgumentValue(k, i, sizeof b->image, &b->image));
    }
    return false;
}

static bool read_back(runner *r, const oc_case *c, const bound *b, uint8_t *out) {
    bool good = true;
    for (unsigned i = 0; i < c->n_args && good; i++) {
        if (b[i].memory)
            good = ok(r, "copy back",
                      zeCommandListAppendMemoryCopy(r->list, out, b[i].memory, c->args[i].size_b, NULL, 0, NULL));
        else if (b[i].image)
            good = ok(r, "image copy back",
                      zeCommandListAppendImageCopyToMemory(r->list, out, b[i].image, NULL, NULL, 0, NULL));
        else
            continue;
        out += c->args[i].size_b;
    }
    return good;
}

// Cases

static bool launch(runner *r, const oc_case *c, uint8_t *out) {
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = c->row->kernel};
    ze_kernel_handle_t k = NULL;
    bound b[OC_MAX_ARGS] = {{NULL, NULL}};
    if (!load(r, c->row->file) || !ok(r, c->row->kernel, zeKernelCreate(r->module, &desc, &k)))
        return false;
    bool good = ok(r, "group size", zeKernelSetGroupSize(k, c->local[0], c->local[1], c->local[2]));
    if (good && (c->offset[0] | c->offset[1] | c->offset[2]))
        good = ok(r, "offset", zeKernelSetGlobalOffsetExp(k, c->offset[0], c->offset[1], c->offset[2]));
    for (unsigned i = 0; i < c->n_args && good; i++)
        good = bind(r, k, &c->args[i], i, &b[i]);
    const ze_group_count_t groups = {c->global[0] / c->local[0], c->global[1] / c->local[1],
                                     c->global[2] / c->local[2]};
    if (good)
        good = ok(r, c->row->kernel, zeCommandListAppendLaunchKernel(r->list, k, &groups, NULL, 0, NULL)) &&
               read_back(r, c, b, out);
    for (unsigned i = 0; i < c->n_args; i++) {
        if (b[i].memory)
            zeMemFree(r->context, b[i].memory);
        if (b[i].image)
            zeImageDestroy(b[i].image);
    }
    zeKernelDestroy(k);
    return good;
}

// Whether the row's program is the one with doubles; that of products of 8 columns is not.
static bool as_doubles(const runner *r, const oc_row *row) {
    bool matrix = row->when == OC_MATRIX8 || row->when == OC_MATRIX16;
    return matrix ? r->m->native_exec_32b == 16 : r->m->has_fp64;
}

static bool applies(const runner *r, const oc_row *row) {
    bool matrix = row->when == OC_MATRIX8 || row->when == OC_MATRIX16;
    return oc_case_applies(row, as_doubles(r, row)) && (r->sampler || row->when != OC_SAMPLER) &&
           (r->m->has_dpas || !matrix) && (r->only == NULL || strcmp(r->only, row->kernel) == 0);
}

static void run_case(runner *r, const oc_row *row) {
    oc_case c;
    char path[1024];
    size_t len = 0;
    r->n_cases++;
    if (!oc_case_make(row, as_doubles(r, row), &c)) {
        r->n_bad++;
        return;
    }
    oc_reference_path(&c, r->corpus, r->references, path);
    uint8_t *want = oc_read(path, &len), *got = calloc(1, oc_case_data_size(&c) + 1);
    bool good = want != NULL && got != NULL && len == oc_case_data_size(&c);
    if (!good)
        fprintf(stderr, "%s: no reference %s for %s\n", r->target, path, row->kernel);
    good = good && launch(r, &c, got) && oc_compare(&c, r->target, got, want);
    if (!good)
        fprintf(stderr, "%s: FAILED %s of %s (cases.def:%u)\n", r->target, row->kernel, row->file, row->line);
    r->n_bad += !good;
    free(want);
    free(got);
    oc_case_free(&c);
}

static int run_all(runner *r) {
    if (!open_device(r))
        return 1;
    for (unsigned i = 0; i < oc_n_rows; i++)
        if (applies(r, &oc_rows[i]))
            run_case(r, &oc_rows[i]);
    if (r->module)
        zeModuleDestroy(r->module);
    zeCommandListDestroy(r->list);
    zeContextDestroy(r->context);
    const char *order = getenv("XESIM_ORDER");
    printf("%s: order %s: %u cases, %u failed\n", r->target, order ? order : "0", r->n_cases, r->n_bad);
    fflush(stdout);
    return r->n_bad || (!r->only && r->n_cases < MIN_CASES);
}

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: ocl_corpus TARGET COMPILED REFERENCES CORPUS SEEDS [KERNEL]\n");
        return 2;
    }
    runner r = {.target = argv[1],
                .compiled = argv[2],
                .references = argv[3],
                .corpus = argv[4],
                .only = argc > 6 ? argv[6] : NULL,
                .m = isa_model_find(argv[1])};
    int bad = 0;
    if (r.m == NULL) {
        fprintf(stderr, "unknown target %s\n", argv[1]);
        return 2;
    }
    setenv("XESIM_DEVICES", r.target, 1);
    for (int seed = 0; seed <= atoi(argv[5]); seed++) {
        char text[16];
        int status = 0;
        snprintf(text, sizeof text, "%d", seed);
        setenv("XESIM_ORDER", text, 1);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            exit(run_all(&r));
        bad |= child < 0 || waitpid(child, &status, 0) != child || status != 0;
    }
    return bad;
}
