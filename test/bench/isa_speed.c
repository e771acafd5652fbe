// SPDX-License-Identifier: MIT
// Speed of the instruction library beside Intel's assembler.
//
//   isa_speed TARGET COUNT DIRECTORY
//
// COUNT random legal instructions through our decoder, encoder, compactor, printer, parser,
// disassembler and assembler, and through iga64 both ways (whole process), each in its best of
// several rounds. Prints instructions per second of processor time and the ratio; asserts nothing.

#include "gen.h"
#include "iga.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 10, TEXT_ROUNDS = 3, IGA_ROUNDS = 3, LINE_CAP = 300 };

typedef struct bench {
    const isa_model *m;
    unsigned n;
    const char *dir;
    isa_inst *insts;
    cmc_str bytes, text;
    char *lines; // LINE_CAP characters an instruction
    cmc_diag *d;
} bench;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Of all iga64 processes so far.
static double children_s(void) {
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
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

static void decode_all(bench *b) {
    for (unsigned i = 0; i < b->n; i++) {
        unsigned size_b = 0;
        const uint8_t *at = (const uint8_t *)b->bytes.data + 16 * (size_t)i;
        if (isa_decode(b->m, at, 16, &b->insts[i], &size_b, b->d) != CMC_OK)
            iga_fatal("cannot decode", "");
    }
}

static void encode_all(bench *b) {
    for (unsigned i = 0; i < b->n; i++)
        if (isa_encode(b->m, &b->insts[i], (uint8_t *)b->bytes.data + 16 * (size_t)i, b->d) != CMC_OK)
            iga_fatal("cannot encode", "");
}

static void compact_all(bench *b) {
    uint8_t shorter[8];
    for (unsigned i = 0; i < b->n; i++)
        isa_compact(b->m, (const uint8_t *)b->bytes.data + 16 * (size_t)i, shorter);
}

static char *line(bench *b, unsigned i) {
    return b->lines + (size_t)i * LINE_CAP;
}

static void print_all(bench *b) {
    for (unsigned i = 0; i < b->n; i++)
        isa_print(b->m, &b->insts[i], NULL, line(b, i), LINE_CAP);
}

static void parse_all(bench *b) {
    isa_parse_result r;
    for (unsigned i = 0; i < b->n; i++)
        if (isa_parse(b->m, line(b, i), strlen(line(b, i)), i + 1, &r, b->d) != CMC_OK)
            iga_fatal("cannot parse ", line(b, i));
}

static void disassemble(bench *b) {
    cmc_str_clear(&b->text);
    if (isa_disassemble(b->m, (const uint8_t *)b->bytes.data, b->bytes.len, NULL, &b->text, b->d) != CMC_OK)
        iga_fatal("cannot disassemble", "");
}

static void assemble(bench *b) {
    cmc_str out = CMC_STR_INIT;
    if (isa_assemble(b->m, b->text.data, b->text.len, false, &out, b->d) != CMC_OK)
        iga_fatal("cannot assemble", "");
    cmc_str_free(&out);
}

// Instructions per second in the best round.
static double best(bench *b, void (*step)(bench *), unsigned rounds) {
    double rate = 0;
    for (unsigned r = 0; r < rounds; r++) {
        double start = now_s();
        step(b);
        double one = b->n / (now_s() - start);
        rate = one > rate ? one : rate;
    }
    return rate;
}

static double iga(const bench *b, const char *option, const char *from, const cmc_str *data) {
    char in[512], out[512], log[512];
    double most = 0;
    snprintf(in, sizeof in, "%s/%s", b->dir, from);
    snprintf(out, sizeof out, "%s/iga.out", b->dir);
    snprintf(log, sizeof log, "%s/iga.log", b->dir);
    if (cmc_file_write(in, data->data, data->len, b->d) != CMC_OK)
        iga_fatal("cannot write ", in);
    for (unsigned r = 0; r < IGA_ROUNDS; r++) {
        double start = children_s();
        iga_run(b->m, option, in, out, log);
        double rate = b->n / (children_s() - start);
        most = rate > most ? rate : most;
    }
    return most;
}

static void row(const bench *b, const char *what, double ours, double theirs) {
    printf("%s %-11s %10.0f instructions/s, iga64 %8.0f, ratio %.1f\n", b->m->name, what, ours, theirs, ours / theirs);
}

static const struct {
    const char *name;
    void (*step)(bench *);
    unsigned rounds;
    bool assembles; // compared with iga64 -a, else -d
} steps[] = {
    {"decode", decode_all, ROUNDS, false},     {"encode", encode_all, ROUNDS, true},
    {"compact", compact_all, ROUNDS, true},    {"print", print_all, TEXT_ROUNDS, false},
    {"parse", parse_all, TEXT_ROUNDS, true},   {"disassemble", disassemble, TEXT_ROUNDS, false},
    {"assemble", assemble, TEXT_ROUNDS, true},
};
enum { STEP_COUNT = sizeof steps / sizeof *steps };

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
    b.lines = malloc((size_t)(b.n ? b.n : 1) * LINE_CAP);
    if (!b.m || b.n == 0 || !b.insts || !b.lines)
        return iga_fatal("unknown target or bad count: ", argv[1]);
    make(&b);
    double rates[STEP_COUNT];
    for (unsigned i = 0; i < STEP_COUNT; i++)
        rates[i] = best(&b, steps[i].step, steps[i].rounds);
    double iga_d = iga(&b, "-d", "big.krn", &b.bytes), iga_a = iga(&b, "-a", "big.asm", &b.text);
    for (unsigned i = 0; i < STEP_COUNT; i++)
        row(&b, steps[i].name, rates[i], steps[i].assembles ? iga_a : iga_d);
    cmc_str_free(&b.bytes);
    cmc_str_free(&b.text);
    cmc_diag_destroy(b.d);
    free(b.insts);
    free(b.lines);
    return 0;
}
