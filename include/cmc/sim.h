// SPDX-License-Identifier: MIT
// xesim: executes Intel GPU machine code. The Level Zero driver (runtime/ze_xesim) uses this interface.

#ifndef CMC_SIM_H
#define CMC_SIM_H

#include <cmc/base.h>
#include <cmc/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

// Predecoded code of one kernel. Immutable after creation; threads may share it.
typedef struct sim_code sim_code;
// Decodes until padding. bytes stay borrowed until destroy. CMC_ERR_FORMAT names the byte offset of a bad instruction.
cmc_status sim_code_create(const isa_model *m, const uint8_t *bytes, size_t len, sim_code **out, cmc_diag *d);
void sim_code_destroy(sim_code *c);

// Memory the kernel may touch

// GPU virtual addresses are host addresses. A sim_memory lists the allocations, so that an access outside all of them
// is a fault with a message instead of a crash. Thread-safe.
typedef struct sim_memory sim_memory;
// NULL when out of memory.
sim_memory *sim_memory_create(void);
void sim_memory_destroy(sim_memory *mem);
// Adds the allocation [base, base + size_b). False: empty, overlaps another, or out of memory.
bool sim_memory_add(sim_memory *mem, void *base, size_t size_b);
// Removes the allocation that begins at base. False: there is no such allocation, or out of memory.
bool sim_memory_remove(sim_memory *mem, void *base);
// Whether size_b bytes at addr are inside one allocation.
bool sim_memory_contains(const sim_memory *mem, uint64_t addr, size_t size_b);

typedef enum sim_surface_kind {
    SIM_SURF_NONE = 0,
    SIM_SURF_BUFFER,
    SIM_SURF_2D,
    SIM_SURF_1D,       // height 1
    SIM_SURF_3D,       // depth slices
    SIM_SURF_1D_ARRAY, // depth layers of height 1
    SIM_SURF_2D_ARRAY  // depth layers
} sim_surface_kind;
typedef struct sim_surface {
    uint8_t kind; // sim_surface_kind
    uint8_t *base;
    uint64_t size_b;                    // BUFFER
    uint32_t width_px, height, pitch_b; // images
    uint32_t px_b;                      // bytes of one pixel (images)
    uint32_t format;                    // ze_image_format: layout << 8 | type
    uint16_t swizzle; // source of each channel, 4 bits each, x lowest: ze_image_format_swizzle_t + 1 (1 R, 2 G, 3 B, 4
                      // A, 5 zero, 6 one); 0 = as stored. BGRA is 0x4123.
    uint32_t depth;   // slices or layers; 0 = 1
    uint64_t slice_pitch_b; // from one slice or layer to the next
} sim_surface;

// A sampler message's handling of coordinates. Numbers of ze_sampler_address_mode_t.
typedef enum sim_address_mode {
    SIM_ADDRESS_NONE = 0, // outside is undefined; handled as CLAMP
    SIM_ADDRESS_REPEAT,
    SIM_ADDRESS_CLAMP,  // to the nearest edge
    SIM_ADDRESS_BORDER, // outside is transparent black
    SIM_ADDRESS_MIRROR
} sim_address_mode;
typedef struct sim_sampler {
    uint8_t address; // sim_address_mode
    bool linear;     // else nearest
    bool normalized; // coordinates in [0, 1); else in pixels
} sim_sampler;

// Checkers

// They take the hardware's place as a judge of machine code: silent on correct code, loud on code that works only by
// chance.

typedef enum sim_check {
    SIM_CHECK_HAZARD = 1u << 0,    // a register used before its distance or token was waited on
    SIM_CHECK_UNDEFINED = 1u << 1, // an undefined register decides a branch, a flag, an address or stored data
    SIM_CHECK_BOUNDS = 1u << 2,    // access outside an allocation or surface, or after its end
    SIM_CHECK_ALIGN = 1u << 3,     // misaligned address of a message that requires alignment
    SIM_CHECK_RACE = 1u << 4,      // unordered accesses of two threads, one of them a write
    SIM_CHECK_BARRIER = 1u << 5,   // a barrier that part of the group does not reach
    SIM_CHECK_ALL = (1u << 6) - 1
} sim_check;

// "hazard", "undefined", "bounds", "align", "race", "barrier"; NULL unless exactly one bit is set.
const char *sim_check_name(uint32_t bit);
// The bits of a comma-separated list of such names; "all" selects every check. False: unknown name.
bool sim_check_parse(const char *list, uint32_t *bits);

