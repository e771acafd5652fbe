// SPDX-License-Identifier: MIT
// Parts of fuzz_ir: the first kernel, the operations that mutants get, and what makes a mutant defined.

#ifndef FUZZ_IR_H
#define FUZZ_IR_H

#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/OpDescriptor.h>
#include <llvm/IR/Module.h>

#include <vector>

// Where the kernel stores floats and halfs in the buffer out; integers precede them.
enum { FI_FLOATS_B = 8192, FI_HALFS_B = 16384 };

// The text of the kernel that every input descends from.
extern const char fi_base[];

// The types of new values.
std::vector<llvm::TypeGetter> fi_types();
// Operations of LLVM, and one descriptor for each group of intrinsics.
std::vector<llvm::fuzzerop::OpDescriptor> fi_operations();
// Decides what the builders of the operations draw from here on.
void fi_seed(unsigned seed);
// Changes what makes the kernel's meaning undefined or leads outside its memory.
void fi_make_defined(llvm::Module &m);

#endif
