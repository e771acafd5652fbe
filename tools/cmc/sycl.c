// SPDX-License-Identifier: MIT
// cmc -fsycl: programs with host code and kernels in one file.
//
//   cmc -fsycl app.cpp -o app       each source: its kernels for the GPU and its host code, at the same time; one object
//                                   file of both; then the host's linker
//   cmc -fsycl -c app.cpp           the object file alone
//
// Options for the GPU part are taken out, those for the C++ of both parts are given to both, all others to the host
// part.

#include "sycl.h"

#include <cmc/options.h>

#include <cmc/host_abi.h>
#include <cmc/isa.h>

#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct sycl_job {
    cmc_arena *arena;
    cmc_diag *diag;
    cmc_words sources, host, device, link, warnings;
    const char *output, *targets;
    unsigned sanitize;
    const char *cpu; // of -march or -mcpu; NULL: this machine's
    const char *rpass, *rpass_missed, *rpass_analysis;
    unsigned opt_level;
    uint32_t grf_count;
    bool only_object, only_check, debug_info, verbose, any_device;
} sycl_job;

#define PUSH(job, list, word)                                                                                          \
    do {                                                                                                               \
        if (!cmc_vec_push((job)->arena, &(job)->list, (word)))                                                         \
            return CMC_ERR_OOM;                                                                                        \
    } while (0)

static bool starts(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool ends(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && strcmp(s + n - m, suffix) == 0;
}

// What happens to an option. SEPARATE: its value is the next word, unless the option's own word goes on.
// WARNING: may be about cmc's own warnings, which Clang does not know; -Werror and -w are for both.
enum { DROP = 1, DEVICE = 2, HOST = 4, LINK = 8, SEPARATE = 16, EXACT = 32, WARNING = 64 };
static const struct {
    const char *name; // a prefix unless EXACT
    int what;
} rows[] = {
    {"-fsycl", DROP | EXACT},
    {"-fsycl-unnamed-lambda", DROP | EXACT},
    {"-fsycl-device-code-split", DROP},
    {"-fsycl-esimd-force-stateless-mem", DROP | EXACT},
    {"-fsycl-id-queries-fit-in-int", DROP | EXACT},
    {"-fsycl-rdc", DROP | EXACT},
    {"-fsycl-allow-func-ptr", DROP | EXACT},
    {"-fsycl-embed-ir", DROP | EXACT},
    {"-fsycl-range-rounding=", DROP},
    {"-fsycl-max-parallel-link-jobs=", DROP},
    {"-fpreview-breaking-changes", DROP | EXACT},
    {"-fp-model=", DROP},
    {"-fno-sycl-", DROP},
    {"-Xspirv-translator", DROP | SEPARATE},
    {"-Wno-sycl", DROP},
    {"-Wl,", LINK},
    {"-Wa,", HOST},
    {"-Wp,", HOST},
    {"-W", HOST | WARNING},
    {"-D", HOST | DEVICE | SEPARATE},
    {"-U", HOST | DEVICE | SEPARATE},
    {"-include", HOST | DEVICE | SEPARATE},
    {"-isystem", HOST | DEVICE | SEPARATE},
    {"-iquote", HOST | DEVICE | SEPARATE},
    {"-I", HOST | DEVICE | SEPARATE},
    {"-std=", HOST | DEVICE},
    {"-ffast-math", HOST | DEVICE | EXACT},
    {"-ffp-contract=", HOST | DEVICE},
    {"-w", HOST | DEVICE | EXACT | WARNING},
    {"-Xclang", HOST | SEPARATE},
    {"-MF", HOST | SEPARATE},
    {"-MT", HOST | SEPARATE},
    {"-MQ", HOST | SEPARATE},
    {"-Xlinker", LINK | SEPARATE},
    {"-L", LINK | SEPARATE},
    {"-l", LINK | SEPARATE},
    {"-shared", LINK | EXACT},
    {"-static", LINK},
    {"-rdynamic", LINK | EXACT},
    {"-pthread", LINK | HOST | EXACT},
    {"-fuse-ld=", LINK},
    {"-rpath", LINK | SEPARATE},
    {"-z", LINK | SEPARATE},
};

static int row_of(const char *word, size_t *name_len) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        *name_len = strlen(rows[i].name);
        if ((rows[i].what & EXACT) ? strcmp(word, rows[i].name) == 0 : starts(word, rows[i].name))
            return rows[i].what;
    }
    *name_len = strlen(word);
    return HOST; // warnings, code generation of the host
}

