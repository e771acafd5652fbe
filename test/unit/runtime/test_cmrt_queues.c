// SPDX-License-Identifier: MIT
// Queues and events: order, waits, failures, times, callbacks.

#include "fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { N = 8, BYTES = N * sizeof(int32_t) };
static const uint32_t one[3] = {1, 1, 1};
#define MS 1000000ull

typedef struct bench {
    cmrt_device *d;
    cmrt_program *p;
    cmrt_queue *q;
} bench;

static bench setup(uint32_t flags) {
    bench b = {.d = fixture_device()};
    b.p = fixture_load(b.d, fixture_add("tgl"));
    ok(b.d, cmrt_queue_create(b.d, flags, &b.q));
    return b;
}

static void finish(bench b) {
    ok(b.d, cmrt_queue_finish(b.q));
    cmrt_queue_destroy(b.q);
    ok(b.d, cmrt_program_destroy(b.p));
    ok(b.d, cmrt_device_close(b.d));
}

// A kernel that adds n to in and writes out.
static cmrt_kernel *add_kernel(bench b, cmrt_buffer *out, cmrt_buffer *in, int32_t n) {
    cmrt_kernel *k;
    ok(b.d, cmrt_kernel_create(b.p, NULL, &k));
    ok(b.d, cmrt_kernel_set_buffer(k, 0, out));
    ok(b.d, cmrt_kernel_set_buffer(k, 1, in));
    ok(b.d, cmrt_kernel_set_value(k, 2, &n, sizeof n));
    return k;
}

static cmrt_buffer *buffer_of(cmrt_device *d, size_t size_b) {
    cmrt_buffer *b;
    ok(d, cmrt_buffer_create(d, size_b, &b));
    return b;
}

static void in_order_queue_keeps_the_order(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_IN_ORDER);
    cmrt_buffer *buf = buffer_of(b.d, BYTES);
    cmrt_kernel *k = add_kernel(b, buf, buf, 1);
    int32_t values[N] = {0}, seven = 7, three = 3;
    ok(b.d,
       cmrt_enqueue_fill(b.q, (void *)(uintptr_t)cmrt_buffer_address(buf), &three, sizeof three, BYTES, 0, NULL, NULL));
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 0, NULL, NULL));
    ok(b.d, cmrt_kernel_set_value(k, 2, &seven, sizeof seven)); // the first launch keeps its 1
    for (int i = 0; i < 100; i++)
        ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 0, NULL, NULL));
    ok(b.d, cmrt_enqueue_read(b.q, buf, 0, values, BYTES, 0, NULL, NULL));
    ok(b.d, cmrt_queue_flush(b.q));
    ok(b.d, cmrt_queue_finish(b.q));
    for (int i = 0; i < N; i++)
        assert_int_equal(values[i], 3 + 1 + 700);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(buf);
    finish(b);
}

