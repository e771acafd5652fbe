// SPDX-License-Identifier: MIT
// What LLVM-C 19 lacks. Each function names its gap, so that it can be removed once LLVM-C closes the gap.

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
// convergent on request. mem: 0 no access, 1 read, 2 write, 3 read and write.
// Gap: LLVM-C cannot remove all attributes of an index at once, nor set a call's memory effects.
bool gx_shim_set_effects(LLVMValueRef fn, unsigned mem, bool convergent);

// Removes dead instructions of a function until there are no more. Gap: LLVM-C has no "is trivially dead".
bool gx_shim_delete_dead(LLVMValueRef fn);

// Demotes every PHI, and every value used outside its block, to a variable in memory, so that edges may be changed.
// Gap: LLVM-C has no reg2mem utilities.
void gx_shim_demote(LLVMValueRef fn);

// A new block on the edge from -> to, PHIs adjusted, placed before `to`. Gap: LLVM-C cannot change a PHI's blocks.
LLVMBasicBlockRef gx_shim_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to);

// Splits the block before inst; inst and what follows it become a new block after it. Gap: LLVM-C has no block
// splitting.
void gx_shim_split_before(LLVMValueRef inst);
// Moves an instruction without changing its uses, even if that breaks dominance. Gap: LLVM-C can move only through a
// builder.
void gx_shim_move_before(LLVMValueRef inst, LLVMValueRef at);
// Whether the call may be removed or delayed: no side effects, no memory reads, not convergent. Gap: LLVM-C cannot
// query an instruction's effects.
bool gx_shim_no_effects(LLVMValueRef inst);
// An upper bound, over all lanes, of an integer of up to 64 bits: of its value, or of its magnitude if is_signed. Gap:
// LLVM-C does not expose known bits.
uint64_t gx_shim_max_value(LLVMValueRef v, bool is_signed);
// The value of a string attribute of a global variable, or NULL; borrowed, *len characters.
// Gap: LLVM-C reads attributes of functions only.
const char *gx_shim_global_attribute(LLVMValueRef global, const char *key, size_t *len);

// Demangles the name of a function or variable and returns its last component, owned by the caller; NULL when the name
// is not mangled. Gap: LLVM-C does not demangle.
char *gx_shim_plain_name(const char *mangled);

// Places inlined functions before all others, callees before their callers; the others keep their order. True when a
// function has moved. Gap: LLVM-C cannot move functions.
bool gx_shim_order_callees(LLVMModuleRef m);
// Inlines each marked function into its callers, in module order. simplify: first promotes the function's variables
// (as sroa does) when other functions were inlined into it. True when there was such a function. Gap: as
// gx_shim_inline and gx_shim_promote.
bool gx_shim_inline_marked(LLVMModuleRef m, bool simplify);
// Inlines one call; false when it cannot be inlined. Gap: LLVM-C inlines whole modules only, by attributes.
bool gx_shim_inline(LLVMValueRef call);
// Promotes variables of fn whose address does not escape to values, turns copies of objects into stores, and folds
// constants. addresses_only: skips objects that hold no address. Gap: LLVM-C 19 runs passes on modules only.
void gx_shim_promote(LLVMValueRef fn, bool addresses_only);
// Runs LLVM's sroa<modify-cfg>. Gap: as gx_shim_promote.
void gx_shim_sroa(LLVMValueRef fn);
// Promotes, one at a time, variables with several stores in several blocks, by a search from each load back to its
// reaching stores. True when there was one. Gap: LLVM-C has no SSA construction.
bool gx_shim_promote_backwards(LLVMValueRef fn);
// Promotes all variables whose loads and stores have one type, all at once. Gap: as gx_shim_promote.
bool gx_shim_promote_plain(LLVMValueRef fn);
// Promotes objects that are accessed in one block only, each part always with the same type, to the stored values.
// True when there was one. Gap: as gx_shim_promote; LLVM-C exposes neither an address's offset nor the instruction
// order.
bool gx_shim_promote_in_blocks(LLVMValueRef fn);
// Does the work of sroa for `at_once` variables at a time; false when there are no more. Gap: as gx_shim_promote.
bool gx_shim_promote_in_parts(LLVMValueRef fn, size_t at_once);
// Rotates every loop so that its condition is tested at its end; loops must be in LLVM's simplified and loop-closed
// form. Gap: LLVM-C has no loops.
bool gx_shim_rotate_loops(LLVMValueRef fn, const isa_model *m);
// Moves the body of `from` into the declaration `to`, with its attributes, linkage and debug information; parameters
// are unchanged. Gap: LLVM-C cannot move blocks between functions.
void gx_shim_take_body(LLVMValueRef to, LLVMValueRef from);
// Makes the values of SPIR-V's types of surfaces and samplers numbers of 32 bits, in the types of functions, in
// variables and in instructions. True when there was one. Gap: LLVM-C cannot change the type of a value.
bool gx_shim_number_surfaces(LLVMModuleRef m);
// Makes loops of compare and exchange of the atomics of 32 and 64 bits that no message does (float_sums: sums of floats
// have one), and loops of copies and fills of memory whose size is known only at run time. True when there was one.
// Gap: LLVM-C has none of these functions.
bool gx_shim_expand_memory(LLVMModuleRef m, bool float_sums);
// Makes integer arguments of kernels whole bytes: i1 becomes i8, i24 becomes i32. The body takes the low bits. True
// when there was one. Gap: as gx_shim_number_surfaces.
bool gx_shim_widen_arguments(LLVMModuleRef m);
// Copies a region for each outcome of its first decision. The terminator of blocks[0] decides; the other blocks are
// reached only through it and left only to `end`. In each copy, decisions on the same value are settled. False, and
// nothing changed, when the region must not be duplicated. Gap: LLVM-C cannot copy blocks.
bool gx_shim_decide_once(LLVMBasicBlockRef *blocks, size_t n, LLVMBasicBlockRef end);
// The object that ptr points into; adds constant offsets to *off_b. Gap: LLVM-C cannot compute offsets of addresses.
LLVMValueRef gx_shim_strip_offset(LLVMValueRef ptr, int64_t *off_b);
// The value of type t at byte off_b from ptr, an address in a constant of the module; NULL: unknown. Gap: LLVM-C
// cannot read constants.
LLVMValueRef gx_shim_fold_load(LLVMModuleRef mod, LLVMValueRef ptr, LLVMTypeRef t, uint64_t off_b);

// Locations without the steps from the GPU's address spaces. Variables of the module that are not constant get none.
// Gap: LLVM-C 19 cannot read locations.
void gx_shim_one_space(LLVMModuleRef m);
// The address of a variable that has just got a value: the function has stored it there, ahead of the debug records of
// `before`. variable and place (of the call that it was inlined from; NULL: none) are its identity.
typedef LLVMValueRef (*gx_home_fn)(void *user, LLVMValueRef before, LLVMValueRef value, const void *variable,
                                   const void *place);
// For each value that a whole variable of fn gets; the variable is at the returned address from there on. Gap: as
// gx_shim_one_space.
void gx_shim_home_variables(LLVMValueRef fn, gx_home_fn home, void *user);

#ifdef __cplusplus
}

namespace llvm {
class DataLayout;
class TargetTransformInfo;
} // namespace llvm

// The target's cost model for LLVM's passes (llvm_shim_costs.cpp).
llvm::TargetTransformInfo gxCosts(const llvm::DataLayout &dl, const isa_model *m);
#endif
#endif
