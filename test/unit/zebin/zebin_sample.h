// SPDX-License-Identifier: MIT
// A zebin for the tests: two kernels that use every field, or one that uses as little as a kernel can.

#ifndef ZEBIN_SAMPLE_H
#define ZEBIN_SAMPLE_H

#include <cmc/zebin.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct sample {
    cmc_arena *arena;
    cmc_diag *diag;
    zeb_file *file;
    cmc_str image;
} sample;

enum { SAMPLE_CODE_B = 112 };
extern const uint8_t sample_code[SAMPLE_CODE_B];

// The kernel of zebin.h's format notes: k(SurfaceIndex buf, svmptr p, int n).
zeb_kernel *sample_add_minimal(zeb_file *f);
// A kernel with a value in every field that the format can hold.
zeb_kernel *sample_add_full(zeb_file *f, const char *name);

void sample_open(sample *s, const char *target);
void sample_close(sample *s);
// Writes s->file to s->image; fails the test with the message when that does not work.
void sample_write(sample *s);
// Reads bytes; fails the test with the message when that does not work.
zeb_file *sample_read(sample *s, const void *data, size_t len);
// The first message of s->diag, or "".
const char *sample_message(const sample *s);

#endif
