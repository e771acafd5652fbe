// SPDX-License-Identifier: MIT
// Machine IR: the builder, text in both directions, errors with their places, the validator.

#include <cmc/mir.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

#define HEAD "target tgl\nkernel \"k\" {\n  phase selected\n  var grf %x 32 :f\n  var flag %p 2\n"

static mir_fn *build(cmc_arena *a) {
    mir_module *mod = mir_module_create(a, isa_model_get(ISA_TARGET_TGL));
    mir_fn *fn = mir_fn_create(mod, "built");
    mir_var *v = mir_var_create(fn, MIR_VAR_GRF, ISA_F, 64, 32, "my value!");
    mir_var *w = mir_var_create(fn, MIR_VAR_GRF, ISA_F, 64, 32, NULL);
    mir_block *b = mir_block_create(fn, NULL);
    mir_inst *i = mir_inst_create(fn, ISA_ADD);
    i->i.exec_size = 16;
    i->i.dst = mir_dst(v, 0, ISA_F, 1);
    i->i.src[0] = mir_src(w, 0, ISA_F, (isa_region){8, 8, 1});
    i->i.src[1] = mir_src(w, 20, ISA_F, (isa_region){0, 1, 0});
    mir_block_append(b, i);
    mir_inst *u = mir_inst_create(fn, MIR_UNDEF);
    u->i.dst = mir_dst(v, 0, ISA_TYPE_NONE, 0);
    mir_inst_insert_before(b, i, u);
    mir_block_append(b, mir_inst_create(fn, MIR_EOT));
    return fn;
}

static void builder_prints(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    cmc_str s = CMC_STR_INIT;
    cmc_diag *d = cmc_diag_create();
    const mir_fn *fn = build(a);
    assert_int_equal(mir_validate(fn, d), CMC_OK);
    mir_print(fn, &s);
    assert_string_equal(cmc_str_text(&s), "kernel \"built\" {\n"
                                          "  phase selected\n"
                                          "  var grf %my_value_.1 64 :f align=32\n"
                                          "  var grf %v.2 64 :f align=32\n"
                                          "bb0:\n"
                                          "  undef %my_value_.1\n"
                                          "  add (16|M0) %my_value_.1<1>:f %v.2<8;8,1>:f %v.2+20<0;1,0>:f\n"
                                          "  eot\n"
                                          "}\n");
    cmc_str_free(&s);
    cmc_diag_destroy(d);
    cmc_arena_destroy(a);
}

static void list_edits(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    mir_fn *fn = build(a);
    mir_block *b = fn->blocks.data[0];
    mir_inst *first = b->first, *middle = first->next, *last = b->last;
    mir_inst_remove(b, middle);
    assert_ptr_equal(first->next, last);
    assert_ptr_equal(last->prev, first);
    mir_inst_remove(b, first);
    assert_ptr_equal(b->first, last);
    mir_inst_remove(b, last);
    assert_null(b->first);
    assert_null(b->last);
    mir_block_append(b, middle);
    mir_inst_insert_before(b, NULL, last);
    assert_ptr_equal(b->last, last);
    cmc_arena_destroy(a);
}

// Errors

typedef struct bad_text {
    const char *text;
    uint32_t line, col;
    const char *word;
} bad_text;

