// SPDX-License-Identifier: MIT
// See zrun.h.

#include "zrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER_B = 1 << 18,
    MAX_ARGS = 32,
    LOCAL_B = 8192, // of a local memory argument
    PIXELS = 64,
    SLOTS = 64,
    FIRST_BINDLESS = 32,
    VALUE = 24 // of every by-value integer
};

typedef struct setup {
    const zrun_program *p;
    const zeb_kernel *k;
    const zrun *how;
    uint32_t groups[3], local[3];
    uint8_t cross[2048];
    uint32_t cross_b;
    sim_surface surfaces[64];
    uint32_t slm_b, slm_at[MAX_ARGS];
    uint8_t *buffers[MAX_ARGS];
    uint8_t *private_mem;
    size_t private_b;
    uint8_t *data[8];
    uint8_t *text;
    size_t text_b;
    sim_memory *mem;
} setup;

bool zrun_open(const char *path, const char *target, zrun_program *out) {
    size_t len;
    *out = (zrun_program){.arena = cmc_arena_create(), .model = isa_model_find(target)};
    cmc_diag *d = cmc_diag_create();
    bool ok = out->model != NULL && cmc_file_read(path, &out->file, &len, d) == CMC_OK &&
              zeb_read(out->arena, out->file, len, &out->zeb, d) == CMC_OK;
    if (!ok && cmc_diag_count(d) != 0)
        fprintf(stderr, "%s\n", cmc_diag_get(d, 0)->text);
    cmc_diag_destroy(d);
    return ok;
}

void zrun_close(zrun_program *p) {
    cmc_arena_destroy(p->arena);
    free(p->file);
}

static void *allocate(setup *s, size_t size_b) {
    void *m = aligned_alloc(4096, (size_b + 4095) / 4096 * 4096);
    if (m == NULL || !sim_memory_add(s->mem, m, size_b))
        abort();
    memset(m, 0, size_b);
    return m;
}

static void fill(const setup *s, uint8_t *p, size_t n) {
    for (size_t i = 0; i < n / 4; i++) {
        uint32_t v = (uint32_t)(i * 7 % 23);
        if (s->how->fill == ZRUN_FLOATS) {
            float f = (float)v * 0.375f + 0.5f;
            memcpy(&v, &f, 4);
        }
        memcpy(p + 4 * i, &v, 4);
    }
}

// Code and data

static uint8_t *section_memory(setup *s, const char *name) {
    for (uint32_t i = 0; i < s->p->zeb->sections.len && i < 8; i++) {
        const zeb_section *z = &s->p->zeb->sections.data[i];
        if (strcmp(z->name, name) != 0)
            continue;
        if (s->data[i] == NULL) {
            s->data[i] = allocate(s, z->size_b + 64);
            if (z->data != NULL)
                memcpy(s->data[i], z->data, z->size_b);
        }
        return s->data[i];
    }
    return NULL;
}

static void relocate(setup *s) {
    s->text_b = s->how->text != NULL && s->how->text_b != 0 ? s->how->text_b : s->k->text_b;
    s->text = malloc(s->text_b);
    if (s->text == NULL)
        abort();
    memcpy(s->text, s->how->text != NULL ? s->how->text : s->k->text, s->text_b);
    for (uint32_t i = 0; i < s->k->relocs.len; i++) {
        const zeb_reloc *r = &s->k->relocs.data[i];
        for (uint32_t j = 0; j < s->p->zeb->symbols.len; j++) {
            const zeb_symbol *y = &s->p->zeb->symbols.data[j];
            uint8_t *base = strcmp(y->name, r->symbol) == 0 ? section_memory(s, y->section) : NULL;
            if (base == NULL || r->off_b + 8 > s->text_b)
                continue;
            uint64_t v = (uint64_t)(uintptr_t)base + y->value + (uint64_t)r->addend;
            uint64_t part = r->type == 3 ? v >> 32 : v;
            memcpy(s->text + r->off_b, &part, r->type == 1 ? 8 : 4);
        }
    }
}

// Arguments

static uint8_t *buffer_of(setup *s, int32_t index) {
    if (index < 0 || index >= MAX_ARGS)
        abort();
    if (s->buffers[index] == NULL) {
        s->buffers[index] = allocate(s, BUFFER_B);
        fill(s, s->buffers[index], BUFFER_B);
    }
    return s->buffers[index];
}

static void put(setup *s, const zeb_arg *a, const void *data, size_t n) {
    if (a->off_b + a->size_b <= sizeof s->cross)
        memcpy(s->cross + a->off_b, data, n < a->size_b ? n : a->size_b);
}

