// SPDX-License-Identifier: MIT
// Kernels on the CPU: arguments, ids, memory, barriers, many groups, several queues.

#include "fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static fixture f;

static void *svm(size_t size_b) {
    void *p = NULL;
    ok(f.device, cmrt_svm_alloc(f.device, size_b, 0, &p));
    memset(p, 0, size_b);
    return p;
}

static void device_says_what_it_is(void **state) {
    cmrt_device_info info;
    (void)state;
    ok(f.device, cmrt_device_get_info(f.device, &info));
    assert_string_equal(info.target, "host");
    assert_false(info.is_simulator);
    assert_true(info.name[0]);
    assert_true(info.max_group_items >= 256 && info.slm_size_b >= 64 << 10 && info.memory_size_b);
}

static void kernel_says_what_it_needs(void **state) {
    cmrt_kernel_info info;
    cmrt_kernel *k = kernel(&f, "scale");
    (void)state;
    ok(f.device, cmrt_kernel_get_info(k, &info));
    assert_int_equal(info.spill_b, 0);
    assert_int_equal(info.scratch_b, 0);
    assert_int_equal(info.simd_size, 1);
    assert_true(info.code_b > 0);
    cmrt_kernel_destroy(k);
}

static void target_of_the_cpu_is_refused(void **state) {
    cmrt_device *d;
    char why[256];
    (void)state;
    assert_int_equal(cmrt_device_open("host:tgl", &d, why, sizeof why), CMRT_ERR_ARGUMENT);
    assert_non_null(strstr(why, "names a target"));
}

static void buffers(void **state) {
    enum { N = 1000 };
    float in[N], out[N];
    const float by = 3;
    cmrt_buffer *a, *b;
    cmrt_kernel *k = kernel(&f, "scale");
    (void)state;
    for (int i = 0; i < N; i++)
        in[i] = (float)i;
    ok(f.device, cmrt_buffer_create(f.device, sizeof in, &a));
    ok(f.device, cmrt_buffer_create(f.device, sizeof in, &b));
    ok(f.device, cmrt_buffer_write(a, 0, in, sizeof in));
    ok(f.device, cmrt_kernel_set_buffer(k, 0, a));
    ok(f.device, cmrt_kernel_set_buffer(k, 1, b));
    ok(f.device, cmrt_kernel_set_value(k, 2, &by, sizeof by));
    ok(f.device, run(k, N / 8, 8, f.device));
    ok(f.device, cmrt_buffer_read(b, 0, out, sizeof out));
    for (int i = 0; i < N; i++)
        assert_true(out[i] == in[i] * 3);
    // One group more leaves the buffer; each kind of access is one finding of a launch.
    const uint64_t before = cmrt_device_findings(f.device);
    ok(f.device, run(k, N / 8 + 1, 8, f.device));
    assert_int_equal(cmrt_device_findings(f.device) - before, 1);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(a);
    cmrt_buffer_destroy(b);
}

static void images(void **state) {
    enum { W = 5, H = 3 };
    uint32_t pixels[H][W];
    const uint32_t value = 7;
    cmrt_image *image;
    cmrt_kernel *k = kernel(&f, "touch_image");
    (void)state;
    ok(f.device, cmrt_image_create(f.device, CMRT_FORMAT_R32_UINT, W, H, &image));
    ok(f.device, cmrt_kernel_set_image(k, 0, image));
    ok(f.device, cmrt_kernel_set_value(k, 1, &value, sizeof value));
    ok(f.device, run(k, 1, 1, f.device));
    ok(f.device, cmrt_image_read(image, pixels, 0));
    for (unsigned y = 0; y < H; y++)
        for (unsigned i = 0; i < W * 4; i++)
            assert_int_equal(((uint8_t *)pixels[y])[i], (uint8_t)(value + y * 16 + i));
    cmrt_kernel_destroy(k);
    cmrt_image_destroy(image);
}

static void ids_of_all_threads(void **state) {
    const uint32_t groups[3] = {3, 2, 4}, local[3] = {2, 3, 2};
    const uint32_t threads = 12, n = 3 * 2 * 4;
    uint32_t *out = svm(n * threads * 10 * sizeof *out);
    cmrt_kernel *k = kernel(&f, "ids");
    (void)state;
    ok(f.device, cmrt_kernel_set_pointer(k, 0, out));
    ok(f.device, cmrt_launch(k, groups, local));
    ok(f.device, cmrt_wait(f.device));
    for (uint32_t g = 0; g < n; g++)
        for (uint32_t t = 0; t < threads; t++) {
            const uint32_t expected[10] = {g % 3, g / 3 % 2, g / 6, t % 2, t / 2 % 3, t / 6, 2, 3, 2, t};
            assert_memory_equal(out + (g * threads + t) * 10, expected, sizeof expected);
        }
    cmrt_kernel_destroy(k);
    cmrt_svm_free(f.device, out);
}

static void arguments_of_all_types(void **state) {
    double *out = svm(9 * sizeof *out);
    const uint8_t b = 200;
    const uint16_t h = 60000;
    const uint32_t i = 4000000000u;
    const uint64_t l = (uint64_t)1 << 40;
    const float x = 0.5f;
    const double d = -1.25;
    const int64_t v[3] = {-1, -2, 3};
    const double expected[] = {200, 60000, 4000000000.0, 1099511627776.0, 0.5, -1.25, -1, -2, 3};
    cmrt_kernel *k = kernel(&f, "values");
    (void)state;
    ok(f.device, cmrt_kernel_set_pointer(k, 0, out));
    ok(f.device, cmrt_kernel_set_value(k, 1, &b, sizeof b));
    ok(f.device, cmrt_kernel_set_value(k, 2, &h, sizeof h));
    ok(f.device, cmrt_kernel_set_value(k, 3, &i, sizeof i));
    ok(f.device, cmrt_kernel_set_value(k, 4, &l, sizeof l));
    ok(f.device, cmrt_kernel_set_value(k, 5, &x, sizeof x));
    ok(f.device, cmrt_kernel_set_value(k, 6, &d, sizeof d));
    ok(f.device, cmrt_kernel_set_value(k, 7, v, sizeof v));
    ok(f.device, run(k, 1, 1, f.device));
    assert_memory_equal(out, expected, sizeof expected);
    cmrt_kernel_destroy(k);
    cmrt_svm_free(f.device, out);
}

