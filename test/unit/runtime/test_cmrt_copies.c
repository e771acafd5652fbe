// SPDX-License-Identifier: MIT
// Asynchronous copies, regions, images, parts of buffers, memory of the program, several devices.

#include "fixture.h"

#include <stdlib.h>

static const uint32_t one[3] = {1, 1, 1};

static void fill_bytes(uint8_t *p, size_t n, unsigned seed) {
    for (size_t i = 0; i < n; i++)
        p[i] = (uint8_t)(seed + i * 7 + i / 251);
}

static void copies_and_fills_of_every_kind_of_memory(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_queue *q;
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_IN_ORDER, &q));
    uint8_t from[256], to[256];
    fill_bytes(from, sizeof from, 3);
    for (int kind = 0; kind < CMRT_USM_KIND_COUNT; kind++) {
        void *p;
        cmrt_pointer_info info;
        ok(d, cmrt_usm_alloc(d, (cmrt_usm_kind)kind, sizeof from, 4096, &p));
        assert_int_equal((uintptr_t)p % 4096, 0);
        ok(d, cmrt_pointer_query(d, (char *)p + 100, &info));
        assert_true(info.is_known);
        assert_int_equal(info.kind, kind);
        assert_ptr_equal(info.base, p);
        assert_true(info.size_b >= sizeof from);
        assert_ptr_equal(info.device, kind == CMRT_USM_HOST ? NULL : d);
        ok(d, cmrt_enqueue_advise(q, p, sizeof from, CMRT_ADVICE_READ_MOSTLY, 0, NULL, NULL));
        ok(d, cmrt_enqueue_prefetch(q, p, sizeof from, 0, NULL, NULL));
        ok(d, cmrt_enqueue_copy(q, p, from, sizeof from, 0, NULL, NULL));
        ok(d, cmrt_enqueue_fill(q, (char *)p + 16, "abcd", 4, 64, 0, NULL, NULL));
        ok(d, cmrt_enqueue_copy(q, to, p, sizeof to, 0, NULL, NULL));
        ok(d, cmrt_queue_finish(q));
        for (size_t i = 0; i < sizeof to; i++)
            assert_int_equal(to[i], i >= 16 && i < 80 ? "abcd"[i % 4] : from[i]);
        refused(d, cmrt_enqueue_advise(q, p, sizeof from + 64, CMRT_ADVICE_CACHED, 0, NULL, NULL), CMRT_ERR_RANGE,
                "leave an allocation of 256 bytes");
        cmrt_svm_free(d, p);
    }
    cmrt_pointer_info info;
    ok(d, cmrt_pointer_query(d, from, &info));
    assert_false(info.is_known);
    refused(d, cmrt_enqueue_prefetch(q, from, 4, 0, NULL, NULL), CMRT_ERR_ARGUMENT, "is not memory of the device");
    cmrt_queue_destroy(q);
    ok(d, cmrt_device_close(d));
}

// Plain C says what a box copy does.
static void copy_box(uint8_t *to, const cmrt_region *t, const uint8_t *from, const cmrt_region *f, size_t row_b,
                     size_t rows, size_t slices) {
    for (size_t z = 0; z < slices; z++)
        for (size_t y = 0; y < rows; y++)
            for (size_t x = 0; x < row_b; x++)
                to[(z + t->origin_slice) * t->slice_pitch_b + (y + t->origin_row) * t->row_pitch_b + t->origin_b + x] =
                    from[(z + f->origin_slice) * f->slice_pitch_b + (y + f->origin_row) * f->row_pitch_b + f->origin_b +
                         x];
}

