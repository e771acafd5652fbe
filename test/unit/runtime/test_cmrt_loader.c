// SPDX-License-Identifier: MIT
// Machines without a usable Level Zero loader: cmrt_device_open says what is missing and what to do. The loader is
// what this program's dlopen returns.

#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <stdlib.h>

static const char *loader; // what is opened in its place; NULL: nothing, as on a machine without one

__attribute__((visibility("default"))) void *dlopen(const char *file, int flags) {
    static void *(*real)(const char *, int);
    if (!real)
        real = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    if (file && strstr(file, "libze_loader"))
        return loader ? real(loader, flags) : NULL;
    return real(file, flags);
}

static void open_fails(const char *text) {
    cmrt_device *d = (cmrt_device *)1;
    char why[512] = "";
    assert_int_equal(cmrt_device_open("xesim:tgl", &d, why, sizeof why), CMRT_ERR_NO_DEVICE);
    assert_null(d);
    if (!strstr(why, text))
        fail_msg("'%s' does not hold '%s'", why, text);
}

static void no_loader(void **state) {
    (void)state;
    loader = NULL;
    open_fails("install the package libze1");
    open_fails("CMRT_DEVICE=host");
}

static void broken_loader(void **state) {
    (void)state;
    loader = LOADER_DIR "/add.krn"; // a file that is no library
    open_fails("invalid ELF header");
}

static void loader_without_a_needed_function(void **state) {
    (void)state;
    loader = LOADER_DIR "/libold_loader_without_kernels.so";
    open_fails("has no function zeKernelCreate");
}

// Optional functions are not asked for. Comes last: the loader of a process stays.
static void old_loader(void **state) {
    (void)state;
    loader = LOADER_DIR "/libold_loader.so";
    open_fails("finds no driver");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_loader),
        cmocka_unit_test(broken_loader),
        cmocka_unit_test(loader_without_a_needed_function),
        cmocka_unit_test(old_loader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
