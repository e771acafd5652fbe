// SPDX-License-Identifier: MIT
// libcmrt: runs kernels compiled by cmc. It opens a device, loads a program (a zebin), sets a kernel's arguments,
// launches a grid of groups, and moves data. It uses the system's Level Zero loader, on a GPU or on xesim.
//
//     cmrt_device *dev;  cmrt_program *prog;  cmrt_kernel *k;  cmrt_buffer *buf;
//     char why[512];
//     if (cmrt_device_open(NULL, &dev, why, sizeof why)) { puts(why); return 1; }
//     cmrt_program_load_file(dev, "scale.bin", &prog);
//     cmrt_kernel_create(prog, "scale", &k);
//     cmrt_buffer_create(dev, 4096, &buf);
//     cmrt_kernel_set_buffer(k, 0, buf);
//     cmrt_kernel_set_value(k, 1, &factor, sizeof factor);
//     cmrt_launch(k, (uint32_t[3]){64, 1, 1}, (uint32_t[3]){1, 1, 1});
//     cmrt_buffer_read(buf, 0, host, 4096);
//
// Errors: every call that can fail returns a cmrt_status; cmrt_device_message describes the device's last failure in a
// sentence. No call prints, exits or aborts.
//
// Threads: several threads may use a device and everything made from it at once, except that one kernel object belongs
// to one thread at a time (its arguments are state). Create one kernel object per thread. While one thread waits for
// the device, other threads that launch or copy wait with it.
//
// Order: calls that name no queue use the device's own queue. Its work runs in the order of the calls, each launch and
// copy after the previous ones. cmrt_launch returns at once; the copy functions and cmrt_wait block. Work of other
// queues (cmrt_queue_create) has no order with it, except by events and cmrt_wait.
//
// Ownership: the caller owns each handle until the matching destroy call. Destroy a kernel before its program,
// everything else before its device. Destroying NULL does nothing. Destroying or freeing an object unsets the
// arguments that hold it: the next launch fails with CMRT_ERR_ARG_MISSING. A call with a handle that is destroyed, or
// of another kind, fails with CMRT_ERR_ARGUMENT. Do not destroy a handle while another thread uses it.
//
// Versions: what this file declares stays in all libraries of the same major version. Level Zero handles go in and out
// by the functions of cmrt_ze.h.

#ifndef CMRT_H
#define CMRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CMRT_API __attribute__((visibility("default")))
#else
#define CMRT_API
#endif

#define CMRT_VERSION_MAJOR 1
#define CMRT_VERSION_MINOR 0
#define CMRT_VERSION_PATCH 0
// Version of the library that the program runs with: major * 10000 + minor * 100 + patch.
CMRT_API uint32_t cmrt_version(void);

typedef enum cmrt_status {
    CMRT_OK = 0,
    CMRT_ERR_ARGUMENT,    // NULL where a pointer is needed, an impossible size, an object of another device
    CMRT_ERR_NO_DEVICE,   // no device of the requested kind
    CMRT_ERR_BINARY,      // the program is truncated or not a zebin
    CMRT_ERR_TARGET,      // the program is for another device
    CMRT_ERR_NO_KERNEL,   // the program has no kernel of this name
    CMRT_ERR_ARG_INDEX,   // the kernel has no argument with this index
    CMRT_ERR_ARG_SIZE,    // the value's size differs from the argument's
    CMRT_ERR_ARG_KIND,    // a buffer for a value, an image for a buffer ...
    CMRT_ERR_ARG_MISSING, // launched before all arguments were set, or after the object of one was destroyed
    CMRT_ERR_LAUNCH,      // a grid or group size that the device cannot launch
    CMRT_ERR_RANGE,       // a copy outside the buffer or image
    CMRT_ERR_IO,          // a file cannot be read
    CMRT_ERR_MEMORY,      // out of host or device memory
    CMRT_ERR_UNSUPPORTED, // the device or this library cannot do it
    CMRT_ERR_FAULT,       // the device stopped with a fault while it worked
    CMRT_ERR_DRIVER,      // another error of the driver; the message names call and code
    CMRT_ERR_BUSY,        // closed or destroyed while objects made from it are alive
    CMRT_ERR_TIMEOUT,     // a wait ended before the event
    CMRT_ERR_CANCELLED,   // an event that the work waits for was released and can never end
    CMRT_ERR_BUILD,       // the source or an option of cmrt_program_build has errors; the message has them
    CMRT_STATUS_COUNT
} cmrt_status;

// Text of a status: a lower-case sentence fragment; never NULL.
CMRT_API const char *cmrt_status_str(cmrt_status s);

typedef struct cmrt_device cmrt_device;
typedef struct cmrt_program cmrt_program;
typedef struct cmrt_kernel cmrt_kernel;
typedef struct cmrt_buffer cmrt_buffer;
typedef struct cmrt_image cmrt_image;
typedef struct cmrt_sampler cmrt_sampler;
typedef struct cmrt_queue cmrt_queue;
typedef struct cmrt_event cmrt_event;

