// SPDX-License-Identifier: MIT
// lower_cm: block messages. A call moves a whole object. A message moves 16, 32, 64 or 128 bytes (oword and address
// blocks), or a rectangle at most 64 bytes wide and 256 bytes in total (media blocks), so calls are split here. A tail
// that a block cannot write, fewer than 16 bytes, is scattered.
//
//   before  %v = call <24 x float> @__cm_oword_read(i32 %s, i32 0, i32 %off)           ; 96 bytes
//   after   %o = lshr i32 %off, 4
//           %p = call <16 x float> @llvm.genx.oword.ld.v16f32(i32 0, i32 %s, i32 %o)   ; 64 bytes
//           %q = call <8 x float> @llvm.genx.oword.ld.v8f32(i32 0, i32 %s, i32 %o+4)   ; 32 bytes
//           two wrregions put %p and %q together

#include "cm_priv.h"

#include <string.h>

// Blocks of owords and addresses

typedef struct block {
    LLVMValueRef call;
    genx_id id;
    LLVMValueRef surface;  // NULL: base is an address
    LLVMValueRef modified; // of surfaces
    LLVMValueRef base;     // i32 offset or i64 address, bytes
    bool owords;           // offsets are counted in owords
    bool dword_aligned;
    LLVMTypeRef elt;
    uint32_t elt_b, size_b;
} block;

typedef struct piece {
    uint32_t off_b,
        size_b; // in the object; size_b is the message's size and may extend past the object
} piece;

// The largest block at byte off; the rest may be smaller than the smallest block.
static piece largest_piece(uint32_t off, uint32_t left) {
    for (uint32_t n = 128; n > 16; n /= 2)
        if (left >= n)
            return (piece){off, n};
    return (piece){off, 16};
}

static uint32_t count_pieces(uint32_t left) {
    uint32_t n = 0;
    for (; left > 0; n++) {
        uint32_t b = largest_piece(0, left).size_b;
        left -= b < left ? b : left;
    }
    return n;
}

// The next message of an object that ends at byte `end`, from off on. One message that overlaps the data already moved
// takes the whole rest in two cases: three or more messages would follow, or fewer than 16 bytes are left and a block
// may begin at any dword. Only the last oword is read past the object.
static piece next_piece(const block *k, uint32_t off, uint32_t end) {
    uint32_t left = end - off, n = 16;
    if (!k->dword_aligned)
        end = (end + 15) / 16 * 16;
    while (n < end - off)
        n *= 2;
    bool back = count_pieces(left) >= 3 || (k->dword_aligned && left < 16);
    if (back && n <= 128 && n <= end && end % 4 == 0 && (end - n) % k->elt_b == 0)
        return (piece){end - n, n};
    return largest_piece(off, left);
}

static LLVMValueRef block_address(cm_lower *l, const block *k, LLVMValueRef base, uint32_t off_b) {
    uint32_t step = k->owords ? off_b / 16 : off_b;
    if (step == 0)
        return base;
    return LLVMBuildAdd(l->b, base, LLVMConstInt(LLVMTypeOf(base), step, 0), "");
}

static LLVMValueRef block_base(cm_lower *l, const block *k) {
    int64_t at;
    int unit = k->owords ? 16 : 4; // messages do not encode these low bits of an offset
    if (k->surface && cm_is_const(k->base, &at) && at % unit)
        gx_error(l->cx, k->call, "CM0218",
                 "block at offset %lld is misaligned; the offset must be a multiple of %d bytes%s", (long long)at, unit,
                 k->id == GENX_OWORD_LD ? ", or of 4 with DWALIGNED" : "");
    return k->owords ? LLVMBuildLShr(l->b, k->base, cm_i32(l, 4), "") : k->base;
}

static LLVMValueRef block_load(cm_lower *l, const block *k, LLVMValueRef at, uint32_t size_b) {
    LLVMTypeRef t = LLVMVectorType(k->elt, size_b / k->elt_b);
    if (!k->surface)
        return genx_build(l->b, l->mod, k->id, t, &at, 1, "ld");
    LLVMValueRef args[3] = {k->modified, k->surface, at};
    return genx_build(l->b, l->mod, k->id, t, args, 3, "ld");
}

