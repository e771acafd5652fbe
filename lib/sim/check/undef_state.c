// SPDX-License-Identifier: MIT
// Checker of undefined registers: the shadow bits of one thread, and the words of a finding.

#include "undef.h"

#include <assert.h>
#include <stdio.h>

// Shadow bits

bool ud_any(const ud_thread *u, uint32_t off, uint32_t len_b) {
    assert(off + len_b <= SIM_REGS_B);
    const uint8_t *p = u->undef + off;
    uint64_t v;
    for (; len_b >= 8; len_b -= 8, p += 8) {
        memcpy(&v, p, 8);
        if (v != 0)
            return true;
    }
    for (; len_b != 0; len_b--)
        if (*p++ != 0)
            return true;
    return false;
}

void ud_define(ud_thread *u, uint32_t off, uint32_t len_b) {
    assert(off + len_b <= SIM_REGS_B);
    memset(u->undef + off, 0, len_b);
}

ud_value ud_read(const ud_ctx *c, uint32_t off, unsigned size_b) {
    assert(size_b >= 1 && size_b <= 8 && off + size_b <= SIM_REGS_B);
    ud_value r = {0};
    memcpy(&r.v, c->t->regs + off, size_b);
    memcpy(&r.u, c->u->undef + off, size_b);
    if (r.u != 0)
        r.origin = c->u->origin[(off + (unsigned)__builtin_ctzll(r.u) / 8) / 4];
    return r;
}

void ud_write(ud_ctx *c, uint32_t off, unsigned size_b, uint64_t undef, uint32_t origin) {
    assert(size_b >= 1 && size_b <= 8 && off + size_b <= SIM_REGS_B);
    memcpy(c->u->undef + off, &undef, size_b);
    if (size_b < 8)
        undef &= ((uint64_t)1 << 8 * size_b) - 1;
    if (undef == 0)
        return;
    for (uint32_t d = off / 4; d <= (off + size_b - 1) / 4; d++)
        c->u->origin[d] = origin;
}

// Reports

static const struct {
    uint32_t base;
    uint8_t index_b, elt_b; // index_b 0: a general register
    const char *name;
} arfs[] = {
    {SIM_ARF_ACC, 0, 4, "acc"},
    {SIM_ARF_F, 4, 2, "f"},
    {SIM_ARF_A0, 32, 2, "a"},
};

static void name_place(const ud_ctx *c, uint32_t off, unsigned size_b, char *out, size_t cap) {
    static const char *const types[] = {[1] = "ub", [2] = "uw", [4] = "ud", [8] = "uq"};
    const char *type = size_b <= 8 && types[size_b] != NULL ? types[size_b] : "ub";
    unsigned grf_b = c->t->grf_b, elt = size_b <= 8 && types[size_b] != NULL ? size_b : 1;
    if (off < SIM_GRF_B) {
        snprintf(out, cap, "r%u.%u:%s", off / grf_b, off % grf_b / elt, type);
        return;
    }
    snprintf(out, cap, "a state register");
    for (unsigned i = 0; i < sizeof arfs / sizeof arfs[0]; i++) {
        if (off < arfs[i].base || off >= arfs[i].base + SIM_ACC_B)
            continue;
        unsigned step = arfs[i].index_b != 0 ? arfs[i].index_b : grf_b;
        snprintf(out, cap, "%s%u.%u", arfs[i].name, (off - arfs[i].base) / step,
                 (off - arfs[i].base) % step / arfs[i].elt_b);
        return;
    }
}

static void name_origin(const ud_ctx *c, uint32_t origin, char *out, size_t cap) {
    char text[200] = "", place[32];
    if (origin == 0) {
        snprintf(out, cap, "they were never defined");
    } else if (origin & UD_MADE) {
        uint32_t i = origin & ~(uint32_t)UD_MADE;
        isa_print(c->t->code->model, &c->t->code->raws[i], NULL, text, sizeof text);
        snprintf(out, cap, "0x%x: %s leaves them undefined", c->t->code->insts[i].pc_b, text);
    } else {
        name_place(c, origin - 1, 4, place, sizeof place);
        snprintf(out, cap, "%s was never written", place);
    }
}

void ud_complain(ud_ctx *c, int lane, uint32_t off, unsigned size_b, const ud_value *v, const char *what) {
    char place[32], origin[300];
    name_place(c, off, size_b, place, sizeof place);
    name_origin(c, v->origin, origin, sizeof origin);
    sim_report(&c->w->base, SIM_CHECK_UNDEFINED, c->t, c->in, lane, NULL,
               "%s depends on undefined bits 0x%llx of %s; %s", what, (unsigned long long)v->u, place, origin);
}
