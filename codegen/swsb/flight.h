// SPDX-License-Identifier: MIT
// What may still be under way at a point of the program, and what an instruction must wait for because of it.

#ifndef CMC_CODEGEN_FLIGHT_H
#define CMC_CODEGEN_FLIGHT_H

#include "swsb/swsb_priv.h"

typedef struct flight_span { // bytes of the register file
    uint32_t lo, hi;
    bool write;
} flight_span;

enum { FLIGHT_ROWS = 5 }; // words of 64 registers; the last: flags and the like

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
    uint8_t age[SWSB_PIPES]; // in order: instructions of the pipe since, itself included; 0 = done there
    uint8_t token;
    bool read_done; // out of order: sources are read
    bool complete;  // leaves the list with the next wait
    uint8_t want;   // by the instruction that is being looked at: 1 its reads, 2 its result
    uint32_t seq;   // issue order within the block; 0 = before it
} flight;

typedef struct flights {
    CMC_VEC(flight) v;
    uint32_t *at; // of a long list that only grows: 1 + the place of an instruction in it, by id
    uint32_t n_at;
    uint32_t seq; // of the latest
    bool reached;
} flights;

typedef struct need {         // what an instruction must wait for
    uint8_t dist[SWSB_PIPES]; // smallest distance in each pipe, 0 = none
    uint32_t dst, src;        // token masks
} need;

// Facts of every instruction, by id; NULL when out of memory.
flight_info *flight_infos(const mir_fn *fn, cmc_arena *a);
need flight_needs(flights *s, const flight_info *f);
// What is known to be complete once these waits are over.
void flight_complete(flights *s, const need *n);
// The instruction is under way. token: of one that is out of order. False when out of memory.
bool flight_issue(flights *s, const flight_info *f, uint32_t token, cmc_arena *a);
// into = union of both, of a flight in both the worse; *grew when into changed. False when out of memory.
bool flight_join(flights *into, const flights *from, cmc_arena *a, bool *grew);
// The same on the way back from a subroutine: of from, what its blocks (by id) issued, and what was under way at the
// call.
bool flight_return(flights *into, const flights *from, const flights *at_call, const bool *inside, cmc_arena *a,
                   bool *grew);

#endif
