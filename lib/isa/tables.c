// SPDX-License-Identifier: MIT
// Tables of types, opcodes, names and family facts, and their lookups; operand constructors and region arithmetic.

#include "isa_priv.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

// Types

enum { KIND_U, KIND_S, KIND_R };

const isa_type_row isa_type_rows[ISA_TYPE_COUNT] = {
    [ISA_TYPE_NONE] = {"", 0, KIND_U, ISA_FAMILY_COUNT, {{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}}},
#define ISA_TYPE(id, name, bytes, kind, since, r9, r11, r12, i9, i11, i12, t9, t11, t12)                               \
    [ISA_##id] = {name, bytes, KIND_##kind, since, {{r9, r11, r12}, {i9, i11, i12}, {t9, t11, t12}}},
#include "tables/types.def"
#undef ISA_TYPE
};

static const isa_type_row *type_get(isa_type t) {
    return &isa_type_rows[(unsigned)t < ISA_TYPE_COUNT ? t : ISA_TYPE_NONE];
}

const char *isa_type_name(isa_type t) {
    return type_get(t)->name;
}

isa_type isa_type_find(const char *name, size_t len) {
    assert(name || len == 0);
    for (unsigned t = 1; len > 0 && t < ISA_TYPE_COUNT; t++) {
        const char *row = isa_type_rows[t].name;
        if (row[0] == name[0] && strlen(row) == len && memcmp(row, name, len) == 0)
            return (isa_type)t;
    }
    return ISA_TYPE_NONE;
}

uint8_t isa_type_size_b(isa_type t) {
    return type_get(t)->size_b;
}

unsigned isa_type_bits(isa_type t) {
    switch (t) {
    case ISA_U4:
    case ISA_S4:
        return 4;
    case ISA_U2:
    case ISA_S2:
        return 2;
    default:
        return 8u * isa_type_size_b(t);
    }
}

bool isa_type_is_float(isa_type t) {
    return type_get(t)->kind == KIND_R;
}

bool isa_type_is_signed(isa_type t) {
    return type_get(t)->kind != KIND_U;
}

// Types by code. Types without a code have their own entries after the others.
#define CODE_PLACE(code, count, id) ((code) < 0 ? (count) + (int)(id) : (code))
#define TYPE_PLACE(code, id)        CODE_PLACE(code, ISA_TYPE_CODES, ISA_##id)

// clang-format off
const uint8_t isa_types_by_code[3][3][ISA_TYPE_CODES + ISA_TYPE_COUNT] = {
#define ISA_TYPE(id, name, bytes, kind, since, r9, r11, r12, i9, i11, i12, t9, t11, t12) \
    [ISA_USE_REG][0][TYPE_PLACE(r9, id)] = ISA_##id, \
    [ISA_USE_REG][1][TYPE_PLACE(r11, id)] = ISA_##id, \
    [ISA_USE_REG][2][TYPE_PLACE(r12, id)] = ISA_##id, \
    [ISA_USE_IMM][0][TYPE_PLACE(i9, id)] = ISA_##id, \
    [ISA_USE_IMM][1][TYPE_PLACE(i11, id)] = ISA_##id, \
    [ISA_USE_IMM][2][TYPE_PLACE(i12, id)] = ISA_##id, \
    [ISA_USE_TERNARY][0][TYPE_PLACE(t9, id)] = ISA_##id, \
    [ISA_USE_TERNARY][1][TYPE_PLACE(t11, id)] = ISA_##id, \
    [ISA_USE_TERNARY][2][TYPE_PLACE(t12, id)] = ISA_##id,
#include "tables/types.def"
#undef ISA_TYPE
};
// clang-format on

// Opcodes

const isa_op_info isa_op_rows[ISA_OP_COUNT] = {
    [ISA_OP_NONE] = {"", ISA_FMT_NONE, 0, 0, {-1, -1, -1, -1, -1, -1, -1}},
#define ISA_OP(id, mnem, fmt, g9, g11, lp, hpg, hpc, xe2, srcs, attrs)                                                 \
    [ISA_##id] = {mnem, ISA_FMT_##fmt, srcs, (uint8_t)(attrs), {-1, g9, g11, lp, hpg, hpc, xe2}},
#include <cmc/isa_ops.def>
};

const isa_op_info *isa_op_get(isa_op op) {
    return isa_op_row(op);
}

bool isa_op_exists(const isa_model *m, isa_op op) {
    assert(m);
    // A target may lack what its family's encoding has.
    if ((op == ISA_DPAS && !m->has_dpas) || (op == ISA_DPASW && !m->has_dpasw) ||
        ((op == ISA_BRD || op == ISA_BRC) && !m->has_brd))
        return false;
    return isa_op_get(op)->code[m->family] >= 0;
}

// The rows of isa_ops.def are sorted by mnemonic.
isa_op isa_op_find(const char *mnemonic, size_t len) {
    assert(mnemonic || len == 0);
    unsigned lo = 1, hi = ISA_OP_COUNT;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        const char *row = isa_op_rows[mid].mnemonic;
        size_t n = strlen(row);
        int order = memcmp(row, mnemonic, n < len ? n : len);
        if (order == 0 && n == len)
            return (isa_op)mid;
        if (order == 0)
            order = n < len ? -1 : 1;
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return ISA_OP_NONE;
}

#define OP_PLACE(code, id) CODE_PLACE(code, ISA_OP_CODES, ISA_##id)

const uint8_t isa_ops_by_code[ISA_FAMILY_COUNT][ISA_OP_CODES + ISA_OP_COUNT] = {
#define ISA_OP(id, mnem, fmt, g9, g11, lp, hpg, hpc, xe2, srcs, attrs)                                                 \
    [ISA_GEN9][OP_PLACE(g9, id)] = ISA_##id, [ISA_GEN11][OP_PLACE(g11, id)] = ISA_##id,                                \
                            [ISA_XE_LP][OP_PLACE(lp, id)] = ISA_##id, [ISA_XE_HPG][OP_PLACE(hpg, id)] = ISA_##id,      \
                            [ISA_XE_HPC][OP_PLACE(hpc, id)] = ISA_##id, [ISA_XE2][OP_PLACE(xe2, id)] = ISA_##id,
#include <cmc/isa_ops.def>
};

bool isa_branch_has_type(const isa_model *m) {
    return isa_fields(m->family)[ISA_F_J_DWORD1].n != 0;
}

unsigned isa_op_src_count(const isa_model *m, const isa_inst *in) {
    if (in->op == ISA_MOVI)
        return isa_layout_get(m)->movi_srcs;
    if (in->op == ISA_MATH)
        return (in->fc >= ISA_MATH_FDIV && in->fc != ISA_MATH_RSQTM) ? 2 : 1;
    return isa_op_get((isa_op)in->op)->n_src;
}

bool isa_is_gather(const isa_model *m, const isa_inst *in) {
    return m->has_scalar && isa_op_get((isa_op)in->op)->format == ISA_FMT_SEND && in->src[0].file == ISA_FILE_ARF &&
           in->src[0].reg == ISA_ARF_SP;
}

unsigned isa_op_attrs(const isa_model *m, isa_op op) {
    static const struct {
        uint8_t op, since, lost;
    } lost[] = {
#define ISA_OP_LOST(id, family, attrs) {ISA_##id, ISA_##family, attrs},
#include <cmc/isa_ops.def>
    };
    unsigned attrs = isa_op_get(op)->attrs;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (lost[i].op == op && lost[i].since <= m->family)
            attrs &= ~(unsigned)lost[i].lost;
    return attrs;
}

// Families

#define GEN12_COMMON                                                                                                   \
    .code_column = 2, .imm_file = 2, .indirect_no_file = true, .tern_dst_grf = 1, .wide_imm_no_cmod = true,            \
    .macro_rgn = {1, 1, 0}, .tern_vs = {0, 1, 4, 8}, .tern_file = {{1, 0, 2}, {1, 0, -1}, {1, 0, 2}}, .movi_srcs = 2

const isa_layout isa_layouts[ISA_FAMILY_COUNT] = {
    [ISA_GEN9] = {.code_column = 0,
                  .chan_off_unit = 4,
                  .imm_file = 3,
                  .vxh = 15,
                  .src1_unit = 1,
                  .tern_dst_unit = 4,
                  .tern_src_unit = 2,
                  .branch_unit = 1,
                  .movi_srcs = 1,
                  .macro_rgn = {1, 1, 0},
                  .tern_align16 = true,
                  .pred_widths = true,
                  .split_send = true,
                  .jmpi_next = true},
    [ISA_GEN11] = {.code_column = 1,
                   .chan_off_unit = 4,
                   .imm_file = 3,
                   .vxh = 15,
                   .src1_unit = 1,
                   .tern_dst_unit = 8,
                   .tern_src_unit = 1,
                   .branch_unit = 1,
                   .movi_srcs = 2,
                   .macro_rgn = {2, 2, 1},
                   .tern_vs = {0, 2, 4, 8},
                   .tern_dst_grf = 0,
                   .tern_file = {{0, -1, 1}, {0, 1, -1}, {0, -1, 1}},
                   .pred_widths = true,
                   .split_send = true,
                   .jmpi_next = true},
    [ISA_XE_LP] = {GEN12_COMMON, .chan_off_unit = 4, .vxh = 15, .src1_unit = 1, .tern_dst_unit = 8, .tern_src_unit = 1,
                   .branch_unit = 1, .pred_widths = true, .swsb = ISA_SWSB_LP},
    [ISA_XE_HPG] = {GEN12_COMMON, .chan_off_unit = 4, .vxh = 15, .src1_unit = 1, .tern_dst_unit = 1, .tern_src_unit = 1,
                    .branch_unit = 1, .pred_widths = true, .send_len = true, .sfid_names = 1, .dpas_depth0 = 1,
                    .swsb = ISA_SWSB_HPG},
    [ISA_XE_HPC] = {GEN12_COMMON, .chan_off_unit = 8, .vxh = 7, .src1_unit = 2, .tern_dst_unit = 2, .tern_src_unit = 2,
                    .branch_unit = 2, .send_len = true, .sfid_names = 1, .dpas_depth0 = 16, .bar_flag = true,
                    .swsb = ISA_SWSB_HPC},
    [ISA_XE2] = {GEN12_COMMON, .chan_off_unit = 8, .vxh = 7, .src1_unit = 2, .tern_dst_unit = 2, .tern_src_unit = 2,
                 .branch_unit = 2, .send_len = true, .exbso_sfids = 1u << ISA_SFID_UGM, .exdesc_sum = true,
                 .sync_flush = true, .sfid_names = 2, .dpas_depth0 = 16, .late_arf = true, .bar_flag = true,
                 .swsb = ISA_SWSB_HPC},
};

// Scoreboard

enum { IN = 1, MA = 2, DP = 4, SE = 8 };

typedef struct swsb_row {
    uint8_t classes, dist_lo, dist_n, token_n, pipe, mode;
    uint16_t mask, match;
} swsb_row;

// One table for each kind of encoding.
#define ROW(classes, dist_lo, dist_n, token_n, pipe, mode, mask, match)                                                \
    {classes, dist_lo, dist_n, token_n, ISA_PIPE_##pipe, ISA_TOKEN_##mode, mask, match},
#define NO_ROW(...)
#define ISA_SWSB(kind, mask, match, classes, dist_lo, dist_n, token_n, pipe, mode)                                     \
    ROW_##kind(classes, dist_lo, dist_n, token_n, pipe, mode, mask, match)
#define ROW_LP  ROW
#define ROW_HPG NO_ROW
#define ROW_HPC NO_ROW
static const swsb_row lp_rows[] = {
#include "tables/swsb.def"
};
#undef ROW_LP
#undef ROW_HPG
#define ROW_LP  NO_ROW
#define ROW_HPG ROW
static const swsb_row hpg_rows[] = {
#include "tables/swsb.def"
};
#undef ROW_HPG
#undef ROW_HPC
#define ROW_HPG NO_ROW
#define ROW_HPC ROW
static const swsb_row hpc_rows[] = {
#include "tables/swsb.def"
};
#undef ISA_SWSB

static const struct {
    const swsb_row *first, *end;
} swsb_tables[ISA_SWSB_COUNT] = {
    [ISA_SWSB_NONE] = {NULL, NULL},
    [ISA_SWSB_LP] = {lp_rows, lp_rows + sizeof lp_rows / sizeof *lp_rows},
    [ISA_SWSB_HPG] = {hpg_rows, hpg_rows + sizeof hpg_rows / sizeof *hpg_rows},
    [ISA_SWSB_HPC] = {hpc_rows, hpc_rows + sizeof hpc_rows / sizeof *hpc_rows},
};
enum { SWSB_NO_ACC_SET = 0xf0 };

static unsigned swsb_class(isa_op op) {
    switch (isa_op_get(op)->format) {
    case ISA_FMT_MATH:
        return MA;
    case ISA_FMT_DPAS:
        return DP;
    case ISA_FMT_SEND:
        return SE;
    default:
        return IN;
    }
}

// Whether a row is for instructions of these classes, and for a pipe that the target has.
static bool row_applies(const isa_model *m, const swsb_row *r, unsigned classes) {
    return (r->classes & classes) && (r->pipe != ISA_PIPE_S || m->has_scalar);
}

bool isa_swsb_encode(const isa_model *m, const isa_inst *in, unsigned *bits) {
    assert(bits);
    const isa_swsb *s = &in->swsb;
    unsigned kind = isa_layout_get(m)->swsb, cls = swsb_class((isa_op)in->op);
    *bits = 0;
    if (s->no_acc_set) {
        *bits = SWSB_NO_ACC_SET;
        return kind == ISA_SWSB_HPC && !s->dist && s->token_mode == ISA_TOKEN_NONE;
    }
    if (!s->dist && s->token_mode == ISA_TOKEN_NONE)
        return true;
    for (const swsb_row *r = swsb_tables[kind].first; r != swsb_tables[kind].end; r++) {
        if (!row_applies(m, r, cls) || r->mode != s->token_mode || (r->dist_n != 0) != (s->dist != 0) ||
            (s->dist && r->pipe != s->pipe))
            continue;
        unsigned token = r->mode == ISA_TOKEN_NONE ? 0 : s->token;
        if (s->dist > 7 || token >> r->token_n)
            return false;
        *bits = r->match | token | (unsigned)s->dist << r->dist_lo;
        return true;
    }
    return false;
}

bool isa_swsb_fits(const isa_model *m, const isa_inst *in) {
    unsigned bits;
    return isa_swsb_encode(m, in, &bits);
}

bool isa_swsb_decode(const isa_model *m, isa_op op, unsigned bits, isa_swsb *out) {
    assert(out);
    unsigned kind = isa_layout_get(m)->swsb, cls = swsb_class(op);
    *out = (isa_swsb){0};
    if (bits == 0)
        return true;
    if (kind == ISA_SWSB_HPC && bits == SWSB_NO_ACC_SET) {
        out->no_acc_set = true;
        return true;
    }
    for (const swsb_row *r = swsb_tables[kind].first; r != swsb_tables[kind].end; r++) {
        if (!row_applies(m, r, cls) || (bits & r->mask) != r->match)
            continue;
        out->dist = (uint8_t)(bits >> r->dist_lo & ((1u << r->dist_n) - 1));
        out->token = (uint8_t)(bits & ((1u << r->token_n) - 1));
        out->pipe = r->pipe;
        out->token_mode = r->mode;
        return !r->dist_n || out->dist;
    }
    return false;
}

// Names

static const char *const sfid_names[3][16] = {
    // Gen9..Xe-LP, Xe-HPG/HPC, Xe2
    {"null", NULL, "smpl", "gtwy", "dc2", "rc", "urb", "ts", "vme", "dcro", "dc0", "pixi", "dc1", "cre", NULL, NULL},
    {"null", "ugml", "smpl", "gtwy", "dc2", "rc", "urb", "btd", "rta", "dcro", "dc0", "pixi", "dc1", "tgm", "slm",
     "ugm"},
    {"null", "ugml", "smpl", "gtwy", "dc2", "rc", "urb", "btd", "rta", NULL, "dc0", "pixi", "dc1", "tgm", "slm", "ugm"},
};

static const char *const *sfid_row(const isa_model *m) {
    return sfid_names[isa_layout_get(m)->sfid_names];
}

const char *isa_sfid_name(const isa_model *m, unsigned sfid) {
    return sfid < 16 ? sfid_row(m)[sfid] : NULL;
}

int isa_sfid_find(const isa_model *m, const char *name, size_t len) {
    const char *const *row = sfid_row(m);
    for (int i = 0; i < 16; i++)
        if (row[i] && strlen(row[i]) == len && memcmp(row[i], name, len) == 0)
            return i;
    return -1;
}

#define ARF_PLACE(base) ((base) >> 4)
const isa_arf_row isa_arf_rows[16] = {
    [ARF_PLACE(ISA_ARF_NULL)] = {"null", ISA_ARF_NULL, 0, false, false, 0},
    [ARF_PLACE(ISA_ARF_A0)] = {"a", ISA_ARF_A0, 1, true, false, 0},
    [ARF_PLACE(ISA_ARF_ACC)] = {"acc", ISA_ARF_ACC, 16, true, false, 0},
    [ARF_PLACE(ISA_ARF_F)] = {"f", ISA_ARF_F, 4, true, false, 0},
    [ARF_PLACE(ISA_ARF_CE)] = {"ce", ISA_ARF_CE, 0, false, true, 0},
    [ARF_PLACE(ISA_ARF_MSG)] = {"msg", ISA_ARF_MSG, 8, true, true, 2},
    [ARF_PLACE(ISA_ARF_SP)] = {"sp", ISA_ARF_SP, 0, true, false, 0},
    [ARF_PLACE(ISA_ARF_SR)] = {"sr", ISA_ARF_SR, 2, true, false, 1},
    [ARF_PLACE(ISA_ARF_CR)] = {"cr", ISA_ARF_CR, 1, true, false, 0},
    [ARF_PLACE(ISA_ARF_N)] = {"n", ISA_ARF_N, 1, true, false, 0},
    [ARF_PLACE(ISA_ARF_IP)] = {"ip", ISA_ARF_IP, 0, false, true, 0},
    [ARF_PLACE(ISA_ARF_TDR)] = {"tdr", ISA_ARF_TDR, 1, true, false, 0},
    [ARF_PLACE(ISA_ARF_TM)] = {"tm", ISA_ARF_TM, 1, true, false, 0},
    [ARF_PLACE(ISA_ARF_FC)] = {"fc", ISA_ARF_FC, 4, true, true, 3},
    [ARF_PLACE(ISA_ARF_DBG)] = {"dbg", ISA_ARF_DBG, 1, true, false, 0},
};

// s0, which took the place of sp.
const isa_arf_row isa_scalar_row = {"s", ISA_ARF_SP, 1, true, false, 0};

unsigned isa_sub_unit(const isa_model *m, const isa_operand *o) {
    const isa_arf_row *row = o->file == ISA_FILE_ARF ? isa_arf_by_reg(m, o->reg) : NULL;
    if (row && row->raw_sub && !(row->late != 0 && isa_layout_get(m)->late_arf))
        return 8u * isa_layout_get(m)->src1_unit;
    return isa_type_bits((isa_type)o->type);
}

static bool is_name(const char *row, const char *name, size_t len) {
    return strlen(row) == len && memcmp(row, name, len) == 0;
}

const char *isa_arf_name(unsigned arf) {
    return arf >> 4 < 16 ? isa_arf_rows[arf >> 4].name : NULL;
}

int isa_arf_find(const char *name, size_t len) {
    if (is_name(isa_scalar_row.name, name, len))
        return isa_scalar_row.base;
    for (unsigned i = 0; i < sizeof isa_arf_rows / sizeof *isa_arf_rows; i++)
        if (isa_arf_rows[i].name && is_name(isa_arf_rows[i].name, name, len))
            return isa_arf_rows[i].base;
    return -1;
}

static const struct {
    uint8_t list, code;
    const char *name;
} names[] = {
#define ISA_NAME(list, code, name) {ISA_NAMES_##list, ISA_##list##_##code, name},
#include "tables/names.def"
#undef ISA_NAME
};

const char *isa_name_of(isa_names list, unsigned code) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].list == list && names[i].code == code)
            return names[i].name;
    return NULL;
}

