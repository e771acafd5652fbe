// SPDX-License-Identifier: MIT
// See stats.h. Every row of genx.def and of both tables of passes is printed; what random programs do not hold is
// listed with the reason.

#include "stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Rows that need not fire, with the reason. A name that ends in '*' covers all names with this prefix.
typedef struct exempt {
    const char *name, *why;
} exempt;

static const char made[] = "passes make it of others", mark[] = "a mark of the front end, replaced before genx IR",
                  rare[] = "P2 or less in the language reference; test/run/messages and test/cm judge it",
                  refused[] = "cmc refuses it: nothing in the language makes it",
                  host[] = "speaks with the host; test/cm judges it", nothing[] = "a hint without effect",
                  only_xe2[] = "hardware has it from Xe2 on; test/run/messages judges it";

static const exempt no_intrinsics[] = {{"bfi1", made},
                                       {"bfi2", made},
                                       {"carry", made},
                                       {"borrow", made},
                                       {"wrconstregion", made},
                                       {"wrpredpredregion", made},
                                       {"simdcf.any", mark},
                                       {"print.*", host},
                                       {"lsc.load2d.typed.bti", only_xe2},
                                       {"lsc.store2d.typed.bti", only_xe2},
                                       {"lsc.prefetch2d.typed.bti", only_xe2},
                                       {"lsc.load.bindless", rare},
                                       {"lsc.load.merge.bindless", rare},
                                       {"lsc.load.merge.quad.bindless", rare},
                                       {"lsc.load.quad.bindless", rare},
                                       {"lsc.store.bindless", rare},
                                       {"lsc.store.quad.bindless", rare},
                                       {"lsc.prefetch.bindless", rare},
                                       {"lsc.xatomic.bindless", rare},
                                       {"lsc.atomic.*", rare},
                                       {"typed.atomic.*", rare},
                                       {"gather4.scaled2", rare},
                                       {"gather4.masked.scaled2", rare},
                                       {"raw.send*", rare},
                                       {"dpasw*", rare},
                                       {"smadw", rare},
                                       {"umadw", rare},
                                       {"lsc.prefetch.slm", nothing},
                                       {"sushl", refused},
                                       {"usshl", refused},
                                       {"sssad2add.sat", refused},
                                       {"susad2add.sat", refused},
                                       {"ussad2add.sat", refused},
                                       {"uusad2add.sat", refused}};

static const char calls[] = "works on calls of our headers' builtins, which genx IR has not",
                  reports[] = "only reports",
                  objects[] =
                      "works on addresses of variables that instcombine chooses between; lit and test/run judge it",
                  forms[] = "works on forms that only other front ends write; lit judges it",
                  lists[] = "what a module has beside its kernel changes no program; lit judges it";
static const exempt no_passes[] = {{"form_simdcf", calls},       {"lower_cm", calls},        {"lower_elements", calls},
                                   {"check_unroll", reports},    {"check_regions", reports}, {"warn_lanes", reports},
                                   {"warn_slm", reports},        {"print_bales", reports},   {"import_kernels", lists},
                                   {"hide_functions", lists},    {"adapt_calls", forms},     {"lower_spirv", lists},
                                   {"split_addresses", objects}, {"narrow_counters", forms}, {"narrow_truncs", forms}};

static bool is_named(const exempt *e, const char *name) {
    const size_t len = strlen(e->name);
    return e->name[len - 1] == '*' ? strncmp(name, e->name, len - 1) == 0 : strcmp(name, e->name) == 0;
}

static const char *excuse(const exempt *rows, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (is_named(&rows[i], name))
            return rows[i].why;
    return NULL;
}
#define EXCUSE(rows, name) excuse(rows, sizeof(rows) / sizeof((rows)[0]), name)

