// SPDX-License-Identifier: MIT
// gx_privatize_globals: make file-scope variables of a kernel file local to the thread, as the language defines them.
//
//   before  @g = global %class.vector zeroinitializer      after  %g = alloca %class.vector
//           define void @k() { store ..., ptr @g }                store %class.vector zeroinitializer, ptr %g
//
// Why: after inlining, a kernel contains all code that can see its copy. The variable is therefore local, and sroa
// turns it into registers. Each kernel of the file gets its own copy. Constants stay global, because they are tables.
// Needs: always-inline.   Does not handle: a variable whose address is part of another variable's initial value.

#include "cm/cm_priv.h"
#include "globals_priv.h"

#include <assert.h>
#include <string.h>

// The insertion point for code that replaces an operand of user: for a PHI, the end of the incoming block.
static LLVMValueRef place_before(LLVMValueRef user, unsigned operand) {
    if (!LLVMIsAPHINode(user))
        return user;
    return LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand));
}

static LLVMValueRef function_of(LLVMValueRef inst) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

static void replace_operands(LLVMValueRef user, LLVMValueRef old, LLVMValueRef now) {
    unsigned n = (unsigned)LLVMGetNumOperands(user);
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetOperand(user, i) == old)
            LLVMSetOperand(user, i, now);
}

enum { MAX_INDICES = 8, MAX_NESTING = 4 };

// Builds the constant address expr, which points into g, as an address in slot; NULL when it is not a GEP.
static LLVMValueRef build_address(LLVMBuilderRef b, LLVMValueRef expr, LLVMValueRef g, LLVMValueRef slot) {
    if (expr == g)
        return slot;
    unsigned n = (unsigned)LLVMGetNumOperands(expr) - 1;
    if (!LLVMIsAConstantExpr(expr) || LLVMGetConstOpcode(expr) != LLVMGetElementPtr || n > MAX_INDICES)
        return NULL;
    LLVMValueRef index[MAX_INDICES], base = build_address(b, LLVMGetOperand(expr, 0), g, slot);
    for (unsigned i = 0; i < n; i++)
        index[i] = LLVMGetOperand(expr, i + 1);
    return base ? LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(expr), base, index, n, "") : NULL;
}

// Expands a constant address inside the variable, and addresses that are based on it, before each user in fn.
static void expand_address(LLVMBuilderRef b, LLVMValueRef expr, LLVMValueRef fn, LLVMValueRef g, LLVMValueRef slot,
                           unsigned depth) {
    genx_foreach_use_safe(expr, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAConstantExpr(user) && depth < MAX_NESTING)
            expand_address(b, user, fn, g, slot, depth + 1);
        if (!LLVMIsAInstruction(user) || function_of(user) != fn)
            continue;
        unsigned at = 0;
        while (LLVMGetOperand(user, at) != expr)
            at++;
        LLVMPositionBuilderBefore(b, place_before(user, at));
        LLVMValueRef address = build_address(b, expr, g, slot);
        if (address)
            LLVMSetOperand(user, at, address);
    }
}

bool gx_used_in(LLVMValueRef v, LLVMValueRef fn, unsigned depth) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) ? function_of(user) == fn
                                     : LLVMIsAConstantExpr(user) && depth < 4 && gx_used_in(user, fn, depth + 1))
            return true;
    }
    return false;
}

LLVMValueRef gx_local_copy(LLVMBuilderRef b, LLVMValueRef g, LLVMValueRef fn) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    LLVMPositionBuilder(b, entry, LLVMGetFirstInstruction(entry));
    size_t len;
    LLVMValueRef slot = LLVMBuildAlloca(b, LLVMGlobalGetValueType(g), LLVMGetValueName2(g, &len));
    if (LLVMGetAlignment(g)) // 0: the type's alignment
        LLVMSetAlignment(slot, LLVMGetAlignment(g));
    genx_foreach_use_safe(g, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAConstantExpr(user))
            expand_address(b, user, fn, g, slot, 0);
    }
    genx_foreach_use_safe(g, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        // One user may hold several uses; skip its adjacent ones in the list.
        while (next && LLVMGetUser(next) == user)
            next = LLVMGetNextUse(next);
        genx_id id = genx_call_id(user);
        if (LLVMIsAInstruction(user) && function_of(user) == fn && id != GENX_VLOAD && id != GENX_VSTORE)
            replace_operands(user, g, slot);
    }
    return slot;
}

