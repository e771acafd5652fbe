// SPDX-License-Identifier: MIT
// Expands the text of inline assembly. Operands become placeholder registers, so lib/isa can parse and validate a line
// like a line of an assembly file.
//
//   add (16|M0) $0 $1 $2:f                         (f1.0) add (8|M0) ...
//   add (16|M0) r1:f r3:f r5.0:f                   error: flags are operands
//
// Each operand has its own placeholder register; binding replaces the register by the operand's variable (sel_asm.c).
// An operand without a type gets the type of its value. A vector without a region is packed; a scalar is broadcast.

#include "sel_asm.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

void asm_error(asm_stmt *s, uint32_t at, const char *fmt, ...) {
    cmc_loc loc = s->at;
    if (s->places)
        loc.col += at;
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(s->S->d, CMC_ERROR, "CM0970", loc, fmt, ap);
    va_end(ap);
}

typedef struct expander {
    asm_stmt *s;
    const char *line;
    size_t len, at;
    asm_line *out;
} expander;

// Appends text that comes from the character at `from`.
static void put(expander *x, const char *text, size_t len, size_t from) {
    cmc_str_append_n(&x->out->text, text, len);
    for (size_t i = 0; i < len; i++)
        x->s->S->oom |= !cmc_vec_push(x->s->S->a, &x->out->from, (uint32_t)from);
}

static void copy(expander *x, size_t n) {
    for (; n && x->at < x->len; n--, x->at++)
        put(x, x->line + x->at, 1, x->at);
}

static void put_text(expander *x, size_t from, const char *text) {
    put(x, text, strlen(text), from);
}

static char peek(const expander *x, size_t ahead) {
    return x->at + ahead < x->len ? x->line[x->at + ahead] : 0;
}

static bool take_number(expander *x, uint32_t *v) {
    if (!isdigit((unsigned char)peek(x, 0)))
        return false;
    for (*v = 0; isdigit((unsigned char)peek(x, 0)) && *v < 100000; x->at++)
        *v = *v * 10 + (uint32_t)(peek(x, 0) - '0');
    return true;
}

// Appends a type such as ":ud", unless the text has a type.
static void put_type(expander *x, size_t from, isa_type t) {
    if (peek(x, 0) == ':')
        return;
    put_text(x, from, ":");
    put_text(x, from, isa_type_name(t));
}

// Expands an operand and its optional "(row,column)" or ".column".
static bool put_place(expander *x, size_t from, const asm_operand *o) {
    uint32_t row = 0, column = 0;
    bool placed = false;
    if (peek(x, 0) == '(' && isdigit((unsigned char)peek(x, 1))) {
        x->at++;
        placed = take_number(x, &row) && peek(x, 0) == ',';
        x->at++;
        while (peek(x, 0) == ' ')
            x->at++;
        placed = placed && take_number(x, &column) && peek(x, 0) == ')';
        x->at++;
        if (!placed) {
            asm_error(x->s, (uint32_t)from, "expected a row and a column, as in %%0(1,0)");
            return false;
        }
    }
    char text[32];
    if (row * x->s->S->m->grf_b >= o->size_b) {
        asm_error(x->s, (uint32_t)from, "row %u, a register of %u bytes, is outside an operand that has %u",
                  (unsigned)row, (unsigned)x->s->S->m->grf_b, (unsigned)o->size_b);
        return false;
    }
    snprintf(text, sizeof(text), placed || (o->lanes == 1 && peek(x, 0) != '.') ? "r%u.%u" : "r%u",
             (unsigned)(o->reg + row), (unsigned)column);
    put_text(x, from, text);
    return true;
}

static bool put_register(expander *x, size_t from, const asm_operand *o) {
    if (!put_place(x, from, o))
        return false;
    if (peek(x, 0) == '.' && isdigit((unsigned char)peek(x, 1)))
        do
            copy(x, 1);
        while (isdigit((unsigned char)peek(x, 0)));
    size_t end = 0;
    if (peek(x, 0) == '<')
        while (peek(x, end) && peek(x, end) != '>')
            end++;
    copy(x, end ? end + 1 : 0);
    put_type(x, from, o->type);
    return true;
}

static bool put_immediate(expander *x, size_t from, const asm_operand *o) {
    uint64_t bits;
    bool undef;
    char text[32];
    isa_type t = o->type;
    if (!LLVMIsAConstant(o->v) || !genx_const_lane(o->v, 0, &bits, &undef)) {
        asm_error(x->s, (uint32_t)from, "the operand is not a constant; use the constraint \"r\"");
        return false;
    }
    uint64_t packed = 0, lane;
    if (o->lanes > 1 && !genx_const_splat(o->v, &bits)) { // eight 4-bit integers, packed
        for (uint32_t k = 0; k < o->lanes; k++) {
            uint64_t mask = o->size_b / o->lanes < 8 ? (1ull << 8 * (o->size_b / o->lanes)) - 1 : UINT64_MAX;
            if (o->lanes != 8 || !genx_const_lane(o->v, k, &lane, &undef) ||
                (o->is_unsigned ? lane > 15 : ((lane + 8) & mask) > 15)) {
                asm_error(x->s, (uint32_t)from, "only eight integers from %s can be an immediate; use \"r\"",
                          o->is_unsigned ? "0 to 15" : "-8 to 7");
                return false;
            }
            packed |= (lane & 15) << 4 * k;
        }
        bits = packed;
        t = o->is_unsigned ? ISA_UV : ISA_V;
    } else if (isa_type_size_b(t) == 1) { // there are no byte immediates
        bits = o->is_unsigned ? bits & 0xff : (uint64_t)(int64_t)(int8_t)bits & 0xffff;
        t = o->is_unsigned ? ISA_UW : ISA_W;
    }
    snprintf(text, sizeof(text), "0x%llX", (unsigned long long)bits);
    put_text(x, from, text);
    put_type(x, from, t);
    return true;
}

