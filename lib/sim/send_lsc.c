// SPDX-License-Identifier: MIT
// LSC messages: the address space, transposed blocks, 2-D blocks. messages.md section 4.

#include "send_priv.h"

static bool space_lsc(sim_msg *x) {
    const isa_msg *m = x->m;
    if (m->sfid == ISA_SFID_SLM)
        return sim_space_bti(x, 254);
    switch (m->addr_type) {
    case ISA_ADDR_FLAT:
        x->space = (sim_space){.kind = m->addr_size_b == 8 ? SIM_SPACE_FLAT : SIM_SPACE_GENERAL};
        return true;
    case ISA_ADDR_BTI:
        return sim_space_bti(x, m->bti);
    default:
        break;
    }
    // By offset: the thread's scratch slots (r0.5), then the tables of surfaces.
    uint32_t scratch_b = x->t->worker->shared->scratch_b, slot0 = x->t->scratch_base >> 4;
    for (unsigned slot = 0; slot < 2; slot++) {
        if ((m->surf & ~0x3fu) == ((slot0 + slot * (0x400u >> 4)) & ~0x3fu) && scratch_b != 0) {
            x->space = (sim_space){
                .kind = SIM_SPACE_SLM, .base = x->t->scratch + slot * (size_t)scratch_b, .size_b = scratch_b};
            return true;
        }
    }
    x->space = (sim_space){.bti = 252};
    return sim_space_surface(x, sim_msg_surface(x));
}

// One address, n_elt consecutive elements packed into registers.
static void block_1d(sim_msg *x) {
    const isa_msg *m = x->m;
    const uint8_t *a = sim_payload(x, 0);
    uint64_t addr = m->addr_size_b == 8   ? sim_u64_get(a)
                    : m->addr_size_b == 4 ? sim_u32_get(a)
                                          : sim_u32_get(a) & 0xffffu;
    addr += (uint64_t)(int64_t)m->imm_off;
    unsigned size = (unsigned)m->n_elt * m->elt_b;
    if (addr % m->elt_b != 0) {
        sim_mem_watch(x, SIM_ACCESS_READ, addr, NULL, NULL, 0, 0, -1);
        sim_fault(x->t, x->in, "block address 0x%llx is not a multiple of %u", (unsigned long long)addr, m->elt_b);
        return;
    }
    bool store = m->kind == ISA_MSG_LSC_STORE;
    if (size > 512 || !sim_msg_sizes(x, m->mlen_grf * x->grf_b + (store ? size : 0), store ? 0 : size))
        return;
    if (store) {
        sim_mem_write(x, addr, sim_payload(x, m->mlen_grf), size, -1);
        return;
    }
    uint8_t data[512];
    if (x->s->no_return)
        sim_mem_prefetch(x, addr, size, -1);
    else if (sim_mem_read(x, addr, data, size, -1))
        memcpy(sim_response(x, 0), data, size);
}

typedef struct block_2d {
    uint64_t base;
    int64_t width_b, height, pitch_b, x, y;
    unsigned w, h, n, elt_b;
} block_2d;

// A typed message has in its surface what an untyped one has in its payload, and its columns are bytes.
static void typed_block(const sim_surface *f, block_2d *b) {
    b->base = (uint64_t)(uintptr_t)f->base;
    b->width_b = (int64_t)f->width_px * f->px_b;
    b->height = f->height;
    b->pitch_b = f->pitch_b;
    b->elt_b = 1;
    b->n = 1;
}

static block_2d block_of(const sim_msg *x) {
    const uint8_t *p = sim_payload(x, 0);
    uint32_t dims = sim_u32_get(p + 28);
    return (block_2d){
        .base = sim_u64_get(p),
        .width_b = (int64_t)sim_u32_get(p + 8) + 1,
        .height = (int64_t)sim_u32_get(p + 12) + 1,
        .pitch_b = (int64_t)sim_u32_get(p + 16) + 1,
        .x = (int32_t)sim_u32_get(p + 20) + x->m->x_off,
        .y = (int32_t)sim_u32_get(p + 24) + x->m->y_off,
        .w = (dims & 255u) + 1,
        .h = (dims >> 8 & 255u) + 1,
        .n = (dims >> 16 & 15u) + 1,
        .elt_b = x->m->elt_b,
    };
}

static unsigned pow2(unsigned v) {
    unsigned p = 1;
    while (p < v)
        p *= 2;
    return p;
}

// Byte offset of element (cx, cy) of a block in its registers.
static unsigned place_2d(const sim_msg *x, const block_2d *b, unsigned cx, unsigned cy) {
    unsigned elt;
    if (x->m->transpose) {
        elt = cx * pow2(b->h) + cy;
    } else if (x->m->vnni) {
        unsigned k = 4 / b->elt_b;
        elt = cy / k * k * pow2(b->w) + cx * k + cy % k;
    } else {
        elt = cy * pow2(b->w) + cx;
    }
    return elt * b->elt_b;
}

static unsigned block_bytes(const sim_msg *x, const block_2d *b) {
    unsigned k = x->m->vnni ? 4 / b->elt_b : 1, rows = (b->h + k - 1) / k * k;
    unsigned bytes = (x->m->transpose ? b->w * pow2(b->h) : pow2(b->w) * rows) * b->elt_b;
    return (bytes + x->grf_b - 1) / x->grf_b * x->grf_b;
}

