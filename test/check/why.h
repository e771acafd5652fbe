// SPDX-License-Identifier: MIT
// Why the removal of an annotation goes unfound: the executed stream is replayed with and without
// it, and what only the annotation waits for is compared with the instruction that carries it.

#ifndef CHECK_WHY_H
#define CHECK_WHY_H

#include <cmc/sim.h>

typedef enum why {
    WHY_COMPLETE = 0, // nothing left to wait for
    WHY_NO_COMMON,    // no register in common with what it waits for
    WHY_OTHER_BYTES,  // other bytes of the same registers
    WHY_INTERLOCKED,  // a flag, address or accumulator in common
    WHY_ORDER,        // write after write or read of one pipe, write after read of one unit
    WHY_CHANNELS,     // a result for channels that wait elsewhere
    WHY_IDLE,         // the instruction has no result
    WHY_END,          // the token of an end of thread
    WHY_UNEXPLAINED,
    WHY_COUNT
} why;

typedef struct why_log why_log; // the stream that a kernel executed

const char *why_name(why w);
why_log *why_log_create(const isa_model *m, const uint8_t *text, size_t len);
void why_log_destroy(why_log *log);
// A line of the simulator's trace; the streams of several launches may follow each other.
void why_log_line(why_log *log, const char *line);
void why_log_launch(why_log *log);
// The instruction at byte offset pc against itself with another annotation.
why why_explain(why_log *log, size_t pc, const isa_inst *changed);

#endif
