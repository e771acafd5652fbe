// SPDX-License-Identifier: MIT
// Atomics of memory: one operation for all lanes of a message, which act in their order. Operations have the numbers of
// the load/store cache's messages.

#include "lanes.h"

#include <assert.h>

enum { MOST_OPS = 16, DATA_PORT_OPS = 2 };

// By the code of the data port's messages: of integers, of floats.
static const uint8_t codes[DATA_PORT_OPS][MOST_OPS] = {
    {[1] = CMC_ATOMIC_AND,
     [2] = CMC_ATOMIC_OR,
     [3] = CMC_ATOMIC_XOR,
     [4] = CMC_ATOMIC_STORE,
     [5] = CMC_ATOMIC_INC,
     [6] = CMC_ATOMIC_DEC,
     [7] = CMC_ATOMIC_ADD,
     [8] = CMC_ATOMIC_SUB,
     [10] = CMC_ATOMIC_SMAX,
     [11] = CMC_ATOMIC_SMIN,
     [12] = CMC_ATOMIC_UMAX,
     [13] = CMC_ATOMIC_UMIN,
     [14] = CMC_ATOMIC_CMPXCHG},
    {[1] = CMC_ATOMIC_FMAX,
     [2] = CMC_ATOMIC_FMIN,
     [3] = CMC_ATOMIC_FCMPXCHG,
     [4] = CMC_ATOMIC_FADD,
     [5] = CMC_ATOMIC_FSUB},
};

static uint32_t operation(const lanes *l) {
    if (l->d.kind == ISA_MSG_LSC_ATOMIC)
        return (uint32_t)host_const_arg(l->call, LSC_OP_SUB);
    bool is_float =
        l->d.kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || l->d.kind == ISA_MSG_A64_ATOMIC_FLOAT || (l->d.op & MEM_FLOAT_OP);
    return codes[is_float][l->d.op & (MOST_OPS - 1)];
}

// An operand as memory's integers, in a buffer; without an operand the buffer holds anything.
static LLVMValueRef source(host *h, const lanes *l, unsigned buffer, LLVMValueRef v) {
    LLVMTypeRef slots = LLVMVectorType(lanes_int(h, l->slot_b), l->n);
    if (!v || genx_size_b(LLVMTypeOf(v)) != l->n * l->slot_b)
        return host_buffer(h, buffer, l->n * l->mem_b, NULL);
    return host_buffer(h, buffer, 0, host_int_cast(h, host_as(h, v, slots), lanes_int(h, l->mem_b), false));
}

static LLVMValueRef result(host *h, const lanes *l, LLVMValueRef buffer) {
    LLVMTypeRef slots = LLVMVectorType(lanes_int(h, l->slot_b), l->n);
    LLVMValueRef v = host_load(h, LLVMVectorType(lanes_int(h, l->mem_b), l->n), buffer, 1);
    return host_as(h, host_int_cast(h, v, genx_elt_type(slots), false), l->type);
}

static void find_sizes(lanes *l) {
    static const uint8_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 2};
    l->slot_b = genx_elt_bits(l->type) / 8;
    l->mem_b = l->slot_b;
    if (l->d.kind == ISA_MSG_LSC_ATOMIC)
        l->mem_b = sizes[host_const_arg(l->call, LSC_OP_SIZE) & 7];
}

static LLVMValueRef typed(host *h, lanes *l) {
    LLVMValueRef data = lanes_operand(l, l->d.data), data2 = lanes_operand(l, l->d.data2);
    LLVMValueRef buffers[3];
    for (unsigned k = 0; k < 3; k++)
        buffers[k] = host_buffer(h, 5 + k, 0, lanes_operand(l, (int8_t)(l->d.addr + (int8_t)k)));
    LLVMValueRef old = host_buffer(h, 4, l->n * l->mem_b, NULL);
    LLVMValueRef on = host_buffer(h, 1, 0, host_bytes_of_mask(h, l->on));
    LLVMValueRef first = source(h, l, 2, data2 ? data2 : data), second = source(h, l, 3, data2 ? data : NULL);
    LLVMValueRef args[] = {host_i32(h, operation(l)),
                           lanes_operand(l, l->d.surface),
                           host_i32(h, l->n),
                           on,
                           buffers[0],
                           buffers[1],
                           buffers[2],
                           first,
                           second,
                           old,
                           host_i32(h, host_line(l->call))};
    host_call_op(h, HOST_OP_pixels_atomic, args, sizeof args / sizeof args[0]);
    return result(h, l, old);
}

LLVMValueRef host_atomic(host *h, LLVMValueRef call) {
    lanes l = {.call = call, .type = LLVMTypeOf(call)};
    bool known = mem_describe(call, &l.d);
    assert(known);
    (void)known;
    find_sizes(&l);
    if (l.d.place == MEM_TYPED) {
        l.n = mem_lanes(call, &l.d);
        lanes_find_predicate(h, &l);
        return typed(h, &l);
    }
    lanes_find_addresses(h, &l);
    lanes_find_predicate(h, &l);
    if (!l.place.base)
        host_check_flat(h, call, l.at, l.on, l.mem_b, true);
    // Of two sources the one that is compared with has role d.
    LLVMValueRef data = lanes_operand(&l, l.d.data), data2 = lanes_operand(&l, l.d.data2);
    bool two = operation(&l) == CMC_ATOMIC_CMPXCHG || operation(&l) == CMC_ATOMIC_FCMPXCHG;
    LLVMValueRef old = source(h, &l, 4, lanes_operand(&l, l.d.old));
    LLVMValueRef at = host_buffer(h, 1, 0, l.at), on = host_buffer(h, 2, 0, host_bytes_of_mask(h, l.on));
    LLVMValueRef first = source(h, &l, 3, two ? data2 : data), second = source(h, &l, 5, two ? data : NULL);
    LLVMValueRef args[] = {host_i32(h, operation(&l)),
                           host_place_number(h, &l.place),
                           host_i32(h, l.n),
                           host_i32(h, l.mem_b),
                           at,
                           on,
                           first,
                           second,
                           old,
                           host_i32(h, host_line(call))};
    host_call_op(h, HOST_OP_atomic, args, sizeof args / sizeof args[0]);
    return result(h, &l, old);
}
