// SPDX-License-Identifier: MIT
// lower_cm: two-dimensional blocks of the load/store cache.
//
//   before  %r = call <15 x i32> @__cm_lsc_load2d(l1, l3, kind 0, blocks 1, width 5, height 3, i64 %p,
//                i32 %w, i32 %h, i32 %pitch, i32 %x, i32 %y)
//   after   %d = call <32 x i32> @llvm.genx.lsc.load2d.stateless(<1 x i1> true, i8 l1, i8 l3, i8 3, i8 1,
//                i8 1, i16 5, i16 3, i8 0, i64 %p, ...)
//           %r = rdregion %d <8;5,1>
//
// In registers, a row is padded to the next power of two, and a block to a whole register. The builtin's result has
// neither gap.

#include "cm_priv.h"

#include <cmc/genx_mem.h>

enum { KIND_NORMAL = 0, KIND_TRANSPOSE, KIND_VNNI };

typedef struct block2d {
    LLVMTypeRef elt;
    uint32_t elt_b, kind, blocks, w, h;
    // The layout of one block in registers, in elements.
    uint32_t rows, row_el, pitch_el, block_el;
} block2d;

static void set_layout(const cm_lower *l, block2d *k) {
    uint32_t pack = k->kind == KIND_VNNI ? 4 / k->elt_b : 1;
    bool turned = k->kind == KIND_TRANSPOSE;
    k->rows = turned ? k->w : (k->h + pack - 1) / pack;
    k->row_el = (turned ? k->h : k->w) * pack;
    k->pitch_el = cmc_round_up_pow2(turned ? k->h : k->w) * pack;
    uint32_t grf_el = l->cx->model->grf_b / k->elt_b;
    k->block_el = (k->rows * k->pitch_el + grf_el - 1) / grf_el * grf_el;
}

// Limits. Source: messages.md 4.7, cm-language.md 15.4

typedef struct limit {
    bool broken;
    const char *text;
} limit;

static bool report(cm_lower *l, LLVMValueRef call, const block2d *k, const limit *limits, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (!limits[i].broken)
            continue;
        gx_error(l->cx, call, "CM0224", "unsupported 2-D block of %u by %u elements of %u byte%s, %u block%s: %s", k->w,
                 k->h, k->elt_b, k->elt_b == 1 ? "" : "s", k->blocks, k->blocks == 1 ? "" : "s", limits[i].text);
        return false;
    }
    return true;
}

static bool check_common(cm_lower *l, LLVMValueRef call, const block2d *k, bool store) {
    bool count = k->blocks == 1 || (k->blocks == 2 && k->elt_b <= 4) || (k->blocks == 4 && k->elt_b <= 2);
    const limit limits[] = {
        {store && k->blocks != 1, "a store takes one block"},
        {!count, "a message takes 1, 2 or 4 blocks, at most 2 of 4-byte and 1 of 8-byte elements"},
        {k->w * k->elt_b < 4, "a row must have at least 4 bytes"},
        {k->w * k->elt_b % 4 != 0, "a row must be a multiple of 4 bytes"},
        {k->w * k->blocks * k->elt_b > 64, "the rows of all blocks must not exceed 64 bytes together"},
        {k->h == 0 || k->h > (store ? 8u : 32u),
         store ? "a store takes at most 8 rows" : "a load takes at most 32 rows"},
        {k->blocks * k->block_el * k->elt_b > 2048, "the result must not exceed 2048 bytes"},
    };
    return report(l, call, k, limits, sizeof(limits) / sizeof(*limits));
}

