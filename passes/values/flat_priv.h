// SPDX-License-Identifier: MIT
// Shared by the files of gx_lower_flat_memory.
#ifndef CMC_FLAT_PRIV_H
#define CMC_FLAT_PRIV_H

#include "passes_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/Target.h>

typedef struct flat {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMTargetDataRef layout;
    LLVMBuilderRef b;
    LLVMTypeRef i16, i64;
    ptrmap addresses; // pointers -> i64, or a vector of them
    bool local;       // the function has pointers to shared local memory
    CMC_VEC(LLVMValueRef) dead;
} flat;

// flat_addresses.c
bool flat_from_numbers(LLVMValueRef p, unsigned depth); // p is an address in memory, or a vector of them
LLVMValueRef flat_address(flat *f, LLVMValueRef p);
// flat_spaces.c: where a pointer leads. Messages to shared local memory take offsets of 32 bits and their own surface.
bool flat_is_local_type(LLVMTypeRef t);
// False, after an error at inst, when p may lead to both memories. NULL and undefined pointers lead where their type
// says.
bool flat_find_space(flat *f, LLVMValueRef inst, LLVMValueRef p, bool *local);
// Reports what inst does with an address of local memory that could not be told from one of global memory later.
bool flat_check_escape(flat *f, LLVMValueRef inst);
// Accesses with one address and one mask word per lane; mask: words.
LLVMValueRef flat_gather(flat *f, bool local, LLVMTypeRef t, LLVMValueRef lanes, LLVMValueRef mask);
void flat_scatter(flat *f, bool local, LLVMValueRef lanes, LLVMValueRef mask, LLVMValueRef data);
// One lane; op: the language's number of the operation.
LLVMValueRef flat_atomic(flat *f, bool local, unsigned op, LLVMValueRef at, LLVMValueRef src[2]);
// The alignment that an access may count on: messages to local memory have no elements of eight bytes.
uint32_t flat_alignment(bool local, uint32_t align_b);
LLVMValueRef flat_call(flat *f, const char *name, LLVMTypeRef ret, LLVMValueRef *args, unsigned n);
LLVMValueRef flat_lanes(flat *f, LLVMValueRef at, uint32_t n, uint32_t elt_b);
LLVMValueRef flat_all(flat *f, uint32_t n);
LLVMTypeRef flat_type(const flat *f, LLVMTypeRef t); // the type in which its bytes are transferred
// Messages require elements to be aligned to their size. Returns the type of the smaller parts in which a possibly
// misaligned vector is transferred; NULL: transfer it whole.
LLVMTypeRef flat_misaligned_type(const flat *f, LLVMTypeRef mt, uint32_t align_b);
bool flat_can_travel(LLVMTypeRef t);
bool flat_is_predicate(LLVMTypeRef t); // of whole bytes: LLVM stores it where the code stores its number
LLVMValueRef flat_splat(flat *f, LLVMValueRef v, uint32_t n);
LLVMValueRef flat_shuffle(flat *f, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b);
// flat_calls.c
// Masked and atomic accesses through addresses. *by: the replacement value, if any.
bool flat_visit_call(flat *f, LLVMValueRef inst, LLVMValueRef *by);

// flat_copies.c: copies and fills between addresses become loads and stores.
bool flat_expand_copies(flat *f, LLVMValueRef fn);

#endif
