// SPDX-License-Identifier: MIT
// Shared by the tests that talk to a Level Zero driver: opens the first driver's first device,
// loads a zebin that ocloc made when the tests were built, launches and waits. Every step that
// fails fails the test.

#ifndef ZE_TEST_H
#define ZE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <level_zero/ze_api.h>

typedef struct ze_test {
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list; // immediate, synchronous
    ze_module_handle_t module;     // the last one loaded
    ze_kernel_handle_t kernel;     // the last one made
} ze_test;

#define ZE_OK(expr) assert_int_equal((expr), ZE_RESULT_SUCCESS)

void zt_open(ze_test *t, uint32_t device_index);
void zt_close(ze_test *t);
// The bytes of OCL_DIR/<name>; owned.
uint8_t *zt_read(const char *name, size_t *len);
void zt_load(ze_test *t, const char *name);
void zt_kernel(ze_test *t, const char *name, uint32_t x, uint32_t y, uint32_t z);
void *zt_shared(ze_test *t, size_t size_b); // zeroed
void zt_free(ze_test *t, void *p);
void zt_arg(ze_test *t, uint32_t index, size_t size_b, const void *value);
void zt_arg_ptr(ze_test *t, uint32_t index, void *p);
void zt_arg_int(ze_test *t, uint32_t index, int32_t v);
const char *zt_last_error(ze_test *t); // the driver's newest message
void zt_launch(ze_test *t, uint32_t x, uint32_t y, uint32_t z);
ze_image_handle_t zt_image(ze_test *t, ze_image_format_layout_t layout, ze_image_format_type_t type, uint32_t w,
                           uint32_t h);

#endif
