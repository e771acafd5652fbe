// SPDX-License-Identifier: MIT
// Where the instructions of a kernel's old code are in its new code.
//
// The bytes alone have to tell: the text between the two has labels, but no relocations. A shortest edit script pairs
// the instructions (E. W. Myers, "An O(ND) difference algorithm", 1986). Instructions are equal if they differ only in
// scoreboard annotation, branch distance or compaction. A relocated instruction without a partner may have changed its
// registers; it is paired with one of the same opcode and immediate between the same neighbours.

#include "moved.h"

#include <string.h>

enum {
    MAX_EDITS = 2000,  // the edit script takes memory of the square of this
    ENTRY_ALIGN_B = 64 // the hardware starts threads at multiples of this
};
#define NO_INST UINT32_MAX

typedef struct inst {
    size_t pc, size_b;
    isa_inst in;
    uint8_t key[16]; // its bytes without scoreboard annotation, branch distance and compaction
} inst;

typedef struct inst_list {
    inst *insts;
    uint32_t n;
    size_t end; // after the last instruction
} inst_list;

typedef struct mover {
    const isa_model *m;
    cmc_arena *arena;
    inst_list old, new;
    uint32_t *partner; // of each old instruction; NO_INST: none
    cmc_diag *diag;
} mover;

static void make_key(const isa_model *m, const uint8_t *bytes, inst *i) {
    isa_inst plain = i->in;
    plain.swsb = (isa_swsb){0};
    plain.jip = plain.uip = 0;
    plain.compacted = false;
    if (isa_encode(m, &plain, i->key, NULL) != CMC_OK)
        memcpy(i->key, bytes, i->size_b);
}

// Decodes up to the first bad instruction or the padding.
static cmc_status decode(mover *x, const uint8_t *bytes, size_t len, inst_list *out) {
    while (len > 0 && bytes[len - 1] == 0)
        len--;
    len = (len + 7) / 8 * 8;
    out->insts = CMC_NEW_N(x->arena, inst, len / 8 + 1);
    if (!out->insts)
        return CMC_ERR_OOM;
    while (out->end < len) {
        inst *i = &out->insts[out->n];
        unsigned size_b = 0;
        if (isa_decode(x->m, bytes + out->end, len - out->end, &i->in, &size_b, NULL) != CMC_OK)
            break;
        i->pc = out->end;
        i->size_b = size_b;
        make_key(x->m, bytes + out->end, i);
        out->end += size_b;
        out->n++;
    }
    return CMC_OK;
}

// Pairs

static bool same(const mover *x, uint32_t o, uint32_t n) {
    return memcmp(x->old.insts[o].key, x->new.insts[n].key, sizeof x->old.insts[o].key) == 0;
}

// The old position after the last of `edits` edits that lead to diagonal k = old - new. before: the furthest positions
// with one edit less.
static int32_t after_edit(const int32_t *before, int32_t k, int32_t edits, bool *insertion) {
    *insertion = k == -edits || (k != edits && before[k - 1] < before[k + 1]);
    return *insertion ? before[k + 1] : before[k - 1] + 1;
}

// Follows the edits back from the ends of both codes.
static void pair_back(mover *x, int32_t *const *reach, int32_t edits) {
    int32_t o = (int32_t)x->old.n, n = (int32_t)x->new.n;
    for (; edits >= 0; edits--) {
        bool insertion = false;
        int32_t from = edits ? after_edit(reach[edits - 1], o - n, edits, &insertion) : 0;
        while (o > from)
            x->partner[--o] = (uint32_t)--n;
        o -= !insertion;
        n -= insertion;
    }
}

// One more edit on every diagonal; true: both codes are at their ends.
static bool step(mover *x, int32_t *const *reach, int32_t edits) {
    int32_t old_n = (int32_t)x->old.n, new_n = (int32_t)x->new.n;
    for (int32_t k = -edits; k <= edits; k += 2) {
        bool insertion;
        int32_t o = edits ? after_edit(reach[edits - 1], k, edits, &insertion) : 0;
        while (o < old_n && o - k < new_n && same(x, (uint32_t)o, (uint32_t)(o - k)))
            o++;
        reach[edits][k] = o;
        if (o == old_n && o - k == new_n)
            return true;
    }
    return false;
}

