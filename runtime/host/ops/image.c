// SPDX-License-Identifier: MIT
// Operations on images: rectangles of media blocks, pixels, 2-D blocks of the load/store cache.

#include "priv.h"

#include "pixel.h"

// Media blocks: rows of bytes. Reads outside repeat the pixels of the edge, which filters rely on; writes are dropped.

enum { MOD_TOP = 6, MOD_BOTTOM = 7 }; // one field of an interlaced image

static cmc_host_surface field_of(const cmc_host_surface *s, uint32_t modifiers) {
    cmc_host_surface field = *s;
    if (modifiers == MOD_TOP || modifiers == MOD_BOTTOM) {
        const uint32_t first = modifiers == MOD_BOTTOM;
        field.base += (size_t)first * s->pitch_b;
        field.pitch_b *= 2;
        field.height = (s->height + 1 - first) / 2;
    }
    return field;
}

static int64_t limit(int64_t v, int64_t n) {
    return v < 0 ? 0 : v >= n ? n - 1 : v;
}

// The part of a row's bytes [x, x + width_b) that lies inside the image.
typedef struct part {
    uint32_t first, end; // counted from x
} part;

static part inside_of(const cmc_host_surface *s, int64_t x, uint32_t width_b) {
    const int64_t row_b = (int64_t)s->width_px * s->px_b;
    const int64_t first = x < 0 ? -x : 0, end = row_b - x;
    const uint32_t to = end < 0 ? 0 : end < width_b ? (uint32_t)end : width_b;
    return (part){first < to ? (uint32_t)first : to, to};
}

static uint8_t edge_byte(const cmc_host_surface *s, const uint8_t *row, int64_t x) {
    const int64_t px_b = s->px_b, last = (int64_t)(s->width_px - 1) * px_b;
    return x < 0 ? row[(x % px_b + px_b) % px_b] : row[last + x % px_b];
}

static void read_row(const cmc_host_surface *s, int64_t x, int64_t y, uint32_t width_b, uint8_t *out) {
    const uint8_t *row = s->base + limit(y, s->height) * (int64_t)s->pitch_b;
    const part in = inside_of(s, x, width_b);
    for (uint32_t i = 0; i < in.first; i++)
        out[i] = edge_byte(s, row, x + i);
    if (in.first < in.end)
        memcpy(out + in.first, row + x + in.first, in.end - in.first);
    for (uint32_t i = in.end; i < width_b; i++)
        out[i] = edge_byte(s, row, x + i);
}

static void write_row(const cmc_host_surface *s, int64_t x, int64_t y, uint32_t width_b, const uint8_t *data) {
    const part in = inside_of(s, x, width_b);
    if (y >= 0 && y < s->height && in.first < in.end)
        memcpy(s->base + y * (int64_t)s->pitch_b + x + in.first, data + in.first, in.end - in.first);
}

// The image of a block, if there is one; else the access is reported.
static bool media_image(cmc_host_thread *t, uint32_t modifiers, uint32_t surface, bool write, uint32_t line,
                        cmc_host_surface *out) {
    *out = field_of(op_surface(t, surface), modifiers);
    const bool there = out->kind == CMC_HOST_SURF_2D && out->px_b && out->width_px && out->height;
    if (!there)
        op_outside(t, surface, 0, 0, write, line);
    return there;
}

void cmc_op_media_read(void *thread, uint32_t modifiers, uint32_t surface, uint32_t width_b, uint32_t row_b, uint32_t x,
                       uint32_t y, uint32_t size_b, void *data, uint32_t line) {
    cmc_host_surface s;
    memset(data, 0, size_b);
    if (!media_image(thread, modifiers, surface, false, line, &s))
        return;
    for (uint32_t r = 0; r < size_b / row_b; r++)
        read_row(&s, (int32_t)x, (int64_t)(int32_t)y + r, width_b, (uint8_t *)data + (size_t)r * row_b);
}

