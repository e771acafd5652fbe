// SPDX-License-Identifier: MIT
// Random genx IR: one kernel as text, from a seed.
//
// In: a seed and a target. Out: the module's text, what the kernel stores where, and how often each kind of
// construct was used. Only operations whose result does not depend on undefined behaviour are made, and nothing
// that design.md leaves open can reach an exact comparison: results of the math unit are stored, not used further.

#ifndef RANDOM_GEN_H
#define RANDOM_GEN_H

#include <cmc/base.h>
#include <cmc/isa.h>

typedef enum rn_type { RN_I1 = 0, RN_I8, RN_I16, RN_I32, RN_I64, RN_HALF, RN_FLOAT, RN_DOUBLE, RN_TYPES } rn_type;

// The memory that a program sees. Arguments: in, out (addresses), sa, sb (surfaces), ia, ib (images).
enum {
    RN_IN_B = 16384,
    RN_IN_FLOATS = 0,      // ordinary numbers as halfs and as floats
    RN_IN_INTS = 8192,     // any bits, many edges
    RN_IN_DOUBLES = 14336, // ordinary doubles
    RN_OUT_B = 32768,
    RN_OUT_ATOMICS = 20480, // any bits
    RN_OUT_FLOATS = 24576,  // ordinary floats, for atomics
    RN_OUT_SCATTER = 26624,
    RN_SURFACE_B = 8192,
    RN_SB_ATOMICS = 4096,
    RN_SB_FLOATS = 6144,
    RN_IMAGE_W = 64, // bytes
    RN_IMAGE_H = 32,
    RN_MEDIA_ROWS = 24,       // that media blocks write; typed messages write those below
    RN_IMAGE_FLOAT_ROWS = 30, // from here on, ordinary floats
    RN_SLM_B = 4096,
    RN_SLM_BTI = 254,
    RN_NO_SCALE = 0x7fffffff
};

typedef struct rn_result { // a vector at a byte of out
    uint32_t off_b;
    uint16_t n;
    uint8_t type;
    double error, absolute; // how far a float may be off
    uint32_t scale_b;       // where out holds what error is relative to, lane by lane; RN_NO_SCALE: the lane itself
} rn_result;

// clang-format off
#define RN_KINDS(X) \
    X(BRANCH, "branch") X(BRANCH_ANY, "branch by any or all") X(LOOP, "loop") X(SWITCH, "switch") \
    X(SIMD_IF, "simd if") X(SIMD_ELSE, "simd else") X(SIMD_LOOP, "simd loop") X(SIMD_BREAK, "simd break") \
    X(SIMD_NESTED, "simd flow inside simd flow") X(SIMD_MESSAGE, "message under simd flow") \
    X(SIMD_ODD, "simd flow that hardware cannot do") X(SHUFFLED, "blocks in any order") \
    X(INDIRECT_READ, "indirect read, one index") X(INDIRECT_GATHER, "indirect read, an index a lane") \
    X(INDIRECT_WRITE, "indirect write, one index") X(INDIRECT_SCATTER, "indirect write, an index a lane") \
    X(ARRAY, "array with a computed index") X(TABLE, "constants at a computed index") X(PRESSURE, "many live vectors") \
    X(PREDICATES, "many live predicates") X(LANES, "lanes one by one") X(MASKED_WRITE, "masked region write") \
    X(SLM, "local memory") X(CALL, "call") X(CALL_JOINED, "results of calls that meet") X(VARIABLE, "variable of the file") \
    X(KEPT_VARIABLE, "variable that stays in registers") X(FILE_TABLE, "table of the file") X(POINTER, "memory by pointer") \
    X(BIG_CHOICE, "choice of large vectors") X(UNROLL, "loop to be unrolled") X(ROWS, "rows at computed addresses") \
    X(UNMASKED, "all channels inside simd flow") X(LOOP_LEFT, "loop left in the middle") X(LOOP_NESTED, "loop in a loop") \
    X(TWO_ENTRIES, "loop with two entries") X(CALL_NESTED, "call in a function") X(SIMD_CALLED, "simd flow in a function") \
    X(ACROSS_CALL, "many values live over a call") X(BY_ADDRESS, "object with members by address") X(HOLES, "lanes that nobody wrote") \
    X(FORMAT, "bits moved as another type") X(LARGE, "vector of many registers") \
    X(OBJECT, "object of the thread") X(PREDICATE_VALUE, "predicates as values") \
    X(SIMD_AWAY, "simd break or continue in simd if") X(LONG, "long program") \
    X(MESSAGES, "more messages than tokens") X(CROWDED, "messages of many ways") X(PREDICATE_PHI, "predicates round a loop")
