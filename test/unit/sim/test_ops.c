// SPDX-License-Identifier: MIT
// Every opcode by tables: one instruction, values in, value and flags out.
//
// Rows are in ops_int.def, ops_float.def and ops_convert.def; each is one instruction of up to 8
// lanes, encoded and decoded for every family that the row names, and executed alone on a thread
// whose registers the row fills. Expectations come from the semantics tables by hand. A second test
// fails for an opcode, a family of it or a class of destination types that has no row.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>

enum { // families of a row
    G9 = 1 << ISA_GEN9,
    G11 = 1 << ISA_GEN11,
    LP = 1 << ISA_XE_LP,
    HPG = 1 << ISA_XE_HPG,
    HPC = 1 << ISA_XE_HPC,
    X2 = 1 << ISA_XE2,
    OLD = G9 | G11,
    XE = LP | HPG | HPC | X2,
    ALL = OLD | XE,
    FP64 = G9 | HPC | X2
};

enum { // operation modifiers of a row; conditions and math functions are fields of their own
    SAT = 1,
    NEG0 = 1 << 1,
    ABS0 = 1 << 2,
    NEG1 = 1 << 3,
    ABS1 = 1 << 4,
    NEG2 = 1 << 5,
    IMM0 = 1 << 6,
    IMM1 = 1 << 7,
    ACC = 1 << 8,   // AccWrEn
    FLUSH = 1 << 9, // denormals become zero (else they are kept)
    RU = 1 << 10,
    RD = 1 << 11,
    RZ = 1 << 12,
    PRED = 1 << 13,   // predicated by the flag bits in `flag_in`
    ULP = 1 << 14,    // a last bit more or less is right
    STRIDE2 = 1 << 15 // destination <2>
};
#define FL(bits) (0x10000u | (bits)) // expected flag bits

typedef struct op_row {
    const char *where;
    uint16_t op;
    uint8_t families, dst, src[3];
    uint32_t mods;
    uint8_t cmod, fc, flag_in;
    uint32_t flags; // FL(bits), or 0
    uint8_t n;
    uint64_t a[8], b[8], c[8], want[8];
} op_row;

#define TEXT2(x)    #x
#define TEXT(x)     TEXT2(x)
#define ARGS(...)   __VA_ARGS__
#define COUNT(list) (sizeof((uint64_t[]){ARGS list}) / 8)
#define T_          0
#define TYPES0(d, a, b, c)                                                                                             \
    ISA_##d, {                                                                                                         \
        ISA_##a, ISA_##b, ISA_##c                                                                                      \
    }
#define ISA__ 0
// R: plain. X: with a condition, a function code, incoming flag bits and expected flags.
#define R(op, fam, d, s0, s1, s2, mods, va, vb, vc, want)                                                              \
    X(op, fam, d, s0, s1, s2, mods, NONE, 0, 0, 0, va, vb, vc, want)
#define X(op, fam, d, s0, s1, s2, mods, cmod, fc, fin, flags, va, vb, vc, want)                                        \
    {__FILE__ ":" TEXT(__LINE__),                                                                                      \
     ISA_##op,                                                                                                         \
     fam,                                                                                                              \
     TYPES0(d, s0, s1, s2),                                                                                            \
     mods,                                                                                                             \
     ISA_CMOD_##cmod,                                                                                                  \
     fc,                                                                                                               \
     fin,                                                                                                              \
     flags,                                                                                                            \
     COUNT(want),                                                                                                      \
     {ARGS va},                                                                                                        \
     {ARGS vb},                                                                                                        \
     {ARGS vc},                                                                                                        \
     {ARGS want}},
#define NO (0)

// Bit patterns that many rows share.
enum {
    F0 = 0,
    FM0 = (int)0x80000000,
    F1 = 0x3f800000,
    FM1 = (int)0xbf800000,
    F2 = 0x40000000,
    F3 = 0x40400000,
    F4 = 0x40800000,
    FHALF = 0x3f000000,
    FINF = 0x7f800000,
    FMINF = (int)0xff800000,
    FNAN = 0x7fc00000,
    FMAX = 0x7f7fffff,
    FMIN = 0x00800000,
    FDEN = 1,
    F1P5 = 0x3fc00000,
    FM2 = (int)0xc0000000,
    FM1P5 = (int)0xbfc00000,
    F2P5 = 0x40200000
};
#define D0   UINT64_C(0)
#define D1   UINT64_C(0x3ff0000000000000)
#define DM1  UINT64_C(0xbff0000000000000)
#define D2   UINT64_C(0x4000000000000000)
#define D3   UINT64_C(0x4008000000000000)
#define DINF UINT64_C(0x7ff0000000000000)
#define DNAN UINT64_C(0x7ff8000000000000)
#define DMAX UINT64_C(0x7fefffffffffffff)
#define DDEN UINT64_C(1)