// Devices

// spec: NULL    the value of the environment variable CMRT_DEVICE; without it, an Intel GPU when the machine has one,
//               else xesim
//       "gpu"   a real GPU;  "gpu:pvc" one of this target
//       "xesim" the simulator;  "xesim:tgl" as this target
//       "any"   as NULL, without the environment variable;  "any:bmg" one of this target
// message: receives the reason of a failure, may be NULL.
// Level Zero looks for drivers once per process: the first call decides whether xesim is among them. If xesim is
// needed and ZE_ENABLE_ALT_DRIVERS is not set, the call sets that variable to the file of cmrt_simulator_path. Make the
// first call before starting threads that read the environment. Errors: CMRT_ERR_ARGUMENT (malformed spec),
// CMRT_ERR_NO_DEVICE, CMRT_ERR_MEMORY, or the error of the driver.
CMRT_API cmrt_status cmrt_device_open(const char *spec, cmrt_device **device, char *message, size_t message_size);
// The file of the simulator's driver, the value of ZE_ENABLE_ALT_DRIVERS with which any Level Zero program finds it. It
// is in the directory of libcmrt.so, or in the folder cmc there. Errors: CMRT_ERR_NO_DEVICE (it is not installed),
// CMRT_ERR_ARGUMENT (path is NULL or too small).
CMRT_API cmrt_status cmrt_simulator_path(char *path, size_t path_size);
// Waits for the device's work, then closes it. While objects made from it are alive it returns CMRT_ERR_BUSY and the
// device stays open.
CMRT_API cmrt_status cmrt_device_close(cmrt_device *device);

typedef struct cmrt_device_info {
    char name[256];  // the driver's name for it
    char target[16]; // "tgl" ...; empty for a device that libcmrt does not know
    bool is_simulator;
    uint32_t max_group_items; // limit for one group
    uint64_t slm_size_b;      // limit for one group
    uint64_t memory_size_b;
    uint64_t max_buffer_b;
    uint32_t max_image_width, max_image_height; // pixels
} cmrt_device_info;
// Fills in the properties of the device.
CMRT_API cmrt_status cmrt_device_get_info(cmrt_device *device, cmrt_device_info *info);

// Devices that cmrt_device_open can choose among for the same spec. The first is the one that it opens. A machine with
// another state of its drivers may count others later. Errors: as cmrt_device_open; none of the kind is no error.
CMRT_API cmrt_status cmrt_device_count(const char *spec, uint32_t *count, char *message, size_t message_size);
// Describes device `index` of them without opening it, or opens it. A process can open several devices, and one device
// several times. Errors: as cmrt_device_open; CMRT_ERR_NO_DEVICE for an index of at least the count.
CMRT_API cmrt_status cmrt_device_info_at(const char *spec, uint32_t index, cmrt_device_info *info, char *message,
                                         size_t message_size);
CMRT_API cmrt_status cmrt_device_open_at(const char *spec, uint32_t index, cmrt_device **device, char *message,
                                         size_t message_size);

// Copies the message of the device's last failed call, cut to size - 1 bytes; returns its whole length. "" when no
// call has failed. If calls of several threads failed, it is the latest message.
CMRT_API size_t cmrt_device_message(cmrt_device *device, char *buffer, size_t size);

// Number of errors that the simulator's checkers (XESIM_CHECK) have reported in this process; 0 on a GPU.
CMRT_API uint64_t cmrt_device_findings(cmrt_device *device);

// Waits for all launched work, that of other queues too. CMRT_ERR_FAULT when some of it failed. A failure is reported
// once: by the first cmrt_wait, copy or launch that meets it.
CMRT_API cmrt_status cmrt_wait(cmrt_device *device);

// Programs

// Loads a zebin, or the device's zebin from an archive. The bytes may be freed after the call. Errors:
// CMRT_ERR_BINARY, CMRT_ERR_TARGET; when the driver refuses the program, the message holds its build log.
CMRT_API cmrt_status cmrt_program_load(cmrt_device *device, const void *bytes, size_t size_b, cmrt_program **program);
// The same from a file. Errors: also CMRT_ERR_IO.
CMRT_API cmrt_status cmrt_program_load_file(cmrt_device *device, const char *path, cmrt_program **program);
// A value argument that is fixed when a program is loaded. size_b as in cmrt_kernel_set_value.
typedef struct cmrt_fixed_value {
    const char *kernel; // name; NULL: all kernels of the program that have the argument
    uint32_t index;
    const void *value;
    size_t size_b;
} cmrt_fixed_value;
// The same as cmrt_program_load with values for some arguments of the kernels. The values are copied. Each kernel
// object begins with them set; setting such an argument again fails with CMRT_ERR_ARG_KIND. Errors: also those of
// cmrt_kernel_set_value, CMRT_ERR_NO_KERNEL.
CMRT_API cmrt_status cmrt_program_load_fixed(cmrt_device *device, const void *bytes, size_t size_b,
                                             const cmrt_fixed_value *values, size_t n_values, cmrt_program **program);
