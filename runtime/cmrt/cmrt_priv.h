// SPDX-License-Identifier: MIT
// Private to libcmrt: the objects, error reports, and which functions hold the device's lock.

#ifndef CMRT_PRIV_H
#define CMRT_PRIV_H

#include <cmc/targets.h>
#include <cmc/zebin.h>
#include <cmrt/cmrt.h>

#include <pthread.h>
#include <stdatomic.h>

#include <uthash.h>

#include "ze_functions.h"

enum { CMRT_MESSAGE_B = 2048, CMRT_MAX_LISTS = 64, CMRT_ALIGN_B = 64 };

typedef enum cmrt_log_level {
    CMRT_LOG_NONE = 0,
    CMRT_LOG_ERROR,
    CMRT_LOG_WARN,
    CMRT_LOG_INFO,
    CMRT_LOG_TRACE
} cmrt_log_level;

// What the user requested; strings are copies.
typedef enum cmrt_device_kind { CMRT_KIND_ANY = 0, CMRT_KIND_GPU, CMRT_KIND_XESIM, CMRT_KIND_HOST } cmrt_device_kind;
typedef struct cmrt_spec {
    cmrt_device_kind kind;
    char target[16]; // "" = any
} cmrt_spec;

// The first member of each object that a handle names.
typedef enum cmrt_handle_kind {
    CMRT_HANDLE_NONE = 0,
    CMRT_HANDLE_DEVICE,
    CMRT_HANDLE_PROGRAM,
    CMRT_HANDLE_KERNEL,
    CMRT_HANDLE_BUFFER,
    CMRT_HANDLE_IMAGE,
    CMRT_HANDLE_SAMPLER,
    CMRT_HANDLE_QUEUE,
    CMRT_HANDLE_EVENT
} cmrt_handle_kind;
typedef struct cmrt_head {
    UT_hash_handle hh;
    const void *key; // its own address
    cmrt_handle_kind kind;
} cmrt_head;

// Calls the callbacks of events (notify.c).
typedef struct cmrt_notifier {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool is_started, is_busy, stop;
    struct cmrt_callback *first, **last;
} cmrt_notifier;

typedef struct cmrt_time_pool cmrt_time_pool;

struct cmrt_device {
    cmrt_head head;
    pthread_mutex_t lock; // guards everything that touches the device's own queue
    pthread_mutex_t message_lock;
    char message[CMRT_MESSAGE_B]; // under message_lock
    cmrt_log_level log_level;     // the least important messages that are logged
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
    cmrt_device_info info;
    atomic_uint children;
    bool is_borrowed; // the context belongs to the program
    pthread_mutex_t args_lock;
    cmrt_kernel *kernels; // all live kernels; under args_lock
    uint64_t tick_ns;     // of the driver's times
    uint32_t tick_bits;
    pthread_mutex_t async_lock; // this and the rest
    pthread_cond_t queue_released;
    cmrt_queue *queues;
    ze_command_list_handle_t lists[CMRT_MAX_LISTS]; // for reuse
    uint32_t n_lists;
    cmrt_time_pool *time_pools;
    cmrt_notifier notifier; // has a lock of its own
};

// A value of cmrt_program_load_fixed.
typedef struct cmrt_fixed {
    const zeb_kernel *kernel; // NULL: all
    uint32_t index;
    const void *value; // arena
    size_t size_b;
} cmrt_fixed;

struct cmrt_program {
    cmrt_head head;
    cmrt_device *device;
    cmc_arena *arena; // file lives here
    const zeb_file *file;
    CMC_VEC(const zeb_kernel *) kernels; // those that a host can launch
    zeb_left_outs left_out;              // those that the device's image lacks, and why
    uint8_t *image;                      // owned copy that file points into
    size_t image_b;
    ze_module_handle_t handle;
    bool is_borrowed; // the module belongs to the program that uses us
    char *log;        // owned, or NULL
    CMC_VEC(cmrt_fixed) fixed;
    atomic_uint children;
};

