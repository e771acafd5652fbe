// SPDX-License-Identifier: MIT
// Every mistake a host can make has a status and a sentence.

#include "fixture.h"

static const uint32_t one[3] = {1, 1, 1};

static void devices_that_are_not_there(void **state) {
    static const struct {
        const char *spec;
        cmrt_status status;
        const char *text;
    } rows[] = {
        {"cuda", CMRT_ERR_ARGUMENT, "unknown device 'cuda', expected gpu or xesim"},
        {"xesim:z80", CMRT_ERR_ARGUMENT, "unknown target 'z80' of device 'xesim:z80'"},
        {"xesim:", CMRT_ERR_ARGUMENT, "unknown target ''"},
        {"any:z80", CMRT_ERR_ARGUMENT, "unknown target 'z80' of device 'any:z80'"},
        {"", CMRT_ERR_ARGUMENT, "unknown device ''"},
        // The loader has made its choice: this process has simulated devices.
        {"gpu", CMRT_ERR_NO_DEVICE, "Level Zero offers no device 'gpu'; it offers: "},
        {"gpu:pvc", CMRT_ERR_NO_DEVICE, "Level Zero offers no device 'gpu:pvc'; it offers: "},
    };
    (void)state;
    cmrt_device *first = fixture_device();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cmrt_device *d = first;
        char why[512];
        assert_int_equal(cmrt_device_open(rows[i].spec, &d, why, sizeof why), rows[i].status);
        assert_null(d);
        if (!strstr(why, rows[i].text))
            fail_msg("'%s' for '%s'", why, rows[i].spec);
        assert_int_equal(cmrt_device_open(rows[i].spec, &d, NULL, 0), rows[i].status);
    }
    assert_int_equal(cmrt_device_open(NULL, NULL, NULL, 0), CMRT_ERR_ARGUMENT);
    ok(first, cmrt_device_close(first));
}

static void unknown_target_lists_the_targets(void **state) {
#define NAME(id, name, ...) #name,
    static const char *const names[] = {CMC_TARGETS(NAME)};
    char why[512];
    cmrt_device *d;
    (void)state;
    assert_int_equal(cmrt_device_open("xesim:z80", &d, why, sizeof why), CMRT_ERR_ARGUMENT);
    const char *list = strstr(why, "expected one of skl, ");
    assert_non_null(list);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_non_null(strstr(list, names[i]));
}

static void programs_that_cannot_be_loaded(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p;
    cmc_str good = fixture_add("tgl"), foreign = fixture_add("icl");
    refused(d, cmrt_program_load(d, good.data, good.len - 1, &p), CMRT_ERR_BINARY,
            "zebin is truncated: section table of");
    assert_null(p);
    refused(d, cmrt_program_load(d, good.data, 20, &p), CMRT_ERR_BINARY, "zebin is truncated: file has 20 bytes");
    refused(d, cmrt_program_load(d, good.data, 0, &p), CMRT_ERR_BINARY, "not a zebin: empty");
    refused(d, cmrt_program_load(d, "int main(void) {}", 17, &p), CMRT_ERR_BINARY, "not a zebin: no ELF header");
    refused(d, cmrt_program_load(d, foreign.data, foreign.len, &p), CMRT_ERR_TARGET,
            "this zebin is for icl, but the device is tgl");
    refused(d, cmrt_program_load(d, NULL, 5, &p), CMRT_ERR_ARGUMENT, "bytes is NULL");
    refused(d, cmrt_program_load(d, good.data, good.len, NULL), CMRT_ERR_ARGUMENT, "program is NULL");
    refused(d, cmrt_program_load_file(d, "/nowhere/k.bin", &p), CMRT_ERR_IO, "'/nowhere/k.bin'");
    refused(d, cmrt_program_load_file(d, "/proc/self/exe", &p), CMRT_ERR_BINARY,
            "'/proc/self/exe': zebin: ELF machine is 62, expected 205");
    assert_int_equal(cmrt_program_load(NULL, good.data, good.len, &p), CMRT_ERR_ARGUMENT);
    good.data[18] = 3; // another machine
    refused(d, cmrt_program_load(d, good.data, good.len, &p), CMRT_ERR_BINARY, "ELF machine is 3");
    cmc_str_free(&good);
    cmc_str_free(&foreign);
    ok(d, cmrt_device_close(d));
}