void cmc_op_media_write(void *thread, uint32_t modifiers, uint32_t surface, uint32_t width_b, uint32_t row_b,
                        uint32_t x, uint32_t y, uint32_t size_b, void *data, uint32_t line) {
    cmc_host_surface s;
    if (!media_image(thread, modifiers, surface, true, line, &s))
        return;
    for (uint32_t r = 0; r < size_b / row_b; r++)
        write_row(&s, (int32_t)x, (int64_t)(int32_t)y + r, width_b, (const uint8_t *)data + (size_t)r * row_b);
}

// Pixels

static void size_of(const cmc_host_surface *s, int64_t size[3]) {
    const int64_t depth = s->depth ? s->depth : 1;
    const bool row = s->kind == CMC_HOST_SURF_BUFFER || s->kind == CMC_HOST_SURF_1D;
    size[0] = s->kind == CMC_HOST_SURF_BUFFER ? (int64_t)(s->size_b / s->px_b) : s->width_px;
    size[1] = s->kind == CMC_HOST_SURF_1D_ARRAY ? depth : row ? 1 : s->height;
    size[2] = s->kind == CMC_HOST_SURF_3D || s->kind == CMC_HOST_SURF_2D_ARRAY ? depth : 1;
}

// NULL: outside.
static uint8_t *pixel_at(const cmc_host_surface *s, const int64_t c[3]) {
    int64_t size[3];
    if (s->kind == CMC_HOST_SURF_NONE || !s->px_b)
        return NULL;
    size_of(s, size);
    for (unsigned k = 0; k < 3; k++)
        if (c[k] < 0 || c[k] >= size[k])
            return NULL;
    const uint64_t row_b = s->kind == CMC_HOST_SURF_1D_ARRAY ? s->slice_pitch_b : s->pitch_b;
    return s->base + (uint64_t)c[2] * s->slice_pitch_b + (uint64_t)c[1] * row_b + (uint64_t)c[0] * s->px_b;
}

typedef struct pixels {
    cmc_host_thread *t;
    const cmc_host_surface *s;
    uint32_t surface, line;
    const uint8_t *on;
    const uint32_t *c[3]; // coordinates
    sim_surface format;
} pixels;

static pixels pixels_of(void *thread, uint32_t surface, void *on, void *u, void *v, void *r, uint32_t line) {
    pixels p = {thread, op_surface(thread, surface), surface, line, on, {u, v, r}, {0}};
    p.format.format = p.s->format;
    p.format.swizzle = (uint16_t)p.s->swizzle;
    return p;
}

static uint8_t *locate(const pixels *p, uint32_t lane, bool write) {
    const int64_t c[3] = {(int32_t)p->c[0][lane], (int32_t)p->c[1][lane], (int32_t)p->c[2][lane]};
    uint8_t *at = pixel_at(p->s, c);
    if (!at)
        op_outside(p->t, p->surface, c[1] * (int64_t)p->s->pitch_b + c[0] * (int64_t)p->s->px_b, p->s->px_b, write,
                   p->line);
    return at;
}

void cmc_op_pixels_read(void *thread, uint32_t surface, uint32_t n, uint32_t channels, void *on, void *u, void *v,
                        void *r, void *data, uint32_t line) {
    const pixels p = pixels_of(thread, surface, on, u, v, r, line);
    for (uint32_t lane = 0; lane < n; lane++) {
        uint32_t c[4] = {0}, *slot = (uint32_t *)data + lane;
        if (!p.on[lane])
            continue;
        const uint8_t *at = locate(&p, lane, false);
        if (at && !sim_image_load(&p.format, at, c))
            p.t->services->trap(p.t, "typed read of an image whose format is not supported", line);
        for (unsigned k = 0; k < 4; k++)
            if (channels >> k & 1) {
                *slot = c[k];
                slot += n;
            }
    }
}

