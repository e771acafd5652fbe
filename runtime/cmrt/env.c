// SPDX-License-Identifier: MIT
// The only file of libcmrt that uses the environment.
//
//   CMRT_DEVICE             read: the device to open when the caller names none
//   CMRT_LOG                read: error, warn, info or trace, what is logged to standard error
//   CMRT_CACHE, CMRT_CACHE_MB, CMRT_COMPILER   read: see cmrt_program_build in cmrt.h
//   XDG_CACHE_HOME, HOME    read: the folder of kept results
//   CMRT_BREAK, CMRT_CHECK, CMRT_WATCHDOG, CMRT_WORKERS   read: how the CPU runs kernels (docs/host_device.md)
//   ZE_ENABLE_ALT_DRIVERS   the loader's: respected when set, else set to libze_xesim.so when that is wanted
//   XESIM_DEVICES           the simulator's: set to all targets, the wanted one first, unless the user has set it
//
// The loader opens drivers once per process, in zeInit, and only the environment can select them.

#define _GNU_SOURCE // dladdr
#include "compiler.h"

#include "../host/host.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XESIM_FILE    "libze_xesim.so"
#define COMPILER_FILE "libcmc.so.1"
enum { CACHE_MB = 512, CACHE_MAX_MB = 1 << 20 };

cmrt_log_level cmrt_env_log_level(void) {
    const char *s = getenv("CMRT_LOG");
    return s ? cmrt_log_level_of(s) : CMRT_LOG_NONE;
}

void cmrt_env_log_line(const char *level, const char *text) {
    fprintf(stderr, "cmrt: %s: %s\n", level, text); // one call, so that lines of threads do not mix
}

const char *cmrt_env_device(void) {
    const char *s = getenv("CMRT_DEVICE");
    return s && *s ? s : NULL;
}