static void kernels_that_are_not_there(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    refused(d, cmrt_kernel_create(p, "sub", &k), CMRT_ERR_NO_KERNEL, "no kernel 'sub'; the program has: add");
    assert_null(k);
    refused(d, cmrt_kernel_create(p, "add", NULL), CMRT_ERR_ARGUMENT, "kernel is NULL");
    assert_int_equal(cmrt_kernel_create(NULL, "add", &k), CMRT_ERR_ARGUMENT);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void arguments_that_do_not_fit(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *b;
    cmrt_image *im;
    int32_t n[2] = {1, 2};
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, 64, &b));
    ok(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, 16, 16, &im));
    refused(d, cmrt_kernel_set_value(k, 2, n, 8), CMRT_ERR_ARG_SIZE,
            "argument 2 of kernel 'add' has 4 bytes, but 8 were given");
    refused(d, cmrt_kernel_set_value(k, 2, n, 3), CMRT_ERR_ARG_SIZE, "has 4 bytes, but 3 were given");
    refused(d, cmrt_kernel_set_value(k, 3, n, 4), CMRT_ERR_ARG_INDEX,
            "kernel 'add' has 3 arguments; argument 3 does not exist");
    refused(d, cmrt_kernel_set_value(k, UINT32_MAX, n, 4), CMRT_ERR_ARG_INDEX, "argument 4294967295 does not exist");
    refused(d, cmrt_kernel_set_value(k, 0, n, 4), CMRT_ERR_ARG_KIND,
            "argument 0 of kernel 'add' is a buffer, not a value");
    refused(d, cmrt_kernel_set_buffer(k, 2, b), CMRT_ERR_ARG_KIND, "is a value, not a buffer");
    refused(d, cmrt_kernel_set_image(k, 0, im), CMRT_ERR_ARG_KIND, "is a buffer, not an image");
    refused(d, cmrt_kernel_set_local(k, 1, 64), CMRT_ERR_ARG_KIND, "is a pointer, not local memory");
    refused(d, cmrt_kernel_set_pointer(k, 1, n), CMRT_ERR_ARGUMENT, "is not memory of the device");
    refused(d, cmrt_kernel_set_buffer(k, 0, NULL), CMRT_ERR_ARGUMENT, "buffer is NULL");
    refused(d, cmrt_kernel_set_value(k, 2, NULL, 4), CMRT_ERR_ARGUMENT, "value is NULL");
    cmrt_device *other = fixture_device();
    cmrt_buffer *foreign;
    ok(other, cmrt_buffer_create(other, 64, &foreign));
    refused(d, cmrt_kernel_set_buffer(k, 0, foreign), CMRT_ERR_ARGUMENT, "belongs to another device");
    cmrt_buffer_destroy(foreign);
    ok(other, cmrt_device_close(other));
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
    cmrt_image_destroy(im);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void launches_that_cannot_be(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *b;
    int32_t n = 1;
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, 64, &b));
    refused(d, cmrt_launch(k, one, one), CMRT_ERR_ARG_MISSING, "argument 0 of kernel 'add' (a buffer) is not set");
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_kernel_set_buffer(k, 1, b));
    refused(d, cmrt_launch(k, one, one), CMRT_ERR_ARG_MISSING, "argument 2 'n' of kernel 'add' (a value) is not set");
    ok(d, cmrt_kernel_set_value(k, 2, &n, 4));
    refused(d, cmrt_launch(k, (uint32_t[3]){1, 0, 1}, one), CMRT_ERR_LAUNCH,
            "a grid of 1x0x1 groups of 1x1x1 work-items has no work-items");
    refused(d, cmrt_launch(k, one, (uint32_t[3]){1, 1, 0}), CMRT_ERR_LAUNCH, "has no work-items");
    refused(d, cmrt_launch(k, one, (uint32_t[3]){1024, 1024, 1024}), CMRT_ERR_LAUNCH,
            "work-items is larger than the device's");
    refused(d, cmrt_launch(k, one, (uint32_t[3]){0xffffffff, 0xffffffff, 0xffffffff}), CMRT_ERR_LAUNCH,
            "is larger than the device's");
    refused(d, cmrt_launch(k, NULL, one), CMRT_ERR_ARGUMENT, "groups or local is NULL");
    ok(d, cmrt_launch(k, one, one));
    ok(d, cmrt_wait(d));
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