static LLVMValueRef read_block(cm_lower *l, const block *k) {
    LLVMTypeRef whole = LLVMTypeOf(k->call);
    if (!genx_is_vec(whole))
        whole = LLVMVectorType(k->elt, 1);
    LLVMValueRef base = block_base(l, k), v = LLVMGetUndef(whole);
    for (uint32_t off = 0; off < k->size_b;) {
        piece p = next_piece(k, off, k->size_b);
        LLVMValueRef part = block_load(l, k, block_address(l, k, base, p.off_b), p.size_b);
        uint32_t end = p.off_b + p.size_b < k->size_b ? p.off_b + p.size_b : k->size_b;
        uint32_t n = (end - off) / k->elt_b;
        part = cm_rd(l, part, cm_row(n, off - p.off_b, k->elt_b), false);
        v = cm_wr(l, v, part, cm_row(n, off, k->elt_b), NULL);
        off = end;
    }
    return v;
}

static void block_store(cm_lower *l, const block *k, LLVMValueRef at, LLVMValueRef v) {
    LLVMTypeRef none = LLVMVoidTypeInContext(l->llvm);
    if (k->surface) {
        LLVMValueRef args[3] = {k->surface, at, v};
        genx_build(l->b, l->mod, k->id, none, args, 3, "");
    } else {
        LLVMValueRef args[2] = {at, v};
        genx_build(l->b, l->mod, k->id, none, args, 2, "");
    }
}

// Writes the tail after the object's last full 16 bytes, from off on, element by element: a block would write past the
// object. Elements are as large as the tail allows.
static void write_tail(cm_lower *l, const block *k, LLVMValueRef v, uint32_t off) {
    uint32_t left = k->size_b - off, unit_b = left % 4 == 0 ? 4 : left % 2 == 0 ? 2 : 1, n = left / unit_b;
    LLVMTypeRef unit = LLVMIntTypeInContext(l->llvm, unit_b * 8);
    v = cm_rd(l, v, cm_row(left / k->elt_b, off, k->elt_b), false);
    v = LLVMBuildBitCast(l->b, v, LLVMVectorType(unit, n), "");
    LLVMTypeRef at_type = k->surface ? l->i32 : LLVMTypeOf(k->base);
    LLVMValueRef at[16];
    for (uint32_t i = 0; i < n; i++)
        at[i] = LLVMConstInt(at_type, off + i * unit_b, 0);
    if (k->surface)
        cm_scatter(l, k->surface, k->base, LLVMConstVector(at, n), NULL, v);
    else
        cm_svm_scatter(l, LLVMBuildAdd(l->b, cm_splat(l, k->base, n), LLVMConstVector(at, n), ""), NULL, v);
}

static void write_block(cm_lower *l, const block *k, LLVMValueRef v) {
    LLVMValueRef base = block_base(l, k);
    uint32_t blocks_b = k->size_b / 16 * 16;
    for (uint32_t off = 0; off < blocks_b;) {
        piece p = next_piece(k, off, blocks_b);
        LLVMValueRef part = cm_rd(l, v, cm_row(p.size_b / k->elt_b, p.off_b, k->elt_b), false);
        block_store(l, k, block_address(l, k, base, p.off_b), part);
        off = p.off_b + p.size_b;
    }
    if (blocks_b < k->size_b)
        write_tail(l, k, v, blocks_b);
}

static void set_object(block *k, LLVMTypeRef t) {
    k->elt = genx_elt_type(t);
    k->elt_b = genx_elt_b(k->elt);
    k->size_b = genx_size_b(t);
}

LLVMValueRef gx_cm_oword_read(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    int64_t modified;
    if (!cm_const_arg(l, call, 1, "the kind of a block read", &modified))
        return NULL;
    block k = {.call = call,
               .id = id,
               .surface = LLVMGetOperand(call, 0),
               .modified = cm_i32(l, (uint64_t)modified),
               .base = LLVMGetOperand(call, 2),
               .owords = id == GENX_OWORD_LD,
               .dword_aligned = id == GENX_OWORD_LD_UNALIGNED};
    set_object(&k, LLVMTypeOf(call));
    return read_block(l, &k);
}

