// SPDX-License-Identifier: MIT
// Parses machine IR text (docs/mir.md): the module, functions and their declarations. Tokens are in parse_token.c,
// instructions in parse_inst.c. Only the first fault is reported; the function being built is then abandoned with the
// arena.

#include "parse_priv.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool end_line(mir_parser *p) {
    if (!mir_p_at_eol(p))
        return mir_p_fail(p, "expected the end of the line, found '%c'", *p->pos);
    if (p->pos < p->end) {
        p->pos++;
        p->line++;
        p->line_start = p->pos;
    }
    return true;
}

static void skip_empty_lines(mir_parser *p) {
    while (mir_p_peek(p) == '\n')
        end_line(p);
}

static bool word_is(const char *s, size_t len, const char *text) {
    return strlen(text) == len && !memcmp(s, text, len);
}

// Declarations

// The compiler names variable 7 "x.7"; for any other variable that name could collide later.
static bool name_may_be(const char *s, size_t len, uint32_t id) {
    size_t d = len;
    while (d && isdigit((unsigned char)s[d - 1]))
        d--;
    if (d == len || d < 1 || s[d - 1] != '.')
        return true;
    return strtoul(s + d, NULL, 10) == id;
}

// fixed=r2+16, fixed=f0.1, fixed=a0.3
static bool parse_file_address(mir_parser *p, const mir_var *v, uint32_t *out) {
    int64_t reg = 0, sub = 0;
    const char *want = v->kind == MIR_VAR_GRF ? "r" : v->kind == MIR_VAR_FLAG ? "f" : "a";
    const char *s;
    size_t len;
    if (mir_p_peek(p) != *want)
        return mir_p_fail(p, "expected a register of the %s file", mir_name_of(&mir_var_kind_names, v->kind));
    mir_p_word(p, &s, &len);
    char buf[24], *rest;
    if (len >= sizeof(buf))
        return mir_p_fail(p, "register name too long");
    memcpy(buf, s, len);
    buf[len] = 0;
    reg = strtol(buf + 1, &rest, 10);
    if (*rest == '.')
        sub = strtol(rest + 1, &rest, 10);
    if (*rest || rest == buf + 1 || reg < 0 || reg > 255 || sub < 0 || sub > 15)
        return mir_p_fail(p, "'%s' is not a register", buf);
    if (v->kind == MIR_VAR_GRF) {
        if (mir_p_accept(p, '+') && !mir_p_int(p, 0, p->fn->model->grf_b - 1, &sub))
            return false;
        *out = (uint32_t)reg * p->fn->model->grf_b + (uint32_t)sub;
    } else {
        *out = (uint32_t)reg * 4 + (uint32_t)sub * 2;
    }
    return true;
}

static bool parse_var_option(mir_parser *p, mir_var *v, const char *s, size_t len) {
    int64_t n;
    if (word_is(s, len, "even"))
        v->even_grf = true;
    else if (word_is(s, len, "no_spill"))
        v->no_spill = true;
    else if (word_is(s, len, "bound"))
        v->bound = true;
    else if (word_is(s, len, "live_in"))
        v->live_in = true;
    else if (word_is(s, len, "align")) {
        if (!mir_p_expect(p, '=') || !mir_p_int(p, 1, 4096, &n))
            return false;
        if (n & (n - 1))
            return mir_p_fail(p, "alignment must be a power of two");
        v->align_b = (uint16_t)n;
    } else if (word_is(s, len, "fixed")) {
        v->fixed = true;
        return mir_p_expect(p, '=') && parse_file_address(p, v, &v->fixed_b);
    } else if (word_is(s, len, "at")) {
        v->allocated = true;
        return mir_p_expect(p, '=') && parse_file_address(p, v, &v->alloc_b);
    } else if (word_is(s, len, "same_sub")) {
        const mir_var *other;
        if (!mir_p_expect(p, '=') || !mir_p_expect(p, '%') || !mir_p_word(p, &s, &len))
            return false;
        if (!(other = mir_p_var(p, s, len)))
            return mir_p_fail(p, "unknown variable '%%%.*s'", (int)len, s);
        v->same_sub_as = other->id;
    } else {
        return mir_p_fail(p, "unknown variable option '%.*s'", (int)len, s);
    }
    return true;
}

