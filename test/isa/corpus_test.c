// SPDX-License-Identifier: MIT
// Kernels compiled by Intel's compiler, instruction by instruction and as a whole.
//
//   isa_corpus TARGET DEVICE CACHE-DIRECTORY FILE.cl...
//
// Decoding and encoding gives the same bytes, compacted forms included; so does printing and
// parsing in between; our text is that of iga64, and assembles to the same bytes. The validator
// accepts every instruction.

#include "iga.h"
#include <cmc/zebin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MIN_KERNELS = 60, MIN_INSTRUCTIONS = 20000 }; // a corpus that shrinks is a failure

typedef struct corpus {
    const isa_model *m;
    const char *device, *dir;
    unsigned n_kernels, n_inst, n_compacted, n_bad;
    cmc_diag *d;
} corpus;

static uint64_t hash_bytes(const uint8_t *p, size_t n) { // FNV-1a
    uint64_t h = 0xcbf29ce484222325u;
    while (n--)
        h = (h ^ *p++) * 0x100000001b3u;
    return h;
}

static void read_or_die(corpus *x, const char *path, uint8_t **data, size_t *len) {
    if (cmc_file_read(path, data, len, x->d) != CMC_OK)
        iga_fatal("cannot read ", path);
}

// Path of the compiled file, compiling it first when its hash is new.
// Products of matrices have as many columns as a register has dwords.
static const char *matrix_option(const isa_model *m) {
    return !m->has_dpas ? "" : m->native_exec_32b == 16 ? " -DHAS_MATRIX" : " -DHAS_MATRIX -DNARROW_MATRIX";
}

static void compiled_path(corpus *x, const char *source, char path[512]) {
    uint8_t *text = NULL;
    size_t len = 0;
    char command[2048];
    read_or_die(x, source, &text, &len);
    uint64_t hash = hash_bytes(text, len);
    free(text);
    snprintf(path, 512, "%s/%016llx.zebin", x->dir, (unsigned long long)hash);
    if (access(path, R_OK) == 0)
        return;
    snprintf(command, sizeof command,
             "cd '%s' && ocloc compile -file '%s' -device %s -options '-cl-std=CL3.0%s%s' "
             "-internal_options "
             "'-cl-intel-allow-zebin%s' -out_dir new_%016llx -output_no_suffix -output "
             "k >ocloc.log 2>&1 && rm -f new_%016llx/*.spv && " // k alone, by newer versions k.bin
             "mv new_%016llx/k* '%s' && rm -r new_%016llx",
             x->dir, source, x->device, x->m->has_fp64 ? " -DHAS_DOUBLES" : "", matrix_option(x->m),
             x->m->has_fp64 ? " -cl-ext=+all" : "", // newer versions take it as a promise of doubles
             (unsigned long long)hash, (unsigned long long)hash, (unsigned long long)hash, path,
             (unsigned long long)hash);
    if (system(command) != 0)
        iga_fatal("ocloc failed: ", command);
}

static void complain(corpus *x, const zeb_kernel *k, size_t pc, const char *what, const char *text) {
    if (x->n_bad++ < IGA_SHOW)
        fprintf(stderr, "%s: %s: 0x%zx: %s: %s\n", x->m->name, k->name, pc, what, text);
}

static bool same_bytes(const corpus *x, const isa_inst *in, const uint8_t *want, unsigned size_b) {
    uint8_t native[16], shorter[8];
    if (isa_encode(x->m, in, native, x->d) != CMC_OK)
        return false;
    if (size_b == 16)
        return memcmp(native, want, 16) == 0;
    return isa_compact(x->m, native, shorter) && memcmp(shorter, want, 8) == 0;
}

// One instruction; returns its size, 0 when it cannot be read.
static unsigned check_inst(corpus *x, const zeb_kernel *k, size_t pc, size_t end) {
    isa_inst in;
    isa_parse_result r;
    unsigned size_b = 0;
    char text[512];
    if (isa_decode(x->m, k->text + pc, end - pc, &in, &size_b, x->d) != CMC_OK) {
        complain(x, k, pc, "not decoded", cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text);
        return 0;
    }
    isa_print(x->m, &in, NULL, text, sizeof text);
    x->n_inst++;
    x->n_compacted += size_b == 8;
    if (!same_bytes(x, &in, k->text + pc, size_b))
        complain(x, k, pc, "decode, encode", text);
    if (isa_validate(x->m, &in, x->d) != CMC_OK)
        complain(x, k, pc, cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text, text);
    if (isa_parse(x->m, text, strlen(text), 1, &r, x->d) != CMC_OK) {
        complain(x, k, pc, "not parsed", text);
        return size_b;
    }
    if (!same_bytes(x, &r.inst, k->text + pc, size_b))
        complain(x, k, pc, "print, parse, encode", text);
    return size_b;
}

