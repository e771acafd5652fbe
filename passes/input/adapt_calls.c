// SPDX-License-Identifier: MIT
// gx_adapt_calls: calls that only other front ends write become calls of the forms that later passes know.
//
//   any.v8i8(<8 x i8> %x)                        ->  any.v8i1(icmp ne %x, 0)
//   lzd.v8i64(%x)                                ->  llvm.ctlz(%x)
//   { carry, sum } addc.v8i64(%a, %b)            ->  sum = %a + %b, carry = sum < %a
//   <128 x i8> svm.gather(%m, 3, <16 x i64> %p)  ->  bitcast (<16 x i64> svm.gather(%m, 0, %p))
//   i64 @llvm.readcyclecounter()                 ->  bitcast (timestamp.v2i32())
//   i32 @printf(...)                             ->  i32 @__spirv_ocl_printf(...)
//   atomicrmw nand, uinc_wrap, udec_wrap         ->  a loop of cmpxchg; also fadd and fsub where no message adds floats
//   memset, memcpy, memmove of variable size     ->  a loop over bytes
//   the intrinsics of foreign.def                ->  see their handlers
//
// A data layout that names native integers loses them: LLVM would widen counters to the 64 bits of many front ends.
//
// Needs: checked input. Calls that do not have one of these forms stay; selection rejects them.

#include "foreign.h"
#include "llvm_shim.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Building

LLVMValueRef adapt_nothing(adapt *A, LLVMValueRef call) {
    LLVMTypeRef t = LLVMTypeOf(call);
    return LLVMGetUndef(LLVMGetTypeKind(t) == LLVMVoidTypeKind ? A->i1 : t);
}

LLVMValueRef adapt_refuse(adapt *A, LLVMValueRef call, const char *name, const char *fmt, ...) {
    char what[256];
    size_t len;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    gx_error(A->cx, call, "CM0021", "in function '%s': llvm.genx.%s %s", LLVMGetValueName2(fn, &len), name, what);
    return adapt_nothing(A, call);
}

LLVMValueRef adapt_dwords(adapt *A, genx_id id, LLVMTypeRef t) {
    uint32_t size_b = LLVMGetTypeKind(t) == LLVMVoidTypeKind ? 0 : genx_size_b(t);
    if (!size_b || size_b % 4)
        return NULL;
    LLVMValueRef x = genx_build(A->b, A->mod, id, LLVMVectorType(A->i32, size_b / 4), NULL, 0, "");
    return LLVMBuildBitCast(A->b, x, t, "");
}

