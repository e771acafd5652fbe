// SPDX-License-Identifier: MIT
// Targets: every model is complete, and the names that users write find the right one. Expectations
// come from the public device lists and from iga64's list of platforms.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <cmc/isa.h>

static void every_target_has_a_model(void **state) {
    (void)state;
    assert_null(isa_model_get(ISA_TARGET_NONE));
    assert_null(isa_model_get(ISA_TARGET_COUNT));
    assert_null(isa_model_get((isa_target)-1));
    for (int t = ISA_TARGET_NONE + 1; t < ISA_TARGET_COUNT; t++) {
        const isa_model *m = isa_model_get((isa_target)t);
        assert_non_null(m);
        assert_int_equal(m->target, t);
        assert_ptr_equal(isa_model_find(m->name), m);
        assert_non_null(strstr(isa_model_names(), m->name));
        assert_true(m->grf_b == 32 || m->grf_b == 64);
        assert_int_equal(m->native_exec_32b * 4, m->grf_b);
        assert_true(m->grf_count_large >= m->grf_count);
        assert_true(m->sbid_count_large >= m->sbid_count);
        assert_true((m->sbid_count == 0) == (m->max_regdist == 0));
        assert_true(m->has_hdc || m->has_lsc);
        assert_true(m->has_lsc == (m->lsc_max_exec != 0));
    }
}

static void every_target_has_a_device(void **state) {
    (void)state;
    assert_null(isa_device_get(ISA_TARGET_NONE));
    assert_null(isa_device_get(ISA_TARGET_COUNT));
    for (int t = ISA_TARGET_NONE + 1; t < ISA_TARGET_COUNT; t++) {
        const isa_device *d = isa_device_get((isa_target)t);
        assert_non_null(d);
        assert_non_null(strstr(d->product, "Intel"));
        assert_true(d->pci_id != 0 && d->clock_mhz >= 1000 && d->eus >= 8 && d->threads >= 7);
        assert_int_equal(d->cores, d->slices * d->subslices);
        assert_true(d->slm_kib >= isa_model_get((isa_target)t)->slm_max_kib);
    }
}

static void message_lists_every_target(void **state) {
    char list[200] = "";
    (void)state;
    for (int t = ISA_TARGET_NONE + 1; t < ISA_TARGET_COUNT; t++) {
        strcat(list, *list ? ", " : "");
        strcat(list, isa_model_get((isa_target)t)->name);
    }
    assert_string_equal(isa_model_names(), list);
}

static void codes_have_names(void **state) {
    static const uint8_t counts[] = {
        [ISA_NAMES_MATH] = 14, [ISA_NAMES_SYNC] = 7, [ISA_NAMES_CMOD] = 8,
        [ISA_NAMES_PRED] = 14, [ISA_NAMES_PIPE] = 6, [ISA_NAMES_TOKEN] = 2,
    };
    (void)state;
    for (unsigned list = 0; list < sizeof counts; list++) {
        unsigned n = 0;
        for (unsigned code = 0; code < 256; code++) {
            const char *name = isa_name_of((isa_names)list, code);
            if (name)
                assert_int_equal(isa_name_find((isa_names)list, name, strlen(name)), code);
            n += name != NULL;
        }
        assert_int_equal(n, counts[list]);
        assert_int_equal(isa_name_find((isa_names)list, "nope", 4), -1);
    }
    assert_string_equal(isa_arf_name(ISA_ARF_ACC), "acc");
    assert_null(isa_arf_name(0xe0));
    assert_null(isa_arf_name(0x100));
    assert_int_equal(isa_arf_find("tdr", 3), ISA_ARF_TDR);
    assert_int_equal(isa_arf_find("r", 1), -1);
}

static void options_are_bools_of_an_instruction(void **state) {
    unsigned n = 0;
    (void)state;
    for (const char *name; (name = isa_option_name(n)) != NULL; n++) {
        isa_inst in = {0};
        assert_false(isa_option_get(&in, n));
        assert_true(isa_option_set(&in, name, strlen(name)));
        for (unsigned i = 0; isa_option_name(i); i++)
            assert_int_equal(isa_option_get(&in, i), i == n);
    }
    isa_inst in = {0};
    assert_int_equal(n, 14);
    assert_false(isa_option_get(&in, n));
    assert_false(isa_option_set(&in, "eot", 3));
}

static const struct {
    const char *name, *target;
} names[] = {
    {"tgl", "tgl"},      {"TGL", "tgl"},    {"tgllp", "tgl"},    {"xe-lp", "tgl"},   {"gen12lp", "tgl"},
    {"gen12-lp", "tgl"}, {"rkl", "tgl"},    {"dg1", "tgl"},      {"adl-s", "tgl"},   {"adls", "tgl"},
    {"ADL_P", "tgl"},    {"rpl-s", "tgl"},  {"skl", "skl"},      {"gen9", "skl"},    {"kbl", "skl"},
    {"glk", "skl"},      {"icllp", "icl"},  {"gen11", "icl"},    {"dg2", "dg2"},     {"acm", "dg2"},
    {"acm-g10", "dg2"},  {"xe-hpg", "dg2"}, {"ats-m150", "dg2"}, {"ats-m75", "dg2"}, {"12.55.8", "dg2"},
    {"pvc", "pvc"},      {"xe-hpc", "pvc"}, {"12.60.7", "pvc"},  {"pvcxt", "pvc"},   {"lnl", "lnl"},
    {"20.4.4", "lnl"},   {"bmg", "bmg"},    {"20.1.0", "bmg"},
};

static void names_find_their_target(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const isa_model *m = isa_model_find(names[i].name);
        if (m == NULL || strcmp(m->name, names[i].target) != 0)
            fail_msg("\"%s\": expected %s, found %s", names[i].name, names[i].target, m ? m->name : "none");
    }
}

static void unknown_names_find_nothing(void **state) {
    (void)state;
    static const char *const bad[] = {"", "hsw", "bdw", "tglx", "tg", "gen", "12.60", "cri"};
    assert_null(isa_model_find(NULL));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(isa_model_find(bad[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_target_has_a_model),
        cmocka_unit_test(every_target_has_a_device),
        cmocka_unit_test(message_lists_every_target),
        cmocka_unit_test(codes_have_names),
        cmocka_unit_test(options_are_bools_of_an_instruction),
        cmocka_unit_test(names_find_their_target),
        cmocka_unit_test(unknown_names_find_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
