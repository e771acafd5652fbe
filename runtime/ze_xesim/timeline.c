// SPDX-License-Identifier: MIT
// The timeline of a launch in the Trace Event Format, which Perfetto and chrome://tracing show.
//
//   process  a core of one launch
//   thread   a slot of an EU: "B" and "E" around a hardware thread, "X" for its waits, named after the cause;
//            and one for each EU: "X" while no thread of it can issue
//   async    messages, "b" and "e" from their issue to their result
//
// One microsecond is one cycle: the format's unit is too coarse for nanoseconds of a cycle. Launches follow one
// another. Waits, messages and idle times beyond a limit are left out, and counted.

#include "zx_priv.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MAX_EVENTS = 1000000, TRACKS_OF_EU = 64, MAX_EUS = 64, MAX_CORES = 1024 };

struct zx_timeline {
    const zx_launch *launch;
    const zeb_lines *lines;
    cmc_arena *arena;
    cmc_bitset named; // tracks that have a name, by core, EU and slot
    cmc_str text;
    uint64_t base, number; // start of the launch; its number, from 1
    uint64_t left_out;
};

static _Atomic uint64_t n_launches, n_events, n_messages, end_of_last;

zx_timeline *zx_timeline_begin(const zx_launch *l) {
    zx_timeline *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->launch = l;
    t->lines = ((const zx_code *)l->mk->code)->lines;
    t->arena = cmc_arena_create();
    if (t->arena)
        t->named = cmc_bitset_make(t->arena, MAX_CORES * MAX_EUS * TRACKS_OF_EU);
    if (!t->named.words) {
        cmc_arena_destroy(t->arena);
        free(t);
        return NULL;
    }
    t->base = atomic_load(&end_of_last);
    t->number = atomic_fetch_add(&n_launches, 1) + 1;
    return t;
}

// Track 0 of an EU is the EU itself.
static uint32_t track_of(const sim_event *e) {
    const uint32_t slot = e->slot + 1 < TRACKS_OF_EU ? e->slot + 1 : TRACKS_OF_EU - 1;
    return e->eu * TRACKS_OF_EU + (e->kind == SIM_EVENT_IDLE ? 0 : slot);
}

static uint64_t process_of(const zx_timeline *t, const sim_event *e) {
    return (t->number - 1) * MAX_CORES + e->core;
}

// Begins an event with its phase and place. The file's first event has no comma before it.
static void start(zx_timeline *t, const sim_event *e, const char *phase) {
    const char *comma = atomic_fetch_add(&n_events, 1) ? ",\n" : "";
    cmc_str_printf(&t->text, "%s{\"ph\": \"%s\", \"pid\": %llu, \"tid\": %u", comma, phase,
                   (unsigned long long)process_of(t, e), track_of(e));
}

static void put_time(zx_timeline *t, uint64_t cycle) {
    cmc_str_printf(&t->text, ", \"ts\": %llu", (unsigned long long)(t->base + cycle));
}

static void put_place(zx_timeline *t, const sim_event *e) {
    const char *file;
    uint32_t line;
    cmc_str_printf(&t->text, ", \"args\": {\"offset\": %u", e->pc_b);
    if (t->lines && zeb_lines_find(t->lines, e->pc_b, &file, &line)) {
        cmc_str_append(&t->text, ", \"file\": ");
        cmc_str_append_json(&t->text, file);
        cmc_str_printf(&t->text, ", \"line\": %u", line);
    }
    cmc_str_append(&t->text, "}}");
}

