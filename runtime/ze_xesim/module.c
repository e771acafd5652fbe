// SPDX-License-Identifier: MIT
// A module for the simulator: the zebin of the device becomes relocated and decoded kernel texts, and data sections in
// the context's memory.

#include "zx_priv.h"

#include <string.h>

static bool is_loaded(const zeb_section *s) {
    return strncmp(s->name, ".data.", 6) == 0 || strncmp(s->name, ".bss.", 5) == 0;
}

static ze_result_t load_data(zx_module *m) {
    const zeb_file *f = m->file;
    m->data = CMC_NEW_N(m->arena, zx_module_data, f->sections.len + 1);
    if (!m->data)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < f->sections.len; i++) {
        const zeb_section *s = &f->sections.data[i];
        if (!is_loaded(s))
            continue;
        uint8_t *base = zx_memory_internal(m->context, s->size_b);
        if (!base)
            return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
        if (s->data)
            memcpy(base, s->data, s->size_b);
        m->data[m->n_data++] = (zx_module_data){.name = s->name, .base = base, .size_b = s->size_b};
    }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t load_texts(zx_module *m) {
    const zeb_file *f = m->file;
    m->kernels = CMC_NEW_N(m->arena, zx_module_kernel, f->kernels.len + 1);
    if (!m->kernels)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        const zeb_kernel *k = f->kernels.data[i];
        zx_code *code = CMC_NEW_N(m->arena, zx_code, 1);
        if (code)
            code->text = cmc_arena_alloc(m->arena, k->text_b);
        if (!code || !code->text)
            return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        if (k->text_b)
            memcpy(code->text, k->text, k->text_b);
        code->lines = zeb_lines_read(m->arena, f, k);
        m->kernels[m->n_kernels++] = (zx_module_kernel){.zeb = k, .code = code};
    }
    return ZE_RESULT_SUCCESS;
}

static void decode_kernels(zx_module *m, cmc_str *log) {
    for (uint32_t i = 0; i < m->n_kernels; i++) {
        zx_module_kernel *k = &m->kernels[i];
        zx_code *code = k->code;
        cmc_diag *d = cmc_diag_create();
        cmc_str text = CMC_STR_INIT;
        if (zx_module_relocate_text(m, k->zeb, code->text, d) != CMC_OK ||
            sim_code_create(m->device->model, code->text, k->zeb->text_b, &code->sim, d) != CMC_OK) {
            k->code = NULL;
            cmc_diag_format(d, &text);
            k->error = cmc_arena_strdup(m->arena, cmc_str_text(&text));
            cmc_str_printf(log, "kernel '%s' cannot run here: %s", k->zeb->name, cmc_str_text(&text));
        }
        cmc_str_free(&text);
        cmc_diag_destroy(d);
    }
}

void zx_xesim_unload(zx_module *m) {
    for (uint32_t i = 0; i < m->n_kernels; i++)
        if (m->kernels[i].code)
            sim_code_destroy(((zx_code *)m->kernels[i].code)->sim);
    for (uint32_t i = 0; i < m->n_data; i++)
        zx_memory_internal_free(m->context, m->data[i].base);
}

// The result of zeModuleCreate for a failed read.
static ze_result_t read_failure(cmc_status s) {
    switch (s) {
    case CMC_ERR_OOM:
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    case CMC_ERR_UNSUPPORTED:
    case CMC_ERR_USER:
    case CMC_ERR_RANGE:
    case CMC_ERR_FORMAT:
        return ZE_RESULT_ERROR_INVALID_NATIVE_BINARY;
    default:
        return ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
    }
}

ze_result_t zx_xesim_load(zx_module *m, cmc_diag *d, cmc_str *log) {
    zeb_entry image;
    cmc_status s = zeb_select(m->image, m->image_b, m->device->facts.target, &image, m->arena, d);
    if (s == CMC_OK)
        s = zeb_read(m->arena, image.data, image.size_b, &m->file, d);
    if (s != CMC_OK)
        return read_failure(s);
    ZX_TRY(load_data(m));
    ZX_TRY(load_texts(m));
    m->native = image;
    if (zx_module_relocate_data(m, d) != CMC_OK)
        return ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
    decode_kernels(m, log);
    return ZE_RESULT_SUCCESS;
}
