// SPDX-License-Identifier: MIT
// Intel's offline compiler must pass our validator.
//
//   validate_corpus <target> <cache directory> <kernel.cl or region.ll...>
//
// Compiles each file with ocloc for the target, OpenCL C by its scalar path, LLVM 14 IR of region
// operations by its vector path (once; the zebin stays in the cache directory until the source is
// newer), decodes every instruction of every kernel and validates it. Also writes the instruction
// bytes beside the zebin
// ("<name>.<n>.text") for other judges. Exit code 1 when a rule is violated, an instruction does
// not decode, a file does not compile or fewer than 1000 instructions were seen.

#define _POSIX_C_SOURCE 200809L
#include <cmc/isa.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_REPORTS = 40, MIN_INSTS = 1000 };

typedef struct totals {
    long insts, bad;
} totals;

static const struct {
    const char *target, *device, *defines;
} devices[] = {
    {"skl", "skl", "-DHAS_FP64"},
    {"icl", "icllp", ""},
    {"tgl", "tgllp", ""},
    {"dg2", "dg2", "-DSUB_GROUP=8 -DA_INT=int8 -DA_UINT=uint8 -DU_A=as_uint8 -DS_A=as_int8 -DA_ONE=int"},
    {"pvc", "pvc",
     "-DHAS_FP64 -DSUB_GROUP=16 -DA_INT=short8 -DA_UINT=ushort8 -DU_A=as_ushort8 -DS_A=as_short8 "
     "-DA_ONE=short"},
    {"lnl", "lnl",
     "-DHAS_FP64 -DSUB_GROUP=16 -DA_INT=short8 -DA_UINT=ushort8 -DU_A=as_ushort8 -DS_A=as_short8 "
     "-DA_ONE=short"},
    {"mtl", "mtl", "-DHAS_FP64"},
    {"arlh", "arl-h", "-DHAS_FP64 -DSUB_GROUP=8 -DA_INT=int8 -DA_UINT=uint8 -DU_A=as_uint8 -DS_A=as_int8 -DA_ONE=int"},
    {"ptl", "ptl",
     "-DHAS_FP64 -DSUB_GROUP=16 -DA_INT=short8 -DA_UINT=ushort8 -DU_A=as_ushort8 -DS_A=as_short8 "
     "-DA_ONE=short"},
    {"bmg", "bmg",
     "-DHAS_FP64 -DSUB_GROUP=16 -DA_INT=short8 -DA_UINT=ushort8 -DU_A=as_ushort8 -DS_A=as_short8 "
     "-DA_ONE=short"},
};

static bool is_newer(const char *a, const char *b) {
    struct stat sa, sb;
    if (stat(b, &sb) != 0)
        return true;
    return stat(a, &sa) == 0 && sa.st_mtime > sb.st_mtime;
}

static bool compile(const char *target, const char *cl, const char *dir, const char *name, const char *out) {
    if (!is_newer(cl, out))
        return true;
    const char *device = NULL, *defines = "";
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (strcmp(devices[i].target, target) == 0) {
            device = devices[i].device;
            defines = devices[i].defines;
        }
    if (device == NULL)
        return false;
    char cmd[2048];
    size_t len = strlen(cl);
    if (len > 3 && strcmp(cl + len - 3, ".ll") == 0)
        snprintf(cmd, sizeof cmd,
                 "{ llvm-as-14 '%s' -o '%s.bc' && ocloc compile -llvm_input -file '%s.bc' -device "
                 "%s -options '-vc-codegen' "
                 "-internal_options '-cl-intel-allow-zebin' -out_dir '%s' -output_no_suffix "
                 "-output '%s'; } > '%s/%s.log' "
                 "2>&1",
                 cl, out, out, device, dir, name, dir, name);
    else
        snprintf(cmd, sizeof cmd,
                 "ocloc compile -file '%s' -device %s -options '-cl-std=CL3.0 %s' -internal_options "
                 "'-cl-intel-allow-zebin%s' -out_dir '%s' -output_no_suffix -output '%s' > "
                 "'%s/%s.log' 2>&1",
                 // Newer versions take all extensions as a promise of doubles.
                 cl, device, defines, strstr(defines, "HAS_FP64") ? " -cl-ext=+all" : "", dir, name, dir, name);
    char made[1024];
    snprintf(made, sizeof made, "%s.bin", out); // the name that newer versions give
    if (system(cmd) == 0 && (access(made, R_OK) != 0 || rename(made, out) == 0))
        return true;
    printf("%s: ocloc fails, see %s/%s.log\n", cl, dir, name);
    unlink(out);
    return false;
}

