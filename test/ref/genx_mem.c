// SPDX-License-Identifier: MIT
// Memory intrinsics: oword and media blocks, gather and scatter through surfaces and addresses, LSC
// loads and stores. One lane at a time, in lane order.

#include "ge_priv.h"

#include <string.h>

enum { MAX_BLOCK_B = 8192 };

// A place to read or write: a surface with an offset, or an address.
typedef struct place {
    ge_buffer *surface;
    uint64_t at;
} place;

static cmc_status surface_operand(ge_inst *i, unsigned arg, ge_buffer **out) {
    uint64_t bti = 0;
    CMC_TRY(ge_scalar(i, arg, &bti));
    *out = ge_surface(i->cx, bti);
    if (!*out)
        return ge_undefined(i->cx, i->inst, "surface %llu is not bound", (unsigned long long)bti);
    return CMC_OK;
}

// Bindless handles are places of surface states, of 64 bytes each, which have the order of the table.
static cmc_status bindless_operand(ge_inst *i, unsigned arg, ge_buffer **out) {
    uint64_t handle = 0;
    CMC_TRY(ge_scalar(i, arg, &handle));
    *out = ge_surface(i->cx, handle >> 6);
    if (!*out)
        return ge_undefined(i->cx, i->inst, "bindless surface %llu is not bound", (unsigned long long)handle);
    return CMC_OK;
}

static cmc_status read_at(ge_inst *i, place p, uint64_t size_b, uint8_t *data, uint8_t *undef) {
    if (!p.surface)
        return ge_load_bytes(i->cx, i->inst, p.at, size_b, data, undef);
    ge_surface_load(p.surface, p.at, size_b, data, undef);
    return CMC_OK;
}

static cmc_status write_at(ge_inst *i, place p, uint64_t size_b, const uint8_t *data, const uint8_t *undef) {
    if (!p.surface)
        return ge_store_bytes(i->cx, i->inst, p.at, size_b, data, undef);
    ge_surface_store(p.surface, p.at, size_b, data, undef);
    return CMC_OK;
}

static cmc_status block_read(ge_inst *i, place p) {
    uint8_t bytes[2 * MAX_BLOCK_B];
    const uint64_t size = ge_store_size(i->ret);
    if (size > MAX_BLOCK_B)
        return ge_unsupported(i->cx, i->inst, "a block of this size");
    CMC_TRY(read_at(i, p, size, bytes, bytes + MAX_BLOCK_B));
    ge_from_bytes(i->ret, bytes, bytes + MAX_BLOCK_B);
    return CMC_OK;
}

static cmc_status block_write(ge_inst *i, place p, const ge_value *v) {
    uint8_t bytes[2 * MAX_BLOCK_B];
    const uint64_t size = ge_store_size(v);
    if (size > MAX_BLOCK_B)
        return ge_unsupported(i->cx, i->inst, "a block of this size");
    ge_to_bytes(v, bytes, bytes + MAX_BLOCK_B);
    return write_at(i, p, size, bytes, bytes + MAX_BLOCK_B);
}

static cmc_status oword_ld(ge_inst *i) // param: bytes of one step of the offset
{
    place p = {0};
    CMC_TRY(surface_operand(i, 1, &p.surface));
    CMC_TRY(ge_scalar(i, 2, &p.at));
    p.at *= (uint64_t)i->param;
    return block_read(i, p);
}

static cmc_status oword_st(ge_inst *i) {
    place p = {0};
    CMC_TRY(surface_operand(i, 0, &p.surface));
    CMC_TRY(ge_scalar(i, 1, &p.at));
    p.at *= 16;
    return block_write(i, p, &i->arg[2]);
}

static cmc_status svm_block(ge_inst *i) // param: 1 store
{
    place p = {0};
    CMC_TRY(ge_scalar(i, 0, &p.at));
    return i->param ? block_write(i, p, &i->arg[1]) : block_read(i, p);
}

static cmc_status vload_store(ge_inst *i) // param: 1 store (value, pointer)
{
    place p = {0};
    CMC_TRY(ge_scalar(i, i->param ? 1 : 0, &p.at));
    return i->param ? block_write(i, p, &i->arg[0]) : block_read(i, p);
}

// Media blocks

static int64_t limit(int64_t v, int64_t n) {
    return v < 0 ? 0 : v >= n ? n - 1 : v;
}

