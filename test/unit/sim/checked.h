// SPDX-License-Identifier: MIT
// Runs hand-written machine code under checkers and keeps what they find.

#ifndef SIM_CHECKED_H
#define SIM_CHECKED_H

#include <cmc/sim.h>

enum { CHECKED_MAX = 16, CHECKED_MEMORY_B = 4096 };

typedef struct checked_finding {
    uint32_t check, pc_b, thread;
    int lane;
    char message[600];
} checked_finding;

typedef struct checked {
    const char *target;
    const char *text; // assembled by the ISA library, which iga64 judges
    uint32_t checks;
    uint32_t simd; // 0 = 1
    uint32_t scratch_b;
    uint8_t *cross; // payload
    uint32_t cross_b;
    unsigned n; // findings
    checked_finding found[CHECKED_MAX];
} checked;

// Assembles and runs; fails the test when either does not work.
void checked_run(checked *c);
// One finding at pc_b whose message contains every one of the given texts (NULL ends them).
void checked_expect(checked *c, uint32_t pc_b, ...);
void checked_expect_silent(checked *c);

#endif
