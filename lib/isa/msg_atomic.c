// SPDX-License-Identifier: MIT
// The number of data operands of atomic messages.

#include "msg_priv.h"

#include <assert.h>

unsigned isa_msg_atomic_operands(const isa_msg *msg) {
    assert(msg);
    enum { CMPXCHG_2W = 0, INC = 5, DEC = 6, CMPXCHG = 14, PREDEC = 15, FCMPXCHG = 3 };
    switch (msg->kind) {
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_TYPED_ATOMIC:
    case ISA_MSG_TYPED_COUNTER:
    case ISA_MSG_A64_ATOMIC:
        if (msg->op == CMPXCHG || msg->op == CMPXCHG_2W)
            return 2;
        return msg->op == INC || msg->op == DEC || msg->op == PREDEC ? 0 : 1;
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_ATOMIC_FLOAT:
        return msg->op == FCMPXCHG ? 2 : 1;
    case ISA_MSG_LSC_ATOMIC:
    case ISA_MSG_LSC_OTHER:
        return msg_lsc_operands(msg->op);
    default:
        return 0;
    }
}
