// SPDX-License-Identifier: MIT
// The test device and its programs.

#include "fixture.h"

#include <stdlib.h>

static zeb_kernel *begin(zeb_file *f, const char *name, const char *target, const char *code_path) {
    uint8_t *bytes;
    size_t len;
    zeb_kernel *k = zeb_kernel_add(f, name);
    assert_non_null(k);
    assert_true(zeb_target_ids(target, &f->product, &f->core));
    f->product = 0;
    assert_int_equal(cmc_file_read(code_path, &bytes, &len, NULL), CMC_OK);
    uint8_t *code = cmc_arena_alloc(f->arena, len);
    assert_non_null(code);
    memcpy(code, bytes, len);
    free(bytes);
    k->text = code;
    k->text_b = len;
    k->env.grf_count = 128;
    k->env.simd_size = 1;
    k->env.subgroup_independent_forward_progress = true;
    assert_true(
        cmc_vec_push(f->arena, &k->thread_args,
                     ((zeb_arg){.type = ZEB_ARG_PACKED_LOCAL_IDS, .arg_index = -1, .sampler_index = -1, .size_b = 6})));
    return k;
}

static void add_surface(zeb_file *f, zeb_kernel *k, int index, zeb_addrspace space, const char *image_type) {
    const int bti = (int)k->btis.len + 1;
    assert_true(cmc_vec_push(f->arena, &k->args,
                             ((zeb_arg){.type = ZEB_ARG_BYPOINTER,
                                        .arg_index = index,
                                        .sampler_index = -1,
                                        .addrmode = ZEB_ADDR_STATEFUL,
                                        .addrspace = space,
                                        .access = ZEB_ACCESS_READWRITE,
                                        .image_type = image_type})));
    assert_true(cmc_vec_push(f->arena, &k->btis, ((zeb_bti){.bti = bti, .arg_index = index})));
}

static void add_value(zeb_file *f, zeb_kernel *k, int index, uint32_t off_b, uint32_t size_b, bool pointer) {
    zeb_arg a = {.type = pointer ? ZEB_ARG_BYPOINTER : ZEB_ARG_BYVALUE,
                 .arg_index = index,
                 .sampler_index = -1,
                 .off_b = off_b,
                 .size_b = size_b};
    if (pointer) {
        a.addrmode = ZEB_ADDR_STATELESS;
        a.addrspace = ZEB_SPACE_GLOBAL;
        a.access = ZEB_ACCESS_READWRITE;
    }
    assert_true(cmc_vec_push(f->arena, &k->args, a));
}

static cmc_str finish(zeb_file *f) {
    cmc_str out = CMC_STR_INIT;
    assert_int_equal(zeb_write(f, &out, NULL), CMC_OK);
    cmc_arena_destroy(f->arena);
    return out;
}

cmc_str fixture_add(const char *target) {
    zeb_file *f = zeb_create(cmc_arena_create());
    zeb_kernel *k = begin(f, "add", target, KERNEL_DIR "/add.krn");
    add_surface(f, k, 0, ZEB_SPACE_GLOBAL, NULL);
    add_value(f, k, 1, 16, 8, true);
    add_value(f, k, 2, 24, 4, false);
    assert_true(cmc_vec_push(f->arena, &k->arg_infos, ((zeb_arg_info){.index = 2, .name = "n", .type_name = "int"})));
    return finish(f);
}

cmc_str fixture_table_only(const char *target) {
    zeb_file *f = zeb_create(cmc_arena_create());
    zeb_kernel *k = begin(f, "add", target, KERNEL_DIR "/add.krn");
    assert_true(cmc_vec_push(f->arena, &k->btis, ((zeb_bti){.bti = 1, .arg_index = 0})));
    add_value(f, k, 1, 16, 8, true);
    add_value(f, k, 2, 24, 4, false);
    return finish(f);
}

cmc_str fixture_implicit(const char *target) {
    zeb_file *f = zeb_create(cmc_arena_create());
    zeb_kernel *k = begin(f, "add", target, KERNEL_DIR "/add.krn");
    k->thread_args.len = 0;
    k->env.simd_size = 8;
    add_surface(f, k, 0, ZEB_SPACE_GLOBAL, NULL);
    assert_true(cmc_vec_push(
        f->arena, &k->args,
        ((zeb_arg){
            .type = ZEB_ARG_IMPLICIT_ARG_BUFFER, .arg_index = -1, .sampler_index = -1, .off_b = 16, .size_b = 8})));
    add_value(f, k, 1, 24, 4, false);
    return finish(f);
}

cmc_str fixture_shift(const char *target) {
    zeb_file *f = zeb_create(cmc_arena_create());
    zeb_kernel *k = begin(f, "shift", target, KERNEL_DIR "/shift.krn");
    add_surface(f, k, 0, ZEB_SPACE_IMAGE, "image_2d_media_block");
    add_surface(f, k, 1, ZEB_SPACE_IMAGE, "image_2d_media_block");
    add_value(f, k, 2, 0, 8, false);
    return finish(f);
}

cmrt_device *fixture_device(void) {
    cmrt_device *d = NULL;
    char why[512];
    if (cmrt_device_open("xesim:tgl", &d, why, sizeof why) != CMRT_OK)
        fail_msg("%s", why);
    return d;
}

cmrt_program *fixture_load(cmrt_device *d, cmc_str zebin) {
    cmrt_program *p = NULL;
    cmrt_status s = cmrt_program_load(d, zebin.data, zebin.len, &p);
    cmc_str_free(&zebin);
    ok(d, s);
    return p;
}

void ok(cmrt_device *d, cmrt_status s) {
    char why[1024];
    if (s == CMRT_OK)
        return;
    cmrt_device_message(d, why, sizeof why);
    fail_msg("%s: %s", cmrt_status_str(s), why);
}

void refused(cmrt_device *d, cmrt_status s, cmrt_status expected, const char *text) {
    char why[1024];
    cmrt_device_message(d, why, sizeof why);
    if (s != expected || !strstr(why, text))
        fail_msg("status %d (expected %d), message '%s' (expected '%s')", (int)s, (int)expected, why, text);
}