static const bad_text bad_texts[] = {
    {"", 1, 1, "target"},
    {"target xyz\n", 1, 11, "xyz"},
    {"target tgl\nkernel \"k\" {\n", 3, 1, "closing"},
    {"target tgl\nkernel k {\n}\n", 2, 8, "'\"'"},
    {HEAD "  var grf %x 4\n}\n", 6, 13, "twice"},
    {HEAD "  var grf %y 4 align=3\n}\n", 6, 23, "power of two"},
    {HEAD "  var grf %y.9 4\n}\n", 6, 15, "own"},
    {HEAD "  mov (1|M0) %x<1>:f 0:f\n}\n", 6, 3, "precedes the first block"},
    {HEAD "b:\n  frob (1|M0) %x<1>:f\n}\n", 7, 3, "frob"},
    {HEAD "b:\n  mov (8|M0) %y<1>:f %x<1;1,0>:f\n}\n", 7, 16, "%y"},
    {HEAD "b:\n  mov (8|M0) %x<1>:f %x<1;1,0>:zz\n}\n", 7, 32, "zz"},
    {HEAD "b:\n  mov (8|M0) %x<1;1>:f 0:f\n}\n", 7, 20, "stride"},
    {HEAD "b:\n  mov (1|M0) %x<1>:uw 65536:uw\n}\n", 7, 23, "fit"},
    {HEAD "b:\n  (W&%x.0.any3h) mov (1|M0) %x<1>:f 0:f\n}\n", 7, 0, "any3h"},
    {HEAD "b:\n  br nowhere\n}\n", 7, 13, "nowhere"},
    {HEAD "b:\nb:\n  eot\n}\n", 0, 0, "twice"},
    {HEAD "b:\n  msg.foo (1|M0) size_b=3\n}\n", 7, 0, "foo"},
    {HEAD "b:\n  msg.barrier (1|M0) bar=3\n}\n", 7, 0, "bar"},
    {HEAD "b:\n  eot {@9}\n}\n", 7, 0, "9"},
    {HEAD "b:\n  eot {Foo}\n}\n", 7, 0, "Foo"},
    {HEAD "b:\n  eot 5\n}\n", 7, 0, "5"},
};

static void errors_have_places(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(bad_texts) / sizeof(bad_texts[0]); i++) {
        const bad_text *t = &bad_texts[i];
        cmc_arena *a = cmc_arena_create();
        cmc_diag *d = cmc_diag_create();
        mir_module *mod = NULL;
        if (mir_parse(a, "f.mir", t->text, strlen(t->text), &mod, d) != CMC_ERR_USER || cmc_diag_count(d) != 1)
            fail_msg("row %zu: expected one error about '%s'", i, t->word);
        const cmc_message *m = cmc_diag_get(d, 0);
        if (!strstr(m->text, t->word) || (t->line && m->loc.line != t->line) || (t->col && m->loc.col != t->col))
            fail_msg("row %zu: %u:%u: %s, expected %u:%u and '%s'", i, m->loc.line, m->loc.col, m->text, t->line,
                     t->col, t->word);
        cmc_diag_destroy(d);
        cmc_arena_destroy(a);
    }
}

// Validator

typedef struct bad_fn {
    const char *phase, *body, *code;
} bad_fn;

