// SPDX-License-Identifier: MIT
// Builds calls of the headers' builtins, which lower_cm and form_simdcf know by their mangled names.
//
//   "__cm_set", ptr, <16 x i32>   ->   call void @_Z8__cm_set.p0.v16i32(ptr %v, <16 x i32> %x)

#include "passes_priv.h"

#include <assert.h>
#include <string.h>

enum { MAX_OPERANDS = 6 };

LLVMValueRef gx_call_builtin(LLVMBuilderRef b, LLVMModuleRef m, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                             unsigned n) {
    assert(n <= MAX_OPERANDS && "no builtin has more operands");
    LLVMTypeRef types[MAX_OPERANDS];
    cmc_str s = CMC_STR_INIT;
    cmc_str_printf(&s, "_Z%zu%s", strlen(name), name);
    if (LLVMGetTypeKind(ret) != LLVMVoidTypeKind)
        genx_mangle(&s, ret);
    for (unsigned i = 0; i < n; i++)
        genx_mangle(&s, types[i] = LLVMTypeOf(args[i]));
    LLVMTypeRef ft = LLVMFunctionType(ret, types, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(m, cmc_str_text(&s));
    if (!fn)
        fn = LLVMAddFunction(m, cmc_str_text(&s), ft);
    cmc_str_free(&s);
    return LLVMBuildCall2(b, ft, fn, args, n, "");
}
