// SPDX-License-Identifier: MIT
// cmtune: finds the best constants of a kernel. The command line, and the whole.

#include "cmtune.h"

#include <cmc/completion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct options {
    const char *device, *target, *results, *table, *header, *jobs, *only, *emit, *shell, *input;
} options;

static const char usage[] =
    "usage: cmtune [options] FILE.yaml\n"
    "Compiles, checks and measures the variants of a kernel, and ranks them. A next run tries only what is missing.\n"
    "  --device=DEVICE   what the variants run on, as the host program names it (default xesim:bmg)\n"
    "  --target=TARGET   what they are compiled for (default: of the device)\n"
    "  --results=FILE    where results are kept (default: FILE.results in the current folder)\n"
    "  --table=FILE      the ranked table (default: standard output)\n"
    "  --header=FILE     a header with the best constants\n"
    "  --jobs=N          variants at a time (default: the number of cores; 1 in each MPI process)\n"
    "  --only=N          try this variant only, numbered from 0\n"
    "  --emit-jobs=KIND  print the missing variants as jobs instead: parallel or slurm\n"
    "  --completion=SHELL\n"
    "                    print the script that completes options: bash or zsh\n"
    "  --help            this text\n";

enum { MOST_JOBS = 1024 };

typedef struct tuner {
    options o;
    const tune_team *team;
    cmc_arena *arena;
    cmc_diag *diag;
    tune_plan plan;
    tune_result *results;
    uint32_t *variants, n_variants; // of this process
    uint32_t jobs, only;            // UINT32_MAX: all
} tuner;

static bool set_option(options *o, const char *word) {
    const struct {
        const char *name, **value;
    } rows[] = {{"--device=", &o->device}, {"--target=", &o->target},  {"--results=", &o->results},
                {"--table=", &o->table},   {"--header=", &o->header},  {"--jobs=", &o->jobs},
                {"--only=", &o->only},     {"--emit-jobs=", &o->emit}, {"--completion=", &o->shell}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].name);
        if (strncmp(word, rows[i].name, length) == 0 && word[length]) {
            *rows[i].value = word + length;
            return true;
        }
    }
    if (word[0] == '-' || o->input)
        return false;
    o->input = word;
    return true;
}

static cmc_status user_error(cmc_diag *d, const char *text, const char *value) {
    cmc_diag_error(d, "CM0704", text, value);
    return CMC_ERR_USER;
}

// A number from least to most, or `absent` where the text is NULL.
static cmc_status read_number(const char *name, const char *text, uint32_t least, uint32_t most, uint32_t absent,
                              uint32_t *out, cmc_diag *d) {
    char *end;
    *out = absent;
    if (!text)
        return CMC_OK;
    const unsigned long n = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || n < least || n > most) {
        cmc_diag_error(d, "CM0704", "%s=%s: expected a number from %u to %u", name, text, least, most);
        return CMC_ERR_USER;
    }
    *out = (uint32_t)n;
    return CMC_OK;
}

// sgemm.results for folder/sgemm.yaml.
static const char *default_results(cmc_arena *a, const char *input) {
    const char *slash = strrchr(input, '/'), *name = slash ? slash + 1 : input, *dot = strrchr(name, '.');
    return cmc_arena_printf(a, "%.*s.results", dot && dot != name ? (int)(dot - name) : (int)strlen(name), name);
}

static cmc_status complete_options(tuner *t) {
    options *o = &t->o;
    if (!o->input)
        return user_error(t->diag, "no input file%s; try --help", "");
    o->device = o->device ? o->device : "xesim:bmg";
    const char *colon = strchr(o->device, ':');
    if (!o->target)
        o->target = colon ? colon + 1 : strcmp(o->device, "host") == 0 ? "host" : NULL;
    if (!o->target || !*o->target)
        return user_error(t->diag, "--device=%s: --target=TARGET is needed too, the kernel's target", o->device);
    o->results = o->results ? o->results : default_results(t->arena, o->input);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const uint32_t jobs = t->team->size > 1 || cores < 1 ? 1 : cores > MOST_JOBS ? MOST_JOBS : (uint32_t)cores;
    return o->results ? read_number("--jobs", o->jobs, 1, MOST_JOBS, jobs, &t->jobs, t->diag) : CMC_ERR_OOM;
}

// The missing variants; of a team, each process takes every size-th of them.
static cmc_status choose(tuner *t) {
    uint32_t n = 0;
    t->variants = CMC_NEW_N(t->arena, uint32_t, t->plan.n_variants);
    if (!t->variants)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < t->plan.n_variants; i++) {
        if (t->results[i].status != TUNE_MISSING || (t->only != UINT32_MAX && i != t->only))
            continue;
        if (n++ % t->team->size == t->team->rank)
            t->variants[t->n_variants++] = i;
    }
    return CMC_OK;
}

static void show_progress(void *user, uint32_t done) {
    const tuner *t = user;
    fprintf(stderr, "\rcmtune: %u of %u variants\033[K%s", done, t->n_variants,
            done == t->n_variants ? "\r\033[K" : "");
}