// Copies the warnings of cmrt_program_build, or what the driver wrote when it built a loaded program, cut to size - 1
// bytes; returns its whole length. Often "".
// The log of a program that could not be loaded is in the device's message.
CMRT_API size_t cmrt_program_build_log(const cmrt_program *program, char *buffer, size_t size);
// Compiles CM or ESIMD source for the device and loads the result. source ends in 0. options: words of cmc's command
// line, split as a shell does ("-DN=16 -O2"), or NULL; options that name output files are refused. The compiler is
// libcmc.so, which the first call loads that needs it; a process that never calls this function never loads it.
//
// Results are kept on the disk, in $XDG_CACHE_HOME/cmc or ~/.cache/cmc. An equal call, also of another process, takes
// the kept one if the compiler and the headers on the disk that the source includes are unchanged. Environment:
//   CMRT_CACHE      a folder for the results; "off": keep none
//   CMRT_CACHE_MB   the limit of their sizes, 512 when unset; those used longest ago go first
//   CMRT_COMPILER   the file of libcmc
// A damaged result is compiled anew, and a folder that can't be written costs only time.
// Errors: CMRT_ERR_BUILD, CMRT_ERR_UNSUPPORTED (there is no libcmc), those of cmrt_program_load.
CMRT_API cmrt_status cmrt_program_build(cmrt_device *device, const char *source, const char *options,
                                        cmrt_program **program);
// Unloads the program. While kernels of it are alive it returns CMRT_ERR_BUSY and the program stays.
CMRT_API cmrt_status cmrt_program_destroy(cmrt_program *program);
// Number of kernels that a host can launch; their names have the indices below it.
CMRT_API size_t cmrt_program_kernel_count(const cmrt_program *program);
// Name of kernel i; NULL when i is too large. Lives as long as the program.
CMRT_API const char *cmrt_program_kernel_name(const cmrt_program *program, size_t i);

// Kernels and arguments

// Creates a kernel object. name may be NULL when the program has one kernel. Errors: CMRT_ERR_NO_KERNEL.
CMRT_API cmrt_status cmrt_kernel_create(cmrt_program *program, const char *name, cmrt_kernel **kernel);
// Waits for the device, because a launch of the kernel may still be running, and destroys the kernel object.
CMRT_API void cmrt_kernel_destroy(cmrt_kernel *kernel);
// Name of the kernel; lives as long as the program.
CMRT_API const char *cmrt_kernel_name(const cmrt_kernel *kernel);

typedef struct cmrt_kernel_info {
    uint32_t registers;         // of a thread; 0 on the CPU
    uint32_t simd_size;         // lanes of a thread as the driver counts work-items; 1 for CM kernels
    uint32_t spill_b;           // registers of a thread that are kept in memory
    uint32_t scratch_b;         // memory of a thread, with the spilled registers
    uint32_t slm_b;             // of a group, without arguments of kind CMRT_ARG_LOCAL
    uint32_t barriers;          // of a group
    uint32_t required_group[3]; // work-items that the source demands; 0: any
    bool has_dpas;
    uint64_t code_b; // on the CPU of all the program's kernels
    uint64_t cycles; // the compiler's estimate for one thread; 0: the program's file holds none
} cmrt_kernel_info;
// What the compiler noted about the kernel.
CMRT_API cmrt_status cmrt_kernel_get_info(const cmrt_kernel *kernel, cmrt_kernel_info *info);
// A group size for a grid of items[0] x items[1] x items[2] work-items, as the driver suggests it. Each local[i]
// divides items[i]. Errors: CMRT_ERR_LAUNCH (no work-items).
CMRT_API cmrt_status cmrt_kernel_suggest_group(cmrt_kernel *kernel, const uint32_t items[3], uint32_t local[3]);

typedef enum cmrt_arg_kind {
    CMRT_ARG_UNUSED = 0, // the compiler found no use for it: any value is accepted and dropped
    CMRT_ARG_VALUE,      // bytes: cmrt_kernel_set_value
    CMRT_ARG_POINTER,    // an address: cmrt_kernel_set_pointer or set_buffer
    CMRT_ARG_BUFFER,     // a buffer surface: cmrt_kernel_set_buffer or set_pointer
    CMRT_ARG_IMAGE,      // cmrt_kernel_set_image
    CMRT_ARG_LOCAL,      // shared local memory of an OpenCL kernel: cmrt_kernel_set_local
    CMRT_ARG_SAMPLER     // cmrt_kernel_set_sampler
} cmrt_arg_kind;

typedef struct cmrt_arg_info {
    cmrt_arg_kind kind;
    size_t size_b;         // VALUE: bytes
    const char *name;      // as in the source, or NULL; lives as long as the program
    const char *type_name; // as in the source, or NULL
} cmrt_arg_info;