LLVMValueRef gx_cm_oword_write(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    block k = {.call = call,
               .id = GENX_OWORD_ST,
               .surface = LLVMGetOperand(call, 0),
               .base = LLVMGetOperand(call, 1),
               .owords = true};
    LLVMValueRef v = LLVMGetOperand(call, 2);
    set_object(&k, LLVMTypeOf(v));
    write_block(l, &k, v);
    return NULL;
}

LLVMValueRef gx_cm_svm_read(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    block k = {
        .call = call, .id = id, .base = LLVMGetOperand(call, 0), .dword_aligned = id == GENX_SVM_BLOCK_LD_UNALIGNED};
    set_object(&k, LLVMTypeOf(call));
    return read_block(l, &k);
}

LLVMValueRef gx_cm_svm_write(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    block k = {.call = call, .id = GENX_SVM_BLOCK_ST, .base = LLVMGetOperand(call, 0)};
    LLVMValueRef v = LLVMGetOperand(call, 1);
    set_object(&k, LLVMTypeOf(v));
    write_block(l, &k, v);
    return NULL;
}

// Media blocks

typedef struct media {
    LLVMValueRef surface, modifiers, plane, x, y;
    uint32_t rows, row_b; // of the object
    LLVMTypeRef elt;
    uint32_t elt_b;
} media;

// A rectangle of the object, in bytes and rows; pitch_b is the row pitch in the message.
typedef struct rect {
    uint32_t x_b, y, w_b, h, pitch_b;
} rect;

enum { MEDIA_MIN_ROW_B = 4, MEDIA_MAX_ROW_B = 64, MEDIA_MAX_B = 256 };

// The rectangle at (x_b, y): as wide as a message allows, then as high.
static rect media_rect(const media *m, uint32_t x_b, uint32_t y) {
    rect r = {.x_b = x_b, .y = y};
    r.w_b = m->row_b - x_b < MEDIA_MAX_ROW_B ? m->row_b - x_b : MEDIA_MAX_ROW_B;
    r.pitch_b = cmc_round_up_pow2(r.w_b < MEDIA_MIN_ROW_B ? MEDIA_MIN_ROW_B : r.w_b);
    uint32_t max_h = MEDIA_MAX_B / r.pitch_b;
    r.h = m->rows - y < max_h ? m->rows - y : max_h;
    return r;
}

// Operands of __cm_media_read and __cm_media_write, and of the intrinsics.
enum { MEDIA_SURFACE, MEDIA_FIELD, MEDIA_PLANE, MEDIA_ROWS, MEDIA_ROW_B, MEDIA_X, MEDIA_Y, MEDIA_OBJECT };
enum { TO_FIELD, TO_SURFACE, TO_PLANE, TO_WIDTH, TO_X, TO_Y, TO_DATA, N_LOAD = TO_DATA, N_STORE };

static bool media_args(cm_lower *l, LLVMValueRef call, LLVMTypeRef object, media *m) {
    int64_t modifiers, plane, rows, row_b;
    if (!cm_const_arg(l, call, MEDIA_FIELD, "the field of a media block", &modifiers) ||
        !cm_const_arg(l, call, MEDIA_PLANE, "the plane of a media block", &plane) ||
        !cm_const_arg(l, call, MEDIA_ROWS, "the height of a media block", &rows) ||
        !cm_const_arg(l, call, MEDIA_ROW_B, "the width of a media block", &row_b))
        return false;
    *m = (media){.surface = LLVMGetOperand(call, MEDIA_SURFACE),
                 .modifiers = cm_i32(l, (uint64_t)modifiers),
                 .plane = cm_i32(l, (uint64_t)plane),
                 .x = LLVMGetOperand(call, MEDIA_X),
                 .y = LLVMGetOperand(call, MEDIA_Y),
                 .rows = (uint32_t)rows,
                 .row_b = (uint32_t)row_b,
                 .elt = genx_elt_type(object)};
    m->elt_b = genx_elt_b(m->elt);
    return true;
}

