// SPDX-License-Identifier: MIT
// gx_check_input: whether IR from outside is IR that the passes may work on.
//
//   target triple = "x86_64-..."            ->  error: x.ll: target triple 'x86_64-...': expected spir64 or genx64
//   %a = add i32 %b, 1   %b = ...           ->  error: x.ll: broken IR in function 'k': Instruction does not dominate ...
//   call @llvm.genx.oword.ld(i32 0, i32 1)  ->  error: x.ll: in function 'k': llvm.genx.oword.ld with 2 operands, expected 3
//
// Passes take their input for granted: on broken IR they would run for ever or make wrong code. What Clang makes in this process
// is not looked at. Does not handle: operands of intrinsics that genx_operands.def leaves out; selection refuses those.

#include "passes_priv.h"

#include <llvm-c/Analysis.h>

#include <string.h>

typedef struct operand_row {
    const char *name, *kinds;
} operand_row;

static const operand_row rows[] = {
#define GENX_OPERANDS(name, kinds) {name, kinds},
#include "genx_operands.def"
#undef GENX_OPERANDS
};

typedef struct input {
    cmc_diag *d;
    const char *file;
    cmc_arena *arena;
    bool ok;
} input;

// At the user's line when the instruction knows it, else the file alone.
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

static const char *kind_text(char kind, LLVMTypeRef t, bool *fits) {
    LLVMTypeRef e = genx_elt_type(t);
    switch (kind) {
    case 'p':
        *fits = is_int(e, 1);
        return "i1 or a vector of i1";
    case 'b':
        *fits = is_int(t, 8);
        return "i8";
    case 'h':
        *fits = is_int(e, 16);
        return "i16 or a vector of i16";
    case 'i':
        *fits = is_int(t, 32);
        return "i32";
    case 'q':
        *fits = is_int(t, 64) || LLVMGetTypeKind(t) == LLVMPointerTypeKind;
        return "i64";
    case 'a':
        *fits = is_int(e, 32) || is_int(e, 64) || LLVMGetTypeKind(e) == LLVMPointerTypeKind;
        return "i32 or i64, or a vector of one of them";
    default:
        *fits = genx_elt_bits(t) != 0;
        return "a number or a vector";
    }
}

static const char *kinds_of(genx_id id) {
    const char *name = genx_info_get(id)->name;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].kinds;
    return NULL;
}

static void check_call(input *in, const char *fn, LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    const char *kinds = id ? kinds_of(id) : NULL, *name = id ? genx_info_get(id)->name : "";
    if (!kinds)
        return;
    unsigned n = LLVMGetNumArgOperands(call), want = (unsigned)strlen(kinds);
    if (n != want) {
        refuse(in, call, "CM0014", "in function '%s': llvm.genx.%s with %u operands, expected %u", fn, name, n, want);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        bool fits;
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, i));
        const char *text = kind_text(kinds[i], t, &fits);
        if (fits)
            continue;
        char *found = LLVMPrintTypeToString(t);
        refuse(in, call, "CM0014", "in function '%s': operand %u of llvm.genx.%s is of type %s, expected %s", fn, i, name, found, text);
        LLVMDisposeMessage(found);
    }
}

static void check_calls(input *in, LLVMValueRef f) {
    size_t len;
    const char *fn = LLVMGetValueName2(f, &len);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            check_call(in, fn, i);
}

// LLVM's message is a sentence and the instructions that it is about, each in a line.
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
        refuse(in, NULL, "CM0013", "target triple '%s': this is IR for another machine; expected spir64 or genx64", triple);
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
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && in.ok; f = LLVMGetNextFunction(f))
        check_calls(&in, f);
    in.ok = in.ok && gx_check_kernels(m, file, in.arena, d);
    cmc_arena_destroy(in.arena);
    return in.ok ? CMC_OK : CMC_ERR_USER;
}