static bool check_kind(cm_lower *l, LLVMValueRef call, const block2d *k) {
    const limit turned[] = {
        {k->elt_b < 4, "a transposed load needs elements of 4 or 8 bytes"},
        {k->blocks != 1, "a transposed load takes one block"},
        {k->elt_b == 4 && k->w > 8, "a transposed load of 4-byte elements must be at most 8 wide"},
        {k->elt_b == 8 && (k->h != 8 || (k->w != 1 && k->w != 2 && k->w != 4)),
         "a transposed load of 8-byte elements must be 8 high and 1, 2 or 4 wide"},
    };
    const limit packed[] = {
        {k->elt_b > 2, "a VNNI load needs elements of 1 or 2 bytes"},
        {k->w > 16 || k->w * k->elt_b < 4, "a VNNI load must be at least 4 bytes and at most 16 elements wide"},
        {k->h < 4 / k->elt_b, "a VNNI load needs at least as many rows as a dword has elements"},
    };
    if (k->kind == KIND_TRANSPOSE)
        return report(l, call, k, turned, sizeof(turned) / sizeof(*turned));
    return k->kind != KIND_VNNI || report(l, call, k, packed, sizeof(packed) / sizeof(*packed));
}

// Operands of the builtins: constants first, then the operands of an address or of a descriptor.
enum { OP_L1, OP_L3, OP_KIND, OP_BLOCKS, OP_WIDTH, OP_HEIGHT, N_CONSTANTS };
enum { FLAT_BASE = N_CONSTANTS, FLAT_SURFACE, FLAT_VALUE = FLAT_SURFACE + 5 };
enum { DESC_DESCRIPTOR = N_CONSTANTS, DESC_X, DESC_Y, DESC_PRED, DESC_VALUE };

static bool begin(cm_lower *l, LLVMValueRef call, char use, LLVMTypeRef elt, block2d *k) {
    static const char *const names[N_CONSTANTS] = {"a cache hint",           "a cache hint",
                                                   "the kind of a 2-D load", "the number of blocks",
                                                   "the width of a block",   "the height of a block"};
    int64_t v[N_CONSTANTS];
    if (!l->cx->model->has_lsc_block2d) {
        gx_error(
            l->cx, call, "CM0225",
            "Not supported feature for this platform: 2-D blocks of memory; guard the use with CM_HAS_LSC_UNTYPED_2D");
        return false;
    }
    for (unsigned i = 0; i < N_CONSTANTS; i++)
        if (!cm_const_arg(l, call, i, names[i], &v[i]))
            return false;
    *k = (block2d){.elt = elt,
                   .elt_b = genx_elt_b(elt),
                   .kind = (uint32_t)v[OP_KIND],
                   .blocks = (uint32_t)v[OP_BLOCKS],
                   .w = (uint32_t)v[OP_WIDTH],
                   .h = (uint32_t)v[OP_HEIGHT]};
    set_layout(l, k);
    return cm_check_hints(l, call, use, v[OP_L1], v[OP_L3]) && check_common(l, call, k, use == 's') &&
           check_kind(l, call, k);
}

// Gaps

static genx_region rows_of(const block2d *k, uint32_t pitch_el, uint32_t first_el) {
    return (genx_region){.vstride = pitch_el,
                         .width = k->row_el,
                         .stride = 1,
                         .off_const = true,
                         .off_b = first_el * k->elt_b,
                         .lanes = k->rows * k->row_el,
                         .elt_b = k->elt_b};
}

static LLVMTypeRef message_type(const block2d *k) {
    return LLVMVectorType(k->elt, k->blocks * k->block_el);
}

static LLVMValueRef strip(cm_lower *l, const block2d *k, LLVMValueRef v) {
    uint32_t dense_el = k->rows * k->row_el;
    LLVMValueRef out = LLVMGetUndef(LLVMVectorType(k->elt, k->blocks * dense_el));
    for (uint32_t i = 0; i < k->blocks; i++) {
        LLVMValueRef part = cm_rd(l, v, rows_of(k, k->pitch_el, i * k->block_el), false);
        out = cm_wr(l, out, part, rows_of(k, k->row_el, i * dense_el), NULL);
    }
    return out;
}

static LLVMValueRef pad(cm_lower *l, const block2d *k, LLVMValueRef v) {
    LLVMValueRef out = LLVMGetUndef(message_type(k));
    return cm_wr(l, out, v, rows_of(k, k->pitch_el, 0), NULL);
}

// Messages with an address

static uint32_t size_code(uint32_t elt_b) {
    return elt_b == 1 ? 1 : elt_b == 2 ? 2 : elt_b == 4 ? 3 : 4;
}

static LLVMValueRef i8(cm_lower *l, uint64_t v) {
    return LLVMConstInt(l->i8, v, 0);
}

