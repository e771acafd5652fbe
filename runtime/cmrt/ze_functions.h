// SPDX-License-Identifier: MIT
// A table of Level Zero functions: the loader's, or those of a driver inside this library.

#ifndef CMRT_ZE_FUNCTIONS_H
#define CMRT_ZE_FUNCTIONS_H

#include <level_zero/ze_api.h>

#include <stddef.h>

typedef struct cmrt_ze {
#define CMRT_ZE(need, name, table, entry) __typeof__(ze##name) *name;
#include "ze_functions.def"
#undef CMRT_ZE
} cmrt_ze;

// The functions of the system's loader, which is opened on the first call and stays open. NULL when the machine has no
// loader or it lacks a needed function; message has the reason. The caller holds the lock of cmrt_device_open.
const cmrt_ze *cmrt_ze_loader(char *message, size_t message_size);

#endif
