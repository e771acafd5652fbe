// SPDX-License-Identifier: MIT
// 2-D blocks of the load/store cache: rows of memory, then a shuffle that puts each element where the message does.
//
//   elements of row y in memory      block 0: x = 0 .. width - 1, block 1: the next width, ...
//   in registers                     block 0: all its rows, or columns, or groups of rows; block 1: ...
//
// Blocks of a message are neighbours in memory, so a row of all of them is one access.

#include "rows.h"

#include <cmc/genx_mem.h>

enum { LOAD, STORE };

typedef struct block2d {
    LLVMValueRef surface; // i32; NULL: the image's base is an address
    host_image image;     // of an address
    LLVMValueRef x, y;    // i64, in elements
    cmc_host_block shape;
    LLVMValueRef pred, value; // value: what is stored, or the old value
} block2d;

// As one block of rows.
static cmc_host_block plain_shape(const cmc_host_block *s) {
    const uint32_t width = s->count * s->width;
    return (cmc_host_block){s->elt_b, width, s->height, 1, cmc_round_up_pow2(width) * s->height, 0, 0};
}

static LLVMValueRef shape_constant(host *h, const cmc_host_block *s) {
    const uint32_t words[] = {s->elt_b, s->width, s->height, s->count, s->lanes, s->transposed, s->vnni};
    LLVMValueRef v[sizeof words / sizeof words[0]];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        v[i] = host_i32(h, words[i]);
    return host_constant(h, LLVMConstArray2(h->i32, v, sizeof words / sizeof words[0]), "cmc.block");
}

static void call_block2d(host *h, LLVMValueRef call, const block2d *b, host_op op, LLVMValueRef data) {
    const cmc_host_block plain = plain_shape(&b->shape);
    LLVMValueRef none = host_i64(h, 0), shape = shape_constant(h, &plain);
    LLVMValueRef address = b->surface ? none : LLVMBuildPtrToInt(h->b, b->image.base, h->i64, "");
    LLVMValueRef args[] = {address,
                           b->surface ? b->surface : host_i32(h, (uint32_t)CMC_HOST_FLAT),
                           b->surface ? none : b->image.width_b,
                           b->surface ? none : b->image.height,
                           b->surface ? none : b->image.pitch_b,
                           b->x,
                           b->y,
                           shape,
                           data,
                           host_i32(h, host_line(call))};
    host_call_op(h, op, args, sizeof args / sizeof args[0]);
}

// Rows become the value; elements that the message does not fill are zero.
static LLVMValueRef value_of_rows(host *h, const cmc_host_block *s, LLVMValueRef rows) {
    uint32_t from[HOST_MAX_LANES];
    const uint32_t row = s->count * s->width;
    for (uint32_t i = 0; i < s->lanes; i++)
        from[i] = row * s->height;
    for (uint32_t k = 0; k < s->count; k++)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x++) {
                const uint32_t slot = cmc_host_block_slot(s, k, x, y);
                if (slot < s->lanes)
                    from[slot] = y * row + k * s->width + x;
            }
    return host_shuffle(h, rows, LLVMConstNull(LLVMTypeOf(rows)), from, s->lanes);
}

static LLVMValueRef rows_of_value(host *h, const cmc_host_block *s, LLVMValueRef v) {
    uint32_t from[HOST_MAX_LANES];
    const uint32_t row = s->count * s->width;
    for (uint32_t i = 0; i < row * s->height; i++) {
        const uint32_t slot = cmc_host_block_slot(s, i % row / s->width, i % s->width, i / row);
        from[i] = slot < s->lanes ? slot : s->lanes;
    }
    return host_shuffle(h, v, LLVMConstNull(LLVMTypeOf(v)), from, row * s->height);
}

static LLVMValueRef move_rows(host *h, LLVMValueRef call, const block2d *b, LLVMTypeRef t, bool store) {
    const cmc_host_block *s = &b->shape, plain = plain_shape(s);
    LLVMTypeRef elt = LLVMIntTypeInContext(h->llvm, s->elt_b * 8), slots = LLVMVectorType(elt, s->lanes);
    host_rect rect = {.rows = s->height, .width_b = s->count * s->width * s->elt_b};
    const host_image image = b->surface ? host_image_at(h, b->surface) : b->image;
    LLVMValueRef x_b = LLVMBuildMul(h->b, b->x, host_i64(h, s->elt_b), "");
    LLVMValueRef inside = host_rect_inside(h, &image, x_b, b->y, &rect);
    LLVMValueRef buffer = host_buffer(h, 0, plain.lanes * s->elt_b, NULL);
    LLVMValueRef rows = store ? rows_of_value(h, s, host_as(h, host_as_vector(h, b->value), slots)) : NULL;
    host_rect_place(h, &image, x_b, b->y, &rect);
    host_rect outside = {rect.rows, rect.width_b, buffer, host_i64(h, cmc_round_up_pow2(plain.width) * s->elt_b)};
    host_if i = host_begin_rare(h, call, LLVMBuildNot(h->b, inside, ""));
    if (store)
        host_rows_write(h, &outside, rows);
    call_block2d(h, call, b, store ? HOST_OP_block2d_write : HOST_OP_block2d_read, buffer);
    rect.at = host_end_if(h, &i, call, outside.at, rect.at);
    rect.pitch_b = host_end_if(h, &i, call, outside.pitch_b, rect.pitch_b);
    if (!store)
        return host_as(h, value_of_rows(h, s, host_rows_read(h, &rect, elt)), t);
    host_rows_write(h, &rect, rows);
    return NULL;
}

