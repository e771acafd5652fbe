// SPDX-License-Identifier: MIT
// Chooses the device that runs the kernel, and configures its simulator. The simulator is a Level Zero driver and is
// configured by environment variables, so cmrun sets them from its options before the driver is loaded.

#define _POSIX_C_SOURCE 200809L
#include "cmrun.h"

#include <cmc/isa.h>
#include <cmc/zebin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The target of a zebin, or of an archive's first zebin; "host" for a program that runs on the CPU alone. NULL: the
// program loader will report the error in the file.
static const char *target_of(cmc_arena *a, const uint8_t *data, size_t len) {
    zeb_file *f;
    zeb_entry *entries;
    size_t n = 0;
    const char *other = NULL;
    if (zeb_is_host(data, len))
        return CMC_HOST_TARGET;
    if (!zeb_is_archive(data, len))
        return zeb_read(a, data, len, &f, NULL) == CMC_OK ? zeb_file_target(f) : NULL;
    if (zeb_archive_read(a, data, len, &entries, &n, NULL) != CMC_OK)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const char *target = NULL;
        if (zeb_read(a, entries[i].data, entries[i].size_b, &f, NULL) == CMC_OK)
            target = zeb_file_target(f);
        if (target)
            return target;
        if (strcmp(entries[i].name, CMC_HOST_TARGET) == 0)
            other = CMC_HOST_TARGET;
    }
    return other;
}

static cmc_status made_for(const char *path, char *spec, size_t spec_b, cmc_diag *d) {
    uint8_t *data = NULL;
    size_t len = 0;
    CMC_TRY(cmc_file_read(path, &data, &len, d));
    cmc_arena *a = cmc_arena_create();
    const char *target = a ? target_of(a, data, len) : NULL;
    if (target && strcmp(target, CMC_HOST_TARGET) == 0)
        snprintf(spec, spec_b, "%s", target);
    else
        snprintf(spec, spec_b, target ? "xesim:%s" : "xesim%s", target ? target : "");
    cmc_arena_destroy(a);
    free(data);
    return CMC_OK;
}

static bool is_kind(const char *device, const char *kind) {
    size_t len = strlen(kind);
    return strncmp(device, kind, len) == 0 && (!device[len] || device[len] == ':');
}

static cmc_status choose(const run_options *o, char *spec, size_t spec_b, cmc_diag *d) {
    const char *device = o->device ? o->device : getenv("CMRT_DEVICE");
    if (!device || !*device || strcmp(device, "xesim") == 0)
        return made_for(o->file, spec, spec_b, d);
    const char *target = strncmp(device, "xesim:", 6) == 0 ? device + 6 : device;
    const bool is_real = is_kind(device, "gpu") || is_kind(device, CMC_HOST_TARGET);
    const isa_model *m = is_real ? NULL : isa_model_find(target);
    if (!m && !is_real) {
        cmc_diag_error(d, "CM0801", "unknown device '%s', expected gpu, xesim or host, or a target to simulate: %s",
                       device, isa_model_names());
        return CMC_ERR_USER;
    }
    snprintf(spec, spec_b, m ? "xesim:%s" : "%s", m ? m->name : device);
    return CMC_OK;
}

static cmc_status tell(const char *variable, const char *option, const char *value, const char *spec, cmc_diag *d) {
    if (!value)
        return CMC_OK;
    if (!is_kind(spec, "xesim")) {
        cmc_diag_error(d, "CM0801", "%s needs the simulator, but the device is '%s'", option, spec);
        return CMC_ERR_USER;
    }
    return setenv(variable, value, 1) == 0 ? CMC_OK : CMC_ERR_OOM;
}

cmc_status device_choose(const run_options *o, char *spec, size_t spec_b, cmc_diag *d) {
    char timing[16];
    CMC_TRY(choose(o, spec, spec_b, d));
    snprintf(timing, sizeof timing, "%s:-", o->timing ? o->timing : ""); // ":-" selects standard output
    CMC_TRY(tell("XESIM_ORDER", "--order", o->order, spec, d));
    if (is_kind(spec, CMC_HOST_TARGET))
        CMC_TRY(!o->check || setenv("CMRT_CHECK", o->check, 1) == 0 ? CMC_OK : CMC_ERR_OOM);
    else
        CMC_TRY(tell("XESIM_CHECK", "--check", o->check, spec, d));
    CMC_TRY(tell("XESIM_TIMING", "--timing", o->timing ? timing : NULL, spec, d));
    CMC_TRY(tell("XESIM_TIMELINE", "--timing", o->timeline, spec, d));
    CMC_TRY(tell("XESIM_TRACE", "--trace", o->trace, spec, d));
    const bool watched = isatty(STDERR_FILENO) && is_kind(spec, "xesim") && !getenv("XESIM_PROGRESS");
    return tell("XESIM_PROGRESS", "progress", watched ? "1" : NULL, spec, d);
}
