// SPDX-License-Identifier: MIT
// Selects quotients and square roots by math macros, where the target has them: all of doubles, and those of floats
// that must be rounded correctly.
//
//   %q = fdiv double %a, %b         (W) math.invm (8) (eq)f0.0 y.mme0 a.nomme b.nomme       y, about 1 / b
//                                   (W) madm (8) q.mme1 0.nomme a.nomme y.mme0              q = a * y
//                                   (W) madm (8) e.mme2 1.nomme -b.nomme y.mme0             e = 1 - b * y
//                                   (W) madm (8) e.mme3 e.mme2 e.mme2 e.mme2                e + e * e
//                                   (W) madm (8) q.mme4 0.nomme q.mme1 e.mme3
//                                   (W&~f0.0) madm (8) y.nomme q.mme4 a.nomme y.mme0        q + q * (e + e * e), rounded once
//
// The mme registers hold the bits beyond the type's precision. The flag marks lanes whose first result is final: zeros,
// infinities, NaN. The relative error of the first step is below 2^-20. Its third power can still change the rounding
// of some quotients, so the remainder corrects it. Doubles have no other division, and plain arithmetic is exact.
//
// Requires: operands are whole registers, and the lanes fit in one register (bale_desc.c). For scheduling and the
// scoreboard, mme registers are accumulators.

#include "sel_priv.h"

#include <assert.h>

enum { NOTHING = 8 }; // no mme register (nomme)

typedef struct macro {
    sel *S;
    isa_type t;
    uint32_t lanes;
} macro;

static isa_operand operand(const mir_var *v, unsigned mme, uint8_t mod) {
    isa_operand o = mir_src(v, 0, (isa_type)v->type, (isa_region){1, 1, 0});
    o.mme = (uint8_t)(mme + 1);
    o.mod = mod;
    return o;
}

static isa_operand plain(const mir_var *v) {
    return operand(v, NOTHING, ISA_MOD_NONE);
}

static isa_operand wide(const mir_var *v, unsigned mme) {
    return operand(v, mme, ISA_MOD_NONE);
}

static isa_operand negative(isa_operand o) {
    o.mod = ISA_MOD_NEG;
    return o;
}

static isa_operand result(const mir_var *v, unsigned mme) {
    isa_operand o = mir_dst(v, 0, (isa_type)v->type, 1);
    o.mme = (uint8_t)(mme + 1);
    return o;
}

// d = c + a * b
static mir_inst *step(macro *m, isa_operand d, isa_operand c, isa_operand a, isa_operand b) {
    mir_inst *i = sel_inst(m->S, ISA_MADM, m->lanes);
    i->i.dst = d;
    i->i.src[0] = c;
    i->i.src[1] = a;
    i->i.src[2] = b;
    i->i.src[0].rgn = i->i.src[1].rgn = (isa_region){1, 0, 0};
    i->i.src[2].rgn = (isa_region){0, 0, 1};
    return i;
}

static mir_var *whole_register(macro *m, const char *name) {
    mir_var *v = sel_var(m->S, MIR_VAR_GRF, m->t, m->S->m->grf_b, name);
    v->align_b = m->S->m->grf_b;
    return v;
}

static mir_var *value(macro *m, LLVMValueRef v, unsigned op) {
    mir_var *w = whole_register(m, "d");
    isa_operand o = sel_source(m->S, v, op, m->lanes, true, SEL_IMM);
    sel_mov(m->S, m->lanes, sel_dst(w, 0, m->t, 1), o, NULL);
    return w;
}

static mir_var *constant(macro *m, uint64_t as_double, uint64_t as_float, const char *name) {
    mir_var *w = whole_register(m, name);
    sel_mov(m->S, m->lanes, sel_dst(w, 0, m->t, 1), isa_imm(m->t == ISA_DF ? as_double : as_float, m->t), NULL);
    return w;
}

// Emits the first step. Lanes with a set flag are final.
static mir_var *start(macro *m, uint8_t function, const mir_var *y, const mir_var *a, const mir_var *b) {
    mir_var *done = sel_var(m->S, MIR_VAR_FLAG, ISA_UW, 2, "done");
    sel_inst(m->S, MIR_UNDEF, 1)->i.dst = mir_dst(done, 0, ISA_UW, 1);
    mir_inst *i = sel_inst(m->S, ISA_MATH, m->lanes);
    i->i.fc = function;
    i->i.cmod = ISA_CMOD_EQ;
    i->i.vflag = done->id;
    i->i.dst = result(y, 0);
    i->i.src[0] = plain(a);
    if (b)
        i->i.src[1] = plain(b);
    return done;
}

static bool finish(macro *m, mir_inst *last, mir_var *done, const mir_var *y, isa_operand dst, const sel_ctl *c) {
    sel_ctl rest = {.flag = done, .inv = true};
    sel_apply(last, &rest);
    sel_mov(m->S, m->lanes, dst, mir_src(y, 0, m->t, (isa_region){1, 1, 0}), c);
    return true;
}

bool sel_quotient(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    assert(lanes >= 1);
    macro m = {S, sel_type(LLVMTypeOf(v), true), lanes};
    mir_var *a = value(&m, v, 0), *b = value(&m, v, 1), *zero = constant(&m, 0, 0, "zero");
    mir_var *one = constant(&m, 0x3ff0000000000000u, 0x3f800000, "one");
    mir_var *y = whole_register(&m, "y"), *q = whole_register(&m, "q"), *e = whole_register(&m, "e");
    mir_var *done = start(&m, ISA_MATH_INVM, y, a, b);
    step(&m, result(q, 1), plain(zero), plain(a), wide(y, 0));
    step(&m, result(e, 2), plain(one), negative(plain(b)), wide(y, 0));
    step(&m, result(e, 3), wide(e, 2), wide(e, 2), wide(e, 2));
    step(&m, result(q, 4), plain(zero), wide(q, 1), wide(e, 3));
    step(&m, result(q, 5), wide(q, 4), plain(a), wide(y, 0));
    step(&m, result(e, 6), plain(a), negative(plain(b)), wide(q, 5));
    return finish(&m, step(&m, result(y, NOTHING), wide(q, 5), wide(e, 6), wide(y, 0)), done, y, dst, c);
}

// g approximates the root and h half of its reciprocal; each step refines both. The last step adds the remainder x - g
// * g, scaled.
bool sel_root(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    assert(lanes >= 1);
    macro m = {S, sel_type(LLVMTypeOf(v), true), lanes};
    mir_var *x = value(&m, v, 0), *zero = constant(&m, 0, 0, "zero"),
            *half = constant(&m, 0x3fe0000000000000u, 0x3f000000, "half");
    mir_var *y = whole_register(&m, "y"), *g = whole_register(&m, "g"), *h = whole_register(&m, "h"),
            *r = whole_register(&m, "r");
    mir_var *done = start(&m, ISA_MATH_RSQTM, y, x, NULL);
    step(&m, result(g, 1), plain(zero), plain(x), wide(y, 0));
    step(&m, result(h, 2), plain(zero), plain(half), wide(y, 0));
    step(&m, result(r, 3), plain(half), negative(wide(g, 1)), wide(h, 2));
    step(&m, result(g, 4), wide(g, 1), wide(g, 1), wide(r, 3));
    step(&m, result(h, 5), wide(h, 2), wide(h, 2), wide(r, 3));
    step(&m, result(r, 6), plain(x), negative(wide(g, 4)), wide(g, 4));
    return finish(&m, step(&m, result(y, NOTHING), wide(g, 4), wide(r, 6), wide(h, 5)), done, y, dst, c);
}
