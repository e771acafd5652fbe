// SPDX-License-Identifier: MIT
// Work of four shapes on queues of libcmrt:
//
//     queues kernels.bin [second.bin]
//
//   diamond   a copy, two launches that need it, on two queues, and one that needs both: events say so
//   places    a 3-D launch whose box is no whole number of groups
//   walk      a list in shared memory, linked by pointers, that a kernel walks and changes
//   devices   two devices at once, if there are two and second.bin is for the second: bytes go from one to the other
//
// Teaches: queues, events, waits, shared memory, several devices. The program fails (exit 1) when a result differs from
// plain C.

#include <cmrt/cmrt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256, PER_THREAD = 16 };
static const uint32_t one[3] = {1, 1, 1}, threads[3] = {N / PER_THREAD, 1, 1};

typedef struct station {
    cmrt_device *device;
    cmrt_program *program;
} station;

// Ends the program with the device's words.
static void need(const station *s, cmrt_status status, const char *what) {
    char why[1024] = "";
    if (status == CMRT_OK)
        return;
    cmrt_device_message(s->device, why, sizeof why);
    fprintf(stderr, "%s: %s (%s)\n", what, cmrt_status_str(status), why);
    exit(1);
}
#define NEED(s, call) need(s, call, #call)

static int failures;
static void expect(bool right, const char *what) {
    printf("%-8s %s\n", what, right ? "right" : "WRONG");
    failures += !right;
}

static station open_station(uint32_t index, const char *path) {
    station s = {0};
    char why[512];
    if (cmrt_device_open_at(NULL, index, &s.device, why, sizeof why) != CMRT_OK) {
        fprintf(stderr, "%s\n", why);
        exit(1);
    }
    NEED(&s, cmrt_program_load_file(s.device, path, &s.program));
    return s;
}

static void close_station(station *s) {
    NEED(s, cmrt_program_destroy(s->program));
    if (cmrt_device_close(s->device) != CMRT_OK)
        exit(1);
}

static cmrt_kernel *kernel(const station *s, const char *name) {
    cmrt_kernel *k = NULL;
    NEED(s, cmrt_kernel_create(s->program, name, &k));
    return k;
}

static cmrt_buffer *buffer(const station *s, size_t size_b) {
    cmrt_buffer *b = NULL;
    NEED(s, cmrt_buffer_create(s->device, size_b, &b));
    return b;
}

static cmrt_queue *queue(const station *s, uint32_t flags) {
    cmrt_queue *q = NULL;
    NEED(s, cmrt_queue_create(s->device, flags, &q));
    return q;
}

static cmrt_kernel *combine(const station *s, cmrt_buffer *a, cmrt_buffer *b, cmrt_buffer *out, float factor) {
    cmrt_kernel *k = kernel(s, "combine");
    NEED(s, cmrt_kernel_set_buffer(k, 0, a));
    NEED(s, cmrt_kernel_set_buffer(k, 1, b));
    NEED(s, cmrt_kernel_set_buffer(k, 2, out));
    NEED(s, cmrt_kernel_set_value(k, 3, &factor, sizeof factor));
    return k;
}

