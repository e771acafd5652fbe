// SPDX-License-Identifier: MIT
// Selects intrinsics with one address for each lane (gather, scatter, atomics, LSC) as logical messages. Legalization
// has left power-of-two lane counts and predicates that the target supports. genx_lanes.def describes the operands.
//
//   %v = call <16 x i8> @llvm.genx.lsc.load.bti(<16 x i1> %p, ...u8..., <16 x i32> %a, i32 1)
//   becomes    (%p) msg.lsc_load (16|M0) %d addr0=%a elt_b=1 ...      // one dword for each lane
//              mov (16|M0) %v<1>:ub %d<4;1,0>:ub

#include "sel_priv.h"

typedef struct lanes {
    LLVMValueRef v;
    const mem_desc *d;
    mir_msg *m;
    uint32_t n;        // lane count
    uint32_t ir_elt_b; // bytes of an element in the IR's vectors; less than 4: the message needs it widened
    LLVMTypeRef type;  // of the data or the result
    bool narrow;
} lanes;

static LLVMValueRef operand(const lanes *l, int op) {
    return op >= 0 ? LLVMGetOperand(l->v, (unsigned)op) : NULL;
}

// Converts between packed elements and one element for each dword, in steps that fit one instruction.
static void restride(sel *S, mir_var *to, uint32_t to_step_b, const mir_var *from, int32_t from_off_b,
                     uint32_t from_step_b, uint32_t elt_b, uint32_t n) {
    isa_type t = elt_b == 1 ? ISA_UB : ISA_UW;
    uint32_t most = 2 * S->m->grf_b / 4;
    for (uint32_t k = 0; k < n;) {
        uint32_t w = most > 16 ? 16 : most;
        while (w > n - k)
            w /= 2;
        int32_t off[RGN_MAX_LANES];
        for (uint32_t j = 0; j < w; j++)
            off[j] = from_off_b + (int32_t)((k + j) * from_step_b);
        bool widen = to_step_b == 4;
        sel_mov(S, w, sel_dst(to, (int32_t)(k * to_step_b), widen ? ISA_UD : t, 1), sel_region(S, from, off, w, t),
                NULL);
        k += w;
    }
}

// The data of a store in registers: the value itself, or its elements widened to dwords.
static isa_operand lane_data(sel *S, const lanes *l, int op) {
    LLVMValueRef x = operand(l, op);
    if (!l->narrow)
        return sel_data(S, l->v, (unsigned)op);
    uint32_t n = genx_lanes(LLVMTypeOf(x));
    sel_val *from = sel_value(S, x);
    mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UD, n * 4, "wide");
    t->align_b = S->m->grf_b;
    restride(S, t, 4, from->var, from->off_b, l->ir_elt_b, l->ir_elt_b, n);
    return mir_src(t, 0, ISA_UD, (isa_region){1, 1, 0});
}

// Initialises the result for inactive lanes: with the old value, or undefined.
static void start_result(sel *S, const lanes *l, mir_var *d, const sel_ctl *c) {
    LLVMValueRef old = operand(l, l->d->old);
    if (!c->flag && !c->on)
        return;
    if (!old || LLVMIsUndef(old)) {
        sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d, 0, (isa_type)d->type, 1);
    } else if (l->narrow) {
        uint32_t n = genx_lanes(l->type);
        sel_val *from = sel_value(S, old);
        restride(S, d, 4, from->var, from->off_b, l->ir_elt_b, l->ir_elt_b, n);
    } else if (LLVMIsAConstant(old)) {
        sel_constant(S, old, d, 0);
    } else {
        sel_copy(S, d, 0, sel_value(S, old), genx_size_b(l->type));
    }
}

// No lane is active: the result is the old value.
static void keep_old(sel *S, const lanes *l) {
    LLVMValueRef old = operand(l, l->d->old);
    if (LLVMGetTypeKind(LLVMTypeOf(l->v)) == LLVMVoidTypeKind || !LLVMGetFirstUse(l->v))
        return;
    mir_var *d = sel_message_result(S, l->v);
    if (!old || LLVMIsUndef(old))
        sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d, 0, (isa_type)d->type, 1);
    else if (LLVMIsAConstant(old))
        sel_constant(S, old, d, 0);
    else
        sel_copy(S, d, 0, sel_value(S, old), genx_size_b(LLVMTypeOf(l->v)));
}