// What is destroyed is no argument any more; the launch says so instead of reading freed memory. Set anew, it runs.
static void destroyed_arguments(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl")), *q = fixture_load(d, fixture_shift("tgl"));
    cmrt_kernel *k, *other, *shift;
    cmrt_buffer *b, *c;
    cmrt_image *im;
    void *svm;
    int32_t n = 1, by[2] = {0, 0};
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_kernel_create(p, NULL, &other));
    ok(d, cmrt_kernel_create(q, NULL, &shift));
    ok(d, cmrt_buffer_create(d, 64, &b));
    ok(d, cmrt_buffer_create(d, 64, &c));
    ok(d, cmrt_svm_alloc(d, 4096, 0, &svm));
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_kernel_set_pointer(k, 1, (char *)svm + 64));
    ok(d, cmrt_kernel_set_value(k, 2, &n, 4));
    ok(d, cmrt_kernel_set_buffer(other, 0, c));
    ok(d, cmrt_kernel_set_pointer(other, 1, (void *)(uintptr_t)cmrt_buffer_address(c)));
    ok(d, cmrt_kernel_set_value(other, 2, &n, 4));
    ok(d, cmrt_launch(k, one, one));
    cmrt_buffer_destroy(b);
    refused(d, cmrt_launch(k, one, one), CMRT_ERR_ARG_MISSING,
            "argument 0 of kernel 'add' (a buffer) was destroyed after it was set");
    ok(d, cmrt_launch(other, one, one));
    ok(d, cmrt_kernel_set_buffer(k, 0, c));
    ok(d, cmrt_launch(k, one, one));
    cmrt_svm_free(d, svm);
    refused(d, cmrt_launch(k, one, one), CMRT_ERR_ARG_MISSING, "argument 1 of kernel 'add'");
    cmrt_kernel_destroy(k);
    ok(d, cmrt_launch(other, one, one));
    cmrt_buffer_destroy(c);
    refused(d, cmrt_launch(other, one, one), CMRT_ERR_ARG_MISSING, "argument 0 of kernel 'add'");
    ok(d, cmrt_image_create(d, CMRT_FORMAT_RGBA8_UINT, 16, 8, &im));
    ok(d, cmrt_kernel_set_image(shift, 0, im));
    ok(d, cmrt_kernel_set_image(shift, 1, im));
    ok(d, cmrt_kernel_set_value(shift, 2, by, sizeof by));
    cmrt_image_destroy(im);
    refused(d, cmrt_launch(shift, one, one), CMRT_ERR_ARG_MISSING,
            "argument 0 of kernel 'shift' (an image) was destroyed");
    cmrt_kernel_destroy(other);
    cmrt_kernel_destroy(shift);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_program_destroy(q));
    ok(d, cmrt_device_close(d));
}