static cmc_status keep(sycl_job *j, int what, const char *word) {
    if (what & DEVICE)
        PUSH(j, device, word);
    if (what & HOST)
        PUSH(j, host, word);
    if (what & LINK)
        PUSH(j, link, word);
    return CMC_OK;
}

static cmc_status take_warning(sycl_job *j, int what, const char *word) {
    bool ours;
    CMC_TRY(drv_warning_option(word, &ours, j->diag));
    PUSH(j, warnings, word);
    return keep(j, ours ? DEVICE : what, word);
}

#define DEFAULT_TARGET "bmg"

// The target of a device in -fsycl-targets and -device; NULL for an unknown one.
static const char *target_of(const char *name) {
    if (strcmp(name, "spir64") == 0)
        return DEFAULT_TARGET;
    if (strcmp(name, CMC_HOST_TARGET) == 0 || strcmp(name, "native_cpu") == 0)
        return CMC_HOST_TARGET;
    const isa_model *m = isa_model_find(starts(name, "intel_gpu_") ? name + strlen("intel_gpu_") : name);
    return m ? m->name : NULL;
}

// Adds a comma list of devices to the targets, each once.
static cmc_status add_targets(sycl_job *j, const char *list) {
    while (*list) {
        size_t n = strcspn(list, ",");
        const char *name = cmc_arena_printf(j->arena, "%.*s", (int)n, list);
        if (!name)
            return CMC_ERR_OOM;
        list += n + (list[n] == ',');
        if (n == 0 || strcmp(name, "spir64_gen") == 0) // -device names its devices
            continue;
        const char *target = target_of(name);
        if (!target) {
            cmc_diag_error(j->diag, "CM0002", "unknown device '%s'; the targets are %s, " CMC_HOST_TARGET, name,
                           isa_model_names());
            return CMC_ERR_USER;
        }
        j->any_device |= strcmp(name, "spir64") == 0;
        if (!j->targets)
            j->targets = target;
        else if (!strstr(j->targets, target))
            j->targets = cmc_arena_printf(j->arena, "%s,%s", j->targets, target);
    }
    return CMC_OK;
}

// The words of -Xs: "-device bmg -options -doubleGRF".
static cmc_status backend_options(sycl_job *j, const char *text) {
    char *copy = cmc_arena_printf(j->arena, "%s", text), *state = NULL;
    if (!copy)
        return CMC_ERR_OOM;
    for (char *w = strtok_r(copy, " \t\"'", &state); w; w = strtok_r(NULL, " \t\"'", &state)) {
        if (strcmp(w, "-device") == 0) {
            w = strtok_r(NULL, " \t\"'", &state);
            if (w)
                CMC_TRY(add_targets(j, w));
        } else if (strcmp(w, "-doubleGRF") == 0 || strcmp(w, "-ze-opt-large-register-file") == 0 ||
                   strcmp(w, "-cl-intel-256-GRF-per-thread") == 0) {
            j->grf_count = 256;
        } else if (strcmp(w, "-cl-intel-enable-auto-large-GRF-mode") == 0) {
            j->grf_count = DRV_GRF_AUTO;
        } else if (strcmp(w, "-Xfinalizer") == 0 || strcmp(w, "--format") == 0) {
            const char *value = strtok_r(NULL, " \t\"'", &state);
            if (strcmp(w, "-Xfinalizer") == 0)
                cmc_diag_add(j->diag, CMC_WARNING, "CM0025", (cmc_loc){0},
                             "'-Xfinalizer %s' is for Intel's compiler and has no effect", value ? value : "");
        } else if (strcmp(w, "-options") != 0 && strcmp(w, "-vc-codegen") != 0 &&
                   strcmp(w, "-vc-disable-indvars-opt") != 0) {
            cmc_diag_error(j->diag, "CM0003", "unknown option '%s' for the GPU part", w);
            return CMC_ERR_USER;
        }
    }
    return CMC_OK;
}

