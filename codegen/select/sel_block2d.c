// SPDX-License-Identifier: MIT
// Selects 2-D block messages of LSC. Their payload is one register, built here. A descriptor in the IR is that
// register.
//
//   lsc.load2d.stateless(.., size, order, blocks, width, height, vnni, base, w - 1, h - 1, pitch - 1, x, y)
//   becomes    mov (2|M0) %p<1>:ud %base<1;1,0>:ud ... mov (1|M0) %p+28<1>:ud 0x70F:ud
//              msg.lsc_load_2d (1|M0) %v addr0=%p addr1=16 size_b=512 elt_b=4 addr_size_b=8    (offset of x, Xe2)
// Limits: messages.md 4.7.

#include "sel_priv.h"

typedef struct shape {
    uint32_t elt_b, blocks, width, height;
    bool transpose, vnni, store, prefetch;
} shape;

static const char *name_of(LLVMValueRef v) {
    return genx_info_get(genx_call_id(v))->name;
}

// The bytes that the data take in registers: rows are padded to a power of two elements, blocks to whole registers.
static uint32_t registers_b(const sel *S, const shape *s) {
    uint32_t k = s->vnni ? 4 / s->elt_b : 1, rows = (s->height + k - 1) / k * k, grf = S->m->grf_b;
    uint32_t b = s->transpose ? s->width * cmc_round_up_pow2(s->height) * s->elt_b
                              : cmc_round_up_pow2(s->width) * rows * s->elt_b;
    return (b + grf - 1) / grf * grf * s->blocks;
}

static bool refuse(sel *S, LLVMValueRef v, const shape *s, const char *why) {
    sel_error(S, "CM0970", "llvm.genx.%s of %u block%s of %u x %u elements of %u bytes: %s", name_of(v),
              (unsigned)s->blocks, s->blocks == 1 ? "" : "s", (unsigned)s->width, (unsigned)s->height,
              (unsigned)s->elt_b, why);
    return false;
}

static bool check_transposed(sel *S, LLVMValueRef v, const shape *s) {
    if (s->vnni)
        return refuse(S, v, s, "both transposed and with the VNNI transform, expected one of them");
    if (s->elt_b == 8)
        return (s->height == 8 && s->width <= 4 && s->width != 3 && s->blocks == 1) ||
               refuse(S, v, s, "transposed, expected one block of 1, 2 or 4 columns and 8 rows");
    return (s->elt_b == 4 && s->width <= 8 && s->height <= 32 && s->blocks == 1) ||
           refuse(S, v, s, "transposed, expected one block of at most 8 columns and 32 rows of 4 bytes, or of 8 bytes");
}

static bool check_shape(sel *S, LLVMValueRef v, const shape *s) {
    enum { ROW_B = 64, LOAD_ROWS = 32, STORE_ROWS = 8 };
    uint32_t most = s->elt_b <= 2 ? 4 : s->elt_b == 4 ? 2 : 1;
    if (!S->m->has_lsc_block2d) {
        sel_error(S, "CM0971",
                  "llvm.genx.%s needs 2-D block messages, which %s does not have; use llvm.genx.media.ld and st, or "
                  "a block for each row",
                  name_of(v), S->m->name);
        return false;
    }
    if (s->width == 0 || s->height == 0 || s->width * s->blocks * s->elt_b > ROW_B || s->width * s->elt_b < 4)
        return refuse(S, v, s, "expected rows of 4 to 64 bytes in all");
    if (s->height > (s->store ? STORE_ROWS : LOAD_ROWS))
        return refuse(S, v, s, s->store ? "expected at most 8 rows" : "expected at most 32 rows");
    if (s->blocks > (s->store ? 1 : most) || s->blocks == 0 || s->blocks == 3)
        return refuse(S, v, s,
                      "too many blocks (1, 2 or 4 of 1 and 2 bytes, 1 or 2 of 4 bytes, 1 of 8 bytes and of stores)");
    if (s->store && (s->transpose || s->vnni))
        return refuse(S, v, s, "stores are neither transposed nor transformed");
    if (s->transpose)
        return check_transposed(S, v, s);
    if (s->vnni && (s->elt_b > 2 || s->width > 16 || s->width < 4 / s->elt_b || s->height < 4 / s->elt_b))
        return refuse(S, v, s, "VNNI transform, expected 4 to 16 columns and rows of 1 byte, or 2 to 16 of 2 bytes");
    return true;
}

