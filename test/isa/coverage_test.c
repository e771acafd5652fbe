// SPDX-License-Identifier: MIT
// What the oracle and the corpus hit: opcodes, functions, types by use, scoreboard forms, entries
// of the compaction tables.
//
//   isa_coverage TARGET COUNT SEED WORDS KERNEL-FILE...
//
// Walks the oracle's instructions (same COUNT and SEED as its test), the compacted words that
// iga_words has left, and the compiled corpus. Prints a report, and fails when a row is never hit
// and coverage.def gives no reason, or when a reason is given for a row that is hit.

#include "coverage.h"
#include "gen.h"
#include "iga.h"
#include <cmc/zebin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reason {
    const char *target, *kind, *name, *why;
} reason;

static const reason reasons[] = {
#define ISA_NEVER_HIT(target, kind, name, why) {target, kind, name, why},
#include "coverage.def"
#undef ISA_NEVER_HIT
    {NULL, NULL, NULL, NULL},
};

typedef struct form {
    uint8_t kind, classes, dist_n;
    uint8_t pipe, mode;
    char name[24];
} form;

enum { IN = 1, MA = 2, DP = 4, SE = 8 };
static const form forms[] = {
#define ISA_SWSB(kind, mask, match, classes, dist_lo, dist_n, token_n, pipe, mode)                                     \
    {ISA_SWSB_##kind, classes, dist_n, ISA_PIPE_##pipe, ISA_TOKEN_##mode, #match " " #pipe " " #mode},
#include "tables/swsb.def"
#undef ISA_SWSB
};
enum { N_FORMS = sizeof forms / sizeof *forms };

static unsigned hash_text(unsigned h, const char *s) { // FNV-1a
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

// The slot of a row, or the free slot where it would be.
static uint16_t *find_slot(coverage *c, const char *kind, const char *name) {
    unsigned at = hash_text(hash_text(2166136261u, kind), name) % COV_SLOTS;
    for (;; at = (at + 1) % COV_SLOTS) {
        const cov_row *r = c->slots[at] ? &c->rows[c->slots[at] - 1] : NULL;
        if (!r || (strcmp(r->kind, kind) == 0 && strcmp(r->name, name) == 0))
            return &c->slots[at];
    }
}

void cov_add(coverage *c, const char *kind, const char *name) {
    uint16_t *slot = find_slot(c, kind, name);
    if (*slot)
        return;
    if (c->n_rows == COV_MAX_ROWS)
        iga_fatal("too many rows", "");
    cov_row *r = &c->rows[c->n_rows++];
    *slot = (uint16_t)c->n_rows;
    r->kind = kind;
    snprintf(r->name, sizeof r->name, "%s", name);
}

void cov_hit(coverage *c, const char *kind, const char *name) {
    uint16_t slot = *find_slot(c, kind, name);
    if (slot)
        c->rows[slot - 1].hits[c->from]++;
}

// Rows

static const char *const use_names[] = {"register type", "immediate type", "three-source type"};

static unsigned swsb_class(isa_op op) {
    unsigned f = isa_op_get(op)->format;
    return f == ISA_FMT_MATH ? MA : f == ISA_FMT_DPAS ? DP : f == ISA_FMT_SEND ? SE : IN;
}

static const char *entry_name(char buf[32], const isa_compact_use *u, unsigned i) {
    snprintf(buf, 32, "%s[%u]", u->table, i);
    return buf;
}

static void add_rows(coverage *c) {
    char name[32];
    for (unsigned op = 1; op < ISA_OP_COUNT; op++)
        if (isa_op_exists(c->m, (isa_op)op))
            cov_add(c, "opcode", isa_op_get((isa_op)op)->mnemonic);
    for (unsigned t = 1; t < ISA_TYPE_COUNT; t++)
        for (unsigned use = 0; use < 3; use++)
            if (isa_type_code(c->m, (isa_type)t, (isa_type_use)use) >= 0)
                cov_add(c, use_names[use], isa_type_name((isa_type)t));
    for (unsigned i = 0; i < N_FORMS; i++)
        if (forms[i].kind == isa_layout_get(c->m)->swsb && (forms[i].pipe != ISA_PIPE_S || c->m->has_scalar))
            cov_add(c, "scoreboard", forms[i].name);
    isa_compact_use tables[3 * ISA_COMPACT_USES];
    unsigned n = isa_compact_tables(c->m, tables);
    for (unsigned t = 0; t < n; t++)
        for (unsigned i = 0; i < tables[t].count; i++)
            cov_add(c, "compaction", entry_name(name, &tables[t], i));
    cov_add_forms(c);
}

// Hits

static void hit_types(coverage *c, const isa_inst *in) {
    unsigned fmt = isa_op_get((isa_op)in->op)->format;
    const isa_operand *all[4] = {&in->dst, &in->src[0], &in->src[1], &in->src[2]};
    if (fmt == ISA_FMT_DPAS)
        return; // types have fields of their own
    for (unsigned i = 0; i < 4; i++) {
        unsigned use = fmt == ISA_FMT_TERNARY         ? ISA_USE_TERNARY
                       : all[i]->file == ISA_FILE_IMM ? ISA_USE_IMM
                                                      : ISA_USE_REG;
        if (all[i]->file != ISA_FILE_NONE && all[i]->type != ISA_TYPE_NONE)
            cov_hit(c, use_names[use], isa_type_name((isa_type)all[i]->type));
    }
}

static void hit_swsb(coverage *c, const isa_inst *in) {
    const isa_swsb *s = &in->swsb;
    if (s->no_acc_set || (!s->dist && s->token_mode == ISA_TOKEN_NONE))
        return;
    for (unsigned i = 0; i < N_FORMS; i++) {
        const form *f = &forms[i];
        if (f->kind == isa_layout_get(c->m)->swsb && (f->classes & swsb_class((isa_op)in->op)) &&
            f->mode == s->token_mode && (f->dist_n != 0) == (s->dist != 0) && (!s->dist || f->pipe == s->pipe)) {
            cov_hit(c, "scoreboard", f->name);
            return;
        }
    }
}

static void hit_compact(coverage *c, const uint8_t bytes[8]) {
    isa_compact_use uses[ISA_COMPACT_USES];
    char name[32];
    unsigned n = isa_compact_uses(c->m, bytes, uses);
    for (unsigned i = 0; i < n; i++)
        cov_hit(c, "compaction", entry_name(name, &uses[i], uses[i].index));
}

static void hit_inst(coverage *c, const isa_inst *in) {
    c->n_inst[c->from]++;
    cov_hit(c, "opcode", isa_op_get((isa_op)in->op)->mnemonic);
    hit_types(c, in);
    hit_swsb(c, in);
    cov_forms(c, in, cov_hit);
}

static void walk_program(coverage *c, unsigned count, uint64_t seed) {
    gen g = {.m = c->m, .state = seed, .end_b = (int64_t)count * 16};
    for (unsigned i = 0; i < count; i++, g.pc_b += 16) {
        isa_inst in;
        uint8_t native[16], shorter[8];
        gen_inst(&g, &in);
        hit_inst(c, &in);
        if (isa_encode(c->m, &in, native, c->d) == CMC_OK && isa_compact(c->m, native, shorter))
            hit_compact(c, shorter);
    }
}

// In files like the oracle's.
static void walk_oracle(coverage *c, unsigned left, uint64_t seed) {
    while (left > 0) {
        unsigned n = left < GEN_PER_FILE ? left : GEN_PER_FILE;
        walk_program(c, n, seed);
        seed += GEN_NEXT_SEED;
        left -= n;
    }
}

static void walk_code(coverage *c, const uint8_t *bytes, size_t len) {
    size_t end = len;
    while (end > 0 && bytes[end - 1] == 0)
        end--;
    for (size_t pc = 0; pc < end;) {
        isa_inst in;
        unsigned size_b = 0;
        if (isa_decode(c->m, bytes + pc, len - pc, &in, &size_b, c->d) != CMC_OK)
            iga_fatal("cannot decode the corpus", "");
        hit_inst(c, &in);
        if (size_b == 8)
            hit_compact(c, bytes + pc);
        pc += size_b;
    }
}

// Compacted words that the assembler reads as we do. A few of Gen9 are Align16 and only expand.
static void walk_words(coverage *c, const char *path) {
    uint8_t *data = NULL;
    size_t len = 0;
    if (cmc_file_read(path, &data, &len, c->d) != CMC_OK || len == 0)
        iga_fatal("cannot read ", path);
    for (size_t at = 0; at + 8 <= len; at += 8) {
        isa_inst in;
        unsigned size_b = 0;
        if (isa_decode(c->m, data + at, 8, &in, &size_b, NULL) == CMC_OK)
            hit_inst(c, &in);
        hit_compact(c, data + at);
    }
    free(data);
}

static void walk_file(coverage *c, const char *path) {
    uint8_t *data = NULL;
    size_t len = 0;
    zeb_file *f = NULL;
    cmc_arena *arena = cmc_arena_create();
    if (cmc_file_read(path, &data, &len, c->d) != CMC_OK || zeb_read(arena, data, len, &f, c->d) != CMC_OK)
        iga_fatal("cannot read ", path);
    for (uint32_t i = 0; i < f->kernels.len; i++)
        walk_code(c, f->kernels.data[i]->text, f->kernels.data[i]->text_b);
    cmc_arena_destroy(arena);
    free(data);
}

// Report

static const reason *find_reason(const coverage *c, const cov_row *r) {
    for (const reason *w = reasons; w->target; w++)
        if (strcmp(w->target, c->m->name) == 0 && strcmp(w->kind, r->kind) == 0 && strcmp(w->name, r->name) == 0)
            return w;
    return NULL;
}

static unsigned judge(coverage *c) {
    unsigned n_bad = 0;
    for (unsigned i = 0; i < c->n_rows; i++) {
        const cov_row *r = &c->rows[i];
        const reason *why = find_reason(c, r);
        bool is_hit = r->hits[0] + r->hits[1] + r->hits[2] > 0;
        if (is_hit == (why == NULL))
            continue;
        fprintf(stderr, is_hit ? "%s: %s %s is hit, but coverage.def says why not\n" : "%s: %s %s is never hit\n",
                c->m->name, r->kind, r->name);
        n_bad++;
    }
    for (const reason *r = reasons; r->target; r++) {
        if (strcmp(r->target, c->m->name) != 0)
            continue;
        if (!*find_slot(c, r->kind, r->name) && ++n_bad)
            fprintf(stderr, "%s: coverage.def: there is no %s %s\n", r->target, r->kind, r->name);
        printf("%s: not hit: %s %s: %s\n", r->target, r->kind, r->name, r->why);
    }
    return n_bad;
}

static void summary(const coverage *c) {
    printf("%s: %u instructions of the oracle, %u of the corpus, %u compacted words\n", c->m->name,
           c->n_inst[COV_ORACLE], c->n_inst[COV_CORPUS], c->n_inst[COV_WORDS]);
    for (unsigned i = 0; i < c->n_rows; i++) {
        const char *kind = c->rows[i].kind;
        unsigned n = 0, by[COV_SOURCES] = {0, 0, 0}, any = 0;
        bool seen = false;
        for (unsigned k = 0; k < i; k++)
            seen = seen || strcmp(c->rows[k].kind, kind) == 0;
        for (unsigned k = i; k < c->n_rows && !seen; k++) {
            const cov_row *r = &c->rows[k];
            if (strcmp(r->kind, kind) != 0)
                continue;
            n++;
            for (unsigned s = 0; s < COV_SOURCES; s++)
                by[s] += r->hits[s] > 0;
            any += r->hits[0] + r->hits[1] + r->hits[2] > 0;
        }
        if (!seen)
            printf("%s: %-21s %3u rows, %3u hit (oracle %u, corpus %u, words %u)\n", c->m->name, kind, n, any,
                   by[COV_ORACLE], by[COV_CORPUS], by[COV_WORDS]);
    }
}

int main(int argc, char **argv) {
    if (argc < 6)
        return iga_fatal("usage: isa_coverage TARGET COUNT SEED WORDS KERNEL-FILE...", "");
    coverage *c = calloc(1, sizeof *c);
    if (!c)
        return iga_fatal("out of memory", "");
    c->m = isa_model_find(argv[1]);
    c->d = cmc_diag_create();
    if (!c->m)
        return iga_fatal("unknown target ", argv[1]);
    add_rows(c);
    walk_oracle(c, (unsigned)strtoul(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
    c->from = COV_WORDS;
    walk_words(c, argv[4]);
    c->from = COV_CORPUS;
    for (int i = 5; i < argc; i++)
        walk_file(c, argv[i]);
    summary(c);
    unsigned n_bad = judge(c);
    cmc_diag_destroy(c->d);
    free(c);
    return n_bad ? 1 : 0;
}
