// SPDX-License-Identifier: MIT
// Miscompilations that the random programs must find: changes of what a pass of the compiler leaves, as a mistake in it
// would make them. Only this test's program holds them.

#ifndef RANDOM_PLANT_H
#define RANDOM_PLANT_H

#include <cmc/mir.h>
#include <llvm-c/Core.h>

enum { RN_PLANTS = 22 };

const char *rn_plant_name(unsigned plant); // plants count from 1
// After a pass: true when something was changed.
bool rn_plant_ir(unsigned plant, const char *pass, LLVMModuleRef mod);
bool rn_plant_machine(unsigned plant, const char *pass, mir_fn *fn);

#endif