static void name_track(zx_timeline *t, const sim_event *e) {
    const uint32_t core = e->core < MAX_CORES ? e->core : MAX_CORES - 1, eu = e->eu < MAX_EUS ? e->eu : MAX_EUS - 1;
    const uint32_t first = core * MAX_EUS * TRACKS_OF_EU, bit = first + eu * TRACKS_OF_EU + track_of(e) % TRACKS_OF_EU;
    if (cmc_bitset_get(&t->named, bit))
        return;
    if (!cmc_bitset_any(&t->named, first, first + MAX_EUS * TRACKS_OF_EU)) {
        start(t, e, "M");
        cmc_str_append(&t->text, ", \"name\": \"process_name\", \"args\": {\"name\": ");
        cmc_str name = CMC_STR_INIT;
        cmc_str_printf(&name, "launch %llu, %s, core %u", (unsigned long long)t->number, t->launch->mk->zeb->name,
                       e->core);
        cmc_str_append_json(&t->text, cmc_str_text(&name));
        cmc_str_free(&name);
        cmc_str_append(&t->text, "}}");
    }
    cmc_bitset_set(&t->named, bit);
    start(t, e, "M");
    cmc_str_printf(&t->text, ", \"name\": \"thread_name\", \"args\": {\"name\": \"EU %u", e->eu);
    if (e->kind == SIM_EVENT_IDLE)
        cmc_str_append(&t->text, " idle\"}}");
    else
        cmc_str_printf(&t->text, " thread %u\"}}", e->slot);
}

static void put_message(zx_timeline *t, const sim_event *e) {
    const unsigned long long id = atomic_fetch_add(&n_messages, 1);
    for (int end = 0; end < 2; end++) {
        start(t, e, end ? "e" : "b");
        cmc_str_printf(&t->text, ", \"cat\": \"%s\", \"id\": \"%llu\", \"name\": \"%s\"",
                       sim_stall_name((sim_stall)e->cause), id, e->message);
        put_time(t, end ? e->to : e->from);
        if (end)
            cmc_str_append(&t->text, "}");
        else
            put_place(t, e);
    }
}

static void put_event(zx_timeline *t, const sim_event *e) {
    switch ((sim_event_kind)e->kind) {
    case SIM_EVENT_BEGIN:
        start(t, e, "B");
        cmc_str_printf(&t->text, ", \"cat\": \"thread\", \"name\": \"group %u thread %u\"", e->group, e->thread);
        put_time(t, e->from);
        cmc_str_append(&t->text, "}");
        return;
    case SIM_EVENT_END:
        start(t, e, "E");
        put_time(t, e->from);
        cmc_str_append(&t->text, "}");
        return;
    case SIM_EVENT_MESSAGE:
        put_message(t, e);
        return;
    case SIM_EVENT_WAIT:
    case SIM_EVENT_IDLE:
        start(t, e, "X");
        cmc_str_printf(&t->text, ", \"cat\": \"%s\", \"name\": \"%s\", \"dur\": %llu",
                       e->kind == SIM_EVENT_IDLE ? "idle" : "wait", sim_stall_name((sim_stall)e->cause),
                       (unsigned long long)(e->to - e->from));
        put_time(t, e->from);
        put_place(t, e);
        return;
    }
}

void zx_timeline_event(zx_timeline *t, const sim_event *e) {
    assert(t && e);
    const bool needed = e->kind == SIM_EVENT_BEGIN || e->kind == SIM_EVENT_END; // they come in pairs
    if (!needed && atomic_load(&n_events) >= MAX_EVENTS) {
        t->left_out++;
        return;
    }
    name_track(t, e);
    put_event(t, e);
    zx_emit(ZX_SINK_TIMELINE, cmc_str_text(&t->text));
    cmc_str_clear(&t->text);
}

void zx_timeline_end(zx_timeline *t, uint64_t cycles) {
    if (!t)
        return;
    atomic_store(&end_of_last, t->base + cycles);
    zx_emit_end(ZX_SINK_TIMELINE);
    if (t->left_out) {
        cmc_str_printf(&t->text, "xesim: the timeline has the first %d events; %llu waits and messages are left out\n",
                       MAX_EVENTS, (unsigned long long)t->left_out);
        zx_emit(ZX_SINK_LOG, cmc_str_text(&t->text));
    }
    cmc_str_free(&t->text);
    cmc_arena_destroy(t->arena);
    free(t);
}
