// SPDX-License-Identifier: MIT
// Selects memory intrinsics as logical messages. Selection only names the operands; the code generator builds the
// headers, payloads and sizes later.

#include "sel_priv.h"

static isa_operand address64(sel *S, LLVMValueRef v) {
    sel_val *x = sel_value(S, v);
    return sel_scalar(x->var, x->off_b, ISA_UQ);
}

static mir_var *block_result(sel *S, LLVMValueRef v, int32_t *off_b) {
    LLVMValueRef wr;
    *off_b = 0;
    if (!bale_message_in_place(S->bales, v, &wr))
        return sel_message_result(S, v);
    genx_region r;
    genx_region_of(wr, &r);
    mir_var *d = sel_wr_start(S, wr);
    d->align_b = S->m->grf_b;
    *off_b = (int32_t)r.off_b;
    sel_bind(S, v, d, *off_b);
    return d;
}

static void into_at(mir_inst *i, const mir_var *d, int32_t off_b) {
    i->i.dst = sel_dst(d, off_b, (isa_type)d->type, 1);
}

// Blocks of LSC are in units of dwords, blocks of the data port in owords.
static void check_block_size(sel *S, uint32_t size_b) {
    uint32_t unit = S->m->has_lsc ? 4 : 16;
    if (size_b == 0 || size_b % unit)
        sel_error(S, "CM0950", "an oword block has %u bytes, expected a size divisible by %u", (unsigned)size_b,
                  (unsigned)unit);
}

static void oword(sel *S, LLVMValueRef v, isa_msg_kind kind) {
    bool store = kind == ISA_MSG_OWORD_WRITE;
    mir_msg *m = sel_new_message(S, kind, 1);
    if (!m)
        return;
    unsigned surf = store ? 0 : 1;
    LLVMTypeRef t = LLVMTypeOf(store ? LLVMGetOperand(v, 2) : v);
    sel_surface(S, m, LLVMGetOperand(v, surf));
    LLVMValueRef at = LLVMGetOperand(v, surf + 1);
    if (kind == ISA_MSG_OWORD_READ_UNALIGNED) // the offsets of the other kinds count owords
        at = sel_split_offset(S, m, at, &m->imm_off);
    m->addr[0] = sel_one(S, at, false);
    m->size_b = genx_size_b(t);
    check_block_size(S, m->size_b);
    if (store)
        m->data = sel_data(S, v, 2);
    int32_t off = 0;
    mir_var *d = store ? NULL : block_result(S, v, &off);
    mir_inst *i = sel_send_message(S, m, 1);
    if (d)
        into_at(i, d, off);
}

enum { TOP_FIELD = 6, BOTTOM_FIELD = 7 }; // every second line of an image (messages.md 3.10)

static void media(sel *S, LLVMValueRef v, isa_msg_kind kind) {
    enum { FIELD, SURFACE, PLANE, WIDTH, X, Y, DATA };
    bool store = kind == ISA_MSG_MEDIA_WRITE;
    mir_msg *m = sel_new_message(S, kind, 1);
    if (!m)
        return;
    static const uint8_t lines[] = {0, 0, TOP_FIELD, BOTTOM_FIELD, TOP_FIELD, BOTTOM_FIELD}; // 1, 4 and 5: "modified"
    uint64_t field = sel_constant_operand(S, v, FIELD);
    if (field >= sizeof(lines))
        sel_error(S, "CM0951", "media block has field %u, expected 0 to 5", (unsigned)field);
    else
        m->mod = lines[field];
    sel_surface(S, m, LLVMGetOperand(v, SURFACE));
    m->plane = (uint8_t)sel_constant_operand(S, v, PLANE);
    m->width_b = (uint16_t)sel_constant_operand(S, v, WIDTH);
    m->addr[0] = sel_one(S, LLVMGetOperand(v, X), true);
    m->addr[1] = sel_one(S, LLVMGetOperand(v, Y), true);
    uint32_t size = genx_size_b(LLVMTypeOf(store ? LLVMGetOperand(v, DATA) : v));
    uint32_t pitch = cmc_round_up_pow2(m->width_b < sizeof(uint32_t) ? sizeof(uint32_t) : m->width_b);
    m->height = (uint16_t)(size / pitch);
    if (m->width_b == 0 || m->height == 0 || size % pitch || pitch > 64)
        sel_error(S, "CM0951", "a media block of %u bytes in rows of %u is not supported", (unsigned)size, m->width_b);
    if (store)
        m->data = sel_data(S, v, DATA);
    int32_t off = 0;
    mir_var *d = store ? NULL : block_result(S, v, &off);
    mir_inst *i = sel_send_message(S, m, 1);
    if (d)
        into_at(i, d, off);
}

static void svm_block(sel *S, LLVMValueRef v, isa_msg_kind kind, uint8_t align_b) {
    bool store = kind == ISA_MSG_A64_BLOCK_WRITE;
    mir_msg *m = sel_new_message(S, kind, 1);
    if (!m)
        return;
    m->addr[0] = address64(S, sel_split_address(S, LLVMGetOperand(v, 0), &m->imm_off));
    m->size_b = genx_size_b(LLVMTypeOf(store ? LLVMGetOperand(v, 1) : v));
    m->elt_b = align_b;
    check_block_size(S, m->size_b);
    if (store)
        m->data = sel_data(S, v, 1);
    int32_t off = 0;
    mir_var *d = store ? NULL : block_result(S, v, &off);
    mir_inst *i = sel_send_message(S, m, 1);
    if (d)
        into_at(i, d, off);
}

bool sel_message(sel *S, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    switch (id) {
    case GENX_OWORD_LD:
        oword(S, v, ISA_MSG_OWORD_READ);
        return true;
    case GENX_OWORD_LD_UNALIGNED:
        oword(S, v, ISA_MSG_OWORD_READ_UNALIGNED);
        return true;
    case GENX_OWORD_ST:
        oword(S, v, ISA_MSG_OWORD_WRITE);
        return true;
    case GENX_MEDIA_LD:
        media(S, v, ISA_MSG_MEDIA_READ);
        return true;
    case GENX_MEDIA_ST:
        media(S, v, ISA_MSG_MEDIA_WRITE);
        return true;
    case GENX_SVM_BLOCK_LD:
        svm_block(S, v, ISA_MSG_A64_BLOCK_READ, 16);
        return true;
    case GENX_SVM_BLOCK_LD_UNALIGNED:
        svm_block(S, v, ISA_MSG_A64_BLOCK_READ, 4);
        return true;
    case GENX_SVM_BLOCK_ST:
        svm_block(S, v, ISA_MSG_A64_BLOCK_WRITE, 16);
        return true;
    default:
        return sel_lane_message(S, v) || sel_block2d(S, v) || sel_raw_send(S, v) || sel_thread_message(S, v);
    }
}
