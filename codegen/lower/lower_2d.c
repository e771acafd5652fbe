// SPDX-License-Identifier: MIT
// Lowering of 2-D blocks of LSC, and of media blocks on targets with LSC only. Source: messages.md 4.7, B.19.
//
//   msg.lsc_load_2d %v addr0=%p addr1=4 size_b=512 elt_b=4       Xe2: offsets are part of the descriptor
//   msg.media_read %v addr0=%x addr1=%y width_b=32 height=8      Xe2: a typed 2-D block; dwords 5 to 7 of the payload

#include "lower_priv.h"

enum { DW_X = 5, DW_Y = 6, DW_SHAPE = 7, MEDIA_MAX_B = 256, MEDIA_MAX_W = 64, MAX_ROWS = 32, MIN_W = 4 };

static isa_operand dword(const mir_var *v, uint32_t index) {
    return mir_dst(v, (int32_t)(index * 4), ISA_UD, 1);
}

static int32_t offset(const isa_operand *o) {
    return o->file == ISA_FILE_IMM ? (int32_t)o->imm : 0;
}

// The payload, with offsets added if the descriptor has no fields for them.
static isa_operand payload(cg_ctx *cx, const mir_inst *i, isa_msg *m) {
    isa_operand p = lower_regs(cg_var(cx, i->msg->addr[0].reg), i->msg->addr[0].off_b);
    int32_t x = offset(&i->msg->addr[1]), y = offset(&i->msg->addr[2]);
    bool moved = x || y;
    if (moved && cx->m->has_lsc_imm_off && isa_block_2d_offset_fits(x) && isa_block_2d_offset_fits(y)) {
        m->x_off = (int16_t)x;
        m->y_off = (int16_t)y;
        moved = false;
    }
    if (!moved && lower_can_use_regs(cx, &p, cx->m->grf_b))
        return p;
    mir_var *t = cg_temp(cx, ISA_UD, cx->m->grf_b, (uint16_t)cx->m->grf_b, "block2d");
    cg_copy(cx, lower_regs(t, 0), p, 32);
    int32_t add[2] = {x, y};
    for (uint32_t k = 0; k < 2 && moved; k++)
        if (add[k])
            cg_inst2(cx, ISA_ADD, 1, dword(t, DW_X + k), mir_src(t, (int32_t)(DW_X + k) * 4, ISA_D, cg_scalar),
                     isa_imm((uint32_t)add[k], ISA_D));
    return lower_regs(t, 0);
}

static isa_msg description(const mir_msg *msg, uint32_t size_b) {
    isa_msg m = lower_lsc_msg(msg);
    m.simd = 1;
    m.size_b = (uint16_t)size_b;
    m.transpose = msg->transpose;
    m.vnni = msg->vnni;
    return m;
}

cmc_status lower_2d(cg_ctx *cx, const mir_inst *i) {
    isa_msg m = description(i->msg, i->msg->size_b);
    isa_operand p = payload(cx, i, &m);
    bool store = i->msg->kind == ISA_MSG_LSC_STORE_2D;
    uint32_t regs_b = i->msg->size_b;
    return lower_send_payload(cx, i, &m, p, store, 1, regs_b);
}

// One typed block of w bytes by h rows for a part of a media block.
static cmc_status media_part(cg_ctx *cx, const mir_inst *i, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                             uint32_t off_b, uint32_t len_b) {
    bool write = i->msg->kind == ISA_MSG_MEDIA_WRITE;
    mir_msg msg = *i->msg;
    mir_inst part = *i;
    part.msg = &msg;
    msg.kind = write ? ISA_MSG_LSC_STORE_2D : ISA_MSG_LSC_LOAD_2D;
    msg.sfid = ISA_SFID_CRE;
    msg.addr_type = ISA_ADDR_BTI;
    msg.elt_b = 1;
    mir_var *p = cg_temp(cx, ISA_UD, cx->m->grf_b, (uint16_t)cx->m->grf_b, "block2d");
    lower_put_sum(cx, p, DW_X, i->msg->addr[0], x);
    lower_put_sum(cx, p, DW_Y, i->msg->addr[1], y);
    cg_inst1(cx, ISA_MOV, 1, dword(p, DW_SHAPE), isa_imm((h - 1) << 8 | (w - 1), ISA_UD));
    isa_msg m = description(&msg, len_b);
    return lower_send_block(cx, &part, &m, p, write, 1, off_b, len_b);
}

cmc_status lower_media_as_2d(cg_ctx *cx, const mir_inst *i) {
    uint32_t width = i->msg->width_b, height = i->msg->height;
    uint32_t w = width < MIN_W ? MIN_W : width, pitch = cmc_round_up_pow2(w);
    if (i->msg->mod || i->msg->plane)
        return lower_error(cx, i,
                           "fields and planes of media blocks are not supported on %s, which has 2-D blocks instead",
                           cx->m->name);
    if (w <= MEDIA_MAX_W) {
        uint32_t rows = MEDIA_MAX_B / pitch < MAX_ROWS ? MEDIA_MAX_B / pitch : MAX_ROWS;
        for (uint32_t y = 0; y < height; y += rows) {
            uint32_t n = height - y < rows ? height - y : rows;
            CMC_TRY(media_part(cx, i, 0, y, w, n, y * pitch, n * pitch));
        }
        return CMC_OK;
    }
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x += MEDIA_MAX_W) {
            uint32_t n = width - x < MEDIA_MAX_W ? width - x : MEDIA_MAX_W;
            CMC_TRY(media_part(cx, i, x, y, n, 1, y * pitch + x, n));
        }
    return CMC_OK;
}
