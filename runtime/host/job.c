// SPDX-License-Identifier: MIT
// One launch on the CPU: what its groups share, and its result.

#include "hx_priv.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHARE = 64, MAX_TOGETHER = 64 };

static _Atomic uint64_t all_findings, serials;

uint64_t hx_findings(void) {
    return atomic_load(&all_findings);
}

void hx_job_fail(hx_job *job, const char *fmt, ...) {
    va_list ap;
    cmc_str text = CMC_STR_INIT;
    if (atomic_exchange(&job->failed, true))
        return;
    va_start(ap, fmt);
    cmc_str_vprintf(&text, fmt, ap);
    va_end(ap);
    zx_error("%s", cmc_str_text(&text));
    cmc_str_free(&text);
}

static bool has_printf(const zeb_kernel *z) {
    for (uint32_t i = 0; i < z->args.len; i++)
        if (z->args.data[i].type == ZEB_ARG_PRINTF_BUFFER)
            return true;
    return false;
}

// Many groups are taken in shares, so that small ones do not meet at the counter.
static uint64_t share_of(uint64_t n_groups) {
    const uint64_t shares = 256;
    const uint64_t share = n_groups / shares;
    return share < 1 ? 1 : share > MAX_SHARE ? MAX_SHARE : share;
}

static bool set_grid(hx_job *job, const zx_implicit *imp) {
    memcpy(job->groups, imp->groups, sizeof job->groups);
    memcpy(job->local, imp->local, sizeof job->local);
    job->n_threads = job->local[0] * job->local[1] * job->local[2];
    return !__builtin_mul_overflow((uint64_t)job->groups[0] * job->groups[1], job->groups[2], &job->n_groups) &&
           job->n_groups < UINT64_MAX / 2;
}

static ze_result_t run(hx_job *job) {
    const hx_config *c = hx_config_get();
    if (job->launch->cooperative)
        hx_pool_run_together(job);
    else
        hx_pool_run(job);
    atomic_fetch_add(&all_findings, job->findings);
    if (!job->failed && job->findings && c->fatal)
        hx_job_fail(job, "%s: the checks found %llu mistake%s", job->kernel, (unsigned long long)job->findings,
                    job->findings == 1 ? "" : "s");
    return job->failed ? ZE_RESULT_ERROR_DEVICE_LOST : ZE_RESULT_SUCCESS;
}

ze_result_t hx_launch(const zx_launch *l, zx_implicit *imp) {
    const zeb_kernel *z = l->mk->zeb;
    const uint32_t declared = z->env.barrier_count;
    hx_values values = {0};
    hx_job job = {.launch = l,
                  .code = l->mk->code,
                  .kernel = z->name,
                  .memory = l->module->context->memory,
                  .serial = atomic_fetch_add(&serials, 1) + 1,
                  .slm_b = l->slm_b,
                  .n_barriers = declared < 1                 ? 1
                                : declared > HX_MAX_BARRIERS ? HX_MAX_BARRIERS
                                                             : declared,
                  .surfaces = l->surfaces,
                  .n_surfaces = l->n_surfaces,
                  .has_break = hx_config_get()->has_break};
    if (!set_grid(&job, imp)) {
        zx_error("kernel '%s': a grid of %ux%ux%u groups is too large", z->name, imp->groups[0], imp->groups[1],
                 imp->groups[2]);
        return ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION;
    }
    job.share = l->cooperative ? 1 : share_of(job.n_groups);
    const bool wants_printf = has_printf(z);
    job.printf_buffer = wants_printf ? zx_printf_buffer(l->module->context) : NULL;
    ze_result_t r = ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    if ((job.printf_buffer || !wants_printf) && hx_values_create(l, &values) && hx_faults_install()) {
        job.values = values.values;
        r = run(&job);
    } else {
        zx_error("kernel '%s': no memory for its arguments", z->name);
    }
    if (job.printf_buffer)
        zx_printf_drain(l->module, job.printf_buffer); // after a fault too: it may say why
    zx_memory_internal_free(l->module->context, job.printf_buffer);
    hx_values_free(&values);
    return r;
}

uint32_t hx_max_cooperative(const zx_kernel *k) {
    (void)k;
    return MAX_TOGETHER;
}
