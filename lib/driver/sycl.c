// SPDX-License-Identifier: MIT
// Programs with host code and kernels in one file: the host code and, in a thread for each target, the kernels are
// compiled from the same source, and the object file of the host takes all.

#include "driver_priv.h"

#include <cmc/frontend.h>
#include <cmc/hash.h>
#include <cmc/host_abi.h>

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TARGETS = 16, NAME_B = 16 };
typedef struct device_job {
    drv_opts drv;
    char target[NAME_B];
    bool optional; // the program is made without it when it has no form
    pthread_t thread;
    bool in_thread;
    cmc_str out;
    cmc_diag *diag;
    cmc_status status;
} device_job;

typedef struct device_jobs {
    device_job all[MAX_TARGETS];
    size_t n;
} device_jobs;

static void *compile_device(void *data) {
    device_job *dev = data;
    dev->status = drv_compile(&dev->drv, &dev->out, dev->diag);
    return NULL;
}

static cmc_status add_job(device_jobs *jobs, const drv_opts *drv, const char *target, size_t len) {
    if (jobs->n == MAX_TARGETS)
        return CMC_OK;
    device_job *dev = &jobs->all[jobs->n];
    *dev = (device_job){.drv = *drv, .out = CMC_STR_INIT, .diag = cmc_diag_create()};
    if (!dev->diag)
        return CMC_ERR_OOM;
    snprintf(dev->target, sizeof dev->target, "%.*s", (int)len, target);
    dev->drv.target = dev->target;
    if (strcmp(dev->target, CMC_HOST_TARGET) != 0) {
        dev->drv.host_cpu = NULL;
        dev->drv.sanitize = 0;
    }
    jobs->n++;
    return CMC_OK;
}

// A job for each target of the list, and one for the CPU that may fail.
static cmc_status make_jobs(const drv_sycl_opts *o, const drv_opts *drv, device_jobs *jobs, cmc_diag *d) {
    if (drv->sanitize && !o->cpu_if_possible && !drv_has_host(o->targets)) {
        cmc_diag_error(d, "CM0027", "-fsanitize checks kernels for the CPU; add -fsycl-targets=" CMC_HOST_TARGET);
        return CMC_ERR_USER;
    }
    for (const char *at = o->targets; *at;) {
        size_t len = strcspn(at, ",");
        CMC_TRY(add_job(jobs, drv, at, len));
        at += len + (at[len] == ',');
    }
    if (!o->cpu_if_possible)
        return CMC_OK;
    CMC_TRY(add_job(jobs, drv, CMC_HOST_TARGET, strlen(CMC_HOST_TARGET)));
    jobs->all[jobs->n - 1].optional = true;
    return CMC_OK;
}

static void start_jobs(device_jobs *jobs) {
    for (size_t i = 0; i < jobs->n; i++) {
        device_job *dev = &jobs->all[i];
        dev->in_thread = pthread_create(&dev->thread, NULL, compile_device, dev) == 0;
        if (!dev->in_thread)
            (void)compile_device(dev);
    }
}

static void join_jobs(device_jobs *jobs) {
    for (size_t i = 0; i < jobs->n; i++)
        if (jobs->all[i].in_thread)
            pthread_join(jobs->all[i].thread, NULL);
}

static void free_jobs(device_jobs *jobs) {
    for (size_t i = 0; i < jobs->n; i++) {
        cmc_str_free(&jobs->all[i].out);
        cmc_diag_destroy(jobs->all[i].diag);
    }
}

// Why a program has no member for the CPU, as a note: it is right without.
static void explain(cmc_diag *to, const cmc_diag *from) {
    for (size_t i = 0; i < cmc_diag_count(from); i++) {
        const cmc_message *m = cmc_diag_get(from, i);
        if (m->severity != CMC_ERROR)
            continue;
        cmc_diag_add(to, CMC_NOTE, "", m->loc, "the program does not run with CMRT_DEVICE=host: %s", m->text);
        return;
    }
}

// The messages of all jobs, and whether the program can be made.
static cmc_status finish_jobs(const device_jobs *jobs, cmc_diag *d) {
    cmc_status s = CMC_OK;
    for (size_t i = 0; i < jobs->n; i++) {
        const device_job *dev = &jobs->all[i];
        if (!dev->optional)
            drv_take_messages(d, dev->diag);
        else if (s == CMC_OK && dev->status == CMC_ERR_USER)
            explain(d, dev->diag);
        else if (s == CMC_OK)
            drv_take_messages(d, dev->diag);
        if (s == CMC_OK && !(dev->optional && dev->status == CMC_ERR_USER))
            s = dev->status;
    }
    return s;
}

