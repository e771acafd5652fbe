// SPDX-License-Identifier: MIT
// Media blocks on 2-D surfaces (messages.md 3.10).
//
// Reads outside the surface repeat the nearest edge pixel, writes outside are dropped. A block may access only one
// field of an interlaced image.

#include "send_priv.h"

enum { MOD_TOP = 6, MOD_BOTTOM = 7 }; // line stride override of the message

static const sim_surface *image(sim_msg *x, unsigned bti) {
    const sim_surface *f = sim_msg_surface(x);
    if (f == NULL)
        return NULL;
    if (f->kind != SIM_SURF_2D || f->px_b == 0) {
        sim_fault(x->t, x->in, "surface %u is not a 2-D image", bti);
        return NULL;
    }
    return f;
}

// One field of an interlaced image, as a separate image: every other row from the first (top) or second (bottom).
static sim_surface field_of(const sim_surface *f, unsigned mod) {
    sim_surface field = *f;
    if (mod == MOD_TOP || mod == MOD_BOTTOM) {
        unsigned first = mod == MOD_BOTTOM;
        field.base += first * (size_t)f->pitch_b;
        field.pitch_b *= 2;
        field.height = (f->height + 1 - first) / 2;
    }
    return field;
}

static int64_t clamp(int64_t v, int64_t hi) {
    return v < 0 ? 0 : v > hi ? hi : v;
}

static void read_row(const sim_surface *f, int64_t x0, int64_t y, unsigned width_b, uint8_t *out) {
    const uint8_t *row = f->base + clamp(y, (int64_t)f->height - 1) * (int64_t)f->pitch_b;
    int64_t px_b = f->px_b, last = (int64_t)f->width_px - 1;
    for (unsigned i = 0; i < width_b; i++) {
        int64_t x = x0 + i, px = x >= 0 ? x / px_b : -((-x + px_b - 1) / px_b);
        out[i] = row[clamp(px, last) * px_b + (x - px * px_b)];
    }
}

static void write_row(const sim_surface *f, int64_t x0, int64_t y, unsigned width_b, const uint8_t *data) {
    if (y < 0 || y >= f->height)
        return;
    int64_t end = (int64_t)f->width_px * f->px_b;
    for (unsigned i = 0; i < width_b; i++)
        if (x0 + i >= 0 && x0 + i < end)
            f->base[y * (int64_t)f->pitch_b + x0 + i] = data[i];
}

// Reports the part of the block that is inside to the watches, or the first row of a block that is wholly outside.
// Reads outside repeat the edge, which filters rely on.
static void watch_media(sim_msg *x, const sim_surface *f, int64_t x0, int64_t y0, unsigned width, unsigned height,
                        unsigned pitch) {
    if (x->t->worker->shared->watches == NULL)
        return;
    bool read = x->m->kind == ISA_MSG_MEDIA_READ, any = false;
    sim_mem_watch(x, SIM_ACCESS_READ, (uint64_t)x0, NULL, NULL, 0, 0, -1);
    int64_t end = (int64_t)f->width_px * f->px_b;
    int64_t from = x0 < 0 ? 0 : x0, to = x0 + width > end ? end : x0 + width;
    x->space = (sim_space){.kind = SIM_SPACE_BUFFER, .bti = x->m->bti};
    for (unsigned r = 0; r < height; r++) {
        bool inside = from < to && y0 + r >= 0 && y0 + r < f->height;
        if (!inside && (read || any))
            continue;
        uint64_t addr = (uint64_t)((y0 + r) * (int64_t)f->pitch_b + (inside ? from : x0));
        const uint8_t *data = read ? NULL : sim_payload(x, 1) + r * pitch + (inside ? from - x0 : 0);
        unsigned have = inside ? (unsigned)(to - from) : 0;
        sim_mem_watch(x, read ? SIM_ACCESS_READ : SIM_ACCESS_WRITE, addr, inside ? f->base + addr : NULL, data,
                      read && inside ? have : width, have, -1);
        any = true;
    }
    if (!any)
        sim_mem_watch(x, SIM_ACCESS_READ, (uint64_t)(y0 * (int64_t)f->pitch_b + x0), NULL, NULL, width, 0, -1);
}

void sim_msg_media(sim_msg *x) {
    const sim_surface *whole = image(x, x->m->bti);
    if (whole == NULL)
        return;
    sim_surface field = field_of(whole, x->m->media_mod), *f = &field;
    const uint8_t *header = sim_payload(x, 0);
    int64_t x0 = (int32_t)sim_u32_get(header), y0 = (int32_t)sim_u32_get(header + 4);
    uint32_t size = sim_u32_get(header + 8);
    unsigned width = (size & 63u) + 1, height = (size >> 16 & 63u) + 1, pitch = 4;
    while (pitch < width)
        pitch *= 2;
    bool read = x->m->kind == ISA_MSG_MEDIA_READ;
    unsigned regs = sim_regs_of(x, pitch * height), have = read ? x->m->rlen_grf : x->m->xlen_grf;
    if (x->m->media_mod != 0 && x->m->media_mod != MOD_TOP && x->m->media_mod != MOD_BOTTOM) {
        sim_fault(x->t, x->in, "line stride override %u of a media block is not supported", x->m->media_mod);
        return;
    }
    if (regs > have && !(x->m->xlen_grf == 0 && !read && regs + 1 <= x->m->mlen_grf)) {
        sim_fault(x->t, x->in, "media block of %u x %u bytes needs %u registers, but the message has %u", width, height,
                  regs, have);
        return;
    }
    if (f->height == 0 || f->width_px == 0)
        return;
    if (pitch * height > 512) {
        sim_fault(x->t, x->in, "media block of %u x %u bytes is larger than 256 bytes of registers hold", width,
                  height);
        return;
    }
    uint8_t rows[512] = {0};
    watch_media(x, f, x0, y0, width, height, pitch);
    for (unsigned r = 0; r < height; r++) {
        if (read)
            read_row(f, x0, y0 + r, width, rows + r * pitch);
        else
            write_row(f, x0, y0 + r, width, sim_payload(x, 1) + r * pitch);
    }
    if (read && !x->s->no_return)
        memcpy(sim_response(x, 0), rows, pitch * height);
}
