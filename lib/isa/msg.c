// SPDX-License-Identifier: MIT
// isa_send_describe and its inverse isa_send_build: the meaning of a send.
//
//   sfid, desc, exdesc   <->   isa_msg (kind, lanes, sizes, surface, lengths in registers)
//
// Common to all messages: desc[28:25] registers of src0, desc[24:20] registers of the result, desc[19] header, and
// src1's length, whose position moved twice (exdesc[9:6], exdesc[10:6], instruction). The rest is in msg_hdc.c,
// msg_lsc.c, msg_misc.c.

#include "msg_priv.h"
#include <assert.h>
#include <string.h>

enum { MAX_MLEN = 15, MAX_LEN = 31, EXDESC_EOT = 1 << 5 };

typedef enum msg_room { ROOM_NONE = 0, ROOM_HDC, ROOM_LSC, ROOM_MISC } msg_room;

static msg_room room_of_sfid(const isa_model *m, uint8_t sfid) {
    switch (sfid) {
    case ISA_SFID_DC0:
    case ISA_SFID_DC1:
    case ISA_SFID_DCRO:
        return ROOM_HDC;
    case ISA_SFID_UGM:
    case ISA_SFID_UGML:
    case ISA_SFID_SLM:
    case ISA_SFID_CRE:
        return m->has_lsc ? ROOM_LSC : ROOM_NONE;
    case ISA_SFID_SMPL:
    case ISA_SFID_GTWY:
    case ISA_SFID_TS:
        return ROOM_MISC;
    default:
        return ROOM_NONE;
    }
}

static msg_room room_of_kind(uint8_t kind) {
    if (kind >= ISA_MSG_OWORD_READ && kind <= ISA_MSG_HDC_FENCE)
        return ROOM_HDC;
    if (kind >= ISA_MSG_LSC_LOAD && kind <= ISA_MSG_LSC_OTHER)
        return ROOM_LSC;
    if (kind >= ISA_MSG_SAMPLER && kind < ISA_MSG_KIND_COUNT)
        return ROOM_MISC;
    return ROOM_NONE;
}

static msg_lens lens_of(const isa_model *m, const isa_msg *msg) {
    switch (room_of_kind(msg->kind)) {
    case ROOM_HDC:
        return msg_hdc_lens(m, msg);
    case ROOM_LSC:
        return msg_lsc_lens(m, msg);
    case ROOM_MISC:
        return msg_misc_lens(m, msg);
    case ROOM_NONE:
        break;
    }
    return (msg_lens){0, 0, 0};
}

// An extended descriptor in a register, without a length field in the instruction, hides src1's length.
static bool xlen_is_hidden(const isa_model *m, const isa_inst *send) {
    return send->exdesc_is_reg && !(m->src1_len_in_inst && (send->exbso || send->src1_len != 0));
}

static uint8_t xlen_of(const isa_model *m, const isa_inst *send) {
    if (m->src1_len_in_inst)
        return send->src1_len;
    return (uint8_t)msg_bits(send->exdesc, 6, 5);
}

cmc_status isa_send_describe(const isa_model *m, const isa_inst *send, isa_msg *out) {
    assert(m && send && out);
    memset(out, 0, sizeof *out);
    out->sfid = send->sfid;
    out->end_of_thread = send->eot;
    if (!xlen_is_hidden(m, send))
        out->xlen_grf = xlen_of(m, send);
    out->mlen_grf = (uint8_t)msg_bits(send->desc, 25, 4);
    out->rlen_grf = (uint8_t)msg_bits(send->desc, 20, 5);
    out->header = msg_bits(send->desc, 19, 1);
    if (send->desc_is_reg) // a code generator that knows the lengths records them in desc
        return CMC_ERR_UNSUPPORTED;
    isa_msg lengths = *out;
    cmc_status s = CMC_ERR_UNSUPPORTED;
    switch (room_of_sfid(m, send->sfid)) {
    case ROOM_HDC:
        s = msg_hdc_describe(m, send, out);
        break;
    case ROOM_LSC:
        s = msg_lsc_describe(m, send, out);
        break;
    case ROOM_MISC:
        s = msg_misc_describe(m, send, out);
        break;
    case ROOM_NONE:
        break;
    }
    if (s != CMC_OK) {
        *out = lengths;
        return s;
    }
    if (xlen_is_hidden(m, send))
        out->xlen_grf = (uint8_t)lens_of(m, out).xlen;
    return CMC_OK;
}

