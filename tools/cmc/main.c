// SPDX-License-Identifier: MIT
// cmc: the compiler driver. Parses options, calls drv_compile, writes the result.

#include "options.h"

#include <stdio.h>
#include <string.h>

static void print_diag(const cmc_diag *d) {
    cmc_str text = CMC_STR_INIT;
    cmc_diag_show(d, &text);
    fputs(cmc_str_text(&text), stderr);
    cmc_str_free(&text);
}

static bool writes_text(const tool_opts *o) {
    return o->drv.output != DRV_OUT_ZEBIN && o->drv.output != DRV_OUT_LLVM_BC;
}

// "dir/kernel.cm" -> "kernel.bin" (or .s, .ll, .bc) in the current directory, as compilers do.
static const char *default_output(const tool_opts *o) {
    if (o->drv.passes || o->drv.stop_after)
        return "-";
    static const char *const suffix[] = {
        [DRV_OUT_ZEBIN] = ".bin", [DRV_OUT_ASM] = ".s",   [DRV_OUT_LLVM_IR] = ".ll",
        [DRV_OUT_LLVM_BC] = ".bc", [DRV_OUT_MIR] = ".mir", [DRV_OUT_CHECK_ONLY] = "",
    };
    const char *base = strrchr(o->drv.file, '/');
    base = base ? base + 1 : o->drv.file;
    if (strcmp(base, "-") == 0)
        return writes_text(o) ? "-" : "a.bin";
    const char *dot = strrchr(base, '.');
    int n = (int)(dot && dot != base ? dot - base : (ptrdiff_t)strlen(base));
    return cmc_arena_printf(o->arena, "%.*s%s", n, base, suffix[o->drv.output]);
}

static cmc_status run(tool_opts *o, cmc_diag *d) {
    cmc_str out = CMC_STR_INIT, dumps = CMC_STR_INIT;
    o->drv.dump_out = &dumps;
    cmc_status s = drv_compile(&o->drv, &out, d);
    fputs(cmc_str_text(&dumps), stderr);
    const char *path = o->output ? o->output : default_output(o);
    if (s == CMC_OK)
        s = path ? cmc_file_write(path, cmc_str_text(&out), out.len, d) : CMC_ERR_OOM;
    cmc_str_free(&out);
    cmc_str_free(&dumps);
    return s;
}

static cmc_status tool(int argc, char **argv, tool_opts *o, cmc_diag *d) {
    CMC_TRY(tool_parse(argc, argv, o, d));
    if (o->help) {
        cmc_str text = CMC_STR_INIT;
        tool_help(&text);
        fputs(cmc_str_text(&text), stdout);
        cmc_str_free(&text);
        return CMC_OK;
    }
    if (o->version) {
        puts("cmc " CMC_VERSION);
        return CMC_OK;
    }
    return run(o, d);
}

int main(int argc, char **argv) {
    cmc_diag *d = cmc_diag_create();
    tool_opts o = {.drv = DRV_OPTS_INIT, .arena = cmc_arena_create()};
    if (!d || !o.arena) {
        fputs("cmc: out of memory\n", stderr);
        return 1;
    }
    cmc_status s = tool(argc, argv, &o, d);
    print_diag(d);
    // A failure always says something, even when the stage that failed added no message.
    if (s != CMC_OK && cmc_diag_error_count(d) == 0)
        fprintf(stderr, "cmc: %s\n", cmc_status_str(s));
    cmc_arena_destroy(o.arena);
    cmc_diag_destroy(d);
    return s == CMC_OK ? 0 : 1;
}
