// SPDX-License-Identifier: MIT
// Selects the common operands of LSC intrinsics (hints, sizes, address space) and LSC block messages.
//
//   lsc.load.stateless(i1 true, ... size 3, vector 8, order 2, <1 x i64> %p, i32 0)   64 dwords side by side
//   becomes    msg.lsc_load (1|M0) %v addr0=%p size_b=256 elt_b=4 transpose=1 addr_size_b=8

#include "sel_priv.h"

#include <assert.h>

typedef struct data_size {
    uint8_t mem_b, reg_b;
    bool high_half;
} data_size;

// Indexed by the intrinsics' size code. Codes 1 and 2, bytes and words, mean packed vectors in the IR; registers hold
// one element for each dword.
static const data_size sizes[] = {
    {0, 0, false}, {1, 4, false}, {2, 4, false}, {4, 4, false},
    {8, 8, false}, {1, 4, false}, {2, 4, false}, {2, 4, true},
};
static const uint8_t vectors[] = {0, 1, 2, 3, 4, 8, 16, 32, 64};

static const char *name_of(LLVMValueRef v) {
    return genx_info_get(genx_call_id(v))->name;
}

static bool fail(sel *S, const char *fmt, ...) CMC_PRINTF(2, 3);
static bool fail(sel *S, const char *fmt, ...) {
    cmc_str text = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&text, fmt, ap);
    va_end(ap);
    sel_error(S, "CM0953", "%s", cmc_str_text(&text));
    cmc_str_free(&text);
    return false;
}

static bool check_target(sel *S, LLVMValueRef v, const mem_desc *d) {
    if (S->m->has_lsc)
        return true;
    const char *instead = d->kind == ISA_MSG_LSC_ATOMIC ? (d->place == MEM_LSC_FLAT ? "svm.atomic" : "dword.atomic")
                          : d->place == MEM_LSC_FLAT    ? "svm.gather, svm.scatter, svm.block.ld or svm.block.st"
                                                        : "gather.scaled, scatter.scaled, oword.ld or oword.st";
    return fail(S, "llvm.genx.%s needs load/store cache messages, which %s does not have; use llvm.genx.%s", name_of(v),
                S->m->name, instead);
}

static bool place(sel *S, LLVMValueRef v, const mem_desc *d, mir_msg *m) {
    LLVMValueRef surface = LLVMGetOperand(v, (unsigned)d->surface);
    uint32_t addr_b = genx_elt_b(LLVMTypeOf(LLVMGetOperand(v, (unsigned)d->addr)));
    m->addr_size_b = (uint8_t)addr_b;
    switch ((mem_place)d->place) {
    case MEM_LSC_BTI:
        m->addr_type = ISA_ADDR_BTI;
        sel_surface(S, m, surface);
        break;
    case MEM_LSC_BINDLESS:
        m->addr_type = ISA_ADDR_BSS;
        m->surface_is_var = true;
        m->surface = sel_one(S, surface, false);
        break;
    case MEM_LSC_SLM:
        m->sfid = ISA_SFID_SLM;
        m->l1 = m->l3 = 0; // shared local memory has no cache
        break;
    default:
        if (addr_b != 8)
            return fail(S, "llvm.genx.%s has addresses of %u bits, expected 64", name_of(v), (unsigned)addr_b * 8);
        return true;
    }
    if (addr_b == 8)
        return fail(S, "llvm.genx.%s has offsets of 64 bits, expected 16 or 32", name_of(v));
    return true;
}

static const char *hint_name(sel *S, unsigned h) {
    static const char *const names[] = {"default",       "uncached",  "cached",          "write-back",
                                        "write-through", "streaming", "read-invalidate", "const-cached"};
    const char *number = h < sizeof(names) / sizeof(*names) ? names[h] : cmc_arena_printf(S->a, "%u", h);
    return number ? number : "unknown";
}

// True if the target has the operation with this pair of hints: builds a probe message.
static bool can_be_built(sel *S, const mir_msg *m, uint8_t l1, uint8_t l3) {
    isa_msg probe = {.kind = m->kind,
                     .sfid = ISA_SFID_UGM,
                     .simd = S->m->hdc_min_simd,
                     .elt_b = 4,
                     .n_elt = 1,
                     .chan_mask = 1,
                     .op = m->op,
                     .addr_size_b = 8,
                     .l1 = l1,
                     .l3 = l3};
    isa_inst in = {.op = ISA_SEND};
    cmc_diag *d = cmc_diag_create();
    if (!d) {
        S->oom = true;
        return false;
    }
    cmc_status st = isa_send_build(S->m, &probe, &in, d);
    cmc_diag_destroy(d);
    return st == CMC_OK;
}

static bool check_operation(sel *S, LLVMValueRef v, const mir_msg *m) {
    bool atomic = m->kind == ISA_MSG_LSC_ATOMIC, hints = m->l1 || m->l3;
    if ((!atomic && !hints) || can_be_built(S, m, m->l1, m->l3))
        return true;
    if (atomic && (!hints || !can_be_built(S, m, 0, 0)))
        return fail(S, "llvm.genx.%s: %s has no atomic operation %u in its load/store cache", name_of(v), S->m->name,
                    m->op);
    return fail(S, "llvm.genx.%s: cache hints %s for L1 and %s for L3 are not supported on %s for this access",
                name_of(v), hint_name(S, m->l1), hint_name(S, m->l3), S->m->name);
}

