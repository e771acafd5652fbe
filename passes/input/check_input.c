// SPDX-License-Identifier: MIT
// gx_check_input: check that IR from outside is valid input for the passes.
//
//   target triple = "x86_64-..."            ->  error: x.ll: target triple 'x86_64-...': expected spir64 or genx64
//   %a = add i32 %b, 1   %b = ...           ->  error: x.ll: broken IR in function 'k': Instruction does not dominate ...
//   call @llvm.genx.oword.ld(i32 0, i32 1)  ->  error: x.ll: in function 'k': llvm.genx.oword.ld with 2 operands, expected 3
//   call @llvm.genx.wait(i8 0)              ->  error: x.ll: in function 'k': llvm.genx.wait is not supported: ...
//   %a = fadd fp128 %b, %c                  ->  error: x.ll: in function 'k': a value of type fp128; expected integers, ...
//
// Passes trust their input: broken IR could make them run forever or generate wrong code. The IR that Clang builds in
// this process is not checked. Does not handle: operands of intrinsics whose kinds genx.def does not know; selection
// rejects those.

#include "foreign.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>

#include <ctype.h>
#include <string.h>

typedef struct input {
    cmc_diag *d;
    const char *file;
    cmc_arena *arena;
    bool ok;
} input;

// Reports an error at the user's line when the instruction has one, otherwise for the file.
static void refuse(input *in, LLVMValueRef inst, const char *code, const char *fmt, ...) {
    cmc_loc loc = inst ? genx_loc(inst, in->arena) : (cmc_loc){0};
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(in->d, CMC_ERROR, code, loc.line ? loc : (cmc_loc){.file = in->file}, fmt, ap);
    va_end(ap);
    in->ok = false;
}

static bool is_int(LLVMTypeRef t, unsigned bits) {
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == bits;
}

typedef struct kind_row {
    char kind;
    const char *text;
} kind_row;

static const kind_row kinds[] = {
    {'p', "i1 or a vector of i1"},
    {'t', "i1"},
    {'b', "i8"},
    {'h', "i16 or a vector of i16"},
    {'i', "i32"},
    {'q', "i64"},
    {'m', "a pointer"},
    {'a', "i32 or i64, or a vector of one of them"},
    {'l', "i32 or i64, or a vector of one of them"},
    {'x', "integers of 1, 8, 16, 32 or 64 bits"},
    {'d', "i32 or a vector of i32"},
    {'w', "i32 or float, or a vector of one of them"},
    {'o', "float or a vector of float"},
    {'n', "integers of 8, 16, 32 or 64 bits"},
    {'f', "half, float or double, or a vector of one of them"},
    {'c', "integers of 8, 16 or 32 bits"},
    {'y', "i8 or a vector of i8"},
    {'g', "half or float, or a vector of one of them"},
    {'v', "a number or a vector"},
    {'s', "a structure of i1s"},
    {'S', "a structure of the operands' type"},
    {'E', "<32 x i1>"},
    {'B', "float where the other has 16 bits, 16 bits where the other is float"},
    {'-', "void"},
    {'D', "i32 or a vector of i32, with as many elements as the result"},
    {'N', "integers of 8, 16, 32 or 64 bits, with as many elements as the result"},
    {'F', "half, float or double, with as many elements as the result"},
    {'C', "integers of 8, 16 or 32 bits, with as many elements as the result"},
    {'Y', "i8 or a vector of i8, with as many elements as the result"},
    {'O', "float or a vector of float, with as many elements as the result"},
    {'e', "a number or a vector with the elements of the result"},
    {'=', "the type of the result"},
    {'u', "the type of the result"},
};

static const char *kind_text(input *in, char kind) {
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (kinds[i].kind == kind)
            return kinds[i].text;
    return cmc_arena_printf(in->arena, "the type of operand %c", kind);
}

