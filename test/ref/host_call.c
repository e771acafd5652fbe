// SPDX-License-Identifier: MIT
// Implements host_call.h. The calling convention is that of x86-64 and of 64-bit Arm: integers and floats have
// registers of their own, so that one prototype with both fits any mix that the registers hold.

#define _GNU_SOURCE
#include "host_call.h"

#include <dlfcn.h>
#include <elf.h>
#include <ops.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { INTS = 5, FLOATS = 8, MORE = 20 };

struct hc_module {
    void *handle;
    char *bytes; // a copy of the section .cmc.host
    const cmc_host_header *head;
};

// One thread that runs, and where its call returns to when it stops.
typedef struct running {
    cmc_host_thread t;
    jmp_buf stop;
    const char *why;
    unsigned outside;
} running;

static void stop(cmc_host_thread *t, const char *why) {
    running *r = t->runtime;
    r->why = why;
    longjmp(r->stop, 1);
}

static void no_barrier(cmc_host_thread *t) {
    if (t->threads > 1)
        stop(t, "a barrier");
}

static void no_signal(cmc_host_thread *t, uint32_t id, uint32_t role, uint32_t producers, uint32_t consumers) {
    (void)id, (void)role, (void)producers, (void)consumers;
    no_barrier(t);
}

static void no_wait(cmc_host_thread *t, uint32_t id) {
    (void)id;
    no_barrier(t);
}

static void yield(cmc_host_thread *t) {
    (void)t;
}

static void outside(cmc_host_thread *t, uint32_t surface, int64_t off_b, uint64_t size_b, bool write, uint32_t line) {
    (void)surface, (void)off_b, (void)size_b, (void)write, (void)line;
    ((running *)t->runtime)->outside++;
}

static void trap(cmc_host_thread *t, const char *what, uint32_t line) {
    (void)line;
    stop(t, what);
}

static const cmc_host_services services = {.abi = CMC_HOST_ABI,
                                           .size_b = sizeof services,
                                           .barrier = no_barrier,
                                           .barrier_signal = no_barrier,
                                           .barrier_wait = no_barrier,
                                           .named_barrier_signal = no_signal,
                                           .named_barrier_wait = no_wait,
                                           .yield = yield,
                                           .outside = outside,
                                           .trap = trap,
                                           .op_count = CMC_OP_COUNT,
                                           .ops = cmc_host_op_table};

// Loading

static char *copy_section(const char *file, size_t len) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)file;
    if (len < sizeof *head || memcmp(file, ELFMAG, SELFMAG) != 0 ||
        head->e_shoff + head->e_shnum * sizeof(Elf64_Shdr) > len)
        return NULL;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(const void *)(file + head->e_shoff);
    const char *names = file + sections[head->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < head->e_shnum; i++) {
        char *copy = NULL;
        if (strcmp(names + sections[i].sh_name, CMC_HOST_SECTION) == 0 && (copy = calloc(1, sections[i].sh_size + 1)))
            memcpy(copy, file + sections[i].sh_offset, sections[i].sh_size);
        if (copy)
            return copy;
    }
    return NULL;
}

static void *open_bytes(const void *bytes, size_t len, cmc_str *message) {
    char path[64];
    const int fd = memfd_create("kernel", MFD_CLOEXEC);
    void *handle = NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (fd >= 0 && write(fd, bytes, len) == (ssize_t)len)
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        cmc_str_printf(message, "the file does not load: %s", dlerror());
    if (fd >= 0)
        close(fd);
    return handle;
}

hc_module *hc_load(const void *bytes, size_t len, cmc_str *message) {
    hc_module *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->bytes = copy_section(bytes, len);
    m->head = (const cmc_host_header *)(const void *)m->bytes;
    if (!m->bytes || memcmp(m->head->magic, CMC_HOST_MAGIC, sizeof CMC_HOST_MAGIC - 1) != 0)
        cmc_str_append(message, "no section " CMC_HOST_SECTION);
    else
        m->handle = open_bytes(bytes, len, message);
    if (m->handle)
        return m;
    hc_unload(m);
    return NULL;
}

