// SPDX-License-Identifier: MIT
// What comes out: the ranked table, a header, lists of jobs.

#include "cmtune.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranked {
    uint32_t variant;
    const tune_result *result;
} ranked;

// Right ones by cost, then the others by status; equal ones in the order of the variants.
static int by_rank(const void *left, const void *right) {
    const ranked *a = left, *b = right;
    if (a->result->status != b->result->status)
        return a->result->status == TUNE_RIGHT   ? -1
               : b->result->status == TUNE_RIGHT ? 1
                                                 : (int)a->result->status - (int)b->result->status;
    if (a->result->cost != b->result->cost)
        return a->result->cost < b->result->cost ? -1 : 1;
    return a->variant < b->variant ? -1 : 1;
}

// All variants in their order; the caller frees them. NULL: out of memory.
static ranked *rank(const tune_plan *p, const tune_result *results) {
    ranked *all = calloc(p->n_variants, sizeof *all);
    for (uint32_t i = 0; all && i < p->n_variants; i++)
        all[i] = (ranked){i, &results[i]};
    if (all)
        qsort(all, p->n_variants, sizeof *all, by_rank);
    return all;
}

static uint32_t count(const tune_plan *p, const tune_result *results, tune_status status) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_variants; i++)
        n += results[i].status == status;
    return n;
}

cmc_status tune_table(const tune_plan *p, const tune_result *results, cmc_str *out) {
    ranked *all = rank(p, results);
    if (!all)
        return CMC_ERR_OOM;
    const double best = all[0].result->cost;
    cmc_str_printf(out, "%s on %s: %u variants", p->path, p->device, p->n_variants);
    for (tune_status s = TUNE_MISSING; s < TUNE_N; s++)
        if (count(p, results, s) > 0)
            cmc_str_printf(out, ", %u %s", count(p, results, s), tune_status_name(s));
    cmc_str_append(out, "\n");
    for (uint32_t i = 0; i < p->n_variants; i++) {
        const tune_result *r = all[i].result;
        if (r->status == TUNE_RIGHT)
            cmc_str_printf(out, "%6u %14.9g %6.2f  ", i + 1, r->cost, best > 0 ? r->cost / best : 1);
        else
            cmc_str_printf(out, "%6s %14s %6s  ", "-", tune_status_name(r->status), "");
        tune_variant_text(p, all[i].variant, out);
        if (r->note && *r->note)
            cmc_str_printf(out, "  %s", r->note);
        cmc_str_append(out, "\n");
    }
    free(all);
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status tune_header(const tune_plan *p, const tune_result *results, cmc_str *out) {
    ranked *all = rank(p, results);
    if (!all)
        return CMC_ERR_OOM;
    const ranked best = all[0];
    free(all);
    if (best.result->status != TUNE_RIGHT)
        return CMC_ERR_USER;
    cmc_str_printf(out, "// The best variant on %s, at %.9g, of %u that are right; %u of all %u are missing.\n",
                   p->device, best.result->cost, count(p, results, TUNE_RIGHT), count(p, results, TUNE_MISSING),
                   p->n_variants);
    for (uint32_t i = 0; i < p->constants.len; i++) {
        const char *name = p->constants.data[i].name;
        cmc_str_printf(out, "#ifndef %s\n#define %s %s\n#endif\n", name, name, tune_value(p, best.variant, i));
    }
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}

// A word as a shell takes it.
static void put_word(cmc_str *out, const char *word) {
    cmc_str_append(out, "'");
    for (; *word; word++)
        cmc_str_append_n(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    cmc_str_append(out, "'");
}

static void put_command(const tune_plan *p, const char *results_path, cmc_str *out) {
    cmc_str_printf(out, "cmtune --jobs=1 --device=%s --target=%s --results=", p->device, p->target);
    put_word(out, results_path);
    cmc_str_append(out, " --table=/dev/null ");
    put_word(out, p->path);
    cmc_str_append(out, " --only=");
}

// The numbers of missing variants, as ranges: 0-3,7.
static void put_missing(const tune_plan *p, const tune_result *results, cmc_str *out) {
    const char *comma = "";
    for (uint32_t i = 0; i < p->n_variants; i++) {
        uint32_t end = i;
        while (end < p->n_variants && results[end].status == TUNE_MISSING)
            end++;
        if (end == i)
            continue;
        cmc_str_printf(out, end - i == 1 ? "%s%u" : "%s%u-%u", comma, i, end - 1);
        comma = ",";
        i = end;
    }
}

cmc_status tune_jobs(const tune_plan *p, const tune_result *results, const char *kind, const char *results_path,
                     cmc_str *out, cmc_diag *d) {
    if (strcmp(kind, "slurm") == 0) {
        cmc_str_append(out, "#!/bin/sh\n#SBATCH --array=");
        put_missing(p, results, out);
        cmc_str_append(out, "\n");
        put_command(p, results_path, out);
        cmc_str_append(out, "\"$SLURM_ARRAY_TASK_ID\"\n");
    } else if (strcmp(kind, "parallel") == 0) {
        for (uint32_t i = 0; i < p->n_variants; i++) {
            if (results[i].status != TUNE_MISSING)
                continue;
            put_command(p, results_path, out);
            cmc_str_printf(out, "%u\n", i);
        }
    } else {
        cmc_diag_error(d, "CM0703", "--emit-jobs=%s: expected parallel or slurm", kind);
        return CMC_ERR_USER;
    }
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}
