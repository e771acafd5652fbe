// SPDX-License-Identifier: MIT
// gx_promote_variables: the first promotion of variables to values, before functions are inlined.
//
//   before  %ref = alloca %place                              after  call @read(ptr %v, i32 256)
//           store ptr %v, ptr %ref ... call @read(ptr %a, i32 %n)
//
// Why: the header's functions are inlined thousands of times; copies of their parameters are removed once. Under SIMD
// control flow both sides of a branch run one after the other on the same variables. A value after the branch would
// come from one side only:
//
//   x = 1; SIMD_IF_BEGIN(m) { x = 2; } SIMD_ELSE { y += 1; } SIMD_IF_END       ; x is 2 if any channel took the first side
//
// In functions that reach a condition of SIMD control flow, only addresses and objects used in one block become values;
// sroa promotes the others after form_simdcf.

#include "cm/cm_priv.h"
#include "llvm_shim.h"

// Adds the functions that call f.
static bool add_callers(gx_ctx *cx, LLVMValueRef f, gx_values *out) {
    genx_foreach_use(f, u) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMValueRef caller = LLVMIsAInstruction(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
        if (caller && !gx_holds(out, caller) && !cmc_vec_push(cx->arena, out, caller))
            return false;
    }
    return true;
}

bool gx_promote_variables(gx_ctx *cx, LLVMModuleRef m) {
    gx_values channels = {0};
    bool ok = true;
    genx_foreach_function(m, f)
        if (cm_is_simd_any(f))
            ok &= add_callers(cx, f, &channels);
    for (uint32_t i = 0; i < channels.len && ok; i++)
        ok = add_callers(cx, channels.data[i], &channels);
    genx_foreach_function(m, f) {
        if (LLVMIsDeclaration(f))
            continue;
        if (!ok || gx_holds(&channels, f)) {
            gx_shim_promote_in_blocks(f);
            gx_shim_promote(f, true);
        } else {
            gx_split_sroa(cx, f);
            gx_shim_sroa(f);
        }
    }
    return true;
}
