// SPDX-License-Identifier: MIT
// Private to the message files. A send's descriptor is a set of bit fields. Each port's file (HDC, LSC, ...) fills and
// reads its own fields; msg.c handles the lengths that all messages have.

#ifndef CMC_ISA_MSG_PRIV_H
#define CMC_ISA_MSG_PRIV_H

#include <cmc/isa.h>

static inline uint32_t msg_bits(uint32_t desc, unsigned lo, unsigned width) {
    return (desc >> lo) & ((1u << width) - 1u);
}

// The number of registers that hold `bytes`; an operand of a message has at least one register.
static inline uint8_t msg_regs(const isa_model *m, unsigned bytes) {
    unsigned n = (bytes + m->grf_b - 1u) / m->grf_b;
    return (uint8_t)(n == 0 ? 1 : n);
}

// Lengths that a message's shape implies, in registers; mlen includes the header.
typedef struct msg_lens {
    unsigned mlen, xlen, rlen;
} msg_lens;

// describe: fills the port's fields of msg from send's descriptor; CMC_ERR_UNSUPPORTED: no such message. build: *desc
// gets the function-specific bits, *exdesc the bits above [11]. lens: the lengths of a filled message.
cmc_status msg_hdc_describe(const isa_model *m, const isa_inst *send, isa_msg *msg);
cmc_status msg_hdc_build(const isa_model *m, isa_msg *msg, uint32_t *desc, uint32_t *exdesc, cmc_diag *d);
msg_lens msg_hdc_lens(const isa_model *m, const isa_msg *msg);

cmc_status msg_lsc_describe(const isa_model *m, const isa_inst *send, isa_msg *msg);
cmc_status msg_lsc_build(const isa_model *m, isa_msg *msg, uint32_t *desc, uint32_t *exdesc, cmc_diag *d);
msg_lens msg_lsc_lens(const isa_model *m, const isa_msg *msg);
unsigned msg_lsc_operands(uint8_t code); // number of data operands of an atomic opcode

cmc_status msg_misc_describe(const isa_model *m, const isa_inst *send, isa_msg *msg);
cmc_status msg_misc_build(const isa_model *m, isa_msg *msg, uint32_t *desc, uint32_t *exdesc, cmc_diag *d);
msg_lens msg_misc_lens(const isa_model *m, const isa_msg *msg);

#endif
