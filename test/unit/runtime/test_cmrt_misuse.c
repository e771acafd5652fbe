// SPDX-License-Identifier: MIT
// Every function of libcmrt refuses what it cannot take: NULL, handles that are destroyed or of another kind, wrong
// sizes, wrong order; from one thread and from 16 at once. misuse.py checks that no exported function is left out.

#include "fixture.h"

#include <cmrt/cmrt_ze.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 16, ROUNDS = 4 };

typedef enum kind { DEVICE, PROGRAM, KERNEL, BUFFER, IMAGE, SAMPLER, QUEUE, EVENT, KINDS } kind;
enum { BAD_HANDLES = KINDS + 3 };

// One live object of each kind, and one that was destroyed.
typedef struct world {
    void *live[KINDS], *dead[KINDS];
    cmrt_device *d;
    cmrt_program *p;
    cmrt_kernel *k;
    cmrt_buffer *b;
    cmrt_image *im;
    cmrt_sampler *s;
    cmrt_queue *q;
    cmrt_event *e;       // of a command that has ended
    cmrt_event *waiting; // a user event
    cmc_str zebin;
    uint8_t memory[256];
    atomic_uint wrong;
} world;

static void make_objects(cmrt_device *d, void *made[KINDS]) {
    const cmrt_sampler_desc desc = {CMRT_ADDRESS_NONE, CMRT_FILTER_NEAREST, false};
    ok(d, cmrt_kernel_create(made[PROGRAM], NULL, (cmrt_kernel **)&made[KERNEL]));
    ok(d, cmrt_buffer_create(d, 256, (cmrt_buffer **)&made[BUFFER]));
    ok(d, cmrt_image_create(d, CMRT_FORMAT_R8_UINT, 16, 16, (cmrt_image **)&made[IMAGE]));
    ok(d, cmrt_sampler_create(d, &desc, (cmrt_sampler **)&made[SAMPLER]));
    ok(d, cmrt_queue_create(d, CMRT_QUEUE_IN_ORDER, (cmrt_queue **)&made[QUEUE]));
    ok(d, cmrt_enqueue_barrier(made[QUEUE], 0, NULL, (cmrt_event **)&made[EVENT]));
    ok(d, cmrt_queue_finish(made[QUEUE]));
}

static void destroy_objects(void *made[KINDS]) {
    cmrt_event_release(made[EVENT]);
    cmrt_queue_destroy(made[QUEUE]);
    cmrt_sampler_destroy(made[SAMPLER]);
    cmrt_image_destroy(made[IMAGE]);
    cmrt_buffer_destroy(made[BUFFER]);
    cmrt_kernel_destroy(made[KERNEL]);
    assert_int_equal(cmrt_program_destroy(made[PROGRAM]), CMRT_OK);
    assert_int_equal(cmrt_device_close(made[DEVICE]), CMRT_OK);
}

static int set_up(void **state) {
    static world w;
    w.zebin = fixture_add("tgl");
    for (int i = 0; i < 2; i++) {
        void **made = i ? w.live : w.dead;
        made[DEVICE] = fixture_device();
        ok(made[DEVICE], cmrt_program_load(made[DEVICE], w.zebin.data, w.zebin.len, (cmrt_program **)&made[PROGRAM]));
        make_objects(made[DEVICE], made);
    }
    destroy_objects(w.dead);
    w.d = w.live[DEVICE];
    w.p = w.live[PROGRAM];
    w.k = w.live[KERNEL];
    w.b = w.live[BUFFER];
    w.im = w.live[IMAGE];
    w.s = w.live[SAMPLER];
    w.q = w.live[QUEUE];
    w.e = w.live[EVENT];
    ok(w.d, cmrt_event_create(w.d, &w.waiting));
    *state = &w;
    return 0;
}

static int tear_down(void **state) {
    world *w = *state;
    cmrt_event_release(w->waiting);
    destroy_objects(w->live);
    cmc_str_free(&w->zebin);
    return 0;
}

// What is no handle of the kind: NULL, other memory, a destroyed object, objects of all other kinds.
static void *bad_handle(world *w, kind k, int i) {
    if (i == 0)
        return NULL;
    if (i == 1)
        return w->memory;
    if (i == 2)
        return w->dead[k];
    return i - 3 == (int)k ? NULL : w->live[i - 3];
}

static void expect(world *w, const char *call, int line, int got, int expected) {
    if (got == expected)
        return;
    atomic_fetch_add(&w->wrong, 1);
    fprintf(stderr, "%s:%d: %s returned %d, expected %d\n", __FILE__, line, call, got, expected);
}