static bool put_number(expander *x, size_t from, const asm_operand *o) {
    char text[32];
    if (!LLVMIsAConstantInt(o->v)) {
        asm_error(x->s, (uint32_t)from, "the operand is not a constant integer, which \"n\" requires");
        return false;
    }
    if (o->is_unsigned)
        snprintf(text, sizeof(text), "%llu", LLVMConstIntGetZExtValue(o->v));
    else
        snprintf(text, sizeof(text), "%lld", LLVMConstIntGetSExtValue(o->v));
    put_text(x, from, text);
    return true;
}

static bool put_operand(expander *x) {
    size_t from = x->at++;
    uint32_t n;
    char flag[16];
    if (peek(x, 0) == '$') { // "$$" is a plain dollar
        x->at++;
        put_text(x, from, "$");
        return true;
    }
    if (!take_number(x, &n) || n >= x->s->n - x->s->n_extra) {
        asm_error(x->s, (uint32_t)from, "expected an operand, as in %%0 or %%[name]");
        return false;
    }
    const asm_operand *o = &x->s->ops[n < x->s->n_shown ? n : n + x->s->n_extra];
    if (o->tied >= 0) { // shares the output's register
        const asm_operand *out = &x->s->ops[o->tied];
        o = out;
    }
    switch ((asm_kind)o->kind) {
    case ASM_REGISTER:
        return put_register(x, from, o);
    case ASM_IMMEDIATE:
        return put_immediate(x, from, o);
    case ASM_NUMBER:
        return put_number(x, from, o);
    case ASM_FLAG:
        break;
    }
    bool sub = peek(x, 0) == '.' && isdigit((unsigned char)peek(x, 1));
    snprintf(flag, sizeof(flag), sub ? "f%u" : "f%u.0", (unsigned)o->reg);
    put_text(x, from, flag);
    return true;
}

// Rejects the names of registers that allocation assigns: their contents are unknown.
static bool put_word(expander *x) {
    size_t n = 0;
    while (isalnum((unsigned char)peek(x, n)) || peek(x, n) == '_')
        n++;
    const char *w = x->line + x->at;
    bool digits = n > 1;
    for (size_t i = 1; i < n; i++)
        digits = digits && isdigit((unsigned char)w[i]);
    if ((w[0] == 'r' && digits && !(n == 2 && w[1] == '0')) || (w[0] == 'r' && n == 1 && peek(x, 1) == '[')) {
        asm_error(x->s, (uint32_t)x->at,
                  "the compiler allocates the registers of a kernel; name them by operands, as in \"=r\"(v)");
        return false;
    }
    if (w[0] == 'f' && digits) {
        asm_error(x->s, (uint32_t)x->at,
                  "the compiler allocates flag registers; use a flag as an operand, as in \"cr\"(mask)");
        return false;
    }
    if (w[0] == 'a' && digits) {
        asm_error(x->s, (uint32_t)x->at,
                  "the compiler allocates address registers; use an element as an operand, as in \"a\"(v(i))");
        return false;
    }
    copy(x, n);
    return true;
}

// Rejects vISA text such as "add (M1, 16) V1 V2 V3", which CM's own compiler accepts.
static bool refuse_visa(expander *x) {
    for (size_t i = 0; i + 2 < x->len; i++) {
        if (x->line[i] != '(')
            continue;
        size_t k = i + 1;
        while (k < x->len && x->line[k] == ' ')
            k++;
        if (k + 1 >= x->len || x->line[k] != 'M' || !isdigit((unsigned char)x->line[k + 1]))
            continue;
        size_t word = 0, end;
        while (word < i && !isalpha((unsigned char)x->line[word]))
            word++;
        for (end = word; end < i && (isalnum((unsigned char)x->line[end]) || x->line[end] == '.');)
            end++;
        asm_error(
            x->s, (uint32_t)i,
            "this is vISA text; inline assembly must be Xe assembly in iga64's syntax: '%.*s (16|M0) %%0 %%1 %%2'",
            (int)(end - word), x->line + word);
        return false;
    }
    return true;
}

bool asm_expand(asm_stmt *s, const char *line, size_t len, asm_line *out) {
    assert(line && out);
    expander x = {.s = s, .line = line, .len = len, .out = out};
    if (!refuse_visa(&x))
        return false;
    while (x.at < len) {
        char c = line[x.at];
        if (c == '/' && peek(&x, 1) == '/')
            break;
        bool in_number = x.at && (isalnum((unsigned char)line[x.at - 1]) || line[x.at - 1] == '_');
        bool ok = true;
        if (c == '$')
            ok = put_operand(&x);
        else if (isalpha((unsigned char)c) && !in_number)
            ok = put_word(&x);
        else
            copy(&x, 1);
        if (!ok)
            return false;
    }
    return true;
}
