// SPDX-License-Identifier: MIT
// Addresses of messages: flat, SLM, surfaces, general state; with bounds.
//
// Flat addresses are looked up in the launch's memory map, the last range first. A block read may extend to the end of
// the 64-byte line in which an allocation ends (compilers read whole registers of arguments); the extra bytes are
// zero.

#include "send_priv.h"
#include "watch.h"

#include <assert.h>
#include <stdio.h>

// Intel's OpenCL compiler marks pointers to local memory with this bit; local memory itself ignores it.
static const uint64_t SLM_TAG = 0x10000000u;

bool sim_space_bti(sim_msg *x, unsigned bti) {
    x->space = (sim_space){.bti = (uint8_t)bti};
    if (bti == 254) {
        x->space.kind = SIM_SPACE_SLM;
        x->space.base = x->t->group->slm;
        x->space.size_b = x->t->group->slm_b;
        return true;
    }
    if (bti == 253 || bti == 255) {
        x->space.kind = SIM_SPACE_GENERAL;
        return true;
    }
    return sim_space_surface(x, sim_surface_get(x, bti));
}

bool sim_space_surface(sim_msg *x, const sim_surface *f) {
    if (f == NULL)
        return false;
    x->space.kind = SIM_SPACE_BUFFER;
    x->space.base = f->base;
    x->space.size_b = f->kind == SIM_SURF_BUFFER ? f->size_b : (uint64_t)f->pitch_b * f->height;
    return true;
}

const sim_surface *sim_surface_get(sim_msg *x, unsigned bti) {
    const sim_launch *l = x->t->worker->shared->l;
    if (bti >= l->n_surfaces || l->surfaces[bti].kind == SIM_SURF_NONE) {
        sim_fault(x->t, x->in, "surface %u of the binding table is not bound (%u surfaces)", bti, l->n_surfaces);
        return NULL;
    }
    return &l->surfaces[bti];
}

static bool is_lsc(const sim_msg *x) {
    return x->m->kind >= ISA_MSG_LSC_LOAD && x->m->kind <= ISA_MSG_LSC_OTHER;
}

static const sim_surface *by_offset(sim_msg *x, uint32_t index, const sim_surface *table, uint32_t n) {
    if (index < n && table[index].kind != SIM_SURF_NONE)
        return &table[index];
    sim_fault(x->t, x->in, "surface state %u is named by offset, but there are %u", index, n);
    return NULL;
}

const sim_surface *sim_msg_surface(sim_msg *x) {
    const sim_launch *l = x->t->worker->shared->l;
    bool bindless = is_lsc(x) ? x->m->addr_type == ISA_ADDR_BSS || x->m->addr_type == ISA_ADDR_SS : x->m->bti == 252;
    if (!bindless)
        return sim_surface_get(x, x->m->bti);
    uint32_t index = x->m->surf >> (is_lsc(x) || x->s->raw.exbso ? 6 : 12);
    if (is_lsc(x) && x->m->addr_type == ISA_ADDR_SS) // binding table surfaces have this order
        return by_offset(x, index, l->surfaces, l->n_surfaces);
    return by_offset(x, index, l->bindless, l->n_bindless);
}

bool sim_space_hdc(sim_msg *x) {
    if (x->m->addr_size_b == 8) {
        x->space = (sim_space){.kind = SIM_SPACE_FLAT};
        return true;
    }
    if (x->m->bti == 252) {
        x->space = (sim_space){.bti = 252};
        return sim_space_surface(x, sim_msg_surface(x));
    }
    return sim_space_bti(x, x->m->bti);
}

static void outside(sim_msg *x, const char *what, uint64_t addr, unsigned size_b, int lane) {
    cmc_str where = CMC_STR_INIT;
    sim_memory_describe(x->t->worker->shared->l->mem, addr, size_b, &where);
    char who[32] = "";
    if (lane >= 0)
        snprintf(who, sizeof who, "lane %d: ", lane);
    sim_fault(x->t, x->in, "%s%s of %u bytes at 0x%llx is outside every allocation: %s", who, what, size_b,
              (unsigned long long)addr, cmc_str_text(&where));
    cmc_str_free(&where);
}

static const sim_range *range_of(sim_msg *x, uint64_t addr) {
    sim_worker *w = x->t->worker;
    if (w->last != NULL && addr >= w->last->base && addr < w->last->end)
        return w->last;
    const sim_range *r = sim_map_find(w->shared->map, addr);
    if (r != NULL)
        w->last = r;
    return r;
}

