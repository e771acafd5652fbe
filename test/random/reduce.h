// SPDX-License-Identifier: MIT
// Makes a failing program small.

#ifndef RANDOM_REDUCE_H
#define RANDOM_REDUCE_H

#include <cmc/base.h>
#include <llvm-c/Core.h>

// Whether the module still fails the same way. It must not be changed.
typedef bool (*rn_fails_fn)(void *user, LLVMModuleRef mod);
// Drops instructions of @k, in place, while the module still fails.
void rn_reduce(LLVMModuleRef mod, rn_fails_fn fails, void *user);

#endif
