// SPDX-License-Identifier: MIT
// Parses operands: registers, regions, types, immediates, branch targets, descriptors.

#include "out.h"
#include "parse_priv.h"
#include <assert.h>
#include <string.h>

// Registers

// Splits "acc3" into "acc" and 3. Returns false if there is no number or it is too large.
static bool split_number(isa_span word, isa_span *name, unsigned *number) {
    size_t n = word.len;
    while (n > 0 && is_digit(word.text[n - 1]))
        n--;
    *name = (isa_span){word.text, n};
    *number = 0;
    for (size_t i = n; i < word.len; i++) {
        *number = *number * 10 + (unsigned)(word.text[i] - '0');
        if (*number > 0xffff)
            return false;
    }
    return n < word.len;
}

cmc_status parse_register(parser *ps, isa_operand *o, bool *is_reg) {
    parse_space(ps);
    const char *at = ps->p;
    isa_span word = parse_word(ps), name;
    unsigned number = 0;
    bool numbered = split_number(word, &name, &number);
    *is_reg = true;
    if (span_is(name, "r") && numbered) {
        unsigned top = ps->m->grf_count_large > ps->m->grf_count ? ps->m->grf_count_large : ps->m->grf_count;
        if (number >= top)
            return parse_fail_at(ps, at, "%s has no register r%u; the last is r%u", ps->m->name, number, top - 1);
        o->file = ISA_FILE_GRF;
        o->reg = number;
        return CMC_OK;
    }
    bool mme = span_is(name, "mme");
    int arf = mme ? ISA_ARF_ACC : isa_arf_find(name.text, name.len);
    const bool scalar = arf == ISA_ARF_SP && ps->m->has_scalar;
    const isa_arf_row *row = arf < 0 ? NULL : scalar ? &isa_scalar_row : &isa_arf_rows[arf >> 4];
    if (row && !mme && !span_is(name, row->name)) // s0 and sp have one number
        row = NULL;
    if (mme) // an accumulator's other name; only eight of them
        number = number < 8 ? number + isa_arf_mme0(ps->m) : 16;
    if (!row || (row->count != 0 && !numbered) || (row->count == 0 && number != 0)) {
        ps->p = at;
        *is_reg = false;
        return CMC_OK;
    }
    o->file = ISA_FILE_ARF;
    o->reg = row->base | (number & 15);
    if (number > 15 || !isa_arf_by_reg(ps->m, o->reg))
        return parse_fail_at(ps, at, "%s has no register %.*s", ps->m->name, span_shown(word), word.text);
    return CMC_OK;
}

cmc_status parse_subregister(parser *ps, isa_operand *o, int32_t *sub) {
    *sub = 0;
    if (ps->p == ps->end || *ps->p != '.')
        return CMC_OK;
    ps->p++;
    if (parse_peek_digit(ps)) {
        uint8_t n = 0;
        CMC_TRY(parse_small(ps, "subregister", 255, &n));
        *sub = n;
        return CMC_OK;
    }
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    if (span_is(word, "nomme"))
        o->mme = 9;
    else if (word.len == 4 && memcmp(word.text, "mme", 3) == 0 && word.text[3] >= '0' && word.text[3] <= '7')
        o->mme = (uint8_t)(word.text[3] - '0' + 1);
    else
        return parse_fail_at(ps, at, "expected a subregister number, mme0 to mme7 or nomme");
    return CMC_OK;
}

// Parses "[a0.3,-16]" after "r".
static cmc_status parse_indirect(parser *ps, isa_operand *o) {
    isa_operand a = {0};
    bool is_reg = false;
    int32_t sub = 0;
    CMC_TRY(parse_expect(ps, '['));
    parse_space(ps);
    const char *at = ps->p;
    CMC_TRY(parse_register(ps, &a, &is_reg));
    CMC_TRY(parse_subregister(ps, &a, &sub));
    if (is_reg && a.file == ISA_FILE_ARF && a.reg == ISA_ARF_SP && ps->m->has_scalar) {
        a.off_b = sub;
        *o = a;
        return parse_expect(ps, ']');
    }
    if (!is_reg || a.file != ISA_FILE_ARF || a.reg != ISA_ARF_A0 || sub > 15)
        return parse_fail_at(ps, at, "expected an address register a0.0 to a0.15");
    o->file = ISA_FILE_GRF;
    o->indirect = true;
    o->addr_sub = (uint8_t)sub;
    if (parse_accept(ps, ',') || parse_peek(ps, '+') || parse_peek(ps, '-')) {
        bool neg = parse_accept(ps, '-');
        uint64_t v = 0;
        if (!neg)
            parse_accept(ps, '+');
        at = ps->p;
        CMC_TRY(parse_uint(ps, &v));
        if (v > 0x7fff)
            return parse_fail_at(ps, at, "address offset %llu is too large", (unsigned long long)v);
        o->addr_imm = (int16_t)(neg ? -(int)v : (int)v);
    }
    return parse_expect(ps, ']');
}

