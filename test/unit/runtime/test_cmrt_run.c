// SPDX-License-Identifier: MIT
// Kernels run on xesim through the loader, with results against plain C.

#include "fixture.h"

#include <stdlib.h>

enum { GROUPS = 64, N = GROUPS * 8 };
static const uint32_t one_thread[3] = {1, 1, 1};

static void adds_into_a_buffer(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *out;
    void *svm;
    int32_t got[N], n = -5;
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, sizeof got, &out));
    ok(d, cmrt_svm_alloc(d, sizeof got, 0, &svm));
    for (int i = 0; i < N; i++)
        ((int32_t *)svm)[i] = i * 1000003;
    ok(d, cmrt_kernel_set_buffer(k, 0, out));
    ok(d, cmrt_kernel_set_pointer(k, 1, svm));
    ok(d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    ok(d, cmrt_launch(k, (uint32_t[3]){GROUPS, 1, 1}, one_thread));
    ok(d, cmrt_buffer_read(out, 0, got, sizeof got));
    for (int i = 0; i < N; i++)
        assert_int_equal(got[i], i * 1000003 - 5);
    cmrt_kernel_destroy(k);
    cmrt_svm_free(d, svm);
    cmrt_buffer_destroy(out);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

// The three kinds of memory, copies between them and the host's own, and fills.
static void memory_by_address(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    int32_t host[N], *p[CMRT_USM_KIND_COUNT];
    const int32_t pattern[4] = {1, -2, 3, -4};
    for (int i = 0; i < N; i++)
        host[i] = 7 * i;
    for (int kind = 0; kind < CMRT_USM_KIND_COUNT; kind++)
        ok(d, cmrt_usm_alloc(d, (cmrt_usm_kind)kind, sizeof host, 256, (void **)&p[kind]));
    assert_int_equal((uintptr_t)p[CMRT_USM_DEVICE] % 256, 0);
    ok(d, cmrt_copy(d, p[CMRT_USM_DEVICE], host, sizeof host));
    ok(d, cmrt_fill(d, p[CMRT_USM_DEVICE] + 8, pattern, sizeof pattern, 2 * sizeof pattern));
    ok(d, cmrt_copy(d, p[CMRT_USM_SHARED], p[CMRT_USM_DEVICE], sizeof host));
    ok(d, cmrt_copy(d, p[CMRT_USM_HOST], p[CMRT_USM_SHARED], sizeof host));
    ok(d, cmrt_copy(d, p[CMRT_USM_HOST], NULL, 0));
    for (int i = 0; i < N; i++)
        assert_int_equal(p[CMRT_USM_HOST][i], i >= 8 && i < 16 ? pattern[i % 4] : 7 * i);
    for (int kind = 0; kind < CMRT_USM_KIND_COUNT; kind++)
        cmrt_svm_free(d, p[kind]);
    ok(d, cmrt_device_close(d));
}

// More launches than command lists are kept, each reading what the one before it wrote.
static void launches_run_in_order(void **state) {
    enum { LAUNCHES = 200 };
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *data;
    int32_t values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    ok(d, cmrt_kernel_create(p, "add", &k));
    ok(d, cmrt_buffer_create(d, sizeof values, &data));
    ok(d, cmrt_buffer_write(data, 0, values, sizeof values));
    ok(d, cmrt_kernel_set_buffer(k, 0, data));
    ok(d, cmrt_kernel_set_buffer(k, 1, data)); // a buffer's address for a pointer
    int32_t sum = 0;
    for (int32_t i = 0; i < LAUNCHES; i++) {
        ok(d, cmrt_kernel_set_value(k, 2, &i, sizeof i)); // does not change the launches before
        ok(d, cmrt_launch(k, one_thread, one_thread));
        sum += i;
    }
    ok(d, cmrt_wait(d));
    ok(d, cmrt_buffer_read(data, 0, values, sizeof values));
    for (int i = 0; i < 8; i++)
        assert_int_equal(values[i], i + sum);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(data);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void copies_parts_of_buffers(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_buffer *b;
    uint8_t bytes[100], back[100];
    for (int i = 0; i < 100; i++)
        bytes[i] = (uint8_t)(i * 7);
    ok(d, cmrt_buffer_create(d, 100, &b));
    assert_int_equal(cmrt_buffer_size(b), 100);
    assert_int_equal(cmrt_buffer_address(b) % 64, 0);
    ok(d, cmrt_buffer_write(b, 0, bytes, 100));
    ok(d, cmrt_buffer_write(b, 90, bytes, 10));
    ok(d, cmrt_buffer_write(b, 100, NULL, 0));
    ok(d, cmrt_buffer_read(b, 13, back, 87));
    for (int i = 13; i < 100; i++)
        assert_int_equal(back[i - 13], (uint8_t)((i >= 90 ? i - 90 : i) * 7));
    cmrt_buffer_destroy(b);
    ok(d, cmrt_device_close(d));
}

static uint8_t pixel(int x, int y) {
    return (uint8_t)(x * 3 + y * 41);
}

// An image of 48x20 bytes moved by (5 - 1 = 4, -2); reads outside take the nearest pixel.
static void shifts_an_image(void **state) {
    enum { W = 48, H = 20, PITCH = 50 };
    static uint8_t in[PITCH * H], got[PITCH * H];
    const int32_t by[2] = {4, -2};
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_shift("tgl"));
    cmrt_kernel *k;
    cmrt_image *source, *target;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y * PITCH + x] = pixel(x, y);
    memset(got, 0xee, sizeof got);
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, W, H, &source));
    ok(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, W, H, &target));
    ok(d, cmrt_image_write(source, in, PITCH));
    ok(d, cmrt_kernel_set_image(k, 0, source));
    ok(d, cmrt_kernel_set_image(k, 1, target));
    ok(d, cmrt_kernel_set_value(k, 2, by, sizeof by));
    ok(d, cmrt_launch(k, (uint32_t[3]){W / 16, H / 4, 1}, one_thread));
    ok(d, cmrt_image_read(target, got, PITCH));
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            int sx = x + by[0] < W ? x + by[0] : W - 1, sy = y + by[1] > 0 ? y + by[1] : 0;
            assert_int_equal(got[y * PITCH + x], pixel(sx, sy));
        }
        assert_int_equal(got[y * PITCH + W], 0xee); // nothing is written after a row
    }
    cmrt_kernel_destroy(k);
    cmrt_image_destroy(source);
    cmrt_image_destroy(target);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void formats_keep_their_bytes(void **state) {
    static const size_t pixel_b[CMRT_FORMAT_COUNT] = {
        0, 1, 2, 4, 2, 8, 4, 16, 4,  16, // those of the first version
        4, 8,                            // rg16, rg32
        1, 2, 4, 2, 4, 8, 4, 8,  16,     // signed
        1, 2, 4, 4, 2, 4, 8,             // unorm, bgra8 among them
        1, 2, 4, 2, 4, 8,                // snorm
        2, 4, 8, 8,                      // half, rg32f
    };
    uint8_t in[7 * 3 * 16], out[7 * 3 * 16];
    (void)state;
    cmrt_device *d = fixture_device();
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 11 + 1);
    for (int f = 1; f < CMRT_FORMAT_COUNT; f++) {
        cmrt_image *im;
        assert_int_equal(cmrt_format_size_b((cmrt_format)f), pixel_b[f]);
        ok(d, cmrt_image_create(d, (cmrt_format)f, 7, 3, &im));
        ok(d, cmrt_image_write(im, in, 0));
        memset(out, 0, sizeof out);
        ok(d, cmrt_image_read(im, out, 0));
        assert_memory_equal(in, out, 21 * pixel_b[f]);
        cmrt_image_destroy(im);
    }
    ok(d, cmrt_device_close(d));
}

