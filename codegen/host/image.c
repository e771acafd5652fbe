// SPDX-License-Identifier: MIT
// Blocks of surfaces: contiguous bytes, rectangles of images; pixels by operations.

#include "rows.h"

#include <assert.h>
#include <cmc/genx_mem.h>

enum { LOAD, STORE };
enum { OWORD_B = 16 };

// Blocks of a surface; the offset counts units of unit_b bytes.
static LLVMValueRef oword_read(host *h, LLVMValueRef call, int unit_b) {
    host_place p = host_surface(h, host_arg(call, 1));
    LLVMValueRef off = host_int_cast(h, host_arg(call, 2), h->i64, false);
    off = LLVMBuildMul(h->b, off, host_i64(h, (uint64_t)unit_b), "");
    return host_read_block(h, call, &p, off, LLVMTypeOf(call), NULL, NULL);
}

static LLVMValueRef oword_write(host *h, LLVMValueRef call, int param) {
    (void)param;
    host_place p = host_surface(h, host_arg(call, 0));
    LLVMValueRef off = host_int_cast(h, host_arg(call, 1), h->i64, false);
    host_write_block(h, call, &p, LLVMBuildMul(h->b, off, host_i64(h, OWORD_B), ""), host_arg(call, 2), NULL);
    return NULL;
}

static LLVMValueRef svm_block(host *h, LLVMValueRef call, int store) {
    host_place p = host_flat();
    LLVMValueRef at = host_as(h, host_arg(call, 0), h->i64);
    if (!store)
        return host_read_block(h, call, &p, at, LLVMTypeOf(call), NULL, NULL);
    host_write_block(h, call, &p, at, host_arg(call, 1), NULL);
    return NULL;
}

// Variables that stay in memory.
static LLVMValueRef variable(host *h, LLVMValueRef call, int store) {
    LLVMValueRef p = host_arg(call, store ? 1 : 0);
    if (!store)
        return LLVMBuildLoad2(h->b, LLVMTypeOf(call), p, "");
    LLVMBuildStore(h->b, host_arg(call, 0), p);
    return NULL;
}

typedef struct media_block {
    LLVMValueRef modifiers, surface, x, y; // i32
    uint32_t row_b, size_b;                // of a row and of all rows, in registers
    host_rect rect;
} media_block;

// Operands: modifiers, surface, plane, width, x in bytes, y and, of stores, data. A row takes a power of two of at
// least four bytes.
static media_block media_block_of(LLVMValueRef call, LLVMTypeRef t) {
    media_block b = {
        host_arg(call, 0), host_arg(call, 1), host_arg(call, 4), host_arg(call, 5), 4, genx_size_b(t), {0}};
    b.rect.width_b = (uint32_t)host_const_arg(call, 3);
    while (b.row_b < b.rect.width_b)
        b.row_b *= 2;
    b.rect.rows = b.size_b / b.row_b;
    return b;
}

static void call_media(host *h, LLVMValueRef call, const media_block *b, host_op op, LLVMValueRef data) {
    LLVMValueRef args[] = {b->modifiers,           b->surface, host_i32(h, b->rect.width_b),
                           host_i32(h, b->row_b),  b->x,       b->y,
                           host_i32(h, b->size_b), data,       host_i32(h, host_line(call))};
    host_call_op(h, op, args, sizeof args / sizeof args[0]);
}

// Bytes between the rows, in registers: zero.
static LLVMValueRef padded(host *h, LLVMValueRef rows, const media_block *b, bool store) {
    uint32_t from[HOST_MAX_LANES];
    const uint32_t width = b->rect.width_b, in = store ? b->row_b : width, out = store ? width : b->row_b;
    if (in == out)
        return rows;
    for (uint32_t i = 0; i < out * b->rect.rows; i++)
        from[i] = i % out < width ? i / out * in + i % out : in * b->rect.rows;
    return host_shuffle(h, rows, LLVMConstNull(LLVMTypeOf(rows)), from, out * b->rect.rows);
}

static LLVMValueRef media(host *h, LLVMValueRef call, int store) {
    LLVMTypeRef t = LLVMTypeOf(store ? host_arg(call, 6) : call), bytes = LLVMVectorType(h->i8, genx_size_b(t));
    media_block b = media_block_of(call, t);
    int64_t modifiers = 0;
    const bool plain = genx_const_i64(b.modifiers, &modifiers) && modifiers == 0 && b.rect.rows > 0;
    host_image image = host_image_at(h, b.surface);
    LLVMValueRef x_b = host_int_cast(h, b.x, h->i64, true), y = host_int_cast(h, b.y, h->i64, true);
    LLVMValueRef inside = plain ? host_rect_inside(h, &image, x_b, y, &b.rect) : LLVMConstInt(h->i1, 0, 0);
    LLVMValueRef buffer = host_buffer(h, 0, b.size_b, NULL);
    host_rect_place(h, &image, x_b, y, &b.rect);
    host_if i = host_begin_rare(h, call, LLVMBuildNot(h->b, inside, ""));
    if (store)
        host_store(h, host_arg(call, 6), buffer, 1);
    call_media(h, call, &b, store ? HOST_OP_media_write : HOST_OP_media_read, buffer);
    b.rect.at = host_end_if(h, &i, call, buffer, b.rect.at);
    b.rect.pitch_b = host_end_if(h, &i, call, host_i64(h, b.row_b), b.rect.pitch_b);
    if (!store)
        return host_as(h, padded(h, host_rows_read(h, &b.rect, h->i8), &b, false), t);
    host_rows_write(h, &b.rect, padded(h, host_as(h, host_arg(call, 6), bytes), &b, true));
    return NULL;
}