static const op_row rows[] = {
#include "ops_convert.def"
#include "ops_float.def"
#include "ops_int.def"
};
enum { N_ROWS = sizeof rows / sizeof rows[0], GRF_DST = 30, GRF_SRC = 10, FILL = BENCH_FILL };

// Rows that are wrong are told one by one, and counted.
static unsigned complaints;
#define COMPLAIN(...)                                                                                                  \
    do {                                                                                                               \
        complaints++;                                                                                                  \
        print_error(__VA_ARGS__);                                                                                      \
        print_error("\n");                                                                                             \
    } while (0)

// One instruction on one thread

static void put(uint8_t *p, unsigned size_b, const uint64_t *v, unsigned n, unsigned stride) {
    for (unsigned i = 0; i < n; i++)
        memcpy(p + (size_t)i * stride * size_b, &v[i], size_b);
}

// Rows may have any number of lanes; the rest up to a power of two has zeros and is not looked at.
static uint8_t lanes_of(const op_row *r) {
    return r->n <= 2 ? r->n : r->n <= 4 ? 4 : 8;
}

static isa_operand source(const isa_model *m, const op_row *r, unsigned k, bool ternary) {
    uint8_t n = lanes_of(r);
    isa_region packed = {n, n, n == 1 ? 0 : 1};
    if (n == 1)
        packed = (isa_region){0, 1, 0};
    if (ternary)
        packed = n == 1 ? (isa_region){0, 0, 0} : m->ternary_vstride1 ? (isa_region){1, 0, 1} : (isa_region){8, 0, 1};
    static const uint32_t neg[3] = {NEG0, NEG1, NEG2}, abs[3] = {ABS0, ABS1, 0};
    isa_operand o = isa_grf(GRF_SRC + 4 * k, 0, (isa_type)r->src[k], packed);
    const uint64_t *v = k == 0 ? r->a : r->b;
    if ((k == 0 && (r->mods & IMM0)) || (k == 1 && (r->mods & IMM1)))
        o = isa_imm(v[0], (isa_type)r->src[k]);
    o.mod = (uint8_t)((r->mods & neg[k] ? ISA_MOD_NEG : 0) | (r->mods & abs[k] ? ISA_MOD_ABS : 0));
    return o;
}

static isa_inst instruction(const isa_model *m, const op_row *r) {
    const isa_op_info *info = isa_op_get((isa_op)r->op);
    bool ternary = info->format == ISA_FMT_TERNARY;
    isa_inst in = {.op = r->op,
                   .exec_size = lanes_of(r),
                   .no_mask = true,
                   .cmod = r->cmod,
                   .fc = r->fc,
                   .sat = (r->mods & SAT) != 0,
                   .acc_wr_en = (r->mods & ACC) != 0,
                   .pred = r->mods & PRED ? ISA_PRED_NORMAL : ISA_PRED_NONE};
    in.dst = isa_grf(GRF_DST, 0, (isa_type)r->dst, (isa_region){0, 0, r->mods & STRIDE2 ? 2 : 1});
    in.align16 = ternary && m->ternary_align16;
    for (unsigned k = 0; k < 3; k++)
        if (r->src[k] != 0)
            in.src[k] = source(m, r, k, ternary);
    if (r->op == ISA_MATH && r->src[1] == 0)
        in.src[1] = isa_null((isa_type)r->src[0]);
    if (r->op == ISA_MATH && (r->fc == ISA_MATH_INVM || r->fc == ISA_MATH_RSQTM)) {
        in.cmod = ISA_CMOD_EQ;                          // written in text, without bits of its own
        in.dst.mme = in.src[0].mme = in.src[1].mme = 9; // nomme
    }
    return in;
}

