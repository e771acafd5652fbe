// SPDX-License-Identifier: MIT
// The part of a Level Zero driver that does not depend on what executes kernels: the objects of handles and their
// checks, memory, images, arguments, lists, queues, events. The rest is an engine (zx_engine): the simulator in
// libze_xesim.so, the CPU in libcmrt. A library contains one core and one engine.
//
// Ownership: driver -> devices; context -> allocations, the engine's memory; module -> file copy, kernels, data
// sections; kernel -> argument bytes; command list -> commands; queue -> worker thread, submissions; event pool ->
// nothing (events are objects of their own). Every object starts with a zx_head whose magic word names its kind, so
// that a foreign or destroyed handle gives an error code instead of a crash.

#ifndef ZE_CORE_H
#define ZE_CORE_H

#include <pthread.h>
#include <stdatomic.h>

#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>

#include <cmc/host_abi.h>
#include <cmc/zebin.h>

enum { ZX_MAX_DEVICES = 16, ZX_MAX_SAMPLERS = 64, ZX_LINE_B = 64 }; // LINE: of a cache

static inline uint64_t zx_round_up(uint64_t v, uint64_t to) {
    return (v + to - 1) / to * to;
}

typedef enum zx_kind { // magic words; 0 = destroyed
    ZX_NONE = 0,
    ZX_DRIVER = 0x7a783031,
    ZX_DEVICE,
    ZX_CONTEXT,
    ZX_IMAGE,
    ZX_SAMPLER,
    ZX_MODULE,
    ZX_BUILD_LOG,
    ZX_KERNEL,
    ZX_LIST,
    ZX_QUEUE,
    ZX_FENCE,
    ZX_EVENT_POOL,
    ZX_EVENT
} zx_kind;

typedef struct zx_head {
    uint32_t magic;
} zx_head;

// Returns INVALID_NULL_HANDLE, INVALID_ARGUMENT for an object of another kind, or SUCCESS.
ze_result_t zx_check(const void *handle, zx_kind kind);
// Frees the block of a destroyed object some 1000 destroyed objects later. Until then its handle is recognised as
// destroyed.
void zx_retire(void *object);

#define ZX_TRY(expr)                                                                                                   \
    do {                                                                                                               \
        ze_result_t zx_try_result_ = (expr);                                                                           \
        if (zx_try_result_)                                                                                            \
            return zx_try_result_;                                                                                     \
    } while (0)
#define ZX_HANDLE(h, kind) ZX_TRY(zx_check((h), (kind)))
// INVALID_ENUMERATION for bits that the specification does not define.
#define ZX_FLAGS(value, known)                                                                                         \
    do {                                                                                                               \
        if ((value) & ~(uint32_t)(known))                                                                              \
            return ZE_RESULT_ERROR_INVALID_ENUMERATION;                                                                \
    } while (0)
#define ZX_POINTER(p)                                                                                                  \
    do {                                                                                                               \
        if (!(p))                                                                                                      \
            return ZE_RESULT_ERROR_INVALID_NULL_POINTER;                                                               \
    } while (0)

// Messages

// Keeps the text for zx_last_error and passes it to the log, see zx_log_to.
void zx_error(const char *fmt, ...) CMC_PRINTF(1, 2);
void zx_error_diag(const char *what, const cmc_diag *d);
// The calling thread's copy of the newest message, "" without one.
const char *zx_last_error(void);
typedef void zx_line_fn(const char *text);
void zx_log_to(zx_line_fn *line); // takes each new message as well; NULL: nothing does

// Devices

typedef struct zx_device_facts { // what the device says about itself
    const char *target;          // whose programs it runs: "tgl", "host"
    char name[ZE_MAX_DEVICE_NAME];
    ze_device_type_t type;
    bool integrated, has_fp64, has_dp4a;
    uint32_t vendor_id, pci_id, clock_mhz;
    uint32_t slices, subslices, eus, threads; // of the next larger unit each
    uint32_t simd_width;                      // 32-bit lanes
    uint32_t max_group;                       // work-items
    uint32_t max_group_threads;
    uint32_t sub_groups[3]; // sizes, 0 = unused
    uint64_t memory_b, max_alloc_b;
    uint32_t slm_b;         // that one group can have
    uint32_t bindless_step; // a kernel names surface state i by i times this
} zx_device_facts;

