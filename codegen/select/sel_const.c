// SPDX-License-Identifier: MIT
// Selects constants that no immediate can hold. A splat is one mov for each legal width. Eight small integers at a time
// fit a packed immediate, and so do small multiples of a step added to a base (ramps). Ramps of 64 bits are made as
// dwords with gaps, one for several bases. Lanes that are others shifted left plus a number (powers of two, masks of
// growing length) are computed from these. Any other constant is written in runs of equal lanes.

#include "sel_priv.h"

#include <assert.h>
#include <string.h>

static uint64_t replicate(uint64_t bits, uint32_t from_b, uint32_t to_b) {
    uint64_t out = 0;
    for (uint32_t k = 0; k < to_b; k += from_b)
        out |= (bits & (from_b == 8 ? ~0ull : (1ull << 8 * from_b) - 1)) << 8 * k;
    return out;
}

static isa_type uint_of(uint32_t b) {
    return b == 1 ? ISA_UB : b == 2 ? ISA_UW : ISA_UD;
}

void sel_splat(sel *S, const mir_var *var, int32_t off_b, uint32_t elt_b, uint32_t lanes, uint64_t bits,
               bool is_float) {
    assert(elt_b == 1 || elt_b == 2 || elt_b == 4 || elt_b == 8);
    uint32_t len = elt_b * lanes, b = elt_b;
    isa_type t = is_float ? (elt_b == 4 ? ISA_F : ISA_HF) : uint_of(elt_b);
    if (elt_b == 8 && S->m->has_int64_mov && off_b % 8 == 0 && (uint32_t)bits != (uint32_t)(bits >> 32)) {
        b = 8;
        t = ISA_UQ;
    } else if (elt_b == 8) { // two dwords
        if ((uint32_t)bits != (uint32_t)(bits >> 32)) {
            for (uint32_t k = 0; k < 2 * lanes; k++)
                sel_mov(S, 1, sel_dst(var, off_b + (int32_t)k * 4, ISA_UD, 1),
                        isa_imm(k % 2 ? bits >> 32 : bits & 0xffffffffu, ISA_UD), NULL);
            return;
        }
        b = 4;
        t = ISA_UD;
        bits &= 0xffffffffu;
    }
    if (elt_b < 4 && off_b % 4 == 0 && len >= 4 && len % 4 == 0 && !is_float) {
        b = 4;
        t = ISA_UD;
        bits = replicate(bits, elt_b, 4);
    } else if (elt_b == 1 && off_b % 2 == 0 && len >= 2) {
        b = 2;
        t = ISA_UW;
        bits = replicate(bits, 1, 2);
    }
    for (uint32_t at = 0; at < len;) {
        uint32_t w = RGN_MAX_LANES;
        int32_t start = off_b + (int32_t)at;
        if (len - at < b) { // an odd byte at the end
            sel_mov(S, 1, sel_dst(var, start, ISA_UB, 2), isa_imm(bits & 0xff, ISA_UW), NULL);
            at++;
            continue;
        }
        while (w > 1 && (w * b > len - at || w * b > 2u * S->m->grf_b ||
                         start % S->m->grf_b + (int32_t)(w * b) > 2 * S->m->grf_b))
            w /= 2;
        isa_type it = b == 1 ? ISA_UW : t;
        sel_mov(S, w, sel_dst(var, start, t, 1), isa_imm(bits, it), NULL);
        at += w * b;
    }
}

// True if lanes [k, k + 8) are eight 4-bit integers; *imm is their packed immediate.
static bool packed8(LLVMValueRef c, uint32_t k, uint32_t elt_bits, bool *is_signed, uint32_t *imm) {
    int64_t lo = INT64_MAX, hi = INT64_MIN, v[8];
    for (uint32_t i = 0; i < 8; i++) {
        uint64_t bits;
        bool undef;
        if (!genx_const_lane(c, k + i, &bits, &undef))
            return false;
        v[i] = (int64_t)(bits << (64 - elt_bits)) >> (64 - elt_bits);
        lo = v[i] < lo ? v[i] : lo;
        hi = v[i] > hi ? v[i] : hi;
    }
    *is_signed = lo < 0;
    if (lo < -8 || hi > (lo < 0 ? 7 : 15))
        return false;
    *imm = 0;
    for (uint32_t i = 0; i < 8; i++)
        *imm |= (uint32_t)(v[i] & 15) << 4 * i;
    return true;
}

