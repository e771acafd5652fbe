// SPDX-License-Identifier: MIT
// Parts of fuzz_ir: the first kernel, the operations that mutants get, and what makes a mutant defined.

#ifndef FUZZ_IR_H
#define FUZZ_IR_H

#include <cmc/genx.h>
extern "C" {
#include "../random/gen.h"

#include <cmc/genx_mem.h>
}

#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/OpDescriptor.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

// Where the kernel stores floats, doubles and halfs in the buffer out; integers precede them. 2-D blocks are written at
// its end.
enum { FI_FLOATS_B = 8192, FI_DOUBLES_B = 12288, FI_HALFS_B = 16384, FI_BLOCKS_B = 28672 };

// The arguments of the kernel, which are the first ones of every other function.
enum { FI_IN, FI_OUT, FI_SA, FI_SB, FI_IA, FI_IB, FI_ARGUMENTS };

// What an input may contain; the log counts each.
typedef enum fi_group {
    FI_INTEGER,
    FI_FLOAT,
    FI_REGION,
    FI_VARIABLE_REGION,
    FI_GATHER,
    FI_ATOMIC,
    FI_LSC,
    FI_LSC_ATOMIC,
    FI_MEDIA,
    FI_TYPED,
    FI_OWORD,
    FI_LOCAL,
    FI_DPAS,
    FI_SIMD_FLOW,
    FI_CALL,
    FI_DOUBLE,
    FI_SATURATED,
    FI_MIXED, // signed and unsigned operands
    FI_DOT,
    FI_CARRY,
    FI_BITS,
    FI_CONVERSION,
    FI_MATH,
    FI_SCALED,
    FI_FLOAT_ATOMIC,
    FI_WIDE_ATOMIC,
    FI_TYPED_ATOMIC,
    FI_WIDE_LSC,
    FI_BINDLESS,
    FI_BLOCK_2D,
    FI_IMAGE_2D,
    FI_FLOAT_DPAS,
    FI_THREAD,
    FI_BARRIER,
    FI_PREDICATE,
    FI_UNJUDGED,
    FI_GROUPS
} fi_group;
const char *fi_group_name(fi_group group);
// The group of an instruction; FI_GROUPS: a plain part of all programs.
fi_group fi_group_of(const llvm::Instruction &i);
fi_group fi_group_of_arithmetic(genx_id id); // FI_GROUPS: no row of fuzz_ir_arith.cpp
// One bit for each group in the module.
uint64_t fi_groups(const llvm::Module &m);
// Inputs differ in the groups that they get from mutations, so that each target has inputs of its own. fi_allow draws
// them for a new input.
void fi_allow(llvm::Module &m);
uint64_t fi_allowed(const llvm::Module &m); // a bit for each
bool fi_allows(const llvm::Module &m, fi_group group);
// Whether the target has what the module contains.
bool fi_has_all(const isa_model *model, const llvm::Module &m);

// The text of the kernel that every input descends from.
extern const char fi_base[];

// The types of new values.
std::vector<llvm::TypeGetter> fi_types();
// An operation, and the groups that it makes; inputs that may have one of them get it.
struct fi_operation {
    uint64_t groups; // 0: all inputs do
    llvm::fuzzerop::OpDescriptor op;
};
constexpr uint64_t fi_bit(fi_group group) {
    return uint64_t(1) << group;
}
// Operations of LLVM, and one descriptor for each group of intrinsics.
std::vector<fi_operation> fi_operations();
std::vector<fi_operation> fi_message_operations();
std::vector<fi_operation> fi_flow_operations();
std::vector<fi_operation> fi_arithmetic_operations();
std::vector<fi_operation> fi_lane_operations();
std::vector<fi_operation> fi_block_operations();
std::vector<fi_operation> fi_thread_operations();
// Prints the intrinsics that no operation makes, but for a list with reasons; false if there are any.
bool fi_check_intrinsics();
// The operation before at, on some of the values; NULL: none fits, or it has no result.
llvm::Value *fi_apply(llvm::fuzzerop::OpDescriptor &op, llvm::ArrayRef<llvm::Instruction *> values,
                      llvm::Instruction *at);
std::vector<llvm::Instruction *> fi_instructions(llvm::BasicBlock &block, llvm::Instruction *end); // those before it
// Decides what the builders of the operations draw from here on.
void fi_seed(unsigned seed);
unsigned fi_draw();

// Helpers of the builders.
llvm::Value *fi_build(genx_id id, llvm::Type *result, llvm::ArrayRef<llvm::Value *> operands, llvm::Instruction *at);
llvm::fuzzerop::SourcePred fi_vector_of(unsigned bits);                     // of an element, 0: floats
llvm::fuzzerop::SourcePred fi_lanes_of_32();                                // 8 or 16 integers
llvm::Value *fi_resized(llvm::Value *v, unsigned n, llvm::Instruction *at); // repeats or drops elements

// Changes what makes the kernel's meaning undefined or leads outside its memory.
void fi_make_defined(llvm::Module &m);
// Parts of it: of a message; of a module with local memory, which gets contents.
void fi_define_message(llvm::CallInst &call);
void fi_define_block(llvm::CallInst &call);
void fi_define_dpas(llvm::CallInst &call);
void fi_define_arithmetic(llvm::CallInst &call);
void fi_define_barriers(llvm::Function &f);
void fi_define_branches(llvm::Function &f);
void fi_define_local_memory(llvm::Module &m);
// Whether the operand of a message may be an address or a surface.
bool fi_takes_address(const llvm::Instruction &i, unsigned operand);
bool fi_takes_block(const llvm::Instruction &i, unsigned operand); // of a message of a 2-D block
// Constants of a message are part of its shape: as immediate arguments, FuzzMutate leaves them alone.
void fi_keep_constants(llvm::CallInst &call);
// A call of a message whose constants are kept, made defined; NULL without a result.
llvm::Value *fi_message(genx_id id, llvm::Type *result, llvm::ArrayRef<llvm::Value *> operands, llvm::Instruction *at);
// true where x is larger than y, as a mask.
llvm::Value *fi_some_mask(llvm::Value *x, llvm::Value *y, llvm::Instruction *at);
// Floats in quarters from 0 to 3.75; v itself if it is that already.
llvm::Value *fi_exact(llvm::Value *v, llvm::Instruction *at);
// Memory of the thread for values of the type, one object a type, which holds zeros at first.
llvm::AllocaInst *fi_object(llvm::Type *type, llvm::Function &f);
// v & mask, or v if it is that already.
llvm::Value *fi_in_range(llvm::Value *v, uint64_t mask, llvm::Instruction *at);
// Stores a vector in the part of the buffer out for its type; others are left alone.
void fi_store(llvm::Value *v, unsigned slot, llvm::Instruction *at);

#endif
