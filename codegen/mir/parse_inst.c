// SPDX-License-Identifier: MIT
// Parses one machine IR instruction. The syntax is iga64's, plus variables (%name+offset).

#include "parse_priv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Helpers

static bool accept_text(mir_parser *p, const char *text) {
    size_t n = strlen(text);
    mir_p_skip(p);
    if ((size_t)(p->end - p->pos) < n || memcmp(p->pos, text, n))
        return false;
    p->pos += n;
    return true;
}

static bool find_var(mir_parser *p, const char *s, size_t len, uint32_t *id) {
    const mir_var *v = mir_p_var(p, s, len);
    if (!v)
        return mir_p_fail(p, "unknown variable '%%%.*s'", (int)len, s);
    *id = v->id;
    return true;
}

// "name.sub" of a flag or address variable: the name ends at the last dot.
static bool split_sub(mir_parser *p, const char *s, size_t *len, uint8_t *sub) {
    size_t d = *len;
    while (d && s[d - 1] != '.')
        d--;
    if (d < 2 || d == *len || !isdigit((unsigned char)s[d]))
        return mir_p_fail(p, "expected '.NUMBER' after the name '%.*s'", (int)*len, s);
    *sub = (uint8_t)strtoul(s + d, NULL, 10);
    *len = d - 1;
    return true;
}

// Letters followed by digits: "r12", "acc0". Returns the number of letters, 0 when there are no digits.
static size_t split_register(const char *s, size_t len, uint32_t *index, uint32_t *sub) {
    size_t n = 0;
    while (n < len && isalpha((unsigned char)s[n]))
        n++;
    char buf[24], *rest;
    if (n == 0 || n == len || len - n >= sizeof(buf))
        return 0;
    memcpy(buf, s + n, len - n);
    buf[len - n] = 0;
    *index = (uint32_t)strtoul(buf, &rest, 10);
    *sub = *rest == '.' && isdigit((unsigned char)rest[1]) ? (uint32_t)strtoul(rest + 1, &rest, 10) : 0;
    return *rest || *index > 255 || *sub > 255 ? 0 : n;
}

// Operands

// "[%addr.2,16]", "[a0.2,16]" or, after allocation, "[a0.2,16,320:96]": 96 bytes from byte 320 of the file
static bool parse_address(mir_parser *p, isa_operand *o) {
    const char *s;
    size_t len;
    bool var = mir_p_accept(p, '%');
    if (!mir_p_word(p, &s, &len) || !split_sub(p, s, &len, &o->addr_sub))
        return mir_p_fail(p, "expected an address register");
    if (var && !find_var(p, s, len, &o->vaddr))
        return false;
    if (!var && (len != 2 || memcmp(s, "a0", 2)))
        return mir_p_fail(p, "expected a0 or an address variable");
    int64_t imm;
    if (!mir_p_expect(p, ',') || !mir_p_int(p, INT16_MIN, INT16_MAX, &imm))
        return false;
    o->addr_imm = (int16_t)imm;
    o->indirect = true;
    int64_t at, size_b;
    if (o->file == ISA_FILE_GRF && !o->vaddr && mir_p_accept(p, ',')) { // the range it may reach
        if (!mir_p_int(p, 0, 65535, &at) || !mir_p_expect(p, ':') || !mir_p_int(p, 1, 65535, &size_b))
            return false;
        o->imm = (uint64_t)at | (uint64_t)size_b << 32;
    }
    return mir_p_expect(p, ']');
}

static bool parse_physical(mir_parser *p, isa_operand *o, uint32_t *sub) {
    const char *s;
    size_t len;
    uint32_t index;
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected an operand");
    if (len == 1 && *s == 'r' && mir_p_accept(p, '[')) {
        o->file = ISA_FILE_GRF;
        return parse_address(p, o);
    }
    if ((len == 4 && !memcmp(s, "null", 4)) || (len == 2 && !memcmp(s, "ip", 2))) {
        o->file = ISA_FILE_ARF;
        o->reg = *s == 'n' ? ISA_ARF_NULL : ISA_ARF_IP;
        return true;
    }
    size_t n = split_register(s, len, &index, sub);
    int arf = n ? isa_arf_find(s, n) : -1;
    if (n == 1 && *s == 'r') {
        o->file = ISA_FILE_GRF;
        o->reg = index;
    } else if (arf >= 0 && index < 16) {
        o->file = ISA_FILE_ARF;
        o->reg = (uint32_t)arf | index;
    } else {
        p->pos = s;
        return mir_p_fail(p, "'%.*s' is not an operand", (int)len, s);
    }
    return true;
}

