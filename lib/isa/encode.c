// SPDX-License-Identifier: MIT
// isa_encode: the coder's description (codec.h), compiled for writing.

#define CODEC_ENC true
#include "codec.h"
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
        codec_fail(c, CMC_ERR_RANGE, "%s: a virtual operand has no encoding",
                   isa_op_get((isa_op)in->op)->mnemonic);
}

cmc_status isa_encode(const isa_model *m, const isa_inst *in, uint8_t out[16], cmc_diag *d) {
    isa_inst copy = *in;
    codec c = codec_start(m, &copy, d);
    if (in->op == ISA_OP_NONE || in->op >= ISA_OP_COUNT) {
        codec_fail(&c, CMC_ERR_RANGE, "opcode number %u is not a machine instruction", in->op);
        return c.st;
    }
    int code = isa_op_get((isa_op)in->op)->code[m->family];
    if (code < 0) {
        codec_fail(&c, CMC_ERR_UNSUPPORTED, "%s has no instruction %s", m->name,
                   isa_op_get((isa_op)in->op)->mnemonic);
        return c.st;
    }
    refuse_virtual(&c);
    codec_bits(&c, ISA_F_OPCODE, (uint64_t)code);
    if (in->op != ISA_ILLEGAL) {
        codec_header(&c);
        codec_format(&c);
    }
    if (c.st == CMC_OK)
        isa_word_store(c.w, out, 16);
    return c.st;
}
