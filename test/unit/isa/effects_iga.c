// SPDX-License-Identifier: MIT
// Compares isa_inst_effects with iga64 -Xprint-deps, byte by byte.
//
//   effects_iga <target> <random instructions> [raw instruction file...]
//
// Makes random instructions, takes those of the oracle's generator that the validator accepts, and
// the given bytes; lets iga64 disassemble them with their dependencies and compares the registers
// read and written. Differences are those of known.def only; what an indirect operand may reach is
// left out, iga64 does not say. Exit code 1 when anything else differs or nothing was compared.

#define _POSIX_C_SOURCE 200809L
#include "gen.h"
#include "iga.h"
#include <cmc/isa.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GRF_B = 256 * 64,
    ACC_B = 16 * 64,
    F_B = 4 * 4 + 4,
    A0_B = 32,
    N_BYTES = GRF_B + ACC_B + F_B + A0_B,
    AT_ACC = GRF_B,
    AT_F = GRF_B + ACC_B,
    AT_A0 = AT_F + F_B,
    MAX_REPORTS = 20
};

typedef struct touched { // one flag a byte of the register files
    uint8_t read[N_BYTES], write[N_BYTES];
} touched;

static void mark(uint8_t *set, long from, long len) {
    for (long i = from; i < from + len; i++)
        if (i >= 0 && i < N_BYTES)
            set[i] = 1;
}

// Ours

typedef struct ours {
    const isa_model *m;
    touched *t;
} ours;

static void on_access(void *user, const isa_access *a) {
    ours *o = user;
    uint8_t *set = a->write ? o->t->write : o->t->read;
    if (a->who == ISA_WHO_INDIRECT)
        return;
    if (a->file == ISA_FILE_GRF) {
        mark(set, (long)a->reg * o->m->grf_b + a->off_b, a->len_b);
        return;
    }
    long index = a->reg & 15;
    switch (a->reg & 0xf0) {
    case ISA_ARF_ACC:
        mark(set, AT_ACC + index * o->m->grf_b + a->off_b, a->len_b);
        break;
    case ISA_ARF_F:
        mark(set, AT_F + index * 4 + a->off_b, a->len_b);
        break;
    case ISA_ARF_A0:
        mark(set, AT_A0 + a->off_b, a->len_b);
        break;
    default:
        break; // iga64 does not say
    }
}

// iga64's

// "r10", "r10:2", "r10[0-1,4-5]" at *s; leaves *s after it.
static void parse_register(const isa_model *m, const char **s, uint8_t *set) {
    long base, unit = m->grf_b;
    if (**s == 'r' && isdigit((unsigned char)(*s)[1])) {
        base = 0;
        *s += 1;
    } else if (strncmp(*s, "acc", 3) == 0) {
        base = AT_ACC;
        *s += 3;
    } else if (**s == 'f') {
        base = AT_F;
        unit = 4;
        *s += 1;
    } else if (**s == 'a') {
        base = AT_A0;
        unit = A0_B;
        *s += 1;
    } else {
        *s += 1;
        return;
    }
    char *end;
    long reg = strtol(*s, &end, 10), count = 1;
    base += reg * unit;
    if (*end == ':')
        count = strtol(end + 1, &end, 10);
    if (*end != '[') {
        mark(set, base, count * unit);
        *s = end;
        return;
    }
    while (*end && *end != ']') {
        long from = strtol(end + 1, &end, 10), to = from;
        if (*end == '-')
            to = strtol(end + 1, &end, 10);
        mark(set, base + from, to - from + 1);
    }
    *s = *end ? end + 1 : end;
}

// "// d:{r10:2}, d-fl:{f0[0-1]}": keys that start with d are writes, with s reads.
static void parse_comment(const isa_model *m, const char *line, touched *t) {
    const char *s = line + 2;
    while (*s) {
        while (*s == ' ' || *s == ',')
            s++;
        uint8_t *set = *s == 'd' ? t->write : t->read;
        s = strchr(s, '{');
        if (s == NULL)
            return;
        s++;
        while (*s && *s != '}') {
            if (*s == ',')
                s++;
            else
                parse_register(m, &s, set);
        }
        if (*s == '}')
            s++;
    }
}

// Comparison

static void widen_to_registers(const isa_model *m, uint8_t *set) {
    for (long reg = 0; reg < GRF_B / m->grf_b; reg++) {
        uint8_t any = 0;
        for (long i = 0; i < m->grf_b; i++)
            any |= set[reg * m->grf_b + i];
        memset(set + reg * m->grf_b, any, m->grf_b);
    }
}

