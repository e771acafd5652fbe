// SPDX-License-Identifier: MIT
// The CPU path in the driver: describes the kernels as a zebin does, and lets codegen/host write the file.

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
    z->env.grf_count = 0; // registers are the processor's, and what they do not hold is on a thread's stack
    z->env.simd_size = 1;
    z->env.barrier_count = k->barrier_count;
    z->env.slm_size_b = k->slm_b;
    z->env.has_dpas = k->has_dpas;
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
    host.checks_addresses = o->sanitize & DRV_SANITIZE_ADDRESS;
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
