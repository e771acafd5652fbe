// SPDX-License-Identifier: MIT
// Conformity of narrow integers on Xe-HPC and later (rules 27 and 28). A destination of bytes or words denser than
// one per dword requires that its sources are packed too or have one particular offset.
//
//   before                                          after (%d starts on a register, so its third word is at d = 3)
//     mov (8|M0) %d+6<1>:uw %s+2<2;1,0>:uw            mov (8|M0) %t+12<2>:uw %s+2<2;1,0>:uw     // one per dword: always legal
//                                                     mov (8|M0) %d+6<1>:uw %t+12<2;1,0>:uw     // o / 2 = d mod 16
//
// The result goes to a temporary with one element per dword, placed so that the copy from there is legal.

#include "conform.h"

typedef struct xbar {
    int32_t stride; // of the source in elements, -1 = uneven
    int32_t d, o;   // offsets of destination and source in their registers, in elements
    uint32_t dst_b, src_b, h;
} xbar;

static bool is_narrow_int(const isa_operand *o) {
    return !isa_type_is_float((isa_type)o->type) && isa_type_size_b((isa_type)o->type) < 4;
}

static bool is_dense(const isa_operand *d) {
    uint32_t size_b = isa_type_size_b((isa_type)d->type);
    return (size_b == 2 && d->rgn.h == 1) || (size_b == 1 && d->rgn.h <= 2);
}

static bool uses_crossbar(const mir_inst *i, const isa_operand *o) {
    return !o->indirect && (cg_is_var(o) || o->file == ISA_FILE_GRF) && is_narrow_int(o) &&
           !cg_is_scalar(o, i->i.exec_size);
}

// Rule 27 for evenly spaced sources: one case for each width of the source and each width and density of the
// destination.
static bool fits(const xbar *x) {
    if (x->src_b == 2)
        return x->stride < 2 || (x->stride == 2 && (x->dst_b == 2 ? x->d % 16 == x->o / 2 : x->d % 32 == x->o));
    if (x->dst_b == 2)
        return x->stride < 4 || (x->stride == 4 && 2 * x->d % 16 == x->o / 2);
    if (x->h == 2)
        return x->stride < 4 || (x->stride == 4 && x->d % 32 == x->o / 2);
    return x->stride < 2 || (x->stride == 2 && x->d % 32 == x->o / 2) || (x->stride == 4 && x->d % 16 == x->o / 4);
}

// Rows with gaps between them: the stride inside a row must be a narrow one, and the destination starts on a dword.
// Only source 0 may be bytes. Pairs of bytes converted to bytes have their own rules.
static bool rows_fit(cg_ctx *cx, const mir_inst *i, const isa_operand *o, const xbar *x) {
    enum { DWORD_B = 4 };
    bool to_words = x->dst_b == 2, bytes = x->src_b == 1;
    if ((bytes && (o != &i->i.src[0] || (!to_words && o->rgn.w == 2))) || conform_place(cx, &i->i.dst) % DWORD_B != 0)
        return false;
    return o->rgn.h < (bytes && (to_words || x->h == 2) ? 4 : 2);
}

static bool source_fits(cg_ctx *cx, const mir_inst *i, const isa_operand *o) {
    const isa_operand *d = &i->i.dst;
    xbar x = {.stride = cg_stride(o, i->i.exec_size, false),
              .dst_b = isa_type_size_b((isa_type)d->type),
              .src_b = isa_type_size_b((isa_type)o->type),
              .h = d->rgn.h};
    if (x.stride < 0)
        return rows_fit(cx, i, o, &x);
    if (x.stride < 2)
        return true;
    x.d = conform_place(cx, d) / (int32_t)x.dst_b;
    x.o = conform_place(cx, o) / (int32_t)x.src_b;
    return fits(&x);
}

// Rule 28: the rule applies to null destinations too; one word per dword is exempt.
static bool widen_null(mir_inst *i) {
    if (i->i.dst.type == ISA_UB || i->i.dst.type == ISA_B)
        i->i.dst.type = i->i.dst.type == ISA_UB ? ISA_UW : ISA_W;
    i->i.dst.rgn.h = 2;
    return true;
}

// A conversion from words to bytes has its result at one byte per word (conform_narrow_dst), so the source is moved
// instead. It is copied to one word per dword, at the word number that equals the result's byte number. Bytes at
// every second position can be written from there.
static void source_aside(cg_ctx *cx, mir_inst *i, isa_operand *o) {
    enum { STEP_B = 4, WORD_B = 2, PLACES = 32 };
    cg_at(cx, cx->block, i);
    isa_type t = (isa_type)o->type;
    isa_operand from = *o;
    int32_t at_b = WORD_B * (conform_place(cx, &i->i.dst) % PLACES);
    const mir_var *v = cg_temp(cx, t, (uint32_t)at_b + STEP_B * (uint32_t)i->i.exec_size, cx->m->grf_b, "conf");
    from.mod = 0;
    cg_inst1(cx, ISA_MOV, i->i.exec_size, mir_dst(v, at_b, t, 2), from);
    isa_operand now = mir_src(v, at_b, t, (isa_region){2, 1, 0});
    now.mod = o->mod;
    *o = now;
}

static bool words_to_bytes(cg_ctx *cx, mir_inst *i) {
    bool any = false;
    for (uint32_t s = 0; s < conform_n_src(i) && s < 2; s++) {
        isa_operand *o = &i->i.src[s];
        if (isa_type_size_b((isa_type)i->i.dst.type) != 1 || !uses_crossbar(i, o) ||
            isa_type_size_b((isa_type)o->type) != 2 || source_fits(cx, i, o))
            continue;
        source_aside(cx, i, o);
        any = true;
    }
    return any;
}

bool conform_crossbar(cg_ctx *cx, mir_inst *i) {
    const isa_operand *d = &i->i.dst;
    if (!cx->m->byte_crossbar || i->i.exec_size == 1 || i->i.op == ISA_MATH || d->indirect ||
        d->type == ISA_TYPE_NONE || !is_narrow_int(d) || !is_dense(d) || !(cg_is_var(d) || cg_is_null(d)))
        return false;
    bool bad = false;
    for (uint32_t s = 0; s < conform_n_src(i) && s < 2; s++)
        bad |= uses_crossbar(i, &i->i.src[s]) && (cg_is_null(d) || !source_fits(cx, i, &i->i.src[s]));
    if (!bad)
        return false;
    if (cg_is_null(d))
        return widen_null(i);
    if (words_to_bytes(cx, i))
        return true;
    uint32_t size_b = isa_type_size_b((isa_type)d->type), at = (uint32_t)conform_place(cx, d) / size_b;
    uint32_t at_b = size_b == 1 && d->rgn.h == 2 ? 2 * (at % 32) : 4 * (at % 16);
    conform_result_aside(cx, i, (isa_type)d->type, (uint8_t)(4 / size_b), at_b);
    return true;
}
