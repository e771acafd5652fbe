// SPDX-License-Identifier: MIT
// Messages with one address per lane: byte, dword, qword scattered, untyped, A64 forms, LSC loads and stores.
//
// Element e of lane i is in register block e (structure of arrays), reg_elt_b bytes per lane. In memory the elements
// of a lane are consecutive; with a channel mask, element e is the e-th enabled channel and keeps its place.

#include "send_priv.h"

static bool is_load(uint8_t kind) {
    switch (kind) {
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_DWORD_READ:
    case ISA_MSG_QWORD_READ:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_LOAD_QUAD:
        return true;
    default:
        return false;
    }
}

static bool is_lsc(uint8_t kind) {
    return kind >= ISA_MSG_LSC_LOAD && kind <= ISA_MSG_LSC_OTHER;
}

// Byte offsets of the elements in memory, relative to the lane's address.
static unsigned element_offsets(const isa_msg *m, unsigned off[64]) {
    unsigned n = 0;
    if (m->chan_mask == 0) {
        for (; n < m->n_elt; n++)
            off[n] = n * m->elt_b;
        return n;
    }
    for (unsigned c = 0; c < 4; c++)
        if (m->chan_mask >> c & 1u)
            off[n++] = c * m->elt_b;
    return n;
}

static uint64_t lane_address(const sim_msg *x, const uint8_t *addrs, unsigned lane) {
    if (x->m->addr_size_b == 8)
        return sim_u64_get(addrs + lane * 8u);
    if (x->m->addr_size_b == 2) {
        uint16_t a;
        memcpy(&a, addrs + lane * 2u, 2);
        return a;
    }
    uint64_t a = sim_u32_get(addrs + lane * 4u);
    if (x->m->kind == ISA_MSG_DWORD_READ || x->m->kind == ISA_MSG_DWORD_WRITE)
        return a * 4;
    if (x->m->kind == ISA_MSG_QWORD_READ || x->m->kind == ISA_MSG_QWORD_WRITE)
        return a * 8;
    return a;
}

// The offset that a header or an immediate adds to each address.
static uint64_t common_offset(const sim_msg *x) {
    if (is_lsc(x->m->kind))
        return (uint64_t)(int64_t)x->m->imm_off;
    if (!x->m->header)
        return 0;
    uint64_t off = x->m->addr_size_b == 8 ? 0 : sim_u32_get(sim_payload(x, 0) + 8);
    if (x->space.kind == SIM_SPACE_GENERAL && !x->t->code->model->pull_payload)
        off += sim_u32_get(sim_payload(x, 0) + 20) & ~0x3ffu;
    return off;
}

// Registers of addresses, and bytes from one element's block to the next. The descriptor's lengths decide where
// possible: a message of few lanes may use fewer registers than its full width needs.
static bool block_size(sim_msg *x, bool load, unsigned n, unsigned lanes, unsigned *addr_regs, unsigned *elt_b) {
    const isa_msg *m = x->m;
    unsigned regs = sim_regs_of(x, (unsigned)m->simd * m->reg_elt_b);
    unsigned data = load ? m->rlen_grf : m->xlen_grf;
    if (data != 0 && data % n == 0 && data / n < regs)
        regs = data / n;
    // In LSC messages the data is the second source, whatever the size of the addresses.
    if (m->xlen_grf != 0 && m->mlen_grf > m->header &&
        (is_lsc(m->kind) || *addr_regs > (unsigned)(m->mlen_grf - m->header)))
        *addr_regs = m->mlen_grf - m->header;
    *elt_b = regs * x->grf_b;
    bool fits = lanes * m->reg_elt_b <= *elt_b &&
                (lanes * (unsigned)m->addr_size_b <= *addr_regs * x->grf_b || m->xlen_grf == 0);
    unsigned in = (m->header + *addr_regs) * x->grf_b + (load ? 0 : n * *elt_b);
    if (load && lanes * (unsigned)m->addr_size_b <= (unsigned)(m->mlen_grf - m->header) * x->grf_b)
        in = 0; // fewer address registers than the full width has, and enough
    return sim_msg_sizes(x, fits ? in : UINT16_MAX, load ? n * *elt_b : 0);
}

