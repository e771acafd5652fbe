// SPDX-License-Identifier: MIT
// The one file of ze_xesim that touches the process around it: it reads the environment, because a
// driver that the loader opens has no other way to be told what to be, and it writes the log to
// standard error. What comes out of the environment is a zx_config; everything else takes it from
// there.

#include "zx_priv.h"

#include <stdio.h>
#include <stdlib.h>

zx_config zx_config_read(void) {
    zx_config c = {.devices = "tgl"};
    const char *devices = getenv("XESIM_DEVICES");
    const char *order = getenv("XESIM_ORDER");
    const char *workers = getenv("XESIM_WORKERS");
    const char *log = getenv("XESIM_LOG");

    if (devices && *devices)
        c.devices = devices;
    if (order)
        c.order_seed = strtoull(order, NULL, 0);
    if (workers)
        c.n_workers = (unsigned)strtoul(workers, NULL, 0);
    c.log = log && *log && !(log[0] == '0' && !log[1]);
    return c;
}

void zx_log_line(const char *text) {
    fprintf(stderr, "ze_xesim: %s\n", text);
}