static cmc_status input(sycl_job *j, const char *file) {
    static const char *const suffixes[] = {".cpp", ".cc", ".cxx", ".c++", ".C", ".sycl", ".c", ".ii"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (ends(file, suffixes[i])) {
            PUSH(j, sources, file);
            return CMC_OK;
        }
    PUSH(j, link, file);
    return CMC_OK;
}

// -ftarget-register-alloc-mode=pvc:large: the size of the register file. There is one for all devices.
static cmc_status register_mode(sycl_job *j, const char *modes) {
    if (strstr(modes, ":large")) {
        j->grf_count = 256;
    } else if (strstr(modes, ":auto")) {
        j->grf_count = DRV_GRF_AUTO;
    } else if (!strstr(modes, ":small") && !strstr(modes, ":default")) {
        cmc_diag_error(j->diag, "CM0003", "unknown register mode '%s'; expected device:small, large, auto or default",
                       modes);
        return CMC_ERR_USER;
    }
    return CMC_OK;
}

// Of the CPU's kernels; host code has no checks.
static cmc_status sanitize(sycl_job *j, const char *option) {
    if (!drv_sanitizers(strchr(option, '=') + 1, &j->sanitize)) {
        cmc_diag_error(j->diag, "CM0003", "'%s': %s", option, DRV_SANITIZERS);
        return CMC_ERR_USER;
    }
    return CMC_OK;
}

// What Intel's compiler defines; programs select code by it.
static cmc_status intel_macros(sycl_job *j) {
    static const char macro[] = "-D__INTEL_LLVM_COMPILER=20250200";
    PUSH(j, host, macro);
    PUSH(j, device, macro);
    return CMC_OK;
}

// Kernels for the CPU are for the processor that the host code is for.
static void set_cpu(sycl_job *j, const char *option) {
    const char *cpu = strchr(option, '=') + 1;
    j->cpu = strcmp(cpu, "native") == 0 ? NULL : cpu;
}

// With -fsycl, cmc makes objects and programs only.
static cmc_status stops_early(sycl_job *j, const char *arg) {
    cmc_diag_error(
        j->diag, "CM0003",
        "'%s' is not possible with -fsycl; for the kernels alone, leave -fsycl out, as in cmc %s app.cpp -o -", arg,
        arg);
    return CMC_ERR_USER;
}

static cmc_status need_value(sycl_job *j, const tool_words *w, uint32_t i) {
    if (i + 1 < w->len)
        return CMC_OK;
    cmc_diag_error(j->diag, "CM0003", "option '%s' needs a value", w->data[i]);
    return CMC_ERR_USER;
}

static cmc_status word(sycl_job *j, const tool_words *w, uint32_t *i) {
    const char *arg = w->data[*i];
    size_t name_len;
    if (arg[0] != '-' || !arg[1])
        return input(j, arg);
    if (strcmp(arg, "-o") == 0) {
        CMC_TRY(need_value(j, w, *i));
        j->output = w->data[++*i];
        if (strcmp(j->output, "-") == 0) {
            cmc_diag_error(j->diag, "CM0003", "'-o -' is not possible with -fsycl; name a file");
            return CMC_ERR_USER;
        }
        return CMC_OK;
    }
    if (strcmp(arg, "-c") == 0)
        j->only_object = true;
    else if (strcmp(arg, "-Xclang") == 0 && *i + 1 < w->len && starts(w->data[*i + 1], "-fsycl-"))
        ++*i; // of oneAPI's Clang
    else if (strcmp(arg, "-fsyntax-only") == 0)
        j->only_check = true;
    else if (strcmp(arg, "-v") == 0)
        j->verbose = true;
    else if (starts(arg, "-fsycl-targets="))
        return add_targets(j, strchr(arg, '=') + 1);
    else if (strcmp(arg, "-S") == 0 || strcmp(arg, "-E") == 0 || strcmp(arg, "-emit-llvm") == 0 ||
             strcmp(arg, "-dM") == 0 || starts(arg, "--report"))
        return stops_early(j, arg);
    else if (starts(arg, "-ftarget-register-alloc-mode="))
        return register_mode(j, strchr(arg, '=') + 1);
    else if (strcmp(arg, "--intel-compat") == 0)
        return intel_macros(j);
    else if (starts(arg, "-march=") && target_of(strchr(arg, '=') + 1))
        return add_targets(j, strchr(arg, '=') + 1);
    else if (starts(arg, "-mcpu="))
        set_cpu(j, arg); // of the kernels alone: Clang has no such option here
    else if (starts(arg, "-fsanitize="))
        return sanitize(j, arg);
    else if (starts(arg, "-Rpass="))
        j->rpass = strchr(arg, '=') + 1;
    else if (starts(arg, "-Rpass-missed="))
        j->rpass_missed = strchr(arg, '=') + 1;
    else if (starts(arg, "-Rpass-analysis="))
        j->rpass_analysis = strchr(arg, '=') + 1;
    else if (strcmp(arg, "-Xs") == 0 || starts(arg, "-Xsycl-target-backend")) {
        CMC_TRY(need_value(j, w, *i));
        return backend_options(j, w->data[++*i]);
    } else {
        if (arg[1] == 'O' && arg[2] >= '0' && arg[2] <= '3')
            j->opt_level = arg[2] == '3' ? 2 : (unsigned)(arg[2] - '0');
        if (strcmp(arg, "-g") == 0)
            j->debug_info = true;
        if (starts(arg, "-march="))
            set_cpu(j, arg);
        int what = row_of(arg, &name_len);
        CMC_TRY((what & WARNING) ? take_warning(j, what, arg) : keep(j, what, arg));
        if ((what & SEPARATE) && strlen(arg) == name_len) {
            CMC_TRY(need_value(j, w, *i));
            CMC_TRY(keep(j, what, w->data[++*i]));
        }
    }
    return CMC_OK;
}

// A folder relative to that of this program's file; NULL when there is no such folder, or no file of that name in it.
static const char *dir_beside(cmc_arena *a, const char *relative, const char *file) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = '\0';
    }
    const char *dir = cmc_arena_printf(a, "%s/%s", path, relative);
    const char *probe = dir ? cmc_arena_printf(a, "%s/%s", dir, file) : NULL;
    return probe && access(probe, R_OK) == 0 ? dir : NULL;
}