// Writes eight integers with a packed immediate, which makes words on an oword boundary (rule 18).
static bool try_packed(sel *S, LLVMValueRef c, uint32_t k, const mir_var *var, int32_t off_b) {
    LLVMTypeRef t = LLVMTypeOf(c);
    uint32_t e = genx_elt_b(t), imm;
    bool sign;
    if (genx_is_float(t) || e < 2 || e > 4 || genx_lanes(t) - k < 8 || !packed8(c, k, e * 8, &sign, &imm))
        return false;
    isa_operand src = isa_imm(imm, sign ? ISA_V : ISA_UV);
    if (e == 2 && off_b % 16 == 0) {
        sel_inst(S, ISA_MOV, 8)->i.dst = sel_dst(var, off_b, sign ? ISA_W : ISA_UW, 1);
        S->bb->last->i.src[0] = src;
        return true;
    }
    mir_var *tmp = sel_var(S, MIR_VAR_GRF, ISA_W, 16, "c");
    mir_inst *i = sel_inst(S, ISA_MOV, 8);
    i->i.dst = sel_dst(tmp, 0, sign ? ISA_W : ISA_UW, 1);
    i->i.src[0] = src;
    sel_mov(S, 8, sel_dst(var, off_b, e == 2 ? ISA_W : ISA_D, 1), sel_lanes(S, tmp, 0, 8, sign ? ISA_W : ISA_UW), NULL);
    return true;
}

typedef struct digits {
    int64_t base, step;
    int32_t scale;   // of floats: base and step are scaled by 2^scale
    uint32_t imm[2]; // packed immediates of eight lanes each
    uint32_t runs;   // runs of equal lanes
} digits;

enum { MAX_SCALE = 10, EXACT = 1 << 19 }; // 16 * EXACT is still exact in a float

// A lane as an integer, floats scaled by 2^scale. Returns false if the result is not an integer.
static bool lane_integer(LLVMValueRef c, uint32_t k, int32_t scale, int64_t *v, bool *undef) {
    uint64_t bits;
    uint32_t unused = 64 - genx_elt_bits(LLVMTypeOf(c));
    if (!genx_const_lane(c, k, &bits, undef))
        return false;
    *v = (int64_t)(bits << unused) >> unused;
    if (!genx_is_float(LLVMTypeOf(c)) || *undef)
        return true;
    uint32_t image = (uint32_t)bits;
    float f;
    memcpy(&f, &image, sizeof(f));
    if (!(f > -(float)EXACT && f < (float)EXACT) || image == 1u << 31)
        return false;
    float scaled = f * (float)(1 << scale);
    *v = (int64_t)scaled;
    return scaled > -(float)EXACT && scaled < (float)EXACT && (float)*v == scaled;
}

// Lanes [k, k + w) as base + step * digit, with digits of four bits. Undefined lanes may have any digit.
static bool digits_at_scale(LLVMValueRef c, uint32_t k, uint32_t w, digits *d) {
    int64_t v[16], lo = INT64_MAX, last = INT64_MAX;
    bool undef[16];
    for (uint32_t i = 0; i < w; i++) {
        if (!lane_integer(c, k + i, d->scale, &v[i], &undef[i]))
            return false;
        lo = undef[i] || v[i] > lo ? lo : v[i];
        d->runs += !undef[i] && v[i] != last;
        last = undef[i] ? last : v[i];
    }
    uint64_t step = 0; // differences of 64-bit numbers may be larger than the largest of them
    for (uint32_t i = 0; i < w; i++)
        step = undef[i] ? step : cmc_gcd((uint64_t)v[i] - (uint64_t)lo, step);
    if (step == 0 || step > 0x7fff)
        return false;
    d->step = (int64_t)step;
    for (uint32_t i = 0; i < w; i++) {
        uint64_t digit = undef[i] ? 0 : ((uint64_t)v[i] - (uint64_t)lo) / step;
        if (digit > 15)
            return false;
        d->imm[i / 8] |= (uint32_t)digit << 4 * (i % 8);
    }
    d->base = lo;
    return true;
}

