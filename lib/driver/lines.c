// SPDX-License-Identifier: MIT
// Gives messages about IR from a text file their line and function, when the IR has no debug information of its own.
//
//   17:  %p = ptrtoint ptr addrspace(1) %out to i24     ->  x.ll:17:3: error: in function 'k': ptrtoint of type i24 ...
//
// LLVM's reader does not keep lines. Instructions are written one per line, or over several lines inside brackets or
// after a comma. A function whose text does not have as many instructions as the module is left alone.

#include "lines.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

typedef struct scanner {
    const char *at, *end;
    uint32_t line;
    int depth;  // of brackets
    bool comma; // the last line ended in one
    drv_body *body;
    drv_lines *out;
    cmc_status status;
} scanner;

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// How much deeper a character leads into brackets.
static int bracket(char c) {
    switch (c) {
    case '(':
    case '[':
    case '{':
    case '<':
        return 1;
    case ')':
    case ']':
    case '}':
    case '>':
        return -1;
    default:
        return 0;
    }
}

// Advances over one line: counts brackets, skips strings and comments. Returns the last character that counts.
static char skip_line(scanner *s) {
    char last = 0;
    bool quoted = false;
    const char *end = memchr(s->at, '\n', (size_t)(s->end - s->at)), *p = s->at;
    end = end ? end : s->end;
    for (; p < end && (*p != ';' || quoted); p++) {
        quoted ^= *p == '"';
        last = is_blank(*p) ? last : *p;
        s->depth += quoted ? 0 : bracket(*p);
    }
    s->at = end;
    s->at += s->at < s->end;
    s->line++;
    return last;
}

static bool begins(const scanner *s, const char *p, const char *word) {
    size_t n = strlen(word);
    return (size_t)(s->end - p) >= n && !memcmp(p, word, n);
}

// A label is a name and a colon, before any blank.
static bool is_label(const scanner *s, const char *p) {
    bool quoted = false;
    for (; p < s->end && (quoted || (!is_blank(*p) && *p != '(')); p++) {
        quoted ^= *p == '"';
        if (*p == ':' && !quoted)
            return true;
    }
    return false;
}

static bool is_instruction(const scanner *s, const char *p) {
    static const char *const others[] = {";", "#dbg_", "to label ", "unwind ", "cleanup", "catch ", "filter "};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (begins(s, p, others[i]))
            return false;
    return !is_label(s, p);
}

static void take_line(scanner *s) {
    const char *start = s->at, *p = start;
    while (p < s->end && (*p == ' ' || *p == '\t'))
        p++;
    bool blank = p == s->end || *p == '\n' || *p == '\r', whole = s->depth == 0 && !s->comma;
    if (!blank && whole && *start == '}') {
        s->body->last = s->line;
        s->body = NULL;
    } else if (!blank && whole && is_instruction(s, p)) {
        cmc_loc loc = {.file = s->out->file, .line = s->line, .col = (uint32_t)(p - start) + 1};
        if (!cmc_vec_push(s->out->arena, &s->body->at, loc))
            s->status = CMC_ERR_OOM;
    }
    bool inside = s->body != NULL;
    char last = skip_line(s);
    s->comma = inside && (last ? last == ',' : s->comma);
    if (!inside)
        s->depth = 0;
}

// The function's name, between '@' and '(' or the closing quote.
static const char *name_of(scanner *s, const char *p) {
    const char *end = memchr(p, '\n', (size_t)(s->end - p));
    end = end ? end : s->end;
    p = memchr(p, '@', (size_t)(end - p));
    if (!p)
        return "";
    p++;
    bool quoted = *p == '"';
    p += quoted;
    const char *q = memchr(p, quoted ? '"' : '(', (size_t)(end - p));
    return cmc_arena_strndup(s->out->arena, p, (size_t)((q ? q : p) - p));
}