// Pixels

static LLVMValueRef coordinate(host *h, LLVMValueRef call, const mem_desc *d, unsigned k, uint32_t n) {
    LLVMValueRef v = host_arg(call, (unsigned)d->addr + k);
    return host_buffer(h, 1 + k, 0, host_splat(h, host_as_vector(h, v), n));
}

static LLVMValueRef pixels(host *h, LLVMValueRef call, int store) {
    mem_desc d;
    bool known = mem_describe(call, &d);
    assert(known);
    (void)known;
    uint32_t n = mem_lanes(call, &d);
    LLVMValueRef value = host_arg(call, (unsigned)(store ? d.data : d.old)), pred = host_arg(call, (unsigned)d.pred);
    LLVMTypeRef t = LLVMTypeOf(value);
    pred = host_splat(h, genx_lanes(LLVMTypeOf(pred)) == 1 ? host_as(h, pred, h->i1) : pred, n);
    LLVMValueRef data = host_buffer(h, 0, 0, value);
    LLVMValueRef on = host_buffer(h, 4, 0, host_bytes_of_mask(h, host_as_vector(h, pred))), c[3];
    for (unsigned k = 0; k < 3; k++)
        c[k] = coordinate(h, call, &d, k, n);
    LLVMValueRef args[] = {host_arg(call, (unsigned)d.surface),
                           host_i32(h, n),
                           host_i32(h, (uint64_t)host_const_arg(call, (unsigned)d.channels)),
                           on,
                           c[0],
                           c[1],
                           c[2],
                           data,
                           host_i32(h, host_line(call))};
    host_call_op(h, store ? HOST_OP_pixels_write : HOST_OP_pixels_read, args, sizeof args / sizeof args[0]);
    return store ? NULL : host_load(h, t, data, 1);
}

static LLVMValueRef pixel_atomic(host *h, LLVMValueRef call, int param) {
    (void)param;
    return host_atomic(h, call);
}

static LLVMValueRef nothing(host *h, LLVMValueRef call, int param) {
    (void)h, (void)call, (void)param;
    return NULL;
}

#define PIXEL_ATOMIC(name) [GENX_TYPED_ATOMIC_##name] = {pixel_atomic, 0}
const host_row host_image_rows[GENX_COUNT] = {
    [GENX_OWORD_LD] = {oword_read, OWORD_B},
    [GENX_OWORD_LD_UNALIGNED] = {oword_read, 1},
    [GENX_OWORD_ST] = {oword_write, 0},
    [GENX_SVM_BLOCK_LD] = {svm_block, LOAD},
    [GENX_SVM_BLOCK_LD_UNALIGNED] = {svm_block, LOAD},
    [GENX_SVM_BLOCK_ST] = {svm_block, STORE},
    [GENX_VLOAD] = {variable, LOAD},
    [GENX_VSTORE] = {variable, STORE},
    [GENX_MEDIA_LD] = {media, LOAD},
    [GENX_MEDIA_ST] = {media, STORE},
    [GENX_GATHER4_TYPED] = {pixels, LOAD},
    [GENX_SCATTER4_TYPED] = {pixels, STORE},
    [GENX_LSC_LOAD_MERGE_QUAD_TYPED_BTI] = {pixels, LOAD},
    [GENX_LSC_STORE_QUAD_TYPED_BTI] = {pixels, STORE},
    [GENX_LSC_PREFETCH_QUAD_TYPED_BTI] = {nothing, 0},
    PIXEL_ATOMIC(ADD),
    PIXEL_ATOMIC(AND),
    PIXEL_ATOMIC(CMPXCHG),
    PIXEL_ATOMIC(DEC),
    PIXEL_ATOMIC(FADD),
    PIXEL_ATOMIC(FCMPWR),
    PIXEL_ATOMIC(FMAX),
    PIXEL_ATOMIC(FMIN),
    PIXEL_ATOMIC(FSUB),
    PIXEL_ATOMIC(IMAX),
    PIXEL_ATOMIC(IMIN),
    PIXEL_ATOMIC(INC),
    PIXEL_ATOMIC(MAX),
    PIXEL_ATOMIC(MIN),
    PIXEL_ATOMIC(OR),
    PIXEL_ATOMIC(SUB),
    PIXEL_ATOMIC(XCHG),
    PIXEL_ATOMIC(XOR),
};
