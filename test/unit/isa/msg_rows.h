// SPDX-License-Identifier: MIT
// Published descriptors and what they mean. The numbers were seen in the output of Intel's
// compilers or decoded by iga64 (messages.md, marked verified there); the shapes are written by
// hand.

#ifndef MSG_ROWS_H
#define MSG_ROWS_H

#include <cmc/isa.h>

enum { T_SKL = 1, T_ICL = 2, T_TGL = 4, T_DG2 = 8, T_PVC = 16, T_BMG = 32, T_OLD = 7, T_32 = 15, T_HDC = 31 };

typedef struct msg_row {
    unsigned targets;
    uint8_t sfid, exec;
    uint32_t desc;
    uint32_t exdesc; // without SFID and length
    uint8_t xlen;
    isa_msg msg; // fields not named are 0 and not compared, except when building
} msg_row;

extern const msg_row hdc_rows[];
extern const unsigned n_hdc_rows;
extern const msg_row lsc_rows[];
extern const unsigned n_lsc_rows;

#endif