// object: NULL where only the messages count.
static cmc_status compile_source(sycl_job *j, const char *file, const char *object) {
    cmc_str bytes = CMC_STR_INIT;
    drv_sycl_opts o = {.size = sizeof o,
                       .device = DRV_OPTS_INIT,
                       .targets = j->targets,
                       .cpu_if_possible = j->any_device,
                       .host_args = j->host.data,
                       .n_host_args = j->host.len};
    o.resource_dir = dir_beside(j->arena, CMC_LIBDIR "/cmc/clang", "include"); // NULL: this compiler is not installed
    o.device.file = file;
    o.device.opt_level = j->opt_level;
    o.device.debug_info = j->debug_info;
    o.device.grf_count = j->grf_count;
    o.device.host_cpu = j->cpu;
    o.device.sanitize = j->sanitize;
    o.device.rpass = j->rpass;
    o.device.rpass_missed = j->rpass_missed;
    o.device.rpass_analysis = j->rpass_analysis;
    o.device.warnings = j->warnings.data;
    o.device.n_warnings = j->warnings.len;
    o.device.args = j->device.data;
    o.device.n_args = j->device.len;
    cmc_status s = drv_sycl_compile(&o, &bytes, j->diag);
    if (s == CMC_OK && object)
        s = cmc_file_write(object, cmc_str_text(&bytes), bytes.len, j->diag);
    cmc_str_free(&bytes);
    return s;
}

// Runs a program; fails when it fails.
static cmc_status run(sycl_job *j, const cmc_words *line) {
    char **argv = cmc_arena_alloc(j->arena, (line->len + 1) * sizeof *argv);
    pid_t child;
    int status = 0;
    if (!argv)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < line->len; i++)
        argv[i] = cmc_arena_printf(j->arena, "%s", line->data[i]);
    argv[line->len] = NULL;
    if (j->verbose)
        for (uint32_t i = 0; i < line->len; i++)
            fprintf(stderr, "%s%s", argv[i], i + 1 < line->len ? " " : "\n");
    int failed = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ);
    if (failed) {
        cmc_diag_error(j->diag, "CM0023", "cannot run the linker '%s': %s", argv[0], strerror(failed));
        return CMC_ERR_IO;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CMC_OK;
    cmc_diag_error(j->diag, "CM0023", "the linker failed");
    return CMC_ERR_USER;
}

