// SPDX-License-Identifier: MIT
// gx_lower_spirv: looks up builtins in spirv_builtins.def, and checks types.

#include "spirv_priv.h"

#include <string.h>

static const spirv_builtin builtins[] = {
#define SPIRV_BUILTIN(name, kinds, builder)  {name, kinds, spirv_##builder, false},
#define SPIRV_IN_FLOAT(name, kinds, builder) {name, kinds, spirv_##builder, true},
#include "spirv_builtins.def"
};
enum { N_BUILTINS = sizeof builtins / sizeof *builtins };

const spirv_builtin *spirv_find(const char *name) {
    for (size_t i = 0; i < N_BUILTINS; i++)
        if (!strcmp(builtins[i].name, name))
            return &builtins[i];
    return NULL;
}

static bool is_number(LLVMTypeRef t) {
    return genx_elt_bits(t) && LLVMGetTypeKind(genx_elt_type(t)) != LLVMPointerTypeKind;
}

static bool is_pair(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 2 &&
           LLVMStructGetTypeAtIndex(t, 0) == LLVMStructGetTypeAtIndex(t, 1);
}

static bool has_kind(char kind, LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(genx_elt_type(t));
    unsigned bits = genx_elt_bits(t);
    switch (kind) {
    case 'f':
        return genx_is_float(t) && bits <= 32;
    case 'F':
        return genx_is_float(t);
    case 'g':
        return k == LLVMHalfTypeKind || k == LLVMFloatTypeKind;
    case 'i':
    case 'n':
        return k == LLVMIntegerTypeKind && bits >= 8 && bits <= 64;
    case 'b':
        return k == LLVMIntegerTypeKind;
    case 'p':
        return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    case 's':
        return is_pair(t);
    case 'v':
        return k == LLVMVoidTypeKind;
    case 'w':
        return bits == 16;
    case 'd':
        return is_number(t) && !genx_is_float(t) && bits * genx_lanes(t) <= 64 && bits >= 32;
    default:
        return is_number(t);
    }
}

static bool operand_fits(char kind, LLVMTypeRef t, LLVMTypeRef result, LLVMTypeRef first) {
    switch (kind) {
    case '=':
        return t == result;
    case '0':
        return t == first;
    case 'n':
        return has_kind(kind, t) && (genx_lanes(t) == genx_lanes(result) || genx_lanes(t) == 1);
    case 'h':
        return has_kind('i', t) && t == first && genx_elt_bits(t) * 2 == genx_elt_bits(result) &&
               genx_lanes(t) == genx_lanes(result);
    default:
        return has_kind(kind, t);
    }
}

bool spirv_fits(const char *kinds, LLVMValueRef call) {
    LLVMTypeRef t = LLVMTypeOf(call);
    unsigned n = LLVMGetNumArgOperands(call);
    if (strlen(kinds) != n + 2 || !has_kind(kinds[0], t))
        return false;
    for (unsigned k = 0; k < n; k++)
        if (!operand_fits(kinds[k + 2], LLVMTypeOf(LLVMGetOperand(call, k)), t, LLVMTypeOf(LLVMGetOperand(call, 0))))
            return false;
    return true;
}

LLVMValueRef spirv_build(spirv *s, const spirv_builtin *row, LLVMValueRef call) {
    enum { MOST = 6 };
    LLVMValueRef a[MOST];
    const char *name = row->name;
    while (!spirv_fits(row->kinds, call)) // a name may have several forms
        if (++row == builtins + N_BUILTINS || strcmp(row->name, name))
            return NULL;
    LLVMTypeRef t = LLVMTypeOf(call), wide = t;
    bool narrow = row->in_float && genx_elt_bits(t) == 16;
    if (narrow)
        wide = sp_like(t, s->f32);
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        a[k] = LLVMGetOperand(call, k);
        if (narrow)
            a[k] = LLVMBuildFPExt(s->b, a[k], wide, "");
    }
    LLVMValueRef r = row->build(s, a, wide);
    return r && narrow ? LLVMBuildFPTrunc(s->b, r, t, "") : r;
}
