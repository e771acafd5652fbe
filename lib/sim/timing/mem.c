// SPDX-License-Identifier: MIT
// Timing: caches and bandwidth.
//
// In: a message's lines of 64 bytes and the time. Out: the time at which its result arrives. A core has one data port
// and one path to L3; all cores share the memory. Lines occupy each of them one after the other. A cached line records
// when its fill arrives, so a load after a prefetch, or after another core's load, waits only for the rest of the fill.
// A message to local memory occupies the port for as many cycles as its busiest bank needs. Atomic operations on a line
// wait for each other.

#include "timing.h"

#include <assert.h>
#include <stdlib.h>

enum { WAYS = 8 };

typedef struct entry {
    uint64_t line; // + 1; 0 = empty
    uint64_t ready, used;
} entry;

struct timing_cache {
    entry *sets;
    uint64_t n_sets, clock;
};

timing_cache *timing_cache_create(uint64_t size_b) {
    timing_cache *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->n_sets = size_b / (WAYS * TIMING_LINE_B);
    c->sets = calloc((size_t)c->n_sets * WAYS + 1, sizeof *c->sets);
    if (c->sets == NULL) {
        free(c);
        return NULL;
    }
    return c;
}

void timing_cache_destroy(timing_cache *c) {
    if (c != NULL)
        free(c->sets);
    free(c);
}

void timing_cache_restart(timing_cache *c) {
    assert(c);
    for (uint64_t i = 0; i < c->n_sets * WAYS; i++)
        c->sets[i].ready = 0;
}

static void cache_clear(timing_cache *c) {
    memset(c->sets, 0, (size_t)c->n_sets * WAYS * sizeof *c->sets);
}

static entry *set_of(const timing_cache *c, uint64_t line) {
    return &c->sets[(line ^ line >> 17) % c->n_sets * WAYS];
}

// Time at which the line arrives, or UINT64_MAX when it is not in the cache.
static uint64_t cache_find(timing_cache *c, uint64_t line) {
    if (c->n_sets == 0)
        return UINT64_MAX;
    entry *e = set_of(c, line);
    for (unsigned i = 0; i < WAYS; i++)
        if (e[i].line == line + 1) {
            e[i].used = ++c->clock;
            return e[i].ready;
        }
    return UINT64_MAX;
}

static void cache_put(timing_cache *c, uint64_t line, uint64_t ready) {
    if (c->n_sets == 0)
        return;
    entry *e = set_of(c, line), *victim = e;
    for (unsigned i = 0; i < WAYS; i++) {
        if (e[i].line == line + 1) {
            victim = &e[i];
            break;
        }
        if (e[i].used < victim->used)
            victim = &e[i];
    }
    *victim = (entry){line + 1, ready, ++c->clock};
}

