// SPDX-License-Identifier: MIT
// The CPU path as a plan: functions get the thread, intrinsics become LLVM IR, LLVM optimises and emits.

#include "host_priv.h"

#include <assert.h>
#include <string.h>

#include <llvm-c/Analysis.h>

const isa_model *host_model(void) {
    static isa_model model;
    static bool made; // the same bytes each time
    if (!made) {
        isa_model m = *isa_model_get(ISA_TARGET_BMG); // the newest target has most of the language
        m.name = CMC_HOST_TARGET;
        model = m;
        made = true;
    }
    return &model;
}

static void set_types(host *h) {
    h->i1 = LLVMInt1TypeInContext(h->llvm);
    h->i8 = LLVMInt8TypeInContext(h->llvm);
    h->i16 = LLVMInt16TypeInContext(h->llvm);
    h->i32 = LLVMInt32TypeInContext(h->llvm);
    h->i64 = LLVMInt64TypeInContext(h->llvm);
    h->f32 = LLVMFloatTypeInContext(h->llvm);
    h->f64 = LLVMDoubleTypeInContext(h->llvm);
    h->ptr = LLVMPointerTypeInContext(h->llvm, 0);
    h->none = LLVMVoidTypeInContext(h->llvm);
}

static void set_machine(host *h, host_machine *m) {
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(m->tm);
    char *text = LLVMCopyStringRepOfTargetData(layout);
    LLVMSetTarget(h->mod, m->triple);
    LLVMSetDataLayout(h->mod, text);
    LLVMDisposeMessage(text);
    LLVMDisposeTargetData(layout);
    h->arch = cmc_arena_strndup(h->a, m->triple, strcspn(m->triple, "-"));
}

static cmc_status verify(host *h, const char *after) {
    char *message = NULL;
    bool broken = LLVMVerifyModule(h->mod, LLVMReturnStatusAction, &message);
    if (broken)
        cmc_diag_error(h->d, "CM0979", "internal: %s left invalid IR: %s", after, message);
    LLVMDisposeMessage(message);
    return broken ? CMC_ERR_INTERNAL : CMC_OK;
}

static cmc_status lower(host *h, const host_kernels *k, host_machine *m) {
    size_t errors = cmc_diag_error_count(h->d);
    set_machine(h, m);
    CMC_TRY(host_functions(h, k));
    genx_foreach_function(h->mod, fn) {
        bool entry = LLVMGetLinkage(fn) == LLVMExternalLinkage;
        if (!LLVMIsDeclaration(fn) && !entry)
            host_lower_function(h, fn);
    }
    if (cmc_diag_error_count(h->d) > errors)
        return CMC_ERR_USER;
    host_place_variables(h);
    host_add_library(h);
    return cmc_diag_error_count(h->d) > errors ? CMC_ERR_INTERNAL : verify(h, "lowering for the CPU");
}

cmc_status host_compile(LLVMModuleRef mod, const host_kernels *k, const host_opts *o, cmc_str *out, cmc_diag *d) {
    assert(mod && k && o && out);
    host_machine m = {0};
    CMC_TRY(host_machine_open(o, &m, d));
    host h = {.mod = mod,
              .llvm = LLVMGetModuleContext(mod),
              .a = cmc_arena_create(),
              .d = d,
              .checks_addresses = o->checks_addresses};
    cmc_status s = CMC_ERR_OOM;
    if (h.a) {
        h.b = LLVMCreateBuilderInContext(h.llvm);
        h.top = LLVMCreateBuilderInContext(h.llvm);
        set_types(&h);
        s = lower(&h, k, &m);
        if (s == CMC_OK)
            s = host_emit(mod, &m, k, o, out, d);
        LLVMDisposeBuilder(h.b);
        LLVMDisposeBuilder(h.top);
        cmc_arena_destroy(h.a);
    }
    host_machine_close(&m);
    return s;
}