static void diamond(const station *s) {
    cmrt_queue *first = queue(s, CMRT_QUEUE_OUT_OF_ORDER | CMRT_QUEUE_PROFILING),
               *second = queue(s, CMRT_QUEUE_IN_ORDER);
    cmrt_buffer *top = buffer(s, N * 4), *left = buffer(s, N * 4), *right = buffer(s, N * 4), *end = buffer(s, N * 4);
    cmrt_kernel *k[] = {combine(s, top, top, left, 2), combine(s, top, top, right, 4), combine(s, left, right, end, 1)};
    cmrt_event *copied, *done[2], *joined;
    cmrt_event_times t;
    float in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (float)i;
    NEED(s, cmrt_enqueue_write(first, top, 0, in, sizeof in, 0, NULL, &copied));
    NEED(s, cmrt_enqueue_launch(first, k[0], threads, one, 1, &copied, &done[0]));
    NEED(s, cmrt_enqueue_launch(second, k[1], threads, one, 1, &copied, &done[1]));
    NEED(s, cmrt_enqueue_launch(first, k[2], threads, one, 2, done, &joined));
    NEED(s, cmrt_enqueue_read(first, end, 0, out, sizeof out, 1, &joined, NULL));
    NEED(s, cmrt_queue_finish(first));
    NEED(s, cmrt_event_get_times(joined, &t));
    bool right_values = t.queued_ns <= t.start_ns && t.start_ns <= t.end_ns;
    for (int i = 0; i < N; i++)
        right_values = right_values && out[i] == in[i] * 3 + in[i] * 5;
    expect(right_values, "diamond");
    cmrt_event *events[] = {copied, done[0], done[1], joined};
    cmrt_buffer *buffers[] = {top, left, right, end};
    for (int i = 0; i < 4; i++)
        cmrt_event_release(events[i]);
    for (int i = 0; i < 3; i++)
        cmrt_kernel_destroy(k[i]);
    for (int i = 0; i < 4; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_queue_destroy(first);
    cmrt_queue_destroy(second);
}

static void places(const station *s) {
    enum { X = 13, Y = 7, Z = 5, COUNT = X * Y * Z };
    static const uint32_t size[3] = {X, Y, Z}, local[3] = {4, 2, 3};
    static uint32_t out[COUNT][4];
    uint32_t groups[3];
    cmrt_kernel *k = kernel(s, "places");
    cmrt_buffer *b = buffer(s, sizeof out);
    NEED(s, cmrt_kernel_set_buffer(k, 0, b));
    for (uint32_t i = 0; i < 3; i++) {
        groups[i] = (size[i] + local[i] - 1) / local[i];
        NEED(s, cmrt_kernel_set_value(k, i + 1, &size[i], sizeof size[i]));
    }
    NEED(s, cmrt_launch(k, groups, local));
    NEED(s, cmrt_buffer_read(b, 0, out, sizeof out));
    bool right = true;
    for (uint32_t i = 0; i < COUNT; i++)
        right = right && out[i][0] == i % X && out[i][1] == i / X % Y && out[i][2] == i / X / Y;
    expect(right, "places");
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
}

// 32 bytes, as the kernel reads them at once.
typedef struct node {
    struct node *next;
    uint32_t value, more[5];
} node;

static void walk(const station *s) {
    enum { NODES = 50, ADD = 1000 };
    void *memory = NULL;
    const uint32_t add = ADD;
    cmrt_kernel *k = kernel(s, "walk");
    NEED(s, cmrt_usm_alloc(s->device, CMRT_USM_SHARED, NODES * sizeof(node), 64, &memory));
    node *nodes = memory, *head = NULL;
    for (uint32_t i = 0; i < NODES; i++) { // in an order that is not that of the addresses
        node *n = &nodes[i * 7 % NODES];
        *n = (node){.next = head, .value = i};
        head = n;
    }
    NEED(s, cmrt_kernel_set_pointer(k, 0, head));
    NEED(s, cmrt_kernel_set_value(k, 1, &add, sizeof add));
    NEED(s, cmrt_launch(k, one, one));
    NEED(s, cmrt_wait(s->device));
    uint32_t left = NODES;
    bool right = true;
    for (const node *n = head; n; n = n->next)
        right = right && n->value == --left + ADD;
    expect(right && left == 0, "walk");
    cmrt_kernel_destroy(k);
    cmrt_svm_free(s->device, memory);
}

// Each device computes half of the numbers; then all are on the first.
static void devices(const station *a, const station *b) {
    enum { HALF_B = N * 4 / 2 };
    static const uint32_t half[3] = {N / PER_THREAD / 2, 1, 1};
    const station *both[2] = {a, b};
    cmrt_buffer *in[2], *out[2], *all = buffer(a, N * 4);
    cmrt_kernel *k[2];
    cmrt_queue *q[2];
    cmrt_event *done[2];
    float numbers[N], result[N];
    for (int i = 0; i < N; i++)
        numbers[i] = (float)i;
    for (int i = 0; i < 2; i++) {
        q[i] = queue(both[i], CMRT_QUEUE_IN_ORDER);
        in[i] = buffer(both[i], HALF_B);
        out[i] = buffer(both[i], HALF_B);
        k[i] = combine(both[i], in[i], in[i], out[i], 1);
        NEED(both[i], cmrt_enqueue_write(q[i], in[i], 0, numbers + i * N / 2, HALF_B, 0, NULL, NULL));
        NEED(both[i], cmrt_enqueue_launch(q[i], k[i], half, one, 0, NULL, &done[i]));
    }
    for (int i = 0; i < 2; i++)
        NEED(a, cmrt_enqueue_copy_buffer(q[0], all, (size_t)i * HALF_B, out[i], 0, HALF_B, 1, &done[i], NULL));
    NEED(a, cmrt_enqueue_read(q[0], all, 0, result, sizeof result, 0, NULL, NULL));
    NEED(a, cmrt_queue_finish(q[0]));
    bool right = true;
    for (int i = 0; i < N; i++)
        right = right && result[i] == numbers[i] * 2;
    expect(right, "devices");
    for (int i = 0; i < 2; i++) {
        cmrt_event_release(done[i]);
        cmrt_queue_destroy(q[i]);
        cmrt_kernel_destroy(k[i]);
        cmrt_buffer_destroy(in[i]);
        cmrt_buffer_destroy(out[i]);
    }
    cmrt_buffer_destroy(all);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: queues kernels.bin [second.bin]\n");
        return 2;
    }
    station first = open_station(0, argv[1]);
    diamond(&first);
    places(&first);
    walk(&first);
    if (argc == 3) {
        station second = open_station(1, argv[2]);
        devices(&first, &second);
        close_station(&second);
    }
    close_station(&first);
    return failures != 0;
}
