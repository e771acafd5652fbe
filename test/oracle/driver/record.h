// SPDX-License-Identifier: MIT
// One launch through Intel's driver in recording mode, in a process of its own: the driver reads its settings once.

#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stdint.h>

enum { LOCAL_X = 3, LOCAL_Y = 2, LOCAL_Z = 1, GROUPS_X = 5, GROUPS_Y = 4, GROUPS_Z = 2 };
enum { // where the arguments stand in the cross-thread data
    AT_LOCAL_SIZE = 0,
    AT_POINTER = 16,
    AT_INT = 24,
    AT_FLOAT = 28,
    AT_VECTOR = 32,
    AT_GROUP_COUNT = 48,
    CROSS_B = 64 // 60, rounded up to a register of 32 bytes
};
enum { BTI_BUFFER = 1, BTI_IMAGE = 2, BUFFER_B = 4096, IMAGE_W = 64, IMAGE_H = 32 };
extern const int32_t arg_int, arg_vector[3];
extern const float arg_float;

typedef struct record_result { // the child's answer
    uint64_t pointer, buffer;
} record_result;

// The child: builds the zebin for target around the code in code_path, launches it, writes record_result to the file
// "result". Returns the exit code; says on standard error what failed.
int record_run(const char *target, const char *code_path, bool has_images);

#endif
