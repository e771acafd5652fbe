// SPDX-License-Identifier: MIT
// Packs compiled kernels into a zebin: the argument list becomes .ze_info rows, the code a text section.

#include "driver_priv.h"

#include <cmc/isa.h>
#include <cmc/zebin.h>

#include <assert.h>
#include <string.h>

enum { SLM_ALIGN_B = 16 }; // blocks of local memory are aligned to owords

static zeb_access access_of(const mir_arg *a) {
    return a->readonly ? ZEB_ACCESS_READONLY : a->writeonly ? ZEB_ACCESS_WRITEONLY : ZEB_ACCESS_READWRITE;
}

static const char *image_type(const mir_arg *a) {
    static const char *const types[] = {
        [MIR_ARG_IMAGE2D] = "image_2d_media_block",
        [MIR_ARG_IMAGE2D_PLAIN] = "image_2d",
        [MIR_ARG_IMAGE1D] = "image_1d",
        [MIR_ARG_IMAGE1D_ARRAY] = "image_1d_array",
        [MIR_ARG_IMAGE1D_BUFFER] = "image_buffer",
        [MIR_ARG_IMAGE2D_ARRAY] = "image_2d_array",
        [MIR_ARG_IMAGE3D] = "image_3d",
    };
    return a->kind < sizeof(types) / sizeof(types[0]) ? types[a->kind] : NULL;
}

// The .ze_info row of one argument; false if the kind needs no row.
static bool arg_row(const mir_arg *a, zeb_arg *out) {
    *out = (zeb_arg){.arg_index = a->index == UINT32_MAX ? -1 : (int32_t)a->index,
                     .off_b = a->off_b,
                     .size_b = a->size_b,
                     .sampler_index = -1};
    switch ((mir_arg_kind)a->kind) {
    case MIR_ARG_VALUE:
        out->type = ZEB_ARG_BYVALUE;
        return true;
    case MIR_ARG_SVM:
        out->type = ZEB_ARG_BYPOINTER;
        out->addrmode = ZEB_ADDR_STATELESS;
        out->addrspace = ZEB_SPACE_GLOBAL;
        out->access = access_of(a);
        return true;
    case MIR_ARG_LOCAL:
        out->type = ZEB_ARG_BYPOINTER;
        out->addrmode = ZEB_ADDR_SLM;
        out->addrspace = ZEB_SPACE_LOCAL;
        out->access = ZEB_ACCESS_READWRITE;
        out->slm_align_b = SLM_ALIGN_B;
        return true;
    case MIR_ARG_BUFFER:
        out->type = ZEB_ARG_BYPOINTER;
        out->addrmode = ZEB_ADDR_STATEFUL;
        out->addrspace = ZEB_SPACE_GLOBAL;
        out->access = access_of(a);
        return true;
    case MIR_ARG_IMAGE2D:
    case MIR_ARG_IMAGE2D_PLAIN:
    case MIR_ARG_IMAGE1D:
    case MIR_ARG_IMAGE1D_ARRAY:
    case MIR_ARG_IMAGE1D_BUFFER:
    case MIR_ARG_IMAGE2D_ARRAY:
    case MIR_ARG_IMAGE3D:
        out->type = ZEB_ARG_BYPOINTER;
        out->addrmode = ZEB_ADDR_STATEFUL;
        out->addrspace = ZEB_SPACE_IMAGE;
        out->access = access_of(a);
        out->image_type = image_type(a);
        return true;
    case MIR_ARG_SAMPLER:
        out->type = ZEB_ARG_BYPOINTER;
        out->addrmode = ZEB_ADDR_STATEFUL;
        out->addrspace = ZEB_SPACE_SAMPLER;
        out->access = ZEB_ACCESS_READONLY;
        out->sampler_index = 0;
        out->sampler_type = "texture";
        return true;
    case MIR_ARG_LOCAL_SIZE:
        out->type = ZEB_ARG_LOCAL_SIZE;
        return true;
    case MIR_ARG_GROUP_COUNT:
        out->type = ZEB_ARG_GROUP_COUNT;
        return true;
    case MIR_ARG_PRINTF_BUFFER:
        out->type = ZEB_ARG_PRINTF_BUFFER;
        return true;
    case MIR_ARG_NONE:
        break;
    }
    return false;
}

