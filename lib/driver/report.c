// SPDX-License-Identifier: MIT
// Reports the cost of compiled kernels, as text or as JSON.
//
//   kernel k, dg2: 128 registers, 61 used; 1408 bytes spilled (22 spills, 44 fills)
//     412 instructions: 20 move, 160 integer, ...
//     0 bytes of local memory, 0 barriers, 3 bank conflicts, about 5120 cycles (an estimate)
//     k.cm:12:9: spill, 2 messages

#include "driver_priv.h"

#include <assert.h>

static const char *units(cg_note_kind k) {
    static const char *const names[] = {"message", "message", "instruction", "piece"};
    return k < CG_NOTE_COUNT ? names[k] : "";
}

static void text_report(const mir_fn *fn, const cg_report *r, cmc_str *out) {
    cmc_str_printf(out, "kernel %s, %s: %u registers, %u used; %u bytes spilled (%u spills, %u fills)", fn->name,
                   fn->model->name, (unsigned)r->grf_count, (unsigned)r->grf_used, (unsigned)r->spill_b,
                   (unsigned)r->spills, (unsigned)r->fills);
    if (r->private_b)
        cmc_str_printf(out, "; %u bytes of arrays in memory", (unsigned)r->private_b);
    cmc_str_append(out, "\n");
    cmc_str_printf(out, "  %u instructions:", (unsigned)r->insts);
    for (unsigned c = 0, n = 0; c < CG_CLASS_COUNT; c++)
        if (r->by_class[c])
            cmc_str_printf(out, "%s %u %s", n++ ? "," : "", (unsigned)r->by_class[c], cg_class_name((cg_class)c));
    cmc_str_printf(
        out, "\n  %u bytes of local memory, %u barriers, %u bank conflicts, about %llu cycles (an estimate)\n",
        (unsigned)r->slm_b, (unsigned)r->barriers, (unsigned)r->bank_conflicts, (unsigned long long)r->cycles);
    for (uint32_t k = 0; k < r->notes.len; k++) {
        const cg_note *n = &r->notes.data[k];
        cmc_str_printf(out, "  %s:%u:%u: %s, %u %s%s\n", n->loc.file ? n->loc.file : "?", (unsigned)n->loc.line,
                       (unsigned)n->loc.col, cg_note_name((cg_note_kind)n->kind), (unsigned)n->count,
                       units((cg_note_kind)n->kind), n->count == 1 ? "" : "s");
    }
}

static void json_report(const mir_fn *fn, const cg_report *r, cmc_str *out) {
    cmc_str_append(out, "{\"kernel\": ");
    cmc_str_append_json(out, fn->name);
    cmc_str_printf(out,
                   ", \"target\": \"%s\", \"registers\": %u, \"registers_used\": %u, \"spilled_bytes\": %u, "
                   "\"spills\": %u, \"fills\": %u, \"private_bytes\": %u,\n  \"instructions\": {\"total\": %u",
                   fn->model->name, (unsigned)r->grf_count, (unsigned)r->grf_used, (unsigned)r->spill_b,
                   (unsigned)r->spills, (unsigned)r->fills, (unsigned)r->private_b, (unsigned)r->insts);
    for (unsigned c = 0; c < CG_CLASS_COUNT; c++)
        cmc_str_printf(out, ", \"%s\": %u", cg_class_name((cg_class)c), (unsigned)r->by_class[c]);
    cmc_str_printf(out,
                   "},\n  \"slm_bytes\": %u, \"barriers\": %u, \"bank_conflicts\": %u, \"estimated_cycles\": %llu,\n"
                   "  \"notes\": [",
                   (unsigned)r->slm_b, (unsigned)r->barriers, (unsigned)r->bank_conflicts,
                   (unsigned long long)r->cycles);
    for (uint32_t k = 0; k < r->notes.len; k++) {
        const cg_note *n = &r->notes.data[k];
        cmc_str_printf(out, "%s\n    {\"what\": \"%s\", \"count\": %u, \"file\": ", k ? "," : "",
                       cg_note_name((cg_note_kind)n->kind), (unsigned)n->count);
        cmc_str_append_json(out, n->loc.file ? n->loc.file : "");
        cmc_str_printf(out, ", \"line\": %u, \"column\": %u}", (unsigned)n->loc.line, (unsigned)n->loc.col);
    }
    cmc_str_append(out, r->notes.len ? "\n  ]}" : "]}");
}

cmc_status drv_report(const mir_module *mod, bool json, cmc_str *out) {
    assert(mod && out);
    cmc_arena *a = cmc_arena_create();
    cmc_status s = a ? CMC_OK : CMC_ERR_OOM;
    cmc_str_append(out, json ? "[" : "");
    for (uint32_t i = 0; i < mod->fns.len && s == CMC_OK; i++) {
        const mir_fn *fn = mod->fns.data[i];
        cg_report r;
        s = cg_report_make(fn, a, &r);
        if (s != CMC_OK)
            break;
        cmc_str_append(out, json && i ? ",\n " : "");
        if (json)
            json_report(fn, &r, out);
        else
            text_report(fn, &r, out);
    }
    cmc_str_append(out, json ? "]\n" : "");
    cmc_arena_destroy(a);
    return s;
}
