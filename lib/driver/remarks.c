// SPDX-License-Identifier: MIT
// Optimisation remarks: transformations that were done or missed, and statistics, each at the user's line.
//
//   LLVM's passes  -- gx_listen -->  list  --> messages  k.cm:12:5: remark: unrolled loop ... [-Rpass=loop-unroll]
//   finished code  -- cg_report -->        --> record    --- !Passed ... (YAML, as opt-viewer and llvm-opt-report read it)
//
// Remarks inside functions of the library are dropped: they have no line of the user's source. Like the report, remarks
// about code generation are derived from the finished code.

#include "remarks.h"

#include <assert.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_remark(const gx_remark *a, const gx_remark *b) {
    if (a->kind != b->kind || a->loc.line != b->loc.line || a->loc.col != b->loc.col || a->n_args != b->n_args ||
        !same_text(a->pass, b->pass) || !same_text(a->name, b->name) || !same_text(a->loc.file, b->loc.file))
        return false;
    for (size_t i = 0; i < a->n_args; i++)
        if (!same_text(a->args[i].value, b->args[i].value))
            return false;
    return true;
}

// True for a mangled name in namespace cm, the library's.
static bool is_of_library(const char *text) {
    return strstr(text, "_ZN2cm") || strstr(text, "_ZNK2cm");
}

static bool is_wanted(const drv_remarks *r, const gx_remark *m) {
    static const char headers[] = "/cmc-builtin/";
    if (m->loc.line == 0 || !m->loc.file || strncmp(m->loc.file, headers, sizeof headers - 1) == 0)
        return false;
    for (size_t i = 0; i < m->n_args; i++)
        if (is_of_library(m->args[i].value))
            return false;
    for (uint32_t i = 0; i < r->all.len; i++)
        if (same_remark(&r->all.data[i], m))
            return false;
    return true;
}

static const char *keep(drv_remarks *r, const char *text) {
    const char *copy = cmc_arena_strdup(r->arena, text ? text : "");
    r->oom |= !copy;
    return copy ? copy : "";
}

void drv_remark_add(void *user, const gx_remark *m) {
    drv_remarks *r = user;
    if (!is_wanted(r, m))
        return;
    gx_remark mine = *m;
    gx_remark_arg *args = CMC_NEW_N(r->arena, gx_remark_arg, m->n_args + 1);
    for (size_t i = 0; args && i < m->n_args; i++)
        args[i] = (gx_remark_arg){keep(r, m->args[i].key), keep(r, m->args[i].value)};
    mine.pass = keep(r, m->pass);
    mine.name = keep(r, m->name);
    mine.function = keep(r, m->function);
    mine.loc.file = keep(r, m->loc.file);
    mine.args = args;
    r->oom |= !args || !cmc_vec_push(r->arena, &r->all, mine);
}

// Remarks about the finished code

typedef struct place {
    drv_remarks *r;
    const mir_fn *fn;
    cmc_loc loc;
} place;

static void say(const place *p, gx_remark_kind kind, const char *pass, const char *name, const gx_remark_arg *args,
                size_t n) {
    const gx_remark m = {
        .kind = kind, .pass = pass, .name = name, .function = p->fn->name, .loc = p->loc, .args = args, .n_args = n};
    drv_remark_add(p->r, &m);
}

static void say_count(const place *p, const char *pass, const char *name, const char *before, const char *key,
                      uint32_t count, const char *after) {
    const char *number = cmc_arena_printf(p->r->arena, "%u", (unsigned)count);
    const gx_remark_arg args[] = {{"String", before}, {key, number ? number : ""}, {"String", after}};
    say(p, GX_REMARK_MISSED, pass, name, args, 3);
}

static void say_notes(drv_remarks *r, const mir_fn *fn, const cg_report *rep) {
    for (uint32_t k = 0; k < rep->notes.len; k++) {
        const cg_note *n = &rep->notes.data[k];
        const place p = {r, fn, n->loc};
        switch ((cg_note_kind)n->kind) {
        case CG_NOTE_SPILL:
            say_count(&p, "regalloc", "Spill", "", "NumSpills", n->count,
                      " message(s) write registers to scratch memory");
            break;
        case CG_NOTE_FILL:
            say_count(&p, "regalloc", "Fill", "", "NumFills", n->count,
                      " message(s) read registers back from scratch memory");
            break;
        case CG_NOTE_INDIRECT:
            say_count(&p, "select", "IndirectAccess", "a variable index makes ", "NumInstructions", n->count,
                      " instruction(s) address registers indirectly");
            break;
        case CG_NOTE_SPLIT:
            say_count(&p, "legalize", "WidthSplit", "one operation is executed as ", "NumPieces", n->count,
                      " instructions");
            break;
        case CG_NOTE_COUNT:
            break;
        }
    }
}

