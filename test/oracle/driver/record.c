// SPDX-License-Identifier: MIT
// The recorded launch. Goes the way of every user: zebin writer, libcmrt, the system's loader, Intel's driver.

#include "record.h"

#include <cmc/zebin.h>
#include <cmrt/cmrt.h>

#include <stdio.h>
#include <stdlib.h>

const int32_t arg_int = 0x1badf00d, arg_vector[3] = {0x0a11ce01, -77, 0x0b0b0002};
const float arg_float = 1234.5f;

static void add_arg(zeb_file *f, zeb_kernel *k, zeb_arg a) {
    a.sampler_index = -1;
    if (!cmc_vec_push(f->arena, &k->args, a))
        abort();
}

static void add_surface(zeb_file *f, zeb_kernel *k, int32_t index, int32_t bti, zeb_addrspace space,
                        const char *image_type) {
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYPOINTER, .arg_index = index,
                            .addrmode = ZEB_ADDR_STATEFUL, .addrspace = space,
                            .access = ZEB_ACCESS_READWRITE, .image_type = image_type});
    if (!cmc_vec_push(f->arena, &k->btis, ((zeb_bti){.bti = bti, .arg_index = index})))
        abort();
}

static void describe(zeb_file *f, const char *target, bool has_images, const uint8_t *code,
                     size_t code_b) {
    zeb_kernel *k = zeb_kernel_add(f, "recorded");
    if (!k || !zeb_target_ids(target, &f->product, &f->core))
        abort();
    bool loads_payload = f->core >= 0xc00; // from XeHP on a prologue stands before the body
    f->product = 0;
    k->text = code;
    k->text_b = code_b;
    k->env.grf_count = 128;
    k->env.simd_size = 1;
    k->env.subgroup_independent_forward_progress = true;
    k->env.offset_to_skip_per_thread_data_load = loads_payload ? 128 : 0;
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_LOCAL_SIZE, .arg_index = -1, .off_b = AT_LOCAL_SIZE,
                            .size_b = 12});
    add_surface(f, k, 0, BTI_BUFFER, ZEB_SPACE_GLOBAL, NULL);
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYPOINTER, .arg_index = 1, .off_b = AT_POINTER,
                            .size_b = 8, .addrmode = ZEB_ADDR_STATELESS,
                            .addrspace = ZEB_SPACE_GLOBAL, .access = ZEB_ACCESS_READWRITE});
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 2, .off_b = AT_INT, .size_b = 4});
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 3, .off_b = AT_FLOAT, .size_b = 4});
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 4, .off_b = AT_VECTOR,
                            .size_b = 12});
    if (has_images)
        add_surface(f, k, 5, BTI_IMAGE, ZEB_SPACE_IMAGE, "image_2d_media_block");
    add_arg(f, k, (zeb_arg){.type = ZEB_ARG_GROUP_COUNT, .arg_index = -1, .off_b = AT_GROUP_COUNT,
                            .size_b = 12});
    if (!cmc_vec_push(f->arena, &k->thread_args,
                      ((zeb_arg){.type = ZEB_ARG_PACKED_LOCAL_IDS, .arg_index = -1, .size_b = 6,
                                 .sampler_index = -1})))
        abort();
}

static cmrt_status launch(cmrt_device *dev, cmrt_kernel *k, record_result *out) {
    const uint32_t groups[3] = {GROUPS_X, GROUPS_Y, GROUPS_Z}, local[3] = {LOCAL_X, LOCAL_Y, LOCAL_Z};
    cmrt_buffer *buffer = NULL;
    cmrt_image *image = NULL;
    void *svm = NULL;
    cmrt_status s = cmrt_buffer_create(dev, BUFFER_B, &buffer);
    if (s == CMRT_OK)
        s = cmrt_svm_alloc(dev, 4096, 0, &svm);
    bool has_image = cmrt_kernel_arg_count(k) > 5;
    if (s == CMRT_OK && has_image)
        s = cmrt_image_create(dev, CMRT_FORMAT_R8_UINT, IMAGE_W, IMAGE_H, &image);
    const struct {
        uint32_t index;
        const void *value;
        size_t size_b;
    } values[] = {{2, &arg_int, 4}, {3, &arg_float, 4}, {4, arg_vector, 12}};
    for (size_t i = 0; s == CMRT_OK && i < 3; i++)
        s = cmrt_kernel_set_value(k, values[i].index, values[i].value, values[i].size_b);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_buffer(k, 0, buffer);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_pointer(k, 1, svm);
    if (s == CMRT_OK && has_image)
        s = cmrt_kernel_set_image(k, 5, image);
    if (s == CMRT_OK)
        s = cmrt_launch(k, groups, local);
    if (s == CMRT_OK)
        s = cmrt_wait(dev);
    *out = (record_result){.pointer = (uint64_t)(uintptr_t)svm, .buffer = cmrt_buffer_address(buffer)};
    cmrt_image_destroy(image);
    cmrt_svm_free(dev, svm);
    cmrt_buffer_destroy(buffer);
    return s;
}

static int report(cmrt_device *dev, const char *what) {
    char why[1024];
    cmrt_device_message(dev, why, sizeof why);
    fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

static int run_image(const cmc_str *image) {
    cmrt_device *dev;
    cmrt_program *program;
    cmrt_kernel *k;
    record_result result;
    char why[1024];
    if (cmrt_device_open("gpu", &dev, why, sizeof why) != CMRT_OK) {
        fprintf(stderr, "open: %s\n", why);
        return 1;
    }
    if (cmrt_program_load(dev, image->data, image->len, &program) != CMRT_OK)
        return report(dev, "load");
    if (cmrt_kernel_create(program, NULL, &k) != CMRT_OK)
        return report(dev, "kernel");
    if (launch(dev, k, &result) != CMRT_OK)
        return report(dev, "launch");
    cmrt_kernel_destroy(k);
    if (cmrt_program_destroy(program) != CMRT_OK || cmrt_device_close(dev) != CMRT_OK)
        return report(dev, "close");
    return cmc_file_write("result", &result, sizeof result, NULL) == CMC_OK ? 0 : 1;
}

int record_run(const char *target, const char *code_path, bool has_images) {
    cmc_arena *a = cmc_arena_create();
    cmc_diag *d = cmc_diag_create();
    zeb_file *f = a ? zeb_create(a) : NULL;
    cmc_str image = CMC_STR_INIT, text = CMC_STR_INIT;
    uint8_t *code = NULL;
    size_t code_b = 0;
    int rc = 1;
    if (f && cmc_file_read(code_path, &code, &code_b, d) == CMC_OK) {
        describe(f, target, has_images, code, code_b);
        if (zeb_write(f, &image, d) == CMC_OK)
            rc = run_image(&image);
    }
    cmc_diag_format(d, &text);
    fputs(cmc_str_text(&text), stderr);
    cmc_str_free(&text);
    cmc_str_free(&image);
    free(code);
    cmc_diag_destroy(d);
    cmc_arena_destroy(a);
    return rc;
}
