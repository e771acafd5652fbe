// SPDX-License-Identifier: MIT
// All dispatch tables at once, for a program that contains the driver.

#include "ze_core.h"

void zx_tables_fill(zx_tables *t) {
    *t = (zx_tables){.global.pfnInit = zx_init};
    zx_table_driver(&t->driver);
    zx_table_device(&t->device);
    zx_table_context(&t->context);
    zx_table_mem(&t->mem);
    zx_table_image(&t->image);
    zx_table_sampler(&t->sampler);
    zx_table_module(&t->module);
    zx_table_build_log(&t->module_build_log);
    zx_table_kernel(&t->kernel);
    zx_table_list(&t->command_list);
    zx_table_list_copy(&t->command_list);
    zx_table_queue(&t->command_queue);
    zx_table_fence(&t->fence);
    zx_table_event_pool(&t->event_pool);
    zx_table_event(&t->event);
}