static const struct formed {
    isa_op op;
    const char *pass, *name, *text;
} formed[] = {
    {ISA_MAD, "form_ternary", "Mad", "multiplication and addition became one mad"},
    {ISA_ADD3, "form_ternary", "Add3", "two additions became one add3"},
    {ISA_BFN, "form_ternary", "Bfn", "bitwise operations became one bfn"},
    {ISA_DP4A, "select", "Dp4a", "four products and their sum became one dp4a"},
    {ISA_DPAS, "select", "Dpas", "a product of matrices runs on the systolic array"},
};

// Reports the regions, modifiers and saturation folded into an instruction.
static void say_bale(const place *p, const isa_inst *i) {
    bool modifier = false, region = false;
    for (unsigned k = 0; k < 3; k++) {
        const isa_operand *s = &i->src[k];
        if (s->file != ISA_FILE_GRF)
            continue;
        modifier |= s->mod != ISA_MOD_NONE;
        bool whole =
            s->rgn.w == 1 ? s->rgn.v == 1 : s->rgn.h == 1 && (s->rgn.v == s->rgn.w || s->rgn.w >= i->exec_size);
        region |= i->exec_size > 1 && s->rgn.w && !whole;
    }
    const gx_remark_arg args[] = {{"String", "one instruction takes in"},
                                  {"Region", region ? " the choice of elements" : ""},
                                  {"String", region && (modifier || i->sat) ? "," : ""},
                                  {"Modifier", modifier ? " the sign" : ""},
                                  {"String", modifier && i->sat ? "," : ""},
                                  {"Saturation", i->sat ? " the saturation" : ""}};
    if ((modifier || region || i->sat) && i->op != ISA_MOV)
        say(p, GX_REMARK_PASSED, "bale", "Baled", args, sizeof args / sizeof args[0]);
}

static void say_formed(drv_remarks *r, const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            const place p = {r, fn, i->loc};
            for (size_t k = 0; k < sizeof formed / sizeof formed[0]; k++) {
                const gx_remark_arg text = {"String", formed[k].text};
                if (i->i.op == formed[k].op)
                    say(&p, GX_REMARK_PASSED, formed[k].pass, formed[k].name, &text, 1);
            }
            if (i->i.op < ISA_OP_COUNT && isa_op_get((isa_op)i->i.op)->format != ISA_FMT_SEND)
                say_bale(&p, &i->i);
        }
}

static void say_totals(drv_remarks *r, const mir_fn *fn, const cg_report *rep, cmc_loc loc) {
    const place p = {r, fn, loc};
    const struct {
        const char *key, *before;
        uint64_t value;
    } numbers[] = {{"NumRegisters", "", rep->grf_used},
                   {"NumInstructions", " registers used, ", rep->insts},
                   {"SpilledBytes", " instructions, ", rep->spill_b},
                   {"NumCycles", " bytes spilled, about ", rep->cycles}};
    enum { N = sizeof numbers / sizeof numbers[0] };
    gx_remark_arg args[2 * N + 1];
    for (size_t k = 0; k < N; k++) {
        const char *text = cmc_arena_printf(r->arena, "%llu", (unsigned long long)numbers[k].value);
        args[2 * k] = (gx_remark_arg){"String", numbers[k].before};
        args[2 * k + 1] = (gx_remark_arg){numbers[k].key, text ? text : ""};
    }
    args[2 * N] = (gx_remark_arg){"String", " cycles"};
    say(&p, GX_REMARK_ANALYSIS, "report", "KernelCost", args, 2 * N + 1);
}

cmc_status drv_remark_code(drv_remarks *r, const mir_fn *fn, cmc_loc loc) {
    assert(r && fn);
    cg_report rep;
    CMC_TRY(cg_report_make(fn, r->arena, &rep));
    say_formed(r, fn);
    say_notes(r, fn, &rep);
    say_totals(r, fn, &rep, loc);
    return r->oom ? CMC_ERR_OOM : CMC_OK;
}

// Kernels of SYCL that are not explicit SIMD

// The value of a function's attribute, as text of the arena; NULL when it has no such attribute.
static const char *attribute(drv_remarks *r, LLVMValueRef f, const char *name) {
    unsigned len;
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    const char *text = a ? LLVMGetStringAttributeValue(a, &len) : NULL;
    return text ? cmc_arena_printf(r->arena, "%.*s", (int)len, text) : NULL;
}

