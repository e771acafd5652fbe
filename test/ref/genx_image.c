// SPDX-License-Identifier: MIT
// Images by pixel (typed messages) and 2-D blocks of memory (LSC).

#include "ge_priv.h"

enum { STORE = 1, LSC = 2 };

// Pixels

// Where a lane's pixel is in the image; false: outside. Operand u is the first of three coordinates.
static cmc_status pixel_of(ge_inst *i, const ge_buffer *b, unsigned u, uint32_t lane, uint64_t *at, bool *inside) {
    int64_t c[3];
    for (unsigned k = 0; k < 3; k++) {
        if (ge_lane_undef(&i->arg[u + k], lane))
            return ge_undefined(i->cx, i->inst, "undefined coordinate in lane %u", lane);
        c[k] = ge_sext(i->arg[u + k].v[lane], 32);
    }
    *inside = c[0] >= 0 && c[0] < (int64_t)b->width_b / 4 && c[1] >= 0 && c[1] < (int64_t)b->height && c[2] == 0;
    *at = (uint64_t)(c[1] * (int64_t)b->pitch_b + c[0] * 4);
    return CMC_OK;
}

// The image is one of 32 bits a pixel: channels other than the first read 0, 0 and 1, and are not written.
static void channel(ge_buffer *b, uint64_t at, bool inside, unsigned channel, ge_value *v, uint32_t slot, bool store) {
    uint8_t data[4] = {channel == 3 && inside}, undef[4] = {0};
    if (store) {
        for (unsigned x = 0; x < 4; x++) {
            data[x] = (uint8_t)(v->v[slot] >> 8 * x);
            undef[x] = v->u[slot] >> x & 1;
        }
        if (channel == 0 && inside)
            ge_surface_store(b, at, 4, data, undef);
        return;
    }
    if (channel == 0 && inside)
        ge_surface_load(b, at, 4, data, undef);
    v->v[slot] = v->u[slot] = 0;
    for (unsigned x = 0; x < 4; x++) {
        v->v[slot] |= (uint64_t)data[x] << 8 * x;
        v->u[slot] |= (uint8_t)(undef[x] << x);
    }
}

// gather4.typed, scatter4.typed: (channels, pred, surface, u, v, r, old or data);
// lsc.*.quad.typed.bti: (pred, L1, L3, channels, surface, u, v, r, lod, old or data).
static cmc_status pixels(ge_inst *i) {
    const bool store = i->param & STORE, lsc = i->param & LSC;
    const unsigned pred = lsc ? 0 : 1, surface = lsc ? 4 : 2, u = surface + 1, last = lsc ? 9 : 6;
    uint64_t channels = 0, bti = 0, at = 0;
    if (i->n_args != last + 1)
        return ge_unsupported(i->cx, i->inst, "a typed message of this form");
    CMC_TRY(ge_scalar(i, lsc ? 3 : 0, &channels));
    CMC_TRY(ge_scalar(i, surface, &bti));
    ge_buffer *b = ge_surface(i->cx, bti);
    if (!b || b->px_b != 4)
        return ge_undefined(i->cx, i->inst, "surface %llu is no image of 32-bit pixels", (unsigned long long)bti);
    const uint32_t n = i->arg[u].n;
    if (!store)
        ge_value_copy(i->ret, &i->arg[last]);
    for (uint32_t l = 0; l < n; l++) {
        bool inside = false;
        if (ge_lane_undef(&i->arg[pred], l))
            return ge_undefined(i->cx, i->inst, "undefined predicate in lane %u", l);
        if (!i->arg[pred].v[l])
            continue;
        CMC_TRY(pixel_of(i, b, u, l, &at, &inside));
        for (uint32_t k = 0, slot = l; k < 4; k++) {
            if (!(channels >> k & 1))
                continue;
            channel(b, at, inside, k, store ? (ge_value *)&i->arg[last] : i->ret, slot, store);
            slot += n;
        }
    }
    return CMC_OK;
}

// 2-D blocks

enum { TRANSPOSED = 2, VNNI = 4 };

typedef struct block {
    uint64_t base;
    int64_t width_b, height, pitch_b, x, y; // of the surface; x in elements
    uint32_t elt_b, w, h, n;
    bool transposed, vnni;
} block;