static void regions_with_pitches(void **state) {
    enum { SIZE = 4096 };
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_queue *q;
    uint8_t *from = malloc(SIZE), *to = calloc(1, SIZE), *expected = calloc(1, SIZE), zero[16] = {0};
    void *usm;
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_PROFILING, &q));
    ok(d, cmrt_usm_alloc(d, CMRT_USM_DEVICE, SIZE, 0, &usm));
    fill_bytes(from, SIZE, 9);
    const cmrt_region host = {from, 5, 2, 1, 37, 37 * 11}, device = {usm, 3, 1, 2, 64, 64 * 9};
    const cmrt_region back = {to, 3, 1, 2, 64, 64 * 9};
    ok(d, cmrt_enqueue_fill(q, usm, zero, 16, SIZE, 0, NULL, NULL));
    ok(d, cmrt_enqueue_copy_region(q, &device, &host, 20, 7, 4, 0, NULL, NULL));
    ok(d, cmrt_enqueue_copy_region(q, &back, &device, 20, 7, 4, 0, NULL, NULL));
    ok(d, cmrt_queue_finish(q));
    copy_box(expected, &back, from, &host, 20, 7, 4);
    assert_memory_equal(to, expected, SIZE);
    // Pitches of 0: the box is contiguous. Nothing to copy is no error.
    ok(d, cmrt_enqueue_copy_region(q, &(cmrt_region){.address = usm}, &(cmrt_region){.address = from}, 10, 10, 10, 0,
                                   NULL, NULL));
    ok(d, cmrt_enqueue_copy_region(q, &(cmrt_region){.address = to}, &(cmrt_region){.address = usm}, 1000, 1, 1, 0,
                                   NULL, NULL));
    ok(d, cmrt_enqueue_copy_region(q, &device, &host, 20, 0, 4, 0, NULL, NULL));
    ok(d, cmrt_queue_finish(q));
    assert_memory_equal(to, from, 1000);
    refused(d, cmrt_enqueue_copy_region(q, &device, &host, 38, 7, 4, 0, NULL, NULL), CMRT_ERR_RANGE,
            "from: pitches of 37 and 407 bytes do not fit 4 slices of 7 rows of 38 bytes");
    refused(d, cmrt_enqueue_copy_region(q, &device, &host, 20, 12, 4, 0, NULL, NULL), CMRT_ERR_RANGE, "do not fit");
    refused(d, cmrt_enqueue_copy_region(q, &device, &host, 20, SIZE_MAX / 2, 4, 0, NULL, NULL), CMRT_ERR_RANGE,
            "do not fit");
    refused(d,
            cmrt_enqueue_copy_region(q, &device, &(cmrt_region){.address = from, .origin_slice = SIZE_MAX}, 20, 3, 3, 0,
                                     NULL, NULL),
            CMRT_ERR_RANGE, "do not fit");
    cmrt_svm_free(d, usm);
    cmrt_queue_destroy(q);
    ok(d, cmrt_device_close(d));
    free(from);
    free(to);
    free(expected);
}