static cmc_status emit(fe_host *host, const device_jobs *jobs, cmc_str *out) {
    fe_image images[MAX_TARGETS];
    size_t n = 0;
    for (size_t i = 0; i < jobs->n; i++) {
        const device_job *dev = &jobs->all[i];
        if (dev->status == CMC_OK)
            images[n++] = (fe_image){dev->target, cmc_str_text(&dev->out), dev->out.len};
    }
    return fe_host_emit(host, images, n, out);
}

// The mark of a file in the names of its kernels, as a macro: from its name, its text and the options. Two files may
// have types of the same name that no other file sees.
static cmc_status unit_macro(const drv_sycl_opts *o, char *macro, size_t size, cmc_diag *d) {
    uint8_t *text = NULL;
    size_t len = 0;
    CMC_TRY(cmc_file_read(o->device.file, &text, &len, d));
    uint64_t hash = cmc_hash(CMC_HASH_BASIS, text, len);
    hash = cmc_hash(hash, o->device.file, strlen(o->device.file));
    for (size_t i = 0; i < o->n_host_args; i++)
        hash = cmc_hash(hash, o->host_args[i], strlen(o->host_args[i]));
    free(text);
    snprintf(macro, size, "-D__CMC_UNIT__=\".u%08x\"", (unsigned)(hash ^ hash >> 32));
    return CMC_OK;
}

// A list of options with more. The caller frees it.
static const char **with_options(const char *const *args, size_t n, const char *const *more, size_t n_more) {
    const char **all = malloc((n + n_more) * sizeof *all);
    if (!all)
        return NULL;
    if (n)
        memcpy(all, args, n * sizeof *all);
    memcpy(all + n, more, n_more * sizeof *all);
    return all;
}

static cmc_status compile_host(const drv_sycl_opts *o, const char *const *args, size_t n_args, device_jobs *jobs,
                               cmc_str *out, cmc_diag *d) {
    fe_host_opts fe = {.size = sizeof fe, .file = o->device.file, .args = args, .n_args = n_args};
    if (!o->device.no_pch)
        (void)fe_builtin_pch(FE_PCH_SYCL_HOST, &fe.pch, &fe.pch_len); // else Clang parses the headers
    start_jobs(jobs);
    fe_host *host = fe_host_compile(&fe, d);
    join_jobs(jobs);
    cmc_status s = finish_jobs(jobs, d);
    if (!host)
        s = CMC_ERR_USER;
    if (s == CMC_OK)
        s = emit(host, jobs, out);
    fe_host_destroy(host);
    return s;
}

// The host's part and the kernels for each target at the same time, with a list of options each that ends with the mark
// of the file.
static cmc_status compile_both(const drv_sycl_opts *o, const char *const *device_args, const char *const *host_args,
                               size_t n_host_args, cmc_str *out, cmc_diag *d) {
    device_jobs jobs = {.n = 0};
    drv_opts drv = o->device;
    drv.args = device_args;
    drv.n_args = o->device.n_args + 1;
    drv.input = DRV_IN_CM;
    drv.sycl = true;
    cmc_status s = make_jobs(o, &drv, &jobs, d);
    if (s == CMC_OK)
        s = compile_host(o, host_args, n_host_args, &jobs, out, d);
    free_jobs(&jobs);
    return s;
}

cmc_status drv_sycl_compile(const drv_sycl_opts *o, cmc_str *out, cmc_diag *d) {
    assert(o && o->device.file && o->targets && out && d);
    char macro[48];
    CMC_TRY(unit_macro(o, macro, sizeof macro, d));
    // The folder is no part of the mark: the same program comes from a compiler that is installed elsewhere.
    const char *const more[] = {macro, "-resource-dir", o->resource_dir};
    const size_t n_more = o->resource_dir ? 3 : 1;
    const char **device_args = with_options(o->device.args, o->device.n_args, more, 1);
    const char **host_args = with_options(o->host_args, o->n_host_args, more, n_more);
    cmc_status s = CMC_ERR_OOM;
    if (device_args && host_args)
        s = compile_both(o, device_args, host_args, o->n_host_args + n_more, out, d);
    free(device_args);
    free(host_args);
    return s;
}

cmc_status drv_link_line(const char *const *args, size_t n_args, cmc_arena *a, cmc_words *out, cmc_diag *d) {
    return fe_host_link_line(args, n_args, a, out, d);
}
