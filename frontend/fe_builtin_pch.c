// SPDX-License-Identifier: MIT
// The precompiled headers that cmc_make_pch wrote to FE_PCH_DIR, unchanged. The assembler includes the files: they are
// several megabytes, too large for an array in a C compiler.

#include "fe_priv.h"

#include <cmc/targets.h>
#include <stdint.h>
#include <string.h>

// A row of fe_pch_index holds the offset in fe_pch_all of a target's headers, and their length; SYCL's come last.
#define FE_BYTES(id, name, ...)                                                                                        \
    ".balign 16\nfe_pch_" #name ":\n.incbin \"" FE_PCH_DIR "/" #name ".pch\"\nfe_pch_" #name "_end:\n"
#define FE_ROW(id, name, ...) ".quad fe_pch_" #name " - fe_pch_all, fe_pch_" #name "_end - fe_pch_" #name "\n"
#define FE_SYCL(EACH)         EACH(, sycl_device, ) EACH(, sycl_host, )
__asm__(".section .rodata\n.balign 16\nfe_pch_all:\n"                         //
        CMC_TARGETS(FE_BYTES) FE_SYCL(FE_BYTES) ".balign 16\nfe_pch_index:\n" //
        CMC_TARGETS(FE_ROW) FE_SYCL(FE_ROW) ".previous\n");
extern const unsigned char fe_pch_all[];
extern const uint64_t fe_pch_index[][2];

#define FE_NAME(id, name, ...) #name,
static const char *const names[] = {CMC_TARGETS(FE_NAME) FE_SYCL(FE_NAME)};

bool fe_builtin_pch(const char *name, const void **pch, size_t *len) {
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i], name) == 0) {
            *pch = fe_pch_all + fe_pch_index[i][0];
            *len = fe_pch_index[i][1];
            return true;
        }
    return false;
}