static void make_local(LLVMBuilderRef b, LLVMValueRef g, LLVMValueRef fn) {
    assert(LLVMGetInitializer(g) && "the caller refused variables of other files");
    LLVMValueRef slot = gx_local_copy(b, g, fn);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(slot));
    LLVMBuildStore(b, LLVMGetInitializer(g), slot);
}

// Type information and its names, as the C++ ABI names these.
static bool is_type_info(const char *name) {
    return strncmp(name, "_ZTI", strlen("_ZTI")) == 0 || strncmp(name, "_ZTS", strlen("_ZTS")) == 0;
}

// Whether a call throws an exception, whose type it takes.
static bool throws(LLVMValueRef user) {
    static const char name[] = "__cxa_throw";
    size_t len = 0;
    const char *callee = LLVMIsACallInst(user) ? LLVMGetValueName2(LLVMGetCalledValue(user), &len) : "";
    return len == sizeof(name) - 1 && memcmp(callee, name, len) == 0;
}

// What is wrong with the use of a variable without an initial value; NULL: it is one of another file. The modules of
// SYCL hold the constants of a file only.
static const char *wrong_use(LLVMValueRef user, const char *name) {
    if (throws(user))
        return "exceptions are not supported in a kernel; write the error to memory and check it on the host";
    if (is_type_info(name))
        return "run-time type information is not supported in a kernel; use overloads or a template parameter";
    return NULL;
}

// The first use of a variable in code; NULL when no code uses it.
static LLVMUseRef first_use(LLVMValueRef g) {
    LLVMUseRef u = LLVMGetFirstUse(g);
    while (u && !LLVMIsAInstruction(LLVMGetUser(u)))
        u = LLVMIsAConstantExpr(LLVMGetUser(u)) ? LLVMGetFirstUse(LLVMGetUser(u)) : LLVMGetNextUse(u);
    return u;
}

// Reports a variable that no thread can hold.
static bool refuse_large(gx_ctx *cx, LLVMModuleRef m, LLVMValueRef g) {
    unsigned long long size_b = LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGlobalGetValueType(g));
    LLVMUseRef u = size_b > CM_MOST_ARRAY_B ? first_use(g) : NULL;
    size_t len;
    if (u)
        gx_error(cx, LLVMGetUser(u), "CM0241",
                 "variable '%s' of %llu bytes is too large, because each thread has its own; at most %llu bytes are "
                 "possible",
                 cm_plain_name(cx, LLVMGetValueName2(g, &len)), size_b, (unsigned long long)CM_MOST_ARRAY_B);
    return u != NULL;
}

// Reports an error where a variable of another file is used.
static void refuse_foreign(gx_ctx *cx, LLVMModuleRef m, LLVMValueRef g) {
    LLVMUseRef u = first_use(g);
    size_t len;
    const char *name = LLVMGetValueName2(g, &len), *wrong = u ? wrong_use(LLVMGetUser(u), name) : NULL;
    if (wrong)
        gx_error(cx, LLVMGetUser(u), "CM0217", "%s", wrong);
    else if (u && LLVMGetNamedMetadata(m, "cmc.esimd", strlen("cmc.esimd")))
        gx_error(
            cx, LLVMGetUser(u), "CM0217",
            "variable '%s' of the host is not a constant, which a kernel cannot use; capture its value or a pointer "
            "to memory that malloc_shared or malloc_device returned",
            cm_plain_name(cx, name));
    else if (u)
        gx_error(cx, LLVMGetUser(u), "CM0217",
                 "variable '%s' has no definition in this file; a kernel's code and data must be in one file",
                 cm_plain_name(cx, name));
}

bool gx_privatize_globals(gx_ctx *cx, LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    bool changed = false;
    genx_foreach_global_safe(m, g, next) {
        size_t len;
        const char *name = LLVMGetValueName2(g, &len);
        if (gx_is_volatile(g))
            continue;
        if (strncmp(name, "llvm.", 5) == 0)
            continue;
        if (!LLVMGetInitializer(g))
            refuse_foreign(cx, m, g);
        if (LLVMIsGlobalConstant(g) || !LLVMGetInitializer(g) || refuse_large(cx, m, g))
            continue;
        genx_foreach_function(m, f)
            if (gx_is_kernel(f) && gx_used_in(g, f, 0)) {
                make_local(b, g, f);
                changed = true;
            }
        if (!LLVMGetFirstUse(g)) {
            LLVMDeleteGlobal(g);
            changed = true;
        }
    }
    LLVMDisposeBuilder(b);
    return changed;
}
