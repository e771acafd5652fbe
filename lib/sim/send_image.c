// SPDX-License-Identifier: MIT
// Messages on 2-D surfaces: media blocks (messages.md 3.10) and typed reads, writes and atomics
// (3.11).
//
// Media reads outside the surface repeat the nearest edge pixel, writes outside vanish. Typed reads
// outside give zero.

#include "pixel.h"
#include "send_priv.h"

static const sim_surface *image(sim_msg *x, unsigned bti) {
    const sim_surface *f = sim_surface_get(x, bti);
    if (f == NULL)
        return NULL;
    if (f->kind != SIM_SURF_2D || f->px_b == 0) {
        sim_fault(x->t, x->in, "surface %u is not a 2-D image", bti);
        return NULL;
    }
    return f;
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

static void write_row(const sim_surface *f, int64_t x0, int64_t y, unsigned width_b,
                      const uint8_t *data) {
    if (y < 0 || y >= f->height)
        return;
    int64_t end = (int64_t)f->width_px * f->px_b;
    for (unsigned i = 0; i < width_b; i++)
        if (x0 + i >= 0 && x0 + i < end)
            f->base[y * (int64_t)f->pitch_b + x0 + i] = data[i];
}

// Tells the watches of the part of the block that is inside; of a block that is wholly outside, of
// its first row. Reads outside repeat the edge, which is what filters count on.
static void watch_media(sim_msg *x, const sim_surface *f, int64_t x0, int64_t y0, unsigned width,
                        unsigned height, unsigned pitch) {
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
        sim_mem_watch(x, read ? SIM_ACCESS_READ : SIM_ACCESS_WRITE, addr,
                      inside ? f->base + addr : NULL, data, read && inside ? have : width, have,
                      -1);
        any = true;
    }
    if (!any)
        sim_mem_watch(x, SIM_ACCESS_READ, (uint64_t)(y0 * (int64_t)f->pitch_b + x0), NULL, NULL,
                      width, 0, -1);
}