// Number of explicit arguments, which are counted from 0.
CMRT_API uint32_t cmrt_kernel_arg_count(const cmrt_kernel *kernel);
// Describes argument `index`. Errors: CMRT_ERR_ARG_INDEX.
CMRT_API cmrt_status cmrt_kernel_arg_info(const cmrt_kernel *kernel, uint32_t index, cmrt_arg_info *info);

// Sets a by-value argument; size_b must be exactly the argument's size. Arguments keep their values across launches; a
// launch uses the values at the time of its call. Errors: CMRT_ERR_ARG_INDEX, CMRT_ERR_ARG_KIND, CMRT_ERR_ARG_SIZE.
CMRT_API cmrt_status cmrt_kernel_set_value(cmrt_kernel *kernel, uint32_t index, const void *value, size_t size_b);
// Sets an object argument. The object must live until the last launch with it has finished.
CMRT_API cmrt_status cmrt_kernel_set_buffer(cmrt_kernel *kernel, uint32_t index, cmrt_buffer *buffer);
CMRT_API cmrt_status cmrt_kernel_set_image(cmrt_kernel *kernel, uint32_t index, cmrt_image *image);
CMRT_API cmrt_status cmrt_kernel_set_sampler(cmrt_kernel *kernel, uint32_t index, cmrt_sampler *sampler);
// Sets a pointer argument: an address in memory from cmrt_svm_alloc, or NULL.
CMRT_API cmrt_status cmrt_kernel_set_pointer(cmrt_kernel *kernel, uint32_t index, const void *pointer);
// Sets the size of a local-memory argument. size_b > 0 and at most the device's slm_size_b. Errors: CMRT_ERR_ARG_SIZE.
CMRT_API cmrt_status cmrt_kernel_set_local(cmrt_kernel *kernel, uint32_t index, size_t size_b);

// Starts groups[0] x groups[1] x groups[2] groups of local[0] x local[1] x local[2] work-items; a work-item of a CM
// kernel is a hardware thread. Does not wait. Errors: CMRT_ERR_ARG_MISSING, CMRT_ERR_LAUNCH.
CMRT_API cmrt_status cmrt_launch(cmrt_kernel *kernel, const uint32_t groups[3], const uint32_t local[3]);

// Memory

// Allocates uninitialised device memory, aligned to at least 64 bytes. size_b > 0. Errors: CMRT_ERR_MEMORY.
CMRT_API cmrt_status cmrt_buffer_create(cmrt_device *device, size_t size_b, cmrt_buffer **buffer);
// Bytes [offset_b, offset_b + size_b) of another buffer as a buffer. offset_b is a multiple of 64. The memory lives
// until the parent and all its sub-buffers are destroyed. A kernel that leaves a sub-buffer reaches its parent's
// memory. Errors: CMRT_ERR_RANGE, CMRT_ERR_ARGUMENT.
CMRT_API cmrt_status cmrt_buffer_create_sub(cmrt_buffer *parent, size_t offset_b, size_t size_b, cmrt_buffer **buffer);
// Memory of the program as a buffer, without a copy. address is a multiple of 4096, size_b of 64. The program keeps the
// memory alive and unmoved until cmrt_buffer_destroy, and accesses it only while no work uses the buffer. The memory
// may be in one imported buffer at a time. Errors: CMRT_ERR_UNSUPPORTED (the driver cannot do it), CMRT_ERR_ARGUMENT,
// those of the driver.
CMRT_API cmrt_status cmrt_buffer_import(cmrt_device *device, void *address, size_t size_b, cmrt_buffer **buffer);
// Waits for launches that may use the buffer, and frees it.
CMRT_API void cmrt_buffer_destroy(cmrt_buffer *buffer);
// Size in bytes, as given to cmrt_buffer_create.
CMRT_API size_t cmrt_buffer_size(const cmrt_buffer *buffer);
// The buffer's address on the device, for pointers inside other memory.
CMRT_API uint64_t cmrt_buffer_address(const cmrt_buffer *buffer);
// Copy between host memory and bytes [offset_b, offset_b + size_b) of the buffer. Both block until earlier launches
// and the copy itself have finished. Errors: CMRT_ERR_RANGE.
CMRT_API cmrt_status cmrt_buffer_write(cmrt_buffer *buffer, size_t offset_b, const void *host, size_t size_b);
CMRT_API cmrt_status cmrt_buffer_read(cmrt_buffer *buffer, size_t offset_b, void *host, size_t size_b);

// Allocates shared virtual memory: host and device use the same address. Access it on the host only after cmrt_wait.
CMRT_API cmrt_status cmrt_svm_alloc(cmrt_device *device, size_t size_b, size_t align_b,
                                    void **pointer); // align_b: 0 or a power of two
CMRT_API void cmrt_svm_free(cmrt_device *device, void *pointer);