static bool equal_in(const uint8_t *a, const uint8_t *b, long from, long len) {
    return memcmp(a + from, b + from, (size_t)len) == 0;
}

static bool contains(const uint8_t *super, const uint8_t *sub) {
    for (long i = 0; i < N_BYTES; i++)
        if (sub[i] && !super[i])
            return false;
    return true;
}

static bool same_effects(const isa_model *m, const isa_inst *in, touched *a, touched *b) {
    uint8_t format = isa_op_get((isa_op)in->op)->format;
    if (in->op == ISA_CALL || in->op == ISA_CALLA || in->op == ISA_RET || in->op == ISA_BRC || in->op == ISA_WAIT)
        return iga_known(m, IGA_DEPS_CALL);
    if (format == ISA_FMT_SEND && iga_known(m, IGA_DEPS_SEND_LENGTH)) {
        // iga64 knows how much of a register some messages read, and takes a0.N of an extended
        // descriptor for a word.
        for (int i = 0; i < 2; i++)
            widen_to_registers(m, i ? a->write : b->write);
        if (iga_known(m, IGA_DEPS_SEND_A0))
            memset(b->read + AT_A0, 0, A0_B);
        bool written = in->desc_is_reg ? contains(a->write, b->write) : equal_in(a->write, b->write, 0, GRF_B);
        return written && contains(a->read, b->read);
    }
    long acc_b = (long)m->acc_encodable * m->grf_b; // iga64 stops at the last accumulator
    bool macro =
        (in->op == ISA_MADM || (in->op == ISA_MATH && in->fc >= ISA_MATH_INVM)) && iga_known(m, IGA_DEPS_MACRO);
    bool grouped = in->pred > ISA_PRED_NORMAL && in->pred < ISA_PRED_ANY && iga_known(m, IGA_DEPS_GROUPS);
    bool idiv = in->op == ISA_MATH && in->fc == ISA_MATH_IDIV && iga_known(m, IGA_DEPS_IDIV);
    bool implicit = (in->op == ISA_SUBB && iga_known(m, IGA_DEPS_SUBB_ACC)) ||
                    (in->op == ISA_SADA2 && iga_known(m, IGA_DEPS_SADA2_ACC));
    bool csel = in->op == ISA_CSEL && iga_known(m, IGA_DEPS_CSEL_FLAG);
    bool to_address = in->dst.indirect && iga_known(m, IGA_DEPS_DST_ADDRESS);
    bool reads = equal_in(a->read, b->read, 0, GRF_B) && (to_address || equal_in(a->read, b->read, AT_A0, A0_B)) &&
                 (grouped || equal_in(a->read, b->read, AT_F, F_B)) &&
                 (implicit || macro || equal_in(a->read, b->read, AT_ACC, acc_b));
    bool writes = (idiv || equal_in(a->write, b->write, 0, GRF_B)) && equal_in(a->write, b->write, AT_A0, A0_B) &&
                  (csel || equal_in(a->write, b->write, AT_F, F_B)) &&
                  (macro || idiv || equal_in(a->write, b->write, AT_ACC, acc_b));
    return reads && writes;
}

static void print_set(const char *title, const uint8_t *set) {
    printf("    %s:", title);
    for (long i = 0; i < N_BYTES; i++)
        if (set[i] && (i == 0 || !set[i - 1])) {
            long j = i;
            while (j + 1 < N_BYTES && set[j + 1])
                j++;
            printf(" %ld-%ld", i, j);
            i = j;
        }
    printf("\n");
}

typedef struct totals {
    long compared, different;
} totals;

static void compare(const isa_model *m, const isa_inst *in, touched *theirs, const char *text, totals *sum) {
    static touched mine;
    memset(&mine, 0, sizeof mine);
    ours o = {m, &mine};
    isa_inst_effects(m, in, on_access, &o);
    sum->compared++;
    if (same_effects(m, in, &mine, theirs))
        return;
    if (sum->different++ < MAX_REPORTS) {
        printf("%s: %s", m->name, text);
        print_set("our reads", mine.read);
        print_set("iga reads", theirs->read);
        print_set("our writes", mine.write);
        print_set("iga writes", theirs->write);
    }
}

static bool is_instruction_line(const char *line) {
    return line[0] == ' ' || line[0] == '\t' || line[0] == '(';
}

