// SPDX-License-Identifier: MIT
// gx_lower_abi: functions that are not inlined (noinline, "CMStackCall") take and return values instead of addresses.
//
//   before  define internal void @f(ptr sret(%vec) %r, ptr byref(%vec) %a, ptr byval(%ref) "cmc_ref"="i32 8 0" %b) noinline
//           call void @f(ptr %w, ptr %v, ptr %p)
//   after   define internal { <16 x i32>, <16 x i32>, <8 x i32> } @f(<16 x i32> %a, <8 x i32> %b) "CMSubroutine"
//           %a = load <16 x i32>, ptr %v          %b = call <8 x i32> @__cm_rd(...)       ; the region that %p names
//           %r = call { ... } @f(<16 x i32> %a, <8 x i32> %b)
//           store <16 x i32> (element 0 of %r), ptr %w ...
//
// File-scope variables that such a function uses become inputs and outputs in the same way; register variables
// ("genx_volatile") are shared as they are. Copy-in and copy-out implement the language's references. A function that
// cannot pass values (addresses in objects, results by address) is inlined instead, with a warning of -Wcm-inline. A
// single call is inlined when two of its objects may overlap and the function or one that it calls writes one of them;
// variables of the file, also those bound to registers, are objects of every call from which they are reached. Callers
// are decided before their callees: calls inside an inlined body are judged by what the caller really passes. A call
// inside SIMD control flow is also inlined, because the function would have to know which channels are on. Recursive
// functions are left to lower_cm, which reports them. In IR of other front ends (!genx.kernels), unmarked functions are
// inlined here. Needs: always-inline for all other functions.   Guarantees: every call of a function with a body is a
// call of a "CMSubroutine".

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

static const LLVMAttributeIndex at_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

// Functions

static bool is_marked(LLVMValueRef fn) {
    static const char noinline[] = "noinline";
    unsigned kind = LLVMGetEnumAttributeKindForName(noinline, sizeof(noinline) - 1);
    return LLVMGetEnumAttributeAtIndex(fn, at_function, kind) ||
           LLVMGetStringAttributeAtIndex(fn, at_function, "CMStackCall", 11) ||
           LLVMGetStringAttributeAtIndex(fn, at_function, "VCStackCall", 11);
}

static bool reaches(abi *a, LLVMValueRef from, LLVMValueRef to, abi_list *seen) {
    genx_foreach_block(from, bb)
        genx_foreach_inst(bb, i) {
            LLVMValueRef f = abi_callee(i);
            bool known = false;
            if (f == to && f)
                return true;
            for (uint32_t k = 0; k < seen->len; k++)
                known |= seen->data[k] == f;
            if (!f || known)
                continue;
            a->oom |= !cmc_vec_push(a->cx->arena, seen, f);
            if (a->oom || reaches(a, f, to, seen))
                return !a->oom;
        }
    return false;
}

static bool calls_itself(abi *a, LLVMValueRef fn) {
    abi_list seen = {0};
    return reaches(a, fn, fn, &seen);
}

static LLVMValueRef caller_of(LLVMValueRef call) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

// Visits callees first; leaves out recursive functions.
static void visit(abi *a, LLVMValueRef fn, abi_list *seen, abi_list *order) {
    for (uint32_t k = 0; k < seen->len; k++)
        if (seen->data[k] == fn)
            return;
    a->oom |= !cmc_vec_push(a->cx->arena, seen, fn);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb && !a->oom; bb = LLVMGetNextBasicBlock(bb))
        genx_foreach_inst(bb, i)
            if (abi_callee(i))
                visit(a, abi_callee(i), seen, order);
    if (LLVMGetFirstUse(fn) && !gx_is_kernel(fn) && !calls_itself(a, fn))
        a->oom |= !cmc_vec_push(a->cx->arena, order, fn);
}

static abi_list order_callees(abi *a) {
    abi_list seen = {0}, order = {0};
    genx_foreach_function(a->mod, f)
        if (!LLVMIsDeclaration(f))
            visit(a, f, &seen, &order);
    return order;
}

// Inlining

// "_Z5scaleN2cm..." as the user wrote it: "scale".
static const char *shown_name(abi *a, LLVMValueRef fn) {
    size_t n;
    return cm_plain_name(a->cx, LLVMGetValueName2(fn, &n));
}

// Warns once for each place of the source: an inlined body brings its calls along.
static void warn(abi *a, LLVMValueRef call, LLVMValueRef fn, const char *why) {
    abi_warning w = {fn, why, LLVMGetDebugLocLine(call), LLVMGetDebugLocColumn(call)};
    for (uint32_t i = 0; i < a->warned.len; i++) {
        const abi_warning *v = &a->warned.data[i];
        if (v->fn == fn && w.line && v->line == w.line && v->column == w.column && strcmp(v->why, why) == 0)
            return;
    }
    a->oom |= !cmc_vec_push(a->cx->arena, &a->warned, w);
    gx_warn(a->cx, call, "-Wcm-inline", "function '%s' is inlined here although it is marked as a call: %s",
            shown_name(a, fn), why);
}

static void inline_call(abi *a, LLVMValueRef call, const char *why) {
    assert(LLVMIsACallInst(call) && "only calls are inlined");
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (why && genx_float_mode(fn)) // keep_modes marked it
        gx_error(a->cx, call, "CM0246",
                 "function '%s' has a float mode of its own, but cannot be called here: %s; put the mode on the kernel",
                 shown_name(a, fn), why);
    else if (why && is_marked(fn))
        warn(a, call, fn, why);
    if (!gx_shim_inline(call))
        gx_error(a->cx, call, "CM0215", "function '%s' can be neither called nor inlined", shown_name(a, fn));
}

