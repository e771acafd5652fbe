// SPDX-License-Identifier: MIT
// Inside selection: one inline assembly statement.

#ifndef CMC_SELECT_ASM_H
#define CMC_SELECT_ASM_H

#include "sel_priv.h"

typedef enum asm_kind {
    ASM_REGISTER,  // constraints r, rw, a
    ASM_FLAG,      // cr
    ASM_IMMEDIATE, // i, F
    ASM_NUMBER     // n: decimal digits
} asm_kind;

typedef struct asm_operand {
    uint8_t kind;
    bool out, is_unsigned;
    int32_t tied;   // an input in the place of this output; -1 = none
    LLVMValueRef v; // inputs
    LLVMTypeRef t;
    mir_var *var;  // registers and flags
    int32_t off_b; // in it
    isa_type type;
    uint32_t lanes, size_b;
    uint32_t reg;  // its stand-in while text is parsed: first register, or flag register
    bool *written; // outputs: by byte
} asm_operand;

typedef struct asm_stmt {
    sel *S;
    asm_operand *ops; // outputs, inputs, what the front end adds, inputs of operands that are read and written
    uint32_t n, n_out;
    uint32_t n_shown; // operands that the user wrote
    uint32_t n_extra; // what the front end adds behind them
    const char *text;
    size_t len;
    const char *places; // where the source has each line, "LINE:COLUMN ..."; NULL = unknown
    cmc_loc at;         // of the line that is parsed
} asm_stmt;

// sel_asm_text.c: one line of text as iga64 would take it, with stand-ins for operands.
typedef struct asm_line {
    cmc_str text;
    CMC_VEC(uint32_t) from; // by character of text: where it comes from in the line
} asm_line;
// False: an error was reported.
bool asm_expand(asm_stmt *s, const char *line, size_t len, asm_line *out);
// Reports an error about the character of the statement's current line.
void asm_error(asm_stmt *s, uint32_t at, const char *fmt, ...) CMC_PRINTF(3, 4);

#endif
