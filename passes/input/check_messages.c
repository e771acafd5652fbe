// SPDX-License-Identifier: MIT
// gx_check_message: check that the operands of a message with one address per lane are consistent.
//
//   call @llvm.genx.dword.atomic.add(<8 x i1> %m, .., <16 x i32> %offsets, <16 x i32> %x, ..)
//     ->  error: x.ll: in function 'k': llvm.genx.dword.atomic.add with 16 addresses and a predicate of 8
//
// split_messages splits all operands by the number of addresses, and selection takes the data size from it. An operand
// with another element count would be read past its end. mem_desc gives the role of each operand. Selection rejects
// operands that must be constant but are not, and features that a target lacks.

#include "passes_priv.h"

#include <cmc/genx_mem.h>

#include <cmc/isa.h>

typedef struct message {
    LLVMValueRef call;
    const mem_desc *d;
    uint32_t lanes;
    cmc_arena *a;
} message;

static const uint8_t vector_sizes[] = {1, 1, 2, 3, 4, 8, 16, 32, 64}; // indexed by their code in LSC messages
enum { SIZE_QWORD = 4, SIZES = 8, MOST_BLOCKS = 3 };

static LLVMTypeRef type_of(const message *m, int op) {
    return op < 0 ? NULL : LLVMTypeOf(LLVMGetOperand(m->call, (unsigned)op));
}

static bool constant(const message *m, int op, uint64_t *x) {
    return op >= 0 && genx_const_u64(LLVMGetOperand(m->call, (unsigned)op), x);
}

static uint32_t bits_set(uint64_t x) {
    uint32_t n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static const char *check_predicate(const message *m) {
    LLVMTypeRef t = type_of(m, m->d->pred);
    if (!t || genx_lanes(t) == m->lanes ||
        (!genx_is_vec(t) && LLVMIsConstant(LLVMGetOperand(m->call, (unsigned)m->d->pred))))
        return NULL;
    return cmc_arena_printf(m->a, "%u addresses and a predicate of %u", (unsigned)m->lanes, (unsigned)genx_lanes(t));
}

static const char *check_addresses(const message *m) {
    bool flat = m->d->place == MEM_A64;
    for (int k = 0; k < m->d->n_addr; k++) {
        LLVMTypeRef t = type_of(m, m->d->addr + k);
        if (genx_lanes(t) != m->lanes)
            return cmc_arena_printf(m->a, "%u coordinates in one direction and %u in another", (unsigned)m->lanes,
                                    (unsigned)genx_lanes(t));
        if (genx_elt_bits(t) == 32 && flat)
            return "addresses of 32 bits, expected 64";
    }
    return NULL;
}

// The elements per lane that the other operands imply, and whether data of type t fit. 0: not known here.
static uint32_t expected_elements(const message *m, LLVMTypeRef t, bool *size_fits) {
    uint32_t elt_b = genx_elt_b(t);
    const mem_desc *d = m->d;
    uint64_t x;
    *size_fits = true;
    if (d->op != 0 || d->kind == ISA_MSG_LSC_ATOMIC) {
        *size_fits = elt_b > 1 && (elt_b < 8 || d->place == MEM_A64 || mem_is_lsc(d));
        return 1;
    }
    if (d->channels >= 0) {
        *size_fits = elt_b == 4;
        return constant(m, d->channels, &x) ? bits_set(x & 15) : 0;
    }
    if (mem_is_lsc(d)) {
        if (constant(m, LSC_OP_SIZE, &x) && x < SIZES)
            *size_fits = (x == SIZE_QWORD) == (elt_b == 8);
        return constant(m, LSC_OP_VECTOR, &x) && x < sizeof(vector_sizes) ? vector_sizes[x] : 0;
    }
    if (elt_b == 1) // however many bytes are used
        return constant(m, d->blocks, &x) && x == 3 ? 8 : 4;
    if (d->place == MEM_SURFACE) {
        *size_fits = elt_b == 4;
        return 1;
    }
    if (elt_b == 2 && genx_lanes(t) == 2 * m->lanes) { // a dword per lane, of which bytes are used
        *size_fits = constant(m, d->blocks, &x) && x <= 2;
        return 2;
    }
    return constant(m, d->blocks, &x) ? 1u << x : 0;
}

static const char *check_data(const message *m, LLVMTypeRef t) {
    if (!t || LLVMGetTypeKind(t) == LLVMVoidTypeKind)
        return NULL;
    bool size_fits;
    uint32_t elt_b = genx_elt_b(t), want = expected_elements(m, t, &size_fits);
    if (!size_fits)
        return cmc_arena_printf(m->a, "data of %u-bit elements", (unsigned)elt_b * 8);
    if (want && genx_lanes(t) != want * m->lanes)
        return cmc_arena_printf(m->a, "%u addresses and data of %u elements, expected %u", (unsigned)m->lanes,
                                (unsigned)genx_lanes(t), (unsigned)(want * m->lanes));
    return NULL;
}

// Checks a block of bytes at one address.
static const char *check_block(const message *m) {
    uint64_t size, vector;
    LLVMTypeRef t = m->d->data >= 0 ? type_of(m, m->d->data) : LLVMTypeOf(m->call);
    if (m->lanes != 1)
        return cmc_arena_printf(m->a, "transposed order and %u addresses, expected one", (unsigned)m->lanes);
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind || !constant(m, LSC_OP_SIZE, &size) ||
        !constant(m, LSC_OP_VECTOR, &vector) || size < 1 || size > SIZE_QWORD || vector >= sizeof(vector_sizes))
        return NULL;
    uint32_t want = vector_sizes[vector] << (size - 1);
    return genx_size_b(t) == want
               ? NULL
               : cmc_arena_printf(m->a, "data of %u bytes, expected %u", (unsigned)genx_size_b(t), (unsigned)want);
}

const char *gx_check_message(LLVMValueRef call, cmc_arena *a) {
    mem_desc d;
    if (!mem_describe(call, &d) || LLVMGetNumArgOperands(call) != d.n_operands)
        return NULL;
    message m = {.call = call, .d = &d, .lanes = mem_lanes(call, &d), .a = a};
    uint64_t blocks, channels;
    if (constant(&m, d.channels, &channels) && !(channels & 15))
        return "no enabled channel";
    if (constant(&m, d.blocks, &blocks) && blocks > MOST_BLOCKS)
        return cmc_arena_printf(a, "%u as the logarithm of a number of elements, expected 0 to 3", (unsigned)blocks);
    const char *why = check_predicate(&m);
    if (!why)
        why = check_addresses(&m);
    if (!why && mem_is_transposed(call, &d))
        return check_block(&m);
    if (!why && d.data >= 0)
        why = check_data(&m, type_of(&m, d.data));
    return why ? why : check_data(&m, LLVMTypeOf(call));
}