static void put(sel *S, const mir_var *p, uint32_t dword, isa_operand value) {
    value.type = value.file == ISA_FILE_IMM ? ISA_UD : value.type;
    sel_mov(S, 1, sel_dst(p, (int32_t)dword * 4, ISA_UD, 1), value, NULL);
}

static void put_address(sel *S, const mir_var *p, LLVMValueRef base) {
    uint64_t c;
    if (genx_const_u64(base, &c)) {
        put(S, p, 0, isa_imm(c & UINT32_MAX, ISA_UD));
        put(S, p, 1, isa_imm(c >> 32, ISA_UD));
        return;
    }
    sel_val *x = sel_value(S, base);
    sel_mov(S, 2, sel_dst(p, 0, ISA_UD, 1), sel_lanes(S, x->var, x->off_b, 2, ISA_UD), NULL);
}

static mir_var *new_payload(sel *S) {
    mir_var *p = sel_var(S, MIR_VAR_GRF, ISA_UD, S->m->grf_b, "block2d");
    p->align_b = S->m->grf_b;
    return p;
}

// Emits the message and its result. The message writes whole registers; the IR's vector may be smaller.
static void emit(sel *S, LLVMValueRef v, mir_msg *m, const shape *s, LLVMValueRef pred, LLVMValueRef old,
                 LLVMValueRef data) {
    sel_ctl c = sel_pred(S, pred, 1);
    uint32_t regs_b = registers_b(S, s);
    bool off = !c.flag && c.inv, result = !s->store && !s->prefetch;
    LLVMTypeRef t = data ? LLVMTypeOf(data) : LLVMTypeOf(v);
    uint32_t ir_b = result || data ? genx_size_b(t) : regs_b;
    if (ir_b > regs_b) {
        refuse(S, v, s, "the message has less data than the vector");
        return;
    }
    m->size_b = s->prefetch ? 0 : regs_b;
    if (data)
        m->data = sel_whole(S, data);
    mir_var *d = result ? sel_message_result(S, v) : NULL;
    if (d && (c.flag || off) && old && !LLVMIsUndef(old)) {
        if (LLVMIsAConstant(old))
            sel_constant(S, old, d, 0);
        else
            sel_copy(S, d, 0, sel_value(S, old), ir_b);
    } else if (d && (c.flag || off)) {
        sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d, 0, (isa_type)d->type, 1);
    }
    if (off)
        return;
    mir_inst *i = sel_send_message(S, m, 1);
    sel_message_pred(i, &c);
    if (d)
        i->i.dst = sel_dst(d, 0, (isa_type)d->type, 1);
}

static mir_msg *message(sel *S, LLVMValueRef v, const shape *s, uint64_t l1, uint64_t l3) {
    mir_msg *m = sel_new_message(S, s->store ? ISA_MSG_LSC_STORE_2D : ISA_MSG_LSC_LOAD_2D, 1);
    if (!m)
        return NULL;
    m->elt_b = (uint8_t)s->elt_b;
    m->l1 = (uint8_t)l1;
    m->l3 = (uint8_t)l3;
    m->transpose = s->transpose;
    m->vnni = s->vnni;
    m->prefetch = s->prefetch;
    m->addr_size_b = 8;
    return sel_check_hints(S, v, m, s->store) ? m : NULL;
}

// Whether the value is computed by an instruction of its own, whoever reads it.
static bool is_kept(LLVMValueRef v) {
    return LLVMIsAArgument(v) || LLVMIsAPHINode(v) || (LLVMIsABinaryOperator(v) && !genx_single_use(v));
}

// The part of a coordinate that the payload holds; the rest, *off, goes into the descriptor, so that messages that
// differ by a constant share the payload. Elements of less than four bytes keep the alignment that the hardware
// requires.
static isa_operand coordinate(sel *S, LLVMValueRef v, uint32_t unit_b, int64_t *off) {
    uint64_t bits;
    bool sum = LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAdd;
    LLVMValueRef c = sum ? LLVMGetOperand(v, 1) : v;
    *off = 0;
    if (!S->m->has_lsc_imm_off || !LLVMIsAConstantInt(c) || !genx_const_u64(c, &bits) ||
        (sum && !is_kept(LLVMGetOperand(v, 0))))
        return sel_one(S, v, true);
    int64_t n = (int32_t)bits, part = sum ? n : n & (ISA_BLOCK_2D_OFFSETS - 1);
    if (!isa_block_2d_offset_fits(part) || !isa_block_2d_keeps_alignment(part, unit_b))
        return sel_one(S, v, true);
    *off = part;
    return sum ? sel_one(S, LLVMGetOperand(v, 0), true) : isa_imm((uint32_t)(n - part), ISA_UD);
}

