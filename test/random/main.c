// SPDX-License-Identifier: MIT
// random_programs: random genx IR through compiler and simulator, against the evaluator, in one process.
//
//   random_programs [--first N] [--count N] [--step N] [--targets a,b] [--levels 0,2] [--least N] [--no-reduce] [--progress]
//       Programs N, N + step (1), ... on each target at each level. Prints what differs, made small, with its seed; then what the
//       programs were made of. Exit status 1: something differs, or a row of the tables has fewer than --least (100 where there
//       are 20,000 programs, else 0).
//       --grf 256: with so many registers; auto: with more where the usual ones do not suffice. --spill-all: in scratch memory.
//   random_programs --plants [--count N]
//       Each planted miscompilation (plant.h) must show on one of N programs; nine of ten must.
//   random_programs --print SEED [--targets a]
//       The program's text.

#include "plant.h"
#include "reduce.h"
#include "run.h"
#include "stats.h"

#include <cmc/host.h>

#include <llvm-c/IRReader.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TARGETS = 8, MAX_LEVELS = 3, LONG_RUN = 20000, LEAST_OF_LONG_RUN = 100 };

typedef struct command {
    uint64_t first, count, step, least;
    const isa_model *targets[MAX_TARGETS];
    unsigned n_targets, levels[MAX_LEVELS], n_levels;
    rn_how how; // but for the level
    bool plants, print, no_reduce, progress;
} command;

typedef struct job { // one program that is being tried
    const command *c;
    rn_stats *stats;
    rn_memory memory;
    unsigned plant;
    rn_how how;
    bool planted; // the plant changed something
    const isa_model *model;
    const rn_result *results;
    uint32_t n_results;
    rn_verdict verdict; // that the reducer keeps
    const char *said;   // with these words: a place in memory that the host chose must not become the difference
} job;

static volatile sig_atomic_t seed_of_crash, stopped;

static void on_stop(int sig) {
    stopped = sig;
}

static void on_crash(int sig) {
    char text[64];
    const int n = snprintf(text, sizeof text, "signal %d at seed %ld\n", sig, (long)seed_of_crash);
    if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0)
        _exit(3);
    _exit(2);
}

// Watching the passes

static void after_ir(void *user, const char *pass, LLVMModuleRef mod, bool changed) {
    job *j = user;
    if (j->stats)
        rn_stats_pass(j->stats, pass, false, changed);
    if (j->plant && !j->planted)
        j->planted = rn_plant_ir(j->plant, pass, mod);
}

static void after_machine(void *user, const char *pass, mir_fn *fn, bool changed) {
    job *j = user;
    if (j->stats)
        rn_stats_pass(j->stats, pass, true, changed);
    if (j->plant && !j->planted)
        j->planted = rn_plant_machine(j->plant, pass, fn);
}

static void when_done(void *user, mir_fn *fn) {
    job *j = user;
    if (j->stats)
        j->stats->spilled += fn->scratch_b != 0;
}

static rn_verdict try_module(job *j, LLVMModuleRef mod, const ge_ctx *want, cmc_str *message) {
    const rn_watch w = {after_ir, after_machine, when_done, j};
    j->planted = false;
    return rn_compile_and_run(mod, j->model, &j->how, &j->memory, want, j->results, j->n_results, &w, message);
}

static bool still_fails(void *user, LLVMModuleRef mod) {
    job *j = user;
    cmc_str message = CMC_STR_INIT;
    ge_ctx *want = rn_evaluate(mod, &j->memory, &message);
    const bool fails = want && try_module(j, mod, want, &message) == j->verdict &&
                       (j->verdict != RN_DIFFERS || strcmp(cmc_str_text(&message), j->said) == 0);
    ge_destroy(want);
    cmc_str_free(&message);
    return fails;
}

// Programs

