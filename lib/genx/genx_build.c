// SPDX-License-Identifier: MIT
// Builders of the genx dialect. A call's declaration is created on demand and named as vc-intrinsics mangles it: the
// suffix of the return type if it is overloaded, then the suffixes of the overloaded arguments in order.

#include <cmc/genx.h>

#include <assert.h>
#include <string.h>

LLVMModuleRef genx_module_of(LLVMValueRef inst) {
    return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
}

genx_region genx_row_region(uint32_t n, uint32_t off_b, uint32_t elt_b) {
    return (genx_region){
        .vstride = n, .width = n, .stride = 1, .off_const = true, .off_b = off_b, .lanes = n, .elt_b = elt_b};
}

LLVMValueRef genx_build_splat(LLVMBuilderRef b, LLVMValueRef x, uint32_t n) {
    assert(n > 0 && !genx_is_vec(LLVMTypeOf(x)) && "a scalar goes to at least one lane");
    LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(x), n), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    LLVMValueRef one = LLVMBuildInsertElement(b, LLVMGetPoison(t), x, LLVMConstNull(i32), "");
    return LLVMBuildShuffleVector(b, one, LLVMGetPoison(t), LLVMConstNull(LLVMVectorType(i32, n)), "");
}

LLVMValueRef genx_splat_scalar(LLVMValueRef v) {
    if (!LLVMIsAShuffleVectorInst(v) || !LLVMIsAInsertElementInst(LLVMGetOperand(v, 0)))
        return NULL;
    for (unsigned k = 0; k < LLVMGetNumMaskElements(v); k++)
        if (LLVMGetMaskValue(v, k) != 0)
            return NULL;
    LLVMValueRef one = LLVMGetOperand(v, 0);
    return LLVMIsNull(LLVMGetOperand(one, 2)) ? LLVMGetOperand(one, 1) : NULL;
}

LLVMValueRef genx_const_all(LLVMTypeRef t, LLVMValueRef e) {
    assert(LLVMIsConstant(e) && LLVMTypeOf(e) == genx_elt_type(t));
    if (!genx_is_vec(t))
        return e;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    LLVMValueRef one = LLVMConstInsertElement(LLVMGetPoison(t), e, LLVMConstNull(i32));
    return LLVMConstShuffleVector(one, LLVMGetPoison(t), LLVMConstNull(LLVMVectorType(i32, genx_lanes(t))));
}

// Names are built for each instruction, so without printf.
static void append_number(cmc_str *s, char kind, uint32_t n) {
    char text[12], *p = text + sizeof text;
    do
        *--p = (char)('0' + n % 10);
    while (n /= 10);
    *--p = kind;
    cmc_str_append_n(s, p, (size_t)(text + sizeof text - p));
}

void genx_mangle(cmc_str *s, LLVMTypeRef t) {
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) { // several results: each has its suffix
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            genx_mangle(s, LLVMStructGetTypeAtIndex(t, i));
        return;
    }
    cmc_str_append_n(s, ".", 1);
    if (genx_is_vec(t))
        append_number(s, 'v', genx_lanes(t));
    LLVMTypeRef e = genx_elt_type(t);
    switch (LLVMGetTypeKind(e)) {
    case LLVMPointerTypeKind:
        cmc_str_printf(s, "p%u", LLVMGetPointerAddressSpace(e));
        break;
    case LLVMBFloatTypeKind:
        cmc_str_append(s, "bf16");
        break;
    default:
        append_number(s, genx_is_float(e) ? 'f' : 'i', genx_elt_bits(e));
    }
}

// The name "llvm.genx.NAME" with the suffixes of the overloaded types.
static void full_name(cmc_str *s, const genx_info *row, LLVMTypeRef ret, const LLVMTypeRef *types, unsigned n) {
    const char *kind = row->operands;
    cmc_str_append(s, "llvm.genx.");
    cmc_str_append(s, row->name);
    if (genx_is_overloaded(row->result))
        genx_mangle(s, ret);
    for (unsigned i = 0; i < n; i++, kind = genx_next_kind(kind)) {
        assert(*kind && *kind != '?' && "operands that genx.def does not know");
        if (genx_is_overloaded(kind))
            genx_mangle(s, types[i]);
    }
    assert(!*kind && "fewer operands than genx.def has");
}

// Renames a front end's declaration of the same name but another type.
static void set_aside(LLVMValueRef f, const char *mangled) {
    cmc_str other = CMC_STR_INIT;
    cmc_str_printf(&other, "%s.declared", mangled);
    LLVMSetValueName2(f, cmc_str_text(&other), strlen(cmc_str_text(&other)));
    cmc_str_free(&other);
}