struct zx_driver;
typedef struct zx_engine zx_engine;
typedef struct zx_device {
    zx_head head;
    struct zx_driver *driver;
    uint32_t index;
    zx_device_facts facts;
    const void *model; // the engine's
} zx_device;

typedef struct zx_driver {
    zx_head head;
    const zx_engine *engine;
    uint32_t n_devices;
    zx_device devices[ZX_MAX_DEVICES];
} zx_driver;
// A new device, without facts; NULL when there are ZX_MAX_DEVICES.
zx_device *zx_driver_add(zx_driver *d);

// Sets the engine of the process's one driver, before any other call. Calls after the first do nothing.
void zx_use_engine(const zx_engine *e);

uint64_t zx_now_ns(void);

// Context and memory

typedef struct zx_alloc {
    struct zx_alloc *next;
    uint8_t *base;
    uint64_t size_b; // as requested
    ze_memory_type_t type;
    uint64_t id;
    zx_device *device;
    bool is_imported; // the program's memory
} zx_alloc;

typedef struct zx_context {
    zx_head head;
    zx_driver *driver;
    void *memory;         // the engine's
    pthread_mutex_t lock; // guards allocs and next_id
    zx_alloc *allocs;
    uint64_t next_id;
    struct zx_context *next; // of the driver's (import.c)
} zx_context;

// import.c: memory of the program, which all contexts know. The two functions are those that Intel's driver has under
// the names zexDriverImportExternalPointer and zexDriverReleaseImportedPointer. base and size_b: multiples of 64.
ze_result_t ZE_APICALL zx_import(ze_driver_handle_t h, void *base, size_t size_b);
ze_result_t ZE_APICALL zx_import_release(ze_driver_handle_t h, void *base);
bool zx_import_add_context(zx_context *c); // false: out of memory
void zx_import_remove_context(zx_context *c);

// Copies the allocation that holds ptr into *out; false when ptr is not memory of this context.
bool zx_memory_find(zx_context *c, const void *ptr, zx_alloc *out);
// Whether a copy of size_b bytes at ptr stays inside the allocation where it begins; INVALID_SIZE when not. *known:
// ptr is memory of the context; the program's own memory is not checked.
ze_result_t zx_memory_holds(zx_context *c, const void *ptr, uint64_t size_b, bool *known);
// Memory for the driver's own use that kernels may access; zeroed. size_b is rounded up to a line.
void *zx_memory_internal(zx_context *c, uint64_t size_b);
void zx_memory_internal_free(zx_context *c, void *ptr);

// Images

typedef cmc_host_surface zx_surface; // what a kernel sees of a buffer or image
typedef struct zx_sampler_state {
    ze_sampler_address_mode_t address;
    bool linear, normalized;
} zx_sampler_state;

typedef struct zx_image {
    zx_head head;
    zx_context *context;
    ze_image_desc_t desc;
    uint32_t px_b, width, height, depth; // depth: slices, or layers of an array
    uint32_t pitch_b;
    uint64_t slice_b;
    uint8_t *base;
    bool is_view; // base belongs to another image
} zx_image;

typedef struct zx_image_layout {
    ze_image_format_layout_t layout;
    uint8_t px_b;
    uint8_t channels;
} zx_image_layout;
zx_surface zx_image_surface(const zx_image *img);
// The value of an image property argument; false: it is not one.
bool zx_image_property(const zx_image *img, zeb_arg_type what, uint32_t *v);
enum { ZX_IMAGE_MAX = 16384, ZX_IMAGE_MAX_LAYERS = 2048, ZX_IMAGE_MAX_BUFFER = 1 << 27 };
// The region, or the whole image for NULL; INVALID_ARGUMENT when it leaves the image. Layers of an array are z.
ze_result_t zx_image_region(const zx_image *img, const ze_image_region_t *in, ze_image_region_t *out);

typedef struct zx_sampler {
    zx_head head;
    ze_sampler_desc_t desc;
} zx_sampler;

// Modules and kernels

typedef struct zx_build_log {
    zx_head head;
    cmc_str text;
} zx_build_log;

