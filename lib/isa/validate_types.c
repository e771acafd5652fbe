// SPDX-License-Identifier: MIT
// Rule 0: the operation must accept the operand types, modifiers and conditions.
//
//   and (8|M0) r10.0<1>:f ...   ->   ISA00 "and: types f, f, f; the operation does not take them on
//   tgl"
//
// Types are rows of tables/op_types.def; modifiers are attributes of cmc/isa_ops.def.

#include "validate_priv.h"

#define T(name) (1u << ISA_##name)
#define T_BUB   (T(B) | T(UB))
#define T_WUW   (T(W) | T(UW))
#define T_DUD   (T(D) | T(UD))
#define T_W     (T_WUW | T_DUD)
#define T_I     (T_BUB | T_W)
#define T_Q     (T(Q) | T(UQ))

static const struct type_row {
    uint8_t op, families;
    uint32_t dst, src;
} type_rows[] = {
#define ISA_TYPES(op, g9, g11, lp, hpg, hpc, xe2, dst, src)                                                            \
    {ISA_##op,                                                                                                         \
     g9 << ISA_GEN9 | g11 << ISA_GEN11 | lp << ISA_XE_LP | hpg << ISA_XE_HPG | hpc << ISA_XE_HPC | xe2 << ISA_XE2,     \
     dst, src},
#include "tables/op_types.def"
#undef ISA_TYPES
};

_Static_assert(ISA_OP_COUNT <= 256, "operation codes of the table are bytes");
_Static_assert(ISA_TYPE_COUNT <= 32, "type sets are 32 bits");

enum { T_ALL_INT = T_I | T_Q };

// Signedness never matters, so each integer type means both signs of its size.
static uint32_t type_set(uint8_t type) {
    switch (type) {
    case ISA_UB:
    case ISA_B:
        return T_BUB;
    case ISA_UW:
    case ISA_W:
    case ISA_UV:
    case ISA_V:
        return T_WUW;
    case ISA_UD:
    case ISA_D:
        return T_DUD;
    case ISA_UQ:
    case ISA_Q:
        return T_Q;
    case ISA_VF:
        return T(F);
    default:
        return 1u << type;
    }
}

// The types that the operation accepts in any combination on this family: the rows' pairs are stricter than Intel's
// compilers, which mix integer sizes freely.
static bool family_types(const vctx *v, uint32_t *dst, uint32_t *src) {
    *dst = *src = 0;
    for (size_t i = 0; i < sizeof type_rows / sizeof type_rows[0]; i++) {
        const struct type_row *row = &type_rows[i];
        if (row->op == v->in->op && (row->families >> v->m->family & 1) != 0) {
            *dst |= row->dst;
            *src |= row->src;
        }
    }
    return *dst != 0;
}

static bool operand_fits(const isa_operand *s, uint32_t allowed) {
    uint32_t set = type_set(s->type);
    if (set == T_BUB)
        return (allowed & T_ALL_INT) != 0; // rules 12, 14, 15 and 46 restrict byte operands
    if (s->file == ISA_FILE_IMM && (set & T_ALL_INT) != 0)
        return (allowed & T_ALL_INT) != 0; // 16-bit immediates may replace wider ones
    return (set & allowed) != 0;
}

static void operand_types(vctx *v) {
    const isa_operand *dst = &v->in->dst, *s = v->in->src;
    uint32_t dst_types, src_types;
    if (!family_types(v, &dst_types, &src_types))
        return;
    bool fits = dst->type == ISA_TYPE_NONE || operand_fits(dst, dst_types), ints = false, floats = false;
    for (unsigned i = 0; i < v->n_src; i++) {
        if (s[i].type == ISA_TYPE_NONE)
            continue;
        fits = fits && operand_fits(&s[i], src_types);
        ints = ints || (type_set(s[i].type) & T_ALL_INT) != 0;
        floats = floats || (type_set(s[i].type) & T_ALL_INT) == 0;
    }
    uint32_t absent = (v->m->has_int64_mov ? 0 : T_Q) | (v->m->has_fp64 ? 0 : T(DF));
    bool wide = (type_set(dst->type) & absent) != 0; // rule 21
    for (unsigned i = 0; i < v->n_src; i++)
        wide = wide || (type_set(s[i].type) & absent) != 0;
    if (fits ? ints && floats : !wide)
        v_fail(v, 0, "types %s, %s, %s are not supported by the operation on %s", isa_type_name((isa_type)dst->type),
               isa_type_name((isa_type)s[0].type), v->n_src > 1 ? isa_type_name((isa_type)s[1].type) : "-", v->m->name);
}

static void double_math(vctx *v) {
    const isa_inst *in = v->in;
    if (in->op == ISA_MATH && in->dst.type == ISA_DF && in->fc != ISA_MATH_INVM && in->fc != ISA_MATH_RSQTM)
        v_fail(v, 0, "doubles are not supported; only the macros invm and rsqtm take them");
}

static void modifiers(vctx *v) {
    const isa_inst *in = v->in;
    unsigned attrs = v->op->attrs;
    // A math macro always has a condition; rule 48 covers the bit-field operations and csel.
    bool own_rule = in->op == ISA_BFE || in->op == ISA_BFI2 || in->op == ISA_CSEL;
    if (in->pred != ISA_PRED_NONE && !(attrs & ISA_ATTR_PRED) && !own_rule)
        v_fail(v, 0, "predicate is not supported by the operation");
    if (in->cmod != ISA_CMOD_NONE && !(attrs & ISA_ATTR_CMOD) && !own_rule && in->op != ISA_MATH)
        v_fail(v, 0, "conditional modifier is not supported by the operation");
    if (in->sat && !(attrs & ISA_ATTR_SAT) && !own_rule)
        v_fail(v, 0, "saturation is not supported by the operation");
    for (unsigned i = 0; i < v->n_src; i++)
        if (in->src[i].mod != ISA_MOD_NONE && !(attrs & ISA_ATTR_SRCMOD))
            v_fail(v, 0, "modifier on source %u is not supported by the operation", i);
}

static void conditions(vctx *v) {
    const isa_inst *in = v->in;
    bool cond = in->cmod != ISA_CMOD_NONE, pred = in->pred != ISA_PRED_NONE;
    if (in->op == ISA_SEL && cond == pred)
        v_fail(v, 0, "operation has %s; it must select by either a predicate or a condition",
               cond ? "both predicate and conditional modifier" : "neither predicate nor condition");
    // A csel without a condition is a no-op that Intel's compiler emits on Xe-HPC.
    if ((in->op == ISA_CMP || in->op == ISA_CMPN) && !cond)
        v_fail(v, 0, "condition is missing");
}

void v_types(vctx *v) {
    operand_types(v);
    double_math(v);
    modifiers(v);
    conditions(v);
}
