// SPDX-License-Identifier: MIT
// What is written is read back, field by field; what others may write is accepted.

#include "zebin_sample.h"

static void expect_text(const char *a, const char *b) {
    if (!a || !b)
        assert_ptr_equal(a, b);
    else
        assert_string_equal(a, b);
}

static void expect_args(const zeb_arg *a, const zeb_arg *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        zeb_arg x = a[i], y = b[i];
        expect_text(x.other, y.other);
        expect_text(x.image_type, y.image_type);
        expect_text(x.sampler_type, y.sampler_type);
        assert_int_equal(x.type, y.type);
        assert_int_equal(x.arg_index, y.arg_index);
        assert_int_equal(x.off_b, y.off_b);
        assert_int_equal(x.size_b, y.size_b);
        assert_int_equal(x.source_off_b, y.source_off_b);
        assert_int_equal(x.addrmode, y.addrmode);
        assert_int_equal(x.addrspace, y.addrspace);
        assert_int_equal(x.access, y.access);
        assert_int_equal(x.sampler_index, y.sampler_index);
        assert_int_equal(x.bti_end, y.bti_end);
        assert_int_equal(x.slm_align_b, y.slm_align_b);
        assert_int_equal(x.image_transformable, y.image_transformable);
    }
}

static void expect_env(const zeb_exec_env *a, const zeb_exec_env *b) {
    assert_int_equal(a->grf_count, b->grf_count);
    assert_int_equal(a->simd_size, b->simd_size);
    assert_int_equal(a->barrier_count, b->barrier_count);
    assert_int_equal(a->slm_size_b, b->slm_size_b);
    assert_int_equal(a->inline_data_payload_b, b->inline_data_payload_b);
    assert_int_equal(a->offset_to_skip_per_thread_data_load, b->offset_to_skip_per_thread_data_load);
    assert_int_equal(a->offset_to_skip_set_ffid_gp, b->offset_to_skip_set_ffid_gp);
    assert_int_equal(a->required_sub_group_size, b->required_sub_group_size);
    assert_int_equal(a->indirect_stateless_count, b->indirect_stateless_count);
    assert_memory_equal(a->required_work_group_size, b->required_work_group_size, 12);
    assert_memory_equal(a->walk_order, b->walk_order, 12);
    assert_int_equal(a->has_required_work_group_size, b->has_required_work_group_size);
    assert_int_equal(a->has_walk_order, b->has_walk_order);
    assert_int_equal(a->has_4gb_buffers, b->has_4gb_buffers);
    assert_int_equal(a->has_dpas, b->has_dpas);
    assert_int_equal(a->has_fence_for_image_access, b->has_fence_for_image_access);
    assert_int_equal(a->has_global_atomics, b->has_global_atomics);
    assert_int_equal(a->has_multi_scratch_spaces, b->has_multi_scratch_spaces);
    assert_int_equal(a->has_no_stateless_write, b->has_no_stateless_write);
    assert_int_equal(a->has_stack_calls, b->has_stack_calls);
    assert_int_equal(a->disable_mid_thread_preemption, b->disable_mid_thread_preemption);
    assert_int_equal(a->require_disable_eufusion, b->require_disable_eufusion);
    assert_int_equal(a->subgroup_independent_forward_progress, b->subgroup_independent_forward_progress);
}