// Pairs equal instructions in order; codes with more than MAX_EDITS edits stay without pairs.
static cmc_status pair_equal(mover *x) {
    int32_t **reach = CMC_NEW_N(x->arena, int32_t *, MAX_EDITS + 1);
    if (!reach)
        return CMC_ERR_OOM;
    for (int32_t edits = 0; edits <= MAX_EDITS; edits++) {
        int32_t *row = CMC_NEW_N(x->arena, int32_t, 2 * edits + 1);
        if (!row)
            return CMC_ERR_OOM;
        reach[edits] = row + edits; // diagonals run from -edits to edits
        if (!step(x, reach, edits))
            continue;
        pair_back(x, reach, edits);
        break;
    }
    return CMC_OK;
}

static bool similar(const isa_inst *a, const isa_inst *b) {
    bool alike = a->op == b->op;
    for (unsigned s = 0; s < 3; s++) {
        bool imm = a->src[s].file == ISA_FILE_IMM;
        alike = alike && imm == (b->src[s].file == ISA_FILE_IMM) && (!imm || a->src[s].imm == b->src[s].imm);
    }
    return alike;
}

// How many instructions of [from, to) are similar to in; *place becomes the one with this number, counted from 0.
static uint32_t count_similar(const inst_list *c, uint32_t from, uint32_t to, const isa_inst *in, uint32_t number,
                              uint32_t *place) {
    uint32_t found = 0;
    for (uint32_t i = from; i < to; i++)
        if (similar(&c->insts[i].in, in) && found++ == number)
            *place = i;
    return found;
}

// The partner of an old instruction, equal or similar; NO_INST: none, or not clear which.
static uint32_t find_partner(const mover *x, uint32_t i) {
    uint32_t from = i, to = i + 1, place = NO_INST, ignored;
    if (x->partner[i] != NO_INST)
        return x->partner[i];
    while (from > 0 && x->partner[from - 1] == NO_INST)
        from--;
    while (to < x->old.n && x->partner[to] == NO_INST)
        to++;
    const isa_inst *in = &x->old.insts[i].in;
    uint32_t number = count_similar(&x->old, from, i, in, NO_INST, &ignored);
    uint32_t old_count = count_similar(&x->old, from, to, in, NO_INST, &ignored);
    uint32_t new_from = from > 0 ? x->partner[from - 1] + 1 : 0;
    uint32_t new_to = to < x->old.n ? x->partner[to] : x->new.n;
    return count_similar(&x->new, new_from, new_to, in, number, &place) == old_count ? place : NO_INST;
}

// Places

// The last old instruction that starts at or before an offset.
static uint32_t inst_at(const inst_list *c, uint64_t off_b) {
    uint32_t i = 0;
    while (i + 1 < c->n && c->insts[i + 1].pc <= off_b)
        i++;
    return i;
}

// The new offset of a place between instructions. Instructions inserted there belong to what starts there.
static bool move_place(const mover *x, uint64_t off_b, uint64_t *out) {
    uint32_t i = inst_at(&x->old, off_b);
    bool inner = off_b > 0 && off_b < x->old.end;
    *out = off_b == 0 ? 0 : x->new.end;
    if (!inner)
        return true;
    if (x->old.insts[i].pc != off_b)
        return false;
    uint32_t before = x->partner[i - 1], at = x->partner[i];
    if (before != NO_INST)
        *out = x->new.insts[before].pc + x->new.insts[before].size_b;
    else if (at != NO_INST)
        *out = x->new.insts[at].pc;
    return before != NO_INST || at != NO_INST;
}

static const char remedy[] = "keep it, or replace the code as a whole with --new-code";