static void boxes_of_images(void **state) {
    enum { W = 19, H = 7, D = 3, PX = 4, PITCH = 100, SLICE = 900 };
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_queue *q;
    cmrt_image *a, *b, *flat;
    cmrt_event *e;
    cmrt_event_times t;
    uint8_t from[SLICE * D], to[W * H * D * PX], expected[W * H * D * PX] = {0};
    fill_bytes(from, sizeof from, 1);
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_PROFILING, &q));
    ok(d, cmrt_image_create_kind(d, CMRT_IMAGE_3D, CMRT_FORMAT_RGBA8_UINT, W, H, D, &a));
    ok(d, cmrt_image_create_kind(d, CMRT_IMAGE_3D, CMRT_FORMAT_RGBA8_UINT, W, H, D, &b));
    ok(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, W, H, &flat));
    ok(d, cmrt_enqueue_image_write(q, b, NULL, expected, 0, 0, 0, NULL, NULL));
    ok(d, cmrt_enqueue_image_write(q, a, NULL, from, PITCH, SLICE, 0, NULL, &e)); // pitched rows
    const cmrt_box box = {4, 1, 1, 11, 5, 2};
    ok(d, cmrt_enqueue_image_copy(q, b, 6, 2, 0, a, &box, 0, NULL, NULL));
    ok(d, cmrt_enqueue_image_read(q, b, NULL, to, 0, 0, 0, NULL, NULL));
    ok(d, cmrt_queue_finish(q));
    ok(d, cmrt_event_get_times(e, &t)); // of an operation for each row
    assert_true(t.start_ns <= t.end_ns);
    cmrt_event_release(e);
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 5; y++)
            memcpy(expected + ((z * H + y + 2) * W + 6) * PX, from + (z + 1) * SLICE + (y + 1) * PITCH + 4 * PX,
                   11 * PX);
    assert_memory_equal(to, expected, sizeof to);
    // A box into rows far apart; bytes between the rows stay.
    memset(from, 0xee, sizeof from);
    ok(d, cmrt_enqueue_image_read(q, b, &(cmrt_box){6, 2, 0, 11, 5, 2}, from, PITCH, SLICE, 0, NULL, NULL));
    ok(d, cmrt_queue_finish(q));
    for (size_t i = 0; i < sizeof from; i++) {
        const size_t z = i / SLICE, y = i % SLICE / PITCH, x = i % SLICE % PITCH;
        const bool in = z < 2 && y < 5 && x < 11 * PX;
        assert_int_equal(from[i], in ? expected[((z * H + y + 2) * W + 6) * PX + x] : 0xee);
    }
    refused(d, cmrt_enqueue_image_read(q, a, &(cmrt_box){10, 0, 0, 10, 1, 1}, to, 0, 0, 0, NULL, NULL), CMRT_ERR_RANGE,
            "a box of 10x1x1 pixels at 10,0,0 is empty or leaves an image of 19x7x3");
    refused(d, cmrt_enqueue_image_read(q, a, &(cmrt_box){0, 0, 0, 1, 0, 1}, to, 0, 0, 0, NULL, NULL), CMRT_ERR_RANGE,
            "is empty");
    refused(d, cmrt_enqueue_image_write(q, a, NULL, from, 75, 0, 0, NULL, NULL), CMRT_ERR_RANGE,
            "pitches of 75 and 0 bytes do not fit 3 slices of 7 rows of 76 bytes");
    refused(d, cmrt_enqueue_image_copy(q, flat, 0, 0, 0, a, &box, 0, NULL, NULL), CMRT_ERR_ARGUMENT,
            "have different formats");
    refused(d, cmrt_enqueue_image_copy(q, b, 9, 0, 0, a, &box, 0, NULL, NULL), CMRT_ERR_RANGE, "leaves an image");
    cmrt_image_destroy(a);
    cmrt_image_destroy(b);
    cmrt_image_destroy(flat);
    cmrt_queue_destroy(q);
    ok(d, cmrt_device_close(d));
}

