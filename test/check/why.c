// SPDX-License-Identifier: MIT
// See why.h.

#include "why.h"

#include "check/hazard.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_THREADS = 16, MAX_EVENTS = 1 << 20 };

typedef struct event {
    uint8_t thread;
    uint32_t inst; // UINT32_MAX: a new launch
} event;

struct why_log {
    sim_code *code;
    hz_code *hz;
    char names[MAX_THREADS][32];
    unsigned n_threads;
    event *events;
    uint32_t n_events;
    hz_thread *threads; // MAX_THREADS, then two copies
    uint32_t last[MAX_THREADS];
};

const char *why_name(why w) {
    static const char *const names[WHY_COUNT] = {
        [WHY_COMPLETE] = "nothing left to wait for: an earlier wait, the pipe's depth, a taken "
                         "jump or the unit's order covers it",
        [WHY_NO_COMMON] = "no register in common with what it waits for: the conflict is on "
                          "another path, or with a later instruction that waits itself",
        [WHY_OTHER_BYTES] = "other bytes of the same registers",
        [WHY_INTERLOCKED] = "only a flag, address or accumulator in common, which hardware tracks",
        [WHY_ORDER] = "write after write or read inside one pipe or unit, which keeps its order",
        [WHY_CHANNELS] = "a result for channels that wait elsewhere",
        [WHY_IDLE] = "the instruction has no result",
        [WHY_END] = "the token of an end of thread, for which nobody can wait",
        [WHY_UNEXPLAINED] = "not explained",
    };
    return names[w];
}

why_log *why_log_create(const isa_model *m, const uint8_t *text, size_t len) {
    why_log *log = calloc(1, sizeof *log);
    if (log == NULL)
        abort();
    log->events = malloc(MAX_EVENTS * sizeof *log->events);
    log->threads = calloc(MAX_THREADS + 2, sizeof *log->threads);
    if (log->events == NULL || log->threads == NULL || sim_code_create(m, text, len, &log->code, NULL) != CMC_OK ||
        (log->hz = hz_code_create(log->code)) == NULL) {
        why_log_destroy(log);
        return NULL;
    }
    return log;
}

void why_log_destroy(why_log *log) {
    if (log == NULL)
        return;
    hz_code_destroy(log->hz);
    sim_code_destroy(log->code);
    free(log->events);
    free(log->threads);
    free(log);
}

static uint8_t thread_of(why_log *log, const char *name) {
    for (unsigned i = 0; i < log->n_threads; i++)
        if (strcmp(log->names[i], name) == 0)
            return (uint8_t)i;
    unsigned i = log->n_threads < MAX_THREADS ? log->n_threads++ : MAX_THREADS - 1;
    snprintf(log->names[i], sizeof log->names[i], "%s", name);
    return (uint8_t)i;
}

static void push(why_log *log, uint8_t thread, uint32_t inst) {
    if (log->n_events < MAX_EVENTS)
        log->events[log->n_events++] = (event){thread, inst};
}

// "(1,0,0) 3 0x00a0: ..."
void why_log_line(why_log *log, const char *line) {
    const char *at = strstr(line, " 0x");
    if (at == NULL)
        return;
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)(at - line), line);
    unsigned long pc = strtoul(at + 1, NULL, 16);
    if (pc / 8 < log->code->n_slots && log->code->index_of[pc / 8] != SIM_NO_TARGET)
        push(log, thread_of(log, name), log->code->index_of[pc / 8]);
}

void why_log_launch(why_log *log) {
    push(log, 0, UINT32_MAX);
}

// Comparison

typedef struct overlap {
    bool bytes[3]; // by hz_file: some byte in common, one of them written
    bool registers;
    bool raw;
} overlap;

static void add_overlap(const why_log *log, const hz_span *o, const hz_span *n, overlap *out) {
    uint32_t grf_b = log->code->model->grf_b;
    if (!o->write && !n->write)
        return;
    if (o->lo < n->hi && n->lo < o->hi) {
        out->bytes[o->file] = true;
        out->raw |= o->write && !n->write && o->file == HZ_GENERAL;
    } else if (o->lo / grf_b <= (n->hi - 1) / grf_b && n->lo / grf_b <= (o->hi - 1) / grf_b) {
        out->registers = true;
    }
}