static LLVMValueRef hint_arg(cm_lower *l, LLVMValueRef call, unsigned i) {
    int64_t v = 0;
    cm_is_const(LLVMGetOperand(call, i), &v);
    return i8(l, (uint64_t)v);
}

// Builds the operands up to y.
static void flat_args(cm_lower *l, LLVMValueRef call, const block2d *k, LLVMValueRef *args) {
    LLVMValueRef one = LLVMConstInt(l->i1, 1, 0);
    args[LSC2D_PRED] = LLVMConstVector(&one, 1);
    args[LSC2D_L1] = hint_arg(l, call, OP_L1);
    args[LSC2D_L3] = hint_arg(l, call, OP_L3);
    args[LSC2D_SIZE] = i8(l, size_code(k->elt_b));
    args[LSC2D_ORDER] = i8(l, k->kind == KIND_TRANSPOSE ? 2 : 1);
    args[LSC2D_BLOCKS] = i8(l, k->blocks);
    args[LSC2D_WIDTH] = cm_i16(l, k->w);
    args[LSC2D_HEIGHT] = cm_i16(l, k->h);
    args[LSC2D_VNNI] = i8(l, k->kind == KIND_VNNI);
    for (unsigned i = 0; LSC2D_BASE + i < LSC2D_DATA; i++)
        args[LSC2D_BASE + i] = LLVMGetOperand(call, FLAT_BASE + i);
}

LLVMValueRef gx_cm_lsc_load2d(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    block2d k;
    if (!begin(l, call, 'l', genx_elt_type(LLVMTypeOf(call)), &k))
        return NULL;
    LLVMValueRef args[LSC2D_DATA];
    flat_args(l, call, &k, args);
    LLVMValueRef v = genx_build(l->b, l->mod, id, message_type(&k), args, LSC2D_DATA, "ld");
    return strip(l, &k, v);
}

// The last operand is a value of the element type.
LLVMValueRef gx_cm_lsc_prefetch2d(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    block2d k;
    if (!begin(l, call, 'p', genx_elt_type(LLVMTypeOf(LLVMGetOperand(call, FLAT_VALUE))), &k))
        return NULL;
    LLVMValueRef args[LSC2D_DATA];
    flat_args(l, call, &k, args);
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, LSC2D_DATA, "");
    return NULL;
}

LLVMValueRef gx_cm_lsc_store2d(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMValueRef data = LLVMGetOperand(call, FLAT_VALUE);
    block2d k;
    if (!begin(l, call, 's', genx_elt_type(LLVMTypeOf(data)), &k))
        return NULL;
    LLVMValueRef args[LSC2D_N_OPERANDS];
    flat_args(l, call, &k, args);
    args[LSC2D_DATA] = pad(l, &k, data);
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, LSC2D_N_OPERANDS, "");
    return NULL;
}

// Operands: hints, width in elements, height, surface, x in bytes, y, a value of the element type.
LLVMValueRef gx_cm_lsc_prefetch2d_image(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    enum { L1, L3, WIDTH, HEIGHT, SURFACE, X, Y, ELEMENT, N_ARGS = ELEMENT, MAX_ROW_B = 64, MAX_ROWS = 32 };
    int64_t hint[2], width, height;
    const uint32_t elt_b = genx_elt_b(genx_elt_type(LLVMTypeOf(LLVMGetOperand(call, ELEMENT))));
    if (!cm_const_arg(l, call, L1, "a cache hint", &hint[0]) || !cm_const_arg(l, call, L3, "a cache hint", &hint[1]) ||
        !cm_const_arg(l, call, WIDTH, "the width of a block", &width) ||
        !cm_const_arg(l, call, HEIGHT, "the height of a block", &height) ||
        !cm_check_hints(l, call, 'p', hint[0], hint[1]))
        return NULL;
    if (width <= 0 || width * elt_b > MAX_ROW_B || height <= 0 || height > MAX_ROWS) {
        gx_error(l->cx, call, "CM0226", "%s: a block of an image has rows of 1 to 64 bytes, and 1 to 32 rows", name);
        return NULL;
    }
    LLVMValueRef args[N_ARGS] = {hint_arg(l, call, L1),         hint_arg(l, call, L3),
                                 LLVMGetOperand(call, SURFACE), cm_i32(l, (uint32_t)width * elt_b),
                                 cm_i32(l, (uint32_t)height),   LLVMGetOperand(call, X),
                                 LLVMGetOperand(call, Y)};
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, N_ARGS, "");
    return NULL;
}

