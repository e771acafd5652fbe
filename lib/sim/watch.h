// SPDX-License-Identifier: MIT
// Watches observe a running launch (checkers, timing, trace).
//
// A launch with watches runs on one host thread, through a slower loop. A launch without them costs only a null test
// in memory messages. A watch is a table of functions; each may be NULL. watch.c holds the list of kinds.

#ifndef SIM_WATCH_H
#define SIM_WATCH_H

#include "sim_priv.h"

typedef enum sim_access_kind {
    SIM_ACCESS_READ = 0,
    SIM_ACCESS_WRITE,
    SIM_ACCESS_ATOMIC,
    SIM_ACCESS_PREFETCH // changes nothing, never faults
} sim_access_kind;

// One access to memory, just before it happens. size_b 0: a message with a header to check beyond its addresses; addr
// is then the address or coordinate in the header.
typedef struct sim_access {
    sim_access_kind kind;
    int lane;            // -1: a block
    unsigned size_b;     // requested
    unsigned have_b;     // of these, bytes inside the allocation or surface
    uint64_t addr;       // as in the message: flat address, or offset in SLM or surface
    const uint8_t *at;   // host address of the first byte; NULL when no memory is there
    const uint8_t *data; // what a write or atomic will store, size_b bytes; NULL when not known
    int space;           // SIM_SPACE_*
    uint64_t space_b;    // size of local memory, scratch or the surface; 0 = flat, or an image
    unsigned bti;
    const isa_msg *msg;
} sim_access;

// A thread's arrival at a barrier.
typedef struct sim_arrival {
    unsigned id, producers, consumers; // producers, consumers: counts that the barrier waits for
    bool produces, consumes;
} sim_arrival;

typedef struct sim_watch sim_watch;
struct sim_watch {
    void (*group_begin)(sim_watch *w, sim_group *g); // threads are set up, none has run
    void (*group_end)(sim_watch *w, sim_group *g);   // all threads have ended
    void (*before)(sim_watch *w, sim_thread *t, const sim_inst *in);
    // Called after the instruction, also when it ended the thread, made it wait (it then runs again) or faulted.
    void (*after)(sim_watch *w, sim_thread *t, const sim_inst *in);
    void (*access)(sim_watch *w, sim_thread *t, const sim_inst *in, const sim_access *a);
    // The thread's message to barrier id, called before its effects.
    void (*arrive)(sim_watch *w, sim_thread *t, const sim_inst *in, const sim_arrival *a);
    // No thread of the group can run, but not all have ended.
    void (*stuck)(sim_watch *w, sim_group *g);
    // Barrier id of the group is complete; bit i of waiters: thread i is released.
    void (*barrier)(sim_watch *w, sim_group *g, unsigned id, const uint8_t *waiters);
    void (*destroy)(sim_watch *w);
    sim_watches *set; // set by watch.c: where to report
};

enum { SIM_MAX_WATCHES = 8 };

// The watches of one launch.
struct sim_watches {
    const sim_shared *shared;
    sim_watch *list[SIM_MAX_WATCHES];
    unsigned n;
    uint8_t *seen; // for each instruction the checks already reported
    uint64_t findings;
    cmc_diag *d;
};

// Makes a watch for a launch; NULL when memory runs out.
typedef sim_watch *(*sim_watch_create_fn)(const sim_shared *sh);
sim_watch *sim_check_undef_create(const sim_shared *sh); // check/undef.c

sim_watch *sim_trace_create(const sim_shared *sh); // trace.c

sim_watch *sim_timing_create(const sim_shared *sh); // timing/timing.c

sim_watch *sim_check_memory_create(const sim_shared *sh);  // check/memory.c: bounds, align
sim_watch *sim_check_race_create(const sim_shared *sh);    // check/race.c
sim_watch *sim_check_barrier_create(const sim_shared *sh); // check/barrier.c
sim_watch *sim_check_hazard_create(const sim_shared *sh);  // check/hazard.c

bool sim_watches_wanted(const sim_launch *l);
// Creates the watches that sh->l selects; leaves sh->watches NULL when it selects none.
cmc_status sim_watches_create(sim_shared *sh, cmc_diag *d);
// Passes the findings to the launch's report function or to d, frees everything, returns the launch's status.
cmc_status sim_watches_finish(sim_shared *sh, cmc_status s, sim_stats *stats);

void sim_watch_group_begin(sim_watches *ws, sim_group *g);
void sim_watch_group_end(sim_watches *ws, sim_group *g);
void sim_watch_before(sim_watches *ws, sim_thread *t, const sim_inst *in);
void sim_watch_after(sim_watches *ws, sim_thread *t, const sim_inst *in);
void sim_watch_access(sim_watches *ws, sim_thread *t, const sim_inst *in, const sim_access *a);
void sim_watch_barrier(sim_watches *ws, sim_group *g, unsigned id, const uint8_t *waiters);
void sim_watch_arrive(sim_watches *ws, sim_thread *t, const sim_inst *in, const sim_arrival *a);
void sim_watch_stuck(sim_watches *ws, sim_group *g);

// check/report.c: records a finding. Only the first for a pair of check and instruction counts; later ones are dropped
// (false). lane -1: the whole instruction; addr NULL: no address.
bool sim_report(sim_watch *w, uint32_t check, const sim_thread *t, const sim_inst *in, int lane, const uint64_t *addr,
                const char *fmt, ...) CMC_PRINTF(7, 8);

#endif
