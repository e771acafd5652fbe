// SPDX-License-Identifier: MIT
// Typed messages: pixels of images by coordinates, one per lane; HDC and LSC (messages.md 3.11, 4.5).
//
// Payload: U, V, R, level of detail, one block of registers each, of which the last ones may be absent; then data.
// Reads outside the image give zero, writes are dropped. The layer of a 1-D array is V, of a 2-D array R.

#include "pixel.h"
#include "send_priv.h"
#include "watch.h"

#include <assert.h>

const sim_surface *sim_msg_image(sim_msg *x) {
    const sim_surface *f = sim_msg_surface(x);
    if (f == NULL)
        return NULL;
    if (f->px_b == 0 || f->px_b != sim_pixel_size(f->format)) {
        sim_fault(x->t, x->in, "image format 0x%x with pixels of %u bytes is not supported", f->format, f->px_b);
        return NULL;
    }
    return f;
}

void sim_image_size(const sim_surface *f, int64_t size[3]) {
    assert(f && f->px_b > 0);
    int64_t depth = f->depth != 0 ? f->depth : 1;
    size[0] = f->kind == SIM_SURF_BUFFER ? (int64_t)(f->size_b / f->px_b) : f->width_px;
    size[1] = f->kind == SIM_SURF_1D_ARRAY                           ? depth
              : f->kind == SIM_SURF_BUFFER || f->kind == SIM_SURF_1D ? 1
                                                                     : f->height;
    size[2] = f->kind == SIM_SURF_3D || f->kind == SIM_SURF_2D_ARRAY ? depth : 1;
}

uint8_t *sim_image_at(const sim_surface *f, const int64_t c[3]) {
    assert(f && f->px_b > 0);
    int64_t size[3];
    sim_image_size(f, size);
    for (unsigned k = 0; k < 3; k++)
        if (c[k] < 0 || c[k] >= size[k])
            return NULL;
    uint64_t row_b = f->kind == SIM_SURF_1D_ARRAY ? f->slice_pitch_b : f->pitch_b;
    return f->base + (uint64_t)c[2] * f->slice_pitch_b + (uint64_t)c[1] * row_b + (uint64_t)c[0] * f->px_b;
}

void sim_image_watch(sim_msg *x, sim_access_kind kind, const sim_surface *f, const int64_t c[3], const uint8_t *p,
                     const void *data, unsigned lane) {
    if (x->t->worker->shared->watches == NULL)
        return;
    x->space = (sim_space){.kind = SIM_SPACE_BUFFER, .bti = x->m->bti};
    uint64_t addr =
        p != NULL ? (uint64_t)(p - f->base) : (uint64_t)(c[1] * (int64_t)f->pitch_b + c[0] * (int64_t)f->px_b);
    sim_mem_watch(x, kind, addr, p, data, f->px_b, p != NULL ? f->px_b : 0, (int)lane);
}

uint32_t sim_lane_param(const sim_msg *x, unsigned first_reg, unsigned lane) {
    unsigned at = lane * 4u;
    return sim_u32_get(sim_payload(x, first_reg + at / x->grf_b) + at % x->grf_b);
}

// Lanes of the message in the instruction's mask: SIMD8 messages of a wider instruction name their half.
static uint32_t slot_mask(const sim_msg *x) {
    uint32_t all = x->m->simd >= 32 ? UINT32_MAX : (1u << x->m->simd) - 1;
    bool upper = x->m->slot_group == 2 && x->in->n > x->m->simd;
    return (upper ? x->mask >> x->m->simd : x->mask) & all;
}

// Places of a payload's parts, in registers.
typedef struct layout {
    unsigned block, coords, first, data;
} layout;

static bool make_layout(sim_msg *x, unsigned in_blocks, unsigned out_blocks, layout *l) {
    l->block = sim_regs_of(x, x->m->simd * 4u);
    l->first = x->m->header;
    unsigned total = x->m->mlen_grf + x->m->xlen_grf;
    if (!sim_msg_sizes(x, (l->first + (1 + in_blocks) * l->block) * x->grf_b, out_blocks * l->block * x->grf_b))
        return false;
    l->coords = (total - l->first - in_blocks * l->block) / l->block;
    l->coords = l->coords > 4 ? 4 : l->coords;
    l->data = total - in_blocks * l->block;
    return true;
}

static uint8_t *locate(const sim_msg *x, const sim_surface *f, const layout *l, unsigned lane, int64_t c[3]) {
    for (unsigned k = 0; k < 3; k++)
        c[k] = k < l->coords ? (int64_t)sim_lane_param(x, l->first + k * l->block, lane) : 0;
    return sim_image_at(f, c);
}