// Memory that is used by address, of a kind: on the host, which the device can access; on the device, which only copies
// and kernels access; shared, which both access at the same address (as cmrt_svm_alloc allocates it). cmrt_svm_free
// frees all three.
typedef enum cmrt_usm_kind { CMRT_USM_HOST = 0, CMRT_USM_DEVICE, CMRT_USM_SHARED, CMRT_USM_KIND_COUNT } cmrt_usm_kind;
CMRT_API cmrt_status cmrt_usm_alloc(cmrt_device *device, cmrt_usm_kind kind, size_t size_b, size_t align_b,
                                    void **pointer); // align_b: 0 or a power of two
// Copies size_b bytes between two addresses of any kind or of the host's own memory. Blocks until earlier launches and
// the copy itself have finished. Errors: CMRT_ERR_ARGUMENT.
CMRT_API cmrt_status cmrt_copy(cmrt_device *device, void *to, const void *from, size_t size_b);
// Fills size_b bytes with a pattern of pattern_b bytes, a power of two up to 16, of which size_b is a multiple. Blocks
// likewise.
CMRT_API cmrt_status cmrt_fill(cmrt_device *device, void *to, const void *pattern, size_t pattern_b, size_t size_b);

typedef struct cmrt_pointer_info {
    bool is_known;       // false: memory that the device does not know, such as the host's own; the rest is 0
    cmrt_usm_kind kind;  // buffers are CMRT_USM_DEVICE, imported ones CMRT_USM_HOST
    void *base;          // of the allocation
    size_t size_b;       // of the allocation; at least the size asked for
    cmrt_device *device; // that owns it; NULL for memory of the host
} cmrt_pointer_info;
// Describes the memory that an address lies in.
CMRT_API cmrt_status cmrt_pointer_query(cmrt_device *device, const void *pointer, cmrt_pointer_info *info);

// Images

typedef enum cmrt_format { // bytes of a pixel
    CMRT_FORMAT_NONE = 0,
    CMRT_FORMAT_R8_UINT,      // 1
    CMRT_FORMAT_RG8_UINT,     // 2
    CMRT_FORMAT_RGBA8_UINT,   // 4
    CMRT_FORMAT_R16_UINT,     // 2
    CMRT_FORMAT_RGBA16_UINT,  // 8
    CMRT_FORMAT_R32_UINT,     // 4
    CMRT_FORMAT_RGBA32_UINT,  // 16
    CMRT_FORMAT_R32_FLOAT,    // 4
    CMRT_FORMAT_RGBA32_FLOAT, // 16
    CMRT_FORMAT_RG16_UINT,    // 4
    CMRT_FORMAT_RG32_UINT,    // 8
    CMRT_FORMAT_R8_SINT,
    CMRT_FORMAT_RG8_SINT,
    CMRT_FORMAT_RGBA8_SINT,
    CMRT_FORMAT_R16_SINT,
    CMRT_FORMAT_RG16_SINT,
    CMRT_FORMAT_RGBA16_SINT,
    CMRT_FORMAT_R32_SINT,
    CMRT_FORMAT_RG32_SINT,
    CMRT_FORMAT_RGBA32_SINT,
    CMRT_FORMAT_R8_UNORM, // kernels read and write floats from 0 to 1
    CMRT_FORMAT_RG8_UNORM,
    CMRT_FORMAT_RGBA8_UNORM,
    CMRT_FORMAT_BGRA8_UNORM,
    CMRT_FORMAT_R16_UNORM,
    CMRT_FORMAT_RG16_UNORM,
    CMRT_FORMAT_RGBA16_UNORM,
    CMRT_FORMAT_R8_SNORM, // -1 to 1
    CMRT_FORMAT_RG8_SNORM,
    CMRT_FORMAT_RGBA8_SNORM,
    CMRT_FORMAT_R16_SNORM,
    CMRT_FORMAT_RG16_SNORM,
    CMRT_FORMAT_RGBA16_SNORM,
    CMRT_FORMAT_R16_FLOAT,
    CMRT_FORMAT_RG16_FLOAT,
    CMRT_FORMAT_RGBA16_FLOAT,
    CMRT_FORMAT_RG32_FLOAT,
    CMRT_FORMAT_COUNT
} cmrt_format;
// Bytes of a pixel; 0 for an unknown format.
CMRT_API size_t cmrt_format_size_b(cmrt_format format);
// Format by name: channels r, rg, rgba or bgra, bits, and ui, i, un, sn or f ("rgba8un", "r32f"); bits alone mean ui.
// Long words and '_' are accepted too ("rgba8_unorm"). CMRT_FORMAT_NONE for an unknown name.
CMRT_API cmrt_format cmrt_format_find(const char *name);

// Creates an uninitialised 2-D image; width and height in pixels. Errors: CMRT_ERR_UNSUPPORTED, CMRT_ERR_MEMORY.
CMRT_API cmrt_status cmrt_image_create(cmrt_device *device, cmrt_format format, uint32_t width, uint32_t height,
                                       cmrt_image **image);
