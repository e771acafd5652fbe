// SPDX-License-Identifier: MIT
// The only file of ze_xesim that touches the process around it. It reads the environment, which is the only way to
// configure a driver that the loader opens. It also writes the output: the log and the checkers' reports to standard
// error, kernels' printf to standard output, trace and timing where their variables direct them. The result of reading
// the environment is a zx_config; all other code uses that.

#include "zx_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_WATCHDOG_S = 60 };

// Output files of trace and timing; set once, before any launch.
static FILE *sinks[ZX_SINK_COUNT];

static bool is_on(const char *text) {
    return text && *text && !(text[0] == '0' && !text[1]);
}

static bool fail(const char *variable, const char *value, const char *expected) {
    zx_error("%s: '%s', expected %s", variable, value, expected);
    return false;
}

// "-" is standard output, "1" or nothing standard error, anything else a path.
static bool open_sink(zx_sink sink, const char *variable, const char *where) {
    if (strcmp(where, "-") == 0)
        sinks[sink] = stdout;
    else if (!*where || strcmp(where, "1") == 0)
        sinks[sink] = stderr;
    else
        sinks[sink] = fopen(where, "w");
    return sinks[sink] || fail(variable, where, "a file that can be written, - or 1");
}

static bool read_number(const char *variable, uint64_t *out) {
    const char *text = getenv(variable);
    char *end;
    if (!text || !*text)
        return true;
    *out = strtoull(text, &end, 0);
    return (*text >= '0' && *text <= '9' && !*end) || fail(variable, text, "a number");
}

// Fractions of a second such as 0.5 are allowed.
static bool read_seconds(const char *variable, double unset_s, uint64_t *ns) {
    const char *text = getenv(variable);
    char *end = NULL;
    const double seconds = text && *text ? strtod(text, &end) : unset_s;
    if ((end && (*end || end == text)) || !(seconds >= 0 && seconds < 1e9))
        return fail(variable, text, "seconds");
    *ns = (uint64_t)(seconds * 1e9);
    return true;
}

