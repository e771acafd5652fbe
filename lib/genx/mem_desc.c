// SPDX-License-Identifier: MIT
// The table behind mem_desc.h. Operand orders: vc-intrinsics.

#include <cmc/genx_mem.h>

#include <cmc/isa.h>

// An atomic of all families: int codes 1 to 14 of the data port, with n sources. Of two sources the first is stored and
// the second compared (Intel's back end does so; LSC intrinsics have them the other way round).
#define ATOMIC_ROWS(NAME, CODE, N, FLOAT)                                                                              \
    {GENX_DWORD_ATOMIC_##NAME,                                                                                         \
     FLOAT ? ISA_MSG_UNTYPED_ATOMIC_FLOAT : ISA_MSG_UNTYPED_ATOMIC,                                                    \
     MEM_SURFACE,                                                                                                      \
     CODE,                                                                                                             \
     0,                                                                                                                \
     false,                                                                                                            \
     0,                                                                                                                \
     2,                                                                                                                \
     -1,                                                                                                               \
     -1,                                                                                                               \
     1,                                                                                                                \
     N > 1   ? 4                                                                                                       \
     : N > 0 ? 3                                                                                                       \
             : -1,                                                                                                     \
     N > 1 ? 3 : -1,                                                                                                   \
     3 + N,                                                                                                            \
     -1,                                                                                                               \
     -1,                                                                                                               \
     1},                                                                                                               \
        {GENX_DWORD_ATOMIC2_##NAME,                                                                                    \
         FLOAT ? ISA_MSG_UNTYPED_ATOMIC_FLOAT : ISA_MSG_UNTYPED_ATOMIC,                                                \
         MEM_SURFACE,                                                                                                  \
         CODE,                                                                                                         \
         0,                                                                                                            \
         false,                                                                                                        \
         0,                                                                                                            \
         2,                                                                                                            \
         -1,                                                                                                           \
         -1,                                                                                                           \
         1,                                                                                                            \
         N > 1   ? 4                                                                                                   \
         : N > 0 ? 3                                                                                                   \
                 : -1,                                                                                                 \
         N > 1 ? 3 : -1,                                                                                               \
         -1,                                                                                                           \
         -1,                                                                                                           \
         -1,                                                                                                           \
         1},                                                                                                           \
        {GENX_SVM_ATOMIC_##NAME,                                                                                       \
         FLOAT ? ISA_MSG_A64_ATOMIC_FLOAT : ISA_MSG_A64_ATOMIC,                                                        \
         MEM_A64,                                                                                                      \
         CODE,                                                                                                         \
         0,                                                                                                            \
         false,                                                                                                        \
         0,                                                                                                            \
         1,                                                                                                            \
         -1,                                                                                                           \
         -1,                                                                                                           \
         -1,                                                                                                           \
         N > 1   ? 3                                                                                                   \
         : N > 0 ? 2                                                                                                   \
                 : -1,                                                                                                 \
         N > 1 ? 2 : -1,                                                                                               \
         2 + N,                                                                                                        \
         -1,                                                                                                           \
         -1,                                                                                                           \
         1},                                                                                                           \
    {                                                                                                                  \
        GENX_TYPED_ATOMIC_##NAME, ISA_MSG_TYPED_ATOMIC, MEM_TYPED, CODE | (FLOAT ? MEM_FLOAT_OP : 0), 0, false, 0,     \
            2 + N, -1, -1, 1,                                                                                          \
            N > 1   ? 3                                                                                                \
            : N > 0 ? 2                                                                                                \
                    : -1,                                                                                              \
            N > 1 ? 2 : -1, -1, -1, -1, 4                                                                              \
    }
#define UNTYPED_ROW(NAME, CODE, N)                                                                                     \
    {                                                                                                                  \
        GENX_UNTYPED_ATOMIC_##NAME, ISA_MSG_UNTYPED_ATOMIC, MEM_SURFACE, CODE, 2, false, 0, 3, 2, -1, 1,               \
            N > 1   ? 5                                                                                                \
            : N > 0 ? 4                                                                                                \
                    : -1,                                                                                              \
            N > 1 ? 4 : -1, 4 + N, -1, -1, 1                                                                           \
    }