static LLVMModuleRef parse(LLVMContextRef context, const cmc_str *text) {
    LLVMModuleRef mod = NULL;
    char *message = NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(cmc_str_text(text), text->len, "random");
    if (LLVMParseIRInContext(context, buffer, &mod, &message)) {
        fprintf(stderr, "the generator made IR that LLVM refuses: %s\n", message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return mod;
}

static void report(job *j, LLVMModuleRef mod, uint64_t seed, const cmc_str *message) {
    static const char *const words[] = {"", "differs", "is refused", "is undefined"};
    printf("seed %llu on %s at -O%u %s: %s\n", (unsigned long long)seed, j->model->name, j->how.level,
           words[j->verdict], cmc_str_text(message));
    fflush(stdout);
    if (j->c->no_reduce || j->verdict == RN_OPEN)
        return;
    rn_stats *s = j->stats;
    j->stats = NULL;
    j->said = cmc_str_text(message);
    LLVMModuleRef small = LLVMCloneModule(mod);
    rn_reduce(small, still_fails, j);
    char *text = LLVMPrintValueToString(LLVMGetNamedFunction(small, "k"));
    printf("%s\n", text);
    fflush(stdout);
    LLVMDisposeMessage(text);
    LLVMDisposeModule(small);
    j->stats = s;
}

typedef struct program { // of one seed and the target it was last made for
    LLVMContextRef context;
    LLVMModuleRef mod;
    cmc_str text;
    cmc_arena *arena;
    rn_gen gen;
    ge_ctx *want;
} program;

static void forget(program *p) {
    ge_destroy(p->want);
    if (p->mod)
        LLVMDisposeModule(p->mod);
    if (p->context)
        LLVMContextDispose(p->context);
    rn_free(&p->gen);
    cmc_str_free(&p->text);
    cmc_arena_destroy(p->arena);
    *p = (program){0};
}

// Makes the program for a target, and evaluates it when it is not the same as for the one before.
static bool renew(program *p, job *j, uint64_t seed, const isa_model *m) {
    program new = {.arena = cmc_arena_create()};
    if (!new.arena || !rn_make(&new.gen, seed, m, new.arena, &new.text))
        abort();
    if (p->mod && strcmp(cmc_str_text(&new.text), cmc_str_text(&p->text)) == 0) {
        forget(&new);
        return p->want != NULL;
    }
    forget(p);
    *p = new;
    if (j->stats)
        rn_stats_program(j->stats, &p->gen, cmc_str_text(&p->text));
    cmc_str message = CMC_STR_INIT;
    p->context = LLVMContextCreate();
    p->mod = parse(p->context, &p->text);
    p->want = p->mod ? rn_evaluate(p->mod, &j->memory, &message) : NULL;
    if (!p->want) {
        j->verdict = RN_OPEN;
        j->model = m;
        report(j, p->mod, seed, &message);
    }
    cmc_str_free(&message);
    return p->want != NULL;
}

// Number of failures.
static unsigned run_seed(job *j, uint64_t seed) {
    program p = {0};
    unsigned bad = 0;
    seed_of_crash = (sig_atomic_t)seed;
    rn_memory_fill(&j->memory, seed);
    for (unsigned t = 0; t < j->c->n_targets; t++) {
        if (!renew(&p, j, seed, j->c->targets[t])) {
            bad++;
            break;
        }
        j->model = j->c->targets[t];
        j->results = p.gen.results.data;
        j->n_results = p.gen.results.len;
        for (unsigned l = 0; l < j->c->n_levels; l++) {
            cmc_str message = CMC_STR_INIT;
            j->how = j->c->how;
            j->how.level = j->c->levels[l];
            if (j->stats)
                j->stats->runs++;
            j->verdict = try_module(j, p.mod, p.want, &message);
            if (j->verdict != RN_SAME) {
                bad++;
                if (!j->plant)
                    report(j, p.mod, seed, &message);
            }
            cmc_str_free(&message);
        }
    }
    forget(&p);
    return bad;
}

static int run_programs(const command *c) {
    static rn_stats stats;
    job j = {.c = c, .stats = &stats};
    unsigned bad = 0;
    if (!rn_memory_create(&j.memory))
        return 2;
    const time_t start = time(NULL);
    uint64_t s = 0;
    for (; s < c->count && !stopped; s++) {
        bad += run_seed(&j, c->first + s * c->step);
        if (c->progress && s % 500 == 499)
            fprintf(stderr, "%llu programs, %u failures, %ld s\n", (unsigned long long)s + 1, bad,
                    (long)(time(NULL) - start));
    }
    stats.seconds = (uint64_t)(time(NULL) - start);
    const bool enough = rn_stats_print(&stats, c->least);
    printf("%llu programs, %u targets, %u levels: %u failures%s\n", (unsigned long long)s, c->n_targets, c->n_levels,
           bad, enough ? "" : "; rows marked with ! are too small");
    rn_memory_destroy(&j.memory);
    return bad || !enough || stopped ? 1 : 0;
}

// Planted miscompilations

static int run_plants(const command *c) {
    job j = {.c = c};
    unsigned found = 0;
    if (!rn_memory_create(&j.memory))
        return 2;
    for (j.plant = 1; j.plant <= RN_PLANTS; j.plant++) {
        uint64_t s = 0, hits = 0;
        unsigned bad = 0;
        for (; s < c->count && !bad; s++) {
            bad = run_seed(&j, c->first + s * c->step);
            hits += j.planted;
        }
        found += bad != 0;
        printf("%2u %-55s %s after %llu programs, changed in %llu of them\n", j.plant, rn_plant_name(j.plant),
               bad ? "found" : "NOT FOUND", (unsigned long long)s, (unsigned long long)hits);
    }
    printf("%u of %u planted miscompilations found\n", found, (unsigned)RN_PLANTS);
    rn_memory_destroy(&j.memory);
    return found * 10 >= RN_PLANTS * 9 ? 0 : 1;
}

static int print_program(const command *c) {
    rn_gen g;
    cmc_str text = CMC_STR_INIT;
    cmc_arena *a = cmc_arena_create();
    if (!a || !rn_make(&g, c->first, c->targets[0], a, &text))
        return 2;
    fputs(cmc_str_text(&text), stdout);
    rn_free(&g);
    cmc_str_free(&text);
    cmc_arena_destroy(a);
    return 0;
}

// Command line

static const isa_model *model_of(const char *name) {
    return strcmp(name, CMC_HOST_TARGET) == 0 ? host_model() : isa_model_find(name);
}

static bool add_targets(command *c, char *list) {
    c->n_targets = 0;
    for (char *t = strtok(list, ","); t; t = strtok(NULL, ",")) {
        if (c->n_targets == MAX_TARGETS || !(c->targets[c->n_targets] = model_of(t)))
            return false;
        c->n_targets++;
    }
    return c->n_targets != 0;
}

static bool add_levels(command *c, const char *list) {
    for (c->n_levels = 0; *list; list++)
        if (*list >= '0' && *list <= '2' && c->n_levels < MAX_LEVELS)
            c->levels[c->n_levels++] = (unsigned)(*list - '0');
        else if (*list != ',')
            return false;
    return c->n_levels != 0;
}

static bool set_grf(command *c, const char *v) {
    c->how.grf_chosen = true;
    c->how.grf = strcmp(v, "auto") == 0 ? MIR_GRF_AUTO : (uint32_t)strtoul(v, NULL, 10);
    return c->how.grf != 0 || strcmp(v, "auto") == 0;
}

static bool parse_command(command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *value = i + 1 < argc ? argv[i + 1] : NULL;
        const struct {
            const char *name;
            uint64_t *to;
        } numbers[] = {{"--first", &c->first},
                       {"--count", &c->count},
                       {"--step", &c->step},
                       {"--least", &c->least},
                       {"--print", &c->first}};
        bool known = false;
        c->print |= strcmp(argv[i], "--print") == 0;
        for (unsigned k = 0; k < 5 && value && !known; k++)
            if ((known = strcmp(argv[i], numbers[k].name) == 0))
                *numbers[k].to = strtoull(value, NULL, 0);
        if (known || (value && strcmp(argv[i], "--targets") == 0 && add_targets(c, value)) ||
            (value && strcmp(argv[i], "--levels") == 0 && add_levels(c, value)) ||
            (value && strcmp(argv[i], "--grf") == 0 && set_grf(c, value)))
            i++;
        else if (strcmp(argv[i], "--plants") == 0)
            c->plants = true;
        else if (strcmp(argv[i], "--spill-all") == 0)
            c->how.spill_all = true;
        else if (strcmp(argv[i], "--no-reduce") == 0)
            c->no_reduce = true;
        else if (strcmp(argv[i], "--progress") == 0)
            c->progress = true;
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    command c = {.first = 1, .count = 200, .step = 1, .least = UINT64_MAX};
    char targets[] = "skl,icl,tgl,dg2,pvc";
    if (!add_targets(&c, targets) || !add_levels(&c, "0,2") || !parse_command(&c, argc, argv)) {
        fprintf(stderr, "usage: random_programs [--first N] [--count N] [--step N] [--targets a,b] [--levels 0,2] "
                        "[--least N] [--no-reduce]\n"
                        "                       [--grf N|auto] [--spill-all] [--progress] [--plants] [--print SEED]\n");
        return 2;
    }
    if (c.least == UINT64_MAX)
        c.least = c.count >= LONG_RUN ? LEAST_OF_LONG_RUN : 0;
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    signal(SIGILL, on_crash);
    signal(SIGINT, on_stop); // ends the run, with what was found until then
    signal(SIGTERM, on_stop);
    return c.print ? print_program(&c) : c.plants ? run_plants(&c) : run_programs(&c);
}