// Declares the function with the attributes that the first pass sets, so calls that later passes build can be folded as
// well. Calls that access memory must not be deleted, so they lack the first one.
static LLVMValueRef declare(LLVMModuleRef m, genx_id id, const char *mangled, LLVMTypeRef type) {
    LLVMValueRef f = LLVMAddFunction(m, mangled, type);
    LLVMContextRef c = LLVMGetModuleContext(m);
    static const char *const names[] = {"memory", "nounwind", "willreturn"};
    for (int i = genx_info_get(id)->memory == GENX_MEM_NONE ? 0 : 1; i < 3; i++)
        LLVMAddAttributeAtIndex(
            f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])), 0));
    return f;
}

LLVMValueRef genx_build(LLVMBuilderRef b, LLVMModuleRef m, genx_id id, LLVMTypeRef ret, LLVMValueRef *args, unsigned n,
                        const char *name) {
    enum { MOST = 16 };
    LLVMTypeRef types[MOST];
    cmc_str s = CMC_STR_INIT;
    assert(n <= MOST && "no intrinsic has more operands");
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    full_name(&s, genx_info_get(id), ret, types, n);
    LLVMTypeRef type = LLVMFunctionType(ret, types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(m, cmc_str_text(&s));
    if (f && LLVMGlobalGetValueType(f) != type) {
        set_aside(f, cmc_str_text(&s));
        f = NULL;
    }
    if (!f)
        f = declare(m, id, cmc_str_text(&s), type);
    cmc_str_free(&s);
    return LLVMBuildCall2(b, type, f, args, n, name);
}

static LLVMValueRef i32(LLVMModuleRef m, uint32_t v) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(m)), v, 0);
}

static LLVMValueRef region_offset(LLVMModuleRef m, const genx_region *r) {
    if (r->offset && !r->off_const)
        return r->offset;
    return LLVMConstInt(LLVMInt16TypeInContext(LLVMGetModuleContext(m)), r->off_b, 0);
}

static LLVMValueRef parent_width(LLVMModuleRef m, const genx_region *r) {
    return r->parent_width ? i32(m, r->parent_width) : LLVMGetUndef(LLVMInt32TypeInContext(LLVMGetModuleContext(m)));
}

LLVMValueRef genx_build_rd(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, const genx_region *r, bool scalar) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(src));
    LLVMTypeRef ret = genx_with_lanes(elt, r->lanes, scalar);
    if (!genx_is_vec(LLVMTypeOf(src)))
        src = LLVMBuildBitCast(b, src, LLVMVectorType(elt, 1), "");
    LLVMValueRef args[GENX_RD_N_OPERANDS] = {[GENX_RD_SRC] = src,
                                             [GENX_RD_VSTRIDE] = i32(m, r->vstride),
                                             [GENX_RD_WIDTH] = i32(m, r->width),
                                             [GENX_RD_STRIDE] = i32(m, r->stride),
                                             [GENX_RD_OFFSET] = region_offset(m, r),
                                             [GENX_RD_PARENT_WIDTH] = parent_width(m, r)};
    genx_id id = genx_is_float(elt) ? GENX_RDREGIONF : GENX_RDREGIONI;
    return genx_build(b, m, id, ret, args, GENX_RD_N_OPERANDS, "r");
}

LLVMValueRef genx_build_wr(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef old, LLVMValueRef val, const genx_region *r,
                           LLVMValueRef mask) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(old));
    LLVMContextRef c = LLVMGetModuleContext(m);
    if (!mask)
        mask = LLVMConstInt(LLVMInt1TypeInContext(c), 1, 0);
    LLVMValueRef args[GENX_WR_N_OPERANDS] = {[GENX_WR_OLD] = old,
                                             [GENX_WR_NEW] = val,
                                             [GENX_WR_VSTRIDE] = i32(m, r->vstride),
                                             [GENX_WR_WIDTH] = i32(m, r->width),
                                             [GENX_WR_STRIDE] = i32(m, r->stride),
                                             [GENX_WR_OFFSET] = region_offset(m, r),
                                             [GENX_WR_PARENT_WIDTH] = parent_width(m, r),
                                             [GENX_WR_MASK] = mask};
    genx_id id = genx_is_float(elt) ? GENX_WRREGIONF : GENX_WRREGIONI;
    return genx_build(b, m, id, LLVMTypeOf(old), args, GENX_WR_N_OPERANDS, "w");
}

LLVMValueRef genx_build_rdpred(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, uint32_t off, uint32_t n) {
    LLVMValueRef args[2] = {src, i32(m, off)};
    LLVMTypeRef t = LLVMVectorType(LLVMInt1TypeInContext(LLVMGetModuleContext(m)), n);
    return genx_build(b, m, GENX_RDPREDREGION, t, args, 2, "p");
}
