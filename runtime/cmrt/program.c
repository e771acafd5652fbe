// SPDX-License-Identifier: MIT
// Programs: bytes are checked here, with precise messages, before the driver sees them.

#include "cmrt_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cmrt_status status_of(cmc_status s) {
    switch (s) {
    case CMC_OK:
        return CMRT_OK;
    case CMC_ERR_OOM:
        return CMRT_ERR_MEMORY;
    case CMC_ERR_IO:
        return CMRT_ERR_IO;
    case CMC_ERR_UNSUPPORTED:
        return CMRT_ERR_TARGET;
    default:
        return CMRT_ERR_BINARY;
    }
}

// The device's image in a zebin or archive. If the target is unknown, this takes the first image and the driver checks
// whether it fits.
static cmc_status choose_image(const cmrt_device *d, const uint8_t *bytes, size_t size_b, cmc_arena *arena,
                               zeb_entry *image, cmc_diag *diag) {
    zeb_entry *entries;
    size_t n;
    if (d->info.target[0])
        return zeb_select(bytes, size_b, d->info.target, image, arena, diag);
    *image = (zeb_entry){.data = bytes, .size_b = size_b};
    if (!zeb_is_archive(bytes, size_b))
        return CMC_OK;
    CMC_TRY(zeb_archive_read(arena, bytes, size_b, &entries, &n, diag));
    if (n == 0) {
        cmc_diag_error(diag, "CM0633", "the archive is empty");
        return CMC_ERR_FORMAT;
    }
    *image = entries[0];
    return CMC_OK;
}

// Leaves out the entry that OpenCL's compiler makes for a program's global symbols.
static cmc_status list_kernels(cmrt_program *p) {
    for (uint32_t i = 0; i < p->file->kernels.len; i++) {
        const zeb_kernel *k = p->file->kernels.data[i];
        if (strcmp(k->name, "Intel_Symbol_Table_Void_Program") != 0 && !cmc_vec_push(p->arena, &p->kernels, k))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

// Suggests a simulator device when the program needs one.
static void add_hint(const cmrt_device *d, cmc_status s, cmc_diag *diag) {
    if (s == CMC_ERR_UNSUPPORTED && d->is_simulator)
        cmc_diag_add(diag, CMC_NOTE, "", (cmc_loc){0}, "CMRT_DEVICE=xesim:TARGET opens another device");
}

// The description of the image.
static cmc_status read_image(cmrt_program *p, zeb_file **file, cmc_diag *diag) {
    zeb_host *host;
    if (strcmp(p->device->info.target, CMC_HOST_TARGET) != 0)
        return zeb_read(p->arena, p->image, p->image_b, file, diag);
    CMC_TRY(zeb_host_read(p->arena, p->image, p->image_b, &host, diag));
    *file = host->file;
    return cmrt_host_check(host, diag);
}

// Keeps a copy of the image and its description in p.
static cmrt_status describe(cmrt_program *p, const uint8_t *bytes, size_t size_b) {
    cmc_diag *diag = cmc_diag_create();
    zeb_entry image;
    zeb_file *file = NULL;
    cmc_status s = diag ? choose_image(p->device, bytes, size_b, p->arena, &image, diag) : CMC_ERR_OOM;
    if (s == CMC_OK && p->device->info.target[0])
        s = zeb_left_out_read(bytes, size_b, p->device->info.target, p->arena, &p->left_out);
    if (s == CMC_OK) {
        p->image = malloc(image.size_b ? image.size_b : 1);
        s = p->image ? CMC_OK : CMC_ERR_OOM;
    }
    if (s == CMC_OK) {
        memcpy(p->image, image.data, image.size_b);
        p->image_b = image.size_b;
        s = read_image(p, &file, diag);
    }
    p->file = file;
    if (s == CMC_OK)
        s = list_kernels(p);
    cmrt_status status = status_of(s);
    if (diag)
        add_hint(p->device, s, diag);
    if (s == CMC_ERR_OOM)
        cmrt_fail(p->device, status, "out of memory");
    else if (s != CMC_OK)
        cmrt_fail_diag(p->device, status, "", diag);
    cmc_diag_destroy(diag);
    return status;
}

// The driver's build log; NULL without one.
static char *log_text(const cmrt_device *d, ze_module_build_log_handle_t log) {
    size_t size = 0;
    char *text = NULL;
    if (log && d->ze->ModuleBuildLogGetString(log, &size, NULL) == ZE_RESULT_SUCCESS && size > 1)
        text = calloc(1, size + 1);
    if (text)
        d->ze->ModuleBuildLogGetString(log, &size, text);
    return text;
}

static cmrt_status create_module(cmrt_program *p) {
    cmrt_device *d = p->device;
    ze_module_build_log_handle_t log = NULL;
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_NATIVE,
                             .inputSize = p->image_b,
                             .pInputModule = p->image};
    ze_result_t r = d->ze->ModuleCreate(d->context, d->handle, &desc, &p->handle, &log);
    cmrt_status s = CMRT_OK;
    p->log = log_text(d, log);
    if (r != ZE_RESULT_SUCCESS) {
        const char *what = cmrt_result_text(r, &s);
        p->handle = NULL;
        if (p->log && *p->log)
            cmrt_fail(d, s, "zeModuleCreate: %s (0x%x): %s", what, (unsigned)r, p->log);
        else
            s = cmrt_check_ze(d, r, "zeModuleCreate");
    }
    if (log)
        d->ze->ModuleBuildLogDestroy(log);
    return s;
}

static void destroy(cmrt_program *p) {
    if (p->handle && !p->is_borrowed)
        p->device->ze->ModuleDestroy(p->handle);
    if (p->arena)
        cmc_arena_destroy(p->arena);
    free(p->log);
    free(p->image);
    free(p);
}

// Whether a kernel has the argument of a fixed value; its size and kind are checked when a kernel object is made.
static bool has_arg(const zeb_kernel *k, uint32_t index) {
    for (uint32_t i = 0; i < k->args.len; i++)
        if (k->args.data[i].arg_index == (int32_t)index)
            return true;
    return false;
}

static cmrt_status check_fixed(cmrt_program *p, const cmrt_fixed_value *v, cmrt_fixed *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->kernels.len; i++) {
        const zeb_kernel *k = p->kernels.data[i];
        if (v->kernel && strcmp(k->name, v->kernel) != 0)
            continue;
        n += has_arg(k, v->index) || v->kernel;
        f->kernel = v->kernel ? k : NULL;
    }
    CMRT_NEED(p->device, n || !v->kernel, CMRT_ERR_NO_KERNEL, "cmrt_program_load_fixed: no kernel '%s'", v->kernel);
    CMRT_NEED(p->device, n, CMRT_ERR_ARG_INDEX, "cmrt_program_load_fixed: no kernel has an argument %u", v->index);
    return CMRT_OK;
}

