// SPDX-License-Identifier: MIT
// Undefined bits and messages: descriptors, the payload parts that a message uses, and what a result defines.
//
// A message uses its descriptors; the header dwords that its kind reads (messages.md 3.2 and following); and for each
// enabled lane its address or coordinates and, for a write, its data. A block uses all its data. Stores to the
// thread's own scratch space are no visible effect: scratch keeps shadow bits.

#include "undef.h"

typedef struct ud_msg {
    ud_ctx *c;
    isa_msg m;
    const sim_send *s;
    uint32_t lanes;
    uint32_t grf_b;
    bool scratch; // the thread's own memory
} ud_msg;

// Payload

// Offset of the payload's byte `at` in the register array.
static uint32_t payload(const ud_msg *x, uint32_t at) {
    uint32_t first = x->m.mlen_grf * x->grf_b;
    if (x->s->gather)
        return x->c->t->regs[x->s->src0 + at / x->grf_b] * x->grf_b + at % x->grf_b;
    return at < first ? x->s->src0 + at : x->s->src1 + at - first;
}

static void use(ud_msg *x, int lane, uint32_t at, unsigned size_b, uint64_t bits, const char *what) {
    uint32_t off = payload(x, at);
    if (off + size_b > SIM_REGS_B || !ud_any(x->c->u, off, size_b))
        return;
    ud_value v = ud_read(x->c, off, size_b);
    v.u &= bits;
    if (v.u == 0)
        return;
    ud_complain(x->c, lane, off, size_b, &v, what);
    ud_define(x->c->u, off, size_b);
}

static void use_bytes(ud_msg *x, uint32_t at, uint32_t len_b, const char *what) {
    for (; len_b >= 4; len_b -= 4, at += 4)
        use(x, -1, at, 4, UINT32_MAX, what);
    for (; len_b != 0; len_b--, at++)
        use(x, -1, at, 1, 0xff, what);
}

static uint32_t regs_b(const ud_msg *x, uint32_t bytes) {
    return (bytes + x->grf_b - 1) / x->grf_b * x->grf_b;
}

// Descriptors

static void use_descriptor(ud_ctx *c, unsigned dword, const char *what) {
    uint32_t off = SIM_ARF_A0 + 4 * dword;
    if (!ud_any(c->u, off, 4))
        return;
    ud_value v = ud_read(c, off, 4);
    ud_complain(c, -1, off, 4, &v, what);
    ud_define(c->u, off, 4);
}

// False: the message is unknown.
static bool describe(ud_ctx *c, isa_msg *out) {
    const sim_send *s = c->in->send;
    if (!s->dynamic) {
        *out = s->msg;
        return s->supported;
    }
    isa_inst raw = s->raw;
    if (raw.desc_is_reg) {
        raw.desc = sim_u32_get(c->t->regs + SIM_ARF_A0);
        raw.desc_is_reg = false;
    }
    if (raw.exdesc_is_reg && !raw.exbso) {
        raw.exdesc = sim_u32_get(c->t->regs + SIM_ARF_A0 + 4u * raw.exdesc_sub);
        raw.exdesc_is_reg = false;
        if (c->t->code->model->src1_len_in_inst && raw.src1_len == 0)
            raw.src1_len = (uint8_t)(raw.exdesc >> 6 & 31u);
    }
    return isa_send_describe(c->t->code->model, &raw, out) == CMC_OK;
}

// Shapes

static bool is_load(uint8_t kind) {
    switch (kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_DWORD_READ:
    case ISA_MSG_QWORD_READ:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_SCRATCH_READ:
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_LOAD_2D:
    case ISA_MSG_SAMPLER:
        return true;
    default:
        return false;
    }
}

static unsigned elements(const isa_msg *m) {
    return m->chan_mask != 0 ? (unsigned)__builtin_popcount(m->chan_mask) : m->n_elt;
}