// The function with each bad handle h, of which its arguments make use.
#define BAD_HANDLE(kind, function, ...)                                                                                \
    for (int i_ = 0; i_ < BAD_HANDLES; i_++) {                                                                         \
        void *h = bad_handle(w, kind, i_);                                                                             \
        expect(w, #function, __LINE__, (int)function(__VA_ARGS__), CMRT_ERR_ARGUMENT);                                 \
    }
// For functions that return a number or a pointer: 0.
#define BAD_HANDLE_ZERO(kind, function, ...)                                                                           \
    for (int i_ = 0; i_ < BAD_HANDLES; i_++) {                                                                         \
        void *h = bad_handle(w, kind, i_);                                                                             \
        expect(w, #function, __LINE__, function(__VA_ARGS__) != 0, 0);                                                 \
    }
// For functions that return nothing.
#define BAD_HANDLE_VOID(kind, function, ...)                                                                           \
    for (int i_ = 0; i_ < BAD_HANDLES; i_++) {                                                                         \
        void *h = bad_handle(w, kind, i_);                                                                             \
        function(__VA_ARGS__);                                                                                         \
    }
#define BAD(function, status, ...) expect(w, #function, __LINE__, (int)function(__VA_ARGS__), status)

static const uint32_t one[3] = {1, 1, 1};

static void devices(world *w) {
    cmrt_device *d = NULL;
    cmrt_device_info info;
    uint32_t n;
    char text[64];
    BAD(cmrt_device_open, CMRT_ERR_ARGUMENT, "xesim", NULL, NULL, 0);
    BAD(cmrt_device_open, CMRT_ERR_ARGUMENT, "cuda", &d, text, 0);
    BAD(cmrt_device_open_at, CMRT_ERR_ARGUMENT, "xesim", 0, NULL, text, sizeof text);
    BAD(cmrt_device_open_at, CMRT_ERR_NO_DEVICE, "xesim", UINT32_MAX, &d, text, sizeof text);
    BAD(cmrt_device_count, CMRT_ERR_ARGUMENT, "xesim", NULL, NULL, 0);
    BAD(cmrt_device_count, CMRT_ERR_ARGUMENT, "xesim:z80", &n, text, 1);
    BAD(cmrt_device_info_at, CMRT_ERR_ARGUMENT, "xesim", 0, NULL, NULL, 0);
    BAD(cmrt_device_info_at, CMRT_ERR_NO_DEVICE, "xesim", UINT32_MAX, &info, NULL, 0);
    for (int i = 1; i < BAD_HANDLES; i++) { // closing NULL does nothing
        void *h = bad_handle(w, DEVICE, i);
        BAD(cmrt_device_close, h ? CMRT_ERR_ARGUMENT : CMRT_OK, h);
        h = bad_handle(w, PROGRAM, i);
        BAD(cmrt_program_destroy, h ? CMRT_ERR_ARGUMENT : CMRT_OK, h);
    }
    BAD(cmrt_device_close, CMRT_ERR_BUSY, w->d);
    BAD(cmrt_program_destroy, CMRT_ERR_BUSY, w->p);
    BAD_HANDLE(DEVICE, cmrt_device_get_info, h, &info);
    BAD(cmrt_device_get_info, CMRT_ERR_ARGUMENT, w->d, NULL);
    BAD_HANDLE_ZERO(DEVICE, cmrt_device_message, h, text, sizeof text);
    cmrt_device_message(w->d, NULL, 10);
    BAD_HANDLE_ZERO(DEVICE, cmrt_device_findings, h);
    BAD_HANDLE(DEVICE, cmrt_wait, h);
    BAD(cmrt_simulator_path, CMRT_ERR_ARGUMENT, NULL, sizeof text);
    BAD(cmrt_simulator_path, CMRT_ERR_ARGUMENT, text, 0);
    BAD(cmrt_simulator_path, CMRT_ERR_ARGUMENT, text, 1);
    expect(w, "cmrt_version", __LINE__, (int)cmrt_version(), 10000);
    expect(w, "cmrt_status_str", __LINE__, strcmp(cmrt_status_str((cmrt_status)-1), "unknown status"), 0);
    expect(w, "cmrt_status_str", __LINE__, strcmp(cmrt_status_str(CMRT_STATUS_COUNT), "unknown status"), 0);
}

static void programs(world *w) {
    cmrt_program *p = NULL;
    cmrt_kernel *k = NULL;
    cmrt_kernel_info kinfo;
    cmrt_arg_info ainfo;
    uint32_t local[3];
    int32_t n = 1;
    const cmrt_fixed_value fixed = {"add", 2, &n, 3};
    BAD_HANDLE(DEVICE, cmrt_program_load, h, w->zebin.data, w->zebin.len, &p);
    BAD(cmrt_program_load, CMRT_ERR_ARGUMENT, w->d, NULL, 4, &p);
    BAD(cmrt_program_load, CMRT_ERR_ARGUMENT, w->d, w->zebin.data, w->zebin.len, NULL);
    BAD(cmrt_program_load, CMRT_ERR_BINARY, w->d, w->zebin.data, 17, &p);
    BAD_HANDLE(DEVICE, cmrt_program_load_file, h, "/nowhere", &p);
    BAD(cmrt_program_load_file, CMRT_ERR_ARGUMENT, w->d, NULL, &p);
    BAD(cmrt_program_load_file, CMRT_ERR_IO, w->d, "/nowhere/k.bin", &p);
    BAD_HANDLE(DEVICE, cmrt_program_build, h, "", NULL, &p);
    BAD(cmrt_program_build, CMRT_ERR_ARGUMENT, w->d, NULL, NULL, &p);
    BAD(cmrt_program_build, CMRT_ERR_ARGUMENT, w->d, "", NULL, NULL);
    BAD_HANDLE(DEVICE, cmrt_program_load_fixed, h, w->zebin.data, w->zebin.len, NULL, 0, &p);
    BAD(cmrt_program_load_fixed, CMRT_ERR_ARGUMENT, w->d, w->zebin.data, w->zebin.len, NULL, 1, &p);
    BAD(cmrt_program_load_fixed, CMRT_ERR_ARG_SIZE, w->d, w->zebin.data, w->zebin.len, &fixed, 1, &p);
    BAD_HANDLE_ZERO(PROGRAM, cmrt_program_build_log, h, (char[8]){0}, 8);
    BAD_HANDLE_ZERO(PROGRAM, cmrt_program_kernel_count, h);
    BAD_HANDLE_ZERO(PROGRAM, cmrt_program_kernel_name, h, 0);
    expect(w, "cmrt_program_kernel_name", __LINE__, cmrt_program_kernel_name(w->p, 1) != NULL, 0);
    BAD_HANDLE(PROGRAM, cmrt_kernel_create, h, NULL, &k);
    BAD(cmrt_kernel_create, CMRT_ERR_NO_KERNEL, w->p, "", &k);
    BAD(cmrt_kernel_create, CMRT_ERR_ARGUMENT, w->p, NULL, NULL);
    BAD_HANDLE_VOID(KERNEL, cmrt_kernel_destroy, h);
    BAD_HANDLE_ZERO(KERNEL, cmrt_kernel_name, h);
    BAD_HANDLE_ZERO(KERNEL, cmrt_kernel_arg_count, h);
    BAD_HANDLE(KERNEL, cmrt_kernel_arg_info, h, 0, &ainfo);
    BAD(cmrt_kernel_arg_info, CMRT_ERR_ARG_INDEX, w->k, 3, &ainfo);
    BAD(cmrt_kernel_arg_info, CMRT_ERR_ARGUMENT, w->k, 0, NULL);
    BAD_HANDLE(KERNEL, cmrt_kernel_get_info, h, &kinfo);
    BAD(cmrt_kernel_get_info, CMRT_ERR_ARGUMENT, w->k, NULL);
    BAD_HANDLE(KERNEL, cmrt_kernel_suggest_group, h, one, local);
    BAD(cmrt_kernel_suggest_group, CMRT_ERR_ARGUMENT, w->k, NULL, local);
    BAD(cmrt_kernel_suggest_group, CMRT_ERR_LAUNCH, w->k, (uint32_t[3]){1, 0, 1}, local);
    expect(w, "objects", __LINE__, p || k, 0);
}

static void arguments(world *w) {
    int32_t n = 1;
    BAD_HANDLE(KERNEL, cmrt_kernel_set_value, h, 2, &n, sizeof n);
    BAD(cmrt_kernel_set_value, CMRT_ERR_ARGUMENT, w->k, 2, NULL, sizeof n);
    BAD(cmrt_kernel_set_value, CMRT_ERR_ARG_SIZE, w->k, 2, &n, SIZE_MAX);
    BAD(cmrt_kernel_set_value, CMRT_ERR_ARG_INDEX, w->k, UINT32_MAX, &n, sizeof n);
    BAD_HANDLE(KERNEL, cmrt_kernel_set_buffer, h, 0, w->b);
    BAD_HANDLE(BUFFER, cmrt_kernel_set_buffer, w->k, 0, h);
    BAD(cmrt_kernel_set_buffer, CMRT_ERR_ARG_KIND, w->k, 2, w->b);
    BAD_HANDLE(KERNEL, cmrt_kernel_set_image, h, 0, w->im);
    BAD_HANDLE(IMAGE, cmrt_kernel_set_image, w->k, 0, h);
    BAD(cmrt_kernel_set_image, CMRT_ERR_ARG_KIND, w->k, 0, w->im);
    BAD_HANDLE(KERNEL, cmrt_kernel_set_sampler, h, 0, w->s);
    BAD_HANDLE(SAMPLER, cmrt_kernel_set_sampler, w->k, 0, h);
    BAD(cmrt_kernel_set_sampler, CMRT_ERR_ARG_KIND, w->k, 1, w->s);
    BAD_HANDLE(KERNEL, cmrt_kernel_set_pointer, h, 1, NULL);
    BAD(cmrt_kernel_set_pointer, CMRT_ERR_ARGUMENT, w->k, 1, w->memory);
    BAD_HANDLE(KERNEL, cmrt_kernel_set_local, h, 0, 64);
    BAD(cmrt_kernel_set_local, CMRT_ERR_ARGUMENT, w->k, 0, 0);
    BAD(cmrt_kernel_set_local, CMRT_ERR_ARG_KIND, w->k, 0, 64);
    BAD_HANDLE(KERNEL, cmrt_launch, h, one, one);
    BAD(cmrt_launch, CMRT_ERR_ARGUMENT, w->k, one, NULL);
    BAD(cmrt_launch, CMRT_ERR_ARG_MISSING, w->k, one, one);
}

static void memories(world *w) {
    cmrt_buffer *b = NULL;
    void *p = NULL, *address = (void *)(uintptr_t)cmrt_buffer_address(w->b);
    cmrt_pointer_info info;
    BAD_HANDLE(DEVICE, cmrt_buffer_create, h, 64, &b);
    BAD(cmrt_buffer_create, CMRT_ERR_ARGUMENT, w->d, 0, &b);
    BAD(cmrt_buffer_create, CMRT_ERR_MEMORY, w->d, SIZE_MAX, &b);
    BAD(cmrt_buffer_create, CMRT_ERR_ARGUMENT, w->d, 64, NULL);
    BAD_HANDLE(BUFFER, cmrt_buffer_create_sub, h, 0, 64, &b);
    BAD(cmrt_buffer_create_sub, CMRT_ERR_RANGE, w->b, 64, SIZE_MAX, &b);
    BAD(cmrt_buffer_create_sub, CMRT_ERR_ARGUMENT, w->b, 0, 64, NULL);
    BAD_HANDLE(DEVICE, cmrt_buffer_import, h, w->memory, 64, &b);
    BAD(cmrt_buffer_import, CMRT_ERR_ARGUMENT, w->d, NULL, 64, &b);
    BAD(cmrt_buffer_import, CMRT_ERR_ARGUMENT, w->d, (void *)4096, 0, &b);
    BAD_HANDLE_VOID(BUFFER, cmrt_buffer_destroy, h);
    BAD_HANDLE_ZERO(BUFFER, cmrt_buffer_size, h);
    BAD_HANDLE_ZERO(BUFFER, cmrt_buffer_address, h);
    BAD_HANDLE(BUFFER, cmrt_buffer_write, h, 0, w->memory, 4);
    BAD(cmrt_buffer_write, CMRT_ERR_RANGE, w->b, 253, w->memory, 4);
    BAD(cmrt_buffer_write, CMRT_ERR_ARGUMENT, w->b, 0, NULL, 4);
    BAD_HANDLE(BUFFER, cmrt_buffer_read, h, 0, w->memory, 4);
    BAD(cmrt_buffer_read, CMRT_ERR_RANGE, w->b, SIZE_MAX, w->memory, 2);
    BAD_HANDLE(DEVICE, cmrt_svm_alloc, h, 64, 0, &p);
    BAD(cmrt_svm_alloc, CMRT_ERR_ARGUMENT, w->d, 64, 3, &p);
    BAD(cmrt_svm_alloc, CMRT_ERR_ARGUMENT, w->d, 64, 0, NULL);
    BAD_HANDLE_VOID(DEVICE, cmrt_svm_free, h, address);
    cmrt_svm_free(w->d, NULL);
    cmrt_svm_free(w->d, w->memory);
    BAD_HANDLE(DEVICE, cmrt_usm_alloc, h, CMRT_USM_HOST, 64, 0, &p);
    BAD(cmrt_usm_alloc, CMRT_ERR_ARGUMENT, w->d, CMRT_USM_KIND_COUNT, 64, 0, &p);
    BAD(cmrt_usm_alloc, CMRT_ERR_ARGUMENT, w->d, CMRT_USM_HOST, 0, 0, &p);
    BAD_HANDLE(DEVICE, cmrt_copy, h, w->memory, address, 4);
    BAD(cmrt_copy, CMRT_ERR_ARGUMENT, w->d, NULL, address, 4);
    BAD_HANDLE(DEVICE, cmrt_fill, h, address, "", 1, 4);
    BAD(cmrt_fill, CMRT_ERR_ARGUMENT, w->d, address, "abc", 3, 6);
    BAD_HANDLE(DEVICE, cmrt_pointer_query, h, address, &info);
    BAD(cmrt_pointer_query, CMRT_ERR_ARGUMENT, w->d, NULL, &info);
    BAD(cmrt_pointer_query, CMRT_ERR_ARGUMENT, w->d, address, NULL);
    expect(w, "objects", __LINE__, b || p, 0);
}

static void images(world *w) {
    cmrt_image *im = NULL;
    cmrt_sampler *s = NULL;
    const cmrt_sampler_desc bad = {(cmrt_address)9, CMRT_FILTER_NEAREST, false};
    expect(w, "cmrt_format_size_b", __LINE__, (int)cmrt_format_size_b((cmrt_format)-1), 0);
    expect(w, "cmrt_format_find", __LINE__, (int)cmrt_format_find(NULL), CMRT_FORMAT_NONE);
    expect(w, "cmrt_format_find", __LINE__, (int)cmrt_format_find("rgb8"), CMRT_FORMAT_NONE);
    BAD_HANDLE(DEVICE, cmrt_image_create, h, CMRT_FORMAT_R8_UINT, 4, 4, &im);
    BAD(cmrt_image_create, CMRT_ERR_ARGUMENT, w->d, CMRT_FORMAT_COUNT, 4, 4, &im);
    BAD(cmrt_image_create, CMRT_ERR_UNSUPPORTED, w->d, CMRT_FORMAT_R8_UINT, UINT32_MAX, 4, &im);
    BAD_HANDLE(DEVICE, cmrt_image_create_kind, h, CMRT_IMAGE_2D, CMRT_FORMAT_R8_UINT, 4, 4, 1, &im);
    BAD(cmrt_image_create_kind, CMRT_ERR_ARGUMENT, w->d, CMRT_IMAGE_KIND_COUNT, CMRT_FORMAT_R8_UINT, 4, 4, 1, &im);
    BAD(cmrt_image_create_kind, CMRT_ERR_ARGUMENT, w->d, CMRT_IMAGE_2D, CMRT_FORMAT_R8_UINT, 4, 4, 1, NULL);
    BAD_HANDLE_VOID(IMAGE, cmrt_image_destroy, h);
    BAD_HANDLE(IMAGE, cmrt_image_write, h, w->memory, 0);
    BAD(cmrt_image_write, CMRT_ERR_ARGUMENT, w->im, NULL, 0);
    BAD(cmrt_image_write, CMRT_ERR_RANGE, w->im, w->memory, 15);
    BAD_HANDLE(IMAGE, cmrt_image_read, h, w->memory, 0);
    BAD(cmrt_image_read, CMRT_ERR_RANGE, w->im, w->memory, SIZE_MAX);
    BAD_HANDLE(DEVICE, cmrt_sampler_create, h, &bad, &s);
    BAD(cmrt_sampler_create, CMRT_ERR_ARGUMENT, w->d, &bad, &s);
    BAD(cmrt_sampler_create, CMRT_ERR_ARGUMENT, w->d, NULL, &s);
    BAD_HANDLE_VOID(SAMPLER, cmrt_sampler_destroy, h);
    expect(w, "objects", __LINE__, im || s, 0);
}

static void nothing(void *user) {
    (void)user;
}

static void queues(world *w) {
    cmrt_queue *q = NULL;
    cmrt_event *e = w->waiting;
    BAD_HANDLE(DEVICE, cmrt_queue_create, h, 0, &q);
    BAD(cmrt_queue_create, CMRT_ERR_ARGUMENT, w->d, 8, &q);
    BAD(cmrt_queue_create, CMRT_ERR_ARGUMENT, w->d, 0, NULL);
    BAD_HANDLE_VOID(QUEUE, cmrt_queue_destroy, h);
    BAD_HANDLE(QUEUE, cmrt_queue_flush, h);
    BAD_HANDLE(QUEUE, cmrt_queue_finish, h);
    BAD_HANDLE(QUEUE, cmrt_enqueue_barrier, h, 0, NULL, &e);
    expect(w, "*event", __LINE__, e != NULL, 0);
    BAD(cmrt_enqueue_barrier, CMRT_ERR_ARGUMENT, w->q, 1, NULL, &e);
    BAD(cmrt_enqueue_barrier, CMRT_ERR_ARGUMENT, w->q, UINT32_MAX, &w->e, &e);
    BAD_HANDLE(EVENT, cmrt_enqueue_barrier, w->q, 2, ((cmrt_event *[]){w->e, h}), &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_host, h, nothing, NULL, 0, NULL, &e);
    BAD(cmrt_enqueue_host, CMRT_ERR_ARGUMENT, w->q, NULL, NULL, 0, NULL, &e);
    BAD_HANDLE(EVENT, cmrt_enqueue_host, w->q, nothing, NULL, 1, (cmrt_event **)&h, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_launch, h, w->k, one, one, 0, NULL, &e);
    BAD_HANDLE(KERNEL, cmrt_enqueue_launch, w->q, h, one, one, 0, NULL, &e);
    BAD(cmrt_enqueue_launch, CMRT_ERR_ARGUMENT, w->q, w->k, NULL, one, 0, NULL, &e);
    BAD(cmrt_enqueue_launch, CMRT_ERR_ARG_MISSING, w->q, w->k, one, one, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_launch_indirect, h, w->k, w->b, 0, one, 0, NULL, &e);
    BAD_HANDLE(KERNEL, cmrt_enqueue_launch_indirect, w->q, h, w->b, 0, one, 0, NULL, &e);
    BAD_HANDLE(BUFFER, cmrt_enqueue_launch_indirect, w->q, w->k, h, 0, one, 0, NULL, &e);
    BAD(cmrt_enqueue_launch_indirect, CMRT_ERR_ARGUMENT, w->q, w->k, w->b, 0, NULL, 0, NULL, &e);
    BAD(cmrt_enqueue_launch_indirect, CMRT_ERR_RANGE, w->q, w->k, w->b, SIZE_MAX - 3, one, 0, NULL, &e);
    expect(w, "objects", __LINE__, q || e, 0);
}

static void copies(world *w) {
    cmrt_event *e = NULL;
    void *address = (void *)(uintptr_t)cmrt_buffer_address(w->b);
    const cmrt_region r = {.address = address}, none = {0}, narrow = {.address = address, .row_pitch_b = 3};
    const cmrt_box empty = {0, 0, 0, 0, 1, 1};
    BAD_HANDLE(QUEUE, cmrt_enqueue_copy, h, address, w->memory, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_copy, CMRT_ERR_ARGUMENT, w->q, NULL, w->memory, 4, 0, NULL, &e);
    BAD_HANDLE(EVENT, cmrt_enqueue_copy, w->q, address, w->memory, 4, 1, (cmrt_event **)&h, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_fill, h, address, "a", 1, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_fill, CMRT_ERR_ARGUMENT, w->q, address, NULL, 1, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_fill, CMRT_ERR_ARGUMENT, w->q, address, "abcdefgh", 8, 12, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_write, h, w->b, 0, w->memory, 4, 0, NULL, &e);
    BAD_HANDLE(BUFFER, cmrt_enqueue_write, w->q, h, 0, w->memory, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_write, CMRT_ERR_RANGE, w->q, w->b, 0, w->memory, 257, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_read, h, w->b, 0, w->memory, 4, 0, NULL, &e);
    BAD_HANDLE(BUFFER, cmrt_enqueue_read, w->q, h, 0, w->memory, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_read, CMRT_ERR_ARGUMENT, w->q, w->b, 0, NULL, 4, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_copy_buffer, h, w->b, 0, w->b, 64, 4, 0, NULL, &e);
    BAD_HANDLE(BUFFER, cmrt_enqueue_copy_buffer, w->q, h, 0, w->b, 64, 4, 0, NULL, &e);
    BAD_HANDLE(BUFFER, cmrt_enqueue_copy_buffer, w->q, w->b, 0, h, 64, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_copy_buffer, CMRT_ERR_RANGE, w->q, w->b, 0, w->b, 64, 65, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_copy_region, h, &r, &r, 4, 1, 1, 0, NULL, &e);
    BAD(cmrt_enqueue_copy_region, CMRT_ERR_ARGUMENT, w->q, &r, NULL, 4, 1, 1, 0, NULL, &e);
    BAD(cmrt_enqueue_copy_region, CMRT_ERR_ARGUMENT, w->q, &none, &r, 4, 1, 1, 0, NULL, &e);
    BAD(cmrt_enqueue_copy_region, CMRT_ERR_RANGE, w->q, &r, &narrow, 4, 2, 1, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_image_write, h, w->im, NULL, w->memory, 0, 0, 0, NULL, &e);
    BAD_HANDLE(IMAGE, cmrt_enqueue_image_write, w->q, h, NULL, w->memory, 0, 0, 0, NULL, &e);
    BAD(cmrt_enqueue_image_write, CMRT_ERR_ARGUMENT, w->q, w->im, NULL, NULL, 0, 0, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_image_read, h, w->im, NULL, w->memory, 0, 0, 0, NULL, &e);
    BAD_HANDLE(IMAGE, cmrt_enqueue_image_read, w->q, h, NULL, w->memory, 0, 0, 0, NULL, &e);
    BAD(cmrt_enqueue_image_read, CMRT_ERR_RANGE, w->q, w->im, &empty, w->memory, 0, 0, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_image_copy, h, w->im, 0, 0, 0, w->im, NULL, 0, NULL, &e);
    BAD_HANDLE(IMAGE, cmrt_enqueue_image_copy, w->q, h, 0, 0, 0, w->im, NULL, 0, NULL, &e);
    BAD_HANDLE(IMAGE, cmrt_enqueue_image_copy, w->q, w->im, 0, 0, 0, h, NULL, 0, NULL, &e);
    BAD(cmrt_enqueue_image_copy, CMRT_ERR_ARGUMENT, w->q, w->im, 0, 0, 0, w->im, NULL, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_advise, h, address, 4, CMRT_ADVICE_CACHED, 0, NULL, &e);
    BAD(cmrt_enqueue_advise, CMRT_ERR_ARGUMENT, w->q, address, 4, CMRT_ADVICE_COUNT, 0, NULL, &e);
    BAD(cmrt_enqueue_advise, CMRT_ERR_ARGUMENT, w->q, w->memory, 4, CMRT_ADVICE_CACHED, 0, NULL, &e);
    BAD_HANDLE(QUEUE, cmrt_enqueue_prefetch, h, address, 4, 0, NULL, &e);
    BAD(cmrt_enqueue_prefetch, CMRT_ERR_RANGE, w->q, address, 257, 0, NULL, &e);
    expect(w, "*event", __LINE__, e != NULL, 0);
}

static void ignore(cmrt_event *e, cmrt_status s, void *user) {
    (void)e;
    (void)s;
    (void)user;
}

static void events(world *w) {
    cmrt_event *e = NULL;
    cmrt_event_state state;
    cmrt_event_times times;
    uint32_t index;
    BAD_HANDLE(DEVICE, cmrt_event_create, h, &e);
    BAD(cmrt_event_create, CMRT_ERR_ARGUMENT, w->d, NULL);
    BAD_HANDLE(EVENT, cmrt_event_signal, h, CMRT_OK);
    BAD(cmrt_event_signal, CMRT_ERR_ARGUMENT, w->e, CMRT_OK);
    BAD(cmrt_event_signal, CMRT_ERR_ARGUMENT, w->waiting, (cmrt_status)-1);
    BAD_HANDLE(EVENT, cmrt_event_retain, h);
    BAD_HANDLE_VOID(EVENT, cmrt_event_release, h);
    BAD_HANDLE(EVENT, cmrt_event_wait, h, CMRT_FOREVER);
    BAD(cmrt_event_wait, CMRT_ERR_TIMEOUT, w->waiting, 0);
    BAD_HANDLE(EVENT, cmrt_event_wait_all, 1, (cmrt_event **)&h, 0);
    BAD(cmrt_event_wait_all, CMRT_ERR_ARGUMENT, 1, NULL, 0);
    BAD(cmrt_event_wait_all, CMRT_ERR_TIMEOUT, 1, &w->waiting, 1000);
    BAD_HANDLE(EVENT, cmrt_event_wait_any, 1, (cmrt_event **)&h, 0, &index);
    BAD(cmrt_event_wait_any, CMRT_ERR_ARGUMENT, 0, NULL, 0, &index);
    BAD(cmrt_event_wait_any, CMRT_ERR_ARGUMENT, 1, &w->e, 0, NULL);
    BAD_HANDLE(EVENT, cmrt_event_get_state, h, &state, NULL);
    BAD(cmrt_event_get_state, CMRT_ERR_ARGUMENT, w->e, NULL, NULL);
    BAD_HANDLE(EVENT, cmrt_event_get_times, h, &times);
    BAD(cmrt_event_get_times, CMRT_ERR_ARGUMENT, w->e, NULL);
    BAD(cmrt_event_get_times, CMRT_ERR_UNSUPPORTED, w->e, &times);
    BAD_HANDLE(EVENT, cmrt_event_set_callback, h, ignore, NULL);
    BAD(cmrt_event_set_callback, CMRT_ERR_ARGUMENT, w->e, NULL, NULL);
    expect(w, "objects", __LINE__, e != NULL, 0);
}

static void native_handles(world *w) {
    cmrt_device *d = NULL;
    cmrt_program *p = NULL;
    cmrt_kernel *k = NULL;
    cmrt_queue *q = NULL;
    cmrt_buffer *b = NULL;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_queue_handle_t queue = NULL;
    ze_module_handle_t module = NULL;
    ze_kernel_handle_t kernel = NULL;
    ze_image_handle_t image;
    expect(w, "cmrt_ze_device_handles", __LINE__, (int)cmrt_ze_device_handles(w->d, &driver, &device, &context), 0);
    BAD_HANDLE(DEVICE, cmrt_ze_device_handles, h, &driver, &device, &context);
    BAD(cmrt_ze_device_open, CMRT_ERR_ARGUMENT, NULL, device, context, &d, NULL, 0);
    BAD(cmrt_ze_device_open, CMRT_ERR_ARGUMENT, driver, device, NULL, &d, NULL, 0);
    BAD(cmrt_ze_device_open, CMRT_ERR_ARGUMENT, driver, device, context, NULL, NULL, 0);
    BAD_HANDLE(DEVICE, cmrt_ze_queue_create, h, (ze_command_queue_handle_t)w->memory, 0, &q);
    BAD(cmrt_ze_queue_create, CMRT_ERR_ARGUMENT, w->d, NULL, 0, &q);
    BAD(cmrt_ze_queue_create, CMRT_ERR_ARGUMENT, w->d, (ze_command_queue_handle_t)w->memory, CMRT_QUEUE_OUT_OF_ORDER,
        &q);
    BAD_HANDLE(QUEUE, cmrt_ze_queue_handle, h, &queue);
    BAD(cmrt_ze_queue_handle, CMRT_ERR_ARGUMENT, w->q, NULL);
    BAD_HANDLE(DEVICE, cmrt_ze_program_create, h, module, &p);
    BAD(cmrt_ze_program_create, CMRT_ERR_ARGUMENT, w->d, NULL, &p);
    BAD_HANDLE(PROGRAM, cmrt_ze_program_handle, h, &module);
    BAD(cmrt_ze_program_handle, CMRT_ERR_ARGUMENT, w->p, NULL);
    BAD_HANDLE(PROGRAM, cmrt_ze_kernel_create, h, kernel, &k);
    BAD(cmrt_ze_kernel_create, CMRT_ERR_ARGUMENT, w->p, NULL, &k);
    BAD_HANDLE(KERNEL, cmrt_ze_kernel_handle, h, &kernel);
    BAD(cmrt_ze_kernel_handle, CMRT_ERR_ARGUMENT, w->k, NULL);
    BAD_HANDLE(DEVICE, cmrt_ze_buffer_create, h, w->memory, 64, &b);
    BAD(cmrt_ze_buffer_create, CMRT_ERR_ARGUMENT, w->d, NULL, 64, &b);
    BAD(cmrt_ze_buffer_create, CMRT_ERR_ARGUMENT, w->d, (void *)((uintptr_t)w->memory & ~(uintptr_t)63), 64, &b);
    BAD_HANDLE(IMAGE, cmrt_ze_image_handle, h, &image);
    BAD(cmrt_ze_image_handle, CMRT_ERR_ARGUMENT, w->im, NULL);
    expect(w, "objects", __LINE__, d || p || k || q || b, 0);
}

static void all_of_it(world *w) {
    devices(w);
    programs(w);
    arguments(w);
    memories(w);
    images(w);
    queues(w);
    copies(w);
    events(w);
    native_handles(w);
}

static void every_function_refuses(void **state) {
    world *w = *state;
    all_of_it(w);
    assert_int_equal(atomic_load(&w->wrong), 0);
}

static void *rounds(void *user) {
    for (int i = 0; i < ROUNDS; i++)
        all_of_it(user);
    return NULL;
}

static void from_16_threads(void **state) {
    world *w = *state;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, rounds, w), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(atomic_load(&w->wrong), 0);
}

// Nothing that was refused has changed the objects.
static void objects_still_work(void **state) {
    world *w = *state;
    const int32_t in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, n = 1;
    int32_t out[8] = {0};
    ok(w->d, cmrt_kernel_set_buffer(w->k, 0, w->b));
    ok(w->d, cmrt_kernel_set_buffer(w->k, 1, w->b));
    ok(w->d, cmrt_kernel_set_value(w->k, 2, &n, sizeof n));
    ok(w->d, cmrt_enqueue_write(w->q, w->b, 0, in, sizeof in, 0, NULL, NULL));
    ok(w->d, cmrt_enqueue_launch(w->q, w->k, one, one, 0, NULL, NULL));
    ok(w->d, cmrt_enqueue_read(w->q, w->b, 0, out, sizeof out, 0, NULL, NULL));
    ok(w->d, cmrt_queue_finish(w->q));
    for (int i = 0; i < 8; i++)
        assert_int_equal(out[i], in[i] + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_refuses),
        cmocka_unit_test(from_16_threads),
        cmocka_unit_test(objects_still_work),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
