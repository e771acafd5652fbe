// SPDX-License-Identifier: MIT
// Private to lib/sim: predecoded instructions, threads, groups, workers.
//
//   sim_code    bytes -> one sim_inst per instruction: a handler, operands as byte offsets into one register array
//               with a table of lane offsets, branch targets as instruction indices. Immutable.
//   sim_thread  one hardware thread: registers (GRF, then every ARF), channel state, floating-point mode.
//   sim_group   the threads of a work-group, its SLM and barriers. Lives in one worker.
//   sim_worker  one host thread: runs whole groups, remembers the last memory range it hit.
//
// Lanes: an ALU handler works on arrays of one lane class: int64_t (I: all integers up to 32 bits, so that sums,
// negations and products are exact), 128-bit integers (Q: 64-bit operands), float (F: f, hf, bf, tf32) or double (D).
// Loaders convert any region and type to a class, converters convert a class to the destination type.

#ifndef SIM_PRIV_H
#define SIM_PRIV_H

#include <cmc/isa.h>
#include <cmc/sim.h>
#include <string.h>

__extension__ typedef __int128 sim_i128;
__extension__ typedef unsigned __int128 sim_u128;
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 sim_f128;
#else
typedef long double sim_f128; // has 113 bits on hosts without __float128
#endif

enum { SIM_MAX_LANES = 32, SIM_MAX_BARRIERS = 32 };

// The register array: GRF, then ARFs at fixed offsets.
enum {
    SIM_GRF_B = 256 * 64,
    SIM_ARF_NULL = SIM_GRF_B, // reads as zero
    SIM_ARF_A0 = SIM_ARF_NULL + 256,
    SIM_ARF_F = SIM_ARF_A0 + 64,
    SIM_ARF_CE = SIM_ARF_F + 64,
    SIM_ARF_MSG = SIM_ARF_CE + 64,
    SIM_ARF_SP = SIM_ARF_MSG + 64,
    SIM_ARF_SR = SIM_ARF_SP + 64,
    SIM_ARF_CR = SIM_ARF_SR + 64,
    SIM_ARF_N = SIM_ARF_CR + 64,
    SIM_ARF_IP = SIM_ARF_N + 64,
    SIM_ARF_TDR = SIM_ARF_IP + 64,
    SIM_ARF_TM = SIM_ARF_TDR + 64,
    SIM_ARF_FC = SIM_ARF_TM + 64,
    SIM_ARF_DBG = SIM_ARF_FC + 256,
    SIM_ARF_ACC = SIM_ARF_DBG + 64, // 16 accumulators of 64 bytes at most
    SIM_ACC_B = 16 * 64,
    SIM_GATHERED = SIM_ARF_ACC + SIM_ACC_B + 256, // copies of a payload's registers, in the order of their list
    SIM_GATHERED_REGS = 16,
    SIM_REGS_B = SIM_GATHERED + SIM_GATHERED_REGS * 64
};

typedef enum sim_class {
    SIM_CLASS_NONE = 0,
    SIM_CLASS_I,
    SIM_CLASS_Q,
    SIM_CLASS_F,
    SIM_CLASS_D,
    SIM_CLASS_COUNT
} sim_class;

typedef union sim_lanes {
    int64_t i[SIM_MAX_LANES];
    sim_i128 q[SIM_MAX_LANES];
    float f[SIM_MAX_LANES];
    double d[SIM_MAX_LANES];
    uint8_t b[SIM_MAX_LANES * 16];
} sim_lanes;

typedef struct sim_thread sim_thread;
typedef struct sim_group sim_group;
typedef struct sim_worker sim_worker;
typedef struct sim_inst sim_inst;
typedef struct sim_watches sim_watches;

// Operands

typedef enum sim_place {
    SIM_PLACE_NONE = 0,
    SIM_PLACE_REG,     // off in the register array
    SIM_PLACE_SPECIAL, // same, but updated before each read (ce, ip, tm, sr)
    SIM_PLACE_ACC,     // accumulator: integers have more than 32 bits
    SIM_PLACE_IMM,
    SIM_PLACE_INDIRECT, // one address for the operand
    SIM_PLACE_VXH,      // one address for each row
    SIM_PLACE_NULL
} sim_place;

enum { SIM_SHAPE_TABLE = 0, SIM_SHAPE_PACKED, SIM_SHAPE_SCALAR };

typedef struct sim_src sim_src;
// Converts n lanes to the operand's class. May return a pointer into the registers instead of filling buf.
typedef const void *(*sim_load_fn)(const sim_src *s, const uint8_t *base, void *buf, unsigned n);

