// SPDX-License-Identifier: MIT
// The simulator call of a launch. Values that differ from run to run (private memory, the printf buffer) are filled
// into a copy of the payload, because two queues may execute a command list at once.

#include "zx_priv.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The simulator gives this size to each of the two slots.
static uint32_t scratch_size(const zeb_kernel *z) {
    uint32_t slots[2] = {0};
    for (uint32_t i = 0; i < z->memory.len; i++)
        if (z->memory.data[i].type && strcmp(z->memory.data[i].type, "scratch") == 0)
            slots[z->memory.data[i].slot ? 1 : 0] += z->memory.data[i].size_b;
    return slots[0] > slots[1] ? slots[0] : slots[1];
}

// Hardware-thread slots that a kernel can compute from its state register: all slots of the device.
static uint32_t thread_slots(const zx_device *d) {
    uint32_t slots = 1;
    while (slots < zx_device_thread_count(d))
        slots *= 2;
    return slots;
}

// Bytes of private memory outside scratch, for all slots.
static uint64_t private_size(const zeb_kernel *z, const zx_device *d) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < z->memory.len; i++) {
        const zeb_memory *m = &z->memory.data[i];
        if (m->type && strcmp(m->type, "global") == 0)
            sum += (uint64_t)m->size_b * (m->is_simt_thread ? z->env.simd_size : 1);
    }
    return sum * thread_slots(d);
}

// Number of host threads of a launch. Each needs the slots of one group, and private memory has room for the device's
// slots.
static unsigned worker_count(const zx_launch *l) {
    const uint32_t simd = l->mk->zeb->env.simd_size ? l->mk->zeb->env.simd_size : 1;
    const uint32_t items = l->local[0] * l->local[1] * l->local[2];
    const uint32_t limit = thread_slots(l->module->device) / ((items + simd - 1) / simd);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (l->cooperative)
        return l->groups[0] * l->groups[1] * l->groups[2];
    unsigned n = zx_config_get()->n_workers;
    if (!n)
        n = cores > 0 ? (unsigned)cores : 1;
    return n < limit ? n : limit ? limit : 1;
}

enum { MAX_COOPERATIVE = 64 }; // host threads of a launch

uint32_t zx_xesim_max_cooperative(const zx_kernel *k) {
    const uint32_t simd = k->mk->zeb->env.simd_size ? k->mk->zeb->env.simd_size : 1;
    const uint32_t items = k->group[0] * k->group[1] * k->group[2];
    const uint32_t limit = thread_slots(k->module->device) / ((items + simd - 1) / simd);
    return limit < MAX_COOPERATIVE ? limit : MAX_COOPERATIVE;
}

static bool has_arg(const zeb_kernel *z, zeb_arg_type type) {
    for (uint32_t i = 0; i < z->args.len; i++)
        if (z->args.data[i].type == type)
            return true;
    return false;
}

// Memory of one run in addition to the arguments.
typedef struct run_memory {
    uint8_t *private_mem, *printf_mem, *implicit_mem;
    uint8_t *cross;
    sim_surface *surfaces;
    sim_sampler *samplers;
} run_memory;

static ze_result_t simulate(const zx_launch *l, const uint32_t groups[3], const run_memory *m, const uint8_t *head) {
    const zeb_kernel *z = l->mk->zeb;
    const zx_config *config = zx_config_get();
    const zx_code *code = l->mk->code;
    zx_observer observer;
    sim_launch s = {.code = code->sim,
                    .mem = l->module->context->memory,
                    .surfaces = m->surfaces,
                    .n_surfaces = l->n_surfaces,
                    // CM kernels rely on surfaces that drop accesses outside their bounds.
                    .strict_surfaces = z->env.simd_size > 1 && !(config->checks & SIM_CHECK_BOUNDS),
                    .bindless = m->surfaces + l->n_surfaces,
                    .n_bindless = l->n_bindless,
                    .samplers = m->samplers,
                    .n_samplers = l->n_samplers,
                    .simd = z->env.simd_size,
                    .cross_thread = m->cross,
                    .cross_thread_b = l->cross_b,
                    .head = head,
                    .head_b = head ? ZX_IMPLICIT_HEAD_B : 0,
                    .local_ids = z->thread_args.len != 0,
                    .inline_data_b = z->env.inline_data_payload_b,
                    .slm_b = l->slm_b,
                    .barrier_count = z->env.barrier_count,
                    .scratch_b = scratch_size(z),
                    .grf_count = z->env.grf_count,
                    .order_seed = config->order_seed,
                    .max_group_ns = config->watchdog_ns,
                    .n_workers = worker_count(l)};
    for (unsigned i = 0; i < 3; i++) {
        s.groups[i] = groups[i];
        s.local[i] = l->local[i];
    }
    for (uint32_t i = 0; i < z->thread_args.len; i++)
        s.local_id_b += z->thread_args.data[i].size_b;

    cmc_diag *d = cmc_diag_create();
    zx_observe_begin(&observer, config, l, &s);
    cmc_status status = sim_run(&s, NULL, d);
    if (status != CMC_OK)
        zx_error_diag(z->name, d);
    cmc_diag_destroy(d);
    return zx_observe_end(&observer, status == CMC_OK        ? ZE_RESULT_SUCCESS
                                     : status == CMC_ERR_OOM ? ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY
                                                             : ZE_RESULT_ERROR_DEVICE_LOST);
}