typedef struct sim_finding {
    uint32_t check;     // one SIM_CHECK_* bit
    const char *kernel; // name, "" when the launch has none
    uint32_t pc_b;      // byte offset in the kernel
    const char *inst;   // disassembly
    uint32_t group[3];
    uint32_t thread; // in the group
    int lane;        // -1: the whole instruction
    bool has_addr;
    uint64_t addr;
    const char *file; // source, NULL when there is no debug information
    uint32_t line;
    const char *message; // the problem
} sim_finding;

// Called once for each pair of check and instruction, on the thread that called sim_run. Strings are valid during the
// call.
typedef void (*sim_report_fn)(void *user, const sim_finding *f);
// Source line of the instruction at byte offset pc_b; false when unknown. *file lives as long as the launch.
typedef bool (*sim_line_fn)(void *user, uint32_t pc_b, const char **file, uint32_t *line);
typedef void (*sim_trace_fn)(void *user, const char *text);
// Called after each group, on any of the launch's host threads, concurrently.
typedef void (*sim_progress_fn)(void *user, uint64_t groups_done, uint64_t groups);

// Timing

// An estimate from published figures (lib/sim/timing/facts.c cites each): issue, pipes, scoreboard waits, thread
// interleaving on an execution unit (EU), a cache and bandwidth model. docs/timing.md lists its limits. A timed launch
// runs on one host thread.

typedef enum sim_stall {    // what the next thread to issue was waiting for while its EU was idle
    SIM_STALL_DISTANCE = 0, // result of an in-order pipe
    SIM_STALL_MATH,         // result of an out-of-order math instruction
    SIM_STALL_DPAS,
    SIM_STALL_SLM,
    SIM_STALL_MEMORY, // load, atomic, store or fence outside local memory
    SIM_STALL_SAMPLER,
    SIM_STALL_MESSAGE, // any other message
    SIM_STALL_PIPE,    // pipe occupied
    SIM_STALL_BRANCH,  // taken branch
    SIM_STALL_BARRIER,
    SIM_STALL_COUNT
} sim_stall;

typedef enum sim_mix {
    SIM_MIX_INT = 0,
    SIM_MIX_FLOAT,
    SIM_MIX_LONG,
    SIM_MIX_MATH,
    SIM_MIX_DPAS,
    SIM_MIX_BRANCH,
    SIM_MIX_SEND,
    SIM_MIX_SYNC, // sync, nop, wait
    SIM_MIX_COUNT
} sim_mix;

typedef struct sim_timing {
    uint64_t cycles;                  // from the first instruction to the end of the last thread, on the slowest core
    double clock_ghz;                 // of the modelled device; cycles / clock_ghz = nanoseconds
    uint32_t cores, eus, threads;     // of the device; EUs of a core; hardware threads of an EU in this register mode
    uint32_t resident;                // work-groups that a core runs at once
    uint64_t instructions;            // executed
    uint64_t issue_slots;             // cycles of pipe occupancy that they needed
    uint64_t eu_cycles;               // cycles of EUs that had a thread
    uint64_t stalls[SIM_STALL_COUNT]; // of these, cycles in which no thread could issue
    uint64_t mix[SIM_MIX_COUNT];
    uint64_t slm_b;                                  // bytes moved to and from local memory
    uint64_t read_b, write_b;                        // bytes requested by messages outside local memory
    uint64_t l1_hits, l1_misses, l3_hits, l3_misses; // 64-byte lines of loads; a prefetched line counts where it hits
    uint64_t dram_b;                                 // bytes between L3 and memory
} sim_timing;

// A timeline of the estimate: what each hardware thread does, in cycles since the start of the launch. `to` may be
// later than the events that follow. The events of one track (an EU, or a slot of one) come in the order of `from`;
// messages are no part of a track, because they overlap.
typedef enum sim_event_kind {
    SIM_EVENT_BEGIN = 0, // a thread starts in its slot
    SIM_EVENT_END,       // and ends
    SIM_EVENT_WAIT,      // it cannot issue, because of `cause`
    SIM_EVENT_MESSAGE,   // it has sent one, whose result comes at `to`
    SIM_EVENT_IDLE       // no thread of the EU can issue; the sums by cause are sim_timing.stalls
} sim_event_kind;

