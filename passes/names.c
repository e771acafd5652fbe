// SPDX-License-Identifier: MIT
// Which pass names mean something: ours from passes.def, LLVM's from the text of the default pipelines.

#include "passes_priv.h"

#include <string.h>

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// Words of a pipeline text outside angle brackets, which hold parameters.
static bool names_pass(const char *text, const char *name, size_t len) {
    for (const char *p = text; *p;) {
        if (*p == '<') {
            while (*p && *p != '>')
                p++;
        } else if (is_name_char(*p)) {
            const char *start = p;
            while (is_name_char(*p))
                p++;
            // "function(...)" and "loop(...)" are adaptors, not passes.
            if (*p != '(' && (size_t)(p - start) == len && memcmp(start, name, len) == 0)
                return true;
        } else {
            p++;
        }
    }
    return false;
}

bool gx_pass_known(const char *name, size_t len) {
    static const char *const own[] = {
#define GX_PASS(name, kind, text) #name,
#include "passes.def"
#undef GX_PASS
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strlen(own[i]) == len && memcmp(own[i], name, len) == 0)
            return true;
    return names_pass(gx_default_pipeline(0), name, len) || names_pass(gx_default_pipeline(2), name, len);
}