// Moves `bytes` through a channel at `rate` bytes a cycle; returns when the last byte has passed.
static double pass(double *channel_free, double rate, double bytes, double now) {
    assert(rate > 0);
    double start = *channel_free > now ? *channel_free : now;
    *channel_free = start + bytes / rate;
    return *channel_free;
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

// A line that misses L1 comes from L3, or from memory through L3. `sent` is when the request leaves the port.
static uint64_t from_l3(timing_shared *sh, timing_port *p, uint64_t line, double sent) {
    const timing_facts *f = sh->facts;
    uint64_t there = cache_find(sh->l3, line);
    double way = pass(&p->l3_free, f->l3_b, TIMING_LINE_B, sent);
    uint64_t hit = (uint64_t)way + f->l3 - TIMING_LINE_B / f->l3_b;
    if (there != UINT64_MAX) {
        sh->out.l3_hits++;
        return later(hit, there);
    }
    sh->out.l3_misses++;
    sh->out.dram_b += TIMING_LINE_B;
    double mem = pass(&sh->dram_free, f->dram_b, TIMING_LINE_B, sent);
    uint64_t ready = (uint64_t)mem + f->dram - (uint64_t)((double)TIMING_LINE_B / f->dram_b);
    cache_put(sh->l3, line, ready);
    return ready;
}

static uint64_t load_line(timing_shared *sh, timing_port *p, const timing_send *s, uint64_t line, double sent) {
    const timing_facts *f = sh->facts;
    if (s->l1 && p->l1 != NULL) {
        uint64_t there = cache_find(p->l1, line);
        if (there != UINT64_MAX) {
            sh->out.l1_hits++;
            return later((uint64_t)sent + f->l1, there);
        }
        sh->out.l1_misses++;
    }
    uint64_t ready = from_l3(sh, p, line, sent);
    if (s->l1 && p->l1 != NULL)
        cache_put(p->l1, line, ready);
    return ready;
}

static uint64_t store_line(timing_shared *sh, timing_port *p, uint64_t line, double sent) {
    double way = pass(&p->l3_free, sh->facts->l3_b, TIMING_LINE_B, sent);
    uint64_t ready = (uint64_t)way + sh->facts->l3 - TIMING_LINE_B / sh->facts->l3_b;
    if (cache_find(sh->l3, line) == UINT64_MAX) {
        sh->out.dram_b += TIMING_LINE_B;
        pass(&sh->dram_free, sh->facts->dram_b, TIMING_LINE_B, sent);
    }
    cache_put(sh->l3, line, ready);
    return ready;
}

// Cycles for which a message to local memory occupies the port.
static double slm_cycles(const timing_facts *f, const timing_send *s) {
    double width = (double)s->n / f->port_b;
    double passes = s->passes * (s->kind == TIMING_SEND_ATOMIC ? f->atomic : 1.0);
    return s->passes > 1 && passes > width ? passes : width;
}

static uint64_t slm_ready(timing_shared *sh, timing_port *p, const timing_send *s, uint64_t now) {
    const timing_facts *f = sh->facts;
    sh->out.slm_b += s->n;
    double width = (double)s->n / f->port_b;
    double sent = pass(&p->port_free, 1, slm_cycles(f, s), (double)now);
    // The latency covers a message of up to 16 dwords, and the first pass.
    return (uint64_t)sent + (s->n > 64 ? f->slm32 : f->slm) - (uint64_t)(s->passes > 1 && width < 1 ? 1 : width);
}

// Cycles for which the line's atomic operations wait: for earlier ones, and for each other where they change the same
// number.
static uint64_t atomic_wait(timing_shared *sh, uint64_t line, uint64_t n, double sent) {
    unsigned unit = (unsigned)(line % TIMING_ATOMIC_UNITS);
    uint64_t cycles = n * sh->facts->atomic;
    double done = pass(&sh->atomic_free[unit], 1, (double)cycles, sent);
    return (uint64_t)(done - sent - sh->facts->atomic + 0.5); // the latency covers the first one
}

uint64_t timing_atomics_end(const timing_shared *sh) {
    double last = 0;
    for (unsigned i = 0; i < TIMING_ATOMIC_UNITS; i++)
        last = sh->atomic_free[i] > last ? sh->atomic_free[i] : last;
    return (uint64_t)last;
}

static uint64_t lines_ready(timing_shared *sh, timing_port *p, const timing_send *s, const uint64_t *lines,
                            uint64_t now) {
    const timing_facts *f = sh->facts;
    bool store = s->kind == TIMING_SEND_STORE;
    *(store ? &sh->out.write_b : &sh->out.read_b) += s->n;
    uint64_t ready = now + (s->n_lines == 0 ? f->l3 : 0);
    for (unsigned i = 0; i < s->n_lines; i++) {
        double sent = pass(&p->port_free, f->port_b, TIMING_LINE_B, (double)now) - (double)TIMING_LINE_B / f->port_b;
        uint64_t line = lines[i] & TIMING_LINE_MASK, atomics = lines[i] >> TIMING_LINE_BITS;
        uint64_t r = store ? store_line(sh, p, line, sent) : load_line(sh, p, s, line, sent);
        ready = later(ready, r + (atomics != 0 ? atomic_wait(sh, line, atomics, sent) : 0));
    }
    return ready;
}

uint64_t timing_send_ready(timing_shared *sh, timing_port *p, const timing_send *s, const uint64_t *lines,
                           uint64_t now) {
    const timing_facts *f = sh->facts;
    switch ((timing_send_kind)s->kind) {
    case TIMING_SEND_FENCE:
        if (s->l1 && p->l1 != NULL)
            cache_clear(p->l1);
        return now + (s->slm ? f->slm_fence : f->fence);
    case TIMING_SEND_SIGNAL:
        return now + 1;
    case TIMING_SEND_SAMPLER: {
        uint64_t ready = lines_ready(sh, p, s, lines, now);
        return later(ready, now + f->sampler);
    }
    case TIMING_SEND_OTHER:
        return now + f->message;
    default:
        return s->slm ? slm_ready(sh, p, s, now) : lines_ready(sh, p, s, lines, now);
    }
}
