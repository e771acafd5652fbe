// SPDX-License-Identifier: MIT
// See ocl.h.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ocl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void ocl_build(const char *device, const char *source, const char *options, ocl_program *out) {
    char dir[] = "/tmp/simoclXXXXXX", path[64], cmd[512];
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/k.cl", dir);
    assert_int_equal(cmc_file_write(path, source, strlen(source), NULL), CMC_OK);
    snprintf(cmd, sizeof cmd,
             "ocloc compile -file %s -device %s -options \"-cl-std=CL3.0 %s\" -internal_options "
             "\"-cl-intel-allow-zebin -cl-ext=+all\" -out_dir %s -output_no_suffix -output k > "
             "%s/log 2>&1 || cat %s/log",
             path, device, options, dir, dir, dir);
    assert_int_equal(system(cmd), 0);
    snprintf(path, sizeof path, "%s/k", dir);
    cmc_diag *d = cmc_diag_create();
    size_t len;
    out->arena = cmc_arena_create();
    assert_int_equal(cmc_file_read(path, &out->file, &len, NULL), CMC_OK);
    cmc_status s = zeb_read(out->arena, out->file, len, &out->zeb, d);
    if (s != CMC_OK)
        print_error("%s\n", cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "");
    assert_int_equal(s, CMC_OK);
    cmc_diag_destroy(d);
    out->model = isa_model_find(device);
    assert_non_null(out->model);
    snprintf(cmd, sizeof cmd, "rm -r %s", dir);
    assert_int_equal(system(cmd), 0);
}

void ocl_free(ocl_program *p) {
    cmc_arena_destroy(p->arena);
    free(p->file);
}

typedef struct setup {
    const zeb_kernel *k;
    uint8_t cross[1024];
    uint32_t cross_b;
    sim_surface surfaces[32];
    sim_sampler samplers[16];
    uint32_t slm_b;
    uint32_t slm_offsets[16];
    uint8_t *private_mem;
    size_t private_b;
    uint8_t *text;    // relocated copy
    uint8_t *data[4]; // data sections in memory
} setup;

static uint8_t *section_memory(const ocl_program *p, setup *s, sim_memory *mem, const char *name) {
    for (uint32_t i = 0; i < p->zeb->sections.len && i < 4; i++) {
        const zeb_section *z = &p->zeb->sections.data[i];
        if (strcmp(z->name, name) != 0)
            continue;
        if (s->data[i] == NULL) {
            s->data[i] = calloc(1, z->size_b + 64);
            assert_non_null(s->data[i]);
            if (z->data != NULL)
                memcpy(s->data[i], z->data, z->size_b);
            assert_true(sim_memory_add(mem, s->data[i], z->size_b + 64));
        }
        return s->data[i];
    }
    fail_msg("no section %s", name);
    return NULL;
}

// R_ZE_* 1: 64-bit address, 2 and 3: its halves.
static void relocate(const ocl_program *p, setup *s, sim_memory *mem) {
    s->text = malloc(s->k->text_b);
    assert_non_null(s->text);
    memcpy(s->text, s->k->text, s->k->text_b);
    for (uint32_t i = 0; i < s->k->relocs.len; i++) {
        const zeb_reloc *r = &s->k->relocs.data[i];
        for (uint32_t j = 0; j < p->zeb->symbols.len; j++) {
            const zeb_symbol *y = &p->zeb->symbols.data[j];
            if (strcmp(y->name, r->symbol) != 0)
                continue;
            uint64_t v = (uint64_t)(uintptr_t)section_memory(p, s, mem, y->section) + y->value + (uint64_t)r->addend;
            uint64_t part = r->type == 3 ? v >> 32 : v;
            memcpy(s->text + r->off_b, &part, r->type == 1 ? 8 : 4);
        }
    }
}

static void put(setup *s, const zeb_arg *a, const void *data, size_t n) {
    assert_true(a->off_b + a->size_b <= sizeof s->cross);
    memcpy(s->cross + a->off_b, data, n < a->size_b ? n : a->size_b);
}

static void put_pointer(setup *s, const zeb_arg *a, const ocl_arg *arg) {
    uint64_t v;
    if (arg->kind == OCL_LOCAL)
        v = s->slm_offsets[a->arg_index];
    else
        v = (uint64_t)(uintptr_t)arg->data;
    put(s, a, &v, sizeof v);
}

