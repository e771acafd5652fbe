// SPDX-License-Identifier: MIT
// Completion of a program's command line in a shell, made from the text of its --help.

#ifndef CMC_COMPLETION_H
#define CMC_COMPLETION_H

#include <cmc/base.h>
#include <cmc/targets.h>

#ifdef __cplusplus
extern "C" {
#endif

// What completes a value that --help calls by a name: {"LANG", "cm ir mir"}. Other values are completed as files.
typedef struct cmc_completion_value {
    const char *name;  // the value's first word of capitals in the help text
    const char *words; // separated by blanks
} cmc_completion_value;
// The words for a target: those of the simulator, which are those of the compiler without the CPU.
#define CMC_COMPLETION_NAME(id, name, ...) " " #name
#define CMC_COMPLETION_TARGETS             CMC_TARGETS(CMC_COMPLETION_NAME)

// Appends the script that completes the options of program in a shell, "bash" or "zsh". The rows of the help text are
// the lines that begin with two blanks and an option:
//
//     -o FILE, -DNAME        an option whose value is the next word or follows at once
//     --report, --report=F   with and without a value after '='; also written --report[=F]
//
// values ends with a row of NULL. CMC_ERR_USER: the shell is another; the diagnostic names those that there are.
cmc_status cmc_completion(cmc_str *out, const char *shell, const char *program, const char *help,
                          const cmc_completion_value *values, cmc_diag *d);
// The same, written to standard output.
cmc_status cmc_completion_write(const char *shell, const char *program, const char *help,
                                const cmc_completion_value *values, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
