// SPDX-License-Identifier: MIT
// All computing functions without memory access.

#ifndef CM_MATH_H
#define CM_MATH_H

#include <cm/arith.h>
#include <cm/bits.h>
#include <cm/convert.h>
#include <cm/dpas.h>
#include <cm/native.h>
#include <cm/reduce.h>

#endif