// Walks bytes and iga64's text side by side.
static bool check_bytes(const isa_model *m, const char *path, const uint8_t *bytes, size_t len, totals *sum) {
    char cmd[512];
    snprintf(cmd, sizeof cmd, "iga64 -p %s -d -Xprint-deps '%s' 2>/dev/null", m->iga_platform, path);
    FILE *p = popen(cmd, "r");
    if (p == NULL)
        return false;
    static touched theirs;
    memset(&theirs, 0, sizeof theirs);
    char *line = NULL;
    size_t cap = 0, at = 0;
    bool ok = true;
    while (ok && getline(&line, &cap, p) > 0) {
        if (strncmp(line, "//", 2) == 0)
            parse_comment(m, line, &theirs);
        if (!is_instruction_line(line) || at >= len)
            continue;
        isa_inst in;
        unsigned size_b = 16;
        if (isa_decode(m, bytes + at, len - at, &in, &size_b, NULL) == CMC_OK) {
            if (in.op == ISA_ILLEGAL)
                break; // padding
            compare(m, &in, &theirs, line, sum);
        } else {
            printf("%s: does not decode at %zu: %s", m->name, at, line);
            ok = false;
        }
        at += size_b;
        memset(&theirs, 0, sizeof theirs);
    }
    free(line);
    return pclose(p) != -1 && ok;
}

// Random instructions

static uint64_t seed = 0x9e3779b97f4a7c15u;

static unsigned pick(unsigned n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 20) % n);
}

static const uint8_t int_types[] = {ISA_UB, ISA_B, ISA_UW, ISA_W, ISA_UD, ISA_D};
static const uint8_t float_types[] = {ISA_F, ISA_HF};

static uint8_t pick_type(const isa_model *m, bool is_float) {
    if (is_float)
        return m->has_fp64 && pick(4) == 0 ? ISA_DF : float_types[pick(2)];
    return int_types[pick(6)];
}

static isa_operand random_reg(const isa_model *m, uint8_t type, isa_region rgn) {
    unsigned size = isa_type_size_b((isa_type)type);
    isa_operand o = isa_grf(pick(64), (int32_t)(pick(m->grf_b / size) * size), (isa_type)type, rgn);
    unsigned kind = pick(16);
    if (kind == 0 && size >= 2) {
        o = isa_arf_reg(ISA_ARF_ACC, 0, 0, (isa_type)type, rgn);
    } else if (kind == 1) {
        o.indirect = true;
        o.reg = 0;
        o.off_b = 0;
        o.addr_sub = (uint8_t)pick(8);
        o.addr_imm = (int16_t)(pick(30) * 8);
    }
    return o;
}

// A row must not be wider than the instruction: iga64 reads whole rows.
static isa_region random_region(unsigned exec) {
    static const isa_region regions[] = {{0, 1, 0}, {1, 1, 0}, {2, 1, 0},  {4, 4, 1}, {8, 8, 1}, {16, 8, 2},
                                         {8, 4, 2}, {4, 1, 0}, {16, 4, 1}, {8, 2, 4}, {4, 2, 1}};
    isa_region r = regions[pick(sizeof regions / sizeof regions[0])];
    return r.w <= exec ? r : regions[pick(3)];
}

static isa_region random_ternary_region(bool src2) {
    static const isa_region full[] = {{0, 0, 0}, {1, 0, 0}, {4, 0, 1}, {8, 0, 1}, {8, 0, 2}, {4, 0, 0}, {8, 0, 4}};
    static const isa_region flat[] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 4}};
    return src2 ? flat[pick(4)] : full[pick(7)];
}

static void random_mask(const isa_model *m, isa_inst *in) {
    in->exec_size = (uint8_t)(1u << pick(6));
    unsigned unit = in->exec_size > 8 ? in->exec_size : 8;
    in->chan_off = (uint8_t)(unit * pick(32 / unit));
    in->no_mask = pick(2);
    in->flag_reg = (uint8_t)pick(m->flag_count);
    in->flag_sub = (uint8_t)(in->exec_size + in->chan_off <= 16 ? pick(2) : 0);
    in->pred = (uint8_t)(pick(3) == 0 ? ISA_PRED_NORMAL : ISA_PRED_NONE);
    in->pred_inv = in->pred && pick(2);
}

