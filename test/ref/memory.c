// SPDX-License-Identifier: MIT
// Buffers: the memory that SVM addresses, surfaces, allocas and globals name. Each has a shadow
// byte for every byte, so that undefined data is still known as such when it comes back.

#include "ge_priv.h"

#include <string.h>

ge_buffer *ge_buffer_add(ge_ctx *cx, const char *name, uint64_t size_b, int32_t bti) {
    ge_buffer *b = CMC_NEW(cx->arena, ge_buffer);
    if (!b)
        return NULL;
    *b = (ge_buffer){.name = cmc_arena_strdup(cx->arena, name ? name : ""),
                     .base = cx->next_base,
                     .size_b = size_b,
                     .data = cmc_arena_alloc(cx->arena, size_b),
                     .undef = cmc_arena_alloc(cx->arena, size_b),
                     .bti = bti};
    // A gap after each buffer: an access that overruns one does not land in the next.
    cx->next_base += (size_b + 0xffff) / 0x10000 * 0x10000 + 0x10000;
    if (!b->data || !b->undef || !cmc_vec_push(cx->arena, &cx->buffers, b))
        return NULL;
    return b;
}

size_t ge_buffer_count(const ge_ctx *cx) {
    return cx->buffers.len;
}

ge_buffer *ge_buffer_at(const ge_ctx *cx, size_t i) {
    return cx->buffers.data[i];
}

// Buffers lie in the order of their creation: a loop that calls a function with objects makes many.
ge_buffer *ge_buffer_find(const ge_ctx *cx, uint64_t address, uint64_t size_b) {
    uint32_t low = 0, high = cx->buffers.len; // those that begin at the address or before it: [0, low)
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (cx->buffers.data[mid]->base <= address)
            low = mid + 1;
        else
            high = mid;
    }
    ge_buffer *b = low ? cx->buffers.data[low - 1] : NULL;
    const bool fits = b && address - b->base <= b->size_b && size_b <= b->size_b - (address - b->base);
    return fits ? b : NULL;
}

ge_buffer *ge_surface(const ge_ctx *cx, uint64_t bti) {
    for (uint32_t i = 0; i < cx->buffers.len; i++)
        if (cx->buffers.data[i]->bti >= 0 && (uint64_t)cx->buffers.data[i]->bti == bti)
            return cx->buffers.data[i];
    return NULL;
}

cmc_status ge_load_bytes(ge_ctx *cx, LLVMValueRef inst, uint64_t address, uint64_t size_b, uint8_t *data,
                         uint8_t *undef) {
    const ge_buffer *b = ge_buffer_find(cx, address, size_b);
    if (!b)
        return ge_undefined(cx, inst, "load of %llu bytes at 0x%llx, which is no buffer's", (unsigned long long)size_b,
                            (unsigned long long)address);
    memcpy(data, b->data + (address - b->base), size_b);
    memcpy(undef, b->undef + (address - b->base), size_b);
    return CMC_OK;
}

static void store(ge_buffer *b, uint64_t at, uint64_t size_b, const uint8_t *data, const uint8_t *undef) {
    memcpy(b->data + at, data, size_b);
    memcpy(b->undef + at, undef, size_b);
    for (uint64_t i = 0; i < size_b; i++)
        b->undef_stores += undef[i];
}

cmc_status ge_store_bytes(ge_ctx *cx, LLVMValueRef inst, uint64_t address, uint64_t size_b, const uint8_t *data,
                          const uint8_t *undef) {
    ge_buffer *b = ge_buffer_find(cx, address, size_b);
    if (!b)
        return ge_undefined(cx, inst, "store of %llu bytes at 0x%llx, which is no buffer's", (unsigned long long)size_b,
                            (unsigned long long)address);
    store(b, address - b->base, size_b, data, undef);
    return CMC_OK;
}

void ge_surface_load(const ge_buffer *b, uint64_t off_b, uint64_t size_b, uint8_t *data, uint8_t *undef) {
    for (uint64_t i = 0; i < size_b; i++) {
        const bool inside = off_b + i < b->size_b;
        data[i] = inside ? b->data[off_b + i] : 0;
        undef[i] = inside ? b->undef[off_b + i] : 0;
    }
}

void ge_surface_store(ge_buffer *b, uint64_t off_b, uint64_t size_b, const uint8_t *data, const uint8_t *undef) {
    for (uint64_t i = 0; i < size_b; i++)
        if (off_b + i < b->size_b)
            store(b, off_b + i, 1, data + i, undef + i);
}
