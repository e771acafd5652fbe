// SPDX-License-Identifier: MIT
// What the user sees of a running launch: findings of the checkers, the trace, the timing estimate and its timeline, a
// progress bar.
// Each launch has one zx_observer on its stack; the simulator calls back into it.

#include "zx_priv.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { DRAW_EVERY_NS = 200000000 };

static _Atomic uint64_t findings; // of the process, for zx_observe_findings

// What is in L3 between launches, if the configuration asks for that; used by one launch at a time.
static pthread_mutex_t l3_lock = PTHREAD_MUTEX_INITIALIZER;
static sim_l3 *l3;

static void report(void *user, const sim_finding *f) {
    zx_observer *o = user;
    cmc_str s = CMC_STR_INIT;
    cmc_str_printf(&s, "xesim: %s: %s+0x%x: %s: group (%u,%u,%u) thread %u", sim_check_name(f->check), f->kernel,
                   f->pc_b, f->inst, f->group[0], f->group[1], f->group[2], f->thread);
    if (f->lane >= 0)
        cmc_str_printf(&s, " lane %d", f->lane);
    if (f->has_addr)
        cmc_str_printf(&s, " address 0x%llx", (unsigned long long)f->addr);
    if (f->file)
        cmc_str_printf(&s, " at %s:%u", f->file, f->line);
    cmc_str_printf(&s, ": %s\n", f->message);
    zx_emit(ZX_SINK_LOG, cmc_str_text(&s));
    cmc_str_free(&s);
    atomic_fetch_add(&findings, 1);
    o->findings++;
}

uint64_t zx_observe_findings(void) {
    return atomic_load(&findings);
}

static bool line_of(void *user, uint32_t pc_b, const char **file, uint32_t *line) {
    const zx_observer *o = user;
    return zeb_lines_find(((const zx_code *)o->launch->mk->code)->lines, pc_b, file, line);
}

static void trace(void *user, const char *text) {
    (void)user;
    zx_emit(ZX_SINK_TRACE, text);
}

static void event(void *user, const sim_event *e) {
    const zx_observer *o = user;
    zx_timeline_event(o->timeline, e);
}

// Several workers call this at once; the one that advances the time of the next update draws the bar.
static void progress(void *user, uint64_t done, uint64_t total) {
    zx_observer *o = user;
    const uint64_t now = zx_now_ns();
    uint64_t next = atomic_load(&o->next_draw_ns);
    if (now < next || !atomic_compare_exchange_strong(&o->next_draw_ns, &next, now + DRAW_EVERY_NS))
        return;
    atomic_store(&o->drawn, true);
    zx_progress_draw(o->launch->mk->zeb->name, done, total, now - o->start_ns);
}

// Whether the launch finds in L3 what earlier ones left.
static bool is_warm(const zx_observer *o) {
    return o->config->warm && (o->config->timing != ZX_TIMING_NONE || o->timeline);
}

void zx_observe_begin(zx_observer *o, const zx_config *c, const zx_launch *l, sim_launch *s) {
    *o = (zx_observer){.config = c, .launch = l, .start_ns = zx_now_ns()};
    atomic_store(&o->next_draw_ns, o->start_ns + c->progress_ns);
    s->user = o;
    s->kernel_name = l->mk->zeb->name;
    s->checks = c->checks;
    s->report = report;
    s->line_of = ((const zx_code *)l->mk->code)->lines ? line_of : NULL;
    s->trace = c->trace ? trace : NULL;
    s->trace_start = c->trace_start;
    s->progress = c->progress_ns ? progress : NULL;
    o->timeline = c->timeline ? zx_timeline_begin(l) : NULL;
    s->timing = c->timing != ZX_TIMING_NONE || o->timeline ? &o->timing : NULL;
    s->event = o->timeline ? event : NULL;
    s->latency_percent = c->latency;
    if (!is_warm(o))
        return;
    pthread_mutex_lock(&l3_lock);
    if (!l3)
        l3 = sim_l3_create(); // without memory for it the launch is a cold one
    s->l3 = l3;
}

static void emit_timing(const zx_observer *o) {
    cmc_str s = CMC_STR_INIT;
    if (o->config->timing == ZX_TIMING_JSON) {
        sim_timing_json(&o->timing, &s);
        cmc_str_append(&s, "\n");
    } else {
        cmc_str_printf(&s, "timing of kernel %s\n", o->launch->mk->zeb->name);
        sim_timing_text(&o->timing, &s);
    }
    zx_emit(ZX_SINK_TIMING, cmc_str_text(&s));
    cmc_str_free(&s);
}

ze_result_t zx_observe_end(zx_observer *o, ze_result_t r) {
    if (is_warm(o))
        pthread_mutex_unlock(&l3_lock);
    if (atomic_load(&o->drawn))
        zx_progress_clear();
    if (o->config->trace)
        zx_emit_end(ZX_SINK_TRACE);
    zx_timeline_end(o->timeline, o->timing.cycles);
    if (!r && o->config->timing != ZX_TIMING_NONE)
        emit_timing(o);
    if (!r && o->findings && o->config->check_fatal) {
        zx_error("%s: the checkers found %llu mistake%s", o->launch->mk->zeb->name, (unsigned long long)o->findings,
                 o->findings == 1 ? "" : "s");
        return ZE_RESULT_ERROR_DEVICE_LOST;
    }
    return r;
}