static bool find_digits(LLVMValueRef c, uint32_t k, uint32_t w, digits *d) {
    int32_t most = genx_is_float(LLVMTypeOf(c)) ? MAX_SCALE : 0;
    for (int32_t scale = 0; scale <= most; scale++) {
        *d = (digits){.scale = scale};
        if (digits_at_scale(c, k, w, d))
            return true;
    }
    return false;
}

static isa_operand digits_number(int64_t v, int32_t scale, isa_type t) {
    if (t != ISA_F)
        return isa_imm((uint64_t)v & (t == ISA_W || t == ISA_UW ? 0xffffu : 0xffffffffu), t);
    float f = (float)v / (float)(1 << scale);
    uint32_t image;
    memcpy(&image, &f, sizeof(image));
    return isa_imm(image, ISA_F);
}

// Such digits that this block made recently, or NULL. gaps: digit * step as dwords with gaps, else the digits as words.
// A register is not kept for long: there may be few.
static mir_var *find_made(sel *S, const digits *d, uint32_t w, bool gaps) {
    enum { NEAR = 128 };
    uint32_t now = S->bb->last ? S->bb->last->id : 0;
    for (uint32_t k = 0; k < sizeof(S->digits) / sizeof(S->digits[0]); k++) {
        sel_digits *x = &S->digits[k];
        if (!x->var || x->block != S->bb || now - x->last_use > NEAR || x->lanes != w || x->imm[0] != d->imm[0] ||
            x->imm[1] != d->imm[1] || x->step != (gaps ? d->step : 0))
            continue;
        x->last_use = now;
        return x->var;
    }
    return NULL;
}

static void note_made(sel *S, const digits *d, uint32_t w, bool gaps, mir_var *var) {
    sel_digits *oldest = &S->digits[0];
    for (uint32_t k = 1; k < sizeof(S->digits) / sizeof(S->digits[0]); k++)
        oldest = S->digits[k].last_use < oldest->last_use ? &S->digits[k] : oldest;
    *oldest =
        (sel_digits){var, S->bb, S->bb->last ? S->bb->last->id : 0, w, {d->imm[0], d->imm[1]}, gaps ? d->step : 0};
}

static isa_operand digit_words(sel *S, const digits *d, uint32_t w) {
    mir_var *words = find_made(S, d, w, false);
    if (!words) {
        words = sel_var(S, MIR_VAR_GRF, ISA_UW, 2 * w, "c");
        for (uint32_t i = 0; i < w / 8; i++) {
            sel_inst(S, ISA_MOV, 8)->i.dst = sel_dst(words, (int32_t)i * 16, ISA_UW, 1);
            S->bb->last->i.src[0] = isa_imm(d->imm[i], ISA_UV);
        }
        note_made(S, d, w, false, words);
    }
    return sel_lanes(S, words, 0, w, ISA_UW);
}

// Emits the digits as words, times the step, plus the base; a step of one and a base of zero need no instruction.
static void emit_digits(sel *S, const digits *d, uint32_t w, const mir_var *var, int32_t off_b, isa_type t) {
    isa_operand from = digit_words(S, d, w), at = sel_lanes(S, var, off_b, w, t);
    bool multiply = d->step != 1 || d->scale, add = d->base != 0;
    if (t == ISA_F || (!multiply && !add)) {
        sel_inst(S, ISA_MOV, w)->i.dst = sel_dst(var, off_b, t, 1);
        S->bb->last->i.src[0] = from;
        from = at;
    }
    isa_operand steps[] = {digits_number(d->step, d->scale, t == ISA_F ? t : ISA_UW),
                           digits_number(d->base, d->scale, t)};
    bool wanted[] = {multiply, add};
    for (uint32_t i = 0; i < 2; i++) {
        if (!wanted[i])
            continue;
        mir_inst *m = sel_inst(S, i ? ISA_ADD : ISA_MUL, w);
        m->i.dst = sel_dst(var, off_b, t, 1);
        m->i.src[0] = from;
        m->i.src[1] = steps[i];
        from = at;
    }
}