int isa_name_find(isa_names list, const char *name, size_t len) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].list == list && is_name(names[i].name, name, len))
            return names[i].code;
    return -1;
}

static const struct {
    const char *name;
    size_t offset; // of the bool in isa_inst
} options[] = {
#define ISA_OPTION(name, field) {name, offsetof(isa_inst, field)},
#include "tables/options.def"
#undef ISA_OPTION
};

const char *isa_option_name(unsigned option) {
    return option < sizeof options / sizeof *options ? options[option].name : NULL;
}

bool isa_option_get(const isa_inst *in, unsigned option) {
    return isa_option_name(option) && *(const bool *)((const char *)in + options[option].offset);
}

bool isa_option_set(isa_inst *in, const char *name, size_t len) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (is_name(options[i].name, name, len)) {
            *(bool *)((char *)in + options[i].offset) = true;
            return true;
        }
    return false;
}

// Operands and regions

isa_operand isa_grf(uint32_t reg, int32_t off_b, isa_type t, isa_region rgn) {
    return (isa_operand){.file = ISA_FILE_GRF, .type = (uint8_t)t, .rgn = rgn, .reg = reg, .off_b = off_b};
}

isa_operand isa_arf_reg(isa_arf file, uint8_t index, int32_t off_b, isa_type t, isa_region rgn) {
    return (isa_operand){
        .file = ISA_FILE_ARF, .type = (uint8_t)t, .rgn = rgn, .reg = (uint32_t)file | index, .off_b = off_b};
}

isa_operand isa_imm(uint64_t bits, isa_type t) {
    return (isa_operand){.file = ISA_FILE_IMM, .type = (uint8_t)t, .imm = bits};
}

isa_operand isa_null(isa_type t) {
    return (isa_operand){.file = ISA_FILE_ARF, .type = (uint8_t)t, .rgn = {0, 0, 1}, .reg = ISA_ARF_NULL};
}

int32_t isa_region_offset_b(isa_region rgn, isa_type t, unsigned channel) {
    int32_t size = isa_type_size_b(t), v = rgn.v == ISA_VXH ? 0 : rgn.v;
    if (rgn.w != 0)
        return (int32_t)((int32_t)(channel / rgn.w) * v + (int32_t)(channel % rgn.w) * rgn.h) * size;
    // A three-source operand has rows of vstride / hstride elements, or of vstride elements if hstride is 0. Without a
    // vertical stride (source 2) there is one row.
    if (v == 0)
        return (int32_t)channel * rgn.h * size;
    int32_t w = rgn.h == 0 ? v : v / rgn.h > 0 ? v / rgn.h : 1;
    return ((int32_t)channel / w * v + (int32_t)channel % w * rgn.h) * size;
}
