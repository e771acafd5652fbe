// SPDX-License-Identifier: MIT
// What LLVM-C 19 lacks, each with the gap named so that it can go when LLVM-C has it.

#ifndef CMC_PASSES_LLVM_SHIM_H
#define CMC_PASSES_LLVM_SHIM_H

#include <cmc/isa.h>
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Replaces the attributes of a declaration and of all calls to it by: memory effects, nounwind, willreturn, and
// convergent if asked. mem: 0 none, 1 read, 2 write, 3 read and write.
// Gap: LLVM-C cannot remove all attributes of an index at once, nor set a call's memory effects.
bool gx_shim_set_effects(LLVMValueRef fn, unsigned mem, bool convergent);

// Removes dead instructions of a function, repeating until none is left. Gap: LLVM-C has no "is trivially dead".
bool gx_shim_delete_dead(LLVMValueRef fn);

// Puts every value that is used outside of its block, and every PHI, into a variable in memory: then edges may be
// changed. Gap: LLVM-C has no reg2mem utilities.
void gx_shim_demote(LLVMValueRef fn);

// A new block on the edge from -> to, PHIs adjusted, placed before `to`. Gap: LLVM-C cannot change a PHI's blocks.
LLVMBasicBlockRef gx_shim_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to);

// The instructions from inst on become a block of their own, behind. Gap: LLVM-C has no block splitting.
void gx_shim_split_before(LLVMValueRef inst);
// Moves an instruction and leaves its uses alone, whatever the order. Gap: LLVM-C can move only by way of a builder.
void gx_shim_move_before(LLVMValueRef inst, LLVMValueRef at);
// May this call be left out or come later: no effects, no reading of memory, not convergent?
// Gap: LLVM-C cannot ask what an instruction may do.
bool gx_shim_no_effects(LLVMValueRef inst);
// An upper bound of an integer of up to 64 bits (in all lanes): of its value, or if is_signed of its magnitude.
// Gap: LLVM-C does not show what is known of a value's bits.
uint64_t gx_shim_max_value(LLVMValueRef v, bool is_signed);
// The value of a string attribute of a global variable, or NULL; borrowed, *len characters.
// Gap: LLVM-C reads attributes of functions only.
const char *gx_shim_global_attribute(LLVMValueRef global, const char *key, size_t *len);

// The last part of the name of a function or variable, as its source has it, from the name in the object; owned by the
// caller, NULL when the name is as in the source. Gap: LLVM-C does not take names apart.
char *gx_shim_plain_name(const char *mangled);

// Functions that are inlined stand in front of all others, callees before their callers; the others keep their order.
// True when one has moved. Gap: LLVM-C cannot move functions.
bool gx_shim_order_callees(LLVMModuleRef m);
// Inlines each function marked so into its callers, in the order in which they stand; simplify: and makes values of its
// variables (as sroa does) before, when others were inlined into it. True when there was one. Gap: as gx_shim_inline,
// and as gx_shim_promote.
bool gx_shim_inline_marked(LLVMModuleRef m, bool simplify);
// Inlines one call; false when it cannot be. Gap: LLVM-C inlines by attributes only, whole modules at once.
bool gx_shim_inline(LLVMValueRef call);
// Variables of fn whose address goes nowhere become values, copies of objects stores, and what is constant
// constant; addresses_only: of objects that hold no address none. Gap: LLVM-C 19 runs passes on
// modules only.
void gx_shim_promote(LLVMValueRef fn, bool addresses_only);
// Those of them that several stores in several blocks write, one after the other, each by a search from its loads back
// to those stores. True when there was one. Gap: LLVM-C has no SSA construction.
bool gx_shim_promote_backwards(LLVMValueRef fn);
// Those whose loads and stores all have one type, all in one go. Gap: as gx_shim_promote.
bool gx_shim_promote_plain(LLVMValueRef fn);
// Objects that one block alone reads and writes, each part always as the same type, become the values stored. True when
// there was one. Gap: as gx_shim_promote; LLVM-C knows neither an address's offset nor the order of instructions.
bool gx_shim_promote_in_blocks(LLVMValueRef fn);
// What sroa does, for so many variables at a time; nothing when there are no more. Gap: as gx_shim_promote.
bool gx_shim_promote_in_parts(LLVMValueRef fn, size_t at_once);
// Turns every loop so that it asks at its end; loops must be in LLVM's simplified and loop-closed form. Gap: LLVM-C has
// no loops.
bool gx_shim_rotate_loops(LLVMValueRef fn, const isa_model *m);
// Moves the body of `from` into the declaration `to`, with its attributes, linkage and debug information; parameters
// are left as they are. Gap: LLVM-C cannot move blocks between functions.
void gx_shim_take_body(LLVMValueRef to, LLVMValueRef from);
// The object that ptr is an address of, constant offsets added to *off_b. Gap: LLVM-C has no offsets of addresses.
LLVMValueRef gx_shim_strip_offset(LLVMValueRef ptr, int64_t *off_b);
// The value of type t at byte off_b from ptr, which names a place in a constant of the module; NULL: not known. Gap:
// LLVM-C does not read constants.
LLVMValueRef gx_shim_fold_load(LLVMModuleRef mod, LLVMValueRef ptr, LLVMTypeRef t, uint64_t off_b);

#ifdef __cplusplus
}

namespace llvm {
class DataLayout;
class TargetTransformInfo;
} // namespace llvm

// What LLVM's passes ask about the costs of a target; in plugin.cpp.
llvm::TargetTransformInfo gxCosts(const llvm::DataLayout &dl, const isa_model *m);
#endif
#endif