static cmc_status fill_lengths(const isa_model *m, isa_msg *msg, cmc_diag *d) {
    msg_lens l = lens_of(m, msg);
    unsigned rlen = msg->rlen_grf ? msg->rlen_grf : l.rlen;
    if (rlen == 32 && msg->kind == ISA_MSG_LSC_LOAD_2D)
        rlen = 31; // the field's maximum; the hardware derives the real length
    unsigned mlen = msg->mlen_grf ? msg->mlen_grf : l.mlen, xlen = msg->xlen_grf ? msg->xlen_grf : l.xlen;
    unsigned xmax = m->send_xlen_max;
    if (mlen > MAX_MLEN || rlen > MAX_LEN || xlen > xmax) {
        cmc_diag_error(d, "ISA0102", "message has %u + %u registers and a result of %u; at most %u + %u and %u fit",
                       mlen, xlen, rlen, (unsigned)MAX_MLEN, xmax, (unsigned)MAX_LEN);
        return CMC_ERR_RANGE;
    }
    msg->mlen_grf = (uint8_t)mlen;
    msg->xlen_grf = (uint8_t)xlen;
    msg->rlen_grf = (uint8_t)rlen;
    return CMC_OK;
}

// Families with the SFID in exdesc have one-source and two-source opcodes.
static void set_opcode(const isa_model *m, const isa_msg *msg, isa_inst *in) {
    bool conditional = in->op == ISA_SENDC || in->op == ISA_SENDSC;
    bool split = m->sfid_in_exdesc && msg->xlen_grf != 0;
    if (split)
        in->op = conditional ? ISA_SENDSC : ISA_SENDS;
    else if (in->op != ISA_SENDC && !(m->sfid_in_exdesc && (in->op == ISA_SENDS || in->op == ISA_SENDSC)))
        in->op = ISA_SEND;
}

static void set_inst(const isa_model *m, const isa_msg *msg, uint32_t desc, uint32_t exdesc, isa_inst *in) {
    set_opcode(m, msg, in);
    in->sfid = msg->sfid;
    in->eot = msg->end_of_thread;
    in->desc = desc | (uint32_t)msg->mlen_grf << 25 | (uint32_t)msg->rlen_grf << 20;
    in->exdesc = exdesc;
    in->src1_len = 0;
    if (m->src1_len_in_inst)
        in->src1_len = msg->xlen_grf;
    else
        in->exdesc |= (uint32_t)msg->xlen_grf << 6;
    if (m->sfid_in_exdesc)
        in->exdesc |= msg->sfid | (in->eot ? (uint32_t)EXDESC_EOT : 0);
}

cmc_status isa_send_build(const isa_model *m, const isa_msg *msg, isa_inst *in, cmc_diag *d) {
    assert(m && msg && in);
    isa_msg full = *msg;
    uint32_t desc = 0, exdesc = 0;
    cmc_status s = CMC_ERR_UNSUPPORTED;
    switch (room_of_kind(msg->kind)) {
    case ROOM_HDC:
        s = msg_hdc_build(m, &full, &desc, &exdesc, d);
        break;
    case ROOM_LSC:
        s = msg_lsc_build(m, &full, &desc, &exdesc, d);
        break;
    case ROOM_MISC:
        s = msg_misc_build(m, &full, &desc, &exdesc, d);
        break;
    case ROOM_NONE:
        cmc_diag_error(d, "ISA0101", "message kind %u cannot be built", msg->kind);
        break;
    }
    CMC_TRY(s);
    CMC_TRY(fill_lengths(m, &full, d));
    set_inst(m, &full, desc, exdesc, in);
    return CMC_OK;
}
