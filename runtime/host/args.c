// SPDX-License-Identifier: MIT
// The arguments of a launch in the form of a call: each is found in the payload where .ze_info says.

#include "hx_priv.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN_B = 64, SCALAR_B = 8 };

// Bytes of an argument: of all its pieces in the payload.
static size_t size_of(const zeb_kernel *z, uint32_t index) {
    size_t size_b = SCALAR_B;
    for (uint32_t i = 0; i < z->args.len; i++) {
        const zeb_arg *a = &z->args.data[i];
        if (a->arg_index == (int32_t)index && (size_t)a->source_off_b + a->size_b > size_b)
            size_b = (size_t)a->source_off_b + a->size_b;
    }
    return size_b;
}

static void put_piece(const zx_launch *l, const zeb_arg *a, uint8_t *to) {
    const uint32_t sampler = a->sampler_index < 0 ? 0 : (uint32_t)a->sampler_index;
    if (a->type == ZEB_ARG_BYPOINTER && a->addrspace == ZEB_SPACE_SAMPLER)
        memcpy(to, &sampler, sizeof sampler);
    else if ((uint64_t)a->off_b + a->size_b <= l->cross_b)
        memcpy(to + a->source_off_b, l->cross + a->off_b, a->size_b);
}

static bool is_value(const zeb_arg *a) {
    return a->type == ZEB_ARG_BYVALUE || a->type == ZEB_ARG_BYPOINTER || a->type == ZEB_ARG_BUFFER_ADDRESS;
}

static void put_arg(const zx_launch *l, const hx_code *code, uint32_t index, uint8_t *to) {
    const zeb_kernel *z = l->mk->zeb;
    for (uint32_t i = 0; i < z->args.len; i++)
        if (z->args.data[i].arg_index == (int32_t)index && is_value(&z->args.data[i]))
            put_piece(l, &z->args.data[i], to);
    for (uint32_t i = 0; i < z->btis.len && code->signature[index] == CMC_HOST_I32; i++) {
        const uint32_t bti = (uint32_t)z->btis.data[i].bti;
        if (z->btis.data[i].arg_index == (int32_t)index)
            memcpy(to, &bti, sizeof bti);
    }
}

bool hx_values_create(const zx_launch *l, hx_values *v) {
    const hx_code *code = l->mk->code;
    const uint32_t n = code->n_args;
    size_t size_b = ALIGN_B;
    for (uint32_t i = 0; i < n; i++)
        size_b += zx_round_up(size_of(l->mk->zeb, i), ALIGN_B) + (code->signature[i] == CMC_HOST_BYTES ? ALIGN_B : 0);
    v->values = calloc(n + 1, sizeof *v->values);
    v->memory = aligned_alloc(ALIGN_B, size_b);
    if (!v->values || !v->memory) {
        hx_values_free(v);
        return false;
    }
    memset(v->memory, 0, size_b);
    uint8_t *at = v->memory;
    for (uint32_t i = 0; i < n; i++) {
        put_arg(l, code, i, at);
        v->values[i + 1] = at;
        at += zx_round_up(size_of(l->mk->zeb, i), ALIGN_B);
        if (code->signature[i] != CMC_HOST_BYTES)
            continue;
        memcpy(at, &v->values[i + 1], sizeof(void *)); // the call passes the address of the bytes
        v->values[i + 1] = at;
        at += ALIGN_B;
    }
    return true;
}

void hx_values_free(hx_values *v) {
    free(v->values);
    free(v->memory);
    *v = (hx_values){0};
}