static void result_lanes(ud_msg *x, unsigned n, uint32_t block_b) {
    uint32_t reg_b = x->m.reg_elt_b != 0 ? x->m.reg_elt_b : 4;
    if (x->s->no_return)
        return;
    for (unsigned e = 0; e < n; e++)
        for (uint32_t left = x->lanes; left != 0; left &= left - 1) {
            uint32_t off = x->s->dst + e * block_b + (unsigned)__builtin_ctz(left) * reg_b;
            if (off + reg_b <= SIM_GRF_B)
                ud_define(x->c->u, off, reg_b);
        }
}

static void result_bytes(ud_msg *x, uint32_t at, uint32_t len_b) {
    if (!x->s->no_return && x->s->dst + at + len_b <= SIM_GRF_B)
        ud_define(x->c->u, x->s->dst + at, len_b);
}

// Blocks

static void block_data(ud_msg *x, uint32_t first, uint32_t size_b) {
    uint32_t high = x->m.oword_high ? 16 : 0;
    if (is_load(x->m.kind))
        result_bytes(x, high, size_b);
    else if (!x->scratch)
        use_bytes(x, first + high, size_b, "stored data");
}

static void header_block(ud_msg *x) {
    bool general = x->m.bti == 255 || x->m.bti == 253;
    switch (x->m.kind) {
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
        use(x, -1, 0, 8, UINT64_MAX, "the address");
        break;
    case ISA_MSG_SCRATCH_READ:
    case ISA_MSG_SCRATCH_WRITE:
        use(x, -1, 20, 4, 0xfffffc00, "the scratch base");
        break;
    default:
        use(x, -1, 8, 4, UINT32_MAX, "the block offset");
        if (general && !x->c->t->code->model->pull_payload)
            use(x, -1, 20, 4, 0xfffffc00, "the buffer base");
        break;
    }
    block_data(x, x->grf_b, x->m.size_b);
}

static void media(ud_msg *x) {
    use(x, -1, 0, 4, UINT32_MAX, "the X offset");
    use(x, -1, 4, 4, UINT32_MAX, "the Y offset");
    use(x, -1, 8, 4, 0x003f003f, "the block size");
    uint32_t size = sim_u32_get(x->c->t->regs + payload(x, 8));
    uint32_t width = (size & 63u) + 1, rows = (size >> 16 & 63u) + 1, pitch = 4;
    while (pitch < width)
        pitch *= 2;
    if (x->m.kind == ISA_MSG_MEDIA_READ)
        result_bytes(x, 0, pitch * rows);
    for (uint32_t r = 0; x->m.kind != ISA_MSG_MEDIA_READ && r < rows; r++)
        use_bytes(x, x->grf_b + r * pitch, width, "stored data");
}

static void block_2d(ud_msg *x) {
    static const char *const fields[8] = {"the address",        "the address",       "the surface width",
                                          "the surface height", "the surface pitch", "the X offset",
                                          "the Y offset",       "the block shape"};
    // The surface of a typed message holds what the first five dwords say otherwise.
    for (uint32_t d = x->m.sfid == ISA_SFID_CRE ? 5 : 0; d < 8; d++)
        use(x, -1, 4 * d, 4, d == 7 ? 0x00ffffff : UINT32_MAX, fields[d]);
    if (x->m.kind == ISA_MSG_LSC_LOAD_2D) {
        uint32_t n = x->m.rlen_grf == 31 ? 32 : x->m.rlen_grf;
        result_bytes(x, 0, n * x->grf_b);
        return;
    }
    uint32_t dims = sim_u32_get(x->c->t->regs + payload(x, 28)), elt_b = x->m.elt_b;
    uint32_t w = (dims & 255u) + 1, h = (dims >> 8 & 255u) + 1, row_b = cmc_round_up_pow2(w) * elt_b;
    for (uint32_t r = 0; r < h; r++)
        use_bytes(x, x->m.mlen_grf * x->grf_b + r * row_b, w * elt_b, "stored data");
}