// Byte offset of (x, y) in the surface, the border repeated outside; false when it lies outside.
static bool media_offset(const ge_buffer *b, int64_t x, int64_t y, uint64_t *off) {
    const int64_t px = b->px_b ? b->px_b : 1, columns = b->width_b / px;
    const int64_t col = x >= 0 ? x / px : (x - px + 1) / px, in_px = x - col * px;
    const bool inside = col >= 0 && col < columns && y >= 0 && y < (int64_t)b->height;
    *off = (uint64_t)(limit(y, b->height) * b->pitch_b + limit(col, columns) * px + in_px);
    return inside;
}

static cmc_status media(ge_inst *i) // param: 1 store; operands: modifiers, surface, plane, width, x, y [, data]
{
    ge_buffer *b = NULL;
    uint64_t width = 0;
    int64_t x0 = 0, y0 = 0;
    uint8_t bytes[2 * MAX_BLOCK_B] = {0}, *undef = bytes + MAX_BLOCK_B;
    const ge_value *v = i->param ? &i->arg[6] : i->ret;
    CMC_TRY(surface_operand(i, 1, &b));
    CMC_TRY(ge_scalar(i, 3, &width));
    CMC_TRY(ge_scalar_signed(i, 4, &x0));
    CMC_TRY(ge_scalar_signed(i, 5, &y0));
    if (!b->width_b)
        return ge_undefined(i->cx, i->inst, "surface '%s' is not two-dimensional", b->name);
    uint64_t row_b = 4; // a row takes a power of two of at least four bytes in registers
    while (row_b < width)
        row_b *= 2;
    const uint64_t size = ge_store_size(v);
    if (!width || size % row_b || size > MAX_BLOCK_B)
        return ge_unsupported(i->cx, i->inst, "a media block of this shape");
    if (i->param)
        ge_to_bytes(v, bytes, undef);
    else
        memset(undef, 1, size); // the padding of rows
    for (uint64_t at = 0; at < size; at++) {
        const uint64_t col = at % row_b;
        uint64_t off = 0;
        if (col >= width)
            continue;
        const bool inside = media_offset(b, x0 + (int64_t)col, y0 + (int64_t)(at / row_b), &off);
        if (!i->param)
            ge_surface_load(b, off, 1, bytes + at, undef + at);
        else if (inside)
            ge_surface_store(b, off, 1, bytes + at, undef + at);
    }
    if (!i->param)
        ge_from_bytes(i->ret, bytes, undef);
    return CMC_OK;
}

// Gather and scatter

// One element of one lane between memory and lane `slot` of v; elt_b bytes in memory, the rest of
// the slot zero.
static cmc_status move_element(ge_inst *i, place p, unsigned elt_b, const ge_value *data, uint32_t slot, bool store) {
    uint8_t bytes[16] = {0}, undef[16] = {0};
    if (slot >= (store ? data->n : i->ret->n))
        return ge_unsupported(i->cx, i->inst, "data of this size");
    if (store) {
        for (unsigned b = 0; b < elt_b; b++) {
            bytes[b] = (uint8_t)(data->v[slot] >> 8 * b);
            undef[b] = data->u[slot] >> b & 1;
        }
        return write_at(i, p, elt_b, bytes, undef);
    }
    CMC_TRY(read_at(i, p, elt_b, bytes, undef));
    i->ret->v[slot] = 0;
    i->ret->u[slot] = 0;
    for (unsigned b = 0; b < elt_b; b++) {
        i->ret->v[slot] |= (uint64_t)bytes[b] << 8 * b;
        i->ret->u[slot] |= (uint8_t)(undef[b] << b);
    }
    return CMC_OK;
}

// The predicate's value in a lane; an undefined one is an error where memory depends on it.
static cmc_status enabled(ge_inst *i, const ge_value *pred, uint32_t lane, bool *on) {
    const uint32_t l = pred->n == 1 ? 0 : lane;
    if (ge_lane_undef(pred, l))
        return ge_undefined(i->cx, i->inst, "undefined predicate in lane %u", lane);
    *on = pred->v[l] != 0;
    return CMC_OK;
}

static cmc_status lane_of(ge_inst *i, unsigned arg, uint32_t lane, uint64_t *out) {
    const ge_value *v = &i->arg[arg];
    const uint32_t l = v->n == 1 ? 0 : lane;
    if (ge_lane_undef(v, l))
        return ge_undefined(i->cx, i->inst, "undefined address in lane %u", lane);
    *out = v->v[l];
    return CMC_OK;
}

