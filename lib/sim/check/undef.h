// SPDX-License-Identifier: MIT
// Parts of the checker of undefined registers: shadow registers and reports (check/undef_state.c), the watch
// (check/undef.c), ALU instructions (check/undef_alu.c, single bits in check/undef_bits.c), messages
// (check/undef_send.c).

#ifndef SIM_CHECK_UNDEF_H
#define SIM_CHECK_UNDEF_H

#include "watch.h"

// Origin of undefined bits: 0 = not known, 1 + n = byte n of the register array was never written, UD_MADE | i =
// instruction i made them.
enum { UD_MADE = 1 << 30 };

enum { UD_MAX_EVENTS = 256 };

typedef struct ud_event { // an access to the thread's scratch memory
    uint32_t at;
    uint16_t lane, size_b;
} ud_event;

// Shadow of one hardware thread. A set bit is an undefined bit.
typedef struct ud_thread {
    uint8_t undef[SIM_REGS_B];
    uint32_t origin[SIM_REGS_B / 4];
    uint8_t *scratch; // shadow of t->scratch: bits, then origins
    uint32_t scratch_b;
    uint32_t n_events; // scratch reads of the current message
    ud_event events[UD_MAX_EVENTS];
} ud_thread;

typedef struct ud_watch {
    sim_watch base;
    const sim_shared *sh;
    ud_thread **threads; // by hardware thread slot
    uint32_t n_threads;
} ud_watch;

// A value of at most 64 bits: defined bits in v, undefined ones in u.
typedef struct ud_value {
    uint64_t v, u;
    uint32_t origin;
} ud_value;

// One instruction of one thread.
typedef struct ud_ctx {
    ud_watch *w;
    ud_thread *u;
    sim_thread *t;
    const sim_inst *in;
    const isa_inst *raw;
    uint32_t mask;    // lanes that the execution mask enables
    uint32_t certain; // of these, lanes whose predicate is defined
    uint32_t pred;    // of these, lanes whose predicate is true, or may be
} ud_ctx;

// check/undef_state.c
bool ud_any(const ud_thread *u, uint32_t off, uint32_t len_b);
void ud_define(ud_thread *u, uint32_t off, uint32_t len_b);
ud_value ud_read(const ud_ctx *c, uint32_t off, unsigned size_b);
void ud_write(ud_ctx *c, uint32_t off, unsigned size_b, uint64_t undef, uint32_t origin);
// Reports that undefined bits at byte `off` decide `what`, then marks them as defined.
void ud_complain(ud_ctx *c, int lane, uint32_t off, unsigned size_b, const ud_value *v, const char *what);

void ud_alu(ud_ctx *c);
void ud_dpas(ud_ctx *c);
void ud_branch(ud_ctx *c);
void ud_send(ud_ctx *c);
void ud_after_send(ud_ctx *c); // results loaded from scratch
void ud_access(ud_thread *u, sim_thread *t, const sim_access *a);

// check/undef_bits.c: undefined bits of a result. All values are `bits` wide.
uint64_t ud_upward(uint64_t u); // from the lowest undefined bit up
// The low 64 bits of a sum, a product, a negative number, with their undefined bits.
ud_value ud_sum(const ud_value *a, const ud_value *b);
ud_value ud_product(const ud_value *a, const ud_value *b);
ud_value ud_negative(const ud_value *a);
// Whether the carry of addc, or the borrow of subb, is undefined.
bool ud_carry(const sim_inst *in, const ud_value *a, const ud_value *b);
ud_value ud_bits(const sim_inst *in, uint16_t op, const ud_value v[3], unsigned bits, bool is_signed);
// Whether a comparison's outcome is undefined, for integers as 64-bit values.
bool ud_compare(unsigned cmod, const ud_value *a, const ud_value *b, bool is_signed);

#endif
