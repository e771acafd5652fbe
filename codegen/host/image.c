// SPDX-License-Identifier: MIT
// Blocks: contiguous bytes here; rectangles of images, pixels and 2-D blocks by operations.

#include "host_priv.h"

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

// Operands: modifiers, surface, plane, width, x, y and, of stores, data. A row takes a power of two of at least four
// bytes.
static LLVMValueRef media(host *h, LLVMValueRef call, int store) {
    LLVMTypeRef t = LLVMTypeOf(store ? host_arg(call, 6) : call);
    uint32_t width = (uint32_t)host_const_arg(call, 3), row_b = 4;
    while (row_b < width)
        row_b *= 2;
    LLVMValueRef data = host_buffer(h, 0, genx_size_b(t), store ? host_arg(call, 6) : NULL);
    LLVMValueRef args[] = {
        host_arg(call, 0),           host_arg(call, 1), host_i32(h, width),          host_i32(h, row_b),
        host_arg(call, 4),           host_arg(call, 5), host_i32(h, genx_size_b(t)), data,
        host_i32(h, host_line(call))};
    host_call_op(h, store ? HOST_OP_media_write : HOST_OP_media_read, args, sizeof args / sizeof args[0]);
    return store ? NULL : host_load(h, t, data, 1);
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

// 2-D blocks

typedef struct block2d {
    LLVMValueRef base, surface; // one of them
    LLVMValueRef width_b, height, pitch_b, x, y;
    cmc_host_block shape;
    LLVMValueRef pred, value; // value: what is stored, or the old value
} block2d;

static LLVMValueRef shape_constant(host *h, const cmc_host_block *s) {
    const uint32_t words[] = {s->elt_b, s->width, s->height, s->count, s->lanes, s->transposed, s->vnni};
    LLVMValueRef v[sizeof words / sizeof words[0]];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        v[i] = host_i32(h, words[i]);
    return host_constant(h, LLVMConstArray2(h->i32, v, sizeof words / sizeof words[0]), "cmc.block");
}

static LLVMValueRef move(host *h, LLVMValueRef call, const block2d *b, bool store) {
    LLVMTypeRef t = LLVMTypeOf(store ? b->value : call);
    LLVMValueRef zero = LLVMConstNull(t), old = b->value && LLVMTypeOf(b->value) == t ? b->value : zero;
    LLVMValueRef pred = b->pred ? host_as(h, b->pred, h->i1) : LLVMConstInt(h->i1, 1, 0);
    host_if i = host_begin_if(h, call, pred);
    LLVMValueRef data = host_buffer(h, 0, 0, store ? b->value : zero);
    LLVMValueRef args[] = {b->base ? b->base : host_i64(h, 0),
                           b->surface ? b->surface : host_i32(h, (uint32_t)CMC_HOST_FLAT),
                           b->width_b,
                           b->height,
                           b->pitch_b,
                           b->x,
                           b->y,
                           shape_constant(h, &b->shape),
                           data,
                           host_i32(h, host_line(call))};
    host_call_op(h, store ? HOST_OP_block2d_write : HOST_OP_block2d_read, args, sizeof args / sizeof args[0]);
    LLVMValueRef now = store ? NULL : host_load(h, t, data, 1);
    return host_end_if(h, &i, call, now, old);
}

static LLVMValueRef whole(host *h, LLVMValueRef v) { // sizes are one less in messages
    return LLVMBuildAdd(h->b, host_int_cast(h, v, h->i64, true), host_i64(h, 1), "");
}

static LLVMValueRef by_operands(host *h, LLVMValueRef call, int store) {
    enum { TRANSPOSED = 2 };
    block2d b = {.pred = host_arg(call, LSC2D_PRED), .value = store ? host_arg(call, LSC2D_DATA) : NULL};
    LLVMValueRef base = host_arg(call, LSC2D_BASE);
    b.base = host_as(h, base, h->i64);
    b.width_b = whole(h, host_arg(call, LSC2D_SURFACE));
    b.height = whole(h, host_arg(call, LSC2D_SURFACE + 1));
    b.pitch_b = whole(h, host_arg(call, LSC2D_SURFACE + 2));
    b.x = host_int_cast(h, host_arg(call, LSC2D_SURFACE + 3), h->i64, true);
    b.y = host_int_cast(h, host_arg(call, LSC2D_SURFACE + 4), h->i64, true);
    LLVMTypeRef t = LLVMTypeOf(store ? b.value : call);
    b.shape = (cmc_host_block){1u << (host_const_arg(call, LSC2D_SIZE) - 1),
                               (uint32_t)host_const_arg(call, LSC2D_WIDTH),
                               (uint32_t)host_const_arg(call, LSC2D_HEIGHT),
                               (uint32_t)host_const_arg(call, LSC2D_BLOCKS),
                               genx_lanes(t),
                               host_const_arg(call, LSC2D_ORDER) == TRANSPOSED,
                               host_const_arg(call, LSC2D_VNNI) != 0};
    return move(h, call, &b, store);
}

enum { PLAIN = 2, TRANSPOSE = 4, VNNI = 8 };
static LLVMValueRef by_descriptor(host *h, LLVMValueRef call, int param) {
    bool store = param & STORE;
    LLVMValueRef d = host_arg(call, LSC2D_DESC_DESCRIPTOR), dw[7];
    block2d b = {.pred = host_arg(call, LSC2D_DESC_PRED), .value = host_arg(call, LSC2D_DESC_LAST)};
    for (unsigned k = 0; k < 7; k++)
        dw[k] = LLVMBuildExtractElement(h->b, d, host_i32(h, k), "");
    LLVMValueRef high = LLVMBuildShl(h->b, host_int_cast(h, dw[1], h->i64, false), host_i64(h, 32), "");
    b.base = LLVMBuildOr(h->b, host_int_cast(h, dw[0], h->i64, false), high, "");
    b.width_b = whole(h, dw[2]);
    b.height = whole(h, dw[3]);
    b.pitch_b = whole(h, dw[4]);
    b.x = host_int_cast(h, dw[5], h->i64, true);
    b.x = LLVMBuildAdd(h->b, b.x, host_int_cast(h, host_arg(call, LSC2D_DESC_X), h->i64, true), "");
    b.y = host_int_cast(h, dw[6], h->i64, true);
    b.y = LLVMBuildAdd(h->b, b.y, host_int_cast(h, host_arg(call, LSC2D_DESC_Y), h->i64, true), "");
    LLVMTypeRef t = LLVMTypeOf(b.value);
    b.shape = (cmc_host_block){genx_elt_bits(t) / 8,
                               (uint32_t)host_const_arg(call, LSC2D_DESC_WIDTH),
                               (uint32_t)host_const_arg(call, LSC2D_DESC_HEIGHT),
                               (uint32_t)host_const_arg(call, LSC2D_DESC_BLOCKS),
                               genx_lanes(t),
                               (param & TRANSPOSE) != 0,
                               (param & VNNI) != 0};
    return move(h, call, &b, store);
}

// Operands: hints, surface, width, height, x in bytes, y and, of stores, data.
static LLVMValueRef of_image(host *h, LLVMValueRef call, int store) {
    block2d b = {.surface = host_arg(call, 2), .value = store ? host_arg(call, 7) : NULL};
    LLVMTypeRef t = LLVMTypeOf(store ? b.value : call);
    uint32_t elt_b = genx_elt_bits(t) / 8;
    b.width_b = b.height = b.pitch_b = host_i64(h, 0);
    b.x = LLVMBuildSDiv(h->b, host_int_cast(h, host_arg(call, 5), h->i64, true), host_i64(h, elt_b), "");
    b.y = host_int_cast(h, host_arg(call, 6), h->i64, true);
    b.shape = (cmc_host_block){
        elt_b, (uint32_t)host_const_arg(call, 3), (uint32_t)host_const_arg(call, 4), 1, genx_lanes(t), 0, 0};
    return move(h, call, &b, store);
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
    [GENX_LSC_LOAD2D_STATELESS] = {by_operands, LOAD},
    [GENX_LSC_STORE2D_STATELESS] = {by_operands, STORE},
    [GENX_LSC_PREFETCH2D_STATELESS] = {nothing, 0},
    [GENX_LSC_LOAD_2D_UGM_DESC] = {by_descriptor, LOAD},
    [GENX_LSC_LOAD_2D_UGM_DESC_TRANSPOSE] = {by_descriptor, LOAD | TRANSPOSE},
    [GENX_LSC_LOAD_2D_UGM_DESC_VNNI] = {by_descriptor, LOAD | VNNI},
    [GENX_LSC_STORE_2D_UGM_DESC] = {by_descriptor, STORE},
    [GENX_LSC_PREFETCH_2D_UGM_DESC] = {nothing, 0},
    [GENX_LSC_LOAD2D_TYPED_BTI] = {of_image, LOAD},
    [GENX_LSC_STORE2D_TYPED_BTI] = {of_image, STORE},
    [GENX_LSC_PREFETCH2D_TYPED_BTI] = {nothing, 0},
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