enum { STORE = 1, MASK_LAST = 2, NO_MASK = 4 };

// gather.scaled, scatter.scaled and the scaled2 forms. 1, 2 or 4 bytes a lane, each lane one
// element.
static cmc_status scaled(ge_inst *i) {
    const bool store = i->param & STORE, plain = !(i->param & (MASK_LAST | NO_MASK));
    const unsigned first = plain ? 1 : 0; // log2 nblocks, scale, surface, global offset, element offsets
    uint64_t log2 = 0, scale = 0, global = 0;
    place p = {0};
    CMC_TRY(ge_scalar(i, first, &log2));
    CMC_TRY(ge_scalar(i, first + 1, &scale));
    CMC_TRY(surface_operand(i, first + 2, &p.surface));
    CMC_TRY(ge_scalar(i, first + 3, &global));
    const ge_value *offsets = &i->arg[first + 4], *data = store ? &i->arg[first + 5] : NULL;
    const ge_value *pred = plain ? &i->arg[0] : i->param & MASK_LAST ? &i->arg[first + 5] : NULL;
    if (!store && plain)
        ge_value_copy(i->ret, &i->arg[6]); // old value of lanes that are off
    for (uint32_t l = 0; l < offsets->n; l++) {
        bool on = true;
        uint64_t off = 0;
        if (pred)
            CMC_TRY(enabled(i, pred, l, &on));
        if (!on)
            continue;
        CMC_TRY(lane_of(i, first + 4, l, &off));
        p.at = (global + (off << scale)) & 0xffffffffu;
        CMC_TRY(move_element(i, p, 1u << log2, data, l, store));
    }
    return CMC_OK;
}

// gather4.scaled, scatter4.scaled: (pred, channel mask, scale, surface, global, offsets, old or
// data). svm.gather4.scaled, svm.scatter4.scaled: (pred, mask, scale, address, offsets, old or
// data).
// gather4.scaled2, gather4.masked.scaled2: (mask, scale, surface, global, offsets [, pred]).
enum { SVM4 = 8 };
static cmc_status four_channels(ge_inst *i) {
    const bool store = i->param & STORE, svm = i->param & SVM4, plain = !(i->param & (MASK_LAST | NO_MASK));
    const unsigned first = plain ? 1 : 0, at_offsets = first + (svm ? 3 : 4);
    uint64_t mask = 0, scale = 0, global = 0;
    place p = {0};
    CMC_TRY(ge_scalar(i, first, &mask));
    CMC_TRY(ge_scalar(i, first + 1, &scale));
    if (!svm)
        CMC_TRY(surface_operand(i, first + 2, &p.surface));
    CMC_TRY(ge_scalar(i, at_offsets - 1, &global));
    const ge_value *data = plain ? &i->arg[at_offsets + 1] : NULL;
    const ge_value *pred = plain ? &i->arg[0] : i->param & MASK_LAST ? &i->arg[at_offsets + 1] : NULL;
    const uint32_t n = i->arg[at_offsets].n;
    if (!store && plain)
        ge_value_copy(i->ret, data);
    for (uint32_t l = 0; l < n; l++) {
        bool on = true;
        uint64_t off = 0;
        uint32_t slot = l;
        if (pred)
            CMC_TRY(enabled(i, pred, l, &on));
        if (!on)
            continue;
        CMC_TRY(lane_of(i, at_offsets, l, &off));
        for (unsigned c = 0; c < 4; c++) {
            if (!(mask >> c & 1))
                continue;
            p.at = global + (off << scale) + 4 * c;
            if (!svm)
                p.at &= 0xffffffffu;
            CMC_TRY(move_element(i, p, 4, data, slot, store));
            slot += n;
        }
    }
    return CMC_OK;
}

// Two words per lane hold the bytes that a lane of svm.gather and svm.scatter moves.
static cmc_status svm_words(ge_inst *i, place p, const ge_value *data, uint32_t lane, uint32_t n_bytes, bool store) {
    const uint32_t first = 2 * lane, low = n_bytes < 2 ? n_bytes : 2;
    CMC_TRY(move_element(i, p, low, data, first, store));
    if (!store && first + 1 < i->ret->n)
        i->ret->v[first + 1] = i->ret->u[first + 1] = 0;
    p.at += 2;
    return n_bytes > 2 ? move_element(i, p, n_bytes - 2, data, first + 1, store) : CMC_OK;
}

