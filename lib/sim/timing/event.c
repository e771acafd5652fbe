// SPDX-License-Identifier: MIT
// Timing: the timeline of a launch, event by event.

#include "timing.h"

#include <assert.h>

const char *timing_send_name(const timing_send *s) {
    static const char *const names[] = {
        [TIMING_SEND_LOAD] = "load",         [TIMING_SEND_STORE] = "store",    [TIMING_SEND_ATOMIC] = "atomic",
        [TIMING_SEND_PREFETCH] = "prefetch", [TIMING_SEND_FENCE] = "fence",    [TIMING_SEND_SIGNAL] = "barrier signal",
        [TIMING_SEND_WAIT] = "barrier wait", [TIMING_SEND_SAMPLER] = "sample", [TIMING_SEND_OTHER] = "message"};
    return names[s->kind];
}

void timing_event(const timing_shared *sh, sim_event e, uint32_t op) {
    assert(sh && timing_listens(sh));
    e.pc_b = sh->launch->code->insts[op].pc_b;
    sh->launch->event(sh->launch->user, &e);
}
