// SPDX-License-Identifier: MIT
// libcmrt beside a program's own use of Level Zero: handles of the driver for objects of libcmrt, and objects of
// libcmrt around handles that the program owns. cmrt.h has the rules for errors, threads and ownership.
//
//     cmrt_ze_device_open(driver, device, context, &dev, why, sizeof why);   // the program's context
//     cmrt_program_load_file(dev, "scale.bin", &prog);                       // the rest as in cmrt.h
//
// Handles that go out stay libcmrt's: the program uses them as long as the object lives and does not destroy them.
// Handles that come in stay the program's: it destroys them after the object of libcmrt. Objects of one device must not
// be used by both sides at the same time where Level Zero forbids it for two threads (command queues, kernels).
//
// All functions fail with CMRT_ERR_UNSUPPORTED on the device "host", which has no driver of Level Zero.

#ifndef CMRT_ZE_H
#define CMRT_ZE_H

#include <cmrt/cmrt.h>
#include <level_zero/ze_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// A device of libcmrt that works in the program's context. zeInit must have succeeded. Errors: CMRT_ERR_ARGUMENT (a
// NULL handle), CMRT_ERR_UNSUPPORTED (not a GPU of Intel), CMRT_ERR_MEMORY, those of the driver. message as in
// cmrt_device_open.
CMRT_API cmrt_status cmrt_ze_device_open(ze_driver_handle_t driver, ze_device_handle_t device,
                                         ze_context_handle_t context, cmrt_device **out, char *message,
                                         size_t message_size);
// The handles of a device. Each of the three pointers may be NULL.
CMRT_API cmrt_status cmrt_ze_device_handles(cmrt_device *device, ze_driver_handle_t *driver, ze_device_handle_t *handle,
                                            ze_context_handle_t *context);

// A queue of libcmrt, in order, that hands its work to the program's command queue. The program does not submit to that
// queue while commands of libcmrt are in it. flags: 0 or CMRT_QUEUE_PROFILING.
CMRT_API cmrt_status cmrt_ze_queue_create(cmrt_device *device, ze_command_queue_handle_t handle, uint32_t flags,
                                          cmrt_queue **queue);
// The command queue of an in-order queue. Errors: CMRT_ERR_UNSUPPORTED (an out-of-order queue has several).
CMRT_API cmrt_status cmrt_ze_queue_handle(cmrt_queue *queue, ze_command_queue_handle_t *handle);

// A program around a module of the device's context. Its description comes from the module's native binary. Errors: as
// cmrt_program_load.
CMRT_API cmrt_status cmrt_ze_program_create(cmrt_device *device, ze_module_handle_t handle, cmrt_program **program);
CMRT_API cmrt_status cmrt_ze_program_handle(cmrt_program *program, ze_module_handle_t *handle);

// A kernel around a kernel of the program's module. Its arguments count as not set. Errors: CMRT_ERR_NO_KERNEL when the
// program has no kernel of its name.
CMRT_API cmrt_status cmrt_ze_kernel_create(cmrt_program *program, ze_kernel_handle_t handle, cmrt_kernel **kernel);
CMRT_API cmrt_status cmrt_ze_kernel_handle(cmrt_kernel *kernel, ze_kernel_handle_t *handle);

// A buffer around size_b bytes at an address in memory of the device's context, of any kind. address is a multiple of
// 64. The address of a buffer is cmrt_buffer_address. Errors: CMRT_ERR_ARGUMENT (other memory), CMRT_ERR_RANGE.
CMRT_API cmrt_status cmrt_ze_buffer_create(cmrt_device *device, void *address, size_t size_b, cmrt_buffer **buffer);
CMRT_API cmrt_status cmrt_ze_image_handle(cmrt_image *image, ze_image_handle_t *handle);

#ifdef __cplusplus
}
#endif
#endif
