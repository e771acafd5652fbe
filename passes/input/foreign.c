// SPDX-License-Identifier: MIT
// Looks up intrinsics in foreign.def.

#include "foreign.h"

#include <string.h>

static const foreign rows[] = {
#define GX_ADAPTED(name, handler) {name, sizeof name - 1, adapt_##handler, NULL},
#define GX_REFUSED(name, reason)  {name, sizeof name - 1, NULL, reason},
#include "foreign.def"
};

// Is `row` the name, or the name up to a '.' that follows?
static bool begins(const char *name, size_t len, const char *row, size_t n) {
    return len >= n && !memcmp(name, row, n) && (len == n || name[n] == '.');
}

const foreign *foreign_find(LLVMValueRef call) {
    static const char prefix[] = "llvm.genx.";
    LLVMValueRef f = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    size_t len = 0, longest = 0;
    const char *name = f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &len) : "";
    const foreign *found = NULL;
    if (!genx_is_genx_name(name, len))
        return NULL;
    genx_id id = genx_find(name, len);
    if (id != GENX_NONE)
        longest = strlen(genx_info_get(id)->name);
    name += sizeof prefix - 1;
    len -= sizeof prefix - 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const foreign *r = &rows[i];
        if (*r->name == *name && r->len > longest && begins(name, len, r->name, r->len)) {
            found = r;
            longest = r->len;
        }
    }
    return found;
}
