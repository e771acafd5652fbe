// SPDX-License-Identifier: MIT
// HDC messages (data cache ports 0 and 1, constant port): bits 18:0 of the descriptor <-> isa_msg.
//
//   0x04205e00 on DC1   <->   untyped read, 16 lanes, channel mask X, bti 0
//
// A row of tables/msg_hdc.def names a message and its form. A form is a list of bit fields; each kind of field can read
// and write its part of isa_msg. Not supported: oword dual blocks, append counters, typed reads with status (neither
// our compiler nor Intel's emits them); isa_send_describe returns UNKNOWN and their lengths.

#include "msg_priv.h"

#include <assert.h>

typedef enum hdc_form {
    FORM_OWORD = 1,
    FORM_BYTE,
    FORM_DWORD,
    FORM_UNTYPED,
    FORM_ATOMIC,
    FORM_ATOMIC_F,
    FORM_MEDIA,
    FORM_TYPED,
    FORM_TYPED_AT,
    FORM_A64_SCAT,
    FORM_A64_AT,
    FORM_A64_AT16,
    FORM_A64_AT_F,
    FORM_A64_BLOCK,
    FORM_DUAL,
    FORM_HWORD_RD,
    FORM_HWORD_WR,
    FORM_TYPED_ST,
    FORM_FENCE,
    FORM_SCRATCH,
    FORM_COUNT
} hdc_form;

typedef enum hdc_addr { ADDR_HDR = 1, ADDR_A32, ADDR_A64, ADDR_UV } hdc_addr;

typedef enum hdc_data {
    DATA_RD_BLOCK = 1,
    DATA_WR_BLOCK,
    DATA_RD_LANES,
    DATA_WR_LANES,
    DATA_AT_LANES,
    DATA_FENCE
} hdc_data;

typedef struct hdc_row {
    uint8_t kind, sfid, mask, type, form, elts, addr, data;
} hdc_row;