// The whole kernel's text, against iga64's and back to bytes.
static void check_text(corpus *x, const zeb_kernel *k, size_t code_b) {
    cmc_str ours = CMC_STR_INIT, theirs = CMC_STR_INIT, a = CMC_STR_INIT, b = CMC_STR_INIT, bytes = CMC_STR_INIT;
    char krn[600], out[600], log[600];
    snprintf(krn, sizeof krn, "%s/k.krn", x->dir);
    snprintf(out, sizeof out, "%s/k.asm", x->dir);
    snprintf(log, sizeof log, "%s/iga.log", x->dir);
    if (isa_disassemble(x->m, k->text, code_b, NULL, &ours, x->d) != CMC_OK)
        complain(x, k, 0, "not disassembled", cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text);
    if (cmc_file_write(krn, k->text, code_b, x->d) != CMC_OK)
        iga_fatal("cannot write ", krn);
    iga_run(x->m, "-d", krn, out, log);
    uint8_t *data = NULL;
    size_t len = 0;
    read_or_die(x, out, &data, &len);
    cmc_str_append_n(&theirs, data, len);
    free(data);
    iga_normalize(&ours, &a);
    iga_normalize(&theirs, &b);
    x->n_bad += iga_compare_text(k->name, &a, &b);
    if (isa_assemble(x->m, ours.data, ours.len, false, &bytes, x->d) != CMC_OK || bytes.len != code_b ||
        memcmp(bytes.data, k->text, code_b) != 0)
        complain(x, k, 0, "text does not assemble to the kernel's bytes", "");
    cmc_str_free(&ours);
    cmc_str_free(&theirs);
    cmc_str_free(&a);
    cmc_str_free(&b);
    cmc_str_free(&bytes);
}

static void check_kernel(corpus *x, const zeb_kernel *k) {
    size_t padding = k->text_b, pc = 0;
    while (padding > 0 && k->text[padding - 1] == 0)
        padding--;
    x->n_kernels++;
    while (pc < padding) {
        unsigned size_b = check_inst(x, k, pc, k->text_b);
        if (size_b == 0)
            return;
        pc += size_b;
    }
    check_text(x, k, pc);
}

static void check_file(corpus *x, const char *source) {
    char path[512];
    uint8_t *data = NULL;
    size_t len = 0;
    zeb_file *f = NULL;
    cmc_arena *arena = cmc_arena_create();
    compiled_path(x, source, path);
    read_or_die(x, path, &data, &len);
    if (zeb_read(arena, data, len, &f, x->d) != CMC_OK || f->kernels.len == 0)
        iga_fatal("no kernels in ", path);
    for (uint32_t i = 0; i < f->kernels.len; i++)
        check_kernel(x, f->kernels.data[i]);
    cmc_arena_destroy(arena);
    free(data);
}

int main(int argc, char **argv) {
    if (argc < 5)
        return iga_fatal("usage: isa_corpus TARGET DEVICE CACHE-DIRECTORY FILE.cl...", "");
    corpus x = {.m = isa_model_find(argv[1]), .device = argv[2], .dir = argv[3], .d = cmc_diag_create()};
    if (!x.m)
        return iga_fatal("unknown target ", argv[1]);
    for (int i = 4; i < argc; i++)
        check_file(&x, argv[i]);
    printf("%s: %d files, %u kernels, %u instructions, %u compacted, %u differences\n", x.m->name, argc - 4,
           x.n_kernels, x.n_inst, x.n_compacted, x.n_bad);
    cmc_diag_destroy(x.d);
    if (x.n_kernels < MIN_KERNELS || x.n_inst < MIN_INSTRUCTIONS) {
        fprintf(stderr, "the corpus is too small: it should have %d kernels and %d instructions\n", MIN_KERNELS,
                MIN_INSTRUCTIONS);
        return 1;
    }
    return x.n_bad ? 1 : 0;
}
