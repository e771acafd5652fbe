// SPDX-License-Identifier: MIT
// cmrun: runs one kernel from the command line. A thin main over cmrt.h; --help lists the options.

#include "cmrun.h"

#include <cmc/host_abi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct memory { // one argument's objects
    cmrt_buffer *buffer;
    cmrt_image *image;
    cmrt_sampler *sampler;
    void *svm;
    uint8_t *host; // contents before the run, then after it
    size_t size_b;
} memory;

typedef struct run {
    const run_options *o;
    cmc_diag *diag;
    cmrt_device *device;
    cmrt_program *program;
    cmrt_kernel *kernel;
    memory mem[CMRUN_MAX_ARGS];
} run;

// Converts a status of libcmrt into a message; true when there was no error.
static bool ok(run *r, cmrt_status s) {
    char why[2048];
    if (s == CMRT_OK)
        return true;
    cmrt_device_message(r->device, why, sizeof why);
    cmc_diag_error(r->diag, "CM0804", "%s", *why ? why : cmrt_status_str(s));
    return false;
}

static bool open_all(run *r) {
    char why[2048], spec[64];
    if (device_choose(r->o, spec, sizeof spec, r->diag) != CMC_OK)
        return false;
    cmrt_status s = cmrt_device_open(spec, &r->device, why, sizeof why);
    if (s != CMRT_OK) {
        cmc_diag_error(r->diag, "CM0804", "%s", why);
        return false;
    }
    return ok(r, cmrt_program_load_file(r->device, r->o->file, &r->program));
}

static bool list(run *r) {
    static const char *const kinds[] = {"unused", "value", "pointer", "buffer", "image", "local", "sampler"};
    for (size_t i = 0; i < cmrt_program_kernel_count(r->program); i++) {
        cmrt_kernel *k = NULL;
        if (!ok(r, cmrt_kernel_create(r->program, cmrt_program_kernel_name(r->program, i), &k)))
            return false;
        printf("kernel %s\n", cmrt_kernel_name(k));
        for (uint32_t a = 0; a < cmrt_kernel_arg_count(k); a++) {
            cmrt_arg_info info;
            cmrt_kernel_arg_info(k, a, &info);
            printf("  %u: %s", a, kinds[info.kind]);
            if (info.kind == CMRT_ARG_VALUE)
                printf(" of %zu bytes", info.size_b);
            printf("%s%s%s%s\n", info.type_name ? " " : "", info.type_name ? info.type_name : "", info.name ? " " : "",
                   info.name ? info.name : "");
        }
        cmrt_kernel_destroy(k);
    }
    return true;
}

// Arguments

// Memory that is loaded from a whole file has the file's size.
static bool file_copy(run *r, uint32_t i) {
    const run_arg *a = &r->o->args[i];
    memory *m = &r->mem[i];
    if (cmc_file_read(a->init.path, &m->host, &m->size_b, r->diag) != CMC_OK)
        return false;
    if (m->size_b)
        return true;
    cmc_diag_error(r->diag, "CM0803", "'%s' is empty, but an argument needs at least one byte", a->init.path);
    return false;
}

static bool make_host_copy(run *r, uint32_t i) {
    const run_arg *a = &r->o->args[i];
    memory *m = &r->mem[i];
    if (!a->size_b)
        return file_copy(r, i);
    m->size_b = a->size_b;
    m->host = calloc(1, a->size_b);
    if (!m->host) {
        cmc_diag_error(r->diag, "CM0804", "no memory for argument %u of %zu bytes", i, a->size_b);
        return false;
    }
    return data_fill(&a->init, m->host, a->size_b, r->diag) == CMC_OK;
}

