// SPDX-License-Identifier: MIT
// Programs with host code and kernels in one file: the host code and, in a thread of their own, the kernels for each
// target are compiled from the same source, and the object file of the host takes both.

#include <cmc/driver.h>
#include <cmc/frontend.h>
#include <cmc/hash.h>

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TARGETS = 16 };
typedef struct device_job {
    drv_opts drv;
    const char *targets; // a comma list
    cmc_str out[MAX_TARGETS];
    char names[MAX_TARGETS][16];
    size_t n;
    cmc_diag *diag;
    cmc_status status;
} device_job;

static void *compile_device(void *data) {
    device_job *dev = data;
    for (const char *at = dev->targets; *at && dev->n < MAX_TARGETS && dev->status == CMC_OK; dev->n++) {
        size_t len = strcspn(at, ",");
        snprintf(dev->names[dev->n], sizeof dev->names[0], "%.*s", (int)len, at);
        dev->drv.target = dev->names[dev->n];
        dev->out[dev->n] = (cmc_str)CMC_STR_INIT;
        dev->status = drv_compile(&dev->drv, &dev->out[dev->n], dev->diag);
        at += len + (at[len] == ',');
    }
    return NULL;
}

// Whether d has a message already: both parts parse the same source.
static bool is_known(const cmc_diag *d, const cmc_message *m) {
    for (size_t i = 0; i < cmc_diag_count(d); i++) {
        const cmc_message *other = cmc_diag_get(d, i);
        if (other->loc.line == m->loc.line && other->loc.col == m->loc.col && strcmp(other->text, m->text) == 0)
            return true;
    }
    return false;
}

static void take_messages(cmc_diag *to, const cmc_diag *from) {
    for (size_t i = 0; i < cmc_diag_count(from); i++) {
        const cmc_message *m = cmc_diag_get(from, i);
        if (!is_known(to, m))
            cmc_diag_add(to, m->severity, m->code, m->loc, "%s", m->text);
    }
}

static cmc_status emit(fe_host *host, const device_job *dev, cmc_str *out) {
    fe_image images[MAX_TARGETS];
    for (size_t i = 0; i < dev->n; i++)
        images[i] = (fe_image){dev->names[i], cmc_str_text(&dev->out[i]), dev->out[i].len};
    return fe_host_emit(host, images, dev->n, out);
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

// A list of options with one more. The caller frees it.
static const char **with_option(const char *const *args, size_t n, const char *more) {
    const char **all = malloc((n + 1) * sizeof *all);
    if (!all)
        return NULL;
    if (n)
        memcpy(all, args, n * sizeof *all);
    all[n] = more;
    return all;
}

// Both parts at the same time, with a list of options each that ends with the mark of the file.
static cmc_status compile_both(const drv_sycl_opts *o, const char *const *device_args, const char *const *host_args,
                               cmc_str *out, cmc_diag *d) {
    device_job dev = {.drv = o->device, .targets = o->targets, .diag = cmc_diag_create()};
    fe_host_opts host_opts = {
        .size = sizeof host_opts, .file = o->device.file, .args = host_args, .n_args = o->n_host_args + 1};
    pthread_t thread;
    if (!dev.diag)
        return CMC_ERR_OOM;
    if (!o->device.no_pch)
        (void)fe_builtin_pch(FE_PCH_SYCL_HOST, &host_opts.pch, &host_opts.pch_len); // else Clang parses the headers
    dev.drv.args = device_args;
    dev.drv.n_args = o->device.n_args + 1;
    dev.drv.input = DRV_IN_CM;
    dev.drv.sycl = true;
    bool parallel = pthread_create(&thread, NULL, compile_device, &dev) == 0;
    if (!parallel)
        (void)compile_device(&dev);
    fe_host *host = fe_host_compile(&host_opts, d);
    if (parallel)
        pthread_join(thread, NULL);
    take_messages(d, dev.diag);
    cmc_status s = !host ? CMC_ERR_USER : dev.status;
    if (s == CMC_OK)
        s = emit(host, &dev, out);
    fe_host_destroy(host);
    for (size_t i = 0; i < dev.n; i++)
        cmc_str_free(&dev.out[i]);
    cmc_diag_destroy(dev.diag);
    return s;
}

cmc_status drv_sycl_compile(const drv_sycl_opts *o, cmc_str *out, cmc_diag *d) {
    assert(o && o->device.file && o->targets && out && d);
    char macro[48];
    CMC_TRY(unit_macro(o, macro, sizeof macro, d));
    const char **device_args = with_option(o->device.args, o->device.n_args, macro);
    const char **host_args = with_option(o->host_args, o->n_host_args, macro);
    cmc_status s = device_args && host_args ? compile_both(o, device_args, host_args, out, d) : CMC_ERR_OOM;
    free(device_args);
    free(host_args);
    return s;
}

cmc_status drv_link_line(const char *const *args, size_t n_args, cmc_arena *a, cmc_words *out, cmc_diag *d) {
    return fe_host_link_line(args, n_args, a, out, d);
}