struct sim_src {
    sim_load_fn load;
    uint8_t place, type, mod, shape, size_b, addr_sub, row_lanes;
    uint8_t cls;
    bool logic; // modifier is a bitwise NOT
    int16_t addr_imm;
    uint32_t off;      // byte offset in the register array
    uint32_t extent_b; // bytes from the start of the first to the end of the last element
    uint16_t step[SIM_MAX_LANES];
    uint8_t imm[16];
};

typedef struct sim_dst {
    uint8_t place, type, size_b, addr_sub;
    int16_t addr_imm;
    uint32_t off;
    uint32_t extent_b;
    uint32_t stride_b;
} sim_dst;

typedef void (*sim_exec_fn)(sim_thread *t, const sim_inst *in);
typedef void (*sim_op_fn)(const sim_inst *in, void *r, const void *a, const void *b, const void *c, unsigned n);
// Bit k: lane k of (a cmod b) holds.
typedef uint32_t (*sim_cmp_fn)(unsigned cmod, const void *a, const void *b, unsigned n);
// Converts lanes of a class to packed elements of the destination type. May return lanes itself.
typedef const void *(*sim_conv_fn)(const sim_thread *t, const void *lanes, void *out, unsigned n);

typedef struct sim_send {
    isa_inst raw;
    isa_msg msg; // valid unless a descriptor is in a register
    bool dynamic;
    bool supported;
    bool no_return;           // destination is null
    uint32_t dst, src0, src1; // byte offsets of the payloads
    bool gather;              // src0 is the list of the payload's registers
    bool has_src1;
} sim_send;

struct sim_inst {
    sim_exec_fn exec;
    sim_op_fn op;
    sim_cmp_fn cmp;
    sim_conv_fn conv;
    uint32_t lane_mask;
    uint8_t n, chan_off, n_src, cls;
    uint8_t pred, cmod, flag_reg, flag_base;
    bool pred_inv, no_mask, sat, acc_wr_en, backward;
    uint8_t result_cmod; // condition on the result; none where the instruction itself consumes cmod
    uint8_t shift_mask;  // counts of shifts
    uint8_t exec_bits;   // width of the integer execution type
    uint8_t op_id8;      // bfn: truth table; math: function; goto: predicate value that jumps; jmpi:
                         // offset base
    uint8_t mme[4];      // math macro selector of dst, src0, src1, src2: as in isa_operand
    uint16_t op_id;      // isa_op
    uint32_t pc_b, size_b;
    uint32_t jip, uip; // instruction indices; SIM_NO_TARGET
    sim_send *send;
    sim_dst dst;
    sim_src src[3];
};

#define SIM_NO_TARGET UINT32_MAX

struct sim_code {
    const isa_model *model;
    cmc_arena *arena;
    const uint8_t *bytes;
    size_t len_b;
    sim_inst *insts;
    isa_inst *raws; // as decoded, one for each of insts
    uint32_t n_insts;
    uint32_t *index_of; // by byte offset / 8: instruction index or SIM_NO_TARGET
    uint32_t n_slots;
};

// Memory

typedef struct sim_range {
    uint64_t base, end;
} sim_range;

// An immutable list of ranges, shared by reference count between the sim_memory and running
// launches.
typedef struct sim_map {
    uint32_t refs; // guarded by the sim_memory's mutex
    uint32_t n;
    sim_range ranges[];
} sim_map;

sim_map *sim_memory_map_ref(sim_memory *mem);
void sim_memory_map_unref(sim_memory *mem, sim_map *map);
// Appends the place of addr relative to present and past allocations, for a report: the distance in bytes and the
// nearest allocation's size and base.
void sim_memory_describe(sim_memory *mem, uint64_t addr, unsigned size_b, cmc_str *out);
// Range that holds addr, or NULL.
const sim_range *sim_map_find(const sim_map *map, uint64_t addr);

// Threads

enum { SIM_WAIT_PAIR = 0xff }; // waits for the fused thread instead of a barrier

typedef enum sim_state { SIM_RUNNING = 0, SIM_WAITING, SIM_DONE, SIM_FAULT } sim_state;