static void put_arg(setup *s, const zeb_arg *a, const uint32_t groups[3], const uint32_t local[3],
                    const ocl_arg *args) {
    uint64_t zero[4] = {0}, base = (uint64_t)(uintptr_t)s->private_mem;
    uint32_t dims = 3, global[3] = {groups[0] * local[0], groups[1] * local[1], groups[2] * local[2]};
    switch (a->type) {
    case ZEB_ARG_BYPOINTER:
    case ZEB_ARG_BUFFER_ADDRESS:
        if (a->size_b != 0)
            put_pointer(s, a, &args[a->arg_index]);
        break;
    case ZEB_ARG_BYVALUE:
        put(s, a, (const uint8_t *)args[a->arg_index].data + a->source_off_b,
            args[a->arg_index].size_b - a->source_off_b);
        break;
    case ZEB_ARG_LOCAL_SIZE:
    case ZEB_ARG_ENQUEUED_LOCAL_SIZE:
        put(s, a, local, 12);
        break;
    case ZEB_ARG_GROUP_COUNT:
        put(s, a, groups, 12);
        break;
    case ZEB_ARG_GLOBAL_SIZE:
        put(s, a, global, 12);
        break;
    case ZEB_ARG_WORK_DIMENSIONS:
        put(s, a, &dims, 4);
        break;
    case ZEB_ARG_IMAGE_WIDTH:
        put(s, a, &((const sim_surface *)args[a->arg_index].data)->width_px, 4);
        break;
    case ZEB_ARG_IMAGE_HEIGHT:
        put(s, a, &((const sim_surface *)args[a->arg_index].data)->height, 4);
        break;
    case ZEB_ARG_IMAGE_DEPTH:
    case ZEB_ARG_IMAGE_ARRAY_SIZE:
        put(s, a, &((const sim_surface *)args[a->arg_index].data)->depth, 4);
        break;
    case ZEB_ARG_PRIVATE_BASE_STATELESS:
        put(s, a, &base, 8);
        break;
    default:
        put(s, a, zero, sizeof zero);
        break;
    }
}

static sim_sampler inline_sampler(const zeb_inline_sampler *z) {
    static const char *const modes[] = {"none", "repeat", "clamp_edge", "clamp_border", "mirror"};
    sim_sampler s = {.linear = strcmp(z->filtermode, "linear") == 0, .normalized = z->normalized};
    for (unsigned i = 0; i < 5; i++)
        if (strcmp(modes[i], z->addrmode) == 0)
            s.address = (uint8_t)i;
    return s;
}

static void prepare(setup *s, const uint32_t groups[3], const uint32_t local[3], const ocl_arg *args, unsigned n_args) {
    const zeb_kernel *k = s->k;
    s->slm_b = k->env.slm_size_b;
    for (unsigned i = 0; i < n_args; i++) {
        if (args[i].kind != OCL_LOCAL)
            continue;
        s->slm_b = (s->slm_b + 63) / 64 * 64;
        s->slm_offsets[i] = s->slm_b;
        s->slm_b += (uint32_t)args[i].size_b;
    }
    for (uint32_t i = 0; i < k->memory.len; i++)
        if (strcmp(k->memory.data[i].type, "global") == 0) {
            s->private_b =
                (size_t)k->memory.data[i].size_b * (k->memory.data[i].is_simt_thread ? k->env.simd_size : 1) * 1024;
            s->private_mem = aligned_alloc(4096, (s->private_b + 4095) / 4096 * 4096);
            assert_non_null(s->private_mem);
        }
    for (uint32_t i = 0; i < k->samplers.len; i++)
        s->samplers[k->samplers.data[i].index] = inline_sampler(&k->samplers.data[i]);
    for (uint32_t i = 0; i < k->args.len; i++) {
        const zeb_arg *a = &k->args.data[i];
        if (a->sampler_index >= 0)
            memcpy(&s->samplers[a->sampler_index], args[a->arg_index].data, sizeof(sim_sampler));
        put_arg(s, a, groups, local, args);
        if (a->off_b + a->size_b > s->cross_b)
            s->cross_b = a->off_b + a->size_b;
    }
    for (uint32_t i = 0; i < k->btis.len; i++) {
        const ocl_arg *a = &args[k->btis.data[i].arg_index];
        if (a->kind == OCL_IMAGE) {
            memcpy(&s->surfaces[k->btis.data[i].bti], a->data, sizeof(sim_surface));
            continue;
        }
        s->surfaces[k->btis.data[i].bti] = (sim_surface){.kind = SIM_SURF_BUFFER, .base = a->data, .size_b = a->size_b};
    }
}

