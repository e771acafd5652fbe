// SPDX-License-Identifier: MIT
// Describes the operands of memory intrinsics with one address for each lane, for legalization (slicing) and selection.

#ifndef CMC_SELECT_MEM_DESC_H
#define CMC_SELECT_MEM_DESC_H

#include "genx.h"

typedef enum mem_place { // base of the addresses
    MEM_SURFACE = 0,     // 32-bit offsets in a surface; scaled and atomic forms of the legacy data port
    MEM_A64,             // 64-bit addresses; the same forms
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
    uint8_t op;         // atomics: hardware code; LSC: 0 = in LSC_OP_SUB
    uint8_t addr_shift; // offsets are counted in units of 1 << addr_shift bytes
    bool store;         // no result
    uint8_t n_operands; // operand count of a valid call
    // Operand numbers; -1: no such operand.
    int8_t pred, addr, global, scale, surface, data, data2, old;
    int8_t blocks;   // log2 of the elements of each lane
    int8_t channels; // mask of channels
    uint8_t n_addr;  // number of address operands from addr on: coordinates of images
} mem_desc;

// Describes a call; returns false if v is not a message with an address for each lane. Source: genx_lanes.def.
bool mem_describe(LLVMValueRef v, mem_desc *out);
// The first operands of all LSC intrinsics.
enum {
    LSC_OP_PRED = 0,
    LSC_OP_SUB,
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
// The further operands of loads and prefetches, of stores, and of atomics whose address precedes the data.
enum { LSC_LOAD_SURFACE = LSC_OP_ADDR + 1, LSC_LOAD_N_OPERANDS };
enum { LSC_STORE_DATA = LSC_OP_ADDR + 1, LSC_STORE_SURFACE, LSC_STORE_N_OPERANDS };
enum {
    LSC_XATOMIC_SRC = LSC_OP_ADDR + 1,
    LSC_XATOMIC_SURFACE = LSC_XATOMIC_SRC + 2,
    LSC_XATOMIC_OLD,
    LSC_XATOMIC_N_OPERANDS
};
// 2-D blocks at an address; only stores have data.
enum {
    LSC2D_PRED = 0,
    LSC2D_L1,
    LSC2D_L3,
    LSC2D_SIZE,
    LSC2D_ORDER,
    LSC2D_BLOCKS,
    LSC2D_WIDTH,
    LSC2D_HEIGHT,
    LSC2D_VNNI,
    LSC2D_BASE,
    LSC2D_SURFACE, // width, height, pitch, x, y: five operands
    LSC2D_DATA = LSC2D_SURFACE + 5,
    LSC2D_N_OPERANDS
};
// 2-D blocks by a descriptor. LAST: the old value of a load, the data of a store, a value of a prefetch's element type.
enum {
    LSC2D_DESC_PRED = 0,
    LSC2D_DESC_HINTS,
    LSC2D_DESC_BLOCKS,
    LSC2D_DESC_WIDTH,
    LSC2D_DESC_HEIGHT,
    LSC2D_DESC_DESCRIPTOR,
    LSC2D_DESC_X,
    LSC2D_DESC_Y,
    LSC2D_DESC_LAST,
    LSC2D_DESC_N_OPERANDS
};
static inline bool mem_is_lsc(const mem_desc *d) {
    return d->place >= MEM_LSC_BTI && d->place <= MEM_LSC_BINDLESS;
}
// True for a block of contiguous elements at one address, which is not a message of lanes.
bool mem_is_transposed(LLVMValueRef v, const mem_desc *d);
// The number of addresses of a call, which is its lane count.
uint32_t mem_lanes(LLVMValueRef v, const mem_desc *d);
// The number of elements of each lane of a result or of data. Registers hold all lanes of the first element, then all
// lanes of the next.
uint32_t mem_elements(LLVMValueRef v, const mem_desc *d);

#endif