struct sim_thread {
    _Alignas(64) uint8_t regs[SIM_REGS_B];
    int32_t acc_hi[SIM_ACC_B / 4]; // upper half of an integer accumulator channel, valid if acc_wide is set
    uint8_t acc_wide[SIM_ACC_B / 4];
    sim_f128 mme[8][SIM_MAX_LANES];  // math macro registers, exec_macro.c
    uint32_t chan_ip[SIM_MAX_LANES]; // where an inactive channel resumes
    uint32_t pc;                     // instruction index
    uint32_t active;                 // channels that execute
    uint32_t dispatch;               // channels that exist
    uint8_t state;                   // sim_state
    uint8_t rounding;                // cr0 bits 5:4
    bool flush_h, flush_f, flush_d;  // denormals of the type become zero
    uint8_t wait_barrier;            // or SIM_WAIT_PAIR
    bool pair_ready;                 // dpasw: the other thread's rows are in pair_rows
    uint8_t pair_rows[128];
    uint32_t grf_b;
    uint32_t grf_file_b;
    const sim_code *code;
    sim_worker *worker;
    sim_group *group;
    uint32_t index; // within the group
    uint32_t slot;  // hardware thread slot
    uint8_t *scratch;
    uint32_t scratch_base; // its place in general state space
    uint64_t instructions, sends;
    uint32_t notify[SIM_MAX_BARRIERS]; // barrier notifications not yet consumed
};

typedef struct sim_barrier {
    uint32_t producers, consumers; // arrived
    uint8_t waiting[1024 / 8];     // threads that participate as consumers in this phase
} sim_barrier;

struct sim_group {
    uint32_t id[3];
    uint32_t linear;
    sim_thread *threads;
    uint32_t n_threads;
    uint8_t *slm;
    uint32_t slm_b;
    sim_barrier barriers[SIM_MAX_BARRIERS];
    uint32_t place;    // among the worker's groups
    bool busy;         // started and not ended
    uint64_t start_ns; // for the watchdog
    uint8_t *scratch;
};

// Shared by a launch's workers; read-only while they run, except next_group and stop.
typedef struct sim_shared {
    const sim_launch *l;
    const isa_model *model;
    sim_map *map;
    uint32_t n_groups;
    uint32_t threads_per_group;
    uint32_t *order;  // group order, NULL = natural
    uint8_t *payload; // per-thread blocks, then (pull model) see launch.c
    uint32_t payload_b;
    uint32_t thread_block_b; // bytes of a thread's block of local ids
    uint32_t cross_b;        // cross-thread bytes in payload
    uint32_t scratch_b;      // rounded up
    uint64_t max_instructions;
    sim_watches *watches; // watch.h; NULL without watches
    bool watches_wanted;
    unsigned n_workers;
    uint32_t early_resident, max_resident; // concurrent groups on a worker
    uint32_t n_slots;                      // hardware thread slots of the launch
    _Atomic uint32_t next_group;
    _Atomic uint32_t groups_done;
    _Atomic int stop;
} sim_shared;

enum { SIM_GS_PAYLOAD = 0x00100000, SIM_GS_SCRATCH = 0x10000000 }; // places in general state space

struct sim_worker {
    _Alignas(64) sim_shared *shared; // workers share no cache line
    uint32_t index;
    uint64_t rng;
    sim_group **groups;     // shared->max_resident places, NULL until first used
    uint32_t n_busy, limit; // running groups; their limit
    uint64_t since_end;     // instructions since the last end of a group
    uint32_t turns;         // for the watchdog
    const sim_range *last;  // memory range of the last hit
    sim_stats stats;
    char *fault; // text of the first fault (malloc), NULL = none
    cmc_status status;
};

// Sets the thread's state to SIM_FAULT and records the place and the text. Keeps the first fault.
void sim_fault(sim_thread *t, const sim_inst *in, const char *fmt, ...) CMC_PRINTF(3, 4);

// operand.c: predecode and access
cmc_status sim_src_make(const isa_model *m, const isa_inst *in, const isa_operand *o, sim_class cls, sim_src *out);
cmc_status sim_dst_make(const isa_model *m, const isa_inst *in, sim_dst *out);
uint32_t sim_arf_off(const isa_model *m, uint32_t reg, int32_t off_b);
sim_class sim_src_class(const isa_inst *in, unsigned n_src);
// Loads all lanes of an operand; on a fault returns zeros.
const void *sim_load(sim_thread *t, const sim_inst *in, const sim_src *s, uint32_t mask, sim_lanes *buf);
// Applies the thread's denormal mode and the operand's modifiers to loaded lanes.
const void *sim_modify(const sim_thread *t, const sim_inst *in, const sim_src *s, const void *v, sim_lanes *buf);
sim_load_fn sim_load_get(sim_class cls, uint8_t type,
                         uint8_t shape); // load.c; NULL when the class cannot hold it

// convert.c
sim_conv_fn sim_conv_get(sim_class cls, uint8_t type,
                         bool sat); // NULL when there is no such conversion
uint32_t sim_test_elements(uint8_t type, unsigned cmod, const void *elems, unsigned n);

