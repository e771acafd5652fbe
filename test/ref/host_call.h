// SPDX-License-Identifier: MIT
// Calls kernels for the CPU in this process, thread after thread, without the runtime: what tests of codegen/host
// compare with the evaluator. Barriers end the call, since no other thread runs.

#ifndef CMC_TEST_HOST_CALL_H
#define CMC_TEST_HOST_CALL_H

#include <cmc/base.h>
#include <cmc/host_abi.h>

typedef struct hc_module hc_module;

// Loads a host member; bytes are copied. owned; NULL: message says why.
hc_module *hc_load(const void *bytes, size_t len, cmc_str *message);
void hc_unload(hc_module *m);

typedef struct hc_launch {
    const char *kernel;
    const uint64_t *args; // bit patterns, in the order of the signature; of vectors the address
    size_t n_args;
    const cmc_host_surface *surfaces;
    uint32_t n_surfaces;
    uint32_t slm_b;
    uint32_t groups[3]; // of one thread each
} hc_launch;

// CMC_ERR_USER: the kernel is unknown, has other arguments, or stopped (barrier, trap); message says why. *outside: how
// many accesses left their surfaces.
cmc_status hc_call(const hc_module *m, const hc_launch *l, unsigned *outside, cmc_str *message);

#endif