typedef struct zx_module_kernel {
    const zeb_kernel *zeb;
    void *code;        // the engine's; NULL: cannot run
    const char *error; // why
} zx_module_kernel;

typedef struct zx_module_data { // .data.const, .data.global, ...
    const char *name;
    uint8_t *base;
    uint64_t size_b;
} zx_module_data;

typedef struct zx_module {
    zx_head head;
    zx_context *context;
    zx_device *device;
    cmc_arena *arena;
    uint8_t *image; // copy of the program's bytes
    size_t image_b;
    zeb_entry native; // the device's part of the image
    zeb_file *file;
    uint32_t n_kernels, n_data;
    zx_module_kernel *kernels;
    zx_module_data *data;
    void *loaded;          // the engine's
    _Atomic uint32_t refs; // of the handle, of kernels, of pending launches
} zx_module;
void zx_module_ref(zx_module *m);
void zx_module_unref(zx_module *m);

typedef enum zx_arg_class {
    ZX_ARG_UNUSED = 0,
    ZX_ARG_VALUE,
    ZX_ARG_POINTER,
    ZX_ARG_LOCAL,
    ZX_ARG_IMAGE,
    ZX_ARG_SAMPLER
} zx_arg_class;
typedef struct zx_arg {
    zx_arg_class class_;
    bool needed, set;    // needed: the payload or binding table uses it
    uint32_t size_b;     // bytes of a by-value argument in the payload
    uint32_t declared_b; // size in the source language, 0 = unknown
    uint32_t slm_b, slm_align_b;
    int32_t bti;          // -1 = none
    int32_t bindless;     // number of its surface state, -1 = none
    int32_t sampler;      // number of its sampler state, -1 = none
    bool has_offset_slot; // a buffer_offset entry receives the distance from the surface's base
} zx_arg;

typedef struct zx_kernel {
    zx_head head;
    zx_module *module;
    const zx_module_kernel *mk;
    uint32_t n_args;
    zx_arg *args;
    uint8_t *cross; // cross-thread data with the explicit arguments filled in
    uint32_t cross_b;
    zx_surface *surfaces; // by BTI, then the bindless ones
    uint32_t n_surfaces, n_bindless;
    zx_sampler_state *samplers; // by index
    uint32_t n_samplers;
    uint32_t group[3], offset[3];
    ze_kernel_indirect_access_flags_t indirect;
} zx_kernel;

void zx_kernel_args_describe(zx_kernel *k);   // fills n_args, args from .ze_info
void zx_kernel_inline_samplers(zx_kernel *k); // sets the samplers that are constants of the kernel
void zx_kernel_constant_args(zx_kernel *k);
ze_result_t ZE_APICALL zx_kernel_set_argument(ze_kernel_handle_t h, uint32_t index, size_t size_b, const void *value);

uint32_t zx_kernel_max_cooperative(const zx_kernel *k);

// A kernel with its state at the time of the append: owned copies.
typedef struct zx_launch {
    zx_module *module;
    const zx_module_kernel *mk;
    uint8_t *cross;
    uint32_t cross_b;
    zx_surface *surfaces;
    uint32_t n_surfaces, n_bindless;
    zx_sampler_state *samplers;
    uint32_t n_samplers;
    uint32_t local[3], offset[3], groups[3];
    uint32_t slm_b;
    bool cooperative;                 // all groups run at once
    const ze_group_count_t *indirect; // group counts in memory, read when it runs; NULL: use groups
} zx_launch;
ze_result_t zx_launch_create(const zx_kernel *k, zx_launch **out);
void zx_launch_destroy(zx_launch *l);
ze_result_t zx_launch_run(const zx_launch *l);

// payload.c: writes the implicit arguments of one launch into cross.
typedef struct zx_implicit {
    uint32_t local[3], groups[3], offset[3];
    uint64_t private_base, printf_buffer, implicit_buffer;
} zx_implicit;
void zx_payload_fill(const zeb_kernel *k, const zx_implicit *imp, uint8_t *cross);
// Whether the kernel's code uses the distance from the address in r0.0 to its arguments. Its implicit arguments are
// then placed before the explicit ones.
bool zx_kernel_has_head(const zeb_kernel *k);
extern const char zx_arguments_offset_symbol[];
enum { ZX_IMPLICIT_HEAD_B = 128 };
// The block of an implicit_arg_buffer argument, with its table of local ids; zx_memory_internal_free.
uint8_t *zx_implicit_buffer(zx_context *c, const zeb_kernel *k, const zx_implicit *imp, uint32_t grf_b);
// printf.c: a buffer for one launch (zx_memory_internal_free), and printing its contents after the launch.
uint8_t *zx_printf_buffer(zx_context *c);
void zx_printf_drain(const zx_module *m, const uint8_t *buffer);