static void random_alu(const isa_model *m, isa_inst *in) {
    static const uint16_t ints[] = {ISA_ADD, ISA_AND, ISA_SHL, ISA_AVG, ISA_CMP,
                                    ISA_SEL, ISA_MOV, ISA_NOT, ISA_MUL, ISA_ASR};
    static const uint16_t floats[] = {ISA_ADD, ISA_MUL, ISA_CMP, ISA_SEL, ISA_MOV, ISA_MAC};
    static const uint16_t dwords[] = {ISA_ADDC, ISA_SUBB, ISA_MACH, ISA_CBIT, ISA_FBL, ISA_BFREV};
    unsigned kind = pick(8);
    bool is_float = kind < 3;
    in->op = is_float ? floats[pick(6)] : kind < 7 ? ints[pick(10)] : dwords[pick(6)];
    uint8_t type = kind == 7 ? ISA_UD : pick_type(m, is_float);
    bool one_type = kind == 7 || is_float;
    if (in->op == ISA_MACH || in->op == ISA_ADDC || in->op == ISA_SUBB)
        in->exec_size = m->native_exec_32b, in->chan_off = 0;
    unsigned n = isa_op_get((isa_op)in->op)->n_src;
    for (unsigned i = 0; i < n; i++)
        in->src[i] = random_reg(m, one_type ? type : pick_type(m, false), random_region(in->exec_size));
    if (in->src[1].indirect || (n > 1 && in->src[1].file == ISA_FILE_ARF))
        in->src[1] = isa_imm(1, type == ISA_DF ? ISA_F : ISA_UW);
    in->dst = random_reg(m, type, (isa_region){0, 0, (uint8_t)(1u << pick(3))});
    if (pick(16) == 0 || in->op == ISA_MACH)
        in->dst = in->op == ISA_MACH ? isa_grf(pick(64), 0, ISA_UD, (isa_region){0, 0, 1}) : isa_null((isa_type)type);
    bool needs_cmod = in->op == ISA_CMP, no_cmod = kind == 7;
    if (needs_cmod || (!no_cmod && pick(4) == 0 && !(in->op == ISA_SEL && in->pred)))
        in->cmod = (uint8_t)(1 + pick(6));
    if (in->op == ISA_SEL && !in->cmod && !in->pred)
        in->pred = ISA_PRED_NORMAL;
    in->acc_wr_en = m->family <= ISA_XE_HPG && pick(12) == 0;
}

static void random_ternary(const isa_model *m, isa_inst *in) {
    in->op = pick(2) ? ISA_MAD : ISA_CSEL;
    uint8_t type = pick(2) ? ISA_F : ISA_HF;
    if (in->exec_size < 8)
        in->exec_size = 8, in->chan_off = 8, in->flag_sub = 0;
    if (m->has_add3 && pick(3) == 0) {
        in->op = ISA_ADD3;
        type = pick(2) ? ISA_D : ISA_W;
    }
    in->pred = in->op == ISA_CSEL ? (uint8_t)ISA_PRED_NONE : in->pred;
    in->cmod = in->op == ISA_CSEL ? (uint8_t)(1 + pick(6)) : (uint8_t)ISA_CMOD_NONE;
    unsigned size = isa_type_size_b((isa_type)type);
    for (unsigned i = 0; i < 3; i++)
        in->src[i] = isa_grf(pick(64), (int32_t)(pick(8) * size), (isa_type)type, random_ternary_region(i == 2));
    in->dst = isa_grf(pick(64), (int32_t)(pick(4) * 8), (isa_type)type, (isa_region){0, 0, (uint8_t)(1u << pick(2))});
}

static void random_math(const isa_model *m, isa_inst *in) {
    static const uint8_t fcs[] = {ISA_MATH_INV, ISA_MATH_SQT, ISA_MATH_SIN, ISA_MATH_IQOT, ISA_MATH_IREM};
    in->op = ISA_MATH;
    in->fc = fcs[pick(m->has_idiv ? 5 : 3)];
    in->exec_size = 8;
    in->chan_off = 0;
    isa_type t = in->fc >= ISA_MATH_IDIV ? ISA_D : ISA_F;
    in->dst = isa_grf(pick(64), 0, t, (isa_region){0, 0, 1});
    in->src[0] = isa_grf(pick(64), 0, t, (isa_region){1, 1, 0});
    if (in->fc >= ISA_MATH_IDIV)
        in->src[1] = isa_grf(pick(64), 0, t, (isa_region){0, 1, 0});
}

static void random_dpas(const isa_model *m, isa_inst *in) {
    static const uint8_t types[][3] = {{ISA_F, ISA_HF, ISA_HF}, {ISA_F, ISA_BF, ISA_BF}, {ISA_D, ISA_B, ISA_UB},
                                       {ISA_D, ISA_S4, ISA_U4}, {ISA_D, ISA_S4, ISA_B},  {ISA_D, ISA_B, ISA_S2}};
    const uint8_t *t = types[pick(6)];
    *in = (isa_inst){.op = ISA_DPAS, .no_mask = pick(2), .exec_size = m->native_exec_32b, .dpas_depth = 8};
    in->dpas_count = (uint8_t)(1 + pick(8));
    isa_region one = {0, 0, 1};
    in->dst = isa_grf(pick(64), 0, (isa_type)t[0], one);
    in->src[0] = pick(3) ? isa_grf(pick(64), 0, (isa_type)t[0], one) : isa_null((isa_type)t[0]);
    in->src[1] = isa_grf(pick(64), 0, (isa_type)t[1], one);
    in->src[2] = isa_grf(pick(64), 0, (isa_type)t[2], one);
}

