// SPDX-License-Identifier: MIT
// The parts of the linear filter's host program.

#ifndef LINEAR_H
#define LINEAR_H

#include <stdint.h>

enum { CHANNELS = 3 }; // red, green, blue, one byte each

// Draws a picture into width x height pixels, with contiguous rows.
void picture_draw(uint8_t *pixels, uint32_t width, uint32_t height);

#endif