// "all", "race,bounds", "all,fatal", "0".
static bool read_checks(zx_config *c) {
    const char *text = getenv("XESIM_CHECK");
    if (!is_on(text))
        return true;
    char list[128] = "";
    size_t used = 0;
    for (const char *p = text; *p;) {
        size_t len = strcspn(p, ",");
        const bool fatal = len == 5 && strncmp(p, "fatal", 5) == 0;
        c->check_fatal |= fatal;
        if (!fatal && used + len + 2 < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s", used ? "," : "", (int)len, p);
        p += len + (p[len] == ',');
    }
    return sim_check_parse(!used || strcmp(list, "1") == 0 ? "all" : list, &c->checks) ||
           fail("XESIM_CHECK", text, "all or names of hazard,undefined,bounds,align,race,barrier, and fatal");
}

// "text" or "json", each with an optional ":WHERE".
static bool read_timing(zx_config *c) {
    const char *text = getenv("XESIM_TIMING");
    if (!is_on(text))
        return true;
    const size_t len = strcspn(text, ":");
    if (len == 4 && strncmp(text, "json", 4) == 0)
        c->timing = ZX_TIMING_JSON;
    else if ((len == 4 && strncmp(text, "text", 4) == 0) || (len == 1 && text[0] == '1'))
        c->timing = ZX_TIMING_TEXT;
    else
        return fail("XESIM_TIMING", text, "text or json, followed by :FILE if not for standard error");
    return open_sink(ZX_SINK_TIMING, "XESIM_TIMING", text[len] ? text + len + 1 : "");
}

// The file is a complete JSON object after each launch: the next one writes over its end.
static const char timeline_head[] = "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"unit\": \"1 us is 1 cycle of the "
                                    "estimate\"}, \"traceEvents\": [\n";
static const char timeline_foot[] = "\n]}\n";

static bool read_timeline(zx_config *c) {
    const char *path = getenv("XESIM_TIMELINE");
    if (!path || !*path)
        return true;
    c->timeline = true;
    sinks[ZX_SINK_TIMELINE] = fopen(path, "w");
    if (!sinks[ZX_SINK_TIMELINE])
        return fail("XESIM_TIMELINE", path, "a file that can be written");
    zx_emit(ZX_SINK_TIMELINE, timeline_head);
    zx_emit_end(ZX_SINK_TIMELINE);
    return true;
}

static bool read_trace(zx_config *c) {
    const char *text = getenv("XESIM_TRACE");
    c->trace = is_on(text);
    c->trace_start = is_on(getenv("XESIM_TRACE_START"));
    return !c->trace || open_sink(ZX_SINK_TRACE, "XESIM_TRACE", text);
}

bool zx_config_read(zx_config *c) {
    uint64_t workers = 0, latency = 100;
    *c = (zx_config){
        .devices = CMC_TARGET_DEFAULT, .log = is_on(getenv("XESIM_LOG")), .warm = is_on(getenv("XESIM_WARM"))};
    zx_log_to(c->log ? zx_log_line : NULL);
    sinks[ZX_SINK_LOG] = stderr;
    sinks[ZX_SINK_PRINTF] = stdout;
    const char *devices = getenv("XESIM_DEVICES");
    if (devices && *devices)
        c->devices = devices;
    bool ok = read_number("XESIM_ORDER", &c->order_seed) && read_number("XESIM_WORKERS", &workers) &&
              read_number("XESIM_LATENCY", &latency) &&
              read_seconds("XESIM_WATCHDOG", DEFAULT_WATCHDOG_S, &c->watchdog_ns) &&
              read_seconds("XESIM_PROGRESS", 0, &c->progress_ns) && read_checks(c) && read_timing(c) &&
              read_timeline(c) && read_trace(c);
    c->latency = (uint32_t)(latency < 1000 ? latency : 1000);
    c->n_workers = (unsigned)(workers < 1024 ? workers : 1024);
    return ok;
}

void zx_emit(zx_sink sink, const char *text) {
    FILE *f = sinks[sink] ? sinks[sink] : stderr;
    if (sink == ZX_SINK_TRACE) { // many lines: flushed at the launch's end
        fprintf(f, "%s\n", text);
        return;
    }
    fputs(text, f);
    if (sink != ZX_SINK_TIMELINE)
        fflush(f);
}

void zx_emit_end(zx_sink sink) {
    FILE *f = sinks[sink];
    if (!f)
        return;
    if (sink == ZX_SINK_TIMELINE)
        fputs(timeline_foot, f);
    fflush(f);
    if (sink == ZX_SINK_TIMELINE && fseek(f, -(long)(sizeof timeline_foot - 1), SEEK_CUR) != 0)
        sinks[sink] = NULL; // no file but a pipe, which ends with the first launch
}

void zx_log_line(const char *text) {
    fprintf(stderr, "ze_xesim: %s\n", text);
}

void zx_progress_draw(const char *name, uint64_t done, uint64_t total, uint64_t elapsed_ns) {
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    const unsigned full = total ? (unsigned)(done * WIDTH / total) : 0;
    for (unsigned i = 0; i < WIDTH; i++)
        bar[i] = i < full ? '#' : '.';
    bar[WIDTH] = 0;
    const uint64_t left_s = done ? (uint64_t)((double)elapsed_ns * 1e-9 * (double)(total - done) / (double)done) : 0;
    fprintf(stderr, "\r%s [%s] %3u%% %llu/%llu groups, ETA %llu:%02llu \033[K", name, bar,
            total ? (unsigned)(done * 100 / total) : 0, (unsigned long long)done, (unsigned long long)total,
            (unsigned long long)(left_s / 60), (unsigned long long)(left_s % 60));
    fflush(stderr);
}

void zx_progress_clear(void) {
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
