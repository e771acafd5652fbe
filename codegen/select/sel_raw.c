// SPDX-License-Identifier: MIT
// Selects raw sends. The user gives descriptors and lengths; the instruction gets whole registers as operands.
//
//   raw.sends2(modifier, log2 lanes, predicate, registers of source 1, of source 2, of the result, function, extended
//   descriptor, descriptor, source 1, source 2, old result)      ".noresult": neither result nor old
// A constant descriptor gets the lengths added. A descriptor in a register must contain its lengths, since the hardware
// uses it unchanged; the instruction still records them for analyses of its operands.

#include "sel_priv.h"

typedef struct raw {
    int8_t n_src1, n_src2, n_dst, sfid, exdesc, desc, src1, src2, old;
} raw;

static const raw send2 = {3, -1, 4, 5, 6, 7, 8, -1, 9};
static const raw send2_no = {3, -1, -1, 4, 5, 6, 7, -1, -1};
static const raw sends2 = {3, 4, 5, 6, 7, 8, 9, 10, 11};
static const raw sends2_no = {3, 4, -1, 5, 6, 7, 8, 9, -1};

enum { SENDC = 1, EOT = 2, LEN_BITS = 31, MLEN_BITS = 15, XLEN_AT = 6, RLEN_AT = 20, MLEN_AT = 25 };

static uint32_t number(sel *S, LLVMValueRef v, int op) {
    return op < 0 ? 0 : (uint32_t)sel_constant_operand(S, v, (unsigned)op);
}

// An operand of n registers that starts with the value. Registers after a shorter value are undefined.
static isa_operand registers(sel *S, LLVMValueRef x, uint32_t n) {
    isa_operand o = sel_whole(S, x);
    mir_var *v = S->fn->vars.data[o.reg];
    uint32_t end = (uint32_t)o.off_b + n * S->m->grf_b;
    if (end > v->size_b && v->fixed) {
        mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UD, n * S->m->grf_b, "raw");
        t->align_b = S->m->grf_b;
        sel_copy(S, t, 0, &(sel_val){.var = v, .off_b = o.off_b}, genx_size_b(LLVMTypeOf(x)));
        o = mir_src(t, 0, ISA_UD, (isa_region){1, 1, 0});
    } else if (end > v->size_b) {
        v->size_b = end;
    }
    return mir_src(S->fn->vars.data[o.reg], o.off_b, ISA_TYPE_NONE, (isa_region){0});
}

// Moves a descriptor to a dword of a0.
static void to_a0(sel *S, LLVMValueRef d, uint32_t dword) {
    mir_inst *i = sel_inst(S, ISA_MOV, 1);
    i->i.dst = isa_arf_reg(ISA_ARF_A0, 0, (int32_t)dword * 4, ISA_UD, (isa_region){.h = 1});
    i->i.src[0] = sel_one(S, d, false);
    i->i.src[0].type = ISA_UD;
}

static void set_descriptors(sel *S, LLVMValueRef v, const raw *r, isa_inst *in, uint32_t xlen) {
    uint64_t c;
    uint32_t mlen = number(S, v, r->n_src1), rlen = number(S, v, r->n_dst);
    uint32_t lens = (mlen & MLEN_BITS) << MLEN_AT | (rlen > LEN_BITS ? LEN_BITS : rlen) << RLEN_AT;
    in->sfid = (uint8_t)(number(S, v, r->sfid) & 15);
    in->desc = lens;
    if (genx_const_u64(LLVMGetOperand(v, (unsigned)r->desc), &c))
        in->desc |= (uint32_t)c & ~((uint32_t)MLEN_BITS << MLEN_AT | (uint32_t)LEN_BITS << RLEN_AT);
    else
        in->desc_is_reg = true;
    uint32_t own = S->m->src1_len_in_inst ? 0 : xlen << XLEN_AT;
    if (S->m->sfid_in_exdesc)
        own |= in->sfid;
    if (S->m->src1_len_in_inst)
        in->src1_len = (uint8_t)xlen;
    if (genx_const_u64(LLVMGetOperand(v, (unsigned)r->exdesc), &c)) {
        in->exdesc = ((uint32_t)c & ~((uint32_t)LEN_BITS << XLEN_AT) & ~(S->m->sfid_in_exdesc ? 15u : 0u)) | own;
        return;
    }
    in->exdesc_is_reg = true;
    in->exdesc_sub = in->desc_is_reg ? 2 : 0;
    in->exbso = S->m->has_lsc_imm_off;
}