static bool peek_indirect(parser *ps) {
    parse_space(ps);
    return ps->end - ps->p >= 2 && ps->p[0] == 'r' && ps->p[1] == '[';
}

// ":ud", if there is one
static cmc_status parse_type(parser *ps, uint8_t *type) {
    if (!parse_accept(ps, ':'))
        return CMC_OK;
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    *type = (uint8_t)isa_type_find(word.text, word.len);
    if (*type == ISA_TYPE_NONE)
        return parse_fail_at(ps, at, "unknown type '%.*s'", span_shown(word), word.text);
    return CMC_OK;
}

static cmc_status require_type(parser *ps, uint8_t *type) {
    CMC_TRY(parse_type(ps, type));
    return *type == ISA_TYPE_NONE ? parse_fail(ps, "expected a type such as ':d'") : CMC_OK;
}

// Converts a written subregister (in steps of unit bits) to bytes.
static cmc_status set_sub(parser *ps, isa_operand *o, int32_t sub, unsigned unit) {
    o->off_b = sub * (int32_t)unit / 8;
    if (o->off_b >= ps->m->grf_b)
        return parse_fail(ps, "subregister %d lies outside the register of %u bytes", (int)sub, ps->m->grf_b);
    return CMC_OK;
}

// Regions

static bool is_ternary(const parser *ps) {
    return isa_op_get((isa_op)ps->in->op)->format == ISA_FMT_TERNARY;
}

// The region of a source without a written one: one element if the source names an element (r2.3) or there is one lane,
// otherwise packed elements (r2). An indirect operand is packed.
static isa_region default_region(const parser *ps, unsigned i, bool names_element) {
    bool one_lane = ps->in->exec_size == 1, scalar = names_element || one_lane;
    bool unit_steps = ps->lay->tern_vs[1] == 1; // otherwise a packed region has rows of two
    if (isa_is_math_macro(ps->in) && !is_ternary(ps))
        return one_lane ? (isa_region){0, 1, 0} : ps->lay->macro_rgn;
    if (isa_is_math_macro(ps->in))
        return (isa_region){i < 2 ? 4 : 0, 0, 1};
    if (is_ternary(ps) && i == 2)
        return (isa_region){0, 0, !scalar};
    if (is_ternary(ps) && scalar)
        return (isa_region){0, 0, 0};
    if (is_ternary(ps))
        return unit_steps ? (isa_region){1, 0, 0} : (isa_region){2, 0, 1};
    if (ps->in->src[i].indirect)
        return (isa_region){1, 1, 0};
    return scalar ? (isa_region){0, 1, 0} : (isa_region){1, 1, 0};
}

static cmc_status parse_src_region(parser *ps, unsigned i, bool names_element, isa_region *r) {
    *r = default_region(ps, i, names_element);
    if (!parse_accept(ps, '<'))
        return CMC_OK;
    uint8_t n[3] = {0, 0, 0};
    CMC_TRY(parse_small(ps, "region stride", 32, &n[0]));
    if (is_ternary(ps)) {
        if (i < 2) {
            CMC_TRY(parse_expect(ps, ';'));
            CMC_TRY(parse_small(ps, "region stride", 32, &n[1]));
        }
        *r = i < 2 ? (isa_region){n[0], 0, n[1]} : (isa_region){0, 0, n[0]};
    } else if (parse_accept(ps, ';')) {
        CMC_TRY(parse_small(ps, "region width", 32, &n[1]));
        CMC_TRY(parse_expect(ps, ','));
        CMC_TRY(parse_small(ps, "region stride", 32, &n[2]));
        *r = (isa_region){n[0], n[1], n[2]};
    } else {
        CMC_TRY(parse_expect(ps, ','));
        CMC_TRY(parse_small(ps, "region stride", 32, &n[1]));
        *r = (isa_region){ISA_VXH, n[0], n[1]};
    }
    return parse_expect(ps, '>');
}