static sim_code *code_of(const isa_model *m, const op_row *r, uint8_t bytes[16]) {
    isa_inst in = instruction(m, r);
    cmc_diag *d = cmc_diag_create();
    sim_code *code = NULL;
    cmc_status s = isa_encode(m, &in, bytes, d);
    if (s == CMC_OK)
        s = sim_code_create(m, bytes, 16, &code, d);
    if (s != CMC_OK)
        COMPLAIN("%s (%s): %s", r->where, m->name, cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "");
    cmc_diag_destroy(d);
    return code;
}

static bool is_nan(uint8_t type, uint64_t v) {
    switch (type) {
    case ISA_F:
        return (v & 0x7fffffffu) > 0x7f800000u;
    case ISA_DF:
        return (v & ~(UINT64_C(1) << 63)) > DINF;
    case ISA_HF:
        return (v & 0x7fffu) > 0x7c00u;
    case ISA_BF:
        return (v & 0x7fffu) > 0x7f80u;
    default:
        return false;
    }
}

static bool right(const op_row *r, uint64_t got, uint64_t want) {
    bool bits_move = r->op == ISA_MOV && r->dst == r->src[0] && !(r->mods & (SAT | NEG0 | ABS0));
    if (got == want || (!bits_move && is_nan(r->dst, got) && is_nan(r->dst, want)))
        return true;
    return (r->mods & ULP) && (got == want + 1 || got + 1 == want);
}

static void prepare(bench *b, const op_row *r) {
    sim_thread *t = b->t;
    const uint64_t *v[3] = {r->a, r->b, r->c};
    for (unsigned k = 0; k < 3; k++)
        if (r->src[k] != 0)
            put(t->regs + (GRF_SRC + 4 * k) * t->grf_b, isa_type_size_b((isa_type)r->src[k]), v[k], lanes_of(r), 1);
    uint32_t cr = r->mods & RU ? 0x10u : r->mods & RD ? 0x20u : r->mods & RZ ? 0x30u : 0;
    sim_u32_put(t->regs + SIM_ARF_CR, cr | (r->mods & FLUSH ? 0 : 0x4c0u));
    sim_u32_put(t->regs + SIM_ARF_F, r->flag_in);
    if (isa_op_get((isa_op)r->op)->attrs & ISA_ATTR_ACC_IMPLICIT || r->op == ISA_SADA2) {
        if (r->op == ISA_MACH || r->op == ISA_MACL) // what the multiplication in front leaves
            for (unsigned i = 0; i < r->n; i++)
                sim_acc_put(t, i, (int64_t)r->c[i]);
        else // bytes accumulate in words
            put(t->regs + SIM_ARF_ACC, r->dst == ISA_B ? 2 : isa_type_size_b((isa_type)r->dst), r->c, r->n, 1);
    }
    sim_mode_update(t);
}

static void check(bench *b, const op_row *r) {
    sim_thread *t = b->t;
    unsigned size_b = isa_type_size_b((isa_type)r->dst), stride = r->mods & STRIDE2 ? 2 : 1;
    if (t->state != SIM_RUNNING)
        COMPLAIN("%s (%s): %s", r->where, b->m->name, b->w->fault != NULL ? b->w->fault : "stopped");
    for (unsigned i = 0; i < r->n; i++) {
        uint64_t got = 0, want = r->want[i];
        memcpy(&got, t->regs + GRF_DST * t->grf_b + (size_t)i * stride * size_b, size_b);
        want &= size_b == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size_b) - 1;
        if (!right(r, got, want))
            COMPLAIN("%s (%s) lane %u: got %#llx, expected %#llx", r->where, b->m->name, i, (unsigned long long)got,
                     (unsigned long long)want);
    }
    uint32_t flags = sim_u32_get(t->regs + SIM_ARF_F);
    uint32_t want = r->flags != 0 ? r->flags & 0xffffu : r->flag_in;
    uint32_t looked_at = ~((1u << lanes_of(r)) - (1u << r->n));
    if (((flags ^ want) & looked_at) != 0)
        COMPLAIN("%s (%s): flags %#x, expected %#x", r->where, b->m->name, flags, want);
    uint8_t next = t->regs[GRF_DST * t->grf_b + (size_t)lanes_of(r) * stride * size_b];
    if (next != FILL)
        COMPLAIN("%s (%s): writes past its destination", r->where, b->m->name);
}

