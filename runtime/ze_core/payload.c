// SPDX-License-Identifier: MIT
// The kernel's payload as .ze_info lists it: the needs of each argument (zx_kernel_args_describe), and the implicit
// arguments of one launch (zx_payload_fill). kernel_args.c writes explicit arguments when they are set.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

static uint32_t max_u32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static zx_arg_class class_of(const zeb_arg *a) {
    switch (a->type) {
    case ZEB_ARG_BYVALUE:
        return ZX_ARG_VALUE;
    case ZEB_ARG_BYPOINTER:
        if (a->addrspace == ZEB_SPACE_IMAGE)
            return ZX_ARG_IMAGE;
        if (a->addrspace == ZEB_SPACE_SAMPLER)
            return ZX_ARG_SAMPLER;
        return a->addrmode == ZEB_ADDR_SLM || a->addrspace == ZEB_SPACE_LOCAL ? ZX_ARG_LOCAL : ZX_ARG_POINTER;
    case ZEB_ARG_BUFFER_ADDRESS:
    case ZEB_ARG_BUFFER_OFFSET:
        return ZX_ARG_POINTER;
    default:
        return ZX_ARG_UNUSED; // properties of an image or sampler argument, or not an argument
    }
}

static void describe_entry(zx_arg *arg, const zeb_arg *a) {
    zx_arg_class c = class_of(a);
    if (c == ZX_ARG_UNUSED)
        return;
    arg->class_ = c;
    arg->needed = true;
    if (c == ZX_ARG_VALUE)
        arg->size_b = max_u32(arg->size_b, a->source_off_b + a->size_b);
    if (c == ZX_ARG_LOCAL)
        arg->slm_align_b = max_u32(a->slm_align_b, 1);
    if (a->type == ZEB_ARG_BUFFER_OFFSET)
        arg->has_offset_slot = true;
    if (c == ZX_ARG_SAMPLER && a->sampler_index >= 0 && a->sampler_index < ZX_MAX_SAMPLERS)
        arg->sampler = a->sampler_index;
}

static bool is_bindless(const zeb_arg *a) {
    return a->type == ZEB_ARG_BYPOINTER && a->addrmode == ZEB_ADDR_BINDLESS && a->arg_index >= 0 &&
           a->addrspace != ZEB_SPACE_SAMPLER;
}

static void describe_samplers(zx_kernel *k) {
    const zeb_kernel *z = k->mk->zeb;
    for (uint32_t i = 0; i < k->n_args; i++)
        if (k->args[i].sampler >= 0)
            k->n_samplers = max_u32(k->n_samplers, (uint32_t)k->args[i].sampler + 1);
    for (uint32_t i = 0; i < z->samplers.len; i++)
        if (z->samplers.data[i].index >= 0 && z->samplers.data[i].index < ZX_MAX_SAMPLERS)
            k->n_samplers = max_u32(k->n_samplers, (uint32_t)z->samplers.data[i].index + 1);
}

// 'int;4' -> 4; 0 when the text has no size.
static uint32_t declared_size(const char *type_name) {
    const char *semicolon = type_name ? strrchr(type_name, ';') : NULL;
    return semicolon ? (uint32_t)strtoul(semicolon + 1, NULL, 10) : 0;
}

static uint32_t arg_count(const zeb_kernel *z) {
    int32_t n = 0;
    for (uint32_t i = 0; i < z->args.len; i++)
        if (z->args.data[i].arg_index >= n)
            n = z->args.data[i].arg_index + 1;
    for (uint32_t i = 0; i < z->btis.len; i++)
        if (z->btis.data[i].arg_index >= n)
            n = z->btis.data[i].arg_index + 1;
    for (uint32_t i = 0; i < z->arg_infos.len; i++)
        if (z->arg_infos.data[i].index >= n)
            n = z->arg_infos.data[i].index + 1;
    return (uint32_t)n;
}

void zx_kernel_args_describe(zx_kernel *k) {
    const zeb_kernel *z = k->mk->zeb;
    k->n_args = arg_count(z);
    k->args = calloc(k->n_args ? k->n_args : 1, sizeof *k->args);
    if (!k->args)
        return;
    for (uint32_t i = 0; i < k->n_args; i++)
        k->args[i].bti = k->args[i].bindless = k->args[i].sampler = -1;
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index >= 0)
            describe_entry(&k->args[a->arg_index], a);
        if (is_bindless(a) && k->args[a->arg_index].bindless < 0)
            k->args[a->arg_index].bindless = (int32_t)k->n_bindless++;
        k->n_surfaces = max_u32(k->n_surfaces, a->bti_end);
        if (a->size_b)
            k->cross_b = max_u32(k->cross_b, a->off_b + a->size_b);
    }
    k->cross_b = (k->cross_b + 31) / 32 * 32;
    for (uint32_t i = 0; i < z->args.len; i++) // surfaces of the module's data follow those of the arguments
        k->n_bindless += z->args.data[i].type == ZEB_ARG_OTHER && z->args.data[i].addrmode == ZEB_ADDR_BINDLESS;
    for (uint32_t i = 0; i < z->btis.len; i++) {
        const zeb_bti *b = &z->btis.data[i];
        if (b->bti < 0 || b->arg_index < 0 || b->bti > 255)
            continue;
        k->args[b->arg_index].bti = b->bti;
        k->args[b->arg_index].needed = true;
        if (k->args[b->arg_index].class_ == ZX_ARG_UNUSED)
            k->args[b->arg_index].class_ = ZX_ARG_POINTER;
        k->n_surfaces = max_u32(k->n_surfaces, (uint32_t)b->bti + 1);
    }
    for (uint32_t i = 0; i < z->arg_infos.len; i++)
        if (z->arg_infos.data[i].index >= 0)
            k->args[z->arg_infos.data[i].index].declared_b = declared_size(z->arg_infos.data[i].type_name);
    describe_samplers(k);
}

