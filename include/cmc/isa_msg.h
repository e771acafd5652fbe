// SPDX-License-Identifier: MIT
// Part of cmc/isa.h, which must be included instead: the meaning of a send's descriptor, and its builder. Source:
// messages.md. Every field is decoded from (sfid, desc, exdesc); building is the inverse.

#ifndef CMC_ISA_MSG_H
#define CMC_ISA_MSG_H

enum { // SFIDs, hardware codes
    ISA_SFID_NULL = 0,
    ISA_SFID_UGML = 1,
    ISA_SFID_SMPL = 2,
    ISA_SFID_GTWY = 3,
    ISA_SFID_DC2 = 4,
    ISA_SFID_RC = 5,
    ISA_SFID_URB = 6,
    ISA_SFID_TS = 7 /* BTD from Xe-HPG */,
    ISA_SFID_VME = 8 /* RTA */,
    ISA_SFID_DCRO = 9,
    ISA_SFID_DC0 = 10,
    ISA_SFID_PIXI = 11,
    ISA_SFID_DC1 = 12,
    ISA_SFID_CRE = 13 /* TGM from Xe-HPG */,
    ISA_SFID_SLM = 14,
    ISA_SFID_UGM = 15
};

typedef enum isa_msg_kind {
    ISA_MSG_UNKNOWN = 0,
    // HDC
    ISA_MSG_OWORD_READ,           // block, header offset in owords
    ISA_MSG_OWORD_READ_UNALIGNED, // block, header offset in bytes
    ISA_MSG_OWORD_WRITE,
    ISA_MSG_BYTE_READ, // byte scattered gather, 1, 2 or 4 bytes for each lane
    ISA_MSG_BYTE_WRITE,
    ISA_MSG_DWORD_READ, // legacy dword scattered
    ISA_MSG_DWORD_WRITE,
    ISA_MSG_QWORD_READ,
    ISA_MSG_QWORD_WRITE,
    ISA_MSG_UNTYPED_READ,
    ISA_MSG_UNTYPED_WRITE,
    ISA_MSG_UNTYPED_ATOMIC,
    ISA_MSG_UNTYPED_ATOMIC_FLOAT,
    ISA_MSG_TYPED_READ,
    ISA_MSG_TYPED_WRITE,
    ISA_MSG_TYPED_ATOMIC,
    ISA_MSG_MEDIA_READ,
    ISA_MSG_MEDIA_WRITE,
    ISA_MSG_A64_BLOCK_READ,
    ISA_MSG_A64_BLOCK_WRITE,
    ISA_MSG_A64_SCATTERED_READ,
    ISA_MSG_A64_SCATTERED_WRITE,
    ISA_MSG_A64_UNTYPED_READ,
    ISA_MSG_A64_UNTYPED_WRITE,
    ISA_MSG_A64_ATOMIC,
    ISA_MSG_A64_ATOMIC_FLOAT,
    ISA_MSG_OWORD_DUAL_READ, // two blocks of owords, each with an offset
    ISA_MSG_OWORD_DUAL_WRITE,
    ISA_MSG_HWORD_READ, // aligned block of 32-byte units, Xe-HPG and Xe-HPC
    ISA_MSG_HWORD_WRITE,
    ISA_MSG_TYPED_COUNTER, // atomic on a surface's append counter
    ISA_MSG_SCRATCH_READ,
    ISA_MSG_SCRATCH_WRITE,
    ISA_MSG_HDC_FENCE,
    // LSC
    ISA_MSG_LSC_LOAD,
    ISA_MSG_LSC_STORE,
    ISA_MSG_LSC_LOAD_QUAD, // channel mask forms
    ISA_MSG_LSC_STORE_QUAD,
    ISA_MSG_LSC_LOAD_2D,
    ISA_MSG_LSC_STORE_2D,
    ISA_MSG_LSC_ATOMIC,
    ISA_MSG_LSC_FENCE,
    ISA_MSG_LSC_OTHER, // strided, status, state, ccs, append counters, msrt: op holds the opcode
    // sampler, gateway, thread
    ISA_MSG_SAMPLER,
    ISA_MSG_BARRIER,
    ISA_MSG_NAMED_BARRIER,
    ISA_MSG_EOT,
    ISA_MSG_GATEWAY_OTHER,
    ISA_MSG_KIND_COUNT
} isa_msg_kind;

enum { // sampler message types, hardware codes
    ISA_SAMPLER_SAMPLE = 0,
    ISA_SAMPLER_SAMPLE_B = 1,
    ISA_SAMPLER_SAMPLE_L = 2,
    ISA_SAMPLER_SAMPLE_C = 3,
    ISA_SAMPLER_SAMPLE_D = 4,
    ISA_SAMPLER_LD = 7,
    ISA_SAMPLER_GATHER4 = 8,
    ISA_SAMPLER_RESINFO = 10,
    ISA_SAMPLER_SAMPLE_LZ = 24,
    ISA_SAMPLER_LD_LZ = 26,
    ISA_SAMPLER_FLUSH = 31
};

enum { ISA_ADDR_FLAT = 0, ISA_ADDR_BSS, ISA_ADDR_SS, ISA_ADDR_BTI }; // LSC address types

