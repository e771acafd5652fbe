// SPDX-License-Identifier: MIT
// Functions that the passes recognise by name or by a mark: builtins of the headers, subroutines.

#include "cm_priv.h"

#include <stdlib.h>
#include <string.h>

// "_Z7__cm_rdIDv4_i..." and "__cm_check_row" -> "rd" and "check_row" with its length; NULL for
// other names.
static const char *builtin_name(const char *s, size_t *len) {
    size_t n = *len;
    if (n > 2 && s[0] == '_' && s[1] == 'Z') {
        size_t i = 2, id = 0;
        while (i < n && s[i] >= '0' && s[i] <= '9')
            id = id * 10 + (size_t)(s[i++] - '0');
        if (id > n - i)
            return NULL;
        s += i;
        n = id;
    }
    if (n < 5 || memcmp(s, "__cm_", 5) != 0)
        return NULL;
    *len = n - 5;
    return s + 5;
}

const char *cm_builtin_name(LLVMValueRef fn, size_t *len) {
    *len = 0;
    if (!fn || !LLVMIsAFunction(fn))
        return NULL;
    const char *s = LLVMGetValueName2(fn, len);
    return builtin_name(s, len);
}

bool cm_is_simd_any(LLVMValueRef callee) {
    static const char ours[] = "simd_any";
    size_t len;
    const char *name = cm_builtin_name(callee, &len);
    if (name)
        return len == sizeof(ours) - 1 && memcmp(name, ours, len) == 0;
    if (!callee || !LLVMIsAFunction(callee))
        return false;
    name = LLVMGetValueName2(callee, &len);
    return genx_find(name, len) == GENX_SIMDCF_ANY;
}

bool cm_block_has_simd_any(LLVMBasicBlockRef bb) {
    genx_foreach_inst(bb, i)
        if (LLVMIsACallInst(i) && cm_is_simd_any(LLVMGetCalledValue(i)))
            return true;
    return false;
}

bool cm_has_simd_any(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        if (cm_block_has_simd_any(bb))
            return true;
    return false;
}

bool cm_is_subroutine(LLVMValueRef fn) {
    static const char mark[] = "CMSubroutine";
    return LLVMIsAFunction(fn) &&
           LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark, sizeof(mark) - 1);
}

// "_ZN2ns1fEi" -> "f": the last component of a mangled name; other names are returned whole.
const char *cm_plain_name(gx_ctx *cx, const char *s) {
    char *name = gx_shim_plain_name(s);
    const char *copy = name ? cmc_arena_strdup(cx->arena, name) : s;
    free(name);
    return copy;
}
