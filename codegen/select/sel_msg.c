// SPDX-License-Identifier: MIT
// Selection: memory intrinsics to logical messages. Headers, payloads and sizes that the hardware takes are made
// later (codegen); here only operands are named.

#include "sel_priv.h"

static mir_msg *message(sel *S, LLVMValueRef v, isa_msg_kind kind, uint32_t lanes) {
    mir_msg *m = CMC_NEW(S->fn->arena, mir_msg);
    (void)v;
    if (!m) {
        S->oom = true;
        return NULL;
    }
    m->kind = (uint8_t)kind;
    m->lanes = (uint8_t)(lanes > 1 ? lanes : 0);
    return m;
}

static mir_inst *send(sel *S, mir_msg *m, uint32_t lanes) {
    mir_inst *i = sel_inst(S, MIR_MSG, lanes);
    i->msg = m;
    return i;
}

static uint64_t constant(LLVMValueRef v, unsigned op) {
    uint64_t x = 0;
    genx_const_u64(LLVMGetOperand(v, op), &x);
    return x;
}

static void surface(sel *S, mir_msg *m, LLVMValueRef s) {
    uint64_t bti;
    sel_val *x = ptrmap_get(&S->vals, s);
    if (genx_const_u64(s, &bti)) {
        m->surface_bti = (uint8_t)bti;
    } else if (x && !x->var) {
        m->surface_bti = (uint8_t)x->off_b;
    } else {
        m->surface_is_var = true;
        m->surface = sel_one(S, s, false);
    }
}

static isa_operand address64(sel *S, LLVMValueRef v) {
    sel_val *x = sel_value(S, v);
    return sel_scalar(x->var, x->off_b, ISA_UQ);
}

// The result of a message: whole registers of a variable of its own, or of the wrregion that it is for.
static mir_var *result(sel *S, LLVMValueRef v) {
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    d->align_b = S->m->grf_b;
    sel_bind(S, v, d, 0);
    return d;
}