static LLVMValueRef intrinsic(adapt *A, const char *name, LLVMTypeRef t, LLVMValueRef *args, unsigned n) {
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(A->mod, LLVMLookupIntrinsicID(name, strlen(name)), &t, 1);
    return LLVMBuildCall2(A->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

// Other types

static LLVMValueRef mask_of(adapt *A, LLVMValueRef call, genx_id id) {
    LLVMValueRef x = LLVMGetOperand(call, 0);
    if (genx_is_bool(LLVMTypeOf(x)))
        return NULL;
    LLVMValueRef m = LLVMBuildICmp(A->b, LLVMIntNE, x, LLVMConstNull(LLVMTypeOf(x)), "");
    return genx_is_vec(LLVMTypeOf(x)) ? genx_build(A->b, A->mod, id, A->i1, &m, 1, "") : m;
}

static LLVMValueRef leading_zeros(adapt *A, LLVMValueRef call) {
    if (genx_elt_bits(LLVMTypeOf(call)) != 64)
        return NULL;
    LLVMValueRef args[2] = {LLVMGetOperand(call, 0), LLVMConstInt(A->i1, 0, 0)};
    return intrinsic(A, "llvm.ctlz", LLVMTypeOf(call), args, 2);
}

static LLVMValueRef carry_pair(adapt *A, LLVMValueRef call, bool sub) {
    LLVMValueRef a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1), r = LLVMGetUndef(LLVMTypeOf(call));
    if (genx_elt_bits(LLVMTypeOf(a)) != 64)
        return NULL;
    LLVMValueRef x = sub ? LLVMBuildSub(A->b, a, b, "") : LLVMBuildAdd(A->b, a, b, "");
    LLVMValueRef wraps = LLVMBuildICmp(A->b, LLVMIntULT, sub ? a : x, sub ? b : a, "");
    r = LLVMBuildInsertValue(A->b, r, LLVMBuildZExt(A->b, wraps, LLVMTypeOf(a), ""), 0, "");
    return LLVMBuildInsertValue(A->b, r, x, 1, "");
}

enum { SVM_MASK, SVM_BLOCKS, SVM_ADDRESSES, SVM_DATA, N_SVM }; // operands of svm.gather and svm.scatter

// Eight bytes at each address are one number of 64 bits.
static bool is_eight_bytes(LLVMValueRef blocks, LLVMTypeRef data) {
    uint64_t x;
    return genx_const_u64(blocks, &x) && x == 3 && genx_elt_bits(data) == 8 && genx_lanes(data) % 8 == 0;
}

static LLVMTypeRef as_quads(adapt *A, LLVMTypeRef t) {
    return LLVMVectorType(A->i64, genx_lanes(t) / 8);
}

static LLVMValueRef gather_bytes(adapt *A, LLVMValueRef call) {
    LLVMTypeRef t = LLVMTypeOf(call);
    LLVMValueRef old = LLVMGetOperand(call, SVM_DATA);
    if (!is_eight_bytes(LLVMGetOperand(call, SVM_BLOCKS), t))
        return NULL;
    LLVMTypeRef q = as_quads(A, t);
    old = LLVMIsUndef(old) ? LLVMGetUndef(q) : LLVMBuildBitCast(A->b, old, q, "");
    LLVMValueRef args[N_SVM] = {LLVMGetOperand(call, SVM_MASK), LLVMConstInt(A->i32, 0, 0),
                                LLVMGetOperand(call, SVM_ADDRESSES), old};
    return LLVMBuildBitCast(A->b, genx_build(A->b, A->mod, GENX_SVM_GATHER, q, args, N_SVM, ""), t, "");
}

static LLVMValueRef scatter_bytes(adapt *A, LLVMValueRef call) {
    LLVMValueRef data = LLVMGetOperand(call, SVM_DATA);
    if (!is_eight_bytes(LLVMGetOperand(call, SVM_BLOCKS), LLVMTypeOf(data)))
        return NULL;
    data = LLVMBuildBitCast(A->b, data, as_quads(A, LLVMTypeOf(data)), "");
    LLVMValueRef args[N_SVM] = {LLVMGetOperand(call, SVM_MASK), LLVMConstInt(A->i32, 0, 0),
                                LLVMGetOperand(call, SVM_ADDRESSES), data};
    genx_build(A->b, A->mod, GENX_SVM_SCATTER, LLVMVoidTypeInContext(A->c), args, N_SVM, "");
    return adapt_nothing(A, call);
}

static LLVMValueRef adapt_known(adapt *A, LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    switch (id) {
    case GENX_ALL:
    case GENX_ANY:
        return mask_of(A, call, id);
    case GENX_LZD:
        return leading_zeros(A, call);
    case GENX_ADDC:
    case GENX_SUBB:
        return carry_pair(A, call, id == GENX_SUBB);
    case GENX_SVM_GATHER:
        return gather_bytes(A, call);
    case GENX_SVM_SCATTER:
        return scatter_bytes(A, call);
    default:
        return NULL;
    }
}

// Handlers of foreign.def

LLVMValueRef adapt_nothing_done(adapt *A, LLVMValueRef call, const char *name) {
    (void)name;
    return adapt_nothing(A, call);
}

// Register categories of Intel's compiler: the value stays. The offset of an address, operand 1, is zero.
LLVMValueRef adapt_same_value(adapt *A, LLVMValueRef call, const char *name) {
    uint64_t off = 0;
    unsigned n = LLVMGetNumArgOperands(call);
    if (n == 0 || LLVMTypeOf(LLVMGetOperand(call, 0)) != LLVMTypeOf(call) ||
        (n > 1 && !genx_const_u64(LLVMGetOperand(call, 1), &off)) || off)
        return adapt_refuse(A, call, name, "takes a value of the result's type, and the offset 0");
    return LLVMGetOperand(call, 0);
}

LLVMValueRef adapt_add_address(adapt *A, LLVMValueRef call, const char *name) {
    LLVMTypeRef t = LLVMTypeOf(call);
    if (LLVMGetNumArgOperands(call) != 2 || LLVMGetTypeKind(genx_elt_type(t)) != LLVMIntegerTypeKind)
        return adapt_refuse(A, call, name, "takes two integers");
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
    if (LLVMTypeOf(y) != t && !genx_is_vec(LLVMTypeOf(y)) && LLVMTypeOf(y) == genx_elt_type(t)) {
        LLVMValueRef one = LLVMBuildInsertElement(A->b, LLVMGetUndef(t), y, LLVMConstInt(A->i32, 0, 0), "");
        LLVMTypeRef zeros = LLVMVectorType(A->i32, genx_lanes(t));
        y = LLVMBuildShuffleVector(A->b, one, LLVMGetUndef(t), LLVMConstNull(zeros), "");
    }
    if (LLVMTypeOf(x) != t || LLVMTypeOf(y) != t)
        return adapt_refuse(A, call, name, "takes two integers of the result's type");
    return LLVMBuildAdd(A->b, x, y, "");
}

typedef struct marker {
    const char *name, *to;
    unsigned n; // operands
    const char *takes;
} marker;

static const marker markers[] = {
    {"simdcf.predicate", "__cm_simdcf_predicate", 2, "two vectors of the result's type"},
    {"unmask.begin", "__cm_unmask_begin", 0, "nothing and returns an i32"},
    {"unmask.end", "__cm_unmask_end", 1, "an i32"},
};

// Markers of SIMD control flow are builtins that form_simdcf knows.
LLVMValueRef adapt_simdcf_marker(adapt *A, LLVMValueRef call, const char *name) {
    LLVMValueRef args[2];
    const marker *m = markers;
    while (strcmp(m->name, name))
        m++;
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef t = LLVMTypeOf(call), want = n == 2 ? t : A->i32;
    bool fits = n == m->n && (n == 1 || (n == 0 ? t == A->i32 : genx_is_vec(t)));
    for (unsigned k = 0; fits && k < n; k++) {
        args[k] = LLVMGetOperand(call, k);
        fits = LLVMTypeOf(args[k]) == want;
    }
    if (!fits)
        return adapt_refuse(A, call, name, "takes %s", m->takes);
    LLVMValueRef r = gx_call_builtin(A->b, A->mod, m->to, t, args, n);
    return LLVMGetTypeKind(LLVMTypeOf(r)) == LLVMVoidTypeKind ? adapt_nothing(A, call) : r;
}

// The pass

static LLVMValueRef adapt_llvm(adapt *A, LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    size_t len = 0;
    const char *name = f && LLVMIsAFunction(f) && LLVMIsDeclaration(f) ? LLVMGetValueName2(f, &len) : "";
    if (!strcmp(name, "llvm.readcyclecounter") || !strcmp(name, "llvm.readsteadycounter"))
        return adapt_dwords(A, GENX_TIMESTAMP, LLVMTypeOf(call));
    return NULL;
}

static bool adapt_call(adapt *A, LLVMValueRef call) {
    LLVMPositionBuilderBefore(A->b, call);
    const foreign *f = foreign_find(call);
    LLVMValueRef with = f && f->handler ? f->handler(A, call, f->name) : f ? NULL : adapt_known(A, call);
    if (!f && !with)
        with = adapt_llvm(A, call);
    if (!with)
        return false;
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, with);
    LLVMInstructionEraseFromParent(call);
    return true;
}

