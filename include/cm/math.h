// SPDX-License-Identifier: MIT
// Arithmetic and math functions. The first template argument names the element type of the result.

#ifndef CM_MATH_H
#define CM_MATH_H

#include <cm/types.h>

namespace cm {
} // namespace cm

#endif
