// SPDX-License-Identifier: MIT
// Instructions that may be in flight at a point of the program, and the waits that an instruction needs because of
// them.

#ifndef CMC_CODEGEN_FLIGHT_H
#define CMC_CODEGEN_FLIGHT_H

#include "swsb/swsb_priv.h"

typedef struct flight_span { // bytes of the register file
    uint32_t lo, hi;
    bool write;
} flight_span;

enum { FLIGHT_ROWS = 5 }; // words of 64 registers; the last one: flags and the like

typedef struct flight_info { // of one instruction
    const mir_inst *inst;
    uint32_t block;
    const flight_span *spans;
    uint32_t n_spans;
    uint64_t reads[FLIGHT_ROWS], writes[FLIGHT_ROWS]; // registers
    uint8_t cls;                                      // swsb_class
    uint8_t pipes;
    uint8_t unit;
    bool state;  // touches state registers
    bool result; // writes registers
} flight_info;

typedef struct flight {
    const flight_info *f;
    uint8_t age[SWSB_PIPES]; // in order: instructions issued to the pipe since, itself included; 0 = done there
    uint8_t token;
    bool read_done; // out of order: sources have been read
    bool complete;  // removed from the list at the next wait
    uint8_t want;   // needed by the current instruction: 1 its reads, 2 its result
    uint32_t seq;   // issue order within the block; 0 = before it
} flight;

typedef struct flights {
    CMC_VEC(flight) v;
    uint32_t *at; // for long lists that only grow, by instruction id: 1 + its index
    uint32_t n_at;
    uint32_t seq; // of the latest instruction
    bool reached;
} flights;

typedef struct need {         // the waits an instruction needs
    uint8_t dist[SWSB_PIPES]; // smallest distance in each pipe, 0 = no wait
    uint32_t dst, src;        // token masks
} need;

// Facts about every instruction, by id; NULL when out of memory.
flight_info *flight_infos(const mir_fn *fn, cmc_arena *a);
need flight_needs(flights *s, const flight_info *f);
// Removes instructions that are complete once these waits are over.
void flight_complete(flights *s, const need *n);
// Adds an instruction in flight. token: for an out-of-order one. False when out of memory.
bool flight_issue(flights *s, const flight_info *f, uint32_t token, cmc_arena *a);
// into = the union of both, with the worse state for a flight in both; *grew when into changed. False when out of
// memory.
bool flight_join(flights *into, const flights *from, cmc_arena *a, bool *grew);
// The same for a return from a subroutine. Takes from 'from' only flights that its blocks (by id) issued or that were
// in flight at the call.
bool flight_return(flights *into, const flights *from, const flights *at_call, const bool *inside, cmc_arena *a,
                   bool *grew);

#endif
