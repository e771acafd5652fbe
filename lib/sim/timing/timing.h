// SPDX-License-Identifier: MIT
// Private to the timing estimate.
//
//   timing/timing.c watches a launch, records the instructions of each thread, hands over whole groups
//   timing/core.c   replays recorded groups on one core: EUs, pipes, scoreboard, barriers
//   timing/banks.c  lanes of one message that need the same bank of local memory
//   timing/mem.c    caches, bandwidth, the queue of atomic operations
//   timing/event.c  the timeline
//   timing/facts.c  the figures of each target, with their sources

#ifndef SIM_TIMING_H
#define SIM_TIMING_H

#include "watch.h"

enum { TIMING_LINE_B = 64, TIMING_MAX_LINES = 64, TIMING_MAX_BARRIERS = 32 };
#define TIMING_NEVER UINT64_MAX

// Figures of a device that isa_device does not hold. Latencies in cycles.
typedef struct timing_facts {
    uint8_t lanes32, lanes64;   // lanes of a 32-bit and of a 64-bit operation that a pipe takes each cycle
    uint16_t systolic_bit;      // bits of a factor that the systolic array takes each cycle
    uint32_t l1_kb, l3_kb;      // 0: loads and stores have no L1
    uint16_t port_b, l3_b;      // bytes a cycle: a core's data port, its path to L3
    double dram_b;              // bytes a cycle, the whole device
    uint16_t alu, alu16, alu32; // result of up to 8, 16, 32 lanes
    uint16_t acc, arf;          // result in an accumulator; in a flag or address register
    uint16_t math, math16, math32, math_long; // math_long: division and power
    uint16_t dpas, branch, barrier;
    uint16_t slm, slm32, slm_fence, fence;
    uint16_t l1, l3, dram, sampler, message;
    uint16_t src_release; // a message's registers are free after this + one cycle per register
    uint16_t atomic;      // cycles from one atomic operation on a number to the next
} timing_facts;

// The figures of a target with every latency scaled to `percent`, in cycles; widths and bandwidths stay unchanged.
timing_facts timing_facts_scaled(const isa_model *m, uint32_t percent);

// Static instructions

typedef enum timing_pipe {
    TIMING_ALU = 0, // the only in-order pipe, or instructions without a pipe of their own
    TIMING_FLOAT,
    TIMING_INT,
    TIMING_LONG,
    TIMING_MATH,
    TIMING_IN_ORDER, // count of the pipes above
    TIMING_OOO_MATH = TIMING_IN_ORDER,
    TIMING_DPAS,
    TIMING_SEND,
    TIMING_NO_PIPE,
    TIMING_PIPE_COUNT
} timing_pipe;

typedef struct timing_regs {
    uint64_t bits[5]; // 256 registers, then acc, flags, a0
} timing_regs;

typedef struct timing_op {
    uint8_t pipe, mix, stall; // stall: class of a wait for this result
    uint8_t occupancy;
    uint16_t latency;
    uint8_t dist, dist_pipe; // dist_pipe TIMING_IN_ORDER: all pipes
    uint8_t token_mode, token;
    uint8_t sync_all;   // 1: sources read, 2: results written
    uint32_t sync_mask; // tokens that sync_all applies to
    bool is_barrier_wait, is_send;
    uint8_t payload_grf;
    const timing_regs *reads, *writes; // where the hardware tracks registers itself, else NULL
} timing_op;

timing_op *timing_ops_make(const sim_code *c, const timing_facts *f,
                           cmc_arena *a); // NULL: out of memory

// What threads executed

enum { TIMING_TAKEN = 0x80000000u }; // bit of an entry: a taken branch

typedef enum timing_send_kind {
    TIMING_SEND_LOAD = 0,
    TIMING_SEND_STORE,
    TIMING_SEND_ATOMIC,
    TIMING_SEND_PREFETCH,
    TIMING_SEND_FENCE,
    TIMING_SEND_SIGNAL,
    TIMING_SEND_WAIT,
    TIMING_SEND_SAMPLER,
    TIMING_SEND_OTHER
} timing_send_kind;

// First word of a message, or only word of a barrier wait, in the side list. A message's lines come next: the line
// number (host address / 64), and above it the most atomic operations of the message on one number in that line.
enum { TIMING_LINE_BITS = 56 };
#define TIMING_LINE_MASK (((uint64_t)1 << TIMING_LINE_BITS) - 1)
typedef struct timing_send {
    uint8_t kind, slm, n_lines;
    uint8_t l1; // the line may be in L1; a fence: it empties L1
    union {
        uint16_t barrier;
        uint16_t passes; // of local memory: accesses to the bank that has most of them
    };
    uint16_t n; // bytes moved; barriers: number of the phase
} timing_send;
_Static_assert(sizeof(timing_send) == 8, "one word of the side list");

