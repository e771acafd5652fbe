// SPDX-License-Identifier: MIT
// Command lines: a table of options, each with a value after '=' or in the next word.

#include "example.h"

#include <errno.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PATH_B = 4096, MAX_REPEAT = 1000000, N_COMMON = 4, HELP_COLUMN = 18 };

_Noreturn void ex_fail(const ex_common *common, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "%s: ", common->program);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(EXIT_FAILURE);
}

void *ex_alloc(const ex_common *common, size_t count, size_t size_b) {
    void *p = size_b && count > SIZE_MAX / size_b ? NULL : malloc(count * size_b + 1);
    if (!p)
        ex_fail(common, "out of memory: %zu times %zu bytes", count, size_b);
    return p;
}

static void print_option(const ex_option *o) {
    int n = printf("  --%s%s", o->name, o->number ? "=N" : o->real ? "=X" : o->text ? "=TEXT" : "");
    printf("%*s%s", n < HELP_COLUMN ? HELP_COLUMN - n : 1, "", o->meaning);
    if (o->number)
        printf(" (%u)", *o->number);
    else if (o->real)
        printf(" (%g)", *o->real);
    else if (o->text && *o->text)
        printf(" (%s)", *o->text);
    printf("\n");
}

static const ex_option *find(const ex_option *options, size_t n, const char *name, size_t length) {
    for (size_t i = 0; i < n; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

static void set_number(const ex_common *common, const ex_option *o, const char *value) {
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    bool is_number = !errno && end != value && !*end && value[0] >= '0' && value[0] <= '9';
    if (!is_number || n < o->least || n > o->most || (o->multiple && n % o->multiple)) {
        char multiple[32] = "";
        if (o->multiple > 1)
            snprintf(multiple, sizeof multiple, ", a multiple of %u", o->multiple);
        ex_fail(common, "--%s=%s: expected a number from %u to %u%s", o->name, value, o->least, o->most, multiple);
    }
    *o->number = (uint32_t)n;
}

static void set_value(const ex_common *common, const ex_option *o, const char *value) {
    char *end;
    if (o->number) {
        set_number(common, o, value);
    } else if (o->text) {
        if (!*value)
            ex_fail(common, "--%s: the value is missing", o->name);
        *o->text = value;
    } else {
        double x = strtod(value, &end);
        if (end == value || *end || !(x > -1e30 && x < 1e30))
            ex_fail(common, "--%s=%s: expected a number", o->name, value);
        *o->real = x;
    }
}

// PROGRAM.bin in the folder of the running program.
static const char *default_kernel(const char *program) {
    static char path[MAX_PATH_B + 256];
    char self[MAX_PATH_B];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    snprintf(path, sizeof path, "%s/%s.bin", n < 0 ? "." : dirname(self), program);
    return path;
}

typedef struct tables {
    const ex_option *common, *own;
    size_t n_own;
} tables;

static void help(const ex_common *common, const char *about, const tables *t) {
    printf("usage: %s [options]\n%s\n\n", common->program, about);
    for (size_t i = 0; i < t->n_own; i++)
        print_option(&t->own[i]);
    for (size_t i = 0; i < N_COMMON; i++)
        print_option(&t->common[i]);
    printf("  --help          this text\n");
}

// Takes the option at argv[i]. Returns the number of words that it has.
static int take(const ex_common *common, const tables *t, char **argv, int i, int argc) {
    const char *word = argv[i];
    if (strncmp(word, "--", 2) != 0)
        ex_fail(common, "'%s' is not an option; --help lists them", word);
    const char *equal = strchr(word, '=');
    size_t length = equal ? (size_t)(equal - word - 2) : strlen(word + 2);
    const ex_option *o = find(t->own, t->n_own, word + 2, length);
    if (!o)
        o = find(t->common, N_COMMON, word + 2, length);
    if (!o)
        ex_fail(common, "unknown option '%s'; --help lists them", word);
    if (o->set) {
        if (equal)
            ex_fail(common, "--%s takes no value", o->name);
        *o->set = true;
        return 1;
    }
    if (!equal && i + 1 == argc)
        ex_fail(common, "--%s: the value is missing", o->name);
    set_value(common, o, equal ? equal + 1 : argv[i + 1]);
    return equal ? 1 : 2;
}

void ex_options(int argc, char **argv, const char *about, ex_common *common, const ex_option *own, size_t n_own) {
    common->seed = common->seed ? common->seed : 1;
    common->repeat = 1;
    common->kernel_path = default_kernel(common->program);
    const ex_option options[N_COMMON] = {
        {.name = "device", .meaning = "gpu, host, xesim, or xesim:TARGET", .text = &common->device},
        {.name = "kernel", .meaning = "the compiled kernel", .text = &common->kernel_path},
        {.name = "seed", .meaning = "of the random input", .number = &common->seed, .most = UINT32_MAX},
        {.name = "repeat",
         .meaning = "runs; the fastest counts",
         .number = &common->repeat,
         .least = 1,
         .most = MAX_REPEAT},
    };
    const tables t = {options, own, n_own};
    for (int i = 1; i < argc;) {
        if (strcmp(argv[i], "--help") == 0) {
            help(common, about, &t);
            exit(EXIT_SUCCESS);
        }
        i += take(common, &t, argv, i, argc);
    }
}
