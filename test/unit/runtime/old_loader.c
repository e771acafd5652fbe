// SPDX-License-Identifier: MIT
// A Level Zero loader without drivers, as old as possible: it has the functions that libcmrt needs and none that are
// optional. With -DWITHOUT_KERNELS it also lacks one of the needed.

#ifdef WITHOUT_KERNELS
#define zeKernelCreate zeKernelCreateOfTomorrow
#endif
#define NO_DRIVER 0x78000001 // ZE_RESULT_ERROR_UNINITIALIZED
#define EMIT_NEEDED(name)                                                                                              \
    __attribute__((visibility("default"))) int name(void);                                                             \
    int name(void) {                                                                                                   \
        return NO_DRIVER;                                                                                              \
    }
#define EMIT_OPTIONAL(name)
#define CMRT_ZE(need, name, table, entry) EMIT_##need(ze##name)
#include "../../../runtime/cmrt/ze_functions.def"
