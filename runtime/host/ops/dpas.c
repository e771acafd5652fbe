// SPDX-License-Identifier: MIT
// Matrix products of integers with few bits: each row's element of A times each lane's element of B, summed over the
// depth; sums wrap.

#include "priv.h"

enum { DEPTH = 8, DWORD = 32, CODE_S2 = 4, CODE_S4 = 6 };

static unsigned bits_of(uint32_t code) {
    return code <= CODE_S2 ? 2 : code <= CODE_S4 ? 4 : 8;
}

// The element at a bit of packed dwords. Odd codes are unsigned.
static int32_t element(const uint32_t *dwords, uint32_t bit, uint32_t code) {
    const unsigned bits = bits_of(code);
    const uint32_t v = dwords[bit / DWORD] >> bit % DWORD & ((1u << bits) - 1);
    return code % 2 ? (int32_t)v : (int32_t)op_signed(v, bits);
}

void cmc_op_dpas(void *thread, uint32_t code_b, uint32_t code_a, uint32_t rows, uint32_t lanes, void *acc, void *b,
                 void *a) {
    (void)thread;
    const unsigned bits_a = bits_of(code_a), bits_b = bits_of(code_b), wide = bits_a > bits_b ? bits_a : bits_b;
    const uint32_t steps = DEPTH * (wide <= 4 ? 8 : DWORD / wide), per = DWORD / bits_b;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t l = 0; l < lanes; l++) {
            uint32_t sum = ((uint32_t *)acc)[r * lanes + l];
            for (uint32_t k = 0; k < steps; k++)
                sum += (uint32_t)(element(b, (k / per * lanes + l) * DWORD + k % per * bits_b, code_b) *
                                  element(a, (r * steps + k) * bits_a, code_a));
            ((uint32_t *)acc)[r * lanes + l] = sum;
        }
}
