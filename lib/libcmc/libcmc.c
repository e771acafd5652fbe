// SPDX-License-Identifier: MIT
// The compiler as a library: options as words, source in memory, the result and all messages in one object.

#include <cmc/cmc.h>
#include <cmc/options.h>

#include <stdlib.h>
#include <string.h>

struct cmc_result {
    cmc_arena *arena; // of headers
    cmc_str bytes, log;
    cmc_words headers;
};

// What one call works with besides its result.
typedef struct request {
    tool_opts opts;
    cmc_diag *diag;
    cmc_str report, dumps;
} request;

static cmc_compile_status status_of(cmc_status s, cmc_compile_status user) {
    switch (s) {
    case CMC_OK:
        return CMC_COMPILED;
    case CMC_ERR_OOM:
        return CMC_COMPILE_ERR_MEMORY;
    case CMC_ERR_INTERNAL:
        return CMC_COMPILE_ERR_INTERNAL;
    default:
        return user;
    }
}

static cmc_status refuse(request *r, const char *what, const char *why) {
    cmc_diag_error(r->diag, "CM0003", "%s: %s", what, why);
    return CMC_ERR_USER;
}

// Options that make sense for the tool alone.
static cmc_status check_options(request *r) {
    const tool_opts *o = &r->opts;
    const struct {
        bool given;
        const char *name;
    } files[] = {{o->output != NULL, "-o"},
                 {o->deps, "-MD"},
                 {o->record, "-fsave-optimization-record"},
                 {o->report_file != NULL, "--report-file"},
                 {o->report && o->drv.report_form == DRV_REPORT_HTML, "--report=html"},
                 {o->save_temps, "-save-temps"},
                 {o->dump_asm, "-mdump_asm"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i].given)
            return refuse(r, files[i].name, "the result stays in memory; no file is written");
    if (o->dry_run || o->verbose || o->action != TOOL_COMPILE)
        return refuse(r, "an option that only prints", "use the tool cmc");
    return CMC_OK;
}

// The words as a command line: the parser wants the source's name among them, after "--".
static cmc_status parse(request *r, const char *name, const char *const *options, size_t n) {
    char **words = cmc_arena_alloc(r->opts.arena, (n + 3) * sizeof *words);
    if (!words)
        return CMC_ERR_OOM;
    words[0] = (char *)"cmc";
    for (size_t i = 0; i < n; i++) {
        if (!options[i])
            return refuse(r, "an option", "it is NULL");
        words[i + 1] = (char *)options[i];
    }
    words[n + 1] = (char *)"--";
    words[n + 2] = (char *)name;
    CMC_TRY(tool_parse((int)(n + 3), words, &r->opts, r->diag));
    return check_options(r);
}

static void write_log(request *r, cmc_result *out) {
    cmc_diag_show(r->diag, &out->log);
    cmc_str_append(&out->log, cmc_str_text(&r->dumps));
    cmc_str_append(&out->log, cmc_str_text(&r->report));
}

static cmc_compile_status compile(request *r, const cmc_source *source, const char *const *options, size_t n,
                                  cmc_result *out) {
    const char *name = source->name ? source->name : "kernel.cm";
    cmc_status s = parse(r, name, options, n);
    if (s != CMC_OK)
        return status_of(s, CMC_COMPILE_ERR_OPTION);
    drv_opts *drv = &r->opts.drv;
    drv->text = source->text;
    drv->text_len = source->size_b;
    drv->dump_out = &r->dumps;
    drv->report_out = r->opts.report ? &r->report : NULL;
    drv->files = &out->headers;
    drv->files_arena = out->arena;
    return status_of(drv_compile(drv, &out->bytes, r->diag), CMC_COMPILE_ERR_SOURCE);
}

static cmc_result *create_result(void) {
    cmc_result *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->arena = cmc_arena_create();
    r->bytes = r->log = (cmc_str)CMC_STR_INIT;
    if (r->arena)
        return r;
    free(r);
    return NULL;
}

cmc_compile_status cmc_compile(const cmc_source *source, const char *const *options, size_t n_options,
                               cmc_result **result) {
    if (!result)
        return CMC_COMPILE_ERR_ARGUMENT;
    *result = NULL;
    if (!source || !source->text || (n_options && !options))
        return CMC_COMPILE_ERR_ARGUMENT;
    request r = {.opts = {.drv = DRV_OPTS_INIT, .arena = cmc_arena_create()}, .diag = cmc_diag_create()};
    r.report = r.dumps = (cmc_str)CMC_STR_INIT;
    cmc_result *out = create_result();
    cmc_compile_status s = CMC_COMPILE_ERR_MEMORY;
    if (out && r.diag && r.opts.arena) {
        s = compile(&r, source, options, n_options, out);
        write_log(&r, out);
    }
    cmc_str_free(&r.report);
    cmc_str_free(&r.dumps);
    cmc_diag_destroy(r.diag);
    if (r.opts.arena)
        cmc_arena_destroy(r.opts.arena);
    *result = out;
    return s;
}

const void *cmc_result_bytes(const cmc_result *r) {
    return r && r->bytes.len ? cmc_str_text(&r->bytes) : NULL;
}

size_t cmc_result_size(const cmc_result *r) {
    return r ? r->bytes.len : 0;
}

const char *cmc_result_log(const cmc_result *r) {
    return r ? cmc_str_text(&r->log) : "";
}

size_t cmc_result_header_count(const cmc_result *r) {
    return r ? r->headers.len : 0;
}

const char *cmc_result_header(const cmc_result *r, size_t i) {
    return r && i < r->headers.len ? r->headers.data[i] : NULL;
}

void cmc_result_destroy(cmc_result *r) {
    if (!r)
        return;
    cmc_str_free(&r->bytes);
    cmc_str_free(&r->log);
    cmc_arena_destroy(r->arena);
    free(r);
}

const char *cmc_version(void) {
    return CMC_VERSION;
}

const char *cmc_compile_status_str(cmc_compile_status s) {
    static const char *const texts[] = {
        [CMC_COMPILED] = "compiled",
        [CMC_COMPILE_ERR_ARGUMENT] = "an argument is NULL",
        [CMC_COMPILE_ERR_OPTION] = "an option is wrong",
        [CMC_COMPILE_ERR_SOURCE] = "the source has errors",
        [CMC_COMPILE_ERR_MEMORY] = "out of memory",
        [CMC_COMPILE_ERR_INTERNAL] = "a fault of the compiler",
    };
    return (unsigned)s < sizeof texts / sizeof texts[0] ? texts[s] : "unknown status";
}