// A pointer to nowhere stops the launch; the message says where, and the device works on.
static void faults_are_reported(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *b;
    int32_t n = 1, back[8];
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, 32, &b));
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_kernel_set_pointer(k, 1, NULL));
    ok(d, cmrt_kernel_set_value(k, 2, &n, 4));
    ok(d, cmrt_launch(k, one, one));
    refused(d, cmrt_wait(d), CMRT_ERR_FAULT, "the device stopped with a fault");
    ok(d, cmrt_wait(d)); // reported once
    ok(d, cmrt_launch(k, one, one));
    cmrt_buffer *unrelated;
    ok(d, cmrt_buffer_create(d, 32, &unrelated));
    cmrt_buffer_destroy(unrelated); // waits, but cannot say what it met
    refused(d, cmrt_wait(d), CMRT_ERR_FAULT, "the device stopped with a fault");
    int32_t zeros[8] = {0};
    ok(d, cmrt_buffer_write(b, 0, zeros, sizeof zeros));
    ok(d, cmrt_kernel_set_buffer(k, 1, b));
    ok(d, cmrt_launch(k, one, one));
    ok(d, cmrt_buffer_read(b, 0, back, sizeof back));
    assert_int_equal(back[7], 1);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void memory_that_cannot_be(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_buffer *b;
    cmrt_image *im;
    void *svm;
    uint8_t bytes[64];
    refused(d, cmrt_buffer_create(d, 0, &b), CMRT_ERR_ARGUMENT, "the size is 0");
    refused(d, cmrt_buffer_create(d, SIZE_MAX / 2, &b), CMRT_ERR_MEMORY, "is larger than the device's");
    assert_null(b);
    refused(d, cmrt_svm_alloc(d, 64, 3, &svm), CMRT_ERR_ARGUMENT, "the alignment 3 is not a power of two");
    refused(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, 0, 4, &im), CMRT_ERR_ARGUMENT, "0x4 pixels");
    refused(d, cmrt_image_create(d, (cmrt_format)99, 4, 4, &im), CMRT_ERR_ARGUMENT, "unknown format 99");
    refused(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, 1u << 30, 4, &im), CMRT_ERR_UNSUPPORTED,
            "is larger than the device's");
    ok(d, cmrt_buffer_create(d, 64, &b));
    refused(d, cmrt_buffer_read(b, 1, bytes, 64), CMRT_ERR_RANGE, "bytes 1 to 65 lie outside a buffer of 64");
    refused(d, cmrt_buffer_write(b, 65, bytes, 0), CMRT_ERR_RANGE, "lie outside a buffer of 64");
    refused(d, cmrt_buffer_write(b, 8, bytes, SIZE_MAX - 4), CMRT_ERR_RANGE, "lie outside a buffer of 64");
    refused(d, cmrt_buffer_read(b, 0, NULL, 4), CMRT_ERR_ARGUMENT, "host is NULL");
    ok(d, cmrt_image_create(d, CMRT_FORMAT_RGBA8_UINT, 8, 2, &im));
    refused(d, cmrt_image_read(im, bytes, 31), CMRT_ERR_RANGE, "a pitch of 31 bytes is smaller than a row of 32");
    refused(d, cmrt_image_write(im, bytes, SIZE_MAX - 15), CMRT_ERR_RANGE,
            "2 rows with a pitch of 18446744073709551600 bytes");
    refused(d, cmrt_image_write(im, NULL, 0), CMRT_ERR_ARGUMENT, "host is NULL");
    void *p;
    refused(d, cmrt_svm_alloc(d, SIZE_MAX, 0, &p), CMRT_ERR_UNSUPPORTED,
            "an allocation must have 1 to 2147483648 bytes, not 18446744073709551615");
    refused(d, cmrt_usm_alloc(d, CMRT_USM_KIND_COUNT, 64, 0, &p), CMRT_ERR_ARGUMENT, "kind 3 does not exist");
    refused(d, cmrt_usm_alloc(d, CMRT_USM_DEVICE, 0, 0, &p), CMRT_ERR_ARGUMENT, "cmrt_usm_alloc: the size is 0");
    refused(d, cmrt_usm_alloc(d, CMRT_USM_HOST, 64, 0, NULL), CMRT_ERR_ARGUMENT, "cmrt_usm_alloc: pointer is NULL");
    refused(d, cmrt_copy(d, NULL, bytes, 4), CMRT_ERR_ARGUMENT, "cmrt_copy: an address is NULL");
    refused(d, cmrt_copy(d, bytes, NULL, 4), CMRT_ERR_ARGUMENT, "cmrt_copy: an address is NULL");
    refused(d, cmrt_fill(d, NULL, bytes, 4, 4), CMRT_ERR_ARGUMENT, "cmrt_fill: an address is NULL");
    refused(d, cmrt_fill(d, bytes, bytes, 3, 6), CMRT_ERR_ARGUMENT,
            "6 bytes cannot be filled with a pattern of 3 bytes");
    refused(d, cmrt_fill(d, bytes, bytes, 4, 6), CMRT_ERR_ARGUMENT,
            "6 bytes cannot be filled with a pattern of 4 bytes");
    assert_int_equal(cmrt_usm_alloc(NULL, CMRT_USM_HOST, 64, 0, &p), CMRT_ERR_ARGUMENT);
    assert_int_equal(cmrt_copy(NULL, bytes, bytes, 4), CMRT_ERR_ARGUMENT);
    assert_int_equal(cmrt_fill(NULL, bytes, bytes, 4, 4), CMRT_ERR_ARGUMENT);
    refused(d, cmrt_svm_alloc(d, 64, (size_t)1 << 40, &p), CMRT_ERR_UNSUPPORTED, "up to 2 GB, not 1099511627776");
    cmrt_buffer_destroy(b);
    cmrt_image_destroy(im);
    ok(d, cmrt_device_close(d));
}

