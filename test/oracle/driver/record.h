// SPDX-License-Identifier: MIT
// One launch through Intel's driver in recording mode, in a process of its own: the driver reads its settings once.

#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOCAL_X = 3, LOCAL_Y = 2, LOCAL_Z = 1, GROUPS_X = 5, GROUPS_Y = 4, GROUPS_Z = 2 };
enum { MAX_ARGS = 32, PAYLOAD_MAX_B = 4096, MEMORY_B = 4096, IMAGE_W = 64, IMAGE_H = 32 };

// The bytes that are set for a value argument: no two arguments have four in common.
void record_value(uint32_t index, uint8_t *bytes, size_t size_b);

typedef struct record_result {  // the child's answer
    uint64_t address[MAX_ARGS]; // of pointers and buffers
} record_result;

// The child: loads the zebin, sets every argument of its first kernel, launches it, writes record_result to the file
// "result". Returns the exit code; says on standard error what failed.
int record_run(const char *zebin_path);

// Writes a zebin around code (assembled before) that has an argument of every kind.
bool sample_write(const char *target, bool has_images, const char *code_path, const char *zebin_path);

#endif
