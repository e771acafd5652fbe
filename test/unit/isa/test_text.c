// SPDX-License-Identifier: MIT
// The text functions apart from their judge: what people write, labels, padding, and errors with
// their places.

#include <cmc/isa.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

static const isa_model *tgl(void) {
    return isa_model_get(ISA_TARGET_TGL);
}

static void assemble(const char *text, cmc_str *bytes) {
    cmc_diag *d = cmc_diag_create();
    cmc_str messages = CMC_STR_INIT;
    cmc_status st = isa_assemble(tgl(), text, strlen(text), false, bytes, d);
    cmc_diag_format(d, &messages);
    if (st != CMC_OK)
        fail_msg("%s", cmc_str_text(&messages));
    cmc_str_free(&messages);
    cmc_diag_destroy(d);
}

static void check_same_bytes(const char *a, const char *b) {
    cmc_str x = CMC_STR_INIT, y = CMC_STR_INIT;
    assemble(a, &x);
    assemble(b, &y);
    assert_int_equal(x.len, y.len);
    assert_memory_equal(x.data, y.data, x.len);
    cmc_str_free(&x);
    cmc_str_free(&y);
}

static void free_forms_mean_the_same(void **state) {
    (void)state;
    check_same_bytes("  add(8|M0)   r1.0<1>:d r2.0<8;8,1>:d 0x10:w // c", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d 16:w");
    check_same_bytes("mov (1|M0) r1:d r2.3:d", "mov (1|M0) r1.0<1>:d r2.3<0;1,0>:d");
    check_same_bytes("add (8|M0) r1:d r2:d r3.0:d;", "add (8|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<0;1,0>:d");
    check_same_bytes("mad (8|M0) r1:f r2.1:f r3:f r4:f", "mad (8|M0) r1.0<1>:f r2.1<0;0>:f r3.0<1;0>:f r4.0<1>:f");
    check_same_bytes("mov (8) r1.0<1>:f 1.5:f", "mov (8|M0) r1.0<1>:f 0x3fc00000:f");
    check_same_bytes("/* c */ mov (8|M0) r1.0<1>:hf -2.0:hf", "mov (8|M0) r1.0<1>:hf 0xc000:hf");
    check_same_bytes("mov (8|M0) r1.0<1>:f -inf:f", "mov (8|M0) r1.0<1>:f 0xff800000:f");
    check_same_bytes("mov (8|M0) r1.0<1>:f qnan(0x12):f", "mov (8|M0) r1.0<1>:f 0x7fc00012:f");
    check_same_bytes("cmp (8|M0) (l)f0.0 null<1>:d r1.0<1;1,0>:d 0:w",
                     "cmp (8|M0) (lt)f0.0 null<1>:d r1.0<1;1,0>:d 0:w");
    check_same_bytes("sync.allrd ($0,$2)", "sync.allrd 5");
    check_same_bytes("(W) jmpi 32\nnop\nnop\n", "(W) jmpi X\nnop\nX:\nnop\n");
}

// Sources without a written region: one element if there is one lane or the source names an element, else packed.
static void regions_that_are_not_written(void **state) {
    (void)state;
    static const struct {
        const char *line;
        isa_region want[3];
    } rows[] = {
        {"mad (8|M0) r1:f r2.1:f r3:f r4:f", {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
        {"mad (1|M0) r1:f r2:f r3.1:f r4:f", {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
        {"mad (8|M0) r1:f r2:f r3:f r4.2:f", {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}}},
        {"add (8|M0) r1:d r2:d r3.1:d", {{1, 1, 0}, {0, 1, 0}}},
        {"add (1|M0) r1:d r2:d r3.1:d", {{0, 1, 0}, {0, 1, 0}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        isa_parse_result r;
        assert_int_equal(isa_parse(tgl(), rows[i].line, strlen(rows[i].line), 1, &r, NULL), CMC_OK);
        for (unsigned k = 0; k < 3; k++) {
            const isa_region have = r.inst.src[k].rgn, want = rows[i].want[k];
            if (have.v != want.v || have.w != want.w || have.h != want.h)
                fail_msg("%s: source %u has <%u;%u,%u>", rows[i].line, k, have.v, have.w, have.h);
        }
    }
}

static void check_error(const char *line, uint32_t col, const char *word) {
    isa_parse_result r;
    cmc_diag *d = cmc_diag_create();
    if (isa_parse(tgl(), line, strlen(line), 7, &r, d) == CMC_OK)
        fail_msg("no error for: %s", line);
    assert_int_equal(cmc_diag_error_count(d), 1);
    const cmc_message *m = cmc_diag_get(d, 0);
    if (m->loc.line != 7 || m->loc.col != col || !strstr(m->text, word))
        fail_msg("%s\n  wanted column %u and '%s', got %u: %s", line, col, word, m->loc.col, m->text);
    cmc_diag_destroy(d);
}

static void errors_say_where(void **state) {
    (void)state;
    check_error("foo (8|M0) r1.0<1>:d r2.0<8;8,1>:d", 1, "foo");
    check_error("bfn.0xCA (8|M0) r1.0<1>:d r2.0<1;0>:d r3.0<1;0>:d r4.0<1>:d", 1, "bfn");
    check_error("mov r1.0<1>:d r2.0<8;8,1>:d", 5, "execution size");
    check_error("mov (8|M0) r128.0<1>:d r2.0<8;8,1>:d", 12, "r127");
    check_error("mov (8|M0) r1.0<1>:x r2.0<8;8,1>:d", 20, "type");
    check_error("mov (8|M0) r1.9<1>:d r2.0<8;8,1>:d", 21, "subregister");
    check_error("mov (8|M0) r1.0<1>:w 70000:w", 22, "does not fit");
    check_error("mov (8|M0) r1.0<1>:d 1.5:d", 22, "floating-point");
    check_error("mov (8|M0) r1.0<1>:f 1:f", 22, "1.0");
    check_error("add (8|M0) r1.0<1>:d r2.0<8;8,1>:d", 35, "source 1");
    check_error("mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d {@9}", 38, "larger");
    check_error("mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d {Fast}", 37, "Fast");
    check_error("mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3", 36, "unexpected");
    check_error("send (8|M0) r10 r20 r30 0x40 0x02184200", 5, "function");
    check_error("send.ugm (8|M0) r10 r20 r30 0x40 0x02184200", 6, "ugm");
    check_error("(f0.0) mov (8|M0) (eq)f1.0 r1.0<1>:d r2.0<8;8,1>:d", 23, "different flag");
    check_error("math.tanh (8|M0) r1.0<1>:f r2.0<8;8,1>:f", 6, "tanh");
}

static void check_assemble_error(const char *text, uint32_t line, const char *word) {
    cmc_str bytes = CMC_STR_INIT;
    cmc_diag *d = cmc_diag_create();
    assert_int_equal(isa_assemble(tgl(), text, strlen(text), false, &bytes, d), CMC_ERR_USER);
    assert_int_equal(cmc_diag_get(d, 0)->loc.line, line);
    assert_non_null(strstr(cmc_diag_get(d, 0)->text, word));
    cmc_diag_destroy(d);
    cmc_str_free(&bytes);
}

static void label_errors(void **state) {
    (void)state;
    check_assemble_error("nop\n(W) jmpi L1\n", 2, "L1");
    check_assemble_error("L1:\nnop\nL1:\n", 3, "twice");
    check_assemble_error("nop\nmov (8|M0) r1.0<1>:d r2.0<32;8,4>:d {Compacted}\n", 2, "compacted");
}

static void check_disassembly(const uint8_t *bytes, size_t len, const char *want) {
    cmc_str out = CMC_STR_INIT;
    cmc_diag *d = cmc_diag_create();
    assert_int_equal(isa_disassemble(tgl(), bytes, len, NULL, &out, d), CMC_OK);
    assert_string_equal(cmc_str_text(&out), want);
    cmc_diag_destroy(d);
    cmc_str_free(&out);
}

static void padding_is_not_printed(void **state) {
    (void)state;
    static const uint8_t nop[16] = {0x60};
    uint8_t bytes[16 + 60] = {0};
    memcpy(bytes, nop, 16);
    for (size_t pad = 0; pad <= 60; pad++)
        check_disassembly(bytes, 16 + pad, "L0:\nnop\n");
    check_disassembly(bytes + 16, 60, "");
    check_disassembly(bytes, 0, "");
}

// An instruction stream cut short, or with a bad instruction in it, names the byte.
static void bad_bytes_name_their_place(void **state) {
    (void)state;
    uint8_t bytes[48] = {0x60};
    bytes[16] = 0x60;
    bytes[32] = 0x7f;
    cmc_str out = CMC_STR_INIT;
    cmc_diag *d = cmc_diag_create();
    assert_int_equal(isa_disassemble(tgl(), bytes, sizeof bytes, NULL, &out, d), CMC_ERR_FORMAT);
    assert_string_equal(cmc_str_text(&out), "L0:\nnop\nnop\n");
    assert_non_null(strstr(cmc_diag_get(d, 0)->text, "0x20"));
    cmc_str_clear(&out);
    assert_int_equal(isa_disassemble(tgl(), bytes, 36, NULL, &out, d), CMC_ERR_FORMAT);
    assert_non_null(strstr(cmc_diag_get(d, 1)->text, "truncated"));
    cmc_diag_destroy(d);
    cmc_str_free(&out);
}

// The needed length is returned and nothing is written past the end, as with snprintf.
static void print_cuts(void **state) {
    (void)state;
    static const char text[] = "(W&~f0.1) mov (1|M0) r127.3<1>:ud r2.5<0;1,0>:ud {@1}";
    isa_parse_result r;
    assert_int_equal(isa_parse(tgl(), text, sizeof text - 1, 1, &r, NULL), CMC_OK);
    for (size_t cap = 0; cap < sizeof text + 4; cap++) {
        char buf[sizeof text + 8];
        memset(buf, '#', sizeof buf);
        assert_int_equal(isa_print(tgl(), &r.inst, NULL, buf, cap), sizeof text - 1);
        size_t n = cap == 0 ? 0 : cap < sizeof text ? cap - 1 : sizeof text - 1;
        assert_memory_equal(buf, text, n);
        assert_int_equal(buf[cap == 0 ? 0 : n], cap == 0 ? '#' : '\0');
        assert_int_equal(buf[cap < sizeof text ? cap : sizeof text], '#');
    }
}

// Every opcode and type is found by its name and by nothing that only begins like it.
static void names_find_their_rows(void **state) {
    (void)state;
    for (int op = ISA_OP_NONE + 1; op < ISA_OP_COUNT; op++) {
        const char *name = isa_op_get((isa_op)op)->mnemonic;
        assert_int_equal(isa_op_find(name, strlen(name)), op);
        assert_int_not_equal(isa_op_find(name, strlen(name) - 1), op);
        assert_int_equal(isa_op_find(name, strlen(name) + 1), ISA_OP_NONE); // with the 0 after it
    }
    for (int t = ISA_TYPE_NONE + 1; t < ISA_TYPE_COUNT; t++) {
        const char *name = isa_type_name((isa_type)t);
        assert_int_equal(isa_type_find(name, strlen(name)), t);
    }
    assert_int_equal(isa_op_find("", 0), ISA_OP_NONE);
    assert_int_equal(isa_type_find("", 0), ISA_TYPE_NONE);
}

// More labels than the first hash table has room for, forward and backward.
static void many_labels(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    cmc_str text = CMC_STR_INIT, bytes = CMC_STR_INIT;
    for (int i = 0; i < COUNT; i++)
        cmc_str_printf(&text, "label_%d:\n(W) jmpi label_%d\n", i, (i * 7 + 3) % COUNT);
    assert_int_equal(isa_assemble(tgl(), text.data, text.len, false, &bytes, NULL), CMC_OK);
    assert_int_equal(bytes.len, COUNT * 16);
    for (int i = 0; i < COUNT; i++) {
        isa_inst in;
        unsigned size_b = 0;
        assert_int_equal(isa_decode(tgl(), (const uint8_t *)bytes.data + 16 * i, 16, &in, &size_b, NULL), CMC_OK);
        assert_int_equal(in.jip, ((i * 7 + 3) % COUNT - i) * 16);
    }
    cmc_str_free(&text);
    cmc_str_free(&bytes);
}

// What was in the buffer stays, and nothing is added when the text has an error.
static void errors_leave_the_bytes(void **state) {
    (void)state;
    static const char bad[] = "nop\n(W) jmpi nowhere\n", good[] = "nop\n(W) jmpi L\nL:\n";
    cmc_str bytes = CMC_STR_INIT;
    cmc_str_append(&bytes, "abc");
    assert_int_equal(isa_assemble(tgl(), bad, sizeof bad - 1, false, &bytes, NULL), CMC_ERR_USER);
    assert_string_equal(cmc_str_text(&bytes), "abc");
    assert_int_equal(isa_assemble(tgl(), good, sizeof good - 1, false, &bytes, NULL), CMC_OK);
    assert_int_equal(bytes.len, 3 + 32);
    assert_memory_equal(bytes.data, "abc", 3);
    cmc_str_free(&bytes);
}

// mov (8) with access mode Align16, as a Gen9 shader compiler writes it: iga64's text would lose its swizzle.
static void align16_is_refused(void **state) {
    (void)state;
    static const uint8_t mov[16] = {0x01, 0x01, 0x60, 0x00, 0xe8, 0x3a, 0x4f, 0x21,
                                    0x84, 0x02, 0x6e, 0x00, 0x00, 0x00, 0x00, 0x00};
    isa_inst in;
    unsigned size_b = 0;
    cmc_diag *d = cmc_diag_create();
    const isa_model *skl = isa_model_get(ISA_TARGET_SKL);
    assert_int_equal(isa_decode(skl, mov, sizeof mov, &in, &size_b, d), CMC_ERR_UNSUPPORTED);
    assert_non_null(strstr(cmc_diag_get(d, 0)->text, "Align16"));
    cmc_diag_destroy(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_forms_mean_the_same),
        cmocka_unit_test(regions_that_are_not_written),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(label_errors),
        cmocka_unit_test(padding_is_not_printed),
        cmocka_unit_test(bad_bytes_name_their_place),
        cmocka_unit_test(print_cuts),
        cmocka_unit_test(names_find_their_rows),
        cmocka_unit_test(many_labels),
        cmocka_unit_test(errors_leave_the_bytes),
        cmocka_unit_test(align16_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