static LLVMValueRef clamp(host *h, LLVMValueRef v, LLVMValueRef most) {
    LLVMValueRef least = host_i64(h, 0);
    v = LLVMBuildSelect(h->b, LLVMBuildICmp(h->b, LLVMIntSGT, v, most, ""), most, v, "");
    return LLVMBuildSelect(h->b, LLVMBuildICmp(h->b, LLVMIntSLT, v, least, ""), least, v, "");
}

// With -fsanitize=address: what the block has in common with its surface must be memory. In each row the first and the
// last element are checked; memory has no holes.
static void check_rows(host *h, LLVMValueRef call, const block2d *b, bool store) {
    enum { ENDS = 2, MOST_ROWS = 32 };
    const host_image *m = &b->image;
    const uint32_t elt_b = b->shape.elt_b, width_b = b->shape.count * b->shape.width * elt_b, n = b->shape.height;
    if (!h->checks_addresses || b->surface || n > MOST_ROWS)
        return;
    LLVMValueRef at = LLVMGetPoison(LLVMVectorType(h->i64, n * ENDS)),
                 on = LLVMGetPoison(LLVMVectorType(h->i1, n * ENDS));
    LLVMValueRef x_b = LLVMBuildMul(h->b, b->x, host_i64(h, elt_b), ""),
                 end_b = LLVMBuildAdd(h->b, x_b, host_i64(h, width_b), "");
    LLVMValueRef begins = LLVMBuildICmp(h->b, LLVMIntSLT, x_b, m->width_b, "");
    LLVMValueRef ends = LLVMBuildICmp(h->b, LLVMIntSGT, end_b, host_i64(h, 0), "");
    LLVMValueRef meets = LLVMBuildAnd(h->b, begins, ends, "");
    if (b->pred)
        meets = LLVMBuildAnd(h->b, meets, host_as(h, b->pred, h->i1), "");
    LLVMValueRef base = LLVMBuildPtrToInt(h->b, m->base, h->i64, "");
    LLVMValueRef last_x_b = LLVMBuildSub(h->b, m->width_b, host_i64(h, elt_b), "");
    for (uint32_t i = 0; i < n * ENDS; i++) {
        LLVMValueRef y = LLVMBuildAdd(h->b, b->y, host_i64(h, i / ENDS), "");
        LLVMValueRef x = LLVMBuildAdd(h->b, x_b, host_i64(h, i % ENDS ? width_b - elt_b : 0), "");
        x = clamp(h, x, last_x_b);
        LLVMValueRef place = LLVMBuildAdd(h->b, LLVMBuildMul(h->b, y, m->pitch_b, ""), x, "");
        place = LLVMBuildAdd(h->b, base, place, "");
        LLVMValueRef counts = LLVMBuildAnd(h->b, meets, LLVMBuildICmp(h->b, LLVMIntULT, y, m->height, ""), "");
        at = LLVMBuildInsertElement(h->b, at, place, host_i32(h, i), "");
        on = LLVMBuildInsertElement(h->b, on, counts, host_i32(h, i), "");
    }
    host_check_flat(h, call, at, on, elt_b, store);
}

static LLVMValueRef move(host *h, LLVMValueRef call, const block2d *b, bool store) {
    LLVMTypeRef t = LLVMTypeOf(store ? b->value : call);
    check_rows(h, call, b, store);
    uint64_t always = 1;
    if (!b->pred || (genx_const_splat(b->pred, &always) && always))
        return move_rows(h, call, b, t, store);
    LLVMValueRef old = b->value && LLVMTypeOf(b->value) == t ? b->value : LLVMConstNull(t);
    host_if i = host_begin_if(h, call, host_as(h, b->pred, h->i1));
    LLVMValueRef now = move_rows(h, i.end, b, t, store);
    return host_end_if(h, &i, call, now, old);
}

static LLVMValueRef whole(host *h, LLVMValueRef v) { // sizes are one less in messages
    return LLVMBuildAdd(h->b, host_int_cast(h, v, h->i64, true), host_i64(h, 1), "");
}

static host_image image_of(host *h, LLVMValueRef base, LLVMValueRef width, LLVMValueRef height, LLVMValueRef pitch) {
    host_image m = {.base = LLVMBuildIntToPtr(h->b, base, h->ptr, "")};
    m.width_b = whole(h, width);
    m.height = whole(h, height);
    m.pitch_b = whole(h, pitch);
    return m;
}

static LLVMValueRef by_operands(host *h, LLVMValueRef call, int store) {
    enum { TRANSPOSED = 2 };
    block2d b = {.pred = host_arg(call, LSC2D_PRED), .value = store ? host_arg(call, LSC2D_DATA) : NULL};
    LLVMValueRef size[3];
    for (unsigned k = 0; k < 3; k++)
        size[k] = host_arg(call, LSC2D_SURFACE + k);
    b.image = image_of(h, host_as(h, host_arg(call, LSC2D_BASE), h->i64), size[0], size[1], size[2]);
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

enum { TRANSPOSE = 4, VNNI = 8 };
static LLVMValueRef by_descriptor(host *h, LLVMValueRef call, int param) {
    bool store = param & STORE;
    LLVMValueRef d = host_arg(call, LSC2D_DESC_DESCRIPTOR), dw[7];
    block2d b = {.pred = host_arg(call, LSC2D_DESC_PRED), .value = host_arg(call, LSC2D_DESC_LAST)};
    for (unsigned k = 0; k < 7; k++)
        dw[k] = LLVMBuildExtractElement(h->b, d, host_i32(h, k), "");
    LLVMValueRef high = LLVMBuildShl(h->b, host_int_cast(h, dw[1], h->i64, false), host_i64(h, 32), "");
    LLVMValueRef base = LLVMBuildOr(h->b, host_int_cast(h, dw[0], h->i64, false), high, "");
    b.image = image_of(h, base, dw[2], dw[3], dw[4]);
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

const host_row host_block2d_rows[GENX_COUNT] = {
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
};
