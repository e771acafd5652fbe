// SPDX-License-Identifier: MIT
// isa_assemble: assembles a whole text with labels. One pass encodes the lines. At the end, when all label addresses
// are known, branches to labels are encoded again.

#include "isa_priv.h"
#include <assert.h>
#include <string.h>

#define NO_LABEL UINT32_MAX

typedef struct label {
    char *name;
    int64_t pc_b; // -1: not defined yet
} label;

typedef struct fixup { // a branch to labels
    isa_inst inst;
    uint32_t jip, uip; // label numbers
    uint32_t line_no;
    int64_t pc_b;
    size_t size_b;
} fixup;

typedef struct assembler {
    const isa_model *m;
    bool auto_compact;
    cmc_arena *arena;
    CMC_VEC(label) labels;
    uint32_t *slots;  // hash table of labels, linear probing: number + 1; 0: free
    uint32_t n_slots; // a power of two, more than twice the number of labels
    CMC_VEC(fixup) fixups;
    cmc_str *bytes;
    size_t start; // offset of this text's first byte
    uint32_t line_no;
    cmc_diag *d;
} assembler;

static cmc_status fail(assembler *as, const char *fmt, const char *name) {
    cmc_diag_add(as->d, CMC_ERROR, "ISA", (cmc_loc){NULL, as->line_no, 1}, fmt, name);
    return CMC_ERR_USER;
}

// Labels

static uint32_t hash_name(const char *name) { // FNV-1a
    uint32_t h = 0x811c9dc5u;
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 0x01000193u;
    return h;
}

static uint32_t find_slot(const assembler *as, const char *name) {
    uint32_t at = hash_name(name) & (as->n_slots - 1);
    while (as->slots[at] && strcmp(as->labels.data[as->slots[at] - 1].name, name) != 0)
        at = (at + 1) & (as->n_slots - 1);
    return at;
}

static bool grow_slots(assembler *as) {
    enum { FIRST_SLOTS = 64 };
    as->n_slots = as->n_slots ? 4 * as->n_slots : FIRST_SLOTS;
    as->slots = CMC_NEW_N(as->arena, uint32_t, as->n_slots);
    for (uint32_t i = 0; as->slots && i < as->labels.len; i++)
        as->slots[find_slot(as, as->labels.data[i].name)] = i + 1;
    return as->slots != NULL;
}

// The number of the label with this name, which may not be defined yet; NO_LABEL: out of memory.
static uint32_t intern(assembler *as, const char *name) {
    if (2 * as->labels.len >= as->n_slots && !grow_slots(as))
        return NO_LABEL;
    uint32_t at = find_slot(as, name);
    if (as->slots[at])
        return as->slots[at] - 1;
    label l = {cmc_arena_strdup(as->arena, name), -1};
    if (!l.name || !cmc_vec_push(as->arena, &as->labels, l))
        return NO_LABEL;
    as->slots[at] = as->labels.len;
    return as->labels.len - 1;
}

static int64_t pc(const assembler *as) {
    return (int64_t)(as->bytes->len - as->start);
}

static cmc_status define_label(assembler *as, const char *name) {
    uint32_t id = intern(as, name);
    if (id == NO_LABEL)
        return CMC_ERR_OOM;
    if (as->labels.data[id].pc_b >= 0)
        return fail(as, "label '%s' is defined twice", name);
    as->labels.data[id].pc_b = pc(as);
    return CMC_OK;
}

// Encoding

// Reports why an instruction does not encode, prefixed with its line.
static cmc_status fail_encode(assembler *as, const isa_inst *in) {
    uint8_t out[16];
    cmc_diag *local = cmc_diag_create();
    cmc_status st = isa_encode(as->m, in, out, local);
    for (size_t i = 0; i < cmc_diag_count(local); i++) {
        const cmc_message *msg = cmc_diag_get(local, i);
        cmc_diag_add(as->d, msg->severity, msg->code, (cmc_loc){NULL, as->line_no, 1}, "%s", msg->text);
    }
    cmc_diag_destroy(local);
    return st;
}