// A writes; B and C read it at once on two queues; D waits for both.
static void diamond_over_two_queues(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_OUT_OF_ORDER);
    cmrt_queue *second;
    ok(b.d, cmrt_queue_create(b.d, CMRT_QUEUE_IN_ORDER, &second));
    cmrt_buffer *top = buffer_of(b.d, BYTES), *left = buffer_of(b.d, BYTES), *right = buffer_of(b.d, BYTES);
    cmrt_kernel *kl = add_kernel(b, left, top, 10), *kr = add_kernel(b, right, top, 100);
    cmrt_kernel *join = add_kernel(b, left, right, 1000);
    for (int round = 0; round < 20; round++) {
        int32_t start[N], values[N] = {0};
        cmrt_event *go, *a, *bc[2], *last;
        for (int i = 0; i < N; i++)
            start[i] = round + i;
        ok(b.d, cmrt_event_create(b.d, &go));
        ok(b.d, cmrt_enqueue_write(b.q, top, 0, start, BYTES, 1, &go, &a));
        ok(b.d, cmrt_enqueue_launch(b.q, kl, one, one, 1, &a, &bc[0]));
        ok(b.d, cmrt_enqueue_launch(second, kr, one, one, 1, &a, &bc[1]));
        ok(b.d, cmrt_enqueue_launch(b.q, join, one, one, 2, bc, &last));
        cmrt_event_state st;
        cmrt_status s;
        ok(b.d, cmrt_event_get_state(last, &st, &s));
        assert_int_equal(st, CMRT_EVENT_QUEUED);
        assert_int_equal(cmrt_event_wait(last, 1 * MS), CMRT_ERR_TIMEOUT);
        ok(b.d, cmrt_event_signal(go, CMRT_OK));
        ok(b.d, cmrt_event_wait(last, CMRT_FOREVER));
        ok(b.d, cmrt_event_get_state(last, &st, &s));
        assert_int_equal(st, CMRT_EVENT_ENDED);
        ok(b.d, cmrt_buffer_read(left, 0, values, BYTES));
        for (int i = 0; i < N; i++)
            assert_int_equal(values[i], start[i] + 100 + 1000);
        cmrt_event *all[] = {go, a, bc[0], bc[1], last};
        for (size_t i = 0; i < 5; i++)
            cmrt_event_release(all[i]);
    }
    cmrt_kernel *kernels[] = {kl, kr, join};
    cmrt_buffer *buffers[] = {top, left, right};
    for (int i = 0; i < 3; i++) {
        cmrt_kernel_destroy(kernels[i]);
        cmrt_buffer_destroy(buffers[i]);
    }
    cmrt_queue_destroy(second);
    finish(b);
}

typedef struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool open;
    atomic_uint passed;
    atomic_uint before_barrier;
} gate;

static void wait_at_gate(void *user) {
    gate *g = user;
    pthread_mutex_lock(&g->lock);
    while (!g->open)
        pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
    atomic_fetch_add(&g->passed, 1);
}

static void open_gate(void *user) {
    gate *g = user;
    pthread_mutex_lock(&g->lock);
    g->open = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

static void note_passed(void *user) {
    gate *g = user;
    atomic_store(&g->before_barrier, atomic_load(&g->passed));
}

// The second command opens the gate that the first waits at: an in-order queue could not end.
static void out_of_order_commands_overlap(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_OUT_OF_ORDER);
    gate g = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    ok(b.d, cmrt_enqueue_host(b.q, wait_at_gate, &g, 0, NULL, NULL));
    ok(b.d, cmrt_enqueue_host(b.q, open_gate, &g, 0, NULL, NULL));
    ok(b.d, cmrt_queue_finish(b.q));
    assert_int_equal(atomic_load(&g.passed), 1);
    finish(b);
}

static void barrier_waits_for_earlier_and_holds_later(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_OUT_OF_ORDER);
    gate g = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    cmrt_event *user, *barrier, *later;
    ok(b.d, cmrt_event_create(b.d, &user));
    for (int i = 0; i < 3; i++)
        ok(b.d, cmrt_enqueue_host(b.q, wait_at_gate, &g, 0, NULL, NULL));
    ok(b.d, cmrt_enqueue_barrier(b.q, 0, NULL, &barrier));
    ok(b.d, cmrt_enqueue_host(b.q, note_passed, &g, 0, NULL, &later));
    assert_int_equal(cmrt_event_wait(later, 5 * MS), CMRT_ERR_TIMEOUT);
    assert_int_equal(cmrt_event_wait(barrier, 0), CMRT_ERR_TIMEOUT);
    open_gate(&g);
    ok(b.d, cmrt_event_wait(later, CMRT_FOREVER));
    assert_int_equal(atomic_load(&g.before_barrier), 3);
    ok(b.d, cmrt_event_wait(barrier, 0));
    cmrt_event_release(barrier);
    cmrt_event_release(later);
    // With waits it holds later commands until these have ended.
    ok(b.d, cmrt_enqueue_barrier(b.q, 1, &user, NULL));
    ok(b.d, cmrt_enqueue_host(b.q, note_passed, &g, 0, NULL, &later));
    assert_int_equal(cmrt_event_wait(later, 5 * MS), CMRT_ERR_TIMEOUT);
    ok(b.d, cmrt_event_signal(user, CMRT_OK));
    ok(b.d, cmrt_event_wait(later, CMRT_FOREVER));
    cmrt_event_release(later);
    cmrt_event_release(user);
    finish(b);
}

