// SPDX-License-Identifier: MIT
// --report=html: one page with source, assembly, registers and waits of every kernel.
//
//   profiles (cmc/profile.h) + disassembly + source files --> JSON --> page.html with the JSON in its place
//
// All text of the user is inside the JSON, where '<' is written as \u003c: no text can end the script element. The
// page's script shows it as text, never as markup. Bytes that are not UTF-8 become U+FFFD.

#include "page.h"

#include <cmc/isa.h>
#include <cmc/profile.h>

#include <cjson/cJSON.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct page {
    const drv_source *source;
    cmc_arena *a;
    cmc_words files; // in the order of the page's list
    cJSON *root;
    bool oom;
    cmc_diag *diag;
} page;

// Text

static cJSON *text_of(page *p, const char *text, size_t len) {
    cmc_str s = CMC_STR_INIT;
    for (size_t i = 0; i < len;) {
        const size_t n = cmc_utf8_len(text + i, len - i);
        if (n)
            cmc_str_append_n(&s, text + i, n);
        else
            cmc_str_append(&s, "\xef\xbf\xbd");
        i += n ? n : 1;
    }
    cJSON *t = s.oom ? NULL : cJSON_CreateString(cmc_str_text(&s));
    cmc_str_free(&s);
    p->oom |= !t;
    return t;
}

// JSON: every function of cJSON returns NULL or false when it is out of memory.

static void put(page *p, cJSON *object, const char *name, cJSON *value) {
    if (!value || !cJSON_AddItemToObject(object, name, value)) {
        cJSON_Delete(value);
        p->oom = true;
    }
}

static void put_text(page *p, cJSON *object, const char *name, const char *text) {
    put(p, object, name, text_of(p, text, strlen(text)));
}

static void put_number(page *p, cJSON *object, const char *name, double v) {
    put(p, object, name, cJSON_CreateNumber(v));
}

static cJSON *put_list(page *p, cJSON *object, const char *name) {
    cJSON *list = cJSON_CreateArray();
    put(p, object, name, list);
    return p->oom ? NULL : list;
}

static void append(page *p, cJSON *list, cJSON *value) {
    if (!value || !cJSON_AddItemToArray(list, value)) {
        cJSON_Delete(value);
        p->oom = true;
    }
}

static cJSON *numbers(page *p, const double *v, size_t n) {
    cJSON *list = cJSON_CreateDoubleArray(v, (int)n);
    p->oom |= !list;
    return list;
}

// Files

// Number of a file in the page's list, -1 for none.
static int file_number(page *p, const char *name) {
    for (uint32_t i = 0; name && i < p->files.len; i++)
        if (p->files.data[i] == name || strcmp(p->files.data[i], name) == 0)
            return (int)i;
    if (!name)
        return -1;
    p->oom |= !cmc_vec_push(p->a, &p->files, name);
    return (int)p->files.len - 1;
}

// A header that cannot be read, such as one of the compiler's own, has no text on the page.
static void put_file(page *p, cJSON *list, const char *name) {
    cJSON *f = cJSON_CreateObject();
    put_text(p, f, "name", name);
    if (strcmp(name, p->source->name) == 0) {
        put(p, f, "text", text_of(p, p->source->text, p->source->len));
    } else {
        uint8_t *data = NULL;
        size_t len = 0;
        const bool found = strcmp(name, "-") != 0 && cmc_file_read(name, &data, &len, NULL) == CMC_OK;
        put(p, f, "text", found ? text_of(p, (const char *)data, len) : cJSON_CreateNull());
        free(data);
    }
    append(p, list, f);
}

// Kernels

static void put_costs(page *p, cJSON *k, const mir_fn *fn, const cg_report *r) {
    const struct {
        const char *name;
        double value;
    } costs[] = {
        {"registers", r->grf_count},
        {"register_bytes", fn->model->grf_b},
        {"registers_used", r->grf_used},
        {"spilled_bytes", r->spill_b},
        {"spills", r->spills},
        {"fills", r->fills},
        {"private_bytes", r->private_b},
        {"slm_bytes", r->slm_b},
        {"barriers", r->barriers},
        {"bank_conflicts", r->bank_conflicts},
        {"estimated_cycles", (double)r->cycles},
    };
    put_text(p, k, "kernel", fn->name);
    put_text(p, k, "target", fn->model->name);
    for (size_t i = 0; i < sizeof costs / sizeof costs[0]; i++)
        put_number(p, k, costs[i].name, costs[i].value);
}

