// SPDX-License-Identifier: MIT
// Timing: conflicts of the lanes of one message to local memory.
//
// In: each lane's address. Out: `most`, how often the message accesses the bank that it accesses most. A bank holds
// words of 4 bytes, and consecutive words lie in consecutive banks:
//
//     16 lanes, 16 banks    lane i reads word i          1 access to each bank
//                           all lanes read word 5        1: they share it
//                           lane i reads word 16 i       16 accesses to bank 0
//                           all lanes add to word 5      16 accesses to bank 5
//
// Does not handle: a message of more than TIMING_MAX_WORDS words; the others count as if they were in no bank.

#include "timing.h"

#include <assert.h>

void timing_banks_clear(timing_banks *b) {
    if (b->most == 0)
        return;
    b->n = b->most = 0;
    memset(b->count, 0, sizeof b->count);
    memset(b->last, 0, sizeof b->last);
}

static bool has(const timing_banks *b, unsigned bank, uint32_t word) {
    for (unsigned i = b->last[bank]; i != 0; i = b->before[i - 1])
        if (b->word[i - 1] == word)
            return true;
    return false;
}

void timing_banks_add(timing_banks *b, unsigned n_banks, uint64_t addr_b, unsigned size_b, bool shared) {
    assert(b && size_b > 0 && n_banks > 0 && n_banks <= TIMING_MAX_BANKS);
    uint32_t first = (uint32_t)(addr_b / TIMING_BANK_B), last = (uint32_t)((addr_b + size_b - 1) / TIMING_BANK_B);
    for (uint32_t word = first; word <= last && b->n < TIMING_MAX_WORDS; word++) {
        unsigned bank = word % n_banks;
        if (shared && has(b, bank, word))
            continue;
        b->word[b->n] = word;
        b->before[b->n] = b->last[bank];
        b->last[bank] = ++b->n;
        if (++b->count[bank] > b->most)
            b->most = b->count[bank];
    }
}