static bool read_lane(sim_msg *x, const sim_surface *f, const layout *l, unsigned lane, uint32_t out[4]) {
    int64_t at[3];
    const uint8_t *p = locate(x, f, l, lane, at);
    memset(out, 0, 4 * sizeof *out);
    sim_image_watch(x, SIM_ACCESS_READ, f, at, p, NULL, lane);
    if (p != NULL && !sim_image_load(f, p, out)) {
        sim_fault(x->t, x->in, "typed access to image format 0x%x is not supported", f->format);
        return false;
    }
    return true;
}

static bool write_lane(sim_msg *x, const sim_surface *f, const layout *l, unsigned lane) {
    int64_t at[3];
    uint8_t *p = locate(x, f, l, lane, at), px[16] = {0};
    uint32_t c[4] = {0};
    if (p != NULL && !sim_image_load(f, p, c)) { // omitted channels keep their value
        sim_fault(x->t, x->in, "typed access to image format 0x%x is not supported", f->format);
        return false;
    }
    unsigned k = 0;
    for (unsigned ch = 0; ch < 4; ch++)
        if (x->m->chan_mask >> ch & 1u)
            c[ch] = sim_lane_param(x, l->data + k++ * l->block, lane);
    sim_image_store(f, px, c);
    sim_image_watch(x, SIM_ACCESS_WRITE, f, at, p, px, lane);
    if (p != NULL)
        memcpy(p, px, f->px_b);
    return true;
}

// Reads are collected first, because the result may overwrite the coordinates.
static void read_pixels(sim_msg *x, const sim_surface *f, const layout *l, uint32_t mask) {
    uint32_t c[SIM_MAX_LANES][4];
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (!read_lane(x, f, l, lane, c[lane]))
            return;
    }
    if (x->s->no_return)
        return;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left), k = 0;
        for (unsigned ch = 0; ch < 4; ch++)
            if (x->m->chan_mask >> ch & 1u)
                sim_u32_put(sim_response(x, k++ * l->block) + lane * 4u, c[lane][ch]);
    }
}

static void atomic_pixels(sim_msg *x, const sim_surface *f, uint32_t mask) {
    layout l;
    unsigned operands = isa_msg_atomic_operands(x->m);
    bool returns = !x->s->no_return && x->m->rlen_grf != 0;
    if (!make_layout(x, operands, returns, &l))
        return;
    if (x->m->elt_b != 4 || f->px_b != 4) {
        sim_fault(x->t, x->in, "typed atomic of %u bytes does not fit pixels of %u bytes", x->m->elt_b, f->px_b);
        return;
    }
    uint32_t old[SIM_MAX_LANES] = {0};
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        int64_t at[3];
        uint8_t *p = locate(x, f, &l, lane, at);
        uint32_t a = operands > 0 ? sim_lane_param(x, l.data, lane) : 0;
        uint32_t b = operands > 1 ? sim_lane_param(x, l.data + l.block, lane) : 0;
        uint64_t was = 0;
        sim_image_watch(x, SIM_ACCESS_ATOMIC, f, at, p, NULL, lane);
        if (p != NULL && !sim_atomic_perform(x->m, p, a, b, &was)) {
            sim_fault(x->t, x->in, "typed atomic operation %u is not supported", x->m->op);
            return;
        }
        old[lane] = (uint32_t)was;
    }
    for (uint32_t left = returns ? mask : 0; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        sim_u32_put(sim_response(x, 0) + lane * 4u, old[lane]);
    }
}

void sim_msg_typed(sim_msg *x) {
    bool write = x->m->kind == ISA_MSG_TYPED_WRITE || x->m->kind == ISA_MSG_LSC_STORE_QUAD;
    const sim_surface *f = sim_msg_image(x);
    if (f == NULL)
        return;
    uint32_t mask = slot_mask(x);
    if (x->m->kind == ISA_MSG_TYPED_ATOMIC || x->m->kind == ISA_MSG_LSC_ATOMIC) {
        atomic_pixels(x, f, mask);
        return;
    }
    unsigned channels = (unsigned)__builtin_popcount(x->m->chan_mask);
    layout l;
    if (!make_layout(x, write ? channels : 0, write ? 0 : channels, &l))
        return;
    if (!write) {
        read_pixels(x, f, &l, mask);
        return;
    }
    for (uint32_t left = mask; left != 0; left &= left - 1)
        if (!write_lane(x, f, &l, (unsigned)__builtin_ctz(left)))
            return;
}
