// SPDX-License-Identifier: MIT
// Shared by the message executors: the memory that a message's address selects, and its payload.

#ifndef SIM_SEND_PRIV_H
#define SIM_SEND_PRIV_H

#include "watch.h"

// What a message's addresses are relative to.
typedef struct sim_space {
    enum { SIM_SPACE_FLAT = 1, SIM_SPACE_SLM, SIM_SPACE_BUFFER, SIM_SPACE_GENERAL } kind;
    uint8_t *base;   // SLM, BUFFER
    uint64_t size_b; // SLM, BUFFER
    uint8_t bti;
} sim_space;

// One message being executed.
typedef struct sim_msg {
    sim_thread *t;
    const sim_inst *in;
    const sim_send *s;
    const isa_msg *m;
    uint32_t mask; // lanes that take part
    uint32_t grf_b;
    uint32_t drop; // low address bits that the message ignores
    sim_space space;
} sim_msg;

// Space of an HDC message by its surface index. False: a fault is set.
bool sim_space_hdc(sim_msg *x);
bool sim_space_bti(sim_msg *x, unsigned bti);
bool sim_space_surface(sim_msg *x, const sim_surface *f);     // f NULL: false
const sim_surface *sim_surface_get(sim_msg *x, unsigned bti); // NULL: a fault is set

// The surface that a message names by binding table or by offset of its state; NULL: a fault is set.
const sim_surface *sim_msg_surface(sim_msg *x);

// Images, send_typed.c. The layer of a 1-D array is the second coordinate.
const sim_surface *sim_msg_image(sim_msg *x); // with a format that pixel.h knows; NULL: a fault is set
void sim_image_size(const sim_surface *f, int64_t size[3]);
uint8_t *sim_image_at(const sim_surface *f, const int64_t c[3]); // NULL: outside
void sim_image_watch(sim_msg *x, sim_access_kind kind, const sim_surface *f, const int64_t c[3], const uint8_t *p,
                     const void *data, unsigned lane);
// 32-bit value of a lane in a block of registers that starts at payload register first_reg.
uint32_t sim_lane_param(const sim_msg *x, unsigned first_reg, unsigned lane);
// The atomic operation of a message on m->elt_b bytes. False: there is no such operation.
bool sim_atomic_perform(const isa_msg *m, uint8_t *p, uint64_t a, uint64_t b, uint64_t *old);

// Copies bytes. Outside a surface's bounds reads give zero and writes are dropped; outside any other memory they
// fault. lane: for the report; -1 = a block.
bool sim_mem_read(sim_msg *x, uint64_t addr, void *out, unsigned size_b, int lane);
bool sim_mem_write(sim_msg *x, uint64_t addr, const void *data, unsigned size_b, int lane);
// For messages with many addresses and no need to report each: *base is what to add to an address, when [addr[i],
// addr[i] + span_b) is inside one allocation, one surface or the local memory for every lane of mask. Clears ignored
// bits in the addresses. False: watched, outside, or in several allocations; then use the functions above.
bool sim_mem_window(sim_msg *x, uint64_t *addr, uint32_t mask, unsigned span_b, uintptr_t *base);
// Reports a prefetch of these bytes to the checkers; it has no other effect.
void sim_mem_prefetch(sim_msg *x, uint64_t addr, unsigned size_b, int lane);
// Reports an access that does not go through the functions here to the watches. at: host address, or NULL when the
// address has no memory; have_b of size_b bytes exist.
void sim_mem_watch(const sim_msg *x, sim_access_kind kind, uint64_t addr, const uint8_t *at, const void *data,
                   unsigned size_b, unsigned have_b, int lane);
// Pointer for an atomic operation: aligned and inside. NULL: fault, or outside a surface (see t->state).
uint8_t *sim_mem_atomic(sim_msg *x, uint64_t addr, unsigned size_b, int lane);

// k-th register of the payload: src0's registers, then src1's.
uint8_t *sim_payload(const sim_msg *x, unsigned k);
uint8_t *sim_response(const sim_msg *x, unsigned k); // k-th register of the destination
// Whether the payload has in_b bytes and the destination out_b; if not, a fault is set.
bool sim_msg_sizes(sim_msg *x, unsigned in_b, unsigned out_b);
static inline unsigned sim_regs_of(const sim_msg *x, unsigned bytes) {
    return (bytes + x->grf_b - 1) / x->grf_b;
}

// Executors by kind of message.
void sim_msg_oword(sim_msg *x); // and blocks of 32-byte units
void sim_msg_dual(sim_msg *x);
void sim_msg_a64_block(sim_msg *x);
void sim_msg_scratch(sim_msg *x);
void sim_msg_lanes(sim_msg *x); // scattered and untyped, HDC and LSC, loads and stores
void sim_msg_atomic(sim_msg *x);
void sim_msg_media(sim_msg *x);
void sim_msg_typed(sim_msg *x);
void sim_msg_lsc(sim_msg *x);
void sim_msg_barrier(sim_msg *x);
void sim_msg_sampler(sim_msg *x);

#endif