// The same for other numbers of dimensions. A dimension that a kind does not have is 1: height of a line of pixels,
// depth of a plane. depth counts the layers of an array. Copies go row by row, slice by slice.
typedef enum cmrt_image_kind {
    CMRT_IMAGE_2D = 0,
    CMRT_IMAGE_1D,
    CMRT_IMAGE_1D_ARRAY,
    CMRT_IMAGE_1D_BUFFER,
    CMRT_IMAGE_2D_ARRAY,
    CMRT_IMAGE_3D,
    CMRT_IMAGE_KIND_COUNT
} cmrt_image_kind;
CMRT_API cmrt_status cmrt_image_create_kind(cmrt_device *device, cmrt_image_kind kind, cmrt_format format,
                                            uint32_t width, uint32_t height, uint32_t depth, cmrt_image **image);
// Waits for launches that may use the image, and frees it.
CMRT_API void cmrt_image_destroy(cmrt_image *image);
// Copies the whole image; rows of host memory begin pitch_b bytes apart (0: contiguous rows). Both calls block like
// the copies of buffers.
CMRT_API cmrt_status cmrt_image_write(cmrt_image *image, const void *host, size_t pitch_b);
CMRT_API cmrt_status cmrt_image_read(cmrt_image *image, void *host, size_t pitch_b);

// Behaviour of reads outside an image, interpolation of pixels, and units of coordinates.
typedef enum cmrt_address {
    CMRT_ADDRESS_NONE = 0, // the kernel does not read outside
    CMRT_ADDRESS_REPEAT,
    CMRT_ADDRESS_CLAMP_TO_EDGE,
    CMRT_ADDRESS_CLAMP_TO_BORDER, // zero outside
    CMRT_ADDRESS_MIRROR
} cmrt_address;
typedef enum cmrt_filter { CMRT_FILTER_NEAREST = 0, CMRT_FILTER_LINEAR } cmrt_filter;
typedef struct cmrt_sampler_desc {
    cmrt_address address;
    cmrt_filter filter;
    bool normalized; // coordinates from 0 to 1 instead of pixels
} cmrt_sampler_desc;
// Creates a sampler from three properties.
CMRT_API cmrt_status cmrt_sampler_create(cmrt_device *device, const cmrt_sampler_desc *desc, cmrt_sampler **sampler);
// Waits for launches that may use the sampler, and frees it.
CMRT_API void cmrt_sampler_destroy(cmrt_sampler *sampler);

// Queues
//
// A queue takes launches, copies and fills, which run later: each call returns when its command is in the queue, with
// the kernel's arguments as they are at the call. Memory that a copy reads or writes must stay valid and untouched
// until the command has ended; patterns, regions and group counts are copied.
//
// waits[0 .. n_waits - 1] are events, of any device, that a command waits for; NULL when n_waits is 0. When one of them
// fails, the command does not run and fails with the same status. *event, if event is not NULL, becomes an event that
// ends with the command; the caller releases it. When a call fails, nothing is in the queue and *event is NULL.
//
// Threads: several threads may use one queue and its events at once. A kernel object still belongs to one thread.
//
// A command whose event never ends holds back the calls that wait for its queue: finish, destroy, cmrt_wait, and the
// destruction of kernels and memory of the device.

// In order: each command begins when the previous one has ended, whether or not it failed. Out of order: a command
// begins when its waits have ended; commands may run at the same time.
enum { CMRT_QUEUE_IN_ORDER = 0, CMRT_QUEUE_OUT_OF_ORDER = 1, CMRT_QUEUE_PROFILING = 2 };
// flags: of the enumeration above, joined by |. With CMRT_QUEUE_PROFILING events hold times. A device may have any
// number of queues. Errors: CMRT_ERR_MEMORY.
CMRT_API cmrt_status cmrt_queue_create(cmrt_device *device, uint32_t flags, cmrt_queue **queue);
// Waits for the queue's work, then destroys it. Its events stay valid.
CMRT_API void cmrt_queue_destroy(cmrt_queue *queue);
// Hands all commands that wait for nothing to the device. Every call does so already; for programs that expect it.
CMRT_API cmrt_status cmrt_queue_flush(cmrt_queue *queue);
// Waits for the queue's commands. Returns the status of the first command that failed since the last finish, also if an
// event has reported it.
CMRT_API cmrt_status cmrt_queue_finish(cmrt_queue *queue);

// Launches as cmrt_launch.
CMRT_API cmrt_status cmrt_enqueue_launch(cmrt_queue *queue, cmrt_kernel *kernel, const uint32_t groups[3],
                                         const uint32_t local[3], uint32_t n_waits, cmrt_event *const *waits,
                                         cmrt_event **event);
