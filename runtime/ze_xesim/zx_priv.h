// SPDX-License-Identifier: MIT
// Private to ze_xesim: the engine that executes kernels on the simulator, for the driver's core (runtime/ze_core).

#ifndef ZX_PRIV_H
#define ZX_PRIV_H

#include <cmc/sim.h>

#include "../ze_core/ze_core.h"

// Configuration and messages

typedef enum zx_timing { ZX_TIMING_NONE = 0, ZX_TIMING_TEXT, ZX_TIMING_JSON } zx_timing;
typedef struct zx_config {
    const char *devices;  // XESIM_DEVICES, "tgl" when unset
    uint64_t order_seed;  // XESIM_ORDER
    unsigned n_workers;   // XESIM_WORKERS, 0 = number of cores
    uint64_t watchdog_ns; // XESIM_WATCHDOG (seconds of one group), 0 = none
    uint32_t checks;      // XESIM_CHECK: SIM_CHECK_* bits
    bool check_fatal;     // ... with "fatal": findings end the launch with an error
    zx_timing timing;     // XESIM_TIMING
    bool timeline;        // XESIM_TIMELINE
    uint32_t latency;     // XESIM_LATENCY: percent of the estimate's latencies
    bool warm;            // XESIM_WARM: L3 keeps what earlier launches left in it
    bool trace;           // XESIM_TRACE
    bool trace_start;     // XESIM_TRACE_START: with the registers that threads start with
    uint64_t progress_ns; // XESIM_PROGRESS (seconds until a bar appears), 0 = none
    bool log;             // XESIM_LOG
} zx_config;
// env.c: the only reader of the environment. False: a variable is malformed; zx_error has the reason.
bool zx_config_read(zx_config *c);
typedef enum zx_sink {
    ZX_SINK_LOG = 0,
    ZX_SINK_PRINTF,
    ZX_SINK_TRACE,
    ZX_SINK_TIMING,
    ZX_SINK_TIMELINE,
    ZX_SINK_COUNT
} zx_sink;
void zx_emit(zx_sink sink, const char *text); // any thread; TRACE: a line without its end
void zx_emit_end(zx_sink sink);               // of a launch; TIMELINE: the file is complete
void zx_log_line(const char *text);           // env.c: to standard error
void zx_progress_draw(const char *name, uint64_t done, uint64_t total, uint64_t elapsed_ns);
void zx_progress_clear(void);

// Devices

// Fills in the facts of a model's device.
void zx_device_describe(const isa_model *m, zx_device_facts *f);
uint32_t zx_device_thread_count(const zx_device *d);

extern const zx_engine zx_xesim;
const zx_config *zx_config_get(void);

// Modules

typedef struct zx_code { // of one kernel
    uint8_t *text;       // relocated copy
    sim_code *sim;
    zeb_lines *lines; // NULL: no debug information
} zx_code;
ze_result_t zx_xesim_load(zx_module *m, cmc_diag *d, cmc_str *log);
void zx_xesim_unload(zx_module *m);

// Applies the relocations of the data sections, or of one kernel's text. Errors go to d.
cmc_status zx_module_relocate_data(zx_module *m, cmc_diag *d);
cmc_status zx_module_relocate_text(zx_module *m, const zeb_kernel *k, uint8_t *text, cmc_diag *d);
// Address of a symbol, 0 when it is not in a loaded section.
uint64_t zx_module_symbol(const zx_module *m, const char *name, uint64_t *size_b);

// Launches

ze_result_t zx_xesim_launch(const zx_launch *l, zx_implicit *imp);
uint32_t zx_xesim_max_cooperative(const zx_kernel *k);

// timeline.c: events of the timing estimate in the Trace Event Format.
typedef struct zx_timeline zx_timeline;
zx_timeline *zx_timeline_begin(const zx_launch *l); // owned; NULL when out of memory
void zx_timeline_event(zx_timeline *t, const sim_event *e);
// cycles: of the launch; the next one starts after them. Frees t, which may be NULL.
void zx_timeline_end(zx_timeline *t, uint64_t cycles);

// observe.c: the output of a launch that the user has enabled.
typedef struct zx_observer {
    const zx_config *config;
    const zx_launch *launch;
    uint64_t start_ns, findings;
    _Atomic uint64_t next_draw_ns;
    _Atomic bool drawn;
    sim_timing timing;
    zx_timeline *timeline; // NULL: none
} zx_observer;
void zx_observe_begin(zx_observer *o, const zx_config *c, const zx_launch *l, sim_launch *s);
ze_result_t zx_observe_end(zx_observer *o, ze_result_t r); // the final result of the launch
uint64_t zx_observe_findings(void);                        // of the process

#endif