bool sel_check_hints(sel *S, LLVMValueRef v, const mir_msg *m, bool store) {
    mir_msg plain = {.kind = store ? ISA_MSG_LSC_STORE : ISA_MSG_LSC_LOAD};
    if ((!m->l1 && !m->l3) || can_be_built(S, &plain, m->l1, m->l3) || !can_be_built(S, &plain, 0, 0))
        return true;
    return fail(S, "llvm.genx.%s: cache hints %s for L1 and %s for L3 are not supported on %s for this access",
                name_of(v), hint_name(S, m->l1), hint_name(S, m->l3), S->m->name);
}

bool sel_lsc_operands(sel *S, LLVMValueRef v, const mem_desc *d, mir_msg *m) {
    assert(d && m);
    size_t errors = cmc_diag_error_count(S->d);
    uint64_t size = sel_constant_operand(S, v, LSC_OP_SIZE), vector = sel_constant_operand(S, v, LSC_OP_VECTOR);
    uint64_t scale = sel_constant_operand(S, v, LSC_OP_SCALE);
    genx_id id = genx_call_id(v);
    bool old_atomic = id == GENX_LSC_ATOMIC_BTI || id == GENX_LSC_ATOMIC_SLM || id == GENX_LSC_ATOMIC_STATELESS ||
                      id == GENX_LSC_ATOMIC_BINDLESS;
    if (old_atomic) // order and vector size are swapped
        vector = sel_constant_operand(S, v, LSC_OP_ORDER);
    if (!check_target(S, v, d))
        return false;
    if (size < 1 || size > 7)
        return fail(S, "llvm.genx.%s: data size %u, expected 1 to 7", name_of(v), (unsigned)size);
    if (vector > 8)
        return fail(S, "llvm.genx.%s: vector size code %u, expected 1 to 8", name_of(v), (unsigned)vector);
    if (scale > 1)
        return fail(S, "llvm.genx.%s: scale %u, expected 1", name_of(v), (unsigned)scale);
    m->l1 = (uint8_t)sel_constant_operand(S, v, LSC_OP_L1);
    m->l3 = (uint8_t)sel_constant_operand(S, v, LSC_OP_L3);
    m->imm_off = (int32_t)sel_constant_operand(S, v, LSC_OP_IMM);
    m->elt_b = sizes[size].mem_b;
    m->high_half = sizes[size].high_half;
    m->n_elt = vectors[vector ? vector : 1];
    if (d->channels >= 0) {
        m->chan_mask = (uint8_t)sel_constant_operand(S, v, (unsigned)d->channels);
        if (m->chan_mask == 0 || m->chan_mask > 15 || m->elt_b != 4)
            return fail(S, "llvm.genx.%s: channel mask %u of %u-bit elements, expected 1 to 15 and 32 bits", name_of(v),
                        m->chan_mask, m->elt_b * 8u);
    }
    if (d->kind == ISA_MSG_LSC_ATOMIC)
        m->op = (uint8_t)sel_constant_operand(S, v, LSC_OP_SUB);
    m->prefetch = d->store && d->kind == ISA_MSG_LSC_LOAD;
    return cmc_diag_error_count(S->d) == errors && place(S, v, d, m) && check_operation(S, v, m);
}

// Selects a block message. Blocks of bytes and words are sent as blocks of dwords.
bool sel_lsc_block(sel *S, LLVMValueRef v, const mem_desc *d) {
    assert(d);
    mir_msg *m = sel_new_message(S, (isa_msg_kind)d->kind, 1);
    if (!m || !sel_lsc_operands(S, v, d, m))
        return true;
    m->size_b = (uint32_t)m->n_elt * m->elt_b;
    m->transpose = true;
    if (m->elt_b < 4 && m->size_b % 4) {
        fail(S, "llvm.genx.%s: a block of %u bytes, expected a multiple of 4", name_of(v), (unsigned)m->size_b);
        return true;
    }
    m->elt_b = m->elt_b == 8 ? 8 : 4;
    m->n_elt = 0;
    LLVMValueRef addr = LLVMGetOperand(v, (unsigned)d->addr);
    if (d->place == MEM_LSC_FLAT)
        addr = sel_split_address(S, addr, &m->imm_off);
    else if (d->place == MEM_LSC_BTI)
        addr = sel_split_offset(S, m, addr, &m->imm_off);
    sel_val *x = sel_value(S, addr);
    m->addr[0] = sel_scalar(x->var, x->off_b, sel_type(LLVMTypeOf(addr), false));
    sel_ctl c = sel_pred(S, LLVMGetOperand(v, 0), 1);
    bool off = !c.flag && c.inv;
    if (off && (d->store || !LLVMGetFirstUse(v)))
        return true;
    if (d->data >= 0)
        m->data = sel_data(S, v, (unsigned)d->data);
    mir_var *dst = d->store ? NULL : sel_message_result(S, v);
    if (dst && (c.flag || off)) {
        LLVMValueRef old = d->old >= 0 ? LLVMGetOperand(v, (unsigned)d->old) : NULL;
        if (!old || LLVMIsUndef(old))
            sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(dst, 0, (isa_type)dst->type, 1);
        else if (LLVMIsAConstant(old))
            sel_constant(S, old, dst, 0);
        else
            sel_copy(S, dst, 0, sel_value(S, old), genx_size_b(LLVMTypeOf(v)));
    }
    if (off)
        return true;
    mir_inst *i = sel_send_message(S, m, 1);
    sel_message_pred(i, &c);
    if (dst)
        i->i.dst = sel_dst(dst, 0, (isa_type)dst->type, 1);
    return true;
}