static mir_var *block_result(sel *S, LLVMValueRef v, int32_t *off_b) {
    LLVMValueRef wr;
    *off_b = 0;
    if (!bale_message_in_place(S->bales, v, &wr))
        return result(S, v);
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

static void into(mir_inst *i, const mir_var *d) {
    into_at(i, d, 0);
}

static void oword(sel *S, LLVMValueRef v, isa_msg_kind kind) {
    bool store = kind == ISA_MSG_OWORD_WRITE;
    mir_msg *m = message(S, v, kind, 1);
    if (!m)
        return;
    unsigned surf = store ? 0 : 1;
    LLVMTypeRef t = LLVMTypeOf(store ? LLVMGetOperand(v, 2) : v);
    surface(S, m, LLVMGetOperand(v, surf));
    m->addr[0] = sel_one(S, LLVMGetOperand(v, surf + 1), false);
    m->size_b = genx_size_b(t);
    if (m->size_b % 16)
        sel_error(S, "CM0950", "an oword block has %u bytes; it must be a multiple of 16", (unsigned)m->size_b);
    if (store)
        m->data = sel_data(S, v, 2);
    int32_t off = 0;
    mir_var *d = store ? NULL : block_result(S, v, &off);
    mir_inst *i = send(S, m, 1);
    if (d)
        into_at(i, d, off);
}

static uint32_t pow2_pitch(uint32_t width_b) {
    uint32_t p = 4;
    while (p < width_b)
        p *= 2;
    return p;
}

static void media(sel *S, LLVMValueRef v, isa_msg_kind kind) {
    bool store = kind == ISA_MSG_MEDIA_WRITE;
    mir_msg *m = message(S, v, kind, 1);
    if (!m)
        return;
    m->mod = (uint8_t)constant(v, 0);
    surface(S, m, LLVMGetOperand(v, 1));
    m->plane = (uint8_t)constant(v, 2);
    m->width_b = (uint16_t)constant(v, 3);
    m->addr[0] = sel_one(S, LLVMGetOperand(v, 4), true);
    m->addr[1] = sel_one(S, LLVMGetOperand(v, 5), true);
    uint32_t size = genx_size_b(LLVMTypeOf(store ? LLVMGetOperand(v, 6) : v));
    uint32_t pitch = pow2_pitch(m->width_b);
    m->height = (uint16_t)(size / pitch);
    if (m->width_b == 0 || m->height == 0 || size % pitch || pitch > 64)
        sel_error(S, "CM0951", "a media block of %u bytes in rows of %u is not possible", (unsigned)size, m->width_b);
    if (store)
        m->data = sel_data(S, v, 6);
    int32_t off = 0;
    mir_var *d = store ? NULL : block_result(S, v, &off);
    mir_inst *i = send(S, m, 1);
    if (d)
        into_at(i, d, off);
}

static void svm_block(sel *S, LLVMValueRef v, isa_msg_kind kind, uint8_t align_b) {
    bool store = kind == ISA_MSG_A64_BLOCK_WRITE;
    mir_msg *m = message(S, v, kind, 1);
    if (!m)
        return;
    m->addr[0] = address64(S, LLVMGetOperand(v, 0));
    m->size_b = genx_size_b(LLVMTypeOf(store ? LLVMGetOperand(v, 1) : v));
    m->elt_b = align_b;
    if (m->size_b % 16)
        sel_error(S, "CM0950", "an oword block has %u bytes; it must be a multiple of 16", (unsigned)m->size_b);
    if (store)
        m->data = sel_data(S, v, 1);
    int32_t off = 0;
    mir_var *d = store ? NULL : block_result(S, v, &off);
    mir_inst *i = send(S, m, 1);
    if (d)
        into_at(i, d, off);
}

// Lane predicate and, for reads, the old value of lanes that are off.
static void lanes_of_message(sel *S, mir_inst *i, const sel_ctl *c) {
    (void)S;
    if (!c->flag)
        return;
    i->i.pred = ISA_PRED_NORMAL;
    i->i.pred_inv = c->inv;
    i->i.vflag = c->flag->id;
    i->i.flag_sub = c->flag_sub;
    i->i.chan_off = c->chan_off;
}

static mir_var *result_over(sel *S, LLVMValueRef v, LLVMValueRef old, const sel_ctl *c) {
    mir_var *d = result(S, v);
    if (c->flag && !LLVMIsUndef(old)) {
        if (LLVMIsAConstant(old))
            sel_constant(S, old, d, 0);
        else
            sel_copy(S, d, 0, sel_value(S, old), genx_size_b(LLVMTypeOf(v)));
    } else if (c->flag) {
        sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d, 0, (isa_type)d->type, 1);
    }
    return d;
}

typedef struct lane_ops { // operand numbers; -1 = not there
    int8_t pred, log2, scale, surf, global, offs, data;
    bool store;
} lane_ops;

static void byte_scattered(sel *S, LLVMValueRef v, lane_ops o) {
    LLVMValueRef offs = LLVMGetOperand(v, (unsigned)o.offs);
    uint32_t lanes = genx_lanes(LLVMTypeOf(offs));
    mir_msg *m = message(S, v, o.store ? ISA_MSG_BYTE_WRITE : ISA_MSG_BYTE_READ, lanes);
    if (!m)
        return;
    if (constant(v, (unsigned)o.scale))
        sel_error(S, "CM0952", "scaled offsets are not supported");
    m->lanes = (uint8_t)lanes;
    m->elt_b = (uint8_t)(1u << constant(v, (unsigned)o.log2));
    m->n_elt = 1;
    surface(S, m, LLVMGetOperand(v, (unsigned)o.surf));
    m->addr[0] = sel_whole(S, offs);
    m->addr[1] = sel_one(S, LLVMGetOperand(v, (unsigned)o.global), false);
    sel_ctl c = {0};
    if (o.pred >= 0)
        c = sel_pred(S, LLVMGetOperand(v, (unsigned)o.pred), lanes);
    mir_var *d = NULL;
    if (o.store)
        m->data = sel_whole(S, LLVMGetOperand(v, (unsigned)o.data));
    else
        d = result_over(S, v, o.data >= 0 ? LLVMGetOperand(v, (unsigned)o.data) : LLVMGetUndef(LLVMTypeOf(v)), &c);
    mir_inst *i = send(S, m, lanes);
    lanes_of_message(S, i, &c);
    if (d)
        into(i, d);
}

