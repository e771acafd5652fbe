// SPDX-License-Identifier: MIT
// Opens the Level Zero loader when the first device needs it. libcmrt is not linked with the loader, so that a machine
// without it can still run kernels on the CPU.

#define _GNU_SOURCE // RTLD_DEFAULT
#include "cmrt_priv.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define LOADER_FILE    "libze_loader.so.1"
#define LOADER_PACKAGE "libze1"

typedef enum need { OPTIONAL = 0, NEEDED } need;

static const struct {
    const char *name;
    size_t offset; // of its pointer in cmrt_ze
    need need;
} rows[] = {
#define CMRT_ZE(need, name, table, entry) {"ze" #name, offsetof(cmrt_ze, name), need},
#include "ze_functions.def"
#undef CMRT_ZE
};

// The name of a needed function that the library lacks, or NULL.
static const char *fill(void *library, cmrt_ze *ze) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        // A program or a preloaded library that replaces a function, to trace it say, comes first. It finds the
        // loader's own function as the next one (RTLD_NEXT), because the loader is opened for all.
        void *address = dlsym(RTLD_DEFAULT, rows[i].name);
        if (!address)
            address = dlsym(library, rows[i].name);
        if (!address && rows[i].need == NEEDED)
            return rows[i].name;
        memcpy((char *)ze + rows[i].offset, &address, sizeof address);
    }
    return NULL;
}

const cmrt_ze *cmrt_ze_loader(char *message, size_t message_size) {
    static cmrt_ze functions;
    static void *opened;
    if (opened)
        return &functions;
    void *library = dlopen(LOADER_FILE, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        const char *why = dlerror();
        snprintf(message, message_size,
                 "the Level Zero loader cannot be opened (%s); install the package " LOADER_PACKAGE
                 ", or run on the CPU with CMRT_DEVICE=host",
                 why ? why : LOADER_FILE);
        return NULL;
    }
    const char *missing = fill(library, &functions);
    if (missing) {
        snprintf(message, message_size,
                 "the Level Zero loader " LOADER_FILE " has no function %s; install a current package " LOADER_PACKAGE
                 ", or run on the CPU with CMRT_DEVICE=host",
                 missing);
        dlclose(library);
        return NULL;
    }
    opened = library;
    return &functions;
}