static sim_surface *sim_surfaces(const zx_launch *l) {
    static const uint8_t kinds[] = {
        [CMC_HOST_SURF_NONE] = SIM_SURF_NONE,
        [CMC_HOST_SURF_BUFFER] = SIM_SURF_BUFFER,
        [CMC_HOST_SURF_2D] = SIM_SURF_2D,
        [CMC_HOST_SURF_1D] = SIM_SURF_1D,
        [CMC_HOST_SURF_3D] = SIM_SURF_3D,
        [CMC_HOST_SURF_1D_ARRAY] = SIM_SURF_1D_ARRAY,
        [CMC_HOST_SURF_2D_ARRAY] = SIM_SURF_2D_ARRAY,
    };
    const uint32_t n = l->n_surfaces + l->n_bindless;
    sim_surface *out = calloc(n + 1, sizeof *out);
    for (uint32_t i = 0; out && i < n; i++) {
        const zx_surface *s = &l->surfaces[i];
        out[i] = (sim_surface){.kind = kinds[s->kind],
                               .base = s->base,
                               .size_b = s->size_b,
                               .width_px = s->width_px,
                               .height = s->height,
                               .pitch_b = s->pitch_b,
                               .px_b = s->px_b,
                               .format = s->format,
                               .swizzle = (uint16_t)s->swizzle,
                               .depth = s->depth,
                               .slice_pitch_b = s->slice_pitch_b};
    }
    return out;
}

static sim_sampler *sim_samplers(const zx_launch *l) {
    sim_sampler *out = calloc(l->n_samplers + 1, sizeof *out);
    for (uint32_t i = 0; out && i < l->n_samplers; i++) {
        const zx_sampler_state *s = &l->samplers[i];
        // sim_address_mode has Level Zero's numbers
        out[i] = (sim_sampler){.address = (uint8_t)s->address, .linear = s->linear, .normalized = s->normalized};
    }
    return out;
}

static bool prepare(const zx_launch *l, zx_implicit *imp, run_memory *m) {
    const zeb_kernel *z = l->mk->zeb;
    zx_context *c = l->module->context;
    const zx_device *d = l->module->device;
    const bool has_private = has_arg(z, ZEB_ARG_PRIVATE_BASE_STATELESS);
    const bool has_implicit = has_arg(z, ZEB_ARG_IMPLICIT_ARG_BUFFER) || zx_kernel_has_head(z);
    const bool has_printf = has_arg(z, ZEB_ARG_PRINTF_BUFFER) || has_implicit;
    const uint64_t private_b = has_private ? private_size(z, d) : 0;

    // At the start of a line, as on a GPU: how many lines it takes must not depend on the heap.
    m->cross = aligned_alloc(ZX_LINE_B, zx_round_up(l->cross_b + 1, ZX_LINE_B));
    m->surfaces = sim_surfaces(l);
    m->samplers = sim_samplers(l);
    if (private_b)
        m->private_mem = zx_memory_internal(c, private_b);
    if (has_printf)
        m->printf_mem = zx_printf_buffer(c);
    imp->private_base = (uint64_t)(uintptr_t)m->private_mem;
    imp->printf_buffer = (uint64_t)(uintptr_t)m->printf_mem;
    if (has_implicit)
        m->implicit_mem = zx_implicit_buffer(c, z, imp, ((const isa_model *)d->model)->grf_b);
    imp->implicit_buffer = (uint64_t)(uintptr_t)m->implicit_mem;
    if (!m->cross || !m->surfaces || !m->samplers || (private_b && !m->private_mem) || (has_printf && !m->printf_mem) ||
        (has_implicit && !m->implicit_mem))
        return false;
    memcpy(m->cross, l->cross, l->cross_b);
    zx_payload_fill(z, imp, m->cross);
    return true;
}

ze_result_t zx_xesim_launch(const zx_launch *l, zx_implicit *imp) {
    zx_context *c = l->module->context;
    run_memory m = {0};
    ze_result_t r = ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;

    if (prepare(l, imp, &m))
        r = simulate(l, imp->groups, &m, zx_kernel_has_head(l->mk->zeb) ? m.implicit_mem : NULL);
    else
        zx_error("kernel '%s': no memory for its private variables", l->mk->zeb->name);
    if (m.printf_mem)
        zx_printf_drain(l->module, m.printf_mem); // after a fault too: it may say why
    free(m.cross);
    free(m.surfaces);
    free(m.samplers);
    zx_memory_internal_free(c, m.implicit_mem);
    zx_memory_internal_free(c, m.printf_mem);
    zx_memory_internal_free(c, m.private_mem);
    return r;
}
