// SPDX-License-Identifier: MIT
// The scoreboard checker's parts: what an instruction touches and waits for (check/hazard_code.c), which instructions
// are in flight (check/hazard_state.c), the watch (check/hazard.c), and the text of a report (check/hazard_report.c).

#ifndef SIM_CHECK_HAZARD_H
#define SIM_CHECK_HAZARD_H

#include "watch.h"

enum {
    HZ_PIPES = 5,    // float (or the only pipe), integer, long, math, scalar
    HZ_OUT_OF_ORDER, // takes a token
    HZ_UNCOUNTED,    // sync: waits, but distances do not count it
    HZ_RING = 32,    // more than the deepest pipe
    HZ_TOKENS = 32,
    HZ_LOOSE = 16,       // instructions of a dpas chain that have no token
    HZ_MAX_SPANS = 40,   // of one instruction's indirect operands
    HZ_UNIT_MATH = 0x40, // units: SFIDs and the values from here on
    HZ_UNIT_DPAS = 0x41
};

typedef enum hz_file {
    HZ_GENERAL = 0, // general registers: only annotations protect them
    HZ_STATE,       // cr0, sr0 and the like: an access waits for all earlier in-order instructions
    HZ_INTERLOCKED  // flags, addresses, accumulators: hardware tracks them inside one pipe
} hz_file;

// A run of bytes in the register array, GRF and ARF alike.
typedef struct hz_span {
    uint32_t lo, hi;
    bool write;
    uint8_t who;  // isa_access_who
    uint8_t file; // hz_file
} hz_span;

// One instruction of the code, as the scoreboard sees it.
typedef struct hz_inst {
    const hz_span *spans;
    uint64_t reads, writes; // a bit for every 64 bytes touched, modulo 64
    uint16_t n_spans;
    uint8_t pipe;       // below HZ_PIPES: in-order; else HZ_*
    uint8_t unit;       // out-of-order: which unit; instructions of one unit read in order
    uint8_t dist;       // distance waited for, 0 = none
    uint8_t dist_pipes; // pipes that the distance applies to, one bit each
    uint8_t token_mode, token;
    uint8_t indirect;               // bits 0-2: source, bit 3: destination, bit 4: a message's descriptors
    uint32_t all_reads, all_writes; // sync.allrd, sync.allwr: tokens
    bool is_send, is_dpas, chained; // chained: part of a dpas macro
    bool state;                     // touches a state register
    bool needs_token;               // out of order, and not the end of the thread
} hz_inst;

typedef struct hz_code {
    hz_inst *insts;
    cmc_arena *arena;
    const isa_model *model;
    uint8_t depth[HZ_PIPES]; // results older than this many instructions of the pipe are complete
} hz_code;

// An instruction in flight.
typedef struct hz_flight {
    const sim_inst *in;
    const hz_inst *st;
    uint32_t seq; // out-of-order: number in the order of issue
    bool reading, writing;
    uint32_t channels;      // channels that it was executed for; all without an execution mask
    uint32_t active;        // active channels at issue
    uint64_t reads, writes; // as in hz_inst, indirect operands included
    uint16_t n_dyn;
    hz_span dyn[HZ_MAX_SPANS];
} hz_flight;

typedef enum hz_kind {
    HZ_NO_CONFLICT = 0,
    HZ_RAW,
    HZ_WAW,
    HZ_WAR,
    HZ_STATE_EARLY // state register touched while an instruction is in flight
} hz_kind;

typedef struct hz_conflict {
    hz_kind kind;
    const hz_flight *old;
    uint32_t distance; // of an in-order producer
    uint32_t at;       // first byte in common
    uint8_t who;       // operand of the newer instruction
} hz_conflict;

// One hardware thread.
typedef struct hz_thread {
    uint32_t issued[HZ_PIPES];
    uint32_t done[HZ_PIPES]; // instructions with lower numbers are complete
    uint32_t tokens;         // tokens in flight
    uint32_t n_loose;
    uint32_t n_unordered; // out-of-order instructions issued
    hz_flight ring[HZ_PIPES][HZ_RING];
    hz_flight token[HZ_TOKENS];
    hz_flight loose[HZ_LOOSE];
} hz_thread;

// check/hazard_state.c, one instruction at a time: apply its annotation's waits, fill in its record, compare the
// record with every instruction in flight, and issue it.
void hz_reset(hz_thread *ht);
void hz_wait(hz_thread *ht, const hz_inst *st);
// The place for an instruction's record, which is not in flight before hz_issue. The record is complete for an
// instruction without indirect operands and execution mask.
hz_flight *hz_slot(hz_thread *ht, const sim_inst *in, const hz_inst *st);
bool hz_find(const hz_code *h, const hz_thread *ht, const hz_flight *new, hz_conflict *c);
void hz_issue(hz_thread *ht, const hz_inst *st);
// A taken jump takes longer than the pipes are deep. Both of Intel's annotators rely on that: neither waits for
// in-order instructions across a jump.
void hz_jump(hz_thread *ht);

// NULL: out of memory. Everything is in the result's arena.
hz_code *hz_code_create(const sim_code *c);
void hz_code_destroy(hz_code *h);
uint64_t hz_rows(const hz_span *v, unsigned n, bool write);
// Adds the bytes that indirect operands touch with the current address registers.
unsigned hz_indirect_spans(const sim_thread *t, const sim_inst *in, const hz_inst *st, hz_span out[HZ_MAX_SPANS]);
void hz_report(sim_watch *w, const hz_code *h, const sim_thread *t, const sim_inst *in, const hz_conflict *c);

#endif