// The same with the number of groups in memory, which the device reads when the launch begins: three uint32_t at
// offset_b of a buffer, a multiple of 4. A count of 0 launches nothing.
CMRT_API cmrt_status cmrt_enqueue_launch_indirect(cmrt_queue *queue, cmrt_kernel *kernel, cmrt_buffer *groups,
                                                  size_t offset_b, const uint32_t local[3], uint32_t n_waits,
                                                  cmrt_event *const *waits, cmrt_event **event);
// Copies and fills as cmrt_copy and cmrt_fill.
CMRT_API cmrt_status cmrt_enqueue_copy(cmrt_queue *queue, void *to, const void *from, size_t size_b, uint32_t n_waits,
                                       cmrt_event *const *waits, cmrt_event **event);
CMRT_API cmrt_status cmrt_enqueue_fill(cmrt_queue *queue, void *to, const void *pattern, size_t pattern_b,
                                       size_t size_b, uint32_t n_waits, cmrt_event *const *waits, cmrt_event **event);
// Copy between host memory and a buffer. Errors: CMRT_ERR_RANGE.
CMRT_API cmrt_status cmrt_enqueue_write(cmrt_queue *queue, cmrt_buffer *buffer, size_t offset_b, const void *host,
                                        size_t size_b, uint32_t n_waits, cmrt_event *const *waits, cmrt_event **event);
CMRT_API cmrt_status cmrt_enqueue_read(cmrt_queue *queue, cmrt_buffer *buffer, size_t offset_b, void *host,
                                       size_t size_b, uint32_t n_waits, cmrt_event *const *waits, cmrt_event **event);
// Copies between two buffers, of any devices: one of them need not be of the queue's device. The ranges do not overlap.
// Between two devices the bytes go through memory of the host. Errors: CMRT_ERR_RANGE.
CMRT_API cmrt_status cmrt_enqueue_copy_buffer(cmrt_queue *queue, cmrt_buffer *to, size_t to_offset_b, cmrt_buffer *from,
                                              size_t from_offset_b, size_t size_b, uint32_t n_waits,
                                              cmrt_event *const *waits, cmrt_event **event);

// One side of a copy of a box of bytes. The first byte is origin_b + origin_row * row_pitch_b + origin_slice *
// slice_pitch_b after address.
typedef struct cmrt_region {
    void *address; // as in cmrt_copy
    size_t origin_b;
    size_t origin_row, origin_slice;
    size_t row_pitch_b;   // from one row to the next; 0: the box's row length
    size_t slice_pitch_b; // from one slice to the next; 0: rows of the box times row_pitch_b
} cmrt_region;
// Copies `slices` slices of `rows` rows of row_b bytes. from->address is only read. Errors: CMRT_ERR_RANGE (a pitch
// that is smaller than what it spans).
CMRT_API cmrt_status cmrt_enqueue_copy_region(cmrt_queue *queue, const cmrt_region *to, const cmrt_region *from,
                                              size_t row_b, size_t rows, size_t slices, uint32_t n_waits,
                                              cmrt_event *const *waits, cmrt_event **event);

// A box of pixels. Layers of an array count as depth.
typedef struct cmrt_box {
    uint32_t x, y, z;
    uint32_t width, height, depth;
} cmrt_box;
// Copy between a box of an image and host memory or memory used by address; box NULL: the whole image. Pitches as in
// cmrt_region. Errors: CMRT_ERR_RANGE.
CMRT_API cmrt_status cmrt_enqueue_image_write(cmrt_queue *queue, cmrt_image *image, const cmrt_box *box,
                                              const void *from, size_t row_pitch_b, size_t slice_pitch_b,
                                              uint32_t n_waits, cmrt_event *const *waits, cmrt_event **event);
CMRT_API cmrt_status cmrt_enqueue_image_read(cmrt_queue *queue, cmrt_image *image, const cmrt_box *box, void *to,
                                             size_t row_pitch_b, size_t slice_pitch_b, uint32_t n_waits,
                                             cmrt_event *const *waits, cmrt_event **event);
// Copies a box of an image to the pixels of another image of the same format that begin at x, y, z. Errors:
// CMRT_ERR_RANGE, CMRT_ERR_ARGUMENT (other formats; the same image).
CMRT_API cmrt_status cmrt_enqueue_image_copy(cmrt_queue *queue, cmrt_image *to, uint32_t x, uint32_t y, uint32_t z,
                                             cmrt_image *from, const cmrt_box *box, uint32_t n_waits,
                                             cmrt_event *const *waits, cmrt_event **event);

// Ends when all earlier commands of the queue have ended (n_waits is 0) or when the waits have; later commands of the
// queue begin after it.
CMRT_API cmrt_status cmrt_enqueue_barrier(cmrt_queue *queue, uint32_t n_waits, cmrt_event *const *waits,
                                          cmrt_event **event);
// Calls a function on a thread of the library. It may use libcmrt, but not wait for its own queue.
typedef void (*cmrt_host_function)(void *user);
CMRT_API cmrt_status cmrt_enqueue_host(cmrt_queue *queue, cmrt_host_function function, void *user, uint32_t n_waits,
                                       cmrt_event *const *waits, cmrt_event **event);