// The folder of libcmrt: an installed compiler's is CMC_LIBDIR, that of a build tree is lib, both beside bin.
static const char *library_dir(cmc_arena *a) {
    const char *dir = dir_beside(a, CMC_LIBDIR, "libcmrt.so");
    return dir ? dir : dir_beside(a, "lib", "libcmrt.so");
}

static cmc_status link_program(sycl_job *j) {
    const char *dir = library_dir(j->arena);
    cmc_words line = {NULL, 0, 0};
    PUSH(j, link, "-o");
    PUSH(j, link, j->output ? j->output : "a.out");
    if (dir) {
        PUSH(j, link, cmc_arena_printf(j->arena, "-L%s", dir));
        PUSH(j, link, cmc_arena_printf(j->arena, "-Wl,-rpath,%s", dir));
    }
    PUSH(j, link, "-lcmrt");
    CMC_TRY(drv_link_line(j->link.data, j->link.len, j->arena, &line, j->diag));
    return run(j, &line);
}

static const char *object_of(sycl_job *j, const char *source) {
    const char *base = strrchr(source, '/');
    base = base ? base + 1 : source;
    const char *dot = strrchr(base, '.');
    return cmc_arena_printf(j->arena, "%.*s.o", (int)(dot ? dot - base : (long)strlen(base)), base);
}

// Compiles each source to a temporary object and links them all.
static cmc_status build_program(sycl_job *j) {
    const char *tmp = getenv("TMPDIR");
    char *dir = cmc_arena_printf(j->arena, "%s/cmc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    cmc_words objects = {NULL, 0, 0};
    if (!dir || !mkdtemp(dir)) {
        cmc_diag_error(j->diag, "CM0024", "cannot create a temporary folder: %s", strerror(errno));
        return CMC_ERR_IO;
    }
    cmc_status s = CMC_OK;
    for (uint32_t i = 0; i < j->sources.len && s == CMC_OK; i++) {
        const char *object = cmc_arena_printf(j->arena, "%s/%u.o", dir, i);
        s = object && cmc_vec_push(j->arena, &objects, object) ? compile_source(j, j->sources.data[i], object)
                                                               : CMC_ERR_OOM;
        if (s == CMC_OK && !cmc_vec_push(j->arena, &j->link, object))
            s = CMC_ERR_OOM;
    }
    if (s == CMC_OK)
        s = link_program(j);
    for (uint32_t i = 0; i < objects.len; i++)
        (void)unlink(objects.data[i]);
    (void)rmdir(dir);
    return s;
}

static cmc_status build(sycl_job *j) {
    if (j->sources.len == 0 && (j->only_object || j->only_check || j->link.len == 0)) {
        cmc_diag_error(j->diag, "CM0004", "no input file");
        return CMC_ERR_USER;
    }
    if (j->only_check) {
        for (uint32_t i = 0; i < j->sources.len; i++)
            CMC_TRY(compile_source(j, j->sources.data[i], NULL));
        return CMC_OK;
    }
    if (!j->only_object)
        return build_program(j);
    if (j->output && j->sources.len > 1) {
        cmc_diag_error(j->diag, "CM0003", "'-o' names one object, but there are %u sources", j->sources.len);
        return CMC_ERR_USER;
    }
    for (uint32_t i = 0; i < j->sources.len; i++)
        CMC_TRY(compile_source(j, j->sources.data[i], j->output ? j->output : object_of(j, j->sources.data[i])));
    return CMC_OK;
}

bool tool_is_sycl(int argc, char **argv) {
    bool sycl = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "--help") == 0)
            return false;
        sycl |= strcmp(argv[i], "-fsycl") == 0;
    }
    return sycl;
}

cmc_status tool_sycl(int argc, char **argv, cmc_arena *a, cmc_diag *d) {
    sycl_job j = {.arena = a, .diag = d, .opt_level = 2};
    tool_words words = {NULL, 0, 0};
    CMC_TRY(tool_expand(argc, argv, a, &words, d));
    for (uint32_t i = 0; i < words.len; i++)
        CMC_TRY(word(&j, &words, &i));
    if (!j.targets) {
        j.targets = DEFAULT_TARGET;
        j.any_device = true;
    }
    // A list that names the CPU has it in any case.
    if (strstr(j.targets, CMC_HOST_TARGET))
        j.any_device = false;
    return build(&j);
}
