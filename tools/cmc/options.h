// SPDX-License-Identifier: MIT
// Command line of cmc: one table of options gives the parser and --help.

#ifndef CMC_TOOL_OPTIONS_H
#define CMC_TOOL_OPTIONS_H

#include <cmc/driver.h>

typedef enum tool_action { TOOL_COMPILE, TOOL_HELP, TOOL_HELP_ALL, TOOL_VERSION, TOOL_TARGETS } tool_action;

typedef struct tool_opts {
    drv_opts drv;
    tool_action action;
    const char *output;               // -o, NULL = derived from the input
    bool report;                      // --report
    const char *bad_value, *expected; // what an option could not take, and what it takes
    bool out_of_memory;
    bool emit_llvm, text, object;
    bool deps, deps_phony;              // -MD, -MP
    bool deps_user;                     // -MMD, -MM: without headers of -isystem
    const char *deps_file;              // -MF
    CMC_VEC(const char *) deps_targets; // -MT, -MQ
    bool deps_only;                     // -M, -MM: what the file includes is all that is asked for
    bool record;                        // -fsave-optimization-record
    const char *record_file;            // NULL = derived from the output
    bool save_temps, dump_asm;
    bool dry_run, verbose; // -###, -v
    cmc_arena *arena;      // owned by main
    CMC_VEC(const char *) fe_args, warnings;
} tool_opts;

// Parses argv; argv[0] is skipped. Errors go to d; CMC_ERR_USER.
cmc_status tool_parse(int argc, char **argv, tool_opts *o, cmc_diag *d);
void tool_help(cmc_str *out, bool all);
// Where the result goes: -o, or the input's name with the output's suffix in the current directory; NULL = out of
// memory.
const char *tool_output_path(const tool_opts *o);
// The input's name, without directory, with another suffix.
const char *tool_sibling(const tool_opts *o, const char *of, const char *suffix);

// Replaces @file by the words of the file, also within files. Words are separated by blanks; quotes and backslash as in
// a shell. CMC_ERR_USER when a file cannot be read or names itself.
typedef CMC_VEC(char *) tool_words;
cmc_status tool_expand(int argc, char **argv, cmc_arena *a, tool_words *out, cmc_diag *d);

// What accepted.def says about an option that is not cmc's own.
typedef enum tool_accept { TOOL_UNKNOWN, TOOL_DROPPED, TOOL_REPLACED, TOOL_REFUSED } tool_accept;
// *i is the option's index in words and moves when the option takes the next one. *replacement: today's spelling, when
// TOOL_REPLACED.
tool_accept tool_accepted(const tool_words *words, uint32_t *i, cmc_arena *a, const char **replacement, cmc_diag *d);

// The search for the option that a misspelt one may have been meant to be.
typedef struct tool_nearest {
    const char *arg;  // as it was written; what follows '=' does not count
    const char *name; // the nearest so far, NULL: none is near
    unsigned changes;
} tool_nearest;
void tool_nearest_try(tool_nearest *t, const char *name);
void tool_nearest_accepted(tool_nearest *t); // all of accepted.def

#endif
