// SPDX-License-Identifier: MIT
// Oracle by bytes: compacted words that text rarely or never reaches.
//
//   iga_words TARGET COUNT SEED DIRECTORY
//
// COUNT random compacted words go to iga64. For those that it decodes: its text is ours; its text
// of our native form is the same but for {Compacted}; the native form compacts to a word that means
// the same. They are written to DIRECTORY/TARGET_words.krn for the coverage report: an entry of a
// compaction table that one of them uses is judged.

#include "gen.h"
#include "iga.h"
#include "isa_priv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_B = 8, LINE = 512 };

typedef struct words {
    const isa_model *m;
    const char *dir;
    uint8_t *bytes;
    bool *refused; // by iga64
    unsigned n, n_bad;
    cmc_diag *d;
} words;

static char *path_of(const words *x, const char *name, char buf[LINE]) {
    snprintf(buf, LINE, "%s/%s_%s", x->dir, x->m->name, name);
    return buf;
}

// Bytes that hold register numbers, in words of one or two sources and of three.
static unsigned register_bytes(const gen *g, isa_op op) {
    bool three = isa_op_get(op)->format == ISA_FMT_TERNARY;
    if (!gen_is_gen12(g))
        return three ? 0 : 1u << 5 | 1u << 6 | 1u << 7;
    return 1u << 2 | 1u << 5 | 1u << 7 | (three ? 1u << 6 : 0);
}

// sync and wait are left to text, which reaches all of their forms; iga64 also prints operands of
// them that it does not take.
static isa_op gen_word_op(gen *g) {
    isa_op op;
    do
        op = (isa_op)(1 + gen_below(g, ISA_OP_COUNT - 1));
    while (!isa_op_exists(g->m, op) || op == ISA_SYNC || op == ISA_WAIT);
    return op;
}

// Mostly registers that exist, and no scoreboard annotation: it is copied as it is.
static void gen_word(gen *g, uint8_t word[WORD_B]) {
    static const uint8_t registers[] = {0x00, 0x00, 0x20, 0x30, 0x10};
    isa_op op = gen_word_op(g);
    unsigned where = register_bytes(g, op);
    for (unsigned i = 1; i < WORD_B; i++) {
        word[i] = (uint8_t)gen_below(g, 256);
        if (i != 3 && gen_chance(g, 25))
            word[i] = registers[gen_below(g, sizeof registers)];
        if ((where >> i & 1) && g->m->grf_count_large == 128)
            word[i] &= 0x7f;
    }
    word[0] = (uint8_t)isa_op_get(op)->code[g->m->family];
    word[3] |= 0x20;
    if (gen_is_gen12(g))
        word[1] = 0;
    if (g->m->sbid_count_large > 16)
        word[2] &= 0xfc;
}

static void make_words(words *x, unsigned n, uint64_t seed) {
    gen g = {.m = x->m, .state = seed};
    uint8_t native[16];
    x->bytes = calloc(n, WORD_B);
    x->refused = calloc(n, sizeof *x->refused);
    if (!x->bytes || !x->refused)
        iga_fatal("out of memory", "");
    for (unsigned try = 0; x->n < n && try < 20 * n; try++) {
        uint8_t *word = x->bytes + (size_t)x->n * WORD_B;
        gen_word(&g, word);
        if (isa_expand(x->m, word, native) == CMC_OK) // the opcode has a compacted form
            x->n++;
    }
}

static void write_words(words *x, const char *name) {
    char path[LINE];
    if (cmc_file_write(path_of(x, name, path), x->bytes, (size_t)x->n * WORD_B, x->d) != CMC_OK)
        iga_fatal("cannot write ", path);
}

// Marks what the log complains about: "byte offset 0x10: error: ...".
static void read_refusals(words *x) {
    char path[LINE], line[LINE];
    FILE *f = fopen(path_of(x, "words.log", path), "r");
    if (!f)
        iga_fatal("cannot read ", path);
    while (fgets(line, sizeof line, f)) {
        unsigned long at = 0;
        if (sscanf(line, "byte offset 0x%lx: error", &at) == 1 && at / WORD_B < x->n)
            x->refused[at / WORD_B] = true;
    }
    fclose(f);
}

static void drop_refused(words *x) {
    char in[LINE], out[LINE], log[LINE], command[4 * LINE];
    write_words(x, "words.krn");
    snprintf(command, sizeof command, "iga64 -q -Wnone -p %s -d '%s' -o '%s' >'%s' 2>&1", x->m->iga_platform,
             path_of(x, "words.krn", in), path_of(x, "words.asm", out), path_of(x, "words.log", log));
    if (system(command) == -1)
        iga_fatal("cannot run ", command);
    read_refusals(x);
    unsigned kept = 0;
    for (unsigned i = 0; i < x->n; i++)
        if (!x->refused[i])
            memmove(x->bytes + (size_t)kept++ * WORD_B, x->bytes + (size_t)i * WORD_B, WORD_B);
    x->n = kept;
    write_words(x, "words.krn");
}

static void complain(words *x, const uint8_t *word, const char *what, const char *text) {
    if (x->n_bad++ >= IGA_SHOW)
        return;
    fprintf(stderr, "%s: ", x->m->name);
    for (unsigned i = WORD_B; i-- > 0;)
        fprintf(stderr, "%02x", word[i]);
    fprintf(stderr, ": %s: %s\n", what, text);
}

