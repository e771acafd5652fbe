// SPDX-License-Identifier: MIT
// A message with an address for each lane, as lanes.c and atomic.c lower it.

#ifndef CMC_HOST_LANES_H
#define CMC_HOST_LANES_H

#include "host_priv.h"

#include <cmc/genx_mem.h>

typedef struct lanes {
    LLVMValueRef call;
    mem_desc d;
    host_place place;
    uint32_t n;          // lanes
    uint64_t elements;   // a bit for each one of a lane that is transferred
    uint32_t mem_b;      // of an element in memory
    uint32_t slot_b;     // of an element in registers; upper bytes become zero
    bool keeps_upper;    // or keep the old value's
    LLVMValueRef at, on; // <n x i64>: bytes from the place's base; <n x i1>
    LLVMValueRef value;  // what is stored, or the old value
    LLVMTypeRef type;    // of that
} lanes;

static inline LLVMValueRef lanes_operand(const lanes *l, int8_t i) {
    return i < 0 ? NULL : LLVMGetOperand(l->call, (unsigned)i);
}
static inline LLVMTypeRef lanes_int(const host *h, uint32_t bytes) {
    return LLVMIntTypeInContext(h->llvm, bytes * 8);
}
void lanes_find_addresses(host *h, lanes *l); // sets place, n, at
void lanes_find_predicate(host *h, lanes *l); // sets on

#endif