// Register or variable without its region; *sub is the sub-register in elements.
static bool parse_place(mir_parser *p, isa_operand *o, uint32_t *sub) {
    const char *s;
    size_t len;
    *sub = 0;
    if (!mir_p_accept(p, '%'))
        return parse_physical(p, o, sub);
    if (!mir_p_word(p, &s, &len) || !find_var(p, s, len, &o->reg))
        return mir_p_fail(p, "expected a variable");
    o->file = ISA_FILE_VREG;
    if (mir_p_accept(p, '['))
        return parse_address(p, o);
    char c = mir_p_peek(p);
    int64_t off = 0;
    if ((c == '+' || c == '-') && !mir_p_int(p, -65536, 65536, &off))
        return false;
    o->off_b = (int32_t)off;
    return true;
}

static bool parse_type(mir_parser *p, isa_operand *o, bool required) {
    const char *s;
    size_t len;
    if (mir_p_peek(p) != ':' || p->pos + 1 >= p->end || !isalpha((unsigned char)p->pos[1]))
        return !required || mir_p_fail(p, "expected ':' and a type");
    p->pos++;
    mir_p_word(p, &s, &len);
    if (len > 5 && !memcmp(s + len - 5, ".mme", 4) && isdigit((unsigned char)s[len - 1])) {
        o->mme = (uint8_t)(s[len - 1] - '0' + 1);
        len -= 5;
    }
    o->type = (uint8_t)isa_type_find(s, len);
    p->pos = o->type ? p->pos : s;
    return o->type || mir_p_fail(p, "unknown type '%.*s'", (int)len, s);
}

static bool parse_region(mir_parser *p, isa_operand *o, bool dst) {
    int64_t n[3] = {0, 0, 0};
    uint32_t count = 0;
    char sep[3] = {0, 0, 0};
    if (!mir_p_accept(p, '<'))
        return true;
    do {
        if (!mir_p_int(p, 0, 32, &n[count++]))
            return false;
        sep[count - 1] = mir_p_peek(p);
    } while (count < 3 && (mir_p_accept(p, ';') || mir_p_accept(p, ',')));
    if (count == 1)
        o->rgn = (isa_region){.h = (uint8_t)n[0]};
    else if (count == 2 && sep[0] == ',')
        o->rgn = (isa_region){.v = ISA_VXH, .w = (uint8_t)n[0], .h = (uint8_t)n[1]};
    else if (count == 2)
        o->rgn = (isa_region){.v = (uint8_t)n[0], .h = (uint8_t)n[1]};
    else
        o->rgn = (isa_region){.v = (uint8_t)n[0], .w = (uint8_t)n[1], .h = (uint8_t)n[2]};
    if (dst && count != 1)
        return mir_p_fail(p, "a destination takes one stride, <h>");
    return mir_p_expect(p, '>');
}

// The sub-register counts elements of the type, which is parsed after it.
static void apply_sub(isa_operand *o, uint32_t sub) {
    uint32_t size_b = isa_type_size_b((isa_type)o->type);
    if (o->file != ISA_FILE_VREG)
        o->off_b = (int32_t)(sub * (size_b ? size_b : 1));
}

static bool parse_dst(mir_parser *p, isa_operand *o) {
    uint32_t sub;
    if (!parse_place(p, o, &sub))
        return false;
    bool region = mir_p_peek(p) == '<';
    if (!parse_region(p, o, true) || !parse_type(p, o, region))
        return false;
    apply_sub(o, sub);
    return true;
}

static uint64_t float_bits(double v, isa_type t, bool *ok) {
    float f = (float)v;
    uint32_t b32;
    uint64_t b64;
    memcpy(&b32, &f, 4);
    memcpy(&b64, &v, 8);
    *ok = t == ISA_F || t == ISA_DF;
    return t == ISA_DF ? b64 : b32;
}