// Writes ramps and similar vectors. Returns the number of lanes written, 0 if other sequences are as short.
static uint32_t try_digits(sel *S, LLVMValueRef c, uint32_t k, const mir_var *var, int32_t off_b) {
    LLVMTypeRef t = LLVMTypeOf(c);
    uint32_t e = genx_elt_b(t), grf_b = S->m->grf_b;
    digits d;
    isa_type dt = genx_is_float(t) ? ISA_F : e == 2 ? ISA_W : ISA_D;
    if ((e != 2 && e != 4) || (genx_is_float(t) && e != 4) || off_b % (int32_t)e)
        return 0;
    for (uint32_t w = 16; w >= 8; w /= 2) {
        if (genx_lanes(t) - k < w || (uint32_t)off_b % grf_b + w * e > 2 * grf_b || !find_digits(c, k, w, &d))
            continue;
        uint32_t cost = w / 8 + (dt == ISA_F) + (d.step != 1 || d.scale) + (d.base != 0);
        if (cost >= d.runs)
            continue;
        emit_digits(S, &d, w, var, off_b, dt);
        return w;
    }
    return 0;
}

// Writes digit * step to every second dword from off_b of var on.
static void emit_gaps(sel *S, const digits *d, uint32_t w, const mir_var *var, int32_t off_b) {
    isa_operand from = digit_words(S, d, w);
    mir_inst *m = sel_inst(S, d->step == 1 ? ISA_MOV : ISA_MUL, w);
    m->i.dst = sel_dst(var, off_b, ISA_UD, 2);
    m->i.src[0] = from;
    if (d->step != 1)
        m->i.src[1] = isa_imm((uint64_t)d->step, ISA_UW);
}

// base + digit * step by instructions on 64 bits.
static void emit_ramp64(sel *S, const digits *d, uint32_t w, const mir_var *var, int32_t off_b) {
    int32_t off[16];
    mir_var *gaps = find_made(S, d, w, true);
    if (!gaps) {
        gaps = sel_var(S, MIR_VAR_GRF, ISA_UD, 8 * w, "c");
        gaps->align_b = S->m->grf_b;
        emit_gaps(S, d, w, gaps, 0);
        note_made(S, d, w, true, gaps);
    }
    for (uint32_t k = 0; k < w; k++)
        off[k] = (int32_t)k * 8;
    mir_inst *m = sel_inst(S, d->base ? ISA_ADD : ISA_MOV, w);
    m->i.dst = sel_dst(var, off_b, ISA_Q, 1);
    m->i.src[0] = sel_region(S, gaps, off, w, ISA_UD);
    if (d->base)
        m->i.src[1] = isa_imm((uint64_t)d->base & UINT32_MAX, ISA_D);
}

// The same in dwords: the upper halves are equal.
static void emit_ramp_halves(sel *S, const digits *d, uint32_t w, const mir_var *var, int32_t off_b) {
    int32_t off[16];
    emit_gaps(S, d, w, var, off_b);
    for (uint32_t k = 0; k < w; k++)
        off[k] = off_b + (int32_t)k * 8;
    if (d->base & UINT32_MAX) {
        mir_inst *m = sel_inst(S, ISA_ADD, w);
        m->i.dst = sel_dst(var, off_b, ISA_UD, 2);
        m->i.src[0] = sel_region(S, var, off, w, ISA_UD);
        m->i.src[1] = isa_imm((uint64_t)d->base & UINT32_MAX, ISA_UD);
    }
    sel_mov(S, w, sel_dst(var, off_b + 4, ISA_UD, 2), isa_imm((uint64_t)d->base >> 32, ISA_UD), NULL);
}