// The bytes of a lane's dword that a message of fewer bytes leaves: the hardware may write them.
static void leave_bytes(ge_inst *i, uint32_t lane, uint32_t n_bytes, uint32_t slots) {
    for (uint32_t b = n_bytes; b < slots; b++)
        ge_set_undef(i->ret, lane * slots + b);
}

// svm.gather, svm.scatter: (pred, log2 nblocks, addresses, old or data). Bytes, and words of which a
// lane has two: the blocks are bytes, which lie together in the lane's four; larger elements: block b
// of all lanes follows block b - 1 of all lanes.
static cmc_status svm_lanes(ge_inst *i) {
    const bool store = i->param & STORE;
    uint64_t log2 = 0;
    CMC_TRY(ge_scalar(i, 1, &log2));
    const ge_value *data = &i->arg[3];
    const uint32_t n = i->arg[2].n, blocks = 1u << log2;
    const unsigned elt_b = data->bits / 8u;
    const uint32_t lane_slots = data->n / n;
    if (!store)
        ge_value_copy(i->ret, data);
    for (uint32_t l = 0; l < n; l++) {
        bool on = false;
        place p = {0};
        uint64_t address = 0;
        CMC_TRY(enabled(i, &i->arg[0], l, &on));
        if (!on)
            continue;
        CMC_TRY(lane_of(i, 2, l, &address));
        p.at = address;
        if (elt_b == 2 && lane_slots == 2) {
            CMC_TRY(svm_words(i, p, data, l, blocks, store));
            continue;
        }
        for (uint32_t b = 0; b < blocks; b++) {
            p.at = address + (uint64_t)b * elt_b;
            CMC_TRY(move_element(i, p, elt_b, data, elt_b == 1 ? l * lane_slots + b : b * n + l, store));
        }
        if (elt_b == 1 && !store)
            leave_bytes(i, l, blocks, lane_slots);
    }
    return CMC_OK;
}

// LSC: (pred, subop, L1, L3, scale, offset, size, vector, order, mask, addr, [data,] surface [,
// old])

enum { LSC_STATELESS = 0, LSC_BTI = 2, LSC_SLM = 4, LSC_MERGE = 8, LSC_QUAD = 16, LSC_BINDLESS = 32 };

static cmc_status lsc_shape(ge_inst *i, unsigned *elt_b, uint32_t *vec, bool *transposed) {
    static const uint8_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 2};
    static const uint8_t vecs[] = {0, 1, 2, 3, 4, 8, 16, 32, 64};
    uint64_t size = 0, v = 0, order = 0;
    CMC_TRY(ge_scalar(i, 6, &size));
    CMC_TRY(ge_scalar(i, 7, &v));
    CMC_TRY(ge_scalar(i, 8, &order));
    if (size < 1 || size > 6 || v < 1 || v > 8)
        return ge_unsupported(i->cx, i->inst, "an LSC message of this shape");
    *elt_b = sizes[size];
    *vec = vecs[v];
    *transposed = order == 2;
    return CMC_OK;
}

