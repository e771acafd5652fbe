// SPDX-License-Identifier: MIT
// Places in IR that a file gives as text.

#ifndef CMC_DRIVER_LINES_H
#define CMC_DRIVER_LINES_H

#include <cmc/base.h>

#include <llvm-c/Core.h>

typedef struct drv_body { // a function in the text
    const char *name;
    uint32_t first, last; // lines
    CMC_VEC(cmc_loc) at;  // of each instruction
} drv_body;

typedef struct drv_lines {
    cmc_arena *arena;
    const char *file;
    CMC_VEC(drv_body) bodies;
    bool marked; // the instructions have their lines as debug information
} drv_lines;

// Finds functions and instructions in the text.
cmc_status drv_find_lines(const char *file, const char *text, size_t len, cmc_arena *a, drv_lines *out);
// Gives each instruction of a module without debug information its line.
void drv_mark_lines(drv_lines *l, LLVMModuleRef m);
// Copies the messages; one about a function's line that does not name the function names it now. to may be NULL.
void drv_pass_on(const drv_lines *l, const cmc_diag *from, cmc_diag *to);

#endif