static void put_notes(page *p, cJSON *k, const cg_report *r) {
    cJSON *list = put_list(p, k, "notes");
    for (uint32_t i = 0; i < r->notes.len && !p->oom; i++) {
        const cg_note *n = &r->notes.data[i];
        cJSON *note = cJSON_CreateObject();
        put_text(p, note, "what", cg_note_name((cg_note_kind)n->kind));
        put_number(p, note, "count", n->count);
        put_number(p, note, "file", file_number(p, n->loc.file));
        put_number(p, note, "line", n->loc.line);
        append(p, list, note);
    }
}

enum { NO_ROW = UINT32_MAX };

typedef struct kernel {
    const mir_fn *fn;
    cg_profile profile;
    cg_lines lines;
    cJSON *code;       // the disassembly: one object for each row
    uint32_t *step_of; // by row; NO_ROW: a nop of padding
    uint32_t *row_of;  // by step: the row that shows it
    uint32_t *more_to; // by row: steps up to this one (exclusive) that emission left out follow it
} kernel;

// Pairs rows with steps: both are in the order of the code, and rows name the instruction that they come from. A branch
// may have two rows, of which the first has the step, or none; the row before it then has its costs too.
static bool pair(page *p, kernel *k) {
    const uint32_t rows = k->lines.rows.len, steps = k->profile.steps.len;
    k->step_of = CMC_NEW_N(p->a, uint32_t, rows + 1);
    k->more_to = CMC_NEW_N(p->a, uint32_t, rows + 1);
    k->row_of = CMC_NEW_N(p->a, uint32_t, steps + 1);
    uint32_t *step_by_inst = CMC_NEW_N(p->a, uint32_t, k->fn->n_inst_ids + 1);
    if (!k->step_of || !k->more_to || !k->row_of || !step_by_inst)
        return false;
    for (uint32_t s = 0; s < steps; s++)
        step_by_inst[k->profile.steps.data[s].inst] = s + 1;
    uint32_t next = 0, row = 0;
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t s = step_by_inst[k->lines.rows.data[r].inst];
        k->step_of[r] = s && s - 1 >= next ? s - 1 : NO_ROW;
        if (k->step_of[r] == NO_ROW)
            continue;
        for (; next < s - 1; next++)
            k->row_of[next] = row;
        k->more_to[row] = s - 1;
        row = r;
        k->row_of[next++] = r;
    }
    for (; next < steps; next++)
        k->row_of[next] = row;
    k->more_to[row] = steps;
    return true;
}

static cmc_status disassemble(page *p, kernel *k, const cmc_str *bytes) {
    const isa_disasm_opts o = {.message_comment = true, .json = true};
    cmc_str text = CMC_STR_INIT;
    cmc_status s = isa_disassemble(k->fn->model, (const uint8_t *)cmc_str_text(bytes), bytes->len, &o, &text, p->diag);
    k->code = s == CMC_OK && text.len ? cJSON_ParseWithLength(text.data, text.len) : cJSON_CreateArray();
    cmc_str_free(&text);
    if (s == CMC_OK && !k->code)
        s = CMC_ERR_OOM;
    assert(s != CMC_OK || (uint32_t)cJSON_GetArraySize(k->code) == k->lines.rows.len);
    return s;
}

// Columns of a row after its text; the page reads them by these names.
static const char *const columns[] = {"text", "label", "message", "offset", "file",   "line",  "class",
                                      "live", "issue", "wait",    "cause",  "branch", "turns", "scratch"};
enum { N_TEXTS = 3, N_NUMBERS = sizeof columns / sizeof columns[0] - N_TEXTS };

static cJSON *taken(cJSON *object, const char *name) {
    cJSON *v = cJSON_DetachItemFromObjectCaseSensitive(object, name);
    return v ? v : cJSON_CreateString("");
}

static void put_row(page *p, kernel *k, uint32_t r, cJSON *code, cJSON *list) {
    const cg_line *line = &k->lines.rows.data[r];
    cg_step sum = {.turns = 1, .kind = CG_CLASS_SYNC};
    if (k->step_of[r] != NO_ROW) {
        sum = k->profile.steps.data[k->step_of[r]];
        for (uint32_t s = k->step_of[r] + 1; s < k->more_to[r]; s++) // jumps to the next instruction
            sum.branch +=
                k->profile.steps.data[s].issue + k->profile.steps.data[s].wait + k->profile.steps.data[s].branch;
    }
    const double v[N_NUMBERS] = {line->at_b,
                                 line->loc.line ? file_number(p, line->loc.file) : -1,
                                 line->loc.line,
                                 sum.kind,
                                 sum.live,
                                 sum.issue,
                                 sum.wait,
                                 sum.cause,
                                 sum.branch,
                                 sum.turns,
                                 sum.spill  ? 1
                                 : sum.fill ? 2
                                            : 0};
    cJSON *row = cJSON_CreateArray();
    for (int i = 0; i < N_TEXTS; i++)
        append(p, row, taken(code, columns[i]));
    for (int i = 0; i < N_NUMBERS; i++)
        append(p, row, cJSON_CreateNumber(v[i]));
    append(p, list, row);
}