typedef struct sim_event {
    uint8_t kind;            // sim_event_kind
    uint8_t cause;           // sim_stall; MESSAGE: of those who wait for it
    uint32_t core, eu, slot; // slot: of the EU
    uint32_t group, thread;  // number of the group in the launch, of the thread in the group
    uint32_t pc_b;           // WAIT, MESSAGE, IDLE: the instruction
    const char *message;     // MESSAGE: "load", "store", ...
    uint64_t from, to;       // BEGIN, END: equal
} sim_event;
// Called on the launch's only host thread.
typedef void (*sim_event_fn)(void *user, const sim_event *e);

// The lines that timed launches leave in L3. One launch at a time may use it.
typedef struct sim_l3 sim_l3;
sim_l3 *sim_l3_create(void); // empty; NULL: out of memory
void sim_l3_destroy(sim_l3 *l3);

// Names for reports.
const char *sim_stall_name(sim_stall s);
const char *sim_mix_name(sim_mix m);
// One figure per line, or one JSON object without a newline.
void sim_timing_text(const sim_timing *t, cmc_str *out);
void sim_timing_json(const sim_timing *t, cmc_str *out);

typedef struct sim_launch {
    const sim_code *code;
    sim_memory *mem;
    const sim_surface *surfaces; // by BTI; reads outside a surface give zero, writes outside are dropped
    uint32_t n_surfaces;
    bool strict_surfaces; // a lane's access past the end of a buffer surface is a fault: for code whose language does
                          // not define such an access
    // Surface states named by offset. An HDC message names state i by i << 12, an LSC message by i << 6 in its
    // extended descriptor: the value of a bindless argument.
    const sim_surface *bindless;
    uint32_t n_bindless;
    // By the message's sampler index, plus dword 3 of its header divided by 16. The value of a sampler argument that
    // is named by offset is 16 * index.
    const sim_sampler *samplers;
    uint32_t n_samplers;
    uint32_t groups[3]; // number of work-groups
    uint32_t local[3];  // work-items of a group
    uint32_t simd;      // 1, 8, 16, 32
    const uint8_t
        *cross_thread; // payload as .ze_info describes it; implicit arguments that differ per launch are filled in
    uint32_t cross_thread_b;
    const uint8_t *head; // bytes before them in the indirect data, which pull-model kernels find by r0.0; NULL = none
    uint32_t head_b;     // a multiple of 64
    bool local_ids;      // per-thread payload present in .ze_info
    uint32_t local_id_b; // its declared size
    uint32_t inline_data_b;
    uint32_t entry_off_b; // where execution starts
    uint32_t slm_b;
    uint32_t barrier_count;
    uint32_t scratch_b; // per hardware thread
    uint32_t grf_count;
    uint64_t
        order_seed; // 0 = natural order of groups and threads; other seeds shuffle them and fill registers with noise
    unsigned n_workers;        // host threads; 0 = number of cores
    uint64_t max_instructions; // limit for one hardware thread, beyond it a fault; 0 = 2^40
    uint64_t max_group_ns;     // watchdog: time limit of one group, beyond it a fault; 0 = no limit
    const int *cancel;       // another thread may set it (__atomic_store_n) to end the launch with a fault; NULL = none
    const char *kernel_name; // for reports; NULL = none
    uint32_t checks;         // SIM_CHECK_* bits; checked launches run on one host thread
    sim_report_fn report;    // receives the checkers' findings; NULL = findings become errors in the diagnostics
    sim_line_fn line_of;     // source line of an instruction; NULL = no debug information
    sim_trace_fn trace;      // receives one line of text per executed instruction; NULL = none
    bool trace_start;        // ... and one for each thread before its first instruction: its initial registers
    sim_progress_fn progress; // NULL = none
    sim_timing *timing;       // filled in when not NULL
    sim_event_fn event;       // the timeline, if timing is not NULL; NULL = none
    sim_l3 *l3;               // keeps what is in L3 for the next launch; NULL = L3 is empty at the start
    uint32_t latency_percent; // scale of the estimate's latencies, to see its dependence on them; 0 = 100
    void *user;               // passed to report, line_of, trace, progress and event
} sim_launch;

typedef struct sim_stats {
    uint64_t instructions, sends, threads;
    uint64_t findings; // distinct findings of the checkers (one per check and instruction)
} sim_stats;

// Runs a launch to its end. A fault (illegal instruction, access outside memory, unsupported message, divergent
// barrier) stops it: CMC_ERR_USER with kernel offset, disassembly, group and thread in d. stats may be NULL. Findings
// of the checkers do not stop it. When l->report is set, they do not change the status either (stats->findings counts
// them).
cmc_status sim_run(const sim_launch *l, sim_stats *stats, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
