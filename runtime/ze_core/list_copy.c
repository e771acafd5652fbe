// SPDX-License-Identifier: MIT
// The commands of a list that move bytes: memory copies and fills, box regions of memory, images. Each becomes a copy
// of one range or of a box of rows (command.c). Host memory outside the context is allowed, as in Level Zero; only a
// kernel may not access it.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

// Records one side of a copy, 0 or 1.
static ze_result_t touch(zx_context *context, zx_command *c, unsigned side, const void *ptr, uint64_t size_b) {
    bool known = false;
    if (!c || !size_b)
        return ZE_RESULT_SUCCESS;
    ZX_TRY(zx_memory_holds(context, ptr, size_b, &known));
    if (known) {
        c->touched[side].context = context;
        c->touched[side].ptr = ptr;
        c->touched[side].size_b = size_b;
    }
    return ZE_RESULT_SUCCESS;
}

// Appends c unless one of its sides was refused.
static ze_result_t append(ze_command_list_handle_t h, zx_command *c, ze_result_t dst, ze_result_t src,
                          ze_event_handle_t signal, uint32_t n_waits, ze_event_handle_t *waits) {
    if (!dst && !src)
        return zx_list_append((zx_list *)h, c, signal, n_waits, waits);
    zx_command_destroy(c);
    return dst ? dst : src;
}

static zx_context *context_of(ze_command_list_handle_t h) {
    return ((zx_list *)h)->context;
}

// Bytes from the start of a box to the end of its last row.
static uint64_t extent(const zx_command *c, const zx_rect *r) {
    if (!c->rect.row_b || !c->rect.rows || !c->rect.slices)
        return 0;
    return (c->rect.slices - 1) * r->slice_b + (c->rect.rows - 1) * r->pitch_b + c->rect.row_b;
}

// A box that begins some bytes after the address that the program passed.
static ze_result_t touch_rect(zx_context *context, zx_command *c, unsigned side, const void *named) {
    if (!c)
        return ZE_RESULT_SUCCESS;
    const zx_rect *r = side ? &c->rect.src : &c->rect.dst;
    const uint64_t size_b = extent(c, r);
    return size_b ? touch(context, c, side, named, (uint64_t)(r->base - (const uint8_t *)named) + size_b)
                  : ZE_RESULT_SUCCESS;
}

static ze_result_t copy_between(ze_command_list_handle_t h, void *dst, zx_context *src_context, const void *src,
                                size_t size_b, ze_event_handle_t signal, uint32_t n_waits, ze_event_handle_t *waits) {
    ZX_POINTER(dst);
    ZX_POINTER(src);
    zx_command *c = zx_command_create(ZX_OP_COPY);
    if (c) {
        c->mem.dst = dst;
        c->mem.src = src;
        c->mem.size_b = size_b;
    }
    return append(h, c, touch(context_of(h), c, 0, dst, size_b), touch(src_context, c, 1, src, size_b), signal, n_waits,
                  waits);
}