static void test_rows(void **state) {
    (void)state;
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++) {
        bench b = bench_make(bench_model(family));
        for (unsigned k = 0; k < N_ROWS; k++) {
            if (!(rows[k].families >> family & 1u))
                continue;
            uint8_t bytes[16];
            sim_code *code = code_of(b.m, &rows[k], bytes);
            if (code == NULL)
                continue;
            bench_reset(&b, code);
            prepare(&b, &rows[k]);
            code->insts[0].exec(b.t, &code->insts[0]);
            fesetround(FE_TONEAREST);
            check(&b, &rows[k]);
            sim_code_destroy(code);
        }
        bench_free(&b);
    }
    assert_int_equal(complaints, 0);
}

// Nothing left out

// Opcodes whose effect is not a value in a register: where their tests are.
static const struct {
    uint16_t op;
    const char *where;
} elsewhere[] = {
    {ISA_BRC, "branch"},     {ISA_BRD, "branch"},    {ISA_BREAK, "branch"}, {ISA_CALL, "branch"}, {ISA_CALLA, "branch"},
    {ISA_CONT, "branch"},    {ISA_ELSE, "flow"},     {ISA_ENDIF, "flow"},   {ISA_GOTO, "flow"},   {ISA_HALT, "branch"},
    {ISA_IF, "flow"},        {ISA_JMPI, "branch"},   {ISA_JOIN, "flow"},    {ISA_RET, "branch"},  {ISA_WHILE, "branch"},
    {ISA_DPAS, "dpas"},      {ISA_DPASW, "macro"},   {ISA_MADM, "macro"},   {ISA_SEND, "memory"}, {ISA_SENDC, "memory"},
    {ISA_SENDS, "memory"},   {ISA_SENDSC, "memory"}, {ISA_SYNC, "launch"},  {ISA_WAIT, "launch"}, {ISA_NOP, "branch"},
    {ISA_ILLEGAL, "launch"}, {ISA_SMOV, "moves"},    {ISA_MOVI, "moves"},   {ISA_LINE, "moves"},  {ISA_PLN, "moves"},
};

static bool is_elsewhere(unsigned op) {
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (elsewhere[i].op == op)
            return true;
    return false;
}

static void test_every_opcode(void **state) {
    (void)state;
    for (unsigned op = 1; op < ISA_OP_COUNT; op++) {
        unsigned have = 0, need = 0;
        for (unsigned k = 0; k < N_ROWS; k++)
            if (rows[k].op == op)
                have |= rows[k].families;
        for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++)
            if (isa_op_exists(bench_model(family), (isa_op)op))
                need |= 1u << family;
        if (!is_elsewhere(op) && (need & ~have) != 0)
            fail_msg("%s has no row on families %#x", isa_op_get((isa_op)op)->mnemonic, need & ~have);
    }
}

#define T(x)  (1u << ISA_##x)
#define T_BUB (T(B) | T(UB))
#define T_WUW (T(W) | T(UW))
#define T_DUD (T(D) | T(UD))
#define T_W   (T_WUW | T_DUD)
#define T_I   (T_W | T_BUB)
#define T_Q   (T(Q) | T(UQ))
static const struct {
    uint16_t op;
    uint32_t dst;
} type_rows[] = {
#define ISA_TYPES(op, g9, g11, lp, hpg, hpc, xe2, dst, src) {ISA_##op, dst},
#include "../../../lib/isa/tables/op_types.def"
};
static const uint32_t classes[] = {T_BUB, T_WUW, T_DUD, T_Q, T(HF), T(BF), T(F), T(DF), T(BF8), T(TF32)};

static void test_every_type(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof type_rows / sizeof type_rows[0]; i++) {
        uint32_t have = 0;
        unsigned op = type_rows[i].op;
        for (unsigned k = 0; k < N_ROWS; k++)
            if (rows[k].op == op)
                have |= 1u << rows[k].dst;
        for (size_t c = 0; c < sizeof classes / sizeof classes[0]; c++)
            if ((type_rows[i].dst & classes[c]) != 0 && (have & classes[c]) == 0 && !is_elsewhere(op))
                fail_msg("%s has no row with a destination of class %zu", isa_op_get((isa_op)op)->mnemonic, c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_every_opcode),
        cmocka_unit_test(test_every_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
