// SPDX-License-Identifier: MIT
// genx dialect: builders. A call's declaration is made on demand with the name that vc-intrinsics' mangling gives:
// the return type's suffix if it is overloaded, then those of the overloaded arguments in order.

#include <cmc/genx.h>

#include <string.h>

LLVMModuleRef genx_module_of(LLVMValueRef inst) {
    return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
}

void genx_mangle(cmc_str *s, LLVMTypeRef t) {
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) { // several results: each is overloaded
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            genx_mangle(s, LLVMStructGetTypeAtIndex(t, i));
        return;
    }
    cmc_str_append(s, ".");
    if (genx_is_vec(t))
        cmc_str_printf(s, "v%u", genx_lanes(t));
    LLVMTypeRef e = genx_elt_type(t);
    switch (LLVMGetTypeKind(e)) {
    case LLVMPointerTypeKind:
        cmc_str_printf(s, "p%u", LLVMGetPointerAddressSpace(e));
        break;
    case LLVMBFloatTypeKind:
        cmc_str_append(s, "bf16");
        break;
    default:
        cmc_str_printf(s, "%c%u", genx_is_float(e) ? 'f' : 'i', genx_elt_bits(e));
    }
}

LLVMValueRef genx_build(LLVMBuilderRef b, LLVMModuleRef m, genx_id id, LLVMTypeRef ret, LLVMValueRef *args, unsigned n,
                        unsigned overload_mask, const char *name) {
    LLVMTypeRef types[16];
    cmc_str s = CMC_STR_INIT;
    cmc_str_printf(&s, "llvm.genx.%s", genx_info_get(id)->name);
    if (overload_mask & 1)
        genx_mangle(&s, ret);
    for (unsigned i = 0; i < n && i < 16; i++) {
        types[i] = LLVMTypeOf(args[i]);
        if (overload_mask & (2u << i))
            genx_mangle(&s, types[i]);
    }
    LLVMTypeRef ft = LLVMFunctionType(ret, types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(m, cmc_str_text(&s));
    if (f && LLVMGlobalGetValueType(f) != ft) { // declared in another way by a front end
        const char *mangled = cmc_str_text(&s);
        cmc_str other = CMC_STR_INIT;
        cmc_str_printf(&other, "%s.declared", mangled);
        LLVMSetValueName2(f, cmc_str_text(&other), strlen(cmc_str_text(&other)));
        cmc_str_free(&other);
        f = NULL;
    }
    if (!f) {
        f = LLVMAddFunction(m, cmc_str_text(&s), ft);
        // The same attributes that the first pass sets, so that what later passes build folds as well.
        LLVMContextRef c = LLVMGetModuleContext(m);
        static const char *const names[] = {"memory", "nounwind", "willreturn"};
        for (int i = 0; i < 3; i++)
            LLVMAddAttributeAtIndex(
                f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])), 0));
    }
    cmc_str_free(&s);
    return LLVMBuildCall2(b, ft, f, args, n, name);
}

static LLVMValueRef i32(LLVMModuleRef m, uint32_t v) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(m)), v, 0);
}

static LLVMValueRef region_offset(LLVMModuleRef m, const genx_region *r) {
    if (r->offset && !r->off_const)
        return r->offset;
    return LLVMConstInt(LLVMInt16TypeInContext(LLVMGetModuleContext(m)), r->off_b, 0);
}

LLVMValueRef genx_build_rd(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, const genx_region *r, bool scalar) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(src));
    LLVMTypeRef ret = genx_with_lanes(elt, r->lanes, scalar);
    if (!genx_is_vec(LLVMTypeOf(src)))
        src = LLVMBuildBitCast(b, src, LLVMVectorType(elt, 1), "");
    LLVMValueRef args[6] = {src,
                            i32(m, r->vstride),
                            i32(m, r->width),
                            i32(m, r->stride),
                            region_offset(m, r),
                            LLVMGetUndef(LLVMInt32TypeInContext(LLVMGetModuleContext(m)))};
    if (r->parent_width)
        args[5] = i32(m, r->parent_width);
    genx_id id = genx_is_float(elt) ? GENX_RDREGIONF : GENX_RDREGIONI;
    return genx_build(b, m, id, ret, args, 6, 1 | 2 | 32, "r");
}

LLVMValueRef genx_build_wr(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef old, LLVMValueRef val, const genx_region *r,
                           LLVMValueRef mask) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(old));
    LLVMContextRef c = LLVMGetModuleContext(m);
    if (!mask)
        mask = LLVMConstInt(LLVMInt1TypeInContext(c), 1, 0);
    LLVMValueRef args[8] = {old,
                            val,
                            i32(m, r->vstride),
                            i32(m, r->width),
                            i32(m, r->stride),
                            region_offset(m, r),
                            LLVMGetUndef(LLVMInt32TypeInContext(c)),
                            mask};
    if (r->parent_width)
        args[6] = i32(m, r->parent_width);
    genx_id id = genx_is_float(elt) ? GENX_WRREGIONF : GENX_WRREGIONI;
    return genx_build(b, m, id, LLVMTypeOf(old), args, 8, 1 | 4 | 64 | 256, "w");
}

LLVMValueRef genx_build_rdpred(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, uint32_t off, uint32_t n) {
    LLVMValueRef args[2] = {src, i32(m, off)};
    LLVMTypeRef t = LLVMVectorType(LLVMInt1TypeInContext(LLVMGetModuleContext(m)), n);
    return genx_build(b, m, GENX_RDPREDREGION, t, args, 2, 1 | 2, "p");
}

LLVMValueRef genx_build_wrpred(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef old, LLVMValueRef val, uint32_t off) {
    LLVMValueRef args[3] = {old, val, i32(m, off)};
    return genx_build(b, m, GENX_WRPREDREGION, LLVMTypeOf(old), args, 3, 1 | 4, "p");
}