// The surface operands are width, height and pitch, each minus 1, then x and y.
static void stateless(sel *S, LLVMValueRef v, shape s) {
    uint64_t size = sel_constant_operand(S, v, LSC2D_SIZE);
    s.elt_b = size >= 1 && size <= 4 ? 1u << (size - 1) : 0;
    s.transpose = sel_constant_operand(S, v, LSC2D_ORDER) == 2;
    s.blocks = (uint32_t)sel_constant_operand(S, v, LSC2D_BLOCKS);
    s.width = (uint32_t)sel_constant_operand(S, v, LSC2D_WIDTH);
    s.height = (uint32_t)sel_constant_operand(S, v, LSC2D_HEIGHT);
    s.vnni = sel_constant_operand(S, v, LSC2D_VNNI) != 0;
    if (!s.elt_b) {
        sel_error(S, "CM0970", "llvm.genx.%s: data size %u, expected 1 to 4", name_of(v), (unsigned)size);
        return;
    }
    if (!check_shape(S, v, &s))
        return;
    mir_msg *m = message(S, v, &s, sel_constant_operand(S, v, LSC2D_L1), sel_constant_operand(S, v, LSC2D_L3));
    if (!m)
        return;
    mir_var *p = new_payload(S);
    put_address(S, p, LLVMGetOperand(v, LSC2D_BASE));
    for (unsigned k = 0; k < 3; k++)
        put(S, p, 2 + k, sel_one(S, LLVMGetOperand(v, LSC2D_SURFACE + k), true));
    for (unsigned k = 0; k < 2; k++) {
        int64_t off;
        put(S, p, 5 + k, coordinate(S, LLVMGetOperand(v, LSC2D_SURFACE + 3 + k), k == 0 ? s.elt_b : 4, &off));
        m->addr[1 + k] = isa_imm((uint64_t)off & UINT32_MAX, ISA_UD);
    }
    put(S, p, 7, isa_imm((s.width - 1) | (s.height - 1) << 8 | (s.blocks - 1) << 16, ISA_UD));
    m->addr[0] = mir_src(p, 0, ISA_UD, (isa_region){1, 1, 0});
    emit(S, v, m, &s, LLVMGetOperand(v, LSC2D_PRED), NULL, s.store ? LLVMGetOperand(v, LSC2D_DATA) : NULL);
}

static void by_descriptor(sel *S, LLVMValueRef v, shape s) {
    LLVMValueRef last = LLVMGetOperand(v, LSC2D_DESC_LAST), hints = LLVMGetOperand(v, LSC2D_DESC_HINTS);
    uint64_t l[2] = {0, 0};
    bool undef;
    s.elt_b = genx_elt_b(LLVMTypeOf(last));
    s.blocks = (uint32_t)sel_constant_operand(S, v, LSC2D_DESC_BLOCKS);
    s.width = (uint32_t)sel_constant_operand(S, v, LSC2D_DESC_WIDTH);
    s.height = (uint32_t)sel_constant_operand(S, v, LSC2D_DESC_HEIGHT);
    for (unsigned k = 0; k < 2 && k < genx_lanes(LLVMTypeOf(hints)); k++)
        genx_const_lane(hints, k, &l[k], &undef);
    if (!check_shape(S, v, &s))
        return;
    mir_msg *m = message(S, v, &s, l[0], l[1]);
    if (!m)
        return;
    m->addr[0] = sel_whole(S, LLVMGetOperand(v, LSC2D_DESC_DESCRIPTOR));
    for (unsigned k = 0; k < 2; k++)
        m->addr[1 + k] = isa_imm(sel_constant_operand(S, v, LSC2D_DESC_X + k) & UINT32_MAX, ISA_UD);
    emit(S, v, m, &s, LLVMGetOperand(v, LSC2D_DESC_PRED), s.store || s.prefetch ? NULL : last, s.store ? last : NULL);
}

