// SPDX-License-Identifier: MIT
// Oracle: our library against Intel's assembler on random programs.
//
//   iga_oracle TARGET COUNT SEED DIRECTORY
//
// A program of COUNT random instructions is printed by us and assembled by iga64: same bytes as
// isa_encode. iga64 disassembles them: same text as ours after comments and blanks, and our
// assembler turns that text into the same bytes. With automatic compaction on both sides: the same
// bytes again. Any difference fails.

#include "gen.h"
#include "iga.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOW = IGA_SHOW };

typedef struct oracle {
    const isa_model *m;
    const char *dir;
    cmc_str bytes, text;
    unsigned n_bad;
    cmc_diag *d;
} oracle;

static char *path_of(const oracle *x, const char *name, char buf[512]) {
    snprintf(buf, 512, "%s/%s_%s", x->dir, x->m->name, name);
    return buf;
}

static void write_file(const oracle *x, const char *name, const cmc_str *s) {
    char path[512];
    if (cmc_file_write(path_of(x, name, path), s->data, s->len, x->d) != CMC_OK)
        iga_fatal("cannot write ", path);
}

static void read_file(const oracle *x, const char *name, cmc_str *out) {
    char path[512];
    uint8_t *data = NULL;
    size_t len = 0;
    if (cmc_file_read(path_of(x, name, path), &data, &len, x->d) != CMC_OK)
        iga_fatal("cannot read ", path);
    cmc_str_append_n(out, data, len);
    free(data);
}

static void run_iga(const oracle *x, const char *options, const char *in, const char *out) {
    char a[512], b[512], log[512];
    iga_run(x->m, options, path_of(x, in, a), path_of(x, out, b), path_of(x, "iga.log", log));
}

static void show_inst(const oracle *x, const uint8_t *p, size_t len, const char *who) {
    isa_inst in;
    unsigned size_b = 0;
    char text[512] = "?";
    if (isa_decode(x->m, p, len, &in, &size_b, NULL) == CMC_OK)
        isa_print(x->m, &in, NULL, text, sizeof text);
    fprintf(stderr, "  %s ", who);
    for (size_t i = size_b; i-- > 0;)
        fprintf(stderr, "%02x", p[i]);
    fprintf(stderr, "  %s\n", text);
}

// Steps through both streams; sizes may differ when one side compacts.
static void compare_bytes(oracle *x, const char *what, const cmc_str *ours, const cmc_str *theirs) {
    size_t a = 0, b = 0;
    unsigned shown = 0;
    while (a < ours->len && b < theirs->len) {
        const uint8_t *p = (const uint8_t *)ours->data + a, *q = (const uint8_t *)theirs->data + b;
        size_t n = p[3] & 0x20 ? 8 : 16, m = q[3] & 0x20 ? 8 : 16;
        if (a + n > ours->len || b + m > theirs->len)
            break;
        if (n != m || memcmp(p, q, n) != 0) {
            x->n_bad++;
            if (shown++ < SHOW) {
                fprintf(stderr, "%s differ at 0x%zx\n", what, a);
                show_inst(x, p, ours->len - a, "ours ");
                show_inst(x, q, theirs->len - b, "iga64");
            }
        }
        a += n;
        b += m;
    }
    if (a != ours->len || b != theirs->len) {
        x->n_bad++;
        fprintf(stderr, "%s: lengths differ: ours %zu, iga64 %zu\n", what, ours->len, theirs->len);
    }
}

static void make_program(oracle *x, unsigned count, uint64_t seed, bool keep_m4) {
    gen g = {.m = x->m, .state = seed, .end_b = (int64_t)count * 16};
    for (unsigned i = 0; i < count; i++, g.pc_b += 16) {
        isa_inst in;
        uint8_t out[16];
        gen_inst(&g, &in);
        if (!keep_m4)
            in.chan_off &= 0x18;
        if (i + 1 == count) // zeros at the end would be padding
            in = (isa_inst){.op = ISA_NOP};
        if (isa_encode(x->m, &in, out, x->d) != CMC_OK) {
            char text[512];
            isa_print(x->m, &in, NULL, text, sizeof text);
            fprintf(stderr, "iga_oracle: cannot encode %s: %s\n", text,
                    cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text);
            exit(2);
        }
        cmc_str_append_n(&x->bytes, out, 16);
    }
    if (isa_disassemble(x->m, (const uint8_t *)x->bytes.data, x->bytes.len, NULL, &x->text, x->d) != CMC_OK)
        iga_fatal("cannot disassemble our bytes: ", cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text);
}