static cmc_status run_variants(tuner *t) {
    const char *parent = getenv("TMPDIR");
    char *work = cmc_arena_printf(t->arena, "%s/cmtune-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!work)
        return CMC_ERR_OOM;
    if (t->n_variants == 0)
        return CMC_OK;
    if (!mkdtemp(work)) {
        cmc_diag_error(t->diag, "CM0702", "cannot make the folder %s: %s", work, strerror(errno));
        return CMC_ERR_IO;
    }
    const bool shown = isatty(STDERR_FILENO) && t->team->size == 1;
    const tune_pool pool = {&t->plan, work, t->o.results, t->jobs, shown ? show_progress : NULL, t};
    const cmc_status s = tune_pool_run(&pool, t->variants, t->n_variants, t->diag);
    for (uint32_t i = 0; i < t->n_variants; i++) { // what processes left that were killed
        unlink(cmc_arena_printf(t->arena, "%s/%u.bin", work, t->variants[i]));
        unlink(cmc_arena_printf(t->arena, "%s/%u.log", work, t->variants[i]));
    }
    rmdir(work);
    return s;
}

static cmc_status write_text(cmc_str *text, cmc_status s, const char *path, cmc_diag *d) {
    if (s == CMC_OK)
        s = cmc_file_write(path, text->data, text->len, d);
    cmc_str_free(text);
    return s;
}

static cmc_status report(tuner *t) {
    cmc_str table = CMC_STR_INIT, header = CMC_STR_INIT;
    CMC_TRY(tune_results_read(t->arena, &t->plan, t->o.results, t->results, t->diag));
    cmc_status s = tune_table(&t->plan, t->results, &table);
    CMC_TRY(write_text(&table, s, t->o.table ? t->o.table : "-", t->diag));
    s = tune_header(&t->plan, t->results, &header);
    if (s == CMC_ERR_USER && t->only != UINT32_MAX && !t->o.header)
        s = CMC_OK; // one variant may well be a bad one
    else if (s == CMC_ERR_USER)
        cmc_diag_error(t->diag, "CM0705", "no variant is right; the table says why");
    else if (s == CMC_OK && t->o.header)
        return write_text(&header, s, t->o.header, t->diag);
    cmc_str_free(&header);
    return s;
}

static cmc_status emit_jobs(tuner *t) {
    cmc_str out = CMC_STR_INIT;
    const cmc_status s = tune_jobs(&t->plan, t->results, t->o.emit, t->o.results, &out, t->diag);
    return write_text(&out, s, t->o.table ? t->o.table : "-", t->diag);
}

static void wait_for_team(const tuner *t) {
    if (t->team->wait)
        t->team->wait();
}

static cmc_status prepare(tuner *t) {
    CMC_TRY(complete_options(t));
    CMC_TRY(tune_plan_read(t->arena, t->o.input, t->o.device, t->o.target, &t->plan, t->diag));
    CMC_TRY(read_number("--only", t->o.only, 0, t->plan.n_variants - 1, UINT32_MAX, &t->only, t->diag));
    t->results = CMC_NEW_N(t->arena, tune_result, t->plan.n_variants);
    if (!t->results)
        return CMC_ERR_OOM;
    CMC_TRY(tune_results_read(t->arena, &t->plan, t->o.results, t->results, t->diag));
    return choose(t);
}

// Each process of a team waits twice, whatever fails: until all have read the results, so that none sees another's new
// ones, and until all have run their variants.
static cmc_status tune(tuner *t) {
    cmc_status s = prepare(t);
    wait_for_team(t);
    if (s == CMC_OK && t->o.emit)
        s = t->team->rank == 0 ? emit_jobs(t) : CMC_OK;
    else if (s == CMC_OK)
        s = run_variants(t);
    wait_for_team(t);
    return s == CMC_OK && !t->o.emit && t->team->rank == 0 ? report(t) : s;
}

static void print_messages(const tuner *t, cmc_status s) {
    for (size_t i = 0; t->diag && i < cmc_diag_count(t->diag); i++)
        fprintf(stderr, "cmtune: error: %s%s%s\n", t->o.input ? t->o.input : "", t->o.input ? ": " : "",
                cmc_diag_get(t->diag, i)->text);
    if (s != CMC_OK && (!t->diag || cmc_diag_error_count(t->diag) == 0))
        fprintf(stderr, "cmtune: error: %s\n", cmc_status_str(s));
}

static const cmc_completion_value completion_values[] = {
    {"TARGET", CMC_COMPLETION_TARGETS}, {"KIND", "parallel slurm"}, {"SHELL", "bash zsh"}, {0}};

int tune_main(int argc, char **argv, const tune_team *team) {
    tuner t = {.team = team, .only = UINT32_MAX, .arena = cmc_arena_create(), .diag = cmc_diag_create()};
    cmc_status s = t.arena && t.diag ? CMC_OK : CMC_ERR_OOM;
    bool help = false;
    for (int i = 1; i < argc && s == CMC_OK && !help; i++) {
        help = strcmp(argv[i], "--help") == 0;
        if (!help && !set_option(&t.o, argv[i]))
            s = user_error(t.diag, "unknown option, or one without its value: %s; try --help", argv[i]);
    }
    if (help && s == CMC_OK)
        fputs(team->rank == 0 ? usage : "", stdout);
    else if (s == CMC_OK && t.o.shell)
        s = cmc_completion_write(t.o.shell, "cmtune", usage, completion_values, t.diag);
    else if (s == CMC_OK)
        s = tune(&t);
    if (team->rank == 0 || s == CMC_ERR_IO)
        print_messages(&t, s);
    cmc_diag_destroy(t.diag);
    cmc_arena_destroy(t.arena);
    return s == CMC_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