static cmc_status lsc(ge_inst *i) {
    const bool store = i->param & STORE, surface = i->param & (LSC_BTI | LSC_SLM | LSC_BINDLESS);
    unsigned elt_b = 1;
    uint32_t vec = 1;
    bool transposed = false;
    uint64_t scale = 0;
    int64_t imm = 0;
    place p = {0};
    CMC_TRY(lsc_shape(i, &elt_b, &vec, &transposed));
    CMC_TRY(ge_scalar(i, 4, &scale));
    CMC_TRY(ge_scalar_signed(i, 5, &imm));
    if (i->param & LSC_SLM)
        p.surface = ge_surface(i->cx, 254);
    else if (i->param & LSC_BINDLESS)
        CMC_TRY(bindless_operand(i, store ? 12 : 11, &p.surface));
    else if (surface)
        CMC_TRY(surface_operand(i, store ? 12 : 11, &p.surface));
    if (surface && !p.surface)
        return ge_undefined(i->cx, i->inst, "no shared local memory");
    const ge_value *data = store ? &i->arg[11] : NULL, *pred = &i->arg[0];
    const uint32_t n = transposed ? 1 : i->arg[10].n;
    uint64_t channels = 1;
    if (i->param & LSC_QUAD) {
        CMC_TRY(ge_scalar(i, 9, &channels));
        vec = 4;
    } else {
        channels = ~(uint64_t)0;
    }
    if (i->param & LSC_MERGE)
        ge_value_copy(i->ret, &i->arg[12]);
    for (uint32_t l = 0; l < n; l++) {
        bool on = false;
        uint64_t address = 0;
        CMC_TRY(enabled(i, pred, l, &on));
        if (!on)
            continue;
        CMC_TRY(lane_of(i, 10, l, &address));
        uint32_t slot = l;
        for (uint32_t v = 0; v < vec; v++) {
            if (!(channels >> v & 1))
                continue;
            p.at = address * (scale ? scale : 1) + (uint64_t)imm + (uint64_t)v * elt_b;
            if (p.surface)
                p.at &= 0xffffffffu;
            CMC_TRY(move_element(i, p, elt_b, data, slot, store));
            slot += n;
        }
    }
    return CMC_OK;
}

static cmc_status prefetch(ge_inst *i) {
    (void)i;
    return CMC_OK;
}

const ge_row ge_mem_rows[] = {
    {"oword.ld", oword_ld, 16},
    {"oword.ld.unaligned", oword_ld, 1},
    {"oword.st", oword_st, 0},
    {"media.ld", media, 0},
    {"media.st", media, 1},
    {"svm.block.ld", svm_block, 0},
    {"svm.block.ld.unaligned", svm_block, 0},
    {"svm.block.st", svm_block, 1},
    {"vload", vload_store, 0},
    {"vstore", vload_store, 1},
    {"gather.scaled", scaled, 0},
    {"scatter.scaled", scaled, STORE},
    {"gather.scaled2", scaled, NO_MASK},
    {"gather.masked.scaled2", scaled, MASK_LAST},
    {"gather4.scaled", four_channels, 0},
    {"gather4.scaled2", four_channels, NO_MASK},
    {"gather4.masked.scaled2", four_channels, MASK_LAST},
    {"scatter4.scaled", four_channels, STORE},
    {"svm.gather4.scaled", four_channels, SVM4},
    {"svm.scatter4.scaled", four_channels, SVM4 | STORE},
    {"svm.gather", svm_lanes, 0},
    {"svm.scatter", svm_lanes, STORE},
    {"lsc.load.stateless", lsc, LSC_STATELESS},
    {"lsc.load.bti", lsc, LSC_BTI},
    {"lsc.load.slm", lsc, LSC_SLM},
    {"lsc.load.merge.stateless", lsc, LSC_MERGE},
    {"lsc.load.merge.bti", lsc, LSC_MERGE | LSC_BTI},
    {"lsc.load.merge.slm", lsc, LSC_MERGE | LSC_SLM},
    {"lsc.store.stateless", lsc, STORE},
    {"lsc.store.bti", lsc, STORE | LSC_BTI},
    {"lsc.store.slm", lsc, STORE | LSC_SLM},
    {"lsc.load.bindless", lsc, LSC_BINDLESS},
    {"lsc.load.merge.bindless", lsc, LSC_MERGE | LSC_BINDLESS},
    {"lsc.store.bindless", lsc, STORE | LSC_BINDLESS},
#define LSC_QUADS(place, bits)                                                                                         \
    {"lsc.load.quad." place, lsc, LSC_QUAD | (bits)},                                                                  \
        {"lsc.load.merge.quad." place, lsc, LSC_QUAD | LSC_MERGE | (bits)}, {                                          \
        "lsc.store.quad." place, lsc, LSC_QUAD | STORE | (bits)                                                        \
    }
    LSC_QUADS("stateless", LSC_STATELESS),
    LSC_QUADS("bti", LSC_BTI),
    LSC_QUADS("slm", LSC_SLM),
    LSC_QUADS("bindless", LSC_BINDLESS),
    {"lsc.prefetch.stateless", prefetch, 0},
    {"lsc.prefetch.bti", prefetch, 0},
    {"lsc.prefetch.slm", prefetch, 0},
    {"lsc.prefetch.bindless", prefetch, 0},
    {NULL, NULL, 0},
};