cmc_status parse_dst(parser *ps) {
    isa_operand *o = &ps->in->dst;
    bool is_reg = true;
    int32_t sub = 0;
    if (peek_indirect(ps)) {
        ps->p++;
        CMC_TRY(parse_indirect(ps, o));
    } else {
        CMC_TRY(parse_register(ps, o, &is_reg));
        if (!is_reg)
            return parse_fail(ps, "expected a destination register");
        CMC_TRY(parse_subregister(ps, o, &sub));
    }
    o->rgn.h = 1;
    if (parse_accept(ps, '<')) {
        CMC_TRY(parse_small(ps, "destination stride", 4, &o->rgn.h));
        CMC_TRY(parse_expect(ps, '>'));
    }
    CMC_TRY(require_type(ps, &o->type));
    return set_sub(ps, o, sub, isa_sub_unit(ps->m, o));
}

// Immediates

typedef struct literal {
    bool neg, is_float, is_nan;
    bool decimal;  // integer without 0x or 0b
    double value;  // is_float
    uint64_t bits; // integer; payload of a NaN
    bool quiet;
} literal;

// A decimal number is a float when a point or an exponent follows its digits.
static bool looks_like_float(const parser *ps) {
    const char *p = ps->p;
    if (ps->end - p >= 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
        return false;
    while (p < ps->end && is_digit(*p))
        p++;
    return p > ps->p && p < ps->end && (*p == '.' || *p == 'e' || *p == 'E');
}

static double take_decimal(parser *ps) {
    const char *first = ps->p;
    while (ps->p < ps->end && (is_digit(*ps->p) || *ps->p == '.'))
        ps->p++;
    if (ps->p < ps->end && (*ps->p == 'e' || *ps->p == 'E')) {
        ps->p++;
        if (ps->p < ps->end && (*ps->p == '+' || *ps->p == '-'))
            ps->p++;
        while (ps->p < ps->end && is_digit(*ps->p))
            ps->p++;
    }
    return isa_decimal(first, (size_t)(ps->p - first));
}

// *found false: there is no literal here, and only blanks are skipped.
static cmc_status parse_literal(parser *ps, literal *lit, bool *found) {
    *lit = (literal){0};
    *found = true;
    const char *at = ps->p;
    lit->neg = parse_accept(ps, '-');
    if (parse_peek_digit(ps)) {
        if (!looks_like_float(ps)) {
            lit->decimal = ps->end - ps->p < 2 || !is_letter(ps->p[1]);
            return parse_uint(ps, &lit->bits);
        }
        lit->is_float = true;
        lit->value = take_decimal(ps);
        return CMC_OK;
    }
    lit->is_float = true;
    if (ps->p < ps->end && *ps->p == 'r') { // a register, as most operands are
        ps->p = at;
        *found = false;
        return CMC_OK;
    }
    if (parse_word_is(ps, "inf")) {
        lit->value = (double)__builtin_inff();
        return CMC_OK;
    }
    lit->quiet = parse_word_is(ps, "qnan");
    if (lit->quiet || parse_word_is(ps, "snan")) {
        lit->is_nan = true;
        CMC_TRY(parse_expect(ps, '('));
        CMC_TRY(parse_uint(ps, &lit->bits));
        return parse_expect(ps, ')');
    }
    ps->p = at;
    *found = false;
    return CMC_OK;
}

static uint64_t float_bits(const literal *lit, unsigned size_b) {
    unsigned mant = size_b == 2 ? 10 : size_b == 4 ? 23 : 52;
    uint64_t sign = (uint64_t)lit->neg << (size_b * 8 - 1), bits = 0;
    if (lit->is_nan) {
        uint64_t exp = ((uint64_t)1 << (size_b * 8 - 1 - mant)) - 1;
        return sign | exp << mant | (uint64_t)lit->quiet << (mant - 1) | lit->bits;
    }
    if (size_b == 2) {
        bits = isa_double_to_half((double)(float)lit->value);
    } else if (size_b == 4) {
        float f = (float)lit->value;
        uint32_t u;
        memcpy(&u, &f, sizeof u);
        bits = u;
    } else {
        memcpy(&bits, &lit->value, sizeof bits);
    }
    return sign | bits;
}

static cmc_status set_integer(parser *ps, isa_operand *o, const literal *lit, const char *at) {
    bool packed = o->type == ISA_V || o->type == ISA_UV || o->type == ISA_VF;
    unsigned bits = packed ? 32 : isa_type_size_b((isa_type)o->type) * 8u;
    uint64_t mask = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1, v = lit->bits;
    bool fits = lit->neg ? v <= (mask >> 1) + 1 : v <= mask;
    if (!fits)
        return parse_fail_at(ps, at, "immediate does not fit in type '%s'", isa_type_name((isa_type)o->type));
    o->imm = (lit->neg ? 0 - v : v) & mask;
    return CMC_OK;
}

static cmc_status parse_imm(parser *ps, isa_operand *o, bool *found) {
    literal lit;
    parse_space(ps);
    const char *at = ps->p;
    CMC_TRY(parse_literal(ps, &lit, found));
    if (!*found)
        return CMC_OK;
    o->file = ISA_FILE_IMM;
    CMC_TRY(require_type(ps, &o->type));
    bool float_type = o->type == ISA_HF || o->type == ISA_F || o->type == ISA_DF;
    if (!lit.is_float && lit.decimal && float_type)
        return parse_fail_at(ps, at, "write a floating-point number with a point (1.0), or its bits as 0x...");
    if (!lit.is_float)
        return set_integer(ps, o, &lit, at);
    if (!float_type)
        return parse_fail_at(ps, at, "a floating-point number cannot have type '%s'", isa_type_name((isa_type)o->type));
    unsigned size_b = isa_type_size_b((isa_type)o->type);
    if (lit.is_nan && lit.bits >> (size_b == 2 ? 10 : size_b == 4 ? 23 : 52))
        return parse_fail_at(ps, at, "NaN payload does not fit in type '%s'", isa_type_name((isa_type)o->type));
    o->imm = float_bits(&lit, size_b);
    return CMC_OK;
}

// A state register without subregisters, such as ce; null counts as a vector.
static bool is_single(const parser *ps, const isa_operand *o) {
    const isa_arf_row *row = o->file == ISA_FILE_ARF ? isa_arf_by_reg(ps->m, o->reg) : NULL;
    return row && !row->has_sub && o->reg != ISA_ARF_NULL;
}

cmc_status parse_src(parser *ps, unsigned i) {
    assert(i < 3 && "an instruction has at most three sources");
    isa_operand *o = &ps->in->src[i];
    bool found = false, is_reg = true, names_element = false;
    int32_t sub = 0;
    CMC_TRY(parse_imm(ps, o, &found));
    if (found)
        return CMC_OK;
    if (parse_accept(ps, '-') || parse_accept(ps, '~'))
        o->mod |= ISA_MOD_NEG;
    if (parse_accept(ps, '(')) {
        if (!parse_word_is(ps, "abs"))
            return parse_fail(ps, "expected '(abs)'");
        CMC_TRY(parse_expect(ps, ')'));
        o->mod |= ISA_MOD_ABS;
    }
    if (peek_indirect(ps)) {
        ps->p++;
        CMC_TRY(parse_indirect(ps, o));
    } else {
        CMC_TRY(parse_register(ps, o, &is_reg));
        if (!is_reg)
            return parse_fail(ps, "expected source %u: a register or an immediate", i);
        names_element = (ps->p < ps->end && *ps->p == '.') || is_single(ps, o);
        CMC_TRY(parse_subregister(ps, o, &sub));
    }
    if (isa_op_get((isa_op)ps->in->op)->format != ISA_FMT_DPAS)
        CMC_TRY(parse_src_region(ps, i, names_element, &o->rgn));
    CMC_TRY(require_type(ps, &o->type));
    return set_sub(ps, o, sub, isa_sub_unit(ps->m, o));
}

// Sends

// Skips a region that the instruction implies, as in text of older tools.
static cmc_status skip_region(parser *ps) {
    uint8_t n = 0;
    if (!parse_accept(ps, '<'))
        return CMC_OK;
    do
        CMC_TRY(parse_small(ps, "region stride", 32, &n));
    while (parse_accept(ps, ';') || parse_accept(ps, ','));
    return parse_expect(ps, '>');
}

static cmc_status parse_send_operand(parser *ps, isa_operand *o) {
    bool is_reg = true;
    int32_t sub = 0;
    if (peek_indirect(ps)) {
        ps->p++;
        CMC_TRY(parse_indirect(ps, o));
        return skip_region(ps);
    }
    CMC_TRY(parse_register(ps, o, &is_reg));
    if (!is_reg)
        return parse_fail(ps, "expected a register");
    CMC_TRY(parse_subregister(ps, o, &sub));
    if (sub != 0)
        return parse_fail(ps, "an operand of a send must start at subregister 0");
    return skip_region(ps);
}

// ":2" is the length of source 1; ":ud" is its type, which is not encoded.
static cmc_status parse_send_length(parser *ps, bool *has_len) {
    uint8_t type = ISA_TYPE_NONE;
    if (!parse_accept(ps, ':'))
        return CMC_OK;
    *has_len = parse_peek_digit(ps);
    if (*has_len)
        return parse_small(ps, "length", 31, &ps->in->src1_len);
    ps->p--;
    return parse_type(ps, &type);
}

// "a0.2" or a 32-bit number.
static cmc_status parse_descriptor(parser *ps, const char *what, bool *is_reg, uint8_t *sub, uint32_t *imm,
                                   bool may_sum) {
    isa_operand o = {0};
    int32_t n = 0;
    parse_space(ps);
    const char *at = ps->p;
    if (parse_peek_digit(ps)) {
        uint64_t v = 0;
        CMC_TRY(parse_uint(ps, &v));
        if (v > UINT32_MAX)
            return parse_fail_at(ps, at, "%s does not fit in 32 bits", what);
        *imm = (uint32_t)v;
        if (!may_sum || !parse_accept(ps, ':'))
            return CMC_OK;
    }
    CMC_TRY(parse_register(ps, &o, is_reg));
    CMC_TRY(parse_subregister(ps, &o, &n));
    if (!*is_reg || o.file != ISA_FILE_ARF || o.reg != ISA_ARF_A0 || n > 7)
        return parse_fail_at(ps, at, "expected %s: a number or a0.n", what);
    *sub = (uint8_t)n;
    return CMC_OK;
}

cmc_status parse_send_operands(parser *ps) {
    isa_inst *in = ps->in;
    bool has_len = false;
    uint8_t desc_sub = 0;
    CMC_TRY(parse_send_operand(ps, &in->dst));
    in->dst.rgn.h = ps->lay->split_send ? 1 : 0;
    CMC_TRY(parse_type(ps, &in->dst.type));
    CMC_TRY(parse_send_operand(ps, &in->src[0]));
    CMC_TRY(parse_type(ps, &in->src[0].type));
    const bool gather = isa_is_gather(ps->m, in);
    if (!gather && (!ps->lay->split_send || in->op == ISA_SENDS || in->op == ISA_SENDSC)) {
        CMC_TRY(parse_send_operand(ps, &in->src[1]));
        CMC_TRY(parse_send_length(ps, &has_len));
    }
    CMC_TRY(parse_descriptor(ps, "the extended descriptor", &in->exdesc_is_reg, &in->exdesc_sub, &in->exdesc,
                             ps->lay->exdesc_sum));
    CMC_TRY(parse_descriptor(ps, "the descriptor", &in->desc_is_reg, &desc_sub, &in->desc, false));
    if (desc_sub != 0)
        return parse_fail(ps, "a descriptor in a register must be in a0.0");
    if (has_len && !ps->lay->send_len)
        return parse_fail(ps, "on %s the length of source 1 is part of the extended descriptor", ps->m->name);
    enum { EX_LEN_LO = 6, EX_LEN = 0x1f };
    if (!has_len && !gather && ps->lay->send_len &&
        !in->exdesc_is_reg) { // the syntax of families without a length field
        in->src1_len = in->exdesc >> EX_LEN_LO & EX_LEN;
        in->exdesc &= ~((uint32_t)EX_LEN << EX_LEN_LO);
    }
    if (has_len && in->exdesc_is_reg)
        in->exbso = true; // only ExBSO has a length field
    if (!has_len && !gather && in->exdesc_is_reg && (ps->lay->exbso_sfids >> in->sfid & 1))
        return parse_fail(ps, "source 1 needs its length, as in 'r30:2'");
    return CMC_OK;
}

// Branches and sync

static cmc_status parse_branch_register(parser *ps, isa_operand *o, bool *is_reg) {
    enum { DWORD = 32 };
    int32_t sub = 0;
    uint8_t type = ISA_TYPE_NONE;
    CMC_TRY(parse_register(ps, o, is_reg));
    if (!*is_reg)
        return CMC_OK;
    CMC_TRY(parse_subregister(ps, o, &sub));
    CMC_TRY(skip_region(ps));
    CMC_TRY(parse_type(ps, &type)); // the type is implied; older text has it
    bool has_type = o == &ps->in->dst || ps->in->op == ISA_RET;
    if (type == ISA_UD && has_type && isa_branch_has_type(ps->m))
        o->type = type;
    return set_sub(ps, o, sub, DWORD);
}

// A label, or a number of bytes from this instruction.
static cmc_status parse_label(parser *ps, char *label, int32_t *offset) {
    enum { LABEL_CAP = sizeof ps->out->jip_label };
    parse_space(ps);
    const char *at = ps->p;
    bool neg = parse_accept(ps, '-');
    if (parse_peek_digit(ps)) {
        uint64_t v = 0;
        uint8_t type = ISA_TYPE_NONE;
        CMC_TRY(parse_uint(ps, &v));
        if (v > (uint64_t)INT32_MAX + neg)
            return parse_fail_at(ps, at, "branch offset does not fit in 32 bits");
        *offset = (int32_t)(neg ? -(int64_t)v : (int64_t)v);
        return parse_type(ps, &type);
    }
    isa_span word = parse_word(ps);
    if (word.len == 0 || neg)
        return parse_fail_at(ps, at, "expected a label");
    if (word.len >= LABEL_CAP)
        return parse_fail_at(ps, at, "label is longer than %d characters", LABEL_CAP - 1);
    memcpy(label, word.text, word.len);
    label[word.len] = '\0';
    return CMC_OK;
}

cmc_status parse_branch_operands(parser *ps) {
    isa_inst *in = ps->in;
    bool is_reg = false;
    if (in->op == ISA_CALL || in->op == ISA_CALLA) {
        CMC_TRY(parse_branch_register(ps, &in->dst, &is_reg));
        if (!is_reg)
            return parse_fail(ps, "expected the register for the return address");
    }
    CMC_TRY(parse_branch_register(ps, &in->src[0], &is_reg));
    if (is_reg)
        return CMC_OK;
    CMC_TRY(parse_label(ps, ps->out->jip_label, &in->jip));
    if (isa_op_get((isa_op)in->op)->format == ISA_FMT_BRANCH2)
        CMC_TRY(parse_label(ps, ps->out->uip_label, &in->uip));
    return CMC_OK;
}

// A flag register that holds a barrier's number.
static cmc_status parse_sync_register(parser *ps, isa_operand *o, bool *is_reg) {
    int32_t sub = 0;
    const char *at = ps->p;
    CMC_TRY(parse_register(ps, o, is_reg));
    if (!*is_reg)
        return CMC_OK;
    if (!ps->lay->bar_flag || ps->in->fc != ISA_SYNC_BAR || o->file != ISA_FILE_ARF || (o->reg & 0xf0u) != ISA_ARF_F)
        return parse_fail_at(ps, at, "expected null%s",
                             ps->lay->bar_flag ? ", a number, or for sync.bar a flag register" : " or a number");
    CMC_TRY(parse_subregister(ps, o, &sub));
    CMC_TRY(require_type(ps, &o->type));
    return set_sub(ps, o, sub, isa_sub_unit(ps->m, o));
}

// "null", a number, "($1,$3)" or a register.
cmc_status parse_sync_operand(parser *ps) {
    isa_operand *o = &ps->in->src[0];
    *o = (isa_operand){.file = ISA_FILE_ARF, .reg = ISA_ARF_NULL};
    if (parse_at_end(ps) || parse_peek(ps, '{'))
        return CMC_OK;
    if (parse_word_is(ps, "null")) {
        uint8_t type = ISA_TYPE_NONE;
        CMC_TRY(skip_region(ps));
        return parse_type(ps, &type);
    }
    bool is_reg = false;
    CMC_TRY(parse_sync_register(ps, o, &is_reg));
    if (is_reg)
        return CMC_OK;
    *o = isa_imm(0, ISA_UD);
    if (parse_peek_digit(ps)) {
        uint8_t type = ISA_UD;
        CMC_TRY(parse_uint(ps, &o->imm));
        return parse_type(ps, &type);
    }
    CMC_TRY(parse_expect(ps, '('));
    do {
        uint8_t token = 0;
        CMC_TRY(parse_expect(ps, '$'));
        CMC_TRY(parse_small(ps, "token", 31, &token));
        o->imm |= (uint64_t)1 << token;
    } while (parse_accept(ps, ','));
    return parse_expect(ps, ')');
}
