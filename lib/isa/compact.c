// SPDX-License-Identifier: MIT
// Compacted (64-bit) instructions: isa_expand gives the native form, isa_compact finds the compacted one.
//
// A compacted word has indices into tables (tables/compact.def) and values that are copied. Each table entry fills
// scattered bits of the native word. The form lists the indices and values of a compacted word. It depends on the
// family and on the instruction: one or two sources, three sources, or dpas.

#include "isa_priv.h"
#include <assert.h>
#include <string.h>

enum { MAX_RUNS = 9, MAX_INDICES = 5, MAX_VALUES = 11 };

typedef struct ctable {
    const char *name;
    const uint64_t *entry;
    uint8_t count;
    isa_run run[MAX_RUNS]; // len 0 ends the list
} ctable;

#define UNWRAP(...)                    __VA_ARGS__
#define R(hi, lo)                      ISA_RUN(hi, lo)
#define ISA_CTABLE(name, bits, values) static const uint64_t name##_entries[] = {UNWRAP values};
#include "tables/compact.def"
#undef ISA_CTABLE
#define ISA_CTABLE(name, bits, values)                                                                                 \
    static const ctable name = {#name, name##_entries, sizeof name##_entries / sizeof(uint64_t), {UNWRAP bits}};
#include "tables/compact.def"
#undef ISA_CTABLE

// The parts of the native word that an immediate replaces, so that the tables do not fill them.
typedef enum role {
    ANY,
    SRC1,   // absent in an immediate instruction
    SRC0,   // absent if source 0 is the immediate
    SUBREG, // ends after the destination if source 0 is the immediate
} role;

typedef struct index_part {
    isa_field at; // in the compacted word
    const ctable *table;
    uint8_t role;
} index_part;

typedef struct value_part {
    isa_field at, to;
    uint8_t role;
} value_part;

typedef struct cform {
    index_part index[MAX_INDICES]; // data type first: it decides if there is an immediate
    value_part value[MAX_VALUES];
    isa_field imm;     // compacted immediate
    bool imm_signed;   // sign-extended to 32 bits for every type
    bool subreg_whole; // role SUBREG has no effect
    bool one_src_free; // without a source 1, its subregister may have any value
} cform;

#define B(...)  ISA_FIELD_1(__VA_ARGS__)
#define BB(...) ISA_FIELD_2(__VA_ARGS__)
#define OPCODE_DEBUG                                                                                                   \
    {B(6, 0), B(6, 0), ANY}, {                                                                                         \
        B(7, 7), B(30, 30), ANY                                                                                        \
    }

#define GEN9_BASIC(datatype)                                                                                           \
    {                                                                                                                  \
        .index = {{B(17, 13), &datatype, ANY},                                                                         \
                  {B(12, 8), &gen9_control, ANY},                                                                      \
                  {B(22, 18), &gen9_subreg, SUBREG},                                                                   \
                  {B(34, 30), &gen9_src, ANY},                                                                         \
                  {B(39, 35), &gen9_src1, SRC1}},                                                                      \
        .value = {OPCODE_DEBUG,                                                                                        \
                  {B(23, 23), B(28, 28), ANY},                                                                         \
                  {B(27, 24), B(27, 24), ANY},                                                                         \
                  {B(47, 40), B(60, 53), ANY},                                                                         \
                  {B(55, 48), B(76, 69), SRC0},                                                                        \
                  {B(63, 56), B(108, 101), SRC1}},                                                                     \
        .imm = BB(63, 56, 39, 35), .imm_signed = true, .one_src_free = true                                            \
    }

#define LP_BASIC(src0, src1)                                                                                           \
    {                                                                                                                  \
        .index = {{B(34, 30), &lp_datatype, ANY},                                                                      \
                  {B(28, 24), &lp_control, ANY},                                                                       \
                  {B(39, 35), &lp_subreg, SUBREG},                                                                     \
                  {B(51, 48), &src0, ANY},                                                                             \
                  {B(55, 52), &src1, SRC1}},                                                                           \
        .value = {OPCODE_DEBUG,                                                                                        \
                  {B(15, 8), B(15, 8), ANY},                                                                           \
                  {B(23, 16), B(63, 56), ANY},                                                                         \
                  {B(47, 40), B(79, 72), SRC0},                                                                        \
                  {B(63, 56), B(111, 104), SRC1}},                                                                     \
        .imm = B(63, 52)                                                                                               \
    }

#define HPC_BASIC(control, datatype, subreg, src0, src1)                                                               \
    {                                                                                                                  \
        .index = {{BB(28, 26, 31, 30), &datatype, ANY},                                                                \
                  {B(22, 18), &control, ANY},                                                                          \
                  {B(51, 48), &subreg, SUBREG},                                                                        \
                  {B(25, 23), &src0, ANY},                                                                             \
                  {B(55, 52), &src1, SRC1}},                                                                           \
        .value = {OPCODE_DEBUG,                                                                                        \
                  {B(17, 8), B(17, 8), ANY},                                                                           \
                  {B(39, 32), B(63, 56), ANY},                                                                         \
                  {B(47, 40), B(79, 72), SRC0},                                                                        \
                  {B(63, 56), B(111, 104), SRC1}},                                                                     \
        .imm = B(63, 52), .subreg_whole = true                                                                         \
    }

#define LP_TERNARY(control, source)                                                                                    \
    {                                                                                                                  \
        .index = {{B(28, 24), &control, ANY}, {B(39, 35), &lp_subreg3, ANY}, {B(34, 30), &source, ANY}}, .value = {    \
            OPCODE_DEBUG,                                                                                              \
            {B(15, 8), B(15, 8), ANY},                                                                                 \
            {B(23, 16), B(63, 56), ANY},                                                                               \
            {B(47, 40), B(79, 72), ANY},                                                                               \
            {B(63, 56), B(111, 104), ANY},                                                                             \
            {B(55, 48), B(127, 120), ANY}                                                                              \
        }                                                                                                              \
    }

#define HPC_TERNARY(control, source, subreg)                                                                           \
    {                                                                                                                  \
        .index = {{B(21, 18), &control, ANY}, {BB(28, 26, 31, 30), &subreg, ANY}, {B(25, 22), &source, ANY}},          \
        .value = {                                                                                                     \
            OPCODE_DEBUG,                                                                                              \
            {B(17, 8), B(17, 8), ANY},                                                                                 \
            {B(39, 32), B(63, 56), ANY},                                                                               \
            {B(47, 40), B(79, 72), ANY},                                                                               \
            {B(63, 56), B(111, 104), ANY},                                                                             \
            {B(55, 48), B(127, 120), ANY}                                                                              \
        }                                                                                                              \
    }

// Source 1 of Gen9 and Gen11 uses the entries of source 0, 32 bits higher.
static const ctable gen9_src1 = {
    "gen9_src1", gen9_src_entries, sizeof gen9_src_entries / sizeof(uint64_t), {R(120, 109)}};

static const cform gen9_basic = GEN9_BASIC(gen9_datatype);
static const cform gen11_basic = GEN9_BASIC(gen11_datatype);
static const cform lp_basic = LP_BASIC(lp_src0, lp_src1);
static const cform hpg_basic = LP_BASIC(hpg_src0, hpg_src1);
static const cform hpc_basic = HPC_BASIC(hpc_control, hpc_datatype, hpc_subreg, hpc_src0, hpc_src1);
static const cform xe2_basic = HPC_BASIC(xe2_control, xe2_datatype, xe2_subreg, xe2_src0, xe2_src1);
static const cform gen9_ternary = {.index = {{B(9, 8), &gen9_control3, ANY}, {B(11, 10), &gen9_source3, ANY}},
                                   .value = {{B(6, 0), B(6, 0), ANY},
                                             {B(18, 12), B(62, 56), ANY},
                                             {BB(31, 30, 28, 28), BB(31, 30, 64, 64), ANY},
                                             {B(32, 32), B(85, 85), ANY},
                                             {B(33, 33), B(106, 106), ANY},
                                             {B(36, 34), B(75, 73), ANY},
                                             {B(39, 37), BB(95, 94, 96, 96), ANY},
                                             {B(42, 40), B(117, 115), ANY},
                                             {B(49, 43), B(82, 76), ANY},
                                             {B(56, 50), B(103, 97), ANY},
                                             {B(63, 57), B(124, 118), ANY}}};
static const cform lp_ternary = LP_TERNARY(lp_control3, lp_source3);
static const cform hpg_ternary = LP_TERNARY(hpg_control3, hpg_source3);
static const cform hpc_ternary = HPC_TERNARY(hpc_control3, hpc_source3, hpc_subreg3);
static const cform hpc_dpas = HPC_TERNARY(hpc_control_dpas, hpc_source_dpas, hpc_subreg3);
static const cform xe2_ternary = HPC_TERNARY(xe2_control3, xe2_source3, xe2_subreg3);
static const cform xe2_dpas = HPC_TERNARY(hpc_control_dpas, hpc_source_dpas, xe2_subreg3);

typedef struct cfamily {
    const cform *basic, *ternary, *dpas; // NULL: not compactable
    bool math, old_flow;                 // math; jmpi and wait
    bool madm;
} cfamily;

static const cfamily families[ISA_FAMILY_COUNT] = {
    [ISA_GEN9] = {&gen9_basic, &gen9_ternary, NULL, true, true, true},
    [ISA_GEN11] = {&gen11_basic, NULL, NULL, true, true, false},
    [ISA_XE_LP] = {&lp_basic, &lp_ternary, NULL, false, false, false},
    [ISA_XE_HPG] = {&hpg_basic, &hpg_ternary, &hpg_ternary, false, false, false},
    [ISA_XE_HPC] = {&hpc_basic, &hpc_ternary, &hpc_dpas, false, false, true},
    [ISA_XE2] = {&xe2_basic, &xe2_ternary, &xe2_dpas, false, false, true},
};

static const cform *find_form(const isa_model *m, isa_op op) {
    const cfamily *f = &families[m->family];
    switch (isa_op_get(op)->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_SYNC:
        return f->basic;
    case ISA_FMT_MATH:
        return f->math ? f->basic : NULL;
    case ISA_FMT_TERNARY:
        return op != ISA_MADM || f->madm ? f->ternary : NULL;
    case ISA_FMT_DPAS:
        return f->dpas;
    case ISA_FMT_BRANCH1:
        return op == ISA_JMPI && f->old_flow ? f->basic : NULL;
    case ISA_FMT_WAIT:
        return f->old_flow ? f->basic : NULL;
    default:
        return NULL;
    }
}

// The last source of a one- or two-source instruction.
static unsigned last_source(const isa_model *m, isa_op op, const isa_word *native) {
    const isa_field *fields = isa_fields(m->family);
    isa_inst probe = {.op = (uint16_t)op, .fc = (uint8_t)isa_get(native, &fields[ISA_F_CMOD])};
    return isa_op_src_count(m, &probe) >= 2 || op == ISA_JMPI ? 1 : 0;
}

// The operand of a one- or two-source instruction that is an immediate; -1: no immediate.
static int imm_operand(const isa_model *m, const cform *form, isa_op op, const isa_word *native) {
    if (form->imm.n == 0)
        return -1;
    const isa_layout *lay = isa_layout_get(m);
    const isa_field *fields = isa_fields(m->family);
    unsigned last = last_source(m, op, native);
    return isa_get(native, &fields[ISA_F_SRC(FILE, last)]) >= lay->imm_file ? (int)last : -1;
}

enum { IMM_FIELD_LO = 96 };

// True if an index table fills a run when operand imm (-1: no operand) is an immediate.
static bool run_is_filled(const cform *form, const index_part *p, unsigned run, int imm) {
    if (imm < 0)
        return true;
    if (p->role == SRC1 || p->table->run[run].lo >= IMM_FIELD_LO)
        return false;
    return !(p->role == SUBREG && imm == 0 && run > 0 && !form->subreg_whole);
}

static bool value_is_there(unsigned r, int imm) {
    return imm < 0 || (r != SRC1 && (r != SRC0 || imm != 0));
}

// Expands 12 bits c to the immediate of a Gen12 type code; false if that type has no compacted form.
static bool expand_imm(unsigned type, uint32_t c, uint32_t *out) {
    uint32_t sign16 = c & 0x800 ? c | 0xf000 : c;
    switch (type) {
    case 0: // uv
    case 2: // ud
    case 4: // v
    case 8: // vf
        *out = c;
        return true;
    case 1: // uw
        *out = c | c << 16;
        return true;
    case 5: // w
        *out = sign16 | sign16 << 16;
        return true;
    case 6: // d
        *out = c & 0x800 ? c | 0xfffff000 : c;
        return true;
    case 9: // hf
        *out = c << 4 | c << 20;
        return true;
    case 10: // f
        *out = c << 20;
        return true;
    default:
        return false;
    }
}

static bool compact_imm_value(const isa_model *m, const cform *form, int imm, const isa_word *native, uint32_t c,
                              uint32_t *out) {
    if (form->imm_signed) { // 13 bits
        *out = c & 0x1000 ? c | 0xffffe000 : c;
        return true;
    }
    unsigned type = (unsigned)isa_get(native, &isa_fields(m->family)[ISA_F_SRC(TYPE, imm)]);
    return expand_imm(type, c, out);
}

static void fill(const cform *form, const index_part *p, uint64_t entry, int imm, isa_word *native) {
    for (unsigned r = 0; r < MAX_RUNS && p->table->run[r].len; r++) {
        unsigned lo = p->table->run[r].lo, len = p->table->run[r].len;
        if (run_is_filled(form, p, r, imm))
            isa_put_run(native, lo + len - 1, lo, entry & (((uint64_t)1 << len) - 1));
        entry >>= len;
    }
}

static bool expand_word(const isa_model *m, const cform *form, isa_op op, const isa_word *c, isa_word *native) {
    *native = (isa_word){{0, 0}};
    for (unsigned i = 0; i < MAX_VALUES && form->value[i].at.n; i++) // imm_operand needs the math function
        if (form->value[i].role == ANY)
            isa_put(native, &form->value[i].to, isa_get(c, &form->value[i].at));
    int imm = -1;
    for (unsigned i = 0; i < MAX_INDICES && form->index[i].table; i++) {
        const index_part *p = &form->index[i];
        uint64_t entry = p->table->entry[isa_get(c, &p->at)];
        fill(form, p, entry, imm, native);
        if (i == 0) {
            imm = imm_operand(m, form, op, native);
            if (imm >= 0) // drop the data type bits that the immediate covers
                isa_put_run(native, 127, IMM_FIELD_LO, 0);
        }
    }
    for (unsigned i = 0; i < MAX_VALUES && form->value[i].at.n; i++)
        if (value_is_there(form->value[i].role, imm))
            isa_put(native, &form->value[i].to, isa_get(c, &form->value[i].at));
    if (imm < 0)
        return true;
    uint32_t v = 0;
    if (!compact_imm_value(m, form, imm, native, (uint32_t)isa_get(c, &form->imm), &v))
        return false;
    isa_put_run(native, 127, IMM_FIELD_LO, v);
    return true;
}

cmc_status isa_expand(const isa_model *m, const uint8_t compact[8], uint8_t native[16]) {
    assert(m && compact && native);
    isa_word c = isa_word_load(compact, 8), n;
    isa_op op = isa_op_from_code(m, compact[0] & 0x7f);
    const cform *form = op != ISA_OP_NONE ? find_form(m, op) : NULL;
    if (!form || !(compact[3] >> 5 & 1) || !expand_word(m, form, op, &c, &n))
        return CMC_ERR_FORMAT;
    isa_word_store(n, native, 16);
    return CMC_OK;
}

static unsigned add_uses(const isa_model *m, const cform *form, isa_op op, const isa_word *c, isa_compact_use *out,
                         unsigned n) {
    isa_word native = {{0, 0}};
    int imm = c && expand_word(m, form, op, c, &native) ? imm_operand(m, form, op, &native) : -1;
    for (unsigned i = 0; form && i < MAX_INDICES && form->index[i].table; i++) {
        const index_part *p = &form->index[i];
        if (c && imm >= 0 && p->role == SRC1)
            continue; // the immediate lies there
        out[n++] = (isa_compact_use){p->table->name, p->table->count, c ? (unsigned)isa_get(c, &p->at) : 0};
    }
    return n;
}

unsigned isa_compact_uses(const isa_model *m, const uint8_t compact[8], isa_compact_use *out) {
    isa_word c = isa_word_load(compact, 8);
    isa_op op = isa_op_from_code(m, compact[0] & 0x7f);
    return op != ISA_OP_NONE ? add_uses(m, find_form(m, op), op, &c, out, 0) : 0;
}

unsigned isa_compact_tables(const isa_model *m, isa_compact_use *out) {
    const cfamily *f = &families[m->family];
    unsigned n = add_uses(m, f->basic, ISA_OP_NONE, NULL, out, 0);
    n = add_uses(m, f->ternary, ISA_OP_NONE, NULL, out, n);
    return f->dpas != f->ternary ? add_uses(m, f->dpas, ISA_OP_NONE, NULL, out, n) : n;
}

// The index of the first entry whose filled bits match the native word; -1: no match.
static int find_entry(const cform *form, const index_part *p, int imm, bool src1_free, const isa_word *native) {
    uint64_t want = 0, care = 0;
    unsigned at = 0;
    for (unsigned r = 0; r < MAX_RUNS && p->table->run[r].len; r++) {
        unsigned lo = p->table->run[r].lo, len = p->table->run[r].len;
        bool unused = src1_free && p->role == SUBREG && lo >= IMM_FIELD_LO;
        if (!unused && run_is_filled(form, p, r, imm)) {
            want |= isa_get_run(native, lo + len - 1, lo) << at;
            care |= (((uint64_t)1 << len) - 1) << at;
        }
        at += len;
    }
    for (int i = 0; i < p->table->count; i++)
        if ((p->table->entry[i] & care) == want)
            return i;
    return -1;
}

// Inverse of compact_imm_value. Expanding the result again reveals bits that do not fit.
static uint32_t short_imm(const isa_model *m, const cform *form, int imm, const isa_word *native) {
    uint32_t v = (uint32_t)isa_get(native, &isa_fields(m->family)[ISA_F_IMM32]);
    if (form->imm_signed)
        return v & 0x1fff;
    switch (isa_get(native, &isa_fields(m->family)[ISA_F_SRC(TYPE, imm)])) {
    case 9: // hf
        return v >> 4 & 0xfff;
    case 10: // f
        return v >> 20;
    default:
        return v & 0xfff;
    }
}

bool isa_compact(const isa_model *m, const uint8_t native[16], uint8_t out[8]) {
    assert(m && native && out);
    isa_word n = isa_word_load(native, 16), c = {{0, 0}}, back;
    isa_op op = isa_op_from_code(m, native[0] & 0x7f);
    const cform *form = op != ISA_OP_NONE ? find_form(m, op) : NULL;
    if (!form || (native[3] >> 5 & 1))
        return false;
    int imm = imm_operand(m, form, op, &n);
    bool src1_free = form->one_src_free && last_source(m, op, &n) == 0;
    isa_put_run(&c, 29, 29, 1);
    for (unsigned i = 0; i < MAX_INDICES && form->index[i].table; i++) {
        if (imm >= 0 && form->index[i].role == SRC1)
            continue; // the immediate lies there
        int k = find_entry(form, &form->index[i], imm, src1_free, &n);
        if (k < 0)
            return false;
        isa_put(&c, &form->index[i].at, (uint64_t)k);
    }
    for (unsigned i = 0; i < MAX_VALUES && form->value[i].at.n; i++)
        if (value_is_there(form->value[i].role, imm))
            isa_put(&c, &form->value[i].at, isa_get(&n, &form->value[i].to));
    if (imm >= 0) {
        isa_put(&c, &form->imm, short_imm(m, form, imm, &n));
    }
    // Expanding again reveals bits that the tables and the short immediate cannot encode.
    bool ok = expand_word(m, form, op, &c, &back);
    if (ok && src1_free && imm < 0)
        isa_put(&back, &isa_fields(m->family)[ISA_F_S1_SUB], 0);
    if (!ok || memcmp(&back, &n, sizeof n) != 0)
        return false;
    isa_word_store(c, out, 8);
    return true;
}