// write.c
void sim_store(sim_thread *t, const sim_inst *in, const void *elems, uint32_t mask);
void sim_finish(sim_thread *t, const sim_inst *in, const void *lanes, uint32_t mask, bool inf_in);
void sim_flag_write(sim_thread *t, const sim_inst *in, uint32_t bits, uint32_t mask);
int64_t sim_acc_get(const sim_thread *t, uint32_t chan, bool is_signed);
void sim_acc_put(sim_thread *t, uint32_t chan, int64_t v);
void sim_mode_update(sim_thread *t);      // after cr0 changed
void sim_mode_apply(const sim_thread *t); // host rounding mode

// mask.c. sim_pred_bits: the predicate of each lane.
uint32_t sim_pred_bits(const sim_thread *t, const sim_inst *in);
// Lanes that write: bit k = channel chan_off + k.
uint32_t sim_write_mask(const sim_thread *t, const sim_inst *in);

// payload.c
bool sim_payload_make(sim_shared *sh);
void sim_thread_bind(sim_thread *t, sim_worker *w, sim_group *g, uint32_t index);
void sim_thread_start(sim_thread *t);

// groups.c
uint64_t sim_next_random(uint64_t *state);
void sim_groups_plan(sim_shared *sh, unsigned n_workers);
bool sim_groups_create(sim_worker *w);
void sim_groups_destroy(sim_worker *w);
void sim_groups_run(sim_worker *w);

// handlers
cmc_status sim_predecode_alu(const isa_model *m, const isa_inst *raw, sim_inst *in);
bool sim_int_ops(uint16_t op, sim_class cls, sim_op_fn *fn, sim_cmp_fn *cmp);
bool sim_float_ops(const isa_inst *raw, sim_class cls, sim_op_fn *fn, sim_cmp_fn *cmp);
sim_op_fn sim_math_op(const isa_inst *raw, sim_class cls);
void sim_make_fast(sim_inst *in); // after predecoding
void sim_exec_alu(sim_thread *t, const sim_inst *in);
void sim_exec_raw_mov(sim_thread *t, const sim_inst *in);
void sim_exec_cmp(sim_thread *t, const sim_inst *in);
void sim_exec_sel(sim_thread *t, const sim_inst *in);
void sim_exec_csel(sim_thread *t, const sim_inst *in);
void sim_exec_acc(sim_thread *t, const sim_inst *in);   // addc subb mac mach macl sada2
void sim_exec_macro(sim_thread *t, const sim_inst *in); // math.invm, math.rsqtm
void sim_exec_madm(sim_thread *t, const sim_inst *in);  // with mme registers
bool sim_uses_mme(const isa_inst *raw);
void sim_exec_smov(sim_thread *t, const sim_inst *in);
void sim_exec_movi(sim_thread *t, const sim_inst *in);
void sim_exec_srnd(sim_thread *t, const sim_inst *in);
void sim_exec_line(sim_thread *t, const sim_inst *in);
void sim_exec_pln(sim_thread *t, const sim_inst *in);
void sim_exec_idiv(sim_thread *t, const sim_inst *in);
bool sim_predecode_dpas(const isa_model *m, const isa_inst *raw, sim_inst *in);
void sim_exec_illegal(sim_thread *t, const sim_inst *in);
void sim_exec_unsupported(sim_thread *t, const sim_inst *in);
void sim_exec_nop(sim_thread *t, const sim_inst *in);
void sim_exec_sync(sim_thread *t, const sim_inst *in);
void sim_exec_wait(sim_thread *t, const sim_inst *in);
void sim_exec_send(sim_thread *t, const sim_inst *in);
// Divides the registers of a message that s0 lists, as other messages have them: addresses in source 0, data in
// source 1.
void sim_gather_divide(isa_msg *m, unsigned lanes, unsigned grf_b);
sim_exec_fn sim_branch_handler(uint16_t op);

static inline uint32_t sim_u32_get(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}
static inline void sim_u32_put(uint8_t *p, uint32_t v) {
    memcpy(p, &v, 4);
}
static inline uint64_t sim_u64_get(const uint8_t *p) {
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}
static inline void sim_u64_put(uint8_t *p, uint64_t v) {
    memcpy(p, &v, 8);
}

// The barrier that a sync.bar or wait instruction waits for.
static inline unsigned sim_wait_id(const sim_thread *t, const sim_inst *in) {
    if (in->exec == sim_exec_wait)
        return 0;
    return in->n_src != 0 ? sim_u32_get(t->regs + in->src[0].off) & 31u : in->op_id8;
}

#endif