static void failures_reach_all_that_depend_on_them(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_OUT_OF_ORDER);
    cmrt_buffer *buf = buffer_of(b.d, BYTES);
    cmrt_kernel *k = add_kernel(b, buf, buf, 1);
    cmrt_event *user, *first, *second, *free_one;
    int32_t values[N] = {0};
    ok(b.d, cmrt_buffer_write(buf, 0, values, BYTES));
    ok(b.d, cmrt_event_create(b.d, &user));
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 1, &user, &first));
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 1, &first, &second));
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 0, NULL, &free_one));
    ok(b.d, cmrt_event_signal(user, CMRT_ERR_IO));
    refused(b.d, cmrt_event_wait(second, CMRT_FOREVER), CMRT_ERR_IO, "an event that it waits for failed");
    assert_int_equal(cmrt_event_wait(first, 0), CMRT_ERR_IO);
    ok(b.d, cmrt_event_wait(free_one, CMRT_FOREVER));
    refused(b.d, cmrt_event_signal(user, CMRT_OK), CMRT_ERR_ARGUMENT, "has ended");
    refused(b.d, cmrt_event_signal(first, CMRT_OK), CMRT_ERR_ARGUMENT, "belongs to a command");
    assert_int_equal(cmrt_queue_finish(b.q), CMRT_ERR_IO);
    ok(b.d, cmrt_queue_finish(b.q));
    ok(b.d, cmrt_buffer_read(buf, 0, values, BYTES));
    assert_int_equal(values[0], 1); // only the free one ran
    cmrt_event *all[] = {user, first, second, free_one};
    for (int i = 0; i < 4; i++)
        cmrt_event_release(all[i]);
    // An event that nobody can end any more ends what waits for it.
    ok(b.d, cmrt_event_create(b.d, &user));
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 1, &user, &first));
    cmrt_event_release(user);
    assert_int_equal(cmrt_event_wait(first, CMRT_FOREVER), CMRT_ERR_CANCELLED);
    cmrt_event_release(first);
    assert_int_equal(cmrt_wait(b.d), CMRT_ERR_CANCELLED);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(buf);
    finish(b);
}

