// SPDX-License-Identifier: MIT
// Lowering of block messages: oword blocks, A64 blocks and media blocks. Source: messages.md 3.2, 3.3, 3.8, 3.10.
//
//   msg.oword_read %v addr0=%o size_b=192     becomes     a read of 128 bytes at %o and one of 64 at %o + 8 owords

#include "lower_priv.h"

#include <assert.h>

enum { OWORD_B = 16, BLOCK_MAX_B = 128, SLM_BTI = 254, MEDIA_MAX_B = 256, MEDIA_MAX_W = 64, DATA_MAX_GRF = 8 };

// Headers

static mir_var *new_header(cg_ctx *cx) {
    return cg_temp(cx, ISA_UD, cx->m->grf_b, (uint16_t)cx->m->grf_b, "hdr");
}

static isa_operand dword(const mir_var *v, uint32_t index) {
    return mir_dst(v, (int32_t)(index * 4), ISA_UD, 1);
}

static void put_address64(cg_ctx *cx, const mir_var *h, isa_operand base, uint64_t add) {
    if (base.file == ISA_FILE_IMM) {
        cg_inst1(cx, ISA_MOV, 1, dword(h, 0), isa_imm((base.imm + add) & UINT32_MAX, ISA_UD));
        cg_inst1(cx, ISA_MOV, 1, dword(h, 1), isa_imm((base.imm + add) >> 32, ISA_UD));
    } else if (add == 0) {
        base.type = ISA_UD;
        base.rgn = cg_unit;
        cg_inst1(cx, ISA_MOV, 2, dword(h, 0), base);
    } else {
        base.type = ISA_UQ;
        base.rgn = cg_scalar;
        cg_inst2(cx, MIR_ADD64, 1, mir_dst(h, 0, ISA_UQ, 1), base, isa_imm(add, ISA_UQ));
    }
}

// Stateless oword blocks take their base from the header: dword 5 holds the thread's id, and the base bits are zero.
static mir_var *oword_header(cg_ctx *cx, const mir_inst *i, uint32_t chunk_off_b) {
    mir_var *h = new_header(cx);
    uint8_t bti = i->msg->surface_bti;
    if (!i->msg->surface_is_var && (bti == 255 || bti == 253)) {
        cg_inst1(cx, ISA_MOV, 8, mir_dst(h, 0, ISA_UD, 1), isa_imm(0, ISA_UD));
        cg_inst2(cx, ISA_AND, 1, dword(h, 5), mir_src(cg_r0(cx), 20, ISA_UD, cg_scalar), isa_imm(0x3ff, ISA_UD));
    }
    bool bytes = i->msg->kind == ISA_MSG_OWORD_READ_UNALIGNED;
    lower_put_sum(cx, h, 2, i->msg->addr[0], bytes ? chunk_off_b : chunk_off_b / OWORD_B);
    return h;
}

static mir_var *a64_header(cg_ctx *cx, const mir_inst *i, uint32_t chunk_off_b) {
    mir_var *h = new_header(cx);
    put_address64(cx, h, i->msg->addr[0], chunk_off_b);
    return h;
}

// Linear blocks

// LSC (messages.md 4): transposed loads and stores of dwords or qwords, with addresses in bytes.

// header.address = base (owords: shifted) + off
static const mir_var *lsc_address(cg_ctx *cx, const mir_inst *i, bool a64, int64_t off_b) {
    mir_var *h = new_header(cx);
    isa_operand at = i->msg->addr[0];
    bool owords = i->msg->kind == ISA_MSG_OWORD_READ || i->msg->kind == ISA_MSG_OWORD_WRITE;
    if (a64) {
        put_address64(cx, h, at, (uint64_t)off_b);
    } else if (!owords) {
        lower_put_sum(cx, h, 0, at, (uint32_t)off_b);
    } else if (at.file == ISA_FILE_IMM) {
        lower_put_sum(cx, h, 0, isa_imm(at.imm * OWORD_B, ISA_UD), (uint32_t)off_b);
    } else {
        cg_inst2(cx, ISA_SHL, 1, dword(h, 0), at, isa_imm(4, ISA_UD));
        if (off_b)
            lower_put_sum(cx, h, 0, mir_src(h, 0, ISA_UD, cg_scalar), (uint32_t)off_b);
    }
    return h;
}