// The width is in bytes. Only Xe2 has these messages, without a predicate.
static void typed(sel *S, LLVMValueRef v, shape s) {
    enum { L1, L3, SURFACE, WIDTH, HEIGHT, X, Y, DATA };
    LLVMValueRef data = s.store ? LLVMGetOperand(v, DATA) : NULL;
    LLVMTypeRef t = data ? LLVMTypeOf(data) : LLVMTypeOf(v);
    uint32_t elt_b = s.prefetch ? 1 : genx_elt_b(t);
    s.elt_b = s.blocks = 1;
    s.width = (uint32_t)sel_constant_operand(S, v, WIDTH) * elt_b;
    s.height = (uint32_t)sel_constant_operand(S, v, HEIGHT);
    if (S->m->has_hdc) {
        sel_error(S, "CM0971",
                  "llvm.genx.%s needs 2-D blocks of images, which %s does not have; use llvm.genx.media.ld and st",
                  name_of(v), S->m->name);
        return;
    }
    if (s.width == 0 || s.width > 64 || s.height == 0 || s.height > 32) {
        refuse(S, v, &s, "expected 1 to 64 bytes and 1 to 32 rows");
        return;
    }
    mir_msg *m = message(S, v, &s, sel_constant_operand(S, v, L1), sel_constant_operand(S, v, L3));
    if (!m)
        return;
    m->sfid = ISA_SFID_CRE;
    m->addr_type = ISA_ADDR_BTI;
    sel_surface(S, m, LLVMGetOperand(v, SURFACE));
    mir_var *p = new_payload(S);
    put(S, p, 5, sel_one(S, LLVMGetOperand(v, X), true));
    put(S, p, 6, sel_one(S, LLVMGetOperand(v, Y), true));
    put(S, p, 7, isa_imm((s.width - 1) | (s.height - 1) << 8, ISA_UD));
    m->addr[0] = mir_src(p, 0, ISA_UD, (isa_region){1, 1, 0});
    LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(S->mod));
    emit(S, v, m, &s, LLVMConstInt(i1, 1, 0), NULL, data);
}

typedef struct row {
    uint16_t id;
    uint8_t form; // index into forms: 0 stateless, 1 by descriptor, 2 typed
    uint8_t n_ops;
    bool store, prefetch, transpose, vnni;
} row;

static const row rows[] = {
    {GENX_LSC_LOAD2D_STATELESS, 0, 15, false, false, false, false},
    {GENX_LSC_PREFETCH2D_STATELESS, 0, 15, false, true, false, false},
    {GENX_LSC_STORE2D_STATELESS, 0, 16, true, false, false, false},
    {GENX_LSC_LOAD_2D_UGM_DESC, 1, 9, false, false, false, false},
    {GENX_LSC_LOAD_2D_UGM_DESC_TRANSPOSE, 1, 9, false, false, true, false},
    {GENX_LSC_LOAD_2D_UGM_DESC_VNNI, 1, 9, false, false, false, true},
    {GENX_LSC_PREFETCH_2D_UGM_DESC, 1, 9, false, true, false, false},
    {GENX_LSC_STORE_2D_UGM_DESC, 1, 9, true, false, false, false},
    {GENX_LSC_LOAD2D_TYPED_BTI, 2, 7, false, false, false, false},
    {GENX_LSC_PREFETCH2D_TYPED_BTI, 2, 7, false, true, false, false},
    {GENX_LSC_STORE2D_TYPED_BTI, 2, 8, true, false, false, false},
};

bool sel_block2d(sel *S, LLVMValueRef v) {
    static void (*const forms[])(sel *, LLVMValueRef, shape) = {stateless, by_descriptor, typed};
    genx_id id = genx_call_id(v);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const row *r = &rows[i];
        if (r->id != id)
            continue;
        shape s = {.store = r->store, .prefetch = r->prefetch, .transpose = r->transpose, .vnni = r->vnni};
        if (LLVMGetNumArgOperands(v) != r->n_ops)
            sel_error(S, "CM0958", "llvm.genx.%s has %u operands, expected %u", name_of(v), LLVMGetNumArgOperands(v),
                      r->n_ops);
        else
            forms[r->form](S, v, s);
        return true;
    }
    return false;
}