static cmc_status move_reloc(mover *x, zeb_reloc *r) {
    uint32_t i = inst_at(&x->old, r->off_b);
    const inst *old = &x->old.insts[i];
    uint32_t to = x->old.n && r->off_b - old->pc < old->size_b ? find_partner(x, i) : NO_INST;
    if (to == NO_INST) {
        cmc_diag_error(
            x->diag, "XEAS",
            "the old code has a relocation of '%s' at byte 0x%llx, whose instruction is not in the new code; "
            "%s",
            r->symbol, (unsigned long long)r->off_b, remedy);
        return CMC_ERR_USER;
    }
    if (x->new.insts[to].size_b != old->size_b) {
        cmc_diag_error(x->diag, "XEAS",
                       "the instruction at byte 0x%zx has a relocation of '%s' and cannot be compacted; leave out "
                       "--compact and {Compacted}",
                       x->new.insts[to].pc, r->symbol);
        return CMC_ERR_USER;
    }
    r->off_b += x->new.insts[to].pc - old->pc;
    return CMC_OK;
}

static cmc_status move_symbol(mover *x, zeb_symbol *s) {
    uint64_t start, end;
    if (!move_place(x, s->value, &start) || !move_place(x, s->value + s->size_b, &end)) {
        cmc_diag_error(x->diag, "XEAS",
                       "the old code has a symbol '%s' at byte 0x%llx, whose instruction is not in the new code; %s",
                       s->name, (unsigned long long)s->value, remedy);
        return CMC_ERR_USER;
    }
    s->value = start;
    s->size_b = s->size_b ? end - start : 0;
    return CMC_OK;
}

static cmc_status move_entry(mover *x, const char *key, uint32_t *off_b) {
    uint64_t to;
    if (*off_b == 0)
        return CMC_OK;
    if (!move_place(x, *off_b, &to)) {
        cmc_diag_error(x->diag, "XEAS",
                       "the old code has an entry at byte 0x%x (%s), whose instruction is not in the new code; %s",
                       *off_b, key, remedy);
        return CMC_ERR_USER;
    }
    if (to % ENTRY_ALIGN_B) {
        cmc_diag_error(x->diag, "XEAS",
                       "the entry at byte 0x%x (%s) moves to byte 0x%llx, which is not a multiple of %d; insert or "
                       "remove a nop before it",
                       *off_b, key, (unsigned long long)to, ENTRY_ALIGN_B);
        return CMC_ERR_USER;
    }
    *off_b = (uint32_t)to;
    return CMC_OK;
}

static bool in_text(const zeb_kernel *k, const char *section) {
    return strncmp(section, ".text.", 6) == 0 && strcmp(section + 6, k->name) == 0;
}

static cmc_status move_all(mover *x, zeb_file *f, zeb_kernel *k) {
    for (uint32_t i = 0; i < k->relocs.len; i++)
        CMC_TRY(move_reloc(x, &k->relocs.data[i]));
    for (uint32_t i = 0; i < f->symbols.len; i++)
        if (in_text(k, f->symbols.data[i].section))
            CMC_TRY(move_symbol(x, &f->symbols.data[i]));
    CMC_TRY(move_entry(x, "offset_to_skip_per_thread_data_load", &k->env.offset_to_skip_per_thread_data_load));
    return move_entry(x, "offset_to_skip_set_ffid_gp", &k->env.offset_to_skip_set_ffid_gp);
}

cmc_status xeas_move(const isa_model *m, cmc_arena *a, zeb_file *f, zeb_kernel *k, const cmc_str *code, cmc_diag *d) {
    mover x = {.m = m, .arena = a, .diag = d};
    CMC_TRY(decode(&x, k->text, k->text_b, &x.old));
    CMC_TRY(decode(&x, (const uint8_t *)code->data, code->len, &x.new));
    x.new.end = code->len;
    x.partner = CMC_NEW_N(a, uint32_t, x.old.n + 1);
    if (!x.partner)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < x.old.n; i++)
        x.partner[i] = NO_INST;
    CMC_TRY(pair_equal(&x));
    return move_all(&x, f, k);
}

void xeas_drop(zeb_file *f, zeb_kernel *k, size_t size_b) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->symbols.len; i++) {
        zeb_symbol s = f->symbols.data[i];
        bool whole = s.value == 0 && s.function;
        if (in_text(k, s.section))
            s.size_b = size_b;
        if (whole || !in_text(k, s.section))
            f->symbols.data[kept++] = s;
    }
    f->symbols.len = kept;
    k->relocs.len = 0;
    k->env.offset_to_skip_per_thread_data_load = 0;
    k->env.offset_to_skip_set_ffid_gp = 0;
}
