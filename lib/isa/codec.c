// SPDX-License-Identifier: MIT
// Steps of the coder (codec.h), the header that all formats share, and the two entry points
// isa_encode and isa_decode.

#include "codec.h"
#include <string.h>

void codec_fail(codec *c, cmc_status st, const char *fmt, ...) {
    if (c->st != CMC_OK)
        return;
    c->st = st;
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(c->d, CMC_ERROR, "ISA", (cmc_loc){0}, fmt, ap);
    va_end(ap);
}

bool codec_has(const codec *c, isa_field_id f) {
    return c->fields[f].n != 0;
}

bool codec_may(codec *c, unsigned attr, bool used, const char *what) {
    if (isa_op_attrs(c->m, (isa_op)c->in->op) & attr)
        return true;
    if (c->enc && used)
        codec_fail(c, CMC_ERR_UNSUPPORTED, "%s takes no %s on %s",
                   isa_op_get((isa_op)c->in->op)->mnemonic, what, c->m->name);
    return false;
}

void codec_sat(codec *c) {
    if (codec_may(c, ISA_ATTR_SAT, c->in->sat, "saturation"))
        c->in->sat = codec_flag(c, ISA_F_SAT, c->in->sat);
}

static void bad_value(codec *c, isa_field_id f, long long v) {
    if (c->enc)
        codec_fail(c, CMC_ERR_RANGE, "%s: %s %lld does not fit on %s",
                   isa_op_get((isa_op)c->in->op)->mnemonic, isa_field_text(f), v, c->m->name);
    else
        codec_fail(c, CMC_ERR_FORMAT, "%s: reserved value %lld of %s",
                   isa_op_get((isa_op)c->in->op)->mnemonic, v, isa_field_text(f));
}

uint64_t codec_bits(codec *c, isa_field_id f, uint64_t v) {
    const isa_field *fd = &c->fields[f];
    if (!c->enc)
        return isa_get(&c->w, fd);
    unsigned bits = isa_field_bits(fd);
    if (bits < 64 && v >> bits != 0) {
        if (bits == 0)
            codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: %s has no %s",
                       isa_op_get((isa_op)c->in->op)->mnemonic, c->m->name, isa_field_text(f));
        else
            bad_value(c, f, (long long)v);
        return v;
    }
    isa_put(&c->w, fd, v);
    return v;
}

bool codec_flag(codec *c, isa_field_id f, bool v) {
    return codec_bits(c, f, v) != 0;
}

int32_t codec_signed(codec *c, isa_field_id f, int32_t v, unsigned unit) {
    unsigned bits = isa_field_bits(&c->fields[f]);
    int32_t half = bits ? (int32_t)(1u << (bits - 1)) : 0;
    if (c->enc) {
        int32_t code = v / (int32_t)unit;
        if (code * (int32_t)unit != v || code < -half || code >= half) {
            bad_value(c, f, v);
            return v;
        }
        codec_bits(c, f, (uint64_t)code & ((1u << bits) - 1));
        return v;
    }
    int32_t code = (int32_t)codec_bits(c, f, 0);
    return (code >= half ? code - 2 * half : code) * (int32_t)unit;
}

int32_t codec_scaled(codec *c, isa_field_id f, int32_t v, unsigned unit) {
    if (c->enc && (v < 0 || v % (int32_t)unit != 0)) {
        bad_value(c, f, v);
        return v;
    }
    return (int32_t)codec_bits(c, f, (uint64_t)v / unit) * (int32_t)unit;
}

uint8_t codec_log2(codec *c, isa_field_id f, uint8_t v, unsigned max_code) {
    unsigned code = 0;
    if (c->enc) {
        while (code <= max_code && 1u << code != v)
            code++;
        if (code > max_code) {
            bad_value(c, f, v);
            return v;
        }
    }
    code = (unsigned)codec_bits(c, f, code);
    if (code > max_code) {
        bad_value(c, f, code);
        return 1;
    }
    return (uint8_t)(1u << code);
}

uint8_t codec_stride(codec *c, isa_field_id f, uint8_t v, unsigned max_code) {
    unsigned code = 0;
    if (c->enc && v != 0) {
        for (code = 1; code <= max_code && 1u << (code - 1) != v;)
            code++;
        if (code > max_code) {
            bad_value(c, f, v);
            return v;
        }
    }
    code = (unsigned)codec_bits(c, f, code);
    if (code > max_code) {
        bad_value(c, f, code);
        return 0;
    }
    if (code == 0)
        return 0;
    return (
        uint8_t)(1u << (code - 1)); // gcc's sanitizer build warns of a conversion in the ?: form
}

