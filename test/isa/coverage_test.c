// SPDX-License-Identifier: MIT
// What the oracle and the corpus hit: opcodes, functions, types by use, scoreboard forms, entries of
// the compaction tables.
//
//   isa_coverage TARGET COUNT SEED KERNEL-FILE...
//
// Walks the oracle's instructions (same COUNT and SEED as its test) and the compiled corpus, prints a
// report, and fails when a row is never hit and coverage.def gives no reason, or when a reason is
// given for a row that is hit.

#include "gen.h"
#include "iga.h"
#include "isa_priv.h"
#include <cmc/zebin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 1024, FROM_ORACLE = 0, FROM_CORPUS = 1 };

typedef struct cov_row {
    const char *kind;
    char name[32];
    unsigned hits[2]; // by oracle and corpus
} cov_row;

typedef struct coverage {
    const isa_model *m;
    unsigned from; // FROM_*
    unsigned n_rows, n_inst[2];
    cov_row rows[MAX_ROWS];
    cmc_diag *d;
} coverage;

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
#define ISA_SWSB(kind, mask, match, classes, dist_lo, dist_n, token_n, pipe, mode)                 \
    {ISA_SWSB_##kind, classes, dist_n, ISA_PIPE_##pipe, ISA_TOKEN_##mode, #match " " #pipe " " #mode},
#include "tables/swsb.def"
#undef ISA_SWSB
};
enum { N_FORMS = sizeof forms / sizeof *forms };

static const cov_row *find_row(const coverage *c, const char *kind, const char *name) {
    for (unsigned i = 0; i < c->n_rows; i++)
        if (strcmp(c->rows[i].kind, kind) == 0 && strcmp(c->rows[i].name, name) == 0)
            return &c->rows[i];
    return NULL;
}

static void add_row(coverage *c, const char *kind, const char *name) {
    if (find_row(c, kind, name))
        return;
    if (c->n_rows == MAX_ROWS)
        iga_fatal("too many rows", "");
    cov_row *r = &c->rows[c->n_rows++];
    r->kind = kind;
    snprintf(r->name, sizeof r->name, "%s", name);
}

static void hit(coverage *c, const char *kind, const char *name) {
    const cov_row *r = find_row(c, kind, name);
    if (r)
        c->rows[r - c->rows].hits[c->from]++;
}

// Rows ------------------------------------------------------------------------------------------

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
            add_row(c, "opcode", isa_op_get((isa_op)op)->mnemonic);
    for (unsigned t = 1; t < ISA_TYPE_COUNT; t++)
        for (unsigned use = 0; use < 3; use++)
            if (isa_type_code(c->m, (isa_type)t, (isa_type_use)use) >= 0)
                add_row(c, use_names[use], isa_type_name((isa_type)t));
    for (unsigned i = 0; i < N_FORMS; i++)
        if (forms[i].kind == isa_layout_get(c->m)->swsb)
            add_row(c, "scoreboard", forms[i].name);
    isa_compact_use tables[3 * ISA_COMPACT_USES];
    unsigned n = isa_compact_tables(c->m, tables);
    for (unsigned t = 0; t < n; t++)
        for (unsigned i = 0; i < tables[t].count; i++)
            add_row(c, "compaction", entry_name(name, &tables[t], i));
}

// Hits ------------------------------------------------------------------------------------------

static void hit_types(coverage *c, const isa_inst *in) {
    unsigned fmt = isa_op_get((isa_op)in->op)->format;
    const isa_operand *all[4] = {&in->dst, &in->src[0], &in->src[1], &in->src[2]};
    if (fmt == ISA_FMT_DPAS)
        return; // types have fields of their own
    for (unsigned i = 0; i < 4; i++) {
        unsigned use = fmt == ISA_FMT_TERNARY              ? ISA_USE_TERNARY
                       : all[i]->file == ISA_FILE_IMM ? ISA_USE_IMM
                                                           : ISA_USE_REG;
        if (all[i]->file != ISA_FILE_NONE && all[i]->type != ISA_TYPE_NONE)
            hit(c, use_names[use], isa_type_name((isa_type)all[i]->type));
    }
}

static void hit_swsb(coverage *c, const isa_inst *in) {
    const isa_swsb *s = &in->swsb;
    if (s->no_acc_set || (!s->dist && s->token_mode == ISA_TOKEN_NONE))
        return;
    for (unsigned i = 0; i < N_FORMS; i++) {
        const form *f = &forms[i];
        if (f->kind == isa_layout_get(c->m)->swsb && (f->classes & swsb_class((isa_op)in->op)) &&
            f->mode == s->token_mode && (f->dist_n != 0) == (s->dist != 0) &&
            (!s->dist || f->pipe == s->pipe)) {
            hit(c, "scoreboard", f->name);
            return;
        }
    }
}

