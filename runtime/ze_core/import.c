// SPDX-License-Identifier: MIT
// Memory of the program that kernels may access without a copy. Level Zero has no call for it; Intel's driver hands out
// two functions by name, and this driver hands out the same two. Imported memory belongs to all contexts, as there.

#include "ze_core.h"

#include <stdlib.h>

typedef struct import {
    struct import *next;
    uint8_t *base;
    uint64_t size_b;
} import;

// Of the process, like the driver.
static struct {
    pthread_mutex_t lock;
    zx_context *contexts;
    import *imports;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void take_out(zx_context *c, const uint8_t *base) {
    pthread_mutex_lock(&c->lock);
    zx_alloc **at = &c->allocs;
    while (*at && !((*at)->is_imported && (*at)->base == base))
        at = &(*at)->next;
    zx_alloc *a = *at;
    if (a)
        *at = a->next;
    pthread_mutex_unlock(&c->lock);
    if (a)
        c->driver->engine->memory_unlend(c->memory, a->base);
    free(a);
}

static bool put_in(zx_context *c, const import *m) {
    zx_alloc *a = calloc(1, sizeof *a);
    if (!a || !c->driver->engine->memory_lend(c->memory, m->base, m->size_b)) {
        free(a);
        return false;
    }
    *a = (zx_alloc){.base = m->base, .size_b = m->size_b, .type = ZE_MEMORY_TYPE_HOST, .is_imported = true};
    pthread_mutex_lock(&c->lock);
    a->id = ++c->next_id;
    a->next = c->allocs;
    c->allocs = a;
    pthread_mutex_unlock(&c->lock);
    return true;
}

bool zx_import_add_context(zx_context *c) {
    bool ok = true;
    pthread_mutex_lock(&all.lock);
    for (const import *m = all.imports; m && ok; m = m->next)
        ok = put_in(c, m);
    if (ok) {
        c->next = all.contexts;
        all.contexts = c;
    }
    pthread_mutex_unlock(&all.lock);
    return ok;
}

void zx_import_remove_context(zx_context *c) {
    pthread_mutex_lock(&all.lock);
    zx_context **at = &all.contexts;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    for (const import *m = all.imports; m; m = m->next)
        take_out(c, m->base);
    pthread_mutex_unlock(&all.lock);
}

static ze_result_t add(import *m) {
    for (zx_context *c = all.contexts; c; c = c->next) {
        if (put_in(c, m))
            continue;
        for (zx_context *done = all.contexts; done != c; done = done->next)
            take_out(done, m->base);
        zx_error("memory at %p cannot be imported: a part of it is known already, or there is no memory left",
                 (void *)m->base);
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    m->next = all.imports;
    all.imports = m;
    return ZE_RESULT_SUCCESS;
}

// With several drivers the handle may be the loader's, so it only says that there is one.
ze_result_t ZE_APICALL zx_import(ze_driver_handle_t h, void *base, size_t size_b) {
    if (!h)
        return ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    ZX_POINTER(base);
    if (!size_b || size_b % ZX_LINE_B || (uintptr_t)base % ZX_LINE_B)
        return ZE_RESULT_ERROR_INVALID_SIZE;
    import *m = calloc(1, sizeof *m);
    if (!m)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    m->base = base;
    m->size_b = size_b;
    pthread_mutex_lock(&all.lock);
    ze_result_t r = add(m);
    pthread_mutex_unlock(&all.lock);
    if (r)
        free(m);
    return r;
}

ze_result_t ZE_APICALL zx_import_release(ze_driver_handle_t h, void *base) {
    if (!h)
        return ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    pthread_mutex_lock(&all.lock);
    import **at = &all.imports;
    while (*at && (*at)->base != base)
        at = &(*at)->next;
    import *m = *at;
    if (m) {
        *at = m->next;
        for (zx_context *c = all.contexts; c; c = c->next)
            take_out(c, m->base);
    }
    pthread_mutex_unlock(&all.lock);
    const bool found = m != NULL;
    free(m);
    return found ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_INVALID_ARGUMENT;
}