uint8_t codec_listed(codec *c, isa_field_id f, uint8_t v, const uint8_t *values, unsigned n) {
    unsigned code = 0;
    if (c->enc) {
        while (code < n && values[code] != v)
            code++;
        if (code == n) {
            bad_value(c, f, v);
            return v;
        }
    }
    code = (unsigned)codec_bits(c, f, code);
    if (code >= n) {
        bad_value(c, f, code);
        return 0;
    }
    return values[code];
}

void codec_fixed(codec *c, isa_field_id f, uint64_t v) {
    uint64_t got = codec_bits(c, f, v);
    if (got != v)
        bad_value(c, f, (long long)got);
}

uint8_t codec_type(codec *c, isa_field_id f, uint8_t t, isa_type_use use) {
    if (c->enc) {
        int code = isa_type_code(c->m, (isa_type)t, use);
        if (code < 0) {
            codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: %s cannot be '%s' on %s",
                       isa_op_get((isa_op)c->in->op)->mnemonic, isa_field_text(f),
                       t ? isa_type_name((isa_type)t) : "none", c->m->name);
            return t;
        }
        codec_bits(c, f, (uint64_t)code);
        return t;
    }
    unsigned code = (unsigned)codec_bits(c, f, 0);
    t = (uint8_t)isa_type_from_code(c->m, code, use);
    if (t == ISA_TYPE_NONE)
        bad_value(c, f, code);
    return t;
}

void codec_reg(codec *c, isa_field_id f, isa_operand *o) {
    unsigned top =
        c->m->grf_count_large > c->m->grf_count ? c->m->grf_count_large : c->m->grf_count;
    o->reg = (uint32_t)codec_bits(c, f, o->reg);
    if (o->file == ISA_FILE_GRF ? o->reg >= top : !isa_arf_by_reg(c->m, o->reg))
        bad_value(c, f, o->reg);
}

void codec_sub(codec *c, isa_field_id f, isa_operand *o, unsigned unit) {
    o->off_b = codec_scaled(c, f, o->off_b, unit);
}

void codec_file(codec *c, isa_field_id f, isa_operand *o) {
    if (c->enc && o->file != ISA_FILE_GRF && o->file != ISA_FILE_ARF) {
        codec_fail(c, CMC_ERR_RANGE, "%s: %s must be a register",
                   isa_op_get((isa_op)c->in->op)->mnemonic, isa_field_text(f));
        return;
    }
    o->file = codec_flag(c, f, o->file == ISA_FILE_GRF) ? ISA_FILE_GRF : ISA_FILE_ARF;
}

void codec_mme(codec *c, isa_field_id f, isa_operand *o) {
    if (c->enc && (o->mme < 1 || o->mme > 9)) {
        codec_fail(c, CMC_ERR_RANGE, "%s: %s must be mme0 to mme7 or nomme",
                   isa_op_get((isa_op)c->in->op)->mnemonic, isa_field_text(f));
        return;
    }
    o->mme = (uint8_t)(codec_bits(c, f, o->mme - 1u) + 1);
    if (o->mme > 9)
        bad_value(c, f, o->mme - 1);
}

// Header

static const uint8_t pred_widths[] = {
    ISA_PRED_NONE,   ISA_PRED_NORMAL, ISA_PRED_ANYV,   ISA_PRED_ALLV,  ISA_PRED_ANY2H,
    ISA_PRED_ALL2H,  ISA_PRED_ANY4H,  ISA_PRED_ALL4H,  ISA_PRED_ANY8H, ISA_PRED_ALL8H,
    ISA_PRED_ANY16H, ISA_PRED_ALL16H, ISA_PRED_ANY32H, ISA_PRED_ALL32H};
static const uint8_t pred_any_all[] = {ISA_PRED_NONE, ISA_PRED_NORMAL, ISA_PRED_ANY, ISA_PRED_ALL};

static void codec_swsb(codec *c) {
    if (!codec_has(c, ISA_F_SWSB)) {
        if (c->enc && (c->in->swsb.dist || c->in->swsb.token_mode || c->in->swsb.no_acc_set))
            codec_fail(c, CMC_ERR_UNSUPPORTED, "%s has no software scoreboard", c->m->name);
        return;
    }
    unsigned bits = 0;
    if (c->enc && !isa_swsb_encode(c->m, c->in, &bits)) {
        codec_fail(c, CMC_ERR_RANGE, "%s: this scoreboard annotation has no code on %s",
                   isa_op_get((isa_op)c->in->op)->mnemonic, c->m->name);
        return;
    }
    bits = (unsigned)codec_bits(c, ISA_F_SWSB, bits);
    if (!c->enc && !isa_swsb_decode(c->m, (isa_op)c->in->op, bits, &c->in->swsb))
        bad_value(c, ISA_F_SWSB, bits);
}

