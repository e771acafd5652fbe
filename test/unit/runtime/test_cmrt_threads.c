// SPDX-License-Identifier: MIT
// Several host threads use one device at once, each with a kernel and memory of its own.

#include "fixture.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 40 };

typedef struct worker {
    pthread_t thread;
    cmrt_device *device;
    cmrt_program *program;
    int32_t number;
    cmrt_status status; // cmocka's checks belong to the main thread
    bool wrong;
} worker;

static cmrt_status work_with(worker *w, cmrt_kernel *k, cmrt_buffer *b) {
    const uint32_t one[3] = {1, 1, 1};
    int32_t values[8] = {0}, n = w->number;
    cmrt_status s = cmrt_buffer_write(b, 0, values, sizeof values);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_buffer(k, 0, b);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_buffer(k, 1, b);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_value(k, 2, &n, sizeof n);
    for (int i = 0; s == CMRT_OK && i < ROUNDS; i++)
        s = cmrt_launch(k, one, one);
    if (s == CMRT_OK && cmrt_kernel_set_value(k, 9, &n, sizeof n) != CMRT_ERR_ARG_INDEX)
        w->wrong = true;
    if (s == CMRT_OK)
        s = cmrt_buffer_read(b, 0, values, sizeof values);
    for (int i = 0; i < 8; i++)
        w->wrong = w->wrong || values[i] != ROUNDS * n;
    return s;
}

static void *work(void *arg) {
    worker *w = arg;
    cmrt_kernel *k = NULL;
    cmrt_buffer *b = NULL;
    w->status = cmrt_kernel_create(w->program, NULL, &k);
    if (w->status == CMRT_OK)
        w->status = cmrt_buffer_create(w->device, 32, &b);
    if (w->status == CMRT_OK)
        w->status = work_with(w, k, b);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
    return NULL;
}

static void threads_share_a_device(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p = fixture_load(d, fixture_add("tgl"));
    worker workers[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) {
        workers[i].device = d;
        workers[i].program = p;
        workers[i].number = i + 1;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        ok(d, workers[i].status);
        assert_false(workers[i].wrong);
    }
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

static void *open_and_close(void *failed) {
    cmrt_device *d;
    if (cmrt_device_open("xesim:tgl", &d, NULL, 0) != CMRT_OK || cmrt_device_close(d) != CMRT_OK)
        atomic_store((atomic_bool *)failed, true);
    return NULL;
}

static void threads_open_devices(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    atomic_bool failed = false;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, &failed), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_false(atomic_load(&failed));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_open_devices),
        cmocka_unit_test(threads_share_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
