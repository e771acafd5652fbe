// SPDX-License-Identifier: MIT
// Rows of the coverage report: a kind, a name, and how often each source of instructions hit it.

#ifndef CMC_TEST_COVERAGE_H
#define CMC_TEST_COVERAGE_H

#include "isa_priv.h"

enum { COV_MAX_ROWS = 2048, COV_SLOTS = 4 * COV_MAX_ROWS };
enum { COV_ORACLE = 0, COV_CORPUS = 1, COV_WORDS = 2, COV_SOURCES = 3 };

typedef struct cov_row {
    const char *kind;
    char name[32];
    unsigned hits[COV_SOURCES];
} cov_row;

typedef struct coverage {
    const isa_model *m;
    unsigned from; // COV_*
    unsigned n_rows, n_inst[COV_SOURCES];
    cov_row rows[COV_MAX_ROWS];
    uint16_t slots[COV_SLOTS]; // row number plus 1, by hash of kind and name
    cmc_diag *d;
} coverage;

typedef void (*cov_fn)(coverage *c, const char *kind, const char *name);

void cov_add(coverage *c, const char *kind, const char *name); // once
void cov_hit(coverage *c, const char *kind, const char *name); // nothing if there is no such row

// coverage_forms.c: the forms of syntax that an instruction uses.
void cov_forms(coverage *c, const isa_inst *in, cov_fn fn);
// Adds the rows of all forms that the target encodes.
void cov_add_forms(coverage *c);

#endif
