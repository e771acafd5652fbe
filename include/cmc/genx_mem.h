// SPDX-License-Identifier: MIT
// Memory intrinsics with one address a lane: which operand is what. Legalization slices by it, selection emits by it.

#ifndef CMC_SELECT_MEM_DESC_H
#define CMC_SELECT_MEM_DESC_H

#include "genx.h"

typedef enum mem_place { // what the addresses are counted from
    MEM_SURFACE = 0,     // 32-bit offsets in a surface; scaled and atomic forms of the legacy data port
    MEM_A64,             // 64-bit addresses, the same
    MEM_LSC_BTI,
    MEM_LSC_SLM,
    MEM_LSC_FLAT,
    MEM_LSC_BINDLESS,
    MEM_TYPED // coordinates in an image
} mem_place;

enum { MEM_FLOAT_OP = 0x40 }; // typed atomics: the code is one of the floating-point ones

typedef struct mem_desc {
    uint16_t id;        // genx_id
    uint8_t kind;       // isa_msg_kind of the legacy form, or of the LSC form
    uint8_t place;      // mem_place
    uint8_t op;         // atomics: hardware code; LSC: 0 = in operand 1
    uint8_t addr_shift; // offsets are counted in units of 1 << addr_shift bytes
    bool store;         // no result
    // Operand numbers, -1 = there is none.
    int8_t pred, addr, global, scale, surface, data, data2, old;
    int8_t blocks;   // log2 of the elements a lane
    int8_t channels; // mask of channels
    uint8_t n_addr;  // operands from addr on that are sliced alike: coordinates of images
} mem_desc;

// NULL when v is no such call.
const mem_desc *mem_describe(LLVMValueRef v);
// Operands that the call must have.
unsigned mem_operands(const mem_desc *d);
// LSC intrinsics have the same first operands.
enum {
    LSC_OP_SUB = 1,
    LSC_OP_L1,
    LSC_OP_L3,
    LSC_OP_SCALE,
    LSC_OP_IMM,
    LSC_OP_SIZE,
    LSC_OP_VECTOR,
    LSC_OP_ORDER,
    LSC_OP_CHANNELS,
    LSC_OP_ADDR
};
static inline bool mem_is_lsc(const mem_desc *d) {
    return d->place >= MEM_LSC_BTI && d->place <= MEM_LSC_BINDLESS;
}
// One address for a block of elements side by side: not a message of lanes.
bool mem_is_transposed(LLVMValueRef v, const mem_desc *d);
// Addresses, which is lanes, of a call.
uint32_t mem_lanes(LLVMValueRef v, const mem_desc *d);
// Elements a lane of a result or of data, as registers hold them: lane by lane, element after element.
uint32_t mem_elements(LLVMValueRef v, const mem_desc *d);

#endif