typedef struct cmrt_arg {
    cmrt_arg_info info;
    bool exact_size; // a value of one piece; a struct's pieces give only its minimum size
    bool is_fixed;   // when the program was loaded
    bool is_set;     // this and the rest: under args_lock, since a destroy call of another thread may reset it
    bool is_gone;    // the object that it held was destroyed
    uintptr_t held;  // the address or handle; 0 for values
} cmrt_arg;

struct cmrt_kernel {
    cmrt_head head;
    cmrt_program *program;
    cmrt_device *device;
    const zeb_kernel *meta;
    ze_kernel_handle_t handle;
    bool is_borrowed; // the handle
    cmrt_arg *args;   // owned
    uint32_t n_args;
    cmrt_kernel *next; // of the device's kernels
};

struct cmrt_buffer {
    cmrt_head head;
    cmrt_device *device;
    struct cmrt_memory *memory; // shared with its sub-buffers
    void *address;
    size_t size_b;
};

struct cmrt_image {
    cmrt_head head;
    cmrt_device *device;
    ze_image_handle_t handle;
    cmrt_format format;
    uint32_t width, height, depth;
    size_t rows; // of all slices
};

struct cmrt_sampler {
    cmrt_head head;
    cmrt_device *device;
    ze_sampler_handle_t handle;
};

// handles.c

// Makes the handle live; false when out of memory.
bool cmrt_handle_add(cmrt_head *h, cmrt_handle_kind kind);
void cmrt_handle_remove(cmrt_head *h);
// Whether this is a live handle of the kind; otherwise nothing there is read.
bool cmrt_live(const void *handle, cmrt_handle_kind kind);

// error.c

// Keeps the message, logs it and returns s.
cmrt_status cmrt_fail(cmrt_device *d, cmrt_status s, const char *fmt, ...) CMC_PRINTF(3, 4);
// CMRT_OK on success; else keeps "call: meaning of the result", with the driver's own description when it has one.
cmrt_status cmrt_check_ze(cmrt_device *d, ze_result_t r, const char *call);
const char *cmrt_result_text(ze_result_t r, cmrt_status *status);
// Keeps the messages of diag as one message, in order.
cmrt_status cmrt_fail_diag(cmrt_device *d, cmrt_status s, const char *what, const cmc_diag *diag);

// The device's message, also before the handle is live.
size_t cmrt_message_copy(cmrt_device *d, char *buffer, size_t size);

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

// log.c

// Writes a line to standard error when the device logs messages of this level.
void cmrt_log(const cmrt_device *d, cmrt_log_level level, const char *fmt, ...) CMC_PRINTF(3, 4);
cmrt_log_level cmrt_log_level_of(const char *word); // CMRT_LOG_NONE for an unknown word

// env.c

// The level that CMRT_LOG names.
cmrt_log_level cmrt_env_log_level(void);
// Writes a line of the log to standard error.
void cmrt_env_log_line(const char *level, const char *text);

// The variable CMRT_DEVICE, or NULL.
const char *cmrt_env_device(void);
// Makes sure that the loader will find a driver for spec, as far as that is still possible.
cmrt_status cmrt_env_prepare(const cmrt_spec *spec, char *message, size_t message_size);

struct hx_config;
// The configuration of the CPU device. CMRT_ERR_ARGUMENT: a variable is malformed.
cmrt_status cmrt_env_host(struct hx_config *c, char *message, size_t message_size);

// host.c

// The CPU as d's device.
cmrt_status cmrt_host_pick(uint32_t index, cmrt_device *d, uint32_t *n_fitting, char *message, size_t message_size);
// Whether this machine can run a program for the CPU.
cmc_status cmrt_host_check(const zeb_host *host, cmc_diag *d);

// driver.c

// Limits and names of a device; false when it has none.
bool cmrt_driver_describe(const cmrt_ze *ze, ze_device_handle_t dev, cmrt_device_info *info);

