// SPDX-License-Identifier: MIT
// The CPU path in the driver: describes the kernels as a zebin does, and lets codegen/host write the file. And files
// for several targets.

#include "driver_priv.h"

#include <cmc/host.h>
#include <cmc/isa.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool add_kernel(const host_kernel *k, zeb_file *f) {
    zeb_kernel *z = zeb_kernel_add(f, k->name);
    if (!z)
        return false;
    z->env.grf_count = host_model()->grf_count;
    z->env.simd_size = 1;
    z->env.barrier_count = k->barrier_count;
    z->env.slm_size_b = k->slm_b;
    return drv_add_args(k->args.data, k->args.len, z, f->arena);
}

static cmc_status describe(const host_kernels *k, cmc_arena *a, cmc_str *info, cmc_diag *d) {
    zeb_file *f = zeb_create(a);
    bool ok = f != NULL;
    for (uint32_t i = 0; ok && i < k->list.len; i++)
        ok = add_kernel(&k->list.data[i], f);
    return ok ? zeb_info_write(f, info, d) : CMC_ERR_OOM;
}

static cmc_status package(LLVMModuleRef ir, const drv_opts *o, cmc_arena *a, cmc_str *info, cmc_str *out, cmc_diag *d) {
    host_kernels kernels = {0};
    host_opts host = HOST_OPTS_INIT;
    CMC_TRY(host_describe(ir, a, &kernels, d));
    CMC_TRY(describe(&kernels, a, info, d));
    host.cpu = o->host_cpu;
    host.opt_level = o->opt_level;
    host.debug_info = o->debug_info;
    host.text = o->output == DRV_OUT_ASM;
    host.ze_info = cmc_str_text(info);
    return host_compile(ir, &kernels, &host, out, d);
}

cmc_status drv_package_host(LLVMModuleRef ir, const drv_opts *o, cmc_str *out, cmc_diag *d) {
    assert(ir && o && out);
    cmc_arena *a = cmc_arena_create();
    cmc_str info = CMC_STR_INIT;
    cmc_status s = a ? package(ir, o, a, &info, out, d) : CMC_ERR_OOM;
    cmc_str_free(&info);
    cmc_arena_destroy(a);
    return s;
}

// Several targets

enum { MOST_TARGETS = 16 };
typedef struct fat {
    cmc_arena *a;
    cmc_str images[MOST_TARGETS];
    zeb_entry entries[MOST_TARGETS];
    size_t n;
} fat;

static bool has_entry(const fat *f, const char *name) {
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->entries[i].name, name) == 0)
            return true;
    return false;
}

static cmc_status add_target(fat *f, const drv_opts *o, const char *target, cmc_diag *d) {
    drv_opts one = *o;
    const isa_model *m = isa_model_find(target);
    one.target = target;
    one.in_list = true;
    cmc_str *image = &f->images[f->n];
    CMC_TRY(drv_compile(&one, image, d));
    const char *name = m ? zeb_entry_name(f->a, m->name) : HOST_TARGET;
    if (!name)
        return CMC_ERR_OOM;
    if (has_entry(f, name)) {
        cmc_diag_error(d, "CM0018", "target '%s' is in the list twice", target);
        return CMC_ERR_USER;
    }
    f->entries[f->n++] = (zeb_entry){name, (const uint8_t *)cmc_str_text(image), image->len};
    return CMC_OK;
}

static cmc_status compile_each(fat *f, const drv_opts *o, cmc_diag *d) {
    size_t n = 1;
    for (const char *at = o->target; (at = strchr(at, ',')) != NULL; at++)
        n++;
    if (n > MOST_TARGETS) {
        cmc_diag_error(d, "CM0018", "a list of targets has at most %d", MOST_TARGETS);
        return CMC_ERR_USER;
    }
    for (const char *at = o->target; *at;) {
        size_t len = strcspn(at, ",");
        const char *target = cmc_arena_strndup(f->a, at, len);
        CMC_TRY(target ? add_target(f, o, target, d) : CMC_ERR_OOM);
        at += len + (at[len] == ',');
    }
    return CMC_OK;
}

cmc_status drv_compile_fat(const drv_opts *o, cmc_str *out, cmc_diag *d) {
    if (o->output != DRV_OUT_ZEBIN && o->output != DRV_OUT_CHECK_ONLY && o->output != DRV_OUT_SYNTAX) {
        cmc_diag_error(d, "CM0018", "text is written for one target, not for the list '%s'", o->target);
        return CMC_ERR_USER;
    }
    fat f = {.a = cmc_arena_create()};
    cmc_status s = f.a ? compile_each(&f, o, d) : CMC_ERR_OOM;
    if (s == CMC_OK && o->output == DRV_OUT_ZEBIN)
        s = zeb_archive_write(f.entries, f.n, out, d);
    for (size_t i = 0; i < MOST_TARGETS; i++)
        cmc_str_free(&f.images[i]);
    cmc_arena_destroy(f.a);
    return s;
}
