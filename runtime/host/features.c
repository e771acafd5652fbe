// SPDX-License-Identifier: MIT
// Whether this machine can run a program: the machine's name, and the features of the CPU that the code needs.

#include "hx_priv.h"

#include <string.h>

#ifdef __aarch64__
#include <sys/auxv.h>
#include <asm/hwcap.h>
#define MACHINE        "aarch64"
#define SUPPORTS(name) ((getauxval(AT_HWCAP) & (name)) != 0)
#else
#include <cpuid.h>
#define MACHINE        "x86_64"
#define SUPPORTS(name) (__builtin_cpu_supports(name) != 0)
#endif

static bool is(const char *name, size_t len, const char *row) {
    return strlen(row) == len && memcmp(row, name, len) == 0;
}

#ifdef __x86_64__
static bool cpuid_bit(unsigned function, unsigned bit) {
    unsigned a, b, c, d;
    return __get_cpuid(function, &a, &b, &c, &d) && (c >> bit & 1u);
}
#endif

static bool cpu_has(const char *name, size_t len, bool *known) {
    *known = true;
#define HX_ALWAYS(llvm)                                                                                                \
    if (is(name, len, (llvm)))                                                                                         \
        return true;
#define HX_FEATURE(llvm, ours)                                                                                         \
    if (is(name, len, (llvm)))                                                                                         \
        return SUPPORTS(ours);
#define HX_CPUID(llvm, function, bit)                                                                                  \
    if (is(name, len, (llvm)))                                                                                         \
        return cpuid_bit((function), (bit));
#include "features.def"
    *known = false;
    return false;
}

cmc_status hx_check_target(const zeb_host *h, cmc_diag *d) {
    cmc_str missing = CMC_STR_INIT;
    if (strcmp(h->machine, MACHINE) != 0) {
        cmc_diag_error(d, "CM0710", "the program is for CPUs of kind '%s', but this one is '%s'", h->machine, MACHINE);
        return CMC_ERR_UNSUPPORTED;
    }
    for (const char *p = h->features; *p;) {
        const size_t len = strcspn(p, ",");
        bool known = false;
        if (len && !cpu_has(p, len, &known))
            cmc_str_printf(&missing, "%s%.*s%s", missing.len ? ", " : "", (int)len, p, known ? "" : " (unknown here)");
        p += len + (p[len] == ',');
    }
    const bool ok = missing.len == 0;
    if (!ok)
        cmc_diag_error(d, "CM0711", "the program needs features that this CPU lacks: %s; compile it with another -mcpu",
                       cmc_str_text(&missing));
    cmc_str_free(&missing);
    return ok ? CMC_OK : CMC_ERR_UNSUPPORTED;
}
