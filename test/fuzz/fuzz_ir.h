// SPDX-License-Identifier: MIT
// Parts of fuzz_ir: the first kernel, the operations that mutants get, and what makes a mutant defined.

#ifndef FUZZ_IR_H
#define FUZZ_IR_H

#include <cmc/genx.h>
extern "C" {
#include "../random/gen.h"
}

#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/OpDescriptor.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

// Where the kernel stores floats, doubles and halfs in the buffer out; integers precede them.
enum { FI_FLOATS_B = 8192, FI_DOUBLES_B = 12288, FI_HALFS_B = 16384 };

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
    FI_RAW_SEND,
    FI_GROUPS
} fi_group;
const char *fi_group_name(fi_group group);
// The group of an instruction; FI_GROUPS: a plain part of all programs.
fi_group fi_group_of(const llvm::Instruction &i);
// One bit for each group in the module.
unsigned fi_groups(const llvm::Module &m);
// Inputs differ in the groups that they get from mutations, so that each target has inputs of its own. fi_allow draws
// them for a new input.
void fi_allow(llvm::Module &m);
bool fi_allows(const llvm::Module &m, fi_group group);
// Whether the target has what the module contains.
bool fi_has_all(const isa_model *model, const llvm::Module &m);

// The text of the kernel that every input descends from.
extern const char fi_base[];

// The types of new values.
std::vector<llvm::TypeGetter> fi_types();
// Operations of LLVM, and one descriptor for each group of intrinsics.
std::vector<llvm::fuzzerop::OpDescriptor> fi_operations();
std::vector<llvm::fuzzerop::OpDescriptor> fi_message_operations();
std::vector<llvm::fuzzerop::OpDescriptor> fi_flow_operations();
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
void fi_define_local_memory(llvm::Module &m);
// Whether the operand of a message may be an address or a surface.
bool fi_takes_address(const llvm::Instruction &i, unsigned operand);
// v & mask, or v if it is that already.
llvm::Value *fi_in_range(llvm::Value *v, uint64_t mask, llvm::Instruction *at);
// Stores a vector in the part of the buffer out for its type; others are left alone.
void fi_store(llvm::Value *v, unsigned slot, llvm::Instruction *at);

#endif
