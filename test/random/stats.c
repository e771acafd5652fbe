// SPDX-License-Identifier: MIT
// See stats.h. Every row of genx.def and of both tables of passes is printed; what random programs do not hold is listed
// with the reason.

#include "stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Rows that need not fire, by the beginning of their names.
typedef struct except {
    const char *start, *why;
} except;

static const except no_intrinsics[] = {
    {"lsc.load.2d", "messages"},        {"lsc.store.2d", "messages"},      {"lsc.prefetch.2d", "messages"},
    {"lsc.load2d", "messages"},         {"lsc.store2d", "messages"},       {"lsc.prefetch2d", "messages"},
    {"lsc.load.bindless", "messages"},  {"lsc.load.merge.bindless", "messages"},
    {"lsc.load.merge.quad.bindless", "messages"}, {"lsc.load.quad.bindless", "messages"},
    {"lsc.load.merge.quad.typed", "messages"},    {"lsc.store.quad.typed", "messages"},
    {"lsc.store.quad.bindless", "messages"},      {"lsc.store.bindless", "messages"},
    {"lsc.prefetch.quad.typed", "messages"},      {"lsc.prefetch.bindless", "messages"},
    {"lsc.prefetch.slm", "messages"},   {"lsc.xatomic.bindless", "messages"}, {"lsc.atomic.", "messages"},
    {"gather4.typed", "messages"},      {"scatter4.typed", "messages"},    {"typed.atomic", "messages"},
    {"gather4.scaled2", "messages"},    {"gather4.masked.scaled2", "messages"}, {"transpose.ld", "messages"},
    {"raw.send", "messages"},           {"barrier", NULL},                 {"nbarrier", "messages"},
    {"sbarrier", "messages"},           {"wait", "messages"},              {"cache.flush", "messages"},
    {"slm.init", "messages"},           {"gather.private", "arrays"},      {"scatter.private", "arrays"},
    {"vload", "front end"},             {"vstore", "front end"},           {"simdcf.any", "front end"},
    {"simdcf.predicate", "front end"},  {"simdcf.get.em", "front end"},    {"simdcf.unmask", "front end"},
    {"simdcf.remask", "front end"},     {"simdcf.savemask", "front end"},  {"unmask.", "front end"},
    {"print.", "front end"},            {"bfi1", "made by passes"},        {"bfi2", "made by passes"},
    {"carry", "made by passes"},        {"borrow", "made by passes"},      {"wrconstregion", "made by passes"},
    {"wrpredpredregion", "made by passes"}, {"convert.addr", "made by passes"}, {"convert", "made by passes"},
    {"constantpred", NULL},             {"group.", "threads"},             {"local.", "threads"},
    {"lane.id", "threads"},             {"thread.", "threads"},            {"timestamp", "threads"},
    {"get.hwid", "threads"},            {"ce0", "threads"},                {"sr0", "threads"},
    {"r0", "threads"},                  {"set.pause", "threads"},          {"dpasw", "operations"},
    {"pln", "operations"},              {"srnd", "operations"},            {"smadw", "operations"},
    {"umadw", "operations"},            {"ssadd3", "operations"},         {"suadd3", "operations"},            {"usadd3", "operations"},
    {"uuadd3", "operations"},           {"sssad2add.sat", "operations"},     {"susad2add.sat", "operations"},
    {"ssadd3.sat", NULL},                {"suadd3.sat", NULL},                {"usadd3.sat", NULL},
    {"uuadd3.sat", NULL},               {"sushl.sat", NULL},                 {"usshl.sat", NULL},
    {"ussad2add.sat", "operations"},    {"uusad2add.sat", "operations"},                  {"sushl", "operations"},
    {"usshl", "operations"}};
static const except no_passes[] = {
    {"simdcf", "front end"},       {"volatile_globals", "front end"}, {"flat_memory", "front end"}, {"lower_cm", "front end"},
    {"private_globals", "front end"}, {"fold_tables", "front end"},   {"mark_unroll", "front end"}, {"check_unroll", "reports"},
    {"check_regions", "reports"},  {"warn_lanes", "reports"},         {"warn_slm", "reports"},      {"bale_print", "prints"},
    {"check_regalloc", "checks"},  {"check_swsb", "checks"}};

static const char *excuse(const except *rows, size_t n, const char *name, bool whole) {
    const char *why = NULL;
    size_t best = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t len = strlen(rows[i].start);
        if (len > best && (whole ? strcmp(name, rows[i].start) == 0 : strncmp(name, rows[i].start, len) == 0)) {
            best = len;
            why = rows[i].why;
        }
    }
    return why;
}

void rn_stats_program(rn_stats *s, const rn_gen *g, const char *text) {
    static const char call[] = "@llvm.genx.";
    s->programs++;
    for (unsigned k = 0; k < RN_K_COUNT; k++)
        s->kinds[k] += g->kinds[k];
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) { // instructions are indented, declarations are not
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
    printf("%-34s %9" PRIu64 "%c", name, n, few ? '!' : why && !n ? '-' : ' ');
    *column = (*column + 1) % 3;
    fputs(*column ? "  " : "\n", stdout);
    return !few;
}

static void headline(const char *text, unsigned *column) {
    printf("%s\n%s\n", *column ? "\n" : "", text);
    *column = 0;
}

bool rn_stats_print(const rn_stats *s, uint64_t least) {
    bool ok = true;
    unsigned column = 0;
    headline("calls of intrinsics (-: judged elsewhere: messages, test/cm, operations)", &column);
    for (unsigned id = 1; id < GENX_COUNT; id++) {
        const char *name = genx_info_get((genx_id)id)->name;
        ok &= row(name, s->intrinsics[id], excuse(no_intrinsics, sizeof no_intrinsics / sizeof no_intrinsics[0], name, false), least, &column);
    }
    headline("constructs", &column);
    for (unsigned k = 0; k < RN_K_COUNT; k++)
        ok &= row(rn_kind_name((rn_kind)k), s->kinds[k], NULL, least, &column);
    headline("IR passes that changed a program (-: works on the front end's calls, or only reports)", &column);
#define GX_PASS(name, kind, text)                                                                                                     \
    ok &= row(#name, fired(s, #name, false), excuse(no_passes, sizeof no_passes / sizeof no_passes[0], #name, true), least, &column);
#include <passes.def>
#undef GX_PASS
    headline("machine passes that changed a program", &column);
#define CG_PASS(name, first, last, result, help) ok &= row(#name, fired(s, #name, true), NULL, least, &column);
#define CG_CHECK(name, first, last, help)
#include <../codegen/passes.def>
#undef CG_PASS
#undef CG_CHECK
    ok &= row("spilled", s->spilled, NULL, least, &column);
    printf("%s%" PRIu64 " programs, compiled and run %" PRIu64 " times in %" PRIu64 " s\n", column ? "\n" : "", s->programs, s->runs, s->seconds);
    return ok;
}
