// SPDX-License-Identifier: MIT
// Baling: which IR instructions become one machine instruction.
//
// A bale is a tree. Its root (the last instruction) is a wrregion, or the operation itself; below it stand saturation,
// the operation, and for each source a modifier, an extension and a region read. Legalization slices whole bales,
// selection emits them; both ask here, so that what was split is what is emitted. A value below a root that other
// instructions use as well is repeated in each (a region read costs nothing) or computed on its own.

#ifndef CMC_SELECT_BALE_H
#define CMC_SELECT_BALE_H

#include "genx.h"
#include "genx_region.h"

enum {                     // what a source position takes into the instruction
    BALE_SRC_REGION = 1,   // region reads
    BALE_SRC_EXT = 2,      // zero and sign extension
    BALE_SRC_MOD = 4,      // negation and absolute value
    BALE_SRC_INDIRECT = 8, // region reads with a variable offset
    BALE_SRC_TERNARY = 16, // unit stride or one element only
    BALE_SRC_RAW = 32,     // whole registers: data of a message
    BALE_SRC_SHIFT = 64,   // right shifts by a constant, of dwords and words
    BALE_SRC_LOGIC = 128   // and, or: their bits are what is compared with zero
};

typedef enum bale_kind {
    BALE_OTHER = 0,   // messages, calls, control flow: operands are whole values
    BALE_ELEMENTWISE, // lane k of the result from lane k of the sources
    BALE_CMP,         // the same with a predicate result
    BALE_RD,
    BALE_WR,
    BALE_ALIAS,  // bitcast: the same bytes, no instruction
    BALE_MASK,   // predicate logic
    BALE_REDUCE, // any, all
    BALE_PHI
} bale_kind;

// How an element-wise intrinsic is selected: genx_elementwise.def.
typedef enum bale_form {
    BALE_FORM_PLAIN = 0, // one instruction
    BALE_FORM_MATH,      // the math unit, with a function
    BALE_FORM_MINMAX,    // sel with a condition
    BALE_FORM_SAT,       // one instruction that saturates
    BALE_FORM_NEG1_SAT,  // the same with source 1 negated
    BALE_FORM_CLAMP,     // saturation of another instruction's result
    BALE_FORM_ABS,       // mov with a modifier
    BALE_FORM_MULH,      // high half of a product, through the accumulator
    BALE_FORM_CARRY,     // the accumulator after a sum or difference
    BALE_FORM_FMA,       // mad of floats
    BALE_FORM_THREE,     // one instruction of three sources
    BALE_FORM_THREE_SAT, // the same, saturating
    BALE_FORM_BFN        // the same, with a truth table in operand 3
} bale_form;

// Rows of genx_elementwise.def. Tables of baling and of selection have the same numbers.
typedef enum bale_row {
#define GENX_ELEMENTWISE(id, llvm, sources, takes, commutes, form, opcode, function, src, dst) BALE_ROW_##id,
#define LLVM_ELEMENTWISE                                                                       GENX_ELEMENTWISE
#include "genx_elementwise.def"
#undef LLVM_ELEMENTWISE
#undef GENX_ELEMENTWISE
    BALE_N_ROWS
} bale_row;

typedef struct bale_desc {
    uint8_t kind;      // bale_kind
    uint8_t n_src;     // value sources
    uint8_t src[3];    // their operand numbers
    uint8_t cls[3];    // BALE_SRC_*
    int8_t mask_op;    // operand number of the predicate, -1 = none
    uint8_t max_lanes; // widest the operation goes, whatever the types
    bool commutes;     // sources may be swapped (possibly with another condition)
    bool unit_dst;     // destination must have unit stride
    bool no_pred;      // selects lanes itself (sel), so that no predicate can
} bale_desc;

typedef struct bale_node {
    LLVMValueRef inst;
    uint32_t order; // position in the function
    uint32_t block;
    uint32_t fold; // bit k: operand k is part of the same instruction
    bool root;     // computed on its own
} bale_node;

typedef struct bale_info bale_info;

// What kind of thing an instruction is; does not look at its users.
bale_desc bale_describe(const isa_model *m, LLVMValueRef v);
// NULL when out of memory.
bale_info *bale_analyse(cmc_arena *a, const isa_model *m, LLVMValueRef fn);
const bale_node *bale_get(const bale_info *b, LLVMValueRef inst); // NULL if unknown (made later)
bool bale_is_root(const bale_info *b, LLVMValueRef inst);
bool bale_folds(const bale_info *b, LLVMValueRef user, unsigned op);
// From now on the operand is computed on its own.
void bale_unfold(bale_info *b, LLVMValueRef user, unsigned op);

// May a block read put its data straight into the wrregion that takes it? *wr is that wrregion.
bool bale_message_in_place(const bale_info *b, LLVMValueRef msg, LLVMValueRef *wr);

// Modifiers in front of x: 0 - x, fneg, fabs.
bool bale_is_neg(LLVMValueRef v, LLVMValueRef *x, unsigned *op);
bool bale_is_fabs(LLVMValueRef v);
bool bale_is_abs_int(LLVMValueRef v); // of words or doublewords
// A right shift by a constant whose result a saturating conversion narrows: one instruction. Of an unsigned source, a
// logical one.
bool bale_is_shift_of_sat(LLVMValueRef sat, LLVMValueRef v);
// and, or of words or doublewords that a compare asks for zero: the operation itself sets the condition.
bool bale_is_test(LLVMValueRef cmp, LLVMValueRef v);
// The type of word that is known to hold every lane of a value, ISA_TYPE_NONE if none is: a product of dwords and words
// is one instruction.
isa_type bale_word_of(LLVMValueRef v);
// LLVM's own intrinsics by name without "llvm." and suffix; "" otherwise.
bool bale_is_llvm(LLVMValueRef v, const char *name);
int bale_row_of(LLVMValueRef v);         // bale_row of a call of an element-wise intrinsic, or -1
bool bale_is_macro_root(LLVMValueRef v); // a square root that the math unit has as a macro: IEEE's, and of doubles

// Pointer map: LLVM values to small structures.
typedef struct ptrmap {
    cmc_arena *arena;
    struct ptrmap_row {
        const void *key;
        void *val;
    } * rows;
    uint32_t cap, len;
} ptrmap;
void *ptrmap_get(const ptrmap *m, const void *key); // NULL if missing
bool ptrmap_put(ptrmap *m, const void *key, void *val);

#endif
