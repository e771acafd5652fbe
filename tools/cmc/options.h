// SPDX-License-Identifier: MIT
// Command line of cmc: one table of options gives the parser and --help.

#ifndef CMC_TOOL_OPTIONS_H
#define CMC_TOOL_OPTIONS_H

#include <cmc/driver.h>

typedef struct tool_opts {
    drv_opts drv;
    const char *output;  // -o, NULL = derived from the input
    bool help, version;
    const char *bad_value; // what an option could not take
    bool emit_llvm, text, object;
    cmc_arena *arena;    // owned by main
    CMC_VEC(const char *) fe_args;
} tool_opts;

// Parses argv. Errors go to d; CMC_ERR_USER.
cmc_status tool_parse(int argc, char **argv, tool_opts *o, cmc_diag *d);
void tool_help(cmc_str *out);

#endif
