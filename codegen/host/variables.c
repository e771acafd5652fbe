// SPDX-License-Identifier: MIT
// The locations of variables, for a debugger.
//
//   before: a variable is a value, or lies in one of the GPU's address spaces
//   after:  a variable lies in memory of its own, which each of its values is stored to
//
// A vector in several of the host's registers has no location that gdb reads right: it takes the second half from the
// register with the next number. And a value that nothing needs any more would be "optimized out". Each thread has its
// own variables of the file, which no location describes: gdb must not look for another symbol of that name.

#include "host_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

typedef struct home {
    const void *variable, *place;
    LLVMTypeRef type;
    LLVMValueRef memory;
} home;

typedef struct homes {
    host *h;
    LLVMBasicBlockRef entry;
    home *data;
    uint32_t len, cap;
} homes;

static void build_ahead_of(host *h, LLVMValueRef inst) {
    LLVMPositionBuilderBeforeInstrAndDbgRecords(h->b, inst);
    LLVMSetCurrentDebugLocation2(h->b, NULL); // it belongs to no line
}

static LLVMValueRef memory_of(homes *all, LLVMTypeRef type, const void *variable, const void *place) {
    for (uint32_t i = 0; i < all->len; i++)
        if (all->data[i].variable == variable && all->data[i].place == place && all->data[i].type == type)
            return all->data[i].memory;
    build_ahead_of(all->h, LLVMGetFirstInstruction(all->entry));
    LLVMValueRef memory = LLVMBuildAlloca(all->h->b, type, "");
    home one = {variable, place, type, memory};
    (void)cmc_vec_push(all->h->a, all, one); // else it gets another one the next time
    return memory;
}

// Volatile: only the debugger reads it.
static LLVMValueRef store_value(void *user, LLVMValueRef before, LLVMValueRef value, const void *variable,
                                const void *place) {
    homes *all = user;
    LLVMValueRef memory = memory_of(all, LLVMTypeOf(value), variable, place);
    build_ahead_of(all->h, before);
    LLVMValueRef store = LLVMBuildStore(all->h->b, value, memory);
    LLVMSetAlignment(store, LLVMGetAlignment(memory));
    LLVMSetVolatile(store, true);
    return memory;
}

void host_place_variables(host *h) {
    gx_shim_one_space(h->mod);
    genx_foreach_function(h->mod, fn) {
        if (LLVMIsDeclaration(fn) || !LLVMGetSubprogram(fn))
            continue;
        homes all = {.h = h, .entry = LLVMGetEntryBasicBlock(fn)};
        gx_shim_home_variables(fn, store_value, &all);
    }
}
