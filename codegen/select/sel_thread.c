// SPDX-License-Identifier: MIT
// Selects fences, barriers and the size of shared local memory.
//
//   call void @llvm.genx.nbarrier.arrive(i8 3, i8 0, i8 8, i8 8)      msg.named_barrier (1|M0) addr0=0x08080003:ud
//   call void @llvm.genx.nbarrier(i8 0, i8 3, i8 0)                   msg.named_barrier (1|M0) addr0=0x3:ud op=2

#include "sel_priv.h"

enum { // mir_msg.op of barriers
    BARRIER_BOTH = 0,
    BARRIER_SIGNAL = 1,
    BARRIER_WAIT = 2
};

static void fence(sel *S, LLVMValueRef v) {
    uint64_t bits = sel_constant_operand(S, v, 0);
    mir_msg *m = sel_new_message(S, ISA_MSG_HDC_FENCE, 1);
    if (!m)
        return;
    m->op = (uint8_t)((bits & 0x1e) | (bits >> 6 & 1)); // bits 1 to 4: caches to flush; bit 0: L1
    m->surface_bti = bits & 0x20 ? 254 : 0;             // 254: the fence of shared local memory
    sel_send_message(S, m, 1);
}

// lsc.fence: predicate, function, operation, scope. Without LSC, the legacy fence is at least as strong.
static void lsc_fence(sel *S, LLVMValueRef v) {
    static const uint8_t sfids[] = {ISA_SFID_UGM, ISA_SFID_UGML, ISA_SFID_CRE, ISA_SFID_SLM};
    enum { LOCAL = 3, INVALIDATE = 2, FLUSH_L3 = 5, SCOPES = 7, OPS = 8, FLUSH_ALL = 0x1e };
    uint64_t sfid = sel_constant_operand(S, v, 1), op = sel_constant_operand(S, v, 2),
             scope = sel_constant_operand(S, v, 3);
    if (sfid > LOCAL || op >= OPS || scope >= SCOPES) {
        sel_error(S, "CM0955",
                  "llvm.genx.lsc.fence has function %u, operation %u, scope %u; expected at most 3, 7 and 6",
                  (unsigned)sfid, (unsigned)op, (unsigned)scope);
        return;
    }
    mir_msg *m = sel_new_message(S, S->m->has_lsc ? ISA_MSG_LSC_FENCE : ISA_MSG_HDC_FENCE, 1);
    if (!m)
        return;
    if (S->m->has_lsc) {
        m->sfid = sfids[sfid];
        m->op = (uint8_t)op;
        m->scope = (uint8_t)scope;
    } else {
        m->op = (uint8_t)((op == FLUSH_L3 ? FLUSH_ALL : 0) | (op == INVALIDATE));
        m->surface_bti = sfid == LOCAL ? 254 : 0;
    }
    sel_send_message(S, m, 1);
}

static void need_barriers(sel *S, uint32_t n) {
    if (S->fn->barrier_count < n)
        S->fn->barrier_count = n;
}

static void barrier(sel *S, uint8_t what) {
    mir_msg *m = sel_new_message(S, ISA_MSG_BARRIER, 1);
    need_barriers(S, 1);
    if (!m)
        return;
    m->op = what;
    sel_send_message(S, m, 1);
}

// Returns payload | field << shift; constants are folded.
static isa_operand with_field(sel *S, isa_operand sum, LLVMValueRef field, unsigned shift) {
    uint64_t c;
    if (genx_const_u64(field, &c)) {
        if (sum.file == ISA_FILE_IMM)
            return isa_imm(sum.imm | (c & 255) << shift, ISA_UD);
        if (c == 0)
            return sum;
    }
    mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UD, 4, "bar"), *r = sel_var(S, MIR_VAR_GRF, ISA_UD, 4, "bar");
    sel_mov(S, 1, sel_dst(t, 0, ISA_UD, 1), sel_one(S, field, false), NULL);
    sel_emit2(S, ISA_SHL, 1, sel_dst(r, 0, ISA_UD, 1), sel_scalar(t, 0, ISA_UD), isa_imm(shift, ISA_UD), false, NULL);
    mir_var *o = sel_var(S, MIR_VAR_GRF, ISA_UD, 4, "bar");
    sel_emit2(S, ISA_OR, 1, sel_dst(o, 0, ISA_UD, 1), sel_scalar(r, 0, ISA_UD), sum, false, NULL);
    return sel_scalar(o, 0, ISA_UD);
}

