// SPDX-License-Identifier: MIT
// The error messages that both directions of the coder (codec.h) share.

#include "codec.h"

void codec_fail(codec *c, cmc_status st, const char *fmt, ...) {
    if (c->st != CMC_OK)
        return;
    c->st = st;
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(c->d, CMC_ERROR, "ISA", (cmc_loc){0}, fmt, ap);
    va_end(ap);
}

const char *codec_mnemonic(const codec *c) {
    return isa_op_get((isa_op)c->in->op)->mnemonic;
}

void codec_value_fail(codec *c, bool enc, isa_field_id f, long long v) {
    if (enc)
        codec_fail(c, CMC_ERR_RANGE, "%s: %s %lld does not fit on %s", codec_mnemonic(c), isa_field_text(f), v,
                   c->m->name);
    else
        codec_fail(c, CMC_ERR_FORMAT, "%s: reserved value %lld of %s", codec_mnemonic(c), v, isa_field_text(f));
}

void codec_no_field(codec *c, isa_field_id f) {
    codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: %s has no %s", codec_mnemonic(c), c->m->name, isa_field_text(f));
}

void codec_no_attr(codec *c, const char *what) {
    codec_fail(c, CMC_ERR_UNSUPPORTED, "%s takes no %s on %s", codec_mnemonic(c), what, c->m->name);
}

void codec_no_type(codec *c, isa_field_id f, uint8_t t) {
    codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: %s cannot be '%s' on %s", codec_mnemonic(c), isa_field_text(f),
               t ? isa_type_name((isa_type)t) : "none", c->m->name);
}

void codec_no_register(codec *c, isa_field_id f) {
    codec_fail(c, CMC_ERR_RANGE, "%s: %s must be a register", codec_mnemonic(c), isa_field_text(f));
}

void codec_no_macro_register(codec *c, isa_field_id f) {
    codec_fail(c, CMC_ERR_RANGE, "%s: %s must be mme0 to mme7 or nomme", codec_mnemonic(c), isa_field_text(f));
}