static bool make_memory(run *r, uint32_t i) {
    const run_arg *a = &r->o->args[i];
    memory *m = &r->mem[i];
    switch (a->kind) {
    case ARG_BUFFER:
        return make_host_copy(r, i) && ok(r, cmrt_buffer_create(r->device, m->size_b, &m->buffer)) &&
               ok(r, cmrt_buffer_write(m->buffer, 0, m->host, m->size_b));
    case ARG_SVM:
        if (!make_host_copy(r, i) || !ok(r, cmrt_svm_alloc(r->device, m->size_b, 0, &m->svm)))
            return false;
        memcpy(m->svm, m->host, m->size_b);
        return true;
    case ARG_IMAGE:
        return make_host_copy(r, i) &&
               ok(r, cmrt_image_create_kind(r->device, a->image_kind, a->format, a->width, a->height, a->depth,
                                            &m->image)) &&
               ok(r, cmrt_image_write(m->image, m->host, 0));
    default:
        return true;
    }
}

static bool set_memory(run *r, uint32_t index, uint32_t from) {
    const memory *m = &r->mem[from];
    if (m->buffer)
        return ok(r, cmrt_kernel_set_buffer(r->kernel, index, m->buffer));
    if (m->image)
        return ok(r, cmrt_kernel_set_image(r->kernel, index, m->image));
    if (m->svm)
        return ok(r, cmrt_kernel_set_pointer(r->kernel, index, m->svm));
    cmc_diag_error(r->diag, "CM0802", "--arg same:%u: argument %u has no memory", from, from);
    return false;
}

static bool set_arg(run *r, uint32_t i) {
    const run_arg *a = &r->o->args[i];
    switch (a->kind) {
    case ARG_VALUE:
        return ok(r, cmrt_kernel_set_value(r->kernel, i, a->value, a->size_b));
    case ARG_LOCAL:
        return ok(r, cmrt_kernel_set_local(r->kernel, i, a->size_b));
    case ARG_SAMPLER:
        return ok(r, cmrt_sampler_create(r->device, &a->sampler, &r->mem[i].sampler)) &&
               ok(r, cmrt_kernel_set_sampler(r->kernel, i, r->mem[i].sampler));
    case ARG_SAME:
        return set_memory(r, i, a->same_as);
    case ARG_SKIP:
        return true;
    default:
        return make_memory(r, i) && set_memory(r, i, i);
    }
}

// Results

static bool read_back(run *r, uint32_t i) {
    memory *m = &r->mem[i];
    if (m->buffer)
        return ok(r, cmrt_buffer_read(m->buffer, 0, m->host, m->size_b));
    if (m->image)
        return ok(r, cmrt_image_read(m->image, m->host, 0));
    memcpy(m->host, m->svm, m->size_b);
    return true;
}

// Prints elements on one line; each image row gets its own line.
static void print_elements(const run_dump *dump, const run_arg *a, const memory *m) {
    size_t elt_b = dump->type->size_b, total = m->size_b / elt_b;
    size_t first = dump->first < total ? dump->first : total;
    size_t last = dump->count && dump->count < total - first ? first + dump->count : total;
    size_t row = a->kind == ARG_IMAGE ? a->width * cmrt_format_size_b(a->format) / elt_b : 0;
    cmc_str text = CMC_STR_INIT;
    cmc_str_printf(&text, "arg %u:", dump->arg);
    for (size_t i = first; i < last; i++) {
        if (row && i > first && i % row == 0)
            cmc_str_printf(&text, "\narg %u:", dump->arg);
        cmc_str_append(&text, " ");
        elt_print(dump->type, m->host + i * elt_b, &text);
    }
    puts(cmc_str_text(&text));
    cmc_str_free(&text);
}

static bool dump_all(run *r) {
    for (uint32_t i = 0; i < r->o->n_dumps; i++) {
        const run_dump *dump = &r->o->dumps[i];
        const run_arg *a = &r->o->args[dump->arg];
        if (!read_back(r, dump->arg))
            return false;
        const memory *m = &r->mem[dump->arg];
        if (dump->type)
            print_elements(dump, a, m);
        else if (cmc_file_write(dump->path, m->host, m->size_b, r->diag) != CMC_OK)
            return false;
    }
    return true;
}