// clang-format on
typedef enum rn_kind {
#define X(id, text) RN_K_##id,
    RN_KINDS(X)
#undef X
        RN_K_COUNT
} rn_kind;
const char *rn_kind_name(rn_kind k);

typedef struct rn_val {
    const char *name; // arena
    uint8_t type;
    uint16_t n; // lanes; 0 = scalar
    bool used;
} rn_val;

typedef struct rn_gen {
    uint64_t rng;
    const isa_model *m;
    cmc_arena *a;
    cmc_str out;   // lines
    cmc_str entry; // lines that must precede them
    cmc_str file;  // functions, variables and metadata beside the kernel
    CMC_VEC(rn_val) vals;
    CMC_VEC(const char *) decls;
    CMC_VEC(rn_result) results;
    uint32_t kinds[RN_K_COUNT];
    uint32_t count;    // names
    uint32_t out_b;    // bytes of out in use
    uint32_t slots[4]; // next free place of the zones that scatters and atomics write
    uint32_t block;    // where lines go: 0 = entry
    bool has_double, has_lsc, has_slm, scalar_flow, simd_flow, much_memory, has_file, has_thread;
    unsigned functions, loops; // one in the other
    uint8_t much;              // of this type; 0: none
    bool slm_by_call;          // local memory is requested by slm.init
    const char *em;            // channels that are on
    const char *away[2];       // channels that have left the trip of the loop around, and the loop; NULL: no loop
    unsigned width, depth;
} rn_gen;

// The program of a seed. Memory comes from a and g->out; rn_free.
bool rn_make(rn_gen *g, uint64_t seed, const isa_model *m, cmc_arena *a, cmc_str *text);
void rn_free(rn_gen *g);

// What the steps share (gen.c)
uint32_t rn_below(rn_gen *g, uint32_t n);
bool rn_chance(rn_gen *g, unsigned percent);
#define RN_PICK(g, array) ((array)[rn_below((g), (uint32_t)(sizeof(array) / sizeof((array)[0])))])
unsigned rn_size(uint8_t type); // bytes
bool rn_is_float(uint8_t type);
uint8_t rn_some_type(rn_gen *g);
uint8_t rn_some_int(rn_gen *g);
uint16_t rn_some_width(rn_gen *g);
const char *rn_ty(rn_gen *g, uint8_t type, uint16_t n);  // "<8 x i32>", "i32"
const char *rn_suf(rn_gen *g, uint8_t type, uint16_t n); // "v8i32", "i32"
const char *rn_fmt(rn_gen *g, const char *fmt, ...) CMC_PRINTF(2, 3);
void rn_line(rn_gen *g, const char *fmt, ...) CMC_PRINTF(2, 3);
const char *rn_let(rn_gen *g, const char *fmt, ...) CMC_PRINTF(2, 3); // the new name
const char *rn_new_name(rn_gen *g);
// Makes a value that later steps may use.
rn_val rn_emit(rn_gen *g, uint8_t type, uint16_t n, const char *fmt, ...) CMC_PRINTF(4, 5);
rn_val rn_add(rn_gen *g, const char *name, uint8_t type, uint16_t n);

