// SPDX-License-Identifier: MIT
// isa_validate: checks all of the hardware's operand restrictions that a single instruction can violate.
//
//   mad (16|M0) r10.0<4>:f ...   ->   ISA39 "mad: destination stride 4; three-source instructions
//   take 1 or 2"
//
// Rules have the numbers of isa-semantics.md section 5; tables/rules.def lists which of them are checked. They are the
// hardware's requirements, not our compiler's habits: the output of Intel's offline compiler must pass (a test compiles
// kernels for every target and checks that). Virtual operands are rejected.

#include "validate_priv.h"

#include <assert.h>

static const isa_rule rules[] = {
#define RULE_CHECKED                          true
#define RULE_OPEN                             false
#define ISA_RULE(number, state, text, source) {number, RULE_##state, text, source},
#include "tables/rules.def"
#undef ISA_RULE
};

const isa_rule *isa_rule_get(unsigned number) {
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].number == number)
            return &rules[i];
    return NULL;
}

static bool is_virtual(const isa_operand *o) {
    return o->file == ISA_FILE_VREG || o->file == ISA_FILE_VADDR || o->vaddr != 0;
}

static bool has_virtual_operand(const isa_inst *in) {
    bool any = in->vflag != 0 || is_virtual(&in->dst);
    for (unsigned i = 0; i < 3; i++)
        any = any || is_virtual(&in->src[i]);
    return any || in->op >= ISA_OP_COUNT;
}

static unsigned source_count(const isa_inst *in, const isa_op_info *op) {
    if (in->op == ISA_MATH)
        return in->fc >= ISA_MATH_FDIV && in->fc != ISA_MATH_RSQTM ? 2 : 1;
    if (in->op == ISA_MOVI)
        return 1;
    return op->n_src;
}

static void run_groups(vctx *v) {
    switch ((isa_format)v->op->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_MATH:
        v_types(v);
        v_regions(v);
        v_basic(v);
        v_alignment(v);
        v_crossbar(v);
        v_half(v);
        v_bfloat(v);
        v_indirect(v);
        break;
    case ISA_FMT_TERNARY:
        v_types(v);
        v_regions(v);
        v_basic(v);
        v_alignment(v);
        v_half(v);
        v_bfloat(v);
        v_ternary(v);
        break;
    case ISA_FMT_DPAS:
        v_dpas(v);
        break;
    case ISA_FMT_SEND:
        v_send(v);
        break;
    case ISA_FMT_NONE:
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
    case ISA_FMT_SYNC:
    case ISA_FMT_NULLARY:
    case ISA_FMT_WAIT:
        break;
    }
    v_misc(v);
}

cmc_status isa_validate(const isa_model *m, const isa_inst *in, cmc_diag *d) {
    assert(m && in);
    if (has_virtual_operand(in)) {
        cmc_diag_error(d, "ISA0102", "a virtual operand cannot be validated; allocate registers first");
        return CMC_ERR_RANGE;
    }
    vctx v = {.m = m, .in = in, .d = d, .op = isa_op_get((isa_op)in->op)};
    if (!isa_op_exists(m, (isa_op)in->op)) {
        v_fail(&v, 0, "%s does not have this operation", m->name);
        return CMC_ERR_USER;
    }
    v.n_src = source_count(in, v.op);
    v.exec = isa_inst_exec_type(m, in);
    v.exec_b = isa_type_size_b(v.exec);
    run_groups(&v);
    return v.n_errors == 0 ? CMC_OK : CMC_ERR_USER;
}