static void block_1d(ud_msg *x) {
    unsigned addr_b = x->m.addr_size_b;
    use(x, -1, 0, addr_b, UINT64_MAX, "the address");
    block_data(x, x->m.mlen_grf * x->grf_b, (uint32_t)x->m.n_elt * x->m.elt_b);
}

// Lanes

static void use_addresses(ud_msg *x) {
    uint32_t at = (x->m.header ? x->grf_b : 0), size_b = x->m.addr_size_b != 0 ? x->m.addr_size_b : 4;
    for (uint32_t left = x->lanes; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        use(x, (int)i, at + i * size_b, size_b, UINT64_MAX, "the address");
    }
}

// Bytes of the addresses, as the executors count them: short messages use fewer registers.
static uint32_t address_bytes(const ud_msg *x) {
    uint32_t size_b = x->m.addr_size_b != 0 ? x->m.addr_size_b : 4;
    uint32_t want = regs_b(x, x->m.simd * size_b), header = x->m.header ? x->grf_b : 0;
    uint32_t have = x->m.mlen_grf * x->grf_b - header;
    return x->m.xlen_grf != 0 && want > have ? have : want;
}

static uint32_t data_block_b(const ud_msg *x, unsigned n, uint32_t regs) {
    uint32_t want = regs_b(x, (uint32_t)x->m.simd * x->m.reg_elt_b);
    if (n != 0 && regs != 0 && regs % n == 0 && regs / n * x->grf_b < want)
        return regs / n * x->grf_b;
    return want;
}

static void use_data(ud_msg *x, uint32_t first, unsigned n, uint32_t block_b) {
    for (unsigned e = 0; e < n && !x->scratch; e++)
        for (uint32_t left = x->lanes; left != 0; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            use(x, (int)i, first + e * block_b + i * x->m.reg_elt_b, x->m.elt_b, UINT64_MAX, "stored data");
        }
}

static void lanes(ud_msg *x) {
    unsigned n = elements(&x->m);
    bool load = is_load(x->m.kind);
    if (load && x->s->no_return)
        return; // a prefetch has no visible effect
    use_addresses(x);
    uint32_t block_b = data_block_b(x, n, load ? x->m.rlen_grf : x->m.xlen_grf);
    uint32_t header = x->m.header ? x->grf_b : 0;
    if (load)
        result_lanes(x, n, block_b);
    else
        use_data(x, header + address_bytes(x), n, block_b);
}

static void atomic(ud_msg *x) {
    unsigned n = isa_msg_atomic_operands(&x->m);
    uint32_t header = x->m.header ? x->grf_b : 0;
    use_addresses(x);
    use_data(x, header + address_bytes(x), n, data_block_b(x, n, x->m.xlen_grf));
    if (x->m.rlen_grf != 0)
        result_lanes(x, 1, regs_b(x, (uint32_t)x->m.simd * x->m.reg_elt_b));
}

// Images

static void coordinate(ud_msg *x, uint32_t at, const char *what) {
    for (uint32_t left = x->lanes; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        use(x, (int)i, at + i * 4, 4, UINT32_MAX, what);
    }
}

static void typed(ud_msg *x) {
    bool write = x->m.kind == ISA_MSG_TYPED_WRITE || x->m.kind == ISA_MSG_LSC_STORE_QUAD;
    unsigned channels = (unsigned)__builtin_popcount(x->m.chan_mask);
    uint32_t block = regs_b(x, x->m.simd * 4u), header = x->m.header ? x->grf_b : 0;
    uint32_t total = (x->m.mlen_grf + x->m.xlen_grf) * x->grf_b;
    uint32_t data = write ? channels * block : 0;
    if (total < header + block + data)
        return;
    uint32_t coords = (total - header - data) / block;
    if (x->m.slot_group == 2 && x->c->in->n > x->m.simd)
        x->lanes >>= x->m.simd;
    coordinate(x, header, "the U coordinate");
    if (coords > 1)
        coordinate(x, header + block, "the V coordinate");
    x->m.reg_elt_b = x->m.elt_b = 4;
    if (write)
        use_data(x, header + coords * block, channels, block);
    else
        result_lanes(x, channels, block);
}