static void expect_lists(const zeb_kernel *a, const zeb_kernel *b) {
    assert_int_equal(a->btis.len, b->btis.len);
    for (uint32_t i = 0; i < a->btis.len; i++)
        assert_memory_equal(&a->btis.data[i], &b->btis.data[i], sizeof a->btis.data[i]);
    assert_int_equal(a->memory.len, b->memory.len);
    for (uint32_t i = 0; i < a->memory.len; i++) {
        const zeb_memory *x = &a->memory.data[i], *y = &b->memory.data[i];
        assert_string_equal(x->type, y->type);
        assert_string_equal(x->usage, y->usage);
        assert_int_equal(x->size_b, y->size_b);
        assert_int_equal(x->slot, y->slot);
        assert_int_equal(x->is_simt_thread, y->is_simt_thread);
    }
    assert_int_equal(a->samplers.len, b->samplers.len);
    for (uint32_t i = 0; i < a->samplers.len; i++) {
        const zeb_inline_sampler *x = &a->samplers.data[i], *y = &b->samplers.data[i];
        assert_int_equal(x->index, y->index);
        assert_string_equal(x->addrmode, y->addrmode);
        assert_string_equal(x->filtermode, y->filtermode);
        assert_int_equal(x->normalized, y->normalized);
    }
    assert_int_equal(a->arg_infos.len, b->arg_infos.len);
    for (uint32_t i = 0; i < a->arg_infos.len; i++) {
        const zeb_arg_info *x = &a->arg_infos.data[i], *y = &b->arg_infos.data[i];
        assert_int_equal(x->index, y->index);
        expect_text(x->name, y->name);
        expect_text(x->address_qualifier, y->address_qualifier);
        expect_text(x->access_qualifier, y->access_qualifier);
        expect_text(x->type_name, y->type_name);
        expect_text(x->type_qualifiers, y->type_qualifiers);
    }
}

static void expect_kernel(const zeb_kernel *written, const zeb_kernel *read) {
    assert_string_equal(written->name, read->name);
    assert_int_equal(read->code_b, written->text_b == SAMPLE_CODE_B ? SAMPLE_CODE_B : 64);
    assert_true(read->text_b >= written->text_b + 192);
    assert_int_equal(read->text_b % 64, 0);
    assert_memory_equal(read->text, written->text, written->text_b);
    expect_env(&written->env, &read->env);
    assert_int_equal(written->args.len, read->args.len);
    expect_args(written->args.data, read->args.data, read->args.len);
    assert_int_equal(written->thread_args.len, read->thread_args.len);
    expect_args(written->thread_args.data, read->thread_args.data, read->thread_args.len);
    expect_lists(written, read);
}

static void every_field_survives(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "pvc");
    zeb_kernel *k = sample_add_minimal(s.file);
    for (uint32_t i = 0; i < 3; i++)
        k->env.walk_order[i] = i; // what a reader assumes when nothing is said
    zeb_kernel *second = sample_add_full(s.file, "_Z6seconditl");
    // What only newer compilers write: the surface of the module's data.
    zeb_arg base = {.type = ZEB_ARG_OTHER,
                    .other = "global_base",
                    .arg_index = -1,
                    .sampler_index = -1,
                    .off_b = 40,
                    .size_b = 8,
                    .bti_end = 3};
    assert_true(cmc_vec_push(s.arena, &second->args, base));
    s.file->product = 1271;
    s.file->metadata = 0x00270700;
    s.file->product_config = 0x030f0007;
    sample_write(&s);
    zeb_file *f = sample_read(&s, s.image.data, s.image.len);
    assert_int_equal(f->product, 1271);
    assert_int_equal(f->core, 0xc08);
    assert_int_equal(f->metadata, 0x00270700);
    assert_int_equal(f->product_config, 0x030f0007);
    assert_string_equal(f->version, "1.15");
    assert_int_equal(f->kernels.len, 2);
    // The code of the second sample ends in zeros up to byte 60: it keeps its last instruction's eight bytes.
    for (uint32_t i = 0; i < 2; i++)
        expect_kernel(s.file->kernels.data[i], f->kernels.data[i]);
    sample_close(&s);
}

static void add_data(sample *s, zeb_kernel *k) {
    static const uint8_t table[24] = {7, 6, 5};
    zeb_section global = {.name = ".data.global", .data = table, .size_b = sizeof table};
    zeb_section bss = {.name = ".bss.const", .size_b = 4096};
    assert_true(
        cmc_vec_push(s->arena, &global.relocs, ((zeb_reloc){.off_b = 8, .type = 1, .symbol = "table", .addend = 4})));
    assert_true(cmc_vec_push(s->arena, &s->file->sections, global));
    assert_true(cmc_vec_push(s->arena, &s->file->sections, bss));
    assert_true(cmc_vec_push(
        s->arena, &s->file->symbols,
        ((zeb_symbol){.name = "table", .section = ".data.global", .value = 4, .size_b = 16, .global = true})));
    assert_true(cmc_vec_push(s->arena, &s->file->symbols,
                             ((zeb_symbol){.name = "k", .section = ".text.k", .size_b = 96, .function = true})));
    assert_true(cmc_vec_push(s->arena, &k->relocs, ((zeb_reloc){.off_b = 12, .type = 2, .symbol = "table"})));
    assert_true(cmc_vec_push(s->arena, &k->relocs, ((zeb_reloc){.off_b = 28, .type = 3, .symbol = "imported"})));
}

