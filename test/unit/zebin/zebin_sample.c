// SPDX-License-Identifier: MIT
// The sample zebins.

#include "zebin_sample.h"

// Not instructions: the container does not look at them. The last byte is not zero, as in an end of thread.
const uint8_t sample_code[SAMPLE_CODE_B] = {1, 2, 3, [60] = 0x40, [111] = 0x80};

#define PUSH(vec, ...) assert_true(cmc_vec_push(f->arena, (vec), (__VA_ARGS__)))

zeb_kernel *sample_add_minimal(zeb_file *f) {
    zeb_kernel *k = zeb_kernel_add(f, "k");
    assert_non_null(k);
    k->text = sample_code;
    k->text_b = SAMPLE_CODE_B;
    k->env.grf_count = 128;
    k->env.simd_size = 1;
    k->env.subgroup_independent_forward_progress = true;
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYPOINTER,
                              .arg_index = 0,
                              .sampler_index = -1,
                              .addrmode = ZEB_ADDR_STATEFUL,
                              .addrspace = ZEB_SPACE_GLOBAL,
                              .access = ZEB_ACCESS_READWRITE}));
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYPOINTER,
                              .arg_index = 1,
                              .sampler_index = -1,
                              .off_b = 16,
                              .size_b = 8,
                              .addrmode = ZEB_ADDR_STATELESS,
                              .addrspace = ZEB_SPACE_GLOBAL,
                              .access = ZEB_ACCESS_READWRITE}));
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYVALUE, .arg_index = 2, .sampler_index = -1, .off_b = 24, .size_b = 4}));
    PUSH(&k->thread_args,
         ((zeb_arg){.type = ZEB_ARG_PACKED_LOCAL_IDS, .arg_index = -1, .sampler_index = -1, .size_b = 6}));
    PUSH(&k->btis, ((zeb_bti){.bti = 1, .arg_index = 0}));
    return k;
}

static void fill_env(zeb_exec_env *env) {
    *env = (zeb_exec_env){.grf_count = 256,
                          .simd_size = 16,
                          .barrier_count = 1,
                          .slm_size_b = 4096,
                          .inline_data_payload_b = 32,
                          .offset_to_skip_per_thread_data_load = 192,
                          .offset_to_skip_set_ffid_gp = 64,
                          .required_sub_group_size = 16,
                          .indirect_stateless_count = 2,
                          .required_work_group_size = {16, 2, 1},
                          .walk_order = {1, 0, 2},
                          .has_required_work_group_size = true,
                          .has_walk_order = true,
                          .has_4gb_buffers = true,
                          .has_dpas = true,
                          .has_fence_for_image_access = true,
                          .has_global_atomics = true,
                          .has_multi_scratch_spaces = true,
                          .has_no_stateless_write = true,
                          .has_stack_calls = true,
                          .disable_mid_thread_preemption = true,
                          .require_disable_eufusion = true};
}

zeb_kernel *sample_add_full(zeb_file *f, const char *name) {
    zeb_kernel *k = zeb_kernel_add(f, name);
    assert_non_null(k);
    k->text = sample_code;
    k->text_b = 64;
    fill_env(&k->env);
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_LOCAL_SIZE, .arg_index = -1, .sampler_index = -1, .size_b = 12}));
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYPOINTER,
                              .arg_index = 0,
                              .sampler_index = -1,
                              .addrmode = ZEB_ADDR_STATEFUL,
                              .addrspace = ZEB_SPACE_IMAGE,
                              .access = ZEB_ACCESS_READONLY,
                              .image_type = "image_2d_media_block",
                              .image_transformable = true}));
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYPOINTER,
                              .arg_index = 1,
                              .sampler_index = 2,
                              .addrmode = ZEB_ADDR_STATEFUL,
                              .addrspace = ZEB_SPACE_SAMPLER,
                              .access = ZEB_ACCESS_READWRITE,
                              .sampler_type = "texture"}));
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYPOINTER,
                              .arg_index = 2,
                              .sampler_index = -1,
                              .off_b = 16,
                              .size_b = 8,
                              .addrmode = ZEB_ADDR_SLM,
                              .addrspace = ZEB_SPACE_LOCAL,
                              .slm_align_b = 16}));
    PUSH(&k->args, ((zeb_arg){.type = ZEB_ARG_BYVALUE,
                              .arg_index = 3,
                              .sampler_index = -1,
                              .off_b = 24,
                              .size_b = 8,
                              .source_off_b = 16}));
    PUSH(&k->args,
         ((zeb_arg){.type = ZEB_ARG_IMAGE_WIDTH, .arg_index = 0, .sampler_index = -1, .off_b = 32, .size_b = 4}));
    PUSH(&k->thread_args, ((zeb_arg){.type = ZEB_ARG_LOCAL_ID, .arg_index = -1, .sampler_index = -1, .size_b = 96}));
    PUSH(&k->btis, ((zeb_bti){.bti = 3, .arg_index = 0}));
    PUSH(&k->memory, ((zeb_memory){.type = "scratch", .usage = "spill_fill_space", .size_b = 3296, .slot = 1}));
    PUSH(&k->memory, ((zeb_memory){.type = "global", .usage = "private_space", .size_b = 128, .is_simt_thread = true}));
    PUSH(&k->samplers,
         ((zeb_inline_sampler){.index = 0, .addrmode = "clamp_edge", .filtermode = "linear", .normalized = true}));
    PUSH(&k->arg_infos, ((zeb_arg_info){.index = 0,
                                        .name = "in",
                                        .address_qualifier = "__global",
                                        .access_qualifier = "NONE",
                                        .type_name = "image2d_t;8",
                                        .type_qualifiers = "const volatile"}));
    return k;
}

void sample_open(sample *s, const char *target) {
    *s = (sample){.arena = cmc_arena_create(), .diag = cmc_diag_create()};
    assert_non_null(s->arena);
    assert_non_null(s->diag);
    s->file = zeb_create(s->arena);
    assert_non_null(s->file);
    assert_true(zeb_target_ids(target, &s->file->product, &s->file->core));
    s->file->product = 0; // any product of the family
}

void sample_close(sample *s) {
    cmc_str_free(&s->image);
    cmc_diag_destroy(s->diag);
    cmc_arena_destroy(s->arena);
}

const char *sample_message(const sample *s) {
    return cmc_diag_count(s->diag) ? cmc_diag_get(s->diag, 0)->text : "";
}

static void must(const sample *s, cmc_status status) {
    if (status != CMC_OK)
        fail_msg("%s: %s", cmc_status_str(status), sample_message(s));
}

void sample_write(sample *s) {
    cmc_str_free(&s->image);
    must(s, zeb_write(s->file, &s->image, s->diag));
}

zeb_file *sample_read(sample *s, const void *data, size_t len) {
    zeb_file *f = NULL;
    must(s, zeb_read(s->arena, data, len, &f, s->diag));
    assert_non_null(f);
    return f;
}