static void emit(sel *S, const lanes *l) {
    const mem_desc *d = l->d;
    sel_ctl c = {0};
    if (d->pred >= 0)
        c = sel_pred_on(S, operand(l, d->pred), l->n);
    if (!c.flag && c.inv) {
        keep_old(S, l);
        return;
    }
    bool atomic = l->m->kind == ISA_MSG_LSC_ATOMIC || d->op != 0;
    bool wanted = !d->store && (LLVMGetFirstUse(l->v) || !atomic);
    mir_var *dst = NULL;
    if (wanted && l->narrow) {
        dst = sel_var(S, MIR_VAR_GRF, ISA_UD, genx_lanes(l->type) * 4, "wide");
        dst->align_b = S->m->grf_b;
    } else if (wanted) {
        dst = sel_message_result(S, l->v);
    }
    if (dst)
        start_result(S, l, dst, &c);
    mir_inst *i = sel_send_message(S, l->m, l->n);
    sel_message_pred(i, &c);
    if (!dst)
        return;
    i->i.dst = sel_dst(dst, 0, (isa_type)dst->type, 1);
    if (l->narrow) {
        mir_var *out = sel_message_result(S, l->v);
        restride(S, out, l->ir_elt_b, dst, 0, 4, l->ir_elt_b, genx_lanes(l->type));
    }
}

static bool is_zero(LLVMValueRef v) {
    return LLVMIsUndef(v) || (LLVMIsConstant(v) && LLVMIsNull(v));
}

// The number of an image's coordinates. Trailing zeros are omitted, but the data port always takes two coordinates. The
// level of detail must be zero.
static uint32_t coordinates(sel *S, const lanes *l) {
    enum { LOD = 3 };
    uint32_t n = l->d->n_addr, least = S->m->has_hdc ? 2 : 1;
    while (n > least && is_zero(operand(l, l->d->addr + (int)n - 1)))
        n--;
    if (n <= LOD)
        return n;
    sel_error(S, "CM0959", "llvm.genx.%s has a level of detail, expected the constant 0",
              genx_info_get(genx_call_id(l->v))->name);
    return LOD;
}

// One address for each lane. The constant part of 64-bit addresses moves into the message.
static isa_operand lane_address(sel *S, const lanes *l, unsigned op) {
    LLVMValueRef whole = LLVMGetOperand(l->v, op), base = whole;
    if (l->d->place == MEM_A64 || l->d->place == MEM_LSC_FLAT)
        base = sel_split_address(S, whole, &l->m->imm_off);
    return base == whole ? sel_data(S, l->v, op) : sel_whole(S, base);
}

// True if the message has a k-th data operand, even if its value is undefined.
static bool takes_data(const lanes *l, unsigned k) {
    isa_msg msg = {.kind = l->m->kind, .op = l->m->op};
    return l->d->store || isa_msg_atomic_operands(&msg) > k;
}

static void lane_operands(sel *S, const lanes *l) {
    const mem_desc *d = l->d;
    mir_msg *m = l->m;
    uint32_t n_addr = d->place == MEM_TYPED ? coordinates(S, l) : 1;
    for (uint32_t k = 0; k < n_addr; k++)
        m->addr[k] = lane_address(S, l, (unsigned)d->addr + k);
    if (d->data >= 0 && (takes_data(l, 0) || !LLVMIsUndef(operand(l, d->data))))
        m->data = lane_data(S, l, d->data);
    if (d->data2 >= 0 && (takes_data(l, 1) || !LLVMIsUndef(operand(l, d->data2))))
        m->data2 = lane_data(S, l, d->data2);
}

// Scales offsets in units larger than a byte, and adds the offset that all lanes share.
static void place_offsets(sel *S, const lanes *l) {
    const mem_desc *d = l->d;
    uint32_t shift = d->addr_shift;
    LLVMValueRef global = operand(l, d->global);
    if (d->scale >= 0)
        shift += (uint32_t)sel_constant_operand(S, l->v, (unsigned)d->scale);
    if (shift) {
        mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UD, l->n * 4, "off");
        uint32_t w = l->n > 16 ? 16 : l->n;
        for (uint32_t k = 0; k < l->n; k += w)
            sel_emit2(
                S, ISA_SHL, w, sel_dst(t, (int32_t)(k * 4), ISA_UD, 1),
                sel_lanes(S, S->fn->vars.data[l->m->addr[0].reg], l->m->addr[0].off_b + (int32_t)(k * 4), w, ISA_UD),
                isa_imm(shift, ISA_UD), false, NULL);
        t->align_b = S->m->grf_b;
        l->m->addr[0] = mir_src(t, 0, ISA_UD, (isa_region){1, 1, 0});
    }
    if (!global)
        return;
    l->m->addr[1] = sel_one(S, global, false);
    if (!d->addr_shift)
        return;
    if (l->m->addr[1].file == ISA_FILE_IMM) {
        l->m->addr[1].imm <<= d->addr_shift;
    } else {
        mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UD, 4, "off");
        sel_emit2(S, ISA_SHL, 1, sel_dst(t, 0, ISA_UD, 1), l->m->addr[1], isa_imm(d->addr_shift, ISA_UD), false, NULL);
        l->m->addr[1] = sel_scalar(t, 0, ISA_UD);
    }
}