static void symbols_data_and_relocations_survive(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    add_data(&s, sample_add_minimal(s.file));
    sample_write(&s);
    zeb_file *f = sample_read(&s, s.image.data, s.image.len);
    const zeb_kernel *k = f->kernels.data[0];
    assert_int_equal(k->code_b, 96); // the symbol's size wins
    assert_int_equal(k->relocs.len, 2);
    assert_int_equal(k->relocs.data[0].off_b, 12);
    assert_int_equal(k->relocs.data[0].type, 2);
    assert_string_equal(k->relocs.data[0].symbol, "table");
    assert_int_equal(k->relocs.data[0].addend, 0);
    assert_string_equal(k->relocs.data[1].symbol, "imported");
    assert_int_equal(f->sections.len, 2);
    assert_string_equal(f->sections.data[0].name, ".data.global");
    assert_int_equal(f->sections.data[0].size_b, 24);
    assert_int_equal(f->sections.data[0].data[1], 6);
    assert_int_equal(f->sections.data[0].relocs.len, 1);
    assert_int_equal(f->sections.data[0].relocs.data[0].addend, 4);
    assert_null(f->sections.data[1].data);
    assert_int_equal(f->sections.data[1].size_b, 4096);
    assert_int_equal(f->symbols.len, 2);
    assert_string_equal(f->symbols.data[0].name, "k"); // locals first
    assert_false(f->symbols.data[0].global);
    assert_string_equal(f->symbols.data[1].section, ".data.global");
    assert_int_equal(f->symbols.data[1].value, 4);
    assert_true(f->symbols.data[1].global);
    sample_close(&s);
}

// A byte string at any address is read: files are mapped, archives hold images at odd places.
static void image_may_be_unaligned(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    for (size_t shift = 1; shift < 8; shift++) {
        char *copy = test_malloc(s.image.len + shift);
        memcpy(copy + shift, s.image.data, s.image.len);
        zeb_file *f = sample_read(&s, copy + shift, s.image.len);
        assert_int_equal(f->kernels.data[0]->args.len, 3);
        test_free(copy);
    }
    sample_close(&s);
}

static void target_follows_from_the_notes(void **state) {
    static const struct {
        uint32_t product, core, config;
        const char *target;
    } rows[] = {
        {18, 0, 0, "skl"},       {0, 0xc, 0, "skl"},        {26, 15, 0, "icl"},        {0, 18, 0, "tgl"},
        {31, 18, 0, "tgl"},      {1210, 0, 0, "tgl"},       {1270, 0, 0, "dg2"},       {0, 0xc07, 0, "dg2"},
        {1271, 0xc08, 0, "pvc"}, {0, 0, 0x03000000, "tgl"}, {0, 0, 0x030f0007, "pvc"}, {1275, 0, 0, "lnl"},
        {1274, 0xc09, 0, "bmg"}, {0, 0, 0, NULL},           {18, 18, 0, NULL},         {9999, 0, 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        zeb_file f = {.product = rows[i].product, .core = rows[i].core, .product_config = rows[i].config};
        expect_text(zeb_file_target(&f), rows[i].target);
    }
    uint32_t product, core;
    assert_true(zeb_target_ids("dg2", &product, &core));
    assert_int_equal(product, 1270);
    assert_int_equal(core, 0xc07);
    assert_false(zeb_target_ids("tgllp", &product, &core));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_survives),
        cmocka_unit_test(symbols_data_and_relocations_survive),
        cmocka_unit_test(image_may_be_unaligned),
        cmocka_unit_test(target_follows_from_the_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