// Writes a ramp of 64-bit integers. Returns the number of lanes written, 0 if other sequences are as short.
static uint32_t try_ramp64(sel *S, LLVMValueRef c, uint32_t k, const mir_var *var, int32_t off_b) {
    uint32_t grf_b = S->m->grf_b;
    bool whole = S->m->has_int64_mov && S->m->has_int64_add;
    if (genx_elt_b(LLVMTypeOf(c)) != 8 || genx_is_float(LLVMTypeOf(c)) || off_b % 8)
        return 0;
    for (uint32_t w = 16; w >= 8; w /= 2) {
        digits d;
        if (genx_lanes(LLVMTypeOf(c)) - k < w || (uint32_t)off_b % grf_b + w * 8 > 2 * grf_b ||
            !find_digits(c, k, w, &d))
            continue;
        if (w / 8 + 2 >= d.runs)
            continue;
        if (whole && d.base == (int32_t)d.base)
            emit_ramp64(S, &d, w, var, off_b);
        else if (d.base >> 32 == (d.base + 15 * d.step) >> 32)
            emit_ramp_halves(S, &d, w, var, off_b);
        else
            continue;
        return w;
    }
    return 0;
}

// Equal lanes from k on, the first of value *bits. Undefined lanes may join, but a defined lane may not join undefined
// ones; *undef: none is defined.
static uint32_t equal_lanes(LLVMValueRef c, uint32_t k, uint64_t *bits, bool *undef) {
    uint32_t run = 1, n = genx_lanes(LLVMTypeOf(c));
    uint64_t next;
    bool open = false;
    genx_const_lane(c, k, bits, undef);
    while (k + run < n && genx_const_lane(c, k + run, &next, &open) && next == *bits && (open || !*undef))
        run++;
    return run;
}

// Names the constant: an expression, or the address of a function or variable.
static void refuse_constant(sel *S, LLVMValueRef c) {
    enum { MOST = 120 };
    size_t len;
    if (LLVMIsAFunction(c)) { // whose text has its body
        sel_error(S, "CM0925",
                  "the address of function '%s' is not supported; call the function by name, because calls through a "
                  "pointer are not supported",
                  LLVMGetValueName2(c, &len));
        return;
    }
    char *text = LLVMPrintValueToString(c);
    sel_error(S, "CM0925",
              "the constant '%.*s%s' is not supported; addresses of functions and variables are not numbers", MOST,
              text, strlen(text) > MOST ? "..." : "");
    LLVMDisposeMessage(text);
}

enum { PACKED = 8, MIN_DOUBLED = 4 };

// Lane k + half + i is lane k + i shifted left, plus `add`, for each i < half.
typedef struct doubling {
    uint32_t half, shift;
    uint64_t add;
} doubling;

static uint64_t low_bits(uint64_t x, uint32_t bits) {
    return x & (~0ull >> (64 - bits));
}

static bool doubles_with(LLVMValueRef c, uint32_t k, uint32_t bits, doubling *d) {
    bool first = true;
    for (uint32_t i = 0; i < d->half; i++) {
        uint64_t x, y;
        bool no_x, no_y;
        if (!genx_const_lane(c, k + i, &x, &no_x) || !genx_const_lane(c, k + d->half + i, &y, &no_y) || (no_x && !no_y))
            return false;
        if (no_y)
            continue;
        uint64_t add = low_bits(y - (x << d->shift), bits);
        if (!first && add != d->add)
            return false;
        d->add = add;
        first = false;
    }
    return !first;
}

static uint32_t runs_of(LLVMValueRef c, uint32_t k, uint32_t end) {
    uint32_t n = 0;
    uint64_t bits;
    bool undef;
    for (; k < end; k += equal_lanes(c, k, &bits, &undef))
        n++;
    return n;
}

// A doubling with two instructions at most, if that is fewer than the runs of the upper half.
static bool find_doubling(LLVMValueRef c, uint32_t k, uint32_t half, doubling *d) {
    uint32_t bits = genx_elt_bits(LLVMTypeOf(c)), runs = runs_of(c, k + half, k + 2 * half);
    *d = (doubling){.half = half};
    for (; d->shift < bits; d->shift++) {
        if (doubles_with(c, k, bits, d))
            return (d->shift != 0) + (d->add != 0) < (int)runs;
    }
    return false;
}