static bool is_real(LLVMTypeRef e) {
    LLVMTypeKind k = LLVMGetTypeKind(e);
    return k == LLVMHalfTypeKind || k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

// A structure whose elements all have type `what`; i1s when `what` is NULL.
static bool is_structure_of(LLVMTypeRef t, LLVMTypeRef what) {
    bool fits = LLVMGetTypeKind(t) == LLVMStructTypeKind;
    for (unsigned i = 0; fits && i < LLVMCountStructElementTypes(t); i++) {
        LLVMTypeRef e = LLVMStructGetTypeAtIndex(t, i);
        fits = what ? e == what : is_int(genx_elt_type(e), 1);
    }
    return fits;
}

static bool is_float32(LLVMTypeRef t) {
    return LLVMGetTypeKind(genx_elt_type(t)) == LLVMFloatTypeKind;
}

// The types of bf.cvt: one is float, the other has 16 bits, with equal element counts.
static bool is_conversion(LLVMTypeRef a, LLVMTypeRef b) {
    return genx_lanes(a) == genx_lanes(b) &&
           ((is_float32(a) && genx_elt_bits(b) == 16) || (is_float32(b) && genx_elt_bits(a) == 16));
}

static bool has_type(char kind, LLVMTypeRef t) {
    LLVMTypeRef e = genx_elt_type(t);
    LLVMTypeKind k = LLVMGetTypeKind(e);
    unsigned bits = genx_elt_bits(t);
    switch (kind) {
    case 'p':
        return is_int(e, 1);
    case 't':
        return is_int(t, 1);
    case 'b':
        return is_int(t, 8);
    case 'h':
        return is_int(e, 16);
    case 'i':
        return is_int(t, 32);
    case 'q':
        return is_int(t, 64) || LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    case 'm':
        return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    case 'a':
        return is_int(e, 32) || is_int(e, 64) || k == LLVMPointerTypeKind;
    case 'l':
        return is_int(e, 32) || is_int(e, 64);
    case 'x':
        return is_int(e, 1) || has_type('n', t);
    case 'd':
        return is_int(e, 32);
    case 'w':
        return is_int(e, 32) || k == LLVMFloatTypeKind;
    case 'o':
        return k == LLVMFloatTypeKind;
    case 'n':
        return k == LLVMIntegerTypeKind && (bits == 8 || bits == 16 || bits == 32 || bits == 64);
    case 'c':
        return k == LLVMIntegerTypeKind && (bits == 8 || bits == 16 || bits == 32);
    case 'y':
        return is_int(e, 8);
    case 'f':
        return is_real(e);
    case 'g':
        return is_real(e) && bits != 64;
    case 's':
        return is_structure_of(t, NULL);
    case 'E':
        return is_int(e, 1) && genx_lanes(t) == 32;
    case '-':
        return k == LLVMVoidTypeKind;
    default:
        return bits != 0;
    }
}

static bool is_flow(LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    return id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN;
}

// A result of several values is a structure, so operands cannot have the same type as the result.
static bool fits(char kind, LLVMValueRef call, LLVMTypeRef t) {
    LLVMTypeRef r = LLVMTypeOf(call);
    bool one = LLVMGetTypeKind(r) != LLVMStructTypeKind;
    switch (kind) {
    case 'D':
    case 'N':
    case 'F':
    case 'C':
    case 'Y':
    case 'O':
        return has_type((char)tolower(kind), t) && (!one || genx_lanes(t) == genx_lanes(r));
    case 'e':
        return genx_elt_type(t) == genx_elt_type(r);
    case '=':
    case 'u':
        return t == r;
    case 'B':
        return is_conversion(t, r);
    case 'E': // the mask of goto and join may be as narrow as their channels
        return has_type(kind, t) || (is_flow(call) && is_int(genx_elt_type(t), 1) && genx_lanes(t) < 32);
    case 'S':
        return is_structure_of(t, LLVMTypeOf(LLVMGetOperand(call, 0)));
    default:
        return kind >= '0' && kind <= '9' ? t == LLVMTypeOf(LLVMGetOperand(call, (unsigned)(kind - '0')))
                                          : has_type(kind, t);
    }
}

static unsigned count_kinds(const char *k) {
    unsigned n = 0;
    for (; *k; k = genx_next_kind(k))
        n++;
    return n;
}

static void check_result(input *in, const char *fn, LLVMValueRef call, const genx_info *row) {
    if (fits(*row->result, call, LLVMTypeOf(call)))
        return;
    char *found = LLVMPrintTypeToString(LLVMTypeOf(call));
    refuse(in, call, "CM0014", "in function '%s': llvm.genx.%s returns %s, expected %s", fn, row->name, found,
           kind_text(in, *row->result));
    LLVMDisposeMessage(found);
}

static void check_operand(input *in, const char *fn, LLVMValueRef call, const genx_info *row, unsigned i, char kind) {
    LLVMValueRef x = LLVMGetOperand(call, i);
    // ISPC's byte gathers pass an undefined old value of another type; the result has four bytes per lane.
    if (fits(kind, call, LLVMTypeOf(x)) || (kind == 'u' && LLVMIsUndef(x)))
        return;
    char *found = LLVMPrintTypeToString(LLVMTypeOf(x));
    refuse(in, call, "CM0014", "in function '%s': operand %u of llvm.genx.%s has type %s, expected %s", fn, i,
           row->name, found, kind_text(in, kind));
    LLVMDisposeMessage(found);
}

static bool is_refused(input *in, const char *fn, LLVMValueRef call) {
    const foreign *f = foreign_find(call);
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    size_t len = 0;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
    if (!f && genx_is_genx_name(name, len) && genx_find(name, len) == GENX_NONE) {
        refuse(in, call, "CM0021", "in function '%s': %s is not an intrinsic that cmc or vc-intrinsics has", fn, name);
        return true;
    }
    if (!f && len > 5 && !memcmp(name, "llvm.", 5) && !genx_is_genx_name(name, len) &&
        LLVMGetIntrinsicID(callee) == 0) {
        refuse(in, call, "CM0021", "in function '%s': %s is not an intrinsic of LLVM 19, as which cmc reads IR", fn,
               name);
        return true;
    }
    if (!f || !f->reason)
        return false;
    refuse(in, call, "CM0021", "in function '%s': llvm.genx.%s is not supported: %s", fn, f->name, f->reason);
    return true;
}

static void check_call(input *in, const char *fn, LLVMValueRef call) {
    if (is_refused(in, fn, call))
        return;
    const genx_info *row = genx_info_get(genx_call_id(call));
    if (*row->result == '?')
        return;
    unsigned n = LLVMGetNumArgOperands(call), want = count_kinds(row->operands);
    if (n != want) {
        refuse(in, call, "CM0014", "in function '%s': llvm.genx.%s has %u operands, expected %u", fn, row->name, n,
               want);
        return;
    }
    check_result(in, fn, call, row);
    const char *kind = row->operands;
    for (unsigned i = 0; i < n; i++, kind = genx_next_kind(kind))
        check_operand(in, fn, call, row, i, *kind);
    const char *why = in->ok ? gx_check_message(call, in->arena) : NULL;
    if (why)
        refuse(in, call, "CM0019", "in function '%s': llvm.genx.%s has %s", fn, row->name, why);
}

// Regions

// Strides and width are constant, and rows have one length. A row has one offset; a region of several lanes has a
// mask.
static void check_region(input *in, const char *fn, LLVMValueRef call) {
    bool rd = genx_is_rdregion(call);
    if (!rd && !genx_is_wrregion(call) && genx_call_id(call) != GENX_WRCONSTREGION)
        return;
    unsigned first = rd ? GENX_RD_VSTRIDE : GENX_WR_VSTRIDE; // from here on both have the same operands
    uint64_t vstride, width, stride;
    if (!genx_const_u64(LLVMGetOperand(call, first), &vstride) ||
        !genx_const_u64(LLVMGetOperand(call, first + 1), &width) ||
        !genx_const_u64(LLVMGetOperand(call, first + 2), &stride)) {
        refuse(in, call, "CM0018", "in function '%s': the strides and the width of a region must be constants", fn);
        return;
    }
    uint32_t lanes = genx_lanes(LLVMTypeOf(rd ? call : LLVMGetOperand(call, GENX_WR_NEW)));
    uint32_t offsets = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, rd ? GENX_RD_OFFSET : GENX_WR_OFFSET)));
    LLVMTypeRef mask_type = rd ? NULL : LLVMTypeOf(LLVMGetOperand(call, GENX_WR_MASK));
    if (!width || lanes % width)
        refuse(in, call, "CM0018", "in function '%s': a region of %u elements has rows of %u; expected whole rows", fn,
               (unsigned)lanes, (unsigned)width);
    else if (offsets != 1 && offsets != lanes / width)
        refuse(in, call, "CM0018", "in function '%s': a region of %u rows has %u offsets; expected one, or one per row",
               fn, (unsigned)(lanes / width), (unsigned)offsets);
    else if (mask_type && genx_is_vec(mask_type) && genx_lanes(mask_type) != lanes)
        refuse(in, call, "CM0018",
               "in function '%s': a region of %u elements has a mask of %u; expected one, or one per element", fn,
               (unsigned)lanes, (unsigned)genx_lanes(mask_type));
}