static bool parse_imm(mir_parser *p, isa_operand *o) {
    const char *s;
    size_t len;
    char buf[48], *rest;
    bool neg = mir_p_accept(p, '-');
    if (!mir_p_word(p, &s, &len) || len + 1 >= sizeof(buf))
        return mir_p_fail(p, "expected a number");
    memcpy(buf, s, len);
    buf[len] = 0;
    o->file = ISA_FILE_IMM;
    if (!parse_type(p, o, true))
        return false;
    uint32_t size_b = isa_type_size_b((isa_type)o->type);
    if (memchr(buf, '.', len)) {
        bool ok;
        double v = strtod(buf, &rest);
        o->imm = float_bits(neg ? -v : v, (isa_type)o->type, &ok);
        return (ok && !*rest) ||
               mir_p_fail(p, "'%s' is not a number of type %s", buf, isa_type_name((isa_type)o->type));
    }
    uint64_t v = strtoull(buf, &rest, 0);
    if (*rest)
        return mir_p_fail(p, "'%s' is not a number", buf);
    bool packed = o->type == ISA_UV || o->type == ISA_V || o->type == ISA_VF;
    uint64_t mask = packed || size_b == 4 ? UINT32_MAX : size_b >= 8 ? UINT64_MAX : (1ull << (8 * size_b)) - 1;
    if (!neg && (v & ~mask)) {
        p->pos = s;
        return mir_p_fail(p, "%s does not fit in type %s", buf, isa_type_name((isa_type)o->type));
    }
    o->imm = (neg ? 0 - v : v) & mask;
    return true;
}

static bool parse_src(mir_parser *p, isa_operand *o) {
    uint32_t sub;
    char c = mir_p_peek(p);
    char after = p->pos + 1 < p->end ? p->pos[1] : 0;
    if (isdigit((unsigned char)c) || (c == '-' && isdigit((unsigned char)after)))
        return parse_imm(p, o);
    if (mir_p_accept(p, '&')) {
        if (!parse_place(p, o, &sub))
            return false;
        if (o->file != ISA_FILE_VREG)
            return mir_p_fail(p, "'&' needs a variable");
        o->file = ISA_FILE_VADDR;
        return parse_type(p, o, true);
    }
    if (mir_p_accept(p, '-') || mir_p_accept(p, '~'))
        o->mod |= ISA_MOD_NEG;
    if (accept_text(p, "(abs)"))
        o->mod |= ISA_MOD_ABS;
    if (!parse_place(p, o, &sub))
        return false;
    bool region = mir_p_peek(p) == '<';
    if (!parse_region(p, o, false) || !parse_type(p, o, region))
        return false;
    apply_sub(o, sub);
    return true;
}

// Heads

static bool parse_flag(mir_parser *p, isa_inst *i, uint8_t *pred) {
    const char *s;
    size_t len;
    bool var = mir_p_accept(p, '%');
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected a flag");
    if (pred) {
        size_t d = len;
        while (d && s[d - 1] != '.')
            d--;
        int ctrl = d ? isa_name_find(ISA_NAMES_PRED, s + d, len - d) : -1;
        *pred = ctrl < 0 ? ISA_PRED_NORMAL : (uint8_t)ctrl;
        len = ctrl < 0 ? len : d - 1;
    }
    uint8_t sub;
    if (!split_sub(p, s, &len, &sub))
        return false;
    uint32_t id = 0, reg = 0;
    if (var && !find_var(p, s, len, &id))
        return false;
    if (!var) {
        if (len != 2 || s[0] != 'f' || !isdigit((unsigned char)s[1]))
            return mir_p_fail(p, "'%.*s' is not a flag register", (int)len, s);
        reg = (uint32_t)(s[1] - '0');
    }
    bool seen = i->pred && !pred;
    if (seen && (i->vflag != id || i->flag_reg != reg || i->flag_sub != sub))
        return mir_p_fail(p, "predicate and condition must use the same flag register");
    i->vflag = id;
    i->flag_reg = (uint8_t)reg;
    i->flag_sub = sub;
    return true;
}

static bool parse_predicate(mir_parser *p, isa_inst *i) {
    if (!mir_p_accept(p, '('))
        return true;
    mir_p_skip(p);
    if (p->pos + 1 < p->end && *p->pos == 'W' && (p->pos[1] == ')' || p->pos[1] == '&')) {
        i->no_mask = true;
        p->pos++;
        if (mir_p_accept(p, ')'))
            return true;
        p->pos++;
    }
    i->pred_inv = mir_p_accept(p, '~');
    uint8_t pred = 0;
    if (!parse_flag(p, i, &pred))
        return false;
    i->pred = pred;
    return mir_p_expect(p, ')');
}

