// SPDX-License-Identifier: MIT
// Running Intel's assembler iga64 as the judge, and comparing text with its text.

#ifndef CMC_TEST_IGA_H
#define CMC_TEST_IGA_H

#include <cmc/isa.h>

// Rows of known.def.
typedef enum iga_known_id {
#define IGA_KNOWN(id, targets, what, why, witness) IGA_##id,
#include "known.def"
#undef IGA_KNOWN
    IGA_KNOWN_COUNT
} iga_known_id;
_Static_assert((int)IGA_KNOWN_COUNT <= 20, "too many differences are excused");

// Whether iga64 is known to differ in this on the model's target.
bool iga_known(const isa_model *m, iga_known_id id);

enum { IGA_SHOW = 12 }; // differences that are printed

int iga_fatal(const char *what, const char *more); // ends the process with 2
// Runs iga64 for the model's platform; ends the process with iga64's messages when it fails.
void iga_run(const isa_model *m, const char *options, const char *in, const char *out, const char *log);
// Text without comments and with single blanks, one instruction or label a line.
void iga_normalize(const cmc_str *in, cmc_str *out);
// Number of lines that differ; the first ones are printed with where in front.
unsigned iga_compare_text(const char *where, const cmc_str *ours, const cmc_str *theirs);

#endif