// Whether Intel's driver can be loaded: a machine can have the GPU without the driver.
static bool has_intel_driver(void) {
    void *lib = dlopen("libze_intel_gpu.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (lib)
        dlclose(lib);
    return lib != NULL;
}

// Whether there is an accessible render node with an Intel device.
static bool has_render_node(void) {
    DIR *dir = opendir("/dev/dri");
    bool found = false;
    for (struct dirent *e; dir && !found && (e = readdir(dir));) {
        char path[300], vendor[16] = "";
        snprintf(path, sizeof path, "/dev/dri/%s", e->d_name);
        if (strncmp(e->d_name, "renderD", 7) != 0 || access(path, R_OK | W_OK) != 0)
            continue;
        snprintf(path, sizeof path, "/sys/class/drm/%s/device/vendor", e->d_name);
        FILE *f = fopen(path, "r");
        if (f && fgets(vendor, sizeof vendor, f))
            found = strtoul(vendor, NULL, 16) == 0x8086;
        if (f)
            fclose(f);
    }
    if (dir)
        closedir(dir);
    return found;
}

// Checked before zeInit, because afterwards xesim can no longer be added.
static bool has_intel_gpu(void) {
    return has_render_node() && has_intel_driver();
}

// The simulator offers the wanted target first and then the others, so that a process can open several.
static bool set_xesim_devices(const char *wanted) {
    static const char *const targets[] = {
#define CMRT_NAME(id, name, ...) #name,
        CMC_TARGETS(CMRT_NAME)};
    cmc_str list = CMC_STR_INIT;
    wanted = *wanted ? wanted : CMC_TARGET_DEFAULT;
    cmc_str_append(&list, wanted);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (strcmp(targets[i], wanted) != 0)
            cmc_str_printf(&list, ",%s", targets[i]);
    bool ok = !list.oom && setenv("XESIM_DEVICES", cmc_str_text(&list), 0) == 0;
    cmc_str_free(&list);
    return ok;
}

// The path of a file in this library's directory.
static bool beside_library(const char *file, char *path, size_t size) {
    Dl_info self;
    if (!dladdr((void *)(uintptr_t)cmrt_env_device, &self) || !self.dli_fname)
        return false;
    const char *slash = strrchr(self.dli_fname, '/');
    int dir_len = slash ? (int)(slash - self.dli_fname) : 1;
    snprintf(path, size, "%.*s/%s", dir_len, slash ? self.dli_fname : ".", file);
    return access(path, R_OK) == 0;
}

// Looks in this library's directory and in its folder of the package, then where packages are installed.
static bool find_xesim(char path[PATH_MAX]) {
    if (beside_library(XESIM_FILE, path, PATH_MAX) || beside_library("cmc/" XESIM_FILE, path, PATH_MAX))
        return true;
    snprintf(path, PATH_MAX, "%s/" XESIM_FILE, CMRT_LIBDIR);
    return access(path, R_OK) == 0;
}

cmrt_status cmrt_simulator_path(char *path, size_t path_size) {
    char found[PATH_MAX];
    if (!path || !path_size)
        return CMRT_ERR_ARGUMENT;
    if (!find_xesim(found))
        return CMRT_ERR_NO_DEVICE;
    int n = snprintf(path, path_size, "%s", found);
    return n >= 0 && (size_t)n < path_size ? CMRT_OK : CMRT_ERR_ARGUMENT;
}

void cmrt_env_compiler(char *path, size_t size, bool *is_path) {
    const char *user = getenv("CMRT_COMPILER");
    *is_path = true;
    if (user && *user)
        snprintf(path, size, "%s", user);
    else if (!beside_library(COMPILER_FILE, path, size)) {
        snprintf(path, size, COMPILER_FILE);
        *is_path = false;
    }
}

// A relative folder would be another one in each process.
static bool folder_in(const char *variable, const char *suffix, char *path, size_t size) {
    const char *base = getenv(variable);
    return base && *base == '/' && (size_t)snprintf(path, size, "%s%s", base, suffix) < size;
}

bool cmrt_env_cache(char *path, size_t size) {
    const char *user = getenv("CMRT_CACHE");
    if (user && strcmp(user, "off") == 0)
        return false;
    return folder_in("CMRT_CACHE", "", path, size) || folder_in("XDG_CACHE_HOME", "/cmc", path, size) ||
           folder_in("HOME", "/.cache/cmc", path, size);
}

uint64_t cmrt_env_cache_size_b(void) {
    const char *user = getenv("CMRT_CACHE_MB");
    char *end = NULL;
    unsigned long mb = user ? strtoul(user, &end, 10) : CACHE_MB;
    if (user && (end == user || *end || mb > CACHE_MAX_MB))
        mb = CACHE_MB;
    return (uint64_t)mb << 20;
}

cmrt_status cmrt_env_prepare(const cmrt_spec *spec, char *message, size_t message_size) {
    char path[PATH_MAX];
    if (getenv("ZE_ENABLE_ALT_DRIVERS")) { // the user has selected the drivers
        bool ok = spec->kind != CMRT_KIND_XESIM || !spec->target[0] || set_xesim_devices(spec->target);
        return ok ? CMRT_OK : CMRT_ERR_MEMORY;
    }
    if (spec->kind == CMRT_KIND_GPU || (spec->kind == CMRT_KIND_ANY && has_intel_gpu()))
        return CMRT_OK;
    if (!find_xesim(path)) {
        snprintf(message, message_size,
                 "no Intel GPU found, and the simulator's driver " XESIM_FILE
                 " is neither beside libcmrt.so nor in %s; install the package xesim, or run on the CPU with "
                 "CMRT_DEVICE=host",
                 CMRT_LIBDIR);
        return CMRT_ERR_NO_DEVICE;
    }
    bool ok = set_xesim_devices(spec->target) && setenv("ZE_ENABLE_ALT_DRIVERS", path, 0) == 0;
    if (!ok)
        snprintf(message, message_size, "out of memory");
    return ok ? CMRT_OK : CMRT_ERR_MEMORY;
}

// The CPU device

enum { DEFAULT_WATCHDOG_S = 60, MAX_WORKERS = 1024 };

static void print(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void print_line(const char *text) {
    fputs(text, stderr);
}

// "5,3": group and thread.
static bool parse_break(const char *text, hx_config *c) {
    char *end;
    c->break_group = strtoull(text, &end, 10);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    c->break_thread = (uint32_t)strtoul(second, &end, 10);
    c->has_break = true;
    return end != second && !*end;
}

// "1", "bounds", "all", each also with ",fatal".
static bool parse_check(const char *text, hx_config *c) {
    static const char *const lists[] = {"1", "bounds", "all"};
    const size_t len = strcspn(text, ",");
    if (strcmp(text, "0") == 0)
        return true;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        c->report |= strlen(lists[i]) == len && strncmp(text, lists[i], len) == 0;
    c->fatal = strcmp(text + len, ",fatal") == 0;
    return c->report && (!text[len] || c->fatal);
}

static bool parse_watchdog(const char *text, hx_config *c) {
    char *end;
    const double seconds = strtod(text, &end);
    c->watchdog_ns = (uint64_t)(seconds * 1e9);
    return end != text && !*end && seconds >= 0 && seconds < 1e9;
}

static bool parse_workers(const char *text, hx_config *c) {
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    c->n_workers = (unsigned)n;
    return end != text && !*end && n <= MAX_WORKERS;
}

cmrt_status cmrt_env_host(hx_config *c, char *message, size_t message_size) {
    static const struct {
        const char *variable, *expected;
        bool (*parse)(const char *text, hx_config *c);
    } rows[] = {{"CMRT_BREAK", "GROUP,THREAD", parse_break},
                {"CMRT_CHECK", "bounds or all, and fatal after a comma", parse_check},
                {"CMRT_WATCHDOG", "seconds", parse_watchdog},
                {"CMRT_WORKERS", "a number up to 1024", parse_workers}};
    *c = (hx_config){.watchdog_ns = DEFAULT_WATCHDOG_S * 1000000000ull, .print = print, .log = print_line};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = getenv(rows[i].variable);
        if (!text || !*text || rows[i].parse(text, c))
            continue;
        snprintf(message, message_size, "%s: '%s', expected %s", rows[i].variable, text, rows[i].expected);
        return CMRT_ERR_ARGUMENT;
    }
    return CMRT_OK;
}