// What executes kernels. Functions of several threads at once.
struct zx_engine {
    const char *driver_id, *device_id; // of their UUIDs, at most 16 and 12 characters
    // Adds the devices to the driver. False: it has none; zx_error has the reason.
    bool (*set_up)(zx_driver *d);
    // Text that kernels print.
    void (*print)(const char *text);
    uint64_t (*findings)(void); // mistakes of kernels that were found in this process

    // The memory of a context: a list of blocks that kernels may access. NULL when out of memory.
    void *(*memory_create)(void);
    void (*memory_destroy)(void *memory);
    // A new block of size_b bytes rounded up to a line of 64. align_b: a power of two, at least 64. NULL when out of
    // memory.
    void *(*memory_obtain)(void *memory, uint64_t size_b, uint64_t align_b);
    void (*memory_release)(void *memory, void *base);
    // The program's memory as a block, and its end. False: a part of it is a block already, or out of memory.
    bool (*memory_lend)(void *memory, void *base, uint64_t size_b);
    void (*memory_unlend)(void *memory, void *base);
    // Whether size_b bytes at address are inside one block.
    bool (*memory_contains)(void *memory, uint64_t address, uint64_t size_b);

    // Fills native, file, kernels, data and loaded from image; what it allocates is in arena or freed by unload, which
    // is called after a failure too. Errors go to d, remarks to log.
    ze_result_t (*load)(zx_module *m, cmc_diag *d, cmc_str *log);
    void (*unload)(zx_module *m);
    // Address of a variable, 0 for an unknown name.
    uint64_t (*symbol)(const zx_module *m, const char *name, uint64_t *size_b);

    // Runs a launch to its end. groups, none 0, are in imp; the addresses in imp are the engine's to fill.
    ze_result_t (*launch)(const zx_launch *l, zx_implicit *imp);
    // Groups of the kernel that can run at once, each on its own host thread.
    uint32_t (*max_cooperative)(const zx_kernel *k);
};

// Events, commands, queues

typedef struct zx_event_pool {
    zx_head head;
    zx_context *context;
    uint32_t count;
    ze_event_pool_flags_t flags;
} zx_event_pool;

typedef struct zx_event {
    zx_head head;
    zx_event_pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool signaled;
    ze_result_t result;        // of the command that signaled it
    uint64_t start_ns, end_ns; // of the last command
} zx_event;
void zx_event_signal(zx_event *e, ze_result_t result, uint64_t start_ns, uint64_t end_ns);
void zx_event_reset(zx_event *e);
// Waits up to timeout_ns (UINT64_MAX = for ever); NOT_READY after a timeout.
ze_result_t zx_event_wait(zx_event *e, uint64_t timeout_ns);

// Condition variables run on CLOCK_MONOTONIC.
void zx_cond_init(pthread_cond_t *c);
// False when the deadline has passed. deadline_ns UINT64_MAX: no deadline.
bool zx_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline_ns);
uint64_t zx_deadline(uint64_t timeout_ns);

typedef struct zx_rect { // a box of bytes in pitched memory
    uint8_t *base;
    uint64_t pitch_b, slice_b;
} zx_rect;

typedef enum zx_op {
    ZX_OP_NONE = 0, // waits and signals only
    ZX_OP_LAUNCH,
    ZX_OP_MULTI, // several launches, their number is in memory
    ZX_OP_COPY,
    ZX_OP_FILL,
    ZX_OP_RECT,
    ZX_OP_TIMESTAMP,
    ZX_OP_RESET,
    ZX_OP_QUERY_TIMES
} zx_op;