static cmrt_status keep_fixed(cmrt_program *p, const cmrt_fixed_value *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        cmrt_fixed f = {.index = values[i].index, .size_b = values[i].size_b};
        CMRT_NEED(p->device, values[i].value && values[i].size_b, CMRT_ERR_ARGUMENT,
                  "cmrt_program_load_fixed: value %zu is NULL or empty", i);
        CMRT_TRY(check_fixed(p, &values[i], &f));
        void *copy = cmc_arena_alloc(p->arena, f.size_b);
        if (copy)
            memcpy(copy, values[i].value, f.size_b);
        f.value = copy;
        CMRT_NEED(p->device, copy && cmc_vec_push(p->arena, &p->fixed, f), CMRT_ERR_MEMORY, "out of memory");
    }
    return CMRT_OK;
}

// Values that no kernel takes must fail when the program is loaded, so each kernel with some is made once.
static cmrt_status try_fixed(cmrt_program *p) {
    for (uint32_t i = 0; p->fixed.len && i < p->kernels.len; i++) {
        cmrt_kernel *k = NULL;
        CMRT_TRY(cmrt_kernel_make(p, p->kernels.data[i]->name, NULL, &k));
        cmrt_kernel_destroy(k);
    }
    return CMRT_OK;
}

cmrt_status cmrt_program_make(cmrt_device *d, const void *bytes, size_t size_b, ze_module_handle_t borrowed,
                              const cmrt_fixed_value *values, size_t n_values, cmrt_program **program) {
    cmrt_program *p = calloc(1, sizeof *p);
    if (p)
        p->arena = cmc_arena_create();
    if (!p || !p->arena) {
        free(p);
        return cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    }
    p->device = d;
    p->handle = borrowed;
    p->is_borrowed = borrowed != NULL;
    cmrt_status s = describe(p, bytes ? bytes : (const void *)"", size_b);
    if (s == CMRT_OK && !borrowed)
        s = create_module(p);
    if (s == CMRT_OK)
        s = keep_fixed(p, values, n_values);
    if (s == CMRT_OK)
        s = try_fixed(p);
    if (s == CMRT_OK && !cmrt_handle_add(&p->head, CMRT_HANDLE_PROGRAM))
        s = cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    if (s != CMRT_OK) {
        destroy(p);
        return s;
    }
    atomic_fetch_add(&d->children, 1);
    cmrt_log(d, CMRT_LOG_INFO, "program %p: %zu bytes, %u kernels", (void *)p, p->image_b, p->kernels.len);
    if (p->log && *p->log)
        cmrt_log(d, CMRT_LOG_WARN, "program %p: %s", (void *)p, p->log);
    *program = p;
    return CMRT_OK;
}