// Hints about memory from cmrt_usm_alloc; a device may ignore them.
typedef enum cmrt_advice {
    CMRT_ADVICE_READ_MOSTLY = 0,
    CMRT_ADVICE_CLEAR_READ_MOSTLY,
    CMRT_ADVICE_PREFER_DEVICE,
    CMRT_ADVICE_CLEAR_PREFER_DEVICE,
    CMRT_ADVICE_NON_ATOMIC_MOSTLY,
    CMRT_ADVICE_CLEAR_NON_ATOMIC_MOSTLY,
    CMRT_ADVICE_CACHED,
    CMRT_ADVICE_UNCACHED,
    CMRT_ADVICE_COUNT
} cmrt_advice;
// Errors: CMRT_ERR_ARGUMENT (memory that the device does not know), CMRT_ERR_RANGE.
CMRT_API cmrt_status cmrt_enqueue_advise(cmrt_queue *queue, const void *pointer, size_t size_b, cmrt_advice advice,
                                         uint32_t n_waits, cmrt_event *const *waits, cmrt_event **event);
// Moves shared memory to the queue's device before a kernel uses it.
CMRT_API cmrt_status cmrt_enqueue_prefetch(cmrt_queue *queue, const void *pointer, size_t size_b, uint32_t n_waits,
                                           cmrt_event *const *waits, cmrt_event **event);

// Events
//
// An event ends once, with a status: that of its command, or the one that cmrt_event_signal gives. Events are counted:
// the call that makes one gives one reference, cmrt_event_retain adds one, cmrt_event_release takes one away. An event
// may be released before it ends. Events are objects of the device: release them before it is closed.

// A user event, which cmrt_event_signal ends. Releasing its last reference ends it with CMRT_ERR_CANCELLED.
CMRT_API cmrt_status cmrt_event_create(cmrt_device *device, cmrt_event **event);
// Ends a user event, with CMRT_OK or an error for those that wait for it. Errors: CMRT_ERR_ARGUMENT (the event of a
// command, or one that has ended; no status).
CMRT_API cmrt_status cmrt_event_signal(cmrt_event *event, cmrt_status status);
CMRT_API cmrt_status cmrt_event_retain(cmrt_event *event);
CMRT_API void cmrt_event_release(cmrt_event *event);

#define CMRT_FOREVER UINT64_MAX // as a timeout
// Waits at most timeout_ns nanoseconds for the event's end; 0 only looks. Returns the event's status, and the device's
// message says why it failed; or CMRT_ERR_TIMEOUT.
CMRT_API cmrt_status cmrt_event_wait(cmrt_event *event, uint64_t timeout_ns);
// Waits for all n events, of any devices. Returns the status of the first in the array that failed, or CMRT_ERR_TIMEOUT
// when some have not ended. n may be 0.
CMRT_API cmrt_status cmrt_event_wait_all(uint32_t n, cmrt_event *const *events, uint64_t timeout_ns);
// Waits for one of n events, n > 0. *index becomes its place in the array; returns its status, or CMRT_ERR_TIMEOUT.
CMRT_API cmrt_status cmrt_event_wait_any(uint32_t n, cmrt_event *const *events, uint64_t timeout_ns, uint32_t *index);

typedef enum cmrt_event_state {
    CMRT_EVENT_QUEUED = 1, // waits for other events; or a user event that has not ended
    CMRT_EVENT_SUBMITTED,  // with the device
    CMRT_EVENT_ENDED
} cmrt_event_state;
// State of an event now; *status, if not NULL: its status when it has ended, else CMRT_OK.
CMRT_API cmrt_status cmrt_event_get_state(cmrt_event *event, cmrt_event_state *state, cmrt_status *status);

// Nanoseconds of the host's clock CLOCK_MONOTONIC; each is at least the previous one.
typedef struct cmrt_event_times {
    uint64_t queued_ns;    // the call
    uint64_t submitted_ns; // handed to the device
    uint64_t start_ns, end_ns;
} cmrt_event_times;
// Times of a command that has ended. Errors: CMRT_ERR_UNSUPPORTED (the queue has no CMRT_QUEUE_PROFILING; a user
// event), CMRT_ERR_BUSY (not ended), the status of a command that failed.
CMRT_API cmrt_status cmrt_event_get_times(cmrt_event *event, cmrt_event_times *times);

// Calls a function when the event has ended, once, on a thread of the library, which calls one function at a time for a
// device. It may use libcmrt, but not close its device. An event can have several; they are called in this order.
typedef void (*cmrt_event_function)(cmrt_event *event, cmrt_status status, void *user);
CMRT_API cmrt_status cmrt_event_set_callback(cmrt_event *event, cmrt_event_function function, void *user);

#ifdef __cplusplus
}
#endif
#endif