// "define ... {": the body begins after the line that ends in the bracket.
static void take_head(scanner *s) {
    drv_body body = {.name = name_of(s, s->at), .first = s->line};
    char last = 0;
    while (s->at < s->end && last != '{')
        last = skip_line(s);
    if (!body.name || !cmc_vec_push(s->out->arena, &s->out->bodies, body)) {
        s->status = CMC_ERR_OOM;
        return;
    }
    s->body = &s->out->bodies.data[s->out->bodies.len - 1];
    s->depth = 0;
    s->comma = false;
}

cmc_status drv_find_lines(const char *file, const char *text, size_t len, cmc_arena *a, drv_lines *out) {
    *out = (drv_lines){.arena = a, .file = file};
    scanner s = {.at = text, .end = text + len, .line = 1, .out = out};
    while (s.at < s.end && s.status == CMC_OK) {
        if (s.body)
            take_line(&s);
        else if (begins(&s, s.at, "define "))
            take_head(&s);
        else
            (void)skip_line(&s);
    }
    return s.status;
}

// Marks

static uint32_t count_instructions(LLVMValueRef f) {
    uint32_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            n++;
    return n;
}

static void mark(const drv_body *body, LLVMValueRef f, LLVMMetadataRef scope) {
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
    uint32_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i), n++) {
            const cmc_loc *at = &body->at.data[n];
            LLVMInstructionSetDebugLoc(i, LLVMDIBuilderCreateDebugLocation(c, at->line, at->col, scope, NULL));
        }
}

static bool has_debug_information(LLVMModuleRef m) {
    return LLVMGetNamedMetadataNumOperands(m, "llvm.dbg.cu") > 0;
}

void drv_mark_lines(drv_lines *l, LLVMModuleRef m) {
    if (!l->bodies.len || has_debug_information(m))
        return;
    LLVMDIBuilderRef b = LLVMCreateDIBuilder(m);
    LLVMMetadataRef file = LLVMDIBuilderCreateFile(b, l->file, strlen(l->file), "", 0);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(b, file, NULL, 0, LLVMDIFlagZero);
    LLVMDIBuilderCreateCompileUnit(b, LLVMDWARFSourceLanguageC, file, "", 0, 0, "", 0, 0, "", 0,
                                   LLVMDWARFEmissionLineTablesOnly, 0, 0, 0, "", 0, "", 0);
    for (uint32_t i = 0; i < l->bodies.len; i++) {
        const drv_body *body = &l->bodies.data[i];
        LLVMValueRef f = LLVMGetNamedFunction(m, body->name);
        if (!f || count_instructions(f) != body->at.len)
            continue;
        LLVMMetadataRef scope = LLVMDIBuilderCreateFunction(b, file, body->name, strlen(body->name), "", 0, file,
                                                            body->first, type, 0, 1, body->first, LLVMDIFlagZero, 0);
        mark(body, f, scope);
    }
    LLVMDIBuilderFinalize(b);
    LLVMDisposeDIBuilder(b);
    l->marked = true;
}

// Messages

static const drv_body *body_at(const drv_lines *l, const cmc_loc *loc) {
    for (uint32_t i = 0; loc->line && loc->file && i < l->bodies.len; i++)
        if (loc->line >= l->bodies.data[i].first && loc->line <= l->bodies.data[i].last &&
            strcmp(loc->file, l->file) == 0)
            return &l->bodies.data[i];
    return NULL;
}

void drv_pass_on(const drv_lines *l, const cmc_diag *from, cmc_diag *to) {
    for (size_t i = 0; to && i < cmc_diag_count(from); i++) {
        const cmc_message *m = cmc_diag_get(from, i);
        const drv_body *body = m->severity == CMC_ERROR ? body_at(l, &m->loc) : NULL;
        cmc_str named = CMC_STR_INIT;
        if (body)
            cmc_str_printf(&named, "'%s'", body->name);
        if (body && !strstr(m->text, cmc_str_text(&named)))
            cmc_diag_add(to, m->severity, m->code, m->loc, "in function %s: %s", cmc_str_text(&named), m->text);
        else
            cmc_diag_add(to, m->severity, m->code, m->loc, "%s", m->text);
        cmc_str_free(&named);
    }
}
