// SPDX-License-Identifier: MIT
// Baling decides which IR instructions become one machine instruction.
//
// A bale is a tree. Its root (the last instruction) is a wrregion, or the operation itself. Below the root are
// saturation, the operation, and for each source a modifier, an extension and a region read. Legalization slices whole
// bales, and selection emits them; both use this analysis, so selection emits exactly what legalization has split. A
// value below a root that has other users is repeated in each of them (a region read costs nothing) or computed
// separately.

#ifndef CMC_SELECT_BALE_H
#define CMC_SELECT_BALE_H

#include "genx.h"
#include "genx_region.h"

enum {                     // forms that a source can fold into the instruction
    BALE_SRC_REGION = 1,   // region reads
    BALE_SRC_EXT = 2,      // zero and sign extension
    BALE_SRC_MOD = 4,      // negation and absolute value
    BALE_SRC_INDIRECT = 8, // region reads at a variable offset
    BALE_SRC_TERNARY = 16, // unit stride or one element only
    BALE_SRC_RAW = 32,     // whole registers: data of a message
    BALE_SRC_SHIFT = 64,   // right shifts by a constant, of dwords and words
    BALE_SRC_LOGIC = 128   // and, or whose result is compared with zero
};

typedef enum bale_kind {
    BALE_OTHER = 0,   // messages, calls, control flow: operands are whole values
    BALE_ELEMENTWISE, // lane k of the result from lane k of the sources
    BALE_CMP,         // the same, with a predicate result
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
    int8_t mask_op;    // operand number of the predicate; -1: no predicate
    uint8_t max_lanes; // maximum lanes of the operation, for every type
    bool commutes;     // sources may be swapped (possibly with another condition)
    bool unit_dst;     // destination must have unit stride
    bool no_pred;      // cannot be predicated, for example because it is a sel
} bale_desc;

typedef struct bale_node {
    LLVMValueRef inst;
    uint32_t order; // position in the function
    uint32_t block;
    uint32_t fold; // bit k: operand k is part of the same instruction
    bool root;     // root of a bale
} bale_node;

typedef struct bale_info bale_info;

// The kind, sources and limits of an instruction, independent of its users.
bale_desc bale_describe(const isa_model *m, LLVMValueRef v);
// Bales all instructions of fn. NULL: out of memory.
bale_info *bale_analyse(cmc_arena *a, const isa_model *m, LLVMValueRef fn);
const bale_node *bale_get(const bale_info *b, LLVMValueRef inst); // NULL if inst was created after the analysis
bool bale_is_root(const bale_info *b, LLVMValueRef inst);
// True if operand op of user is part of user's instruction.
bool bale_folds(const bale_info *b, LLVMValueRef user, unsigned op);
// Makes operand op of user the root of its own bale.
void bale_unfold(bale_info *b, LLVMValueRef user, unsigned op);

// True if a block read can write its data directly to the variable of its wrregion, *wr.
bool bale_message_in_place(const bale_info *b, LLVMValueRef msg, LLVMValueRef *wr);

// Source modifiers: 0 - x and fneg, whose operand *op is *x; fabs; abs.
bool bale_is_neg(LLVMValueRef v, LLVMValueRef *x, unsigned *op);
bool bale_is_fabs(LLVMValueRef v);
bool bale_is_abs_int(LLVMValueRef v); // of words or dwords
// True for a right shift v by a constant whose result the saturating conversion sat narrows: both are one instruction.
// The shift must be logical if the source is unsigned.
bool bale_is_shift_of_sat(LLVMValueRef sat, LLVMValueRef v);
// True for an and/or of words or dwords that cmp compares with zero: the operation itself sets the condition.
bool bale_is_test(LLVMValueRef cmp, LLVMValueRef v);
// A word type that can hold every lane of a value, or ISA_TYPE_NONE: a product of dwords and words is one instruction.
isa_type bale_word_of(LLVMValueRef v);
// True if v only computes: it can be computed later, or not at all.
bool bale_is_pure(const isa_model *m, LLVMValueRef v);
bool bale_kind_is_pure(bale_kind kind, LLVMValueRef v); // the same where v's kind is known
// True for a call of LLVM's intrinsic of that name, without "llvm." and suffix.
bool bale_is_llvm(LLVMValueRef v, const char *name);
int bale_row_of(LLVMValueRef v);         // bale_row of a call of an element-wise intrinsic, or -1
bool bale_is_macro_root(LLVMValueRef v); // a square root by a math macro: IEEE's, and of doubles

// A hash map from pointers to pointers, in an arena.
typedef struct ptrmap {
    cmc_arena *arena;
    struct ptrmap_row {
        const void *key;
        void *val;
    } * rows;
    uint32_t cap, len;
} ptrmap;
void *ptrmap_get(const ptrmap *m, const void *key); // NULL: no such key
// Adds or replaces an entry; false: out of memory.
bool ptrmap_put(ptrmap *m, const void *key, void *val);

// Control flow (flow_graph.c)

// Numbers the n blocks of a function: block -> 1 + its index. False: out of memory.
bool genx_number_blocks(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n, ptrmap *number);
uint32_t genx_block_number(const ptrmap *number, LLVMBasicBlockRef bb); // the index
// The analysed graph, where node k is blocks[k]; NULL: out of memory.
cmc_graph *genx_flow_graph(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n, const ptrmap *number);
// The same with its edges reversed: node 0 comes after all ends of the function, node k + 1 is blocks[k]. The immediate
// dominator of a node is what all paths to the end go through next.
cmc_graph *genx_exit_graph(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n, const ptrmap *number);

#endif
