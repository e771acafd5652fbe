// SPDX-License-Identifier: MIT
// Rectangles of memory: rows of contiguous bytes, a pitch apart. A rectangle inside its image is moved row by row; one
// that reaches over an edge is left to an operation:
//
//   inside ?  rows of the image  :  an operation, and rows of the buffer that it uses
//
// Both ways end in the same loads or stores, so that what follows sees rows that come from memory, and no vector of the
// whole rectangle is merged.

#include "rows.h"

#include <assert.h>
#include <string.h>

// The image

host_image host_image_at(host *h, LLVMValueRef index) {
    LLVMValueRef s = host_surface_record(h, index);
    host_image m = {.base = host_field(h, h->b, s, offsetof(cmc_host_surface, base), h->ptr)};
    static const size_t at[] = {offsetof(cmc_host_surface, kind), offsetof(cmc_host_surface, width_px),
                                offsetof(cmc_host_surface, px_b), offsetof(cmc_host_surface, height),
                                offsetof(cmc_host_surface, pitch_b)};
    LLVMValueRef v[sizeof at / sizeof at[0]];
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++)
        v[k] = host_field(h, h->b, s, at[k], h->i32);
    m.is_2d = LLVMBuildICmp(h->b, LLVMIntEQ, v[0], host_i32(h, CMC_HOST_SURF_2D), "");
    for (size_t k = 1; k < sizeof at / sizeof at[0]; k++)
        v[k] = LLVMBuildZExt(h->b, v[k], h->i64, "");
    m.width_b = LLVMBuildMul(h->b, v[1], v[2], "");
    m.height = v[3];
    m.pitch_b = v[4];
    return m;
}

static LLVMValueRef ends_inside(host *h, LLVMValueRef first, uint32_t n, LLVMValueRef size) {
    LLVMValueRef end = LLVMBuildAdd(h->b, first, host_i64(h, n), "");
    return LLVMBuildICmp(h->b, LLVMIntSLE, end, size, "");
}

// Coordinates are signed; a negative one has the sign of their union.
LLVMValueRef host_rect_inside(host *h, const host_image *m, LLVMValueRef x_b, LLVMValueRef y, const host_rect *r) {
    LLVMValueRef inside = LLVMBuildICmp(h->b, LLVMIntSGE, LLVMBuildOr(h->b, x_b, y, ""), host_i64(h, 0), "");
    inside = LLVMBuildAnd(h->b, inside, ends_inside(h, x_b, r->width_b, m->width_b), "");
    inside = LLVMBuildAnd(h->b, inside, ends_inside(h, y, r->rows, m->height), "");
    return m->is_2d ? LLVMBuildAnd(h->b, inside, m->is_2d, "") : inside;
}

void host_rect_place(host *h, const host_image *m, LLVMValueRef x_b, LLVMValueRef y, host_rect *r) {
    LLVMValueRef off = LLVMBuildAdd(h->b, LLVMBuildMul(h->b, y, m->pitch_b, ""), x_b, "");
    r->at = host_offset(h, m->base, off);
    r->pitch_b = m->pitch_b;
}

// Rows

static LLVMValueRef row_pointer(host *h, const host_rect *r, uint32_t k) {
    return k ? host_offset(h, r->at, LLVMBuildMul(h->b, r->pitch_b, host_i64(h, k), "")) : r->at;
}

LLVMValueRef host_join(host *h, const LLVMValueRef *parts, uint32_t n) {
    uint32_t half = 1, from[HOST_MAX_LANES];
    if (n == 1)
        return parts[0];
    while (half * 2 < n)
        half *= 2;
    LLVMValueRef a = host_join(h, parts, half), b = host_join(h, parts + half, n - half);
    const uint32_t lanes_a = genx_lanes(LLVMTypeOf(a)), lanes_b = genx_lanes(LLVMTypeOf(b));
    for (uint32_t i = 0; i < lanes_a + lanes_b; i++)
        from[i] = i;
    if (lanes_a == lanes_b)
        return host_shuffle(h, a, b, from, lanes_a + lanes_b);
    uint32_t widen[HOST_MAX_LANES]; // both sources need one type
    for (uint32_t i = 0; i < lanes_a; i++)
        widen[i] = i < lanes_b ? i : UINT32_MAX;
    return host_shuffle(h, a, host_shuffle(h, b, NULL, widen, lanes_a), from, lanes_a + lanes_b);
}

LLVMValueRef host_rows_read(host *h, const host_rect *r, LLVMTypeRef elt) {
    LLVMValueRef rows[HOST_MOST_ROWS];
    const uint32_t elt_b = LLVMGetIntTypeWidth(elt) / 8;
    assert(r->rows <= HOST_MOST_ROWS && "messages have fewer");
    for (uint32_t k = 0; k < r->rows; k++)
        rows[k] = host_load(h, LLVMVectorType(elt, r->width_b / elt_b), row_pointer(h, r, k), 1);
    return host_join(h, rows, r->rows);
}

void host_rows_write(host *h, const host_rect *r, LLVMValueRef v) {
    const uint32_t n = genx_lanes(LLVMTypeOf(v)) / r->rows;
    for (uint32_t k = 0; k < r->rows; k++) {
        LLVMValueRef row = host_slice(h, v, k * n, n);
        host_store(h, row, row_pointer(h, r, k), 1);
    }
}