static void inline_everywhere(abi *a, LLVMValueRef fn, const char *why) {
    abi_list calls = {0};
    abi_calls_of(a, fn, &calls);
    for (uint32_t i = 0; i < calls.len; i++)
        inline_call(a, calls.data[i], why);
}

// An inlined body may bring further calls under divergent control flow, so repeat until there are no more.
static void inline_divergent(abi *a, LLVMValueRef fn) {
    for (bool again = cm_has_simd_any(fn); again && !a->oom;) {
        abi_list calls = {0};
        abi_divergent_calls(a, fn, &calls);
        again = false;
        for (uint32_t i = 0; i < calls.len; i++) {
            abi_list seen = {0};
            LLVMValueRef f = abi_callee(calls.data[i]);
            if (reaches(a, f, f, &seen))
                continue;
            inline_call(a, calls.data[i], "the call is inside SIMD control flow");
            again = true;
        }
    }
}

// Steps

static bool has_address(LLVMValueRef fn) {
    genx_foreach_use(fn, u)
        if (abi_callee(LLVMGetUser(u)) != fn)
            return true;
    return false;
}

static void inline_overlapping(abi *a, LLVMValueRef fn, const abi_params *p) {
    abi_list calls = {0};
    abi_calls_of(a, fn, &calls);
    for (uint32_t i = 0; i < calls.len; i++) {
        const char *why = abi_overlaps(a, calls.data[i], p);
        if (why)
            inline_call(a, calls.data[i], why);
    }
}

static void drop_unused(abi_list *order) {
    for (uint32_t i = order->len; i-- > 0;) // callers before their callees
        if (!LLVMGetFirstUse(order->data[i])) {
            LLVMDeleteFunction(order->data[i]);
            for (uint32_t k = i; k + 1 < order->len; k++)
                order->data[k] = order->data[k + 1];
            order->len--;
        }
}

static void mark_subroutine(abi *a, LLVMValueRef fn) {
    assert(!gx_is_kernel(fn) && "kernels are not called");
    LLVMAddAttributeAtIndex(fn, at_function, LLVMCreateStringAttribute(a->llvm, "CMSubroutine", 12, "", 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
}

// Makes addresses explicit; other objects stay in memory where SIMD control flow needs them.
static void promote(abi *a, const abi_list *order) {
    abi_list done = {0};
    for (uint32_t i = 0; i < order->len; i++) {
        abi_list calls = {0};
        abi_calls_of(a, order->data[i], &calls);
        a->oom |= !cmc_vec_push(a->cx->arena, &done, order->data[i]);
        for (uint32_t k = 0; k < calls.len; k++)
            a->oom |= !cmc_vec_push(a->cx->arena, &done, caller_of(calls.data[k]));
    }
    for (uint32_t i = 0; i < done.len; i++) {
        bool first = true;
        for (uint32_t k = 0; k < i; k++)
            first &= done.data[k] != done.data[i];
        if (first)
            gx_shim_promote(done.data[i], cm_has_simd_any(done.data[i]));
    }
}

// Inlines the calls that cannot pass values; returns whether fn is still needed. All callers of fn are decided already.
static bool decide(abi *a, LLVMValueRef fn, abi_params *p) {
    const char *why = abi_plan(a, fn, p);
    if (a->oom)
        return false;
    if (why)
        inline_everywhere(a, fn, why);
    else
        inline_overlapping(a, fn, p);
    if (LLVMGetFirstUse(fn))
        return true;
    LLVMDeleteFunction(fn);
    return false;
}

// Variables bound to registers are not passed.
static void drop_shared(abi_params *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->len; i++)
        if (p->data[i].kind != ABI_SHARED)
            p->data[n++] = p->data[i];
    p->len = n;
}

static void convert(abi *a, const abi_list *order) {
    abi_params *plans = CMC_NEW_N(a->cx->arena, abi_params, order->len + 1);
    bool *called = CMC_NEW_N(a->cx->arena, bool, order->len + 1);
    a->oom |= !plans || !called;
    for (uint32_t i = 0; i < order->len && !a->oom; i++)
        abi_find_effects(a, order->data[i]);
    for (uint32_t i = order->len; i-- > 0 && !a->oom;) // callers before their callees
        called[i] = !has_address(order->data[i]) && decide(a, order->data[i], &plans[i]);
    for (uint32_t i = 0; i < order->len && !a->oom; i++)
        if (called[i]) {
            drop_shared(&plans[i]);
            mark_subroutine(a, abi_rewrite(a, order->data[i], &plans[i]));
        }
}

bool gx_lower_abi(gx_ctx *cx, LLVMModuleRef m) {
    abi a = {.cx = cx, .mod = m, .llvm = LLVMGetModuleContext(m)};
    a.i8 = LLVMInt8TypeInContext(a.llvm);
    a.i16 = LLVMInt16TypeInContext(a.llvm);
    a.i32 = LLVMInt32TypeInContext(a.llvm);
    a.b = LLVMCreateBuilderInContext(a.llvm);
    abi_list order = order_callees(&a);
    bool changed = order.len != 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && changed; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            inline_divergent(&a, f);
    for (uint32_t i = 0; i < order.len; i++)
        if (!is_marked(order.data[i]) && !has_address(order.data[i]))
            inline_everywhere(&a, order.data[i], NULL);
    drop_unused(&order);
    promote(&a, &order);
    convert(&a, &order);
    LLVMDisposeBuilder(a.b);
    return changed;
}
