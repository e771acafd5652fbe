// SPDX-License-Identifier: MIT
// Private to lib/isa, shared by coder, compactor and text functions: fields of the tables, and the facts of a family
// that are not bit positions (isa_layout).

#ifndef CMC_ISA_PRIV_H
#define CMC_ISA_PRIV_H

#include "word.h"
#include <cmc/isa.h>

// The column of a family in the tables that have one for each.
#define ISA_COLUMN_GEN9(g9, g11, lp, hpg, hpc, xe2)   g9
#define ISA_COLUMN_GEN11(g9, g11, lp, hpg, hpc, xe2)  g11
#define ISA_COLUMN_XE_LP(g9, g11, lp, hpg, hpc, xe2)  lp
#define ISA_COLUMN_XE_HPG(g9, g11, lp, hpg, hpc, xe2) hpg
#define ISA_COLUMN_XE_HPC(g9, g11, lp, hpg, hpc, xe2) hpc
#define ISA_COLUMN_XE2(g9, g11, lp, hpg, hpc, xe2)    xe2

// The columns of tables/model.def.
#define ISA_FACTS_GEN9(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)        g9
#define ISA_FACTS_GEN11(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)       g11
#define ISA_FACTS_XE_LP(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)       lp
#define ISA_FACTS_XE_HPG(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)      hpg
#define ISA_FACTS_XE_LPG(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)      lpg
#define ISA_FACTS_XE_LPG_PLUS(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3) lpgp
#define ISA_FACTS_XE_HPC(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)      hpc
#define ISA_FACTS_XE2(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)         xe2
#define ISA_FACTS_XE3(g9, g11, lp, hpg, lpg, lpgp, hpc, xe2, xe3)         xe3

// Fields

typedef enum isa_field_id {
#define ISA_FIELD(id, ...) ISA_F_##id,
#include "tables/fields.def"
#undef ISA_FIELD
    ISA_F_COUNT
} isa_field_id;

// The field id of operand i in a group of fields that repeats for each source (see tables/fields.def).
#define ISA_F_SRC(name, i)  ((isa_field_id)(ISA_F_S0_##name + (int)(i) * (ISA_F_S1_TYPE - ISA_F_S0_TYPE)))
#define ISA_F_TSRC(name, i) ((isa_field_id)(ISA_F_T_S0_##name + (int)(i) * (ISA_F_T_S1_TYPE - ISA_F_T_S0_TYPE)))
#define ISA_F_ASRC(name, i) ((isa_field_id)(ISA_F_A_S0_##name + (int)(i) * (ISA_F_A_S1_MOD - ISA_F_A_S0_MOD)))

const isa_field *isa_fields(isa_family f); // ISA_F_COUNT rows
const char *isa_field_text(isa_field_id id);
// Facts of a family

typedef enum isa_swsb_kind { ISA_SWSB_NONE = 0, ISA_SWSB_LP, ISA_SWSB_HPG, ISA_SWSB_HPC, ISA_SWSB_COUNT } isa_swsb_kind;

typedef struct isa_layout {
    uint8_t code_column;   // 0 Gen9, 1 Gen11, 2 Gen12 and later: columns of tables/types.def
    uint8_t chan_off_unit; // channels
    uint8_t imm_file;      // register file code of an immediate
    bool indirect_no_file; // the address offset of an indirect operand covers the file bit
    bool wide_imm_no_cmod; // a 64-bit immediate covers the conditional modifier
    uint8_t vxh;           // vertical stride code of <W,H>
    uint8_t src1_unit;     // bytes for each step of a subregister or address field
    uint8_t tern_dst_unit, tern_src_unit, branch_unit;
    uint8_t tern_vs[4];     // vertical strides of three-source operands by code
    uint8_t tern_dst_grf;   // code of the GRF in the destination's file field
    int8_t tern_file[3][3]; // by source: code of GRF, ARF, immediate; -1: not encodable
    uint8_t movi_srcs;
    isa_region macro_rgn; // of a math macro's sources, not shown in text
    bool tern_align16;    // three-source instructions and math macros use Align16
    bool pred_widths;     // predicate control has any2h..all32h, else any/all
    bool split_send;      // send has types; sends exists (Gen9, Gen11)
    bool send_len;        // source 1's length is a field of the instruction
    bool late_arf;        // fewer of some ARF registers; subregisters of msg and fc are in elements
    bool bar_flag;        // sync.bar can read its barrier's number from a flag register
    uint16_t exbso_sfids; // bit mask of shared functions that use a register extended descriptor as a
                          // surface offset even without ExBSO
    bool exdesc_sum;      // an extended descriptor can be a register plus a number
    bool sync_flush;
    uint8_t sfid_names;  // row of their names
    bool jmpi_next;      // a jmpi offset counts from the next instruction
    uint8_t dpas_depth0; // systolic depth of code 0
    uint8_t swsb;        // isa_swsb_kind
} isa_layout;

extern const isa_layout isa_layouts[ISA_FAMILY_COUNT];

static inline const isa_layout *isa_layout_get(const isa_model *m) {
    return &isa_layouts[m->family];
}

// Types

typedef enum isa_type_use { ISA_USE_REG, ISA_USE_IMM, ISA_USE_TERNARY } isa_type_use;

typedef struct isa_type_row {
    char name[5];
    uint8_t size_b;
    uint8_t kind;
    uint8_t since;     // isa_family
    int8_t code[3][3]; // by isa_type_use and isa_layout.code_column
} isa_type_row;