static bool is_surface(const mir_arg *a) {
    return a->kind == MIR_ARG_BUFFER || image_type(a);
}

bool drv_add_args(const mir_arg *args, uint32_t n, zeb_kernel *k, cmc_arena *arena) {
    for (uint32_t i = 0; i < n; i++) {
        const mir_arg *a = &args[i];
        zeb_arg row;
        if (arg_row(a, &row) && !cmc_vec_push(arena, &k->args, row))
            return false;
        // Argument names are only for display: cmrun --list, runtime messages, debuggers.
        zeb_arg_info info = {.index = (int32_t)a->index, .name = a->name, .type_name = a->type_name};
        if (a->index != UINT32_MAX && a->name && !cmc_vec_push(arena, &k->arg_infos, info))
            return false;
        zeb_bti bti = {a->bti, (int32_t)a->index};
        if (is_surface(a) && !cmc_vec_push(arena, &k->btis, bti))
            return false;
    }
    return true;
}

static bool add_env(const mir_fn *fn, zeb_kernel *k, cmc_arena *arena) {
    k->env.grf_count = fn->grf_count;
    k->env.simd_size = 1;
    k->env.barrier_count = fn->barrier_count;
    k->env.slm_size_b = fn->slm_b;
    k->env.subgroup_independent_forward_progress = true;
    if (fn->uses_local_ids) {
        zeb_arg ids = {.type = ZEB_ARG_PACKED_LOCAL_IDS, .arg_index = -1, .size_b = 6, .sampler_index = -1};
        if (!cmc_vec_push(arena, &k->thread_args, ids))
            return false;
        if (fn->model->pull_payload)
            k->env.offset_to_skip_per_thread_data_load = MIR_SKIP_B;
    }
    k->env.spill_size = fn->scratch_b - fn->private_b;
    if (fn->scratch_b) {
        zeb_memory m = {.type = "scratch", .usage = "single_space", .size_b = fn->scratch_b};
        if (!cmc_vec_push(arena, &k->memory, m))
            return false;
    }
    return true;
}

static bool add_relocations(zeb_kernel *k, const cg_lines *lines, cmc_arena *arena) {
    enum { LOW_HALF = 2, HIGH_HALF = 3 };
    for (uint32_t i = 0; i < lines->addresses.len; i++) {
        const cg_address *at = &lines->addresses.data[i];
        zeb_reloc r = {.off_b = at->at_b, .type = at->high ? HIGH_HALF : LOW_HALF, .symbol = at->symbol};
        if (!cmc_vec_push(arena, &k->relocs, r))
            return false;
    }
    return true;
}

// Adds the texts that the host reads, each with its symbol.
static cmc_status add_texts(const mir_module *mod, zeb_file *f) {
    static const char section[] = ".data.const.string";
    cmc_str all = CMC_STR_INIT;
    cmc_status s = CMC_OK;
    for (uint32_t i = 0; i < mod->texts.len && s == CMC_OK; i++) {
        const mir_text *t = &mod->texts.data[i];
        zeb_symbol sym = {
            .name = t->symbol, .section = section, .value = all.len, .size_b = strlen(t->bytes) + 1, .global = true};
        cmc_str_append_n(&all, t->bytes, strlen(t->bytes) + 1);
        if (!cmc_vec_push(f->arena, &f->symbols, sym))
            s = CMC_ERR_OOM;
    }
    uint8_t *data = all.len && !all.oom ? cmc_arena_alloc(f->arena, all.len) : NULL;
    if (data) {
        memcpy(data, all.data, all.len);
        zeb_section sec = {.name = section, .data = data, .size_b = all.len};
        if (!cmc_vec_push(f->arena, &f->sections, sec))
            s = CMC_ERR_OOM;
    } else if (mod->texts.len) {
        s = CMC_ERR_OOM;
    }
    cmc_str_free(&all);
    return s;
}