static uint32_t pow2(uint32_t n) {
    uint32_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

// Element of the vector that holds column x, row y of block k; a block begins where its share of the lanes begins.
static uint32_t slot_of(const block *b, uint32_t lanes, uint32_t k, uint32_t x, uint32_t y) {
    const uint32_t first = lanes / b->n * k, group = b->vnni ? 4 / b->elt_b : 1;
    if (b->transposed)
        return first + x * pow2(b->h) + y;
    return first + y / group * group * pow2(b->w) + x * group + y % group;
}

static cmc_status element(ge_inst *i, const block *b, ge_value *v, uint32_t slot, int64_t x, int64_t y, bool store) {
    uint8_t data[8] = {0}, undef[8] = {0};
    const bool inside = x >= 0 && (x + 1) * b->elt_b <= b->width_b && y >= 0 && y < b->height;
    const uint64_t at = b->base + (uint64_t)(y * b->pitch_b + x * b->elt_b);
    if (slot >= v->n)
        return ge_unsupported(i->cx, i->inst, "data of this size");
    if (store) {
        for (unsigned k = 0; k < b->elt_b; k++) {
            data[k] = (uint8_t)(v->v[slot] >> 8 * k);
            undef[k] = v->u[slot] >> k & 1;
        }
        return inside ? ge_store_bytes(i->cx, i->inst, at, b->elt_b, data, undef) : CMC_OK;
    }
    if (inside)
        CMC_TRY(ge_load_bytes(i->cx, i->inst, at, b->elt_b, data, undef));
    v->v[slot] = v->u[slot] = 0;
    for (unsigned k = 0; k < b->elt_b; k++) {
        v->v[slot] |= (uint64_t)data[k] << 8 * k;
        v->u[slot] |= (uint8_t)(undef[k] << k);
    }
    return CMC_OK;
}

static cmc_status transfer(ge_inst *i, const block *b, const ge_value *data) {
    ge_value *v = data ? (ge_value *)data : i->ret;
    for (uint32_t k = 0; k < b->n; k++)
        for (uint32_t y = 0; y < b->h; y++)
            for (uint32_t x = 0; x < b->w; x++)
                CMC_TRY(element(i, b, v, slot_of(b, v->n, k, x, y), b->x + k * b->w + x, b->y + y, data != NULL));
    return CMC_OK;
}

static cmc_status is_on(ge_inst *i, bool *on) {
    if (ge_lane_undef(&i->arg[0], 0))
        return ge_undefined(i->cx, i->inst, "undefined predicate");
    *on = i->arg[0].v[0] != 0;
    return CMC_OK;
}

// (pred, L1, L3, size, order, blocks, width, height, vnni, base, width - 1, height - 1, pitch - 1, x, y [, data])
static cmc_status by_operands(ge_inst *i) {
    uint64_t size = 0, order = 0, n = 0, w = 0, h = 0, vnni = 0;
    bool on = false;
    block b = {0};
    CMC_TRY(is_on(i, &on));
    CMC_TRY(ge_scalar(i, 3, &size));
    CMC_TRY(ge_scalar(i, 4, &order));
    CMC_TRY(ge_scalar(i, 5, &n));
    CMC_TRY(ge_scalar(i, 6, &w));
    CMC_TRY(ge_scalar(i, 7, &h));
    CMC_TRY(ge_scalar(i, 8, &vnni));
    CMC_TRY(ge_scalar(i, 9, &b.base));
    CMC_TRY(ge_scalar_signed(i, 10, &b.width_b));
    CMC_TRY(ge_scalar_signed(i, 11, &b.height));
    CMC_TRY(ge_scalar_signed(i, 12, &b.pitch_b));
    CMC_TRY(ge_scalar_signed(i, 13, &b.x));
    CMC_TRY(ge_scalar_signed(i, 14, &b.y));
    b.width_b++;
    b.height++;
    b.pitch_b++;
    b.elt_b = 1u << (size - 1);
    b.w = (uint32_t)w;
    b.h = (uint32_t)h;
    b.n = (uint32_t)n;
    b.transposed = order == 2;
    b.vnni = vnni != 0;
    return on ? transfer(i, &b, i->param & STORE ? &i->arg[15] : NULL) : CMC_OK;
}

// (pred, hints, blocks, width, height, descriptor, x, y, old or data)
static cmc_status by_descriptor(ge_inst *i) {
    const ge_value *d = &i->arg[5], *last = &i->arg[8];
    uint64_t n = 0, w = 0, h = 0;
    int64_t x = 0, y = 0;
    bool on = false;
    CMC_TRY(is_on(i, &on));
    CMC_TRY(ge_scalar(i, 2, &n));
    CMC_TRY(ge_scalar(i, 3, &w));
    CMC_TRY(ge_scalar(i, 4, &h));
    CMC_TRY(ge_scalar_signed(i, 6, &x));
    CMC_TRY(ge_scalar_signed(i, 7, &y));
    for (uint32_t k = 0; k < 7; k++)
        if (ge_lane_undef(d, k))
            return ge_undefined(i->cx, i->inst, "dword %u of the descriptor is undefined", k);
    const block b = {d->v[0] | d->v[1] << 32,
                     (int64_t)d->v[2] + 1,
                     (int64_t)d->v[3] + 1,
                     (int64_t)d->v[4] + 1,
                     ge_sext(d->v[5], 32) + x,
                     ge_sext(d->v[6], 32) + y,
                     last->bits / 8u,
                     (uint32_t)w,
                     (uint32_t)h,
                     (uint32_t)n,
                     i->param & TRANSPOSED,
                     i->param & VNNI};
    if (!(i->param & STORE) && !on) // elements of a message that pad its rows are not defined
        ge_value_copy(i->ret, last);
    return on ? transfer(i, &b, i->param & STORE ? last : NULL) : CMC_OK;
}

// (L1, L3, surface, width, height, x, y [, data]); x is in bytes, as the hardware counts all columns.
static cmc_status of_image(ge_inst *i) {
    const ge_value *v = i->param & STORE ? &i->arg[7] : i->ret;
    uint64_t bti = 0, w = 0, h = 0;
    int64_t x = 0, y = 0;
    CMC_TRY(ge_scalar(i, 2, &bti));
    CMC_TRY(ge_scalar(i, 3, &w));
    CMC_TRY(ge_scalar(i, 4, &h));
    CMC_TRY(ge_scalar_signed(i, 5, &x));
    CMC_TRY(ge_scalar_signed(i, 6, &y));
    const ge_buffer *s = ge_surface(i->cx, bti);
    if (!s || !s->width_b)
        return ge_undefined(i->cx, i->inst, "surface %llu is no image", (unsigned long long)bti);
    const uint32_t elt_b = v->bits / 8u;
    const block b = {s->base,
                     (int64_t)s->width_b,
                     (int64_t)s->height,
                     (int64_t)s->pitch_b,
                     x / (int64_t)elt_b,
                     y,
                     elt_b,
                     (uint32_t)w,
                     (uint32_t)h,
                     1,
                     false,
                     false};
    if (x % (int64_t)elt_b)
        return ge_unsupported(i->cx, i->inst, "a column inside an element");
    return transfer(i, &b, i->param & STORE ? v : NULL);
}

static cmc_status prefetch(ge_inst *i) {
    (void)i;
    return CMC_OK;
}

const ge_row ge_image_rows[] = {
    {"gather4.typed", pixels, 0},
    {"scatter4.typed", pixels, STORE},
    {"lsc.load.merge.quad.typed.bti", pixels, LSC},
    {"lsc.store.quad.typed.bti", pixels, LSC | STORE},
    {"lsc.prefetch.quad.typed.bti", prefetch, 0},
    {"lsc.load2d.stateless", by_operands, 0},
    {"lsc.store2d.stateless", by_operands, STORE},
    {"lsc.prefetch2d.stateless", prefetch, 0},
    {"lsc.load.2d.ugm.desc", by_descriptor, 0},
    {"lsc.load.2d.ugm.desc.transpose", by_descriptor, TRANSPOSED},
    {"lsc.load.2d.ugm.desc.vnni", by_descriptor, VNNI},
    {"lsc.store.2d.ugm.desc", by_descriptor, STORE},
    {"lsc.prefetch.2d.ugm.desc", prefetch, 0},
    {"lsc.load2d.typed.bti", of_image, 0},
    {"lsc.store2d.typed.bti", of_image, STORE},
    {"lsc.prefetch2d.typed.bti", prefetch, 0},
    {NULL, NULL, 0},
};