static why judge(const why_log *log, const hz_flight *f, const hz_inst *st) {
    overlap x = {0};
    for (unsigned i = 0; i < f->st->n_spans; i++)
        for (unsigned k = 0; k < st->n_spans; k++)
            add_overlap(log, &f->st->spans[i], &st->spans[k], &x);
    if (x.bytes[HZ_GENERAL] || x.bytes[HZ_STATE])
        return x.raw && f->st->pipe == HZ_OUT_OF_ORDER ? WHY_CHANNELS : WHY_ORDER;
    if (x.bytes[HZ_INTERLOCKED])
        return WHY_INTERLOCKED;
    return x.registers ? WHY_OTHER_BYTES : WHY_NO_COMMON;
}

// More telling reasons win.
static void better(why *best, why w) {
    static const uint8_t rank[WHY_COUNT] = {
        [WHY_COMPLETE] = 0, [WHY_NO_COMMON] = 1, [WHY_OTHER_BYTES] = 2, [WHY_INTERLOCKED] = 3, [WHY_ORDER] = 4,
        [WHY_CHANNELS] = 5, [WHY_IDLE] = 6,      [WHY_END] = 7,         [WHY_UNEXPLAINED] = 8,
    };
    if (rank[w] > rank[*best])
        *best = w;
}

// What is under way without the annotation, and not with it.
static void difference(const why_log *log, const hz_thread *with, const hz_thread *without, const hz_inst *st,
                       why *best) {
    for (unsigned p = 0; p < HZ_PIPES; p++) {
        uint32_t end = without->issued[p], depth = log->hz->depth[p];
        uint32_t from = end > depth ? end - depth : 0;
        if (from < without->done[p])
            from = without->done[p];
        for (uint32_t s = from; s < end && s < with->done[p]; s++)
            better(best, judge(log, &without->ring[p][s % HZ_RING], st));
    }
    for (uint32_t left = without->tokens; left != 0; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        bool gone = !(with->tokens >> k & 1u);
        if (gone || with->token[k].reading != without->token[k].reading)
            better(best, judge(log, &without->token[k], st));
    }
}

static void issue(why_log *log, uint8_t thread, uint32_t index) {
    hz_thread *ht = &log->threads[thread];
    const hz_inst *st = &log->hz->insts[index];
    if (log->last[thread] + 1 != index && log->last[thread] != UINT32_MAX)
        hz_jump(ht);
    log->last[thread] = index;
    hz_wait(ht, st);
    if (st->pipe == HZ_UNCOUNTED)
        return;
    hz_slot(ht, &log->code->insts[index], st);
    hz_issue(ht, st);
}

static void compare_at(why_log *log, uint8_t thread, uint32_t index, const hz_inst *changed, why *best) {
    hz_thread *with = &log->threads[MAX_THREADS], *without = &log->threads[MAX_THREADS + 1];
    const hz_inst *st = &log->hz->insts[index];
    memcpy(with, &log->threads[thread], sizeof *with);
    if (log->last[thread] + 1 != index && log->last[thread] != UINT32_MAX)
        hz_jump(with);
    memcpy(without, with, sizeof *without);
    hz_wait(with, st);
    hz_wait(without, changed);
    difference(log, with, without, st, best);
}

why why_explain(why_log *log, size_t pc, const isa_inst *changed) {
    uint32_t index = log->code->index_of[pc / 8];
    isa_inst kept = log->code->raws[index];
    const hz_inst *st = &log->hz->insts[index];
    if (kept.swsb.token_mode == ISA_TOKEN_SET && changed->swsb.token_mode != ISA_TOKEN_SET)
        return kept.eot ? WHY_END : WHY_UNEXPLAINED; // others are always found
    if (st->n_spans == 0 && st->pipe < HZ_PIPES && kept.dst.file == ISA_FILE_ARF)
        return WHY_IDLE;
    log->code->raws[index] = *changed;
    hz_code *other = hz_code_create(log->code);
    log->code->raws[index] = kept;
    if (other == NULL)
        abort();
    why best = WHY_COMPLETE;
    for (uint32_t i = 0; i < log->n_events; i++) {
        const event *e = &log->events[i];
        if (e->inst == UINT32_MAX) {
            for (unsigned t = 0; t < MAX_THREADS; t++) {
                hz_reset(&log->threads[t]);
                log->last[t] = UINT32_MAX;
            }
            continue;
        }
        if (e->inst == index)
            compare_at(log, e->thread, index, &other->insts[index], &best);
        issue(log, e->thread, e->inst);
    }
    hz_code_destroy(other);
    return best;
}