static void start_result(sel *S, LLVMValueRef v, LLVMValueRef old, mir_var *d) {
    if (LLVMIsUndef(old))
        sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d, 0, (isa_type)d->type, 1);
    else if (LLVMIsAConstant(old))
        sel_constant(S, old, d, 0);
    else
        sel_copy(S, d, 0, sel_value(S, old), genx_size_b(LLVMTypeOf(v)));
}

static bool check(sel *S, LLVMValueRef v, const raw *r, uint32_t exec, size_t errors) {
    const char *name = genx_info_get(genx_call_id(v))->name;
    unsigned last = (unsigned)(r->old >= 0 ? r->old : r->src2 >= 0 ? r->src2 : r->src1);
    if (LLVMGetNumArgOperands(v) != last + 1) {
        sel_error(S, "CM0958", "llvm.genx.%s has %u operands, expected %u", name, LLVMGetNumArgOperands(v), last + 1);
        return false;
    }
    uint32_t how = number(S, v, 0), n_src1 = number(S, v, r->n_src1);
    if (how & EOT)
        sel_error(S, "CM0975", "llvm.genx.%s ends the thread, which only the end of a kernel may do", name);
    else if (exec > 5)
        sel_error(S, "CM0975", "llvm.genx.%s has execution size code %u, expected 0 to 5 for 1 to 32 lanes", name,
                  (unsigned)exec);
    else if (n_src1 == 0 || n_src1 > MLEN_BITS)
        sel_error(S, "CM0975", "llvm.genx.%s has %u registers, expected 1 to 15", name, (unsigned)n_src1);
    return cmc_diag_error_count(S->d) == errors;
}

static void select_raw(sel *S, LLVMValueRef v, const raw *r) {
    size_t errors = cmc_diag_error_count(S->d);
    uint32_t exec = number(S, v, 1), xlen = number(S, v, r->n_src2), rlen = number(S, v, r->n_dst);
    if (!check(S, v, r, exec, errors))
        return;
    sel_ctl c = sel_pred(S, LLVMGetOperand(v, 2), 1u << exec);
    bool off = !c.flag && c.inv;
    isa_operand src0 = registers(S, LLVMGetOperand(v, (unsigned)r->src1), number(S, v, r->n_src1)),
                src1 = isa_null(ISA_TYPE_NONE);
    if (xlen)
        src1 = registers(S, LLVMGetOperand(v, (unsigned)r->src2), xlen);
    mir_var *d = NULL;
    if (r->old >= 0) {
        d = sel_message_result(S, v);
        if (rlen * S->m->grf_b > d->size_b)
            d->size_b = rlen * S->m->grf_b;
        start_result(S, v, LLVMGetOperand(v, (unsigned)r->old), d);
    }
    if (off)
        return;
    isa_inst in = {.op = ISA_SEND};
    set_descriptors(S, v, r, &in, xlen);
    if (in.desc_is_reg)
        to_a0(S, LLVMGetOperand(v, (unsigned)r->desc), 0);
    if (in.exdesc_is_reg)
        to_a0(S, LLVMGetOperand(v, (unsigned)r->exdesc), in.exdesc_sub);
    bool two = S->m->sfid_in_exdesc && xlen, sendc = number(S, v, 0) & SENDC;
    mir_inst *i = sel_inst(S, two ? (sendc ? ISA_SENDSC : ISA_SENDS) : sendc ? ISA_SENDC : ISA_SEND, 1u << exec);
    uint16_t op = i->i.op;
    i->i = in;
    i->i.op = op;
    i->i.exec_size = (uint8_t)(1u << exec);
    i->i.no_mask = true;
    i->i.src[0] = src0;
    i->i.src[1] = src1;
    i->i.dst = d && rlen ? mir_dst(d, 0, ISA_TYPE_NONE, 0) : isa_null(ISA_TYPE_NONE);
    sel_message_pred(i, &c);
}

bool sel_raw_send(sel *S, LLVMValueRef v) {
    switch (genx_call_id(v)) {
    case GENX_RAW_SEND2:
        select_raw(S, v, &send2);
        return true;
    case GENX_RAW_SEND2_NORESULT:
        select_raw(S, v, &send2_no);
        return true;
    case GENX_RAW_SENDS2:
        select_raw(S, v, &sends2);
        return true;
    case GENX_RAW_SENDS2_NORESULT:
        select_raw(S, v, &sends2_no);
        return true;
    default:
        return false;
    }
}