// A kernel that reads 8 numbers at a group's place leaves its memory when the grid is too large for it.
static void fault_ends_its_event_with_an_error(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_IN_ORDER);
    cmrt_queue *other;
    cmrt_event *broken, *dependent;
    void *small;
    ok(b.d, cmrt_queue_create(b.d, CMRT_QUEUE_PROFILING, &other));
    ok(b.d, cmrt_svm_alloc(b.d, 64, 0, &small));
    cmrt_buffer *buf = buffer_of(b.d, BYTES);
    cmrt_kernel *k = add_kernel(b, buf, buf, 1);
    ok(b.d, cmrt_kernel_set_pointer(k, 1, small));
    ok(b.d, cmrt_enqueue_launch(other, k, (uint32_t[3]){100000, 1, 1}, one, 0, NULL, &broken));
    ok(b.d, cmrt_enqueue_barrier(b.q, 1, &broken, &dependent));
    refused(b.d, cmrt_event_wait(broken, CMRT_FOREVER), CMRT_ERR_FAULT, "the device stopped with a fault");
    assert_int_equal(cmrt_event_wait(dependent, CMRT_FOREVER), CMRT_ERR_FAULT);
    cmrt_event_times t;
    assert_int_equal(cmrt_event_get_times(broken, &t), CMRT_ERR_FAULT);
    assert_int_equal(cmrt_queue_finish(other), CMRT_ERR_FAULT);
    ok(b.d, cmrt_queue_finish(other));
    assert_int_equal(cmrt_queue_finish(b.q), CMRT_ERR_FAULT);
    cmrt_event_release(broken);
    cmrt_event_release(dependent);
    cmrt_queue_destroy(other);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(buf);
    cmrt_svm_free(b.d, small);
    finish(b);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void events_hold_times(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_PROFILING);
    cmrt_queue *plain;
    cmrt_buffer *buf = buffer_of(b.d, BYTES);
    cmrt_kernel *k = add_kernel(b, buf, buf, 1);
    cmrt_event *e[3], *without, *user;
    ok(b.d, cmrt_queue_create(b.d, CMRT_QUEUE_IN_ORDER, &plain));
    const uint64_t before = now_ns();
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 0, NULL, &e[0]));
    ok(b.d, cmrt_enqueue_barrier(b.q, 0, NULL, &e[1]));
    ok(b.d, cmrt_enqueue_launch(b.q, k, one, one, 0, NULL, &e[2]));
    ok(b.d, cmrt_event_wait_all(3, e, CMRT_FOREVER));
    const uint64_t after = now_ns();
    uint64_t last = before;
    for (int i = 0; i < 3; i++) {
        cmrt_event_times t;
        ok(b.d, cmrt_event_get_times(e[i], &t));
        assert_true(before <= t.queued_ns && t.queued_ns <= t.submitted_ns && t.submitted_ns <= t.start_ns);
        assert_true(t.start_ns <= t.end_ns && t.end_ns <= after);
        assert_true(t.end_ns >= last); // in order
        last = t.end_ns;
        cmrt_event_release(e[i]);
    }
    ok(b.d, cmrt_enqueue_launch(plain, k, one, one, 0, NULL, &without));
    ok(b.d, cmrt_event_create(b.d, &user));
    cmrt_event_times t;
    refused(b.d, cmrt_event_get_times(without, &t), CMRT_ERR_UNSUPPORTED, "CMRT_QUEUE_PROFILING");
    refused(b.d, cmrt_event_get_times(user, &t), CMRT_ERR_UNSUPPORTED, "has no times");
    ok(b.d, cmrt_enqueue_barrier(b.q, 1, &user, &e[0]));
    refused(b.d, cmrt_event_get_times(e[0], &t), CMRT_ERR_BUSY, "has not ended");
    ok(b.d, cmrt_event_signal(user, CMRT_OK));
    cmrt_event_release(e[0]);
    cmrt_event_release(without);
    cmrt_event_release(user);
    cmrt_queue_destroy(plain);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(buf);
    finish(b);
}

typedef struct heard {
    pthread_mutex_t lock;
    pthread_t thread;
    cmrt_status status[4];
    int n;
} heard;

static void hear(cmrt_event *e, cmrt_status s, void *user) {
    heard *h = user;
    cmrt_event_state state = CMRT_EVENT_QUEUED;
    const bool live = cmrt_event_get_state(e, &state, NULL) == CMRT_OK && state == CMRT_EVENT_ENDED;
    pthread_mutex_lock(&h->lock);
    h->thread = pthread_self();
    h->status[h->n++] = live ? s : CMRT_STATUS_COUNT;
    pthread_mutex_unlock(&h->lock);
}

static void callbacks_come_from_a_thread_of_the_library(void **state) {
    (void)state;
    bench b = setup(CMRT_QUEUE_IN_ORDER);
    heard h = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cmrt_event *user, *command, *bad;
    ok(b.d, cmrt_event_create(b.d, &user));
    ok(b.d, cmrt_enqueue_barrier(b.q, 1, &user, &command));
    ok(b.d, cmrt_event_set_callback(command, hear, &h));
    ok(b.d, cmrt_event_set_callback(command, hear, &h));
    cmrt_event_release(command); // the callback's own reference keeps it
    ok(b.d, cmrt_event_signal(user, CMRT_OK));
    ok(b.d, cmrt_event_set_callback(user, hear, &h)); // has ended already
    ok(b.d, cmrt_queue_finish(b.q));
    cmrt_event_release(user);
    ok(b.d, cmrt_event_create(b.d, &bad));
    ok(b.d, cmrt_event_set_callback(bad, hear, &h));
    cmrt_event_release(bad);
    finish(b); // closing waits for the callbacks
    assert_int_equal(h.n, 4);
    assert_false(pthread_equal(h.thread, pthread_self()));
    int cancelled = 0;
    for (int i = 0; i < 4; i++) {
        assert_true(h.status[i] == CMRT_OK || h.status[i] == CMRT_ERR_CANCELLED);
        cancelled += h.status[i] == CMRT_ERR_CANCELLED;
    }
    assert_int_equal(cancelled, 1);
}