// pred, sub, L1, L3, scale, offset, size, vector, order, channels, addr, surface [, old]
#define LSC_READ(NAME, KIND, PLACE, OLD, CHANNELS, STORE)                                                              \
    {                                                                                                                  \
        GENX_LSC_##NAME, ISA_MSG_LSC_##KIND, MEM_LSC_##PLACE, 0, 0, STORE, 0, LSC_OP_ADDR, -1, LSC_OP_SCALE, 11, -1,   \
            -1, OLD, -1, CHANNELS, 1                                                                                   \
    }
#define LSC_READS(NAME, KIND, OLD, CHANNELS, STORE)                                                                    \
    LSC_READ(NAME##_BTI, KIND, BTI, OLD, CHANNELS, STORE), LSC_READ(NAME##_SLM, KIND, SLM, OLD, CHANNELS, STORE),      \
        LSC_READ(NAME##_STATELESS, KIND, FLAT, OLD, CHANNELS, STORE),                                                  \
        LSC_READ(NAME##_BINDLESS, KIND, BINDLESS, OLD, CHANNELS, STORE)
#define LSC_WRITE(NAME, KIND, PLACE, CHANNELS)                                                                         \
    {                                                                                                                  \
        GENX_LSC_##NAME, ISA_MSG_LSC_##KIND, MEM_LSC_##PLACE, 0, 0, true, 0, LSC_OP_ADDR, -1, LSC_OP_SCALE, 12, 11,    \
            -1, -1, -1, CHANNELS, 1                                                                                    \
    }
#define LSC_WRITES(NAME, KIND, CHANNELS)                                                                               \
    LSC_WRITE(NAME##_BTI, KIND, BTI, CHANNELS), LSC_WRITE(NAME##_SLM, KIND, SLM, CHANNELS),                            \
        LSC_WRITE(NAME##_STATELESS, KIND, FLAT, CHANNELS), LSC_WRITE(NAME##_BINDLESS, KIND, BINDLESS, CHANNELS)
#define LSC_XATOMIC(PLACE, NAME)                                                                                       \
    {GENX_LSC_XATOMIC_##NAME,                                                                                          \
     ISA_MSG_LSC_ATOMIC,                                                                                               \
     MEM_LSC_##PLACE,                                                                                                  \
     0,                                                                                                                \
     0,                                                                                                                \
     false,                                                                                                            \
     0,                                                                                                                \
     10,                                                                                                               \
     -1,                                                                                                               \
     LSC_OP_SCALE,                                                                                                     \
     13,                                                                                                               \
     11,                                                                                                               \
     12,                                                                                                               \
     14,                                                                                                               \
     -1,                                                                                                               \
     -1,                                                                                                               \
     1},                                                                                                               \
    {                                                                                                                  \
        GENX_LSC_ATOMIC_##NAME, ISA_MSG_LSC_ATOMIC, MEM_LSC_##PLACE, 0, 0, false, 0, 11, -1, LSC_OP_SCALE, 10, 12, 13, \
            14, -1, -1, 1                                                                                              \
    }

// id, kind, place, op, addr_shift, store, pred, addr, global, scale, surface, data, data2, old, blocks, channels,
// n_addr
static const mem_desc rows[] = {
    {GENX_GATHER_SCALED, ISA_MSG_BYTE_READ, MEM_SURFACE, 0, 0, false, 0, 5, 4, 2, 3, -1, -1, 6, 1, -1, 1},
    {GENX_GATHER_SCALED2, ISA_MSG_BYTE_READ, MEM_SURFACE, 0, 0, false, -1, 4, 3, 1, 2, -1, -1, -1, 0, -1, 1},
    {GENX_GATHER_MASKED_SCALED2, ISA_MSG_BYTE_READ, MEM_SURFACE, 0, 0, false, 5, 4, 3, 1, 2, -1, -1, -1, 0, -1, 1},
    {GENX_SCATTER_SCALED, ISA_MSG_BYTE_WRITE, MEM_SURFACE, 0, 0, true, 0, 5, 4, 2, 3, 6, -1, -1, 1, -1, 1},
    {GENX_GATHER4_SCALED, ISA_MSG_UNTYPED_READ, MEM_SURFACE, 0, 0, false, 0, 5, 4, 2, 3, -1, -1, 6, -1, 1, 1},
    {GENX_GATHER4_SCALED2, ISA_MSG_UNTYPED_READ, MEM_SURFACE, 0, 0, false, -1, 4, 3, 1, 2, -1, -1, -1, -1, 0, 1},
    {GENX_GATHER4_MASKED_SCALED2, ISA_MSG_UNTYPED_READ, MEM_SURFACE, 0, 0, false, 5, 4, 3, 1, 2, -1, -1, -1, -1, 0, 1},
    {GENX_SCATTER4_SCALED, ISA_MSG_UNTYPED_WRITE, MEM_SURFACE, 0, 0, true, 0, 5, 4, 2, 3, 6, -1, -1, -1, 1, 1},
    {GENX_SVM_GATHER, ISA_MSG_A64_SCATTERED_READ, MEM_A64, 0, 0, false, 0, 2, -1, -1, -1, -1, -1, 3, 1, -1, 1},
    {GENX_SVM_SCATTER, ISA_MSG_A64_SCATTERED_WRITE, MEM_A64, 0, 0, true, 0, 2, -1, -1, -1, 3, -1, -1, 1, -1, 1},
    {GENX_SVM_GATHER4_SCALED, ISA_MSG_A64_UNTYPED_READ, MEM_A64, 0, 0, false, 0, 4, 3, 2, -1, -1, -1, 5, -1, 1, 1},
    {GENX_SVM_SCATTER4_SCALED, ISA_MSG_A64_UNTYPED_WRITE, MEM_A64, 0, 0, true, 0, 4, 3, 2, -1, 5, -1, -1, -1, 1, 1},
    {GENX_GATHER4_TYPED, ISA_MSG_TYPED_READ, MEM_TYPED, 0, 0, false, 1, 3, -1, -1, 2, -1, -1, 6, -1, 0, 3},
    {GENX_SCATTER4_TYPED, ISA_MSG_TYPED_WRITE, MEM_TYPED, 0, 0, true, 1, 3, -1, -1, 2, 6, -1, -1, -1, 0, 3},
    {GENX_LSC_LOAD_MERGE_QUAD_TYPED_BTI, ISA_MSG_TYPED_READ, MEM_TYPED, 0, 0, false, 0, 5, -1, -1, 4, -1, -1, 9, -1, 3,
     4},
    {GENX_LSC_STORE_QUAD_TYPED_BTI, ISA_MSG_TYPED_WRITE, MEM_TYPED, 0, 0, true, 0, 5, -1, -1, 4, 9, -1, -1, -1, 3, 4},
    {GENX_LSC_PREFETCH_QUAD_TYPED_BTI, ISA_MSG_TYPED_READ, MEM_TYPED, 0, 0, true, 0, 5, -1, -1, 4, -1, -1, -1, -1, 3,
     4},
    LSC_READS(LOAD, LOAD, -1, -1, false),
    LSC_READS(LOAD_MERGE, LOAD, 12, -1, false),
    LSC_READS(LOAD_QUAD, LOAD_QUAD, -1, LSC_OP_CHANNELS, false),
    LSC_READS(LOAD_MERGE_QUAD, LOAD_QUAD, 12, LSC_OP_CHANNELS, false),
    LSC_READS(PREFETCH, LOAD, -1, -1, true),
    LSC_WRITES(STORE, STORE, -1),
    LSC_WRITES(STORE_QUAD, STORE_QUAD, LSC_OP_CHANNELS),
    LSC_XATOMIC(BTI, BTI),
    LSC_XATOMIC(SLM, SLM),
    LSC_XATOMIC(FLAT, STATELESS),
    LSC_XATOMIC(BINDLESS, BINDLESS),
    ATOMIC_ROWS(AND, 1, 1, false),
    ATOMIC_ROWS(OR, 2, 1, false),
    ATOMIC_ROWS(XOR, 3, 1, false),
    ATOMIC_ROWS(XCHG, 4, 1, false),
    ATOMIC_ROWS(INC, 5, 0, false),
    ATOMIC_ROWS(DEC, 6, 0, false),
    ATOMIC_ROWS(ADD, 7, 1, false),
    ATOMIC_ROWS(SUB, 8, 1, false),
    ATOMIC_ROWS(IMAX, 10, 1, false),
    ATOMIC_ROWS(IMIN, 11, 1, false),
    ATOMIC_ROWS(MAX, 12, 1, false),
    ATOMIC_ROWS(MIN, 13, 1, false),
    ATOMIC_ROWS(CMPXCHG, 14, 2, false),
    ATOMIC_ROWS(FMAX, 1, 1, true),
    ATOMIC_ROWS(FMIN, 2, 1, true),
    ATOMIC_ROWS(FCMPWR, 3, 2, true),
    ATOMIC_ROWS(FADD, 4, 1, true),
    ATOMIC_ROWS(FSUB, 5, 1, true),
    UNTYPED_ROW(AND, 1, 1),
    UNTYPED_ROW(OR, 2, 1),
    UNTYPED_ROW(XOR, 3, 1),
    UNTYPED_ROW(XCHG, 4, 1),
    UNTYPED_ROW(INC, 5, 0),
    UNTYPED_ROW(DEC, 6, 0),
    UNTYPED_ROW(ADD, 7, 1),
    UNTYPED_ROW(SUB, 8, 1),
    UNTYPED_ROW(IMAX, 10, 1),
    UNTYPED_ROW(IMIN, 11, 1),
    UNTYPED_ROW(MAX, 12, 1),
    UNTYPED_ROW(MIN, 13, 1),
    UNTYPED_ROW(CMPXCHG, 14, 2),
};

const mem_desc *mem_describe(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    if (id == GENX_NONE)
        return NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (rows[i].id == id)
            return &rows[i];
    return NULL;
}

unsigned mem_operands(const mem_desc *d) {
    const int8_t ops[] = {d->pred,  d->global, d->scale,  d->surface,  d->data,
                          d->data2, d->old,    d->blocks, d->channels, (int8_t)(d->addr + d->n_addr - 1)};
    int most = 0;
    for (size_t i = 0; i < sizeof(ops); i++)
        most = ops[i] > most ? ops[i] : most;
    return (unsigned)most + 1;
}

static uint64_t constant(LLVMValueRef v, int op) {
    uint64_t x = 0;
    genx_const_u64(LLVMGetOperand(v, (unsigned)op), &x);
    return x;
}

bool mem_is_transposed(LLVMValueRef v, const mem_desc *d) {
    enum { TRANSPOSED = 2 };
    return mem_is_lsc(d) && d->kind != ISA_MSG_LSC_ATOMIC && d->channels < 0 && constant(v, LSC_OP_ORDER) == TRANSPOSED;
}

uint32_t mem_lanes(LLVMValueRef v, const mem_desc *d) {
    return genx_lanes(LLVMTypeOf(LLVMGetOperand(v, (unsigned)d->addr)));
}

uint32_t mem_elements(LLVMValueRef v, const mem_desc *d) {
    LLVMTypeRef t = d->data >= 0 ? LLVMTypeOf(LLVMGetOperand(v, (unsigned)d->data)) : LLVMTypeOf(v);
    uint32_t lanes = mem_lanes(v, d);
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind || lanes == 0)
        return 1;
    uint32_t n = genx_lanes(t) / lanes;
    return n ? n : 1;
}
