// SPDX-License-Identifier: MIT
// isa_decode: the coder's description (codec.h), compiled for decoding.

#define CODEC_ENC false
#include "codec.h"

#include <assert.h>
#include "codec_alu.inc"
#include "codec_flow.inc"
#include "codec_header.inc"

static cmc_status truncated(cmc_diag *d, size_t need_b, size_t have_b) {
    cmc_diag_error(d, "ISA", "truncated instruction: needs %zu bytes, found %zu", need_b, have_b);
    return CMC_ERR_FORMAT;
}

cmc_status isa_decode(const isa_model *m, const uint8_t *bytes, size_t len_b, isa_inst *out, unsigned *size_b,
                      cmc_diag *d) {
    assert(m && out && size_b && (bytes || len_b == 0));
    memset(out, 0, sizeof *out); // clears the padding too: callers compare instructions as bytes
    if (len_b < 4) {
        *size_b = 0;
        return truncated(d, 8, len_b);
    }
    bool compact = bytes[3] >> 5 & 1;
    *size_b = compact ? 8 : 16;
    if (len_b < *size_b)
        return truncated(d, *size_b, len_b);
    unsigned code = bytes[0] & 0x7f;
    out->op = (uint16_t)isa_op_from_code(m, code);
    codec c = codec_start(m, out, d);
    if (out->op == ISA_OP_NONE) {
        codec_fail(&c, CMC_ERR_FORMAT, "unknown opcode 0x%02x for %s", code, m->name);
        return c.st;
    }
    uint8_t native[16];
    if (compact) {
        if (isa_expand(m, bytes, native) != CMC_OK) {
            codec_fail(&c, CMC_ERR_FORMAT, "%s: not a valid compacted instruction of %s",
                       isa_op_get((isa_op)out->op)->mnemonic, m->name);
            return c.st;
        }
        bytes = native;
    }
    out->compacted = compact;
    c.w = isa_word_load(bytes, 16);
    if (out->op == ISA_ILLEGAL)
        return CMC_OK;
    codec_header(&c);
    codec_format(&c);
    return c.st;
}