// The suffixes of a mnemonic: "inv" of math.inv, "b" of goto.b, "8x4" of dpas.8x4.
static bool apply_function(mir_parser *p, mir_inst *m, const char *s, size_t len) {
    isa_inst *i = &m->i;
    isa_format fmt = mir_op_is_pseudo(i->op) ? ISA_FMT_NONE : (isa_format)isa_op_get((isa_op)i->op)->format;
    int v = -1;
    if (len == 1 && *s == 'b' && fmt != ISA_FMT_MATH)
        return i->branch_ctrl = true;
    if (i->op == MIR_MSG && (v = (int)mir_name_find(&mir_msg_kind_names, s, len)) >= 0)
        m->msg->kind = (uint8_t)v;
    else if (fmt == ISA_FMT_MATH && (v = isa_name_find(ISA_NAMES_MATH, s, len)) >= 0)
        i->fc = (uint8_t)v;
    else if (fmt == ISA_FMT_SYNC && (v = isa_name_find(ISA_NAMES_SYNC, s, len)) >= 0)
        i->fc = (uint8_t)v;
    else if (fmt == ISA_FMT_SEND && (v = isa_sfid_find(p->fn->model, s, len)) >= 0)
        i->sfid = (uint8_t)v;
    else if (fmt == ISA_FMT_DPAS && len >= 3 && isdigit((unsigned char)s[0])) {
        char *rest;
        i->dpas_depth = (uint8_t)strtoul(s, &rest, 10);
        i->dpas_count = (uint8_t)(*rest == 'x' ? strtoul(rest + 1, NULL, 10) : 0);
        v = 0;
    } else if (i->op == ISA_BFN) {
        i->fc = (uint8_t)strtoul(s, NULL, 0);
        v = 0;
    }
    return v >= 0 || mir_p_fail(p, "unknown function '%.*s'", (int)len, s);
}

static bool parse_mnemonic(mir_parser *p, mir_block *b, mir_inst **out) {
    const char *s;
    size_t len, n = 0;
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected an instruction");
    while (n < len && s[n] != '.')
        n++;
    uint16_t op = mir_op_find(s, n);
    if (op == ISA_OP_NONE) {
        p->pos = s;
        return mir_p_fail(p, "unknown instruction '%.*s'", (int)n, s);
    }
    mir_inst *m = mir_inst_create(p->fn, op);
    if (m && op == MIR_MSG)
        m->msg = CMC_NEW(p->arena, mir_msg);
    if (!m || (op == MIR_MSG && !m->msg)) {
        p->oom = true;
        return false;
    }
    while (n < len) {
        size_t from = ++n;
        while (n < len && s[n] != '.')
            n++;
        if (!apply_function(p, m, s + from, n - from))
            return false;
    }
    mir_block_append(b, m);
    *out = m;
    return true;
}

static bool parse_exec(mir_parser *p, isa_inst *i) {
    int64_t n;
    if (mir_p_peek(p) != '(' || p->pos + 1 >= p->end || !isdigit((unsigned char)p->pos[1]))
        return true;
    p->pos++;
    if (!mir_p_int(p, 1, 32, &n))
        return false;
    i->exec_size = (uint8_t)n;
    if (mir_p_accept(p, '|')) {
        if (!mir_p_expect(p, 'M') || !mir_p_int(p, 0, 28, &n))
            return false;
        i->chan_off = (uint8_t)n;
    }
    return mir_p_expect(p, ')');
}

static bool parse_condition(mir_parser *p, isa_inst *i) {
    if (accept_text(p, "(sat)")) {
        i->sat = true;
        return true;
    }
    if (!mir_p_accept(p, '('))
        return true;
    const char *s;
    size_t len;
    int c = mir_p_word(p, &s, &len) ? isa_name_find(ISA_NAMES_CMOD, s, len) : -1;
    if (c < 0)
        return mir_p_fail(p, "unknown condition");
    i->cmod = (uint8_t)c;
    if (!mir_p_expect(p, ')') || !parse_flag(p, i, NULL))
        return false;
    i->sat = accept_text(p, "(sat)");
    return true;
}

// Tails

static bool at_tail(mir_parser *p) {
    char c = mir_p_peek(p);
    return c == 0 || c == '\n' || c == '{' || c == '!';
}

