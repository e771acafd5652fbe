// SPDX-License-Identifier: MIT
// Private to libcmrt: the objects, error reports, and which functions hold the device's lock.

#ifndef CMRT_PRIV_H
#define CMRT_PRIV_H

#include <cmc/targets.h>
#include <cmc/zebin.h>
#include <cmrt/cmrt.h>

#include <pthread.h>
#include <stdatomic.h>

#include "ze_functions.h"

enum { CMRT_MESSAGE_B = 2048, CMRT_MAX_LISTS = 64 };

// What the user requested; strings are copies.
typedef enum cmrt_device_kind { CMRT_KIND_ANY = 0, CMRT_KIND_GPU, CMRT_KIND_XESIM } cmrt_device_kind;
typedef struct cmrt_spec {
    cmrt_device_kind kind;
    char target[16]; // "" = any
} cmrt_spec;

struct cmrt_device {
    // guards the message and everything that touches the queue
    pthread_mutex_t lock;
    char message[CMRT_MESSAGE_B]; // under lock
    bool is_simulator;
    const cmrt_ze *ze; // the functions of its driver; NULL until a driver is found
    ze_driver_handle_t driver;
    ze_device_handle_t handle;
    ze_context_handle_t context;
    ze_command_queue_handle_t queue;
    uint32_t ordinal;                              // of the queue group
    ze_command_list_handle_t busy[CMRT_MAX_LISTS]; // submitted, in order; under lock
    uint32_t n_busy;
    cmrt_status late; // a failure during a destroy call: the next wait reports it; under lock
    ze_command_list_handle_t idle[CMRT_MAX_LISTS]; // for reuse; under lock
    uint32_t n_idle;
    cmrt_device_info info;
    atomic_uint children;
    cmrt_kernel *kernels; // all live kernels; under lock
};

struct cmrt_program {
    cmrt_device *device;
    cmc_arena *arena; // file lives here
    const zeb_file *file;
    CMC_VEC(const zeb_kernel *) kernels; // those that a host can launch
    uint8_t *image;                      // owned copy that file points into
    size_t image_b;
    ze_module_handle_t handle;
    atomic_uint children;
};

typedef struct cmrt_arg {
    cmrt_arg_info info;
    bool exact_size; // a value of one piece; a struct's pieces give only its minimum size
    bool is_set;     // this and the rest: under lock, since a destroy call of another thread may reset it
    bool is_gone;    // the object that it held was destroyed
    uintptr_t held;  // the address or handle; 0 for values
} cmrt_arg;

struct cmrt_kernel {
    cmrt_program *program;
    cmrt_device *device;
    const zeb_kernel *meta;
    ze_kernel_handle_t handle;
    cmrt_arg *args; // owned
    uint32_t n_args;
    cmrt_kernel *next; // of the device's kernels
};

struct cmrt_buffer {
    cmrt_device *device;
    void *address;
    size_t size_b;
};

struct cmrt_image {
    cmrt_device *device;
    ze_image_handle_t handle;
    cmrt_format format;
    uint32_t width;
    size_t rows; // of all slices
};

struct cmrt_sampler {
    cmrt_device *device;
    ze_sampler_handle_t handle;
};

// error.c

// Keeps the message and returns s. Takes the device's lock.
cmrt_status cmrt_fail(cmrt_device *d, cmrt_status s, const char *fmt, ...) CMC_PRINTF(3, 4);
// CMRT_OK on success; else keeps "call: meaning of the result", with the driver's own description when it has one.
cmrt_status cmrt_check_ze(cmrt_device *d, ze_result_t r, const char *call);
cmrt_status cmrt_check_ze_locked(cmrt_device *d, ze_result_t r, const char *call);
const char *cmrt_result_text(ze_result_t r, cmrt_status *status);
// Keeps the messages of diag as one message, in order.
cmrt_status cmrt_fail_diag(cmrt_device *d, cmrt_status s, const char *what, const cmc_diag *diag);

// Refuses a call with a wrong argument. dev may be NULL: then the message is dropped.
#define CMRT_NEED(dev, condition, status, ...)                                                                         \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return (dev) ? cmrt_fail((dev), (status), __VA_ARGS__) : (status);                                         \
    } while (0)
#define CMRT_TRY(expr)                                                                                                 \
    do {                                                                                                               \
        cmrt_status cmrt_try_status_ = (expr);                                                                         \
        if (cmrt_try_status_ != CMRT_OK)                                                                               \
            return cmrt_try_status_;                                                                                   \
    } while (0)

// env.c

// The variable CMRT_DEVICE, or NULL.
const char *cmrt_env_device(void);
// Makes sure that the loader will find a driver for spec, as far as that is still possible.
cmrt_status cmrt_env_prepare(const cmrt_spec *spec, char *message, size_t message_size);

// driver.c

// Loads the drivers and picks a device.
cmrt_status cmrt_driver_pick(const cmrt_spec *spec, cmrt_device *d, char *message, size_t message_size);

// queue.c

cmrt_status cmrt_queue_create(cmrt_device *d);
void cmrt_queue_destroy(cmrt_device *d);
// Returns an open list. The lock is held from begin to end; end submits the list when s is CMRT_OK, and drops it
// otherwise.
cmrt_status cmrt_queue_begin(cmrt_device *d, ze_command_list_handle_t *list);
cmrt_status cmrt_queue_end(cmrt_device *d, ze_command_list_handle_t list, cmrt_status s, bool wait);

// Waits before something is destroyed that a launch may use. A destroy call returns no status, so a failure is kept
// for the next call that waits.
void cmrt_drain(cmrt_device *d);

// kernel.c

// Unsets the arguments that hold a handle or an address of these objects.
void cmrt_kernels_forget(cmrt_device *d, const void *first, size_t size_b);

// args.c

// Explicit arguments of a kernel by index; *args is owned (free).
cmrt_status cmrt_args_describe(cmrt_device *d, const zeb_kernel *k, cmrt_arg **args, uint32_t *n);
const char *cmrt_arg_kind_name(cmrt_arg_kind kind);

#endif
