// SPDX-License-Identifier: MIT
// Shared by the files of cmrun: options, arguments, element types, initial contents, the device's settings.

#ifndef CMRUN_H
#define CMRUN_H

#include <cmc/base.h>
#include <cmrt/cmrt.h>

enum { CMRUN_MAX_ARGS = 64, CMRUN_MAX_DUMPS = 64 };

// Element types, named as in the instruction set; elt_find also knows C-like names (i32, f32).
typedef enum elt_kind { ELT_NONE = 0, ELT_SIGNED, ELT_UNSIGNED, ELT_FLOAT } elt_kind;
typedef struct elt_type {
    const char *name, *alias;
    elt_kind kind;
    size_t size_b;
} elt_type;
const elt_type *elt_find(const char *name, size_t len); // NULL when unknown
const char *elt_names(void);                            // for messages
// Parses one value of text into out (size_b bytes); *end is the text after it.
bool elt_parse(const elt_type *t, const char *text, const char **end, void *out);
void elt_store(const elt_type *t, double number, void *out);
void elt_print(const elt_type *t, const void *value, cmc_str *out);

// Initial contents of memory.
typedef enum init_kind { INIT_ZERO = 0, INIT_IOTA, INIT_FILL, INIT_RANDOM, INIT_FILE } init_kind;
typedef struct data_init {
    init_kind kind;
    double start, step;   // IOTA; FILL: start
    const char *path;     // FILE
    const elt_type *type; // of IOTA, FILL, RANDOM
    bool exact;           // FILE: a shorter file is also an error
} data_init;
// Fills data. A shorter file leaves the rest zero unless exact is set; a longer file is an error. Messages go to d.
cmc_status data_fill(const data_init *in, uint8_t *data, size_t size_b, cmc_diag *d);

typedef enum arg_kind {
    ARG_NONE = 0,
    ARG_VALUE,
    ARG_BUFFER,
    ARG_SVM,
    ARG_IMAGE,
    ARG_LOCAL,
    ARG_SAMPLER,
    ARG_SAME,
    ARG_SKIP
} arg_kind;
typedef struct run_arg {
    arg_kind kind;
    const char *text; // as written
    size_t size_b;    // of memory or value; 0 for memory from a file of unknown size until it is read
    uint8_t *value;   // VALUE; owned
    data_init init;
    char *in_path;        // owned; the string of init.path when more text follows the path
    const char *out_path; // receives the contents after the run; NULL = not written
    cmrt_format format;   // IMAGE
    cmrt_image_kind image_kind;
    uint32_t width, height, depth;
    cmrt_sampler_desc sampler;
    uint32_t same_as; // SAME: number of an earlier argument
} run_arg;

typedef struct run_dump {
    uint32_t arg;
    const elt_type *type; // NULL: raw bytes to path
    const char *path;
    size_t first, count; // elements; count 0 = all
} run_dump;

typedef struct run_options {
    const char *file, *device, *kernel;
    uint32_t groups[3], local[3];
    run_arg args[CMRUN_MAX_ARGS];
    uint32_t n_args;
    run_dump dumps[CMRUN_MAX_DUMPS];
    uint32_t n_dumps;
    uint32_t repeat;
    const char *order, *check, *timing, *timeline, *trace; // NULL = not given
    const char *shell;                                     // --completion
    bool list, verbose, print_driver, help, version;
} run_options;
// Messages go to d.
cmc_status options_parse(int argc, char **argv, run_options *o, cmc_diag *d);
void options_free(run_options *o);
extern const char cmrun_help[];
// Prints the script that completes the options of cmrun in o->shell.
cmc_status cmrun_complete(const run_options *o, cmc_diag *d);

// arg_spec.c: one --arg.
cmc_status arg_parse(const char *text, run_options *o, cmc_diag *d);
// "OPTION 'text': expected ...".
cmc_status cmrun_bad(cmc_diag *d, const char *option, const char *text, const char *expected);
// Parses a number at *p that ends at one of the characters of stops or at the end. A suffix k or m multiplies it.
// Advances *p past it.
bool cmrun_take_number(const char **p, const char *stops, size_t *out);

// device.c: writes the spec for cmrt_device_open to spec, "" = libcmrt's own choice. Writes the simulator's settings
// to the environment, where its driver reads them.
cmc_status device_choose(const run_options *o, char *spec, size_t spec_b, cmc_diag *d);

#endif
