// SPDX-License-Identifier: MIT
// The tuner's parts.
//
//   plan.c     the YAML file: commands, constants; variants by number
//   results.c  the file of results, which grows by a line for each variant
//   variant.c  a variant in a process of its own: compiled, checked, measured
//   pool.c     many of them at a time, each with a time limit
//   report.c   the ranked table, the header of the best constants, lists of jobs
//   tune.c     the command line, and the whole
//   main.c     cmtune;  mpi.c  cmtune-mpi

#ifndef CMTUNE_H
#define CMTUNE_H

#include <cmc/base.h>

// What a file describes. Variant i has, of each constant, the value at i's digit; the last constant's
// digit changes fastest.
typedef struct tune_constant {
    const char *name;
    cmc_words values; // at least one
} tune_constant;

typedef struct tune_plan {
    const char *path, *folder;        // of the file
    const char *compile, *run;        // commands with placeholders
    const char *measure;              // an extended regular expression with one group
    const char *device, *target;      // of the command line
    uint32_t limit_s;                 // of a variant
    CMC_VEC(tune_constant) constants; // at least one
    uint32_t n_variants;              // from 1 to TUNE_MOST
    const char *mark;                 // of results that belong to this device and these commands
} tune_plan;
enum { TUNE_MOST = 1 << 20 };

// Reads a file. device, target: of the command line. Errors name the file and the line.
cmc_status tune_plan_read(cmc_arena *a, const char *path, const char *device, const char *target, tune_plan *p,
                          cmc_diag *d);
// "ROWS=8 COLUMNS=16". CMC_ERR_OOM is out's `oom`.
void tune_variant_text(const tune_plan *p, uint32_t variant, cmc_str *out);
// The variant of such a text, or UINT32_MAX.
uint32_t tune_variant_find(const tune_plan *p, const char *text);
// The value of a constant in a variant.
const char *tune_value(const tune_plan *p, uint32_t variant, uint32_t constant);

typedef enum tune_status {
    TUNE_MISSING,
    TUNE_RIGHT,
    TUNE_WRONG,
    TUNE_REFUSED,
    TUNE_LATE,
    TUNE_CRASHED,
    TUNE_N
} tune_status;
const char *tune_status_name(tune_status s);

typedef struct tune_result {
    tune_status status;
    double cost;      // TUNE_RIGHT
    const char *note; // of the others: why
} tune_result;

// Results of all variants from the file at path, which need not exist. A last line without an end is left out.
cmc_status tune_results_read(cmc_arena *a, const tune_plan *p, const char *path, tune_result *results, cmc_diag *d);
// Appends a line in one write, under a lock. Returns false and sets errno.
bool tune_results_add(const tune_plan *p, const char *path, uint32_t variant, const tune_result *r);

// Compiles, checks and measures a variant in this process's children, appends its result, and ends the process with
// status 0, or the errno with which the result could not be written. work: an existing folder for files.
_Noreturn void tune_variant_process(const tune_plan *p, uint32_t variant, const char *work, const char *results);

// Runs variants, `jobs` at a time, and appends their results. progress: called after each, with the number that ended.
typedef struct tune_pool {
    const tune_plan *plan;
    const char *work, *results;
    uint32_t jobs;
    void (*progress)(void *user, uint32_t done);
    void *user;
} tune_pool;
cmc_status tune_pool_run(const tune_pool *pool, const uint32_t *variants, uint32_t n, cmc_diag *d);

// The table: right variants by cost, then the others with their reasons.
cmc_status tune_table(const tune_plan *p, const tune_result *results, cmc_str *out);
// A header with the best variant's constants; CMC_ERR_USER if none is right.
cmc_status tune_header(const tune_plan *p, const tune_result *results, cmc_str *out);
// Jobs for the missing variants: kind "parallel" is a command a line, "slurm" a script with an array.
cmc_status tune_jobs(const tune_plan *p, const tune_result *results, const char *kind, const char *results_path,
                     cmc_str *out, cmc_diag *d);

// Processes that share the variants.
typedef struct tune_team {
    uint32_t rank, size;
    void (*wait)(void); // for all of them; NULL: there is one
} tune_team;
// The whole program; returns its exit status.
int tune_main(int argc, char **argv, const tune_team *team);

#endif
