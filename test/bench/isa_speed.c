// SPDX-License-Identifier: MIT
// Speed of the instruction library beside Intel's assembler.
//
//   isa_speed TARGET COUNT DIRECTORY
//
// COUNT random legal instructions, ROUNDS times through our decoder, encoder, disassembler and
// assembler, and once each way through iga64 (whole process, best of three). Prints instructions
// per second and the ratio; asserts nothing.

#include "gen.h"
#include "iga.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 20, IGA_ROUNDS = 3 };

typedef struct bench {
    const isa_model *m;
    unsigned n;
    const char *dir;
    isa_inst *insts;
    cmc_str bytes, text;
    cmc_diag *d;
} bench;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void make(bench *b) {
    gen g = {.m = b->m, .state = 1, .end_b = (int64_t)b->n * 16};
    for (unsigned i = 0; i < b->n; i++, g.pc_b += 16) {
        uint8_t out[16];
        gen_inst(&g, &b->insts[i]);
        if (i + 1 == b->n) // zeros at the end would be padding
            b->insts[i] = (isa_inst){.op = ISA_NOP};
        if (isa_encode(b->m, &b->insts[i], out, b->d) != CMC_OK)
            iga_fatal("cannot encode", "");
        cmc_str_append_n(&b->bytes, out, sizeof out);
    }
}

static double decode_all(bench *b) {
    double start = now_s();
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned i = 0; i < b->n; i++) {
            unsigned size_b = 0;
            const uint8_t *at = (const uint8_t *)b->bytes.data + 16 * (size_t)i;
            if (isa_decode(b->m, at, 16, &b->insts[i], &size_b, b->d) != CMC_OK)
                iga_fatal("cannot decode", "");
        }
    return ROUNDS * b->n / (now_s() - start);
}

static double encode_all(bench *b) {
    double start = now_s();
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned i = 0; i < b->n; i++)
            if (isa_encode(b->m, &b->insts[i], (uint8_t *)b->bytes.data + 16 * (size_t)i, b->d) !=
                CMC_OK)
                iga_fatal("cannot encode", "");
    return ROUNDS * b->n / (now_s() - start);
}

static double disassemble(bench *b) {
    double start = now_s();
    if (isa_disassemble(b->m, (const uint8_t *)b->bytes.data, b->bytes.len, NULL, &b->text, b->d) !=
        CMC_OK)
        iga_fatal("cannot disassemble", "");
    return b->n / (now_s() - start);
}

static double assemble(bench *b) {
    cmc_str out = CMC_STR_INIT;
    double start = now_s();
    if (isa_assemble(b->m, b->text.data, b->text.len, false, &out, b->d) != CMC_OK)
        iga_fatal("cannot assemble", "");
    double rate = b->n / (now_s() - start);
    cmc_str_free(&out);
    return rate;
}

static double iga(const bench *b, const char *option, const char *from, const cmc_str *data) {
    char in[512], out[512], log[512];
    double best = 0;
    snprintf(in, sizeof in, "%s/%s", b->dir, from);
    snprintf(out, sizeof out, "%s/iga.out", b->dir);
    snprintf(log, sizeof log, "%s/iga.log", b->dir);
    if (cmc_file_write(in, data->data, data->len, b->d) != CMC_OK)
        iga_fatal("cannot write ", in);
    for (unsigned r = 0; r < IGA_ROUNDS; r++) {
        double start = now_s();
        iga_run(b->m, option, in, out, log);
        double rate = b->n / (now_s() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

static void row(const bench *b, const char *what, double ours, double theirs) {
    printf("%s %-11s %10.0f instructions/s, iga64 %8.0f, ratio %.1f\n", b->m->name, what, ours,
           theirs, ours / theirs);
}

int main(int argc, char **argv) {
    if (argc != 4)
        return iga_fatal("usage: isa_speed TARGET COUNT DIRECTORY", "");
    bench b = {.m = isa_model_find(argv[1]),
               .n = (unsigned)strtoul(argv[2], NULL, 0),
               .dir = argv[3],
               .bytes = CMC_STR_INIT,
               .text = CMC_STR_INIT,
               .d = cmc_diag_create()};
    b.insts = calloc(b.n ? b.n : 1, sizeof *b.insts);
    if (!b.m || b.n == 0 || !b.insts)
        return iga_fatal("unknown target or bad count: ", argv[1]);
    make(&b);
    double decoded = decode_all(&b), encoded = encode_all(&b);
    double disassembled = disassemble(&b), assembled = assemble(&b);
    double iga_d = iga(&b, "-d", "big.krn", &b.bytes), iga_a = iga(&b, "-a", "big.asm", &b.text);
    row(&b, "decode", decoded, iga_d);
    row(&b, "encode", encoded, iga_a);
    row(&b, "disassemble", disassembled, iga_d);
    row(&b, "assemble", assembled, iga_a);
    cmc_str_free(&b.bytes);
    cmc_str_free(&b.text);
    cmc_diag_destroy(b.d);
    free(b.insts);
    return 0;
}
