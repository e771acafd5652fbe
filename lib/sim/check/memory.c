// SPDX-License-Identifier: MIT
// Checks of addresses: out of the allocated or bound range, and misaligned.
//
// In: every access of a message, as the executors report it, and the address registers of operands. Out: findings. The
// launch continues where the hardware continues (a surface reads zero and drops writes, an ignored address bit is
// ignored). Where the hardware would stop, the executor's fault ends the launch and the finding is added to the fault.
//
// Not reported, because machine code relies on it:
//   - a block read of a surface of which more than half is inside: compilers round blocks up to a power of two, and the
//     surface's bounds make the rest harmless;
//   - a block read up to the end of the 64-byte line in which its allocation ends: compilers read whole registers of
//     arguments and constants;
//   - reads of a media block that is partly outside its image, and 2-D blocks that cross the edge of their surface: by
//     definition they repeat the edge, read zero or drop the write;
//   - prefetches past the end of a surface: loops ask for the next block even after the last;
//   - prefetches that bypass the first-level cache.

#include "send_priv.h"

#include <stdlib.h>

typedef struct memory_check {
    sim_watch watch;
    const sim_launch *l;
} memory_check;

static const char *const action[] = {
    [SIM_ACCESS_READ] = "read",
    [SIM_ACCESS_WRITE] = "write",
    [SIM_ACCESS_ATOMIC] = "atomic operation",
    [SIM_ACCESS_PREFETCH] = "prefetch",
};

// Bounds

static bool is_scratch(const isa_msg *m) {
    bool state = m->kind >= ISA_MSG_LSC_LOAD && m->kind <= ISA_MSG_LSC_OTHER && m->sfid != ISA_SFID_SLM &&
                 m->addr_type != ISA_ADDR_FLAT && m->addr_type != ISA_ADDR_BTI;
    return state || m->kind == ISA_MSG_SCRATCH_READ || m->kind == ISA_MSG_SCRATCH_WRITE;
}

static bool is_image(const isa_msg *m) {
    switch ((isa_msg_kind)m->kind) {
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_TYPED_ATOMIC:
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_MEDIA_WRITE:
    case ISA_MSG_SAMPLER:
        return true;
    default:
        return m->sfid == ISA_SFID_CRE;
    }
}

static bool is_rounded_up(const sim_access *a) {
    if (a->kind != SIM_ACCESS_READ || a->lane >= 0)
        return false;
    return a->space == SIM_SPACE_FLAT ? a->have_b != 0 : 2 * a->have_b > a->size_b;
}

// A prefetch that loads nothing if its address is wrong, or only into L3. The bounds of a surface guard it.
static bool is_harmless_prefetch(const sim_access *a) {
    bool l3_only = a->msg->l1 == 1; // uncached
    return a->kind == SIM_ACCESS_PREFETCH && (l3_only || a->space == SIM_SPACE_BUFFER);
}

// The hardware's effect of an access outside a surface.
static const char *consequence(const sim_access *a) {
    if (a->kind == SIM_ACCESS_WRITE)
        return "the hardware drops it";
    if (a->msg->kind == ISA_MSG_MEDIA_READ)
        return "the hardware repeats the edge";
    return a->msg->kind == ISA_MSG_LSC_LOAD_2D
               ? "the hardware reads zero, where media blocks of older targets repeat the edge"
               : "the hardware reads zero";
}

static void put_surface(const sim_access *a, cmc_str *s) {
    if (is_image(a->msg)) {
        cmc_str_printf(s, "%s of %u bytes is outside the image of surface %u; %s", action[a->kind], a->size_b, a->bti,
                       consequence(a));
        return;
    }
    uint64_t end = (a->addr & UINT32_MAX) + a->size_b;
    cmc_str_printf(s, "%s of %u bytes ends %llu bytes past the end of surface %u of %llu bytes; %s", action[a->kind],
                   a->size_b, (unsigned long long)(end - a->space_b), a->bti, (unsigned long long)a->space_b,
                   consequence(a));
}