static cmc_status launch(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                         const ocl_arg *args, unsigned n_args, const sim_launch *how, sim_stats *stats,
                         ocl_edit_fn edit, void *user) {
    setup s = {0};
    for (uint32_t i = 0; i < p->zeb->kernels.len; i++)
        if (strcmp(p->zeb->kernels.data[i]->name, name) == 0)
            s.k = p->zeb->kernels.data[i];
    assert_non_null(s.k);
    prepare(&s, groups, local, args, n_args);
    cmc_diag *d = cmc_diag_create();
    sim_code *code = NULL;
    sim_memory *mem = sim_memory_create();
    for (unsigned i = 0; i < n_args; i++)
        if (args[i].kind == OCL_BUFFER)
            assert_true(sim_memory_add(mem, args[i].data, args[i].size_b));
    if (s.private_mem != NULL)
        assert_true(sim_memory_add(mem, s.private_mem, s.private_b));
    uint32_t scratch = 0;
    for (uint32_t i = 0; i < s.k->memory.len; i++)
        if (strcmp(s.k->memory.data[i].type, "scratch") == 0 && s.k->memory.data[i].size_b > scratch)
            scratch = s.k->memory.data[i].size_b;
    relocate(p, &s, mem);
    if (edit != NULL)
        edit(user, s.text, s.k->text_b);
    cmc_status st = sim_code_create(p->model, s.text, s.k->text_b, &code, d);
    sim_launch l = {
        .code = code,
        .mem = mem,
        .surfaces = s.surfaces,
        .n_surfaces = 32,
        .samplers = s.samplers,
        .n_samplers = 16,
        .simd = s.k->env.simd_size,
        .cross_thread = s.cross,
        .cross_thread_b = s.cross_b,
        .local_ids = s.k->thread_args.len != 0,
        .local_id_b = s.k->thread_args.len ? s.k->thread_args.data[0].size_b : 0,
        .inline_data_b = s.k->env.inline_data_payload_b,
        .slm_b = s.slm_b,
        .barrier_count = s.k->env.barrier_count,
        .scratch_b = scratch,
        .grf_count = s.k->env.grf_count,
        .order_seed = how->order_seed,
        .n_workers = how->n_workers,
        .max_instructions = how->max_instructions,
        .trace = how->trace,
        .kernel_name = name,
        .checks = how->checks,
        .report = how->report,
        .user = how->user,
    };
    memcpy(l.groups, groups, 12);
    memcpy(l.local, local, 12);
    if (st == CMC_OK)
        st = sim_run(&l, stats, d);
    if (st != CMC_OK && edit == NULL)
        print_error("%s (%s): %s\n", name, p->model->name, cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "");
    sim_code_destroy(code);
    sim_memory_destroy(mem);
    cmc_diag_destroy(d);
    free(s.private_mem);
    free(s.text);
    for (unsigned i = 0; i < 4; i++)
        free(s.data[i]);
    return st;
}

void ocl_run(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
             const ocl_arg *args, unsigned n_args, uint64_t order_seed, unsigned workers) {
    sim_launch how = {.order_seed = order_seed, .n_workers = workers, .max_instructions = 100000000};
    assert_int_equal(launch(p, name, groups, local, args, n_args, &how, NULL, NULL, NULL), CMC_OK);
}

cmc_status ocl_try(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                   const ocl_arg *args, unsigned n_args, ocl_edit_fn edit, void *user) {
    sim_launch how = {.n_workers = 1, .max_instructions = 20000};
    return launch(p, name, groups, local, args, n_args, &how, NULL, edit, user);
}

void ocl_measure(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                 const ocl_arg *args, unsigned n_args, const sim_launch *how, sim_stats *stats) {
    assert_int_equal(launch(p, name, groups, local, args, n_args, how, stats, NULL, NULL), CMC_OK);
}

cmc_status ocl_run_edited(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                          const ocl_arg *args, unsigned n_args, const sim_launch *how, ocl_edit_fn edit, void *user) {
    return launch(p, name, groups, local, args, n_args, how, NULL, edit, user);
}