typedef struct rn_arg {
    const char *type, *value;
} rn_arg;
const char *rn_call(rn_gen *g, const char *ret, const char *fn, const rn_arg *args, unsigned n); // "call ..."

const char *rn_splat(rn_gen *g, uint8_t type, uint16_t n, const char *v);
const char *rn_list(rn_gen *g, uint8_t type, uint16_t n, const int64_t *v);
const char *rn_constant(rn_gen *g, uint8_t type, uint16_t n);
enum { RN_ANY_TYPE = 255, RN_ANY_N = 65535, RN_ANY_VECTOR = 65534 };
rn_val rn_pick(rn_gen *g, uint8_t type, uint16_t n);         // a live value; a new one if there is no such value
const char *rn_operand(rn_gen *g, uint8_t type, uint16_t n); // a value or a constant
rn_val rn_load(rn_gen *g, uint8_t type, uint16_t n);
const char *rn_condition(rn_gen *g, uint16_t n);
const char *rn_mask(rn_gen *g, uint16_t n); // a condition or all true
const char *rn_read(rn_gen *g, const char *v, uint8_t type, uint16_t size, uint16_t n, int vs, int w, int hs,
                    const char *off_type, const char *off);
// Stores at the next place of out; false when that is full.
bool rn_store(rn_gen *g, rn_val v, double error, double absolute);
// A vector of constants into which v was written somewhere; not for later steps.
rn_val rn_placed(rn_gen *g, rn_val v);
const char *rn_index(rn_gen *g, unsigned limit); // an i32 below a power of two that is at most limit

// Steps (gen_ops.c, gen_region.c, gen_mem.c, gen_flow.c, gen_loop.c, gen_file.c, gen_call.c, gen_object.c, gen_pred.c,
// gen_wide.c, gen_thread.c, gen_crowd.c)
typedef void (*rn_step)(rn_gen *g);
void rn_step_plain(rn_gen *g);     // LLVM's instructions
void rn_step_intrinsic(rn_gen *g); // a row of the table of operations
void rn_step_region(rn_gen *g);
void rn_step_memory(rn_gen *g);
void rn_straight(rn_gen *g);  // any of these
void rn_step_flow(rn_gen *g); // branch, loop or switch
void rn_step_simd(rn_gen *g);
void rn_step_branch(rn_gen *g);
void rn_step_thread(rn_gen *g); // ids, barriers
void rn_step_file(rn_gen *g);   // functions, variables of the file, pointers
void rn_step_trips(rn_gen *g);  // loops (gen_loop.c)
void rn_step_two_entries(rn_gen *g);
void rn_step_cases(rn_gen *g);
void rn_step_call(rn_gen *g);    // gen_call.c
void rn_step_reshape(rn_gen *g); // gen_wide.c
void rn_step_object(rn_gen *g);  // gen_object.c
void rn_step_idiom(rn_gen *g);   // gen_pred.c
void rn_step_crowd(rn_gen *g);   // gen_crowd.c
void rn_begin(rn_gen *g, uint32_t block);
void rn_jump(rn_gen *g, uint32_t to);
void rn_branch(rn_gen *g, const char *bit, uint32_t yes, uint32_t no);
const char *rn_phi2(rn_gen *g, const char *type, const char *a, uint32_t from_a, const char *b, uint32_t from_b);
// Steps whose values are seen only here; the last one that could replace v, or something else that can.
const char *rn_some_steps(rn_gen *g, rn_val v);
const char *rn_bit(rn_gen *g, uint16_t n); // one element of a comparison of n, or any or all of them
uint32_t rn_new_block(rn_gen *g);
const char *rn_block(rn_gen *g, uint32_t block);
// The blocks of g->out; shuffle: in any order but for the first.
void rn_append_blocks(rn_gen *g, cmc_str *text, bool shuffle);
const char *rn_on(rn_gen *g, uint16_t n); // the first n channels that are on
void rn_init_slm(rn_gen *g);
void rn_pressure(rn_gen *g); // more live vectors than registers

#endif
