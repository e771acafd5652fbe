// SPDX-License-Identifier: MIT
// A kernel with an argument of every kind, around code that only ends.

#include "record.h"

#include <cmc/zebin.h>

#include <stdlib.h>

static bool add_arg(zeb_file *f, zeb_kernel *k, zeb_arg a) {
    a.sampler_index = -1;
    return cmc_vec_push(f->arena, &k->args, a);
}

static bool add_surface(zeb_file *f, zeb_kernel *k, int32_t index, int32_t bti, zeb_addrspace space,
                        const char *image_type) {
    return add_arg(f, k,
                   (zeb_arg){.type = ZEB_ARG_BYPOINTER,
                             .arg_index = index,
                             .addrmode = ZEB_ADDR_STATEFUL,
                             .addrspace = space,
                             .access = ZEB_ACCESS_READWRITE,
                             .image_type = image_type}) &&
           cmc_vec_push(f->arena, &k->btis, ((zeb_bti){.bti = bti, .arg_index = index}));
}

static bool add_args(zeb_file *f, zeb_kernel *k, bool has_images) {
    return add_arg(f, k, (zeb_arg){.type = ZEB_ARG_LOCAL_SIZE, .arg_index = -1, .size_b = 12}) &&
           add_surface(f, k, 0, 1, ZEB_SPACE_GLOBAL, NULL) &&
           add_arg(f, k,
                   (zeb_arg){.type = ZEB_ARG_BYPOINTER,
                             .arg_index = 1,
                             .off_b = 16,
                             .size_b = 8,
                             .addrmode = ZEB_ADDR_STATELESS,
                             .addrspace = ZEB_SPACE_GLOBAL,
                             .access = ZEB_ACCESS_READWRITE}) &&
           add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 2, .off_b = 24, .size_b = 4}) &&
           add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 3, .off_b = 28, .size_b = 2}) &&
           add_arg(f, k, (zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 4, .off_b = 32, .size_b = 12}) &&
           (!has_images || add_surface(f, k, 5, 2, ZEB_SPACE_IMAGE, "image_2d_media_block")) &&
           add_arg(f, k, (zeb_arg){.type = ZEB_ARG_GROUP_COUNT, .arg_index = -1, .off_b = 48, .size_b = 12}) &&
           cmc_vec_push(
               f->arena, &k->thread_args,
               ((zeb_arg){.type = ZEB_ARG_PACKED_LOCAL_IDS, .arg_index = -1, .size_b = 6, .sampler_index = -1}));
}

static bool describe(zeb_file *f, const char *target, bool has_images, const uint8_t *code, size_t code_b) {
    zeb_kernel *k = zeb_kernel_add(f, "recorded");
    if (!k || !zeb_target_ids(target, &f->product, &f->core))
        return false;
    bool loads_payload = f->core >= 0xc00; // from XeHP on a prologue precedes the body
    f->product = 0;
    k->text = code;
    k->text_b = code_b;
    k->env.grf_count = 128;
    k->env.simd_size = 1;
    k->env.subgroup_independent_forward_progress = true;
    k->env.offset_to_skip_per_thread_data_load = loads_payload ? 128 : 0;
    return add_args(f, k, has_images);
}

bool sample_write(const char *target, bool has_images, const char *code_path, const char *zebin_path) {
    cmc_arena *a = cmc_arena_create();
    zeb_file *f = zeb_create(a);
    cmc_str image = CMC_STR_INIT;
    uint8_t *code = NULL;
    size_t code_b = 0;
    bool ok = cmc_file_read(code_path, &code, &code_b, NULL) == CMC_OK &&
              describe(f, target, has_images, code, code_b) && zeb_write(f, &image, NULL) == CMC_OK &&
              cmc_file_write(zebin_path, image.data, image.len, NULL) == CMC_OK;
    cmc_str_free(&image);
    free(code);
    cmc_arena_destroy(a);
    return ok;
}