static void hit_compact(coverage *c, const uint8_t bytes[8]) {
    isa_compact_use uses[ISA_COMPACT_USES];
    char name[32];
    unsigned n = isa_compact_uses(c->m, bytes, uses);
    for (unsigned i = 0; i < n; i++)
        hit(c, "compaction", entry_name(name, &uses[i], uses[i].index));
}

static void hit_inst(coverage *c, const isa_inst *in) {
    c->n_inst[c->from]++;
    hit(c, "opcode", isa_op_get((isa_op)in->op)->mnemonic);
    hit_types(c, in);
    hit_swsb(c, in);
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

static void walk_file(coverage *c, const char *path) {
    uint8_t *data = NULL;
    size_t len = 0;
    zeb_file *f = NULL;
    cmc_arena *arena = cmc_arena_create();
    if (cmc_file_read(path, &data, &len, c->d) != CMC_OK ||
        zeb_read(arena, data, len, &f, c->d) != CMC_OK)
        iga_fatal("cannot read ", path);
    for (uint32_t i = 0; i < f->kernels.len; i++)
        walk_code(c, f->kernels.data[i]->text, f->kernels.data[i]->text_b);
    cmc_arena_destroy(arena);
    free(data);
}

// Report ----------------------------------------------------------------------------------------

static const reason *find_reason(const coverage *c, const cov_row *r) {
    for (const reason *w = reasons; w->target; w++)
        if (strcmp(w->target, c->m->name) == 0 && strcmp(w->kind, r->kind) == 0 &&
            strcmp(w->name, r->name) == 0)
            return w;
    return NULL;
}

static unsigned judge(const coverage *c) {
    unsigned n_bad = 0;
    for (unsigned i = 0; i < c->n_rows; i++) {
        const cov_row *r = &c->rows[i];
        const reason *why = find_reason(c, r);
        bool is_hit = r->hits[0] + r->hits[1] > 0;
        if (is_hit == (why == NULL))
            continue;
        fprintf(stderr, is_hit ? "%s: %s %s is hit, but coverage.def says why not\n"
                               : "%s: %s %s is never hit\n",
                c->m->name, r->kind, r->name);
        n_bad++;
    }
    for (const reason *r = reasons; r->target; r++)
        if (strcmp(r->target, c->m->name) == 0) {
            if (!find_row(c, r->kind, r->name) && ++n_bad)
                fprintf(stderr, "%s: coverage.def: there is no %s %s\n", r->target, r->kind, r->name);
            printf("%s: not hit: %s %s: %s\n", r->target, r->kind, r->name, r->why);
        }
    return n_bad;
}

static void summary(const coverage *c) {
    printf("%s: %u instructions of the oracle, %u of the corpus\n", c->m->name, c->n_inst[0],
           c->n_inst[1]);
    for (unsigned i = 0; i < c->n_rows;) {
        const char *kind = c->rows[i].kind;
        unsigned n = 0, by[2] = {0, 0}, either = 0;
        for (unsigned k = 0; k < c->n_rows; k++) {
            const cov_row *r = &c->rows[k];
            if (strcmp(r->kind, kind) != 0)
                continue;
            n++;
            by[0] += r->hits[0] > 0;
            by[1] += r->hits[1] > 0;
            either += r->hits[0] + r->hits[1] > 0;
        }
        bool seen = false;
        for (unsigned k = 0; k < i; k++)
            seen = seen || strcmp(c->rows[k].kind, kind) == 0;
        if (!seen)
            printf("%s: %-17s %3u rows, %3u hit (oracle %u, corpus %u)\n", c->m->name, kind, n, either,
                   by[0], by[1]);
        i++;
    }
}

int main(int argc, char **argv) {
    if (argc < 5)
        return iga_fatal("usage: isa_coverage TARGET COUNT SEED KERNEL-FILE...", "");
    coverage *c = calloc(1, sizeof *c);
    if (!c)
        return iga_fatal("out of memory", "");
    c->m = isa_model_find(argv[1]);
    c->d = cmc_diag_create();
    if (!c->m)
        return iga_fatal("unknown target ", argv[1]);
    add_rows(c);
    walk_oracle(c, (unsigned)strtoul(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
    c->from = FROM_CORPUS;
    for (int i = 4; i < argc; i++)
        walk_file(c, argv[i]);
    summary(c);
    unsigned n_bad = judge(c);
    cmc_diag_destroy(c->d);
    free(c);
    return n_bad ? 1 : 0;
}