// Writes the output files of the arguments.
static bool write_files(run *r) {
    for (uint32_t i = 0; i < r->o->n_args; i++) {
        const char *path = r->o->args[i].out_path;
        if (path && (!read_back(r, i) || cmc_file_write(path, r->mem[i].host, r->mem[i].size_b, r->diag) != CMC_OK))
            return false;
    }
    return true;
}

// The run

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool launch(run *r) {
    const run_options *o = r->o;
    double start = seconds();
    for (uint32_t i = 0; i < o->repeat; i++)
        if (!ok(r, cmrt_launch(r->kernel, o->groups, o->local)))
            return false;
    if (!ok(r, cmrt_wait(r->device)))
        return false;
    if (o->verbose)
        printf("launch: kernel %s, %ux%ux%u groups of %ux%ux%u, %u times, %.3f ms\n", cmrt_kernel_name(r->kernel),
               o->groups[0], o->groups[1], o->groups[2], o->local[0], o->local[1], o->local[2], o->repeat,
               1e3 * (seconds() - start));
    return true;
}

static bool execute(run *r) {
    cmrt_device_info info;
    if (!open_all(r))
        return false;
    if (!ok(r, cmrt_device_get_info(r->device, &info)))
        return false;
    if (r->o->verbose)
        printf("device: %s, target %s\n", info.name, info.target[0] ? info.target : "unknown");
    if (r->o->list)
        return list(r);
    if (!ok(r, cmrt_kernel_create(r->program, r->o->kernel, &r->kernel)))
        return false;
    for (uint32_t i = 0; i < r->o->n_args; i++)
        if (!set_arg(r, i))
            return false;
    if (!launch(r) || !write_files(r) || !dump_all(r))
        return false;
    // The CPU counts accesses outside of surfaces always, but kernels may rely on surfaces that drop them.
    const bool asked = strcmp(info.target, CMC_HOST_TARGET) != 0 || r->o->check || getenv("CMRT_CHECK");
    const uint64_t n = asked ? cmrt_device_findings(r->device) : 0;
    if (n)
        cmc_diag_error(r->diag, "CM0805", "the checkers found %llu mistake%s", (unsigned long long)n,
                       n == 1 ? "" : "s");
    return n == 0;
}

static bool print_driver(cmc_diag *d) {
    char path[4096];
    if (cmrt_simulator_path(path, sizeof path) == CMRT_OK)
        return puts(path) >= 0;
    cmc_diag_error(d, "CM0804", "found no libze_xesim.so, the simulator's driver; it is in the package xesim");
    return false;
}

static void close_all(run *r) {
    cmrt_kernel_destroy(r->kernel);
    for (uint32_t i = 0; i < CMRUN_MAX_ARGS; i++) {
        cmrt_buffer_destroy(r->mem[i].buffer);
        cmrt_image_destroy(r->mem[i].image);
        cmrt_sampler_destroy(r->mem[i].sampler);
        cmrt_svm_free(r->device, r->mem[i].svm);
        free(r->mem[i].host);
    }
    cmrt_program_destroy(r->program);
    cmrt_device_close(r->device);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_DFL); // a reader that has seen enough is no error, even if the caller ignores the signal
    run_options o;
    cmc_diag *diag = cmc_diag_create();
    bool good = diag && options_parse(argc, argv, &o, diag) == CMC_OK;
    if (good && o.help) {
        fputs(cmrun_help, stdout);
    } else if (good && o.version) {
        puts("cmrun " CMC_VERSION);
    } else if (good && o.shell) {
        good = cmrun_complete(&o, diag) == CMC_OK;
    } else if (good && o.print_driver) {
        good = print_driver(diag);
    } else if (good) {
        run r = {.o = &o, .diag = diag};
        good = execute(&r);
        close_all(&r);
    }
    for (size_t i = 0; diag && i < cmc_diag_count(diag); i++)
        fprintf(stderr, "cmrun: error: %s\n", cmc_diag_get(diag, i)->text);
    if (diag)
        options_free(&o);
    cmc_diag_destroy(diag);
    return good && fflush(stdout) == 0 ? 0 : 1;
}