static void sampler(ud_msg *x) {
    uint32_t block = regs_b(x, x->m.simd * 4u), header = x->m.header ? x->grf_b : 0;
    if (x->m.op != ISA_SAMPLER_FLUSH && x->m.elt_b == 4 && header + block <= (x->m.mlen_grf + x->m.xlen_grf) * x->grf_b)
        coordinate(x, header, "the U coordinate");
    result_bytes(x, 0, x->m.rlen_grf * x->grf_b);
}

static void barrier(ud_msg *x) {
    // In push payloads r0.2 is passed on; the other dwords hold id, role and counts.
    if (x->c->t->code->model->pull_payload)
        use(x, -1, 8, 4, 0xffffc01f, "the barrier's id and counts");
}

// Dispatch

// The thread's scratch memory: surfaces by offset name its two slots; stateless 32-bit addresses are scratch when the
// message writes.
static bool in_scratch(const sim_thread *t, const isa_msg *m) {
    if (m->kind == ISA_MSG_SCRATCH_READ || m->kind == ISA_MSG_SCRATCH_WRITE)
        return true;
    if (m->kind < ISA_MSG_LSC_LOAD)
        return m->addr_size_b == 4 && (m->bti == 255 || m->bti == 253);
    if (m->sfid == ISA_SFID_SLM || m->addr_type == ISA_ADDR_BTI)
        return false;
    if (m->addr_type == ISA_ADDR_FLAT)
        return m->addr_size_b == 4;
    uint32_t slot0 = t->scratch_base >> 4, at = m->surf & ~0x3fu;
    return at == (slot0 & ~0x3fu) || at == ((slot0 + (0x400u >> 4)) & ~0x3fu);
}

static void use_message(ud_msg *x) {
    switch ((isa_msg_kind)x->m.kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
    case ISA_MSG_SCRATCH_READ:
    case ISA_MSG_SCRATCH_WRITE:
        header_block(x);
        return;
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_MEDIA_WRITE:
        media(x);
        return;
    case ISA_MSG_LSC_LOAD_2D:
    case ISA_MSG_LSC_STORE_2D:
        block_2d(x);
        return;
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_LSC_ATOMIC:
        atomic(x);
        return;
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_TYPED_WRITE:
        typed(x);
        return;
    case ISA_MSG_SAMPLER:
        sampler(x);
        return;
    case ISA_MSG_BARRIER:
    case ISA_MSG_NAMED_BARRIER:
        barrier(x);
        return;
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_DWORD_READ:
    case ISA_MSG_DWORD_WRITE:
    case ISA_MSG_QWORD_READ:
    case ISA_MSG_QWORD_WRITE:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_STORE:
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_STORE_QUAD:
        if (x->m.sfid == ISA_SFID_CRE)
            typed(x);
        else if (x->m.transpose)
            block_1d(x);
        else
            lanes(x);
        return;
    default: // fences, end of thread, gateway: their results are defined
        result_bytes(x, 0, x->m.rlen_grf * x->grf_b);
        return;
    }
}

