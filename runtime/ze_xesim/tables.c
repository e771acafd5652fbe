// SPDX-License-Identifier: MIT
// The loader's entry points: one exported function for each dispatch table, 23 of the core, 13 of the tools and 17 of
// the system-management API. Tables come zeroed. A null entry makes the loader return UNSUPPORTED_FEATURE, so that
// everything that this driver does not implement is refused.

#include "zx_priv.h"

#include <level_zero/zes_ddi.h>
#include <level_zero/zet_ddi.h>

#define EXPORT __attribute__((visibility("default"))) ze_result_t ZE_APICALL

static ze_result_t check(ze_api_version_t version, const void *table) {
    ZX_POINTER(table);
    zx_use_engine(&zx_xesim);
    return version >> 16 == ZE_API_VERSION_CURRENT >> 16 ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_UNSUPPORTED_VERSION;
}

// name, table type, function that fills it
#define FILLED(name, type, ...)                                                                                        \
    EXPORT name(ze_api_version_t version, type *t) {                                                                   \
        ZX_TRY(check(version, t));                                                                                     \
        __VA_ARGS__;                                                                                                   \
        return ZE_RESULT_SUCCESS;                                                                                      \
    }
#define EMPTY(name, type) FILLED(name, type, (void)t)

FILLED(zeGetGlobalProcAddrTable, ze_global_dditable_t, t->pfnInit = zx_init)
FILLED(zeGetDriverProcAddrTable, ze_driver_dditable_t, zx_table_driver(t))
FILLED(zeGetDeviceProcAddrTable, ze_device_dditable_t, zx_table_device(t))
EMPTY(zeGetDeviceExpProcAddrTable, ze_device_exp_dditable_t)
FILLED(zeGetContextProcAddrTable, ze_context_dditable_t, zx_table_context(t))
FILLED(zeGetCommandQueueProcAddrTable, ze_command_queue_dditable_t, zx_table_queue(t))
FILLED(zeGetCommandListProcAddrTable, ze_command_list_dditable_t, zx_table_list(t); zx_table_list_copy(t))
FILLED(zeGetImageProcAddrTable, ze_image_dditable_t, zx_table_image(t))
FILLED(zeGetImageExpProcAddrTable, ze_image_exp_dditable_t, zx_table_image_exp(t))
FILLED(zeGetFenceProcAddrTable, ze_fence_dditable_t, zx_table_fence(t))
FILLED(zeGetEventPoolProcAddrTable, ze_event_pool_dditable_t, zx_table_event_pool(t))
FILLED(zeGetEventProcAddrTable, ze_event_dditable_t, zx_table_event(t))
FILLED(zeGetEventExpProcAddrTable, ze_event_exp_dditable_t, zx_table_event_exp(t))
FILLED(zeGetModuleProcAddrTable, ze_module_dditable_t, zx_table_module(t))
FILLED(zeGetModuleBuildLogProcAddrTable, ze_module_build_log_dditable_t, zx_table_build_log(t))
FILLED(zeGetKernelProcAddrTable, ze_kernel_dditable_t, zx_table_kernel(t))
FILLED(zeGetKernelExpProcAddrTable, ze_kernel_exp_dditable_t, zx_table_kernel_exp(t))
FILLED(zeGetSamplerProcAddrTable, ze_sampler_dditable_t, zx_table_sampler(t))
FILLED(zeGetMemProcAddrTable, ze_mem_dditable_t, zx_table_mem(t))
EMPTY(zeGetPhysicalMemProcAddrTable, ze_physical_mem_dditable_t)
EMPTY(zeGetVirtualMemProcAddrTable, ze_virtual_mem_dditable_t)
EMPTY(zeGetFabricVertexExpProcAddrTable, ze_fabric_vertex_exp_dditable_t)
EMPTY(zeGetFabricEdgeExpProcAddrTable, ze_fabric_edge_exp_dditable_t)

EMPTY(zetGetDeviceProcAddrTable, zet_device_dditable_t)
EMPTY(zetGetContextProcAddrTable, zet_context_dditable_t)
EMPTY(zetGetCommandListProcAddrTable, zet_command_list_dditable_t)
EMPTY(zetGetModuleProcAddrTable, zet_module_dditable_t)
EMPTY(zetGetKernelProcAddrTable, zet_kernel_dditable_t)
EMPTY(zetGetMetricGroupProcAddrTable, zet_metric_group_dditable_t)
EMPTY(zetGetMetricGroupExpProcAddrTable, zet_metric_group_exp_dditable_t)
EMPTY(zetGetMetricProcAddrTable, zet_metric_dditable_t)
EMPTY(zetGetMetricStreamerProcAddrTable, zet_metric_streamer_dditable_t)
EMPTY(zetGetMetricQueryPoolProcAddrTable, zet_metric_query_pool_dditable_t)
EMPTY(zetGetMetricQueryProcAddrTable, zet_metric_query_dditable_t)
EMPTY(zetGetTracerExpProcAddrTable, zet_tracer_exp_dditable_t)
EMPTY(zetGetDebugProcAddrTable, zet_debug_dditable_t)

EMPTY(zesGetDriverProcAddrTable, zes_driver_dditable_t)
EMPTY(zesGetDeviceProcAddrTable, zes_device_dditable_t)
EMPTY(zesGetSchedulerProcAddrTable, zes_scheduler_dditable_t)
EMPTY(zesGetPerformanceFactorProcAddrTable, zes_performance_factor_dditable_t)
EMPTY(zesGetPowerProcAddrTable, zes_power_dditable_t)
EMPTY(zesGetFrequencyProcAddrTable, zes_frequency_dditable_t)
EMPTY(zesGetEngineProcAddrTable, zes_engine_dditable_t)
EMPTY(zesGetStandbyProcAddrTable, zes_standby_dditable_t)
EMPTY(zesGetFirmwareProcAddrTable, zes_firmware_dditable_t)
EMPTY(zesGetMemoryProcAddrTable, zes_memory_dditable_t)
EMPTY(zesGetFabricPortProcAddrTable, zes_fabric_port_dditable_t)
EMPTY(zesGetTemperatureProcAddrTable, zes_temperature_dditable_t)
EMPTY(zesGetPsuProcAddrTable, zes_psu_dditable_t)
EMPTY(zesGetFanProcAddrTable, zes_fan_dditable_t)
EMPTY(zesGetLedProcAddrTable, zes_led_dditable_t)
EMPTY(zesGetRasProcAddrTable, zes_ras_dditable_t)
EMPTY(zesGetDiagnosticsProcAddrTable, zes_diagnostics_dditable_t)