static void put_local(const sim_access *a, cmc_str *s) {
    bool scratch = is_scratch(a->msg);
    cmc_str_printf(s, "%s of %u bytes at offset 0x%llx is outside the %s %llu bytes of %s", action[a->kind], a->size_b,
                   (unsigned long long)(a->addr & UINT32_MAX), scratch ? "thread's" : "group's",
                   (unsigned long long)a->space_b, scratch ? "scratch" : "local memory");
}

static void check_bounds(memory_check *c, sim_thread *t, const sim_inst *in, const sim_access *a) {
    if (a->have_b >= a->size_b || is_rounded_up(a) || is_harmless_prefetch(a))
        return;
    cmc_str s = CMC_STR_INIT;
    switch (a->space) {
    case SIM_SPACE_FLAT:
        cmc_str_printf(&s, "%s of %u bytes outside every allocation: ", action[a->kind], a->size_b);
        sim_memory_describe(c->l->mem, a->addr, a->size_b, &s);
        break;
    case SIM_SPACE_SLM:
        put_local(a, &s);
        break;
    case SIM_SPACE_BUFFER:
        put_surface(a, &s);
        break;
    default:
        cmc_str_printf(&s, "stateless %s of %u bytes outside the launch's payload and scratch", action[a->kind],
                       a->size_b);
        break;
    }
    sim_report(&c->watch, SIM_CHECK_BOUNDS, t, in, a->lane, &a->addr, "%s", cmc_str_text(&s));
    cmc_str_free(&s);
}

// Alignment

// Alignment of addresses in bytes that a message requires (messages.md); 1: any address.
static unsigned wanted_align(const sim_access *a) {
    const isa_msg *m = a->msg;
    switch ((isa_msg_kind)m->kind) {
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_WRITE:
        return 4;
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
        return m->align_b != 0 ? m->align_b : 4;
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_SCATTERED_WRITE:
        return m->as_bytes || m->elt_b < 4 ? 1 : m->elt_b; // bytes, up to four per lane
    case ISA_MSG_DWORD_READ:
    case ISA_MSG_DWORD_WRITE:
    case ISA_MSG_QWORD_READ:
    case ISA_MSG_QWORD_WRITE:
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_LSC_ATOMIC:
        return m->elt_b;
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_STORE: // single elements may have any address
        return m->transpose || m->n_elt > 1 ? m->elt_b : 1;
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_STORE_QUAD:
        return m->elt_b;
    default:
        return 1;
    }
}

// Requirements of image block messages on their header. NULL: no violation.
static const char *header_fault(const sim_thread *t, const sim_inst *in, const isa_msg *m) {
    const uint8_t *p = t->regs + (in->send->gather ? SIM_GATHERED : in->send->src0);
    if (m->kind == ISA_MSG_MEDIA_WRITE) // a read may begin at any byte
        return sim_u32_get(p) % 4 != 0 ? "X offset of a media block is not a multiple of 4 bytes" : NULL;
    if (m->kind != ISA_MSG_LSC_LOAD_2D && m->kind != ISA_MSG_LSC_STORE_2D)
        return NULL;
    if (m->sfid == ISA_SFID_CRE) // typed: the surface is in its state, columns are bytes
        return sim_u32_get(p + 20) % 4 != 0 ? "X offset of a block is not a multiple of 4 bytes" : NULL;
    uint32_t width_b = sim_u32_get(p + 8) + 1, pitch_b = sim_u32_get(p + 16) + 1;
    int32_t x = (int32_t)sim_u32_get(p + 20);
    unsigned step = m->elt_b < 4 ? 4u / m->elt_b : 1;
    if (sim_u64_get(p) % 64 != 0)
        return "base of a 2-D block is not a multiple of 64 bytes";
    if (width_b < 64 || width_b % (m->elt_b > 4 ? m->elt_b : 4u) != 0)
        return "surface width of a 2-D block is not at least 64 bytes of whole elements of at least 4";
    if (pitch_b < width_b || pitch_b % 8 != 0)
        return "pitch of a 2-D block is not a multiple of 8 bytes that holds the width";
    return x % (int32_t)step != 0 ? "X of a 2-D block is not a multiple of 4 bytes" : NULL;
}

