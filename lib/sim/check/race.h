// SPDX-License-Identifier: MIT
// Private to the race checker.
//
//   check/race.c         what a thread does: accesses, fences, barriers, and what is reported
//   check/race_clock.c   what a thread knows of other threads: clocks, releases and acquires
//   check/race_shadow.c  the last accesses to each byte
//
// Time is one counter of events (starts, fences, arrivals at barriers) of the launch. A thread's clock is the number
// of its last event; an access carries its thread's clock. "a knows b up to s" means: all accesses of b with a clock
// below s happened before a's current event.

#ifndef SIM_CHECK_RACE_H
#define SIM_CHECK_RACE_H

#include "send_priv.h"

enum { RACE_FENCES = 32, RACE_ACQUIRED = 32, RACE_PENDING = 32, RACE_DOMAINS = 3 };
enum { RACE_GLOBAL = 0, RACE_LOCAL, RACE_TYPED }; // domains of fences

// A published knowledge: events by thread number, ascending. Immutable, reference-counted.
typedef struct race_vec {
    uint32_t refs, n;
    uint32_t until; // knows all events before this one
    struct {
        uint32_t tid, until;
    } of[];
} race_vec;

// A flag access that a later event may complete to a hand-over.
typedef struct race_pending {
    enum { RACE_NEEDS_LOAD = 1, RACE_NEEDS_FENCE, RACE_NEEDS_ACCESS, RACE_NEEDS_ATOMIC } state;
    bool atomic; // the other's write is atomic: an atomic message of this thread after the read settles it
    uintptr_t at;
    uint64_t addr;
    uint32_t inst, other_inst, other_tid;
    int lane;
    race_vec *released;
} race_pending;

typedef struct race_thread {
    uint32_t tid, clock, version;
    uint32_t fenced;                   // event of the last fence, 0 = none
    uint32_t everything;               // knows all events before this one
    uint32_t *mates;                   // its knowledge of the threads of its group
    race_vec *others;                  // of other groups; NULL = nothing
    race_vec *acquired[RACE_ACQUIRED]; // read from flags, effective at the next fence
    uint32_t n_acquired;
    race_vec *release; // what its next flag releases, made on demand
    uint32_t release_version;
    uint32_t fences[RACE_DOMAINS][RACE_FENCES], n_fences[RACE_DOMAINS];
    race_vec *at_barrier[SIM_MAX_BARRIERS]; // acquired when it waits
    race_pending pending[RACE_PENDING];
    uint32_t n_pending;
    uint32_t flag_stores; // messages that have stored since the last fence
    uint64_t flag_serial;
    sim_thread *thread;
    bool live;
} race_thread;

typedef struct race_access { // a past access
    uint32_t tid, clock, inst;
} race_access;

enum { RACE_ATOMIC = 1, RACE_FLAG = 2 }; // flags of the last write
typedef struct race_cell {
    race_access write, reads[2]; // clock 0 = none; of unordered readers the first and the last
    uint32_t flags;
} race_cell;

// Clocks
race_vec *race_vec_ref(race_vec *v);
void race_vec_unref(race_vec *v);
void race_thread_begin(race_thread *t, sim_thread *st, uint32_t tid, uint32_t now, uint32_t mates);
void race_thread_end(race_thread *t);
uint32_t race_knows(const race_thread *t, uint32_t tid, uint32_t mates);
// What t publishes; includes its own accesses before event `own`. NULL: out of memory.
race_vec *race_publish(const race_thread *t, uint32_t own, uint32_t mates);
race_vec *race_vec_merge(race_vec *a, race_vec *b); // takes ownership of a; NULL: out of memory
void race_learn(race_thread *t, const race_vec *v, uint32_t mates);
void race_acquire(race_thread *t, race_vec *v, uint32_t mates);
// What flags release, by their address.
typedef struct race_flags race_flags;
race_flags *race_flags_create(void);
void race_flags_destroy(race_flags *f);
race_vec **race_flag(race_flags *f, uintptr_t at, bool make); // NULL: no entry

// Shadow
typedef struct race_shadow race_shadow;
race_shadow *race_shadow_create(void);
void race_shadow_destroy(race_shadow *s);
void race_shadow_clear(race_shadow *s, uintptr_t at, size_t size_b);
// Cell of the byte at `at`; *covers_b is the number of bytes it covers, of size_b bytes from there. whole: the access
// covers whole dwords. NULL: out of memory.
race_cell *race_shadow_cell(race_shadow *s, uintptr_t at, size_t size_b, size_t *covers_b);

#endif