static cmc_status add_kernel(const mir_fn *fn, const cg_opts *cg, zeb_file *f, cg_lines *lines, cmc_diag *d) {
    cmc_str bytes = CMC_STR_INIT;
    cmc_status s = cg_emit_lines(fn, cg, &bytes, f->arena, lines, d);
    if (s == CMC_OK && bytes.oom)
        s = CMC_ERR_OOM;
    if (s != CMC_OK) {
        cmc_str_free(&bytes);
        return s;
    }
    zeb_kernel *k = zeb_kernel_add(f, fn->name);
    uint8_t *text = k ? cmc_arena_alloc(f->arena, bytes.len) : NULL;
    if (text) {
        memcpy(text, bytes.data, bytes.len);
        k->text = text;
        k->text_b = bytes.len;
    }
    cmc_str_free(&bytes);
    if (!text || !drv_add_args(fn->args.data, fn->args.len, k, f->arena) || !add_env(fn, k, f->arena) ||
        !add_relocations(k, lines, f->arena))
        return CMC_ERR_OOM;
    return CMC_OK;
}

static cmc_status package(cmc_arena *arena, const mir_module *mod, const cg_opts *cg, const drv_unit *unit,
                          cmc_str *out, cmc_diag *d) {
    zeb_file *f = zeb_create(arena);
    if (!f)
        return CMC_ERR_OOM;
    if (!zeb_file_set_target(f, mod->model->name)) {
        cmc_diag_error(d, "CM0020", "no device ids are known for target '%s'", mod->model->name);
        return CMC_ERR_UNSUPPORTED;
    }
    cg_lines *lines = CMC_NEW_N(arena, cg_lines, mod->fns.len + 1);
    if (!lines)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < mod->fns.len; i++)
        CMC_TRY(add_kernel(mod->fns.data[i], cg, f, &lines[i], d));
    CMC_TRY(add_texts(mod, f));
    if (unit)
        CMC_TRY(drv_add_debug(f, unit, lines));
    return zeb_write(f, out, d);
}

cmc_status drv_package(const mir_module *mod, const cg_opts *cg, const drv_unit *unit, cmc_str *out, cmc_diag *d) {
    assert(mod && cg && out);
    cmc_arena *arena = cmc_arena_create();
    if (!arena)
        return CMC_ERR_OOM;
    cmc_status s = package(arena, mod, cg, unit, out, d);
    cmc_arena_destroy(arena);
    return s;
}

static const char *arg_kind_name(const mir_arg *a) {
    static const char *const names[] = {"",        "value",      "svm pointer", "buffer",       "2-D image",
                                        "sampler", "local size", "group count", "printf buffer"};
    return a->kind < sizeof names / sizeof names[0] ? names[a->kind] : "";
}

static void print_args(const mir_fn *fn, cmc_str *out) {
    for (uint32_t i = 0; i < fn->args.len; i++) {
        const mir_arg *a = &fn->args.data[i];
        cmc_str_printf(out, "//   %s %s: ", a->index == UINT32_MAX ? "implicit" : "argument", a->name ? a->name : "");
        if (is_surface(a))
            cmc_str_printf(out, "%s, bti %u\n", arg_kind_name(a), a->bti);
        else
            cmc_str_printf(out, "%s, payload offset %u, %u bytes\n", arg_kind_name(a), a->off_b, a->size_b);
    }
}

cmc_status drv_print_asm(const mir_module *mod, const cg_opts *cg, cmc_str *out, cmc_diag *d) {
    assert(mod && cg && out);
    for (uint32_t i = 0; i < mod->fns.len; i++) {
        const mir_fn *fn = mod->fns.data[i];
        cmc_str bytes = CMC_STR_INIT;
        cmc_status s = cg_emit(fn, cg, &bytes, d);
        if (s == CMC_OK) {
            cmc_str_printf(out, "// kernel %s, %s, %u registers\n", fn->name, mod->model->name, fn->grf_count);
            print_args(fn, out);
            isa_disasm_opts o = {.message_comment = true};
            s = isa_disassemble(mod->model, (const uint8_t *)bytes.data, bytes.len, &o, out, d);
        }
        cmc_str_free(&bytes);
        if (s != CMC_OK)
            return s;
    }
    return CMC_OK;
}