void hc_unload(hc_module *m) {
    if (m && m->handle)
        dlclose(m->handle);
    if (m)
        free(m->bytes);
    free(m);
}

// Calls

static const char *signature_of(const hc_module *m, const char *kernel) {
    const size_t n = strlen(kernel);
    for (const char *line = m->bytes + sizeof *m->head; line && *line; line = strchr(line, '\n'), line += line != NULL)
        if (strncmp(line, kernel, n) == 0 && line[n] == ' ')
            return line + n + 1;
    return NULL;
}

static double as_double(char letter, uint64_t bits) {
    double d;
    float f[2] = {0}; // a float argument is the lower half of its register
    const uint32_t low = (uint32_t)bits;
    if (letter == CMC_HOST_F64)
        memcpy(&d, &bits, sizeof d);
    else {
        memcpy(f, &low, sizeof low);
        memcpy(&d, f, sizeof d);
    }
    return d;
}

typedef struct arguments {
    uint64_t i[INTS + MORE];
    double f[FLOATS];
    unsigned n_i, n_f;
} arguments;

static bool sort_arguments(const char *signature, const hc_launch *l, arguments *out) {
    size_t n = 0;
    for (; signature[n] != '\n' && signature[n] != '-'; n++) {
        const bool is_float = signature[n] == CMC_HOST_F32 || signature[n] == CMC_HOST_F64;
        if (n == l->n_args || (is_float ? out->n_f == FLOATS : out->n_i == INTS + MORE))
            return false;
        if (is_float)
            out->f[out->n_f++] = as_double(signature[n], l->args[n]);
        else
            out->i[out->n_i++] = l->args[n];
    }
    return n == l->n_args;
}

typedef void (*kernel_fn)(cmc_host_thread *, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, double, double, double,
                          double, double, double, double, double, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                          uint64_t, uint64_t, uint64_t);

static void call(kernel_fn fn, cmc_host_thread *t, const arguments *a) {
    const uint64_t *i = a->i, *m = a->i + INTS;
    const double *f = a->f;
    fn(t, i[0], i[1], i[2], i[3], i[4], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], m[0], m[1], m[2], m[3], m[4],
       m[5], m[6], m[7]);
}

static bool run_thread(kernel_fn fn, running *r, const arguments *a) {
    if (setjmp(r->stop))
        return false;
    call(fn, &r->t, a);
    return true;
}

static void place_thread(running *r, const hc_launch *l, uint8_t *slm, uint32_t k) {
    r->t = (cmc_host_thread){.services = &services,
                             .surfaces = l->surfaces,
                             .slm = slm,
                             .n_surfaces = l->n_surfaces,
                             .slm_b = l->slm_b,
                             .local_size = {1, 1, 1},
                             .threads = 1,
                             .runtime = r};
    for (unsigned d = 0; d < 3; d++) {
        r->t.group_count[d] = l->groups[d];
        r->t.group_id[d] = k % l->groups[d];
        k /= l->groups[d];
    }
}

cmc_status hc_call(const hc_module *m, const hc_launch *l, unsigned *outside_n, cmc_str *message) {
    arguments a = {0};
    const char *signature = signature_of(m, l->kernel);
    void *symbol = dlsym(m->handle, l->kernel);
    kernel_fn fn;
    if (!signature || !symbol || !sort_arguments(signature, l, &a)) {
        cmc_str_printf(message, "kernel '%s' is unknown, or has other arguments than %zu", l->kernel, l->n_args);
        return CMC_ERR_USER;
    }
    memcpy(&fn, &symbol, sizeof fn);
    running *r = calloc(1, sizeof *r);
    uint8_t *slm = calloc(1, l->slm_b + 64u);
    cmc_status s = r && slm ? CMC_OK : CMC_ERR_OOM;
    for (uint32_t k = 0; s == CMC_OK && k < l->groups[0] * l->groups[1] * l->groups[2]; k++) {
        place_thread(r, l, slm, k);
        if (!run_thread(fn, r, &a)) {
            cmc_str_printf(message, "the kernel stopped: %s", r->why);
            s = CMC_ERR_USER;
        }
    }
    if (r && outside_n)
        *outside_n = r->outside;
    free(slm);
    free(r);
    return s;
}
