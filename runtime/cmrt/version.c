// SPDX-License-Identifier: MIT
// The version of the library that a program runs with.

#include "cmrt_priv.h"

enum { MAJOR_STEP = 10000, MINOR_STEP = 100 };

uint32_t cmrt_version(void) {
    return CMRT_VERSION_MAJOR * MAJOR_STEP + CMRT_VERSION_MINOR * MINOR_STEP + CMRT_VERSION_PATCH;
}