static bool is_image(const setup *s, int32_t arg) {
    for (uint32_t i = 0; i < s->k->args.len; i++)
        if (s->k->args.data[i].arg_index == arg && s->k->args.data[i].addrspace == ZEB_SPACE_IMAGE)
            return true;
    return false;
}

static void bind(setup *s, int32_t at, int32_t arg) {
    if (at < 0 || at >= 64)
        return;
    sim_surface *f = &s->surfaces[at];
    uint8_t *base = buffer_of(s, arg);
    if (is_image(s, arg))
        *f = (sim_surface){.kind = SIM_SURF_2D,
                           .base = base,
                           .width_px = PIXELS,
                           .height = PIXELS,
                           .pitch_b = PIXELS * 4,
                           .px_b = 4,
                           .format = 4u << 8 | 2, // four bytes, normalised
                           .size_b = PIXELS * PIXELS * 4};
    else
        *f = (sim_surface){.kind = SIM_SURF_BUFFER, .base = base, .size_b = BUFFER_B};
}

// A bindless argument: the index of its surface, by argument, after those of the binding table.
static uint64_t bindless(setup *s, const zeb_arg *a) {
    bind(s, FIRST_BINDLESS + a->arg_index, a->arg_index);
    return (uint64_t)(FIRST_BINDLESS + a->arg_index) << 6;
}

static void put_pointer(setup *s, const zeb_arg *a) {
    uint64_t v;
    if (a->addrspace == ZEB_SPACE_LOCAL || a->addrmode == ZEB_ADDR_SLM) {
        if (s->slm_at[a->arg_index] == 0) {
            s->slm_at[a->arg_index] = s->slm_b + 1;
            s->slm_b += LOCAL_B;
        }
        v = s->slm_at[a->arg_index] - 1;
    } else if (a->addrmode == ZEB_ADDR_BINDLESS && a->addrspace != ZEB_SPACE_SAMPLER) {
        v = bindless(s, a);
    } else if (a->addrspace == ZEB_SPACE_IMAGE || a->addrspace == ZEB_SPACE_SAMPLER) {
        v = 0;
    } else {
        v = (uint64_t)(uintptr_t)buffer_of(s, a->arg_index);
    }
    put(s, a, &v, sizeof v);
}

static const char *type_name(const setup *s, int32_t index) {
    for (uint32_t i = 0; i < s->k->arg_infos.len; i++)
        if (s->k->arg_infos.data[i].index == index && s->k->arg_infos.data[i].type_name != NULL)
            return s->k->arg_infos.data[i].type_name;
    return "";
}

static void put_value(setup *s, const zeb_arg *a) {
    uint32_t v[4] = {VALUE, 0, 0, 0};
    double d = 1.5;
    float f = 1.5f;
    const char *type = type_name(s, a->arg_index);
    if (strncmp(type, "float", 5) == 0)
        memcpy(v, &f, 4);
    else if (strncmp(type, "double", 6) == 0)
        memcpy(v, &d, 8);
    put(s, a, v, a->size_b == 8 ? 8 : 4);
}

static void put_arg(setup *s, const zeb_arg *a) {
    uint32_t dims = 3, pixels = PIXELS, global[3];
    uint64_t base = (uint64_t)(uintptr_t)s->private_mem;
    for (unsigned i = 0; i < 3; i++)
        global[i] = s->groups[i] * s->local[i];
    switch (a->type) {
    case ZEB_ARG_BYPOINTER:
    case ZEB_ARG_BUFFER_ADDRESS:
        if (a->size_b != 0)
            put_pointer(s, a);
        break;
    case ZEB_ARG_BYVALUE:
        put_value(s, a);
        break;
    case ZEB_ARG_LOCAL_SIZE:
    case ZEB_ARG_ENQUEUED_LOCAL_SIZE:
        put(s, a, s->local, 12);
        break;
    case ZEB_ARG_GROUP_COUNT:
        put(s, a, s->groups, 12);
        break;
    case ZEB_ARG_GLOBAL_SIZE:
        put(s, a, global, 12);
        break;
    case ZEB_ARG_WORK_DIMENSIONS:
        put(s, a, &dims, 4);
        break;
    case ZEB_ARG_IMAGE_WIDTH:
    case ZEB_ARG_IMAGE_HEIGHT:
        put(s, a, &pixels, 4);
        break;
    case ZEB_ARG_PRIVATE_BASE_STATELESS:
        put(s, a, &base, 8);
        break;
    case ZEB_ARG_PRINTF_BUFFER:
        base = (uint64_t)(uintptr_t)buffer_of(s, MAX_ARGS - 1);
        put(s, a, &base, 8);
        break;
    default:
        break;
    }
}