// Messages with a descriptor

static void desc_args(cm_lower *l, LLVMValueRef call, const block2d *k, LLVMValueRef *args) {
    LLVMValueRef hints[2] = {hint_arg(l, call, OP_L1), hint_arg(l, call, OP_L3)};
    args[LSC2D_DESC_PRED] = LLVMBuildTrunc(l->b, LLVMGetOperand(call, DESC_PRED), l->i1, "");
    args[LSC2D_DESC_HINTS] = LLVMConstVector(hints, 2);
    args[LSC2D_DESC_BLOCKS] = i8(l, k->blocks);
    args[LSC2D_DESC_WIDTH] = cm_i16(l, k->w);
    args[LSC2D_DESC_HEIGHT] = cm_i16(l, k->h);
    args[LSC2D_DESC_DESCRIPTOR] = LLVMGetOperand(call, DESC_DESCRIPTOR);
    args[LSC2D_DESC_X] = LLVMGetOperand(call, DESC_X);
    args[LSC2D_DESC_Y] = LLVMGetOperand(call, DESC_Y);
}

static bool const_offsets(cm_lower *l, LLVMValueRef call) {
    int64_t x, y;
    return cm_const_arg(l, call, DESC_X, "the x offset of a descriptor", &x) &&
           cm_const_arg(l, call, DESC_Y, "the y offset of a descriptor", &y);
}

LLVMValueRef gx_cm_lsc_load2d_desc(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    static const genx_id by_kind[] = {[KIND_NORMAL] = GENX_LSC_LOAD_2D_UGM_DESC,
                                      [KIND_TRANSPOSE] = GENX_LSC_LOAD_2D_UGM_DESC_TRANSPOSE,
                                      [KIND_VNNI] = GENX_LSC_LOAD_2D_UGM_DESC_VNNI};
    block2d k;
    if (!begin(l, call, 'l', genx_elt_type(LLVMTypeOf(call)), &k) || !const_offsets(l, call))
        return NULL;
    LLVMValueRef args[LSC2D_DESC_N_OPERANDS];
    desc_args(l, call, &k, args);
    args[LSC2D_DESC_LAST] = LLVMGetUndef(message_type(&k));
    LLVMValueRef v = genx_build(l->b, l->mod, by_kind[k.kind], message_type(&k), args, LSC2D_DESC_N_OPERANDS, "ld");
    uint32_t n = genx_lanes(LLVMTypeOf(call));
    return n == k.blocks * k.block_el ? v : strip(l, &k, v);
}

LLVMValueRef gx_cm_lsc_prefetch2d_desc(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(LLVMGetOperand(call, DESC_VALUE)));
    block2d k;
    if (!begin(l, call, 'p', elt, &k) || !const_offsets(l, call))
        return NULL;
    LLVMValueRef args[LSC2D_DESC_N_OPERANDS];
    desc_args(l, call, &k, args);
    args[LSC2D_DESC_LAST] = LLVMGetUndef(LLVMVectorType(elt, 1));
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, LSC2D_DESC_N_OPERANDS, "");
    return NULL;
}

LLVMValueRef gx_cm_lsc_store2d_desc(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMValueRef data = LLVMGetOperand(call, DESC_VALUE);
    block2d k;
    if (!begin(l, call, 's', genx_elt_type(LLVMTypeOf(data)), &k) || !const_offsets(l, call))
        return NULL;
    LLVMValueRef args[LSC2D_DESC_N_OPERANDS];
    desc_args(l, call, &k, args);
    bool padded = genx_lanes(LLVMTypeOf(data)) == k.block_el;
    args[LSC2D_DESC_LAST] = padded ? data : pad(l, &k, data);
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, LSC2D_DESC_N_OPERANDS, "");
    return NULL;
}