static bool may_name_barriers(sel *S, LLVMValueRef v) {
    if (S->m->has_named_barrier)
        return true;
    sel_error(S, "CM0956",
              "llvm.genx.%s needs named barriers, which %s does not have; use llvm.genx.barrier or llvm.genx.sbarrier",
              genx_info_get(genx_call_id(v))->name, S->m->name);
    return false;
}

static void named(sel *S, LLVMValueRef v, LLVMValueRef id, isa_operand payload, uint8_t what) {
    enum { MOST = 32 };
    uint64_t c;
    if (!may_name_barriers(S, v))
        return;
    if (genx_const_u64(id, &c)) {
        if (c >= MOST) {
            sel_error(S, "CM0956", "barrier %u, expected 0 to 31", (unsigned)c);
            return;
        }
        need_barriers(S, (uint32_t)c + 1);
    } else {
        need_barriers(S, 1);
    }
    mir_msg *m = sel_new_message(S, ISA_MSG_NAMED_BARRIER, 1);
    if (!m)
        return;
    m->op = what;
    m->addr[0] = payload;
    sel_send_message(S, m, 1);
}

// Operands of nbarrier: signal or wait, barrier, threads.
static void nbarrier(sel *S, LLVMValueRef v) {
    LLVMValueRef id = LLVMGetOperand(v, 1), n = LLVMGetOperand(v, 2);
    isa_operand p = with_field(S, isa_imm(0, ISA_UD), id, 0);
    if (!sel_constant_operand(S, v, 0)) {
        named(S, v, id, p, BARRIER_WAIT);
        return;
    }
    p = with_field(S, p, n, 16);
    named(S, v, id, with_field(S, p, n, 24), BARRIER_SIGNAL);
}

// Operands of nbarrier.arrive: barrier, role, producers, consumers.
static void nbarrier_arrive(sel *S, LLVMValueRef v) {
    static const uint8_t shifts[] = {0, 14, 16, 24};
    isa_operand p = isa_imm(0, ISA_UD);
    for (unsigned k = 0; k < 4; k++)
        p = with_field(S, p, LLVMGetOperand(v, k), shifts[k]);
    named(S, v, LLVMGetOperand(v, 0), p, BARRIER_SIGNAL);
}

static void cache_flush(sel *S) {
    mir_msg *m = sel_new_message(S, ISA_MSG_SAMPLER, 1);
    if (!m)
        return;
    m->op = ISA_SAMPLER_FLUSH;
    sel_send_message(S, m, 1);
}

bool sel_thread_message(sel *S, LLVMValueRef v) {
    switch (genx_call_id(v)) {
    case GENX_SLM_INIT: {
        uint64_t bytes;
        if (!genx_const_u64(LLVMGetOperand(v, 0), &bytes))
            sel_error(S, "CM0957", "the size of shared local memory must be a constant");
        else if (bytes > S->fn->slm_b)
            S->fn->slm_b = (uint32_t)bytes;
        return true;
    }
    case GENX_FENCE:
        fence(S, v);
        return true;
    case GENX_LSC_FENCE:
        lsc_fence(S, v);
        return true;
    case GENX_BARRIER:
        barrier(S, BARRIER_BOTH);
        return true;
    case GENX_SBARRIER:
        barrier(S, sel_constant_operand(S, v, 0) ? BARRIER_SIGNAL : BARRIER_WAIT);
        return true;
    case GENX_NBARRIER:
        nbarrier(S, v);
        return true;
    case GENX_NBARRIER_ARRIVE:
        nbarrier_arrive(S, v);
        return true;
    case GENX_CACHE_FLUSH:
        cache_flush(S);
        return true;
    default:
        return false;
    }
}
