// SPDX-License-Identifier: MIT
// Arrays in the thread's memory: private_arrays.c chooses them, private_access.c rewrites their accesses.

#ifndef CMC_CODEGEN_PRIVATE_PRIV_H
#define CMC_CODEGEN_PRIVATE_PRIV_H

#include "lower_priv.h"
#include "live/live.h"
#include "live/touch.h"

enum { PRIVATE_REACH_B = 0x10000 }; // all arrays lie below: addresses are words until they are sent

enum { MAX_PATTERNS = 16 };

typedef struct private_array { // a candidate
    uint32_t var;
    uint64_t cost;    // accesses, weighted by loop depth
    bool gone, stays; // stays: its place is final
} private_array;

typedef struct private_pattern { // of words, computed once at the kernel's start
    uint32_t n, width, row_b, elt_b;
    const mir_var *var;
} private_pattern;

typedef struct private_job {
    cg_ctx *cx;
    mir_fn *fn;
    bool simd_flow;
    uint32_t n_vars;    // before the pass
    uint32_t taken_b;   // of the registers, bound by the user
    uint32_t largest_b; // largest contiguous range that is left
    uint32_t next_b;    // free memory
    CMC_VEC(private_array) arrays;
    int32_t *home;          // by variable: its offset in memory; -1: in registers
    uint32_t *twin;         // by address variable: the same offsets in a general register
    const mir_var *base;    // state of the scratch surface, or address of scratch memory
    const mir_var *base_ow; // the address in owords
    private_pattern patterns[MAX_PATTERNS];
    uint32_t n_patterns;
    mir_inst *start; // values used by the whole kernel are inserted before it
} private_job;

// Replaces every access of arrays in memory by messages.
cmc_status private_rewrite(private_job *j);

#endif
