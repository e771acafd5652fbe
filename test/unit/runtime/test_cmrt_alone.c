// SPDX-License-Identifier: MIT
// libcmrt without its simulator, on a machine without a GPU: a copy of the library in a folder of its own. The message
// names the package, and the CPU can be opened.

#include <cmrt/cmrt.h>

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static __typeof__(cmrt_device_open) *open_device;
static __typeof__(cmrt_device_close) *close_device;

static void message_names_the_package(void **state) {
    cmrt_device *d = NULL;
    char why[512] = "";
    (void)state;
    assert_int_equal(open_device(NULL, &d, why, sizeof why), CMRT_ERR_NO_DEVICE);
    if (!strstr(why, "install the package xesim") || !strstr(why, "CMRT_DEVICE=host"))
        fail_msg("%s", why);
}

static void the_cpu_opens(void **state) {
    cmrt_device *d = NULL;
    char why[512] = "";
    (void)state;
    if (open_device("host", &d, why, sizeof why) != CMRT_OK)
        fail_msg("%s", why);
    assert_int_equal(close_device(d), CMRT_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_names_the_package),
        cmocka_unit_test(the_cpu_opens),
    };
    unsetenv("CMRT_DEVICE");
    unsetenv("ZE_ENABLE_ALT_DRIVERS");
    void *library = dlopen(ALONE, RTLD_NOW);
    if (!library)
        return 1;
    open_device = (__typeof__(open_device))(uintptr_t)dlsym(library, "cmrt_device_open");
    close_device = (__typeof__(close_device))(uintptr_t)dlsym(library, "cmrt_device_close");
    return open_device && close_device ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