void rn_stats_program(rn_stats *s, const rn_gen *g, const char *text) {
    static const char call[] = "@llvm.genx.";
    s->programs++;
    for (unsigned k = 0; k < RN_K_COUNT; k++)
        s->kinds[k] += g->kinds[k];
    for (const char *line = text; *line;
         line = strchr(line, '\n') + 1) { // instructions are indented, declarations are not
        const char *p = *line == ' ' ? strstr(line, call) : NULL;
        if (p && p < strchr(line, '\n'))
            s->intrinsics[genx_find(p + 1, strcspn(p, "(") - 1)]++;
    }
}

void rn_stats_pass(rn_stats *s, const char *pass, bool machine, bool fired) {
    unsigned i = 0;
    while (i < s->n_passes && (s->passes[i].machine != machine || strcmp(s->passes[i].name, pass) != 0))
        i++;
    if (i == RN_MAX_PASSES)
        return;
    if (i == s->n_passes) {
        snprintf(s->passes[i].name, sizeof s->passes[i].name, "%s", pass);
        s->passes[i].machine = machine;
        s->n_passes++;
    }
    s->passes[i].ran++;
    s->passes[i].fired += fired;
}

static uint64_t fired(const rn_stats *s, const char *pass, bool machine) {
    for (unsigned i = 0; i < s->n_passes; i++)
        if (s->passes[i].machine == machine && strcmp(s->passes[i].name, pass) == 0)
            return s->passes[i].fired;
    return 0;
}

// One row of a table, three in a line.
static bool row(const char *name, uint64_t n, const char *why, uint64_t least, unsigned *column) {
    const bool few = n < least && !why;
    printf("%-34s %9" PRIu64 "%c", name, n, few ? '!' : why ? '-' : ' ');
    *column = (*column + 1) % 3;
    fputs(*column ? "  " : "\n", stdout);
    return !few;
}

static void headline(const char *text, unsigned *column) {
    printf("%s\n%s\n", *column ? "\n" : "", text);
    *column = 0;
}

static void print_reasons(const exempt *rows, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (i == 0 || rows[i].why != rows[i - 1].why) {
            printf("%s%s:", i ? "\n" : "", rows[i].why);
            for (size_t k = i; k < n && rows[k].why == rows[i].why; k++)
                printf(" %s", rows[k].name);
        }
    printf("\n");
}

bool rn_stats_print(const rn_stats *s, uint64_t least) {
    bool ok = true;
    unsigned column = 0;
    headline("calls of intrinsics (-: not asked of these programs)", &column);
    for (unsigned id = 1; id < GENX_COUNT; id++) {
        const char *name = genx_info_get((genx_id)id)->name;
        ok &= row(name, s->intrinsics[id], EXCUSE(no_intrinsics, name), least, &column);
    }
    headline("constructs", &column);
    for (unsigned k = 0; k < RN_K_COUNT; k++)
        ok &= row(rn_kind_name((rn_kind)k), s->kinds[k], NULL, least, &column);
    headline("IR passes that changed a program (-: not asked of these programs)", &column);
#define GX_PASS(name, stage, kind, need, text)                                                                         \
    ok &= row(#name, fired(s, #name, false), EXCUSE(no_passes, #name), least, &column);
#include <passes.def>
#undef GX_PASS
    headline("machine passes that changed a program", &column);
#define CG_PASS(name, first, last, result, help) ok &= row(#name, fired(s, #name, true), NULL, least, &column);
#define CG_CHECK(name, first, last, help)
#include <../codegen/passes.def>
#undef CG_PASS
#undef CG_CHECK
    ok &= row("spilled", s->spilled, NULL, least, &column);
    headline("not asked", &column);
    print_reasons(no_intrinsics, sizeof no_intrinsics / sizeof no_intrinsics[0]);
    print_reasons(no_passes, sizeof no_passes / sizeof no_passes[0]);
    printf("%s%" PRIu64 " programs, compiled and run %" PRIu64 " times in %" PRIu64 " s\n", column ? "\n" : "",
           s->programs, s->runs, s->seconds);
    return ok;
}
