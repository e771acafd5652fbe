// SPDX-License-Identifier: MIT
// The kernel language: #include <cm/cm.h>.

#ifndef CM_CM_H
#define CM_CM_H

#include <cm/types.h>
#include <cm/memory.h>
#include <cm/threads.h>
#include <cm/scatter.h>
#include <cm/atomic.h>
#include <cm/svm.h>
#include <cm/slm.h>
#include <cm/lsc2d.h>
#include <cm/send.h>
#include <cm/math.h>
#include <cm/simdcf.h>
#include <cm/cmath.h>
#include <cm/traits.h>

#define _GENX_MAIN_ __declspec(genx_main)
#define _GENX_      __declspec(genx)
// Registers of the kernel's threads: 128, 256 where the target has them, 0 = 256 if it would spill with 128.
#define _GENX_GRF_COUNT_(n) __declspec(genx_grf_count(n))
// Variables of a file that stay in their registers; with a binding, from byte n of the register file on.
#define _GENX_VOLATILE_            __declspec(genx_volatile)
#define _GENX_VOLATILE_BINDING_(n) __declspec(genx_volatile(n))
#define CM_NOINLINE __attribute__((noinline))

using namespace cm;

#endif