static void check_align(memory_check *c, sim_thread *t, const sim_inst *in, const sim_access *a) {
    if (a->size_b == 0) { // the message as a whole
        const char *fault = header_fault(t, in, a->msg);
        if (fault != NULL)
            sim_report(&c->watch, SIM_CHECK_ALIGN, t, in, -1, &a->addr, "%s", fault);
    }
    unsigned want = wanted_align(a);
    if (a->addr % want != 0) {
        sim_report(&c->watch, SIM_CHECK_ALIGN, t, in, a->lane, &a->addr,
                   "address is not a multiple of %u bytes, which this message needs", want);
        return;
    }
    bool oword = a->msg->kind == ISA_MSG_OWORD_READ || a->msg->kind == ISA_MSG_OWORD_WRITE;
    if (oword && a->space == SIM_SPACE_BUFFER && (uintptr_t)a->at % 16 != 0)
        sim_report(&c->watch, SIM_CHECK_ALIGN, t, in, a->lane, &a->addr,
                   "base of surface %u is not a multiple of 16 bytes, which oword blocks need", a->bti);
}

// Registers named by an address must be whole elements. base_b is what the operand adds to the address in this lane.
static void check_register(memory_check *c, const sim_thread *t, const sim_inst *in, int lane, unsigned word,
                           int32_t base_b, unsigned elt_b) {
    uint16_t a;
    memcpy(&a, t->regs + SIM_ARF_A0 + 2u * (word & 15u), 2);
    uint64_t at = (uint64_t)(a + base_b);
    if (at % elt_b != 0)
        sim_report(&c->watch, SIM_CHECK_ALIGN, t, in, lane, &at,
                   "the register address in a0.%u is not a multiple of %u bytes, the size of the elements", word & 15u,
                   elt_b);
}

static void check_registers(sim_watch *w, sim_thread *t, const sim_inst *in) {
    memory_check *c = (memory_check *)w;
    uint32_t mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    if (mask == 0)
        return;
    for (unsigned k = 0; k < in->n_src; k++) {
        const sim_src *s = &in->src[k];
        if (s->place == SIM_PLACE_INDIRECT)
            check_register(c, t, in, -1, s->addr_sub, s->addr_imm, s->size_b);
        for (unsigned i = 0; s->place == SIM_PLACE_VXH && i < in->n; i++)
            if (mask >> i & 1u)
                check_register(c, t, in, (int)i, s->addr_sub + i / s->row_lanes, s->addr_imm + s->step[i], s->size_b);
    }
    if (in->dst.place == SIM_PLACE_INDIRECT)
        check_register(c, t, in, -1, in->dst.addr_sub, in->dst.addr_imm, in->dst.size_b);
}

static void access(sim_watch *w, sim_thread *t, const sim_inst *in, const sim_access *a) {
    memory_check *c = (memory_check *)w;
    if (c->l->checks & SIM_CHECK_ALIGN)
        check_align(c, t, in, a);
    if (c->l->checks & SIM_CHECK_BOUNDS)
        check_bounds(c, t, in, a);
}

static void destroy(sim_watch *w) {
    free(w);
}

sim_watch *sim_check_memory_create(const sim_shared *sh) {
    memory_check *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    *c = (memory_check){.watch = {.access = access, .destroy = destroy}, .l = sh->l};
    if (sh->l->checks & SIM_CHECK_ALIGN)
        c->watch.before = check_registers;
    return &c->watch;
}
