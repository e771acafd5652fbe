// SPDX-License-Identifier: MIT
// What the random programs were made of and what the compiler did with them.

#ifndef RANDOM_STATS_H
#define RANDOM_STATS_H

#include "gen.h"

#include <cmc/genx.h>

enum { RN_MAX_PASSES = 128 };

typedef struct rn_stats {
    uint64_t programs, runs, seconds;
    uint64_t intrinsics[GENX_COUNT];
    uint64_t kinds[RN_K_COUNT];
    struct {
        char name[40];
        uint64_t ran, fired;
        bool machine;
    } passes[RN_MAX_PASSES];
    unsigned n_passes;
    uint64_t spilled; // runs of programs that used scratch memory
} rn_stats;

void rn_stats_program(rn_stats *s, const rn_gen *g, const char *text);
void rn_stats_pass(rn_stats *s, const char *pass, bool machine, bool fired);
// Prints the tables. False when a row that must be there has fewer than least.
bool rn_stats_print(const rn_stats *s, uint64_t least);

#endif