// A kernel works on the second half of a buffer through a sub-buffer that outlives its parent.
static void parts_of_buffers(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *whole, *half, *part;
    int32_t values[32] = {0}, n = 5;
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, sizeof values, &whole));
    ok(d, cmrt_buffer_write(whole, 0, values, sizeof values));
    ok(d, cmrt_buffer_create_sub(whole, 64, 64, &half));
    ok(d, cmrt_buffer_create_sub(half, 0, 32, &part));
    assert_int_equal(cmrt_buffer_size(part), 32);
    assert_int_equal(cmrt_buffer_address(part), cmrt_buffer_address(whole) + 64);
    ok(d, cmrt_kernel_set_buffer(k, 0, half));
    ok(d, cmrt_kernel_set_buffer(k, 1, part));
    ok(d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    ok(d, cmrt_launch(k, one, one));
    ok(d, cmrt_buffer_read(whole, 0, values, sizeof values));
    for (int i = 0; i < 32; i++)
        assert_int_equal(values[i], i >= 16 && i < 24 ? 5 : 0);
    cmrt_buffer_destroy(whole);
    ok(d, cmrt_buffer_read(part, 0, values, 32));
    assert_int_equal(values[7], 5);
    refused(d, cmrt_buffer_create_sub(half, 32, 8, &whole), CMRT_ERR_ARGUMENT, "offset 32 is not a multiple of 64");
    refused(d, cmrt_buffer_create_sub(half, 0, 65, &whole), CMRT_ERR_RANGE, "lie outside a buffer of 64 bytes");
    refused(d, cmrt_buffer_create_sub(half, 0, 0, &whole), CMRT_ERR_ARGUMENT, "the size is 0");
    cmrt_buffer_destroy(half);
    cmrt_buffer_destroy(part);
    cmrt_kernel_destroy(k);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

// A kernel changes the program's memory in place.
static void memory_of_the_program(void **state) {
    enum { PAGE = 4096, N = PAGE / sizeof(int32_t) };
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_kernel *k;
    cmrt_buffer *b, *again;
    cmrt_pointer_info info;
    int32_t *own = aligned_alloc(PAGE, PAGE), n = 5;
    for (int i = 0; i < N; i++)
        own[i] = i;
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_import(d, own, PAGE, &b));
    assert_int_equal(cmrt_buffer_address(b), (uintptr_t)own);
    ok(d, cmrt_pointer_query(d, own + 1, &info));
    assert_int_equal(info.kind, CMRT_USM_HOST);
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_kernel_set_buffer(k, 1, b));
    ok(d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    ok(d, cmrt_launch(k, (uint32_t[3]){N / 8, 1, 1}, one));
    ok(d, cmrt_wait(d));
    for (int i = 0; i < N; i++)
        assert_int_equal(own[i], i + 5);
    assert_int_equal(cmrt_buffer_import(d, own, PAGE, &again), CMRT_ERR_DRIVER);
    refused(d, cmrt_buffer_import(d, own + 16, 64, &again), CMRT_ERR_ARGUMENT, "is not a multiple of 4096");
    refused(d, cmrt_buffer_import(d, own, 65, &again), CMRT_ERR_ARGUMENT, "size 65 is not a multiple of 64");
    cmrt_buffer_destroy(b);
    ok(d, cmrt_pointer_query(d, own, &info));
    assert_false(info.is_known);
    ok(d, cmrt_buffer_import(d, own, PAGE, &b)); // it is free again
    cmrt_buffer_destroy(b);
    cmrt_kernel_destroy(k);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
    free(own);
}

