// SPDX-License-Identifier: MIT
// Private to selection: the state of one inline assembly statement.

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
    int32_t tied;   // an input that shares this output's register; -1: not tied
    LLVMValueRef v; // of an input; NULL for an output
    LLVMTypeRef t;
    mir_var *var;  // of a register or flag operand
    int32_t off_b; // of the operand within var
    isa_type type;
    uint32_t lanes, size_b;
    uint32_t reg;  // its placeholder during parsing: first register, or flag register
    bool *written; // of an output: the bytes that are written
} asm_operand;

typedef struct asm_stmt {
    sel *S;
    asm_operand *ops; // outputs, inputs, the front end's operands, inputs tied to "+r" outputs
    uint32_t n, n_out;
    uint32_t n_shown; // operands in the source
    uint32_t n_extra; // operands that the front end adds after them
    const char *text;
    size_t len;
    const char *places; // source position of each line, "LINE:COLUMN ..."; NULL: unknown
    cmc_loc at;         // of the current line
} asm_stmt;

// sel_asm_text.c: one line of text in iga64's syntax, with placeholders for the operands.
typedef struct asm_line {
    cmc_str text;
    CMC_VEC(uint32_t) from; // for each character of text: its column in the line
} asm_line;
// Expands the operands of one line into out. Returns false after it reported an error.
bool asm_expand(asm_stmt *s, const char *line, size_t len, asm_line *out);
// Reports an error (CM0970) at character `at` of the statement's current line.
void asm_error(asm_stmt *s, uint32_t at, const char *fmt, ...) CMC_PRINTF(3, 4);

#endif