static void hold_a_moment(cmrt_event *e, cmrt_status s, void *user) {
    const struct timespec t = {.tv_nsec = (long)MS};
    (void)e;
    (void)s;
    atomic_store((atomic_bool *)user, true);
    nanosleep(&t, NULL);
}

// The program's last reference goes while the callback runs.
static void event_released_during_its_callback(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    for (int i = 0; i < 10; i++) {
        atomic_bool runs = false;
        cmrt_event *e;
        ok(d, cmrt_event_create(d, &e));
        ok(d, cmrt_event_set_callback(e, hold_a_moment, &runs));
        ok(d, cmrt_event_signal(e, CMRT_OK));
        while (!atomic_load(&runs))
            ;
        cmrt_event_release(e);
    }
    ok(d, cmrt_device_close(d)); // nothing is left
}

static void *signal_soon(void *event) {
    const struct timespec t = {.tv_nsec = 20 * (long)MS};
    nanosleep(&t, NULL);
    cmrt_event_signal(event, CMRT_OK);
    return NULL;
}

static void waits_end_with_the_event_or_the_time(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_event *e[3];
    uint32_t index = 9;
    pthread_t t;
    for (int i = 0; i < 3; i++)
        ok(d, cmrt_event_create(d, &e[i]));
    const uint64_t start = now_ns();
    assert_int_equal(cmrt_event_wait(e[0], 0), CMRT_ERR_TIMEOUT);
    assert_int_equal(cmrt_event_wait_all(3, e, 10 * MS), CMRT_ERR_TIMEOUT);
    assert_int_equal(cmrt_event_wait_any(3, e, 10 * MS, &index), CMRT_ERR_TIMEOUT);
    assert_true(now_ns() - start >= 20 * MS);
    assert_int_equal(pthread_create(&t, NULL, signal_soon, e[1]), 0);
    ok(d, cmrt_event_wait_any(3, e, CMRT_FOREVER, &index));
    assert_int_equal(index, 1);
    assert_int_equal(pthread_join(t, NULL), 0);
    ok(d, cmrt_event_signal(e[0], CMRT_ERR_IO));
    ok(d, cmrt_event_signal(e[2], CMRT_OK));
    assert_int_equal(cmrt_event_wait_any(3, e, 0, &index), CMRT_ERR_IO);
    assert_int_equal(index, 0);
    assert_int_equal(cmrt_event_wait_all(3, e, CMRT_FOREVER), CMRT_ERR_IO);
    ok(d, cmrt_event_wait_all(0, NULL, 0));
    for (int i = 0; i < 3; i++)
        cmrt_event_release(e[i]);
    ok(d, cmrt_device_close(d));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order_queue_keeps_the_order),
        cmocka_unit_test(diamond_over_two_queues),
        cmocka_unit_test(out_of_order_commands_overlap),
        cmocka_unit_test(barrier_waits_for_earlier_and_holds_later),
        cmocka_unit_test(failures_reach_all_that_depend_on_them),
        cmocka_unit_test(fault_ends_its_event_with_an_error),
        cmocka_unit_test(events_hold_times),
        cmocka_unit_test(callbacks_come_from_a_thread_of_the_library),
        cmocka_unit_test(event_released_during_its_callback),
        cmocka_unit_test(waits_end_with_the_event_or_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