// Whether a register or variable comes next, rather than a block name.
static bool at_register(mir_parser *p) {
    char c = mir_p_peek(p);
    char d = p->pos + 1 < p->end ? p->pos[1] : 0;
    return c == '%' || (c == 'r' && (isdigit((unsigned char)d) || d == '[')) ||
           (c == 'n' && p->end - p->pos >= 4 && !memcmp(p->pos, "null", 4));
}

static bool parse_descriptor(mir_parser *p, isa_inst *i) {
    int64_t n;
    if (mir_p_accept(p, ':')) {
        if (!mir_p_int(p, 0, 31, &n))
            return false;
        i->src1_len = (uint8_t)n;
    }
    if (accept_text(p, "a0.")) {
        i->exdesc_is_reg = true;
        if (!mir_p_int(p, 0, 7, &n))
            return false;
        i->exdesc_sub = (uint8_t)n;
    } else {
        if (!mir_p_int(p, 0, UINT32_MAX, &n))
            return false;
        i->exdesc = (uint32_t)n;
    }
    if (accept_text(p, "a0.0")) {
        i->desc_is_reg = true;
        if (!mir_p_accept(p, ':'))
            return true;
    }
    if (!mir_p_int(p, 0, UINT32_MAX, &n))
        return false;
    i->desc = (uint32_t)n;
    return true;
}

static bool parse_block_name(mir_parser *p, uint32_t *id) {
    const char *s;
    size_t len;
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected a block name");
    const mir_block *b = mir_index_find(&p->fn->block_names, s, len);
    if (!b)
        return mir_p_fail(p, "unknown block '%.*s'", (int)len, s);
    *id = b->id;
    return true;
}

static bool parse_branch_tail(mir_parser *p, mir_inst *m) {
    for (uint32_t t = 0; t < 2 && !at_tail(p); t++) {
        char c = mir_p_peek(p);
        int64_t n;
        if (isdigit((unsigned char)c) || c == '-') {
            if (!mir_p_int(p, INT32_MIN, INT32_MAX, &n))
                return false;
            *(t ? &m->i.uip : &m->i.jip) = (int32_t)n;
        } else if (!parse_block_name(p, &m->target[t])) {
            return false;
        }
    }
    return true;
}

static bool parse_message_field(mir_parser *p, mir_msg *msg, const char *s, size_t len) {
    for (uint32_t i = 0; i < mir_msg_operand_count; i++)
        if (strlen(mir_msg_operands[i].name) == len && !memcmp(mir_msg_operands[i].name, s, len)) {
            msg->surface_is_var |= i == 0;
            return parse_src(p, (isa_operand *)(void *)((char *)msg + mir_msg_operands[i].offset));
        }
    for (uint32_t i = 0; i < mir_msg_field_count; i++) {
        const mir_msg_field *f = &mir_msg_fields[i];
        int64_t n;
        if (strlen(f->name) != len || memcmp(f->name, s, len))
            continue;
        if (!mir_p_int(p, 0, f->size_b == 1 ? UINT8_MAX : f->size_b == 2 ? UINT16_MAX : UINT32_MAX, &n))
            return false;
        for (uint32_t b = 0; b < f->size_b; b++)
            ((uint8_t *)msg)[f->offset + b] = (uint8_t)(n >> (8 * b));
        return true;
    }
    return mir_p_fail(p, "unknown message field '%.*s'", (int)len, s);
}

static bool parse_message(mir_parser *p, mir_inst *m) {
    if (at_register(p) && !parse_dst(p, &m->i.dst))
        return false;
    while (!at_tail(p)) {
        const char *s;
        size_t len;
        if (!mir_p_word(p, &s, &len))
            return mir_p_fail(p, "expected a message field");
        if (!mir_p_expect(p, '=') || !parse_message_field(p, m->msg, s, len))
            return false;
    }
    return true;
}