// Loads the drivers and picks device `index` of those that fit. *n_fitting, if not NULL: how many fit, when the index
// is too large for them.
cmrt_status cmrt_driver_pick(const cmrt_spec *spec, uint32_t index, cmrt_device *d, uint32_t *n_fitting, char *message,
                             size_t message_size);

// Describes a device of a driver that the program has found.
cmrt_status cmrt_driver_adopt(ze_driver_handle_t driver, ze_device_handle_t handle, cmrt_device *d, char *message,
                              size_t message_size);

// queue.c

// The device's own queue.
cmrt_status cmrt_own_queue_create(cmrt_device *d);
void cmrt_own_queue_destroy(cmrt_device *d);
// Returns an open list. The lock is held from begin to end; end submits the list when s is CMRT_OK, and drops it
// otherwise.
cmrt_status cmrt_queue_begin(cmrt_device *d, ze_command_list_handle_t *list);
cmrt_status cmrt_queue_end(cmrt_device *d, ze_command_list_handle_t list, cmrt_status s, bool wait);

// Waits before something is destroyed that a launch may use. A destroy call returns no status, so a failure is kept
// for the next call that waits.
void cmrt_drain(cmrt_device *d);

// A command list, open and empty. The device's lock may be held.
cmrt_status cmrt_list_take(cmrt_device *d, ze_command_list_handle_t *list);
void cmrt_list_give(cmrt_device *d, ze_command_list_handle_t list);

// buffer.c and memory.c

// CMRT_ERR_RANGE unless the bytes lie in the buffer; host is the address that the caller gave.
cmrt_status cmrt_buffer_check(const cmrt_buffer *b, size_t offset_b, const void *host, size_t size_b, const char *call);
// A buffer on memory of the device's context, which stays the caller's.
cmrt_status cmrt_buffer_adopt(cmrt_device *d, void *address, size_t size_b, cmrt_buffer **buffer);
// CMRT_ERR_ARGUMENT or CMRT_ERR_RANGE unless the bytes lie in one allocation that the device knows.
cmrt_status cmrt_range_check(cmrt_device *d, const void *pointer, size_t size_b, const char *call);
// CMRT_ERR_ARGUMENT unless size_b bytes are a whole number of patterns of a size that devices can fill with.
cmrt_status cmrt_pattern_check(cmrt_device *d, size_t pattern_b, size_t size_b, const char *call);
// Copies on the device's own queue, and waits.
cmrt_status cmrt_copy_now(cmrt_device *d, void *to, const void *from, size_t size_b);

// program.c

// Copies the compiler's messages.
cmrt_status cmrt_program_set_log(cmrt_program *p, const char *text);

// kernel.c

// borrowed: the driver's module, or NULL to make one (program.c).
cmrt_status cmrt_program_make(cmrt_device *d, const void *bytes, size_t size_b, ze_module_handle_t borrowed,
                              const cmrt_fixed_value *values, size_t n_values, cmrt_program **program);
// borrowed: the driver's kernel, or NULL to make one.
cmrt_status cmrt_kernel_make(cmrt_program *p, const char *name, ze_kernel_handle_t borrowed, cmrt_kernel **kernel);
// Sets the values that were fixed when its program was loaded.
cmrt_status cmrt_kernel_fix(cmrt_kernel *k);
// Checks the arguments and the grid, and passes the group size to the driver. groups NULL: not known yet.
cmrt_status cmrt_kernel_prepare(cmrt_kernel *k, const uint32_t groups[3], const uint32_t local[3]);

// Unsets the arguments that hold a handle or an address of these objects.
void cmrt_kernels_forget(cmrt_device *d, const void *first, size_t size_b);

// args.c

// Explicit arguments of a kernel by index; *args is owned (free).
cmrt_status cmrt_args_describe(cmrt_device *d, const zeb_kernel *k, cmrt_arg **args, uint32_t *n);
const char *cmrt_arg_kind_name(cmrt_arg_kind kind);

#endif