void cmc_op_pixels_write(void *thread, uint32_t surface, uint32_t n, uint32_t channels, void *on, void *u, void *v,
                         void *r, void *data, uint32_t line) {
    const pixels p = pixels_of(thread, surface, on, u, v, r, line);
    for (uint32_t lane = 0; lane < n; lane++) {
        uint32_t c[4] = {0};
        const uint32_t *slot = (const uint32_t *)data + lane;
        uint8_t *at = p.on[lane] ? locate(&p, lane, true) : NULL;
        if (!at)
            continue;
        if (!sim_image_load(&p.format, at, c)) // channels that are left out keep their value
            p.t->services->trap(p.t, "typed write of an image whose format is not supported", line);
        for (unsigned k = 0; k < 4; k++)
            if (channels >> k & 1) {
                c[k] = *slot;
                slot += n;
            }
        (void)sim_image_store(&p.format, at, c);
    }
}

void cmc_op_pixels_atomic(void *thread, uint32_t op, uint32_t surface, uint32_t n, void *on, void *u, void *v, void *r,
                          void *a, void *b, void *old, uint32_t line) {
    const pixels p = pixels_of(thread, surface, on, u, v, r, line);
    for (uint32_t lane = 0; lane < n; lane++) {
        uint8_t *at = p.on[lane] ? locate(&p, lane, true) : NULL;
        ((uint32_t *)old)[lane] = 0;
        if (at && p.s->px_b == sizeof(uint32_t))
            ((uint32_t *)old)[lane] =
                (uint32_t)op_atomic_apply(op, at, sizeof(uint32_t), ((uint32_t *)a)[lane], ((uint32_t *)b)[lane]);
    }
}

// 2-D blocks

typedef struct block {
    cmc_host_thread *t;
    const cmc_host_block *shape;
    uint8_t *base;
    int64_t width_b, height, pitch_b, x, y;
    uint32_t surface, line;
    bool write, left; // left: a part of the block is outside
} block;

static void move_element(block *b, uint32_t slot, int64_t x, int64_t y, uint8_t *data) {
    const uint32_t elt_b = b->shape->elt_b;
    const bool inside = x >= 0 && (x + 1) * elt_b <= b->width_b && y >= 0 && y < b->height;
    uint8_t *at = inside ? b->base + y * b->pitch_b + x * elt_b : NULL, *in = data + (size_t)slot * elt_b;
    b->left |= !inside;
    if (slot >= b->shape->lanes)
        return;
    if (b->write && at)
        memcpy(at, in, elt_b);
    else if (!b->write && at)
        memcpy(in, at, elt_b);
    else if (!b->write)
        memset(in, 0, elt_b);
}

static void move_block(block *b, uint8_t *data) {
    const cmc_host_block *s = b->shape;
    for (uint32_t k = 0; k < s->count; k++)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x++)
                move_element(b, cmc_host_block_slot(s, k, x, y), b->x + k * s->width + x, b->y + y, data);
}

static void transfer(void *thread, uint64_t address, uint32_t surface, uint64_t width_b, uint64_t height,
                     uint64_t pitch_b, uint64_t x, uint64_t y, void *shape, void *data, uint32_t line, bool write) {
    block b = {thread,
               shape,
               (uint8_t *)(uintptr_t)address,
               (int64_t)width_b,
               (int64_t)height,
               (int64_t)pitch_b,
               (int64_t)x,
               (int64_t)y,
               surface,
               line,
               write,
               false};
    if (surface != (uint32_t)CMC_HOST_FLAT) {
        const cmc_host_surface *s = op_surface(thread, surface);
        b.base = s->base;
        b.width_b = (int64_t)s->width_px * s->px_b;
        b.height = s->height;
        b.pitch_b = s->pitch_b;
    }
    move_block(&b, data);
}

void cmc_op_block2d_read(void *thread, uint64_t address, uint32_t surface, uint64_t width_b, uint64_t height,
                         uint64_t pitch_b, uint64_t x, uint64_t y, void *shape, void *data, uint32_t line) {
    transfer(thread, address, surface, width_b, height, pitch_b, x, y, shape, data, line, false);
}

void cmc_op_block2d_write(void *thread, uint64_t address, uint32_t surface, uint64_t width_b, uint64_t height,
                          uint64_t pitch_b, uint64_t x, uint64_t y, void *shape, void *data, uint32_t line) {
    transfer(thread, address, surface, width_b, height, pitch_b, x, y, shape, data, line, true);
}