static void group_counts_from_memory(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    cmrt_queue *q;
    cmrt_kernel *k;
    cmrt_buffer *data, *counts;
    int32_t values[64] = {0}, n = 1;
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_IN_ORDER, &q));
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, sizeof values, &data));
    ok(d, cmrt_buffer_create(d, 64, &counts));
    ok(d, cmrt_buffer_write(data, 0, values, sizeof values));
    ok(d, cmrt_kernel_set_buffer(k, 0, data));
    ok(d, cmrt_kernel_set_buffer(k, 1, data));
    ok(d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    // The count is written by a command before the launch, after the call.
    const uint32_t three[3] = {3, 1, 1}, none[3] = {0, 1, 1};
    cmrt_event *go;
    ok(d, cmrt_event_create(d, &go));
    ok(d, cmrt_enqueue_barrier(q, 1, &go, NULL));
    ok(d, cmrt_enqueue_write(q, counts, 4, three, sizeof three, 0, NULL, NULL));
    ok(d, cmrt_enqueue_launch_indirect(q, k, counts, 4, one, 0, NULL, NULL));
    ok(d, cmrt_enqueue_write(q, counts, 4, none, sizeof none, 0, NULL, NULL));
    ok(d, cmrt_enqueue_launch_indirect(q, k, counts, 4, one, 0, NULL, NULL));
    ok(d, cmrt_enqueue_read(q, data, 0, values, sizeof values, 0, NULL, NULL));
    ok(d, cmrt_event_signal(go, CMRT_OK));
    ok(d, cmrt_queue_finish(q));
    for (int i = 0; i < 64; i++)
        assert_int_equal(values[i], i < 24);
    refused(d, cmrt_enqueue_launch_indirect(q, k, counts, 2, one, 0, NULL, NULL), CMRT_ERR_ARGUMENT,
            "offset 2 is not a multiple of 4");
    refused(d, cmrt_enqueue_launch_indirect(q, k, counts, 56, one, 0, NULL, NULL), CMRT_ERR_RANGE,
            "lie outside a buffer of 64 bytes");
    cmrt_event_release(go);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(data);
    cmrt_buffer_destroy(counts);
    cmrt_queue_destroy(q);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

// Two devices work at once; events order them, and bytes go from one to the other.
static void two_devices_at_once(void **state) {
    enum { PER_DEVICE = 8 };
    (void)state;
    uint32_t count = 0;
    char why[512];
    cmrt_device_info info[2];
    ok(NULL, cmrt_device_count("xesim", &count, why, sizeof why));
    assert_true(count >= 2);
    for (uint32_t i = 0; i < 2; i++)
        ok(NULL, cmrt_device_info_at("xesim", i, &info[i], why, sizeof why));
    assert_string_not_equal(info[0].target, info[1].target);
    assert_int_equal(cmrt_device_info_at("xesim", count, &info[0], why, sizeof why), CMRT_ERR_NO_DEVICE);
    assert_non_null(strstr(why, "there is no number"));
    cmrt_device *a = fixture_device(), *b = NULL;
    assert_int_equal(cmrt_device_open_at("xesim:bmg", 0, &b, why, sizeof why), CMRT_OK);
    cmrt_program *p = fixture_load(a, fixture_add("tgl"));
    cmrt_queue *qa, *qb;
    cmrt_kernel *k;
    cmrt_buffer *on_a, *on_b;
    cmrt_event *written, *launched, *copied;
    int32_t values[PER_DEVICE] = {1, 2, 3, 4, 5, 6, 7, 8}, back[PER_DEVICE] = {0}, n = 10;
    ok(a, cmrt_queue_create(a, CMRT_QUEUE_IN_ORDER, &qa));
    ok(b, cmrt_queue_create(b, CMRT_QUEUE_OUT_OF_ORDER, &qb));
    ok(a, cmrt_buffer_create(a, sizeof values, &on_a));
    ok(b, cmrt_buffer_create(b, sizeof values, &on_b));
    ok(a, cmrt_kernel_create(p, NULL, &k));
    ok(a, cmrt_kernel_set_buffer(k, 0, on_a));
    ok(a, cmrt_kernel_set_buffer(k, 1, on_a));
    ok(a, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    ok(b, cmrt_enqueue_write(qb, on_b, 0, values, sizeof values, 0, NULL, &written));
    ok(a, cmrt_enqueue_copy_buffer(qa, on_a, 0, on_b, 0, sizeof values, 1, &written, NULL));
    ok(a, cmrt_enqueue_launch(qa, k, one, one, 0, NULL, &launched));
    ok(b, cmrt_enqueue_copy_buffer(qb, on_b, 0, on_a, 0, sizeof values, 1, &launched, &copied));
    ok(b, cmrt_enqueue_read(qb, on_b, 0, back, sizeof back, 1, &copied, NULL));
    ok(b, cmrt_queue_finish(qb));
    for (int i = 0; i < PER_DEVICE; i++)
        assert_int_equal(back[i], values[i] + 10);
    refused(b, cmrt_enqueue_launch(qb, k, one, one, 0, NULL, NULL), CMRT_ERR_ARGUMENT, "belongs to another device");
    refused(b, cmrt_enqueue_read(qb, on_a, 0, back, 4, 0, NULL, NULL), CMRT_ERR_ARGUMENT, "belongs to another device");
    cmrt_event *events[] = {written, launched, copied};
    for (int i = 0; i < 3; i++)
        cmrt_event_release(events[i]);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(on_a);
    cmrt_buffer_destroy(on_b);
    cmrt_queue_destroy(qa);
    cmrt_queue_destroy(qb);
    ok(a, cmrt_program_destroy(p));
    ok(a, cmrt_device_close(a));
    ok(b, cmrt_device_close(b));
}

// The kernel's number is fixed when the program is loaded.
static void values_fixed_at_load(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmc_str zebin = fixture_add("tgl");
    cmrt_program *p;
    cmrt_kernel *k;
    cmrt_buffer *b;
    int32_t n = 33, values[8] = {0};
    const cmrt_fixed_value fixed = {"add", 2, &n, sizeof n};
    ok(d, cmrt_program_load_fixed(d, zebin.data, zebin.len, &fixed, 1, &p));
    assert_int_equal(cmrt_program_build_log(p, NULL, 0), 0);
    n = 0; // it has a copy
    ok(d, cmrt_kernel_create(p, NULL, &k));
    ok(d, cmrt_buffer_create(d, sizeof values, &b));
    ok(d, cmrt_buffer_write(b, 0, values, sizeof values));
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_kernel_set_buffer(k, 1, b));
    refused(d, cmrt_kernel_set_value(k, 2, &n, sizeof n), CMRT_ERR_ARG_KIND,
            "argument 2 of kernel 'add' was fixed when the program was loaded");
    ok(d, cmrt_launch(k, one, one));
    ok(d, cmrt_buffer_read(b, 0, values, sizeof values));
    assert_int_equal(values[0], 33);
    cmrt_kernel_info info;
    ok(d, cmrt_kernel_get_info(k, &info));
    assert_int_equal(info.registers, 128);
    assert_int_equal(info.simd_size, 1);
    assert_int_equal(info.spill_b + info.slm_b + info.barriers + info.scratch_b, 0);
    assert_int_equal(info.code_b, 11 * 16); // the instructions of add.asm
    uint32_t local[3], items[3] = {60, 30, 1};
    ok(d, cmrt_kernel_suggest_group(k, items, local));
    for (int i = 0; i < 3; i++)
        assert_int_equal(items[i] % local[i], 0);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
    ok(d, cmrt_program_destroy(p));
    const struct {
        cmrt_fixed_value v;
        cmrt_status status;
        const char *text;
    } rows[] = {
        {{"sub", 2, &n, 4}, CMRT_ERR_NO_KERNEL, "no kernel 'sub'"},
        {{NULL, 9, &n, 4}, CMRT_ERR_ARG_INDEX, "no kernel has an argument 9"},
        {{"add", 9, &n, 4}, CMRT_ERR_ARG_INDEX, "argument 9 does not exist"},
        {{"add", 2, &n, 3}, CMRT_ERR_ARG_SIZE, "has 4 bytes, but 3 were given"},
        {{"add", 0, &n, 4}, CMRT_ERR_ARG_KIND, "is a buffer, not a value"},
        {{"add", 2, NULL, 4}, CMRT_ERR_ARGUMENT, "value 0 is NULL or empty"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        refused(d, cmrt_program_load_fixed(d, zebin.data, zebin.len, &rows[i].v, 1, &p), rows[i].status, rows[i].text);
        assert_null(p);
    }
    cmc_str_free(&zebin);
    ok(d, cmrt_device_close(d));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_and_fills_of_every_kind_of_memory),
        cmocka_unit_test(regions_with_pitches),
        cmocka_unit_test(boxes_of_images),
        cmocka_unit_test(parts_of_buffers),
        cmocka_unit_test(memory_of_the_program),
        cmocka_unit_test(group_counts_from_memory),
        cmocka_unit_test(two_devices_at_once),
        cmocka_unit_test(values_fixed_at_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