static ze_result_t ZE_APICALL append_copy(ze_command_list_handle_t h, void *dst, const void *src, size_t size_b,
                                          ze_event_handle_t signal, uint32_t n_waits, ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    return copy_between(h, dst, context_of(h), src, size_b, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_copy_from_context(ze_command_list_handle_t h, void *dst,
                                                       ze_context_handle_t src_context, const void *src, size_t size_b,
                                                       ze_event_handle_t signal, uint32_t n_waits,
                                                       ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(src_context, ZX_CONTEXT);
    return copy_between(h, dst, (zx_context *)src_context, src, size_b, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_fill(ze_command_list_handle_t h, void *dst, const void *pattern, size_t pattern_b,
                                          size_t size_b, ze_event_handle_t signal, uint32_t n_waits,
                                          ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(dst);
    ZX_POINTER(pattern);
    if (!pattern_b || pattern_b & (pattern_b - 1))
        return ZE_RESULT_ERROR_INVALID_SIZE;
    zx_command *c = zx_command_create(ZX_OP_FILL);
    if (!c)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    c->mem.dst = dst;
    c->mem.size_b = size_b;
    c->mem.pattern_b = pattern_b;
    c->mem.pattern = malloc(pattern_b);
    if (!c->mem.pattern) {
        zx_command_destroy(c);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    memcpy(c->mem.pattern, pattern, pattern_b);
    return append(h, c, touch(context_of(h), c, 0, dst, size_b), ZE_RESULT_SUCCESS, signal, n_waits, waits);
}

// The start of a memory region, with the specification's defaults for pitches of 0.
static zx_rect memory_rect(void *base, const ze_copy_region_t *r, uint32_t pitch_b, uint32_t slice_b) {
    zx_rect out = {.pitch_b = pitch_b ? pitch_b : r->width};
    out.slice_b = slice_b ? slice_b : out.pitch_b * r->height;
    out.base = (uint8_t *)base + r->originZ * out.slice_b + r->originY * out.pitch_b + r->originX;
    return out;
}

static ze_result_t ZE_APICALL append_copy_region(ze_command_list_handle_t h, void *dst, const ze_copy_region_t *dst_r,
                                                 uint32_t dst_pitch_b, uint32_t dst_slice_b, const void *src,
                                                 const ze_copy_region_t *src_r, uint32_t src_pitch_b,
                                                 uint32_t src_slice_b, ze_event_handle_t signal, uint32_t n_waits,
                                                 ze_event_handle_t *waits) {
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(dst);
    ZX_POINTER(dst_r);
    ZX_POINTER(src);
    ZX_POINTER(src_r);
    if (dst_r->width != src_r->width || dst_r->height != src_r->height || dst_r->depth != src_r->depth)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    zx_command *c = zx_command_create(ZX_OP_RECT);
    if (c) {
        c->rect.dst = memory_rect(dst, dst_r, dst_pitch_b, dst_slice_b);
        c->rect.src = memory_rect((void *)(uintptr_t)src, src_r, src_pitch_b, src_slice_b);
        c->rect.row_b = src_r->width;
        c->rect.rows = src_r->height;
        c->rect.slices = src_r->depth ? src_r->depth : 1;
    }
    return append(h, c, touch_rect(context_of(h), c, 0, dst), touch_rect(context_of(h), c, 1, src), signal, n_waits,
                  waits);
}

static zx_rect image_rect(const zx_image *img, const ze_image_region_t *r) {
    return (zx_rect){.base = img->base + (uint64_t)r->originZ * img->slice_b + (uint64_t)r->originY * img->pitch_b +
                             (uint64_t)r->originX * img->px_b,
                     .pitch_b = img->pitch_b,
                     .slice_b = img->slice_b};
}

static ze_result_t touch_image(zx_command *c, unsigned side, const zx_image *img) {
    return c ? touch_rect(img->context, c, side, img->base) : ZE_RESULT_SUCCESS;
}

static zx_command *image_command(const zx_image *img, const ze_image_region_t *r) {
    zx_command *c = zx_command_create(ZX_OP_RECT);
    if (c) {
        c->rect.row_b = (uint64_t)r->width * img->px_b;
        c->rect.rows = r->height;
        c->rect.slices = r->depth;
    }
    return c;
}

// The program's side of an image copy; pitches of 0: no gaps.
static zx_rect host_rect(const zx_command *c, void *base, uint32_t pitch_b, uint32_t slice_b) {
    zx_rect r = {.base = base, .pitch_b = pitch_b ? pitch_b : c->rect.row_b};
    r.slice_b = slice_b ? slice_b : r.pitch_b * c->rect.rows;
    return r;
}

static ze_result_t ZE_APICALL append_image_region(ze_command_list_handle_t h, ze_image_handle_t dst,
                                                  ze_image_handle_t src, const ze_image_region_t *dst_r,
                                                  const ze_image_region_t *src_r, ze_event_handle_t signal,
                                                  uint32_t n_waits, ze_event_handle_t *waits) {
    ze_image_region_t d, s;
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(dst, ZX_IMAGE);
    ZX_HANDLE(src, ZX_IMAGE);
    const zx_image *to = (const zx_image *)dst, *from = (const zx_image *)src;
    ZX_TRY(zx_image_region(to, dst_r, &d));
    ZX_TRY(zx_image_region(from, src_r, &s));
    if (to->px_b != from->px_b || d.width != s.width || d.height != s.height || d.depth != s.depth)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    zx_command *c = image_command(to, &d);
    if (c) {
        c->rect.dst = image_rect(to, &d);
        c->rect.src = image_rect(from, &s);
    }
    return append(h, c, touch_image(c, 0, to), touch_image(c, 1, from), signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_image_copy(ze_command_list_handle_t h, ze_image_handle_t dst,
                                                ze_image_handle_t src, ze_event_handle_t signal, uint32_t n_waits,
                                                ze_event_handle_t *waits) {
    return append_image_region(h, dst, src, NULL, NULL, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_image_to_memory_ext(ze_command_list_handle_t h, void *dst, ze_image_handle_t src,
                                                         const ze_image_region_t *region, uint32_t pitch_b,
                                                         uint32_t slice_b, ze_event_handle_t signal, uint32_t n_waits,
                                                         ze_event_handle_t *waits) {
    ze_image_region_t r;
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(dst);
    ZX_HANDLE(src, ZX_IMAGE);
    const zx_image *img = (const zx_image *)src;
    ZX_TRY(zx_image_region(img, region, &r));
    zx_command *c = image_command(img, &r);
    if (c) {
        c->rect.src = image_rect(img, &r);
        c->rect.dst = host_rect(c, dst, pitch_b, slice_b);
    }
    return append(h, c, touch_rect(context_of(h), c, 0, dst), touch_image(c, 1, img), signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_image_from_memory_ext(ze_command_list_handle_t h, ze_image_handle_t dst,
                                                           const void *src, const ze_image_region_t *region,
                                                           uint32_t pitch_b, uint32_t slice_b, ze_event_handle_t signal,
                                                           uint32_t n_waits, ze_event_handle_t *waits) {
    ze_image_region_t r;
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(dst, ZX_IMAGE);
    ZX_POINTER(src);
    const zx_image *img = (const zx_image *)dst;
    ZX_TRY(zx_image_region(img, region, &r));
    zx_command *c = image_command(img, &r);
    if (c) {
        c->rect.dst = image_rect(img, &r);
        c->rect.src = host_rect(c, (void *)(uintptr_t)src, pitch_b, slice_b);
    }
    return append(h, c, touch_image(c, 0, img), touch_rect(context_of(h), c, 1, src), signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_image_to_memory(ze_command_list_handle_t h, void *dst, ze_image_handle_t src,
                                                     const ze_image_region_t *region, ze_event_handle_t signal,
                                                     uint32_t n_waits, ze_event_handle_t *waits) {
    return append_image_to_memory_ext(h, dst, src, region, 0, 0, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_image_from_memory(ze_command_list_handle_t h, ze_image_handle_t dst,
                                                       const void *src, const ze_image_region_t *region,
                                                       ze_event_handle_t signal, uint32_t n_waits,
                                                       ze_event_handle_t *waits) {
    return append_image_from_memory_ext(h, dst, src, region, 0, 0, signal, n_waits, waits);
}

static ze_result_t ZE_APICALL append_prefetch(ze_command_list_handle_t h, const void *ptr, size_t size_b) {
    (void)size_b;
    ZX_HANDLE(h, ZX_LIST);
    ZX_POINTER(ptr);
    return ZE_RESULT_SUCCESS; // a hint
}

static ze_result_t ZE_APICALL append_advise(ze_command_list_handle_t h, ze_device_handle_t device, const void *ptr,
                                            size_t size_b, ze_memory_advice_t advice) {
    (void)size_b;
    ZX_HANDLE(h, ZX_LIST);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(ptr);
    if ((unsigned)advice > ZE_MEMORY_ADVICE_BIAS_UNCACHED)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    return ZE_RESULT_SUCCESS; // a hint
}

void zx_table_list_copy(ze_command_list_dditable_t *t) {
    t->pfnAppendMemoryCopy = append_copy;
    t->pfnAppendMemoryCopyFromContext = append_copy_from_context;
    t->pfnAppendMemoryFill = append_fill;
    t->pfnAppendMemoryCopyRegion = append_copy_region;
    t->pfnAppendImageCopy = append_image_copy;
    t->pfnAppendImageCopyRegion = append_image_region;
    t->pfnAppendImageCopyToMemory = append_image_to_memory;
    t->pfnAppendImageCopyFromMemory = append_image_from_memory;
    t->pfnAppendImageCopyToMemoryExt = append_image_to_memory_ext;
    t->pfnAppendImageCopyFromMemoryExt = append_image_from_memory_ext;
    t->pfnAppendMemoryPrefetch = append_prefetch;
    t->pfnAppendMemAdvise = append_advise;
}