static void formats_have_names(void **state) {
    static const struct {
        const char *name;
        cmrt_format format;
    } rows[] = {
        {"r8", CMRT_FORMAT_R8_UINT},
        {"RGBA8ui", CMRT_FORMAT_RGBA8_UINT},
        {"rgba8_unorm", CMRT_FORMAT_RGBA8_UNORM},
        {"rgba8un", CMRT_FORMAT_RGBA8_UNORM},
        {"bgra8un", CMRT_FORMAT_BGRA8_UNORM},
        {"rg16i", CMRT_FORMAT_RG16_SINT},
        {"r32f", CMRT_FORMAT_R32_FLOAT},
        {"rgba16_float", CMRT_FORMAT_RGBA16_FLOAT},
        {"r16sn", CMRT_FORMAT_R16_SNORM},
        {"r8f", CMRT_FORMAT_NONE},
        {"rgb8", CMRT_FORMAT_NONE},
        {"", CMRT_FORMAT_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(cmrt_format_find(rows[i].name), rows[i].format);
    assert_int_equal(cmrt_format_find(NULL), CMRT_FORMAT_NONE);
}

static void samplers_are_made(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_sampler_desc desc = {CMRT_ADDRESS_MIRROR, CMRT_FILTER_LINEAR, true};
    cmrt_sampler *s = NULL;
    ok(d, cmrt_sampler_create(d, &desc, &s));
    assert_int_equal(cmrt_device_close(d), CMRT_ERR_BUSY);
    cmrt_sampler_destroy(s);
    desc.address = (cmrt_address)9;
    assert_int_equal(cmrt_sampler_create(d, &desc, &s), CMRT_ERR_ARGUMENT);
    assert_null(s);
    ok(d, cmrt_device_close(d));
}

static void device_says_what_it_is(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_device_info info;
    ok(d, cmrt_device_get_info(d, &info));
    assert_true(info.is_simulator);
    assert_string_equal(info.target, "tgl");
    assert_true(strlen(info.name) > 0);
    assert_true(info.max_group_items >= 64);
    assert_true(info.max_image_width >= 4096);
    char text[8] = "x";
    assert_int_equal(cmrt_device_message(d, text, sizeof text), 0);
    assert_string_equal(text, "");
    ok(d, cmrt_device_close(d));
}

static void one_process_opens_several_targets(void **state) {
#define SPEC(id, name, ...) "xesim:" #name,
    static const char *const specs[] = {CMC_TARGETS(SPEC)};
    enum { N_SPECS = sizeof specs / sizeof specs[0] };
    (void)state;
    cmrt_device *devices[N_SPECS];
    for (int i = 0; i < N_SPECS; i++) {
        cmrt_device_info info;
        assert_int_equal(cmrt_device_open(specs[i], &devices[i], NULL, 0), CMRT_OK);
        ok(devices[i], cmrt_device_get_info(devices[i], &info));
        assert_string_equal(info.target, strchr(specs[i], ':') + 1);
    }
    for (int i = 0; i < N_SPECS; i++)
        ok(devices[i], cmrt_device_close(devices[i]));
}

static void arguments_are_described(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_arg_info info;
    assert_int_equal(cmrt_program_kernel_count(p), 1);
    assert_string_equal(cmrt_program_kernel_name(p, 0), "add");
    assert_null(cmrt_program_kernel_name(p, 1));
    ok(d, cmrt_kernel_create(p, NULL, &k));
    assert_string_equal(cmrt_kernel_name(k), "add");
    assert_int_equal(cmrt_kernel_arg_count(k), 3);
    ok(d, cmrt_kernel_arg_info(k, 0, &info));
    assert_int_equal(info.kind, CMRT_ARG_BUFFER);
    assert_null(info.name);
    ok(d, cmrt_kernel_arg_info(k, 1, &info));
    assert_int_equal(info.kind, CMRT_ARG_POINTER);
    ok(d, cmrt_kernel_arg_info(k, 2, &info));
    assert_int_equal(info.kind, CMRT_ARG_VALUE);
    assert_int_equal(info.size_b, 4);
    assert_string_equal(info.name, "n");
    assert_string_equal(info.type_name, "int");
    cmrt_kernel_destroy(k);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void an_archive_gives_the_device_its_image(void **state) {
    (void)state;
    cmc_str skl = fixture_shift("skl"), tgl = fixture_add("tgl"), fat = CMC_STR_INIT;
    zeb_entry entries[] = {{"64.9.0.9", (const uint8_t *)skl.data, skl.len},
                           {"64.12.0.0", (const uint8_t *)tgl.data, tgl.len}};
    assert_int_equal(zeb_archive_write(entries, 2, &fat, NULL), CMC_OK);
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fat);
    assert_string_equal(cmrt_program_kernel_name(p, 0), "add");
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
    cmc_str_free(&skl);
    cmc_str_free(&tgl);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_into_a_buffer),      cmocka_unit_test(memory_by_address),
        cmocka_unit_test(launches_run_in_order),   cmocka_unit_test(copies_parts_of_buffers),
        cmocka_unit_test(shifts_an_image),         cmocka_unit_test(formats_keep_their_bytes),
        cmocka_unit_test(formats_have_names),      cmocka_unit_test(samplers_are_made),
        cmocka_unit_test(device_says_what_it_is),  cmocka_unit_test(one_process_opens_several_targets),
        cmocka_unit_test(arguments_are_described), cmocka_unit_test(an_archive_gives_the_device_its_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