static uint32_t work_dimensions(const zx_implicit *imp) {
    if (imp->local[2] * (uint64_t)imp->groups[2] > 1)
        return 3;
    return imp->local[1] * (uint64_t)imp->groups[1] > 1 ? 2 : 1;
}

// Intel's driver fills only the last of several entries of one kind, and compilers rely on that.
static bool is_last_of_kind(const zeb_kernel *k, uint32_t i) {
    for (uint32_t later = i + 1; later < k->args.len; later++)
        if (k->args.data[later].type == k->args.data[i].type)
            return false;
    return true;
}

void zx_payload_fill(const zeb_kernel *k, const zx_implicit *imp, uint8_t *cross) {
    const uint32_t dims = work_dimensions(imp);
    uint32_t global[3];
    for (unsigned i = 0; i < 3; i++)
        global[i] = imp->local[i] * imp->groups[i];

    for (uint32_t i = 0; i < k->args.len; i++) {
        const zeb_arg *a = &k->args.data[i];
        const void *from = NULL;
        uint32_t have = 12;
        switch (a->type) {
        case ZEB_ARG_LOCAL_SIZE:
        case ZEB_ARG_ENQUEUED_LOCAL_SIZE:
            from = imp->local;
            break; // Level Zero has no partial groups
        case ZEB_ARG_GROUP_COUNT:
            from = imp->groups;
            break;
        case ZEB_ARG_GLOBAL_SIZE:
            from = global;
            break;
        case ZEB_ARG_GLOBAL_ID_OFFSET:
            from = imp->offset;
            break;
        case ZEB_ARG_WORK_DIMENSIONS:
            from = &dims;
            have = 4;
            break;
        case ZEB_ARG_PRIVATE_BASE_STATELESS:
            from = &imp->private_base;
            have = 8;
            break;
        case ZEB_ARG_PRINTF_BUFFER:
            from = &imp->printf_buffer;
            have = 8;
            break;
        case ZEB_ARG_IMPLICIT_ARG_BUFFER:
            from = &imp->implicit_buffer;
            have = 8;
            break;
        default:
            break;
        }
        if (from && is_last_of_kind(k, i))
            memcpy(cross + a->off_b, from, a->size_b < have ? a->size_b : have);
    }
}

// Implicit arguments in memory (thread-payload.md 12)

typedef struct implicit_args {
    uint8_t size_b, version, dims, simd;
    uint32_t local[3];
    uint64_t global[3];
    uint64_t printf_buffer;
    uint64_t offset[3];
    uint64_t local_id_table;
    uint32_t groups[3], padding;
    uint64_t rt_buffer, assert_buffer;
} implicit_args;
_Static_assert(sizeof(implicit_args) == 112, "the compiler's layout");

// Three vectors of words per thread, each of at least sixteen lanes; SIMD1: three words in one register.
static uint32_t id_row_b(uint32_t simd) {
    return 2 * max_u32(simd, 16);
}

static void put_local_ids(const zx_implicit *imp, uint32_t simd, uint32_t grf_b, uint8_t *out) {
    const uint32_t row_b = id_row_b(simd);
    const uint32_t items = imp->local[0] * imp->local[1] * imp->local[2];
    for (uint32_t i = 0; i < items; i++) {
        const uint16_t id[3] = {(uint16_t)(i % imp->local[0]), (uint16_t)(i / imp->local[0] % imp->local[1]),
                                (uint16_t)(i / imp->local[0] / imp->local[1])};
        for (uint32_t k = 0; k < 3; k++)
            memcpy(simd == 1 ? out + i * grf_b + k * 2 : out + (i / simd * 3 + k) * row_b + i % simd * 2, &id[k], 2);
    }
}

const char zx_arguments_offset_symbol[] = "__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0";

bool zx_kernel_has_head(const zeb_kernel *k) {
    for (uint32_t i = 0; i < k->relocs.len; i++)
        if (strcmp(k->relocs.data[i].symbol, zx_arguments_offset_symbol) == 0)
            return true;
    return false;
}

uint8_t *zx_implicit_buffer(zx_context *c, const zeb_kernel *k, const zx_implicit *imp, uint32_t grf_b) {
    enum { HEAD_B = ZX_IMPLICIT_HEAD_B };
    const uint32_t simd = k->env.simd_size ? k->env.simd_size : 1;
    const uint32_t row_b = max_u32(id_row_b(simd), grf_b);
    const uint64_t items = (uint64_t)imp->local[0] * imp->local[1] * imp->local[2];
    uint8_t *block = zx_memory_internal(c, HEAD_B + (items + simd - 1) / simd * 3 * row_b);
    if (!block)
        return NULL;
    implicit_args a = {.size_b = sizeof a,
                       .dims = (uint8_t)work_dimensions(imp),
                       .simd = (uint8_t)simd,
                       .printf_buffer = imp->printf_buffer,
                       .local_id_table = (uint64_t)(uintptr_t)(block + HEAD_B)};
    for (unsigned i = 0; i < 3; i++) {
        a.local[i] = imp->local[i];
        a.groups[i] = imp->groups[i];
        a.offset[i] = imp->offset[i];
        a.global[i] = (uint64_t)imp->local[i] * imp->groups[i];
    }
    memcpy(block, &a, sizeof a);
    put_local_ids(imp, simd, grf_b, block + HEAD_B);
    return block;
}