static void svm_scattered(sel *S, LLVMValueRef v, bool store) {
    LLVMValueRef addr = LLVMGetOperand(v, 2);
    uint32_t lanes = genx_lanes(LLVMTypeOf(addr));
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 3));
    mir_msg *m = message(S, v, store ? ISA_MSG_A64_SCATTERED_WRITE : ISA_MSG_A64_SCATTERED_READ, lanes);
    if (!m)
        return;
    m->lanes = (uint8_t)lanes;
    m->elt_b = (uint8_t)genx_elt_b(t);
    m->n_elt = (uint8_t)(1u << constant(v, 1));
    m->addr[0] = sel_whole(S, addr);
    sel_ctl c = sel_pred(S, LLVMGetOperand(v, 0), lanes);
    mir_var *d = NULL;
    if (store)
        m->data = sel_whole(S, LLVMGetOperand(v, 3));
    else
        d = result_over(S, v, LLVMGetOperand(v, 3), &c);
    mir_inst *i = send(S, m, lanes);
    lanes_of_message(S, i, &c);
    if (d)
        into(i, d);
}

static void untyped(sel *S, LLVMValueRef v, bool store) {
    LLVMValueRef offs = LLVMGetOperand(v, 5);
    uint32_t lanes = genx_lanes(LLVMTypeOf(offs));
    mir_msg *m = message(S, v, store ? ISA_MSG_UNTYPED_WRITE : ISA_MSG_UNTYPED_READ, lanes);
    if (!m)
        return;
    if (constant(v, 2))
        sel_error(S, "CM0952", "scaled offsets are not supported");
    m->lanes = (uint8_t)lanes;
    m->elt_b = 4;
    m->chan_mask = (uint8_t)constant(v, 1);
    surface(S, m, LLVMGetOperand(v, 3));
    m->addr[0] = sel_whole(S, offs);
    m->addr[1] = sel_one(S, LLVMGetOperand(v, 4), false);
    sel_ctl c = sel_pred(S, LLVMGetOperand(v, 0), lanes);
    mir_var *d = NULL;
    if (store)
        m->data = sel_whole(S, LLVMGetOperand(v, 6));
    else
        d = result_over(S, v, LLVMGetOperand(v, 6), &c);
    mir_inst *i = send(S, m, lanes);
    lanes_of_message(S, i, &c);
    if (d)
        into(i, d);
}

typedef struct atomic_row {
    uint16_t dword, svm; // genx_id
    uint8_t op;         // hardware code
    uint8_t n_src;
} atomic_row;

static const atomic_row atomics[] = {
    {GENX_DWORD_ATOMIC_AND, GENX_SVM_ATOMIC_AND, 1, 1},   {GENX_DWORD_ATOMIC_OR, GENX_SVM_ATOMIC_OR, 2, 1},
    {GENX_DWORD_ATOMIC_XOR, GENX_SVM_ATOMIC_XOR, 3, 1},   {GENX_DWORD_ATOMIC_XCHG, GENX_SVM_ATOMIC_XCHG, 4, 1},
    {GENX_DWORD_ATOMIC_INC, GENX_SVM_ATOMIC_INC, 5, 0},   {GENX_DWORD_ATOMIC_DEC, GENX_SVM_ATOMIC_DEC, 6, 0},
    {GENX_DWORD_ATOMIC_ADD, GENX_SVM_ATOMIC_ADD, 7, 1},   {GENX_DWORD_ATOMIC_SUB, GENX_SVM_ATOMIC_SUB, 8, 1},
    {GENX_DWORD_ATOMIC_IMAX, GENX_SVM_ATOMIC_IMAX, 10, 1}, {GENX_DWORD_ATOMIC_IMIN, GENX_SVM_ATOMIC_IMIN, 11, 1},
    {GENX_DWORD_ATOMIC_MAX, GENX_SVM_ATOMIC_MAX, 12, 1},  {GENX_DWORD_ATOMIC_MIN, GENX_SVM_ATOMIC_MIN, 13, 1},
    {GENX_DWORD_ATOMIC_CMPXCHG, GENX_SVM_ATOMIC_CMPXCHG, 14, 2},
};