static bool parse_operands(mir_parser *p, mir_inst *m) {
    isa_inst *i = &m->i;
    bool branch = mir_inst_is_branch(m);
    bool send = !mir_op_is_pseudo(i->op) && isa_op_get((isa_op)i->op)->format == ISA_FMT_SEND;
    if (i->op == MIR_MSG)
        return parse_message(p, m);
    if (mir_op_has_dst(i->op) && !at_tail(p) && !parse_dst(p, &i->dst))
        return false;
    uint32_t n_src = mir_op_is_pseudo(i->op) ? mir_op_src_count(i->op) : 3;
    for (uint32_t s = 0; s < n_src && !at_tail(p); s++) {
        if ((branch || send) && !at_register(p))
            break;
        if (!parse_src(p, &i->src[s]))
            return false;
    }
    if (send)
        return parse_descriptor(p, i);
    if (branch)
        return parse_branch_tail(p, m);
    int64_t n;
    if (i->op == MIR_COPY || (i->op == MIR_UNDEF && !at_tail(p))) {
        if (!mir_p_int(p, 1, 1 << 16, &n))
            return false;
        m->len_b = (uint32_t)n;
    }
    return true;
}

static bool parse_dist_or_token(mir_parser *p, isa_swsb *s, uint8_t pipe) {
    int64_t n;
    if (mir_p_accept(p, '@')) {
        s->pipe = pipe;
        if (!mir_p_int(p, 1, 7, &n))
            return false;
        s->dist = (uint8_t)n;
        return true;
    }
    p->pos++; // '$'
    const char *w;
    size_t len, d = 0;
    mir_p_word(p, &w, &len);
    while (d < len && isdigit((unsigned char)w[d]))
        d++;
    s->token = (uint8_t)strtoul(w, NULL, 10);
    int mode = d == len ? ISA_TOKEN_SET : w[d] == '.' ? isa_name_find(ISA_NAMES_TOKEN, w + d + 1, len - d - 1) : -1;
    s->token_mode = (uint8_t)mode;
    if (d == 0 || mode < 0)
        return mir_p_fail(p, "expected $N, $N.dst or $N.src");
    return s->token < 32 || mir_p_fail(p, "token %u does not exist", s->token);
}

static bool parse_symbol(mir_parser *p, mir_inst *m, bool high) {
    const char *s;
    size_t len;
    if (!mir_p_expect(p, '='))
        return false;
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected the symbol of a text");
    m->symbol = cmc_arena_strndup(p->arena, s, len);
    m->symbol_high = high;
    p->oom |= !m->symbol;
    return !p->oom;
}

static bool parse_option(mir_parser *p, mir_inst *m) {
    isa_inst *i = &m->i;
    char c = mir_p_peek(p);
    if (c == '@' || c == '$')
        return parse_dist_or_token(p, &i->swsb, ISA_PIPE_NONE);
    const char *s;
    size_t len;
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected an instruction option");
    int pipe = isa_name_find(ISA_NAMES_PIPE, s, len);
    if (pipe >= 0 && mir_p_peek(p) == '@')
        return parse_dist_or_token(p, &i->swsb, (uint8_t)pipe);
    if ((len == 3 && !memcmp(s, "low", 3)) || (len == 4 && !memcmp(s, "high", 4)))
        return parse_symbol(p, m, len == 4);
    return isa_option_set(i, s, len) || mir_p_fail(p, "unknown instruction option '%.*s'", (int)len, s);
}

static bool parse_tail(mir_parser *p, mir_inst *m) {
    int64_t n;
    if (mir_p_accept(p, '{')) {
        do {
            if (!parse_option(p, m))
                return false;
        } while (mir_p_accept(p, ','));
        if (!mir_p_expect(p, '}'))
            return false;
    }
    if (!mir_p_accept(p, '!'))
        return true;
    if (!mir_p_string(p, &m->loc.file) || !mir_p_expect(p, ':') || !mir_p_int(p, 1, UINT32_MAX, &n))
        return false;
    m->loc.line = (uint32_t)n;
    if (!mir_p_expect(p, ':') || !mir_p_int(p, 0, UINT32_MAX, &n))
        return false;
    m->loc.col = (uint32_t)n;
    return true;
}

bool mir_p_inst(mir_parser *p, mir_block *b) {
    isa_inst head = {0};
    mir_inst *m = NULL;
    if (!parse_predicate(p, &head) || !parse_mnemonic(p, b, &m))
        return false;
    m->i.no_mask = head.no_mask;
    m->i.pred = head.pred;
    m->i.pred_inv = head.pred_inv;
    m->i.vflag = head.vflag;
    m->i.flag_reg = head.flag_reg;
    m->i.flag_sub = head.flag_sub;
    return parse_exec(p, &m->i) && parse_condition(p, &m->i) && parse_operands(p, m) && parse_tail(p, m);
}
