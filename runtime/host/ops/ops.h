// SPDX-License-Identifier: MIT
// The operations of host_ops.def, in C: what code for the CPU calls because it is too long for each kernel. They read
// and write the memory of surfaces and of the group, report accesses outside, and keep no state.

#ifndef CMC_HOST_OPS_H
#define CMC_HOST_OPS_H

#include <cmc/host_abi.h>
#include <cmc/host_math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VOID                              void
#define PTR                               void *
#define I32                               uint32_t
#define I64                               uint64_t
#define F32                               float
#define F64                               double
#define HOST_OP(name, result, parameters) result cmc_op_##name parameters;
#include <cmc/host_ops.def>
#undef HOST_OP
#undef VOID
#undef PTR
#undef I32
#undef I64
#undef F32
#undef F64

typedef enum cmc_op_number {
#define HOST_OP(name, result, parameters) CMC_OP_##name,
#include <cmc/host_ops.def>
#undef HOST_OP
    CMC_OP_COUNT
} cmc_op_number;

// For cmc_host_services: CMC_OP_COUNT functions.
extern void (*const cmc_host_op_table[])(void);

#ifdef __cplusplus
}
#endif
#endif
