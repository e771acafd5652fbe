// SPDX-License-Identifier: MIT
// gx_fill_implicit: arguments that the driver fills in become the intrinsics that read them.
//
//   before  define dllexport void @k(<3 x i32> %size, ...)   with kind 8 in !genx.kernels
//           %v = extractelement <3 x i32> %size, i32 0
//   after   %s = call <3 x i32> @llvm.genx.local.size()
//           %v = extractelement <3 x i32> %s, i32 0
//
// Bits 3 and up of a kind say which: 1 the size of a group, 2 the number of groups, 3 the place in the group. The
// argument stays, unused; selection leaves it out of the host's arguments. Does not handle: other numbers;
// check_kernels refuses them.

#include "passes_priv.h"

enum { DIMS = 3 };

typedef struct filler {
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    cmc_arena *arena;
} filler;

// The first elements of v as a value of type t.
static LLVMValueRef as(filler *f, LLVMValueRef v, LLVMTypeRef t) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod));
    unsigned n = genx_lanes(t);
    LLVMValueRef lanes[DIMS];
    if (!genx_is_vec(t))
        return LLVMBuildIntCast2(f->b, LLVMBuildExtractElement(f->b, v, LLVMConstInt(i32, 0, 0), ""), t, 0, "");
    for (unsigned k = 0; k < n; k++)
        lanes[k] = LLVMConstInt(i32, k, 0);
    if (n < DIMS)
        v = LLVMBuildShuffleVector(f->b, v, LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(lanes, n), "");
    return LLVMBuildIntCast2(f->b, v, t, 0, "");
}

static void fill(filler *f, LLVMValueRef p, uint64_t kind) {
    static const genx_id ids[] = {GENX_NONE, GENX_LOCAL_SIZE, GENX_GROUP_COUNT, GENX_LOCAL_ID};
    LLVMTypeRef three = LLVMVectorType(LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod)), DIMS);
    if (!LLVMGetFirstUse(p) || kind >= sizeof ids / sizeof ids[0] || ids[kind] == GENX_NONE)
        return;
    LLVMPositionBuilderBefore(f->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(p))));
    LLVMValueRef v = genx_build(f->b, f->mod, ids[kind], three, NULL, 0, "");
    LLVMReplaceAllUsesWith(p, as(f, v, LLVMTypeOf(p)));
}

static void fill_kernel(filler *f, LLVMValueRef entry) {
    unsigned n, n_kinds;
    LLVMValueRef *ops = genx_list(entry, f->arena, &n), *kinds = NULL, fn;
    if (!ops || n <= GENX_ENTRY_KINDS)
        return;
    fn = ops[GENX_ENTRY_FUNCTION];
    kinds = genx_list(ops[GENX_ENTRY_KINDS], f->arena, &n_kinds);
    if (!fn || !LLVMIsAFunction(fn) || !kinds)
        return;
    for (unsigned i = 0; i < n_kinds && i < LLVMCountParams(fn); i++) {
        uint64_t kind;
        if (kinds[i] && genx_const_u64(kinds[i], &kind))
            fill(f, LLVMGetParam(fn, i), kind >> 3);
    }
}

bool gx_fill_implicit(gx_ctx *cx, LLVMModuleRef m) {
    unsigned n;
    filler f = {.mod = m, .arena = cx->arena};
    LLVMValueRef *entries = genx_kernel_entries(m, cx->arena, &n);
    if (!entries || !n)
        return false;
    f.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (unsigned i = 0; i < n; i++)
        fill_kernel(&f, entries[i]);
    LLVMDisposeBuilder(f.b);
    return true;
}