// *size_b is 8 if the compact form is requested, or if `shorten` is set and the compact form exists; otherwise 16.
static cmc_status encode(assembler *as, const isa_inst *in, bool shorten, uint8_t out[16], size_t *size_b) {
    uint8_t shorter[8];
    if (isa_encode(as->m, in, out, NULL) != CMC_OK)
        return fail_encode(as, in);
    *size_b = 16;
    if ((in->compacted || shorten) && isa_compact(as->m, out, shorter)) {
        memcpy(out, shorter, 8);
        *size_b = 8;
    } else if (in->compacted) {
        return fail(as, "%s has no compacted form with these operands", isa_op_get((isa_op)in->op)->mnemonic);
    }
    return CMC_OK;
}

// A branch to labels keeps the size given in the text: its offset is not known yet.
static cmc_status add_fixup(assembler *as, const isa_parse_result *r) {
    fixup f = {.inst = r->inst,
               .jip = NO_LABEL,
               .uip = NO_LABEL,
               .line_no = as->line_no,
               .pc_b = pc(as),
               .size_b = r->inst.compacted ? 8 : 16};
    uint8_t out[16];
    if (isa_encode(as->m, &r->inst, out, NULL) != CMC_OK)
        return fail_encode(as, &r->inst);
    if (*r->jip_label)
        f.jip = intern(as, r->jip_label);
    if (*r->uip_label)
        f.uip = intern(as, r->uip_label);
    if ((*r->jip_label && f.jip == NO_LABEL) || (*r->uip_label && f.uip == NO_LABEL) ||
        !cmc_vec_push(as->arena, &as->fixups, f))
        return CMC_ERR_OOM;
    cmc_str_append_n(as->bytes, out, f.size_b);
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
    if (*r.jip_label || *r.uip_label)
        return add_fixup(as, &r);
    CMC_TRY(encode(as, &r.inst, as->auto_compact, out, &size_b));
    cmc_str_append_n(as->bytes, out, size_b);
    return CMC_OK;
}

static cmc_status do_text(assembler *as, const char *text, size_t len) {
    cmc_status st = CMC_OK;
    for (size_t at = 0; at < len;) {
        const char *nl = memchr(text + at, '\n', len - at);
        size_t n = nl ? (size_t)(nl - (text + at)) : len - at;
        as->line_no++;
        cmc_status line_st = do_line(as, text + at, n);
        if (line_st == CMC_ERR_OOM)
            return line_st;
        if (st == CMC_OK)
            st = line_st; // continue, to report all errors of the text
        at += n + 1;
    }
    return st;
}

// Branches to labels

static cmc_status resolve(assembler *as, uint32_t id, int64_t base_b, int32_t *offset) {
    if (id == NO_LABEL)
        return CMC_OK;
    const label *l = &as->labels.data[id];
    if (l->pc_b < 0)
        return fail(as, "label '%s' is not defined", l->name);
    *offset = (int32_t)(l->pc_b - base_b);
    return CMC_OK;
}

static cmc_status do_fixup(assembler *as, fixup *f) {
    uint8_t out[16];
    size_t size_b = 0;
    as->line_no = f->line_no;
    CMC_TRY(resolve(as, f->jip, f->inst.op == ISA_CALLA ? 0 : f->pc_b, &f->inst.jip));
    CMC_TRY(resolve(as, f->uip, f->pc_b, &f->inst.uip));
    CMC_TRY(encode(as, &f->inst, false, out, &size_b));
    memcpy(as->bytes->data + as->start + f->pc_b, out, size_b);
    return CMC_OK;
}

static cmc_status do_fixups(assembler *as) {
    cmc_status st = CMC_OK;
    for (uint32_t i = 0; i < as->fixups.len; i++) {
        cmc_status one = do_fixup(as, &as->fixups.data[i]);
        if (st == CMC_OK)
            st = one;
    }
    return st;
}

cmc_status isa_assemble(const isa_model *m, const char *text, size_t len, bool auto_compact, cmc_str *bytes,
                        cmc_diag *d) {
    assert(m && bytes && (text || len == 0));
    assembler as = {
        .m = m, .auto_compact = auto_compact, .arena = cmc_arena_create(), .bytes = bytes, .start = bytes->len, .d = d};
    if (!as.arena)
        return CMC_ERR_OOM;
    cmc_status st = do_text(&as, text, len);
    if (bytes->oom)
        st = CMC_ERR_OOM;
    if (st == CMC_OK)
        st = do_fixups(&as);
    cmc_arena_destroy(as.arena);
    if (st != CMC_OK && bytes->len > as.start) { // on errors, append nothing
        bytes->len = as.start;
        bytes->data[bytes->len] = '\0';
    }
    return st;
}
