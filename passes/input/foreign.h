// SPDX-License-Identifier: MIT
// Intrinsics of other front ends that cmc's own table (genx.def) does not have.

#ifndef CMC_PASSES_FOREIGN_H
#define CMC_PASSES_FOREIGN_H

#include "passes_priv.h"

// The work of gx_adapt_calls on one module. Handlers build before the call.
typedef struct adapt {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef c;
    LLVMBuilderRef b;
    LLVMTypeRef i1, i8, i32, i64;
} adapt;

// Returns the value that replaces the call, or an undefined one when the call has no result. NULL: the call stays.
typedef LLVMValueRef adapt_handler(adapt *A, LLVMValueRef call, const char *name);

typedef struct foreign {
    const char *name;       // without "llvm.genx."
    size_t len;             // of the name
    adapt_handler *handler; // NULL: the intrinsic is refused
    const char *reason;     // why it is refused; NULL otherwise
} foreign;

// The row of a call's intrinsic in foreign.def; NULL for other values (foreign.c).
const foreign *foreign_find(LLVMValueRef call);

// Reports "in function 'k': llvm.genx.NAME ...", and returns an undefined value of the call's type.
LLVMValueRef adapt_refuse(adapt *A, LLVMValueRef call, const char *name, const char *fmt, ...) CMC_PRINTF(4, 5);
// An undefined value of the call's type; of i1 when it has none.
LLVMValueRef adapt_nothing(adapt *A, LLVMValueRef call);
// Reads dwords by an intrinsic without operands, as a value of type t; NULL when t has no whole dwords.
LLVMValueRef adapt_dwords(adapt *A, genx_id id, LLVMTypeRef t);

#define GX_ADAPTED(name, handler) adapt_handler adapt_##handler;
#define GX_REFUSED(name, reason)
#include "foreign.def"

#endif