static void emit_doubling(sel *S, const doubling *d, const mir_var *var, int32_t off_b, isa_type t) {
    int32_t to_b = off_b + (int32_t)(d->half * isa_type_size_b(t));
    isa_operand from = sel_lanes(S, var, off_b, d->half, t), to = sel_dst(var, to_b, t, 1);
    if (d->shift) {
        sel_emit2(S, ISA_SHL, d->half, to, from, isa_imm(d->shift, ISA_UW), false, NULL);
        from = sel_lanes(S, var, to_b, d->half, t);
    }
    if (d->add)
        sel_emit2(S, ISA_ADD, d->half, to, from, isa_imm(d->add, t), false, NULL);
    else if (!d->shift)
        sel_mov(S, d->half, to, from, NULL);
}

static void emit_lanes(sel *S, LLVMValueRef c, uint32_t k, uint32_t end, const mir_var *var, int32_t off_b);

// Lanes from k on whose upper half is computed from the lower one. Returns their number, or 0.
static uint32_t try_doubling(sel *S, LLVMValueRef c, uint32_t k, uint32_t end, const mir_var *var, int32_t off_b) {
    uint32_t e = genx_elt_b(LLVMTypeOf(c)), grf_b = S->m->grf_b;
    doubling d;
    if ((e != 2 && e != 4) || off_b % (int32_t)e)
        return 0;
    for (uint32_t half = RGN_MAX_LANES / 2; 2 * half >= MIN_DOUBLED; half /= 2) {
        uint32_t in_grf_b = (uint32_t)off_b % grf_b, size_b = half * e;
        bool fits = in_grf_b + size_b <= 2 * grf_b && (in_grf_b + size_b) % grf_b + size_b <= 2 * grf_b;
        if (end - k < 2 * half || !fits || !find_doubling(c, k, half, &d))
            continue;
        emit_lanes(S, c, k, k + half, var, off_b - (int32_t)(k * e));
        emit_doubling(S, &d, var, off_b, e == 2 ? ISA_UW : ISA_UD);
        return 2 * half;
    }
    return 0;
}

// Lanes [k, end) of the constant whose lane 0 is at off_b; groups may also write lanes after them.
static void emit_lanes(sel *S, LLVMValueRef c, uint32_t k, uint32_t end, const mir_var *var, int32_t off_b) {
    LLVMTypeRef t = LLVMTypeOf(c);
    uint32_t e = genx_elt_b(t);
    while (k < end) {
        uint64_t bits;
        bool undef;
        int32_t at = off_b + (int32_t)(k * e);
        uint32_t equal = equal_lanes(c, k, &bits, &undef);
        uint32_t run = e == 8   ? try_ramp64(S, c, k, var, at)
                       : e == 4 ? try_digits(S, c, k, var, at)
                                : 0; // one mov widens 16 lanes; packed immediates need two
        if (!run && equal < PACKED && try_packed(S, c, k, var, at))
            run = PACKED;
        if (!run && e == 2 && equal < PACKED)
            run = try_digits(S, c, k, var, at);
        if (!run && !undef)
            run = try_doubling(S, c, k, end, var, at);
        if (run) {
            k += run;
            continue;
        }
        if (equal > PACKED) // the lanes after whole groups may be part of a packed immediate
            equal -= equal % PACKED;
        if (!undef)
            sel_splat(S, var, at, e, equal, bits, genx_is_float(t) && e <= 4);
        k += equal;
    }
}

void sel_constant(sel *S, LLVMValueRef c, const mir_var *var, int32_t off_b) {
    assert(LLVMIsAConstant(c) && var);
    LLVMTypeRef t = LLVMTypeOf(c);
    uint32_t n = genx_lanes(t), e = genx_elt_b(t);
    uint64_t bits;
    bool undef;
    if (e == 0 || !genx_const_lane(c, 0, &bits, &undef))
        refuse_constant(S, c);
    else if (genx_const_splat(c, &bits))
        sel_splat(S, var, off_b, e, n, bits, genx_is_float(t) && e <= 4);
    else
        emit_lanes(S, c, 0, n, var, off_b);
}