void drv_remark_simt(drv_remarks *r, LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const char *items = attribute(r, f, "cmc_simt"), *at = attribute(r, f, "cmc_place");
        char *column, *file;
        if (!items || !at)
            continue;
        cmc_loc loc = {.line = (uint32_t)strtoul(at, &column, 10)};
        loc.col = (uint32_t)strtoul(column + 1, &file, 10);
        loc.file = file + 1;
        const bool one = strcmp(items, "1") == 0;
        const gx_remark_arg args[] = {
            {"String", "each thread runs "},
            {"WorkItems", items},
            {"String", one ? " work-item" : " work-items one after another"},
            {"String", ", which is not tuned; use simd operations in an explicit SIMD kernel (SYCL_ESIMD_KERNEL)"}};
        drv_remark_add(r, &(gx_remark){.kind = GX_REMARK_ANALYSIS,
                                       .pass = "simt",
                                       .name = "WorkItems",
                                       .function = LLVMGetValueName(f),
                                       .loc = loc,
                                       .args = args,
                                       .n_args = sizeof args / sizeof args[0]});
    }
}

// Output

static const struct kind_name {
    const char *option, *tag;
} kinds[] = {{"-Rpass", "Passed"}, {"-Rpass-missed", "Missed"}, {"-Rpass-analysis", "Analysis"}};

static const char *regex_of(const drv_opts *o, gx_remark_kind k) {
    return k == GX_REMARK_PASSED ? o->rpass : k == GX_REMARK_MISSED ? o->rpass_missed : o->rpass_analysis;
}

static cmc_status bad_regex(const char *option, const char *text, cmc_diag *d) {
    cmc_diag_error(d, "CM0011", "%s=%s: not a valid regular expression", option, text);
    return CMC_ERR_USER;
}

cmc_status drv_remark_options(const drv_opts *o, cmc_diag *d) {
    for (int k = 0; k <= GX_REMARK_ANALYSIS + 1; k++) {
        bool record = k > GX_REMARK_ANALYSIS;
        const char *text = record ? o->record_passes : regex_of(o, (gx_remark_kind)k);
        regex_t re;
        if (!text)
            continue;
        if (regcomp(&re, text, REG_EXTENDED | REG_NOSUB) != 0)
            return bad_regex(record ? "-foptimization-record-passes" : kinds[k].option, text, d);
        regfree(&re);
    }
    return CMC_OK;
}

static bool matches(const char *regex, const char *pass) {
    regex_t re;
    if (!regex || regcomp(&re, regex, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    bool yes = regexec(&re, pass, 0, NULL, 0) == 0;
    regfree(&re);
    return yes;
}

static void show(const gx_remark *m, cmc_diag *d) {
    cmc_str text = CMC_STR_INIT, code = CMC_STR_INIT;
    for (size_t i = 0; i < m->n_args; i++)
        cmc_str_append(&text, m->args[i].value);
    cmc_str_printf(&code, "%s=%s", kinds[m->kind].option, m->pass);
    cmc_diag_add(d, CMC_REMARK, cmc_str_text(&code), m->loc, "%s", cmc_str_text(&text));
    cmc_str_free(&text);
    cmc_str_free(&code);
}

// Writes a YAML scalar in single quotes.
static void quoted(cmc_str *out, const char *s) {
    cmc_str_append(out, "'");
    for (; *s; s++)
        cmc_str_append_n(out, *s == '\'' ? "''" : *s == '\n' ? " " : s, *s == '\'' ? 2 : 1);
    cmc_str_append(out, "'");
}

static void record(const gx_remark *m, cmc_str *out) {
    cmc_str_printf(out,
                   "--- !%s\nPass:            %s\nName:            %s\nDebugLoc:        { File: ", kinds[m->kind].tag,
                   m->pass, m->name);
    quoted(out, m->loc.file);
    cmc_str_printf(out, ", Line: %u, Column: %u }\nFunction:        ", (unsigned)m->loc.line, (unsigned)m->loc.col);
    quoted(out, m->function);
    cmc_str_append(out, "\nArgs:\n");
    for (size_t i = 0; i < m->n_args; i++) {
        if (!m->args[i].value[0])
            continue;
        cmc_str_printf(out, "  - %s: ", m->args[i].key);
        quoted(out, m->args[i].value);
        cmc_str_append(out, "\n");
    }
    cmc_str_append(out, "...\n");
}

void drv_remark_show(const drv_remarks *r, const drv_opts *o, cmc_diag *d) {
    for (uint32_t i = 0; i < r->all.len; i++) {
        const gx_remark *m = &r->all.data[i];
        if (matches(regex_of(o, m->kind), m->pass))
            show(m, d);
        if (o->record_out && (!o->record_passes || matches(o->record_passes, m->pass)))
            record(m, o->record_out);
    }
}
