// SPDX-License-Identifier: MIT
// zeModule*: a native binary, which the engine loads.
//
// A kernel that cannot run does not invalidate the module: the build log has the reason, and only
// zeKernelCreate of that kernel fails. A module is immutable after creation, so threads may share it.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

// Called when the handle is gone or was never returned.
static void module_free(zx_module *m) {
    m->device->driver->engine->unload(m);
    m->head.magic = ZX_NONE;
    cmc_arena_destroy(m->arena);
    free(m->image);
    zx_retire(m);
}

void zx_module_ref(zx_module *m) {
    atomic_fetch_add(&m->refs, 1);
}

void zx_module_unref(zx_module *m) {
    if (atomic_fetch_sub(&m->refs, 1) == 1)
        module_free(m);
}

static ze_result_t give_log(cmc_str *text, ze_module_build_log_handle_t *out) {
    if (!out) {
        cmc_str_free(text);
        return ZE_RESULT_SUCCESS;
    }
    zx_build_log *log = calloc(1, sizeof *log);
    if (!log) {
        cmc_str_free(text);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    log->head.magic = ZX_BUILD_LOG;
    log->text = *text;
    *out = (ze_module_build_log_handle_t)log;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t module_make(zx_context *c, zx_device *device, const ze_module_desc_t *desc, cmc_str *log,
                               zx_module **out) {
    if (desc->format == ZE_MODULE_FORMAT_IL_SPIRV) {
        cmc_str_append(log, "this device takes native binaries only; compile SPIR-V first\n");
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    }
    zx_module *m = calloc(1, sizeof *m);
    cmc_diag *d = cmc_diag_create();
    if (m) {
        atomic_init(&m->refs, 1);
        m->context = c;
        m->device = device;
        m->arena = cmc_arena_create();
        m->image_b = desc->inputSize;
        m->image = malloc(desc->inputSize);
    }
    if (!m || !d || !m->arena || !m->image) {
        if (m) {
            cmc_arena_destroy(m->arena);
            free(m->image);
        }
        free(m);
        cmc_diag_destroy(d);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    memcpy(m->image, desc->pInputModule, desc->inputSize);
    ze_result_t r = device->driver->engine->load(m, d, log);
    cmc_diag_format(d, log);
    if (r) {
        zx_error_diag("zeModuleCreate", d);
        module_free(m);
    } else {
        m->head.magic = ZX_MODULE;
        *out = m;
    }
    cmc_diag_destroy(d);
    return r;
}

static ze_result_t ZE_APICALL module_create(ze_context_handle_t h, ze_device_handle_t device,
                                            const ze_module_desc_t *desc, ze_module_handle_t *out,
                                            ze_module_build_log_handle_t *out_log) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(desc->pInputModule);
    ZX_POINTER(out);
    if ((unsigned)desc->format > ZE_MODULE_FORMAT_NATIVE)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    if (!desc->inputSize)
        return ZE_RESULT_ERROR_INVALID_SIZE;

    cmc_str log = CMC_STR_INIT;
    zx_module *m = NULL;
    ze_result_t r = module_make((zx_context *)h, (zx_device *)device, desc, &log, &m);
    ze_result_t log_result = give_log(&log, out_log);
    if (!r && log_result) {
        module_free(m);
        return log_result;
    }
    if (!r)
        *out = (ze_module_handle_t)m;
    return r;
}

static ze_result_t ZE_APICALL module_destroy(ze_module_handle_t h) {
    ZX_HANDLE(h, ZX_MODULE);
    ((zx_module *)h)->head.magic = ZX_NONE;
    zx_module_unref((zx_module *)h);
    return ZE_RESULT_SUCCESS;
}

// A native module is complete, so linking any set of modules succeeds.
static ze_result_t ZE_APICALL module_link(uint32_t n, ze_module_handle_t *modules, ze_module_build_log_handle_t *log) {
    ZX_POINTER(modules);
    for (uint32_t i = 0; i < n; i++)
        ZX_HANDLE(modules[i], ZX_MODULE);
    cmc_str empty = CMC_STR_INIT;
    return give_log(&empty, log);
}

static ze_result_t ZE_APICALL module_native(ze_module_handle_t h, size_t *size_b, uint8_t *out) {
    ZX_HANDLE(h, ZX_MODULE);
    ZX_POINTER(size_b);
    const zx_module *m = (const zx_module *)h;
    if (!out) {
        *size_b = m->native.size_b;
        return ZE_RESULT_SUCCESS;
    }
    if (*size_b > m->native.size_b)
        *size_b = m->native.size_b;
    memcpy(out, m->native.data, *size_b);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL module_global(ze_module_handle_t h, const char *name, size_t *size_b, void **out) {
    ZX_HANDLE(h, ZX_MODULE);
    ZX_POINTER(name);
    uint64_t size = 0;
    const zx_module *m = (const zx_module *)h;
    uint64_t address = m->device->driver->engine->symbol(m, name, &size);
    if (!address) {
        zx_error("the module has no variable '%s'", name);
        return ZE_RESULT_ERROR_INVALID_GLOBAL_NAME;
    }
    if (size_b)
        *size_b = size;
    if (out)
        *out = (void *)(uintptr_t)address;
    return ZE_RESULT_SUCCESS;
}

// The holder of external functions is in the file's kernel list but cannot be launched.
static bool is_kernel(const zx_module_kernel *k) {
    return strcmp(k->zeb->name, "Intel_Symbol_Table_Void_Program") != 0;
}

static ze_result_t ZE_APICALL module_kernel_names(ze_module_handle_t h, uint32_t *count, const char **names) {
    ZX_HANDLE(h, ZX_MODULE);
    ZX_POINTER(count);
    const zx_module *m = (const zx_module *)h;
    const uint32_t room = names ? *count : 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->n_kernels; i++) {
        if (!is_kernel(&m->kernels[i]))
            continue;
        if (n < room)
            names[n] = m->kernels[i].zeb->name;
        n++;
    }
    *count = room && room < n ? room : n;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL module_properties(ze_module_handle_t h, ze_module_properties_t *p) {
    ZX_HANDLE(h, ZX_MODULE);
    ZX_POINTER(p);
    p->flags = 0; // no imports
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL module_function(ze_module_handle_t h, const char *name, void **out) {
    ZX_HANDLE(h, ZX_MODULE);
    ZX_POINTER(name);
    ZX_POINTER(out);
    const zx_module *m = (const zx_module *)h;
    for (uint32_t i = 0; i < m->file->symbols.len; i++) {
        const zeb_symbol *s = &m->file->symbols.data[i];
        if (s->function && strcmp(s->name, name) == 0) {
            zx_error("function '%s': its code has no address here that a program could pass on", name);
            return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
        }
    }
    zx_error("the module has no function '%s'", name);
    return ZE_RESULT_ERROR_INVALID_FUNCTION_NAME;
}

static ze_result_t ZE_APICALL log_destroy(ze_module_build_log_handle_t h) {
    ZX_HANDLE(h, ZX_BUILD_LOG);
    zx_build_log *log = (zx_build_log *)h;
    cmc_str_free(&log->text);
    log->head.magic = ZX_NONE;
    zx_retire(log);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL log_string(ze_module_build_log_handle_t h, size_t *size_b, char *out) {
    ZX_HANDLE(h, ZX_BUILD_LOG);
    ZX_POINTER(size_b);
    const zx_build_log *log = (const zx_build_log *)h;
    const size_t need = log->text.len + 1;
    if (out && *size_b) {
        const size_t n = *size_b < need ? *size_b : need;
        memcpy(out, cmc_str_text(&log->text), n - 1);
        out[n - 1] = 0;
        *size_b = n;
    } else {
        *size_b = need;
    }
    return ZE_RESULT_SUCCESS;
}

void zx_table_module(ze_module_dditable_t *t) {
    t->pfnCreate = module_create;
    t->pfnDestroy = module_destroy;
    t->pfnDynamicLink = module_link;
    t->pfnGetNativeBinary = module_native;
    t->pfnGetGlobalPointer = module_global;
    t->pfnGetKernelNames = module_kernel_names;
    t->pfnGetProperties = module_properties;
    t->pfnGetFunctionPointer = module_function;
}

void zx_table_build_log(ze_module_build_log_dditable_t *t) {
    t->pfnDestroy = log_destroy;
    t->pfnGetString = log_string;
}
