// SPDX-License-Identifier: MIT
// The kernel language: #include <cm/cm.h>.

#ifndef CM_CM_H
#define CM_CM_H

#include <cm/types.h>
#include <cm/memory.h>
#include <cm/threads.h>
#include <cm/math.h>

#define _GENX_MAIN_ __declspec(genx_main)
#define _GENX_      __declspec(genx)
#define CM_NOINLINE __attribute__((noinline))

using namespace cm;

#endif