// printf under its own name, mangled or not; a module that defines a function of this name means that one.
static bool rename_printf(LLVMModuleRef mod) {
    static const char to[] = "__spirv_ocl_printf", mangled[] = "_Z6printf";
    bool changed = false;
    size_t len;
    genx_foreach_function(mod, f) {
        const char *name = LLVMIsDeclaration(f) ? LLVMGetValueName2(f, &len) : "";
        if (strcmp(name, "printf") && strncmp(name, mangled, sizeof mangled - 1))
            continue;
        LLVMSetValueName2(f, to, sizeof to - 1);
        changed = true;
    }
    return changed;
}

// Removes "n8:16:32:64" from a layout such as "e-p:64:64-n8:16:32:64"; "ni:1" means other integers.
static bool drop_native_integers(gx_ctx *cx, LLVMModuleRef mod) {
    const char *old = LLVMGetDataLayoutStr(mod);
    char *text = CMC_NEW_N(cx->arena, char, strlen(old) + 1), *end = text;
    if (!text)
        return false;
    for (const char *from = old; *from;) {
        size_t len = strcspn(from, "-");
        if (!(from[0] == 'n' && from[1] >= '0' && from[1] <= '9')) {
            if (end > text)
                *end++ = '-';
            memcpy(end, from, len);
            end += len;
        }
        from += len + (from[len] == '-');
    }
    *end = 0;
    bool changed = strcmp(text, old) != 0;
    if (changed)
        LLVMSetDataLayout(mod, text);
    return changed;
}

bool gx_adapt_calls(gx_ctx *cx, LLVMModuleRef mod) {
    adapt A = {.cx = cx, .mod = mod, .c = LLVMGetModuleContext(mod)};
    A.b = LLVMCreateBuilderInContext(A.c);
    A.i1 = LLVMInt1TypeInContext(A.c);
    A.i8 = LLVMInt8TypeInContext(A.c);
    A.i32 = LLVMInt32TypeInContext(A.c);
    A.i64 = LLVMInt64TypeInContext(A.c);
    bool changed = drop_native_integers(cx, mod);
    changed |= rename_printf(mod);
    changed |= gx_shim_expand_memory(mod, cx->model->has_lsc);
    genx_foreach_function(mod, f)
        genx_foreach_block(f, bb)
            genx_foreach_inst_safe(bb, i, next) {
                if (LLVMIsACallInst(i))
                    changed |= adapt_call(&A, i);
            }
    LLVMDisposeBuilder(A.b);
    return changed;
}
