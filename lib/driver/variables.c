// SPDX-License-Identifier: MIT
// Copies the variables from the front end's debug information before the passes turn them into values.

#include "variables.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

typedef struct collector {
    cmc_arena *arena;
    drv_variables *out;
    const char *function;
    bool oom;
} collector;

static void add(void *user, const gx_variable *v) {
    collector *c = user;
    drv_variable x = {.function = c->function, .v = *v};
    x.v.name = cmc_arena_printf(c->arena, "%s", v->name);
    x.v.type.name = cmc_arena_printf(c->arena, "%s", v->type.name);
    c->oom |= !x.v.name || !x.v.type.name || !cmc_vec_push(c->arena, c->out, x);
}

cmc_status drv_collect_variables(LLVMModuleRef mod, cmc_arena *a, drv_variables *out) {
    assert(mod && a && out);
    collector c = {.arena = a, .out = out};
    for (LLVMValueRef f = LLVMGetFirstFunction(mod); f && !c.oom; f = LLVMGetNextFunction(f)) {
        size_t len;
        const char *name = LLVMGetValueName2(f, &len);
        if (!LLVMGetSubprogram(f) || !LLVMCountBasicBlocks(f))
            continue;
        c.function = cmc_arena_strndup(a, name, len);
        c.oom |= !c.function;
        gx_variables(f, add, &c);
    }
    return c.oom ? CMC_ERR_OOM : CMC_OK;
}
