// SPDX-License-Identifier: MIT
// Arrays in the thread's memory: private_arrays.c chooses them, private_access.c rewrites who touches them.

#ifndef CMC_CODEGEN_PRIVATE_PRIV_H
#define CMC_CODEGEN_PRIVATE_PRIV_H

#include "lower_priv.h"
#include "live/live.h"
#include "live/touch.h"

enum { PRIVATE_REACH_B = 0x10000 }; // all arrays lie below: addresses are words until they are sent

enum { MAX_PATTERNS = 16 };

typedef struct private_array { // what may go
    uint32_t var;
    uint64_t cost; // accesses, loops counted
    bool gone;
} private_array;

typedef struct private_pattern { // words, made once at the kernel's start
    uint32_t n, width, row_b, elt_b;
    const mir_var *var;
} private_pattern;

typedef struct private_job {
    cg_ctx *cx;
    mir_fn *fn;
    bool simd_flow;
    uint32_t n_vars;    // before
    uint32_t taken_b;   // of the registers, by the user
    uint32_t largest_b; // registers side by side that he left
    uint32_t next_b;    // free memory
    CMC_VEC(private_array) arrays;
    int32_t *home;          // by variable: its place in memory; -1: in registers
    uint32_t *twin;         // by address variable: the same offsets in a general register
    const mir_var *base;    // state of the scratch surface, or address of scratch memory
    const mir_var *base_ow; // the address in owords
    private_pattern patterns[MAX_PATTERNS];
    uint32_t n_patterns;
    mir_inst *start; // in front of it stands what the whole kernel uses
} private_job;

// Every access of arrays that have a home becomes messages.
cmc_status private_rewrite(private_job *j);

#endif