// Runs a kernel with one pointer; the result is one number of each thread.
static uint32_t *numbers(const char *name, uint32_t groups, uint32_t threads) {
    uint32_t *out = svm((size_t)groups * threads * sizeof *out);
    cmrt_kernel *k = kernel(&f, name);
    ok(f.device, cmrt_kernel_set_pointer(k, 0, out));
    ok(f.device, run(k, groups, threads, f.device));
    cmrt_kernel_destroy(k);
    return out;
}

static void barriers_and_local_memory(void **state) {
    const uint32_t sizes[] = {1, 2, 7, 64, 1024};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const uint32_t groups = 5, n = sizes[s];
        uint32_t *out = numbers("neighbours", groups, n);
        for (uint32_t i = 0; i < groups * n; i++)
            assert_int_equal(out[i], i / n * n + (i % n + 2) % n);
        cmrt_svm_free(f.device, out);
    }
}

static void split_barriers(void **state) {
    const uint32_t n = 16, groups = 9;
    uint32_t *out = numbers("split", groups, n);
    (void)state;
    for (uint32_t i = 0; i < groups * n; i++)
        assert_int_equal(out[i], 6 + 6 * (n * (n - 1) / 2)); // rounds 0 to 3
    cmrt_svm_free(f.device, out);
}

static void named_barriers(void **state) {
    const uint32_t n = 20, groups = 30;
    uint32_t *out = numbers("pipeline", groups, n);
    (void)state;
    for (uint32_t i = 0; i < groups * n; i++)
        assert_int_equal(out[i], i % n < n / 2 ? 0 : 100 + i % n - n / 2);
    cmrt_svm_free(f.device, out);
}

static void threads_that_yield(void **state) {
    const uint32_t n = 8, groups = 20;
    uint32_t *out = numbers("handshake", groups, n);
    (void)state;
    for (uint32_t i = 0; i < groups * n; i++)
        assert_int_equal(out[i], 1);
    cmrt_svm_free(f.device, out);
}

static void many_groups(void **state) {
    uint64_t *counter = svm(sizeof *counter);
    cmrt_kernel *k = kernel(&f, "count");
    (void)state;
    ok(f.device, cmrt_kernel_set_pointer(k, 0, counter));
    ok(f.device, cmrt_launch(k, (uint32_t[3]){1000, 100, 1}, (uint32_t[3]){1, 1, 1}));
    ok(f.device, cmrt_launch(k, (uint32_t[3]){10, 10, 10}, (uint32_t[3]){4, 2, 2}));
    ok(f.device, cmrt_wait(f.device));
    assert_int_equal(*counter, 100000 + 16000);
    cmrt_kernel_destroy(k);
    cmrt_svm_free(f.device, counter);
}

static void *one_queue(void *user) {
    fixture mine;
    uint64_t *counter;
    (void)user;
    fixture_open(&mine);
    ok(mine.device, cmrt_svm_alloc(mine.device, sizeof *counter, 0, (void **)&counter));
    *counter = 0;
    cmrt_kernel *k = kernel(&mine, "count");
    ok(mine.device, cmrt_kernel_set_pointer(k, 0, counter));
    for (int i = 0; i < 20; i++)
        ok(mine.device, run(k, 50, 3, mine.device));
    assert_int_equal(*counter, 20 * 50 * 3);
    cmrt_kernel_destroy(k);
    cmrt_svm_free(mine.device, counter);
    fixture_close(&mine);
    return NULL;
}

static void several_queues(void **state) {
    enum { N = 6 };
    pthread_t threads[N];
    (void)state;
    for (int i = 0; i < N; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, one_queue, NULL), 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
}

// What the kernel prints is on standard output, one line of each thread in any order.
static void printf_of_kernels(void **state) {
    char text[4096] = "";
    cmrt_kernel *k = kernel(&f, "print");
    (void)state;
    FILE *to = tmpfile();
    assert_non_null(to);
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    dup2(fileno(to), STDOUT_FILENO);
    const cmrt_status s = run(k, 6, 2, f.device);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    ok(f.device, s);
    rewind(to);
    assert_true(fread(text, 1, sizeof text - 1, to) > 0);
    fclose(to);
    for (int i = 0; i < 12; i++) {
        char line[32];
        snprintf(line, sizeof line, "thread %d\n", i);
        assert_non_null(strstr(text, line));
    }
    cmrt_kernel_destroy(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_says_what_it_is),
        cmocka_unit_test(kernel_says_what_it_needs),
        cmocka_unit_test(target_of_the_cpu_is_refused),
        cmocka_unit_test(buffers),
        cmocka_unit_test(images),
        cmocka_unit_test(ids_of_all_threads),
        cmocka_unit_test(arguments_of_all_types),
        cmocka_unit_test(barriers_and_local_memory),
        cmocka_unit_test(split_barriers),
        cmocka_unit_test(named_barriers),
        cmocka_unit_test(threads_that_yield),
        cmocka_unit_test(many_groups),
        cmocka_unit_test(several_queues),
        cmocka_unit_test(printf_of_kernels),
    };
    fixture_open(&f);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_close(&f);
    return failed;
}