// Gen9 and Gen11: 0 normal, 1 Atomic, 2 Switch, 3 NoPreempt in one field; a bit of its own later.
static void codec_thread_control(codec *c) {
    isa_inst *in = c->in;
    if (!codec_has(c, ISA_F_THREAD)) {
        in->atomic = codec_flag(c, ISA_F_ATOMIC, in->atomic);
        if (c->enc && (in->thread_switch || in->no_preempt))
            codec_fail(c, CMC_ERR_UNSUPPORTED, "%s has no {Switch} or {NoPreempt}", c->m->name);
        return;
    }
    if (in->atomic + in->thread_switch + in->no_preempt > 1)
        codec_fail(c, CMC_ERR_RANGE, "at most one of {Atomic}, {Switch} and {NoPreempt}");
    unsigned code = in->atomic ? 1 : in->thread_switch ? 2 : in->no_preempt ? 3 : 0;
    code = (unsigned)codec_bits(c, ISA_F_THREAD, code);
    in->atomic = code == 1;
    in->thread_switch = code == 2;
    in->no_preempt = code == 3;
}

static void codec_predicate(codec *c) {
    isa_inst *in = c->in;
    if (c->lay->pred_widths)
        in->pred = codec_listed(c, ISA_F_PRED, in->pred, pred_widths, sizeof pred_widths);
    else
        in->pred = codec_listed(c, ISA_F_PRED, in->pred, pred_any_all, sizeof pred_any_all);
    in->pred_inv = codec_flag(c, ISA_F_PRED_INV, in->pred_inv);
}

void codec_header(codec *c) {
    isa_inst *in = c->in;
    in->breakpoint = codec_flag(c, ISA_F_DEBUG, in->breakpoint);
    codec_swsb(c);
    if (isa_op_get((isa_op)in->op)->format == ISA_FMT_NULLARY)
        return;
    in->exec_size = codec_log2(c, ISA_F_EXEC, in->exec_size, 5);
    in->chan_off = (uint8_t)codec_scaled(c, ISA_F_CHOFF, in->chan_off, c->lay->chan_off_unit);
    if (codec_may(c, ISA_ATTR_PRED, in->pred != ISA_PRED_NONE, "predicate"))
        codec_predicate(c);
    in->flag_reg = (uint8_t)codec_bits(c, ISA_F_FLAG_REG, in->flag_reg);
    in->flag_sub = (uint8_t)codec_bits(c, ISA_F_FLAG_SUB, in->flag_sub);
    in->no_mask = codec_flag(c, ISA_F_NO_MASK, in->no_mask);
    in->no_dd_clr = codec_flag(c, ISA_F_NO_DD_CLR, in->no_dd_clr);
    in->no_dd_chk = codec_flag(c, ISA_F_NO_DD_CHK, in->no_dd_chk);
    codec_thread_control(c);
}

static void codec_format(codec *c) {
    switch ((isa_format)isa_op_get((isa_op)c->in->op)->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_MATH:
        codec_basic(c);
        break;
    case ISA_FMT_TERNARY:
        if (c->lay->tern_align16)
            codec_align16(c);
        else
            codec_ternary(c);
        break;
    case ISA_FMT_DPAS:
        codec_dpas(c);
        break;
    case ISA_FMT_SEND:
        if (c->lay->split_send)
            codec_split_send(c);
        else
            codec_send(c);
        break;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        if (c->lay->split_send)
            codec_old_branch(c);
        else
            codec_branch(c);
        break;
    case ISA_FMT_SYNC:
        codec_sync(c);
        break;
    case ISA_FMT_WAIT:
        codec_wait(c);
        break;
    case ISA_FMT_NULLARY:
    case ISA_FMT_NONE:
        break;
    }
}

// Entry points

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
    codec c = {.m = m,
               .lay = isa_layout_get(m),
               .fields = isa_fields(m->family),
               .in = &copy,
               .enc = true,
               .d = d};
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

static cmc_status truncated(cmc_diag *d, size_t need_b, size_t have_b) {
    cmc_diag_error(d, "ISA", "truncated instruction: needs %zu bytes, found %zu", need_b, have_b);
    return CMC_ERR_FORMAT;
}

cmc_status isa_decode(const isa_model *m, const uint8_t *bytes, size_t len_b, isa_inst *out,
                      unsigned *size_b, cmc_diag *d) {
    memset(out, 0, sizeof *out); // padding too: callers compare instructions as bytes
    if (len_b < 4) {
        *size_b = 0;
        return truncated(d, 8, len_b);
    }
    bool compact = bytes[3] >> 5 & 1;
    *size_b = compact ? 8 : 16;
    if (len_b < *size_b)
        return truncated(d, *size_b, len_b);
    codec c = {
        .m = m, .lay = isa_layout_get(m), .fields = isa_fields(m->family), .in = out, .d = d};
    unsigned code = bytes[0] & 0x7f;
    out->op = (uint16_t)isa_op_from_code(m, code);
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