// The fields of a 2-D block's message for offsets of x and y have 10 bits, with a sign.
enum { ISA_BLOCK_2D_OFFSETS = 512 };
static inline bool isa_block_2d_offset_fits(int64_t off) {
    return off >= -ISA_BLOCK_2D_OFFSETS && off < ISA_BLOCK_2D_OFFSETS;
}
// Whether a block still begins at a place that the hardware allows, a multiple of four bytes, that many elements
// further.
static inline bool isa_block_2d_keeps_alignment(int64_t elements, uint32_t elt_b) {
    return elements * elt_b % 4 == 0;
}

typedef struct isa_msg {
    uint8_t kind; // isa_msg_kind
    uint8_t sfid;
    uint8_t mlen_grf; // src0
    uint8_t xlen_grf; // src1
    uint8_t rlen_grf; // destination
    bool header;
    uint8_t simd;        // lanes of the message: 1 (block, transposed), 8, 16, 32
    uint8_t bti;         // HDC [7:0]; 255/253 stateless, 254 SLM, 252 bindless; LSC BTI
    uint8_t elt_b;       // bytes of one element in memory: 1, 2, 4, 8
    uint8_t reg_elt_b;   // bytes of one element in registers (d8u32: 4)
    uint8_t n_elt;       // elements of each lane (vector size), or of the block if transposed
    uint8_t chan_mask;   // enabled channels of quad / untyped / typed forms: bit 0 = X
    uint16_t size_b;     // block messages: bytes moved
    bool oword_high;     // 1-oword block in the upper half of the register
    uint8_t op;          // atomic operation, sampler message type (ISA_SAMPLER_*), gateway opcode, LSC fence operation,
                         // HDC fence flush bits [12:8]: hardware codes
    bool returns;        // atomic that returns the old value
    uint8_t addr_size_b; // LSC: 2, 4 or 8; HDC: 4, A64: 8
    uint8_t addr_type;   // ISA_ADDR_*
    bool transpose;
    bool vnni;
    uint8_t cache;  // LSC: raw cache-control field
    uint8_t l1, l3; // decoded: 0 default 1 uncached 2 cached 3 write-back 4 write-through 5 streaming 6 read-invalidate
                    // 7 const-cached
    int32_t imm_off;      // LSC immediate offset from exdesc, scratch block offset; bytes
    int16_t x_off, y_off; // flat LSC 2-D blocks of Xe2: columns (elements) and rows to add to the block's position
    uint32_t surf;        // LSC surface: BTI or bss/ss offset
    uint8_t fence_scope;
    uint8_t media_mod; // media block: interlace bits
    bool end_of_thread;
    bool prefetch;       // LSC load without result: rlen stays 0
    bool inv_after_read; // HDC reads: invalidate the cache line afterwards
    bool as_bytes;       // A64 scattered: an element of 4 bytes is encoded as four bytes
    uint8_t align_b;     // block messages: required alignment of the address, 4 or 16, 32 for blocks of 32-byte
                         // units; 0 when building: the usual one
    uint8_t slot_group;  // typed: lanes 0-7 (1) or 8-15 (2); 0 when building: 1
    uint8_t sampler;     // sampler index
    bool status;         // typed and A64 byte reads: a register of page status follows the data
    bool simd4x2;        // untyped and typed: two addresses with four channels each, in one register (before Xe-HPC)
    bool high_half;      // LSC: 16-bit elements in the upper half of their dword
} isa_msg;

// Fills *out from a send's sfid, desc and exdesc. For descriptors in registers, the known bits are used; a length that
// only a register holds follows from the message's shape. exec_size gives the lanes of an LSC message.
// CMC_ERR_UNSUPPORTED leaves kind UNKNOWN and sets the lengths (for a descriptor in a register from desc, where a code
// generator may have recorded them).
cmc_status isa_send_describe(const isa_model *m, const isa_inst *send, isa_msg *out);
// Inverse of isa_send_describe: sets in->op (send or sends, unless it already is one), sfid, desc, exdesc, src1_len and
// eot from msg. The caller sets operands, exec size and register descriptors. Lengths mlen, xlen and rlen that are zero
// follow from the message's shape: kind, simd, elt_b, n_elt, chan_mask, size_b (block, media, 2-D, scratch), transpose,
// returns. sfid 0 selects the usual one of the kind (LSC messages to SLM must set it). cache is used if l1 and l3 are
// both 0. A64 block: align_b 4 for addresses that are only dword aligned. Typed: 2-D, U in src0 and V before the data
// in src1. CMC_ERR_UNSUPPORTED with a diagnostic: the target lacks the message. CMC_ERR_RANGE: a value does not fit.
cmc_status isa_send_build(const isa_model *m, const isa_msg *msg, isa_inst *in, cmc_diag *d);
// The number of data operands of an atomic: 0 (inc, dec, ...), 1 or 2 (compare-exchange: compare value first).
unsigned isa_msg_atomic_operands(const isa_msg *msg);
// Prints the meaning on one line, such as "oword block read, 4 owords, bti 1". Returns the full length like snprintf.
size_t isa_msg_print(const isa_model *m, const isa_msg *msg, char *buf, size_t cap);

#endif