static bool atomic(sel *S, LLVMValueRef v, genx_id id) {
    const atomic_row *r = NULL;
    for (size_t k = 0; k < sizeof(atomics) / sizeof(*atomics); k++)
        if (atomics[k].dword == id || atomics[k].svm == id)
            r = &atomics[k];
    if (!r)
        return false;
    bool svm = r->svm == id;
    unsigned at = svm ? 1 : 2; // addresses or offsets
    uint32_t lanes = genx_lanes(LLVMTypeOf(LLVMGetOperand(v, at)));
    mir_msg *m = message(S, v, svm ? ISA_MSG_A64_ATOMIC : ISA_MSG_UNTYPED_ATOMIC, lanes);
    if (!m)
        return true;
    m->lanes = (uint8_t)lanes;
    m->elt_b = (uint8_t)genx_elt_b(LLVMTypeOf(v));
    m->op = r->op;
    if (!svm)
        surface(S, m, LLVMGetOperand(v, 1));
    m->addr[0] = sel_whole(S, LLVMGetOperand(v, at));
    if (r->n_src >= 1)
        m->data = sel_whole(S, LLVMGetOperand(v, at + 1));
    if (r->n_src == 2)
        m->data2 = sel_whole(S, LLVMGetOperand(v, at + 2));
    sel_ctl c = sel_pred(S, LLVMGetOperand(v, 0), lanes);
    mir_var *d = LLVMGetFirstUse(v) ? result_over(S, v, LLVMGetOperand(v, at + 1 + r->n_src), &c) : NULL;
    mir_inst *i = send(S, m, lanes);
    lanes_of_message(S, i, &c);
    if (d)
        into(i, d);
    return true;
}

static void fence(sel *S, LLVMValueRef v) {
    uint64_t bits = constant(v, 0);
    mir_msg *m = message(S, v, ISA_MSG_HDC_FENCE, 1);
    if (!m)
        return;
    m->op = (uint8_t)(0x20 | (bits & 0x1e) | (bits >> 6 & 1)); // commit; caches to flush; L1
    m->surface_bti = bits & 0x20 ? 254 : 0;           // the local memory's fence
    send(S, m, 1);
}

static void barrier(sel *S, LLVMValueRef v) {
    mir_msg *m = message(S, v, ISA_MSG_BARRIER, 1);
    S->fn->barrier_count = 1;
    if (m)
        send(S, m, 1);
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
    case GENX_GATHER_SCALED:
        byte_scattered(S, v, (lane_ops){0, 1, 2, 3, 4, 5, 6, false});
        return true;
    case GENX_GATHER_SCALED2:
        byte_scattered(S, v, (lane_ops){-1, 0, 1, 2, 3, 4, -1, false});
        return true;
    case GENX_GATHER_MASKED_SCALED2:
        byte_scattered(S, v, (lane_ops){5, 0, 1, 2, 3, 4, -1, false});
        return true;
    case GENX_SCATTER_SCALED:
        byte_scattered(S, v, (lane_ops){0, 1, 2, 3, 4, 5, 6, true});
        return true;
    case GENX_SVM_GATHER:
        svm_scattered(S, v, false);
        return true;
    case GENX_SVM_SCATTER:
        svm_scattered(S, v, true);
        return true;
    case GENX_GATHER4_SCALED:
        untyped(S, v, false);
        return true;
    case GENX_SCATTER4_SCALED:
        untyped(S, v, true);
        return true;
    case GENX_BARRIER:
        barrier(S, v);
        return true;
    case GENX_FENCE:
        fence(S, v);
        return true;
    default:
        return atomic(S, v, id);
    }
}