static void bind_surfaces(setup *s) {
    for (uint32_t i = 0; i < s->k->btis.len; i++)
        bind(s, s->k->btis.data[i].bti, s->k->btis.data[i].arg_index);
}

// Launch

static void choose_shape(setup *s) {
    uint32_t lanes = s->k->env.simd_size;
    for (unsigned i = 0; i < 3; i++) {
        s->groups[i] = i == 0 ? 2 : 1;
        s->local[i] = 1;
    }
    if (s->k->env.has_required_work_group_size)
        memcpy(s->local, s->k->env.required_work_group_size, 12);
    else
        s->local[0] = lanes == 1 ? 2 : lanes * 2;
}

static void prepare(setup *s) {
    choose_shape(s);
    s->slm_b = s->k->env.slm_size_b;
    for (uint32_t i = 0; i < s->k->memory.len; i++) {
        const zeb_memory *m = &s->k->memory.data[i];
        if (strcmp(m->type, "global") != 0)
            continue;
        s->private_b = (size_t)m->size_b * (m->is_simt_thread ? s->k->env.simd_size : 1) * SLOTS;
        s->private_mem = allocate(s, s->private_b);
    }
    for (uint32_t i = 0; i < s->k->args.len; i++) {
        const zeb_arg *a = &s->k->args.data[i];
        put_arg(s, a);
        if (a->off_b + a->size_b > s->cross_b)
            s->cross_b = a->off_b + a->size_b;
    }
    bind_surfaces(s);
    relocate(s);
}

static uint32_t scratch_of(const zeb_kernel *k) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < k->memory.len; i++)
        if (strcmp(k->memory.data[i].type, "scratch") == 0 && k->memory.data[i].size_b > most)
            most = k->memory.data[i].size_b;
    return most;
}

static void clean(setup *s) {
    free(s->text);
    free(s->private_mem);
    for (unsigned i = 0; i < MAX_ARGS; i++)
        free(s->buffers[i]);
    for (unsigned i = 0; i < 8; i++)
        free(s->data[i]);
    sim_memory_destroy(s->mem);
}

cmc_status zrun_kernel(const zrun_program *p, const zeb_kernel *k, const zrun *how, char *message, size_t cap) {
    setup *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    s->p = p;
    s->k = k;
    s->how = how;
    s->mem = sim_memory_create();
    prepare(s);
    cmc_diag *d = cmc_diag_create();
    sim_code *code = NULL;
    sim_stats stats = {0};
    cmc_status st = sim_code_create(p->model, s->text, s->text_b, &code, d);
    static const sim_sampler samplers[16];
    sim_launch l = {
        .code = code,
        .mem = s->mem,
        .surfaces = s->surfaces,
        .n_surfaces = 64,
        .bindless = s->surfaces,
        .n_bindless = 64,
        .samplers = samplers,
        .n_samplers = 16,
        .groups = {s->groups[0], s->groups[1], s->groups[2]},
        .local = {s->local[0], s->local[1], s->local[2]},
        .simd = k->env.simd_size,
        .cross_thread = s->cross,
        .cross_thread_b = s->cross_b,
        .local_ids = k->thread_args.len != 0,
        .local_id_b = k->thread_args.len != 0 ? k->thread_args.data[0].size_b : 0,
        .inline_data_b = k->env.inline_data_payload_b,
        .slm_b = s->slm_b,
        .barrier_count = k->env.barrier_count,
        .scratch_b = scratch_of(k),
        .grf_count = k->env.grf_count,
        .order_seed = how->order_seed,
        .n_workers = 1,
        .max_instructions = how->max_instructions != 0 ? how->max_instructions : 20000,
        .kernel_name = k->name,
        .checks = how->checks,
        .report = how->report,
        .trace = how->trace,
        .user = how->user,
    };
    if (st == CMC_OK)
        st = sim_run(&l, &stats, d);
    if (how->instructions != NULL)
        *how->instructions += stats.instructions;
    if (message != NULL)
        snprintf(message, cap, "%s", cmc_diag_count(d) != 0 ? cmc_diag_get(d, 0)->text : "");
    sim_code_destroy(code);
    cmc_diag_destroy(d);
    clean(s);
    free(s);
    return st;
}