// Moves the elements of the mask's lanes between memory and registers; memory is at base + lanes[i] + off[e].
#define MOVE(T, R)                                                                                                     \
    for (unsigned e = 0; e < n; e++) {                                                                                 \
        uint8_t *reg = data + e * elt_b;                                                                               \
        for (uint32_t left = mask; left != 0; left &= left - 1) {                                                      \
            unsigned i = (unsigned)__builtin_ctz(left);                                                                \
            uint8_t *at = (uint8_t *)(base + lanes[i] + off[e]);                                                       \
            T v;                                                                                                       \
            memcpy(&v, load ? at : reg + i * sizeof(R), sizeof v);                                                     \
            R wide = v;                                                                                                \
            if (load)                                                                                                  \
                memcpy(reg + i * sizeof wide, &wide, sizeof wide);                                                     \
            else                                                                                                       \
                memcpy(at, &v, sizeof v);                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    return true

// Adjacent lanes in memory: one copy.
static bool consecutive(const uint64_t *lanes, uint32_t mask, unsigned simd) {
    if (mask != (simd >= 32 ? UINT32_MAX : (1u << simd) - 1))
        return false;
    uint64_t apart = 0;
    for (unsigned i = 1; i < simd; i++)
        apart |= lanes[i] - lanes[0] - 4u * i;
    return apart == 0;
}

static bool move_all(const sim_msg *x, bool load, const unsigned off[], unsigned n, uintptr_t base,
                     const uint64_t *lanes, uint32_t mask, uint8_t *data, unsigned elt_b) {
    const isa_msg *m = x->m;
    if (m->elt_b == 4 && n == 1 && m->reg_elt_b == 4 && consecutive(lanes, mask, m->simd)) {
        uint8_t *at = (uint8_t *)(base + lanes[0] + off[0]);
        memcpy(load ? data : at, load ? at : data, 4u * m->simd);
        return true;
    }
    switch (m->elt_b << 4 | m->reg_elt_b) {
    case 0x44:
        MOVE(uint32_t, uint32_t);
    case 0x88:
        MOVE(uint64_t, uint64_t);
    case 0x14:
        MOVE(uint8_t, uint32_t);
    case 0x24:
        MOVE(uint16_t, uint32_t);
    default:
        return false;
    }
}

void sim_msg_lanes(sim_msg *x) {
    const isa_msg *m = x->m;
    unsigned off[64], n = element_offsets(m, off);
    bool load = is_load(m->kind);
    bool prefetch = load && x->s->no_return;
    if (prefetch && x->t->worker->shared->watches == NULL)
        return;
    uint32_t mask = m->simd >= 32 ? x->mask : x->mask & ((1u << m->simd) - 1);
    unsigned lanes_n = mask != 0 ? 32 - (unsigned)__builtin_clz(mask) : 0;
    unsigned addr_regs = sim_regs_of(x, (unsigned)m->simd * m->addr_size_b), elt_b;
    if (!block_size(x, load, n, lanes_n, &addr_regs, &elt_b))
        return;
    const uint8_t *addrs = sim_payload(x, m->header);
    uint64_t common = common_offset(x);
    uint8_t *data = load ? sim_response(x, 0) : sim_payload(x, m->header + addr_regs);
    unsigned half = m->high_half ? 2 : 0;
    // A load may overwrite its own addresses, so all of them are read first.
    uint64_t lanes[SIM_MAX_LANES];
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        lanes[i] = lane_address(x, addrs, i) + common;
        if (prefetch)
            sim_mem_prefetch(x, lanes[i], n * m->elt_b, (int)i);
    }
    if (prefetch)
        return;
    uintptr_t base;
    if (half == 0 && sim_mem_window(x, lanes, mask, off[n - 1] + m->elt_b, &base) &&
        move_all(x, load, off, n, base, lanes, mask, data, elt_b))
        return;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        for (unsigned e = 0; e < n; e++) {
            uint8_t *reg = data + e * elt_b + i * m->reg_elt_b;
            if (!load) {
                if (!sim_mem_write(x, lanes[i] + off[e], reg + half, m->elt_b, (int)i))
                    return;
                continue;
            }
            uint64_t v = 0;
            if (!sim_mem_read(x, lanes[i] + off[e], &v, m->elt_b, (int)i))
                return;
            v <<= 8 * half;
            memcpy(reg, &v, m->reg_elt_b);
        }
    }
}