// Bytes of general state space: the launch's payload and this thread's scratch. NULL for any other address.
static uint8_t *general(const sim_msg *x, uint64_t addr, unsigned size_b) {
    const sim_shared *sh = x->t->worker->shared;
    uint32_t a = (uint32_t)addr;
    if (a >= SIM_GS_PAYLOAD && a - SIM_GS_PAYLOAD + (uint64_t)size_b <= sh->payload_b)
        return sh->payload + (a - SIM_GS_PAYLOAD);
    if (a >= x->t->scratch_base && a - x->t->scratch_base + (uint64_t)size_b <= sh->scratch_b)
        return x->t->scratch + (a - x->t->scratch_base);
    return NULL;
}

// Host address of [addr, addr + *size_b). Shortens *size_b to the bytes that exist (reads only). NULL: a fault, or no
// bytes there.
static uint8_t *locate(sim_msg *x, uint64_t addr, unsigned *size_b, const char *what, bool write, int lane) {
    addr &= ~(uint64_t)x->drop;
    switch (x->space.kind) {
    case SIM_SPACE_SLM:
        addr &= UINT32_MAX & ~SLM_TAG;
        if (addr + *size_b <= x->space.size_b)
            return x->space.base + addr;
        sim_fault(x->t, x->in, "lane %d: %s of %u bytes at 0x%llx is outside the group's %llu bytes of local memory",
                  lane, what, *size_b, (unsigned long long)addr, (unsigned long long)x->space.size_b);
        return NULL;
    case SIM_SPACE_BUFFER:
        addr &= UINT32_MAX;
        if (addr >= x->space.size_b) {
            if (lane >= 0 && x->t->worker->shared->l->strict_surfaces && addr >= (x->space.size_b + 63) / 64 * 64)
                sim_fault(x->t, x->in,
                          "lane %d: %s of %u bytes at offset 0x%llx is outside the %llu bytes of surface %u", lane,
                          what, *size_b, (unsigned long long)addr, (unsigned long long)x->space.size_b, x->space.bti);
            return NULL;
        }
        if (addr + *size_b > x->space.size_b)
            *size_b = (unsigned)(x->space.size_b - addr);
        return x->space.base + addr;
    case SIM_SPACE_GENERAL: {
        uint8_t *p = general(x, addr, *size_b);
        if (p == NULL)
            sim_fault(x->t, x->in, "lane %d: stateless %s of %u bytes at 0x%x is outside payload and scratch", lane,
                      what, *size_b, (unsigned)addr);
        return p;
    }
    default:
        break;
    }
    const sim_range *r = range_of(x, addr);
    if (r != NULL && *size_b <= r->end - addr)
        return (uint8_t *)(uintptr_t)addr;
    if (r != NULL && !write && lane < 0 && addr + *size_b <= (r->end + 63) / 64 * 64) {
        *size_b = (unsigned)(r->end - addr);
        return (uint8_t *)(uintptr_t)addr;
    }
    outside(x, what, addr, *size_b, lane);
    return NULL;
}

void sim_mem_watch(const sim_msg *x, sim_access_kind kind, uint64_t addr, const uint8_t *at, const void *data,
                   unsigned size_b, unsigned have_b, int lane) {
    sim_watches *ws = x->t->worker->shared->watches;
    if (ws != NULL)
        sim_watch_access(ws, x->t, x->in,
                         &(sim_access){.kind = kind,
                                       .lane = lane,
                                       .size_b = size_b,
                                       .have_b = have_b,
                                       .addr = addr,
                                       .at = at,
                                       .data = data,
                                       .space = x->space.kind,
                                       .space_b = x->space.size_b,
                                       .bti = x->space.bti,
                                       .msg = x->m});
}