typedef struct zx_command {
    zx_op op;
    zx_event *signal;
    zx_event **waits;
    uint32_t n_waits;
    zx_launch **launches;
    uint32_t n_launches;
    const uint32_t *launch_count; // MULTI
    struct {
        uint8_t *dst;
        const uint8_t *src;
        uint64_t size_b;
        uint8_t *pattern;
        uint64_t pattern_b;
    } mem;
    struct {
        zx_rect dst, src;
        uint64_t row_b;
        uint32_t rows, slices;
    } rect;
    struct {
        zx_event **events;
        uint32_t count;
        const size_t *offsets;
    } query;
    struct { // context memory that it accesses: must still be allocated when it runs
        zx_context *context;
        const void *ptr;
        uint64_t size_b;
    } touched[2];
    zx_event *reset;
} zx_command;
zx_command *zx_command_create(zx_op op); // NULL when out of memory
void zx_command_destroy(zx_command *c);
// cancel: set by a queue that is being destroyed.
ze_result_t zx_command_run(zx_command *c, const _Atomic bool *cancel);
// Makes the events of a command that will not run report `why` to their waiters.
void zx_command_abandon(zx_command *c, ze_result_t why);

typedef struct zx_queue zx_queue;
typedef struct zx_list {
    zx_head head;
    zx_context *context;
    zx_device *device;
    zx_queue *immediate; // owned; NULL for a regular list
    bool closed;
    zx_command **commands;
    uint32_t n_commands, cap;
} zx_list;
// Takes ownership of c: appends it, or submits it on an immediate list. A NULL c gives OUT_OF_HOST_MEMORY.
ze_result_t zx_list_append(zx_list *l, zx_command *c, ze_event_handle_t signal, uint32_t n_waits,
                           ze_event_handle_t *waits);

typedef struct zx_fence {
    zx_head head;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool signaled;
    ze_result_t result;
} zx_fence;
void zx_fence_signal(zx_fence *f, ze_result_t result);

ze_result_t zx_queue_create(zx_context *c, zx_device *d, const ze_command_queue_desc_t *desc, zx_queue **out);
void zx_queue_destroy(zx_queue *q);
// Submits either lists (copied) or one command (owned).
ze_result_t zx_queue_submit(zx_queue *q, zx_list *const *lists, uint32_t n_lists, zx_command *one, zx_fence *fence);

// Dispatch tables: one function fills all, each file fills its own. They come zeroed.
typedef struct zx_tables {
    ze_global_dditable_t global;
    ze_driver_dditable_t driver;
    ze_device_dditable_t device;
    ze_context_dditable_t context;
    ze_mem_dditable_t mem;
    ze_image_dditable_t image;
    ze_sampler_dditable_t sampler;
    ze_module_dditable_t module;
    ze_module_build_log_dditable_t module_build_log;
    ze_kernel_dditable_t kernel;
    ze_command_list_dditable_t command_list;
    ze_command_queue_dditable_t command_queue;
    ze_fence_dditable_t fence;
    ze_event_pool_dditable_t event_pool;
    ze_event_dditable_t event;
} zx_tables;
void zx_tables_fill(zx_tables *t);
void zx_table_driver(ze_driver_dditable_t *t);
void zx_table_device(ze_device_dditable_t *t);
void zx_table_context(ze_context_dditable_t *t);
void zx_table_mem(ze_mem_dditable_t *t);
void zx_table_image(ze_image_dditable_t *t);
void zx_table_image_exp(ze_image_exp_dditable_t *t);
void zx_table_sampler(ze_sampler_dditable_t *t);
void zx_table_module(ze_module_dditable_t *t);
void zx_table_build_log(ze_module_build_log_dditable_t *t);
void zx_table_kernel(ze_kernel_dditable_t *t);
void zx_table_kernel_exp(ze_kernel_exp_dditable_t *t);
void zx_table_list(ze_command_list_dditable_t *t);
void zx_table_list_copy(ze_command_list_dditable_t *t);
void zx_table_queue(ze_command_queue_dditable_t *t);
void zx_table_fence(ze_fence_dditable_t *t);
void zx_table_event_pool(ze_event_pool_dditable_t *t);
void zx_table_event(ze_event_dditable_t *t);
void zx_table_event_exp(ze_event_exp_dditable_t *t);
ze_result_t ZE_APICALL zx_init(ze_init_flags_t flags);

#endif
