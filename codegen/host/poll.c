// SPDX-License-Identifier: MIT
// Loops that end when memory changes. The threads of a group share a thread of the host, so such a loop gives the
// others a turn now and then; otherwise the one that it waits for would never run.
//
//   loop:  %v = read ...; br (%v == 0), loop, end   ->   the same, and every 64th turn a call of services->yield

#include "host_priv.h"

enum { TURNS = 64, MOST_STEPS = 64 };

typedef CMC_VEC(LLVMBasicBlockRef) blocks;
typedef CMC_VEC(LLVMValueRef) ends;

typedef struct loop {
    const blocks *all;
    uint32_t first, last; // blocks between the ends of a back edge, as the function lists them
    uint32_t steps;       // that the search for reads may still take
} loop;

static uint32_t index_of(const blocks *all, LLVMBasicBlockRef bb) {
    uint32_t i = 0;
    while (i < all->len && all->data[i] != bb)
        i++;
    return i;
}

static bool is_in(const loop *l, LLVMValueRef inst) {
    uint32_t i = index_of(l->all, LLVMGetInstructionParent(inst));
    return i >= l->first && i <= l->last;
}

// Whether a value is computed from memory that the loop reads.
static bool depends_on_read(loop *l, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v) || !l->steps || !is_in(l, v))
        return false;
    l->steps--;
    if (LLVMIsACallInst(v) && genx_info_get(genx_call_id(v))->memory == GENX_MEM_READ)
        return true;
    unsigned n = LLVMIsAPHINode(v) ? LLVMCountIncoming(v) : (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; i < n; i++)
        if (depends_on_read(l, LLVMIsAPHINode(v) ? LLVMGetIncomingValue(v, i) : LLVMGetOperand(v, i)))
            return true;
    return false;
}

static bool waits(const blocks *all, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i <= last; i++) {
        loop l = {all, first, last, MOST_STEPS};
        LLVMValueRef end = LLVMGetBasicBlockTerminator(all->data[i]);
        if (LLVMIsABranchInst(end) && LLVMIsConditional(end) && depends_on_read(&l, LLVMGetCondition(end)))
            return true;
    }
    return false;
}

static bool ends_waiting_loop(const blocks *all, uint32_t block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(all->data[block]);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        uint32_t to = index_of(all, LLVMGetSuccessor(end, s));
        if (to <= block && waits(all, to, block))
            return true;
    }
    return false;
}

static void add_turn(host *h, LLVMValueRef end) {
    LLVMValueRef count = host_variable(h, h->i32);
    LLVMBuildStore(h->top, host_i32(h, 0), count);
    LLVMPositionBuilderBefore(h->b, end);
    LLVMValueRef n = LLVMBuildAdd(h->b, LLVMBuildLoad2(h->b, h->i32, count, ""), host_i32(h, 1), "");
    LLVMBuildStore(h->b, n, count);
    LLVMValueRef left = LLVMBuildURem(h->b, n, host_i32(h, TURNS), "");
    host_if i = host_begin_if(h, end, LLVMBuildICmp(h->b, LLVMIntEQ, left, host_i32(h, 0), ""));
    host_call_service(h, offsetof(cmc_host_services, yield), NULL, 0);
    host_end_if(h, &i, end, NULL, NULL);
}

void host_add_turns(host *h, LLVMValueRef fn) {
    blocks all = {0};
    ends waiting = {0};
    genx_foreach_block(fn, bb)
        (void)cmc_vec_push(h->a, &all, bb);
    for (uint32_t i = 0; i < all.len; i++)
        if (ends_waiting_loop(&all, i))
            (void)cmc_vec_push(h->a, &waiting, LLVMGetBasicBlockTerminator(all.data[i]));
    for (uint32_t i = 0; i < waiting.len; i++)
        add_turn(h, waiting.data[i]);
}
