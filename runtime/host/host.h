// SPDX-License-Identifier: MIT
// The CPU as a device: an engine of the driver's core that runs programs for the CPU (host_abi.h).

#ifndef HOST_H
#define HOST_H

#include "../ze_core/ze_core.h"

typedef struct hx_config {
    unsigned n_workers;   // host threads of a launch; 0: one for each core
    uint64_t watchdog_ns; // processor time that one group may take; 0 = no limit
    bool report;          // findings go to the log
    bool fatal;           // findings end the launch with an error
    bool has_break;       // SIGTRAP before this thread of this group enters its kernel, for debuggers
    uint64_t break_group; // linear
    uint32_t break_thread;
    void (*print)(const char *text); // what kernels print
    void (*log)(const char *text);   // one line
} hx_config;

// The engine, for zx_use_engine. The process has one configuration: that of the last call before the first device.
const zx_engine *hx_engine(const hx_config *c);

// Whether this machine can run the program. CMC_ERR_UNSUPPORTED: the message names the machine or the features of the
// CPU that it lacks.
cmc_status hx_check_target(const zeb_host *h, cmc_diag *d);

#endif