static void check_predicate_region(input *in, const char *fn, LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    bool rd = id == GENX_RDPREDREGION;
    uint64_t off;
    if ((!rd && id != GENX_WRPREDREGION && id != GENX_WRPREDPREDREGION) ||
        !genx_const_u64(LLVMGetOperand(call, rd ? 1 : 2), &off))
        return;
    uint32_t all = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, 0))),
             n = genx_lanes(LLVMTypeOf(rd ? call : LLVMGetOperand(call, 1)));
    if (off > all || n > all - off)
        refuse(in, call, "CM0018", "in function '%s': llvm.genx.%s of %u lanes from lane %u on, in a predicate of %u",
               fn, genx_info_get(id)->name, (unsigned)n, (unsigned)off, (unsigned)all);
}

// Types that no register holds, in what an instruction makes or takes

static bool is_strange(LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMVectorTypeKind)
        return is_strange(LLVMGetElementType(t));
    return k == LLVMScalableVectorTypeKind || k == LLVMFP128TypeKind || k == LLVMX86_FP80TypeKind ||
           k == LLVMPPC_FP128TypeKind || k == LLVMX86_AMXTypeKind;
}

// False after an error.
static bool check_types(input *in, const char *fn, LLVMValueRef inst) {
    LLVMTypeRef t = LLVMTypeOf(inst);
    for (int i = 0; !is_strange(t) && i < LLVMGetNumOperands(inst); i++)
        t = LLVMTypeOf(LLVMGetOperand(inst, (unsigned)i));
    if (!is_strange(t))
        return true;
    char *found = LLVMPrintTypeToString(t);
    refuse(in, inst, "CM0017",
           "in function '%s': a value has type %s; expected integers, half, bfloat, float, double, or vectors of a "
           "fixed number of them",
           fn, found);
    LLVMDisposeMessage(found);
    return false;
}