// The rectangle as a region of the object, and as a region of the message's data.
static genx_region object_rect(const media *m, const rect *r) {
    uint32_t w = r->w_b / m->elt_b;
    return (genx_region){.vstride = m->row_b / m->elt_b,
                         .width = w,
                         .stride = 1,
                         .off_const = true,
                         .off_b = r->y * m->row_b + r->x_b,
                         .lanes = w * r->h,
                         .elt_b = m->elt_b};
}

static genx_region message_rect(const media *m, const rect *r) {
    genx_region g = object_rect(m, r);
    g.vstride = r->pitch_b / m->elt_b;
    g.off_b = 0;
    return g;
}

static void media_head(cm_lower *l, const media *m, const rect *r, LLVMValueRef args[N_LOAD]) {
    args[TO_FIELD] = m->modifiers;
    args[TO_SURFACE] = m->surface;
    args[TO_PLANE] = m->plane;
    args[TO_WIDTH] = cm_i32(l, r->w_b);
    args[TO_X] = r->x_b ? LLVMBuildAdd(l->b, m->x, cm_i32(l, r->x_b), "") : m->x;
    args[TO_Y] = r->y ? LLVMBuildAdd(l->b, m->y, cm_i32(l, r->y), "") : m->y;
}

static LLVMTypeRef media_type(const media *m, const rect *r) {
    return LLVMVectorType(m->elt, r->pitch_b * r->h / m->elt_b);
}

static bool is_declared_buffer(LLVMValueRef surface) {
    if (!LLVMIsAArgument(surface))
        return false;
    LLVMValueRef fn = LLVMGetParamParent(surface);
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (LLVMGetParam(fn, i) == surface)
            return cm_is_declared(fn, i, "buffer_t");
    return false;
}

// read(buffer, global, offset, v) of one element: its offset is a number, so that the call has the form of a block.
static LLVMValueRef read_one(cm_lower *l, LLVMValueRef call) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    LLVMValueRef at = LLVMBuildAdd(l->b, LLVMGetOperand(call, MEDIA_X), LLVMGetOperand(call, MEDIA_Y), "");
    at = LLVMBuildMul(l->b, at, cm_i32(l, genx_elt_b(elt)), "");
    return cm_gather_one(l, LLVMGetOperand(call, MEDIA_SURFACE), at, elt);
}

LLVMValueRef gx_cm_media_read(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    media m;
    if (genx_lanes(LLVMTypeOf(call)) == 1 && genx_elt_b(LLVMTypeOf(call)) <= 4 &&
        is_declared_buffer(LLVMGetOperand(call, MEDIA_SURFACE)))
        return read_one(l, call);
    if (!media_args(l, call, LLVMTypeOf(call), &m))
        return NULL;
    LLVMValueRef v = LLVMGetUndef(LLVMTypeOf(call));
    for (uint32_t x = 0; x < m.row_b; x += MEDIA_MAX_ROW_B)
        for (uint32_t y = 0; y < m.rows;) {
            rect r = media_rect(&m, x, y);
            LLVMValueRef args[N_LOAD];
            media_head(l, &m, &r, args);
            LLVMValueRef part = genx_build(l->b, l->mod, GENX_MEDIA_LD, media_type(&m, &r), args, N_LOAD, "ld");
            part = cm_rd(l, part, message_rect(&m, &r), false);
            v = cm_wr(l, v, part, object_rect(&m, &r), NULL);
            y += r.h;
        }
    return v;
}

LLVMValueRef gx_cm_media_write(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef v = LLVMGetOperand(call, MEDIA_OBJECT);
    media m;
    if (!media_args(l, call, LLVMTypeOf(v), &m))
        return NULL;
    for (uint32_t x = 0; x < m.row_b; x += MEDIA_MAX_ROW_B)
        for (uint32_t y = 0; y < m.rows;) {
            rect r = media_rect(&m, x, y);
            LLVMValueRef args[N_STORE];
            media_head(l, &m, &r, args);
            LLVMValueRef part = cm_rd(l, v, object_rect(&m, &r), false);
            args[TO_DATA] = cm_wr(l, LLVMGetUndef(media_type(&m, &r)), part, message_rect(&m, &r), NULL);
            genx_build(l->b, l->mod, GENX_MEDIA_ST, LLVMVoidTypeInContext(l->llvm), args, N_STORE, "");
            y += r.h;
        }
    return NULL;
}
