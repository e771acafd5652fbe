// SPDX-License-Identifier: MIT
// The CPU as a device: the driver inside this library, whose functions fill the table.

#include "cmrt_priv.h"

#include "../host/host.h"

#include <stdio.h>

static cmrt_ze functions;

static void fill(void) {
    zx_tables tables;
    zx_tables_fill(&tables);
    functions = (cmrt_ze){
#define CMRT_ZE(need, name, table, entry) .name = tables.table.pfn##entry,
#include "ze_functions.def"
#undef CMRT_ZE
    };
}

cmrt_status cmrt_host_pick(uint32_t index, cmrt_device *d, uint32_t *n_fitting, char *message, size_t message_size) {
    hx_config config;
    uint32_t one = 1;
    if (n_fitting)
        *n_fitting = one;
    if (index) {
        snprintf(message, message_size, "there is one CPU; there is no number %u", index);
        return CMRT_ERR_NO_DEVICE;
    }
    CMRT_TRY(cmrt_env_host(&config, message, message_size));
    if (!functions.Init) {
        zx_use_engine(hx_engine(&config));
        fill();
    }
    if (functions.Init(0) != ZE_RESULT_SUCCESS || functions.DriverGet(&one, &d->driver) != ZE_RESULT_SUCCESS ||
        functions.DeviceGet(d->driver, &one, &d->handle) != ZE_RESULT_SUCCESS) {
        snprintf(message, message_size, "the CPU cannot be opened: %s", zx_last_error());
        return CMRT_ERR_NO_DEVICE;
    }
    d->ze = &functions;
    cmrt_driver_describe(d->ze, d->handle, &d->info);
    snprintf(d->info.target, sizeof d->info.target, CMC_HOST_TARGET);
    return CMRT_OK;
}

cmc_status cmrt_host_check(const zeb_host *host, cmc_diag *d) {
    return hx_check_target(host, d);
}