void ud_send(ud_ctx *c) {
    const sim_send *s = c->in->send;
    if (s == NULL)
        return;
    c->u->n_events = 0;
    uint32_t open = c->mask & ~c->certain;
    if (open != 0) {
        uint32_t off = SIM_ARF_F + 4u * c->in->flag_reg + c->in->flag_base / 8;
        ud_value v = ud_read(c, off, 2);
        ud_complain(c, __builtin_ctz(open), off, 2, &v, "whether the message has this lane");
        ud_define(c->u, SIM_ARF_F + 4u * c->in->flag_reg, 4);
    }
    uint32_t on = c->mask & c->pred;
    if (on == 0)
        return;
    if (s->raw.desc_is_reg)
        use_descriptor(c, 0, "the descriptor");
    if (s->raw.exdesc_is_reg)
        use_descriptor(c, s->raw.exdesc_sub, "the extended descriptor");
    ud_msg x = {.c = c, .s = s, .lanes = on, .grf_b = c->t->grf_b};
    if (!describe(c, &x.m))
        return; // the simulator faults
    if (s->gather)
        sim_gather_divide(&x.m, c->in->n, x.grf_b);
    if (s->raw.exbso || (s->raw.exdesc_is_reg && x.m.kind >= ISA_MSG_LSC_LOAD))
        x.m.surf = s->raw.exdesc_is_reg ? sim_u32_get(c->t->regs + SIM_ARF_A0 + 4u * s->raw.exdesc_sub) : x.m.surf;
    if (x.m.simd < 32 && x.m.simd > 1 && x.m.sfid != ISA_SFID_CRE && x.m.kind != ISA_MSG_TYPED_READ &&
        x.m.kind != ISA_MSG_TYPED_WRITE)
        x.lanes &= ((uint32_t)1 << x.m.simd) - 1;
    x.scratch = c->u->scratch_b != 0 && in_scratch(c->t, &x.m);
    use_message(&x);
}

// Scratch space

// Called for each access of a message. A write copies its shadow bits into the shadow of scratch space. A read is
// recorded until the result is in the registers.
void ud_access(ud_thread *u, sim_thread *t, const sim_access *a) {
    if (a->at == NULL || t->scratch == NULL || a->at < t->scratch || a->at + a->have_b > t->scratch + u->scratch_b)
        return;
    uint32_t at = (uint32_t)(a->at - t->scratch);
    if (a->kind == SIM_ACCESS_READ && u->n_events < UD_MAX_EVENTS) {
        u->events[u->n_events++] = (ud_event){.at = at, .lane = (uint16_t)a->lane, .size_b = (uint16_t)a->size_b};
    } else if (a->kind != SIM_ACCESS_READ) {
        bool known = a->data != NULL && a->data >= t->regs && a->data < t->regs + SIM_GRF_B;
        uint32_t off = known ? (uint32_t)(a->data - t->regs) : 0;
        for (uint32_t i = 0; i < a->have_b; i++) {
            u->scratch[at + i] = known ? u->undef[off + i] : 0;
            if (known && u->undef[off + i] != 0)
                memcpy(u->scratch + u->scratch_b + (at + i) / 4 * 4, &u->origin[(off + i) / 4], 4);
        }
    }
}

static void fetch(ud_ctx *c, const ud_event *e, uint32_t off) {
    ud_thread *u = c->u;
    for (uint32_t i = 0; i < e->size_b && off + i < SIM_GRF_B && e->at + i < u->scratch_b; i++) {
        u->undef[off + i] = u->scratch[e->at + i];
        if (u->undef[off + i] != 0)
            memcpy(&u->origin[(off + i) / 4], u->scratch + u->scratch_b + (e->at + i) / 4 * 4, 4);
    }
}

// Events come lane by lane, and within a lane element by element.
void ud_after_send(ud_ctx *c) {
    ud_msg x = {.c = c, .s = c->in->send, .grf_b = c->t->grf_b};
    ud_thread *u = c->u;
    uint32_t n_events = u->n_events;
    u->n_events = 0;
    if (x.s->no_return || !describe(c, &x.m))
        return;
    unsigned n = elements(&x.m), e = 0;
    uint32_t block_b = data_block_b(&x, n, x.m.rlen_grf);
    for (uint32_t i = 0; i < n_events; i++) {
        const ud_event *ev = &u->events[i];
        if (ev->lane == UINT16_MAX) { // a block
            fetch(c, ev, x.s->dst + (x.m.oword_high ? 16 : 0));
            continue;
        }
        e = i != 0 && u->events[i - 1].lane == ev->lane ? e + 1 : 0;
        uint32_t off = x.s->dst + e * block_b + ev->lane * (uint32_t)x.m.reg_elt_b;
        if (off + x.m.reg_elt_b <= SIM_GRF_B)
            ud_define(u, off, x.m.reg_elt_b);
        fetch(c, ev, off);
    }
}