static void owners_outlive_what_they_own(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    ok(d, cmrt_kernel_create(p, NULL, &k));
    refused(d, cmrt_device_close(d), CMRT_ERR_BUSY, "1 of its programs, buffers, images, queues or events still exist");
    refused(d, cmrt_program_destroy(p), CMRT_ERR_BUSY, "1 of its kernels still exist");
    cmrt_kernel_destroy(k);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void nothing_is_taken_for_nothing(void **state) {
    (void)state;
    cmrt_kernel_destroy(NULL);
    cmrt_buffer_destroy(NULL);
    cmrt_image_destroy(NULL);
    cmrt_svm_free(NULL, NULL);
    assert_int_equal(cmrt_program_destroy(NULL), CMRT_OK);
    assert_int_equal(cmrt_device_close(NULL), CMRT_OK);
    assert_int_equal(cmrt_wait(NULL), CMRT_ERR_ARGUMENT);
    assert_int_equal(cmrt_launch(NULL, one, one), CMRT_ERR_ARGUMENT);
    assert_int_equal(cmrt_device_message(NULL, NULL, 0), 0);
    assert_int_equal(cmrt_kernel_arg_count(NULL), 0);
    assert_int_equal(cmrt_buffer_size(NULL), 0);
    for (int s = 0; s <= CMRT_STATUS_COUNT; s++)
        assert_true(strlen(cmrt_status_str((cmrt_status)s)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_that_are_not_there),
        cmocka_unit_test(unknown_target_lists_the_targets),
        cmocka_unit_test(programs_that_cannot_be_loaded),
        cmocka_unit_test(kernels_that_are_not_there),
        cmocka_unit_test(arguments_that_do_not_fit),
        cmocka_unit_test(launches_that_cannot_be),
        cmocka_unit_test(destroyed_arguments),
        cmocka_unit_test(faults_are_reported),
        cmocka_unit_test(memory_that_cannot_be),
        cmocka_unit_test(owners_outlive_what_they_own),
        cmocka_unit_test(nothing_is_taken_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