// The equivalent LSC message.
static void as_lsc(const mir_inst *i, bool write, bool a64, mir_msg *m) {
    *m = *i->msg;
    if (lower_is_lsc(m->kind))
        return;
    m->kind = write ? ISA_MSG_LSC_STORE : ISA_MSG_LSC_LOAD;
    m->elt_b = 4;
    m->addr_size_b = a64 ? 8 : 4;
    m->addr_type = ISA_ADDR_FLAT;
    if (!a64 && !m->surface_is_var && m->surface_bti == SLM_BTI)
        m->sfid = ISA_SFID_SLM;
    else if (!a64)
        m->addr_type = ISA_ADDR_BTI;
}

// Bytes of the next message: 1, 2, 3, 4, 8, 16, 32 or 64 elements.
static uint32_t lsc_piece(const cg_ctx *cx, const mir_msg *m, uint32_t left_b) {
    assert(left_b > 0 && left_b % m->elt_b == 0);
    uint32_t n = left_b / m->elt_b, most = DATA_MAX_GRF * (uint32_t)cx->m->grf_b / m->elt_b;
    if (n == 3)
        return 3u * m->elt_b;
    uint32_t p = 64;
    while (p > n || p > most)
        p /= 2;
    return p * m->elt_b;
}

static cmc_status lower_block_lsc(cg_ctx *cx, const mir_inst *i, bool write, bool a64) {
    mir_msg msg;
    as_lsc(i, write, a64, &msg);
    if (msg.size_b % msg.elt_b)
        return lower_error(cx, i, "block message has %u bytes, expected a multiple of %u", (unsigned)msg.size_b,
                           (unsigned)msg.elt_b);
    mir_inst lsc = *i;
    lsc.msg = &msg;
    const mir_var *h = NULL;
    for (uint32_t off_b = 0, len_b; off_b < msg.size_b; off_b += len_b) {
        len_b = lsc_piece(cx, &msg, msg.size_b - off_b);
        isa_msg m = lower_lsc_msg(&msg);
        m.simd = 1;
        m.n_elt = (uint8_t)(len_b / msg.elt_b);
        m.transpose = true;
        int64_t at = (int64_t)msg.imm_off + off_b;
        bool fits = lower_imm_off_fits(cx, &msg, at);
        if (fits)
            m.imm_off = (int32_t)at;
        if (!h || !fits)
            h = lsc_address(cx, i, a64, fits ? 0 : at);
        CMC_TRY(lower_send_block(cx, &lsc, &m, h, write, 1, off_b, len_b));
    }
    return CMC_OK;
}

cmc_status lower_block(cg_ctx *cx, const mir_inst *i) {
    assert(i->msg);
    const mir_msg *msg = i->msg;
    bool write =
        msg->kind == ISA_MSG_OWORD_WRITE || msg->kind == ISA_MSG_A64_BLOCK_WRITE || msg->kind == ISA_MSG_LSC_STORE;
    bool a64 = msg->kind == ISA_MSG_A64_BLOCK_READ || msg->kind == ISA_MSG_A64_BLOCK_WRITE || msg->addr_size_b == 8;
    if (cx->m->has_lsc && msg->size_b != 0)
        return lower_block_lsc(cx, i, write, a64);
    if (msg->size_b == 0 || msg->size_b % OWORD_B)
        return lower_error(cx, i, "block message has %u bytes, expected a multiple of %d", (unsigned)msg->size_b,
                           OWORD_B);
    if (!a64 && lower_slm_needs_lanes(cx, i))
        return lower_slm_block(cx, i, write);
    for (uint32_t off_b = 0, len_b; off_b < msg->size_b; off_b += len_b) {
        for (len_b = BLOCK_MAX_B; len_b > msg->size_b - off_b;)
            len_b /= 2;
        isa_msg m = {.kind = msg->kind, .size_b = (uint16_t)len_b, .bti = msg->surface_bti};
        if (a64) {
            m.bti = 255;
            m.align_b = write || msg->elt_b == OWORD_B ? OWORD_B : 4;
        }
        if (msg->surface_is_var)
            m.bti = 0;
        const mir_var *h = a64 ? a64_header(cx, i, off_b) : oword_header(cx, i, off_b);
        CMC_TRY(lower_send_block(cx, i, &m, h, write, 1, off_b, len_b));
    }
    return CMC_OK;
}