static const bad_fn bad_fns[] = {
    {"selected", "b:\n  eot\n", NULL},
    {"selected", "b:\n  mov (16|M0) %x<1>:f 0:f\n  eot\n", "MIR012"},
    {"selected", "b:\n  mov (8|M0) %x+4<1>:f 0:f\n  eot\n", "MIR012"},
    {"selected", "b:\n  mov (4|M0) %x<1>:f %x+8<2;1,0>:f\n  eot\n", "MIR012"},
    {"selected", "b:\n  copy %x+8 %x 32\n  eot\n", "MIR012"},
    {"selected", "b:\n  (W&%p.1) mov (1|M0) %x<1>:f 0:f\n  eot\n", "MIR012"},
    {"selected", "b:\n  (W&%x.0) mov (1|M0) %x<1>:f 0:f\n  eot\n", "MIR011"},
    {"selected", "b:\n  mov (3|M0) %x<1>:f 0:f\n  eot\n", "MIR023"},
    {"selected", "b:\n  mov (16|M20) %x<1>:uw 0:uw\n  eot\n", "MIR023"},
    {"selected", "b:\n  mov (1|M0) %x<1>:f 0:f\n", "MIR033"},
    {"selected", "b:\n  br b\n  eot\n", "MIR026"},
    {"selected", "b:\n  eot\n  mov (1|M0) %x<1>:f 0:f\n", "MIR026"},
    {"selected", "b:\n  cbr (1|M0) b b\n", "MIR025"},
    {"selected", "b:\n  add3 (1|M0) %x<1>:d %x<0;0>:d %x<0;0>:d %x<0>:d\n  eot\n", "MIR022"},
    {"legal", "b:\n  mov (1|M0) %x<1>:f 0:f\n  join (16|M0) c\nc:\n  br c\n", "MIR035"},
    {"legal", "b:\n  join (16|M0) c\nc:\n  br c\n", NULL},
    {"legal", "b:\n  goto.b (16|M0) d b\nc:\n  br c\nd:\n  br d\n", "MIR036"},
    {"legal", "b:\n  goto.b (16|M0) c b\nc:\n  br c\n", NULL},
    {"lowered", "b:\n  eot\n", "MIR021"},
    {"lowered", "b:\n  msg.barrier (1|M0)\n  br b\n", "MIR021"},
    {"lowered", "b:\n  mul32 (1|M0) %x<1>:d %x<0;1,0>:d %x<0;1,0>:d\n  br b\n", "MIR021"},
    {"legal", "b:\n  copy %x %x+4 8\n  br b\n", NULL},
    {"allocated", "b:\n  undef %x\n  br b\n", "MIR021"},
    {"allocated", "b:\n  mov (1|M0) %x<1>:f 0:f\n  br b\n", "MIR014"},
    {"allocated", "b:\n  mov (1|M0) r1.0<1>:f 0:f\n  br b\n", NULL},
};

static void validator_finds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(bad_fns) / sizeof(bad_fns[0]); i++) {
        cmc_arena *a = cmc_arena_create();
        cmc_diag *d = cmc_diag_create();
        cmc_str s = CMC_STR_INIT;
        mir_module *mod = NULL;
        cmc_str_printf(&s, "target tgl\nkernel \"k\" {\n  phase %s\n  var grf %%x 32 :f\n  var flag %%p 2\n%s}\n",
                       bad_fns[i].phase, bad_fns[i].body);
        assert_int_equal(mir_parse(a, "f", s.data, s.len, &mod, d), CMC_OK);
        cmc_status st = mir_validate(mod->fns.data[0], d);
        if (!bad_fns[i].code ? st != CMC_OK
                             : st != CMC_ERR_INTERNAL || strcmp(cmc_diag_get(d, 0)->code, bad_fns[i].code))
            fail_msg("row %zu: %s", i, cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "no message");
        cmc_str_free(&s);
        cmc_diag_destroy(d);
        cmc_arena_destroy(a);
    }
}

static void successors(void **state) {
    (void)state;
    static const char text[] =
        "target tgl\nkernel \"k\" {\n  phase allocated\na:\n  (W&f0.0) cbr (1|M0) c b\nb:\n"
        "  (W&f0.0) jmpi (1|M0) a\nc:\n  br c\nd:\n  send.ts (8|M0) null r127 null 0x0 0x02000010 "
        "{EOT}\n}\n";
    static const uint32_t want[4][3] = {{2, 2, 1}, {2, 0, 2}, {1, 2, 0}, {0, 0, 0}}; // count, then blocks
    cmc_arena *a = cmc_arena_create();
    mir_module *mod = NULL;
    assert_int_equal(mir_parse(a, "f", text, sizeof(text) - 1, &mod, NULL), CMC_OK);
    for (uint32_t b = 0; b < 4; b++) {
        mir_succ s = mir_succ_of(mod->fns.data[0], mod->fns.data[0]->blocks.data[b]);
        for (uint32_t k = 0; k < want[b][0]; k++) {
            assert_true(mir_succ_next(&s));
            assert_int_equal(s.id, want[b][k + 1]);
        }
        assert_false(mir_succ_next(&s));
    }
    cmc_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builder_prints),  cmocka_unit_test(list_edits), cmocka_unit_test(errors_have_places),
        cmocka_unit_test(validator_finds), cmocka_unit_test(successors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