// One row of block k: the part inside the surface, as one piece of memory. Elements outside keep their value, which is
// zero in a result.
static bool move_row(sim_msg *x, const block_2d *b, unsigned k, unsigned cy, uint8_t *data, bool store) {
    int64_t y = b->y + cy, x0 = b->x + (int64_t)k * b->w, elt_b = b->elt_b;
    int64_t first = x0 < 0 ? -x0 : 0, last = b->width_b / elt_b - x0;
    last = last > b->w ? b->w : last;
    if (y < 0 || y >= b->height || first >= last)
        return true;
    uint64_t addr = b->base + (uint64_t)(y * b->pitch_b + (x0 + first) * elt_b);
    unsigned size_b = (unsigned)((last - first) * elt_b);
    uint8_t row[2048];
    for (int64_t cx = first; store && cx < last; cx++)
        memcpy(row + (cx - first) * elt_b, data + place_2d(x, b, (unsigned)cx, cy), (size_t)elt_b);
    if (store)
        return sim_mem_write(x, addr, row, size_b, -1);
    if (!sim_mem_read(x, addr, row, size_b, -1))
        return false;
    for (int64_t cx = first; cx < last; cx++)
        memcpy(data + place_2d(x, b, (unsigned)cx, cy), row + (cx - first) * elt_b, (size_t)elt_b);
    return true;
}

// The part of each row that is inside the surface.
static void prefetch_2d(sim_msg *x, const block_2d *b) {
    int64_t from = b->x * b->elt_b, to = from + (int64_t)(b->w * b->n * b->elt_b);
    from = from < 0 ? 0 : from;
    to = to > b->width_b ? b->width_b : to;
    for (int64_t y = b->y; y < b->y + b->h; y++)
        if (from < to && y >= 0 && y < b->height)
            sim_mem_prefetch(x, b->base + (uint64_t)(y * b->pitch_b + from), (unsigned)(to - from), -1);
}

// Reports a block that crosses the edge of its image to the watches. Such a read gives zero, where media blocks, which
// Xe2 does not have, repeat the edge.
static void watch_edge(sim_msg *x, const block_2d *b) {
    if (b->x >= 0 && b->y >= 0 && b->x + b->w <= b->width_b && b->y + b->h <= b->height)
        return;
    sim_space whole = x->space;
    x->space = (sim_space){.kind = SIM_SPACE_BUFFER, .bti = x->m->bti};
    sim_mem_watch(x, SIM_ACCESS_READ, (uint64_t)(b->y * b->pitch_b + b->x), NULL, NULL, b->w, 0, -1);
    x->space = whole;
}

static void block_two_d(sim_msg *x) {
    bool store = x->m->kind == ISA_MSG_LSC_STORE_2D;
    if (!x->t->code->model->has_lsc_block2d) {
        sim_fault(x->t, x->in, "%s has no 2-D block messages", x->t->code->model->name);
        return;
    }
    block_2d b = block_of(x);
    if (x->m->sfid == ISA_SFID_CRE) {
        const sim_surface *f = sim_msg_image(x);
        if (f == NULL)
            return;
        typed_block(f, &b);
        if (!store && !x->s->no_return)
            watch_edge(x, &b);
        x->space = (sim_space){.kind = SIM_SPACE_FLAT}; // the block has the image's address
    }
    sim_mem_watch(x, SIM_ACCESS_READ, b.base, NULL, NULL, 0, 0, -1);
    if (!store && x->s->no_return) {
        prefetch_2d(x, &b);
        return;
    }
    unsigned bytes = block_bytes(x, &b), regs = store ? x->m->xlen_grf : x->m->rlen_grf;
    bool aligned = b.base % 64 == 0 || x->m->sfid == ISA_SFID_CRE;
    if (!aligned || bytes * b.n > (regs == 31 ? 32 : regs) * x->grf_b || bytes * b.n > 2048) {
        sim_fault(x->t, x->in,
                  "2-D block of %u x %u elements, %u times, at base 0x%llx does not fit %u "
                  "registers or its "
                  "base is not 64-byte aligned",
                  b.w, b.h, b.n, (unsigned long long)b.base, regs);
        return;
    }
    uint8_t data[2048] = {0};
    if (store)
        memcpy(data, sim_payload(x, x->m->mlen_grf), bytes * b.n);
    for (unsigned k = 0; k < b.n; k++)
        for (unsigned cy = 0; cy < b.h; cy++)
            if (!move_row(x, &b, k, cy, data + k * bytes, store))
                return;
    if (!store)
        memcpy(sim_response(x, 0), data, bytes * b.n);
}

void sim_msg_lsc(sim_msg *x) {
    const isa_msg *m = x->m;
    if (m->sfid == ISA_SFID_CRE) { // typed: coordinates instead of addresses
        if (m->kind == ISA_MSG_LSC_LOAD_QUAD || m->kind == ISA_MSG_LSC_STORE_QUAD || m->kind == ISA_MSG_LSC_ATOMIC)
            sim_msg_typed(x);
        else if (m->kind == ISA_MSG_LSC_LOAD_2D || m->kind == ISA_MSG_LSC_STORE_2D)
            block_two_d(x);
        else
            sim_fault(x->t, x->in, "typed message of this kind is not supported");
        return;
    }
    if (!space_lsc(x))
        return;
    if (m->kind == ISA_MSG_LSC_LOAD_2D || m->kind == ISA_MSG_LSC_STORE_2D)
        block_two_d(x);
    else if (m->kind == ISA_MSG_LSC_ATOMIC)
        sim_msg_atomic(x);
    else if (m->transpose)
        block_1d(x);
    else
        sim_msg_lanes(x);
}
