// SPDX-License-Identifier: MIT
// isa_assemble: a whole text with labels to bytes. The first pass over the lines fixes sizes and
// label places, the second one encodes.

#include "isa_priv.h"
#include <string.h>

typedef struct label {
    char name[64];
    int64_t pc_b;
} label;

typedef struct assembler {
    const isa_model *m;
    bool auto_compact;
    cmc_arena *arena;
    CMC_VEC(label) labels;
    cmc_str *bytes; // NULL in the first pass
    int64_t pc_b;
    uint32_t line_no;
    cmc_diag *d;
} assembler;

static cmc_status fail(assembler *as, const char *fmt, const char *name) {
    cmc_diag_add(as->d, CMC_ERROR, "ISA", (cmc_loc){NULL, as->line_no, 1}, fmt, name);
    return CMC_ERR_USER;
}

static const label *find_label(const assembler *as, const char *name) {
    for (uint32_t i = 0; i < as->labels.len; i++)
        if (strcmp(as->labels.data[i].name, name) == 0)
            return &as->labels.data[i];
    return NULL;
}

static cmc_status define_label(assembler *as, const char *name) {
    if (as->bytes) // second pass: known already
        return CMC_OK;
    if (find_label(as, name))
        return fail(as, "label '%s' is defined twice", name);
    label l = {{0}, as->pc_b};
    memcpy(l.name, name, strlen(name) + 1);
    return cmc_vec_push(as->arena, &as->labels, l) ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status resolve(assembler *as, bool absolute, const char *name, int32_t *offset) {
    if (!*name || !as->bytes)
        return CMC_OK;
    const label *l = find_label(as, name);
    if (!l)
        return fail(as, "label '%s' is not defined", name);
    *offset = (int32_t)(l->pc_b - (absolute ? 0 : as->pc_b));
    return CMC_OK;
}

static bool has_label(const isa_parse_result *r) {
    return *r->jip_label || *r->uip_label;
}

// Encodes; *size_b is 8 when the short form is asked for or found.
static cmc_status encode(assembler *as, const isa_parse_result *r, uint8_t out[16],
                         size_t *size_b) {
    cmc_diag *local = cmc_diag_create();
    cmc_status st = isa_encode(as->m, &r->inst, out, local);
    for (size_t i = 0; i < cmc_diag_count(local); i++) {
        const cmc_message *msg = cmc_diag_get(local, i);
        cmc_diag_add(as->d, msg->severity, msg->code, (cmc_loc){NULL, as->line_no, 1}, "%s",
                     msg->text);
    }
    cmc_diag_destroy(local);
    CMC_TRY(st);
    *size_b = 16;
    uint8_t shorter[8];
    // A branch to a label keeps its size: its offset is not known in the first pass.
    bool want = r->inst.compacted || (as->auto_compact && !has_label(r));
    if (want && isa_compact(as->m, out, shorter)) {
        memcpy(out, shorter, 8);
        *size_b = 8;
    } else if (r->inst.compacted && (as->bytes || !has_label(r))) {
        return fail(as, "%s has no compacted form with these operands",
                    isa_op_get((isa_op)r->inst.op)->mnemonic);
    }
    if (r->inst.compacted)
        *size_b = 8;
    return CMC_OK;
}

static cmc_status do_line(assembler *as, const char *line, size_t len) {
    isa_parse_result r;
    uint8_t out[16];
    size_t size_b = 0;
    CMC_TRY(isa_parse(as->m, line, len, as->line_no, &r, as->d));
    if (r.is_empty)
        return CMC_OK;
    if (r.is_label)
        return define_label(as, r.jip_label);
    CMC_TRY(resolve(as, r.inst.op == ISA_CALLA, r.jip_label, &r.inst.jip));
    CMC_TRY(resolve(as, false, r.uip_label, &r.inst.uip));
    CMC_TRY(encode(as, &r, out, &size_b));
    if (as->bytes)
        cmc_str_append_n(as->bytes, out, size_b);
    as->pc_b += (int64_t)size_b;
    return CMC_OK;
}

static cmc_status do_text(assembler *as, const char *text, size_t len) {
    cmc_status st = CMC_OK;
    as->pc_b = 0;
    as->line_no = 0;
    for (size_t at = 0; at < len;) {
        const char *nl = memchr(text + at, '\n', len - at);
        size_t n = nl ? (size_t)(nl - (text + at)) : len - at;
        as->line_no++;
        cmc_status line_st = do_line(as, text + at, n);
        if (line_st == CMC_ERR_OOM)
            return line_st;
        if (st == CMC_OK)
            st = line_st; // go on: all errors of the text in one run
        at += n + 1;
    }
    return st;
}

cmc_status isa_assemble(const isa_model *m, const char *text, size_t len, bool auto_compact,
                        cmc_str *bytes, cmc_diag *d) {
    assembler as = {.m = m, .auto_compact = auto_compact, .arena = cmc_arena_create(), .d = d};
    if (!as.arena)
        return CMC_ERR_OOM;
    cmc_status st = do_text(&as, text, len);
    if (st == CMC_OK) {
        as.bytes = bytes;
        st = do_text(&as, text, len);
    }
    cmc_arena_destroy(as.arena);
    if (st == CMC_OK && bytes->oom)
        st = CMC_ERR_OOM;
    return st;
}