bool sim_mem_window(sim_msg *x, uint64_t *addr, uint32_t mask, unsigned span_b, uintptr_t *base) {
    assert(addr && base && span_b > 0);
    uint64_t keep = ~(uint64_t)x->drop, lo = UINT64_MAX, hi = 0;
    if (x->space.kind == SIM_SPACE_GENERAL || x->t->worker->shared->watches != NULL || mask == 0)
        return false;
    if (x->space.kind != SIM_SPACE_FLAT)
        keep &= x->space.kind == SIM_SPACE_SLM ? UINT32_MAX & ~SLM_TAG : UINT32_MAX;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t a = addr[i] & keep;
        addr[i] = a;
        lo = a < lo ? a : lo;
        hi = a > hi ? a : hi;
    }
    if (x->space.kind != SIM_SPACE_FLAT) {
        *base = (uintptr_t)x->space.base;
        return hi < x->space.size_b && span_b <= x->space.size_b - hi;
    }
    const sim_range *r = range_of(x, lo);
    *base = 0;
    return r != NULL && hi < r->end && span_b <= r->end - hi;
}

bool sim_mem_read(sim_msg *x, uint64_t addr, void *out, unsigned size_b, int lane) {
    assert(out && size_b > 0);
    unsigned have = size_b;
    const uint8_t *p = locate(x, addr, &have, "read", false, lane);
    sim_mem_watch(x, SIM_ACCESS_READ, addr, p, NULL, size_b, p != NULL ? have : 0, lane);
    if (p == NULL) {
        memset(out, 0, size_b);
        return x->t->state == SIM_RUNNING;
    }
    memcpy(out, p, have);
    if (have < size_b)
        memset((uint8_t *)out + have, 0, size_b - have);
    return true;
}

bool sim_mem_write(sim_msg *x, uint64_t addr, const void *data, unsigned size_b, int lane) {
    assert(data && size_b > 0);
    unsigned have = size_b;
    uint8_t *p = locate(x, addr, &have, "write", true, lane);
    sim_mem_watch(x, SIM_ACCESS_WRITE, addr, p, data, size_b, p != NULL ? have : 0, lane);
    if (p == NULL)
        return x->t->state == SIM_RUNNING;
    memcpy(p, data, have);
    return true;
}

uint8_t *sim_mem_atomic(sim_msg *x, uint64_t addr, unsigned size_b, int lane) {
    assert(size_b == 2 || size_b == 4 || size_b == 8);
    unsigned have = size_b;
    uint8_t *p = NULL;
    bool aligned = addr % size_b == 0;
    if (aligned)
        p = locate(x, addr, &have, "atomic operation", true, lane);
    else
        sim_fault(x->t, x->in, "lane %d: atomic operation of %u bytes at 0x%llx is not aligned", lane, size_b,
                  (unsigned long long)addr);
    sim_mem_watch(x, SIM_ACCESS_ATOMIC, addr, p, NULL, size_b, p != NULL || !aligned ? have : 0, lane);
    return have == size_b ? p : NULL;
}

// Bytes of the range that exist, without a fault.
void sim_mem_prefetch(sim_msg *x, uint64_t addr, unsigned size_b, int lane) {
    if (x->t->worker->shared->watches == NULL)
        return;
    uint64_t room = 0;
    const uint8_t *at = NULL;
    if (x->space.kind == SIM_SPACE_FLAT) {
        const sim_range *r = range_of(x, addr);
        room = r != NULL ? r->end - addr : 0;
        at = r != NULL ? (const uint8_t *)(uintptr_t)addr : NULL;
    } else if (addr < x->space.size_b) {
        room = x->space.size_b - addr;
        at = x->space.base + addr;
    }
    sim_mem_watch(x, SIM_ACCESS_PREFETCH, addr, at, NULL, size_b, room < size_b ? (unsigned)room : size_b, lane);
}

bool sim_msg_sizes(sim_msg *x, unsigned in_b, unsigned out_b) {
    unsigned in = sim_regs_of(x, in_b), out = sim_regs_of(x, out_b);
    unsigned have = x->m->mlen_grf + x->m->xlen_grf, room = x->m->rlen_grf == 31 ? 32 : x->m->rlen_grf;
    if (x->s->no_return)
        room = out;
    if (in <= have && out <= room)
        return true;
    sim_fault(x->t, x->in, "message has %u registers of payload and %u of result, but needs %u and %u", have,
              x->m->rlen_grf, in, out);
    return false;
}

uint8_t *sim_payload(const sim_msg *x, unsigned k) {
    if (k < x->m->mlen_grf)
        return x->t->regs + x->s->src0 + k * x->grf_b;
    return x->t->regs + x->s->src1 + (k - x->m->mlen_grf) * x->grf_b;
}

uint8_t *sim_response(const sim_msg *x, unsigned k) {
    return x->t->regs + x->s->dst + k * x->grf_b;
}