static bool parse_var(mir_parser *p) {
    const char *s;
    size_t len;
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected grf, flag or addr");
    uint32_t kind = mir_name_find(&mir_var_kind_names, s, len);
    if (kind == UINT32_MAX)
        return mir_p_fail(p, "unknown kind of variable '%.*s', expected grf, flag or addr", (int)len, s);
    if (!mir_p_expect(p, '%') || !mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected a variable name");
    if (mir_p_var(p, s, len))
        return mir_p_fail(p, "variable '%%%.*s' is declared twice", (int)len, s);
    if (!name_may_be(s, len, p->fn->vars.len))
        return mir_p_fail(p, "'%%%.*s' ends in a number other than this variable's own, %u", (int)len, s,
                          (unsigned)p->fn->vars.len);
    int64_t size_b;
    if (!mir_p_int(p, 1, 1 << 16, &size_b))
        return false;
    mir_var *v = mir_var_create(p->fn, (mir_var_kind)kind, ISA_TYPE_NONE, (uint32_t)size_b, 1, NULL);
    if (!v || !(v->name = cmc_arena_strndup(p->arena, s, len))) {
        p->oom = true;
        return false;
    }
    p->oom |= !mir_index_add(p->arena, &p->names, v->name, v);
    if (mir_p_accept(p, ':')) {
        if (!mir_p_word(p, &s, &len) || !(v->type = (uint8_t)isa_type_find(s, len)))
            return mir_p_fail(p, "expected a type");
    }
    while (!mir_p_at_eol(p))
        if (!mir_p_word(p, &s, &len) ? !mir_p_fail(p, "expected a variable option") : !parse_var_option(p, v, s, len))
            return false;
    return true;
}

static bool parse_arg_option(mir_parser *p, mir_arg *a, const char *s, size_t len) {
    int64_t n = 0;
    if (word_is(s, len, "readonly")) {
        a->readonly = true;
        return true;
    }
    if (word_is(s, len, "writeonly")) {
        a->writeonly = true;
        return true;
    }
    if (!mir_p_expect(p, '='))
        return false;
    if (word_is(s, len, "name"))
        return mir_p_string(p, &a->name);
    if (word_is(s, len, "type"))
        return mir_p_string(p, &a->type_name);
    if (!mir_p_int(p, 0, UINT32_MAX, &n))
        return false;
    if (word_is(s, len, "index"))
        a->index = (uint32_t)n;
    else if (word_is(s, len, "off"))
        a->off_b = (uint32_t)n;
    else if (word_is(s, len, "size"))
        a->size_b = (uint32_t)n;
    else if (word_is(s, len, "bti"))
        a->bti = (uint8_t)n;
    else
        return mir_p_fail(p, "unknown argument option '%.*s'", (int)len, s);
    return true;
}

static bool parse_arg(mir_parser *p) {
    const char *s;
    size_t len;
    mir_arg a = {.index = UINT32_MAX};
    uint32_t kind = mir_p_word(p, &s, &len) ? mir_name_find(&mir_arg_kind_names, s, len) : UINT32_MAX;
    if (kind == UINT32_MAX)
        return mir_p_fail(p, "expected a kind of argument");
    a.kind = (uint8_t)kind;
    while (!mir_p_at_eol(p))
        if (!mir_p_word(p, &s, &len) ? !mir_p_fail(p, "expected an argument option") : !parse_arg_option(p, &a, s, len))
            return false;
    p->oom |= !cmc_vec_push(p->arena, &p->fn->args, a);
    return !p->oom;
}

// Functions

// True when the line at s is "name:"; labels are collected before instructions name them.
static bool is_label(const char *s, const char *end, size_t *name_len) {
    const char *e = s;
    while (e < end && mir_p_word_char(*e))
        e++;
    *name_len = (size_t)(e - s);
    return e > s && e < end && *e == ':' && (e + 1 == end || isspace((unsigned char)e[1]) || e[1] == '/');
}

static bool collect_blocks(mir_parser *p) {
    for (const char *s = p->pos; s < p->end; s++) {
        while (s < p->end && (*s == ' ' || *s == '\t'))
            s++;
        size_t len;
        if (s < p->end && *s == '}')
            break;
        if (is_label(s, p->end, &len)) {
            const char *name = cmc_arena_strndup(p->arena, s, len);
            const mir_block *b = name ? mir_block_create(p->fn, name) : NULL;
            p->oom |= !b;
            if (!b)
                return false;
            if (strcmp(b->name, name))
                return mir_p_fail(p, "block '%s' is defined twice", name);
        }
        while (s < p->end && *s != '\n')
            s++;
    }
    return true;
}

static bool parse_number_attribute(mir_parser *p, uint32_t *out) {
    int64_t n;
    if (!mir_p_int(p, 0, UINT32_MAX, &n))
        return false;
    *out = (uint32_t)n;
    return true;
}

static bool parse_phase(mir_parser *p) {
    const char *s;
    size_t len;
    uint32_t phase = mir_p_word(p, &s, &len) ? mir_name_find(&mir_phase_names, s, len) : UINT32_MAX;
    if (phase == UINT32_MAX)
        return mir_p_fail(p, "unknown phase");
    p->fn->phase = (uint8_t)phase;
    return true;
}

// Returns false on error; *was = whether the word was a declaration.
static bool parse_declaration(mir_parser *p, const char *s, size_t len, bool *was) {
    *was = true;
    if (word_is(s, len, "var"))
        return parse_var(p);
    if (word_is(s, len, "arg"))
        return parse_arg(p);
    if (word_is(s, len, "phase"))
        return parse_phase(p);
    if (word_is(s, len, "grf_count")) {
        p->fn->grf_chosen = true;
        return parse_number_attribute(p, &p->fn->grf_count);
    }
    if (word_is(s, len, "grf_auto")) {
        p->fn->grf_chosen = p->fn->grf_auto = true;
        return true;
    }
    if (word_is(s, len, "slm"))
        return parse_number_attribute(p, &p->fn->slm_b);
    if (word_is(s, len, "barriers"))
        return parse_number_attribute(p, &p->fn->barrier_count);
    if (word_is(s, len, "private"))
        return parse_number_attribute(p, &p->fn->private_b);
    if (word_is(s, len, "scratch"))
        return parse_number_attribute(p, &p->fn->scratch_b);
    if (word_is(s, len, "local_ids")) {
        p->fn->uses_local_ids = true;
        return true;
    }
    if (word_is(s, len, "keeps_undef")) {
        p->fn->keeps_undef = true;
        return true;
    }
    *was = false;
    return true;
}

static bool parse_body_line(mir_parser *p, mir_block **block) {
    const char *start = p->pos, *s;
    size_t len;
    if (is_label(p->pos, p->end, &len)) {
        uint32_t next = *block ? (*block)->id + 1 : 0;
        *block = p->fn->blocks.data[next];
        p->pos += len + 1;
        return end_line(p);
    }
    if (!*block && mir_p_word(p, &s, &len)) {
        bool was;
        if (!parse_declaration(p, s, len, &was))
            return false;
        if (was)
            return end_line(p);
        p->pos = start;
    }
    if (!*block)
        return mir_p_fail(p, "instruction precedes the first block");
    return mir_p_inst(p, *block) && end_line(p);
}

static bool parse_kernel(mir_parser *p) {
    const char *name;
    if (!mir_p_string(p, &name) || !mir_p_expect(p, '{') || !end_line(p))
        return false;
    p->fn = mir_fn_create(p->mod, name);
    p->names = (mir_index){0};
    if (!p->fn) {
        p->oom = true;
        return false;
    }
    if (!collect_blocks(p))
        return false;
    mir_block *block = NULL;
    for (;;) {
        skip_empty_lines(p);
        if (mir_p_accept(p, '}'))
            return end_line(p);
        if (p->pos >= p->end)
            return mir_p_fail(p, "kernel '%s' has no closing '}'", name);
        if (!parse_body_line(p, &block))
            return false;
    }
}

static bool parse_target(mir_parser *p) {
    const char *s;
    size_t len;
    skip_empty_lines(p);
    if (!mir_p_word(p, &s, &len) || !word_is(s, len, "target") || !mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected 'target NAME' on the first line");
    char *name = cmc_arena_strndup(p->arena, s, len);
    const isa_model *m = name ? isa_model_find(name) : NULL;
    p->oom |= !name;
    if (!m)
        return mir_p_fail(p, "unknown target '%s', expected one of %s", name ? name : "", isa_model_names());
    p->mod = mir_module_create(p->arena, m);
    p->oom |= !p->mod;
    return p->mod && end_line(p);
}

static bool parse_text(mir_parser *p) {
    const char *s;
    size_t len;
    mir_text t = {0};
    if (!mir_p_word(p, &s, &len))
        return mir_p_fail(p, "expected the symbol of a text");
    t.symbol = cmc_arena_strndup(p->arena, s, len);
    if (!mir_p_string(p, &t.bytes))
        return false;
    p->oom |= !t.symbol || !cmc_vec_push(p->arena, &p->mod->texts, t);
    return !p->oom && end_line(p);
}

static bool parse_module(mir_parser *p) {
    if (!parse_target(p))
        return false;
    for (;;) {
        const char *s;
        size_t len;
        skip_empty_lines(p);
        if (p->pos >= p->end)
            return true;
        bool word = mir_p_word(p, &s, &len);
        if (word && word_is(s, len, "text")) {
            if (!parse_text(p))
                return false;
            continue;
        }
        if (!word || !word_is(s, len, "kernel"))
            return mir_p_fail(p, "expected 'kernel \"name\" {'");
        if (!parse_kernel(p))
            return false;
    }
}

cmc_status mir_parse(cmc_arena *a, const char *file, const char *text, size_t len, mir_module **out, cmc_diag *d) {
    assert(a && file && out && (text || len == 0));
    mir_parser p = {.arena = a, .diag = d, .file = file, .pos = text, .end = text + len, .line_start = text, .line = 1};
    bool ok = parse_module(&p);
    if (p.oom)
        return CMC_ERR_OOM;
    if (!ok)
        return CMC_ERR_USER;
    *out = p.mod;
    return CMC_OK;
}
