// SPDX-License-Identifier: MIT
// Programs from source: libcmc is loaded when the first one is not among the kept results. A host that never builds a
// program never loads a compiler.

#define _GNU_SOURCE // dlinfo
#include "compiler.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define COMPILER_PACKAGE "libcmc1"

typedef struct compiler {
    void *library;
    __typeof__(&cmc_compile) compile;
    __typeof__(&cmc_result_bytes) bytes;
    __typeof__(&cmc_result_size) size;
    __typeof__(&cmc_result_log) log;
    __typeof__(&cmc_result_header_count) header_count;
    __typeof__(&cmc_result_header) header;
    __typeof__(&cmc_result_destroy) destroy;
} compiler;

// Loaded once and kept: LLVM does not like to be unloaded.
static struct {
    pthread_mutex_t lock;
    compiler c;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *symbol(compiler *c, const char *name, bool *ok) {
    void *s = dlsym(c->library, name);
    *ok &= s != NULL;
    return s;
}

static bool find_functions(compiler *c) {
    bool ok = true;
    *(void **)&c->compile = symbol(c, "cmc_compile", &ok);
    *(void **)&c->bytes = symbol(c, "cmc_result_bytes", &ok);
    *(void **)&c->size = symbol(c, "cmc_result_size", &ok);
    *(void **)&c->log = symbol(c, "cmc_result_log", &ok);
    *(void **)&c->header_count = symbol(c, "cmc_result_header_count", &ok);
    *(void **)&c->header = symbol(c, "cmc_result_header", &ok);
    *(void **)&c->destroy = symbol(c, "cmc_result_destroy", &ok);
    return ok;
}

static cmrt_status load_locked(cmrt_device *d, const char *path) {
    if (shared.c.library)
        return CMRT_OK;
    compiler c = {.library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!c.library)
        return cmrt_fail(d, CMRT_ERR_UNSUPPORTED,
                         "building a program needs the compiler's library, package " COMPILER_PACKAGE ": %s",
                         dlerror());
    if (!find_functions(&c)) {
        dlclose(c.library);
        return cmrt_fail(d, CMRT_ERR_UNSUPPORTED, "'%s' is not the compiler's library: it lacks functions", path);
    }
    shared.c = c;
    return CMRT_OK;
}

static cmrt_status load(cmrt_device *d, const char *path) {
    pthread_mutex_lock(&shared.lock);
    cmrt_status s = load_locked(d, path);
    pthread_mutex_unlock(&shared.lock);
    return s;
}

// What distinguishes one libcmc from another without loading it. Without a folder only the loader knows the file.
static cmrt_status identify(cmrt_device *d, char path[PATH_MAX], cmc_str *out) {
    bool is_path;
    struct stat st;
    cmrt_env_compiler(path, PATH_MAX, &is_path);
    if (!is_path) {
        struct link_map *map;
        CMRT_TRY(load(d, path));
        if (dlinfo(shared.c.library, RTLD_DI_LINKMAP, &map) == 0)
            snprintf(path, PATH_MAX, "%s", map->l_name);
    }
    if (stat(path, &st) != 0)
        return load(d, path); // says why
    cmc_str_printf(out, "%s %lld %lld.%09ld", path, (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                   st.st_mtim.tv_nsec);
    return out->oom ? cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory") : CMRT_OK;
}

// The user's words after the target's.
static cmrt_status split_options(cmrt_device *d, const char *options, cmc_arena *a, cmc_words *out) {
    cmc_str buf = CMC_STR_INIT;
    const char *target = cmc_arena_printf(a, "-march=%s", d->info.target);
    bool ok = target && cmc_vec_push(a, out, target);
    for (const char *w; ok && options && (w = cmc_word_next(&options, &buf));) {
        const char *copy = cmc_arena_strdup(a, w);
        ok = copy && cmc_vec_push(a, out, copy);
    }
    ok = ok && !buf.oom;
    cmc_str_free(&buf);
    return ok ? CMRT_OK : cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
}

static cmrt_status status_of(cmc_compile_status s) {
    switch (s) {
    case CMC_COMPILED:
        return CMRT_OK;
    case CMC_COMPILE_ERR_MEMORY:
        return CMRT_ERR_MEMORY;
    case CMC_COMPILE_ERR_ARGUMENT:
    case CMC_COMPILE_ERR_OPTION:
    case CMC_COMPILE_ERR_SOURCE:
    case CMC_COMPILE_ERR_INTERNAL:
        break;
    }
    return CMRT_ERR_BUILD;
}

// Two compilations of one process may run at once, and so may equal ones: the last store wins.
static cmrt_status compile(cmrt_device *d, const cmrt_job *job, const char *path, cmrt_built *out) {
    CMRT_TRY(load(d, path));
    const compiler *c = &shared.c;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    out->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    cmc_source source = {.name = "kernel.cm", .text = job->source, .size_b = job->source_b};
    cmrt_status s = status_of(c->compile(&source, job->options->data, job->options->len, &out->result));
    if (!out->result)
        return cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    out->bytes = c->bytes(out->result);
    out->size_b = c->size(out->result);
    out->log = c->log(out->result);
    if (s != CMRT_OK)
        return cmrt_fail(d, s, "%s", out->log);
    cmc_arena *a = cmc_arena_create();
    cmc_words headers = {0};
    bool ok = a != NULL;
    for (size_t i = 0; ok && i < c->header_count(out->result); i++)
        ok = cmc_vec_push(a, &headers, c->header(out->result, i));
    if (ok)
        cmrt_cache_store(job, out, headers.data, headers.len);
    if (a)
        cmc_arena_destroy(a);
    return CMRT_OK;
}

// The text names the time of its compilation.
static bool changes_with_time(const char *source) {
    return strstr(source, "__TIME__") || strstr(source, "__DATE__") || strstr(source, "__TIMESTAMP__");
}

static cmrt_status build(cmrt_device *d, const char *source, const cmc_words *options, cmrt_built *out) {
    char path[PATH_MAX];
    cmc_str id = CMC_STR_INIT;
    cmrt_status s = identify(d, path, &id);
    cmrt_job job = {source, strlen(source), options, cmc_str_text(&id)};
    if (s == CMRT_OK && (changes_with_time(source) || !cmrt_cache_find(&job, out)))
        s = compile(d, &job, path, out);
    cmc_str_free(&id);
    return s;
}

cmrt_status cmrt_program_build(cmrt_device *d, const char *source, const char *options, cmrt_program **program) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, program, CMRT_ERR_ARGUMENT, "cmrt_program_build: program is NULL");
    *program = NULL;
    CMRT_NEED(d, source, CMRT_ERR_ARGUMENT, "cmrt_program_build: source is NULL");
    CMRT_NEED(d, d->info.target[0], CMRT_ERR_TARGET, "libcmrt does not know the target of device '%s'", d->info.name);
    cmc_arena *a = cmc_arena_create();
    CMRT_NEED(d, a, CMRT_ERR_MEMORY, "out of memory");
    cmc_words words = {0};
    cmrt_built built = {0};
    cmrt_status s = split_options(d, options, a, &words);
    if (s == CMRT_OK)
        s = build(d, source, &words, &built);
    if (s == CMRT_OK)
        s = cmrt_program_load(d, built.bytes, built.size_b, program);
    if (s == CMRT_OK)
        s = cmrt_program_set_log(*program, built.log);
    free(built.memory);
    if (built.result)
        shared.c.destroy(built.result);
    cmc_arena_destroy(a);
    return s;
}
