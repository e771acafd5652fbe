// SPDX-License-Identifier: MIT
// Timing: the estimate as text and as JSON, from one table of figures.

#include <cmc/sim.h>
#include <assert.h>
#include <stddef.h>

const char *sim_stall_name(sim_stall s) {
    static const char *const names[SIM_STALL_COUNT] = {"distance", "math",    "dpas", "slm",    "memory",
                                                       "sampler",  "message", "pipe", "branch", "barrier"};
    return (unsigned)s < SIM_STALL_COUNT ? names[s] : NULL;
}

const char *sim_mix_name(sim_mix m) {
    static const char *const names[SIM_MIX_COUNT] = {"int", "float", "long", "math", "dpas", "branch", "send", "sync"};
    return (unsigned)m < SIM_MIX_COUNT ? names[m] : NULL;
}

static const struct {
    const char *name, *text;
    size_t off;
} figures[] = {
    {"instructions", "instructions", offsetof(sim_timing, instructions)},
    {"issue_slots", "issue slots", offsetof(sim_timing, issue_slots)},
    {"eu_cycles", "EU cycles", offsetof(sim_timing, eu_cycles)},
    {"slm_bytes", "local memory bytes", offsetof(sim_timing, slm_b)},
    {"read_bytes", "bytes read", offsetof(sim_timing, read_b)},
    {"write_bytes", "bytes written", offsetof(sim_timing, write_b)},
    {"l1_hits", "L1 line hits", offsetof(sim_timing, l1_hits)},
    {"l1_misses", "L1 line misses", offsetof(sim_timing, l1_misses)},
    {"l3_hits", "L3 line hits", offsetof(sim_timing, l3_hits)},
    {"l3_misses", "L3 line misses", offsetof(sim_timing, l3_misses)},
    {"dram_bytes", "bytes to and from memory", offsetof(sim_timing, dram_b)},
};

enum { N_FIGURES = sizeof figures / sizeof figures[0] };

static unsigned long long figure(const sim_timing *t, unsigned i) {
    return *(const uint64_t *)((const char *)t + figures[i].off);
}

void sim_timing_text(const sim_timing *t, cmc_str *out) {
    assert(t && out);
    cmc_str_printf(out, "%-26s %llu (%.3f us at %.2f GHz)\n", "estimated cycles", (unsigned long long)t->cycles,
                   (double)t->cycles / (t->clock_ghz * 1000), t->clock_ghz);
    cmc_str_printf(out, "%-26s %u cores x %u EUs x %u threads, %u groups on a core\n", "device", t->cores, t->eus,
                   t->threads, t->resident);
    for (unsigned i = 0; i < N_FIGURES; i++)
        cmc_str_printf(out, "%-26s %llu\n", figures[i].text, figure(t, i));
    for (unsigned i = 0; i < SIM_MIX_COUNT; i++)
        if (t->mix[i] != 0)
            cmc_str_printf(out, "  %-24s %llu\n", sim_mix_name((sim_mix)i), (unsigned long long)t->mix[i]);
    for (unsigned i = 0; i < SIM_STALL_COUNT; i++)
        if (t->stalls[i] != 0)
            cmc_str_printf(out, "stalled on %-15s %llu (%.1f %%)\n", sim_stall_name((sim_stall)i),
                           (unsigned long long)t->stalls[i], 100.0 * (double)t->stalls[i] / (double)t->eu_cycles);
}

void sim_timing_json(const sim_timing *t, cmc_str *out) {
    assert(t && out);
    cmc_str_printf(out,
                   "{\"cycles\": %llu, \"clock_ghz\": %.3f, \"cores\": %u, \"eus\": %u, "
                   "\"threads\": %u, \"resident\": %u",
                   (unsigned long long)t->cycles, t->clock_ghz, t->cores, t->eus, t->threads, t->resident);
    for (unsigned i = 0; i < N_FIGURES; i++)
        cmc_str_printf(out, ", \"%s\": %llu", figures[i].name, figure(t, i));
    for (unsigned i = 0; i < SIM_MIX_COUNT; i++)
        cmc_str_printf(out, "%s\"%s\": %llu", i == 0 ? ", \"mix\": {" : ", ", sim_mix_name((sim_mix)i),
                       (unsigned long long)t->mix[i]);
    for (unsigned i = 0; i < SIM_STALL_COUNT; i++)
        cmc_str_printf(out, "%s\"%s\": %llu", i == 0 ? "}, \"stalls\": {" : ", ", sim_stall_name((sim_stall)i),
                       (unsigned long long)t->stalls[i]);
    cmc_str_append(out, "}}");
}
