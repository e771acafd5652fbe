// SPDX-License-Identifier: MIT
// Runs pieces of iga64 text on the simulator: registers in, registers out.
//
// The piece finds the caller's 1024 input bytes in r10..r41 (32-byte registers) and leaves 1024
// bytes in r50..r81. A prologue and an epilogue around it load and store them with A64 block
// messages.

#ifndef SIM_HARNESS_H
#define SIM_HARNESS_H

#include <cmc/isa.h>
#include <cmc/sim.h>
#include <stddef.h>
#include <stdint.h>

enum { REGION_B = 1024 };

typedef struct sim_io {
    _Alignas(4096) uint8_t in[REGION_B];
    uint8_t out[4096];
} sim_io;

// Assembles with iga64 for a target ("tgl"); fails the test when iga64 does. *bytes is malloc'ed.
void assemble(const char *target, const char *text, uint8_t **bytes, size_t *len);
// Runs the piece with one thread of SIMD1 (all 32 channels enabled). Fails the test on any error.
void run_piece(const char *body, sim_io *io);
// The same, but expects a fault whose message holds `expect`.
void run_piece_fault(const char *body, sim_io *io, const char *expect);

// A whole kernel on tgl; cross-thread data starts in r2 (simd 1). Returns the status; message into
// msg.
typedef struct sim_kernel_run {
    const char *target, *text;
    uint32_t simd, groups[3], local[3];
    const void *cross;
    uint32_t cross_b;
    bool local_ids;
    uint32_t slm_b, barriers, scratch_b;
    const sim_surface *surfaces;
    uint32_t n_surfaces;
    void *alloc[4];
    size_t alloc_b[4];
    uint64_t order_seed, max_instructions;
    unsigned n_workers;
    uint32_t checks; // findings go to report
    sim_report_fn report;
    void *user;
    uint64_t max_group_ns;
    const int *cancel;
    void *freed; // allocated and freed before the launch
    size_t freed_b;
    uint32_t inline_data_b, grf_count;
} sim_kernel_run;
cmc_status run_kernel(const sim_kernel_run *k, char *msg, size_t msg_cap, sim_stats *stats);

static inline void put_u32(uint8_t *p, unsigned i, uint32_t v) {
    __builtin_memcpy(p + 4 * i, &v, 4);
}
static inline uint32_t get_u32(const uint8_t *p, unsigned i) {
    uint32_t v;
    __builtin_memcpy(&v, p + 4 * i, 4);
    return v;
}
static inline uint16_t get_u16(const uint8_t *p, unsigned i) {
    uint16_t v;
    __builtin_memcpy(&v, p + 2 * i, 2);
    return v;
}
static inline void put_u16(uint8_t *p, unsigned i, uint16_t v) {
    __builtin_memcpy(p + 2 * i, &v, 2);
}
static inline float get_f32(const uint8_t *p, unsigned i) {
    float v;
    __builtin_memcpy(&v, p + 4 * i, 4);
    return v;
}
static inline void put_f32(uint8_t *p, unsigned i, float v) {
    __builtin_memcpy(p + 4 * i, &v, 4);
}

#endif