// Gen9 has Align16 forms of one and two sources, which no text says: iga64 prints them like the
// others. They are refused here, and only their expansion is judged.
static bool is_align16(const words *x, const uint8_t native[16]) {
    unsigned format = isa_op_get(isa_op_from_code(x->m, native[0] & 0x7f))->format;
    return x->m->ternary_align16 && (native[1] & 1) && format != ISA_FMT_TERNARY;
}

// iga64's text of the words or of their native forms, a line each.
static void their_text(words *x, const char *krn, const void *bytes, size_t len, cmc_str *out) {
    char in[LINE], text[LINE], log[LINE];
    uint8_t *data = NULL;
    cmc_str raw = CMC_STR_INIT;
    if (cmc_file_write(path_of(x, krn, in), bytes, len, x->d) != CMC_OK)
        iga_fatal("cannot write ", in);
    iga_run(x->m, "-d -n", in, path_of(x, "words.asm", text), path_of(x, "words.log", log));
    if (cmc_file_read(text, &data, &len, x->d) != CMC_OK)
        iga_fatal("cannot read ", text);
    cmc_str_append_n(&raw, data, len);
    iga_normalize(&raw, out);
    cmc_str_free(&raw);
    free(data);
}

// The line at *at without its end and without the word Compacted; *at moves on.
static void next_line(const char **at, bool keep, char out[LINE]) {
    size_t n = strcspn(*at, "\n");
    snprintf(out, LINE, "%.*s", (int)n, *at);
    *at += n + ((*at)[n] == '\n');
    char *where = keep ? NULL : strstr(out, "Compacted");
    if (!where)
        return;
    char *end = where + strlen("Compacted");
    if (*end == ',')
        end++;
    else if (where[-1] == ',')
        where--;
    memmove(where, end, strlen(end) + 1);
    char *empty = strstr(out, " {}");
    if (empty)
        *empty = '\0';
}

static void check_our_text(words *x, const uint8_t *word, const char *theirs) {
    isa_inst in;
    unsigned size_b = 0;
    char text[LINE];
    if (isa_decode(x->m, word, WORD_B, &in, &size_b, x->d) != CMC_OK) {
        const char *why = cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text;
        if (strstr(why, "source 0 cannot be an immediate") && iga_known(x->m, IGA_FIRST_IMMEDIATE))
            return;
        complain(x, word, "not decoded", cmc_diag_get(x->d, cmc_diag_count(x->d) - 1)->text);
        return;
    }
    isa_print(x->m, &in, NULL, text, sizeof text);
    if (in.op == ISA_LZD && in.sat && iga_known(x->m, IGA_LZD_SAT))
        return;
    if (strcmp(text, theirs) != 0) {
        complain(x, word, "our text  ", text);
        fprintf(stderr, "  iga64's text %s\n", theirs);
    }
}

// Compacting the native form may find another word, whose native form is the same.
static void check_compaction(words *x, const uint8_t *word, const uint8_t native[16]) {
    uint8_t again[WORD_B], back[16];
    bool one_source_rest = !isa_compact(x->m, native, again); // bits of a source that is not there
    if (!one_source_rest && (isa_expand(x->m, again, back) != CMC_OK || memcmp(native, back, 16) != 0))
        complain(x, word, "compacts to another instruction", "");
}

static void check(words *x) {
    uint8_t *natives = calloc(x->n + 1, 16);
    cmc_str a = CMC_STR_INIT, b = CMC_STR_INIT;
    if (!natives)
        iga_fatal("out of memory", "");
    for (unsigned i = 0; i < x->n; i++)
        if (isa_expand(x->m, x->bytes + (size_t)i * WORD_B, natives + (size_t)i * 16) != CMC_OK)
            iga_fatal("cannot expand again", "");
    their_text(x, "words.krn", x->bytes, (size_t)x->n * WORD_B, &a);
    their_text(x, "natives.krn", natives, (size_t)x->n * 16, &b);
    const char *at = cmc_str_text(&a), *at_native = cmc_str_text(&b);
    for (unsigned i = 0; i < x->n; i++) {
        const uint8_t *word = x->bytes + (size_t)i * WORD_B, *native = natives + (size_t)i * 16;
        char line[LINE], plain[LINE], theirs[LINE];
        const char *same = at;
        next_line(&same, false, plain);
        next_line(&at, true, line);
        next_line(&at_native, true, theirs);
        bool jumps = isa_op_from_code(x->m, word[0] & 0x7f) == ISA_JMPI; // counts from its end
        if (!jumps && strcmp(plain, theirs) != 0) {
            complain(x, word, "iga64 reads the word as ", plain);
            fprintf(stderr, "  and our native form as %s\n", theirs);
        }
        if (!is_align16(x, native))
            check_our_text(x, word, line);
        check_compaction(x, word, native);
    }
    cmc_str_free(&a);
    cmc_str_free(&b);
    free(natives);
}

int main(int argc, char **argv) {
    if (argc != 5)
        return iga_fatal("usage: iga_words TARGET COUNT SEED DIRECTORY", "");
    words x = {.m = isa_model_find(argv[1]), .dir = argv[4], .d = cmc_diag_create()};
    if (!x.m)
        return iga_fatal("unknown target ", argv[1]);
    make_words(&x, (unsigned)strtoul(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
    unsigned all = x.n;
    drop_refused(&x);
    check(&x);
    printf("%s: %u of %u compacted words are instructions, %u differences\n", x.m->name, x.n, all, x.n_bad);
    free(x.bytes);
    free(x.refused);
    cmc_diag_destroy(x.d);
    return x.n_bad ? 1 : 0;
}