enum { ISA_TYPE_CODES = 16, ISA_OP_CODES = 128 };
extern const isa_type_row isa_type_rows[ISA_TYPE_COUNT];
extern const uint8_t isa_types_by_code[3][3][ISA_TYPE_CODES + ISA_TYPE_COUNT];

// The code of a type in a register operand, an immediate or a three-source operand; -1: not encodable.
static inline int isa_type_code(const isa_model *m, isa_type t, isa_type_use use) {
    const isa_type_row *r = &isa_type_rows[(unsigned)t < ISA_TYPE_COUNT ? t : ISA_TYPE_NONE];
    return r->since <= m->family ? r->code[use][isa_layout_get(m)->code_column] : -1;
}

static inline isa_type isa_type_from_code(const isa_model *m, unsigned code, isa_type_use use) {
    if (code >= ISA_TYPE_CODES)
        return ISA_TYPE_NONE;
    unsigned t = isa_types_by_code[use][isa_layout_get(m)->code_column][code];
    return isa_type_rows[t].since <= m->family ? (isa_type)t : ISA_TYPE_NONE;
}

// Opcodes

extern const isa_op_info isa_op_rows[ISA_OP_COUNT];
extern const uint8_t isa_ops_by_code[ISA_FAMILY_COUNT][ISA_OP_CODES + ISA_OP_COUNT];

static inline const isa_op_info *isa_op_row(unsigned op) { // isa_op_get, inline
    return &isa_op_rows[op < ISA_OP_COUNT ? op : ISA_OP_NONE];
}

static inline isa_op isa_op_from_code(const isa_model *m, unsigned code) { // ISA_OP_NONE if unknown
    return code < ISA_OP_CODES ? (isa_op)isa_ops_by_code[m->family][code] : ISA_OP_NONE;
}

// True for invm, rsqtm and madm, whose operands name mme registers.
static inline bool isa_is_math_macro(const isa_inst *in) {
    return in->op == ISA_MADM || (in->op == ISA_MATH && (in->fc == ISA_MATH_INVM || in->fc == ISA_MATH_RSQTM));
}

unsigned isa_op_src_count(const isa_model *m, const isa_inst *in); // as written in text
// The ISA_ATTR_* of an opcode on this target: isa_op_info.attrs without attributes that later families dropped.
unsigned isa_op_attrs(const isa_model *m, isa_op op);
bool isa_branch_has_type(const isa_model *m); // the register of a call or ret has a type field

// Compaction tables, for the coverage report: the table entries that a compacted instruction uses (at most
// ISA_COMPACT_USES), and all tables of a target (at most three times as many; a table may occur twice).
enum { ISA_COMPACT_USES = 5 };
typedef struct isa_compact_use {
    const char *table;
    unsigned count, index; // index 0 from isa_compact_tables
} isa_compact_use;
unsigned isa_compact_uses(const isa_model *m, const uint8_t compact[8], isa_compact_use *out);
unsigned isa_compact_tables(const isa_model *m, isa_compact_use *out);

// Scoreboard field <-> annotation; false if the family has no such code.
bool isa_swsb_encode(const isa_model *m, const isa_inst *in, unsigned *bits);
bool isa_swsb_decode(const isa_model *m, isa_op op, unsigned bits, isa_swsb *out);

// Intel's compiler sets the branch control bit of a Gen9 or Gen11 while, for which its assembler has no syntax. The
// printer writes a comment, which our parser reads.
#define ISA_HIDDEN_BRANCH_CTRL "// .b"

typedef struct isa_arf_row {
    const char *name;
    uint8_t base;  // isa_arf
    uint8_t count; // registers with a number in text; 0: written without a number
    bool has_sub;  // text always has ".n", else only if it is not 0
    bool raw_sub;  // in units of the subregister field, for every type
    uint8_t late;  // registers of families with late_arf; 0: the same number
} isa_arf_row;
extern const isa_arf_row isa_arf_rows[16]; // by high nibble; no name: the register does not exist
extern const isa_arf_row isa_scalar_row;   // instead of that of ISA_ARF_SP where has_scalar

// Accumulators from number m->acc_encodable on are written mme0, mme1, ...; mme0 is this accumulator.
static inline unsigned isa_arf_mme0(const isa_model *m) {
    return m->acc_encodable > 2 ? 8 : 2;
}

// NULL if the target has no such register.
static inline const isa_arf_row *isa_arf_by_reg(const isa_model *m, uint32_t reg) {
    const isa_arf_row *row = &isa_arf_rows[reg >> 4 & 15];
    unsigned count = row->base == ISA_ARF_F     ? m->flag_count
                     : row->base == ISA_ARF_ACC ? isa_arf_mme0(m) + 8
                                                : row->count;
    if (row->base == ISA_ARF_SP && m->has_scalar)
        return reg & 15u ? NULL : &isa_scalar_row;
    if (row->base == ISA_ARF_SP && m->has_lsc)
        return NULL;
    if (row->late != 0 && isa_layout_get(m)->late_arf)
        count = row->late;
    return row->name && (reg & 15u) < (count ? count : 1u) ? row : NULL;
}
// The number of bits of one step of an operand's written subregister.
unsigned isa_sub_unit(const isa_model *m, const isa_operand *o);

#endif