static void report(const isa_model *m, const char *name, size_t at, const isa_inst *in, const cmc_diag *d,
                   totals *sum) {
    char text[256];
    isa_print(m, in, NULL, text, sizeof text);
    if (sum->bad++ < MAX_REPORTS)
        printf("%s %s+0x%zx: %s\n", m->name, name, at, text);
    for (size_t i = 0; i < cmc_diag_count(d) && sum->bad <= MAX_REPORTS; i++)
        printf("    %s %s\n", cmc_diag_get(d, i)->code, cmc_diag_get(d, i)->text);
}

static void check_code(const isa_model *m, const char *name, const uint8_t *bytes, size_t len, totals *sum) {
    for (size_t at = 0; at < len;) {
        isa_inst in;
        unsigned size_b = 16;
        cmc_diag *d = cmc_diag_create();
        cmc_status s = isa_decode(m, bytes + at, len - at, &in, &size_b, d);
        if (s == CMC_OK && (in.op == ISA_ILLEGAL || in.op == ISA_OP_NONE)) {
            cmc_diag_destroy(d);
            return; // padding after the kernel
        }
        sum->insts++;
        if (s == CMC_OK)
            s = isa_validate(m, &in, d);
        if (s != CMC_OK)
            report(m, name, at, &in, d, sum);
        cmc_diag_destroy(d);
        at += size_b;
    }
}

static bool check_zebin(const isa_model *m, const char *path, totals *sum) {
    uint8_t *data;
    size_t len;
    if (cmc_file_read(path, &data, &len, NULL) != CMC_OK || len < sizeof(Elf64_Ehdr))
        return false;
    Elf64_Ehdr eh; // copied: the compiler does not align its sections
    Elf64_Shdr sh;
    memcpy(&eh, data, sizeof eh);
    memcpy(&sh, data + eh.e_shoff + eh.e_shstrndx * sizeof sh, sizeof sh);
    const char *names = (const char *)data + sh.sh_offset;
    for (unsigned i = 0; i < eh.e_shnum; i++) {
        memcpy(&sh, data + eh.e_shoff + i * sizeof sh, sizeof sh);
        const char *name = names + sh.sh_name;
        if (strncmp(name, ".text.", 6) != 0 || sh.sh_size == 0)
            continue;
        const uint8_t *code = data + sh.sh_offset;
        check_code(m, name, code, sh.sh_size, sum);
        char text_path[1024];
        snprintf(text_path, sizeof text_path, "%s.%u.text", path, i);
        if (cmc_file_write(text_path, code, sh.sh_size, NULL) != CMC_OK)
            printf("cannot write %s\n", text_path);
    }
    free(data);
    return true;
}

int main(int argc, char **argv) {
    const isa_model *m = argc > 3 ? isa_model_find(argv[1]) : NULL;
    if (m == NULL) {
        fprintf(stderr, "usage: validate_corpus target directory kernel.cl|region.ll...\n");
        return 2;
    }
    char dir[512], out[1024], name[128];
    snprintf(dir, sizeof dir, "%s/%s", argv[2], m->name);
    mkdir(argv[2], 0777);
    mkdir(dir, 0777);
    totals sum = {0, 0};
    bool ok = true;
    for (int i = 3; i < argc; i++) {
        const char *base = strrchr(argv[i], '/');
        snprintf(name, sizeof name, "%s", base ? base + 1 : argv[i]);
        name[strcspn(name, ".")] = '\0';
        snprintf(out, sizeof out, "%s/%s", dir, name);
        if (!compile(m->name, argv[i], dir, name, out) || !check_zebin(m, out, &sum)) {
            printf("%s: no kernels to check\n", argv[i]);
            ok = false;
        }
    }
    printf("%s: %ld instructions, %ld with violations\n", m->name, sum.insts, sum.bad);
    return ok && sum.bad == 0 && sum.insts >= MIN_INSTS ? 0 : 1;
}