static bool random_inst(const isa_model *m, uint8_t out[16]) {
    isa_inst in = {0};
    random_mask(m, &in);
    unsigned kind = pick(10);
    if (kind == 0 && !m->ternary_align16)
        random_ternary(m, &in);
    else if (kind == 1)
        random_math(m, &in);
    else if (kind == 2 && m->has_dpas)
        random_dpas(m, &in);
    else
        random_alu(m, &in);
    return isa_encode(m, &in, out, NULL) == CMC_OK;
}

// The generator's

// DEPS_ROWS: rows of a region must not be wider than the instruction.
static bool row_fits(const isa_inst *in, unsigned i, bool ternary) {
    const isa_region r = in->src[i].rgn;
    if (in->src[i].file == ISA_FILE_NONE || in->src[i].file == ISA_FILE_IMM)
        return true;
    if (!ternary)
        return r.w <= in->exec_size;
    if (i == 2)
        return true;
    if (r.h == 0)
        return r.v < 2 || in->exec_size > 8;
    return r.v != 0 && r.v / r.h <= in->exec_size;
}

static bool is_comparable(const isa_model *m, const isa_inst *in) {
    unsigned format = isa_op_get((isa_op)in->op)->format;
    bool alu = format >= ISA_FMT_UNARY && format <= ISA_FMT_TERNARY;
    bool beyond_flag = in->flag_sub && in->chan_off + in->exec_size > 16;
    bool plane = (in->op == ISA_LINE || in->op == ISA_PLN) && iga_known(m, IGA_DEPS_PLANE);
    bool fits = true;
    for (unsigned i = 0; i < 3; i++)
        fits = fits && row_fits(in, i, format == ISA_FMT_TERNARY);
    return (alu || format == ISA_FMT_MATH) && !beyond_flag && !plane && (fits || !iga_known(m, IGA_DEPS_ROWS)) &&
           isa_validate(m, in, NULL) == CMC_OK;
}

static size_t generated(const isa_model *m, long count, uint8_t *bytes) {
    gen g = {.m = m, .state = 3, .end_b = (int64_t)count * 16};
    size_t len = 0;
    for (long i = 0; i < count; i++, g.pc_b += 16) {
        isa_inst in;
        gen_inst(&g, &in);
        if (is_comparable(m, &in) && isa_encode(m, &in, bytes + len, NULL) == CMC_OK)
            len += 16;
    }
    return len;
}

static size_t randoms(const isa_model *m, long count, uint8_t *bytes) {
    size_t len = 0;
    for (long i = 0; i < count; i++)
        if (random_inst(m, bytes + len))
            len += 16;
    return len;
}

typedef size_t (*make_fn)(const isa_model *m, long count, uint8_t *bytes);

static bool check_random(const isa_model *m, make_fn make, long count, totals *sum) {
    char path[] = "/tmp/effects_igaXXXXXX";
    int fd = mkstemp(path);
    uint8_t *bytes = malloc((size_t)count * 16);
    if (fd < 0 || bytes == NULL)
        return false;
    size_t len = make(m, count, bytes);
    bool ok = write(fd, bytes, len) == (ssize_t)len && close(fd) == 0 && check_bytes(m, path, bytes, len, sum);
    unlink(path);
    free(bytes);
    return ok;
}

int main(int argc, char **argv) {
    const isa_model *m = argc > 2 ? isa_model_find(argv[1]) : NULL;
    if (m == NULL) {
        fprintf(stderr, "usage: effects_iga target count [file...]\n");
        return 2;
    }
    totals sum = {0, 0};
    long count = strtol(argv[2], NULL, 10);
    enum { GENERATED = 200000 };
    bool ok = count == 0 || (check_random(m, randoms, count, &sum) && check_random(m, generated, GENERATED, &sum));
    for (int i = 3; i < argc && ok; i++) {
        uint8_t *bytes;
        size_t len;
        ok = cmc_file_read(argv[i], &bytes, &len, NULL) == CMC_OK && check_bytes(m, argv[i], bytes, len, &sum);
        free(bytes);
    }
    printf("%s: %ld instructions compared, %ld differ\n", m->name, sum.compared, sum.different);
    return ok && sum.compared > 0 && sum.different == 0 ? 0 : 1;
}