// Media blocks

static uint32_t media_pitch(uint32_t width_b) {
    return cmc_round_up_pow2(width_b < sizeof(uint32_t) ? sizeof(uint32_t) : width_b);
}

// Whether a coordinate may be computed in place in the header. If so, the start of the header must not be written
// before.
static bool wants_place(cg_ctx *cx, const isa_operand *o, uint32_t add) {
    return cg_is_var(o) && add == 0 && !cg_var(cx, o->reg)->fixed;
}

// One message of w x h bytes at (x, y) from the block's corner.
static cmc_status media_part(cg_ctx *cx, const mir_inst *i, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                             uint32_t off_b) {
    bool write = i->msg->kind == ISA_MSG_MEDIA_WRITE;
    uint32_t len_b = media_pitch(w) * h;
    mir_var *hdr = new_header(cx);
    // The rest of the header is copied from r0 (dword 5 is the thread's id): all of it, or only dwords 3 to 6 if x or
    // y may be computed in place. Dword 7 has no known meaning in this header.
    if (wants_place(cx, &i->msg->addr[0], x) || wants_place(cx, &i->msg->addr[1], y))
        cg_inst1(cx, ISA_MOV, 4, dword(hdr, 3), mir_src(cg_r0(cx), 12, ISA_UD, cg_unit));
    else
        cg_inst1(cx, ISA_MOV, 8, dword(hdr, 0), mir_src(cg_r0(cx), 0, ISA_UD, cg_unit));
    lower_put_sum(cx, hdr, 0, i->msg->addr[0], x);
    lower_put_sum(cx, hdr, 1, i->msg->addr[1], y);
    cg_inst1(cx, ISA_MOV, 1, dword(hdr, 2), isa_imm((h - 1) << 16 | (w - 1), ISA_UD));
    isa_msg m = {.kind = i->msg->kind,
                 .size_b = (uint16_t)len_b,
                 .media_mod = i->msg->mod,
                 .bti = (uint8_t)(i->msg->surface_is_var ? i->msg->plane : i->msg->surface_bti + i->msg->plane)};
    return lower_send_block(cx, i, &m, hdr, write, (uint8_t)(cx->m->grf_b / 4), off_b, len_b);
}

cmc_status lower_media(cg_ctx *cx, const mir_inst *i) {
    assert(i->msg);
    uint32_t width = i->msg->width_b, height = i->msg->height, pitch = media_pitch(width);
    if (width == 0 || height == 0)
        return lower_error(cx, i, "media block of %u bytes by %u rows is empty", (unsigned)width, (unsigned)height);
    if (!cx->m->has_hdc)
        return lower_media_as_2d(cx, i);
    if (i->msg->kind == ISA_MSG_MEDIA_WRITE && width % 4)
        return lower_error(cx, i, "media block write has %u bytes per row, expected a multiple of 4", (unsigned)width);
    if (width <= MEDIA_MAX_W) {
        uint32_t rows = MEDIA_MAX_B / pitch;
        for (uint32_t y = 0; y < height; y += rows) {
            uint32_t n = height - y < rows ? height - y : rows;
            CMC_TRY(media_part(cx, i, 0, y, width, n, y * pitch));
        }
        return CMC_OK;
    }
    // Wide rows: one message for each row and 64 bytes, so that its data is contiguous in the variable.
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x += MEDIA_MAX_W) {
            uint32_t w = width - x < MEDIA_MAX_W ? width - x : MEDIA_MAX_W;
            CMC_TRY(media_part(cx, i, x, y, w, 1, y * pitch + x));
        }
    return CMC_OK;
}
