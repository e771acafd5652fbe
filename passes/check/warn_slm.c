// SPDX-License-Identifier: MIT
// gx_warn_slm: a barrier does not make writes to shared local memory visible; a fence does.
//
//   llvm.genx.lsc.store.slm ...
//   llvm.genx.barrier()          ->  shared local memory is written, then a barrier without a fence [-Wcm-slm-fence]
//
// From Gen11 on, the data port and the barrier message use different paths. A forward analysis over the control flow
// graph: a block's exit state is "written" when no fence follows its last write. Changes nothing.

#include "passes_priv.h"

#include <string.h>

enum { SLM_SURFACE = 254 };

typedef struct flow {
    gx_ctx *cx;
    LLVMBasicBlockRef *blocks;
    bool *written; // at the block's end
    unsigned n;
} flow;

static bool starts(const char *s, const char *with) {
    return strncmp(s, with, strlen(with)) == 0;
}

static const char *name_of(LLVMValueRef i) {
    genx_id id = genx_call_id(i);
    return id == GENX_NONE ? "" : genx_info_get(id)->name;
}

static bool writes_slm(LLVMValueRef i) {
    const char *n = name_of(i);
    bool lsc = starts(n, "lsc.") && strstr(n, ".slm") && !strstr(n, "load") && !strstr(n, "prefetch");
    bool legacy =
        starts(n, "scatter") || starts(n, "oword.st") || starts(n, "dword.atomic") || starts(n, "untyped.atomic");
    if (!legacy)
        return lsc;
    for (int k = 0; k < LLVMGetNumOperands(i) - 1; k++) {
        uint64_t v;
        LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsAConstantInt(op) && !genx_is_vec(LLVMTypeOf(op)) && genx_elt_bits(LLVMTypeOf(op)) == 32 &&
            genx_const_u64(op, &v) && v == SLM_SURFACE)
            return true;
    }
    return false;
}

static bool is_fence(LLVMValueRef i) {
    const char *n = name_of(i);
    return !strcmp(n, "fence") || !strcmp(n, "lsc.fence");
}

// The signal of a split barrier tells other threads that this thread's writes are visible; the wait signals nothing.
static bool is_barrier(LLVMValueRef i) {
    const char *n = name_of(i);
    uint64_t signals;
    if (!strcmp(n, "sbarrier") || !strcmp(n, "nbarrier"))
        return !genx_const_u64(LLVMGetOperand(i, 0), &signals) || signals != 0;
    return !strcmp(n, "barrier") || !strcmp(n, "nbarrier.arrive");
}

static bool through(const flow *f, LLVMBasicBlockRef bb, bool written, bool report) {
    genx_foreach_inst(bb, i) {
        if (!LLVMIsACallInst(i))
            continue;
        if (is_barrier(i) && written && report)
            gx_warn(f->cx, i, "-Wcm-slm-fence",
                    "barrier follows a write of shared local memory without a fence, so other threads may read old "
                    "values; call cm_slm_fence before it");
        written = (written || writes_slm(i)) && !is_fence(i) && !is_barrier(i);
    }
    return written;
}

static bool written_before(const flow *f, LLVMBasicBlockRef bb) {
    genx_foreach_use(LLVMBasicBlockAsValue(bb), u) {
        LLVMValueRef branch = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(branch))
            continue;
        for (unsigned k = 0; k < f->n; k++)
            if (f->blocks[k] == LLVMGetInstructionParent(branch) && f->written[k])
                return true;
    }
    return false;
}

bool gx_warn_slm(gx_ctx *cx, LLVMValueRef fn) {
    flow f = {.cx = cx, .n = LLVMCountBasicBlocks(fn)};
    bool any = false, again = true;
    f.blocks = CMC_NEW_N(cx->arena, LLVMBasicBlockRef, f.n);
    f.written = CMC_NEW_N(cx->arena, bool, f.n);
    if (!f.n || !f.blocks || !f.written)
        return false;
    LLVMGetBasicBlocks(fn, f.blocks);
    for (unsigned k = 0; k < f.n; k++)
        genx_foreach_inst(f.blocks[k], i)
            any |= LLVMIsACallInst(i) && writes_slm(i);
    while (any && again) {
        again = false;
        for (unsigned k = 0; k < f.n; k++) {
            bool now = through(&f, f.blocks[k], written_before(&f, f.blocks[k]), false);
            again |= now != f.written[k];
            f.written[k] |= now;
        }
    }
    for (unsigned k = 0; any && k < f.n; k++)
        through(&f, f.blocks[k], written_before(&f, f.blocks[k]), true);
    return false;
}