static bool legacy_operands(sel *S, lanes *l) {
    const mem_desc *d = l->d;
    mir_msg *m = l->m;
    m->op = d->op;
    m->elt_b = l->type ? (uint8_t)genx_elt_b(l->type) : 4;
    m->n_elt = 1;
    if (d->surface >= 0)
        sel_surface(S, m, operand(l, d->surface));
    if (d->channels >= 0) {
        m->chan_mask = (uint8_t)(sel_constant_operand(S, l->v, (unsigned)d->channels) & 15);
        m->elt_b = 4;
    }
    bool hints = d->id == GENX_LSC_LOAD_MERGE_QUAD_TYPED_BTI || d->id == GENX_LSC_STORE_QUAD_TYPED_BTI ||
                 d->id == GENX_LSC_PREFETCH_QUAD_TYPED_BTI;
    if (hints) {
        m->l1 = (uint8_t)sel_constant_operand(S, l->v, 1);
        m->l3 = (uint8_t)sel_constant_operand(S, l->v, 2);
        m->prefetch = d->id == GENX_LSC_PREFETCH_QUAD_TYPED_BTI;
    }
    if (d->blocks >= 0) {
        uint32_t blocks = 1u << (sel_constant_operand(S, l->v, (unsigned)d->blocks) & 3);
        bool dwords = m->kind == ISA_MSG_BYTE_READ || m->kind == ISA_MSG_BYTE_WRITE || m->elt_b == 1;
        if (dwords && blocks > 4) {
            sel_error(S, "CM0952", "%u bytes per lane, expected 1, 2 or 4", (unsigned)blocks);
            return false;
        }
        m->n_elt = (uint8_t)(dwords ? 1 : blocks);
        m->elt_b = dwords ? (uint8_t)blocks : m->elt_b;
    }
    return true;
}

bool sel_lane_message(sel *S, LLVMValueRef v) {
    mem_desc desc;
    if (!mem_describe(v, &desc))
        return false;
    const mem_desc *d = &desc;
    if (LLVMGetNumArgOperands(v) != d->n_operands) {
        sel_error(S, "CM0958", "llvm.genx.%s has %u operands, expected %u", genx_info_get(genx_call_id(v))->name,
                  LLVMGetNumArgOperands(v), (unsigned)d->n_operands);
        return true;
    }
    if (mem_is_transposed(v, d))
        return sel_lsc_block(S, v, d);
    lanes l = {.v = v, .d = d, .n = mem_lanes(v, d)};
    l.type = d->data >= 0 ? LLVMTypeOf(operand(&l, d->data)) : d->store ? NULL : LLVMTypeOf(v);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVoidTypeKind)
        l.type = LLVMTypeOf(v);
    l.ir_elt_b = l.type ? genx_elt_b(l.type) : 4;
    if (l.n > RGN_MAX_LANES || (l.n & (l.n - 1))) {
        sel_error(S, "CM0954", "internal: a message of %u lanes was not split", (unsigned)l.n);
        return true;
    }
    l.m = sel_new_message(S, (isa_msg_kind)d->kind, l.n);
    if (!l.m)
        return true;
    l.m->lanes = (uint8_t)l.n;
    if (mem_is_lsc(d) ? !sel_lsc_operands(S, v, d, l.m) : !legacy_operands(S, &l))
        return true;
    bool words = l.ir_elt_b == 2 && d->place == MEM_A64;
    l.narrow = l.ir_elt_b < 4 && (mem_is_lsc(d) || d->op != 0 || words);
    lane_operands(S, &l);
    if (!mem_is_lsc(d) && d->place != MEM_TYPED)
        place_offsets(S, &l);
    emit(S, &l);
    return true;
}