static cmrt_status load(cmrt_device *d, const void *bytes, size_t size_b, const cmrt_fixed_value *values,
                        size_t n_values, cmrt_program **program, const char *call) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, program, CMRT_ERR_ARGUMENT, "%s: program is NULL", call);
    *program = NULL;
    CMRT_NEED(d, bytes || size_b == 0, CMRT_ERR_ARGUMENT, "%s: bytes is NULL", call);
    CMRT_NEED(d, values || n_values == 0, CMRT_ERR_ARGUMENT, "%s: values is NULL", call);
    return cmrt_program_make(d, bytes, size_b, NULL, values, n_values, program);
}

cmrt_status cmrt_program_load(cmrt_device *d, const void *bytes, size_t size_b, cmrt_program **program) {
    return load(d, bytes, size_b, NULL, 0, program, "cmrt_program_load");
}

cmrt_status cmrt_program_load_fixed(cmrt_device *d, const void *bytes, size_t size_b, const cmrt_fixed_value *values,
                                    size_t n_values, cmrt_program **program) {
    return load(d, bytes, size_b, values, n_values, program, "cmrt_program_load_fixed");
}

size_t cmrt_program_build_log(const cmrt_program *p, char *buffer, size_t size) {
    const char *text = cmrt_live(p, CMRT_HANDLE_PROGRAM) && p->log ? p->log : "";
    if (buffer && size)
        snprintf(buffer, size, "%s", text);
    return strlen(text);
}

cmrt_status cmrt_program_load_file(cmrt_device *d, const char *path, cmrt_program **program) {
    uint8_t *data = NULL;
    size_t len = 0;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, path && program, CMRT_ERR_ARGUMENT, "cmrt_program_load_file: %s is NULL", path ? "program" : "path");
    *program = NULL;
    cmc_diag *diag = cmc_diag_create();
    cmc_status read = cmc_file_read(path, &data, &len, diag);
    cmrt_status s = CMRT_OK;
    if (read != CMC_OK)
        s = cmrt_fail_diag(d, status_of(read), "", diag);
    else
        s = cmrt_program_load(d, data, len, program);
    cmc_diag_destroy(diag);
    free(data);
    if (read == CMC_OK && s != CMRT_OK) {
        char why[CMRT_MESSAGE_B];
        cmrt_device_message(d, why, sizeof why);
        cmrt_fail(d, s, "'%s': %s", path, why);
    }
    return s;
}

cmrt_status cmrt_program_destroy(cmrt_program *p) {
    if (!p)
        return CMRT_OK;
    if (!cmrt_live(p, CMRT_HANDLE_PROGRAM))
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = p->device;
    unsigned alive = atomic_load(&p->children);
    CMRT_NEED(d, alive == 0, CMRT_ERR_BUSY, "the program is destroyed while %u of its kernels still exist", alive);
    cmrt_handle_remove(&p->head);
    destroy(p);
    atomic_fetch_sub(&d->children, 1);
    return CMRT_OK;
}

cmrt_status cmrt_program_set_log(cmrt_program *p, const char *text) {
    if (!*text)
        return CMRT_OK;
    free(p->log);
    p->log = strdup(text);
    return p->log ? CMRT_OK : cmrt_fail(p->device, CMRT_ERR_MEMORY, "out of memory");
}

size_t cmrt_program_kernel_count(const cmrt_program *p) {
    return cmrt_live(p, CMRT_HANDLE_PROGRAM) ? p->kernels.len : 0;
}

const char *cmrt_program_kernel_name(const cmrt_program *p, size_t i) {
    return cmrt_live(p, CMRT_HANDLE_PROGRAM) && i < p->kernels.len ? p->kernels.data[i]->name : NULL;
}
