// SPDX-License-Identifier: MIT
// Numbers that operations take: functions of HOST_OP(math), atomics, shapes of 2-D blocks, memory that is not a
// surface.

#ifndef CMC_HOST_MATH_H
#define CMC_HOST_MATH_H

#include "base.h"

#include <stdint.h>

typedef enum cmc_host_math {
    CMC_MATH_EXP2 = 0,
    CMC_MATH_LOG2,
    CMC_MATH_SIN,
    CMC_MATH_COS,
    CMC_MATH_POW_ABS, // of the base's magnitude
    CMC_MATH_POW,
    CMC_MATH_EXP,
    CMC_MATH_LOG,
    CMC_MATH_EXP10,
    CMC_MATH_LOG10,
    CMC_MATH_FMOD,
    CMC_MATH_LDEXP, // the second operand is a whole number
    CMC_MATH_COUNT
} cmc_host_math;

// Of HOST_OP(atomic) and HOST_OP(pixels_atomic): the codes of the load/store cache's messages.
typedef enum cmc_host_atomic {
    CMC_ATOMIC_INC = 0x08,
    CMC_ATOMIC_DEC,
    CMC_ATOMIC_LOAD,
    CMC_ATOMIC_STORE,
    CMC_ATOMIC_ADD,
    CMC_ATOMIC_SUB,
    CMC_ATOMIC_SMIN,
    CMC_ATOMIC_SMAX,
    CMC_ATOMIC_UMIN,
    CMC_ATOMIC_UMAX,
    CMC_ATOMIC_CMPXCHG,
    CMC_ATOMIC_FADD,
    CMC_ATOMIC_FSUB,
    CMC_ATOMIC_FMIN,
    CMC_ATOMIC_FMAX,
    CMC_ATOMIC_FCMPXCHG,
    CMC_ATOMIC_AND,
    CMC_ATOMIC_OR,
    CMC_ATOMIC_XOR
} cmc_host_atomic;

// In place of a surface's index.
enum { CMC_HOST_FLAT = -1, CMC_HOST_SLM = -2 };

// A 2-D block in registers. Rows, columns and blocks are padded to powers of two, as the message leaves them.
typedef struct cmc_host_block {
    uint32_t elt_b, width, height, count; // in elements
    uint32_t lanes;                       // of the whole value
    uint32_t transposed, vnni;            // 0 or 1
} cmc_host_block;

// The element of the value that holds column x, row y of block k. A block begins where its share of the value begins.
static inline uint32_t cmc_host_block_slot(const cmc_host_block *s, uint32_t k, uint32_t x, uint32_t y) {
    const uint32_t first = s->lanes / s->count * k, group = s->vnni ? (uint32_t)sizeof(uint32_t) / s->elt_b : 1;
    if (s->transposed)
        return first + x * cmc_round_up_pow2(s->height) + y;
    return first + y / group * group * cmc_round_up_pow2(s->width) + x * group + y % group;
}

#endif