static void check_calls(input *in, LLVMValueRef f) {
    size_t len;
    const char *fn = LLVMGetValueName2(f, &len);
    bool known = true; // the users of a strange value have its type, too: the first is reported
    genx_foreach_block(f, b)
        genx_foreach_inst(b, i) {
            known = known && check_types(in, fn, i);
            check_call(in, fn, i);
            if (!in->ok)
                continue;
            check_region(in, fn, i);
            check_predicate_region(in, fn, i);
        }
}

// LLVM's message is a sentence, followed by the offending instructions, one per line.
static void report_broken(input *in, LLVMModuleRef m, char *why) {
    const char *fn = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !fn; f = LLVMGetNextFunction(f)) {
        size_t len;
        if (!LLVMIsDeclaration(f) && LLVMVerifyFunction(f, LLVMReturnStatusAction))
            fn = LLVMGetValueName2(f, &len);
    }
    for (size_t n = strlen(why); n && why[n - 1] == '\n'; n--)
        why[n - 1] = '\0';
    for (char *p = why; *p; p++)
        if (*p == '\n')
            *p = ' ';
    if (fn)
        refuse(in, NULL, "CM0012", "broken IR in function '%s': %s", fn, why);
    else
        refuse(in, NULL, "CM0012", "broken IR: %s", why);
}

static void check_triple(input *in, LLVMModuleRef m) {
    const char *triple = LLVMGetTarget(m);
    static const char *const ours[] = {"spir", "genx", "igc_spir"};
    bool ok = !*triple;
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        ok |= !strncmp(triple, ours[i], strlen(ours[i]));
    if (!ok)
        refuse(in, NULL, "CM0013", "target triple '%s' is for another machine; expected spir64 or genx64", triple);
}

static void check_layout(input *in, LLVMModuleRef m) {
    enum { SPACES = 5, POINTER_B = 8 };
    for (unsigned space = 0; space < SPACES && in->ok; space++) {
        unsigned size_b = LLVMPointerSizeForAS(LLVMGetModuleDataLayout(m), space);
        if (size_b != POINTER_B)
            refuse(in, NULL, "CM0013",
                   "the data layout has pointers of %u bits in address space %u; expected 64 bits, as in \"e-p:64:64\"",
                   8 * size_b, space);
    }
}

cmc_status gx_check_input(LLVMModuleRef m, const char *file, cmc_diag *d) {
    input in = {d, file, cmc_arena_create(), true};
    if (!in.arena)
        return CMC_ERR_OOM;
    char *why = NULL;
    if (LLVMVerifyModule(m, LLVMReturnStatusAction, &why))
        report_broken(&in, m, why);
    LLVMDisposeMessage(why);
    check_triple(&in, m);
    check_layout(&in, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && in.ok; f = LLVMGetNextFunction(f))
        check_calls(&in, f);
    in.ok = in.ok && gx_check_kernels(m, file, in.arena, d);
    cmc_arena_destroy(in.arena);
    return in.ok ? CMC_OK : CMC_ERR_USER;
}
