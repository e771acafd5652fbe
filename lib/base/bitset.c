// SPDX-License-Identifier: MIT
// Bit sets of fixed size, for liveness and interference.

#include <cmc/base.h>

#include <assert.h>

static uint32_t word_count(const cmc_bitset *b) {
    return (b->n_bits + 63) / 64;
}

cmc_bitset cmc_bitset_make(cmc_arena *a, uint32_t n_bits) {
    assert(a);
    cmc_bitset b = {.n_bits = n_bits};
    b.words = CMC_NEW_N(a, uint64_t, ((uint64_t)n_bits + 63) / 64 + 1);
    return b;
}

bool cmc_bitset_union(cmc_bitset *dst, const cmc_bitset *src) {
    assert(dst->n_bits == src->n_bits && "sets over the same elements");
    uint64_t grew = 0;
    for (uint32_t i = 0; i < word_count(dst); i++) {
        grew |= src->words[i] & ~dst->words[i];
        dst->words[i] |= src->words[i];
    }
    return grew != 0;
}

void cmc_bitset_copy(cmc_bitset *dst, const cmc_bitset *src) {
    assert(dst->n_bits == src->n_bits && "sets over the same elements");
    for (uint32_t i = 0; i < word_count(dst); i++)
        dst->words[i] = src->words[i];
}

uint32_t cmc_bitset_count(const cmc_bitset *b) {
    assert(b->words || b->n_bits == 0);
    uint32_t n = 0;
    for (uint32_t i = 0; i < word_count(b); i++)
        n += (uint32_t)__builtin_popcountll(b->words[i]);
    return n;
}

// The bits of word i that are in [from, to), of which the word has some.
static uint64_t part(uint32_t i, uint32_t from, uint32_t to) {
    uint64_t m = ~(uint64_t)0;
    if (i == from / 64)
        m &= ~(uint64_t)0 << (from % 64);
    if (i == to / 64)
        m &= ((uint64_t)1 << (to % 64)) - 1;
    return m;
}

bool cmc_bitset_any(const cmc_bitset *b, uint32_t from, uint32_t to) {
    assert(from <= to && to <= b->n_bits && "a range of the set");
    uint64_t any = 0;
    for (uint32_t i = from / 64; i * 64 < to; i++)
        any |= b->words[i] & part(i, from, to);
    return any != 0;
}

bool cmc_bitset_set_range(cmc_bitset *b, uint32_t from, uint32_t to) {
    assert(from <= to && to <= b->n_bits && "a range of the set");
    uint64_t grew = 0;
    for (uint32_t i = from / 64; i * 64 < to; i++) {
        uint64_t m = part(i, from, to);
        grew |= m & ~b->words[i];
        b->words[i] |= m;
    }
    return grew != 0;
}

void cmc_bitset_clear_range(cmc_bitset *b, uint32_t from, uint32_t to) {
    assert(from <= to && to <= b->n_bits && "a range of the set");
    for (uint32_t i = from / 64; i * 64 < to; i++)
        b->words[i] &= ~part(i, from, to);
}

uint32_t cmc_bitset_next(const cmc_bitset *b, uint32_t from) {
    assert(b->words && "making the set ran out of memory");
    if (from >= b->n_bits)
        return b->n_bits;
    uint32_t i = from / 64;
    uint64_t w = b->words[i] & (~(uint64_t)0 << (from % 64));
    while (!w) {
        if (++i >= word_count(b))
            return b->n_bits;
        w = b->words[i];
    }
    uint32_t bit = i * 64 + (uint32_t)__builtin_ctzll(w);
    return bit < b->n_bits ? bit : b->n_bits;
}
