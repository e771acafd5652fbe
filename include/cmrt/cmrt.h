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
// Order: work of one device runs in the order of the calls, each launch and copy after the previous ones. cmrt_launch
// returns at once; the copy functions and cmrt_wait block.
//
// Ownership: the caller owns each handle until the matching destroy call. Destroy a kernel before its program,
// everything else before its device. Destroying NULL does nothing. Destroying or freeing an object unsets the
// arguments that hold it: the next launch fails with CMRT_ERR_ARG_MISSING. Do not use a handle after its destroy call.

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

// Devices

// spec: NULL    the value of the environment variable CMRT_DEVICE; without it, an Intel GPU when the machine has one,
//               else xesim
//       "gpu"   a real GPU;  "gpu:pvc" one of this target
//       "xesim" the simulator;  "xesim:tgl" as this target
//       "any"   as NULL, without the environment variable;  "any:bmg" one of this target
// message: receives the reason of a failure, may be NULL.
// Level Zero looks for drivers once per process: the first call decides whether xesim is among them. If xesim is
// needed and ZE_ENABLE_ALT_DRIVERS is not set, the call sets that variable to libze_xesim.so, in the directory of
// libcmrt.so. Make the first call before starting threads that read the environment. Errors: CMRT_ERR_ARGUMENT
// (malformed spec), CMRT_ERR_NO_DEVICE, CMRT_ERR_MEMORY, or the error of the driver.
CMRT_API cmrt_status cmrt_device_open(const char *spec, cmrt_device **device, char *message, size_t message_size);
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

// Copies the message of the device's last failed call, cut to size - 1 bytes; returns its whole length. "" when no
// call has failed. If calls of several threads failed, it is the latest message.
CMRT_API size_t cmrt_device_message(cmrt_device *device, char *buffer, size_t size);

// Number of errors that the simulator's checkers (XESIM_CHECK) have reported in this process; 0 on a GPU.
CMRT_API uint64_t cmrt_device_findings(cmrt_device *device);

// Waits for all launched work. CMRT_ERR_FAULT when some of it failed. A failure is reported once: by the first
// cmrt_wait, copy or launch that meets it.
CMRT_API cmrt_status cmrt_wait(cmrt_device *device);

// Programs

// Loads a zebin, or the device's zebin from an archive. The bytes may be freed after the call. Errors:
// CMRT_ERR_BINARY, CMRT_ERR_TARGET; when the driver refuses the program, the message holds its build log.
CMRT_API cmrt_status cmrt_program_load(cmrt_device *device, const void *bytes, size_t size_b, cmrt_program **program);
// The same from a file. Errors: also CMRT_ERR_IO.
CMRT_API cmrt_status cmrt_program_load_file(cmrt_device *device, const char *path, cmrt_program **program);
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

#ifdef __cplusplus
}
#endif
#endif
