// SPDX-License-Identifier: MIT
// The options of cmc: one table gives the parser and --help. For the tool and for compiling at run time.

#ifndef CMC_OPTIONS_H
#define CMC_OPTIONS_H

#include <cmc/driver.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tool_action {
    TOOL_COMPILE,
    TOOL_HELP,
    TOOL_HELP_ALL,
    TOOL_VERSION,
    TOOL_TARGETS,
    TOOL_COMPLETION
} tool_action;

typedef struct tool_opts {
    drv_opts drv;
    tool_action action;
    const char *output;               // -o, NULL = derived from the input
    bool report;                      // --report
    const char *report_file;          // NULL = standard output; of a page, derived from the output
    const char *shell;                // --completion
    const char *bad_value, *expected; // the value that an option rejected, and the values it accepts
    bool out_of_memory;
    bool emit_llvm, text, object;
    bool deps, deps_phony;   // -MD, -MP
    bool deps_user;          // -MMD, -MM: without headers of -isystem
    const char *deps_file;   // -MF
    cmc_words deps_targets;  // -MT, -MQ
    bool deps_only;          // -M, -MM: print only the dependencies
    bool record;             // -fsave-optimization-record
    const char *record_file; // NULL = derived from the output
    bool save_temps, dump_asm;
    bool dry_run, verbose; // -###, -v
    cmc_arena *arena;      // of the caller
    cmc_words fe_args, warnings, prefix_maps;
    const char *compile_dir; // -fdebug-compilation-dir
    const char *epoch;       // of SOURCE_DATE_EPOCH, seconds; NULL: not set
} tool_opts;

// Parses argv; argv[0] is skipped. Errors go to d; CMC_ERR_USER.
cmc_status tool_parse(int argc, char **argv, tool_opts *o, cmc_diag *d);
void tool_help(cmc_str *out, bool all);
// Appends the script that completes the options of cmc in a shell.
cmc_status tool_completion(cmc_str *out, const char *shell, cmc_diag *d);
// The result's path: -o, or the input's name with the output's suffix in the current directory; NULL = out of memory.
const char *tool_output_path(const tool_opts *o);
// The input's name, without directory, with another suffix.
const char *tool_sibling(const tool_opts *o, const char *of, const char *suffix);

// Replaces @file by the words of the file, also within files. Words are separated by blanks; quotes and backslash work
// as in a shell. CMC_ERR_USER when a file cannot be read or includes itself.
typedef CMC_VEC(char *) tool_words;
cmc_status tool_expand(int argc, char **argv, cmc_arena *a, tool_words *out, cmc_diag *d);

// How accepted.def classifies an option that is not cmc's own.
typedef enum tool_accept { TOOL_UNKNOWN, TOOL_DROPPED, TOOL_REPLACED, TOOL_REFUSED } tool_accept;
// *i is the option's index in words; it advances when the option takes the next word. *replacement: today's spelling,
// for TOOL_REPLACED.
tool_accept tool_accepted(const tool_words *words, uint32_t *i, cmc_arena *a, const char **replacement, cmc_diag *d);

// State of the search for the intended spelling of a misspelt option.
typedef struct tool_nearest {
    const char *arg;  // as written; text after '=' is ignored
    const char *name; // the nearest so far; NULL: no name is near
    unsigned changes;
} tool_nearest;
void tool_nearest_try(tool_nearest *t, const char *name);
void tool_nearest_accepted(tool_nearest *t); // all of accepted.def

#ifdef __cplusplus
}
#endif
#endif
