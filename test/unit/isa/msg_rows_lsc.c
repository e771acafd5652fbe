// SPDX-License-Identifier: MIT
// LSC rows of test_msg.c.

#include "msg_rows.h"

const msg_row lsc_rows[] = {
    {T_DG2 | T_PVC, ISA_SFID_UGM, 8, 0x04100580, 0, 0, {.kind = ISA_MSG_LSC_LOAD, .simd = 8, .elt_b = 4}},
};
const unsigned n_lsc_rows = sizeof lsc_rows / sizeof lsc_rows[0];