static const hdc_row hdc_rows[] = {
#define ISA_HDC(kind, sfid, mask, type, form, elts, addr, data)                                                        \
    {ISA_MSG_##kind, ISA_SFID_##sfid, mask, type, FORM_##form, elts, ADDR_##addr, DATA_##data},
#include "tables/msg_hdc.def"
#undef ISA_HDC
};

enum { HDC_ROWS = sizeof hdc_rows / sizeof hdc_rows[0], HDC_MAX_FIELDS = 6 };

typedef enum hdc_field_kind {
    FLD_NONE = 0,
    FLD_BTI,
    FLD_OWORDS,  // 0 one (low half), 1 one (high half), 2.. two, four, eight, sixteen owords
    FLD_INV,     // invalidate after read
    FLD_ELT,     // log2 of element bytes
    FLD_DUAL,    // owords of each block: 0 one, 2 four
    FLD_HWORDS,  // log2 of 32-byte units
    FLD_ONE,     // constant 1
    FLD_FIXED,   // legacy constant 5
    FLD_WIDE,    // 1 = 16 lanes, 0 = 8
    FLD_NARROW,  // 1 = 8 lanes, 0 = 16
    FLD_UNTYPED, // 1 = 16 lanes, 2 = 8, 0 = simd4x2
    FLD_MASK,    // disabled channels
    FLD_A64_ELT, // [3:2] log2 count, [1:0] byte, dword, qword, byte with status
    FLD_ALIGN,   // 0 oword, 1 dword, 3 block of 32-byte units
    FLD_RETURN,
    FLD_OP,
    FLD_DATA64,    // atomic on 64 bits
    FLD_OP_F,      // float atomic; 6 and 7 are add and sub on 64 bits
    FLD_SLOT,      // slot group, 1 or 2; 0 = simd4x2
    FLD_SLOT_HIGH, // slot group, 1 = high
    FLD_MOD,
    FLD_FLUSH,
    FLD_SCR_SIZE, // log2 of 32-byte units
    FLD_SCR_OFF   // 32-byte units
} hdc_field_kind;

typedef struct hdc_field {
    uint8_t kind, lo, width;
} hdc_field;

static const hdc_field hdc_forms[FORM_COUNT][HDC_MAX_FIELDS] = {
    [FORM_OWORD] = {{FLD_BTI, 0, 8}, {FLD_OWORDS, 8, 3}, {FLD_INV, 13, 1}},
    [FORM_BYTE] = {{FLD_BTI, 0, 8}, {FLD_WIDE, 8, 1}, {FLD_ELT, 10, 2}, {FLD_INV, 13, 1}},
    [FORM_DWORD] = {{FLD_BTI, 0, 8}, {FLD_WIDE, 8, 1}, {FLD_FIXED, 9, 3}, {FLD_INV, 13, 1}},
    [FORM_UNTYPED] = {{FLD_BTI, 0, 8}, {FLD_MASK, 8, 4}, {FLD_UNTYPED, 12, 2}},
    [FORM_ATOMIC] = {{FLD_BTI, 0, 8}, {FLD_OP, 8, 4}, {FLD_NARROW, 12, 1}, {FLD_RETURN, 13, 1}},
    [FORM_ATOMIC_F] = {{FLD_BTI, 0, 8}, {FLD_OP_F, 8, 3}, {FLD_NARROW, 12, 1}, {FLD_RETURN, 13, 1}},
    [FORM_MEDIA] = {{FLD_BTI, 0, 8}, {FLD_MOD, 8, 3}},
    [FORM_TYPED] = {{FLD_BTI, 0, 8}, {FLD_MASK, 8, 4}, {FLD_SLOT, 12, 2}},
    [FORM_TYPED_AT] = {{FLD_BTI, 0, 8}, {FLD_OP, 8, 4}, {FLD_SLOT_HIGH, 12, 1}, {FLD_RETURN, 13, 1}},
    [FORM_A64_SCAT] = {{FLD_BTI, 0, 8}, {FLD_A64_ELT, 8, 4}, {FLD_WIDE, 12, 1}, {FLD_INV, 13, 1}},
    [FORM_A64_AT] = {{FLD_BTI, 0, 8}, {FLD_OP, 8, 4}, {FLD_DATA64, 12, 1}, {FLD_RETURN, 13, 1}},
    [FORM_A64_AT16] = {{FLD_BTI, 0, 8}, {FLD_OP, 8, 4}, {FLD_RETURN, 13, 1}},
    [FORM_A64_AT_F] = {{FLD_BTI, 0, 8}, {FLD_OP_F, 8, 3}, {FLD_RETURN, 13, 1}},
    [FORM_A64_BLOCK] = {{FLD_BTI, 0, 8}, {FLD_ALIGN, 11, 2}, {FLD_OWORDS, 8, 3}},
    [FORM_DUAL] = {{FLD_BTI, 0, 8}, {FLD_DUAL, 8, 2}, {FLD_INV, 13, 1}},
    [FORM_HWORD_RD] = {{FLD_BTI, 0, 8}, {FLD_HWORDS, 8, 3}, {FLD_ONE, 13, 1}},
    [FORM_HWORD_WR] = {{FLD_BTI, 0, 8}, {FLD_OWORDS, 8, 3}},
    [FORM_TYPED_ST] = {{FLD_BTI, 0, 8}, {FLD_MASK, 8, 4}, {FLD_SLOT, 12, 2}},
    [FORM_FENCE] = {{FLD_BTI, 0, 8}, {FLD_FLUSH, 8, 5}, {FLD_RETURN, 13, 1}},
    [FORM_SCRATCH] = {{FLD_SCR_OFF, 0, 12}, {FLD_SCR_SIZE, 12, 2}, {FLD_INV, 15, 1}},
};

enum { HWORD_B = 32, LAST_HWORDS = 5 };

static bool get_size(uint8_t kind, uint32_t v, isa_msg *msg) {
    switch (kind) {
    case FLD_OWORDS:
        if (msg->align_b == HWORD_B && msg->kind != ISA_MSG_HWORD_WRITE)
            return get_size(FLD_HWORDS, v, msg);
        msg->oword_high = v == 1;
        msg->size_b = (uint16_t)((v < 2 ? 16 : 8u << v) * (msg->align_b == HWORD_B ? 2 : 1));
        return v <= 5 && !(msg->align_b == HWORD_B && v == 1);
    case FLD_HWORDS:
        msg->size_b = (uint16_t)(HWORD_B << v);
        return v <= LAST_HWORDS;
    case FLD_DUAL:
        msg->size_b = v ? 128 : 32;
        return v == 0 || v == 2;
    case FLD_ELT:
        msg->elt_b = (uint8_t)(1u << v);
        return v <= 2;
    case FLD_A64_ELT: {
        unsigned count = 1u << (v >> 2), base = v & 3u;
        msg->elt_b = (uint8_t)(base == 0 ? count : base == 1 ? 4 : 8);
        msg->n_elt = (uint8_t)(base == 0 ? 1 : count);
        if (base == 3) { // bytes with a status
            msg->elt_b = (uint8_t)count;
            msg->n_elt = 1;
            msg->status = true;
            base = 0;
        }
        msg->as_bytes = base == 0 && count == 4;
        return msg->elt_b <= 8 && !(base == 0 && count == 8);
    }
    case FLD_SCR_SIZE:
        msg->size_b = (uint16_t)(32u << v);
        return true;
    case FLD_DATA64:
        msg->elt_b = v ? 8 : 4;
        return true;
    case FLD_OP_F:
        msg->op = (uint8_t)v;
        if (msg->elt_b == 2)
            return v != 0 && v < 6;
        msg->elt_b = v >= 6 ? 8 : 4;
        return v != 0;
    case FLD_ALIGN:
        msg->align_b = v == 0 ? 16 : v == 1 ? 4 : HWORD_B;
        return v != 2;
    default:
        return false;
    }
}

static bool get_field(uint8_t kind, uint32_t v, isa_msg *msg) {
    switch (kind) {
    case FLD_BTI:
        msg->bti = (uint8_t)v;
        return true;
    case FLD_INV:
        msg->inv_after_read = v;
        return true;
    case FLD_ONE:
        return v == 1;
    case FLD_FIXED:
        return v == 5;
    case FLD_WIDE:
        msg->simd = v ? 16 : 8;
        return true;
    case FLD_NARROW:
        msg->simd = v ? 8 : 16;
        return true;
    case FLD_UNTYPED:
        msg->simd = v == 1 ? 16 : v == 2 ? 8 : 2;
        msg->simd4x2 = v == 0;
        return v <= 2;
    case FLD_MASK:
        msg->chan_mask = (uint8_t)(~v & 15u);
        return v != 15;
    case FLD_RETURN:
        msg->returns = v;
        return true;
    case FLD_OP:
        msg->op = (uint8_t)v;
        return true;
    case FLD_SLOT:
        msg->slot_group = (uint8_t)v;
        msg->simd4x2 = v == 0;
        return v <= 2;
    case FLD_SLOT_HIGH:
        msg->slot_group = v ? 2 : 1;
        return true;
    case FLD_MOD:
        msg->media_mod = (uint8_t)v;
        return true;
    case FLD_FLUSH:
        msg->op = (uint8_t)v;
        return true;
    case FLD_SCR_OFF:
        msg->imm_off = (int32_t)(v * 32u);
        return true;
    default:
        return get_size(kind, v, msg);
    }
}

static int log2_exact(unsigned v) {
    for (int i = 0; i < 12; i++)
        if (v == 1u << i)
            return i;
    return -1;
}

// The code of a size field, or -1.
static int put_size(uint8_t kind, const isa_msg *msg) {
    int log = log2_exact(msg->size_b);
    switch (kind) {
    case FLD_OWORDS:
        if (msg->align_b == HWORD_B && msg->kind != ISA_MSG_HWORD_WRITE)
            return put_size(FLD_HWORDS, msg);
        if (msg->align_b == HWORD_B)
            return log < 5 || log > 9 ? -1 : log == 5 ? 0 : log - 4;
        return log < 4 || log > 8 ? -1 : log == 4 ? msg->oword_high : log - 3;
    case FLD_HWORDS:
        return log < 5 || log > 5 + LAST_HWORDS ? -1 : log - 5;
    case FLD_DUAL:
        return msg->size_b == 32 ? 0 : msg->size_b == 128 ? 2 : -1;
    case FLD_SCR_SIZE:
        return log < 5 || log > 8 ? -1 : log - 5;
    case FLD_ELT:
        return log2_exact(msg->elt_b);
    case FLD_A64_ELT: {
        int count = log2_exact(msg->n_elt);
        if (msg->status)
            return msg->n_elt == 1 && msg->elt_b <= 4 ? log2_exact(msg->elt_b) << 2 | 3 : -1;
        if (msg->elt_b < 4 || (msg->elt_b == 4 && msg->as_bytes))
            return msg->n_elt == 1 ? log2_exact(msg->elt_b) << 2 : -1;
        return count < 0 || count > 3 ? -1 : count << 2 | (msg->elt_b == 4 ? 1 : 2);
    }
    case FLD_DATA64:
        return msg->elt_b == 8;
    case FLD_OP_F:
        return (msg->op >= 6) == (msg->elt_b == 8) ? msg->op : -1;
    case FLD_ALIGN:
        return msg->align_b == 16 ? 0 : msg->align_b == 4 ? 1 : msg->align_b == HWORD_B ? 3 : -1;
    default:
        return -1;
    }
}

static int put_field(uint8_t kind, const isa_msg *msg) {
    switch (kind) {
    case FLD_BTI:
        return msg->bti;
    case FLD_INV:
        return msg->inv_after_read;
    case FLD_ONE:
        return 1;
    case FLD_FIXED:
        return 5;
    case FLD_WIDE:
        return msg->simd == 16;
    case FLD_NARROW:
        return msg->simd == 8;
    case FLD_UNTYPED:
        return msg->simd4x2 ? 0 : msg->simd == 16 ? 1 : 2;
    case FLD_MASK:
        return ~msg->chan_mask & 15;
    case FLD_RETURN:
        return msg->returns;
    case FLD_OP:
        return msg->op;
    case FLD_SLOT:
        return msg->simd4x2 ? 0 : msg->slot_group;
    case FLD_SLOT_HIGH:
        return msg->slot_group == 2;
    case FLD_MOD:
        return msg->media_mod;
    case FLD_FLUSH:
        return msg->op;
    case FLD_SCR_OFF:
        return msg->imm_off % 32 ? -1 : msg->imm_off / 32;
    default:
        return put_size(kind, msg);
    }
}

static bool form_has(uint8_t form, uint8_t kind) {
    for (int i = 0; i < HDC_MAX_FIELDS; i++)
        if (hdc_forms[form][i].kind == kind)
            return true;
    return false;
}

// Derives the remaining fields. Byte messages use one dword for each lane, whatever the element size.
static void finish(const isa_model *m, const hdc_row *row, isa_msg *msg) {
    bool lanes = row->data == DATA_RD_LANES || row->data == DATA_WR_LANES || row->data == DATA_AT_LANES;
    if (!lanes) {
        msg->simd = 1;
        msg->addr_size_b = row->form == FORM_A64_BLOCK ? 8 : 4;
        return;
    }
    if (msg->simd4x2)
        msg->simd = 2;
    else if (msg->simd == 0 || row->addr == ADDR_UV)
        msg->simd = m->hdc_min_simd;
    if (msg->elt_b == 0)
        msg->elt_b = row->elts == 2 ? 2 : row->elts == 8 ? 8 : 4;
    msg->reg_elt_b = msg->elt_b < 4 ? 4 : msg->elt_b;
    if (form_has(row->form, FLD_MASK))
        msg->n_elt = (uint8_t)__builtin_popcount(msg->chan_mask);
    else if (msg->n_elt == 0)
        msg->n_elt = 1;
    msg->addr_size_b = row->addr == ADDR_A64 ? 8 : 4;
}

// 16-bit integer atomics exist from Xe-LP on, like the instruction's SFID field.
static bool has_row(const isa_model *m, const hdc_row *row) {
    return !(m->sfid_in_exdesc && row->elts == 2 && (row->form == FORM_ATOMIC || row->form == FORM_A64_AT16));
}

// True if the row's fields describe a message that exists on this target.
static bool get_row(const isa_model *m, const hdc_row *row, uint32_t desc, isa_msg *msg) {
    msg->kind = row->kind;
    if (row->elts == 2)
        msg->elt_b = 2;
    if (row->form == FORM_HWORD_RD || row->form == FORM_HWORD_WR)
        msg->align_b = HWORD_B;
    for (int i = 0; i < HDC_MAX_FIELDS && hdc_forms[row->form][i].kind != FLD_NONE; i++) {
        const hdc_field *f = &hdc_forms[row->form][i];
        if (!get_field(f->kind, msg_bits(desc, f->lo, f->width), msg))
            return false;
    }
    if (row->elts != 0 && msg->elt_b != 0 && (row->elts & msg->elt_b) == 0)
        return false;
    if (row->form == FORM_FENCE && msg->bti != 0 && msg->bti != 254)
        return false;
    if (msg->align_b == HWORD_B && row->form != FORM_A64_BLOCK && !m->has_lsc)
        return false;
    // From Xe-HPG on this bit of the unaligned block selects another unit, see HWORD_READ.
    if (row->kind == ISA_MSG_OWORD_READ_UNALIGNED && msg->inv_after_read && m->has_lsc)
        return false;
    return !msg->simd4x2 || m->hdc_min_simd == 8;
}

cmc_status msg_hdc_describe(const isa_model *m, const isa_inst *send, isa_msg *msg) {
    uint32_t type = msg_bits(send->desc, 14, 5);
    const isa_msg common = *msg;
    const hdc_row *row = NULL;
    for (int i = 0; i < HDC_ROWS && row == NULL; i++) {
        *msg = common;
        if (hdc_rows[i].sfid == msg->sfid && (type & hdc_rows[i].mask) == (hdc_rows[i].type & hdc_rows[i].mask) &&
            has_row(m, &hdc_rows[i]) && get_row(m, &hdc_rows[i], send->desc, msg))
            row = &hdc_rows[i];
    }
    if (row == NULL || !m->has_hdc || send->desc >> 29 != 0)
        return CMC_ERR_UNSUPPORTED;
    if (row->form == FORM_OWORD)
        msg->align_b = row->kind == ISA_MSG_OWORD_READ_UNALIGNED ? 4 : 16;
    if (row->form == FORM_DUAL)
        msg->align_b = 16;
    if (row->form == FORM_TYPED_ST)
        msg->status = true;
    if (row->form == FORM_MEDIA) // width and height are in the payload; the registers give an upper bound
        msg->size_b = (uint16_t)((row->data == DATA_RD_BLOCK ? msg->rlen_grf : msg->xlen_grf) * m->grf_b);
    if (msg->bti == 252)
        msg->surf = send->exdesc & 0xfffff000u;
    finish(m, row, msg);
    return CMC_OK;
}

static const hdc_row *find_row(const isa_msg *msg) {
    for (int i = 0; i < HDC_ROWS; i++) {
        const hdc_row *row = &hdc_rows[i];
        if (row->kind != msg->kind || (msg->sfid != 0 && msg->sfid != row->sfid))
            continue;
        if (row->addr == ADDR_UV && msg->status != (row->form == FORM_TYPED_ST))
            continue;
        if (row->elts == 0 || msg->elt_b == 0 || (row->elts & msg->elt_b) != 0)
            return row;
    }
    return NULL;
}

// Rejects messages that can be encoded but that the target does not support.
static cmc_status check_target(const isa_model *m, const hdc_row *row, const isa_msg *msg, cmc_diag *d) {
    if (!m->has_hdc) {
        cmc_diag_error(d, "ISA0101", "%s has no legacy data port", m->name);
        return CMC_ERR_UNSUPPORTED;
    }
    if (!has_row(m, row)) {
        cmc_diag_error(d, "ISA0101", "%s has no integer atomics on 16 bits", m->name);
        return CMC_ERR_UNSUPPORTED;
    }
    bool hword_row = row->form == FORM_HWORD_RD || row->form == FORM_HWORD_WR;
    if ((hword_row && !m->has_lsc) || (msg->simd4x2 && m->hdc_min_simd != 8)) {
        cmc_diag_error(d, "ISA0101", "%s has no %s", m->name,
                       hword_row ? "blocks of 32-byte units" : "simd4x2 messages");
        return CMC_ERR_UNSUPPORTED;
    }
    if (row->form == FORM_OWORD && msg->bti == 254 && !m->has_slm_oword) {
        cmc_diag_error(d, "ISA0101", "%s has no oword blocks in shared local memory", m->name);
        return CMC_ERR_UNSUPPORTED;
    }
    if (row->kind == ISA_MSG_OWORD_READ_UNALIGNED && msg->bti == 254) {
        cmc_diag_error(d, "ISA0101", "unaligned oword blocks are not supported in shared local memory");
        return CMC_ERR_UNSUPPORTED;
    }
    bool a64_atomic = row->addr == ADDR_A64 && row->data == DATA_AT_LANES;
    if (msg->simd > 16 || (a64_atomic && msg->simd > m->hdc_min_simd)) {
        cmc_diag_error(d, "ISA0102", "message has %u lanes, but %s takes at most %u", msg->simd, m->name,
                       a64_atomic ? m->hdc_min_simd : 16u);
        return CMC_ERR_RANGE;
    }
    return CMC_OK;
}

cmc_status msg_hdc_build(const isa_model *m, isa_msg *msg, uint32_t *desc, uint32_t *exdesc, cmc_diag *d) {
    assert(desc && exdesc);
    const hdc_row *row = find_row(msg);
    if (row == NULL) {
        cmc_diag_error(d, "ISA0101", "unsupported data-port message: kind %u on SFID %u with %u-byte elements",
                       msg->kind, msg->sfid, msg->elt_b);
        return CMC_ERR_UNSUPPORTED;
    }
    msg->sfid = row->sfid;
    if (msg->slot_group == 0)
        msg->slot_group = 1;
    if (row->form == FORM_HWORD_RD || row->form == FORM_HWORD_WR)
        msg->align_b = HWORD_B;
    if (msg->align_b == 0)
        msg->align_b = 16;
    if (msg->simd != 0)
        msg->simd = msg->simd <= m->hdc_min_simd ? m->hdc_min_simd : msg->simd <= 16 ? 16 : msg->simd;
    finish(m, row, msg);
    CMC_TRY(check_target(m, row, msg, d));
    uint32_t bits = (uint32_t)row->type << 14;
    for (int i = 0; i < HDC_MAX_FIELDS && hdc_forms[row->form][i].kind != FLD_NONE; i++) {
        const hdc_field *f = &hdc_forms[row->form][i];
        int v = put_field(f->kind, msg);
        if (v < 0 || (uint32_t)v >> f->width != 0) {
            cmc_diag_error(d, "ISA0102",
                           "bits %u:%u of the descriptor cannot encode %u bytes, %u elements of %u bytes, operation %u",
                           f->lo + f->width - 1u, f->lo, msg->size_b, msg->n_elt, msg->elt_b, msg->op);
            return CMC_ERR_RANGE;
        }
        bits |= (uint32_t)v << f->lo;
    }
    msg->header = msg->header || row->addr == ADDR_HDR;
    *desc = bits | (msg->header ? 1u << 19 : 0);
    *exdesc = msg->bti == 252 ? msg->surf & 0xfffff000u : 0;
    return CMC_OK;
}

static const hdc_row *row_of_described(const isa_msg *msg) {
    for (int i = 0; i < HDC_ROWS; i++)
        if (hdc_rows[i].kind == msg->kind)
            return &hdc_rows[i];
    return &hdc_rows[0];
}

msg_lens msg_hdc_lens(const isa_model *m, const isa_msg *msg) {
    assert(msg->kind >= ISA_MSG_OWORD_READ && msg->kind <= ISA_MSG_HDC_FENCE);
    const hdc_row *row = row_of_described(msg);
    msg_lens l = {.mlen = msg->header};
    unsigned per_lane = msg_regs(m, (unsigned)msg->simd * msg->reg_elt_b);
    unsigned addr = msg_regs(m, (unsigned)msg->simd * msg->addr_size_b);
    unsigned coords = row->addr == ADDR_UV ? 1 : 0; // V precedes the data
    if (row->addr != ADDR_HDR)
        l.mlen += addr;
    l.mlen += row->form == FORM_DUAL; // the two offsets
    l.xlen = coords;
    switch ((hdc_data)row->data) {
    case DATA_RD_BLOCK:
        l.rlen = msg_regs(m, msg->size_b);
        break;
    case DATA_WR_BLOCK:
        l.xlen = msg_regs(m, msg->size_b);
        break;
    case DATA_RD_LANES:
        l.rlen = (msg->simd4x2 ? 1 : per_lane * msg->n_elt) + msg->status;
        break;
    case DATA_WR_LANES:
        l.xlen = coords + (msg->simd4x2 ? 1 : per_lane * msg->n_elt);
        break;
    case DATA_AT_LANES:
        l.xlen = coords + per_lane * isa_msg_atomic_operands(msg);
        l.rlen = msg->returns ? per_lane : 0;
        break;
    case DATA_FENCE:
        l.rlen = msg->returns;
        break;
    }
    return l;
}