static void check_assembly(oracle *x) {
    cmc_str krn = CMC_STR_INIT;
    write_file(x, "ours.asm", &x->text);
    run_iga(x, "-a", "ours.asm", "iga.krn");
    read_file(x, "iga.krn", &krn);
    compare_bytes(x, "bytes", &x->bytes, &krn);
    cmc_str_free(&krn);
}

static void check_disassembly(oracle *x) {
    cmc_str text = CMC_STR_INIT, theirs = CMC_STR_INIT, ours = CMC_STR_INIT, back = CMC_STR_INIT;
    write_file(x, "ours.krn", &x->bytes);
    run_iga(x, "-d", "ours.krn", "iga.asm");
    read_file(x, "iga.asm", &text);
    iga_normalize(&text, &theirs);
    iga_normalize(&x->text, &ours);
    x->n_bad += iga_compare_text("", &ours, &theirs);
    if (isa_assemble(x->m, text.data, text.len, false, &back, x->d) != CMC_OK) {
        const cmc_message *m = cmc_diag_get(x->d, cmc_diag_count(x->d) - 1);
        fprintf(stderr, "iga.asm:%u:%u: %s\n", m->loc.line, m->loc.col, m->text);
        x->n_bad++;
    } else {
        compare_bytes(x, "bytes of iga64's text", &back, &x->bytes);
    }
    cmc_str_free(&text);
    cmc_str_free(&theirs);
    cmc_str_free(&ours);
    cmc_str_free(&back);
}

static void check_compaction(oracle *x) {
    cmc_str krn = CMC_STR_INIT, ours = CMC_STR_INIT;
    run_iga(x, "-a -Xautocompact", "ours.asm", "iga.ckrn");
    read_file(x, "iga.ckrn", &krn);
    if (isa_assemble(x->m, x->text.data, x->text.len, true, &ours, x->d) != CMC_OK)
        iga_fatal("cannot assemble our text: ", cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text);
    compare_bytes(x, "compacted bytes", &ours, &krn);
    cmc_str_free(&krn);
    cmc_str_free(&ours);
}

static void run(oracle *x, unsigned count, uint64_t seed) {
    make_program(x, count, seed, true);
    check_assembly(x);
    check_disassembly(x);
    if (iga_known(x->m, IGA_COMPACTED_M4)) {
        cmc_str_clear(&x->bytes);
        cmc_str_clear(&x->text);
        make_program(x, count, seed, false);
        write_file(x, "ours.asm", &x->text);
    }
    check_compaction(x);
    cmc_str_clear(&x->bytes);
    cmc_str_clear(&x->text);
}

int main(int argc, char **argv) {
    if (argc != 5)
        return iga_fatal("usage: iga_oracle TARGET COUNT SEED DIRECTORY", "");
    oracle x = {.m = isa_model_find(argv[1]),
                .dir = argv[4],
                .bytes = CMC_STR_INIT,
                .text = CMC_STR_INIT,
                .d = cmc_diag_create()};
    if (!x.m)
        return iga_fatal("unknown target ", argv[1]);
    unsigned left = (unsigned)strtoul(argv[2], NULL, 0), total = left;
    uint64_t seed = strtoull(argv[3], NULL, 0);
    while (left > 0 && x.n_bad == 0) {
        unsigned n = left < GEN_PER_FILE ? left : GEN_PER_FILE;
        run(&x, n, seed);
        seed += GEN_NEXT_SEED;
        left -= n;
    }
    printf("%s: %u instructions, %u differences\n", x.m->name, total, x.n_bad);
    cmc_str_free(&x.bytes);
    cmc_str_free(&x.text);
    cmc_diag_destroy(x.d);
    return x.n_bad ? 1 : 0;
}
