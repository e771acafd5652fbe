// SPDX-License-Identifier: MIT
// Queues and events on the CPU, and between the CPU and a simulated GPU.

#include "fixture.h"

static fixture f;
enum { N = 512 };

static cmrt_kernel *scale(cmrt_buffer *in, cmrt_buffer *out, float by) {
    cmrt_kernel *k = kernel(&f, "scale");
    ok(f.device, cmrt_kernel_set_buffer(k, 0, in));
    ok(f.device, cmrt_kernel_set_buffer(k, 1, out));
    ok(f.device, cmrt_kernel_set_value(k, 2, &by, sizeof by));
    return k;
}

// Two launches read what a copy wrote, on two queues; a third reads one of their results.
static void diamond(void **state) {
    (void)state;
    cmrt_queue *a, *b;
    cmrt_buffer *top, *left, *right;
    cmrt_event *written, *done[2], *last;
    cmrt_event_times t;
    float in[N], out[2][N];
    const uint32_t groups[3] = {N / 4, 1, 1}, threads[3] = {4, 1, 1};
    ok(f.device, cmrt_queue_create(f.device, CMRT_QUEUE_OUT_OF_ORDER | CMRT_QUEUE_PROFILING, &a));
    ok(f.device, cmrt_queue_create(f.device, CMRT_QUEUE_IN_ORDER, &b));
    cmrt_buffer **buffers[] = {&top, &left, &right};
    for (int i = 0; i < 3; i++)
        ok(f.device, cmrt_buffer_create(f.device, sizeof in, buffers[i]));
    cmrt_kernel *k[] = {scale(top, left, 2), scale(top, right, 3), scale(left, left, 10)};
    for (int i = 0; i < N; i++)
        in[i] = (float)i;
    ok(f.device, cmrt_enqueue_write(a, top, 0, in, sizeof in, 0, NULL, &written));
    ok(f.device, cmrt_enqueue_launch(a, k[0], groups, threads, 1, &written, &done[0]));
    ok(f.device, cmrt_enqueue_launch(b, k[1], groups, threads, 1, &written, &done[1]));
    ok(f.device, cmrt_enqueue_launch(a, k[2], groups, threads, 2, done, &last));
    ok(f.device, cmrt_enqueue_read(a, left, 0, out[0], sizeof in, 1, &last, NULL));
    ok(f.device, cmrt_enqueue_read(b, right, 0, out[1], sizeof in, 1, &last, NULL));
    ok(f.device, cmrt_queue_finish(a));
    ok(f.device, cmrt_queue_finish(b));
    for (int i = 0; i < N; i++)
        assert_true(out[0][i] == (float)i * 20 && out[1][i] == (float)i * 3);
    ok(f.device, cmrt_event_get_times(last, &t));
    assert_true(t.queued_ns <= t.submitted_ns && t.submitted_ns <= t.start_ns && t.start_ns <= t.end_ns);
    cmrt_event *events[] = {written, done[0], done[1], last};
    for (int i = 0; i < 4; i++)
        cmrt_event_release(events[i]);
    for (int i = 0; i < 3; i++) {
        cmrt_kernel_destroy(k[i]);
        cmrt_buffer_destroy(*buffers[i]);
    }
    cmrt_queue_destroy(a);
    cmrt_queue_destroy(b);
}

static void memory_of_the_program(void **state) {
    enum { PAGE = 4096, COUNT = PAGE / sizeof(float) };
    (void)state;
    cmrt_buffer *b, *again;
    float *own = aligned_alloc(PAGE, PAGE);
    for (int i = 0; i < COUNT; i++)
        own[i] = (float)i;
    ok(f.device, cmrt_buffer_import(f.device, own, PAGE, &b));
    assert_int_equal(cmrt_buffer_import(f.device, own, PAGE, &again), CMRT_ERR_DRIVER);
    cmrt_kernel *k = scale(b, b, 2);
    ok(f.device, run(k, COUNT, 1, f.device));
    for (int i = 0; i < COUNT; i++)
        assert_true(own[i] == (float)i * 2);
    cmrt_buffer_destroy(b);
    ok(f.device, cmrt_buffer_import(f.device, own, PAGE, &b)); // it is free again
    cmrt_buffer_destroy(b);
    cmrt_kernel_destroy(k);
    free(own);
}

static void bytes_to_a_simulated_gpu_and_back(void **state) {
    (void)state;
    cmrt_device *gpu;
    cmrt_queue *q;
    cmrt_buffer *here, *there;
    cmrt_event *copied;
    float in[N], out[N] = {0};
    char why[256];
    if (cmrt_device_open("xesim", &gpu, why, sizeof why) != CMRT_OK)
        fail_msg("%s", why);
    for (int i = 0; i < N; i++)
        in[i] = (float)i;
    ok(f.device, cmrt_buffer_create(f.device, sizeof in, &here));
    ok(gpu, cmrt_buffer_create(gpu, sizeof in, &there));
    ok(f.device, cmrt_queue_create(f.device, CMRT_QUEUE_IN_ORDER, &q));
    ok(f.device, cmrt_enqueue_write(q, here, 0, in, sizeof in, 0, NULL, NULL));
    ok(f.device, cmrt_enqueue_copy_buffer(q, there, 0, here, 0, sizeof in, 0, NULL, &copied));
    ok(f.device, cmrt_event_wait(copied, CMRT_FOREVER));
    ok(gpu, cmrt_buffer_read(there, 0, out, sizeof out));
    assert_memory_equal(in, out, sizeof in);
    cmrt_event_release(copied);
    cmrt_queue_destroy(q);
    cmrt_buffer_destroy(here);
    cmrt_buffer_destroy(there);
    ok(gpu, cmrt_device_close(gpu));
}

static int set_up(void **state) {
    (void)state;
    fixture_open(&f);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    fixture_close(&f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diamond),
        cmocka_unit_test(memory_of_the_program),
        cmocka_unit_test(bytes_to_a_simulated_gpu_and_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