typedef struct timing_trace {
    uint32_t *ops;
    uint64_t *side;
    uint32_t n_ops, cap_ops, n_side, cap_side;
    uint16_t released[TIMING_MAX_BARRIERS]; // phase that last released this thread
} timing_trace;

typedef struct timing_phase { // one completion of a barrier
    uint16_t left;
    uint64_t ready;
} timing_phase;

typedef struct timing_group {
    struct timing_group *next;
    const sim_group *live;    // while it is being recorded
    uint32_t n_threads, left; // left: threads that have not ended in the replay
    uint32_t linear;          // its number in the launch
    timing_trace *traces;
    timing_phase *phases[TIMING_MAX_BARRIERS]; // by barrier
    uint32_t n_phases[TIMING_MAX_BARRIERS];
    uint32_t signals[TIMING_MAX_BARRIERS]; // of the phase being recorded
} timing_group;

// Conflicts

// A message of the data port's width passes at once when its words lie in different banks; so the port's width in words
// is the number of banks.
enum { TIMING_BANK_B = 4, TIMING_MAX_BANKS = 128, TIMING_MAX_WORDS = 512 };

// Words of local memory that one message has accessed so far.
typedef struct timing_banks {
    uint16_t n, most;                 // words; accesses to the bank that has most of them
    uint16_t count[TIMING_MAX_BANKS]; // accesses
    uint16_t last[TIMING_MAX_BANKS];  // of the bank's list of words: index + 1
    uint16_t before[TIMING_MAX_WORDS];
    uint32_t word[TIMING_MAX_WORDS];
} timing_banks;

void timing_banks_clear(timing_banks *b);
// A lane's access to [addr_b, addr_b + size_b). shared: lanes that access the same word do so together.
void timing_banks_add(timing_banks *b, unsigned n_banks, uint64_t addr_b, unsigned size_b, bool shared);

// Memory

// Units of L3 that perform atomic operations; a line belongs to one of them.
enum { TIMING_ATOMIC_UNITS = 1024 };

typedef struct timing_cache timing_cache;
timing_cache *timing_cache_create(uint64_t size_b);
void timing_cache_destroy(timing_cache *c);
// Another launch starts at time 0; all lines have arrived.
void timing_cache_restart(timing_cache *c);

// Shared by all cores.
typedef struct timing_shared {
    const timing_facts *facts;
    const timing_op *ops;
    timing_cache *l3;
    double dram_free; // when the memory can take the next line
    double atomic_free[TIMING_ATOMIC_UNITS];
    uint32_t eus, threads;
    uint32_t resident;
    const sim_launch *launch;
    sim_timing out;
} timing_shared;

typedef struct timing_port { // of one core
    double port_free, l3_free;
    timing_cache *l1;
} timing_port;

// Time at which a message issued at `now` has its result. Moves the message's lines through the caches.
uint64_t timing_send_ready(timing_shared *sh, timing_port *p, const timing_send *s, const uint64_t *lines,
                           uint64_t now);
// Time at which the last atomic operation is done: no launch ends before.
uint64_t timing_atomics_end(const timing_shared *sh);

// Timeline

// Whether the launch has a callback for events.
static inline bool timing_listens(const timing_shared *sh) {
    return sh->launch->event != NULL;
}
// Hands an event to it. op: the instruction.
void timing_event(const timing_shared *sh, sim_event e, uint32_t op);
const char *timing_send_name(const timing_send *s);

// Cores

typedef struct timing_core timing_core;
timing_core *timing_core_create(timing_shared *sh, uint32_t index);
void timing_core_destroy(timing_core *c);
// Takes ownership of the group, for which there must be room; each of its threads has executed an instruction.
void timing_core_add(timing_core *c, timing_group *g);
uint32_t timing_core_groups(const timing_core *c); // resident
// The time of its next instruction, TIMING_NEVER when none can issue.
uint64_t timing_core_next(const timing_core *c);
// Issues the instructions up to the time, but stops where a group ends.
void timing_core_run(timing_core *c, uint64_t until);
// Returns the end time.
uint64_t timing_core_finish(timing_core *c);
void timing_group_destroy(timing_group *g);

#endif
