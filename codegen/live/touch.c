// SPDX-License-Identifier: MIT
// Bytes of operands: see touch.h.
//
//   add (8) %v+32<1>:f %a<2;1,0>:f %b<0;1,0>:f     dst 32-64 full, src0 0-60, src1 0-4

#include "live.h"
#include "touch.h"

static void on_access(void *user, const isa_access *a) {
    touches *t = user;
    if (a->who > ISA_WHO_SRC2 || a->len_b <= 0)
        return;
    touch *w = &t->who[a->who];
    if (w->lo >= w->hi)
        *w = (touch){a->off_b, a->off_b + a->len_b, true};
    w->lo = a->off_b < w->lo ? a->off_b : w->lo;
    w->hi = a->off_b + a->len_b > w->hi ? a->off_b + a->len_b : w->hi;
    w->full &= a->dense && !a->partial_lanes;
    if (a->write)
        t->written_b += a->len_b;
}

// Sends touch whole registers, even if the message uses only part of them.
static void widen_send(const mir_fn *fn, const mir_inst *i, touches *t) {
    const isa_operand *ops[3] = {&i->i.dst, &i->i.src[0], &i->i.src[1]};
    int32_t bytes[3];
    live_send_bytes(fn, i, bytes);
    for (uint32_t k = 0; k < 3; k++) {
        touch *w = &t->who[ISA_WHO_DST + k];
        if (!bytes[k])
            continue;
        w->lo = ops[k]->off_b;
        w->hi = ops[k]->off_b + bytes[k];
    }
    t->who[ISA_WHO_DST].full &= t->written_b == t->who[ISA_WHO_DST].hi - t->who[ISA_WHO_DST].lo;
}

touches touches_of(const mir_fn *fn, const mir_inst *i, bool simd_flow) {
    touches t = {0};
    cg_effects(fn, i, simd_flow, on_access, &t);
    touch *w = &t.who[ISA_WHO_DST];
    w->full &= t.written_b >= w->hi - w->lo;
    if (cg_is_send(i))
        widen_send(fn, i, &t);
    return t;
}