void sim_msg_media(sim_msg *x) {
    const sim_surface *f = image(x, x->m->bti);
    if (f == NULL)
        return;
    const uint8_t *header = sim_payload(x, 0);
    int64_t x0 = (int32_t)sim_u32_get(header), y0 = (int32_t)sim_u32_get(header + 4);
    uint32_t size = sim_u32_get(header + 8);
    unsigned width = (size & 63u) + 1, height = (size >> 16 & 63u) + 1, pitch = 4;
    while (pitch < width)
        pitch *= 2;
    bool read = x->m->kind == ISA_MSG_MEDIA_READ;
    unsigned regs = sim_regs_of(x, pitch * height), have = read ? x->m->rlen_grf : x->m->xlen_grf;
    if (x->m->media_mod != 0) {
        sim_fault(x->t, x->in, "media block with interlaced rows is not supported");
        return;
    }
    if (regs > have && !(x->m->xlen_grf == 0 && !read && regs + 1 <= x->m->mlen_grf)) {
        sim_fault(x->t, x->in,
                  "media block of %u x %u bytes needs %u registers, the message has %u", width,
                  height, regs, have);
        return;
    }
    if (f->height == 0 || f->width_px == 0)
        return;
    if (pitch * height > 512) {
        sim_fault(x->t, x->in,
                  "media block of %u x %u bytes is larger than 256 bytes of registers hold", width,
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

// Typed
// ---------------------------------------------------------------------------------------------

static uint8_t *pixel_at(const sim_surface *f, uint32_t u, uint32_t v) {
    if (u >= f->width_px || v >= f->height)
        return NULL;
    return f->base + (size_t)v * f->pitch_b + (size_t)u * f->px_b;
}

static void watch_pixel(sim_msg *x, sim_access_kind kind, const sim_surface *f, uint32_t u,
                        uint32_t v, const uint8_t *p, const uint8_t *data, unsigned lane) {
    x->space = (sim_space){.kind = SIM_SPACE_BUFFER, .bti = x->m->bti};
    sim_mem_watch(x, kind, (uint64_t)v * f->pitch_b + (uint64_t)u * f->px_b, p, data, f->px_b,
                  p != NULL ? f->px_b : 0, (int)lane);
}

// Lanes of the message in the instruction's mask: SIMD8 messages of a wider instruction name their
// half.
static uint32_t slot_mask(const sim_msg *x) {
    uint32_t all = x->m->simd >= 32 ? UINT32_MAX : (1u << x->m->simd) - 1;
    bool upper = x->m->slot_group == 2 && x->in->n > x->m->simd;
    return (upper ? x->mask >> x->m->simd : x->mask) & all;
}

static bool typed_lane(sim_msg *x, const sim_surface *f, unsigned lane, const unsigned first[3],
                       bool write) {
    unsigned block = sim_regs_of(x, x->m->simd * 4u);
    uint32_t u = sim_u32_get(sim_payload(x, first[0]) + lane * 4u), v = 0;
    if (first[1] != UINT32_MAX)
        v = sim_u32_get(sim_payload(x, first[1]) + lane * 4u);
    uint8_t *p = pixel_at(f, u, v);
    uint32_t c[4] = {0};
    if (!write)
        watch_pixel(x, SIM_ACCESS_READ, f, u, v, p, NULL, lane);
    if (p != NULL && !sim_pixel_read(f->format, p, c)) {
        sim_fault(x->t, x->in, "typed access to image format 0x%x is not supported", f->format);
        return false;
    }
    unsigned k = 0;
    for (unsigned ch = 0; ch < 4; ch++) {
        if (!(x->m->chan_mask >> ch & 1u))
            continue;
        if (write)
            c[ch] = sim_u32_get(sim_payload(x, first[2] + k * block) + lane * 4u);
        else
            sim_u32_put(sim_response(x, k * block) + lane * 4u, c[ch]);
        k++;
    }
    if (!write)
        return true;
    uint8_t px[16] = {0};
    bool ok = p == NULL || sim_pixel_write(f->format, px, c);
    watch_pixel(x, SIM_ACCESS_WRITE, f, u, v, p, px, lane);
    if (p != NULL && ok)
        memcpy(p, px, f->px_b);
    return ok;
}

void sim_msg_typed(sim_msg *x) {
    bool write = x->m->kind == ISA_MSG_TYPED_WRITE || x->m->kind == ISA_MSG_LSC_STORE_QUAD;
    if (x->m->kind == ISA_MSG_TYPED_ATOMIC) {
        sim_fault(x->t, x->in, "typed atomic messages are not supported");
        return;
    }
    const sim_surface *f = image(x, x->m->bti);
    if (f == NULL)
        return;
    unsigned block = sim_regs_of(x, x->m->simd * 4u),
             channels = (unsigned)__builtin_popcount(x->m->chan_mask);
    unsigned total = x->m->mlen_grf + x->m->xlen_grf;
    if (!sim_msg_sizes(x, (x->m->header + (1 + (write ? channels : 0)) * block) * x->grf_b,
                       write ? 0 : channels * block * x->grf_b))
        return;
    unsigned coords = (total - x->m->header - (write ? channels * block : 0)) / block;
    unsigned first[3] = {x->m->header, coords > 1 ? x->m->header + block : UINT32_MAX,
                         x->m->header + coords * block};
    if (f->px_b != sim_pixel_size(f->format)) {
        sim_fault(x->t, x->in, "typed access to image format 0x%x is not supported", f->format);
        return;
    }
    for (uint32_t left = slot_mask(x); left != 0; left &= left - 1)
        if (!typed_lane(x, f, (unsigned)__builtin_ctz(left), first, write))
            return;
}

// Sampler `ld`: the pixel at integer coordinates, four channels a lane; zero outside.
static void load_pixels(sim_msg *x) {
    const sim_surface *f = image(x, x->m->bti);
    if (f == NULL)
        return;
    unsigned block = sim_regs_of(x, x->m->simd * 4u), first = x->m->header;
    if (!sim_msg_sizes(x, (first + 2 * block) * x->grf_b, 4 * block * x->grf_b) || x->s->no_return)
        return;
    uint32_t u[SIM_MAX_LANES], v[SIM_MAX_LANES];
    memcpy(u, sim_payload(x, first), x->m->simd * 4u);
    memcpy(v, sim_payload(x, first + block), x->m->simd * 4u);
    uint32_t all = x->m->simd >= 32 ? UINT32_MAX : (1u << x->m->simd) - 1;
    for (uint32_t left = x->mask & all; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const uint8_t *p = pixel_at(f, u[i], v[i]);
        uint32_t c[4] = {0};
        watch_pixel(x, SIM_ACCESS_READ, f, u[i], v[i], p, NULL, i);
        if (p != NULL &&
            (f->px_b != sim_pixel_size(f->format) || !sim_pixel_read(f->format, p, c))) {
            sim_fault(x->t, x->in, "image format 0x%x is not supported", f->format);
            return;
        }
        for (unsigned ch = 0; ch < 4; ch++)
            sim_u32_put(sim_response(x, ch * block) + i * 4u, c[ch]);
    }
}

void sim_msg_sampler(sim_msg *x) {
    if (x->m->op == ISA_SAMPLER_FLUSH) {
        if (!x->s->no_return)
            memset(sim_response(x, 0), 0, x->grf_b);
        return;
    }
    if ((x->m->op == ISA_SAMPLER_LD_LZ || x->m->op == ISA_SAMPLER_LD) && x->m->elt_b == 4) {
        load_pixels(x);
        return;
    }
    sim_fault(x->t, x->in, "sampler message type %u is not supported", x->m->op);
}
