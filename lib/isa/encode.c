// SPDX-License-Identifier: MIT
// isa_encode: the coder's description (codec.h), compiled for encoding.

#define CODEC_ENC true
#include "codec.h"

#include <assert.h>
#include "codec_alu.inc"
#include "codec_flow.inc"
#include "codec_header.inc"

static bool operand_is_virtual(const isa_operand *o) {
    return o->file >= ISA_FILE_VREG || o->vaddr != 0;
}

static void refuse_virtual(codec *c) {
    const isa_inst *in = c->in;
    bool virt = in->vflag != 0 || operand_is_virtual(&in->dst);
    for (unsigned i = 0; i < 3; i++)
        virt = virt || operand_is_virtual(&in->src[i]);
    if (virt)
        codec_fail(c, CMC_ERR_RANGE, "%s: a virtual operand has no encoding", isa_op_get((isa_op)in->op)->mnemonic);
}

// Rejects parts of the instruction that its format cannot encode.
static void refuse_leftovers(codec *c) {
    const isa_inst *in = c->in;
    bool send = c->format == ISA_FMT_SEND;
    bool math = c->format == ISA_FMT_MATH || c->format == ISA_FMT_DPAS ||
                (c->format >= ISA_FMT_UNARY && c->format <= ISA_FMT_TERNARY);
    const char *what = NULL;
    if (in->acc_wr_en && !math)
        what = "AccWrEn";
    else if (in->branch_ctrl && in->op != ISA_WHILE && !has_branch_ctrl(in->op))
        what = "a branch control";
    else if (send && (in->no_dd_clr || in->no_dd_chk))
        what = "a dependency control";
    else if (in->no_src_dep_set && !c->lay->split_send)
        what = "NoSrcDepSet";
    else if (!send && (in->eot || in->no_src_dep_set || in->exbso || in->cps || in->fusion_ctrl))
        what = "EOT, NoSrcDepSet, ExBSO, CPS or Serialize";
    if (what)
        codec_fail(c, CMC_ERR_UNSUPPORTED, "%s takes no %s", isa_op_get((isa_op)in->op)->mnemonic, what);
}

cmc_status isa_encode(const isa_model *m, const isa_inst *in, uint8_t out[16], cmc_diag *d) {
    assert(m && in && out);
    isa_inst copy = *in;
    codec c = codec_start(m, &copy, d);
    if (in->op == ISA_OP_NONE || in->op >= ISA_OP_COUNT) {
        codec_fail(&c, CMC_ERR_RANGE, "opcode number %u is not a machine instruction", in->op);
        return c.st;
    }
    int code = isa_op_get((isa_op)in->op)->code[m->family];
    if (code < 0) {
        codec_fail(&c, CMC_ERR_UNSUPPORTED, "%s has no instruction %s", m->name, isa_op_get((isa_op)in->op)->mnemonic);
        return c.st;
    }
    refuse_virtual(&c);
    refuse_leftovers(&c);
    codec_bits(&c, ISA_F_OPCODE, (uint64_t)code);
    if (in->op != ISA_ILLEGAL) {
        codec_header(&c);
        codec_format(&c);
    }
    if (c.st == CMC_OK)
        isa_word_store(c.w, out, 16);
    return c.st;
}