static void put_rows(page *p, cJSON *out, kernel *k) {
    cJSON *list = put_list(p, out, "rows"), *code = k->code->child;
    for (uint32_t r = 0; r < k->lines.rows.len && code && !p->oom; r++, code = code->next)
        put_row(p, k, r, code, list);
    cJSON *ranges = put_list(p, out, "ranges");
    for (uint32_t i = 0; i < k->profile.ranges.len && !p->oom; i++) {
        const cg_range *g = &k->profile.ranges.data[i];
        const double v[] = {g->first, g->last, k->row_of[g->from], k->row_of[g->to]};
        append(p, ranges, numbers(p, v, sizeof v / sizeof v[0]));
    }
    put_number(p, out, "peak", k->profile.steps.len ? k->row_of[k->profile.peak] : 0);
}

static cmc_status put_kernel(page *p, const mir_fn *fn, const cg_opts *cg, cJSON *list) {
    kernel k = {.fn = fn};
    cmc_str bytes = CMC_STR_INIT;
    CMC_TRY(cg_profile_make(fn, p->a, &k.profile));
    cmc_status s = cg_emit_lines(fn, cg, &bytes, p->a, &k.lines, p->diag);
    if (s == CMC_OK)
        s = disassemble(p, &k, &bytes);
    cmc_str_free(&bytes);
    if (s == CMC_OK && !pair(p, &k))
        s = CMC_ERR_OOM;
    if (s == CMC_OK) {
        cJSON *out = cJSON_CreateObject();
        put_costs(p, out, fn, &k.profile.report);
        put_notes(p, out, &k.profile.report);
        put_rows(p, out, &k);
        append(p, list, out);
    }
    cJSON_Delete(k.code);
    return s;
}

// The page

static void put_names(page *p) {
    const char *waits[CG_WAIT_COUNT], *classes[CG_CLASS_COUNT];
    for (unsigned i = 0; i < CG_WAIT_COUNT; i++)
        waits[i] = cg_wait_name((cg_wait)i);
    for (unsigned i = 0; i < CG_CLASS_COUNT; i++)
        classes[i] = cg_class_name((cg_class)i);
    put_text(p, p->root, "file", p->source->name);
    put(p, p->root, "waits", cJSON_CreateStringArray(waits, CG_WAIT_COUNT));
    put(p, p->root, "classes", cJSON_CreateStringArray(classes, CG_CLASS_COUNT));
    put(p, p->root, "columns", cJSON_CreateStringArray(columns, N_TEXTS + N_NUMBERS));
}

static cmc_status collect(page *p, const mir_module *mod, const cg_opts *cg) {
    put_names(p);
    (void)file_number(p, p->source->name);
    cJSON *kernels = put_list(p, p->root, "kernels");
    for (uint32_t i = 0; i < mod->fns.len && !p->oom; i++)
        CMC_TRY(put_kernel(p, mod->fns.data[i], cg, kernels));
    cJSON *files = put_list(p, p->root, "files");
    for (uint32_t i = 0; i < p->files.len && !p->oom; i++)
        put_file(p, files, p->files.data[i]);
    return p->oom ? CMC_ERR_OOM : CMC_OK;
}

static void append_data(cmc_str *out, const char *json) {
    for (const char *end; *json; json = end) {
        end = json + strcspn(json, "<");
        cmc_str_append_n(out, json, (size_t)(end - json));
        if (*end) {
            cmc_str_append(out, "\\u003c");
            end++;
        }
    }
}

static cmc_status print(const page *p, cmc_str *out) {
    static const char mark[] = "@DATA@";
    const char *at = strstr(drv_page_html, mark);
    char *json = cJSON_PrintUnformatted(p->root);
    assert(at);
    if (!json)
        return CMC_ERR_OOM;
    cmc_str_append_n(out, drv_page_html, (size_t)(at - drv_page_html));
    append_data(out, json);
    cmc_str_append(out, at + sizeof mark - 1);
    cJSON_free(json);
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status drv_page(const mir_module *mod, const cg_opts *cg, const drv_source *source, cmc_str *out, cmc_diag *d) {
    assert(mod && cg && source && out);
    page p = {.source = source, .a = cmc_arena_create(), .root = cJSON_CreateObject(), .diag = d};
    cmc_status s = p.a && p.root ? collect(&p, mod, cg) : CMC_ERR_OOM;
    if (s == CMC_OK)
        s = print(&p, out);
    cJSON_Delete(p.root);
    cmc_arena_destroy(p.a);
    return s;
}
